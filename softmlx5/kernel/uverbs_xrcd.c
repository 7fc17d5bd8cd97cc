// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: XRC domains, and the queue pairs that receive for their SRQs. Both can be
 * shared: a domain by all who open it with the same file, a target by all who open it in its domain.
 * Errno values and the order of checks are those of ib_uverbs_open_xrcd(), ib_uverbs_dealloc_xrcd(),
 * ib_open_qp() and __ib_destroy_shared_qp() in Linux.
 */
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/original.h"
#include "kernel/uverbs_qp.h"
#include "prm_alloc.h"
#include "prm_qp.h"

/* A domain of the device. */
struct sm_domain {
	struct sm_domain *next;
	struct sm_dev *dev;
	uint32_t xrcdn;
	bool has_file;		/* others can open it with a descriptor of this file: */
	dev_t file_dev;
	ino_t file_ino;
	uint32_t users;		/* SRQs and targets; with a file also handles */
	struct sm_target *targets;
};

/* A QP of the device that one or more handles have open. */
struct sm_target {
	struct sm_target *next;	/* of the domain */
	struct sm_domain *domain;
	uint32_t qpn;
	struct sm_qp_known known;
	struct sm_uverbs_qp *handles;
};

static struct sm_domain *sm_domains;

/*
 * Domains.
 */

static int sm_domain_alloc(struct sm_domain *domain)
{
	struct prm_alloc_xrcd_in_fields fields;
	struct prm_alloc_xrcd_in in;
	struct prm_alloc_xrcd_out out;
	int err;

	prm_alloc_xrcd_in_fields_init(&fields);
	prm_alloc_xrcd_in_pack(&in, &fields);
	err = sm_kernel_exec(domain->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		domain->xrcdn = prm_alloc_xrcd_out_get_xrcd(&out);
	return err;
}

static int sm_domain_dealloc(const struct sm_domain *domain)
{
	struct prm_dealloc_xrcd_in_fields fields;
	struct prm_dealloc_xrcd_in in;
	struct prm_dealloc_xrcd_out out;

	prm_dealloc_xrcd_in_fields_init(&fields);
	fields.xrcd = domain->xrcdn;
	prm_dealloc_xrcd_in_pack(&in, &fields);
	return sm_kernel_exec(domain->dev, &in, sizeof(in), &out, sizeof(out));
}

static struct sm_domain *sm_domain_of_file(const struct sm_dev *dev, const struct stat *file)
{
	struct sm_domain *domain = sm_domains;

	while (domain && (domain->dev != dev || !domain->has_file ||
			  domain->file_dev != file->st_dev || domain->file_ino != file->st_ino))
		domain = domain->next;
	return domain;
}

static int sm_domain_new(struct sm_dev *dev, const struct stat *file, struct sm_domain **result)
{
	struct sm_domain *domain = calloc(1, sizeof(*domain));
	int err;

	if (!domain)
		return -ENOMEM;
	domain->dev = dev;
	if (file) {
		domain->has_file = true;
		domain->file_dev = file->st_dev;
		domain->file_ino = file->st_ino;
	}
	err = sm_domain_alloc(domain);
	if (err) {
		free(domain);
		return err;
	}
	domain->next = sm_domains;
	sm_domains = domain;
	*result = domain;
	return 0;
}

static void sm_domain_free(struct sm_domain *domain)
{
	struct sm_domain **at = &sm_domains;

	while (*at != domain)
		at = &(*at)->next;
	*at = domain->next;
	free(domain);
}

uint32_t sm_domain_use(struct sm_domain *domain, int change)
{
	domain->users += (uint32_t)change;
	return domain->xrcdn;
}

/* The last handle of a domain with a file takes it along, unless it still has SRQs or targets. */
static int sm_xrcd_destroy(struct sm_uobj *uobj)
{
	struct sm_domain *domain = sm_to_xrcd(uobj)->domain;
	int err;

	if (domain->has_file && --domain->users)
		return 0;
	err = domain->users ? sm_because(-EBUSY, "%u objects use the domain", domain->users) :
			      sm_domain_dealloc(domain);
	if (!err)
		sm_domain_free(domain);
	else if (domain->has_file)
		domain->users++;
	return err;
}

static const struct sm_uobj_type sm_xrcd_type = {
	.id = UVERBS_OBJECT_XRCD,
	.size = sizeof(struct sm_uverbs_xrcd),
	.destroy = sm_xrcd_destroy,
};

/* The domain of the descriptor, or a new one: NULL. */
static int sm_domain_find(struct sm_dev *dev, const struct ib_uverbs_open_xrcd *cmd,
			  struct stat *file, struct sm_domain **domain)
{
	*domain = NULL;
	if ((int)cmd->fd == -1)
		return 0;
	if (SM_REAL(fstat)((int)cmd->fd, file))
		return sm_because(-EBADF, "fd is %d, which is not open", (int)cmd->fd);
	*domain = sm_domain_of_file(dev, file);
	if (!*domain && !(cmd->oflags & O_CREAT))
		return sm_because(-EAGAIN, "the file has no domain, and oflags lacks O_CREAT");
	return !*domain || !(cmd->oflags & O_EXCL) ?
		       0 :
		       sm_because(-EINVAL, "the file has a domain, and oflags has O_EXCL");
}

static int sm_open_xrcd(struct sm_request *req)
{
	struct ib_uverbs_open_xrcd_resp resp;
	struct sm_dev *dev = req->file->dev;
	struct ib_uverbs_open_xrcd cmd;
	struct sm_uverbs_xrcd *xrcd;
	struct sm_domain *domain;
	struct stat file;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err && !SM_CAP(dev, xrc))
		err = sm_because(-EOPNOTSUPP, "the device lacks the capability xrc");
	if (!err)
		err = sm_domain_find(dev, &cmd, &file, &domain);
	if (err)
		return err;
	xrcd = sm_uobj_new(req, &sm_xrcd_type);
	if (!xrcd)
		return -ENOMEM;
	if (!domain)
		err = sm_domain_new(dev, (int)cmd.fd == -1 ? NULL : &file, &domain);
	if (err)
		return err;
	domain->users += domain->has_file;
	xrcd->domain = domain;
	xrcd->uobj.is_created = true;
	resp.xrcd_handle = xrcd->uobj.handle;
	return sm_command_answer(req, &resp, sizeof(resp));
}

/*
 * Targets.
 */

static void sm_target_event(void *owner, uint8_t type)
{
	struct sm_target *target = owner;
	const int event = sm_qp_event_of(type);

	for (struct sm_uverbs_qp *qp = target->handles; qp && event >= 0; qp = qp->next)
		sm_uobj_async_event(&qp->uobj, (uint32_t)event);
}

static void sm_target_abandon(struct sm_uobj *uobj)
{
	const struct sm_listener none = { 0 };

	sm_fw_listen_qp(uobj->file->dev, sm_to_qp(uobj)->qpn, &none);
}

static void sm_target_free(struct sm_target *target)
{
	struct sm_target **at = &target->domain->targets;

	while (*at != target)
		at = &(*at)->next;
	*at = target->next;
	sm_domain_use(target->domain, -1);
	free(target);
}

static void sm_target_close(struct sm_uverbs_qp *qp)
{
	struct sm_uverbs_qp **at = &qp->target->handles;

	while (*at != qp)
		at = &(*at)->next;
	*at = qp->next;
}

/* The last handle destroys the QP. */
static int sm_target_destroy(struct sm_uobj *uobj)
{
	struct sm_uverbs_qp *qp = sm_to_qp(uobj);
	struct sm_target *target = qp->target;
	int err;

	if (target->handles == qp && !qp->next) {
		if (target->known.state != IBV_QPS_RESET)
			sm_qp_to_reset(qp);
		err = sm_qp_exec_destroy(qp);
		if (err)
			return err;
	}
	sm_target_close(qp);
	if (!target->handles)
		sm_target_free(target);
	return 0;
}

static const struct sm_uobj_type sm_target_type = {
	.id = UVERBS_OBJECT_QP,
	.size = sizeof(struct sm_uverbs_qp),
	.destroy = sm_target_destroy,
	.abandon = sm_target_abandon,
};

static void sm_target_open(struct sm_uverbs_qp *qp, struct sm_target *target,
			   struct sm_uobj *xrcd)
{
	qp->type = IBV_QPT_XRC_RECV;
	qp->qpn = target->qpn;
	qp->target = target;
	qp->known = &target->known;
	qp->next = target->handles;
	target->handles = qp;
	qp->uobj.is_created = true;
	sm_uobj_use(&qp->uobj, xrcd);
}

/* The PD of the kernel that targets name. They use those of SRQs. */
static int sm_target_pd(struct sm_dev *dev, uint32_t *pdn)
{
	struct prm_alloc_pd_in_fields fields;
	struct prm_alloc_pd_in in;
	struct prm_alloc_pd_out out;
	int err;

	if (!dev->kernel_pd) {
		prm_alloc_pd_in_fields_init(&fields);
		prm_alloc_pd_in_pack(&in, &fields);
		err = sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
		if (err)
			return err;
		dev->kernel_pd = prm_alloc_pd_out_get_pd(&out);
	}
	*pdn = dev->kernel_pd;
	return 0;
}

static int sm_target_exec_create(struct sm_request *req, struct sm_target *target, uint32_t uidx)
{
	const uint64_t flags = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS);
	struct prm_create_qp_in_fields fields;
	struct prm_create_qp_in in;
	struct prm_create_qp_out out;
	int err;

	prm_create_qp_in_fields_init(&fields);
	err = sm_target_pd(req->file->dev, &fields.qpc.pd);
	if (err)
		return err;
	fields.qpc.st = PRM_QP_SERVICE_TYPE_XRC;
	fields.qpc.pm_state = PRM_QP_PM_STATE_MIGRATED;
	fields.qpc.block_lb_mc = flags & IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK;
	if (flags & IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING)
		fields.qpc.end_padding_mode =
			PRM_QP_END_PADDING_MODE_PAD_TO_CACHE_LINE_ALIGNMENT;
	fields.qpc.rq_type = PRM_QP_RQ_TYPE_SRQ_RQ;
	fields.qpc.no_sq = true;
	fields.qpc.xrcd = target->domain->xrcdn;
	fields.qpc.user_index = uidx;
	prm_create_qp_in_pack(&in, &fields);
	err = sm_kernel_exec(req->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		target->qpn = prm_create_qp_out_get_qpn(&out);
	return err;
}

static int sm_target_new(struct sm_request *req, struct sm_domain *domain, uint32_t uidx,
			 struct sm_target **result)
{
	struct sm_listener listener = { .event = sm_target_event };
	struct sm_target *target = calloc(1, sizeof(*target));
	int err;

	if (!target)
		return -ENOMEM;
	target->domain = domain;
	target->known.state = IBV_QPS_RESET;
	err = sm_target_exec_create(req, target, uidx);
	if (err) {
		free(target);
		return err;
	}
	target->next = domain->targets;
	domain->targets = target;
	sm_domain_use(domain, 1);
	listener.owner = target;
	sm_fw_listen_qp(req->file->dev, target->qpn, &listener);
	*result = target;
	return 0;
}

static int sm_target_check(struct sm_request *req, struct mlx5_ib_create_qp *driver)
{
	static const uint16_t foreign[] = {
		UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE,
		UVERBS_ATTR_CREATE_QP_PD_HANDLE, UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE,
	};
	struct sm_uobj *srq = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE);
	int err;

	for (size_t i = 0; i < SM_ARRAY_SIZE(foreign); i++)
		if (sm_attr(req, foreign[i]))
			return sm_because(-EINVAL,
					  "IBV_QPT_XRC_RECV has no PD, CQ or table of its own");
	if (!sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_XRCD_HANDLE))
		return sm_because(-ENOENT, "IBV_QPT_XRC_RECV needs an xrcd");
	if (srq && !sm_to_srq(srq)->is_xrc)
		return sm_because(-EINVAL, "srq is not one of XRC");
	err = sm_qp_check_type(req, IBV_QPT_XRC_RECV);
	if (!err)
		err = sm_qp_check_flags(req);
	return err ? err : sm_qp_read_driver(req, driver);
}

int sm_target_create(struct sm_request *req, const struct ib_uverbs_qp_cap *cap)
{
	struct sm_uobj *xrcd = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_XRCD_HANDLE);
	struct mlx5_ib_create_qp driver;
	struct sm_target *target;
	struct sm_uverbs_qp *qp;
	int err = sm_target_check(req, &driver);

	if (err)
		return err;
	qp = sm_uobj_new(req, &sm_target_type);
	if (!qp)
		return -ENOMEM;
	err = sm_target_new(req, sm_to_xrcd(xrcd)->domain, driver.uidx, &target);
	if (err)
		return err;
	qp->uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_USER_HANDLE);
	sm_target_open(qp, target, xrcd);
	sm_uobj_set_async(req, &qp->uobj, UVERBS_ATTR_CREATE_QP_EVENT_FD);
	return sm_qp_create_answer(req, qp, cap);
}

static int sm_open_qp(struct sm_request *req)
{
	struct ib_uverbs_create_qp_resp resp = { 0 };
	struct ib_uverbs_open_qp cmd;
	struct sm_target *target;
	struct sm_uverbs_qp *qp;
	struct sm_uobj *xrcd;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (sm_uobj_find(req->file, UVERBS_OBJECT_XRCD, cmd.pd_handle, &xrcd) ||
	    cmd.qp_type != IBV_QPT_XRC_RECV)
		return sm_because(-EINVAL, "qp_type is %u; IBV_QPT_XRC_RECV (%u) can be opened",
				  cmd.qp_type, IBV_QPT_XRC_RECV);
	target = sm_to_xrcd(xrcd)->domain->targets;
	while (target && target->qpn != cmd.qpn)
		target = target->next;
	if (!target)
		return sm_because(-EINVAL, "qp_num is 0x%06x, which is no target of the domain",
				  cmd.qpn);
	qp = sm_uobj_new(req, &sm_target_type);
	if (!qp)
		return -ENOMEM;
	qp->uobj.user_handle = cmd.user_handle;
	sm_target_open(qp, target, xrcd);
	resp.qpn = qp->qpn;
	resp.qp_handle = qp->uobj.handle;
	return sm_command_answer(req, &resp, sizeof(resp));
}

const struct sm_method sm_uverbs_xrcd_methods[] = {
	{
		.object = UVERBS_OBJECT_XRCD,
		.method = UVERBS_METHOD_XRCD_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_XRCD_HANDLE, UVERBS_OBJECT_XRCD),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_xrcd_commands[] = {
	{
		IB_USER_VERBS_CMD_OPEN_XRCD, sizeof(struct ib_uverbs_open_xrcd),
		sizeof(struct ib_uverbs_open_xrcd_resp), sm_open_xrcd,
	}, {
		IB_USER_VERBS_CMD_OPEN_QP, sizeof(struct ib_uverbs_open_qp),
		sizeof(struct ib_uverbs_create_qp_resp), sm_open_qp,
	},
	{ .run = NULL },
};
