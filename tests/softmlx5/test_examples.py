# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The example on softmlx5, as it is and under valgrind; ibv_devinfo under valgrind.

In trap mode valgrind complains of what the signal handler reads beyond the stack pointer, see softmlx5(1);
so programs that ring doorbells have them polled there.
"""

from __future__ import annotations

import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import built  # noqa: E402

LOOPBACK = os.path.join(built.BUILD, "examples", "loopback")
# What libibverbs keeps until the process ends, and the stacks of threads, are possibly lost at most.
VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect",
            "--errors-for-leak-kinds=definite,indirect", "--error-exitcode=99"]


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire",
                                     "--caps connectx5"])
def test_loopback(options):
    done = built.run(options.split(), LOOPBACK, "100")
    assert done == (0, "100 rounds of send, write, read and atomic: all data are right\n", "")


def test_loopback_without_device():
    """Outside of softmlx5, or with a device that lacks what it needs, it says so."""
    done = built.run(["--cap", "rc=0"], LOOPBACK)
    assert (done.status, done.out) == (1, "") and done.err.startswith("MR or QP: ")


@pytest.mark.parametrize("options", ["", "--serialise-wire", "--trace /dev/null --strict"])
def test_loopback_is_clean(options):
    done = built.run(["--doorbell", "poll", *options.split()], *VALGRIND, LOOPBACK, "20")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("options, devices", [("", 1), ("--doorbell poll", 1), ("--devices 8", 8)])
def test_devinfo_is_clean(options, devices):
    done = built.run(options.split(), *VALGRIND, "ibv_devinfo", "-v")
    assert (done.status, done.err, done.out.count("hca_id:\tmlx5_")) == (0, "", devices)
