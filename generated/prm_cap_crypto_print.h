/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_cap_crypto.h.
 * Made by prmc 1 from spec/cmd/cap_crypto.yaml, spec digest e76a925361e5. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_CAP_CRYPTO_PRINT_H
#define PRM_CAP_CRYPTO_PRINT_H

#include "prm_print.h"
#include "prm_cap_crypto.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_crypto_caps_print(FILE *f, const struct prm_crypto_caps *p, int indent)
{
	prm_print_uint(f, indent, "wrapped_crypto_operational", 0, 1,
		prm_crypto_caps_get_wrapped_crypto_operational(p));
	prm_print_uint(f, indent, "wrapped_crypto_going_to_commissioning", 1, 1,
		prm_crypto_caps_get_wrapped_crypto_going_to_commissioning(p));
	prm_print_uint(f, indent, "sw_wrapped_dek_old", 2, 1,
		prm_crypto_caps_get_sw_wrapped_dek_old(p));
	prm_print_uint(f, indent, "synchronize_dek", 3, 1, prm_crypto_caps_get_synchronize_dek(p));
	prm_print_uint(f, indent, "int_kek_manual", 4, 1, prm_crypto_caps_get_int_kek_manual(p));
	prm_print_uint(f, indent, "int_kek_auto", 5, 1, prm_crypto_caps_get_int_kek_auto(p));
	prm_print_uint(f, indent, "query_crypto_state", 6, 1,
		prm_crypto_caps_get_query_crypto_state(p));
	prm_print_reserved(f, indent, p, 7, 5);
	prm_print_flags(f, indent, "int_kek_manual_size", 12, 4,
		prm_crypto_caps_get_int_kek_manual_size(p), prm_int_kek_size_flag_str);
	prm_print_uint(f, indent, "large_mtu_tweak_64", 16, 1,
		prm_crypto_caps_get_large_mtu_tweak_64(p));
	prm_print_reserved(f, indent, p, 17, 2);
	prm_print_uint(f, indent, "sw_wrapped_dek_key_purpose", 19, 1,
		prm_crypto_caps_get_sw_wrapped_dek_key_purpose(p));
	prm_print_flags(f, indent, "int_kek_auto_size", 20, 4,
		prm_crypto_caps_get_int_kek_auto_size(p), prm_int_kek_size_flag_str);
	prm_print_flags(f, indent, "wrapped_import_method", 24, 8,
		prm_crypto_caps_get_wrapped_import_method(p), prm_wrapped_import_method_flag_str);
	prm_print_reserved(f, indent, p, 32, 3);
	prm_print_uint(f, indent, "log_dek_max_alloc", 35, 5,
		prm_crypto_caps_get_log_dek_max_alloc(p));
	prm_print_reserved(f, indent, p, 40, 3);
	prm_print_uint(f, indent, "log_max_num_deks", 43, 5,
		prm_crypto_caps_get_log_max_num_deks(p));
	prm_print_reserved(f, indent, p, 48, 3);
	prm_print_uint(f, indent, "log_max_num_import_keks", 51, 5,
		prm_crypto_caps_get_log_max_num_import_keks(p));
	prm_print_reserved(f, indent, p, 56, 3);
	prm_print_uint(f, indent, "log_max_num_creds", 59, 5,
		prm_crypto_caps_get_log_max_num_creds(p));
	prm_print_flags(f, indent, "failed_selftests", 64, 16,
		prm_crypto_caps_get_failed_selftests(p), prm_crypto_selftest_flag_str);
	prm_print_uint(f, indent, "num_nv_import_keks", 80, 8,
		prm_crypto_caps_get_num_nv_import_keks(p));
	prm_print_uint(f, indent, "num_nv_credentials", 88, 8,
		prm_crypto_caps_get_num_nv_credentials(p));
	prm_print_reserved(f, indent, p, 96, 3);
	prm_print_uint(f, indent, "log_dek_granularity", 99, 5,
		prm_crypto_caps_get_log_dek_granularity(p));
	prm_print_reserved(f, indent, p, 104, 3);
	prm_print_uint(f, indent, "log_max_num_int_kek", 107, 5,
		prm_crypto_caps_get_log_max_num_int_kek(p));
	prm_print_flags(f, indent, "sw_wrapped_dek", 112, 16,
		prm_crypto_caps_get_sw_wrapped_dek(p), prm_sw_wrapped_dek_flag_str);
	prm_print_enum(f, indent, "fips_module_name_selector", 128, 32,
		prm_crypto_caps_get_fips_module_name_selector(p),
			prm_fips_module_str(prm_crypto_caps_get_fips_module_name_selector(p)));
	prm_print_uint(f, indent, "fips_module_version_major", 160, 32,
		prm_crypto_caps_get_fips_module_version_major(p));
	prm_print_uint(f, indent, "fips_module_version_minor", 192, 32,
		prm_crypto_caps_get_fips_module_version_minor(p));
	prm_print_reserved(f, indent, p, 224, 32);
	prm_print_uint(f, indent, "crypto_mmo_qp", 256, 1, prm_crypto_caps_get_crypto_mmo_qp(p));
	prm_print_uint(f, indent, "crypto_mmo_aes_gcm_256_encrypt", 257, 1,
		prm_crypto_caps_get_crypto_mmo_aes_gcm_256_encrypt(p));
	prm_print_uint(f, indent, "crypto_mmo_aes_gcm_128_encrypt", 258, 1,
		prm_crypto_caps_get_crypto_mmo_aes_gcm_128_encrypt(p));
	prm_print_uint(f, indent, "crypto_mmo_aes_gcm_256_decrypt", 259, 1,
		prm_crypto_caps_get_crypto_mmo_aes_gcm_256_decrypt(p));
	prm_print_uint(f, indent, "crypto_mmo_aes_gcm_128_decrypt", 260, 1,
		prm_crypto_caps_get_crypto_mmo_aes_gcm_128_decrypt(p));
	prm_print_uint(f, indent, "crypto_mmo_gcm_auth_tag_128", 261, 1,
		prm_crypto_caps_get_crypto_mmo_gcm_auth_tag_128(p));
	prm_print_uint(f, indent, "crypto_mmo_gcm_auth_tag_96", 262, 1,
		prm_crypto_caps_get_crypto_mmo_gcm_auth_tag_96(p));
	prm_print_reserved(f, indent, p, 263, 3);
	prm_print_uint(f, indent, "log_crypto_mmo_max_size", 266, 6,
		prm_crypto_caps_get_log_crypto_mmo_max_size(p));
	prm_print_reserved(f, indent, p, 272, 16);
	prm_print_reserved(f, indent, p, 288, 1760);
}

#endif /* PRM_CAP_CRYPTO_PRINT_H */
