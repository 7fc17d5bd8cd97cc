/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The firmware: executes commands, for the kernel layer (verbs and DEVX users).
 */
#ifndef SOFTMLX5_FW_H
#define SOFTMLX5_FW_H

#include "prm_cmd.h"
#include "tools/device.h"

/*
 * Executes a command of @in_len bytes. @out is written in any case: status, syndrome and, if the
 * status is OK, the first @out_len bytes of the answer (at least 8; the rest of a longer buffer is
 * zeroed). Returns the status.
 */
uint8_t sm_fw_exec(struct sm_dev *dev, const void *in, size_t in_len, void *out, size_t out_len);

/* A command that a handler executes. */
struct sm_cmd {
	struct sm_dev *dev;
	const void *in;		/* at least the fixed part of the opcode's layout */
	size_t in_len;
	void *out;		/* zeroed, with room for the layout of the answer */
	size_t out_len;
	struct prm_cmd_in_hdr_fields hdr;
};

struct sm_cmd_type {
	uint16_t opcode;
	uint32_t in_size, out_size;	/* bytes of the fixed parts */
	uint8_t (*run)(struct sm_cmd *cmd);	/* enum prm_cmd_status */
};

/* For the tables: sizes of the layouts prm_<in> and prm_<out>. */
#define SM_CMD(opcode, in, out, run) \
	{ PRM_CMD_OPCODE_##opcode, sizeof(struct prm_##in), sizeof(struct prm_##out), run }

/*
 * Which objects may a command use? The kernel all, a user those with its uid. References may also
 * name objects that the kernel made for all.
 */
static inline bool sm_cmd_owns(const struct sm_cmd *cmd, const struct sm_obj *obj)
{
	return !cmd->hdr.uid || obj->uid == cmd->hdr.uid;
}

static inline bool sm_cmd_may_name(const struct sm_cmd *cmd, const struct sm_obj *obj)
{
	return !obj->uid || sm_cmd_owns(cmd, obj);
}

/*
 * The same for several objects; NULL is an object that does not exist, which is detected elsewhere.
 */
static inline bool sm_cmd_may_name_all(const struct sm_cmd *cmd, const struct sm_obj *const *objs,
				       size_t n)
{
	while (n--)
		if (objs[n] && !sm_cmd_may_name(cmd, objs[n]))
			return false;
	return true;
}

/* The commands of each file; ends with a NULL handler. */
extern const struct sm_cmd_type sm_fw_alloc[], sm_fw_caps[], sm_fw_mkey[], sm_fw_queue[],
	sm_fw_srq[], sm_fw_dek[];

/*
 * Destroys all objects with this uid (of a DEVX context that was closed), users first. Called when
 * a process's file is closed, after the kernel's own objects have been destroyed.
 */
void sm_fw_release_uid(struct sm_dev *dev, uint16_t uid);

/* Destructors of sm_fw_release_uid(). */
void sm_pd_release(struct sm_obj *obj);
void sm_td_release(struct sm_obj *obj);
void sm_uar_release(struct sm_obj *obj);
void sm_umem_release(struct sm_obj *obj);
void sm_psv_release(struct sm_obj *obj);
void sm_dek_release(struct sm_obj *obj);

/* Registers the listener of an object's events, by the number that the command has returned. */
void sm_fw_listen_cq(struct sm_dev *dev, uint32_t cqn, const struct sm_listener *listener);
void sm_fw_listen_qp(struct sm_dev *dev, uint32_t qpn, const struct sm_listener *listener);
void sm_fw_listen_srq(struct sm_dev *dev, uint32_t srqn, const struct sm_listener *listener);

#endif
