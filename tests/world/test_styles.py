# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compiles output of the styles ifc, linux and dpdk together with the headers that Debian installs.

The compiler compares: offsets and sizes of tables of bits with offsetof and sizeof, structures by the bytes that a
setter changes. conform.json and structs.yaml, which test_conform.py and test_wqe.py check, list different names
and places.
"""

import os
import re
import shutil
import sys

import pytest
import yaml
from kernel_headers import KNOWN, LINUX, linux
from prmclib.writers.choice import Choice, files, selected
from watch.conform.conform_compare import items_of_layout, tables_of, tags_of
from watch.conform.record import from_json
from watch.conform.tree import read_tree
from prmclib.model.errors import render
from prmclib.readers.load import load_spec
from prmclib.model import Kind
from watch.ifc import table_fields
from prmclib.writers.c import CLayout
from prmclib.writers.options import Options

from test_wqe import fields_of, matches
from world import HERE, ROOT, SHIMMED, SPEC, c_numbers, run_c

sys.path.insert(0, os.path.join(ROOT, "tests", "compiler", "vendor"))

from trees import run, stand_ins  # noqa: E402


@pytest.fixture(name="spec", scope="module")
def fixture_spec():
    spec, findings = load_spec([SPEC])
    assert render(findings) == ""
    return spec


def write(folder, texts):
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return "".join(f'#include "{name}"\n' for name in sorted(texts) if name.endswith(".h"))


# A kernel's own headers

def generated_headers(version, folder):
    """Writes the headers of a kernel's build that types and byte order need."""
    base = os.path.dirname(linux(version))
    arch = os.path.join(base, "arch", "x86", "include")
    names = set()
    for path in ("asm/Kbuild", "uapi/asm/Kbuild"):
        with open(os.path.join(arch, path), encoding="utf-8") as stream:
            names |= set(re.findall(r"^generic-y\s*\+=\s*(\S+)", stream.read(), flags=re.M))
    for path in ("asm-generic/Kbuild", "uapi/asm-generic/Kbuild"):
        with open(os.path.join(base, "include", path), encoding="utf-8") as stream:
            names |= {name for name in re.findall(r"^mandatory-y\s*\+=\s*(\S+)", stream.read(), flags=re.M)
                      if not any(os.path.exists(os.path.join(arch, part, name))
                                 for part in ("asm", "uapi/asm"))}
    (folder / "asm").mkdir()
    (folder / "generated").mkdir()
    for name in names:
        (folder / "asm" / name).write_text(f"#include <asm-generic/{name}>\n", encoding="utf-8")
    (folder / "generated" / "autoconf.h").write_text("""\
#define CONFIG_64BIT 1
#define CONFIG_X86 1
#define CONFIG_X86_64 1
#define CONFIG_FUNCTION_ALIGNMENT 16
#define CONFIG_PGTABLE_LEVELS 4
#ifdef __clang__
#define CONFIG_CC_IS_CLANG 1
#define CONFIG_CLANG_VERSION 140000
#define CONFIG_GCC_VERSION 0
#else
#define CONFIG_CC_IS_GCC 1
#define CONFIG_GCC_VERSION 120000
#endif
""", encoding="utf-8")
    includes = [os.path.join(arch), str(folder), os.path.join(base, "include"),
                os.path.join(arch, "uapi"), os.path.join(base, "include", "uapi")]
    forced = [os.path.join(base, "include", "linux", name) for name in
              ("compiler-version.h", "kconfig.h", "compiler_types.h")]
    return ["-nostdinc", *(word for path in includes for word in ("-I", path)),
            *(word for path in forced for word in ("-include", path)), "-D__KERNEL__",
            '-DKBUILD_MODNAME="test"', "-std=gnu11", "-fshort-wchar", "-funsigned-char", "-fno-common",
            "-fno-PIE", "-fno-strict-aliasing", "-mno-red-zone", "-mcmodel=kernel", "-O2", "-Wall",
            "-Wextra", "-Wundef", "-Wvla", "-Wdeclaration-after-statement", "-Wno-unused-parameter",
            "-Wno-sign-compare", "-Wno-missing-field-initializers", "-Werror"]


@pytest.mark.parametrize("version, compiler", [(KNOWN[0], "clang"), (LINUX[-1], "gcc")])
def test_linux_compiles_in_a_kernels_headers(spec, version, compiler, tmp_path):
    """Every header compiles with the builders, as a folder and amalgamated, with the flags of kbuild."""
    (tmp_path / "made").mkdir()
    flags = generated_headers(version, tmp_path / "made")
    folder = files(spec, Choice("linux", "drv"), "test", True)
    include = write(tmp_path, folder)
    assert len(folder) > 30
    some = Choice("linux", "some", ("set_psv_seg",), ("builders",))
    write(tmp_path, files(selected(spec, some), some, "test", True))
    one = Choice("linux", "one", ("set_psv_seg",), ("builders",), "all.h")
    write(tmp_path, files(selected(spec, one), one, "test", True))
    for text, action in ((include, "-fsyntax-only"), ('#include "some_signature.c"\n', "-c"),
                         ('#define ONE_IMPLEMENTATION\n#include "all.h"\n', "-c")):
        status, _, said = run(compiler, *flags, "-I", tmp_path, "-xc", action, "-", "-o",
                              tmp_path / "object.o", text=text)
        assert status == 0, said[:3000]


def test_ifc_compiles_beside_mlx5dv(spec, tmp_path):
    include = write(tmp_path, files(spec, Choice("ifc"), "test", True))
    for text in (include + "#include <infiniband/mlx5dv.h>\n",
                 "#include <infiniband/mlx5dv.h>\n" + include):
        status, _, said = run("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", tmp_path, "-xc",
                              "-fsyntax-only", "-", text=text)
        assert status == 0, said[:3000]


# Tables of bits

@pytest.mark.parametrize("version", LINUX)
def test_ifc_has_the_fields_of_linux_where_linux_has_them(spec, version, tmp_path):
    """Our tables, with a prefix, and Linux's agree in one program on every common field."""
    tree, _ = read_tree(f"Linux {version}={os.path.dirname(linux(version))}")
    with open(os.path.join(HERE, "conform.json"), encoding="utf-8") as stream:
        result, = [one for one in from_json(stream.read()).results if one.label == f"Linux {version}"]
    notes = {(item.layout, item.field): item for item in result.differences}
    include = write(tmp_path, files(spec, Choice("ifc", "prm"), "test", True))
    rows, texts = [], []
    for layout in spec.layouts.values():
        for tag in tables_of(layout, tree):
            paths = {}
            for item in table_fields(tree.tables[tag]):
                parts = item.path.split(".")
                for number in range(1, len(parts) + 1):
                    paths.setdefault(parts[number - 1].split("[")[0],
                                     ".".join(parts[:number]).split("[")[0])
            for item in items_of_layout(spec, layout, lambda one: tags_of(one, "linux")):
                note = notes.get((layout.name, item.name))
                if note is not None and note.what != "name" or item.is_missed(tree):
                    continue
                name = note.header if note is not None else item.name
                ours = f"struct mlx5_ifc_prm_{layout.name}_bits"
                path = ifc_path(layout, item)
                texts.append(f"{layout.name}.{path} and {tag}.{name}")
                assert name in paths, texts[-1]
                rows += [f"offsetof({ours}, {path})", f"offsetof(struct {tag}, {paths[name]})",
                         f"sizeof((({ours} *)0)->{path})",
                         f"sizeof(((struct {tag} *)0)->{paths[name]})" if item.width else
                         f"sizeof((({ours} *)0)->{path})"]
    prelude = ("#include <stddef.h>\n#include <stdint.h>\ntypedef uint8_t u8;\n"
               "#define BIT(n) (1ul << (n))\n#define BIT_ULL(n) (1ull << (n))\n"
               "#define DECLARE_FLEX_ARRAY(TYPE, NAME) "
               "struct { struct { } __empty_ ## NAME; TYPE NAME[]; }\n#include \"linux/mlx5/mlx5_ifc.h\"\n")
    # A flexible array has no size.
    flexible = {f"sizeof(((struct mlx5_ifc_prm_{layout.name}_bits *)0)->{item.name})"
                for layout in spec.layouts.values() for item in layout.fields if item.is_flexible}
    rows = ["0" if row in flexible else row for row in rows]
    values = c_numbers(tmp_path, prelude + include, rows, ["-I", str(tmp_path), "-I", linux(version)])
    wrong = [text for number, text in enumerate(texts)
             if values[4 * number] != values[4 * number + 1]
             or values[4 * number + 2] != values[4 * number + 3]]
    assert not wrong, "\n".join(wrong[:20])
    assert len(texts) > 1000


def ifc_path(layout, item):
    """Returns the path of a field in our table: the arm is a part of it, unless the arm is one field."""
    for field in layout.fields:
        for arm in field.arms:
            if arm.name == item.arm and any(inner.name == item.name for inner in arm.fields):
                return item.name if arm.is_single else f"{arm.name}.{item.name}"
    return item.name


# Structures

PROGRAM = """\
%s
#include <stdio.h>
static union { uint8_t bytes[8192]; uint64_t align; } buffer;
static void changed(unsigned int number)
{
	size_t first = sizeof(buffer), last = 0;

	for (size_t i = 0; i < sizeof(buffer); i++) {
		if (buffer.bytes[i]) {
			first = first < i ? first : i;
			last = i;
			buffer.bytes[i] = 0;
		}
	}
	printf("%%u %%zu %%zu ", number, first, last);
}
int main(void)
{
%s	return 0;
}
"""


def structs(spec, name, style):
    """Yields (struct, members that have a field, statement that sets it) for the structs of some headers."""
    with open(os.path.join(ROOT, "codegen", "prmclib", "show", "structs.yaml"), encoding="utf-8") as stream:
        table = yaml.safe_load(stream)
    for entry in table["structs"]:
        if name not in entry["headers"] or "at" in entry or "arm" in entry or "nested" in entry \
                or "size" in entry:
            continue
        layout = spec.layouts[entry["layout"]]
        numbers = {number.name: number for number in CLayout(spec, layout, Options("prm")).numbers}
        listed = {}
        for member, fields in entry.get("members", {}).items():
            for field in fields:
                listed.setdefault(field, []).append(member)
        over = [text for item in entry.get("passed_over", ()) for text in item["members"]]
        hidden = [text for item in entry.get("reserved", ()) if name in item["headers"]
                  for text in item["fields"]]
        for path, _, width in fields_of(spec, entry):
            number = numbers.get(path.replace(".", "_"))
            if number is None or number.field.kind is not Kind.UINT or path in hidden or \
                    number.field.fixed is not None:  # without a setter
                continue
            members = [name for name in listed.get(path, [path]) if not matches(name, over)]
            if members:
                value = "true" if number.is_flag else f"{(1 << width) - 1:#x}ULL"
                statement = f"prm_{layout.name}_set_{number.name}((void *)&buffer, {value});"
                if style == "linux" and number.width == number.unit:  # a member, without a setter
                    member = f"((struct prm_{layout.name} *)&buffer)->{number.access}"
                    statement = f"memset(&{member}, 0xff, sizeof({member}));"
                yield entry["struct"], members, statement


def described(spec, name, style):
    """Returns the headers of the layouts of these structs."""
    with open(os.path.join(ROOT, "codegen", "prmclib", "show", "structs.yaml"), encoding="utf-8") as stream:
        table = yaml.safe_load(stream)
    choice = Choice(style, "prm", tuple(sorted({entry["layout"] for entry in table["structs"]
                                                if name in entry["headers"]})))
    return files(selected(spec, choice), choice, "test", True)


def compare_structs(spec, name, style, folder, prelude, flags):
    """Sets every field, by our setter where the style has one, and checks the changed bytes of the other struct."""
    wanted = list(structs(spec, name, style))
    missing = missing_members(folder, prelude, wanted, flags)
    rows = []
    for number, (struct, members, statement) in enumerate(wanted):
        there = [member for member in members if (struct, member) not in missing]
        if there:
            rows.append(f"\t{statement}\n\tchanged({number});\n")
            rows += [f"\tprintf(\"%zu %zu \", offsetof(struct {struct}, {member}), "
                     f"sizeof(((struct {struct} *)0)->{member}));\n" for member in there]
            rows.append("\tputs(\"\");\n")
    lines = run_c(folder, PROGRAM % (prelude, "".join(rows)), flags)
    wrong = []
    for line in lines:
        number, first, last, *places = map(int, line.split())
        bytes_there = {at for offset, size in zip(places[::2], places[1::2])
                       for at in range(offset, offset + size)}
        if not set(range(first, last + 1)) <= bytes_there:
            struct, members, statement = wanted[number]
            wrong.append(f"{statement} changes bytes {first} to {last}; {', '.join(members)} of {struct} "
                         f"are {sorted(bytes_there)}")
    assert not wrong, "\n".join(wrong)
    return len(lines)


def missing_members(folder, prelude, wanted, flags):
    """Returns each (struct, member) that this version of the headers does not have."""
    pairs = sorted({(struct, member) for struct, members, _ in wanted for member in members})
    texts = [f"#line {number} \"case\"\nsize_t f{number}(void) {{ return offsetof(struct {struct}, "
             f"{member}); }}\n" for number, (struct, member) in enumerate(pairs, 1)]
    source = folder / "exists.c"
    source.write_text(prelude + "#include <stddef.h>\n" + "".join(texts), encoding="utf-8")
    _, _, said = run("gcc", "-w", "-fsyntax-only", "-fmax-errors=0", *flags, source)
    missing = {int(number) for number in re.findall(r"^case:(\d+):\d+: error", said, flags=re.M)}
    assert len(missing) < len(pairs) / 4, said[:2000]
    return {pair for number, pair in enumerate(pairs, 1) if number in missing}


def test_setters_write_what_mlx5dv_has_there(spec, tmp_path):
    include = write(tmp_path, described(spec, "mlx5dv", "c"))
    count = compare_structs(spec, "mlx5dv", "c", tmp_path,
                            "#define PRM_ASSERT(c) ((void)sizeof(c))\n" + include
                            + "#include <infiniband/mlx5dv.h>\n", ["-I", str(tmp_path)])
    assert count > 90


@pytest.mark.parametrize("version", LINUX)
def test_setters_of_the_style_linux_write_what_linux_has_there(spec, version, tmp_path):
    tree = tmp_path / "tree"
    flags = stand_ins(tree, "linux")
    shutil.copy(os.path.join(HERE, "shim.h"), tree)
    for name in SHIMMED:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + "#ifdef BESIDE\n#include \"shim.h\"\n#endif\n", encoding="utf-8")
    include = write(tmp_path, described(spec, version, "linux"))
    prelude = include + "#undef cpu_to_be16\n#undef cpu_to_be32\n#define BESIDE\n#include \"shim.h\"\n" + \
        "".join(f"#include <linux/mlx5/{name}.h>\n" for name in ("qp", "cq", "vport"))
    count = compare_structs(spec, version, "linux", tmp_path, prelude,
                            [*flags, "-I", str(tmp_path), "-I", linux(version)])
    assert count > 90
