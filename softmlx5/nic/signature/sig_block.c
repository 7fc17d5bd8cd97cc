// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The signature of one block: computed while data pass, written, compared.
 */
#include <endian.h>
#include <string.h>

#include "nic/memory/payload.h"
#include "nic/signature/sig.h"
#include "nic/signature/sig_private.h"
#include "prm_psv.h"

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

uint64_t sm_sig_block_pass(const struct sm_sig_block *block, const void *data, size_t len)
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

/* An image of T10-DIF, with which masks are built as well. */
static uint64_t sm_t10dif_image(uint16_t guard, uint16_t app_tag, uint32_t ref_tag)
{
	return htobe64((uint64_t)guard << 48 | (uint64_t)app_tag << 32 | ref_tag);
}

/* An image of four bytes. */
static uint64_t sm_crc_image(uint32_t bytes)
{
	uint64_t image = 0;

	memcpy(&image, &bytes, sizeof(bytes));
	return image;
}

uint64_t sm_sig_load(const struct sm_sig_domain *domain, const void *sig)
{
	uint64_t image;
	uint32_t four;

	if (domain->sig == sizeof(image)) {
		memcpy(&image, sig, sizeof(image));
		return image;
	}
	memcpy(&four, sig, sizeof(four));
	return sm_crc_image(four);
}

uint64_t sm_sig_mask(const struct sm_sig_domain *domain, uint8_t byte_mask)
{
	uint8_t bytes[SM_SIG_MAX] = {0};

	for (uint32_t i = 0; i < domain->sig; i++)
		if (byte_mask & (PRM_SIG_BYTE_MASK_BYTE_0 >> i))
			bytes[i] = 0xff;
	return domain->is_on ? sm_sig_load(domain, bytes) : 0;
}

uint64_t sm_sig_check_mask(const struct sm_sig_domain *domain, uint8_t byte_mask)
{
	uint64_t mask = sm_sig_mask(domain, byte_mask);

	if (domain->type == PRM_BFS_T10DIF)
		mask &= sm_t10dif_image(0xffff, domain->app_mask, 0xffffffff);
	return mask;
}

uint64_t sm_sig_block_make(const struct sm_sig_block *block)
{
	const struct sm_sig_domain *domain = block->domain;
	uint16_t guard = (uint16_t)(domain->is_checksum ? ~block->reg : block->reg);
	uint32_t step = domain->inc_ref_tag ? (uint32_t)block->index : 0;

	switch (domain->type) {
	case PRM_BFS_CRC32:	/* most significant byte first */
		return sm_crc_image(htobe32(~(uint32_t)block->reg));
	case PRM_BFS_CRC32C:	/* least significant byte first */
		return sm_crc_image(htole32(~(uint32_t)block->reg));
	case PRM_BFS_CRC64_XP10: /* least significant byte first: our decision */
		return htole64(~block->reg);
	case PRM_BFS_T10DIF:
		break;
	}
	return sm_t10dif_image(guard, domain->app_tag, domain->ref_tag + step);
}

/* The two halves of a signature in a CQE: the number, or guard and tags. */
static void sm_sig_halves(const struct sm_sig_domain *domain, uint64_t image, uint32_t *trans_sig,
			  uint32_t *ref_tag)
{
	uint64_t number = 0;

	switch (domain->type) {
	case PRM_BFS_CRC32:
	case PRM_BFS_T10DIF:	/* from the first byte on */
		number = be64toh(image);
		break;
	case PRM_BFS_CRC32C:	/* the four bytes of the upper half */
		number = le64toh(image) << 32;
		break;
	case PRM_BFS_CRC64_XP10:
		number = le64toh(image);
		break;
	}
	*trans_sig = (uint32_t)(number >> 32);
	*ref_tag = (uint32_t)number;
}

/*
 * Offset of a block in an error: in bytes of the domain, signatures included, from the start of the
 * key. Linux's iSER divides what cards report by the size of block and signature.
 */
static uint64_t sm_sig_error_offset(const struct sm_sig_block *block)
{
	return block->index * (block->domain->block + block->domain->sig);
}

/* T10-DIF: tags that mean "not protected". The whole block is not checked then. */
static bool sm_is_escaped(const struct sm_sig_domain *domain, uint64_t image)
{
	const uint64_t app = sm_t10dif_image(0, 0xffff, 0);
	const uint64_t app_ref = sm_t10dif_image(0, 0xffff, 0xffffffff);

	return domain->type == PRM_BFS_T10DIF &&
	       ((domain->escape == PRM_T10DIF_ESCAPE_APP && (image & app) == app) ||
		(domain->escape == PRM_T10DIF_ESCAPE_APP_REF && (image & app_ref) == app_ref));
}

/*
 * The first part that differs, in the order of the manual page: guard, application tag, reference
 * tag.
 */
static uint16_t sm_sig_syndrome(const struct sm_sig_domain *domain, uint64_t differ)
{
	if (domain->type != PRM_BFS_T10DIF || (differ & sm_t10dif_image(0xffff, 0, 0)))
		return PRM_SIG_SYNDROME_GUARD;
	if (differ & sm_t10dif_image(0, 0xffff, 0))
		return PRM_SIG_SYNDROME_APPTAG;
	return PRM_SIG_SYNDROME_REFTAG;
}

bool sm_sig_block_check(const struct sm_sig_block *block, uint64_t found,
			struct sm_sig_error *error)
{
	const struct sm_sig_domain *domain = block->domain;
	const uint64_t computed = sm_sig_block_make(block);
	const uint64_t differ = (found ^ computed) & block->checks;

	if (!differ || sm_is_escaped(domain, found))
		return true;
	error->syndrome = sm_sig_syndrome(domain, differ);
	sm_sig_halves(domain, found, &error->expected_trans_sig, &error->expected_ref_tag);
	sm_sig_halves(domain, computed, &error->actual_trans_sig, &error->actual_ref_tag);
	error->offset = sm_sig_error_offset(block);
	return false;
}

/*
 * Blocks of a run.
 */

/* Bits in which the signature that was found differs from the expected one. */
static uint64_t sm_sig_blocks_differ(const struct sm_sig_block *next, const uint64_t *regs,
				     const struct sm_blocks *blocks)
{
	const uint8_t *from = blocks->from + blocks->len;
	struct sm_sig_block block = *next;
	uint64_t differ = 0;

	for (unsigned int i = 0; i < blocks->n; i++, block.index++, from += blocks->from_step) {
		block.reg = regs[i];
		differ |= sm_sig_load(block.domain, from) ^ sm_sig_block_make(&block);
	}
	return differ;
}

static void sm_sig_blocks_write(const struct sm_sig_run *run, const struct sm_sig_domain *input,
				const struct sm_sig_block *next, const uint64_t *regs,
				const struct sm_blocks *blocks)
{
	const uint8_t *from = blocks->from + blocks->len;
	uint8_t *to = blocks->to + blocks->len;
	struct sm_sig_block block = *next;

	for (unsigned int i = 0; i < blocks->n; i++, block.index++) {
		uint64_t image;

		block.reg = regs[i];
		image = sm_sig_make(&block, run->copies,
				    run->copies ? sm_sig_load(input, from) : 0);
		if (block.domain->sig == sizeof(image))
			memcpy(to, &image, sizeof(image));
		else
			memcpy(to, &image, sizeof(uint32_t));
		from += blocks->from_step;
		to += blocks->to_step;
	}
}

/*
 * The first block from number @i on that does not match, as @block; gives its number, or that of
 * blocks if all match.
 */
static unsigned int sm_sig_blocks_find(unsigned int i, const struct sm_sig_block *next,
				       const uint64_t *regs, const struct sm_blocks *blocks,
				       struct sm_sig_block *block, struct sm_sig_error *error)
{
	const uint8_t *sig = blocks->from + i * blocks->from_step + blocks->len;

	for (*block = *next; i < blocks->n; i++, sig += blocks->from_step) {
		block->index = next->index + i;
		block->reg = regs[i];
		if (!sm_sig_block_check(block, sm_sig_load(block->domain, sig), error))
			break;
	}
	return i;
}

bool sm_sig_blocks_match(const struct sm_sig_block *next, const uint64_t *regs,
			 const struct sm_blocks *blocks)
{
	struct sm_sig_block block;
	struct sm_sig_error error;

	return sm_sig_blocks_find(0, next, regs, blocks, &block, &error) == blocks->n;
}

void sm_sig_blocks_search(const struct sm_sig_run *run, const struct sm_sig_block *next,
			  const uint64_t *regs, const struct sm_blocks *blocks)
{
	struct sm_sig_block block;
	struct sm_sig_error error;
	unsigned int i = 0;

	while ((i = sm_sig_blocks_find(i, next, regs, blocks, &block, &error)) < blocks->n) {
		sm_sig_mismatch(run->owner, run->mkey, &block, &error);
		i++;
	}
}

void sm_sig_blocks_end(const struct sm_sig_run *run, const struct sm_sig_block *input,
		       const struct sm_sig_block *output, const uint64_t *regs,
		       const struct sm_blocks *blocks)
{
	if (input->checks && (sm_sig_blocks_differ(input, regs, blocks) & input->checks))
		sm_sig_blocks_search(run, input, regs, blocks);
	if (output->domain->is_on)
		sm_sig_blocks_write(run, input->domain, output, regs, blocks);
}
