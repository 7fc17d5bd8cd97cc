// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Transfers of the wire as packets of the MTU; see roce.h.
 */
#include <stdlib.h>
#include <string.h>

#include "nic/wire/packet.h"
#include "nic/wire/roce.h"

/* The last bytes of a transfer, which belong to the same packet as the first ones of the next. */
struct sm_rest {
	struct sm_rest *next;
	uint16_t lid;		/* of the sender */
	uint32_t qpn;
	enum sm_packet_kind kind;
	uint32_t psn;		/* of that packet */
	uint32_t offset;	/* of the next transfer */
	size_t len;
	uint8_t bytes[SM_MTU_MAX];
};

/* Removes what the last transfer of the message has left; NULL: nothing, or of another message. */
static struct sm_rest *sm_rest_take(struct sm_roce_splitter *splitter,
				    const struct sm_packet *packet)
{
	struct sm_rest **at = &splitter->rests, *rest;

	while (*at && ((*at)->lid != packet->src_lid || (*at)->qpn != packet->src_qpn ||
		       (*at)->kind != packet->kind))
		at = &(*at)->next;
	rest = *at;
	if (!rest)
		return NULL;
	*at = rest->next;
	if (rest->psn == packet->psn && rest->offset == packet->offset &&
	    rest->len == packet->offset % packet->mtu)
		return rest;
	free(rest);
	return NULL;
}

static void sm_rest_keep(struct sm_roce_splitter *splitter, const struct sm_packet *packet,
			 const uint8_t *bytes, size_t len)
{
	struct sm_rest *rest = len ? malloc(sizeof(*rest)) : NULL;

	if (!rest)
		return;
	*rest = (struct sm_rest){ .next = splitter->rests, .lid = packet->src_lid,
				  .qpn = packet->src_qpn, .kind = packet->kind,
				  .psn = packet->psn + sm_packet_psns(packet),
				  .offset = packet->offset + sm_packet_len(packet), .len = len };
	memcpy(rest->bytes, bytes, len);
	splitter->rests = rest;
}

/* @bytes start where a packet does; the first @missing bytes are unknown. */
static void sm_split_bytes(struct sm_roce_splitter *splitter, const struct sm_packet *packet,
			   bool is_ethernet, const uint8_t *bytes, size_t len, size_t missing)
{
	const uint32_t n = sm_packet_psns(packet), mtu = packet->mtu;
	const size_t start = packet->offset % mtu;
	struct sm_packet part = *packet;

	for (uint32_t i = missing ? 1 : 0; i < n; i++) {
		const size_t at = (size_t)i * mtu;

		part.offset = (uint32_t)(packet->offset - start + at);
		part.psn = packet->psn + i;
		part.is_first = !part.offset;
		part.is_last = packet->is_last && i == n - 1;
		part.asks_ack = packet->asks_ack && i == n - 1;
		splitter->emit(&part, is_ethernet, bytes + at, len - at < mtu ? len - at : mtu);
	}
	splitter->flush();
	if (!packet->is_last && (n || !missing))
		sm_rest_keep(splitter, packet, bytes + (size_t)n * mtu, len - (size_t)n * mtu);
}

static void sm_split_message(struct sm_roce_splitter *splitter, const struct sm_packet *packet,
			     bool is_ethernet, const uint8_t *payload)
{
	const size_t start = packet->offset % packet->mtu, len = sm_packet_len(packet);
	struct sm_rest *rest = sm_rest_take(splitter, packet);
	uint8_t *bytes = start ? calloc(1, start + len) : NULL;

	if (!start) {
		sm_split_bytes(splitter, packet, is_ethernet, payload, len, 0);
	} else if (bytes) {
		if (rest)
			memcpy(bytes, rest->bytes, start);
		if (len)
			memcpy(bytes + start, payload, len);
		sm_split_bytes(splitter, packet, is_ethernet, bytes, start + len, rest ? 0 : start);
	}
	free(bytes);
	free(rest);
}

void sm_roce_split(struct sm_roce_splitter *splitter, const struct sm_packet *packet,
		   bool is_ethernet, const uint8_t *payload)
{
	switch (packet->kind) {
	case SM_PACKET_SEND:
	case SM_PACKET_WRITE:
	case SM_PACKET_READ_RESPONSE:
		sm_split_message(splitter, packet, is_ethernet, payload);
		break;
	default:
		splitter->emit(packet, is_ethernet, payload, sm_packet_len(packet));
		splitter->flush();
	}
}
