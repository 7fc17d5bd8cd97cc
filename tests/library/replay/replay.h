/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Replay of golden vectors (tests/library/vectors/README.md) through the public functions of the library,
 * on a device that consists of recorded answers.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mlx5sig/mlx5sig.h>

#include "json.h"

/*
 * The case that is being replayed. The first difference from the recording ends it.
 */
struct replay {
	const char *id;
	bool has_failed;
	char message[400];
	/*
	 * Place where the library rightly differs from libmlx5; NULL: nowhere. See rules.c.
	 */
	const char *rule;
};

/* Ends the case, the first time. Returns false, for the caller to return. */
bool replay_fail(struct replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Notes that the case shows the difference @rule. */
void replay_differs(struct replay *r, const char *rule);

/*
 * Values of golden vectors. Values that are missing or of another type are 0 or "".
 */
uint64_t get_number(const json_t *object, const char *key);	/* a number or "0x..." */
uint64_t number_of(const json_t *value);
const char *get_string(const json_t *object, const char *key);
/* Decodes at most @max bytes of a hexadecimal string; returns their number. */
size_t get_bytes(const char *hex, void *bytes, size_t max);
bool is_hex(const char *hex, const void *bytes, size_t len);

/*
 * The device.
 */
enum { FAKE_MAX_COMMANDS = 64, FAKE_MAX_IN = 1024 };

struct fake_command {
	uint8_t in[FAKE_MAX_IN];
	size_t inlen, outlen;
};

struct fake {
	struct mlx5sig_device *device;

	/* Answers. */
	uint32_t crypto_engines, sig_block_prot;
	const json_t *hca_cap_out;	/* instead of capabilities made of these */
	uint32_t mem_psv, wire_psv, mkey_index;
	const json_t *query_qp;		/* as in the steps of cancel.jsonl */
	int fail_at, fail_errno, fail_status;	/* command @fail_at, from 0, fails; -1: none */
	int destroy_fail_at, destroy_errno;

	/* The commands that were sent. */
	struct fake_command commands[FAKE_MAX_COMMANDS];
	unsigned int num_commands, num_creates, num_destroys, num_psvs;
	int num_objects;
};

/* Initialises a device without answers: set them, then open it. */
void fake_init(struct fake *fake);
bool fake_open(struct fake *fake, bool has_update_tag);
void fake_forget(struct fake *fake);	/* the commands so far */
/* Closes the device, on which no object may be left. */
bool fake_close(struct replay *r, struct fake *fake);

/*
 * Compares command @i with the recorded one, {"cmd", "in", "outlen"?}, or all commands so far with
 * the list.
 */
bool fake_check_command(struct replay *r, const struct fake *fake, size_t i,
			const json_t *recorded);
bool fake_check_commands(struct replay *r, const struct fake *fake, const json_t *recorded);

/* A case of commands.jsonl, and of the other files. */
void replay_command(struct replay *r, const json_t *c);
void replay_drain_sigerr(struct replay *r, const json_t *c);
void replay_sq_geometry(struct replay *r, const json_t *c);
void replay_steps(struct replay *r, const json_t *c);

#endif
