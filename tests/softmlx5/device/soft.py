# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs programs under the softmlx5 that ninja has built."""

from __future__ import annotations

import os
import subprocess
from typing import List, NamedTuple, Optional, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
SOFTMLX5 = os.path.join(BUILD, "softmlx5")
CC = os.environ.get("CC", "gcc")
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wextra", "-Wconversion", "-Werror",
         "-I" + os.path.join(ROOT, "generated"), "-I" + HERE]
TIMEOUT = 300  # seconds for a program; what hangs is wrong


class Done(NamedTuple):
    status: int  # negative: a signal
    out: str
    err: str


def run(options: Sequence[str], *command: str) -> Done:
    """The command under softmlx5 with these options."""
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


def program(folder: str, name: str, sources: Optional[List[str]] = None) -> str:
    """Compiles a test program of this folder, by default from NAME.c; gives its path."""
    path = os.path.join(folder, name)
    files = [os.path.join(HERE, source) for source in sources or [name + ".c"]]
    done = subprocess.run([CC, *FLAGS, *files, "-o", path, "-libverbs", "-lmlx5", "-lpthread"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return path


def device_test(folder: str) -> str:
    """device_test, which has a test for each kind of request, error and event."""
    sources = [name for name in sorted(os.listdir(HERE)) if name.endswith(".c")
               and not name.startswith("lone_")]
    return program(folder, "device_test", sources)
