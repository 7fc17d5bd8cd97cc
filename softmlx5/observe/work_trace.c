// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Records of the trace: work requests and completions.
 */
#include "observe/work_trace.h"
#include "prm_recv.h"

/* The layout of a BSF depends on the size in its first word. */
static const char *sm_bsf_layout(const void *bsf)
{
	static const char *const layouts[] = {
		[PRM_BSF_SIZE_SIZE_16] = "bsf_16", [PRM_BSF_SIZE_SIZE_32] = "bsf_32",
		[PRM_BSF_SIZE_SIZE_64] = "bsf_64", [PRM_BSF_SIZE_SIZE_128] = "bsf_128",
	};

	if (prm_bsf_basic_get_p_type(bsf) == PRM_BSF_P_TYPE_CRYPTO)
		return "bsf_crypto";
	return layouts[prm_bsf_basic_get_bsf_size(bsf)];
}

static void sm_wqe_parts(struct sm_record *record, const struct sm_wqe *wqe)
{
	unsigned int i;

	for (i = 0; i < wqe->n_parts; i++) {
		const void *bytes = wqe->bytes + wqe->part[i].offset;

		sm_record_part(record,
			       bytes == wqe->bsf ? sm_bsf_layout(bytes) : wqe->part[i].layout,
			       wqe->part[i].offset, bytes, wqe->part[i].len);
	}
}

static void sm_wqe_head(struct sm_record *record, const struct sm_qp *qp, const struct sm_wqe *wqe)
{
	const char *opcode = sm_or_unknown(prm_wqe_opcode_str(wqe->ctrl.opcode));

	if (record->is_json)
		fprintf(record->file, ",\"qpn\":%u,\"index\":%u,\"opcode\":\"%s\",\"len\":%zu",
			qp->obj.id, qp->req.ci, opcode, wqe->len);
	else
		fprintf(record->file, "QP 0x%06x WQE 0x%04x %s, %zu bytes\n", qp->obj.id,
			qp->req.ci, opcode, wqe->len);
}

void sm_record_wqe(struct sm_record *record, const struct sm_qp *qp, const struct sm_wqe *wqe)
{
	sm_wqe_head(record, qp, wqe);
	sm_wqe_parts(record, wqe);
}

SM_COLD static void sm_write_wqe(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	struct sm_record record;

	if (!sm_record_open(&record, qp->obj.dev, "wqe"))
		return;
	sm_record_wqe(&record, qp, wqe);
	sm_record_close(&record);
}

void sm_trace_wqe(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	if (sm_is_traced())
		sm_write_wqe(qp, wqe);
}

SM_COLD static void sm_write_recv_wqe(struct sm_qp *qp, const void *bytes, size_t len)
{
	const struct sm_srq *srq = qp->resp.to.srq;
	struct sm_record record;
	size_t at;

	if (!sm_record_open(&record, qp->obj.dev, "recv_wqe"))
		return;
	if (record.is_json)
		fprintf(record.file, ",\"qpn\":%u,\"srqn\":%u,\"len\":%zu", qp->obj.id,
			srq ? srq->obj.id : 0, len);
	else if (srq)
		fprintf(record.file, "QP 0x%06x takes a WQE of SRQ 0x%06x\n", qp->obj.id,
			srq->obj.id);
	else
		fprintf(record.file, "QP 0x%06x takes receive WQE 0x%04x\n", qp->obj.id,
			qp->resp.rq_ci);
	for (at = 0; at + PRM_RECV_DATA_SEG_SIZE <= len; at += PRM_RECV_DATA_SEG_SIZE) {
		const void *segment = (const uint8_t *)bytes + at;

		if (!at && (srq || qp->ctx.wq_signature)) {
			sm_record_part(&record, srq ? "srq_next_seg" : "wqe_signature_seg", at,
				       segment, PRM_RECV_DATA_SEG_SIZE);
			continue;
		}
		sm_record_part(&record, "recv_data_seg", at, segment, PRM_RECV_DATA_SEG_SIZE);
		if (prm_recv_data_seg_get_lkey(segment) ==
			    PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST &&
		    !prm_recv_data_seg_get_byte_count(segment))
			break;	/* entries after it have no effect */
	}
	sm_record_close(&record);
}

void sm_trace_recv_wqe(struct sm_qp *qp, const void *bytes, size_t len)
{
	if (sm_is_traced())
		sm_write_recv_wqe(qp, bytes, len);
}

/* The head line of a CQE: its queue pair and result. */
static void sm_cqe_text(FILE *file, const void *cqe, uint32_t opcode)
{
	switch (opcode) {
	case PRM_CQE_OPCODE_SIG_ERR:
		fprintf(file, ", key 0x%08x, offset 0x%llx", prm_sig_err_cqe_get_mkey(cqe),
			(unsigned long long)prm_sig_err_cqe_get_sig_err_offset(cqe));
		break;
	case PRM_CQE_OPCODE_REQ_ERR:
	case PRM_CQE_OPCODE_RESP_ERR:
		fprintf(file, " %s, QP 0x%06x WQE 0x%04x",
			sm_or_unknown(prm_cqe_syndrome_str(prm_err_cqe_get_syndrome(cqe))),
			prm_err_cqe_get_qpn(cqe), prm_err_cqe_get_wqe_counter(cqe));
		if (opcode == PRM_CQE_OPCODE_REQ_ERR)
			fprintf(file, " %s", sm_or_unknown(prm_wqe_opcode_str(
				prm_err_cqe_get_wqe_opcode(cqe))));
		break;
	case PRM_CQE_OPCODE_REQ:
		fprintf(file, ", QP 0x%06x WQE 0x%04x %s, %u bytes", prm_cqe64_get_qpn(cqe),
			prm_cqe64_get_wqe_counter(cqe),
			sm_or_unknown(prm_wqe_opcode_str(prm_cqe64_get_s_wqe_opcode(cqe))),
			prm_cqe64_get_byte_count(cqe));
		break;
	default:
		fprintf(file, ", QP 0x%06x WQE 0x%04x, %u %s", prm_cqe64_get_qpn(cqe),
			prm_cqe64_get_wqe_counter(cqe), prm_cqe64_get_byte_count(cqe),
			prm_cqe64_get_format(cqe) == PRM_CQE_FORMAT_COMPRESSED ? "CQEs" : "bytes");
	}
	fputc('\n', file);
}

static void sm_cqe_json(FILE *file, const void *cqe, uint32_t opcode)
{
	if (opcode == PRM_CQE_OPCODE_REQ_ERR || opcode == PRM_CQE_OPCODE_RESP_ERR)
		fprintf(file, ",\"syndrome\":\"%s\"",
			sm_or_unknown(prm_cqe_syndrome_str(prm_err_cqe_get_syndrome(cqe))));
}

SM_COLD static void sm_write_cqe(struct sm_cq *cq, const struct prm_cqe64 *cqe,
				 const struct prm_cqe_inline_64 *data)
{
	const uint32_t opcode = prm_cqe64_get_opcode(cqe);
	const char *layout = "cqe64", *name = sm_or_unknown(prm_cqe_opcode_str(opcode));
	struct sm_record record;

	if (!sm_record_open(&record, cq->obj.dev, "cqe"))
		return;
	if (opcode == PRM_CQE_OPCODE_SIG_ERR)
		layout = "sig_err_cqe";
	else if (opcode == PRM_CQE_OPCODE_REQ_ERR || opcode == PRM_CQE_OPCODE_RESP_ERR)
		layout = "err_cqe";
	if (record.is_json) {
		fprintf(record.file, ",\"cqn\":%u,\"qpn\":%u,\"index\":%u,\"opcode\":\"%s\"",
			cq->obj.id, prm_cqe64_get_qpn(cqe), cq->pi, name);
		sm_cqe_json(record.file, cqe, opcode);
	} else {
		fprintf(record.file, "CQ 0x%06x CQE %u %s", cq->obj.id, cq->pi, name);
		sm_cqe_text(record.file, cqe, opcode);
	}
	if (data)
		sm_record_part(&record, "cqe_inline_64", 0, data, PRM_CQE_INLINE_64_SIZE);
	sm_record_part(&record, layout, data ? PRM_CQE_INLINE_64_SIZE : 0, cqe, PRM_CQE64_SIZE);
	sm_record_close(&record);
}

void sm_trace_cqe(struct sm_cq *cq, const struct prm_cqe64 *cqe,
		  const struct prm_cqe_inline_64 *data)
{
	if (sm_is_traced())
		sm_write_cqe(cq, cqe, data);
}
