// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: indirection tables of work queues. Checks and errno values are those of
 * ib_uverbs_ex_create_rwq_ind_table() in ib_uverbs, and of mlx5_ib_create_rwq_ind_table() in mlx5_ib.
 */
#include <errno.h>
#include <stdlib.h>

#include "kernel/uverbs_qp.h"
#include "kernel/uverbs_rss.h"
#include "prm_rq.h"

/* A command with its longest list. */
struct sm_table_command {
	struct ib_uverbs_ex_create_rwq_ind_table fixed;
	uint32_t handles[1u << IB_USER_VERBS_MAX_LOG_IND_TBL_SIZE];
};

/* The queues are not in the table any more. */
static void sm_rwq_table_leave(struct sm_uverbs_rwq_table *table)
{
	while (table->n)
		table->wqs[--table->n]->users--;
	free(table->wqs);
	table->wqs = NULL;
}

static int sm_rwq_table_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_uverbs_rwq_table *table = sm_to_rwq_table(uobj);
	struct prm_destroy_rqt_in_fields fields;
	struct prm_destroy_rqt_out out;
	struct prm_destroy_rqt_in in;
	int err;

	prm_destroy_rqt_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.rqtn = table->rqtn;
	prm_destroy_rqt_in_pack(&in, &fields);
	err = sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		sm_rwq_table_leave(table);
	return err;
}

static void sm_rwq_table_abandon(struct sm_uobj *uobj)
{
	sm_rwq_table_leave(sm_to_rwq_table(uobj));
}

static const struct sm_uobj_type sm_rwq_table_type = {
	.id = UVERBS_OBJECT_RWQ_IND_TBL,
	.size = sizeof(struct sm_uverbs_rwq_table),
	.destroy = sm_rwq_table_destroy_uobj,
	.abandon = sm_rwq_table_abandon,
};

static int sm_table_check(struct sm_request *req, const struct ib_uverbs_ex_create_rwq_ind_table *cmd)
{
	const size_t len = sm_attr_len(req, UVERBS_ATTR_CORE_IN);
	const uint32_t most = SM_CAP(req->file->dev, log_max_rqt_size);
	size_t needed;

	if (cmd->comp_mask)
		return sm_because(-EOPNOTSUPP, "comp_mask is 0x%x; 0 is allowed", cmd->comp_mask);
	if (cmd->log_ind_tbl_size > IB_USER_VERBS_MAX_LOG_IND_TBL_SIZE || cmd->log_ind_tbl_size > most)
		return sm_because(-EINVAL,
				  "log_ind_tbl_size is %u; at most %u is allowed, log_max_rqt_size",
				  cmd->log_ind_tbl_size, most);
	needed = sizeof(*cmd) + (sizeof(uint32_t) << cmd->log_ind_tbl_size);
	if (len < needed)
		return sm_because(-ENOSPC, "the command has %zu bytes; %zu are needed", len, needed);
	if (!sm_attr_is_cleared(req, UVERBS_ATTR_CORE_IN, needed))
		return sm_because(-EOPNOTSUPP, "bytes after the handles are not 0");
	return 0;
}

static int sm_table_check_driver(struct sm_request *req)
{
	const size_t out_len = sm_attr_len(req, UVERBS_ATTR_UHW_OUT);

	if (!sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, 0))
		return sm_because(-EOPNOTSUPP, "the driver's part is not 0");
	if (out_len && out_len < sizeof(struct mlx5_ib_create_rwq_ind_tbl_resp))
		return sm_because(-EINVAL, "the driver's answer has room for %zu bytes; %zu are needed",
				  out_len, sizeof(struct mlx5_ib_create_rwq_ind_tbl_resp));
	return 0;
}

static int sm_table_exec_create(struct sm_uverbs_rwq_table *table)
{
	const size_t len = PRM_CREATE_RQT_IN_SIZE + table->n * PRM_RQ_NUM_SIZE;
	struct prm_create_rqt_in *in = calloc(1, len);
	struct prm_create_rqt_in_fields fields;
	struct prm_create_rqt_out out;
	struct prm_rq_num *numbers;
	int err;

	if (!in)
		return -ENOMEM;
	prm_create_rqt_in_fields_init(&fields);
	fields.uid = table->uobj.file->uid;
	fields.rqt_context.rqt_actual_size = (uint16_t)table->n;
	fields.rqt_context.rqt_max_size = (uint16_t)table->n;
	prm_create_rqt_in_pack(in, &fields);
	numbers = (struct prm_rq_num *)(void *)(in + 1);
	for (uint32_t i = 0; i < table->n; i++)
		prm_rq_num_set_rq_num(&numbers[i], sm_to_wq(table->wqs[i])->wqn);
	err = sm_kernel_exec(table->uobj.file->dev, in, len, &out, sizeof(out));
	free(in);
	if (!err)
		table->rqtn = prm_create_rqt_out_get_rqtn(&out);
	return err;
}

/* The queues by their handles. Each is in use once for each of its entries. */
static int sm_table_find(struct sm_uverbs_rwq_table *table, uint32_t n, const uint32_t *handles)
{
	int err = 0;

	table->wqs = calloc(n, sizeof(*table->wqs));
	if (!table->wqs)
		return -ENOMEM;
	while (table->n < n && !err) {
		struct sm_uobj **wq = &table->wqs[table->n];

		err = sm_uobj_find(table->uobj.file, UVERBS_OBJECT_WQ, handles[table->n], wq);
		if (err)
			break;
		(*wq)->users++;
		table->n++;
	}
	return err;
}

static int sm_table_answer(struct sm_request *req, const struct sm_uverbs_rwq_table *table)
{
	const struct mlx5_ib_create_rwq_ind_tbl_resp driver = {
		.response_length = offsetof(struct mlx5_ib_create_rwq_ind_tbl_resp, reserved),
	};
	const struct ib_uverbs_ex_create_rwq_ind_table_resp resp = {
		.response_length = sizeof(resp),
		.ind_tbl_handle = table->uobj.handle,
		.ind_tbl_num = table->rqtn,
	};
	int err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));

	return err ? err : sm_command_answer(req, &resp, sizeof(resp));
}

static int sm_table_create(struct sm_request *req, const struct sm_table_command *cmd)
{
	struct sm_uverbs_rwq_table *table;
	int err = sm_table_check(req, &cmd->fixed);

	if (!err)
		err = sm_table_check_driver(req);
	if (err)
		return err;
	table = sm_uobj_new(req, &sm_rwq_table_type);
	if (!table)
		return -ENOMEM;
	err = sm_table_find(table, 1u << cmd->fixed.log_ind_tbl_size, cmd->handles);
	if (!err)
		err = sm_table_exec_create(table);
	if (err) {
		sm_rwq_table_leave(table);
		return err;
	}
	table->uobj.is_created = true;
	return sm_table_answer(req, table);
}

static int sm_create_rwq_ind_table(struct sm_request *req)
{
	struct sm_table_command *cmd = calloc(1, sizeof(*cmd));
	int err;

	if (!cmd)
		return -ENOMEM;
	err = sm_command_read(req, cmd, sizeof(*cmd));
	if (!err && !sm_has_wqs(req))
		err = sm_because(-EOPNOTSUPP, "the port is one of InfiniBand");
	if (!err)
		err = sm_table_create(req, cmd);
	free(cmd);
	return err;
}

static int sm_destroy_rwq_ind_table(struct sm_request *req)
{
	struct ib_uverbs_ex_destroy_rwq_ind_table cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.comp_mask)
		return sm_because(-EOPNOTSUPP, "comp_mask is 0x%x; 0 is allowed", cmd.comp_mask);
	err = sm_uobj_find(req->file, UVERBS_OBJECT_RWQ_IND_TBL, cmd.ind_tbl_handle, &uobj);
	return err ? err : sm_uobj_destroy(uobj);
}

const struct sm_method sm_uverbs_rwq_table_methods[] = {
	{
		.object = UVERBS_OBJECT_RWQ_IND_TBL,
		.method = UVERBS_METHOD_RWQ_IND_TBL_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_RWQ_IND_TBL_HANDLE,
				   UVERBS_OBJECT_RWQ_IND_TBL),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_rwq_table_commands[] = {
	{
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_CREATE_RWQ_IND_TBL,
		sizeof(struct ib_uverbs_ex_create_rwq_ind_table),
		sizeof(struct ib_uverbs_ex_create_rwq_ind_table_resp), sm_create_rwq_ind_table,
	}, {
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_DESTROY_RWQ_IND_TBL,
		sizeof(struct ib_uverbs_ex_destroy_rwq_ind_table), 0, sm_destroy_rwq_ind_table,
	},
	{ .run = NULL },
};
