# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fuzzes the reader of C headers: it ends soon, with findings or with sound tables.

A header with all features of the reader, and parts of Linux's, are mutated at random with fixed seeds: bytes, lines,
tokens and numbers. A failure names the seed of its case; `CASE=tokens-417 python3 -m pytest tests/compiler/fuzz/fuzz_ifc.py`
runs it alone and prints the header. Random headers without mistakes are compared with gcc.
"""

import os
import random
import re
import subprocess
import time

import pytest
from kernel_headers import LINUX, linux_file
from prmclib.model.errors import printable, render
from watch.importing.fit import fit
from watch.importing.fitted import needed
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import Text, load_texts
from prmclib.model import File, Kind, Spec
from watch.ifc import read_ifc, table_fields
from watch.ifc.ifc_layouts import to_spec
from watch.ifc.parser import MAX_BITS, MAX_DEPTH
from prmclib.rules import RULES
from prmclib.writers.yaml import write_file

CASES = int(os.environ.get("CASES", "800"))  # of each kind of change
LIMIT = 5.0  # seconds of the processor for one case; a usual one takes milliseconds

ALL = r'''/* Everything that the reader knows. */
#ifndef SEG_H
#define SEG_H
#include <stdint.h>
#include "other.h"
#define u8 uint8_t
#define WORDS 4
#define BITS(n) ((n) * 8)
#define ALL_BITS (WORDS * 0x20 + \
		  1 - 1)
enum { KIND_A, KIND_B = 0x10, KIND_C, KIND_D = 1 << 3, KIND_E = BIT(5), KIND_F = (u64)1 << 40, };
enum seg_op { SEG_OP_X = KIND_C ? sizeof(int) : 3, SEG_OP_Y, };
#if defined(SEG_NEW) && WORDS >= 4
struct mlx5_ifc_new_bits { u8 a[1]; };
#elif !defined SEG_NEW
typedef unsigned int seg_t;
#else
#error "what now"
#endif
extern "C" {
static inline int mlx5_seg(int a) { if (a == '}') return "}"[0]; return (a); }
struct mlx5_wqe_seg { uint32_t a : 3; union { void *b; struct mlx5_ifc_in_bits { u8 x[3]; } c; }; };
struct mlx5_ifc_key_bits {
	u8         reserved_at_0[0x8];	// to the end of the line
	u8         index[0x18];
	const unsigned char valid, en[0x1f];
	u8         gid[16][0x8];
} __packed;
union mlx5_ifc_arg_bits {
	struct mlx5_ifc_key_bits key;
	u8 raw[KIND_B * 2];
	DECLARE_FLEX_ARRAY(u8, list);
} __attribute__((packed));
struct mlx5_ifc_seg_bits {
	u8         opcode[0x10];
	union {
		u8         tag[0x10];
		struct {
			u8         low[0x8];
			u8         high[0x8];
		};
		struct { u8 one[4]; union { u8 two[0x4]; u8 three[0x2]; }; } named;
	};
	u8         words[WORDS][0x20], grid[2][3][0x8];
	struct mlx5_ifc_key_bits keys[2], last;
	union mlx5_ifc_arg_bits arg;
	struct { u8 x[ALL_BITS]; } inner[2];
	u8         pas[][0x40];
};
}
#endif
'''

HOSTILE = ["", "{", "}", "[", "]", "(", ")", ";", ",", "*", ":", "#", "##", "/*", "*/", "//", "\\",
           "\\\n", "\"", "'", "\0", "\t", "\r", "\f", "é", "\ufeff", "\u2028", "\u202e", "@", "`",
           "$", "0x", "09", "1e9", "0" * 400, "9" * 4000, "0x" + "f" * 300, "1 << 1000000000",
           "~0", "-1", "1/0", "1?2:3", "sizeof(u8)", "(" * 500, "{" * 500, "struct {" * 500,
           "struct", "union", "enum", "typedef", "u8", "const", "__packed", "__aligned(8)",
           "__attribute__((aligned(8)))", "A" * 5000, "#define A A A\n#define B A A B\n B",
           "\n#if\n", "\n#if 1 <\n", "\n#endif\n", "\n#else\n", "\n#elif 1\n", "\n#error x\n",
           "\n#undef u8\n", "\n#define\n", "\n#include \"case.h\"\n", "\n#include \"../../../..\"\n",
           "\n#define u8 u8 u8\n", "BIT(", "BIT(70)", "DECLARE_FLEX_ARRAY(", "mlx5_ifc_seg_bits",
           "struct mlx5_ifc_key_bits a[1000000];", "u8 a[0xffffffff];", "u8 a[0][0];",
           "\n" + "".join(f"#define M{n} M{n + 1} M{n + 1}\n" for n in range(60)) + "M0\n",
           "".join(f"struct n{n}_bits {{ {f'struct n{n - 1}_bits a[9];' if n else 'u8 a[1];'} }};"
                   for n in range(50))]


def parts_of_linux():
    """Returns parts of a kernel's header, from the start of a struct or enumeration."""
    with open(linux_file(LINUX[-1], "mlx5_ifc.h"), encoding="utf-8") as stream:
        chunks = re.split(r"^(?=(?:struct|union|enum) )", stream.read(), flags=re.M)
    rng = random.Random(0)
    for _ in range(12):
        at = rng.randrange(len(chunks) - 8)
        yield "".join(chunks[at:at + 8])[:20000]


TOKEN = re.compile(r"[A-Za-z0-9_]+|[^\sA-Za-z0-9_]")


def bases():
    return [ALL] * 6 + list(parts_of_linux())


def mutate_bytes(rng, text):
    data = bytearray(text.encode())
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data))
        if rng.random() < 0.5:
            data[at] ^= 1 << rng.randrange(8)
        else:
            data[at:at + rng.randint(0, 3)] = bytes(rng.randrange(256) for _ in range(2))
    return bytes(data)


def mutate_lines(rng, text):
    lines = text.split("\n")
    for _ in range(rng.choice([1, 1, 2, 4])):
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(5)
        if kind == 0:
            del lines[at:at + rng.randint(1, 4)]
        elif kind == 1:
            lines[to:to] = lines[at:at + rng.randint(1, 8)]
        elif kind == 2:
            lines[at], lines[to] = lines[to], lines[at]
        elif kind == 3:
            lines = lines[:max(at, 1)]
        else:
            lines[at] = rng.choice(HOSTILE)
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def mutate_tokens(rng, text):
    for _ in range(rng.choice([1, 1, 2, 4, 8])):
        tokens = list(TOKEN.finditer(text))
        if len(tokens) < 3:
            break
        one, two = sorted(rng.sample(range(len(tokens)), 2))
        one, two = tokens[one], tokens[two]
        if rng.random() < 0.4:
            text = (text[:one.start()] + two.group() + text[one.end():two.start()] + one.group()
                    + text[two.end():])
        elif rng.random() < 0.5:
            text = text[:one.start()] + rng.choice(HOSTILE) + text[one.end():]
        else:
            text = text[:one.start()] + two.group() + " " + text[one.start():]
    return text.encode("utf-8", "surrogatepass")


def mutate_numbers(rng, text):
    for _ in range(rng.choice([1, 1, 2, 4])):
        number = rng.choice(list(re.finditer(r"\b(?:0x[0-9a-fA-F]+|[0-9]+)\b", text)))
        other = rng.choice(["0", "1", "7", "0x40", "0x41", "-1", "4096", "4194304", "4194305",
                            "0x7fffffff", "1 << 63", "WORDS", "KIND_F", "1 - 2", "1u", "08", "3.5",
                            "", "] [2", "(1)"])
        text = text[:number.start()] + other + text[number.end():]
    return text.encode()


NAMELESS = (Kind.RESERVED, Kind.IGNORED)
KINDS = {"bytes": mutate_bytes, "lines": mutate_lines, "tokens": mutate_tokens,
         "numbers": mutate_numbers}


def check_findings(findings, text):
    """Checks that prmc can print the findings."""
    for item in findings:
        assert item.rule in RULES and item.message and item.help
        for where in (item.where, *(span for span, _ in item.others)):
            lines = findings.sources.get(where.file, [])
            assert where.file == "<defines>" or where.file == "case.h"
            assert 1 <= where.line <= len(lines), item
            assert 1 <= where.col < where.end_col, item
            assert where.col <= len(lines[where.line - 1]) + 1, item
    if findings:
        assert re.search(r"\d+ errors? in 1 of 1 file\. `prmc explain .*` tells more\.\n\Z", text)
    assert all(line == printable(line) for line in text.split("\n"))
    assert max(map(len, text.split("\n"))) < 2000


def check_tables(header):
    """Checks properties that users of the tables rely on."""
    for tag, table in header.tables.items():
        assert table.tag == tag and 0 <= table.width <= MAX_BITS and table.depth <= MAX_DEPTH
        at = 0
        for member in table.members:
            assert member.offset == (0 if table.is_union else at)
            at = max(at, member.total) if table.is_union else at + member.total
        assert table.width == at
        for number, item in enumerate(table_fields(table, reserved=True)):
            assert 0 <= item.offset_bits and item.offset_bits + item.width_bits <= table.width
            if number > 3000:
                break
    spec, left = to_spec(header)
    whole = {item.layout for item in left if not item.field}
    assert len(spec.layouts) + len(whole) >= len(header.tables)
    outside = {item.where for item in left}
    made = {enum.where for enum in spec.enums.values()}
    assert all(item.where in outside or item.where in made for item in header.enums if item.values)
    for enum in spec.enums.values():
        assert enum.name not in spec.layouts
        assert enum.values and all(one.name for one in enum.values)
        assert all(0 <= one.value < (64 if enum.is_flags else 1 << 64) for one in enum.values)
    for name, layout in spec.layouts.items():
        end = 0
        for item in layout.fields:
            assert item.bits.offset == end
            end = item.bits.end
        assert end == layout.size * 8
        for number, item in enumerate(flatten_layout(spec, name)):
            assert item.offset_bits + item.width_bits <= layout.size * 8
            if number > 3000:
                break


def check_import(header):
    """Checks that a header that is read without errors can be written as a spec that passes all rules."""
    spec, left = to_spec(header)
    names, enums = needed(spec, list(spec.layouts), set())
    made = fit(spec, names, enums, Spec(), {}, left)
    assert len(made.layouts) == len(names)
    if not names:
        return
    item = File("case.yaml", "case", "Case.", "", list(made.layouts), list(made.enums))
    text = write_file(Spec([item], made.layouts, made.enums), item)
    again, findings = load_texts([Text("case.yaml", "case.yaml", text.encode())])
    assert not findings, text + render(findings)
    for old, new in zip(names, made.layouts):
        size = spec.layouts[old].size
        assert again.layouts[new].size == (size + 3) // 4 * 4
        if size > 1 << 12:
            continue
        # No named bit changes its place; omitted ones are in the report.
        ours = {bit for one in flatten_layout(again, new) if one.kind not in NAMELESS
                for bit in range(one.offset_bits, one.offset_bits + one.width_bits)}
        theirs = {bit for one in flatten_layout(spec, old) if one.kind not in NAMELESS
                  for bit in range(one.offset_bits, one.offset_bits + one.width_bits)}
        assert not theirs - ours or made.changes, new
        assert not {bit for bit in ours - theirs if bit >= size * 8}, new


def run_case(kind, number, texts):
    """Runs one case; returns whether it had no finding."""
    rng = random.Random(f"{kind}-{number}")
    data = KINDS[kind](rng, rng.choice(texts))

    def read(path):
        if path != "case.h":
            raise FileNotFoundError(2, "No such file or directory")
        return data

    start = time.process_time()
    header, findings = read_ifc(["case.h"], read=read)
    text = render(findings)
    assert time.process_time() - start < LIMIT, "takes too long"
    check_findings(findings, text)
    check_tables(header)
    if not findings and number % 10 == 0:
        check_import(header)
    return not findings


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_changes(kind):
    texts = bases()
    alone = os.environ.get("CASE", "")
    numbers = [int(alone.split("-")[1])] if alone.startswith(kind + "-") else range(CASES)
    sound = 0
    for number in numbers:
        try:
            sound += run_case(kind, number, texts)
        except Exception as exc:
            if alone:
                rng = random.Random(f"{kind}-{number}")
                print(KINDS[kind](rng, rng.choice(texts)).decode("utf-8", "backslashreplace"))
            raise AssertionError(f"case {kind}-{number}: {type(exc).__name__}: {exc}") from exc
    if not alone:
        # Mutations that break all cases, or none, test nothing.
        assert 0.01 * CASES < sound < 0.8 * CASES


def test_the_base_is_sound():
    header, findings = read_ifc(["case.h"], read=lambda path: {"case.h": ALL.encode()}[path]
                                if path == "case.h" else missing())
    assert render(findings) == ""
    assert list(header.tables) == ["mlx5_ifc_in_bits", "mlx5_ifc_key_bits", "mlx5_ifc_arg_bits",
                                   "mlx5_ifc_seg_bits"]
    assert [other.tag for other in header.others] == ["mlx5_wqe_seg"]
    check_tables(header)


def missing():
    raise FileNotFoundError(2, "No such file or directory")


# Random headers without mistakes

def random_number(rng, value):
    """Returns C for a number, in one of several notations."""
    return rng.choice([str(value), f"{value:#x}", f"{value:#X}".replace("X", "x") + "UL",
                       f"({value + 3} - 3)", f"{value * 2} / 2", f"(1 ? {value} : N_{value})",
                       f"ONE * {value}", f"{value} % 1000000 + KIND_0", f"({value} | 0) << 0",
                       f"/* {value + 1} */ {value}"])


def random_members(rng, known, depth, prefix):
    """Returns lines of a struct's or union's members, all names different."""
    out = []
    for index in range(rng.randint(1, 6)):
        name = f"{prefix}{index}"
        kind = rng.randrange(8 if depth < 3 else 6)
        if kind < 3:
            out.append(f"{rng.choice(['u8', 'uint8_t'])} {name}"
                       f"[{random_number(rng, rng.randint(1, 70))}];")
        elif kind == 3:
            out.append(f"u8 {name}, {name}b[{rng.randint(1, 9)}] , {name}c[3][0x8];")
        elif kind == 4:
            out.append(f"u8 {name}[{rng.randint(1, 4)}][{random_number(rng, rng.randint(1, 4))}]"
                       f"[{rng.randint(1, 40)}];")
        elif kind == 5:
            other = rng.choice(known)
            out.append(f"{other} {name}{rng.choice(['', '[3]', '[2][2]'])};")
        else:
            word = rng.choice(["struct", "union"])
            inner = random_members(rng, known, depth + 1, name + "_")
            out.append(f"{word} {{ {' '.join(inner)} }} "
                       f"{rng.choice(['', '', name, name + '[2]'])};")
    return out


def test_random_headers_are_as_gcc_says(tmp_path):
    rng = random.Random(7)
    text = "typedef unsigned char u8, uint8_t;\n#define ONE 1\nenum { KIND_0, KIND_1 };\n" + \
        "".join(f"#define N_{n} {n + 1}\n" for n in range(1, 80))
    text += "struct t0_bits { u8 a[8]; };\n"
    known = ["struct t0_bits"]
    for number in range(1, 150):
        name = f"{rng.choice(['struct', 'union'])} t{number}_bits"
        body = "\n\t".join(random_members(rng, known[-4:], 0, "m"))
        text += f"{name} {{\n\t{body}\n}};\n"
        if rng.random() < 0.2:
            known.append(name)
    header, findings = read_ifc(["case.h"], read=lambda path: text.encode())
    assert render(findings) == ""
    assert len(header.tables) == 150
    check_import(header)
    lines = ["#include <stddef.h>", text]
    for table in header.tables.values():
        name = f"{table.keyword} {table.tag}"
        lines.append(f"_Static_assert(sizeof({name}) == {table.width}, \"{name}\");")
        for number, item in enumerate(table_fields(table, reserved=True)):
            if number >= 100:
                break
            lines.append(f"_Static_assert(offsetof({name}, {item.path}) == {item.offset_bits}, "
                         f"\"{name} {item.path}\");")
            lines.append(f"_Static_assert(sizeof((({name} *)0)->{item.path}) == "
                         f"{item.width_bits}, \"{name} {item.path}\");")
    assert len(lines) > 5000
    path = tmp_path / "random.c"
    path.write_text("\n".join(lines) + "\n")
    done = subprocess.run(["gcc", "-w", "-fsyntax-only", str(path)], stderr=subprocess.PIPE,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
