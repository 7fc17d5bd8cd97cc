// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Pages of host memory that a driver gives to the device, and takes back.
 */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/observer.h"
#include "base/rules.h"
#include "firmware/function.h"
#include "nic/queue/eq.h"
#include "prm_hca.h"

/* What a device of this size asks for: before the capabilities are set, then before INIT_HCA. */
#define SM_BOOT_PAGES 8u
#define SM_INIT_PAGES 40u
#define SM_OBJECTS_OF_PAGE 64u	/* contexts that a page has room for */
#define SM_PAGES_AT_ONCE 16u	/* PAGE_REQUEST asks for a multiple */
#define SM_PAGES_SPARE 16u	/* kept by the device when objects go */
#define SM_PAGES_MAX (1u << 20)

/* In each page: its own address, and a number that no driver writes. */
struct sm_page_mark {
	uint64_t addr, magic;
};
#define SM_PAGE_MAGIC UINT64_C(0x736f66746d6c7835)

static uint32_t sm_pages_needed(const struct sm_dev *dev)
{
	const uint32_t objects = dev->qps.count + dev->cqs.count + dev->srqs.count +
		dev->mkeys.count + dev->psvs.count;

	switch (dev->function->state) {
	case SM_FUNCTION_INITIALIZED:
		return SM_BOOT_PAGES + SM_INIT_PAGES + objects / SM_OBJECTS_OF_PAGE +
			dev->function->pages.demanded;
	case SM_FUNCTION_ENABLED:
		return SM_BOOT_PAGES + SM_INIT_PAGES;
	default:
		return 0;
	}
}

bool sm_pages_are_short(const struct sm_dev *dev)
{
	const struct sm_pages *pages = dev->function ? &dev->function->pages : NULL;

	return pages && pages->n < sm_pages_needed(dev) &&
		(dev->function->state == SM_FUNCTION_ENABLED || pages->is_refused);
}

void sm_pages_demand(struct sm_dev *dev, uint32_t n)
{
	if (dev->function)
		dev->function->pages.demanded += n;
}

void sm_pages_free(struct sm_pages *pages)
{
	free(pages->addr);
	memset(pages, 0, sizeof(*pages));
}

/* @n pages more, or fewer if negative. false: no EQ has the event. */
static bool sm_pages_request(struct sm_dev *dev, int32_t n)
{
	struct prm_eqe eqe = {0};

	if (!sm_eq_of(dev, PRM_EVENT_TYPE_PAGE_REQUEST))
		return false;
	prm_eqe_set_event_type(&eqe, PRM_EVENT_TYPE_PAGE_REQUEST);
	prm_eqe_set_page_request_num_pages(&eqe, (uint32_t)n);
	sm_note(dev, "asks for %d pages", n);
	sm_eq_event(dev, &eqe);
	return true;
}

void sm_pages_balance(struct sm_dev *dev)
{
	struct sm_pages *pages;
	uint32_t needed;

	if (!dev->function || dev->function->state != SM_FUNCTION_INITIALIZED)
		return;
	pages = &dev->function->pages;
	needed = sm_pages_needed(dev);
	if (pages->n >= needed)
		pages->is_refused = false;
	if (pages->n + pages->asked < needed && !pages->is_refused) {
		const uint32_t n = (needed - pages->n - pages->asked + SM_PAGES_AT_ONCE - 1) /
			SM_PAGES_AT_ONCE * SM_PAGES_AT_ONCE;

		if (sm_pages_request(dev, (int32_t)n))
			pages->asked += n;
	} else if (!pages->asked && pages->n > needed + SM_PAGES_SPARE) {
		const uint32_t n = pages->n - needed - SM_PAGES_SPARE / 2;

		/* The driver takes them back, which ends the request. */
		if (sm_pages_request(dev, -(int32_t)n))
			pages->asked = n;
	}
}

static uint8_t sm_query_pages(struct sm_cmd *cmd)
{
	const struct sm_pages *pages;
	uint32_t needed;

	if (!cmd->dev->function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (prm_query_pages_in_get_function_id(cmd->in) ||
	    prm_query_pages_in_get_embedded_cpu_function(cmd->in))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "function_id is %u; the device has its own function alone",
				  prm_query_pages_in_get_function_id(cmd->in));
	pages = &cmd->dev->function->pages;
	switch (prm_query_pages_in_get_op_mod(cmd->in)) {
	case PRM_QUERY_PAGES_OP_MOD_BOOT_PAGES:
		needed = SM_BOOT_PAGES;
		break;
	case PRM_QUERY_PAGES_OP_MOD_INIT_PAGES:
		needed = SM_BOOT_PAGES + SM_INIT_PAGES;
		break;
	case PRM_QUERY_PAGES_OP_MOD_REGULAR_PAGES:
		needed = sm_pages_needed(cmd->dev);
		break;
	default:
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "op_mod is %u, which is unknown",
				  cmd->hdr.op_mod);
	}
	prm_query_pages_out_set_num_pages(cmd->out, needed > pages->n ? needed - pages->n : 0);
	return PRM_CMD_STATUS_OK;
}

static bool sm_pages_have(const struct sm_pages *pages, uint64_t addr)
{
	for (uint32_t i = 0; i < pages->n; i++)
		if (pages->addr[i] == addr)
			return true;
	return false;
}

static bool sm_pages_reserve(struct sm_pages *pages, uint32_t n)
{
	uint64_t *addr;

	if (n > SM_PAGES_MAX - pages->n)
		return false;
	if (pages->n + n <= pages->room)
		return true;
	addr = realloc(pages->addr, (pages->n + n) * sizeof(*addr));
	if (!addr)
		return false;
	pages->addr = addr;
	pages->room = pages->n + n;
	return true;
}

/* All of them are checked before any is taken. */
static uint8_t sm_pages_give(struct sm_cmd *cmd, uint32_t n)
{
	struct sm_pages *pages = &cmd->dev->function->pages;
	const prm_be64 *pas = prm_manage_pages_in_pas((void *)(uintptr_t)cmd->in);
	uint32_t i;

	if (n > (cmd->in_len - PRM_MANAGE_PAGES_IN_SIZE) / sizeof(*pas))
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "input_num_entries is %u; the command has fewer", n);
	if (!sm_pages_reserve(pages, n))
		return sm_because(PRM_CMD_STATUS_LIM,
				  "the device keeps %u pages and takes no %u more", pages->n, n);
	for (i = 0; i < n; i++) {
		const uint64_t addr = prm_be64_to_cpu(pas[i]);

		if (!addr || addr % SM_PAGE_SIZE || sm_pages_have(pages, addr) ||
		    !sm_dma(cmd->dev, addr, SM_PAGE_SIZE))
			return sm_because(PRM_CMD_STATUS_BAD_PARAM,
					  "page 0x%llx is not aligned, no memory, or there already",
					  (unsigned long long)addr);
	}
	for (i = 0; i < n; i++) {
		const struct sm_page_mark mark = { prm_be64_to_cpu(pas[i]), SM_PAGE_MAGIC };

		sm_copy(sm_dma(cmd->dev, mark.addr, SM_PAGE_SIZE), &mark, sizeof(mark));
		pages->addr[pages->n++] = mark.addr;
	}
	pages->asked = n < pages->asked ? pages->asked - n : 0;
	pages->is_refused = false;
	return PRM_CMD_STATUS_OK;
}

/* A page must be as the device has left it. */
static void sm_page_check(struct sm_dev *dev, uint64_t addr)
{
	const struct sm_page_mark expected = { addr, SM_PAGE_MAGIC };
	struct sm_page_mark mark;

	if (!sm_copy(&mark, sm_dma(dev, addr, sizeof(mark)), sizeof(mark)) ||
	    memcmp(&mark, &expected, sizeof(mark)))
		sm_strict_at(dev, SM_RULE_PAGES, "the driver has written to page 0x%llx, which it had "
			     "given to the device", (unsigned long long)addr);
}

static uint8_t sm_pages_take(struct sm_cmd *cmd, uint32_t n)
{
	struct sm_function *function = cmd->dev->function;
	struct sm_pages *pages = &function->pages;
	const uint32_t needed = function->state == SM_FUNCTION_INITIALIZED ?
		sm_pages_needed(cmd->dev) : 0;
	const uint32_t room = (uint32_t)((cmd->out_len - PRM_MANAGE_PAGES_OUT_SIZE) /
					 sizeof(prm_be64));
	prm_be64 *pas = prm_manage_pages_out_pas(cmd->out);
	uint32_t i;

	for (i = 0; i < n && i < room && pages->n > needed; i++) {
		const uint64_t addr = pages->addr[--pages->n];

		sm_page_check(cmd->dev, addr);
		pas[i] = prm_cpu_to_be64(addr);
	}
	pages->asked = 0;
	prm_manage_pages_out_set_output_num_entries(cmd->out, i);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_manage_pages(struct sm_cmd *cmd)
{
	struct sm_function *function = cmd->dev->function;
	struct prm_manage_pages_in_fields in;

	prm_manage_pages_in_unpack(&in, cmd->in, NULL);
	if (!function)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	if (in.function_id || in.embedded_cpu_function)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"function_id is %u, embedded_cpu_function %u; the device has its own function alone",
			in.function_id, in.embedded_cpu_function);
	switch (in.op_mod) {
	case PRM_MANAGE_PAGES_OP_MOD_ALLOCATION_FAIL:
		function->pages.asked = 0;
		function->pages.is_refused = true;
		return PRM_CMD_STATUS_OK;
	case PRM_MANAGE_PAGES_OP_MOD_ALLOCATION_SUCCESS:
		return sm_pages_give(cmd, in.input_num_entries);
	case PRM_MANAGE_PAGES_OP_MOD_HCA_RETURN_PAGES:
		return sm_pages_take(cmd, in.input_num_entries);
	default:
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "op_mod is %u, which is unknown",
				  in.op_mod);
	}
}

const struct sm_cmd_type sm_fw_pages[] = {
	SM_CMD(QUERY_PAGES, query_pages_in, query_pages_out, sm_query_pages),
	SM_CMD(MANAGE_PAGES, manage_pages_in, manage_pages_out, sm_manage_pages),
	{0},
};
