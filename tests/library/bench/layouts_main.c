// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Compares the three ways of every case byte for byte, on many inputs. Then, when it runs under
 * callgrind, has it count 1 and 101 calls of each: one dump for each, named "CASE/WAY CALLS".
 */
#include "layouts.h"

#include <stdio.h>
#include <valgrind/callgrind.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define MANY 10000
#define FEW 100 /* under valgrind, which is slow */

union bytes {
	uint64_t aligned;
	uint8_t b[256];
};

static uint64_t state = 1;

/* xorshift64*: the same numbers in every run */
static uint32_t any(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)(state * UINT64_C(2685821657736338717) >> 32);
}

static void any_bytes(void *p, size_t size)
{
	uint8_t *b = p;

	while (size--)
		*b++ = (uint8_t)any();
}

/* Run-time values of every field, unpacked from random bytes. */
#define ANY_FIELDS(name, layout)						\
static void any_##name(void *to)						\
{										\
	struct prm_##layout image;						\
										\
	any_bytes(&image, sizeof(image));					\
	prm_##layout##_unpack(to, &image, NULL);				\
}
ANY_FIELDS(bsf_fields, bsf_64)
ANY_FIELDS(umr_ctrl_fields, umr_ctrl_seg)
ANY_FIELDS(mkey_fields, mkc)
ANY_FIELDS(set_psv_fields, set_psv_seg)

static void any_sig_err(void *to)
{
	any_bytes(to, sizeof(struct prm_sig_err_cqe));
	prm_cqe64_set_opcode(to, PRM_CQE_OPCODE_SIG_ERR);
}

static void any_sig_err_fields(void *to)
{
	any_sig_err(to);
}

static struct t10dif_attrs any_t10dif(void)
{
	return (struct t10dif_attrs) {
		.psv = any() & 0xffffff,
		.ref_tag = any(),
		.app_tag = (uint16_t)any(),
		.block = (uint8_t)any(),
		.guard = any() & 1 ? PRM_T10DIF_GUARD_CRC : PRM_T10DIF_GUARD_IPCS,
		.seed = any() & 1,
		.escape = any() & 3,
		.inc_ref_tag = any() & 1,
	};
}

static void any_bsf(void *to)
{
	*(struct bsf_attrs *)to = (struct bsf_attrs) {
		.wire = any_t10dif(),
		.memory = any_t10dif(),
		.check_mask = (uint8_t)any(),
	};
}

static void any_umr_ctrl(void *to)
{
	*(struct umr_attrs *)to = (struct umr_attrs) {
		.mkey_mask = (uint64_t)any() << 32 | any(),
		.num_klm = any() & 0xff,
	};
}

static void any_mkey(void *to)
{
	*(struct mkey_attrs *)to = (struct mkey_attrs) {
		.length = (uint64_t)any() << 32 | any(),
		.pd = any() & 0xffffff,
		.num_klm = any(),
		.key = (uint8_t)any(),
		.local_write = any() & 1,
		.remote_read = any() & 1,
		.remote_write = any() & 1,
		.atomic = any() & 1,
		.sigerr_count = any() & 1,
	};
}

static void any_set_psv(void *to)
{
	*(struct psv_attrs *)to = (struct psv_attrs) {
		.index = any() & 0xffffff,
		.ref_tag = any(),
		.guard = (uint16_t)any(),
		.app_tag = (uint16_t)any(),
	};
}

static const struct {
	const char *name;
	size_t reads, writes;
	void (*any)(void *to);
	struct {
		const char *name;
		work *work;
	} ways[3];
} cases[] = {
#define CASE(name, from, bytes)							\
	{ #name, sizeof(from), bytes, any_##name,				\
	  { { "generated", generated_##name },					\
	    { "devx", devx_##name },						\
	    { "by_hand", by_hand_##name } } },
	CASES(CASE)
#undef CASE
};

/* Returns non-zero if two versions give different bytes, or write beyond the end. */
static int compare(size_t c)
{
	static union bytes from, to[LENGTH(cases[0].ways)];
	const uint8_t fill = (uint8_t)any();
	size_t w, i;

	/* The fields structures have padding that is never written: it is equal in all. */
	memset(&from, 0, sizeof(from));
	cases[c].any(from.b);
	for (w = 0; w < LENGTH(to); w++) {
		memset(&to[w], fill, sizeof(to[w]));
		cases[c].ways[w].work(to[w].b, from.b);
		for (i = 0; i < sizeof(to[w].b); i++) {
			const uint8_t want = i < cases[c].writes ? to[0].b[i] : fill;

			if (to[w].b[i] == want)
				continue;
			fprintf(stderr, "%s: byte 0x%02zx is 0x%02x with %s, 0x%02x with %s. "
				"Has the layout a new field? Then set it in layouts_*.c\n",
				cases[c].name, i, to[w].b[i], cases[c].ways[w].name, want,
				i < cases[c].writes ? cases[c].ways[0].name : "nobody");
			return 1;
		}
	}
	return 0;
}

static __attribute__((noinline)) void call(work *volatile work, void *to, const void *from,
					   unsigned int calls)
{
	while (calls--)
		work(to, from);
}

static void count(const char *name, work *work, const void *from)
{
	static const unsigned int calls[] = { 1, 101 };
	static union bytes to;
	char label[80];
	size_t i;

	for (i = 0; i < LENGTH(calls); i++) {
		snprintf(label, sizeof(label), "%s %u", name, calls[i]);
		CALLGRIND_ZERO_STATS;
		call(work, to.b, from, calls[i]);
		CALLGRIND_DUMP_STATS_AT(label);
	}
}

int main(void)
{
	static union bytes from;
	char name[64];
	const unsigned int inputs = RUNNING_ON_VALGRIND ? FEW : MANY;
	unsigned int n;
	size_t c, w;

	for (c = 0; c < LENGTH(cases); c++)
		for (n = 0; n < inputs; n++)
			if (compare(c))
				return 1;
	if (!RUNNING_ON_VALGRIND)
		return 0;
	count("nothing", nothing, &from);
	for (c = 0; c < LENGTH(cases); c++) {
		cases[c].any(from.b);
		for (w = 0; w < LENGTH(cases[c].ways); w++) {
			snprintf(name, sizeof(name), "%s/%s", cases[c].name, cases[c].ways[w].name);
			count(name, cases[c].ways[w].work, from.b);
		}
	}
	return 0;
}
