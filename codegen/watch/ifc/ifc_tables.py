# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The contents of C headers with tables of bits, and the flat list of a table's fields."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from prmclib.model import Span
from watch.c.ccomments import Comments

_RESERVED = re.compile(r"rese?re?ved(?:_?at)?(?:_?(?:[0-9a-fA-F]+|auto[0-9]*|bits))*_?"
                       r"|rsvd?_?[0-9a-fA-F]*")

_TABLE = re.compile(r"(?:\w*_)?mlx5_ifc_\w*|\w+_bits[0-9]*")


def is_table(tag: str) -> bool:
    """Returns whether a tag says that a byte of the struct represents a bit."""
    return _TABLE.fullmatch(tag) is not None


@dataclass
class Member:
    """A member of a table.

    ``offset`` counts in bits from the start of the table whose braces enclose the member, members
    of anonymous structs and unions included.  ``width`` is that of one element.  ``dims`` has the
    numbers of elements from the outer to the inner dimension; a leading 0 is an unknown length.
    ``table`` is set for members which are tables themselves; an anonymous one has an empty name.
    """

    name: str
    offset: int
    width: int
    dims: Tuple[int, ...]
    table: Optional["Table"]
    where: Span

    @property
    def count(self) -> int:
        """Number of elements over all dimensions; 0 if unknown."""
        total = 1
        for number in self.dims:
            total *= number
        return total

    @property
    def total(self) -> int:
        """Bits of all elements; 0 if their number is unknown."""
        return self.width * self.count

    @property
    def is_reserved(self) -> bool:
        """Returns whether the header calls these bits reserved."""
        return self.table is None and _RESERVED.fullmatch(self.name) is not None


@dataclass(eq=False)
class Table:
    """A struct or union of bits; ``width`` in bits.  The tag is empty if it has none."""

    tag: str
    is_union: bool
    members: List[Member]
    width: int
    where: Span
    depth: int = 1  # of tables in each other

    @property
    def keyword(self) -> str:
        return "union" if self.is_union else "struct"


@dataclass
class IfcField:
    """A field of a table.  ``path`` is dotted as in C, with indices in brackets for tables in
    arrays.  An array of numbers is one field: ``width_bits`` is that of the whole, 0 if its
    length is unknown, ``elem_bits`` that of one of the ``count`` elements (None: no array)."""

    layout: str
    path: str
    offset_bits: int
    width_bits: int
    elem_bits: int
    count: Optional[int]
    is_reserved: bool
    where: Span


@dataclass
class Enumeration:
    """An enumeration; a value is None if its expression cannot be evaluated here.
    ``shifts``: how many values are written as ``1 << 3`` or ``BIT(3)``."""

    tag: str
    values: List[Tuple[str, Optional[int]]]
    where: Span
    places: List[Span] = field(default_factory=list)  # of the values' names
    shifts: int = 0


@dataclass
class Constant:
    """A macro with a numeric value."""

    name: str
    value: int
    where: Span
    is_shift: bool


@dataclass
class Other:
    """A struct or union whose tag is not that of a table."""

    keyword: str
    tag: str
    where: Span


@dataclass
class Left:
    """Why a table or struct is left out."""

    reason: str
    where: Span


@dataclass
class Header:
    """The contents of headers.  ``tables`` by tag, in the order of definition."""

    files: List[str] = field(default_factory=list)
    digests: Dict[str, str] = field(default_factory=dict)
    tables: Dict[str, Table] = field(default_factory=dict)
    enums: List[Enumeration] = field(default_factory=list)
    constants: Dict[str, Optional[int]] = field(default_factory=dict)  # enumerators and macros
    macros: List[Constant] = field(default_factory=list)  # in the order of the files
    others: List[Other] = field(default_factory=list)
    left: Dict[str, Left] = field(default_factory=dict)  # tables that need what is not defined
    unmet: List[str] = field(default_factory=list)  # macros whose absence excluded parts
    errors: List[Tuple[Span, str]] = field(default_factory=list)  # '#error', where one is reached
    prefixes: List[str] = field(default_factory=list)  # of tags, as macros that put them together have them
    comments: Dict[str, Comments] = field(default_factory=dict)  # by file

    def doc(self, where: Span) -> str:
        """Returns the comment that documents the code at a place."""
        return self.comments[where.file].doc(where.line) if where.file in self.comments else ""


def own_names(member: Member) -> Iterator[Tuple[str, Span]]:
    """Yields the names that a member adds to its table: its own, or those in an anonymous one."""
    if member.name:
        yield member.name, member.where
    elif member.table is not None:
        for inner in member.table.members:
            yield from own_names(inner)


# The flat list

def table_fields(table: Table, reserved: bool = False) -> Iterator[IfcField]:
    """Yields every field of a table, including nested tables; reserved ones only if requested."""
    yield from _fields(table, table.tag, "", 0, reserved)


def _fields(table: Table, tag: str, stem: str, base: int, reserved: bool) -> Iterator[IfcField]:
    for member in table.members:
        at = base + member.offset
        if member.table is None:
            if reserved or not member.is_reserved:
                yield IfcField(tag, stem + member.name, at, member.total, member.width,
                               member.count if member.dims else None, member.is_reserved,
                               member.where)
        elif not member.name:
            yield from _fields(member.table, tag, stem, at, reserved)
        elif not member.dims:
            yield from _fields(member.table, tag, f"{stem}{member.name}.", at, reserved)
        elif member.count == 0:
            yield IfcField(tag, stem + member.name, at, 0, member.width, 0, False, member.where)
        else:
            for index in range(member.count):
                place = "".join(f"[{number}]" for number in _indices(index, member.dims))
                yield from _fields(member.table, tag, f"{stem}{member.name}{place}.",
                                   at + index * member.width, reserved)


def _indices(index: int, dims: Sequence[int]) -> List[int]:
    out: List[int] = []
    for number in reversed(dims):
        out.insert(0, index % number)
        index //= number
    return out
