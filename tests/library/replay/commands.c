/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * commands.jsonl: the commands of keys and queues, and the effects of their answers.
 */
#include <errno.h>
#include <string.h>

#include "replay.h"

static void set_failure(struct fake *fake, const json_t *fail)
{
	if (!fail)
		return;
	fake->fail_at = (int)get_number(fail, "at");
	fake->fail_errno = (int)get_number(fail, "errno");
	fake->fail_status = (int)get_number(fail, "status");
}

/*
 * A key of more entries than fit 16 bits: libmlx5 makes one of 0 entries, the library refuses it.
 */
static bool wraps(const json_t *c)
{
	return get_number(c, "max_entries") > 65532;
}

static bool check_key(struct replay *r, const json_t *c, const struct mlx5sig_mkey *mkey,
		      const struct mlx5sig_mkey_init_attr *attr)
{
	const json_t *expect = json_object_get(c, "expect");

	if (!mkey)
		return true;
	if (mkey->lkey != get_number(expect, "lkey") || mkey->rkey != get_number(expect, "rkey"))
		return replay_fail(r, "keys 0x%x and 0x%x", mkey->lkey, mkey->rkey);
	if (attr->max_entries != get_number(expect, "max_entries"))
		return replay_fail(r, "max_entries %u", attr->max_entries);
	return true;
}

/* libmlx5 stops at a failure; the library sends the commands for the other objects, too. */
static void check_destroys(struct replay *r, struct fake *fake, const json_t *recorded,
			   size_t objects)
{
	const unsigned int sent = fake->num_commands;

	if (json_size(recorded) < objects) {
		if (sent != objects)
			replay_fail(r, "%u commands for %zu objects", sent, objects);
		replay_differs(r, "destroys-the-others");
		fake->num_commands = (unsigned int)json_size(recorded);
	}
	fake_check_commands(r, fake, recorded);
	fake->num_commands = sent;
}

static bool check_destroy(struct replay *r, struct fake *fake, const json_t *c,
			  struct mlx5sig_mkey *mkey)
{
	const json_t *expect = json_object_get(json_object_get(c, "expect"), "destroy");
	const json_t *fail = json_object_get(c, "destroy");
	int err;

	fake_forget(fake);
	if (json_size(fail)) {
		fake->destroy_fail_at = (int)get_number(fail, "at");
		fake->destroy_errno = (int)get_number(fail, "errno");
	}
	err = mlx5sig_destroy_mkey(mkey);
	fake->destroy_fail_at = -1;
	if (expect) {
		if (err != (int)get_number(expect, "ret"))
			replay_fail(r, "destroying gives %d", err);
		check_destroys(r, fake, json_object_get(expect, "cmds"),
			       json_size(json_object_get(json_object_get(c, "expect"), "cmds")));
	}
	/* Again, for the remaining objects. */
	if (err && mlx5sig_destroy_mkey(mkey))
		return replay_fail(r, "the key cannot be destroyed after a failure");
	return !r->has_failed;
}

static void replay_create_mkey(struct replay *r, struct fake *fake, const json_t *c)
{
	const json_t *expect = json_object_get(c, "expect"), *ctx = json_object_get(c, "ctx");
	const json_t *answers = json_object_get(c, "answers");
	struct mlx5sig_mkey_init_attr attr = {
		.create_flags = (uint32_t)get_number(c, "create_flags"),
		.max_entries = (uint16_t)get_number(c, "max_entries"),
	};
	int expected = (int)get_number(expect, "errno"), err;
	struct mlx5sig_mkey *mkey;

	fake->crypto_engines = (uint32_t)get_number(ctx, "crypto_engines");
	fake->sig_block_prot = (uint32_t)get_number(ctx, "sig_block_prot");
	fake->mem_psv = (uint32_t)get_number(answers, "mem_psv");
	fake->wire_psv = (uint32_t)get_number(answers, "wire_psv");
	fake->mkey_index = (uint32_t)get_number(answers, "mkey_index");
	if (!fake_open(fake, get_number(ctx, "update_tag"))) {
		replay_fail(r, "the device does not open: %d", errno);
		return;
	}
	fake_forget(fake);
	set_failure(fake, json_object_get(c, "fail"));
	errno = 0;
	mkey = mlx5sig_device_create_mkey(fake->device, (uint32_t)get_number(c, "pdn"), &attr);
	err = mkey ? 0 : errno;
	if (!expected && wraps(c)) {
		replay_differs(r, "max-entries-wrap");
		if (err != EINVAL || fake->num_commands)
			replay_fail(r, "errno %d after %u commands", err, fake->num_commands);
	} else if (err != expected) {
		replay_fail(r, "errno %d, not %d", err, expected);
	} else if (err == EOPNOTSUPP && !json_object_get(c, "fail") && !fake->num_commands &&
		   json_size(json_object_get(expect, "cmds"))) {
		replay_differs(r, "checked-before-commands");
	} else {
		fake_check_commands(r, fake, json_object_get(expect, "cmds"));
	}
	check_key(r, c, mkey, &attr);
	if (mkey)
		check_destroy(r, fake, c, mkey);
}

/* The errno value of a key's creation for each status. */
static void replay_status_errno(struct replay *r, struct fake *fake, const json_t *c)
{
	const json_t *list = json_object_get(json_object_get(c, "expect"), "errno");
	struct mlx5sig_mkey_init_attr attr = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, .max_entries = 4,
	};
	const json_t *expected;
	struct mlx5sig_mkey *mkey;
	size_t status;
	int err;

	if (!fake_open(fake, false) || !json_size(list)) {
		replay_fail(r, "the device does not open: %d", errno);
		return;
	}
	json_array_foreach(list, status, expected) {
		fake_forget(fake);
		fake->fail_at = status ? 0 : -1;	/* status 0 is no failure */
		fake->fail_errno = EREMOTEIO;
		fake->fail_status = (int)status;
		mkey = mlx5sig_device_create_mkey(fake->device, 1, &attr);
		err = mkey ? 0 : errno;
		if (err != (int)number_of(expected))
			replay_fail(r, "status 0x%zx gives %d", status, err);
		if (mkey && mlx5sig_destroy_mkey(mkey))
			replay_fail(r, "the key cannot be destroyed");
	}
}

static bool check_caps(struct replay *r, const char *what, const json_t *expect, uint64_t value,
		       const char *key)
{
	if (get_number(expect, key) != value)
		return replay_fail(r, "%s.%s 0x%llx", what, key, (unsigned long long)value);
	return true;
}

static void replay_query_device(struct replay *r, struct fake *fake, const json_t *c)
{
	const json_t *expect = json_object_get(c, "expect");
	const json_t *sig = json_object_get(expect, "sig_caps");
	const json_t *crypto = json_object_get(expect, "crypto_caps");
	struct mlx5sig_context out = { .comp_mask = MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD |
						    MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD };

	fake->hca_cap_out = json_object_get(c, "hca_cap_out");
	if (!fake_open(fake, false)) {
		replay_fail(r, "the device does not open: %d", errno);
	} else if (mlx5sig_device_query(fake->device, &out)) {
		replay_fail(r, "the query fails");
	} else {
		/* Encryption needs further queries. */
		fake_check_command(r, fake, 0, json_object_get(expect, "cmd"));
		if (!!(out.comp_mask & MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD) !=
		    get_number(expect, "comp_mask_sig"))
			replay_fail(r, "comp_mask 0x%llx", (unsigned long long)out.comp_mask);
		check_caps(r, "sig_caps", sig, out.sig_caps.block_size, "block_size");
		check_caps(r, "sig_caps", sig, out.sig_caps.block_prot, "block_prot");
		check_caps(r, "sig_caps", sig, out.sig_caps.t10dif_bg, "t10dif_bg");
		check_caps(r, "sig_caps", sig, out.sig_caps.crc_type, "crc_type");
		check_caps(r, "crypto_caps", crypto, out.crypto_caps.flags, "flags");
		check_caps(r, "crypto_caps", crypto, out.crypto_caps.crypto_engines,
			   "crypto_engines");
	}
}

void replay_command(struct replay *r, const json_t *c)
{
	const char *kind = get_string(c, "kind");
	struct fake fake;

	fake_init(&fake);
	if (!strcmp(kind, "create_mkey"))
		replay_create_mkey(r, &fake, c);
	else if (!strcmp(kind, "status_errno"))
		replay_status_errno(r, &fake, c);
	else if (!strcmp(kind, "query_device"))
		replay_query_device(r, &fake, c);
	else if (!strcmp(kind, "drain_sigerr"))
		replay_drain_sigerr(r, c);
	else if (!strcmp(kind, "sq_geometry"))
		replay_sq_geometry(r, c);
	else
		replay_fail(r, "unknown kind '%s'", kind);
	fake_close(r, &fake);
}
