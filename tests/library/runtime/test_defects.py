# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Defects that the library had before version 2, each with a test that failed then (defects.c)."""

from __future__ import annotations

import os
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n")


@pytest.mark.parametrize("name", ["qp-numbers", "cq-number", "no-batch", "room", "cancel-inside", "event-count"])
def test_in_memory(name):
    """Runs with the address sanitizer, on queues in plain memory."""
    run(f"{BUILD}/asan/defects", name)


@pytest.mark.parametrize("options", [[], ["--strict"], ["--doorbell", "poll"]], ids=["plain", "strict", "poll"])
@pytest.mark.parametrize("name", ["flushed-rearming", "cancelled-rearming", "flushed-signature",
                                  "cancelled-signature", "unpolled-error", "cancel-as-created"])
def test_keys_report_on(name, options):
    run(f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/defects", name)


@pytest.mark.parametrize("name", ["put-twice", "next-context", "in-the-clear"])
def test_objects(name):
    run(f"{BUILD}/softmlx5", f"{BUILD}/tests/runtime/defects", name)
