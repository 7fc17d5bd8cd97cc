# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Error CQEs have a card's codes: syndrome, vendor code, and the hardware's where one was seen.

The requests are those of device_test; the table in docs/softmlx5.md has the sources of the codes.
"""

from __future__ import annotations

import json
import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "device")]

import soft  # noqa: E402
from together import free_port, programs, wait_for_listener  # noqa: E402, F401

QPNS_OF_A_PROCESS = 1 << 24 - 8  # of a fabric: softmlx5/base/membership.h

# (syndrome, vendor code, hardware's code, its type)
FLUSHED, ACCESS_NAK, REQUEST_NAK = (0x05, 0xf9, 0, 0), (0x13, 0x88, 0, 0), (0x12, 0x8a, 0, 0)
OPERATION_NAK, RNR, TIMEOUT = (0x14, 0x89, 0, 0), (0x16, 0x87, 0, 0), (0x15, 0x81, 0, 0)

# All error CQEs of a test, each code once, in the order of their first appearance.
CODES = {
    "local_faults": [(0x04, 0x52, 0, 0), (0x04, 0x54, 0, 0)],
    "local_access": [(0x04, 0x33, 0x9d, 0), ACCESS_NAK],
    "remote_keys": [FLUSHED, ACCESS_NAK],
    "remote_rights": [FLUSHED, ACCESS_NAK, REQUEST_NAK],
    "too_long": [(0x01, 0xd4, 0, 0), FLUSHED, REQUEST_NAK],
    "receive_faults": [(0x04, 0x32, 0x92, 0), OPERATION_NAK],
    "receive_foreign": [(0x04, 0x32, 0x93, 0), OPERATION_NAK],
    "rnr_exhausted": [RNR, FLUSHED],
    "no_peer": [TIMEOUT],
    "dead_peer": [TIMEOUT],
    "unmapped": [(0x04, 0x56, 0, 0), (0x04, 0x36, 0, 0), FLUSHED, ACCESS_NAK],
    "bad_invalidate": [(0x11, 0xcb, 0, 0), ACCESS_NAK],
    "ud_too_long": [(0x01, 0x6a, 0, 0)],
    "ud_small_buffer": [(0x01, 0xd4, 0, 0)],
    "odp_pages": [ACCESS_NAK, (0x04, 0x56, 0, 0), (0x04, 0x56, 0xa9, 0), OPERATION_NAK],
    "wrong_index": [(0x02, 0x68, 0, 0)],
    "zero_ds": [(0x02, 0x6e, 0, 0)],
    "short_ds": [(0x02, 0x6e, 0, 0)],
    "long_ds": [(0x02, 0x68, 0, 0)],
    "ds_beyond_record": [(0x02, 0, 0, 0)],
    "unknown_opcode": [(0x02, 0x68, 0x04, 0x10)],
    "unpadded_list": [(0x02, 0x68, 0x86, 0)],
    "umr_of_mr": [(0x06, 0x78, 0, 0)],
    "umr_of_no_key": [(0x06, 0x78, 0x08, 0)],
    "umr_long_list": [(0x06, 0x78, 0x0f, 0)],
    "invalidate_no_key": [(0x06, 0xca, 0, 0)],
    "unknown_psv": [(0x06, 0x59, 0, 0)],
}

# In strict mode alone: no card is known to refuse these.
STRICT = {"reserved_bits": [(0x02, 0, 0, 0)], "umr_window": [(0x02, 0, 0, 0)]}


@pytest.fixture(scope="module")
def program():
    return soft.program("device_test")


def codes(path):
    """Returns the codes in the error CQEs of a trace."""
    found = []
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            for part in json.loads(line).get("parts", ()):
                if part["layout"] == "err_cqe":
                    fields = part["fields"]
                    found.append(tuple(fields.get(name, 0) for name in (
                        "syndrome", "vendor_err_synd", "hw_err_synd", "hw_synd_type")))
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("name", CODES)
def test_code(program, tmp_path, name):
    trace = tmp_path / "trace.json"
    done = soft.run(["--trace", str(trace), "--trace-json"], program, name)
    assert (done.status, done.out) == (0, f"ok {name}\n")
    assert not done.err or ("lost packet" in done.err and name == "no_peer"), done.err
    assert codes(trace) == CODES[name]


@pytest.mark.parametrize("name", STRICT)
def test_strict_code(program, tmp_path, name):
    trace = tmp_path / "trace.json"
    done = soft.run(["--strict", "--trace", str(trace), "--trace-json"], program, "--strict", name)
    assert (done.status, done.out) == (0, f"ok {name}\n")
    assert codes(trace) == STRICT[name]


def test_reason_in_trace(program, tmp_path):
    """A fault's own number is in the trace, in front of its CQE; a flush has no reason."""
    trace = tmp_path / "trace.txt"
    assert soft.run(["--trace", str(trace)], program, "flush_order").status == 0
    lines = [line.split("] ", 1)[-1] for line in trace.read_text(encoding="utf-8").splitlines() if line.startswith("[")]
    failed = next(i for i, line in enumerate(lines) if " REQ_ERR LOCAL_PROT_ERR, QP " in line)
    assert re.fullmatch(r"mlx5_0 QP 0x\w+ WQE 0x\w+: the data cannot be read, fault 1: there is no such key, or it is "
                        "free", lines[failed - 1]), lines[failed - 1]
    assert all(" WQE 0x" not in line or ": " not in line for line in lines if "WR_FLUSH_ERR" in line)


@pytest.mark.parametrize("faults, command, says", [
    ("loss", ("ib_write_bw", "-n", "20", "-u", "8"), "Failed status 12: wr_id 0 syndrom 0x81"),
    ("qp-error:nth=3", ("ib_send_bw", "-n", "20"), "Failed status 5: wr_id 0 syndrom 0xf9"),
], ids=("timeout", "flush"))
def test_perftest(programs, faults, command, says):
    """perftest prints the vendor's code of what was injected."""
    command = (*command, "-p", str(free_port()))
    programs.start([], *command)
    wait_for_listener(command[-1])
    out = programs.run(["--fault", faults], *command, "localhost")[1]
    assert says in out, out


@pytest.mark.parametrize("fault, says, code", [
    ("loss", "transport retry counter exceeded (12)", TIMEOUT),
    ("qp-error:nth=3", "Work Request Flushed Error (5)", FLUSHED)], ids=("timeout", "flush"))
def test_pingpong(programs, tmp_path, fault, says, code):
    """ibv_rc_pingpong prints the status alone; its CQE has the code."""
    trace, port = tmp_path / "trace.json", str(free_port())
    programs.start([], "ibv_rc_pingpong", "-p", port)
    wait_for_listener(port)
    out = programs.run(["--fault", fault, "--trace", str(trace), "--trace-json"], "ibv_rc_pingpong", "-p", port,
                       "localhost")[1]
    assert f"Failed status {says} for wr_id 2" in out
    assert code in codes(trace)


def test_page_fault(programs, tmp_path):
    """libmlx5 handles a page fault's CQE: ibv_srq_pingpong goes on, and its receive is posted again."""
    trace, port = tmp_path / "trace.json", str(free_port())
    command = ("ibv_srq_pingpong", "-p", port, "-n", "40", "-q", "2")
    programs.start(["--fault", "page-fault:every=9", "--trace", str(trace), "--trace-json"], *command)
    wait_for_listener(port)
    status, out = programs.run([], *command, "localhost")[:2]
    assert status == 0 and "40 iters" in out, out
    assert codes(trace) == [(0x22, 0x93, 0, 0)]


@pytest.mark.parametrize("at_server, fault, says", [(False, "loss", "synd 0x15 vend 0x81 hw_synd 0/0"),
                                                    (True, "rnr", "synd 0x16 vend 0x87 hw_synd 0/0")])
def test_ucx(programs, at_server, fault, says):
    """UCX prints syndrome and vendor's code. The fault strikes the RC queue of data, the second of a process; UCX connects by
    datagrams, which have no error. Both open the device at the same time: either may be the first of the fabric."""
    programs.environment.update(UCX_TLS="rc_x", UCX_NET_DEVICES="mlx5_0:1", UCX_HANDLE_ERRORS="none", UCX_RC_TIMEOUT="10ms",
                                UCX_RC_RETRY_COUNT="1", UCX_RC_RNR_RETRY_COUNT="1")
    port, options = str(free_port()), []
    for slot in (0, 1):
        options += ["--fault", f"{fault}:qpn={slot * QPNS_OF_A_PROCESS + 0x102:#x}"]
    programs.start(options if at_server else [], "ucx_perftest", "-p", port)
    wait_for_listener(port)
    out = programs.run([] if at_server else options, "ucx_perftest", "-t", "tag_bw", "-s", "4096", "-n", "50", "-w", "2",
                       "-p", port, "localhost")[1]
    assert says in out, out
