// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Many threads use the device, without libibverbs, so that ThreadSanitizer sees all of it:
 *
 *	device THREADS ROUNDS trap|poll
 *
 * Each thread has a QP that is connected with its neighbour's; both share a CQ. A thread writes to
 * the neighbour's memory, reads it back, and makes and destroys a key meanwhile.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/original.h"
#include "firmware/fw.h"
#include "kernel/fd.h"
#include "kernel/uverbs.h"
#include "nic/queue/doorbell.h"
#include "prm_alloc.h"
#include "prm_cq.h"
#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_doorbell.h"
#include "prm_mkey.h"
#include "prm_qp.h"
#include "prm_rdma.h"
#include "prm_umem.h"
#include "process/fault_handler.h"

#include "../../../rig/fail.h"

#define PAGES 4u
#define SQ_WQEBBS 16u
#define CQES 64u
#define BYTES 1024u
#define UID 1
#define MAX_THREADS 64

/* The memory of a thread: send queue, records, CQ ring, data. */
#define RECORD_AT 0x800
#define CQ_RECORD_AT 0x840
#define CQ_AT 0x1000
#define DATA_AT 0x2000

struct seat {
	uint8_t *memory;
	uint32_t pd, umem, key, cqn, qpn, uar;
	struct sm_uar_page *page;
	uint64_t *app_page;
	uint16_t pi;
	atomic_uint done;
	/* The CQ, in the even seat of each pair. */
	pthread_mutex_t lock;
	uint32_t ci;
	struct seat *neighbour;
	unsigned int number, rounds;
};

static struct sm_dev *dev;
static bool is_polled;
static atomic_uint events;

/* Replacements of preload*.c and fd.c. */
void sm_fd_refuse(void)
{
}

int sm_fd_register(int fd, enum sm_fd_kind kind, void *object)
{
	(void)fd;
	(void)kind;
	(void)object;
	errno = EMFILE;
	return -1;
}

struct sm_fd *sm_fd_look(int fd)
{
	(void)fd;
	return NULL;
}

void *sm_fd_object(int fd, enum sm_fd_kind kind)
{
	(void)fd;
	(void)kind;
	return NULL;
}

void sm_fd_set_readable(void *object, struct sm_fd_ready *ready, bool is_readable)
{
	(void)object;
	(void)ready;
	(void)is_readable;
}

int sm_fd_wait(struct sm_fd_ready *ready)
{
	(void)ready;
	abort();	/* no read() may wait here */
}

#define RUN(name, in_fields, more, more_len, out) \
	do { \
		struct { struct prm_##name##_in in; uint8_t list[PAGES * 8]; } cmd_ = {0}; \
		(in_fields).uid = UID; \
		prm_##name##_in_pack(&cmd_.in, &(in_fields)); \
		memcpy(cmd_.list, more, more_len); \
		sm_lock(); \
		CHECK(!sm_fw_exec(dev, &cmd_, sizeof(cmd_), &(out), sizeof(out))); \
		sm_unlock(); \
	} while (0)

static uint32_t make_key(struct seat *seat)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	struct prm_create_mkey_out out;

	prm_create_mkey_in_fields_init(&fields);
	mkc->access_mode_1_0 = PRM_MKC_ACCESS_MODE_MTT;
	mkc->lr = mkc->lw = mkc->rr = mkc->rw = true;
	mkc->pd = seat->pd;
	mkc->qpn = 0xffffff;
	mkc->len = PAGES * SM_PAGE_SIZE;
	fields.mkey_umem_valid = true;
	fields.mkey_umem_id = seat->umem;
	RUN(create_mkey, fields, "", 0, out);
	return prm_create_mkey_out_get_mkey_index(&out) << 8;
}

static void destroy_key(uint32_t key)
{
	struct prm_destroy_mkey_in_fields fields;
	struct prm_destroy_mkey_out out;

	prm_destroy_mkey_in_fields_init(&fields);
	fields.mkey_index = key >> 8;
	RUN(destroy_mkey, fields, "", 0, out);
}

static void make_memory(struct seat *seat)
{
	struct prm_alloc_pd_in_fields pd;
	struct prm_alloc_uar_in_fields uar;
	struct prm_create_umem_in_fields umem;
	struct prm_alloc_pd_out pd_out;
	struct prm_alloc_uar_out uar_out;
	struct prm_create_umem_out umem_out;
	struct prm_mtt mtt[PAGES];
	const struct sm_uar *object;
	uint32_t i;

	seat->memory = aligned_alloc(SM_PAGE_SIZE, PAGES * SM_PAGE_SIZE);
	CHECK(seat->memory);
	memset(seat->memory, 0, PAGES * SM_PAGE_SIZE);
	memset(seat->memory + CQ_AT, 0xff, CQES * PRM_CQE64_SIZE);
	prm_alloc_pd_in_fields_init(&pd);
	RUN(alloc_pd, pd, "", 0, pd_out);
	seat->pd = prm_alloc_pd_out_get_pd(&pd_out);
	for (i = 0; i < PAGES; i++) {
		const uintptr_t page = (uintptr_t)seat->memory + i * SM_PAGE_SIZE;
		const struct prm_mtt_fields entry = {
			.ptag_63_32 = (uint32_t)(page >> 32), .ptag_31_8 = (uint32_t)page >> 8,
			.rd_en = true, .wr_en = true,
		};

		prm_mtt_pack(&mtt[i], &entry);
	}
	prm_create_umem_in_fields_init(&umem);
	umem.umem.num_of_mtt = PAGES;
	RUN(create_umem, umem, mtt, sizeof(mtt), umem_out);
	seat->umem = prm_create_umem_out_get_umem_id(&umem_out);
	prm_alloc_uar_in_fields_init(&uar);
	RUN(alloc_uar, uar, "", 0, uar_out);
	seat->uar = prm_alloc_uar_out_get_uar(&uar_out);
	sm_lock();
	object = sm_table_get(&dev->uars, seat->uar);
	seat->page = object->page;
	seat->app_page = sm_uar_page_map(seat->page, NULL, SM_PAGE_SIZE, PROT_WRITE, MAP_SHARED);
	sm_unlock();
	CHECK(seat->app_page != MAP_FAILED);
	seat->key = make_key(seat);
}

static void on_completion(void *owner)
{
	(void)owner;
	atomic_fetch_add(&events, 1);
}

static void make_cq(struct seat *seat)
{
	const struct sm_listener listener = { .completion = on_completion };
	struct prm_create_cq_in_fields fields;
	struct prm_create_cq_out out;

	prm_create_cq_in_fields_init(&fields);
	fields.cq_umem_valid = fields.cq_context.dbr_umem_valid = true;
	fields.cq_umem_id = fields.cq_context.dbr_umem_id = seat->umem;
	fields.cq_umem_offset = CQ_AT;
	fields.cq_context.log_cq_size = 6;
	fields.cq_context.uar_page = seat->uar;
	fields.cq_context.dbr_addr = CQ_RECORD_AT;
	RUN(create_cq, fields, "", 0, out);
	seat->cqn = prm_create_cq_out_get_cqn(&out);
	sm_lock();
	sm_fw_listen_cq(dev, seat->cqn, &listener);
	sm_unlock();
}

static void make_qp(struct seat *seat, uint32_t cqn)
{
	struct prm_create_qp_in_fields fields;
	struct prm_create_qp_out out;

	prm_create_qp_in_fields_init(&fields);
	fields.wq_umem_valid = fields.qpc.dbr_umem_valid = true;
	fields.wq_umem_id = fields.qpc.dbr_umem_id = seat->umem;
	fields.qpc.st = PRM_QP_SERVICE_TYPE_RC;
	fields.qpc.pd = seat->pd;
	fields.qpc.uar_page = seat->uar;
	fields.qpc.cqn_snd = fields.qpc.cqn_rcv = cqn;
	fields.qpc.rq_type = PRM_QP_RQ_TYPE_ZERO_LEN_RQ;
	fields.qpc.log_sq_size = 4;
	fields.qpc.dbr_addr = RECORD_AT;
	RUN(create_qp, fields, "", 0, out);
	seat->qpn = prm_create_qp_out_get_qpn(&out);
}

static void connect_qp(struct seat *seat)
{
	struct prm_rst2init_qp_in_fields init;
	struct prm_init2rtr_qp_in_fields rtr;
	struct prm_rtr2rts_qp_in_fields rts;
	struct prm_rst2init_qp_out out;

	prm_rst2init_qp_in_fields_init(&init);
	init.qpn = seat->qpn;
	init.qpc.rre = init.qpc.rwe = true;
	RUN(rst2init_qp, init, "", 0, out);
	prm_init2rtr_qp_in_fields_init(&rtr);
	rtr.qpn = seat->qpn;
	rtr.qpc.remote_qpn = seat->neighbour->qpn;
	rtr.qpc.primary_address_path.rlid = 1;
	RUN(init2rtr_qp, rtr, "", 0, out);
	prm_rtr2rts_qp_in_fields_init(&rts);
	rts.qpn = seat->qpn;
	rts.qpc.retry_count = 7;
	rts.qpc.primary_address_path.ack_timeout = 14;
	RUN(rtr2rts_qp, rts, "", 0, out);
}

static void store(struct seat *seat, uint32_t offset, uint64_t value)
{
	if (is_polled)
		__atomic_store_n(&seat->app_page[offset / 8], value, __ATOMIC_RELEASE);
	else
		sm_uar_written(seat->page, offset, value);	/* like the trap */
}

static void post(struct seat *seat, uint8_t opcode, uint64_t local)
{
	uint8_t *at = seat->memory + seat->pi % SQ_WQEBBS * 64;
	const struct prm_ctrl_seg_fields ctrl = {
		.opcode = opcode, .wqe_index = seat->pi, .qpn = seat->qpn, .ds = 3,
		.ce = PRM_COMPLETION_MODE_ALWAYS,
	};
	const struct prm_raddr_seg_fields raddr = {
		.rkey = seat->neighbour->key, .raddr = DATA_AT + BYTES,
	};
	const struct prm_data_seg_fields data = {
		.lkey = seat->key, .addr = local, .byte_count = BYTES,
	};
	const struct prm_send_doorbell_fields fields = { .qpn = seat->qpn,
							 .ds = 3,
							 .opcode = opcode };
	struct prm_send_doorbell doorbell;
	uint64_t value = 0;
	uint32_t counter;

	prm_ctrl_seg_pack((void *)at, &ctrl);
	prm_raddr_seg_pack((void *)(at + 16), &raddr);
	prm_data_seg_pack((void *)(at + 32), &data);
	counter = prm_cpu_to_be32(++seat->pi).be;
	__atomic_store_n((uint32_t *)(void *)(seat->memory + RECORD_AT + 4), counter,
			 __ATOMIC_RELEASE);
	prm_send_doorbell_pack(&doorbell, &fields);
	memcpy(&value, &doorbell, sizeof(doorbell));
	store(seat, PRM_UAR_REGISTER_SEND_0, value);
}

static void arm(struct seat *owner)
{
	const struct prm_cq_arm_doorbell_fields fields = { .cqn = owner->cqn,
							   .ci = owner->ci & 0xffffff };
	struct prm_cq_arm_doorbell doorbell;
	uint64_t value = 0;

	prm_cq_arm_doorbell_pack(&doorbell, &fields);
	memcpy(&value, &doorbell, sizeof(doorbell));
	store(owner, PRM_UAR_REGISTER_CQ_ARM, value);
}

/* Polls the next CQE of the common CQ, of this thread or of the neighbour. */
static void poll_cq(struct seat *seat)
{
	struct seat *owner = seat->number % 2 ? seat->neighbour : seat;
	struct seat *done = NULL;
	uint8_t *at;

	pthread_mutex_lock(&owner->lock);
	at = owner->memory + CQ_AT + owner->ci % CQES * PRM_CQE64_SIZE;
	if ((__atomic_load_n(at + PRM_CQE64_SIZE - 1, __ATOMIC_ACQUIRE) & 1) ==
	    ((owner->ci & CQES) != 0)) {
		CHECK(prm_cqe64_get_opcode((void *)at) == PRM_CQE_OPCODE_REQ);
		done = prm_cqe64_get_qpn((void *)at) == seat->qpn ? seat : seat->neighbour;
		owner->ci++;
		__atomic_store_n((uint32_t *)(void *)(owner->memory + CQ_RECORD_AT),
				 prm_cpu_to_be32(owner->ci & 0xffffff).be, __ATOMIC_RELEASE);
		if (owner->ci % 8 == 0)
			arm(owner);
	}
	pthread_mutex_unlock(&owner->lock);
	if (done)
		atomic_fetch_add(&done->done, 1);
	else
		sched_yield();
}

static void *work(void *argument)
{
	struct seat *seat = argument;
	uint8_t *data = seat->memory + DATA_AT;
	unsigned int round;

	for (round = 0; round < seat->rounds; round++) {
		uint32_t key;

		memset(data, (int)(round * 5 + seat->number), BYTES);
		memset(data + 2 * BYTES, 0, BYTES);
		post(seat, PRM_WQE_OPCODE_RDMA_WRITE, DATA_AT);
		key = make_key(seat);
		post(seat, PRM_WQE_OPCODE_RDMA_READ, DATA_AT + 2 * BYTES);
		destroy_key(key);
		while (atomic_load(&seat->done) < 2 * round + 2)
			poll_cq(seat);
		CHECK(!memcmp(data, data + 2 * BYTES, BYTES));
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static struct seat seats[MAX_THREADS];
	const unsigned int threads = argc > 1 ? (unsigned int)atoi(argv[1]) & ~1u : 2;
	pthread_t thread[MAX_THREADS];
	unsigned int i;

	CHECK(argc == 4 && threads <= MAX_THREADS);
	is_polled = !strcmp(argv[3], "poll");
	CHECK(!sm_config_option((struct sm_config *)(uintptr_t)sm_config(), "--doorbell", argv[3]));
	sm_faults_install();
	sm_lock();
	dev = sm_dev_by_index(0);
	sm_unlock();
	CHECK(dev);
	for (i = 0; i < threads; i++) {
		struct seat *seat = &seats[i];

		seat->number = i;
		seat->rounds = (unsigned int)atoi(argv[2]);
		seat->neighbour = &seats[i ^ 1];
		pthread_mutex_init(&seat->lock, NULL);
		make_memory(seat);
		if (i % 2 == 0)
			make_cq(seat);
		make_qp(seat, seats[i & ~1u].cqn);
	}
	for (i = 0; i < threads; i++)
		connect_qp(&seats[i]);
	for (i = 0; i < threads; i++)
		CHECK(!pthread_create(&thread[i], NULL, work, &seats[i]));
	for (i = 0; i < threads; i++)
		CHECK(!pthread_join(thread[i], NULL));
	sm_lock();
	sm_fw_release_uid(dev, UID);
	sm_unlock();
	CHECK(!dev->qps.count && !dev->cqs.count && !dev->mkeys.count && !dev->umems.count &&
	      !dev->uars.count && !dev->pds.count);
	printf("%u threads, all data correct, %s\n", threads, atomic_load(&events) ? "with events" :
	       "without events");
	return 0;
}
