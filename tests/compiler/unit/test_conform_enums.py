# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc conform`` on enumerations: which constants of a header are the values, and what
differs."""

import pytest
from watch.conform.conform_compare import WHATS
from watch.conform.conform_enums import compare_enums, same_name
from watch.conform.tree import PROJECTS, Tree, read_tree
from prmclib.readers.load import Text, load_texts

LINUX = next(project for project in PROJECTS if project.name == "Linux")
SPDK = next(project for project in PROJECTS if project.name == "SPDK")


def spec_of(sections):
    text = f"doc: Some.\n{sections}"
    spec, findings = load_texts([Text("a.yaml", "a.yaml", text.encode())])
    assert not findings.has_errors, findings.items
    return spec


def enum(values, sources, section="enums"):
    lines = "".join(f"      {name}: {value}\n" for name, value in values.items())
    given = "".join(f"      - {source}\n" for source in sources)
    key = "bits" if section == "flags" else "values"
    return spec_of(f"{section}:\n  mode:\n    doc: Modes.\n    source:\n{given}    {key}:\n{lines}")


def found(spec, constants, project=LINUX, enums=None, label="Linux 6.1"):
    tree = Tree(label, project, [], constants=constants, enums=enums or {})
    return {name: sorted((item.field, item.what, item.header) for item in items)
            for name, items in compare_enums(spec, tree).items()}


STAR = ["linux include/linux/mlx5/mlx5_ifc.h MLX5_MODE_*"]


@pytest.mark.parametrize("constants, wanted", [
    ({"MLX5_MODE_A": 0, "MLX5_MODE_B": 1, "OTHER": 7}, []),
    ({"MLX5_MODE_A": 0, "MLX5_MODE_B": 2}, [("B", "value", "0x2")]),
    ({"MLX5_MODE_A": 0, "MLX5_MODE_Z": 1}, [("B", "value_name", "Z")]),
    ({"MLX5_MODE_A": 0}, [("B", "value_missing", "")]),
    ({"MLX5_MODE_A": 0, "MLX5_MODE_B": 1, "MLX5_MODE_C": 2}, [("C", "value_unnamed", "0x2")]),
    ({"MLX5_MODE_A": 0, "MLX5_MODE_B": 1, "MLX5_MODE_MAX": 2, "MLX5_MODE_B_MASK": 6,
      "MLX5_MODE_RESERVED_5": 5}, []),
    ({"MLX5_MODE_A": 1, "MLX5_MODE_B": 0}, [("A", "value", "0x1"), ("B", "value", "0x0")])])
def test_values(constants, wanted):
    assert found(enum({"A": 0, "B": 1}, STAR), constants) == {"mode": wanted}
    assert all(what in WHATS for _, what, _ in wanted)


def test_a_header_without_any_of_the_values_is_not_compared():
    assert found(enum({"A": 0, "B": 1}, STAR), {"MLX5_OTHER_A": 3}) == {}
    assert found(enum({"A": 0, "B": 1}, ["PRM 1.0"]), {"MLX5_MODE_A": 3}) == {}


def test_flags_are_masks_or_bits():
    spec = enum({"A": 0, "B": 1, "C": 4}, STAR, "flags")
    masks = {"MLX5_MODE_A": 1, "MLX5_MODE_B": 2, "MLX5_MODE_C": 16}
    assert found(spec, masks) == {"mode": []}
    assert found(spec, {"MLX5_MODE_A": 0, "MLX5_MODE_B": 1, "MLX5_MODE_C": 4}) == {"mode": []}
    assert found(spec, {**masks, "MLX5_MODE_C": 32}) == {"mode": [("C", "value", "0x5")]}


def test_values_at_their_place_in_the_word():
    spec = enum({"A": 0, "B": 1, "C": 3}, STAR)
    assert found(spec, {"MLX5_MODE_A": 0, "MLX5_MODE_B": 0x20, "MLX5_MODE_C": 0x60}) == {"mode": []}
    assert found(spec, {"MLX5_MODE_A": 0, "MLX5_MODE_B": 1, "MLX5_MODE_C": 6}) == {
        "mode": [("C", "value", "0x6")]}, "one value alone is no shift"


def test_patterns_with_an_end_and_longer_ones():
    spec = spec_of("""enums:
  mode:
    doc: Modes.
    source: linux include/linux/mlx5/mlx5_ifc.h MLX5_MODE_*_CAP
    values: {A: 0}
  short:
    doc: Modes.
    source: linux include/linux/mlx5/mlx5_ifc.h MLX5_ST_*
    values: {B: 1}
  long:
    doc: Modes.
    source: linux include/linux/mlx5/mlx5_ifc.h MLX5_ST_RATE_*
    values: {C: 2}
""")
    assert found(spec, {"MLX5_MODE_A_CAP": 0, "MLX5_MODE_X": 9, "MLX5_ST_B": 1, "MLX5_ST_RATE_C": 2}) == {
        "mode": [], "short": [], "long": []}


def test_enumerations_with_a_tag():
    spec = enum({"A": 0, "B": 1}, ["linux include/linux/mlx5/qp.h enum mlx5_mode"])
    names = ["MLX5_X_A", "MLX5_X_B"]
    assert found(spec, dict(zip(names, (0, 2))), enums={"mlx5_mode": names}) == {
        "mode": [("B", "value", "0x2")]}


def test_since():
    spec = enum({"A": 0, "B": "{value: 1, since: Linux 6.12}"}, STAR)
    assert found(spec, {"MLX5_MODE_A": 0}) == {"mode": []}
    assert found(spec, {"MLX5_MODE_A": 0}, label="Linux 6.12") == {"mode": [("B", "value_missing", "")]}


def test_copies_have_the_names_of_what_they_copy():
    spec = enum({"A": 0}, ["rdma-core providers/mlx5/mlx5_ifc.h MLX5_MODE_*"])
    assert found(spec, {"MLX5_MODE_A": 5}, SPDK, label="SPDK") == {"mode": [("A", "value", "0x5")]}
    assert found(spec, {"MLX5_MODE_A": 5}) == {}


@pytest.mark.parametrize("one, other, same", [
    ("SIZE_128", "128", True), ("BAD_OP", "BAD_OP_ERR", True), ("BYTES_8", "8_BYTES", True),
    ("RST", "QP_RST", True), ("A", "BA", False), ("RO", "TO_RO", False), ("SIZE_16", "16B", True),
    ("SIZE", "BYTES", False), ("X_1", "X_2", False)])
def test_names(one, other, same):
    assert same_name(one, other) is same and same_name(other, one) is same


def test_constants_of_a_tree(tmp_path):
    """Values of enumerations and macros, fields of tables and of structs."""
    folder = tmp_path / "include" / "linux" / "mlx5"
    folder.mkdir(parents=True)
    (folder / "mlx5_ifc.h").write_text("struct mlx5_ifc_a_bits { u8 x[0x20]; };\n"
                                       "enum { MLX5_MODE_A, MLX5_MODE_B = 1 << 3 };\n")
    (folder / "qp.h").write_text("#define MLX5_MODE_C (MLX5_MODE_A + 2)\nenum mlx5_tag { MLX5_T_X = 9 };\n")
    tree, findings = read_tree(f"Linux 6.1={tmp_path}")
    assert not findings
    wanted = {"MLX5_MODE_A": 0, "MLX5_MODE_B": 8, "MLX5_T_X": 9}
    assert {name: tree.constants.get(name) for name in wanted} == wanted
    assert tree.enums["mlx5_tag"] == ["MLX5_T_X"]
