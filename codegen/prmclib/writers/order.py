# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The order of layouts in a header, and the dependencies between headers."""

from __future__ import annotations

from typing import Dict, List, Set

from prmclib.model import File, Layout, Spec, spec_digest


def dependencies(spec: Spec) -> Dict[str, List[str]]:
    """Returns by file, as all here by its stem, the files whose layouts or enumerations it uses, sorted."""
    home = {name: item.stem for item in spec.files for name in item.layouts + item.enums}
    wanted: Dict[str, Set[str]] = {item.stem: set() for item in spec.files}
    for item in spec.files:
        for name in item.layouts:
            for used in spec.layouts[name].items():
                wanted[item.stem].update(home[ref] for ref in (used.layout, used.enum, used.flags) if ref in home)
        wanted[item.stem].discard(item.stem)
    return {stem: sorted(stems) for stem, stems in wanted.items()}


def in_order(spec: Spec, item: File) -> List[Layout]:
    """Returns the file's layouts, each after those that it nests."""
    out: List[str] = []

    def visit(name: str) -> None:
        if name in out or name not in item.layouts:
            return
        for inner in spec.layouts[name].items():
            if inner.layout and inner.layout != name:
                visit(inner.layout)
        out.append(name)

    for name in item.layouts:
        visit(name)
    return [spec.layouts[name] for name in out]


def digest_of(spec: Spec, item: File, needs: Dict[str, List[str]]) -> str:
    """Returns the digest of the file and all files that its header includes, 12 hexadecimal digits. ``needs``:
    :func:`dependencies`."""
    by_stem = {f.stem: f for f in spec.files}
    todo, seen = [item.stem], set()
    while todo:
        stem = todo.pop()
        if stem not in seen:
            seen.add(stem)
            todo.extend(needs[stem])
    return spec_digest([(by_stem[s].path, by_stem[s].digest) for s in seen])[:12]
