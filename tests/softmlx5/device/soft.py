# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs programs under the softmlx5 that ninja has built."""

from __future__ import annotations

import os
import subprocess
from typing import NamedTuple, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
SOFTMLX5 = os.path.join(BUILD, "softmlx5")
TIMEOUT = 300  # seconds for a program, which fails if it takes longer


class Done(NamedTuple):
    status: int  # negative: a signal
    out: str
    err: str


def run(options: Sequence[str], *command: str) -> Done:
    """Runs the command under softmlx5 with these options."""
    process = subprocess.Popen([SOFTMLX5, *options, *command], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, errors="replace",
                               start_new_session=True)
    try:
        out, err = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, err = process.communicate()
        err += f"\nstill running after {TIMEOUT} s"
    return Done(process.returncode, out, err)


def program(name: str) -> str:
    """Returns the path of a test program that ninja has built; see tests/products.py."""
    path = os.path.join(BUILD, "tests", name)
    assert os.path.exists(path), f"{path} does not exist: `ninja test-products` builds it"
    return path
