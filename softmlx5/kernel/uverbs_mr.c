// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: memory of rings, memory regions and windows.
 *
 * In this firmware a page address is the address of the page in the process. A CREATE_UMEM lists
 * pages of 4 KiB, one entry for each, and they are contiguous.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/adversary.h"
#include "kernel/uverbs_mr.h"
#include "kernel/uverbs_private.h"
#include "nic/memory/mem.h"
#include "prm_data.h"
#include "prm_mkey.h"
#include "prm_umem.h"

#define SM_ANY_QP 0xffffffu
#define SM_ACCESS_SUPPORTED (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | \
			     IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC | \
			     IBV_ACCESS_MW_BIND | IBV_ACCESS_ZERO_BASED | IBV_ACCESS_ON_DEMAND | \
			     IBV_ACCESS_HUGETLB)
#define SM_ACCESS_WRITABLE (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | \
			    IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND)
#define SM_KLMS_PER_MW 4
#define SM_LOG_PAGE 12

#define SM_CAP(dev, name) prm_cmd_hca_cap_get_##name((dev)->caps->general)

/*
 * Memory.
 */

/*
 * Linux before 5.14 cannot populate on request and returns EINVAL, as it does for special mappings.
 */
static bool sm_can_populate(void)
{
	static char page[SM_PAGE_SIZE] __attribute__((aligned(SM_PAGE_SIZE)));

	return !madvise(page, sizeof(page), MADV_POPULATE_READ);
}

/*
 * Makes all pages present, for reading or writing. EFAULT: a page is not mapped, or not writable.
 */
static int sm_populate(char *page, size_t len, bool is_writable)
{
	unsigned char present;
	size_t offset;

	if (!madvise(page, len, is_writable ? MADV_POPULATE_WRITE : MADV_POPULATE_READ))
		return 0;
	if (errno != EINVAL || sm_can_populate())
		return -EFAULT;
	for (offset = 0; offset < len; offset += SM_PAGE_SIZE)
		if (mincore(page + offset, SM_PAGE_SIZE, &present))
			return -EFAULT;
	return 0;
}

/* Pages that contain the bytes from @addr on. */
uint64_t sm_pages(uint64_t addr, uint64_t len)
{
	return (addr % SM_PAGE_SIZE + len + SM_PAGE_SIZE - 1) / SM_PAGE_SIZE;
}

/*
 * More memory than the machine has cannot be pinned. To find that out page by page would take the
 * kernel minutes, in which no signal ends the process.
 */
static bool sm_is_pinnable(uint64_t pages)
{
	const long installed = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	return installed <= 0 || size <= 0 ||
	       pages <= (uint64_t)installed * ((uint64_t)size / SM_PAGE_SIZE);
}

/* Tests whether the memory can be used so, as pinning it would. */
int sm_check_memory(uint64_t addr, uint64_t len, uint32_t access)
{
	int err;

	if (!len || addr + len < addr || addr + len > UINT64_MAX - SM_PAGE_SIZE)
		return sm_because(-EINVAL,
				  "0x%llx, %llu bytes: no bytes, or beyond the address space",
				  (unsigned long long)addr, (unsigned long long)len);
	if (!sm_is_pinnable(sm_pages(addr, len)))
		return sm_because(-ENOMEM, "%llu bytes are more memory than the machine has",
				  (unsigned long long)len);
	err = sm_populate((char *)(uintptr_t)(addr - addr % SM_PAGE_SIZE),
			  sm_pages(addr, len) * SM_PAGE_SIZE, access & SM_ACCESS_WRITABLE);
	return !err ? 0 :
		      sm_because(err, "0x%llx, %llu bytes: not mapped%s", (unsigned long long)addr,
				 (unsigned long long)len,
				 access & SM_ACCESS_WRITABLE ? ", or not writable" : "");
}

int sm_check_ring(uint64_t addr, uint32_t unit)
{
	return !(addr % unit) ? 0 : sm_because(-EINVAL, "buf_addr is 0x%llx, which is no multiple of %u",
					       (unsigned long long)addr, unit);
}

void sm_list_pages(prm_be64 *pas, uint64_t addr, uint64_t len)
{
	const uint64_t first = addr - addr % SM_PAGE_SIZE;

	for (uint64_t i = sm_pages(addr, len); i--;)
		pas[i] = prm_cpu_to_be64(first + i * SM_PAGE_SIZE);
}

static void sm_umem_pack(struct prm_create_umem_in *in, uint16_t uid, uint64_t addr, uint64_t pages,
			 bool is_writable)
{
	struct prm_mtt *mtt = prm_create_umem_in_mtt(in);
	struct prm_create_umem_in_fields fields;
	struct prm_mtt_fields entry = { .rd_en = true, .wr_en = is_writable };
	uint64_t page = addr - addr % SM_PAGE_SIZE, i;

	prm_create_umem_in_fields_init(&fields);
	fields.uid = uid;
	fields.umem.page_offset = (uint32_t)(addr % SM_PAGE_SIZE);
	fields.umem.num_of_mtt = pages;
	prm_create_umem_in_pack(in, &fields);
	for (i = 0; i < pages; i++, page += SM_PAGE_SIZE) {
		entry.ptag_63_32 = (uint32_t)(page >> 32);
		entry.ptag_31_8 = (uint32_t)page >> 8;
		prm_mtt_pack(&mtt[i], &entry);
	}
}

int sm_umem_create(struct sm_file *file, uint64_t addr, uint64_t len, uint32_t access,
		   uint32_t *umem_id)
{
	uint64_t pages = sm_pages(addr, len);
	struct prm_create_umem_out out;
	struct prm_create_umem_in *in;
	size_t in_len;
	int err = sm_check_memory(addr, len, access);

	if (err)
		return err;
	in_len = sizeof(*in) + pages * PRM_MTT_SIZE;
	in = malloc(in_len);
	if (!in)
		return -ENOMEM;
	sm_umem_pack(in, file->uid, addr, pages, access & SM_ACCESS_WRITABLE);
	err = sm_kernel_exec(file->dev, in, in_len, &out, sizeof(out));
	free(in);
	if (!err)
		*umem_id = prm_create_umem_out_get_umem_id(&out);
	return err;
}

void sm_umem_destroy(struct sm_file *file, uint32_t umem_id)
{
	struct prm_destroy_umem_in_fields fields;
	struct prm_destroy_umem_in in;
	struct prm_destroy_umem_out out;

	prm_destroy_umem_in_fields_init(&fields);
	fields.uid = file->uid;
	fields.umem_id = umem_id;
	prm_destroy_umem_in_pack(&in, &fields);
	sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
}

/*
 * Memory regions.
 */

void sm_mkc_init(struct prm_mkc_fields *mkc, struct sm_dev *dev, struct sm_uverbs_pd *pd,
		 uint32_t access)
{
	uint32_t tag;

	mkc->a = access & IBV_ACCESS_REMOTE_ATOMIC;
	mkc->rw = access & IBV_ACCESS_REMOTE_WRITE;
	mkc->rr = access & IBV_ACCESS_REMOTE_READ;
	mkc->lw = access & IBV_ACCESS_LOCAL_WRITE;
	mkc->lr = true;
	if (access & IBV_ACCESS_RELAXED_ORDERING) {
		mkc->relaxed_ordering_write = SM_CAP(dev, relaxed_ordering_write);
		mkc->relaxed_ordering_read = SM_CAP(dev, relaxed_ordering_read);
	}
	mkc->qpn = SM_ANY_QP;
	mkc->pd = pd->pdn;
	if (sm_odd_value(dev, SM_ODD_KEY_TAGS, &tag))
		mkc->mkey_7_0 = (uint8_t)tag;
}

static uint32_t sm_mkey_of(uint32_t index, const struct prm_mkc_fields *mkc)
{
	return index << 8 | mkc->mkey_7_0;
}

int sm_mkey_create_cmd(struct sm_file *file, struct prm_create_mkey_in_fields *fields,
		       uint32_t *key)
{
	struct prm_create_mkey_in in;
	struct prm_create_mkey_out out;
	int err;

	fields->uid = file->uid;
	prm_create_mkey_in_pack(&in, fields);
	err = sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		*key = sm_mkey_of(prm_create_mkey_out_get_mkey_index(&out),
				  &fields->memory_key_mkey_entry);
	return err;
}

static int sm_mkey_destroy_cmd(struct sm_file *file, uint32_t key)
{
	struct prm_destroy_mkey_in_fields fields;
	struct prm_destroy_mkey_in in;
	struct prm_destroy_mkey_out out;

	prm_destroy_mkey_in_fields_init(&fields);
	fields.uid = file->uid;
	fields.mkey_index = key >> 8;
	prm_destroy_mkey_in_pack(&in, &fields);
	return sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_check_access(struct sm_dev *dev, uint32_t access)
{
	if ((access & (IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_REMOTE_WRITE)) &&
	    !(access & IBV_ACCESS_LOCAL_WRITE))
		return sm_because(-EINVAL,
				  "access is 0x%x; REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE",
				  access);
	if (access & ~((uint32_t)SM_ACCESS_SUPPORTED | IBV_ACCESS_OPTIONAL_RANGE))
		return sm_because(-EINVAL, "access is 0x%x; 0x%x are known", access,
				  (uint32_t)SM_ACCESS_SUPPORTED | IBV_ACCESS_OPTIONAL_RANGE);
	return !(access & IBV_ACCESS_ON_DEMAND) || sm_odp_exists(dev) ?
		       0 :
		       sm_because(-EOPNOTSUPP,
				  "access has ON_DEMAND, and the device has no on-demand paging");
}

static int sm_mr_register(struct sm_file *file, struct sm_uverbs_pd *pd, struct sm_uverbs_mr *mr)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	int err;

	if (mr->access & IBV_ACCESS_ON_DEMAND)
		return sm_odp_register(file, pd, mr);
	err = sm_umem_create(file, mr->start, mr->length, mr->access, &mr->umem);
	if (err)
		return err;
	prm_create_mkey_in_fields_init(&fields);
	sm_mkc_init(mkc, file->dev, pd, mr->access);
	mkc->access_mode_1_0 = PRM_MKC_ACCESS_MODE_MTT;
	mkc->umr_en = true;
	mkc->start_addr = mr->iova;
	mkc->len = mr->length;
	mkc->log_page_size = SM_LOG_PAGE;
	mkc->translations_octword_size = (uint32_t)((sm_pages(mr->start, mr->length) + 1) / 2);
	fields.mkey_umem_valid = true;
	fields.mkey_umem_id = mr->umem;
	err = sm_mkey_create_cmd(file, &fields, &mr->key);
	if (err)
		sm_umem_destroy(file, mr->umem);
	return err;
}

static int sm_mr_destroy(struct sm_uobj *uobj)
{
	struct sm_uverbs_mr *mr = sm_to_mr(uobj);
	int err = sm_mkey_destroy_cmd(uobj->file, mr->key);

	if (!err && mr->umem)
		sm_umem_destroy(uobj->file, mr->umem);
	return err;
}

static const struct sm_uobj_type sm_mr_type = {
	.id = UVERBS_OBJECT_MR,
	.size = sizeof(struct sm_uverbs_mr),
	.destroy = sm_mr_destroy,
};

struct sm_uverbs_mr *sm_mr_new(struct sm_request *req)
{
	return sm_uobj_new(req, &sm_mr_type);
}

static int sm_reg_mr(struct sm_request *req)
{
	struct ib_uverbs_reg_mr cmd;
	struct ib_uverbs_reg_mr_resp resp = { 0 };
	struct sm_uverbs_mr *mr;
	struct sm_uobj *pd;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.start % SM_PAGE_SIZE != cmd.hca_va % SM_PAGE_SIZE)
		return sm_because(-EINVAL,
				  "addr is 0x%llx and iova 0x%llx; both need the same offset in "
				  "a page",
				  (unsigned long long)cmd.start, (unsigned long long)cmd.hca_va);
	err = sm_check_access(req->file->dev, cmd.access_flags);
	if (err)
		return err;
	err = sm_uobj_find(req->file, UVERBS_OBJECT_PD, cmd.pd_handle, &pd);
	if (err)
		return err;
	mr = sm_mr_new(req);
	if (!mr)
		return -ENOMEM;
	mr->start = cmd.start;
	mr->length = cmd.length;
	mr->iova = cmd.hca_va;
	mr->access = cmd.access_flags;
	err = sm_mr_register(req->file, sm_to_pd(pd), mr);
	if (err)
		return err;
	mr->uobj.is_created = true;
	sm_uobj_use(&mr->uobj, pd);
	resp.mr_handle = mr->uobj.handle;
	resp.lkey = mr->key;
	resp.rkey = mr->key;
	return sm_command_answer(req, &resp, sizeof(resp));
}

/* The new attributes of a region; 0 or -errno. */
static int sm_rereg_apply(struct sm_request *req, const struct ib_uverbs_rereg_mr *cmd,
			  struct sm_uverbs_mr *mr, struct sm_uobj **pd)
{
	int err;

	if (cmd->flags & IBV_REREG_MR_CHANGE_TRANSLATION) {
		if (cmd->start % SM_PAGE_SIZE != cmd->hca_va % SM_PAGE_SIZE)
			return sm_because(-EINVAL,
					  "addr is 0x%llx and iova 0x%llx; both need the same "
					  "offset in a page",
					  (unsigned long long)cmd->start,
					  (unsigned long long)cmd->hca_va);
		mr->start = cmd->start;
		mr->length = cmd->length;
		mr->iova = cmd->hca_va;
	}
	if (cmd->flags & IBV_REREG_MR_CHANGE_ACCESS) {
		err = sm_check_access(req->file->dev, cmd->access_flags);
		if (err)
			return err;
		mr->access = cmd->access_flags;
	}
	if (cmd->flags & IBV_REREG_MR_CHANGE_PD) {
		err = sm_uobj_find(req->file, UVERBS_OBJECT_PD, cmd->pd_handle, pd);
		if (err)
			return err;
	}
	return 0;
}

/* Access and PD are changed in the key itself, for which mlx5_ib posts a UMR. */
static int sm_mr_change_key(struct sm_file *file, struct sm_uverbs_pd *pd,
			    const struct sm_uverbs_mr *changed)
{
	struct sm_mkey *mkey = sm_mkey_find(file->dev, changed->key);
	struct sm_pd *domain = sm_table_get(&file->dev->pds, pd->pdn);
	struct prm_mkc_fields mkc = { 0 };
	int err;

	if (!mkey || !domain)
		return -EIO;
	if (mkey->is_paged != !!(changed->access & IBV_ACCESS_ON_DEMAND))
		return sm_because(-EINVAL, "access is 0x%x; ON_DEMAND cannot change",
				  changed->access);
	err = mkey->is_paged ? 0 :
		sm_check_memory(changed->start, changed->length, changed->access);
	if (err)
		return err;
	sm_mkc_init(&mkc, file->dev, pd, changed->access);
	sm_mkey_change(mkey, &mkc, domain);
	return 0;
}

/* Other memory needs a new key, which replaces the old one. */
static int sm_mr_replace_key(struct sm_file *file, struct sm_uverbs_pd *pd, struct sm_uverbs_mr *mr,
			     struct sm_uverbs_mr *changed)
{
	int err = sm_mr_register(file, pd, changed);

	if (err)
		return err;
	err = sm_mr_destroy(&mr->uobj);
	if (err)
		sm_mr_destroy(&changed->uobj);
	return err;
}

static void sm_mr_use_pd(struct sm_uobj *mr, struct sm_uobj *pd)
{
	mr->uses[0]->users--;
	mr->uses[0] = NULL;
	sm_uobj_use(mr, pd);
}

static int sm_rereg_mr(struct sm_request *req)
{
	struct ib_uverbs_rereg_mr cmd;
	struct ib_uverbs_rereg_mr_resp resp = { 0 };
	struct sm_uverbs_mr *mr, changed;
	struct sm_uobj *uobj, *pd;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (!cmd.flags)
		return sm_because(-EINVAL, "flags are 0: no attribute is to be changed");
	if (cmd.flags & ~(uint32_t)IBV_REREG_MR_FLAGS_SUPPORTED)
		return sm_because(-EOPNOTSUPP, "flags are 0x%x; 0x%x are known", cmd.flags,
				  (uint32_t)IBV_REREG_MR_FLAGS_SUPPORTED);
	err = sm_uobj_find(req->file, UVERBS_OBJECT_MR, cmd.mr_handle, &uobj);
	if (err)
		return err;
	mr = sm_to_mr(uobj);
	if (!mr->umem && !(mr->access & IBV_ACCESS_ON_DEMAND))
		return sm_because(-EINVAL,
				  "the region is of device memory, which cannot be changed");
	changed = *mr;
	pd = uobj->uses[0];
	err = sm_rereg_apply(req, &cmd, &changed, &pd);
	if (err)
		return err;
	if (cmd.flags & IBV_REREG_MR_CHANGE_TRANSLATION)
		err = sm_mr_replace_key(req->file, sm_to_pd(pd), mr, &changed);
	else
		err = sm_mr_change_key(req->file, sm_to_pd(pd), &changed);
	if (err)
		return err;
	*mr = changed;
	sm_mr_use_pd(uobj, pd);
	resp.lkey = mr->key;
	resp.rkey = mr->key;
	return sm_command_answer(req, &resp, sizeof(resp));
}

static int sm_query_mr(struct sm_request *req)
{
	struct sm_uverbs_mr *mr = sm_to_mr(sm_attr_uobj(req, UVERBS_ATTR_QUERY_MR_HANDLE));
	int err;

	err = sm_attr_write(req, UVERBS_ATTR_QUERY_MR_RESP_LKEY, &mr->key, sizeof(mr->key));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_QUERY_MR_RESP_RKEY, &mr->key, sizeof(mr->key));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_QUERY_MR_RESP_LENGTH, &mr->length,
				    sizeof(mr->length));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_QUERY_MR_RESP_IOVA, &mr->iova,
				    sizeof(mr->iova));
	return err;
}

/* Memory windows: free keys, which libmlx5 binds by a UMR. */

static int sm_mw_destroy(struct sm_uobj *uobj)
{
	return sm_mkey_destroy_cmd(uobj->file, sm_to_mw(uobj)->rkey);
}

static const struct sm_uobj_type sm_mw_type = {
	.id = UVERBS_OBJECT_MW,
	.size = sizeof(struct sm_uverbs_mw),
	.destroy = sm_mw_destroy,
};

static int sm_mw_create(struct sm_file *file, struct sm_uverbs_pd *pd, uint8_t type,
			unsigned int klms, uint32_t *rkey)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;

	prm_create_mkey_in_fields_init(&fields);
	sm_mkc_init(mkc, file->dev, pd, 0);
	mkc->access_mode_1_0 = PRM_MKC_ACCESS_MODE_KLMS;
	mkc->free = true;
	mkc->umr_en = true;
	mkc->en_rinval = type == IBV_MW_TYPE_2;
	mkc->translations_octword_size =
		(klms + SM_KLMS_PER_MW - 1) / SM_KLMS_PER_MW * SM_KLMS_PER_MW;
	return sm_mkey_create_cmd(file, &fields, rkey);
}

static int sm_alloc_mw(struct sm_request *req)
{
	struct {
		uint32_t comp_mask, response_length;
	} driver_resp = { .response_length = sizeof(driver_resp) };
	struct mlx5_ib_alloc_mw driver;
	struct ib_uverbs_alloc_mw cmd;
	struct ib_uverbs_alloc_mw_resp resp = { 0 };
	struct sm_uverbs_mw *mw;
	struct sm_uobj *pd;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, &driver, sizeof(driver));
	if (err)
		return err;
	if (!SM_CAP(req->file->dev, imaicl))
		return sm_because(-EOPNOTSUPP, "the device lacks the capability imaicl");
	if (cmd.mw_type != IBV_MW_TYPE_1 && cmd.mw_type != IBV_MW_TYPE_2)
		return sm_because(-EINVAL, "type is %u; 1 and 2 are allowed", cmd.mw_type);
	if (driver.comp_mask || driver.reserved1 || driver.reserved2 ||
	    !sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, sizeof(driver)))
		return sm_because(-EOPNOTSUPP, "reserved bytes of the driver's part are not 0");
	err = sm_uobj_find(req->file, UVERBS_OBJECT_PD, cmd.pd_handle, &pd);
	if (err)
		return err;
	mw = sm_uobj_new(req, &sm_mw_type);
	if (!mw)
		return -ENOMEM;
	err = sm_mw_create(req->file, sm_to_pd(pd), cmd.mw_type,
			   driver.num_klms ? driver.num_klms : 1, &mw->rkey);
	if (err)
		return err;
	mw->uobj.is_created = true;
	sm_uobj_use(&mw->uobj, pd);
	resp.mw_handle = mw->uobj.handle;
	resp.rkey = mw->rkey;
	err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver_resp, sizeof(driver_resp));
	return err ? err : sm_command_answer(req, &resp, sizeof(resp));
}

const struct sm_method sm_uverbs_mr_methods[] = {
	{
		.object = UVERBS_OBJECT_MR,
		.method = UVERBS_METHOD_MR_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_MR_HANDLE, UVERBS_OBJECT_MR),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_MR,
		.method = UVERBS_METHOD_QUERY_MR,
		.needs_context = true,
		.run = sm_query_mr,
		.attrs = {
			SM_OBJECT(UVERBS_ATTR_QUERY_MR_HANDLE, UVERBS_OBJECT_MR),
			SM_OUT(UVERBS_ATTR_QUERY_MR_RESP_LKEY, uint32_t),
			SM_OUT(UVERBS_ATTR_QUERY_MR_RESP_RKEY, uint32_t),
			SM_OUT(UVERBS_ATTR_QUERY_MR_RESP_LENGTH, uint64_t),
			SM_OUT_OPTIONAL(UVERBS_ATTR_QUERY_MR_RESP_IOVA, uint64_t),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_MW,
		.method = UVERBS_METHOD_MW_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_MW_HANDLE, UVERBS_OBJECT_MW),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_mr_commands[] = {
	{
		IB_USER_VERBS_CMD_REG_MR, sizeof(struct ib_uverbs_reg_mr),
		sizeof(struct ib_uverbs_reg_mr_resp), sm_reg_mr,
	}, {
		IB_USER_VERBS_CMD_REREG_MR, sizeof(struct ib_uverbs_rereg_mr),
		sizeof(struct ib_uverbs_rereg_mr_resp), sm_rereg_mr,
	}, {
		IB_USER_VERBS_CMD_ALLOC_MW, sizeof(struct ib_uverbs_alloc_mw),
		sizeof(struct ib_uverbs_alloc_mw_resp), sm_alloc_mw,
	},
	{ .run = NULL },
};
