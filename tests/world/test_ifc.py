# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The reader of headers with tables of bits says what a C compiler says.

For every member of every table of the kernels' headers, gcc calculates offset and size; in
them, a bit is a byte.
"""

import os
import re
from collections import Counter

import pytest
from prmclib.errors import render, render_one
from prmclib.flatten import flatten_layout
from prmclib.model import Kind
from prmclib.readers.ifc import read_ifc, table_fields
from prmclib.readers.ifcspec import short_name, to_spec

from world import HERE, IFC_FILES, LINUX, c_numbers, ifc_files, linux

PRELUDE = ("typedef unsigned char u8;\ntypedef unsigned long long u64;\n"
           "#define BIT(n) (1ul << (n))\n#define BIT_ULL(n) (1ull << (n))\n"
           "#define DECLARE_FLEX_ARRAY(TYPE, NAME) "
           "struct { struct { } __empty_ ## NAME; TYPE NAME[]; }\n"
           "#include <stddef.h>\n")


def members(table, stem=""):
    """All members of a table with their paths in C, those in anonymous ones included."""
    for member in table.members:
        path = stem + member.name
        if member.name:
            yield path, member
        if member.table is not None and not (member.dims and member.count == 0):
            if not member.table.tag:
                inner = path + "[0]" * len(member.dims) + "." if member.name else stem
                for name, sub in members(member.table, inner):
                    yield name, sub


def absolute(table, at=0):
    """As members(), with the offsets counted from the start of the outermost table."""
    for member in table.members:
        here = at + member.offset
        if member.name:
            yield here
        if member.table is not None and not (member.dims and member.count == 0) \
                and not member.table.tag:
            yield from absolute(member.table, here)


def compare(folder, header, prelude, flags=()):
    """Compares all tables with gcc; gives the number of values compared."""
    expressions, expected = [], []
    for tag, table in header.tables.items():
        name = f"{table.keyword} {tag}"
        expressions.append(f"sizeof({name})")
        expected.append(table.width)
        for (path, member), at in zip(members(table), absolute(table)):
            expressions.append(f"offsetof({name}, {path})")
            expected.append(at)
            element = path + "[0]" * len(member.dims)
            expressions.append(f"sizeof((({name} *)0)->{element})")
            expected.append(member.width)
            if member.count:
                expressions.append(f"sizeof((({name} *)0)->{path})")
                expected.append(member.total)
        for item in table_fields(table, reserved=True):
            expressions.append(f"offsetof({name}, {item.path})")
            expected.append(item.offset_bits)
            if item.width_bits:
                expressions.append(f"sizeof((({name} *)0)->{item.path})")
                expected.append(item.width_bits)
    for item in header.enums:
        for name, value in item.values:
            expressions.append(name)
            expected.append(value % (1 << 64))
    got = c_numbers(folder, prelude, expressions, flags)
    wrong = [f"{text}: gcc {value}, the reader {number}"
             for text, value, number in zip(expressions, got, expected) if value != number]
    assert not wrong, "\n".join(wrong[:20])
    return len(expressions)


@pytest.mark.parametrize("version", LINUX)
def test_every_field_of_linux(version, tmp_path):
    header, findings = read_ifc(ifc_files(version))
    assert render(findings) == ""
    # Nothing is lost: the tags, found in another way.
    tags, enumerators = set(), 0
    for path in ifc_files(version):
        with open(path, encoding="utf-8") as stream:
            text = re.sub(r"/\*.*?\*/", " ", stream.read(), flags=re.S)
        tags |= set(re.findall(r"^(?:struct|union)\s+(\w+)\s*\{", text, flags=re.M))
        enumerators += len(re.findall(r"^\tMLX5_\w+\s*(?:=[^,}]*)?,?$", text, flags=re.M))
    assert set(header.tables) == tags and len(tags) > 640
    assert not header.others
    assert sum(len(item.values) for item in header.enums) >= enumerators > 600
    unknown = [name for item in header.enums for name, value in item.values if value is None]
    assert not unknown
    prelude = PRELUDE + "".join(f'#include "linux/mlx5/{name}"\n' for name in IFC_FILES)
    assert compare(tmp_path, header, prelude, ["-I", linux(version)]) > 50000


@pytest.mark.parametrize("version", LINUX)
def test_the_model_has_the_same_fields(version):
    """The layouts made of the tables have every field at its place, but for those reported."""
    header, _ = read_ifc(ifc_files(version))
    spec, left = to_spec(header)
    assert all(item.field and item.reason for item in left) and len(left) < 10
    # Bits that are left out of a layout are left out of those that contain it, too.
    incomplete = {item.layout for item in left}
    compared = 0
    for tag, table in header.tables.items():
        layout = spec.layouts[short_name(tag)]
        assert layout.size * 8 == table.width
        got = Counter()
        for item in flatten_layout(spec, layout.name):
            first = not item.path.endswith("]") or item.path.endswith("[0]")
            is_array = item.kind is Kind.UINT and item.field.count
            if item.kind not in (Kind.RESERVED, Kind.IGNORED) and (first or not is_array):
                got[item.offset_bits,
                    item.field.bits.width if is_array else item.width_bits] += 1
        expected = Counter((item.offset_bits, item.width_bits) for item in table_fields(table))
        if not uses(spec, layout.name, incomplete):
            assert got == expected, tag
            compared += 1
        else:
            assert not got - expected and expected - got, tag
    assert compared > 640


def uses(spec, name, wanted):
    """Whether a layout or one inside it is among ``wanted``."""
    items = [inner for item in spec.layouts[name].fields
             for inner in (item, *(sub for arm in item.arms for sub in arm.fields))]
    return name in wanted or any(uses(spec, item.layout, wanted) for item in items if item.layout)


def error_cases():
    with open(os.path.join(HERE, "ifc_errors.txt"), encoding="utf-8") as stream:
        for part in re.split(r"^== ", stream.read(), flags=re.M)[1:]:
            name, text, expected = re.fullmatch(r"(.*?)\n(.*?)^--\n(.*)", part,
                                                flags=re.S | re.M).groups()
            yield pytest.param(text, expected, id=name.replace(" ", "-"))


@pytest.mark.parametrize("text, expected", error_cases())
def test_message(text, expected):
    _, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert expected
    assert "".join(render_one(item, findings.sources) for item in findings) == expected


def test_a_header_that_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.h").mkdir()
    header, findings = read_ifc(["none.h", "folder.h"])
    assert not header.tables
    assert [(str(item.where.file), item.rule, item.message) for item in findings] == [
        ("folder.h", "E001", "the file cannot be read: not a regular file"),
        ("none.h", "E001", "the file cannot be read: No such file or directory")]


def test_includes_defines_and_conditions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.h").write_text('#include "sub/b.h"\n#include "none.h"\n#include "a.h"\n'
                                  "struct a_bits { struct b_bits b; u8 c[SIZE]; };\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.h").write_text("#define SIZE WIDE\nstruct b_bits { u8 x[3]; };\n"
                                          "#ifdef WIDE\n#undef SIZE\n#define SIZE 2 * WIDE\n"
                                          "#endif\n")
    header, findings = read_ifc(["a.h", "sub/b.h"], {"WIDE": "8"})
    assert render(findings) == ""
    assert header.files == ["a.h", "sub/b.h"] and header.constants["SIZE"] == 16
    assert [(item.path, item.offset_bits, item.width_bits)
            for item in table_fields(header.tables["a_bits"])] == [("b.x", 0, 3), ("c", 3, 16)]
    assert [item.rule for item in read_ifc(["a.h"])[1]] == ["E104"]


def test_reserved_names():
    """What counts as reserved: the ways in which the known headers spell it, and no more."""
    names = {"reserved": True, "reserved_at_2c0": True, "reserved_0": True, "rsvd0": True,
             "reserved_at_16_1": True, "resereved_at_54": True, "reserved_bits": True,
             "reserved_at_auto1": True, "resd_lkey": False, "reserved_lkey": False,
             "log_max_reserved_qpn": False, "resource_dump": False, "reserve_not_to_use": False}
    text = "struct a_bits { " + "".join(f"u8 {name}[2]; " for name in names) + "};"
    header, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert render(findings) == ""
    assert {item.name: item.is_reserved for item in header.tables["a_bits"].members} == names
