// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * bug_rings NAME wrong|right: posts and polls on rings of its own, as drivers of other projects did before or after a
 * correction (code.yaml says which).  What the device says of it is on standard error; the program prints what
 * its user would have noticed.
 */
#include <endian.h>
#include <inttypes.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prm_bsf.h"
#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_doorbell.h"
#include "prm_mkey.h"
#include "prm_psv.h"
#include "prm_rdma.h"
#include "prm_umr.h"
#include "rig.h"

#define WQEBB 64u
#define POLLS 200000u	/* of a completion that may never come */
#define LIMIT_S 600u	/* tests/run/patience.py */

/* A send queue of libmlx5 and its CQ, which the program uses without libmlx5. */
struct ring {
	struct rig rig;
	struct mlx5dv_qp qp;
	struct mlx5dv_cq cq;
	uint32_t qpn;
	uint16_t pi;	/* in WQEBBs */
	uint32_t ci;
};

static bool is_wrong;

void test_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	exit(1);
}

static void open_ring(struct ring *ring, const struct rig_options *options)
{
	struct mlx5dv_obj obj;

	memset(ring, 0, sizeof(*ring));
	rig_open(&ring->rig, options);
	obj = (struct mlx5dv_obj){
		.qp = { .in = ring->rig.a.qp, .out = &ring->qp },
		.cq = { .in = ring->rig.a.send_cq, .out = &ring->cq },
	};
	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ), 0);
	ring->qpn = ring->rig.a.qp->qp_num;
}

/* Writes a WQE at the producer's place, in as many WQEBBs as it needs; gives its control segment. */
static struct prm_ctrl_seg *put(struct ring *ring, void *wqe, size_t len)
{
	uint8_t *const start = ring->qp.sq.buf;
	const size_t size = ring->qp.sq.wqe_cnt * WQEBB, at = ring->pi % ring->qp.sq.wqe_cnt * WQEBB;
	const size_t first = len < size - at ? len : size - at;

	prm_ctrl_seg_set_wqe_index(wqe, ring->pi);
	prm_ctrl_seg_set_qpn(wqe, ring->qpn);
	prm_ctrl_seg_set_ds(wqe, (uint32_t)(len / 16));
	memcpy(start + at, wqe, first);
	memcpy(start, (uint8_t *)wqe + first, len - first);
	ring->pi = (uint16_t)(ring->pi + (len + WQEBB - 1) / WQEBB);
	return (void *)(start + at);
}

static void ring_bell(struct ring *ring, uint64_t value)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	*(volatile uint64_t *)ring->qp.bf.reg = value;
}

static uint64_t bell_of(const struct prm_ctrl_seg *ctrl)
{
	uint64_t value;

	memcpy(&value, ctrl, sizeof(value));
	return value;
}

static void publish(struct ring *ring)
{
	__atomic_thread_fence(__ATOMIC_RELEASE);
	prm_qp_doorbell_record_set_send_counter((void *)ring->qp.dbrec, ring->pi);
}

static void send(struct ring *ring, void *wqe, size_t len)
{
	const struct prm_ctrl_seg *ctrl = put(ring, wqe, len);

	publish(ring);
	ring_bell(ring, bell_of(ctrl));
}

/* A NOP of @len bytes with a completion. */
static void make_nop(uint8_t *wqe, size_t len, bool has_cqe)
{
	memset(wqe, 0, len);
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_NOP);
	prm_ctrl_seg_set_ce((void *)wqe, has_cqe ? PRM_COMPLETION_MODE_ALWAYS : PRM_COMPLETION_MODE_ON_ERROR);
}

static void send_nop(struct ring *ring)
{
	uint8_t wqe[16];

	make_nop(wqe, sizeof(wqe), true);
	send(ring, wqe, sizeof(wqe));
}

/* The entry of the CQ at a counter: of 128 bytes, its second half is the CQE. */
static uint8_t *entry_at(const struct ring *ring, uint32_t ci)
{
	return (uint8_t *)ring->cq.buf + (size_t)(ci & (ring->cq.cqe_cnt - 1)) * ring->cq.cqe_size;
}

static const struct prm_cqe64 *cqe_at(const struct ring *ring, uint32_t ci)
{
	return (const void *)(entry_at(ring, ci) + ring->cq.cqe_size - PRM_CQE64_SIZE);
}

/* The next CQE, if the device has written it; it is consumed by consume(). */
static const struct prm_cqe64 *peek(const struct ring *ring)
{
	const struct prm_cqe64 *cqe = cqe_at(ring, ring->ci);

	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_INVALID ||
	    prm_cqe64_get_owner(cqe) != !!(ring->ci & ring->cq.cqe_cnt))
		return NULL;
	return cqe;
}

static const struct prm_cqe64 *wait_cqe(const struct ring *ring)
{
	const struct prm_cqe64 *cqe;
	uint32_t i;

	for (i = 0; i < POLLS; i++) {
		cqe = peek(ring);
		if (cqe)
			return cqe;
		sched_yield();
	}
	printf("no completion\n");
	exit(0);
}

static void consume(struct ring *ring)
{
	ring->ci++;
	prm_cq_doorbell_record_set_ci((void *)ring->cq.dbrec, ring->ci);
}

/* Until the device has done all that was posted. */
static void settle(const struct ring *ring)
{
	state_of(ring->rig.a.qp);
}

/* VPP: the CQ's record in the byte order of the host. */
static void record_in_host_order(void)
{
	struct ring ring;
	unsigned int i;

	open_ring(&ring, NULL);
	for (i = 0; i < 600; i++) {
		send_nop(&ring);
		wait_cqe(&ring);
		ring.ci++;
		if (is_wrong)
			ring.cq.dbrec[0] = (__be32)ring.ci;
		else
			prm_cq_doorbell_record_set_ci((void *)ring.cq.dbrec, ring.ci);
	}
	printf("%u completions\n", ring.ci);
}

/* VPP: the doorbell has the control segment of the place behind the last WQE. */
static void another_bell(void)
{
	const struct prm_ctrl_seg *last, *behind;
	uint8_t wqe[16];
	struct ring ring;

	open_ring(&ring, NULL);
	make_nop(wqe, sizeof(wqe), true);
	put(&ring, wqe, sizeof(wqe));
	last = put(&ring, wqe, sizeof(wqe));
	behind = (const void *)((const uint8_t *)ring.qp.sq.buf + ring.pi * WQEBB);
	publish(&ring);
	ring_bell(&ring, bell_of(is_wrong ? behind : last));
	wait_cqe(&ring);
	printf("completed\n");
}

/* ROCm: the counter is written into the receive queue's record. */
static void record_of_the_other_queue(void)
{
	const struct prm_ctrl_seg *ctrl;
	uint8_t wqe[16];
	struct ring ring;

	open_ring(&ring, NULL);
	make_nop(wqe, sizeof(wqe), true);
	ctrl = put(&ring, wqe, sizeof(wqe));
	if (is_wrong)
		prm_qp_doorbell_record_set_recv_counter((void *)ring.qp.dbrec, ring.pi);
	else
		publish(&ring);
	ring_bell(&ring, bell_of(ctrl));
	wait_cqe(&ring);
	printf("completed\n");
}

/* ROCm: the key of a data segment in the byte order of the host. */
static void key_in_host_order(void)
{
	uint8_t wqe[48] = {0};
	struct prm_raddr_seg_fields remote = {0};
	struct prm_data_seg_fields data = {0};
	struct ring ring;

	open_ring(&ring, NULL);
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_RDMA_WRITE);
	prm_ctrl_seg_set_ce((void *)wqe, PRM_COMPLETION_MODE_ALWAYS);
	remote.rkey = ring.rig.b.mr->rkey;
	remote.raddr = (uintptr_t)ring.rig.b.buf;
	prm_raddr_seg_pack((void *)(wqe + 16), &remote);
	data.byte_count = 64;
	data.lkey = is_wrong ? htobe32(ring.rig.a.mr->lkey) : ring.rig.a.mr->lkey;
	data.addr = (uintptr_t)ring.rig.a.buf;
	prm_data_seg_pack((void *)(wqe + 32), &data);
	send(&ring, wqe, sizeof(wqe));
	printf("opcode %u\n", prm_cqe64_get_opcode(wait_cqe(&ring)));
}

/* ROCm: the entries of the CQ are zero at the start, which is a completion of the first round. */
static void blank_cq(void)
{
	struct ring ring;
	unsigned int i, seen = 0;

	open_ring(&ring, NULL);
	if (is_wrong)
		memset(ring.cq.buf, 0, (size_t)ring.cq.cqe_cnt * ring.cq.cqe_size);
	for (i = 0; i < 2; i++) {
		send_nop(&ring);
		settle(&ring);
		while (peek(&ring) && seen < 10) {
			consume(&ring);
			seen++;
		}
	}
	printf("%u completions of 2\n", seen);
}

/* ROCm: the CQ's record is never written. */
static void record_never_written(void)
{
	struct ibv_async_event event;
	struct ring ring;
	unsigned int i;

	open_ring(&ring, &(struct rig_options){ .cqe = 15 });
	for (i = 0; i < ring.cq.cqe_cnt + 1; i++) {
		send_nop(&ring);
		if (i == ring.cq.cqe_cnt && is_wrong)
			break;
		wait_cqe(&ring);
		if (is_wrong)
			ring.ci++;
		else
			consume(&ring);
	}
	if (is_wrong) {
		event = next_event(ring.rig.a.context);
		printf("event %s\n", ibv_event_type_str(event.event_type));
		return;
	}
	printf("%u completions\n", ring.ci);
}

/* rocSHMEM: the halves of the doorbell are exchanged. */
static void bell_in_other_order(void)
{
	const struct prm_ctrl_seg *ctrl;
	uint8_t wqe[16];
	struct ring ring;
	uint64_t value;

	open_ring(&ring, NULL);
	make_nop(wqe, sizeof(wqe), true);
	ctrl = put(&ring, wqe, sizeof(wqe));
	publish(&ring);
	value = bell_of(ctrl);
	ring_bell(&ring, is_wrong ? value << 32 | value >> 32 : value);
	wait_cqe(&ring);
	printf("completed\n");
}

/* rdma-core: the queue has as many requests as it has WQEBBs, and each needs three. */
static void queue_too_small(void)
{
	const unsigned int units = 3;
	const struct prm_ctrl_seg *last = NULL;
	uint8_t wqe[3 * WQEBB];
	unsigned int i, n;
	struct ring ring;

	open_ring(&ring, NULL);
	n = is_wrong ? ring.qp.sq.wqe_cnt : ring.qp.sq.wqe_cnt / units;
	make_nop(wqe, sizeof(wqe), true);
	for (i = 0; i < n; i++)
		last = put(&ring, wqe, sizeof(wqe));
	publish(&ring);
	ring_bell(&ring, bell_of(last));
	settle(&ring);
	printf("%u requests of %u WQEBBs\n", n, units);
}

/* DPDK: an error is read at the start of an entry of 128 bytes, whose second half is the CQE. */
static void error_in_long_entry(void)
{
	const struct prm_err_cqe *error;
	uint8_t wqe[32] = {0};
	struct prm_data_seg_fields data = { .byte_count = 64, .lkey = 0x77777700 };
	struct ring ring;

	open_ring(&ring, &(struct rig_options){ .long_cqe = true });
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_SEND);
	prm_ctrl_seg_set_ce((void *)wqe, PRM_COMPLETION_MODE_ALWAYS);
	data.addr = (uintptr_t)ring.rig.a.buf;
	prm_data_seg_pack((void *)(wqe + 16), &data);
	send(&ring, wqe, sizeof(wqe));
	error = (const void *)wait_cqe(&ring);
	if (is_wrong)
		error = (const void *)entry_at(&ring, ring.ci);
	printf("syndrome %u\n", prm_err_cqe_get_syndrome(error));
}

/* rdma-core: short data of a response are copied from the start of an entry of 128 bytes. */
static void data_in_long_entry(void)
{
	uint8_t wqe[48] = {0};
	struct prm_raddr_seg_fields remote = {0};
	struct prm_data_seg_fields data = { .byte_count = 32 };
	const struct prm_cqe64 *cqe;
	struct ring ring;

	open_ring(&ring, &(struct rig_options){ .long_cqe = true, .scatter = RIG_ALLOW_SCATTER });
	fill(ring.rig.b.buf, 32, 7);
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_RDMA_READ);
	prm_ctrl_seg_set_ce((void *)wqe, PRM_COMPLETION_MODE_ALWAYS);
	remote.rkey = ring.rig.b.mr->rkey;
	remote.raddr = (uintptr_t)ring.rig.b.buf;
	prm_raddr_seg_pack((void *)(wqe + 16), &remote);
	data.lkey = ring.rig.a.mr->lkey;
	data.addr = (uintptr_t)ring.rig.a.buf;
	prm_data_seg_pack((void *)(wqe + 32), &data);
	send(&ring, wqe, sizeof(wqe));
	cqe = wait_cqe(&ring);
	printf("format %u, data %s\n", prm_cqe64_get_format(cqe),
	       memcmp(is_wrong ? (const void *)cqe : entry_at(&ring, ring.ci), ring.rig.b.buf, 32) ? "differ" : "agree");
}

/* NCCL and DeepEP: who waits for a completion takes an error for none. */
static void error_is_not_yet(void)
{
	uint8_t wqe[32] = {0};
	struct prm_data_seg_fields data = { .byte_count = 64, .lkey = 0x77777700 };
	const struct prm_cqe64 *cqe = NULL;
	struct ring ring;
	uint32_t i;

	open_ring(&ring, NULL);
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_SEND);
	prm_ctrl_seg_set_ce((void *)wqe, PRM_COMPLETION_MODE_ALWAYS);
	data.addr = (uintptr_t)ring.rig.a.buf;
	prm_data_seg_pack((void *)(wqe + 16), &data);
	send(&ring, wqe, sizeof(wqe));
	for (i = 0; i < POLLS && !cqe; i++) {
		sched_yield();
		cqe = peek(&ring);
		if (is_wrong && cqe && prm_cqe64_get_opcode(cqe) != PRM_CQE_OPCODE_REQ)
			cqe = NULL;
	}
	printf("%s\n", cqe ? "an error" : "waits without end");
}

/* rdma-core: a UMR enables a BSF that was never written. */
static void bsf_without_content(void)
{
	struct prm_umr_ctrl_seg_fields umr = {
		.inline_flag = true, .klm_octowords = 4,
		.mkey_mask = PRM_UMR_MKEY_MASK_LEN | PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_LR |
			PRM_UMR_MKEY_MASK_LW,
	};
	struct mlx5dv_mkey_init_attr attr = {
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.max_entries = 4,
	};
	struct prm_klm_fields klm = { .byte_count = 512 };
	struct prm_raddr_seg_fields remote = {0};
	struct prm_data_seg_fields data = { .byte_count = 512 };
	struct prm_mkc_fields mkc;
	struct mlx5dv_mkey *mkey;
	uint8_t wqe[192] = {0};
	struct ring ring;

	open_ring(&ring, NULL);
	attr.pd = ring.rig.a.pd;
	mkey = mlx5dv_create_mkey(&attr);
	CHECK(mkey);
	klm.mkey = ring.rig.a.mr->lkey;
	klm.address = (uintptr_t)ring.rig.a.buf;
	if (!is_wrong)
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;	/* mkc.bsf_en is 0 */
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_UMR);
	prm_ctrl_seg_set_ce((void *)wqe, PRM_COMPLETION_MODE_ALWAYS);
	prm_ctrl_seg_set_umr_mkey((void *)wqe, mkey->lkey);
	prm_umr_ctrl_seg_pack((void *)(wqe + 16), &umr);
	prm_mkc_fields_init(&mkc);
	mkc.len = 512;
	mkc.lr = true;
	mkc.lw = true;
	prm_mkc_pack((void *)(wqe + 64), &mkc);
	prm_klm_pack((void *)(wqe + 128), &klm);
	send(&ring, wqe, sizeof(wqe));
	wait_cqe(&ring);
	consume(&ring);
	memset(wqe, 0, sizeof(wqe));
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_RDMA_WRITE);
	prm_ctrl_seg_set_ce((void *)wqe, PRM_COMPLETION_MODE_ALWAYS);
	remote.rkey = ring.rig.b.mr->rkey;
	remote.raddr = (uintptr_t)ring.rig.b.buf;
	prm_raddr_seg_pack((void *)(wqe + 16), &remote);
	data.lkey = mkey->lkey;
	prm_data_seg_pack((void *)(wqe + 32), &data);
	send(&ring, wqe, 48);
	printf("opcode %u\n", prm_cqe64_get_opcode(wait_cqe(&ring)));
}

/*
 * XLIO: a completion frees the requests from its own back to the last one that had a completion. By then the place
 * of that one can be in use again, and the requests before it are lost.
 */
#define PLACES 64u	/* of the queue that are used */

struct places {
	unsigned int units[PLACES];	/* WQEBBs of the request that begins here; 0: none */
	unsigned int n_free, first, last_signaled, completed;
};

static void complete(struct places *places, unsigned int at)
{
	places->n_free += places->units[at];
	places->completed++;
	places->units[at] = 0;
}

static void complete_back(struct places *places, unsigned int signaled)
{
	unsigned int at;

	for (at = signaled; at != places->last_signaled; at = (at + PLACES - 1) % PLACES)
		if (places->units[at])
			complete(places, at);
	places->last_signaled = signaled;
}

static void complete_up_to(struct places *places, unsigned int signaled)
{
	unsigned int at, next = places->first;

	do {
		at = next;
		next = (at + places->units[at]) % PLACES;
		complete(places, at);
	} while (at != signaled);
	places->first = next;
}

static void freed_places(void)
{
	static const unsigned int units[] = { 4, 1, 2, 1, 3, 1, 1 };
	struct places places = { .n_free = PLACES, .last_signaled = PLACES - 1 };
	unsigned int at = 0, posted = 0, round;
	uint8_t wqe[4 * WQEBB];
	struct ring ring;
	bool is_last;

	open_ring(&ring, NULL);
	for (round = 0; round < 40; round++) {
		for (is_last = false; !is_last; posted++) {
			const unsigned int n = units[posted % 7], next = units[(posted + 1) % 7];

			if (n > places.n_free) {
				printf("%u of %u requests completed\n", places.completed, posted);
				return;
			}
			is_last = n + next > places.n_free;
			at = ring.pi % PLACES;
			places.units[at] = n;
			places.n_free -= n;
			make_nop(wqe, n * WQEBB, is_last);
			send(&ring, wqe, n * WQEBB);
		}
		wait_cqe(&ring);
		consume(&ring);
		if (is_wrong)
			complete_back(&places, at);
		else
			complete_up_to(&places, at);
	}
	printf("%u of %u requests completed\n", places.completed, posted);
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{ "record_in_host_order", record_in_host_order },
	{ "another_bell", another_bell },
	{ "record_of_the_other_queue", record_of_the_other_queue },
	{ "key_in_host_order", key_in_host_order },
	{ "blank_cq", blank_cq },
	{ "record_never_written", record_never_written },
	{ "bell_in_other_order", bell_in_other_order },
	{ "queue_too_small", queue_too_small },
	{ "error_in_long_entry", error_in_long_entry },
	{ "data_in_long_entry", data_in_long_entry },
	{ "error_is_not_yet", error_is_not_yet },
	{ "bsf_without_content", bsf_without_content },
	{ "freed_places", freed_places },
};

int main(int argc, char **argv)
{
	size_t i;

	alarm(LIMIT_S);
	CHECK_EQ(argc, 3);
	is_wrong = !strcmp(argv[2], "wrong");
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (!strcmp(argv[1], cases[i].name)) {
			cases[i].run();
			fflush(stdout);
			_exit(0);	/* what a case leaves behind goes with the process */
		}
	CHECK(!"such a case");
	return 1;
}
