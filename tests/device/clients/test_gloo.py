# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Gloo, the collectives of machine learning: its transport with verbs, among four processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "softmlx5"))

import clients  # noqa: E402
from together import Programs, finish, programs  # noqa: E402, F401

RANKS = 4


@pytest.mark.parametrize("command", clients.cases("Gloo's transport with verbs, in a program of four ranks"))
def test_allreduce(programs, tmp_path, command):
    """All ranks have the sums."""
    program, store = tmp_path / command, tmp_path / "store"
    store.mkdir()
    subprocess.run(["g++", "-O1", os.path.join(HERE, "gloo", f"{command}.cc"), "-o", program, "-lgloo", "-libverbs"], check=True)
    ranks = [programs.start(["--strict"], str(program), str(rank), str(RANKS), str(store)) for rank in range(RANKS)]
    assert [finish(rank) for rank in ranks] == RANKS * [(0, "7 arrays, 0 wrong elements\n")]
