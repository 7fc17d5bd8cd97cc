# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The examples on softmlx5, as they are and under valgrind; ibv_devinfo under valgrind.

In trap mode valgrind complains of what the signal handler reads beyond the stack pointer, see softmlx5(1);
so programs that ring doorbells have them polled there.
"""

from __future__ import annotations

import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

LOOPBACK = os.path.join(soft.BUILD, "examples", "loopback")
# What libibverbs keeps until the process ends, and the stacks of threads, are possibly lost at most.
VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect",
            "--errors-for-leak-kinds=definite,indirect", "--error-exitcode=99"]


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire",
                                     "--caps connectx5"])
def test_loopback(options):
    done = soft.run(options.split(), LOOPBACK, "100")
    assert done == (0, "100 rounds of send, write, read and atomic: all data are right\n", "")


def test_loopback_without_device():
    """Outside of softmlx5, or with a device that lacks what it needs, it says so."""
    done = soft.run(["--cap", "rc=0"], LOOPBACK)
    assert (done.status, done.out) == (1, "") and done.err.startswith("MR or QP: ")


@pytest.mark.parametrize("options", ["", "--serialise-wire", "--trace /dev/null --strict"])
def test_loopback_is_clean(options):
    done = soft.run(["--doorbell", "poll", *options.split()], *VALGRIND, LOOPBACK, "20")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("options, devices", [("", 1), ("--doorbell poll", 1), ("--devices 8", 8)])
def test_devinfo_is_clean(options, devices):
    done = soft.run(options.split(), *VALGRIND, "ibv_devinfo", "-v")
    assert (done.status, done.err, done.out.count("hca_id:\tmlx5_")) == (0, "", devices)


def example(name):
    return os.path.join(soft.BUILD, "examples", name)


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire",
                                     "--caps connectx5"])
def test_sig_write(options):
    assert soft.run(options.split(), example("sig_write")) == (
        0, "64 blocks written, T10-DIF added on the wire, checked and stripped: data are right\n", "")


@pytest.mark.parametrize("byte", [0, 520 * 38 + 511, 520 * 38 + 512, 520 * 38 + 513])
def test_sig_write_finds_what_changes_on_the_wire(byte):
    """A block has 520 bytes there; data or guard, the guard is wrong."""
    done = soft.run(["--fault", f"wire:byte={byte},nth=1"], example("sig_write"))
    assert (done.status, done.err) == (2, "")
    assert done.out.startswith(f"signature error 1 at byte {byte // 520 * 520}: expected 0x")


@pytest.mark.parametrize("byte, error", [(514, 3), (516, 2)])
def test_sig_write_finds_changed_tags(byte, error):
    done = soft.run(["--fault", f"wire:byte={byte},nth=1"], example("sig_write"))
    assert done.status == 2 and done.out.startswith(f"signature error {error} at byte 0: expected")


def test_sig_write_without_signatures():
    assert soft.run(["--cap", "sho=0"], example("sig_write")) == (
        1, "", "mlx5sig_create_mkey: Operation not supported\n")


def test_sig_write_is_clean():
    done = soft.run(["--doorbell", "poll"], *VALGRIND, example("sig_write"))
    assert (done.status, done.err) == (0, "")
