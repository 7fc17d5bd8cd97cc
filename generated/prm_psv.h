/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The PSV (processor signature value) segments. A PSV holds the state of a signature while its data
 * pass, and the error state after a mismatch. A signature key has one PSV per domain.
 * Made by prmc 1 from spec/wqe/psv.yaml, spec digest d1214242754a. Do not edit: `ninja regen`.
 */
#ifndef PRM_PSV_H
#define PRM_PSV_H

#include "prm_base.h"

/**
 * flags PRM_SIG_SYNDROME_* - Parts of a signature that did not match
 *
 * Note: More than one bit may be set. rdma-core's manual page promises guard, application tag,
 * reference tag as the order of importance; its code takes them in the opposite order, Linux in the
 * order guard, reference tag, application tag. A CRC that does not match sets GUARD.
 * Other values are legal too.
 * Sources: linux drivers/infiniband/hw/mlx5/cq.c get_sig_err_item(); rdma-core
 * providers/mlx5/verbs.c MLX5_SIGERR_CQE_SYNDROME_*, mlx5_decode_sigerr().
 */
#define PRM_SIG_SYNDROME_REFTAG (UINT32_C(1) << 11)
#define PRM_SIG_SYNDROME_APPTAG (UINT32_C(1) << 12)
#define PRM_SIG_SYNDROME_GUARD  (UINT32_C(1) << 13)
#define PRM_SIG_SYNDROME_ALL UINT32_C(0x3800)

/* The name of bit @bit of PRM_SIG_SYNDROME_*, 0 the lowest one, or NULL. */
static inline const char *prm_sig_syndrome_flag_str(unsigned int bit)
{
	switch (bit) {
	case 11:
		return "REFTAG";
	case 12:
		return "APPTAG";
	case 13:
		return "GUARD";
	default:
		return NULL;
	}
}

/**
 * struct prm_set_psv_seg - loads a PSV. Posted behind the UMR that writes a BSF, and again after an
 * error, since the device ignores mismatches while the PSV is in its error state
 *
 * 16 bytes, written by the driver.
 * Sources disagree: rdma-core wqe.h also has a mlx5_seg_set_psv of 32 bytes without PSV number. It
 * is stale and unused; 16 bytes are what rdma-core, SPDK and Linux post.
 * Sources: rdma-core providers/mlx5/wqe.h struct mlx5_wqe_set_psv_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_seg_set_psv.
 */
struct prm_set_psv_seg {
	/* 0x00 [23:0] psv_index: Number of the PSV to load. (needs cmd_hca_cap.sho) */
	prm_be32 dw_00;
	/*
	 * 0x04 [31:16]: 0, the PSV is without error. UNVERIFIED: Nobody writes another value. The
	 * bits may be those of sig_syndrome.
	 */
	prm_be16 syndrome;
	/*
	 * 0x04 [15:0]: 0. Sources disagree: Linux has the name, rdma-core has reserved. Both write
	 * 0. Taken as a field so that the name is not lost.
	 */
	prm_be16 status;
	/*
	 * 0x08 [63:0] transient_signature: decided by Format selector of the domain in the BSF.
	 * Value of the signature to start with, in the position that it has in a CQE.
	 */
	__extension__ union {
		struct {
			prm_be16 guard;	/* 0x08 [31:16]: Seed of the guard. */
			prm_be16 app_tag; /* 0x08 [15:0] */
			prm_be32 ref_tag; /* 0x0c [31:0] */
		} __attribute__((packed)) t10dif;
		struct {
			prm_be32 seed;	/* 0x08 [31:0]: 0 or 0xffffffff. */
			uint8_t reserved_0c[4];
		} __attribute__((packed)) crc32;
		prm_be64 crc64;		/* 0x08 [63:0]: Seed, 0 or 64 ones. */
		prm_be64 transient_signature;
	};
} __attribute__((packed, aligned(4)));

#define PRM_SET_PSV_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_set_psv_seg, 16);
PRM_ASSERT_OFFSET(prm_set_psv_seg, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_set_psv_seg, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_set_psv_seg, status, 0x06);
PRM_ASSERT_OFFSET(prm_set_psv_seg, t10dif.guard, 0x08);
PRM_ASSERT_OFFSET(prm_set_psv_seg, t10dif.app_tag, 0x0a);
PRM_ASSERT_OFFSET(prm_set_psv_seg, t10dif.ref_tag, 0x0c);
PRM_ASSERT_OFFSET(prm_set_psv_seg, crc32.seed, 0x08);
PRM_ASSERT_OFFSET(prm_set_psv_seg, crc32.reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_set_psv_seg, crc64, 0x08);
PRM_ASSERT_OFFSET(prm_set_psv_seg, transient_signature, 0x08);

static inline void prm_set_psv_seg_set_psv_index(struct prm_set_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffffffu, v);
}

static inline uint32_t prm_set_psv_seg_get_psv_index(const struct prm_set_psv_seg *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0xffffff;
}

static inline void prm_set_psv_seg_set_syndrome(struct prm_set_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->syndrome = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_set_psv_seg_get_syndrome(const struct prm_set_psv_seg *p)
{
	return prm_be16_to_cpu(p->syndrome);
}

static inline void prm_set_psv_seg_set_status(struct prm_set_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->status = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_set_psv_seg_get_status(const struct prm_set_psv_seg *p)
{
	return prm_be16_to_cpu(p->status);
}

static inline void prm_set_psv_seg_set_t10dif_guard(struct prm_set_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->t10dif.guard = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_set_psv_seg_get_t10dif_guard(const struct prm_set_psv_seg *p)
{
	return prm_be16_to_cpu(p->t10dif.guard);
}

static inline void prm_set_psv_seg_set_crc32_seed(struct prm_set_psv_seg *p, uint32_t v)
{
	p->crc32.seed = prm_cpu_to_be32(v);
}

static inline uint32_t prm_set_psv_seg_get_crc32_seed(const struct prm_set_psv_seg *p)
{
	return prm_be32_to_cpu(p->crc32.seed);
}

static inline void prm_set_psv_seg_set_crc64(struct prm_set_psv_seg *p, uint64_t v)
{
	p->crc64 = prm_cpu_to_be64(v);
}

static inline uint64_t prm_set_psv_seg_get_crc64(const struct prm_set_psv_seg *p)
{
	return prm_be64_to_cpu(p->crc64);
}

static inline void prm_set_psv_seg_set_t10dif_app_tag(struct prm_set_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->t10dif.app_tag = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_set_psv_seg_get_t10dif_app_tag(const struct prm_set_psv_seg *p)
{
	return prm_be16_to_cpu(p->t10dif.app_tag);
}

static inline void prm_set_psv_seg_set_t10dif_ref_tag(struct prm_set_psv_seg *p, uint32_t v)
{
	p->t10dif.ref_tag = prm_cpu_to_be32(v);
}

static inline uint32_t prm_set_psv_seg_get_t10dif_ref_tag(const struct prm_set_psv_seg *p)
{
	return prm_be32_to_cpu(p->t10dif.ref_tag);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_set_psv_seg_fields {
	uint32_t psv_index;		/* 24 bits */
	uint16_t syndrome;
	uint16_t status;
	uint64_t transient_signature;	/* decided by Format selector of the domain in the BSF */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_set_psv_seg_fields_init(struct prm_set_psv_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_set_psv_seg_pack(struct prm_set_psv_seg *p,
		const struct prm_set_psv_seg_fields *v)
{
	PRM_CHECK_WIDTH(v->psv_index, 24);
	prm_store32(p, 0x00, v->psv_index & 0xffffff);
	prm_store32(p, 0x04, (uint32_t)v->syndrome << 16 | (uint32_t)v->status);
	prm_store64(p, 0x08, v->transient_signature);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_set_psv_seg_check(const struct prm_set_psv_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 8);	/* 0x00 [31:24] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_set_psv_seg_unpack(struct prm_set_psv_seg_fields *v,
		const struct prm_set_psv_seg *p, struct prm_report *r)
{

	v->psv_index = prm_load32(p, 0x00) & 0xffffff;
	v->syndrome = prm_load16(p, 0x04);
	v->status = prm_load16(p, 0x06);
	v->transient_signature = prm_load64(p, 0x08);
	return r ? prm_set_psv_seg_check(p, r) : 0;
}

/**
 * struct prm_get_psv_seg - writes the state of up to four PSVs to memory
 *
 * 48 bytes, written by the driver.
 * UNVERIFIED: No public driver posts it. The layout of what is written to memory is not public.
 * Sources: linux include/linux/mlx5/qp.h struct mlx5_seg_get_psv; rdma-core providers/mlx5/wqe.h
 * struct mlx5_seg_get_psv.
 */
struct prm_get_psv_seg {
	uint8_t reserved_00[19];
	uint8_t num_psv;		/* 0x10 [7:0]: Number of PSVs, 1 to 4. */
	prm_be32 l_key;			/* 0x14 [31:0]: Key of the memory to write to. */
	prm_be64 va;			/* 0x18 [63:0]: Address of the memory to write to. */
	prm_be32 psv_index[4];		/* 0x20..0x2f: Numbers of the PSVs. */
} __attribute__((packed, aligned(4)));

#define PRM_GET_PSV_SEG_SIZE 48

PRM_ASSERT_SIZE(prm_get_psv_seg, 48);
PRM_ASSERT_OFFSET(prm_get_psv_seg, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_get_psv_seg, num_psv, 0x13);
PRM_ASSERT_OFFSET(prm_get_psv_seg, l_key, 0x14);
PRM_ASSERT_OFFSET(prm_get_psv_seg, va, 0x18);
PRM_ASSERT_OFFSET(prm_get_psv_seg, psv_index, 0x20);

static inline void prm_get_psv_seg_set_num_psv(struct prm_get_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_psv = (uint8_t)v;
}

static inline uint32_t prm_get_psv_seg_get_num_psv(const struct prm_get_psv_seg *p)
{
	return p->num_psv;
}

static inline void prm_get_psv_seg_set_l_key(struct prm_get_psv_seg *p, uint32_t v)
{
	p->l_key = prm_cpu_to_be32(v);
}

static inline uint32_t prm_get_psv_seg_get_l_key(const struct prm_get_psv_seg *p)
{
	return prm_be32_to_cpu(p->l_key);
}

static inline void prm_get_psv_seg_set_va(struct prm_get_psv_seg *p, uint64_t v)
{
	p->va = prm_cpu_to_be64(v);
}

static inline uint64_t prm_get_psv_seg_get_va(const struct prm_get_psv_seg *p)
{
	return prm_be64_to_cpu(p->va);
}

/* @i is less than 4. */
static inline void prm_get_psv_seg_set_psv_index(struct prm_get_psv_seg *p, unsigned int i,
		uint32_t v)
{
	PRM_ASSERT(i < 4);
	p->psv_index[i] = prm_cpu_to_be32(v);
}

static inline uint32_t prm_get_psv_seg_get_psv_index(const struct prm_get_psv_seg *p,
		unsigned int i)
{
	PRM_ASSERT(i < 4);
	return prm_be32_to_cpu(p->psv_index[i]);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_get_psv_seg_fields {
	uint8_t num_psv;
	uint32_t l_key;
	uint64_t va;
	uint32_t psv_index[4];
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_get_psv_seg_fields_init(struct prm_get_psv_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 48 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_get_psv_seg_pack(struct prm_get_psv_seg *p,
		const struct prm_get_psv_seg_fields *v)
{
	unsigned int i;

	memset(p, 0, 16);
	prm_store32(p, 0x10, (uint32_t)v->num_psv);
	prm_store32(p, 0x14, v->l_key);
	prm_store64(p, 0x18, v->va);
	for (i = 0; i < 4; i++)
		p->psv_index[i] = prm_cpu_to_be32(v->psv_index[i]);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_get_psv_seg_check(const struct prm_get_psv_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 128);	/* 0x00..0x0f */
	n += prm_check_reserved(r, p, 128, 24);	/* 0x10 [31:8] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_get_psv_seg_unpack(struct prm_get_psv_seg_fields *v,
		const struct prm_get_psv_seg *p, struct prm_report *r)
{
	unsigned int i;

	v->num_psv = prm_load8(p, 0x13);
	v->l_key = prm_load32(p, 0x14);
	v->va = prm_load64(p, 0x18);
	for (i = 0; i < 4; i++)
		v->psv_index[i] = prm_be32_to_cpu(p->psv_index[i]);
	return r ? prm_get_psv_seg_check(p, r) : 0;
}

/**
 * struct prm_check_psv_seg - fails if one of up to four PSVs is in error state
 *
 * 48 bytes, written by the driver.
 * UNVERIFIED: No public driver posts it, and the values of the operations are not public.
 * Sources: linux include/linux/mlx5/qp.h struct mlx5_seg_check_psv; rdma-core providers/mlx5/wqe.h
 * struct mlx5_seg_check_psv.
 */
struct prm_check_psv_seg {
	uint8_t reserved_00[2];
	/* 0x00 [15:0]: How the errors of several PSVs are put together. */
	prm_be16 err_coalescing_op;
	uint8_t reserved_04[2];
	prm_be16 xport_err_op;		/* 0x04 [15:0]: What an error does to the transport. */
	uint8_t reserved_08[2];
	prm_be16 xport_err_mask;	/* 0x08 [15:0]: Errors that count. */
	uint8_t reserved_0c[7];
	uint8_t num_psv;		/* 0x10 [7:0]: Number of PSVs, 1 to 4. */
	prm_be32 l_key;			/* 0x14 [31:0] */
	prm_be64 va;			/* 0x18 [63:0] */
	prm_be32 psv_index[4];		/* 0x20..0x2f: Numbers of the PSVs. */
} __attribute__((packed, aligned(4)));

#define PRM_CHECK_PSV_SEG_SIZE 48

PRM_ASSERT_SIZE(prm_check_psv_seg, 48);
PRM_ASSERT_OFFSET(prm_check_psv_seg, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_check_psv_seg, err_coalescing_op, 0x02);
PRM_ASSERT_OFFSET(prm_check_psv_seg, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_check_psv_seg, xport_err_op, 0x06);
PRM_ASSERT_OFFSET(prm_check_psv_seg, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_check_psv_seg, xport_err_mask, 0x0a);
PRM_ASSERT_OFFSET(prm_check_psv_seg, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_check_psv_seg, num_psv, 0x13);
PRM_ASSERT_OFFSET(prm_check_psv_seg, l_key, 0x14);
PRM_ASSERT_OFFSET(prm_check_psv_seg, va, 0x18);
PRM_ASSERT_OFFSET(prm_check_psv_seg, psv_index, 0x20);

static inline void prm_check_psv_seg_set_err_coalescing_op(struct prm_check_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->err_coalescing_op = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_check_psv_seg_get_err_coalescing_op(const struct prm_check_psv_seg *p)
{
	return prm_be16_to_cpu(p->err_coalescing_op);
}

static inline void prm_check_psv_seg_set_xport_err_op(struct prm_check_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->xport_err_op = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_check_psv_seg_get_xport_err_op(const struct prm_check_psv_seg *p)
{
	return prm_be16_to_cpu(p->xport_err_op);
}

static inline void prm_check_psv_seg_set_xport_err_mask(struct prm_check_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->xport_err_mask = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_check_psv_seg_get_xport_err_mask(const struct prm_check_psv_seg *p)
{
	return prm_be16_to_cpu(p->xport_err_mask);
}

static inline void prm_check_psv_seg_set_num_psv(struct prm_check_psv_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_psv = (uint8_t)v;
}

static inline uint32_t prm_check_psv_seg_get_num_psv(const struct prm_check_psv_seg *p)
{
	return p->num_psv;
}

static inline void prm_check_psv_seg_set_l_key(struct prm_check_psv_seg *p, uint32_t v)
{
	p->l_key = prm_cpu_to_be32(v);
}

static inline uint32_t prm_check_psv_seg_get_l_key(const struct prm_check_psv_seg *p)
{
	return prm_be32_to_cpu(p->l_key);
}

static inline void prm_check_psv_seg_set_va(struct prm_check_psv_seg *p, uint64_t v)
{
	p->va = prm_cpu_to_be64(v);
}

static inline uint64_t prm_check_psv_seg_get_va(const struct prm_check_psv_seg *p)
{
	return prm_be64_to_cpu(p->va);
}

/* @i is less than 4. */
static inline void prm_check_psv_seg_set_psv_index(struct prm_check_psv_seg *p, unsigned int i,
		uint32_t v)
{
	PRM_ASSERT(i < 4);
	p->psv_index[i] = prm_cpu_to_be32(v);
}

static inline uint32_t prm_check_psv_seg_get_psv_index(const struct prm_check_psv_seg *p,
		unsigned int i)
{
	PRM_ASSERT(i < 4);
	return prm_be32_to_cpu(p->psv_index[i]);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_check_psv_seg_fields {
	uint16_t err_coalescing_op;
	uint16_t xport_err_op;
	uint16_t xport_err_mask;
	uint8_t num_psv;
	uint32_t l_key;
	uint64_t va;
	uint32_t psv_index[4];
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_check_psv_seg_fields_init(struct prm_check_psv_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 48 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_check_psv_seg_pack(struct prm_check_psv_seg *p,
		const struct prm_check_psv_seg_fields *v)
{
	unsigned int i;

	prm_store32(p, 0x00, (uint32_t)v->err_coalescing_op);
	prm_store32(p, 0x04, (uint32_t)v->xport_err_op);
	prm_store32(p, 0x08, (uint32_t)v->xport_err_mask);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, (uint32_t)v->num_psv);
	prm_store32(p, 0x14, v->l_key);
	prm_store64(p, 0x18, v->va);
	for (i = 0; i < 4; i++)
		p->psv_index[i] = prm_cpu_to_be32(v->psv_index[i]);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_check_psv_seg_check(const struct prm_check_psv_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 16);	/* 0x00 [31:16] */
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 16);	/* 0x08 [31:16] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_reserved(r, p, 128, 24);	/* 0x10 [31:8] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_check_psv_seg_unpack(struct prm_check_psv_seg_fields *v,
		const struct prm_check_psv_seg *p, struct prm_report *r)
{
	unsigned int i;

	v->err_coalescing_op = prm_load16(p, 0x02);
	v->xport_err_op = prm_load16(p, 0x06);
	v->xport_err_mask = prm_load16(p, 0x0a);
	v->num_psv = prm_load8(p, 0x13);
	v->l_key = prm_load32(p, 0x14);
	v->va = prm_load64(p, 0x18);
	for (i = 0; i < 4; i++)
		v->psv_index[i] = prm_be32_to_cpu(p->psv_index[i]);
	return r ? prm_check_psv_seg_check(p, r) : 0;
}

#endif /* PRM_PSV_H */
