# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Every request, error and event through unmodified libibverbs and libmlx5, value for value.

Each test of device_test runs in all modes of the device: stores trapped or polled, packets handed over or
turned into bytes and back, on one device or between two. Strict mode is on: libmlx5 breaks no rule.
"""

from __future__ import annotations

import itertools
import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

QUICK = (("trap", "", ""), ("poll", "--serialise-wire", "--two"))  # each option once
MODES = [mode if mode in QUICK else pytest.param(mode, marks=pytest.mark.deep) for mode in itertools.product(
    ("trap", "poll"), ("", "--serialise-wire"), ("", "--two"))]
SOURCES = ("data", "atomics", "keys", "errors", "events", "datagram", "xrc", "dc", "scatter", "devx_events", "query", "dm",
           "odp", "mmo")


def names():
    """The tests that break no rule, from the tables of the sources."""
    for source in SOURCES:
        with open(os.path.join(HERE, "device", source + ".c"), encoding="utf-8") as stream:
            yield from re.findall(r'^\t\{ "(\w+)", \w+, false \},$', stream.read(), re.M)


@pytest.fixture(scope="module")
def program():
    return soft.program("device_test")


@pytest.fixture(scope="module")
def outcome(program, request):
    """Returns the results of a mode of the device, which runs once: with all requests, or those that -k selects."""
    known = {}
    selected = [item for item in request.session.items if item.path == request.path]
    is_whole = any(item.originalname == "test_whole_run" for item in selected)
    chosen = [] if is_whole else sorted({
        item.callspec.params["name"] for item in selected if item.originalname == "test_request"})

    def of(mode):
        if mode not in known:
            doorbell, wire, two = mode
            options = ["--strict", "--devices", "2", "--doorbell", doorbell, *([wire] if wire else [])]
            known[mode] = soft.run(options, program, *([two] if two else []), *chosen)
        return known[mode]

    return of


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: "-".join(part.strip("-") for part in mode if part))
def test_request(outcome, mode, name):
    done = outcome(mode)
    failures = [line for line in done.out.splitlines() if line.startswith("FAIL " + name + ":")]
    assert f"ok {name}\n" in done.out, failures or done.out + done.err


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: "-".join(part.strip("-") for part in mode if part))
def test_whole_run(outcome, mode):
    """All ran, and libmlx5 has broken no rule; intended refusals are reported."""
    done = outcome(mode)
    told = [line for line in done.err.splitlines() if not line.startswith("  ")]
    assert told
    assert all(line.startswith(("softmlx5: refused: mlx5_", "softmlx5: lost: mlx5_")) for line in told), done.err
    for why in ("no process has this QP number at this LID", "the QP has been destroyed"):
        assert any(line.startswith("softmlx5: lost: ") and line.endswith(": " + why) for line in told), done.err
    assert sorted(done.out.splitlines()) == sorted(f"ok {name}" for name in names())
    assert done.status == 0


@pytest.mark.parametrize("name", ("dc_operations", "dc_peers", "dc_refused"))
def test_few_connections(program, name):
    """A DCT has room for one connection, so that each initiator takes that of the one before."""
    done = soft.run(["--cap", "log_max_dct_connections=0"], program, name)
    assert (done.status, done.out) == (0, f"ok {name}\n"), done.out + done.err


def test_few_groups():
    """The limits of multicast groups are those of the capabilities, and a refusal names them."""
    done = soft.run(["--strict", "--cap", "log_max_mcg=0", "--cap", "max_qp_mcg=1"], soft.program("lone_group"), "limits",
                    "ff12:4001:ffff::7")
    assert done.status == 0, done.out + done.err
    assert [re.sub("^.*: ", "", line) for line in done.err.splitlines()] == [
        "the group has 1 QPs, as many as max_qp_mcg allows", "the device has 1 groups, as many as log_max_mcg allows"]


@pytest.mark.parametrize("how", ("exit", "_exit", "_Exit"))
@pytest.mark.parametrize("doorbell", ("trap", "poll"))
def test_doorbell_before_the_end(tmp_path, doorbell, how):
    """A process that ends at once after a doorbell: the request is executed, also if a thread polls for doorbells."""
    for i in range(5):
        trace = tmp_path / f"{i}.txt"
        done = soft.run(["--doorbell", doorbell, "--trace", str(trace)], soft.program("lone_exit"), how)
        assert done.status == 0, done.out + done.err
        assert re.search(r"CQE 0 REQ, QP 0x\w+ WQE 0x0000 SEND", trace.read_text(encoding="utf-8"))
