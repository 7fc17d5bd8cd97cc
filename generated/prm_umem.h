/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Umems. Queues, doorbell records and keys of a DEVX user stand in them.
 * Made by prmc 1 from spec/cmd/umem.yaml, spec digest fe807d4ea012. Do not edit: `ninja regen`.
 */
#ifndef PRM_UMEM_H
#define PRM_UMEM_H

#include "prm_base.h"
#include "prm_cmd.h"
#include "prm_data.h"

/**
 * struct prm_umem - memory that the device may use, as a list of pages
 *
 * 32 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_umem_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_umem_bits.
 */
struct prm_umem {
	uint8_t reserved_00[16];
	/*
	 * 0x10 [31] ats: The device translates addresses itself, through PCIe ATS. Note: In Linux,
	 * reserved in rdma-core.
	 */
	uint8_t b_10;
	uint8_t reserved_11[2];
	/* 0x10 [4:0] log_page_size: Size of the pages. (log2: 2^value; in 4096 bytes) */
	uint8_t b_13;
	/* 0x14 [31:0]: Where the memory starts in the first page. (in bytes) */
	prm_be32 page_offset;
	prm_be64 num_of_mtt;		/* 0x18 [63:0]: Entries that follow. */
} __attribute__((packed, aligned(4)));

#define PRM_UMEM_SIZE 32

PRM_ASSERT_SIZE(prm_umem, 32);
PRM_ASSERT_OFFSET(prm_umem, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_umem, b_10, 0x10);
PRM_ASSERT_OFFSET(prm_umem, reserved_11, 0x11);
PRM_ASSERT_OFFSET(prm_umem, b_13, 0x13);
PRM_ASSERT_OFFSET(prm_umem, page_offset, 0x14);
PRM_ASSERT_OFFSET(prm_umem, num_of_mtt, 0x18);

static inline void prm_umem_set_ats(struct prm_umem *p, bool v)
{
	p->b_10 = prm_u8_replace(p->b_10, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_umem_get_ats(const struct prm_umem *p)
{
	return (bool)(p->b_10 >> 7);
}

static inline void prm_umem_set_log_page_size(struct prm_umem *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_13 = prm_u8_replace(p->b_13, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_umem_get_log_page_size(const struct prm_umem *p)
{
	return p->b_13 & 0x1f;
}

static inline void prm_umem_set_page_offset(struct prm_umem *p, uint32_t v)
{
	p->page_offset = prm_cpu_to_be32(v);
}

static inline uint32_t prm_umem_get_page_offset(const struct prm_umem *p)
{
	return prm_be32_to_cpu(p->page_offset);
}

static inline void prm_umem_set_num_of_mtt(struct prm_umem *p, uint64_t v)
{
	p->num_of_mtt = prm_cpu_to_be64(v);
}

static inline uint64_t prm_umem_get_num_of_mtt(const struct prm_umem *p)
{
	return prm_be64_to_cpu(p->num_of_mtt);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_umem_fields {
	bool ats;
	uint8_t log_page_size;		/* 5 bits, log2 */
	uint32_t page_offset;
	uint64_t num_of_mtt;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_umem_fields_init(struct prm_umem_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 32 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_umem_pack(struct prm_umem *p, const struct prm_umem_fields *v)
{
	memset(p, 0, 16);
	PRM_CHECK_WIDTH(v->log_page_size, 5);
	prm_store32(p, 0x10, (uint32_t)v->ats << 31 | ((uint32_t)v->log_page_size & 0x1f));
	prm_store32(p, 0x14, v->page_offset);
	prm_store64(p, 0x18, v->num_of_mtt);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_umem_check(const struct prm_umem *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 128);	/* 0x00..0x0f */
	n += prm_check_reserved(r, p, 129, 26);	/* 0x10 [30:5] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_umem_unpack(struct prm_umem_fields *v,
		const struct prm_umem *p, struct prm_report *r)
{

	v->ats = prm_load8(p, 0x10) >> 7;
	v->log_page_size = (uint8_t)(prm_load8(p, 0x13) & 0x1f);
	v->page_offset = prm_load32(p, 0x14);
	v->num_of_mtt = prm_load64(p, 0x18);
	return r ? prm_umem_check(p, r) : 0;
}

/**
 * struct prm_create_umem_in - registers memory for the device. With DEVX the kernel does it, which
 * knows the pages
 *
 * 48 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_umem_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_umem_in_bits.
 */
struct prm_create_umem_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0xa08) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
	struct prm_umem umem;		/* 0x10..0x2f */
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_UMEM_IN_SIZE 48

PRM_ASSERT_SIZE(prm_create_umem_in, 48);
PRM_ASSERT_OFFSET(prm_create_umem_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_umem_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_umem_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_umem_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_umem_in, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_umem_in, umem, 0x10);

static inline void prm_create_umem_in_set_opcode(struct prm_create_umem_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_umem_in_get_opcode(const struct prm_create_umem_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_umem_in_set_uid(struct prm_create_umem_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_umem_in_get_uid(const struct prm_create_umem_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_umem_in_set_op_mod(struct prm_create_umem_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_umem_in_get_op_mod(const struct prm_create_umem_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The mtt behind the 48 bytes of @p; how many there are the caller knows. */
static inline struct prm_mtt *prm_create_umem_in_mtt(struct prm_create_umem_in *p)
{
	return (struct prm_mtt *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_umem_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	struct prm_umem_fields umem;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_umem_in_fields_init(struct prm_create_umem_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_umem_fields_init(&v->umem);
}

/* Writes all 48 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_umem_in_pack(struct prm_create_umem_in *p,
		const struct prm_create_umem_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0xa08) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_umem_pack(&p->umem, &v->umem);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_umem_in_check(const struct prm_create_umem_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_umem_in_get_opcode(p), 0xa08);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_umem_check(&p->umem, r);
	r->base -= 128;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_umem_in_unpack(struct prm_create_umem_in_fields *v,
		const struct prm_create_umem_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	prm_umem_unpack(&v->umem, &p->umem, NULL);
	return r ? prm_create_umem_in_check(p, r) : 0;
}

/**
 * struct prm_create_umem_out - the answer to CREATE_UMEM
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_umem_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_umem_out_bits.
 */
struct prm_create_umem_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] umem_id */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_UMEM_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_create_umem_out, 16);
PRM_ASSERT_OFFSET(prm_create_umem_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_umem_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_umem_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_umem_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_umem_out, reserved_0c, 0x0c);

static inline void prm_create_umem_out_set_status(struct prm_create_umem_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_umem_out_get_status(const struct prm_create_umem_out *p)
{
	return p->status;
}

static inline void prm_create_umem_out_set_syndrome(struct prm_create_umem_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_umem_out_get_syndrome(const struct prm_create_umem_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_umem_out_set_umem_id(struct prm_create_umem_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_umem_out_get_umem_id(const struct prm_create_umem_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_umem_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t umem_id;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_umem_out_fields_init(struct prm_create_umem_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_umem_out_pack(struct prm_create_umem_out *p,
		const struct prm_create_umem_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->umem_id, 24);
	prm_store32(p, 0x08, v->umem_id & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_umem_out_check(const struct prm_create_umem_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_umem_out_get_status(p),
		prm_cmd_status_str(prm_create_umem_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_umem_out_unpack(
		struct prm_create_umem_out_fields *v, const struct prm_create_umem_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->umem_id = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_create_umem_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_umem_in - gives a umem back
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_umem_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_umem_in_bits.
 */
struct prm_destroy_umem_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0xa0a) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] umem_id */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_UMEM_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_umem_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_umem_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_umem_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_umem_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_umem_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_umem_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_umem_in, reserved_0c, 0x0c);

static inline void prm_destroy_umem_in_set_opcode(struct prm_destroy_umem_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_umem_in_get_opcode(const struct prm_destroy_umem_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_umem_in_set_uid(struct prm_destroy_umem_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_umem_in_get_uid(const struct prm_destroy_umem_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_umem_in_set_op_mod(struct prm_destroy_umem_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_umem_in_get_op_mod(const struct prm_destroy_umem_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_umem_in_set_umem_id(struct prm_destroy_umem_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_umem_in_get_umem_id(const struct prm_destroy_umem_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_umem_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t umem_id;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_umem_in_fields_init(struct prm_destroy_umem_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_umem_in_pack(struct prm_destroy_umem_in *p,
		const struct prm_destroy_umem_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0xa0a) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->umem_id, 24);
	prm_store32(p, 0x08, v->umem_id & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_umem_in_check(const struct prm_destroy_umem_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_umem_in_get_opcode(p), 0xa0a);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_umem_in_unpack(
		struct prm_destroy_umem_in_fields *v, const struct prm_destroy_umem_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->umem_id = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_umem_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_umem_out - the answer to DESTROY_UMEM
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_umem_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_umem_out_bits.
 */
struct prm_destroy_umem_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_UMEM_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_umem_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_umem_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_umem_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_umem_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_umem_out, reserved_08, 0x08);

static inline void prm_destroy_umem_out_set_status(struct prm_destroy_umem_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_umem_out_get_status(const struct prm_destroy_umem_out *p)
{
	return p->status;
}

static inline void prm_destroy_umem_out_set_syndrome(struct prm_destroy_umem_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_umem_out_get_syndrome(const struct prm_destroy_umem_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_umem_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_umem_out_fields_init(
		struct prm_destroy_umem_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_umem_out_pack(struct prm_destroy_umem_out *p,
		const struct prm_destroy_umem_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_umem_out_check(const struct prm_destroy_umem_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_umem_out_get_status(p),
		prm_cmd_status_str(prm_destroy_umem_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_umem_out_unpack(
		struct prm_destroy_umem_out_fields *v, const struct prm_destroy_umem_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_umem_out_check(p, r) : 0;
}

#endif /* PRM_UMEM_H */
