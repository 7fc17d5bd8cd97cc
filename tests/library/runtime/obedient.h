/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * For tests without a device: commands that always succeed, in the form of struct mlx5sig_devx_ops.
 * A program takes those that it needs.
 */
#ifndef OBEDIENT_H
#define OBEDIENT_H

#include <stdatomic.h>
#include <string.h>

#include <prm_cmd.h>
#include <prm_mkey.h>
#include <prm_psv_cmd.h>
#include <prm_query_hca_cap.h>

static atomic_uint obedient_number = 1;	/* of the next object */

static inline void *obedient_create(void *cookie, const void *in, size_t inlen, void *out,
				    size_t outlen)
{
	uint32_t number = atomic_fetch_add(&obedient_number, 1);

	(void)cookie;
	(void)inlen;
	memset(out, 0, outlen);
	if (prm_cmd_in_hdr_get_opcode(in) == PRM_CMD_OPCODE_CREATE_MKEY)
		prm_create_mkey_out_set_mkey_index(out, number);
	else
		prm_create_psv_out_set_psv0_index(out, number);
	return &obedient_number;
}

static inline int obedient_destroy(void *cookie, void *obj)
{
	(void)cookie;
	(void)obj;
	return 0;
}

/* general_cmd: all capabilities. */
static inline int obedient_all_caps(void *cookie, const void *in, size_t inlen, void *out,
				    size_t outlen)
{
	(void)cookie;
	(void)in;
	(void)inlen;
	memset(out, 0xff, outlen);
	memset(out, 0, sizeof(struct prm_cmd_out_hdr));
	return 0;
}

/* general_cmd: no capability. */
static inline int obedient_no_caps(void *cookie, const void *in, size_t inlen, void *out,
				   size_t outlen)
{
	(void)cookie;
	(void)in;
	(void)inlen;
	memset(out, 0, outlen);
	return 0;
}

/* general_cmd: capabilities for signatures, and translations of 64 KiB. */
static inline int obedient_signing(void *cookie, const void *in, size_t inlen, void *out,
				   size_t outlen)
{
	struct prm_query_hca_cap_out *answer = out;

	obedient_no_caps(cookie, in, inlen, out, outlen);
	prm_cmd_hca_cap_set_sho(&answer->cmd_hca_cap, true);
	prm_cmd_hca_cap_set_sigerr_domain_and_sig_type(&answer->cmd_hca_cap, true);
	prm_cmd_hca_cap_set_sig_crc32c(&answer->cmd_hca_cap, true);
	prm_cmd_hca_cap_set_sig_crc64_xp10(&answer->cmd_hca_cap, true);
	prm_cmd_hca_cap_set_log_max_klm_list_size(&answer->cmd_hca_cap, 16);
	return 0;
}

#endif
