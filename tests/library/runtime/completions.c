// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Completions written by hand: data in the CQE, QPs and keys that are not attached, atomics without
 * a length, a CQ that was resized; and requests for events.
 *
 *	build/tests/runtime/completions
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mlx5sig/mlx5sig.h>
#include <prm_cqe.h>
#include <prm_ctrl.h>
#include <prm_data.h>
#include <prm_doorbell.h>
#include <prm_recv.h>

#include "obedient.h"

#define QPN 0x1234
#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)

static _Alignas(64) uint8_t sq[8 * 64], rq[4 * 64], cqes[16 * 128], uar[64], record[8],
	cq_record[8];
static struct mlx5sig_cq *cq;
static struct mlx5sig_qp *qp;
static uint8_t *ring = cqes;	/* which CQEs are pushed into */
static unsigned int ci;

/* The next CQE, with its owner; to be filled in further. Its first half holds data. */
static struct prm_cqe64 *push(enum prm_cqe_opcode opcode, uint32_t qpn, uint16_t counter)
{
	struct prm_cqe64 *cqe = (void *)(ring + ci % 16 * 128 + 64);

	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_opcode(cqe, opcode);
	prm_cqe64_set_qpn(cqe, qpn);
	prm_cqe64_set_wqe_counter(cqe, counter);
	prm_cqe64_set_owner(cqe, ci++ / 16 % 2);
	return cqe;
}

static void fill(uint8_t *data, uint8_t first, unsigned int length)
{
	while (length--)
		*data++ = first++;
}

static void is_filled(const uint8_t *data, uint8_t first, unsigned int length)
{
	while (length--)
		must(*data++ == first++);
}

/* The read wraps: its third segment is at the start of the ring. */
static void read_into_cqe(void)
{
	uint8_t a[20] = {0}, b[30] = {0}, c[70] = {0};
	struct ibv_sge list[] = { { .addr = (uintptr_t)a, .length = 20, .lkey = 1 },
				  { .addr = (uintptr_t)b, .length = 30, .lkey = 1 },
				  { .addr = (uintptr_t)c, .length = 70, .lkey = 1 } };
	struct prm_cqe64 *cqe;
	struct ibv_wc wc;
	unsigned int i;

	for (i = 0; i < 7; i++) {
		mlx5sig_wr_start(qp);
		mlx5sig_wr_nop(qp);
		must(!mlx5sig_wr_complete(qp));
	}
	mlx5sig_wr_start(qp);
	qp->wr_id = 9;
	mlx5sig_wr_rdma_read(qp, 1, 2);
	mlx5sig_wr_set_sge_list(qp, 3, list);
	must(mlx5sig_wr_complete(qp) == ENOMEM);
	push(PRM_CQE_OPCODE_REQ, QPN, 6);
	must(mlx5sig_poll_cq(cq, 1, &wc) == 1);
	mlx5sig_wr_start(qp);
	mlx5sig_wr_rdma_read(qp, 1, 2);
	mlx5sig_wr_set_sge_list(qp, 3, list);
	must(!mlx5sig_wr_complete(qp));
	cqe = push(PRM_CQE_OPCODE_REQ, QPN, 7);
	prm_cqe64_set_format(cqe, PRM_CQE_FORMAT_INLINE_64);
	prm_cqe64_set_byte_count(cqe, 60);
	fill((uint8_t *)cqe - 64, 1, 64);
	must(mlx5sig_poll_cq(cq, 1, &wc) == 1 && wc.wr_id == 9 && wc.status == IBV_WC_SUCCESS);
	must(wc.opcode == IBV_WC_RDMA_READ && wc.byte_len == 60);
	is_filled(a, 1, 20);
	is_filled(b, 21, 30);
	is_filled(c, 51, 10);
	must(!c[10]);
}

static void receive_into_cqe(void)
{
	uint8_t a[5] = {0}, b[40] = {0};
	struct ibv_sge list[] = { { .addr = (uintptr_t)a, .length = 5, .lkey = 1 },
				  { .length = 0 },
				  { .addr = (uintptr_t)b, .length = 40, .lkey = 1 } };
	struct ibv_recv_wr *bad, wr = { .wr_id = 5, .sg_list = list, .num_sge = 3 };
	struct prm_cqe64 *cqe;
	struct ibv_wc wc;
	unsigned int i;

	for (i = 0; i < 4; i++, wr.wr_id++)
		must(!mlx5sig_post_recv(qp, &wr, &bad));
	must(prm_qp_doorbell_record_get_recv_counter((void *)record) == 4);
	must(mlx5sig_post_recv(qp, &wr, &bad) == ENOMEM && bad == &wr);
	cqe = push(PRM_CQE_OPCODE_RESP_SEND_INV, QPN, 0);
	prm_cqe64_set_format(cqe, PRM_CQE_FORMAT_INLINE_32);
	prm_cqe64_set_byte_count(cqe, 32);
	prm_cqe64_set_inval_rkey(cqe, 0xabc);
	fill(cqe->inline_data, 7, 32);
	must(mlx5sig_poll_cq(cq, 4, &wc) == 1 && wc.wr_id == 5 && wc.opcode == IBV_WC_RECV);
	must(wc.wc_flags & IBV_WC_WITH_INV && wc.invalidated_rkey == 0xabc && wc.byte_len == 32);
	is_filled(a, 7, 5);
	is_filled(b, 12, 27);
	must(!b[27]);
	/* More than fits; stale segments follow the end of the list. */
	prm_data_seg_set_byte_count((struct prm_data_seg *)(void *)&rq[64] + 3, 8);
	cqe = push(PRM_CQE_OPCODE_RESP_SEND, QPN, 1);
	prm_cqe64_set_format(cqe, PRM_CQE_FORMAT_INLINE_64);
	prm_cqe64_set_byte_count(cqe, 46);
	must(mlx5sig_poll_cq(cq, 4, &wc) == 1 && wc.wr_id == 6 && wc.status == IBV_WC_LOC_LEN_ERR);
	cqe = push(PRM_CQE_OPCODE_RESP_ERR, QPN, 2);
	prm_err_cqe_set_syndrome((void *)cqe, PRM_CQE_SYNDROME_LOCAL_PROT_ERR);
	prm_err_cqe_set_vendor_err_synd((void *)cqe, 0x51);
	must(mlx5sig_poll_cq(cq, 4, &wc) == 1 && wc.wr_id == 7 && wc.opcode == IBV_WC_RECV);
	must(wc.status == IBV_WC_LOC_PROT_ERR && wc.vendor_err == 0x51);
	wr.num_sge = 5;
	must(mlx5sig_post_recv(qp, &wr, &bad) == EINVAL && bad == &wr);
	wr.num_sge = 3;
	for (i = 0; i < 3; i++)
		must(!mlx5sig_post_recv(qp, &wr, &bad));
	must(mlx5sig_post_recv(qp, &wr, &bad) == ENOMEM);
}

/* CQEs of QPs that are not attached are skipped, and no other one is lost. */
static void strangers(void)
{
	struct ibv_wc wc[4];

	mlx5sig_wr_start(qp);
	qp->wr_id = 20;
	mlx5sig_wr_nop(qp);
	must(!mlx5sig_wr_complete(qp));
	push(PRM_CQE_OPCODE_REQ, QPN + 1, 0);
	push(PRM_CQE_OPCODE_SIG_ERR, QPN, 0);
	push(PRM_CQE_OPCODE_RESP_SEND, QPN + 4, 0);
	push(PRM_CQE_OPCODE_REQ_ERR, QPN + 8, 0);
	push(PRM_CQE_OPCODE_REQ, QPN, 9);
	push(PRM_CQE_OPCODE_REQ, QPN + 1, 0);
	must(mlx5sig_poll_cq(cq, 1, wc) == 1 && wc[0].wr_id == 20);
	must(!mlx5sig_poll_cq(cq, 4, wc));
	must(prm_cq_doorbell_record_get_ci((void *)cq_record) == ci);
	must(mlx5sig_req_notify_cq(cq, 0) == EOPNOTSUPP);
}

/*
 * A shared receive queue: data in the CQE, errors, WQEs of a detached QP, and completions in any
 * order, in which WQEs are then posted again.
 */
static void shared(struct mlx5sig_device *device)
{
	static _Alignas(64) uint8_t wqes[4 * 64], other[16 * 128], other_record[8], srq_record[8];
	static const uint16_t order[] = { 2, 0, 1 };
	struct mlx5sig_raw_cq raw_cq = { .buf = other, .dbrec = other_record, .cqe_cnt = 16,
					 .cqe_size = 128, .cqn = 4 };
	struct mlx5sig_raw_srq raw_srq = { .buf = wqes, .dbrec = srq_record, .wqe_cnt = 4,
					   .stride = 64, .max_gs = 3 };
	struct mlx5sig_raw_qp raw = { .sq_buf = sq, .dbrec = record, .bf_reg = uar, .sq_wqe_cnt = 8,
				      .sq_max_post = 8, .qpn = QPN + 1, .max_desc_size = 1024 };
	uint8_t a[5] = {0}, b[40] = {0};
	struct ibv_sge list[] = { { .addr = (uintptr_t)a, .length = 5, .lkey = 1 },
				  { .addr = (uintptr_t)b, .length = 40, .lkey = 1 } };
	struct ibv_recv_wr *bad, wr = { .sg_list = list, .num_sge = 2 };
	struct mlx5sig_qp_attr attr = {0};
	struct mlx5sig_qp *with_srq;
	struct prm_cqe64 *cqe;
	struct ibv_wc wc[4];
	unsigned int i, k;

	ring = other;
	ci = 0;
	memset(other, 0xff, sizeof(other));
	attr.send_cq = attr.recv_cq = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
	attr.srq = mlx5sig_device_srq_attach(device, &raw_srq, NULL);
	must(attr.recv_cq && attr.srq);
	must(!mlx5sig_device_srq_attach(device, &raw_srq, NULL) && errno == EBUSY);
	raw.rq_wqe_cnt = 4;
	must(!mlx5sig_device_qp_attach(device, &raw, &attr) && errno == EINVAL);
	raw.rq_wqe_cnt = 0;
	with_srq = mlx5sig_device_qp_attach(device, &raw, &attr);
	must(with_srq);
	must(mlx5sig_post_recv(with_srq, &wr, &bad) == ENOMEM);	/* it has none of its own */
	for (i = 0; i < 3; i++, wr.wr_id++)
		must(!mlx5sig_post_srq_recv(attr.srq, &wr, &bad));
	must(mlx5sig_post_srq_recv(attr.srq, &wr, &bad) == ENOMEM && bad == &wr);
	must(prm_qp_doorbell_record_get_recv_counter((void *)srq_record) == 3);

	cqe = push(PRM_CQE_OPCODE_RESP_SEND, QPN + 1, order[0]);
	prm_cqe64_set_format(cqe, PRM_CQE_FORMAT_INLINE_32);
	prm_cqe64_set_byte_count(cqe, 32);
	fill(cqe->inline_data, 7, 32);
	cqe = push(PRM_CQE_OPCODE_RESP_SEND_IMM, QPN + 1, order[1]);
	prm_cqe64_set_format(cqe, PRM_CQE_FORMAT_INLINE_64);
	prm_cqe64_set_byte_count(cqe, 46);
	cqe = push(PRM_CQE_OPCODE_RESP_ERR, QPN + 1, order[2]);
	prm_err_cqe_set_syndrome((void *)cqe, PRM_CQE_SYNDROME_LOCAL_PROT_ERR);
	must(mlx5sig_poll_cq(attr.recv_cq, 1, wc) == 1 && wc[0].status == IBV_WC_SUCCESS);
	must(wc[0].wr_id == order[0] && wc[0].byte_len == 32 && wc[0].qp_num == QPN + 1);
	is_filled(a, 7, 5);
	is_filled(b, 12, 27);
	must(!b[27]);
	must(mlx5sig_poll_cq(attr.recv_cq, 3, wc) == 2);
	must(wc[0].wr_id == order[1] && wc[0].status == IBV_WC_LOC_LEN_ERR);
	must(wc[1].wr_id == order[2] && wc[1].status == IBV_WC_LOC_PROT_ERR);

	/* The fourth WQE was free, then come those of the completions. */
	for (k = 0; k < 2; k++) {
		for (i = 0, wr.wr_id = 10; i < 3; i++, wr.wr_id++)
			must(!mlx5sig_post_srq_recv(attr.srq, &wr, &bad));
		must(mlx5sig_post_srq_recv(attr.srq, &wr, &bad) == ENOMEM);
		if (k)
			break;
		for (i = 0; i < 3; i++)
			push(PRM_CQE_OPCODE_RESP_SEND, QPN + 1, (uint16_t)(i ? order[i - 1] : 3));
		/* One is polled, the others are dropped with the QP. */
		must(mlx5sig_poll_cq(attr.recv_cq, 1, wc) == 1 && wc[0].wr_id == 10);
		mlx5sig_qp_reset(with_srq);
		must(!mlx5sig_poll_cq(attr.recv_cq, 4, wc));
		mlx5sig_qp_reset(with_srq);	/* once is enough */
	}
	must(prm_qp_doorbell_record_get_recv_counter((void *)srq_record) == 9);
	must(mlx5sig_srq_detach(attr.srq) == EBUSY);
	must(!mlx5sig_qp_detach(with_srq));
	push(PRM_CQE_OPCODE_RESP_SEND, QPN + 1, 0);	/* of a detached QP */
	push(PRM_CQE_OPCODE_RESP_SEND, QPN + 1, 1);
	must(!mlx5sig_poll_cq(attr.recv_cq, 1, wc) && !mlx5sig_poll_cq(attr.recv_cq, 4, wc));
	must(!mlx5sig_srq_detach(attr.srq));
	must(!mlx5sig_cq_detach(attr.recv_cq));
	ring = cqes;
}

/*
 * Receives of three QPs on one CQ: two share a queue, one has another; with sends in between, and a
 * wrap of the ring. Each request completes once.
 */
static void receives_of_many(struct mlx5sig_device *device)
{
	enum { QPS = 3, WQES = 4, ROUNDS = 200 };
	static _Alignas(64) uint8_t wqes[2][WQES * 64], sqs[QPS][8 * 64], other[16 * 128];
	static uint8_t records[QPS][8], srq_records[2][8], other_record[8];
	struct mlx5sig_raw_cq raw_cq = { .buf = other, .dbrec = other_record, .cqe_cnt = 16,
					 .cqe_size = 128, .cqn = 6 };
	struct mlx5sig_raw_srq raw_srq = { .wqe_cnt = WQES, .stride = 64, .max_gs = 3 };
	struct mlx5sig_raw_qp raw = { .bf_reg = uar, .sq_wqe_cnt = 8, .sq_max_post = 8,
				      .max_desc_size = 1024 };
	struct mlx5sig_srq *srqs[2];
	struct mlx5sig_qp *qps[QPS];
	struct mlx5sig_qp_attr attr = {0};
	struct ibv_recv_wr *bad, wr = { .num_sge = 0 };
	uint32_t head[2] = {0}, at, random = 1, i, k, num, done, sent[QPS] = {0};
	uint64_t id = 1, expected[16];
	bool is_send[16];
	struct ibv_wc wc[16], nothing;
	int got;

	ring = other;
	ci = 0;
	memset(other, 0xff, sizeof(other));
	attr.send_cq = attr.recv_cq = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
	must(attr.recv_cq);
	for (i = 0; i < 2; i++) {
		raw_srq.buf = wqes[i];
		raw_srq.dbrec = srq_records[i];
		srqs[i] = mlx5sig_device_srq_attach(device, &raw_srq, NULL);
		must(srqs[i]);
	}
	for (i = 0; i < QPS; i++) {
		raw.sq_buf = sqs[i];
		raw.dbrec = records[i];
		raw.qpn = QPN + 1 + i;
		attr.srq = srqs[i / 2];
		qps[i] = mlx5sig_device_qp_attach(device, &raw, &attr);
		must(qps[i]);
	}
	for (k = 0; k < ROUNDS; k++) {
		/* Receives all posted requests, and polls them together or one by one. */
		random = random * 1103515245 + 12345;
		num = 1 + (random >> 16) % 5;
		for (i = 0; i < num; i++) {
			const uint32_t q = (random >> (20 + i)) % QPS;
			struct mlx5sig_srq *srq = srqs[q / 2];

			is_send[i] = random >> (10 + i) & 1;
			expected[i] = id++;
			if (is_send[i]) {
				mlx5sig_wr_start(qps[q]);
				qps[q]->wr_id = expected[i];
				mlx5sig_wr_nop(qps[q]);
				must(!mlx5sig_wr_complete(qps[q]));
				push(PRM_CQE_OPCODE_REQ, QPN + 1 + q, (uint16_t)sent[q]++);
				continue;
			}
			wr.wr_id = expected[i];
			got = mlx5sig_post_srq_recv(srq, &wr, &bad);
			if (got) {	/* the three requests that fit are outstanding */
				must(got == ENOMEM && i >= 3);
				num = i;
				break;
			}
			at = head[q / 2];
			head[q / 2] = prm_srq_next_seg_get_next_wqe_index(
				(void *)&wqes[q / 2][at * 64]);
			push(random >> 30 & 1 ? PRM_CQE_OPCODE_RESP_SEND :
						PRM_CQE_OPCODE_RESP_WR_IMM, QPN + 1 + q, (uint16_t)at);
		}
		for (done = 0; done < num; done += (uint32_t)got) {
			got = mlx5sig_poll_cq(attr.recv_cq, random >> 31 ? 16 : 1, &wc[done]);
			must(got > 0 && done + (uint32_t)got <= num);
		}
		must(!mlx5sig_poll_cq(attr.recv_cq, 1, &nothing));
		for (i = 0; i < num; i++)
			must(wc[i].wr_id == expected[i] && wc[i].status == IBV_WC_SUCCESS &&
			     (wc[i].opcode == IBV_WC_DRIVER2) == is_send[i]);
	}
	for (i = 0; i < QPS; i++)
		must(!mlx5sig_qp_detach(qps[i]));
	must(!mlx5sig_srq_detach(srqs[0]) && !mlx5sig_srq_detach(srqs[1]));
	must(!mlx5sig_cq_detach(attr.recv_cq));
	ring = cqes;
}

/* ibv_poll_cq() was called too: detected when the CQ is empty. */
static void polled_elsewhere(struct mlx5sig_device *device)
{
	static _Alignas(64) uint8_t other[16 * 128], other_record[8];
	struct mlx5sig_raw_cq raw = { .buf = other, .dbrec = other_record, .cqe_cnt = 16,
				      .cqe_size = 128, .cqn = 3 };
	struct mlx5sig_cq *polled;
	struct ibv_wc wc[2];
	int num;

	for (num = 1; num < 3; num++) {
		ring = other;
		memset(other, 0xff, sizeof(other));
		memset(other_record, 0, sizeof(other_record));
		ci = 0;
		polled = mlx5sig_device_cq_attach(device, &raw, NULL);
		must(polled && !mlx5sig_poll_cq(polled, num, wc));
		push(PRM_CQE_OPCODE_SIG_ERR, QPN, 0);
		push(PRM_CQE_OPCODE_RESP_SEND, QPN, 0);
		must(!mlx5sig_poll_cq(polled, num, wc));
		prm_cq_doorbell_record_set_ci((void *)other_record, 1);
		must(mlx5sig_poll_cq(polled, num, wc) == -EBUSY);
		push(PRM_CQE_OPCODE_REQ, QPN, 0);
		must(mlx5sig_poll_cq(polled, num, wc) == -EBUSY);
		must(prm_cq_doorbell_record_get_ci((void *)other_record) == 1);
		must(!mlx5sig_cq_detach(polled));
	}
	ring = cqes;
}

static void resized(void)
{
	struct ibv_wc wc[4];

	push(PRM_CQE_OPCODE_RESIZE_CQ, 0, 0);
	must(mlx5sig_poll_cq(cq, 4, wc) < 0);
	must(mlx5sig_poll_cq(cq, 1, wc) < 0);
}

/* 8 bytes are returned independent of the CQE; alone, and between other completions. */
static void atomics(void)
{
	struct ibv_wc wc[4];
	unsigned int round, i;

	for (round = 0; round < 2; round++) {
		mlx5sig_wr_start(qp);
		for (i = 0; i < 3; i++) {
			qp->wr_id = 30 + i;
			if (i == 1) {
				mlx5sig_wr_atomic_fetch_add(qp, 1, 2, 3);
				mlx5sig_wr_set_sge(qp, 1, 2, 8);
			} else {
				mlx5sig_wr_nop(qp);
			}
		}
		must(!mlx5sig_wr_complete(qp));
		for (i = 0; i < 3; i++) {
			/* After 10 requests, in a ring of 8. */
			push(PRM_CQE_OPCODE_REQ, QPN, (uint16_t)(10 + 3 * round + i));
			must(!round || mlx5sig_poll_cq(cq, 1, &wc[i]) == 1);
		}
		must(round || mlx5sig_poll_cq(cq, 4, wc) == 3);
		for (i = 0; i < 3; i++) {
			must(wc[i].wr_id == 30 + i && wc[i].byte_len == (i == 1 ? 8 : 0));
			must(wc[i].opcode == (i == 1 ? IBV_WC_FETCH_ADD : IBV_WC_DRIVER2));
		}
	}
}

/*
 * Each event that the program has counted makes the next request a new one for the device; polling
 * never does.
 */
static void events(struct mlx5sig_device *device)
{
	static const enum prm_cqe_opcode opcodes[] = {
		PRM_CQE_OPCODE_SIG_ERR, PRM_CQE_OPCODE_REQ, PRM_CQE_OPCODE_RESP_SEND,
		PRM_CQE_OPCODE_RESP_ERR };
	static _Alignas(64) uint8_t page[4096], other[16 * 128], arm[8], sends[8 * 64], recvs[4 * 64];
	static uint8_t qp_record[8];
	struct mlx5sig_raw_cq raw = { .buf = other, .dbrec = arm, .cqe_cnt = 16, .cqe_size = 128,
				      .cqn = 2, .uar = page };
	struct mlx5sig_raw_qp raw_qp = { .sq_buf = sends, .rq_buf = recvs, .dbrec = qp_record,
					 .bf_reg = uar, .sq_wqe_cnt = 8, .sq_max_post = 8,
					 .rq_wqe_cnt = 4, .rq_stride = 64, .rq_max_gs = 4,
					 .qpn = QPN + 9, .max_desc_size = 1024 };
	struct mlx5sig_mkey_init_attr attr = { .create_flags = 3, .max_entries = 4 };
	struct mlx5sig_mkey *key = mlx5sig_device_create_mkey(device, 1, &attr);
	const struct prm_cq_doorbell_record *armed_as = (const void *)arm;
	const struct prm_cq_arm_doorbell *doorbell =
		(const void *)(page + PRM_UAR_REGISTER_CQ_ARM);
	struct mlx5sig_qp_attr qp_attr = {0};
	struct mlx5sig_cq *armed;
	struct mlx5sig_qp *on_armed;
	struct prm_cqe64 *cqe;
	struct ibv_wc wc[4];
	unsigned int i, k, num;

	must(key);
	ring = other;
	memset(other, 0xff, sizeof(other));
	ci = 0;
	armed = mlx5sig_device_cq_attach(device, &raw, NULL);
	must(armed);
	qp_attr.send_cq = qp_attr.recv_cq = armed;
	on_armed = mlx5sig_device_qp_attach(device, &raw_qp, &qp_attr);
	must(on_armed);
	for (i = 0; i < 30; i++) {
		for (k = 0; k < 3; k++) {
			must(!mlx5sig_req_notify_cq(armed, (int)(i + k) % 2));
			must(prm_cq_doorbell_record_get_arm_sn(armed_as) == i % 4);
			must(prm_cq_doorbell_record_get_arm_cmd(armed_as) == (i + k) % 2);
			must(prm_cq_arm_doorbell_get_arm_sn(doorbell) == i % 4);
			must(prm_cq_arm_doorbell_get_arm_cmd(doorbell) == (i + k) % 2);
			must(prm_cq_arm_doorbell_get_ci(doorbell) == ci);
			must(prm_cq_arm_doorbell_get_cqn(doorbell) == 2);
			for (num = 0; num < 1 + k; num++) {
				cqe = push(opcodes[(i + num) % 4], QPN + 9, 0);
				prm_cqe64_set_se(cqe, i % 3);
				if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_SIG_ERR)
					prm_sig_err_cqe_set_mkey((void *)cqe, key->lkey);
			}
			must(mlx5sig_poll_cq(armed, 4, wc) >= (int)k);
		}
		mlx5sig_cq_event(armed);
	}
	must(!mlx5sig_qp_detach(on_armed) && !mlx5sig_cq_detach(armed));
	must(!mlx5sig_destroy_mkey(key));
}

/*
 * Data in the CQE for a key of the library: its addresses are offsets, which only the device can
 * translate. The completion has an error, and nothing is written, here to memory that such an
 * offset is the address of.
 */
static void under_a_key(struct mlx5sig_device *device)
{
	static _Alignas(64) uint8_t sends[8 * 64], recvs[4 * 64], wqes[4 * 64], other[16 * 128];
	static _Alignas(8) uint8_t send_record[8], srq_record[8], other_record[8];
	struct mlx5sig_raw_cq raw_cq = { .buf = other, .dbrec = other_record, .cqe_cnt = 16,
					 .cqe_size = 128, .cqn = 7 };
	struct mlx5sig_raw_srq raw_srq = { .buf = wqes, .dbrec = srq_record, .wqe_cnt = 4,
					   .stride = 64, .max_gs = 3 };
	struct mlx5sig_raw_qp raw = { .sq_buf = sends, .rq_buf = recvs, .dbrec = send_record,
				      .bf_reg = uar, .sq_wqe_cnt = 8, .sq_max_post = 8,
				      .sq_max_gs = 4, .rq_wqe_cnt = 4, .rq_stride = 64,
				      .rq_max_gs = 4, .max_desc_size = 1024 };
	struct mlx5sig_mkey_init_attr init = { .create_flags = 1, .max_entries = 4 };
	struct mlx5sig_mkey *key = mlx5sig_device_create_mkey(device, 1, &init);
	uint8_t memory[64], unwritten[64];
	struct ibv_sge list[2];
	struct ibv_recv_wr *bad, wr = { .sg_list = list, .num_sge = 2 };
	struct mlx5sig_qp_attr attr = {0};
	struct mlx5sig_qp *queue;
	struct prm_cqe64 *cqe;
	struct ibv_wc wc;
	unsigned int i, length, tag;

	must(key);
	memset(unwritten, 0x5a, sizeof(unwritten));
	for (i = 0; i < 3 * 2 * 3; i++) {
		const unsigned int what = i % 3;	/* READ, receive, receive of an SRQ */
		const bool is_long = i / 3 % 2;

		tag = i / 6 * 77;	/* keys are found independent of their tag */
		/* 10 bytes of memory, then the key: @length bytes reach it, or not. */
		list[0] = (struct ibv_sge) { .addr = (uintptr_t)memory, .length = 10, .lkey = 1 };
		list[1] = (struct ibv_sge) { .addr = (uintptr_t)memory + 10, .length = 40,
					     .lkey = key->lkey + tag };
		memset(memory, 0x5a, sizeof(memory));
		memset(other, 0xff, sizeof(other));
		memset(other_record, 0, sizeof(other_record));
		memset(send_record, 0, sizeof(send_record));
		memset(srq_record, 0, sizeof(srq_record));
		ring = other;
		ci = 0;
		attr.send_cq = attr.recv_cq = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
		attr.srq = what == 2 ? mlx5sig_device_srq_attach(device, &raw_srq, NULL) : NULL;
		raw.rq_wqe_cnt = what == 2 ? 0 : 4;
		raw.qpn = QPN + 20;
		queue = mlx5sig_device_qp_attach(device, &raw, &attr);
		must(queue);
		wr.wr_id = queue->wr_id = 40 + i;
		if (what == 0) {
			mlx5sig_wr_start(queue);
			mlx5sig_wr_rdma_read(queue, 1, 2);
			mlx5sig_wr_set_sge_list(queue, 2, list);
			must(!mlx5sig_wr_complete(queue));
		} else if (what == 1) {
			must(!mlx5sig_post_recv(queue, &wr, &bad));
		} else {
			must(!mlx5sig_post_srq_recv(attr.srq, &wr, &bad));
		}
		length = is_long ? 11 : 10;
		cqe = push(what ? PRM_CQE_OPCODE_RESP_SEND : PRM_CQE_OPCODE_REQ, QPN + 20, 0);
		prm_cqe64_set_format(cqe, PRM_CQE_FORMAT_INLINE_32);
		prm_cqe64_set_byte_count(cqe, length);
		fill(cqe->inline_data, 1, 32);
		must(mlx5sig_poll_cq(attr.send_cq, 1, &wc) == 1 && wc.wr_id == 40 + i);
		must(wc.status == (is_long ? IBV_WC_LOC_PROT_ERR : IBV_WC_SUCCESS));
		is_filled(memory, 1, 10);
		must(!memcmp(memory + 10, unwritten, sizeof(memory) - 10));
		must(!mlx5sig_qp_detach(queue));
		must(!attr.srq || !mlx5sig_srq_detach(attr.srq));
		must(!mlx5sig_cq_detach(attr.send_cq));
	}
	must(!mlx5sig_destroy_mkey(key));
	ring = cqes;
}

/* The counter of CQEs continues where its 24 bits in the record wrap. */
static void counter_wraps(struct mlx5sig_device *device)
{
	static _Alignas(64) uint8_t other[16 * 128], other_record[8];
	struct mlx5sig_raw_cq raw_cq = { .buf = other, .dbrec = other_record, .cqe_cnt = 16,
					 .cqe_size = 128, .cqn = 5 };
	const unsigned int end = 1u << 24;
	struct prm_cq_doorbell_record wanted = {0};
	struct mlx5sig_cq *wrapping;
	struct ibv_wc wc;
	unsigned int i;

	memset(other, 0xff, sizeof(other));
	ring = other;
	ci = end - 5;
	prm_cq_doorbell_record_set_ci((void *)other_record, ci);
	wrapping = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
	must(wrapping);
	for (i = 0; i < 40; i++) {
		push(PRM_CQE_OPCODE_REQ, QPN + 9, 0);
		must(!mlx5sig_poll_cq(wrapping, 1, &wc));	/* of a detached QP */
		prm_cq_doorbell_record_set_ci(&wanted, ci % end);
		must(!memcmp(other_record, &wanted, sizeof(wanted)));
		must(!mlx5sig_poll_cq(wrapping, 1, &wc));	/* no polling by others is detected */
	}
	must(ci > end + 32 && !mlx5sig_cq_detach(wrapping));
}

int main(void)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_all_caps };
	struct mlx5sig_raw_cq raw_cq = { .buf = cqes, .dbrec = cq_record, .cqe_cnt = 16,
					 .cqe_size = 128, .cqn = 1 };
	struct mlx5sig_raw_qp raw = {
		.sq_buf = sq, .rq_buf = rq, .dbrec = record, .bf_reg = uar, .sq_wqe_cnt = 8,
		.sq_max_post = 8, .sq_max_gs = 4, .rq_wqe_cnt = 4, .rq_stride = 64, .rq_max_gs = 4,
		.qpn = QPN, .max_desc_size = 1024 };
	struct mlx5sig_qp_attr attr = {0};
	struct mlx5sig_device *device = mlx5sig_device_open(&ops, NULL);

	must(device);
	memset(cqes, 0xff, sizeof(cqes));
	cq = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
	must(cq);
	attr.send_cq = attr.recv_cq = cq;
	qp = mlx5sig_device_qp_attach(device, &raw, &attr);
	must(qp);
	read_into_cqe();
	receive_into_cqe();
	strangers();
	atomics();
	resized();
	polled_elsewhere(device);
	shared(device);
	receives_of_many(device);
	events(device);
	under_a_key(device);
	counter_wraps(device);
	must(!mlx5sig_qp_detach(qp));
	must(!mlx5sig_cq_detach(cq));
	must(!mlx5sig_device_close(device));
	printf("done\n");
	return 0;
}
