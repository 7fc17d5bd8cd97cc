# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc diff --against``: what a header adds or changes, beside a manual that has it.

The pairs of headers are mistakes that were made in public trees, in reduced form: the commit that made
each was harmless for any comparison of two versions of the header.
"""

import json
import re

import pytest
from prmclib.reports import report_json
from sides import SPEC, prmc, write
from test_reports import SCHEMA, errors

CAP = "struct {prefix}cmd_hca_cap_bits {{\n{body}\n}};\n"


def bits(*members):
    """Members of a table: (name, width); a name without letters is reserved."""
    out, at = [], 0
    for name, width in members:
        out.append(f"\tu8 {name or f'reserved_at_{at:x}'}[{width:#x}];")
        at += width
    return "\n".join(out)


def headers(folder, old, new, name="mlx5_ifc.h", before="", prefix="mlx5_ifc_"):
    for side, text in (("old", old), ("new", new)):
        write(folder, f"{side}/{name}", before.replace("{", "{{").replace("}", "}}").format()
              + CAP.format(prefix=prefix, body=text))
    return f"{folder}/old/{name}", f"{folder}/new/{name}"


def against(*args, manual=SPEC):
    """The findings with the manual as plain data: (title, finding), and the whole report."""
    status, out, err = prmc("diff", *args, "--against", manual, "--format", "json")
    assert err == ""
    report = json.loads(out)
    assert not list(errors(report, SCHEMA))
    found = [item for item in report["findings"] if item["is_against"]]
    assert status == int(any(item["severity"] in ("breaking", "dangerous") for item in report["findings"]))
    assert all(item["rule"] == "D080" and item["severity"] in ("breaking", "dangerous") for item in found)
    return found, report


# The capability of the enhanced format of compressed CQEs is bit 15 of 0xb4, between max_multi_user_group_size and
# log_max_*: DPDK and UCX had it 11 bits further right.
GOOD = bits(("", 0x5a0), ("max_multi_user_group_size", 0x10), ("enhanced_cqe_compression", 1), ("", 0x124f))
BAD = bits(("", 0x5a0), ("max_multi_user_group_size", 0x10), ("", 0xb), ("enhanced_cqe_compression", 1), ("", 0x1244))
BEFORE = bits(("", 0x5a0), ("max_multi_user_group_size", 0x10), ("", 0x1250))


@pytest.mark.parametrize("prefix", ["mlx5_ifc_", "uct_ib_mlx5_", "acme_ifc_"])
def test_a_capability_that_is_added_at_another_place(tmp_path, prefix):
    old, new = headers(tmp_path, BEFORE, BAD, prefix=prefix)
    (item, *more), report = against(old, new)
    assert not [one for one in more if one["field"]]
    assert (item["layout"], item["field"]) == ("cmd_hca_cap", "enhanced_cqe_compression")
    assert item["title"] == "added at 0xb4[4]; MANUAL has it 11 bits further left, at 0xb4[15]"
    assert item["old"]["file"].endswith("hca_cap.yaml") and item["old"]["offset_bits"] == 0x5b0
    assert item["new"]["file"] == new and item["new"]["offset_bits"] == 0x5bb
    assert "enhanced_cqe_compression is 1" in item["witness"]["old"]
    added = next(one for one in report["findings"] if one["rule"] == "D010")
    assert added["manual"] == "disagrees" and item["fingerprint"] in added["meaning"][-1]


def test_what_is_right_is_noted(tmp_path):
    old, new = headers(tmp_path, BEFORE, GOOD)
    found, report = against(old, new)
    assert not found
    added, = report["findings"]
    assert (added["rule"], added["manual"]) == ("D010", "agrees")
    assert added["meaning"][-1] == "MANUAL has it at the same place"


def test_what_new_does_not_touch_is_not_told(tmp_path):
    old, new = headers(tmp_path, BAD, BAD.replace("reserved_at_5bc", "reserved_1"))
    found, report = against(old, new)
    assert not found and not report["findings"]


def test_a_change_that_goes_wrong(tmp_path):
    """DPDK 972a1bf8, which moved one field by 24 bits and cut the next one."""
    old = bits(("", 0xd2), ("access_register_user", 1), ("", 0x17), ("log_max_mkey", 6), ("", 0xf10))
    new = bits(("", 0xea), ("access_register_user", 1), ("log_max_mkey", 5), ("", 0xf10))
    found, _ = against(*headers(tmp_path, old, new))
    titles = {item["field"]: item["title"] for item in found}
    assert titles == {
        "access_register_user": "added at 0x1c[21]; MANUAL has it 3 bytes before that, at 0x18[13]",
        "log_max_mkey": "changed with 5 bits, 0x1c[20:16]; MANUAL has 6, 0x1c[21:16]"} or titles == {
        "access_register_user": "changed at 0x1c[21]; MANUAL has it 3 bytes before that, at 0x18[13]",
        "log_max_mkey": "changed with 5 bits, 0x1c[20:16]; MANUAL has 6, 0x1c[21:16]"}


def test_several_fields_that_miss_the_same_bytes(tmp_path):
    """DPDK cbc4c13a, which forgot 0x20 reserved bits in front of four capabilities."""
    names = ("dma_mmo_qp", "regexp_mmo_qp", "compress_mmo_qp", "decompress_mmo_qp")
    old = bits(("", 0x800))
    new = bits(("", 0x728), *((name, 1) for name in names), ("", 0xd4))
    found, _ = against(*headers(tmp_path, old, new))
    item, = [one for one in found if one["field"]]
    assert item["title"] == "4 fields added; MANUAL has them 4 bytes after that: dma_mmo_qp, regexp_mmo_qp, " \
                            "compress_mmo_qp and decompress_mmo_qp"
    assert [one["field"] for one in item["shifted"]] == list(names)


def test_a_layout_of_another_size(tmp_path):
    """rdma-core 7e4de481: reserved_at_60[0x7a0] for 0x5a0."""
    table = "struct mlx5_ifc_qpc_ext_bits {{ u8 reserved_at_0[0x2]; u8 mmo[0x1]; u8 reserved_at_3[0x5fd]; " \
            "u8 reserved_at_600[{:#x}]; }};\n"
    write(tmp_path, "old.h", "struct mlx5_ifc_other_bits { u8 a[0x20]; };\n")
    for name, rest in (("good.h", 0), ("new.h", 0x200)):
        text = table.format(rest) if rest else table.replace(" u8 reserved_at_600[{:#x}];", "").format()
        write(tmp_path, name, "struct mlx5_ifc_other_bits { u8 a[0x20]; };\n" + text)
    found, _ = against(f"{tmp_path}/old.h", f"{tmp_path}/new.h")
    assert [(item["layout"], item["title"]) for item in found] == \
        [("qpc_ext", "added with 256 bytes; MANUAL has 192")]
    found, report = against(f"{tmp_path}/old.h", f"{tmp_path}/good.h")
    assert not found
    assert report["findings"][0]["meaning"][-1] == "MANUAL has all fields that are new at the same places"


MINI = "struct mlx5_mini_cqe8 {{ union {{ uint32_t hash; struct {{ uint16_t flow_tag; {} }} tag; }}; " \
       "uint32_t byte_cnt; }};\nstruct mlx5_cqe_end {{ uint8_t signature; uint8_t op_own; }};\n"


def test_structs_of_bytes_beside_another_header(tmp_path):
    """DPDK 5654f38e: two bytes of a compressed CQE in the other order."""
    write(tmp_path, "old.h", "struct mlx5_cqe_end { uint8_t signature; uint8_t op_own; };\n")
    write(tmp_path, "new.h", MINI.format("uint8_t hdr_type; uint8_t rsvd;"))
    write(tmp_path, "other.h", MINI.format("uint8_t reserved; uint8_t hdr_type;"))
    found, _ = against(f"{tmp_path}/old.h", f"{tmp_path}/new.h", manual=f"{tmp_path}/other.h")
    assert [item["title"] for item in found] == ["added at 0x00[15:8]; MANUAL has it one byte after that, at 0x00[7:0]"]


def test_words_of_a_struct_beside_fields(tmp_path):
    """A driver's struct has words, in which the spec has fields: only their places count."""
    write(tmp_path, "old.h", "struct other { uint32_t a; };\n")
    text = "struct other {{ uint32_t a; }};\nstruct mlx5_wqe_ctrl_seg {{ uint32_t opmod_idx_opcode; uint32_t qpn_ds; " \
           "uint8_t signature; {} uint8_t fm_ce_se; uint32_t imm; }};\n"
    write(tmp_path, "good.h", text.format("uint8_t rsvd[2];"))
    write(tmp_path, "bad.h", text.format("uint8_t rsvd; uint16_t imm;").replace("uint32_t imm;", "uint8_t rsvd2[3];"))
    found, report = against(f"{tmp_path}/old.h", f"{tmp_path}/good.h")
    assert not found and report["findings"][0]["manual"] == "agrees"
    found, _ = against(f"{tmp_path}/old.h", f"{tmp_path}/bad.h")
    assert [item["field"] for item in found] != [] and {item["layout"] for item in found} == {"mlx5_wqe_ctrl_seg"}


def test_a_number_in_the_other_byte_order(tmp_path):
    text = "struct other { uint32_t a; };\nstruct seg { __be32 a; %s count; };\n"
    write(tmp_path, "old.h", "struct other { uint32_t a; };\n")
    for name, kind in (("new.h", "__le32"), ("good.h", "__be32"), ("manual.h", "__be32")):
        write(tmp_path, name, text % kind)
    found, _ = against(f"{tmp_path}/old.h", f"{tmp_path}/new.h", manual=f"{tmp_path}/manual.h")
    assert [(item["field"], item["title"].partition(":")[0]) for item in found] == \
        [("count", "added differently than in MANUAL")]
    assert not against(f"{tmp_path}/old.h", f"{tmp_path}/good.h", manual=f"{tmp_path}/manual.h")[0]


def test_what_the_manual_does_not_have(tmp_path):
    old, new = headers(tmp_path, BEFORE, GOOD.replace("enhanced_cqe_compression", "acme_only"),
                       before="struct mlx5_ifc_acme_bits { u8 a[0x20]; };\n")
    text = open(new, encoding="utf-8").read()
    write(tmp_path, "old/mlx5_ifc.h", open(old, encoding="utf-8").read().partition("struct mlx5_ifc_cmd")[0].replace(
        "acme", "first") + CAP.format(prefix="mlx5_ifc_", body=BEFORE))
    write(tmp_path, "new/mlx5_ifc.h", text.replace("u8 a[0x20];", "u8 a[0x20]; u8 b[0x40];"))
    found, report = against(old, new)
    # The same bit by another name may be the same capability.
    assert [(item["field"], item["severity"]) for item in found if item["field"]] == [("acme_only", "dangerous")]
    told = {item["layout"]: item["meaning"][-1] for item in report["findings"] if item["manual"] == "absent"}
    assert told["acme"] == "MANUAL does not have it"


def test_a_layout_of_another_size_is_told_once(tmp_path):
    """Not of the field that has it, which is where it should be."""
    text = "struct mlx5_ifc_dctc_bits {{ u8 state[0x8]; u8 reserved_at_8[{:#x}]; }};\n" \
           "struct mlx5_ifc_create_in_bits {{ u8 id[0x20]; struct mlx5_ifc_dctc_bits entry; u8 reserved[{:#x}]; }};\n"
    write(tmp_path, "old.h", "struct mlx5_ifc_a_bits { u8 a[0x20]; };\n")
    write(tmp_path, "manual.h", text.format(0x378, 0x80))
    old, new, manual = (str(tmp_path / f"{name}.h") for name in ("old", "new", "manual"))
    for name in ("entry", "key"):
        write(tmp_path, "new.h", text.format(0x1f8, 0x200).replace(" entry;", f" {name};"))
        found, _ = against(old, new, manual=manual)
        assert [(item["layout"], item["field"], item["severity"]) for item in found] == [("dctc", "", "dangerous")]


def test_fields_that_divide_the_bits_of_a_new_one(tmp_path):
    """Exactly, they are no disagreement; or not."""
    text = "struct mlx5_ifc_query_bits {{ u8 opcode[0x10]; {} u8 reserved[0x30]; u8 index[0x20]; }};\n"
    write(tmp_path, "old.h", text.format("u8 reserved_at_10[0x10];"))
    write(tmp_path, "new.h", text.format("u8 op_mod[0x10];"))
    paths = [str(tmp_path / f"{name}.h") for name in ("old", "new")]
    for parts, count in (("u8 cap_type[0xf]; u8 current[0x1];", 0), ("u8 cap_type[0xe]; u8 x[0x2];", 0),
                         ("u8 x[0x4]; u8 cap_type[0xb]; u8 reserved_at_1f[0x1];", 1)):
        write(tmp_path, "manual.h", text.format(parts))
        assert len(against(*paths, manual=str(tmp_path / "manual.h"))[0]) == count, parts


def test_every_format_and_approvals(tmp_path, monkeypatch):
    old, new = headers(tmp_path, BEFORE, BAD)
    monkeypatch.chdir(tmp_path)
    found, _ = against(old, new)
    title = "added at 0xb4[4]; MANUAL has it 11 bits further left, at 0xb4[15]"
    outputs = {name: prmc("diff", old, new, "--against", SPEC, "--format", name, "--all")[1]
               for name in ("text", "markdown", "github", "html")}
    assert f"  {title.split(';')[0]}" in outputs["text"]
    for name in ("text", "markdown"):
        assert re.search(r"^ *manual  .*\[\]", outputs[name], flags=re.M), name
        assert re.search(r"^ *new  .*\[\]", outputs[name], flags=re.M), name
    assert title.replace("[", "\\[").replace("]", "\\]") in outputs["markdown"]
    assert f"::error file={new}" in outputs["github"] and "D080 against" in outputs["github"]
    page = outputs["html"]
    assert "layout against MANUAL" in page and "<b>MANUAL</b>" in page and "<b>Against</b>" in page
    assert page.count("11 bits further left") >= 1
    write(tmp_path, "accepted", "".join(f"{item['fingerprint']} - the manual is of another device\n" for item in found))
    assert prmc("diff", old, new, "--against", SPEC, "--approvals", "accepted")[0] == 0
    # Without the manual there is nothing that these accept.
    assert prmc("diff", old, new, "--approvals", "accepted")[0] == 2
    assert prmc("diff", old, new, "--against", SPEC, "--ignore", "D080")[0] == 0
    assert prmc("diff", old, new, "--against", SPEC, "--only", "against")[0] == 1


def test_a_manual_that_cannot_be_read(tmp_path):
    old, new = headers(tmp_path, BEFORE, BAD)
    status, out, err = prmc("diff", old, new, "--against", f"{tmp_path}/none.adb")
    assert (status, out) == (2, "") and "none.adb" in err and "nothing is compared" in err


def test_fingerprints_do_not_depend_on_what_is_in_front(tmp_path):
    old, new = headers(tmp_path, BEFORE, BAD)
    first, _ = against(old, new)
    table = "struct mlx5_ifc_first_bits { u8 a[0x20]; };\n"
    for name in (old, new):
        with open(name, encoding="utf-8") as stream:
            text = stream.read()
        write(tmp_path, name, "\n\n" + table + text)
    second, _ = against(old, new)
    assert [item["fingerprint"] for item in first] == [item["fingerprint"] for item in second] and first


def test_report_without_a_manual(tmp_path):
    old, new = headers(tmp_path, BEFORE, BAD)
    report = json.loads(prmc("diff", old, new, "--format", "json")[1])
    assert report["against"] is None and report_json.FORMAT == 1
    assert not any(item["is_against"] or item["manual"] for item in report["findings"])
