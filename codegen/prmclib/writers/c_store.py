# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Cuts a layout into the stores of pack and the loads of unpack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, List, Tuple

from prmclib.model import Field

from .c_members import Ignored, Member, Number, ignored


@dataclass
class Group:
    """The numbers and ignored bits that one store writes."""

    numbers: List[Number]
    ignored: List[Ignored]


def words(members: List[Member], fields: List[Field], start: int,
          end: int) -> Iterator[Tuple[int, int, object]]:
    """Cuts bytes ``start`` to ``end`` into stores: (first byte, end byte, content).

    The content is a Group (one store of 1, 2, 4 or 8 bytes), a Member (bytes, arrays, structures,
    unions), an Ignored of whole dwords, or None for more than 8 bytes of zeroes.
    """
    stray = list(ignored(fields))
    at = start
    while at < end:
        here = [m for m in members if m.offset <= at < m.offset + m.size]
        member = here[0]
        long_ignored = [i for i in stray if i.is_bytes and i.offset == at * 8]
        if long_ignored:
            size = long_ignored[0].width // 8
            yield at, at + size, long_ignored[0]
            at += size
            continue
        if at % 4 == 0 and at + 4 <= end:
            size = 8 if member.kind == "num" and member.size == 8 else 4
            inside = [m for m in members if m.offset < at + size and at < m.offset + m.size]
            if all(m.kind in ("num", "pad") for m in inside):
                numbers = [n for m in inside for n in m.numbers]
                few = [i for i in stray if at * 8 <= i.offset < (at + size) * 8]
                if not numbers and not few:
                    upto = at + 4
                    while upto + 4 <= end and is_blank(members, stray, upto):
                        upto += 4
                    if upto - at > 8:
                        yield at, upto, None
                        at = upto
                        continue
                yield at, at + size, Group(numbers, few)
                at += size
                continue
        if member.kind not in ("num", "pad"):
            yield member.offset, member.offset + member.size, member
            at = member.offset + member.size
            continue
        size = member.size if member.kind == "num" else 1
        few = [i for i in stray if at * 8 <= i.offset < (at + size) * 8]
        if member.kind == "pad" and few and not few[0].is_bytes:
            size = max(1, few[0].width // 8)
        if size == 3:
            size = 1
            few = [Ignored(few[0].offset, 8)] if few else []
        yield at, at + size, Group(member.numbers, few)
        at += size


def is_blank(members: List[Member], stray: List[Ignored], at: int) -> bool:
    inside = [m for m in members if m.offset < at + 4 and at < m.offset + m.size]
    return all(m.kind == "pad" for m in inside) and \
        not any(i.offset < (at + 4) * 8 and at * 8 < i.offset + i.width for i in stray)
