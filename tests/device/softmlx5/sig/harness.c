// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Runs the signature engine alone, with streams, keys and stand-ins for the rest. Reads commands,
 * one on a line, and writes their results; see the table at the end. Numbers are decimal, bytes
 * hexadecimal, "-" is nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/caps.h"
#include "base/reason.h"
#include "nic/data/stream.h"
#include "nic/memory/mem.h"
#include "nic/memory/mkey.h"
#include "nic/memory/payload.h"
#include "nic/signature/sig.h"
#include "prm_data.h"

#define PD 1u
#define MAX_OBJECTS 8u

__thread struct sm_guard *sm_guard_current;

static struct prm_cmd_hca_cap general;
static struct sm_caps caps = { .general = &general };
static struct sm_dev dev;
static struct sm_pd pds[4];
static struct sm_psv psvs[MAX_OBJECTS];
static struct sm_dek deks[MAX_OBJECTS];
static unsigned int n_psvs, n_deks;
static uint8_t *memory;
static size_t memory_len;
static struct sm_mkey *memory_key, *key;

static void die(const char *why)
{
	fprintf(stderr, "harness: %s\n", why);
	exit(2);
}

static void *get_memory(size_t len)
{
	void *room = malloc(len ? len : 1);

	if (!room)
		die("out of memory");
	return room;
}

/*
 * Stand-ins.
 */

bool sm_copy(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	return true;
}

static struct sm_qp *const some_qp = (struct sm_qp *)&dev;	/* only its address is used */

static void mismatch(const struct sm_accessor *by, struct sm_mkey *mkey, struct sm_psv *psv,
		     const struct sm_sig_error *error)
{
	if (by->qp != some_qp || mkey != key)
		die("a mismatch of another QP");
	printf("error %u %u %u %u %u %u %llu %u %u\n", error->domain, error->syndrome,
	       error->expected_trans_sig, error->expected_ref_tag, error->actual_trans_sig,
	       error->actual_ref_tag, (unsigned long long)error->offset, error->mkey,
	       psv ? psv->obj.id : 0);
}

static struct sm_accessor accessor(unsigned int access)
{
	return (struct sm_accessor){ .dev = &dev, .pd = pds[0].obj.id, .qpn = 77, .access = access,
				     .mismatch = mismatch, .qp = some_qp };
}

void sm_reason_note(const char *format, ...)
{
	(void)format;
}

/*
 * Reading.
 */

static char *word(char **rest)
{
	char *start = strsep(rest, " \n");

	return start ? start : (char *)"";
}

static uint64_t number(char **rest)
{
	return strtoull(word(rest), NULL, 10);
}

/* Returns the bytes of a word, in memory of exactly their length. */
static uint8_t *bytes(char **rest, size_t *len)
{
	const char *hex = word(rest);
	uint8_t *out;
	size_t i;

	*len = hex[0] == '-' ? 0 : strlen(hex) / 2;
	out = get_memory(*len);
	for (i = 0; i < *len; i++) {
		char pair[3] = { hex[2 * i], hex[2 * i + 1], 0 };

		out[i] = (uint8_t)strtoul(pair, NULL, 16);
	}
	return out;
}

static void print_bytes(const uint8_t *from, size_t len)
{
	static const char digit[] = "0123456789abcdef";

	if (!len)
		putchar('-');
	for (size_t i = 0; i < len; i++) {
		putchar(digit[from[i] >> 4]);
		putchar(digit[from[i] & 15]);
	}
}

/* "1,2,3": returns the next number, cyclically. */
static size_t next_cut(const char *list, const char **at)
{
	char *end;
	size_t cut;

	if (!*at || !**at)
		*at = list;
	cut = strtoul(*at, &end, 10);
	*at = *end == ',' ? end + 1 : end;
	return cut ? cut : 1;
}

/*
 * Commands.
 */

static void destroy_key(struct sm_mkey **mkey)
{
	if (*mkey)
		sm_mkey_destroy(*mkey);
	*mkey = NULL;
}

static uint32_t key_value(const struct sm_mkey *mkey)
{
	const struct prm_mkey_value_fields fields = {
		.mkey_index = mkey->obj.id, .mkey_7_0 = mkey->ctx.mkey_7_0,
	};
	prm_be32 value;

	prm_mkey_value_pack((void *)&value, &fields);
	return prm_be32_to_cpu(value);
}

/* Key and memory are replaced by others; PSVs and DEKs stay. */
static void do_forget(char *rest)
{
	(void)rest;
	destroy_key(&key);
	destroy_key(&memory_key);
	free(memory);
	memory = NULL;
}

/* Resets everything but the capabilities. */
static void do_reset(char *rest)
{
	do_forget(rest);
	for (unsigned int i = 0; i < n_deks; i++)
		sm_crypto_forget(&deks[i]);
	sm_table_free(&dev.psvs);
	sm_table_free(&dev.deks);
	sm_table_free(&dev.mkeys);
	sm_table_init(&dev.psvs, 1, MAX_OBJECTS);
	sm_table_init(&dev.deks, 1, MAX_OBJECTS);
	sm_table_init(&dev.mkeys, 16, 32);
	memset(psvs, 0, sizeof(psvs));
	memset(deks, 0, sizeof(deks));
	n_psvs = n_deks = 0;
}

static void do_cap(char *rest)
{
	const char *name = word(&rest);
	bool value = number(&rest) != 0;

	if (!strcmp(name, "sho"))
		prm_cmd_hca_cap_set_sho(&general, value);
	else if (!strcmp(name, "sig_block_4048"))
		prm_cmd_hca_cap_set_sig_block_4048(&general, value);
	else if (!strcmp(name, "sig_crc32c"))
		prm_cmd_hca_cap_set_sig_crc32c(&general, value);
	else if (!strcmp(name, "sig_crc64_xp10"))
		prm_cmd_hca_cap_set_sig_crc64_xp10(&general, value);
	else if (!strcmp(name, "crypto"))
		prm_cmd_hca_cap_set_crypto(&general, value);
	else if (!strcmp(name, "aes_xts_multi_block_be_tweak"))
		prm_cmd_hca_cap_set_aes_xts_multi_block_be_tweak(&general, value);
	else
		die("no such capability here");
}

static struct sm_pd *get_pd(char **rest)
{
	struct sm_pd *pd = sm_table_get(&dev.pds, (uint32_t)number(rest));

	if (!pd)
		die("no such PD");
	return pd;
}

/* psv PD: the first one has number 1 */
static void do_psv(char *rest)
{
	struct sm_psv *psv = &psvs[n_psvs++];

	psv->obj.dev = &dev;
	psv->pd = get_pd(&rest);
	if (sm_table_add(&dev.psvs, psv, &psv->obj.id))
		die("too many PSVs");
}

/* unpsv: one more number is assigned, and its PSV destroyed */
static void do_unpsv(char *rest)
{
	uint32_t id;

	(void)rest;
	if (sm_table_add(&dev.psvs, &psvs[n_psvs], &id))
		die("too many PSVs");
	sm_table_remove(&dev.psvs, id);
}

/* dek PD KEY KEYTAG */
static void do_dek(char *rest)
{
	struct sm_dek *dek = &deks[n_deks++];
	size_t len;
	uint8_t *from;

	dek->obj.dev = &dev;
	dek->pd = get_pd(&rest);
	from = bytes(&rest, &len);
	dek->key_len = (unsigned int)len;
	memcpy(dek->key, from, len);
	free(from);
	from = bytes(&rest, &len);
	dek->has_keytag = len != 0;
	memcpy(dek->keytag, from, len);
	free(from);
	if (sm_table_add(&dev.deks, dek, &dek->obj.id))
		die("too many DEKs");
}

/* undek: destroys the first DEK */
static void do_undek(char *rest)
{
	(void)rest;
	sm_table_remove(&dev.deks, deks[0].obj.id);
}

/* memory BYTES */
static void do_memory(char *rest)
{
	struct prm_mkc_fields ctx = {
		.access_mode_1_0 = PRM_MKC_ACCESS_MODE_MTT, .lr = true, .lw = true, .pd = PD,
		.qpn = SM_ANY_QPN,
	};

	memory = bytes(&rest, &memory_len);
	ctx.len = memory_len;
	if (sm_mkey_create(&dev, 1, &ctx, NULL, 0, (char *)memory, memory_len, false, &memory_key))
		die("the key of the memory is refused");
}

/* key LEN START LENGTH64 OFFSET LEN OFFSET LEN ...: consecutive pieces of the memory */
static void do_key(char *rest)
{
	static struct prm_klm list[4096];
	struct prm_mkc_fields ctx = {
		.access_mode_1_0 = PRM_MKC_ACCESS_MODE_KLMS, .lr = true, .lw = true, .rr = true,
		.rw = true, .pd = PD, .qpn = SM_ANY_QPN, .umr_en = true,
		.translations_octword_size = 4096, .bsf_octword_size = 8, .mkey_7_0 = 0x5a,
	};
	const uint32_t value = key_value(memory_key);
	uint32_t n;

	ctx.len = number(&rest);
	ctx.start_addr = number(&rest);
	ctx.length64 = number(&rest) != 0;
	for (n = 0; rest && *rest; n++) {
		struct prm_klm_fields klm = { .mkey = value };

		if (n == SM_ARRAY_SIZE(list))
			die("too many pieces");
		klm.address = number(&rest);
		klm.byte_count = (uint32_t)number(&rest);
		prm_klm_pack(&list[n], &klm);
	}
	if (sm_mkey_create(&dev, 1, &ctx, list, n, NULL, 0, false, &key))
		die("the key is refused");
}

/* bsf PD BYTES -> "parse ok" or "parse refused: why" */
static void do_bsf(char *rest)
{
	const struct sm_pd *pd = get_pd(&rest);
	const char *why = NULL;
	size_t len;
	uint8_t *from = bytes(&rest, &len);

	free(key->sig);
	key->sig = sm_sig_parse(&dev, pd->obj.id, from, (uint32_t)len, &why);
	key->ctx.bsf_en = true;
	if (key->sig && why)
		die("an accepted BSF has a reason for a refusal");
	printf("parse %s%s\n", key->sig ? "ok" : "refused: ", key->sig ? "" : why);
	free(from);
}

/* try PD BYTES: the same; the key has no BSF if it is refused */
static void do_try(char *rest)
{
	do_bsf(rest);
	if (!key->sig)
		key->ctx.bsf_en = false;
}

/* ADDR LEN ADDR LEN ... of the key */
static unsigned int sges(char *rest, struct sm_sge *sge)
{
	unsigned int n;

	for (n = 0; rest && *rest && n < SM_MAX_SGE; n++) {
		sge[n].key = key_value(key);
		sge[n].addr = number(&rest);
		sge[n].len = number(&rest);
		sge[n].inline_data = NULL;
	}
	return n;
}

/* gather WANTS ADDR LEN ... -> errors, "gather FAULT BYTES" */
static void do_gather(char *rest)
{
	const struct sm_accessor by = accessor(SM_LOCAL_READ);
	struct sm_payload *payload = get_memory(sizeof(*payload));
	const char *wants = word(&rest), *at = NULL;
	struct sm_stream *stream = get_memory(sizeof(*stream));
	struct sm_sge sge[SM_MAX_SGE];
	uint8_t *out = NULL;
	size_t len = 0;
	enum sm_fault fault;

	fault = sm_stream_open(stream, &by, sge, sges(rest, sge));
	if (!fault) {
		while (!fault && stream->moved < stream->total) {
			size_t want = next_cut(wants, &at);

			fault = sm_stream_gather(stream, want, payload);
			if (fault)
				break;
			if (!payload->len || payload->len > want)
				die("a gather that returns nothing, or too much");
			out = realloc(out, len + payload->len);
			if (!out)
				die("out of memory");
			if (!sm_payload_read(payload, out + len))
				die("part of a payload is missing");
			len += payload->len;
		}
		sm_stream_close(stream);
	}
	printf("gather %d ", fault);
	print_bytes(out, fault ? 0 : len);
	putchar('\n');
	free(out);
	free(stream);
	free(payload);
}

/*
 * Sends packets in pieces, of the lengths in the lists, from memory that is freed after each
 * packet.
 */
static enum sm_fault send(struct sm_stream *stream, const char *cuts, const uint8_t *from,
			  size_t len)
{
	struct sm_payload *payload = get_memory(sizeof(*payload));
	enum sm_fault fault = SM_OK;
	const char *at = NULL;
	size_t done = 0;

	while (!fault && done < len) {
		uint8_t *piece[3] = {0};

		sm_payload_begin(payload);
		for (unsigned int i = 0; i < 3 && done < len; i++) {
			size_t cut = next_cut(cuts, &at);

			if (cut > len - done)
				cut = len - done;
			piece[i] = get_memory(cut);
			memcpy(piece[i], from + done, cut);
			sm_payload_add(payload, piece[i], cut);
			done += cut;
		}
		fault = sm_stream_scatter(stream, payload);
		for (unsigned int i = 0; i < 3; i++)
			free(piece[i]);
	}
	free(payload);
	return fault;
}

/* scatter CUTS BYTES ADDR LEN ... -> errors, "scatter FAULT" */
static void do_scatter(char *rest)
{
	const struct sm_accessor by = accessor(SM_LOCAL_WRITE);
	struct sm_stream *stream = get_memory(sizeof(*stream));
	const char *cuts = word(&rest);
	struct sm_sge sge[SM_MAX_SGE];
	size_t len;
	uint8_t *from = bytes(&rest, &len);
	enum sm_fault fault;

	fault = sm_stream_open(stream, &by, sge, sges(rest, sge));
	if (!fault) {
		fault = send(stream, cuts, from, len);
		sm_stream_close(stream);
	}
	printf("scatter %d\n", fault);
	free(from);
	free(stream);
}

static void do_dump(char *rest)
{
	(void)rest;
	fputs("memory ", stdout);
	print_bytes(memory, memory_len);
	putchar('\n');
}

/* len MEMORY WIRE -> "len WIRE MEMORY", of the key's BSF */
static void do_len(char *rest)
{
	uint64_t in_memory = number(&rest), on_wire = number(&rest);

	printf("len %llu %llu\n", (unsigned long long)sm_sig_wire_len(key->sig, in_memory),
	       (unsigned long long)sm_sig_memory_len(key->sig, on_wire));
}

/* Returns the register of a code after @len more bytes. */
static uint64_t code(const char *name, uint64_t reg, size_t before, const uint8_t *from, size_t len)
{
	if (!strcmp(name, "t10dif"))
		return sm_crc16_t10dif((uint16_t)reg, from, len);
	if (!strcmp(name, "crc32"))
		return sm_crc32_ieee((uint32_t)reg, from, len);
	if (!strcmp(name, "crc32c"))
		return sm_crc32c((uint32_t)reg, from, len);
	if (!strcmp(name, "crc64"))
		return sm_crc64_xp10(reg, from, len);
	if (!strcmp(name, "ipcs"))
		return sm_ipcs((uint16_t)reg, before & 1, from, len);
	die("no such code");
	return 0;
}

/* code NAME SEED CUTS BYTES -> "code REGISTER" */
static void do_code(char *rest)
{
	const char *name = word(&rest);
	uint64_t reg = number(&rest);
	const char *cuts = word(&rest), *at = NULL;
	size_t len, done = 0;
	uint8_t *from = bytes(&rest, &len);

	while (done < len) {
		size_t cut = next_cut(cuts, &at);

		if (cut > len - done)
			cut = len - done;
		reg = code(name, reg, done, from + done, cut);
		done += cut;
	}
	printf("code %llu\n", (unsigned long long)reg);
	free(from);
}

/*
 * copy NAME SEED BLOCK N FROM_STEP TO_STEP TO BYTES -> "copy REGISTER... BYTES": blocks are copied
 * from the start of the bytes to offset TO
 */
static void do_copy(char *rest)
{
	const char *name = word(&rest);
	uint64_t regs[64];
	struct sm_blocks blocks = {0};
	size_t to, len;
	uint8_t *given;

	blocks.seed = number(&rest);
	blocks.len = number(&rest);
	blocks.n = (unsigned int)number(&rest);
	blocks.from_step = number(&rest);
	blocks.to_step = number(&rest);
	to = number(&rest);
	given = bytes(&rest, &len);
	if (blocks.n > SM_ARRAY_SIZE(regs))
		die("too many blocks");
	blocks.from = given;
	blocks.to = given + to;
	if (!strcmp(name, "t10dif"))
		sm_crc16_t10dif_blocks(regs, &blocks, NULL);
	else
		sm_crc32c_blocks(regs, &blocks, NULL);
	fputs("copy", stdout);
	for (unsigned int i = 0; i < blocks.n; i++)
		printf(" %llu", (unsigned long long)regs[i]);
	putchar(' ');
	print_bytes(given, len);
	putchar('\n');
	free(given);
}

/* xts ENCRYPT KEY TWEAK BYTES -> "xts DONE BYTES", twice with one key and in place */
static void do_xts(char *rest)
{
	struct sm_dek dek = {0};
	bool encrypt = number(&rest) != 0, done = true;
	size_t len, tweak_len;
	uint8_t *from = bytes(&rest, &len), *tweak, *to;

	dek.key_len = (unsigned int)len;
	memcpy(dek.key, from, len);
	free(from);
	tweak = bytes(&rest, &tweak_len);
	from = bytes(&rest, &len);
	to = get_memory(len);
	for (unsigned int i = 0; i < 2 && done; i++)
		done = sm_crypto_xts(&dek, encrypt, tweak, to, from, len);
	if (done) {
		done = sm_crypto_xts(&dek, !encrypt, tweak, to, to, len);
		if (!done || memcmp(to, from, len))
			die("decryption does not give the plain text");
		done = sm_crypto_xts(&dek, encrypt, tweak, to, from, len);
	}
	printf("xts %d ", done);
	print_bytes(to, done ? len : 0);
	putchar('\n');
	sm_crypto_forget(&dek);
	if (dek.cipher)
		die("a key schedule is not cleared");
	free(from);
	free(to);
	free(tweak);
}

static const struct {
	const char *name;
	void (*run)(char *rest);
} commands[] = {
	{ "reset", do_reset }, { "forget", do_forget }, { "cap", do_cap }, { "psv", do_psv },
	{ "unpsv", do_unpsv }, { "dek", do_dek },
	{ "undek", do_undek }, { "memory", do_memory }, { "key", do_key }, { "bsf", do_bsf },
	{ "try", do_try },
	{ "gather", do_gather }, { "scatter", do_scatter }, { "dump", do_dump }, { "len", do_len },
	{ "code", do_code }, { "copy", do_copy }, { "xts", do_xts },
};

static void run_line(char *line)
{
	char *rest = line;
	const char *name = word(&rest);

	for (size_t i = 0; i < SM_ARRAY_SIZE(commands); i++)
		if (!strcmp(name, commands[i].name)) {
			commands[i].run(rest);
			return;
		}
	die("no such command");
}

int main(void)
{
	size_t room = 0;
	char *line = NULL;

	dev.caps = &caps;
	prm_cmd_hca_cap_set_log_max_klm_list_size(&general, 16);
	prm_cmd_hca_cap_set_max_indirection(&general, 1);
	prm_cmd_hca_cap_set_log_max_bsf_list_size(&general, 6);
	sm_table_init(&dev.pds, PD, 3);
	for (unsigned int i = 0; i < 3; i++) {
		pds[i].obj.dev = &dev;
		if (sm_table_add(&dev.pds, &pds[i], &pds[i].obj.id))
			die("no PDs");
	}
	do_reset(NULL);
	while (getline(&line, &room, stdin) > 0) {
		line[strcspn(line, "\n")] = 0;
		run_line(line);
	}
	do_reset(NULL);
	sm_table_free(&dev.psvs);
	sm_table_free(&dev.deks);
	sm_table_free(&dev.mkeys);
	sm_table_free(&dev.pds);
	free(line);
	return 0;
}
