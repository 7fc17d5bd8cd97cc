# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests in a child of this process that see one module of the compiler with another text.

Cheaper than a copy of the tree (broken_copy.py), for tests that run prmc inside of their own process.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import sys
from typing import Callable, Sequence

import pytest

TESTS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(TESTS)
PRMCLIB = os.path.join(ROOT, "codegen", "prmclib")


class Broken(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Imports one module with another text."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        name = os.path.relpath(path, os.path.dirname(PRMCLIB))[:-len(".py")].replace(os.sep, ".")
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


def _in_child(finder: Broken, anew: Sequence[str], tests: Sequence[str], output: str,
              prepare: Callable[[], None]) -> int:
    """Exit status of pytest: 1 if a test has failed; 9 if the module was not even imported."""
    folders = {os.path.dirname(os.path.join(TESTS, test.split("::")[0])) for test in tests}
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", "") or ""
        if name.startswith(tuple(anew)) or os.path.dirname(path) in folders or name == "conftest":
            del sys.modules[name]
    sys.meta_path.insert(0, finder)
    with open(output, "w", encoding="utf-8") as stream:
        for number in (1, 2):
            os.dup2(stream.fileno(), number)
        sys.stdout = sys.stderr = stream
        os.chdir(ROOT)
        prepare()
        status = pytest.main(["-q", "-x", "--capture=no", "-p", "no:cacheprovider", "--tb=line",
                              "--rootdir", ROOT, *(os.path.join(TESTS, test) for test in tests)])
    return int(status) if finder.was_asked else 9


def notice(name: str, old: str, new: str, tests: Sequence[str], anew: Sequence[str], output: str,
           prepare: Callable[[], None] = lambda: None) -> None:
    """Fails unless ``tests`` (below tests/) fail with ``old`` replaced by ``new`` in a module below
    codegen/prmclib.  ``anew``: beginnings of the names of modules to be imported once more."""
    path = os.path.join(PRMCLIB, name)
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    assert text.count(old) == 1, f"{name} has no such text, or several times: {old}"
    child = os.fork()
    if child == 0:
        status = 99
        try:
            status = _in_child(Broken(path, text.replace(old, new)), anew, tests, output, prepare)
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    with open(output, encoding="utf-8") as stream:
        said = stream.read()
    assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1, \
        f"not noticed by {' '.join(tests)}:\n{said[-2000:]}"
    assert "FAILED" in said, said[-2000:]
