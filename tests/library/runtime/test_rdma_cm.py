# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The example over rdma_cm: Debian's librdmacm creates queue pairs of softmlx5 in two processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))
EXAMPLE = os.path.join(BUILD, "examples", "rdma_cm")
os.environ.setdefault("SOFTMLX5_BUILD", os.environ.get("MLX5SIG_BUILD", "build"))
sys.path.insert(0, os.path.join(ROOT, "tests", "device", "softmlx5"))

from test_cm import connect  # noqa: E402
from together import Programs, finish, free_port, programs  # noqa: E402, F401

WRITTEN = "64 blocks written, with T10-DIF\n"
RIGHT = "64 blocks arrived, T10-DIF checked and stripped: data are right\n"


def both(programs: Programs, options=(), fault=()):
    """Gives exit status and output of client and server."""
    port = str(free_port())
    server = programs.start(options, EXAMPLE, "-p", port)
    return connect(programs, [*options, *fault], server, EXAMPLE, "-p", port, "127.0.0.1"), finish(server)


@pytest.mark.parametrize("options", [(), ("--strict",), ("--doorbell", "poll")], ids=["plain", "strict", "poll"])
def test_example(programs, options):
    assert both(programs, options) == ((0, WRITTEN), (0, RIGHT))


def test_signatures_are_on_the_wire(programs):
    """A byte of a packet is inverted: the receiver's check fails, for the block of 520 bytes that it belongs to."""
    assert both(programs, fault=["--fault", "wire:byte=1100,nth=1"]) == ((0, WRITTEN), (1, "bad guard in block 2\n"))


@pytest.mark.parametrize("address, event", [("127.0.0.1", "REJECTED instead of RDMA_CM_EVENT_ESTABLISHED"),
                                            ("192.0.2.1", "ADDR_ERROR instead of RDMA_CM_EVENT_ADDR_RESOLVED")])
def test_refused(programs, address, event):
    assert programs.run([], EXAMPLE, "-p", str(free_port()), address) == (1, f"RDMA_CM_EVENT_{event}\n")


def test_usage():
    for words in (["a", "b"], ["-q"]):
        done = subprocess.run([EXAMPLE, *words], stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2 and done.stderr.endswith("usage: rdma_cm [-p PORT] [ADDRESS]\n")
