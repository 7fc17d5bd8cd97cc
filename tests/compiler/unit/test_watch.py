# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests ``prmc conform`` between trees: the reference of a table, and the disagreements."""

import pytest
from prmclib.cli import main
from watch.conform.record import from_json, to_json
from watch.conform.tree import PROJECTS, Tree, read_tree
from watch.conform.watch import watch
from watch.ifc import read_ifc

PROJECT = {project.name: project for project in PROJECTS}


def tree(label, text):
    """Returns a tree whose header has these tables: NAME: fields as C, separated by commas."""
    text = "".join(f"{'union' if name.startswith('u_') else 'struct'} mlx5_ifc_{name}_bits "
                   f"{{ {fields.replace(',', ';')}; }};\n" for name, fields in text.items())
    header, findings = read_ifc(["a.h"], read=lambda path: ("typedef unsigned char u8;\n" + text).encode())
    assert not findings
    return Tree(label, PROJECT[label.split()[0]], [], header=header)


def differ(*trees, names=(), described=()):
    """Returns the trees' differences: {(tree, table, field, kind, reference, the tree's, agreeing trees)}."""
    found = watch(trees, {one.label: set(described) for one in trees}, dict(names))
    return {(item.tree, item.layout[9:-5], item.field, item.what, item.place, item.header, " and ".join(item.holders))
            for one in found.values() for items in one.found.values() for item in items}


ONE, OTHER = "u8 a[8], u8 reserved_at_8[24]", "u8 reserved_at_0[8], u8 a[8], u8 reserved_at_10[16]"


def test_majority_of_independent_trees():
    assert differ(tree("Linux 6.1", {"t": OTHER}), tree("rdma-core", {"t": ONE}),
                  tree("DPDK", {"t": ONE.replace("reserved_at_8[24]", "rsvd[24]")})) == {
        ("Linux 6.1", "t", "a", "place", "0x00[31:24]", "0x00[23:16]", "rdma-core and DPDK")}


@pytest.mark.parametrize("copies", [("rdma-core", "SPDK", "NCCL", "mori"), ("rdma-core", "DPDK", "UCX")])
def test_copies_count_once(copies):
    """Copies are trees of one project and identical tables; if undecided, the newest kernel is the reference."""
    trees = [tree(label, {"t": ONE}) for label in copies]
    kernels = [tree("Linux 6.1", {"t": ONE}), tree("Linux 6.12", {"t": OTHER})]
    assert differ(*trees, *kernels) == {
        (label, "t", "a", "place", "0x00[23:16]", "0x00[31:24]", "Linux 6.12") for label in (*copies, "Linux 6.1")}
    changed = tree("NVSHMEM", {"t": ONE.replace("reserved_at_8[24]", "rsvd[24]")})  # a copy of rdma-core still
    assert {item[0] for item in differ(trees[0], changed, kernels[1])} == {"rdma-core", "NVSHMEM"}


def test_an_older_or_reduced_table_is_no_disagreement():
    """Fields that no other tree has are added to the reference, in any order of the trees."""
    trees = [tree("Linux 6.1", {"t": "u8 a[8], u8 reserved_at_8[24], u8 reserved_at_20[32]"}),
             tree("rdma-core", {"t": "u8 reserved_at_0[16], u8 b[16], u8 reserved_at_20[32]"}),
             tree("DPDK", {"t": "u8 a[8], u8 reserved_at_8[24], u8 c[32]"})]
    assert differ(*trees) == differ(*reversed(trees)) == set()
    assert differ(*trees, tree("UCX", {"t": "u8 a[8], u8 reserved_at_8[24], u8 reserved_at_20[16], u8 c[16]"})) == {
        ("UCX", "t", "c", "wider", "0x04[31:0]", "0x04[15:0]", "DPDK")}


def test_kinds_of_disagreements():
    linux = {"t": "u8 n[8], u8 part[8], u8 cut[8], u8 w[4], u8 reserved_at_1c[4], u8 x[32]", "size": "u8 a[32]",
             "in": "u8 a[32], u8 b[32]", "out": "struct mlx5_ifc_in_bits i, u8 z[32]",
             "u_arms": "u8 a[32], u8 reserved_at_0[64]"}
    other = {"t": "u8 m[8], u8 part_1[4], u8 part_0[4], u8 reserved_at_10[4], u8 over[6], u8 w[2], "
                  "u8 reserved_at_1c[4], u8 x[2][16]", "size": "u8 a[32], u8 reserved_at_20[32]",
             "in": "u8 a[32]", "out": "struct mlx5_ifc_in_bits i, u8 reserved_at_20[32], u8 z[32]",
             "u_arms": "u8 b[8], u8 reserved_at_0[64]"}
    assert differ(tree("Linux 7.3", linux), tree("DPDK", other)) == {("DPDK", *item, "Linux 7.3") for item in [
        ("t", "n", "name", "0x00[31:24]", "m"), ("t", "part_1", "shape", "0x00[23:20]", ""),
        ("t", "part_0", "shape", "0x00[19:16]", ""), ("t", "over", "other", "0x00[11:6]", ""),
        ("t", "w", "wider", "0x00[7:4]", "0x00[5:4]"), ("t", "x", "shape", "0x04[31:0]", "2x16"),
        ("size", "", "size", "4 bytes", "8"), ("in", "", "size", "8 bytes", "4")]}


def test_what_is_compared():
    """Tables of the spec are not compared again, those of one project alone are with nothing; names that other
    trees give a table are the same one, also in other tables."""
    linux = tree("Linux 7.3", {"in": ONE, "out": "struct mlx5_ifc_in_bits i", "own": ONE, "known": ONE})
    old = tree("Linux 6.1", {"own": OTHER, "known": OTHER})
    dpdk = tree("DPDK", {"inner": OTHER, "out": "struct mlx5_ifc_inner_bits i", "known": OTHER})
    names = {"mlx5_ifc_inner_bits": "mlx5_ifc_in_bits"}
    assert differ(linux, old, dpdk, names=names, described=["mlx5_ifc_known_bits"]) == {
        ("DPDK", "in", "a", "place", "0x00[31:24]", "0x00[23:16]", "Linux 7.3"),
        ("Linux 6.1", "own", "a", "place", "0x00[31:24]", "0x00[23:16]", "Linux 7.3")}
    found = watch([linux, old, dpdk], {one.label: set() for one in (linux, old, dpdk)}, names)
    assert {label: (len(one.compared), one.alone) for label, one in found.items()} == {
        "Linux 7.3": (3, ["own"]), "Linux 6.1": (1, ["own"]), "DPDK": (3, [])}


def test_prefixes_of_trees(tmp_path):
    """UCX's tables are compared with those of others, and its version is read."""
    top = tmp_path / "ucx"
    (top / "src/uct/ib/mlx5/dv").mkdir(parents=True)
    (top / "configure.ac").write_text("define([ucx_ver_major], 1) # x\ndefine([ucx_ver_minor], 23) # y\n")
    (top / "src/uct/ib/mlx5/dv/ib_mlx5_ifc.h").write_text(
        "struct uct_ib_mlx5_in_bits { uint8_t a[8]; uint8_t b[24]; };\n"
        "struct uct_ib_mlx5_t_bits { struct uct_ib_mlx5_in_bits i; uint8_t reserved_at_20[32]; };\n")
    ucx, findings = read_tree(str(top))
    assert not findings and (ucx.label, ucx.version) == ("UCX", "1.23")
    assert set(ucx.tables) == {"mlx5_ifc_in_bits", "mlx5_ifc_t_bits"}
    linux = tree("Linux 6.1", {"in": "u8 a[4], u8 reserved_at_4[28]",
                               "t": "struct mlx5_ifc_in_bits i, u8 reserved_at_20[32]"})
    assert differ(linux, ucx) == {("UCX", "in", "a", "narrower", "0x00[31:28]", "0x00[31:24]", "Linux 6.1")}


def test_the_manual_as_a_tree(tmp_path):
    """mstflint's table of registers is compared with the tables that headers have of them."""
    path = tmp_path / "mstflint/tools_layouts/adb/prm/hca/ext/register_access_table.adb"
    path.parent.mkdir(parents=True)
    path.write_text("""<NodesDefinition>
<info source_doc_name="PRM" source_doc_version="Rev 1" />
<node name="inner_ext" size="0x4.0" descr="" ><field name="a" offset="0x0.0" size="0x0.8" /></node>
<node name="some_reg_ext" size="0x8.0" descr="" >
<field name="index" offset="0x0.16" size="0x0.8" />
<field name="in" subnode="inner_ext" offset="0x4.0" size="0x4.0" />
</node>
</NodesDefinition>
""")
    manual, findings = read_tree(str(tmp_path / "mstflint"))
    assert not findings and manual.label == "mstflint" and len(manual.digest) == 64
    linux = tree("Linux 6.1", {"inner": "u8 reserved_at_0[24], u8 a[8]",
                               "some_reg": "u8 index[8], u8 reserved_at_8[24], struct mlx5_ifc_inner_bits in"})
    assert differ(linux, manual) == {
        ("mstflint", "some_reg", "index", "place", "0x00[31:24]", "0x00[23:16]", "Linux 6.1")}


@pytest.fixture
def world(tmp_path, monkeypatch):
    """Makes a spec without layouts of these trees, and trees with a table of their own."""
    monkeypatch.chdir(tmp_path)
    files = {"spec/some.yaml": "doc: Some.\nlayouts:\n  x:\n    size: 4\n    doc: X.\n    source: PRM\n    fields:\n"
                               "      0x00[31:0]: x\n",
             "linux/include/linux/mlx5/mlx5_ifc.h": "struct mlx5_ifc_t_bits { u8 a[8]; u8 reserved_at_8[24]; };\n"
                                                    "struct mlx5_ifc_own_bits { u8 a[32]; };\n",
             "linux/Makefile": "VERSION = 7\nPATCHLEVEL = 3\nSUBLEVEL = 4\n",
             "docs/conform.yaml": "without:\n  - {trees: [Linux 7.3], layouts: [x], reason: Linux has no table of it.}\n"}
    for name in ("rdma/providers/mlx5/mlx5_ifc.h", "spdk/lib/mlx5/mlx5_ifc.h"):
        files[name] = "struct mlx5_ifc_t_bits { u8 a[4]; u8 reserved_at_4[28]; };\n"
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def run(capsys, *args):
    status = main(["conform", "--spec", "spec", *args])
    done = capsys.readouterr()
    assert "internal error" not in done.err
    return status, done.out, done.err


RECORD = ("--record", "conform.json")
NOTE = """disagreements:
  - layout: %s
    trees: [rdma-core]
    what: wider
    fields: {a: "0x00[31:28]"}
    reason: The older form.
"""


def test_notes_and_page(world, capsys):
    status, out, _ = run(capsys, "linux", "rdma", "spdk", "--format", "markdown")
    assert status == 1 and "| `t` | `a` 0x00[31:24], there 0x00[31:28] | the header has the field with fewer bits | " \
        "widened, dangerous | rdma-core, SPDK | **open** | Linux 7.3 |\n" in out
    _, _, err = run(capsys, "linux", "rdma", "--format", "json")
    assert err == "no note explains: rdma-core mlx5_ifc_t_bits.a: wider (the header has the field with fewer bits): " \
        "0x00[31:28]; 0x00[31:24] in Linux 7.3\n"
    text = (world / "docs/conform.yaml").read_text()
    (world / "docs/conform.yaml").write_text(text + NOTE % "t")  # such a note is for a layout of the spec
    assert run(capsys, "linux", "rdma", "spdk")[0] == 1
    (world / "docs/conform.yaml").write_text(text + NOTE % "mlx5_ifc_t_bits")
    status, out, err = run(capsys, "linux", "rdma", "spdk", "--update", *RECORD)
    assert (status, out, err) == (0, "", "")  # the note of a project also applies to its copies
    page = (world / "docs/conform.md").read_text()
    assert "| rdma-core, SPDK | The older form. | Linux 7.3 |\n" in page and "| 1 | Linux 7.3 | **open** | none |\n" in page
    assert "| Linux 7.3 | 7.3.4 | unknown | 2 | 0 | 1 | 50.0 % | " in page
    assert run(capsys, *RECORD, "--format", "markdown") == (0, page, "")
    every = NOTE.replace('{a: "0x00[31:28]"}', '"*"')
    (world / "docs/conform.yaml").write_text(text + every % "mlx5_ifc_*")
    assert run(capsys, "linux", "rdma", "spdk")[0] == 0
    (world / "docs/conform.yaml").write_text(text + every % '"*"')  # every layout of the spec
    assert run(capsys, "linux", "rdma", "spdk")[0] == 1


def test_a_part_of_the_trees_is_judged_by_what_it_shows(world, capsys):
    """A reason for one tree explains the same disagreement where its tree is the reference, with that form only; it is
    out of date beside a tree with the other form that it does not have, and cannot be judged beside none."""
    text = (world / "docs/conform.yaml").read_text().replace("Linux 7.3", "rocSHMEM")
    (world / "docs/conform.yaml").write_text(text + NOTE % "mlx5_ifc_t_bits")
    (world / "dpdk/drivers/common/mlx5").mkdir(parents=True)
    dpdk = world / "dpdk/drivers/common/mlx5/mlx5_prm.h"
    dpdk.write_text("struct mlx5_ifc_t_bits { u8 a[8]; u8 reserved_at_8[24]; };\n")
    rdma = world / "rdma/providers/mlx5/mlx5_ifc.h"
    good = rdma.read_text()
    for trees in (["rdma", "dpdk"], ["rdma", "spdk"], ["rdma"], ["dpdk"]):  # rdma-core is the reference in the first
        status, out, err = run(capsys, *trees)
        assert (status, err) == (0, ""), out
    rdma.write_text(good.replace("a[4]; u8 reserved_at_4[28]", "a[5]; u8 reserved_at_5[27]"))
    assert run(capsys, "rdma", "dpdk")[1].startswith(
        "no note explains: DPDK mlx5_ifc_t_bits.a: narrower (the header has the field with more bits): 0x00[31:24]; "
        "0x00[31:27] in rdma-core\nout of date: entry 1 (mlx5_ifc_t_bits, wider, rdma-core): rdma-core has no such "
        "disagreement for a\n")
    rdma.write_text(dpdk.read_text())
    status, out, _ = run(capsys, "rdma", "dpdk")
    assert status == 1 and out.startswith("out of date: entry 1 (mlx5_ifc_t_bits, wider, rdma-core): rdma-core has ")
    assert run(capsys, "rdma", "spdk")[0] == 0  # SPDK is its copy


def test_a_part_of_the_trees_keeps_what_was_found_between_all(world, capsys):
    run(capsys, "linux", "rdma", "spdk", "--update", *RECORD)
    first = (world / "conform.json").read_text()
    run(capsys, "rdma", "--update", *RECORD)
    assert (world / "conform.json").read_text() == first == to_json(from_json(first))
    assert [len(one.watched.found) for one in from_json(first).results] == [0, 1, 1]
    (world / "spdk/lib/mlx5/mlx5_ifc.h").write_text((world / "linux/include/linux/mlx5/mlx5_ifc.h").read_text())
    run(capsys, "linux", "rdma", "spdk", "--update", *RECORD)
    record = from_json((world / "conform.json").read_text())
    assert [len(one.watched.found) for one in record.results] == [0, 1, 0]
