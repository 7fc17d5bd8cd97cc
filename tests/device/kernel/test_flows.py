# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Raw packet queue pairs, their flows and flow tables of DEVX on Linux's driver: the tests that the process passes. The flows are
rules of mlx5_core, which finds out by the device's capabilities that it can make flow tables."""

from __future__ import annotations

import errno
import json
import os
import re

import pytest

from machine import BUILD, ROOT

OPTIONS = ("--kernel", "--kernel-limit", "120", "--strict", "--link", "roce")
OTHER_LINK = {"infiniband": "it is about a port of InfiniBand"}
FIRMWARE = "softmlx5: refused: mlx5_0: firmware: "
# What the device refuses to Linux during the tests of verbs. In the process, the kernel's side refuses the second by itself.
REFUSED = [
    r"CREATE_FLOW_GROUP, command 0x933: BAD_PARAM \(0x03\): match_criteria has bits of fields that the device does not compare",
    r"SET_FLOW_TABLE_ENTRY, command 0x936: BAD_RES \(0x05\): destination_id is 0x0, which does not exist, or belongs to another "
    r"user",
]


def names(program):
    """The tests of a program, from the table of its source."""
    with open(os.path.join(ROOT, "tests", "device", "softmlx5", "device", program + ".c"), encoding="utf-8") as stream:
        return [name for name in re.findall(r'\{ "(\w+)", test_\w+ \}', stream.read()) if name not in OTHER_LINK]


def run_tests(machine, program, tests, *options):
    """Runs tests in one boot. Returns what the device has said."""
    done = machine.run_all([f"{BUILD}/tests/{program} {name}" for name in tests], (*OPTIONS, *options))
    for name, ended in zip(tests, done):
        assert (ended.status, ended.text) == (0, f"ok {name}\n"), name + done[0].messages
    return [line for line in done[0].messages.splitlines() if line.startswith("softmlx5:")]


def test_frames(machine):
    tests = names("lone_ethernet")
    said = run_tests(machine, "lone_ethernet", tests)
    assert len(tests) > 28 and len(said) == len(REFUSED), said
    for line, sentence in zip(said, REFUSED):
        assert re.fullmatch(FIRMWARE + sentence, line), line


def test_devx(machine):
    """Flow tables that a program makes by itself, beside those of the driver."""
    tests = names("lone_ethernet_devx")
    said = run_tests(machine, "lone_ethernet_devx", tests)
    assert len(tests) > 10 and all(line.startswith((FIRMWARE, "softmlx5: strict: ")) for line in said), said


def test_matchers(machine):
    """Flows of mlx5dv: what the driver takes and refuses, and which rules come first, is what the process has."""
    tests = names("lone_matchers")
    said = run_tests(machine, "lone_matchers", tests)
    assert len(tests) > 18 and all(line.startswith(FIRMWARE) for line in said), said


def test_infiniband(machine):
    done = machine.run(f"{BUILD}/tests/lone_ethernet", "infiniband", options=("--kernel", "--strict", "--link", "ib"))
    assert (done.status, done.text) == (0, "ok infiniband\n"), done.messages


@pytest.mark.parametrize("cap", ["nic_flow_table", "flow_table_nic_cap.flow_table_properties_nic_receive.ft_support",
                                 "flow_table_nic_cap.nic_rx_multi_path_tirs"])
def test_lacking(machine, cap):
    """Linux goes by the capabilities."""
    done = machine.run(f"{BUILD}/tests/lone_ethernet", "dont_trap", options=(*OPTIONS, "--cap", f"{cap}=0"))
    assert done.status == 1 and f"(errno {errno.EOPNOTSUPP})" in done.messages, done.messages


@pytest.fixture
def commands(machine, tmp_path):
    """Runs a test: a function that returns the kernel's commands about flow tables, and the TIRs of the program."""
    def ran(name):
        trace = str(tmp_path / f"{name}.json")
        run_tests(machine, "lone_ethernet", [name], "--trace", trace, "--trace-json")
        with open(trace, encoding="utf-8") as stream:
            records = [record for record in map(json.loads, stream) if record["kind"] == "command"]
        tirs = {record["parts"][1]["fields"]["tirn"] for record in records if record["opcode"] == "CREATE_TIR"}
        return [record for record in records if "FLOW" in record["opcode"] and not record["uid"]], tirs
    return ran


def destinations(record):
    """Returns the types and numbers of an entry's destinations."""
    return [(part["fields"]["destination_type"], part["fields"]["destination_id"]) for part in record["parts"]
            if part["layout"] == "dest_format_struct"]


def test_rules(commands):
    """A flow is an entry of a table that Linux has made, and its destination a TIR of the program; in the end all are gone."""
    found, tirs = commands("address")
    by_opcode = {opcode: [record for record in found if record["opcode"] == opcode] for opcode in
                 ("CREATE_FLOW_TABLE", "SET_FLOW_TABLE_ROOT", "CREATE_FLOW_GROUP", "SET_FLOW_TABLE_ENTRY",
                  "DELETE_FLOW_TABLE_ENTRY", "DESTROY_FLOW_GROUP", "DESTROY_FLOW_TABLE")}
    assert all(record["status"] == "OK" for record in found) and all(by_opcode.values())
    entry, = by_opcode["SET_FLOW_TABLE_ENTRY"]
    (kind, tir), = destinations(entry)
    assert kind == 2 and tir in tirs
    for make, end in (("CREATE_FLOW_TABLE", "DESTROY_FLOW_TABLE"), ("CREATE_FLOW_GROUP", "DESTROY_FLOW_GROUP"),
                      ("SET_FLOW_TABLE_ENTRY", "DELETE_FLOW_TABLE_ENTRY")):
        assert len(by_opcode[make]) == len(by_opcode[end]), make


def test_dont_trap(commands):
    """The entry of such a flow has the next table as a second destination, and gets another one when there is one between."""
    found, tirs = commands("dont_trap")
    tables = [dict(sorted(destinations(record)))[1] for record in found
              if record["opcode"] == "SET_FLOW_TABLE_ENTRY" and {kind for kind, _ in destinations(record)} == {1, 2}]
    assert len(tables) > 2 and len(set(tables)) > 2 and tirs
