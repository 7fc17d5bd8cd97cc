# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests `prmc show` of the whole spec: boxes are at the right bits, and nothing is missing.

test_shown.py compares the exact texts.
"""

from __future__ import annotations

import os
import re
from typing import Dict, List, Set, Tuple

import pytest

from prmclib.show import grid, picture
from prmclib.readers.load import load_spec
from prmclib.model import Bits, Field, Kind, Name, Num, Op, Ref
from prmclib.show.show import Page, meant, unknown
from prmclib.show.term import Term
from prmclib.writers.yaml import expr_text

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SPEC, FINDINGS = load_spec([os.path.join(ROOT, "spec")])
ALL = [*SPEC.layouts, *SPEC.enums, *SPEC.variants, *SPEC.sequences]


def boxes(lines: List[str], width: int) -> Dict[int, Set[int]]:
    """Returns the edges in each drawn dword, as bits from the left, read from the characters alone."""
    top = next(i for i, line in enumerate(lines) if re.match(r" *\+[-+]+\+$", line))
    left = lines[top].index("+")
    per_bit = (len(lines[top]) - 1 - left) // 32
    found: Dict[int, Set[int]] = {}
    for line in lines[top:]:
        label = re.match(r"0x([0-9a-f]+)(?:\.\.(?:0x([0-9a-f]+))?)? ", line)
        if not label:
            continue
        assert len(line) <= width
        edges = {(at - left) // per_bit for at, char in enumerate(line)
                 if char == "|" and (at - left) % per_bit == 0}
        first = int(label.group(1), 16)
        last = int(label.group(2), 16) if label.group(2) else first + 3
        for dword in range(first, last + 1, 4):
            found[dword] = edges
    return found


def edges_of(fields: List[Field]) -> Dict[int, Set[int]]:
    """Returns the same from the spec."""
    found: Dict[int, Set[int]] = {}
    for item in fields:
        for bit in range(item.bits.offset, item.bits.end):
            edges = found.setdefault(bit // 32 * 4, {32})
            if bit == item.bits.offset or bit % 32 == 0:
                edges.add(bit % 32)
    return found


@pytest.mark.parametrize("width", [80, 100, 132, 170])
def test_boxes_stand_at_their_bits(width: int) -> None:
    for layout in SPEC.layouts.values():
        rows = grid.rows_of(layout.fields)
        lines, _ = picture.draw(rows, Term(width=width))
        drawn = boxes(lines, width)
        flexible = layout.fields[-1].is_flexible
        for dword, edges in edges_of(layout.fields).items():
            assert drawn.pop(dword) == edges, f"{layout.name} {dword:#x}"
        assert len(drawn) == (1 if flexible else 0), layout.name


def test_each_box_has_its_name_or_a_mark_of_the_list() -> None:
    for layout in SPEC.layouts.values():
        lines, marks = picture.draw(grid.rows_of(layout.fields), Term(width=80))
        text = re.sub(r"[^a-zA-Z0-9_ ]", " ", "\n".join(lines))
        joined = re.sub(r"\s+", "", text)
        for item in layout.fields:
            if item.is_named and item not in marks and item.kind is not Kind.OVERLAY:
                assert item.name in joined or all(part in text for part in item.name.split("_")), \
                    f"{layout.name}.{item.name}"
        # In a dword a mark denotes one field only.
        told: Set[Tuple[int, str]] = set()
        for item in layout.fields:
            if item in marks:
                place = (item.bits.offset // 32, marks[item])
                assert place not in told and marks[item].isupper() or marks[item].isdigit()
                told.add(place)


@pytest.mark.parametrize("name", ALL)
def test_everything_is_told(name: str) -> None:
    page = Page(SPEC, Term(width=100))
    lines = page.of(name)
    text = " ".join(" ".join(lines).split())
    assert all(line.isascii() for line in lines)

    def tells(*texts: str) -> None:
        for one in texts:
            assert " ".join(one.split()) in text, f"{name}: {one}"

    thing = next(names[name] for names in (SPEC.layouts, SPEC.enums, SPEC.variants, SPEC.sequences)
                 if name in names)
    tells(thing.about.doc, thing.about.note, thing.about.conflict, thing.about.unverified,
          "; ".join(thing.about.source), f"{thing.where.line}")
    if name in SPEC.layouts:
        for item in SPEC.layouts[name].fields:
            for one in [item, *(sub for arm in item.arms for sub in arm.fields)]:
                tells(grid.place_of(one), one.name or one.kind.value, one.about.doc,
                      one.about.note, one.about.conflict, one.about.unverified, one.about.since,
                      one.cap, one.enum, one.flags, one.layout, one.unit if not one.encoding else "")
                for enum in (one.enum, one.flags):
                    for value in SPEC.enums[enum].values if enum else []:
                        tells(value.name, value.about.doc)
    if name in SPEC.enums:
        for value in SPEC.enums[name].values:
            tells(value.name, value.about.doc, value.about.conflict, value.about.unverified)


def test_no_line_is_too_wide() -> None:
    """No line is too wide, except words that are wider themselves, and names after a place."""
    for width in (72, 100):
        page = Page(SPEC, Term(width=width))
        for name in ALL:
            for line in page.of(name):
                assert len(line) <= width or len(line.split()[-1]) > 24 or len(line) <= 88, line


def test_boxes_of_a_terminal() -> None:
    fields = [Field("a", Bits(0, 16), Kind.UINT, None),
              Field("", Bits(16, 15), Kind.RESERVED, None), Field("se", Bits(31, 1), Kind.UINT, None),
              Field("b", Bits(32, 8), Kind.UINT, None), Field("c", Bits(40, 24), Kind.UINT, None)]
    lines, marks = picture.draw(grid.rows_of(fields), Term(width=80, ascii=False))
    assert lines[2:] == [
        "      ┌───────────────────────────────┬─────────────────────────────┬─┐",
        "0x00  │               a               │          reserved           │A│",
        "      ├───────────────┬───────────────┴─────────────────────────────┴─┤",
        "0x04  │       b       │                       c                       │",
        "      └───────────────┴───────────────────────────────────────────────┘"]
    assert marks == {fields[2]: "A"}
    assert lines[:2] == [
        "       3 3 2 2 2 2 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1",
        "       1 0 9 8 7 6 5 4 3 2 1 0 9 8 7 6 5 4 3 2 1 0 9 8 7 6 5 4 3 2 1 0"]


@pytest.mark.parametrize("label, room, lines", [
    ("wire_bfs", 8, ["wire_bfs"]), ("wire_bfs", 7, ["wire_", "bfs"]), ("wire_bfs", 4, None),
    ("a / b / c", 5, ["a / b", "/ c"]), ("one_two_three_four", 6, None),
    ("one_two_three", 6, ["one_", "two_", "three"]), ("", 1, [""]), ("lr", 1, None)])
def test_names_in_boxes(label: str, room: int, lines: List[str]) -> None:
    assert grid.fit(label, room) == lines


@pytest.mark.parametrize("expr, text", [
    (Op("*", [Op("+", [Ref("a", "b"), Num(19)]), Num(16)]), "(a.b + 19) * 16"),
    (Op("-", [Num(1), Op("-", [Num(2), Num(3)])]), "1 - (2 - 3)"),
    (Op("-", [Op("-", [Num(1), Num(2)]), Num(0x400)]), "1 - 2 - 0x400"),
    (Op("and", [Op("not", [Op("has", [Ref("a", "f"), Name("X")])]), Op("or", [Num(1), Num(2)])]),
     "not a.f has X and (1 or 2)"),
    (Op("not", [Op("and", [Num(1), Num(2)])]), "not (1 and 2)")])
def test_expressions(expr, text: str) -> None:
    assert expr_text(expr) == text


def test_expressions_of_the_spec_are_those_of_its_text() -> None:
    """Expressions are shown like the text of the files, without redundant parentheses."""
    texts = ""
    for item in SPEC.files:
        with open(os.path.join(ROOT, item.path), encoding="utf-8") as stream:
            texts += " ".join(stream.read().split())
    count = 0
    for sequence in SPEC.sequences.values():
        for expr in [sequence.size, *(x for part in sequence.segments
                                      for x in (part.when, part.size, part.count))]:
            if expr is not None:
                count += 1
                shown = expr_text(expr)
                alone = re.sub(r" \* (?:4|16|64)\Z", "", shown)  # a length, by the field's encoding
                assert shown in texts or f"size: {alone}" in texts or \
                    shown.replace("0x", "") != shown, shown
    assert count > 20


@pytest.mark.parametrize("name, message", [
    ("psv_indx", "the spec has no 'psv_indx'; similar: psv_index (of set_psv_seg)"),
    ("psv_index", "the spec has no 'psv_index' of its own; it is a field of set_psv_seg, get_psv_seg "
     "and check_psv_seg"),
    ("T10DIF", "the spec has no 'T10DIF' of its own; it is a value of bfs"),
    ("BSF_BASIC", "the spec has no 'BSF_BASIC'; similar: bsf_basic"),
    ("qqqq", "the spec has no 'qqqq'; `prmc show` lists what it has")])
def test_unknown_names(name: str, message: str) -> None:
    assert unknown(SPEC, name).startswith(message)


@pytest.mark.parametrize("name, wanted", [
    ("mkc", "mkc"), ("mlx5_ifc_mkc_bits", "mkc"), ("struct mlx5_ifc_mkc_bits", "mkc"), ("mlx5_ifc_mkc", "mkc"),
    ("mkc.log_page_size", "mkc"), ("set_psv_seg.t10dif.guard", "set_psv_seg"), ("set_psv_seg.t10dif", "set_psv_seg"),
    ("mkc.no_such", "mkc.no_such"), ("no_such.field", "no_such.field"), ("mlx5_ifc_none_bits", "mlx5_ifc_none_bits")])
def test_names_of_headers_and_addresses_of_fields(name: str, wanted: str) -> None:
    assert meant(SPEC, Page(SPEC, Term(width=100)), name) == wanted


def test_a_layout_without_the_field() -> None:
    assert unknown(SPEC, "mkc.no_such") == \
        "the spec has no 'mkc.no_such'; `prmc show mkc` lists the fields of mkc"
