// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * One random batch of configurations after the other, made in five ways on rings that are alike: by
 * setters, by setters that go the general way with attributes that are not known from before, by
 * setters with prepared attributes, in one call, and by setters in another order. Bytes, keys,
 * slots and errors have to be the same in all.
 *
 *	build/tests/runtime/prepared SEED ROUNDS
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configure.h"
#include "obedient.h"

#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)
#define WAYS 5u
#define WQEBBS 64u
#define KEYS 3u
#define SGES 6u
#define BATCH 3u

static const struct mlx5sig_devx_ops ops = {
	.obj_create = obedient_create, .obj_destroy = obedient_destroy,
	.general_cmd = obedient_signing };

static struct way {
	_Alignas(64) uint8_t sq[WQEBBS * 64], cq_buf[64 * 64], uar[1024], record[8], cq_record[8];
	struct mlx5sig_device *device;
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *qp;
	struct mlx5sig_mkey *keys[KEYS];
	struct mlx5sig_sig_prepared prepared;
	bool is_prepared, has_tags;
	uint32_t cqes, last;	/* @last: index of the last WQE */
} ways[WAYS];

static uint32_t below(uint32_t n)
{
	return (uint32_t)rand() % n;
}

static void open_way(struct way *w, uint32_t pi)
{
	struct mlx5sig_raw_cq raw_cq = { .buf = w->cq_buf, .dbrec = w->cq_record, .cqe_cnt = 64,
					 .cqe_size = 64, .cqn = 1 };
	struct mlx5sig_raw_qp raw_qp = {
		.sq_buf = w->sq, .dbrec = w->record, .bf_reg = w->uar, .sq_wqe_cnt = WQEBBS,
		.sq_max_post = WQEBBS, .sq_max_gs = 1, .qpn = 77, .max_desc_size = 1024,
		.bf_size = 256, .sq_pi = pi };
	struct mlx5sig_mkey_init_attr key = { .max_entries = SGES };
	struct mlx5sig_qp_attr attr = {0};
	uint32_t i;

	memset(w, 0, sizeof(*w));
	memset(w->cq_buf, 0xff, sizeof(w->cq_buf));
	must(w->device = mlx5sig_device_open(&ops, NULL));
	must(w->cq = mlx5sig_device_cq_attach(w->device, &raw_cq, NULL));
	attr.send_cq = attr.recv_cq = w->cq;
	must(w->qp = mlx5sig_device_qp_attach(w->device, &raw_qp, &attr));
	obedient_number = 100;
	for (i = 0; i < KEYS; i++) {
		key.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				   (i ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE : 0);
		must(w->keys[i] = mlx5sig_device_create_mkey(w->device, 1, &key));
	}
}

static void close_way(struct way *w)
{
	uint32_t i;

	must(!mlx5sig_qp_detach(w->qp));
	for (i = 0; i < KEYS; i++)
		must(!mlx5sig_destroy_mkey(w->keys[i]));
	must(!mlx5sig_cq_detach(w->cq) && !mlx5sig_device_close(w->device));
}

/* All that has been posted is done. */
static void complete_all(struct way *w)
{
	struct prm_cqe64 *cqe = (void *)(w->cq_buf + w->cqes % 64 * 64);
	struct ibv_wc wc;

	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_qpn(cqe, 77);
	prm_cqe64_set_wqe_counter(cqe, w->last);
	prm_cqe64_set_owner(cqe, w->cqes++ / 64 % 2);
	must(mlx5sig_poll_cq(w->cq, 1, &wc) == 1 && wc.status == IBV_WC_SUCCESS);
}

/* Of what a configuration says. Attributes are few, so that they repeat. */
struct configuration {
	struct mlx5sig_sig_t10dif dif[2];
	struct mlx5sig_sig_crc crc[2];
	struct mlx5sig_sig_block_domain domains[2];
	struct mlx5sig_sig_block_attr attr;
	struct mlx5sig_sig_tags tags;
	struct ibv_sge sge[SGES];
	uint16_t num_sges;
	uint32_t key, access;
	bool is_plain, has_access;	/* @is_plain: no signature is set */
	bool is_repeated;	/* as the last one, but for tags */
	uint8_t key_tag;
	unsigned int wr_flags;
	uint64_t wr_id;
};

static void random_domain(struct configuration *c, unsigned int i)
{
	static const uint64_t seeds[] = { 0, UINT32_MAX, UINT64_MAX, 1 };
	struct mlx5sig_sig_block_domain *domain = &c->domains[i];

	domain->block_size = below(3) ? MLX5SIG_BLOCK_SIZE_512 : MLX5SIG_BLOCK_SIZE_4096;
	domain->comp_mask = !below(60);
	if (below(3)) {
		domain->sig_type = MLX5SIG_SIG_TYPE_T10DIF;
		domain->sig.dif = &c->dif[i];
		c->dif[i] = (struct mlx5sig_sig_t10dif) {
			.bg_type = !below(3), .bg = below(20) ? (below(3) ? 0 : UINT16_MAX) : 7,
			.app_tag = (uint16_t)below(2), .ref_tag = below(2) + 0x01020304,
			.flags = (uint16_t)(below(3) ? 1 : below(9)) };
	} else {
		domain->sig_type = MLX5SIG_SIG_TYPE_CRC;
		domain->sig.crc = &c->crc[i];
		c->crc[i] = (struct mlx5sig_sig_crc) { .type = below(3),
						       .seed = seeds[below(8) ? below(3) : 3] };
	}
}

static void random_configuration(struct configuration *c, bool is_repeated)
{
	uint32_t i, which = 1 + below(3);

	if (is_repeated) {	/* but for the tags */
		for (i = 0; i < 2; i++) {
			c->dif[i].app_tag = (uint16_t)rand();
			c->dif[i].ref_tag = below(4) ? c->dif[0].ref_tag : (uint32_t)rand();
			c->domains[i].comp_mask = !below(60);
		}
	} else {
		memset(c, 0, sizeof(*c));
		random_domain(c, 0);
		random_domain(c, 1);
		c->attr = (struct mlx5sig_sig_block_attr) {
			.mem = which & 1 ? &c->domains[0] : NULL,
			.wire = which & 2 ? &c->domains[1] : NULL,
			.flags = below(4) ? 0 : 1, .check_mask = (uint8_t)(below(2) ? 0xff : 0xc0),
			.copy_mask = (uint8_t)(below(2) ? 0xff : 0x30) };
	}
	c->is_repeated = is_repeated;
	c->tags = (struct mlx5sig_sig_tags) {
		.mem_app_tag = c->dif[0].app_tag, .wire_app_tag = c->dif[1].app_tag,
		.mem_ref_tag = c->dif[0].ref_tag, .wire_ref_tag = c->dif[1].ref_tag };
	c->num_sges = (uint16_t)(below(8) ? below(5) : below(SGES + 1));
	for (i = 0; i < SGES; i++)
		c->sge[i] = (struct ibv_sge) { .addr = (uint64_t)rand() << 20,
					       .length = below(20) ? below(9999) : UINT32_MAX,
					       .lkey = (uint32_t)rand() };
	c->key = below(8) ? 1 + below(KEYS - 1) : 0;
	c->is_plain = !c->key && below(4);
	c->has_access = !c->is_plain || below(2);
	c->key_tag = (uint8_t)(below(30) ? 0 : below(256));
	c->access = below(20) ? below(16) : 16;
	c->wr_flags = below(16);
	c->wr_id = (uint64_t)rand() << 32 | (uint32_t)rand();
}

/* Attributes refer to others of the same configuration. */
static void copy(struct configuration *to, const struct configuration *from)
{
	uint32_t i;

	*to = *from;
	for (i = 0; i < 2; i++)
		to->domains[i].sig.dif = from->domains[i].sig_type == MLX5SIG_SIG_TYPE_CRC ?
					 (const void *)&to->crc[i] : &to->dif[i];
	to->attr.mem = from->attr.mem ? &to->domains[0] : NULL;
	to->attr.wire = from->attr.wire ? &to->domains[1] : NULL;
}

static void set_common(struct way *w, const struct configuration *c)
{
	mlx5sig_wr_mkey_configure(w->qp, w->keys[c->key], 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(w->qp, c->access);
	mlx5sig_wr_set_mkey_layout_list(w->qp, c->num_sges, c->sge);
}

/* Of the key without signature. */
static void set_plain(struct way *w, const struct configuration *c)
{
	mlx5sig_wr_mkey_configure(w->qp, w->keys[c->key], c->has_access ? 2 : 1, NULL);
	if (c->has_access)
		mlx5sig_wr_set_mkey_access_flags(w->qp, c->access);
	mlx5sig_wr_set_mkey_layout_list(w->qp, c->num_sges, c->sge);
}

/* Any order but the usual one. */
static void set_in_other_order(struct way *w, const struct configuration *c)
{
	uint32_t order = below(3);

	mlx5sig_wr_mkey_configure(w->qp, w->keys[c->key], 3, NULL);
	if (order == 0)
		mlx5sig_wr_set_mkey_sig_block(w->qp, &c->attr);
	mlx5sig_wr_set_mkey_layout_list(w->qp, c->num_sges, c->sge);
	if (order == 1)
		mlx5sig_wr_set_mkey_sig_block(w->qp, &c->attr);
	mlx5sig_wr_set_mkey_access_flags(w->qp, c->access);
	if (order == 2)
		mlx5sig_wr_set_mkey_sig_block(w->qp, &c->attr);
}

/* Attributes of @c with other tags, which those of the request replace. */
static bool prepare_others(struct way *w, const struct configuration *c)
{
	struct configuration other = *c;
	unsigned int i;

	other.dif[0].app_tag ^= 5;
	other.dif[1].ref_tag ^= 9;
	for (i = 0; i < 2; i++)
		other.domains[i].sig.dif = c->domains[i].sig_type == MLX5SIG_SIG_TYPE_CRC ?
			(const void *)&other.crc[i] : &other.dif[i];
	other.attr.mem = c->attr.mem ? &other.domains[0] : NULL;
	other.attr.wire = c->attr.wire ? &other.domains[1] : NULL;
	return !mlx5sig_sig_prepared_init(&w->prepared, w->device, &other.attr);
}

/*
 * Prepared attributes have other tags than the request, or its own; what cannot be prepared stays
 * with the plain setter. Of a configuration that repeats the last one, they may be used again.
 */
static bool prepare(struct way *w, const struct configuration *c)
{
	if (w->is_prepared && c->is_repeated && !c->domains[0].comp_mask &&
	    !c->domains[1].comp_mask && c->tags.wire_app_tag & 1) {
		w->has_tags = true;
		return true;
	}
	w->has_tags = !(c->tags.wire_ref_tag & 1);
	w->is_prepared = w->has_tags ? prepare_others(w, c) :
		!mlx5sig_sig_prepared_init(&w->prepared, w->device, &c->attr);
	return w->is_prepared;
}

static void configure(unsigned int way, const struct configuration *c, bool is_good)
{
	struct way *w = &ways[way];
	bool is_prepared = (way == 2 || way == 3) && prepare(w, c);
	const struct mlx5sig_sig_tags *tags = w->has_tags ? &c->tags : NULL;
	unsigned int i;

	/* Nothing is known from before, and every step is checked: the general way. */
	if (way == 1) {
		for (i = 0; i < MLX5SIG_MEMOS; i++)
			mlx5sig_qp_of(w->qp)->memos[i].on = 0;
		mlx5sig_qp_of(w->qp)->sq.config_wqebbs = INT32_MAX;
	}
	w->keys[c->key]->lkey = (w->keys[c->key]->lkey & ~0xffu) | c->key_tag;
	w->qp->wr_id = c->wr_id;
	w->qp->wr_flags = c->wr_flags;
	if (c->is_plain) {
		set_plain(w, c);
	} else if (is_prepared && way == 3) {
		mlx5sig_wr_mkey_configure_prepared(w->qp, w->keys[c->key], c->access, c->num_sges,
						   c->sge, &w->prepared, tags);
	} else if (way == 4 && is_good) {	/* with two errors, the order tells which counts */
		set_in_other_order(w, c);
	} else {
		set_common(w, c);
		if (is_prepared)
			mlx5sig_wr_set_mkey_sig_prepared(w->qp, &w->prepared, tags);
		else
			mlx5sig_wr_set_mkey_sig_block(w->qp, &c->attr);
	}
}

static int post(unsigned int way, const struct configuration *batch, uint32_t num, bool is_aborted,
		bool is_good)
{
	struct mlx5sig_qp *qp = ways[way].qp;
	uint32_t i;
	int err;

	mlx5sig_wr_start(qp);
	for (i = 0; i < num; i++)
		configure(way, &batch[i], is_good);
	if (is_aborted) {
		mlx5sig_wr_abort(qp);
		return 0;
	}
	err = mlx5sig_wr_complete(qp);
	if (!err)
		ways[way].last = prm_ctrl_seg_get_wqe_index(mlx5sig_qp_of(qp)->sq.last);
	return err;
}

/*
 * Slots from before, which nobody looks at, may differ: a way that fails has written more, or less.
 */
static void compare(unsigned int way, uint32_t pi, int err, int first_err)
{
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(ways[way].qp)->sq;
	const struct mlx5sig_sq *first = &mlx5sig_qp_of(ways[0].qp)->sq;
	uint32_t i, octowords;

	must(err == first_err);
	must(sq->now.pi == first->now.pi && sq->now.head == first->now.head &&
	     sq->now.order == first->now.order);
	must(!memcmp(ways[way].record, ways[0].record, sizeof(ways[0].record)));
	must(!memcmp(ways[way].uar, ways[0].uar, 8));
	for (i = 0; i < KEYS; i++) {
		const struct mlx5sig_key *key = (void *)ways[way].keys[i];
		const struct mlx5sig_key *other = (void *)ways[0].keys[i];

		must(!memcmp(&key->config, &other->config, sizeof(key->config)));
		must(key->errors.written == other->errors.written);
		must(atomic_load(&key->domains) == atomic_load(&other->domains));
	}
	while (pi != sq->now.pi) {
		const struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(&sq->ring, pi, 0);

		octowords = prm_ctrl_seg_get_ds(ctrl);
		for (i = 0; i < octowords; i++)
			must(!memcmp(mlx5sig_ring_at(&sq->ring, pi, i),
				     mlx5sig_ring_at(&first->ring, pi, i), MLX5SIG_OCTOWORD));
		i = mlx5sig_sq_slot(sq, pi);
		must(!memcmp(&sq->slots[i], &first->slots[i], sizeof(sq->slots[i])));
		must(sq->slots[i].flags & MLX5SIG_SLOT_IS_PART ||
		     sq->short_ids[i] == (uint32_t)sq->slots[i].wr_id);
		pi += mlx5sig_wqebbs(octowords);
	}
}

/* What was prepared for one context is never taken for what a key of another one has. */
static void check_numbers(void)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_CRC,
							 .sig.crc = &crc };
	const struct mlx5sig_sig_block_attr attr = { .wire = &domain };
	struct mlx5sig_sig_prepared prepared[2];

	must(!mlx5sig_sig_prepared_init(&prepared[0], ways[0].device, &attr));
	must(!mlx5sig_sig_prepared_init(&prepared[1], ways[1].device, &attr));
	must(prepared[0].image.id && prepared[0].image.id != prepared[1].image.id);
}

int main(int argc, char **argv)
{
	unsigned int rounds, i, posted = 0, failed = 0, repeated = 0, full = 0;
	struct configuration batch[BATCH];

	must(argc == 3);
	srand((unsigned int)atoi(argv[1]));
	i = (uint32_t)rand();
	for (rounds = 0; rounds < WAYS; rounds++)
		open_way(&ways[rounds], i);
	random_configuration(&batch[BATCH - 1], false);
	check_numbers();
	for (rounds = (unsigned int)atoi(argv[2]); rounds; rounds--) {
		uint32_t pi = mlx5sig_qp_of(ways[0].qp)->sq.now.pi, error = below(20);
		uint32_t num = below(3) ? 1 : 1 + below(BATCH);
		bool is_aborted = !below(9), completes;
		int err[WAYS];

		copy(&batch[0], &batch[BATCH - 1]);
		for (i = 0; i < BATCH; i++) {
			if (i)
				copy(&batch[i], &batch[i - 1]);
			if (i < num) {
				random_configuration(&batch[i], below(2));
				repeated += batch[i].is_repeated;
			}
		}
		for (i = 0; i < WAYS; i++) {
			struct mlx5sig_key *key = (struct mlx5sig_key *)ways[i].keys[1];

			if (!error)	/* of a signature: the next configuration tells the key */
				atomic_fetch_add(&key->errors.count, 1);
			err[i] = post(i, batch, num, is_aborted, i && !err[0]);
			compare(i, pi, err[i], err[0]);
		}
		failed += err[0] != 0;
		posted += !err[0] && !is_aborted;
		full += err[0] == ENOMEM;
		completes = err[0] == ENOMEM || (!err[0] && !is_aborted && !below(8));
		for (i = 0; completes && i < WAYS; i++)
			complete_all(&ways[i]);
	}
	must(posted && failed && repeated && full);
	for (i = 0; i < WAYS; i++)
		close_way(&ways[i]);
	printf("%u posted, %u failed\n", posted, failed);
	return 0;
}
