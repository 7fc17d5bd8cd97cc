# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Signature errors of keys, and reasons of errors of batches, without a device."""

from __future__ import annotations

import os
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


@pytest.mark.parametrize("program", ["errors", "reasons"])
def test_errors(program):
    done = subprocess.run([f"{BUILD}/tests/runtime/{program}"], stdout=subprocess.PIPE, text=True,
                          check=False, timeout=patience.LIMIT)
    assert (done.returncode, done.stdout) == (0, "done\n")
