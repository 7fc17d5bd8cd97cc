# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs tests of prmc in a child of this process that has one module of the compiler with another text."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import os
import sys
from typing import Sequence

import pytest
from runner import ROOT, Break

TESTS = os.path.join(ROOT, "tests")
CODEGEN = os.path.join(ROOT, "codegen")


class Changed(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Imports one module with another text."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        name = os.path.relpath(path, CODEGEN)[:-len(".py")].replace(os.sep, ".")
        self.name = name[:-len(".__init__")] if name.endswith(".__init__") else name
        self.was_asked = False

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        self.was_asked = True
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_filename(self, name):
        return self.path

    def get_data(self, path):
        return self.text.encode() if path == self.path else b""


def remember_patterns() -> None:
    """Imports the compiler and forgets it, since children import it anew. What stays are other packages and the regular
    expressions, which need not be compiled for each break."""
    cli = importlib.import_module("prmclib.cli")
    for command in cli.COMMANDS:
        importlib.import_module(command.module)
    for name in [name for name in sys.modules if name.split(".")[0] in ("prmclib", "guide", "watch")]:
        del sys.modules[name]


def _in_child(finder: Changed, tests: Sequence[str], output: str) -> int:
    """Returns the exit status of pytest: 1 if a test has failed; 9 if the module was not imported."""
    sys.meta_path.insert(0, finder)
    os.environ["PRMC_DIFF_EDITS"] = "30"  # of random edits, each
    with open(output, "w", encoding="utf-8") as stream:
        for number in (1, 2):
            os.dup2(stream.fileno(), number)
        sys.stdout = sys.stderr = stream
        status = pytest.main(["-q", "-x", "--capture=no", "-p", "no:cacheprovider", "--tb=line", "--rootdir", ROOT,
                              *(os.path.join(TESTS, test) for test in tests)])
    return int(status) if finder.was_asked else 9


class Tests:
    """The tests of a break are pytest's names below tests/. `ninja test` runs them without a break."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.output = os.path.join(folder, "output")
        remember_patterns()

    def unchanged(self) -> str:
        return ""

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        child = os.fork()
        if child == 0:
            status = 99
            try:
                status = _in_child(Changed(os.path.join(ROOT, broken.path), broken.text), broken.tests.split(),
                                   self.output)
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        with open(self.output, encoding="utf-8") as stream:
            said = stream.read()
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1 and "FAILED" in said:
            return ""
        return f"{broken.tests} did not notice:\n{said[-2000:]}"
