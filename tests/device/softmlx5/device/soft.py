# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs programs under the softmlx5 that ninja has built."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
SOFTMLX5 = os.path.join(BUILD, "softmlx5")
sys.path.insert(0, os.path.join(ROOT, "tests", "run"))

import patience  # noqa: E402


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
        out, err = patience.communicate(process)
    except patience.Hang as hang:
        out, err = hang.output, str(hang)
    return Done(process.returncode, out, err)


def program(name: str) -> str:
    """Returns the path of a test program that ninja has built; see tests/run/products.py."""
    path = os.path.join(BUILD, "tests", name)
    assert os.path.exists(path), f"{path} does not exist: `ninja test-products` builds it"
    return path
