/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Capabilities of encryption.
 * Made by prmc 1 from spec/cmd/cap_crypto.yaml, spec digest e76a925361e5. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_CAP_CRYPTO_H
#define PRM_CAP_CRYPTO_H

#include "prm_base.h"

/**
 * enum prm_fips_module - Module that was certified after FIPS
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node crypto_caps.
 */
enum prm_fips_module {
	PRM_FIPS_MODULE_NO_FIPS                    = 0x00, /* None. */
	PRM_FIPS_MODULE_BLUEFIELD3_DATAPATH_CRYPTO = 0x01,
};

/* The name of a value of enum prm_fips_module, or NULL. */
static inline const char *prm_fips_module_str(uint64_t value)
{
	switch (value) {
	case PRM_FIPS_MODULE_NO_FIPS:
		return "NO_FIPS";
	case PRM_FIPS_MODULE_BLUEFIELD3_DATAPATH_CRYPTO:
		return "BLUEFIELD3_DATAPATH_CRYPTO";
	default:
		return NULL;
	}
}

/**
 * flags PRM_WRAPPED_IMPORT_METHOD_* - Engines whose keys must be imported wrapped
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node crypto_caps; rdma-core
 * providers/mlx5/mlx5_ifc.h MLX5_CRYPTO_CAPS_WRAPPED_IMPORT_METHOD_AES.
 */
#define PRM_WRAPPED_IMPORT_METHOD_TLS     (UINT32_C(1) << 0)
#define PRM_WRAPPED_IMPORT_METHOD_IPSEC   (UINT32_C(1) << 1)
/* The bit that mlx5dv_query_device reports. */
#define PRM_WRAPPED_IMPORT_METHOD_AES_XTS (UINT32_C(1) << 2)
#define PRM_WRAPPED_IMPORT_METHOD_MACSEC  (UINT32_C(1) << 3)
#define PRM_WRAPPED_IMPORT_METHOD_ALL UINT32_C(0xf)

/* The name of bit @bit of PRM_WRAPPED_IMPORT_METHOD_*, 0 the lowest one, or NULL. */
static inline const char *prm_wrapped_import_method_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "TLS";
	case 1:
		return "IPSEC";
	case 2:
		return "AES_XTS";
	case 3:
		return "MACSEC";
	default:
		return NULL;
	}
}

/**
 * flags PRM_CRYPTO_SELFTEST_* - Selftests of the engines
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node crypto_caps.
 */
#define PRM_CRYPTO_SELFTEST_AES_GCM  (UINT32_C(1) << 0)
#define PRM_CRYPTO_SELFTEST_AES_ECB  (UINT32_C(1) << 1)
#define PRM_CRYPTO_SELFTEST_AES_XTS  (UINT32_C(1) << 2)
#define PRM_CRYPTO_SELFTEST_HMAC_SHA (UINT32_C(1) << 3)
#define PRM_CRYPTO_SELFTEST_SHA      (UINT32_C(1) << 4)
#define PRM_CRYPTO_SELFTEST_ALL UINT32_C(0x1f)

/* The name of bit @bit of PRM_CRYPTO_SELFTEST_*, 0 the lowest one, or NULL. */
static inline const char *prm_crypto_selftest_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "AES_GCM";
	case 1:
		return "AES_ECB";
	case 2:
		return "AES_XTS";
	case 3:
		return "HMAC_SHA";
	case 4:
		return "SHA";
	default:
		return NULL;
	}
}

/**
 * flags PRM_INT_KEK_SIZE_* - Sizes of internal key encryption keys
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node crypto_caps.
 */
#define PRM_INT_KEK_SIZE_BITS_128 (UINT32_C(1) << 0)
#define PRM_INT_KEK_SIZE_BITS_256 (UINT32_C(1) << 1)
#define PRM_INT_KEK_SIZE_ALL UINT32_C(0x3)

/* The name of bit @bit of PRM_INT_KEK_SIZE_*, 0 the lowest one, or NULL. */
static inline const char *prm_int_kek_size_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "BITS_128";
	case 1:
		return "BITS_256";
	default:
		return NULL;
	}
}

/**
 * flags PRM_SW_WRAPPED_DEK_* - Purposes of keys
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node crypto_caps.
 */
#define PRM_SW_WRAPPED_DEK_TLS         (UINT32_C(1) << 1)
#define PRM_SW_WRAPPED_DEK_IPSEC       (UINT32_C(1) << 2)
#define PRM_SW_WRAPPED_DEK_AES_XTS     (UINT32_C(1) << 3)
#define PRM_SW_WRAPPED_DEK_MACSEC      (UINT32_C(1) << 4)
#define PRM_SW_WRAPPED_DEK_GCM_MEM2MEM (UINT32_C(1) << 5)
#define PRM_SW_WRAPPED_DEK_PSP         (UINT32_C(1) << 6)
#define PRM_SW_WRAPPED_DEK_ALL UINT32_C(0x7e)

/* The name of bit @bit of PRM_SW_WRAPPED_DEK_*, 0 the lowest one, or NULL. */
static inline const char *prm_sw_wrapped_dek_flag_str(unsigned int bit)
{
	switch (bit) {
	case 1:
		return "TLS";
	case 2:
		return "IPSEC";
	case 3:
		return "AES_XTS";
	case 4:
		return "MACSEC";
	case 5:
		return "GCM_MEM2MEM";
	case 6:
		return "PSP";
	default:
		return NULL;
	}
}

/**
 * struct prm_crypto_caps - encryption. There if cmd_hca_cap.crypto is set. Which modes of AES-XTS
 * work, cmd_hca_cap tells
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap. rdma-core fills the crypto_caps of
 * mlx5dv_query_device from failed_selftests, wrapped_import_method (AES_XTS), log_max_num_deks, the
 * two bits that begin with wrapped_crypto, and from crypto, aes_xts_single_block_le_tweak and
 * aes_xts_multi_block_be_tweak of cmd_hca_cap.
 * Sources: rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_crypto_caps_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_crypto_caps_bits; linux
 * include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_crypto_cap_bits (6.12); mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node crypto_caps.
 */
struct prm_crypto_caps {
	/*
	 * 0x00 [31] wrapped_crypto_operational: The engines with wrapped import work; while 0,
	 *             software has to make them, by the register CRYPTO_OPERATIONAL.
	 *      [30] wrapped_crypto_going_to_commissioning: The device was told to go back to
	 *             commissioning; the next reset of the firmware clears
	 *             wrapped_crypto_operational and this bit.
	 *      [29] sw_wrapped_dek_old: Keys wrapped by software are supported. Sources disagree:
	 *             DPDK names it sw_wrapped_dek and 0x0c[15:0] sw_wrapped_dek_new. Linux and the
	 *             manual's table have sw_wrapped_dek at 0x0c[15:0] and nothing here.
	 *      [28] synchronize_dek: A key must not be changed and used again without
	 *             SYNC_CRYPTO.
	 *      [27] int_kek_manual: Internal key encryption keys can be given by software.
	 *      [26] int_kek_auto: Internal key encryption keys can be made by the device.
	 *      [25] query_crypto_state: The command QUERY_CRYPTO_STATE is supported.
	 */
	uint8_t b_00;
	/*
	 * 0x00 [19:16] int_kek_manual_size: Sizes of internal key encryption keys that software
	 * gives. (flags PRM_INT_KEK_SIZE_*)
	 */
	uint8_t b_01;
	/*
	 * 0x00 [15]   large_mtu_tweak_64: Tweaks of 64 bits for large MTUs are supported.
	 *      [12]   sw_wrapped_dek_key_purpose: A key wrapped by software holds its purpose,
	 *               encrypted.
	 *      [11:8] int_kek_auto_size: Sizes of internal key encryption keys that the device
	 *               makes. (flags PRM_INT_KEK_SIZE_*)
	 */
	uint8_t b_02;
	/*
	 * 0x00 [7:0]: The engines whose keys must be imported wrapped; the others take them in
	 * plain text. (flags PRM_WRAPPED_IMPORT_METHOD_*)
	 */
	uint8_t wrapped_import_method;
	/*
	 * 0x04 [28:24] log_dek_max_alloc: Largest number of data encryption keys in a range. (log2:
	 * 2^value)
	 */
	uint8_t b_04;
	/* 0x04 [20:16] log_max_num_deks: Largest number of data encryption keys. (log2: 2^value) */
	uint8_t b_05;
	/*
	 * 0x04 [12:8] log_max_num_import_keks: Largest number of import key encryption keys. (log2:
	 * 2^value)
	 */
	uint8_t b_06;
	/* 0x04 [4:0] log_max_num_creds: Largest number of credentials. (log2: 2^value) */
	uint8_t b_07;
	/*
	 * 0x08 [31:16]: Selftests that failed. Capabilities that depend on them may be off. (flags
	 * PRM_CRYPTO_SELFTEST_*)
	 */
	prm_be16 failed_selftests;
	/* 0x08 [15:8]: Import key encryption keys that survive a reset, of all. */
	uint8_t num_nv_import_keks;
	uint8_t num_nv_credentials;	/* 0x08 [7:0]: Credentials that survive a reset, of all. */
	/*
	 * 0x0c [28:24] log_dek_granularity: Smallest number of data encryption keys in a range.
	 * (log2: 2^value)
	 */
	uint8_t b_0c;
	/*
	 * 0x0c [20:16] log_max_num_int_kek: Largest number of internal key encryption keys. (log2:
	 * 2^value)
	 */
	uint8_t b_0d;
	/*
	 * 0x0c [15:0]: Purposes for which keys may be wrapped by software. Sources disagree: DPDK
	 * names it sw_wrapped_dek_new. Linux and the manual's table agree and are taken. (flags
	 * PRM_SW_WRAPPED_DEK_*)
	 */
	prm_be16 sw_wrapped_dek;
	prm_be32 fips_module_name_selector; /* 0x10 [31:0]: (enum prm_fips_module) */
	prm_be32 fips_module_version_major; /* 0x14 [31:0] */
	prm_be32 fips_module_version_minor; /* 0x18 [31:0] */
	uint8_t reserved_1c[4];
	/*
	 * 0x20 [31] crypto_mmo_qp: RC and DC QPs may post crypto work requests.
	 *      [30] crypto_mmo_aes_gcm_256_encrypt: Crypto work requests can encrypt by
	 *             AES-GCM-256. Sources disagree: crypto_aes_gcm_256_encrypt in DPDK. The name
	 *             of the manual's table is taken.
	 *      [29] crypto_mmo_aes_gcm_128_encrypt: Crypto work requests can encrypt by
	 *             AES-GCM-128. Sources disagree: crypto_aes_gcm_128_encrypt in DPDK. The name
	 *             of the manual's table is taken.
	 *      [28] crypto_mmo_aes_gcm_256_decrypt: Crypto work requests can decrypt by
	 *             AES-GCM-256. Sources disagree: crypto_aes_gcm_256_decrypt in DPDK. The name
	 *             of the manual's table is taken.
	 *      [27] crypto_mmo_aes_gcm_128_decrypt: Crypto work requests can decrypt by
	 *             AES-GCM-128. Sources disagree: crypto_aes_gcm_128_decrypt in DPDK. The name
	 *             of the manual's table is taken.
	 *      [26] crypto_mmo_gcm_auth_tag_128: Authentication tags may have 128 bits. Sources
	 *             disagree: gcm_auth_tag_128 in DPDK. The name of the manual's table is taken.
	 *      [25] crypto_mmo_gcm_auth_tag_96: Authentication tags may have 96 bits. Sources
	 *             disagree: gcm_auth_tag_96 in DPDK. The name of the manual's table is taken.
	 */
	uint8_t b_20;
	/*
	 * 0x20 [21:16] log_crypto_mmo_max_size: Largest crypto work request, 0 for no limit. (log2:
	 * 2^value; in bytes; needs crypto_caps.crypto_mmo_qp)
	 */
	uint8_t b_21;
	uint8_t reserved_22[222];
} __attribute__((packed, aligned(4)));

#define PRM_CRYPTO_CAPS_SIZE 256

PRM_ASSERT_SIZE(prm_crypto_caps, 256);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_02, 0x02);
PRM_ASSERT_OFFSET(prm_crypto_caps, wrapped_import_method, 0x03);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_04, 0x04);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_05, 0x05);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_06, 0x06);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_07, 0x07);
PRM_ASSERT_OFFSET(prm_crypto_caps, failed_selftests, 0x08);
PRM_ASSERT_OFFSET(prm_crypto_caps, num_nv_import_keks, 0x0a);
PRM_ASSERT_OFFSET(prm_crypto_caps, num_nv_credentials, 0x0b);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_0d, 0x0d);
PRM_ASSERT_OFFSET(prm_crypto_caps, sw_wrapped_dek, 0x0e);
PRM_ASSERT_OFFSET(prm_crypto_caps, fips_module_name_selector, 0x10);
PRM_ASSERT_OFFSET(prm_crypto_caps, fips_module_version_major, 0x14);
PRM_ASSERT_OFFSET(prm_crypto_caps, fips_module_version_minor, 0x18);
PRM_ASSERT_OFFSET(prm_crypto_caps, reserved_1c, 0x1c);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_20, 0x20);
PRM_ASSERT_OFFSET(prm_crypto_caps, b_21, 0x21);
PRM_ASSERT_OFFSET(prm_crypto_caps, reserved_22, 0x22);

static inline void prm_crypto_caps_set_wrapped_crypto_operational(struct prm_crypto_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_crypto_caps_get_wrapped_crypto_operational(const struct prm_crypto_caps *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_crypto_caps_set_wrapped_crypto_going_to_commissioning(
		struct prm_crypto_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_crypto_caps_get_wrapped_crypto_going_to_commissioning(
		const struct prm_crypto_caps *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_crypto_caps_set_sw_wrapped_dek_old(struct prm_crypto_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_crypto_caps_get_sw_wrapped_dek_old(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_00 >> 5) & 0x1);
}

static inline void prm_crypto_caps_set_synchronize_dek(struct prm_crypto_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_crypto_caps_get_synchronize_dek(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_crypto_caps_set_int_kek_manual(struct prm_crypto_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_crypto_caps_get_int_kek_manual(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_crypto_caps_set_int_kek_auto(struct prm_crypto_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_crypto_caps_get_int_kek_auto(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_00 >> 2) & 0x1);
}

static inline void prm_crypto_caps_set_query_crypto_state(struct prm_crypto_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_crypto_caps_get_query_crypto_state(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_00 >> 1) & 0x1);
}

static inline void prm_crypto_caps_set_int_kek_manual_size(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_01 = prm_u8_replace(p->b_01, 0xf, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_int_kek_manual_size(const struct prm_crypto_caps *p)
{
	return p->b_01 & 0xf;
}

static inline void prm_crypto_caps_set_large_mtu_tweak_64(struct prm_crypto_caps *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_crypto_caps_get_large_mtu_tweak_64(const struct prm_crypto_caps *p)
{
	return (bool)(p->b_02 >> 7);
}

static inline void prm_crypto_caps_set_sw_wrapped_dek_key_purpose(struct prm_crypto_caps *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_crypto_caps_get_sw_wrapped_dek_key_purpose(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_02 >> 4) & 0x1);
}

static inline void prm_crypto_caps_set_int_kek_auto_size(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_02 = prm_u8_replace(p->b_02, 0xf, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_int_kek_auto_size(const struct prm_crypto_caps *p)
{
	return p->b_02 & 0xf;
}

static inline void prm_crypto_caps_set_wrapped_import_method(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->wrapped_import_method = (uint8_t)v;
}

static inline uint32_t prm_crypto_caps_get_wrapped_import_method(const struct prm_crypto_caps *p)
{
	return p->wrapped_import_method;
}

static inline void prm_crypto_caps_set_log_dek_max_alloc(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_04 = prm_u8_replace(p->b_04, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_log_dek_max_alloc(const struct prm_crypto_caps *p)
{
	return p->b_04 & 0x1f;
}

static inline void prm_crypto_caps_set_log_max_num_deks(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_05 = prm_u8_replace(p->b_05, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_log_max_num_deks(const struct prm_crypto_caps *p)
{
	return p->b_05 & 0x1f;
}

static inline void prm_crypto_caps_set_log_max_num_import_keks(struct prm_crypto_caps *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_06 = prm_u8_replace(p->b_06, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_log_max_num_import_keks(const struct prm_crypto_caps *p)
{
	return p->b_06 & 0x1f;
}

static inline void prm_crypto_caps_set_log_max_num_creds(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_07 = prm_u8_replace(p->b_07, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_log_max_num_creds(const struct prm_crypto_caps *p)
{
	return p->b_07 & 0x1f;
}

static inline void prm_crypto_caps_set_failed_selftests(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->failed_selftests = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_crypto_caps_get_failed_selftests(const struct prm_crypto_caps *p)
{
	return prm_be16_to_cpu(p->failed_selftests);
}

static inline void prm_crypto_caps_set_num_nv_import_keks(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_nv_import_keks = (uint8_t)v;
}

static inline uint32_t prm_crypto_caps_get_num_nv_import_keks(const struct prm_crypto_caps *p)
{
	return p->num_nv_import_keks;
}

static inline void prm_crypto_caps_set_num_nv_credentials(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_nv_credentials = (uint8_t)v;
}

static inline uint32_t prm_crypto_caps_get_num_nv_credentials(const struct prm_crypto_caps *p)
{
	return p->num_nv_credentials;
}

static inline void prm_crypto_caps_set_log_dek_granularity(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_0c = prm_u8_replace(p->b_0c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_log_dek_granularity(const struct prm_crypto_caps *p)
{
	return p->b_0c & 0x1f;
}

static inline void prm_crypto_caps_set_log_max_num_int_kek(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_0d = prm_u8_replace(p->b_0d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_log_max_num_int_kek(const struct prm_crypto_caps *p)
{
	return p->b_0d & 0x1f;
}

static inline void prm_crypto_caps_set_sw_wrapped_dek(struct prm_crypto_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->sw_wrapped_dek = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_crypto_caps_get_sw_wrapped_dek(const struct prm_crypto_caps *p)
{
	return prm_be16_to_cpu(p->sw_wrapped_dek);
}

static inline void prm_crypto_caps_set_fips_module_name_selector(struct prm_crypto_caps *p,
		uint32_t v)
{
	p->fips_module_name_selector = prm_cpu_to_be32(v);
}

static inline uint32_t prm_crypto_caps_get_fips_module_name_selector(
		const struct prm_crypto_caps *p)
{
	return prm_be32_to_cpu(p->fips_module_name_selector);
}

static inline void prm_crypto_caps_set_fips_module_version_major(struct prm_crypto_caps *p,
		uint32_t v)
{
	p->fips_module_version_major = prm_cpu_to_be32(v);
}

static inline uint32_t prm_crypto_caps_get_fips_module_version_major(
		const struct prm_crypto_caps *p)
{
	return prm_be32_to_cpu(p->fips_module_version_major);
}

static inline void prm_crypto_caps_set_fips_module_version_minor(struct prm_crypto_caps *p,
		uint32_t v)
{
	p->fips_module_version_minor = prm_cpu_to_be32(v);
}

static inline uint32_t prm_crypto_caps_get_fips_module_version_minor(
		const struct prm_crypto_caps *p)
{
	return prm_be32_to_cpu(p->fips_module_version_minor);
}

static inline void prm_crypto_caps_set_crypto_mmo_qp(struct prm_crypto_caps *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_crypto_caps_get_crypto_mmo_qp(const struct prm_crypto_caps *p)
{
	return (bool)(p->b_20 >> 7);
}

static inline void prm_crypto_caps_set_crypto_mmo_aes_gcm_256_encrypt(struct prm_crypto_caps *p,
		bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_crypto_caps_get_crypto_mmo_aes_gcm_256_encrypt(
		const struct prm_crypto_caps *p)
{
	return (bool)((p->b_20 >> 6) & 0x1);
}

static inline void prm_crypto_caps_set_crypto_mmo_aes_gcm_128_encrypt(struct prm_crypto_caps *p,
		bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_crypto_caps_get_crypto_mmo_aes_gcm_128_encrypt(
		const struct prm_crypto_caps *p)
{
	return (bool)((p->b_20 >> 5) & 0x1);
}

static inline void prm_crypto_caps_set_crypto_mmo_aes_gcm_256_decrypt(struct prm_crypto_caps *p,
		bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_crypto_caps_get_crypto_mmo_aes_gcm_256_decrypt(
		const struct prm_crypto_caps *p)
{
	return (bool)((p->b_20 >> 4) & 0x1);
}

static inline void prm_crypto_caps_set_crypto_mmo_aes_gcm_128_decrypt(struct prm_crypto_caps *p,
		bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_crypto_caps_get_crypto_mmo_aes_gcm_128_decrypt(
		const struct prm_crypto_caps *p)
{
	return (bool)((p->b_20 >> 3) & 0x1);
}

static inline void prm_crypto_caps_set_crypto_mmo_gcm_auth_tag_128(struct prm_crypto_caps *p,
		bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_crypto_caps_get_crypto_mmo_gcm_auth_tag_128(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_20 >> 2) & 0x1);
}

static inline void prm_crypto_caps_set_crypto_mmo_gcm_auth_tag_96(struct prm_crypto_caps *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_crypto_caps_get_crypto_mmo_gcm_auth_tag_96(const struct prm_crypto_caps *p)
{
	return (bool)((p->b_20 >> 1) & 0x1);
}

static inline void prm_crypto_caps_set_log_crypto_mmo_max_size(struct prm_crypto_caps *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_21 = prm_u8_replace(p->b_21, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_crypto_caps_get_log_crypto_mmo_max_size(const struct prm_crypto_caps *p)
{
	return p->b_21 & 0x3f;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_crypto_caps_fields {
	bool wrapped_crypto_operational;
	bool wrapped_crypto_going_to_commissioning;
	bool sw_wrapped_dek_old;
	bool synchronize_dek;
	bool int_kek_manual;
	bool int_kek_auto;
	bool query_crypto_state;
	uint8_t int_kek_manual_size;	/* PRM_INT_KEK_SIZE_* */
	bool large_mtu_tweak_64;
	bool sw_wrapped_dek_key_purpose;
	uint8_t int_kek_auto_size;	/* PRM_INT_KEK_SIZE_* */
	uint8_t wrapped_import_method;	/* PRM_WRAPPED_IMPORT_METHOD_* */
	uint8_t log_dek_max_alloc;	/* 5 bits, log2 */
	uint8_t log_max_num_deks;	/* 5 bits, log2 */
	uint8_t log_max_num_import_keks; /* 5 bits, log2 */
	uint8_t log_max_num_creds;	/* 5 bits, log2 */
	uint16_t failed_selftests;	/* PRM_CRYPTO_SELFTEST_* */
	uint8_t num_nv_import_keks;
	uint8_t num_nv_credentials;
	uint8_t log_dek_granularity;	/* 5 bits, log2 */
	uint8_t log_max_num_int_kek;	/* 5 bits, log2 */
	uint16_t sw_wrapped_dek;	/* PRM_SW_WRAPPED_DEK_* */
	uint32_t fips_module_name_selector; /* enum prm_fips_module */
	uint32_t fips_module_version_major;
	uint32_t fips_module_version_minor;
	bool crypto_mmo_qp;
	bool crypto_mmo_aes_gcm_256_encrypt;
	bool crypto_mmo_aes_gcm_128_encrypt;
	bool crypto_mmo_aes_gcm_256_decrypt;
	bool crypto_mmo_aes_gcm_128_decrypt;
	bool crypto_mmo_gcm_auth_tag_128;
	bool crypto_mmo_gcm_auth_tag_96;
	uint8_t log_crypto_mmo_max_size; /* 6 bits, log2 */
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_crypto_caps_fields_init(struct prm_crypto_caps_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_crypto_caps_pack(struct prm_crypto_caps *p,
		const struct prm_crypto_caps_fields *v)
{
	PRM_CHECK_WIDTH(v->int_kek_manual_size, 4);
	PRM_CHECK_WIDTH(v->int_kek_auto_size, 4);
	prm_store32(p, 0x00, (uint32_t)v->wrapped_crypto_operational << 31 |
			(uint32_t)v->wrapped_crypto_going_to_commissioning << 30 |
			(uint32_t)v->sw_wrapped_dek_old << 29 | (uint32_t)v->synchronize_dek << 28 |
			(uint32_t)v->int_kek_manual << 27 | (uint32_t)v->int_kek_auto << 26 |
			(uint32_t)v->query_crypto_state << 25 |
			((uint32_t)v->int_kek_manual_size & 0xf) << 16 |
			(uint32_t)v->large_mtu_tweak_64 << 15 |
			(uint32_t)v->sw_wrapped_dek_key_purpose << 12 |
			((uint32_t)v->int_kek_auto_size & 0xf) << 8 |
			(uint32_t)v->wrapped_import_method);
	PRM_CHECK_WIDTH(v->log_dek_max_alloc, 5);
	PRM_CHECK_WIDTH(v->log_max_num_deks, 5);
	PRM_CHECK_WIDTH(v->log_max_num_import_keks, 5);
	PRM_CHECK_WIDTH(v->log_max_num_creds, 5);
	prm_store32(p, 0x04, ((uint32_t)v->log_dek_max_alloc & 0x1f) << 24 |
			((uint32_t)v->log_max_num_deks & 0x1f) << 16 |
			((uint32_t)v->log_max_num_import_keks & 0x1f) << 8 |
			((uint32_t)v->log_max_num_creds & 0x1f));
	prm_store32(p, 0x08, (uint32_t)v->failed_selftests << 16 |
			(uint32_t)v->num_nv_import_keks << 8 | (uint32_t)v->num_nv_credentials);
	PRM_CHECK_WIDTH(v->log_dek_granularity, 5);
	PRM_CHECK_WIDTH(v->log_max_num_int_kek, 5);
	prm_store32(p, 0x0c, ((uint32_t)v->log_dek_granularity & 0x1f) << 24 |
			((uint32_t)v->log_max_num_int_kek & 0x1f) << 16 |
			(uint32_t)v->sw_wrapped_dek);
	prm_store32(p, 0x10, v->fips_module_name_selector);
	prm_store32(p, 0x14, v->fips_module_version_major);
	prm_store32(p, 0x18, v->fips_module_version_minor);
	prm_store32(p, 0x1c, 0);
	PRM_CHECK_WIDTH(v->log_crypto_mmo_max_size, 6);
	prm_store32(p, 0x20, (uint32_t)v->crypto_mmo_qp << 31 |
			(uint32_t)v->crypto_mmo_aes_gcm_256_encrypt << 30 |
			(uint32_t)v->crypto_mmo_aes_gcm_128_encrypt << 29 |
			(uint32_t)v->crypto_mmo_aes_gcm_256_decrypt << 28 |
			(uint32_t)v->crypto_mmo_aes_gcm_128_decrypt << 27 |
			(uint32_t)v->crypto_mmo_gcm_auth_tag_128 << 26 |
			(uint32_t)v->crypto_mmo_gcm_auth_tag_96 << 25 |
			((uint32_t)v->log_crypto_mmo_max_size & 0x3f) << 16);
	memset((uint8_t *)p + 0x24, 0, 220);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_crypto_caps_check(const struct prm_crypto_caps *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 7, 5);	/* 0x00 [24:20] */
	n += prm_check_reserved(r, p, 17, 2);	/* 0x00 [14:13] */
	n += prm_check_reserved(r, p, 32, 3);	/* 0x04 [31:29] */
	n += prm_check_reserved(r, p, 40, 3);	/* 0x04 [23:21] */
	n += prm_check_reserved(r, p, 48, 3);	/* 0x04 [15:13] */
	n += prm_check_reserved(r, p, 56, 3);	/* 0x04 [7:5] */
	n += prm_check_reserved(r, p, 96, 3);	/* 0x0c [31:29] */
	n += prm_check_reserved(r, p, 104, 3);	/* 0x0c [23:21] */
	n += prm_check_reserved(r, p, 224, 32);	/* 0x1c [31:0] */
	n += prm_check_reserved(r, p, 263, 3);	/* 0x20 [24:22] */
	n += prm_check_reserved(r, p, 272, 16);	/* 0x20 [15:0] */
	n += prm_check_reserved(r, p, 288, 1760);	/* 0x24..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_crypto_caps_unpack(struct prm_crypto_caps_fields *v,
		const struct prm_crypto_caps *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->wrapped_crypto_operational = word >> 7;
	v->wrapped_crypto_going_to_commissioning = (word >> 6) & 0x1;
	v->sw_wrapped_dek_old = (word >> 5) & 0x1;
	v->synchronize_dek = (word >> 4) & 0x1;
	v->int_kek_manual = (word >> 3) & 0x1;
	v->int_kek_auto = (word >> 2) & 0x1;
	v->query_crypto_state = (word >> 1) & 0x1;
	v->int_kek_manual_size = (uint8_t)(prm_load8(p, 0x01) & 0xf);
	word = prm_load8(p, 0x02);
	v->large_mtu_tweak_64 = word >> 7;
	v->sw_wrapped_dek_key_purpose = (word >> 4) & 0x1;
	v->int_kek_auto_size = (uint8_t)(word & 0xf);
	v->wrapped_import_method = prm_load8(p, 0x03);
	v->log_dek_max_alloc = (uint8_t)(prm_load8(p, 0x04) & 0x1f);
	v->log_max_num_deks = (uint8_t)(prm_load8(p, 0x05) & 0x1f);
	v->log_max_num_import_keks = (uint8_t)(prm_load8(p, 0x06) & 0x1f);
	v->log_max_num_creds = (uint8_t)(prm_load8(p, 0x07) & 0x1f);
	v->failed_selftests = prm_load16(p, 0x08);
	v->num_nv_import_keks = prm_load8(p, 0x0a);
	v->num_nv_credentials = prm_load8(p, 0x0b);
	v->log_dek_granularity = (uint8_t)(prm_load8(p, 0x0c) & 0x1f);
	v->log_max_num_int_kek = (uint8_t)(prm_load8(p, 0x0d) & 0x1f);
	v->sw_wrapped_dek = prm_load16(p, 0x0e);
	v->fips_module_name_selector = prm_load32(p, 0x10);
	v->fips_module_version_major = prm_load32(p, 0x14);
	v->fips_module_version_minor = prm_load32(p, 0x18);
	word = prm_load8(p, 0x20);
	v->crypto_mmo_qp = word >> 7;
	v->crypto_mmo_aes_gcm_256_encrypt = (word >> 6) & 0x1;
	v->crypto_mmo_aes_gcm_128_encrypt = (word >> 5) & 0x1;
	v->crypto_mmo_aes_gcm_256_decrypt = (word >> 4) & 0x1;
	v->crypto_mmo_aes_gcm_128_decrypt = (word >> 3) & 0x1;
	v->crypto_mmo_gcm_auth_tag_128 = (word >> 2) & 0x1;
	v->crypto_mmo_gcm_auth_tag_96 = (word >> 1) & 0x1;
	v->log_crypto_mmo_max_size = (uint8_t)(prm_load8(p, 0x21) & 0x3f);
	return r ? prm_crypto_caps_check(p, r) : 0;
}

#endif /* PRM_CAP_CRYPTO_H */
