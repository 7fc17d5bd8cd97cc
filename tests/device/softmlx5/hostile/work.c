// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Work requests of every opcode, receive WQEs, doorbells, polled completions, unmapped memory and
 * changes of state: first as a driver does them, then mutated.
 */
#include <sys/mman.h>

#include "hostile.h"
#include "prm_data.h"
#include "prm_psv.h"
#include "prm_recv.h"
#include "process/trap.h"

void srq_place(uint8_t **ring, void **record);

/* A WQE under construction. */
struct wqe {
	uint8_t bytes[1024];
	size_t len;
};

static void *add(struct wqe *wqe, size_t len)
{
	void *segment = wqe->bytes + wqe->len;

	if (wqe->len + len > 1008)
		return NULL;
	wqe->len += len;
	return segment;
}

static uint64_t offset_in(struct source *src, uint64_t len)
{
	if (one_in(src, 2))
		return 0;
	if (one_in(src, 6))
		return 512 * below(src, len > 0x8000 ? 600 : 8);
	return one_in(src, 6) ? odd_value(src) : below(src, (uint32_t)len + 8);
}

static uint32_t length_in(struct source *src, uint64_t len)
{
	if (len > 0x8000 && !one_in(src, 4))
		return 512 * below(src, (uint32_t)(len / 512));
	switch (below(src, 6)) {
	case 0:
		return (uint32_t)odd_value(src) & 0x7fffffff;
	case 1:
		return (uint32_t)len;
	case 2:
		return 512 * (1 + below(src, 9));
	default:
		return below(src, 1200);
	}
}

static void add_data(struct world *world, struct source *src, struct wqe *wqe)
{
	struct prm_data_seg_fields data = {0};
	uint64_t addr, len;
	void *segment;

	data.lkey = any_key(world, src, &addr, &len);
	data.addr = addr + offset_in(src, len);
	data.byte_count = length_in(src, len);
	if (data.lkey == world->changed_key && one_in(src, 5)) { /* all data, with a digest */
		data.addr = 0;
		data.byte_count = (one_in(src, 2) ? 4096 : (uint32_t)len) + 4;
	}
	segment = add(wqe, PRM_DATA_SEG_SIZE);
	if (segment)
		prm_data_seg_pack(segment, &data);
}

static void add_inline(struct source *src, struct wqe *wqe)
{
	const uint32_t len = below(src, 200);
	const struct prm_inline_data_seg_fields head = { .byte_count = len };
	uint8_t *segment = add(wqe, (len + PRM_INLINE_DATA_SEG_SIZE + 15) / 16 * 16);

	if (!segment)
		return;
	prm_inline_data_seg_pack((void *)segment, &head);
	memset(segment + PRM_INLINE_DATA_SEG_SIZE, 0xab, len);
}

static void add_list(struct world *world, struct source *src, struct wqe *wqe, bool may_be_inline)
{
	uint32_t n = below(src, 4);

	if (one_in(src, 16))
		n = below(src, 64);
	while (n--) {
		if (may_be_inline && one_in(src, 4))
			add_inline(src, wqe);
		else
			add_data(world, src, wqe);
	}
}

static void add_raddr(struct world *world, struct source *src, struct wqe *wqe, bool is_aligned)
{
	struct prm_raddr_seg_fields raddr;
	uint64_t addr, len;
	void *segment;

	raddr.rkey = any_key(world, src, &addr, &len);
	raddr.raddr = addr + offset_in(src, len);
	if (is_aligned && !one_in(src, 8))
		raddr.raddr &= ~UINT64_C(7);
	segment = add(wqe, PRM_RADDR_SEG_SIZE);
	if (segment)
		prm_raddr_seg_pack(segment, &raddr);
}

static void add_noise(struct source *src, struct wqe *wqe, size_t len)
{
	uint8_t *segment = add(wqe, len);
	size_t i;

	for (i = 0; segment && i < len; i++)
		segment[i] = (uint8_t)any64(src);
}

static void add_inline_section(struct world *world, struct source *src, void *to)
{
	struct prm_bsf_inline_fields fields;

	(void)world;
	prm_bsf_inline_fields_init(&fields);
	fields.vld = true;
	fields.refresh = true;
	fields.app_tag = (uint16_t)any64(src);
	fields.ref_tag = (uint32_t)any64(src);
	fields.sig_type = (uint8_t)(1 + below(src, one_in(src, 8) ? 3 : 2));
	fields.repeat_block = !one_in(src, 16);
	fields.seed = (uint8_t)below(src, 3);
	fields.inc_ref_tag = one_in(src, 2);
	fields.escape = (uint8_t)below(src, one_in(src, 8) ? 4 : 3);
	fields.app_bitmask_check = (uint16_t)odd_value(src);
	prm_bsf_inline_pack(to, &fields);
}

/* Returns a block size, mostly one that signatures support. */
static uint8_t any_block(struct source *src)
{
	static const uint8_t blocks[] = {
		PRM_BLOCK_SIZE_SELECTOR_NONE, PRM_BLOCK_SIZE_SELECTOR_SIZE_512,
		PRM_BLOCK_SIZE_SELECTOR_SIZE_512, PRM_BLOCK_SIZE_SELECTOR_SIZE_520,
		PRM_BLOCK_SIZE_SELECTOR_SIZE_4096, PRM_BLOCK_SIZE_SELECTOR_SIZE_4160,
	};

	return one_in(src, 12) ? (uint8_t)below(src, 8) : blocks[below(src, SM_ARRAY_SIZE(blocks))];
}

static void basic_section(struct world *world, struct source *src,
			  struct prm_bsf_basic_fields *fields, uint8_t size)
{
	static const uint8_t bfs[] = {
		PRM_BFS_T10DIF, PRM_BFS_CRC32, PRM_BFS_CRC32C, PRM_BFS_CRC64_XP10,
	};

	prm_bsf_basic_fields_init(fields);
	fields->bsf_size = size;
	fields->sbs = one_in(src, 3);
	fields->check_byte_mask = one_in(src, 2) ? 0xff : (uint8_t)any64(src);
	fields->memory_block = any_block(src);
	if (fields->sbs)
		fields->copy_byte_mask = (uint8_t)odd_value(src);
	else
		fields->wire_block = any_block(src);
	fields->wire_bfs_repeat = fields->memory_bfs_repeat = !one_in(src, 16);
	fields->raw_data_size = one_in(src, 2) ? 4096 : (uint32_t)odd_value(src);
	if (world->is_long && !one_in(src, 8))
		fields->raw_data_size = UINT32_MAX;
	fields->wire_bfs = bfs[below(src, SM_ARRAY_SIZE(bfs))];
	fields->memory_bfs = fields->sbs || one_in(src, 2) ? fields->wire_bfs :
							     bfs[below(src, SM_ARRAY_SIZE(bfs))];
	fields->wire_bfs_seed = (uint8_t)below(src, 3);
	fields->memory_bfs_seed = (uint8_t)below(src, 3);
	fields->wire_psv = world->psv[0];
	fields->memory_psv = one_in(src, 8) ? (uint32_t)odd_value(src) & 0xffffff : world->psv[1];
}

/* Adds a transaction signature, as SPDK makes it for digests, and NVIDIA's branch with encryption. */
static void add_transaction(struct world *world, struct source *src, struct prm_bsf_64 *bsf,
			    bool has_crypto)
{
	const struct prm_bsf_basic_fields basic = {
		.bsf_size = has_crypto ? PRM_BSF_SIZE_SIZE_128 : PRM_BSF_SIZE_SIZE_64,
		.raw_data_size = one_in(src, 2) ? 4096 : world->is_long ? UINT32_MAX :
			(uint32_t)odd_value(src),
	};
	const bool begins = one_in(src, 2), ends = one_in(src, 2);
	const uint8_t seed = (uint8_t)below(src, 3);
	const uint32_t psv = one_in(src, 8) ? (uint32_t)odd_value(src) & 0xffffff : world->psv[0];
	const struct prm_bsf_extended_fields on_wire = {
		.wire_t_init = begins, .wire_t_check_gen = ends, .wire_tfs = PRM_BFS_CRC32C,
		.wire_tfs_seed = seed, .wire_t_psv = psv,
	}, in_memory = {
		.memory_t_init = begins, .memory_t_check_gen = ends, .memory_tfs = PRM_BFS_CRC32C,
		.memory_tfs_seed = seed, .memory_t_psv = psv,
	};

	prm_bsf_basic_pack(&bsf->basic, &basic);
	prm_bsf_extended_pack(&bsf->extended, one_in(src, 2) ? &in_memory : &on_wire);
}

static uint16_t add_signature(struct world *world, struct source *src, struct wqe *wqe,
			      bool has_crypto)
{
	struct prm_bsf_basic_fields basic;
	struct prm_bsf_64 *bsf = add(wqe, 64);

	if (!bsf)
		return 0;
	memset(bsf, 0, 64);
	if (one_in(src, has_crypto ? 2 : 8)) {
		add_transaction(world, src, bsf, has_crypto);
		return 4;
	}
	basic_section(world, src, &basic,
		      has_crypto ? PRM_BSF_SIZE_SIZE_128 : PRM_BSF_SIZE_SIZE_64);
	prm_bsf_basic_pack(&bsf->basic, &basic);
	add_inline_section(world, src, &bsf->wire_inline);
	add_inline_section(world, src, &bsf->memory_inline);
	return 4;
}

static uint16_t add_crypto(struct world *world, struct source *src, struct wqe *wqe, bool has_sig)
{
	struct prm_bsf_crypto_fields fields;
	void *segment = add(wqe, 64);

	if (!segment)
		return 0;
	prm_bsf_crypto_fields_init(&fields);
	fields.bsf_size = has_sig ? PRM_BSF_SIZE_SIZE_128 : PRM_BSF_SIZE_SIZE_64;
	fields.encryption_order = (uint8_t)below(src, 4);
	fields.encryption_standard = one_in(src, 8) ? (uint8_t)below(src, 16) :
		PRM_ENCRYPTION_STANDARD_AES_XTS;
	fields.raw_data_size = world->is_long ? UINT32_MAX :
		one_in(src, 2) ? 4096 : (uint32_t)odd_value(src);
	fields.crypto_block_size_pointer = any_block(src);
	fields.dek_pointer = one_in(src, 8) ? (uint32_t)odd_value(src) & 0xffffff : world->dek;
	prm_bsf_crypto_pack(segment, &fields);
	return 4;
}

static uint16_t add_bsf(struct world *world, struct source *src, struct wqe *wqe)
{
	switch (below(src, world->is_long ? 12 : 6)) {
	case 0:
		return add_crypto(world, src, wqe, false);
	case 1:
		return (uint16_t)(add_signature(world, src, wqe, true) +
				  add_crypto(world, src, wqe, true));
	case 2:
		add_noise(src, wqe, 64);
		return 4;
	default:
		return add_signature(world, src, wqe, false);
	}
}

static uint16_t add_klms(struct world *world, struct source *src, struct wqe *wqe)
{
	uint32_t n = 1 + (world->is_long ? 0 : below(src, 6)), padded = (n + 3) / 4 * 4, i;
	uint8_t *list = add(wqe, padded * sizeof(struct prm_klm));

	if (!list)
		return 0;
	memset(list, 0, padded * sizeof(struct prm_klm));
	for (i = 0; i < n; i++) {
		uint64_t addr, len;
		const uint32_t key = any_key(world, src, &addr, &len);
		const struct prm_klm_fields entry = {
			.mkey = key, .address = addr + offset_in(src, len),
			.byte_count = one_in(src, 2) ? (uint32_t)len : length_in(src, len),
		};

		prm_klm_pack((void *)(list + i * sizeof(struct prm_klm)), &entry);
	}
	return (uint16_t)padded;
}

static uint16_t add_repeat(struct world *world, struct source *src, struct wqe *wqe)
{
	const uint16_t n = (uint16_t)(1 + below(src, 3));
	struct prm_repeat_block_seg_fields head = {
		.repeat_count = one_in(src, 8) ? (uint32_t)odd_value(src) : 1 + below(src, 8),
		.num_ent = n,
	};
	uint8_t *list = add(wqe, 64);
	uint16_t i;

	if (!list)
		return 0;
	memset(list, 0, 64);
	for (i = 0; i < n; i++) {
		uint64_t addr, len;
		const uint32_t key = any_key(world, src, &addr, &len);
		const struct prm_repeat_block_ent_fields entry = {
			.memkey = key, .va = addr + offset_in(src, len),
			.byte_count = (uint16_t)(1 + below(src, 600)),
			.stride = (uint16_t)odd_value(src),
		};

		head.byte_count += entry.byte_count;
		prm_repeat_block_ent_pack((void *)(list + (i + 1) * 16), &entry);
	}
	prm_repeat_block_seg_pack((void *)list, &head);
	return 4;
}

#define USUAL_MASK (PRM_UMR_MKEY_MASK_LEN | PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_LR | \
		    PRM_UMR_MKEY_MASK_LW | PRM_UMR_MKEY_MASK_RR | PRM_UMR_MKEY_MASK_RW | \
		    PRM_UMR_MKEY_MASK_A | PRM_UMR_MKEY_MASK_START_ADDR)

#define LEN_OF_KEYS 8192u

static void add_umr(struct world *world, struct source *src, struct wqe *wqe)
{
	struct prm_umr_ctrl_seg_fields umr;
	struct prm_mkc_fields mkc;
	void *umr_at = add(wqe, PRM_UMR_CTRL_SEG_SIZE), *mkc_at = add(wqe, PRM_MKC_SIZE);
	bool has_bsf = world->is_long || one_in(src, 2);

	prm_umr_ctrl_seg_fields_init(&umr);
	prm_mkc_fields_init(&mkc);
	umr.inline_flag = !one_in(src, 6);
	umr.check_free = one_in(src, 8) ? (uint8_t)below(src, 4) : 0;
	umr.mkey_mask = USUAL_MASK | (one_in(src, 6) ? any64(src) : 0);
	mkc.lr = mkc.lw = mkc.rr = mkc.rw = mkc.a = !one_in(src, 8);
	mkc.free = one_in(src, 16);
	mkc.len = one_in(src, 4) ? odd_value(src) : LEN_OF_KEYS;
	if (world->is_long)
		mkc.len = region_size[REGION_LONG];
	world->changed_len = world->is_long ? mkc.len : LEN_OF_KEYS;
	mkc.pd = one_in(src, 8) ? world->other_pd : world->pd;
	mkc.qpn = 0xffffff;
	mkc.log_page_size = one_in(src, 4) ? (uint8_t)below(src, 64) : 12;
	mkc.start_addr = one_in(src, 8) ? odd_value(src) : 0;
	mkc.mkey_7_0 = (uint8_t)any64(src);
	if (!umr.inline_flag) {
		umr.klm_octowords = (uint16_t)(4 * below(src, 6));
		if (umr.klm_octowords)
			add_data(world, src, wqe);
	} else if (!one_in(src, 4)) {
		umr.klm_octowords = !world->is_long && one_in(src, 3) ?
			add_repeat(world, src, wqe) :
			add_klms(world, src, wqe);
	}
	if (one_in(src, 8)) {
		umr.translation_offset_en = true;
		umr.translation_offset = (uint16_t)odd_value(src);
	} else if (has_bsf) {
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN | PRM_UMR_MKEY_MASK_EN_SIGERR;
		mkc.bsf_en = true;
		mkc.expected_sigerr_count = one_in(src, 2);
		umr.bsf_octowords = add_bsf(world, src, wqe);
	}
	prm_umr_ctrl_seg_pack(umr_at, &umr);
	prm_mkc_pack(mkc_at, &mkc);
}

static void add_set_psv(struct world *world, struct source *src, struct wqe *wqe)
{
	const struct prm_set_psv_seg_fields set = {
		.psv_index = one_in(src, 8) ? (uint32_t)odd_value(src) & 0xffffff :
			world->psv[below(src, 2)],
		.transient_signature = any64(src),
	};

	prm_set_psv_seg_pack(add(wqe, PRM_SET_PSV_SEG_SIZE), &set);
}

static void add_get_psv(struct world *world, struct source *src, struct wqe *wqe)
{
	struct prm_get_psv_seg_fields get = { .num_psv = (uint8_t)below(src, 6) };
	uint64_t addr, len;
	unsigned int i;

	get.l_key = any_key(world, src, &addr, &len);
	get.va = addr + offset_in(src, len);
	for (i = 0; i < 4; i++)
		get.psv_index[i] = world->psv[i % 2];
	prm_get_psv_seg_pack(add(wqe, PRM_GET_PSV_SEG_SIZE), &get);
}

static uint8_t any_wqe_opcode(struct source *src)
{
	static const uint8_t opcodes[] = {
		PRM_WQE_OPCODE_NOP, PRM_WQE_OPCODE_LOCAL_INVAL, PRM_WQE_OPCODE_SEND,
		PRM_WQE_OPCODE_SEND_IMM, PRM_WQE_OPCODE_SEND_INVAL, PRM_WQE_OPCODE_SEND,
		PRM_WQE_OPCODE_RDMA_WRITE, PRM_WQE_OPCODE_RDMA_WRITE, PRM_WQE_OPCODE_RDMA_WRITE_IMM,
		PRM_WQE_OPCODE_RDMA_READ, PRM_WQE_OPCODE_RDMA_READ, PRM_WQE_OPCODE_ATOMIC_CS,
		PRM_WQE_OPCODE_ATOMIC_FA, PRM_WQE_OPCODE_ATOMIC_MASKED_CS,
		PRM_WQE_OPCODE_ATOMIC_MASKED_FA, PRM_WQE_OPCODE_UMR, PRM_WQE_OPCODE_UMR,
		PRM_WQE_OPCODE_UMR, PRM_WQE_OPCODE_SET_PSV, PRM_WQE_OPCODE_GET_PSV,
	};

	return opcodes[below(src, SM_ARRAY_SIZE(opcodes))];
}

static void add_atomic(struct world *world, struct source *src, struct wqe *wqe,
		       struct prm_ctrl_seg_fields *ctrl)
{
	const bool is_cs = ctrl->opcode == PRM_WQE_OPCODE_ATOMIC_MASKED_CS;
	struct prm_data_seg_fields data = {0};
	uint64_t addr, len;
	void *segment;

	add_raddr(world, src, wqe, true);
	if (ctrl->opcode == PRM_WQE_OPCODE_ATOMIC_CS || ctrl->opcode == PRM_WQE_OPCODE_ATOMIC_FA) {
		add_noise(src, wqe, PRM_ATOMIC_SEG_SIZE);
	} else if (one_in(src, 2)) {
		ctrl->opmod = PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4;
		add_noise(src, wqe, is_cs ? PRM_MASKED_ATOMIC_CS32_SEG_SIZE :
			  PRM_MASKED_ATOMIC_FA32_SEG_SIZE);
	} else {
		ctrl->opmod = PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8;
		add_noise(src, wqe, is_cs ? PRM_MASKED_ATOMIC_CS64_SEG_SIZE :
			  PRM_MASKED_ATOMIC_FA64_SEG_SIZE);
	}
	data.lkey = any_key(world, src, &addr, &len);
	data.addr = addr;
	data.byte_count = one_in(src, 8) ? length_in(src, len) : 8;
	segment = add(wqe, PRM_DATA_SEG_SIZE);
	if (segment)
		prm_data_seg_pack(segment, &data);
}

/* Adds the address of a datagram's destination, mostly the peer. */
static void add_address(struct world *world, struct source *src, struct wqe *wqe)
{
	const struct world *far = world->other ? world->other : world;
	struct prm_base_av_fields av = {0};
	struct prm_grh_av_fields grh = {0};
	void *segment = add(wqe, PRM_BASE_AV_SIZE);
	unsigned int i;

	av.rlid = far->dev->lid;
	for (i = 0; i < QPS; i++)
		if (far->qp[i].qpn && (!av.dqp_dct || one_in(src, 2)))
			av.dqp_dct = far->qp[i].qpn;
	av.ext = !one_in(src, 16);
	av.sl = (uint8_t)below(src, 16);
	if (one_in(src, 3)) {
		grh.grh = true;
		sm_dev_gid(far->dev, 0, grh.rgid);
	}
	prm_base_av_pack(segment, &av);
	prm_base_av_set_ud_qkey(segment, one_in(src, 8) ? (uint32_t)odd_value(src) : QKEY);
	prm_grh_av_pack(add(wqe, PRM_GRH_AV_SIZE), &grh);
}

static void add_segments(struct world *world, struct source *src, struct wqe *wqe,
			 struct prm_ctrl_seg_fields *ctrl)
{
	uint64_t addr, len;

	if (world->service_type == PRM_QP_SERVICE_TYPE_UD && !one_in(src, 8)) {
		if (ctrl->opcode != PRM_WQE_OPCODE_UMR && !one_in(src, 4))
			ctrl->opcode = PRM_WQE_OPCODE_SEND;
		if (ctrl->opcode != PRM_WQE_OPCODE_UMR)
			add_address(world, src, wqe);
	}
	switch (ctrl->opcode) {
	case PRM_WQE_OPCODE_SEND_INVAL:
		ctrl->invalidate_key = any_key(world, src, &addr, &len);
		add_list(world, src, wqe, true);
		break;
	case PRM_WQE_OPCODE_SEND:
	case PRM_WQE_OPCODE_SEND_IMM:
		add_list(world, src, wqe, true);
		break;
	case PRM_WQE_OPCODE_RDMA_WRITE:
	case PRM_WQE_OPCODE_RDMA_WRITE_IMM:
		add_raddr(world, src, wqe, false);
		add_list(world, src, wqe, true);
		break;
	case PRM_WQE_OPCODE_RDMA_READ:
		add_raddr(world, src, wqe, false);
		add_list(world, src, wqe, false);
		break;
	case PRM_WQE_OPCODE_UMR:
		ctrl->umr_mkey = world->list_key[below(src, world->n_list_keys)];
		add_umr(world, src, wqe);
		world->changed_key = ctrl->umr_mkey;
		break;
	case PRM_WQE_OPCODE_SET_PSV:
		add_set_psv(world, src, wqe);
		break;
	case PRM_WQE_OPCODE_GET_PSV:
		add_get_psv(world, src, wqe);
		break;
	case PRM_WQE_OPCODE_LOCAL_INVAL:
		ctrl->invalidate_key = any_key(world, src, &addr, &len);
		break;
	case PRM_WQE_OPCODE_NOP:
		break;
	default:
		add_atomic(world, src, wqe, ctrl);
	}
}

/* Copies the WQE into the ring, which may wrap. */
static void put(const struct app_qp *qp, const struct wqe *wqe)
{
	const size_t ring = SQ_WQEBBS * 64, start = (qp->pi & (SQ_WQEBBS - 1)) * 64;
	const size_t first = wqe->len < ring - start ? wqe->len : ring - start;

	arena_write(qp->sq + start, wqe->bytes, first);
	if (wqe->len > first)
		arena_write(qp->sq, wqe->bytes + first, wqe->len - first);
}

static struct app_qp *any_qp(struct world *world, struct source *src, unsigned int *which)
{
	*which = world->is_long ? world->long_qp : below(src, 2);
	if (world->qp[QP_C].qpn)
		*which = QP_C;
	else if (!world->qp[*which].qpn)
		*which = 1 - *which;
	return &world->qp[*which];
}

static void post(struct world *world, struct source *src, uint8_t opcode)
{
	struct wqe wqe = { .len = PRM_CTRL_SEG_SIZE };
	struct prm_ctrl_seg_fields ctrl;
	unsigned int which;
	struct app_qp *qp = any_qp(world, src, &which);

	prm_ctrl_seg_fields_init(&ctrl);
	ctrl.opcode = opcode;
	ctrl.wqe_index = qp->pi;
	ctrl.qpn = qp->qpn;
	ctrl.ce = one_in(src, 4) ? (uint8_t)below(src, 4) : PRM_COMPLETION_MODE_ALWAYS;
	ctrl.fm = one_in(src, 4) ? (uint8_t)below(src, 5) : 0;
	ctrl.se = one_in(src, 4);
	add_segments(world, src, &wqe, &ctrl);
	ctrl.ds = (uint8_t)(wqe.len / 16);
	prm_ctrl_seg_pack((void *)wqe.bytes, &ctrl);
	if (one_in(src, 4))
		mutate(src, wqe.bytes + (one_in(src, 4) ? 0 : 16), wqe.len - 16);
	put(qp, &wqe);
	qp->pi = (uint16_t)(qp->pi + (wqe.len + 63) / 64);
}

void post_send(struct world *world, struct source *src)
{
	post(world, src, any_wqe_opcode(src));
}

static void uar_written(struct world *world, uint32_t offset, uint64_t value)
{
	const struct sm_uar *uar = sm_table_get(&world->dev->uars, world->uar);

	sm_uar_written(uar->page, offset, value);
}

void ring_send(struct world *world, struct source *src)
{
	struct prm_qp_doorbell_record_fields record;
	struct prm_qp_doorbell_record packed;
	struct prm_send_doorbell doorbell;
	unsigned int which;
	struct app_qp *qp = any_qp(world, src, &which);
	uint64_t value = 0;

	record.recv_counter = qp->rq_pi;
	record.send_counter = qp->pi;
	if (one_in(src, 32))
		record.send_counter = (uint16_t)any64(src);
	prm_qp_doorbell_record_pack(&packed, &record);
	arena_write(qp->dbr, &packed, sizeof(packed));
	prm_send_doorbell_pack(&doorbell, &(struct prm_send_doorbell_fields){ .qpn = qp->qpn });
	memcpy(&value, &doorbell, sizeof(doorbell));
	uar_written(world, PRM_UAR_REGISTER_SEND_0, value);
}

static void scatter_list(struct world *world, struct source *src, uint8_t *to, unsigned int n)
{
	while (n--) {
		struct prm_recv_data_seg_fields data = {0};
		uint64_t addr, len;

		data.lkey = any_key(world, src, &addr, &len);
		data.addr = addr + offset_in(src, len);
		data.byte_count = length_in(src, len);
		if (one_in(src, 4)) {
			data.lkey = PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST;
			data.byte_count = 0;
		}
		prm_recv_data_seg_pack((void *)to, &data);
		to += PRM_RECV_DATA_SEG_SIZE;
	}
}

static void post_recv(struct world *world, struct source *src)
{
	struct prm_qp_doorbell_record_fields record;
	struct prm_qp_doorbell_record packed;
	uint8_t wqe[RQ_STRIDE];
	unsigned int which;
	struct app_qp *qp = any_qp(world, src, &which);

	scatter_list(world, src, wqe, RQ_STRIDE / 16);
	if (one_in(src, 8))
		mutate(src, wqe, sizeof(wqe));
	if (!qp->has_srq)
		arena_write(qp->rq + (qp->rq_pi & (RQ_WQES - 1)) * RQ_STRIDE, wqe, sizeof(wqe));
	qp->rq_pi++;
	if (one_in(src, 64))
		qp->rq_pi = (uint16_t)any64(src);
	record.recv_counter = qp->rq_pi;
	record.send_counter = qp->pi;
	prm_qp_doorbell_record_pack(&packed, &record);
	arena_write(qp->dbr, &packed, sizeof(packed));
}

static void post_srq(struct world *world, struct source *src)
{
	struct prm_srq_next_seg_fields next = {
		.next_wqe_index = (uint16_t)((world->srq_pi + 1) % SRQ_WQES),
	};
	uint8_t wqe[RQ_STRIDE], *ring;
	prm_be32 counter;
	void *record;

	srq_place(&ring, &record);
	if (one_in(src, 8))
		next.next_wqe_index = (uint16_t)odd_value(src);
	prm_srq_next_seg_pack((void *)wqe, &next);
	scatter_list(world, src, wqe + 16, RQ_STRIDE / 16 - 1);
	if (one_in(src, 8))
		mutate(src, wqe, sizeof(wqe));
	arena_write(ring + (world->srq_pi % SRQ_WQES) * RQ_STRIDE, wqe, sizeof(wqe));
	world->srq_pi++;
	counter = prm_cpu_to_be32(one_in(src, 64) ? (uint32_t)any64(src) : world->srq_pi);
	arena_write(record, &counter, sizeof(counter));
}

/* Updates a CQ's consumer index as if the application had polled all CQEs, or to another value. */
static void take_cqes(struct world *world, struct source *src)
{
	const unsigned int which = below(src, CQS);
	const struct sm_cq *cq = sm_table_get(&world->dev->cqs, world->cqn[which]);
	struct prm_cq_doorbell_record_fields fields = {0};
	struct prm_cq_doorbell_record record;

	if (!cq)
		return;
	fields.ci = (one_in(src, 32) ? (uint32_t)any64(src) : cq->pi) & 0xffffff;
	prm_cq_doorbell_record_pack(&record, &fields);
	arena_write(region(REGION_CQ) + 0x4000 + which * 64, &record, sizeof(record));
}

static void arm(struct world *world, struct source *src)
{
	const struct prm_cq_arm_doorbell_fields fields = {
		.cqn = world->cqn[below(src, CQS)], .arm_cmd = (uint8_t)below(src, 2),
		.ci = (uint32_t)odd_value(src) & 0xffffff, .arm_sn = (uint8_t)below(src, 4),
	};
	struct prm_cq_arm_doorbell doorbell;
	uint64_t value = 0;

	prm_cq_arm_doorbell_pack(&doorbell, &fields);
	memcpy(&value, &doorbell, sizeof(doorbell));
	if (one_in(src, 4))
		value = any64(src);
	uar_written(world, PRM_UAR_REGISTER_CQ_ARM, value);
}

/* Stores of any size to any offset of the UAR page; rarely through the application's mapping. */
static void store(struct world *world, struct source *src)
{
	const struct sm_uar *uar = sm_table_get(&world->dev->uars, world->uar);
	uint32_t offset = below(src, SM_PAGE_SIZE), completed = 0;
	unsigned int size = 1 + below(src, 32);
	uint8_t bytes[32];
	uint64_t value;
	unsigned int i;

	if (one_in(src, 2)) {
		uar_written(world, offset & ~7u, any64(src));
		return;
	}
	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)any64(src);
	if (size > SM_PAGE_SIZE - offset)
		size = SM_PAGE_SIZE - offset;
	if (sm_uar_store(uar->page, offset, bytes, size, &completed, &value))
		uar_written(world, completed, value);
	sm_uar_scan(uar->page);
}

static void trap(struct world *world, struct source *src)
{
	const struct sm_uar *uar = sm_table_get(&world->dev->uars, world->uar);
	uint32_t offset = below(src, SM_PAGE_SIZE);
	static char *mapped;

	if (!mapped) {
		mapped = sm_uar_page_map(uar->page, NULL, SM_PAGE_SIZE, PROT_WRITE, MAP_SHARED);
		if (mapped == MAP_FAILED)
			broken("the UAR page cannot be mapped");
	}
	if (one_in(src, 2))
		mapped[offset] = (char)any64(src);
	else
		*(volatile uint64_t *)(void *)(mapped + (offset & ~7u)) = any64(src);
}

static void wait_over(void)
{
	sm_lock();
	timer_run();
	sm_unlock();
}

static void change_state(struct world *world, struct source *src)
{
	unsigned int which;
	const struct app_qp *qp = any_qp(world, src, &which);
	const unsigned int peer = which == QP_C ? QP_C : 1 - which;

	if (!qp->qpn)
		return;
	if (one_in(src, 3))
		end_qp(world, which, false);
	end_qp(world, which, true);
	if (!one_in(src, 8))
		connect(world, which, peer, src);
}

/* Transfers many blocks with a newly configured key; sometimes a part of the memory is unmapped. */
static void transfer(struct world *world, struct source *src)
{
	static const uint8_t opcodes[] = {
		PRM_WQE_OPCODE_RDMA_WRITE, PRM_WQE_OPCODE_RDMA_READ, PRM_WQE_OPCODE_SEND,
	};

	world->is_long = true;
	world->long_qp = below(src, 2);
	world->changed_key = 0;
	post(world, src, PRM_WQE_OPCODE_UMR);
	post(world, src, PRM_WQE_OPCODE_SET_PSV);
	ring_send(world, src);
	if (one_in(src, 8))
		arena_unmap_end(below(src, (uint32_t)region_size[REGION_LONG]));
	post_recv(world, src);
	post(world, src, opcodes[below(src, SM_ARRAY_SIZE(opcodes))]);
	ring_send(world, src);
	world->is_long = false;
}

static void scribble(struct source *src)
{
	static const enum region writable[] = { REGION_QUEUE, REGION_QUEUE, REGION_CQ,
						REGION_DATA };
	const enum region which = writable[below(src, SM_ARRAY_SIZE(writable))];
	uint64_t value = odd_value(src);
	const uint32_t offset = below(src, (uint32_t)region_size[which]) & ~7u;

	arena_write(region(which) + offset, &value, sizeof(value));
}

static void unmap(struct source *src)
{
	static const enum region goes[] = {
		REGION_GONE, REGION_GONE, REGION_GONE, REGION_DATA, REGION_QUEUE, REGION_CQ,
		REGION_READ,
	};

	arena_unmap(goes[below(src, SM_ARRAY_SIZE(goes))]);
}

void do_work(struct world *world, struct source *src)
{
	const uint32_t what = below(src, 256);

	if (what < 90) {
		post_send(world, src);
		if (!one_in(src, 4))
			ring_send(world, src);
	} else if (what < 130) {
		post_recv(world, src);
	} else if (what < 150) {
		post_srq(world, src);
	} else if (what < 175) {
		ring_send(world, src);
	} else if (what < 195) {
		take_cqes(world, src);
	} else if (what < 215) {
		wait_over();
	} else if (what < 223) {
		change_state(world, src);
	} else if (what < 230) {
		arm(world, src);
	} else if (what < 236) {
		store(world, src);
	} else if (what < 240) {
		scribble(src);
	} else if (what < 243) {
		unmap(src);
	} else if (what < 247) {
		transfer(world, src);
	} else if (what == 255 && one_in(src, 8)) {
		trap(world, src);
	} else {
		do_command(world, src);
	}
}
