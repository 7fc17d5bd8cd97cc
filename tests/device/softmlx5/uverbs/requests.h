/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Requests to the kernel's part in the form of libibverbs and libmlx5, and objects that they make.
 */
#ifndef REQUESTS_H
#define REQUESTS_H

#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/uverbs_private.h"

#include "stand_in.h"
#include <rdma/rdma_user_ioctl.h>

#include "../../../rig/fail.h"

struct call {
	struct ib_uverbs_ioctl_hdr hdr;
	struct ib_uverbs_attr attr[30];
};

struct cq {
	int64_t handle;
	uint32_t cqn, cqe;
};

struct qp {
	int64_t handle;
	uint32_t qpn;
};

/* Memory of queues, and their doorbell records. */
extern char ring[17 << 12], record[64];

struct ib_uverbs_attr *add(struct call *call, uint16_t id, size_t len);
void start(struct call *call, uint16_t object, uint16_t method);
void put(struct call *call, uint16_t id, const void *value, size_t len);
void put_number(struct call *call, uint16_t id, uint64_t value, size_t len);
void get(struct call *call, uint16_t id, void *room, size_t len);
void object(struct call *call, uint16_t id, int64_t handle);
int run(struct sm_file *file, struct call *call);
struct ib_uverbs_attr *attr_of(struct call *call, uint16_t id);
int64_t handle_of(struct call *call, uint16_t id);
/* A command of the interface without attributes (write). */
int command(struct sm_file *file, uint64_t number, const void *in, size_t in_len, void *out,
		   size_t out_len, void *driver_out, size_t driver_len);
int get_context(struct sm_file *file, uint32_t flags,
		       struct mlx5_ib_alloc_ucontext_resp *resp);
struct sm_file *open_devx(void);
uint32_t alloc_pd(struct sm_file *file, uint32_t *pdn);
int destroy_object(struct sm_file *file, uint16_t type, uint16_t method, uint16_t attr,
			  int64_t handle);
int dealloc_pd(struct sm_file *file, uint32_t handle);
int reg_mr(struct sm_file *file, uint32_t pd, const void *addr, uint64_t len, uint64_t iova,
		  uint32_t access, struct ib_uverbs_reg_mr_resp *resp);
void cq_call(struct call *call, uint32_t cqe, int channel, struct mlx5_ib_create_cq *driver,
		    struct cq *cq);
struct cq create_cq(struct sm_file *file, uint32_t cqe, int channel);
int destroy_cq(struct sm_file *file, int64_t handle, struct ib_uverbs_destroy_cq_resp *resp);
int create_qp(struct sm_file *file, uint32_t pd, const struct cq *cq, int64_t srq,
		     struct qp *qp);
/* A raw packet QP, with these driver's flags and numbers of WQEs. */
int create_raw(struct sm_file *file, uint32_t pd, const struct cq *cq, uint32_t sends, uint32_t receives,
	       uint32_t flags, struct qp *qp, struct mlx5_ib_create_qp_resp *resp);
int destroy_qp(struct sm_file *file, int64_t handle, uint32_t *reported);
int64_t create_srq(struct sm_file *file, uint32_t pd, uint32_t max_wr, uint32_t max_sge,
			  int *err);
const struct stand_in_command *last(uint16_t opcode);
void close_clean(struct sm_file *file);

/* DEVX: a command of an object; the creation of an object. */
int devx(struct sm_file *file, uint16_t object_id, uint16_t method, int64_t handle,
		const void *in, size_t in_len, void *out, size_t out_len, int64_t *created);
int devx_create(struct sm_file *file, const void *in, size_t in_len, void *out,
		       size_t out_len, int64_t *handle);

#endif
