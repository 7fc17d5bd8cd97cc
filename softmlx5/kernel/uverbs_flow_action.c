// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: flow actions. The device has none of the capabilities that they need, so that Linux makes
 * none on it; each is refused with its capability.
 */
#include <errno.h>

#include "kernel/uverbs_private.h"

/* As mlx5_ib_modify_header_supported() in mlx5_ib. */
static int sm_flow_modify_header(struct sm_request *req)
{
	(void)req;
	return sm_because(-EOPNOTSUPP, "max_modify_header_actions is 0: flows do not change headers");
}

/* As mlx5_ib_flow_action_packet_reformat_valid() in mlx5_ib. */
static int sm_flow_packet_reformat(struct sm_request *req)
{
	const uint64_t kind = sm_attr_number(req, MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_TYPE);

	return sm_because(-EOPNOTSUPP,
			  "the type of the reformat is %llu; encap_general_header, decap, "
			  "reformat_l2_to_l3_tunnel and reformat_l3_tunnel_to_l2 are 0",
			  (unsigned long long)kind);
}

const struct sm_method sm_uverbs_flow_action_methods[] = {
	{
		.object = UVERBS_OBJECT_FLOW_ACTION,
		.method = MLX5_IB_METHOD_FLOW_ACTION_CREATE_MODIFY_HEADER,
		.needs_context = true,
		.run = sm_flow_modify_header,
		.attrs = {
			SM_NEW(MLX5_IB_ATTR_CREATE_MODIFY_HEADER_HANDLE),
			SM_IN_BYTES(MLX5_IB_ATTR_CREATE_MODIFY_HEADER_ACTIONS_PRM, sizeof(uint64_t)),
			SM_CONST_IN(MLX5_IB_ATTR_CREATE_MODIFY_HEADER_FT_TYPE),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_FLOW_ACTION,
		.method = MLX5_IB_METHOD_FLOW_ACTION_CREATE_PACKET_REFORMAT,
		.needs_context = true,
		.run = sm_flow_packet_reformat,
		.attrs = {
			SM_NEW(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_HANDLE),
			SM_CONST_IN(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_TYPE),
			SM_CONST_IN(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_FT_TYPE),
			SM_IN_AT_LEAST(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_DATA_BUF, 1),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_FLOW_ACTION,
		.method = UVERBS_METHOD_FLOW_ACTION_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_FLOW_ACTION_HANDLE, UVERBS_OBJECT_FLOW_ACTION),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
