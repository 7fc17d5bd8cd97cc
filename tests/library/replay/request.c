/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Requests of the vectors, as calls. Attributes are freed as soon as a call returns, so that a
 * library that keeps pointers to them is noticed.
 */
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"

static void *zeroed(size_t num, size_t size)
{
	void *memory = calloc(num ? num : 1, size);

	if (!memory)
		abort();
	return memory;
}

static struct ibv_sge *read_sges(const json_t *list)
{
	struct ibv_sge *sges = zeroed(json_size(list), sizeof(*sges));
	const json_t *entry;
	size_t i;

	json_array_foreach(list, i, entry) {
		sges[i].addr = number_of(json_array_get(entry, 0));
		sges[i].length = (uint32_t)number_of(json_array_get(entry, 1));
		sges[i].lkey = (uint32_t)number_of(json_array_get(entry, 2));
	}
	return sges;
}

static void set_list(struct mlx5sig_qp *qp, const json_t *list)
{
	struct ibv_sge *sges = read_sges(list);

	mlx5sig_wr_set_mkey_layout_list(qp, (uint16_t)json_size(list), sges);
	free(sges);
}

static void set_interleaved(struct mlx5sig_qp *qp, const json_t *layout)
{
	const json_t *entry, *list = json_object_get(layout, "ents");
	struct mlx5sig_mr_interleaved *ents = zeroed(json_size(list), sizeof(*ents));
	size_t i;

	json_array_foreach(list, i, entry) {
		ents[i].addr = number_of(json_array_get(entry, 0));
		ents[i].bytes_count = (uint32_t)number_of(json_array_get(entry, 1));
		ents[i].bytes_skip = (uint32_t)number_of(json_array_get(entry, 2));
		ents[i].lkey = (uint32_t)number_of(json_array_get(entry, 3));
	}
	mlx5sig_wr_set_mkey_layout_interleaved(qp, (uint32_t)get_number(layout, "repeat"),
					       (uint16_t)json_size(list), ents);
	free(ents);
}

struct domain {
	struct mlx5sig_sig_block_domain domain;
	struct mlx5sig_sig_t10dif dif;
	struct mlx5sig_sig_crc crc;
};

static struct domain *read_domain(const json_t *recorded)
{
	const json_t *dif = json_object_get(recorded, "dif");
	const json_t *crc = json_object_get(recorded, "crc");
	struct domain *d;

	if (!json_is(recorded, JSON_OBJECT))
		return NULL;
	d = zeroed(1, sizeof(*d));
	d->dif.bg_type = (enum mlx5sig_sig_t10dif_bg_type)get_number(dif, "bg_type");
	d->dif.bg = (uint16_t)get_number(dif, "bg");
	d->dif.app_tag = (uint16_t)get_number(dif, "app_tag");
	d->dif.ref_tag = (uint32_t)get_number(dif, "ref_tag");
	d->dif.flags = (uint16_t)get_number(dif, "flags");
	d->crc.type = (enum mlx5sig_sig_crc_type)get_number(crc, "type");
	d->crc.seed = get_number(crc, "seed");
	d->domain.sig_type = (enum mlx5sig_sig_type)get_number(recorded, "sig_type");
	if (dif)
		d->domain.sig.dif = &d->dif;
	else
		d->domain.sig.crc = &d->crc;
	d->domain.block_size = (enum mlx5sig_block_size)get_number(recorded, "block_size");
	d->domain.comp_mask = get_number(recorded, "comp_mask");
	return d;
}

static void set_sig(struct mlx5sig_qp *qp, const json_t *sig)
{
	struct domain *mem = read_domain(json_object_get(sig, "mem"));
	struct domain *wire = read_domain(json_object_get(sig, "wire"));
	struct mlx5sig_sig_block_attr attr = {
		.mem = mem ? &mem->domain : NULL,
		.wire = wire ? &wire->domain : NULL,
		.flags = (uint32_t)get_number(sig, "flags"),
		.check_mask = (uint8_t)get_number(sig, "check_mask"),
		.copy_mask = (uint8_t)get_number(sig, "copy_mask"),
		.comp_mask = get_number(sig, "comp_mask"),
	};

	mlx5sig_wr_set_mkey_sig_block(qp, &attr);
	free(mem);
	free(wire);
}

static void set_crypto(struct mlx5sig_qp *qp, const json_t *crypto)
{
	struct mlx5sig_dek dek = { .dekn = (uint32_t)get_number(crypto, "dek") };
	struct mlx5sig_crypto_attr attr = {
		.crypto_standard =
			(enum mlx5sig_crypto_standard)get_number(crypto, "standard"),
		.encrypt_on_tx = get_number(crypto, "encrypt_on_tx"),
		.signature_crypto_order =
			(enum mlx5sig_signature_crypto_order)get_number(crypto, "order"),
		.data_unit_size = (enum mlx5sig_block_size)get_number(crypto, "data_unit_size"),
		.dek = &dek,
		.comp_mask = get_number(crypto, "comp_mask"),
	};

	get_bytes(get_string(crypto, "tweak"), attr.initial_tweak, sizeof(attr.initial_tweak));
	get_bytes(get_string(crypto, "keytag"), attr.keytag, sizeof(attr.keytag));
	mlx5sig_wr_set_mkey_crypto(qp, &attr);
}

static void run_setters(struct mlx5sig_qp *qp, const json_t *set)
{
	const json_t *setter;
	size_t i;

	json_array_foreach(set, i, setter) {
		if (json_object_get(setter, "access"))
			mlx5sig_wr_set_mkey_access_flags(qp,
							 (uint32_t)get_number(setter, "access"));
		if (json_object_get(setter, "list"))
			set_list(qp, json_object_get(setter, "list"));
		if (json_object_get(setter, "interleaved"))
			set_interleaved(qp, json_object_get(setter, "interleaved"));
		if (json_object_get(setter, "sig"))
			set_sig(qp, json_object_get(setter, "sig"));
		if (json_object_get(setter, "crypto"))
			set_crypto(qp, json_object_get(setter, "crypto"));
	}
}

static struct queue_key *key_of(struct queue *q, const json_t *wr)
{
	return &q->keys[get_number(wr, "mkey") % QUEUE_MAX_KEYS];
}

static bool has_setter(const json_t *wr, const char *name)
{
	const json_t *setter;
	size_t i;

	json_array_foreach(json_object_get(wr, "set"), i, setter)
		if (json_object_get(setter, name))
			return true;
	return false;
}

/* @sig, @crypto: setters besides those of the request, or NULL. */
static void run_mkey_conf(struct queue *q, const json_t *wr, const json_t *sig,
			  const json_t *crypto)
{
	struct mlx5sig_mkey_conf_attr attr = {
		.conf_flags = (uint32_t)get_number(wr, "conf_flags"),
		.comp_mask = get_number(wr, "comp_mask"),
	};

	mlx5sig_wr_mkey_configure(q->qp, key_of(q, wr)->mkey,
				  (uint8_t)(get_number(wr, "num_setters") + !!sig + !!crypto),
				  attr.conf_flags || attr.comp_mask ? &attr : NULL);
	if (sig)
		set_sig(q->qp, sig);
	if (crypto)
		set_crypto(q->qp, crypto);
	run_setters(q->qp, json_object_get(wr, "set"));
}

static bool run_in_full(struct queue *q, const json_t *wr)
{
	struct queue_key *key = key_of(q, wr);
	bool resets_sig = get_number(wr, "conf_flags") & 1;
	const json_t *sig = has_setter(wr, "sig") || resets_sig ? NULL : key->sig;
	const json_t *crypto = has_setter(wr, "crypto") ? NULL : key->crypto;

	run_mkey_conf(q, wr, sig, crypto);
	errors_configure(key, wr);
	return sig || crypto;
}

/* libmlx5's calls that set access and layout at once have none of their own here. */
static void run_one_call(struct queue *q, const json_t *wr)
{
	mlx5sig_wr_mkey_configure(q->qp, key_of(q, wr)->mkey, 2, NULL);
	mlx5sig_wr_set_mkey_access_flags(q->qp, (uint32_t)get_number(wr, "access"));
	if (json_object_get(wr, "interleaved"))
		set_interleaved(q->qp, json_object_get(wr, "interleaved"));
	else
		set_list(q->qp, json_object_get(wr, "list"));
}

static void run_raw(struct queue *q, const json_t *wr)
{
	uint8_t wqe[1024];

	get_bytes(get_string(wr, "wqe"), wqe, sizeof(wqe));
	mlx5sig_wr_raw_wqe(q->qp, wqe);
}

static void set_data(struct queue *q, const json_t *wr)
{
	const json_t *list = json_object_get(wr, "list");
	struct ibv_sge *sges = read_sges(list);

	if (json_size(list) == 1)
		mlx5sig_wr_set_sge(q->qp, sges->lkey, sges->addr, sges->length);
	else
		mlx5sig_wr_set_sge_list(q->qp, json_size(list), sges);
	free(sges);
}

static void run_data(struct queue *q, const json_t *wr, const char *op)
{
	uint32_t rkey = (uint32_t)get_number(wr, "rkey");
	uint64_t raddr = get_number(wr, "raddr");
	__be32 imm = htobe32((uint32_t)get_number(wr, "imm"));

	if (!strcmp(op, "send"))
		mlx5sig_wr_send(q->qp);
	else if (!strcmp(op, "send_imm"))
		mlx5sig_wr_send_imm(q->qp, imm);
	else if (!strcmp(op, "send_inv"))
		mlx5sig_wr_send_inv(q->qp, rkey);
	else if (!strcmp(op, "rdma_write"))
		mlx5sig_wr_rdma_write(q->qp, rkey, raddr);
	else if (!strcmp(op, "rdma_write_imm"))
		mlx5sig_wr_rdma_write_imm(q->qp, rkey, raddr, imm);
	else if (!strcmp(op, "rdma_read"))
		mlx5sig_wr_rdma_read(q->qp, rkey, raddr);
	else if (!strcmp(op, "atomic_cs"))
		mlx5sig_wr_atomic_cmp_swp(q->qp, rkey, raddr, get_number(wr, "compare"),
					  get_number(wr, "swap"));
	else if (!strcmp(op, "atomic_fa"))
		mlx5sig_wr_atomic_fetch_add(q->qp, rkey, raddr, get_number(wr, "add"));
	else
		replay_fail(q->r, "unknown request '%s'", op);
	set_data(q, wr);
}

static bool run_requests(struct queue *q, const json_t *wrs, bool is_full)
{
	bool is_kept = false;
	const json_t *wr;
	const char *op;
	size_t i;

	json_array_foreach(wrs, i, wr) {
		op = get_string(wr, "op");
		q->qp->wr_id = get_number(wr, "wr_id");
		q->qp->wr_flags = (unsigned int)get_number(wr, "flags");
		if (!strcmp(op, "mkey_conf") && is_full)
			is_kept |= run_in_full(q, wr);
		else if (!strcmp(op, "mkey_conf"))
			run_mkey_conf(q, wr, NULL, NULL);
		else if (!strcmp(op, "mr_list") || !strcmp(op, "mr_interleaved"))
			run_one_call(q, wr);
		else if (!strcmp(op, "setters_only"))
			run_setters(q->qp, json_object_get(wr, "set"));
		else if (!strcmp(op, "local_inv"))
			mlx5sig_wr_local_inv(q->qp, (uint32_t)get_number(wr, "rkey"));
		else if (!strcmp(op, "nop"))
			mlx5sig_wr_nop(q->qp);
		else if (!strcmp(op, "raw"))
			run_raw(q, wr);
		else
			run_data(q, wr, op);
	}	return is_kept;
}

void queue_requests(struct queue *q, const json_t *wrs)
{
	run_requests(q, wrs, false);
}

bool queue_requests_in_full(struct queue *q, const json_t *wrs)
{
	return run_requests(q, wrs, true);
}
