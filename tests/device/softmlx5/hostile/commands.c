// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Commands as drivers build them, with valid numbers or others, and mutated ones. */
#include "hostile.h"
#include "prm_adapter.h"
#include "prm_alloc.h"
#include "prm_data.h"
#include "prm_general_obj.h"
#include "prm_psv_cmd.h"
#include "prm_qp.h"
#include "prm_query_hca_cap.h"
#include "prm_umem.h"

#define COMMAND_MAX 4096u

/* Returns the number of an object of this table, or another number. */
static uint32_t any_number(struct source *src, const struct sm_table *table)
{
	uint32_t number = table->first + below(src, 12);

	switch (below(src, 8)) {
	case 0:
		return (uint32_t)odd_value(src) & 0xffffff;
	case 1:
		return number;
	default:
		return sm_table_next(table, &number) ? number : table->first;
	}
}

static uint16_t any_uid(struct source *src)
{
	static const uint16_t uids[] = { USER, USER, USER, NEW_USER, OTHER_USER };

	return uids[below(src, SM_ARRAY_SIZE(uids))];
}

/* Commands of their header and at most one number. */
#define PLAIN(layout) \
	do { \
		struct prm_##layout##_fields fields_; \
		prm_##layout##_fields_init(&fields_); \
		fields_.uid = any_uid(src); \
		prm_##layout##_pack(in, &fields_); \
		return PRM_PLAIN_SIZE(layout); \
	} while (0)
#define PRM_PLAIN_SIZE(layout) sizeof(struct prm_##layout)

#define NUMBERED(layout, field, table) \
	do { \
		struct prm_##layout##_fields fields_; \
		prm_##layout##_fields_init(&fields_); \
		fields_.uid = any_uid(src); \
		fields_.field = any_number(src, table) & 0xffffff; \
		prm_##layout##_pack(in, &fields_); \
		return PRM_PLAIN_SIZE(layout); \
	} while (0)

static size_t create_umem(struct source *src, void *in)
{
	struct prm_create_umem_in_fields fields;
	struct prm_mtt *mtt = prm_create_umem_in_mtt(in);
	const uint32_t start = (uint32_t)(uintptr_t)region(
		one_in(src, 3) ? REGION_GONE : REGION_DATA);
	uint32_t i;

	prm_create_umem_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.umem.num_of_mtt = 1 + below(src, 4);
	fields.umem.page_offset = one_in(src, 4) ? (uint32_t)odd_value(src) : 0;
	prm_create_umem_in_pack(in, &fields);
	for (i = 0; i < fields.umem.num_of_mtt; i++) {
		const struct prm_mtt_fields entry = {
			.rd_en = true, .wr_en = true, .ptag_31_8 = (start + i * SM_PAGE_SIZE) >> 8,
		};

		prm_mtt_pack(&mtt[i], &entry);
	}
	return sizeof(struct prm_create_umem_in) + fields.umem.num_of_mtt * sizeof(*mtt);
}

static size_t create_psv(struct world *world, struct source *src, void *in)
{
	struct prm_create_psv_in_fields fields;

	prm_create_psv_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.num_psv = (uint8_t)below(src, 6);
	fields.pd = any_number(src, &world->dev->pds);
	prm_create_psv_in_pack(in, &fields);
	return sizeof(struct prm_create_psv_in);
}

static size_t query_caps(struct source *src, void *in)
{
	struct prm_query_hca_cap_in_fields fields;

	prm_query_hca_cap_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.cap_type = (uint16_t)below(src, 80);
	fields.current = one_in(src, 2);
	prm_query_hca_cap_in_pack(in, &fields);
	return sizeof(struct prm_query_hca_cap_in);
}

static size_t create_mkey(struct world *world, struct source *src, void *in)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	uint8_t *list = prm_create_mkey_in_klm_pas_mtt(in);
	uint32_t n = below(src, 5), i;

	prm_create_mkey_in_fields_init(&fields);
	fields.uid = any_uid(src);
	mkc->pd = any_number(src, &world->dev->pds);
	mkc->qpn = 0xffffff;
	mkc->access_mode_1_0 = (uint8_t)below(src, 4);
	mkc->lr = mkc->lw = mkc->rr = mkc->rw = mkc->a = true;
	mkc->umr_en = one_in(src, 2);
	mkc->len = one_in(src, 2) ? 4096 : odd_value(src);
	mkc->length64 = one_in(src, 4);
	mkc->log_page_size = one_in(src, 2) ? 12 : (uint8_t)below(src, 64);
	mkc->translations_octword_size = one_in(src, 2) ? 16 : (uint32_t)odd_value(src) & 0xffff;
	mkc->bsf_octword_size = one_in(src, 2) ? 0 : below(src, 80);
	if (mkc->access_mode_1_0 == PRM_MKC_ACCESS_MODE_MTT) {
		fields.mkey_umem_valid = true;
		fields.mkey_umem_id = any_number(src, &world->dev->umems);
		fields.mkey_umem_offset = one_in(src, 2) ? 0 : odd_value(src);
		n = 0;
	}
	fields.translations_octword_actual_size = n;
	prm_create_mkey_in_pack(in, &fields);
	for (i = 0; i < n; i++) {
		uint64_t addr, len;
		const uint32_t key = any_key(world, src, &addr, &len);
		const struct prm_klm_fields entry = {
			.mkey = key, .byte_count = (uint32_t)len, .address = addr,
		};

		prm_klm_pack((void *)(list + i * sizeof(struct prm_klm)), &entry);
	}
	return sizeof(struct prm_create_mkey_in) + n * sizeof(struct prm_klm);
}

static size_t create_cq(struct world *world, struct source *src, void *in)
{
	struct prm_create_cq_in_fields fields;

	prm_create_cq_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.cq_umem_valid = true;
	fields.cq_umem_id = world->umem[REGION_CQ];
	fields.cq_umem_offset = one_in(src, 2) ? 0 : odd_value(src);
	fields.cq_context.cqe_sz = (uint8_t)below(src, 2);
	fields.cq_context.log_cq_size = (uint8_t)below(src, 8);
	fields.cq_context.oi = one_in(src, 4);
	fields.cq_context.uar_page = world->uar;
	fields.cq_context.dbr_umem_valid = true;
	fields.cq_context.dbr_umem_id = world->umem[REGION_CQ];
	fields.cq_context.dbr_addr = one_in(src, 2) ? 0x4100 : odd_value(src);
	prm_create_cq_in_pack(in, &fields);
	return sizeof(struct prm_create_cq_in);
}

static size_t modify_cq(struct world *world, struct source *src, void *in)
{
	struct prm_modify_cq_in_fields fields;

	prm_modify_cq_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.op_mod = (uint16_t)below(src, 2);
	fields.cqn = any_number(src, &world->dev->cqs);
	fields.modify_field_select = (uint32_t)odd_value(src);
	fields.cq_context.oi = one_in(src, 2);
	prm_modify_cq_in_pack(in, &fields);
	return sizeof(struct prm_modify_cq_in);
}

static size_t create_qp(struct world *world, struct source *src, void *in)
{
	struct prm_create_qp_in_fields fields;

	prm_create_qp_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.wq_umem_valid = true;
	fields.wq_umem_id = world->umem[REGION_QUEUE];
	fields.wq_umem_offset = one_in(src, 2) ? 0 : odd_value(src);
	fields.qpc.st = PRM_QP_SERVICE_TYPE_RC;
	fields.qpc.pd = any_number(src, &world->dev->pds);
	fields.qpc.uar_page = world->uar;
	fields.qpc.cqn_snd = any_number(src, &world->dev->cqs);
	fields.qpc.cqn_rcv = any_number(src, &world->dev->cqs);
	fields.qpc.rq_type = (uint8_t)below(src, 4);
	fields.qpc.srqn_rmpn_xrqn = any_number(src, &world->dev->srqs);
	fields.qpc.log_rq_size = (uint8_t)below(src, 8);
	fields.qpc.log_rq_stride = (uint8_t)below(src, 4);
	fields.qpc.log_sq_size = (uint8_t)below(src, 8);
	fields.qpc.no_sq = one_in(src, 4);
	fields.qpc.dbr_umem_valid = true;
	fields.qpc.dbr_umem_id = world->umem[REGION_QUEUE];
	fields.qpc.dbr_addr = one_in(src, 2) ? 0x7800 : odd_value(src);
	prm_create_qp_in_pack(in, &fields);
	return sizeof(struct prm_create_qp_in);
}

/* The commands of all transitions have the same form. */
static size_t modify_qp(struct world *world, struct source *src, void *in)
{
	static const uint16_t opcodes[] = {
		PRM_CMD_OPCODE_RST2INIT_QP, PRM_CMD_OPCODE_INIT2INIT_QP, PRM_CMD_OPCODE_INIT2RTR_QP,
		PRM_CMD_OPCODE_RTR2RTS_QP, PRM_CMD_OPCODE_RTS2RTS_QP, PRM_CMD_OPCODE_SQD2RTS_QP,
	};
	struct prm_rst2init_qp_in_fields fields;
	struct prm_cmd_in_hdr_fields hdr;

	prm_rst2init_qp_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.qpn = any_number(src, &world->dev->qps);
	fields.opt_param_mask = one_in(src, 2) ? 0 : (uint32_t)odd_value(src);
	fields.qpc.remote_qpn = any_number(src, &world->dev->qps);
	fields.qpc.primary_address_path.rlid = (uint16_t)below(src, 3);
	fields.qpc.primary_address_path.ack_timeout = 10;
	fields.qpc.rre = fields.qpc.rwe = fields.qpc.rae = true;
	fields.qpc.atomic_mode = PRM_QP_ATOMIC_MODE_UP_TO_8B;
	fields.qpc.next_rcv_psn = fields.qpc.next_send_psn = one_in(src, 2) ? 0 :
		(uint32_t)odd_value(src) & 0xffffff;
	prm_rst2init_qp_in_pack(in, &fields);
	prm_cmd_in_hdr_unpack(&hdr, in, NULL);
	hdr.opcode = opcodes[below(src, SM_ARRAY_SIZE(opcodes))];
	prm_cmd_in_hdr_pack(in, &hdr);
	return sizeof(struct prm_rst2init_qp_in);
}

static size_t create_rmp(struct world *world, struct source *src, void *in)
{
	struct prm_create_rmp_in_fields fields;

	prm_create_rmp_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.ctx.wq.wq_type = PRM_WQ_TYPE_LINKED_LIST;
	fields.ctx.wq.pd = any_number(src, &world->dev->pds);
	fields.ctx.wq.wq_umem_valid = fields.ctx.wq.dbr_umem_valid = true;
	fields.ctx.wq.wq_umem_id = fields.ctx.wq.dbr_umem_id = world->umem[REGION_QUEUE];
	fields.ctx.wq.wq_umem_offset = one_in(src, 2) ? 0 : odd_value(src);
	fields.ctx.wq.dbr_addr = one_in(src, 2) ? 0x7800 : odd_value(src);
	fields.ctx.wq.log_wq_sz = (uint8_t)below(src, 8);
	fields.ctx.wq.log_wq_stride = (uint8_t)below(src, 16);
	fields.ctx.wq.lwm = (uint16_t)below(src, 40);
	prm_create_rmp_in_pack(in, &fields);
	return sizeof(struct prm_create_rmp_in);
}

static size_t modify_rmp(struct world *world, struct source *src, void *in)
{
	struct prm_modify_rmp_in_fields fields;

	prm_modify_rmp_in_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.rmpn = any_number(src, &world->dev->srqs);
	fields.bitmask.lwm = true;
	fields.ctx.wq.lwm = (uint16_t)odd_value(src);
	prm_modify_rmp_in_pack(in, &fields);
	return sizeof(struct prm_modify_rmp_in);
}

static size_t create_dek(struct world *world, struct source *src, void *in)
{
	struct prm_create_encryption_key_in_fields fields;

	prm_create_encryption_key_in_fields_init(&fields);
	fields.general_obj_in_cmd_hdr.uid = any_uid(src);
	fields.general_obj_in_cmd_hdr.opcode = PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT;
	fields.general_obj_in_cmd_hdr.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
	fields.encryption_key_object.key_purpose = PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS;
	fields.encryption_key_object.key_size = (uint8_t)below(src, 2);
	fields.encryption_key_object.has_keytag = one_in(src, 2);
	fields.encryption_key_object.pd = any_number(src, &world->dev->pds);
	fields.encryption_key_object.key[0] = 1;
	prm_create_encryption_key_in_pack(in, &fields);
	return sizeof(struct prm_create_encryption_key_in);
}

static size_t general_object(struct world *world, struct source *src, void *in)
{
	struct prm_general_obj_in_cmd_hdr_fields fields;

	prm_general_obj_in_cmd_hdr_fields_init(&fields);
	fields.uid = any_uid(src);
	fields.opcode = one_in(src, 2) ? PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT :
		PRM_CMD_OPCODE_DESTROY_GENERAL_OBJECT;
	fields.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
	fields.obj_id = any_number(src, &world->dev->deks);
	prm_general_obj_in_cmd_hdr_pack(in, &fields);
	return sizeof(struct prm_general_obj_in_cmd_hdr);
}

static size_t any_opcode(struct source *src, void *in)
{
	const struct prm_cmd_in_hdr_fields hdr = {
		.opcode = (uint16_t)below(src, 0xc00), .uid = any_uid(src),
	};

	prm_cmd_in_hdr_pack(in, &hdr);
	return below(src, 256);
}

size_t any_command(struct world *world, struct source *src, void *in)
{
	struct sm_dev *dev = world->dev;

	memset(in, 0, COMMAND_MAX);
	switch (below(src, 40)) {
	case 0: PLAIN(alloc_pd_in);
	case 1: NUMBERED(dealloc_pd_in, pd, &dev->pds);
	case 2: PLAIN(alloc_transport_domain_in);
	case 3: NUMBERED(dealloc_transport_domain_in, transport_domain, &dev->tds);
	case 4:
		if (one_in(src, 8))	/* slow */
			PLAIN(alloc_uar_in);
		NUMBERED(dealloc_uar_in, uar, &dev->uars);
	case 5: NUMBERED(dealloc_uar_in, uar, &dev->uars);
	case 6: return create_umem(src, in);
	case 7: NUMBERED(destroy_umem_in, umem_id, &dev->umems);
	case 8: return create_psv(world, src, in);
	case 9: NUMBERED(destroy_psv_in, psvn, &dev->psvs);
	case 10: PLAIN(query_special_contexts_in);
	case 11: PLAIN(query_adapter_in);
	case 12: return query_caps(src, in);
	case 13:
	case 14: return create_mkey(world, src, in);
	case 15: NUMBERED(query_mkey_in, mkey_index, &dev->mkeys);
	case 16: NUMBERED(destroy_mkey_in, mkey_index, &dev->mkeys);
	case 17: return create_cq(world, src, in);
	case 18: NUMBERED(destroy_cq_in, cqn, &dev->cqs);
	case 19: NUMBERED(query_cq_in, cqn, &dev->cqs);
	case 20: return modify_cq(world, src, in);
	case 21:
	case 22: return create_qp(world, src, in);
	case 23: NUMBERED(destroy_qp_in, qpn, &dev->qps);
	case 24: NUMBERED(query_qp_in, qpn, &dev->qps);
	case 25: NUMBERED(qp_2err_in, qpn, &dev->qps);
	case 26: NUMBERED(qp_2rst_in, qpn, &dev->qps);
	case 27: return create_rmp(world, src, in);
	case 28: return modify_rmp(world, src, in);
	case 29: NUMBERED(query_rmp_in, rmpn, &dev->srqs);
	case 30: NUMBERED(destroy_rmp_in, rmpn, &dev->srqs);
	case 31: return create_dek(world, src, in);
	case 32: return general_object(world, src, in);
	case 33: return any_opcode(src, in);
	default: return modify_qp(world, src, in);
	}
}

/*
 * The pages of a mutated CREATE_UMEM are the application's or invalid. The kernel would not name
 * others.
 */
static void tame_pages(struct source *src, void *in, size_t len)
{
	struct prm_mtt *mtt = prm_create_umem_in_mtt(in);
	size_t n = len < sizeof(struct prm_create_umem_in) ? 0 :
		(len - sizeof(struct prm_create_umem_in)) / sizeof(*mtt), i;
	const uint32_t first = (uint32_t)(uintptr_t)region(REGION_CQ);
	const uint32_t behind = (uint32_t)(uintptr_t)region(REGION_OTHER);

	for (i = 0; i < n; i++) {
		const uint32_t low = prm_mtt_get_ptag_31_8(&mtt[i]) << 8;

		if (!prm_mtt_get_ptag_63_32(&mtt[i]) && low >= first && low < behind)
			continue;
		prm_mtt_set_ptag_63_32(&mtt[i], (uint32_t)(NOWHERE >> 32) + below(src, 256));
	}
	/* Larger pages would reach into other regions. */
	if (len >= sizeof(struct prm_create_umem_in))
		prm_umem_set_log_page_size(&((struct prm_create_umem_in *)in)->umem, 0);
}

/*
 * Returns whether the command makes a key of memory that others may only read, or that the device
 * only reads.
 */
static bool widens(const struct world *world, const void *in)
{
	const struct prm_create_mkey_in *create = in;
	const uint32_t umem = prm_create_mkey_in_get_mkey_umem_id(create);

	return prm_create_mkey_in_get_mkey_umem_valid(create) &&
	       (umem == world->umem[REGION_READ] || umem == world->umem[REGION_QUEUE]);
}

void do_command(struct world *world, struct source *src)
{
	uint8_t in[COMMAND_MAX + 64], out[COMMAND_MAX];
	size_t len = any_command(world, src, in), out_len = 16 + below(src, 512);
	struct prm_cmd_in_hdr_fields hdr;
	uint8_t *exact;

	if (one_in(src, 2))
		mutate(src, in, len);
	if (one_in(src, 8))
		len = below(src, (uint32_t)len + 64);
	if (one_in(src, 16))
		out_len = below(src, COMMAND_MAX);
	if (len >= sizeof(struct prm_cmd_in_hdr)) {
		prm_cmd_in_hdr_unpack(&hdr, (const void *)in, NULL);
		/* Never the kernel's uid, which may do all. */
		if (!hdr.uid || hdr.uid > NEW_USER)
			hdr.uid = NEW_USER;
		prm_cmd_in_hdr_pack((void *)in, &hdr);
		if (hdr.opcode == PRM_CMD_OPCODE_CREATE_UMEM)
			tame_pages(src, in, len);
		if (hdr.opcode == PRM_CMD_OPCODE_CREATE_MKEY && widens(world, in))
			world->wrote_read_only = true;
		if ((hdr.opcode == PRM_CMD_OPCODE_CREATE_CQ ||
		     hdr.opcode == PRM_CMD_OPCODE_CREATE_UMEM))
			world->wrote_read_only = true;	/* CQEs go anywhere in a umem */
	}
	/* In memory of exactly this size, so that the sanitizer reports reads beyond the end. */
	exact = malloc(len ? len : 1);
	memcpy(exact, in, len);
	command(world, exact, len, out, out_len);
	free(exact);
}
