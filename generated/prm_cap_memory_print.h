/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_cap_memory.h.
 * Made by prmc 1 from spec/cmd/cap_memory.yaml, spec digest 1deea0239881. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_CAP_MEMORY_PRINT_H
#define PRM_CAP_MEMORY_PRINT_H

#include "prm_print.h"
#include "prm_cap_memory.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_atomic_caps_print(FILE *f, const struct prm_atomic_caps *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 64);
	prm_print_enum(f, indent, "atomic_req_8b_endianness_mode", 64, 2,
		prm_atomic_caps_get_atomic_req_8b_endianness_mode(p),
			prm_atomic_endianness_str(prm_atomic_caps_get_atomic_req_8b_endianness_mode(
				p)));
	prm_print_reserved(f, indent, p, 66, 4);
	prm_print_uint(f, indent, "supported_atomic_req_8b_endianness_mode_1", 70, 1,
		prm_atomic_caps_get_supported_atomic_req_8b_endianness_mode_1(p));
	prm_print_reserved(f, indent, p, 71, 25);
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_reserved(f, indent, p, 128, 16);
	prm_print_flags(f, indent, "atomic_operations", 144, 16,
		prm_atomic_caps_get_atomic_operations(p), prm_atomic_operations_flag_str);
	prm_print_reserved(f, indent, p, 160, 16);
	prm_print_flags(f, indent, "atomic_size_qp", 176, 16,
		prm_atomic_caps_get_atomic_size_qp(p), prm_atomic_size_flag_str);
	prm_print_reserved(f, indent, p, 192, 16);
	prm_print_flags(f, indent, "atomic_size_dc", 208, 16,
		prm_atomic_caps_get_atomic_size_dc(p), prm_atomic_size_flag_str);
	prm_print_reserved(f, indent, p, 224, 32);
	prm_print_uint(f, indent, "load_remote_micro_app_4byte", 256, 32,
		prm_atomic_caps_get_load_remote_micro_app_4byte(p));
	prm_print_uint(f, indent, "load_remote_micro_app_8byte", 288, 32,
		prm_atomic_caps_get_load_remote_micro_app_8byte(p));
	prm_print_uint(f, indent, "store_remote_micro_app_4byte", 320, 32,
		prm_atomic_caps_get_store_remote_micro_app_4byte(p));
	prm_print_uint(f, indent, "store_remote_micro_app_8byte", 352, 32,
		prm_atomic_caps_get_store_remote_micro_app_8byte(p));
	prm_print_reserved(f, indent, p, 384, 256);
	prm_print_flags(f, indent, "fetch_add_pci_atomic", 640, 16,
		prm_atomic_caps_get_fetch_add_pci_atomic(p), prm_pci_atomic_size_flag_str);
	prm_print_flags(f, indent, "swap_pci_atomic", 656, 16,
		prm_atomic_caps_get_swap_pci_atomic(p), prm_pci_atomic_size_flag_str);
	prm_print_flags(f, indent, "compare_swap_pci_atomic", 672, 16,
		prm_atomic_caps_get_compare_swap_pci_atomic(p), prm_pci_atomic_size_flag_str);
	prm_print_reserved(f, indent, p, 688, 16);
	prm_print_reserved(f, indent, p, 704, 1344);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_odp_per_transport_service_cap_print(FILE *f,
		const struct prm_odp_per_transport_service_cap *p, int indent)
{
	prm_print_uint(f, indent, "send", 0, 1, prm_odp_per_transport_service_cap_get_send(p));
	prm_print_uint(f, indent, "receive", 1, 1,
		prm_odp_per_transport_service_cap_get_receive(p));
	prm_print_uint(f, indent, "write", 2, 1, prm_odp_per_transport_service_cap_get_write(p));
	prm_print_uint(f, indent, "read", 3, 1, prm_odp_per_transport_service_cap_get_read(p));
	prm_print_uint(f, indent, "atomic", 4, 1, prm_odp_per_transport_service_cap_get_atomic(p));
	prm_print_uint(f, indent, "srq_receive", 5, 1,
		prm_odp_per_transport_service_cap_get_srq_receive(p));
	prm_print_uint(f, indent, "tag_matching", 6, 1,
		prm_odp_per_transport_service_cap_get_tag_matching(p));
	prm_print_reserved(f, indent, p, 7, 25);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_odp_scheme_cap_print(FILE *f, const struct prm_odp_scheme_cap *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 64);
	prm_print_uint(f, indent, "sig", 64, 1, prm_odp_scheme_cap_get_sig(p));
	prm_print_uint(f, indent, "cross_vhca_mkey", 65, 1,
		prm_odp_scheme_cap_get_cross_vhca_mkey(p));
	prm_print_uint(f, indent, "klm_null_mkey", 66, 1, prm_odp_scheme_cap_get_klm_null_mkey(p));
	prm_print_uint(f, indent, "dpa_process_win", 67, 1,
		prm_odp_scheme_cap_get_dpa_process_win(p));
	prm_print_reserved(f, indent, p, 68, 1);
	prm_print_uint(f, indent, "page_prefetch", 69, 1, prm_odp_scheme_cap_get_page_prefetch(p));
	prm_print_reserved(f, indent, p, 70, 1);
	prm_print_uint(f, indent, "mmo_wqe", 71, 1, prm_odp_scheme_cap_get_mmo_wqe(p));
	prm_print_uint(f, indent, "local_mmo_wqe", 72, 1, prm_odp_scheme_cap_get_local_mmo_wqe(p));
	prm_print_uint(f, indent, "aso_wqe", 73, 1, prm_odp_scheme_cap_get_aso_wqe(p));
	prm_print_uint(f, indent, "umr_wqe", 74, 1, prm_odp_scheme_cap_get_umr_wqe(p));
	prm_print_uint(f, indent, "get_psv_wqe", 75, 1, prm_odp_scheme_cap_get_get_psv_wqe(p));
	prm_print_uint(f, indent, "rget_psv_wqe", 76, 1, prm_odp_scheme_cap_get_rget_psv_wqe(p));
	prm_print_reserved(f, indent, p, 77, 19);
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_head(f, indent, "rc_odp_caps", -1, 128, 32);
	prm_odp_per_transport_service_cap_print(f, &p->rc_odp_caps, indent + 2);
	prm_print_head(f, indent, "uc_odp_caps", -1, 160, 32);
	prm_odp_per_transport_service_cap_print(f, &p->uc_odp_caps, indent + 2);
	prm_print_head(f, indent, "ud_odp_caps", -1, 192, 32);
	prm_odp_per_transport_service_cap_print(f, &p->ud_odp_caps, indent + 2);
	prm_print_head(f, indent, "xrc_odp_caps", -1, 224, 32);
	prm_odp_per_transport_service_cap_print(f, &p->xrc_odp_caps, indent + 2);
	prm_print_head(f, indent, "dc_odp_caps", -1, 256, 32);
	prm_odp_per_transport_service_cap_print(f, &p->dc_odp_caps, indent + 2);
	prm_print_reserved(f, indent, p, 288, 224);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_odp_cap_print(FILE *f, const struct prm_odp_cap *p, int indent)
{
	prm_print_head(f, indent, "transport_page_fault_scheme_cap", -1, 0, 512);
	prm_odp_scheme_cap_print(f, &p->transport_page_fault_scheme_cap, indent + 2);
	prm_print_head(f, indent, "memory_page_fault_scheme_cap", -1, 512, 512);
	prm_odp_scheme_cap_print(f, &p->memory_page_fault_scheme_cap, indent + 2);
	prm_print_reserved(f, indent, p, 1024, 512);
	prm_print_uint(f, indent, "mem_page_fault", 1536, 1, prm_odp_cap_get_mem_page_fault(p));
	prm_print_reserved(f, indent, p, 1537, 31);
	prm_print_reserved(f, indent, p, 1568, 480);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_device_mem_cap_print(FILE *f, const struct prm_device_mem_cap *p, int indent)
{
	prm_print_uint(f, indent, "memic", 0, 1, prm_device_mem_cap_get_memic(p));
	prm_print_reserved(f, indent, p, 1, 31);
	prm_print_flags(f, indent, "memic_atomic_increment", 32, 8,
		prm_device_mem_cap_get_memic_atomic_increment(p), prm_memic_atomic_size_flag_str);
	prm_print_reserved(f, indent, p, 40, 3);
	prm_print_uint(f, indent, "log_min_memic_alloc_size", 43, 5,
		prm_device_mem_cap_get_log_min_memic_alloc_size(p));
	prm_print_flags(f, indent, "memic_atomic_test_and_set", 48, 8,
		prm_device_mem_cap_get_memic_atomic_test_and_set(p),
			prm_memic_atomic_size_flag_str);
	prm_print_uint(f, indent, "log_max_memic_addr_alignment", 56, 8,
		prm_device_mem_cap_get_log_max_memic_addr_alignment(p));
	prm_print_uint(f, indent, "memic_bar_start_addr", 64, 64,
		prm_device_mem_cap_get_memic_bar_start_addr(p));
	prm_print_uint(f, indent, "memic_bar_size", 128, 32,
		prm_device_mem_cap_get_memic_bar_size(p));
	prm_print_uint(f, indent, "max_memic_size", 160, 32,
		prm_device_mem_cap_get_max_memic_size(p));
	prm_print_uint(f, indent, "steering_sw_icm_start_address", 192, 64,
		prm_device_mem_cap_get_steering_sw_icm_start_address(p));
	prm_print_ignored(f, indent, p, 256, 8);
	prm_print_uint(f, indent, "log_header_modify_sw_icm_size", 264, 8,
		prm_device_mem_cap_get_log_header_modify_sw_icm_size(p));
	prm_print_reserved(f, indent, p, 272, 2);
	prm_print_uint(f, indent, "log_sw_icm_alloc_granularity", 274, 6,
		prm_device_mem_cap_get_log_sw_icm_alloc_granularity(p));
	prm_print_uint(f, indent, "log_steering_sw_icm_size", 280, 8,
		prm_device_mem_cap_get_log_steering_sw_icm_size(p));
	prm_print_uint(f, indent, "log_indirect_encap_sw_icm_size", 288, 8,
		prm_device_mem_cap_get_log_indirect_encap_sw_icm_size(p));
	prm_print_reserved(f, indent, p, 296, 16);
	prm_print_uint(f, indent, "log_header_modify_pattern_sw_icm_size", 312, 8,
		prm_device_mem_cap_get_log_header_modify_pattern_sw_icm_size(p));
	prm_print_uint(f, indent, "header_modify_sw_icm_start_address", 320, 64,
		prm_device_mem_cap_get_header_modify_sw_icm_start_address(p));
	prm_print_reserved(f, indent, p, 384, 64);
	prm_print_uint(f, indent, "header_modify_pattern_sw_icm_start_address", 448, 64,
		prm_device_mem_cap_get_header_modify_pattern_sw_icm_start_address(p));
	prm_print_flags(f, indent, "memic_operations", 512, 32,
		prm_device_mem_cap_get_memic_operations(p), prm_memic_operations_flag_str);
	prm_print_reserved(f, indent, p, 544, 32);
	prm_print_uint(f, indent, "indirect_encap_sw_icm_start_address", 576, 64,
		prm_device_mem_cap_get_indirect_encap_sw_icm_start_address(p));
	prm_print_uint(f, indent, "indirect_encap_icm_base", 640, 64,
		prm_device_mem_cap_get_indirect_encap_icm_base(p));
	prm_print_reserved(f, indent, p, 704, 1344);
}

#endif /* PRM_CAP_MEMORY_PRINT_H */
