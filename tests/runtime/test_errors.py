# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Signature errors of keys, without a device."""

from __future__ import annotations

import os
import subprocess

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


def test_errors():
    done = subprocess.run([f"{BUILD}/tests/runtime/errors"], stdout=subprocess.PIPE, text=True,
                          check=False, timeout=200)
    assert (done.returncode, done.stdout) == (0, "done\n")
