# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the tests of softmlx5's process side with a stand-in for the device (tests/run/products.py builds them), and builds
libraries with a defect."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import List, Sequence, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
SOFTMLX5 = os.path.join(ROOT, "softmlx5")
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
FOLDER = os.path.join(BUILD, "tests", "process")
sys.path.insert(0, os.path.join(ROOT, "tests", "run"))

import patience  # noqa: E402
from products import PROCESS, device_sources  # noqa: E402

FLAGS = ["-std=c11", "-g", "-O1", "-w", "-fno-strict-aliasing", "-D_GNU_SOURCE", "-fPIC", "-fvisibility=hidden",
         "-I" + os.path.join(ROOT, "generated"), "-I" + SOFTMLX5, "-I" + HERE]


def product(name: str) -> str:
    """Returns the path of softmlx5, libsoftmlx5.so (both also in undefined/) or a program, built by ninja."""
    path = os.path.join(FOLDER, name)
    assert os.path.exists(path), f"{path} does not exist: `ninja test-products` builds it"
    return path


def library_with(folder: str, options: Sequence[str], changed: str, text: str) -> None:
    """Links libsoftmlx5.so with another text of one source into the folder, together with softmlx5."""
    shutil.copy(product("softmlx5"), folder)
    sources = device_sources()
    name = os.path.splitext(os.path.basename(changed))[0]
    source = os.path.join(folder, os.path.basename(changed))
    with open(source, "w", encoding="utf-8") as stream:
        stream.write(text)
    others = [os.path.join(BUILD, "obj", f"{os.path.splitext(sources[other])[0]}.o") for other in PROCESS if other != name]
    assert len(others) == len(PROCESS) - 1
    done = subprocess.run(["gcc", *FLAGS, *options, "-shared", "-fuse-ld=gold", "-Wl,-z,defs", source, *others,
                           product("obj/tests/device/softmlx5/process/stand_in.o"), "-o",
                           os.path.join(folder, "libsoftmlx5.so"), "-lpthread", "-ldl"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout


def base_test_with(folder: str, changed: str, text: str) -> None:
    """Links base_test with another text of one of its sources into the folder."""
    sources = [os.path.join(HERE, "base_test.c")]
    for name in ("softmlx5.c", "warn.c", "original.c"):
        sources.append(os.path.join(SOFTMLX5, "base", name))
        if name == os.path.basename(changed):
            sources[-1] = os.path.join(folder, name)
            with open(sources[-1], "w", encoding="utf-8") as stream:
                stream.write(text)
    done = subprocess.run(["gcc", *FLAGS, *sources, "-o", os.path.join(folder, "base_test"), "-lpthread", "-ldl"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout


def run(command: Sequence[str], still: int = patience.STILL, processor: float = patience.PROCESSOR, **options) -> Tuple[int, str]:
    """Runs a command; returns its status (negative: a signal) and output, including stderr. The limits are of patience.py."""
    process = subprocess.Popen(list(command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               start_new_session=True, **options)
    try:
        output, _ = patience.communicate(process, processor=processor, still=still)
    except patience.Hang as hang:
        output = f"{hang.output}\n{hang}"
    return process.returncode, output


def parts() -> List[Tuple[str, str, str]]:
    """Returns (program, part, doorbell mode) of all that test_process.py runs under the launcher."""
    trap = ("registers", "stack", "threads", "blocked", "blocked-otherwise", "all-registers",
            "all-registers-alternate", "steps", "arms")
    poll = ("registers-poll", "threads-poll", "arms")
    fds = ("node", "netlink", "calls", "dup", "close-range", "threads", "events", "waiting", "closing", "fork", "vfork",
           "fork-before", "fork-locked", "exec")
    signals = ("guard", "chain-before", "chain-after", "gone-page", "mask")
    return ([("trap_test", part, "trap") for part in trap] +
            [("trap_test", part, "poll") for part in poll] +
            [(name, part, mode) for name, names in (("fd_test", fds), ("signal_test", signals))
             for part in names for mode in ("trap", "poll")] +
            [("signal_test", part, "trap")
             for part in ("storm", "called", "nested", "nested-alternate", "fetch", "span")])
