# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The library compiles for machines of 32 bits and for big-endian ones, without a warning.

libibverbs' headers are the same for every machine, and are taken from this one.
"""

from __future__ import annotations

import glob
import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
         "-fsyntax-only", "-Igenerated", "-Iinclude", "-Iruntime",
         "-Wno-psabi"]  # a note on 64-bit atomics, which are of the library's own structures only


def compile_all(compiler, include, *patterns):
    """Exit status and messages."""
    sources = sorted(path for pattern in patterns
                     for path in glob.glob(os.path.join(ROOT, pattern)))
    assert sources
    done = subprocess.run([compiler, *FLAGS, "-isystem", str(include), *sources], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


@pytest.fixture
def include(tmp_path):
    """A folder with the headers of libibverbs, and no others of this machine."""
    for name in ("infiniband", "rdma"):
        os.symlink(os.path.join("/usr/include", name), tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("compiler", ["i686-linux-gnu-gcc", "s390x-linux-gnu-gcc"])
def test_library_and_its_tests(include, compiler):
    assert compile_all(compiler, include, "runtime/*.c", "tests/runtime/*.c",
                       "examples/sig_write.c") == (0, "")


def test_it_would_show(include, tmp_path):
    """What is wrong on 32 bits only is an error there."""
    source = tmp_path / "wide.c"
    source.write_text("#include <stddef.h>\n#include <stdint.h>\n"
                      "size_t cut(uint64_t a) { return a; }\n", encoding="utf-8")
    said = [compile_all(compiler, include, str(source))[0]
            for compiler in ("i686-linux-gnu-gcc", "s390x-linux-gnu-gcc")]
    assert said == [1, 0]
