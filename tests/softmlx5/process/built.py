# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Builds the process side of softmlx5 with a stand-in for the device, and the programs that test it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Dict, List, Optional, Sequence, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SOFTMLX5 = os.path.join(ROOT, "softmlx5")
sys.path.insert(0, ROOT)
sys.dont_write_bytecode = True

from configure import LAUNCHER  # noqa: E402

CC = "gcc"
FLAGS = ["-std=c11", "-g", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-strict-aliasing", "-D_GNU_SOURCE",
         "-I" + os.path.join(ROOT, "generated"), "-I" + SOFTMLX5, "-I" + HERE]
LIBRARY = ("softmlx5.c", "warn.c", "config.c", "preload.c", "guard.c", "trap.c", "store.c", "doorbell.c",
           "event.c", "trap_x86.S")
TIMEOUT = 120  # seconds for a program; what hangs is wrong
Changes = Dict[str, Tuple[str, str]]  # file -> (text, what stands there instead)


def compile_to(target: str, *arguments: str) -> None:
    """Calls the compiler; its messages are in the exception."""
    done = subprocess.run([CC, *FLAGS, *arguments, "-o", target], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout


def launcher(folder: str) -> None:
    """softmlx5 in the folder."""
    subprocess.run([sys.executable, os.path.join(SOFTMLX5, "captable.py"),
                    os.path.join(ROOT, "generated", "layout.map"), os.path.join(SOFTMLX5, "caps"),
                    os.path.join(folder, "cap_names.h")], check=True)
    compile_to(os.path.join(folder, "softmlx5"), "-I" + folder,
               *[os.path.join(SOFTMLX5, name + ".c") for name in LAUNCHER])


def compile_object(folder: str, source: str, *flags: str) -> str:
    """Compiles a source of the library; gives the object file's path."""
    path = os.path.join(folder, os.path.basename(source) + ".o")
    compile_to(path, "-fPIC", "-fvisibility=hidden", "-c", *flags, source)
    return path


def library(folder: str, *flags: str, changes: Optional[Changes] = None, others: str = "") -> None:
    """libsoftmlx5.so in the folder. With changes, texts of some sources are replaced, and the objects of
    all others are taken from a folder where the library has been built before."""
    objects = []
    for source in (*(os.path.join(SOFTMLX5, name) for name in LIBRARY), os.path.join(HERE, "stand_in.c")):
        name = os.path.basename(source)
        if changes and name not in changes:
            objects.append(os.path.join(others, name + ".o"))
            continue
        if changes:
            before, after = changes[name]
            with open(source, encoding="utf-8") as stream:
                text = stream.read()
            assert text.count(before) == 1, f"{name}: {before!r} stands there {text.count(before)} times"
            source = os.path.join(folder, name)
            with open(source, "w", encoding="utf-8") as stream:
                stream.write(text.replace(before, after))
        objects.append(compile_object(folder, source, *flags))
    compile_to(os.path.join(folder, "libsoftmlx5.so"), "-shared", "-Wl,-z,defs", *flags, *objects,
               "-lpthread", "-ldl")


def program(folder: str, name: str, *flags: str) -> str:
    """A test program; gives its path."""
    with_sources = {"base_test": ("softmlx5.c", "warn.c"), "store_test": ("store.c",)}
    path = os.path.join(folder, name)
    compile_to(path, *flags, os.path.join(HERE, name + ".c"),
               *[os.path.join(SOFTMLX5, source) for source in with_sources.get(name, ())], "-lpthread",
               "-ldl")
    return path


def run(command: Sequence[str], **options) -> Tuple[int, str]:
    """Status (negative: a signal) and output, stderr included."""
    process = subprocess.Popen(list(command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               start_new_session=True, **options)
    try:
        output, _ = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output = process.communicate()[0] + f"\nstill running after {TIMEOUT} s"
    return process.returncode, output


def parts() -> List[Tuple[str, str, str]]:
    """Program, part, doorbell mode: all that test_process.py runs under the launcher."""
    trap = ("registers", "stack", "threads", "blocked", "all-registers",
            "all-registers-alternate", "steps", "arms")
    poll = ("registers-poll", "threads-poll", "arms")
    fds = ("node", "calls", "dup", "close-range", "threads", "events", "waiting", "fork", "vfork",
           "fork-before", "fork-locked", "exec")
    signals = ("guard", "chain-before", "chain-after", "gone-page", "mask")
    return ([("trap_test", part, "trap") for part in trap] +
            [("trap_test", part, "poll") for part in poll] +
            [(name, part, mode) for name, names in (("fd_test", fds), ("signal_test", signals))
             for part in names for mode in ("trap", "poll")] + [("signal_test", "storm", "trap")])
