// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The trace: every command, work request and completion, decoded, as text or as a line of JSON. A record is
 * put together in memory and written at once, so that records of several processes do not mix.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace.h"

/* A number of a layout: its path, place and width in bits. */
struct sm_number {
	const char *name;
	uint16_t offset, width;
};

struct sm_layout {
	const char *name;
	uint32_t size;
	void (*print)(FILE *file, const void *p);
	uint32_t first, count;	/* in sm_numbers */
};

#include "trace_table.h"

static struct {
	int fd;			/* -1: no trace */
	bool is_open;		/* fd is what it should be */
	uint64_t start;
} sm_trace = { .fd = -1 };

static bool sm_is_traced(void)
{
	const struct sm_config *config = sm_config();

	if (!sm_trace.is_open) {
		sm_trace.is_open = true;
		sm_trace.start = sm_now();
		if (config->trace) {
			sm_trace.fd = open(config->trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
			if (sm_trace.fd < 0)
				sm_warn("--trace %s: %s", config->trace, strerror(errno));
		}
	}
	return sm_trace.fd >= 0;
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
		fprintf(record->file, "{\"time_ns\":%llu,\"pid\":%d,\"device\":\"mlx5_%u\",\"kind\":\"%s\"",
			(unsigned long long)time, (int)getpid(), dev->index, kind);
	else
		fprintf(record->file, "[%5llu.%06llu] mlx5_%u ", (unsigned long long)(time / 1000000000u),
			(unsigned long long)(time / 1000 % 1000000), dev->index);
	return true;
}

static void sm_record_close(struct sm_record *record)
{
	size_t done = 0;

	if (record->is_json)
		fputs(record->has_part ? "]}\n" : "}\n", record->file);
	fclose(record->file);
	while (done < record->len) {
		ssize_t written = write(sm_trace.fd, record->text + done, record->len - done);

		if (written < 0 && errno != EINTR)
			break;
		if (written > 0)
			done += (size_t)written;
	}
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

static uint64_t sm_number_read(const struct sm_number *number, const uint8_t *bytes)
{
	uint64_t value = 0;
	unsigned int bit;

	for (bit = number->offset; bit < number->offset + number->width; bit++)
		value = value << 1 | (bytes[bit / 8] >> (7 - bit % 8) & 1);
	return value;
}

static void sm_hex(FILE *file, const uint8_t *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		fprintf(file, "%02x", bytes[i]);
}

/* A part in JSON: its bytes, and the numbers of its layout that lie in them. */
static void sm_part_json(struct sm_record *record, const char *name,
			 const struct sm_layout *layout, size_t offset, const uint8_t *bytes,
			 size_t len)
{
	const char *comma = "";
	uint32_t i;

	fprintf(record->file, "%s{\"layout\":\"%s\",\"offset\":%zu,\"bytes\":\"",
		record->has_part ? "," : ",\"parts\":[", name, offset);
	sm_hex(record->file, bytes, len);
	fputs("\",\"fields\":{", record->file);
	for (i = 0; layout && i < layout->count; i++) {
		const struct sm_number *number = &sm_numbers[layout->first + i];

		if (number->offset + number->width > len * 8)
			continue;
		fprintf(record->file, "%s\"%s\":%llu", comma, number->name,
			(unsigned long long)sm_number_read(number, bytes));
		comma = ",";
	}
	fputs("}}", record->file);
	record->has_part = true;
}

static void sm_part_text(struct sm_record *record, const char *name,
			 const struct sm_layout *layout, size_t offset, const uint8_t *bytes,
			 size_t len)
{
	fprintf(record->file, "  0x%03zx %s\n", offset, name);
	if (layout && layout->size <= len) {
		layout->print(record->file, bytes);
		return;
	}
	fputs("    ", record->file);
	sm_hex(record->file, bytes, len);
	fputc('\n', record->file);
}

static void sm_record_part(struct sm_record *record, const char *name, size_t offset,
			   const void *bytes, size_t len)
{
	const struct sm_layout *layout = sm_layout_find(name);

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

void sm_trace_command(struct sm_dev *dev, const void *in, size_t in_len, const void *out,
		      size_t out_len)
{
	const uint16_t opcode = (uint16_t)prm_cmd_in_hdr_get_opcode(in);
	struct prm_cmd_out_hdr_fields answer;
	struct sm_record record;
	char name[64];

	if (!sm_is_traced() || !sm_record_open(&record, dev, "command"))
		return;
	prm_cmd_out_hdr_unpack(&answer, out, NULL);
	if (record.is_json)
		fprintf(record.file, ",\"opcode\":\"%s\",\"status\":\"%s\",\"syndrome\":%u",
			sm_or_unknown(prm_cmd_opcode_str(opcode)),
			sm_or_unknown(prm_cmd_status_str(answer.status)), answer.syndrome);
	else
		fprintf(record.file, "command %s (0x%03x): %s\n",
			sm_or_unknown(prm_cmd_opcode_str(opcode)), opcode,
			sm_or_unknown(prm_cmd_status_str(answer.status)));
	sm_command_layout(name, sizeof(name), opcode, false);
	sm_record_part(&record, name, 0, in, in_len);
	sm_command_layout(name, sizeof(name), opcode, true);
	sm_record_part(&record, name, 0, out, out_len);
	sm_record_close(&record);
}

static void sm_wqe_parts(struct sm_record *record, const struct sm_wqe *wqe)
{
	unsigned int i;

	for (i = 0; i < wqe->n_parts; i++)
		sm_record_part(record, wqe->part[i].layout, wqe->part[i].offset,
			       wqe->bytes + wqe->part[i].offset, wqe->part[i].len);
}

static void sm_wqe_head(struct sm_record *record, const struct sm_qp *qp, const struct sm_wqe *wqe)
{
	const char *opcode = sm_or_unknown(prm_wqe_opcode_str(wqe->ctrl.opcode));

	if (record->is_json)
		fprintf(record->file, ",\"qpn\":%u,\"index\":%u,\"opcode\":\"%s\",\"len\":%zu",
			qp->obj.id, qp->req.ci, opcode, wqe->len);
	else
		fprintf(record->file, "QP 0x%06x WQE 0x%04x %s, %zu bytes\n", qp->obj.id, qp->req.ci,
			opcode, wqe->len);
}

void sm_trace_wqe(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	struct sm_record record;

	if (!sm_is_traced() || !sm_record_open(&record, qp->obj.dev, "wqe"))
		return;
	sm_wqe_head(&record, qp, wqe);
	sm_wqe_parts(&record, wqe);
	sm_record_close(&record);
}

void sm_trace_recv_wqe(struct sm_qp *qp, const void *bytes, size_t len)
{
	struct sm_record record;
	size_t at;

	if (!sm_is_traced() || !sm_record_open(&record, qp->obj.dev, "recv_wqe"))
		return;
	if (record.is_json)
		fprintf(record.file, ",\"qpn\":%u,\"len\":%zu", qp->obj.id, len);
	else
		fprintf(record.file, "QP 0x%06x receive WQE, %zu bytes\n", qp->obj.id, len);
	for (at = 0; at + 16 <= len; at += 16)
		sm_record_part(&record, at || !qp->srq ? "recv_data_seg" : "srq_next_seg", at,
			       (const uint8_t *)bytes + at, 16);
	sm_record_close(&record);
}

void sm_trace_cqe(struct sm_cq *cq, const struct prm_cqe64 *cqe)
{
	const uint32_t opcode = prm_cqe64_get_opcode(cqe);
	const char *layout = "cqe64";
	struct sm_record record;

	if (!sm_is_traced() || !sm_record_open(&record, cq->obj.dev, "cqe"))
		return;
	if (opcode == PRM_CQE_OPCODE_SIG_ERR)
		layout = "sig_err_cqe";
	else if (opcode == PRM_CQE_OPCODE_REQ_ERR || opcode == PRM_CQE_OPCODE_RESP_ERR)
		layout = "err_cqe";
	if (record.is_json)
		fprintf(record.file, ",\"cqn\":%u,\"index\":%u,\"opcode\":\"%s\"", cq->obj.id,
			cq->pi, sm_or_unknown(prm_cqe_opcode_str(opcode)));
	else
		fprintf(record.file, "CQ 0x%06x CQE %u %s\n", cq->obj.id, cq->pi,
			sm_or_unknown(prm_cqe_opcode_str(opcode)));
	sm_record_part(&record, layout, 0, cqe, PRM_CQE64_SIZE);
	sm_record_close(&record);
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

bool sm_strict(struct sm_qp *qp, const struct sm_wqe *wqe, const char *rule, const char *format, ...)
{
	struct sm_record record = {0};
	char text[512];
	va_list args;

	if (!sm_config()->strict)
		return true;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	sm_trace_note(qp->obj.dev, "strict: %s: %s", rule, text);
	record.file = open_memstream(&record.text, &record.len);
	if (!record.file)
		return false;
	fprintf(record.file, "softmlx5: strict: QP 0x%06x: %s: %s\n", qp->obj.id, rule, text);
	if (wqe) {
		sm_wqe_head(&record, qp, wqe);
		sm_wqe_parts(&record, wqe);
	}
	fclose(record.file);
	fwrite(record.text, 1, record.len, stderr);
	free(record.text);
	return false;
}
