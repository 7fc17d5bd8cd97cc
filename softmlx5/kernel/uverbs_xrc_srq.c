// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: commands of XRC SRQs.
 */
#include <errno.h>
#include <stdlib.h>

#include "kernel/uverbs_srq.h"
#include "prm_srq.h"

#define SM_LOG_UNIT 4	/* log_rq_stride counts 16 bytes */

static void sm_xrc_srq_pack(struct prm_create_xrc_srq_in *in, const struct sm_xrc_srq_attr *attr)
{
	struct prm_create_xrc_srq_in_fields fields;
	struct prm_xrc_srqc_fields *srqc = &fields.xrc_srq_context_entry;

	prm_create_xrc_srq_in_fields_init(&fields);
	srqc->log_xrc_srq_size = attr->log_size;
	srqc->wq_signature = attr->has_signature;
	srqc->log_rq_stride = (uint8_t)(attr->log_stride - SM_LOG_UNIT);
	srqc->xrcd = attr->xrcdn;
	srqc->page_offset = (uint8_t)(attr->buf % SM_PAGE_SIZE / SM_PAGE_UNIT);
	srqc->cqn = attr->cqn;
	srqc->user_index = attr->user_index;
	srqc->pd = attr->pdn;
	srqc->db_record_addr_h = (uint32_t)(attr->dbr >> 32);
	srqc->db_record_addr_l = (uint32_t)attr->dbr / 4;
	prm_create_xrc_srq_in_pack(in, &fields);
	sm_list_pages(prm_create_xrc_srq_in_pas(in), attr->buf, attr->len);
}

int sm_xrc_srq_create(struct sm_dev *dev, const struct sm_xrc_srq_attr *attr, uint32_t *srqn)
{
	struct prm_create_xrc_srq_out out;
	struct prm_create_xrc_srq_in *in;
	size_t len = sizeof(*in) + sm_pages(attr->buf, attr->len) * sizeof(prm_be64);
	int err = sm_check_memory(attr->buf, attr->len, IBV_ACCESS_LOCAL_WRITE);

	if (!err)
		err = sm_check_memory(attr->dbr, sizeof(prm_be32), IBV_ACCESS_LOCAL_WRITE);
	if (!err && (attr->buf % SM_PAGE_UNIT || attr->dbr % sizeof(prm_be32)))
		err = sm_because(-EINVAL, "ring 0x%llx or record 0x%llx are not aligned",
				 (unsigned long long)attr->buf, (unsigned long long)attr->dbr);
	if (err)
		return err;
	in = malloc(len);
	if (!in)
		return -ENOMEM;
	sm_xrc_srq_pack(in, attr);
	err = sm_kernel_exec(dev, in, len, &out, sizeof(out));
	free(in);
	if (!err)
		*srqn = prm_create_xrc_srq_out_get_xrc_srqn(&out);
	return err;
}

int sm_xrc_srq_destroy(struct sm_dev *dev, uint32_t srqn)
{
	struct prm_destroy_xrc_srq_in_fields fields;
	struct prm_destroy_xrc_srq_in in;
	struct prm_destroy_xrc_srq_out out;

	prm_destroy_xrc_srq_in_fields_init(&fields);
	fields.xrc_srqn = srqn;
	prm_destroy_xrc_srq_in_pack(&in, &fields);
	return sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_xrc_srq_arm(struct sm_dev *dev, uint32_t srqn, uint32_t limit)
{
	struct prm_arm_xrc_srq_in_fields fields;
	struct prm_arm_xrc_srq_in in;
	struct prm_arm_xrc_srq_out out;

	prm_arm_xrc_srq_in_fields_init(&fields);
	fields.op_mod = PRM_ARM_XRC_SRQ_OP_MOD_XRC_SRQ;
	fields.xrc_srqn = srqn;
	fields.lwm = (uint16_t)limit;
	prm_arm_xrc_srq_in_pack(&in, &fields);
	return sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_xrc_srq_limit(struct sm_dev *dev, uint32_t srqn, uint32_t *limit)
{
	struct prm_query_xrc_srq_in_fields fields;
	struct prm_query_xrc_srq_in in;
	struct prm_query_xrc_srq_out out;
	int err;

	prm_query_xrc_srq_in_fields_init(&fields);
	fields.xrc_srqn = srqn;
	prm_query_xrc_srq_in_pack(&in, &fields);
	err = sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		*limit = prm_xrc_srqc_get_lwm(&out.xrc_srq_context_entry);
	return err;
}
