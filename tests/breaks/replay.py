# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Replays recorded bytes of libmlx5 (tests/library/replay) through a library whose headers are made from another spec."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from typing import List, Sequence

from runner import ROOT, Break

# They run once.
FLAGS = ["-std=c11", "-O0", "-w", "-D_GNU_SOURCE", "-Iinclude", "-Iruntime"]
LIBS = ["-libverbs", "-lmlx5", "-lpthread"]
SOURCES = {"runtime": "runtime/*.c", "program": "tests/library/replay/*.c"}  # units of their own: assertions differ


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


class Tests:
    """A break names no tests. `ninja test` replays without a break."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.cc, self.folder = cc, folder
        self.sources = {name: sorted(glob.glob(os.path.join(ROOT, pattern))) for name, pattern in SOURCES.items()}
        os.makedirs(os.path.join(folder, "tests"))

    def unchanged(self) -> str:
        return ""

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        spec, program = os.path.join(self.folder, "spec"), os.path.join(self.folder, "tests", "replay")
        merged = {os.path.join(self.folder, f"{name}.o"): paths for name, paths in self.sources.items()}
        commands: List[List[str]] = [[sys.executable, "codegen/prmc", "generate", "--spec", spec]]
        commands += [[sys.executable, "tests/run/merged.py", "--out", target, *paths, "--",
                      self.cc, *FLAGS, f"-I{self.folder}/generated"] for target, paths in merged.items()]
        commands.append([self.cc, *merged, "-o", program, *LIBS])
        shutil.rmtree(spec, ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "spec"), spec)
        with open(os.path.join(self.folder, broken.path), "w", encoding="utf-8") as stream:
            stream.write(broken.text)
        for command in commands:
            done = run(*command)
            if done.returncode:
                return f"{' '.join(command[:3])} fails:\n{done.stdout[-1600:]}"
        done = run(sys.executable, "tests/library/replay/run.py", "--build", self.folder)
        return "" if done.returncode == 1 and " failed, " in done.stdout else f"not noticed:\n{done.stdout[-1600:]}"
