# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc conform``: disagreements, reasons, records, trees, and the pages."""

import json
import os
import random
import re
import subprocess
from html.parser import HTMLParser

import pytest
from prmclib.cli import main
from watch.conform.conform_compare import WHATS, Difference, compare, compare_tree
from watch.conform.notes import NotesError, read_notes
from watch.conform.record import RecordError, from_json, merge, record_of, to_json
from watch.conform.tree import PROJECTS, Tree, read_tree
from prmclib.diff.compare import compare as diff
from prmclib.diff.rules import CLASSES
from prmclib.readers.load import Text, load_spec, load_texts
from prmclib.model import NOWHERE, Bits, Field, Kind, Layout
from watch.ifc import read_ifc
from prmclib.rules import RULES
from prmclib.readers.source import Source

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "spec")

HEADER = "typedef unsigned char u8;\n" + "".join(
    f"struct mlx5_ifc_t{number}_bits {{ u8 a[8]; u8 reserved_at_8[24]; u8 n{number}[32]; }};\n"
    for number in range(20)) + "struct mlx5_ifc_key_bits { u8 kind[4]; u8 reserved_at_4[0x1c]; };\n"

SOURCE = """\
doc: Some.
layouts:
  key:
    size: 4
    doc: A key.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_key_bits
    fields:
      0x00[31:28]: {name: type, doc: What it is.}
      0x00[27:1]:  reserved
      0x00[0]:     {name: fresh, since: Linux 6.12}
  t0:
    size: 8
    doc: A table.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_t0_bits
    fields:
      0x00[31:24]: a
      0x00[23:0]:  reserved
      0x04[31:0]:  n0
  alone:
    size: 4
    doc: In no header.
    source: PRM
    fields:
      0x00[31:0]: x
"""

NOTES = """\
without:
  - {trees: [Linux 6.1], layouts: [alone], reason: Linux does not know it.}
disagreements:
  - layout: key
    trees: [Linux 6.1, rdma-core]
    what: name
    fields: {type: kind}
    reason: An older name.
  - {layout: "*", trees: [rdma-core], what: reserved, fields: "*", reason: Not all is needed.}
"""


RECORD = ("--record", "conform.json")


def test_every_kind_of_disagreement_is_seen():
    text = ("struct mlx5_ifc_inner_bits { u8 x[32]; };\n"
            "struct mlx5_ifc_a_bits { u8 same[16]; u8 reserved_at_10[16]; u8 theirs[8]; u8 n[8]; "
            "u8 moved[8]; u8 reserved_at_38[8]; u8 wide[0x20]; "
            "struct mlx5_ifc_inner_bits in; u8 split[32]; u8 more[32]; u8 less[8]; u8 much[24]; };\n")
    header, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert not findings
    whole, _ = load_spec([SPEC])
    tree = Tree("Linux 6.1", PROJECTS[0], [], "6.1.1", header=header)

    def field(name, offset, width, **more):
        return Field(name, Bits(offset, width), more.pop("kind", Kind.UINT), NOWHERE,
                     elem_width=more.pop("elem", width), **more)

    layout = Layout("a", 28, [
        field("same", 0, 16), field("ours", 16, 16), field("", 32, 8, kind=Kind.RESERVED),
        field("m", 40, 8), field("", 48, 8, kind=Kind.IGNORED), field("moved", 56, 8),
        field("wide", 64, 32, kind=Kind.BYTES), field("in", 96, 32, kind=Kind.LAYOUT, layout="mkc"),
        field("one", 128, 16), field("two", 144, 16), field("", 160, 32, kind=Kind.RESERVED),
        field("less", 192, 16), field("much", 208, 16), field("late", 224, 0, count=0, elem=64),
    ], NOWHERE)

    def got():
        return {(item.field, item.what, item.header) for item in
                compare(tree, whole, layout, header.tables["mlx5_ifc_a_bits"])}

    assert got() == {
        ("ours", "reserved", ""), ("theirs", "unnamed", ""), ("m", "name", "n"),
        ("moved", "place", "0x04[15:8]"), ("wide", "shape", "number"),
        ("in", "shape", "xmlx5_ifc_inner_bits"), ("one", "other", ""), ("two", "other", ""),
        ("split", "other", ""), ("more", "unnamed", ""), ("late", "reserved", ""),
        ("less", "wider", "0x18[31:24]"), ("much", "narrower", "0x18[23:0]")}
    layout.size = 20
    assert ("", "size", "28") in got()
    layout.fields[0].about.since = "Linux 6.12"
    layout.fields[1].about.source = ["rdma-core"]
    assert ("same", "claim", "") in got() and "ours" not in {name for name, _, _ in got()}
    tree.label = "Linux 6.12"
    assert ("same", "claim", "") not in got()


REST = "0x04[31:0]: reserved"
STEPS = {  # what: (fields and size of the header, of the spec)
    "reserved": (["0x00[31:0]: reserved", REST], 8, ["0x00[31:0]: f", REST], 8),
    "unnamed": (["0x00[31:0]: f", REST], 8, ["0x00[31:0]: reserved", REST], 8),
    "name": (["0x00[31:0]: flag", REST], 8, ["0x00[31:0]: flags", REST], 8),
    "place": (["0x00[31:0]: f", REST], 8, ["0x00[31:0]: reserved", "0x04[31:0]: f"], 8),
    "wider": (["0x00[31:5]: reserved", "0x00[4:0]: f"], 4, ["0x00[31:6]: reserved",
                                                            "0x00[5:0]: f"], 4),
    "narrower": (["0x00[31:6]: reserved", "0x00[5:0]: f"], 4, ["0x00[31:5]: reserved",
                                                               "0x00[4:0]: f"], 4),
    "shape": (["0x00..0x03: {name: f, kind: bytes}"], 4, ["0x00[31:0]: f"], 4),
    "other": (["0x00[31:0]: f"], 4, ["0x00[31:16]: a", "0x00[15:0]: b"], 4),
    "beyond": (["0x00[31:0]: f"], 4, ["0x00[31:0]: f", "0x04[31:0]: g"], 8),
    "size": (["0x00[31:0]: f"], 4, ["0x00[31:0]: f", REST], 8),
}
VALUES = {  # what: (values of the header, of the spec)
    "value": ("{A: 1}", "{A: 2}"), "value_name": ("{ONCE: 1}", "{AT_ONCE: 1}"),
    "value_unnamed": ("{A: 1, B: 2}", "{A: 1}"), "value_missing": ("{A: 1}", "{A: 1, B: 2}"),
}


@pytest.mark.parametrize("what", sorted(WHATS))
def test_classes_are_those_of_diff(what):
    """`prmc diff` finds the same rule and severity for the step from the header to the spec."""
    assert WHATS[what].rule in CLASSES and WHATS[what].rule in RULES
    if what == "claim":  # what the spec says of itself, no bits
        assert what not in STEPS
        return
    sources = []
    whole = (["0x00[31:0]: {name: f, enum: e}"], 4)
    old, new = STEPS[what][:2] if what in STEPS else whole, STEPS[what][2:] if what in STEPS else whole
    for number, (name, (fields, size)) in enumerate((("old", old), ("new", new))):
        enums = f"enums:\n  e:\n    doc: d\n    source: s\n    open: true\n    values: " \
            f"{VALUES[what][number]}\n" if what in VALUES else ""
        text = (f"doc: d\n{enums}layouts:\n  x:\n    size: {size}\n    doc: d\n    source: s\n    fields:\n"
                + "".join(f"      {line}\n" for line in fields))
        spec, findings = load_texts([Text(name, f"{name}.yaml", text.encode())])
        assert not findings
        sources.append(Source(name, "header" if name == "old" else "spec", spec))
    found = {(item.rule, item.severity) for item in diff(*sources).findings}
    assert (WHATS[what].rule, WHATS[what].severity) in found


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A spec, notes, a tree of Linux 6.1 and one of rdma-core; tmp_path is the current folder."""
    monkeypatch.chdir(tmp_path)
    for folder in ("spec", "docs", "linux/include/linux/mlx5", "rdma/providers/mlx5"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "spec/some.yaml").write_text(SOURCE)
    (tmp_path / "docs/conform.yaml").write_text(NOTES)
    (tmp_path / "linux/include/linux/mlx5/mlx5_ifc.h").write_text(HEADER)
    (tmp_path / "linux/Makefile").write_text("VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 7\n")
    (tmp_path / "rdma/providers/mlx5/mlx5_ifc.h").write_text(HEADER + "enum { MLX5_X };\n")
    (tmp_path / "rdma/CMakeLists.txt").write_text('set(PACKAGE_VERSION "50.1")\n')
    return tmp_path


def run(capsys, *args):
    status = main(["conform", "--spec", "spec", *args])
    done = capsys.readouterr()
    assert "internal error" not in done.err
    return status, done.out, done.err


def test_text(world, capsys):
    assert run(capsys, "linux", "rdma-core@2026-01-02=rdma") == (0, """\
Linux 6.1 6.1.7: 21 tables, 100.0 % compared, 1 disagreement
rdma-core 50.1 (2026-01-02): 21 tables, 100.0 % compared, 2 disagreements
rdma-core and Linux 6.1 are one witness: 21 of the 21 tables that both have are identical.
0 breaking, 0 dangerous, 1 compatible, 2 cosmetic; 0 without a reason
""", "")


def test_markdown(world, capsys):
    status, out, err = run(capsys, "Linux 6.1@2026-03-04=linux", "rdma", "--format", "markdown")
    assert (status, err) == (0, "")
    assert "| Linux 6.1 | 6.1.7 | 2026-03-04 | 21 | 2 | 19 | 100.0 % | `include/linux/mlx5/mlx5_ifc.h` | `" in out
    assert "| rdma-core | 50.1 | unknown | 21 | 2 | 19 | 100.0 % | `providers/mlx5/mlx5_ifc.h` | `" in out
    assert out.partition("## Agreement")[2].split("\n\n")[2] == """\
| tree | compared | identical | cosmetic | compatible | dangerous | breaking |
|---|---|---|---|---|---|---|
| Linux 6.1 | 2 | 1 | 1 | 0 | 0 | 0 |
| rdma-core | 2 | 1 | 0 | 1 | 0 | 0 |"""
    assert "\nNo tree has these: `alone`.\n" in out
    assert out.partition("## Disagreements")[2] == """

Those with one of these reasons are not listed:

* rdma-core, the header has reserved bits there: Not all is needed.

| layout | fields | what | severity | trees | why |
|---|---|---|---|---|---|
| `key` | `type` (kind) | the header has another name for these bits | renamed, cosmetic | Linux 6.1, rdma-core | An older name. |

3 disagreements: 1 compatible and 2 cosmetic; 0 open.
"""


class Elements(HTMLParser):
    """The elements of a page, closed in order; texts by the element that contains them."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.ids, self.links, self.outside, self.texts = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.stack

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if "href" in values else []
        self.outside += [name for name in ("src", "action", "onclick") if name in values]
        if tag not in ("meta", "link", "br", "wbr"):
            self.stack.append(tag)

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_html(world, capsys):
    (world / "docs/conform.yaml").write_text(NOTES.replace("An older name.", "<b>&amp; bad</b> name"))
    status, out, err = run(capsys, "linux", "rdma", "--format", "html", "--output", "page.html")
    assert (status, out, err) == (0, "", "")
    text = (world / "page.html").read_text()
    page = Elements(text)
    assert len(page.ids) == len(set(page.ids)) and "d-key" in page.ids
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert not page.outside and "<script" not in text and "http" not in re.sub(
        r"http-equiv", "", text)
    assert "<b>&amp; bad</b> name" in page.texts


def test_what_nobody_has_explained(world, capsys):
    """It is reported, the status is 1, and the page shows it; so are notes without a disagreement."""
    (world / "docs/conform.yaml").write_text(
        NOTES.replace("{type: kind}", "{type: sort, none: kind}").replace("alone", "key"))
    status, out, err = run(capsys, "linux")
    assert status == 1 and err == ""
    assert out.startswith("""\
no note explains: Linux 6.1 key.type: name (the header has another name for these bits): kind
out of date: entry 1 (key, name, Linux 6.1, rdma-core): Linux 6.1 has no such disagreement for none
out of date: entry 1 (key, name, Linux 6.1, rdma-core): Linux 6.1 has no such disagreement for type
Linux 6.1 has no table for alone, and no note says why
a note says that Linux 6.1 has no table for key; it has one
""")
    status, out, err = run(capsys, "linux", "--format", "markdown")
    assert status == 1 and "no note explains: Linux 6.1 key.type" in err
    assert "; 1 open." in out and "| **open** |" in out and "## To be reviewed" in out


def test_a_table_that_is_in_another_header(world, capsys):
    """A package without that header has no table, a whole tree has it: the same note fits both."""
    more = "drivers/net/ethernet/mellanox/mlx5/core/steering/hws/prm.h"
    notes = NOTES.replace("layouts: [alone],", f"layouts: [alone], header: {more},")
    (world / "docs/conform.yaml").write_text(notes)
    spec = world / "spec/some.yaml"
    spec.write_text(spec.read_text().replace("source: PRM", f"source: linux {more} struct mlx5_ifc_alone_bits"))
    assert run(capsys, "linux")[0] == 0
    path = world / "linux" / more
    path.parent.mkdir(parents=True)
    path.write_text("struct mlx5_ifc_alone_bits { u8 x[0x20]; };\n")
    assert run(capsys, "linux")[0] == 0
    path.write_text("struct mlx5_ifc_other_bits { u8 x[0x20]; };\n")
    status, out, _ = run(capsys, "linux")
    assert status == 1 and out.startswith("Linux 6.1 has no table for alone, and no note says why\n")


def test_the_spec_gains_a_table(world, capsys):
    """A table of a tree that is not given is no longer one that nothing is compared with."""
    text = HEADER + "struct mlx5_ifc_later_bits { u8 x[0x20]; };\n"
    (world / "linux/include/linux/mlx5/mlx5_ifc.h").write_text(text)
    run(capsys, "linux", "rdma", "--update", *RECORD)
    assert '"alone": ["later"]' in (world / "conform.json").read_text()
    with open(world / "spec/some.yaml", "a", encoding="utf-8") as stream:
        stream.write("  later:\n    size: 4\n    doc: d\n    source: PRM\n    fields:\n      0x00[31:0]: x\n")
    run(capsys, "rdma", "--update", *RECORD)
    assert '"later"' not in (world / "conform.json").read_text()


def test_update(world, capsys):
    """Trees that are not given stay as they were recorded; the same trees give the same files."""
    assert run(capsys, "linux", "rdma", "--update", *RECORD) == (0, "", "")
    first = [(world / name).read_text() for name in ("conform.json", "docs/conform.md")]
    (world / "rdma").rename(world / "gone")
    (world / "docs/conform.md").write_text("old")
    assert run(capsys, "linux", "--update", *RECORD) == (0, "", "")
    assert [(world / name).read_text() for name in ("conform.json", "docs/conform.md")] == first
    status, out, _ = run(capsys, *RECORD, "--format", "markdown")
    assert (status, out) == (0, first[1])
    (world / "linux/include/linux/mlx5/mlx5_ifc.h").write_text(HEADER.replace("kind[4]", "kind[5]"
                                                               ).replace("0x1c", "0x1b"))
    status, _, err = run(capsys, "linux", "--update", "docs", *RECORD)
    assert status == 1 and "no note explains" in err
    assert "Linux 6.1 |" in (world / "docs/conform.md").read_text()


BAD_TREES = [
    ([], "no tree is given: prmc conform TREE..., or --record FILE of an earlier comparison"),
    (["nothing"], "nothing: there is no such tree or header"),
    (["docs"], "docs: not a tree of a driver: it has none of include/linux/mlx5/mlx5_ifc.h, "
               "providers/mlx5/mlx5_ifc.h, lib/mlx5/mlx5_ifc.h, drivers/common/mlx5/mlx5_prm.h, "
               "src/uct/ib/mlx5/dv/ib_mlx5_ifc.h, src/modules/transport/common/mlx5_ifc.h, "
               "src/transport/net_ib/gdaki/doca-gpunetio/include/host/mlx5_ifc.h, include/host/mlx5_ifc.h, "
               "include/mori/application/transport/rdma/providers/mlx5/mlx5_ifc.hpp, "
               "src/mlx5_regex_ifc.h, tools_layouts/adb/prm/hca/ext/register_access_table.adb, "
               "src/dcmd/prm.h, "
                "sys/dev/mlx5/mlx5_ifc.h, mlx5/src/prm.rs or projects/rocshmem/src/gda/mlx5/mlx5_ifc_core.hpp. Give the header"),
    (["X@soon=linux"], "X@soon=linux: 'soon' is not a date; write LABEL@YYYY-MM-DD=PATH"),
    (["linux", "Linux 6.1=linux"], "two trees are called Linux 6.1: write LABEL="
                                   "linux/include/linux/mlx5/mlx5_ifc.h"),
    (["spec/some.yaml"], "spec/some.yaml: the project cannot be determined from this path; give "
                         "the header in its tree's folders, as providers/mlx5/mlx5_ifc.h"),
]


@pytest.mark.parametrize("trees, message", BAD_TREES)
def test_bad_trees(world, capsys, trees, message):
    assert run(capsys, *trees) == (2, "", f"prmc: {message}\n")


def test_a_header_with_errors(world, capsys):
    (world / "rdma/providers/mlx5/mlx5_ifc.h").write_text("struct mlx5_ifc_a_bits { u8 x[; };\n")
    status, out, err = run(capsys, "linux", "rdma", "--update")
    assert status == 1 and out == "" and "error E1" in err
    assert sorted(os.listdir("docs")) == ["conform.yaml"]


BAD_NOTES = [
    ("[", "docs/conform.yaml: "), ("a: 1", "its keys are `names`, `without`, `rest` and `disagreements`"),
    ("names: [a]", "`names` is a map of tables' names"), ("rest: [3]", "`rest`, entry 1: its keys are reason"),
    ("rest: [{used: 3, reason: Nobody reads it.}]", "`rest`, entry 1: its keys are reason"),
    ("rest: [{tables: a, reason: Nobody reads it.}]", "`rest`, entry 1: `tables` has to be a list of names"),
    ("rest: [{used: false}]", "`rest`, entry 1: `reason` has to be a sentence"),
    ("without: 3", "`without` is not a list"), ("disagreements: [3]", "`disagreements`, entry 1: its "
                                            "keys have to be fields, layout, reason, trees, what"),
    (NOTES.replace("what: name", "what: colour"), "`what` is one of reserved, unnamed, name,"),
    (NOTES.replace("An older name.", "Old."), "`reason` has to be a sentence"),
    (NOTES.replace("[alone]", "alone"), "`without`, entry 1: `layouts` has to be a list of names"),
    (NOTES.replace("[alone],", "[alone], header: 3,"), "`without`, entry 1: `header` is the path of a header in its tree"),
    (NOTES.replace("[alone]", "[alone, alone]"), "alone of Linux 6.1 is listed twice"),
    (NOTES.replace("{type: kind}", "3"), "`fields` has to be a list of names, a map of names"),
    (NOTES.replace("{type: kind}", "[type, type]"), "type is listed twice for Linux 6.1"),
    ("\x00", "docs/conform.yaml: "),
]


@pytest.mark.parametrize("text, message", BAD_NOTES)
def test_bad_notes(world, capsys, text, message):
    (world / "docs/conform.yaml").write_text(text)
    status, out, err = run(capsys, "linux")
    assert (status, out) == (2, "") and err.startswith("prmc: ") and message in err
    with pytest.raises(NotesError):
        read_notes(str(world / "docs/conform.yaml"))


def test_records_that_are_none(world, capsys):
    """Every record is read or refused, and nothing is written."""
    run(capsys, "linux", "rdma", "--update", *RECORD)
    good = (world / "conform.json").read_text()
    assert to_json(from_json(good)) == good
    rng = random.Random(3)
    refused = 0
    for _ in range(300):
        data = list(good)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            data[at:at + rng.randint(0, 9)] = rng.choice(["", "null", "[", "}", "3", '"', "{}", "é"])
        try:
            from_json("".join(data))
        except RecordError:
            refused += 1
    assert refused > 200
    (world / "conform.json").write_text(good[:-20])
    status, out, err = run(capsys, "linux", "--update", *RECORD)
    assert (status, out) == (2, "") and "conform.json: not a record of prmc conform" in err
    assert (world / "conform.json").read_text() == good[:-20]


def test_dates_of_git(world):
    """The date of a tree under git is that of its last commit."""
    subprocess.run("git init -q rdma && cd rdma && git add . && GIT_COMMITTER_DATE='2020-02-03 "
                   "12:00 +0000' git -c user.name=x -c user.email=x@x commit -qm x", shell=True,
                   check=True)
    tree, _ = read_tree("rdma")
    assert (tree.label, tree.version, tree.date) == ("rdma-core", "50.1", "2020-02-03")
    tree, _ = read_tree("rdma/providers/mlx5/mlx5_ifc.h")
    assert (tree.label, tree.version, tree.date) == ("rdma-core", "50.1", "2020-02-03")


def test_copies_and_merging(world):
    """Trees with nearly the same tables count as one source; others do not."""
    spec, _ = load_spec(["spec"])
    other = HEADER
    for number in range(12):
        other = other.replace(f"n{number}[32]", f"m{number}[32]")
    (world / "spdk/lib/mlx5").mkdir(parents=True)
    (world / "spdk/lib/mlx5/mlx5_ifc.h").write_text(other)
    trees = [read_tree(name)[0] for name in ("linux", "spdk", "rdma")]
    record = record_of(spec, trees, {})
    assert record.alike == {("Linux 6.1", "SPDK"): (9, 21), ("Linux 6.1", "rdma-core"): (21, 21),
                            ("SPDK", "rdma-core"): (9, 21)}
    assert [[one.label for one in group] for group in record.witnesses()] == [
        ["Linux 6.1", "rdma-core"], ["SPDK"]]
    # Two tables that are the same make no copy of a tree with others.
    (world / "rdma/providers/mlx5/mlx5_ifc.h").write_text(HEADER.replace("_t", "_x").replace(
        "mlx5_ifc_x0_", "mlx5_ifc_t0_"))
    few = record_of(spec, [trees[0], read_tree("rdma")[0]], {})
    assert few.alike == {("Linux 6.1", "rdma-core"): (2, 2)} and len(few.witnesses()) == 2
    again = merge(record, record_of(spec, trees[1:2], {}))
    assert to_json(again) == to_json(record)
    found, used = compare_tree(spec, trees[1])
    assert used == {"mlx5_ifc_key_bits", "mlx5_ifc_t0_bits"}
    assert found["t0"] == [Difference("SPDK", "t0", "n0", "name", "m0")]
    assert json.loads(to_json(record))["trees"][1]["found"]["t0"] == {
        "name": [["n0", "0x04[31:0]", "m0"]]}


def test_structs_of_bytes(world, capsys):
    """Words are compared by their places: several fields in a word are no disagreement, a field
    that several words divide is one, and so is a word that ends inside of a field."""
    (world / "spec/seg.yaml").write_text("""\
doc: Segments.
layouts:
  seg:
    size: 16
    doc: A segment.
    source:
      - linux include/linux/mlx5/qp.h struct mlx5_seg
      - rdma-core providers/mlx5/wqe.h struct mlx5_whole (mlx5_seg)
    fields:
      0x00[31:24]: a
      0x00[23:0]:  b
      0x04[31:16]: c
      0x04[15:0]:  reserved
      0x08[63:0]:  d
""")
    (world / "linux/include/linux/mlx5/qp.h").write_text(
        "struct mlx5_seg { __be32 a_b; u8 rsvd0[2]; __be16 e; __be32 d_h; __be32 d_l; };\n")
    (world / "rdma/providers/mlx5/wqe.h").write_text(
        "struct mlx5_whole { struct mlx5_seg { uint8_t a; uint16_t x; uint8_t rest[5]; uint64_t d; }"
        " __attribute__((packed)) seg; uint32_t more; };\nstruct mlx5_bad { void *x; };\n")
    status, out, err = run(capsys, "linux", "rdma")
    lines = sorted(line for line in (out + err).splitlines() if " seg" in line)
    assert status == 1 and lines == [
        "no note explains: Linux 6.1 seg.c: reserved (the header has reserved bits there)",
        "no note explains: Linux 6.1 seg.d: shape (the header divides the bits differently): "
        "d_h d_l",
        "no note explains: Linux 6.1 seg.e: unnamed (the spec has reserved or ignored bits there)",
        "no note explains: rdma-core seg.b: other (the other side has other fields in these bits): "
        "x rest"]
    assert "Linux 6.1 6.1.7: 21 tables, 100.0 % compared, 4 disagreements" in out


def test_a_tree_with_a_layout_in_two_tables_is_named_once():
    """The key's context in Linux, for commands and for UMRs."""
    with open(os.path.join(os.path.dirname(SPEC), "docs", "conform.md"), encoding="utf-8") as stream:
        rows = [line.split(" | ") for line in stream if line.startswith("| `mkc` | ")]
    trees = [row[4].split(", ") for row in rows if len(row) == 6]
    assert len(trees) > 3 and any("Linux 6.12" in row for row in trees)
    assert all(len(set(row)) == len(row) for row in trees)
