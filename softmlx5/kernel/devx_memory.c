// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: umems and UARs of DEVX.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <sys/mman.h>

#include "kernel/uverbs_private.h"
#include "nic/queue/doorbell.h"
#include "prm_alloc.h"
#include "prm_umem.h"

#define SM_UMEM_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | \
			IBV_ACCESS_REMOTE_READ | IBV_ACCESS_RELAXED_ORDERING)

struct sm_devx_umem {
	struct sm_uobj uobj;
	uint32_t umem;
};

struct sm_devx_uar {
	struct sm_uobj uobj;
	uint32_t uar;
};

/*
 * Umems.
 */

static int sm_devx_umem_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_devx_umem *umem = sm_container_of(uobj, struct sm_devx_umem, uobj);
	struct prm_destroy_umem_in_fields fields;
	struct prm_destroy_umem_in in;
	struct prm_destroy_umem_out out;

	prm_destroy_umem_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.umem_id = umem->umem;
	prm_destroy_umem_in_pack(&in, &fields);
	return sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
}

static const struct sm_uobj_type sm_devx_umem_type = {
	.id = MLX5_IB_OBJECT_DEVX_UMEM,
	.size = sizeof(struct sm_devx_umem),
	.destroy = sm_devx_umem_destroy_uobj,
};

/* @pgsz_bitmap allows page sizes; the umem uses the smallest, so only that bit matters. */
static int sm_devx_umem_check(struct sm_request *req)
{
	uint64_t access = sm_attr_number(req, MLX5_IB_ATTR_DEVX_UMEM_REG_ACCESS);
	uint64_t pages = sm_attr_number(req, MLX5_IB_ATTR_DEVX_UMEM_REG_PGSZ_BITMAP);

	if (!req->file->uid || (access & ~(uint64_t)SM_UMEM_ACCESS))
		return sm_because(
			-EINVAL,
			req->file->uid ?
				"access is 0x%llx; 0x%x are known" :
				"access is 0x%llx of 0x%x; the context was opened without DEVX",
			(unsigned long long)access, SM_UMEM_ACCESS);
	if ((access & IBV_ACCESS_REMOTE_WRITE) && !(access & IBV_ACCESS_LOCAL_WRITE))
		return sm_because(-EINVAL, "access is 0x%llx; REMOTE_WRITE needs LOCAL_WRITE",
				  (unsigned long long)access);
	if (sm_attr(req, MLX5_IB_ATTR_DEVX_UMEM_REG_PGSZ_BITMAP) &&
	    !(pages & -(uint64_t)SM_PAGE_SIZE))
		return sm_because(-EINVAL,
				  "pgsz_bitmap is 0x%llx, which has no page size from %u on",
				  (unsigned long long)pages, SM_PAGE_SIZE);
	return 0;
}

static int sm_devx_umem_reg(struct sm_request *req)
{
	struct sm_devx_umem *umem;
	int err = sm_devx_umem_check(req);

	if (err)
		return err;
	umem = sm_uobj_new(req, &sm_devx_umem_type);
	if (!umem)
		return -ENOMEM;
	err = sm_umem_create(req->file, sm_attr_number(req, MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR),
			     sm_attr_number(req, MLX5_IB_ATTR_DEVX_UMEM_REG_LEN),
			     (uint32_t)sm_attr_number(req, MLX5_IB_ATTR_DEVX_UMEM_REG_ACCESS),
			     &umem->umem);
	if (err)
		return err;
	umem->uobj.is_created = true;
	err = sm_attr_write(req, MLX5_IB_ATTR_DEVX_UMEM_REG_OUT_ID, &umem->umem,
			    sizeof(umem->umem));
	if (!err)
		err = sm_attr_write_handle(req, MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE,
					   umem->uobj.handle);
	return err;
}

/*
 * UARs.
 */

static int sm_uar_destroy_uobj(struct sm_uobj *uobj)
{
	struct prm_dealloc_uar_in_fields fields;
	struct prm_dealloc_uar_in in;
	struct prm_dealloc_uar_out out;

	prm_dealloc_uar_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.uar = sm_container_of(uobj, struct sm_devx_uar, uobj)->uar;
	prm_dealloc_uar_in_pack(&in, &fields);
	return sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
}

/* The application has the page mapped, and may continue to ring doorbells. */
static void sm_uar_disassociate(struct sm_uobj *uobj)
{
	struct sm_file *file = uobj->file;
	struct sm_uar *uar = sm_table_get(&file->dev->uars,
					  sm_container_of(uobj, struct sm_devx_uar, uobj)->uar);

	if (!uar)
		return;
	sm_uar_page_keep(uar->page);
	uar->page->next_kept = file->kept;
	file->kept = uar->page;
}

static const struct sm_uobj_type sm_uar_type = {
	.id = MLX5_IB_OBJECT_UAR,
	.size = sizeof(struct sm_devx_uar),
	.destroy = sm_uar_destroy_uobj,
	.disassociate = sm_uar_disassociate,
};

static int sm_uar_exec_alloc(struct sm_file *file, uint32_t *uar)
{
	struct prm_alloc_uar_in_fields fields;
	struct prm_alloc_uar_in in;
	struct prm_alloc_uar_out out;
	int err;

	prm_alloc_uar_in_fields_init(&fields);
	fields.uid = file->uid;
	prm_alloc_uar_in_pack(&in, &fields);
	err = sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		*uar = prm_alloc_uar_out_get_uar(&out);
	return err;
}

static int sm_uar_alloc(struct sm_request *req)
{
	uint64_t type = sm_attr_number(req, MLX5_IB_ATTR_UAR_OBJ_ALLOC_TYPE), offset;
	uint32_t length = SM_PAGE_SIZE;
	struct sm_devx_uar *uar;
	int err;

	if (type != MLX5_IB_UAPI_UAR_ALLOC_TYPE_BF && type != MLX5_IB_UAPI_UAR_ALLOC_TYPE_NC)
		return sm_because(-EOPNOTSUPP, "the type of the UAR is %llu; BF and NC are known",
				  (unsigned long long)type);
	uar = sm_uobj_new(req, &sm_uar_type);
	if (!uar)
		return -ENOMEM;
	err = sm_uar_exec_alloc(req->file, &uar->uar);
	if (err)
		return err;
	uar->uobj.is_created = true;
	offset = ((uint64_t)SM_MMAP_UAR + uar->uar) * SM_PAGE_SIZE;
	err = sm_attr_write(req, MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_OFFSET, &offset, sizeof(offset));
	if (!err)
		err = sm_attr_write(req, MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_LENGTH, &length,
				    sizeof(length));
	if (!err)
		err = sm_attr_write(req, MLX5_IB_ATTR_UAR_OBJ_ALLOC_PAGE_ID, &uar->uar,
				    sizeof(uar->uar));
	if (!err)
		err = sm_attr_write_handle(req, MLX5_IB_ATTR_UAR_OBJ_ALLOC_HANDLE,
					   uar->uobj.handle);
	return err;
}

/* A file can map its own UARs only. */
static bool sm_file_has_uar(struct sm_file *file, uint32_t uar)
{
	struct sm_uobj *uobj;

	for (uobj = file->newest; uobj; uobj = uobj->older)
		if (uobj->type == &sm_uar_type &&
		    sm_container_of(uobj, struct sm_devx_uar, uobj)->uar == uar)
			return true;
	return false;
}

void sm_uar_release_kept(struct sm_file *file)
{
	struct sm_uar_page *page;

	while ((page = file->kept)) {
		file->kept = page->next_kept;
		sm_uar_page_free(page);
	}
}

void *sm_uar_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags,
		  uint32_t number)
{
	struct sm_uar *uar = sm_table_get(&file->dev->uars, number);

	if (!uar || !sm_file_has_uar(file, number) || len != SM_PAGE_SIZE) {
		errno = sm_because(EINVAL, "UAR 0x%x is not one of this context, or not one page", number);
		return MAP_FAILED;
	}
	return sm_uar_page_map(uar->page, addr, len, prot, flags);
}

const struct sm_method sm_devx_memory_methods[] = {
	{
		.object = MLX5_IB_OBJECT_DEVX_UMEM,
		.method = MLX5_IB_METHOD_DEVX_UMEM_REG,
		.needs_context = true,
		.run = sm_devx_umem_reg,
		.attrs = {
			SM_NEW(MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE),
			SM_IN(MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR, uint64_t),
			SM_IN(MLX5_IB_ATTR_DEVX_UMEM_REG_LEN, uint64_t),
			SM_FLAGS_IN(MLX5_IB_ATTR_DEVX_UMEM_REG_ACCESS),
			SM_IN_OPTIONAL(MLX5_IB_ATTR_DEVX_UMEM_REG_PGSZ_BITMAP, uint64_t),
			SM_OUT(MLX5_IB_ATTR_DEVX_UMEM_REG_OUT_ID, uint32_t),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_DEVX_UMEM,
		.method = MLX5_IB_METHOD_DEVX_UMEM_DEREG,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(MLX5_IB_ATTR_DEVX_UMEM_DEREG_HANDLE, MLX5_IB_OBJECT_DEVX_UMEM),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_UAR,
		.method = MLX5_IB_METHOD_UAR_OBJ_ALLOC,
		.needs_context = true,
		.run = sm_uar_alloc,
		.attrs = {
			SM_NEW(MLX5_IB_ATTR_UAR_OBJ_ALLOC_HANDLE),
			SM_CONST_IN(MLX5_IB_ATTR_UAR_OBJ_ALLOC_TYPE),
			SM_OUT(MLX5_IB_ATTR_UAR_OBJ_ALLOC_PAGE_ID, uint32_t),
			SM_OUT(MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_LENGTH, uint32_t),
			SM_OUT(MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_OFFSET, uint64_t),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_UAR,
		.method = MLX5_IB_METHOD_UAR_OBJ_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(MLX5_IB_ATTR_UAR_OBJ_DESTROY_HANDLE, MLX5_IB_OBJECT_UAR),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
