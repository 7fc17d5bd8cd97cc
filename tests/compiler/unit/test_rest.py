# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests of tables that nothing is compared with (watch.conform.rest), and of further ways to write tables (watch.ifc)."""

from watch.conform.rest import Rule, rest_of, uses_of
from watch.ifc import read_ifc, table_fields
from watch.ifc.rust import header_of

RULES = [Rule("old", trees=("FreeBSD",)), Rule("idle", used=False), Rule("virtual", tables=("*virtio*", "vhca_*")),
         Rule("one", trees=("Linux 6.1", "Linux 7.3"))]


def test_the_first_rule_counts():
    alone = {"a": ["FreeBSD"], "b": ["Linux 6.1", "FreeBSD"], "create_virtio_q": ["DPDK"], "c": ["Linux 7.3"], "d": ["DPDK"],
             "vhca_x": ["Linux 7.3"], "e": ["Linux 7.3", "Linux 6.1"]}
    uses = {"a": 1, "create_virtio_q": 2, "c": 3, "d": 4, "vhca_x": 2, "e": 9}
    found = rest_of(alone, uses, RULES)
    assert [(one.reason, one.used, one.trees) for one in found] == [
        ("old", ["a"], ["FreeBSD"]), ("idle", [], ["Linux 6.1", "FreeBSD"]),
        ("virtual", ["create_virtio_q", "vhca_x"], ["DPDK", "Linux 7.3"]),
        ("one", ["e", "c"], ["Linux 7.3", "Linux 6.1"]), ("", ["d"], ["DPDK"])]
    assert found[1].tables == {"b": 0}


def test_uses_in_code(tmp_path):
    (tmp_path / "drv" / "deep").mkdir(parents=True)
    (tmp_path / "drv" / "ifc.h").write_text("struct mlx5_ifc_a_bits { u8 b[8]; };\n")
    (tmp_path / "drv" / "deep" / "x.c").write_text(
        "u32 in[MLX5_ST_SZ_DW(a)]; MLX5_SET(a, in, b, 1); DEVX_GET(c, in, d);\nstruct mlx5_ifc_a_bits *p; other(a, b);\n")
    (tmp_path / "drv" / "x.txt").write_text("MLX5_SET(a, in, b, 1)")
    (tmp_path / "apart.c").write_text("MLX5_SET(a, in, b, 1)")
    assert uses_of(str(tmp_path), ["drv"], ["drv/ifc.h"], {"a", "c"}) == {"a": 3, "c": 1}
    assert uses_of(str(tmp_path), ["drv"], [], {"a"}) == {"a": 4}
    assert not uses_of(str(tmp_path), [], [], {"a"})


def test_constants_of_rust():
    text = header_of("""
pub(crate) const QPC_ST: (usize, usize) = (0x08, 8);
#[allow(dead_code)]
const QPC_PM_STATE: (usize, usize) = (0x13, 2);
pub const CREATE_QP_IN_OPCODE: (usize, usize) = (0, 0x10);
pub const CREATE_QP_IN_SIZE: usize = 0x60 / 8;
pub const QPC_DBR_ADDR: usize = 0x500;
pub const QPC_AGAIN: (usize, usize) = (0x0c, 4);
// const QPC_NO: (usize, usize) = (0x100, 4);
""")
    header, findings = read_ifc(["a.rs"], read=lambda path: text.encode())
    assert not findings
    assert {(tag, one.path, one.offset_bits, one.width_bits) for tag, table in header.tables.items()
            for one in table_fields(table) if not one.is_reserved} == {
        ("mlx5_ifc_qpc_bits", "st", 8, 8), ("mlx5_ifc_qpc_bits", "pm_state", 0x13, 2),
        ("mlx5_ifc_create_qp_in_bits", "opcode", 0, 16)}
    assert {tag: table.width for tag, table in header.tables.items()} == {
        "mlx5_ifc_qpc_bits": 32, "mlx5_ifc_create_qp_in_bits": 0x60}


def test_a_tagged_member_without_a_name():
    """gcc -fms-extensions: its members are those of the table that contains it."""
    text = "typedef unsigned char u8;\nstruct mlx5_ifc_a_bits { u8 x[8]; u8 y[24]; };\n" \
        "struct mlx5_ifc_b_bits { u8 k[32]; struct mlx5_ifc_a_bits; u8 z[32]; };\n"
    header, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert not findings
    assert [(one.path, one.offset_bits, one.width_bits) for one in table_fields(header.tables["mlx5_ifc_b_bits"])] == [
        ("k", 0, 32), ("x", 32, 8), ("y", 40, 24), ("z", 64, 32)]
