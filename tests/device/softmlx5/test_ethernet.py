# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Raw packet queue pairs and flows through unmodified libibverbs and libmlx5: frames arrive where flows send them, whole and
unchanged, and nowhere else. Strict mode is on: libmlx5 breaks no rule."""

from __future__ import annotations

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

FLOW = "kernel: IB_USER_VERBS_EX_CMD_CREATE_FLOW, write command 0x80000032: "
MODIFY = "kernel: IB_USER_VERBS_CMD_MODIFY_QP, write command 0x1a: EINVAL: "
READ = "kernel: UVERBS_METHOD_COUNTERS_READ, method 0x2 of object 0x[0-9a-f]+: EINVAL: "
CREATE = "kernel: UVERBS_METHOD_QP_CREATE, method 0x0 of object 0x4: EINVAL: "

# By test: what it is refused, in this order.
REFUSED = {
    "address": [], "checksums": [], "vlan": [], "vxlan": [], "one_context": [], "loops": [], "ipv4": [], "ipv6": [], "fields": [],
    "tags": [], "inner": [], "masks": [], "heads": [], "shapes": [], "insert": [], "lengths": [], "waiting": [], "forgotten": [],
    "priorities": [], "shared": [], "dont_trap": [],
    "counters": [
        READ + "no flow has the counters",
        READ + "the answer has room for 1 numbers; the last one is 2",
        r"kernel: UVERBS_METHOD_COUNTERS_DESTROY, method 0x1 of object 0x[0-9a-f]+: EBUSY: 1 other objects use the object with "
        r"handle \d+",
        READ + "no flow has the counters",
    ],
    "defaults": [], "many": [], "handles": [], "close": [], "no_tis": [],
    "drop": [FLOW + "EEXIST: another flow of this priority has the same packets, and drops them"],
    "tag": [FLOW + "EEXIST: another flow of this priority has the same packets, and tag_id 11259375"],
    "states": [r"kernel: UVERBS_METHOD_QP_DESTROY, method 0x1 of object 0x4: EBUSY: 1 other objects use the object with "
               r"handle \d+"],
    "refused": [
        FLOW + "ENOMEM: priority is 16; below 16 is allowed",
        FLOW + "EINVAL: port is 2; the device has port 1",
        FLOW + r"EOPNOTSUPP: the type of the flow is 0x3 \(IBV_FLOW_ATTR_SNIFFER\), which the device does not have",
        FLOW + "EINVAL: flags have DONT_TRAP, and a flow of type 0x1 gets what no other does",
        FLOW + "EOPNOTSUPP: flags are 0x4; the device does not have EGRESS",
        FLOW + "EOPNOTSUPP: a specification of IPv4 has a mask of ttl or flags, which flows do not match",
        FLOW + r"EINVAL: the specifications have IP protocol 6 \(mask 0xff\) and 17 \(0xff\)",
        FLOW + "EOPNOTSUPP: a specification of GRE has a mask of c_ks_res0_ver, which flows do not match",
        "firmware: CREATE_FLOW_GROUP, command 0x933: BAD_PARAM .*: match_criteria has bits of fields that the device does not "
        "compare",
        FLOW + "EOPNOTSUPP: the type of a specification is 0x34; flows of the device do not match MPLS and ESP",
        FLOW + "EINVAL: tag_id is 0x1000000; 24 bits are allowed",
        FLOW + "EINVAL: the flow has values with bits that their masks do not have",
        FLOW + "EINVAL: the QP has no receive queue",
        CREATE + "the QP has neither a send queue nor a receive queue",
        MODIFY + "attr_mask lacks IBV_QP_PORT, which RESET to INIT needs",
        MODIFY + "a raw packet QP is not stopped for changes: it goes from RTS to ERR or RESET only",
    ],
}
MODES = [[], ["--doorbell", "poll"], ["--serialise-wire"]]


def names():
    """The tests, from the table of the source."""
    with open(os.path.join(HERE, "device", "lone_ethernet.c"), encoding="utf-8") as stream:
        return re.findall(r'\{ "(\w+)", test_\w+ \}', stream.read())


def check(options, name, refused):
    # alone: all that use a fabric receive the frames that are sent there
    done = soft.run(["--strict", "--fabric", "none", *options], soft.program("lone_ethernet"), name)
    lines = [line for line in done.err.splitlines() if not line.startswith("  ")]
    assert (done.status, done.out) == (0, f"ok {name}\n"), done.out + done.err
    assert len(lines) == len(refused), done.err
    for line, sentence in zip(lines, refused):
        assert re.fullmatch("softmlx5: refused: mlx5_0: " + sentence, line), line


def test_all_are_listed():
    assert sorted(names()) == sorted([*REFUSED, "infiniband"])


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[-1].strip("-") if mode else "trap")
@pytest.mark.parametrize("name", REFUSED)
def test_frames(name, mode):
    check(["--link", "roce", *mode], name, REFUSED[name])


@pytest.mark.parametrize("cap, sentence", [
    ("nic_flow_table", "nic_flow_table is 0"),
    ("flow_table_nic_cap.flow_table_properties_nic_receive.ft_support",
     "the device lacks ft_support, flow_modify_en, modify_root, identified_miss_table_mode or flow_table_modify"),
    ("flow_table_nic_cap.nic_rx_multi_path_tirs", "flags have DONT_TRAP, and nic_rx_multi_path_tirs is 0"),
])
def test_lacking(cap, sentence):
    """A device that cannot steer takes no flows, as on Linux."""
    options = ["--strict", "--link", "roce", "--fabric", "none", "--cap", f"{cap}=0"]
    done = soft.run(options, soft.program("lone_ethernet"), "dont_trap")
    assert done.status == 1 and re.search("refused: mlx5_0: " + FLOW + "EOPNOTSUPP: " + re.escape(sentence), done.err), done.err


def test_small_tables():
    """Tables are as large as the device can have them."""
    cap = "flow_table_nic_cap.flow_table_properties_nic_receive.log_max_ft_size=3"
    check(["--link", "roce", "--cap", cap], "priorities", [])


def test_infiniband():
    check(["--link", "ib"], "infiniband",
          [CREATE + "qp_type is IBV_QPT_RAW_PACKET, and the port is one of InfiniBand"])
    check(["--link", "ib"], "no_tis", [])
