# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What stands in a layout, as a list: fields, fields of arms, overlays, reserved bits.

Nested layouts are not entered: each layout is compared once, wherever it is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Tuple

from ..model import Arm, Bits, Field, Kind, Layout


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry.  ``path`` is dotted through arms with several fields and empty for bits without a
    name; ``overlay`` and ``arm`` say where it stands, None for the table itself."""

    path: str
    item: Field
    overlay: Optional[Field] = None
    arm: Optional[Arm] = None

    @property
    def bits(self) -> Bits:
        return self.item.bits

    @property
    def is_overlay(self) -> bool:
        return self.item.kind is Kind.OVERLAY


def path_in_arm(arm: Arm, item: Field) -> str:
    """The path of a field of an arm: ``guard`` of ``t10dif`` is ``t10dif.guard``."""
    if not item.is_named:
        return ""
    return arm.name if arm.is_single else f"{arm.name}.{item.name}"


def entries_of(layout: Layout) -> List[Entry]:
    """Every entry in the order of the table, those of arms behind their overlay."""
    out: List[Entry] = []
    for item in layout.fields:
        out.append(Entry(item.name if item.is_named else "", item))
        for arm in item.arms:
            out += [Entry(path_in_arm(arm, inner), inner, item, arm) for inner in arm.fields]
    return out


def blank_at(layout: Layout, bits: Bits) -> List[Tuple[Field, Bits]]:
    """The reserved and ignored entries of the table itself under ``bits``, with the common bits."""
    found = []
    for item in layout.fields:
        if not item.is_named and item.bits.overlaps(bits):
            start, end = max(item.bits.offset, bits.offset), min(item.bits.end, bits.end)
            found.append((item, Bits(start, end - start)))
    return found


def type_text(item: Field) -> str:
    """What an entry holds, in words: ``number``, ``bytes``, ``mkc``, ``mkc x 4``."""
    if item.kind is Kind.OVERLAY:
        return "overlay of " + ", ".join(arm.name for arm in item.arms)
    if item.kind is Kind.LAYOUT:
        return item.layout + times(item)
    if item.kind is Kind.BYTES:
        return "bytes" + ("" if not item.is_flexible else " to the end")
    if not item.is_named:
        return item.kind.value
    if item.is_array:
        return f"number of {item.elem_width} bits" + times(item)
    return "number"


def times(item: Field) -> str:
    """`` x 4`` for an array, `` to the end`` for one of unknown length."""
    if not item.is_array:
        return ""
    return " to the end" if item.is_flexible else f" x {item.count}"
