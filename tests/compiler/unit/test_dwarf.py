# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""C structs of object files: of two compilers, two versions of DWARF, both byte orders, 32 and 64
bits, relocatable and linked, with compressed sections; and the generated headers, which must give
the spec back.
"""

import os
import subprocess
import sys

import pytest
from prmclib.model.errors import render
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import load_spec
from prmclib.model import Kind
from watch.dwarf import types
from watch.c.c_layouts import ORDER, SELECTOR
from prmclib.readers.source import read_source

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))

SOURCE = """
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t, __be32;
typedef unsigned long long uint64_t, rte_be64_t;
typedef uint16_t __be16, __le16;
enum color { RED, GREEN = 5, BIG = 0xffffffffu };
typedef struct { uint8_t a, b; __be16 c; } untagged_t;
struct inner { __be32 x; uint8_t y[4]; };
struct flexible { __be32 n; __be32 list[]; };
struct bits { uint8_t first : 3, : 2, last : 3; uint8_t all; uint16_t wide : 16; };
struct crossing { uint32_t cross : 12, rest : 20; __be32 after; };
struct big {
	__be32 flags;
	struct inner in;
	struct inner three[3];
	union { rte_be64_t q; struct { __be32 h, l; }; uint8_t raw[8]; } u;
	untagged_t t;
	enum color color;
	uint32_t host;
	__le16 little;
	uint8_t reserved1[2];
	union { __be32 one; __be16 two; };
	struct { uint8_t m, n; __be16 o; } nested;
	__be16 grid[2][3];
	const volatile uint8_t qualified;
	uint8_t pad[3];
} __attribute__((packed));
struct padded { uint8_t a; __be32 b; };
struct pointing { __be32 a; struct pointing *next; };
struct holder { struct pointing inside; };
struct floating { float f; __be32 b; };
struct mlx5_ifc_x_bits { uint8_t a[0x11]; uint8_t b[0x3], c[0x4];
	uint8_t id[2][0x8]; uint8_t d, e[0x17]; };
union either { __be32 word; uint8_t bytes[4]; };
struct with_union { union either e; };
enum { WITHOUT_NAME = 7 };
struct big big; struct flexible *flexible; struct bits bits; struct padded padded; enum color color;
struct holder holder; struct crossing crossing; struct floating floating; struct with_union wu;
struct mlx5_ifc_x_bits table; int without_name = WITHOUT_NAME;
"""

KEEP = "-fno-eliminate-unused-debug-types"
BUILDS = {
    "gcc-4": (["gcc", "-gdwarf-4", KEEP, "-c"], True),
    "gcc-5": (["gcc", "-gdwarf-5", KEEP, "-c"], True),
    "clang-4": (["clang", "-gdwarf-4", "-c"], True),
    "clang-5": (["clang", "-gdwarf-5", "-c"], True),
    "gcc-3": (["gcc", "-gdwarf-3", "-gstrict-dwarf", KEEP, "-c"], True),
    "clang-2": (["clang", "-gdwarf-2", "-c"], True),
    "compressed": (["gcc", "-g", "-gz", "-c"], True),
    "compressed-zdebug": (["gcc", "-g", "-gz=zlib-gnu", "-c"], True),
    "type-units-4": (["clang", "-gdwarf-4", "-fdebug-types-section", "-c"], True),
    "type-units-5": (["gcc", "-gdwarf-5", "-fdebug-types-section", KEEP, "-c"], True),
    "linked": (["gcc", "-g", "-shared", "-fPIC"], True),
    "optimised": (["gcc", "-g", "-O2", "-flto", "-ffat-lto-objects", "-c"], True),
    "i686": (["i686-linux-gnu-gcc", "-g", "-c"], True),
    "s390x-4": (["s390x-linux-gnu-gcc", "-gdwarf-4", KEEP, "-c"], False),
    "s390x-5": (["s390x-linux-gnu-gcc", "-gdwarf-5", KEEP, "-c"], False),
    "s390x-type-units": (["s390x-linux-gnu-gcc", "-gdwarf-4", "-fdebug-types-section", "-gz", KEEP,
                          "-c"], False),
    "mips64": (["clang", "--target=mips64-linux-gnuabi64", "-g", "-c"], False),
    "riscv64": (["clang", "--target=riscv64-linux-gnu", "-g", "-c"], True),
    "ppc32": (["clang", "--target=powerpc-linux-gnu", "-g", "-c"], False),
    "s390x-linked": (["s390x-linux-gnu-gcc", "-g", "-shared", "-fPIC"], False),
}


def build(folder, command, source=SOURCE):
    path = os.path.join(str(folder), "t.c")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(source)
    done = subprocess.run([*command, "-w", "-o", "t.o", "t.c"], cwd=str(folder),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return path[:-1] + "o"


CROSS = [name for name in BUILDS if "linux-gnu-gcc" in BUILDS[name][0][0]]  # `ninja test` does without these compilers


@pytest.fixture(scope="module", params=[pytest.param(name, marks=[pytest.mark.deep] if name in CROSS else [])
                                        for name in sorted(BUILDS)])
def built(request, tmp_path_factory):
    """(source, whether it is little-endian)."""
    command, little = BUILDS[request.param]
    source, findings = read_source(build(tmp_path_factory.mktemp(request.param), command))
    assert not findings, render(findings)
    assert source.form == "object"
    return source, little


def rows(spec, name):
    return [(item.path, item.offset_bits, item.width_bits, item.kind.value)
            for item in flatten_layout(spec, name)]


def test_layouts(built):
    source, _ = built
    mine = [name for name in source.spec.layouts if not name.startswith("_")]
    assert set(mine) == {"untagged_t", "inner", "flexible", "bits", "crossing", "big", "padded",
                         "floating", "either", "with_union", "big_nested", "x"}
    assert {name: source.spec.layouts[name].size for name in mine} == {
        "untagged_t": 4, "inner": 8, "flexible": 4, "bits": 4, "crossing": 8, "big": 84, "padded": 8,
        "floating": 8, "either": 4, "with_union": 4, "big_nested": 4, "x": 8}


def test_big(built):
    source, _ = built
    assert rows(source.spec, "big") == [
        ("flags", 0, 32, "uint"), ("in.x", 32, 32, "uint"), ("in.y", 64, 32, "bytes"),
        ("three[0].x", 96, 32, "uint"), ("three[0].y", 128, 32, "bytes"),
        ("three[1].x", 160, 32, "uint"), ("three[1].y", 192, 32, "bytes"),
        ("three[2].x", 224, 32, "uint"), ("three[2].y", 256, 32, "bytes"),
        ("q", 288, 64, "uint"), ("u_1.h", 288, 32, "uint"), ("u_1.l", 320, 32, "uint"),
        ("raw", 288, 64, "bytes"), ("t.a", 352, 8, "uint"), ("t.b", 360, 8, "uint"),
        ("t.c", 368, 16, "uint"), ("color", 384, 32, "uint"), ("host", 416, 32, "uint"),
        ("little", 448, 16, "bytes"), ("reserved_at_1d0", 464, 16, "reserved"),
        ("one", 480, 32, "uint"), ("two.two", 480, 16, "uint"),
        ("two.ignored_at_1f0", 496, 16, "ignored"),
        ("nested.m", 512, 8, "uint"), ("nested.n", 520, 8, "uint"), ("nested.o", 528, 16, "uint"),
        *[(f"grid[{i}]", 544 + 16 * i, 16, "uint") for i in range(6)],
        ("qualified", 640, 8, "uint"), ("reserved_at_288", 648, 24, "reserved")]


def test_what_is_told_of_bytes(built):
    source, little = built
    fields = {item.name: item for item in source.spec.layouts["big"].fields}
    assert fields["host"].about.note == (f"uint32_t: {ORDER}" if little else "")
    assert fields["color"].about.note == (f"color: {ORDER}" if little else "")
    assert fields["flags"].about.note == fields["qualified"].about.note == ""
    assert fields["little"].about.note == "little-endian: __le16"
    assert fields["grid"].about.note == "dimensions: 2 x 3"
    assert fields["u"].selector.external == SELECTOR


def test_bit_fields(built):
    source, little = built
    spec = source.spec
    assert rows(spec, "bits") == ([
        ("last", 0, 3, "uint"), ("ignored_at_3", 3, 2, "ignored"), ("first", 5, 3, "uint"),
        ("all", 8, 8, "uint"), ("wide", 16, 16, "uint")] if little else [
        ("first", 0, 3, "uint"), ("ignored_at_3", 3, 2, "ignored"), ("last", 5, 3, "uint"),
        ("all", 8, 8, "uint"), ("wide", 16, 16, "uint")])
    left = [(item.field, item.reason) for item in source.left_out if item.layout == "crossing"]
    if little:
        reason = "a bit field that crosses a byte on a little-endian machine"
        assert left == [("cross", reason), ("rest", reason)]
        assert [row for row in rows(spec, "crossing") if row[3] != "ignored"] == [
            ("after", 32, 32, "uint")]
        assert sum(row[2] for row in rows(spec, "crossing")) == 64
    else:
        assert left == []
        assert rows(spec, "crossing") == [("cross", 0, 12, "uint"), ("rest", 12, 20, "uint"),
                                          ("after", 32, 32, "uint")]


def test_enumerations(built):
    source, _ = built
    enum = source.spec.enums["color"]
    assert [(item.name, item.value) for item in enum.values] == [
        ("RED", 0), ("GREEN", 5), ("BIG", 0xffffffff)]
    fields = {item.name: item for item in source.spec.layouts["big"].fields}
    assert fields["color"].enum == "color"


def test_flexible_padding_and_union(built):
    source, _ = built
    assert rows(source.spec, "flexible") == [("n", 0, 32, "uint"), ("list", 32, 0, "uint")]
    assert source.spec.layouts["flexible"].fields[1].is_flexible
    assert rows(source.spec, "padded") == [("a", 0, 8, "uint"), ("ignored_at_8", 8, 24, "ignored"),
                                           ("b", 32, 32, "uint")]
    assert rows(source.spec, "with_union") == [("e.word", 0, 32, "uint"), ("e.bytes", 0, 32, "bytes")]
    assert rows(source.spec, "either") == [("word", 0, 32, "uint"), ("bytes", 0, 32, "bytes")]


def test_tables_of_bits(built):
    source, _ = built
    assert rows(source.spec, "x") == [
        ("a", 0, 17, "uint"), ("b", 17, 3, "uint"), ("c", 20, 4, "uint"),
        ("id[0]", 24, 8, "uint"), ("id[1]", 32, 8, "uint"), ("d", 40, 1, "uint"),
        ("e", 41, 23, "uint")]


def test_left_out(built):
    source, _ = built
    left = {(item.layout, item.field): item.reason for item in source.left_out
            if not item.layout.startswith("_")}
    assert left.pop(("crossing", "cross"), "") == left.pop(("crossing", "rest"), "")
    assert left == {
        ("pointing", ""): "'next' is a pointer",
        ("holder", ""): "'inside': 'next' is a pointer",
        ("floating", "f"): "float, which is not a wire format"}
    assert rows(source.spec, "floating") == [("ignored_at_0", 0, 32, "ignored"), ("b", 32, 32, "uint")]


def test_places(built):
    """The line of the source, also of members."""
    source, _ = built
    where = source.spec.layouts["inner"].where
    assert (os.path.basename(where.file), where.line) == ("t.c", 9)
    assert source.spec.layouts["big"].about.source == ["t.c struct big"]
    fields = {item.name: item for item in source.spec.layouts["big"].fields}
    assert SOURCE.splitlines()[fields["host"].where.line - 1] == "\tuint32_t host;"


def test_two_sources(tmp_path):
    """One struct in two units is one; another of that name is left out."""
    for name, member in (("a", "x"), ("b", "x"), ("c", "other")):
        (tmp_path / f"{name}.c").write_text(
            f"struct s {{ unsigned char {member}[4]; }}; struct s {name};\n")
    subprocess.run(["gcc", "-g", "-shared", "-fPIC", "-o", "t.so", "a.c", "b.c", "c.c"],
                   cwd=str(tmp_path), check=True)
    source, findings = read_source(str(tmp_path / "t.so"))
    assert not findings
    assert rows(source.spec, "s") == [("x", 0, 32, "bytes")]
    item, = source.left_out
    assert (item.layout, item.field) == ("s", "")
    assert item.reason.startswith("another struct of that name, at ")


def test_numbers_in_structs(tmp_path):
    """A struct that is called like a big-endian number is one, if it is as wide."""
    source, findings = read_source(build(tmp_path, ["gcc", "-g", "-c"], """
typedef struct { unsigned int raw; } my_be32;
struct le16 { unsigned short raw; };
typedef struct { unsigned int two[2]; } pair_be32;
struct s { my_be32 a; my_be32 b[2]; struct le16 c; pair_be32 d; } s;
"""))
    assert not findings and source.left_out == []
    assert list(source.spec.layouts) == ["pair_be32", "s"]
    assert [row for row in rows(source.spec, "s") if row[3] != "ignored"] == [
        ("a", 0, 32, "uint"), ("b[0]", 32, 32, "uint"), ("b[1]", 64, 32, "uint"),
        ("c", 96, 16, "bytes"), ("d.two[0]", 128, 32, "uint"), ("d.two[1]", 160, 32, "uint")]
    assert source.spec.layouts["s"].fields[0].about.note == ""


def test_arrays_without_bounds(tmp_path):
    """At the end one is an array of unknown length, elsewhere it is left out."""
    source, _ = read_source(build(tmp_path, ["gcc", "-g", "-c"], """
struct tail { unsigned n; unsigned char x[3]; unsigned char data[]; };
struct marks { unsigned char mark[0]; unsigned a; unsigned char end[0]; };
struct tail *t; struct marks m;
"""))
    assert rows(source.spec, "marks") == [("a", 0, 32, "uint"), ("end", 32, 0, "bytes")]
    assert [row[0] for row in rows(source.spec, "tail")] == ["n", "x", "ignored_at_38"]
    assert [(item.layout, item.field) for item in source.left_out] == [
        ("tail", "data"), ("marks", "mark")]


SPLIT = "the debug information is split: part of it is in another file (*.dwo, *.dwp)"
LTO = "the file has no machine code yet (LTO), nor debug information"


@pytest.mark.parametrize("compiler, options, message", [
    ("gcc", [], "the file has no debug information"),
    *[(compiler, [f"-gdwarf-{version}", "-gsplit-dwarf"], SPLIT) for compiler in ("gcc", "clang")
      for version in (4, 5)],
    ("gcc", ["-g", "-flto"], LTO), ("clang", ["-g", "-flto"], LTO)])
def test_no_debug_information(compiler, options, message, tmp_path):
    path = build(tmp_path, [compiler, *options, "-c"])
    others = [path[:-1] + "dwo"] if message == SPLIT else []
    for name in [path, *others]:
        _, findings = read_source(name)
        assert [(item.rule, item.message) for item in findings] == [("E131", message)]
        assert findings.items[0].help


@pytest.mark.parametrize("content, rule, message", [
    (b"", "E130", "the file is empty"), (b"doc: no object\n", "E130", "no ELF file"),
    (b"\xcf\xfa\xed\xfe" + bytes(100), "E130", "no ELF file")])
def test_no_object(content, rule, message, tmp_path):
    path = tmp_path / "t.o"
    path.write_bytes(content)
    _, findings = read_source(str(path))
    assert [(item.rule, item.message) for item in findings] == [(rule, message)]


PLUS = """
typedef unsigned int __be32; typedef unsigned char u8;
namespace std { struct hidden { __be32 x; }; }
namespace one {
enum class kind : u8 { A, B = 7 };
struct base { __be32 z; };
struct same { __be32 x; };
namespace { struct anonymous { u8 c[4]; }; }
struct seg {
	__be32 idx; kind k; u8 rsvd[3]; same in[2]; struct nested { __be32 q; } n; static int counter;
	int get() const { return 1; } template<int N> struct list { u8 a[N]; }; list<4> t;
};
struct derived : base { __be32 w; };
struct shared : virtual base { __be32 w; };
struct with_table { virtual ~with_table() {} __be32 w; };
struct ref { int &r; };
class closed { public: __be32 v; private: u8 a : 3, b : 5, w[3]; };
}
namespace two { struct same { u8 y[8]; }; enum class kind : u8 { C }; struct user { same s; kind k; }; }
one::seg a; one::derived b; one::with_table c; one::closed d; two::user e; extern int q; one::ref f{q};
one::shared g; one::anonymous h; std::hidden i; int one::seg::counter;
"""


@pytest.mark.parametrize("command", [
    ["g++", "-gdwarf-4"], ["g++", "-gdwarf-5", "-fdebug-types-section"], ["clang++", "-gdwarf-5"],
    ["clang++", "-gdwarf-4", "-fdebug-types-section"]], ids=" ".join)
def test_plus_plus(command, tmp_path):
    source, findings = read_source(build(tmp_path, [*command, "-x", "c++", "-c"], PLUS))
    assert not findings, render(findings)
    spec = source.spec
    # clang leaves out what nothing outside of the file can use.
    assert set(spec.layouts) | {"anonymous"} == {"base", "one_same", "two_same", "anonymous", "seg", "nested",
                                                 "list_4_", "derived", "closed", "user"}
    assert [row for row in rows(spec, "seg") if row[3] != "reserved"] == [
        ("idx", 0, 32, "uint"), ("k", 32, 8, "uint"), ("in[0].x", 64, 32, "uint"),
        ("in[1].x", 96, 32, "uint"), ("n.q", 128, 32, "uint"), ("t.a", 160, 32, "bytes")]
    assert rows(spec, "derived") == [("z", 0, 32, "uint"), ("w", 32, 32, "uint")]
    assert rows(spec, "closed") == [("v", 0, 32, "uint"), ("b", 32, 5, "uint"), ("a", 37, 3, "uint"),
                                    ("w", 40, 24, "bytes")]
    assert rows(spec, "user") == [("s.y", 0, 64, "bytes"), ("k", 64, 8, "uint")]
    assert {name: [(item.name, item.value) for item in enum.values]
            for name, enum in spec.enums.items()} == {
        "one_kind": [("A", 0), ("B", 7)], "two_kind": [("C", 0)]}
    assert {item.name: item.enum for item in spec.layouts["user"].fields}["k"] == "two_kind"
    left = {item.layout: item.reason for item in source.left_out}
    assert left.pop("std") == "a namespace of the compiler"
    assert set(left) == {"with_table", "ref", "shared"}
    assert left["ref"] == "'r' is a pointer" and left["with_table"].endswith("is a pointer")


def test_no_structs(tmp_path):
    _, findings = read_source(build(tmp_path, ["gcc", "-g", "-c"], "int x;\n"))
    assert [(item.rule, item.message) for item in findings] == [
        ("E131", "the debug information has no structs")]


def test_too_much(tmp_path, monkeypatch):
    path = build(tmp_path, ["gcc", "-g", "-c"])
    monkeypatch.setattr(types, "MAX_ENTRIES", 20)
    _, findings = read_source(path)
    assert [item.rule for item in findings] == ["E133"]


def test_types_in_each_other(tmp_path):
    text = "typedef int t0;\n" + "".join(f"typedef t{i} t{i + 1};\n" for i in range(40))
    _, findings = read_source(build(tmp_path, ["gcc", "-g", "-c"], text + "struct { t40 x; } x;\n"
                                    "struct s { t40 x; } y;\n"))
    assert [(item.rule, item.message) for item in findings] == [
        ("E133", "more than 32 types in each other")]


def test_only_object_files_need_the_library(tmp_path):
    """Everything else works without pyelftools."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys\nsys.modules['elftools'] = None\n"
         f"sys.path.insert(0, {os.path.join(ROOT, 'codegen')!r})\n"
         "from prmclib import cli\nsys.exit(cli.main(['map', 'set_psv_seg']))"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0 and "psv_index" in done.stdout


def test_generated_headers_give_the_spec_back(tmp_path):
    """Sizes of all layouts, and the places of all fields that C names: numbers that are whole
    words, byte strings, nested layouts and arrays. Numbers that are parts of a word are in that
    word, which is called after its place."""
    spec, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings
    folder = os.path.join(ROOT, "generated")
    names = sorted(name for name in os.listdir(folder)
                   if name.endswith(".h") and "print" not in name)
    text = "".join(f'#include "{name}"\n' for name in names)
    source, findings = read_source(build(tmp_path, ["gcc", "-g", KEEP, f"-I{folder}", "-c"], text))
    assert not findings
    compared = words = 0
    for name, layout in spec.layouts.items():
        mine = source.spec.layouts[f"prm_{name}"]
        assert mine.size == layout.size, name
        theirs = {item.name: item for item in mine.fields if item.is_named}
        for item in layout.fields:
            if not item.is_named or item.kind is Kind.OVERLAY or item.is_flexible:
                continue
            found = theirs.get(item.name)
            if found is not None:
                assert (found.bits, found.count) == (item.bits, item.count) or \
                    found.kind is Kind.BYTES and found.bits == item.bits, (name, item.name)
                assert found.kind is item.kind or item.is_array or item.kind is Kind.BYTES or \
                    item.bits.width == 8, (name, item.name)
                compared += 1
                continue
            holders = [other for other in mine.fields if other.bits.contains(item.bits)]
            assert item.kind is Kind.UINT and len(holders) == 1, (name, item.name)
            assert holders[0].name.startswith(("dw_", "w_", "b_", "q_")) or \
                holders[0].kind is Kind.OVERLAY, (name, item.name, holders[0].name)
            words += 1
        assert not [other for other in source.left_out if other.layout == f"prm_{name}"]
    assert compared > 400 and words > 800
