// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The side of libmlx5. */
#include "side.h"

static void dv_attach(struct end *e, bool sq_sig_all)
{
	(void)sq_sig_all;
	e->qpx = ibv_qp_to_qp_ex(e->ibv_qp);
	e->mqp = mlx5dv_qp_ex_from_ibv_qp_ex(e->qpx);
}

static void dv_detach(struct end *e)
{
	(void)e;
}

static struct mlx5sig_mkey *dv_create_mkey(struct mlx5sig_mkey_init_attr *attr)
{
	return (void *)mlx5dv_create_mkey((void *)attr);
}

static int dv_destroy_mkey(struct mlx5sig_mkey *mkey)
{
	return mlx5dv_destroy_mkey((void *)mkey);
}

static int dv_check(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err *err)
{
	return mlx5dv_mkey_check((void *)mkey, (void *)err);
}

static void dv_start(struct end *e)
{
	ibv_wr_start(e->qpx);
}

static int dv_complete(struct end *e)
{
	return ibv_wr_complete(e->qpx);
}

static void dv_abort(struct end *e)
{
	ibv_wr_abort(e->qpx);
}

static void dv_request(struct end *e, const struct request *r)
{
	e->qpx->wr_id = r->wr_id;
	e->qpx->wr_flags = r->flags;
	switch (r->opcode) {
	case IBV_WR_SEND: ibv_wr_send(e->qpx); break;
	case IBV_WR_SEND_WITH_IMM: ibv_wr_send_imm(e->qpx, r->imm); break;
	case IBV_WR_SEND_WITH_INV: ibv_wr_send_inv(e->qpx, r->imm); break;
	case IBV_WR_RDMA_WRITE: ibv_wr_rdma_write(e->qpx, r->rkey, r->raddr); break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		ibv_wr_rdma_write_imm(e->qpx, r->rkey, r->raddr, r->imm);
		break;
	case IBV_WR_RDMA_READ: ibv_wr_rdma_read(e->qpx, r->rkey, r->raddr); break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		ibv_wr_atomic_cmp_swp(e->qpx, r->rkey, r->raddr, r->compare, r->swap);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		ibv_wr_atomic_fetch_add(e->qpx, r->rkey, r->raddr, r->compare);
		break;
	case IBV_WR_LOCAL_INV: ibv_wr_local_inv(e->qpx, r->imm); return;
	default: die("opcode");
	}
	if (r->data)
		ibv_wr_set_inline_data(e->qpx, (void *)(uintptr_t)r->data, r->size);
	else
		ibv_wr_set_sge_list(e->qpx, r->num_sge, r->sge);
}

static void dv_configure(struct end *e, struct mlx5sig_mkey *mkey, uint8_t num, uint64_t wr_id,
			 unsigned int flags, const struct mlx5sig_mkey_conf_attr *attr)
{
	e->qpx->wr_id = wr_id;
	e->qpx->wr_flags = flags | IBV_SEND_INLINE;	/* inline-not-needed */
	mlx5dv_wr_mkey_configure(e->mqp, (void *)mkey, num, (void *)(uintptr_t)attr);
}

static void dv_access(struct end *e, uint32_t flags)
{
	mlx5dv_wr_set_mkey_access_flags(e->mqp, flags);
}

static void dv_list(struct end *e, uint16_t num, const struct ibv_sge *sge)
{
	mlx5dv_wr_set_mkey_layout_list(e->mqp, num, sge);
}

static void dv_interleaved(struct end *e, uint32_t repeat, uint16_t num,
			   const struct mlx5sig_mr_interleaved *data)
{
	mlx5dv_wr_set_mkey_layout_interleaved(e->mqp, repeat, num, (const void *)data);
}

static void dv_sig(struct end *e, const struct mlx5sig_sig_block_attr *attr, bool prepared)
{
	(void)prepared;
	mlx5dv_wr_set_mkey_sig_block(e->mqp, (const void *)attr);
}

static void dv_crypto(struct end *e, const struct mlx5sig_crypto_attr *attr)
{
	mlx5dv_wr_set_mkey_crypto(e->mqp, (const void *)attr);
}

static struct mlx5sig_dek *dv_create_dek(struct mlx5sig_dek_init_attr *attr)
{
	struct mlx5dv_dek_init_attr dv = {
		.key_size = attr->key_size == 128 ? MLX5DV_CRYPTO_KEY_SIZE_128 :
						    MLX5DV_CRYPTO_KEY_SIZE_256,
		.has_keytag = attr->has_keytag, .key_purpose = MLX5DV_CRYPTO_KEY_PURPOSE_AES_XTS,
		.pd = attr->pd, .comp_mask = MLX5DV_DEK_INIT_ATTR_CRYPTO_LOGIN };

	dv.comp_mask |= attr->comp_mask << 8;	/* no mask that is known */

	memcpy(dv.opaque, attr->opaque, sizeof(dv.opaque));
	memcpy(dv.key, attr->key, sizeof(dv.key));
	return (void *)mlx5dv_dek_create(context, &dv);
}

static int dv_destroy_dek(struct mlx5sig_dek *dek)
{
	return mlx5dv_dek_destroy((void *)dek);
}

static void dv_raw(struct end *e, const void *wqe, uint64_t wr_id)
{
	e->qpx->wr_id = wr_id;
	e->qpx->wr_flags = 0;
	mlx5dv_wr_raw_wqe(e->mqp, wqe);
}

static int dv_recv(struct end *e, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_recv(e->ibv_qp, wr, bad);
}

static int dv_poll(struct end *e, int num, struct ibv_wc *wc)
{
	return ibv_poll_cq(e->ibv_cq, num, wc);
}

static int dv_cancel(struct end *e, uint64_t wr_id)
{
	return mlx5dv_qp_cancel_posted_send_wrs(e->mqp, wr_id);
}

static void dv_attach_srq(struct shared *s)
{
	(void)s;
}

static int dv_srq_recv(struct shared *s, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_srq_recv(s->ibv, wr, bad);
}

const struct side mlx5dv_side = {
	"mlx5dv", false,
	dv_attach,	 dv_detach,	 dv_detach, dv_create_mkey,
	dv_destroy_mkey, dv_check,	 dv_start,  dv_complete,    dv_abort,  dv_request,
	dv_configure,	 dv_access,	 dv_list,   dv_interleaved, dv_sig,    dv_crypto,
	dv_create_dek,	 dv_destroy_dek, dv_raw,    dv_recv,	    dv_poll,   dv_cancel,
	dv_attach_srq,	 dv_attach_srq,	 dv_srq_recv,
};
