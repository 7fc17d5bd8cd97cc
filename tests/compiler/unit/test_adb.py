# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tables of mstflint (ADB) as layouts: places, arrays, unions, attributes, and omissions.

The places of small arrays are those of mstflint's own example of arrays, its
resource_data tests/be_arrays: numbers that start in the middle of a dword, end there, or both.
"""

import os
import re

import pytest
from prmclib.model.errors import render
from prmclib.model import Bits, Kind, Writer
from watch.adb.document import looks_like_xml, number, read_adb
from watch.adb.adb_places import bits_of
from watch.adb.adb_layouts import clean, identifier, to_spec

BIG = '<config big_endian_arr="1" />\n'


def document(nodes, config=BIG):
    return f'<NodesDefinition>\n{config}<info source_doc_name="PRM" source_doc_version="Rev 1" />\n' \
           f"{nodes}\n</NodesDefinition>\n"


def read(nodes, config=BIG):
    """Returns (spec, left out) of tables."""
    data = document(nodes, config).encode()
    found, findings = read_adb("t.adb", data)
    assert not findings, render(findings)
    return to_spec(found, data)


def table(fields, size="0x10.0", config=BIG, more=""):
    """(fields of a layout, reasons of what is left out) of one table."""
    spec, left = read(f'<node name="t" size="{size}" descr="" >\n{fields}\n</node>\n{more}', config)
    return spec.layouts["t"].fields, [(item.field, item.reason) for item in left]


def named(fields):
    return {item.name: item for item in fields if item.is_named}


def one(attributes, **others):
    """Returns the only field of a table."""
    fields, left = table(f'<field name="f" {attributes} />', **others)
    assert left == []
    return named(fields)["f"]


@pytest.mark.parametrize("text, bits", [
    ("0x4.24", 56), ("0x0.0", 0), ("0x10", 128), ("4.8", 40), ("010.0", 64), (".8", 8), ("0x.8", 8),
    ("0xC.0", 96), ("0x4.", 32), (" 0x4.0 ", 32), ("", None), (".", None), ("x", None), ("0x4.0x8", None),
    ("-4.0", None), ("1A.0", None), ("08.0", None), ("0x4.0.0", None),
    ("0x" + "f" * 40, None), ("4." + "9" * 30, None)])
def test_bits_of(text, bits):
    assert bits_of(text) == bits


@pytest.mark.parametrize("text, value", [
    ("0x1F", 31), ("017", 15), ("15", 15), ("-1", -1), (" 2 ", 2), ("0", 0), ("", None), ("0x", None),
    ("08", None), ("1e3", None), ("9" * 40, None), ("1_000", None), ("\u0661", None)])
def test_number(text, value):
    assert number(text) == value


# offset, size -> place in the table, as the PRM writes it.
@pytest.mark.parametrize("offset, size, place", [
    ("0x0.0", "0x4.0", "0x00[31:0]"), ("0x0.24", "0x0.8", "0x00[31:24]"),
    ("0x4.0", "0x0.8", "0x04[7:0]"), ("0x4.31", "0x0.1", "0x04[31]"), ("0x4.5", "0x0.3", "0x04[7:5]"),
    ("0x6.0", "0x0.8", "0x04[23:16]"), ("0x4.16", "0x2", "0x04[31:16]"),
    ("0x8.0", "0x8.0", "0x08[63:0]")])
def test_place(offset, size, place):
    item = one(f'offset="{offset}" size="{size}"')
    assert (str(item.bits), item.kind, item.count) == (place, Kind.UINT, None)


@pytest.mark.parametrize("size, offset, place", [("0x2.0", "0x0.8", 0), ("0x2.0", "0x0.0", 8),
                                                 ("0x1.0", "0x0.0", 0)])
def test_table_of_less_than_a_dword(size, offset, place):
    """It is as wide as the table, so that a sub-node's lowest bit is that of the place it gets."""
    assert one(f'offset="{offset}" size="0x1.0"', size=size).bits.offset == place


# Elements from the top of a dword down, and on at the top of the next one.
@pytest.mark.parametrize("offset, size, high, start, elem", [
    ("0x4.16", "0x8", 3, 32, 16), ("0xC.0", "0x6", 2, 112, 16), ("0x18.16", "0x6", 2, 192, 16),
    ("0x20.0", "0x8", 3, 272, 16), ("0x2C.16", "0x9", 8, 360, 8), ("0x38.24", "0xC", 11, 448, 8),
    ("0x48.0", "0x10", 3, 576, 32), ("0x5c.0", "0x20", 3, 736, 64), ("0x0.28", "0x4.0", 7, 0, 4),
    ("0x0.31", "0x8.0", 63, 0, 1), ("0x0.27", "0x0.9", 2, 2, 3)])
def test_big_endian_array(offset, size, high, start, elem):
    item = one(f'offset="{offset}" size="{size}" low_bound="0" high_bound="{high}"', size="0x80.0")
    assert (item.bits.offset, item.elem_width, item.count) == (start, elem, high + 1)
    assert item.bits.width == elem * (high + 1)


def test_little_endian_array():
    """Elements from the bottom up are in no order that an array has, and become fields."""
    fields, left = table('<field name="f" offset="0x0.16" size="0x3.0" low_bound="1" '
                         'high_bound="3" descr="Three." access="RO" />', config="")
    assert left == []
    assert [(name, str(item.bits), item.about.doc, item.writer)
            for name, item in sorted(named(fields).items())] == [
        ("f_1", "0x00[23:16]", "Three.", Writer.DEVICE),
        ("f_2", "0x00[31:24]", "Three.", Writer.DEVICE),
        ("f_3", "0x04[7:0]", "Three.", Writer.DEVICE)]


@pytest.mark.parametrize("config", ["", '<config big_endian_arr="0" />'])
def test_array_of_dwords_is_one_in_both_orders(config):
    item = one('offset="0x0.0" size="0x10.0" low_bound="0" high_bound="3"', config=config)
    assert (item.count, item.elem_width, item.bits.offset) == (4, 32, 0)


def test_array_of_one():
    text = 'offset="0x0.0" size="0x4.0" low_bound="0" high_bound="0"'
    assert one(text).count is None
    assert one(text, config=BIG + '<config single_entry_arr="1" />').count == 1


def test_array_without_end():
    spec, left = read('<node name="t" size="0x8.0" >'
                      '<field name="n" offset="0x0.0" size="0x4.0" />'
                      '<field name="rec" offset="0x4.0" size="0x4.0" low_bound="0" '
                      'high_bound="VARIABLE" arr_is_dynamic="1" size_condition="$(parent).n" />'
                      "</node>")
    rec = spec.layouts["t"].fields[-1]
    assert left == []
    assert (rec.is_flexible, rec.bits.offset, rec.elem_width) == (True, 32, 32)
    assert rec.about.note == "arr_is_dynamic: 1; size_condition: $(parent).n"
    assert spec.layouts["t"].size == 4, "without the element that ADB counts"


def test_low_bound_is_noted():
    assert one('offset="0x0.0" size="0x8.0" low_bound="1" high_bound="2"').about.note == "low_bound: 1"


def test_attributes():
    item = one('offset="0x0.0" size="0x4.0" descr="First.\\;Second &lt;x&gt;." access="OP" '
               'capability="0" condition="$(parent).a == B" supported_from_version="1.2" zz="9" yy=""')
    assert item.about.doc == "First.\nSecond <x>."
    assert item.about.note == "access: OP; capability: 0; condition: $(parent).a == B; zz: 9"
    assert (item.about.since, item.writer, item.cap) == ("1.2", Writer.DRIVER, "")
    item = one('offset="0x0.0" size="0x4.0" capability="pcam.x" access="RW"')
    assert (item.cap, item.about.note, item.writer) == ("pcam.x", "", Writer.BOTH)


@pytest.mark.parametrize("access, writer, note", [
    ("RO", Writer.DEVICE, ""), ("WO", Writer.DRIVER, ""), ("RW", Writer.BOTH, ""),
    ("INDEX", Writer.DRIVER, "access: INDEX"), ("W1C", None, "access: W1C")])
def test_access(access, writer, note):
    for key in ("access", "rw"):
        item = one(f'offset="0x0.0" size="0x4.0" {key}="{access}"')
        assert (item.writer, item.about.note) == (writer, note)


def test_node_attributes_and_file():
    spec, _ = read('<node name="a b" size="0x4.0" descr="Table." segment_id="0x1329" />')
    layout = spec.layouts["a_b"]
    assert (layout.about.doc, layout.about.note) == ("Table.", "segment_id: 0x1329; name: a b")
    assert layout.about.source == ["t.adb Rev 1 node a b"]
    assert (spec.files[0].doc, spec.files[0].stem) == ("Tables of t.adb (PRM Rev 1).", "t")
    assert [item.kind for item in layout.fields] == [Kind.RESERVED]


def test_holes_are_reserved_and_stay_in_dwords():
    fields, _ = table('<field name="b" offset="0x4.8" size="0x0.8" /><field name="a" '
                      'offset="0x0.4" size="0x0.4" />')
    assert [(item.name, str(item.bits)) for item in fields] == [
        ("", "0x00[31:8]"), ("a", "0x00[7:4]"), ("", "0x00[3:0]"), ("", "0x04[31:16]"),
        ("b", "0x04[15:8]"), ("", "0x04[7:0]"), ("", "0x08[63:0]")]


def test_reserved_by_name():
    fields, _ = table('<field name="reserved1" offset="0x0.0" size="0x4.0" descr="Empty." access="RW" capability="a.b" />'
                      '<field name="reserved_lkey" offset="0x4.0" size="0x4.0" />')
    assert [(item.kind, item.name, item.about.doc) for item in fields[:2]] == [
        (Kind.RESERVED, "", "Empty."), (Kind.UINT, "reserved_lkey", "")]


def test_long_fields_are_bytes():
    item = one('offset="0x0.0" size="0x10.0"')
    assert (item.kind, item.bits.width, item.elem_width) == (Kind.BYTES, 128, 128)


# Sub-nodes

SUB = '<node name="s" size="0x4.0"><field name="x" offset="0x0.0" size="0x4.0" /></node>'


def test_sub_nodes():
    fields, left = table('<field name="one" offset="0x0.0" size="0x4.0" subnode="s" />'
                         '<field name="two" offset="0x4.0" size="0x8.0" low_bound="0" '
                         'high_bound="1" subnode="s" />', more=SUB)
    one_, two = fields[:2]
    assert left == []
    assert (one_.kind, one_.layout, one_.count) == (Kind.LAYOUT, "s", None)
    assert (two.kind, two.layout, two.count, two.elem_width) == (Kind.LAYOUT, "s", 2, 32)


def test_sub_node_that_is_smaller_than_its_field():
    fields, left = table('<field name="f" offset="0x0.0" size="0xc.0" subnode="s" />', more=SUB)
    assert left == []
    assert [(item.name, item.kind.value, str(item.bits)) for item in fields] == [
        ("f", "layout", "0x00[31:0]"), ("", "reserved", "0x04..0x0f")]
    assert fields[0].about.note == "size: 12 bytes, of which s describes 4"
    spec, left = read((UNION % "$(parent).type").replace(
        'size="0x8.0" subnode="u"', 'size="0xc.0" subnode="u"').replace(
        'name="reg" size="0x10.0"', 'name="reg" size="0x14.0"'))
    data = named(spec.layouts["reg"].fields)["data"]
    assert left == [] and str(data.bits) == "0x08[63:0]" and len(data.arms) == 4


UINT64 = '<node name="uint64" size="0x8.0"><field name="hi" offset="0x0.0" size="0x4.0" />' \
         '<field name="lo" offset="0x4.0" size="0x4.0" /></node>'


def test_uint64_is_a_number():
    item = one('offset="0x0.0" size="0x8.0" subnode="uint64" enum="A=1"', more=UINT64)
    assert (item.kind, item.bits.width, item.enum) == (Kind.UINT, 64, "t_f")
    item = one('offset="0x0.0" size="0x10.0" subnode="uint64" low_bound="0" high_bound="1"',
               more=UINT64)
    assert (item.kind, item.elem_width, item.count) == (Kind.UINT, 64, 2)


def test_table_without_fields_that_gives_values_is_a_number():
    more = '<node name="enum_entry" size="0x4.0"></node>'
    item = one('offset="0x0.0" size="0x4.0" subnode="enum_entry" enum="A=1"', more=more)
    assert (item.kind, item.enum) == (Kind.UINT, "t_f")
    item = one('offset="0x0.0" size="0x4.0" subnode="enum_entry"', more=more)
    assert item.kind is Kind.LAYOUT


# Enumerations

def test_enumeration():
    spec, _ = read('<node name="t" size="0x4.0"><field name="f" offset="0x0.0" size="0x0.8" '
                   'enum="A=0x0, B-c=1 ,D=010,E,F=x,G=-1," descr="0: no\\;1: yes" /></node>')
    enum = spec.enums["t_f"]
    assert spec.layouts["t"].fields[-1].enum == "t_f"
    assert [(item.name, item.value, item.about.note) for item in enum.values] == [
        ("A", 0, ""), ("B_c", 1, "name: B-c"), ("D", 8, "")]
    assert (enum.is_open, enum.is_flags, enum.about.note) == (
        True, False, "not understood: E, F=x, G=-1")
    assert spec.files[0].enums == ["t_f"]


@pytest.mark.parametrize("values, description, bits", [
    ("A=0x1,B=0x8", "Mask:\\;Bit 0: A\\;Bit 3: B\\;Bit 4: later", {"A": 0, "B": 3}),
    ("A=0x1,B=0x8", "Mask:\\;Bit 0: A\\;Bit 8: B", None),  # not every one
    ("A=0x1,B=0x1", "Bit 0: A or B", None),
    ("A=0x0,B=0x1", "Bit 0: A\\;Bit 1: B", {"A": 0, "B": 1}),  # numbers of bits
    ("A=0x1,B=0x2", "Bit 1: A\\;Bit 2: B", {"A": 1, "B": 2}),
    ("A=0x1,B=0x2", "Bit 0: A\\;Bit 1: B", {"A": 0, "B": 1}),
    ("A=0x0,B=0x3", "Mask of errors (bitmask):\\;0: A\\;3: B", {"A": 0, "B": 3}),
    ("A=0x0,B=0x1", "Bitmask:\\;0: A\\;1: B", None),  # bits or masks
    ("A=0x3,B=0x1", "Bit 0: A\\;Bit 1: B", None),
    ("A=0x1,B=0x2", "1: A\\;2: B", None)])
def test_enumeration_of_bits(values, description, bits):
    """The description says whether the values are masks."""
    spec, _ = read('<node name="t" size="0x4.0"><field name="f" offset="0x0.0" size="0x0.8" '
                   f'enum="{values}" descr="{description}" /></node>')
    enum, item = spec.enums["t_f"], spec.layouts["t"].fields[-1]
    assert enum.is_flags == bool(bits) and (item.enum, item.flags) == (
        ("", "t_f") if bits else ("t_f", ""))
    if bits:
        assert {value.name: value.value for value in enum.values} == bits


def test_a_field_that_selects_has_a_list():
    """The values are whole numbers, whatever the description calls them."""
    spec, _ = read('<node name="u" size="0x4.0" attr_is_union="1"><field name="a" offset="0x0.0" size="0x4.0" '
                   'selected_by="B" /></node><node name="t" size="0x8.0"><field name="f" offset="0x0.0" '
                   'size="0x0.8" enum="A=1,B=8" descr="Bit 0: A\\;Bit 3: B" /><field name="g" offset="0x4.0" '
                   'size="0x4.0" subnode="u" union_selector="$(parent).f" /></node>')
    assert not spec.enums["t_f"].is_flags
    assert spec.layouts["t"].fields[-1].arms[0].when.values == [8]


def test_enumeration_hidden_in_the_description():
    spec, _ = read('<node name="t" size="0x4.0">'
                   '<field name="f" offset="0x0.0" size="0x0.8" descr="Mode.\\;0: off\\;1: on - now" />'
                   '<field name="g" offset="0x0.8" size="0x0.8" descr="Bit 0 - SDR\\;Bit 2 - QDR" />'
                   "</node>")
    mode, speed = spec.enums["t_f"], spec.enums["t_g"]
    assert [(item.name, item.value, item.about.doc) for item in mode.values] == [
        ("off", 0, ""), ("on", 1, "on - now")]
    assert [(item.name, item.value) for item in speed.values] == [("SDR", 0), ("QDR", 2)]
    assert (mode.is_flags, speed.is_flags) == (False, True)
    assert mode.about.note == speed.about.note == \
        "Read from the description, not stated as an enumeration."
    fields = named(spec.layouts["t"].fields)
    assert (fields["f"].enum, fields["f"].flags) == ("t_f", "")
    assert (fields["g"].enum, fields["g"].flags) == ("", "t_g")


# Unions

UNION = """<node name="reg" size="0x10.0">
<field name="type" offset="0x0.0" size="0x0.8" enum="A=0x1,B=0x2" />
<field name="data" offset="0x8.0" size="0x8.0" subnode="u" union_selector="%s" descr="Data." />
<field name="ctrl" offset="0x4.0" size="0x4.0" subnode="c" />
</node>
<node name="u" size="0x8.0" attr_is_union="1">
<field name="a" offset="0x0.0" size="0x8.0" subnode="sa" selected_by="A" descr="Arm." />
<field name="b" offset="0x0.0" size="0x4.0" subnode="sb" selected_by="B" />
<field name="n" offset="0x0.0" size="0x0.8" />
<field name="z" offset="0x0.0" size="0x4.0" selected_by="ZZ" />
</node>
<node name="sa" size="0x8.0"><field name="x" offset="0x0.0" size="0x4.0" /></node>
<node name="sb" size="0x4.0"><field name="y" offset="0x0.0" size="0x4.0" /></node>
<node name="c" size="0x4.0"><field name="id" offset="0x0.0" size="0x0.8" enum="A=5,B=6" /></node>
"""


def test_union():
    spec, left = read(UNION % "$(parent).type")
    data = named(spec.layouts["reg"].fields)["data"]
    assert left == []
    assert (data.kind, str(data.bits), data.about.doc) == (Kind.OVERLAY, "0x08[63:0]", "Data.")
    assert (data.selector.field, data.selector.enum, data.selector.external) == \
        ("type", "reg_type", "")
    assert [(arm.name, arm.when.values, arm.when.texts, arm.is_single, arm.about.doc)
            for arm in data.arms] == [
        ("a", [1], ["A"], True, "Arm."), ("b", [2], ["B"], False, ""), ("n", [], [], False, ""),
        ("z", [], ["ZZ"], False, "")]
    assert [[(item.name, item.kind.value, item.layout, str(item.bits)) for item in arm.fields]
            for arm in data.arms[:3]] == [
        [("a", "layout", "sa", "0x08[63:0]")],
        [("b", "layout", "sb", "0x08[31:0]"), ("", "ignored", "", "0x0c[31:0]")],
        [("", "ignored", "", "0x08[31:8]"), ("n", "uint", "", "0x08[7:0]"),
         ("", "ignored", "", "0x0c[31:0]")]]
    own, = spec.layouts["u"].fields
    assert (own.kind, own.selector.external, len(own.arms)) == \
        (Kind.OVERLAY, "Not stated by the table.", 4)


def test_selector_inside_another_table():
    spec, _ = read(UNION % "$(parent).ctrl.id")
    data = named(spec.layouts["reg"].fields)["data"]
    assert (data.selector.field, data.selector.external, data.selector.enum) == \
        ("", "$(parent).ctrl.id", "c_id")
    assert [arm.when.values for arm in data.arms] == [[5], [6], [], []]


@pytest.mark.parametrize("text", ["$(parent).gone", "$(parent).$(parent).type", "type.x", "$(parent)."])
def test_selector_that_is_not_there(text):
    spec, left = read(UNION % text)
    data = named(spec.layouts["reg"].fields)["data"]
    assert (data.selector.field, data.selector.external, left) == ("", text, [])


@pytest.mark.parametrize("condition, values", [
    ("$(parent).type == a", [1]), ("($(parent).type == A) | ($(parent).type == B)", [1, 2]),
    ("$(parent).type EQ B OR $(parent).type == a", [2, 1]), ("$(parent).type == C", []), ("$(parent).type == A AND 1", []),
    ("$(parent).type == A | $(parent).other == B", []), ("$(parent).other == A", []), ("", [])])
def test_union_with_conditions(condition, values):
    """Tables of 2026 choose the fields of some unions by conditions, and write values in another case."""
    text = UNION.replace('union_selector="%s"', 'condition="$(parent).type"')
    text = text.replace('selected_by="A"', f'condition="{condition}"')
    data = named(read(text)[0].layouts["reg"].fields)["data"]
    assert (data.selector.field, data.arms[0].when.values) == ("type", values)


def test_union_in_an_array_and_in_a_union():
    spec, left = read(UNION % "" + """
<node name="t" size="0x10.0"><field name="f" offset="0x0.0" size="0x10.0" low_bound="0"
high_bound="1" subnode="u" union_selector="$(parent).x" /></node>
<node name="v" size="0x8.0" attr_is_union="1"><field name="u" offset="0x0.0" size="0x8.0" subnode="u" />
</node>""")
    array, = spec.layouts["t"].fields
    assert left == []
    assert (array.kind, array.layout, array.about.note) == (
        Kind.LAYOUT, "u", "union_selector: $(parent).x")
    inner = spec.layouts["v"].fields[0].arms[0].fields[0]
    assert (inner.kind, inner.layout) == (Kind.LAYOUT, "u")


# Parts that are left out

@pytest.mark.parametrize("attributes, reason", [
    ('offset="0x0.0"', "a size that cannot be read: ''"),
    ('offset="0x0.0" size="0x0.0"', "a size that cannot be read: '0x0.0'"),
    ('offset="x" size="0x4.0"', "an offset that cannot be read: 'x'"),
    ('offset="0x0.0" size="0xffffffff.0"', "more than 8,388,608 bytes"),
    ('offset="0xffffffffff.0" size="0x4.0"', "an offset that cannot be read: '0xffffffffff.0'"),
    ('offset="0x0.28" size="0x0.8"', "crosses a dword"),
    ('offset="0x0.8" size="0x8.0"', "more than 32 bits that are not whole dwords"),
    ('offset="0x10.0" size="0x4.0"', "outside of the table, which ends at 0x10"),
    ('offset="0xc.0" size="0x8.0"', "outside of the table, which ends at 0x10"),
    ('offset="0x0.0" size="0x4.0" low_bound="0" high_bound="2"',
     "32 bits, which 3 elements cannot divide evenly"),
    ('offset="0x0.0" size="0x4.0" low_bound="3" high_bound="2"',
     "bounds that cannot be read: '3' to '2'"),
    ('offset="0x0.0" size="0x4.0" low_bound="0" high_bound="N"',
     "bounds that cannot be read: '0' to 'N'"),
    ('offset="0x0.0" size="0x6.0" low_bound="0" high_bound="1"', "elements that cross a dword"),
    ('offset="0x0.20" size="0x4.0" low_bound="0" high_bound="3"', "elements that cross a dword"),
    ('offset="0x0.0" size="0x4.0" subnode="none"', "there is no table 'none', or it is left out"),
    ('offset="0x0.0" size="0x2.0" subnode="s"', "16 bits, and 's' has 32"),
    ('offset="0x0.0" size="0x10.0" low_bound="0" high_bound="1" subnode="s"',
     "64 bits, and 's' has 32"),
    ('offset="0x0.0" size="0x4.0" low_bound="0" high_bound="VARIABLE"',
     "an array of unknown length that is not at the end"),
    ('offset="0x0.0" size="0x4.0" inst_ifdef="ASIC"', "only if ASIC is defined, and it is not"),
    ('offset="0x0.0" size="0x4.0" subnode="t"', "'t' contains this table"),
])
def test_left_out(attributes, reason):
    fields, left = table(f'<field name="f" {attributes} />', more=SUB)
    assert left == [("f", reason)]
    assert not named(fields)
    assert sum(item.bits.width for item in fields) == 128, "all bits are accounted for"


def test_bits_of_what_is_left_out_are_ignored():
    fields, _ = table('<field name="a" offset="0x0.0" size="0x4.0" />'
                      '<field name="f" offset="0x4.0" size="0x8.0" subnode="gone" />')
    assert [(item.kind.value, str(item.bits)) for item in fields] == [
        ("uint", "0x00[31:0]"), ("ignored", "0x04[63:0]"), ("reserved", "0x0c[31:0]")]


def test_overlap():
    fields, left = table('<field name="b" offset="0x0.0" size="0x0.16" />'
                         '<field name="a" offset="0x0.8" size="0x0.16" />')
    assert left == [("b", "overlaps a")]
    assert [(item.name, item.kind.value, str(item.bits)) for item in fields[:3]] == [
        ("", "reserved", "0x00[31:24]"), ("a", "uint", "0x00[23:8]"), ("", "ignored", "0x00[7:0]")]


def test_defined_condition():
    config = BIG + '<config define="ASIC=1" /><config define="B" />'
    for name in ("ASIC", "B"):
        assert one(f'offset="0x0.0" size="0x4.0" inst_ifdef="{name}"', config=config)


@pytest.mark.parametrize("node, reason", [
    ('<node name="t" size="0x0.4">', "not a whole number of bytes"),
    ('<node name="t" size="">', "a size that cannot be read: ''"),
    ('<node name="t">', "a size that cannot be read: ''"),
    ('<node name="t" size="0x0.0">', "a table without bits"),
    ('<node size="0x4.0">', "a table without a name"),
    ('<node name="s" size="0x4.0">', "a second table of that name, after line 4"),
    ('<node name="t" size="0xfffffffff.0">', "more than 8,388,608 bytes"),
    ('<node name="t" size="0x4.0" cr_data_wdt="64">',
     "words of 64 bits (cr_data_wdt), but not a whole number of them"),
])
def test_table_left_out(node, reason):
    spec, left = read(f'{SUB}{node}<field name="f" offset="0x0.0" size="0x0.4" /></node>')
    assert list(spec.layouts) == ["s"]
    assert [(item.field, item.reason) for item in left] == [
        ("", reason), ("f", f"in a table left out: {reason}")]


def test_strays():
    _, left = read('<include file="../b.adb" /><field name="lost" /><foo /><node name="t" size="4">'
                   '<node name="in" size="4" /><field name="f" offset="0" size="4">'
                   '<field name="g" /></field></node><instance_ops><attr_replace path="x" />'
                   "</instance_ops>")
    assert [(item.field, item.reason) for item in left] == [
        ("", "another file, which is not read: ../b.adb"),
        ("lost", "a field in <NodesDefinition>"),
        ("", "an element <foo> in <NodesDefinition>, which tables do not have"),
        ("in", "a node in <node>"), ("g", "a field in <field>"),
        ("x", "there is no table 'root' with one field, where paths start; it replaces nothing")]


def test_cycle():
    """It is broken where it closes; the other tables stay."""
    spec, left = read("".join(f'<node name="{name}" size="0x4.0"><field name="f" offset="0x0.0" '
                              f'size="0x4.0" subnode="{sub}" /></node>'
                              for name, sub in ("ab", "bc", "ca")))
    assert [(item.layout, item.reason) for item in left] == [("c", "'a' contains this table")]
    assert list(spec.layouts) == ["a", "b", "c"]


def test_chain_of_tables():
    nodes = "".join(f'<node name="n{i}" size="0x4.0"><field name="f" offset="0x0.0" size="0x4.0" '
                    f'subnode="n{i + 1}" /></node>' for i in range(3000))
    _, left = read(nodes + '<node name="n3000" size="0x4.0" />')
    assert {item.reason for item in left} == {"more than 64 nested tables"}


def test_unions_that_grow():
    """Ten meanings of ten nested tables would be ten thousand million fields."""
    nodes = "".join(
        f'<node name="n{i}" size="0x4.0" attr_is_union="1">' + "".join(
            f'<field name="f{j}" offset="0x0.0" size="0x4.0" subnode="n{i + 1}" />'
            for j in range(10)) + "</node>" for i in range(10))
    _, left = read(nodes + '<node name="n10" size="0x4.0"><field name="x" offset="0" size="4" /></node>')
    assert {item.reason for item in left} == {"more than 1,048,576 fields in all"}


def test_names():
    assert identifier("a-b c\u00e4") == "a_b_c_"
    assert identifier("4x") == "_4x"
    assert clean("a\\;b\\; c \x07\u202e") == "a\nb\nc"
    item = one('offset="0x0.0" size="0x4.0"', more="")
    assert item.about.note == ""
    fields, _ = table('<field name="a.b" offset="0x0.0" size="0x4.0" />')
    assert (fields[0].name, fields[0].about.note) == ("a_b", "name: a.b")


# XML

@pytest.mark.parametrize("data, good", [
    (b"<NodesDefinition>", True), (b"\xef\xbb\xbf\n <a/>", True), (" <a/>".encode("utf-16"), True),
    ("<a/>".encode("utf-16-le"), True), ("<a/>".encode("utf-16-be"), True), (b"doc: x", False),
    (b"", False), (b"\x7fELF", False), (b"\xff\xfe", False)])
def test_looks_like_xml(data, good):
    assert looks_like_xml(data) is good


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig", "iso-8859-1", "windows-1252"])
def test_encodings(encoding):
    text = f'<?xml version="1.0" encoding="{encoding.replace("-sig", "")}"?>\n' + \
        document('<node name="t" size="0x4.0" descr="\u00b5s" />')
    found, findings = read_adb("t.adb", text.encode(encoding))
    assert not findings, render(findings)
    assert found.nodes[0].attributes["descr"] == "\u00b5s"


@pytest.mark.parametrize("data, rule, message, line", [
    (b"", "E120", "not XML: no element found", 1),
    (b"<NodesDefinition>", "E120", "not XML: no element found", 1),
    (b"<NodesDefinition>\n<node name=\"a\"", "E120", "not XML: unclosed token", 2),
    (b"<NodesDefinition>\n\0</NodesDefinition>", "E120", "not XML: not well-formed (invalid token)",
     2),
    (b"<NodesDefinition a='\xff'/>", "E120", "not XML: not well-formed (invalid token)", 1),
    (b"<NodesDefinition a='1' a='2'/>", "E120", "not XML: duplicate attribute", 1),
    (b"<NodesDefinition>&lol;</NodesDefinition>", "E120", "not XML: undefined entity", 1),
    (b"<?xml version='1.0' encoding='utf-7'?><NodesDefinition/>", "E120",
     "not XML: multi-byte encodings are not supported", 1),
    (b"<?xml version='1.0' encoding='nothing'?><NodesDefinition/>", "E120",
     "not XML: unknown encoding: nothing", 1),
    (b"<!DOCTYPE a SYSTEM 'file:///etc/passwd'>\n<NodesDefinition/>", "E121", "a document type", 1),
    (b"<html/>", "E122", "the outermost element is <html>, not <NodesDefinition>", 1),
    (b"<NodesDefinition>\n</NodesDefinition>", "E122", "the file has no tables", 1),
])
def test_not_xml(data, rule, message, line):
    refused(data, rule, message, line)


@pytest.mark.parametrize("unit, count, message, line", [
    (b"<a>", 200000, "more than 32 nested elements", 1),
    (b"<a/>", 300000, "more than 262,144 elements", 1),
    (b" ", 32 << 20, "the file has more than 33,554,432 bytes", 0)])
def test_too_much(unit, count, message, line):
    refused(b"<NodesDefinition>" + unit * count, "E123", message, line)


def refused(data, rule, message, line):
    _, findings = read_adb("t.adb", data)
    item, = findings
    assert (item.rule, item.message, item.where.line) == (rule, message, line)
    assert item.help


def test_the_guide_is_true():
    """The places that docs/sources.md gives as examples."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "sources.md")
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    rows = re.findall(r"^\| `(offset=.*)` \| `(.*)` \|$", text, flags=re.M)
    assert len(rows) == 3
    for attributes, place in rows:
        assert str(one(attributes).bits) == place
    attributes, places = re.search(r"`(offset=\S+ size=\S+ low\S+ high\S+)` has its elements at\s+"
                                   r"(.*?)\. Without", text, flags=re.S).groups()
    item = one(attributes)
    assert [str(Bits(item.bits.offset + index * item.elem_width, item.elem_width))
            for index in range(item.count)] == re.findall("`(.*?)`", places)
