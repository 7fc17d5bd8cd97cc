# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests reading of drivers' headers, with the names of any tree and with missing parts."""

import os

import pytest
from prmclib.cli import main
from prmclib.readers.source import read_source
from watch.ifc.ifc_layouts import short_name


def read(tmp_path, text, name="a.h"):
    """Returns the manual in a header, which must have no findings."""
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


STRUCTS = """
#include <linux/types.h>
struct mlx5_mini_cqe8 {
	union {
		__be32 rx_hash_result;
		struct { __be16 checksum; __be16 stride_idx; };
		struct { __be16 flow_tag_high; uint8_t reserved; uint8_t hdr_type; } flow;
	};
	uint32_t byte_cnt;
};
typedef struct { __le16 index; u8 rsvd[2]; struct mlx5_mini_cqe8 minis[7]; } acme_block_t;
"""


def places(layout):
    """The named fields of a layout, those of arms by their paths: offset and width in bits."""
    return {entry.path: (entry.bits.offset, entry.bits.width) for entry in layout.walk() if entry.path}


def test_structs_of_bytes_are_layouts(tmp_path):
    source = read(tmp_path, STRUCTS)
    assert not source.left_out and list(source.spec.layouts) == ["mlx5_mini_cqe8", "acme_block_t"]
    mini, block = source.spec.layouts.values()
    assert mini.size == 8 and block.size == 60
    found = places(mini)
    assert found["byte_cnt"] == (32, 32) and found["rx_hash_result"] == (0, 32)
    assert [place for path, place in found.items() if path.endswith("hdr_type")] == [(24, 8)]
    index, _, minis = block.fields
    assert (index.kind.name, index.about.note) == ("BYTES", "little-endian: __le16")
    assert (minis.layout, minis.count, minis.bits.offset) == ("mlx5_mini_cqe8", 7, 32)


def test_swapped_bytes_are_found(tmp_path, capsys):
    """DPDK 5654f38eba: the bytes of the header's type and what is reserved change places."""
    for name, text in (("old", STRUCTS), ("new", STRUCTS.replace(
            "uint8_t reserved; uint8_t hdr_type;", "uint8_t hdr_type; uint8_t reserved;"))):
        (tmp_path / f"{name}.h").write_text(text)
    old, new = (str(tmp_path / f"{name}.h") for name in ("old", "new"))
    assert main(["diff", old, new]) == 1
    assert "moved 0x00[7:0] -> 0x00[15:8]" in capsys.readouterr().out


@pytest.mark.parametrize("text, reason", [
    ("struct a { void *p; };", "'p' is a pointer"),
    ("struct a { struct acme_b b; u8 c; };", "nothing defines 'struct acme_b'"),
    ("#include <acme.h>\nstruct a { acme_t b; };", "nothing defines 'acme_t'; headers in <> are not read"),
    ('#include "acme.h"\nstruct a { u8 b[ACME]; };', "a number whose value is not known: nothing defines "
     "'ACME'; 'acme.h', which is included, is not there"),
    ("struct a { u8 b; u32 c; } ACME_ATTRIBUTE;",
     "'ACME_ATTRIBUTE' after it may be an attribute that changes the layout"),
    ("struct ACME_BEGIN a { u8 b; u32 c; };",
     "'ACME_BEGIN' before the tag 'a': it may be an attribute that changes the layout"),
    ("struct a { ACME_LIST(b) c; };", "a macro with parameters, 'ACME_LIST'"),
    ("struct a { u8 b; } __attribute__((scalar_storage_order(\"big-endian\")));",
     "an attribute that changes the layout, '__attribute__ ( ( scalar_storage_orde...'"),
    ("struct b { acme_t c; };\nstruct a { struct b d; };", "'struct b', which is in it, is left out"),
    ("enum a { A_ONE, ACME_VALUES(A) };", "an enumeration with a macro that has parameters, 'ACME_VALUES'"),
    ("enum a { ACME_VALUES(A) A_TWO };", "an enumeration with a macro that has parameters, 'ACME_VALUES'"),
    ("struct mlx5_ifc_a_bits { struct mlx5_ifc_b_bits c; };", "nothing defines 'struct mlx5_ifc_b_bits'"),
    ("struct mlx5_ifc_c_bits { u8 x[8]; };\nstruct mlx5_ifc_a_bits { struct mlx5_ifc_cc_bits c; };",
     "nothing defines 'struct mlx5_ifc_cc_bits'; did you mean 'mlx5_ifc_c_bits'?"),
    ('#include "b.h"\n#include "c.h"\nstruct mlx5_ifc_a_bits { u8 c[B]; };',
     "nothing defines 'B'; 'b.h' and 'c.h', which are included, are not there"),
    ("struct mlx5_ifc_b_bits { u8 c[B]; };\nstruct mlx5_ifc_a_bits { struct mlx5_ifc_b_bits c; };",
     "'mlx5_ifc_b_bits', which is in it, is left out"),
    ("struct mlx5_ifc_a_bits { u8 b[8]; u8 *c; };", "a pointer is a member")])
def test_what_cannot_be_laid_out_is_left_out(tmp_path, text, reason):
    source = read(tmp_path, f"{text}\nstruct fine {{ u32 a; }};\n")
    assert "fine" in source.spec.layouts and "a" not in source.spec.layouts
    assert {item.layout: item.reason for item in source.left_out}["a"] == reason


def test_an_arm_of_an_unknown_type_is_left_out_alone(tmp_path):
    """The other members of the union and of the struct are read, and the note says what is assumed; a union of nothing
    else is left out as before, and so is a struct with a member of such a type."""
    source = read(tmp_path, "#include <tm.h>\n"
                  "struct a { union { struct { u8 id; u8 way; }; struct acme_tmh tmh; }; u8 last; };\n"
                  "struct b { union { struct acme_tmh tmh; }; u8 last; };\n"
                  "struct c { union { struct { struct acme_tmh tmh; }; u8 one; }; };\n"
                  "union d { struct acme_tmh tmh[2]; u8 one; };\n")
    unknown = "nothing defines 'struct acme_tmh'; headers in <> are not read"
    part = f"{unknown}; the union is taken to be as large as its other members"
    assert sorted((item.layout, item.field, item.reason) for item in source.left_out) == [
        ("a", "tmh", part), ("b", "", unknown), ("c", "", unknown), ("d", "tmh", part)]
    assert sorted(source.spec.layouts) == ["a", "d"]
    table = source.spec.layouts["a"]
    assert table.size == 3
    assert [item.bits.offset for item in table.walk() if item.path == "last"] == [16]
    assert [arm.name for arm in table.fields[0].arms] == ["union_at_0_0"]


def test_includes_stay_in_the_tree(tmp_path, monkeypatch):
    """A header may come from anybody: what it includes is read in its checkout, in the current folder, or beside it."""
    (tmp_path / "tree/a").mkdir(parents=True)
    (tmp_path / "w.h").write_text("#define W 16\n")
    (tmp_path / "tree/v.h").write_text("#define V 16\n")
    path = tmp_path / "tree/a/a.h"
    path.write_text('#include "../../w.h"\n#include "../v.h"\nstruct mlx5_ifc_a_bits { u8 w[W]; };\n'
                    'struct mlx5_ifc_b_bits { u8 v[V]; };\n'
                    f'#include "{tmp_path}/w.h"\nstruct mlx5_ifc_c_bits {{ u8 w[W]; }};\n')

    def read_from(folder):
        monkeypatch.chdir(folder)
        source, _ = read_source(os.path.relpath(path))
        return sorted(source.spec.layouts), {item.layout: item.reason for item in source.left_out}

    outside = "nothing defines 'W'; '../../w.h', which is included, is outside of the tree and not read"
    assert read_from(tmp_path) == (["a", "b", "c"], {})
    assert read_from(tmp_path / "tree") == (["b"], {"a": outside, "c": outside})
    assert read_from(tmp_path / "tree/a") == ([], {name: outside if name != "b" else outside.replace("'W'", "'V'")
                                                  for name in "abc"})
    alone = read_from(tmp_path / "tree/a")
    assert alone[0] == [] and read_from("/")[0] == []
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read_from(tmp_path)[0] == []  # a home is no tree
    (tmp_path / "tree/.git").mkdir()
    assert read_from(tmp_path / "tree/a") == (["b"], {"a": outside, "c": outside})
    (tmp_path / "tree/.git").rmdir()
    (tmp_path / ".git").mkdir()
    assert read_from(tmp_path / "tree/a") == (["a", "b", "c"], {})


def test_bit_fields(tmp_path):
    source = read(tmp_path, "struct a { u8 low:3, high:5; u32 c:12, d:4, e:16; };\n")
    assert places(source.spec.layouts["a"]) == {"low": (5, 3), "high": (0, 5), "e": (32, 16)}
    assert [(item.field, item.reason) for item in source.left_out] == [
        ("c", "a bit field that crosses a byte on a little-endian machine"),
        ("d", "overlaps the member before")]


def test_a_header_that_only_a_configuration_switches_on(tmp_path):
    text = "#ifndef A_H\n#define A_H\n#if defined(ACME_MLX5)\n#if ACME_MLX5 == 3\n#else\n" \
           "#error \"which one?\"\n#endif\nstruct mlx5_ifc_a_bits { u8 b[0x20]; };\n#endif\n#endif\n"
    source = read(tmp_path, text)
    assert list(source.spec.layouts) == ["a"]
    assert [(item.layout, item.reason) for item in source.left_out] == [
        ("line 6 of a.h", "'#error \"which one?\"' is reached")]


def test_words_in_a_struct_that_is_called_like_a_table(tmp_path):
    source = read(tmp_path, "struct acme_bits { u32 a; u16 b; };\nstruct b_bits { u8 c[0x10]; };\n")
    assert {name: layout.size for name, layout in source.spec.layouts.items()} == {"b": 2, "acme_bits": 8}


def test_a_struct_of_words_with_the_letters_of_a_table(tmp_path):
    source = read(tmp_path, "struct mlx5_mad_ifc_mbox { __be16 opcode; u8 rsvd[6]; };\n"
                            "struct mlx5_ifc_a_bits { u8 b[0x10]; };\n")
    assert {name: layout.size for name, layout in source.spec.layouts.items()} == \
        {"a": 2, "mlx5_mad_ifc_mbox": 8}


def test_a_condition_that_only_a_compiler_decides(tmp_path):
    text = "#if defined(A) || __has_include(<a.h>)\nstruct a { u32 b; };\n#else\nstruct a { u16 b; };\n#endif\n"
    source = read(tmp_path, text)
    assert source.spec.layouts["a"].size == 2
    assert [(item.layout, item.reason) for item in source.left_out] == [
        ("line 1 of a.h", "'__has_include()' in a condition is taken as 0")]


MASKS = """#define MLX5_CQE_L4_TYPE_MASK 0x70
#define MLX5_CQE_L4_TYPE_SHIFT 0x4
#define MLX5_CQ_SQN_OFFSET 28
#define MLX5_CQ_SQN_MASK 0x3
#define MLX5_FLOW_MARK_MASK 0xffffff
#define ACME_HIGH_MASK (0xffULL << 40)
#define ACME_GAP_MASK 0x5
#define ACME_ALL_MASK 0xffffffff
#define ACME_WRONG_MASK 0xff00
#define ACME_WRONG_SHIFT 4
"""


def test_masks_and_shifts(tmp_path):
    layouts = read(tmp_path, MASKS).spec.layouts
    assert {name: (layout.size, [str(item.bits) for item in layout.fields if item.is_named])
            for name, layout in layouts.items()} == {
        "cqe_l4_type": (4, ["0x00[6:4]"]), "cq_sqn": (4, ["0x00[29:28]"]), "flow_mark": (4, ["0x00[23:0]"]),
        "acme_high": (8, ["0x00[15:8]"])}
    assert layouts["cqe_l4_type"].about.source == ["a.h MLX5_CQE_L4_TYPE_MASK, MLX5_CQE_L4_TYPE_SHIFT"]


def test_a_mask_that_is_too_narrow(tmp_path, capsys):
    """rdma-core before 484a7aa6, whose mask of the flow tag had 20 bits instead of 24."""
    for name, text in (("old", MASKS.replace("0xffffff\n", "0xfffff\n")), ("new", MASKS)):
        (tmp_path / f"{name}.h").write_text(text)
    assert main(["diff", str(tmp_path / "old.h"), str(tmp_path / "new.h")]) == 1
    assert "flow_mark.flow_mark  widened 20 -> 24 bits" in capsys.readouterr().out


def test_an_array_of_unknown_length_in_a_union_has_the_elements_that_fit(tmp_path):
    """``DECLARE_FLEX_ARRAY(union ...)`` as in Linux 7.3; the old member is the first arm."""
    head = "struct mlx5_ifc_a_bits { u8 x[0x20]; };\nunion mlx5_ifc_u_bits { struct mlx5_ifc_a_bits a; u8 n[0x10]; };\n"
    union = "struct mlx5_ifc_out_bits { u8 s[0x20]; union { u8 reserved_at_20[0x%x]; " \
            "DECLARE_FLEX_ARRAY(union mlx5_ifc_u_bits, u); }; };\n"
    for bits, count in ((0x38, None), (0x40, 2)):
        source = read(tmp_path, head + union % bits)
        arm = source.spec.layouts["out"].fields[-1].arms[-1]
        assert not source.left_out and arm.about.note == "an array of unknown length"
        assert (arm.fields[0].layout, arm.fields[0].count, arm.fields[0].bits.offset) == ("u", count, 0x20)
        assert sum(item.bits.width for item in arm.fields) == bits
    assert [item.field for item in read(tmp_path, head + union % 0x18).left_out] == ["u"]  # no room


def test_a_union_of_arrays_of_unknown_length_has_the_first(tmp_path):
    """Linux 6.12: an array that became one of two is no removal."""
    head = "struct mlx5_ifc_a_bits { u8 x[0x20]; };\nstruct mlx5_ifc_b_bits { u8 y[0x40]; };\n"
    old = "struct mlx5_ifc_out_bits { u8 s[0x20]; struct mlx5_ifc_a_bits a[]; };\n"
    new = "struct mlx5_ifc_out_bits { u8 s[0x20]; union { DECLARE_FLEX_ARRAY(struct mlx5_ifc_a_bits, a); " \
          "DECLARE_FLEX_ARRAY(struct mlx5_ifc_b_bits, b); }; };\n"
    was, source = read(tmp_path, head + old), read(tmp_path, head + new)
    one, other = (made.spec.layouts["out"].fields[-1] for made in (was, source))
    assert other.is_flexible and (other.name, other.layout, other.bits) == (one.name, one.layout, one.bits)
    assert [(item.field, item.reason) for item in source.left_out] == [
        ("b", "an array of unknown length in a union, beside a")]


def test_structs_of_words_among_tables(tmp_path):
    """Linux up to 5.17 has some in mlx5_ifc_fpga.h, whose tags begin as those of tables."""
    source = read(tmp_path, """struct mlx5_ifc_ipsec_v1 { __be32 cmd; u8 key[32]; union { __be32 h; __be32 f; }; } __packed;
struct mlx5_ifc_ipsec { struct mlx5_ifc_ipsec_v1 v1; __be16 sp; __be16 dp; } __packed;
struct mlx5_ifc_cap_bits { u8 one[0x10]; u8 two[0x10]; };
""")
    assert {name: layout.size for name, layout in source.spec.layouts.items()} == {
        "cap": 4, "mlx5_ifc_ipsec_v1": 40, "mlx5_ifc_ipsec": 44}
