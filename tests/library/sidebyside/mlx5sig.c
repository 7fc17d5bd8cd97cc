// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The side of the library. */
#include "side.h"

static void our_attach(struct end *e, bool sq_sig_all)
{
	struct mlx5sig_qp_attr attr = { .sq_sig_all = sq_sig_all };

	e->cq = need(mlx5sig_cq_attach(e->ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = e->cq;
	attr.srq = shared.srq;
	e->qp = need(mlx5sig_qp_attach(e->ibv_qp, &attr), "mlx5sig_qp_attach");
}

static void our_detach(struct end *e)
{
	must(mlx5sig_qp_detach(e->qp), "mlx5sig_qp_detach");
	must(mlx5sig_cq_detach(e->cq), "mlx5sig_cq_detach");
}

static void our_reset(struct end *e)
{
	mlx5sig_qp_reset(e->qp);
}

static void our_start(struct end *e)
{
	mlx5sig_wr_start(e->qp);
}

static void forget_prepared(struct end *e)
{
	mlx5sig_sig_prepared_free(e->prepared);
	e->prepared = NULL;
}

static int our_complete(struct end *e)
{
	int err = mlx5sig_wr_complete(e->qp);

	forget_prepared(e);
	return err;
}

static void our_abort(struct end *e)
{
	mlx5sig_wr_abort(e->qp);
	forget_prepared(e);
}

static void our_request(struct end *e, const struct request *r)
{
	e->qp->wr_id = r->wr_id;
	e->qp->wr_flags = r->flags;
	switch (r->opcode) {
	case IBV_WR_SEND: mlx5sig_wr_send(e->qp); break;
	case IBV_WR_SEND_WITH_IMM: mlx5sig_wr_send_imm(e->qp, r->imm); break;
	case IBV_WR_SEND_WITH_INV: mlx5sig_wr_send_inv(e->qp, r->imm); break;
	case IBV_WR_RDMA_WRITE: mlx5sig_wr_rdma_write(e->qp, r->rkey, r->raddr); break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		mlx5sig_wr_rdma_write_imm(e->qp, r->rkey, r->raddr, r->imm);
		break;
	case IBV_WR_RDMA_READ: mlx5sig_wr_rdma_read(e->qp, r->rkey, r->raddr); break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		mlx5sig_wr_atomic_cmp_swp(e->qp, r->rkey, r->raddr, r->compare, r->swap);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		mlx5sig_wr_atomic_fetch_add(e->qp, r->rkey, r->raddr, r->compare);
		break;
	case IBV_WR_LOCAL_INV: mlx5sig_wr_local_inv(e->qp, r->imm); return;
	default: die("opcode");
	}
	if (r->data)
		mlx5sig_wr_set_inline_data(e->qp, r->data, r->size);
	else
		mlx5sig_wr_set_sge_list(e->qp, r->num_sge, r->sge);
}

static void our_configure(struct end *e, struct mlx5sig_mkey *mkey, uint8_t num, uint64_t wr_id,
			  unsigned int flags, const struct mlx5sig_mkey_conf_attr *attr)
{
	e->qp->wr_id = wr_id;
	e->qp->wr_flags = flags;
	mlx5sig_wr_mkey_configure(e->qp, mkey, num, attr);
}

static void our_access(struct end *e, uint32_t flags)
{
	mlx5sig_wr_set_mkey_access_flags(e->qp, flags);
}

static void our_list(struct end *e, uint16_t num, const struct ibv_sge *sge)
{
	mlx5sig_wr_set_mkey_layout_list(e->qp, num, sge);
}

static void our_interleaved(struct end *e, uint32_t repeat, uint16_t num,
			    const struct mlx5sig_mr_interleaved *data)
{
	mlx5sig_wr_set_mkey_layout_interleaved(e->qp, repeat, num, data);
}

/* Makes a domain with other tags; returns whether it has tags. */
static bool set_other_tags(struct mlx5sig_sig_block_domain *domain, struct mlx5sig_sig_t10dif *dif)
{
	if (domain->sig_type != MLX5SIG_SIG_TYPE_T10DIF || !domain->sig.dif)
		return false;
	*dif = *domain->sig.dif;
	dif->app_tag ^= 0x1111;
	dif->ref_tag += 77;
	domain->sig.dif = dif;
	return true;
}

/* Prepared with other tags, which the setter replaces. */
static bool our_prepared(struct end *e, const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_block_domain mem, wire;
	struct mlx5sig_sig_block_attr other = *attr;
	struct mlx5sig_sig_t10dif mem_dif, wire_dif;
	struct mlx5sig_sig_tags tags = {0};

	if (attr->mem) {
		mem = *attr->mem;
		other.mem = &mem;
		if (set_other_tags(&mem, &mem_dif)) {
			tags.mem_app_tag = attr->mem->sig.dif->app_tag;
			tags.mem_ref_tag = attr->mem->sig.dif->ref_tag;
		}
	}
	if (attr->wire) {
		wire = *attr->wire;
		other.wire = &wire;
		if (set_other_tags(&wire, &wire_dif)) {
			tags.wire_app_tag = attr->wire->sig.dif->app_tag;
			tags.wire_ref_tag = attr->wire->sig.dif->ref_tag;
		}
	}
	e->prepared = mlx5sig_sig_prepare(context, &other);
	if (!e->prepared)
		return false;
	mlx5sig_wr_set_mkey_sig_prepared(e->qp, e->prepared, &tags);
	return true;
}

static void our_sig(struct end *e, const struct mlx5sig_sig_block_attr *attr, bool prepared)
{
	if (!prepared || !our_prepared(e, attr))
		mlx5sig_wr_set_mkey_sig_block(e->qp, attr);
}

/* Half of them prepared with another tweak, which the setter replaces. */
static void our_crypto(struct end *e, const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_crypto_attr other = *attr;
	struct mlx5sig_crypto_prepared *prepared = NULL;

	other.initial_tweak[1] ^= 0x21;
	if (attr->initial_tweak[0] & 1)
		prepared = mlx5sig_crypto_prepare(context, &other);
	if (prepared)
		mlx5sig_wr_set_mkey_crypto_prepared(e->qp, prepared, attr->initial_tweak);
	else
		mlx5sig_wr_set_mkey_crypto(e->qp, attr);
	mlx5sig_crypto_prepared_free(prepared);
}

static struct mlx5sig_dek *our_create_dek(struct mlx5sig_dek_init_attr *attr)
{
	return mlx5sig_dek_create(context, attr);
}

static void our_raw(struct end *e, const void *wqe, uint64_t wr_id)
{
	e->qp->wr_id = wr_id;
	e->qp->wr_flags = 0;
	mlx5sig_wr_raw_wqe(e->qp, wqe);
}

static int our_recv(struct end *e, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return mlx5sig_post_recv(e->qp, wr, bad);
}

static int our_poll(struct end *e, int num, struct ibv_wc *wc)
{
	return mlx5sig_poll_cq(e->cq, num, wc);
}

static int our_cancel(struct end *e, uint64_t wr_id)
{
	return mlx5sig_qp_cancel_posted_send_wrs(e->qp, wr_id);
}

static void our_attach_srq(struct shared *s)
{
	s->srq = need(mlx5sig_srq_attach(s->ibv, NULL), "mlx5sig_srq_attach");
}

static void our_detach_srq(struct shared *s)
{
	must(mlx5sig_srq_detach(s->srq), "mlx5sig_srq_detach");
	s->srq = NULL;
}

static int our_srq_recv(struct shared *s, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return mlx5sig_post_srq_recv(s->srq, wr, bad);
}

const struct side mlx5sig_side = {
	"mlx5sig", true, our_attach, our_detach, our_reset, mlx5sig_create_mkey,
	mlx5sig_destroy_mkey, mlx5sig_mkey_check, our_start, our_complete, our_abort, our_request,
	our_configure, our_access, our_list, our_interleaved, our_sig,
	our_crypto, our_create_dek, mlx5sig_dek_destroy, our_raw, our_recv, our_poll, our_cancel,
	our_attach_srq, our_detach_srq, our_srq_recv,
};
