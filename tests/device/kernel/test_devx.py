# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""DEVX: every command by every method, with right, zero and random bodies, gets the same answer in the process and from Linux."""

from __future__ import annotations

import os
import re

import pytest

from machine import BUILD


# The kernel uses some numbers of objects itself: where queries answer one.
NUMBERS = {"QUERY_MKEY": ["1c"], "QUERY_CQ": ["1c"], "QUERY_RMP": ["58"], "QUERY_QP": ["1c", "24", "94", "b4", "fc"],
           "QUERY_DCT": ["18", "24", "28"], "QUERY_GENERAL_OBJECT": ["1c"], "QUERY_SQ": ["28", "58", "5c"],
           "QUERY_RQ": ["28", "58"], "QUERY_TIR": ["3c"], "QUERY_FLOW_TABLE_ENTRY": ["340"]}
# What right bodies make on a port of Ethernet only.
FOR_FRAMES = ["tis", "rq", "tir", "flow_table", "flow_group", "fte"]


def without_numbers(line: str) -> str:
    for offset in NUMBERS.get(line.split()[1], []):
        line = re.sub(rf" {offset}:\w+", f" {offset}:", line)
    return line


@pytest.mark.parametrize("link", ["ib", "roce"])
def test_same_answers(machine, link):
    """One program in both worlds prints the same answers: errno, status of the firmware, what a query finds, what may be
    destroyed. Without IPoIB, whose PD everybody may name: a bit makes its number of the program's."""
    inside, outside = (machine.run(os.path.join(BUILD, "tests", "devx"), options=("--link", link, *options)) for options in (
        ("--kernel", "--kernel-limit", "300", "--kernel-arg", "initcall_blacklist=ipoib_init_module"),
        ("--cap", "pg=0", "--cap", "device_memory=0")))
    assert inside.status == outside.status == 0, inside.messages + outside.messages
    lines = inside.text.splitlines()
    assert [without_numbers(line) for line in lines] == [without_numbers(line) for line in outside.text.splitlines()]
    calls, usual = map(int, re.search(r"^(\d+) calls, (\d+) of them EINVAL$", inside.text, re.M).groups())
    assert calls > 50000 and calls - usual > 3000
    for line in ("obj_create qp right: OK", "obj_modify 2ERR_QP of its by qp: OK", "obj_create dek right: OK",
                 "obj_create sq right: OK", "obj_modify MODIFY_SQ of its by sq: OK",
                 "obj_destroy pd: EINVAL", "obj_destroy pd: OK", "umem_dereg of one in use: EINVAL",
                 "obj_create CREATE_CQ zero: ENOENT"):
        assert line in lines
    for made in FOR_FRAMES:
        assert (f"obj_create {made} right: OK" in lines) == (f"obj_destroy {made}: OK" in lines) == (link == "roce")
    assert sum(" changed " in line and ": OK" in line for line in lines) > (1500 if link == "roce" else 1000)
    assert not any("another's" in line and ": OK" in line for line in lines)
