/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Raw packet queue pairs: the structure, and the commands of their parts.
 */
#ifndef SOFTMLX5_UVERBS_RAW_QP_H
#define SOFTMLX5_UVERBS_RAW_QP_H

#include "kernel/uverbs_qp.h"

/* What exists in the device of a side. */
enum sm_raw_part {
	SM_RAW_NONE,
	SM_RAW_FIRST,		/* TIS or RQ, */
	SM_RAW_BOTH,		/* also the SQ or TIR that uses it */
};

struct sm_uverbs_raw_qp {
	struct sm_uverbs_qp qp;
	enum sm_raw_part sends, receives;
	uint32_t tisn, sqn, rqn, tirn;
	uint8_t sq_state, rq_state;
	bool has_sq_umem;
	uint32_t sq_umem;
};

/*
 * Commands (uverbs_raw_queue.c). A negative errno value; what they create or change is noted in @raw.
 * @flags: of the creation, IB_UVERBS_QP_CREATE_*; of the driver, MLX5_QP_FLAG_*.
 */
int sm_tis_exec_create(struct sm_uverbs_raw_qp *raw);
int sm_tis_exec_destroy(struct sm_uverbs_raw_qp *raw);
int sm_sq_exec_create(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver);
int sm_sq_exec_modify(struct sm_uverbs_raw_qp *raw, uint8_t state);
int sm_sq_exec_query(struct sm_uverbs_raw_qp *raw);
int sm_sq_exec_destroy(struct sm_uverbs_raw_qp *raw);
int sm_rq_exec_create(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver,
		      uint64_t flags);
int sm_rq_exec_modify(struct sm_uverbs_raw_qp *raw, uint8_t state);
int sm_rq_exec_query(struct sm_uverbs_raw_qp *raw);
int sm_rq_exec_destroy(struct sm_uverbs_raw_qp *raw);
int sm_tir_exec_create(struct sm_uverbs_raw_qp *raw, uint32_t flags);
int sm_tir_exec_destroy(struct sm_uverbs_raw_qp *raw);

#endif
