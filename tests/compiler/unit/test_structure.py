# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the structure of the compiler that codegen/README.md describes: its rooms lie on floors, the core opens the
other wings at one place, and file names are unique. No table is keyed by id(). The library, softmlx5 and the
examples name no storage unit of a generated struct."""

from __future__ import annotations

import ast
import collections
import functools
import glob
import os
import re
from typing import Dict, Iterator, List, Set, Tuple

import pytest

from prmc import ROOT

COMPILER = os.path.join(ROOT, "codegen")
WINGS = ("prmclib", "guide", "watch")

# Imports that lead upwards, within functions: a manual in another form is opened, and `prmc diff` names vendored trees.
OPENERS = {("prmclib.readers.source", "watch"), ("prmclib.diff.diff_command", "prmclib.vendor")}


def modules() -> Dict[str, str]:
    """Returns the path of each module by its name; of a package, its __init__.py."""
    found = {}
    for wing in WINGS:
        for folder, _, names in os.walk(os.path.join(COMPILER, wing)):
            for name in names:
                if name.endswith(".py"):
                    path = os.path.join(folder, name)
                    module = os.path.relpath(path, COMPILER)[:-len(".py")].replace(os.sep, ".")
                    found[module] = path
    return found


@functools.lru_cache(maxsize=None)
def imported(module: str, text: str) -> Tuple[str, ...]:
    """Returns the names that a module imports from the wings, in full, those that functions import included."""
    package = module.split(".")[:-1]
    names: List[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += (name.name for name in node.names if name.name.split(".")[0] in WINGS)
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            whole = ".".join([*base, *([node.module] if node.module else [])])
            if whole.split(".")[0] in WINGS:
                names += (f"{whole}.{name.name}" for name in node.names)
    return tuple(names)


def room(name: str, rooms: Set[str]) -> str:
    """Returns the room of a module or of what it defines: the folder in the wing, or the wing for loose modules."""
    folder = ".".join(name.split(".")[:2])
    return folder if folder in rooms else name.split(".")[0]


def edges(texts: Dict[str, str]) -> Iterator[Tuple[str, str, str]]:
    """Yields the imports that leave a room: the module, its room, the other room."""
    rooms = {".".join(module.split(".")[:2]) for module in texts if module.count(".") > 1}
    for module, text in texts.items():
        for name in imported(module, text):
            here, there = room(module, rooms), room(name, rooms)
            if there != here and name not in ("prmclib.VERSION", "prmclib.cli"):
                yield module, here, there


def opens(module: str, there: str) -> bool:
    return any(module == opener and (there == other or there.startswith(f"{other}.")) for opener, other in OPENERS)


def floors(texts: Dict[str, str]) -> Dict[str, int]:
    """Returns the floor of each room: above all rooms that its modules import, openers apart. Raises AssertionError
    for a circle."""
    below: Dict[str, Set[str]] = {}
    for module, here, there in edges(texts):
        below.setdefault(there, set())
        below.setdefault(here, set())
        if not opens(module, there):
            below[here].add(there)
    found: Dict[str, int] = {}
    while len(found) < len(below):
        ready = {name: max((found[other] + 1 for other in under), default=0)
                 for name, under in below.items() if name not in found and under <= set(found)}
        assert ready, f"a circle among {sorted(set(below) - set(found))}"
        found.update(ready)
    return found


def repeated(paths: List[str]) -> List[str]:
    """Returns the file names of several paths."""
    count = collections.Counter(os.path.basename(path) for path in paths)
    return sorted(name for name, times in count.items() if times > 1 and name != "__init__.py")


def texts_of_modules() -> Dict[str, str]:
    texts = {}
    for module, path in modules().items():
        with open(path, encoding="utf-8") as stream:
            texts[module] = stream.read()
    return texts


def test_rooms_lie_on_floors() -> None:
    """No room imports one that imports it; the compiler needs no other wing, and each opener opens something."""
    texts = texts_of_modules()
    found = floors(texts)
    assert len(found) > 15 and found["prmclib.model"] == 0
    assert {opener for opener, _ in OPENERS} == {module for module, _, there in edges(texts) if opens(module, there)}
    assert not [module for module, here, there in edges(texts)
                if here.startswith("prmclib") and not there.startswith("prmclib") and not opens(module, there)]
    for line in ("from prmclib.diff import compare", "from ..diff.compare import compare", "import prmclib.diff.compare",
                 "def f():\n    from prmclib.diff import compare"):
        with pytest.raises(AssertionError, match="circle among .*prmclib.diff"):
            floors({**texts, "prmclib.model.walk": line})


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
