// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The signature of one block: computing it while data pass, writing it, comparing it.
 */
#include <endian.h>
#include <string.h>

#include "prm_psv.h"
#include "sig_private.h"

/* T10-DIF as it stands behind a block. */
struct sm_t10dif {
	uint16_t guard, app_tag;
	uint32_t ref_tag;
} __attribute__((packed));

uint64_t sm_sig_raw(const struct sm_sig_domain *domain, uint64_t offset)
{
	uint64_t in_block;

	if (!domain->is_on)
		return offset;
	in_block = offset % (domain->block + domain->sig);
	return offset / (domain->block + domain->sig) * domain->block +
	       (in_block < domain->block ? in_block : domain->block);
}

uint64_t sm_sig_place(const struct sm_sig_domain *domain, uint64_t raw)
{
	return domain->is_on ? raw + raw / domain->block * domain->sig : raw;
}

void sm_sig_block_begin(struct sm_sig_block *block, uint64_t index)
{
	block->index = index;
	block->left = block->domain->is_on ? block->domain->block : UINT64_MAX;
	block->reg = block->domain->seed;
}

static bool sm_is_t10dif_crc(const struct sm_sig_domain *domain)
{
	return domain->type == PRM_BFS_T10DIF && !domain->is_checksum;
}

static uint64_t sm_sig_block_pass(const struct sm_sig_block *block, const void *data, size_t len)
{
	const struct sm_sig_domain *domain = block->domain;

	switch (domain->type) {
	case PRM_BFS_CRC32:
		return sm_crc32_ieee((uint32_t)block->reg, data, len);
	case PRM_BFS_CRC32C:
		return sm_crc32c((uint32_t)block->reg, data, len);
	case PRM_BFS_CRC64_XP10:
		return sm_crc64_xp10(block->reg, data, len);
	case PRM_BFS_T10DIF:
		break;
	}
	if (domain->is_checksum)
		return sm_ipcs((uint16_t)block->reg, (domain->block - block->left) & 1, data, len);
	return sm_crc16_t10dif((uint16_t)block->reg, data, len);
}

void sm_sig_block_add(struct sm_sig_block *block, const void *data, size_t len)
{
	if (block->computes)
		block->reg = sm_sig_block_pass(block, data, len);
	block->left -= len;
}

static bool sm_overlap(const char *a, const char *b, size_t len)
{
	return a < b ? (size_t)(b - a) < len : (size_t)(a - b) < len;
}

void sm_sig_block_copy(struct sm_sig_block *block, void *to, const void *from, size_t len)
{
	if (block->computes && sm_is_t10dif_crc(block->domain) && !sm_overlap(to, from, len)) {
		block->reg = sm_crc16_t10dif_copy((uint16_t)block->reg, to, from, len);
		block->left -= len;
	} else {
		sm_sig_block_add(block, from, len);
		memmove(to, from, len);
	}
}

static void sm_t10dif_make(const struct sm_sig_block *block, uint8_t sig[SM_SIG_MAX])
{
	const struct sm_sig_domain *domain = block->domain;
	uint32_t step = domain->inc_ref_tag ? (uint32_t)block->index : 0;
	uint16_t guard = (uint16_t)(domain->is_checksum ? ~block->reg : block->reg);
	struct sm_t10dif dif = {
		.guard = htobe16(guard),
		.app_tag = htobe16(domain->app_tag),
		.ref_tag = htobe32(domain->ref_tag + step),
	};

	memcpy(sig, &dif, sizeof(dif));
}

void sm_sig_block_make(const struct sm_sig_block *block, uint8_t sig[SM_SIG_MAX])
{
	uint32_t crc32 = ~(uint32_t)block->reg;
	uint64_t crc64 = htole64(~block->reg);

	switch (block->domain->type) {
	case PRM_BFS_CRC32:	/* most significant byte first */
		crc32 = htobe32(crc32);
		memcpy(sig, &crc32, sizeof(crc32));
		break;
	case PRM_BFS_CRC32C:	/* least significant byte first */
		crc32 = htole32(crc32);
		memcpy(sig, &crc32, sizeof(crc32));
		break;
	case PRM_BFS_CRC64_XP10: /* least significant byte first: a decision of ours */
		memcpy(sig, &crc64, sizeof(crc64));
		break;
	case PRM_BFS_T10DIF:
		sm_t10dif_make(block, sig);
		break;
	}
}

/* A signature in the two halves that a CQE has. */
static void sm_sig_halves(enum prm_bfs type, const uint8_t sig[SM_SIG_MAX], uint32_t *trans_sig,
			  uint32_t *ref_tag)
{
	uint64_t eight = 0;
	uint32_t four;

	memcpy(&four, sig, sizeof(four));
	*ref_tag = 0;
	switch (type) {
	case PRM_BFS_CRC32:
		*trans_sig = be32toh(four);
		break;
	case PRM_BFS_CRC32C:
		*trans_sig = le32toh(four);
		break;
	case PRM_BFS_CRC64_XP10:
		memcpy(&eight, sig, sizeof(eight));
		eight = le64toh(eight);
		*trans_sig = (uint32_t)(eight >> 32);
		*ref_tag = (uint32_t)eight;
		break;
	case PRM_BFS_T10DIF:
		memcpy(&eight, sig, sizeof(eight));
		eight = be64toh(eight);
		*trans_sig = (uint32_t)(eight >> 32);
		*ref_tag = (uint32_t)eight;
		break;
	}
}

/*
 * Where a block starts, as an error tells it: in bytes of the domain, signatures included, from the start of
 * the key. Linux's iSER divides what cards report by the size of block and signature.
 */
static uint64_t sm_sig_error_offset(const struct sm_sig_block *block)
{
	return block->index * (block->domain->block + block->domain->sig);
}

/* T10-DIF: tags that say "not protected". The whole block goes unchecked then. */
static bool sm_is_escaped(const struct sm_sig_domain *domain, const struct sm_t10dif *dif)
{
	if (domain->type != PRM_BFS_T10DIF || dif->app_tag != 0xffff)
		return false;
	return domain->escape == PRM_T10DIF_ESCAPE_APP ||
	       (domain->escape == PRM_T10DIF_ESCAPE_APP_REF && dif->ref_tag == 0xffffffff);
}

/* The first part that differs, in the order of the manual page: guard, application tag, reference tag. */
static uint16_t sm_sig_syndrome(const struct sm_sig_domain *domain, const uint8_t differ[SM_SIG_MAX])
{
	const uint16_t mask = htobe16(domain->app_mask);
	struct sm_t10dif dif;

	memcpy(&dif, differ, sizeof(dif));
	if (domain->type != PRM_BFS_T10DIF)
		return dif.guard || dif.app_tag || dif.ref_tag ? PRM_SIG_SYNDROME_GUARD : 0;
	if (dif.guard)
		return PRM_SIG_SYNDROME_GUARD;
	if (dif.app_tag & mask)
		return PRM_SIG_SYNDROME_APPTAG;
	return dif.ref_tag ? PRM_SIG_SYNDROME_REFTAG : 0;
}

bool sm_sig_block_check(const struct sm_sig_block *block, uint8_t check_mask,
			const uint8_t found[SM_SIG_MAX], struct sm_sig_error *error)
{
	const struct sm_sig_domain *domain = block->domain;
	uint8_t computed[SM_SIG_MAX] = {0}, differ[SM_SIG_MAX] = {0};
	struct sm_t10dif dif;

	sm_sig_block_make(block, computed);
	if (!memcmp(found, computed, domain->sig))
		return true;
	memcpy(&dif, found, sizeof(dif));
	if (sm_is_escaped(domain, &dif))
		return true;
	for (uint32_t i = 0; i < domain->sig; i++)
		if (check_mask & (PRM_SIG_BYTE_MASK_BYTE_0 >> i))
			differ[i] = found[i] ^ computed[i];
	error->syndrome = sm_sig_syndrome(domain, differ);
	if (!error->syndrome)
		return true;
	sm_sig_halves(domain->type, found, &error->expected_trans_sig, &error->expected_ref_tag);
	sm_sig_halves(domain->type, computed, &error->actual_trans_sig, &error->actual_ref_tag);
	error->offset = sm_sig_error_offset(block);
	return false;
}
