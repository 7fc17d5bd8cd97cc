# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Witnesses, read by a program that only shifts and masks: the finding's sentences are true, and the two
manuals differ."""

import re

import pytest
from kernel_headers import KNOWN, linux_file
from prmclib.diff.compare import compare
from prmclib.model import Bits, Kind
from prmclib.readers.source import load_source
from sides import layout, report
from test_edits import edited

NUMBER = re.compile(r"(\S+) is (0x[0-9a-f]+|\d+)(?:,|$)")


def whole_size(layout):
    """Returns the bytes of a layout with one element of the array that ends it, if there is one."""
    return layout.size + max((item.elem_width // 8 for item in layout.fields if item.is_flexible), default=0)


def image(witness, size):
    """Returns the whole layout of ``size`` bytes: zeros around the witness."""
    data = bytearray(max(size, witness.at + len(witness.data)))
    data[witness.at:witness.at + len(witness.data)] = witness.data
    return bytes(data)


def number(data, bits):
    """Returns the number in some bits, most significant first; None beyond the end."""
    if bits.offset + bits.width > len(data) * 8:
        return None
    out = 0
    for bit in range(bits.offset, bits.offset + bits.width):
        out = out << 1 | data[bit // 8] >> (7 - bit % 8) & 1
    return out


def places(spec, name, size):
    """{path: bits} of the numbers in ``size`` bits of a layout, of what is nested in it, and of
    elements of arrays."""
    out = {}

    def enter(item, path, start):
        width = item.elem_width if item.is_array else item.bits.width
        room = size - item.bits.offset if item.is_flexible else item.bits.width
        for index in range(max(room, 0) // width if width else 0):
            here = f"{path}[{index}]" if item.is_array else path
            if item.kind is Kind.UINT:
                out[here] = Bits(start + index * width, width)
            elif item.kind is Kind.LAYOUT:
                for inner, bits in places(spec, item.layout, width).items():
                    out[f"{here}.{inner}"] = Bits(start + index * width + bits.offset, bits.width)

    for item in spec.layouts[name].fields if name in spec.layouts else []:
        enter(item, item.name, item.bits.offset)
        for arm in item.arms:
            for inner in arm.fields:
                enter(inner, arm.name if arm.is_single else f"{arm.name}.{inner.name}",
                      inner.bits.offset)
    return out


def prove(old, new, finding):
    """Reads a witness independently; returns whether there was a number to read."""
    witness = finding.witness
    assert witness.old != witness.new, finding
    read = 0
    for spec, side, text, value in ((old, finding.old, witness.old, witness.old_value),
                                    (new, finding.new, witness.new, witness.new_value)):
        name = side.layout if side and side.layout in spec.layouts else witness.layout
        if name not in spec.layouts:
            continue
        data = image(witness, whole_size(spec.layouts[name]))
        known = places(spec, name, len(data) * 8)
        for path, said in NUMBER.findall(text):
            assert path in known, (finding, path)
            assert number(data, known[path]) == int(said, 0), (finding, path)
            read += 1
        if value is not None:
            path = witness.field if side is None or not side.is_in_bits else side.field
            assert number(data, known[path]) == value, finding
    return read


def prove_all(old, new):
    """(findings with a witness, numbers read) of a comparison."""
    found = compare(old, new).findings
    with_one = [finding for finding in found if finding.witness is not None]
    return found, with_one, sum(prove(old.spec, new.spec, finding) for finding in with_one)


def test_linux():
    found, with_one, read = prove_all(*(load_source(linux_file(version, "mlx5_ifc.h")) for version in KNOWN))
    assert len(with_one) > 180 and read > 180
    for finding in found:
        if finding.rule in ("D020", "D031", "D032", "D033") and finding.old.bits.width <= 64:
            assert finding.witness is not None, finding


@pytest.mark.parametrize("first", [0])
def test_random_edits(first):
    total = 0
    for seed in range(first, first + 30):
        old, new, _ = edited(seed)
        total += prove_all(old, new)[2]
    assert total > 20


@pytest.mark.parametrize("fields, data, old, new", [
    ("-0x00[31:5]: reserved\n-0x00[4:0]: n\n+0x00[31:6]: reserved\n+0x00[5:0]: n\n 0x04[31:0]: k",
     "0000002000000000", "n is 0", "n is 32"),
    ("-0x00[31:8]: a\n-0x00[7:0]: b\n+0x00[31:24]: b\n+0x00[23:0]: a\n 0x04[31:0]: k",
     None, None, None),
    ("-0x00[31:0]: a\n+0x00[31:16]: b\n+0x00[15:0]: c\n 0x04[31:0]: k",
     "0001000100000000", "a is 0x10001", "b is 1, c is 1"),
    ("-0x00[31:0]: {name: a, encoding: log2}\n+0x00[31:0]: a\n 0x04[31:0]: k",
     "0000000100000000", "a is 1, 2^1 = 2", "a is 1"),
    ("-0x00[31:0]: a\n+0x00[31:0]: reserved\n 0x04[31:0]: k",
     "0000000100000000", "a is 1", "reserved bits are set"),
])
def test_by_hand(tmp_path, fields, data, old, new):
    found = report(tmp_path, layout(fields))
    with_one = [finding for finding in found.findings if finding.witness is not None]
    assert with_one
    for finding in with_one:
        assert prove(found.old.spec, found.new.spec, finding) > 0
    if data is not None:
        witness = with_one[0].witness
        assert (witness.data.hex(), witness.old, witness.new) == (data, old, new)


def test_large_layouts_show_the_dwords_around(tmp_path):
    fields = " 0x00..0x3f: {name: head, kind: bytes}\n-0x40[31:5]: reserved\n-0x40[4:0]: n\n" \
             "+0x40[31:6]: reserved\n+0x40[5:0]: n\n 0x44..0x7f: reserved"
    found = report(tmp_path, layout(fields, size=128))
    witness = found.findings[0].witness
    assert (witness.at, witness.data.hex()) == (0x40, "00000020")


CHAINS = """
 doc: Example.
 layouts:
   one: {size: 4, doc: One., source: PRM, fields: {"0x00[31:0]": kind}}
   other: {size: 4, doc: Other., source: PRM, fields: {"0x00[31:0]": kind}}
 variants:
   both:
     doc: One or the other.
     source: PRM
     selector: {bits: "0x00[31:0]"}
     arms:
-      uno: {when: 1, layout: one}
-      other: {when: 2, layout: other}
+      one: {when: 1, layout: one}
+      other: {when: 3, layout: other}
 sequences:
   list:
     doc: Parts.
     source: PRM
     segments:
-      - head: {layout: one}
+      - first: {layout: one}
-      - rest: {layout: other}
+      - rest: {layout: other, count: 2}
"""


def test_a_new_name_has_no_witness_of_another_change(tmp_path):
    """Variants and sequences have one rule each: the kind of finding identifies it, not its words."""
    found = {(item.rule, item.title): item for item in report(tmp_path, CHAINS).findings}
    for key in (("D070", "renamed from uno"), ("D071", "segment renamed from head")):
        assert found[key].witness is None
        assert found[key].no_witness == "the same bytes under another name"
    rest = [item for key, item in found.items() if "renamed" not in key[1]]
    assert len(rest) == 2 and all(item.witness is not None for item in rest)
