# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that the tables of registers of Debian's package mstflint are read completely.

A counter independent of the reader finds every field element of the file by a regular expression, and requires a field
of the model, or a report of its omission, at the same line and column. Places are computed again, bit by bit.
"""

import os
import re

import pytest

import costs
from kernel_headers import INSTALL
from prmclib.show import explained
from prmclib.model import Kind
from prmclib.model import described
from prmclib.readers.source import read_source


FOLDER = "/usr/share/mstflint/prm_dbs"
FILES = ("hca", "switch")
_ELEMENT = re.compile(r"<(node|field)\s((?:[\w:]+\s*=\s*\"[^\"]*\"\s*)*)/?>")
_ATTRIBUTE = re.compile(r"([\w:]+)\s*=\s*\"([^\"]*)\"")


@pytest.fixture(scope="module", params=FILES)
def adb(request):
    """Returns (text of the file, source)."""
    path = os.path.join(FOLDER, request.param, "ext", "register_access_table.adb")
    assert os.path.isfile(path), f"{path} is missing: {INSTALL}"
    source, findings = read_source(path)
    assert not findings
    assert costs.lines(lambda: read_source(path)) < 7_000_000  # a third of a second; 3.4 million when this was written
    with open(path, encoding="utf-8") as stream:
        return stream.read(), source


def elements(text):
    """Returns (tag, attributes, (line, column)) of all nodes and fields; the node of each field."""
    node = None
    line, at = 1, 0
    for match in _ELEMENT.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        place = line, at - text.rfind("\n", 0, at)
        attributes = dict(_ATTRIBUTE.findall(match.group(2)))
        if match.group(1) == "node":
            node = attributes
        yield match.group(1), node, attributes, place


def fields_of(layouts):
    """Yields all fields, including those of arms, as (layout, field)."""
    for layout in layouts.values():
        todo = list(layout.fields)
        while todo:
            item = todo.pop()
            yield layout, item
            todo += [inner for arm in item.arms for inner in arm.fields]


def test_nothing_is_dropped(adb):
    text, source = adb
    assert source.form == "adb"
    found = list(elements(text))
    assert len(found) == len(re.findall(r"<(?:node|field)\s", text)), "the counter sees all"
    fields = {place for tag, _, _, place in found if tag == "field"}
    assert len(fields) > 2500
    there = {(item.where.line, item.where.col) for _, item in fields_of(source.spec.layouts)}
    there |= {(item.where.line, item.where.col) for item in source.left_out if item.field}
    assert fields - there == set()
    nodes = [attributes["name"] for tag, _, attributes, _ in found if tag == "node"]
    assert list(source.spec.layouts) == nodes
    assert source.left_out == [], "these files have nothing that the model cannot hold"


def bits(text):
    whole, _, part = text.partition(".")
    return int(whole, 16) * 8 + int(part or 0)


def bits_one_by_one(node, attributes):
    """Returns the bits of a field in memory order, with the highest bit of each byte first."""
    width = min(32, bits(node["size"]))
    offset, size = bits(attributes["offset"]), bits(attributes["size"])
    count = 1 if attributes.get("high_bound") in (None, "VARIABLE") else \
        int(attributes["high_bound"]) - int(attributes["low_bound"]) + 1
    element = size // count
    if element >= 32:
        return list(range(offset, offset + size))
    out, byte, top = [], offset // 32 * 4, offset % 32 + element - 1
    for _ in range(count):
        for _ in range(element):
            out.append(byte * 8 + (width - 1 - top))
            top -= 1
            if top < 0:
                byte, top = byte + 4, 31
    return out


def test_places(adb):
    text, source = adb
    layouts = source.spec.layouts
    compared = arrays = 0
    for tag, node, attributes, place in elements(text):
        if tag != "field" or node.get("attr_is_union"):
            continue
        item, = [item for item in layouts[node["name"]].fields
                 if (item.where.line, item.where.col) == place and item.is_named]
        expected = bits_one_by_one(node, attributes)
        assert item.bits.offset == expected[0], (node["name"], attributes["name"])
        if not item.is_flexible:
            assert list(range(item.bits.offset, item.bits.end)) == expected
        if item.count:
            assert item.elem_width * item.count == len(expected)
            arrays += item.elem_width < 32
        compared += 1
    assert compared > 2000 and arrays >= 10


def test_all_bits_are_accounted_for(adb):
    _, source = adb
    for layout in source.spec.layouts.values():
        at = 0
        for item in layout.fields:
            assert item.bits.offset == at, (layout.name, item.name)
            at = item.bits.end
            for arm in item.arms:
                inner = item.bits.offset
                for part in arm.fields:
                    assert part.bits.offset == inner, (layout.name, item.name, arm.name)
                    inner = part.bits.end
                assert inner == item.bits.end
        assert at == layout.size * 8, layout.name


def test_sub_nodes_fit(adb):
    _, source = adb
    layouts = source.spec.layouts
    seen = 0
    for _, item in fields_of(layouts):
        if item.kind is Kind.LAYOUT:
            has_end = not (layouts[item.layout].fields and layouts[item.layout].fields[-1].is_flexible)
            assert item.elem_width == layouts[item.layout].size * 8 or not has_end
            seen += 1
    assert seen > 300


def test_attributes_are_kept(adb):
    text, source = adb
    spec = source.spec
    by_place = {}
    for layout, item in fields_of(spec.layouts):
        by_place.setdefault((item.where.line, item.where.col), (layout, item))
    conditions = enums = hidden = selectors = flags = 0
    for tag, node, attributes, place in elements(text):
        if tag != "field":
            continue
        _, item = by_place[place]
        if "condition" in attributes:
            conditions += 1
            assert f"condition: {unescaped(attributes['condition'])}" in item.about.note
        if "enum" in attributes and not node.get("attr_is_union"):
            pairs = [pair.split("=") for pair in attributes["enum"].strip(",").split(",")]
            enum = spec.enums[item.enum or item.flags] if item.enum or item.flags else \
                spec.enums[re.search(r"values: (\w+)", item.about.note).group(1)]
            numbers, bits = [int(value, 0) for _, value in pairs], [one.value for one in enum.values]
            if enum.is_flags:  # tables have bits, masks, or the lower 32 bits of masks
                assert numbers in (bits, [1 << bit for bit in bits], [1 << bit % 32 for bit in bits])
                assert "mask" in attributes["descr"].lower() or all(
                    re.search(rf"[Bb]it[ _]?\[?(0x{bit:X}|{bit})\b", attributes["descr"]) for bit in bits)
            else:
                assert bits == numbers
            enums += 1
            flags += enum.is_flags
        elif (item.enum or item.flags) and not node.get("attr_is_union"):
            assert spec.enums[item.enum or item.flags].about.note == described.MARK
            hidden += 1
        if attributes.get("union_selector", "").count(".") == 1 and item.kind is Kind.OVERLAY:
            name = attributes["union_selector"].split(".")[1]
            assert item.selector.field == name
            there = [arm for arm in item.arms if arm.when.values]
            assert [arm.when.values for arm in there] == [
                [spec.enums[item.selector.enum].by_name(arm.when.texts[0]).value] for arm in there]
            selectors += bool(there)
    assert min(enums, hidden, selectors, flags) > 10 and conditions >= 0


def unescaped(text):
    for mark, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(mark, letter)
    return text


def test_selectors_select(adb):
    """A register is explained by the table that its selector's value selects."""
    _, source = adb
    spec = source.spec
    seen = 0
    for layout in spec.layouts.values():
        for item in layout.fields:
            if item.selector is None or not item.selector.field:
                continue
            selector, = [one for one in layout.fields if one.name == item.selector.field]
            for arm in item.arms:
                inner = next((one for one in arm.fields if one.kind is Kind.LAYOUT), None)
                if not arm.when.values or inner is None or arm.when.values[0] >> selector.bits.width \
                        or [one for one in item.arms if arm.when.values[0] in one.when.values] != [arm]:
                    continue
                value = arm.when.values[0] << (layout.size * 8 - selector.bits.end)
                found = list(explained.explain(spec, value.to_bytes(layout.size, "big"), layout.name))
                assert [part for part in found[0].parts
                        if part.layout == inner.layout or arm.name in part.path.split(".")], \
                    (layout.name, arm.name)
                seen += 1
    assert seen > 50
