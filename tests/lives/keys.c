// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Keys: birth, death, pools, and what a check has to report.
 */
#include "lives.h"

static void revive(struct life *life, struct key *key)
{
	/* A key of a pool has been used before, and keeps what it was configured to. */
	uint8_t *memory = key->memory, *model = key->model;
	struct history history = key->history;

	*key = (struct key) { .is_alive = true, .number = life->born++, .memory = memory,
			      .model = model, .history = history };
	life->counts.keys++;
}

static struct mlx5sig_mkey_init_attr random_attr(struct life *life)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = world.pd, .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT,
		.max_entries = (uint16_t)(chance(life, 70) ? 1 + below(life, 8) : 1 + below(life, 100)) };

	if (chance(life, 93))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	return attr;
}

void key_birth(struct life *life, struct key *key)
{
	struct mlx5sig_mkey_init_attr attr = random_attr(life);

	revive(life, key);
	key->flags = attr.create_flags;
	key->mkey = need(life, mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
	key->entries = attr.max_entries;
	note(life, &key->history, "key %u born: lkey %08x, flags %x, %u entries", key->number,
	     key->mkey->lkey, key->flags, key->entries);
}

void key_death(struct life *life, struct key *key)
{
	check_key(life, key);
	note(life, &key->history, "key %u dies", key->number);
	must(life, mlx5sig_destroy_mkey(key->mkey), "mlx5sig_destroy_mkey");
	key->is_alive = false;
}

/* One that no chapter uses. */
struct key *get_key(struct life *life)
{
	unsigned int i, first = below(life, MAX_KEYS);

	for (i = 0; i < MAX_KEYS; i++) {
		struct key *key = &life->keys[(first + i) % MAX_KEYS];

		if (key->is_busy)
			continue;
		if (key->is_alive && chance(life, 2))
			key_death(life, key);
		if (!key->is_alive)
			key_birth(life, key);
		key->is_busy = true;
		key->plan_layout = &key->layout;
		key->plan_access = key->access;
		key->plan_sig = key->posted;
		return key;
	}
	return NULL;
}

static void compare(struct life *life, struct key *key, const struct mlx5sig_mkey_err_ext *ext)
{
	const struct sig_error *e = &key->first;
	const struct mlx5sig_sig_err *got = &ext->err.err.sig;

	if (ext->err.err_type == e->type && (e->type == MLX5SIG_MKEY_NO_ERR ||
	    (ext->domain == e->domain && got->offset == e->offset && got->actual_value == e->actual &&
	     got->expected_value == e->expected && ext->num_errors == key->pending)))
		return;
	lives_fail(life, &key->history, NULL,
		   "wrong verdict on key %u: mlx5sig_mkey_check_ext() gives type %d domain %d offset %llu "
		   "actual %llx expected %llx, %u errors; it has to be type %d domain %d offset %llu "
		   "actual %llx expected %llx, %u errors", key->number, ext->err.err_type, ext->domain,
		   (unsigned long long)got->offset, (unsigned long long)got->actual_value,
		   (unsigned long long)got->expected_value, ext->num_errors, e->type, e->domain,
		   (unsigned long long)e->offset, (unsigned long long)e->actual,
		   (unsigned long long)e->expected, key->pending);
}

/* All errors of the key have been polled. */
void check_key(struct life *life, struct key *key)
{
	bool can_sign = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	struct mlx5sig_mkey_err_ext ext = { 0 };
	int err;

	if (chance(life, 30) && key->pending < 2) {
		err = mlx5sig_mkey_check(key->mkey, &ext.err);
		ext.num_errors = key->pending;
		ext.domain = key->first.domain;
	} else {
		err = mlx5sig_mkey_check_ext(key->mkey, &ext);
	}
	note(life, &key->history, "check of key %u: %d, type %d", key->number, err,
	     ext.err.err_type);
	if (!can_sign && err != EINVAL && ext.err.err_type != MLX5SIG_MKEY_NO_ERR)
		lives_fail(life, &key->history, NULL, "key %u has no signature, and an error",
			   key->number);
	if (!can_sign)
		return;
	if (err)
		lives_fail(life, &key->history, NULL, "check of key %u: %s", key->number,
			   strerror(err));
	compare(life, key, &ext);
	key->pending = 0;
	key->first.type = MLX5SIG_MKEY_NO_ERR;
}

/* While requests are under way: whether it was right is seen later (judge.c). */
void check_early(struct life *life, struct key *key)
{
	struct mlx5sig_mkey_err_ext ext;

	if (!(key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) || key->is_early ||
	    key->pending)
		return;
	must(life, mlx5sig_mkey_check_ext(key->mkey, &ext), "mlx5sig_mkey_check_ext");
	note(life, &key->history, "early check of key %u: type %d", key->number, ext.err.err_type);
	if (ext.err.err_type == MLX5SIG_MKEY_NO_ERR)
		return;
	key->is_early = true;
	key->early = ext;
}

void end_keys(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_KEYS; i++)
		if (life->keys[i].is_alive)
			key_death(life, &life->keys[i]);
}
