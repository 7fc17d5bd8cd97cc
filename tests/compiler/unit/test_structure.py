# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the structure of the compiler that codegen/README.md describes: its rooms lie on floors, the core opens the
other wings at one place, docs/house.svg shows this, and file names are unique. No table is keyed by id(). The library,
softmlx5 and the examples name no storage unit of a generated struct."""

from __future__ import annotations

import ast
import collections
import glob
import os
import re
import sys
from typing import Dict, List

import pytest

from prmc import ROOT

sys.path.insert(0, os.path.join(ROOT, "docs"))

import house  # noqa: E402


def repeated(paths: List[str]) -> List[str]:
    """Returns the file names of several paths."""
    count = collections.Counter(os.path.basename(path) for path in paths)
    return sorted(name for name, times in count.items() if times > 1 and name != "__init__.py")


def floors(texts: Dict[str, str]) -> Dict[str, int]:
    """Returns the floor of each room of the compiler; raises AssertionError for rooms that need each other."""
    graph = house.rests_on(texts)
    circle = [name for name in graph if name in house.reach(graph, name)]
    assert not circle, f"a circle among {sorted(circle)}"
    return house.floors(graph)


def test_rooms_lie_on_floors() -> None:
    """No room imports one that imports it; the compiler needs no other wing, and each opener opens something."""
    texts = house.modules()
    found = floors(texts)
    assert len(found) > 15 and found["prmclib.model"] == 0
    edges = list(house.edges(texts))
    assert {opener for opener, _ in house.OPENERS} == {module for module, _, there in edges if house.opens(module, there)}
    assert not [module for module, here, there in edges
                if here.startswith("prmclib") and not there.startswith("prmclib") and not house.opens(module, there)]
    for line in ("from prmclib.diff import compare", "from ..diff.compare import compare", "import prmclib.diff.compare",
                 "def f():\n    from prmclib.diff import compare"):
        with pytest.raises(AssertionError, match="circle among .*prmclib.diff"):
            floors({**texts, "prmclib.model.walk": line})


def test_the_picture_is_that_of_the_code() -> None:
    with open(house.PICTURE, encoding="utf-8") as stream:
        assert stream.read() == house.picture(), "run docs/house.py, and commit docs/house.svg"


def test_no_name_of_a_file_comes_twice() -> None:
    paths = [f"{module.replace('.', '/')}.py" for module in house.modules()]
    assert len(paths) > 100
    assert repeated(paths) == []
    assert repeated([*paths, "elsewhere/walk.py"]) == ["walk.py"]


def calls_of_id(text: str) -> int:
    return sum(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "id"
               for node in ast.walk(ast.parse(text)))


def test_nothing_is_found_by_its_address() -> None:
    """Objects of the manual are keys themselves (model.py)."""
    for module, text in house.modules().items():
        assert calls_of_id(text) == 0, module
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
