# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The example over rdma_cm: Debian's librdmacm creates queue pairs of softmlx5."""

from __future__ import annotations

import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))


def run(*words, options=()):
    """Returns exit status and output of the example on softmlx5."""
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/examples/rdma_cm", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


@pytest.mark.parametrize("options", [("--fabric", "none"), ("--fabric", "none", "--strict"),
                                     ("--fabric", "none", "--doorbell", "poll"), ()],
                         ids=["plain", "strict", "poll", "fabric"])
def test_example(options):
    port = str(20000 + os.getpid() % 10000)
    assert run("127.0.0.1", port, options=options) == (0, "8 blocks: as they were sent\n")


def test_signatures_are_on_the_wire():
    """A byte of a packet is inverted: the receiver's check fails."""
    assert run("127.0.0.1", options=("--fabric", "none", "--fault", "wire:byte=700,nth=1")) == (1, "8 blocks: wrong\n")


def test_no_such_address():
    status, out = run("192.0.2.1", options=("--fabric", "none"))
    assert (status, out) == (1, "rdma_bind_addr: Cannot assign requested address\n")


def test_usage():
    assert run() == (2, "usage: rdma_cm ADDRESS [PORT]\n")
