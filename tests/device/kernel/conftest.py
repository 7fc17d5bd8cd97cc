# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A machine for each test, which must leave no process and no file behind."""

from __future__ import annotations

import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import machine as machines  # noqa: E402


@pytest.fixture
def machine(tmp_path):
    if machines.is_ptrace_forbidden():
        pytest.skip("ptrace is forbidden here, and User Mode Linux needs it")
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    yield machines.Machine(str(runtime))
    assert machines.wait_until_gone(str(runtime)) == []
