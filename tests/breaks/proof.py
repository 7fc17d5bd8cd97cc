# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the proof of compiled code on headers of a copy of the compiler that is broken.

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

PROOF = os.path.join(ROOT, "tests", "compiler", "proof")
CORNERS = os.path.join(PROOF, "corners")
sys.path.insert(0, PROOF)

import prove  # noqa: E402


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
        shutil.copytree(os.path.join(ROOT, "codegen"), os.path.join(folder, "codegen"),
                        ignore=shutil.ignore_patterns("__pycache__"))

    def generate(self) -> str:
        """Runs the compiler of the copy, whose compiled modules stay in the copy; returns its output if it fails."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE")}
        done = subprocess.run([sys.executable, os.path.join(self.folder, "codegen", "prmc"), "generate", "--spec", CORNERS,
                               "--out", os.path.join(self.folder, "generated")],
                              capture_output=True, text=True, check=False, env=environment)
        return done.stdout + done.stderr if done.returncode else ""

    def proof(self, program: str) -> str:
        """Runs a proof and returns its output if it fails: that of compiled code, or the one that runs the code, which
        alone sees printed texts."""
        headers = ["--spec", CORNERS, "--generated", os.path.join(self.folder, "generated"),
                   "--build", os.path.join(self.folder, "build")]
        if not program:
            status, said = prove.output_of("--config", "clang-O2,facts", "--first", "--kinds", "all", *headers)
            return said if status else ""
        done = subprocess.run([sys.executable, os.path.join(PROOF, program), "--cc", self.cc, "--cflags", "-std=c11 -O0",
                               *headers], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr if done.returncode else ""

    def unchanged(self) -> str:
        return self.generate() or self.proof("")

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
            said = self.proof(broken.tests)
            return "" if said and broken.message in said else \
                f"the proof says: {said[-500:]}" if said else "the proof did not notice"
        finally:
            rewrite(path, original)
