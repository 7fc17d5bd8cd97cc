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
		sm_uverbs_qp_commands, sm_uverbs_srq_commands,
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
			CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
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
