/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Capabilities of atomics, on-demand paging and device memory.
 * Made by prmc 1 from spec/cmd/cap_memory.yaml, spec digest 1deea0239881. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_CAP_MEMORY_H
#define PRM_CAP_MEMORY_H

#include "prm_base.h"

/**
 * enum prm_atomic_endianness - Byte order of the result of an 8-byte atomic
 *
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node atomic_caps.
 */
enum prm_atomic_endianness {
	PRM_ATOMIC_ENDIANNESS_BIG  = 0x00, /* Big-endian. */
	PRM_ATOMIC_ENDIANNESS_HOST = 0x01, /* As the register HOST_ENDIANNESS tells. */
};

/* The name of a value of enum prm_atomic_endianness, or NULL. */
static inline const char *prm_atomic_endianness_str(uint64_t value)
{
	switch (value) {
	case PRM_ATOMIC_ENDIANNESS_BIG:
		return "BIG";
	case PRM_ATOMIC_ENDIANNESS_HOST:
		return "HOST";
	default:
		return NULL;
	}
}

/**
 * flags PRM_ATOMIC_OPERATIONS_* - Atomics that are supported
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node atomic_caps.
 */
#define PRM_ATOMIC_OPERATIONS_COMPARE_SWAP              (UINT32_C(1) << 0)
#define PRM_ATOMIC_OPERATIONS_FETCH_ADD                 (UINT32_C(1) << 1)
#define PRM_ATOMIC_OPERATIONS_MASKED_COMPARE_SWAP       (UINT32_C(1) << 2) /* Extended atomic. */
#define PRM_ATOMIC_OPERATIONS_MASKED_FETCH_ADD          (UINT32_C(1) << 3) /* Extended atomic. */
#define PRM_ATOMIC_OPERATIONS_REMOTE_MICRO_APPLICATIONS (UINT32_C(1) << 4)
#define PRM_ATOMIC_OPERATIONS_ALL UINT32_C(0x1f)

/* The name of bit @bit of PRM_ATOMIC_OPERATIONS_*, 0 the lowest one, or NULL. */
static inline const char *prm_atomic_operations_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "COMPARE_SWAP";
	case 1:
		return "FETCH_ADD";
	case 2:
		return "MASKED_COMPARE_SWAP";
	case 3:
		return "MASKED_FETCH_ADD";
	case 4:
		return "REMOTE_MICRO_APPLICATIONS";
	default:
		return NULL;
	}
}

/**
 * flags PRM_ATOMIC_SIZE_* - Sizes of the operand of an atomic
 *
 * Sources disagree: For QPs Linux defines the size of one byte as 0
 * (MLX5_ATOMIC_CAPS_ATOMIC_SIZE_QP_1_BYTE), for DC as 1. The manual's table has 1 for both, which
 * is taken.
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_ATOMIC_CAPS_ATOMIC_SIZE_DC_*; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node atomic_caps.
 */
#define PRM_ATOMIC_SIZE_BYTES_1   (UINT32_C(1) << 0)
#define PRM_ATOMIC_SIZE_BYTES_2   (UINT32_C(1) << 1)
#define PRM_ATOMIC_SIZE_BYTES_4   (UINT32_C(1) << 2)
#define PRM_ATOMIC_SIZE_BYTES_8   (UINT32_C(1) << 3)
#define PRM_ATOMIC_SIZE_BYTES_16  (UINT32_C(1) << 4)
#define PRM_ATOMIC_SIZE_BYTES_32  (UINT32_C(1) << 5)
#define PRM_ATOMIC_SIZE_BYTES_64  (UINT32_C(1) << 6)
#define PRM_ATOMIC_SIZE_BYTES_128 (UINT32_C(1) << 7)
#define PRM_ATOMIC_SIZE_BYTES_256 (UINT32_C(1) << 8)
#define PRM_ATOMIC_SIZE_ALL UINT32_C(0x1ff)

/* The name of bit @bit of PRM_ATOMIC_SIZE_*, 0 the lowest one, or NULL. */
static inline const char *prm_atomic_size_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "BYTES_1";
	case 1:
		return "BYTES_2";
	case 2:
		return "BYTES_4";
	case 3:
		return "BYTES_8";
	case 4:
		return "BYTES_16";
	case 5:
		return "BYTES_32";
	case 6:
		return "BYTES_64";
	case 7:
		return "BYTES_128";
	case 8:
		return "BYTES_256";
	default:
		return NULL;
	}
}

/**
 * flags PRM_PCI_ATOMIC_SIZE_* - Sizes of the operand of a PCIe atomic
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node atomic_caps.
 */
#define PRM_PCI_ATOMIC_SIZE_BYTES_4  (UINT32_C(1) << 0)
#define PRM_PCI_ATOMIC_SIZE_BYTES_8  (UINT32_C(1) << 1)
#define PRM_PCI_ATOMIC_SIZE_BYTES_16 (UINT32_C(1) << 2)
#define PRM_PCI_ATOMIC_SIZE_ALL UINT32_C(0x7)

/* The name of bit @bit of PRM_PCI_ATOMIC_SIZE_*, 0 the lowest one, or NULL. */
static inline const char *prm_pci_atomic_size_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "BYTES_4";
	case 1:
		return "BYTES_8";
	case 2:
		return "BYTES_16";
	default:
		return NULL;
	}
}

/**
 * flags PRM_MEMIC_ATOMIC_SIZE_* - Sizes of the operand of an atomic on device memory
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node device_mem_cap.
 */
#define PRM_MEMIC_ATOMIC_SIZE_BYTES_1  (UINT32_C(1) << 0)
#define PRM_MEMIC_ATOMIC_SIZE_BYTES_2  (UINT32_C(1) << 1)
#define PRM_MEMIC_ATOMIC_SIZE_BYTES_4  (UINT32_C(1) << 2)
#define PRM_MEMIC_ATOMIC_SIZE_BYTES_8  (UINT32_C(1) << 3)
#define PRM_MEMIC_ATOMIC_SIZE_BYTES_16 (UINT32_C(1) << 4)
#define PRM_MEMIC_ATOMIC_SIZE_ALL UINT32_C(0x1f)

/* The name of bit @bit of PRM_MEMIC_ATOMIC_SIZE_*, 0 the lowest one, or NULL. */
static inline const char *prm_memic_atomic_size_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "BYTES_1";
	case 1:
		return "BYTES_2";
	case 2:
		return "BYTES_4";
	case 3:
		return "BYTES_8";
	case 4:
		return "BYTES_16";
	default:
		return NULL;
	}
}

/**
 * flags PRM_MEMIC_OPERATIONS_* - Operations on device memory
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node device_mem_cap.
 */
#define PRM_MEMIC_OPERATIONS_INCREMENT    (UINT32_C(1) << 0) /* By writing. */
#define PRM_MEMIC_OPERATIONS_TEST_AND_SET (UINT32_C(1) << 1) /* By reading. */
#define PRM_MEMIC_OPERATIONS_ALL UINT32_C(0x3)

/* The name of bit @bit of PRM_MEMIC_OPERATIONS_*, 0 the lowest one, or NULL. */
static inline const char *prm_memic_operations_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "INCREMENT";
	case 1:
		return "TEST_AND_SET";
	default:
		return NULL;
	}
}

/**
 * struct prm_atomic_caps - atomics. There if cmd_hca_cap.atomic is set
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_atomic_caps_bits (6.12 and 6.1);
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_atomic_caps_bits; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node atomic_caps.
 */
struct prm_atomic_caps {
	uint8_t reserved_00[8];
	/*
	 * 0x08 [31:30] atomic_req_8b_endianness_mode: Byte order in which the result of an 8-byte
	 *                atomic is stored at the requester. Other sizes are big-endian. (enum
	 *                prm_atomic_endianness)
	 *      [25]    supported_atomic_req_8b_endianness_mode_1: Mode HOST of
	 *                atomic_req_8b_endianness_mode is supported.
	 */
	uint8_t b_08;
	uint8_t reserved_09[9];
	prm_be16 atomic_operations;	/* 0x10 [15:0]: (flags PRM_ATOMIC_OPERATIONS_*) */
	uint8_t reserved_14[2];
	/* 0x14 [15:0]: Sizes of operands for QPs other than DC. (flags PRM_ATOMIC_SIZE_*) */
	prm_be16 atomic_size_qp;
	uint8_t reserved_18[2];
	/* 0x18 [15:0]: Sizes of operands for DC QPs. (flags PRM_ATOMIC_SIZE_*) */
	prm_be16 atomic_size_dc;
	uint8_t reserved_1c[4];
	/*
	 * 0x20 [31:0]: Bit n tells that operation n of the remote micro applications that load 4
	 * bytes is supported.
	 */
	prm_be32 load_remote_micro_app_4byte;
	prm_be32 load_remote_micro_app_8byte; /* 0x24 [31:0]: The same for loads of 8 bytes. */
	prm_be32 store_remote_micro_app_4byte; /* 0x28 [31:0]: The same for stores of 4 bytes. */
	prm_be32 store_remote_micro_app_8byte; /* 0x2c [31:0]: The same for stores of 8 bytes. */
	uint8_t reserved_30[32];
	/* 0x50 [31:16]: Sizes of PCIe fetch and add. (flags PRM_PCI_ATOMIC_SIZE_*) */
	prm_be16 fetch_add_pci_atomic;
	/* 0x50 [15:0]: Sizes of PCIe swap. (flags PRM_PCI_ATOMIC_SIZE_*) */
	prm_be16 swap_pci_atomic;
	/* 0x54 [31:16]: Sizes of PCIe compare and swap. (flags PRM_PCI_ATOMIC_SIZE_*) */
	prm_be16 compare_swap_pci_atomic;
	uint8_t reserved_56[170];
} __attribute__((packed, aligned(4)));

#define PRM_ATOMIC_CAPS_SIZE 256

PRM_ASSERT_SIZE(prm_atomic_caps, 256);
PRM_ASSERT_OFFSET(prm_atomic_caps, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_atomic_caps, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_atomic_caps, reserved_09, 0x09);
PRM_ASSERT_OFFSET(prm_atomic_caps, atomic_operations, 0x12);
PRM_ASSERT_OFFSET(prm_atomic_caps, reserved_14, 0x14);
PRM_ASSERT_OFFSET(prm_atomic_caps, atomic_size_qp, 0x16);
PRM_ASSERT_OFFSET(prm_atomic_caps, reserved_18, 0x18);
PRM_ASSERT_OFFSET(prm_atomic_caps, atomic_size_dc, 0x1a);
PRM_ASSERT_OFFSET(prm_atomic_caps, reserved_1c, 0x1c);
PRM_ASSERT_OFFSET(prm_atomic_caps, load_remote_micro_app_4byte, 0x20);
PRM_ASSERT_OFFSET(prm_atomic_caps, load_remote_micro_app_8byte, 0x24);
PRM_ASSERT_OFFSET(prm_atomic_caps, store_remote_micro_app_4byte, 0x28);
PRM_ASSERT_OFFSET(prm_atomic_caps, store_remote_micro_app_8byte, 0x2c);
PRM_ASSERT_OFFSET(prm_atomic_caps, reserved_30, 0x30);
PRM_ASSERT_OFFSET(prm_atomic_caps, fetch_add_pci_atomic, 0x50);
PRM_ASSERT_OFFSET(prm_atomic_caps, swap_pci_atomic, 0x52);
PRM_ASSERT_OFFSET(prm_atomic_caps, compare_swap_pci_atomic, 0x54);
PRM_ASSERT_OFFSET(prm_atomic_caps, reserved_56, 0x56);

static inline void prm_atomic_caps_set_atomic_req_8b_endianness_mode(struct prm_atomic_caps *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_08 = prm_u8_replace(p->b_08, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_atomic_caps_get_atomic_req_8b_endianness_mode(
		const struct prm_atomic_caps *p)
{
	return p->b_08 >> 6;
}

static inline void prm_atomic_caps_set_supported_atomic_req_8b_endianness_mode_1(
		struct prm_atomic_caps *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_atomic_caps_get_supported_atomic_req_8b_endianness_mode_1(
		const struct prm_atomic_caps *p)
{
	return (bool)((p->b_08 >> 1) & 0x1);
}

static inline void prm_atomic_caps_set_atomic_operations(struct prm_atomic_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->atomic_operations = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_atomic_caps_get_atomic_operations(const struct prm_atomic_caps *p)
{
	return prm_be16_to_cpu(p->atomic_operations);
}

static inline void prm_atomic_caps_set_atomic_size_qp(struct prm_atomic_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->atomic_size_qp = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_atomic_caps_get_atomic_size_qp(const struct prm_atomic_caps *p)
{
	return prm_be16_to_cpu(p->atomic_size_qp);
}

static inline void prm_atomic_caps_set_atomic_size_dc(struct prm_atomic_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->atomic_size_dc = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_atomic_caps_get_atomic_size_dc(const struct prm_atomic_caps *p)
{
	return prm_be16_to_cpu(p->atomic_size_dc);
}

static inline void prm_atomic_caps_set_load_remote_micro_app_4byte(struct prm_atomic_caps *p,
		uint32_t v)
{
	p->load_remote_micro_app_4byte = prm_cpu_to_be32(v);
}

static inline uint32_t prm_atomic_caps_get_load_remote_micro_app_4byte(
		const struct prm_atomic_caps *p)
{
	return prm_be32_to_cpu(p->load_remote_micro_app_4byte);
}

static inline void prm_atomic_caps_set_load_remote_micro_app_8byte(struct prm_atomic_caps *p,
		uint32_t v)
{
	p->load_remote_micro_app_8byte = prm_cpu_to_be32(v);
}

static inline uint32_t prm_atomic_caps_get_load_remote_micro_app_8byte(
		const struct prm_atomic_caps *p)
{
	return prm_be32_to_cpu(p->load_remote_micro_app_8byte);
}

static inline void prm_atomic_caps_set_store_remote_micro_app_4byte(struct prm_atomic_caps *p,
		uint32_t v)
{
	p->store_remote_micro_app_4byte = prm_cpu_to_be32(v);
}

static inline uint32_t prm_atomic_caps_get_store_remote_micro_app_4byte(
		const struct prm_atomic_caps *p)
{
	return prm_be32_to_cpu(p->store_remote_micro_app_4byte);
}

static inline void prm_atomic_caps_set_store_remote_micro_app_8byte(struct prm_atomic_caps *p,
		uint32_t v)
{
	p->store_remote_micro_app_8byte = prm_cpu_to_be32(v);
}

static inline uint32_t prm_atomic_caps_get_store_remote_micro_app_8byte(
		const struct prm_atomic_caps *p)
{
	return prm_be32_to_cpu(p->store_remote_micro_app_8byte);
}

static inline void prm_atomic_caps_set_fetch_add_pci_atomic(struct prm_atomic_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->fetch_add_pci_atomic = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_atomic_caps_get_fetch_add_pci_atomic(const struct prm_atomic_caps *p)
{
	return prm_be16_to_cpu(p->fetch_add_pci_atomic);
}

static inline void prm_atomic_caps_set_swap_pci_atomic(struct prm_atomic_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->swap_pci_atomic = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_atomic_caps_get_swap_pci_atomic(const struct prm_atomic_caps *p)
{
	return prm_be16_to_cpu(p->swap_pci_atomic);
}

static inline void prm_atomic_caps_set_compare_swap_pci_atomic(struct prm_atomic_caps *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->compare_swap_pci_atomic = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_atomic_caps_get_compare_swap_pci_atomic(const struct prm_atomic_caps *p)
{
	return prm_be16_to_cpu(p->compare_swap_pci_atomic);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_atomic_caps_fields {
	uint8_t atomic_req_8b_endianness_mode; /* 2 bits, enum prm_atomic_endianness */
	bool supported_atomic_req_8b_endianness_mode_1;
	uint16_t atomic_operations;	/* PRM_ATOMIC_OPERATIONS_* */
	uint16_t atomic_size_qp;	/* PRM_ATOMIC_SIZE_* */
	uint16_t atomic_size_dc;	/* PRM_ATOMIC_SIZE_* */
	uint32_t load_remote_micro_app_4byte;
	uint32_t load_remote_micro_app_8byte;
	uint32_t store_remote_micro_app_4byte;
	uint32_t store_remote_micro_app_8byte;
	uint16_t fetch_add_pci_atomic;	/* PRM_PCI_ATOMIC_SIZE_* */
	uint16_t swap_pci_atomic;	/* PRM_PCI_ATOMIC_SIZE_* */
	uint16_t compare_swap_pci_atomic; /* PRM_PCI_ATOMIC_SIZE_* */
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_atomic_caps_fields_init(struct prm_atomic_caps_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_atomic_caps_pack(struct prm_atomic_caps *p,
		const struct prm_atomic_caps_fields *v)
{
	prm_store32(p, 0x00, 0);
	prm_store32(p, 0x04, 0);
	PRM_CHECK_WIDTH(v->atomic_req_8b_endianness_mode, 2);
	prm_store32(p, 0x08, (uint32_t)v->atomic_req_8b_endianness_mode << 30 |
			(uint32_t)v->supported_atomic_req_8b_endianness_mode_1 << 25);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, (uint32_t)v->atomic_operations);
	prm_store32(p, 0x14, (uint32_t)v->atomic_size_qp);
	prm_store32(p, 0x18, (uint32_t)v->atomic_size_dc);
	prm_store32(p, 0x1c, 0);
	prm_store32(p, 0x20, v->load_remote_micro_app_4byte);
	prm_store32(p, 0x24, v->load_remote_micro_app_8byte);
	prm_store32(p, 0x28, v->store_remote_micro_app_4byte);
	prm_store32(p, 0x2c, v->store_remote_micro_app_8byte);
	memset((uint8_t *)p + 0x30, 0, 32);
	prm_store32(p, 0x50, (uint32_t)v->fetch_add_pci_atomic << 16 |
			(uint32_t)v->swap_pci_atomic);
	prm_store32(p, 0x54, (uint32_t)v->compare_swap_pci_atomic << 16);
	memset((uint8_t *)p + 0x58, 0, 168);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_atomic_caps_check(const struct prm_atomic_caps *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 64);	/* 0x00 [63:0] */
	n += prm_check_enum(r, "atomic_req_8b_endianness_mode", 64, 2,
		prm_atomic_caps_get_atomic_req_8b_endianness_mode(p),
		prm_atomic_endianness_str(prm_atomic_caps_get_atomic_req_8b_endianness_mode(p)));
	n += prm_check_reserved(r, p, 66, 4);	/* 0x08 [29:26] */
	n += prm_check_reserved(r, p, 71, 25);	/* 0x08 [24:0] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_reserved(r, p, 128, 16);	/* 0x10 [31:16] */
	n += prm_check_reserved(r, p, 160, 16);	/* 0x14 [31:16] */
	n += prm_check_reserved(r, p, 192, 16);	/* 0x18 [31:16] */
	n += prm_check_reserved(r, p, 224, 32);	/* 0x1c [31:0] */
	n += prm_check_reserved(r, p, 384, 256);	/* 0x30..0x4f */
	n += prm_check_reserved(r, p, 688, 16);	/* 0x54 [15:0] */
	n += prm_check_reserved(r, p, 704, 1344);	/* 0x58..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_atomic_caps_unpack(struct prm_atomic_caps_fields *v,
		const struct prm_atomic_caps *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x08);
	v->atomic_req_8b_endianness_mode = (uint8_t)(word >> 6);
	v->supported_atomic_req_8b_endianness_mode_1 = (word >> 1) & 0x1;
	v->atomic_operations = prm_load16(p, 0x12);
	v->atomic_size_qp = prm_load16(p, 0x16);
	v->atomic_size_dc = prm_load16(p, 0x1a);
	v->load_remote_micro_app_4byte = prm_load32(p, 0x20);
	v->load_remote_micro_app_8byte = prm_load32(p, 0x24);
	v->store_remote_micro_app_4byte = prm_load32(p, 0x28);
	v->store_remote_micro_app_8byte = prm_load32(p, 0x2c);
	v->fetch_add_pci_atomic = prm_load16(p, 0x50);
	v->swap_pci_atomic = prm_load16(p, 0x52);
	v->compare_swap_pci_atomic = prm_load16(p, 0x54);
	return r ? prm_atomic_caps_check(p, r) : 0;
}

/**
 * struct prm_odp_per_transport_service_cap - on-demand paging of one transport
 *
 * 4 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_odp_per_transport_service_cap_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_odp_per_transport_service_cap_bits; rdma-core
 * tests/mlx5_prm_structs.py class OdpPerTransportServiceCap; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node odp_per_transport_service_cap.
 */
struct prm_odp_per_transport_service_cap {
	/*
	 * 0x00 [31] send: Sends may fault.
	 *      [30] receive: Receives may fault.
	 *      [29] write: RDMA writes may fault.
	 *      [28] read: RDMA reads may fault.
	 *      [27] atomic: Atomics may fault.
	 *      [26] srq_receive: Receives from an SRQ or RMP may fault. Sources disagree: Linux,
	 *             rdma-core and SPDK name it srq_receive, the manual's table and rdma-core
	 *             tests/mlx5_prm_structs.py rmp. Linux, whose driver uses it for SRQs, is
	 *             taken.
	 *      [25] tag_matching: Operations of tag matching may fault.
	 */
	uint8_t b_00;
	uint8_t reserved_01[3];
} __attribute__((packed, aligned(4)));

#define PRM_ODP_PER_TRANSPORT_SERVICE_CAP_SIZE 4

PRM_ASSERT_SIZE(prm_odp_per_transport_service_cap, 4);
PRM_ASSERT_OFFSET(prm_odp_per_transport_service_cap, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_odp_per_transport_service_cap, reserved_01, 0x01);

static inline void prm_odp_per_transport_service_cap_set_send(
		struct prm_odp_per_transport_service_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_odp_per_transport_service_cap_get_send(
		const struct prm_odp_per_transport_service_cap *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_odp_per_transport_service_cap_set_receive(
		struct prm_odp_per_transport_service_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_odp_per_transport_service_cap_get_receive(
		const struct prm_odp_per_transport_service_cap *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_odp_per_transport_service_cap_set_write(
		struct prm_odp_per_transport_service_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_odp_per_transport_service_cap_get_write(
		const struct prm_odp_per_transport_service_cap *p)
{
	return (bool)((p->b_00 >> 5) & 0x1);
}

static inline void prm_odp_per_transport_service_cap_set_read(
		struct prm_odp_per_transport_service_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_odp_per_transport_service_cap_get_read(
		const struct prm_odp_per_transport_service_cap *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_odp_per_transport_service_cap_set_atomic(
		struct prm_odp_per_transport_service_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_odp_per_transport_service_cap_get_atomic(
		const struct prm_odp_per_transport_service_cap *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_odp_per_transport_service_cap_set_srq_receive(
		struct prm_odp_per_transport_service_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_odp_per_transport_service_cap_get_srq_receive(
		const struct prm_odp_per_transport_service_cap *p)
{
	return (bool)((p->b_00 >> 2) & 0x1);
}

static inline void prm_odp_per_transport_service_cap_set_tag_matching(
		struct prm_odp_per_transport_service_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_odp_per_transport_service_cap_get_tag_matching(
		const struct prm_odp_per_transport_service_cap *p)
{
	return (bool)((p->b_00 >> 1) & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_odp_per_transport_service_cap_fields {
	bool send;
	bool receive;
	bool write;
	bool read;
	bool atomic;
	bool srq_receive;
	bool tag_matching;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_odp_per_transport_service_cap_fields_init(
		struct prm_odp_per_transport_service_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 4 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_odp_per_transport_service_cap_pack(
		struct prm_odp_per_transport_service_cap *p,
		const struct prm_odp_per_transport_service_cap_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->send << 31 | (uint32_t)v->receive << 30 |
			(uint32_t)v->write << 29 | (uint32_t)v->read << 28 |
			(uint32_t)v->atomic << 27 | (uint32_t)v->srq_receive << 26 |
			(uint32_t)v->tag_matching << 25);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_odp_per_transport_service_cap_check(
		const struct prm_odp_per_transport_service_cap *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 7, 25);	/* 0x00 [24:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_odp_per_transport_service_cap_unpack(
		struct prm_odp_per_transport_service_cap_fields *v,
		const struct prm_odp_per_transport_service_cap *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->send = word >> 7;
	v->receive = (word >> 6) & 0x1;
	v->write = (word >> 5) & 0x1;
	v->read = (word >> 4) & 0x1;
	v->atomic = (word >> 3) & 0x1;
	v->srq_receive = (word >> 2) & 0x1;
	v->tag_matching = (word >> 1) & 0x1;
	return r ? prm_odp_per_transport_service_cap_check(p, r) : 0;
}

/**
 * struct prm_odp_scheme_cap - on-demand paging by one scheme
 *
 * 64 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Since Linux 6.12.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_odp_scheme_cap_bits (6.12);
 * rdma-core tests/mlx5_prm_structs.py class OdpSchemeCap; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node odp_scheme_cap.
 */
struct prm_odp_scheme_cap {
	uint8_t reserved_00[8];
	/*
	 * 0x08 [31] sig: Signature handover works on memory that faults.
	 *      [30] cross_vhca_mkey: A crossing key may lead to a key whose memory faults.
	 *      [29] klm_null_mkey: A KLM with the null key raises a fault.
	 *      [28] dpa_process_win: A DPA process window may reach memory that faults.
	 *      [26] page_prefetch: The scheme can prefetch pages. Note: Reserved in the transport
	 *             scheme.
	 *      [24] mmo_wqe: MMO WQEs may work on memory that faults.
	 */
	uint8_t b_08;
	/*
	 * 0x08 [23] local_mmo_wqe: Local MMO WQEs may work on memory that faults.
	 *      [22] aso_wqe: ASO WQEs may work on memory that faults.
	 *      [21] umr_wqe: The pointer of a UMR may lead to memory that faults.
	 *      [20] get_psv_wqe: GET_PSV may write to memory that faults.
	 *      [19] rget_psv_wqe: RGET_PSV may write to memory that faults.
	 */
	uint8_t b_09;
	uint8_t reserved_0a[6];
	struct prm_odp_per_transport_service_cap rc_odp_caps; /* 0x10..0x13 */
	struct prm_odp_per_transport_service_cap uc_odp_caps; /* 0x14..0x17 */
	struct prm_odp_per_transport_service_cap ud_odp_caps; /* 0x18..0x1b */
	struct prm_odp_per_transport_service_cap xrc_odp_caps; /* 0x1c..0x1f */
	struct prm_odp_per_transport_service_cap dc_odp_caps; /* 0x20..0x23 */
	uint8_t reserved_24[28];
} __attribute__((packed, aligned(4)));

#define PRM_ODP_SCHEME_CAP_SIZE 64

PRM_ASSERT_SIZE(prm_odp_scheme_cap, 64);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, b_09, 0x09);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, reserved_0a, 0x0a);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, rc_odp_caps, 0x10);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, uc_odp_caps, 0x14);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, ud_odp_caps, 0x18);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, xrc_odp_caps, 0x1c);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, dc_odp_caps, 0x20);
PRM_ASSERT_OFFSET(prm_odp_scheme_cap, reserved_24, 0x24);

static inline void prm_odp_scheme_cap_set_sig(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_odp_scheme_cap_get_sig(const struct prm_odp_scheme_cap *p)
{
	return (bool)(p->b_08 >> 7);
}

static inline void prm_odp_scheme_cap_set_cross_vhca_mkey(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_odp_scheme_cap_get_cross_vhca_mkey(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_08 >> 6) & 0x1);
}

static inline void prm_odp_scheme_cap_set_klm_null_mkey(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_odp_scheme_cap_get_klm_null_mkey(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_08 >> 5) & 0x1);
}

static inline void prm_odp_scheme_cap_set_dpa_process_win(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_odp_scheme_cap_get_dpa_process_win(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_08 >> 4) & 0x1);
}

static inline void prm_odp_scheme_cap_set_page_prefetch(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_odp_scheme_cap_get_page_prefetch(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_08 >> 2) & 0x1);
}

static inline void prm_odp_scheme_cap_set_mmo_wqe(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x1, (uint8_t)v);
}

static inline bool prm_odp_scheme_cap_get_mmo_wqe(const struct prm_odp_scheme_cap *p)
{
	return (bool)(p->b_08 & 0x1);
}

static inline void prm_odp_scheme_cap_set_local_mmo_wqe(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_09 = prm_u8_replace(p->b_09, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_odp_scheme_cap_get_local_mmo_wqe(const struct prm_odp_scheme_cap *p)
{
	return (bool)(p->b_09 >> 7);
}

static inline void prm_odp_scheme_cap_set_aso_wqe(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_09 = prm_u8_replace(p->b_09, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_odp_scheme_cap_get_aso_wqe(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_09 >> 6) & 0x1);
}

static inline void prm_odp_scheme_cap_set_umr_wqe(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_09 = prm_u8_replace(p->b_09, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_odp_scheme_cap_get_umr_wqe(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_09 >> 5) & 0x1);
}

static inline void prm_odp_scheme_cap_set_get_psv_wqe(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_09 = prm_u8_replace(p->b_09, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_odp_scheme_cap_get_get_psv_wqe(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_09 >> 4) & 0x1);
}

static inline void prm_odp_scheme_cap_set_rget_psv_wqe(struct prm_odp_scheme_cap *p, bool v)
{
	p->b_09 = prm_u8_replace(p->b_09, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_odp_scheme_cap_get_rget_psv_wqe(const struct prm_odp_scheme_cap *p)
{
	return (bool)((p->b_09 >> 3) & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_odp_scheme_cap_fields {
	bool sig;
	bool cross_vhca_mkey;
	bool klm_null_mkey;
	bool dpa_process_win;
	bool page_prefetch;
	bool mmo_wqe;
	bool local_mmo_wqe;
	bool aso_wqe;
	bool umr_wqe;
	bool get_psv_wqe;
	bool rget_psv_wqe;
	struct prm_odp_per_transport_service_cap_fields rc_odp_caps;
	struct prm_odp_per_transport_service_cap_fields uc_odp_caps;
	struct prm_odp_per_transport_service_cap_fields ud_odp_caps;
	struct prm_odp_per_transport_service_cap_fields xrc_odp_caps;
	struct prm_odp_per_transport_service_cap_fields dc_odp_caps;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_odp_scheme_cap_fields_init(struct prm_odp_scheme_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_odp_per_transport_service_cap_fields_init(&v->rc_odp_caps);
	prm_odp_per_transport_service_cap_fields_init(&v->uc_odp_caps);
	prm_odp_per_transport_service_cap_fields_init(&v->ud_odp_caps);
	prm_odp_per_transport_service_cap_fields_init(&v->xrc_odp_caps);
	prm_odp_per_transport_service_cap_fields_init(&v->dc_odp_caps);
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_odp_scheme_cap_pack(struct prm_odp_scheme_cap *p,
		const struct prm_odp_scheme_cap_fields *v)
{
	prm_store32(p, 0x00, 0);
	prm_store32(p, 0x04, 0);
	prm_store32(p, 0x08, (uint32_t)v->sig << 31 | (uint32_t)v->cross_vhca_mkey << 30 |
			(uint32_t)v->klm_null_mkey << 29 | (uint32_t)v->dpa_process_win << 28 |
			(uint32_t)v->page_prefetch << 26 | (uint32_t)v->mmo_wqe << 24 |
			(uint32_t)v->local_mmo_wqe << 23 | (uint32_t)v->aso_wqe << 22 |
			(uint32_t)v->umr_wqe << 21 | (uint32_t)v->get_psv_wqe << 20 |
			(uint32_t)v->rget_psv_wqe << 19);
	prm_store32(p, 0x0c, 0);
	prm_odp_per_transport_service_cap_pack(&p->rc_odp_caps, &v->rc_odp_caps);
	prm_odp_per_transport_service_cap_pack(&p->uc_odp_caps, &v->uc_odp_caps);
	prm_odp_per_transport_service_cap_pack(&p->ud_odp_caps, &v->ud_odp_caps);
	prm_odp_per_transport_service_cap_pack(&p->xrc_odp_caps, &v->xrc_odp_caps);
	prm_odp_per_transport_service_cap_pack(&p->dc_odp_caps, &v->dc_odp_caps);
	memset((uint8_t *)p + 0x24, 0, 28);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_odp_scheme_cap_check(const struct prm_odp_scheme_cap *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 64);	/* 0x00 [63:0] */
	n += prm_check_reserved(r, p, 68, 1);	/* 0x08 [27] */
	n += prm_check_reserved(r, p, 70, 1);	/* 0x08 [25] */
	n += prm_check_reserved(r, p, 77, 19);	/* 0x08 [18:0] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	r->base += 128;
	n += prm_odp_per_transport_service_cap_check(&p->rc_odp_caps, r);
	r->base -= 128;
	r->base += 160;
	n += prm_odp_per_transport_service_cap_check(&p->uc_odp_caps, r);
	r->base -= 160;
	r->base += 192;
	n += prm_odp_per_transport_service_cap_check(&p->ud_odp_caps, r);
	r->base -= 192;
	r->base += 224;
	n += prm_odp_per_transport_service_cap_check(&p->xrc_odp_caps, r);
	r->base -= 224;
	r->base += 256;
	n += prm_odp_per_transport_service_cap_check(&p->dc_odp_caps, r);
	r->base -= 256;
	n += prm_check_reserved(r, p, 288, 224);	/* 0x24..0x3f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_odp_scheme_cap_unpack(struct prm_odp_scheme_cap_fields *v,
		const struct prm_odp_scheme_cap *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x08);
	v->sig = word >> 7;
	v->cross_vhca_mkey = (word >> 6) & 0x1;
	v->klm_null_mkey = (word >> 5) & 0x1;
	v->dpa_process_win = (word >> 4) & 0x1;
	v->page_prefetch = (word >> 2) & 0x1;
	v->mmo_wqe = word & 0x1;
	word = prm_load8(p, 0x09);
	v->local_mmo_wqe = word >> 7;
	v->aso_wqe = (word >> 6) & 0x1;
	v->umr_wqe = (word >> 5) & 0x1;
	v->get_psv_wqe = (word >> 4) & 0x1;
	v->rget_psv_wqe = (word >> 3) & 0x1;
	prm_odp_per_transport_service_cap_unpack(&v->rc_odp_caps, &p->rc_odp_caps, NULL);
	prm_odp_per_transport_service_cap_unpack(&v->uc_odp_caps, &p->uc_odp_caps, NULL);
	prm_odp_per_transport_service_cap_unpack(&v->ud_odp_caps, &p->ud_odp_caps, NULL);
	prm_odp_per_transport_service_cap_unpack(&v->xrc_odp_caps, &p->xrc_odp_caps, NULL);
	prm_odp_per_transport_service_cap_unpack(&v->dc_odp_caps, &p->dc_odp_caps, NULL);
	return r ? prm_odp_scheme_cap_check(p, r) : 0;
}

/**
 * struct prm_odp_cap - on-demand paging. There if cmd_hca_cap.pg is set
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_odp_cap_bits (6.12 and 6.1);
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_odp_cap_bits; rdma-core
 * tests/mlx5_prm_structs.py class OdpCap; mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb
 * node odp_cap.
 */
struct prm_odp_cap {
	/*
	 * 0x00..0x3f: Page faults as transport errors: the peer sends again. Sources disagree:
	 * Linux 6.1, rdma-core and SPDK have the fields of this scheme here without a name around
	 * them. Linux 6.12 and the manual's table have two schemes of one form and are taken, the
	 * places are the same.
	 */
	struct prm_odp_scheme_cap transport_page_fault_scheme_cap;
	/* 0x40..0x7f: Page faults of memory: the device waits for the page. Since Linux 6.12. */
	struct prm_odp_scheme_cap memory_page_fault_scheme_cap;
	uint8_t reserved_80[64];
	/*
	 * 0xc0 [31] mem_page_fault: The memory scheme is supported. SET_HCA_CAP chooses it by 1,
	 * and the transport scheme by 0. Since Linux 6.12.
	 */
	uint8_t b_c0;
	uint8_t reserved_c1[63];
} __attribute__((packed, aligned(4)));

#define PRM_ODP_CAP_SIZE 256

PRM_ASSERT_SIZE(prm_odp_cap, 256);
PRM_ASSERT_OFFSET(prm_odp_cap, transport_page_fault_scheme_cap, 0x00);
PRM_ASSERT_OFFSET(prm_odp_cap, memory_page_fault_scheme_cap, 0x40);
PRM_ASSERT_OFFSET(prm_odp_cap, reserved_80, 0x80);
PRM_ASSERT_OFFSET(prm_odp_cap, b_c0, 0xc0);
PRM_ASSERT_OFFSET(prm_odp_cap, reserved_c1, 0xc1);

static inline void prm_odp_cap_set_mem_page_fault(struct prm_odp_cap *p, bool v)
{
	p->b_c0 = prm_u8_replace(p->b_c0, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_odp_cap_get_mem_page_fault(const struct prm_odp_cap *p)
{
	return (bool)(p->b_c0 >> 7);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_odp_cap_fields {
	struct prm_odp_scheme_cap_fields transport_page_fault_scheme_cap;
	struct prm_odp_scheme_cap_fields memory_page_fault_scheme_cap;
	bool mem_page_fault;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_odp_cap_fields_init(struct prm_odp_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_odp_scheme_cap_fields_init(&v->transport_page_fault_scheme_cap);
	prm_odp_scheme_cap_fields_init(&v->memory_page_fault_scheme_cap);
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_odp_cap_pack(struct prm_odp_cap *p, const struct prm_odp_cap_fields *v)
{
	prm_odp_scheme_cap_pack(&p->transport_page_fault_scheme_cap,
		&v->transport_page_fault_scheme_cap);
	prm_odp_scheme_cap_pack(&p->memory_page_fault_scheme_cap, &v->memory_page_fault_scheme_cap);
	memset((uint8_t *)p + 0x80, 0, 64);
	prm_store32(p, 0xc0, (uint32_t)v->mem_page_fault << 31);
	memset((uint8_t *)p + 0xc4, 0, 60);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_odp_cap_check(const struct prm_odp_cap *p, struct prm_report *r)
{
	unsigned int n = 0;

	r->base += 0;
	n += prm_odp_scheme_cap_check(&p->transport_page_fault_scheme_cap, r);
	r->base -= 0;
	r->base += 512;
	n += prm_odp_scheme_cap_check(&p->memory_page_fault_scheme_cap, r);
	r->base -= 512;
	n += prm_check_reserved(r, p, 1024, 512);	/* 0x80..0xbf */
	n += prm_check_reserved(r, p, 1537, 31);	/* 0xc0 [30:0] */
	n += prm_check_reserved(r, p, 1568, 480);	/* 0xc4..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_odp_cap_unpack(struct prm_odp_cap_fields *v,
		const struct prm_odp_cap *p, struct prm_report *r)
{

	prm_odp_scheme_cap_unpack(&v->transport_page_fault_scheme_cap,
		&p->transport_page_fault_scheme_cap, NULL);
	prm_odp_scheme_cap_unpack(&v->memory_page_fault_scheme_cap,
		&p->memory_page_fault_scheme_cap, NULL);
	v->mem_page_fault = prm_load8(p, 0xc0) >> 7;
	return r ? prm_odp_cap_check(p, r) : 0;
}

/**
 * struct prm_device_mem_cap - device memory. There if cmd_hca_cap.device_memory is set
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_device_mem_cap_bits (6.12 and 6.1);
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_device_mem_cap_bits; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node device_mem_cap.
 */
struct prm_device_mem_cap {
	/* 0x00 [31] memic: Device memory (MEMIC) can be allocated. */
	uint8_t b_00;
	uint8_t reserved_01[3];
	/* 0x04 [31:24]: Sizes of the operation increment. (flags PRM_MEMIC_ATOMIC_SIZE_*) */
	uint8_t memic_atomic_increment;
	/* 0x04 [20:16] log_min_memic_alloc_size: Smallest allocation. (log2: 2^value; in bytes) */
	uint8_t b_05;
	/* 0x04 [15:8]: Sizes of the operation test and set. (flags PRM_MEMIC_ATOMIC_SIZE_*) */
	uint8_t memic_atomic_test_and_set;
	/* 0x04 [7:0]: Largest alignment that can be asked for. (log2: 2^value; in 64 bytes) */
	uint8_t log_max_memic_addr_alignment;
	prm_be64 memic_bar_start_addr;	/* 0x08 [63:0]: Start of the device memory in the BAR. */
	/* 0x10 [31:0]: Size of the device memory in the BAR. (in bytes) */
	prm_be32 memic_bar_size;
	prm_be32 max_memic_size;	/* 0x14 [31:0]: Largest allocation. (in bytes) */
	/* 0x18 [63:0]: Start of the ICM for steering by software. */
	prm_be64 steering_sw_icm_start_address;
	uint8_t ignored_20[1];
	/* 0x20 [23:16]: Size of the ICM for header modification. (log2: 2^value; in bytes) */
	uint8_t log_header_modify_sw_icm_size;
	/*
	 * 0x20 [13:8] log_sw_icm_alloc_granularity: Smallest allocation of ICM. (log2: 2^value; in
	 * bytes)
	 */
	uint8_t b_22;
	/* 0x20 [7:0]: Size of the ICM for steering. (log2: 2^value; in bytes) */
	uint8_t log_steering_sw_icm_size;
	/*
	 * 0x24 [31:24]: Size of the ICM for encapsulation, 0 without it. Since Linux 6.12. (log2:
	 * 2^value; in bytes)
	 */
	uint8_t log_indirect_encap_sw_icm_size;
	uint8_t reserved_25[2];
	/*
	 * 0x24 [7:0]: Size of the ICM for patterns of header modification. (log2: 2^value; in
	 * bytes)
	 */
	uint8_t log_header_modify_pattern_sw_icm_size;
	/* 0x28 [63:0]: Start of the ICM for header modification. */
	prm_be64 header_modify_sw_icm_start_address;
	uint8_t reserved_30[8];
	/* 0x38 [63:0]: Start of the ICM for patterns of header modification. */
	prm_be64 header_modify_pattern_sw_icm_start_address;
	prm_be32 memic_operations;	/* 0x40 [31:0]: (flags PRM_MEMIC_OPERATIONS_*) */
	uint8_t reserved_44[4];
	/* 0x48 [63:0]: Start of the ICM for encapsulation. Since Linux 6.12. */
	prm_be64 indirect_encap_sw_icm_start_address;
	/* 0x50 [63:0]: Base to which pointers of encapsulation contexts are relative. */
	prm_be64 indirect_encap_icm_base;
	uint8_t reserved_58[168];
} __attribute__((packed, aligned(4)));

#define PRM_DEVICE_MEM_CAP_SIZE 256

PRM_ASSERT_SIZE(prm_device_mem_cap, 256);
PRM_ASSERT_OFFSET(prm_device_mem_cap, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_device_mem_cap, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_device_mem_cap, memic_atomic_increment, 0x04);
PRM_ASSERT_OFFSET(prm_device_mem_cap, b_05, 0x05);
PRM_ASSERT_OFFSET(prm_device_mem_cap, memic_atomic_test_and_set, 0x06);
PRM_ASSERT_OFFSET(prm_device_mem_cap, log_max_memic_addr_alignment, 0x07);
PRM_ASSERT_OFFSET(prm_device_mem_cap, memic_bar_start_addr, 0x08);
PRM_ASSERT_OFFSET(prm_device_mem_cap, memic_bar_size, 0x10);
PRM_ASSERT_OFFSET(prm_device_mem_cap, max_memic_size, 0x14);
PRM_ASSERT_OFFSET(prm_device_mem_cap, steering_sw_icm_start_address, 0x18);
PRM_ASSERT_OFFSET(prm_device_mem_cap, ignored_20, 0x20);
PRM_ASSERT_OFFSET(prm_device_mem_cap, log_header_modify_sw_icm_size, 0x21);
PRM_ASSERT_OFFSET(prm_device_mem_cap, b_22, 0x22);
PRM_ASSERT_OFFSET(prm_device_mem_cap, log_steering_sw_icm_size, 0x23);
PRM_ASSERT_OFFSET(prm_device_mem_cap, log_indirect_encap_sw_icm_size, 0x24);
PRM_ASSERT_OFFSET(prm_device_mem_cap, reserved_25, 0x25);
PRM_ASSERT_OFFSET(prm_device_mem_cap, log_header_modify_pattern_sw_icm_size, 0x27);
PRM_ASSERT_OFFSET(prm_device_mem_cap, header_modify_sw_icm_start_address, 0x28);
PRM_ASSERT_OFFSET(prm_device_mem_cap, reserved_30, 0x30);
PRM_ASSERT_OFFSET(prm_device_mem_cap, header_modify_pattern_sw_icm_start_address, 0x38);
PRM_ASSERT_OFFSET(prm_device_mem_cap, memic_operations, 0x40);
PRM_ASSERT_OFFSET(prm_device_mem_cap, reserved_44, 0x44);
PRM_ASSERT_OFFSET(prm_device_mem_cap, indirect_encap_sw_icm_start_address, 0x48);
PRM_ASSERT_OFFSET(prm_device_mem_cap, indirect_encap_icm_base, 0x50);
PRM_ASSERT_OFFSET(prm_device_mem_cap, reserved_58, 0x58);

static inline void prm_device_mem_cap_set_memic(struct prm_device_mem_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_device_mem_cap_get_memic(const struct prm_device_mem_cap *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_device_mem_cap_set_memic_atomic_increment(struct prm_device_mem_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->memic_atomic_increment = (uint8_t)v;
}

static inline uint32_t prm_device_mem_cap_get_memic_atomic_increment(
		const struct prm_device_mem_cap *p)
{
	return p->memic_atomic_increment;
}

static inline void prm_device_mem_cap_set_log_min_memic_alloc_size(struct prm_device_mem_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_05 = prm_u8_replace(p->b_05, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_device_mem_cap_get_log_min_memic_alloc_size(
		const struct prm_device_mem_cap *p)
{
	return p->b_05 & 0x1f;
}

static inline void prm_device_mem_cap_set_memic_atomic_test_and_set(struct prm_device_mem_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->memic_atomic_test_and_set = (uint8_t)v;
}

static inline uint32_t prm_device_mem_cap_get_memic_atomic_test_and_set(
		const struct prm_device_mem_cap *p)
{
	return p->memic_atomic_test_and_set;
}

static inline void prm_device_mem_cap_set_log_max_memic_addr_alignment(struct prm_device_mem_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_memic_addr_alignment = (uint8_t)v;
}

static inline uint32_t prm_device_mem_cap_get_log_max_memic_addr_alignment(
		const struct prm_device_mem_cap *p)
{
	return p->log_max_memic_addr_alignment;
}

static inline void prm_device_mem_cap_set_memic_bar_start_addr(struct prm_device_mem_cap *p,
		uint64_t v)
{
	p->memic_bar_start_addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_device_mem_cap_get_memic_bar_start_addr(
		const struct prm_device_mem_cap *p)
{
	return prm_be64_to_cpu(p->memic_bar_start_addr);
}

static inline void prm_device_mem_cap_set_memic_bar_size(struct prm_device_mem_cap *p, uint32_t v)
{
	p->memic_bar_size = prm_cpu_to_be32(v);
}

static inline uint32_t prm_device_mem_cap_get_memic_bar_size(const struct prm_device_mem_cap *p)
{
	return prm_be32_to_cpu(p->memic_bar_size);
}

static inline void prm_device_mem_cap_set_max_memic_size(struct prm_device_mem_cap *p, uint32_t v)
{
	p->max_memic_size = prm_cpu_to_be32(v);
}

static inline uint32_t prm_device_mem_cap_get_max_memic_size(const struct prm_device_mem_cap *p)
{
	return prm_be32_to_cpu(p->max_memic_size);
}

static inline void prm_device_mem_cap_set_steering_sw_icm_start_address(
		struct prm_device_mem_cap *p, uint64_t v)
{
	p->steering_sw_icm_start_address = prm_cpu_to_be64(v);
}

static inline uint64_t prm_device_mem_cap_get_steering_sw_icm_start_address(
		const struct prm_device_mem_cap *p)
{
	return prm_be64_to_cpu(p->steering_sw_icm_start_address);
}

static inline void prm_device_mem_cap_set_log_header_modify_sw_icm_size(
		struct prm_device_mem_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_header_modify_sw_icm_size = (uint8_t)v;
}

static inline uint32_t prm_device_mem_cap_get_log_header_modify_sw_icm_size(
		const struct prm_device_mem_cap *p)
{
	return p->log_header_modify_sw_icm_size;
}

static inline void prm_device_mem_cap_set_log_sw_icm_alloc_granularity(struct prm_device_mem_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_22 = prm_u8_replace(p->b_22, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_device_mem_cap_get_log_sw_icm_alloc_granularity(
		const struct prm_device_mem_cap *p)
{
	return p->b_22 & 0x3f;
}

static inline void prm_device_mem_cap_set_log_steering_sw_icm_size(struct prm_device_mem_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_steering_sw_icm_size = (uint8_t)v;
}

static inline uint32_t prm_device_mem_cap_get_log_steering_sw_icm_size(
		const struct prm_device_mem_cap *p)
{
	return p->log_steering_sw_icm_size;
}

static inline void prm_device_mem_cap_set_log_indirect_encap_sw_icm_size(
		struct prm_device_mem_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_indirect_encap_sw_icm_size = (uint8_t)v;
}

static inline uint32_t prm_device_mem_cap_get_log_indirect_encap_sw_icm_size(
		const struct prm_device_mem_cap *p)
{
	return p->log_indirect_encap_sw_icm_size;
}

static inline void prm_device_mem_cap_set_log_header_modify_pattern_sw_icm_size(
		struct prm_device_mem_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_header_modify_pattern_sw_icm_size = (uint8_t)v;
}

static inline uint32_t prm_device_mem_cap_get_log_header_modify_pattern_sw_icm_size(
		const struct prm_device_mem_cap *p)
{
	return p->log_header_modify_pattern_sw_icm_size;
}

static inline void prm_device_mem_cap_set_header_modify_sw_icm_start_address(
		struct prm_device_mem_cap *p, uint64_t v)
{
	p->header_modify_sw_icm_start_address = prm_cpu_to_be64(v);
}

static inline uint64_t prm_device_mem_cap_get_header_modify_sw_icm_start_address(
		const struct prm_device_mem_cap *p)
{
	return prm_be64_to_cpu(p->header_modify_sw_icm_start_address);
}

static inline void prm_device_mem_cap_set_header_modify_pattern_sw_icm_start_address(
		struct prm_device_mem_cap *p, uint64_t v)
{
	p->header_modify_pattern_sw_icm_start_address = prm_cpu_to_be64(v);
}

static inline uint64_t prm_device_mem_cap_get_header_modify_pattern_sw_icm_start_address(
		const struct prm_device_mem_cap *p)
{
	return prm_be64_to_cpu(p->header_modify_pattern_sw_icm_start_address);
}

static inline void prm_device_mem_cap_set_memic_operations(struct prm_device_mem_cap *p, uint32_t v)
{
	p->memic_operations = prm_cpu_to_be32(v);
}

static inline uint32_t prm_device_mem_cap_get_memic_operations(const struct prm_device_mem_cap *p)
{
	return prm_be32_to_cpu(p->memic_operations);
}

static inline void prm_device_mem_cap_set_indirect_encap_sw_icm_start_address(
		struct prm_device_mem_cap *p, uint64_t v)
{
	p->indirect_encap_sw_icm_start_address = prm_cpu_to_be64(v);
}

static inline uint64_t prm_device_mem_cap_get_indirect_encap_sw_icm_start_address(
		const struct prm_device_mem_cap *p)
{
	return prm_be64_to_cpu(p->indirect_encap_sw_icm_start_address);
}

static inline void prm_device_mem_cap_set_indirect_encap_icm_base(struct prm_device_mem_cap *p,
		uint64_t v)
{
	p->indirect_encap_icm_base = prm_cpu_to_be64(v);
}

static inline uint64_t prm_device_mem_cap_get_indirect_encap_icm_base(
		const struct prm_device_mem_cap *p)
{
	return prm_be64_to_cpu(p->indirect_encap_icm_base);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_device_mem_cap_fields {
	bool memic;
	uint8_t memic_atomic_increment;	/* PRM_MEMIC_ATOMIC_SIZE_* */
	uint8_t log_min_memic_alloc_size; /* 5 bits, log2 */
	uint8_t memic_atomic_test_and_set; /* PRM_MEMIC_ATOMIC_SIZE_* */
	uint8_t log_max_memic_addr_alignment; /* log2 */
	uint64_t memic_bar_start_addr;
	uint32_t memic_bar_size;
	uint32_t max_memic_size;
	uint64_t steering_sw_icm_start_address;
	uint8_t ignored_20;
	uint8_t log_header_modify_sw_icm_size; /* log2 */
	uint8_t log_sw_icm_alloc_granularity; /* 6 bits, log2 */
	uint8_t log_steering_sw_icm_size; /* log2 */
	uint8_t log_indirect_encap_sw_icm_size; /* log2 */
	uint8_t log_header_modify_pattern_sw_icm_size; /* log2 */
	uint64_t header_modify_sw_icm_start_address;
	uint64_t header_modify_pattern_sw_icm_start_address;
	uint32_t memic_operations;	/* PRM_MEMIC_OPERATIONS_* */
	uint64_t indirect_encap_sw_icm_start_address;
	uint64_t indirect_encap_icm_base;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_device_mem_cap_fields_init(struct prm_device_mem_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_device_mem_cap_pack(struct prm_device_mem_cap *p,
		const struct prm_device_mem_cap_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->memic << 31);
	PRM_CHECK_WIDTH(v->log_min_memic_alloc_size, 5);
	prm_store32(p, 0x04, (uint32_t)v->memic_atomic_increment << 24 |
			((uint32_t)v->log_min_memic_alloc_size & 0x1f) << 16 |
			(uint32_t)v->memic_atomic_test_and_set << 8 |
			(uint32_t)v->log_max_memic_addr_alignment);
	prm_store64(p, 0x08, v->memic_bar_start_addr);
	prm_store32(p, 0x10, v->memic_bar_size);
	prm_store32(p, 0x14, v->max_memic_size);
	prm_store64(p, 0x18, v->steering_sw_icm_start_address);
	PRM_CHECK_WIDTH(v->log_sw_icm_alloc_granularity, 6);
	prm_store32(p, 0x20, (uint32_t)v->log_header_modify_sw_icm_size << 16 |
			((uint32_t)v->log_sw_icm_alloc_granularity & 0x3f) << 8 |
			(uint32_t)v->log_steering_sw_icm_size | (uint32_t)v->ignored_20 << 24);
	prm_store32(p, 0x24, (uint32_t)v->log_indirect_encap_sw_icm_size << 24 |
			(uint32_t)v->log_header_modify_pattern_sw_icm_size);
	prm_store64(p, 0x28, v->header_modify_sw_icm_start_address);
	prm_store32(p, 0x30, 0);
	prm_store32(p, 0x34, 0);
	prm_store64(p, 0x38, v->header_modify_pattern_sw_icm_start_address);
	prm_store32(p, 0x40, v->memic_operations);
	prm_store32(p, 0x44, 0);
	prm_store64(p, 0x48, v->indirect_encap_sw_icm_start_address);
	prm_store64(p, 0x50, v->indirect_encap_icm_base);
	memset((uint8_t *)p + 0x58, 0, 168);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_device_mem_cap_check(const struct prm_device_mem_cap *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 1, 31);	/* 0x00 [30:0] */
	n += prm_check_reserved(r, p, 40, 3);	/* 0x04 [23:21] */
	n += prm_check_reserved(r, p, 272, 2);	/* 0x20 [15:14] */
	n += prm_check_reserved(r, p, 296, 16);	/* 0x24 [23:8] */
	n += prm_check_reserved(r, p, 384, 64);	/* 0x30 [63:0] */
	n += prm_check_reserved(r, p, 544, 32);	/* 0x44 [31:0] */
	n += prm_check_reserved(r, p, 704, 1344);	/* 0x58..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_device_mem_cap_unpack(struct prm_device_mem_cap_fields *v,
		const struct prm_device_mem_cap *p, struct prm_report *r)
{

	v->memic = prm_load8(p, 0x00) >> 7;
	v->memic_atomic_increment = prm_load8(p, 0x04);
	v->log_min_memic_alloc_size = (uint8_t)(prm_load8(p, 0x05) & 0x1f);
	v->memic_atomic_test_and_set = prm_load8(p, 0x06);
	v->log_max_memic_addr_alignment = prm_load8(p, 0x07);
	v->memic_bar_start_addr = prm_load64(p, 0x08);
	v->memic_bar_size = prm_load32(p, 0x10);
	v->max_memic_size = prm_load32(p, 0x14);
	v->steering_sw_icm_start_address = prm_load64(p, 0x18);
	v->log_header_modify_sw_icm_size = prm_load8(p, 0x21);
	v->log_sw_icm_alloc_granularity = (uint8_t)(prm_load8(p, 0x22) & 0x3f);
	v->log_steering_sw_icm_size = prm_load8(p, 0x23);
	v->ignored_20 = prm_load8(p, 0x20);
	v->log_indirect_encap_sw_icm_size = prm_load8(p, 0x24);
	v->log_header_modify_pattern_sw_icm_size = prm_load8(p, 0x27);
	v->header_modify_sw_icm_start_address = prm_load64(p, 0x28);
	v->header_modify_pattern_sw_icm_start_address = prm_load64(p, 0x38);
	v->memic_operations = prm_load32(p, 0x40);
	v->indirect_encap_sw_icm_start_address = prm_load64(p, 0x48);
	v->indirect_encap_icm_base = prm_load64(p, 0x50);
	return r ? prm_device_mem_cap_check(p, r) : 0;
}

#endif /* PRM_CAP_MEMORY_H */
