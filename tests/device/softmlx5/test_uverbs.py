# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the kernel's part of softmlx5 on a firmware that only keeps a list of objects (tests/device/softmlx5/uverbs), with
sanitizers."""
import os
import subprocess

import pytest

import patience

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PROGRAM = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"), "asan", "uverbs")
TESTS = ["ioctl", "context", "clock", "mr", "cq_events", "cq_limits", "qp_modify", "qp_events",
         "qp_query", "srq", "devx_objects", "close_order", "refused_destroy", "no_devx",
         "many_files", "raw_qp", "flows", "noise", "flow_noise"]


@pytest.fixture(scope="module")
def program() -> str:
    """Returns the path of the kernel's part with the stand-ins, which ninja has built; see tests/run/products.py."""
    assert os.path.exists(PROGRAM), f"{PROGRAM} does not exist: `ninja test-products` builds it"
    return PROGRAM


def test_all_are_listed(program: str) -> None:
    """All tests of the program are run below."""
    listed = subprocess.run([program], check=True, stdout=subprocess.PIPE, universal_newlines=True)
    assert listed.stdout.split() == TESTS


@pytest.mark.parametrize("name", TESTS)
def test_uverbs(program: str, name: str) -> None:
    """Runs one test of the program: exit status 0, and no report of the sanitizers."""
    done = subprocess.run([program, name], timeout=patience.LIMIT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    assert done.returncode == 0, done.stdout
