# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Flows of mlx5dv, which have a matcher's mask and a value, and of mlx5dv_dr on the root table, through unmodified libmlx5: each
frame comes to those that the rule says, and to nobody else. Whole lives of matchers and flows are compared with a model of which
rule a frame takes. tests/device/kernel/test_flows.py runs the same program on Linux's driver."""

from __future__ import annotations

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

MATCHER = "kernel: MLX5_IB_METHOD_FLOW_MATCHER_CREATE, method 0x1000 of object 0x1003: "
FLOW = "kernel: MLX5_IB_METHOD_CREATE_FLOW, method 0x1000 of object 0x9: "
IN_USE = "kernel: MLX5_IB_METHOD_FLOW_MATCHER_DESTROY, method 0x1001 of object 0x1003: EBUSY: "
QP = "kernel: UVERBS_METHOD_QP_DESTROY, method 0x1 of object 0x4: EBUSY: "
HEADER = "kernel: MLX5_IB_METHOD_FLOW_ACTION_CREATE_MODIFY_HEADER, method 0x1000 of object 0xd: "
REFORMAT = "kernel: MLX5_IB_METHOD_FLOW_ACTION_CREATE_PACKET_REFORMAT, method 0x1001 of object 0xd: "
REFORMATS = "encap_general_header, decap, reformat_l2_to_l3_tunnel and reformat_l3_tunnel_to_l2 are 0"

# By test: what it is refused, in this order.
REFUSED = {
    "masks": [], "criteria": [], "priorities": [], "groups": [], "kernel_takes": [], "same": [], "close": [], "dr": [],
    "sizes": [
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK has 0 bytes, 1 to 640 are allowed",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK has 641 bytes, 1 to 640 are allowed",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE has 0 bytes, 1 to 640 are allowed",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE has 641 bytes, 1 to 640 are allowed",
    ],
    "tags": [
        FLOW + "EEXIST: another flow of this priority has the same packets, and tag_id 11259375",
        FLOW + "EINVAL: the tag is 0x1000000; 24 bits are allowed",
        FLOW + "EEXIST: another flow of this priority has the same packets, and tag_id 0",
    ],
    "drop": [
        FLOW + "EEXIST: another flow of this priority has the same packets, and drops them",
        FLOW + "EEXIST: another flow of this priority has the same packets, and receives them",
    ],
    "default_miss": [
        FLOW + "EEXIST: another flow of this priority has the same packets, and receives them",
    ],
    "tir": [
        r"firmware: DESTROY_TIR, command 0x902: BAD_RES_STATE \(0x09\): 1 other objects use the object 0x\w+",
    ],
    "table": [
        r"firmware: DESTROY_FLOW_TABLE, command 0x931: BAD_RES_STATE \(0x09\): 2 other objects use the object 0x\w+",
        FLOW + "EINVAL: the object of DEVX is neither a TIR nor a flow table",
        r"firmware: SET_FLOW_TABLE_ENTRY, command 0x936: BAD_PARAM \(0x03\): the table 0x\w+ has level 0, and has to be above "
        r"13, that of table 0x\w+",
    ],
    "counters": [
        FLOW + "EINVAL: the flow counts packets, and does not say where they go",
        FLOW + "EINVAL: the object of DEVX has no flow counter number 0",
        r"firmware: DEALLOC_FLOW_COUNTER, command 0x93a: BAD_RES_STATE \(0x09\): 1 other objects use the object 0x\w+",
    ],
    "rss": [
        QP + r"1 other objects use the object with handle \d+",
    ],
    "types": [
        MATCHER + "EINVAL: the table is of type FDB, and the device has no embedded switch",
        MATCHER + "EINVAL: the type of the table is 99; up to 4 is allowed",
        MATCHER + "EINVAL: there are flags and a type of the table",
        MATCHER + r"EINVAL: flags are 0x2; EGRESS \(0x4\) is allowed",
        FLOW + r"EOPNOTSUPP: the type of the table is 1; the device has NIC_RX \(0\)",
        FLOW + r"EOPNOTSUPP: the type of the table is 1; the device has NIC_RX \(0\)",
        FLOW + r"EOPNOTSUPP: the type of the table is 1; the device has NIC_RX \(0\)",
        FLOW + "EINVAL: a flow of a table of this type does not go to a TIR",
        FLOW + "EINVAL: a flow of a table of this type does not go to a TIR",
        FLOW + r"EOPNOTSUPP: the type of the table is 3; the device has NIC_RX \(0\)",
        FLOW + r"EOPNOTSUPP: the type of the table is 3; the device has NIC_RX \(0\)",
        FLOW + "EINVAL: a flow of a table of this type does not go to a TIR",
        FLOW + "EINVAL: a flow of RDMA_RX goes to a QP or to an object of DEVX",
    ],
    "refused": [
        FLOW + "ENOMEM: priority is 16; below 16 is allowed",
        FLOW + r"EINVAL: qp_type is 4; flows are for QPs of IBV_QPT_RAW_PACKET \(8\)",
        FLOW + "EINVAL: the QP has no receive queue",
        r"firmware: SET_FLOW_TABLE_ENTRY, command 0x936: BAD_PARAM \(0x03\): action is 0x0; DROP \(0x2\) or FWD_DEST "
        r"\(0x4\) is possible",
        r"firmware: SET_FLOW_TABLE_ENTRY, command 0x936: BAD_PARAM \(0x03\): action is 0x0; DROP \(0x2\) or FWD_DEST "
        r"\(0x4\) is possible",
        FLOW + "EINVAL: the flow has values with bits that their masks do not have",
        HEADER + "EOPNOTSUPP: max_modify_header_actions is 0: flows do not change headers",
        REFORMAT + "EOPNOTSUPP: the type of the reformat is 0; " + REFORMATS,
        REFORMAT + "EOPNOTSUPP: the type of the reformat is 1; " + REFORMATS,
        IN_USE + r"1 other objects use the object with handle \d+",
        QP + r"1 other objects use the object with handle \d+",
    ],
    "unknown": [
        r"firmware: CREATE_FLOW_GROUP, command 0x933: BAD_PARAM \(0x03\): match_criteria has bits of fields that the device does "
        "not compare",
    ],
    "matcher_attributes": [
        MATCHER + "EOPNOTSUPP: attribute MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE is 4; below 4 is allowed",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE: reserved bits are set",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE is 1, and has 2 bytes; 0 are allowed",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE is 0, and has 4 bytes; 2 are allowed",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE is 0, and has 1 bytes; 2 are allowed",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_MATCH_CRITERIA has 2 bytes, 1 to 1 are allowed",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK has 0 bytes, 1 to 640 are allowed",
        MATCHER + "EFAULT: attribute looked at last: MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK",
        MATCHER + "EPROTONOSUPPORT: the device does not know attribute 0x1fff",
        MATCHER + "EPROTONOSUPPORT: the device does not know attribute 0x1fff",
        MATCHER + "EPROTONOSUPPORT: the device does not know attribute 0x1fff",
        FLOW + r"EOPNOTSUPP: the type of the matcher's flows is 1; NORMAL \(0\) is possible",
        FLOW + r"EOPNOTSUPP: the type of the matcher's flows is 2; NORMAL \(0\) is possible",
        FLOW + r"EOPNOTSUPP: the type of the matcher's flows is 3; NORMAL \(0\) is possible",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_MATCH_CRITERIA is missing",
        MATCHER + "EINVAL: attribute MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE has 4 bytes, 8 to 8 are allowed",
        MATCHER + "EINVAL: the type of the table is 4294967296; up to 4 is allowed",
    ],
    "flow_attributes": [
        FLOW + r"EINVAL: handle \d+ is of an object of type 0x4, not 0x1003",
        FLOW + r"ENOENT: there is no object with handle \d+",
        FLOW + r"EINVAL: handle \d+ is of an object of type 0x1003, not 0x4",
        FLOW + "EFAULT: attribute looked at last: MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE: reserved bits are set",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_TAG has 8 bytes, 4 to 4 are allowed",
        FLOW + "EINVAL: the flow has several of: a QP, an object of DEVX, flags",
        FLOW + r"ENOENT: there is no object with handle \d+",
        FLOW + r"EINVAL: handle \d+ is of an object of type 0x4, not 0xd",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS has 0 bytes; 4 to 8, by 4, are allowed",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS has 5 bytes; 4 to 8, by 4, are allowed",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS has 12 bytes; 4 to 8, by 4, are allowed",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS: reserved bits are set",
        FLOW + r"ENOENT: there is no object with handle \d+",
        FLOW + "EINVAL: attribute MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX has 8 bytes; 4 to 4, by 4, are allowed",
        FLOW + r"EINVAL: flags are 0x3; DEFAULT_MISS \(0x1\) or DROP \(0x2\) is allowed",
        FLOW + r"EINVAL: flags are 0x4; DEFAULT_MISS \(0x1\) or DROP \(0x2\) is allowed",
    ],
}
# What lives are refused at random.
OF_LIVES = [IN_USE + r"\d+ other objects use the object with handle \d+",
            FLOW + r"EEXIST: another flow of this priority has the same packets, and (drops them|receives them|tag_id \d+)"]
MODES = [[], ["--doorbell", "poll"], ["--serialise-wire"]]


def names():
    """The tests, from the table of the source."""
    with open(os.path.join(HERE, "device", "lone_matchers.c"), encoding="utf-8") as stream:
        return re.findall(r'\{ "(\w+)", test_\w+ \}', stream.read())


def run(options, name):
    """Runs a test alone: all that use a fabric receive the frames that are sent there. Returns what it was refused."""
    done = soft.run(["--strict", "--fabric", "none", *options], soft.program("lone_matchers"), name)
    assert (done.status, done.out) == (0, f"ok {name}\n"), done.out + done.err
    lines = [line for line in done.err.splitlines() if not line.startswith("  ")]
    assert all(line.startswith("softmlx5: refused: mlx5_0: ") for line in lines), done.err
    return [line[len("softmlx5: refused: mlx5_0: "):] for line in lines]


def check(options, name, refused):
    lines = run(options, name)
    assert len(lines) == len(refused), lines
    for line, sentence in zip(lines, refused):
        assert re.fullmatch(sentence, line), line


def test_all_are_listed():
    assert sorted(names()) == sorted([*REFUSED, "lives", "infiniband"])


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[-1].strip("-") if mode else "trap")
@pytest.mark.parametrize("name", REFUSED)
def test_flows(name, mode):
    check(["--link", "roce", *mode], name, REFUSED[name])


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[-1].strip("-") if mode else "trap")
def test_lives(mode):
    lines = run(["--link", "roce", *mode], "lives")
    for sentence in OF_LIVES:
        assert any(re.fullmatch(sentence, line) for line in lines), sentence
    assert all(any(re.fullmatch(sentence, line) for sentence in OF_LIVES) for line in lines), lines


def test_infiniband():
    check(["--link", "ib"], "infiniband", 2 * [FLOW + "EOPNOTSUPP: the port is one of InfiniBand"])


def test_anchor(tmp_path):
    """What a program asks the device for, it is not told to have been refused: the trace has the capability's name."""
    trace = str(tmp_path / "trace")
    run(["--link", "roce", "--trace", trace], "refused")
    with open(trace, encoding="utf-8") as stream:
        text = stream.read()
    assert ("kernel: is asked for MLX5_IB_METHOD_STEERING_ANCHOR_CREATE, method 0x1000 of object 0x1009: EPROTONOSUPPORT: a "
            "steering anchor needs the capability shared_object_to_user_object_allowed") in text
