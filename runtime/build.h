/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Builders: they write send WQEs into a ring and read completions out of one. They need the C
 * library, generated/ and attr.h, and neither allocate nor lock. The caller has checked that there is
 * room and that values are legal; signature.c checks those of signatures.
 *
 * Every builder writes all bytes of its segments once and reads none. A ring is a power of two
 * WQEBBs, so that an address wraps by a mask: no builder has a branch for the ring's end.
 */
#ifndef MLX5SIG_RUNTIME_BUILD_H
#define MLX5SIG_RUNTIME_BUILD_H

/*
 * Values are checked before they are packed or cannot exceed their field, and counters are truncated
 * on purpose: the library needs no assertions. Its sources include this before any generated header.
 */
#ifndef PRM_ASSERT
#define PRM_ASSERT(condition) ((void)sizeof(condition))
#endif

#include <stddef.h>

#include <prm_bsf.h>
#include <prm_cqe.h>
#include <prm_ctrl.h>
#include <prm_data.h>
#include <prm_mkey.h>
#include <prm_psv.h>
#include <prm_rdma.h>
#include <prm_recv.h>
#include <prm_umr.h>

#include <mlx5sig/attr.h>

#define MLX5SIG_INLINE static PRM_ALWAYS_INLINE

#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

#define MLX5SIG_WQEBB 64u		/* bytes */
#define MLX5SIG_OCTOWORD 16u		/* bytes */
#define MLX5SIG_WQEBB_OCTOWORDS (MLX5SIG_WQEBB / MLX5SIG_OCTOWORD)
#define MLX5SIG_MAX_NUMBER 0xffffffu	/* of QPs, CQs, PDs, keys, PSVs: 24 bits */
#define MLX5SIG_ANY_QPN MLX5SIG_MAX_NUMBER

#define MLX5SIG_MAX_SGE 0x7fffffffu	/* bytes of a data segment */
#define MLX5SIG_MAX_WQE_OCTOWORDS 63u	/* of ctrl_seg.ds */

/*
 * Send queues. A position is a counter of WQEBBs that never wraps at the ring's size, plus octowords.
 */
struct mlx5sig_ring {
	uint8_t *buf;
	uint32_t mask;		/* bytes of the ring - 1 */
	uint32_t qpn;
};

MLX5SIG_INLINE void *mlx5sig_ring_at(const struct mlx5sig_ring *ring, uint32_t pi,
				     uint32_t octowords)
{
	return ring->buf + ((pi * MLX5SIG_WQEBB + octowords * MLX5SIG_OCTOWORD) & ring->mask);
}

/* Returns what follows: segments up to the end of the WQEBB. */
MLX5SIG_INLINE void *mlx5sig_build_ctrl(const struct mlx5sig_ring *ring, uint32_t pi,
					uint8_t opcode, uint32_t octowords,
					struct prm_ctrl_seg_mode mode, uint32_t imm)
{
	struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(ring, pi, 0);

	prm_ctrl_seg_pack(ctrl, &(struct prm_ctrl_seg_fields) {
		.wqe_index = (uint16_t)pi, .opcode = opcode, .qpn = ring->qpn,
		.ds = (uint8_t)octowords, .immediate = imm });
	prm_ctrl_seg_set_mode(ctrl, mode);
	return ctrl + 1;
}

/* Octowords before the data segments. */
enum mlx5sig_wqe_octowords {
	MLX5SIG_SEND_OCTOWORDS = PRM_CTRL_SEG_SIZE / MLX5SIG_OCTOWORD,
	MLX5SIG_RDMA_OCTOWORDS = MLX5SIG_SEND_OCTOWORDS + PRM_RADDR_SEG_SIZE / MLX5SIG_OCTOWORD,
	MLX5SIG_ATOMIC_OCTOWORDS = MLX5SIG_RDMA_OCTOWORDS + PRM_ATOMIC_SEG_SIZE / MLX5SIG_OCTOWORD,
	MLX5SIG_UMR_OCTOWORDS = (PRM_CTRL_SEG_SIZE + PRM_UMR_CTRL_SEG_SIZE + PRM_MKC_SIZE) /
				MLX5SIG_OCTOWORD,
	MLX5SIG_SET_PSV_OCTOWORDS = (PRM_CTRL_SEG_SIZE + PRM_SET_PSV_SEG_SIZE) / MLX5SIG_OCTOWORD,
};

MLX5SIG_INLINE uint32_t mlx5sig_wqebbs(uint32_t octowords)
{
	return (octowords + MLX5SIG_WQEBB_OCTOWORDS - 1) / MLX5SIG_WQEBB_OCTOWORDS;
}

MLX5SIG_INLINE void mlx5sig_build_raddr(const struct mlx5sig_ring *ring, uint32_t pi, uint32_t rkey,
					uint64_t remote_addr)
{
	prm_raddr_seg_pack(mlx5sig_ring_at(ring, pi, MLX5SIG_SEND_OCTOWORDS),
			   &(struct prm_raddr_seg_fields) { .raddr = remote_addr, .rkey = rkey });
}

MLX5SIG_INLINE void mlx5sig_build_atomic(const struct mlx5sig_ring *ring, uint32_t pi,
					 uint64_t swap_add, uint64_t compare)
{
	prm_atomic_seg_pack(mlx5sig_ring_at(ring, pi, MLX5SIG_RDMA_OCTOWORDS),
			    &(struct prm_atomic_seg_fields) { .swap_add = swap_add,
							      .compare = compare });
}

/* Data segment number @octowords of the WQE. */
MLX5SIG_INLINE void mlx5sig_build_data(const struct mlx5sig_ring *ring, uint32_t pi,
				       uint32_t octowords, uint32_t lkey, uint64_t addr,
				       uint32_t length)
{
	prm_data_seg_pack(mlx5sig_ring_at(ring, pi, octowords), &(struct prm_data_seg_fields) {
		.byte_count = length, .lkey = lkey, .addr = addr });
}

/*
 * Inline data: begin, put any number of pieces, end with the sum of the lengths. Offsets count bytes
 * from the start of the WQE.
 */
MLX5SIG_INLINE uint32_t mlx5sig_inline_begin(uint32_t octowords)
{
	return octowords * MLX5SIG_OCTOWORD + PRM_INLINE_DATA_SEG_SIZE;
}

static inline uint32_t mlx5sig_inline_put(const struct mlx5sig_ring *ring, uint32_t pi,
					  uint32_t offset, const void *data, size_t length)
{
	uint32_t at = (pi * MLX5SIG_WQEBB + offset) & ring->mask;
	size_t left = (size_t)ring->mask + 1 - at;

	if (length <= left) {
		memcpy(ring->buf + at, data, length);
	} else {
		memcpy(ring->buf + at, data, left);
		memcpy(ring->buf, (const uint8_t *)data + left, length - left);
	}
	return offset + (uint32_t)length;
}

/* Fills the last octoword with zeroes; returns the octowords of the WQE. */
static inline uint32_t mlx5sig_inline_end(const struct mlx5sig_ring *ring, uint32_t pi,
					  uint32_t octowords, uint32_t length)
{
	static const uint8_t zeroes[MLX5SIG_OCTOWORD];
	uint32_t end = mlx5sig_inline_begin(octowords) + length;
	uint32_t padding = (uint32_t)-(int32_t)end % MLX5SIG_OCTOWORD;

	prm_inline_data_seg_pack(mlx5sig_ring_at(ring, pi, octowords),
				 &(struct prm_inline_data_seg_fields) {
					 .byte_count = (uint16_t)length });
	mlx5sig_inline_put(ring, pi, end, zeroes, padding);
	return (end + padding) / MLX5SIG_OCTOWORD;
}

/*
 * Signatures, encoded as the device reads them.
 */

/* Format of a domain's signature field, for decoding errors. */
enum mlx5sig_sig_format {
	MLX5SIG_SIG_FORMAT_NONE,	/* the domain has no signature */
	MLX5SIG_SIG_FORMAT_T10DIF,
	MLX5SIG_SIG_FORMAT_CRC32,
	MLX5SIG_SIG_FORMAT_CRC64,
};

/*
 * The segments of a configuration. PSV numbers are 0 until mlx5sig_signature_set_psvs(). Which bytes
 * are copied between the domains depends on the tags: @copy_always is what the byte has in any case.
 */
struct mlx5sig_signature {
	struct prm_bsf_64 bsf;
	struct prm_set_psv_seg wire_psv, mem_psv;
	uint8_t wire_format, mem_format;	/* enum mlx5sig_sig_format */
	uint8_t copy_if_app_equal, copy_if_ref_equal, copy_always;
	/* One CRC of the whole data, not of blocks: the key's PSVs are not used. */
	bool is_transaction;
	uint8_t bytes_in_memory;	/* of a transaction's CRC after the data, under this key */
};

/* Signature capabilities of a device: enum mlx5sig_*_caps of mlx5sig.h. */
struct mlx5sig_sig_limits {
	uint64_t block_size;
	uint32_t block_prot;
	uint16_t t10dif_bg;
	uint16_t crc_type;
};

/*
 * Checks @attr and encodes it. EINVAL: an invalid attribute. EOPNOTSUPP: beyond @limits, which may
 * be NULL. *@reason says which attribute. The result does not refer to @attr.
 */
int mlx5sig_signature_encode(struct mlx5sig_signature *sig,
			     const struct mlx5sig_sig_block_attr *attr,
			     const struct mlx5sig_sig_limits *limits, const char **reason);

/* Likewise, a transaction signature; without its length. */
int mlx5sig_transaction_encode(struct mlx5sig_signature *sig,
			       const struct mlx5sig_sig_transaction_attr *attr,
			       const struct mlx5sig_sig_limits *limits, const char **reason);
/* Likewise, the start of a signature in a PSV. */
int mlx5sig_psv_encode(struct prm_set_psv_seg *seg, const struct mlx5sig_psv *psv,
		       const struct mlx5sig_psv_attr *attr, const struct mlx5sig_sig_limits *limits,
		       const char **reason);

/*
 * The device finds the end of a transaction's data by their length, @length bytes of the key. False:
 * the CRC does not fit.
 */
MLX5SIG_INLINE bool mlx5sig_transaction_set_length(struct mlx5sig_signature *sig, uint64_t length)
{
	if (length < sig->bytes_in_memory)
		return false;
	prm_bsf_basic_set_raw_data_size(&sig->bsf.basic, (uint32_t)length - sig->bytes_in_memory);
	return true;
}

/* No domain has a signature. */
MLX5SIG_INLINE void mlx5sig_signature_clear(struct mlx5sig_signature *sig)
{
	memset(sig, 0, sizeof(*sig));
	prm_bsf_basic_pack(&sig->bsf.basic, &(struct prm_bsf_basic_fields) {
		.bsf_size = PRM_BSF_SIZE_SIZE_64, .raw_data_size = UINT32_MAX });
}

MLX5SIG_INLINE bool mlx5sig_signature_is_set(const struct mlx5sig_signature *sig)
{
	return sig->wire_format | sig->mem_format;
}

/* The PSVs of the key, in the domains that have a signature. */
MLX5SIG_INLINE void mlx5sig_signature_set_psvs(struct mlx5sig_signature *sig, uint32_t wire_psv,
					       uint32_t mem_psv)
{
	if (sig->wire_format) {
		prm_bsf_basic_set_wire_psv(&sig->bsf.basic, wire_psv);
		prm_set_psv_seg_set_psv_index(&sig->wire_psv, wire_psv);
	}
	if (sig->mem_format) {
		prm_bsf_basic_set_memory_psv(&sig->bsf.basic, mem_psv);
		prm_set_psv_seg_set_psv_index(&sig->mem_psv, mem_psv);
	}
}

MLX5SIG_INLINE void mlx5sig_put_tags(struct prm_bsf_inline *section, struct prm_set_psv_seg *psv,
				     uint16_t app_tag, uint32_t ref_tag)
{
	prm_bsf_inline_set_app_tag(section, app_tag);
	prm_bsf_inline_set_ref_tag(section, ref_tag);
	prm_set_psv_seg_set_t10dif_app_tag(psv, app_tag);
	prm_set_psv_seg_set_t10dif_ref_tag(psv, ref_tag);
}

/* Bytes that are copied between the domains: equal tags are copied, not recomputed. */
MLX5SIG_INLINE void mlx5sig_signature_set_copied(struct mlx5sig_signature *sig,
						 const struct mlx5sig_sig_tags *tags)
{
	uint8_t copied = sig->copy_always;

	if (tags->wire_app_tag == tags->mem_app_tag)
		copied |= sig->copy_if_app_equal;
	if (tags->wire_ref_tag == tags->mem_ref_tag)
		copied |= sig->copy_if_ref_equal;
	prm_bsf_basic_set_copy_byte_mask(&sig->bsf.basic, copied);
}

/* Replaces the tags of the domains that have T10-DIF. */
MLX5SIG_INLINE void mlx5sig_signature_set_tags(struct mlx5sig_signature *sig,
					       const struct mlx5sig_sig_tags *tags)
{
	if (sig->wire_format == MLX5SIG_SIG_FORMAT_T10DIF)
		mlx5sig_put_tags(&sig->bsf.wire_inline, &sig->wire_psv, tags->wire_app_tag,
				 tags->wire_ref_tag);
	if (sig->mem_format == MLX5SIG_SIG_FORMAT_T10DIF)
		mlx5sig_put_tags(&sig->bsf.memory_inline, &sig->mem_psv, tags->mem_app_tag,
				 tags->mem_ref_tag);
	mlx5sig_signature_set_copied(sig, tags);
}

/* The segment of a configuration, encoded as the device reads it. */
struct mlx5sig_encryption {
	struct prm_bsf_crypto bsf;
	uint32_t data_unit;	/* bytes; 0: no encryption */
};

/*
 * Encodes encryption attributes. EINVAL: an invalid attribute. @big_endian_tweak: the engine is a
 * multi-block one.
 */
int mlx5sig_crypto_encode(struct mlx5sig_encryption *crypto, const struct mlx5sig_crypto_attr *attr,
			  bool big_endian_tweak, const char **reason);
/* Replaces the 16 bytes of the initial tweak. */
MLX5SIG_INLINE void mlx5sig_crypto_set_tweak(struct mlx5sig_encryption *crypto, const char *tweak,
					     bool big_endian)
{
	uint64_t halves[2];

	memcpy(halves, tweak, sizeof(halves));
	if (big_endian) {
		uint64_t first = halves[0];

		halves[0] = __builtin_bswap64(halves[1]);
		halves[1] = __builtin_bswap64(first);
	}
	memcpy(crypto->bsf.xts_initial_tweak, halves, sizeof(halves));
}

/* NULL, or the reason why encryption in this order is impossible with the signature. */
const char *mlx5sig_crypto_misfit(const struct mlx5sig_encryption *crypto,
				  const struct mlx5sig_signature *sig);

/*
 * UMR WQEs that configure a key: control segments, key context, translations, BSF, each at the start
 * of a WQEBB. Translations, from MLX5SIG_UMR_WQEBBS on, can be written before the rest is known.
 */

MLX5SIG_INLINE uint32_t mlx5sig_build_klm(struct prm_klm *klm, const struct mlx5sig_sge *sge)
{
	prm_klm_pack(klm, &(struct prm_klm_fields) {
		.byte_count = sge->length, .mkey = sge->lkey, .address = sge->addr });
	return sge->length;
}

/* Translations of a list; returns the length of the key. */
MLX5SIG_INLINE uint64_t mlx5sig_build_klms(const struct mlx5sig_ring *ring, uint32_t pi,
					   uint32_t num, const struct mlx5sig_sge *list)
{
	uint64_t length = 0;
	struct prm_klm *klm;

	for (; num >= MLX5SIG_WQEBB_OCTOWORDS; num -= MLX5SIG_WQEBB_OCTOWORDS) {
		klm = mlx5sig_ring_at(ring, pi++, 0);
		length += mlx5sig_build_klm(&klm[0], &list[0]);
		length += mlx5sig_build_klm(&klm[1], &list[1]);
		length += mlx5sig_build_klm(&klm[2], &list[2]);
		length += mlx5sig_build_klm(&klm[3], &list[3]);
		list += MLX5SIG_WQEBB_OCTOWORDS;
	}
	if (num) {
		klm = mlx5sig_ring_at(ring, pi, 0);
		memset(klm, 0, MLX5SIG_WQEBB);
		do
			length += mlx5sig_build_klm(klm++, list++);
		while (--num);
	}
	return length;
}

/* Translations of an interleaved layout, one more than @num; returns the length of the key. */
MLX5SIG_INLINE uint64_t mlx5sig_build_repeat_block(const struct mlx5sig_ring *ring, uint32_t pi,
						   uint32_t repeat_count, uint32_t num,
						   const struct mlx5sig_mr_interleaved *list)
{
	uint32_t cycle = 0;
	uint32_t i;

	/* The rest of the last WQEBB stays zero. */
	memset(mlx5sig_ring_at(ring, pi + num / MLX5SIG_WQEBB_OCTOWORDS, 0), 0, MLX5SIG_WQEBB);
	for (i = 0; i < num; i++) {
		prm_repeat_block_ent_pack(
			mlx5sig_ring_at(ring, pi, 1 + i),
			&(struct prm_repeat_block_ent_fields) {
				.stride = (uint16_t)(list[i].bytes_count + list[i].bytes_skip),
				.byte_count = (uint16_t)list[i].bytes_count,
				.memkey = list[i].lkey, .va = list[i].addr });
		cycle += list[i].bytes_count;
	}
	prm_repeat_block_seg_pack(mlx5sig_ring_at(ring, pi, 0),
				  &(struct prm_repeat_block_seg_fields) {
					  .byte_count = cycle, .repeat_count = repeat_count,
					  .num_ent = (uint16_t)num });
	return (uint64_t)cycle * repeat_count;
}

/* A part of a BSF: 64 bytes. */
MLX5SIG_INLINE void mlx5sig_build_bsf(const struct mlx5sig_ring *ring, uint32_t pi, const void *bsf)
{
	memcpy(mlx5sig_ring_at(ring, pi, 0), bsf, MLX5SIG_WQEBB);
}

#define MLX5SIG_UMR_WQEBBS (MLX5SIG_UMR_OCTOWORDS / MLX5SIG_WQEBB_OCTOWORDS)

/* Changes of a key by a UMR, apart from its translations and its BSF. */
struct mlx5sig_umr {
	uint32_t lkey;
	uint32_t access;	/* values of enum ibv_access_flags, the lower four bits */
	uint32_t klm_wqebbs, bsf_wqebbs;
	uint64_t mkey_mask;	/* PRM_UMR_MKEY_MASK_* */
	uint64_t len;
	bool bsf_en;
	bool expected_sigerr_count;
};

MLX5SIG_INLINE uint32_t mlx5sig_umr_wqebbs(const struct mlx5sig_umr *umr)
{
	return MLX5SIG_UMR_WQEBBS + umr->klm_wqebbs + umr->bsf_wqebbs;
}

/* The first two WQEBBs: control segments, key context. */
MLX5SIG_INLINE void mlx5sig_build_umr(const struct mlx5sig_ring *ring, uint32_t pi,
				      struct prm_ctrl_seg_mode mode,
				      const struct mlx5sig_umr *umr)
{
	prm_umr_ctrl_seg_pack(mlx5sig_build_ctrl(ring, pi, PRM_WQE_OPCODE_UMR,
						 mlx5sig_umr_wqebbs(umr) * MLX5SIG_WQEBB_OCTOWORDS,
						 mode, umr->lkey),
			      &(struct prm_umr_ctrl_seg_fields) {
		.inline_flag = true, .mkey_mask = umr->mkey_mask,
		.klm_octowords = (uint16_t)(umr->klm_wqebbs * MLX5SIG_WQEBB_OCTOWORDS),
		.bsf_octowords = (uint16_t)(umr->bsf_wqebbs * MLX5SIG_WQEBB_OCTOWORDS) });
	prm_mkc_pack(mlx5sig_ring_at(ring, pi, MLX5SIG_WQEBB_OCTOWORDS), &(struct prm_mkc_fields) {
		.lw = umr->access & 1, .rw = umr->access >> 1 & 1, .rr = umr->access >> 2 & 1,
		.a = umr->access >> 3 & 1, .qpn = MLX5SIG_ANY_QPN,
		.mkey_7_0 = (uint8_t)umr->lkey, .bsf_en = umr->bsf_en,
		.expected_sigerr_count = umr->expected_sigerr_count, .len = umr->len });
}

/*
 * A UMR that changes a part of a key's translations, @num from entry @first on, and the tag; both are
 * multiples of MLX5SIG_WQEBB_OCTOWORDS, @num of the last part aside. The offload of NVMe-TCP for Linux
 * writes long lists by such UMRs; libmlx5 binds memory windows so, with the tag. Returns the bytes of
 * the part.
 */
static inline uint64_t mlx5sig_build_umr_part(const struct mlx5sig_ring *ring, uint32_t pi,
					      struct prm_ctrl_seg_mode mode, uint32_t lkey,
					      uint32_t first, uint32_t num,
					      const struct mlx5sig_sge *list)
{
	const uint32_t octowords = mlx5sig_wqebbs(num) * MLX5SIG_WQEBB_OCTOWORDS;

	prm_umr_ctrl_seg_pack(mlx5sig_build_ctrl(ring, pi, PRM_WQE_OPCODE_UMR,
						 MLX5SIG_UMR_OCTOWORDS + octowords, mode, lkey),
			      &(struct prm_umr_ctrl_seg_fields) {
		.inline_flag = true, .translation_offset_en = true,
		.mkey_mask = PRM_UMR_MKEY_MASK_KEY,
		.klm_octowords = (uint16_t)octowords, .translation_offset = (uint16_t)first });
	prm_mkc_pack(mlx5sig_ring_at(ring, pi, MLX5SIG_WQEBB_OCTOWORDS), &(struct prm_mkc_fields) {
		.qpn = MLX5SIG_ANY_QPN, .mkey_7_0 = (uint8_t)lkey });
	return mlx5sig_build_klms(ring, pi + MLX5SIG_UMR_WQEBBS, num, list);
}

/* Frees a key by a UMR, as for memory windows of type 2. */
MLX5SIG_INLINE void mlx5sig_build_local_inv(const struct mlx5sig_ring *ring, uint32_t pi,
					    struct prm_ctrl_seg_mode mode, uint32_t rkey)
{
	mlx5sig_build_ctrl(ring, pi, PRM_WQE_OPCODE_UMR, MLX5SIG_UMR_OCTOWORDS, mode, rkey);
	prm_umr_ctrl_seg_pack(mlx5sig_ring_at(ring, pi, 1), &(struct prm_umr_ctrl_seg_fields) {
		.inline_flag = true, .translation_offset_en = true, .check_qpn = true,
		.mkey_mask = PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_KEY |
			     PRM_UMR_MKEY_MASK_QPN });
	prm_mkc_pack(mlx5sig_ring_at(ring, pi, 4), &(struct prm_mkc_fields) {
		.free = true, .qpn = MLX5SIG_ANY_QPN });
}

MLX5SIG_INLINE void mlx5sig_build_set_psv(const struct mlx5sig_ring *ring, uint32_t pi,
					  struct prm_ctrl_seg_mode mode,
					  const struct prm_set_psv_seg *psv)
{
	memcpy(mlx5sig_build_ctrl(ring, pi, PRM_WQE_OPCODE_SET_PSV, MLX5SIG_SET_PSV_OCTOWORDS,
				  mode, 0), psv, sizeof(*psv));
}

/* A posted WQE becomes a NOP of the same size with the same completion. */
MLX5SIG_INLINE void mlx5sig_build_cancelled(const struct mlx5sig_ring *ring, uint32_t pi)
{
	struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(ring, pi, 0);

	prm_ctrl_seg_set_opmod(ctrl, 0);
	prm_ctrl_seg_set_opcode(ctrl, PRM_WQE_OPCODE_NOP);
}

/*
 * Completion queues. @ci counts the CQEs that were consumed.
 */
struct mlx5sig_cq_ring {
	uint8_t *first;		/* the 64 bytes that matter of the first CQE */
	uint32_t cnt;		/* a power of two */
	uint32_t cqe_size, mask;	/* bytes: of a CQE, of the ring - 1 */
};

MLX5SIG_INLINE struct mlx5sig_cq_ring mlx5sig_cq_ring(void *buf, uint32_t cqe_cnt,
						      uint32_t cqe_size)
{
	return (struct mlx5sig_cq_ring) {
		.first = (uint8_t *)buf + cqe_size - PRM_CQE64_SIZE, .cnt = cqe_cnt,
		.cqe_size = cqe_size, .mask = cqe_cnt * cqe_size - 1 };
}

MLX5SIG_INLINE struct prm_cqe64 *mlx5sig_cqe_at(const struct mlx5sig_cq_ring *ring, uint32_t ci)
{
	return (void *)(ring->first + (ci * ring->cqe_size & ring->mask));
}

/* CQE number @ci, or NULL if the device has not written it. All of it may be read after a barrier. */
MLX5SIG_INLINE struct prm_cqe64 *mlx5sig_cqe_get(const struct mlx5sig_cq_ring *ring, uint32_t ci)
{
	struct prm_cqe64 *cqe = mlx5sig_cqe_at(ring, ci);

	__asm__ volatile("" ::: "memory");	/* reads it anew */
	if (prm_cqe64_get_owner(cqe) != !!(ci & ring->cnt) ||
	    prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_INVALID)
		return NULL;
	return cqe;
}

#endif
