// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: protection domains and address handles.
 */
#include <errno.h>

#include "kernel/uverbs_private.h"
#include "kernel/uverbs_qp.h"
#include "prm_alloc.h"

/*
 * Protection domains.
 */

static int sm_pd_destroy(struct sm_uobj *uobj)
{
	struct prm_dealloc_pd_in_fields fields;
	struct prm_dealloc_pd_in in;
	struct prm_dealloc_pd_out out;

	prm_dealloc_pd_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.pd = sm_to_pd(uobj)->pdn;
	prm_dealloc_pd_in_pack(&in, &fields);
	return sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
}

static const struct sm_uobj_type sm_pd_type = {
	.id = UVERBS_OBJECT_PD,
	.size = sizeof(struct sm_uverbs_pd),
	.destroy = sm_pd_destroy,
};

static int sm_alloc_pd(struct sm_request *req)
{
	struct prm_alloc_pd_in_fields fields;
	struct prm_alloc_pd_in in;
	struct prm_alloc_pd_out out;
	struct ib_uverbs_alloc_pd_resp resp = { 0 };
	struct mlx5_ib_alloc_pd_resp driver = { 0 };
	struct sm_uverbs_pd *pd = sm_uobj_new(req, &sm_pd_type);
	int err;

	if (!pd)
		return -ENOMEM;
	prm_alloc_pd_in_fields_init(&fields);
	fields.uid = req->file->uid;
	prm_alloc_pd_in_pack(&in, &fields);
	err = sm_kernel_exec(req->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (err)
		return err;
	pd->pdn = prm_alloc_pd_out_get_pd(&out);
	pd->uobj.is_created = true;
	driver.pdn = pd->pdn;
	resp.pd_handle = pd->uobj.handle;
	err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));
	return err ? err : sm_command_answer(req, &resp, sizeof(resp));
}

static int sm_query_pd(struct sm_request *req)
{
	struct sm_uverbs_pd *pd = sm_to_pd(sm_attr_uobj(req, MLX5_IB_ATTR_QUERY_PD_HANDLE));

	return sm_attr_write(req, MLX5_IB_ATTR_QUERY_PD_RESP_PDN, &pd->pdn, sizeof(pd->pdn));
}

/*
 * Address handles: libmlx5 creates them here on Ethernet, to resolve the MAC.
 */

static int sm_ah_destroy(struct sm_uobj *uobj)
{
	(void)uobj;	/* the device does not know it */
	return 0;
}

static const struct sm_uobj_type sm_ah_type = {
	.id = UVERBS_OBJECT_AH,
	.size = sizeof(struct sm_uobj),
	.destroy = sm_ah_destroy,
};

static int sm_create_ah(struct sm_request *req)
{
	struct mlx5_ib_create_ah_resp driver = { .response_length = sizeof(driver) };
	struct ib_uverbs_create_ah_resp resp = { 0 };
	struct ib_uverbs_create_ah cmd;
	struct sm_uobj *pd, *ah;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_PD, cmd.pd_handle, &pd);
	if (err)
		return err;
	if (!sm_is_port(cmd.attr.port_num))
		return sm_because(-EINVAL, "port_num is %u; the device has port %u",
				  cmd.attr.port_num, SM_PORT);
	if (sm_dev_is_ethernet(req->file->dev)) {
		err = sm_ethernet_resolve(req->file->dev, cmd.attr.is_global,
					  cmd.attr.grh.sgid_index, cmd.attr.grh.dgid, driver.dmac);
		if (err)
			return err;
	}
	ah = sm_uobj_new(req, &sm_ah_type);
	if (!ah)
		return -ENOMEM;
	ah->is_created = true;
	ah->user_handle = cmd.user_handle;
	sm_uobj_use(ah, pd);
	resp.ah_handle = ah->handle;
	err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));
	return err ? err : sm_command_answer(req, &resp, sizeof(resp));
}

const struct sm_method sm_uverbs_pd_methods[] = {
	{
		.object = UVERBS_OBJECT_PD,
		.method = UVERBS_METHOD_PD_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_PD_HANDLE, UVERBS_OBJECT_PD),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_PD,
		.method = MLX5_IB_METHOD_PD_QUERY,
		.needs_context = true,
		.run = sm_query_pd,
		.attrs = {
			SM_OBJECT(MLX5_IB_ATTR_QUERY_PD_HANDLE, UVERBS_OBJECT_PD),
			SM_OUT(MLX5_IB_ATTR_QUERY_PD_RESP_PDN, uint32_t),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_AH,
		.method = UVERBS_METHOD_AH_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_AH_HANDLE, UVERBS_OBJECT_AH),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_pd_commands[] = {
	{
		IB_USER_VERBS_CMD_ALLOC_PD, sizeof(struct ib_uverbs_alloc_pd),
		sizeof(struct ib_uverbs_alloc_pd_resp), sm_alloc_pd,
	}, {
		IB_USER_VERBS_CMD_CREATE_AH, sizeof(struct ib_uverbs_create_ah),
		sizeof(struct ib_uverbs_create_ah_resp), sm_create_ah,
	},
	{ .run = NULL },
};
