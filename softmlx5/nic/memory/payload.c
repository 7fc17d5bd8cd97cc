// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Pieces of a payload, and its scratch memory.
 */
#include "nic/memory/payload.h"

bool sm_payload_add(struct sm_payload *payload, void *addr, size_t len)
{
	struct iovec *last = payload->n ? &payload->piece[payload->n - 1] : NULL;

	if (!len)
		return true;
	if (last && (char *)last->iov_base + last->iov_len == (char *)addr) {
		last->iov_len += len;
	} else {
		if (payload->n == SM_PAYLOAD_PIECES)
			return false;
		payload->piece[payload->n].iov_base = addr;
		payload->piece[payload->n].iov_len = len;
		payload->n++;
	}
	payload->len += len;
	return true;
}

void *sm_payload_scratch(struct sm_payload *payload, size_t len)
{
	uint8_t *room = payload->scratch + payload->scratch_used;

	if (len > sizeof(payload->scratch) - payload->scratch_used ||
	    !sm_payload_add(payload, room, len))
		return NULL;
	payload->scratch_used += len;
	return room;
}
