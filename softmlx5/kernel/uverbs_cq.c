// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: completion queues and their channels.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/uverbs_private.h"
#include "prm_cq.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"

#define SM_MAX_CQ_PERIOD 0xfff	/* microseconds; 12 bits of the context */
#define SM_CQ_FLAGS (IB_UVERBS_CQ_FLAGS_TIMESTAMP_COMPLETION | IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN)
#define SM_CQ_DRIVER_FLAGS (MLX5_IB_CREATE_CQ_FLAGS_CQE_128B_PAD | \
			    MLX5_IB_CREATE_CQ_FLAGS_UAR_PAGE_INDEX | \
			    MLX5_IB_CREATE_CQ_FLAGS_REAL_TIME_TS)

#define SM_CAP(dev, name) prm_cmd_hca_cap_get_##name((dev)->caps->general)

/*
 * Events.
 */

static void sm_cq_event_was_read(void *object)
{
	struct sm_uverbs_cq *cq = object;

	cq->comp_reported++;
}

static void sm_cq_completion(void *owner)
{
	struct sm_uverbs_cq *cq = owner;
	struct ib_uverbs_comp_event_desc record = { .cq_handle = cq->uobj.user_handle };

	if (cq->channel)
		sm_events_push(cq->channel, &record, sizeof(record), sm_cq_event_was_read, cq);
}

static void sm_cq_async_event(void *owner, uint8_t type)
{
	struct sm_uverbs_cq *cq = owner;

	if (type == PRM_EVENT_TYPE_CQ_ERROR)
		sm_uobj_async_event(&cq->uobj, IBV_EVENT_CQ_ERR);
}

/*
 * Create and destroy.
 */

static void sm_cq_leave_channel(struct sm_uverbs_cq *cq)
{
	if (!cq->channel)
		return;
	sm_events_purge(cq->channel, cq);
	sm_events_put(cq->channel);
	cq->channel = NULL;
}

static int sm_cq_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_uverbs_cq *cq = sm_to_cq(uobj);
	struct prm_destroy_cq_in_fields fields;
	struct prm_destroy_cq_in in;
	struct prm_destroy_cq_out out;
	int err;

	prm_destroy_cq_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.cqn = cq->cqn;
	prm_destroy_cq_in_pack(&in, &fields);
	err = sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (err)
		return err;
	if (!cq->is_resized)
		sm_umem_destroy(uobj->file, cq->umem);
	sm_umem_destroy(uobj->file, cq->dbr_umem);
	sm_cq_leave_channel(cq);
	return 0;
}

static void sm_cq_abandon(struct sm_uobj *uobj)
{
	const struct sm_listener none = { 0 };
	struct sm_uverbs_cq *cq = sm_to_cq(uobj);

	sm_fw_listen_cq(uobj->file->dev, cq->cqn, &none);
	sm_cq_leave_channel(cq);
}

/* Threads that wait for a completion get an error. */
static void sm_cq_disassociate(struct sm_uobj *uobj)
{
	struct sm_uverbs_cq *cq = sm_to_cq(uobj);

	if (cq->channel)
		sm_events_end(cq->channel);
}

static const struct sm_uobj_type sm_cq_type = {
	.id = UVERBS_OBJECT_CQ,
	.size = sizeof(struct sm_uverbs_cq),
	.destroy = sm_cq_destroy_uobj,
	.abandon = sm_cq_abandon,
	.disassociate = sm_cq_disassociate,
};

/* Takes over the channel's reference. */
static void sm_cq_set_channel(struct sm_request *req, struct sm_uverbs_cq *cq)
{
	struct sm_attr *attr = sm_attr(req, UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL);

	if (attr) {
		cq->channel = attr->events;
		attr->events = NULL;
	}
}

static int sm_cq_check_driver(struct sm_request *req, struct mlx5_ib_create_cq *driver)
{
	struct sm_dev *dev = req->file->dev;
	int err;

	if (sm_attr_len(req, UVERBS_ATTR_UHW_IN) < offsetof(struct mlx5_ib_create_cq, flags))
		return sm_because(-EINVAL, "the driver's part has %zu bytes, without flags",
				  sm_attr_len(req, UVERBS_ATTR_UHW_IN));
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));
	if (err)
		return err;
	if (driver->flags & ~(uint32_t)SM_CQ_DRIVER_FLAGS)
		return sm_because(-EINVAL, "the driver's flags are 0x%x; 0x%x are known",
				  driver->flags, SM_CQ_DRIVER_FLAGS);
	if ((driver->cqe_size != 64 && driver->cqe_size != 128) || driver->reserved0 ||
	    driver->reserved1)
		return sm_because(-EINVAL,
				  "cqe_size is %u, 64 and 128 are allowed, or reserved bytes are "
				  "not 0",
				  driver->cqe_size);
	if (!(driver->flags & MLX5_IB_CREATE_CQ_FLAGS_UAR_PAGE_INDEX))
		return sm_because(-EINVAL,
				  "the driver's flags are 0x%x, without UAR_PAGE_INDEX; the "
				  "kernel allocates no doorbell pages ahead",
				  driver->flags);
	if (driver->flags & MLX5_IB_CREATE_CQ_FLAGS_REAL_TIME_TS)
		return sm_because(-EOPNOTSUPP,
				  "the driver's flags have REAL_TIME_TS, which the context "
				  "has not offered");
	if (driver->cqe_comp_en == 1 &&
	    !(driver->cqe_size == 64 ? SM_CAP(dev, cqe_compression) :
				       SM_CAP(dev, cqe_compression_128b)))
		return sm_because(-EOPNOTSUPP,
				  "compression of CQEs of %u bytes needs the capability "
				  "cqe_compression%s",
				  driver->cqe_size, driver->cqe_size == 64 ? "" : "_128b");
	if ((driver->flags & MLX5_IB_CREATE_CQ_FLAGS_CQE_128B_PAD) &&
	    (driver->cqe_size != 128 || !SM_CAP(dev, cqe_128_always)))
		return sm_because(-EOPNOTSUPP,
				  "padding needs CQEs of 128 bytes, which have %u, and the "
				  "capability cqe_128_always",
				  driver->cqe_size);
	return 0;
}

/*
 * CQEs of the ring: one more than requested, rounded up to a power of two; 0 if that is too many.
 */
static uint32_t sm_cq_entries(struct sm_dev *dev, uint32_t cqe)
{
	uint32_t max = sm_power(SM_CAP(dev, log_max_cq_sz)), entries = 1;

	if (cqe >= max)
		return 0;
	while (entries <= cqe)
		entries *= 2;
	return entries;
}

static void sm_cq_context(struct sm_request *req, const struct mlx5_ib_create_cq *driver,
			  uint32_t entries, struct prm_cqc_fields *cqc)
{
	uint32_t flags = (uint32_t)sm_attr_number(req, UVERBS_ATTR_CREATE_CQ_FLAGS);

	cqc->log_cq_size = (uint8_t)__builtin_ctz(entries);
	cqc->uar_page = driver->uar_page_index;
	cqc->oi = flags & IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN;
	if (driver->cqe_size == 128)
		cqc->cqe_sz = driver->flags & MLX5_IB_CREATE_CQ_FLAGS_CQE_128B_PAD ?
			      PRM_CQE_SIZE_128_PAD : PRM_CQE_SIZE_128_BYTES;
	if (driver->cqe_comp_en == 1) {
		cqc->cqe_comp_en = true;
		cqc->mini_cqe_res_format = driver->cqe_comp_res_format ==
			MLX5_IB_CQE_RES_FORMAT_CSUM ? PRM_MINI_CQE_RES_FORMAT_CSUM :
						      PRM_MINI_CQE_RES_FORMAT_HASH;
	}
}

static int sm_cq_exec_create(struct sm_request *req, struct sm_uverbs_cq *cq,
			     const struct mlx5_ib_create_cq *driver, uint32_t entries)
{
	struct sm_file *file = req->file;
	struct prm_create_cq_in_fields fields;
	struct prm_create_cq_in in;
	struct prm_create_cq_out out;
	int err;

	prm_create_cq_in_fields_init(&fields);
	fields.uid = file->uid;
	sm_cq_context(req, driver, entries, &fields.cq_context);
	fields.cq_context.dbr_umem_valid = true;
	fields.cq_context.dbr_umem_id = cq->dbr_umem;
	fields.cq_umem_valid = true;
	fields.cq_umem_id = cq->umem;
	fields.cq_context.c_eqn = SM_EQN;
	prm_create_cq_in_pack(&in, &fields);
	err = sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		cq->cqn = prm_create_cq_out_get_cqn(&out);
	return err;
}

static int sm_cq_make(struct sm_request *req, struct sm_uverbs_cq *cq,
		      const struct mlx5_ib_create_cq *driver, uint32_t entries)
{
	struct sm_file *file = req->file;
	int err = sm_check_ring(driver->buf_addr, SM_PAGE_SIZE);

	if (err)
		return err;
	err = sm_umem_create(file, driver->buf_addr, (uint64_t)entries * driver->cqe_size,
			     IBV_ACCESS_LOCAL_WRITE, &cq->umem);
	if (err)
		return err;
	err = sm_umem_create(file, driver->db_addr, PRM_CQ_DOORBELL_RECORD_SIZE,
			     IBV_ACCESS_LOCAL_WRITE, &cq->dbr_umem);
	if (err)
		goto no_dbr;
	err = sm_cq_exec_create(req, cq, driver, entries);
	if (!err)
		return 0;
	sm_umem_destroy(file, cq->dbr_umem);
no_dbr:
	sm_umem_destroy(file, cq->umem);
	return err;
}

static int sm_cq_create_uobj(struct sm_request *req)
{
	struct sm_listener listener = {
		.completion = sm_cq_completion, .event = sm_cq_async_event,
	};
	uint32_t cqe = (uint32_t)sm_attr_number(req, UVERBS_ATTR_CREATE_CQ_CQE), entries;
	struct mlx5_ib_create_cq driver;
	struct sm_uverbs_cq *cq;
	int err;

	if (sm_attr_number(req, UVERBS_ATTR_CREATE_CQ_FLAGS) & ~(uint64_t)SM_CQ_FLAGS)
		return sm_because(
			-EOPNOTSUPP, "flags are 0x%llx; 0x%x are known",
			(unsigned long long)sm_attr_number(req, UVERBS_ATTR_CREATE_CQ_FLAGS),
			SM_CQ_FLAGS);
	if (sm_attr_number(req, UVERBS_ATTR_CREATE_CQ_COMP_VECTOR) >= SM_NUM_COMP_VECTORS)
		return sm_because(
			-EINVAL, "comp_vector is %llu; below %u, num_comp_vectors, is allowed",
			(unsigned long long)sm_attr_number(req, UVERBS_ATTR_CREATE_CQ_COMP_VECTOR),
			SM_NUM_COMP_VECTORS);
	entries = cqe ? sm_cq_entries(req->file->dev, cqe) : 0;
	if (!entries)
		return sm_because(-EINVAL, "cqe is %u; 1 to %u are allowed", cqe,
				  sm_power(SM_CAP(req->file->dev, log_max_cq_sz)) - 1);
	err = sm_cq_check_driver(req, &driver);
	if (err)
		return err;
	cq = sm_uobj_new(req, &sm_cq_type);
	if (!cq)
		return -ENOMEM;
	cq->uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_CQ_USER_HANDLE);
	cq->cqe = entries - 1;
	cq->cqe_size = driver.cqe_size;
	cq->is_padded = driver.flags & MLX5_IB_CREATE_CQ_FLAGS_CQE_128B_PAD;
	err = sm_cq_make(req, cq, &driver, entries);
	if (err)
		return err;
	cq->uobj.is_created = true;
	sm_cq_set_channel(req, cq);
	sm_uobj_set_async(req, &cq->uobj, UVERBS_ATTR_CREATE_CQ_EVENT_FD);
	listener.owner = cq;
	sm_fw_listen_cq(req->file->dev, cq->cqn, &listener);
	err = sm_attr_write(req, UVERBS_ATTR_CREATE_CQ_RESP_CQE, &cq->cqe, sizeof(cq->cqe));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &cq->cqn, sizeof(cq->cqn));
	if (!err)
		err = sm_attr_write_handle(req, UVERBS_ATTR_CREATE_CQ_HANDLE, cq->uobj.handle);
	return err;
}

static int sm_cq_destroyed(struct sm_request *req)
{
	struct ib_uverbs_destroy_cq_resp resp = {
		.comp_events_reported = req->comp_reported,
		.async_events_reported = req->async_reported,
	};

	return sm_attr_write(req, UVERBS_ATTR_DESTROY_CQ_RESP, &resp, sizeof(resp));
}

/*
 * Commands.
 */

/* EX_MODIFY_CQ: when the device reports completions. */
static int sm_modify_cq(struct sm_request *req)
{
	struct prm_modify_cq_in_fields fields;
	struct prm_modify_cq_in in;
	struct prm_modify_cq_out out;
	struct ib_uverbs_ex_modify_cq cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (!cmd.attr_mask || cmd.reserved)
		return sm_because(-EINVAL,
				  "attr_mask is 0x%x, and IBV_CQ_ATTR_MODERATE is needed, or "
				  "reserved bits are set",
				  cmd.attr_mask);
	if (cmd.attr_mask > IBV_CQ_ATTR_MODERATE)
		return sm_because(-EOPNOTSUPP,
				  "attr_mask is 0x%x; IBV_CQ_ATTR_MODERATE (0x%x) is known",
				  cmd.attr_mask, IBV_CQ_ATTR_MODERATE);
	err = sm_uobj_find(req->file, UVERBS_OBJECT_CQ, cmd.cq_handle, &uobj);
	if (err)
		return err;
	if (!SM_CAP(req->file->dev, cq_moderation))
		return sm_because(-EOPNOTSUPP, "the device lacks the capability cq_moderation");
	if (cmd.attr.cq_period > SM_MAX_CQ_PERIOD)
		return sm_because(-EINVAL, "cq_period is %u; at most %u is allowed",
				  cmd.attr.cq_period, SM_MAX_CQ_PERIOD);
	prm_modify_cq_in_fields_init(&fields);
	fields.uid = req->file->uid;
	fields.op_mod = PRM_MODIFY_CQ_OP_MOD_MODIFY_CQ;
	fields.cqn = sm_to_cq(uobj)->cqn;
	fields.modify_field_select = PRM_CQ_MODIFY_FIELD_PERIOD | PRM_CQ_MODIFY_FIELD_COUNT;
	fields.cq_context.cq_period = cmd.attr.cq_period;
	fields.cq_context.cq_max_count = cmd.attr.cq_count;
	prm_modify_cq_in_pack(&in, &fields);
	return sm_kernel_exec(req->file->dev, &in, sizeof(in), &out, sizeof(out));
}

static void sm_cq_resize_pack(const struct sm_uverbs_cq *cq, const struct mlx5_ib_resize_cq *driver,
			      uint32_t entries, struct prm_modify_cq_in *in)
{
	struct prm_modify_cq_in_fields fields;

	prm_modify_cq_in_fields_init(&fields);
	fields.uid = cq->uobj.file->uid;
	fields.op_mod = PRM_MODIFY_CQ_OP_MOD_RESIZE_CQ;
	fields.cqn = cq->cqn;
	fields.resize_field_select = PRM_CQ_RESIZE_FIELD_LOG_SIZE |
				     PRM_CQ_RESIZE_FIELD_PG_OFFSET | PRM_CQ_RESIZE_FIELD_PG_SIZE;
	fields.cq_context.cqe_sz = driver->cqe_size == 64 ? PRM_CQE_SIZE_64_BYTES :
				   cq->is_padded ? PRM_CQE_SIZE_128_PAD : PRM_CQE_SIZE_128_BYTES;
	fields.cq_context.log_cq_size = (uint8_t)__builtin_ctz(entries);
	prm_modify_cq_in_pack(in, &fields);
	sm_list_pages(prm_modify_cq_in_pas(in), driver->buf_addr,
		      (uint64_t)entries * driver->cqe_size);
}

/* The CQ's new ring is named by its pages. */
static int sm_cq_exec_resize(struct sm_uverbs_cq *cq, const struct mlx5_ib_resize_cq *driver,
			     uint32_t entries)
{
	const uint64_t len = (uint64_t)entries * driver->cqe_size;
	struct prm_modify_cq_out out;
	struct prm_modify_cq_in *in;
	size_t in_len;
	int err = sm_check_memory(driver->buf_addr, len, IBV_ACCESS_LOCAL_WRITE);

	if (!err)
		err = sm_check_ring(driver->buf_addr, SM_PAGE_SIZE);
	if (err)
		return err;
	in_len = sizeof(*in) + sm_pages(driver->buf_addr, len) * sizeof(prm_be64);
	in = malloc(in_len);
	if (!in)
		return -ENOMEM;
	sm_cq_resize_pack(cq, driver, entries, in);
	err = sm_kernel_exec(cq->uobj.file->dev, in, in_len, &out, sizeof(out));
	free(in);
	return err;
}

static int sm_cq_resize_to(struct sm_request *req, struct sm_uverbs_cq *cq, uint32_t cqe)
{
	uint32_t entries = sm_cq_entries(req->file->dev, cqe);
	struct mlx5_ib_resize_cq driver;
	int err;

	if (!SM_CAP(req->file->dev, cq_resize))
		return sm_because(-ENOSYS, "the device lacks the capability cq_resize");
	if (!cqe || !entries)
		return sm_because(-EINVAL, "cqe is %u; 1 to %u are allowed", cqe,
				  sm_power(SM_CAP(req->file->dev, log_max_cq_sz)) - 1);
	if (entries == cq->cqe + 1)
		return 0;
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, &driver, sizeof(driver));
	if (!err && (driver.reserved0 || driver.reserved1 || !driver.cqe_size))
		err = sm_because(-EINVAL, "cqe_size is %u, or reserved bytes are not 0",
				 driver.cqe_size);
	if (!err)
		err = sm_cq_exec_resize(cq, &driver, entries);
	if (err)
		return err;
	if (!cq->is_resized)
		sm_umem_destroy(req->file, cq->umem);
	cq->is_resized = true;
	cq->cqe = entries - 1;
	return 0;
}

static int sm_resize_cq(struct sm_request *req)
{
	struct ib_uverbs_resize_cq_resp resp = { 0 };
	struct ib_uverbs_resize_cq cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_CQ, cmd.cq_handle, &uobj);
	if (!err)
		err = sm_cq_resize_to(req, sm_to_cq(uobj), cmd.cqe);
	if (err)
		return err;
	resp.cqe = sm_to_cq(uobj)->cqe;
	return sm_command_answer(req, &resp, sizeof(resp));
}

static int sm_create_comp_channel(struct sm_request *req)
{
	struct ib_uverbs_create_comp_channel_resp resp;

	if (!sm_events_new(req, UVERBS_OBJECT_COMP_CHANNEL, NULL, NULL))
		return -errno;
	resp.fd = (uint32_t)req->created_fd;
	return sm_command_answer(req, &resp, sizeof(resp));
}

const struct sm_method sm_uverbs_cq_methods[] = {
	{
		.object = UVERBS_OBJECT_CQ,
		.method = UVERBS_METHOD_CQ_CREATE,
		.needs_context = true,
		.run = sm_cq_create_uobj,
		.attrs = {
			SM_NEW(UVERBS_ATTR_CREATE_CQ_HANDLE),
			SM_IN(UVERBS_ATTR_CREATE_CQ_CQE, uint32_t),
			SM_IN(UVERBS_ATTR_CREATE_CQ_USER_HANDLE, uint64_t),
			SM_EVENT_FD(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, UVERBS_OBJECT_COMP_CHANNEL),
			SM_IN(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, uint32_t),
			SM_FLAGS_IN(UVERBS_ATTR_CREATE_CQ_FLAGS),
			SM_OUT(UVERBS_ATTR_CREATE_CQ_RESP_CQE, uint32_t),
			SM_EVENT_FD(UVERBS_ATTR_CREATE_CQ_EVENT_FD, UVERBS_OBJECT_ASYNC_EVENT),
			SM_UHW,
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_CQ,
		.method = UVERBS_METHOD_CQ_DESTROY,
		.needs_context = true,
		.run = sm_cq_destroyed,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_CQ_HANDLE, UVERBS_OBJECT_CQ),
			SM_OUT(UVERBS_ATTR_DESTROY_CQ_RESP, struct ib_uverbs_destroy_cq_resp),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_cq_commands[] = {
	{
		IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL, sizeof(struct ib_uverbs_create_comp_channel),
		sizeof(struct ib_uverbs_create_comp_channel_resp), sm_create_comp_channel,
	}, {
		IB_USER_VERBS_CMD_RESIZE_CQ, sizeof(struct ib_uverbs_resize_cq),
		sizeof(struct ib_uverbs_resize_cq_resp), sm_resize_cq,
	}, {
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_MODIFY_CQ,
		sizeof(struct ib_uverbs_ex_modify_cq), 0, sm_modify_cq,
	},
	{ .run = NULL },
};
