# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fuzzes the reader of structs of bytes in C headers: it ends soon, with sound structs.

Parts of Linux's headers are mutated with fixed seeds, by the mutations of fuzz_ifc.py.
"""

import os
import random
import re
import time

import pytest
from kernel_headers import LINUX, linux_file
from prmclib.model.errors import render
from watch.headers.cstructs import MAX_BYTES, flat, read_structs
from watch.headers import read_headers

from fuzz_ifc import HOSTILE, KINDS

HOSTILE += ["\n#pragma pack(1)\n", "\n#pragma pack(push, 2\n", "\n#pragma pack(pop)\n", "\n#include \"gone.h\"\n",
            "\n#include <gone.h>\n", "\n#if __has_include(\n", "\n#define MLX5_A_MASK 0xff00\n#define MLX5_A_SHIFT 8\n",
            "typedef struct {", "} GONE_PACKED;", "__attribute__((packed))", "__attribute__((aligned(3)))", ":33;", "u64 a:40;",
            "void (*f)(int);", "namespace a {", "sizeof(struct mlx5_cqe64)", "DECLARE_FLEX_ARRAY(u8, z);", "[[", "template <"]

CASES = int(os.environ.get("CASES", "400"))  # of each kind of change
LIMIT = 5.0  # seconds of the processor for one case; a usual one takes milliseconds


def bases():
    """Returns parts of the headers, from the start of a struct."""
    texts = []
    rng = random.Random(4)
    for name in ("device.h", "qp.h"):
        with open(linux_file(LINUX[-1], name), encoding="utf-8") as stream:
            chunks = re.split(r"^(?=(?:struct|union|enum) )", stream.read(), flags=re.M)
        for _ in range(6):
            at = rng.randrange(len(chunks) - 10)
            texts.append("".join(chunks[at:at + 10])[:12000])
    return texts


def check(header):
    for tag, struct in header.structs.items():
        assert struct.tag in (tag, "") and 0 <= struct.size <= 2 * MAX_BYTES
        for member in flat(struct):
            assert member.path and 0 <= member.offset and \
                member.offset + member.width <= struct.size * 8, (tag, member)
    assert all(item.reason for item in header.left_out.values())
    assert not set(header.structs) & set(header.left_out)


def check_layouts(data):
    """All of a header as layouts: sound ones, or findings that can be printed."""
    _, spec, left, findings = read_headers(["case.h"], lambda path: data if path == "case.h" else missing())
    assert all(item.reason and item.layout for item in left)
    if findings.has_errors:
        assert render(findings)
        return
    named = [name for file in spec.files for name in file.layouts]
    assert sorted(named) == sorted(spec.layouts)
    for name, layout in spec.layouts.items():
        assert layout.name == name
        at = 0
        for item in layout.fields:
            assert item.bits.offset == at and at <= layout.size * 8, (name, item.name)
            at = item.bits.end
            assert not item.layout or item.layout in spec.layouts
            assert not item.arms or all(sub.bits.end <= item.bits.end for arm in item.arms for sub in arm.fields)
        assert at == layout.size * 8, name


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_changes(kind):
    texts = bases()
    structs = 0
    for number in range(CASES):
        rng = random.Random(f"{kind}-{number}")
        data = KINDS[kind](rng, rng.choice(texts))
        start = time.process_time()
        header, findings = read_structs(["case.h"], read=lambda path, data=data: data
                                        if path == "case.h" else missing())
        assert time.process_time() - start < LIMIT, f"{kind}-{number} takes too long"
        assert not findings
        check(header)
        structs += len(header.structs)
        check_layouts(data)
    assert structs > CASES  # mutations that break all cases test nothing


def missing():
    raise FileNotFoundError(2, "No such file or directory")


@pytest.mark.parametrize("text", [
    "", "struct", "struct x", "struct x {", "struct x { int", "struct { int a; };",
    "struct x { struct x { struct x {", "struct x { int a[", "struct x { int a[1 << 40]; };",
    "struct x { uint8_t a:9; };", "struct x { uint8_t a:0; };", "struct x { int a:33; };",
    "struct x { char a[1000000][1000000]; };", "struct x { x *a() };", "enum { A = ",
    "struct_group(", "struct x { struct_group(", "struct x { struct_group(a, int b;",
    "struct x { union { " * 100, "struct x __attribute__((aligned(", "}" * 50, "\0" * 50])
def test_odd_texts(text):
    header, findings = read_structs(["case.h"], read=lambda path: text.encode())
    assert not findings and not header.structs
    check(header)
    check_layouts(text.encode())
