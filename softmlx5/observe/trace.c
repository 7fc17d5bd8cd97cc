// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The trace: every command, work request and completion, decoded, as text or as a line of JSON. A
 * record is assembled in memory and written by one call, so that records of several processes do
 * not mix.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "observe/trace.h"
#include "observe/trace_print.h"
#include "prm_flow_table.h"
#include "prm_layouts.h"

bool sm_trace_is_off;

static struct {
	bool is_open;
	int fd;
	uint64_t start;
} sm_trace;

bool sm_trace_open(void)
{
	const struct sm_config *config = sm_config();

	if (sm_trace.is_open)
		return true;
	sm_trace_is_off = true;
	if (!config->trace)
		return false;
	sm_trace.fd = open(config->trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (sm_trace.fd < 0) {
		sm_warn("--trace %s: %s", config->trace, strerror(errno));
		return false;
	}
	sm_trace.start = sm_now();
	sm_trace_is_off = false;
	sm_trace.is_open = true;
	return true;
}

bool sm_record_open(struct sm_record *record, struct sm_dev *dev, const char *kind)
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

/* The record is written at once, so that the file has it even if the process dies. */
void sm_record_close(struct sm_record *record)
{
	if (record->is_json)
		fputs(record->has_part ? "]}\n" : "}\n", record->file);
	fclose(record->file);
	sm_write_all(sm_trace.fd, record->text, record->len);
	free(record->text);
}

void sm_record_close_stderr(struct sm_record *record)
{
	fclose(record->file);
	sm_write_all(STDERR_FILENO, record->text, record->len);
	free(record->text);
}

static void sm_hex(FILE *file, const uint8_t *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		fprintf(file, "%02x", bytes[i]);
}

/* A part in JSON: its bytes, and the fields of its layout. */
static void sm_part_json(struct sm_record *record, const char *name,
			 const struct prm_layout *layout, size_t offset, const uint8_t *bytes,
			 size_t len)
{
	static const char *const objects[] = {
		[SM_PRINT_FIELDS] = "fields", [SM_PRINT_NAMES] = "names",
		[SM_PRINT_RESERVED] = "reserved",
	};
	struct sm_print print = { .file = record->file };

	fprintf(record->file, "%s{\"layout\":\"%s\",\"offset\":%zu,\"bytes\":\"",
		record->has_part ? "," : ",\"parts\":[", name, offset);
	sm_hex(record->file, bytes, len);
	fputc('"', record->file);
	for (print.what = SM_PRINT_FIELDS; print.what <= SM_PRINT_RESERVED; print.what++) {
		fprintf(record->file, ",\"%s\":{", objects[print.what]);
		print.n = 0;
		if (layout)
			sm_print_layout(&print, layout, "", bytes);
		fputc('}', record->file);
	}
	fputc('}', record->file);
	record->has_part = true;
}

#define SM_SHOWN_BYTES 64u	/* shown of bytes without layout */

static void sm_part_text(struct sm_record *record, const char *name,
			 const struct prm_layout *layout, size_t offset, const uint8_t *bytes,
			 size_t len)
{
	const size_t known = layout ? layout->size : 0, rest = len - known;
	struct sm_print print = { .file = record->file, .what = SM_PRINT_TEXT };

	print.column = (unsigned int)fprintf(record->file, "  0x%03zx %s:", offset, name);
	if (layout)
		sm_print_layout(&print, layout, "", bytes);
	if (rest > 8 && !bytes[known] && !memcmp(bytes + known, bytes + known + 1, rest - 1)) {
		if (layout && !print.n)
			fputs(" all zero", record->file);
		else
			fprintf(record->file, "%s %zu bytes of zeros", layout ? " and" : "", rest);
	} else if (rest) {
		fprintf(record->file, "%s ", layout ? " and" : "");
		sm_hex(record->file, bytes + known, rest < SM_SHOWN_BYTES ? rest : SM_SHOWN_BYTES);
		if (rest > SM_SHOWN_BYTES)
			fprintf(record->file, "... (%zu bytes)", rest);
	} else if (!print.n) {
		fputs(" all zero", record->file);
	}
	fputc('\n', record->file);
}

void sm_record_part(struct sm_record *record, const char *name, size_t offset, const void *bytes,
		    size_t len)
{
	const struct prm_layout *layout = prm_find_layout(name);

	if (layout && layout->size > len)
		layout = NULL;	/* cut off */
	if (record->is_json)
		sm_part_json(record, name, layout, offset, bytes, len);
	else
		sm_part_text(record, name, layout, offset, bytes, len);
}

const struct prm_layout *sm_layout(const char *name)
{
	return prm_find_layout(name);
}

/* The layout of a command or answer is the opcode's name in lower case, with these exceptions. */
void sm_command_layout(char *name, size_t size, uint16_t opcode, bool is_answer)
{
	static const struct {
		uint16_t opcode;
		const char *in, *out;
	} others[] = {
		{ PRM_CMD_OPCODE_2ERR_QP, "qp_2err_in", "qp_2err_out" },
		{ PRM_CMD_OPCODE_2RST_QP, "qp_2rst_in", "qp_2rst_out" },
		{ PRM_CMD_OPCODE_ACCESS_REG, "access_register_in", "access_register_out" },
		{ PRM_CMD_OPCODE_ARM_DCT_FOR_KEY_VIOLATION, "arm_dct_in", "arm_dct_out" },
		{ PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY, "set_fte_in", "set_fte_out" },
		{ PRM_CMD_OPCODE_QUERY_FLOW_TABLE_ENTRY, "query_fte_in", "query_fte_out" },
		{ PRM_CMD_OPCODE_DELETE_FLOW_TABLE_ENTRY, "delete_fte_in", "delete_fte_out" },
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

/* The layout of the capabilities in the answer, by their type. */
const char *sm_cap_layout(const void *in)
{
	static const char *const layouts[] = {
		[PRM_HCA_CAP_TYPE_GENERAL] = "cmd_hca_cap",
		[PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS] = "per_protocol_networking_offload_caps",
		[PRM_HCA_CAP_TYPE_ODP] = "odp_cap",
		[PRM_HCA_CAP_TYPE_ATOMIC] = "atomic_caps",
		[PRM_HCA_CAP_TYPE_ROCE] = "roce_cap",
		[PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE] = "flow_table_nic_cap",
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

/*
 * A command; of one that sets an entry of a flow table, also the destinations and counters that follow.
 */
static void sm_command_parts(struct sm_record *record, const char *name, uint16_t opcode,
			     const void *in, size_t in_len)
{
	const bool has_list = opcode == PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY &&
		in_len > PRM_SET_FTE_IN_SIZE;
	const struct prm_set_fte_in *fte = in;
	size_t at = has_list ? PRM_SET_FTE_IN_SIZE : in_len;
	uint32_t n = has_list ?
		prm_flow_context_get_destination_list_size(&fte->flow_context) : 0;

	sm_record_part(record, name, 0, in, at);
	for (; at + PRM_DEST_FORMAT_STRUCT_SIZE <= in_len; at += PRM_DEST_FORMAT_STRUCT_SIZE)
		sm_record_part(record, n && n-- ? "dest_format_struct" : "flow_counter_list", at,
			       (const uint8_t *)in + at, PRM_DEST_FORMAT_STRUCT_SIZE);
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
	sm_command_parts(&record, name, hdr.opcode, in, in_len);
	sm_answer_parts(&record, hdr.opcode, in, out, out_len);
	sm_record_close(&record);
}

void sm_trace_command(struct sm_dev *dev, const void *in, size_t in_len, const void *out,
		      size_t out_len)
{
	if (sm_is_traced())
		sm_record_command(dev, in, in_len, out, out_len);
}

void sm_trace_note(struct sm_dev *dev, const char *text)
{
	struct sm_record record;
	const char *c;

	if (!sm_is_traced() || !sm_record_open(&record, dev, "note"))
		return;
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
