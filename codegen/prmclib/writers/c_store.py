# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Cuts a layout into the stores of pack and the loads of unpack."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Iterator, List, Tuple, Union

from prmclib.model import Field

from .c_members import Ignored, Member, Number, ignored


@dataclass
class Group:
    """The numbers and ignored bits that one store writes."""

    numbers: List[Number]
    ignored: List[Ignored]


def words(members: List[Member], fields: List[Field], start: int,
          end: int) -> Iterator[Tuple[int, int, Union[Group, Member, Ignored, None]]]:
    """Cuts bytes ``start`` to ``end`` into stores: (first byte, end byte, content).

    ``members`` are in the order of their places, without gaps.  The content is a Group (one store of
    1, 2, 4 or 8 bytes), a Member (bytes, arrays, structures, unions), an Ignored of whole dwords, or
    None for more than 8 bytes of zeroes.
    """
    stray = list(ignored(fields))
    starts = [m.offset for m in members]

    def overlapping(at: int, size: int) -> List[Member]:
        first, last = max(0, bisect_right(starts, at) - 1), bisect_left(starts, at + size)
        return [m for m in members[first:last] if at < m.offset + m.size]

    def is_blank(at: int) -> bool:
        return all(m.kind == "pad" for m in overlapping(at, 4)) and \
            not any(i.offset < (at + 4) * 8 and at * 8 < i.end for i in stray)

    at, here = start, 0
    while at < end:
        while members[here].offset + members[here].size <= at:
            here += 1
        member = members[here]
        if not stray and member.is_number and member.size in (4, 8) and member.offset == at and at % 4 == 0 and \
                at + member.size <= end:  # all of what follows comes to the same
            yield at, at + member.size, Group(list(member.stored), [])
            at += member.size
            continue
        long_ignored = [i for i in stray if i.is_bytes and i.offset == at * 8]
        if long_ignored:
            size = long_ignored[0].width // 8
            yield at, at + size, long_ignored[0]
            at += size
            continue
        blank_end = at
        while at % 4 == 0 and blank_end + 4 <= end and is_blank(blank_end):
            blank_end += 4
        if blank_end - at > 8:
            yield at, blank_end, None
            at = blank_end
            continue
        size = 8 if at % 4 == 0 and member.is_number and member.size == 8 else 4
        while size > 1:
            if at % min(size, 4) == 0 and at + size <= end and all(
                    m.is_number or m.kind == "pad" for m in overlapping(at, size)):
                break
            size //= 2
        inside = overlapping(at, size)
        if size == 1 and not (member.is_number or member.kind == "pad"):
            yield member.offset, member.offset + member.size, member
            at = member.offset + member.size
            continue
        yield at, at + size, Group(
            [n for m in inside for n in m.stored],
            [i.within(at * 8, (at + size) * 8) for i in stray
             if i.offset < (at + size) * 8 and at * 8 < i.end])
        at += size
