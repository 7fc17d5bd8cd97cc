# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Draws a layout in the terminal, as the manual does."""

from __future__ import annotations

import string
from typing import Dict, List, Optional, Sequence, Set, Tuple

from prmclib.model import Field
from .grid import DWORD, Row, fit
from .term import Term

_MARKS = string.ascii_uppercase + string.digits  # no names of fields; more than 32
_RULER = 16  # rows between two rulers

# Corners and crossings by their lines: left, right, up, down.
_BOX = {(0, 1, 0, 1): "┌", (1, 0, 0, 1): "┐", (0, 1, 1, 0): "└", (1, 0, 1, 0): "┘",
        (0, 1, 1, 1): "├", (1, 0, 1, 1): "┤", (1, 1, 0, 1): "┬", (1, 1, 1, 0): "┴",
        (1, 1, 1, 1): "┼", (1, 1, 0, 0): "─"}


def _gutter(rows: Sequence[Row], space: int) -> int:
    """Returns the columns left of the boxes: the longest label, and ``space`` behind it."""
    return max((len(row.label) for row in rows), default=4) + space


def columns_per_bit(rows: Sequence[Row], term: Term) -> int:
    """Returns the columns per bit (2 to 4), or 0 if the terminal is too narrow."""
    per_bit = (term.width - _gutter(rows, 1) - 1) // DWORD
    return min(per_bit, 4) if per_bit >= 2 else 0


def draw(rows: Sequence[Row], term: Term,
         under: Sequence[Row] = ()) -> Tuple[List[str], Dict[Field, str]]:
    """Returns the lines of the drawing, none if the terminal is too narrow, and the marks of fields whose
    boxes are too narrow for the name.  Bit numbers are on top, unless the drawing is aligned with the
    rows ``under`` of a drawing above it."""
    per_bit = columns_per_bit([*rows, *under], term)
    if not per_bit or not rows:
        return [], {}
    gutter = _gutter([*rows, *under], 2)
    if gutter + per_bit * DWORD + 1 > term.width:
        gutter = _gutter([*rows, *under], 1)
    used: Dict[Field, str] = {}
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
        lines = (int(bit > 0), int(bit < DWORD), int(bit in up), int(bit in down))
        corner = lines[2] or lines[3]
        text += ("+" if corner else "-") if term.ascii else _BOX[lines]
        if bit < DWORD:
            text += ("-" if term.ascii else "─") * (per_bit - 1)
    return " " * gutter + term.paint("rule", text)


def _cells(row: Row, gutter: int, per_bit: int, term: Term, used: Dict[Field, str]) -> List[str]:
    side = term.paint("rule", "|" if term.ascii else "│")
    texts: List[Tuple[List[str], int, str]] = []
    marks = 0
    for cell in row.cells:
        room = cell.width * per_bit - 1
        lines = next((found for label in cell.labels for found in [fit(label, room)] if found), None)
        if lines is None:
            mark = used.setdefault(cell.field, _MARKS[marks])
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
