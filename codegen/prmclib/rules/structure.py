# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks how layouts and files contain each other: E019 nested arrays of unknown length, E041 layouts
that contain themselves, E042 files that need each other's header, E046 too many levels."""

from __future__ import annotations

from typing import Dict, Hashable, List, Mapping, Sequence, Set, Tuple, TypeVar

from prmclib.model import Field, Kind
from prmclib.model.draft import Draft

Node = TypeVar("Node", bound=Hashable)
MAX_NESTED = 16  # levels of layouts in each other; those of mlx5 have up to four


def cycles(edges: Mapping[Node, Sequence[Node]]) -> List[List[Node]]:
    """Returns one cycle for every group of nodes that reach each other, each starting with its first
    node in the order of ``edges``.  Iterative, for any depth."""
    color: Dict[Node, int] = {}
    found: List[List[Node]] = []
    in_cycle: Set[Node] = set()
    for root in edges:
        if root in color:
            continue
        path: List[Node] = [root]
        color[root] = 1
        stack = [iter(edges.get(root, ()))]
        while stack:
            for node in stack[-1]:
                if node not in edges:
                    continue
                if color.get(node) == 1:
                    cycle = path[path.index(node):]
                    if not in_cycle.intersection(cycle):
                        found.append(cycle)
                    in_cycle.update(cycle)
                elif node not in color:
                    color[node] = 1
                    path.append(node)
                    stack.append(iter(edges.get(node, ())))
                    break
            else:
                color[path.pop()] = 2
                stack.pop()
    return found


def check(draft: Draft) -> None:
    spec = draft.spec
    nested: Dict[str, Dict[str, Field]] = {}
    for layout in spec.layouts.values():
        inner = nested[layout.name] = {}
        for item in layout.items():
            if item.kind is Kind.LAYOUT and item.layout in spec.layouts:
                inner.setdefault(item.layout, item)
                _flexible(draft, item)
    circular = cycles({name: list(inner) for name, inner in nested.items()})
    for cycle in circular:
        steps = list(zip(cycle, cycle[1:] + cycle[:1]))
        places = [(nested[outer][inner].where, f"'{outer}' contains '{inner}'")
                  for outer, inner in steps]
        draft.findings.add(
            "E041", places[0][0], f"layout '{cycle[0]}' contains itself"
            if len(cycle) == 1 else
            f"layouts contain each other: {' -> '.join(cycle + cycle[:1])}", others=places[1:],
            help="a layout has a fixed size, so it cannot contain itself; make one of the fields "
                 "`kind: bytes`")
    if not circular:
        _depth(draft, nested)
    _headers(draft, nested, {name for cycle in circular for name in cycle})


def _depth(draft: Draft, nested: Mapping[str, Mapping[str, Field]]) -> None:
    """Finds the layouts at the top of more than MAX_NESTED levels, without recursion."""
    depth: Dict[str, int] = {}
    stack = list(nested)
    while stack:
        name = stack[-1]
        missing = [inner for inner in nested[name] if inner not in depth]
        if missing:
            stack += missing
            continue
        depth[stack.pop()] = 1 + max((depth[inner] for inner in nested[name]), default=0)
    for name, inner in nested.items():
        if depth[name] == MAX_NESTED + 1:
            item = next(item for one, item in inner.items() if depth[one] == MAX_NESTED)
            draft.findings.add(
                "E046", item.where, f"layout '{name}' has more than {MAX_NESTED} levels of nested layouts",
                help="put the fields of one of the inner layouts in its place; structures of devices have few levels")


def _flexible(draft: Draft, item: Field) -> None:
    inner = draft.spec.layouts[item.layout]
    tail = next((one for one in inner.fields if one.is_flexible), None)
    if tail is not None:
        draft.findings.add(
            "E019", item.where, f"'{item.name}' is layout '{inner.name}', which ends with an array "
            "of unknown length", others=[(tail.where, f"'{tail.name}' is here")],
            help="such a layout cannot be nested; use it in a sequence, or take the array out of it")


def _headers(draft: Draft, nested: Mapping[str, Mapping[str, Field]],
             circular: Set[str]) -> None:
    home = {name: item.path for item in draft.spec.files for name in item.layouts}
    needs: Dict[str, Dict[str, Tuple[str, str, Field]]] = {
        item.path: {} for item in draft.spec.files}
    for outer, inner in nested.items():
        if outer in circular:
            continue
        for name, item in inner.items():
            if name not in circular and home[outer] != home[name]:
                needs[home[outer]].setdefault(home[name], (outer, name, item))
    for cycle in cycles({path: list(other) for path, other in needs.items()}):
        steps = list(zip(cycle, cycle[1:] + cycle[:1]))
        places = []
        for one, other in steps:
            outer, name, item = needs[one][other]
            places.append((item.where, f"'{outer}' of {one} contains '{name}' of {other}"))
        draft.findings.add(
            "E042", places[0][0],
            f"files need each other's header: {' -> '.join(cycle + cycle[:1])}",
            others=places[1:],
            help="move one of the layouts into the file that needs it, or both into a file of "
                 "their own")
