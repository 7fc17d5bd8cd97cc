# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests tests/compiler/vendor/transplant on a small tree like SPDK's lib/mlx5."""

import os
import sys

import pytest

from trees import ROOT, run

HEADER = """\
#ifndef MLX5_IFC_H
#define MLX5_IFC_H
#include <stdint.h>
#define u8 uint8_t

struct mlx5_ifc_alloc_pd_in_bits {
	u8         opcode[0x10];
	u8         uid[0x10];

	u8         reserved_at_20[0x10];
	u8         op_mod[0x10];

	u8         reserved_at_40[0x40];
};

struct mlx5_ifc_alloc_pd_out_bits {
	u8         status[0x8];
	u8         reserved_at_8[0x18];

	u8         syndrome[0x20];

	u8         reserved_at_40[0x8];
	u8         %s[%s];
%s
	u8         reserved_at_60[0x20];
};

struct mlx5_ifc_other_bits {
	u8         all[0x20];
};
#endif
"""
CODE = """\
#include <stddef.h>
#include "mlx5_ifc.h"
#define AT(table, field) offsetof(struct mlx5_ifc_##table##_bits, field)
#define WIDE(table, field) sizeof(((struct mlx5_ifc_##table##_bits *)0)->field)
const unsigned long places[] = {
	AT(alloc_pd_in, uid), AT(alloc_pd_out, syndrome), AT(alloc_pd_out, %s),
	WIDE(alloc_pd_out, %s), sizeof(struct mlx5_ifc_alloc_pd_in_bits), sizeof(struct mlx5_ifc_other_bits),
};
"""


def tree(folder, name="pd", width="0x18", more=""):
    top = folder / "tree" / "lib" / "mlx5"
    top.mkdir(parents=True)
    (top / "mlx5_ifc.h").write_text(HEADER % (name, width, more), encoding="utf-8")
    (top / "a.c").write_text(CODE % (name, name), encoding="utf-8")
    (top / "b.c").write_text("int nothing;\n", encoding="utf-8")
    return folder / "tree"


def transplant(folder):
    status, out, said = run(sys.executable, os.path.join(ROOT, "tests", "compiler", "vendor", "transplant"), folder / "tree",
                            "--work", folder / "work")
    return status, out + said


def test_the_same(tmp_path):
    tree(tmp_path)
    status, said = transplant(tmp_path)
    assert status == 0, said
    assert said.splitlines() == [
        "SPDK: lib/mlx5/mlx5_ifc.h, 3 tables",
        "2 tables replaced, with 6 members of the spec; 0 left as they are, 1 are not in the spec",
        "2 of 2 objects are the same"]


def test_another_name(tmp_path):
    tree(tmp_path, name="pd_number")
    status, said = transplant(tmp_path)
    assert status == 0, said
    assert "renamed   mlx5_ifc_alloc_pd_out_bits: pd is pd_number there" in said


@pytest.mark.parametrize("width, more, expected", [
    ("0x10", "\tu8         low[0x8];\n", "pd at bit 0x48, 16 wide: at bit 0x48, 24 wide in the spec"),
    ("0x8", "\tu8         reserved_at_50[0x10];\n",
     "pd at bit 0x48, 8 wide: at bit 0x48, 24 wide in the spec"),
])
def test_another_width(width, more, expected, tmp_path):
    tree(tmp_path, width=width, more=more)
    status, said = transplant(tmp_path)
    if "low" in more:  # a field that the spec does not have there: the tree's text is kept
        assert status == 0 and "shape     mlx5_ifc_alloc_pd_out_bits: pd, low: the spec has pd" in said
    else:
        assert status == 1 and expected in said
        assert "differs   a.o" in said and "1 of 2 objects are the same" in said


def test_a_tree_is_left_alone(tmp_path):
    folder = tree(tmp_path)
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    assert transplant(tmp_path)[0] == 0
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before
    status, said = transplant(tmp_path)
    assert status == 2 and "is there already; give a new folder" in said


def test_other_trees(tmp_path):
    (tmp_path / "tree").mkdir()
    status, said = transplant(tmp_path)
    assert status == 2 and "give the unpacked source of rdma-core, SPDK or Linux" in said
    assert not (tmp_path / "work").exists()
    folder = tree(tmp_path / "broken")
    (folder / "lib" / "mlx5" / "a.c").write_text("int x = y;\n", encoding="utf-8")
    status, said = transplant(tmp_path / "broken")
    assert status == 2 and "undeclared" in said
