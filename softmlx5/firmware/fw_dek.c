// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Data encryption keys, the only general objects of the device.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/signature/sig.h"
#include "prm_general_obj.h"
#include "prm_hca_cap.h"

/* The shortest command that contains the whole key. */
#define SM_DEK_IN_MIN \
	offsetof(struct prm_create_encryption_key_in, encryption_key_object.sw_wrapped_dek)

void sm_dek_release(struct sm_obj *obj)
{
	struct sm_dek *dek = sm_container_of(obj, struct sm_dek, obj);

	sm_table_remove(&obj->dev->deks, obj->id);
	dek->pd->obj.users--;
	sm_crypto_forget(dek);
	memset(dek, 0, sizeof(*dek));	/* the key does not stay in memory */
	free(dek);
}

static uint8_t sm_dek_check(struct sm_cmd *cmd, const struct prm_encryption_key_obj_fields *obj)
{
	const struct sm_pd *pd = sm_table_get(&cmd->dev->pds, obj->pd);

	if (!pd || !sm_cmd_may_name(cmd, &pd->obj))
		return sm_cmd_no_object("pd", obj->pd);
	if (obj->key_purpose != PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS || obj->sw_wrapped)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "key_purpose is %u, AES_XTS (%u) is possible; "
				  "sw_wrapped is %u, 0 is possible",
				  obj->key_purpose, PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS,
				  obj->sw_wrapped);
	return PRM_CMD_STATUS_OK;
}

/* The data key is followed by the tweak key, then the key tag. */
static void sm_dek_load(struct sm_dek *dek, const struct prm_encryption_key_obj_fields *obj)
{
	dek->key_len = obj->key_size == PRM_ENCRYPTION_KEY_SIZE_SIZE_128 ? 32 : 64;
	memcpy(dek->key, obj->key, dek->key_len);
	dek->has_keytag = obj->has_keytag;
	memcpy(dek->keytag, obj->key + dek->key_len, sizeof(dek->keytag));
	memcpy(dek->opaque, obj->opaque, sizeof(dek->opaque));
}

static uint8_t sm_create_dek(struct sm_cmd *cmd)
{
	struct prm_create_encryption_key_in whole;
	struct prm_create_encryption_key_in_fields in;
	const struct prm_encryption_key_obj_fields *obj = &in.encryption_key_object;
	struct prm_general_obj_out_cmd_hdr_fields out = {0};
	struct sm_dek *dek;
	uint8_t status;

	/* Older drivers omit the part after the key. */
	memset(&whole, 0, sizeof(whole));
	memcpy(&whole, cmd->in, cmd->in_len < sizeof(whole) ? cmd->in_len : sizeof(whole));
	prm_create_encryption_key_in_unpack(&in, &whole, NULL);
	if (in.general_obj_in_cmd_hdr.obj_type != PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY ||
	    !prm_cmd_hca_cap_get_crypto(cmd->dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "obj_type is 0x%x; encryption keys (0x%x) are "
				  "possible, with the capability crypto",
				  in.general_obj_in_cmd_hdr.obj_type,
				  PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY);
	status = sm_dek_check(cmd, obj);
	if (status)
		return status;
	dek = calloc(1, sizeof(*dek));
	if (!dek || sm_table_add(&cmd->dev->deks, dek, &dek->obj.id)) {
		free(dek);
		return PRM_CMD_STATUS_NO_RES;
	}
	dek->obj.dev = cmd->dev;
	dek->obj.uid = cmd->hdr.uid;
	dek->pd = sm_table_get(&cmd->dev->pds, obj->pd);
	dek->pd->obj.users++;
	sm_dek_load(dek, obj);
	out.obj_id = dek->obj.id;
	prm_general_obj_out_cmd_hdr_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

static struct sm_dek *sm_own_dek(struct sm_cmd *cmd)
{
	const struct prm_general_obj_in_cmd_hdr *in = cmd->in;
	struct sm_dek *dek = sm_table_get(&cmd->dev->deks,
					  prm_general_obj_in_cmd_hdr_get_obj_id(in));

	if (dek && sm_cmd_owns(cmd, &dek->obj) &&
	    prm_general_obj_in_cmd_hdr_get_obj_type(in) == PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY)
		return dek;
	sm_cmd_no_object("obj_id", prm_general_obj_in_cmd_hdr_get_obj_id(in));
	return NULL;
}

static uint8_t sm_destroy_dek(struct sm_cmd *cmd)
{
	struct sm_dek *dek = sm_own_dek(cmd);

	if (!dek)
		return PRM_CMD_STATUS_BAD_RES;
	sm_dek_release(&dek->obj);
	return PRM_CMD_STATUS_OK;
}

/* The key itself is never returned. */
static uint8_t sm_query_dek(struct sm_cmd *cmd)
{
	struct prm_query_encryption_key_out_fields out = {0};
	const struct sm_dek *dek = sm_own_dek(cmd);

	if (!dek)
		return PRM_CMD_STATUS_BAD_RES;
	out.hdr.obj_id = dek->obj.id;
	out.obj.state = PRM_ENCRYPTION_KEY_STATE_READY;
	out.obj.key_purpose = PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS;
	out.obj.key_size = dek->key_len == 32 ? PRM_ENCRYPTION_KEY_SIZE_SIZE_128 :
		PRM_ENCRYPTION_KEY_SIZE_SIZE_256;
	out.obj.has_keytag = dek->has_keytag;
	out.obj.pd = dek->pd->obj.id;
	memcpy(out.obj.opaque, dek->opaque, sizeof(out.obj.opaque));
	prm_query_encryption_key_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_dek[] = {
	{ PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT, SM_DEK_IN_MIN, PRM_GENERAL_OBJ_OUT_CMD_HDR_SIZE,
	  &prm_general_obj_in_cmd_hdr_layout, sm_create_dek },
	SM_CMD(QUERY_GENERAL_OBJECT, general_obj_in_cmd_hdr, query_encryption_key_out,
	       sm_query_dek),
	SM_CMD(DESTROY_GENERAL_OBJECT, general_obj_in_cmd_hdr, general_obj_out_cmd_hdr,
	       sm_destroy_dek),
	{0},
};
