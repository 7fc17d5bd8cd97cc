/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Builders: send WQEs into a ring, receive WQEs, and completions out of a ring. They stand by
 * themselves: the C library, generated/ and attr.h, no allocation and no locks. Whoever uses them
 * has made sure that there is room, and that the values are legal; sig_image.c checks those of
 * signatures.
 *
 * Every builder writes all bytes of its segments once and reads none. A ring is a power of two
 * WQEBBs, so that an address wraps by a mask: no builder has a branch for the ring's end.
 */
#ifndef MLX5SIG_RUNTIME_BUILD_H
#define MLX5SIG_RUNTIME_BUILD_H

/*
 * What programs give is checked before it is packed, or cannot be too large for its field; some
 * counters are cut to theirs on purpose. So the library has no assertions: this stands in front of
 * all headers of the manual, in each of its sources.
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

/* The compiler does not work out this address again for each access. */
#define MLX5SIG_KEEP(pointer) __asm__("" : "+r"(pointer))

#define MLX5SIG_WQEBB 64u		/* bytes */
#define MLX5SIG_OCTOWORD 16u		/* bytes */
#define MLX5SIG_WQEBB_OCTOWORDS (MLX5SIG_WQEBB / MLX5SIG_OCTOWORD)
#define MLX5SIG_ANY_QPN 0xffffffu
#define MLX5SIG_DEKN_MASK 0xffffffu	/* of an object id, what a BSF has room for */

#define MLX5SIG_MAX_SGE 0x7fffffffu	/* bytes of a data segment */
#define MLX5SIG_MAX_WQE_OCTOWORDS 63u	/* what ctrl_seg.ds can tell */

/*
 * Send queues. Positions are counters of WQEBBs that never wrap at the ring's size, and octowords
 * behind them.
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

/*
 * Fence, completion and event of a WQE, as the control segment has them. There are few: make them
 * once.
 */
struct mlx5sig_wqe_mode {
	prm_be32 dw_08;
};

MLX5SIG_INLINE struct mlx5sig_wqe_mode mlx5sig_wqe_mode(enum prm_fence_mode fm,
							enum prm_completion_mode ce, bool se)
{
	struct prm_ctrl_seg ctrl;

	prm_ctrl_seg_pack(&ctrl, &(struct prm_ctrl_seg_fields) {
		.fm = (uint8_t)fm, .ce = (uint8_t)ce, .se = se });
	return (struct mlx5sig_wqe_mode) { .dw_08 = ctrl.dw_08 };
}

MLX5SIG_INLINE void mlx5sig_pack_ctrl(struct prm_ctrl_seg *ctrl, uint32_t qpn, uint32_t pi,
				      uint8_t opcode, uint32_t octowords,
				      struct mlx5sig_wqe_mode mode, uint32_t imm)
{
	prm_ctrl_seg_pack(ctrl, &(struct prm_ctrl_seg_fields) {
		.wqe_index = (uint16_t)pi, .opcode = opcode, .qpn = qpn, .ds = (uint8_t)octowords,
		.imm = imm });
	ctrl->dw_08 = mode.dw_08;
}

/* Gives what follows: segments up to the end of the WQEBB. */
MLX5SIG_INLINE void *mlx5sig_build_ctrl(const struct mlx5sig_ring *ring, uint32_t pi,
					uint8_t opcode, uint32_t octowords,
					struct mlx5sig_wqe_mode mode, uint32_t imm)
{
	struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(ring, pi, 0);

	mlx5sig_pack_ctrl(ctrl, ring->qpn, pi, opcode, octowords, mode, imm);
	return ctrl + 1;
}

/* Sizes of what stands in front of the data segments. */
enum mlx5sig_wqe_octowords {
	MLX5SIG_SEND_OCTOWORDS = PRM_CTRL_SEG_SIZE / MLX5SIG_OCTOWORD,
	MLX5SIG_RDMA_OCTOWORDS = MLX5SIG_SEND_OCTOWORDS + PRM_RADDR_SEG_SIZE / MLX5SIG_OCTOWORD,
	MLX5SIG_ATOMIC_OCTOWORDS = MLX5SIG_RDMA_OCTOWORDS + PRM_ATOMIC_SEG_SIZE / MLX5SIG_OCTOWORD,
	MLX5SIG_UMR_OCTOWORDS = (PRM_CTRL_SEG_SIZE + PRM_UMR_CTRL_SEG_SIZE + PRM_MKC_SIZE) /
				MLX5SIG_OCTOWORD,
	MLX5SIG_SHORT_CONFIG_OCTOWORDS = MLX5SIG_UMR_OCTOWORDS +
		(MLX5SIG_WQEBB + PRM_BSF_64_SIZE) / MLX5SIG_OCTOWORD,
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
 * Inline data: begin, any number of pieces, end with the sum of the lengths. @offset is counted in
 * bytes from the start of the WQE.
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

/* Fills the last octoword with zeroes; gives the octowords of the WQE. */
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
 * Signature of one or both domains, ready to be written. Everything but key, PSV numbers and tags
 * of a request.
 */

/* The signature of one domain as it was configured last, for the decoding of errors. */
struct mlx5sig_domain_state {
	bool is_on;
	bool is_t10dif;
	bool is_64;		/* CRC64: the value stands in both halves */
};

/*
 * What a key keeps of its signature. The numbers of its PSVs stand in what loads them, once and for
 * all; in an image they are 0.
 */
struct mlx5sig_sig_state {
	struct prm_set_psv_seg wire_psv, mem_psv;	/* of a domain that is on */
	struct mlx5sig_domain_state wire, mem;
	bool is_set;		/* there are attributes: a domain is on */
	bool unused;
};

/* What a signature asks for. */
enum mlx5sig_sig_way {
	/* Domains that are on. */
	MLX5SIG_WAY_WIRE = 1 << 0,
	MLX5SIG_WAY_MEM = 1 << 1,
	MLX5SIG_WAY_BOTH = MLX5SIG_WAY_WIRE | MLX5SIG_WAY_MEM,
	MLX5SIG_WAY_TAGS = 1 << 2,	/* all of them have T10-DIF */
	MLX5SIG_WAYS = 1 << 3,
	MLX5SIG_WAY_MIXED = MLX5SIG_WAYS | MLX5SIG_WAY_BOTH,	/* one has T10-DIF, one a CRC */
};

struct mlx5sig_sig_image {
	struct prm_bsf_64 bsf;
	struct mlx5sig_sig_state state;
	/*
	 * With other tags, which BSF bytes are copied depends on them: bits of the copy mask, and
	 * the others of its byte, whatever they mean.
	 */
	uint8_t copy_if_app_equal, copy_if_ref_equal, copy_always;
	uint8_t way;		/* enum mlx5sig_sig_way */
	uint64_t id;		/* of whoever keeps images apart; not set here */
};

/* What a device can sign: enum mlx5sig_*_caps of mlx5sig.h. */
struct mlx5sig_sig_limits {
	uint64_t block_size;
	uint32_t block_prot;
	uint16_t t10dif_bg;
	uint16_t crc_type;
};

/* Numbers of values, of flags all combinations. */
enum {
	MLX5SIG_NUM_BLOCK_SIZES = MLX5SIG_BLOCK_SIZE_4160 + 1,
	MLX5SIG_NUM_T10DIF_BGS = MLX5SIG_SIG_T10DIF_CSUM + 1,
	MLX5SIG_NUM_T10DIF_FLAGS = MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE << 1,
	MLX5SIG_NUM_CRCS = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 + 1,
};

/* The same in a form in which it is quickly looked up, and sections of BSFs but for their tags. */
struct mlx5sig_sig_tables {
	/* Block sizes, bits by enum mlx5sig_block_size, with each kind of signature; 0: cannot. */
	uint32_t t10dif_blocks[MLX5SIG_NUM_T10DIF_BGS], crc_blocks[MLX5SIG_NUM_CRCS];
	/* By guard, seed (0, ones) and flags. */
	struct prm_bsf_inline t10dif[MLX5SIG_NUM_T10DIF_BGS][2][MLX5SIG_NUM_T10DIF_FLAGS];
};

/* Once for a device. @limits may be NULL: it can sign all. */
void mlx5sig_sig_tables_init(struct mlx5sig_sig_tables *tables,
			     const struct mlx5sig_sig_limits *limits);
/*
 * Checks @attr and makes its image. EINVAL: an attribute is wrong. EOPNOTSUPP: the device cannot.
 * The image does not refer to @attr.
 */
int mlx5sig_sig_image_make(struct mlx5sig_sig_image *image,
			   const struct mlx5sig_sig_block_attr *attr,
			   const struct mlx5sig_sig_tables *tables);
/* A key with a signature and without attributes: no domain is on. */
void mlx5sig_sig_image_none(struct mlx5sig_sig_image *image);
/* Tags of a request, in what is written of an image. @wire, @mem: where there is T10-DIF. */
MLX5SIG_INLINE void mlx5sig_psv_set_tags(struct prm_set_psv_seg *psv, uint16_t app, uint32_t ref)
{
	prm_set_psv_seg_set_t10dif_app_tag(psv, app);
	prm_set_psv_seg_set_t10dif_ref_tag(psv, ref);
}

/* Bytes that are copied only if the tags of both domains are equal. */
MLX5SIG_INLINE void mlx5sig_bsf_copy_by_tags(struct prm_bsf_64 *bsf,
					     const struct mlx5sig_sig_image *image,
					     bool app_is_equal, bool ref_is_equal)
{
	uint8_t mask = image->copy_always;

	if (app_is_equal)
		mask |= image->copy_if_app_equal;
	if (ref_is_equal)
		mask |= image->copy_if_ref_equal;
	prm_bsf_basic_set_copy_byte_mask(&bsf->basic, mask);
}

MLX5SIG_INLINE void mlx5sig_bsf_set_tags(struct prm_bsf_64 *bsf,
					 const struct mlx5sig_sig_image *image, bool wire, bool mem,
					 uint16_t wire_app, uint32_t wire_ref, uint16_t mem_app,
					 uint32_t mem_ref)
{
	if (wire) {
		prm_bsf_inline_set_app_tag(&bsf->wire_inline, wire_app);
		prm_bsf_inline_set_ref_tag(&bsf->wire_inline, wire_ref);
	}
	if (mem) {
		prm_bsf_inline_set_app_tag(&bsf->memory_inline, mem_app);
		prm_bsf_inline_set_ref_tag(&bsf->memory_inline, mem_ref);
	}
	mlx5sig_bsf_copy_by_tags(bsf, image, wire_app == mem_app, wire_ref == mem_ref);
}

MLX5SIG_INLINE void mlx5sig_sig_image_set_tags(struct mlx5sig_sig_image *image, uint16_t wire_app,
					       uint32_t wire_ref, uint16_t mem_app,
					       uint32_t mem_ref)
{
	mlx5sig_bsf_set_tags(&image->bsf, image, image->state.wire.is_t10dif,
			     image->state.mem.is_t10dif, wire_app, wire_ref, mem_app, mem_ref);
	if (image->state.wire.is_t10dif)
		mlx5sig_psv_set_tags(&image->state.wire_psv, wire_app, wire_ref);
	if (image->state.mem.is_t10dif)
		mlx5sig_psv_set_tags(&image->state.mem_psv, mem_app, mem_ref);
}

/* A key gets the signature of an image; of a domain that is off, what it had is left. */
MLX5SIG_INLINE void mlx5sig_sig_state_set(struct mlx5sig_sig_state *to,
					  const struct mlx5sig_sig_state *from)
{
	const size_t kinds = offsetof(struct mlx5sig_sig_state, wire);

	if (from->wire.is_on)
		to->wire_psv.transient_signature = from->wire_psv.transient_signature;
	if (from->mem.is_on)
		to->mem_psv.transient_signature = from->mem_psv.transient_signature;
	memcpy((char *)to + kinds, (const char *)from + kinds, sizeof(*to) - kinds);
}

/* Numbers of the PSVs where a BSF has them, and nothing else. */
MLX5SIG_INLINE struct prm_bsf_basic mlx5sig_bsf_psvs(uint32_t wire_psv, uint32_t mem_psv)
{
	struct prm_bsf_basic basic;

	memset(&basic, 0, sizeof(basic));
	prm_bsf_basic_set_wire_psv(&basic, wire_psv);
	prm_bsf_basic_set_memory_psv(&basic, mem_psv);
	return basic;
}

/*
 * The part of a BSF that encrypts. EINVAL: an attribute is wrong. @big_endian_tweak: a multi-block
 * engine.
 */
int mlx5sig_crypto_image_make(struct prm_bsf_crypto *image, const struct mlx5sig_crypto_attr *attr,
			      bool big_endian_tweak);
/* EINVAL: the order of encryption and signature does not go with signatures in both domains. */
int mlx5sig_crypto_image_check(const struct prm_bsf_crypto *image,
			       const struct mlx5sig_sig_image *sig);
/* Bytes of a block; 0: unknown size. */
uint32_t mlx5sig_block_bytes(enum mlx5sig_block_size size);

/*
 * UMR WQEs that configure a key. In this order in the WQE, each at the start of a WQEBB: control,
 * key context, translations, BSF. Translations are written first, since the others depend on what
 * setters come.
 */

/* Octowords of @entries translations with their padding. */
MLX5SIG_INLINE uint32_t mlx5sig_klm_octowords(uint32_t entries)
{
	return mlx5sig_wqebbs(entries) * MLX5SIG_WQEBB_OCTOWORDS;
}

/*
 * The last WQEBB of @entries translations, as far as they do not fill it, is 0; before they are
 * written.
 */
MLX5SIG_INLINE void mlx5sig_build_klm_padding(const struct mlx5sig_ring *ring, uint32_t pi,
					      uint32_t entries)
{
	if (entries % MLX5SIG_WQEBB_OCTOWORDS)
		memset(mlx5sig_ring_at(ring, pi, MLX5SIG_UMR_OCTOWORDS +
				       entries / MLX5SIG_WQEBB_OCTOWORDS * MLX5SIG_WQEBB_OCTOWORDS),
		       0, MLX5SIG_WQEBB);
}

MLX5SIG_INLINE void mlx5sig_pack_klm(struct prm_klm *to, struct mlx5sig_sge sge)
{
	prm_klm_pack(to, &(struct prm_klm_fields) {
		.byte_count = sge.length, .mkey = sge.lkey, .address = sge.addr });
}

/* One translation, and zeroes up to the end of the WQEBB. */
MLX5SIG_INLINE uint32_t mlx5sig_pack_one_klm(struct prm_klm *to, const struct mlx5sig_sge *sge)
{
	const struct mlx5sig_sge copy = *sge;	/* what is written might be the list */

	mlx5sig_pack_klm(to, copy);
	memset(to + 1, 0, MLX5SIG_WQEBB - sizeof(*to));
	return copy.length;
}

/* Up to four translations of a list, a WQEBB of them; gives the length of the key. */
MLX5SIG_INLINE uint64_t mlx5sig_pack_klms(struct prm_klm *to, uint32_t num,
					  const struct mlx5sig_sge *list)
{
	const struct mlx5sig_sge *end = list + num;
	uint64_t length = 0;

	if (num < MLX5SIG_WQEBB_OCTOWORDS)
		memset(to, 0, MLX5SIG_WQEBB);
	for (; list < end; list++, to++) {
		mlx5sig_pack_klm(to, *list);
		length += list->length;
	}
	return length;
}

/* Translations of a list; gives the length of the key. */
MLX5SIG_INLINE uint64_t mlx5sig_build_klms(const struct mlx5sig_ring *ring, uint32_t pi,
					   uint32_t num, const struct mlx5sig_sge *list)
{
	uint64_t length = 0;
	uint32_t i;

	mlx5sig_build_klm_padding(ring, pi, num);
	for (i = 0; i < num; i++) {
		mlx5sig_pack_klm(mlx5sig_ring_at(ring, pi, MLX5SIG_UMR_OCTOWORDS + i), list[i]);
		length += list[i].length;
	}
	return length;
}

/* Translations of an interleaved layout, one more than @num; gives the length of the key. */
MLX5SIG_INLINE uint64_t mlx5sig_build_repeat_block(const struct mlx5sig_ring *ring, uint32_t pi,
						   uint32_t repeat_count, uint32_t num,
						   const struct mlx5sig_mr_interleaved *list)
{
	uint32_t cycle = 0;
	uint32_t i;

	mlx5sig_build_klm_padding(ring, pi, num + 1);
	for (i = 0; i < num; i++) {
		prm_repeat_block_ent_pack(
			mlx5sig_ring_at(ring, pi, MLX5SIG_UMR_OCTOWORDS + 1 + i),
			&(struct prm_repeat_block_ent_fields) {
				.stride = (uint16_t)(list[i].bytes_count + list[i].bytes_skip),
				.byte_count = (uint16_t)list[i].bytes_count,
				.memkey = list[i].lkey, .va = list[i].addr });
		cycle += list[i].bytes_count;
	}
	prm_repeat_block_seg_pack(mlx5sig_ring_at(ring, pi, MLX5SIG_UMR_OCTOWORDS),
				  &(struct prm_repeat_block_seg_fields) {
					  .byte_count = cycle, .repeat_count = repeat_count,
					  .num_ent = (uint16_t)num });
	return (uint64_t)cycle * repeat_count;
}

/* A word that has the fields of two, each of which is 0 in one of them. */
MLX5SIG_INLINE prm_be32 mlx5sig_joined(prm_be32 a, prm_be32 b)
{
	uint32_t x, y;

	/* Copied, since a word is not the same type in every tree. */
	memcpy(&x, &a, sizeof(x));
	memcpy(&y, &b, sizeof(y));
	x |= y;
	memcpy(&a, &x, sizeof(a));
	return a;
}

/* The basic part of a BSF, with numbers from mlx5sig_bsf_psvs() for the domains that are on. */
MLX5SIG_INLINE struct prm_bsf_basic mlx5sig_bsf_basic(const struct mlx5sig_sig_image *image,
						      bool has_wire, bool has_mem,
						      const struct prm_bsf_basic *psvs)
{
	struct prm_bsf_basic basic = image->bsf.basic;

	if (has_wire)
		basic.dw_08 = mlx5sig_joined(basic.dw_08, psvs->dw_08);
	if (has_mem)
		basic.dw_0c = mlx5sig_joined(basic.dw_0c, psvs->dw_0c);
	return basic;
}

/* The BSF of a signature, behind @klm_octowords of translations. */
MLX5SIG_INLINE void mlx5sig_build_bsf(const struct mlx5sig_ring *ring, uint32_t pi,
				      uint32_t klm_octowords,
				      const struct mlx5sig_sig_image *image,
				      const struct prm_bsf_basic *psvs)
{
	struct prm_bsf_64 *to = mlx5sig_ring_at(ring, pi, MLX5SIG_UMR_OCTOWORDS + klm_octowords);

	*to = image->bsf;
	to->basic = mlx5sig_bsf_basic(image, image->state.wire.is_on, image->state.mem.is_on,
				      psvs);
}

/* The part that encrypts, behind @octowords of translations and signature. */
MLX5SIG_INLINE void mlx5sig_build_crypto_bsf(const struct mlx5sig_ring *ring, uint32_t pi,
					     uint32_t octowords, const struct prm_bsf_crypto *bsf)
{
	memcpy(mlx5sig_ring_at(ring, pi, MLX5SIG_UMR_OCTOWORDS + octowords), bsf, sizeof(*bsf));
}

/* Rights as a key context has them; @access: the lower four bits of enum ibv_access_flags. */
MLX5SIG_INLINE uint8_t mlx5sig_mkc_access(uint32_t access)
{
	struct prm_mkc mkc;

	prm_mkc_pack(&mkc, &(struct prm_mkc_fields) {
		.lw = access & 1, .rw = access >> 1 & 1, .rr = access >> 2 & 1,
		.a = access >> 3 & 1 });
	return mkc.b_02;
}

/* What a UMR changes in a key, its translations and its BSF aside. */
struct mlx5sig_umr {
	uint32_t lkey;
	uint8_t access;		/* of mlx5sig_mkc_access() */
	bool bsf_en;
	bool expected_sigerr_count;
	uint32_t klm_octowords, bsf_octowords;
	uint64_t mkey_mask;	/* PRM_UMR_MKEY_MASK_* */
	uint64_t len;
};

/* The first two WQEBBs: control segments, key context. */
MLX5SIG_INLINE void mlx5sig_pack_umr(struct prm_ctrl_seg *ctrl, struct prm_mkc *mkc, uint32_t qpn,
				     uint32_t pi, struct mlx5sig_wqe_mode mode,
				     const struct mlx5sig_umr *umr)
{
	mlx5sig_pack_ctrl(ctrl, qpn, pi, PRM_WQE_OPCODE_UMR, MLX5SIG_UMR_OCTOWORDS +
			  umr->klm_octowords + umr->bsf_octowords, mode, umr->lkey);
	prm_umr_ctrl_seg_pack((void *)(ctrl + 1), &(struct prm_umr_ctrl_seg_fields) {
		.inline_flag = true, .klm_octowords = (uint16_t)umr->klm_octowords,
		.bsf_octowords = (uint16_t)umr->bsf_octowords, .mkey_mask = umr->mkey_mask });
	prm_mkc_pack(mkc, &(struct prm_mkc_fields) {
		.qpn = MLX5SIG_ANY_QPN, .mkey_7_0 = (uint8_t)umr->lkey, .bsf_en = umr->bsf_en,
		.expected_sigerr_count = umr->expected_sigerr_count, .len = umr->len });
	mkc->b_02 = umr->access;
}

MLX5SIG_INLINE void mlx5sig_build_umr(const struct mlx5sig_ring *ring, uint32_t pi,
				      struct mlx5sig_wqe_mode mode, const struct mlx5sig_umr *umr)
{
	mlx5sig_pack_umr(mlx5sig_ring_at(ring, pi, 0),
			 mlx5sig_ring_at(ring, pi, MLX5SIG_WQEBB_OCTOWORDS), ring->qpn, pi, mode,
			 umr);
}

/* The first two WQEBBs of a configuration. */
struct mlx5sig_umr_head {
	struct prm_ctrl_seg ctrl;
	struct prm_umr_ctrl_seg umr;
	struct prm_mkc mkc;
};

/*
 * What they have of it that is the same for all requests of a queue: made once, and copied. All
 * else is 0, but for what mlx5sig_put_umr_head() writes.
 */
struct mlx5sig_umr_common {
	struct prm_ctrl_seg ctrl;
	uint8_t umr[MLX5SIG_OCTOWORD], mkc[MLX5SIG_OCTOWORD];	/* the beginning of each */
};

/* @umr: without key, rights and length. */
static inline void mlx5sig_umr_common_init(struct mlx5sig_umr_common *common, uint32_t qpn,
					   const struct mlx5sig_umr *umr)
{
	struct mlx5sig_umr_head head;

	mlx5sig_pack_umr(&head.ctrl, &head.mkc, qpn, 0, mlx5sig_wqe_mode(0, 0, false), umr);
	common->ctrl = head.ctrl;
	memcpy(common->umr, &head.umr, sizeof(common->umr));
	memcpy(common->mkc, &head.mkc, sizeof(common->mkc));
}

/* The word of a control segment that is another one for each request. */
MLX5SIG_INLINE prm_be32 mlx5sig_ctrl_index(uint8_t opcode, uint32_t pi)
{
	struct prm_ctrl_seg ctrl;

	prm_ctrl_seg_pack(&ctrl, &(struct prm_ctrl_seg_fields) {
		.wqe_index = (uint16_t)pi, .opcode = opcode });
	return ctrl.dw_00;
}

/* For a key whose tag is 0, where nothing wraps. */
MLX5SIG_INLINE void mlx5sig_put_umr_head(struct mlx5sig_umr_head *to,
					 const struct mlx5sig_umr_common *common, uint32_t pi,
					 struct mlx5sig_wqe_mode mode, uint32_t lkey,
					 uint64_t length)
{
	to->ctrl = common->ctrl;
	memcpy(&to->umr, common->umr, sizeof(common->umr));
	memset((uint8_t *)&to->umr + sizeof(common->umr), 0,
	       sizeof(to->umr) - sizeof(common->umr));
	memcpy(&to->mkc, common->mkc, sizeof(common->mkc));
	memset((uint8_t *)&to->mkc + sizeof(common->mkc), 0,
	       sizeof(to->mkc) - sizeof(common->mkc));
	to->ctrl.dw_00 = mlx5sig_ctrl_index(PRM_WQE_OPCODE_UMR, pi);
	to->ctrl.dw_08 = mode.dw_08;
	prm_ctrl_seg_set_umr_mkey(&to->ctrl, lkey);
	prm_mkc_set_len(&to->mkc, length);
}

/* A key becomes free; with a UMR, as for memory windows of type 2. */
MLX5SIG_INLINE void mlx5sig_build_local_inv(const struct mlx5sig_ring *ring, uint32_t pi,
					    struct mlx5sig_wqe_mode mode, uint32_t rkey)
{
	mlx5sig_build_ctrl(ring, pi, PRM_WQE_OPCODE_UMR, MLX5SIG_UMR_OCTOWORDS, mode, rkey);
	prm_umr_ctrl_seg_pack(mlx5sig_ring_at(ring, pi, 1), &(struct prm_umr_ctrl_seg_fields) {
		.inline_flag = true, .translation_offset_en = true, .check_qpn = true,
		.mkey_mask = PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_KEY |
			     PRM_UMR_MKEY_MASK_QPN });
	prm_mkc_pack(mlx5sig_ring_at(ring, pi, 4), &(struct prm_mkc_fields) {
		.free = true, .qpn = MLX5SIG_ANY_QPN });
}

MLX5SIG_INLINE void mlx5sig_pack_set_psv(struct prm_ctrl_seg *ctrl, uint32_t qpn, uint32_t pi,
					 struct mlx5sig_wqe_mode mode,
					 const struct prm_set_psv_seg *psv)
{
	mlx5sig_pack_ctrl(ctrl, qpn, pi, PRM_WQE_OPCODE_SET_PSV, MLX5SIG_SET_PSV_OCTOWORDS, mode,
			  0);
	memcpy(ctrl + 1, psv, sizeof(*psv));
}

/* @psv: all of the segment. */
MLX5SIG_INLINE void mlx5sig_build_set_psv(const struct mlx5sig_ring *ring, uint32_t pi,
					  struct mlx5sig_wqe_mode mode,
					  const struct prm_set_psv_seg *psv)
{
	mlx5sig_pack_set_psv(mlx5sig_ring_at(ring, pi, 0), ring->qpn, pi, mode, psv);
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
	uint32_t log_size;	/* of a CQE */
};

MLX5SIG_INLINE struct mlx5sig_cq_ring mlx5sig_cq_ring(void *buf, uint32_t cqe_cnt,
						      uint32_t cqe_size)
{
	return (struct mlx5sig_cq_ring) {
		.first = (uint8_t *)buf + cqe_size - PRM_CQE64_SIZE, .cnt = cqe_cnt,
		.log_size = (uint32_t)__builtin_ctz(cqe_size) };
}

MLX5SIG_INLINE struct prm_cqe64 *mlx5sig_cqe_at(const struct mlx5sig_cq_ring *ring, uint32_t ci)
{
	return (void *)(ring->first + ((size_t)(ci & (ring->cnt - 1)) << ring->log_size));
}

/* The byte that tells whether CQE number @ci has been written, read once. */
MLX5SIG_INLINE struct prm_cqe64 mlx5sig_cqe_head(const struct prm_cqe64 *cqe)
{
	struct prm_cqe64 head;

	head.b_3f = *(const volatile uint8_t *)&cqe->b_3f;
	return head;
}

MLX5SIG_INLINE bool mlx5sig_cqe_is_new(const struct mlx5sig_cq_ring *ring,
				       const struct prm_cqe64 *head, uint32_t ci)
{
	return prm_cqe64_get_owner(head) == !!(ci & ring->cnt) &&
	       prm_cqe64_get_opcode(head) != PRM_CQE_OPCODE_INVALID;
}

/* CQE number @ci, or NULL if it has not been written. */
MLX5SIG_INLINE struct prm_cqe64 *mlx5sig_cqe_get(const struct mlx5sig_cq_ring *ring, uint32_t ci)
{
	struct prm_cqe64 *cqe = mlx5sig_cqe_at(ring, ci);
	const struct prm_cqe64 head = mlx5sig_cqe_head(cqe);

	return mlx5sig_cqe_is_new(ring, &head, ci) ? cqe : NULL;
}

#endif
