/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The firmware: executes commands, for the kernel layer (verbs and DEVX users).
 */
#ifndef SOFTMLX5_FW_H
#define SOFTMLX5_FW_H

#include "base/device.h"
#include "base/reason.h"
#include "prm_cmd.h"

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
	const struct prm_layout *in_layout;
	uint8_t (*run)(struct sm_cmd *cmd);	/* enum prm_cmd_status */
};

/* The command with this opcode; NULL: the device has none. */
const struct sm_cmd_type *sm_fw_find(uint16_t opcode);

/* For the tables: sizes of the layouts prm_<in> and prm_<out>. */
#define SM_CMD(opcode, in, out, run) \
	{ PRM_CMD_OPCODE_##opcode, sizeof(struct prm_##in), sizeof(struct prm_##out), \
	  &prm_##in##_layout, run }

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

/*
 * Notes why an object cannot be used that a command names by a field: there is none, or it is another
 * user's. Gives BAD_RES.
 */
SM_COLD uint8_t sm_cmd_no_object(const char *field, uint32_t number);
/* The transport domain that a context names; NULL, and the reason, if the command may not use it. */
struct sm_td *sm_cmd_td(struct sm_cmd *cmd, uint32_t number);

/* A new object of @size bytes in a table; NULL if numbers or memory are used up. */
void *sm_obj_new(struct sm_cmd *cmd, struct sm_table *table, size_t size);
/* The object with this number, if the command may destroy it. If not, NULL and *@status. */
void *sm_obj_to_destroy(struct sm_cmd *cmd, struct sm_table *table, uint32_t number,
			uint8_t *status);

#define SM_LOG_PAGE_MAX 30	/* of 4 KiB */
/*
 * The memory in the list of pages that follows the first @start bytes of a command. Pages have
 * 4 KiB << @log_page_size; @page_offset counts 64ths of the first. NULL: there are none, or they are
 * no memory.
 */
struct sm_umem *sm_cmd_pages(const struct sm_cmd *cmd, size_t start, uint8_t log_page_size,
			     uint8_t page_offset);

/* How a context gives the memory of a queue: umems, or pages behind the command and an address. */
struct sm_queue_memory {
	bool has_umem, has_dbr_umem;
	uint32_t umem, dbr_umem;	/* their numbers */
	uint64_t offset;		/* in @umem */
	uint8_t log_page_size, page_offset;
	size_t pages;			/* where the pages start in the command */
	uint64_t dbr;			/* address, or offset in @dbr_umem */
	uint32_t dbr_len;
};
/*
 * Finds this memory: a status. Memory that is no umem belongs to the caller until a queue uses it;
 * sm_place_drop() frees it if none does.
 */
uint8_t sm_cmd_place(const struct sm_cmd *cmd, const struct sm_queue_memory *memory,
		     struct sm_place *place);
void sm_place_drop(struct sm_place *place);

/* The commands of each file; ends with a NULL handler. */
extern const struct sm_cmd_type sm_fw_alloc[], sm_fw_caps[], sm_fw_mkey[], sm_fw_queue[],
	sm_fw_srq[], sm_fw_dct[], sm_fw_dek[], sm_fw_function[], sm_fw_pages[], sm_fw_eq[],
	sm_fw_port[], sm_fw_register[], sm_fw_mad[], sm_fw_memic[], sm_fw_ethernet[], sm_fw_receive[],
	sm_fw_flow[], sm_fw_flow_counter[];

/*
 * Destroys all objects with this uid (of a DEVX context that was closed), users first. Called when
 * a process's file is closed, after the kernel's own objects have been destroyed.
 */
void sm_fw_release_uid(struct sm_dev *dev, uint16_t uid);
/* Destroys all objects of the device. Gives the number of those that its driver had left. */
unsigned int sm_fw_release_all(struct sm_dev *dev);

/* Destructors of sm_fw_release_uid(). */
void sm_pd_release(struct sm_obj *obj);
void sm_td_release(struct sm_obj *obj);
void sm_xrcd_release(struct sm_obj *obj);
void sm_uar_release(struct sm_obj *obj);
void sm_umem_release(struct sm_obj *obj);
void sm_psv_release(struct sm_obj *obj);
void sm_dek_release(struct sm_obj *obj);
void sm_uctx_release(struct sm_obj *obj);
void sm_tis_release(struct sm_obj *obj);
void sm_tir_release(struct sm_obj *obj);
void sm_rqt_release(struct sm_obj *obj);
/* Removes what a flow table refers to; only then it can be released. */
void sm_flow_table_leave(struct sm_obj *obj);
void sm_flow_table_release(struct sm_obj *obj);
void sm_flow_counter_release(struct sm_obj *obj);

/* Registers the listener of an object's events, by the number that the command has returned. */
void sm_fw_listen_cq(struct sm_dev *dev, uint32_t cqn, const struct sm_listener *listener);
/* Why a CQ is in error; 0: it is not. */
uint8_t sm_fw_cq_error(struct sm_dev *dev, uint32_t cqn);
void sm_fw_listen_qp(struct sm_dev *dev, uint32_t qpn, const struct sm_listener *listener);
void sm_fw_listen_srq(struct sm_dev *dev, uint32_t srqn, const struct sm_listener *listener);

#endif
