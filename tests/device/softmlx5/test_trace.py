# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The trace: its contents in both formats, and its cost when it is off."""

from __future__ import annotations

import collections
import json
import os
import re
import stat
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

HEADER = re.compile(
    r"\[ *\d+\.\d{6}\] mlx5_\d (command \w+ \(0x\w{3}\)( of uid \d+)?: \w+"
    r"|QP 0x\w{6} WQE 0x\w{4} \w+, \d+ bytes"
    r"|QP 0x\w{6} takes (receive WQE 0x\w{4}|a WQE of SRQ 0x\w{6})"
    r"|CQ 0x\w{6} CQE \d+ \w+.*"
    r"|.*)")


@pytest.fixture(scope="module")
def programs():
    return {name: soft.program(name) for name in ("device_test", "pings")}


@pytest.fixture(scope="module")
def places():
    """Offset and width (bits) of each number and reserved stretch, from the map that prmc makes."""
    fields = {}
    with open(os.path.join(soft.ROOT, "generated", "layout.map"), encoding="utf-8") as stream:
        for line in stream:
            layout, name, offset, width, kind = line.split()[:5]
            fields[layout, name] = (int(offset, 0), int(width), kind)
    return fields


def traced(tmp_path, *command, options=()):
    """The text of the trace and the records of the JSON trace of two runs of a command."""
    text, lines = str(tmp_path / "text"), str(tmp_path / "json")
    for extra in (["--trace", text], ["--trace", lines, "--trace-json"]):
        done = soft.run([*options, *extra], *command)
        assert done.status == 0, done.out + done.err
    with open(text, encoding="ascii") as stream:
        written = stream.read()
    with open(lines, encoding="ascii") as stream:
        return written, [json.loads(line) for line in stream]


def test_long_run(programs, places, tmp_path):
    """Every request, error and event: the JSON is valid, and each field has the value of its bytes."""
    listed = soft.subprocess.run([programs["device_test"], "--list"], stdout=soft.subprocess.PIPE, text=True, check=True)
    # Moderation is repeated until it is fast enough, and requests until a DCT whose CQ overflowed refuses them,
    # so the two runs differ there.
    repeated = re.compile(r"moderation|^dc_overflow$")
    names = [line for line in listed.stdout.split("\n") if line and " " not in line and not repeated.search(line)]
    text, records = traced(tmp_path, programs["device_test"], "--two", *names, options=["--devices", "2"])
    kinds = collections.Counter(record["kind"] for record in records)
    assert kinds["wqe"] > 1000 and kinds["cqe"] > 1000 and kinds["recv_wqe"] > 500
    assert kinds["command"] > 1000 and kinds["note"] > 20
    assert not re.search(r"\b(00){16}", text)  # what is zero is said in words
    assert re.search(r"^  0x010 cmd_hca_cap: .*(\n {10}.*)* and 3840 bytes of zeros$", text, re.M)
    checked = collections.Counter()
    last = 0
    for record in records:
        assert record["time_ns"] >= last
        last = record["time_ns"]
        assert record["device"] in ("mlx5_0", "mlx5_1")
        for part in record.get("parts", []):
            data = bytes.fromhex(part["bytes"])
            number, size = int.from_bytes(data, "big"), 8 * len(data)
            for name, value in {**part["fields"], **part["reserved"]}.items():
                if isinstance(value, str):
                    assert bytes.fromhex(value) in data
                    continue
                offset, width, _ = places[part["layout"], name]
                assert value == number >> (size - offset - width) & ((1 << width) - 1), (part["layout"], name)
                checked[part["layout"]] += 1
            assert set(part["names"]) <= set(part["fields"])
    for layout in ("ctrl_seg", "raddr_seg", "data_seg", "umr_ctrl_seg", "mkc", "klm", "cqe64", "err_cqe",
                   "recv_data_seg", "create_qp_in", "create_mkey_in", "cmd_hca_cap", "atomic_seg",
                   "masked_atomic_cs32_seg", "repeat_block_ent", "srq_next_seg"):
        assert checked[layout], layout
    heads = [line for line in text.splitlines() if not line.startswith(" ")]
    assert all(HEADER.fullmatch(line) for line in heads)
    assert sum(bool(re.search(r"\] mlx5_\d QP 0x\w{6} WQE 0x\w{4} \w+, \d+ bytes$", line))
               for line in heads) == kinds["wqe"]
    assert sum(bool(re.search(r"\] mlx5_\d CQ 0x\w{6} CQE \d+ ", line)) for line in heads) == kinds["cqe"]
    assert max(map(len, text.splitlines())) < 260


def test_names(programs, tmp_path):
    """Enumerations and flags have names, in both forms."""
    text, records = traced(tmp_path, programs["device_test"], "umr_list")
    umr = next(record for record in records if record["kind"] == "wqe" and record["opcode"] == "UMR")
    by_layout = {part["layout"]: part for part in umr["parts"]}
    assert by_layout["ctrl_seg"]["names"]["opcode"] == "UMR"
    assert by_layout["ctrl_seg"]["fields"]["opcode"] == 0x25
    assert by_layout["umr_ctrl_seg"]["names"]["mkey_mask"] == "LEN|KEY|LW|RR|RW|A|FREE"
    create = next(record for record in records if record.get("opcode") == "CREATE_QP")
    assert create["status"] == "OK"
    assert create["parts"][0]["fields"]["qpc.log_sq_size"] > 0
    assert create["parts"][0]["names"]["qpc.st"] == "RC"
    assert create["parts"][1]["fields"]["qpn"] == 0x100


def block(text, start):
    """Returns the record whose header contains the text, without the time."""
    lines = iter(text.splitlines())
    for line in lines:
        if start in line:
            found = [re.sub(r"^\[.*?\] ", "", line)]
            for more in lines:
                if not more.startswith(" "):
                    return found
                found.append(more)
            return found
    raise AssertionError(f"no {start!r} in the trace")


def test_text(programs, tmp_path):
    """The whole text of some records: a few lines, zeroes left out."""
    text, _ = traced(tmp_path, programs["device_test"], "immediate", "umr_interleaved")

    def mask(lines):
        return [re.sub(r"(addr|address|raddr|va|timestamp)=0x\w+", r"\1=...", line) for line in lines]

    assert mask(block(text, "SEND_IMM, ")) == [
        "mlx5_0 QP 0x000100 WQE 0x0000 SEND_IMM, 32 bytes",
        "  0x000 ctrl_seg: opcode=SEND_IMM qpn=0x000100 ds=2 ce=ALWAYS immediate=0x12345678",
        "  0x010 data_seg: byte_count=0x00001388 lkey=0x00010000 addr=..."]
    assert mask(block(text, "takes receive WQE 0x0000")) == [
        "mlx5_0 QP 0x000101 takes receive WQE 0x0000",
        "  0x000 recv_data_seg: byte_count=0x00001770 lkey=0x00010100 addr=...",
        "  0x010 recv_data_seg: lkey=TERMINATE_SCATTER_LIST"]
    assert mask(block(text, "CQE 0 RESP_SEND_IMM"))[0] == \
        "mlx5_0 CQ 0x000004 CQE 0 RESP_SEND_IMM, QP 0x000101 WQE 0x0000, 5000 bytes"
    assert "REQ_ERR REMOTE_ACCESS_ERR, QP 0x000102 WQE 0x0002 RDMA_READ" in text
    assert "QP 0x000103 refuses a request: outside the key" in text
    umr = block(text, " UMR, 192 bytes")
    assert mask(umr)[4:] == [
        "  0x080 repeat_block_seg: byte_count=0x00000618 op=0x00000400 repeat_count=0x00000025 num_ent=3",
        "  0x090 repeat_block_ent: stride=0x200 byte_count=0x200 memkey=0x00010300 va=...",
        "  0x0a0 repeat_block_ent: stride=0x220 byte_count=0x208 memkey=0x00010300 va=...",
        "  0x0b0 repeat_block_ent: stride=0x240 byte_count=0x210 memkey=0x00010300 va=..."]


def test_zero_and_reserved(programs, tmp_path):
    """Nonzero bits that must be zero are marked; a part of zeroes is just "all zero"."""
    text, records = traced(tmp_path, programs["device_test"], "reserved_bits")
    assert "reserved_at_38=0x2!" in text
    assert any(part["reserved"] == {"reserved_at_38": 2}
               for record in records for part in record.get("parts", []))
    text, _ = traced(tmp_path, programs["device_test"], "umr_list")
    assert re.search(r"^  0x\w+ klm: all zero$", text, re.M)


def test_layouts_of_commands():
    """Traces and strict mode read each command of the firmware by the layouts that the firmware reads it by."""
    folder = os.path.join(soft.ROOT, "softmlx5")
    with open(os.path.join(folder, "observe", "trace.c"), encoding="utf-8") as stream:
        others = {opcode: layouts for opcode, *layouts in re.findall(r'PRM_CMD_OPCODE_(\w+), "(\w+)",\s*"(\w+)"', stream.read())}
    commands = []
    for name in os.listdir(os.path.join(folder, "firmware")):
        with open(os.path.join(folder, "firmware", name), encoding="utf-8") as stream:
            commands += re.findall(r"SM_CMD\(([0-9A-Z_]+),\s*(\w+),\s*(\w+)", stream.read())
    assert len(commands) > 90
    wrong = [(opcode, *layouts) for opcode, *layouts in commands if not opcode.endswith("GENERAL_OBJECT") and
             layouts != others.get(opcode, [f"{opcode.lower()}_in", f"{opcode.lower()}_out"])]
    assert not wrong


def test_abort(programs, tmp_path):
    """The file is complete up to the end of a process, including the last line."""
    path = str(tmp_path / "trace")
    done = soft.run(["--trace", path, "--trace-json"], programs["pings"], "7", "abort")
    assert done.status == -6
    with open(path, encoding="ascii") as stream:
        text = stream.read()
    records = [json.loads(line) for line in text.splitlines()]
    assert text.endswith("\n")
    assert sum(record["kind"] == "wqe" for record in records) == 7
    assert sum(record["kind"] == "cqe" for record in records) == 14


def test_only_its_owner_reads_it(tmp_path):
    """Commands have encryption keys, and packets have data."""
    files = [tmp_path / "trace", tmp_path / "packets"]
    subprocess.run(["sh", "-c", 'umask 022; exec "$@"', "sh", soft.SOFTMLX5, "--trace", files[0], "--pcap", files[1], "true"],
                   check=True)
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * 2


def test_file_that_cannot_be_written(programs):
    done = soft.run(["--trace", "/nowhere/trace"], programs["pings"], "1")
    assert "/nowhere/trace: No such file or directory" in done.err


@pytest.mark.deep
def test_costs_nothing(programs, tmp_path):
    """What observes and disturbs the device is not called when no option asks for it."""
    out = str(tmp_path / "callgrind.out")
    done = soft.run([], "valgrind", "--tool=callgrind", "--fair-sched=yes",
                     "--callgrind-out-file=" + out,
                     programs["pings"], "100")
    assert done.status == 0, done.err
    listing = subprocess.run(["callgrind_annotate", "--threshold=100", "--inclusive=yes", "--auto=no", out],
                             stdout=subprocess.PIPE, text=True, check=True).stdout
    cost = collections.Counter()
    for count, name in re.findall(r"^ *([\d,]+) \([ \d.]+%\)  \S*:(sm_\w+)(?:'\d+)? \[", listing, re.M):
        cost[name] = max(cost[name], int(count.replace(",", "")))
    assert cost["sm_sq_doorbell"] > 100 * 1000

    with open(os.path.join(soft.ROOT, "softmlx5", "observe", "observers.c"), encoding="utf-8") as stream:
        observers = re.findall(r"^\t\.\w+ = (sm_\w+),$", stream.read(), re.M)
    assert len(observers) > 25 and not [name for name in observers if cost[name]]
    assert cost["sm_inject"] + cost["sm_strict_wqe"] < 0.01 * cost["sm_sq_doorbell"]
