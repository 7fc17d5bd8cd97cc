#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Draws the folders of this project and what they rest on, from the imports and includes of the code.

    docs/house.py            writes docs/house.svg
    docs/house.py --check    exits with 1 if it is not what the code gives

A box is a folder. It is above all folders that it imports or includes; those that need each other are on one floor.
A line leads to each folder below that no other line leads to already.
"""

from __future__ import annotations

import ast
import functools
import glob
import os
import re
import sys
from dataclasses import dataclass
from typing import Dict, Iterator, List, Mapping, Sequence, Set, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURE = os.path.join(ROOT, "docs", "house.svg")
COMPILER = os.path.join(ROOT, "codegen")
WINGS = ("prmclib", "guide", "watch")  # packages of the compiler

# Imports within functions that lead upwards: a manual in another form is opened, and `prmc diff` names vendored trees.
OPENERS = {("prmclib.readers.source", "watch"), ("prmclib.diff.diff_command", "prmclib.vendor")}

Graph = Dict[str, Set[str]]  # what each folder rests on


# Python


def modules() -> Dict[str, str]:
    """Returns the text of each module of the compiler by its name; a package's is that of its __init__.py."""
    found = {}
    for wing in WINGS:
        for path in glob.glob(os.path.join(COMPILER, wing, "**", "*.py"), recursive=True):
            with open(path, encoding="utf-8") as stream:
                found[os.path.relpath(path, COMPILER)[:-len(".py")].replace(os.sep, ".")] = stream.read()
    return found


@functools.lru_cache(maxsize=None)
def imported(module: str, text: str) -> Tuple[str, ...]:
    """Returns the names that a module imports from the compiler, in full, those that functions import included."""
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


def edges(texts: Mapping[str, str]) -> Iterator[Tuple[str, str, str]]:
    """Yields the imports that leave a room: the module, its room, the other room."""
    rooms = {".".join(module.split(".")[:2]) for module in texts if module.count(".") > 1}
    for module, text in texts.items():
        for name in imported(module, text):
            here, there = room(module, rooms), room(name, rooms)
            if there != here and name not in ("prmclib.VERSION", "prmclib.cli"):
                yield module, here, there


def opens(module: str, there: str) -> bool:
    """True if an import is one of OPENERS."""
    return any(module == opener and (there == other or there.startswith(f"{other}.")) for opener, other in OPENERS)


def rests_on(texts: Mapping[str, str]) -> Graph:
    """Returns the rooms of the compiler that each one imports, openers apart."""
    graph: Graph = {}
    for module, here, there in edges(texts):
        graph.setdefault(there, set())
        graph.setdefault(here, set())
        if not opens(module, there):
            graph[here].add(there)
    return graph


# C


def includes(folders: Sequence[str]) -> Graph:
    """Returns the folders that the C files below some folders of the root include headers of."""
    paths = [os.path.relpath(path, ROOT) for folder in folders
             for path in glob.glob(os.path.join(ROOT, folder, "**", "*.[chS]"), recursive=True)]
    graph: Graph = {os.path.dirname(path): set() for path in paths}
    for path in paths:
        with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
            for name in re.findall(r'^\s*#\s*include\s+["<]([^">]+)[">]', stream.read(), re.M):
                top, folder = path.split("/")[0], os.path.dirname(path)
                fitting = [other for other in paths if other.endswith(f"/{name}")]
                fitting.sort(key=lambda other: (os.path.dirname(other) != folder, other.split("/")[0] != top))
                if fitting and os.path.dirname(fitting[0]) != folder:
                    graph[folder].add(os.path.dirname(fitting[0]))
    return graph


# Floors


def reach(graph: Graph, start: str) -> Set[str]:
    """Returns all folders that one rests on, at any distance."""
    found: Set[str] = set()
    todo = list(graph[start])
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += graph[name]
    return found


def floors(graph: Graph) -> Dict[str, int]:
    """Returns the floor of each folder, above all that it rests on; folders that rest on each other share one."""
    below = {name: reach(graph, name) for name in graph}
    group = {name: frozenset([name, *(other for other in below[name] if name in below[other])]) for name in graph}
    found: Dict[str, int] = {}

    def floor(name: str) -> int:
        if name not in found:
            under = set().union(*(below[other] for other in group[name])) - group[name]
            level = max((floor(other) + 1 for other in under), default=0)
            found.update({other: level for other in group[name]})
        return found[name]

    return {name: floor(name) for name in sorted(graph)}


def lines(graph: Graph) -> Iterator[Tuple[str, str]]:
    """Yields the pairs that a picture connects: a folder, and one below that it reaches in no other way."""
    for name in sorted(graph):
        for other in sorted(graph[name]):
            if not any(other in reach(graph, between) for between in graph[name]
                       if between != other and between not in reach(graph, other)):
                yield name, other


# The picture

WIDTH, HEIGHT, GAP, RISE, EDGE = 118, 30, 14, 64, 24  # of a box, between boxes, from floor to floor, around all: px
STYLE = """
text { font: 13px system-ui, sans-serif; text-anchor: middle; fill: #1d2733 }
rect { fill: #fff; stroke: #5b6b7d; rx: 4 }
.b rect { fill: #eef2f6 } .w rect { fill: #fbf3e4 } .g rect { fill: #e9f4ea } .d rect { fill: #eaf0fb }
.l { fill: none; stroke: #93a1b0 } .s text { font-weight: 600 }
@media (prefers-color-scheme: dark) { text { fill: #e6ebf0 } rect { fill: #22303e; stroke: #8fa0b2 }
.b rect { fill: #2a3947 } .w rect { fill: #44381f } .g rect { fill: #213d26 } .d rect { fill: #22314f } .l { stroke: #66788a } }
"""


@dataclass
class Building:
    """Some folders on their floors: ``slab`` is the folder that all of them rest on."""

    slab: str
    graph: Graph
    looks: Mapping[str, str]  # class of the boxes, by the start of a folder's name


def arranged(graph: Graph, levels: Dict[str, int]) -> Dict[str, int]:
    """Returns the place of each folder on its floor, near those that it is connected with."""
    rows: List[List[str]] = [[] for _ in range(max(levels.values()) + 1)]
    for name in sorted(graph):
        rows[levels[name]].append(name)
    near: Dict[str, Set[str]] = {name: set() for name in graph}
    for one, other in lines(graph):
        near[one].add(other)
        near[other].add(one)
    at = {name: place - (len(row) - 1) / 2 for row in rows for place, name in enumerate(row)}
    for _ in range(20):
        for row in rows:
            middle = {name: sum(at[other] for other in near[name]) / len(near[name]) if near[name] else at[name]
                      for name in row}
            row.sort(key=lambda name: (middle[name], name))
            at.update({name: place - (len(row) - 1) / 2 for place, name in enumerate(row)})
    return {name: place for row in rows for place, name in enumerate(row)}


def draw(building: Building, left: float, base: float) -> Tuple[List[str], float]:
    """Returns the elements of a building whose left edge is at ``left`` and whose slab is at ``base``, and its width."""
    graph = building.graph
    levels = floors(graph)
    place = arranged(graph, levels)
    counts = [sum(level == floor for level in levels.values()) for floor in range(max(levels.values()) + 1)]
    width = max(counts) * (WIDTH + GAP) - GAP
    spot = {}
    for name, level in levels.items():
        row = counts[level] * (WIDTH + GAP) - GAP
        spot[name] = (left + (width - row) / 2 + place[name] * (WIDTH + GAP), base - (level + 1) * RISE)
    out = []
    for upper, lower in lines(graph):
        (x1, y1), (x2, y2) = spot[upper], spot[lower]
        x1, x2 = x1 + WIDTH / 2, x2 + WIDTH / 2
        if levels[upper] == levels[lower]:  # they need each other
            out.append(f'<path class="l" d="M{x1:g} {y1 + HEIGHT:g} C{x1:g} {y1 + HEIGHT + 18:g} {x2:g} {y1 + HEIGHT + 18:g} '
                       f'{x2:g} {y1 + HEIGHT:g}"/>')
        else:
            out.append(f'<path class="l" d="M{x1:g} {y1 + HEIGHT:g} C{x1:g} {y1 + HEIGHT + 22:g} {x2:g} {y2 - 22:g} '
                       f'{x2:g} {y2:g}"/>')
    for name in sorted(spot):
        look = next((look for start, look in building.looks.items() if name.startswith(start)), "b")
        out.append(box(look, *spot[name], WIDTH, shown(name)))
    out.append(box("s", left, base, width, building.slab))
    return out, width


def shown(name: str) -> str:
    """Returns the label of a folder: its own name, with its wing's where it would not be clear."""
    parts = re.split(r"[./]", name)
    return "commands" if name == "prmclib" else "/".join(parts[1:]) if parts[0] in ("prmclib", "softmlx5") and parts[1:] \
        else "/".join(parts)


def box(look: str, x: float, y: float, width: float, label: str) -> str:
    return f'<g class="{look}"><rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HEIGHT}"/>' \
           f'<text x="{x + width / 2:g}" y="{y + HEIGHT / 2 + 4.5:g}">{label}</text></g>'


def without(graph: Graph, slab: str) -> Graph:
    """Returns the graph without the folder that all others need."""
    return {name: under - {slab} for name, under in graph.items() if name != slab}


def picture() -> str:
    """Returns the SVG."""
    python = {name.replace("prmclib.", "prmclib/"): {other.replace("prmclib.", "prmclib/") for other in under}
              for name, under in rests_on(modules()).items()}
    c = without(includes(("include", "generated", "runtime", "softmlx5", "examples")), "generated")
    buildings = (
        Building("spec/", python, {"watch": "w", "guide": "g"}),
        Building("generated/", c, {"softmlx5": "d"}),
    )
    base = EDGE + max(max(floors(one.graph).values()) + 1 for one in buildings) * RISE
    left, out = float(EDGE), []
    for one in buildings:
        made, width = draw(one, left, base)
        out += made
        left += width + 60
    height = base + HEIGHT + EDGE
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left - 60 + EDGE:g} {height:g}" role="img" ' \
           f'aria-label="Folders of the compiler, the library and softmlx5, each above those that it rests on">' \
           f"<style>{STYLE}</style>\n" + "\n".join(out) + "\n</svg>\n"


def main(arguments: Sequence[str]) -> int:
    text = picture()
    if "--check" in arguments:
        with open(PICTURE, encoding="utf-8") as stream:
            current = stream.read() == text
        print("docs/house.svg is up to date" if current else "docs/house.svg: run docs/house.py, and commit it")
        return 0 if current else 1
    with open(PICTURE, "w", encoding="utf-8") as stream:
        stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
