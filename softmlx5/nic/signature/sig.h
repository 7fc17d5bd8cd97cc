/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Block signatures and encryption: parsed BSFs, and the engine that checks, strips, inserts and
 * converts signatures while data move between memory and wire.
 */
#ifndef SOFTMLX5_SIG_H
#define SOFTMLX5_SIG_H

#include "nic/memory/bsf.h"
#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "prm_cqe.h"

struct sm_psv;

/*
 * Parses a BSF of @len bytes. NULL and a sentence in *@why if it asks for something that the device
 * lacks (a block size, a disabled capability, some transaction signatures) or for a PSV or DEK of
 * another PD. free() frees the result.
 */
struct sm_sig *sm_sig_parse(struct sm_dev *dev, uint32_t pd, const void *bsf, uint32_t len,
			    const char **why);

/* Bytes on the wire for @memory bytes in memory, and the reverse; without partial signatures. */
uint64_t sm_sig_wire_len(const struct sm_sig *sig, uint64_t memory);
uint64_t sm_sig_memory_len(const struct sm_sig *sig, uint64_t wire);

/*
 * A mismatch, as the SIG_ERR CQE reports it, in the words of mlx5dv_mkey_check(3). Where the caps'
 * sig_errors_of_card is set, expected and actual change places, and the offset is that of the last
 * byte of the signature.
 */
struct sm_sig_error {
	uint32_t mkey;		/* with tag */
	enum prm_sigerr_domain domain;
	bool is_transaction;
	uint16_t syndrome;	/* one of PRM_SIG_SYNDROME_* */
	/* Halves of a transient signature, as in the CQE. */
	uint32_t expected_trans_sig, expected_ref_tag;	/* found */
	uint32_t actual_trans_sig, actual_ref_tag;	/* computed */
	uint64_t offset;	/* of the block's first byte in the key, in bytes of its domain */
};

/*
 * The engine. A stream covers @len wire bytes of a signature key from wire address @addr on, in one
 * direction: gather (memory to wire) or scatter (wire to memory). Its functions are those of struct
 * sm_stream, for one key. A mismatch does not stop the data: the owner's mismatch() is called.
 */
struct sm_sig_stream;

/* Memory of one, which the caller provides. */
struct sm_sig_room {
	uint64_t words[32];
};

enum sm_fault sm_sig_open(struct sm_sig_stream **stream, struct sm_sig_room *room,
			  const struct sm_accessor *owner, struct sm_mkey *mkey, uint64_t addr,
			  uint64_t len, bool is_scatter);
enum sm_fault sm_sig_gather(struct sm_sig_stream *stream, size_t want, struct sm_payload *payload);
/* @pieces hold bytes of the wire; all of them are consumed. */
enum sm_fault sm_sig_scatter(struct sm_sig_stream *stream, const struct iovec *pieces,
			     unsigned int n);
void sm_sig_close(struct sm_sig_stream *stream);

/*
 * Kernels of the codes (crc.c), ISA-L's if it has the polynomial. @seed is the register at the
 * start, the result the register at the end, without final inversion; calls can be chained.
 */
uint16_t sm_crc16_t10dif(uint16_t seed, const void *data, size_t len);
uint32_t sm_crc32_ieee(uint32_t seed, const void *data, size_t len);	/* not reflected */
uint32_t sm_crc32c(uint32_t seed, const void *data, size_t len);
/* CRC-32 of packets: reflected, inverted at both ends; @crc is 0 for the first bytes. */
uint32_t sm_crc32_zlib(uint32_t crc, const void *data, size_t len);
uint64_t sm_crc64_xp10(uint64_t seed, const void *data, size_t len);
/* Ones' complement sum; @is_odd: an odd number of bytes came before. */
uint16_t sm_ipcs(uint16_t sum, bool is_odd, const void *data, size_t len);

/*
 * The same for @n blocks of @len bytes each while they are copied (crc_copy.c), in one pass if the
 * processor allows it. Steps are the distances between the starts of blocks. Each block starts with
 * @seed; @regs receives its register at the end. The same pass may compare and write the signatures
 * after the blocks: @ends, or NULL; registers of signatures that are only written need not be
 * returned. false: the signatures are left alone and not compared. A pass with @is_backward
 * processes the last block first; if it cannot process @ends, it copies nothing.
 */
struct sm_blocks {
	uint64_t seed;
	uint8_t *to;
	const uint8_t *from;	/* the first block, also of a backward pass; as tags */
	size_t to_step, from_step, len;
	unsigned int n;
	bool is_backward;
};
/* Does one of @n blocks overwrite the source of one of them, or its signature? */
static inline bool sm_blocks_overlap(const struct sm_blocks *blocks, uint64_t n)
{
	const uintptr_t to = (uintptr_t)blocks->to, from = (uintptr_t)blocks->from;

	return to - from < n * blocks->from_step || from - to < n * blocks->to_step;
}

struct sm_ends {
	bool reads, writes;
	/*
	 * T10-DIF, of the first block: application tag << 32 | reference tag, which grows by the
	 * step.
	 */
	uint64_t read_tags, write_tags;
	uint32_t read_step, write_step;
	uint64_t copies; /* image of copied bits; only if it reads and writes */
	uint64_t differ;	/* image of the bits that differ in any block */
};
bool sm_crc16_t10dif_blocks(uint64_t *regs, const struct sm_blocks *blocks, struct sm_ends *ends);
bool sm_crc32c_blocks(uint64_t *regs, const struct sm_blocks *blocks, struct sm_ends *ends);

/* Encryption (crypto.c): one data unit of AES-XTS, also in place. false if libcrypto refuses. */
struct sm_dek;
/* Frees the state that crypto.c keeps for a key (dek->cipher), if there is any. */
void sm_crypto_forget(struct sm_dek *dek);
bool sm_crypto_xts(struct sm_dek *dek, bool encrypt, const uint8_t tweak[16], void *out,
		   const void *in, size_t len);

#endif
