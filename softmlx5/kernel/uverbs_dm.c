// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: device memory, its regions, and addresses of operations on it; the role of
 * mlx5_ib's dm.c.
 *
 * An offset of mmap() has an index of 16 bits. Its lower byte is the first page of the memory, the
 * upper one selects the range of the BAR: memory, or an operation.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <sys/mman.h>

#include "kernel/uverbs_mr.h"
#include "nic/memory/mem.h"
#include "nic/memory/memic.h"
#include "prm_cap_memory.h"
#include "prm_memic.h"

#define SM_DM_UNIT 64u			/* MLX5_MEMIC_BASE_SIZE */
#define SM_DM_LOG_UNIT 6u
#define SM_DM_PAGES 256u		/* MLX5_MAX_MEMIC_PAGES */
#define SM_DM_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | \
		      IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_ZERO_BASED | IBV_ACCESS_OPTIONAL_RANGE)

struct sm_uverbs_dm {
	struct sm_uobj uobj;
	uint64_t start, size;		/* in the BAR */
	uint64_t length;		/* that was asked for */
	uint64_t operation[SM_MEMIC_OPS];	/* their addresses in the BAR; 0: none */
};

static struct sm_uverbs_dm *sm_to_dm(struct sm_uobj *uobj)
{
	return sm_container_of(uobj, struct sm_uverbs_dm, uobj);
}

static const struct prm_device_mem_cap *sm_dm_caps(const struct sm_dev *dev)
{
	return (const void *)dev->caps->image[PRM_HCA_CAP_TYPE_DEVICE_MEMORY];
}

static bool sm_dm_exists(const struct sm_dev *dev)
{
	return prm_cmd_hca_cap_get_device_memory(dev->caps->general) && sm_dm_caps(dev) &&
	       prm_device_mem_cap_get_memic(sm_dm_caps(dev));
}

uint32_t sm_dm_max(const struct sm_dev *dev)
{
	return sm_dm_exists(dev) ? prm_device_mem_cap_get_max_memic_size(sm_dm_caps(dev)) : 0;
}

/*
 * The pages of the memory: the kernel's part gives each allocation pages of its own, since they are
 * mapped.
 */

static uint64_t sm_dm_pages(uint64_t size)
{
	return (size + SM_PAGE_SIZE - 1) / SM_PAGE_SIZE;
}

static bool sm_dm_is_free(const struct sm_dev *dev, uint64_t page, uint64_t n)
{
	while (n--)
		if (dev->memic_pages[page + n])
			return false;
	return true;
}

static void sm_dm_mark(struct sm_dev *dev, uint64_t page, uint64_t n, bool is_used)
{
	while (n--)
		dev->memic_pages[page + n] = is_used;
}

static uint64_t sm_dm_first_page(const struct sm_dev *dev, uint64_t addr)
{
	return (addr - prm_device_mem_cap_get_memic_bar_start_addr(sm_dm_caps(dev))) / SM_PAGE_SIZE;
}

static int sm_dm_exec_alloc(struct sm_dev *dev, uint64_t page, uint32_t log_alignment,
			    struct sm_uverbs_dm *dm)
{
	struct prm_alloc_memic_in_fields fields;
	struct prm_alloc_memic_in in;
	struct prm_alloc_memic_out out;
	int err;

	prm_alloc_memic_in_fields_init(&fields);
	fields.log_memic_addr_alignment = (uint8_t)log_alignment;
	fields.range_start_addr = prm_device_mem_cap_get_memic_bar_start_addr(sm_dm_caps(dev)) +
				  page * SM_PAGE_SIZE;
	fields.range_size = (uint32_t)(sm_dm_pages(dm->size) * SM_PAGE_SIZE);
	fields.memic_size = (uint32_t)dm->size;
	prm_alloc_memic_in_pack(&in, &fields);
	err = sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		dm->start = prm_alloc_memic_out_get_memic_start_addr(&out);
	return err;
}

/* The first pages that are free, and in which the firmware can allocate it. */
static int sm_dm_alloc_pages(struct sm_dev *dev, uint32_t log_alignment, struct sm_uverbs_dm *dm)
{
	const uint64_t n = sm_dm_pages(dm->size);
	uint64_t all = prm_device_mem_cap_get_memic_bar_size(sm_dm_caps(dev)) / SM_PAGE_SIZE, page;
	int err;

	if (all > SM_DM_PAGES)
		all = SM_DM_PAGES;
	for (page = 0; page + n <= all; page++) {
		if (!sm_dm_is_free(dev, page, n))
			continue;
		err = sm_dm_exec_alloc(dev, page, log_alignment, dm);
		if (!err)
			sm_dm_mark(dev, page, n, true);
		if (err != -EAGAIN)
			return err;
	}
	return sm_because(-ENOMEM, "%llu bytes of device memory are not free in one piece",
			  (unsigned long long)dm->size);
}

static int sm_dm_exec_operation(struct sm_dev *dev, struct sm_uverbs_dm *dm, uint8_t operation,
				uint16_t op_mod)
{
	struct prm_modify_memic_in_fields fields;
	struct prm_modify_memic_in in;
	struct prm_modify_memic_out out;
	int err;

	prm_modify_memic_in_fields_init(&fields);
	fields.op_mod = op_mod;
	fields.memic_operation_type = operation;
	fields.memic_start_addr = dm->start;
	prm_modify_memic_in_pack(&in, &fields);
	err = sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		dm->operation[operation] = op_mod == PRM_MODIFY_MEMIC_OP_MOD_DEALLOC ? 0 :
			prm_modify_memic_out_get_memic_operation_addr(&out);
	return err;
}

static int sm_dm_destroy(struct sm_uobj *uobj)
{
	struct sm_uverbs_dm *dm = sm_to_dm(uobj);
	struct sm_dev *dev = uobj->file->dev;
	struct prm_dealloc_memic_in_fields fields;
	struct prm_dealloc_memic_in in;
	struct prm_dealloc_memic_out out;
	int err = 0;

	for (uint8_t i = 0; i < SM_MEMIC_OPS && !err; i++)
		if (dm->operation[i])
			err = sm_dm_exec_operation(dev, dm, i, PRM_MODIFY_MEMIC_OP_MOD_DEALLOC);
	if (err)
		return err;
	prm_dealloc_memic_in_fields_init(&fields);
	fields.memic_start_addr = dm->start;
	fields.memic_size = (uint32_t)dm->size;
	prm_dealloc_memic_in_pack(&in, &fields);
	err = sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		sm_dm_mark(dev, sm_dm_first_page(dev, dm->start), sm_dm_pages(dm->size), false);
	return err;
}

static const struct sm_uobj_type sm_dm_type = {
	.id = UVERBS_OBJECT_DM,
	.size = sizeof(struct sm_uverbs_dm),
	.destroy = sm_dm_destroy,
};

/* The place of memory or of an operation, by its address in the BAR, as the index of mmap(). */
static uint16_t sm_dm_index(const struct sm_dev *dev, uint64_t addr)
{
	const uint64_t n = prm_device_mem_cap_get_memic_bar_size(sm_dm_caps(dev)) / SM_PAGE_SIZE;
	const uint64_t page = sm_dm_first_page(dev, addr);

	return (uint16_t)(page / n * SM_DM_PAGES + page % n);
}

/* Answers where the memory is to be mapped, in two attributes of the method. */
static int sm_dm_answer(struct sm_request *req, uint16_t index_attr, uint16_t offset_attr,
			uint64_t addr)
{
	const uint16_t index = sm_dm_index(req->file->dev, addr);
	const uint64_t offset = addr % SM_PAGE_SIZE;
	int err = sm_attr_write(req, index_attr, &index, sizeof(index));

	return err ? err : sm_attr_write(req, offset_attr, &offset, sizeof(offset));
}

static int sm_alloc_dm(struct sm_request *req)
{
	const uint64_t length = sm_attr_number(req, UVERBS_ATTR_ALLOC_DM_LENGTH);
	uint64_t alignment = sm_attr_number(req, UVERBS_ATTR_ALLOC_DM_ALIGNMENT);
	struct sm_dev *dev = req->file->dev;
	struct sm_uverbs_dm *dm;
	int err;

	/* Other types are memory for steering. */
	if (sm_attr_number(req, MLX5_IB_ATTR_ALLOC_DM_REQ_TYPE) != MLX5_IB_UAPI_DM_TYPE_MEMIC ||
	    !sm_dm_exists(dev))
		return sm_because(
			-EOPNOTSUPP, "the device has no memory of type %llu",
			(unsigned long long)sm_attr_number(req, MLX5_IB_ATTR_ALLOC_DM_REQ_TYPE));
	alignment = alignment < SM_DM_LOG_UNIT ? 0 : alignment - SM_DM_LOG_UNIT;
	if (!length ||
	    alignment > prm_device_mem_cap_get_log_max_memic_addr_alignment(sm_dm_caps(dev)))
		return sm_because(
			-EINVAL,
			"length is %llu, which has to be above 0, and log_align_req "
			"%llu, at most %u",
			(unsigned long long)length,
			(unsigned long long)sm_attr_number(req, UVERBS_ATTR_ALLOC_DM_ALIGNMENT),
			SM_DM_LOG_UNIT + prm_device_mem_cap_get_log_max_memic_addr_alignment(
						 sm_dm_caps(dev)));
	if (length > SM_DM_PAGES * SM_PAGE_SIZE)
		return sm_because(-ENOMEM, "length is %llu; the device has %u bytes",
				  (unsigned long long)length, SM_DM_PAGES * SM_PAGE_SIZE);
	dm = sm_uobj_new(req, &sm_dm_type);
	if (!dm)
		return -ENOMEM;
	dm->length = length;
	dm->size = (length + SM_DM_UNIT - 1) / SM_DM_UNIT * SM_DM_UNIT;
	err = sm_dm_alloc_pages(dev, (uint32_t)alignment, dm);
	if (err)
		return err;
	dm->uobj.is_created = true;
	err = sm_dm_answer(req, MLX5_IB_ATTR_ALLOC_DM_RESP_PAGE_INDEX,
			   MLX5_IB_ATTR_ALLOC_DM_RESP_START_OFFSET, dm->start);
	return err ? err : sm_attr_write_handle(req, UVERBS_ATTR_ALLOC_DM_HANDLE, dm->uobj.handle);
}

static int sm_query_dm(struct sm_request *req)
{
	struct sm_uverbs_dm *dm = sm_to_dm(sm_attr_uobj(req, MLX5_IB_ATTR_QUERY_DM_REQ_HANDLE));
	int err = sm_dm_answer(req, MLX5_IB_ATTR_QUERY_DM_RESP_PAGE_INDEX,
			       MLX5_IB_ATTR_QUERY_DM_RESP_START_OFFSET, dm->start);

	return err ? err : sm_attr_write(req, MLX5_IB_ATTR_QUERY_DM_RESP_LENGTH, &dm->length,
					 sizeof(dm->length));
}

/* Accesses to the address are trapped, which only works on x86-64. */
static int sm_dm_map_operation(struct sm_request *req)
{
	struct sm_uverbs_dm *dm =
		sm_to_dm(sm_attr_uobj(req, MLX5_IB_ATTR_DM_MAP_OP_ADDR_REQ_HANDLE));
	const uint64_t operation = sm_attr_number(req, MLX5_IB_ATTR_DM_MAP_OP_ADDR_REQ_OP);
	struct sm_dev *dev = req->file->dev;
	int err = 0;

#ifndef __x86_64__
	return -EOPNOTSUPP;
#endif
	if (operation >= SM_MEMIC_OPS ||
	    !(prm_device_mem_cap_get_memic_operations(sm_dm_caps(dev)) & 1u << operation))
		return sm_because(-EOPNOTSUPP, "op is %llu; memic_operations of the device is 0x%x",
				  (unsigned long long)operation,
				  prm_device_mem_cap_get_memic_operations(sm_dm_caps(dev)));
	if (!dm->operation[operation])
		err = sm_dm_exec_operation(dev, dm, (uint8_t)operation,
					   PRM_MODIFY_MEMIC_OP_MOD_ALLOC);
	return err ? err : sm_dm_answer(req, MLX5_IB_ATTR_DM_MAP_OP_ADDR_RESP_PAGE_INDEX,
					MLX5_IB_ATTR_DM_MAP_OP_ADDR_RESP_START_OFFSET,
					dm->operation[operation]);
}

/* The file's memory or operation that has this index; 0: there is none. */
static uint64_t sm_dm_find(struct sm_file *file, uint32_t index, uint64_t *size)
{
	struct sm_uverbs_dm *dm;
	struct sm_uobj *uobj;

	for (uobj = file->newest; uobj; uobj = uobj->older) {
		if (uobj->type != &sm_dm_type || !uobj->is_created)
			continue;
		dm = sm_to_dm(uobj);
		*size = dm->size;
		if (sm_dm_index(file->dev, dm->start) == index)
			return dm->start;
		for (unsigned int i = 0; i < SM_MEMIC_OPS; i++)
			if (dm->operation[i] && sm_dm_index(file->dev, dm->operation[i]) == index)
				return dm->operation[i];
	}
	return 0;
}

void *sm_dm_mmap(struct sm_file *file, void *addr, size_t len, int flags, uint32_t index)
{
	uint64_t size, start = sm_dm_find(file, index, &size);

	if (!start || !(flags & MAP_SHARED) || len != sm_dm_pages(size) * SM_PAGE_SIZE) {
		errno = sm_because(EINVAL, "there is no device memory here, or it has another size; it "
					   "is mapped with MAP_SHARED");
		return MAP_FAILED;
	}
	return sm_memic_map(file->dev, start - start % SM_PAGE_SIZE, addr, len, flags);
}

static int sm_reg_dm_mr(struct sm_request *req)
{
	const uint64_t offset = sm_attr_number(req, UVERBS_ATTR_REG_DM_MR_OFFSET);
	const uint64_t length = sm_attr_number(req, UVERBS_ATTR_REG_DM_MR_LENGTH);
	const uint64_t access = sm_attr_number(req, UVERBS_ATTR_REG_DM_MR_ACCESS_FLAGS);
	struct sm_uobj *pd = sm_attr_uobj(req, UVERBS_ATTR_REG_DM_MR_PD_HANDLE);
	struct sm_uverbs_dm *dm = sm_to_dm(sm_attr_uobj(req, UVERBS_ATTR_REG_DM_MR_DM_HANDLE));
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	struct sm_uverbs_mr *mr;
	int err = sm_check_access(req->file->dev, (uint32_t)access);

	if (err)
		return err;
	if (!(access & IBV_ACCESS_ZERO_BASED) || (access & ~(uint64_t)SM_DM_ACCESS) ||
	    offset > dm->length || length > dm->length - offset)
		return sm_because(-EINVAL,
				  "access is 0x%llx, ZERO_BASED is needed and 0x%x known; offset "
				  "%llu, length %llu of %llu bytes",
				  (unsigned long long)access, SM_DM_ACCESS,
				  (unsigned long long)offset, (unsigned long long)length,
				  (unsigned long long)dm->length);
	mr = sm_mr_new(req);
	if (!mr)
		return -ENOMEM;
	mr->start = offset;
	mr->length = length;
	mr->access = (uint32_t)access;
	prm_create_mkey_in_fields_init(&fields);
	sm_mkc_init(mkc, req->file->dev, sm_to_pd(pd), mr->access);
	mkc->access_mode_4_2 = SM_ACCESS_MODE_MEMIC >> 2;
	mkc->access_mode_1_0 = SM_ACCESS_MODE_MEMIC & 3;
	mkc->start_addr = dm->start + offset;
	mkc->len = length;
	err = sm_mkey_create_cmd(req->file, &fields, &mr->key);
	if (err)
		return err;
	mr->uobj.is_created = true;
	sm_uobj_use(&mr->uobj, pd);
	sm_uobj_use(&mr->uobj, &dm->uobj);
	err = sm_attr_write(req, UVERBS_ATTR_REG_DM_MR_RESP_LKEY, &mr->key, sizeof(mr->key));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_REG_DM_MR_RESP_RKEY, &mr->key, sizeof(mr->key));
	return err ? err : sm_attr_write_handle(req, UVERBS_ATTR_REG_DM_MR_HANDLE,
						mr->uobj.handle);
}

const struct sm_method sm_uverbs_dm_methods[] = {
	{
		.object = UVERBS_OBJECT_DM,
		.method = UVERBS_METHOD_DM_ALLOC,
		.needs_context = true,
		.run = sm_alloc_dm,
		.attrs = {
			SM_NEW(UVERBS_ATTR_ALLOC_DM_HANDLE),
			SM_IN(UVERBS_ATTR_ALLOC_DM_LENGTH, uint64_t),
			SM_IN(UVERBS_ATTR_ALLOC_DM_ALIGNMENT, uint32_t),
			SM_OUT(MLX5_IB_ATTR_ALLOC_DM_RESP_START_OFFSET, uint64_t),
			SM_OUT_OPTIONAL(MLX5_IB_ATTR_ALLOC_DM_RESP_PAGE_INDEX, uint16_t),
			SM_IN_OPTIONAL(MLX5_IB_ATTR_ALLOC_DM_REQ_TYPE, uint64_t),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DM,
		.method = UVERBS_METHOD_DM_FREE,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_FREE_DM_HANDLE, UVERBS_OBJECT_DM),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DM,
		.method = MLX5_IB_METHOD_DM_MAP_OP_ADDR,
		.needs_context = true,
		.run = sm_dm_map_operation,
		.attrs = {
			SM_OBJECT(MLX5_IB_ATTR_DM_MAP_OP_ADDR_REQ_HANDLE, UVERBS_OBJECT_DM),
			SM_IN(MLX5_IB_ATTR_DM_MAP_OP_ADDR_REQ_OP, uint8_t),
			SM_OUT(MLX5_IB_ATTR_DM_MAP_OP_ADDR_RESP_START_OFFSET, uint64_t),
			SM_OUT(MLX5_IB_ATTR_DM_MAP_OP_ADDR_RESP_PAGE_INDEX, uint16_t),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DM,
		.method = MLX5_IB_METHOD_DM_QUERY,
		.needs_context = true,
		.run = sm_query_dm,
		.attrs = {
			SM_OBJECT(MLX5_IB_ATTR_QUERY_DM_REQ_HANDLE, UVERBS_OBJECT_DM),
			SM_OUT(MLX5_IB_ATTR_QUERY_DM_RESP_START_OFFSET, uint64_t),
			SM_OUT(MLX5_IB_ATTR_QUERY_DM_RESP_PAGE_INDEX, uint16_t),
			SM_OUT(MLX5_IB_ATTR_QUERY_DM_RESP_LENGTH, uint64_t),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_MR,
		.method = UVERBS_METHOD_DM_MR_REG,
		.needs_context = true,
		.run = sm_reg_dm_mr,
		.attrs = {
			SM_NEW(UVERBS_ATTR_REG_DM_MR_HANDLE),
			SM_IN(UVERBS_ATTR_REG_DM_MR_OFFSET, uint64_t),
			SM_IN(UVERBS_ATTR_REG_DM_MR_LENGTH, uint64_t),
			SM_OBJECT(UVERBS_ATTR_REG_DM_MR_PD_HANDLE, UVERBS_OBJECT_PD),
			SM_FLAGS_IN(UVERBS_ATTR_REG_DM_MR_ACCESS_FLAGS),
			SM_OBJECT(UVERBS_ATTR_REG_DM_MR_DM_HANDLE, UVERBS_OBJECT_DM),
			SM_OUT(UVERBS_ATTR_REG_DM_MR_RESP_LKEY, uint32_t),
			SM_OUT(UVERBS_ATTR_REG_DM_MR_RESP_RKEY, uint32_t),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
