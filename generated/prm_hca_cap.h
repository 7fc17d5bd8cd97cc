/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * QUERY_HCA_CAP and the general capabilities of a device. The answer's layout depends on the
 * capability type in op_mod of the question.
 * Made by prmc 1 from spec/cmd/hca_cap.yaml, spec digest 8c4e4fc7dad6. Do not edit: `ninja regen`.
 */
#ifndef PRM_HCA_CAP_H
#define PRM_HCA_CAP_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * enum prm_hca_cap_type - Capability type, bits 15 to 1 of op_mod of QUERY_HCA_CAP
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/device.h enum mlx5_cap_type.
 */
enum prm_hca_cap_type {
	PRM_HCA_CAP_TYPE_GENERAL           = 0x00,
	PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS = 0x01,
	PRM_HCA_CAP_TYPE_ODP               = 0x02,
	PRM_HCA_CAP_TYPE_ATOMIC            = 0x03,
	PRM_HCA_CAP_TYPE_ROCE              = 0x04,
	PRM_HCA_CAP_TYPE_IPOIB_OFFLOADS    = 0x05,
	PRM_HCA_CAP_TYPE_QOS               = 0x0c,
	PRM_HCA_CAP_TYPE_CRYPTO            = 0x1a,
	PRM_HCA_CAP_TYPE_GENERAL_2         = 0x20,
};

/* The name of a value of enum prm_hca_cap_type, or NULL. */
static inline const char *prm_hca_cap_type_str(uint64_t value)
{
	switch (value) {
	case PRM_HCA_CAP_TYPE_GENERAL:
		return "GENERAL";
	case PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS:
		return "ETHERNET_OFFLOADS";
	case PRM_HCA_CAP_TYPE_ODP:
		return "ODP";
	case PRM_HCA_CAP_TYPE_ATOMIC:
		return "ATOMIC";
	case PRM_HCA_CAP_TYPE_ROCE:
		return "ROCE";
	case PRM_HCA_CAP_TYPE_IPOIB_OFFLOADS:
		return "IPOIB_OFFLOADS";
	case PRM_HCA_CAP_TYPE_QOS:
		return "QOS";
	case PRM_HCA_CAP_TYPE_CRYPTO:
		return "CRYPTO";
	case PRM_HCA_CAP_TYPE_GENERAL_2:
		return "GENERAL_2";
	default:
		return NULL;
	}
}

/**
 * enum prm_umr_fence - Fence that a UMR needs before the work requests that use its key
 *
 * Sources: linux include/linux/mlx5/device.h MLX5_CAP_UMR_FENCE_*.
 */
enum prm_umr_fence {
	PRM_UMR_FENCE_STRONG = 0x00,
	PRM_UMR_FENCE_SMALL  = 0x01,
	PRM_UMR_FENCE_NONE   = 0x02,
};

/* The name of a value of enum prm_umr_fence, or NULL. */
static inline const char *prm_umr_fence_str(uint64_t value)
{
	switch (value) {
	case PRM_UMR_FENCE_STRONG:
		return "STRONG";
	case PRM_UMR_FENCE_SMALL:
		return "SMALL";
	case PRM_UMR_FENCE_NONE:
		return "NONE";
	default:
		return NULL;
	}
}

/**
 * enum prm_cap_port_type - Kind of the ports
 *
 * Sources: linux include/linux/mlx5/device.h MLX5_CAP_PORT_TYPE_*.
 */
enum prm_cap_port_type {
	PRM_CAP_PORT_TYPE_IB       = 0x00,
	PRM_CAP_PORT_TYPE_ETHERNET = 0x01,
};

/* The name of a value of enum prm_cap_port_type, or NULL. */
static inline const char *prm_cap_port_type_str(uint64_t value)
{
	switch (value) {
	case PRM_CAP_PORT_TYPE_IB:
		return "IB";
	case PRM_CAP_PORT_TYPE_ETHERNET:
		return "ETHERNET";
	default:
		return NULL;
	}
}

/**
 * struct prm_query_hca_cap_in - asks for the capabilities of one type
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_hca_cap_in_bits.
 */
struct prm_query_hca_cap_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x100) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	/*
	 * 0x04 [15:1] cap_type: Upper bits of op_mod. (enum prm_hca_cap_type)
	 *      [0]    current: 1: the values in force, 0: the largest possible ones.
	 */
	prm_be16 w_06;
	/*
	 * 0x08 [31] other_function
	 *      [30] ec_vf_function
	 */
	uint8_t b_08;
	uint8_t reserved_09[1];
	prm_be16 function_id;		/* 0x08 [15:0] */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_HCA_CAP_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_hca_cap_in, 16);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, w_06, 0x06);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, reserved_09, 0x09);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, function_id, 0x0a);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, reserved_0c, 0x0c);

static inline void prm_query_hca_cap_in_set_opcode(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_cap_in_get_opcode(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_hca_cap_in_set_uid(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_cap_in_get_uid(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_hca_cap_in_set_cap_type(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 15);
	p->w_06 = prm_be16_replace(p->w_06, 0xfffe, (uint16_t)((uint32_t)v << 1));
}

static inline uint32_t prm_query_hca_cap_in_get_cap_type(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->w_06) >> 1;
}

static inline void prm_query_hca_cap_in_set_current(struct prm_query_hca_cap_in *p, bool v)
{
	p->w_06 = prm_be16_replace(p->w_06, 0x1, (uint16_t)v);
}

static inline bool prm_query_hca_cap_in_get_current(const struct prm_query_hca_cap_in *p)
{
	return (bool)(prm_be16_to_cpu(p->w_06) & 0x1);
}

static inline void prm_query_hca_cap_in_set_other_function(struct prm_query_hca_cap_in *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_query_hca_cap_in_get_other_function(const struct prm_query_hca_cap_in *p)
{
	return (bool)(p->b_08 >> 7);
}

static inline void prm_query_hca_cap_in_set_ec_vf_function(struct prm_query_hca_cap_in *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_query_hca_cap_in_get_ec_vf_function(const struct prm_query_hca_cap_in *p)
{
	return (bool)((p->b_08 >> 6) & 0x1);
}

static inline void prm_query_hca_cap_in_set_function_id(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->function_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_cap_in_get_function_id(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->function_id);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_hca_cap_in_fields {
	uint16_t uid;
	uint16_t cap_type;		/* 15 bits, enum prm_hca_cap_type */
	bool current;
	bool other_function;
	bool ec_vf_function;
	uint16_t function_id;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_hca_cap_in_fields_init(
		struct prm_query_hca_cap_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_hca_cap_in_pack(struct prm_query_hca_cap_in *p,
		const struct prm_query_hca_cap_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x100) << 16 | (uint32_t)v->uid);
	PRM_CHECK_WIDTH(v->cap_type, 15);
	prm_store32(p, 0x04, ((uint32_t)v->cap_type & 0x7fff) << 1 | (uint32_t)v->current);
	prm_store32(p, 0x08, (uint32_t)v->other_function << 31 | (uint32_t)v->ec_vf_function << 30 |
			(uint32_t)v->function_id);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_hca_cap_in_check(const struct prm_query_hca_cap_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_hca_cap_in_get_opcode(p), 0x100);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 66, 14);	/* 0x08 [29:16] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_hca_cap_in_unpack(
		struct prm_query_hca_cap_in_fields *v, const struct prm_query_hca_cap_in *p,
		struct prm_report *r)
{
	uint32_t word;

	v->uid = prm_load16(p, 0x02);
	v->cap_type = (uint16_t)(prm_load16(p, 0x06) >> 1);
	v->current = prm_load8(p, 0x07) & 0x1;
	word = prm_load8(p, 0x08);
	v->other_function = word >> 7;
	v->ec_vf_function = (word >> 6) & 0x1;
	v->function_id = prm_load16(p, 0x0a);
	return r ? prm_query_hca_cap_in_check(p, r) : 0;
}

/**
 * struct prm_query_hca_cap_out - head of the answer. The capabilities follow; their layout is that
 * of the type asked for
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_hca_cap_out_bits.
 */
struct prm_query_hca_cap_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_HCA_CAP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_query_hca_cap_out, 16);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, reserved_08, 0x08);

static inline void prm_query_hca_cap_out_set_status(struct prm_query_hca_cap_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_hca_cap_out_get_status(const struct prm_query_hca_cap_out *p)
{
	return p->status;
}

static inline void prm_query_hca_cap_out_set_syndrome(struct prm_query_hca_cap_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_hca_cap_out_get_syndrome(const struct prm_query_hca_cap_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The capability behind the 16 bytes of @p; how many there are the caller knows. */
static inline uint8_t *prm_query_hca_cap_out_capability(struct prm_query_hca_cap_out *p)
{
	return (uint8_t *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_hca_cap_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_hca_cap_out_fields_init(
		struct prm_query_hca_cap_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_hca_cap_out_pack(struct prm_query_hca_cap_out *p,
		const struct prm_query_hca_cap_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_hca_cap_out_check(const struct prm_query_hca_cap_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_hca_cap_out_get_status(p),
		prm_cmd_status_str(prm_query_hca_cap_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_hca_cap_out_unpack(
		struct prm_query_hca_cap_out_fields *v, const struct prm_query_hca_cap_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_query_hca_cap_out_check(p, r) : 0;
}

/**
 * struct prm_cmd_hca_cap - general capabilities
 *
 * 256 bytes, written by the device.
 * Note: A field that rdma-core alone names says so; the other fields stand at the same place in
 * Linux and, where it has them, rdma-core. Of names that differ Linux's is taken.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_cmd_hca_cap_bits (6.12); rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_cmd_hca_cap_bits.
 */
struct prm_cmd_hca_cap {
	/*
	 * 0x00 [31] access_other_hca_roce: Note: rdma-core only.
	 *      [25] page_request_disable
	 */
	uint8_t b_00;
	uint8_t reserved_01[1];
	uint8_t b_02;			/* 0x00 [15] shared_object_to_user_object_allowed */
	uint8_t b_03;			/* 0x00 [0] vhca_resource_manager */
	/*
	 * 0x04 [31] hca_cap_2
	 *      [30] create_lag_when_not_master_up
	 *      [29] dtor
	 *      [28] event_on_vhca_state_teardown_request
	 *      [27] event_on_vhca_state_in_use
	 *      [26] event_on_vhca_state_active
	 *      [25] event_on_vhca_state_allocated
	 *      [24] event_on_vhca_state_invalid
	 */
	uint8_t b_04;
	uint8_t reserved_05[1];
	prm_be16 vhca_id;		/* 0x04 [15:0] */
	uint8_t reserved_08[4];
	uint8_t b_0c;			/* 0x0c [29] qp_data_in_order: Note: rdma-core only. */
	/* 0x0c [20:16] log_dma_mmo_max_size: Note: rdma-core only. (log2: 2^value) */
	uint8_t b_0d;
	uint8_t reserved_0e[2];
	uint8_t log_max_srq_sz;		/* 0x10 [31:24]: (log2: 2^value) */
	uint8_t log_max_qp_sz;		/* 0x10 [23:16]: (log2: 2^value) */
	/*
	 * 0x10 [15] event_cap
	 *      [12] isolate_vl_tc_new
	 */
	uint8_t b_12;
	/*
	 * 0x10 [7]   prio_tag_required
	 *      [4:0] log_max_qp: (log2: 2^value)
	 */
	uint8_t b_13;
	uint8_t b_14;			/* 0x14 [28] ece_support */
	/*
	 * 0x14 [22]    reg_c_preserve
	 *      [20:16] log_max_srq: (log2: 2^value)
	 */
	uint8_t b_15;
	/*
	 * 0x14 [14] uplink_follow
	 *      [13] ts_cqe_to_dest_cqn
	 */
	uint8_t b_16;
	uint8_t b_17;			/* 0x14 [6] go_back_n */
	uint8_t max_sgl_for_optimized_performance; /* 0x18 [31:24] */
	uint8_t log_max_cq_sz;		/* 0x18 [23:16]: (log2: 2^value) */
	/*
	 * 0x18 [15] relaxed_ordering_write_umr
	 *      [14] relaxed_ordering_read_umr
	 */
	uint8_t b_1a;
	/*
	 * 0x18 [6]   virtio_net_device_emualtion_manager
	 *      [5]   virtio_blk_device_emualtion_manager
	 *      [4:0] log_max_cq: (log2: 2^value)
	 */
	uint8_t b_1b;
	uint8_t log_max_eq_sz;		/* 0x1c [31:24]: (log2: 2^value) */
	/*
	 * 0x1c [23]    relaxed_ordering_write
	 *      [22]    relaxed_ordering_read_pci_enabled
	 *      [21:16] log_max_mkey: (log2: 2^value)
	 */
	uint8_t b_1d;
	/*
	 * 0x1c [15] tunneled_atomic: Note: rdma-core only.
	 *      [14] as_notify: Note: rdma-core only.
	 *      [13] m_pci_port: Note: rdma-core only.
	 *      [12] m_vhca_mk: Note: rdma-core only.
	 *      [11] cmd_on_behalf: Note: rdma-core only.
	 *      [10] device_emulation_manager: Note: rdma-core only.
	 *      [9]  terminate_scatter_list_mkey
	 *      [8]  repeated_mkey
	 */
	uint8_t b_1e;
	/*
	 * 0x1c [7]   dump_fill_mkey
	 *      [4]   fast_teardown: Sources disagree: rdma-core has it at 0x20[14] and this bit
	 *              reserved. Linux, whose driver uses it, is taken.
	 *      [3:0] log_max_eq: (log2: 2^value)
	 */
	uint8_t b_1f;
	uint8_t max_indirection;	/* 0x20 [31:24] */
	/*
	 * 0x20 [23]    fixed_buffer_size
	 *      [22:16] log_max_mrw_sz: (log2: 2^value)
	 */
	uint8_t b_21;
	/*
	 * 0x20 [15]   force_teardown
	 *      [13:8] log_max_bsf_list_size: Largest list of BSFs of a key. (log2: 2^value)
	 */
	uint8_t b_22;
	/*
	 * 0x20 [7]   umr_extended_translation_offset: The translation offset of a UMR has 48
	 *              bits.
	 *      [6]   null_mkey
	 *      [5:0] log_max_klm_list_size: Largest list of KLMs of a key. (log2: 2^value)
	 */
	uint8_t b_23;
	uint8_t b_24;			/* 0x24 [29] qpc_extension */
	uint8_t b_25;			/* 0x24 [21:16] log_max_ra_req_dc: (log2: 2^value) */
	uint8_t b_26;			/* 0x24 [13] eth_wqe_too_small */
	/*
	 * 0x24 [6]   vnic_env_cq_overrun
	 *      [5:0] log_max_ra_res_dc: (log2: 2^value)
	 */
	uint8_t b_27;
	/*
	 * 0x28 [26] release_all_pages
	 *      [25] must_not_use
	 *      [24] sig_crc64_xp10: CRC64_XP10 can be checked and generated. Note: rdma-core
	 *             only.
	 */
	uint8_t b_28;
	/*
	 * 0x28 [23]    sig_crc32c: CRC32C can be checked and generated. Note: rdma-core only.
	 *      [22]    roce_accl
	 *      [21:16] log_max_ra_req_qp: (log2: 2^value)
	 */
	uint8_t b_29;
	/*
	 * 0x28 [14] rts2rts_qp_udp_sport: Note: rdma-core only.
	 *      [13] rts2rts_lag_tx_port_affinity: Note: rdma-core only.
	 *      [12] dma_mmo_sq: Note: rdma-core only.
	 */
	uint8_t b_2a;
	uint8_t b_2b;			/* 0x28 [5:0] log_max_ra_res_qp: (log2: 2^value) */
	/*
	 * 0x2c [31] end_pad
	 *      [30] cc_query_allowed
	 *      [29] cc_modify_allowed
	 *      [28] start_pad
	 *      [27] cache_line_128byte
	 *      [26] gid_table_size_ro: Note: rdma-core only.
	 *      [25] pkey_table_size_ro: Note: rdma-core only.
	 */
	uint8_t b_2c;
	/*
	 * 0x2c [23] rnr_nak_q_counters: Note: rdma-core only.
	 *      [22] rts2rts_qp_counters_set_id
	 *      [21] rts2rts_qp_dscp: Note: rdma-core only.
	 *      [19] vnic_env_int_rq_oob
	 *      [18] sbcam_reg
	 *      [16] qcam_reg
	 */
	uint8_t b_2d;
	/* 0x2c [15:0]: Code of the size, not a number of entries. */
	prm_be16 gid_table_size;
	/*
	 * 0x30 [31]    out_of_seq_cnt
	 *      [30]    vport_counters
	 *      [29]    retransmission_q_counters
	 *      [28]    debug
	 *      [27]    modify_rq_counter_set_id
	 *      [26]    rq_delay_drop
	 *      [25:16] max_qp_cnt
	 */
	prm_be16 w_30;
	/* 0x30 [15:0]: Code of the size, not a number of entries. */
	prm_be16 pkey_table_size;
	/*
	 * 0x34 [31] vport_group_manager
	 *      [30] vhca_group_manager
	 *      [29] ib_virt
	 *      [28] eth_virt
	 *      [27] vnic_env_queue_counters
	 *      [26] ets
	 *      [25] nic_flow_table
	 *      [24] eswitch_manager
	 */
	uint8_t b_34;
	/*
	 * 0x34 [23]    device_memory
	 *      [22]    mcam_reg
	 *      [21]    pcam_reg
	 *      [20:16] local_ca_ack_delay
	 */
	uint8_t b_35;
	/*
	 * 0x34 [15]  port_module_event
	 *      [14]  enhanced_error_q_counters
	 *      [13]  ports_check
	 *      [12]  pulse_gen_control: Note: rdma-core only.
	 *      [11]  disable_link_up
	 *      [10]  beacon_led
	 *      [9:8] port_type: (enum prm_cap_port_type)
	 */
	uint8_t b_36;
	uint8_t num_ports;		/* 0x34 [7:0] */
	/*
	 * 0x38 [30]    pps
	 *      [29]    pps_modify
	 *      [28:24] log_max_msg: (log2: 2^value)
	 */
	uint8_t b_38;
	/*
	 * 0x38 [23]    multi_path_xrc_rdma: Note: rdma-core only.
	 *      [22]    multi_path_dc_rdma: Note: rdma-core only.
	 *      [21]    multi_path_rc_rdma: Note: rdma-core only.
	 *      [20]    traffic_fast_control: Note: rdma-core only.
	 *      [19:16] max_tc
	 */
	uint8_t b_39;
	/*
	 * 0x38 [15] temp_warn_event
	 *      [14] dcbx
	 *      [13] general_notification_event
	 *      [12] multi_prio_sq: Note: rdma-core only.
	 *      [11] afu_owner: Note: rdma-core only.
	 *      [10] fpga
	 *      [9]  rol_s
	 *      [8]  rol_g
	 */
	uint8_t b_3a;
	/*
	 * 0x38 [7] ib_port_sniffer: Note: rdma-core only.
	 *      [6] wol_s
	 *      [5] wol_g
	 *      [4] wol_a
	 *      [3] wol_b
	 *      [2] wol_m
	 *      [1] wol_u
	 *      [0] wol_p
	 */
	uint8_t b_3b;
	prm_be16 stat_rate_support;	/* 0x3c [31:16] */
	/*
	 * 0x3c [15] sig_block_4048: Block size 4048 is supported. Note: rdma-core only.
	 *      [14] pci_sync_for_fw_update_event
	 *      [13] init2rtr_drain_sigerr: drain_sigerr can be set by INIT2RTR_QP too. Note:
	 *             rdma-core only.
	 */
	uint8_t b_3e;
	/*
	 * 0x3c [7]   init2_lag_tx_port_affinity
	 *      [4]   wqe_based_flow_table_update_cap
	 *      [3:0] cqe_version: Newest CQE version: 0 identifies a QP by number, 1 by user
	 *              index.
	 */
	uint8_t b_3f;
	/*
	 * 0x40 [31] compact_address_vector
	 *      [30] striding_rq
	 *      [28] ipoib_enhanced_offloads
	 *      [27] ipoib_basic_offloads
	 *      [26] ib_striding_wq: Note: rdma-core only.
	 *      [25] repeated_block_disabled: Interleaved (repeat block) layouts of a UMR are not
	 *             supported.
	 *      [24] umr_modify_entity_size_disabled: A UMR must not change the page size of a
	 *             key.
	 */
	uint8_t b_40;
	/*
	 * 0x40 [23]    umr_modify_atomic_disabled: A UMR must not change the atomic access right
	 *                of a key.
	 *      [22]    umr_indirect_mkey_disabled: A UMR must not work on an indirect key.
	 *      [21:20] umr_fence: The fence that a UMR needs before the requests that use its
	 *                key. (enum prm_umr_fence)
	 *      [19]    dc_req_scat_data_cqe
	 *      [18]    dc_connect_qp: Note: rdma-core only.
	 *      [17]    dc_cnak_trace: Note: rdma-core only.
	 *      [16]    drain_sigerr: A QP can be told to stop its send queue at a signature
	 *                error.
	 */
	uint8_t b_41;
	/*
	 * 0x40 [15:14] cmdif_checksum
	 *      [13]    sigerr_cqe: A signature error is reported by a CQE with opcode SIG_ERR.
	 *      [12]    e_psv: Extended PSVs. Note: rdma-core only. UNVERIFIED: What an extended
	 *                PSV holds.
	 *      [11]    wq_signature
	 *      [10]    sctr_data_cqe
	 *      [9]     bsf_in_create_mkey: CREATE_MKEY takes a BSF. Note: rdma-core only.
	 *      [8]     sho: Signature handover: signature keys, PSVs and BSFs can be used.
	 */
	uint8_t b_42;
	/*
	 * 0x40 [7] tph
	 *      [6] rf
	 *      [5] dct
	 *      [4] qos
	 *      [3] eth_net_offloads
	 *      [2] roce
	 *      [1] atomic
	 *      [0] extended_retry_count: Note: rdma-core only.
	 */
	uint8_t b_43;
	/*
	 * 0x44 [31] cq_oi
	 *      [30] cq_resize
	 *      [29] cq_moderation
	 *      [28] cq_period_mode_modify
	 *      [27] cq_invalidate: Note: rdma-core only.
	 *      [25] cq_eq_remap
	 *      [24] pg
	 */
	uint8_t b_44;
	/*
	 * 0x44 [23] block_lb_mc
	 *      [22] exponential_backoff: Note: rdma-core only.
	 *      [21] scqe_break_moderation
	 *      [20] cq_period_start_from_cqe
	 *      [19] cd
	 *      [18] atm: Note: rdma-core only.
	 *      [17] apm
	 *      [16] vector_calc
	 */
	uint8_t b_45;
	/*
	 * 0x44 [15] umr_ptr_rlky
	 *      [14] imaicl
	 *      [13] qp_packet_based
	 *      [11] ipoib_enhanced_pkey_change: Note: rdma-core only.
	 *      [10] initiator_src_dct_in_cqe: Note: rdma-core only.
	 *      [9]  qkv
	 *      [8]  pkv
	 */
	uint8_t b_46;
	/*
	 * 0x44 [7] set_deth_sqpn
	 *      [6] rts2rts_primary_sl: Note: rdma-core only.
	 *      [5] initiator_src_dct: Note: rdma-core only.
	 *      [4] dc_v2: Note: rdma-core only.
	 *      [3] xrc
	 *      [2] ud
	 *      [1] uc
	 *      [0] rc
	 */
	uint8_t b_47;
	uint8_t b_48;			/* 0x48 [31] uar_4k */
	/*
	 * 0x48 [23]    fl_rc_qp_when_roce_disabled
	 *      [22]    regexp_params
	 *      [21:16] uar_sz
	 */
	uint8_t b_49;
	/*
	 * 0x48 [15]   port_selection_cap
	 *      [13]   umem_uid_0
	 *      [12:8] log_max_dc_cnak_qps: Note: rdma-core only. (log2: 2^value)
	 */
	uint8_t b_4a;
	uint8_t log_pg_sz;		/* 0x48 [7:0]: (log2: 2^value) */
	/*
	 * 0x4c [31] bf
	 *      [30] driver_version
	 *      [29] pad_tx_eth_packet
	 *      [28] query_driver_version: Note: rdma-core only.
	 *      [27] max_qp_retry_freq: Note: rdma-core only.
	 *      [26] qp_by_name: Note: rdma-core only.
	 *      [25] mkey_by_name
	 */
	uint8_t b_4c;
	/*
	 * 0x4c [23]    suspend_qp_uc: Note: rdma-core only.
	 *      [22]    suspend_qp_ud: Note: rdma-core only.
	 *      [21]    suspend_qp_rc: Note: rdma-core only.
	 *      [20:16] log_bf_reg_size: (log2: 2^value)
	 */
	uint8_t b_4d;
	/*
	 * 0x4c [12]  qp_error_syndrome
	 *      [9:8] lag_dct
	 */
	uint8_t b_4e;
	/*
	 * 0x4c [7]   lag_tx_port_affinity
	 *      [6]   lag_native_fdb_selection
	 *      [4]   lag_master
	 *      [3:0] num_lag_ports
	 */
	uint8_t b_4f;
	prm_be16 num_of_diagnostic_counters; /* 0x50 [31:16]: Note: rdma-core only. */
	prm_be16 max_wqe_sz_sq;		/* 0x50 [15:0]: Largest WQE of a send queue. (in bytes) */
	uint8_t reserved_54[1];
	uint8_t b_55;			/* 0x54 [20] shampo */
	/* 0x54 [15:0]: Largest WQE of a receive queue. (in bytes) */
	prm_be16 max_wqe_sz_rq;
	prm_be16 max_flow_counter_31_16; /* 0x58 [31:16] */
	prm_be16 max_wqe_sz_sq_dc;	/* 0x58 [15:0] */
	prm_be32 dw_5c;			/* 0x5c [24:0] max_qp_mcg */
	prm_be16 mlnx_tag_ethertype;	/* 0x60 [31:16]: Note: rdma-core only. */
	uint8_t flow_counter_bulk_alloc; /* 0x60 [15:8] */
	uint8_t log_max_mcg;		/* 0x60 [7:0]: (log2: 2^value) */
	uint8_t b_64;			/* 0x64 [28:24] log_max_transport_domain: (log2: 2^value) */
	/*
	 * 0x64 [21]    relaxed_ordering_read
	 *      [20:16] log_max_pd: (log2: 2^value)
	 */
	uint8_t b_65;
	/*
	 * 0x64 [15] dp_ordering_ooo_all_ud: Note: rdma-core only.
	 *      [14] dp_ordering_ooo_all_uc: Note: rdma-core only.
	 *      [13] dp_ordering_ooo_all_xrc: Note: rdma-core only.
	 *      [12] dp_ordering_ooo_all_dc: Note: rdma-core only.
	 *      [11] dp_ordering_ooo_all_rc: Note: rdma-core only.
	 *      [10] pcie_reset_using_hotreset_method
	 *      [9]  pci_sync_for_fw_update_with_driver_unload
	 *      [8]  vnic_env_cnt_steering_fail
	 */
	uint8_t b_66;
	/*
	 * 0x64 [7]   vport_counter_local_loopback
	 *      [6]   q_counter_aggregation
	 *      [5]   q_counter_other_vport
	 *      [4:0] log_max_xrcd: (log2: 2^value)
	 */
	uint8_t b_67;
	/*
	 * 0x68 [31] nic_receive_steering_discard
	 *      [30] receive_discard_vport_down
	 *      [29] transmit_discard_vport_down
	 *      [28] eq_overrun_count
	 *      [27] nic_receive_steering_depth: Note: rdma-core only.
	 *      [26] invalid_command_count
	 *      [25] quota_exceeded_count
	 */
	uint8_t b_68;
	uint8_t log_max_flow_counter_bulk; /* 0x68 [23:16]: (log2: 2^value) */
	prm_be16 max_flow_counter_15_0;	/* 0x68 [15:0] */
	/*
	 * 0x6c [31]    modify_tis: Note: rdma-core only.
	 *      [28:24] log_max_rq: (log2: 2^value)
	 */
	uint8_t b_6c;
	uint8_t b_6d;			/* 0x6c [20:16] log_max_sq: (log2: 2^value) */
	uint8_t b_6e;			/* 0x6c [12:8] log_max_tir: (log2: 2^value) */
	uint8_t b_6f;			/* 0x6c [4:0] log_max_tis: (log2: 2^value) */
	/*
	 * 0x70 [31]    basic_cyclic_rcv_wqe
	 *      [28:24] log_max_rmp: (log2: 2^value)
	 */
	uint8_t b_70;
	uint8_t b_71;			/* 0x70 [20:16] log_max_rqt: (log2: 2^value) */
	uint8_t b_72;			/* 0x70 [12:8] log_max_rqt_size: (log2: 2^value) */
	uint8_t b_73;			/* 0x70 [4:0] log_max_tis_per_sq: (log2: 2^value) */
	/*
	 * 0x74 [31]    ext_stride_num_range
	 *      [30]    roce_rw_supported
	 *      [29]    log_max_current_uc_list_wr_supported
	 *      [28:24] log_max_stride_sz_rq: (log2: 2^value)
	 */
	uint8_t b_74;
	uint8_t b_75;			/* 0x74 [20:16] log_min_stride_sz_rq: (log2: 2^value) */
	uint8_t b_76;			/* 0x74 [12:8] log_max_stride_sz_sq: (log2: 2^value) */
	uint8_t b_77;			/* 0x74 [4:0] log_min_stride_sz_sq: (log2: 2^value) */
	/*
	 * 0x78 [31]    hairpin
	 *      [28:24] log_max_hairpin_queues: (log2: 2^value)
	 */
	uint8_t b_78;
	/* 0x78 [20:16] log_max_hairpin_wq_data_sz: (log2: 2^value) */
	uint8_t b_79;
	/* 0x78 [12:8] log_max_hairpin_num_packets: (log2: 2^value) */
	uint8_t b_7a;
	uint8_t b_7b;			/* 0x78 [4:0] log_max_wq_sz: (log2: 2^value) */
	/*
	 * 0x7c [31]    nic_vport_change_event
	 *      [30]    disable_local_lb_uc
	 *      [29]    disable_local_lb_mc
	 *      [28:24] log_min_hairpin_wq_data_sz: (log2: 2^value)
	 */
	uint8_t b_7c;
	/*
	 * 0x7c [22]    silent_mode
	 *      [21]    vhca_state
	 *      [20:16] log_max_vlan_list: (log2: 2^value)
	 */
	uint8_t b_7d;
	/*
	 * 0x7c [14]   aes_xts_single_block_le_tweak: Note: rdma-core only.
	 *      [13]   aes_xts_multi_block_be_tweak: Note: rdma-core only.
	 *      [12:8] log_max_current_mc_list: (log2: 2^value)
	 */
	uint8_t b_7e;
	uint8_t b_7f;			/* 0x7c [4:0] log_max_current_uc_list: (log2: 2^value) */
	prm_be64 general_obj_types;	/* 0x80 [63:0] */
	/*
	 * 0x88 [31:30] sq_ts_format
	 *      [29:28] rq_ts_format
	 *      [27:24] steering_format_version
	 *      [23:0]  create_qp_start_hint
	 */
	prm_be32 dw_88;
	/*
	 * 0x8c [30]    ats
	 *      [29]    cross_vhca_rqt
	 *      [28:24] log_max_uctx: (log2: 2^value)
	 */
	uint8_t b_8c;
	/*
	 * 0x8c [22]    crypto: Keys can encrypt; see the crypto capabilities.
	 *      [21]    ipsec_offload
	 *      [20:16] log_max_umem: (log2: 2^value)
	 */
	uint8_t b_8d;
	prm_be16 max_num_eqs;		/* 0x8c [15:0] */
	/*
	 * 0x90 [31]    sigerr_domain_and_sig_type: domain and sig_type of a SIG_ERR CQE are
	 *                valid. Note: rdma-core only.
	 *      [30]    tls_tx
	 *      [29]    tls_rx
	 *      [28:24] log_max_l2_table: (log2: 2^value)
	 */
	uint8_t b_90;
	uint8_t reserved_91[1];
	prm_be16 log_uar_page_sz;	/* 0x90 [15:0]: (log2: 2^value) */
	uint8_t reserved_94[4];
	prm_be32 device_frequency_mhz;	/* 0x98 [31:0]: (in MHz) */
	prm_be32 device_frequency_khz;	/* 0x9c [31:0]: (in kHz) */
	/*
	 * 0xa0 [31] capi: Note: rdma-core only.
	 *      [30] create_pec: Note: rdma-core only.
	 *      [29] nvmf_target_offload: Note: rdma-core only.
	 *      [28] capi_invalidate: Note: rdma-core only.
	 */
	uint8_t b_a0;
	uint8_t reserved_a1[2];
	/* 0xa0 [4:0] log_max_pasid: Note: rdma-core only. (log2: 2^value) */
	uint8_t b_a3;
	prm_be32 num_of_uars_per_page;	/* 0xa4 [31:0] */
	prm_be32 flex_parser_protocols;	/* 0xa8 [31:0] */
	uint8_t max_geneve_tlv_options;	/* 0xac [31:24] */
	uint8_t b_ad;			/* 0xac [20:16] max_geneve_tlv_option_data_len */
	/*
	 * 0xac [15]   flex_parser_header_modify: Note: rdma-core only.
	 *      [12:8] log_max_guaranteed_connections: Note: rdma-core only. (log2: 2^value)
	 */
	uint8_t b_ae;
	/*
	 * 0xac [6]   adv_virtualization
	 *      [4:0] log_max_dct_connections: Note: rdma-core only. (log2: 2^value)
	 */
	uint8_t b_af;
	uint8_t log_max_atomic_size_qp;	/* 0xb0 [31:24]: Note: rdma-core only. (log2: 2^value) */
	/* 0xb0 [20:16] log_max_dci_stream_channels: (log2: 2^value) */
	uint8_t b_b1;
	/* 0xb0 [12:8] log_max_dci_errored_streams: (log2: 2^value) */
	uint8_t b_b2;
	uint8_t log_max_atomic_size_dc;	/* 0xb0 [7:0]: Note: rdma-core only. (log2: 2^value) */
	uint8_t reserved_b4[2];
	/*
	 * 0xb4 [15]   enhanced_cqe_compression
	 *      [13]   crossing_vhca_mkey
	 *      [12:8] log_max_dek: (log2: 2^value)
	 */
	uint8_t b_b6;
	/*
	 * 0xb4 [3] mini_cqe_resp_stride_index
	 *      [2] cqe_128_always
	 *      [1] cqe_compression_128
	 *      [0] cqe_compression
	 */
	uint8_t b_b7;
	prm_be16 cqe_compression_timeout; /* 0xb8 [31:16] */
	prm_be16 cqe_compression_max_num; /* 0xb8 [15:0] */
	uint8_t reserved_bc[1];
	/*
	 * 0xbc [23:20] flex_parser_id_gtpu_dw_0
	 *      [19:16] log_max_tm_offloaded_op_size: Note: rdma-core only. (log2: 2^value)
	 */
	uint8_t b_bd;
	/*
	 * 0xbc [15]   tag_matching
	 *      [14]   rndv_offload_rc
	 *      [13]   rndv_offload_dc
	 *      [12:8] log_tag_matching_list_sz: (log2: 2^value)
	 */
	uint8_t b_be;
	uint8_t b_bf;			/* 0xbc [4:0] log_max_xrq: (log2: 2^value) */
	uint8_t affiliate_nic_vport_criteria; /* 0xc0 [31:24] */
	uint8_t native_port_num;	/* 0xc0 [23:16] */
	uint8_t num_vhca_ports;		/* 0xc0 [15:8] */
	/*
	 * 0xc0 [7:4] flex_parser_id_gtpu_teid
	 *      [2]   trusted_vnic_vhca: Note: rdma-core only.
	 *      [1]   sw_owner_id
	 *      [0]   reserve_not_to_use: Note: rdma-core only.
	 */
	uint8_t b_c3;
	prm_be16 max_num_of_monitor_counters; /* 0xc4 [31:16] */
	prm_be16 num_ppcnt_monitor_counters; /* 0xc4 [15:0] */
	prm_be16 max_num_sf;		/* 0xc8 [31:16] */
	prm_be16 num_q_monitor_counters; /* 0xc8 [15:0] */
	uint8_t reserved_cc[4];
	/*
	 * 0xd0 [31]    sf
	 *      [30]    sf_set_partition
	 *      [28:24] log_max_sf: (log2: 2^value)
	 */
	uint8_t b_d0;
	/*
	 * 0xd0 [23] apu
	 *      [18] migration
	 */
	uint8_t b_d1;
	uint8_t log_min_sf_size;	/* 0xd0 [15:8]: (log2: 2^value) */
	uint8_t max_num_sf_partitions;	/* 0xd0 [7:0] */
	prm_be32 uctx_cap;		/* 0xd4 [31:0] */
	uint8_t b_d8;			/* 0xd8 [27:24] flex_parser_id_geneve_tlv_option_0 */
	/*
	 * 0xd8 [23:20] flex_parser_id_icmp_dw1
	 *      [19:16] flex_parser_id_icmp_dw0
	 */
	uint8_t b_d9;
	/*
	 * 0xd8 [15:12] flex_parser_id_icmpv6_dw1
	 *      [11:8]  flex_parser_id_icmpv6_dw0
	 */
	uint8_t b_da;
	/*
	 * 0xd8 [7:4] flex_parser_id_outer_first_mpls_over_gre
	 *      [3:0] flex_parser_id_outer_first_mpls_over_udp_label
	 */
	uint8_t b_db;
	prm_be16 max_num_match_definer;	/* 0xdc [31:16] */
	prm_be16 sf_base_id;		/* 0xdc [15:0] */
	/*
	 * 0xe0 [31:28] flex_parser_id_gtpu_dw_2
	 *      [27:24] flex_parser_id_gtpu_first_ext_dw_0
	 *      [23:0]  num_total_dynamic_vf_msix
	 */
	prm_be32 dw_e0;
	uint8_t reserved_e4[2];
	prm_be16 w_e6;			/* 0xe4 [11:0] dynamic_msix_table_size */
	uint8_t reserved_e8[1];
	/*
	 * 0xe8 [23]    dma_mmo_qp: Note: rdma-core only.
	 *      [19:16] min_dynamic_vf_msix_table_size
	 */
	uint8_t b_e9;
	/*
	 * 0xe8 [13]   data_direct
	 *      [11:0] max_dynamic_vf_msix_table_size
	 */
	prm_be16 w_ea;
	/* 0xec [28:24] log_max_num_header_modify_argument: (log2: 2^value) */
	uint8_t b_ec;
	/*
	 * 0xec [23:20] log_header_modify_argument_granularity_offset: (log2: 2^value)
	 *      [19:16] log_header_modify_argument_granularity: (log2: 2^value)
	 */
	uint8_t b_ed;
	/* 0xec [12:8] log_header_modify_argument_max_alloc: (log2: 2^value) */
	uint8_t b_ee;
	uint8_t reserved_ef[1];
	prm_be64 vhca_tunnel_commands;	/* 0xf0 [63:0] */
	prm_be64 match_definer_format_supported; /* 0xf8 [63:0] */
} __attribute__((packed, aligned(4)));

#define PRM_CMD_HCA_CAP_SIZE 256

PRM_ASSERT_SIZE(prm_cmd_hca_cap, 256);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_02, 0x02);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_03, 0x03);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_04, 0x04);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_05, 0x05);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, vhca_id, 0x06);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_0d, 0x0d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_0e, 0x0e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_srq_sz, 0x10);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_qp_sz, 0x11);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_12, 0x12);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_13, 0x13);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_14, 0x14);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_15, 0x15);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_16, 0x16);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_17, 0x17);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_sgl_for_optimized_performance, 0x18);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_cq_sz, 0x19);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1a, 0x1a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1b, 0x1b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_eq_sz, 0x1c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1d, 0x1d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1e, 0x1e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1f, 0x1f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_indirection, 0x20);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_21, 0x21);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_22, 0x22);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_23, 0x23);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_24, 0x24);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_25, 0x25);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_26, 0x26);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_27, 0x27);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_28, 0x28);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_29, 0x29);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2a, 0x2a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2b, 0x2b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2c, 0x2c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2d, 0x2d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, gid_table_size, 0x2e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, w_30, 0x30);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, pkey_table_size, 0x32);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_34, 0x34);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_35, 0x35);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_36, 0x36);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_ports, 0x37);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_38, 0x38);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_39, 0x39);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3a, 0x3a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3b, 0x3b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, stat_rate_support, 0x3c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3e, 0x3e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3f, 0x3f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_40, 0x40);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_41, 0x41);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_42, 0x42);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_43, 0x43);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_44, 0x44);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_45, 0x45);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_46, 0x46);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_47, 0x47);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_48, 0x48);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_49, 0x49);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4a, 0x4a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_pg_sz, 0x4b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4c, 0x4c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4d, 0x4d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4e, 0x4e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4f, 0x4f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_of_diagnostic_counters, 0x50);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_wqe_sz_sq, 0x52);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_54, 0x54);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_55, 0x55);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_wqe_sz_rq, 0x56);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_flow_counter_31_16, 0x58);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_wqe_sz_sq_dc, 0x5a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, dw_5c, 0x5c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, mlnx_tag_ethertype, 0x60);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, flow_counter_bulk_alloc, 0x62);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_mcg, 0x63);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_64, 0x64);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_65, 0x65);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_66, 0x66);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_67, 0x67);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_68, 0x68);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_flow_counter_bulk, 0x69);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_flow_counter_15_0, 0x6a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6c, 0x6c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6d, 0x6d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6e, 0x6e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6f, 0x6f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_70, 0x70);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_71, 0x71);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_72, 0x72);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_73, 0x73);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_74, 0x74);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_75, 0x75);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_76, 0x76);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_77, 0x77);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_78, 0x78);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_79, 0x79);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7a, 0x7a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7b, 0x7b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7c, 0x7c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7d, 0x7d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7e, 0x7e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7f, 0x7f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, general_obj_types, 0x80);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, dw_88, 0x88);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_8c, 0x8c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_8d, 0x8d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_eqs, 0x8e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_90, 0x90);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_91, 0x91);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_uar_page_sz, 0x92);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_94, 0x94);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, device_frequency_mhz, 0x98);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, device_frequency_khz, 0x9c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_a0, 0xa0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_a1, 0xa1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_a3, 0xa3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_of_uars_per_page, 0xa4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, flex_parser_protocols, 0xa8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_geneve_tlv_options, 0xac);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ad, 0xad);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ae, 0xae);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_af, 0xaf);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_atomic_size_qp, 0xb0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b1, 0xb1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b2, 0xb2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_atomic_size_dc, 0xb3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_b4, 0xb4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b6, 0xb6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b7, 0xb7);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, cqe_compression_timeout, 0xb8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, cqe_compression_max_num, 0xba);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_bc, 0xbc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_bd, 0xbd);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_be, 0xbe);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_bf, 0xbf);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, affiliate_nic_vport_criteria, 0xc0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, native_port_num, 0xc1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_vhca_ports, 0xc2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_c3, 0xc3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_of_monitor_counters, 0xc4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_ppcnt_monitor_counters, 0xc6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_sf, 0xc8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_q_monitor_counters, 0xca);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_cc, 0xcc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d0, 0xd0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d1, 0xd1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_min_sf_size, 0xd2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_sf_partitions, 0xd3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, uctx_cap, 0xd4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d8, 0xd8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d9, 0xd9);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_da, 0xda);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_db, 0xdb);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_match_definer, 0xdc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, sf_base_id, 0xde);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, dw_e0, 0xe0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_e4, 0xe4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, w_e6, 0xe6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_e8, 0xe8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_e9, 0xe9);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, w_ea, 0xea);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ec, 0xec);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ed, 0xed);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ee, 0xee);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_ef, 0xef);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, vhca_tunnel_commands, 0xf0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, match_definer_format_supported, 0xf8);

static inline void prm_cmd_hca_cap_set_access_other_hca_roce(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_access_other_hca_roce(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_cmd_hca_cap_set_page_request_disable(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_page_request_disable(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_00 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_shared_object_to_user_object_allowed(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_shared_object_to_user_object_allowed(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_02 >> 7);
}

static inline void prm_cmd_hca_cap_set_vhca_resource_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_vhca_resource_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_03 & 0x1);
}

static inline void prm_cmd_hca_cap_set_hca_cap_2(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_hca_cap_2(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_04 >> 7);
}

static inline void prm_cmd_hca_cap_set_create_lag_when_not_master_up(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_create_lag_when_not_master_up(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dtor(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dtor(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_teardown_request(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_teardown_request(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_in_use(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_in_use(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_active(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_active(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_allocated(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_allocated(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_invalid(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_invalid(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_04 & 0x1);
}

static inline void prm_cmd_hca_cap_set_vhca_id(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vhca_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_vhca_id(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->vhca_id);
}

static inline void prm_cmd_hca_cap_set_qp_data_in_order(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qp_data_in_order(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_dma_mmo_max_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_0d = prm_u8_replace(p->b_0d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_dma_mmo_max_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_0d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_srq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_srq_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_srq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_srq_sz;
}

static inline void prm_cmd_hca_cap_set_log_max_qp_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_qp_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_qp_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_qp_sz;
}

static inline void prm_cmd_hca_cap_set_event_cap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_event_cap(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_12 >> 7);
}

static inline void prm_cmd_hca_cap_set_isolate_vl_tc_new(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_isolate_vl_tc_new(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_12 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_prio_tag_required(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_13 = prm_u8_replace(p->b_13, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_prio_tag_required(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_13 >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_13 = prm_u8_replace(p->b_13, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_qp(const struct prm_cmd_hca_cap *p)
{
	return p->b_13 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_ece_support(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_14 = prm_u8_replace(p->b_14, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_ece_support(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_14 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_reg_c_preserve(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_15 = prm_u8_replace(p->b_15, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_reg_c_preserve(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_15 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_srq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_15 = prm_u8_replace(p->b_15, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_srq(const struct prm_cmd_hca_cap *p)
{
	return p->b_15 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_uplink_follow(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_16 = prm_u8_replace(p->b_16, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_uplink_follow(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_16 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ts_cqe_to_dest_cqn(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_16 = prm_u8_replace(p->b_16, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ts_cqe_to_dest_cqn(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_16 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_go_back_n(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_17 = prm_u8_replace(p->b_17, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_go_back_n(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_17 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_sgl_for_optimized_performance(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_sgl_for_optimized_performance = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_sgl_for_optimized_performance(
		const struct prm_cmd_hca_cap *p)
{
	return p->max_sgl_for_optimized_performance;
}

static inline void prm_cmd_hca_cap_set_log_max_cq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_cq_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_cq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_cq_sz;
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_write_umr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1a = prm_u8_replace(p->b_1a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_write_umr(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1a >> 7);
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_read_umr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1a = prm_u8_replace(p->b_1a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_read_umr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_virtio_net_device_emualtion_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1b = prm_u8_replace(p->b_1b, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_virtio_net_device_emualtion_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1b >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_virtio_blk_device_emualtion_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1b = prm_u8_replace(p->b_1b, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_virtio_blk_device_emualtion_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1b >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_cq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_1b = prm_u8_replace(p->b_1b, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_cq(const struct prm_cmd_hca_cap *p)
{
	return p->b_1b & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_eq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_eq_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_eq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_eq_sz;
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_write(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1d = prm_u8_replace(p->b_1d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_write(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1d >> 7);
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_read_pci_enabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_1d = prm_u8_replace(p->b_1d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_read_pci_enabled(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_mkey(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_1d = prm_u8_replace(p->b_1d, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_mkey(const struct prm_cmd_hca_cap *p)
{
	return p->b_1d & 0x3f;
}

static inline void prm_cmd_hca_cap_set_tunneled_atomic(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tunneled_atomic(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1e >> 7);
}

static inline void prm_cmd_hca_cap_set_as_notify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_as_notify(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_m_pci_port(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_m_pci_port(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_m_vhca_mk(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_m_vhca_mk(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cmd_on_behalf(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cmd_on_behalf(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_device_emulation_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_device_emulation_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_terminate_scatter_list_mkey(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_terminate_scatter_list_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_repeated_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_repeated_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1e & 0x1);
}

static inline void prm_cmd_hca_cap_set_dump_fill_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1f = prm_u8_replace(p->b_1f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_dump_fill_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1f >> 7);
}

static inline void prm_cmd_hca_cap_set_fast_teardown(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1f = prm_u8_replace(p->b_1f, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_fast_teardown(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1f >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_eq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_1f = prm_u8_replace(p->b_1f, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_eq(const struct prm_cmd_hca_cap *p)
{
	return p->b_1f & 0xf;
}

static inline void prm_cmd_hca_cap_set_max_indirection(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_indirection = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_indirection(const struct prm_cmd_hca_cap *p)
{
	return p->max_indirection;
}

static inline void prm_cmd_hca_cap_set_fixed_buffer_size(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_21 = prm_u8_replace(p->b_21, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_fixed_buffer_size(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_21 >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_mrw_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 7);
	p->b_21 = prm_u8_replace(p->b_21, 0x7f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_mrw_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_21 & 0x7f;
}

static inline void prm_cmd_hca_cap_set_force_teardown(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_22 = prm_u8_replace(p->b_22, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_force_teardown(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_22 >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_bsf_list_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_22 = prm_u8_replace(p->b_22, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_bsf_list_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_22 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_umr_extended_translation_offset(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_23 = prm_u8_replace(p->b_23, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_umr_extended_translation_offset(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_23 >> 7);
}

static inline void prm_cmd_hca_cap_set_null_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_23 = prm_u8_replace(p->b_23, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_null_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_23 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_klm_list_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_23 = prm_u8_replace(p->b_23, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_klm_list_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_23 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_qpc_extension(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_24 = prm_u8_replace(p->b_24, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qpc_extension(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_24 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_req_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_25 = prm_u8_replace(p->b_25, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_req_dc(const struct prm_cmd_hca_cap *p)
{
	return p->b_25 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_eth_wqe_too_small(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_26 = prm_u8_replace(p->b_26, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_eth_wqe_too_small(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_26 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_cq_overrun(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_27 = prm_u8_replace(p->b_27, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_cq_overrun(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_27 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_res_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_27 = prm_u8_replace(p->b_27, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_res_dc(const struct prm_cmd_hca_cap *p)
{
	return p->b_27 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_release_all_pages(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_release_all_pages(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_must_not_use(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_must_not_use(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sig_crc64_xp10(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_sig_crc64_xp10(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_28 & 0x1);
}

static inline void prm_cmd_hca_cap_set_sig_crc32c(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_29 = prm_u8_replace(p->b_29, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sig_crc32c(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_29 >> 7);
}

static inline void prm_cmd_hca_cap_set_roce_accl(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_29 = prm_u8_replace(p->b_29, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_roce_accl(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_29 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_req_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_29 = prm_u8_replace(p->b_29, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_req_qp(const struct prm_cmd_hca_cap *p)
{
	return p->b_29 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_rts2rts_qp_udp_sport(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2a = prm_u8_replace(p->b_2a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_qp_udp_sport(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rts2rts_lag_tx_port_affinity(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_2a = prm_u8_replace(p->b_2a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_lag_tx_port_affinity(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2a >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dma_mmo_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2a = prm_u8_replace(p->b_2a, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_dma_mmo_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2a >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_res_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_2b = prm_u8_replace(p->b_2b, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_res_qp(const struct prm_cmd_hca_cap *p)
{
	return p->b_2b & 0x3f;
}

static inline void prm_cmd_hca_cap_set_end_pad(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_end_pad(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2c >> 7);
}

static inline void prm_cmd_hca_cap_set_cc_query_allowed(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_cc_query_allowed(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cc_modify_allowed(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_cc_modify_allowed(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_start_pad(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_start_pad(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cache_line_128byte(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cache_line_128byte(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_gid_table_size_ro(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_gid_table_size_ro(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pkey_table_size_ro(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_pkey_table_size_ro(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rnr_nak_q_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_rnr_nak_q_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2d >> 7);
}

static inline void prm_cmd_hca_cap_set_rts2rts_qp_counters_set_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_qp_counters_set_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rts2rts_qp_dscp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_qp_dscp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_int_rq_oob(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_int_rq_oob(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sbcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_sbcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_qcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2d & 0x1);
}

static inline void prm_cmd_hca_cap_set_gid_table_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->gid_table_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_gid_table_size(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->gid_table_size);
}

static inline void prm_cmd_hca_cap_set_out_of_seq_cnt(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x8000, (uint16_t)((uint32_t)v << 15));
}

static inline bool prm_cmd_hca_cap_get_out_of_seq_cnt(const struct prm_cmd_hca_cap *p)
{
	return (bool)(prm_be16_to_cpu(p->w_30) >> 15);
}

static inline void prm_cmd_hca_cap_set_vport_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x4000, (uint16_t)((uint32_t)v << 14));
}

static inline bool prm_cmd_hca_cap_get_vport_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 14) & 0x1);
}

static inline void prm_cmd_hca_cap_set_retransmission_q_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x2000, (uint16_t)((uint32_t)v << 13));
}

static inline bool prm_cmd_hca_cap_get_retransmission_q_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 13) & 0x1);
}

static inline void prm_cmd_hca_cap_set_debug(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x1000, (uint16_t)((uint32_t)v << 12));
}

static inline bool prm_cmd_hca_cap_get_debug(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 12) & 0x1);
}

static inline void prm_cmd_hca_cap_set_modify_rq_counter_set_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x800, (uint16_t)((uint32_t)v << 11));
}

static inline bool prm_cmd_hca_cap_get_modify_rq_counter_set_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 11) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rq_delay_drop(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x400, (uint16_t)((uint32_t)v << 10));
}

static inline bool prm_cmd_hca_cap_get_rq_delay_drop(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 10) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_qp_cnt(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 10);
	p->w_30 = prm_be16_replace(p->w_30, 0x3ff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_qp_cnt(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->w_30) & 0x3ff;
}

static inline void prm_cmd_hca_cap_set_pkey_table_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->pkey_table_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_pkey_table_size(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->pkey_table_size);
}

static inline void prm_cmd_hca_cap_set_vport_group_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_vport_group_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_34 >> 7);
}

static inline void prm_cmd_hca_cap_set_vhca_group_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_vhca_group_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_virt(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ib_virt(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eth_virt(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_eth_virt(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_queue_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_queue_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ets(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_ets(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nic_flow_table(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_nic_flow_table(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eswitch_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_eswitch_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_34 & 0x1);
}

static inline void prm_cmd_hca_cap_set_device_memory(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_device_memory(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_35 >> 7);
}

static inline void prm_cmd_hca_cap_set_mcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_mcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_35 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_pcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_35 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_local_ca_ack_delay(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_35 = prm_u8_replace(p->b_35, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_local_ca_ack_delay(const struct prm_cmd_hca_cap *p)
{
	return p->b_35 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_port_module_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_port_module_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_36 >> 7);
}

static inline void prm_cmd_hca_cap_set_enhanced_error_q_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_enhanced_error_q_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ports_check(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ports_check(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pulse_gen_control(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_pulse_gen_control(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_disable_link_up(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_disable_link_up(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_beacon_led(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_beacon_led(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_port_type(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_36 = prm_u8_replace(p->b_36, 0x3, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_port_type(const struct prm_cmd_hca_cap *p)
{
	return p->b_36 & 0x3;
}

static inline void prm_cmd_hca_cap_set_num_ports(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_ports = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_num_ports(const struct prm_cmd_hca_cap *p)
{
	return p->num_ports;
}

static inline void prm_cmd_hca_cap_set_pps(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_38 = prm_u8_replace(p->b_38, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_pps(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_38 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pps_modify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_38 = prm_u8_replace(p->b_38, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_pps_modify(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_38 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_msg(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_38 = prm_u8_replace(p->b_38, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_msg(const struct prm_cmd_hca_cap *p)
{
	return p->b_38 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_multi_path_xrc_rdma(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_multi_path_xrc_rdma(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_39 >> 7);
}

static inline void prm_cmd_hca_cap_set_multi_path_dc_rdma(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_multi_path_dc_rdma(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_39 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_multi_path_rc_rdma(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_multi_path_rc_rdma(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_39 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_traffic_fast_control(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_traffic_fast_control(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_39 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_tc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_39 = prm_u8_replace(p->b_39, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_tc(const struct prm_cmd_hca_cap *p)
{
	return p->b_39 & 0xf;
}

static inline void prm_cmd_hca_cap_set_temp_warn_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_temp_warn_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3a >> 7);
}

static inline void prm_cmd_hca_cap_set_dcbx(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_dcbx(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_general_notification_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_general_notification_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_multi_prio_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_multi_prio_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_afu_owner(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_afu_owner(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_fpga(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_fpga(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rol_s(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_rol_s(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rol_g(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_rol_g(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3a & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_port_sniffer(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_ib_port_sniffer(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3b >> 7);
}

static inline void prm_cmd_hca_cap_set_wol_s(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_wol_s(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_g(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_wol_g(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_a(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_wol_a(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_b(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_wol_b(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_m(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_wol_m(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_u(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_wol_u(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_p(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_wol_p(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3b & 0x1);
}

static inline void prm_cmd_hca_cap_set_stat_rate_support(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->stat_rate_support = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_stat_rate_support(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->stat_rate_support);
}

static inline void prm_cmd_hca_cap_set_sig_block_4048(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3e = prm_u8_replace(p->b_3e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sig_block_4048(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3e >> 7);
}

static inline void prm_cmd_hca_cap_set_pci_sync_for_fw_update_event(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_3e = prm_u8_replace(p->b_3e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_pci_sync_for_fw_update_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_init2rtr_drain_sigerr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3e = prm_u8_replace(p->b_3e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_init2rtr_drain_sigerr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_init2_lag_tx_port_affinity(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_init2_lag_tx_port_affinity(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3f >> 7);
}

static inline void prm_cmd_hca_cap_set_wqe_based_flow_table_update_cap(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_wqe_based_flow_table_update_cap(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3f >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_version(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_3f = prm_u8_replace(p->b_3f, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_cqe_version(const struct prm_cmd_hca_cap *p)
{
	return p->b_3f & 0xf;
}

static inline void prm_cmd_hca_cap_set_compact_address_vector(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_compact_address_vector(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_40 >> 7);
}

static inline void prm_cmd_hca_cap_set_striding_rq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_striding_rq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipoib_enhanced_offloads(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_ipoib_enhanced_offloads(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipoib_basic_offloads(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_ipoib_basic_offloads(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_striding_wq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_ib_striding_wq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_repeated_block_disabled(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_repeated_block_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_modify_entity_size_disabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_umr_modify_entity_size_disabled(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_40 & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_modify_atomic_disabled(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_umr_modify_atomic_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_41 >> 7);
}

static inline void prm_cmd_hca_cap_set_umr_indirect_mkey_disabled(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_umr_indirect_mkey_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_fence(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_41 = prm_u8_replace(p->b_41, 0x30, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_umr_fence(const struct prm_cmd_hca_cap *p)
{
	return (p->b_41 >> 4) & 0x3;
}

static inline void prm_cmd_hca_cap_set_dc_req_scat_data_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_dc_req_scat_data_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dc_connect_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_dc_connect_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dc_cnak_trace(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_dc_cnak_trace(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_drain_sigerr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_drain_sigerr(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_41 & 0x1);
}

static inline void prm_cmd_hca_cap_set_cmdif_checksum(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_42 = prm_u8_replace(p->b_42, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_cmd_hca_cap_get_cmdif_checksum(const struct prm_cmd_hca_cap *p)
{
	return p->b_42 >> 6;
}

static inline void prm_cmd_hca_cap_set_sigerr_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_sigerr_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_e_psv(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_e_psv(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wq_signature(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_wq_signature(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sctr_data_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_sctr_data_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_bsf_in_create_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_bsf_in_create_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sho(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_sho(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_42 & 0x1);
}

static inline void prm_cmd_hca_cap_set_tph(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tph(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_43 >> 7);
}

static inline void prm_cmd_hca_cap_set_rf(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rf(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dct(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dct(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qos(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_qos(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eth_net_offloads(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_eth_net_offloads(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_roce(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_roce(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_atomic(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_atomic(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_extended_retry_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_extended_retry_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_43 & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_oi(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_cq_oi(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_44 >> 7);
}

static inline void prm_cmd_hca_cap_set_cq_resize(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_cq_resize(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_moderation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_cq_moderation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_period_mode_modify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_cq_period_mode_modify(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_invalidate(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cq_invalidate(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_eq_remap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_cq_eq_remap(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_pg(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_44 & 0x1);
}

static inline void prm_cmd_hca_cap_set_block_lb_mc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_block_lb_mc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_45 >> 7);
}

static inline void prm_cmd_hca_cap_set_exponential_backoff(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_exponential_backoff(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_scqe_break_moderation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_scqe_break_moderation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_period_start_from_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_cq_period_start_from_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cd(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cd(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_atm(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_atm(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_apm(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_apm(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vector_calc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_vector_calc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_45 & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_ptr_rlky(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_umr_ptr_rlky(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_46 >> 7);
}

static inline void prm_cmd_hca_cap_set_imaicl(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_imaicl(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_packet_based(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qp_packet_based(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipoib_enhanced_pkey_change(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_ipoib_enhanced_pkey_change(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_initiator_src_dct_in_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_initiator_src_dct_in_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qkv(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_qkv(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pkv(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_pkv(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_46 & 0x1);
}

static inline void prm_cmd_hca_cap_set_set_deth_sqpn(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_set_deth_sqpn(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_47 >> 7);
}

static inline void prm_cmd_hca_cap_set_rts2rts_primary_sl(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_primary_sl(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_initiator_src_dct(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_initiator_src_dct(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dc_v2(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_dc_v2(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_xrc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_xrc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ud(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_ud(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_47 & 0x1);
}

static inline void prm_cmd_hca_cap_set_uar_4k(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_48 = prm_u8_replace(p->b_48, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_uar_4k(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_48 >> 7);
}

static inline void prm_cmd_hca_cap_set_fl_rc_qp_when_roce_disabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_49 = prm_u8_replace(p->b_49, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_fl_rc_qp_when_roce_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_49 >> 7);
}

static inline void prm_cmd_hca_cap_set_regexp_params(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_49 = prm_u8_replace(p->b_49, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_regexp_params(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_49 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_uar_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_49 = prm_u8_replace(p->b_49, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_uar_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_49 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_port_selection_cap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4a = prm_u8_replace(p->b_4a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_port_selection_cap(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4a >> 7);
}

static inline void prm_cmd_hca_cap_set_umem_uid_0(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4a = prm_u8_replace(p->b_4a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_umem_uid_0(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4a >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_dc_cnak_qps(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_4a = prm_u8_replace(p->b_4a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dc_cnak_qps(const struct prm_cmd_hca_cap *p)
{
	return p->b_4a & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_pg_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_pg_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_pg_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_pg_sz;
}

static inline void prm_cmd_hca_cap_set_bf(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_bf(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4c >> 7);
}

static inline void prm_cmd_hca_cap_set_driver_version(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_driver_version(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pad_tx_eth_packet(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_pad_tx_eth_packet(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_query_driver_version(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_query_driver_version(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_qp_retry_freq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_max_qp_retry_freq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_by_name(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_qp_by_name(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_mkey_by_name(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_mkey_by_name(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_suspend_qp_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4d = prm_u8_replace(p->b_4d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_suspend_qp_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4d >> 7);
}

static inline void prm_cmd_hca_cap_set_suspend_qp_ud(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4d = prm_u8_replace(p->b_4d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_suspend_qp_ud(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_suspend_qp_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4d = prm_u8_replace(p->b_4d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_suspend_qp_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_bf_reg_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_4d = prm_u8_replace(p->b_4d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_bf_reg_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_4d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_qp_error_syndrome(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4e = prm_u8_replace(p->b_4e, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_qp_error_syndrome(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4e >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_lag_dct(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_4e = prm_u8_replace(p->b_4e, 0x3, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_lag_dct(const struct prm_cmd_hca_cap *p)
{
	return p->b_4e & 0x3;
}

static inline void prm_cmd_hca_cap_set_lag_tx_port_affinity(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4f = prm_u8_replace(p->b_4f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_lag_tx_port_affinity(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4f >> 7);
}

static inline void prm_cmd_hca_cap_set_lag_native_fdb_selection(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4f = prm_u8_replace(p->b_4f, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_lag_native_fdb_selection(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4f >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_lag_master(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4f = prm_u8_replace(p->b_4f, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_lag_master(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4f >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_num_lag_ports(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_4f = prm_u8_replace(p->b_4f, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_lag_ports(const struct prm_cmd_hca_cap *p)
{
	return p->b_4f & 0xf;
}

static inline void prm_cmd_hca_cap_set_num_of_diagnostic_counters(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->num_of_diagnostic_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_of_diagnostic_counters(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->num_of_diagnostic_counters);
}

static inline void prm_cmd_hca_cap_set_max_wqe_sz_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_wqe_sz_sq = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_wqe_sz_sq(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_wqe_sz_sq);
}

static inline void prm_cmd_hca_cap_set_shampo(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_55 = prm_u8_replace(p->b_55, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_shampo(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_55 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_wqe_sz_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_wqe_sz_rq = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_wqe_sz_rq(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_wqe_sz_rq);
}

static inline void prm_cmd_hca_cap_set_max_flow_counter_31_16(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_flow_counter_31_16 = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_flow_counter_31_16(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_flow_counter_31_16);
}

static inline void prm_cmd_hca_cap_set_max_wqe_sz_sq_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_wqe_sz_sq_dc = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_wqe_sz_sq_dc(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_wqe_sz_sq_dc);
}

static inline void prm_cmd_hca_cap_set_max_qp_mcg(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 25);
	p->dw_5c = prm_be32_replace(p->dw_5c, 0x1ffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_qp_mcg(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_5c) & 0x1ffffff;
}

static inline void prm_cmd_hca_cap_set_mlnx_tag_ethertype(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->mlnx_tag_ethertype = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_mlnx_tag_ethertype(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->mlnx_tag_ethertype);
}

static inline void prm_cmd_hca_cap_set_flow_counter_bulk_alloc(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->flow_counter_bulk_alloc = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_flow_counter_bulk_alloc(const struct prm_cmd_hca_cap *p)
{
	return p->flow_counter_bulk_alloc;
}

static inline void prm_cmd_hca_cap_set_log_max_mcg(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_mcg = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_mcg(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_mcg;
}

static inline void prm_cmd_hca_cap_set_log_max_transport_domain(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_64 = prm_u8_replace(p->b_64, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_transport_domain(const struct prm_cmd_hca_cap *p)
{
	return p->b_64 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_read(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_65 = prm_u8_replace(p->b_65, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_read(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_65 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_pd(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_65 = prm_u8_replace(p->b_65, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_pd(const struct prm_cmd_hca_cap *p)
{
	return p->b_65 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_ud(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_ud(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_66 >> 7);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_xrc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_xrc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_dc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_dc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcie_reset_using_hotreset_method(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_pcie_reset_using_hotreset_method(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pci_sync_for_fw_update_with_driver_unload(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_pci_sync_for_fw_update_with_driver_unload(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_cnt_steering_fail(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_vnic_env_cnt_steering_fail(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_66 & 0x1);
}

static inline void prm_cmd_hca_cap_set_vport_counter_local_loopback(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_67 = prm_u8_replace(p->b_67, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_vport_counter_local_loopback(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_67 >> 7);
}

static inline void prm_cmd_hca_cap_set_q_counter_aggregation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_67 = prm_u8_replace(p->b_67, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_q_counter_aggregation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_67 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_q_counter_other_vport(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_67 = prm_u8_replace(p->b_67, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_q_counter_other_vport(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_67 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_xrcd(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_67 = prm_u8_replace(p->b_67, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_xrcd(const struct prm_cmd_hca_cap *p)
{
	return p->b_67 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_nic_receive_steering_discard(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_nic_receive_steering_discard(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_68 >> 7);
}

static inline void prm_cmd_hca_cap_set_receive_discard_vport_down(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_receive_discard_vport_down(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_transmit_discard_vport_down(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_transmit_discard_vport_down(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eq_overrun_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_eq_overrun_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nic_receive_steering_depth(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_nic_receive_steering_depth(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_invalid_command_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_invalid_command_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_quota_exceeded_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_quota_exceeded_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_flow_counter_bulk(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_flow_counter_bulk = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_flow_counter_bulk(
		const struct prm_cmd_hca_cap *p)
{
	return p->log_max_flow_counter_bulk;
}

static inline void prm_cmd_hca_cap_set_max_flow_counter_15_0(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_flow_counter_15_0 = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_flow_counter_15_0(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_flow_counter_15_0);
}

static inline void prm_cmd_hca_cap_set_modify_tis(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_6c = prm_u8_replace(p->b_6c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_modify_tis(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_6c >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6c = prm_u8_replace(p->b_6c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rq(const struct prm_cmd_hca_cap *p)
{
	return p->b_6c & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6d = prm_u8_replace(p->b_6d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_6d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_tir(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6e = prm_u8_replace(p->b_6e, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tir(const struct prm_cmd_hca_cap *p)
{
	return p->b_6e & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_tis(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6f = prm_u8_replace(p->b_6f, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tis(const struct prm_cmd_hca_cap *p)
{
	return p->b_6f & 0x1f;
}

static inline void prm_cmd_hca_cap_set_basic_cyclic_rcv_wqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_70 = prm_u8_replace(p->b_70, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_basic_cyclic_rcv_wqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_70 >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_rmp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_70 = prm_u8_replace(p->b_70, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rmp(const struct prm_cmd_hca_cap *p)
{
	return p->b_70 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_rqt(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_71 = prm_u8_replace(p->b_71, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rqt(const struct prm_cmd_hca_cap *p)
{
	return p->b_71 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_rqt_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_72 = prm_u8_replace(p->b_72, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rqt_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_72 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_tis_per_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_73 = prm_u8_replace(p->b_73, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tis_per_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_73 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_ext_stride_num_range(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_74 = prm_u8_replace(p->b_74, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_ext_stride_num_range(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_74 >> 7);
}

static inline void prm_cmd_hca_cap_set_roce_rw_supported(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_74 = prm_u8_replace(p->b_74, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_roce_rw_supported(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_74 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_current_uc_list_wr_supported(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_74 = prm_u8_replace(p->b_74, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_log_max_current_uc_list_wr_supported(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_74 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_stride_sz_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_74 = prm_u8_replace(p->b_74, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_stride_sz_rq(const struct prm_cmd_hca_cap *p)
{
	return p->b_74 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_min_stride_sz_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_75 = prm_u8_replace(p->b_75, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_stride_sz_rq(const struct prm_cmd_hca_cap *p)
{
	return p->b_75 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_stride_sz_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_76 = prm_u8_replace(p->b_76, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_stride_sz_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_76 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_min_stride_sz_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_77 = prm_u8_replace(p->b_77, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_stride_sz_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_77 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_hairpin(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_78 = prm_u8_replace(p->b_78, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_hairpin(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_78 >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_hairpin_queues(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_78 = prm_u8_replace(p->b_78, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_hairpin_queues(const struct prm_cmd_hca_cap *p)
{
	return p->b_78 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_hairpin_wq_data_sz(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_79 = prm_u8_replace(p->b_79, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_hairpin_wq_data_sz(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_79 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_hairpin_num_packets(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7a = prm_u8_replace(p->b_7a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_hairpin_num_packets(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_7a & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_wq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7b = prm_u8_replace(p->b_7b, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_wq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_7b & 0x1f;
}

static inline void prm_cmd_hca_cap_set_nic_vport_change_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7c = prm_u8_replace(p->b_7c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_nic_vport_change_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_7c >> 7);
}

static inline void prm_cmd_hca_cap_set_disable_local_lb_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7c = prm_u8_replace(p->b_7c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_disable_local_lb_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_disable_local_lb_mc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7c = prm_u8_replace(p->b_7c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_disable_local_lb_mc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_min_hairpin_wq_data_sz(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7c = prm_u8_replace(p->b_7c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_hairpin_wq_data_sz(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_7c & 0x1f;
}

static inline void prm_cmd_hca_cap_set_silent_mode(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7d = prm_u8_replace(p->b_7d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_silent_mode(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vhca_state(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7d = prm_u8_replace(p->b_7d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_vhca_state(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_vlan_list(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7d = prm_u8_replace(p->b_7d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_vlan_list(const struct prm_cmd_hca_cap *p)
{
	return p->b_7d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_aes_xts_single_block_le_tweak(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_single_block_le_tweak(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_aes_xts_multi_block_be_tweak(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_multi_block_be_tweak(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_current_mc_list(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7e = prm_u8_replace(p->b_7e, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_current_mc_list(const struct prm_cmd_hca_cap *p)
{
	return p->b_7e & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_current_uc_list(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7f = prm_u8_replace(p->b_7f, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_current_uc_list(const struct prm_cmd_hca_cap *p)
{
	return p->b_7f & 0x1f;
}

static inline void prm_cmd_hca_cap_set_general_obj_types(struct prm_cmd_hca_cap *p, uint64_t v)
{
	p->general_obj_types = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_get_general_obj_types(const struct prm_cmd_hca_cap *p)
{
	return prm_be64_to_cpu(p->general_obj_types);
}

static inline void prm_cmd_hca_cap_set_sq_ts_format(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xc0000000u, (uint32_t)v << 30);
}

static inline uint32_t prm_cmd_hca_cap_get_sq_ts_format(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_88) >> 30;
}

static inline void prm_cmd_hca_cap_set_rq_ts_format(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_88 = prm_be32_replace(p->dw_88, 0x30000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cmd_hca_cap_get_rq_ts_format(const struct prm_cmd_hca_cap *p)
{
	return (prm_be32_to_cpu(p->dw_88) >> 28) & 0x3;
}

static inline void prm_cmd_hca_cap_set_steering_format_version(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xf000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cmd_hca_cap_get_steering_format_version(const struct prm_cmd_hca_cap *p)
{
	return (prm_be32_to_cpu(p->dw_88) >> 24) & 0xf;
}

static inline void prm_cmd_hca_cap_set_create_qp_start_hint(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_get_create_qp_start_hint(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_88) & 0xffffff;
}

static inline void prm_cmd_hca_cap_set_ats(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8c = prm_u8_replace(p->b_8c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_ats(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cross_vhca_rqt(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8c = prm_u8_replace(p->b_8c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_cross_vhca_rqt(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_uctx(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_8c = prm_u8_replace(p->b_8c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_uctx(const struct prm_cmd_hca_cap *p)
{
	return p->b_8c & 0x1f;
}

static inline void prm_cmd_hca_cap_set_crypto(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8d = prm_u8_replace(p->b_8d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_crypto(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipsec_offload(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8d = prm_u8_replace(p->b_8d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ipsec_offload(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_umem(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_8d = prm_u8_replace(p->b_8d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_umem(const struct prm_cmd_hca_cap *p)
{
	return p->b_8d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_max_num_eqs(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_eqs = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_eqs(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_eqs);
}

static inline void prm_cmd_hca_cap_set_sigerr_domain_and_sig_type(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_90 = prm_u8_replace(p->b_90, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sigerr_domain_and_sig_type(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_90 >> 7);
}

static inline void prm_cmd_hca_cap_set_tls_tx(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_90 = prm_u8_replace(p->b_90, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_tls_tx(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_90 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_tls_rx(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_90 = prm_u8_replace(p->b_90, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_tls_rx(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_90 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_l2_table(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_90 = prm_u8_replace(p->b_90, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_l2_table(const struct prm_cmd_hca_cap *p)
{
	return p->b_90 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_uar_page_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->log_uar_page_sz = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_uar_page_sz(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->log_uar_page_sz);
}

static inline void prm_cmd_hca_cap_set_device_frequency_mhz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->device_frequency_mhz = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_device_frequency_mhz(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->device_frequency_mhz);
}

static inline void prm_cmd_hca_cap_set_device_frequency_khz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->device_frequency_khz = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_device_frequency_khz(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->device_frequency_khz);
}

static inline void prm_cmd_hca_cap_set_capi(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_capi(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_a0 >> 7);
}

static inline void prm_cmd_hca_cap_set_create_pec(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_create_pec(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_a0 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nvmf_target_offload(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_nvmf_target_offload(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_a0 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_capi_invalidate(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_capi_invalidate(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_a0 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_pasid(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_a3 = prm_u8_replace(p->b_a3, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_pasid(const struct prm_cmd_hca_cap *p)
{
	return p->b_a3 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_num_of_uars_per_page(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->num_of_uars_per_page = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_of_uars_per_page(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->num_of_uars_per_page);
}

static inline void prm_cmd_hca_cap_set_flex_parser_protocols(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->flex_parser_protocols = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_protocols(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->flex_parser_protocols);
}

static inline void prm_cmd_hca_cap_set_max_geneve_tlv_options(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_geneve_tlv_options = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_geneve_tlv_options(const struct prm_cmd_hca_cap *p)
{
	return p->max_geneve_tlv_options;
}

static inline void prm_cmd_hca_cap_set_max_geneve_tlv_option_data_len(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ad = prm_u8_replace(p->b_ad, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_geneve_tlv_option_data_len(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ad & 0x1f;
}

static inline void prm_cmd_hca_cap_set_flex_parser_header_modify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_ae = prm_u8_replace(p->b_ae, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_flex_parser_header_modify(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_ae >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_guaranteed_connections(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ae = prm_u8_replace(p->b_ae, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_guaranteed_connections(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ae & 0x1f;
}

static inline void prm_cmd_hca_cap_set_adv_virtualization(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_af = prm_u8_replace(p->b_af, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_adv_virtualization(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_af >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_dct_connections(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_af = prm_u8_replace(p->b_af, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dct_connections(const struct prm_cmd_hca_cap *p)
{
	return p->b_af & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_atomic_size_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_atomic_size_qp = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_atomic_size_qp(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_atomic_size_qp;
}

static inline void prm_cmd_hca_cap_set_log_max_dci_stream_channels(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_b1 = prm_u8_replace(p->b_b1, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dci_stream_channels(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_b1 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_dci_errored_streams(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_b2 = prm_u8_replace(p->b_b2, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dci_errored_streams(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_b2 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_atomic_size_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_atomic_size_dc = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_atomic_size_dc(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_atomic_size_dc;
}

static inline void prm_cmd_hca_cap_set_enhanced_cqe_compression(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b6 = prm_u8_replace(p->b_b6, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_enhanced_cqe_compression(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_b6 >> 7);
}

static inline void prm_cmd_hca_cap_set_crossing_vhca_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b6 = prm_u8_replace(p->b_b6, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_crossing_vhca_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b6 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_dek(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_b6 = prm_u8_replace(p->b_b6, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dek(const struct prm_cmd_hca_cap *p)
{
	return p->b_b6 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_mini_cqe_resp_stride_index(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_mini_cqe_resp_stride_index(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_128_always(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_cqe_128_always(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_compression_128(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_cqe_compression_128(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_compression(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_cqe_compression(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_b7 & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_compression_timeout(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->cqe_compression_timeout = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_cqe_compression_timeout(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->cqe_compression_timeout);
}

static inline void prm_cmd_hca_cap_set_cqe_compression_max_num(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->cqe_compression_max_num = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_cqe_compression_max_num(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->cqe_compression_max_num);
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_dw_0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_bd = prm_u8_replace(p->b_bd, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_dw_0(const struct prm_cmd_hca_cap *p)
{
	return p->b_bd >> 4;
}

static inline void prm_cmd_hca_cap_set_log_max_tm_offloaded_op_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_bd = prm_u8_replace(p->b_bd, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tm_offloaded_op_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_bd & 0xf;
}

static inline void prm_cmd_hca_cap_set_tag_matching(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_be = prm_u8_replace(p->b_be, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tag_matching(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_be >> 7);
}

static inline void prm_cmd_hca_cap_set_rndv_offload_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_be = prm_u8_replace(p->b_be, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rndv_offload_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_be >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rndv_offload_dc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_be = prm_u8_replace(p->b_be, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_rndv_offload_dc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_be >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_tag_matching_list_sz(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_be = prm_u8_replace(p->b_be, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_tag_matching_list_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_be & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_xrq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_bf = prm_u8_replace(p->b_bf, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_xrq(const struct prm_cmd_hca_cap *p)
{
	return p->b_bf & 0x1f;
}

static inline void prm_cmd_hca_cap_set_affiliate_nic_vport_criteria(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->affiliate_nic_vport_criteria = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_affiliate_nic_vport_criteria(
		const struct prm_cmd_hca_cap *p)
{
	return p->affiliate_nic_vport_criteria;
}

static inline void prm_cmd_hca_cap_set_native_port_num(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->native_port_num = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_native_port_num(const struct prm_cmd_hca_cap *p)
{
	return p->native_port_num;
}

static inline void prm_cmd_hca_cap_set_num_vhca_ports(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_vhca_ports = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_num_vhca_ports(const struct prm_cmd_hca_cap *p)
{
	return p->num_vhca_ports;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_teid(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_c3 = prm_u8_replace(p->b_c3, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_teid(const struct prm_cmd_hca_cap *p)
{
	return p->b_c3 >> 4;
}

static inline void prm_cmd_hca_cap_set_trusted_vnic_vhca(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_c3 = prm_u8_replace(p->b_c3, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_trusted_vnic_vhca(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_c3 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sw_owner_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_c3 = prm_u8_replace(p->b_c3, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_sw_owner_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_c3 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_reserve_not_to_use(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_c3 = prm_u8_replace(p->b_c3, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_reserve_not_to_use(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_c3 & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_num_of_monitor_counters(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_of_monitor_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_of_monitor_counters(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_of_monitor_counters);
}

static inline void prm_cmd_hca_cap_set_num_ppcnt_monitor_counters(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->num_ppcnt_monitor_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_ppcnt_monitor_counters(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->num_ppcnt_monitor_counters);
}

static inline void prm_cmd_hca_cap_set_max_num_sf(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_sf = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_sf(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_sf);
}

static inline void prm_cmd_hca_cap_set_num_q_monitor_counters(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->num_q_monitor_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_q_monitor_counters(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->num_q_monitor_counters);
}

static inline void prm_cmd_hca_cap_set_sf(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d0 = prm_u8_replace(p->b_d0, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sf(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_d0 >> 7);
}

static inline void prm_cmd_hca_cap_set_sf_set_partition(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d0 = prm_u8_replace(p->b_d0, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_sf_set_partition(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d0 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_sf(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d0 = prm_u8_replace(p->b_d0, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_sf(const struct prm_cmd_hca_cap *p)
{
	return p->b_d0 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_apu(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_apu(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_d1 >> 7);
}

static inline void prm_cmd_hca_cap_set_migration(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_migration(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d1 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_min_sf_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_min_sf_size = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_sf_size(const struct prm_cmd_hca_cap *p)
{
	return p->log_min_sf_size;
}

static inline void prm_cmd_hca_cap_set_max_num_sf_partitions(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_num_sf_partitions = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_sf_partitions(const struct prm_cmd_hca_cap *p)
{
	return p->max_num_sf_partitions;
}

static inline void prm_cmd_hca_cap_set_uctx_cap(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->uctx_cap = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_uctx_cap(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->uctx_cap);
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_geneve_tlv_option_0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_d8 = prm_u8_replace(p->b_d8, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_geneve_tlv_option_0(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_d8 & 0xf;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmp_dw1(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_d9 = prm_u8_replace(p->b_d9, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmp_dw1(const struct prm_cmd_hca_cap *p)
{
	return p->b_d9 >> 4;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmp_dw0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_d9 = prm_u8_replace(p->b_d9, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmp_dw0(const struct prm_cmd_hca_cap *p)
{
	return p->b_d9 & 0xf;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmpv6_dw1(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_da = prm_u8_replace(p->b_da, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmpv6_dw1(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_da >> 4;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmpv6_dw0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_da = prm_u8_replace(p->b_da, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmpv6_dw0(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_da & 0xf;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_outer_first_mpls_over_gre(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_db = prm_u8_replace(p->b_db, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_outer_first_mpls_over_gre(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_db >> 4;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_outer_first_mpls_over_udp_label(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_db = prm_u8_replace(p->b_db, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_outer_first_mpls_over_udp_label(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_db & 0xf;
}

static inline void prm_cmd_hca_cap_set_max_num_match_definer(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_match_definer = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_match_definer(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_match_definer);
}

static inline void prm_cmd_hca_cap_set_sf_base_id(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->sf_base_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_sf_base_id(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->sf_base_id);
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_dw_2(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_e0 = prm_be32_replace(p->dw_e0, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_dw_2(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_e0) >> 28;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_first_ext_dw_0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_e0 = prm_be32_replace(p->dw_e0, 0xf000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_first_ext_dw_0(
		const struct prm_cmd_hca_cap *p)
{
	return (prm_be32_to_cpu(p->dw_e0) >> 24) & 0xf;
}

static inline void prm_cmd_hca_cap_set_num_total_dynamic_vf_msix(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_e0 = prm_be32_replace(p->dw_e0, 0xffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_total_dynamic_vf_msix(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_e0) & 0xffffff;
}

static inline void prm_cmd_hca_cap_set_dynamic_msix_table_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 12);
	p->w_e6 = prm_be16_replace(p->w_e6, 0xfff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_dynamic_msix_table_size(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->w_e6) & 0xfff;
}

static inline void prm_cmd_hca_cap_set_dma_mmo_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_e9 = prm_u8_replace(p->b_e9, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_dma_mmo_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_e9 >> 7);
}

static inline void prm_cmd_hca_cap_set_min_dynamic_vf_msix_table_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_e9 = prm_u8_replace(p->b_e9, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_min_dynamic_vf_msix_table_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_e9 & 0xf;
}

static inline void prm_cmd_hca_cap_set_data_direct(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_ea = prm_be16_replace(p->w_ea, 0x2000, (uint16_t)((uint32_t)v << 13));
}

static inline bool prm_cmd_hca_cap_get_data_direct(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_ea) >> 13) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_dynamic_vf_msix_table_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 12);
	p->w_ea = prm_be16_replace(p->w_ea, 0xfff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_dynamic_vf_msix_table_size(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->w_ea) & 0xfff;
}

static inline void prm_cmd_hca_cap_set_log_max_num_header_modify_argument(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ec = prm_u8_replace(p->b_ec, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_num_header_modify_argument(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ec & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_header_modify_argument_granularity_offset(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_ed = prm_u8_replace(p->b_ed, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_log_header_modify_argument_granularity_offset(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ed >> 4;
}

static inline void prm_cmd_hca_cap_set_log_header_modify_argument_granularity(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_ed = prm_u8_replace(p->b_ed, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_header_modify_argument_granularity(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ed & 0xf;
}

static inline void prm_cmd_hca_cap_set_log_header_modify_argument_max_alloc(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ee = prm_u8_replace(p->b_ee, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_header_modify_argument_max_alloc(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ee & 0x1f;
}

static inline void prm_cmd_hca_cap_set_vhca_tunnel_commands(struct prm_cmd_hca_cap *p, uint64_t v)
{
	p->vhca_tunnel_commands = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_get_vhca_tunnel_commands(const struct prm_cmd_hca_cap *p)
{
	return prm_be64_to_cpu(p->vhca_tunnel_commands);
}

static inline void prm_cmd_hca_cap_set_match_definer_format_supported(struct prm_cmd_hca_cap *p,
		uint64_t v)
{
	p->match_definer_format_supported = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_get_match_definer_format_supported(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be64_to_cpu(p->match_definer_format_supported);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cmd_hca_cap_fields {
	bool access_other_hca_roce;
	bool page_request_disable;
	bool shared_object_to_user_object_allowed;
	bool vhca_resource_manager;
	bool hca_cap_2;
	bool create_lag_when_not_master_up;
	bool dtor;
	bool event_on_vhca_state_teardown_request;
	bool event_on_vhca_state_in_use;
	bool event_on_vhca_state_active;
	bool event_on_vhca_state_allocated;
	bool event_on_vhca_state_invalid;
	uint16_t vhca_id;
	bool qp_data_in_order;
	uint8_t log_dma_mmo_max_size;	/* 5 bits, log2 */
	uint8_t log_max_srq_sz;		/* log2 */
	uint8_t log_max_qp_sz;		/* log2 */
	bool event_cap;
	bool isolate_vl_tc_new;
	bool prio_tag_required;
	uint8_t log_max_qp;		/* 5 bits, log2 */
	bool ece_support;
	bool reg_c_preserve;
	uint8_t log_max_srq;		/* 5 bits, log2 */
	bool uplink_follow;
	bool ts_cqe_to_dest_cqn;
	bool go_back_n;
	uint8_t max_sgl_for_optimized_performance;
	uint8_t log_max_cq_sz;		/* log2 */
	bool relaxed_ordering_write_umr;
	bool relaxed_ordering_read_umr;
	bool virtio_net_device_emualtion_manager;
	bool virtio_blk_device_emualtion_manager;
	uint8_t log_max_cq;		/* 5 bits, log2 */
	uint8_t log_max_eq_sz;		/* log2 */
	bool relaxed_ordering_write;
	bool relaxed_ordering_read_pci_enabled;
	uint8_t log_max_mkey;		/* 6 bits, log2 */
	bool tunneled_atomic;
	bool as_notify;
	bool m_pci_port;
	bool m_vhca_mk;
	bool cmd_on_behalf;
	bool device_emulation_manager;
	bool terminate_scatter_list_mkey;
	bool repeated_mkey;
	bool dump_fill_mkey;
	bool fast_teardown;
	uint8_t log_max_eq;		/* 4 bits, log2 */
	uint8_t max_indirection;
	bool fixed_buffer_size;
	uint8_t log_max_mrw_sz;		/* 7 bits, log2 */
	bool force_teardown;
	uint8_t log_max_bsf_list_size;	/* 6 bits, log2 */
	bool umr_extended_translation_offset;
	bool null_mkey;
	uint8_t log_max_klm_list_size;	/* 6 bits, log2 */
	bool qpc_extension;
	uint8_t log_max_ra_req_dc;	/* 6 bits, log2 */
	bool eth_wqe_too_small;
	bool vnic_env_cq_overrun;
	uint8_t log_max_ra_res_dc;	/* 6 bits, log2 */
	bool release_all_pages;
	bool must_not_use;
	bool sig_crc64_xp10;
	bool sig_crc32c;
	bool roce_accl;
	uint8_t log_max_ra_req_qp;	/* 6 bits, log2 */
	bool rts2rts_qp_udp_sport;
	bool rts2rts_lag_tx_port_affinity;
	bool dma_mmo_sq;
	uint8_t log_max_ra_res_qp;	/* 6 bits, log2 */
	bool end_pad;
	bool cc_query_allowed;
	bool cc_modify_allowed;
	bool start_pad;
	bool cache_line_128byte;
	bool gid_table_size_ro;
	bool pkey_table_size_ro;
	bool rnr_nak_q_counters;
	bool rts2rts_qp_counters_set_id;
	bool rts2rts_qp_dscp;
	bool vnic_env_int_rq_oob;
	bool sbcam_reg;
	bool qcam_reg;
	uint16_t gid_table_size;
	bool out_of_seq_cnt;
	bool vport_counters;
	bool retransmission_q_counters;
	bool debug;
	bool modify_rq_counter_set_id;
	bool rq_delay_drop;
	uint16_t max_qp_cnt;		/* 10 bits */
	uint16_t pkey_table_size;
	bool vport_group_manager;
	bool vhca_group_manager;
	bool ib_virt;
	bool eth_virt;
	bool vnic_env_queue_counters;
	bool ets;
	bool nic_flow_table;
	bool eswitch_manager;
	bool device_memory;
	bool mcam_reg;
	bool pcam_reg;
	uint8_t local_ca_ack_delay;	/* 5 bits */
	bool port_module_event;
	bool enhanced_error_q_counters;
	bool ports_check;
	bool pulse_gen_control;
	bool disable_link_up;
	bool beacon_led;
	uint8_t port_type;		/* 2 bits, enum prm_cap_port_type */
	uint8_t num_ports;
	bool pps;
	bool pps_modify;
	uint8_t log_max_msg;		/* 5 bits, log2 */
	bool multi_path_xrc_rdma;
	bool multi_path_dc_rdma;
	bool multi_path_rc_rdma;
	bool traffic_fast_control;
	uint8_t max_tc;			/* 4 bits */
	bool temp_warn_event;
	bool dcbx;
	bool general_notification_event;
	bool multi_prio_sq;
	bool afu_owner;
	bool fpga;
	bool rol_s;
	bool rol_g;
	bool ib_port_sniffer;
	bool wol_s;
	bool wol_g;
	bool wol_a;
	bool wol_b;
	bool wol_m;
	bool wol_u;
	bool wol_p;
	uint16_t stat_rate_support;
	bool sig_block_4048;
	bool pci_sync_for_fw_update_event;
	bool init2rtr_drain_sigerr;
	bool init2_lag_tx_port_affinity;
	bool wqe_based_flow_table_update_cap;
	uint8_t cqe_version;		/* 4 bits */
	bool compact_address_vector;
	bool striding_rq;
	bool ipoib_enhanced_offloads;
	bool ipoib_basic_offloads;
	bool ib_striding_wq;
	bool repeated_block_disabled;
	bool umr_modify_entity_size_disabled;
	bool umr_modify_atomic_disabled;
	bool umr_indirect_mkey_disabled;
	uint8_t umr_fence;		/* 2 bits, enum prm_umr_fence */
	bool dc_req_scat_data_cqe;
	bool dc_connect_qp;
	bool dc_cnak_trace;
	bool drain_sigerr;
	uint8_t cmdif_checksum;		/* 2 bits */
	bool sigerr_cqe;
	bool e_psv;
	bool wq_signature;
	bool sctr_data_cqe;
	bool bsf_in_create_mkey;
	bool sho;
	bool tph;
	bool rf;
	bool dct;
	bool qos;
	bool eth_net_offloads;
	bool roce;
	bool atomic;
	bool extended_retry_count;
	bool cq_oi;
	bool cq_resize;
	bool cq_moderation;
	bool cq_period_mode_modify;
	bool cq_invalidate;
	bool cq_eq_remap;
	bool pg;
	bool block_lb_mc;
	bool exponential_backoff;
	bool scqe_break_moderation;
	bool cq_period_start_from_cqe;
	bool cd;
	bool atm;
	bool apm;
	bool vector_calc;
	bool umr_ptr_rlky;
	bool imaicl;
	bool qp_packet_based;
	bool ipoib_enhanced_pkey_change;
	bool initiator_src_dct_in_cqe;
	bool qkv;
	bool pkv;
	bool set_deth_sqpn;
	bool rts2rts_primary_sl;
	bool initiator_src_dct;
	bool dc_v2;
	bool xrc;
	bool ud;
	bool uc;
	bool rc;
	bool uar_4k;
	bool fl_rc_qp_when_roce_disabled;
	bool regexp_params;
	uint8_t uar_sz;			/* 6 bits */
	bool port_selection_cap;
	bool umem_uid_0;
	uint8_t log_max_dc_cnak_qps;	/* 5 bits, log2 */
	uint8_t log_pg_sz;		/* log2 */
	bool bf;
	bool driver_version;
	bool pad_tx_eth_packet;
	bool query_driver_version;
	bool max_qp_retry_freq;
	bool qp_by_name;
	bool mkey_by_name;
	bool suspend_qp_uc;
	bool suspend_qp_ud;
	bool suspend_qp_rc;
	uint8_t log_bf_reg_size;	/* 5 bits, log2 */
	bool qp_error_syndrome;
	uint8_t lag_dct;		/* 2 bits */
	bool lag_tx_port_affinity;
	bool lag_native_fdb_selection;
	bool lag_master;
	uint8_t num_lag_ports;		/* 4 bits */
	uint16_t num_of_diagnostic_counters;
	uint16_t max_wqe_sz_sq;
	bool shampo;
	uint16_t max_wqe_sz_rq;
	uint16_t max_flow_counter_31_16;
	uint16_t max_wqe_sz_sq_dc;
	uint32_t max_qp_mcg;		/* 25 bits */
	uint16_t mlnx_tag_ethertype;
	uint8_t flow_counter_bulk_alloc;
	uint8_t log_max_mcg;		/* log2 */
	uint8_t log_max_transport_domain; /* 5 bits, log2 */
	bool relaxed_ordering_read;
	uint8_t log_max_pd;		/* 5 bits, log2 */
	bool dp_ordering_ooo_all_ud;
	bool dp_ordering_ooo_all_uc;
	bool dp_ordering_ooo_all_xrc;
	bool dp_ordering_ooo_all_dc;
	bool dp_ordering_ooo_all_rc;
	bool pcie_reset_using_hotreset_method;
	bool pci_sync_for_fw_update_with_driver_unload;
	bool vnic_env_cnt_steering_fail;
	bool vport_counter_local_loopback;
	bool q_counter_aggregation;
	bool q_counter_other_vport;
	uint8_t log_max_xrcd;		/* 5 bits, log2 */
	bool nic_receive_steering_discard;
	bool receive_discard_vport_down;
	bool transmit_discard_vport_down;
	bool eq_overrun_count;
	bool nic_receive_steering_depth;
	bool invalid_command_count;
	bool quota_exceeded_count;
	uint8_t log_max_flow_counter_bulk; /* log2 */
	uint16_t max_flow_counter_15_0;
	bool modify_tis;
	uint8_t log_max_rq;		/* 5 bits, log2 */
	uint8_t log_max_sq;		/* 5 bits, log2 */
	uint8_t log_max_tir;		/* 5 bits, log2 */
	uint8_t log_max_tis;		/* 5 bits, log2 */
	bool basic_cyclic_rcv_wqe;
	uint8_t log_max_rmp;		/* 5 bits, log2 */
	uint8_t log_max_rqt;		/* 5 bits, log2 */
	uint8_t log_max_rqt_size;	/* 5 bits, log2 */
	uint8_t log_max_tis_per_sq;	/* 5 bits, log2 */
	bool ext_stride_num_range;
	bool roce_rw_supported;
	bool log_max_current_uc_list_wr_supported;
	uint8_t log_max_stride_sz_rq;	/* 5 bits, log2 */
	uint8_t log_min_stride_sz_rq;	/* 5 bits, log2 */
	uint8_t log_max_stride_sz_sq;	/* 5 bits, log2 */
	uint8_t log_min_stride_sz_sq;	/* 5 bits, log2 */
	bool hairpin;
	uint8_t log_max_hairpin_queues;	/* 5 bits, log2 */
	uint8_t log_max_hairpin_wq_data_sz; /* 5 bits, log2 */
	uint8_t log_max_hairpin_num_packets; /* 5 bits, log2 */
	uint8_t log_max_wq_sz;		/* 5 bits, log2 */
	bool nic_vport_change_event;
	bool disable_local_lb_uc;
	bool disable_local_lb_mc;
	uint8_t log_min_hairpin_wq_data_sz; /* 5 bits, log2 */
	bool silent_mode;
	bool vhca_state;
	uint8_t log_max_vlan_list;	/* 5 bits, log2 */
	bool aes_xts_single_block_le_tweak;
	bool aes_xts_multi_block_be_tweak;
	uint8_t log_max_current_mc_list; /* 5 bits, log2 */
	uint8_t log_max_current_uc_list; /* 5 bits, log2 */
	uint64_t general_obj_types;
	uint8_t sq_ts_format;		/* 2 bits */
	uint8_t rq_ts_format;		/* 2 bits */
	uint8_t steering_format_version; /* 4 bits */
	uint32_t create_qp_start_hint;	/* 24 bits */
	bool ats;
	bool cross_vhca_rqt;
	uint8_t log_max_uctx;		/* 5 bits, log2 */
	bool crypto;
	bool ipsec_offload;
	uint8_t log_max_umem;		/* 5 bits, log2 */
	uint16_t max_num_eqs;
	bool sigerr_domain_and_sig_type;
	bool tls_tx;
	bool tls_rx;
	uint8_t log_max_l2_table;	/* 5 bits, log2 */
	uint16_t log_uar_page_sz;	/* log2 */
	uint32_t device_frequency_mhz;
	uint32_t device_frequency_khz;
	bool capi;
	bool create_pec;
	bool nvmf_target_offload;
	bool capi_invalidate;
	uint8_t log_max_pasid;		/* 5 bits, log2 */
	uint32_t num_of_uars_per_page;
	uint32_t flex_parser_protocols;
	uint8_t max_geneve_tlv_options;
	uint8_t max_geneve_tlv_option_data_len; /* 5 bits */
	bool flex_parser_header_modify;
	uint8_t log_max_guaranteed_connections; /* 5 bits, log2 */
	bool adv_virtualization;
	uint8_t log_max_dct_connections; /* 5 bits, log2 */
	uint8_t log_max_atomic_size_qp;	/* log2 */
	uint8_t log_max_dci_stream_channels; /* 5 bits, log2 */
	uint8_t log_max_dci_errored_streams; /* 5 bits, log2 */
	uint8_t log_max_atomic_size_dc;	/* log2 */
	bool enhanced_cqe_compression;
	bool crossing_vhca_mkey;
	uint8_t log_max_dek;		/* 5 bits, log2 */
	bool mini_cqe_resp_stride_index;
	bool cqe_128_always;
	bool cqe_compression_128;
	bool cqe_compression;
	uint16_t cqe_compression_timeout;
	uint16_t cqe_compression_max_num;
	uint8_t flex_parser_id_gtpu_dw_0; /* 4 bits */
	uint8_t log_max_tm_offloaded_op_size; /* 4 bits, log2 */
	bool tag_matching;
	bool rndv_offload_rc;
	bool rndv_offload_dc;
	uint8_t log_tag_matching_list_sz; /* 5 bits, log2 */
	uint8_t log_max_xrq;		/* 5 bits, log2 */
	uint8_t affiliate_nic_vport_criteria;
	uint8_t native_port_num;
	uint8_t num_vhca_ports;
	uint8_t flex_parser_id_gtpu_teid; /* 4 bits */
	bool trusted_vnic_vhca;
	bool sw_owner_id;
	bool reserve_not_to_use;
	uint16_t max_num_of_monitor_counters;
	uint16_t num_ppcnt_monitor_counters;
	uint16_t max_num_sf;
	uint16_t num_q_monitor_counters;
	bool sf;
	bool sf_set_partition;
	uint8_t log_max_sf;		/* 5 bits, log2 */
	bool apu;
	bool migration;
	uint8_t log_min_sf_size;	/* log2 */
	uint8_t max_num_sf_partitions;
	uint32_t uctx_cap;
	uint8_t flex_parser_id_geneve_tlv_option_0; /* 4 bits */
	uint8_t flex_parser_id_icmp_dw1; /* 4 bits */
	uint8_t flex_parser_id_icmp_dw0; /* 4 bits */
	uint8_t flex_parser_id_icmpv6_dw1; /* 4 bits */
	uint8_t flex_parser_id_icmpv6_dw0; /* 4 bits */
	uint8_t flex_parser_id_outer_first_mpls_over_gre; /* 4 bits */
	uint8_t flex_parser_id_outer_first_mpls_over_udp_label; /* 4 bits */
	uint16_t max_num_match_definer;
	uint16_t sf_base_id;
	uint8_t flex_parser_id_gtpu_dw_2; /* 4 bits */
	uint8_t flex_parser_id_gtpu_first_ext_dw_0; /* 4 bits */
	uint32_t num_total_dynamic_vf_msix; /* 24 bits */
	uint16_t dynamic_msix_table_size; /* 12 bits */
	bool dma_mmo_qp;
	uint8_t min_dynamic_vf_msix_table_size; /* 4 bits */
	bool data_direct;
	uint16_t max_dynamic_vf_msix_table_size; /* 12 bits */
	uint8_t log_max_num_header_modify_argument; /* 5 bits, log2 */
	uint8_t log_header_modify_argument_granularity_offset; /* 4 bits, log2 */
	uint8_t log_header_modify_argument_granularity; /* 4 bits, log2 */
	uint8_t log_header_modify_argument_max_alloc; /* 5 bits, log2 */
	uint64_t vhca_tunnel_commands;
	uint64_t match_definer_format_supported;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_cmd_hca_cap_fields_init(struct prm_cmd_hca_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_cmd_hca_cap_pack(struct prm_cmd_hca_cap *p,
		const struct prm_cmd_hca_cap_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->access_other_hca_roce << 31 |
			(uint32_t)v->page_request_disable << 25 |
			(uint32_t)v->shared_object_to_user_object_allowed << 15 |
			(uint32_t)v->vhca_resource_manager);
	prm_store32(p, 0x04, (uint32_t)v->hca_cap_2 << 31 |
			(uint32_t)v->create_lag_when_not_master_up << 30 | (uint32_t)v->dtor << 29 |
			(uint32_t)v->event_on_vhca_state_teardown_request << 28 |
			(uint32_t)v->event_on_vhca_state_in_use << 27 |
			(uint32_t)v->event_on_vhca_state_active << 26 |
			(uint32_t)v->event_on_vhca_state_allocated << 25 |
			(uint32_t)v->event_on_vhca_state_invalid << 24 | (uint32_t)v->vhca_id);
	prm_store32(p, 0x08, 0);
	PRM_CHECK_WIDTH(v->log_dma_mmo_max_size, 5);
	prm_store32(p, 0x0c, (uint32_t)v->qp_data_in_order << 29 |
			((uint32_t)v->log_dma_mmo_max_size & 0x1f) << 16);
	PRM_CHECK_WIDTH(v->log_max_qp, 5);
	prm_store32(p, 0x10, (uint32_t)v->log_max_srq_sz << 24 | (uint32_t)v->log_max_qp_sz << 16 |
			(uint32_t)v->event_cap << 15 | (uint32_t)v->isolate_vl_tc_new << 12 |
			(uint32_t)v->prio_tag_required << 7 | ((uint32_t)v->log_max_qp & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_srq, 5);
	prm_store32(p, 0x14, (uint32_t)v->ece_support << 28 | (uint32_t)v->reg_c_preserve << 22 |
			((uint32_t)v->log_max_srq & 0x1f) << 16 | (uint32_t)v->uplink_follow << 14 |
			(uint32_t)v->ts_cqe_to_dest_cqn << 13 | (uint32_t)v->go_back_n << 6);
	PRM_CHECK_WIDTH(v->log_max_cq, 5);
	prm_store32(p, 0x18, (uint32_t)v->max_sgl_for_optimized_performance << 24 |
			(uint32_t)v->log_max_cq_sz << 16 |
			(uint32_t)v->relaxed_ordering_write_umr << 15 |
			(uint32_t)v->relaxed_ordering_read_umr << 14 |
			(uint32_t)v->virtio_net_device_emualtion_manager << 6 |
			(uint32_t)v->virtio_blk_device_emualtion_manager << 5 |
			((uint32_t)v->log_max_cq & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_mkey, 6);
	PRM_CHECK_WIDTH(v->log_max_eq, 4);
	prm_store32(p, 0x1c, (uint32_t)v->log_max_eq_sz << 24 |
			(uint32_t)v->relaxed_ordering_write << 23 |
			(uint32_t)v->relaxed_ordering_read_pci_enabled << 22 |
			((uint32_t)v->log_max_mkey & 0x3f) << 16 |
			(uint32_t)v->tunneled_atomic << 15 | (uint32_t)v->as_notify << 14 |
			(uint32_t)v->m_pci_port << 13 | (uint32_t)v->m_vhca_mk << 12 |
			(uint32_t)v->cmd_on_behalf << 11 |
			(uint32_t)v->device_emulation_manager << 10 |
			(uint32_t)v->terminate_scatter_list_mkey << 9 |
			(uint32_t)v->repeated_mkey << 8 | (uint32_t)v->dump_fill_mkey << 7 |
			(uint32_t)v->fast_teardown << 4 | ((uint32_t)v->log_max_eq & 0xf));
	PRM_CHECK_WIDTH(v->log_max_mrw_sz, 7);
	PRM_CHECK_WIDTH(v->log_max_bsf_list_size, 6);
	PRM_CHECK_WIDTH(v->log_max_klm_list_size, 6);
	prm_store32(p, 0x20, (uint32_t)v->max_indirection << 24 |
			(uint32_t)v->fixed_buffer_size << 23 |
			((uint32_t)v->log_max_mrw_sz & 0x7f) << 16 |
			(uint32_t)v->force_teardown << 15 |
			((uint32_t)v->log_max_bsf_list_size & 0x3f) << 8 |
			(uint32_t)v->umr_extended_translation_offset << 7 |
			(uint32_t)v->null_mkey << 6 | ((uint32_t)v->log_max_klm_list_size & 0x3f));
	PRM_CHECK_WIDTH(v->log_max_ra_req_dc, 6);
	PRM_CHECK_WIDTH(v->log_max_ra_res_dc, 6);
	prm_store32(p, 0x24, (uint32_t)v->qpc_extension << 29 |
			((uint32_t)v->log_max_ra_req_dc & 0x3f) << 16 |
			(uint32_t)v->eth_wqe_too_small << 13 |
			(uint32_t)v->vnic_env_cq_overrun << 6 |
			((uint32_t)v->log_max_ra_res_dc & 0x3f));
	PRM_CHECK_WIDTH(v->log_max_ra_req_qp, 6);
	PRM_CHECK_WIDTH(v->log_max_ra_res_qp, 6);
	prm_store32(p, 0x28, (uint32_t)v->release_all_pages << 26 |
			(uint32_t)v->must_not_use << 25 | (uint32_t)v->sig_crc64_xp10 << 24 |
			(uint32_t)v->sig_crc32c << 23 | (uint32_t)v->roce_accl << 22 |
			((uint32_t)v->log_max_ra_req_qp & 0x3f) << 16 |
			(uint32_t)v->rts2rts_qp_udp_sport << 14 |
			(uint32_t)v->rts2rts_lag_tx_port_affinity << 13 |
			(uint32_t)v->dma_mmo_sq << 12 | ((uint32_t)v->log_max_ra_res_qp & 0x3f));
	prm_store32(p, 0x2c, (uint32_t)v->end_pad << 31 | (uint32_t)v->cc_query_allowed << 30 |
			(uint32_t)v->cc_modify_allowed << 29 | (uint32_t)v->start_pad << 28 |
			(uint32_t)v->cache_line_128byte << 27 |
			(uint32_t)v->gid_table_size_ro << 26 |
			(uint32_t)v->pkey_table_size_ro << 25 |
			(uint32_t)v->rnr_nak_q_counters << 23 |
			(uint32_t)v->rts2rts_qp_counters_set_id << 22 |
			(uint32_t)v->rts2rts_qp_dscp << 21 |
			(uint32_t)v->vnic_env_int_rq_oob << 19 | (uint32_t)v->sbcam_reg << 18 |
			(uint32_t)v->qcam_reg << 16 | (uint32_t)v->gid_table_size);
	PRM_CHECK_WIDTH(v->max_qp_cnt, 10);
	prm_store32(p, 0x30, (uint32_t)v->out_of_seq_cnt << 31 | (uint32_t)v->vport_counters << 30 |
			(uint32_t)v->retransmission_q_counters << 29 | (uint32_t)v->debug << 28 |
			(uint32_t)v->modify_rq_counter_set_id << 27 |
			(uint32_t)v->rq_delay_drop << 26 | ((uint32_t)v->max_qp_cnt & 0x3ff) << 16 |
			(uint32_t)v->pkey_table_size);
	PRM_CHECK_WIDTH(v->local_ca_ack_delay, 5);
	PRM_CHECK_WIDTH(v->port_type, 2);
	prm_store32(p, 0x34, (uint32_t)v->vport_group_manager << 31 |
			(uint32_t)v->vhca_group_manager << 30 | (uint32_t)v->ib_virt << 29 |
			(uint32_t)v->eth_virt << 28 | (uint32_t)v->vnic_env_queue_counters << 27 |
			(uint32_t)v->ets << 26 | (uint32_t)v->nic_flow_table << 25 |
			(uint32_t)v->eswitch_manager << 24 | (uint32_t)v->device_memory << 23 |
			(uint32_t)v->mcam_reg << 22 | (uint32_t)v->pcam_reg << 21 |
			((uint32_t)v->local_ca_ack_delay & 0x1f) << 16 |
			(uint32_t)v->port_module_event << 15 |
			(uint32_t)v->enhanced_error_q_counters << 14 |
			(uint32_t)v->ports_check << 13 | (uint32_t)v->pulse_gen_control << 12 |
			(uint32_t)v->disable_link_up << 11 | (uint32_t)v->beacon_led << 10 |
			((uint32_t)v->port_type & 0x3) << 8 | (uint32_t)v->num_ports);
	PRM_CHECK_WIDTH(v->log_max_msg, 5);
	PRM_CHECK_WIDTH(v->max_tc, 4);
	prm_store32(p, 0x38, (uint32_t)v->pps << 30 | (uint32_t)v->pps_modify << 29 |
			((uint32_t)v->log_max_msg & 0x1f) << 24 |
			(uint32_t)v->multi_path_xrc_rdma << 23 |
			(uint32_t)v->multi_path_dc_rdma << 22 |
			(uint32_t)v->multi_path_rc_rdma << 21 |
			(uint32_t)v->traffic_fast_control << 20 |
			((uint32_t)v->max_tc & 0xf) << 16 | (uint32_t)v->temp_warn_event << 15 |
			(uint32_t)v->dcbx << 14 | (uint32_t)v->general_notification_event << 13 |
			(uint32_t)v->multi_prio_sq << 12 | (uint32_t)v->afu_owner << 11 |
			(uint32_t)v->fpga << 10 | (uint32_t)v->rol_s << 9 |
			(uint32_t)v->rol_g << 8 | (uint32_t)v->ib_port_sniffer << 7 |
			(uint32_t)v->wol_s << 6 | (uint32_t)v->wol_g << 5 |
			(uint32_t)v->wol_a << 4 | (uint32_t)v->wol_b << 3 |
			(uint32_t)v->wol_m << 2 | (uint32_t)v->wol_u << 1 | (uint32_t)v->wol_p);
	PRM_CHECK_WIDTH(v->cqe_version, 4);
	prm_store32(p, 0x3c, (uint32_t)v->stat_rate_support << 16 |
			(uint32_t)v->sig_block_4048 << 15 |
			(uint32_t)v->pci_sync_for_fw_update_event << 14 |
			(uint32_t)v->init2rtr_drain_sigerr << 13 |
			(uint32_t)v->init2_lag_tx_port_affinity << 7 |
			(uint32_t)v->wqe_based_flow_table_update_cap << 4 |
			((uint32_t)v->cqe_version & 0xf));
	PRM_CHECK_WIDTH(v->umr_fence, 2);
	PRM_CHECK_WIDTH(v->cmdif_checksum, 2);
	prm_store32(p, 0x40, (uint32_t)v->compact_address_vector << 31 |
			(uint32_t)v->striding_rq << 30 |
			(uint32_t)v->ipoib_enhanced_offloads << 28 |
			(uint32_t)v->ipoib_basic_offloads << 27 |
			(uint32_t)v->ib_striding_wq << 26 |
			(uint32_t)v->repeated_block_disabled << 25 |
			(uint32_t)v->umr_modify_entity_size_disabled << 24 |
			(uint32_t)v->umr_modify_atomic_disabled << 23 |
			(uint32_t)v->umr_indirect_mkey_disabled << 22 |
			((uint32_t)v->umr_fence & 0x3) << 20 |
			(uint32_t)v->dc_req_scat_data_cqe << 19 | (uint32_t)v->dc_connect_qp << 18 |
			(uint32_t)v->dc_cnak_trace << 17 | (uint32_t)v->drain_sigerr << 16 |
			((uint32_t)v->cmdif_checksum & 0x3) << 14 | (uint32_t)v->sigerr_cqe << 13 |
			(uint32_t)v->e_psv << 12 | (uint32_t)v->wq_signature << 11 |
			(uint32_t)v->sctr_data_cqe << 10 | (uint32_t)v->bsf_in_create_mkey << 9 |
			(uint32_t)v->sho << 8 | (uint32_t)v->tph << 7 | (uint32_t)v->rf << 6 |
			(uint32_t)v->dct << 5 | (uint32_t)v->qos << 4 |
			(uint32_t)v->eth_net_offloads << 3 | (uint32_t)v->roce << 2 |
			(uint32_t)v->atomic << 1 | (uint32_t)v->extended_retry_count);
	prm_store32(p, 0x44, (uint32_t)v->cq_oi << 31 | (uint32_t)v->cq_resize << 30 |
			(uint32_t)v->cq_moderation << 29 |
			(uint32_t)v->cq_period_mode_modify << 28 |
			(uint32_t)v->cq_invalidate << 27 | (uint32_t)v->cq_eq_remap << 25 |
			(uint32_t)v->pg << 24 | (uint32_t)v->block_lb_mc << 23 |
			(uint32_t)v->exponential_backoff << 22 |
			(uint32_t)v->scqe_break_moderation << 21 |
			(uint32_t)v->cq_period_start_from_cqe << 20 | (uint32_t)v->cd << 19 |
			(uint32_t)v->atm << 18 | (uint32_t)v->apm << 17 |
			(uint32_t)v->vector_calc << 16 | (uint32_t)v->umr_ptr_rlky << 15 |
			(uint32_t)v->imaicl << 14 | (uint32_t)v->qp_packet_based << 13 |
			(uint32_t)v->ipoib_enhanced_pkey_change << 11 |
			(uint32_t)v->initiator_src_dct_in_cqe << 10 | (uint32_t)v->qkv << 9 |
			(uint32_t)v->pkv << 8 | (uint32_t)v->set_deth_sqpn << 7 |
			(uint32_t)v->rts2rts_primary_sl << 6 | (uint32_t)v->initiator_src_dct << 5 |
			(uint32_t)v->dc_v2 << 4 | (uint32_t)v->xrc << 3 | (uint32_t)v->ud << 2 |
			(uint32_t)v->uc << 1 | (uint32_t)v->rc);
	PRM_CHECK_WIDTH(v->uar_sz, 6);
	PRM_CHECK_WIDTH(v->log_max_dc_cnak_qps, 5);
	prm_store32(p, 0x48, (uint32_t)v->uar_4k << 31 |
			(uint32_t)v->fl_rc_qp_when_roce_disabled << 23 |
			(uint32_t)v->regexp_params << 22 | ((uint32_t)v->uar_sz & 0x3f) << 16 |
			(uint32_t)v->port_selection_cap << 15 | (uint32_t)v->umem_uid_0 << 13 |
			((uint32_t)v->log_max_dc_cnak_qps & 0x1f) << 8 | (uint32_t)v->log_pg_sz);
	PRM_CHECK_WIDTH(v->log_bf_reg_size, 5);
	PRM_CHECK_WIDTH(v->lag_dct, 2);
	PRM_CHECK_WIDTH(v->num_lag_ports, 4);
	prm_store32(p, 0x4c, (uint32_t)v->bf << 31 | (uint32_t)v->driver_version << 30 |
			(uint32_t)v->pad_tx_eth_packet << 29 |
			(uint32_t)v->query_driver_version << 28 |
			(uint32_t)v->max_qp_retry_freq << 27 | (uint32_t)v->qp_by_name << 26 |
			(uint32_t)v->mkey_by_name << 25 | (uint32_t)v->suspend_qp_uc << 23 |
			(uint32_t)v->suspend_qp_ud << 22 | (uint32_t)v->suspend_qp_rc << 21 |
			((uint32_t)v->log_bf_reg_size & 0x1f) << 16 |
			(uint32_t)v->qp_error_syndrome << 12 | ((uint32_t)v->lag_dct & 0x3) << 8 |
			(uint32_t)v->lag_tx_port_affinity << 7 |
			(uint32_t)v->lag_native_fdb_selection << 6 | (uint32_t)v->lag_master << 4 |
			((uint32_t)v->num_lag_ports & 0xf));
	prm_store32(p, 0x50, (uint32_t)v->num_of_diagnostic_counters << 16 |
			(uint32_t)v->max_wqe_sz_sq);
	prm_store32(p, 0x54, (uint32_t)v->shampo << 20 | (uint32_t)v->max_wqe_sz_rq);
	prm_store32(p, 0x58, (uint32_t)v->max_flow_counter_31_16 << 16 |
			(uint32_t)v->max_wqe_sz_sq_dc);
	PRM_CHECK_WIDTH(v->max_qp_mcg, 25);
	prm_store32(p, 0x5c, v->max_qp_mcg & 0x1ffffff);
	prm_store32(p, 0x60, (uint32_t)v->mlnx_tag_ethertype << 16 |
			(uint32_t)v->flow_counter_bulk_alloc << 8 | (uint32_t)v->log_max_mcg);
	PRM_CHECK_WIDTH(v->log_max_transport_domain, 5);
	PRM_CHECK_WIDTH(v->log_max_pd, 5);
	PRM_CHECK_WIDTH(v->log_max_xrcd, 5);
	prm_store32(p, 0x64, ((uint32_t)v->log_max_transport_domain & 0x1f) << 24 |
			(uint32_t)v->relaxed_ordering_read << 21 |
			((uint32_t)v->log_max_pd & 0x1f) << 16 |
			(uint32_t)v->dp_ordering_ooo_all_ud << 15 |
			(uint32_t)v->dp_ordering_ooo_all_uc << 14 |
			(uint32_t)v->dp_ordering_ooo_all_xrc << 13 |
			(uint32_t)v->dp_ordering_ooo_all_dc << 12 |
			(uint32_t)v->dp_ordering_ooo_all_rc << 11 |
			(uint32_t)v->pcie_reset_using_hotreset_method << 10 |
			(uint32_t)v->pci_sync_for_fw_update_with_driver_unload << 9 |
			(uint32_t)v->vnic_env_cnt_steering_fail << 8 |
			(uint32_t)v->vport_counter_local_loopback << 7 |
			(uint32_t)v->q_counter_aggregation << 6 |
			(uint32_t)v->q_counter_other_vport << 5 |
			((uint32_t)v->log_max_xrcd & 0x1f));
	prm_store32(p, 0x68, (uint32_t)v->nic_receive_steering_discard << 31 |
			(uint32_t)v->receive_discard_vport_down << 30 |
			(uint32_t)v->transmit_discard_vport_down << 29 |
			(uint32_t)v->eq_overrun_count << 28 |
			(uint32_t)v->nic_receive_steering_depth << 27 |
			(uint32_t)v->invalid_command_count << 26 |
			(uint32_t)v->quota_exceeded_count << 25 |
			(uint32_t)v->log_max_flow_counter_bulk << 16 |
			(uint32_t)v->max_flow_counter_15_0);
	PRM_CHECK_WIDTH(v->log_max_rq, 5);
	PRM_CHECK_WIDTH(v->log_max_sq, 5);
	PRM_CHECK_WIDTH(v->log_max_tir, 5);
	PRM_CHECK_WIDTH(v->log_max_tis, 5);
	prm_store32(p, 0x6c, (uint32_t)v->modify_tis << 31 |
			((uint32_t)v->log_max_rq & 0x1f) << 24 |
			((uint32_t)v->log_max_sq & 0x1f) << 16 |
			((uint32_t)v->log_max_tir & 0x1f) << 8 | ((uint32_t)v->log_max_tis & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_rmp, 5);
	PRM_CHECK_WIDTH(v->log_max_rqt, 5);
	PRM_CHECK_WIDTH(v->log_max_rqt_size, 5);
	PRM_CHECK_WIDTH(v->log_max_tis_per_sq, 5);
	prm_store32(p, 0x70, (uint32_t)v->basic_cyclic_rcv_wqe << 31 |
			((uint32_t)v->log_max_rmp & 0x1f) << 24 |
			((uint32_t)v->log_max_rqt & 0x1f) << 16 |
			((uint32_t)v->log_max_rqt_size & 0x1f) << 8 |
			((uint32_t)v->log_max_tis_per_sq & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_stride_sz_rq, 5);
	PRM_CHECK_WIDTH(v->log_min_stride_sz_rq, 5);
	PRM_CHECK_WIDTH(v->log_max_stride_sz_sq, 5);
	PRM_CHECK_WIDTH(v->log_min_stride_sz_sq, 5);
	prm_store32(p, 0x74, (uint32_t)v->ext_stride_num_range << 31 |
			(uint32_t)v->roce_rw_supported << 30 |
			(uint32_t)v->log_max_current_uc_list_wr_supported << 29 |
			((uint32_t)v->log_max_stride_sz_rq & 0x1f) << 24 |
			((uint32_t)v->log_min_stride_sz_rq & 0x1f) << 16 |
			((uint32_t)v->log_max_stride_sz_sq & 0x1f) << 8 |
			((uint32_t)v->log_min_stride_sz_sq & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_hairpin_queues, 5);
	PRM_CHECK_WIDTH(v->log_max_hairpin_wq_data_sz, 5);
	PRM_CHECK_WIDTH(v->log_max_hairpin_num_packets, 5);
	PRM_CHECK_WIDTH(v->log_max_wq_sz, 5);
	prm_store32(p, 0x78, (uint32_t)v->hairpin << 31 |
			((uint32_t)v->log_max_hairpin_queues & 0x1f) << 24 |
			((uint32_t)v->log_max_hairpin_wq_data_sz & 0x1f) << 16 |
			((uint32_t)v->log_max_hairpin_num_packets & 0x1f) << 8 |
			((uint32_t)v->log_max_wq_sz & 0x1f));
	PRM_CHECK_WIDTH(v->log_min_hairpin_wq_data_sz, 5);
	PRM_CHECK_WIDTH(v->log_max_vlan_list, 5);
	PRM_CHECK_WIDTH(v->log_max_current_mc_list, 5);
	PRM_CHECK_WIDTH(v->log_max_current_uc_list, 5);
	prm_store32(p, 0x7c, (uint32_t)v->nic_vport_change_event << 31 |
			(uint32_t)v->disable_local_lb_uc << 30 |
			(uint32_t)v->disable_local_lb_mc << 29 |
			((uint32_t)v->log_min_hairpin_wq_data_sz & 0x1f) << 24 |
			(uint32_t)v->silent_mode << 22 | (uint32_t)v->vhca_state << 21 |
			((uint32_t)v->log_max_vlan_list & 0x1f) << 16 |
			(uint32_t)v->aes_xts_single_block_le_tweak << 14 |
			(uint32_t)v->aes_xts_multi_block_be_tweak << 13 |
			((uint32_t)v->log_max_current_mc_list & 0x1f) << 8 |
			((uint32_t)v->log_max_current_uc_list & 0x1f));
	prm_store64(p, 0x80, v->general_obj_types);
	PRM_CHECK_WIDTH(v->sq_ts_format, 2);
	PRM_CHECK_WIDTH(v->rq_ts_format, 2);
	PRM_CHECK_WIDTH(v->steering_format_version, 4);
	PRM_CHECK_WIDTH(v->create_qp_start_hint, 24);
	prm_store32(p, 0x88, (uint32_t)v->sq_ts_format << 30 |
			((uint32_t)v->rq_ts_format & 0x3) << 28 |
			((uint32_t)v->steering_format_version & 0xf) << 24 |
			(v->create_qp_start_hint & 0xffffff));
	PRM_CHECK_WIDTH(v->log_max_uctx, 5);
	PRM_CHECK_WIDTH(v->log_max_umem, 5);
	prm_store32(p, 0x8c, (uint32_t)v->ats << 30 | (uint32_t)v->cross_vhca_rqt << 29 |
			((uint32_t)v->log_max_uctx & 0x1f) << 24 | (uint32_t)v->crypto << 22 |
			(uint32_t)v->ipsec_offload << 21 |
			((uint32_t)v->log_max_umem & 0x1f) << 16 | (uint32_t)v->max_num_eqs);
	PRM_CHECK_WIDTH(v->log_max_l2_table, 5);
	prm_store32(p, 0x90, (uint32_t)v->sigerr_domain_and_sig_type << 31 |
			(uint32_t)v->tls_tx << 30 | (uint32_t)v->tls_rx << 29 |
			((uint32_t)v->log_max_l2_table & 0x1f) << 24 |
			(uint32_t)v->log_uar_page_sz);
	prm_store32(p, 0x94, 0);
	prm_store32(p, 0x98, v->device_frequency_mhz);
	prm_store32(p, 0x9c, v->device_frequency_khz);
	PRM_CHECK_WIDTH(v->log_max_pasid, 5);
	prm_store32(p, 0xa0, (uint32_t)v->capi << 31 | (uint32_t)v->create_pec << 30 |
			(uint32_t)v->nvmf_target_offload << 29 |
			(uint32_t)v->capi_invalidate << 28 | ((uint32_t)v->log_max_pasid & 0x1f));
	prm_store32(p, 0xa4, v->num_of_uars_per_page);
	prm_store32(p, 0xa8, v->flex_parser_protocols);
	PRM_CHECK_WIDTH(v->max_geneve_tlv_option_data_len, 5);
	PRM_CHECK_WIDTH(v->log_max_guaranteed_connections, 5);
	PRM_CHECK_WIDTH(v->log_max_dct_connections, 5);
	prm_store32(p, 0xac, (uint32_t)v->max_geneve_tlv_options << 24 |
			((uint32_t)v->max_geneve_tlv_option_data_len & 0x1f) << 16 |
			(uint32_t)v->flex_parser_header_modify << 15 |
			((uint32_t)v->log_max_guaranteed_connections & 0x1f) << 8 |
			(uint32_t)v->adv_virtualization << 6 |
			((uint32_t)v->log_max_dct_connections & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_dci_stream_channels, 5);
	PRM_CHECK_WIDTH(v->log_max_dci_errored_streams, 5);
	prm_store32(p, 0xb0, (uint32_t)v->log_max_atomic_size_qp << 24 |
			((uint32_t)v->log_max_dci_stream_channels & 0x1f) << 16 |
			((uint32_t)v->log_max_dci_errored_streams & 0x1f) << 8 |
			(uint32_t)v->log_max_atomic_size_dc);
	PRM_CHECK_WIDTH(v->log_max_dek, 5);
	prm_store32(p, 0xb4, (uint32_t)v->enhanced_cqe_compression << 15 |
			(uint32_t)v->crossing_vhca_mkey << 13 |
			((uint32_t)v->log_max_dek & 0x1f) << 8 |
			(uint32_t)v->mini_cqe_resp_stride_index << 3 |
			(uint32_t)v->cqe_128_always << 2 | (uint32_t)v->cqe_compression_128 << 1 |
			(uint32_t)v->cqe_compression);
	prm_store32(p, 0xb8, (uint32_t)v->cqe_compression_timeout << 16 |
			(uint32_t)v->cqe_compression_max_num);
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_dw_0, 4);
	PRM_CHECK_WIDTH(v->log_max_tm_offloaded_op_size, 4);
	PRM_CHECK_WIDTH(v->log_tag_matching_list_sz, 5);
	PRM_CHECK_WIDTH(v->log_max_xrq, 5);
	prm_store32(p, 0xbc, ((uint32_t)v->flex_parser_id_gtpu_dw_0 & 0xf) << 20 |
			((uint32_t)v->log_max_tm_offloaded_op_size & 0xf) << 16 |
			(uint32_t)v->tag_matching << 15 | (uint32_t)v->rndv_offload_rc << 14 |
			(uint32_t)v->rndv_offload_dc << 13 |
			((uint32_t)v->log_tag_matching_list_sz & 0x1f) << 8 |
			((uint32_t)v->log_max_xrq & 0x1f));
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_teid, 4);
	prm_store32(p, 0xc0, (uint32_t)v->affiliate_nic_vport_criteria << 24 |
			(uint32_t)v->native_port_num << 16 | (uint32_t)v->num_vhca_ports << 8 |
			((uint32_t)v->flex_parser_id_gtpu_teid & 0xf) << 4 |
			(uint32_t)v->trusted_vnic_vhca << 2 | (uint32_t)v->sw_owner_id << 1 |
			(uint32_t)v->reserve_not_to_use);
	prm_store32(p, 0xc4, (uint32_t)v->max_num_of_monitor_counters << 16 |
			(uint32_t)v->num_ppcnt_monitor_counters);
	prm_store32(p, 0xc8, (uint32_t)v->max_num_sf << 16 | (uint32_t)v->num_q_monitor_counters);
	prm_store32(p, 0xcc, 0);
	PRM_CHECK_WIDTH(v->log_max_sf, 5);
	prm_store32(p, 0xd0, (uint32_t)v->sf << 31 | (uint32_t)v->sf_set_partition << 30 |
			((uint32_t)v->log_max_sf & 0x1f) << 24 | (uint32_t)v->apu << 23 |
			(uint32_t)v->migration << 18 | (uint32_t)v->log_min_sf_size << 8 |
			(uint32_t)v->max_num_sf_partitions);
	prm_store32(p, 0xd4, v->uctx_cap);
	PRM_CHECK_WIDTH(v->flex_parser_id_geneve_tlv_option_0, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmp_dw1, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmp_dw0, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmpv6_dw1, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmpv6_dw0, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_outer_first_mpls_over_gre, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_outer_first_mpls_over_udp_label, 4);
	prm_store32(p, 0xd8, ((uint32_t)v->flex_parser_id_geneve_tlv_option_0 & 0xf) << 24 |
			((uint32_t)v->flex_parser_id_icmp_dw1 & 0xf) << 20 |
			((uint32_t)v->flex_parser_id_icmp_dw0 & 0xf) << 16 |
			((uint32_t)v->flex_parser_id_icmpv6_dw1 & 0xf) << 12 |
			((uint32_t)v->flex_parser_id_icmpv6_dw0 & 0xf) << 8 |
			((uint32_t)v->flex_parser_id_outer_first_mpls_over_gre & 0xf) << 4 |
			((uint32_t)v->flex_parser_id_outer_first_mpls_over_udp_label & 0xf));
	prm_store32(p, 0xdc, (uint32_t)v->max_num_match_definer << 16 | (uint32_t)v->sf_base_id);
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_dw_2, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_first_ext_dw_0, 4);
	PRM_CHECK_WIDTH(v->num_total_dynamic_vf_msix, 24);
	prm_store32(p, 0xe0, (uint32_t)v->flex_parser_id_gtpu_dw_2 << 28 |
			((uint32_t)v->flex_parser_id_gtpu_first_ext_dw_0 & 0xf) << 24 |
			(v->num_total_dynamic_vf_msix & 0xffffff));
	PRM_CHECK_WIDTH(v->dynamic_msix_table_size, 12);
	prm_store32(p, 0xe4, (uint32_t)v->dynamic_msix_table_size & 0xfff);
	PRM_CHECK_WIDTH(v->min_dynamic_vf_msix_table_size, 4);
	PRM_CHECK_WIDTH(v->max_dynamic_vf_msix_table_size, 12);
	prm_store32(p, 0xe8, (uint32_t)v->dma_mmo_qp << 23 |
			((uint32_t)v->min_dynamic_vf_msix_table_size & 0xf) << 16 |
			(uint32_t)v->data_direct << 13 |
			((uint32_t)v->max_dynamic_vf_msix_table_size & 0xfff));
	PRM_CHECK_WIDTH(v->log_max_num_header_modify_argument, 5);
	PRM_CHECK_WIDTH(v->log_header_modify_argument_granularity_offset, 4);
	PRM_CHECK_WIDTH(v->log_header_modify_argument_granularity, 4);
	PRM_CHECK_WIDTH(v->log_header_modify_argument_max_alloc, 5);
	prm_store32(p, 0xec, ((uint32_t)v->log_max_num_header_modify_argument & 0x1f) << 24 |
			((uint32_t)v->log_header_modify_argument_granularity_offset & 0xf) << 20 |
			((uint32_t)v->log_header_modify_argument_granularity & 0xf) << 16 |
			((uint32_t)v->log_header_modify_argument_max_alloc & 0x1f) << 8);
	prm_store64(p, 0xf0, v->vhca_tunnel_commands);
	prm_store64(p, 0xf8, v->match_definer_format_supported);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cmd_hca_cap_check(const struct prm_cmd_hca_cap *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 1, 5);	/* 0x00 [30:26] */
	n += prm_check_reserved(r, p, 7, 9);	/* 0x00 [24:16] */
	n += prm_check_reserved(r, p, 17, 14);	/* 0x00 [14:1] */
	n += prm_check_reserved(r, p, 40, 8);	/* 0x04 [23:16] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	n += prm_check_reserved(r, p, 96, 2);	/* 0x0c [31:30] */
	n += prm_check_reserved(r, p, 99, 8);	/* 0x0c [28:21] */
	n += prm_check_reserved(r, p, 112, 16);	/* 0x0c [15:0] */
	n += prm_check_reserved(r, p, 145, 2);	/* 0x10 [14:13] */
	n += prm_check_reserved(r, p, 148, 4);	/* 0x10 [11:8] */
	n += prm_check_reserved(r, p, 153, 2);	/* 0x10 [6:5] */
	n += prm_check_reserved(r, p, 160, 3);	/* 0x14 [31:29] */
	n += prm_check_reserved(r, p, 164, 5);	/* 0x14 [27:23] */
	n += prm_check_reserved(r, p, 170, 1);	/* 0x14 [21] */
	n += prm_check_reserved(r, p, 176, 1);	/* 0x14 [15] */
	n += prm_check_reserved(r, p, 179, 6);	/* 0x14 [12:7] */
	n += prm_check_reserved(r, p, 186, 6);	/* 0x14 [5:0] */
	n += prm_check_reserved(r, p, 210, 7);	/* 0x18 [13:7] */
	n += prm_check_reserved(r, p, 249, 2);	/* 0x1c [6:5] */
	n += prm_check_reserved(r, p, 273, 1);	/* 0x20 [14] */
	n += prm_check_reserved(r, p, 288, 2);	/* 0x24 [31:30] */
	n += prm_check_reserved(r, p, 291, 7);	/* 0x24 [28:22] */
	n += prm_check_reserved(r, p, 304, 2);	/* 0x24 [15:14] */
	n += prm_check_reserved(r, p, 307, 6);	/* 0x24 [12:7] */
	n += prm_check_reserved(r, p, 320, 5);	/* 0x28 [31:27] */
	n += prm_check_reserved(r, p, 336, 1);	/* 0x28 [15] */
	n += prm_check_reserved(r, p, 340, 6);	/* 0x28 [11:6] */
	n += prm_check_reserved(r, p, 359, 1);	/* 0x2c [24] */
	n += prm_check_reserved(r, p, 363, 1);	/* 0x2c [20] */
	n += prm_check_reserved(r, p, 366, 1);	/* 0x2c [17] */
	n += prm_check_enum(r, "port_type", 438, 2, prm_cmd_hca_cap_get_port_type(p),
		prm_cap_port_type_str(prm_cmd_hca_cap_get_port_type(p)));
	n += prm_check_reserved(r, p, 448, 1);	/* 0x38 [31] */
	n += prm_check_reserved(r, p, 499, 5);	/* 0x3c [12:8] */
	n += prm_check_reserved(r, p, 505, 2);	/* 0x3c [6:5] */
	n += prm_check_reserved(r, p, 514, 1);	/* 0x40 [29] */
	n += prm_check_enum(r, "umr_fence", 522, 2, prm_cmd_hca_cap_get_umr_fence(p),
		prm_umr_fence_str(prm_cmd_hca_cap_get_umr_fence(p)));
	n += prm_check_reserved(r, p, 549, 1);	/* 0x44 [26] */
	n += prm_check_reserved(r, p, 563, 1);	/* 0x44 [12] */
	n += prm_check_reserved(r, p, 577, 7);	/* 0x48 [30:24] */
	n += prm_check_reserved(r, p, 593, 1);	/* 0x48 [14] */
	n += prm_check_reserved(r, p, 615, 1);	/* 0x4c [24] */
	n += prm_check_reserved(r, p, 624, 3);	/* 0x4c [15:13] */
	n += prm_check_reserved(r, p, 628, 2);	/* 0x4c [11:10] */
	n += prm_check_reserved(r, p, 634, 1);	/* 0x4c [5] */
	n += prm_check_reserved(r, p, 672, 11);	/* 0x54 [31:21] */
	n += prm_check_reserved(r, p, 684, 4);	/* 0x54 [19:16] */
	n += prm_check_reserved(r, p, 736, 7);	/* 0x5c [31:25] */
	n += prm_check_reserved(r, p, 800, 3);	/* 0x64 [31:29] */
	n += prm_check_reserved(r, p, 808, 2);	/* 0x64 [23:22] */
	n += prm_check_reserved(r, p, 839, 1);	/* 0x68 [24] */
	n += prm_check_reserved(r, p, 865, 2);	/* 0x6c [30:29] */
	n += prm_check_reserved(r, p, 872, 3);	/* 0x6c [23:21] */
	n += prm_check_reserved(r, p, 880, 3);	/* 0x6c [15:13] */
	n += prm_check_reserved(r, p, 888, 3);	/* 0x6c [7:5] */
	n += prm_check_reserved(r, p, 897, 2);	/* 0x70 [30:29] */
	n += prm_check_reserved(r, p, 904, 3);	/* 0x70 [23:21] */
	n += prm_check_reserved(r, p, 912, 3);	/* 0x70 [15:13] */
	n += prm_check_reserved(r, p, 920, 3);	/* 0x70 [7:5] */
	n += prm_check_reserved(r, p, 936, 3);	/* 0x74 [23:21] */
	n += prm_check_reserved(r, p, 944, 3);	/* 0x74 [15:13] */
	n += prm_check_reserved(r, p, 952, 3);	/* 0x74 [7:5] */
	n += prm_check_reserved(r, p, 961, 2);	/* 0x78 [30:29] */
	n += prm_check_reserved(r, p, 968, 3);	/* 0x78 [23:21] */
	n += prm_check_reserved(r, p, 976, 3);	/* 0x78 [15:13] */
	n += prm_check_reserved(r, p, 984, 3);	/* 0x78 [7:5] */
	n += prm_check_reserved(r, p, 1000, 1);	/* 0x7c [23] */
	n += prm_check_reserved(r, p, 1008, 1);	/* 0x7c [15] */
	n += prm_check_reserved(r, p, 1016, 3);	/* 0x7c [7:5] */
	n += prm_check_reserved(r, p, 1120, 1);	/* 0x8c [31] */
	n += prm_check_reserved(r, p, 1128, 1);	/* 0x8c [23] */
	n += prm_check_reserved(r, p, 1160, 8);	/* 0x90 [23:16] */
	n += prm_check_reserved(r, p, 1184, 32);	/* 0x94 [31:0] */
	n += prm_check_reserved(r, p, 1284, 23);	/* 0xa0 [27:5] */
	n += prm_check_reserved(r, p, 1384, 3);	/* 0xac [23:21] */
	n += prm_check_reserved(r, p, 1393, 2);	/* 0xac [14:13] */
	n += prm_check_reserved(r, p, 1400, 1);	/* 0xac [7] */
	n += prm_check_reserved(r, p, 1402, 1);	/* 0xac [5] */
	n += prm_check_reserved(r, p, 1416, 3);	/* 0xb0 [23:21] */
	n += prm_check_reserved(r, p, 1424, 3);	/* 0xb0 [15:13] */
	n += prm_check_reserved(r, p, 1440, 16);	/* 0xb4 [31:16] */
	n += prm_check_reserved(r, p, 1457, 1);	/* 0xb4 [14] */
	n += prm_check_reserved(r, p, 1464, 4);	/* 0xb4 [7:4] */
	n += prm_check_reserved(r, p, 1504, 8);	/* 0xbc [31:24] */
	n += prm_check_reserved(r, p, 1528, 3);	/* 0xbc [7:5] */
	n += prm_check_reserved(r, p, 1564, 1);	/* 0xc0 [3] */
	n += prm_check_reserved(r, p, 1632, 32);	/* 0xcc [31:0] */
	n += prm_check_reserved(r, p, 1666, 1);	/* 0xd0 [29] */
	n += prm_check_reserved(r, p, 1673, 4);	/* 0xd0 [22:19] */
	n += prm_check_reserved(r, p, 1678, 2);	/* 0xd0 [17:16] */
	n += prm_check_reserved(r, p, 1728, 4);	/* 0xd8 [31:28] */
	n += prm_check_reserved(r, p, 1824, 20);	/* 0xe4 [31:12] */
	n += prm_check_reserved(r, p, 1856, 8);	/* 0xe8 [31:24] */
	n += prm_check_reserved(r, p, 1865, 3);	/* 0xe8 [22:20] */
	n += prm_check_reserved(r, p, 1872, 2);	/* 0xe8 [15:14] */
	n += prm_check_reserved(r, p, 1875, 1);	/* 0xe8 [12] */
	n += prm_check_reserved(r, p, 1888, 3);	/* 0xec [31:29] */
	n += prm_check_reserved(r, p, 1904, 3);	/* 0xec [15:13] */
	n += prm_check_reserved(r, p, 1912, 8);	/* 0xec [7:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_cmd_hca_cap_unpack(struct prm_cmd_hca_cap_fields *v,
		const struct prm_cmd_hca_cap *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->access_other_hca_roce = word >> 7;
	v->page_request_disable = (word >> 1) & 0x1;
	v->shared_object_to_user_object_allowed = prm_load8(p, 0x02) >> 7;
	v->vhca_resource_manager = prm_load8(p, 0x03) & 0x1;
	word = prm_load8(p, 0x04);
	v->hca_cap_2 = word >> 7;
	v->create_lag_when_not_master_up = (word >> 6) & 0x1;
	v->dtor = (word >> 5) & 0x1;
	v->event_on_vhca_state_teardown_request = (word >> 4) & 0x1;
	v->event_on_vhca_state_in_use = (word >> 3) & 0x1;
	v->event_on_vhca_state_active = (word >> 2) & 0x1;
	v->event_on_vhca_state_allocated = (word >> 1) & 0x1;
	v->event_on_vhca_state_invalid = word & 0x1;
	v->vhca_id = prm_load16(p, 0x06);
	v->qp_data_in_order = (prm_load8(p, 0x0c) >> 5) & 0x1;
	v->log_dma_mmo_max_size = (uint8_t)(prm_load8(p, 0x0d) & 0x1f);
	v->log_max_srq_sz = prm_load8(p, 0x10);
	v->log_max_qp_sz = prm_load8(p, 0x11);
	word = prm_load8(p, 0x12);
	v->event_cap = word >> 7;
	v->isolate_vl_tc_new = (word >> 4) & 0x1;
	word = prm_load8(p, 0x13);
	v->prio_tag_required = word >> 7;
	v->log_max_qp = (uint8_t)(word & 0x1f);
	v->ece_support = (prm_load8(p, 0x14) >> 4) & 0x1;
	word = prm_load8(p, 0x15);
	v->reg_c_preserve = (word >> 6) & 0x1;
	v->log_max_srq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x16);
	v->uplink_follow = (word >> 6) & 0x1;
	v->ts_cqe_to_dest_cqn = (word >> 5) & 0x1;
	v->go_back_n = (prm_load8(p, 0x17) >> 6) & 0x1;
	v->max_sgl_for_optimized_performance = prm_load8(p, 0x18);
	v->log_max_cq_sz = prm_load8(p, 0x19);
	word = prm_load8(p, 0x1a);
	v->relaxed_ordering_write_umr = word >> 7;
	v->relaxed_ordering_read_umr = (word >> 6) & 0x1;
	word = prm_load8(p, 0x1b);
	v->virtio_net_device_emualtion_manager = (word >> 6) & 0x1;
	v->virtio_blk_device_emualtion_manager = (word >> 5) & 0x1;
	v->log_max_cq = (uint8_t)(word & 0x1f);
	v->log_max_eq_sz = prm_load8(p, 0x1c);
	word = prm_load8(p, 0x1d);
	v->relaxed_ordering_write = word >> 7;
	v->relaxed_ordering_read_pci_enabled = (word >> 6) & 0x1;
	v->log_max_mkey = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x1e);
	v->tunneled_atomic = word >> 7;
	v->as_notify = (word >> 6) & 0x1;
	v->m_pci_port = (word >> 5) & 0x1;
	v->m_vhca_mk = (word >> 4) & 0x1;
	v->cmd_on_behalf = (word >> 3) & 0x1;
	v->device_emulation_manager = (word >> 2) & 0x1;
	v->terminate_scatter_list_mkey = (word >> 1) & 0x1;
	v->repeated_mkey = word & 0x1;
	word = prm_load8(p, 0x1f);
	v->dump_fill_mkey = word >> 7;
	v->fast_teardown = (word >> 4) & 0x1;
	v->log_max_eq = (uint8_t)(word & 0xf);
	v->max_indirection = prm_load8(p, 0x20);
	word = prm_load8(p, 0x21);
	v->fixed_buffer_size = word >> 7;
	v->log_max_mrw_sz = (uint8_t)(word & 0x7f);
	word = prm_load8(p, 0x22);
	v->force_teardown = word >> 7;
	v->log_max_bsf_list_size = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x23);
	v->umr_extended_translation_offset = word >> 7;
	v->null_mkey = (word >> 6) & 0x1;
	v->log_max_klm_list_size = (uint8_t)(word & 0x3f);
	v->qpc_extension = (prm_load8(p, 0x24) >> 5) & 0x1;
	v->log_max_ra_req_dc = (uint8_t)(prm_load8(p, 0x25) & 0x3f);
	v->eth_wqe_too_small = (prm_load8(p, 0x26) >> 5) & 0x1;
	word = prm_load8(p, 0x27);
	v->vnic_env_cq_overrun = (word >> 6) & 0x1;
	v->log_max_ra_res_dc = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x28);
	v->release_all_pages = (word >> 2) & 0x1;
	v->must_not_use = (word >> 1) & 0x1;
	v->sig_crc64_xp10 = word & 0x1;
	word = prm_load8(p, 0x29);
	v->sig_crc32c = word >> 7;
	v->roce_accl = (word >> 6) & 0x1;
	v->log_max_ra_req_qp = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x2a);
	v->rts2rts_qp_udp_sport = (word >> 6) & 0x1;
	v->rts2rts_lag_tx_port_affinity = (word >> 5) & 0x1;
	v->dma_mmo_sq = (word >> 4) & 0x1;
	v->log_max_ra_res_qp = (uint8_t)(prm_load8(p, 0x2b) & 0x3f);
	word = prm_load8(p, 0x2c);
	v->end_pad = word >> 7;
	v->cc_query_allowed = (word >> 6) & 0x1;
	v->cc_modify_allowed = (word >> 5) & 0x1;
	v->start_pad = (word >> 4) & 0x1;
	v->cache_line_128byte = (word >> 3) & 0x1;
	v->gid_table_size_ro = (word >> 2) & 0x1;
	v->pkey_table_size_ro = (word >> 1) & 0x1;
	word = prm_load8(p, 0x2d);
	v->rnr_nak_q_counters = word >> 7;
	v->rts2rts_qp_counters_set_id = (word >> 6) & 0x1;
	v->rts2rts_qp_dscp = (word >> 5) & 0x1;
	v->vnic_env_int_rq_oob = (word >> 3) & 0x1;
	v->sbcam_reg = (word >> 2) & 0x1;
	v->qcam_reg = word & 0x1;
	v->gid_table_size = prm_load16(p, 0x2e);
	word = prm_load8(p, 0x30);
	v->out_of_seq_cnt = word >> 7;
	v->vport_counters = (word >> 6) & 0x1;
	v->retransmission_q_counters = (word >> 5) & 0x1;
	v->debug = (word >> 4) & 0x1;
	v->modify_rq_counter_set_id = (word >> 3) & 0x1;
	v->rq_delay_drop = (word >> 2) & 0x1;
	v->max_qp_cnt = (uint16_t)(prm_load16(p, 0x30) & 0x3ff);
	v->pkey_table_size = prm_load16(p, 0x32);
	word = prm_load8(p, 0x34);
	v->vport_group_manager = word >> 7;
	v->vhca_group_manager = (word >> 6) & 0x1;
	v->ib_virt = (word >> 5) & 0x1;
	v->eth_virt = (word >> 4) & 0x1;
	v->vnic_env_queue_counters = (word >> 3) & 0x1;
	v->ets = (word >> 2) & 0x1;
	v->nic_flow_table = (word >> 1) & 0x1;
	v->eswitch_manager = word & 0x1;
	word = prm_load8(p, 0x35);
	v->device_memory = word >> 7;
	v->mcam_reg = (word >> 6) & 0x1;
	v->pcam_reg = (word >> 5) & 0x1;
	v->local_ca_ack_delay = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x36);
	v->port_module_event = word >> 7;
	v->enhanced_error_q_counters = (word >> 6) & 0x1;
	v->ports_check = (word >> 5) & 0x1;
	v->pulse_gen_control = (word >> 4) & 0x1;
	v->disable_link_up = (word >> 3) & 0x1;
	v->beacon_led = (word >> 2) & 0x1;
	v->port_type = (uint8_t)(word & 0x3);
	v->num_ports = prm_load8(p, 0x37);
	word = prm_load8(p, 0x38);
	v->pps = (word >> 6) & 0x1;
	v->pps_modify = (word >> 5) & 0x1;
	v->log_max_msg = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x39);
	v->multi_path_xrc_rdma = word >> 7;
	v->multi_path_dc_rdma = (word >> 6) & 0x1;
	v->multi_path_rc_rdma = (word >> 5) & 0x1;
	v->traffic_fast_control = (word >> 4) & 0x1;
	v->max_tc = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x3a);
	v->temp_warn_event = word >> 7;
	v->dcbx = (word >> 6) & 0x1;
	v->general_notification_event = (word >> 5) & 0x1;
	v->multi_prio_sq = (word >> 4) & 0x1;
	v->afu_owner = (word >> 3) & 0x1;
	v->fpga = (word >> 2) & 0x1;
	v->rol_s = (word >> 1) & 0x1;
	v->rol_g = word & 0x1;
	word = prm_load8(p, 0x3b);
	v->ib_port_sniffer = word >> 7;
	v->wol_s = (word >> 6) & 0x1;
	v->wol_g = (word >> 5) & 0x1;
	v->wol_a = (word >> 4) & 0x1;
	v->wol_b = (word >> 3) & 0x1;
	v->wol_m = (word >> 2) & 0x1;
	v->wol_u = (word >> 1) & 0x1;
	v->wol_p = word & 0x1;
	v->stat_rate_support = prm_load16(p, 0x3c);
	word = prm_load8(p, 0x3e);
	v->sig_block_4048 = word >> 7;
	v->pci_sync_for_fw_update_event = (word >> 6) & 0x1;
	v->init2rtr_drain_sigerr = (word >> 5) & 0x1;
	word = prm_load8(p, 0x3f);
	v->init2_lag_tx_port_affinity = word >> 7;
	v->wqe_based_flow_table_update_cap = (word >> 4) & 0x1;
	v->cqe_version = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x40);
	v->compact_address_vector = word >> 7;
	v->striding_rq = (word >> 6) & 0x1;
	v->ipoib_enhanced_offloads = (word >> 4) & 0x1;
	v->ipoib_basic_offloads = (word >> 3) & 0x1;
	v->ib_striding_wq = (word >> 2) & 0x1;
	v->repeated_block_disabled = (word >> 1) & 0x1;
	v->umr_modify_entity_size_disabled = word & 0x1;
	word = prm_load8(p, 0x41);
	v->umr_modify_atomic_disabled = word >> 7;
	v->umr_indirect_mkey_disabled = (word >> 6) & 0x1;
	v->umr_fence = (uint8_t)((word >> 4) & 0x3);
	v->dc_req_scat_data_cqe = (word >> 3) & 0x1;
	v->dc_connect_qp = (word >> 2) & 0x1;
	v->dc_cnak_trace = (word >> 1) & 0x1;
	v->drain_sigerr = word & 0x1;
	word = prm_load8(p, 0x42);
	v->cmdif_checksum = (uint8_t)(word >> 6);
	v->sigerr_cqe = (word >> 5) & 0x1;
	v->e_psv = (word >> 4) & 0x1;
	v->wq_signature = (word >> 3) & 0x1;
	v->sctr_data_cqe = (word >> 2) & 0x1;
	v->bsf_in_create_mkey = (word >> 1) & 0x1;
	v->sho = word & 0x1;
	word = prm_load8(p, 0x43);
	v->tph = word >> 7;
	v->rf = (word >> 6) & 0x1;
	v->dct = (word >> 5) & 0x1;
	v->qos = (word >> 4) & 0x1;
	v->eth_net_offloads = (word >> 3) & 0x1;
	v->roce = (word >> 2) & 0x1;
	v->atomic = (word >> 1) & 0x1;
	v->extended_retry_count = word & 0x1;
	word = prm_load8(p, 0x44);
	v->cq_oi = word >> 7;
	v->cq_resize = (word >> 6) & 0x1;
	v->cq_moderation = (word >> 5) & 0x1;
	v->cq_period_mode_modify = (word >> 4) & 0x1;
	v->cq_invalidate = (word >> 3) & 0x1;
	v->cq_eq_remap = (word >> 1) & 0x1;
	v->pg = word & 0x1;
	word = prm_load8(p, 0x45);
	v->block_lb_mc = word >> 7;
	v->exponential_backoff = (word >> 6) & 0x1;
	v->scqe_break_moderation = (word >> 5) & 0x1;
	v->cq_period_start_from_cqe = (word >> 4) & 0x1;
	v->cd = (word >> 3) & 0x1;
	v->atm = (word >> 2) & 0x1;
	v->apm = (word >> 1) & 0x1;
	v->vector_calc = word & 0x1;
	word = prm_load8(p, 0x46);
	v->umr_ptr_rlky = word >> 7;
	v->imaicl = (word >> 6) & 0x1;
	v->qp_packet_based = (word >> 5) & 0x1;
	v->ipoib_enhanced_pkey_change = (word >> 3) & 0x1;
	v->initiator_src_dct_in_cqe = (word >> 2) & 0x1;
	v->qkv = (word >> 1) & 0x1;
	v->pkv = word & 0x1;
	word = prm_load8(p, 0x47);
	v->set_deth_sqpn = word >> 7;
	v->rts2rts_primary_sl = (word >> 6) & 0x1;
	v->initiator_src_dct = (word >> 5) & 0x1;
	v->dc_v2 = (word >> 4) & 0x1;
	v->xrc = (word >> 3) & 0x1;
	v->ud = (word >> 2) & 0x1;
	v->uc = (word >> 1) & 0x1;
	v->rc = word & 0x1;
	v->uar_4k = prm_load8(p, 0x48) >> 7;
	word = prm_load8(p, 0x49);
	v->fl_rc_qp_when_roce_disabled = word >> 7;
	v->regexp_params = (word >> 6) & 0x1;
	v->uar_sz = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x4a);
	v->port_selection_cap = word >> 7;
	v->umem_uid_0 = (word >> 5) & 0x1;
	v->log_max_dc_cnak_qps = (uint8_t)(word & 0x1f);
	v->log_pg_sz = prm_load8(p, 0x4b);
	word = prm_load8(p, 0x4c);
	v->bf = word >> 7;
	v->driver_version = (word >> 6) & 0x1;
	v->pad_tx_eth_packet = (word >> 5) & 0x1;
	v->query_driver_version = (word >> 4) & 0x1;
	v->max_qp_retry_freq = (word >> 3) & 0x1;
	v->qp_by_name = (word >> 2) & 0x1;
	v->mkey_by_name = (word >> 1) & 0x1;
	word = prm_load8(p, 0x4d);
	v->suspend_qp_uc = word >> 7;
	v->suspend_qp_ud = (word >> 6) & 0x1;
	v->suspend_qp_rc = (word >> 5) & 0x1;
	v->log_bf_reg_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x4e);
	v->qp_error_syndrome = (word >> 4) & 0x1;
	v->lag_dct = (uint8_t)(word & 0x3);
	word = prm_load8(p, 0x4f);
	v->lag_tx_port_affinity = word >> 7;
	v->lag_native_fdb_selection = (word >> 6) & 0x1;
	v->lag_master = (word >> 4) & 0x1;
	v->num_lag_ports = (uint8_t)(word & 0xf);
	v->num_of_diagnostic_counters = prm_load16(p, 0x50);
	v->max_wqe_sz_sq = prm_load16(p, 0x52);
	v->shampo = (prm_load8(p, 0x55) >> 4) & 0x1;
	v->max_wqe_sz_rq = prm_load16(p, 0x56);
	v->max_flow_counter_31_16 = prm_load16(p, 0x58);
	v->max_wqe_sz_sq_dc = prm_load16(p, 0x5a);
	v->max_qp_mcg = prm_load32(p, 0x5c) & 0x1ffffff;
	v->mlnx_tag_ethertype = prm_load16(p, 0x60);
	v->flow_counter_bulk_alloc = prm_load8(p, 0x62);
	v->log_max_mcg = prm_load8(p, 0x63);
	v->log_max_transport_domain = (uint8_t)(prm_load8(p, 0x64) & 0x1f);
	word = prm_load8(p, 0x65);
	v->relaxed_ordering_read = (word >> 5) & 0x1;
	v->log_max_pd = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x66);
	v->dp_ordering_ooo_all_ud = word >> 7;
	v->dp_ordering_ooo_all_uc = (word >> 6) & 0x1;
	v->dp_ordering_ooo_all_xrc = (word >> 5) & 0x1;
	v->dp_ordering_ooo_all_dc = (word >> 4) & 0x1;
	v->dp_ordering_ooo_all_rc = (word >> 3) & 0x1;
	v->pcie_reset_using_hotreset_method = (word >> 2) & 0x1;
	v->pci_sync_for_fw_update_with_driver_unload = (word >> 1) & 0x1;
	v->vnic_env_cnt_steering_fail = word & 0x1;
	word = prm_load8(p, 0x67);
	v->vport_counter_local_loopback = word >> 7;
	v->q_counter_aggregation = (word >> 6) & 0x1;
	v->q_counter_other_vport = (word >> 5) & 0x1;
	v->log_max_xrcd = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x68);
	v->nic_receive_steering_discard = word >> 7;
	v->receive_discard_vport_down = (word >> 6) & 0x1;
	v->transmit_discard_vport_down = (word >> 5) & 0x1;
	v->eq_overrun_count = (word >> 4) & 0x1;
	v->nic_receive_steering_depth = (word >> 3) & 0x1;
	v->invalid_command_count = (word >> 2) & 0x1;
	v->quota_exceeded_count = (word >> 1) & 0x1;
	v->log_max_flow_counter_bulk = prm_load8(p, 0x69);
	v->max_flow_counter_15_0 = prm_load16(p, 0x6a);
	word = prm_load8(p, 0x6c);
	v->modify_tis = word >> 7;
	v->log_max_rq = (uint8_t)(word & 0x1f);
	v->log_max_sq = (uint8_t)(prm_load8(p, 0x6d) & 0x1f);
	v->log_max_tir = (uint8_t)(prm_load8(p, 0x6e) & 0x1f);
	v->log_max_tis = (uint8_t)(prm_load8(p, 0x6f) & 0x1f);
	word = prm_load8(p, 0x70);
	v->basic_cyclic_rcv_wqe = word >> 7;
	v->log_max_rmp = (uint8_t)(word & 0x1f);
	v->log_max_rqt = (uint8_t)(prm_load8(p, 0x71) & 0x1f);
	v->log_max_rqt_size = (uint8_t)(prm_load8(p, 0x72) & 0x1f);
	v->log_max_tis_per_sq = (uint8_t)(prm_load8(p, 0x73) & 0x1f);
	word = prm_load8(p, 0x74);
	v->ext_stride_num_range = word >> 7;
	v->roce_rw_supported = (word >> 6) & 0x1;
	v->log_max_current_uc_list_wr_supported = (word >> 5) & 0x1;
	v->log_max_stride_sz_rq = (uint8_t)(word & 0x1f);
	v->log_min_stride_sz_rq = (uint8_t)(prm_load8(p, 0x75) & 0x1f);
	v->log_max_stride_sz_sq = (uint8_t)(prm_load8(p, 0x76) & 0x1f);
	v->log_min_stride_sz_sq = (uint8_t)(prm_load8(p, 0x77) & 0x1f);
	word = prm_load8(p, 0x78);
	v->hairpin = word >> 7;
	v->log_max_hairpin_queues = (uint8_t)(word & 0x1f);
	v->log_max_hairpin_wq_data_sz = (uint8_t)(prm_load8(p, 0x79) & 0x1f);
	v->log_max_hairpin_num_packets = (uint8_t)(prm_load8(p, 0x7a) & 0x1f);
	v->log_max_wq_sz = (uint8_t)(prm_load8(p, 0x7b) & 0x1f);
	word = prm_load8(p, 0x7c);
	v->nic_vport_change_event = word >> 7;
	v->disable_local_lb_uc = (word >> 6) & 0x1;
	v->disable_local_lb_mc = (word >> 5) & 0x1;
	v->log_min_hairpin_wq_data_sz = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x7d);
	v->silent_mode = (word >> 6) & 0x1;
	v->vhca_state = (word >> 5) & 0x1;
	v->log_max_vlan_list = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x7e);
	v->aes_xts_single_block_le_tweak = (word >> 6) & 0x1;
	v->aes_xts_multi_block_be_tweak = (word >> 5) & 0x1;
	v->log_max_current_mc_list = (uint8_t)(word & 0x1f);
	v->log_max_current_uc_list = (uint8_t)(prm_load8(p, 0x7f) & 0x1f);
	v->general_obj_types = prm_load64(p, 0x80);
	word = prm_load8(p, 0x88);
	v->sq_ts_format = (uint8_t)(word >> 6);
	v->rq_ts_format = (uint8_t)((word >> 4) & 0x3);
	v->steering_format_version = (uint8_t)(word & 0xf);
	v->create_qp_start_hint = prm_load32(p, 0x88) & 0xffffff;
	word = prm_load8(p, 0x8c);
	v->ats = (word >> 6) & 0x1;
	v->cross_vhca_rqt = (word >> 5) & 0x1;
	v->log_max_uctx = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x8d);
	v->crypto = (word >> 6) & 0x1;
	v->ipsec_offload = (word >> 5) & 0x1;
	v->log_max_umem = (uint8_t)(word & 0x1f);
	v->max_num_eqs = prm_load16(p, 0x8e);
	word = prm_load8(p, 0x90);
	v->sigerr_domain_and_sig_type = word >> 7;
	v->tls_tx = (word >> 6) & 0x1;
	v->tls_rx = (word >> 5) & 0x1;
	v->log_max_l2_table = (uint8_t)(word & 0x1f);
	v->log_uar_page_sz = prm_load16(p, 0x92);
	v->device_frequency_mhz = prm_load32(p, 0x98);
	v->device_frequency_khz = prm_load32(p, 0x9c);
	word = prm_load8(p, 0xa0);
	v->capi = word >> 7;
	v->create_pec = (word >> 6) & 0x1;
	v->nvmf_target_offload = (word >> 5) & 0x1;
	v->capi_invalidate = (word >> 4) & 0x1;
	v->log_max_pasid = (uint8_t)(prm_load8(p, 0xa3) & 0x1f);
	v->num_of_uars_per_page = prm_load32(p, 0xa4);
	v->flex_parser_protocols = prm_load32(p, 0xa8);
	v->max_geneve_tlv_options = prm_load8(p, 0xac);
	v->max_geneve_tlv_option_data_len = (uint8_t)(prm_load8(p, 0xad) & 0x1f);
	word = prm_load8(p, 0xae);
	v->flex_parser_header_modify = word >> 7;
	v->log_max_guaranteed_connections = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xaf);
	v->adv_virtualization = (word >> 6) & 0x1;
	v->log_max_dct_connections = (uint8_t)(word & 0x1f);
	v->log_max_atomic_size_qp = prm_load8(p, 0xb0);
	v->log_max_dci_stream_channels = (uint8_t)(prm_load8(p, 0xb1) & 0x1f);
	v->log_max_dci_errored_streams = (uint8_t)(prm_load8(p, 0xb2) & 0x1f);
	v->log_max_atomic_size_dc = prm_load8(p, 0xb3);
	word = prm_load8(p, 0xb6);
	v->enhanced_cqe_compression = word >> 7;
	v->crossing_vhca_mkey = (word >> 5) & 0x1;
	v->log_max_dek = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xb7);
	v->mini_cqe_resp_stride_index = (word >> 3) & 0x1;
	v->cqe_128_always = (word >> 2) & 0x1;
	v->cqe_compression_128 = (word >> 1) & 0x1;
	v->cqe_compression = word & 0x1;
	v->cqe_compression_timeout = prm_load16(p, 0xb8);
	v->cqe_compression_max_num = prm_load16(p, 0xba);
	word = prm_load8(p, 0xbd);
	v->flex_parser_id_gtpu_dw_0 = (uint8_t)(word >> 4);
	v->log_max_tm_offloaded_op_size = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xbe);
	v->tag_matching = word >> 7;
	v->rndv_offload_rc = (word >> 6) & 0x1;
	v->rndv_offload_dc = (word >> 5) & 0x1;
	v->log_tag_matching_list_sz = (uint8_t)(word & 0x1f);
	v->log_max_xrq = (uint8_t)(prm_load8(p, 0xbf) & 0x1f);
	v->affiliate_nic_vport_criteria = prm_load8(p, 0xc0);
	v->native_port_num = prm_load8(p, 0xc1);
	v->num_vhca_ports = prm_load8(p, 0xc2);
	word = prm_load8(p, 0xc3);
	v->flex_parser_id_gtpu_teid = (uint8_t)(word >> 4);
	v->trusted_vnic_vhca = (word >> 2) & 0x1;
	v->sw_owner_id = (word >> 1) & 0x1;
	v->reserve_not_to_use = word & 0x1;
	v->max_num_of_monitor_counters = prm_load16(p, 0xc4);
	v->num_ppcnt_monitor_counters = prm_load16(p, 0xc6);
	v->max_num_sf = prm_load16(p, 0xc8);
	v->num_q_monitor_counters = prm_load16(p, 0xca);
	word = prm_load8(p, 0xd0);
	v->sf = word >> 7;
	v->sf_set_partition = (word >> 6) & 0x1;
	v->log_max_sf = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xd1);
	v->apu = word >> 7;
	v->migration = (word >> 2) & 0x1;
	v->log_min_sf_size = prm_load8(p, 0xd2);
	v->max_num_sf_partitions = prm_load8(p, 0xd3);
	v->uctx_cap = prm_load32(p, 0xd4);
	v->flex_parser_id_geneve_tlv_option_0 = (uint8_t)(prm_load8(p, 0xd8) & 0xf);
	word = prm_load8(p, 0xd9);
	v->flex_parser_id_icmp_dw1 = (uint8_t)(word >> 4);
	v->flex_parser_id_icmp_dw0 = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xda);
	v->flex_parser_id_icmpv6_dw1 = (uint8_t)(word >> 4);
	v->flex_parser_id_icmpv6_dw0 = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xdb);
	v->flex_parser_id_outer_first_mpls_over_gre = (uint8_t)(word >> 4);
	v->flex_parser_id_outer_first_mpls_over_udp_label = (uint8_t)(word & 0xf);
	v->max_num_match_definer = prm_load16(p, 0xdc);
	v->sf_base_id = prm_load16(p, 0xde);
	word = prm_load8(p, 0xe0);
	v->flex_parser_id_gtpu_dw_2 = (uint8_t)(word >> 4);
	v->flex_parser_id_gtpu_first_ext_dw_0 = (uint8_t)(word & 0xf);
	v->num_total_dynamic_vf_msix = prm_load32(p, 0xe0) & 0xffffff;
	v->dynamic_msix_table_size = (uint16_t)(prm_load16(p, 0xe6) & 0xfff);
	word = prm_load8(p, 0xe9);
	v->dma_mmo_qp = word >> 7;
	v->min_dynamic_vf_msix_table_size = (uint8_t)(word & 0xf);
	v->data_direct = (prm_load8(p, 0xea) >> 5) & 0x1;
	v->max_dynamic_vf_msix_table_size = (uint16_t)(prm_load16(p, 0xea) & 0xfff);
	v->log_max_num_header_modify_argument = (uint8_t)(prm_load8(p, 0xec) & 0x1f);
	word = prm_load8(p, 0xed);
	v->log_header_modify_argument_granularity_offset = (uint8_t)(word >> 4);
	v->log_header_modify_argument_granularity = (uint8_t)(word & 0xf);
	v->log_header_modify_argument_max_alloc = (uint8_t)(prm_load8(p, 0xee) & 0x1f);
	v->vhca_tunnel_commands = prm_load64(p, 0xf0);
	v->match_definer_format_supported = prm_load64(p, 0xf8);
	return r ? prm_cmd_hca_cap_check(p, r) : 0;
}

#endif /* PRM_HCA_CAP_H */
