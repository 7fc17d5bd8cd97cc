# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the proof of compiled code in a copy of the tree whose compiler is broken.

The copy must still generate headers; then the proof has to fail, by a refutation or because the headers' own static
asserts stop the compiler. Corner shapes are proved, which have every special case of the compiler: a break that only
layouts of the manual show needs one more shape.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Sequence

from runner import ROOT, Break

CORNERS = "tests/compiler/proof/corners"
PROVE = "prove.py"
COPIED = ("codegen", "tests/compiler/proof", "tests/run/machines.py", "tests/run/stand_ins.py")


def rewrite(path: str, text: str) -> None:
    """Rewrites a file, with its time increased by a second: compiled Python is recognised by size and second of its
    source, which may be equal for a change and its predecessor."""
    seconds = int(os.stat(path).st_mtime) + 1
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    os.utime(path, (seconds, seconds))


class Tests:
    """A break names no tests, or the other proof."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.cc, self.folder = cc, folder
        for name in COPIED:
            source, target = os.path.join(ROOT, name), os.path.join(folder, name)
            if os.path.isdir(source):
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(source, target)

    def python(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Runs a Python program of the copy, whose compiled modules stay in the copy."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE")}
        return subprocess.run([sys.executable, os.path.join(self.folder, program), *arguments],
                              capture_output=True, text=True, check=False, env=environment)

    def generate(self) -> str:
        """Runs the compiler of the copy; returns its output if it fails."""
        done = self.python("codegen/prmc", "generate", "--spec", os.path.join(self.folder, CORNERS),
                           "--out", os.path.join(self.folder, "generated"))
        return done.stdout + done.stderr if done.returncode else ""

    def proof(self, program: str) -> str:
        """Runs a proof and returns its output if it fails: that of compiled code, or the one that runs the code, which
        alone sees printed texts."""
        options = ["--config", "facts,clang-O2", "--first", "--kinds", "all"] if program == PROVE else \
            ["--cc", self.cc, "--cflags", "-std=c11 -O0"]
        done = self.python(f"tests/compiler/proof/{program}", "--spec", os.path.join(self.folder, CORNERS), "--generated",
                           os.path.join(self.folder, "generated"), *options,
                           "--build", os.path.join(self.folder, "build"))
        return done.stdout + done.stderr if done.returncode else ""

    def unchanged(self) -> str:
        return self.generate() or self.proof(PROVE)

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        path = os.path.join(self.folder, broken.path)
        with open(path, encoding="utf-8") as stream:
            original = stream.read()
        try:
            rewrite(path, broken.text)
            said = self.generate()
            if said:
                return f"the compiler does not run: {said[-500:]}"
            said = self.proof(broken.tests or PROVE)
            return "" if said and broken.message in said else \
                f"the proof says: {said[-500:]}" if said else "the proof did not notice"
        finally:
            rewrite(path, original)
