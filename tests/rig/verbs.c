// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "verbs.h"

#include <poll.h>
#include <time.h>

#include "prm_ctrl.h"

#define PATIENCE_NS 30000000000ll	/* of processor time */
#define PATIENCE_MS 600000	/* tests/run/patience.py */
#define QUIET_MS 20

bool rig_two_devices;

static int64_t now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return time.tv_sec * 1000000000ll + time.tv_nsec;
}

uint32_t random_next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

void fill(uint8_t *bytes, size_t len, uint32_t seed)
{
	size_t i;

	for (i = 0; i < len; i++)
		bytes[i] = (uint8_t)random_next(&seed);
}

static void side_new_qp(struct side *side, const struct rig_options *options)
{
	static const uint32_t scatter_flags[] = {
		[RIG_NO_SCATTER] = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
		[RIG_SCATTER] = 0,
		[RIG_ALLOW_SCATTER] = MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE,
	};
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = side->send_cq,
		.recv_cq = side->recv_cq,
		.srq = side->srq,
		.cap = { .max_send_wr = QUEUE * 2, .max_recv_wr = QUEUE, .max_send_sge = MAX_SGE,
			 .max_recv_sge = MAX_SGE, .max_inline_data = MAX_INLINE },
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = options->sig_all,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = side->pd,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
			IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
			IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ |
			IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD |
			IBV_QP_EX_WITH_LOCAL_INV,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS |
			MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
		.create_flags = scatter_flags[options->scatter] |
			(options->sig_pipelining ? MLX5DV_QP_CREATE_SIG_PIPELINING : 0u),
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE | MLX5DV_QP_EX_WITH_RAW_WQE |
			MLX5DV_QP_EX_WITH_MR_LIST | MLX5DV_QP_EX_WITH_MR_INTERLEAVED,
	};

	side->qp = mlx5dv_create_qp(side->context, &attr, &dv);
	CHECK(side->qp);
	side->qpx = ibv_qp_to_qp_ex(side->qp);
	side->dvx = mlx5dv_qp_ex_from_ibv_qp_ex(side->qpx);
}

static struct ibv_cq *new_cq(struct side *side, uint32_t cqe, bool is_long)
{
	struct ibv_cq_init_attr_ex attr = {
		.cqe = cqe, .channel = side->channel, .wc_flags = IBV_WC_STANDARD_FLAGS,
	};
	struct mlx5dv_cq_init_attr dv = {
		.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE, .cqe_size = 128,
	};
	struct ibv_cq_ex *cq;

	if (!is_long)
		return ibv_create_cq(side->context, (int)cqe, NULL, side->channel, 0);
	cq = mlx5dv_create_cq(side->context, &attr, &dv);
	return cq ? ibv_cq_ex_to_cq(cq) : NULL;
}

static void side_open(struct side *side, unsigned int device, const struct rig_options *options,
		      const struct side *same)
{
	const unsigned int access = options->mr_access && same ? options->mr_access : ALL_ACCESS;

	memset(side, 0, sizeof(*side));
	side->context = same && !rig_two_devices ? same->context : open_device_at(device);
	side->pd = same && !rig_two_devices ? same->pd : ibv_alloc_pd(side->context);
	CHECK(side->pd);
	if (options->allocators)
		CHECK_EQ(mlx5dv_set_context_attr(side->context, MLX5DV_CTX_ATTR_BUF_ALLOCATORS,
						 (void *)(uintptr_t)options->allocators), 0);
	if (options->has_channel) {
		side->channel = ibv_create_comp_channel(side->context);
		CHECK(side->channel);
	}
	side->send_cq = new_cq(side, options->cqe && !same ? options->cqe : 511,
			       options->long_cqe);
	side->recv_cq = new_cq(side, 511, options->long_cqe);
	CHECK(side->send_cq && side->recv_cq);
	if (options->has_srq) {
		struct ibv_srq_init_attr attr = { .attr = { .max_wr = QUEUE, .max_sge = MAX_SGE } };

		side->srq = ibv_create_srq(side->pd, &attr);
		CHECK(side->srq);
	}
	side->buf_len = options->buf_len ? options->buf_len : BUF_LEN;
	side->buf = aligned_alloc(4096, side->buf_len);
	CHECK(side->buf);
	side->mr = ibv_reg_mr(side->pd, side->buf, side->buf_len, access);
	CHECK(side->mr);
	side_new_qp(side, options);
}

static void connect_side(struct side *side, const struct side *peer, uint32_t qpn,
			 bool stays_in_rtr, const struct rig_options *options)
{
	struct ibv_qp_attr link = link_to(qpn, lid_of(peer->context));

	if (options->qp_access)
		link.qp_access_flags = options->qp_access;
	link.rq_psn = 0xfffff0;
	link.sq_psn = options->wrong_psn ? 5 : 0xfffff0 - options->old_psns;
	link.timeout = options->timeout ? options->timeout : 1;
	link.retry_cnt = options->no_retry ? 0 : 2;
	link.rnr_retry = options->rnr_retry;
	CHECK_EQ(to_init(side->qp, &link), 0);
	CHECK_EQ(to_rtr(side->qp, &link), 0);
	if (!stays_in_rtr)
		CHECK_EQ(to_rts(side->qp, &link), 0);
}

static void connect_sides(struct rig *rig, const struct rig_options *options)
{
	connect_side(&rig->a, &rig->b, options->no_peer ? 0xfffff0 : rig->b.qp->qp_num, false,
		     options);
	connect_side(&rig->b, &rig->a, rig->a.qp->qp_num, options->b_in_rtr, options);
}

void rig_open(struct rig *rig, const struct rig_options *options)
{
	static const struct rig_options none;

	if (!options)
		options = &none;
	side_open(&rig->a, 0, options, NULL);
	side_open(&rig->b, 1, options, &rig->a);
	connect_sides(rig, options);
}

void rig_reconnect(struct rig *rig)
{
	static const struct rig_options none;

	CHECK_EQ(to_state(rig->a.qp, IBV_QPS_RESET), 0);
	CHECK_EQ(to_state(rig->b.qp, IBV_QPS_RESET), 0);
	connect_sides(rig, &none);
}

static void side_close(struct side *side, bool is_shared)
{
	if (side->qp)
		CHECK_EQ(ibv_destroy_qp(side->qp), 0);
	if (side->srq)
		CHECK_EQ(ibv_destroy_srq(side->srq), 0);
	CHECK_EQ(ibv_destroy_cq(side->send_cq), 0);
	CHECK_EQ(ibv_destroy_cq(side->recv_cq), 0);
	if (side->channel)
		CHECK_EQ(ibv_destroy_comp_channel(side->channel), 0);
	CHECK_EQ(ibv_dereg_mr(side->mr), 0);
	free(side->buf);
	if (is_shared)
		return;
	CHECK_EQ(ibv_dealloc_pd(side->pd), 0);
	CHECK_EQ(ibv_close_device(side->context), 0);
}

void rig_close(struct rig *rig)
{
	side_close(&rig->b, !rig_two_devices);
	side_close(&rig->a, false);
}

void post_recv(struct side *side, uint64_t wr_id, const struct ibv_sge *sge, int n)
{
	struct ibv_recv_wr wr = { .wr_id = wr_id, .sg_list = (struct ibv_sge *)(uintptr_t)sge,
				  .num_sge = n };
	struct ibv_recv_wr *bad;

	if (side->srq)
		CHECK_EQ(ibv_post_srq_recv(side->srq, &wr, &bad), 0);
	else
		CHECK_EQ(ibv_post_recv(side->qp, &wr, &bad), 0);
}

struct ibv_wc next_wc(struct ibv_cq *cq)
{
	const int64_t end = now(CLOCK_THREAD_CPUTIME_ID) + PATIENCE_NS;
	struct ibv_wc wc;
	int n;

	do {
		n = ibv_poll_cq(cq, 1, &wc);
		CHECK(n >= 0);
		if (!n && now(CLOCK_THREAD_CPUTIME_ID) > end)
			FAIL("no completion");
	} while (!n);
	return wc;
}

struct ibv_wc good_wc(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_opcode opcode)
{
	struct ibv_wc wc = next_wc(cq);

	CHECK_EQ(wc.status, IBV_WC_SUCCESS);
	CHECK_EQ(wc.wr_id, wr_id);
	CHECK_EQ(wc.opcode, opcode);
	return wc;
}

struct ibv_wc bad_wc(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_status status)
{
	struct ibv_wc wc = next_wc(cq);

	CHECK_EQ(wc.status, status);
	CHECK_EQ(wc.wr_id, wr_id);
	return wc;
}

void no_wc(struct ibv_cq *cq)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	struct ibv_wc wc;
	int i;

	for (i = 0; i <= QUIET_MS; i++) {
		if (i)
			nanosleep(&pause, NULL);
		CHECK_EQ(ibv_poll_cq(cq, 1, &wc), 0);
	}
}

static bool is_readable(int fd, int timeout)
{
	struct pollfd entry = { .fd = fd, .events = POLLIN };

	return poll(&entry, 1, timeout) == 1;
}

struct ibv_async_event next_event(struct ibv_context *context)
{
	struct ibv_async_event event;

	CHECK(is_readable(context->async_fd, PATIENCE_MS));
	CHECK_EQ(ibv_get_async_event(context, &event), 0);
	return event;
}

void no_event(struct ibv_context *context)
{
	CHECK(!is_readable(context->async_fd, QUIET_MS));
}

enum ibv_qp_state state_of(struct ibv_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	CHECK_EQ(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init), 0);
	return attr.qp_state;
}

struct ibv_sge sge_of(const struct side *side, size_t offset, uint32_t len)
{
	return (struct ibv_sge){ .addr = (uintptr_t)(side->buf + offset), .length = len,
				 .lkey = side->mr->lkey };
}

static void wr_begin(struct side *side, uint64_t wr_id, unsigned int flags)
{
	ibv_wr_start(side->qpx);
	side->qpx->wr_id = wr_id;
	side->qpx->wr_flags = flags;
}

void wr_send(struct side *side, uint64_t wr_id, unsigned int flags, const struct ibv_sge *sge,
	     size_t n)
{
	wr_begin(side, wr_id, flags);
	ibv_wr_send(side->qpx);
	ibv_wr_set_sge_list(side->qpx, n, sge);
	CHECK_EQ(ibv_wr_complete(side->qpx), 0);
}

void wr_write(struct side *side, uint64_t wr_id, const struct ibv_sge *sge, size_t n, uint32_t rkey,
	      uint64_t addr)
{
	wr_begin(side, wr_id, IBV_SEND_SIGNALED);
	ibv_wr_rdma_write(side->qpx, rkey, addr);
	ibv_wr_set_sge_list(side->qpx, n, sge);
	CHECK_EQ(ibv_wr_complete(side->qpx), 0);
}

void wr_read(struct side *side, uint64_t wr_id, const struct ibv_sge *sge, size_t n, uint32_t rkey,
	     uint64_t addr)
{
	wr_begin(side, wr_id, IBV_SEND_SIGNALED);
	ibv_wr_rdma_read(side->qpx, rkey, addr);
	ibv_wr_set_sge_list(side->qpx, n, sge);
	CHECK_EQ(ibv_wr_complete(side->qpx), 0);
}

void wr_raw_changed(struct side *side, uint64_t wr_id, void *wqe, size_t len,
		    void (*change)(void *in_ring))
{
	struct mlx5dv_qp dv = {0};
	struct mlx5dv_obj obj = { .qp = { .in = side->qp, .out = &dv } };
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;
	struct prm_ctrl_seg *ctrl = wqe;
	uint32_t at;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), 0);
	CHECK_EQ(ibv_query_qp(side->qp, &attr, IBV_QP_STATE, &init), 0);
	prm_ctrl_seg_set_qpn(ctrl, side->qp->qp_num);
	prm_ctrl_seg_set_ds(ctrl, (uint32_t)(len / 16));
	prm_ctrl_seg_set_ce(ctrl, PRM_COMPLETION_MODE_ALWAYS);
	wr_begin(side, wr_id, IBV_SEND_SIGNALED);
	at = be32toh((uint32_t)dv.dbrec[MLX5_SND_DBR]) & (dv.sq.wqe_cnt - 1);
	mlx5dv_wr_raw_wqe(side->dvx, wqe);
	if (change)
		change((uint8_t *)dv.sq.buf + (size_t)at * dv.sq.stride);
	CHECK_EQ(ibv_wr_complete(side->qpx), 0);
}

void wr_raw(struct side *side, uint64_t wr_id, void *wqe, size_t len)
{
	wr_raw_changed(side, wr_id, wqe, len, NULL);
}

struct mlx5dv_mkey *new_mkey(struct side *side, unsigned int flags, uint16_t entries)
{
	struct mlx5dv_mkey_init_attr attr = {
		.pd = side->pd, .create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags,
		.max_entries = entries,
	};
	struct mlx5dv_mkey *mkey = mlx5dv_create_mkey(&attr);

	CHECK(mkey);
	return mkey;
}

void wr_list(struct side *side, uint64_t wr_id, struct mlx5dv_mkey *mkey, uint32_t access,
	     struct ibv_sge *sge, uint16_t n)
{
	struct mlx5dv_mkey_conf_attr attr = {0};

	wr_begin(side, wr_id, IBV_SEND_SIGNALED | IBV_SEND_INLINE);
	mlx5dv_wr_mkey_configure(side->dvx, mkey, 2, &attr);
	mlx5dv_wr_set_mkey_access_flags(side->dvx, access);
	mlx5dv_wr_set_mkey_layout_list(side->dvx, n, sge);
	CHECK_EQ(ibv_wr_complete(side->qpx), 0);
}
