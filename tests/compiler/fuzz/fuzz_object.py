# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fuzzes the reader of object files: it ends soon, with a message or with sound layouts.

Object files of several compilers and machines are mutated at random with fixed seeds: anywhere, in the debug sections,
in the headers, or truncated. `CASE=debug-417 python3 -m pytest tests/compiler/fuzz/fuzz_object.py` runs one case; `CASES=100000`
runs more of each kind.
"""

import io
import os
import random
import re
import resource
import struct
import subprocess
import time
import zlib

import pytest
from elftools.elf.elffile import ELFFile
from prmclib.model.errors import printable, render
from prmclib.model import Kind
from watch import dwarf
from watch.dwarf import lines as line_tables
from prmclib.rules import RULES
from prmclib.readers.source import form_of

CASES = int(os.environ.get("CASES", "120"))  # of each kind of change
LIMIT = 3.0  # seconds of CPU time for one case; a usual one takes a few hundredths
MEMORY = 4 << 30  # bytes of address space

SOURCE = """
typedef unsigned int uint32_t, __be32;
typedef struct { unsigned char a, b; unsigned short le; } untagged_t;
enum color { RED, GREEN = 5 };
struct inner { __be32 x; unsigned char y[4]; };
struct outer {
	__be32 flags; struct inner in[2][3]; union { __be32 q; struct { uint32_t h : 3, l : 29; }; } u;
	untagged_t t; enum color c; union { __be32 one; struct inner two; };
	struct { unsigned char m; } nested; struct outer *next[0];
};
struct end { __be32 n; __be32 list[]; };
struct mlx5_ifc_in_bits { unsigned char a[0x8], b[2][0x8], c[0x3], d[0x5]; };
union mlx5_ifc_u_bits { struct mlx5_ifc_in_bits one; unsigned char two[0x20]; };
struct mlx5_ifc_x_bits { unsigned char op[0x10], none[0x10]; union mlx5_ifc_u_bits u[2];
	union { unsigned char p[0x20]; struct { unsigned char q[0x4], r[0x1c]; }; }; unsigned char pas[][0x40]; };
struct mlx5_ifc_x_bits x; struct outer o; struct end *e; enum color c; struct inner i;
"""
BUILDS = (["gcc", "-gdwarf-4"], ["gcc", "-gdwarf-5"], ["clang", "-gdwarf-4"], ["clang", "-gdwarf-5"],
          ["gcc", "-g", "-gz"],
          ["gcc", "-gdwarf-4", "-fdebug-types-section"], ["g++", "-gdwarf-5", "-fdebug-types-section", "-xc++"],
          ["gcc", "-g", "-gz=zlib-gnu"])
CROSS = (["s390x-linux-gnu-gcc", "-gdwarf-5"], ["i686-linux-gnu-gcc", "-gdwarf-3"])  # `ninja test` does without them


@pytest.fixture(scope="module", params=["", pytest.param("cross", marks=pytest.mark.deep)])
def objects(request, tmp_path_factory):
    """Returns (content, ranges of the debug sections) of each file."""
    out = []
    for command in CROSS if request.param else BUILDS:
        folder = tmp_path_factory.mktemp("object")
        (folder / "t.c").write_text(SOURCE)
        subprocess.run([*command, "-c", "-o", "t.o", "t.c"], cwd=str(folder), check=True)
        data = (folder / "t.o").read_bytes()
        places = [(section["sh_offset"], section["sh_size"])
                  for section in ELFFile(io.BytesIO(data)).iter_sections()
                  if re.match(r"\.(rela?)?\.?z?debug_(info|types|abbrev|str|line)", section.name)]
        assert len(places) >= 4
        out.append((data, places))
    return out


@pytest.fixture(autouse=True)
def little_memory():
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def any_byte(rng):
    return rng.choice((0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)))


def mutate_debug(rng, data, places):
    out = bytearray(data)
    for _ in range(rng.randint(1, 12)):
        start, size = rng.choice(places)
        if size:
            out[start + rng.randrange(size)] = any_byte(rng)
    return bytes(out)


def mutate_one(rng, data, places):
    """Changes one byte of the debug sections."""
    start, size = rng.choice(places)
    out = bytearray(data)
    out[start + rng.randrange(size)] = any_byte(rng)
    return bytes(out)


def mutate_anywhere(rng, data, _):
    out = bytearray(data)
    for _ in range(rng.randint(1, 20)):
        out[rng.randrange(len(out))] = any_byte(rng)
    return bytes(out)


def mutate_headers(rng, data, _):
    """Changes the header of the file, or the table of sections at its end."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(4, 64) if rng.random() < 0.4 else rng.randrange(len(out) * 3 // 5, len(out))
        out[at] = any_byte(rng)
    return bytes(out)


def mutate_length(rng, data, places):
    """Truncates, or removes, repeats or inserts bytes."""
    at = rng.randrange(len(data))
    kind = rng.randrange(4)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[at + rng.randint(1, 64):]
    if kind == 2:
        return data[:at] + bytes(rng.randrange(256) for _ in range(rng.randint(1, 64))) + data[at:]
    start, size = rng.choice(places)
    piece = data[at:at + size]
    return data[:start] + piece + data[start + len(piece):]


def mutate_junk(rng, data, _):
    size = rng.choice((0, 1, 16, 64, 4000))
    head = data[:rng.choice((4, 5, 16, 20, 64))]
    return head + bytes(rng.choice((0, 0xff, rng.randrange(256))) for _ in range(size))


KINDS = {"debug": mutate_debug, "one": mutate_one, "anywhere": mutate_anywhere,
         "headers": mutate_headers, "length": mutate_length, "junk": mutate_junk}


def check(data):
    """Reads a file; returns whether it had no finding."""
    start = time.process_time()
    found, findings = dwarf.read_objects("case.o", data)
    text = render(findings)
    if not findings:
        spec, left = dwarf.to_spec(found, data)
    assert time.process_time() - start < LIMIT, "takes too long"
    for item in findings:
        assert item.rule in RULES and item.message and item.help, item
        assert item.rule != "E132" and item.where.file == "case.o"
        assert "MemoryError" not in item.message, "memory is bounded"
        assert not re.search(r"\bAssertionError\b|\bAttributeError\b|\bIndexError\b", item.message)
    assert all(printable(line) == line for line in text.split("\n"))
    if findings:
        return False
    for item in left:
        assert item.reason and printable(str(item)) == str(item)
    for name, layout in spec.layouts.items():
        assert re.fullmatch(r"\w+", name, re.ASCII) and printable(str(layout.where)) == str(layout.where)
        at = 0
        for item in layout.fields:
            check_field(spec, item)
            assert item.bits.offset == at, (name, item.name)
            at = item.bits.end
            for arm in item.arms:
                inner = item.bits.offset
                for part in arm.fields:
                    check_field(spec, part)
                    assert part.bits.offset == inner
                    inner = part.bits.end
                assert inner == item.bits.end and arm.fields
        assert at == layout.size * 8, name
    return True


def check_field(spec, item):
    assert item.bits.width > 0 or item.is_flexible
    assert not item.count or item.elem_width * item.count == item.bits.width
    assert item.kind is not Kind.LAYOUT or item.layout in spec.layouts
    assert item.kind is not Kind.UINT or item.elem_width <= 64
    assert bool(item.name) == item.is_named


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_changes(kind, objects):
    alone = os.environ.get("CASE", "")
    numbers = [int(alone.split("-")[1])] if alone.startswith(kind + "-") else range(CASES)
    sound = 0
    for number in numbers:
        rng = random.Random(f"{kind}-{number}")
        data = KINDS[kind](rng, *rng.choice(objects))
        try:
            sound += check(data)
        except Exception as exc:
            raise AssertionError(f"case {kind}-{number}: {type(exc).__name__}: {exc}") from exc
    if not alone:
        # Mutations that break all cases, or none, test nothing.
        assert sound < CASES and (sound > 0.02 * CASES or kind == "junk")


def test_the_bases_are_sound(objects):
    for data, _ in objects:
        assert check(data)
        assert form_of("anything", data) == "object"


def test_bombs(objects):
    """Sections of unlimited size, unlimited counts and circular references end soon."""
    data, _ = objects[0]
    elf = ELFFile(io.BytesIO(data))
    where = {section.name: section for section in elf.iter_sections()}
    index = [section.name for section in elf.iter_sections()].index(".debug_info")
    header = elf["e_shoff"] + index * elf["e_shentsize"]
    for declared in (1 << 40, 300 << 20, 1 << 20):
        packed = struct.pack("<IIQQ", 1, 0, declared, 1) + zlib.compress(bytes(1 << 24), 9)
        out = bytearray(data + packed)
        struct.pack_into("<Q", out, header + 8, 0x800)  # sh_flags: SHF_COMPRESSED
        struct.pack_into("<QQ", out, header + 24, len(data), len(packed))
        assert not check(bytes(out))
    start, size = where[".debug_info"]["sh_offset"], where[".debug_info"]["sh_size"]
    for byte in (0, 1, 2, 3, 0x7f, 0x80, 0xff):
        out = bytearray(data)
        out[start + 11:start + size] = bytes([byte]) * (size - 11)
        check(bytes(out))
        start_abbrev = where[".debug_abbrev"]["sh_offset"]
        out = bytearray(data)
        out[start_abbrev:start_abbrev + 40] = bytes([byte]) * 40
        check(bytes(out))


# Line tables

def test_line_tables_end():
    """Random tables soon give names or ValueError."""
    rng = random.Random(1)
    head = struct.pack("<IHBBIBBBbBB", 0x1000, 5, 8, 0, 0x100, 1, 1, 1, -5, 14, 1)
    hostile = head + bytes([1, 1, 0x0b]) + b"\xff" * 8 + b"\x01" + bytes(100)
    empty = head + b"\0" + b"\xff\xff\xff\xff\x0f" + bytes(100)
    texts = [hostile, empty] + [
        bytes(rng.choice((0, 1, 2, 8, 0x0f, 0x1f, 0x80, 0xff, rng.randrange(256)))
              for _ in range(rng.randrange(200))) for _ in range(3000)]
    texts += [head + text for text in texts[2:1500]]
    given = 0
    for text in texts:
        start = time.process_time()
        try:
            names = line_tables.file_names(text, 0, True, lambda form, at: b"x")
            assert all(isinstance(name, str) for name in names)
            given += 1
        except ValueError:
            pass
        assert time.process_time() - start < LIMIT
    assert given > 10
