// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * QUERY_HCA_CAP. Maximum and current capabilities are the same for this device.
 */
#include <string.h>

#include "firmware/fw.h"
#include "tools/caps.h"

static uint8_t sm_query_hca_cap(struct sm_cmd *cmd)
{
	const size_t start = offsetof(struct prm_query_hca_cap_out, capability);
	const uint32_t type = prm_query_hca_cap_in_get_cap_type(cmd->in);
	const uint8_t *image = type < SM_CAP_TYPES ? cmd->dev->caps->image[type] : NULL;
	size_t len = cmd->out_len - start;

	if (!prm_hca_cap_type_str(type))
		return PRM_CMD_STATUS_BAD_PARAM;
	if (len > SM_CAP_BYTES)
		len = SM_CAP_BYTES;
	/* A card that knows the type but has none of its capabilities answers with zeroes. */
	if (image)
		memcpy((uint8_t *)cmd->out + start, image, len);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_caps[] = {
	SM_CMD(QUERY_HCA_CAP, query_hca_cap_in, query_hca_cap_out, sm_query_hca_cap),
	{0},
};
