# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Hostile input: invalid commands, work requests, doorbells and ioctls.

A short run of the fuzzer, build/asan/hostile. hostile/main.c describes longer runs; HOSTILE_RUNS=N makes each of these
N times as long.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import patience

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "device"))

import soft  # noqa: E402

TIMES = int(os.environ.get("HOSTILE_RUNS", "1"))


@pytest.fixture(scope="module")
def fuzzer():
    return soft.program("../asan/hostile")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT * TIMES,
                          errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


def test_cases(fuzzer):
    assert run(fuzzer, "--cases") == "19 cases\n"


@pytest.mark.parametrize("mode, options, runs", [
    ("work", [], 600), ("work", ["--serialise"], 600), ("work", ["--strict"], 200),
    ("commands", ["--poll"], 600), ("ioctl", [], 200)])
def test_fuzzer(fuzzer, mode, options, runs):
    """Nothing crashes, hangs, leaks, or writes where no key allows it."""
    output = run(fuzzer, "--runs", str(runs * TIMES), "--mode", mode, *options)
    assert output.endswith(f"{runs * TIMES} executions\n"), output[-2000:]
