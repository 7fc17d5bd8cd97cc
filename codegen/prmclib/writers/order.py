# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The order of layouts in a header, and the dependencies between headers."""

from __future__ import annotations

from typing import Dict, List, Set

from prmclib.model import File, Layout, Spec, spec_digest


def dependencies(spec: Spec, item: File) -> List[str]:
    """Returns the stems of the files whose layouts or enumerations this file uses, sorted."""
    home: Dict[str, str] = {}
    for other in spec.files:
        for name in other.layouts + other.enums:
            home[name] = other.stem
    wanted: Set[str] = set()
    for name in item.layouts:
        for entry in spec.layouts[name].walk():
            for ref in (entry.item.layout, entry.item.enum, entry.item.flags):
                if ref in home:
                    wanted.add(home[ref])
    wanted.discard(item.stem)
    return sorted(wanted)


def in_order(spec: Spec, item: File) -> List[Layout]:
    """Returns the file's layouts, each after those that it nests."""
    out: List[str] = []

    def visit(name: str) -> None:
        if name in out or name not in item.layouts:
            return
        for entry in spec.layouts[name].walk():
            if entry.item.layout and entry.item.layout != name:
                visit(entry.item.layout)
        out.append(name)

    for name in item.layouts:
        visit(name)
    return [spec.layouts[name] for name in out]


def digest_of(spec: Spec, item: File) -> str:
    """Returns the digest of the file and all files that its header includes, 12 hexadecimal digits."""
    by_stem = {f.stem: f for f in spec.files}
    todo, seen = [item.stem], set()
    while todo:
        stem = todo.pop()
        if stem not in seen:
            seen.add(stem)
            todo.extend(dependencies(spec, by_stem[stem]))
    return spec_digest([(by_stem[s].path, by_stem[s].digest) for s in seen])[:12]
