# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Drawings of a layout before and after, with the bits of findings marked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Dict, List, Optional, Sequence, Tuple

from markupsafe import Markup

from prmclib.diff.finding import Finding, Severity, Side
from prmclib.model import Arm, Bits, Field, Kind, Layout, hex2
from prmclib.show.grid import Cell, rows_of
from prmclib.show.html import drawing, page_html
from prmclib.show.html.drawing import Drawn, Mark, Style, describe

_HUES = 5  # colours of moved fields in the style sheet
_DWORDS = 4  # dwords of a witness that are drawn; all of its bytes are printed
_WEAK = ("minor", "shifted")
_SIGNS = {"added": "+", "removed": "−", "resized": "↔", "changed": "~", "shifted": "↓",
          "minor": "~"}
WORDS = (("added", "added"), ("removed", "removed"),
         ("moved", "moved: the same letter, before and after"),
         ("resized", "wider or narrower"), ("changed", "another meaning"),
         ("shifted", "shifted by something before it"),
         ("minor", "another name or text, the same bits"))


@dataclass(frozen=True)
class Placed:
    """A mark on the boxes that ``area`` touches. ``name``: that of its field."""

    area: Bits
    mark: Mark
    name: str


@dataclass
class Block:
    """Rows between the same offsets in both drawings. ``is_same``: nothing in them is
    marked."""

    start: int  # of the first row, bytes
    old: Markup
    new: Markup
    is_same: bool


@dataclass
class Table:
    """A table of a layout, or that of an arm: its ``blocks``, in runs that are shown or
    hidden."""

    title: str
    runs: List[Tuple[bool, List[Block]]] = field(default_factory=list)  # (shown, blocks)


def minus(one: Bits, other: Bits) -> List[Bits]:
    """Returns the bits of ``one`` that ``other`` lacks, as at most two ranges."""
    if not one.overlaps(other):
        return [one]
    parts = [Bits(one.offset, max(other.offset - one.offset, 0)),
             Bits(other.end, max(one.end - other.end, 0))]
    return [part for part in parts if part.width]


def look_of(finding: Finding) -> str:
    """Returns the class of the style sheet for a finding."""
    if finding.old is None:
        return "added"
    if finding.new is None:
        return "removed"
    if finding.kind in ("widened", "narrowed", "grown", "shrunk", "count"):
        return "resized"
    if finding.kind in ("moved", "shifted"):
        return finding.kind
    return "minor" if finding.severity is Severity.COSMETIC else "changed"


def changed_bits(finding: Finding, is_old: bool) -> List[Bits]:
    """Returns the bits of one side's layout that have another meaning, or none, by a finding."""
    side, other = (finding.old, finding.new) if is_old else (finding.new, finding.old)
    if side is None or not side.bits.width or finding.subject not in ("field", "overlay", "arm"):
        return []
    if other is None or finding.kind in ("moved", "shifted"):
        return [side.bits]
    if look_of(finding) == "resized" and other.bits.width:
        return minus(side.bits, other.bits)
    return [] if finding.severity is Severity.COSMETIC else [side.bits]


class Marks:
    """The marks of one layout's findings, for each side and table. ``ids``: the findings' ids, by
    fingerprint."""

    def __init__(self, findings: Sequence[Finding], ids: Dict[Finding, str],
                 layouts: Tuple[Optional[Layout], Optional[Layout]]) -> None:
        self.placed: Dict[Tuple[bool, str], List[Placed]] = {}
        self.layouts = layouts
        letters = 0
        for finding in findings:
            if finding.kind == "documentation":  # no change of bits
                continue
            look, sign = look_of(finding), _SIGNS.get(look_of(finding), "")
            hue = ""
            if look == "moved":
                sign, hue = _letter(letters), f" mv{letters % _HUES}"
                letters += 1
            link = ids[finding]
            words = f"{finding.kind}: {finding.title}"
            for is_old, side in ((True, finding.old), (False, finding.new)):
                if side is None or finding.subject not in ("field", "overlay", "arm"):
                    continue
                table = self.table_of(side, is_old)
                bits = changed_bits(finding, is_old)
                for area in [part for _, part in side.parts] or [side.bits]:
                    self.add(is_old, table, side.field, area, Mark(look + hue, sign, words, None,
                                                                   link))
                    if table:  # the overlay's own box shows it, too
                        self.add(is_old, "", side.field, area, Mark(look, sign, words, None, link))
                for part in bits:
                    self.add(is_old, table, side.field, part, Mark(look + hue, "", "", part, link))
            for moved in finding.shifted:
                for is_old, area in ((True, moved.old), (False, moved.new)):
                    self.add(is_old, "", moved.field, area, Mark(
                        "shifted", _SIGNS["shifted"], f"shifted: {words}", None, link))

    def add(self, is_old: bool, table: str, name: str, area: Bits, mark: Mark) -> None:
        self.placed.setdefault((is_old, table), []).append(Placed(area, mark, name))

    def table_of(self, side: Side, is_old: bool) -> str:
        """Returns the arm with fields of its own whose table contains a side, or an empty text."""
        layout = self.layouts[0 if is_old else 1]
        first = side.field.partition(".")[0]
        return first if layout is not None and "." in side.field and first in arms(layout) else ""

    def of(self, is_old: bool, table: str, cell: Cell) -> List[Mark]:
        """Returns the marks of a box; of several, those about other bits determine its class."""
        found = [_of_arm(item, cell) for item in self.placed.get((is_old, table), [])
                 if item.area.overlaps(cell.bits) or
                 (not item.area.width and cell.bits.contains(item.area))]
        if any(mark.look not in _WEAK for mark in found):
            found = [replace(mark, look="") if mark.look in _WEAK else mark for mark in found]
        return found


def _of_arm(item: Placed, cell: Cell) -> Mark:
    """Returns the mark for a box. For an overlay's box, any change of an arm is just a change."""
    if cell.field.kind is Kind.OVERLAY and item.name != cell.field.name and \
            item.mark.look != "minor":
        return replace(item.mark, look="changed", sign=_SIGNS["changed"] if item.mark.sign else "")
    return item.mark


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"{chr(ord('A') + number // 26 - 1)}" \
        f"{chr(ord('A') + number % 26)}"


def arms(layout: Layout) -> Dict[str, Tuple[Field, Arm]]:
    """Returns the arms that are drawn as a table of their own: those with several fields."""
    return {arm.name: (item, arm) for item in layout.fields for arm in item.arms
            if sum(sub.is_named for sub in arm.fields) > 1}


def tables(old: Optional[Layout], new: Optional[Layout], marks: Marks) -> List[Table]:
    """Returns the drawings of a layout and of its arms with marks."""
    out = [_table("", old.fields if old else [], new.fields if new else [], marks, "")]
    before, after = (arms(layout) if layout else {} for layout in (old, new))
    for name in dict.fromkeys([*before, *after]):
        if (True, name) in marks.placed or (False, name) in marks.placed:
            fields = [side[name][1].fields if name in side else [] for side in (before, after)]
            out.append(_table(f"as {name}", fields[0], fields[1], marks, name))
    return [table for table in out if table.runs]


def _table(title: str, old: Sequence[Field], new: Sequence[Field], marks: Marks,
           name: str) -> Table:
    sides: List[Dict[int, Tuple[Drawn, bool]]] = []
    for is_old, fields in ((True, old), (False, new)):
        def of(cell: Cell, is_old: bool = is_old) -> List[Mark]:
            return marks.of(is_old, name, cell)
        drawn: Dict[int, Tuple[Drawn, bool]] = {}
        # Similar rows are not folded here: unchanged rows are hidden anyway.
        for item in drawing.run(rows_of(fields), Style(about=describe, marks=of)):
            touched = any(of(cell) for cell in item.row.cells)
            drawn[item.row.cells[0].bits.offset // 32 * 4] = (item, touched)
        sides.append(drawn)
    return Table(title, _runs(_blocks(*sides)))


def _blocks(old: Dict[int, Tuple[Drawn, bool]], new: Dict[int, Tuple[Drawn, bool]]) -> List[Block]:
    starts = sorted(set(old) & set(new) | ({min(old)} if old else set()) | ({min(new)} if new
                                                                            else set()))
    out = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else None
        halves = [[side[at] for at in sorted(side) if at >= start and (end is None or at < end)]
                  for side in (old, new)]
        if len(halves[0]) == len(halves[1]) == 1:  # the higher row determines the height
            one, two = halves[0][0][0].heights, halves[1][0][0].heights
            for name in one:
                one[name] = two[name] = max(one[name], two[name])
        touched = any(mark for half in halves for _, mark in half)
        texts = [Markup("").join(page_html.row(drawn) for drawn, _ in half) for half in halves]
        # Rows of one side only are shown even if no finding marks them.
        out.append(Block(start, texts[0], texts[1], not touched and texts[0] == texts[1]))
    return out


def _runs(blocks: List[Block]) -> List[Tuple[bool, List[Block]]]:
    """Groups the blocks; those far from any change are hidden."""
    near = {index + step for index, block in enumerate(blocks) if not block.is_same
            for step in (-1, 0, 1)}
    out: List[Tuple[bool, List[Block]]] = []
    for index, block in enumerate(blocks):
        if not out or out[-1][0] != (index in near):
            out.append((index in near, []))
        out[-1][1].append(block)
    return [(shown or len(run) < 2, run) for shown, run in out]


# Witnesses

@dataclass
class Word:
    """A dword of a witness: its bits, and the ones that each side reads."""

    label: str
    content: Markup


def _dwords(places: Sequence[Bits]) -> List[int]:
    return sorted({dword for bits in places if bits.width
                   for dword in range(bits.offset // 32, (bits.end - 1) // 32 + 1)})


def witness_rows(data: bytes, at: int, old: Optional[Bits], new: Optional[Bits],
                 differ: Sequence[Bits]) -> List[Word]:
    """Returns the dwords of a witness that a side reads; of many, those that differ or are not zero.
    ``data`` starts at byte ``at`` of the layout."""
    wanted = _dwords([bits for bits in (old, new) if bits is not None])
    if len(wanted) > _DWORDS:
        telling = _dwords(differ)
        wanted = [dword for dword in wanted
                  if dword in telling or any(data[max(dword * 4 - at, 0):max(dword * 4 - at + 4,
                                                                             0)])]
    return [Word(hex2(dword * 4), _bits(data, at, dword * 32, (old, new), differ))
            for dword in wanted[:_DWORDS]]


def _bit(data: bytes, at: int, place: int) -> int:
    byte = place // 8 - at
    return data[byte] >> (7 - place % 8) & 1 if 0 <= byte < len(data) else 0


def set_bits(data: bytes, at: int, areas: Sequence[Bits]) -> List[Bits]:
    """Returns the bits of the areas that are 1 in a witness."""
    return [Bits(place, 1) for place in sorted({place for bits in areas for place in range(bits.offset, bits.end)})
            if _bit(data, at, place)]


def _bits(data: bytes, at: int, start: int, sides: Sequence[Optional[Bits]], differ: Sequence[Bits]) -> Markup:
    """Returns the digits of a dword, grouped by the sides that read them; a gap follows each byte."""
    runs: List[Tuple[Tuple[bool, bool, bool], int, str]] = []  # (read before, after, differs), place, digits
    for place in range(start, start + 32):
        digit = str(_bit(data, at, place))
        old, new = (bits is not None and bits.offset <= place < bits.end for bits in sides)
        look = (old, new, any(bits.offset <= place < bits.end for bits in differ))
        digit += " " if place % 8 == 7 and place % 32 != 31 else ""
        if runs and runs[-1][0] == look:
            runs[-1] = (look, runs[-1][1], runs[-1][2] + digit)
        else:
            runs.append((look, place, digit))
    out = Markup("")
    for (old, new, is_other), place, digits in runs:
        look = " ".join(name for name, holds in (("o", old), ("n", new)) if holds)
        if is_other:
            out += Markup('<mark class="{}" data-bits="{}:{}">{}</mark>').format(
                look, place, place + len(digits.replace(" ", "")), digits)
        elif look:
            out += Markup('<span class="{}">{}</span>').format(look, digits)
        else:
            out += Markup("{}").format(digits)
    return out


def hexdump(data: bytes, at: int, differ: Sequence[Bits]) -> Markup:
    """Returns the bytes in dwords, those with a bit of ``differ`` marked; runs of zeros are folded."""
    out: List[Markup] = []
    index = 0
    touched = {byte for bits in differ for byte in range(bits.offset // 8, (bits.end + 7) // 8)}
    while index < len(data):
        end = index
        while end < len(data) and not any(data[end:end + 4]) and \
                not touched & set(range(at + end, at + end + 4)):
            end += 4
        if end - index > 8:
            out.append(Markup("<span>{} bytes of 0</span>").format(min(end, len(data)) - index))
            index = end
            continue
        out.append(Markup("").join(
            Markup("<mark>{:02x}</mark>").format(byte) if at + index + number in touched
            else Markup("{:02x}").format(byte)
            for number, byte in enumerate(data[index:index + 4])))
        index += 4
    return Markup(" ").join(out)
