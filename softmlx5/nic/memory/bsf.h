/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A parsed BSF, which a key has: its signatures and encryption. nic/signature/sig.h has the parser and
 * the engine.
 */
#ifndef SOFTMLX5_BSF_H
#define SOFTMLX5_BSF_H

#include "base/softmlx5.h"
#include "prm_bsf.h"

/* One domain of a BSF, in host terms. */
struct sm_sig_domain {
	bool is_on;
	enum prm_bfs type;
	bool is_checksum;	/* T10-DIF: ones' complement sum instead of the CRC */
	uint32_t block;		/* bytes of data in a block */
	uint32_t sig;		/* bytes of the signature after it: 8, 4 or 8 */
	uint64_t seed;		/* start value of the CRC, in the width of the CRC */
	uint16_t app_tag;
	uint16_t app_mask;	/* bits of the application tag that are checked */
	uint32_t ref_tag;	/* of the first block */
	bool inc_ref_tag;
	enum prm_t10dif_escape escape;
	uint32_t psv;
};

/* One CRC after the data of one key, or of several keys in a row. */
struct sm_sig_transaction {
	bool is_on;
	bool is_wire;		/* the CRC is on the wire; if not, in memory */
	bool begins;		/* with this key; if not, the PSV has the CRC so far */
	bool ends;		/* the CRC follows the data of this key */
	struct sm_sig_domain domain;	/* type, seed, PSV; no blocks */
};

/* A parsed BSF. */
struct sm_sig {
	struct sm_sig_domain wire, memory;
	struct sm_sig_transaction transaction;	/* then neither domain is on */
	bool has_sig;		/* a signature section is there */
	bool same_structure;	/* sbs */
	uint8_t check_mask;	/* bit 7 - i: byte i of the signature is checked */
	uint8_t copy_mask;	/* likewise copied between the domains, if same_structure */
	uint64_t raw_data_size;
	bool has_crypto;
	enum prm_encryption_order order;
	uint32_t crypto_block;	/* bytes after which the tweak grows by one */
	uint8_t tweak[16];
	uint32_t dek;
	uint8_t keytag[8];
};

#endif
