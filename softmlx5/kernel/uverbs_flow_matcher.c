// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: flows of mlx5dv. A matcher has the mask, the parts of it that count and the priority of
 * its flows, and each of these a value. Checks, their order and errno values are those of mlx5_ib.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <netinet/in.h>
#include <string.h>

#include "kernel/devx.h"
#include "kernel/uverbs_flow.h"
#include "kernel/uverbs_qp.h"
#include "prm_flow_table.h"

#define SM_MATCHER_TYPES (MLX5_IB_FLOW_TYPE_MC_DEFAULT + 1)
#define SM_FLOW_ACTIONS 2	/* of a flow, at most */

struct sm_flow_matcher {
	struct sm_uobj uobj;
	struct prm_fte_match_param mask;
	uint8_t criteria;	/* PRM_MATCH_CRITERIA_ENABLE_* */
	uint8_t flow_type;	/* enum mlx5_ib_flow_type */
	uint16_t priority;
	uint32_t ft_type;	/* enum mlx5_ib_uapi_flow_table_type */
};

/*
 * Matchers.
 */

/* Linux takes more bytes than the layout has, and writes them over what comes after it. Here they are 0. */
static int sm_match_read(struct sm_request *req, uint16_t id, struct prm_fte_match_param *match)
{
	if (!sm_attr_is_cleared(req, id, sizeof(*match)))
		return sm_because(-EINVAL, "bytes after the first %zu are not 0", sizeof(*match));
	return sm_attr_read(req, id, match, sizeof(*match));
}

static int sm_flow_matcher_destroy_uobj(struct sm_uobj *uobj)
{
	(void)uobj;	/* the device does not know it */
	return 0;
}

static const struct sm_uobj_type sm_flow_matcher_type = {
	.id = MLX5_IB_OBJECT_FLOW_MATCHER,
	.size = sizeof(struct sm_flow_matcher),
	.destroy = sm_flow_matcher_destroy_uobj,
};

static int sm_ft_type_check(uint64_t type)
{
	return type <= MLX5_IB_UAPI_FLOW_TABLE_TYPE_RDMA_TX ?
		       0 :
		       sm_because(-EINVAL, "the type of the table is %llu; up to %u is allowed",
				  (unsigned long long)type, MLX5_IB_UAPI_FLOW_TABLE_TYPE_RDMA_TX);
}

/* A newer attribute names the type of the table; the older one only says which way packets go. */
static int sm_flow_matcher_read_ft_type(struct sm_request *req, uint32_t *type)
{
	const uint64_t number = sm_attr_number(req, MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE);
	const uint64_t flags = sm_attr_number(req, MLX5_IB_ATTR_FLOW_MATCHER_FLOW_FLAGS);
	const bool has_flags = sm_attr(req, MLX5_IB_ATTR_FLOW_MATCHER_FLOW_FLAGS);
	int err;

	*type = MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_RX;
	if (sm_attr(req, MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE)) {
		err = has_flags ? sm_because(-EINVAL, "there are flags and a type of the table") :
				  sm_ft_type_check(number);
		*type = (uint32_t)number;
		return err;
	}
	if (flags & ~(uint64_t)IBV_FLOW_ATTR_FLAGS_EGRESS)
		return sm_because(-EINVAL, "flags are 0x%llx; EGRESS (0x%x) is allowed",
				  (unsigned long long)flags, IBV_FLOW_ATTR_FLAGS_EGRESS);
	if (flags)
		*type = MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_TX;
	return 0;
}

static int sm_flow_matcher_read(struct sm_request *req, struct sm_flow_matcher *matcher)
{
	int err = sm_match_read(req, MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK, &matcher->mask);

	if (err)
		return err;
	matcher->flow_type = sm_attr(req, MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE)->number;
	matcher->priority = (uint16_t)sm_attr_number(req, MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE);
	matcher->criteria = (uint8_t)sm_attr_number(req, MLX5_IB_ATTR_FLOW_MATCHER_MATCH_CRITERIA);
	err = sm_flow_matcher_read_ft_type(req, &matcher->ft_type);
	if (err)
		return err;
	return matcher->ft_type != MLX5_IB_UAPI_FLOW_TABLE_TYPE_FDB ?
		       0 :
		       sm_because(-EINVAL, "the table is of type FDB, and the device has no "
					   "embedded switch");
}

static int sm_flow_matcher_create(struct sm_request *req)
{
	struct sm_flow_matcher *matcher = sm_uobj_new(req, &sm_flow_matcher_type);
	int err;

	if (!matcher)
		return -ENOMEM;
	err = sm_flow_matcher_read(req, matcher);
	if (err)
		return err;
	matcher->uobj.is_created = true;
	return sm_attr_write_handle(req, MLX5_IB_ATTR_FLOW_MATCHER_CREATE_HANDLE,
				    matcher->uobj.handle);
}

/* As in mlx5_ib: the mask of IPv4 is taken for an address, so that one of all bits does not count. */
static bool sm_flow_matcher_is_multicast(const struct sm_flow_matcher *matcher,
					 const struct prm_fte_match_param *value)
{
	const struct prm_fte_match_set_lyr_2_4 *mask = &matcher->mask.outer_headers;
	const struct prm_fte_match_set_lyr_2_4 *wanted = &value->outer_headers;
	const uint32_t group = 1u << 24;	/* of the first byte of an address */

	if (!(matcher->criteria & PRM_MATCH_CRITERIA_ENABLE_OUTER_HEADERS))
		return false;
	if (prm_fte_match_set_lyr_2_4_get_dmac_47_16(wanted) &
	    prm_fte_match_set_lyr_2_4_get_dmac_47_16(mask) & group)
		return true;
	return IN_MULTICAST(prm_fte_match_set_lyr_2_4_get_dst_ipv4_addr(wanted)) &&
	       IN_MULTICAST(prm_fte_match_set_lyr_2_4_get_dst_ipv4_addr(mask));
}

/*
 * Destinations.
 */

/* Packets that are sent do not go to a TIR; those of RDMA_RX to one of a QP only. */
static bool sm_flow_may_go(const struct sm_flow_matcher *matcher, const struct sm_flow_rule *rule,
			   bool to_devx)
{
	if (rule->to_type != PRM_FLOW_DESTINATION_TYPE_TIR)
		return true;
	switch (matcher->ft_type) {
	case MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_TX:
	case MLX5_IB_UAPI_FLOW_TABLE_TYPE_RDMA_TX:
		return false;
	case MLX5_IB_UAPI_FLOW_TABLE_TYPE_RDMA_RX:
		return !to_devx;
	default:
		return true;
	}
}

/* How many destinations a flow may have depends on the type of the table. */
static int sm_flow_check_number(const struct sm_flow_matcher *matcher, bool to_devx, bool to_qp,
				uint64_t flags)
{
	const bool is_rx = matcher->ft_type == MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_RX;
	const uint64_t known = MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DEFAULT_MISS |
			       MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DROP;

	if (flags & ~known || flags == known)
		return sm_because(-EINVAL, "flags are 0x%llx; DEFAULT_MISS (0x%x) or DROP (0x%x) is "
					   "allowed", (unsigned long long)flags,
				  MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DEFAULT_MISS,
				  MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DROP);
	if (is_rx && to_devx + to_qp + !!flags > 1)
		return sm_because(-EINVAL, "the flow has several of: a QP, an object of DEVX, flags");
	if (matcher->ft_type == MLX5_IB_UAPI_FLOW_TABLE_TYPE_RDMA_RX && to_devx == to_qp)
		return sm_because(-EINVAL, "a flow of RDMA_RX goes to a QP or to an object of DEVX");
	return 0;
}

static int sm_flow_to_devx(struct sm_uobj *uobj, struct sm_flow_rule *rule)
{
	const struct sm_devx_id id = sm_devx_of_uobj(uobj);

	rule->to = id.number;
	rule->to_type = id.create == PRM_CMD_OPCODE_CREATE_TIR ? PRM_FLOW_DESTINATION_TYPE_TIR :
								 PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE;
	rule->action |= PRM_FLOW_CONTEXT_ACTION_FWD_DEST;
	return id.create == PRM_CMD_OPCODE_CREATE_TIR || id.create == PRM_CMD_OPCODE_CREATE_FLOW_TABLE ?
		       0 :
		       sm_because(-EINVAL, "the object of DEVX is neither a TIR nor a flow table");
}

static int sm_flow_to_qp(struct sm_uobj *uobj, struct sm_flow_rule *rule)
{
	const struct sm_uverbs_qp *qp = sm_to_qp(uobj);

	if (!sm_is_raw_qp(qp) && !sm_is_rss_qp(qp))
		return sm_because(-EINVAL,
				  "qp_type is %u; flows are for QPs of IBV_QPT_RAW_PACKET (%u)",
				  qp->type, IBV_QPT_RAW_PACKET);
	rule->to_type = PRM_FLOW_DESTINATION_TYPE_TIR;
	rule->action |= PRM_FLOW_CONTEXT_ACTION_FWD_DEST;
	return sm_raw_qp_tirn(qp, &rule->to) ? 0 : sm_because(-EINVAL, "the QP has no receive queue");
}

static int sm_flow_read_destination(struct sm_request *req, const struct sm_flow_matcher *matcher,
				    struct sm_flow_rule *rule)
{
	struct sm_uobj *devx = sm_attr_uobj(req, MLX5_IB_ATTR_CREATE_FLOW_DEST_DEVX);
	struct sm_uobj *qp = sm_attr_uobj(req, MLX5_IB_ATTR_CREATE_FLOW_DEST_QP);
	const uint64_t flags = sm_attr_number(req, MLX5_IB_ATTR_CREATE_FLOW_FLAGS);
	int err = sm_flow_check_number(matcher, devx, qp, flags);

	if (!err && devx)
		err = sm_flow_to_devx(devx, rule);
	else if (!err && qp)
		err = sm_flow_to_qp(qp, rule);
	if (!err && rule->action && !sm_flow_may_go(matcher, rule, devx))
		err = sm_because(-EINVAL, "a flow of a table of this type does not go to a TIR");
	if (flags & MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DROP)
		rule->action |= PRM_FLOW_CONTEXT_ACTION_DROP;
	if (flags & MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DEFAULT_MISS) {
		rule->action |= PRM_FLOW_CONTEXT_ACTION_FWD_DEST;
		rule->leaves = true;
	}
	return err;
}

/* Objects of DEVX have one counter, so that there is no other place in it than the first one. */
static int sm_flow_read_counter(struct sm_request *req, struct sm_flow_rule *rule)
{
	struct sm_uobj *uobj = sm_attr_uobj(req, MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX);
	const size_t len = sm_attr_len(req, MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX_OFFSET);
	const uint64_t offset = sm_attr_number(req, MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX_OFFSET);
	struct sm_devx_id id;

	if (!uobj)
		return 0;
	if (len && len != sizeof(uint32_t))
		return sm_because(-EINVAL, "the offsets of counters have %zu bytes; %zu are allowed",
				  len, sizeof(uint32_t));
	id = sm_devx_of_uobj(uobj);
	if (id.create != PRM_CMD_OPCODE_ALLOC_FLOW_COUNTER || offset)
		return sm_because(-EINVAL, "the object of DEVX has no flow counter number %llu",
				  (unsigned long long)offset);
	rule->action |= PRM_FLOW_CONTEXT_ACTION_COUNT;
	rule->counter = id.number;
	return 0;
}

static int sm_flow_read_tag(struct sm_request *req, struct sm_flow_rule *rule)
{
	rule->has_tag = sm_attr(req, MLX5_IB_ATTR_CREATE_FLOW_TAG);
	rule->tag = (uint32_t)sm_attr_number(req, MLX5_IB_ATTR_CREATE_FLOW_TAG);
	return rule->tag < SM_FLOW_TAGS ?
		       0 :
		       sm_because(-EINVAL, "the tag is 0x%x; 24 bits are allowed", rule->tag);
}

/*
 * Flows.
 */

static int sm_flow_check_matcher(const struct sm_dev *dev, const struct sm_flow_matcher *matcher,
				 const struct sm_flow_rule *rule)
{
	int err;

	if (matcher->flow_type != MLX5_IB_FLOW_TYPE_NORMAL)
		return sm_because(-EOPNOTSUPP, "the type of the matcher's flows is %u; NORMAL (%u) is "
					       "possible", matcher->flow_type, MLX5_IB_FLOW_TYPE_NORMAL);
	if (matcher->priority >= SM_FLOW_PRIORITIES)
		return sm_because(-ENOMEM, "priority is %u; below %u is allowed", matcher->priority,
				  SM_FLOW_PRIORITIES);
	if (matcher->ft_type != MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_RX)
		return sm_because(-EOPNOTSUPP, "the type of the table is %u; the device has NIC_RX (%u)",
				  matcher->ft_type, MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_RX);
	err = sm_dev_is_ethernet(dev) ? sm_flow_check_tables(dev) :
					sm_because(-EOPNOTSUPP, "the port is one of InfiniBand");
	if (!err && rule->leaves && !sm_flow_has_multi_path(dev))
		err = sm_because(-EOPNOTSUPP, "flags have DEFAULT_MISS, and nic_rx_multi_path_tirs is 0");
	if (!err && rule->action == PRM_FLOW_CONTEXT_ACTION_COUNT)
		err = sm_because(-EINVAL, "the flow counts packets, and does not say where they go");
	return err;
}

static int sm_flow_create(struct sm_request *req)
{
	struct sm_uobj *used = sm_attr_uobj(req, MLX5_IB_ATTR_CREATE_FLOW_MATCHER);
	struct sm_flow_matcher *matcher = sm_container_of(used, struct sm_flow_matcher, uobj);
	struct sm_uobj *uses[] = { used, sm_attr_uobj(req, MLX5_IB_ATTR_CREATE_FLOW_DEST_QP) };
	struct sm_flow_rule rule = { .mask = matcher->mask, .criteria = matcher->criteria };
	uint32_t handle;
	int err = sm_match_read(req, MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE, &rule.value);

	if (!err)
		err = sm_flow_read_destination(req, matcher, &rule);
	if (!err)
		err = sm_flow_read_counter(req, &rule);
	if (!err)
		err = sm_flow_read_tag(req, &rule);
	if (!err)
		err = sm_flow_check_matcher(req->file->dev, matcher, &rule);
	if (!err)
		err = sm_flow_new(req,
				  sm_flow_matcher_is_multicast(matcher, &rule.value) ?
					  SM_FLOW_MULTICAST :
					  (uint8_t)SM_FLOW_PRIORITY(matcher->priority, false),
				  &rule, uses, &handle);
	return err ? err : sm_attr_write_handle(req, MLX5_IB_ATTR_CREATE_FLOW_HANDLE, handle);
}

const struct sm_method sm_uverbs_flow_matcher_methods[] = {
	{
		.object = MLX5_IB_OBJECT_FLOW_MATCHER,
		.method = MLX5_IB_METHOD_FLOW_MATCHER_CREATE,
		.needs_context = true,
		.run = sm_flow_matcher_create,
		.attrs = {
			SM_NEW(MLX5_IB_ATTR_FLOW_MATCHER_CREATE_HANDLE),
			SM_IN_UP_TO(MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK,
				    sizeof(struct mlx5_ib_match_params)),
			SM_ENUM_IN(MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE, SM_MATCHER_TYPES, uint16_t),
			SM_IN(MLX5_IB_ATTR_FLOW_MATCHER_MATCH_CRITERIA, uint8_t),
			SM_FLAGS_IN(MLX5_IB_ATTR_FLOW_MATCHER_FLOW_FLAGS),
			SM_CONST_IN_OPTIONAL(MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_FLOW_MATCHER,
		.method = MLX5_IB_METHOD_FLOW_MATCHER_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(MLX5_IB_ATTR_FLOW_MATCHER_DESTROY_HANDLE,
				   MLX5_IB_OBJECT_FLOW_MATCHER),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_FLOW,
		.method = MLX5_IB_METHOD_CREATE_FLOW,
		.needs_context = true,
		.run = sm_flow_create,
		.attrs = {
			SM_NEW(MLX5_IB_ATTR_CREATE_FLOW_HANDLE),
			SM_IN_UP_TO(MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE,
				    sizeof(struct mlx5_ib_match_params)),
			SM_OBJECT(MLX5_IB_ATTR_CREATE_FLOW_MATCHER, MLX5_IB_OBJECT_FLOW_MATCHER),
			SM_OBJECT_OPTIONAL(MLX5_IB_ATTR_CREATE_FLOW_DEST_QP, UVERBS_OBJECT_QP),
			SM_OBJECT_OPTIONAL(MLX5_IB_ATTR_CREATE_FLOW_DEST_DEVX,
					   MLX5_IB_OBJECT_DEVX_OBJ),
			SM_OBJECTS(MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS,
				   UVERBS_OBJECT_FLOW_ACTION, SM_FLOW_ACTIONS),
			SM_IN_OPTIONAL(MLX5_IB_ATTR_CREATE_FLOW_TAG, uint32_t),
			SM_OBJECTS(MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX,
				   MLX5_IB_OBJECT_DEVX_OBJ, 1),
			SM_IN_AT_LEAST(MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX_OFFSET,
				       sizeof(uint32_t)),
			SM_FLAGS_IN(MLX5_IB_ATTR_CREATE_FLOW_FLAGS),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_FLOW,
		.method = MLX5_IB_METHOD_DESTROY_FLOW,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(MLX5_IB_ATTR_CREATE_FLOW_HANDLE, UVERBS_OBJECT_FLOW),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
