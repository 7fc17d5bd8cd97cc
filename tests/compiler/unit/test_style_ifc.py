# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the style ifc: tables of bits in which C has every field at its place in the spec.

The C compiler gives the places (offsetof, sizeof), and prmc's reader of such headers reads the written ones.
"""

import functools
import glob
import os
import re
import subprocess

import pytest
from prmc import run as run_prmc
from prmclib.model.errors import render
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import load_spec
from prmclib.model import Kind
from watch.ifc import read_ifc, table_fields
from watch.ifc.ifc_layouts import to_spec
from prmclib.writers import ifc
from prmclib.writers.options import Options

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SPEC = os.path.join(ROOT, "spec")
CORNERS = os.path.join(ROOT, "tests", "compiler", "proof", "corners")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


@functools.lru_cache(maxsize=None)
def spec_of(folder):
    spec, findings = load_spec([folder])
    assert render(findings) == ""
    return spec


def generate(out, *args):
    return prmc_generate("--style", "ifc", "--out", str(out), *args)


def headers(folder):
    return sorted(glob.glob(os.path.join(str(folder), "*.h")))


def compile_c(folder, text, command):
    done = subprocess.run([command[0], *WARNINGS, *command[1:], f"-I{folder}", "-fsyntax-only",
                           "-"], input=text,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout[:3000]


def include_all(folder):
    return "".join(f'#include "{os.path.basename(path)}"\n' for path in headers(folder))


def number_of_asserts(folder, spec, before):
    """Checks with the compiler the place of every field, through all nested tables."""
    lines = [include_all(folder), "#include <stddef.h>\n"]
    for name, layout in spec.layouts.items():
        tag = f"{ifc.keyword(layout)} {before}{name}_bits"
        lines.append(f"_Static_assert(sizeof({tag}) == {layout.size * 8}, \"\");\n")
        for item in flatten_layout(spec, name):
            path = item.path
            if item.kind in (Kind.RESERVED, Kind.IGNORED):
                if "." in path:  # named after its place in the inner table
                    continue
                path = f"reserved_at_{item.offset_bits:x}"
            where = f"{name}.{path}"
            lines.append(f"_Static_assert(offsetof({tag}, {path}) == {item.offset_bits}, "
                         f"\"{where}\");\n")
            if item.width_bits:
                lines.append(f"_Static_assert(sizeof((({tag} *)0)->{path}) == {item.width_bits}, "
                             f"\"{where}\");\n")
    compile_c(folder, "".join(lines), ["gcc", "-std=c11", "-xc"])
    return len(lines)


@pytest.mark.parametrize("folder", [SPEC, CORNERS], ids=["spec", "corners"])
def test_the_compiler_finds_every_field_in_its_place(folder, tmp_path):
    status, said = generate(tmp_path, "--spec", folder)
    assert status == 0, said
    spec = spec_of(folder)
    assert number_of_asserts(tmp_path, spec, "mlx5_ifc_") > 200
    for command in (["clang", "-std=c11", "-xc"], ["gcc", "-std=gnu2x", "-xc"],
                    ["g++", "-std=c++17", "-xc++", "-Wno-pedantic"]):
        compile_c(tmp_path, include_all(tmp_path) * 2, command)


def flat(spec):
    """Returns every field with its place; a string of bytes up to 64 bits is an array of numbers, and undefined bits
    are reserved."""
    found = set()
    for name in spec.layouts:
        for item in flatten_layout(spec, name):
            if item.kind is Kind.BYTES and 0 < item.width_bits <= 64:
                for at in range(item.width_bits // 8):
                    found.add((name, f"{item.path}[{at}]", item.offset_bits + 8 * at, 8, "uint"))
            elif item.kind in (Kind.RESERVED, Kind.IGNORED):
                found.add((name, "", item.offset_bits, item.width_bits, "reserved"))
            else:
                found.add((name, item.path, item.offset_bits, item.width_bits, item.kind.value))
    return found


@pytest.mark.parametrize("folder", [SPEC, CORNERS], ids=["spec", "corners"])
def test_the_reader_reads_what_was_written(folder, tmp_path):
    assert generate(tmp_path, "--spec", folder)[0] == 0
    header, findings = read_ifc(headers(tmp_path))
    assert render(findings) == ""
    back, left = to_spec(header)
    spec = spec_of(folder)
    assert left == []
    assert flat(back) == flat(spec)
    assert {n: v.size for n, v in back.layouts.items()} == \
        {n: v.size for n, v in spec.layouts.items()}
    constants = {f"MLX5_IFC_{e.name.upper()}_{v.name}": 1 << v.value if e.is_flags else v.value
                 for e in spec.enums.values() for v in e.values}
    values = {name: value for e in header.enums for name, value in e.values}
    assert values == constants


def test_what_a_header_gives_is_written_and_read_again(tmp_path):
    """Unions with and without names and tags, short arms, arrays, tables without tags."""
    text = ("union mlx5_ifc_either_bits { u8 one[0x20]; u8 other[0x10]; };\n"
            "struct mlx5_ifc_inner_bits { u8 x[0x3]; u8 rsvd_3[0x5]; u8 gid[0x80]; "
            "u8 mac[6][0x8]; };\n"
            "struct mlx5_ifc_a_bits { u8 first; u8 reserved_at_1[0x1f]; union { u8 whole[0x40]; "
            "struct { u8 high[0x20]; u8 low[0x20]; } parts; u8 half[0x20]; u8 reserved_at_20[0x40];"
            " }; union { u8 m[0x20]; } named; "
            "union mlx5_ifc_either_bits either; struct { u8 in[0x8]; u8 out[0x18]; } untagged; "
            "struct mlx5_ifc_inner_bits inner[3]; u8 numbers[4][0x20]; u8 pas[][0x40]; };\n"
            "struct mlx5_ifc_b_bits { u8 count[0x20]; u8 rest[]; };\n")
    header, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert render(findings) == ""
    spec, left = to_spec(header)
    assert left == []
    texts = ifc.headers(spec, Options("mlx5", "prmc"))
    again, findings = read_ifc(list(texts), read=lambda path: texts[path].encode())
    assert render(findings) == ""
    back, left = to_spec(again)
    assert left == []

    def full(one):
        return {(name, item.path.rpartition(".")[2] if item.kind is Kind.RESERVED else item.path,
                 item.offset_bits, item.width_bits, item.kind)
                for name in one.layouts for item in flatten_layout(one, name)
                if item.kind is not Kind.IGNORED}

    assert full(back) == full(spec)
    original = {(tag, item.path.replace("named.", ""), item.offset_bits, item.width_bits)
                for tag, table in header.tables.items() for item in table_fields(table)}
    # A struct without a tag is now a layout of its own; everything else is unchanged.
    assert original == {
        (tag, item.path, item.offset_bits, item.width_bits) for tag, table in again.tables.items()
        for item in table_fields(table) if tag != "mlx5_ifc_a_untagged_bits"}


def test_a_prefix_stands_behind_the_one_that_the_macros_want(tmp_path):
    status, said = generate(tmp_path, "--prefix", "drv", "--only", "set_psv_seg,umr_ctrl_seg")
    assert status == 0, said
    names = [os.path.basename(path) for path in headers(tmp_path)]
    assert names == ["mlx5_ifc_drv_psv.h", "mlx5_ifc_drv_umr.h"]
    text = "".join(open(path, encoding="utf-8").read() for path in headers(tmp_path))
    assert "struct mlx5_ifc_drv_set_psv_seg_bits {" in text
    assert "MLX5_IFC_DRV_UMR_MKEY_MASK_LEN " in text
    assert not re.search(r"mlx5_ifc_(?!drv_)", text, flags=re.I)
    compile_c(tmp_path, include_all(tmp_path), ["gcc", "-std=c11", "-xc"])


def test_devx_macros_write_the_fields(tmp_path):
    """DEVX_SET of <infiniband/mlx5dv.h> with these tables gives the bytes of the manual."""
    assert generate(tmp_path, "--only", "set_psv_seg,mkc")[0] == 0
    source = tmp_path / "program.c"
    source.write_text("""\
#include <infiniband/mlx5dv.h>
#include "mlx5_ifc_mkey.h"
#include "mlx5_ifc_psv.h"
#include <stdio.h>

int main(void)
{
	uint32_t psv[DEVX_ST_SZ_DW(set_psv_seg)] = { 0 };
	uint32_t mkc[DEVX_ST_SZ_DW(mkc)] = { 0 };
	DEVX_SET(set_psv_seg, psv, psv_index, 0x123456);
	DEVX_SET(set_psv_seg, psv, t10dif.app_tag, 0xabcd);
	DEVX_SET(set_psv_seg, psv, t10dif.ref_tag, 0x01020304);
	DEVX_SET64(mkc, mkc, start_addr, 0x1122334455667788ULL);
	for (unsigned int i = 0; i < sizeof(psv); i++)
		printf("%02x", ((uint8_t *)psv)[i]);
	printf(" %02x %u\\n", ((uint8_t *)mkc)[0x10], DEVX_GET(set_psv_seg, psv, t10dif.app_tag));
	return 0;
}
""")
    program = str(tmp_path / "program")
    done = subprocess.run(["gcc", "-w", f"-I{tmp_path}", str(source), "-o", program],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    said = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert said == "00123456000000000000abcd01020304 11 43981\n"


def test_where_to_must_be_told():
    assert prmc_generate("--style", "ifc") == \
        (2, "prmc: --style ifc needs --out DIR or --amalgamate FILE\n")


def prmc_generate(*args):
    status, out, errors = run_prmc(["generate", *args]).text
    return status, out + errors


def test_one_header(tmp_path):
    """One header is written alone into its folder, whose other files are unchanged."""
    (tmp_path / "mlx5_ifc_psv.h").write_text("/* Generated by prmc 1, in another run. */\n", encoding="utf-8")
    args = ("--style", "ifc", "--only", "set_psv_seg,mkc", "--amalgamate", str(tmp_path / "one.h"))
    assert prmc_generate(*args) == (0, "1 files, 1 written, 0 removed\n")
    assert [os.path.basename(path) for path in headers(tmp_path)] == ["mlx5_ifc_psv.h", "one.h"]
    assert prmc_generate(*args, "--check") == (0, "1 files, 0 out of date\n")
    text = '#include "one.h"\n#include "one.h"\nstruct mlx5_ifc_set_psv_seg_bits psv;\n' \
           "struct mlx5_ifc_mkc_bits mkc;\n"
    compile_c(tmp_path, text, ["gcc", "-std=c11", "-xc"])
    header, findings = read_ifc([str(tmp_path / "one.h")])
    assert render(findings) == "" and set(header.tables) == {"mlx5_ifc_set_psv_seg_bits",
                                                             "mlx5_ifc_mkc_bits"}
    assert prmc_generate(*args, "--out", str(tmp_path)) == \
        (2, "prmc: --amalgamate FILE and --out DIR: one of them\n")
