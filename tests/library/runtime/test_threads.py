# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Several threads use the library, which has the thread sanitizer; the programs are built by ninja."""

from __future__ import annotations

import os
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT,
                          check=False, env=dict(os.environ, TSAN_OPTIONS="ignore_noninstrumented_modules=1"))
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("name, count", [("threads", 1000), ("threads_keys", 2000), ("threads_srq", 200), ("threads_cqs", 2000),
                                         ("threads_cancel", 2000)])
def test_rings_in_plain_memory(name, count):
    assert "done" in run(f"{BUILD}/tsan/{name}", str(count))


@pytest.mark.parametrize("doorbell", ["trap", "poll"])
def test_pool_on_softmlx5(doorbell):
    """libibverbs, libmlx5 and the device have no sanitizer, and move data as a card does by DMA."""
    assert run(f"{BUILD}/softmlx5", "--doorbell", doorbell, f"{BUILD}/tsan/objects", "pool-threads") == "pd 0\n"
