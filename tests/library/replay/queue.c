/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <prm_cqe.h>
#include <prm_ctrl.h>
#include <prm_doorbell.h>

#include "queue.h"

enum { UNTOUCHED = 0xa5, BF_SIZE = 256, LOCAL_INV_WQEBBS = 2 };

static void *allocate(size_t size)
{
	void *memory = aligned_alloc(QUEUE_WQEBB, size);

	if (!memory)
		abort();
	memset(memory, UNTOUCHED, size);
	return memory;
}

static bool create_key(struct queue *q, const json_t *recorded)
{
	struct mlx5sig_mkey_init_attr attr = {
		.create_flags = (uint32_t)get_number(recorded, "flags"),
		.max_entries = (uint16_t)get_number(recorded, "max_entries"),
	};
	struct queue_key *key = &q->keys[q->num_keys];
	uint32_t lkey = (uint32_t)get_number(recorded, "lkey");

	if (q->num_keys == QUEUE_MAX_KEYS)
		return replay_fail(q->r, "more than %d keys", QUEUE_MAX_KEYS);
	fake_forget(&q->fake);
	q->fake.mem_psv = (uint32_t)get_number(recorded, "mem_psv");
	q->fake.wire_psv = (uint32_t)get_number(recorded, "wire_psv");
	q->fake.mkey_index = lkey >> 8;
	key->mkey = mlx5sig_device_create_mkey(q->fake.device, 1, &attr);
	if (!key->mkey)
		return replay_fail(q->r, "the key cannot be created: %d", errno);
	q->num_keys++;
	key->has_sig = attr.create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	/* Programs choose the tag. */
	key->mkey->lkey |= lkey & 0xff;
	key->mkey->rkey = key->mkey->lkey;
	if (key->mkey->lkey != lkey || attr.max_entries != get_number(recorded, "num_desc"))
		return replay_fail(q->r, "key 0x%x with %u entries", key->mkey->lkey,
				   attr.max_entries);
	return true;
}

static bool create_keys(struct queue *q, const json_t *c)
{
	const json_t *recorded;
	size_t i;

	json_array_foreach(json_object_get(c, "mkeys"), i, recorded)
		if (!create_key(q, recorded))
			return false;
	return true;
}

static bool open_device(struct queue *q, const json_t *c)
{
	const json_t *ctx = json_object_get(c, "ctx");
	const json_t *engines = json_object_get(ctx, "crypto_engines");

	fake_init(&q->fake);
	q->fake.crypto_engines = engines ? (uint32_t)number_of(engines) : 6;
	if (!fake_open(&q->fake, get_number(ctx, "update_tag")))
		return replay_fail(q->r, "the device does not open: %d", errno);
	return true;
}

static bool open_cq(struct queue *q)
{
	struct mlx5sig_raw_cq raw = {
		.buf = q->cqes, .dbrec = &q->cq_dbrec, .cqe_cnt = QUEUE_CQES,
		.cqe_size = QUEUE_CQE, .cqn = 7, .cqe_version = 1,
	};
	unsigned int i;

	for (i = 0; i < QUEUE_CQES; i++) {
		prm_cqe64_set_opcode((void *)(q->cqes + i * QUEUE_CQE), PRM_CQE_OPCODE_INVALID);
		prm_cqe64_set_owner((void *)(q->cqes + i * QUEUE_CQE), true);
	}
	q->cq = mlx5sig_device_cq_attach(q->fake.device, &raw, NULL);
	if (!q->cq)
		return replay_fail(q->r, "the CQ cannot be attached: %d", errno);
	return true;
}

/*
 * The fence that a key's invalidation leaves for the next WQE is not an argument of the library's
 * functions: an invalidation is posted before the recorded state.
 */
static bool post_fence(struct queue *q, bool is_outstanding)
{
	mlx5sig_wr_start(q->qp);
	q->qp->wr_id = 0;
	q->qp->wr_flags = 0;
	mlx5sig_wr_local_inv(q->qp, 0x100);
	if (mlx5sig_wr_complete(q->qp))
		return replay_fail(q->r, "the invalidation before the case cannot be posted");
	q->last_index = q->pi & 0xffff;
	q->pi += LOCAL_INV_WQEBBS;
	return is_outstanding || queue_retire(q);
}

static bool open_qp(struct queue *q, const json_t *recorded)
{
	struct mlx5sig_qp_attr attr = {
		.send_cq = q->cq, .recv_cq = q->cq,
		.sq_sig_all = get_number(recorded, "sq_sig_all"),
	};
	struct mlx5sig_raw_qp raw = {
		.sq_buf = q->ring, .dbrec = &q->dbrec, .bf_reg = q->uar,
		.bf_size = get_number(recorded, "bf") ? BF_SIZE : 0,
		.sq_wqe_cnt = q->wqe_cnt,
		.sq_max_post = (uint32_t)get_number(recorded, "max_post"),
		.sq_max_gs = (uint32_t)get_number(recorded, "max_gs"),
		.sq_max_inline = (uint32_t)get_number(recorded, "max_inline"),
		.qpn = q->qpn,
		.sq_pi = (uint32_t)get_number(recorded, "pi"),
		.sq_head = (uint32_t)get_number(recorded, "head"),
		.sq_tail = (uint32_t)get_number(recorded, "tail"),
		.max_desc_size = 1024,
		.handle = q,
		.state = &q->state,
	};
	bool is_rts = !json_object_get(recorded, "rts") || get_number(recorded, "rts");
	bool has_fence = get_number(recorded, "fm_cache");
	bool is_outstanding = raw.sq_head != raw.sq_tail;

	q->max_post = raw.sq_max_post;
	q->num_outstanding = q->outstanding_wqes = raw.sq_head - raw.sq_tail;
	/* WQEs without a description are assumed to have one WQEBB each. */
	q->oldest_pi = raw.sq_pi - (raw.sq_head - raw.sq_tail);
	if (has_fence) {
		q->oldest_pi -= LOCAL_INV_WQEBBS;
		raw.sq_pi -= LOCAL_INV_WQEBBS;
		raw.sq_head--;
		if (!is_outstanding)
			raw.sq_tail--;
	}
	q->pi = raw.sq_pi;
	q->state = IBV_QPS_RTS;
	q->qp = mlx5sig_device_qp_attach(q->fake.device, &raw, &attr);
	if (!q->qp)
		return replay_fail(q->r, "the QP cannot be attached: %d", errno);
	if (has_fence && !post_fence(q, is_outstanding))
		return false;
	if (!is_rts)
		q->state = IBV_QPS_RTR;
	return true;
}

static bool has_step(const json_t *c, const char *op)
{
	const json_t *step;
	size_t i;

	json_array_foreach(json_object_get(c, "steps"), i, step)
		if (!strcmp(get_string(step, "op"), op))
			return true;
	return false;
}

bool queue_open(struct queue *q, struct replay *r, const json_t *c)
{
	const json_t *qp = json_object_get(c, "qp");

	memset(q, 0, sizeof(*q));
	q->r = r;
	q->qpn = (uint32_t)get_number(qp, "qpn");
	q->wqe_cnt = (uint32_t)get_number(qp, "wqe_cnt");
	if (!q->wqe_cnt || q->wqe_cnt & (q->wqe_cnt - 1))
		return replay_fail(r, "a ring of %u WQEBBs", q->wqe_cnt);
	q->ring = allocate((size_t)q->wqe_cnt * QUEUE_WQEBB);
	q->before = allocate((size_t)q->wqe_cnt * QUEUE_WQEBB);
	q->uar = allocate(QUEUE_UAR);
	q->cqes = allocate(QUEUE_CQES * QUEUE_CQE);
	if (!open_device(q, c) || !create_keys(q, c) || !open_cq(q) || !open_qp(q, qp))
		return false;
	fake_forget(&q->fake);
	if (has_step(c, "cancel") && mlx5sig_qp_enable_sig_pipelining(q->qp))
		return replay_fail(r, "signature pipelining cannot be switched on");
	fake_forget(&q->fake);
	return true;
}

void queue_close(struct queue *q)
{
	size_t i;

	fake_forget(&q->fake);
	if (q->qp && mlx5sig_qp_detach(q->qp))
		replay_fail(q->r, "the QP cannot be detached");
	if (q->cq && mlx5sig_cq_detach(q->cq))
		replay_fail(q->r, "the CQ cannot be detached");
	for (i = 0; i < q->num_keys; i++)
		if (mlx5sig_destroy_mkey(q->keys[i].mkey))
			replay_fail(q->r, "key %zu cannot be destroyed", i);
	fake_close(q->r, &q->fake);
	free(q->ring);
	free(q->before);
	free(q->uar);
	free(q->cqes);
	free(q->wqes);
}

struct queue_key *queue_find_key(struct queue *q, uint32_t index)
{
	size_t i;

	for (i = 0; i < q->num_keys; i++)
		if (q->keys[i].mkey->lkey >> 8 == index)
			return &q->keys[i];
	return NULL;
}

void queue_remember(struct queue *q)
{
	memcpy(q->before, q->ring, (size_t)q->wqe_cnt * QUEUE_WQEBB);
	memset(q->uar, UNTOUCHED, QUEUE_UAR);
	q->dbrec_before = q->dbrec;
	fake_forget(&q->fake);
}

bool queue_check_ring(struct queue *q, uint32_t pi, uint32_t wqebbs)
{
	uint32_t i;

	for (i = 0; i < q->wqe_cnt - wqebbs; i++) {
		if (memcmp(queue_wqebb(q->ring, q, pi + wqebbs + i),
			   queue_wqebb(q->before, q, pi + wqebbs + i), QUEUE_WQEBB))
			return replay_fail(q->r, "WQEBB %u of the ring has changed",
					   (pi + wqebbs + i) & (q->wqe_cnt - 1));
	}
	return true;
}

/*
 * Returns the bytes written to the doorbell register's two buffers, in units of 64 except for the
 * first 8.
 */
static uint32_t rung_bytes(const struct queue *q, uint32_t *at)
{
	uint32_t i, first = QUEUE_UAR, last = 0;

	for (i = 0; i < QUEUE_UAR; i++) {
		if (q->uar[i] != UNTOUCHED) {
			first = i < first ? i : first;
			last = i;
		}
	}
	if (first == QUEUE_UAR)
		return 0;
	*at = first / BF_SIZE * BF_SIZE;
	if (last - *at < 8)
		return 8;
	return (last - *at) / QUEUE_WQEBB * QUEUE_WQEBB + QUEUE_WQEBB;
}

bool queue_check_quiet(struct queue *q)
{
	uint32_t at;

	if (q->dbrec != q->dbrec_before || rung_bytes(q, &at))
		return replay_fail(q->r, "the doorbell was rung");
	return true;
}

bool queue_check_doorbell(struct queue *q, const json_t *expect)
{
	uint32_t bf_copy = (uint32_t)get_number(expect, "bf_copy"), at = 0;
	uint32_t rung = rung_bytes(q, &at);
	uint8_t dbrec[8], *wqe = queue_wqebb(q->ring, q, q->last_index);

	memcpy(dbrec, &q->dbrec, sizeof(dbrec));
	if (!is_hex(get_string(expect, "dbrec"), dbrec + 4, 4))
		return replay_fail(q->r, "doorbell record %02x%02x%02x%02x, not %s", dbrec[4],
				   dbrec[5], dbrec[6], dbrec[7], get_string(expect, "dbrec"));
	if (!rung || !is_hex(get_string(expect, "db"), q->uar + at, 8))
		return replay_fail(q->r, "the doorbell is not %s", get_string(expect, "db"));
	if (rung != (bf_copy ? bf_copy : 8))
		return replay_fail(q->r, "%u bytes of doorbell, not %u", rung, bf_copy);
	/* BlueFlame carries the WQE itself; the ring may end in it. */
	for (; bf_copy; bf_copy -= QUEUE_WQEBB, at += QUEUE_WQEBB) {
		if (memcmp(q->uar + at, wqe, QUEUE_WQEBB))
			return replay_fail(q->r, "BlueFlame differs from the ring");
		wqe += QUEUE_WQEBB;
		if (wqe == q->ring + (size_t)q->wqe_cnt * QUEUE_WQEBB)
			wqe = q->ring;
	}
	return true;
}

void queue_cqe(struct queue *q, const void *cqe)
{
	struct prm_cqe64 *slot = (void *)(q->cqes + q->cq_pi % QUEUE_CQES * QUEUE_CQE);

	memcpy(slot, cqe, QUEUE_CQE);
	prm_cqe64_set_owner(slot, q->cq_pi / QUEUE_CQES % 2);
	q->cq_pi++;
}

bool queue_retire(struct queue *q)
{
	struct prm_cqe64 cqe;
	struct ibv_wc wc;

	if (q->oldest_pi == q->pi)
		return true;
	memset(&cqe, 0, sizeof(cqe));
	prm_cqe64_set_opcode(&cqe, PRM_CQE_OPCODE_REQ);
	prm_cqe64_set_qpn(&cqe, q->qpn);
	prm_cqe64_set_wqe_counter(&cqe, q->last_index);
	queue_cqe(q, &cqe);
	q->hidden++;
	if (mlx5sig_poll_cq(q->cq, 1, &wc) != 1)
		return replay_fail(q->r, "the posted WQEs do not complete");
	q->oldest_pi = q->pi;
	q->num_outstanding = q->outstanding_wqes = 0;
	return true;
}
