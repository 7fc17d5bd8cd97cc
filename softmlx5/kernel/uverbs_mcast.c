// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: queue pairs in multicast groups. Each attachment is an object of the file, which
 * keeps its queue pair in use and has no handle that the application learns.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "kernel/uverbs_qp.h"
#include "prm_qp.h"

#define SM_PERMISSIVE_LID 0xffffu
#define SM_OBJECT_ATTACHMENT 0xfffe	/* the application has no such type */

struct sm_attachment {
	struct sm_uobj uobj;
	struct sm_uverbs_qp *qp;
	uint8_t gid[SM_GID_SIZE];
	uint16_t mlid;
};

static int sm_mcast_exec_attach(const struct sm_attachment *attachment)
{
	struct prm_attach_to_mcg_in_fields fields;
	struct prm_attach_to_mcg_in in;
	struct prm_attach_to_mcg_out out;

	prm_attach_to_mcg_in_fields_init(&fields);
	fields.uid = attachment->qp->uid;
	fields.qpn = attachment->qp->qpn;
	memcpy(fields.multicast_gid, attachment->gid, sizeof(fields.multicast_gid));
	prm_attach_to_mcg_in_pack(&in, &fields);
	return sm_kernel_exec(attachment->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
}

static int sm_mcast_exec_detach(struct sm_uobj *uobj)
{
	const struct sm_attachment *attachment =
		sm_container_of(uobj, struct sm_attachment, uobj);
	struct prm_detach_from_mcg_in_fields fields;
	struct prm_detach_from_mcg_in in;
	struct prm_detach_from_mcg_out out;

	prm_detach_from_mcg_in_fields_init(&fields);
	fields.uid = attachment->qp->uid;
	fields.qpn = attachment->qp->qpn;
	memcpy(fields.multicast_gid, attachment->gid, sizeof(fields.multicast_gid));
	prm_detach_from_mcg_in_pack(&in, &fields);
	return sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
}

static const struct sm_uobj_type sm_attachment_type = {
	.id = SM_OBJECT_ATTACHMENT,
	.size = sizeof(struct sm_attachment),
	.destroy = sm_mcast_exec_detach,
};

/* The attachment that a command names; NULL: there is none. */
static struct sm_attachment *sm_attachment_find(const struct sm_uverbs_qp *qp,
						const struct ib_uverbs_attach_mcast *cmd)
{
	for (struct sm_uobj *uobj = qp->uobj.file->newest; uobj; uobj = uobj->older) {
		struct sm_attachment *attachment =
			sm_container_of(uobj, struct sm_attachment, uobj);

		if (uobj->type == &sm_attachment_type && attachment->qp == qp &&
		    attachment->mlid == cmd->mlid &&
		    !memcmp(attachment->gid, cmd->gid, sizeof(attachment->gid)))
			return attachment;
	}
	return NULL;
}

/* The conditions of ib_core. On Ethernet the LID has no meaning. */
static int sm_mcast_check(const struct sm_uverbs_qp *qp, const struct ib_uverbs_attach_mcast *cmd)
{
	if (qp->type != IBV_QPT_UD)
		return sm_because(-EINVAL,
				  "qp_type is %u; QPs of IBV_QPT_UD (%u) are in multicast groups",
				  qp->type, IBV_QPT_UD);
	if (!sm_gid_is_group(cmd->gid))
		return sm_because(-EINVAL,
				  "gid is not one of a multicast group: ff00::/8, or an IPv4 group");
	if (!sm_dev_is_ethernet(qp->uobj.file->dev) &&
	    (cmd->mlid < SM_FIRST_GROUP_LID || cmd->mlid == SM_PERMISSIVE_LID))
		return sm_because(-EINVAL,
				  "lid is 0x%x; those of multicast groups start with 0x%x",
				  cmd->mlid, SM_FIRST_GROUP_LID);
	return 0;
}

/* Both commands have the same members. */
static int sm_mcast_read(struct sm_request *req, struct ib_uverbs_attach_mcast *cmd,
			 struct sm_uverbs_qp **qp)
{
	struct sm_uobj *uobj;
	int err = sm_command_read(req, cmd, sizeof(*cmd));

	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, cmd->qp_handle, &uobj);
	if (!err)
		*qp = sm_to_qp(uobj);
	return err;
}

static int sm_attach_mcast(struct sm_request *req)
{
	struct ib_uverbs_attach_mcast cmd;
	struct sm_attachment *attachment;
	struct sm_uverbs_qp *qp;
	int err = sm_mcast_read(req, &cmd, &qp);

	if (!err && sm_attachment_find(qp, &cmd))
		return 0;	/* it is attached already */
	if (!err)
		err = sm_mcast_check(qp, &cmd);
	if (err)
		return err;
	attachment = sm_uobj_new(req, &sm_attachment_type);
	if (!attachment)
		return -ENOMEM;
	attachment->qp = qp;
	attachment->mlid = cmd.mlid;
	memcpy(attachment->gid, cmd.gid, sizeof(attachment->gid));
	sm_uobj_use(&attachment->uobj, &qp->uobj);
	err = sm_mcast_exec_attach(attachment);
	attachment->uobj.is_created = !err;
	return err;
}

static int sm_detach_mcast(struct sm_request *req)
{
	struct ib_uverbs_attach_mcast cmd;
	struct sm_attachment *attachment;
	struct sm_uverbs_qp *qp;
	int err = sm_mcast_read(req, &cmd, &qp);

	if (err)
		return err;
	attachment = sm_attachment_find(qp, &cmd);
	return attachment ? sm_uobj_destroy(&attachment->uobj) :
			    sm_because(-EINVAL, "the QP is not attached to this group and LID");
}

_Static_assert(sizeof(struct ib_uverbs_attach_mcast) == sizeof(struct ib_uverbs_detach_mcast),
	       "both commands have the same members");

const struct sm_write_command sm_uverbs_mcast_commands[] = {
	{
		IB_USER_VERBS_CMD_ATTACH_MCAST, sizeof(struct ib_uverbs_attach_mcast), 0,
		sm_attach_mcast,
	}, {
		IB_USER_VERBS_CMD_DETACH_MCAST, sizeof(struct ib_uverbs_detach_mcast), 0,
		sm_detach_mcast,
	},
	{ .run = NULL },
};
