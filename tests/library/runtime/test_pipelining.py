# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Signature pipelining from end to end, on devices that stop and report it at once or late."""

from __future__ import annotations

import os
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


def run(*words, options=()):
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/pipelining", *map(str, words)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=patience.LIMIT)
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


def late(wqes):
    return ("--fault", f"late-drain:wqes={wqes}") if wqes else ()


@pytest.mark.parametrize("name", ["one", "reset", "unsignalled", "configuration", "error"])
@pytest.mark.parametrize("options", [(), ("--strict",), ("--doorbell", "poll"), ("--fault", "cqe-delay:ns=200000")],
                         ids=["plain", "strict", "poll", "delay"])
def test_one_transaction(name, options):
    assert run(name, options=options) == ["done"]


@pytest.mark.parametrize("wqes", [0, 1, 3, 5, 9])
def test_late_stop(wqes):
    """9 is after the fence, where the queue stops at the latest."""
    assert run("late", wqes, options=late(wqes)) == ["done"]


@pytest.mark.parametrize("wqes", [0, 1])
def test_two_errors(wqes):
    assert run("two", wqes, options=late(wqes)) == ["done"]


@pytest.mark.parametrize("options", [(), ("--doorbell", "poll"), late(1), ("--fault", "cqe-batch:cqes=3"),
                                     ("--fault", "cqe-delay:ns=100000,chance=0.5")],
                         ids=["plain", "poll", "late", "batch", "delay"])
def test_many_transactions(options):
    lines = run("many", 6, options=options)
    bad = [int(line.split()[0]) for line in lines[:-1]]
    assert lines[-1] == "done" and len(bad) == 6 and sum(bad) > 30


def test_another_stop_is_noticed():
    """Two requests later instead of one: the program above would fail."""
    done = subprocess.run([f"{BUILD}/softmlx5", "--fault", "late-drain:wqes=2", f"{BUILD}/tests/runtime/pipelining",
                           "late", "1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          timeout=patience.LIMIT)
    assert done.returncode == 1 and "pipelining.c:" in done.stdout
