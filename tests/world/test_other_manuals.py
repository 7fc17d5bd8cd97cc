# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the C of other manuals, in the styles linux and dpdk, compiled by gcc and clang.

Takes layouts from the tables of Debian's mstflint and Linux's mlx5_ifc.h until they have every shape of a field: its
kind and width, on whole bytes or not, array, overlay. A program then sets each field to ones; exactly the manual's bits
of the field must change. They are those that the reader found, before the conversion to the notation.
"""

import os
import sys
from collections import Counter

import pytest
from kernel_headers import INSTALL, LINUX, linux_file
from prmclib.writers.choice import Choice, files, selected
from watch.importing.import_names import identifier
from watch.importing.whole import whole
from prmclib.model import Kind, Spec, shares_word
from prmclib.model.select import selection
from prmclib.readers.source import Source, load_source
from prmclib.writers.c import CLayout
from prmclib.writers.options import Options

from world import ROOT

sys.path.insert(0, os.path.join(ROOT, "tests", "compiler", "vendor"))

from trees import run, stand_ins  # noqa: E402

ADB = "/usr/share/mstflint/prm_dbs/hca/ext/register_access_table.adb"
FLAGS = ["-std=gnu11", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
MOST = 512  # maximum length of a layout, in bytes


def shape(item):
    """Returns properties of a field that a writer of C code may handle wrongly."""
    width = item.elem_width if item.is_array else item.bits.width
    return (item.kind, width if width in (1, 8, 16, 32, 64) else min(width // 32, 3) + 100,
            item.bits.offset % 8 == 0, item.is_array)


def shapes(layout):
    for item in layout.fields:
        yield (*shape(item), item.kind is Kind.OVERLAY and shares_word(item, layout.fields))
        for arm in item.arms:
            for inner in arm.fields:
                yield ("arm", arm.is_single, inner.kind, shape(inner)[1], inner.is_array)


def representative(source):
    """Returns layouts that together have every shape; first those with many for their length."""
    wanted, length = {}, {}
    for name, layout in source.spec.layouts.items():
        inside = selection(source.spec, [name]).layouts
        if 0 < layout.size <= MOST and len(inside) < 20:
            wanted[name] = {shape for one in inside.values() for shape in shapes(one)}
            length[name] = 10 + sum(len(one.fields) for one in inside.values())
    missing, chosen = set().union(*wanted.values()), []
    while missing:
        name = max(wanted, key=lambda one: (len(wanted[one] & missing) / length[one], one))
        chosen.append(name)
        missing -= wanted.pop(name)
    return chosen


@pytest.fixture(name="manual", scope="module", params=["ADB", "header"])
def fixture_manual(request):
    """Returns a part of a manual: (the reader's result, the spec from which code is made)."""
    path = ADB if request.param == "ADB" else linux_file(LINUX[-1], "mlx5_ifc.h")
    assert os.path.isfile(path), f"no {path}: {INSTALL}"
    source = load_source(path)
    part = selection(source.spec, representative(source))
    left = [item for item in source.left_out if item.layout in part.layouts]
    source = Source(path, source.form, Spec(part.files, part.layouts, part.enums), left)
    found = whole(source)
    assert len(found.spec.layouts) > 20 and not found.findings.has_errors
    return source, found


def places(source, layout):
    """Returns {name in C: (first bit, number of bits)} by the manual."""
    out = {}
    for item in source.spec.layouts[layout].fields:
        if item.is_named and not item.is_flexible:
            out[identifier(item.name)] = (item.bits.offset, item.bits.width)
        for arm in item.arms:
            for inner in arm.fields:
                if inner.is_named and not inner.is_flexible:
                    name = arm.name if arm.is_single else f"{arm.name}_{inner.name}"
                    out[identifier(name)] = (inner.bits.offset, inner.bits.width)
    return out


PROGRAM = """\
#include <stddef.h>
#include <stdio.h>
#include <string.h>
static union { uint8_t bytes[1024]; uint64_t align; } buffer;
static void changed(unsigned int number)
{
	size_t first = sizeof(buffer) * 8, count = 0;

	for (size_t i = 0; i < sizeof(buffer) * 8; i++) {
		if (buffer.bytes[i / 8] >> (7 - i % 8) & 1) {
			first = count ? first : i;
			count++;
		}
	}
	printf("%u %zu %zu\\n", number, first, count);
	memset(&buffer, 0, sizeof(buffer));
}
int main(void)
{
@	return 0;
}
"""


def rows(found, layout, style):
    """Returns (name in C, statements that set all bits of a field) for a layout's fields with a name in C."""
    cut = CLayout(found.spec, found.spec.layouts[layout], Options("drv"))
    struct = f"drv_{layout}"
    for item in cut.numbers:
        value = "true" if item.is_flag else f"{item.mask:#x}ULL" if item.width > 32 else f"{item.mask:#x}u"
        member = f"((struct {struct} *)(void *)&buffer)->{item.access}"
        is_whole = style == "linux" and item.width == item.unit  # has no setter there
        yield item.name, f"memset(&{member}, 255, sizeof({member}));" if is_whole else \
            f"{struct}_set_{item.name}((void *)&buffer, {value});"
    for item, name, _ in cut.arrays:
        value = f"{(1 << item.elem_width) - 1:#x}" + ("ULL" if item.elem_width > 32 else "u")
        yield name, f"for (unsigned int i = 0; i < {item.count}; i++) " \
                    f"{struct}_set_{name}((void *)&buffer, i, {value});"
    inner = [(item.name, item.name, item) for item in cut.layout.fields]
    for item in cut.layout.fields:
        for arm in [] if shares_word(item, cut.layout.fields) else item.arms:
            inner += [(arm.name, arm.name, one) if arm.is_single else
                      (f"{arm.name}_{one.name}", f"{arm.name}.{one.name}", one) for one in arm.fields]
    for name, path, item in inner:
        if item.kind in (Kind.BYTES, Kind.LAYOUT) and not item.is_flexible:
            member = f"((struct {struct} *)(void *)&buffer)->{path}"
            yield name, f"memset(&{member}, 255, sizeof({member}));"


@pytest.mark.parametrize("style", ["linux", "dpdk"])
def test_fields_stand_where_the_manual_has_them(manual, style, tmp_path):
    source, found = manual
    choice = Choice(style, "drv", tuple(found.names[name] for name in source.spec.layouts
                                        if found.names.get(name) in found.spec.layouts))
    flags = [*FLAGS, *stand_ins(tmp_path / "tree", style), "-I", tmp_path]
    include = ""
    for name, text in files(selected(found.spec, choice), choice, "test", True).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        include += f'#include "{name}"\n' if name.endswith(".h") else ""
    told = Counter(item.layout for item in [*found.lacks, *found.changed])
    wanted, statements, kinds = [], [], Counter()
    for name, label in found.names.items():
        known = places(source, name)
        for field, statement in rows(found, label, style):
            # Exactly the reported fields are changed by the import.
            if field not in known:
                assert told[label] or field.endswith("_raw"), f"{label}.{field} is of no field"
                continue
            statements.append(f"\t{statement}\n\tchanged({len(wanted)});\n")
            wanted.append((label, field, known.pop(field)))
            kinds[statement.split("_")[0].split("(")[0].split(" ")[0]] += 1
        overlays = {identifier(item.name) for item in source.spec.layouts[name].fields
                    if item.kind is Kind.OVERLAY}
        assert told[label] or not set(known) - overlays, f"{label}: C lacks {set(known) - overlays}"
    assert kinds["drv"] > 90 and kinds["for"] and kinds["memset"] > 20, kinds
    (tmp_path / "program.c").write_text(include + PROGRAM.replace("@", "".join(statements)), encoding="utf-8")
    outputs = []
    for compiler in ("gcc", "clang"):
        status, _, said = run(compiler, *flags, "-o", tmp_path / "program", tmp_path / "program.c")
        assert status == 0, said[:3000]
        outputs.append(run(tmp_path / "program")[1])
    assert outputs[0] == outputs[1]
    lines = [tuple(map(int, line.split())) for line in outputs[0].splitlines()]
    assert [number for number, _, _ in lines] == list(range(len(wanted)))
    wrong = [f"{wanted[number]}: {count} bits from {first}" for number, first, count in lines
             if (first, count) != wanted[number][2]]
    assert not wrong, "\n".join(wrong[:20])

