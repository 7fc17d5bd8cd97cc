/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Declarations that the files of DEVX share.
 */
#ifndef SOFTMLX5_DEVX_H
#define SOFTMLX5_DEVX_H

#include "kernel/uverbs_private.h"

/* Identifies an object for the checks: the opcode and type that create it, and its number. */
struct sm_devx_id {
	uint16_t create;	/* PRM_CMD_OPCODE_CREATE_*, ALLOC_*; 0: no object */
	uint16_t obj_type;	/* of a general object */
	uint32_t number;
};

/* An object's events (devx_event.c). */
struct sm_devx_source {
	struct sm_dev *dev;
	uint32_t number;	/* of the object */
	bool is_rmp;
	struct sm_devx_sub *subs;	/* subscriptions, oldest first */
};

/* Starts to get the object's events from the device, or stops it. */
void sm_devx_source_listen(struct sm_devx_source *source, struct sm_dev *dev,
			   const struct sm_devx_id *id, bool does_listen);
/* The object is gone. Its events that are unread stay so. */
void sm_devx_source_end(struct sm_devx_source *source);
/* The events of an object of type MLX5_IB_OBJECT_DEVX_OBJ (devx.c). */
struct sm_devx_source *sm_devx_source_of(struct sm_uobj *uobj);

/* What is behind a verbs object or DEVX object (devx.c). */
struct sm_devx_id sm_devx_of_uobj(struct sm_uobj *uobj);

/* A command and its answer, copied from and to the application. */
struct sm_devx_cmd {
	struct sm_request *req;
	uint16_t out_attr;
	void *in;
	size_t in_len;
	void *out;
	size_t out_len;
	uint16_t opcode;
};

/* The commands by purpose, as mlx5_ib classifies them (devx_rules.c). */
bool sm_devx_is_create(const struct sm_devx_cmd *cmd);
/*
 * Commands that create objects which the device does not have: mlx5_ib passes them on, and the
 * firmware refuses them, so that there is nothing to destroy.
 */
bool sm_devx_is_foreign_create(const struct sm_devx_cmd *cmd);
bool sm_devx_is_modify(const struct sm_devx_cmd *cmd);
bool sm_devx_is_query(const struct sm_devx_cmd *cmd);
bool sm_devx_is_general(const struct sm_devx_cmd *cmd);
/* General commands that need no DEVX context. */
bool sm_devx_is_for_all(uint16_t opcode);
/* The object that a query or modify command names. */
struct sm_devx_id sm_devx_named(const struct sm_devx_cmd *cmd);

#endif
