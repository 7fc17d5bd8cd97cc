// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The firmware: finds a command's handler and writes the answer.
 */
#include <stdlib.h>
#include <string.h>

#include "base/adversary.h"
#include "base/caps.h"
#include "firmware/function.h"
#include "nic/memory/mem.h"
#include "nic/queue/cq.h"
#include "nic/queue/eq.h"
#include "nic/queue/qp.h"
#include "nic/queue/srq.h"
#include "nic/wire/wire.h"
#include "observe/fault.h"
#include "observe/late.h"
#include "observe/trace.h"

static const struct sm_cmd_type *const sm_fw_tables[] = {
	sm_fw_alloc, sm_fw_caps, sm_fw_mkey, sm_fw_queue, sm_fw_srq, sm_fw_dct, sm_fw_dek,
	sm_fw_function, sm_fw_pages, sm_fw_eq, sm_fw_port, sm_fw_register, sm_fw_mad,
	sm_fw_memic, sm_fw_ethernet, sm_fw_receive, sm_fw_flow, sm_fw_flow_counter,
};

const struct sm_cmd_type *sm_fw_find(uint16_t opcode)
{
	const struct sm_cmd_type *type;
	size_t i;

	for (i = 0; i < SM_ARRAY_SIZE(sm_fw_tables); i++)
		for (type = sm_fw_tables[i]; type->run; type++)
			if (type->opcode == opcode)
				return type;
	return NULL;
}

/* Does the command make an object? */
static bool sm_is_creation(uint16_t opcode)
{
	const char *name = sm_has_adversary ? prm_cmd_opcode_str(opcode) : NULL;

	return name && (!strncmp(name, "CREATE_", 7) || !strncmp(name, "ALLOC_", 6));
}

/* The adversary: reserved bits of the answer, after its head. */
SM_COLD static void sm_answer_odd_bits(const struct sm_cmd *cmd)
{
	const size_t head = offsetof(struct prm_query_hca_cap_out, capability);
	const bool is_caps = cmd->hdr.opcode == PRM_CMD_OPCODE_QUERY_HCA_CAP;
	const struct prm_layout *layout;
	uint8_t *image = cmd->out;
	size_t len = cmd->out_len;
	char name[64];

	if (is_caps) {
		layout = sm_layout(sm_cap_layout(cmd->in));
		image += head;
		len = len > head ? len - head : 0;
	} else {
		sm_command_layout(name, sizeof(name), cmd->hdr.opcode, true);
		layout = sm_layout(name);
	}
	if (layout && layout->size <= len && sm_odd(cmd->dev, SM_ODD_ANSWER_BITS))
		sm_odd_fill_gaps(layout, image);
}

/* Commands that make an object with a context, for which the device needs memory of the driver. */
static bool sm_needs_page(uint16_t opcode)
{
	switch (opcode) {
	case PRM_CMD_OPCODE_CREATE_MKEY:
	case PRM_CMD_OPCODE_CREATE_CQ:
	case PRM_CMD_OPCODE_CREATE_QP:
	case PRM_CMD_OPCODE_CREATE_DCT:
	case PRM_CMD_OPCODE_CREATE_SQ:
	case PRM_CMD_OPCODE_CREATE_RQ:
	case PRM_CMD_OPCODE_CREATE_RMP:
	case PRM_CMD_OPCODE_CREATE_XRC_SRQ:
	case PRM_CMD_OPCODE_CREATE_PSV:
		return true;
	default:
		return false;
	}
}

static uint8_t sm_cmd_run(struct sm_cmd *cmd, const struct sm_cmd_type *type)
{
	uint64_t status;

	if (sm_inject(cmd->dev, SM_INJECT_COMMAND, cmd->hdr.opcode, &status))
		return sm_because((uint8_t)status, "--fault command");
	if (sm_is_creation(cmd->hdr.opcode) && sm_odd(cmd->dev, SM_ODD_COMMAND))
		return sm_because(PRM_CMD_STATUS_NO_RES, "--adversary");
	if (!type)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device has no such command");
	if (cmd->in_len < type->in_size)
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "it has %zu bytes, at least %u are needed", cmd->in_len,
				  type->in_size);
	status = sm_function_accepts(cmd->dev, cmd->hdr.opcode);
	if (!status && sm_needs_page(cmd->hdr.opcode) && sm_pages_are_short(cmd->dev))
		status = sm_because(PRM_CMD_STATUS_NO_RES,
				    "the device has no page of the driver left");
	return status ? (uint8_t)status : type->run(cmd);
}

/*
 * Distinguishes causes that share a status. A card's firmware has syndromes too; these are not a
 * card's.
 */
static uint32_t sm_syndrome(uint16_t opcode, uint8_t status)
{
	return status ? 0x50000000u + opcode * 0x100u + status : 0;
}

/* For a command that gives no reason of its own. */
static const char *sm_status_reason(uint8_t status)
{
	switch (status) {
	case PRM_CMD_STATUS_BAD_OP:
		return "the device does not have this operation";
	case PRM_CMD_STATUS_BAD_PARAM:
		return "a field has a value that is not allowed";
	case PRM_CMD_STATUS_BAD_SYS_STATE:
		return "the function is not in a state for it";
	case PRM_CMD_STATUS_BAD_RES:
		return "the object does not exist, or belongs to another user";
	case PRM_CMD_STATUS_RES_BUSY:
	case PRM_CMD_STATUS_BAD_RES_STATE:
		return "the object is in use, or not in a state for it";
	case PRM_CMD_STATUS_LIM:
		return "a size is above the limit in the capabilities";
	case PRM_CMD_STATUS_NO_RES:
		return "out of memory, or of numbers for objects";
	case PRM_CMD_STATUS_BAD_INP_LEN:
		return "the command is too short";
	case PRM_CMD_STATUS_BAD_OUTP_LEN:
		return "the answer has no room";
	default:
		return "no reason is known";
	}
}

SM_COLD static void sm_cmd_refused(struct sm_dev *dev, uint16_t opcode, uint8_t status)
{
	const char *name = sm_or_unknown(prm_cmd_opcode_str(opcode)), *why = sm_reason();
	/* Drivers learn from these what the device has; libmlx5 closes a context that has objects left. */
	const bool is_asked = opcode == PRM_CMD_OPCODE_QUERY_HCA_CAP ||
			      opcode == PRM_CMD_OPCODE_ACCESS_REG ||
			      opcode == PRM_CMD_OPCODE_DEALLOC_UAR ||
			      (status == PRM_CMD_STATUS_BAD_OP && !strncmp(name, "QUERY_", 6));

	sm_reason_report(dev, "firmware", is_asked, "%s, command 0x%03x: %s (0x%02x): %s", name,
			 opcode, sm_or_unknown(prm_cmd_status_str(status)), status,
			 why ? why : sm_status_reason(status));
}

uint8_t sm_fw_exec(struct sm_dev *dev, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct sm_cmd cmd = { .dev = dev, .in = in, .in_len = in_len };
	struct prm_cmd_out_hdr_fields answer = {0};
	const struct sm_cmd_type *type = NULL;
	uint64_t pages;

	sm_reason_clear();
	memset(out, 0, out_len);
	if (in_len < PRM_CMD_IN_HDR_SIZE || out_len < PRM_CMD_OUT_HDR_SIZE)
		return PRM_CMD_STATUS_BAD_INP_LEN;
	prm_cmd_in_hdr_unpack(&cmd.hdr, in, NULL);
	type = sm_fw_find(cmd.hdr.opcode);
	cmd.out_len = type && type->out_size > out_len ? type->out_size : out_len;
	cmd.out = calloc(1, cmd.out_len);
	if (!cmd.out) {
		answer.status = PRM_CMD_STATUS_NO_RES;
	} else {
		answer.status = sm_cmd_run(&cmd, type);
		if (!answer.status && sm_has_adversary)
			sm_answer_odd_bits(&cmd);
		if (!answer.status)
			memcpy(out, cmd.out, out_len);
	}
	free(cmd.out);
	answer.syndrome = sm_syndrome(cmd.hdr.opcode, answer.status);
	prm_cmd_out_hdr_pack(out, &answer);
	sm_trace_command(dev, in, in_len, out, out_len);
	if (answer.status)
		sm_cmd_refused(dev, cmd.hdr.opcode, answer.status);
	if (sm_inject(dev, SM_INJECT_PAGE_REQUEST, cmd.hdr.opcode, &pages))
		sm_pages_demand(dev, (uint32_t)pages);
	sm_pages_balance(dev);
	sm_nic_run();	/* a queue that can run again has sent packets */
	sm_late_turn(dev);
	return answer.status;
}

uint8_t sm_cmd_no_object(const char *field, uint32_t number)
{
	return sm_because(PRM_CMD_STATUS_BAD_RES,
			  "%s is 0x%x, which does not exist, or belongs to another "
			  "user",
			  field, number);
}

void sm_fw_listen_cq(struct sm_dev *dev, uint32_t cqn, const struct sm_listener *listener)
{
	struct sm_cq *cq = sm_table_get(&dev->cqs, cqn);

	if (cq)
		cq->listener = *listener;
}

uint8_t sm_fw_cq_error(struct sm_dev *dev, uint32_t cqn)
{
	const struct sm_cq *cq = sm_table_get(&dev->cqs, cqn);

	return cq ? (uint8_t)cq->error : 0;
}

void sm_fw_listen_qp(struct sm_dev *dev, uint32_t qpn, const struct sm_listener *listener)
{
	struct sm_qp *qp = sm_table_get(&dev->qps, qpn);

	if (qp)
		qp->listener = *listener;
}

void sm_fw_listen_srq(struct sm_dev *dev, uint32_t srqn, const struct sm_listener *listener)
{
	struct sm_srq *srq = sm_table_get(&dev->srqs, srqn);

	if (srq)
		srq->listener = *listener;
}

struct sm_umem *sm_cmd_pages(const struct sm_cmd *cmd, size_t start, uint8_t log_page_size,
			     uint8_t page_offset)
{
	const prm_be64 *pas = (const void *)((const uint8_t *)cmd->in + start);
	const uint64_t page = (uint64_t)SM_PAGE_SIZE << log_page_size;
	const uint64_t n = (cmd->in_len - start) / sizeof(*pas);
	struct sm_umem *memory = NULL;
	uint64_t *pages;

	if (log_page_size > SM_LOG_PAGE_MAX)
		return NULL;
	pages = calloc(n + 1, sizeof(*pages));
	for (uint64_t i = 0; pages && i < n; i++)
		pages[i] = prm_be64_to_cpu(pas[i]);
	if (pages)
		memory = sm_memory_pages(cmd->dev, pages, n, page, page / 64 * page_offset);
	free(pages);
	return memory;
}

uint8_t sm_cmd_place(const struct sm_cmd *cmd, const struct sm_queue_memory *memory,
		     struct sm_place *place)
{
	const struct sm_dev *dev = cmd->dev;

	*place = (struct sm_place){
		.umem = memory->has_umem ? sm_table_get(&dev->umems, memory->umem) : NULL,
		.dbr_umem = memory->has_dbr_umem ? sm_table_get(&dev->umems, memory->dbr_umem) : NULL,
		.offset = memory->has_umem ? memory->offset : 0,
		.dbr_offset = memory->has_dbr_umem ? memory->dbr : 0,
	};
	if ((memory->has_umem && !place->umem) || (memory->has_dbr_umem && !place->dbr_umem) ||
	    !sm_cmd_may_name_all(cmd, (const struct sm_obj *[]){
			(void *)place->umem, (void *)place->dbr_umem }, 2))
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "the ring has umem 0x%x and the record 0x%x; one "
				  "does not exist, or belongs to another user",
				  memory->umem, memory->dbr_umem);
	if (!memory->has_umem)
		place->umem = sm_cmd_pages(cmd, memory->pages, memory->log_page_size,
					   memory->page_offset);
	if (!memory->has_dbr_umem)
		place->dbr_umem = sm_memory_new(cmd->dev, memory->dbr, memory->dbr_len);
	if (place->umem && place->dbr_umem)
		return PRM_CMD_STATUS_OK;
	sm_place_drop(place);
	return sm_because(PRM_CMD_STATUS_BAD_PARAM,
			  "the pages of the ring (log_page_size %u, page_offset "
			  "%u), or the record at 0x%llx, are no memory",
			  memory->log_page_size, memory->page_offset,
			  (unsigned long long)memory->dbr);
}

void sm_place_drop(struct sm_place *place)
{
	sm_memory_drop(place->umem);
	sm_memory_drop(place->dbr_umem);
}

#define SM_ANY_UID -1

/* Destroys all objects of a table that have this uid. */
static void sm_release(struct sm_table *table, int uid, void (*destroy)(struct sm_obj *obj))
{
	uint32_t number = table->first;
	struct sm_obj *obj;

	for (; (obj = sm_table_next(table, &number)) != NULL; number++)
		if (uid == SM_ANY_UID || obj->uid == uid)
			destroy(obj);
}

static void sm_release_qp(struct sm_obj *obj)
{
	sm_qp_destroy(sm_container_of(obj, struct sm_qp, obj));
}

static void sm_release_srq(struct sm_obj *obj)
{
	sm_srq_destroy(sm_container_of(obj, struct sm_srq, obj));
}

static void sm_release_cq(struct sm_obj *obj)
{
	sm_cq_destroy(sm_container_of(obj, struct sm_cq, obj));
}

static void sm_release_mkey(struct sm_obj *obj)
{
	sm_mkey_destroy(sm_container_of(obj, struct sm_mkey, obj));
}

static void sm_release_eq(struct sm_obj *obj)
{
	sm_eq_destroy(sm_container_of(obj, struct sm_eq, obj));
}

static void sm_release_objects(struct sm_dev *dev, int uid)
{
	/* Users before the objects that they use. All structures start with their struct sm_obj. */
	sm_release(&dev->flow_tables, uid, sm_flow_table_leave);
	sm_release(&dev->flow_tables, uid, sm_flow_table_release);
	sm_release(&dev->flow_counters, uid, sm_flow_counter_release);
	sm_release(&dev->tirs, uid, sm_tir_release);
	sm_release(&dev->rqts, uid, sm_rqt_release);
	sm_release(&dev->qps, uid, sm_release_qp);
	sm_release(&dev->tises, uid, sm_tis_release);
	sm_release(&dev->srqs, uid, sm_release_srq);
	sm_release(&dev->cqs, uid, sm_release_cq);
	sm_release(&dev->eqs, uid, sm_release_eq);
	sm_release(&dev->mkeys, uid, sm_release_mkey);
	sm_release(&dev->psvs, uid, sm_psv_release);
	sm_release(&dev->deks, uid, sm_dek_release);
	sm_release(&dev->umems, uid, sm_umem_release);
	sm_release(&dev->uars, uid, sm_uar_release);
	sm_release(&dev->tds, uid, sm_td_release);
	sm_release(&dev->xrcds, uid, sm_xrcd_release);
	sm_release(&dev->pds, uid, sm_pd_release);
	sm_release(&dev->uctxs, uid, sm_uctx_release);
}

void sm_fw_release_uid(struct sm_dev *dev, uint16_t uid)
{
	if (uid)
		sm_release_objects(dev, uid);
}

unsigned int sm_fw_release_all(struct sm_dev *dev)
{
	const unsigned int left = dev->qps.count + dev->srqs.count + dev->cqs.count +
		dev->eqs.count + dev->mkeys.count + dev->psvs.count + dev->deks.count +
		dev->umems.count + dev->uars.count + dev->tds.count + dev->xrcds.count +
		dev->pds.count + dev->uctxs.count + dev->flow_tables.count + dev->flow_counters.count +
		dev->tirs.count + dev->rqts.count + dev->tises.count;

	sm_release_objects(dev, SM_ANY_UID);
	return left;
}
