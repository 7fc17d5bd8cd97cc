# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The kernel's part of softmlx5 on a firmware that only keeps books (tests/softmlx5/uverbs), with sanitizers."""
import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"), "asan", "uverbs")
TESTS = ["ioctl", "context", "clock", "mr", "cq_events", "cq_limits", "qp_modify", "qp_events",
         "qp_query", "srq", "devx_objects", "close_order", "refused_destroy", "no_devx",
         "many_files", "noise"]


@pytest.fixture(scope="module")
def program() -> str:
    """The kernel's part and the stand-ins, as ninja has built them; see tests/products.py."""
    assert os.path.exists(PROGRAM), f"{PROGRAM} is not there: `ninja test-products` builds it"
    return PROGRAM


def test_all_are_listed(program: str) -> None:
    """Every test of the program is run below."""
    listed = subprocess.run([program], check=True, stdout=subprocess.PIPE, universal_newlines=True)
    assert listed.stdout.split() == TESTS


@pytest.mark.parametrize("name", TESTS)
def test_uverbs(program: str, name: str) -> None:
    """One test of the program: exit status 0, and nothing from the sanitizers."""
    done = subprocess.run([program, name], timeout=300, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    assert done.returncode == 0, done.stdout
