# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What prmc makes of a driver's header, whatever its tree calls things and whatever it lacks."""

import pytest
from prmclib.source import read_source
from prmclib.tools.ifc.ifc_layouts import short_name


def read(tmp_path, text, name="a.h"):
    """The manual in a header, which has no findings."""
    path = tmp_path / name
    path.write_text(text)
    source, findings = read_source(str(path))
    assert not list(findings)
    return source


@pytest.mark.parametrize("tag, name", [
    ("mlx5_ifc_mkc_bits", "mkc"), ("mlx5_ifc_eth_2_bits", "eth_2"), ("uct_ib_mlx5_qpc_bits", "qpc"),
    ("nodnic_ifc_eq_bits", "eq"), ("xlio_mlx5_ifc_cqc_bits", "cqc"), ("mkc_bits", "mkc"),
    ("mlx5_ifc_bits", "bits"), ("acme_mkc_bits", "acme_mkc"), ("mlx5_ifc_params_bits2", "params_bits2"),
    ("mlx5_bits", "bits"), ("_bits", "_bits")])
def test_the_prefix_of_a_tree_is_no_part_of_a_name(tag, name):
    assert short_name(tag) == name


def test_a_prefix_is_read_from_macros_that_put_tags_together(tmp_path):
    table = "struct acme_qpc_bits { u8 number[0x18]; u8 reserved_at_18[0x8]; };\n"
    assert list(read(tmp_path, table).spec.layouts) == ["acme_qpc"]
    macro = "#define ACME_SIZE(name) (sizeof(struct acme_##name##_bits) / 8)\n"
    assert list(read(tmp_path, macro + table).spec.layouts) == ["qpc"]


def test_equal_names_stay_apart(tmp_path):
    text = "struct one_ifc_qpc_bits { u8 a[0x8]; };\nstruct two_ifc_qpc_bits { u8 b[0x8]; };\n"
    assert list(read(tmp_path, text).spec.layouts) == ["one_ifc_qpc_bits", "two_ifc_qpc_bits"]


@pytest.mark.parametrize("name", ["a.hpp", "a.cuh"])
def test_headers_of_other_languages(tmp_path, name):
    source = read(tmp_path, "struct mlx5_ifc_a_bits { uint8_t b[0x20]; };\n", name)
    assert source.form == "header" and list(source.spec.layouts) == ["a"]
