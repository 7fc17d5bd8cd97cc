// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Strict mode: keys that are paged on demand, in operations whose page faults the device does not
 * handle. On a card such an access works while the page happens to be there.
 */
#include "base/caps.h"
#include "base/observer.h"
#include "observe/strict.h"
#include "prm_cap_memory.h"

enum sm_odp_operation {
	SM_ODP_SEND,
	SM_ODP_RECEIVE,
	SM_ODP_WRITE,
	SM_ODP_READ,
	SM_ODP_ATOMIC,
	SM_ODP_SRQ_RECEIVE,
};

static const char *const sm_odp_names[] = {
	[SM_ODP_SEND] = "sends",
	[SM_ODP_RECEIVE] = "receives",
	[SM_ODP_WRITE] = "writes",
	[SM_ODP_READ] = "reads",
	[SM_ODP_ATOMIC] = "atomics",
	[SM_ODP_SRQ_RECEIVE] = "receives from an SRQ",
};

static enum sm_odp_operation sm_odp_operation(const struct sm_qp *qp, bool is_responder,
					      unsigned int access)
{
	const struct sm_wqe *wqe = &qp->req.wqe;

	if (access & SM_REMOTE_ATOMIC)
		return SM_ODP_ATOMIC;
	if (access & SM_REMOTE_WRITE)
		return SM_ODP_WRITE;
	if (access & SM_REMOTE_READ)
		return SM_ODP_READ;
	if (is_responder)
		return qp->resp.to.srq ? SM_ODP_SRQ_RECEIVE : SM_ODP_RECEIVE;
	if (wqe->atomic || wqe->masked)
		return SM_ODP_ATOMIC;
	if (!wqe->raddr)
		return SM_ODP_SEND;
	return access & SM_LOCAL_WRITE ? SM_ODP_READ : SM_ODP_WRITE;
}

/* NULL: of a service without a capability. */
static const struct prm_odp_per_transport_service_cap *
sm_odp_service(const struct prm_odp_scheme_cap *caps, const struct sm_qp *qp, const char **name)
{
	switch (qp->ctx.st) {
	case PRM_QP_SERVICE_TYPE_RC:
		*name = "RC";
		return &caps->rc_odp_caps;
	case PRM_QP_SERVICE_TYPE_UC:
		*name = "UC";
		return &caps->uc_odp_caps;
	case PRM_QP_SERVICE_TYPE_UD:
		*name = "UD";
		return &caps->ud_odp_caps;
	case PRM_QP_SERVICE_TYPE_XRC:
		*name = "XRC";
		return &caps->xrc_odp_caps;
	case PRM_QP_SERVICE_TYPE_DCI:
	case PRM_QP_SERVICE_TYPE_DCT:
		*name = "DC";
		return &caps->dc_odp_caps;
	default:
		return NULL;
	}
}

static bool sm_odp_has(const struct prm_odp_per_transport_service_cap *cap,
		       enum sm_odp_operation operation)
{
	switch (operation) {
	case SM_ODP_SEND:
		return prm_odp_per_transport_service_cap_get_send(cap);
	case SM_ODP_RECEIVE:
		return prm_odp_per_transport_service_cap_get_receive(cap);
	case SM_ODP_WRITE:
		return prm_odp_per_transport_service_cap_get_write(cap);
	case SM_ODP_READ:
		return prm_odp_per_transport_service_cap_get_read(cap);
	case SM_ODP_ATOMIC:
		return prm_odp_per_transport_service_cap_get_atomic(cap);
	default:
		return prm_odp_per_transport_service_cap_get_srq_receive(cap);
	}
}

static void sm_strict_paged_key(struct sm_qp *qp, bool is_responder, unsigned int access,
				uint32_t key)
{
	const struct prm_odp_cap *caps = (const void *)qp->obj.dev->caps->image[PRM_HCA_CAP_TYPE_ODP];
	const enum sm_odp_operation operation = sm_odp_operation(qp, is_responder, access);
	const struct prm_odp_per_transport_service_cap *service;
	const char *name;

	if (!caps)
		return;
	if (!is_responder && qp->req.wqe.mmo) {
		if (!prm_odp_scheme_cap_get_mmo_wqe(&caps->transport_page_fault_scheme_cap) &&
		    !prm_odp_scheme_cap_get_local_mmo_wqe(&caps->transport_page_fault_scheme_cap))
			sm_strict(qp, &qp->req.wqe, SM_RULE_ODP,
				  "key 0x%08x is paged on demand, but not for copies", key);
		return;
	}
	service = sm_odp_service(&caps->transport_page_fault_scheme_cap, qp, &name);
	if (service && !sm_odp_has(service, operation))
		sm_strict(qp, is_responder ? NULL : &qp->req.wqe, SM_RULE_ODP,
			  "key 0x%08x is paged on demand, but not for %s of %s", key,
			  sm_odp_names[operation], name);
}

void sm_strict_paged(const struct sm_accessor *by, const struct sm_sge *sge, unsigned int n)
{
	const struct sm_mkey *mkey;
	unsigned int i;

	for (i = 0; sm_config()->strict && n <= SM_MAX_SGE && i < n; i++) {
		if (!sge[i].len || sge[i].inline_data)
			continue;
		mkey = sm_mkey_find(by->dev, sge[i].key);
		if (!mkey || sm_mkey_check(mkey, by->pd, by->qpn, sge[i].addr, sge[i].len, by->access))
			return;	/* the request fails */
		if (mkey->is_paged)
			sm_strict_paged_key(by->qp, by->is_responder, by->access, sge[i].key);
	}
}
