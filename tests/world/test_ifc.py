# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that the reader of headers with tables of bits agrees with a C compiler.

gcc calculates offset and size of every member of every table of the kernels' headers, in which a bit is a byte.
"""

import os
import re
from collections import Counter

import pytest
from kernel_headers import LINUX, linux
from prmclib.model.errors import render, render_one
from prmclib.model.flatten import flatten_layout
from prmclib.model import Kind
from watch.ifc import read_ifc, table_fields
from watch.ifc.ifc_layouts import short_name, to_spec

from world import HERE, IFC_FILES, c_numbers, ifc_files

PRELUDE = ("typedef unsigned char u8;\ntypedef unsigned long long u64;\n"
           "#define BIT(n) (1ul << (n))\n#define BIT_ULL(n) (1ull << (n))\n"
           "#define DECLARE_FLEX_ARRAY(TYPE, NAME) "
           "struct { struct { } __empty_ ## NAME; TYPE NAME[]; }\n"
           "#include <stddef.h>\n")


def members(table, stem=""):
    """Yields all members of a table with their paths in C, including those in anonymous members."""
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
    """Like members(), with offsets from the start of the outermost table."""
    for member in table.members:
        here = at + member.offset
        if member.name:
            yield here
        if member.table is not None and not (member.dims and member.count == 0) \
                and not member.table.tag:
            yield from absolute(member.table, here)


def compare(folder, header, prelude, flags=()):
    """Compares all tables with gcc; returns the number of compared values."""
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
    # Nothing is lost: a regular expression finds the same tags.
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
    """The layouts made from the tables have every field at its place, except for reported ones."""
    header, _ = read_ifc(ifc_files(version))
    spec, left = to_spec(header)
    assert all(item.reason for item in left)
    left = [item for item in left if "enumeration" not in item.reason
            and "constant" not in item.reason]
    assert all(item.field for item in left) and len(left) < 10
    # Bits that are missing in a layout are also missing in those that contain it.
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


@pytest.mark.parametrize("version", LINUX)
def test_enumerations_of_linux(version):
    """Each enumeration of the headers is one of the model with the same values, or reported as omitted; fields of its
    name have it."""
    header, _ = read_ifc(ifc_files(version))
    spec, left = to_spec(header)
    made = {enum.where: enum for enum in spec.enums.values()}
    out = {item.where: item for item in left}
    compared = 0
    for item in header.enums:
        enum = made.get(item.where)
        assert (enum is None) == (item.where in out), item
        if enum is None:
            assert len(item.values) == 1 or not os.path.commonprefix(
                [name for name, _ in item.values]).replace("MLX5_", "", 1), item
            continue
        assert [1 << one.value if enum.is_flags else one.value for one in enum.values] == \
            [value for _, value in item.values]
        starts = {name[:-len(one.name)] for one, (name, _) in zip(enum.values, item.values)}
        assert len(starts) == 1 and all(name.endswith(one.name) for one, (name, _) in
                                        zip(enum.values, item.values)), enum.name
        compared += len(item.values)
    assert compared > 600
    tied = {(layout.name, item.name): item.enum or item.flags for layout in spec.layouts.values()
            for item in layout.fields if item.enum or item.flags}
    assert len(tied) > 50
    assert tied["qpc", "pm_state"] == "qpc_pm_state" and tied["cqc", "status"] == "cqc_status"
    assert tied["rqc", "mem_rq_type"] == "rqc_mem_rq_type"
    assert tied["modify_rq_in", "modify_bitmask"] == "modify_rq_in_modify_bitmask"
    assert spec.enums["modify_rq_in_modify_bitmask"].is_flags
    assert not spec.enums["mtt_perm"].is_flags


def enums_of(text):
    """Returns the enumerations of a header (name, flags or not, values) and the omitted names."""
    header, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert render(findings) == ""
    spec, left = to_spec(header)
    return ([(enum.name, enum.is_flags, {one.name: one.value for one in enum.values})
             for enum in spec.enums.values()], [(item.layout, item.reason) for item in left], spec)


def test_which_macros_are_an_enumeration():
    """Only adjacent lines with three common words are an enumeration, and no widths or sizes."""
    table = "struct mlx5_ifc_a_bits { u8 kind[8]; u8 at[24]; };\n"
    good = "#define MLX5_A_KIND_ONE 1\n#define MLX5_A_KIND_TWO 2\n#define MLX5_A_KIND_SIX (2 * 3)\n"
    found, left, spec = enums_of(table + good)
    assert found == [("a_kind", False, {"ONE": 1, "TWO": 2, "SIX": 6})] and not left
    assert spec.layouts["a"].fields[0].enum == "a_kind"
    bits = "#define MLX5_A_KIND_X BIT(4)\n#define MLX5_A_KIND_Y (1 << 0)\n#define MLX5_A_KIND_Z 2\n"
    assert enums_of(table + bits)[0] == [("a_kind", True, {"X": 4, "Y": 0, "Z": 1})]
    for text in (good.replace("_SIX", "_MASK"), good.replace("2 * 3", "1"), good[:-30],
                 good.replace("MLX5_A_KIND", "MLX5_A"), good.replace("\n", "\n\n"),
                 good + "int x;\n#define MLX5_A_KIND_TEN 10\n", good.replace("2 * 3", "-3"),
                 good.replace("2 * 3", "x"), good.replace("SIX (2 * 3)", "SIX(x) 3")):
        assert enums_of(table + text)[0] == [], text


def test_how_enumerations_are_called():
    table = "struct mlx5_ifc_a_bits { u8 kind[8]; u8 wide[1]; u8 kind_in[23]; u8 at[32]; };\n"
    found, left, spec = enums_of(
        table + "enum mlx5_some { MLX5_OTHER_X, MLX5_OTHER_Y };\n"
        "enum { MLX5_A_KIND_IN_OUT, MLX5_A_KIND_IN_IN = 5 };\n"
        "enum { MLX5_A_WIDE_X = 1, MLX5_A_WIDE_Y };\nenum { MLX5_LONE = 3 };\n"
        "enum { MLX5_P, MLX5_Q };\nenum { MLX5_S_8, MLX5_S_16 };\n"
        "enum some { MLX5_T_X = 1 << 70 };\nenum a { MLX5_U_NOT = NOTHING, MLX5_U_X };\n"
        "enum mlx5_some { MLX5_V_X, MLX5_V_Y };\nenum a_kind { };\n"
        "enum mlx5_less { MLX5_LESS_NONE = -1, MLX5_LESS_ONE = 1 };\n"
        "enum mlx5_places { MLX5_A_AT_HERE, MLX5_A_AT_THERE };\n")
    assert found == [("some", False, {"X": 0, "Y": 1}), ("a_kind_in", False, {"OUT": 0, "IN": 5}),
                     ("a_wide", False, {"X": 1, "Y": 2}), ("p", False, {"P": 0, "Q": 1}),
                     ("s_8", False, {"S_8": 0, "S_16": 1}), ("some_2", False, {"X": 0, "Y": 1}), ("less", False, {"ONE": 1}),
                     ("places", False, {"HERE": 0, "THERE": 1})]
    assert left == [("MLX5_LONE", "a single constant"),
                    ("some", "an enumeration with a value that is not a number of 64 bits"),
                    ("a", "an enumeration with a value that is not a number of 64 bits"),
                    ("MLX5_LESS_NONE", "a value that is not a number of 64 bits")]
    assert [item.enum for item in spec.layouts["a"].fields] == ["", "", "a_kind_in", "places"]


def uses(spec, name, wanted):
    """Returns whether a layout, or one inside it, is among ``wanted``."""
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
    header, findings = read_ifc(["a.h"])
    assert render(findings) == "" and list(header.left) == ["a_bits"]
    assert header.left["a_bits"].reason == "nothing defines 'WIDE'; 'none.h', which is included, is not there"


def test_reserved_names():
    """Reserved members have the spellings of the known headers only."""
    names = {"reserved": True, "reserved_at_2c0": True, "reserved_0": True, "rsvd0": True,
             "reserved_at_16_1": True, "resereved_at_54": True, "reserved_bits": True,
             "reserved_at_auto1": True, "reserved_at_": True, "resd_lkey": False, "reserved_lkey": False,
             "log_max_reserved_qpn": False, "resource_dump": False, "reserve_not_to_use": False}
    text = "struct a_bits { " + "".join(f"u8 {name}[2]; " for name in names) + "};"
    header, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert render(findings) == ""
    assert {item.name: item.is_reserved for item in header.tables["a_bits"].members} == names
