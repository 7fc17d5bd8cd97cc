# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The reader of headers with tables of bits says what a C compiler says.

For every member of every table of the kernels' headers, gcc calculates offset and size; in
them, a bit is a byte.
"""

import re

import pytest
from prmclib.errors import render
from prmclib.readers.ifc import read_ifc, table_fields

from world import IFC_FILES, LINUX, c_numbers, ifc_files, linux

PRELUDE = ("typedef unsigned char u8;\ntypedef unsigned long long u64;\n"
           "#define BIT(n) (1ul << (n))\n#define BIT_ULL(n) (1ull << (n))\n"
           "#define DECLARE_FLEX_ARRAY(TYPE, NAME) "
           "struct { struct { } __empty_ ## NAME; TYPE NAME[]; }\n"
           "#include <stddef.h>\n")


def members(table, stem=""):
    """All members of a table with the paths that C knows them by, those in anonymous ones included."""
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
