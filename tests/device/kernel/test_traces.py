# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""One workload has the device do the same in the process and under Linux's driver: the same commands of its contexts, field by
field, the same WQEs and CQEs. traces.py lists what may differ, with reasons."""

from __future__ import annotations

import difflib
import json
import os

import pytest

import traces
from machine import BUILD
from worlds import EXAMPLES, REQUESTS

TIMED = {"moderation"}  # it sends until a time is over
# The device of a guest has neither device memory nor on-demand paging.
WORLDS = {"process": ("--cap", "pg=0", "--cap", "device_memory=0"), "kernel": ("--kernel-limit", "120")}


@pytest.fixture
def run(machine, tmp_path):
    """Runs a program in both worlds: a function that returns their traces, in the order of WORLDS."""
    def both(*command):
        found = []
        for world, options in WORLDS.items():
            found.append(str(tmp_path / f"{os.path.basename(command[0])}.{world}"))
            done = machine.run("setarch", "-R", *command, options=("--trace", found[-1], "--trace-json", *options))
            assert (done.status, done.messages) == (0, ""), done.text + done.messages
        return found
    return both


def differences(process, kernel):
    """Returns the lines of a diff, and which of traces.FIELDS were left out."""
    (one, used), (two, used_too) = traces.lines(process), traces.lines(kernel)
    return list(difflib.unified_diff(one, two, "process", "kernel", lineterm="")), used | used_too, len(one)


def changed(path, change):
    """Writes a trace with the first record for which ``change`` returns True, which may change it. Returns its path."""
    is_changed = False
    with open(path, encoding="utf-8") as stream, open(path + ".changed", "w", encoding="utf-8") as out:
        for line in stream:
            record = json.loads(line)
            is_changed = is_changed or change(record)
            out.write(json.dumps(record) + "\n")
    assert is_changed
    return path + ".changed"


def other_byte_count(record):
    """A receive of one byte more."""
    for part in record.get("parts", []) if record["kind"] == "cqe" else []:
        if part["fields"].get("byte_count"):
            part["fields"]["byte_count"] += 1
            return True
    return False


def other_key(record):
    """A request with the key of another object."""
    for part in record.get("parts", []) if record.get("opcode") == "RDMA_WRITE" and record["kind"] == "wqe" else []:
        if part["layout"] == "raddr_seg":
            part["fields"]["rkey"] += 0x100
            return True
    return False


def longer_command(record):
    """A command of the program with 16 bytes more."""
    if record.get("opcode") == "CREATE_PSV" and record["uid"]:
        record["parts"][0]["bytes"] += "00" * 16
        return True
    return False


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(run, name):
    process, kernel = run(os.path.join(BUILD, "examples", name))
    found, _, count = differences(process, kernel)
    assert not found and count > 400, "\n".join(found[:200])
    for change in (other_byte_count, other_key, longer_command) if name == "sig_write" else ():
        assert differences(process, changed(kernel, change))[0], change.__doc__


def test_requests(run):
    """Requests of all transports, receives, SRQs, errors; nothing in traces.FIELDS is stale."""
    process, kernel = run(os.path.join(BUILD, "tests", "device_test"), *(name for name in REQUESTS if name not in TIMED))
    found, used, count = differences(process, kernel)
    assert not found and count > 30000, "\n".join(found[:200])
    assert {opcode for opcode, _ in traces.FIELDS} == {opcode for opcode, _ in used}
