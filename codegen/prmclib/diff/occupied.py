# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds what occupies the bits of a place in the other manual."""

from __future__ import annotations

from typing import List, Tuple

from prmclib.model import Bits, Kind
from .match_fields import LayoutPair

SPACE = {"reserved": "in reserved space", "ignored": "in ignored bits",
         "beyond the end": "after the old end", "used": "in the place of {}"}
LEFT = {"reserved": "its bits are reserved now", "ignored": "its bits are ignored now",
        "beyond the end": "the layout ends before it now", "used": "its bits belong to {} now"}


def what_is_at(table: LayoutPair, is_new: bool, bits: Bits,
               arm_name: str = "") -> Tuple[str, List[str]]:
    """Returns (``reserved``, ``ignored``, ``beyond the end`` or ``used``, names that have some of
    the bits) of a place in the layout of one side, inside the arm of this name if there is one."""
    layout = table.new if is_new else table.old
    users: List[str] = []
    is_ignored, covered = False, 0
    for entry in table.entries[is_new]:
        if entry.arm is not None and entry.arm.name != arm_name:
            continue
        if not entry.bits.overlaps(bits) or not entry.bits.width:
            continue
        if entry.is_overlay:
            if any(arm.name == arm_name for arm in entry.item.arms):
                continue
            users.append(entry.path)
        elif entry.path:
            users.append(entry.path)
        elif entry.item.kind is Kind.IGNORED:
            is_ignored = True
        covered += min(entry.bits.end, bits.end) - max(entry.bits.offset, bits.offset)
    if users:
        return "used", users
    if bits.end > layout.size * 8:
        return "beyond the end", []
    return ("ignored" if is_ignored else "reserved"), []
