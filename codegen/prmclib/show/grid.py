# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Computes the boxes of a layout's drawing: a row per dword, bit 31 on the left, a box per field.

The drawings themselves are in :mod:`prmclib.show.picture` (terminal) and :mod:`prmclib.show.html.drawing` (SVG).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import List, Optional, Sequence, Tuple

from prmclib.model import Bits, Field, Kind, hex2

DWORD = 32


@dataclass
class Cell:
    """A box in a row: ``width`` bits from ``start``, where 0 is bit 31.  The first of ``labels`` that fits
    is printed, or else a mark that the list below the drawing repeats.  ``bits`` is the place of the box
    in the layout: all of ``field``, or a part."""

    start: int
    width: int
    labels: List[str]
    style: str
    field: Field
    bits: Bits

@dataclass
class Row:
    """A dword, or several dwords that one box covers."""

    label: str
    cells: List[Cell] = field(default_factory=list)

    @property
    def is_band(self) -> bool:
        """True for a single box over whole dwords, and for an array to the end."""
        return len(self.cells) == 1 and self.cells[0].width == DWORD and \
            (self.cells[0].bits.width != DWORD or self.cells[0].field.is_flexible)


def place_of(item: Field) -> str:
    """The place as the notation writes it: ``0x10..0x1f`` unless it is a number, ``0x110..``."""
    bits = item.bits
    if item.is_flexible:
        return f"{hex2(bits.offset // 8)}.."
    if item.kind is not Kind.UINT and item.kind is not Kind.OVERLAY and bits.is_bytes and \
            bits.width > DWORD:
        return f"{hex2(bits.offset // 8)}..{hex2(bits.end // 8 - 1)}"
    return str(bits)


def labels_of(item: Field) -> Tuple[List[str], str]:
    """Returns (labels in the order of preference, style)."""
    if item.kind is Kind.RESERVED:
        return ["reserved", "rsvd", ""], "doc"
    if item.kind is Kind.IGNORED:
        return ["ignored", "ign", ""], "doc"
    if item.kind is Kind.OVERLAY:
        arms = [arm.name for arm in item.arms]
        return [" / ".join(arms), item.name], "name"
    return [item.name], "name"


def _band(item: Field) -> Optional[str]:
    """Returns the label of a box over several whole dwords; None if the field is drawn bit by bit."""
    bits = item.bits
    if item.is_flexible:
        what = f": {item.layout}" if item.kind is Kind.LAYOUT else ""
        return f"{item.name}[]{what}, to the end"
    if bits.offset % DWORD or bits.width % DWORD:
        return None
    words = bits.width // DWORD
    size = f"{bits.width // 8} bytes"
    if item.kind in (Kind.RESERVED, Kind.IGNORED):
        return item.kind.value if words > 1 else None
    if item.kind is Kind.LAYOUT:
        count = f"[{item.count}]" if item.is_array else ""
        return f"{item.name}{count}: {item.layout}, {size}"
    if item.is_array and item.kind is Kind.UINT:
        return f"{item.name}[{item.count}]: {item.elem_width} bits each"
    if item.kind is Kind.BYTES or words > 2:
        return f"{labels_of(item)[0][0]}: {size}"
    return None


def rows_of(fields: Sequence[Field]) -> List[Row]:
    """Returns the rows of fields that are contiguous."""
    rows: List[Row] = []
    row: Optional[Row] = None
    at = -1
    for item in fields:
        band = _band(item)
        labels, style = labels_of(item)
        if band is not None:
            start = item.bits.offset // 8
            end = item.bits.end // 8 - 1
            label = hex2(start) + (".." if item.is_flexible else
                                   f"..{hex2(end)}" if end > start + 3 else "")
            rows.append(Row(label, [Cell(0, DWORD, [band, *labels], style, item, item.bits)]))
            row = None
            continue
        bit = item.bits.offset
        while bit < item.bits.end:  # a piece in each dword
            if bit // DWORD * 4 != at or row is None:
                at = bit // DWORD * 4
                row = Row(hex2(at))
                rows.append(row)
            end = min(item.bits.end, (bit // DWORD + 1) * DWORD)
            names = labels
            if item.bits.width > end - bit and item.is_named:  # as the manual, name[63:32]
                high, low = item.bits.end - bit - 1, item.bits.end - end
                names = [f"{item.name}[{high}:{low}]", item.name]
            row.cells.append(Cell(bit % DWORD, end - bit, names, style, item,
                                  Bits(bit, end - bit)))
            bit = end
    return rows


def fit(label: str, room: int, most: int = 3) -> Optional[List[str]]:
    """Returns the label on at most ``most`` lines of ``room`` columns, broken after ``_`` or at blanks;
    None if it does not fit."""
    if len(label) <= room:
        return [label]
    parts: List[str] = []
    for word in label.split(" "):
        pieces = word.split("_")
        parts += [piece + "_" for piece in pieces[:-1]] + [pieces[-1] + " "]
    lines: List[str] = [""]
    for part in parts:
        if len((lines[-1] + part).rstrip()) > room and lines[-1]:
            lines.append("")
        lines[-1] += part
    lines = [line.rstrip() for line in lines]
    return lines if len(lines) <= most and all(len(line) <= room for line in lines) else None


@dataclass(frozen=True)
class Repeat:
    """Rows that look like those before them: ``rows[start:end]``, in groups of ``period``."""

    start: int
    end: int
    period: int


_FEWEST = 6  # rows to hide, at least
_PERIOD = 8  # rows in a group, at most


def repeats(rows: Sequence[Row]) -> List[Repeat]:
    """Finds rows that a drawing may hide because they repeat earlier ones except for numbers in names.
    The first two groups and the last one of a repetition are not hidden."""
    looks = [tuple((cell.start, cell.width, cell.field.kind, cell.field.layout,
                    re.sub(r"\d+", "#", cell.labels[0])) for cell in row.cells) for row in rows]
    found: List[Repeat] = []
    at = 0
    while at < len(rows):
        best: Optional[Repeat] = None
        for period in range(1, _PERIOD + 1):
            end = at + period
            while end < len(rows) and looks[end] == looks[end - period]:
                end += 1
            groups = (end - at) // period
            hidden = Repeat(at + 2 * period, at + (groups - 1) * period, period)
            if hidden.end - hidden.start >= _FEWEST and (best is None or hidden.end > best.end):
                best = hidden
        if best is None:
            at += 1
            continue
        found.append(best)
        at = best.end + best.period
    return found
