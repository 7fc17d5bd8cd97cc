# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A layout as the manual draws it: one row a dword, bit 31 on the left, a box for each field."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Sequence, Set, Tuple

from .model import Bits, Field, Kind, hex2
from .term import Term

DWORD = 32
_LINES = 3  # of a name in a box, at most
_MARKS = string.ascii_uppercase + string.digits  # as names never look; more than a dword has bits
_RULER = 16  # rows, after which the ruler comes again

# Corners and crossings by the arms that they have: left, right, up, down.
_BOX = {(0, 1, 0, 1): "┌", (1, 0, 0, 1): "┐", (0, 1, 1, 0): "└", (1, 0, 1, 0): "┘",
        (0, 1, 1, 1): "├", (1, 0, 1, 1): "┤", (1, 1, 0, 1): "┬", (1, 1, 1, 0): "┴",
        (1, 1, 1, 1): "┼", (1, 1, 0, 0): "─"}


@dataclass
class Cell:
    """A box in a row: ``width`` bits from ``start``, 0 being bit 31.  ``labels`` in the order of
    preference: the first one that fits is taken, otherwise a mark that ``owner``, the id() of the
    field, has in the list below."""

    start: int
    width: int
    labels: List[str]
    style: str = "name"
    owner: int = 0


@dataclass
class Row:
    """A dword, or a stretch of several that one box covers."""

    label: str
    cells: List[Cell] = field(default_factory=list)


def place_of(item: Field) -> str:
    """The place as the notation writes it: ``0x10..0x1f`` for what is no number, ``0x110..``."""
    bits = item.bits
    if item.is_flexible:
        return f"{hex2(bits.offset // 8)}.."
    if item.kind is not Kind.UINT and item.kind is not Kind.OVERLAY and bits.is_bytes and \
            bits.width > DWORD:
        return f"{hex2(bits.offset // 8)}..{hex2(bits.end // 8 - 1)}"
    return str(bits)


def _labels(item: Field) -> Tuple[List[str], str]:
    """(what could stand in the box, style)."""
    if item.kind is Kind.RESERVED:
        return ["reserved", "rsvd", ""], "doc"
    if item.kind is Kind.IGNORED:
        return ["ignored", "ign", ""], "doc"
    if item.kind is Kind.OVERLAY:
        arms = [arm.name for arm in item.arms]
        return [" / ".join(arms), item.name], "name"
    return [item.name], "name"


def _band(item: Field) -> Optional[str]:
    """The text of a box over several whole dwords; None if the field is drawn by its bits."""
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
        return f"{_labels(item)[0][0]}: {size}"
    return None


def rows_of(fields: Sequence[Field]) -> List[Row]:
    """The rows of fields that follow each other without a hole."""
    rows: List[Row] = []
    row: Optional[Row] = None
    at = -1
    for item in fields:
        band = _band(item)
        labels, style = _labels(item)
        if band is not None:
            start = item.bits.offset // 8
            end = item.bits.end // 8 - 1
            label = hex2(start) + (".." if item.is_flexible else
                                   f"..{hex2(end)}" if end > start + 3 else "")
            rows.append(Row(label, [Cell(0, DWORD, [band, labels[0]], style)]))
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
            row.cells.append(Cell(bit % DWORD, end - bit, names, style, id(item)))
            bit = end
    return rows


def fit(label: str, room: int) -> Optional[List[str]]:
    """The label on at most three lines of ``room`` columns, broken behind ``_`` or at blanks; None
    if it does not fit."""
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
    return lines if len(lines) <= _LINES and all(len(line) <= room for line in lines) else None


def columns_per_bit(rows: Sequence[Row], term: Term) -> int:
    """0 where the terminal is too narrow to draw at all."""
    gutter = max((len(row.label) for row in rows), default=4) + 3
    per_bit = (term.width - gutter - 1) // DWORD
    return min(per_bit, 4) if per_bit >= 2 else 0


def draw(rows: Sequence[Row], term: Term,
         under: Sequence[Row] = ()) -> Tuple[List[str], Dict[int, str]]:
    """(lines, marks that stand in boxes instead of names, by id() of the field).  There are no lines
    if the terminal is too narrow.  The numbers of the bits are on top, unless the rows stand
    under those of ``under``, with which they are aligned."""
    per_bit = columns_per_bit([*rows, *under], term)
    if not per_bit or not rows:
        return [], {}
    gutter = max(len(row.label) for row in [*rows, *under]) + 2
    used: Dict[int, str] = {}
    out = _ruler(gutter, per_bit, term) if not under else []
    last: Optional[Row] = None
    for number, row in enumerate(rows):
        if number and number % _RULER == 0 and len(rows) - number > _RULER // 4:
            out.append(_border(last, None, gutter, per_bit, term))
            out += _ruler(gutter, per_bit, term)
            last = None
        out.append(_border(last, row, gutter, per_bit, term))
        out += _cells(row, gutter, per_bit, term, used)
        last = row
    out.append(_border(last, None, gutter, per_bit, term))
    return out, used


def _ruler(gutter: int, per_bit: int, term: Term) -> List[str]:
    def line(digit: str) -> str:
        return " " * gutter + "".join(
            " " * (per_bit // 2) + digits + " " * (per_bit - per_bit // 2 - 1)
            for bit in range(DWORD - 1, -1, -1)
            for digits in [(str(bit // 10) if bit > 9 else " ") if digit == "tens"
                           else str(bit % 10)])

    return [term.paint("doc", line("tens").rstrip()), term.paint("doc", line("ones").rstrip())]


def _edges(row: Optional[Row]) -> Set[int]:
    return set() if row is None else {cell.start for cell in row.cells} | {DWORD}


def _border(above: Optional[Row], below: Optional[Row], gutter: int, per_bit: int,
            term: Term) -> str:
    up, down = _edges(above), _edges(below)
    text = ""
    for bit in range(DWORD + 1):
        arms = (int(bit > 0), int(bit < DWORD), int(bit in up), int(bit in down))
        corner = arms[2] or arms[3]
        text += ("+" if corner else "-") if term.ascii else _BOX[arms]
        if bit < DWORD:
            text += ("-" if term.ascii else "─") * (per_bit - 1)
    return " " * gutter + term.paint("rule", text)


def _cells(row: Row, gutter: int, per_bit: int, term: Term, used: Dict[int, str]) -> List[str]:
    side = term.paint("rule", "|" if term.ascii else "│")
    texts: List[Tuple[List[str], int, str]] = []
    marks = 0
    for cell in row.cells:
        room = cell.width * per_bit - 1
        lines = next((found for label in cell.labels for found in [fit(label, room)] if found), None)
        if lines is None:
            mark = used.setdefault(cell.owner, _MARKS[marks])
            marks += 1
            lines = [mark]
        texts.append((lines, room, cell.style))
    height = max(len(lines) for lines, _, _ in texts)
    out = []
    for line in range(height):
        text = f"{row.label if line == 0 else '':<{gutter}}"
        for lines, room, style in texts:
            before = (height - len(lines)) // 2
            shown = lines[line - before] if 0 <= line - before < len(lines) else ""
            left = (room - len(shown)) // 2
            text += side + " " * left + term.paint(style, shown) + " " * (room - left - len(shown))
        out.append(text + side)
    return out
