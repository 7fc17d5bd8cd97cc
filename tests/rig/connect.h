/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A device, and reliable queue pairs of libibverbs from RESET to RTS. A program that wants other
 * attributes changes those of link_to(). Functions that change a state return an error number.
 */
#ifndef RIG_CONNECT_H
#define RIG_CONNECT_H

#include "fail.h"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#define ALL_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE | \
		    IBV_ACCESS_REMOTE_ATOMIC)

/* Opens the device for DEVX. */
static inline struct ibv_context *open_device_at(unsigned int index)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_context *context;
	struct ibv_device **list;
	int num;

	list = need(ibv_get_device_list(&num), "ibv_get_device_list");
	if (num <= (int)index)
		FAIL("there are %d devices; softmlx5 gives them", num);
	context = need(mlx5dv_open_device(list[index], &attr), "mlx5dv_open_device");
	ibv_free_device_list(list);
	return context;
}

static inline uint16_t lid_of(struct ibv_context *context)
{
	struct ibv_port_attr port;

	must(ibv_query_port(context, 1, &port), "ibv_query_port");
	return port.lid;
}

/* Attributes of a connection; of INIT, RTR and RTS. */
static inline struct ibv_qp_attr link_to(uint32_t peer, uint16_t lid)
{
	return (struct ibv_qp_attr) {
		.port_num = 1, .qp_access_flags = ALL_ACCESS,
		.path_mtu = IBV_MTU_1024, .dest_qp_num = peer, .max_dest_rd_atomic = 4,
		.min_rnr_timer = 1, .ah_attr = { .dlid = lid, .port_num = 1 },
		.timeout = 14, .retry_cnt = 7, .rnr_retry = 7, .max_rd_atomic = 4,
	};
}

static inline int to_init(struct ibv_qp *qp, struct ibv_qp_attr *link)
{
	link->qp_state = IBV_QPS_INIT;
	return ibv_modify_qp(qp, link, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			     IBV_QP_ACCESS_FLAGS);
}

static inline int to_rtr(struct ibv_qp *qp, struct ibv_qp_attr *link)
{
	link->qp_state = IBV_QPS_RTR;
	return ibv_modify_qp(qp, link, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			     IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			     IBV_QP_MIN_RNR_TIMER);
}

static inline int to_rts(struct ibv_qp *qp, struct ibv_qp_attr *link)
{
	link->qp_state = IBV_QPS_RTS;
	return ibv_modify_qp(qp, link, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
			     IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
}

/* From RESET to RTS. */
static inline int connect_qp(struct ibv_qp *qp, struct ibv_qp_attr link)
{
	int err = to_init(qp, &link);

	err = err ? err : to_rtr(qp, &link);
	return err ? err : to_rts(qp, &link);
}

/* To RESET, ERR or SQD; from SQD to RTS. */
static inline int to_state(struct ibv_qp *qp, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = { .qp_state = state, .cur_qp_state = IBV_QPS_SQD };

	return ibv_modify_qp(qp, &attr, state == IBV_QPS_RTS ? IBV_QP_STATE | IBV_QP_CUR_STATE :
							       IBV_QP_STATE);
}

#endif
