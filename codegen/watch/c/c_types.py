# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The C types of an object file or of headers, laid out, as plain data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple, Union

from prmclib.model import Span


@dataclass
class Leaf:
    """A type without parts: ``int`` (bool and characters, too), ``char``, ``float``, ``pointer`` or
    ``other``; ``missing`` for one that is not defined, whose name is the reason.  ``size`` in bytes."""

    kind: str
    name: str
    size: int


@dataclass
class CEnum:
    tag: str
    size: int
    values: List[Tuple[str, int]]
    where: Span


@dataclass
class Array:
    """``count`` is None if unknown; dimensions are arrays of arrays."""

    element: "TypeRef"
    count: Optional[int]


@dataclass(eq=False)
class CStruct:
    """A struct or union; the tag is empty if it has none."""

    tag: str
    is_union: bool
    size: int  # bytes
    where: Span
    members: List["CMember"] = field(default_factory=list)

    @property
    def keyword(self) -> str:
        return "union" if self.is_union else "struct"


@dataclass
class TypeRef:
    """A use of a type, with the names of the typedefs between, the outermost first."""

    type: Union[Leaf, CEnum, Array, CStruct]
    names: Tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name used in the source."""
        if self.names:
            return self.names[0]
        kind = self.type
        return "" if isinstance(kind, Array) else kind.name if isinstance(kind, Leaf) else kind.tag

    @property
    def bits(self) -> int:
        """Size in bits; 0 for an array of unknown length."""
        if isinstance(self.type, Array):
            return self.type.element.bits * (self.type.count or 0)
        return self.type.size * 8


@dataclass
class CMember:
    """``offset`` in bits from the start of the struct, in the order of the machine: for a bit field
    that of its first bit, which is the lowest one on a little-endian machine.  ``width`` is
    set for bit fields only."""

    name: str
    type: TypeRef
    offset: int
    where: Span
    width: Optional[int] = None


@dataclass
class Objects:
    """The types of an object file or of headers.  ``structs`` has structs and unions by tag, or by typedef if
    they have none; ``anonymous`` are enumerations without a name."""

    path: str
    is_little_endian: bool = True
    structs: Dict[str, CStruct] = field(default_factory=dict)
    enums: Dict[str, CEnum] = field(default_factory=dict)
    anonymous: List[CEnum] = field(default_factory=list)
    twice: List[CStruct] = field(default_factory=list)  # another struct has that name
    libraries: Dict[str, Span] = field(default_factory=dict)  # namespaces that are not read


def signature(found: Union[CStruct, CEnum]) -> str:
    """Returns a text that is equal for equal definitions: names and places, or values."""
    if isinstance(found, CEnum):
        return f"enum {found.values}"
    parts = [f"{item.name}:{item.offset}:{item.width}:{item.type.name}:{item.type.bits}"
             for item in found.members]
    return re.sub(r"\s+", " ", f"{found.keyword} {found.size} " + ";".join(parts))
