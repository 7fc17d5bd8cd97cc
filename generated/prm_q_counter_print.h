/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_q_counter.h.
 * Made by prmc 1 from spec/cmd/q_counter.yaml, spec digest aadccfd2dac2. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_Q_COUNTER_PRINT_H
#define PRM_Q_COUNTER_PRINT_H

#include "prm_print.h"
#include "prm_q_counter.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_q_counter_in_print(FILE *f, const struct prm_alloc_q_counter_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_alloc_q_counter_in_get_opcode(p),
			prm_cmd_opcode_str(prm_alloc_q_counter_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_alloc_q_counter_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_alloc_q_counter_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_q_counter_out_print(FILE *f, const struct prm_alloc_q_counter_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_alloc_q_counter_out_get_status(p),
			prm_cmd_status_str(prm_alloc_q_counter_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_alloc_q_counter_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 24);
	prm_print_uint(f, indent, "counter_set_id", 88, 8,
		prm_alloc_q_counter_out_get_counter_set_id(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_q_counter_in_print(FILE *f, const struct prm_dealloc_q_counter_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_dealloc_q_counter_in_get_opcode(p),
			prm_cmd_opcode_str(prm_dealloc_q_counter_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_dealloc_q_counter_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_dealloc_q_counter_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 24);
	prm_print_uint(f, indent, "counter_set_id", 88, 8,
		prm_dealloc_q_counter_in_get_counter_set_id(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_q_counter_out_print(FILE *f,
		const struct prm_dealloc_q_counter_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_dealloc_q_counter_out_get_status(p),
			prm_cmd_status_str(prm_dealloc_q_counter_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_dealloc_q_counter_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_q_counter_in_print(FILE *f, const struct prm_query_q_counter_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_q_counter_in_get_opcode(p),
			prm_cmd_opcode_str(prm_query_q_counter_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_q_counter_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_q_counter_in_get_op_mod(p));
	prm_print_uint(f, indent, "other_vport", 64, 1, prm_query_q_counter_in_get_other_vport(p));
	prm_print_reserved(f, indent, p, 65, 15);
	prm_print_uint(f, indent, "vport_number", 80, 16,
		prm_query_q_counter_in_get_vport_number(p));
	prm_print_reserved(f, indent, p, 96, 96);
	prm_print_uint(f, indent, "clear", 192, 1, prm_query_q_counter_in_get_clear(p));
	prm_print_uint(f, indent, "aggregate", 193, 1, prm_query_q_counter_in_get_aggregate(p));
	prm_print_reserved(f, indent, p, 194, 30);
	prm_print_reserved(f, indent, p, 224, 24);
	prm_print_uint(f, indent, "counter_set_id", 248, 8,
		prm_query_q_counter_in_get_counter_set_id(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_q_counter_out_print(FILE *f, const struct prm_query_q_counter_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_q_counter_out_get_status(p),
			prm_cmd_status_str(prm_query_q_counter_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_q_counter_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_uint(f, indent, "rx_write_requests", 128, 32,
		prm_query_q_counter_out_get_rx_write_requests(p));
	prm_print_reserved(f, indent, p, 160, 32);
	prm_print_uint(f, indent, "rx_read_requests", 192, 32,
		prm_query_q_counter_out_get_rx_read_requests(p));
	prm_print_reserved(f, indent, p, 224, 32);
	prm_print_uint(f, indent, "rx_atomic_requests", 256, 32,
		prm_query_q_counter_out_get_rx_atomic_requests(p));
	prm_print_reserved(f, indent, p, 288, 32);
	prm_print_uint(f, indent, "rx_dct_connect", 320, 32,
		prm_query_q_counter_out_get_rx_dct_connect(p));
	prm_print_reserved(f, indent, p, 352, 32);
	prm_print_uint(f, indent, "out_of_buffer", 384, 32,
		prm_query_q_counter_out_get_out_of_buffer(p));
	prm_print_reserved(f, indent, p, 416, 32);
	prm_print_uint(f, indent, "out_of_sequence", 448, 32,
		prm_query_q_counter_out_get_out_of_sequence(p));
	prm_print_reserved(f, indent, p, 480, 32);
	prm_print_uint(f, indent, "duplicate_request", 512, 32,
		prm_query_q_counter_out_get_duplicate_request(p));
	prm_print_reserved(f, indent, p, 544, 32);
	prm_print_uint(f, indent, "rnr_nak_retry_err", 576, 32,
		prm_query_q_counter_out_get_rnr_nak_retry_err(p));
	prm_print_reserved(f, indent, p, 608, 32);
	prm_print_uint(f, indent, "packet_seq_err", 640, 32,
		prm_query_q_counter_out_get_packet_seq_err(p));
	prm_print_reserved(f, indent, p, 672, 32);
	prm_print_uint(f, indent, "implied_nak_seq_err", 704, 32,
		prm_query_q_counter_out_get_implied_nak_seq_err(p));
	prm_print_reserved(f, indent, p, 736, 32);
	prm_print_uint(f, indent, "local_ack_timeout_err", 768, 32,
		prm_query_q_counter_out_get_local_ack_timeout_err(p));
	prm_print_reserved(f, indent, p, 800, 96);
	prm_print_uint(f, indent, "req_rnr_retries_exceeded", 896, 32,
		prm_query_q_counter_out_get_req_rnr_retries_exceeded(p));
	prm_print_reserved(f, indent, p, 928, 32);
	prm_print_uint(f, indent, "resp_local_length_error", 960, 32,
		prm_query_q_counter_out_get_resp_local_length_error(p));
	prm_print_uint(f, indent, "req_local_length_error", 992, 32,
		prm_query_q_counter_out_get_req_local_length_error(p));
	prm_print_uint(f, indent, "resp_local_qp_error", 1024, 32,
		prm_query_q_counter_out_get_resp_local_qp_error(p));
	prm_print_uint(f, indent, "local_operation_error", 1056, 32,
		prm_query_q_counter_out_get_local_operation_error(p));
	prm_print_uint(f, indent, "resp_local_protection", 1088, 32,
		prm_query_q_counter_out_get_resp_local_protection(p));
	prm_print_uint(f, indent, "req_local_protection", 1120, 32,
		prm_query_q_counter_out_get_req_local_protection(p));
	prm_print_uint(f, indent, "resp_cqe_error", 1152, 32,
		prm_query_q_counter_out_get_resp_cqe_error(p));
	prm_print_uint(f, indent, "req_cqe_error", 1184, 32,
		prm_query_q_counter_out_get_req_cqe_error(p));
	prm_print_uint(f, indent, "req_mw_binding", 1216, 32,
		prm_query_q_counter_out_get_req_mw_binding(p));
	prm_print_uint(f, indent, "req_bad_response", 1248, 32,
		prm_query_q_counter_out_get_req_bad_response(p));
	prm_print_uint(f, indent, "req_remote_invalid_request", 1280, 32,
		prm_query_q_counter_out_get_req_remote_invalid_request(p));
	prm_print_uint(f, indent, "resp_remote_invalid_request", 1312, 32,
		prm_query_q_counter_out_get_resp_remote_invalid_request(p));
	prm_print_uint(f, indent, "req_remote_access_errors", 1344, 32,
		prm_query_q_counter_out_get_req_remote_access_errors(p));
	prm_print_uint(f, indent, "resp_remote_access_errors", 1376, 32,
		prm_query_q_counter_out_get_resp_remote_access_errors(p));
	prm_print_uint(f, indent, "req_remote_operation_errors", 1408, 32,
		prm_query_q_counter_out_get_req_remote_operation_errors(p));
	prm_print_uint(f, indent, "req_transport_retries_exceeded", 1440, 32,
		prm_query_q_counter_out_get_req_transport_retries_exceeded(p));
	prm_print_uint(f, indent, "cq_overflow", 1472, 32,
		prm_query_q_counter_out_get_cq_overflow(p));
	prm_print_uint(f, indent, "resp_cqe_flush_error", 1504, 32,
		prm_query_q_counter_out_get_resp_cqe_flush_error(p));
	prm_print_uint(f, indent, "req_cqe_flush_error", 1536, 32,
		prm_query_q_counter_out_get_req_cqe_flush_error(p));
	prm_print_reserved(f, indent, p, 1568, 32);
	prm_print_uint(f, indent, "roce_adp_retrans", 1600, 32,
		prm_query_q_counter_out_get_roce_adp_retrans(p));
	prm_print_uint(f, indent, "roce_adp_retrans_to", 1632, 32,
		prm_query_q_counter_out_get_roce_adp_retrans_to(p));
	prm_print_uint(f, indent, "roce_slow_restart", 1664, 32,
		prm_query_q_counter_out_get_roce_slow_restart(p));
	prm_print_uint(f, indent, "roce_slow_restart_cnps", 1696, 32,
		prm_query_q_counter_out_get_roce_slow_restart_cnps(p));
	prm_print_uint(f, indent, "roce_slow_restart_trans", 1728, 32,
		prm_query_q_counter_out_get_roce_slow_restart_trans(p));
	prm_print_reserved(f, indent, p, 1760, 288);
}

#endif /* PRM_Q_COUNTER_PRINT_H */
