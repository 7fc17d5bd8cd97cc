# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Which layouts move to another file of the spec, so that no two files need each other's header."""

from __future__ import annotations

from typing import Dict, Iterator, List, Set, Tuple

from prmclib.model import Kind, Spec


def together(before: Spec, after: Spec) -> Dict[str, str]:
    """Returns layouts that have to move, each with a layout of the file that it moves to: a part that a layout has now
    and did not have in ``before`` comes to its file, if the file of the part needs that one."""
    parts = {name: _parts(after, name) for name in after.layouts}
    home = {name: file.path for file in after.files for name in file.layouts}
    moved: Dict[str, str] = {}
    for outer, inner in _new_parts(before, after):
        waiting = [inner]
        while waiting:
            name = waiting.pop()
            if home[outer] in _needed(home, parts, home[name]) and home[name] != home[outer]:
                home[name] = home[outer]
                moved[name] = outer
                waiting += parts[name]
    return moved


def _parts(spec: Spec, name: str) -> List[str]:
    items = spec.layouts[name].items()
    return list(dict.fromkeys(item.layout for item in items if item.kind is Kind.LAYOUT and item.layout in spec.layouts))


def _new_parts(before: Spec, after: Spec) -> Iterator[Tuple[str, str]]:
    for name in after.layouts:
        known = _parts(before, name) if name in before.layouts else []
        yield from ((name, one) for one in _parts(after, name) if one not in known)


def _needed(home: Dict[str, str], parts: Dict[str, List[str]], path: str) -> Set[str]:
    """Returns the files whose headers a file needs, and itself."""
    edges: Dict[str, Set[str]] = {}
    for name, inner in parts.items():
        edges.setdefault(home[name], set()).update(home[one] for one in inner)
    found, waiting = {path}, [path]
    while waiting:
        for other in edges.get(waiting.pop(), set()) - found:
            found.add(other)
            waiting.append(other)
    return found
