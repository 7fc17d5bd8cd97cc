// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Executions with a known end: findings of the fuzzer, and memory that is unmapped under each kind
 * of access.
 */
#include "hostile.h"
#include "prm_data.h"
#include "prm_recv.h"
#include "prm_umem.h"

#define MUST(condition) \
	do { \
		if (!(condition)) \
			broken("%s:%d: not true: %s", __func__, __LINE__, #condition); \
	} while (0)

/* The keys of world.c, in its order. */
enum { KEY_DATA, KEY_READ, KEY_GONE };

static struct sm_qp *device_qp(struct world *world, unsigned int which)
{
	return sm_table_get(&world->dev->qps, world->qp[which].qpn);
}

/* Returns CQE @index of a CQ. */
static const struct prm_err_cqe *cqe(unsigned int which, unsigned int index)
{
	const size_t size = which ? 128 : 64;

	return (const void *)(region(REGION_CQ) + which * 0x2000 + (index + 1) * size - 64);
}

static uint32_t cqes(struct world *world, unsigned int which)
{
	const struct sm_cq *cq = sm_table_get(&world->dev->cqs, world->cqn[which]);

	return cq->pi;
}

static void begin_case(struct world *world)
{
	/* RC, A and B with their own receive queues, not drained; with retries and a timeout. */
	static const uint8_t decisions[] = { 0, 0, 0, 0, 7, 7, 0, 0, 7, 7, 0 };
	struct source src;

	source_bytes(&src, decisions, sizeof(decisions));
	world_make(world, NULL, &src);
}

static void ring_a(struct world *world)
{
	struct app_qp *qp = &world->qp[QP_A];
	const struct prm_qp_doorbell_record_fields fields = {
		.send_counter = qp->pi, .recv_counter = qp->rq_pi,
	};
	struct prm_qp_doorbell_record record;

	prm_qp_doorbell_record_pack(&record, &fields);
	arena_write(qp->dbr, &record, sizeof(record));
	sm_lock();
	sm_sq_doorbell(device_qp(world, QP_A));
	sm_nic_run();
	sm_unlock();
}

/* Puts a WQE into A's ring, without a doorbell; it takes @wqebbs. */
static void put_a(struct world *world, uint8_t opcode, const void *segments, size_t len, uint8_t ds)
{
	struct app_qp *qp = &world->qp[QP_A];
	const struct prm_ctrl_seg_fields ctrl = {
		.opcode = opcode, .wqe_index = qp->pi, .qpn = qp->qpn, .ds = ds,
		.ce = PRM_COMPLETION_MODE_ALWAYS,
	};
	uint8_t *at = qp->sq + qp->pi % SQ_WQEBBS * 64;
	struct prm_ctrl_seg packed;

	prm_ctrl_seg_pack(&packed, &ctrl);
	arena_write(at, &packed, sizeof(packed));
	arena_write(at + sizeof(packed), segments, len);
}

static struct prm_data_seg data_seg(const struct world *world, unsigned int key, uint64_t offset,
				    uint32_t len)
{
	const struct prm_data_seg_fields fields = {
		.lkey = world->key[key], .addr = world->key_addr[key] + offset, .byte_count = len,
	};
	struct prm_data_seg packed;

	prm_data_seg_pack(&packed, &fields);
	return packed;
}

/* Posts a request with one data segment, and a remote address segment if the opcode has it. */
static void send_a(struct world *world, uint8_t opcode, unsigned int local, unsigned int remote)
{
	const struct prm_raddr_seg_fields remote_fields = {
		.rkey = world->key[remote], .raddr = world->key_addr[remote],
	};
	struct {
		struct prm_raddr_seg raddr;
		struct prm_data_seg data;
	} rdma;
	struct {
		struct prm_raddr_seg raddr;
		struct prm_atomic_seg atomic;
		struct prm_data_seg data;
	} atomic = { .data = data_seg(world, local, 0, 16) };

	rdma.data = data_seg(world, local, 0, 64);
	prm_raddr_seg_pack(&rdma.raddr, &remote_fields);
	atomic.raddr = rdma.raddr;
	if (opcode == PRM_WQE_OPCODE_SEND)
		put_a(world, opcode, &rdma.data, sizeof(rdma.data), 2);
	else if (opcode == PRM_WQE_OPCODE_ATOMIC_FA)
		put_a(world, opcode, &atomic, sizeof(atomic), 4);
	else
		put_a(world, opcode, &rdma, sizeof(rdma), 3);
	world->qp[QP_A].pi++;
	ring_a(world);
}

static void recv_b(struct world *world, unsigned int key, uint32_t len, unsigned int pieces)
{
	struct app_qp *qp = &world->qp[QP_B];
	const struct prm_recv_data_seg_fields fields = {
		.lkey = world->key[key], .addr = world->key_addr[key], .byte_count = len,
	};
	const struct prm_recv_data_seg_fields end = {
		.lkey = PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST,
	};
	struct prm_qp_doorbell_record record;
	struct prm_recv_data_seg list[4];
	unsigned int i;

	for (i = 0; i < 4; i++)
		prm_recv_data_seg_pack(&list[i], i < pieces ? &fields : &end);
	arena_write(qp->rq + qp->rq_pi % RQ_WQES * RQ_STRIDE, list, sizeof(list));
	qp->rq_pi++;
	prm_qp_doorbell_record_pack(&record, &(struct prm_qp_doorbell_record_fields){
		.recv_counter = qp->rq_pi });
	arena_write(qp->dbr, &record, sizeof(record));
}

static uint32_t syndrome_of(unsigned int which, unsigned int index)
{
	const uint32_t opcode = prm_cqe64_get_opcode((const void *)cqe(which, index));

	MUST(opcode == PRM_CQE_OPCODE_REQ_ERR || opcode == PRM_CQE_OPCODE_RESP_ERR);
	return prm_err_cqe_get_syndrome(cqe(which, index));
}

static void case_good(struct world *world)
{
	recv_b(world, KEY_DATA, 64, 1);
	send_a(world, PRM_WQE_OPCODE_SEND, KEY_READ, 0);
	send_a(world, PRM_WQE_OPCODE_RDMA_WRITE, KEY_READ, KEY_DATA);
	send_a(world, PRM_WQE_OPCODE_ATOMIC_FA, KEY_DATA, KEY_DATA);
	MUST(cqes(world, CQ_SEND) == 3 && cqes(world, CQ_RECV) == 1);
	MUST(device_qp(world, QP_A)->state == PRM_QP_STATE_RTS);
	MUST(region(REGION_DATA)[63] == region(REGION_READ)[63]);
	/* byte_count is the length of the atomic's response, not of its buffer. */
	MUST(prm_cqe64_get_byte_count((const void *)cqe(CQ_SEND, 2)) == 8);
}

/* Posts a UMR of @n entries from @first of a key of A; entry i is 512 bytes at @addr + i * 1024. */
static void umr_a(struct world *world, uint32_t key, bool is_part, uint16_t first, uint16_t n,
		  uint64_t addr)
{
	const struct prm_ctrl_seg_fields ctrl = {
		.opcode = PRM_WQE_OPCODE_UMR,
		.wqe_index = world->qp[QP_A].pi,
		.qpn = world->qp[QP_A].qpn,
		.ds = (uint8_t)(8 + n),
		.ce = PRM_COMPLETION_MODE_ALWAYS,
		.umr_mkey = key,
	};
	struct {
		struct prm_umr_ctrl_seg umr;
		struct prm_mkc mkc;
		struct prm_klm list[8];
	} segments;
	struct prm_umr_ctrl_seg_fields umr;
	struct prm_ctrl_seg packed;
	uint16_t i;

	prm_umr_ctrl_seg_fields_init(&umr);
	umr.inline_flag = true;
	umr.klm_octowords = n;
	umr.translation_offset_en = is_part;
	umr.translation_offset = first;
	memset(&segments, 0, sizeof(segments));
	prm_umr_ctrl_seg_pack(&segments.umr, &umr);
	for (i = 0; i < n; i++)
		prm_klm_pack(&segments.list[i],
			     &(struct prm_klm_fields){ .mkey = world->key[KEY_DATA],
						       .byte_count = 512,
						       .address = addr + i * 1024u });
	put_a(world, PRM_WQE_OPCODE_UMR, &segments, sizeof(segments.umr) + sizeof(segments.mkc) +
	      n * sizeof(segments.list[0]), ctrl.ds);
	prm_ctrl_seg_pack(&packed, &ctrl);
	arena_write(world->qp[QP_A].sq + world->qp[QP_A].pi % SQ_WQEBBS * 64, &packed,
		    sizeof(packed));
	world->qp[QP_A].pi = (uint16_t)(world->qp[QP_A].pi + (ctrl.ds * 16 + 63) / 64);
	ring_a(world);
}

/* With translation_offset_en the other entries are kept, also if the part is the first one. */
static void case_part_of_list(struct world *world)
{
	const uint64_t data = (uintptr_t)region(REGION_DATA);
	const uint32_t key = world->list_key[0];
	const struct sm_mkey *mkey = sm_table_get(&world->dev->mkeys, key >> 8);

	umr_a(world, key, false, 0, 8, data);
	MUST(mkey->n == 8 && mkey->xlt[7].addr == data + 7 * 1024);
	umr_a(world, key, true, 0, 4, data + 16);
	MUST(mkey->n == 8 && mkey->xlt[0].addr == data + 16 &&
	     mkey->xlt[3].addr == data + 16 + 3 * 1024);
	MUST(mkey->xlt[4].addr == data + 4 * 1024 && mkey->xlt[7].start == 7 * 512);
	umr_a(world, key, true, 4, 4, data + 32);
	MUST(mkey->n == 8 && mkey->xlt[3].addr == data + 16 + 3 * 1024 &&
	     mkey->xlt[4].addr == data + 32);
	umr_a(world, key, false, 0, 4, data);
	MUST(mkey->n == 4 && cqes(world, CQ_SEND) == 4);
	MUST(device_qp(world, QP_A)->state == PRM_QP_STATE_RTS);
}

/* With an impossible receive counter, no more than the ring's WQEs is flushed. */
static void case_impossible_receive_counter(struct world *world)
{
	const struct prm_qp_doorbell_record_fields fields = { .recv_counter = 0x9000 };
	struct prm_qp_doorbell_record record;

	prm_qp_doorbell_record_pack(&record, &fields);
	arena_write(world->qp[QP_B].dbr, &record, sizeof(record));
	end_qp(world, QP_B, false);
	MUST(cqes(world, CQ_RECV) == RQ_WQES && device_qp(world, QP_B)->resp.rq_ci == 0x9000);
}

/* A QP receives only from its peer, not from another QP of the peer's number. */
static void case_foreign_peer(struct world *world)
{
	struct sm_qp *b = device_qp(world, QP_B);

	recv_b(world, KEY_DATA, 64, 1);
	b->ctx.primary_address_path.rlid++;
	send_a(world, PRM_WQE_OPCODE_SEND, KEY_READ, 0);
	MUST(!cqes(world, CQ_RECV) && device_qp(world, QP_A)->req.is_waiting);
	b->ctx.primary_address_path.rlid--;
	MUST(timer_run());
	MUST(cqes(world, CQ_RECV) == 1 && cqes(world, CQ_SEND) == 1);
}

/* ctrl.ds is two WQEBBs, the doorbell announces one. */
static void case_longer_than_announced(struct world *world)
{
	const uint8_t zero[112] = {0};

	put_a(world, PRM_WQE_OPCODE_NOP, zero, sizeof(zero), 8);
	world->qp[QP_A].pi++;
	ring_a(world);
	MUST(cqes(world, CQ_SEND) == 1);
	MUST(syndrome_of(CQ_SEND, 0) == PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR);
	MUST(device_qp(world, QP_A)->req.ci == world->qp[QP_A].pi);
}

/* A WQE that cannot be read is not completed as its predecessor. */
static void case_ring_gone(struct world *world)
{
	send_a(world, PRM_WQE_OPCODE_RDMA_WRITE, KEY_READ, KEY_DATA);
	MUST(cqes(world, CQ_SEND) == 1);
	world->qp[QP_A].pi++;
	ring_a(world);	/* the record; the ring is empty */
	MUST(cqes(world, CQ_SEND) == 2);
	end_qp(world, QP_A, true);
	arena_unmap(REGION_QUEUE);
	sm_lock();
	sm_sq_doorbell(device_qp(world, QP_A));
	sm_unlock();
	MUST(device_qp(world, QP_A)->state == PRM_QP_STATE_RST);
	sm_lock();
	sm_sq_doorbell(device_qp(world, QP_B));
	sm_unlock();
	MUST(device_qp(world, QP_B)->state == PRM_QP_STATE_ERR);
}

/* With an impossible counter, requests that were posted before are still flushed. */
static void case_impossible_counter(struct world *world)
{
	send_a(world, PRM_WQE_OPCODE_SEND, KEY_READ, 0);	/* waits for a receive WQE */
	MUST(!cqes(world, CQ_SEND) && device_qp(world, QP_A)->req.is_waiting);
	world->qp[QP_A].pi = 0x7000;
	ring_a(world);
	MUST(cqes(world, CQ_SEND) == 1);
	MUST(syndrome_of(CQ_SEND, 0) == PRM_CQE_SYNDROME_WR_FLUSH_ERR);
}

static void reconnect_a(struct world *world)
{
	struct source src;

	source_bytes(&src, (const uint8_t[]){ 0, 2, 7, 0 }, 4);
	end_qp(world, QP_A, true);
	connect(world, QP_A, QP_B, &src);
}

/* The sender stops in the middle of a message, and restarts with the expected PSN. */
static void case_message_in_message(struct world *world)
{
	struct prm_data_seg list[3];
	struct sm_qp *b = device_qp(world, QP_B);

	recv_b(world, KEY_DATA, 0x4000, 3);
	recv_b(world, KEY_DATA, 0x4000, 3);
	list[0] = data_seg(world, KEY_DATA, 0, 0x4000);
	list[1] = data_seg(world, KEY_DATA, 0, 0x4000);
	list[2] = data_seg(world, KEY_GONE, 0, 0x1000);
	arena_unmap(REGION_GONE);
	put_a(world, PRM_WQE_OPCODE_SEND, list, sizeof(list), 4);
	world->qp[QP_A].pi++;
	ring_a(world);
	MUST(syndrome_of(CQ_SEND, 0) == PRM_CQE_SYNDROME_LOCAL_PROT_ERR);
	MUST(b->resp.has_wqe && b->resp.rq_ci == 1);
	reconnect_a(world);
	b->resp.psn = 0;
	send_a(world, PRM_WQE_OPCODE_SEND, KEY_READ, 0);
	MUST(syndrome_of(CQ_SEND, 1) == PRM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	MUST(b->state == PRM_QP_STATE_ERR && cqes(world, CQ_RECV) == 2);
	MUST(syndrome_of(CQ_RECV, 0) == PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR);
	MUST(syndrome_of(CQ_RECV, 1) == PRM_CQE_SYNDROME_WR_FLUSH_ERR);
}

/* A packet with an unexpected PSN is not answered; the sender does not wait forever. */
static void case_out_of_sequence(struct world *world)
{
	unsigned int waits = 0;

	recv_b(world, KEY_DATA, 64, 1);
	reconnect_a(world);
	device_qp(world, QP_B)->resp.psn = 0xff0000;
	device_qp(world, QP_B)->resp.has_wqe = true; /* the responder expects a repetition */
	send_a(world, PRM_WQE_OPCODE_SEND, KEY_READ, 0);
	MUST(!cqes(world, CQ_SEND));
	while (waits++ < 20 && !cqes(world, CQ_SEND))
		MUST(timer_run());
	MUST(syndrome_of(CQ_SEND, 0) == PRM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR);
	MUST(waits == 4);	/* retry_count is 2, and the loop counts the last wait */
	device_qp(world, QP_B)->resp.has_wqe = false;
}

static void expect(struct world *world, uint8_t opcode, unsigned int local, unsigned int remote,
		   uint32_t syndrome)
{
	begin_case(world);
	recv_b(world, local == KEY_GONE ? KEY_DATA : KEY_GONE, 64, 1);
	arena_unmap(REGION_GONE);
	send_a(world, opcode, local, remote);
	MUST(cqes(world, CQ_SEND) == 1);
	if (syndrome_of(CQ_SEND, 0) != syndrome)
		broken("opcode %u, memory gone: syndrome %u, not %u", opcode,
		       syndrome_of(CQ_SEND, 0), syndrome);
	world_end(world);
}

/* Unmaps registered memory on each side of each operation. */
static void memory_gone(struct world *world)
{
	expect(world, PRM_WQE_OPCODE_SEND, KEY_GONE, 0, PRM_CQE_SYNDROME_LOCAL_PROT_ERR);
	expect(world, PRM_WQE_OPCODE_SEND, KEY_DATA, 0, PRM_CQE_SYNDROME_REMOTE_OP_ERR);
	expect(world, PRM_WQE_OPCODE_RDMA_WRITE, KEY_GONE, KEY_DATA,
	       PRM_CQE_SYNDROME_LOCAL_PROT_ERR);
	expect(world, PRM_WQE_OPCODE_RDMA_WRITE, KEY_DATA, KEY_GONE,
	       PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	expect(world, PRM_WQE_OPCODE_RDMA_READ, KEY_GONE, KEY_DATA,
	       PRM_CQE_SYNDROME_LOCAL_PROT_ERR);
	expect(world, PRM_WQE_OPCODE_RDMA_READ, KEY_DATA, KEY_GONE,
	       PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	expect(world, PRM_WQE_OPCODE_ATOMIC_FA, KEY_GONE, KEY_DATA,
	       PRM_CQE_SYNDROME_LOCAL_PROT_ERR);
	expect(world, PRM_WQE_OPCODE_ATOMIC_FA, KEY_DATA, KEY_GONE,
	       PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR);
}

static void case_cq_gone(struct world *world)
{
	const struct sm_cq *cq = sm_table_get(&world->dev->cqs, world->cqn[CQ_SEND]);

	arena_unmap(REGION_CQ);
	send_a(world, PRM_WQE_OPCODE_RDMA_WRITE, KEY_READ, KEY_DATA);
	MUST(cq->error == PRM_CQ_ERROR_SYNDROME_CQ_ACCESS_VIOLATION_ERROR && !cq->pi);
}

/* Queues can only refer to objects of their user. */
static void case_foreign_memory(struct world *world)
{
	struct prm_create_cq_in_fields fields;
	struct prm_create_rmp_in_fields rmp;
	struct prm_create_cq_in cq_cmd;
	struct prm_create_rmp_in rmp_cmd;
	struct prm_create_cq_out out;

	prm_create_cq_in_fields_init(&fields);
	fields.uid = OTHER_USER;
	fields.cq_umem_valid = fields.cq_context.dbr_umem_valid = true;
	fields.cq_umem_id = fields.cq_context.dbr_umem_id = world->umem[REGION_CQ];
	fields.cq_context.uar_page = world->uar;
	prm_create_cq_in_pack(&cq_cmd, &fields);
	MUST(command(world, &cq_cmd, sizeof(cq_cmd), &out, sizeof(out)) == PRM_CMD_STATUS_BAD_RES);
	prm_create_rmp_in_fields_init(&rmp);
	rmp.uid = OTHER_USER;
	rmp.ctx.wq.wq_type = PRM_WQ_TYPE_LINKED_LIST;
	rmp.ctx.wq.pd = world->other_pd;
	rmp.ctx.wq.wq_umem_valid = rmp.ctx.wq.dbr_umem_valid = true;
	rmp.ctx.wq.wq_umem_id = rmp.ctx.wq.dbr_umem_id = world->umem[REGION_CQ];
	rmp.ctx.wq.log_wq_stride = 6;
	prm_create_rmp_in_pack(&rmp_cmd, &rmp);
	MUST(command(world, &rmp_cmd, sizeof(rmp_cmd), &out, sizeof(out)) ==
	     PRM_CMD_STATUS_BAD_RES);
}

int run_cases(struct world *world)
{
	static void (*const cases[])(struct world *world) = {
		case_good, case_longer_than_announced, case_ring_gone, case_impossible_counter,
		case_message_in_message, case_out_of_sequence, case_cq_gone, case_foreign_memory,
		case_part_of_list, case_impossible_receive_counter, case_foreign_peer,
	};
	size_t i;

	for (i = 0; i < SM_ARRAY_SIZE(cases); i++) {
		begin_case(world);
		cases[i](world);
		world_end(world);
	}
	memory_gone(world);
	return (int)SM_ARRAY_SIZE(cases) + 8;
}
