# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tables of bits in the style of ``mlx5_ifc.h`` in object files: structs in which a byte represents
a bit.  They are converted by the reader of headers."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from prmclib.model import Span
from watch.c.c_types import Array, CStruct, Leaf, Objects, TypeRef
from watch.ifc.ifc_tables import Header, Member, Table, is_table
from watch.ifc.parser import MAX_BITS

MAX_DEPTH = 32


class NoTable(Exception):
    """A struct that has the tag of a table but is none, with the reason."""


def tables(objects: Objects) -> Tuple[Header, Dict[str, str]]:
    """Returns the tables of an object file as a header's, and why others are none, by tag."""
    header = Header([objects.path], {objects.path: ""})
    made: Dict[CStruct, Table] = {}
    wrong: Dict[str, str] = {}
    for tag, found in objects.structs.items():
        if not is_table(found.tag):
            continue
        try:
            header.tables[tag] = _table(found, made, 0)
        except NoTable as exc:
            wrong[tag] = str(exc)
    # A table that has one of the wrong ones inside is left out with it.
    good = set(header.tables.values())
    for tag, table in list(header.tables.items()):
        inner = next((sub.tag for sub in _inside(table) if sub.tag and sub not in good), "")
        if inner:
            wrong[tag] = f"it contains '{inner}', which is defined twice"
            del header.tables[tag]
    for table in header.tables.values():
        for path in {sub.where.file for sub in [table, *_inside(table)]}:
            if path not in header.files:
                header.files.append(path)
                header.digests[path] = ""
    return header, wrong


def _inside(table: Table) -> List[Table]:
    """All tables in a table, each once."""
    out: Dict[Table, None] = {}  # in order
    todo = [member.table for member in table.members]
    while todo:
        sub = todo.pop()
        if sub is not None and sub not in out:
            out[sub] = None
            todo += [member.table for member in sub.members]
    return list(out)


def _table(found: CStruct, made: Dict[CStruct, Table], depth: int) -> Table:
    if found in made:
        return made[found]
    if depth > MAX_DEPTH:
        raise NoTable("tables that are nested too deeply")
    if found.size > MAX_BITS:
        raise NoTable("more bits than a table can have")
    table = Table(found.tag, found.is_union, [], found.size, found.where)
    end = 0
    for item in found.members:
        if item.width is not None or item.offset % 8:
            raise NoTable(f"'{item.name}' is a bit field")
        at = item.offset // 8
        member = _member(item.name, item.type, at, item.where, made, depth)
        if at != (0 if found.is_union else end):
            raise NoTable(f"'{item.name}' does not follow the member before")
        end = at + member.total
        if end > found.size:
            raise NoTable(f"'{item.name}' is outside of it")
        table.members.append(member)
    if not found.is_union and end != found.size:
        raise NoTable("unnamed bits at the end")
    made[found] = table
    return table


def _member(name: str, ref: TypeRef, at: int, where: Span, made: Dict[CStruct, Table],
            depth: int) -> Member:
    dims: List[Optional[int]] = []
    while isinstance(ref.type, Array):
        dims.append(ref.type.count)
        ref = ref.type.element
    known = tuple(number or 0 for number in dims)
    if any(number == 0 for number in known[1:]):
        raise NoTable(f"'{name}' has an inner dimension without a length")
    if not name and (dims or not isinstance(ref.type, CStruct)):
        raise NoTable("a member without a name")
    if isinstance(ref.type, CStruct):
        inner = _table(ref.type, made, depth + 1)
        return Member(name, at, inner.width, known, inner, where)
    if not isinstance(ref.type, Leaf) or ref.type.size != 1 or ref.type.kind not in ("int", "char"):
        raise NoTable(f"'{name}' is not an array of bits")
    if not dims:
        return Member(name, at, 1, (), None, where)
    if len(known) == 1 and not known[0]:
        return Member(name, at, 1, known, None, where)
    return Member(name, at, known[-1], known[:-1], None, where)
