// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: flows, which bring received packets to raw packet queue pairs. A flow belongs to its
 * file, and keeps its queue pair in use. Checks, their order and errno values are those of
 * ib_uverbs_ex_create_flow() in Linux and of mlx5_ib_create_flow() in mlx5_ib.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "kernel/uverbs_flow.h"
#include "kernel/uverbs_qp.h"
#include "prm_cap_flow_table.h"
#include "prm_flow_table.h"

#define SM_FLOW_FLAGS_KNOWN (IBV_FLOW_ATTR_FLAGS_DONT_TRAP | IBV_FLOW_ATTR_FLAGS_EGRESS)
#define SM_FLOW_FLAGS_END (1u << 3)	/* ib_uverbs refuses it, and mlx5_ib what is below */
#define SM_FLOW_RULES 2u	/* of a flow, at most */
/* The largest specification is that of IPv6. */
#define SM_FLOW_SPEC_BYTES sizeof(struct ib_uverbs_flow_spec_ipv6)

struct sm_flow {
	struct sm_uobj uobj;
	struct sm_rule_hold *holds[SM_FLOW_RULES];	/* NULL: none */
	struct sm_uobj *counters;			/* NULL: none */
};

/* The command, with its specifications. */
struct sm_flow_command {
	struct ib_uverbs_create_flow fixed;
	uint8_t specs[SM_FLOW_SPECS * SM_FLOW_SPEC_BYTES];
};

/* The driver's part: what is read where of the counters. */
struct sm_flow_driver {
	uint32_t ncounters_data, reserved;
	struct mlx5_ib_flow_counters_data data;
};

/* What a command names and says. */
struct sm_flow_parts {
	struct sm_uverbs_qp *qp;
	struct sm_uobj *counters;	/* NULL: none */
	struct sm_flow_spec specs[SM_FLOW_SPECS];
	struct sm_flow_driver driver;
};

static struct sm_flow *sm_to_flow(struct sm_uobj *uobj)
{
	return sm_container_of(uobj, struct sm_flow, uobj);
}

static int sm_flow_leave(struct sm_flow *flow, bool by_force)
{
	int err;

	for (unsigned int i = SM_FLOW_RULES; i--;) {
		if (!flow->holds[i])
			continue;
		err = sm_flow_remove(flow->holds[i], by_force);
		if (err)
			return err;
		flow->holds[i] = NULL;
	}
	return 0;
}

/* The last flow of counters takes with it what is read where. */
static void sm_flow_leave_counters(const struct sm_flow *flow)
{
	if (flow->counters && flow->counters->users == 1)
		sm_counters_unbind(flow->counters);
}

static int sm_flow_destroy_uobj(struct sm_uobj *uobj)
{
	int err = sm_flow_leave(sm_to_flow(uobj), false);

	if (!err)
		sm_flow_leave_counters(sm_to_flow(uobj));
	return err;
}

static void sm_flow_abandon(struct sm_uobj *uobj)
{
	sm_flow_leave(sm_to_flow(uobj), true);
	sm_flow_leave_counters(sm_to_flow(uobj));
}

static const struct sm_uobj_type sm_flow_type = {
	.id = UVERBS_OBJECT_FLOW,
	.size = sizeof(struct sm_flow),
	.destroy = sm_flow_destroy_uobj,
	.abandon = sm_flow_abandon,
};

/*
 * Checks.
 */

static int sm_flow_check_command(struct sm_request *req, const struct ib_uverbs_create_flow *cmd)
{
	const struct ib_uverbs_flow_attr *attr = &cmd->flow_attr;
	const size_t len = sm_attr_len(req, UVERBS_ATTR_CORE_IN);

	if (cmd->comp_mask)
		return sm_because(-EINVAL, "comp_mask is 0x%x; 0 is allowed", cmd->comp_mask);
	if (attr->flags >= SM_FLOW_FLAGS_END)
		return sm_because(-EINVAL, "flags are 0x%x; 0x%x are known", attr->flags,
				  SM_FLOW_FLAGS_KNOWN);
	if ((attr->flags & IBV_FLOW_ATTR_FLAGS_DONT_TRAP) &&
	    (attr->type == IBV_FLOW_ATTR_ALL_DEFAULT || attr->type == IBV_FLOW_ATTR_MC_DEFAULT))
		return sm_because(-EINVAL,
				  "flags have DONT_TRAP, and a flow of type 0x%x gets what no other "
				  "does",
				  attr->type);
	if (attr->num_of_specs > SM_FLOW_SPECS)
		return sm_because(-EINVAL, "num_of_specs is %u; at most %u are allowed",
				  attr->num_of_specs, SM_FLOW_SPECS);
	if (attr->size > attr->num_of_specs * SM_FLOW_SPEC_BYTES)
		return sm_because(-EINVAL, "%u specifications have %u bytes; %zu are allowed",
				  attr->num_of_specs, attr->size,
				  attr->num_of_specs * SM_FLOW_SPEC_BYTES);
	if (attr->reserved[0] || attr->reserved[1])
		return sm_because(-EINVAL, "reserved bytes of the flow are not 0");
	if (attr->num_of_specs && len < sizeof(*cmd) + attr->size)
		return sm_because(-ENOSPC, "the command has %zu bytes; %zu are needed", len,
				  sizeof(*cmd) + attr->size);
	if (!sm_attr_is_cleared(req, UVERBS_ATTR_CORE_IN,
				sizeof(*cmd) + (attr->num_of_specs ? attr->size : 0)))
		return sm_because(-EOPNOTSUPP, "bytes after the specifications are not 0");
	return attr->port == SM_PORT ? 0 :
				       sm_because(-EINVAL, "port is %u; the device has port %u",
						  attr->port, SM_PORT);
}

static int sm_flow_find_qp(struct sm_request *req, uint32_t handle, struct sm_uverbs_qp **qp)
{
	struct sm_uobj *uobj;
	int err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, handle, &uobj);

	if (err)
		return err;
	*qp = sm_to_qp(uobj);
	return sm_is_raw_qp(*qp) || sm_is_rss_qp(*qp) ?
		       0 :
		       sm_because(-EINVAL,
				  "qp_type is %u; flows are for QPs of IBV_QPT_RAW_PACKET (%u)",
				  (*qp)->type, IBV_QPT_RAW_PACKET);
}

/* All specifications, and nothing else, are in the bytes that the command announces. */
static int sm_flow_read_specs(struct sm_request *req, const struct sm_flow_command *cmd,
			      struct sm_flow_parts *parts)
{
	struct sm_flow_spec *specs = parts->specs;
	const struct ib_uverbs_flow_attr *attr = &cmd->fixed.flow_attr;
	const uint8_t *at = cmd->specs, *end = at + attr->size;
	struct ib_uverbs_flow_spec_hdr head;
	unsigned int i;
	int err;

	for (i = 0; i < attr->num_of_specs && (size_t)(end - at) >= sizeof(head); i++) {
		memcpy(&head, at, sizeof(head));
		if (head.size > end - at)
			break;
		err = sm_flow_spec_read(at, head.size, &specs[i]);
		if (!err && specs[i].type == IBV_FLOW_SPEC_ACTION_COUNT)
			err = sm_uobj_find(req->file, UVERBS_OBJECT_COUNTERS, specs[i].counters,
					   &parts->counters);
		if (err)
			return err;
		at += head.size;
	}
	return at == end && i == attr->num_of_specs ?
		       0 :
		       sm_because(-EINVAL,
				  "the %u specifications have %u bytes, and %u of them are in %zu",
				  attr->num_of_specs, attr->size, i, (size_t)(at - cmd->specs));
}

static int sm_flow_read_driver(struct sm_request *req, struct sm_flow_driver *driver)
{
	const size_t len = sm_attr_len(req, UVERBS_ATTR_UHW_IN), head = sizeof(struct mlx5_ib_create_flow);
	size_t all;
	int err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));

	if (!len || err)
		return err;
	all = driver->ncounters_data ? sizeof(*driver) : head;
	if (len < head)
		return sm_because(-EOPNOTSUPP, "the driver's part has %zu bytes; %zu are needed", len,
				  head);
	if (driver->ncounters_data > 1)
		return sm_because(-EINVAL, "ncounters_data is %u; at most 1 is allowed",
				  driver->ncounters_data);
	if (len < all)
		return sm_because(-EINVAL, "the driver's part has %zu bytes; %zu are needed", len, all);
	return sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, all) ?
		       0 :
		       sm_because(-EOPNOTSUPP, "bytes after the driver's part are not 0");
}

static const struct prm_flow_table_nic_cap *sm_flow_table_caps(const struct sm_dev *dev)
{
	return (const void *)dev->caps->image[PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE];
}

int sm_flow_check_tables(const struct sm_dev *dev)
{
	const struct prm_flow_table_nic_cap *cap = sm_flow_table_caps(dev);
	struct prm_flow_table_prop_layout_fields rx;

	if (!cap || !SM_CAP(dev, nic_flow_table))
		return sm_because(-EOPNOTSUPP, "nic_flow_table is 0");
	prm_flow_table_prop_layout_unpack(&rx, &cap->flow_table_properties_nic_receive, NULL);
	return rx.ft_support && rx.flow_modify_en && rx.modify_root && rx.identified_miss_table_mode &&
			       rx.flow_table_modify ?
		       0 :
		       sm_because(-EOPNOTSUPP,
				  "the device lacks ft_support, flow_modify_en, modify_root, "
				  "identified_miss_table_mode or flow_table_modify");
}

bool sm_flow_has_multi_path(const struct sm_dev *dev)
{
	return prm_flow_table_nic_cap_get_nic_rx_multi_path_tirs(sm_flow_table_caps(dev));
}

/* DONT_TRAP needs several destinations. */
static int sm_flow_check_caps(const struct sm_dev *dev, bool dont_trap)
{
	int err = sm_flow_check_tables(dev);

	if (err || !dont_trap || sm_flow_has_multi_path(dev))
		return err;
	return sm_because(-EOPNOTSUPP, "flags have DONT_TRAP, and nic_rx_multi_path_tirs is 0");
}

static int sm_flow_check_attr(const struct sm_dev *dev, const struct ib_uverbs_flow_attr *attr)
{
	const bool dont_trap = attr->flags & IBV_FLOW_ATTR_FLAGS_DONT_TRAP;
	const bool is_default = attr->type == IBV_FLOW_ATTR_ALL_DEFAULT ||
				attr->type == IBV_FLOW_ATTR_MC_DEFAULT;

	if (attr->priority >= SM_FLOW_PRIORITIES)
		return sm_because(-ENOMEM, "priority is %u; below %u is allowed", attr->priority,
				  SM_FLOW_PRIORITIES);
	if (attr->flags & ~(uint32_t)SM_FLOW_FLAGS_KNOWN)
		return sm_because(-EINVAL, "flags are 0x%x; 0x%x are known", attr->flags,
				  SM_FLOW_FLAGS_KNOWN);
	if ((attr->flags & IBV_FLOW_ATTR_FLAGS_EGRESS) && is_default)
		return sm_because(-EINVAL, "flags have EGRESS, and type is 0x%x", attr->type);
	if (attr->type != IBV_FLOW_ATTR_NORMAL && !is_default)
		return sm_because(-EOPNOTSUPP, "the type of the flow is 0x%x%s", attr->type,
				  attr->type == IBV_FLOW_ATTR_SNIFFER ?
					  " (IBV_FLOW_ATTR_SNIFFER), which the device does not have" :
					  ", which is unknown");
	if (attr->flags & IBV_FLOW_ATTR_FLAGS_EGRESS)
		return sm_because(-EOPNOTSUPP, "flags are 0x%x; the device does not have EGRESS",
				  attr->flags);
	return sm_flow_check_caps(dev, dont_trap);
}

/*
 * Create and destroy.
 */

static struct sm_flow_rule sm_flow_rule_to(uint32_t tirn)
{
	return (struct sm_flow_rule){ .action = PRM_FLOW_CONTEXT_ACTION_FWD_DEST,
				      .to_type = PRM_FLOW_DESTINATION_TYPE_TIR, .to = tirn };
}

/* What no other flow gets: to multicast addresses, and for ALL_DEFAULT also to others. */
static int sm_flow_add_defaults(struct sm_flow *flow, bool is_all, uint32_t tirn)
{
	struct sm_flow_spec spec = { .type = IBV_FLOW_SPEC_ETH };
	struct sm_flow_rule rule;
	int err = 0;

	spec.mask.eth.dst_mac[0] = 1;
	for (unsigned int i = 0; !err && i < (is_all ? 2u : 1u); i++) {
		rule = sm_flow_rule_to(tirn);
		spec.value.eth.dst_mac[0] = !i;
		err = sm_flow_specs_apply(&spec, 1, &rule);
		if (!err)
			err = sm_flow_add(flow->uobj.file->dev, SM_FLOW_LEFTOVERS, &rule,
					  &flow->holds[i]);
	}
	return err;
}

static int sm_flow_add_normal(struct sm_flow *flow, const struct ib_uverbs_flow_attr *attr,
			      const struct sm_flow_parts *parts, uint32_t tirn)
{
	const struct sm_flow_spec *specs = parts->specs;
	const bool dont_trap = attr->flags & IBV_FLOW_ATTR_FLAGS_DONT_TRAP;
	const unsigned int priority = sm_flow_is_multicast(specs, attr->num_of_specs) && !dont_trap ?
					      SM_FLOW_MULTICAST :
					      SM_FLOW_PRIORITY(attr->priority, dont_trap);
	struct sm_flow_rule rule = sm_flow_rule_to(tirn);
	int err = sm_flow_specs_apply(specs, attr->num_of_specs, &rule);

	if (!err && rule.action & PRM_FLOW_CONTEXT_ACTION_COUNT)
		err = sm_counters_bind(parts->counters,
				       parts->driver.ncounters_data ? &parts->driver.data : NULL,
				       &rule.counter);
	return err ? err : sm_flow_add(flow->uobj.file->dev, (uint8_t)priority, &rule, flow->holds);
}

static int sm_flow_add_rules(struct sm_flow *flow, const struct ib_uverbs_flow_attr *attr,
			     const struct sm_flow_parts *parts)
{
	uint32_t tirn;
	int err;

	if (!sm_raw_qp_tirn(parts->qp, &tirn))
		return sm_because(-EINVAL, "the QP has no receive queue");
	err = attr->type == IBV_FLOW_ATTR_NORMAL ?
		      sm_flow_add_normal(flow, attr, parts, tirn) :
		      sm_flow_add_defaults(flow, attr->type == IBV_FLOW_ATTR_ALL_DEFAULT, tirn);
	if (err)
		sm_flow_leave(flow, true);
	return err;
}

static int sm_flow_check(struct sm_request *req, const struct sm_flow_command *cmd,
			 struct sm_flow_parts *parts)
{
	int err = sm_flow_check_command(req, &cmd->fixed);

	if (!err)
		err = sm_flow_find_qp(req, cmd->fixed.qp_handle, &parts->qp);
	if (!err)
		err = sm_flow_read_specs(req, cmd, parts);
	if (!err)
		err = sm_flow_read_driver(req, &parts->driver);
	return err ? err : sm_flow_check_attr(req->file->dev, &cmd->fixed.flow_attr);
}

static int sm_create_flow(struct sm_request *req)
{
	struct ib_uverbs_create_flow_resp resp = { 0 };
	struct sm_flow_parts parts = { 0 };
	struct sm_flow_command cmd;
	struct sm_flow *flow;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_flow_check(req, &cmd, &parts);
	if (err)
		return err;
	flow = sm_uobj_new(req, &sm_flow_type);
	if (!flow)
		return -ENOMEM;
	sm_uobj_use(&flow->uobj, &parts.qp->uobj);
	sm_uobj_use(&flow->uobj, parts.counters);
	flow->counters = parts.counters;
	err = sm_flow_add_rules(flow, &cmd.fixed.flow_attr, &parts);
	if (err) {
		sm_flow_leave_counters(flow);
		return err;
	}
	flow->uobj.is_created = true;
	resp.flow_handle = flow->uobj.handle;
	return sm_command_answer(req, &resp, sizeof(resp));
}

int sm_flow_new(struct sm_request *req, uint8_t priority, const struct sm_flow_rule *rule,
		struct sm_uobj *const uses[2], uint32_t *handle)
{
	struct sm_flow *flow = sm_uobj_new(req, &sm_flow_type);
	int err;

	if (!flow)
		return -ENOMEM;
	err = sm_flow_add(req->file->dev, priority, rule, flow->holds);
	if (err)
		return err;
	flow->uobj.is_created = true;
	sm_uobj_use(&flow->uobj, uses[0]);
	sm_uobj_use(&flow->uobj, uses[1]);
	*handle = flow->uobj.handle;
	return 0;
}

static int sm_destroy_flow(struct sm_request *req)
{
	struct ib_uverbs_destroy_flow cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.comp_mask)
		return sm_because(-EINVAL, "comp_mask is 0x%x; 0 is allowed", cmd.comp_mask);
	err = sm_uobj_find(req->file, UVERBS_OBJECT_FLOW, cmd.flow_handle, &uobj);
	return err ? err : sm_uobj_destroy(uobj);
}

const struct sm_method sm_uverbs_flow_methods[] = {
	{
		.object = UVERBS_OBJECT_FLOW,
		.method = UVERBS_METHOD_FLOW_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_FLOW_HANDLE, UVERBS_OBJECT_FLOW),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_flow_commands[] = {
	{
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_CREATE_FLOW,
		sizeof(struct ib_uverbs_create_flow), sizeof(struct ib_uverbs_create_flow_resp),
		sm_create_flow,
	}, {
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_DESTROY_FLOW,
		sizeof(struct ib_uverbs_destroy_flow), 0, sm_destroy_flow,
	},
	{ .run = NULL },
};
