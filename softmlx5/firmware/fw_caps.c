// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * QUERY_HCA_CAP and SET_HCA_CAP.
 */
#include <string.h>

#include "base/caps.h"
#include "firmware/function.h"

static uint8_t sm_query_hca_cap(struct sm_cmd *cmd)
{
	const size_t start = offsetof(struct prm_query_hca_cap_out, capability);
	const uint32_t type = prm_query_hca_cap_in_get_cap_type(cmd->in);
	const uint8_t *image = sm_caps_image(cmd->dev->caps, type,
					     !prm_query_hca_cap_in_get_current(cmd->in));
	size_t len = cmd->out_len - start;

	if (!prm_hca_cap_type_str(type))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "cap_type is 0x%x, which is unknown",
				  type);
	if (len > SM_CAP_BYTES)
		len = SM_CAP_BYTES;
	/* A card that knows the type but has none of its capabilities answers with zeroes. */
	if (image)
		memcpy((uint8_t *)cmd->out + start, image, len);
	return PRM_CMD_STATUS_OK;
}

/* Before INIT_HCA, from which on objects rely on the capabilities. */
static uint8_t sm_set_hca_cap(struct sm_cmd *cmd)
{
	const struct sm_function *function = cmd->dev->function;
	const uint8_t *image = (const uint8_t *)cmd->in + PRM_SET_HCA_CAP_IN_SIZE;
	const size_t len = cmd->in_len - PRM_SET_HCA_CAP_IN_SIZE;
	struct prm_set_hca_cap_in_fields in;
	const char *wrong;

	prm_set_hca_cap_in_unpack(&in, cmd->in, NULL);
	if (!function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (function->state != SM_FUNCTION_ENABLED)
		return sm_because(PRM_CMD_STATUS_BAD_SYS_STATE,
				  "it comes after ENABLE_HCA and before "
				  "INIT_HCA");
	if (in.other_function || in.function_id || in.cap_type >= SM_CAP_TYPES ||
	    !cmd->dev->caps->image[in.cap_type])
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "cap_type is 0x%x of function %u; the device has "
				  "one function, and no such capabilities",
				  in.cap_type, in.function_id);
	wrong = sm_caps_put(cmd->dev->caps, in.cap_type, image, len);
	if (!wrong)
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_PARAM, "%s: %s", prm_hca_cap_type_str(in.cap_type),
			  wrong);
}

const struct sm_cmd_type sm_fw_caps[] = {
	SM_CMD(QUERY_HCA_CAP, query_hca_cap_in, query_hca_cap_out, sm_query_hca_cap),
	SM_CMD(SET_HCA_CAP, set_hca_cap_in, set_hca_cap_out, sm_set_hca_cap),
	{0},
};
