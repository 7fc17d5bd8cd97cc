// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of a function's life, and user contexts.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/rules.h"
#include "firmware/function.h"
#include "prm_hca.h"
#include "prm_uctx.h"

/* Versions of the interface that the device knows, as bits: 0 and 1. */
#define SM_ISSI_MAX 1u
#define SM_ISSI_SUPPORTED ((2u << SM_ISSI_MAX) - 1)

struct sm_function *sm_function_new(void)
{
	return calloc(1, sizeof(struct sm_function));
}

void sm_function_reset(struct sm_dev *dev, const char *why)
{
	struct sm_function *function = dev->function;
	const unsigned int left = sm_fw_release_all(dev);

	sm_note(dev, "reset: %s; %u objects and %u pages are left", why, left,
		      function->pages.n);
	sm_pages_free(&function->pages);
	memset(function, 0, sizeof(*function));
	sm_caps_reset(dev->caps);
	dev->health = (struct sm_health){0};
	sm_dev_limits(dev);
}

/* Commands that an enabled function takes before INIT_HCA. */
static bool sm_is_preparing(uint16_t opcode)
{
	switch (opcode) {
	case PRM_CMD_OPCODE_QUERY_HCA_CAP:
	case PRM_CMD_OPCODE_SET_HCA_CAP:
	case PRM_CMD_OPCODE_QUERY_ADAPTER:
	case PRM_CMD_OPCODE_ACCESS_REG:
	case PRM_CMD_OPCODE_QUERY_PAGES:
	case PRM_CMD_OPCODE_MANAGE_PAGES:
	case PRM_CMD_OPCODE_QUERY_ISSI:
	case PRM_CMD_OPCODE_SET_ISSI:
	case PRM_CMD_OPCODE_SET_DRIVER_VERSION:
	case PRM_CMD_OPCODE_INIT_HCA:
	case PRM_CMD_OPCODE_TEARDOWN_HCA:
	case PRM_CMD_OPCODE_DISABLE_HCA:
		return true;
	default:
		return false;
	}
}

uint8_t sm_function_accepts(const struct sm_dev *dev, uint16_t opcode)
{
	const struct sm_function *function = dev->function;

	if (!function || function->state == SM_FUNCTION_INITIALIZED ||
	    opcode == PRM_CMD_OPCODE_ENABLE_HCA)
		return PRM_CMD_STATUS_OK;
	if (function->state == SM_FUNCTION_ENABLED && sm_is_preparing(opcode))
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_SYS_STATE, "it comes before %s",
			  function->state == SM_FUNCTION_ENABLED ? "INIT_HCA" : "ENABLE_HCA");
}

/* Is it the caller's own function? There are no others. */
static bool sm_is_own(uint32_t function_id, bool is_embedded)
{
	return !function_id && !is_embedded;
}

static uint8_t sm_enable_hca(struct sm_cmd *cmd)
{
	struct sm_function *function = cmd->dev->function;
	struct prm_enable_hca_in_fields in;

	prm_enable_hca_in_unpack(&in, cmd->in, NULL);
	if (!function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (!sm_is_own(in.function_id, in.embedded_cpu_function))
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"function_id is %u, embedded_cpu_function %u; the device has its own function alone",
			in.function_id, in.embedded_cpu_function);
	if (function->state != SM_FUNCTION_DISABLED)
		return sm_because(PRM_CMD_STATUS_BAD_SYS_STATE, "the function is enabled already");
	function->state = SM_FUNCTION_ENABLED;
	return PRM_CMD_STATUS_OK;
}

/* Pages that the driver has not taken back are lost to it. */
static uint8_t sm_disable_hca(struct sm_cmd *cmd)
{
	struct sm_function *function = cmd->dev->function;
	struct prm_disable_hca_in_fields in;

	prm_disable_hca_in_unpack(&in, cmd->in, NULL);
	if (!function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (!sm_is_own(in.function_id, in.embedded_cpu_function))
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"function_id is %u, embedded_cpu_function %u; the device has its own function alone",
			in.function_id, in.embedded_cpu_function);
	if (function->state != SM_FUNCTION_ENABLED)
		return sm_because(PRM_CMD_STATUS_BAD_SYS_STATE,
				  "it needs ENABLE_HCA before, or TEARDOWN_HCA");
	if (function->pages.n)
		sm_strict_at(cmd->dev, SM_RULE_PAGES, "DISABLE_HCA: the driver has left %u pages of its "
			     "memory to the device", function->pages.n);
	sm_function_reset(cmd->dev, "DISABLE_HCA");
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_init_hca(struct sm_cmd *cmd)
{
	struct sm_function *function = cmd->dev->function;

	if (!function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (function->state != SM_FUNCTION_ENABLED)
		return sm_because(PRM_CMD_STATUS_BAD_SYS_STATE,
				  "it needs ENABLE_HCA before, and is not possible twice");
	if (sm_pages_are_short(cmd->dev))
		return sm_because(PRM_CMD_STATUS_NO_RES,
				  "the device has not got the pages that it needs");
	sm_dev_limits(cmd->dev);
	function->state = SM_FUNCTION_INITIALIZED;
	return PRM_CMD_STATUS_OK;
}

/*
 * What the driver has left is destroyed; the pages stay until it takes them back. The profiles for
 * the end of a machine do not wait for that: the next driver begins anew.
 */
static uint8_t sm_teardown_hca(struct sm_cmd *cmd)
{
	struct sm_function *function = cmd->dev->function;
	struct sm_dev *dev = cmd->dev;
	const struct prm_cmd_hca_cap *cap = dev->caps->general;
	const uint32_t profile = prm_teardown_hca_in_get_profile(cmd->in);
	unsigned int left;

	if (!function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (profile == PRM_TEARDOWN_PROFILE_FORCE_CLOSE ? !prm_cmd_hca_cap_get_force_teardown(cap) :
	    profile == PRM_TEARDOWN_PROFILE_PREPARE_FAST_TEARDOWN ?
	    !prm_cmd_hca_cap_get_fast_teardown(cap) : profile != PRM_TEARDOWN_PROFILE_GRACEFUL_CLOSE)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "profile is %u, for which the device lacks the capability",
				  profile);
	if (function->state != SM_FUNCTION_INITIALIZED)
		return sm_because(PRM_CMD_STATUS_BAD_SYS_STATE, "it needs INIT_HCA before");
	if (profile == PRM_TEARDOWN_PROFILE_PREPARE_FAST_TEARDOWN) {
		function->is_prepared = true;	/* the driver waits for this command's event */
		return PRM_CMD_STATUS_OK;
	}
	if (profile == PRM_TEARDOWN_PROFILE_FORCE_CLOSE) {
		sm_function_reset(dev, "TEARDOWN_HCA with FORCE_CLOSE");
		return PRM_CMD_STATUS_OK;
	}
	left = sm_fw_release_all(dev);
	if (left)
		sm_strict_at(dev, SM_RULE_TEARDOWN, "TEARDOWN_HCA: the driver has left %u objects", left);
	function->state = SM_FUNCTION_ENABLED;
	return PRM_CMD_STATUS_OK;
}

void sm_function_disable(struct sm_dev *dev)
{
	if (dev->function->is_prepared)
		sm_function_reset(dev, "nic_interface is DISABLED, as prepared");
}

/* Users may ask, too: a device without a bus has a driver that has set the newest one. */
static uint8_t sm_query_issi(struct sm_cmd *cmd)
{
	const struct sm_function *function = cmd->dev->function;

	prm_query_issi_out_set_current_issi(cmd->out, function ? function->issi : SM_ISSI_MAX);
	prm_query_issi_out_set_supported_issi_dw0(cmd->out, SM_ISSI_SUPPORTED);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_set_issi(struct sm_cmd *cmd)
{
	const uint32_t issi = prm_set_issi_in_get_current_issi(cmd->in);

	if (!cmd->dev->function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (issi > SM_ISSI_MAX)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "current_issi is %u; at most %u is possible", issi, SM_ISSI_MAX);
	cmd->dev->function->issi = (uint16_t)issi;
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_set_driver_version(struct sm_cmd *cmd)
{
	struct prm_set_driver_version_in_fields in;

	prm_set_driver_version_in_unpack(&in, cmd->in, NULL);
	if (!prm_cmd_hca_cap_get_driver_version(cmd->dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_OP,
				  "the device lacks the capability driver_version");
	sm_note(cmd->dev, "the driver is %.*s", (int)sizeof(in.driver_version),
		      (const char *)in.driver_version);
	return PRM_CMD_STATUS_OK;
}

/*
 * User contexts.
 */

void sm_uctx_release(struct sm_obj *obj)
{
	sm_table_remove(&obj->dev->uctxs, obj->id);
	free(obj);
}

static uint8_t sm_create_uctx(struct sm_cmd *cmd)
{
	struct prm_create_uctx_in_fields in;
	struct sm_uctx *uctx;

	prm_create_uctx_in_unpack(&in, cmd->in, NULL);
	if (cmd->hdr.uid)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "a user may not make contexts");
	if (in.uctx.cap & ~prm_cmd_hca_cap_get_uctx_permission(cmd->dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "cap is 0x%x; uctx_permission is 0x%x",
				  in.uctx.cap,
				  prm_cmd_hca_cap_get_uctx_permission(cmd->dev->caps->general));
	uctx = sm_obj_new(cmd, &cmd->dev->uctxs, sizeof(*uctx));
	if (!uctx)
		return PRM_CMD_STATUS_NO_RES;
	uctx->cap = in.uctx.cap;
	prm_create_uctx_out_set_uid(cmd->out, uctx->obj.id);
	return PRM_CMD_STATUS_OK;
}

/* Destroys all that the user has left, too. */
static uint8_t sm_destroy_uctx(struct sm_cmd *cmd)
{
	const uint32_t uid = prm_destroy_uctx_in_get_uid(cmd->in);
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->uctxs, uid, &status);

	if (!obj)
		return status;
	sm_fw_release_uid(cmd->dev, (uint16_t)uid);
	sm_uctx_release(obj);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_function[] = {
	SM_CMD(ENABLE_HCA, enable_hca_in, enable_hca_out, sm_enable_hca),
	SM_CMD(DISABLE_HCA, disable_hca_in, disable_hca_out, sm_disable_hca),
	SM_CMD(INIT_HCA, init_hca_in, init_hca_out, sm_init_hca),
	SM_CMD(TEARDOWN_HCA, teardown_hca_in, teardown_hca_out, sm_teardown_hca),
	SM_CMD(QUERY_ISSI, query_issi_in, query_issi_out, sm_query_issi),
	SM_CMD(SET_ISSI, set_issi_in, set_issi_out, sm_set_issi),
	SM_CMD(SET_DRIVER_VERSION, set_driver_version_in, set_driver_version_out,
	       sm_set_driver_version),
	SM_CMD(CREATE_UCTX, create_uctx_in, create_uctx_out, sm_create_uctx),
	SM_CMD(DESTROY_UCTX, destroy_uctx_in, destroy_uctx_out, sm_destroy_uctx),
	{0},
};
