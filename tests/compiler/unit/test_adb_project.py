# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tables of mstflint (ADB) in several files, with configurations and operations, and with words of
64 bits.  The tables are made here; no public ones have these."""

import os

import pytest
from prmclib.model.errors import render
from watch.adb.document import read_adb
from watch.adb.expressions import Unclear, value_of
from watch.adb.adb_layouts import to_spec
from prmclib.readers.source import load_source, read_source

FIELD = '<field name="f" offset="0x0.0" size="0x4.0" />'


def write(path, body):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(f"<NodesDefinition>\n{body}\n</NodesDefinition>\n")


def node(name, fields=FIELD, more=""):
    return f'<node name="{name}" size="0x8.0" {more}>{fields}</node>'


def reasons(left):
    return [(item.field or item.layout, item.reason) for item in left]


def inline(body):
    """(spec, what is left out) of one file."""
    data = f"<NodesDefinition>{body}</NodesDefinition>".encode()
    document, findings = read_adb("t.adb", data)
    assert not findings, render(findings)
    return to_spec(document, data)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder `p` with a file that includes others, and a folder beside it."""
    monkeypatch.delenv("PRMC_INCLUDE", raising=False)
    monkeypatch.chdir(tmp_path)
    write("p/main.adb", '<config include_path="lib" /><include file="a.adb" /><include dir="parts" />'
          + node("top", '<field name="x" offset="0x0.0" size="0x8.0" subnode="in_lib" />'))
    write("p/a.adb", '<include file="lib/b.adb" />\n' + node("in_a"))
    write("p/lib/b.adb", '<include file="a.adb" inst_ifdef="NEVER" />' + node("in_lib"))
    write("p/parts/z.adb", node("in_z"))
    write("p/parts/y.adb", '<include file="b.adb" />' + node("in_y"))
    write("p/parts/note.txt", "none")
    write("else/c.adb", node("in_else"))
    return tmp_path


def test_files_are_read_in_the_order_of_their_includes(project):
    source = load_source("p/main.adb")
    assert list(source.spec.layouts) == ["in_lib", "in_a", "in_y", "in_z", "top"]
    assert [(file.path, file.stem, file.layouts) for file in source.spec.files] == [
        ("p/main.adb", "main", ["top"]), ("p/a.adb", "a", ["in_a"]), ("p/lib/b.adb", "b", ["in_lib"]),
        ("p/parts/y.adb", "y", ["in_y"]), ("p/parts/z.adb", "z", ["in_z"])]
    assert len({file.digest for file in source.spec.files}) == 5
    assert str(source.spec.layouts["in_a"].where) == "p/a.adb:3:1"
    assert reasons(source.left_out) == [
        ("", "a.adb NEVER: only if NEVER is defined, and it is not")]
    assert source.spec.layouts["top"].fields[0].layout == "in_lib"


def test_the_digest_follows_what_is_included(project):
    before = load_source("p/main.adb").spec.digest
    write("p/parts/z.adb", node("in_z", FIELD.replace("0x4.0", "0x2.0")))
    assert load_source("p/main.adb").spec.digest != before


@pytest.mark.parametrize("include, rule, message", [
    ('file="gone.adb"', "E124", "there is no file 'gone.adb' in p or p/lib"),
    ('dir="gone"', "E124", "there is no folder 'gone'"),
    ('file=""', "E124", "an include that names neither a file nor a folder"),
    ('file="lib"', "E124", "'lib' cannot be read: not a regular file"),
    ('file="../else/c.adb"', "E125", "'else/c.adb' is not below 'p'"),
    ('file="/etc/passwd"', "E125", "'/etc/passwd' is not below 'p'"),
    ('dir="../else"', "E125", "'else' is not below 'p'"),
    ('file="link.adb"', "E125", "'p/link.adb' is not below 'p'"),
    ('file="bad.adb"', "E120", "not XML: mismatched tag"),
    ('file="deep0.adb"', "E123", "more than 4,096 files, or more than 32 nested ones")])
def test_what_cannot_be_included(project, include, rule, message):
    os.symlink("../else/c.adb", "p/link.adb")
    write("p/bad.adb", "</a>")
    for number in range(40):
        write(f"p/deep{number}.adb", f'<include file="deep{number + 1}.adb" />')
    write("p/main.adb", f'<config include_path="lib" />\n<include {include} />\n' + node("top"))
    source, findings = read_source("p/main.adb")
    item, = findings
    assert item.rule == rule and message in item.message and item.help
    assert item.where.line > 0 and item.where.file in findings.sources
    assert not source.spec.layouts, "nothing half read"


def test_folders_that_the_user_names(project, monkeypatch):
    write("p/main.adb", '<include file="../else/c.adb" /><include file="d.adb" />' + node("top"))
    write("more/d.adb", node("in_more"))
    monkeypatch.setenv("PRMC_INCLUDE", os.pathsep.join(("else", "more", "")))
    assert list(load_source("p/main.adb").spec.layouts) == ["in_else", "in_more", "top"]


def test_files_that_include_each_other(project):
    write("p/a.adb", '<include file="lib/b.adb" />' + node("in_a"))
    write("p/lib/b.adb", '<include file="../main.adb" />' + node("in_lib"))
    source, findings = read_source("p/main.adb")
    item, = findings
    assert (item.rule, item.message) == (
        "W120", "files that include each other: main.adb -> a.adb -> b.adb -> main.adb")
    assert item.where.file == "p/lib/b.adb"
    assert len(source.spec.layouts) == 5, "a warning only"


def test_two_files_of_one_name(project):
    """mstflint reads one of them."""
    write("p/parts/a.adb", node("lost"))
    source = load_source("p/main.adb")
    assert "lost" not in source.spec.layouts
    assert ("", "p/parts/a.adb: p/a.adb has that name, too, and only one file of a name is read") in \
        reasons(source.left_out)


def test_tables_of_one_name_in_two_files(project):
    write("p/parts/z.adb", node("in_a"))
    assert ("in_a", "a second table of that name, after p/a.adb:3") in \
        reasons(load_source("p/main.adb").left_out)


def test_without_access_they_are_left_out():
    _, left = inline('<include file="x.adb" />' + node("t"))
    assert reasons(left) == [("", "another file, which is not read: x.adb")]


# Configurations

@pytest.mark.parametrize("text, value", [
    ("1", 1), ("0x10", 16), ("0b101", 5), ("A", 2), ("B", 0), ("H", 31), ("A EQ 2", 1), ("A==3", 0),
    ("A NOTEQ 3 AND B", 0), ("1 + 2 * 3", 7), ("(1+2)*3", 9), ("7 - 2 - 1", 4), ("1 SHIFT_L 4 | 1", 17),
    ("POW2 4", 16), (":3", 8), ("LOG2 9", 4), ("'8", 3), ("LOG2 0", 0), ("!0", 1), ("~0 >> 60", 15),
    ("-1 == 0xffffffffffffffff", 1), ("1 OR 1 XOR 1", 0), ("0 OR 1 AND 0", 0), ("6 & 3 ^ 1", 3),
    ("5 GREAT_EQ 5", 1), ("4 LESS 4", 0), ("5 > 4 != 1", 0), ("7 % 4 / 3", 1), ("1 << 64", 0),
    ("!!A", 1), ("- - 3", 3)])
def test_expressions(text, value):
    assert value_of(text, {"A": "2", "B": "", "H": "0x1f"}) == value


@pytest.mark.parametrize("text, reason", [
    ("", "'' instead of a value"), ("A", "'A' is not defined"), ("1 2", "'2' instead of an operator"),
    ("(1", "')' is missing"), ("1/0", "a division by zero"), ("1 %  0", "a division by zero"),
    ("1 +", "'' instead of a value"), ("0x", "'0x' instead of a value"), ("X", "'X' is defined as 'y'"),
    ("(" * 99, "nested too deeply"), ("SWAP32 1", "'SWAP32' is not defined"), ("$(a)", "'$' instead of a value")])
def test_expressions_without_a_value(text, reason):
    with pytest.raises(Unclear) as found:
        value_of(text, {"X": "y"})
    assert reason in str(found.value)


def test_inst_if():
    spec, left = inline('<config define="ASIC=2" /><node name="t" size="0x8.0">'
                        '<field name="a" offset="0x0.0" size="0x4.0" inst_if="ASIC EQ 1" />'
                        '<field name="b" offset="0x0.0" size="0x4.0" inst_if="ASIC EQ 2" />'
                        '<field name="c" offset="0x4.0" size="0x4.0" inst_if="REV EQ 2" /></node>')
    assert [item.name for item in spec.layouts["t"].fields if item.name] == ["b"]
    assert reasons(left) == [("a", "only if ASIC EQ 1, which does not hold"),
                             ("c", "only if REV EQ 2: 'REV' is not defined")]


def test_what_is_defined_too_late():
    """The rule of mstflint: the preceding text decides."""
    spec, left = inline(node("t", more='inst_ifdef="X"') + '<config define="X" />' +
                        node("u", more='inst_ifdef="X"'))
    assert list(spec.layouts) == ["u"]
    assert reasons(left)[0] == ("t", "only if X is defined, and it is not")


# Operations

def test_node_ops():
    """They change what follows, and give it no attributes but those that mstflint looks for."""
    spec, left = inline(
        node("before") + '<node_ops>'
        '<attr_replace path="before" size="0x20.0" /><attr_replace path="t.f" size="0x2.0" enum="A=1" />'
        '<attr_replace path="t" size="0xc.0" descr="Other." /></node_ops>'
        + node("t", '<field name="f" offset="0x0.0" size="0x4.0" />'))
    layout = spec.layouts["t"]
    assert (layout.size, layout.about.doc, spec.layouts["before"].size) == (12, "Other.", 8)
    assert [(item.name, item.bits.width) for item in layout.fields if item.name] == [("f", 16)]
    assert reasons(left) == [
        ("before", "an operation on a table or field that does not follow"),
        ("t.f", "'enum' is replaced by 'A=1', and t.f does not have it")]


ROOT = '<node name="root" size="0x8.0"><field name="r" offset="0x0.0" size="0x8.0" subnode="Nodes" />' \
       '</node>' + node("Nodes", '<field name="reg" offset="0x0.0" size="0x8.0" subnode="reg" />') + \
       node("reg", '<field name="mode" offset="0x0.0" size="0x0.8" access="RO" />'
            '<field name="arr" offset="0x4.16" size="0x0.16" low_bound="0" high_bound="1" />'
            '<field name="sub" offset="0x0.8" size="0x0.8" subnode="sub" />'
            '<field name="sub2" offset="0x0.16" size="0x0.8" subnode="sub" />') + \
       '<node name="sub" size="0x1.0"><field name="v" offset="0x0.0" size="0x1.0" /></node>'


def ops(*replaced):
    found = "".join(f"<attr_replace {item} />" for item in replaced)
    return f"<instance_ops>{found}</instance_ops>" + ROOT


def test_instance_ops():
    spec, left = inline(ops('path="Nodes.reg.mode" access="RW" enum="A=1" descr="New."'))
    mode = next(item for item in spec.layouts["reg"].fields if item.name == "mode")
    assert left == []
    assert (mode.about.doc, mode.writer.value, spec.enums[mode.enum].values[0].name) == (
        "New.", "both", "A")


@pytest.mark.parametrize("operation, reason", [
    ('path="Nodes.reg.gone" access="RW"', "the table 'reg' has no field 'gone'; it replaces access: RW"),
    ('path="Nodes.reg.arr[1]" access="RW"', "'arr' is an array, of which this is one element; it "
     "replaces access: RW"),
    ('path="Nodes.reg.mode.x" a="b"', "'mode' is not a table; it replaces a: b"),
    ('path="Nodes" access="RW"', "the outermost table itself; it replaces access: RW"),
    ('path="Nodes.reg.mode" size="0x0.4"', "'size' is replaced by '0x0.4' after places are computed, "
     "without effect"),
    ('access="RW"', "an operation without a path")])
def test_instance_ops_that_cannot_be_said(operation, reason):
    _, left = inline(ops(operation))
    assert [item.reason for item in left] == [reason]


def test_instance_ops_on_one_use_of_a_table():
    """That use has a copy of its own; the table itself, for all others, stays as it is."""
    spec, left = inline(ops('path="Nodes.reg.sub.v" access="RO" enum="A=1"',
                            'path="Nodes.reg.sub.v" access="WO"', 'path="Nodes.reg.sub2" descr="Two."'))
    assert reasons(left) == [("Nodes.reg.sub.v", "operations on this path follow, and replace it")]
    assert list(spec.layouts) == ["root", "Nodes", "reg", "sub", "reg_sub"]
    fields = {item.name: item for item in spec.layouts["reg"].fields}
    assert (fields["sub"].layout, fields["sub2"].layout) == ("reg_sub", "sub")
    assert fields["sub2"].about.doc == "Two."
    copy = spec.layouts["reg_sub"]
    assert copy.fields[0].writer.value == "driver" and spec.layouts["sub"].fields[0].writer is None
    assert copy.fields[0].bits == spec.layouts["sub"].fields[0].bits
    assert copy.about.note == "for one use of sub, whose attributes differ"
    assert copy.about.source == ["t.adb node sub"] and copy.where == spec.layouts["sub"].where


def test_instance_ops_deep_in_a_table_used_twice():
    """Every table on the way to the field is copied, once, however many operations follow."""
    pair = '<field name="a" offset="0x0.0" size="0x4.0" subnode="mid" />' \
           '<field name="b" offset="0x4.0" size="0x4.0" subnode="mid" />'
    body = ops('path="Nodes.reg.a.in.v" access="RO"', 'path="Nodes.reg.a.in.w" enum="ON=1"',
               'path="Nodes.reg.a.in.gone" access="RO"').replace(ROOT, "") + \
        ROOT[:ROOT.index('<node name="reg"')] + node("reg", pair) + \
        '<node name="mid" size="0x4.0"><field name="in" offset="0x0.0" size="0x4.0" subnode="in" />' \
        '</node><node name="in" size="0x4.0"><field name="v" offset="0x0.0" size="0x0.8" />' \
        '<field name="w" offset="0x0.8" size="0x0.8" /></node>' + node("reg_a", FIELD)
    spec, left = inline(body)
    assert reasons(left) == [("Nodes.reg.a.in.gone", "the table 'in' has no field 'gone'; it replaces "
                              "access: RO")]
    assert list(spec.layouts) == ["root", "Nodes", "reg", "mid", "reg_a_2", "in", "reg_a_2_in", "reg_a"]
    assert [item.layout for item in spec.layouts["reg"].fields] == ["reg_a_2", "mid"]
    assert spec.layouts["reg_a_2"].fields[0].layout == "reg_a_2_in"
    assert spec.layouts["mid"].fields[0].layout == "in"
    fields = {item.name: item for item in spec.layouts["reg_a_2_in"].fields}
    assert fields["v"].writer.value == "device"
    assert (fields["w"].enum, list(spec.enums)) == ("reg_a_2_in_w", ["reg_a_2_in_w"])
    assert spec.enums["reg_a_2_in_w"].about.source == ["t.adb in.w"]


def test_instance_ops_without_effect_copy_nothing():
    spec, left = inline(ops('path="Nodes.reg.sub.v" size="0x0.4"'))
    assert "reg_sub" not in spec.layouts and len(left) == 1


def test_copies_of_instance_ops_have_a_limit(monkeypatch):
    monkeypatch.setattr("watch.adb.operations.MAX_ELEMENTS", 1)
    spec, left = inline(ops('path="Nodes.reg.sub.v" access="RO"'))
    assert reasons(left) == [("Nodes.reg.sub.v", "the table 'sub' is used 2 times, and there are more than "
                              "1 fields in copies already; it replaces access: RO")]
    assert list(spec.layouts) == ["root", "Nodes", "reg", "sub"]


def test_of_two_operations_on_a_path_the_last_one_holds():
    spec, left = inline(ops('path="Nodes.reg.mode" descr="One." access="RW"',
                            'path="Nodes.reg.mode" descr="Two."'))
    mode = next(item for item in spec.layouts["reg"].fields if item.name == "mode")
    assert (mode.about.doc, mode.writer.value) == ("Two.", "device")
    assert reasons(left) == [("Nodes.reg.mode", "operations on this path follow, and replace it")]


# Words of 64 bits

@pytest.mark.parametrize("offset, size, bits", [
    ("0x0.0", "0x4.0", "0x04[31:0]"), ("0x4.0", "0x4.0", "0x00[31:0]"), ("0x0.8", "0x0.8", "0x04[15:8]"),
    ("0xc.31", "0x0.1", "0x08[31]"), ("0x8.0", "0x8.0", "0x08[63:0]"), ("0x0.0", "0x10.0", "0x00..0x0f")])
def test_words_of_64_bits(offset, size, bits):
    spec, left = inline(f'<config big_endian_arr="1" /><node name="t" size="0x10.0" cr_data_wdt="64">'
                        f'<field name="f" offset="{offset}" size="{size}" /></node>')
    assert left == []
    assert [str(item.bits) for item in spec.layouts["t"].fields if item.name] == [bits]
    assert spec.layouts["t"].about.note == "cr_data_wdt: 64"


def test_small_array_in_words_of_64_bits():
    spec, left = inline('<config big_endian_arr="1" /><node name="t" size="0x8.0" cr_data_wdt="64">'
                        '<field name="f" offset="0x0.24" size="0x4.0" low_bound="0" high_bound="3" /></node>')
    assert left == []
    assert [(str(item.bits), item.count) for item in spec.layouts["t"].fields if item.name] == [
        ("0x04[31:0]", 4)]


@pytest.mark.parametrize("place, reason", [
    ('offset="0x0.0" size="0x8.0" low_bound="0" high_bound="1"', "more than 32 bits that are not whole words"),
    ('offset="0x4.0" size="0x8.0"', "more than 32 bits that are not whole words of 64 bits"),
    ('offset="0x0.0" size="0x4.0" low_bound="0" high_bound="VARIABLE"', "more than 32 bits that are no")])
def test_what_words_of_64_bits_do_not_tell(place, reason):
    _, left = inline(f'<node name="t" size="0x10.0" cr_data_wdt="64"><field name="f" {place} /></node>')
    assert len(left) == 1 and left[0].reason.startswith(reason)
