// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Signatures in messages, as UCX's branch for them has it: an interface with the feature SIGNATURE gives each receive
 * an element that lies in a signature key. The card scatters the payload into blocks and writes a T10-DIF for each of
 * them into memory of its own, with a checksum as guard; UCX adds the guards, and what is left of a last block, to the
 * checksum of the message.
 *
 *	sig SEED NUM BLOCK STRIDE	NUM messages of random lengths, in blocks of BLOCK bytes that are STRIDE bytes apart
 *
 * Payloads are compared with what was sent, and checksums with a sum of the payload's words. With a stride that is
 * larger than a block, messages have whole blocks: UCX takes the rest from the end of the last block, not of its stride.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uct/api/uct.h>
#include <ucs/async/async_fwd.h>

#include "../../../rig/fail.h"

#define HEADER 8u	/* bytes of each message that are no payload */
#define BLOCKS 8u	/* of a buffer */
#define BUFFERS 256u
#define AM_ID 5u

static uint8_t *receives, *sent;
static uct_mem_h receive_key, send_key;
static size_t block, stride, next_buffer;
static size_t length;	/* of the message's payload */
static uint64_t number;	/* of the message */
static unsigned long blocks_seen, rests_seen;
static bool is_received;

static void check(ucs_status_t status, const char *what)
{
	if (status != UCS_OK)
		FAIL("%s: %s", what, ucs_status_string(status));
}

static size_t below(size_t limit)
{
	return (size_t)rand() % limit;
}

/* The sum of RFC 1071 of @len bytes; a last odd byte counts as if 0 followed. */
static uint16_t checksum(const uint8_t *data, size_t len)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < len; i += 2)
		sum += data[i] | (i + 1 < len ? data[i + 1] << 8 : 0);
	while (sum >> 16)
		sum = (sum >> 16) + (sum & 0xffff);
	return (uint16_t)~sum;
}

/*
 * Whether UCX counts a carry of the rest twice: it adds the upper half of the sum to the lower one, and adds what exceeds
 * 16 bits without removing it; the checksum is one less if blocks follow.
 */
static bool has_carry(const uint8_t *rest, size_t len)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < len; i += 2)
		sum += (uint32_t)(rest[i] | (i + 1 < len ? rest[i + 1] << 8 : 0));
	return ((sum >> 16) + (sum & 0xffff)) >> 16;
}

/* Buffers lie in one memory, in order; all of them have been given when the first is given again. */
static size_t give_buffers(void *arg, size_t num, uct_mem_h *memh, void **buffers)
{
	(void)arg;
	*memh = receive_key;
	for (size_t i = 0; i < num; i++)
		buffers[i] = receives + next_buffer++ % BUFFERS * BLOCKS * stride;
	return num;
}

static ucs_status_t received(void *arg, void *header, size_t bytes, unsigned flags, uct_am_callback_params_t *params)
{
	const uint8_t *payload = params->payload;
	uint16_t right = checksum(sent, length);
	uint64_t num;

	(void)arg;
	(void)flags;
	memcpy(&num, header, sizeof(num));
	if (bytes != HEADER + length || num != number)
		FAIL("message %lu: %zu bytes of number %lu, not %zu", (unsigned long)number, bytes, (unsigned long)num,
		    HEADER + length);
	for (size_t i = 0; i < length; i += block)
		if (memcmp(payload + i / block * stride, sent + i, length - i < block ? length - i : block))
			FAIL("message %lu: block %zu of the payload is wrong", (unsigned long)number, i / block);
	if (!(params->field_mask & UCT_AM_CALLBACK_PARAM_FIELD_SIG))
		FAIL("message %lu has no signature", (unsigned long)number);
	if (has_carry(sent + length / block * block, length % block) && length >= block)
		right--;
	if (params->signature % 0xffff != right % 0xffff)	/* 0 and 0xffff are one number */
		FAIL("message %lu, %zu bytes: checksum 0x%04x, not 0x%04x", (unsigned long)number, length, params->signature,
		    right);
	blocks_seen += length / block;
	rests_seen += length % block > 0;
	is_received = true;
	return UCS_OK;
}

static uct_md_h open_md(void)
{
	uct_component_h *components;
	unsigned int num;
	uct_md_config_t *config;
	uct_md_h md = NULL;

	check(uct_query_components(&components, &num), "uct_query_components");
	for (unsigned int i = 0; i < num && md == NULL; i++) {
		uct_component_attr_t attr = { .field_mask = UCT_COMPONENT_ATTR_FIELD_NAME };

		check(uct_component_query(components[i], &attr), "uct_component_query");
		if (strcmp(attr.name, "ib"))
			continue;
		check(uct_md_config_read(components[i], NULL, NULL, &config), "uct_md_config_read");
		check(uct_md_open(components[i], "mlx5_0", config, &md), "uct_md_open");
		uct_config_release(config);
	}
	uct_release_component_list(components);
	if (md == NULL)
		FAIL("UCT has no component ib");
	return md;
}

static uct_iface_h open_iface(uct_md_h md, uct_worker_h worker, const uct_rx_allocator_t *allocator)
{
	uct_iface_params_t params = {
		.field_mask = UCT_IFACE_PARAM_FIELD_OPEN_MODE | UCT_IFACE_PARAM_FIELD_DEVICE | UCT_IFACE_PARAM_FIELD_FEATURES |
			      UCT_IFACE_PARAM_FIELD_RX_HEADER_LENGTH | UCT_IFACE_PARAM_FIELD_RX_PAYLOAD_LENGTH |
			      UCT_IFACE_PARAM_FIELD_USER_ALLOCATOR,
		.open_mode = UCT_IFACE_OPEN_MODE_DEVICE,
		.mode.device = { .tl_name = "dc_mlx5", .dev_name = "mlx5_0:1" },
		.features = UCT_IFACE_FEATURE_AM | UCT_IFACE_FEATURE_SIGNATURE,
		.rx_header_length = HEADER,
		.rx_payload_length = BLOCKS * block,
		.rx_allocator = *allocator,
	};
	uct_iface_config_t *config;
	uct_iface_h iface;

	check(uct_md_iface_config_read(md, "dc_mlx5", NULL, NULL, &config), "uct_md_iface_config_read");
	check(uct_iface_open(md, worker, &params, config, &iface), "uct_iface_open");
	uct_config_release(config);
	check(uct_iface_set_am_handler(iface, AM_ID, received, NULL, 0), "uct_iface_set_am_handler");
	uct_iface_progress_enable(iface, UCT_PROGRESS_SEND | UCT_PROGRESS_RECV);
	return iface;
}

static uct_ep_h connect_to(uct_iface_h from, uct_iface_h to)
{
	uct_ep_params_t params = { .field_mask = UCT_EP_PARAM_FIELD_IFACE | UCT_EP_PARAM_FIELD_DEV_ADDR |
						 UCT_EP_PARAM_FIELD_IFACE_ADDR,
				   .iface = from };
	uct_device_addr_t *device;
	uct_iface_addr_t *address;
	uct_iface_attr_t attr;
	uct_ep_h ep;

	check(uct_iface_query(to, &attr), "uct_iface_query");
	device = calloc(1, attr.device_addr_len);
	address = calloc(1, attr.iface_addr_len);
	if (!device || !address)
		FAIL("no memory");
	check(uct_iface_get_device_address(to, device), "uct_iface_get_device_address");
	check(uct_iface_get_address(to, address), "uct_iface_get_address");
	params.dev_addr = device;
	params.iface_addr = address;
	check(uct_ep_create(&params, &ep), "uct_ep_create");
	free(device);
	free(address);
	return ep;
}

static void finished(uct_completion_t *completion)
{
	(void)completion;
}

static void transfer(uct_worker_h worker, uct_ep_h ep)
{
	uct_iov_t piece = { .buffer = sent, .memh = send_key, .count = 1 };
	uct_completion_t end = { .func = finished, .count = 1, .status = UCS_OK };
	ucs_status_t status;

	length = stride > block ? (1 + below(BLOCKS)) * block : 1 + below(BLOCKS * block);
	for (size_t i = 0; i < length; i++)
		sent[i] = (uint8_t)rand();
	piece.length = length;
	is_received = false;
	while ((status = uct_ep_am_zcopy(ep, AM_ID, &number, HEADER, &piece, 1, 0, &end)) == UCS_ERR_NO_RESOURCE)
		uct_worker_progress(worker);
	if (status != UCS_OK && status != UCS_INPROGRESS)
		check(status, "uct_ep_am_zcopy");
	while (!is_received || (status == UCS_INPROGRESS && end.count))
		uct_worker_progress(worker);
	check(end.status, "the message's completion");
	number++;
}

int main(int argc, char **argv)
{
	uct_rx_allocator_t allocator = { .cb = give_buffers };
	uint64_t num;
	ucs_async_context_t *async;
	uct_worker_h worker;
	uct_iface_h ifaces[2];
	size_t size;
	uct_ep_h ep;
	uct_md_h md;

	if (argc != 5)
		FAIL("usage: sig SEED NUM BLOCK STRIDE");
	srand((unsigned int)atoi(argv[1]));
	num = strtoull(argv[2], NULL, 10);
	allocator.sig_attr.block = block = strtoul(argv[3], NULL, 10);
	allocator.sig_attr.stride = stride = strtoul(argv[4], NULL, 10);
	size = BUFFERS * BLOCKS * stride;
	receives = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
	sent = malloc(BLOCKS * block);
	if (!receives || !sent)
		FAIL("no memory");

	check(ucs_async_context_create(UCS_ASYNC_MODE_THREAD_SPINLOCK, &async), "ucs_async_context_create");
	check(uct_worker_create(async, UCS_THREAD_MODE_SINGLE, &worker), "uct_worker_create");
	md = open_md();
	check(uct_md_mem_reg(md, receives, size, UCT_MD_MEM_ACCESS_ALL, &receive_key), "uct_md_mem_reg");
	check(uct_md_mem_reg(md, sent, BLOCKS * block, UCT_MD_MEM_ACCESS_ALL, &send_key), "uct_md_mem_reg");
	for (unsigned int i = 0; i < 2; i++)
		ifaces[i] = open_iface(md, worker, &allocator);
	ep = connect_to(ifaces[0], ifaces[1]);
	while (number < num)
		transfer(worker, ep);
	printf("%lu messages, %lu blocks with a signature and %lu rests\n", (unsigned long)number, blocks_seen, rests_seen);

	uct_ep_destroy(ep);
	for (unsigned int i = 0; i < 2; i++)
		uct_iface_close(ifaces[i]);
	check(uct_md_mem_dereg(md, receive_key), "uct_md_mem_dereg");
	check(uct_md_mem_dereg(md, send_key), "uct_md_mem_dereg");
	uct_md_close(md);
	uct_worker_destroy(worker);
	ucs_async_context_destroy(async);
	free(receives);
	free(sent);
	return 0;
}
