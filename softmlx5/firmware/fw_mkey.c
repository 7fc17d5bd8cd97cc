// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of memory keys.
 */
#include <string.h>

#include "firmware/fw.h"
#include "nic/memory/mem.h"
#include "prm_data.h"

static uint8_t sm_create_mkey(struct sm_cmd *cmd)
{
	struct prm_create_mkey_in_fields in;
	const struct sm_pd *pd;
	struct sm_umem *umem = NULL;
	struct sm_mkey *mkey;
	uint8_t status;

	prm_create_mkey_in_unpack(&in, cmd->in, NULL);
	if (in.translations_octword_actual_size >
	    (cmd->in_len - PRM_CREATE_MKEY_IN_SIZE) / PRM_KLM_SIZE && !in.mkey_umem_valid)
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "translations_octword_actual_size is %u; the "
				  "command has %zu entries",
				  in.translations_octword_actual_size,
				  (cmd->in_len - PRM_CREATE_MKEY_IN_SIZE) / PRM_KLM_SIZE);
	if (in.bsf_octword_actual_size)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "bsf_octword_actual_size is %u; the device takes a BSF from a UMR",
				  in.bsf_octword_actual_size);
	pd = sm_table_get(&cmd->dev->pds, in.memory_key_mkey_entry.pd);
	if (!pd || !sm_cmd_may_name(cmd, &pd->obj))
		return sm_cmd_no_object("mkc.pd", in.memory_key_mkey_entry.pd);
	if (in.mkey_umem_valid) {
		umem = sm_table_get(&cmd->dev->umems, in.mkey_umem_id);
		if (!umem || !sm_cmd_may_name(cmd, &umem->obj))
			return sm_cmd_no_object("mkey_umem_id", in.mkey_umem_id);
		if (!sm_umem_has(umem, in.mkey_umem_offset, 0))
			return sm_because(PRM_CMD_STATUS_BAD_PARAM,
					  "mkey_umem_offset is %llu; the umem has "
					  "%llu bytes",
					  (unsigned long long)in.mkey_umem_offset,
					  (unsigned long long)umem->len);
	}
	status = sm_mkey_create(cmd->dev, cmd->hdr.uid, &in.memory_key_mkey_entry,
				prm_create_mkey_in_klm_pas_mtt((void *)(uintptr_t)cmd->in),
				umem ? 0 : in.translations_octword_actual_size,
				umem ? umem->addr + in.mkey_umem_offset : NULL,
				umem ? umem->len - in.mkey_umem_offset : 0, in.pg_access, &mkey);
	if (status)
		return status;
	mkey->umem = umem;
	if (umem)
		umem->obj.users++;
	prm_create_mkey_out_set_mkey_index(cmd->out, mkey->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_destroy_mkey(struct sm_cmd *cmd)
{
	struct sm_mkey *mkey = sm_table_get(&cmd->dev->mkeys,
					    prm_destroy_mkey_in_get_mkey_index(cmd->in));

	if (!mkey || !sm_cmd_owns(cmd, &mkey->obj))
		return sm_cmd_no_object("mkey_index", prm_destroy_mkey_in_get_mkey_index(cmd->in));
	return sm_mkey_destroy(mkey);
}

static uint8_t sm_query_mkey(struct sm_cmd *cmd)
{
	const struct sm_mkey *mkey = sm_table_get(&cmd->dev->mkeys,
						  prm_query_mkey_in_get_mkey_index(cmd->in));
	struct prm_query_mkey_out_fields out = {0};

	if (!mkey || !sm_cmd_owns(cmd, &mkey->obj))
		return sm_cmd_no_object("mkey_index", prm_query_mkey_in_get_mkey_index(cmd->in));
	out.memory_key_mkey_entry = mkey->ctx;
	memcpy(out.bsf0_klm0_pas_mtt0_1, mkey->bsf, sizeof(out.bsf0_klm0_pas_mtt0_1));
	prm_query_mkey_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_mkey[] = {
	SM_CMD(CREATE_MKEY, create_mkey_in, create_mkey_out, sm_create_mkey),
	SM_CMD(QUERY_MKEY, query_mkey_in, query_mkey_out, sm_query_mkey),
	SM_CMD(DESTROY_MKEY, destroy_mkey_in, destroy_mkey_out, sm_destroy_mkey),
	{0},
};
