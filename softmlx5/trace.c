// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The trace: every command, work request and completion, decoded, as text or as a line of JSON. A
 * record is put together in memory and written at once, so that records of several processes do not
 * mix.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prm_query_hca_cap.h"
#include "prm_recv.h"
#include "trace.h"
#include "trace_print.h"

struct sm_layout {
	const char *name;
	uint32_t size;
	void (*print)(FILE *file, const void *p);
};

#include "trace_table.h"

static struct {
	bool is_off;		/* known to be off */
	bool is_open;
	int fd;
	uint64_t start;
} sm_trace;

/* Without trace a call must cost as good as nothing: only where it is on is more of it reached. */
SM_COLD static bool sm_trace_open(void)
{
	const struct sm_config *config = sm_config();

	if (sm_trace.is_open)
		return true;
	sm_trace.is_off = true;
	if (!config->trace)
		return false;
	sm_trace.fd = open(config->trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (sm_trace.fd < 0) {
		sm_warn("--trace %s: %s", config->trace, strerror(errno));
		return false;
	}
	sm_trace.start = sm_now();
	sm_trace.is_off = false;
	sm_trace.is_open = true;
	return true;
}

static inline bool sm_is_traced(void)
{
	return !sm_trace.is_off && sm_trace_open();
}

/* A record on its way. */
struct sm_record {
	FILE *file;
	char *text;
	size_t len;
	bool is_json;
	bool has_part;
};

static bool sm_record_open(struct sm_record *record, struct sm_dev *dev, const char *kind)
{
	const uint64_t time = sm_now() - sm_trace.start;

	*record = (struct sm_record){ .is_json = sm_config()->trace_json };
	record->file = open_memstream(&record->text, &record->len);
	if (!record->file)
		return false;
	if (record->is_json)
		fprintf(record->file,
			"{\"time_ns\":%llu,\"pid\":%d,\"device\":\"mlx5_%u\",\"kind\":\"%s\"",
			(unsigned long long)time, (int)getpid(), dev->index, kind);
	else
		fprintf(record->file, "[%5llu.%06llu] mlx5_%u ",
			(unsigned long long)(time / 1000000000u),
			(unsigned long long)(time / 1000 % 1000000), dev->index);
	return true;
}

static void sm_write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t written = write(fd, text, len);

		if (written < 0 && errno != EINTR)
			return;
		if (written > 0) {
			text += written;
			len -= (size_t)written;
		}
	}
}

/* The record is written at once: whatever happens to the process then, it stands in the file. */
static void sm_record_close(struct sm_record *record)
{
	if (record->is_json)
		fputs(record->has_part ? "]}\n" : "}\n", record->file);
	fclose(record->file);
	sm_write_all(sm_trace.fd, record->text, record->len);
	free(record->text);
}

static int sm_layout_compare(const void *name, const void *layout)
{
	return strcmp(name, ((const struct sm_layout *)layout)->name);
}

static const struct sm_layout *sm_layout_find(const char *name)
{
	return bsearch(name, sm_layouts, SM_ARRAY_SIZE(sm_layouts), sizeof(sm_layouts[0]),
		       sm_layout_compare);
}

static void sm_hex(FILE *file, const uint8_t *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		fprintf(file, "%02x", bytes[i]);
}

/* A part in JSON: its bytes, and the fields of its layout. */
static void sm_part_json(struct sm_record *record, const char *name,
			 const struct sm_layout *layout, size_t offset, const uint8_t *bytes,
			 size_t len)
{
	static const char *const objects[] = {
		[SM_PRINT_FIELDS] = "fields", [SM_PRINT_NAMES] = "names",
		[SM_PRINT_RESERVED] = "reserved",
	};
	enum sm_print_what what;

	fprintf(record->file, "%s{\"layout\":\"%s\",\"offset\":%zu,\"bytes\":\"",
		record->has_part ? "," : ",\"parts\":[", name, offset);
	sm_hex(record->file, bytes, len);
	fputc('"', record->file);
	for (what = SM_PRINT_FIELDS; what <= SM_PRINT_RESERVED; what++) {
		fprintf(record->file, ",\"%s\":{", objects[what]);
		if (layout) {
			sm_print_start(what, 0);
			layout->print(record->file, bytes);
		}
		fputc('}', record->file);
	}
	fputc('}', record->file);
	record->has_part = true;
}

#define SM_TEXT_BYTES 64u	/* that are shown of what has no layout */

static void sm_part_text(struct sm_record *record, const char *name,
			 const struct sm_layout *layout, size_t offset, const uint8_t *bytes,
			 size_t len)
{
	const size_t known = layout ? layout->size : 0, rest = len - known;

	sm_print_start(SM_PRINT_TEXT,
		       (unsigned int)fprintf(record->file, "  0x%03zx %s:", offset, name));
	if (layout)
		layout->print(record->file, bytes);
	if (rest > 8 && !bytes[known] && !memcmp(bytes + known, bytes + known + 1, rest - 1)) {
		if (layout && !sm_print.n)
			fputs(" all zero", record->file);
		else
			fprintf(record->file, "%s %zu bytes of zeros", layout ? " and" : "", rest);
	} else if (rest) {
		fprintf(record->file, "%s ", layout ? " and" : "");
		sm_hex(record->file, bytes + known, rest < SM_TEXT_BYTES ? rest : SM_TEXT_BYTES);
		if (rest > SM_TEXT_BYTES)
			fprintf(record->file, "... (%zu bytes)", rest);
	} else if (!sm_print.n) {
		fputs(" all zero", record->file);
	}
	fputc('\n', record->file);
}

static void sm_record_part(struct sm_record *record, const char *name, size_t offset,
			   const void *bytes, size_t len)
{
	const struct sm_layout *layout = sm_layout_find(name);

	if (layout && layout->size > len)
		layout = NULL;	/* cut off */
	if (record->is_json)
		sm_part_json(record, name, layout, offset, bytes, len);
	else
		sm_part_text(record, name, layout, offset, bytes, len);
}

static const char *sm_or_unknown(const char *name)
{
	return name ? name : "unknown";
}

/* The layout of a command or answer: the opcode's name in lower case, but for these. */
static void sm_command_layout(char *name, size_t size, uint16_t opcode, bool is_answer)
{
	static const struct {
		uint16_t opcode;
		const char *in, *out;
	} others[] = {
		{ PRM_CMD_OPCODE_2ERR_QP, "qp_2err_in", "qp_2err_out" },
		{ PRM_CMD_OPCODE_2RST_QP, "qp_2rst_in", "qp_2rst_out" },
		{ PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT, "create_encryption_key_in",
		  "general_obj_out_cmd_hdr" },
		{ PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT, "general_obj_in_cmd_hdr",
		  "query_encryption_key_out" },
		{ PRM_CMD_OPCODE_DESTROY_GENERAL_OBJECT, "general_obj_in_cmd_hdr",
		  "general_obj_out_cmd_hdr" },
	};
	char *c;
	size_t i;

	for (i = 0; i < SM_ARRAY_SIZE(others); i++) {
		if (others[i].opcode == opcode) {
			snprintf(name, size, "%s", is_answer ? others[i].out : others[i].in);
			return;
		}
	}
	snprintf(name, size, "%s_%s", sm_or_unknown(prm_cmd_opcode_str(opcode)),
		 is_answer ? "out" : "in");
	for (c = name; *c; c++)
		*c = (char)tolower((unsigned char)*c);
}

/* Capabilities behind the header of the answer, by their type. */
static const char *sm_cap_layout(const void *in)
{
	static const char *const layouts[] = {
		[PRM_HCA_CAP_TYPE_GENERAL] = "cmd_hca_cap",
		[PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS] = "per_protocol_networking_offload_caps",
		[PRM_HCA_CAP_TYPE_ODP] = "odp_cap",
		[PRM_HCA_CAP_TYPE_ATOMIC] = "atomic_caps",
		[PRM_HCA_CAP_TYPE_ROCE] = "roce_cap",
		[PRM_HCA_CAP_TYPE_QOS] = "qos_cap",
		[PRM_HCA_CAP_TYPE_DEVICE_MEMORY] = "device_mem_cap",
		[PRM_HCA_CAP_TYPE_CRYPTO] = "crypto_caps",
		[PRM_HCA_CAP_TYPE_GENERAL_2] = "cmd_hca_cap_2",
	};
	const uint32_t type = prm_query_hca_cap_in_get_cap_type(in);

	return type < SM_ARRAY_SIZE(layouts) && layouts[type] ? layouts[type] : "unknown";
}

static void sm_answer_parts(struct sm_record *record, uint16_t opcode, const void *in,
			    const uint8_t *out, size_t out_len)
{
	const size_t head = offsetof(struct prm_query_hca_cap_out, capability);
	char name[64];

	sm_command_layout(name, sizeof(name), opcode, true);
	if (opcode != PRM_CMD_OPCODE_QUERY_HCA_CAP || out_len <= head) {
		sm_record_part(record, name, 0, out, out_len);
		return;
	}
	sm_record_part(record, "cmd_out_hdr", 0, out, PRM_CMD_OUT_HDR_SIZE);
	sm_record_part(record, sm_cap_layout(in), head, out + head, out_len - head);
}

SM_COLD static void sm_record_command(struct sm_dev *dev, const void *in, size_t in_len,
				      const void *out, size_t out_len)
{
	struct prm_cmd_out_hdr_fields answer;
	struct prm_cmd_in_hdr_fields hdr;
	struct sm_record record;
	const char *opcode;
	char name[64];

	if (!sm_record_open(&record, dev, "command"))
		return;
	prm_cmd_in_hdr_unpack(&hdr, in, NULL);
	prm_cmd_out_hdr_unpack(&answer, out, NULL);
	opcode = sm_or_unknown(prm_cmd_opcode_str(hdr.opcode));
	if (record.is_json) {
		fprintf(record.file,
			",\"opcode\":\"%s\",\"uid\":%u,\"status\":\"%s\",\"syndrome\":%u", opcode,
			hdr.uid, sm_or_unknown(prm_cmd_status_str(answer.status)), answer.syndrome);
	} else {
		fprintf(record.file, "command %s (0x%03x)", opcode, hdr.opcode);
		if (hdr.uid)
			fprintf(record.file, " of uid %u", hdr.uid);
		fprintf(record.file, ": %s", sm_or_unknown(prm_cmd_status_str(answer.status)));
		if (answer.status)
			fprintf(record.file, " (0x%02x), syndrome 0x%08x", answer.status,
				answer.syndrome);
		fputc('\n', record.file);
	}
	sm_command_layout(name, sizeof(name), hdr.opcode, false);
	sm_record_part(&record, name, 0, in, in_len);
	sm_answer_parts(&record, hdr.opcode, in, out, out_len);
	sm_record_close(&record);
}

void sm_trace_command(struct sm_dev *dev, const void *in, size_t in_len, const void *out,
		      size_t out_len)
{
	if (sm_is_traced())
		sm_record_command(dev, in, in_len, out, out_len);
}

/* The layout of a BSF goes by the size that it tells. */
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

SM_COLD static void sm_record_wqe(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	struct sm_record record;

	if (!sm_record_open(&record, qp->obj.dev, "wqe"))
		return;
	sm_wqe_head(&record, qp, wqe);
	sm_wqe_parts(&record, wqe);
	sm_record_close(&record);
}

void sm_trace_wqe(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	if (sm_is_traced())
		sm_record_wqe(qp, wqe);
}

SM_COLD static void sm_record_recv_wqe(struct sm_qp *qp, const void *bytes, size_t len)
{
	struct sm_record record;
	size_t at;

	if (!sm_record_open(&record, qp->obj.dev, "recv_wqe"))
		return;
	if (record.is_json)
		fprintf(record.file, ",\"qpn\":%u,\"srqn\":%u,\"len\":%zu", qp->obj.id,
			qp->srq ? qp->srq->obj.id : 0, len);
	else if (qp->srq)
		fprintf(record.file, "QP 0x%06x takes a WQE of SRQ 0x%06x\n", qp->obj.id,
			qp->srq->obj.id);
	else
		fprintf(record.file, "QP 0x%06x takes receive WQE 0x%04x\n", qp->obj.id,
			qp->resp.rq_ci);
	for (at = 0; at + PRM_RECV_DATA_SEG_SIZE <= len; at += PRM_RECV_DATA_SEG_SIZE) {
		const void *segment = (const uint8_t *)bytes + at;

		if (!at && (qp->srq || qp->ctx.wq_signature)) {
			sm_record_part(&record, qp->srq ? "srq_next_seg" : "wqe_signature_seg", at,
				       segment, PRM_RECV_DATA_SEG_SIZE);
			continue;
		}
		sm_record_part(&record, "recv_data_seg", at, segment, PRM_RECV_DATA_SEG_SIZE);
		if (prm_recv_data_seg_get_lkey(segment) ==
			    PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST &&
		    !prm_recv_data_seg_get_byte_count(segment))
			break;	/* what is behind does not count */
	}
	sm_record_close(&record);
}

void sm_trace_recv_wqe(struct sm_qp *qp, const void *bytes, size_t len)
{
	if (sm_is_traced())
		sm_record_recv_wqe(qp, bytes, len);
}

/* What the header line says of a CQE: whose it is, and the result. */
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
		fprintf(file, ", QP 0x%06x WQE 0x%04x, %u bytes", prm_cqe64_get_qpn(cqe),
			prm_cqe64_get_wqe_counter(cqe), prm_cqe64_get_byte_count(cqe));
	}
	fputc('\n', file);
}

static void sm_cqe_json(FILE *file, const void *cqe, uint32_t opcode)
{
	if (opcode == PRM_CQE_OPCODE_REQ_ERR || opcode == PRM_CQE_OPCODE_RESP_ERR)
		fprintf(file, ",\"syndrome\":\"%s\"",
			sm_or_unknown(prm_cqe_syndrome_str(prm_err_cqe_get_syndrome(cqe))));
}

SM_COLD static void sm_record_cqe(struct sm_cq *cq, const struct prm_cqe64 *cqe,
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
		sm_record_cqe(cq, cqe, data);
}

void sm_trace_note(struct sm_dev *dev, const char *format, ...)
{
	struct sm_record record;
	char text[512];
	va_list args;
	const char *c;

	if (!sm_is_traced() || !sm_record_open(&record, dev, "note"))
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (record.is_json) {
		fputs(",\"text\":\"", record.file);
		for (c = text; *c; c++) {
			if (*c == '"' || *c == '\\')
				fputc('\\', record.file);
			fputc(isprint((unsigned char)*c) ? *c : ' ', record.file);
		}
		fputc('"', record.file);
	} else {
		fprintf(record.file, "%s\n", text);
	}
	sm_record_close(&record);
}

bool sm_strict_report(const char *kind, struct sm_dev *dev, struct sm_qp *qp,
		      const struct sm_wqe *wqe, const char *rule, const char *format, ...)
{
	struct sm_record record = {0};
	char text[512];
	va_list args;

	if (!sm_config()->strict)
		return true;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (qp)
		sm_trace_note(dev, "%s: QP 0x%06x: %s: %s", kind, qp->obj.id, rule, text);
	else
		sm_trace_note(dev, "%s: %s: %s", kind, rule, text);
	record.file = open_memstream(&record.text, &record.len);
	if (!record.file)
		return false;
	fprintf(record.file, "softmlx5: %s: mlx5_%u: ", kind, dev->index);
	if (qp)
		fprintf(record.file, "QP 0x%06x: ", qp->obj.id);
	fprintf(record.file, "%s: %s\n", rule, text);
	if (qp && wqe) {
		fputs("  ", record.file);
		sm_wqe_head(&record, qp, wqe);
		sm_wqe_parts(&record, wqe);
	}
	fclose(record.file);
	sm_write_all(STDERR_FILENO, record.text, record.len);
	free(record.text);
	return false;
}
