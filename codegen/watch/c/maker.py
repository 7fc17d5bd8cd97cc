# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Helpers of the readers that convert another form of manual to a spec."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Dict, List, Set, Tuple

from prmclib.model import Arm, Bits, Field, File, Kind, LeftOut, Selector, Span, Spec
from prmclib.model.place import split


class Maker:
    """Collects a spec and what is left out of it.  ``taken`` has the names of layouts and
    enumerations."""

    def __init__(self) -> None:
        self.spec = Spec()
        self.left: List[LeftOut] = []
        self.taken: Set[str] = set()
        self.files: Dict[str, File] = {}  # by path

    def free_name(self, wanted: str) -> str:
        """Returns ``wanted``, with a number after it if the name is taken."""
        name, count = wanted, 1
        while name in self.taken:
            count += 1
            name = f"{wanted}_{count}"
        self.taken.add(name)
        return name

    def add_file(self, path: str, doc: str, data: bytes = b"", digest: str = "") -> File:
        """Adds a file of the manual, with its content or its digest."""
        base = os.path.basename(path)
        stem = identifier(base.rpartition(".")[0] or base).lower()
        file = File(path, stem, doc, digest or hashlib.sha256(data).hexdigest())
        self.files[path] = file
        self.spec.files.append(file)
        return file

    def result(self) -> Tuple[Spec, List[LeftOut]]:
        return self.spec, self.left


def identifier(text: str) -> str:
    """Returns ``text`` as a C name: other characters become ``_``."""
    name = re.sub(r"\W", "_", text, flags=re.ASCII)
    return f"_{name}" if name[:1].isdigit() else name


def joined(note: str, more: str) -> str:
    """Joins two remarks."""
    return f"{note}; {more}" if note else more


def blank(start: int, end: int, kind: Kind, where: Span) -> List[Field]:
    """Returns reserved or ignored bits, split at the places that the notation has."""
    return [Field("", bits, kind, where, elem_width=bits.width)
            for bits in split(Bits(start, end - start))] if start < end else []


def overlay_at(name: str, bits: Bits, where: Span, selector: Selector) -> Field:
    """Returns an overlay without arms."""
    return Field(name, bits, Kind.OVERLAY, where, elem_width=bits.width, selector=selector)


def fill(arm: Arm, fields: List[Field]) -> Arm:
    """Sets the fields of an arm; one field that covers it makes it a single one."""
    arm.fields = fields
    arm.is_single = len(fields) == 1 and fields[0].name in (arm.name, "")
    return arm
