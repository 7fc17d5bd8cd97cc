// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: on-demand paging; the role of mlx5_ib's odp.c.
 *
 * mlx5_ib enters the pages that a key has at the time, and removes them when they are unmapped; an
 * access to another one is a page fault. Here the device accesses the memory of the process, in
 * which pages come and go anyway. So a key gets its whole range once.
 */
#include <errno.h>
#include <infiniband/verbs.h>

#include "base/guard.h"
#include "kernel/uverbs_mr.h"
#include "nic/memory/mem.h"
#include "prm_cap_memory.h"

/* The addresses that a process has, mostly: an access to any other one has no page fault. */
#ifdef __x86_64__
#define SM_TASK_SIZE (UINT64_C(1) << 47)
#else
#define SM_TASK_SIZE (UINT64_C(1) << 48)
#endif

#define SM_CAP(dev, name) prm_cmd_hca_cap_get_##name((dev)->caps->general)

/* The page faults that transports recover from; NULL: the device has none. */
static const struct prm_odp_scheme_cap *sm_odp_caps(const struct sm_dev *dev)
{
	const struct prm_odp_cap *caps = (const void *)dev->caps->image[PRM_HCA_CAP_TYPE_ODP];

	return SM_CAP(dev, pg) && caps ? &caps->transport_page_fault_scheme_cap : NULL;
}

bool sm_odp_exists(const struct sm_dev *dev)
{
	return sm_odp_caps(dev) != NULL;
}

/* What mlx5_ib needs for it. */
static bool sm_odp_has_implicit(const struct sm_dev *dev)
{
	return sm_odp_exists(dev) && SM_CAP(dev, fixed_buffer_size) && SM_CAP(dev, null_mkey) &&
	       SM_CAP(dev, umr_extended_translation_offset) && !SM_CAP(dev, umr_indirect_mkey_disabled);
}

static uint32_t sm_odp_transport(const struct prm_odp_per_transport_service_cap *cap)
{
	uint32_t bits = 0;

	if (prm_odp_per_transport_service_cap_get_send(cap))
		bits |= IBV_ODP_SUPPORT_SEND;
	if (prm_odp_per_transport_service_cap_get_receive(cap))
		bits |= IBV_ODP_SUPPORT_RECV;
	if (prm_odp_per_transport_service_cap_get_write(cap))
		bits |= IBV_ODP_SUPPORT_WRITE;
	if (prm_odp_per_transport_service_cap_get_read(cap))
		bits |= IBV_ODP_SUPPORT_READ;
	if (prm_odp_per_transport_service_cap_get_atomic(cap))
		bits |= IBV_ODP_SUPPORT_ATOMIC;
	if (prm_odp_per_transport_service_cap_get_srq_receive(cap))
		bits |= IBV_ODP_SUPPORT_SRQ_RECV;
	return bits;
}

/* As mlx5_ib: nothing of UC, and of UD only sends and receives from an SRQ. */
void sm_odp_answer(const struct sm_dev *dev, struct ib_uverbs_ex_query_device_resp *resp)
{
	const struct prm_odp_scheme_cap *caps = sm_odp_caps(dev);

	if (!caps)
		return;
	resp->odp_caps.general_caps = IBV_ODP_SUPPORT;
	if (sm_odp_has_implicit(dev))
		resp->odp_caps.general_caps |= IBV_ODP_SUPPORT_IMPLICIT;
	resp->odp_caps.per_transport_caps.rc_odp_caps = sm_odp_transport(&caps->rc_odp_caps);
	resp->odp_caps.per_transport_caps.ud_odp_caps = sm_odp_transport(&caps->ud_odp_caps) &
		(IBV_ODP_SUPPORT_SEND | IBV_ODP_SUPPORT_SRQ_RECV);
	resp->xrc_odp_caps = sm_odp_transport(&caps->xrc_odp_caps);
}

static bool sm_is_implicit(const struct sm_uverbs_mr *mr)
{
	return !mr->start && mr->length == UINT64_MAX;
}

int sm_odp_register(struct sm_file *file, struct sm_uverbs_pd *pd, struct sm_uverbs_mr *mr)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	struct sm_mkey *mkey;
	int err;

	if (sm_is_implicit(mr) && (mr->iova || !sm_odp_has_implicit(file->dev)))
		return sm_because(-EINVAL,
				  "an implicit key has iova 0x%llx, 0 is needed, and the device "
				  "%s such keys",
				  (unsigned long long)mr->iova,
				  sm_odp_has_implicit(file->dev) ? "has" : "lacks");
	if (!mr->length)
		return sm_because(-EINVAL, "length is 0");
	if (!sm_is_implicit(mr) && mr->start + mr->length < mr->start)
		return sm_because(-EOVERFLOW, "0x%llx, %llu bytes, is beyond the address space",
				  (unsigned long long)mr->start, (unsigned long long)mr->length);
	prm_create_mkey_in_fields_init(&fields);
	sm_mkc_init(mkc, file->dev, pd, mr->access);
	mkc->access_mode_1_0 = sm_is_implicit(mr) ? PRM_MKC_ACCESS_MODE_KSM :
						    PRM_MKC_ACCESS_MODE_MTT;
	mkc->umr_en = true;
	mkc->start_addr = mr->iova;
	mkc->len = mr->length;
	mkc->length64 = sm_is_implicit(mr);
	mkc->log_page_size = 12;
	fields.pg_access = true;
	err = sm_mkey_create_cmd(file, &fields, &mr->key);
	if (err)
		return err;
	mr->umem = 0;
	mkey = sm_mkey_find(file->dev, mr->key);
	if (mkey)
		sm_mkey_page(mkey, (char *)(uintptr_t)mr->start,
			     sm_is_implicit(mr) ? SM_TASK_SIZE : mr->length);
	return 0;
}

/* A prefetch of one range: 0 or -errno, as mlx5_ib's. */
static int sm_prefetch(struct sm_request *req, const struct sm_uverbs_pd *pd, uint64_t advice,
		       const struct ib_uverbs_sge *sge)
{
	const struct sm_mkey *mkey = sm_mkey_find(req->file->dev, sge->lkey);
	const bool is_write = advice == IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_WRITE;
	uint64_t start;
	int err;

	if (!mkey || !mkey->is_paged)
		return sm_because(-ENOENT, "lkey 0x%08x is %s", sge->lkey,
				  mkey ? "not paged on demand" : "not one of a region");
	if (mkey->ctx.pd != pd->pdn || (is_write && !mkey->ctx.lw))
		return sm_because(-EPERM,
				  "lkey 0x%08x belongs to another PD, or does not allow writes",
				  sge->lkey);
	if (advice == IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT || !sge->length)
		return 0;
	start = (uintptr_t)mkey->base + (sge->addr - mkey->ctx.start_addr);
	if (sge->addr < mkey->ctx.start_addr ||
	    (!mkey->ctx.length64 && (sge->addr - mkey->ctx.start_addr > mkey->ctx.len ||
				     sge->length > mkey->ctx.len - (sge->addr - mkey->ctx.start_addr))))
		return sm_because(-EFAULT, "0x%llx, %u bytes, is outside of lkey 0x%08x",
				  (unsigned long long)sge->addr, sge->length, sge->lkey);
	err = sm_check_memory(start, sge->length, is_write ? IBV_ACCESS_LOCAL_WRITE : 0);
	return err == -EINVAL ? -EFAULT : err;
}

/*
 * Without FLUSH mlx5_ib looks up the keys, and leaves the rest to a worker: pages that are not
 * there are no error.
 */
static int sm_advise_mr(struct sm_request *req)
{
	const uint64_t advice = sm_attr_number(req, UVERBS_ATTR_ADVISE_MR_ADVICE);
	const uint64_t flags = sm_attr_number(req, UVERBS_ATTR_ADVISE_MR_FLAGS);
	const struct sm_uverbs_pd *pd =
		sm_to_pd(sm_attr_uobj(req, UVERBS_ATTR_ADVISE_MR_PD_HANDLE));
	const size_t len = sm_attr_len(req, UVERBS_ATTR_ADVISE_MR_SGE_LIST);
	struct ib_uverbs_sge list[64];
	int err;

	if (!sm_odp_exists(req->file->dev) || advice > IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT)
		return sm_because(-EOPNOTSUPP,
				  "advice is %llu; at most %u is known, and the device needs "
				  "on-demand paging",
				  (unsigned long long)advice,
				  IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT);
	if ((flags & ~(uint64_t)IB_UVERBS_ADVISE_MR_FLAG_FLUSH) || !len || len % sizeof(list[0]))
		return sm_because(-EINVAL,
				  "flags are 0x%llx, FLUSH is known; the list has %zu bytes",
				  (unsigned long long)flags, len);
	if (len > sizeof(list))
		return sm_because(-ENOMEM, "num_sge is %zu; at most %zu is possible",
				  len / sizeof(list[0]), SM_ARRAY_SIZE(list));
	err = sm_attr_read(req, UVERBS_ATTR_ADVISE_MR_SGE_LIST, list, len);
	for (size_t i = 0; !err && i < len / sizeof(list[0]); i++) {
		err = sm_prefetch(req, pd, advice, &list[i]);
		if (!(flags & IB_UVERBS_ADVISE_MR_FLAG_FLUSH) && (err == -EFAULT || err == -ENOMEM))
			err = 0;
	}
	return err;
}

const struct sm_method sm_uverbs_odp_methods[] = {
	{
		.object = UVERBS_OBJECT_MR,
		.method = UVERBS_METHOD_ADVISE_MR,
		.needs_context = true,
		.run = sm_advise_mr,
		.attrs = {
			SM_OBJECT(UVERBS_ATTR_ADVISE_MR_PD_HANDLE, UVERBS_OBJECT_PD),
			SM_CONST_IN(UVERBS_ATTR_ADVISE_MR_ADVICE),
			SM_FLAGS_IN(UVERBS_ATTR_ADVISE_MR_FLAGS),
			SM_IN_BYTES(UVERBS_ATTR_ADVISE_MR_SGE_LIST, sizeof(struct ib_uverbs_sge)),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
