# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Builds the programs of hostile input: the device without its process side, instrumented."""

from __future__ import annotations

import glob
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import List, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))

ADDRESS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
THREAD = ["-fsanitize=thread"]
WRAPPED = ["sm_config", "sm_timer_arm", "sm_timer_cancel", "sm_thread_create", "sm_warn"]


def _run(command: Sequence[str]) -> None:
    """Raises RuntimeError with the compiler's output if the command fails."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        raise RuntimeError(" ".join(command) + "\n" + done.stdout)


def _tables(folder: str) -> None:
    """The tables that ninja makes for caps.c and trace.c, into the folder."""
    presets = os.path.join(ROOT, "softmlx5", "caps")
    _run(["python3", "softmlx5/captable.py", "generated/layout.map", presets,
          os.path.join(folder, "cap_names.h")])
    _run(["python3", "softmlx5/tracetable.py", "generated", os.path.join(folder, "trace_table.h")])


def program(folder: str, name: str, sources: List[str], flags: Sequence[str], wraps: Sequence[str],
            compiler: str = "gcc") -> str:
    """The device and these sources as a program in the folder; gives its path."""
    device = [path for path in sorted(glob.glob(os.path.join(ROOT, "softmlx5", "*.[cS]")))
              if os.path.basename(path) not in ("preload.c", "launcher.c")]
    objects = os.path.join(folder, name + ".obj")
    os.makedirs(objects)
    _tables(objects)
    base = [compiler, "-std=c11", "-O1", "-g1", "-fno-omit-frame-pointer", "-fno-strict-aliasing", "-D_GNU_SOURCE",
            "-Igenerated", "-I" + objects, "-Isoftmlx5", "-I" + HERE, *flags]

    def compiled(source: str) -> str:
        made = os.path.join(objects, os.path.relpath(source, ROOT).replace(os.sep, "_") + ".o")
        # The printers of all layouts: with optimisation they take the sanitizers most of a minute.
        slow = ["-O0"] if os.path.basename(source) == "trace.c" else []
        _run([*base, *slow, "-c", source, "-o", made])
        return made

    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(compiled, device + sources))
    path = os.path.join(folder, name)
    wrapped = ["-Wl," + ",".join("--wrap=" + symbol for symbol in wraps)] if wraps else []
    _run([*base, *made, *wrapped, "-o", path, "-lisal", "-lcrypto", "-lpthread", "-ldl"])
    return path


def fuzzer(folder: str) -> str:
    """The fuzzer with the address and undefined-behaviour sanitizers."""
    return program(folder, "hostile", sorted(glob.glob(os.path.join(HERE, "*.c"))), ADDRESS, WRAPPED)


def threads(folder: str) -> str:
    """Many threads at the device, with ThreadSanitizer."""
    source = os.path.join(os.path.dirname(HERE), "threads", "device.c")
    return program(folder, "device", [source], THREAD, [])


def verbs(folder: str) -> str:
    """The program of verbs with many threads; gives its path."""
    path = os.path.join(folder, "verbs")
    _run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wextra", "-Werror",
          os.path.join(os.path.dirname(HERE), "threads", "verbs.c"), "-o", path, "-libverbs", "-lmlx5",
          "-lpthread"])
    return path
