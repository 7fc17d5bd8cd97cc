// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands for the objects that queues and keys refer to: protection, transport and XRC domains,
 * UARs, umems, PSVs; and queries other than of capabilities.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/memory/mem.h"
#include "nic/queue/doorbell.h"
#include "prm_adapter.h"
#include "prm_alloc.h"
#include "prm_data.h"
#include "prm_psv_cmd.h"
#include "prm_umem.h"

void *sm_obj_new(struct sm_cmd *cmd, struct sm_table *table, size_t size)
{
	struct sm_obj *obj = calloc(1, size);

	if (!obj || sm_table_add(table, obj, &obj->id)) {
		free(obj);
		return NULL;
	}
	obj->dev = cmd->dev;
	obj->uid = cmd->hdr.uid;
	return obj;
}

void *sm_obj_to_destroy(struct sm_cmd *cmd, struct sm_table *table, uint32_t number,
			       uint8_t *status)
{
	struct sm_obj *obj = sm_table_get(table, number);

	*status = PRM_CMD_STATUS_OK;
	if (!obj || !sm_cmd_owns(cmd, obj))
		*status = sm_cmd_no_object("the object", number);
	else if (obj->users)
		*status = sm_because(PRM_CMD_STATUS_BAD_RES_STATE,
				     "%u other objects use the object 0x%x", obj->users, number);
	return *status ? NULL : obj;
}

void sm_pd_release(struct sm_obj *obj)
{
	sm_table_remove(&obj->dev->pds, obj->id);
	free(obj);
}

struct sm_td *sm_cmd_td(struct sm_cmd *cmd, uint32_t number)
{
	struct sm_td *td = sm_table_get(&cmd->dev->tds, number);

	if (td && sm_cmd_may_name(cmd, &td->obj))
		return td;
	sm_cmd_no_object("transport_domain", number);
	return NULL;
}

void sm_td_release(struct sm_obj *obj)
{
	sm_table_remove(&obj->dev->tds, obj->id);
	free(obj);
}

void sm_xrcd_release(struct sm_obj *obj)
{
	sm_table_remove(&obj->dev->xrcds, obj->id);
	free(obj);
}

void sm_uar_release(struct sm_obj *obj)
{
	struct sm_uar *uar = sm_container_of(obj, struct sm_uar, obj);

	sm_table_remove(&obj->dev->uars, obj->id);
	sm_uar_page_free(uar->page);
	free(uar);
}

void sm_umem_release(struct sm_obj *obj)
{
	sm_table_remove(&obj->dev->umems, obj->id);
	sm_umem_free(sm_container_of(obj, struct sm_umem, obj));
}

void sm_psv_release(struct sm_obj *obj)
{
	struct sm_psv *psv = sm_container_of(obj, struct sm_psv, obj);

	sm_table_remove(&obj->dev->psvs, obj->id);
	psv->pd->obj.users--;
	free(psv);
}

static uint8_t sm_alloc_pd(struct sm_cmd *cmd)
{
	struct sm_pd *pd = sm_obj_new(cmd, &cmd->dev->pds, sizeof(*pd));

	if (!pd)
		return PRM_CMD_STATUS_NO_RES;
	prm_alloc_pd_out_set_pd(cmd->out, pd->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_dealloc_pd(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->pds,
					       prm_dealloc_pd_in_get_pd(cmd->in), &status);

	if (obj)
		sm_pd_release(obj);
	return status;
}

static uint8_t sm_alloc_td(struct sm_cmd *cmd)
{
	struct sm_td *td = sm_obj_new(cmd, &cmd->dev->tds, sizeof(*td));

	if (!td)
		return PRM_CMD_STATUS_NO_RES;
	prm_alloc_transport_domain_out_set_transport_domain(cmd->out, td->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_dealloc_td(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(
		cmd, &cmd->dev->tds,
		prm_dealloc_transport_domain_in_get_transport_domain(cmd->in), &status);

	if (obj)
		sm_td_release(obj);
	return status;
}

static uint8_t sm_alloc_xrcd(struct sm_cmd *cmd)
{
	struct sm_xrcd *xrcd;

	if (!prm_cmd_hca_cap_get_xrc(cmd->dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device lacks the capability xrc");
	xrcd = sm_obj_new(cmd, &cmd->dev->xrcds, sizeof(*xrcd));
	if (!xrcd)
		return PRM_CMD_STATUS_NO_RES;
	prm_alloc_xrcd_out_set_xrcd(cmd->out, xrcd->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_dealloc_xrcd(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->xrcds,
					       prm_dealloc_xrcd_in_get_xrcd(cmd->in), &status);

	if (obj)
		sm_xrcd_release(obj);
	return status;
}

static uint8_t sm_alloc_uar(struct sm_cmd *cmd)
{
	struct sm_uar *uar = sm_obj_new(cmd, &cmd->dev->uars, sizeof(*uar));

	if (!uar)
		return PRM_CMD_STATUS_NO_RES;
	uar->page = sm_uar_page_new(cmd->dev, uar->obj.id);
	if (!uar->page) {
		sm_table_remove(&cmd->dev->uars, uar->obj.id);
		free(uar);
		return PRM_CMD_STATUS_NO_RES;
	}
	prm_alloc_uar_out_set_uar(cmd->out, uar->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_dealloc_uar(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->uars,
					       prm_dealloc_uar_in_get_uar(cmd->in), &status);

	if (obj)
		sm_uar_release(obj);
	return status;
}

static bool sm_umem_pages(struct sm_umem *umem, const struct prm_umem_fields *fields,
			  const struct prm_mtt *mtt)
{
	uint64_t *pages = calloc(fields->num_of_mtt, sizeof(*pages));
	bool is_mapped = pages != NULL;

	for (uint64_t i = 0; is_mapped && i < fields->num_of_mtt; i++)
		pages[i] = sm_mtt_address(&mtt[i]);
	is_mapped = is_mapped &&
		    sm_umem_map(umem, pages, fields->num_of_mtt,
				(uint64_t)SM_PAGE_SIZE << fields->log_page_size, fields->page_offset);
	free(pages);
	return is_mapped;
}

static uint8_t sm_create_umem(struct sm_cmd *cmd)
{
	struct prm_create_umem_in_fields in;
	struct sm_umem *umem;

	prm_create_umem_in_unpack(&in, cmd->in, NULL);
	if (!in.umem.num_of_mtt || in.umem.log_page_size > SM_LOG_PAGE_MAX)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "num_of_mtt is %llu, which has to be above 0, "
				  "and log_page_size %u, at most %u",
				  (unsigned long long)in.umem.num_of_mtt, in.umem.log_page_size,
				  SM_LOG_PAGE_MAX);
	if (in.umem.num_of_mtt > (cmd->in_len - PRM_CREATE_UMEM_IN_SIZE) / PRM_MTT_SIZE)
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "num_of_mtt is %llu; the command has %zu "
				  "entries",
				  (unsigned long long)in.umem.num_of_mtt,
				  (cmd->in_len - PRM_CREATE_UMEM_IN_SIZE) / PRM_MTT_SIZE);
	umem = sm_obj_new(cmd, &cmd->dev->umems, sizeof(*umem));
	if (!umem)
		return PRM_CMD_STATUS_NO_RES;
	if (!sm_umem_pages(umem, &in.umem, prm_create_umem_in_mtt((void *)(uintptr_t)cmd->in))) {
		sm_umem_release(&umem->obj);
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "its %llu pages are no memory",
				  (unsigned long long)in.umem.num_of_mtt);
	}
	prm_create_umem_out_set_umem_id(cmd->out, umem->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_destroy_umem(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->umems,
					       prm_destroy_umem_in_get_umem_id(cmd->in), &status);

	if (obj)
		sm_umem_release(obj);
	return status;
}

#define SM_MAX_PSV 4u	/* the number that one command can create */

static uint8_t sm_create_psv(struct sm_cmd *cmd)
{
	struct prm_create_psv_in_fields in;
	struct prm_create_psv_out_fields out = {0};
	uint32_t *const index[SM_MAX_PSV] = {
		&out.psv0_index, &out.psv1_index, &out.psv2_index, &out.psv3_index,
	};
	struct sm_psv *made[SM_MAX_PSV];
	struct sm_pd *pd;
	unsigned int i;

	prm_create_psv_in_unpack(&in, cmd->in, NULL);
	pd = sm_table_get(&cmd->dev->pds, in.pd);
	if (!pd || !sm_cmd_may_name(cmd, &pd->obj))
		return sm_cmd_no_object("pd", in.pd);
	if (!in.num_psv || in.num_psv > SM_MAX_PSV)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "num_psv is %u; 1 to %u are allowed",
				  in.num_psv, SM_MAX_PSV);
	if (!prm_cmd_hca_cap_get_sho(cmd->dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device lacks the capability sho");
	for (i = 0; i < in.num_psv; i++) {
		made[i] = sm_obj_new(cmd, &cmd->dev->psvs, sizeof(*made[i]));
		if (!made[i]) {
			while (i--)
				sm_psv_release(&made[i]->obj);
			return PRM_CMD_STATUS_NO_RES;
		}
		made[i]->pd = pd;
		pd->obj.users++;
		*index[i] = made[i]->obj.id;
	}
	prm_create_psv_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_destroy_psv(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->psvs,
					       prm_destroy_psv_in_get_psvn(cmd->in), &status);

	if (obj)
		sm_psv_release(obj);
	return status;
}

/* A number below those of all keys: an access is an error. */
#define SM_NULL_MKEY 0x200u

/* The kernel's own key, and the placeholder for missing ones. */
static uint8_t sm_query_special_contexts(struct sm_cmd *cmd)
{
	if (prm_cmd_hca_cap_get_null_mkey(cmd->dev->caps->general))
		prm_query_special_contexts_out_set_null_mkey(cmd->out, SM_NULL_MKEY);
	prm_query_special_contexts_out_set_resd_lkey(cmd->out, cmd->dev->special_lkey);
	return PRM_CMD_STATUS_OK;
}

#define SM_VENDOR_MELLANOX 0x02c9u

static uint8_t sm_query_adapter(struct sm_cmd *cmd)
{
	struct prm_query_adapter_out_fields out = {0};

	out.query_adapter_struct.ieee_vendor_id = SM_VENDOR_MELLANOX;
	memcpy(out.query_adapter_struct.vsd_contd_psid, cmd->dev->caps->board_id,
	       strnlen(cmd->dev->caps->board_id, sizeof(out.query_adapter_struct.vsd_contd_psid)));
	prm_query_adapter_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_alloc[] = {
	SM_CMD(ALLOC_PD, alloc_pd_in, alloc_pd_out, sm_alloc_pd),
	SM_CMD(DEALLOC_PD, dealloc_pd_in, dealloc_pd_out, sm_dealloc_pd),
	SM_CMD(ALLOC_TRANSPORT_DOMAIN, alloc_transport_domain_in, alloc_transport_domain_out,
	       sm_alloc_td),
	SM_CMD(DEALLOC_TRANSPORT_DOMAIN, dealloc_transport_domain_in,
	       dealloc_transport_domain_out, sm_dealloc_td),
	SM_CMD(ALLOC_XRCD, alloc_xrcd_in, alloc_xrcd_out, sm_alloc_xrcd),
	SM_CMD(DEALLOC_XRCD, dealloc_xrcd_in, dealloc_xrcd_out, sm_dealloc_xrcd),
	SM_CMD(ALLOC_UAR, alloc_uar_in, alloc_uar_out, sm_alloc_uar),
	SM_CMD(DEALLOC_UAR, dealloc_uar_in, dealloc_uar_out, sm_dealloc_uar),
	SM_CMD(CREATE_UMEM, create_umem_in, create_umem_out, sm_create_umem),
	SM_CMD(DESTROY_UMEM, destroy_umem_in, destroy_umem_out, sm_destroy_umem),
	SM_CMD(CREATE_PSV, create_psv_in, create_psv_out, sm_create_psv),
	SM_CMD(DESTROY_PSV, destroy_psv_in, destroy_psv_out, sm_destroy_psv),
	SM_CMD(QUERY_SPECIAL_CONTEXTS, query_special_contexts_in, query_special_contexts_out,
	       sm_query_special_contexts),
	SM_CMD(QUERY_ADAPTER, query_adapter_in, query_adapter_out, sm_query_adapter),
	{0},
};
