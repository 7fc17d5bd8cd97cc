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
from prmclib.tools.cstructs import MAX_BYTES, flat, read_structs

from fuzz_ifc import KINDS

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
