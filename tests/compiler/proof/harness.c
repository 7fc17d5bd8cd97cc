/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The checks of the proof. They compute the expected result bit by bit from the interpreter's
 * tables (ref_*), without shifting words and independent of the host's byte order, and compare
 * the results of the generated functions with it.
 *
 * A check is one property of one field; it has to hold for every one-hot value, all ones and
 * random values.
 */
#include "harness.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#ifndef TAIL			/* 0: a sanitizer guards the end of the buffers */
#define TAIL 16
#endif
#define HEAD 4			/* images are aligned to four bytes, not to eight */
#define RANDOM_IMAGES 64
#define MAX_DETAILS 12
#define ONE_ARM_BYTES 512 /* larger layouts: each arm is tested with the overlay's bits only */

static unsigned long passed, failed, skipped;
static unsigned int details;

struct work {
	const struct proof_layout *layout;
	uint64_t seed;
	uint8_t *image, *other, *expected;	/* layout->size bytes each */
	uint8_t *host, *want;			/* layout->host_size bytes each */
	uint8_t *active, *active2;		/* by arm */
	uint8_t *bad_slot, *bad_rule;
	int bad_count, bad_plain, bad_round, bad_report;
};

static void fail(const struct work *w, const char *field, const char *property,
		 const char *format, ...) __attribute__((format(printf, 4, 5)));

static void fail(const struct work *w, const char *field, const char *property,
		 const char *format, ...)
{
	va_list args;

	failed++;
	if (++details > MAX_DETAILS) {
		if (details == MAX_DETAILS + 1)
			printf("FAIL %s: more of the same layout are only counted\n",
			       w->layout->name);
		return;
	}
	printf("FAIL %s%s%s: %s: ", w->layout->name, *field ? "." : "", field, property);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

static void pass(void)
{
	passed++;
}

static uint64_t rnd(struct work *w)
{
	w->seed ^= w->seed << 13;
	w->seed ^= w->seed >> 7;
	w->seed ^= w->seed << 17;
	return w->seed * UINT64_C(0x2545f4914f6cdd1d);
}

static void fill(struct work *w, uint8_t *at, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		at[i] = (uint8_t)(rnd(w) >> 32);
}

static uint64_t ones(uint32_t width)
{
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Bits of an image */

static uint64_t get_bits(const uint8_t *image, uint32_t at, uint32_t width)
{
	uint64_t value = 0;
	uint32_t pos;

	for (pos = at; pos < at + width;) {
		if (pos % 8 == 0 && pos + 8 <= at + width) {
			value = value << 8 | image[pos / 8];
			pos += 8;
		} else {
			value = value << 1 | (image[pos / 8] & 0x80 >> pos % 8 ? 1 : 0);
			pos++;
		}
	}
	return value;
}

static void put_bits(uint8_t *image, uint32_t at, uint32_t width, uint64_t value)
{
	uint32_t i, pos;
	uint8_t mask;

	for (i = 0; i < width; i++) {
		pos = at + width - 1 - i;
		mask = (uint8_t)(0x80 >> pos % 8);
		if (value >> i & 1)
			image[pos / 8] = (uint8_t)(image[pos / 8] | mask);
		else
			image[pos / 8] = (uint8_t)(image[pos / 8] & ~mask);
	}
}

static int any_bits(const uint8_t *image, uint32_t at, uint32_t width)
{
	uint32_t part;

	for (; width; at += part, width -= part) {
		part = width < 64 ? width : 64;
		if (get_bits(image, at, part))
			return 1;
	}
	return 0;
}

/* Members of a host structure */

static uint64_t host_get(const uint8_t *host, const struct proof_slot *s, uint32_t i)
{
	const uint8_t *at = host + s->host + (size_t)i * s->size;
	uint8_t v8;
	uint16_t v16;
	uint32_t v32;
	uint64_t v64;

	switch (s->size) {
	case 1:
		memcpy(&v8, at, 1);
		return v8;
	case 2:
		memcpy(&v16, at, 2);
		return v16;
	case 4:
		memcpy(&v32, at, 4);
		return v32;
	default:
		memcpy(&v64, at, 8);
		return v64;
	}
}

static void host_put(uint8_t *host, const struct proof_slot *s, uint32_t i, uint64_t value)
{
	uint8_t *at = host + s->host + (size_t)i * s->size;
	uint8_t v8 = (uint8_t)value;
	uint16_t v16 = (uint16_t)value;
	uint32_t v32 = (uint32_t)value;

	switch (s->size) {
	case 1:
		memcpy(at, &v8, 1);
		break;
	case 2:
		memcpy(at, &v16, 2);
		break;
	case 4:
		memcpy(at, &v32, 4);
		break;
	default:
		memcpy(at, &value, 8);
	}
}

/* Expected results */

static int listed(const uint64_t *values, uint32_t n, uint64_t value)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (values[i] == value)
			return 1;
	return 0;
}

static uint8_t arm_holds(const struct proof_layout *l, uint32_t a, const uint8_t *active,
			 const uint8_t *image)
{
	const struct proof_arm *arm = &l->arms[a];

	if (a == 0)
		return 1;
	if (!active[arm->parent])
		return 0;
	return listed(arm->values, arm->n_values, get_bits(image, arm->at, arm->width)) !=
	       (int)arm->except;
}

static void ref_active(const struct proof_layout *l, const uint8_t *image, uint8_t *active)
{
	uint32_t a;

	for (a = 0; a < l->n_arms; a++)
		active[a] = arm_holds(l, a, active, image);
}

static void ref_pack(struct work *w, uint8_t *image, const uint8_t *host)
{
	const struct proof_layout *l = w->layout;
	uint32_t a, i, s = 0, r = 0;

	memset(image, 0, l->size);
	for (a = 0; a < l->n_arms; a++) {
		w->active2[a] = arm_holds(l, a, w->active2, image);
		for (; s < l->n_slots && l->slots[s].arm == a; s++)
			for (i = 0; w->active2[a] && i < l->slots[s].count; i++)
				put_bits(image, l->slots[s].at + i * l->slots[s].stride,
					 l->slots[s].width, host_get(host, &l->slots[s], i));
		for (; r < l->n_rules && l->rules[r].arm == a; r++)
			if (w->active2[a] && l->rules[r].kind == PROOF_FIXED)
				put_bits(image, l->rules[r].at, l->rules[r].width,
					 l->rules[r].value);
	}
}

static int violates(const struct proof_rule *r, const uint8_t *image)
{
	switch (r->kind) {
	case PROOF_RESERVED:
		return any_bits(image, r->at, r->width);
	case PROOF_ENUM:
		return !listed(r->known, r->n_known, get_bits(image, r->at, r->width));
	case PROOF_FLAGS:
		return (get_bits(image, r->at, r->width) & ~r->value) != 0;
	case PROOF_FIXED:
		return get_bits(image, r->at, r->width) != r->value;
	}
	return 0;
}

static uint32_t ref_complaints(struct work *w, const uint8_t *image)
{
	uint32_t r, n = 0;

	for (r = 0; r < w->layout->n_rules; r++)
		if (w->active[w->layout->rules[r].arm] && violates(&w->layout->rules[r], image))
			n++;
	return n;
}

/* Sets the selectors, from the outermost one, so that arm a is active. */
static void select_arm(const struct proof_layout *l, uint8_t *image, uint32_t a)
{
	if (a == 0)
		return;
	select_arm(l, image, l->arms[a].parent);
	put_bits(image, l->arms[a].at, l->arms[a].width, l->arms[a].sample);
}

/* Makes an image legal where possible: fixed values, known values, no reserved bits. */
static void make_legal(struct work *w, uint8_t *image)
{
	const struct proof_layout *l = w->layout;
	uint32_t r, a, at, part;

	for (a = 0, r = 0; a < l->n_arms; a++) {
		w->active2[a] = arm_holds(l, a, w->active2, image);
		for (; r < l->n_rules && l->rules[r].arm == a; r++) {
			const struct proof_rule *rule = &l->rules[r];

			if (!w->active2[a] || !violates(rule, image))
				continue;
			switch (rule->kind) {
			case PROOF_RESERVED:
				for (at = rule->at; at < rule->at + rule->width; at += part) {
					part = rule->at + rule->width - at;
					part = part < 64 ? part : 64;
					put_bits(image, at, part, 0);
				}
				break;
			case PROOF_ENUM:
				put_bits(image, rule->at, rule->width,
					 rule->known[rnd(w) % rule->n_known]);
				break;
			case PROOF_FLAGS:
				put_bits(image, rule->at, rule->width, rule->value &
					 get_bits(image, rule->at, rule->width));
				break;
			case PROOF_FIXED:
				put_bits(image, rule->at, rule->width, rule->value);
				break;
			}
		}
	}
}

/* Setters and getters */

static int same(struct work *w, const uint8_t *a, const uint8_t *b)
{
	return memcmp(a, b, w->layout->size) == 0;
}

static void check_set(struct work *w, const struct proof_field *f, const char *property,
		      int background)
{
	uint32_t i, k;
	uint64_t value;

	for (i = 0; i < f->count; i++) {
		for (k = 0; k < f->width + 3; k++) {
			value = k < f->width ? UINT64_C(1) << k : k == f->width ? 0 :
				k == f->width + 1 ? ones(f->width) : rnd(w) & ones(f->width);
			if (background < 0)
				fill(w, w->image, w->layout->size);
			else
				memset(w->image, background, w->layout->size);
			memcpy(w->expected, w->image, w->layout->size);
			put_bits(w->expected, f->at + i * f->stride, f->width, value);
			f->set(w->image, f->number, i, value);
			if (!same(w, w->image, w->expected)) {
				fail(w, f->name, property, "[%" PRIu32 "] = 0x%" PRIx64
				     " changes the wrong bits", i, value);
				return;
			}
		}
	}
	pass();
}

static void check_get(struct work *w, const struct proof_field *f)
{
	int inside = 1, outside = 1, random = 1;
	uint32_t i, k, pos, at;
	uint64_t got, want;

	for (i = 0; i < f->count; i++) {
		at = f->at + i * f->stride;
		memset(w->image, 0, w->layout->size);
		for (pos = 0; pos < w->layout->size * 8; pos++) {
			w->image[pos / 8] = (uint8_t)(0x80 >> pos % 8);
			got = f->get(w->image, f->number, i);
			w->image[pos / 8] = 0;
			if (pos >= at && pos < at + f->width) {
				want = UINT64_C(1) << (at + f->width - 1 - pos);
				if (got != want && inside) {
					fail(w, f->name, "get, its own bits", "[%" PRIu32 "] byte "
					     "0x%02" PRIx32 " mask 0x%02x gives 0x%" PRIx64
					     ", not 0x%" PRIx64, i, pos / 8, 0x80 >> pos % 8, got,
					     want);
					inside = 0;
				}
			} else if (got && outside) {
				fail(w, f->name, "get, other bits", "[%" PRIu32 "] byte 0x%02"
				     PRIx32 " mask 0x%02x gives 0x%" PRIx64 ", not 0", i, pos / 8,
				     0x80 >> pos % 8, got);
				outside = 0;
			}
		}
		for (k = 0; k < 9; k++) {
			if (k)
				fill(w, w->image, w->layout->size);
			else
				memset(w->image, 0xff, w->layout->size);
			got = f->get(w->image, f->number, i);
			want = get_bits(w->image, at, f->width);
			if (got != want && random) {
				fail(w, f->name, "get, random image", "[%" PRIu32 "] gives 0x%"
				     PRIx64 ", not 0x%" PRIx64, i, got, want);
				random = 0;
			}
		}
	}
	passed += (unsigned long)(inside + outside + random);
}

/* pack */

/* A host structure of zeros with the selectors set for an arm. */
static void blank_host(struct work *w, uint32_t arm)
{
	const struct proof_layout *l = w->layout;
	uint32_t s, i;

	memset(w->host, 0, l->host_size);
	memset(w->other, 0, l->size);
	select_arm(l, w->other, arm);
	for (s = 0; s < l->n_slots; s++) {
		const struct proof_slot *slot = &l->slots[s];
		uint32_t a;

		for (a = arm; a; a = l->arms[a].parent)
			if (slot->arm == l->arms[a].parent && slot->count == 1 &&
			    slot->at == l->arms[a].at && slot->width == l->arms[a].width)
				break;
		for (i = 0; a && i < slot->count; i++)
			host_put(w->host, slot, i, get_bits(w->other, slot->at, slot->width));
	}
}

static int packs(struct work *w)
{
	ref_pack(w, w->expected, w->host);
	fill(w, w->image, w->layout->size);
	w->layout->pack(w->image, w->host);
	return same(w, w->image, w->expected);
}

static void check_pack(struct work *w)
{
	const struct proof_layout *l = w->layout;
	const struct proof_slot *slot;
	uint32_t s, i, k;
	uint64_t value;

	for (s = 0; s < l->n_slots; s++) {
		int good = 1;

		slot = &l->slots[s];
		for (i = 0; good && i < slot->count; i++) {
			for (k = 0; good && k < slot->width + 2; k++) {
				value = k < slot->width ? UINT64_C(1) << k :
					k == slot->width ? ones(slot->width) :
					rnd(w) & ones(slot->width);
				blank_host(w, slot->arm);
				host_put(w->host, slot, i, value);
				if (packs(w))
					continue;
				fail(w, slot->name, "pack", "[%" PRIu32 "] = 0x%" PRIx64
				     " gives another image than that", i, value);
				good = 0;
			}
		}
		passed += (unsigned long)good;
	}
	for (i = 0; i < l->n_arms; i++) {
		blank_host(w, i);
		if (packs(w))
			pass();
		else
			fail(w, l->arms[i].name, "pack", "zeros with fixed values give another "
			     "image than that");
	}
}

static void check_init(struct work *w)
{
	const struct proof_layout *l = w->layout;
	uint32_t s, i;

	fill(w, w->host, l->host_size);
	l->init(w->host);
	for (s = 0; s < l->n_slots; s++) {
		const struct proof_slot *slot = &l->slots[s];
		int good = 1;

		if (!slot->has_init)
			continue;
		for (i = 0; good && i < slot->count; i++) {
			if (host_get(w->host, slot, i) == slot->init)
				continue;
			fail(w, slot->name, "default", "[%" PRIu32 "] is 0x%" PRIx64 ", not 0x%"
			     PRIx64, i, host_get(w->host, slot, i), slot->init);
			good = 0;
		}
		passed += (unsigned long)good;
	}
}

/* unpack and its report */

static uint32_t rule_at(struct work *w, uint32_t pos)
{
	uint32_t r;

	for (r = 0; r < w->layout->n_rules; r++)
		if (w->active[w->layout->rules[r].arm] && pos >= w->layout->rules[r].at &&
		    pos < w->layout->rules[r].at + w->layout->rules[r].width)
			return r;
	return UINT32_MAX;
}

static int report_is_exact(struct work *w, const uint8_t *image, const struct proof_said *said)
{
	uint32_t i = 0, r, n = 0;

	for (r = 0; r < w->layout->n_rules; r++) {
		const struct proof_rule *rule = &w->layout->rules[r];

		if (!w->active[rule->arm] || !violates(rule, image))
			continue;
		n++;
		for (i = 0; i < said->n_listed; i++)
			if (said->item[i].kind == (uint32_t)rule->kind &&
			    said->item[i].at == rule->at && said->item[i].width == rule->width &&
			    said->item[i].value == get_bits(image, rule->at, rule->width > 64 ?
							    64 : rule->width) &&
			    (rule->said && said->item[i].field ?
			     !strcmp(rule->said, said->item[i].field) :
			     rule->said == said->item[i].field))
				break;
		if (i == said->n_listed && said->n_listed < PROOF_MAX_COMPLAINTS)
			return 0;
	}
	return said->n == n && said->n_checked == n && said->n_twice == 2 * n &&
	       said->n_listed == (n < PROOF_MAX_COMPLAINTS ? n : PROOF_MAX_COMPLAINTS);
}

/* Compares the values of host and want, without padding and inactive arms. */
static int same_host(const struct work *w)
{
	const struct proof_slot *slot;
	uint32_t s;

	for (s = 0; s < w->layout->n_slots; s++) {
		slot = &w->layout->slots[s];
		if (w->active[slot->arm] && memcmp(w->host + slot->host, w->want + slot->host,
						   (size_t)slot->size * slot->count) != 0)
			return 0;
	}
	return 1;
}

/* Unpacks image and compares all results; pos is the bit that was flipped, or UINT32_MAX. */
static void try_unpack(struct work *w, const uint8_t *image, uint32_t pos)
{
	const struct proof_layout *l = w->layout;
	struct proof_said said;
	uint32_t s, i, n, r = pos == UINT32_MAX ? pos : UINT32_MAX - 1;
	uint64_t got, want;

	ref_active(l, image, w->active);
	memset(w->host, w->seed & 1 ? 0xa5 : 0x5a, l->host_size);
	memset(&said, 0, sizeof(said));
	n = l->unpack(w->host, image, &said);
	for (s = 0; s < l->n_slots; s++) {
		const struct proof_slot *slot = &l->slots[s];

		if (!w->active[slot->arm] || w->bad_slot[s])
			continue;
		for (i = 0; i < slot->count; i++) {
			want = get_bits(image, slot->at + i * slot->stride, slot->width);
			got = host_get(w->host, slot, i);
			if (got == want)
				continue;
			fail(w, slot->name, "unpack", "[%" PRIu32 "] is 0x%" PRIx64 ", not 0x%"
			     PRIx64, i, got, want);
			w->bad_slot[s] = 1;
			break;
		}
	}
	if (n != ref_complaints(w, image) || n != said.n) {
		if (pos != UINT32_MAX)
			r = rule_at(w, pos);
		if (r < l->n_rules) {
			if (!w->bad_rule[r])
				fail(w, l->rules[r].name, "complaint", "bit 0x%02" PRIx32
				     " mask 0x%02x: %" PRIu32 " complaints (report: %" PRIu32
				     "), not %" PRIu32, pos / 8, 0x80 >> pos % 8, n, said.n,
				     ref_complaints(w, image));
			w->bad_rule[r] = 1;
		} else if (!w->bad_count++) {
			fail(w, "", "complaints", "%" PRIu32 " (report: %" PRIu32 "), not %" PRIu32
			     "; bit 0x%02" PRIx32 " mask 0x%02x", n, said.n,
			     ref_complaints(w, image), pos == UINT32_MAX ? 0 : pos / 8,
			     pos == UINT32_MAX ? 0 : 0x80 >> pos % 8);
		}
	} else if (!report_is_exact(w, image, &said) && !w->bad_report++) {
		r = pos == UINT32_MAX ? pos : rule_at(w, pos);
		fail(w, r < l->n_rules ? l->rules[r].name : "", "report",
		     "it names other places, kinds, fields or values: the first is kind %" PRIu32
		     " of %s, bits %" PRIu32 "+%" PRIu32 ", value 0x%" PRIx64, said.item[0].kind,
		     said.item[0].field ? said.item[0].field : "reserved", said.item[0].at,
		     said.item[0].width, said.item[0].value);
	}
	memset(w->want, w->seed & 1 ? 0xa5 : 0x5a, l->host_size);
	if ((l->unpack_plain(w->want, image) != 0 || !same_host(w)) && !w->bad_plain++)
		fail(w, "", "unpack without a report",
		     "differs from unpack with one, or counts complaints");
}

static void round_trip(struct work *w, const uint8_t *image, int legal)
{
	const struct proof_layout *l = w->layout;

	fill(w, w->host, l->host_size);
	l->unpack_plain(w->host, image);
	if (!packs(w) || (legal && !same(w, w->image, image))) {
		if (!w->bad_round++)
			fail(w, "", "pack(unpack(image))", "differs from %s",
			     legal ? "the image" : "the image without its reserved bits");
	}
}

static void try_bits(struct work *w, uint8_t *image, uint32_t from, uint32_t to)
{
	uint32_t pos;

	for (pos = from; pos < to; pos++) {
		image[pos / 8] = (uint8_t)(image[pos / 8] ^ 0x80 >> pos % 8);
		try_unpack(w, image, pos);
		image[pos / 8] = (uint8_t)(image[pos / 8] ^ 0x80 >> pos % 8);
	}
}

static void check_unpack(struct work *w)
{
	const struct proof_layout *l = w->layout;
	uint32_t a, r, s, k;
	uint8_t *image = (uint8_t *)malloc(HEAD + l->size + 1);

	if (!image)
		abort();
	for (a = 0; a < l->n_arms; a++) {
		const struct proof_arm *arm = &l->arms[a];
		int all = a == 0 || l->size <= ONE_ARM_BYTES;

		for (k = 0; k < 2; k++) {
			memset(image, 0, l->size);
			select_arm(l, image, a);
			if (k)
				make_legal(w, image);
			try_unpack(w, image, UINT32_MAX);
			try_bits(w, image, all ? 0 : arm->over,
				 all ? l->size * 8 : arm->over + arm->over_width);
		}
		for (k = 0; k < RANDOM_IMAGES / (l->n_arms < 8 ? 1 : 4); k++) {
			if (k)
				fill(w, image, l->size);
			else
				memset(image, 0xff, l->size);
			select_arm(l, image, a);
			try_unpack(w, image, UINT32_MAX);
			round_trip(w, image, 0);
			make_legal(w, image);
			make_legal(w, image);
			try_unpack(w, image, UINT32_MAX);
			ref_active(l, image, w->active);
			round_trip(w, image, ref_complaints(w, image) == 0);
		}
	}
	for (s = 0; s < l->n_slots; s++)
		passed += (unsigned long)!w->bad_slot[s];
	for (r = 0; r < l->n_rules; r++)
		passed += (unsigned long)!w->bad_rule[r];
	passed += (unsigned long)(!w->bad_count + !w->bad_report + !w->bad_plain + !w->bad_round);
	free(image);
}

/* A file */

static uint8_t *take(uint32_t head, uint32_t size)
{
	uint8_t *at = (uint8_t *)malloc((size_t)head + size + TAIL + !(head + size + TAIL));

	if (!at)
		abort();
	memset(at, 0xc3, (size_t)head + size + TAIL);
	return at + head;
}

static int whole(const uint8_t *at, uint32_t head, uint32_t size)
{
	uint32_t i;

	for (i = 1; i <= head; i++)
		if (*(at - i) != 0xc3)
			return 0;
	for (i = 0; i != TAIL; i++)
		if (at[size + i] != 0xc3)
			return 0;
	return 1;
}

static void check_layout(const struct proof_layout *l)
{
	struct work w;
	uint32_t i;
	const char *c;

	details = 0;
	memset(&w, 0, sizeof(w));
	w.layout = l;
	w.seed = UINT64_C(0x9e3779b97f4a7c15);
	for (c = l->name; *c; c++)
		w.seed = (w.seed ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
	if (l->size == l->actual_size && l->align == 4) {
		passed++;
	} else {
		fail(&w, "", "sizeof", "%" PRIu32 " bytes, aligned to %" PRIu32 ", not %" PRIu32
		     ", aligned to 4", l->actual_size, l->align, l->size);
		return;
	}
	for (i = 0; i < l->n_offsets; i++) {
		if (l->offsets[i].actual == l->offsets[i].expected)
			pass();
		else
			fail(&w, l->offsets[i].name, "offsetof", "0x%02" PRIx32 ", not 0x%02"
			     PRIx32, l->offsets[i].actual, l->offsets[i].expected);
	}
	for (i = 0; i < l->n_slots; i++) {
		if (l->slots[i].size * l->slots[i].count == l->slots[i].member_size) {
			pass();
		} else {
			fail(&w, l->slots[i].name, "size in the host structure", "%" PRIu32
			     " bytes, not %" PRIu32, l->slots[i].member_size,
			     l->slots[i].size * l->slots[i].count);
			return;
		}
	}
	w.image = take(HEAD, l->size);
	w.other = take(HEAD, l->size);
	w.expected = take(HEAD, l->size);
	w.host = take(0, l->host_size);
	w.want = take(0, l->host_size);
	w.active = take(0, l->n_arms);
	w.active2 = take(0, l->n_arms);
	w.bad_slot = (uint8_t *)calloc(l->n_slots + 1, 1);
	w.bad_rule = (uint8_t *)calloc(l->n_rules + 1, 1);
	if (!w.bad_slot || !w.bad_rule)
		abort();

	for (i = 0; i < l->n_fields; i++) {
		if (l->fields[i].set) {
			check_set(&w, &l->fields[i], "set on zeros", 0x00);
			check_set(&w, &l->fields[i], "set on ones", 0xff);
			check_set(&w, &l->fields[i], "set on random bits", -1);
		}
		if (l->fields[i].get)
			check_get(&w, &l->fields[i]);
	}
	if (l->flexible) {
		if (l->flexible(w.image) == l->size)
			pass();
		else
			fail(&w, "", "trailing array", "stands at 0x%02" PRIx32,
			     l->flexible(w.image));
	}
	check_init(&w);
	check_pack(&w);
	check_unpack(&w);
	if (whole(w.image, HEAD, l->size) && whole(w.host, 0, l->host_size) &&
	    whole(w.want, 0, l->host_size))
		pass();
	else
		fail(&w, "", "bounds", "something is written outside of the layout");

	free(w.image - HEAD);
	free(w.other - HEAD);
	free(w.expected - HEAD);
	free(w.host);
	free(w.want);
	free(w.active);
	free(w.active2);
	free(w.bad_slot);
	free(w.bad_rule);
}

static void check_enum(const struct proof_enum *e)
{
	uint32_t i;
	const char *said;

	for (i = 0; i < e->n_values; i++) {
		if (e->values[i].actual == e->values[i].expected) {
			passed++;
			continue;
		}
		failed++;
		printf("FAIL %s.%s: 0x%" PRIx64 ", not 0x%" PRIx64 "\n", e->name,
		       e->values[i].name, e->values[i].actual, e->values[i].expected);
	}
	for (i = 0; e->str && i < e->n_strings; i++) {
		said = e->str(e->strings[i].value);
		if (said && e->strings[i].expected ? !strcmp(said, e->strings[i].expected) :
		    said == e->strings[i].expected) {
			passed++;
			continue;
		}
		failed++;
		printf("FAIL %s: the name of 0x%" PRIx64 " is %s, not %s\n", e->name,
		       e->strings[i].value, said ? said : "NULL",
		       e->strings[i].expected ? e->strings[i].expected : "NULL");
	}
}

void proof_run(const struct proof_file *file)
{
	unsigned long before = failed;
	uint32_t i;

	for (i = 0; i < file->n_layouts; i++)
		check_layout(&file->layouts[i]);
	for (i = 0; i < file->n_enums; i++)
		check_enum(&file->enums[i]);
	if (failed != before)
		printf("%lu failed in %s\n", failed - before, file->stem);
}

/* Printing */

static const struct proof_layout *find_layout(const struct proof_file *const *files,
					      uint32_t n_files, const char *name)
{
	uint32_t f, l;

	for (f = 0; f < n_files; f++)
		for (l = 0; l < files[f]->n_layouts; l++)
			if (!strcmp(files[f]->layouts[l].name, name))
				return &files[f]->layouts[l];
	return NULL;
}

static int read_byte(FILE *f, uint8_t *byte)
{
	static const char digits[] = "0123456789abcdef";
	const char *high = strchr(digits, getc(f)), *low = strchr(digits, getc(f));

	if (!high || !low)
		return 0;
	*byte = (uint8_t)((high - digits) << 4 | (low - digits));
	return 1;
}

int proof_print(const struct proof_file *const *files, uint32_t n_files, const char *path)
{
	const struct proof_layout *l;
	FILE *f = fopen(path, "r");
	char name[128];
	unsigned int n;
	uint32_t i;
	uint8_t *image;

	if (!f) {
		perror(path);
		return 2;
	}
	for (n = 0; fscanf(f, "%127s ", name) == 1; n++) {
		l = find_layout(files, n_files, name);
		if (!l) {
			fprintf(stderr, "%s: no layout %s\n", path, name);
			break;
		}
		image = take(HEAD, l->size);
		for (i = 0; i < l->size && read_byte(f, &image[i]); i++)
			;
		printf("# %u\n", n);
		if (i == l->size)
			l->print(stdout, image);
		free(image - HEAD);
	}
	fclose(f);
	return 0;
}

int proof_end(void)
{
	printf("%lu passed, %lu failed, %lu skipped\n", passed, failed, skipped);
	return failed || !passed;
}
