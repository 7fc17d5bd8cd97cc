# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the comparison with recorded bytes (tests/library/vectors/run.py) in a child of this process that has the changed text
instead of a file of the spec or expected.py. The message of the break must be printed."""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import os
import shutil
import sys
import traceback
from typing import List, Sequence, Set

from runner import ROOT, Break

HERE = os.path.join(ROOT, "tests", "library", "vectors")
sys.path.insert(0, HERE)

import run  # noqa: E402; adds the compiler's modules to the path
from prmclib.writers import choice
from prmclib.model import errors
from prmclib import generate
from prmclib.readers import load  # noqa: E402
from prmclib.model.errors import Findings  # noqa: E402

CFLAGS = "-O0"  # of programs that run once
EXPECTED = "tests/library/vectors/expected.py"


def recorded(broken: Break) -> List[str]:
    """Returns the recorded file that shows the break."""
    return [os.path.join(HERE, name) for name in broken.tests.split()]


class Tests:
    """The test of a break is the recorded file that shows it; none needs no image."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.cc, self.build, self.breaks = cc, folder, breaks
        self.texts = []
        for opened, name in load.find_files([os.path.join(ROOT, "spec")], Findings()):
            with open(opened, "rb") as stream:
                self.texts.append(load.Text(opened, name, stream.read()))
        self.spec, _ = load.load_texts(self.texts)
        self.names: Set[str] = set()
        self.program = ""

    def compiled(self, names: Set[str]) -> str:
        """Returns the program for these layouts, the last one if it has them."""
        if not names <= self.names:
            self.program = run.compile_program(self.spec, names, self.cc, CFLAGS, self.build)
            self.names = names
        return self.program

    def unchanged(self) -> str:
        files = sorted({name for broken in self.breaks for name in recorded(broken)})
        status = run.compare(self.spec, files, self.compiled)
        return f"comparing ended with {status}" if status else ""

    def lacks(self, broken: Break) -> str:
        return ""

    def of_spec(self, broken: Break) -> int:
        """Compares with another text of a spec file, and headers made from it."""
        path = os.path.join(ROOT, broken.path)
        spec, findings = load.load_texts([
            dataclasses.replace(known, data=broken.text.encode()) if known.name == path else known
            for known in self.texts])
        if findings.has_errors:
            errors.report(findings, sys.stdout)
            return 2

        def program(names: Set[str]) -> str:
            folder = os.path.join(self.build, "generated")
            chosen = choice.Choice(only=tuple(sorted(names)))
            headers = choice.files(choice.selected(spec, chosen), chosen, "", guarded=False)
            shutil.rmtree(folder, ignore_errors=True)
            generate.write(folder, headers, whole=True)
            return run.compile_program(spec, names, self.cc, CFLAGS, self.build + "/of_spec", folder)

        return run.compare(spec, recorded(broken), program)

    def of_model(self, broken: Break) -> int:
        """Compares with another text of expected.py."""
        made = importlib.util.module_from_spec(importlib.util.spec_from_loader("expected", None))
        sys.modules["expected"] = made
        exec(compile(broken.text, broken.path, "exec"), made.__dict__)  # pylint: disable=exec-used
        del sys.modules["run"]
        return importlib.import_module("run").compare(self.spec, recorded(broken), self.compiled)

    def problem(self, broken: Break) -> str:
        output = os.path.join(self.build, "output")
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            status = 99
            with open(output, "w", encoding="utf-8") as stream:
                sys.stdout = sys.stderr = stream
                try:
                    status = (self.of_model if broken.path == EXPECTED else self.of_spec)(broken)
                except BaseException:  # pylint: disable=broad-except
                    traceback.print_exc()
                finally:
                    stream.flush()
                    os._exit(status)
        _, status = os.waitpid(child, 0)
        with open(output, encoding="utf-8") as stream:
            said = stream.read()
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1 and broken.message in said:
            return ""
        return f"not noticed, or not by '{broken.message}':\n{said[-1600:]}"
