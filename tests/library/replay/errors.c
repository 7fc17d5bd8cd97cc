/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A model of key checks, written from the manual page mlx5dv_mkey_check(3) and the layout of the
 * CQE alone: the first error that can be decoded is kept, in the order GUARD, APPTAG, REFTAG; one
 * that cannot be decoded is reported once.
 */
#include <errno.h>
#include <string.h>

#include "errors.h"

static uint32_t be32_at(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
	       bytes[3];
}

enum {
	EXPECTED = 16, ACTUAL = 20, EXPECTED_REF = 24, ACTUAL_REF = 28, SYNDROME = 32,
	SIG_TYPE = 34, DOMAIN = 35, MKEY = 36, OFFSET = 40, OPCODE = 63,
};

bool is_sig_err(const uint8_t *cqe)
{
	return cqe[OPCODE] >> 4 == 12;
}

static uint64_t value_at(const uint8_t *cqe, int at, int ref_at, unsigned int err_type,
			 const struct queue_domain *domain)
{
	if (err_type == 3)
		return be32_at(cqe + at) & 0xffff;
	if (err_type == 2)
		return be32_at(cqe + ref_at);
	if (domain->is_t10dif)
		return be32_at(cqe + at) >> 16;
	if (domain->is_64)
		return (uint64_t)be32_at(cqe + at) << 32 | be32_at(cqe + ref_at);
	return be32_at(cqe + at);
}

static struct queue_check decode(const struct queue_key *key, const uint8_t *cqe)
{
	uint8_t flags = cqe[SYNDROME];
	const struct queue_domain *domain = cqe[DOMAIN] & 7 ? &key->mem : &key->wire;
	struct queue_check check = { 0 };

	check.err_type = flags & 0x20 ? 1 : flags & 0x10 ? 3 : flags & 0x08 ? 2 : 0;
	if (!check.err_type || cqe[SIG_TYPE] & 7 || (cqe[DOMAIN] & 7) > 1 || !domain->is_on) {
		check.err_type = 0;
		check.ret = EINVAL;
		return check;
	}
	check.expected = value_at(cqe, EXPECTED, EXPECTED_REF, check.err_type, domain);
	check.actual = value_at(cqe, ACTUAL, ACTUAL_REF, check.err_type, domain);
	check.offset = (uint64_t)be32_at(cqe + OFFSET) << 32 | be32_at(cqe + OFFSET + 4);
	return check;
}

bool errors_note(struct queue *q, const uint8_t *cqe)
{
	struct queue_key *key = queue_find_key(q, be32_at(cqe + MKEY) >> 8);

	if (!key)
		return false;
	key->num_errors += key->has_sig;
	/* An error that can be decoded takes precedence. */
	if (key->has_sig && (!key->has_error || key->error.ret)) {
		key->error = decode(key, cqe);
		key->has_error = true;
	}
	return true;
}

struct queue_check errors_check(struct queue_key *key)
{
	struct queue_check none = { .ret = key->has_sig ? 0 : EINVAL };
	bool had_error = key->has_error;

	key->has_error = false;
	return had_error ? key->error : none;
}

static struct queue_domain domain_of(const json_t *recorded)
{
	return (struct queue_domain) {
		.is_on = json_is(recorded, JSON_OBJECT),
		.is_t10dif = json_object_get(recorded, "dif"),
		.is_64 = get_number(json_object_get(recorded, "crc"), "type") == 2,
	};
}

void errors_configure(struct queue_key *key, const json_t *wr)
{
	const json_t *setter;
	size_t i;

	if (get_number(wr, "conf_flags") & 1) {
		key->sig = NULL;
		key->wire = key->mem = (struct queue_domain) { 0 };
	}
	json_array_foreach(json_object_get(wr, "set"), i, setter) {
		const json_t *sig = json_object_get(setter, "sig");

		if (json_object_get(setter, "crypto"))
			key->crypto = json_object_get(setter, "crypto");
		if (sig) {
			key->sig = sig;
			key->wire = domain_of(json_object_get(sig, "wire"));
			key->mem = domain_of(json_object_get(sig, "mem"));
		}
	}
}

void errors_configured(struct queue *q, const json_t *wrs)
{
	const json_t *wr;
	size_t i;

	json_array_foreach(wrs, i, wr)
		if (!strcmp(get_string(wr, "op"), "mkey_conf"))
			errors_configure(&q->keys[get_number(wr, "mkey") % QUEUE_MAX_KEYS], wr);
}
