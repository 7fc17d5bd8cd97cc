# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What the readers that make a spec of another form of manual have in common."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Dict, List, Set, Tuple

from ..model import Arm, Bits, Field, File, Kind, LeftOut, Selector, Span, Spec
from ..place import split


class Maker:
    """A spec that is being made, and what is left out of it.  ``taken`` are the names of layouts
    and enumerations."""

    def __init__(self) -> None:
        self.spec = Spec()
        self.left: List[LeftOut] = []
        self.taken: Set[str] = set()
        self.files: Dict[str, File] = {}  # by their paths

    def free_name(self, wanted: str) -> str:
        """``wanted``, with a number behind it if something has that name."""
        name, count = wanted, 1
        while name in self.taken:
            count += 1
            name = f"{wanted}_{count}"
        self.taken.add(name)
        return name

    def add_file(self, path: str, doc: str, data: bytes = b"", digest: str = "") -> File:
        """A file of the manual, with its content or its digest."""
        base = os.path.basename(path)
        stem = identifier(base.rpartition(".")[0] or base).lower()
        file = File(path, stem, doc, digest or hashlib.sha256(data).hexdigest())
        self.files[path] = file
        self.spec.files.append(file)
        return file

    def result(self) -> Tuple[Spec, List[LeftOut]]:
        return self.spec, self.left


def identifier(text: str) -> str:
    """``text`` as a name: what C does not allow becomes ``_``."""
    name = re.sub(r"\W", "_", text, flags=re.ASCII)
    return f"_{name}" if name[:1].isdigit() else name


def joined(note: str, more: str) -> str:
    """Two remarks as one."""
    return f"{note}; {more}" if note else more


def blank(start: int, end: int, kind: Kind, where: Span) -> List[Field]:
    """Reserved or ignored bits, as the places that the notation has; none if there are no bits."""
    return [Field("", bits, kind, where, elem_width=bits.width)
            for bits in split(Bits(start, end - start))] if start < end else []


def overlay_at(name: str, bits: Bits, where: Span, selector: Selector) -> Field:
    """An overlay that has no arms yet."""
    return Field(name, bits, Kind.OVERLAY, where, elem_width=bits.width, selector=selector)


def fill(arm: Arm, fields: List[Field]) -> Arm:
    """The arm with its fields; it is a single one if that is all it has."""
    arm.fields = fields
    arm.is_single = len(fields) == 1 and fields[0].name in (arm.name, "")
    return arm
