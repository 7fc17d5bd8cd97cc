# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""One file of a spec, with what it needs of the others."""

from __future__ import annotations

import dataclasses
from typing import Iterator, List, Set, Tuple

from .model import Field, Spec

_Name = Tuple[str, str]  # kind ("layouts", "enums", "variants", "sequences") and name


def part(spec: Spec, path: str) -> Spec:
    """What the file recorded as ``path`` defines, and all that this refers to, wherever it stands."""
    file = next(item for item in spec.files if item.path == path)
    todo: List[_Name] = [(kind, name) for kind in ("layouts", "enums", "variants", "sequences")
                         for name in getattr(file, kind)]
    found: Set[_Name] = set()
    while todo:
        one = todo.pop()
        if one[1] and one not in found and one[1] in getattr(spec, one[0]):
            found.add(one)
            todo += _references(spec, one)

    def kept(kind: str, names: List[str]) -> List[str]:
        return [name for name in names if (kind, name) in found]

    files = [dataclasses.replace(item, layouts=kept("layouts", item.layouts),
                                 enums=kept("enums", item.enums),
                                 variants=kept("variants", item.variants),
                                 sequences=kept("sequences", item.sequences))
             for item in spec.files]
    return Spec([item for item in files
                 if item.layouts or item.enums or item.variants or item.sequences],
                {name: spec.layouts[name] for name in kept("layouts", list(spec.layouts))},
                {name: spec.enums[name] for name in kept("enums", list(spec.enums))},
                {name: spec.variants[name] for name in kept("variants", list(spec.variants))},
                {name: spec.sequences[name] for name in kept("sequences", list(spec.sequences))})


def _references(spec: Spec, one: _Name) -> Iterator[_Name]:
    """What a thing names; names may be empty."""
    kind, name = one
    if kind == "layouts":
        for item in spec.layouts[name].fields:
            for sub in [item, *(sub for arm in item.arms for sub in arm.fields)]:
                yield from _of_field(sub)
    elif kind == "variants":
        yield "enums", spec.variants[name].selector.enum
        for arm in spec.variants[name].arms:
            yield "layouts", arm.layout
            yield "sequences", arm.sequence
    elif kind == "sequences":
        for segment in spec.sequences[name].segments:
            yield "layouts", segment.layout
            yield "variants", segment.variant
            yield "sequences", segment.sequence


def _of_field(item: Field) -> Iterator[_Name]:
    yield "layouts", item.layout
    yield "enums", item.enum
    yield "enums", item.flags
    if item.selector is not None:
        yield "enums", item.selector.enum
