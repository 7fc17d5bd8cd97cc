# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the structure of the compiler that codegen/README.md describes: the tools import the core, the core opens a
tool at three places only, and file names are unique. No table is keyed by id(). The library, softmlx5 and the examples
name no storage unit of a generated struct."""

from __future__ import annotations

import ast
import collections
import glob
import os
import re
from typing import Dict, Iterator, List, Set

from prmc import ROOT

LIBRARY = os.path.join(ROOT, "codegen", "prmclib")

# The modules of the core that import a tool: they open another manual, or fit it to C.
OPENERS = {"source", "generate", "vendor.vendor_command"}


def modules() -> Dict[str, str]:
    """Returns the path of each module by its name within prmclib; of a package, its __init__.py."""
    found = {}
    for folder, _, names in os.walk(LIBRARY):
        for name in names:
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                module = os.path.relpath(path, LIBRARY)[:-len(".py")].replace(os.sep, ".")
                found[module] = path
    return found


def imported(module: str, text: str) -> Iterator[str]:
    """Yields the modules of prmclib that a module imports, and the imported names."""
    package = ["prmclib", *module.split(".")[:-1]]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name[len("prmclib."):] for name in node.names
                        if name.name.startswith("prmclib."))
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            whole = ".".join([*base, *([node.module] if node.module else [])])
            if whole.split(".")[0] == "prmclib":
                yield from (f"{whole}.{name.name}"[len("prmclib."):] for name in node.names)


def openers(texts: Dict[str, str]) -> Set[str]:
    """Returns the modules of the core that import a tool."""
    return {module for module, text in texts.items() if not module.startswith("tools.")
            and any(name.split(".")[0] == "tools" for name in imported(module, text))}


def repeated(paths: List[str]) -> List[str]:
    """Returns the file names of several paths."""
    count = collections.Counter(os.path.basename(path) for path in paths)
    return sorted(name for name, times in count.items() if times > 1 and name != "__init__.py")


def test_the_core_imports_tools_at_three_places() -> None:
    texts = {}
    for module, path in modules().items():
        with open(path, encoding="utf-8") as stream:
            texts[module] = stream.read()
    assert openers(texts) == OPENERS
    # Each form of import is recognised.
    for line in ("from .tools import cpp", "from prmclib.tools.adb import document", "import prmclib.tools.cpp"):
        assert openers({**texts, "walk": line}) == OPENERS | {"walk"}
    assert openers({**texts, "diff.build": "from ..tools.cpp import Token"}) == OPENERS | {"diff.build"}


def test_no_name_of_a_file_comes_twice() -> None:
    paths = list(modules().values())
    assert len(paths) > 100
    assert repeated(paths) == []
    assert repeated([*paths, "elsewhere/walk.py"]) == ["walk.py"]


def calls_of_id(text: str) -> int:
    return sum(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "id"
               for node in ast.walk(ast.parse(text)))


def test_nothing_is_found_by_its_address() -> None:
    """Objects of the manual are keys themselves (model.py)."""
    for path in modules().values():
        with open(path, encoding="utf-8") as stream:
            assert calls_of_id(stream.read()) == 0, path
    assert calls_of_id("known[id(item)] = 1") == 1


# A storage unit has its offset in its name and several fields in it: b_02, w_04, dw_08, qw_10.
UNIT = re.compile(r"(?:->|\.)(?:b|w|dw|qw)_[0-9a-f]{2,}\b")


def test_no_storage_unit_is_named_by_hand() -> None:
    paths = [path for folder in ("runtime", "softmlx5", "examples", "include")
             for path in glob.glob(os.path.join(ROOT, folder, "**", "*.[ch]"), recursive=True)]
    assert len(paths) > 100
    for path in paths:
        with open(path, encoding="utf-8") as stream:
            assert not UNIT.search(stream.read()), path
    assert UNIT.search("mkc->b_02 = access;") and UNIT.search("ctrl.dw_04") and not UNIT.search("wqe->b_size")
