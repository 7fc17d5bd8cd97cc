// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Finds the segments of a send work request.
 */
#include <string.h>

#include "nic/data/stream.h"
#include "nic/memory/mkey.h"
#include "nic/queue/error.h"
#include "nic/queue/wqe.h"
#include "nic/wire/packet.h"
#include "prm_data.h"
#include "prm_psv.h"
#include "prm_rdma.h"
#include "prm_umr.h"

#define SM_OCTOWORD 16u
#define SM_LIST_OCTOWORDS 4u	/* lists are padded to 64 bytes */
#define SM_ETH_START 2u		/* bytes of inline headers in the Ethernet segment */

/* Walks along the bytes of the WQE. @error is the first one. */
struct sm_walk {
	struct sm_wqe *wqe;
	size_t at;
	enum sm_error error;
};

static void sm_part(struct sm_wqe *wqe, const char *layout, size_t offset, size_t len)
{
	if (wqe->n_parts < SM_ARRAY_SIZE(wqe->part))
		wqe->part[wqe->n_parts++] = (struct sm_wqe_part){
			.layout = layout, .offset = (uint16_t)offset, .len = (uint16_t)len,
		};
}

/* Takes the next @len bytes as a segment; NULL if the WQE ends before. */
static const void *sm_take(struct sm_walk *walk, const char *layout, size_t len)
{
	const void *segment = walk->wqe->bytes + walk->at;

	if (walk->error)
		return NULL;
	if (len > walk->wqe->len - walk->at) {
		walk->error = SM_ERROR_DS_SMALL;
		return NULL;
	}
	sm_part(walk->wqe, layout, walk->at, len);
	walk->at += len;
	return segment;
}

static void sm_take_inline(struct sm_walk *walk, const void *segment)
{
	struct prm_inline_data_seg_fields head;
	struct sm_wqe *wqe = walk->wqe;
	const size_t start = walk->at + PRM_INLINE_DATA_SEG_SIZE;

	prm_inline_data_seg_unpack(&head, segment, NULL);
	if (start + head.byte_count > wqe->len) {
		walk->error = SM_ERROR_INLINE_LONG;
		return;
	}
	sm_part(wqe, "inline_data_seg", walk->at, PRM_INLINE_DATA_SEG_SIZE + head.byte_count);
	wqe->sge[wqe->n_sge++] = (struct sm_sge){
		.len = head.byte_count, .inline_data = wqe->bytes + start,
	};
	walk->at = (start + head.byte_count + SM_OCTOWORD - 1) / SM_OCTOWORD * SM_OCTOWORD;
}

/* Data segments up to the end of the WQE. A length of 0 means 2 GiB. */
static void sm_take_data(struct sm_walk *walk)
{
	struct sm_wqe *wqe = walk->wqe;

	while (!walk->error && walk->at < wqe->len) {
		const struct prm_data_seg *segment = (const void *)(wqe->bytes + walk->at);
		struct prm_data_seg_fields data;

		if (wqe->n_sge == SM_MAX_SGE) {
			walk->error = SM_ERROR_SGE_MANY;
		} else if (prm_data_seg_get_inline_seg(segment)) {
			sm_take_inline(walk, segment);
		} else if (sm_take(walk, "data_seg", PRM_DATA_SEG_SIZE)) {
			prm_data_seg_unpack(&data, segment, NULL);
			wqe->sge[wqe->n_sge++] = (struct sm_sge){
				.key = data.lkey, .addr = data.addr,
				.len = data.byte_count ? data.byte_count : UINT64_C(1) << 31,
			};
		}
	}
}

static void sm_take_masked(struct sm_walk *walk, bool is_cs)
{
	const bool is_32 = walk->wqe->ctrl.opmod == PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4;
	const char *layout;
	size_t len;

	if (!is_32 && walk->wqe->ctrl.opmod != PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8) {
		walk->error = SM_ERROR_ATOMIC_SIZE;
		return;
	}
	if (is_cs) {
		layout = is_32 ? "masked_atomic_cs32_seg" : "masked_atomic_cs64_seg";
		len = is_32 ? PRM_MASKED_ATOMIC_CS32_SEG_SIZE : PRM_MASKED_ATOMIC_CS64_SEG_SIZE;
	} else {
		layout = is_32 ? "masked_atomic_fa32_seg" : "masked_atomic_fa64_seg";
		len = is_32 ? PRM_MASKED_ATOMIC_FA32_SEG_SIZE : PRM_MASKED_ATOMIC_FA64_SEG_SIZE;
	}
	walk->wqe->masked = sm_take(walk, layout, len);
	walk->wqe->masked_len = (uint32_t)len;
}

/* The entries of an inline list, for trace and strict mode. */
static void sm_name_list(struct sm_wqe *wqe)
{
	const size_t start = (size_t)(wqe->xlt - wqe->bytes);
	const bool is_repeat = wqe->xlt_len && sm_list_is_repeat(wqe->xlt);
	size_t at;

	wqe->n_parts--;	/* the list as a whole */
	for (at = 0; at < wqe->xlt_len; at += PRM_KLM_SIZE) {
		const char *layout = "klm";

		if (prm_mkc_get_access_mode_1_0(wqe->mkc) == PRM_MKC_ACCESS_MODE_KSM)
			layout = "ksm";
		else if (is_repeat)
			layout = at ? "repeat_block_ent" : "repeat_block_seg";
		sm_part(wqe, layout, start + at, PRM_KLM_SIZE);
	}
}

bool sm_is_window(const struct sm_wqe *wqe)
{
	return prm_umr_ctrl_seg_get_translation_offset_en(wqe->umr) &&
	       !prm_umr_ctrl_seg_get_translation_offset(wqe->umr);
}

bool sm_is_padded(const struct sm_wqe *wqe)
{
	return !(prm_umr_ctrl_seg_get_klm_octowords(wqe->umr) % SM_LIST_OCTOWORDS);
}

static void sm_take_umr(struct sm_walk *walk)
{
	struct sm_wqe *wqe = walk->wqe;
	struct prm_umr_ctrl_seg_fields umr;

	wqe->umr = sm_take(walk, "umr_ctrl_seg", PRM_UMR_CTRL_SEG_SIZE);
	wqe->mkc = sm_take(walk, "mkc", PRM_MKC_SIZE);
	if (walk->error)
		return;
	prm_umr_ctrl_seg_unpack(&umr, wqe->umr, NULL);
	if (!sm_is_padded(wqe) && !sm_is_window(wqe)) {
		walk->error = SM_ERROR_UMR_PADDING;
		return;
	}
	if (umr.klm_octowords && umr.inline_flag) {
		wqe->xlt_len = umr.klm_octowords * SM_OCTOWORD;
		wqe->xlt = sm_take(walk, "klm", wqe->xlt_len);
		if (wqe->xlt)
			sm_name_list(wqe);
	} else if (umr.klm_octowords) {
		wqe->xlt_pointer = sm_take(walk, "data_seg", PRM_DATA_SEG_SIZE);
	}
	if (!umr.translation_offset_en && umr.bsf_octowords) {
		wqe->bsf_len = umr.bsf_octowords * SM_OCTOWORD;
		wqe->bsf = sm_take(walk, "bsf", wqe->bsf_len);
	}
}

static void sm_take_raddr(struct sm_walk *walk)
{
	walk->wqe->raddr = sm_take(walk, "raddr_seg", PRM_RADDR_SEG_SIZE);
}

/* Opcodes of RC; UD and UC have a subset. */
static bool sm_transport_has(uint8_t service_type, uint8_t opcode)
{
	switch (opcode) {
	case PRM_WQE_OPCODE_SEND:
	case PRM_WQE_OPCODE_SEND_IMM:
	case PRM_WQE_OPCODE_NOP:
		return true;
	case PRM_WQE_OPCODE_RDMA_READ:
	case PRM_WQE_OPCODE_ATOMIC_CS:
	case PRM_WQE_OPCODE_ATOMIC_FA:
	case PRM_WQE_OPCODE_ATOMIC_MASKED_CS:
	case PRM_WQE_OPCODE_ATOMIC_MASKED_FA:
	case PRM_WQE_OPCODE_SEND_INVAL:
		return sm_is_reliable(service_type);
	case PRM_WQE_OPCODE_MMO:
		return service_type == PRM_QP_SERVICE_TYPE_RC ||
		       service_type == PRM_QP_SERVICE_TYPE_DCI;
	default:
		return service_type != PRM_QP_SERVICE_TYPE_UD &&
		       service_type != PRM_QP_SERVICE_TYPE_RAW_ETHERTYPE;
	}
}

/*
 * The Ethernet segment ends with the first two bytes of the inline headers; the others follow it, padded
 * to 16 bytes.
 */
static void sm_take_eth(struct sm_walk *walk)
{
	struct sm_wqe *wqe = walk->wqe;
	const size_t start = walk->at + PRM_ETH_SEG_SIZE - SM_ETH_START;
	size_t end;

	wqe->eth = sm_take(walk, "eth_seg", PRM_ETH_SEG_SIZE);
	if (!wqe->eth || prm_eth_seg_get_insert_vlan(wqe->eth))
		return;
	wqe->eth_inline = wqe->bytes + start;
	wqe->eth_inline_len = prm_eth_seg_get_inline_hdr_inline_hdr_sz(wqe->eth);
	end = start + wqe->eth_inline_len;
	if (wqe->eth_inline_len > SM_ETH_START)
		sm_take(walk, "inline_hdr", (end + SM_OCTOWORD - 1) / SM_OCTOWORD * SM_OCTOWORD - walk->at);
}

/* The destination of a request. Of datagrams, no driver leaves grh_av out. */
static void sm_take_destination(struct sm_walk *walk)
{
	struct sm_wqe *wqe = walk->wqe;

	switch (wqe->service_type) {
	case PRM_QP_SERVICE_TYPE_XRC:
		wqe->xrc = sm_take(walk, "xrc_seg", PRM_XRC_SEG_SIZE);
		break;
	case PRM_QP_SERVICE_TYPE_RAW_ETHERTYPE:
		sm_take_eth(walk);
		break;
	case PRM_QP_SERVICE_TYPE_UD:
	case PRM_QP_SERVICE_TYPE_DCI:
		wqe->av = sm_take(walk, "base_av", PRM_BASE_AV_SIZE);
		if (wqe->av && prm_base_av_get_ext(wqe->av))
			wqe->grh = sm_take(walk, "grh_av", PRM_GRH_AV_SIZE);
		else if (wqe->service_type == PRM_QP_SERVICE_TYPE_UD)
			walk->error = SM_ERROR_NO_GRH_AV;
		break;
	default:
		break;
	}
}

/* Has the request a peer? Local operations have no segments for a destination. */
static bool sm_has_peer(uint8_t opcode)
{
	switch (opcode) {
	case PRM_WQE_OPCODE_NOP:
	case PRM_WQE_OPCODE_LOCAL_INVAL:
	case PRM_WQE_OPCODE_UMR:
	case PRM_WQE_OPCODE_SET_PSV:
	case PRM_WQE_OPCODE_GET_PSV:
	case PRM_WQE_OPCODE_MMO:
		return false;
	default:
		return true;
	}
}

static void sm_take_mmo(struct sm_walk *walk)
{
	struct sm_wqe *wqe = walk->wqe;

	wqe->mmo = sm_take(walk, "mmo_metadata_seg", PRM_MMO_METADATA_SEG_SIZE);
	sm_take_data(walk);
	if (walk->error)
		return;
	if (wqe->ctrl.opmod != PRM_MMO_OPMOD_DMA)
		walk->error = SM_ERROR_MMO_KIND;
	else if (wqe->n_sge != 2 || wqe->sge[0].inline_data || wqe->sge[1].inline_data)
		walk->error = SM_ERROR_MMO_LIST;
	else if (wqe->sge[0].len != wqe->sge[1].len)
		walk->error = SM_ERROR_MMO_LENGTH;
}

static void sm_take_opcode(struct sm_walk *walk)
{
	struct sm_wqe *wqe = walk->wqe;

	if (!sm_transport_has(wqe->service_type, wqe->ctrl.opcode)) {
		walk->error = SM_ERROR_TRANSPORT;
		return;
	}
	if (sm_has_peer(wqe->ctrl.opcode))
		sm_take_destination(walk);
	switch (wqe->ctrl.opcode) {
	case PRM_WQE_OPCODE_NOP:
	case PRM_WQE_OPCODE_LOCAL_INVAL:
		walk->at = wqe->len;	/* what follows does not count */
		break;
	case PRM_WQE_OPCODE_SEND:
	case PRM_WQE_OPCODE_SEND_IMM:
	case PRM_WQE_OPCODE_SEND_INVAL:
		sm_take_data(walk);
		break;
	case PRM_WQE_OPCODE_RDMA_WRITE:
	case PRM_WQE_OPCODE_RDMA_WRITE_IMM:
	case PRM_WQE_OPCODE_RDMA_READ:
		sm_take_raddr(walk);
		sm_take_data(walk);
		break;
	case PRM_WQE_OPCODE_ATOMIC_CS:
	case PRM_WQE_OPCODE_ATOMIC_FA:
		sm_take_raddr(walk);
		wqe->atomic = sm_take(walk, "atomic_seg", PRM_ATOMIC_SEG_SIZE);
		sm_take_data(walk);
		break;
	case PRM_WQE_OPCODE_ATOMIC_MASKED_CS:
	case PRM_WQE_OPCODE_ATOMIC_MASKED_FA:
		sm_take_raddr(walk);
		sm_take_masked(walk, wqe->ctrl.opcode == PRM_WQE_OPCODE_ATOMIC_MASKED_CS);
		sm_take_data(walk);
		break;
	case PRM_WQE_OPCODE_UMR:
		sm_take_umr(walk);
		break;
	case PRM_WQE_OPCODE_SET_PSV:
		wqe->set_psv = sm_take(walk, "set_psv_seg", PRM_SET_PSV_SEG_SIZE);
		break;
	case PRM_WQE_OPCODE_GET_PSV:
		wqe->get_psv = sm_take(walk, "get_psv_seg", PRM_GET_PSV_SEG_SIZE);
		break;
	case PRM_WQE_OPCODE_MMO:
		sm_take_mmo(walk);
		break;
	default:
		walk->error = SM_ERROR_OPCODE;
	}
}

static bool sm_reads_back(uint8_t opcode)
{
	return opcode == PRM_WQE_OPCODE_RDMA_READ || opcode == PRM_WQE_OPCODE_ATOMIC_CS ||
	       opcode == PRM_WQE_OPCODE_ATOMIC_FA || opcode == PRM_WQE_OPCODE_ATOMIC_MASKED_CS ||
	       opcode == PRM_WQE_OPCODE_ATOMIC_MASKED_FA;
}

enum sm_error sm_wqe_parse(struct sm_wqe *wqe)
{
	struct sm_walk walk = { .wqe = wqe };
	unsigned int i;

	memset((char *)wqe + offsetof(struct sm_wqe, ctrl_seg), 0,
	       offsetof(struct sm_wqe, sge) - offsetof(struct sm_wqe, ctrl_seg));
	wqe->n_sge = wqe->n_parts = 0;
	wqe->ctrl_seg = (const void *)wqe->bytes;
	prm_ctrl_seg_unpack(&wqe->ctrl, wqe->ctrl_seg, NULL);
	wqe->len = wqe->ctrl.ds * SM_OCTOWORD;
	if (!wqe->ctrl.ds)
		return SM_ERROR_DS_ZERO;
	sm_take(&walk, "ctrl_seg", PRM_CTRL_SEG_SIZE);
	sm_take_opcode(&walk);
	if (!walk.error && walk.at < wqe->len)
		walk.error = SM_ERROR_DS_LARGE;
	for (i = 0; i < wqe->n_sge && !walk.error && sm_reads_back(wqe->ctrl.opcode); i++)
		if (wqe->sge[i].inline_data)
			walk.error = SM_ERROR_INLINE_ANSWER;
	return walk.error;
}
