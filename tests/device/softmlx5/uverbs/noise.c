// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random requests: known methods with known attributes in any number, order and length, and invalid
 * pointers. Nothing may crash; the sanitizers check.
 */
#include "tests.h"

static uint64_t seed = 1;

static uint64_t rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static char noise[70000];

static uint64_t random_data(void)
{
	switch (rnd() % 6) {
	case 0:
		return rnd();
	case 1:
		return rnd() % 64;
	case 2:
		return 16;
	case 3:
		return (uintptr_t)ring + rnd() % 4096;
	default:
		return (uintptr_t)noise + rnd() % 4096;
	}
}

static void random_attr(struct call *call, const struct sm_attr_spec *spec)
{
	static const uint16_t lengths[] = { 0, 4, 8, 16, 32, 64, 72, 272, 4096, 65535 };
	struct ib_uverbs_attr *attr = add(call, rnd() % 16 ? spec->id : (uint16_t)rnd(), 0);

	attr->data = random_data();
	attr->flags = rnd() % 2;
	if (spec->kind <= SM_ATTR_OUT) {
		attr->len = rnd() % 4 ? (uint16_t)(spec->min + rnd() % 2 * 8) :
					lengths[rnd() % SM_ARRAY_SIZE(lengths)];
		if (spec->max == SM_ANY_LENGTH && rnd() % 2)
			attr->len = lengths[rnd() % SM_ARRAY_SIZE(lengths)];
		if (attr->len <= 8 && spec->kind == SM_ATTR_IN && rnd() % 2)
			attr->data = rnd() % 8;
	} else if (rnd() % 4) {
		attr->data = rnd() % 24;
	}
}

static void random_request(struct sm_file *file, const struct sm_method *method)
{
	static const uint16_t opcodes[] = {
		PRM_CMD_OPCODE_CREATE_CQ, PRM_CMD_OPCODE_CREATE_QP, PRM_CMD_OPCODE_CREATE_MKEY,
		PRM_CMD_OPCODE_CREATE_PSV, PRM_CMD_OPCODE_QUERY_QP, PRM_CMD_OPCODE_INIT2INIT_QP,
		PRM_CMD_OPCODE_ALLOC_PD, PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT,
		PRM_CMD_OPCODE_CREATE_RMP, PRM_CMD_OPCODE_MODIFY_CQ, PRM_CMD_OPCODE_CREATE_SQ,
	};
	struct call call;
	unsigned int i;

	start(&call, method->object, method->method);
	for (i = 0; !sm_is_attrs_end(&method->attrs[i]); i++)
		if (rnd() % 16)
			random_attr(&call, &method->attrs[i]);
	for (i = 0; i < 64; i++)
		noise[rnd() % 4200] = (char)(rnd() % 3 ? 0 : rnd());
	prm_cmd_in_hdr_set_opcode((void *)noise, opcodes[rnd() % SM_ARRAY_SIZE(opcodes)]);
	run(file, &call);
}

static void random_command(struct sm_file *file)
{
	static const struct sm_write_command *const tables[] = {
		sm_uverbs_device_commands, sm_uverbs_pd_commands, sm_uverbs_mr_commands,
		sm_uverbs_cq_commands,
		sm_uverbs_qp_commands, sm_uverbs_srq_commands, sm_uverbs_flow_commands,
	};
	const struct sm_write_command *table = tables[rnd() % SM_ARRAY_SIZE(tables)];
	uint32_t in[64], i;
	char out[512];

	for (i = 0; table[i].run && rnd() % 3; i++)
		;
	if (!table[i].run || table[i].number == IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL)
		return;
	table += i;
	for (i = 0; i < SM_ARRAY_SIZE(in); i++)
		in[i] = rnd() % 3 ? (uint32_t)(rnd() % 24) : (uint32_t)rnd();
	command(file, table->number, rnd() % 16 || table->in_size <= 8 ? in : (void *)16,
		table->in_size, rnd() % 16 ? out : (void *)16, table->out_size, out, 0);
}

void test_noise(void)
{
	static const struct sm_method *const tables[] = {
		sm_uverbs_device_methods, sm_uverbs_pd_methods, sm_uverbs_mr_methods,
		sm_uverbs_dm_methods, sm_uverbs_odp_methods, sm_uverbs_cq_methods,
		sm_uverbs_qp_methods, sm_uverbs_srq_methods, sm_devx_methods,
		sm_uverbs_flow_methods,
	};
	const struct sm_method *method;
	struct sm_file *file = NULL;
	struct qp qp;
	struct cq cq;
	unsigned int i;
	uint32_t pd;

	for (i = 0; i < 100000; i++) {
		if (!(i % 500)) {
			if (file)
				close_clean(file);
			file = open_devx();
			pd = alloc_pd(file, NULL);
			cq = create_cq(file, 10, -1);
			CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), 0);
		}
		if (!(rnd() % 4)) {
			random_command(file);
			continue;
		}
		method = tables[rnd() % SM_ARRAY_SIZE(tables)];
		while (method[1].run && rnd() % 4)
			method++;
		if (method->object != UVERBS_OBJECT_ASYNC_EVENT)
			random_request(file, method);
	}
	close_clean(file);
}

/* A specification of a random type, mostly with the size that it has, and few different values. */
static size_t random_spec(uint8_t *at)
{
	static const struct {
		uint32_t type;
		uint16_t size;
	} types[] = {
		{ IBV_FLOW_SPEC_ETH, 40 }, { IBV_FLOW_SPEC_IPV4, 32 }, { IBV_FLOW_SPEC_IPV6, 88 },
		{ IBV_FLOW_SPEC_TCP, 16 }, { IBV_FLOW_SPEC_UDP, 16 }, { IBV_FLOW_SPEC_ETH | IBV_FLOW_SPEC_INNER, 40 },
		{ IBV_FLOW_SPEC_ACTION_TAG, 16 }, { IBV_FLOW_SPEC_ACTION_DROP, 8 }, { IBV_FLOW_SPEC_GRE, 24 },
	};
	const unsigned int i = rnd() % SM_ARRAY_SIZE(types);
	struct ib_uverbs_flow_spec_hdr head = { .type = types[i].type, .size = types[i].size };
	const unsigned int half = (types[i].size - 8u) / 2;

	if (!(rnd() % 32))
		head.size = (uint16_t)(rnd() % 100);
	if (!(rnd() % 64))
		head.type = (uint32_t)rnd();
	memset(at, 0, 128);
	memcpy(at, &head, sizeof(head));
	for (unsigned int n = rnd() % 3; n-- && half;) {
		const unsigned int where = 8 + rnd() % half;

		at[where] = (uint8_t)(rnd() % 2);
		at[where + half] = 1;
	}
	return head.size;
}

/* Random flows of two queue pairs, some of which the firmware refuses; all is gone in the end. */
void test_flow_noise(void)
{
	static const uint16_t failing[] = { PRM_CMD_OPCODE_CREATE_FLOW_TABLE, PRM_CMD_OPCODE_CREATE_FLOW_GROUP,
					    PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY, PRM_CMD_OPCODE_DELETE_FLOW_TABLE_ENTRY };
	struct {
		struct ib_uverbs_create_flow fixed;
		uint8_t specs[2048];
	} cmd;
	struct ib_uverbs_create_flow_resp resp;
	struct mlx5_ib_create_qp_resp driver;
	struct sm_file *file = NULL;
	unsigned int made = 0;
	struct qp qps[2];
	struct cq cq;
	uint32_t pd;

	prm_cmd_hca_cap_set_port_type((void *)(uintptr_t)stand_in_device()->caps->general, PRM_CAP_PORT_TYPE_ETHERNET);
	for (unsigned int i = 0; i < 40000; i++) {
		size_t len = 0;

		if (!(i % 400)) {
			if (file)
				close_clean(file);
			file = open_devx();
			pd = alloc_pd(file, NULL);
			cq = create_cq(file, 10, -1);
			CHECK_EQ(create_raw(file, pd, &cq, 4, 4, 0, &qps[0], &driver), 0);
			CHECK_EQ(create_raw(file, pd, &cq, 0, 4, 0, &qps[1], &driver), 0);
		}
		memset(&cmd, 0, sizeof(cmd));
		cmd.fixed.qp_handle = (uint32_t)qps[rnd() % 2].handle;
		cmd.fixed.flow_attr.type = rnd() % 8 ? IBV_FLOW_ATTR_NORMAL : (uint32_t)(rnd() % 5);
		cmd.fixed.flow_attr.priority = (uint16_t)(rnd() % 17);
		cmd.fixed.flow_attr.port = 1;
		cmd.fixed.flow_attr.num_of_specs = (uint8_t)(rnd() % 4);
		for (unsigned int n = cmd.fixed.flow_attr.num_of_specs; n--;)
			len += random_spec(cmd.specs + len);
		cmd.fixed.flow_attr.size = (uint16_t)(rnd() % 32 ? len : rnd() % 200);
		sm_stand_in.fail_opcode = rnd() % 8 ? 0 : failing[rnd() % SM_ARRAY_SIZE(failing)];
		sm_stand_in.fail_status = PRM_CMD_STATUS_NO_RES;
		if (!command(file, IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_CREATE_FLOW, &cmd,
			     sizeof(cmd.fixed) + len, &resp, sizeof(resp), NULL, 0))
			made++;
		if (rnd() % 3)
			destroy_object(file, UVERBS_OBJECT_FLOW, UVERBS_METHOD_FLOW_DESTROY,
				       UVERBS_ATTR_DESTROY_FLOW_HANDLE, (int64_t)(rnd() % 60));
		sm_stand_in.fail_opcode = 0;
	}
	close_clean(file);
	CHECK(made > 5000);
}
