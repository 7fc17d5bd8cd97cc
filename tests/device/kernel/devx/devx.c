// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Every command through every method of DEVX, with bodies that are zero, short, random, right, and right but for one dword.
 * Prints each answer but the usual one, EINVAL of the kernel, in a line, with what a query has answered, by dword; and how many
 * there were.
 * Run on softmlx5 in the process and on Linux's driver, the lines must be the same.
 */
#include <stddef.h>
#include <sys/mman.h>

#include "../../../rig/connect.h"
#include "../../../rig/random.h"

#include "prm_alloc.h"
#include "prm_cmd.h"
#include "prm_cq.h"
#include "prm_dct.h"
#include "prm_flow_table.h"
#include "prm_general_obj.h"
#include "prm_mkey.h"
#include "prm_psv_cmd.h"
#include "prm_q_counter.h"
#include "prm_qp.h"
#include "prm_rmp.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_srq.h"
#include "prm_tir.h"

#define N_OPCODES 0x1000
#define LEN 1024	/* of most bodies and answers */
#define SHORT 16	/* the least that mlx5_ib takes */
#define SEED 19
#define PAGES 24
#define CHANGES 100	/* of a body */
#define FLOW_INDEX 3
#define TAKEN_PDS 48	/* a number above it keeps one of two bits */
#define PAGE 4096

enum method { CREATE, GENERAL, QUERY, MODIFY, N_METHODS };

static const char *const method_names[N_METHODS] = { "obj_create", "general_cmd", "obj_query", "obj_modify" };

/* On a port of InfiniBand there are no TISs, RQs and flow tables, and SQs without TIS. */
enum made {
	PD, TD, XRCD, COUNTER, MKEY, PSV, CQ, SRQ, RMP, XRC_SRQ, QP, DCT, DEK,
	TIS, SQ, RQ, TIR, TABLE, GROUP, ENTRY, N_MADE
};

static const char *const made_names[N_MADE] = {
	"pd", "transport_domain", "xrcd", "q_counter", "mkey", "psv", "cq", "srq", "rmp", "xrc_srq", "qp", "dct", "dek",
	"tis", "sq", "rq", "tir", "flow_table", "flow_group", "fte",
};

/* A context with the objects that right bodies refer to. */
struct user {
	struct ibv_context *context;
	struct mlx5dv_devx_uar *uar;
	struct mlx5dv_devx_umem *umem;
	void *memory;
	uint32_t eqn;
	struct mlx5dv_devx_obj *obj[N_MADE];
	uint32_t number[N_MADE];
};

static struct user users[2];
static unsigned int n_calls, n_usual;

/* Prints OK, and the dwords after the head of what is no new object's number. */
static void contents(const char *method, const void *out)
{
	const prm_be32 *dword = out;
	unsigned int i;

	printf("OK");
	for (i = 2; i < LEN / sizeof(*dword) && strcmp(method, method_names[CREATE]); i++)
		if (prm_be32_to_cpu(dword[i]))
			printf(" %x:%x", i * 4, prm_be32_to_cpu(dword[i]));
	printf("\n");
}

/* Prints an answer, unless it is the usual one. */
static void answer(const char *what, const char *method, const char *body, bool is_bad, const void *out)
{
	const int err = errno;

	n_calls++;
	if (is_bad && err == EINVAL) {
		n_usual++;
		return;
	}
	printf("%s %s %s: ", method, what, body);
	if (!is_bad)
		contents(method, out);
	else if (err == EREMOTEIO || prm_cmd_out_hdr_get_status(out))
		printf("%s %s\n", strerrorname_np(err), prm_cmd_status_str(prm_cmd_out_hdr_get_status(out)));
	else
		printf("%s\n", strerrorname_np(err));
}

static const char *name_of(uint16_t opcode)
{
	static char text[32];

	snprintf(text, sizeof(text), "%s", prm_cmd_opcode_str(opcode) ? prm_cmd_opcode_str(opcode) : "?");
	if (!prm_cmd_opcode_str(opcode))
		snprintf(text, sizeof(text), "0x%03x", opcode);
	return text;
}

/* One call. What it makes is destroyed, which is printed if it fails. */
static void call(struct user *user, enum method method, struct mlx5dv_devx_obj *obj, const char *what, const char *body,
		 const void *in, size_t in_len)
{
	_Alignas(8) uint8_t out[LEN] = { 0 };
	struct mlx5dv_devx_obj *made;
	int err;

	errno = 0;
	switch (method) {
	case CREATE:
		made = mlx5dv_devx_obj_create(user->context, in, in_len, out, sizeof(out));
		answer(what, method_names[method], body, !made, out);
		if (made && mlx5dv_devx_obj_destroy(made))
			printf("obj_destroy %s %s: %s\n", what, body, strerrorname_np(errno));
		return;
	case GENERAL:
		err = mlx5dv_devx_general_cmd(user->context, in, in_len, out, sizeof(out));
		break;
	case QUERY:
		err = mlx5dv_devx_obj_query(obj, in, in_len, out, sizeof(out));
		break;
	default:
		err = mlx5dv_devx_obj_modify(obj, in, in_len, out, sizeof(out));
		break;
	}
	answer(what, method_names[method], body, err, out);
}

/*
 * Every opcode by every method. Short bodies are not for methods that create or modify, which set bits of umems in them.
 */
static void sweep(struct user *user, const char *kind, struct mlx5dv_devx_obj *obj, unsigned int first, unsigned int last)
{
	uint64_t random = random_seed(SEED);
	_Alignas(8) uint8_t in[LEN];
	char body[64];
	unsigned int opcode, m, round;

	for (opcode = 0; opcode < N_OPCODES; opcode++)
		for (m = first; m <= last; m++)
			for (round = 0; round < 3; round++) {
				static const char *const rounds[] = { "zero", "short", "random" };

				if (round == 1 && (m == CREATE || m == MODIFY))
					continue;
				/* A second time, or without a layout, once is enough. */
				if (round && (*kind || !prm_cmd_opcode_str((uint16_t)opcode)) && m != GENERAL)
					continue;
				memset(in, 0, sizeof(in));
				if (round == 2)
					random_fill(&random, in + 4, sizeof(in) - 4);
				prm_cmd_in_hdr_set_opcode((void *)in, (uint16_t)opcode);
				snprintf(body, sizeof(body), "%s%s", kind, rounds[round]);
				call(user, (enum method)m, obj, name_of((uint16_t)opcode), body, in,
				     round == 1 ? SHORT : sizeof(in));
			}
}

/*
 * Right bodies.
 */

/* Queues of the objects are in one umem, a page for each, and a page of doorbell records. */
static uint64_t page_of(enum made made)
{
	return (uint64_t)made * PAGE;
}

static uint64_t record_of(enum made made)
{
	return (uint64_t)(N_MADE * PAGE) + made * 64u;
}

static void queue_in_umem(struct prm_wq_fields *wq, const struct user *user, enum made made)
{
	wq->pd = user->number[PD];
	wq->wq_umem_id = wq->dbr_umem_id = user->umem->umem_id;
	wq->wq_umem_offset = page_of(made);
	wq->dbr_addr = record_of(made);
	wq->log_wq_sz = 3;
	wq->log_wq_stride = 6;
	wq->wq_type = PRM_WQ_TYPE_LINKED_LIST;
}

#define EMIT(layout, name) (prm_##layout##_in_pack((struct prm_##layout##_in *)in, &name), sizeof(struct prm_##layout##_in))

static void ring_in_umem(struct prm_wq_fields *wq, const struct user *user, enum made made)
{
	queue_in_umem(wq, user, made);
	wq->wq_type = PRM_WQ_TYPE_CYCLIC;
	wq->uar_page = made == SQ ? user->uar->page_id : 0;
}

/* All IPv4 packets go to the TIR. */
static size_t entry(const struct user *user, void *in)
{
	struct prm_dest_format_struct *to = (void *)((uint8_t *)in + PRM_SET_FTE_IN_SIZE);
	struct prm_set_fte_in_fields v;

	prm_set_fte_in_fields_init(&v);
	v.table_id = user->number[TABLE];
	v.flow_index = FLOW_INDEX;
	v.flow_context.group_id = user->number[GROUP];
	v.flow_context.flow_tag = 19;
	v.flow_context.action = PRM_FLOW_CONTEXT_ACTION_FWD_DEST;
	v.flow_context.destination_list_size = 1;
	v.flow_context.match_value.outer_headers.ethertype = 0x800;
	prm_dest_format_struct_pack(to, &(struct prm_dest_format_struct_fields){
		.destination_type = PRM_FLOW_DESTINATION_TYPE_TIR, .destination_id = user->number[TIR] });
	return EMIT(set_fte, v) + sizeof(*to);
}

static size_t creation_for_frames(const struct user *user, enum made made, void *in)
{
	switch (made) {
	case TIS: {
		struct prm_create_tis_in_fields v;

		prm_create_tis_in_fields_init(&v);
		v.ctx.transport_domain = user->number[TD];
		return EMIT(create_tis, v);
	}
	case SQ: {
		struct prm_create_sq_in_fields v;

		prm_create_sq_in_fields_init(&v);
		v.ctx.cqn = user->number[CQ];
		v.ctx.tis_lst_sz = user->obj[TIS] ? 1 : 0;
		v.ctx.tis_num_0 = user->number[TIS];
		v.ctx.flush_in_error_en = true;
		ring_in_umem(&v.ctx.wq, user, SQ);
		return EMIT(create_sq, v);
	}
	case RQ: {
		struct prm_create_rq_in_fields v;

		prm_create_rq_in_fields_init(&v);
		v.ctx.cqn = user->number[CQ];
		v.ctx.vsd = true;
		ring_in_umem(&v.ctx.wq, user, RQ);
		return EMIT(create_rq, v);
	}
	case TIR: {
		struct prm_create_tir_in_fields v;

		prm_create_tir_in_fields_init(&v);
		v.ctx.disp_type = PRM_TIR_DISP_TYPE_DIRECT;
		v.ctx.inline_rqn = user->number[RQ];
		v.ctx.transport_domain = user->number[TD];
		return EMIT(create_tir, v);
	}
	case TABLE: {
		struct prm_create_flow_table_in_fields v;

		prm_create_flow_table_in_fields_init(&v);
		v.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
		v.flow_table_context.log_size = 4;
		return EMIT(create_flow_table, v);
	}
	case GROUP: {
		struct prm_create_flow_group_in_fields v;

		prm_create_flow_group_in_fields_init(&v);
		v.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
		v.table_id = user->number[TABLE];
		v.end_flow_index = 2 * FLOW_INDEX;
		v.match_criteria_enable = PRM_MATCH_CRITERIA_ENABLE_OUTER_HEADERS;
		v.match_criteria.outer_headers.ethertype = 0xffff;
		return EMIT(create_flow_group, v);
	}
	default:
		return entry(user, in);
	}
}

/* Writes the command that makes an object; returns its length. */
static size_t creation(const struct user *user, enum made made, void *in)
{
	const uint32_t umem = user->umem->umem_id;

	switch (made) {
	case PD: {
		struct prm_alloc_pd_in_fields v;

		prm_alloc_pd_in_fields_init(&v);
		return EMIT(alloc_pd, v);
	}
	case TD: {
		struct prm_alloc_transport_domain_in_fields v;

		prm_alloc_transport_domain_in_fields_init(&v);
		return EMIT(alloc_transport_domain, v);
	}
	case XRCD: {
		struct prm_alloc_xrcd_in_fields v;

		prm_alloc_xrcd_in_fields_init(&v);
		return EMIT(alloc_xrcd, v);
	}
	case COUNTER: {
		struct prm_alloc_q_counter_in_fields v;

		prm_alloc_q_counter_in_fields_init(&v);
		return EMIT(alloc_q_counter, v);
	}
	case MKEY: {
		struct prm_create_mkey_in_fields v;

		prm_create_mkey_in_fields_init(&v);
		v.memory_key_mkey_entry.access_mode_1_0 = PRM_MKC_ACCESS_MODE_KLMS;
		v.memory_key_mkey_entry.umr_en = true;
		v.memory_key_mkey_entry.free = true;
		v.memory_key_mkey_entry.lr = true;
		v.memory_key_mkey_entry.lw = true;
		v.memory_key_mkey_entry.qpn = 0xffffff;
		v.memory_key_mkey_entry.pd = user->number[PD];
		v.memory_key_mkey_entry.translations_octword_size = 4;
		return EMIT(create_mkey, v);
	}
	case PSV: {
		struct prm_create_psv_in_fields v;

		prm_create_psv_in_fields_init(&v);
		v.num_psv = 1;
		v.pd = user->number[PD];
		return EMIT(create_psv, v);
	}
	case CQ: {
		struct prm_create_cq_in_fields v;

		prm_create_cq_in_fields_init(&v);
		v.cq_umem_id = v.cq_context.dbr_umem_id = umem;
		v.cq_umem_offset = page_of(CQ);
		v.cq_context.dbr_addr = record_of(CQ);
		v.cq_context.log_cq_size = 3;
		v.cq_context.uar_page = user->uar->page_id;
		v.cq_context.c_eqn = user->eqn;
		return EMIT(create_cq, v);
	}
	case SRQ: {
		struct prm_create_srq_in_fields v;

		prm_create_srq_in_fields_init(&v);
		return EMIT(create_srq, v);
	}
	case RMP: {
		struct prm_create_rmp_in_fields v;

		prm_create_rmp_in_fields_init(&v);
		v.ctx.state = PRM_RMP_STATE_RDY;
		queue_in_umem(&v.ctx.wq, user, RMP);
		return EMIT(create_rmp, v);
	}
	case XRC_SRQ: {
		struct prm_create_xrc_srq_in_fields v;

		prm_create_xrc_srq_in_fields_init(&v);
		v.xrc_srq_context_entry.pd = user->number[PD];
		v.xrc_srq_context_entry.xrcd = user->number[XRCD];
		v.xrc_srq_context_entry.cqn = user->number[CQ];
		v.xrc_srq_context_entry.log_xrc_srq_size = 3;
		v.xrc_srq_context_entry.log_rq_stride = 2;
		return EMIT(create_xrc_srq, v);
	}
	case QP: {
		struct prm_create_qp_in_fields v;

		prm_create_qp_in_fields_init(&v);
		v.wq_umem_id = v.qpc.dbr_umem_id = umem;
		v.wq_umem_offset = page_of(QP);
		v.qpc.dbr_addr = record_of(QP);
		v.qpc.st = PRM_QP_SERVICE_TYPE_RC;
		v.qpc.pd = user->number[PD];
		v.qpc.uar_page = user->uar->page_id;
		v.qpc.cqn_snd = v.qpc.cqn_rcv = user->number[CQ];
		v.qpc.log_sq_size = 3;
		v.qpc.rq_type = PRM_QP_RQ_TYPE_ZERO_LEN_RQ;
		return EMIT(create_qp, v);
	}
	case DEK: {
		struct prm_create_encryption_key_in_fields v;

		prm_create_encryption_key_in_fields_init(&v);
		v.general_obj_in_cmd_hdr.opcode = PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT;
		v.general_obj_in_cmd_hdr.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
		v.encryption_key_object.pd = user->number[PD];
		v.encryption_key_object.key_purpose = PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS;
		v.encryption_key_object.key_size = PRM_ENCRYPTION_KEY_SIZE_SIZE_128;
		v.encryption_key_object.key[0] = 19;
		return EMIT(create_encryption_key, v);
	}
	case DCT: {
		struct prm_create_dct_in_fields v;

		prm_create_dct_in_fields_init(&v);
		v.dct_context_entry.pd = user->number[PD];
		v.dct_context_entry.cqn = user->number[CQ];
		v.dct_context_entry.srqn_xrqn = user->number[RMP];
		v.dct_context_entry.mtu = PRM_DCT_MTU_1K_BYTES;
		v.dct_context_entry.port = 1;
		v.dct_context_entry.dc_access_key = 19;
		return EMIT(create_dct, v);
	}
	default:
		return creation_for_frames(user, made, in);
	}
}

#define NUMBER(layout, field) prm_##layout##_out_get_##field((const struct prm_##layout##_out *)out)

static uint32_t number_for_frames(enum made made, const void *out)
{
	switch (made) {
	case TIS:
		return NUMBER(create_tis, tisn);
	case SQ:
		return NUMBER(create_sq, sqn);
	case RQ:
		return NUMBER(create_rq, rqn);
	case TIR:
		return NUMBER(create_tir, tirn);
	case TABLE:
		return NUMBER(create_flow_table, table_id);
	case GROUP:
		return NUMBER(create_flow_group, group_id);
	default:
		return FLOW_INDEX;
	}
}

static uint32_t number_in(enum made made, const void *out)
{
	switch (made) {
	case PD:
		return NUMBER(alloc_pd, pd);
	case TD:
		return NUMBER(alloc_transport_domain, transport_domain);
	case XRCD:
		return NUMBER(alloc_xrcd, xrcd);
	case COUNTER:
		return NUMBER(alloc_q_counter, counter_set_id);
	case MKEY:
		return NUMBER(create_mkey, mkey_index);
	case PSV:
		return NUMBER(create_psv, psv0_index);
	case CQ:
		return NUMBER(create_cq, cqn);
	case SRQ:
		return NUMBER(create_srq, srqn);
	case RMP:
		return NUMBER(create_rmp, rmpn);
	case XRC_SRQ:
		return NUMBER(create_xrc_srq, xrc_srqn);
	case QP:
		return NUMBER(create_qp, qpn);
	case DEK:
		return prm_general_obj_out_cmd_hdr_get_obj_id(out);
	case DCT:
		return NUMBER(create_dct, dctn);
	default:
		return number_for_frames(made, out);
	}
}

static size_t naming_queue(enum made made, uint32_t number, bool is_change, void *in)
{
	switch (made) {
	case TIS: {
		struct prm_query_tis_in_fields query;
		struct prm_modify_tis_in_fields modify;

		prm_query_tis_in_fields_init(&query);
		prm_modify_tis_in_fields_init(&modify);
		query.tisn = modify.tisn = number;
		modify.bitmask.prio = true;
		modify.ctx.prio = 3;
		return is_change ? EMIT(modify_tis, modify) : EMIT(query_tis, query);
	}
	case SQ: {
		struct prm_query_sq_in_fields query;
		struct prm_modify_sq_in_fields modify;

		prm_query_sq_in_fields_init(&query);
		prm_modify_sq_in_fields_init(&modify);
		query.sqn = modify.sqn = number;
		return is_change ? EMIT(modify_sq, modify) : EMIT(query_sq, query);
	}
	case RQ: {
		struct prm_query_rq_in_fields query;
		struct prm_modify_rq_in_fields modify;

		prm_query_rq_in_fields_init(&query);
		prm_modify_rq_in_fields_init(&modify);
		query.rqn = modify.rqn = number;
		modify.modify_bitmask = PRM_MODIFY_RQ_FIELD_VSD;
		return is_change ? EMIT(modify_rq, modify) : EMIT(query_rq, query);
	}
	default: {
		struct prm_query_tir_in_fields query;
		struct prm_modify_tir_in_fields modify;

		prm_query_tir_in_fields_init(&query);
		prm_modify_tir_in_fields_init(&modify);
		query.tirn = modify.tirn = number;
		modify.bitmask.self_lb_en = true;
		modify.ctx.self_lb_block = PRM_SELF_LB_BLOCK_BLOCK_UNICAST;
		return is_change ? EMIT(modify_tir, modify) : EMIT(query_tir, query);
	}
	}
}

/* Linux looks only at the number of what is named: also the table is right here. */
static size_t naming_flow(const struct user *of, enum made made, bool is_change, void *in)
{
	switch (made) {
	case TABLE: {
		struct prm_query_flow_table_in_fields query;
		struct prm_modify_flow_table_in_fields modify;

		prm_query_flow_table_in_fields_init(&query);
		prm_modify_flow_table_in_fields_init(&modify);
		query.table_id = modify.table_id = of->number[TABLE];
		modify.modify_field_select = PRM_MODIFY_FLOW_TABLE_FIELD_MISS_TABLE_ID;
		return is_change ? EMIT(modify_flow_table, modify) : EMIT(query_flow_table, query);
	}
	case GROUP: {
		struct prm_query_flow_group_in_fields query;

		prm_query_flow_group_in_fields_init(&query);
		query.table_id = of->number[TABLE];
		query.group_id = of->number[GROUP];
		return is_change ? 0 : EMIT(query_flow_group, query);
	}
	default: {
		struct prm_query_fte_in_fields query;
		size_t len;

		prm_query_fte_in_fields_init(&query);
		query.table_id = of->number[TABLE];
		query.flow_index = FLOW_INDEX;
		if (!is_change)
			return EMIT(query_fte, query);
		len = entry(of, in);
		prm_set_fte_in_set_op_mod(in, PRM_SET_FTE_OP_MOD_MODIFY);
		prm_set_fte_in_set_modify_enable_mask(in, PRM_SET_FTE_MODIFY_ENABLE_FLOW_TAG);
		return len;
	}
	}
}

/* Writes a command that names an object, and returns its length; 0 if there is none. The second kind changes something. */
static size_t naming(const struct user *of, enum made made, bool is_change, void *in)
{
	const uint32_t number = of->number[made];

	switch (made) {
	case COUNTER: {
		struct prm_query_q_counter_in_fields v;

		prm_query_q_counter_in_fields_init(&v);
		v.counter_set_id = (uint8_t)number;
		return is_change ? 0 : EMIT(query_q_counter, v);
	}
	case MKEY: {
		struct prm_query_mkey_in_fields v;

		prm_query_mkey_in_fields_init(&v);
		v.mkey_index = number;
		return is_change ? 0 : EMIT(query_mkey, v);
	}
	case CQ: {
		struct prm_query_cq_in_fields query;
		struct prm_modify_cq_in_fields modify;

		prm_query_cq_in_fields_init(&query);
		prm_modify_cq_in_fields_init(&modify);
		query.cqn = modify.cqn = number;
		return is_change ? EMIT(modify_cq, modify) : EMIT(query_cq, query);
	}
	case RMP: {
		struct prm_query_rmp_in_fields query;
		struct prm_modify_rmp_in_fields modify;

		prm_query_rmp_in_fields_init(&query);
		prm_modify_rmp_in_fields_init(&modify);
		query.rmpn = modify.rmpn = number;
		return is_change ? EMIT(modify_rmp, modify) : EMIT(query_rmp, query);
	}
	case QP: {
		struct prm_query_qp_in_fields query;
		struct prm_qp_2err_in_fields modify;

		prm_query_qp_in_fields_init(&query);
		prm_qp_2err_in_fields_init(&modify);
		query.qpn = modify.qpn = number;
		return is_change ? EMIT(qp_2err, modify) : EMIT(query_qp, query);
	}
	case DCT: {
		struct prm_query_dct_in_fields query;
		struct prm_arm_dct_in_fields modify;

		prm_query_dct_in_fields_init(&query);
		prm_arm_dct_in_fields_init(&modify);
		query.dctn = modify.dct_number = number;
		return is_change ? EMIT(arm_dct, modify) : EMIT(query_dct, query);
	}
	case DEK:
		prm_general_obj_in_cmd_hdr_pack(in, &(struct prm_general_obj_in_cmd_hdr_fields){
			.opcode = is_change ? PRM_CMD_OPCODE_MODIFY_GENERAL_OBJECT : PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT,
			.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY, .obj_id = number });
		return is_change ? sizeof(struct prm_create_encryption_key_in) : sizeof(struct prm_general_obj_in_cmd_hdr);
	case TIS:
	case SQ:
	case RQ:
	case TIR:
		return naming_queue(made, number, is_change, in);
	case TABLE:
	case GROUP:
	case ENTRY:
		return naming_flow(of, made, is_change, in);
	default:
		return 0;
	}
}

/* Replaces a dword after the opcode; half of the changes are a bit of it. */
static void change_dword(uint64_t *random, void *in, size_t len)
{
	prm_be32 *dword = (prm_be32 *)in + 1 + random_below(random, (uint32_t)len / 4 - 1);
	const bool is_bit = random_below(random, 2);

	*dword = prm_cpu_to_be32(is_bit ? prm_be32_to_cpu(*dword) ^ 1u << random_below(random, 32) :
					  (uint32_t)random_bits(random));
}

/* Right bodies but for one dword: of new objects, and of commands that name one's own. */
static void almost_right(struct user *user)
{
	uint64_t random = random_seed(SEED);
	unsigned int made, change, round;
	_Alignas(8) uint8_t in[LEN];
	char body[64];
	size_t len;

	for (made = 0; made < N_MADE; made++)
		for (round = 0; user->obj[made] && round < CHANGES; round++)
			for (change = 0; change < 3; change++) {
				memset(in, 0, sizeof(in));
				len = change == 2 ? creation(user, (enum made)made, in) :
						    naming(user, (enum made)made, change, in);
				if (!len)
					continue;
				change_dword(&random, in, len);
				snprintf(body, sizeof(body), "changed %u", round);
				call(user, change == 2 ? CREATE : change ? MODIFY : QUERY, user->obj[made],
				     name_of((uint16_t)prm_cmd_in_hdr_get_opcode((const void *)in)), body, in, len);
			}
}

static void open_user(struct user *user)
{
	user->context = open_device_at(0);
	user->uar = need(mlx5dv_devx_alloc_uar(user->context, MLX5DV_UAR_ALLOC_TYPE_NC), "mlx5dv_devx_alloc_uar");
	user->memory = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(user->memory != MAP_FAILED);
	user->umem = need(mlx5dv_devx_umem_reg(user->context, user->memory, PAGES * PAGE, IBV_ACCESS_LOCAL_WRITE),
			  "mlx5dv_devx_umem_reg");
	must(mlx5dv_devx_query_eqn(user->context, 0, &user->eqn), "mlx5dv_devx_query_eqn");
}

/* Makes each kind of object by a right body. */
static void make_all(struct user *user)
{
	_Alignas(8) uint8_t in[LEN], out[LEN];
	unsigned int made;

	for (made = 0; made < N_MADE; made++) {
		size_t len;

		memset(in, 0, sizeof(in));
		memset(out, 0, sizeof(out));
		len = creation(user, (enum made)made, in);
		errno = 0;
		user->obj[made] = mlx5dv_devx_obj_create(user->context, in, len, out, sizeof(out));
		answer(made_names[made], "obj_create", "right", !user->obj[made], out);
		user->number[made] = user->obj[made] ? number_in((enum made)made, out) : 0;
	}
}

/* Right bodies by every method and every object: only one's own object may be named. */
static void name_all(const struct user *from, struct user *by, const char *whose)
{
	_Alignas(8) uint8_t in[LEN];
	unsigned int made, object, change, m;
	char body[64];

	for (made = 0; made < N_MADE; made++)
		for (change = 0; change < 2; change++)
			for (m = GENERAL; m < N_METHODS; m++)
				for (object = 0; object < N_MADE; object++) {
					size_t len;

					if ((m == GENERAL && object != made) || !by->obj[object] || !from->number[made])
						continue;
					memset(in, 0, sizeof(in));
					len = naming(from, (enum made)made, change, in);
					if (!len)
						continue;
					snprintf(body, sizeof(body), "of %s %s%s", whose, m == GENERAL ? "number" : "by ",
						 m == GENERAL ? "" : made_names[object]);
					call(by, (enum method)m, by->obj[object],
					     name_of((uint16_t)prm_cmd_in_hdr_get_opcode((const void *)in)), body, in, len);
				}
}

/* What is used by others is not destroyed before them. */
static void destroy_all(struct user *user)
{
	unsigned int made, round;

	for (round = 0; round < 2; round++)
		for (made = 0; made < N_MADE; made++) {
			struct mlx5dv_devx_obj *obj = user->obj[round ? N_MADE - 1 - made : made];
			const unsigned int which = round ? N_MADE - 1 - made : made;

			if (!obj || (!round && which != PD && which != CQ && which != RMP && which != XRCD && which != TIS && which != RQ))
				continue;
			errno = 0;
			if (!mlx5dv_devx_obj_destroy(obj)) {
				printf("obj_destroy %s: OK\n", made_names[which]);
				user->obj[which] = NULL;
			} else {
				printf("obj_destroy %s: %s\n", made_names[which], strerrorname_np(errno));
			}
		}
}

/*
 * PDs of another context, so that no bit of a user's PD, which is one of the next, makes it one of the first, Linux's own: those may
 * be named by everybody.
 */
static void take_pds(struct ibv_context *context)
{
	_Alignas(8) uint8_t in[LEN] = { 0 }, out[LEN];
	int i;

	prm_cmd_in_hdr_set_opcode((void *)in, PRM_CMD_OPCODE_ALLOC_PD);
	for (i = 0; i < TAKEN_PDS; i++)
		need(mlx5dv_devx_obj_create(context, in, sizeof(struct prm_alloc_pd_in), out, sizeof(out)),
		     "mlx5dv_devx_obj_create");
}

static void umem(struct user *user, const char *what, void *addr, size_t size, uint32_t access)
{
	struct mlx5dv_devx_umem *made;

	errno = 0;
	made = mlx5dv_devx_umem_reg(user->context, addr, size, access);
	printf("umem_reg %s: %s\n", what, made ? "OK" : strerrorname_np(errno));
	if (made && mlx5dv_devx_umem_dereg(made))
		printf("umem_dereg %s: %s\n", what, strerrorname_np(errno));
}

static void umems(struct user *user)
{
	uint8_t *memory = user->memory;
	void *hole = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void *fixed = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(hole != MAP_FAILED && fixed != MAP_FAILED);
	CHECK(!munmap((uint8_t *)hole + PAGE, PAGE));
	umem(user, "a page", memory, PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "a byte", memory + 5, 1, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "nothing", memory, 0, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "read only", fixed, PAGE, 0);
	umem(user, "to write what is read only", fixed, PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "a hole", hole, 3 * (size_t)PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "no memory", (void *)(uintptr_t)PAGE, PAGE, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "a length that wraps", memory, SIZE_MAX - 5, IBV_ACCESS_LOCAL_WRITE);
	umem(user, "remote write alone", memory, PAGE, IBV_ACCESS_REMOTE_WRITE);
	umem(user, "remote read", memory, PAGE, IBV_ACCESS_REMOTE_READ);
	umem(user, "remote atomics", memory, PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
	umem(user, "an unknown right", memory, PAGE, 1u << 10);
	errno = 0;
	printf("umem_dereg of one in use: %s\n", mlx5dv_devx_umem_dereg(user->umem) ? strerrorname_np(errno) : "OK");
}

int main(void)
{
	struct mlx5dv_context_attr attr = { 0 };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "ibv_get_device_list");
	struct user plain = { 0 };
	unsigned int i;

	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	take_pds(open_device_at(0));
	for (i = 0; i < 2; i++) {
		open_user(&users[i]);
		make_all(&users[i]);
	}
	name_all(&users[0], &users[0], "its");
	name_all(&users[1], &users[0], "another's");
	umems(&users[0]);
	almost_right(&users[1]);
	sweep(&users[0], "", users[0].obj[PSV], CREATE, MODIFY);
	sweep(&users[0], "qp ", users[0].obj[QP], QUERY, MODIFY);
	plain.context = need(mlx5dv_open_device(list[0], &attr), "mlx5dv_open_device");
	sweep(&plain, "without DEVX ", NULL, CREATE, GENERAL);
	destroy_all(&users[0]);
	printf("%u calls, %u of them EINVAL\n", n_calls, n_usual);
	return 0;
}
