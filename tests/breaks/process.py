# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the tests of the process side of softmlx5 (tests/device/softmlx5/test_process.py) on a library with a changed file."""

from __future__ import annotations

import glob
import os
import sys
from typing import Sequence

from runner import ROOT, Break

SOFTMLX5 = os.path.join(ROOT, "tests", "device", "softmlx5")
sys.path[:0] = [SOFTMLX5, os.path.join(SOFTMLX5, "process")]

import built  # noqa: E402
import precompiled  # noqa: E402


class Tests:
    """The tests of a break are three words: a program, a part of it, and a mode of the doorbell. Or they are base_test, which
    has the changed file in itself."""

    # Limits of a program (tests/run/patience.py): some hang. A thread that polls may seem to run at any time on a busy machine.
    STILL = 20  # observations: 10 s on a quiet machine
    PROCESSOR = 5.0  # seconds; none needs half a one

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.folder, self.breaks = folder, breaks
        header, = glob.glob(os.path.join(ROOT, "softmlx5", "**", "uverbs.h"), recursive=True)
        self.headers = precompiled.header(folder, os.path.relpath(header, os.path.join(ROOT, "softmlx5")),
                                          ["gcc", *built.FLAGS])

    def run(self, launcher: str, tests: str) -> int:
        """Runs a program under the launcher; returns its exit status."""
        if tests == "base_test":
            return built.run([os.path.join(os.path.dirname(launcher), tests)])[0]
        program, part, mode = tests.split()
        return built.run([launcher, "--doorbell", mode, "--devices", "2", built.product(program), part], self.STILL, self.PROCESSOR)[0]

    def unchanged(self) -> str:
        for tests in sorted({broken.tests for broken in self.breaks}):
            status = self.run(built.product("softmlx5"), tests)
            if status:
                return f"{tests} ends with {status}"
        return ""

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        is_c = broken.path.endswith(".c")
        try:
            if broken.tests == "base_test":
                built.base_test_with(self.folder, broken.path, broken.text)
            else:
                built.library_with(self.folder, self.headers if is_c else [], broken.path, broken.text)
        except AssertionError as problem:
            return f"it does not compile:\n{problem}"
        status = self.run(os.path.join(self.folder, "softmlx5"), broken.tests)
        if status == 2:
            return f"{broken.tests} could not run"
        return "" if status else f"{broken.tests} did not notice"
