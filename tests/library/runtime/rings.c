// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random posting to small rings in plain memory, with a device that completes requests at random.
 * Requests in flight never change: a failed or aborted batch leaves no trace, and room is never
 * overestimated.
 *
 *	build/tests/runtime/rings SEED ROUNDS
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prm_doorbell.h>

#include "post.h"
#include "obedient.h"

#undef assert
#define assert(is_good) do { if (!(is_good)) fail(__FILE__, __LINE__, #is_good); } while (0)

static _Noreturn void fail(const char *file, int line, const char *what)
{
	printf("%s:%d: %s\n", file, line, what);
	exit(1);
}

#define CQES 64u
#define MAX_WQEBBS 128u
#define KEYS 3u

struct world {
	struct mlx5sig_device *device;
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *pub;
	struct mlx5sig_queue_pair *qp;
	struct mlx5sig_mkey *keys[KEYS];
	uint32_t wqebbs, max_post;
	uint32_t cqes;			/* written */
	/*
	 * WQEs in flight in the model: first WQEBB and number of each, oldest first. Each is a
	 * request, except the SET_PSVs of a configuration.
	 */
	struct { uint32_t pi, num; bool is_request; } posted[MAX_WQEBBS];
	uint32_t num_posted, pi;
	uint32_t num_unshown;	/* of these, committed and not shown by the doorbell */
	_Alignas(64) uint8_t sq[MAX_WQEBBS * 64], before[MAX_WQEBBS * 64];
	_Alignas(64) uint8_t cq_buf[CQES * 64], uar[1024];
	uint8_t sq_record[8], cq_record[8];
	uint32_t bf_size, bf_offset;	/* of the register that is next */
	bool was_part;		/* the last WQE is followed by more of its request */
};

static uint32_t below(uint32_t n)
{
	return (uint32_t)rand() % n;
}

static void open_world(struct world *w)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_signing };
	struct mlx5sig_raw_cq raw_cq = { .buf = w->cq_buf, .dbrec = w->cq_record, .cqe_cnt = CQES,
					 .cqe_size = 64, .cqn = 1 };
	struct mlx5sig_raw_qp raw_qp = { .sq_buf = w->sq, .dbrec = w->sq_record, .bf_reg = w->uar,
					 .sq_max_gs = 16, .sq_max_inline = 300, .qpn = 77,
					 .max_desc_size = 1024 };
	struct mlx5sig_mkey_init_attr key = { .max_entries = 60 };
	struct mlx5sig_qp_attr attr = {0};
	uint32_t i;

	memset(w, 0, sizeof(*w));
	memset(w->cq_buf, 0xff, sizeof(w->cq_buf));
	w->wqebbs = 8u << below(5);
	w->max_post = 1 + below(w->wqebbs);
	w->pi = (uint32_t)rand();
	w->device = mlx5sig_device_open(&ops, NULL);
	assert(w->device);
	w->cq = mlx5sig_device_cq_attach(w->device, &raw_cq, NULL);
	assert(w->cq && !mlx5sig_device_cq_attach(w->device, &raw_cq, NULL) && errno == EBUSY);
	raw_qp.sq_wqe_cnt = w->wqebbs;
	raw_qp.sq_max_post = w->max_post;
	raw_qp.sq_pi = w->pi;
	raw_qp.sq_head = raw_qp.sq_tail = (uint32_t)rand();
	raw_qp.bf_size = w->bf_size = below(2) ? 256 : 0;
	attr.send_cq = attr.recv_cq = w->cq;
	attr.flags = below(2) ? MLX5SIG_ATTACH_SINGLE_THREADED : 0;
	w->pub = mlx5sig_device_qp_attach(w->device, &raw_qp, &attr);
	assert(w->pub);
	w->qp = mlx5sig_qp_of(w->pub);
	for (i = 0; i < KEYS; i++) {
		key.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				   (i ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE : 0);
		w->keys[i] = mlx5sig_device_create_mkey(w->device, 1, &key);
		assert(w->keys[i]);
	}
}

static void close_world(struct world *w)
{
	uint32_t i;

	assert(mlx5sig_cq_detach(w->cq) == EBUSY);
	assert(!mlx5sig_qp_detach(w->pub));
	for (i = 0; i < KEYS; i++)
		assert(!mlx5sig_destroy_mkey(w->keys[i]));
	assert(mlx5sig_device_close(w->device) == EBUSY);
	assert(!mlx5sig_cq_detach(w->cq));
	assert(!mlx5sig_device_close(w->device));
}

/* Completes the first @n WQEs in flight by a CQE for the last one. */
static void complete_some(struct world *w, uint32_t n)
{
	struct prm_cqe64 *cqe = (void *)(w->cq_buf + w->cqes % CQES * 64);
	struct ibv_wc wc[2];

	if (!n)
		return;
	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_qpn(cqe, 77);
	prm_cqe64_set_wqe_counter(cqe, (uint16_t)w->posted[n - 1].pi);
	prm_cqe64_set_owner(cqe, w->cqes / CQES % 2);
	w->cqes++;
	assert(mlx5sig_poll_cq(w->cq, 2, wc) == 1);
	assert(wc[0].status == IBV_WC_SUCCESS && wc[0].qp_num == 77);
	assert(wc[0].wr_id == w->posted[n - 1].pi);
	w->num_posted -= n;
	memmove(w->posted, w->posted + n, w->num_posted * sizeof(w->posted[0]));
}

static void post_configuration(struct world *w)
{
	const struct mlx5sig_sig_t10dif dif = { .ref_tag = (uint32_t)rand() };
	const struct mlx5sig_sig_block_domain domain = { .sig.dif = &dif };
	struct mlx5sig_sig_block_attr sig = { .mem = below(2) ? &domain : NULL,
					      .wire = below(4) ? &domain : NULL };
	uint32_t key = below(KEYS), access = below(8) ? below(16) : 16, num = below(56);
	struct ibv_sge list[56];
	uint32_t i, setters = 0;

	for (i = 0; i < num; i++)
		list[i] = (struct ibv_sge) { .addr = i, .length = 1 + below(100), .lkey = 9 };
	mlx5sig_wr_mkey_configure(w->pub, w->keys[key], (uint8_t)(1 + below(3)), NULL);
	while (below(6) && setters != 7) {
		i = 1u << below(3);
		if (setters & i && below(20))
			continue;
		setters |= i;
		if (i == 1)
			mlx5sig_wr_set_mkey_access_flags(w->pub, access);
		else if (i == 2)
			mlx5sig_wr_set_mkey_layout_list(w->pub, (uint16_t)num, list);
		else
			mlx5sig_wr_set_mkey_sig_block(w->pub, &sig);
	}
}

static void post_request(struct world *w)
{
	static const uint8_t data[400];
	struct ibv_sge list[17];
	uint32_t i;

	for (i = 0; i < 17; i++)
		list[i] = (struct ibv_sge) { .addr = i, .length = below(4), .lkey = 9 };
	switch (below(9)) {
	case 0:
		mlx5sig_wr_send(w->pub);
		mlx5sig_wr_set_sge_list(w->pub, below(18), list);
		break;
	case 1:
		mlx5sig_wr_rdma_write(w->pub, 1, 2);
		mlx5sig_wr_set_inline_data(w->pub, data, below(310));
		break;
	case 2:
		mlx5sig_wr_rdma_read(w->pub, 1, 2);
		mlx5sig_wr_set_sge(w->pub, 1, 2, below(2));
		break;
	case 3:
		mlx5sig_wr_atomic_cmp_swp(w->pub, 1, 2, 3, 4);
		mlx5sig_wr_set_sge(w->pub, 1, 2, 8);
		break;
	case 4:
		mlx5sig_wr_local_inv(w->pub, 1);
		break;
	case 5:
		mlx5sig_wr_nop(w->pub);
		break;
	default:
		post_configuration(w);
	}
}

static uint32_t num_requests(const struct world *w)
{
	uint32_t i, num = 0;

	for (i = 0; i < w->num_posted; i++)
		num += w->posted[i].is_request;
	return num;
}

/* A UMR in front of another one of the same request. */
static bool is_part_of_list(const struct prm_ctrl_seg *ctrl)
{
	return prm_ctrl_seg_get_opcode(ctrl) == PRM_WQE_OPCODE_UMR &&
	       prm_umr_ctrl_seg_get_klm_octowords((const void *)(ctrl + 1)) &&
	       prm_umr_ctrl_seg_get_translation_offset_en((const void *)(ctrl + 1));
}

/* Follows the posted WQEs in the ring; their ids are their positions. */
static void note_posted(struct world *w, uint32_t end)
{
	while (w->pi != end) {
		const struct prm_ctrl_seg *ctrl = (void *)(w->sq + w->pi % w->wqebbs * 64);
		uint32_t ds = prm_ctrl_seg_get_ds(ctrl);

		assert(ds && prm_ctrl_seg_get_qpn(ctrl) == 77);
		assert(prm_ctrl_seg_get_wqe_index(ctrl) == (uint16_t)w->pi);
		w->posted[w->num_posted].pi = w->pi;
		w->posted[w->num_posted].is_request =
			prm_ctrl_seg_get_opcode(ctrl) != PRM_WQE_OPCODE_SET_PSV && !w->was_part;
		w->was_part = is_part_of_list(ctrl);
		w->posted[w->num_posted++].num = (ds + 3) / 4;
		w->qp->sq.slots[w->pi % w->wqebbs].wr_id = w->pi;
		w->pi += (ds + 3) / 4;
		assert((int32_t)(end - w->pi) >= 0);
		assert(num_requests(w) <= w->max_post);
	}
}

static void check_in_flight(const struct world *w, uint32_t num)
{
	uint32_t i, k, at;

	for (i = 0; i < num; i++) {
		for (k = 0; k < w->posted[i].num; k++) {
			at = (w->posted[i].pi + k) % w->wqebbs * 64;
			assert(!memcmp(w->sq + at, w->before + at, 64));
		}
	}
}

/*
 * The register has the first 8 bytes of the last WQE, or a whole single WQE that fits; nothing else
 * of the page has changed. @num: WQEs that were in flight before.
 */
static void check_register(struct world *w, const uint8_t *before, uint32_t num)
{
	const uint32_t last = w->num_posted - 1;
	uint8_t should[sizeof(w->uar)];
	const uint8_t *wqe;
	uint32_t i;

	memcpy(should, before, sizeof(should));
	if (w->num_posted > num) {
		wqe = w->sq + w->posted[last].pi % w->wqebbs * 64;
		if (w->num_posted == num + 1 && w->posted[last].num * 64 <= w->bf_size &&
		    prm_ctrl_seg_get_ds((const void *)wqe) > 1)
			for (i = 0; i < w->posted[last].num; i++)
				memcpy(should + w->bf_offset + i * 64, w->sq +
				       (w->posted[last].pi + i) % w->wqebbs * 64, 64);
		else
			memcpy(should + w->bf_offset, wqe, 8);
		w->bf_offset ^= w->bf_size;
	}
	assert(!memcmp(w->uar, should, sizeof(should)));
}

static const struct mlx5sig_key_config *config_of(const struct world *w, uint32_t i)
{
	const struct mlx5sig_key *key = (const struct mlx5sig_key *)w->keys[i];

	return key->config;
}

/* Decodes errors like polling. */
static uint8_t formats_of(const struct world *w, uint32_t i)
{
	struct mlx5sig_key *key = (struct mlx5sig_key *)w->keys[i];

	return (uint8_t)(atomic_load(&key->wire_format) * 16 + atomic_load(&key->mem_format));
}

/* Returns 0 for a batch that was posted. */
static int post_batch(struct world *w)
{
	struct mlx5sig_key_config configs[KEYS];
	struct mlx5sig_sq_position state = w->qp->sq.now;
	uint32_t i, num = w->num_posted;
	uint8_t record[8], uar[sizeof(w->uar)];
	uint8_t formats[KEYS];
	bool is_shown;
	int err;

	for (i = 0; i < KEYS; i++) {
		configs[i] = *config_of(w, i);
		formats[i] = formats_of(w, i);
	}
	memcpy(w->before, w->sq, sizeof(w->sq));
	memcpy(record, w->sq_record, sizeof(record));
	memcpy(uar, w->uar, sizeof(uar));
	mlx5sig_wr_start(w->pub);
	for (i = 1 + below(4); i; i--) {
		w->pub->wr_flags = below(16);
		post_request(w);
	}
	is_shown = below(3);
	if (below(8)) {
		err = is_shown ? mlx5sig_wr_complete(w->pub) : mlx5sig_wr_commit(w->pub);
	} else {
		mlx5sig_wr_abort(w->pub);
		err = -1;
	}
	check_in_flight(w, num);
	if (!err) {
		note_posted(w, w->qp->sq.now.pi);
		if (!is_shown && below(2)) {
			assert(!memcmp(uar, w->uar, sizeof(uar)));
			assert(!memcmp(record, w->sq_record, sizeof(record)));
			w->num_unshown += w->num_posted - num;
			return 0;
		}
		mlx5sig_qp_ring(w->pub);	/* nothing more to show after complete */
		num -= w->num_unshown;
		w->num_unshown = 0;
		assert(prm_qp_doorbell_record_get_send_counter((void *)w->sq_record) ==
		       (uint16_t)w->pi);
		check_register(w, uar, num);
		return 0;
	}
	assert(!memcmp(uar, w->uar, sizeof(uar)));
	assert(!memcmp(record, w->sq_record, sizeof(record)));
	assert(w->qp->sq.now.pi == state.pi && w->qp->sq.now.head == state.head &&
	       w->qp->sq.now.after_umr == state.after_umr);
	for (i = 0; i < KEYS; i++) {
		assert(!memcmp(&configs[i], config_of(w, i), sizeof(configs[i])));
		assert(formats[i] == formats_of(w, i));
	}
	return err;
}

/* Shows what is committed, after a batch that has failed. */
static void show_all(struct world *w)
{
	uint8_t uar[sizeof(w->uar)];

	memcpy(uar, w->uar, sizeof(uar));
	mlx5sig_qp_ring(w->pub);
	if (!w->num_unshown) {
		assert(!memcmp(uar, w->uar, sizeof(uar)));
		return;
	}
	check_register(w, uar, w->num_posted - w->num_unshown);
	w->num_unshown = 0;
	assert(prm_qp_doorbell_record_get_send_counter((void *)w->sq_record) == (uint16_t)w->pi);
}

int main(int argc, char **argv)
{
	static struct world world;
	unsigned int count[4] = {0};
	struct mlx5sig_wr_error error;
	int rounds, i, err;

	assert(argc == 3);
	srand((unsigned int)atoi(argv[1]));
	for (rounds = atoi(argv[2]); rounds; rounds--) {
		open_world(&world);
		for (i = 0; i < 200; i++) {
			err = post_batch(&world);
			count[!err ? 0 : err == ENOMEM ? 1 : err == E2BIG ? 2 : 3]++;
			mlx5sig_qp_last_error(world.pub, &error);
			/* A request without room now has room when the earlier ones are done. */
			assert(err != ENOMEM || world.num_posted || error.index);
			assert(err <= 0 || (error.err == err && error.reason && error.index <= 4));
			if (world.num_posted > world.num_unshown && below(3))
				complete_some(&world, 1 + below(world.num_posted -
								world.num_unshown));
			if (err == ENOMEM && !below(4))
				show_all(&world);
		}
		close_world(&world);
	}
	/* All paths have been tested. */
	assert(count[0] && count[1] && count[2] && count[3]);
	printf("%u posted, %u without room, %u too long, %u wrong or aborted\n", count[0],
	       count[1], count[2], count[3]);
	return 0;
}
