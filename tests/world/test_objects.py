# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that Linux's tables of bits, compiled and read from the object file, are the header's.

The two readers share the conversion of tables to layouts, but neither the parser of C nor its arithmetic: here the
compiler has calculated all places.
"""

import subprocess

import pytest
from kernel_headers import LINUX, linux
from prmclib.model.errors import render
from prmclib.show.map import as_object
from prmclib.model.flatten import flatten_layout
from prmclib.readers.source import read_source

from world import ifc_files

TYPES = "typedef unsigned char u8;\ntypedef unsigned short u16;\ntypedef unsigned int u32;\n" \
        "typedef unsigned long long u64;\n" \
        "#define DECLARE_FLEX_ARRAY(type, name) struct { struct { } none_ ## name; type name[]; }\n"


@pytest.fixture(scope="module", params=LINUX)
def pair(request, tmp_path_factory):
    """Returns (header, object) of a kernel's mlx5_ifc.h."""
    folder = tmp_path_factory.mktemp("ifc")
    path = ifc_files(request.param)[0]
    (folder / "t.c").write_text(TYPES + f'#include "{path}"\n')
    done = subprocess.run(
        ["gcc", "-w", "-g", "-fno-eliminate-unused-debug-types", "-I", linux(request.param), "-D",
         "BIT(n)=(1UL << (n))", "-D", "BIT_ULL(n)=(1ULL << (n))", "-c", "-o", "t.o", "t.c"],
        cwd=str(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout[:2000]
    out = []
    for name in (path, str(folder / "t.o")):
        source, findings = read_source(name)
        assert not findings, render(findings)
        out.append(source.spec)
    return out


def test_same_layouts(pair):
    header, made = pair
    assert len(header.layouts) > 450
    assert set(header.layouts) <= set(made.layouts)
    for name, layout in header.layouts.items():
        assert made.layouts[name].size == layout.size, name
        ours, theirs = ([{key: value for key, value in as_object(item).items()
                          if key in ("field", "offset_bits", "width_bits", "kind")}
                         for item in flatten_layout(spec, name)] for spec in pair)
        assert ours == theirs, name
