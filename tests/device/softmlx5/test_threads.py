# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Many threads: ThreadSanitizer over the device, and programs of real libibverbs; valgrind over the latter.

libibverbs itself is not instrumented, and ThreadSanitizer cannot be preloaded beside libsoftmlx5.so:
both interpose the same functions of the C library. So it sees the device without preload*.c, driven by a program
that does what libmlx5 does.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import patience

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

THREADS = 24


@pytest.fixture(scope="module")
def device():
    return soft.program("../tsan/device")


@pytest.fixture(scope="module")
def verbs():
    return soft.program("verbs")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT,
                          env=dict(os.environ, TSAN_OPTIONS="exitcode=66"), check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


@pytest.mark.parametrize("mode", ["trap", "poll"])
def test_sanitizer(device, mode):
    assert run(device, str(THREADS), "60", mode) == f"{THREADS} threads, all data correct, with events\n"


@pytest.mark.parametrize("mode", ["trap", "poll"])
def test_verbs(verbs, mode):
    output = run(soft.SOFTMLX5, "--doorbell", mode, verbs,
                 str(THREADS), "100")
    assert output == f"{THREADS} threads, all data correct\n"


@pytest.mark.parametrize("mode", ["trap", "poll"])
def test_valgrind(verbs, mode):
    output = run(soft.SOFTMLX5, "--doorbell", mode, "valgrind", "--error-exitcode=9",
                 "--fair-sched=yes", "--leak-check=full", "--errors-for-leak-kinds=definite",
                 "--suppressions=" + os.path.join(HERE, "threads", "trap.supp"),
                 verbs, "3", "4")
    assert "3 threads, all data correct\n" in output
    assert "ERROR SUMMARY: 0 errors from 0 contexts" in output
