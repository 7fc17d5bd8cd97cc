/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Receive memory pools (RMP), and the work queue that they have in common with other queues.
 * Made by prmc 1 from spec/cmd/rmp.yaml, spec digest b88e7adfad9e. Do not edit: `ninja regen`.
 */
#ifndef PRM_RMP_H
#define PRM_RMP_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * enum prm_wq_type - Kind of a work queue
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_WQ_TYPE_*.
 */
enum prm_wq_type {
	PRM_WQ_TYPE_LINKED_LIST             = 0x00, /* WQEs are chained by next segments. */
	PRM_WQ_TYPE_CYCLIC                  = 0x01, /* A ring. */
	PRM_WQ_TYPE_LINKED_LIST_STRIDING_RQ = 0x02, /* Linked, each WQE takes several packets. */
	PRM_WQ_TYPE_CYCLIC_STRIDING_RQ      = 0x03, /* A ring, each WQE takes several packets. */
};

/* The name of a value of enum prm_wq_type, or NULL. */
static inline const char *prm_wq_type_str(uint64_t value)
{
	switch (value) {
	case PRM_WQ_TYPE_LINKED_LIST:
		return "LINKED_LIST";
	case PRM_WQ_TYPE_CYCLIC:
		return "CYCLIC";
	case PRM_WQ_TYPE_LINKED_LIST_STRIDING_RQ:
		return "LINKED_LIST_STRIDING_RQ";
	case PRM_WQ_TYPE_CYCLIC_STRIDING_RQ:
		return "CYCLIC_STRIDING_RQ";
	default:
		return NULL;
	}
}

/**
 * enum prm_wq_end_padding_mode - Whether received data are padded to a cache line
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_WQ_END_PAD_MODE_*.
 */
enum prm_wq_end_padding_mode {
	PRM_WQ_END_PADDING_MODE_NONE  = 0x00,
	PRM_WQ_END_PADDING_MODE_ALIGN = 0x01,
};

/* The name of a value of enum prm_wq_end_padding_mode, or NULL. */
static inline const char *prm_wq_end_padding_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_WQ_END_PADDING_MODE_NONE:
		return "NONE";
	case PRM_WQ_END_PADDING_MODE_ALIGN:
		return "ALIGN";
	default:
		return NULL;
	}
}

/**
 * enum prm_rmp_state - State of an RMP
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_RMPC_STATE_*.
 */
enum prm_rmp_state {
	PRM_RMP_STATE_RST = 0x00,	/* As in a command. Note: No name in the sources. */
	PRM_RMP_STATE_RDY = 0x01,
	PRM_RMP_STATE_ERR = 0x03,
};

/* The name of a value of enum prm_rmp_state, or NULL. */
static inline const char *prm_rmp_state_str(uint64_t value)
{
	switch (value) {
	case PRM_RMP_STATE_RST:
		return "RST";
	case PRM_RMP_STATE_RDY:
		return "RDY";
	case PRM_RMP_STATE_ERR:
		return "ERR";
	default:
		return NULL;
	}
}

/**
 * struct prm_wq - work queue, as in the contexts of RMPs, RQs and SQs. The addresses of its pages
 * follow
 *
 * 192 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_wq_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_wq_bits.
 */
struct prm_wq {
	/*
	 * 0x00 [31:28] wq_type: (enum prm_wq_type)
	 *      [27]    wq_signature: WQEs carry a checksum.
	 *      [26:25] end_padding_mode: (enum prm_wq_end_padding_mode)
	 *      [24]    cd_slave: Cross channel. The queue waits for another one.
	 */
	uint8_t b_00;
	uint8_t reserved_01[3];
	/*
	 * 0x04 [31]    hds_skip_first_sge
	 *      [30:28] log2_hds_buf_size
	 */
	uint8_t b_04;
	/*
	 * 0x04 [20:16] page_offset: Where the queue starts in its first page. UNVERIFIED: The unit.
	 * It is that of qpc and srqc, whose field has one bit more. (in 1/64 of a page)
	 */
	uint8_t b_05;
	/* 0x04 [15:0]: Limit, below which an event is sent. (in WQEs) */
	prm_be16 lwm;
	prm_be32 dw_08;			/* 0x08 [23:0] pd: Number of the protection domain. */
	/* 0x0c [23:0] uar_page: Number of the UAR page of the doorbell, for send queues. */
	prm_be32 dw_0c;
	/*
	 * 0x10 [63:0]: Address of the doorbell record; with dbr_umem_valid, the offset in that
	 * umem.
	 */
	prm_be64 dbr_addr;
	prm_be32 hw_counter;		/* 0x18 [31:0]: (in WQEs; written by the device) */
	prm_be32 sw_counter;		/* 0x1c [31:0]: (in WQEs; written by the device) */
	uint8_t reserved_20[1];
	/* 0x20 [19:16] log_wq_stride: Size of a WQE. (log2: 2^value; in bytes) */
	uint8_t b_21;
	/* 0x20 [12:8] log_wq_pg_sz: Size of the pages. (log2: 2^value; in 4096 bytes) */
	uint8_t b_22;
	uint8_t b_23;			/* 0x20 [4:0] log_wq_sz: (log2: 2^value; in WQEs) */
	/*
	 * 0x24 [31]    dbr_umem_valid: The doorbell record stands in the umem dbr_umem_id.
	 *      [30]    wq_umem_valid: The queue stands in the umem wq_umem_id.
	 *      [28:24] log_hairpin_num_packets: (log2: 2^value)
	 */
	uint8_t b_24;
	/* 0x24 [20:16] log_hairpin_data_sz: (log2: 2^value; in bytes) */
	uint8_t b_25;
	/*
	 * 0x24 [11:8] log_wqe_num_of_strides: Strides of a WQE of a striding receive queue. Note:
	 * single_wqe_log_num_of_strides in DPDK. (log2: 2^value; in 512 strides)
	 */
	uint8_t b_26;
	/*
	 * 0x24 [7]   two_byte_shift_en: Packets start at the third byte of a stride.
	 *      [2:0] log_wqe_stride_size: Size of a stride. Note: single_stride_log_num_of_bytes
	 *              in DPDK. (log2: 2^value; in 64 bytes)
	 */
	uint8_t b_27;
	/* 0x28 [31:0]: Note: In Linux 6.12 and DPDK, reserved in Linux 6.1, as the next two. */
	prm_be32 dbr_umem_id;
	prm_be32 wq_umem_id;		/* 0x2c [31:0] */
	prm_be64 wq_umem_offset;	/* 0x30 [63:0]: (in bytes) */
	/* 0x38 [31:0]: Note: In Linux, reserved in DPDK, as all of SHAMPO below. */
	prm_be32 headers_mkey;
	/*
	 * 0x3c [31]    shampo_enable: Headers and data of packets go to different places.
	 *      [26:24] log_reservation_size: (log2: 2^value)
	 */
	uint8_t b_3c;
	/* 0x3c [18:16] log_max_num_of_packets_per_reservation: (log2: 2^value) */
	uint8_t b_3d;
	uint8_t b_3e;			/* 0x3c [9:8] log_headers_entry_size: (log2: 2^value) */
	/* 0x3c [3:0] log_headers_buffer_entry_num: (log2: 2^value) */
	uint8_t b_3f;
	uint8_t reserved_40[128];
} __attribute__((packed, aligned(4)));

#define PRM_WQ_SIZE 192

PRM_ASSERT_SIZE(prm_wq, 192);
PRM_ASSERT_OFFSET(prm_wq, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_wq, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_wq, b_04, 0x04);
PRM_ASSERT_OFFSET(prm_wq, b_05, 0x05);
PRM_ASSERT_OFFSET(prm_wq, lwm, 0x06);
PRM_ASSERT_OFFSET(prm_wq, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_wq, dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_wq, dbr_addr, 0x10);
PRM_ASSERT_OFFSET(prm_wq, hw_counter, 0x18);
PRM_ASSERT_OFFSET(prm_wq, sw_counter, 0x1c);
PRM_ASSERT_OFFSET(prm_wq, reserved_20, 0x20);
PRM_ASSERT_OFFSET(prm_wq, b_21, 0x21);
PRM_ASSERT_OFFSET(prm_wq, b_22, 0x22);
PRM_ASSERT_OFFSET(prm_wq, b_23, 0x23);
PRM_ASSERT_OFFSET(prm_wq, b_24, 0x24);
PRM_ASSERT_OFFSET(prm_wq, b_25, 0x25);
PRM_ASSERT_OFFSET(prm_wq, b_26, 0x26);
PRM_ASSERT_OFFSET(prm_wq, b_27, 0x27);
PRM_ASSERT_OFFSET(prm_wq, dbr_umem_id, 0x28);
PRM_ASSERT_OFFSET(prm_wq, wq_umem_id, 0x2c);
PRM_ASSERT_OFFSET(prm_wq, wq_umem_offset, 0x30);
PRM_ASSERT_OFFSET(prm_wq, headers_mkey, 0x38);
PRM_ASSERT_OFFSET(prm_wq, b_3c, 0x3c);
PRM_ASSERT_OFFSET(prm_wq, b_3d, 0x3d);
PRM_ASSERT_OFFSET(prm_wq, b_3e, 0x3e);
PRM_ASSERT_OFFSET(prm_wq, b_3f, 0x3f);
PRM_ASSERT_OFFSET(prm_wq, reserved_40, 0x40);

static inline void prm_wq_set_wq_type(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_00 = prm_u8_replace(p->b_00, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_wq_get_wq_type(const struct prm_wq *p)
{
	return p->b_00 >> 4;
}

static inline void prm_wq_set_wq_signature(struct prm_wq *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_wq_get_wq_signature(const struct prm_wq *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_wq_set_end_padding_mode(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0x6, (uint8_t)((uint32_t)v << 1));
}

static inline uint32_t prm_wq_get_end_padding_mode(const struct prm_wq *p)
{
	return (p->b_00 >> 1) & 0x3;
}

static inline void prm_wq_set_cd_slave(struct prm_wq *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x1, (uint8_t)v);
}

static inline bool prm_wq_get_cd_slave(const struct prm_wq *p)
{
	return (bool)(p->b_00 & 0x1);
}

static inline void prm_wq_set_hds_skip_first_sge(struct prm_wq *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_wq_get_hds_skip_first_sge(const struct prm_wq *p)
{
	return (bool)(p->b_04 >> 7);
}

static inline void prm_wq_set_log2_hds_buf_size(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_04 = prm_u8_replace(p->b_04, 0x70, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_wq_get_log2_hds_buf_size(const struct prm_wq *p)
{
	return (p->b_04 >> 4) & 0x7;
}

static inline void prm_wq_set_page_offset(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_05 = prm_u8_replace(p->b_05, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_wq_get_page_offset(const struct prm_wq *p)
{
	return p->b_05 & 0x1f;
}

static inline void prm_wq_set_lwm(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->lwm = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_wq_get_lwm(const struct prm_wq *p)
{
	return prm_be16_to_cpu(p->lwm);
}

static inline void prm_wq_set_pd(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_wq_get_pd(const struct prm_wq *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_wq_set_uar_page(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xffffffu, v);
}

static inline uint32_t prm_wq_get_uar_page(const struct prm_wq *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xffffff;
}

static inline void prm_wq_set_dbr_addr(struct prm_wq *p, uint64_t v)
{
	p->dbr_addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_wq_get_dbr_addr(const struct prm_wq *p)
{
	return prm_be64_to_cpu(p->dbr_addr);
}

static inline void prm_wq_set_hw_counter(struct prm_wq *p, uint32_t v)
{
	p->hw_counter = prm_cpu_to_be32(v);
}

static inline uint32_t prm_wq_get_hw_counter(const struct prm_wq *p)
{
	return prm_be32_to_cpu(p->hw_counter);
}

static inline void prm_wq_set_sw_counter(struct prm_wq *p, uint32_t v)
{
	p->sw_counter = prm_cpu_to_be32(v);
}

static inline uint32_t prm_wq_get_sw_counter(const struct prm_wq *p)
{
	return prm_be32_to_cpu(p->sw_counter);
}

static inline void prm_wq_set_log_wq_stride(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_21 = prm_u8_replace(p->b_21, 0xf, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_wq_stride(const struct prm_wq *p)
{
	return p->b_21 & 0xf;
}

static inline void prm_wq_set_log_wq_pg_sz(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_22 = prm_u8_replace(p->b_22, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_wq_pg_sz(const struct prm_wq *p)
{
	return p->b_22 & 0x1f;
}

static inline void prm_wq_set_log_wq_sz(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_23 = prm_u8_replace(p->b_23, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_wq_sz(const struct prm_wq *p)
{
	return p->b_23 & 0x1f;
}

static inline void prm_wq_set_dbr_umem_valid(struct prm_wq *p, bool v)
{
	p->b_24 = prm_u8_replace(p->b_24, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_wq_get_dbr_umem_valid(const struct prm_wq *p)
{
	return (bool)(p->b_24 >> 7);
}

static inline void prm_wq_set_wq_umem_valid(struct prm_wq *p, bool v)
{
	p->b_24 = prm_u8_replace(p->b_24, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_wq_get_wq_umem_valid(const struct prm_wq *p)
{
	return (bool)((p->b_24 >> 6) & 0x1);
}

static inline void prm_wq_set_log_hairpin_num_packets(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_24 = prm_u8_replace(p->b_24, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_hairpin_num_packets(const struct prm_wq *p)
{
	return p->b_24 & 0x1f;
}

static inline void prm_wq_set_log_hairpin_data_sz(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_25 = prm_u8_replace(p->b_25, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_hairpin_data_sz(const struct prm_wq *p)
{
	return p->b_25 & 0x1f;
}

static inline void prm_wq_set_log_wqe_num_of_strides(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_26 = prm_u8_replace(p->b_26, 0xf, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_wqe_num_of_strides(const struct prm_wq *p)
{
	return p->b_26 & 0xf;
}

static inline void prm_wq_set_two_byte_shift_en(struct prm_wq *p, bool v)
{
	p->b_27 = prm_u8_replace(p->b_27, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_wq_get_two_byte_shift_en(const struct prm_wq *p)
{
	return (bool)(p->b_27 >> 7);
}

static inline void prm_wq_set_log_wqe_stride_size(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_27 = prm_u8_replace(p->b_27, 0x7, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_wqe_stride_size(const struct prm_wq *p)
{
	return p->b_27 & 0x7;
}

static inline void prm_wq_set_dbr_umem_id(struct prm_wq *p, uint32_t v)
{
	p->dbr_umem_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_wq_get_dbr_umem_id(const struct prm_wq *p)
{
	return prm_be32_to_cpu(p->dbr_umem_id);
}

static inline void prm_wq_set_wq_umem_id(struct prm_wq *p, uint32_t v)
{
	p->wq_umem_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_wq_get_wq_umem_id(const struct prm_wq *p)
{
	return prm_be32_to_cpu(p->wq_umem_id);
}

static inline void prm_wq_set_wq_umem_offset(struct prm_wq *p, uint64_t v)
{
	p->wq_umem_offset = prm_cpu_to_be64(v);
}

static inline uint64_t prm_wq_get_wq_umem_offset(const struct prm_wq *p)
{
	return prm_be64_to_cpu(p->wq_umem_offset);
}

static inline void prm_wq_set_headers_mkey(struct prm_wq *p, uint32_t v)
{
	p->headers_mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_wq_get_headers_mkey(const struct prm_wq *p)
{
	return prm_be32_to_cpu(p->headers_mkey);
}

static inline void prm_wq_set_shampo_enable(struct prm_wq *p, bool v)
{
	p->b_3c = prm_u8_replace(p->b_3c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_wq_get_shampo_enable(const struct prm_wq *p)
{
	return (bool)(p->b_3c >> 7);
}

static inline void prm_wq_set_log_reservation_size(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_3c = prm_u8_replace(p->b_3c, 0x7, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_reservation_size(const struct prm_wq *p)
{
	return p->b_3c & 0x7;
}

static inline void prm_wq_set_log_max_num_of_packets_per_reservation(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_3d = prm_u8_replace(p->b_3d, 0x7, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_max_num_of_packets_per_reservation(const struct prm_wq *p)
{
	return p->b_3d & 0x7;
}

static inline void prm_wq_set_log_headers_entry_size(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_3e = prm_u8_replace(p->b_3e, 0x3, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_headers_entry_size(const struct prm_wq *p)
{
	return p->b_3e & 0x3;
}

static inline void prm_wq_set_log_headers_buffer_entry_num(struct prm_wq *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_3f = prm_u8_replace(p->b_3f, 0xf, (uint8_t)v);
}

static inline uint32_t prm_wq_get_log_headers_buffer_entry_num(const struct prm_wq *p)
{
	return p->b_3f & 0xf;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_wq_fields {
	uint8_t wq_type;		/* 4 bits, enum prm_wq_type */
	bool wq_signature;
	uint8_t end_padding_mode;	/* 2 bits, enum prm_wq_end_padding_mode */
	bool cd_slave;
	bool hds_skip_first_sge;
	uint8_t log2_hds_buf_size;	/* 3 bits */
	uint8_t page_offset;		/* 5 bits */
	uint16_t lwm;
	uint32_t pd;			/* 24 bits */
	uint32_t uar_page;		/* 24 bits */
	uint64_t dbr_addr;
	uint32_t hw_counter;
	uint32_t sw_counter;
	uint8_t log_wq_stride;		/* 4 bits, log2 */
	uint8_t log_wq_pg_sz;		/* 5 bits, log2 */
	uint8_t log_wq_sz;		/* 5 bits, log2 */
	bool dbr_umem_valid;
	bool wq_umem_valid;
	uint8_t log_hairpin_num_packets; /* 5 bits, log2 */
	uint8_t log_hairpin_data_sz;	/* 5 bits, log2 */
	uint8_t log_wqe_num_of_strides;	/* 4 bits, log2 */
	bool two_byte_shift_en;
	uint8_t log_wqe_stride_size;	/* 3 bits, log2 */
	uint32_t dbr_umem_id;
	uint32_t wq_umem_id;
	uint64_t wq_umem_offset;
	uint32_t headers_mkey;
	bool shampo_enable;
	uint8_t log_reservation_size;	/* 3 bits, log2 */
	uint8_t log_max_num_of_packets_per_reservation; /* 3 bits, log2 */
	uint8_t log_headers_entry_size;	/* 2 bits, log2 */
	uint8_t log_headers_buffer_entry_num; /* 4 bits, log2 */
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_wq_fields_init(struct prm_wq_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 192 bytes of @p; what stood there does not matter. */
static inline void prm_wq_pack(struct prm_wq *p, const struct prm_wq_fields *v)
{
	PRM_CHECK_WIDTH(v->wq_type, 4);
	PRM_CHECK_WIDTH(v->end_padding_mode, 2);
	prm_store32(p, 0x00, (uint32_t)v->wq_type << 28 | (uint32_t)v->wq_signature << 27 |
			((uint32_t)v->end_padding_mode & 0x3) << 25 | (uint32_t)v->cd_slave << 24);
	PRM_CHECK_WIDTH(v->log2_hds_buf_size, 3);
	PRM_CHECK_WIDTH(v->page_offset, 5);
	prm_store32(p, 0x04, (uint32_t)v->hds_skip_first_sge << 31 |
			((uint32_t)v->log2_hds_buf_size & 0x7) << 28 |
			((uint32_t)v->page_offset & 0x1f) << 16 | (uint32_t)v->lwm);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x08, v->pd & 0xffffff);
	PRM_CHECK_WIDTH(v->uar_page, 24);
	prm_store32(p, 0x0c, v->uar_page & 0xffffff);
	prm_store64(p, 0x10, v->dbr_addr);
	prm_store32(p, 0x18, v->hw_counter);
	prm_store32(p, 0x1c, v->sw_counter);
	PRM_CHECK_WIDTH(v->log_wq_stride, 4);
	PRM_CHECK_WIDTH(v->log_wq_pg_sz, 5);
	PRM_CHECK_WIDTH(v->log_wq_sz, 5);
	prm_store32(p, 0x20, ((uint32_t)v->log_wq_stride & 0xf) << 16 |
			((uint32_t)v->log_wq_pg_sz & 0x1f) << 8 | ((uint32_t)v->log_wq_sz & 0x1f));
	PRM_CHECK_WIDTH(v->log_hairpin_num_packets, 5);
	PRM_CHECK_WIDTH(v->log_hairpin_data_sz, 5);
	PRM_CHECK_WIDTH(v->log_wqe_num_of_strides, 4);
	PRM_CHECK_WIDTH(v->log_wqe_stride_size, 3);
	prm_store32(p, 0x24, (uint32_t)v->dbr_umem_valid << 31 | (uint32_t)v->wq_umem_valid << 30 |
			((uint32_t)v->log_hairpin_num_packets & 0x1f) << 24 |
			((uint32_t)v->log_hairpin_data_sz & 0x1f) << 16 |
			((uint32_t)v->log_wqe_num_of_strides & 0xf) << 8 |
			(uint32_t)v->two_byte_shift_en << 7 |
			((uint32_t)v->log_wqe_stride_size & 0x7));
	prm_store32(p, 0x28, v->dbr_umem_id);
	prm_store32(p, 0x2c, v->wq_umem_id);
	prm_store64(p, 0x30, v->wq_umem_offset);
	prm_store32(p, 0x38, v->headers_mkey);
	PRM_CHECK_WIDTH(v->log_reservation_size, 3);
	PRM_CHECK_WIDTH(v->log_max_num_of_packets_per_reservation, 3);
	PRM_CHECK_WIDTH(v->log_headers_entry_size, 2);
	PRM_CHECK_WIDTH(v->log_headers_buffer_entry_num, 4);
	prm_store32(p, 0x3c, (uint32_t)v->shampo_enable << 31 |
			((uint32_t)v->log_reservation_size & 0x7) << 24 |
			((uint32_t)v->log_max_num_of_packets_per_reservation & 0x7) << 16 |
			((uint32_t)v->log_headers_entry_size & 0x3) << 8 |
			((uint32_t)v->log_headers_buffer_entry_num & 0xf));
	memset((uint8_t *)p + 0x40, 0, 128);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_wq_check(const struct prm_wq *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "end_padding_mode", 5, 2, prm_wq_get_end_padding_mode(p),
		prm_wq_end_padding_mode_str(prm_wq_get_end_padding_mode(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 36, 7);	/* 0x04 [27:21] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 8);	/* 0x0c [31:24] */
	n += prm_check_reserved(r, p, 256, 12);	/* 0x20 [31:20] */
	n += prm_check_reserved(r, p, 272, 3);	/* 0x20 [15:13] */
	n += prm_check_reserved(r, p, 280, 3);	/* 0x20 [7:5] */
	n += prm_check_reserved(r, p, 290, 1);	/* 0x24 [29] */
	n += prm_check_reserved(r, p, 296, 3);	/* 0x24 [23:21] */
	n += prm_check_reserved(r, p, 304, 4);	/* 0x24 [15:12] */
	n += prm_check_reserved(r, p, 313, 4);	/* 0x24 [6:3] */
	n += prm_check_reserved(r, p, 481, 4);	/* 0x3c [30:27] */
	n += prm_check_reserved(r, p, 488, 5);	/* 0x3c [23:19] */
	n += prm_check_reserved(r, p, 496, 6);	/* 0x3c [15:10] */
	n += prm_check_reserved(r, p, 504, 4);	/* 0x3c [7:4] */
	n += prm_check_reserved(r, p, 512, 1024);	/* 0x40..0xbf */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_wq_unpack(struct prm_wq_fields *v, const struct prm_wq *p,
		struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->wq_type = (uint8_t)(word >> 4);
	v->wq_signature = (word >> 3) & 0x1;
	v->end_padding_mode = (uint8_t)((word >> 1) & 0x3);
	v->cd_slave = word & 0x1;
	word = prm_load8(p, 0x04);
	v->hds_skip_first_sge = word >> 7;
	v->log2_hds_buf_size = (uint8_t)((word >> 4) & 0x7);
	v->page_offset = (uint8_t)(prm_load8(p, 0x05) & 0x1f);
	v->lwm = prm_load16(p, 0x06);
	v->pd = prm_load32(p, 0x08) & 0xffffff;
	v->uar_page = prm_load32(p, 0x0c) & 0xffffff;
	v->dbr_addr = prm_load64(p, 0x10);
	v->hw_counter = prm_load32(p, 0x18);
	v->sw_counter = prm_load32(p, 0x1c);
	v->log_wq_stride = (uint8_t)(prm_load8(p, 0x21) & 0xf);
	v->log_wq_pg_sz = (uint8_t)(prm_load8(p, 0x22) & 0x1f);
	v->log_wq_sz = (uint8_t)(prm_load8(p, 0x23) & 0x1f);
	word = prm_load8(p, 0x24);
	v->dbr_umem_valid = word >> 7;
	v->wq_umem_valid = (word >> 6) & 0x1;
	v->log_hairpin_num_packets = (uint8_t)(word & 0x1f);
	v->log_hairpin_data_sz = (uint8_t)(prm_load8(p, 0x25) & 0x1f);
	v->log_wqe_num_of_strides = (uint8_t)(prm_load8(p, 0x26) & 0xf);
	word = prm_load8(p, 0x27);
	v->two_byte_shift_en = word >> 7;
	v->log_wqe_stride_size = (uint8_t)(word & 0x7);
	v->dbr_umem_id = prm_load32(p, 0x28);
	v->wq_umem_id = prm_load32(p, 0x2c);
	v->wq_umem_offset = prm_load64(p, 0x30);
	v->headers_mkey = prm_load32(p, 0x38);
	word = prm_load8(p, 0x3c);
	v->shampo_enable = word >> 7;
	v->log_reservation_size = (uint8_t)(word & 0x7);
	v->log_max_num_of_packets_per_reservation = (uint8_t)(prm_load8(p, 0x3d) & 0x7);
	v->log_headers_entry_size = (uint8_t)(prm_load8(p, 0x3e) & 0x3);
	v->log_headers_buffer_entry_num = (uint8_t)(prm_load8(p, 0x3f) & 0xf);
	return r ? prm_wq_check(p, r) : 0;
}

/**
 * struct prm_rmpc - RMP context
 *
 * 240 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rmpc_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_rmpc_bits.
 */
struct prm_rmpc {
	uint8_t reserved_00[1];
	uint8_t b_01;			/* 0x00 [23:20] state: (enum prm_rmp_state) */
	uint8_t reserved_02[2];
	/* 0x04 [31] basic_cyclic_rcv_wqe: The queue is a ring, and not a linked list. */
	uint8_t b_04;
	uint8_t reserved_05[43];
	struct prm_wq wq;		/* 0x30..0xef */
} __attribute__((packed, aligned(4)));

#define PRM_RMPC_SIZE 240

PRM_ASSERT_SIZE(prm_rmpc, 240);
PRM_ASSERT_OFFSET(prm_rmpc, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_rmpc, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_rmpc, reserved_02, 0x02);
PRM_ASSERT_OFFSET(prm_rmpc, b_04, 0x04);
PRM_ASSERT_OFFSET(prm_rmpc, reserved_05, 0x05);
PRM_ASSERT_OFFSET(prm_rmpc, wq, 0x30);

static inline void prm_rmpc_set_state(struct prm_rmpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_01 = prm_u8_replace(p->b_01, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_rmpc_get_state(const struct prm_rmpc *p)
{
	return p->b_01 >> 4;
}

static inline void prm_rmpc_set_basic_cyclic_rcv_wqe(struct prm_rmpc *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_rmpc_get_basic_cyclic_rcv_wqe(const struct prm_rmpc *p)
{
	return (bool)(p->b_04 >> 7);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rmpc_fields {
	uint8_t state;			/* 4 bits, enum prm_rmp_state */
	bool basic_cyclic_rcv_wqe;
	struct prm_wq_fields wq;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_rmpc_fields_init(struct prm_rmpc_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_wq_fields_init(&v->wq);
}

/* Writes all 240 bytes of @p; what stood there does not matter. */
static inline void prm_rmpc_pack(struct prm_rmpc *p, const struct prm_rmpc_fields *v)
{
	PRM_CHECK_WIDTH(v->state, 4);
	prm_store32(p, 0x00, ((uint32_t)v->state & 0xf) << 20);
	prm_store32(p, 0x04, (uint32_t)v->basic_cyclic_rcv_wqe << 31);
	memset((uint8_t *)p + 0x08, 0, 40);
	prm_wq_pack(&p->wq, &v->wq);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rmpc_check(const struct prm_rmpc *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 8);	/* 0x00 [31:24] */
	n += prm_check_enum(r, "state", 8, 4, prm_rmpc_get_state(p),
		prm_rmp_state_str(prm_rmpc_get_state(p)));
	n += prm_check_reserved(r, p, 12, 20);	/* 0x00 [19:0] */
	n += prm_check_reserved(r, p, 33, 31);	/* 0x04 [30:0] */
	n += prm_check_reserved(r, p, 64, 320);	/* 0x08..0x2f */
	r->base += 384;
	n += prm_wq_check(&p->wq, r);
	r->base -= 384;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_rmpc_unpack(struct prm_rmpc_fields *v, const struct prm_rmpc *p,
		struct prm_report *r)
{

	v->state = (uint8_t)(prm_load8(p, 0x01) >> 4);
	v->basic_cyclic_rcv_wqe = prm_load8(p, 0x04) >> 7;
	prm_wq_unpack(&v->wq, &p->wq, NULL);
	return r ? prm_rmpc_check(p, r) : 0;
}

/**
 * struct prm_rmp_bitmask - fields that MODIFY_RMP changes
 *
 * 8 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rmp_bitmask_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_rmp_bitmask_bits.
 */
struct prm_rmp_bitmask {
	uint8_t reserved_00[7];
	uint8_t b_07;			/* 0x04 [0] lwm: lwm of the work queue. */
} __attribute__((packed, aligned(4)));

#define PRM_RMP_BITMASK_SIZE 8

PRM_ASSERT_SIZE(prm_rmp_bitmask, 8);
PRM_ASSERT_OFFSET(prm_rmp_bitmask, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_rmp_bitmask, b_07, 0x07);

static inline void prm_rmp_bitmask_set_lwm(struct prm_rmp_bitmask *p, bool v)
{
	p->b_07 = prm_u8_replace(p->b_07, 0x1, (uint8_t)v);
}

static inline bool prm_rmp_bitmask_get_lwm(const struct prm_rmp_bitmask *p)
{
	return (bool)(p->b_07 & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rmp_bitmask_fields {
	bool lwm;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_rmp_bitmask_fields_init(struct prm_rmp_bitmask_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_rmp_bitmask_pack(struct prm_rmp_bitmask *p,
		const struct prm_rmp_bitmask_fields *v)
{
	prm_store32(p, 0x00, 0);
	prm_store32(p, 0x04, (uint32_t)v->lwm);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rmp_bitmask_check(const struct prm_rmp_bitmask *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 32);	/* 0x00 [31:0] */
	n += prm_check_reserved(r, p, 32, 31);	/* 0x04 [31:1] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_rmp_bitmask_unpack(struct prm_rmp_bitmask_fields *v,
		const struct prm_rmp_bitmask *p, struct prm_report *r)
{

	v->lwm = prm_load8(p, 0x07) & 0x1;
	return r ? prm_rmp_bitmask_check(p, r) : 0;
}

/**
 * struct prm_create_rmp_in - creates a receive memory pool (RMP), the SRQ that is not XRC
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_rmp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_create_rmp_in_bits.
 */
struct prm_create_rmp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x90c) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[24];
	struct prm_rmpc ctx;		/* 0x20..0x10f */
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_RMP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_create_rmp_in, 272);
PRM_ASSERT_OFFSET(prm_create_rmp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_rmp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_rmp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_rmp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_rmp_in, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_rmp_in, ctx, 0x20);

static inline void prm_create_rmp_in_set_opcode(struct prm_create_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_rmp_in_get_opcode(const struct prm_create_rmp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_rmp_in_set_uid(struct prm_create_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_rmp_in_get_uid(const struct prm_create_rmp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_rmp_in_set_op_mod(struct prm_create_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_rmp_in_get_op_mod(const struct prm_create_rmp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_create_rmp_in_pas(struct prm_create_rmp_in *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_rmp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	struct prm_rmpc_fields ctx;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_create_rmp_in_fields_init(struct prm_create_rmp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_rmpc_fields_init(&v->ctx);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_create_rmp_in_pack(struct prm_create_rmp_in *p,
		const struct prm_create_rmp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x90c) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	memset((uint8_t *)p + 0x08, 0, 24);
	prm_rmpc_pack(&p->ctx, &v->ctx);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_rmp_in_check(const struct prm_create_rmp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_rmp_in_get_opcode(p), 0x90c);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 192);	/* 0x08..0x1f */
	r->base += 256;
	n += prm_rmpc_check(&p->ctx, r);
	r->base -= 256;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_create_rmp_in_unpack(struct prm_create_rmp_in_fields *v,
		const struct prm_create_rmp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	prm_rmpc_unpack(&v->ctx, &p->ctx, NULL);
	return r ? prm_create_rmp_in_check(p, r) : 0;
}

/**
 * struct prm_create_rmp_out - the answer to CREATE_RMP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_rmp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_rmp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_create_rmp_out_bits.
 */
struct prm_create_rmp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] rmpn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_RMP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_create_rmp_out, 16);
PRM_ASSERT_OFFSET(prm_create_rmp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_rmp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_rmp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_rmp_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_rmp_out, reserved_0c, 0x0c);

static inline void prm_create_rmp_out_set_status(struct prm_create_rmp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_rmp_out_get_status(const struct prm_create_rmp_out *p)
{
	return p->status;
}

static inline void prm_create_rmp_out_set_syndrome(struct prm_create_rmp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_rmp_out_get_syndrome(const struct prm_create_rmp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_rmp_out_set_rmpn(struct prm_create_rmp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_rmp_out_get_rmpn(const struct prm_create_rmp_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_rmp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t rmpn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_rmp_out_fields_init(struct prm_create_rmp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_rmp_out_pack(struct prm_create_rmp_out *p,
		const struct prm_create_rmp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->rmpn, 24);
	prm_store32(p, 0x08, v->rmpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_rmp_out_check(const struct prm_create_rmp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_rmp_out_get_status(p),
		prm_cmd_status_str(prm_create_rmp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_rmp_out_unpack(struct prm_create_rmp_out_fields *v,
		const struct prm_create_rmp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->rmpn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_create_rmp_out_check(p, r) : 0;
}

/**
 * struct prm_modify_rmp_in - changes an RMP. Sets its limit, as ARM_RQ does for an SRQ
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_modify_rmp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_modify_rmp_in_bits.
 */
struct prm_modify_rmp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x90d) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/*
	 * 0x08 [31:28] rmp_state: State that the RMP is in. (enum prm_rmp_state)
	 *      [23:0]  rmpn
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
	struct prm_rmp_bitmask bitmask;	/* 0x10..0x17 */
	uint8_t reserved_18[8];
	struct prm_rmpc ctx;		/* 0x20..0x10f */
} __attribute__((packed, aligned(4)));

#define PRM_MODIFY_RMP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_modify_rmp_in, 272);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, bitmask, 0x10);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, reserved_18, 0x18);
PRM_ASSERT_OFFSET(prm_modify_rmp_in, ctx, 0x20);

static inline void prm_modify_rmp_in_set_opcode(struct prm_modify_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_modify_rmp_in_get_opcode(const struct prm_modify_rmp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_modify_rmp_in_set_uid(struct prm_modify_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_modify_rmp_in_get_uid(const struct prm_modify_rmp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_modify_rmp_in_set_op_mod(struct prm_modify_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_modify_rmp_in_get_op_mod(const struct prm_modify_rmp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_modify_rmp_in_set_rmp_state(struct prm_modify_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_modify_rmp_in_get_rmp_state(const struct prm_modify_rmp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) >> 28;
}

static inline void prm_modify_rmp_in_set_rmpn(struct prm_modify_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_modify_rmp_in_get_rmpn(const struct prm_modify_rmp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_modify_rmp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint8_t rmp_state;		/* 4 bits, enum prm_rmp_state */
	uint32_t rmpn;			/* 24 bits */
	struct prm_rmp_bitmask_fields bitmask;
	struct prm_rmpc_fields ctx;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_modify_rmp_in_fields_init(struct prm_modify_rmp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_rmp_bitmask_fields_init(&v->bitmask);
	prm_rmpc_fields_init(&v->ctx);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_modify_rmp_in_pack(struct prm_modify_rmp_in *p,
		const struct prm_modify_rmp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x90d) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->rmp_state, 4);
	PRM_CHECK_WIDTH(v->rmpn, 24);
	prm_store32(p, 0x08, (uint32_t)v->rmp_state << 28 | (v->rmpn & 0xffffff));
	prm_store32(p, 0x0c, 0);
	prm_rmp_bitmask_pack(&p->bitmask, &v->bitmask);
	prm_store32(p, 0x18, 0);
	prm_store32(p, 0x1c, 0);
	prm_rmpc_pack(&p->ctx, &v->ctx);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_modify_rmp_in_check(const struct prm_modify_rmp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_modify_rmp_in_get_opcode(p), 0x90d);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_enum(r, "rmp_state", 64, 4, prm_modify_rmp_in_get_rmp_state(p),
		prm_rmp_state_str(prm_modify_rmp_in_get_rmp_state(p)));
	n += prm_check_reserved(r, p, 68, 4);	/* 0x08 [27:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	r->base += 128;
	n += prm_rmp_bitmask_check(&p->bitmask, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 192, 64);	/* 0x18 [63:0] */
	r->base += 256;
	n += prm_rmpc_check(&p->ctx, r);
	r->base -= 256;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_modify_rmp_in_unpack(struct prm_modify_rmp_in_fields *v,
		const struct prm_modify_rmp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->rmp_state = (uint8_t)(prm_load8(p, 0x08) >> 4);
	v->rmpn = prm_load32(p, 0x08) & 0xffffff;
	prm_rmp_bitmask_unpack(&v->bitmask, &p->bitmask, NULL);
	prm_rmpc_unpack(&v->ctx, &p->ctx, NULL);
	return r ? prm_modify_rmp_in_check(p, r) : 0;
}

/**
 * struct prm_modify_rmp_out - the answer to MODIFY_RMP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_modify_rmp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_modify_rmp_out_bits.
 */
struct prm_modify_rmp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_MODIFY_RMP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_modify_rmp_out, 16);
PRM_ASSERT_OFFSET(prm_modify_rmp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_modify_rmp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_modify_rmp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_modify_rmp_out, reserved_08, 0x08);

static inline void prm_modify_rmp_out_set_status(struct prm_modify_rmp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_modify_rmp_out_get_status(const struct prm_modify_rmp_out *p)
{
	return p->status;
}

static inline void prm_modify_rmp_out_set_syndrome(struct prm_modify_rmp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_modify_rmp_out_get_syndrome(const struct prm_modify_rmp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_modify_rmp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_modify_rmp_out_fields_init(struct prm_modify_rmp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_modify_rmp_out_pack(struct prm_modify_rmp_out *p,
		const struct prm_modify_rmp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_modify_rmp_out_check(const struct prm_modify_rmp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_modify_rmp_out_get_status(p),
		prm_cmd_status_str(prm_modify_rmp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_modify_rmp_out_unpack(struct prm_modify_rmp_out_fields *v,
		const struct prm_modify_rmp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_modify_rmp_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_rmp_in - destroys an RMP
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_rmp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_rmp_in_bits.
 */
struct prm_destroy_rmp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x90e) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] rmpn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_RMP_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_rmp_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_rmp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_rmp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_rmp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_rmp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_rmp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_rmp_in, reserved_0c, 0x0c);

static inline void prm_destroy_rmp_in_set_opcode(struct prm_destroy_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_rmp_in_get_opcode(const struct prm_destroy_rmp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_rmp_in_set_uid(struct prm_destroy_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_rmp_in_get_uid(const struct prm_destroy_rmp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_rmp_in_set_op_mod(struct prm_destroy_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_rmp_in_get_op_mod(const struct prm_destroy_rmp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_rmp_in_set_rmpn(struct prm_destroy_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_rmp_in_get_rmpn(const struct prm_destroy_rmp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_rmp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t rmpn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_rmp_in_fields_init(struct prm_destroy_rmp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_rmp_in_pack(struct prm_destroy_rmp_in *p,
		const struct prm_destroy_rmp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x90e) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->rmpn, 24);
	prm_store32(p, 0x08, v->rmpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_rmp_in_check(const struct prm_destroy_rmp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_rmp_in_get_opcode(p), 0x90e);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_rmp_in_unpack(struct prm_destroy_rmp_in_fields *v,
		const struct prm_destroy_rmp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->rmpn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_rmp_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_rmp_out - the answer to DESTROY_RMP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_rmp_out_bits.
 */
struct prm_destroy_rmp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_RMP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_rmp_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_rmp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_rmp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_rmp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_rmp_out, reserved_08, 0x08);

static inline void prm_destroy_rmp_out_set_status(struct prm_destroy_rmp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_rmp_out_get_status(const struct prm_destroy_rmp_out *p)
{
	return p->status;
}

static inline void prm_destroy_rmp_out_set_syndrome(struct prm_destroy_rmp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_rmp_out_get_syndrome(const struct prm_destroy_rmp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_rmp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_rmp_out_fields_init(struct prm_destroy_rmp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_rmp_out_pack(struct prm_destroy_rmp_out *p,
		const struct prm_destroy_rmp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_rmp_out_check(const struct prm_destroy_rmp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_rmp_out_get_status(p),
		prm_cmd_status_str(prm_destroy_rmp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_rmp_out_unpack(
		struct prm_destroy_rmp_out_fields *v, const struct prm_destroy_rmp_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_rmp_out_check(p, r) : 0;
}

/**
 * struct prm_query_rmp_in - asks for the context of an RMP
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_rmp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_query_rmp_in_bits.
 */
struct prm_query_rmp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x90f) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] rmpn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_RMP_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_rmp_in, 16);
PRM_ASSERT_OFFSET(prm_query_rmp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_rmp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_rmp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_rmp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_rmp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_rmp_in, reserved_0c, 0x0c);

static inline void prm_query_rmp_in_set_opcode(struct prm_query_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_rmp_in_get_opcode(const struct prm_query_rmp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_rmp_in_set_uid(struct prm_query_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_rmp_in_get_uid(const struct prm_query_rmp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_rmp_in_set_op_mod(struct prm_query_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_rmp_in_get_op_mod(const struct prm_query_rmp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_rmp_in_set_rmpn(struct prm_query_rmp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_query_rmp_in_get_rmpn(const struct prm_query_rmp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_rmp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t rmpn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_rmp_in_fields_init(struct prm_query_rmp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_rmp_in_pack(struct prm_query_rmp_in *p,
		const struct prm_query_rmp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x90f) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->rmpn, 24);
	prm_store32(p, 0x08, v->rmpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_rmp_in_check(const struct prm_query_rmp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_rmp_in_get_opcode(p), 0x90f);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_rmp_in_unpack(struct prm_query_rmp_in_fields *v,
		const struct prm_query_rmp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->rmpn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_query_rmp_in_check(p, r) : 0;
}

/**
 * struct prm_query_rmp_out - the answer to QUERY_RMP
 *
 * 272 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_rmp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_query_rmp_out_bits.
 */
struct prm_query_rmp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[24];
	struct prm_rmpc rmp_context;	/* 0x20..0x10f */
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_RMP_OUT_SIZE 272

PRM_ASSERT_SIZE(prm_query_rmp_out, 272);
PRM_ASSERT_OFFSET(prm_query_rmp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_rmp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_rmp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_rmp_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_rmp_out, rmp_context, 0x20);

static inline void prm_query_rmp_out_set_status(struct prm_query_rmp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_rmp_out_get_status(const struct prm_query_rmp_out *p)
{
	return p->status;
}

static inline void prm_query_rmp_out_set_syndrome(struct prm_query_rmp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_rmp_out_get_syndrome(const struct prm_query_rmp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_query_rmp_out_pas(struct prm_query_rmp_out *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_rmp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	struct prm_rmpc_fields rmp_context;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_rmp_out_fields_init(struct prm_query_rmp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_rmpc_fields_init(&v->rmp_context);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_query_rmp_out_pack(struct prm_query_rmp_out *p,
		const struct prm_query_rmp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	memset((uint8_t *)p + 0x08, 0, 24);
	prm_rmpc_pack(&p->rmp_context, &v->rmp_context);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_rmp_out_check(const struct prm_query_rmp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_rmp_out_get_status(p),
		prm_cmd_status_str(prm_query_rmp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 192);	/* 0x08..0x1f */
	r->base += 256;
	n += prm_rmpc_check(&p->rmp_context, r);
	r->base -= 256;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_rmp_out_unpack(struct prm_query_rmp_out_fields *v,
		const struct prm_query_rmp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	prm_rmpc_unpack(&v->rmp_context, &p->rmp_context, NULL);
	return r ? prm_query_rmp_out_check(p, r) : 0;
}

#endif /* PRM_RMP_H */
