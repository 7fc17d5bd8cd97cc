// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Parses a BSF into struct sm_sig. What the device cannot do is refused here, with a reason.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/rules.h"
#include "nic/signature/sig.h"
#include "nic/signature/sig_private.h"
#include "prm_bsf.h"

/* A domain of the BSF, whose fields are in several sections. */
struct sm_bsf_domain {
	uint8_t block, bfs, seed;
	bool repeat;
	uint32_t psv;
	const struct prm_bsf_inline_fields *dif;	/* NULL: the BSF has no such section */
};

/* A BSF that is being parsed. */
struct sm_bsf {
	struct sm_dev *dev;
	uint32_t pd;
	const uint8_t *image;
	uint32_t len;
	struct sm_sig *sig;
};

/* Bytes of a block or data unit; 0 for none, and for a size that the device doesn't have. */
static uint32_t sm_block_size(const struct sm_bsf *bsf, uint8_t selector)
{
	switch (selector) {
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_512:
		return 512;
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_520:
		return 520;
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_4096:
		return 4096;
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_4160:
		return 4160;
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_4048:
		return prm_cmd_hca_cap_get_sig_block_4048(bsf->dev->caps->general) ? 4048 : 0;
	default:
		return 0;
	}
}

static const char *sm_bsf_t10dif(struct sm_sig_domain *domain, const struct sm_bsf_domain *from)
{
	const struct prm_bsf_inline_fields *dif = from->dif;

	if (!dif || !dif->vld)
		return "a domain has T10-DIF, but no valid inline section";
	if (dif->sig_type != PRM_T10DIF_GUARD_CRC && dif->sig_type != PRM_T10DIF_GUARD_IPCS)
		return "the guard of T10-DIF is neither CRC nor checksum";
	if (!dif->repeat_block)
		return "signatures that do not repeat with each block are not supported";
	if (dif->escape > PRM_T10DIF_ESCAPE_APP_REF)
		return "both escapes of T10-DIF at once have no meaning";
	domain->sig = 8;
	domain->is_checksum = dif->sig_type == PRM_T10DIF_GUARD_IPCS;
	domain->seed = dif->seed == PRM_T10DIF_SEED_ONES ? 0xffff : 0;
	domain->app_tag = dif->app_tag;
	domain->app_mask = dif->app_bitmask_check;
	domain->ref_tag = dif->ref_tag;
	domain->inc_ref_tag = dif->inc_ref_tag;
	domain->escape = (enum prm_t10dif_escape)dif->escape;
	return NULL;
}

static const char *sm_bsf_crc(const struct sm_bsf *bsf, struct sm_sig_domain *domain,
			      const struct sm_bsf_domain *from)
{
	const struct prm_cmd_hca_cap *cap = bsf->dev->caps->general;
	uint64_t ones = UINT32_MAX;

	domain->sig = 4;
	switch (from->bfs) {
	case PRM_BFS_CRC32:
		break;
	case PRM_BFS_CRC32C:
		if (!prm_cmd_hca_cap_get_sig_crc32c(cap))
			return "the device has no CRC32C (sig_crc32c)";
		break;
	case PRM_BFS_CRC64_XP10:
		if (!prm_cmd_hca_cap_get_sig_crc64_xp10(cap))
			return "the device has no CRC64_XP10 (sig_crc64_xp10)";
		domain->sig = 8;
		ones = UINT64_MAX;
		break;
	default:
		return "the signature of a domain is of an unknown kind";
	}
	if (!from->repeat)
		return "signatures that do not repeat with each block are not supported";
	domain->seed = from->seed == PRM_BFS_SEED_ZERO ? 0 : ones;
	return NULL;
}

static bool sm_bsf_may_use_psv(const struct sm_bsf *bsf, uint32_t number)
{
	const struct sm_psv *psv = sm_table_get(&bsf->dev->psvs, number);

	return psv && psv->pd->obj.id == bsf->pd;
}

static const char *sm_bsf_domain(const struct sm_bsf *bsf, struct sm_sig_domain *domain,
				 const struct sm_bsf_domain *from)
{
	if (from->block == PRM_BLOCK_SIZE_SELECTOR_NONE)
		return from->bfs ? "a domain has a signature, but no block size" : NULL;
	domain->is_on = true;
	domain->type = (enum prm_bfs)from->bfs;
	domain->psv = from->psv;
	domain->block = sm_block_size(bsf, from->block);
	if (!domain->block)
		return "the device has no such block size for signatures";
	if (!sm_bsf_may_use_psv(bsf, from->psv))
		return "a PSV of the BSF does not exist, or belongs to another PD";
	return from->bfs == PRM_BFS_T10DIF ? sm_bsf_t10dif(domain, from) :
		sm_bsf_crc(bsf, domain, from);
}

/* A transaction signature in one domain, without block signatures. */
static const char *sm_bsf_transaction(struct sm_bsf *bsf, const struct prm_bsf_64_fields *from)
{
	const struct prm_bsf_extended_fields *extended = &from->extended;
	struct sm_sig_transaction *transaction = &bsf->sig->transaction;
	const bool is_wire = extended->wire_tfs || extended->wire_t_init || extended->wire_t_check_gen;
	const struct sm_bsf_domain domain = {
		.bfs = is_wire ? extended->wire_tfs : extended->memory_tfs,
		.seed = is_wire ? extended->wire_tfs_seed : extended->memory_tfs_seed,
		.psv = is_wire ? extended->wire_t_psv : extended->memory_t_psv, .repeat = true };

	if (bsf->sig->wire.is_on || bsf->sig->memory.is_on)
		return "a transaction signature beside block signatures is not supported";
	if (is_wire && (extended->memory_tfs || extended->memory_t_init ||
			extended->memory_t_check_gen))
		return "a transaction signature in both domains is not supported";
	if (extended->prologue_size || extended->epilogue_size)
		return "prologue and epilogue of a transaction signature are not supported";
	if (extended->wire_tfs_block_sigs_cov || extended->memory_tfs_block_sigs_cov)
		return "a transaction signature of block signatures is not supported";
	if (!sm_bsf_may_use_psv(bsf, domain.psv))
		return "a PSV of the BSF does not exist, or belongs to another PD";
	transaction->is_on = true;
	transaction->is_wire = is_wire;
	transaction->begins = is_wire ? extended->wire_t_init : extended->memory_t_init;
	transaction->ends = is_wire ? extended->wire_t_check_gen : extended->memory_t_check_gen;
	transaction->domain.is_on = true;
	transaction->domain.type = (enum prm_bfs)domain.bfs;
	transaction->domain.psv = domain.psv;
	return sm_bsf_crc(bsf, &transaction->domain, &domain);
}

static bool sm_is_transaction(const struct prm_bsf_extended *extended)
{
	static const struct prm_bsf_extended none;

	return memcmp(extended, &none, sizeof(none)) != 0;
}

static const char *sm_bsf_signature(struct sm_bsf *bsf, const struct prm_bsf_64_fields *from,
				    bool has_inline)
{
	const struct prm_bsf_basic_fields *basic = &from->basic;
	const struct sm_bsf_domain memory = {
		.block = basic->memory_block, .bfs = basic->memory_bfs,
		.seed = basic->memory_bfs_seed, .repeat = basic->memory_bfs_repeat,
		.psv = basic->memory_psv, .dif = has_inline ? &from->memory_inline : NULL,
	};
	const struct sm_bsf_domain wire = {
		.block = basic->sbs ? basic->memory_block : basic->wire_block,
		.bfs = basic->wire_bfs,
		.seed = basic->wire_bfs_seed, .repeat = basic->wire_bfs_repeat,
		.psv = basic->wire_psv, .dif = has_inline ? &from->wire_inline : NULL,
	};
	struct sm_sig *sig = bsf->sig;
	const char *why;

	if (!prm_cmd_hca_cap_get_sho(bsf->dev->caps->general))
		return "the device has no signature handover (sho)";
	if (basic->sbs && (basic->memory_block == PRM_BLOCK_SIZE_SELECTOR_NONE ||
			   basic->memory_bfs != basic->wire_bfs))
		return "sbs is set, but the domains do not have the same structure";
	why = sm_bsf_domain(bsf, &sig->memory, &memory);
	if (!why)
		why = sm_bsf_domain(bsf, &sig->wire, &wire);
	sig->has_sig = true;
	sig->same_structure = basic->sbs;
	sig->check_mask = basic->check_byte_mask;
	sig->copy_mask = basic->sbs ? basic->copy_byte_mask : 0;
	sig->raw_data_size = basic->raw_data_size == UINT32_MAX ? UINT64_MAX : basic->raw_data_size;
	return why;
}

/*
 * The RAW orders encrypt data for which the other domain has no signature. The signature of a
 * transaction is that of encrypted data.
 */
static bool sm_is_order_right(const struct sm_sig *sig)
{
	if (sig->transaction.is_on)
		return sig->order == (sig->transaction.is_wire ?
					      PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE :
					      PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY);
	switch (sig->order) {
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE:
		return !sig->memory.is_on;
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY:
		return !sig->wire.is_on;
	default:
		return true;
	}
}

/*
 * The tweak in the byte order of AES-XTS, least significant byte first. Multi-block engines receive
 * it reversed.
 */
static void sm_bsf_tweak(const struct sm_bsf *bsf, const uint8_t from[16])
{
	const bool is_big = prm_cmd_hca_cap_get_aes_xts_multi_block_be_tweak(
		bsf->dev->caps->general);

	for (unsigned int i = 0; i < 16; i++)
		bsf->sig->tweak[i] = from[is_big ? 15 - i : i];
}

static const char *sm_bsf_crypto(struct sm_bsf *bsf, const struct prm_bsf_crypto_fields *from)
{
	const struct sm_dek *dek = sm_table_get(&bsf->dev->deks, from->dek_pointer);
	struct sm_sig *sig = bsf->sig;

	if (!prm_cmd_hca_cap_get_crypto(bsf->dev->caps->general))
		return "the device has no encryption (crypto)";
	if (from->encryption_standard != PRM_ENCRYPTION_STANDARD_AES_XTS ||
	    from->encryption_order > PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY)
		return "the encryption standard or order is unknown";
	if (!dek || dek->pd->obj.id != bsf->pd)
		return "the DEK does not exist, or belongs to another PD";
	if (dek->has_keytag && memcmp(dek->keytag, from->keytag, sizeof(dek->keytag)) != 0)
		return "the key tag is not that of the DEK";
	sig->has_crypto = true;
	sig->order = (enum prm_encryption_order)from->encryption_order;
	sig->crypto_block = sm_block_size(bsf, from->crypto_block_size_pointer);
	if (!sig->crypto_block)
		return "the device has no such data unit size for encryption";
	if (!sm_is_order_right(sig))
		return sig->transaction.is_on ? SM_TEXT_ENCRYPTION_ORDER :
			"this encryption order is for a signature in the other domain only";
	sm_bsf_tweak(bsf, from->xts_initial_tweak);
	sig->dek = from->dek_pointer;
	memcpy(sig->keytag, from->keytag, sizeof(sig->keytag));
	if (from->raw_data_size != UINT32_MAX && from->raw_data_size < sig->raw_data_size)
		sig->raw_data_size = from->raw_data_size;
	return NULL;
}

/* The sections that bsf_size announces must be present; padding may follow. */
static const char *sm_bsf_sections(struct sm_bsf *bsf)
{
	static const uint32_t size[] = {
		[PRM_BSF_SIZE_SIZE_16] = PRM_BSF_16_SIZE,
		[PRM_BSF_SIZE_SIZE_32] = PRM_BSF_32_SIZE,
		[PRM_BSF_SIZE_SIZE_64] = PRM_BSF_64_SIZE,
		[PRM_BSF_SIZE_SIZE_128] = PRM_BSF_128_SIZE,
	};
	struct prm_bsf_crypto_fields crypto;
	struct prm_bsf_64_fields from = {0};
	struct prm_bsf_64 image = {0};
	struct prm_bsf_basic basic;
	const char *why;
	uint32_t bsf_size;

	if (bsf->len < PRM_BSF_BASIC_SIZE)
		return "the BSF is shorter than its first section";
	memcpy(&basic, bsf->image, sizeof(basic));
	bsf_size = prm_bsf_basic_get_bsf_size(&basic);
	if (bsf->len < size[bsf_size])
		return "the BSF is shorter than its bsf_size";
	if (prm_bsf_basic_get_p_type(&basic) == PRM_BSF_P_TYPE_CRYPTO) {
		if (bsf_size != PRM_BSF_SIZE_SIZE_64)
			return "bsf_size of a BSF with encryption alone is not SIZE_64";
		prm_bsf_crypto_unpack(&crypto, (const void *)bsf->image, NULL);
		return sm_bsf_crypto(bsf, &crypto);
	}
	if (prm_bsf_basic_get_p_type(&basic) != PRM_BSF_P_TYPE_SIGNATURE)
		return "the BSF is neither of signature nor of encryption";
	memcpy(&image, bsf->image, size[bsf_size] < sizeof(image) ? size[bsf_size] : sizeof(image));
	prm_bsf_64_unpack(&from, &image, NULL);
	why = sm_bsf_signature(bsf, &from, bsf_size >= PRM_BSF_SIZE_SIZE_64);
	if (!why && sm_is_transaction(&image.extended))
		why = sm_bsf_transaction(bsf, &from);
	if (why || bsf_size != PRM_BSF_SIZE_SIZE_128)
		return why;
	prm_bsf_crypto_unpack(&crypto, (const void *)(bsf->image + PRM_BSF_64_SIZE), NULL);
	if (prm_bsf_crypto_get_p_type((const void *)(bsf->image + PRM_BSF_64_SIZE)) !=
	    PRM_BSF_P_TYPE_CRYPTO || crypto.bsf_size != PRM_BSF_SIZE_SIZE_128)
		return "the second half of a BSF of 128 bytes is not a section of encryption of that size";
	return sm_bsf_crypto(bsf, &crypto);
}

struct sm_sig *sm_sig_parse(struct sm_dev *dev, uint32_t pd, const void *image, uint32_t len,
			    const char **why)
{
	struct sm_bsf bsf = { .dev = dev, .pd = pd, .image = image, .len = len };

	bsf.sig = calloc(1, sizeof(*bsf.sig));
	if (!bsf.sig) {
		*why = "out of memory";
		return NULL;
	}
	bsf.sig->raw_data_size = UINT64_MAX;
	*why = sm_bsf_sections(&bsf);
	if (!*why)
		return bsf.sig;
	free(bsf.sig);
	return NULL;
}

uint64_t sm_sig_wire_len(const struct sm_sig *sig, uint64_t memory)
{
	return sm_sig_place(&sig->wire, sm_sig_raw(&sig->memory, memory));
}

uint64_t sm_sig_memory_len(const struct sm_sig *sig, uint64_t wire)
{
	return sm_sig_place(&sig->memory, sm_sig_raw(&sig->wire, wire));
}
