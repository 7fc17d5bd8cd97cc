# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The firmware's commands for Ethernet queues, their interfaces and flow tables, by DEVX: what is made, changed and queried, and
what is refused, with its status and reason."""

from __future__ import annotations

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

NO_MERGE = ("the mask has packet_merge, and the device has no LRO; or it has indirect_table, and the TIR's disp_type is DIRECT")
SYMMETRIC = "rx_hash_fn is {}, up to TOEPLITZ (2) is possible; or rx_hash_symmetric is set, which the device does not have"
SIZE = "rqt_actual_size is {}; a power of two up to rqt_max_size, which is 4, is allowed"
LIST = "list_q_type is {}, RQ (0) is possible; or rq_vhca_id_format is set, which needs the capability cross_vhca_rqt"

# By test: what it is refused, in this order. 0xN is any number.
REFUSED = {
    "tis": [
        ("CREATE_TIS", "BAD_PARAM", "the port is one of InfiniBand, or underlay_qpn or tls_en is set"),
        ("CREATE_TIS", "BAD_PARAM", "the port is one of InfiniBand, or underlay_qpn or tls_en is set"),
        ("CREATE_TIS", "BAD_RES", "transport_domain is 0x777777, which does not exist, or belongs to another user"),
        ("DEALLOC_TRANSPORT_DOMAIN", "BAD_RES_STATE", "2 other objects use the object 0xN"),
    ],
    "tir": [
        ("MODIFY_TIR", "BAD_PARAM", NO_MERGE),
        ("MODIFY_TIR", "BAD_PARAM", NO_MERGE),
        ("CREATE_TIR", "BAD_PARAM", "disp_type is 2; DIRECT (0) and INDIRECT (1) are possible"),
        ("CREATE_TIR", "BAD_RES", "indirect_table is 0x777777, which does not exist, or belongs to another user"),
        ("CREATE_TIR", "BAD_PARAM", SYMMETRIC.format(0)),
        ("CREATE_TIR", "BAD_PARAM",
         "a field asks for what the device's capabilities do not have: tls_en, packet_merge_mask, "
         "tunneled_offload_en"),
        ("CREATE_TIR", "BAD_RES", "transport_domain is 0x777777, which does not exist, or belongs to another user"),
        ("CREATE_TIR", "BAD_RES", "inline_rqn is 0x777777, which does not exist, or belongs to another user"),
        ("DESTROY_RQ", "BAD_RES_STATE", "1 TIRs and entries of RQTs use the RQ 0xN"),
    ],
    "rqt": [
        ("CREATE_RQT", "LIM", "rqt_max_size is 4096; at most 2048 is allowed, log_max_rqt_size"),
        ("CREATE_RQT", "BAD_PARAM", "rqt_max_size is 6, which is no power of two"),
        ("CREATE_RQT", "BAD_PARAM", SIZE.format(3)),
        ("CREATE_RQT", "BAD_PARAM", SIZE.format(8)),
        ("CREATE_RQT", "BAD_PARAM", SIZE.format(0)),
        ("CREATE_RQT", "BAD_INP_LEN", "rqt_actual_size is 4, and the command has 284 bytes"),
        ("CREATE_RQT", "BAD_RES", "rq_num is 0x777777, which does not exist, or belongs to another user"),
        ("CREATE_RQT", "BAD_PARAM", LIST.format(1)),
        ("CREATE_RQT", "BAD_PARAM", LIST.format(0)),
        ("QUERY_RQT", "BAD_OUTP_LEN", "the table has 2 entries, and the answer 272 bytes"),
        ("DESTROY_RQ", "BAD_RES_STATE", "1 TIRs and entries of RQTs use the RQ 0xN"),
        ("QUERY_RQT", "BAD_OUTP_LEN", "the table has 2 entries, and the answer 272 bytes"),
        ("QUERY_RQT", "BAD_OUTP_LEN", "the table has 4 entries, and the answer 272 bytes"),
        ("MODIFY_RQT", "BAD_RES", "rq_num is 0x777777, which does not exist, or belongs to another user"),
        ("MODIFY_RQT", "BAD_INP_LEN", "rqt_actual_size is 4, and the command has 284 bytes"),
        ("MODIFY_RQT", "BAD_PARAM", SIZE.format(8)),
        ("QUERY_RQT", "BAD_OUTP_LEN", "the table has 4 entries, and the answer 272 bytes"),
        ("DESTROY_RQ", "BAD_RES_STATE", "4 TIRs and entries of RQTs use the RQ 0xN"),
    ],
    "indirect": [
        ("DESTROY_RQT", "BAD_RES_STATE", "1 other objects use the object 0xN"),
        ("MODIFY_TIR", "BAD_RES", "indirect_table is 0x777777, which does not exist, or belongs to another user"),
        ("MODIFY_TIR", "BAD_PARAM", SYMMETRIC.format(2)),
        ("DESTROY_RQT", "BAD_RES_STATE", "1 other objects use the object 0xN"),
    ],
    "sq": [
        ("MODIFY_SQ", "BAD_PARAM", "modify_bitmask is 0x2; the device can change the state only"),
        ("CREATE_TIR", "BAD_RES", "inline_rqn is 0xN, which does not exist, or belongs to another user"),
        ("DESTROY_TIS", "BAD_RES_STATE", "1 other objects use the object 0xN"),
        ("DESTROY_CQ", "BAD_RES_STATE", "4 queues use the CQ"),
        ("CREATE_SQ", "BAD_PARAM",
         "a field asks for what the device's capabilities do not have: hairpin, non_wire, static_sq_wq, reg_umr, "
         "cd_master, allow_swp, allow_multi_pkt_send_wqe, ts_cqe_to_dest_cqn, packet_pacing_rate_limit_index"),
        ("CREATE_SQ", "BAD_PARAM", "log_wq_stride is 5; 6 is possible"),
        ("CREATE_SQ", "BAD_PARAM", "wq_type is 0; CYCLIC (1) is possible"),
        ("CREATE_SQ", "LIM", "log_wq_sz is 31; at most 15 is allowed, log_max_qp_sz"),
        ("CREATE_SQ", "BAD_PARAM",
         "the queue has 512 bytes from offset 32320 on, its memory 32768, or the record is outside of its own"),
        ("CREATE_SQ", "BAD_PARAM",
         "the queue has 512 bytes from offset 8192 on, its memory 32768, or the record is outside of its own"),
        ("CREATE_SQ", "BAD_RES", "one of pd 0x777777, the ring and the record does not exist"),
        ("CREATE_SQ", "BAD_RES",
         "one of cqn 0x777777, uar_page 0xN and tis_num_0 0xN does not exist, or tis_lst_sz, which is 1, is more than 1"),
        ("CREATE_SQ", "BAD_RES",
         "one of cqn 0xN, uar_page 0xN and tis_num_0 0x777777 does not exist, or tis_lst_sz, which is 1, is more than 1"),
        ("CREATE_SQ", "BAD_RES",
         "one of cqn 0xN, uar_page 0xN and tis_num_0 0xN does not exist, or tis_lst_sz, which is 2, is more than 1"),
    ],
    "rq": [
        ("MODIFY_RQ", "BAD_PARAM", "modify_bitmask is 0xa; the device can change the state and vsd"),
        ("CREATE_RQ", "BAD_PARAM",
         "a field asks for what the device's capabilities do not have: hairpin, delay_drop_en, scatter_fcs, "
         "shampo_enable"),
        ("CREATE_RQ", "BAD_PARAM", "mem_rq_type is 2, which is unknown"),
        ("CREATE_RQ", "BAD_RES", "there is no CQ 0x777777"),
        ("CREATE_RQ", "BAD_PARAM",
         "the queue has 128 bytes from offset 32656 on, its memory 32768, or the record is outside of its own"),
    ],
    "pool": [
        ("DESTROY_RMP", "BAD_RES_STATE", "1 queue pairs use the SRQ"),
        ("CREATE_RQ", "BAD_RES", "there is no RMP 0x777777"),
    ],
    "states": [
        ("MODIFY_SQ", "BAD_PARAM", "state is 1, which is unknown, or cannot follow ERR"),
        ("MODIFY_RQ", "BAD_PARAM", "state is 1, which is unknown, or cannot follow ERR"),
        ("MODIFY_SQ", "BAD_RES_STATE", "the queue is in state RST, and not in that of the command, 1"),
        ("MODIFY_RQ", "BAD_RES_STATE", "the queue is in state RST, and not in that of the command, 3"),
        ("MODIFY_SQ", "BAD_PARAM", "state is 2, which is unknown, or cannot follow RST"),
    ],
    "flush": [],
    "flush_sq": [],
    "tables": [
        ("DESTROY_FLOW_TABLE", "BAD_RES_STATE", "1 other objects use the object 0xN"),
        ("MODIFY_FLOW_TABLE", "BAD_PARAM", "the table 0xN has level 3, and has to be above 7, that of table 0xN"),
        ("MODIFY_FLOW_TABLE", "BAD_PARAM", "the table 0xN has level 7, and has to be above 7, that of table 0xN"),
        ("MODIFY_FLOW_TABLE", "BAD_RES", "table_miss_id is 0x777777, which does not exist, or belongs to another user"),
        ("MODIFY_FLOW_TABLE", "BAD_PARAM", "table_miss_action is 2; DEF (0) and FWD (1) are possible"),
        ("MODIFY_FLOW_TABLE", "BAD_PARAM", "modify_field_select is 0x2; MISS_TABLE_ID (0x1) is possible"),
        ("DESTROY_FLOW_TABLE", "BAD_RES_STATE", "1 other objects use the object 0xN"),
        ("CREATE_FLOW_TABLE", "BAD_PARAM", "table_type is 4, NIC_RX (0) is possible; or the vport, 0, is another one"),
        ("CREATE_FLOW_TABLE", "BAD_PARAM", "table_type is 0, NIC_RX (0) is possible; or the vport, 0, is another one"),
        ("CREATE_FLOW_TABLE", "BAD_PARAM",
         "op_mod is 0, NORMAL (0) is possible; or the context asks for what the device does not have: reformat_en,"
         " decap_en, sw_owner, termination_table, rtc_valid"),
        ("CREATE_FLOW_TABLE", "LIM", "log_size is 25; at most 24 is allowed"),
        ("CREATE_FLOW_TABLE", "BAD_PARAM", "the table 0xN has level 3, and has to be above 3, that of table 0xN"),
        ("DESTROY_FLOW_TABLE", "BAD_RES_STATE", "1 other objects use the object 0xN"),
    ],
    "groups": [
        ("DESTROY_FLOW_TABLE", "BAD_RES_STATE", "1 other objects use the object 0xN"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM",
         "start_flow_index is 3 and end_flow_index 4: they have to be below 16, in order, and of no other group"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM",
         "start_flow_index is 7 and end_flow_index 8: they have to be below 16, in order, and of no other group"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM",
         "start_flow_index is 0 and end_flow_index 15: they have to be below 16, in order, and of no other group"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM",
         "start_flow_index is 5 and end_flow_index 6: they have to be below 16, in order, and of no other group"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM",
         "start_flow_index is 15 and end_flow_index 16: they have to be below 16, in order, and of no other group"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM",
         "start_flow_index is 3 and end_flow_index 2: they have to be below 16, in order, and of no other group"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM", "match_criteria has bits of fields that the device does not compare"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM", "match_criteria has bits of fields that the device does not compare"),
        ("CREATE_FLOW_GROUP", "BAD_PARAM", "group_type is 1; TCAM_SUBTABLE (0) is possible"),
        ("CREATE_FLOW_GROUP", "BAD_RES", "table_id is 0x777777, which does not exist, or belongs to another user"),
    ],
    "entries": [
        ("QUERY_FLOW_TABLE_ENTRY", "BAD_OUTP_LEN", "the entry has 1 destinations and 0 counters, and the answer 832 bytes"),
        ("DESTROY_FLOW_GROUP", "BAD_RES_STATE", "the group has entries"),
        ("DESTROY_TIR", "BAD_RES_STATE", "2 other objects use the object 0xN"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_RES", "flow_index is 3, which is not in group_id 0xN of the table"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_RES", "flow_index is 6, which is not in group_id 0xN of the table"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_RES", "table_id is 0x777777, which does not exist, or belongs to another user"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "match_value has bits that the mask of the group does not have"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "destination_list_size is 1, and action is 0x2"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "destination_list_size is 0, and action is 0x4"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "action is 0x6; DROP (0x2) or FWD_DEST (0x4) is possible"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_INP_LEN", "destination_list_size is 3, and the command has 848 bytes"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_RES", "flow_counter_id is 0x0, which does not exist, or belongs to another user"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_INP_LEN",
         "destination_list_size is 1, flow_counter_list_size 2, and the command has 848 bytes"),
        ("SET_FLOW_TABLE_ENTRY", "LIM", "flow_counter_list_size is 17; at most 1 << 4 are allowed"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "flow_counter_list_size is 0, and action is 0xc"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM",
         "op_mod is 0, SET and MODIFY are possible; or the entry asks for what the device does not have: "
         "extended_destination, ignore_flow_level"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "destination_type is 0; TIR (2) and FLOW_TABLE (1) are possible"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_RES", "destination_id is 0x777777, which does not exist, or belongs to another user"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "the table 0xN has level 2, and has to be above 3, that of table 0xN"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "the table 0xN has level 3, and has to be above 3, that of table 0xN"),
        ("QUERY_FLOW_TABLE_ENTRY", "BAD_OUTP_LEN", "the entry has 1 destinations and 0 counters, and the answer 832 bytes"),
    ],
    "changes": [
        ("QUERY_FLOW_TABLE_ENTRY", "BAD_OUTP_LEN", "the entry has 1 destinations and 0 counters, and the answer 832 bytes"),
        ("QUERY_FLOW_TABLE_ENTRY", "BAD_OUTP_LEN", "the entry has 1 destinations and 0 counters, and the answer 832 bytes"),
        ("QUERY_FLOW_TABLE_ENTRY", "BAD_OUTP_LEN", "the entry has 1 destinations and 0 counters, and the answer 832 bytes"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "destination_list_size is 1, and action is 0x2"),
        ("QUERY_FLOW_TABLE_ENTRY", "BAD_OUTP_LEN", "the entry has 2 destinations and 0 counters, and the answer 832 bytes"),
        ("DESTROY_FLOW_TABLE", "BAD_RES_STATE", "1 other objects use the object 0xN"),
    ],
    "counters": [
        ("ALLOC_FLOW_COUNTER", "BAD_PARAM",
         "the command asks for what the device does not have: flow_counter_bulk, flow_counter_bulk_log_size, pd"),
        ("QUERY_FLOW_COUNTER", "BAD_PARAM",
         "num_of_counters is 2, at most 1 is allowed; or dump_to_memory is set, which the device does not have"),
        ("QUERY_FLOW_COUNTER", "BAD_PARAM",
         "num_of_counters is 1, at most 1 is allowed; or dump_to_memory is set, which the device does not have"),
        ("QUERY_FLOW_COUNTER", "BAD_OUTP_LEN", "the answer has 16 bytes, at least 32 are needed"),
        ("SET_FLOW_TABLE_ENTRY", "BAD_PARAM", "flow_counter_list_size is 1, and action is 0x4"),
        ("DEALLOC_FLOW_COUNTER", "BAD_RES_STATE", "1 other objects use the object 0xN"),
        ("QUERY_FLOW_TABLE_ENTRY", "BAD_OUTP_LEN", "the entry has 1 destinations and 1 counters, and the answer 832 bytes"),
        ("DEALLOC_FLOW_COUNTER", "BAD_RES_STATE", "1 other objects use the object 0xN"),
    ],
    "close": [],
}


def names():
    """The tests, from the table of the source."""
    with open(os.path.join(HERE, "device", "lone_ethernet_devx.c"), encoding="utf-8") as stream:
        return re.findall(r'\{ "(\w+)", test_\w+ \}', stream.read())


def line(command, status, sentence):
    """A pattern for the line on standard error."""
    return (f"softmlx5: refused: mlx5_0: firmware: {command}, command 0x[0-9a-f]+: {status} " + r"\(0x[0-9a-f]+\): " +
            re.escape(sentence).replace("0xN", "0x[0-9a-f]+"))


def test_all_are_listed():
    assert sorted(names()) == sorted(REFUSED)


@pytest.mark.parametrize("mode", ["trap", "poll"])
@pytest.mark.parametrize("name", REFUSED)
def test_commands(name, mode):
    done = soft.run(["--strict", "--fabric", "none", "--link", "roce", "--doorbell", mode],
                    soft.program("lone_ethernet_devx"), name)
    said = [each for each in done.err.splitlines() if not each.startswith("  ")]
    assert (done.status, done.out) == (0, f"ok {name}\n"), done.out + done.err
    assert len(said) == len(REFUSED[name]), done.err
    for got, wanted in zip(said, REFUSED[name]):
        assert re.fullmatch(line(*wanted), got), got
