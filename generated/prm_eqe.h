/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Event queue entries, and what they carry for completions, QPs and CQs.
 * Made by prmc 1 from spec/cqe/eqe.yaml, spec digest bfce837d1c05. Do not edit: `ninja regen`.
 */
#ifndef PRM_EQE_H
#define PRM_EQE_H

#include "prm_base.h"

/**
 * enum prm_event_type - What happened
 *
 * Sources: linux include/linux/mlx5/device.h enum mlx5_event.
 */
enum prm_event_type {
	PRM_EVENT_TYPE_COMP                  = 0x00, /* Completion on an armed CQ. */
	PRM_EVENT_TYPE_PATH_MIG              = 0x01,
	PRM_EVENT_TYPE_COMM_EST              = 0x02,
	/*
	 * The send queue is drained, after a transition to SQD or, with drain_sigerr, after a
	 * signature error.
	 */
	PRM_EVENT_TYPE_SQ_DRAINED            = 0x03,
	PRM_EVENT_TYPE_CQ_ERROR              = 0x04,
	PRM_EVENT_TYPE_WQ_CATAS_ERROR        = 0x05,
	PRM_EVENT_TYPE_PATH_MIG_FAILED       = 0x07,
	PRM_EVENT_TYPE_INTERNAL_ERROR        = 0x08,
	PRM_EVENT_TYPE_PORT_CHANGE           = 0x09,
	PRM_EVENT_TYPE_CMD                   = 0x0a, /* Command interface completion. */
	PRM_EVENT_TYPE_PAGE_REQUEST          = 0x0b,
	PRM_EVENT_TYPE_PAGE_FAULT            = 0x0c,
	PRM_EVENT_TYPE_NIC_VPORT_CHANGE      = 0x0d,
	PRM_EVENT_TYPE_ESW_FUNCTIONS_CHANGED = 0x0e,
	PRM_EVENT_TYPE_VHCA_STATE_CHANGE     = 0x0f,
	PRM_EVENT_TYPE_WQ_INVAL_REQ_ERROR    = 0x10,
	PRM_EVENT_TYPE_WQ_ACCESS_ERROR       = 0x11,
	PRM_EVENT_TYPE_SRQ_CATAS_ERROR       = 0x12,
	PRM_EVENT_TYPE_SRQ_LAST_WQE          = 0x13,
	PRM_EVENT_TYPE_SRQ_RQ_LIMIT          = 0x14,
	PRM_EVENT_TYPE_GPIO_EVENT            = 0x15,
	PRM_EVENT_TYPE_PORT_MODULE_EVENT     = 0x16,
	PRM_EVENT_TYPE_TEMP_WARN_EVENT       = 0x17,
	PRM_EVENT_TYPE_XRQ_ERROR             = 0x18,
	PRM_EVENT_TYPE_REMOTE_CONFIG         = 0x19,
	PRM_EVENT_TYPE_DB_BF_CONGESTION      = 0x1a,
	PRM_EVENT_TYPE_STALL_EVENT           = 0x1b,
	PRM_EVENT_TYPE_DCT_DRAINED           = 0x1c,
	PRM_EVENT_TYPE_DCT_KEY_VIOLATION     = 0x1d,
	PRM_EVENT_TYPE_FPGA_ERROR            = 0x20,
	PRM_EVENT_TYPE_FPGA_QP_ERROR         = 0x21,
	PRM_EVENT_TYPE_GENERAL_EVENT         = 0x22,
	PRM_EVENT_TYPE_MONITOR_COUNTER       = 0x24,
	PRM_EVENT_TYPE_PPS_EVENT             = 0x25,
	PRM_EVENT_TYPE_DEVICE_TRACER         = 0x26,
	PRM_EVENT_TYPE_OBJECT_CHANGE         = 0x27,
};

/* The name of a value of enum prm_event_type, or NULL. */
static inline const char *prm_event_type_str(uint64_t value)
{
	switch (value) {
	case PRM_EVENT_TYPE_COMP:
		return "COMP";
	case PRM_EVENT_TYPE_PATH_MIG:
		return "PATH_MIG";
	case PRM_EVENT_TYPE_COMM_EST:
		return "COMM_EST";
	case PRM_EVENT_TYPE_SQ_DRAINED:
		return "SQ_DRAINED";
	case PRM_EVENT_TYPE_CQ_ERROR:
		return "CQ_ERROR";
	case PRM_EVENT_TYPE_WQ_CATAS_ERROR:
		return "WQ_CATAS_ERROR";
	case PRM_EVENT_TYPE_PATH_MIG_FAILED:
		return "PATH_MIG_FAILED";
	case PRM_EVENT_TYPE_INTERNAL_ERROR:
		return "INTERNAL_ERROR";
	case PRM_EVENT_TYPE_PORT_CHANGE:
		return "PORT_CHANGE";
	case PRM_EVENT_TYPE_CMD:
		return "CMD";
	case PRM_EVENT_TYPE_PAGE_REQUEST:
		return "PAGE_REQUEST";
	case PRM_EVENT_TYPE_PAGE_FAULT:
		return "PAGE_FAULT";
	case PRM_EVENT_TYPE_NIC_VPORT_CHANGE:
		return "NIC_VPORT_CHANGE";
	case PRM_EVENT_TYPE_ESW_FUNCTIONS_CHANGED:
		return "ESW_FUNCTIONS_CHANGED";
	case PRM_EVENT_TYPE_VHCA_STATE_CHANGE:
		return "VHCA_STATE_CHANGE";
	case PRM_EVENT_TYPE_WQ_INVAL_REQ_ERROR:
		return "WQ_INVAL_REQ_ERROR";
	case PRM_EVENT_TYPE_WQ_ACCESS_ERROR:
		return "WQ_ACCESS_ERROR";
	case PRM_EVENT_TYPE_SRQ_CATAS_ERROR:
		return "SRQ_CATAS_ERROR";
	case PRM_EVENT_TYPE_SRQ_LAST_WQE:
		return "SRQ_LAST_WQE";
	case PRM_EVENT_TYPE_SRQ_RQ_LIMIT:
		return "SRQ_RQ_LIMIT";
	case PRM_EVENT_TYPE_GPIO_EVENT:
		return "GPIO_EVENT";
	case PRM_EVENT_TYPE_PORT_MODULE_EVENT:
		return "PORT_MODULE_EVENT";
	case PRM_EVENT_TYPE_TEMP_WARN_EVENT:
		return "TEMP_WARN_EVENT";
	case PRM_EVENT_TYPE_XRQ_ERROR:
		return "XRQ_ERROR";
	case PRM_EVENT_TYPE_REMOTE_CONFIG:
		return "REMOTE_CONFIG";
	case PRM_EVENT_TYPE_DB_BF_CONGESTION:
		return "DB_BF_CONGESTION";
	case PRM_EVENT_TYPE_STALL_EVENT:
		return "STALL_EVENT";
	case PRM_EVENT_TYPE_DCT_DRAINED:
		return "DCT_DRAINED";
	case PRM_EVENT_TYPE_DCT_KEY_VIOLATION:
		return "DCT_KEY_VIOLATION";
	case PRM_EVENT_TYPE_FPGA_ERROR:
		return "FPGA_ERROR";
	case PRM_EVENT_TYPE_FPGA_QP_ERROR:
		return "FPGA_QP_ERROR";
	case PRM_EVENT_TYPE_GENERAL_EVENT:
		return "GENERAL_EVENT";
	case PRM_EVENT_TYPE_MONITOR_COUNTER:
		return "MONITOR_COUNTER";
	case PRM_EVENT_TYPE_PPS_EVENT:
		return "PPS_EVENT";
	case PRM_EVENT_TYPE_DEVICE_TRACER:
		return "DEVICE_TRACER";
	case PRM_EVENT_TYPE_OBJECT_CHANGE:
		return "OBJECT_CHANGE";
	default:
		return NULL;
	}
}

/**
 * enum prm_event_queue_type - Kind of the queue that an event tells of
 *
 * Sources: linux include/linux/mlx5/device.h MLX5_EVENT_QUEUE_TYPE_*.
 */
enum prm_event_queue_type {
	PRM_EVENT_QUEUE_TYPE_QP  = 0x00,
	PRM_EVENT_QUEUE_TYPE_RQ  = 0x01,
	PRM_EVENT_QUEUE_TYPE_SQ  = 0x02,
	PRM_EVENT_QUEUE_TYPE_DCT = 0x06,
};

/* The name of a value of enum prm_event_queue_type, or NULL. */
static inline const char *prm_event_queue_type_str(uint64_t value)
{
	switch (value) {
	case PRM_EVENT_QUEUE_TYPE_QP:
		return "QP";
	case PRM_EVENT_QUEUE_TYPE_RQ:
		return "RQ";
	case PRM_EVENT_QUEUE_TYPE_SQ:
		return "SQ";
	case PRM_EVENT_QUEUE_TYPE_DCT:
		return "DCT";
	default:
		return NULL;
	}
}

/**
 * struct prm_eqe - event queue entry
 *
 * 64 bytes, written by the device.
 * Sources: linux include/linux/mlx5/device.h struct mlx5_eqe; linux include/linux/mlx5/mlx5_ifc.h
 * struct mlx5_ifc_eqe_bits; rdma-core providers/mlx5/wqe.h struct mlx5_eqe_comp, struct
 * mlx5_eqe_qp_srq.
 */
struct prm_eqe {
	uint8_t reserved_00[1];
	uint8_t event_type;		/* 0x00 [23:16]: (enum prm_event_type) */
	uint8_t reserved_02[1];
	uint8_t event_sub_type;		/* 0x00 [7:0]: Depends on event_type; 0 for QPs and CQs. */
	uint8_t reserved_04[28];
	/* 0x20..0x3b event_data: decided by event_type */
	__extension__ union {
		struct {
			uint8_t reserved_20[24];
			prm_be32 dw_38;	/* 0x38 [23:0] cqn: The CQ that has a completion. */
		} __attribute__((packed)) completion;
		struct {
			uint8_t reserved_20[20];
			uint8_t queue_type; /* 0x34 [31:24]: (enum prm_event_queue_type) */
			uint8_t reserved_35[3];
			prm_be32 dw_38;	/* 0x38 [23:0] qp_srq_n: Number of the QP, RQ, SQ or SRQ. */
		} __attribute__((packed)) queue;
		struct {
			prm_be32 dw_20;	/* 0x20 [23:0] cqn */
			uint8_t reserved_24[7];
			uint8_t syndrome; /* 0x28 [7:0] */
			uint8_t reserved_2c[16];
		} __attribute__((packed)) cq_error;
		uint8_t other[28];	/* 0x20..0x3b: What the event carries. */
		uint8_t event_data[28];
	};
	uint8_t reserved_3c[2];
	uint8_t signature;		/* 0x3c [15:8]: Checksum of the entry. */
	/* 0x3c [0] owner: Lap of the ring modulo 2. Drivers start with 1. */
	uint8_t b_3f;
} __attribute__((packed, aligned(4)));

#define PRM_EQE_SIZE 64

PRM_ASSERT_SIZE(prm_eqe, 64);
PRM_ASSERT_OFFSET(prm_eqe, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_eqe, event_type, 0x01);
PRM_ASSERT_OFFSET(prm_eqe, reserved_02, 0x02);
PRM_ASSERT_OFFSET(prm_eqe, event_sub_type, 0x03);
PRM_ASSERT_OFFSET(prm_eqe, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_eqe, completion.reserved_20, 0x20);
PRM_ASSERT_OFFSET(prm_eqe, completion.dw_38, 0x38);
PRM_ASSERT_OFFSET(prm_eqe, queue.reserved_20, 0x20);
PRM_ASSERT_OFFSET(prm_eqe, queue.queue_type, 0x34);
PRM_ASSERT_OFFSET(prm_eqe, queue.reserved_35, 0x35);
PRM_ASSERT_OFFSET(prm_eqe, queue.dw_38, 0x38);
PRM_ASSERT_OFFSET(prm_eqe, cq_error.dw_20, 0x20);
PRM_ASSERT_OFFSET(prm_eqe, cq_error.reserved_24, 0x24);
PRM_ASSERT_OFFSET(prm_eqe, cq_error.syndrome, 0x2b);
PRM_ASSERT_OFFSET(prm_eqe, cq_error.reserved_2c, 0x2c);
PRM_ASSERT_OFFSET(prm_eqe, other, 0x20);
PRM_ASSERT_OFFSET(prm_eqe, event_data, 0x20);
PRM_ASSERT_OFFSET(prm_eqe, reserved_3c, 0x3c);
PRM_ASSERT_OFFSET(prm_eqe, signature, 0x3e);
PRM_ASSERT_OFFSET(prm_eqe, b_3f, 0x3f);

static inline void prm_eqe_set_event_type(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->event_type = (uint8_t)v;
}

static inline uint32_t prm_eqe_get_event_type(const struct prm_eqe *p)
{
	return p->event_type;
}

static inline void prm_eqe_set_event_sub_type(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->event_sub_type = (uint8_t)v;
}

static inline uint32_t prm_eqe_get_event_sub_type(const struct prm_eqe *p)
{
	return p->event_sub_type;
}

static inline void prm_eqe_set_cq_error_cqn(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->cq_error.dw_20 = prm_be32_replace(p->cq_error.dw_20, 0xffffffu, v);
}

static inline uint32_t prm_eqe_get_cq_error_cqn(const struct prm_eqe *p)
{
	return prm_be32_to_cpu(p->cq_error.dw_20) & 0xffffff;
}

static inline void prm_eqe_set_cq_error_syndrome(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->cq_error.syndrome = (uint8_t)v;
}

static inline uint32_t prm_eqe_get_cq_error_syndrome(const struct prm_eqe *p)
{
	return p->cq_error.syndrome;
}

static inline void prm_eqe_set_queue_queue_type(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->queue.queue_type = (uint8_t)v;
}

static inline uint32_t prm_eqe_get_queue_queue_type(const struct prm_eqe *p)
{
	return p->queue.queue_type;
}

static inline void prm_eqe_set_completion_cqn(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->completion.dw_38 = prm_be32_replace(p->completion.dw_38, 0xffffffu, v);
}

static inline uint32_t prm_eqe_get_completion_cqn(const struct prm_eqe *p)
{
	return prm_be32_to_cpu(p->completion.dw_38) & 0xffffff;
}

static inline void prm_eqe_set_queue_qp_srq_n(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->queue.dw_38 = prm_be32_replace(p->queue.dw_38, 0xffffffu, v);
}

static inline uint32_t prm_eqe_get_queue_qp_srq_n(const struct prm_eqe *p)
{
	return prm_be32_to_cpu(p->queue.dw_38) & 0xffffff;
}

static inline void prm_eqe_set_signature(struct prm_eqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->signature = (uint8_t)v;
}

static inline uint32_t prm_eqe_get_signature(const struct prm_eqe *p)
{
	return p->signature;
}

static inline void prm_eqe_set_owner(struct prm_eqe *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x1, (uint8_t)v);
}

static inline bool prm_eqe_get_owner(const struct prm_eqe *p)
{
	return (bool)(p->b_3f & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_eqe_fields {
	uint8_t event_type;		/* enum prm_event_type */
	uint8_t event_sub_type;
	__extension__ union {	/* decided by event_type */
		struct {
			uint32_t cqn;	/* 24 bits */
		} completion;
		struct {
			uint8_t queue_type; /* enum prm_event_queue_type */
			uint32_t qp_srq_n; /* 24 bits */
		} queue;
		struct {
			uint32_t cqn;	/* 24 bits */
			uint8_t syndrome;
		} cq_error;
		uint8_t other[28];
		uint8_t event_data[28];	/* any other */
	};
	uint8_t signature;
	bool owner;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_eqe_fields_init(struct prm_eqe_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_eqe_pack(struct prm_eqe *p, const struct prm_eqe_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->event_type << 16 | (uint32_t)v->event_sub_type);
	memset((uint8_t *)p + 0x04, 0, 28);
	switch (v->event_type) {
	case 0x0:
		memset((uint8_t *)p + 0x20, 0, 24);
		PRM_CHECK_WIDTH(v->completion.cqn, 24);
		prm_store32(p, 0x38, v->completion.cqn & 0xffffff);
		break;
	case 0x1:
	case 0x2:
	case 0x3:
	case 0x5:
	case 0x7:
	case 0x10:
	case 0x11:
	case 0x12:
	case 0x13:
	case 0x14:
		memset((uint8_t *)p + 0x20, 0, 20);
		prm_store32(p, 0x34, (uint32_t)v->queue.queue_type << 24);
		PRM_CHECK_WIDTH(v->queue.qp_srq_n, 24);
		prm_store32(p, 0x38, v->queue.qp_srq_n & 0xffffff);
		break;
	case 0x4:
		PRM_CHECK_WIDTH(v->cq_error.cqn, 24);
		prm_store32(p, 0x20, v->cq_error.cqn & 0xffffff);
		prm_store32(p, 0x24, 0);
		prm_store32(p, 0x28, (uint32_t)v->cq_error.syndrome);
		memset((uint8_t *)p + 0x2c, 0, 16);
		break;
	default:
		memcpy((uint8_t *)p + 0x20, v->other, 28);
		break;
	}
	prm_store32(p, 0x3c, (uint32_t)v->signature << 8 | (uint32_t)v->owner);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_eqe_check(const struct prm_eqe *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 8);	/* 0x00 [31:24] */
	n += prm_check_enum(r, "event_type", 8, 8, prm_eqe_get_event_type(p),
		prm_event_type_str(prm_eqe_get_event_type(p)));
	n += prm_check_reserved(r, p, 16, 8);	/* 0x00 [15:8] */
	n += prm_check_reserved(r, p, 32, 224);	/* 0x04..0x1f */
	switch (prm_eqe_get_event_type(p)) {
	case 0x0:
		n += prm_check_reserved(r, p, 256, 192);	/* 0x20..0x37 */
		n += prm_check_reserved(r, p, 448, 8);	/* 0x38 [31:24] */
		break;
	case 0x1:
	case 0x2:
	case 0x3:
	case 0x5:
	case 0x7:
	case 0x10:
	case 0x11:
	case 0x12:
	case 0x13:
	case 0x14:
		n += prm_check_reserved(r, p, 256, 160);	/* 0x20..0x33 */
		n += prm_check_enum(r, "queue.queue_type", 416, 8, prm_eqe_get_queue_queue_type(p),
			prm_event_queue_type_str(prm_eqe_get_queue_queue_type(p)));
		n += prm_check_reserved(r, p, 424, 24);	/* 0x34 [23:0] */
		n += prm_check_reserved(r, p, 448, 8);	/* 0x38 [31:24] */
		break;
	case 0x4:
		n += prm_check_reserved(r, p, 256, 8);	/* 0x20 [31:24] */
		n += prm_check_reserved(r, p, 288, 32);	/* 0x24 [31:0] */
		n += prm_check_reserved(r, p, 320, 24);	/* 0x28 [31:8] */
		n += prm_check_reserved(r, p, 352, 128);	/* 0x2c..0x3b */
		break;
	default:
		break;
	}
	n += prm_check_reserved(r, p, 480, 16);	/* 0x3c [31:16] */
	n += prm_check_reserved(r, p, 504, 7);	/* 0x3c [7:1] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_eqe_unpack(struct prm_eqe_fields *v,
		const struct prm_eqe *p, struct prm_report *r)
{

	v->event_type = prm_load8(p, 0x01);
	v->event_sub_type = prm_load8(p, 0x03);
	v->signature = prm_load8(p, 0x3e);
	v->owner = prm_load8(p, 0x3f) & 0x1;
	switch (v->event_type) {
	case 0x0:
		v->completion.cqn = prm_load32(p, 0x38) & 0xffffff;
		break;
	case 0x1:
	case 0x2:
	case 0x3:
	case 0x5:
	case 0x7:
	case 0x10:
	case 0x11:
	case 0x12:
	case 0x13:
	case 0x14:
		v->queue.queue_type = prm_load8(p, 0x34);
		v->queue.qp_srq_n = prm_load32(p, 0x38) & 0xffffff;
		break;
	case 0x4:
		v->cq_error.cqn = prm_load32(p, 0x20) & 0xffffff;
		v->cq_error.syndrome = prm_load8(p, 0x2b);
		break;
	default:
		memcpy(v->other, (const uint8_t *)p + 0x20, 28);
		break;
	}
	return r ? prm_eqe_check(p, r) : 0;
}

#endif /* PRM_EQE_H */
