/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Declarations that the files of queue pairs share.
 */
#ifndef SOFTMLX5_UVERBS_QP_H
#define SOFTMLX5_UVERBS_QP_H

#include "kernel/uverbs_private.h"

#define SM_RATE_OFFSET 5	/* between enum ibv_rate and the device's code */
#define SM_CAP(dev, name) prm_cmd_hca_cap_get_##name((dev)->caps->general)

/* 2RST and 2ERR, which have no context. A negative errno value. */
int sm_qp_to_reset(struct sm_uverbs_qp *qp);
int sm_qp_to_error(struct sm_uverbs_qp *qp);
int sm_qp_exec_destroy(struct sm_uverbs_qp *qp);
/* enum ibv_event_type for an enum prm_event_type; -1: verbs have none. */
int sm_qp_event_of(uint8_t type);

/* Events of the queue or QP with this number become those of @qp, or of nobody. */
void sm_qp_listen(struct sm_uverbs_qp *qp, uint32_t number);
void sm_qp_unlisten(struct sm_uverbs_qp *qp, uint32_t number);
/* A new QP in RESET, which refers to the objects of the request, and has no object of the device yet. */
int sm_qp_begin(struct sm_request *req, const struct sm_uobj_type *type,
		const struct ib_uverbs_qp_cap *cap, const struct mlx5_ib_create_qp *driver,
		struct sm_uverbs_qp **result);

/* Parts of the checks of a new QP: its type, flags, and the driver's data. */
int sm_qp_check_type(struct sm_request *req, uint64_t type);
int sm_qp_check_flags(struct sm_request *req);
int sm_qp_read_driver(struct sm_request *req, struct mlx5_ib_create_qp *driver);
/* Answers CREATE_QP; @cap is what the queues hold. A negative errno value. */
int sm_qp_create_answer(struct sm_request *req, const struct sm_uverbs_qp *qp,
			const struct ib_uverbs_qp_cap *cap);
/* Targets of dynamic connections (uverbs_dct.c): a QP of type DRIVER, by the driver's flags. */
int sm_dct_create_uobj(struct sm_request *req, const struct ib_uverbs_qp_cap *cap,
		       const struct mlx5_ib_create_qp *driver);
bool sm_is_dct(const struct sm_uverbs_qp *qp);
int sm_dct_modify(struct sm_request *req, struct sm_uverbs_qp *qp,
		  const struct ib_uverbs_modify_qp *cmd);
int sm_dct_query_uobj(struct sm_request *req, struct sm_uverbs_qp *qp, uint32_t attr_mask);
/* Raw packet QPs (uverbs_raw_qp.c). */
int sm_raw_qp_check(struct sm_request *req);
/* The flags of the driver and the creation flags that only these have. */
uint32_t sm_raw_qp_driver_flags(struct sm_dev *dev);
uint64_t sm_raw_qp_create_flags(struct sm_dev *dev);
int sm_raw_qp_create_uobj(struct sm_request *req, const struct ib_uverbs_qp_cap *cap,
			  const struct mlx5_ib_create_qp *driver);
bool sm_is_raw_qp(const struct sm_uverbs_qp *qp);
/* The numbers of its objects, in the answer to a user of DEVX. */
void sm_raw_qp_answer(const struct sm_uverbs_qp *qp, struct mlx5_ib_create_qp_resp *resp);
/* A transition that InfiniBand's rules allow; does not note the state. */
int sm_raw_qp_transit(struct sm_uverbs_qp *qp, uint8_t from, uint8_t to);
/* Queries the state; EINVAL: those of the queues are none of a QP. */
int sm_raw_qp_query_state(struct sm_uverbs_qp *qp, uint8_t *state);
/* Is this object, which the opcode @create has made, one of the QP's? */
bool sm_raw_qp_has(const struct sm_uverbs_qp *qp, uint16_t create, uint32_t number);
/* Where flows send packets; false: the QP has no receive queue. */
bool sm_raw_qp_tirn(const struct sm_uverbs_qp *qp, uint32_t *tirn);
/* self_lb_block of a TIR, by the driver's flags of its QP. */
uint8_t sm_raw_qp_self_lb(uint32_t flags);
/* QPs of RSS (uverbs_rss_qp.c). */
int sm_rss_qp_create_uobj(struct sm_request *req, const struct ib_uverbs_qp_cap *cap);
bool sm_is_rss_qp(const struct sm_uverbs_qp *qp);
uint32_t sm_rss_qp_tirn(const struct sm_uverbs_qp *qp);
/* Creates a target QP of an XRC domain (uverbs_xrcd.c). */
int sm_target_create(struct sm_request *req, const struct ib_uverbs_qp_cap *cap);

/* enum prm_qp_service_type of an enum ibv_qp_type; UD for all others. */
int sm_service_type(uint8_t type);
bool sm_is_port(uint8_t port);
/* The MAC of the peer with a GID. EINVAL: no GRH, no such own GID. EHOSTUNREACH: no port has it. */
int sm_ethernet_resolve(struct sm_dev *dev, bool is_global, uint8_t sgid_index,
			const uint8_t dgid[SM_GID_SIZE], uint8_t mac[SM_MAC_SIZE]);

/* Commands. */
int sm_modify_qp(struct sm_request *req);
int sm_ex_modify_qp(struct sm_request *req);
int sm_query_qp(struct sm_request *req);

#endif
