// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random batches of configurations, each posted in several forms to equal rings: by setters, by
 * setters in another order, by prepared attributes, in one call, and with all kept attributes set
 * again. Keys have no attributes, signatures, encryption, or both. Bytes, keys, slots and errors have to be the same in all, and an aborted batch leaves no
 * trace in any.
 *
 *	build/tests/runtime/configurations SEED ROUNDS
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "obedient.h"
#include "qp.h"

#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)
#define WQEBBS 64u
#define KEYS 5u
#define SGES 121u	/* one more than fits a key; a WQE has 44 to 52 */
#define BATCH 3u

enum form { BY_SETTERS, IN_OTHER_ORDER, PREPARED, IN_ONE_CALL, IN_FULL, FORMS };

static const uint32_t kinds[KEYS] = {
	[1] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
	[2] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
	[3] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO,
	[4] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE | MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO };
static bool has_several_units;	/* with a big-endian tweak */

static int capabilities(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	struct prm_query_hca_cap_out *answer = out;

	obedient_signing(cookie, in, inlen, out, outlen);
	prm_cmd_hca_cap_set_crypto(&answer->cmd_hca_cap, true);
	if (has_several_units)
		prm_cmd_hca_cap_set_aes_xts_multi_block_be_tweak(&answer->cmd_hca_cap, true);
	else
		prm_cmd_hca_cap_set_aes_xts_single_block_le_tweak(&answer->cmd_hca_cap, true);
	return 0;
}

static const struct mlx5sig_devx_ops ops = {
	.obj_create = obedient_create, .obj_destroy = obedient_destroy,
	.general_cmd = capabilities };

static struct queue {
	_Alignas(64) uint8_t sq[WQEBBS * 64], cq_buf[64 * 64], uar[1024], record[8], cq_record[8];
	struct mlx5sig_device *device;
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *qp;
	struct mlx5sig_mkey *keys[KEYS];
	struct mlx5sig_sig_prepared *prepared;
	struct mlx5sig_crypto_prepared *crypto;
	uint32_t cqes, last;	/* @last: index of the last WQE */
} queues[FORMS];

static uint32_t below(uint32_t n)
{
	return (uint32_t)rand() % n;
}

static void open_queue(struct queue *q, uint32_t pi)
{
	struct mlx5sig_raw_cq raw_cq = { .buf = q->cq_buf, .dbrec = q->cq_record, .cqe_cnt = 64,
					 .cqe_size = 64, .cqn = 1 };
	struct mlx5sig_raw_qp raw_qp = {
		.sq_buf = q->sq, .dbrec = q->record, .bf_reg = q->uar, .sq_wqe_cnt = WQEBBS,
		.sq_max_post = WQEBBS, .sq_max_gs = 1, .qpn = 77, .max_desc_size = 1024,
		.bf_size = 256, .sq_pi = pi };
	struct mlx5sig_mkey_init_attr key = { .max_entries = SGES - 1 };
	struct mlx5sig_qp_attr attr = {0};
	uint32_t i;

	memset(q, 0, sizeof(*q));
	memset(q->cq_buf, 0xff, sizeof(q->cq_buf));
	must(q->device = mlx5sig_device_open(&ops, NULL));
	must(q->cq = mlx5sig_device_cq_attach(q->device, &raw_cq, NULL));
	attr.send_cq = attr.recv_cq = q->cq;
	must(q->qp = mlx5sig_device_qp_attach(q->device, &raw_qp, &attr));
	obedient_number = 100;
	for (i = 0; i < KEYS; i++) {
		key.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | kinds[i];
		must(q->keys[i] = mlx5sig_device_create_mkey(q->device, 1, &key));
	}
}

static void close_queue(struct queue *q)
{
	uint32_t i;

	must(!mlx5sig_qp_detach(q->qp));
	for (i = 0; i < KEYS; i++)
		must(!mlx5sig_destroy_mkey(q->keys[i]));
	must(!mlx5sig_cq_detach(q->cq) && !mlx5sig_device_close(q->device));
	mlx5sig_sig_prepared_free(q->prepared);
	mlx5sig_crypto_prepared_free(q->crypto);
}

static struct prm_cqe64 *next_cqe(struct queue *q)
{
	struct prm_cqe64 *cqe = (void *)(q->cq_buf + q->cqes % 64 * 64);

	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_owner(cqe, q->cqes++ / 64 % 2);
	return cqe;
}

/* Completes all posted requests. */
static void complete_all(struct queue *q)
{
	struct prm_cqe64 *cqe = next_cqe(q);
	struct ibv_wc wc;

	prm_cqe64_set_qpn(cqe, 77);
	prm_cqe64_set_wqe_counter(cqe, q->last);
	must(mlx5sig_poll_cq(q->cq, 1, &wc) == 1 && wc.status == IBV_WC_SUCCESS);
}

/* Writes a signature error, which the next configuration of the key has to count. */
static void signature_error(struct queue *q, uint32_t key)
{
	struct prm_cqe64 *cqe = next_cqe(q);
	struct ibv_wc wc;

	prm_cqe64_set_opcode(cqe, PRM_CQE_OPCODE_SIG_ERR);
	prm_sig_err_cqe_set_mkey((void *)cqe, q->keys[key]->lkey);
	must(mlx5sig_poll_cq(q->cq, 1, &wc) == 0);
}

/* There are few attributes, so that they repeat. */
struct configuration {
	struct mlx5sig_sig_t10dif dif[2];
	struct mlx5sig_sig_crc crc[2];
	struct mlx5sig_sig_block_domain domains[2];
	struct mlx5sig_sig_block_attr attr;
	struct mlx5sig_sig_tags tags;
	struct ibv_sge sge[SGES];
	uint16_t num_sges;
	uint32_t key, access;
	struct mlx5sig_crypto_attr crypto;
	bool has_access, has_list, has_sig, has_crypto;	/* setters */
	bool resets_sig;
	uint8_t key_tag;
	unsigned int wr_flags;
	uint64_t wr_id;
};

/* The signatures and the encryption that keys have, as they were posted last. */
static struct configuration present[KEYS];

static bool can_sign(const struct configuration *c)
{
	return kinds[c->key] & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
}

static void random_crypto(struct mlx5sig_crypto_attr *attr)
{
	static struct mlx5sig_dek dek = { .dekn = 0x123456 };
	uint32_t i;

	*attr = (struct mlx5sig_crypto_attr) {
		.crypto_standard = MLX5SIG_CRYPTO_STANDARD_AES_XTS, .encrypt_on_tx = below(2),
		.signature_crypto_order = below(2),
		.data_unit_size = below(2) ? MLX5SIG_BLOCK_SIZE_4096 : below(5),
		.comp_mask = !below(60), .dek = below(60) ? &dek : NULL };
	for (i = 0; i < sizeof(attr->initial_tweak); i++)
		attr->initial_tweak[i] = (char)below(256);
	for (i = 0; i < sizeof(attr->keytag); i++)
		attr->keytag[i] = (char)below(256);
}

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
	c->tags = (struct mlx5sig_sig_tags) {
		.mem_app_tag = c->dif[0].app_tag, .wire_app_tag = c->dif[1].app_tag,
		.mem_ref_tag = c->dif[0].ref_tag, .wire_ref_tag = c->dif[1].ref_tag };
	c->num_sges = (uint16_t)(below(8) ? below(5) : below(2) ? below(SGES + 1) :
								  SGES - below(2));
	for (i = 0; i < SGES; i++)
		c->sge[i] = (struct ibv_sge) { .addr = (uint64_t)rand() << 20,
					       .length = below(20) ? below(999) : UINT32_MAX,
					       .lkey = (uint32_t)rand() };
	c->key = below(8) ? 1 + below(KEYS - 1) : 0;
	c->has_sig = can_sign(c) ? below(4) : !below(20);	/* the others cannot have it */
	c->has_crypto = kinds[c->key] & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO ? below(3) : !below(40);
	random_crypto(&c->crypto);
	c->resets_sig = !c->has_sig && !below(3);
	c->has_access = below(3);
	c->has_list = below(6);
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

/* After this configuration its key has this signature and this encryption. */
static void take_over(struct configuration *of, const struct configuration *c)
{
	const struct configuration *last = c->has_crypto ? c : &of[c->key];
	const struct mlx5sig_crypto_attr crypto = last->crypto;
	const bool has_crypto = last->has_crypto;

	if (c->has_sig || c->resets_sig)
		copy(&of[c->key], c);
	of[c->key].crypto = crypto;
	of[c->key].has_crypto = has_crypto;
}

static void begin(struct queue *q, const struct configuration *c, uint32_t num)
{
	const struct mlx5sig_mkey_conf_attr attr = {
		.conf_flags = c->resets_sig ? MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR : 0 };

	mlx5sig_wr_mkey_configure(q->qp, q->keys[c->key], (uint8_t)num,
				  c->resets_sig || num % 2 ? &attr : NULL);
}

static void set_sig(struct queue *q, const struct configuration *c,
		    const struct mlx5sig_sig_tags *tags)
{
	if (q->prepared)
		mlx5sig_wr_set_mkey_sig_prepared(q->qp, q->prepared, tags);
	else
		mlx5sig_wr_set_mkey_sig_block(q->qp, &c->attr);
}

static void set_crypto(struct queue *q, const struct configuration *c)
{
	if (q->crypto)
		mlx5sig_wr_set_mkey_crypto_prepared(q->qp, q->crypto, c->crypto.initial_tweak);
	else
		mlx5sig_wr_set_mkey_crypto(q->qp, &c->crypto);
}

/* The setters, beginning with number @first. */
static void set_all(struct queue *q, const struct configuration *c, uint32_t first,
		    const struct mlx5sig_sig_tags *tags)
{
	uint32_t i;

	begin(q, c, (uint32_t)c->has_access + c->has_list + c->has_sig + c->has_crypto);
	for (i = 0; i < 4; i++) {
		switch ((first + i) % 4) {
		case 0:
			if (c->has_access)
				mlx5sig_wr_set_mkey_access_flags(q->qp, c->access);
			break;
		case 1:
			if (c->has_list)
				mlx5sig_wr_set_mkey_layout_list(q->qp, c->num_sges, c->sge);
			break;
		case 2:
			if (c->has_sig)
				set_sig(q, c, tags);
			break;
		default:
			if (c->has_crypto)
				set_crypto(q, c);
		}
	}
}

/*
 * Prepares the attributes of @c, or others that differ in their tags, which *@tags then replaces.
 * The other setter has those that cannot be prepared.
 */
static void prepare(struct queue *q, const struct configuration *c,
		    const struct mlx5sig_sig_tags **tags)
{
	struct configuration other;

	copy(&other, c);
	*tags = NULL;
	if (!(c->tags.wire_ref_tag & 1)) {
		*tags = &c->tags;
		other.dif[0].app_tag ^= 5;
		other.dif[1].ref_tag ^= 9;
	}
	mlx5sig_sig_prepared_free(q->prepared);
	q->prepared = mlx5sig_device_sig_prepare(q->device, &other.attr);
	if (below(2))	/* if not, the tweak is the same */
		other.crypto.initial_tweak[below(16)] ^= 1;
	mlx5sig_crypto_prepared_free(q->crypto);
	q->crypto = mlx5sig_device_crypto_prepare(q->device, &other.crypto);
}

/* Posts in one call what can be; false: it cannot. */
static bool set_in_one_call(struct queue *q, const struct configuration *c,
			    const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_mkey *key = q->keys[c->key];

	if (!c->has_access || !c->has_list)
		return false;
	if (c->has_sig && !c->has_crypto && q->prepared)
		mlx5sig_wr_mkey_configure_prepared(q->qp, key, c->access, c->num_sges, c->sge,
						   q->prepared, tags);
	else if (c->has_crypto && !c->has_sig && !c->resets_sig && q->crypto)
		mlx5sig_wr_mkey_configure_crypto(q->qp, key, c->access, c->num_sges, c->sge,
						 q->crypto, c->crypto.initial_tweak);
	else if (!c->has_crypto && !c->has_sig && (c->resets_sig || !can_sign(c)))
		mlx5sig_wr_mkey_configure_prepared(q->qp, key, c->access, c->num_sges, c->sge,
						   NULL, NULL);
	else
		return false;
	return true;
}

/* @c posts the kept attributes again: those that its key has after the batch so far. */
static void set_in_full(struct queue *q, const struct configuration *c,
			const struct configuration *had)
{
	struct configuration full;

	copy(&full, c);
	if (!c->has_crypto && had->has_crypto) {
		full.has_crypto = true;
		full.crypto = had->crypto;
	}
	if (can_sign(c) && !c->has_sig && !c->resets_sig) {
		full.has_sig = had->has_sig;
		/* This would write the BSF of a key with CRYPTO, which is enabled from the start. */
		full.resets_sig = !had->has_sig &&
				  !(kinds[c->key] & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
		if (had->has_sig) {
			struct configuration sig;

			copy(&sig, had);
			full.attr = sig.attr;
			set_all(q, &full, 0, NULL);
			return;
		}
	}
	set_all(q, &full, 0, NULL);
}

static unsigned int once;	/* configurations in one call */

static void configure(enum form form, const struct configuration *c,
		      const struct configuration *had, bool is_good)
{
	struct queue *q = &queues[form];
	const struct mlx5sig_sig_tags *tags = NULL;

	q->keys[c->key]->lkey = (q->keys[c->key]->lkey & ~0xffu) | c->key_tag;
	q->qp->wr_id = c->wr_id;
	q->qp->wr_flags = c->wr_flags;
	if (form == PREPARED || form == IN_ONE_CALL)
		prepare(q, c, &tags);
	if (form == IN_ONE_CALL && set_in_one_call(q, c, tags))
		once++;
	else if (form == IN_FULL)
		set_in_full(q, c, had);
	else	/* of two errors, the first one counts */
		set_all(q, c, form == IN_OTHER_ORDER && is_good ? 1 + below(3) : 0, tags);
}

static int post(enum form form, const struct configuration *batch, uint32_t num, bool is_aborted,
		bool is_good, struct mlx5sig_wr_error *error)
{
	struct mlx5sig_qp *qp = queues[form].qp;
	static struct configuration now[KEYS];
	uint32_t i;
	int err;

	for (i = 0; i < KEYS; i++)
		copy(&now[i], &present[i]);
	mlx5sig_wr_start(qp);
	for (i = 0; i < num; i++) {
		configure(form, &batch[i], &now[batch[i].key], is_good);
		take_over(now, &batch[i]);
	}
	if (is_aborted) {
		mlx5sig_wr_abort(qp);
		return 0;
	}
	err = mlx5sig_wr_complete(qp);
	mlx5sig_qp_last_error(qp, error);
	if (!err)
		queues[form].last = (uint16_t)mlx5sig_qp_of(qp)->sq.committed.last;
	return err;
}

static const struct mlx5sig_key_config *config_of(const struct queue *q, uint32_t i)
{
	const struct mlx5sig_key *key = (const void *)q->keys[i];

	return key->config;
}

/* Slots and segments that no request has may differ: a form that fails has written more, or less. */
static void compare(enum form form, uint32_t pi)
{
	const struct queue *q = &queues[form], *first_queue = &queues[BY_SETTERS];
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(q->qp)->sq;
	const struct mlx5sig_sq *first = &mlx5sig_qp_of(first_queue->qp)->sq;
	uint32_t i, octowords;

	must(sq->now.pi == first->now.pi && sq->now.head == first->now.head &&
	     sq->now.after_umr == first->now.after_umr);
	must(!memcmp(q->record, first_queue->record, sizeof(q->record)));
	must(!memcmp(q->uar, first_queue->uar, 8));
	for (i = 0; i < KEYS; i++) {
		struct mlx5sig_key *key = (void *)q->keys[i];
		struct mlx5sig_key *other = (void *)first_queue->keys[i];

		must(!memcmp(config_of(q, i), config_of(first_queue, i),
			     sizeof(struct mlx5sig_key_config)));
		must(atomic_load(&key->errors.count) == atomic_load(&other->errors.count));
		must(atomic_load(&key->wire_format) == atomic_load(&other->wire_format));
		must(atomic_load(&key->mem_format) == atomic_load(&other->mem_format));
	}
	while (pi != sq->now.pi) {
		octowords = prm_ctrl_seg_get_ds(mlx5sig_ring_at(&sq->ring, pi, 0));
		must(octowords);
		for (i = 0; i < octowords; i++)
			must(!memcmp(mlx5sig_ring_at(&sq->ring, pi, i),
				     mlx5sig_ring_at(&first->ring, pi, i), MLX5SIG_OCTOWORD));
		must(!memcmp(mlx5sig_sq_slot(sq, pi), mlx5sig_sq_slot(first, pi),
			     sizeof(struct mlx5sig_slot)));
		pi += mlx5sig_wqebbs(octowords);
	}
}

static void compare_errors(const struct mlx5sig_wr_error *a, const struct mlx5sig_wr_error *b)
{
	must(a->index == b->index && a->wr_id == b->wr_id && a->err == b->err);
	must(a->reason && b->reason && !strcmp(a->reason, b->reason));
}

int main(int argc, char **argv)
{
	unsigned int rounds, i, posted = 0, failed = 0, aborted = 0, kept = 0, full = 0, never = 0;
	static struct configuration batch[BATCH];
	enum form form;

	must(argc == 3);
	srand((unsigned int)atoi(argv[1]));
	has_several_units = below(2);
	i = (uint32_t)rand();
	for (form = BY_SETTERS; form < FORMS; form++)
		open_queue(&queues[form], i);
	random_configuration(&batch[BATCH - 1], false);
	for (rounds = (unsigned int)atoi(argv[2]); rounds; rounds--) {
		uint32_t pi = mlx5sig_qp_of(queues[0].qp)->sq.now.pi;
		uint32_t num = below(3) ? 1 : 1 + below(BATCH), bad_key = 1 + below(20);
		bool is_aborted = !below(9), completes;
		struct mlx5sig_wr_error errors[FORMS];
		int err[FORMS];

		copy(&batch[0], &batch[BATCH - 1]);
		for (i = 0; i < BATCH; i++) {
			if (i)
				copy(&batch[i], &batch[i - 1]);
			if (i < num)
				random_configuration(&batch[i], below(2));
		}
		for (form = BY_SETTERS; form < FORMS; form++) {
			if (bad_key < KEYS)
				signature_error(&queues[form], bad_key);
			err[form] = post(form, batch, num, is_aborted, form && !err[0],
					 &errors[form]);
			must(err[form] == err[0]);
			compare(form, pi);
			if (err[0])
				compare_errors(&errors[form], &errors[0]);
		}
		failed += err[0] != 0;
		full += err[0] == ENOMEM;
		never += err[0] == E2BIG;
		aborted += is_aborted;
		if (!err[0] && !is_aborted) {
			posted++;
			for (i = 0; i < num; i++) {
				kept += batch[i].key && present[batch[i].key].has_sig &&
					!batch[i].has_sig && !batch[i].resets_sig;
				take_over(present, &batch[i]);
			}
		}
		completes = err[0] == ENOMEM || (!err[0] && !is_aborted && !below(8));
		for (form = BY_SETTERS; completes && form < FORMS; form++)
			complete_all(&queues[form]);
	}
	must(posted && failed && aborted && kept && full && never && once);
	for (form = BY_SETTERS; form < FORMS; form++)
		close_queue(&queues[form]);
	printf("%u posted, of which %u keep a signature; %u failed\n", posted, kept, failed);
	return 0;
}
