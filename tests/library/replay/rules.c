/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Rules for cases in which the library follows the manual page and libmlx5 does not:
 * differences.txt has the reasons. A rule is recognised by the contents of the request, so that it
 * also covers cases that have not occurred yet.
 */
#include <errno.h>
#include <string.h>

#include "rules.h"

#define BSF UINT64_C(64)	/* bytes */

enum {
	SEND_INLINE = 8, COPY_MASK = 1, REF_REMAP = 1, MAX_16 = 65535,
	UMR = 0x25, SET_PSV = 0x20, OCTOWORD = 16, COPY_FIELDS = 4, CTRL_MODE = 11,
	MKEY_MASK_6 = 0x1e, EN_SIGERR = 0x02,	/* bit 9 of the mask */
	MKC_FLAGS = 0x4c, EXPECTED_SIGERR_COUNT = 0x04,
};

/* Does one of the setters of any request satisfy @test? */
static bool any_setter(const json_t *wrs, const char *name,
		       bool (*test)(const json_t *value, const json_t *wr))
{
	const json_t *wr, *setter;
	size_t i, k;

	json_array_foreach(wrs, i, wr)
		json_array_foreach(json_object_get(wr, "set"), k, setter)
			if (json_object_get(setter, name) &&
			    test(json_object_get(setter, name), wr))
				return true;
	return false;
}

static bool any_request(const json_t *wrs, bool (*test)(const json_t *wr))
{
	const json_t *wr;
	size_t i;

	json_array_foreach(wrs, i, wr)
		if (test(wr))
			return true;
	return false;
}

static bool lacks_inline(const json_t *wr)
{
	return (!strcmp(get_string(wr, "op"), "mkey_conf") ||
		!strncmp(get_string(wr, "op"), "mr_", 3)) &&
	       !(get_number(wr, "flags") & SEND_INLINE);
}

static bool is_configuration(const json_t *wr)
{
	return !strcmp(get_string(wr, "op"), "mkey_conf");
}

static bool lacks_setters(const json_t *wr)
{
	return !strcmp(get_string(wr, "op"), "mkey_conf") &&
	       json_size(json_object_get(wr, "set")) < get_number(wr, "num_setters");
}

static bool is_truncated(const json_t *layout, const json_t *wr)
{
	const json_t *entry;
	size_t i;

	(void)wr;
	json_array_foreach(json_object_get(layout, "ents"), i, entry)
		if (number_of(json_array_get(entry, 1)) +
		    number_of(json_array_get(entry, 2)) > MAX_16)
			return true;
	return false;
}

static bool has_no_stream(const json_t *layout, const json_t *wr)
{
	(void)wr;
	return !json_size(json_object_get(layout, "ents"));
}

static bool is_there(const json_t *layout, const json_t *wr)
{
	(void)layout;
	(void)wr;
	return true;
}

static bool has_empty_list(const json_t *list, const json_t *wr)
{
	(void)wr;
	return !json_size(list);
}

static bool copies_one_domain(const json_t *sig, const json_t *wr)
{
	(void)wr;
	return get_number(sig, "flags") & COPY_MASK &&
	       json_is(json_object_get(sig, "mem"), JSON_NULL) !=
		       json_is(json_object_get(sig, "wire"), JSON_NULL);
}

static uint64_t domain_number(const json_t *sig, const char *domain, const char *part,
			      const char *name)
{
	return get_number(json_object_get(json_object_get(sig, domain), part), name);
}

static bool has_high_seed(const json_t *sig, const json_t *wr)
{
	static const char * const domains[] = { "mem", "wire" };
	size_t i;

	(void)wr;
	for (i = 0; i < 2; i++)
		if (domain_number(sig, domains[i], "crc", "type") <
			    MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 &&
		    domain_number(sig, domains[i], "crc", "seed") > UINT32_MAX)
			return true;
	return false;
}

/* Both domains have blocks of one size with signatures of this kind. */
static bool are_alike(const json_t *sig, const char *kind)
{
	const json_t *mem = json_object_get(sig, "mem"), *wire = json_object_get(sig, "wire");

	return json_object_get(mem, kind) && json_object_get(wire, kind) &&
	       get_number(mem, "block_size") == get_number(wire, "block_size");
}

/* And they start differently. */
static bool seeds_differ(const json_t *sig, const json_t *wr)
{
	(void)wr;
	return are_alike(sig, "crc") &&
	       domain_number(sig, "mem", "crc", "type") ==
		       domain_number(sig, "wire", "crc", "type") &&
	       domain_number(sig, "mem", "crc", "seed") !=
		       domain_number(sig, "wire", "crc", "seed");
}

static bool remap_differs(const json_t *sig, const json_t *wr)
{
	(void)wr;
	return are_alike(sig, "dif") &&
	       (domain_number(sig, "mem", "dif", "flags") ^
		domain_number(sig, "wire", "dif", "flags")) & REF_REMAP;
}

/* The first bytes of the BSF, which decide what is copied; with encryption, another one follows. */
static bool is_copying(const json_t *wrs, const json_t *wqe, uint32_t offset)
{
	uint64_t size = get_number(wqe, "ds") * OCTOWORD;
	uint64_t bsf = size - (any_setter(wrs, "crypto", is_there) ? 2 * BSF : BSF);

	return get_number(wqe, "opcode") == UMR && offset >= bsf && offset < bsf + COPY_FIELDS;
}

const char *rule_for_result(const json_t *wrs, int expected, int ret)
{
	/* There may be another error behind the one that is none. */
	if (expected == EOPNOTSUPP && any_request(wrs, lacks_inline))
		return "inline-not-needed";
	if (expected == EINVAL && !ret && any_setter(wrs, "sig", has_high_seed))
		return "crc32-seed-high-bits";
	if (expected == ENOMEM && !ret && any_request(wrs, is_configuration))
		return "descriptor-limit";
	if (!expected && ret == EINVAL && any_request(wrs, lacks_setters))
		return "setters-missing";
	if (!expected && ret == EINVAL && any_setter(wrs, "sig", copies_one_domain))
		return "copy-mask-one-domain";
	if (!expected && ret == EINVAL && any_setter(wrs, "list", has_empty_list))
		return "layout-twice-empty";
	if ((!expected || expected == ENOMEM) && ret == EINVAL &&
	    any_setter(wrs, "interleaved", is_truncated))
		return "interleaved-truncated";
	if (!expected && ret == E2BIG && any_setter(wrs, "interleaved", is_there))
		return "interleaved-header";
	if (!expected && ret == EINVAL && any_setter(wrs, "interleaved", has_no_stream))
		return "interleaved-empty";
	if (expected == ENOMEM && ret == E2BIG)
		return "never-fits";
	return NULL;
}

/* The error count, of which libmlx5 writes changes only: it is the key's, which starts with 1. */
static bool is_rearmed(const json_t *wqe, const struct difference *d)
{
	unsigned int parity = (1 + d->num_errors) % 2;

	return get_number(wqe, "opcode") == UMR &&
	       ((d->offset == MKEY_MASK_6 && d->is == (d->should | EN_SIGERR)) ||
		(d->offset == MKC_FLAGS && parity && d->is == (d->should | EXPECTED_SIGERR_COUNT)));
}

const char *rule_for_bytes(const json_t *wrs, const json_t *wqe, const struct difference *d,
			   bool sq_sig_all)
{
	/* The completion bits of a SET_PSV. */
	if (sq_sig_all && get_number(wqe, "opcode") == SET_PSV && d->offset == CTRL_MODE)
		return "sq-sig-all";
	if (is_rearmed(wqe, d))
		return "always-rearmed";
	if (!is_copying(wrs, wqe, d->offset))
		return NULL;
	if (any_setter(wrs, "sig", seeds_differ))
		return "copy-other-seed";
	if (any_setter(wrs, "sig", remap_differs))
		return "copy-other-remap";
	return NULL;
}

/*
 * Twins: the request that the manual page has for the same as this one, and that libmlx5 takes too.
 */

static void add_inline(json_t *wr)
{
	json_object_set_number(wr, "flags", get_number(wr, "flags") | SEND_INLINE);
}

static void cut_seed(json_t *domain)
{
	json_t *crc = json_object_get(domain, "crc");

	if (crc && get_number(crc, "type") < MLX5SIG_SIG_CRC_TYPE_CRC64_XP10)
		json_object_set_number(crc, "seed", (uint32_t)get_number(crc, "seed"));
}

static void cut_seeds(json_t *wr)
{
	json_t *setter;
	size_t i;

	json_array_foreach(json_object_get(wr, "set"), i, setter) {
		cut_seed(json_object_get(json_object_get(setter, "sig"), "mem"));
		cut_seed(json_object_get(json_object_get(setter, "sig"), "wire"));
	}
}

json_t *twin_of(const json_t *wrs, const char *rule)
{
	json_t *wr, *twin = NULL;
	size_t i;

	if (!strcmp(rule, "inline-not-needed") || !strcmp(rule, "crc32-seed-high-bits"))
		twin = json_copy(wrs);
	json_array_foreach(twin, i, wr) {
		if (rule[0] == 'i')
			add_inline(wr);
		else
			cut_seeds(wr);
	}
	return twin;
}
