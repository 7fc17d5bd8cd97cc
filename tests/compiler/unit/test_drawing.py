# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""SVG drawings: every bit in its place, names that fit their boxes, rows that look alike hidden."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree

import pytest

from prmclib.show.html import drawing
from prmclib.show.html.drawing import MIDDLE, NARROW, ROOMS, WIDE, Mark, Style, label, shorten
from prmclib.show.grid import repeats, rows_of
from prmclib.readers.load import load_spec
from prmclib.model import Bits, Field, Kind, NOWHERE

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def spec():
    return load_spec([os.path.join(ROOT, "spec")])[0]


def number(name, offset, width):
    return Field(name, Bits(offset, width), Kind.UINT, NOWHERE, elem_width=width)


def bits(text):
    """The bit of a row at a percentage."""
    value = float(text.rstrip("%")) * 32 / 100
    assert abs(value - round(value)) < 1e-3
    return round(value)


def boxes(content):
    """(start, width, title) of the boxes in the content of a row."""
    row = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{content}</svg>')
    for group in row:
        rect = group.find(SVG + "rect")
        title = group.find(SVG + "title")
        yield bits(rect.get("x")), bits(rect.get("width")), title.text if title is not None else ""


def flat(drawn):
    for item in drawn:
        if item.inside:
            yield from flat(item.inside)
        else:
            yield item


def test_every_bit_is_drawn_once(spec):
    for layout in spec.layouts.values():
        seen = {}
        style = Style(about=lambda item: str(id(item)))
        for row in flat(drawing.draw(rows_of(layout.fields), style)):
            at = 0
            offset = int(re.match(r"0x([0-9a-f]+)", row.row.label).group(1), 16) * 8
            for start, width, title in boxes(row.content):
                assert start == at, f"{layout.name} {row.row.label}"
                at = start + width
                seen.setdefault(title, []).append((offset + start, width))
            assert at == 32, f"{layout.name} {row.row.label}"
        for item in layout.fields:
            places = seen.pop(str(id(item)))
            assert places[0][0] == item.bits.offset, f"{layout.name}.{item.name}"
            if sum(width for _, width in places) != item.bits.width:
                # A box of several dwords.
                assert places == [(item.bits.offset, 32)] and \
                    (item.bits.width % 32 == 0 or item.is_flexible)
        assert not seen


def test_names_fit(spec):
    """No name is wider than its box, nor higher than its row."""
    for layout in spec.layouts.values():
        for row in flat(drawing.draw(rows_of(layout.fields), Style())):
            for cell in row.row.cells:
                for room in ROOMS:
                    found = label(cell.labels, cell.width * room.per_bit)
                    width, height = cell.width * room.per_bit, row.heights[room.name]
                    along = max((len(line) for line in found.lines), default=0) * found.size * 0.602
                    across = len(found.lines) * found.size
                    if found.upright:
                        along, across = across, along
                    where = f"{layout.name} {row.row.label} {found}"
                    assert across <= height, where
                    assert along <= width + 0.5, where


@pytest.mark.parametrize("width, lines, upright", [
    (200, ("relaxed_ordering_write",), False),
    (123, ("relaxed_ordering_", "write"), False),
    (23, ("relaxed_", "ordering_write"), True),
    (9.2, ("relaxed_ordering_write",), True),
])
def test_label(width, lines, upright):
    found = label(["relaxed_ordering_write"], width)
    assert (found.lines, found.upright) == (lines, upright)


def test_label_that_would_make_the_row_too_high():
    found = label(["relaxed_ordering_write_of_registers"], 9.2)
    assert (found.lines, found.upright) == (("relax_order_write_of_regist",), True) and found.height < 160


def test_label_prefers_the_first_name_that_fits():
    assert label(["reserved", "rsvd", ""], 100).lines == ("reserved",)
    assert label(["reserved", "rsvd", ""], 32).lines == ("rsvd",)
    assert label(["reserved", "rsvd", ""], 10).lines == ("",)


@pytest.mark.parametrize("name, room, text", [
    ("free", 4, "free"),
    ("relaxed_ordering_read", 16, "relax_order_read"),
    ("counter_31_16", 10, "coun_31_16"),
    ("abcdefgh", 5, "abcde"),
    ("a_b_c_d_e_f_g_h_i_j", 5, "a_b…"),
])
def test_shorten(name, room, text):
    assert len(shorten(name, room)) <= room
    assert shorten(name, room) == text


def test_rows_that_look_alike():
    same = [number(f"word_{index}", index * 32, 32) for index in range(40)]
    rows = rows_of([number("first", 0, 32)] +
                   [number(item.name, item.bits.offset + 32, 32) for item in same])
    found = repeats(rows)
    assert [(item.start, item.end, item.period) for item in found] == [(3, 40, 1)]
    drawn = drawing.draw(rows, Style())
    assert [item.hidden for item in drawn] == [0, 0, 0, 37, 0]
    assert [item.labels for item in drawn][3] == ("0x0c", "..0x9c")
    assert len(list(flat(drawn))) == 41


def test_groups_that_look_alike():
    fields = []
    for index in range(9):
        fields += [number(f"key_{index}", index * 64, 8), number(f"size_{index}", index * 64 + 8, 24),
                   number(f"address_{index}", index * 64 + 32, 32)]
    found = repeats(rows_of(fields))
    assert [(item.start, item.end, item.period) for item in found] == [(4, 16, 2)]
    assert repeats(rows_of(fields[:12])) == []


def test_other_names_are_no_repetition(spec):
    for name in ("mkc", "cmd_hca_cap", "qpc"):
        assert repeats(rows_of(spec.layouts[name].fields)) == []


def test_marks(spec):
    """The bits that a mark speaks of are marked, and no others."""
    mkc = spec.layouts["mkc"]
    place = Bits(0x38 * 8 + 24, 4)  # 0x38[7:4]
    style = Style(marks=lambda cell: [Mark("added", "+", "is new", place)]
                  if cell.bits.overlaps(place) else [])
    text = "".join(row.content for row in drawing.draw(rows_of(mkc.fields), style))
    found = re.findall(r'class="x added" data-bits="(\d+):(\d+)" x="([\d.]+)%" width="([\d.]+)%"', text)
    assert [(int(start), int(end)) for start, end, _, _ in found] == [(472, 473), (473, 474), (474, 476)]
    assert [(bits(x), bits(width)) for _, _, x, width in found] == [(24, 1), (25, 1), (26, 2)]
    assert text.count(">+</text>") == 3 and "is new" in text


def test_standalone_is_xml(spec):
    for layout in spec.layouts.values():
        text = drawing.standalone(layout.name, rows_of(layout.fields))
        root = ElementTree.fromstring(text)
        assert root.find(SVG + "title").text == layout.name
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_names_of_others_are_text():
    text = drawing.standalone("<b>&", rows_of([number("<script>alert(1)</script>", 0, 32)]))
    ElementTree.fromstring(text)
    assert "<script" not in text and "&lt;script&gt;" in text


def test_rooms_grow():
    assert NARROW.per_bit < MIDDLE.per_bit < WIDE.per_bit
