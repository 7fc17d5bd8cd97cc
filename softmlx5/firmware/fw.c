// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The firmware: finds a command's handler and writes the answer.
 */
#include <stdlib.h>
#include <string.h>

#include "firmware/fw.h"
#include "nic/nic.h"
#include "tools/fault.h"
#include "tools/trace.h"

static const struct sm_cmd_type *const sm_fw_tables[] = {
	sm_fw_alloc, sm_fw_caps, sm_fw_mkey, sm_fw_queue, sm_fw_srq, sm_fw_dek,
};

static const struct sm_cmd_type *sm_cmd_find(uint16_t opcode)
{
	const struct sm_cmd_type *type;
	size_t i;

	for (i = 0; i < SM_ARRAY_SIZE(sm_fw_tables); i++)
		for (type = sm_fw_tables[i]; type->run; type++)
			if (type->opcode == opcode)
				return type;
	return NULL;
}

static uint8_t sm_cmd_run(struct sm_cmd *cmd, const struct sm_cmd_type *type)
{
	uint64_t status;

	if (sm_inject(cmd->dev, SM_INJECT_COMMAND, cmd->hdr.opcode, &status))
		return (uint8_t)status;
	if (!type)
		return PRM_CMD_STATUS_BAD_OP;
	if (cmd->in_len < type->in_size)
		return PRM_CMD_STATUS_BAD_INP_LEN;
	return type->run(cmd);
}

/*
 * Distinguishes causes that share a status. A card's firmware has syndromes too; these are not a
 * card's.
 */
static uint32_t sm_syndrome(uint16_t opcode, uint8_t status)
{
	return status ? 0x50000000u + opcode * 0x100u + status : 0;
}

uint8_t sm_fw_exec(struct sm_dev *dev, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct sm_cmd cmd = { .dev = dev, .in = in, .in_len = in_len };
	struct prm_cmd_out_hdr_fields answer = {0};
	const struct sm_cmd_type *type = NULL;

	memset(out, 0, out_len);
	if (in_len < PRM_CMD_IN_HDR_SIZE || out_len < PRM_CMD_OUT_HDR_SIZE)
		return PRM_CMD_STATUS_BAD_INP_LEN;
	prm_cmd_in_hdr_unpack(&cmd.hdr, in, NULL);
	type = sm_cmd_find(cmd.hdr.opcode);
	cmd.out_len = type && type->out_size > out_len ? type->out_size : out_len;
	cmd.out = calloc(1, cmd.out_len);
	if (!cmd.out) {
		answer.status = PRM_CMD_STATUS_NO_RES;
	} else {
		dev->commands++;
		answer.status = sm_cmd_run(&cmd, type);
		if (!answer.status)
			memcpy(out, cmd.out, out_len);
	}
	free(cmd.out);
	answer.syndrome = sm_syndrome(cmd.hdr.opcode, answer.status);
	prm_cmd_out_hdr_pack(out, &answer);
	sm_trace_command(dev, in, in_len, out, out_len);
	sm_nic_run();	/* a queue that can run again has sent packets */
	return answer.status;
}

void sm_fw_listen_cq(struct sm_dev *dev, uint32_t cqn, const struct sm_listener *listener)
{
	struct sm_cq *cq = sm_table_get(&dev->cqs, cqn);

	if (cq)
		cq->listener = *listener;
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

/* Destroys all objects of a table that have this uid. */
static void sm_release(struct sm_table *table, uint16_t uid, void (*destroy)(struct sm_obj *obj))
{
	uint32_t number = table->first;
	struct sm_obj *obj;

	for (; (obj = sm_table_next(table, &number)) != NULL; number++)
		if (obj->uid == uid)
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

void sm_fw_release_uid(struct sm_dev *dev, uint16_t uid)
{
	if (!uid)
		return;
	/* Users before the objects that they use. All structures start with their struct sm_obj. */
	sm_release(&dev->qps, uid, sm_release_qp);
	sm_release(&dev->srqs, uid, sm_release_srq);
	sm_release(&dev->cqs, uid, sm_release_cq);
	sm_release(&dev->mkeys, uid, sm_release_mkey);
	sm_release(&dev->psvs, uid, sm_psv_release);
	sm_release(&dev->deks, uid, sm_dek_release);
	sm_release(&dev->umems, uid, sm_umem_release);
	sm_release(&dev->uars, uid, sm_uar_release);
	sm_release(&dev->tds, uid, sm_td_release);
	sm_release(&dev->pds, uid, sm_pd_release);
}
