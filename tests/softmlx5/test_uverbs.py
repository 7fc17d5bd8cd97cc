# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The kernel's part of softmlx5 on a firmware that only keeps books (tests/softmlx5/uverbs), with sanitizers."""
import glob
import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARTS = os.path.join(ROOT, "tests", "softmlx5", "uverbs")
FLAGS = ["-std=c11", "-g", "-O1", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fno-strict-aliasing",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-D_GNU_SOURCE",
         "-Igenerated", "-Isoftmlx5", "-Itests/softmlx5/uverbs"]
TESTS = ["ioctl", "context", "clock", "mr", "cq_events", "cq_limits", "qp_modify", "qp_events",
         "qp_query", "srq", "devx_objects", "close_order", "refused_destroy", "no_devx",
         "many_files", "noise"]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Path of the test program, made from the kernel's part and the stand-ins."""
    made = str(tmp_path_factory.mktemp("uverbs") / "uverbs_test")
    sources = sorted(glob.glob(os.path.join(PARTS, "*.c")) +
                     glob.glob(os.path.join(ROOT, "softmlx5", "uverbs*.c")))
    sources += [os.path.join(ROOT, "softmlx5", name) for name in ("devx.c", "softmlx5.c")]
    subprocess.run([os.environ.get("CC", "cc"), *FLAGS, *sources, "-lpthread", "-o", made], cwd=ROOT,
                   check=True)
    return made


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
