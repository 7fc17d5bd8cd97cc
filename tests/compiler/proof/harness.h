/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Proof of the generated C: the tables that the interpreter (manual.py, gen.py) writes from the
 * spec for the checks of harness.c.
 *
 * Bits of an image are counted from the top bit of its first byte; a number has its most
 * significant bit first.
 */
#ifndef PROOF_HARNESS_H
#define PROOF_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A number with a setter and a getter; an array has count > 1, at and width are of element 0.
 */
struct proof_field {
	const char *name;
	uint32_t at, width;
	uint32_t count, stride;			/* stride in bits */
	uint32_t number;			/* its number for set and get */
	void (*set)(void *p, unsigned int number, unsigned int i, uint64_t v);
	uint64_t (*get)(const void *p, unsigned int number, unsigned int i);
};

/*
 * A member of the host structure: a number, or an array of numbers. member_size is its sizeof;
 * size is the expected size of one element.
 */
struct proof_slot {
	const char *name;
	uint32_t host, size, member_size;
	uint32_t at, width;
	uint32_t count, stride;
	uint32_t arm;				/* it exists if this arm is active */
	uint64_t init;				/* value in PRM_L_FIELDS_INIT */
	uint32_t has_init;			/* 0: INIT fills an unspecified arm */
};

/* A rule that a reader checks, or bits that pack writes by itself. */
enum proof_rule_kind { PROOF_RESERVED, PROOF_ENUM, PROOF_FLAGS, PROOF_FIXED };

struct proof_rule {
	const char *name;
	enum proof_rule_kind kind;
	const char *said;			/* the field as a report names it, NULL: reserved */
	uint32_t at, width;
	uint32_t arm;
	uint64_t value;				/* fixed: the value; flags: the legal bits */
	const uint64_t *known;			/* enum: the legal values */
	uint32_t n_known;
};

/*
 * An arm of an overlay that a field of the layout selects. Arm 0 is the layout itself; arms
 * follow the arm that contains them. An arm is active if its parent is and the selector's value
 * is in the list (with except: is not in the list).
 */
struct proof_arm {
	const char *name;
	uint32_t parent;
	uint32_t at, width;			/* the selector */
	const uint64_t *values;
	uint32_t n_values;
	uint32_t except;
	uint64_t sample;			/* a value of the selector that selects it */
	uint32_t over, over_width;		/* the bits of the overlay */
};

struct proof_offset {
	const char *name;
	uint32_t actual, expected;
};

/* The report of unpack, and the result and report of a following check. */
#define PROOF_MAX_COMPLAINTS 16

struct proof_said {
	uint32_t n, n_listed;
	uint32_t n_checked, n_twice;
	struct {
		uint32_t kind;			/* enum proof_rule_kind */
		const char *field;
		uint32_t at, width;		/* bits */
		uint64_t value;
	} item[PROOF_MAX_COMPLAINTS];
};

struct proof_layout {
	const char *name;
	uint32_t size, actual_size, align;
	uint32_t host_size;
	const struct proof_offset *offsets;
	uint32_t n_offsets;
	const struct proof_field *fields;
	uint32_t n_fields;
	const struct proof_slot *slots;		/* ordered by arm */
	uint32_t n_slots;
	const struct proof_rule *rules;		/* ordered by arm */
	uint32_t n_rules;
	const struct proof_arm *arms;
	uint32_t n_arms;
	void (*init)(void *v);
	void (*pack)(void *p, const void *v);
	unsigned int (*unpack)(void *v, const void *p, struct proof_said *said);
	unsigned int (*unpack_plain)(void *v, const void *p);	/* without a report */
	void (*print)(FILE *f, const void *p);
	uint32_t (*flexible)(void *p);		/* offset of the trailing array, if there is one */
};

struct proof_value {
	const char *name;
	uint64_t actual, expected;
};

/* The names of values: str() of each, and NULL-or-other for values that are not listed. */
struct proof_string {
	uint64_t value;
	const char *expected;
};

struct proof_enum {
	const char *name;
	const struct proof_value *values;
	uint32_t n_values;
	const char *(*str)(uint64_t v);
	const struct proof_string *strings;
	uint32_t n_strings;
};

struct proof_file {
	const char *stem;
	const struct proof_layout *layouts;
	uint32_t n_layouts;
	const struct proof_enum *enums;
	uint32_t n_enums;
};

/* Runs every check of the file; adds to the totals. */
void proof_run(const struct proof_file *file);

/*
 * Prints images. Each line of the file at path is the name of a layout and an image in
 * hexadecimal; the output of the layout's print function goes to stdout after a line "# N".
 */
int proof_print(const struct proof_file *const *files, uint32_t n_files, const char *path);

/* Prints `N passed, N failed, N skipped`; the program's exit code. */
int proof_end(void);

#ifdef __cplusplus
}
#endif

#endif
