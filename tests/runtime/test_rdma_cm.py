# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The example over rdma_cm: Debian's librdmacm creates queue pairs of softmlx5, with tests/cm as the kernel."""

from __future__ import annotations

import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))


@pytest.fixture(scope="module")
def kernel_cm(tmp_path_factory):
    library = str(tmp_path_factory.mktemp("cm") / "kernel_cm.so")
    subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                    "-fvisibility=hidden", os.path.join(ROOT, "tests", "cm", "kernel_cm.c"), "-o", library,
                    "-libverbs", "-ldl", "-lpthread"], check=True)
    return library


def run(*words, options=(), preload=""):
    """Returns exit status and output of the example on softmlx5."""
    on = ["env", f"LD_PRELOAD={preload}:{BUILD}/libsoftmlx5.so"] if preload else []
    done = subprocess.run([f"{BUILD}/softmlx5", *options, *on, f"{BUILD}/examples/rdma_cm", *words],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


@pytest.mark.parametrize("options", [(), ("--strict",), ("--doorbell", "poll")], ids=["plain", "strict", "poll"])
def test_example(kernel_cm, options):
    assert run("127.0.0.1", options=options, preload=kernel_cm) == (0, "8 blocks: as they were sent\n")


def test_signatures_are_on_the_wire(kernel_cm):
    """A byte of a packet is inverted: the receiver's check fails."""
    assert run("127.0.0.1", options=("--fault", "wire:byte=700,nth=1"), preload=kernel_cm) == (
        1, "8 blocks: wrong\n")


def test_without_rdma_cm():
    status, out = run("127.0.0.1")
    assert (status, out) == (1, "rdma_cm: No such file or directory\n")


def test_usage():
    assert run() == (2, "usage: rdma_cm ADDRESS [PORT]\n")
