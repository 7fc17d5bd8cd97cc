# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Commands of a driver that loads, built by the macros and structs of Linux's headers and decoded by the spec.

A C program compiles Linux's mlx5_ifc.h and device.h, fills in commands and answers as mlx5_core does, and prints them
as its log does; `prmc decode` has to find the same values in them.
"""

import json

import pytest
from kernel_headers import LINUX, linux
from prmc import run as run_prmc

from world import run_c, shimmed

PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include "shim.h"
#undef cpu_to_be16
#undef cpu_to_be32
#define cpu_to_be16(v) __builtin_bswap16(v)
#define cpu_to_be32(v) __builtin_bswap32(v)
#define cpu_to_be64(v) __builtin_bswap64(v)
#define be32_to_cpu(v) __builtin_bswap32(v)
#define BUILD_BUG_ON(condition) ((void)sizeof(condition))
#include <linux/mlx5/device.h>

static union { u64 align; u8 bytes[8192]; u32 dw[2048]; } buf;

static void dump(const char *name, int opcode, const char *direction, size_t size)
{
	printf("mlx5_core 0000:08:00.0: dump_command:839:(pid 9): cmd[0]: dump command data %s(0x%x) %s\n",
	       name, opcode, direction);
	for (size_t i = 0; i < size; i += 16)
		printf("cmd[0]: %03zx: %08x %08x %08x %08x\n", i, be32_to_cpu(buf.dw[i / 4]),
		       be32_to_cpu(buf.dw[i / 4 + 1]), be32_to_cpu(buf.dw[i / 4 + 2]), be32_to_cpu(buf.dw[i / 4 + 3]));
	memset(&buf, 0, sizeof(buf));
}

#define IN(name, layout, more) dump(#name, MLX5_CMD_OP_##name, "INPUT", MLX5_ST_SZ_BYTES(layout) + (more))
#define OUT(name, layout, more) dump(#name, MLX5_CMD_OP_##name, "OUTPUT", MLX5_ST_SZ_BYTES(layout) + (more))
#define OP(layout, name) MLX5_SET(layout, &buf, opcode, MLX5_CMD_OP_##name)
#define REG(type, field, value) MLX5_SET(type, buf.bytes + 16, field, value)

int main(void)
{
	struct mlx5_init_seg *seg = (void *)&buf;
	struct mlx5_cmd_layout *entry = (void *)&buf;
	struct mlx5_cmd_prot_block *box = (void *)&buf;

	OP(enable_hca_in, ENABLE_HCA);
	MLX5_SET(enable_hca_in, &buf, function_id, 0x1234);
	MLX5_SET(enable_hca_in, &buf, embedded_cpu_function, 1);
	IN(ENABLE_HCA, enable_hca_in, 0);
	MLX5_SET(query_issi_out, &buf, supported_issi_dw0, 3);
	OUT(QUERY_ISSI, query_issi_out, 0);
	OP(query_pages_in, QUERY_PAGES);
	MLX5_SET(query_pages_in, &buf, op_mod, MLX5_QUERY_PAGES_IN_OP_MOD_INIT_PAGES);
	IN(QUERY_PAGES, query_pages_in, 0);
	OP(manage_pages_in, MANAGE_PAGES);
	MLX5_SET(manage_pages_in, &buf, op_mod, MLX5_MANAGE_PAGES_IN_OP_MOD_ALLOCATION_SUCCESS);
	MLX5_SET(manage_pages_in, &buf, input_num_entries, 2);
	MLX5_ARRAY_SET64(manage_pages_in, (u8 *)&buf, pas, 0, 0x123456789000ull);
	MLX5_ARRAY_SET64(manage_pages_in, (u8 *)&buf, pas, 1, 0xabc000ull);
	IN(MANAGE_PAGES, manage_pages_in, 16);
	OP(set_hca_cap_in, SET_HCA_CAP);
	MLX5_SET(set_hca_cap_in, &buf, op_mod, MLX5_CAP_GENERAL << 1);
	MLX5_SET(cmd_hca_cap, buf.bytes + 16, log_max_qp, 18);
	IN(SET_HCA_CAP, set_hca_cap_in, 0);
	OP(init_hca_in, INIT_HCA);
	for (int i = 0; i < 4; i++)
		MLX5_ARRAY_SET(init_hca_in, &buf, sw_owner_id, i, 0x11111111 * (i + 1));
	IN(INIT_HCA, init_hca_in, 0);
	OP(create_eq_in, CREATE_EQ);
	MLX5_ARRAY_SET64(create_eq_in, &buf, event_bitmask, 0, 1ull << MLX5_EVENT_TYPE_CMD | 1);
	MLX5_SET(create_eq_in, &buf, eq_context_entry.log_eq_size, 7);
	MLX5_SET(create_eq_in, &buf, eq_context_entry.intr, 5);
	MLX5_ARRAY_SET64(create_eq_in, (u8 *)&buf, pas, 0, 0x77000ull);
	IN(CREATE_EQ, create_eq_in, 16);
	OP(create_uctx_in, CREATE_UCTX);
	MLX5_SET(create_uctx_in, &buf, uctx.cap, MLX5_UCTX_CAP_RAW_TX);
	IN(CREATE_UCTX, create_uctx_in, 0);
	OP(query_hca_vport_gid_in, QUERY_HCA_VPORT_GID);
	MLX5_SET(query_hca_vport_gid_in, &buf, gid_index, 0xffff);
	IN(QUERY_HCA_VPORT_GID, query_hca_vport_gid_in, 0);
	MLX5_SET(query_hca_vport_pkey_out, &buf, pkey[0].pkey, 0xffff);
	OUT(QUERY_HCA_VPORT_PKEY, query_hca_vport_pkey_out, 16);
	MLX5_SET(query_vport_state_out, &buf, admin_state, MLX5_VPORT_ADMIN_STATE_AUTO);
	MLX5_SET(query_vport_state_out, &buf, state, VPORT_STATE_UP);
	OUT(QUERY_VPORT_STATE, query_vport_state_out, 0);
	MLX5_SET(query_nic_vport_context_out, &buf, nic_vport_context.mtu, 9000);
	MLX5_SET(query_nic_vport_context_out, &buf, nic_vport_context.permanent_address.mac_addr_31_0, 0x22334455);
	OUT(QUERY_NIC_VPORT_CONTEXT, query_nic_vport_context_out, 0);
	OP(mad_ifc_in, MAD_IFC);
	MLX5_SET(mad_ifc_in, &buf, op_mod, 3);
	MLX5_SET(mad_ifc_in, &buf, port, 1);
	IN(MAD_IFC, mad_ifc_in, 0);
	OP(access_register_in, ACCESS_REG);
	MLX5_SET(access_register_in, &buf, op_mod, MLX5_ACCESS_REGISTER_IN_OP_MOD_READ);
	MLX5_SET(access_register_in, &buf, register_id, 0x5004);
	REG(ptys_reg, local_port, 1);
	REG(ptys_reg, proto_mask, 1);
	REG(ptys_reg, ib_proto_oper, 1 << 6);
	REG(ptys_reg, connector_type, 7);
	IN(ACCESS_REG, access_register_in, MLX5_ST_SZ_BYTES(ptys_reg));
	OP(access_register_in, ACCESS_REG);
	MLX5_SET(access_register_in, &buf, register_id, 0x5003);
	REG(pmtu_reg, admin_mtu, 4096);
	IN(ACCESS_REG, access_register_in, MLX5_ST_SZ_BYTES(pmtu_reg));
	OP(access_register_in, ACCESS_REG);
	MLX5_SET(access_register_in, &buf, register_id, 0x500f);
	REG(pvlc_reg, vl_hw_cap, 4);
	IN(ACCESS_REG, access_register_in, MLX5_ST_SZ_BYTES(pvlc_reg));
	OP(access_register_in, ACCESS_REG);
	MLX5_SET(access_register_in, &buf, register_id, 0xc00e);
	REG(dtor_reg, tear_down_to.to_value, 30);
	REG(dtor_reg, tear_down_to.to_multiplier, 1);
	IN(ACCESS_REG, access_register_in, MLX5_ST_SZ_BYTES(dtor_reg));
	OP(teardown_hca_in, TEARDOWN_HCA);
	MLX5_SET(teardown_hca_in, &buf, profile, MLX5_TEARDOWN_HCA_IN_PROFILE_PREPARE_FAST_TEARDOWN);
	IN(TEARDOWN_HCA, teardown_hca_in, 0);

	puts("initial_seg");
	seg->fw_rev = cpu_to_be32(36 << 16 | 28);
	seg->cmdif_rev_fw_sub = cpu_to_be32(5 << 16 | 1010);
	seg->cmdq_addr_l_sz = cpu_to_be32(0x12345000 | 7 << MLX5_NIC_IFC_OFFSET | 5 << 4 | 6);
	seg->initializing = cpu_to_be32(1u << 31 | 1 << 23);
	seg->health.synd = 0x10;
	seg->internal_timer_l = cpu_to_be32(0x89abcdef);
	seg->health_counter = cpu_to_be32(77);
	dump("NOP", MLX5_CMD_OP_NOP, "INPUT", sizeof(*seg));
	puts("cmd_queue_entry");
	entry->type = 7;
	entry->in_ptr = cpu_to_be64(0x1234567000400ull);
	entry->outlen = cpu_to_be32(112);
	entry->token = 0xaa;
	entry->status_own = 9 << 1 | 1;
	dump("NOP", MLX5_CMD_OP_NOP, "INPUT", sizeof(*entry));
	puts("cmd_if_box");
	box->next = cpu_to_be64(0x1234567000400ull);
	box->block_num = cpu_to_be32(3);
	box->ctrl_sig = 0x55;
	dump("NOP", MLX5_CMD_OP_NOP, "INPUT", sizeof(*box));
	return 0;
}
"""
# What each dump says: (field, value), in the order of the dumps.
COMMANDS = [
    ("cmd", {"function_id": 0x1234, "embedded_cpu_function": 1, "opcode": 0x104}),
    ("query_issi_out", {"supported_issi_dw0": 3}),
    ("cmd", {"op_mod": 2}),
    ("cmd", {"op_mod": 1, "input_num_entries": 2, "pas[0]": 0x123456789000, "pas[1]": 0xabc000}),
    ("cmd", {"cap_type": 0, "cmd_hca_cap:log_max_qp": 18}),
    ("cmd", {"sw_owner_id[0]": 0x11111111, "sw_owner_id[3]": 0x44444444}),
    ("cmd", {"event_bitmask[0]": 1 << 0x0a | 1, "log_eq_size": 7, "intr": 5, "pas[0]": 0x77000}),
    ("cmd", {"cap": 1}),
    ("cmd", {"gid_index": 0xffff}),
    ("query_hca_vport_pkey_out", {"pkey:pkey": 0xffff}),
    ("query_vport_state_out", {"admin_state": 2, "state": 1}),
    ("query_nic_vport_context_out", {"mtu": 9000, "mac_addr_31_0": 0x22334455}),
    ("cmd", {"op_mod": 3, "port": 1}),
    ("cmd", {"op_mod": 1, "register_id": 0x5004, "local_port": 1, "proto_mask": 1, "ib_proto_oper": 1 << 6,
             "connector_type": 7}),
    ("cmd", {"admin_mtu": 4096}),
    ("cmd", {"vl_hw_cap": 4}),
    ("cmd", {"to_value": 30, "to_multiplier": 1}),
    ("cmd", {"profile": 2}),
]
STRUCTS = {
    "initial_seg": {"fw_rev_major": 28, "fw_rev_minor": 36, "cmd_interface_rev": 5, "fw_rev_subminor": 1010,
                    "cmdq_phy_addr_31_12": 0x12345, "nic_interface": 7, "log_cmdq_size": 5, "log_cmdq_stride": 6,
                    "initializing": 1, "embedded_cpu": 1, "synd": 0x10, "internal_timer_l": 0x89abcdef,
                    "health_counter": 77},
    "cmd_queue_entry": {"type": 7, "input_mailbox_pointer_63_32": 0x12345, "output_length": 112,
                        "input_mailbox_pointer_31_9": 0x67000400 >> 9, "token": 0xaa, "status": 9, "ownership": 1},
    "cmd_if_box": {"next_pointer_63_32": 0x12345, "next_pointer_31_10": 0x67000400 >> 10, "block_number": 3,
                   "ctrl_signature": 0x55},
}


def decoded(text, *options):
    """[(type, {field: value})] of the dumps of a log: each field that is not 0, by its name and with its layout."""
    done = run_prmc(["decode", "-", "--json", *options], text.encode())
    assert done.returncode == 0 and not done.stderr, done
    return [(dump["as"], {name: field["value"] for item in dump["items"] for field in item["fields"]
                          if field["value"] or field["field"] == "cap_type"
                          for name in (field["field"], f"{field['layout']}:{field['field']}")},
             sum(item["error"] != "" for item in dump["items"])) for dump in json.loads(done.stdout)["dumps"]]


@pytest.mark.parametrize("version", LINUX)
def test_commands_of_linux(version, tmp_path):
    text = "\n".join(run_c(shimmed(tmp_path), PROGRAM, ["-I", str(tmp_path), "-I", linux(version)])) + "\n"
    log, *structs = text.replace("initial_seg\n", "\0").replace("cmd_queue_entry\n", "\0").replace(
        "cmd_if_box\n", "\0").split("\0")
    found = decoded(log)
    assert len(found) == len(COMMANDS)
    for (what, values, errors), (wanted, expected) in zip(found, COMMANDS):
        assert (what, errors) == (wanted, 0)
        assert {name: values.get(name, 0) for name in expected} == expected
    for (name, expected), dump in zip(STRUCTS.items(), structs):
        (what, values, errors), = decoded(dump, "--as", name)
        assert {field: values.get(field, 0) for field in expected} == expected
        assert {field for field in values if ":" not in field} <= set(expected), "bits that were not set"
