# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests ``prmc import``: texts, reports, and that no import is incomplete or loses text."""

import os

import pytest
from prmclib.readers.source import load_source
from watch.importing.whole import compilable
from prmclib.cli import main
from watch.importing.import_command import cite

HEADER = """\
enum { MLX5_KEY_KIND_ONE = 1, MLX5_KEY_KIND_TWO = 2 };
struct mlx5_ifc_key_bits { u8 kind[4]; u8 reserved_at_4[0x1c]; };
struct mlx5_ifc_list_bits { struct mlx5_ifc_key_bits key; u8 count[0x20]; u8 pas[][0x40]; };
struct mlx5_ifc_odd_bits { u8 default[8]; u8 Mixed8B[8]; u8 wide[0x40]; u8 last[0x10]; };
struct mlx5_ifc_get_list_out_bits {
	u8 status[8];
	u8 reserved_at_8[0x38];
	struct mlx5_ifc_list_bits list;
};
struct mlx5_ifc_none_bits { u8 pas[][0x40]; };
"""

SPEC = """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: What is there.

# About the layouts below.
layouts:
  # The key.
  key:
    size: 4
    doc: A key, described by hand.
    source: PRM
    note: Not in the header.
    fields:
      # The kind.
      0x00[31:28]: {name: kind, doc: What it is., default: 1, unit: doors, encoding: log2, cap: other.x}
      0x00[27:20]: {name: old, doc: No longer there.}
      0x00[19:0]:  reserved

  # Behind it.
  other:
    size: 4
    doc: Another.
    source: PRM
    fields:
      0x00[31:0]: x
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Makes a folder of a header and a spec the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "include/linux/mlx5").mkdir(parents=True)
    (tmp_path / "include/linux/mlx5/mlx5_ifc.h").write_text(HEADER)
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "have.yaml").write_text(SPEC)
    return tmp_path


def run(capsys, *args, source="include/linux/mlx5/mlx5_ifc.h"):
    """Runs an import into the spec; returns exit status, standard output and standard error."""
    status = main(["import", source, "--spec", "spec", *args])
    done = capsys.readouterr()
    assert "internal error" not in done.err
    return status, done.out, done.err


def files(folder="."):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder)
                  for name in names)


def test_a_new_file(tree, capsys):
    status, out, err = run(capsys, "--layout", "mlx5_ifc_get_list_out_bits", "odd", "--rename",
                           "key=list_key", "--to", "spec/cmd/list.yaml")
    assert (status, err) == (0, "")
    assert out == """\
spec/cmd/list.yaml: 4 layouts, 10 fields, 1 enumeration from include/linux/mlx5/mlx5_ifc.h
needed by these: list_key, list
  list_key: key in the source
  list.pas: an array of unknown length, moved to the layouts that contain it
  get_list_out.pas: part of list in the source
  odd.wide: taken as bytes, a number of 64 bits in the source
  odd.default_: default in the source
  odd.mixed8b: Mixed8B in the source
"""
    assert (tree / "spec/cmd/list.yaml").read_text() == """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: Imported from linux include/linux/mlx5/mlx5_ifc.h, get_list_out and odd.

enums:
  key_kind:
    doc: Values of list_key.kind.
    source: linux include/linux/mlx5/mlx5_ifc.h MLX5_KEY_KIND_*
    open: true
    values:
      ONE: 1
      TWO: 2

layouts:
  list_key:
    size: 4
    doc: List key.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_key_bits
    note: key in the source.
    fields:
      0x00[31:28]: {name: kind, enum: key_kind}
      0x00[27:0]:  reserved

  list:
    size: 8
    doc: List.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_list_bits
    note: pas, an array of unknown length at its end, is in the layouts that contain it.
    fields:
      0x00[31:0]: {name: key, layout: list_key}
      0x04[31:0]: count

  get_list_out:
    size: 16
    doc: Output of GET_LIST.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_get_list_out_bits
    writer: device
    fields:
      0x00[31:24]: status
      0x00[23:0]:  reserved
      0x04[31:0]:  reserved
      0x08..0x0f:  {name: list, layout: list}
      0x10..:      {name: pas, width: 64, note: Part of list in the source.}

  odd:
    size: 12
    doc: Odd.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_odd_bits
    fields:
      0x00[31:24]: {name: default_, note: default in the source.}
      0x00[23:16]: {name: mixed8b, note: Mixed8B in the source.}
      0x02..0x09:  {name: wide, kind: bytes, note: A number of 64 bits in the source.}
      0x08[15:0]:  last
"""
    assert main(["check", "--spec", "spec"]) == 0


def test_standard_output(tree, capsys):
    before = files()
    status, out, err = run(capsys, "--layout", "odd", "--to", "-", "--cite", "SomeOS a/b.h",
                           "--doc", "Odd things: some.")
    assert status == 0 and files() == before
    assert out.splitlines()[1] == 'doc: "Odd things: some."'
    assert "    source: SomeOS a/b.h struct mlx5_ifc_odd_bits\n" in out
    assert err.startswith("standard output: 1 layout, 4 fields, 0 enumerations from include/")


def test_what_the_spec_has_is_used(tree, capsys):
    """A nested layout of the spec is not imported again; the report says that it differs."""
    status, out, err = run(capsys, "--layout", "list", "--to", "spec/list.yaml")
    assert (status, err) == (0, "")
    assert "in the spec already: key (with other fields)\n" in out
    text = (tree / "spec/list.yaml").read_text()
    assert "  key:\n" not in text and "{name: key, layout: key}" in text and "enums" not in text


def test_append(tree, capsys):
    """The file's contents are kept, including comments; new entries are added at the end of their section."""
    status, _, err = run(capsys, "--layout", "list", "--rename", "key=list_key", "--append",
                         "--to", "spec/have.yaml")
    assert (status, err) == (0, "")
    text = (tree / "spec/have.yaml").read_text()
    assert text.startswith(SPEC)
    assert text[len(SPEC):].startswith("\n  list_key:\n    size: 4\n")
    assert text.endswith("\nenums:\n  key_kind:\n    doc: Values of list_key.kind.\n    source: linux "
                         "include/linux/mlx5/mlx5_ifc.h MLX5_KEY_KIND_*\n    open: true\n"
                         "    values:\n      ONE: 1\n      TWO: 2\n")
    assert main(["check", "--spec", "spec"]) == 0


def test_replace(tree, capsys):
    """A layout gets the source's places; the spec's texts of it and its fields are kept, and removed fields are
    reported."""
    status, out, err = run(capsys, "--layout", "key", "--replace", "--to", "spec/have.yaml")
    assert (status, err) == (0, "")
    assert "  key.old: was in the file, is not in the source\n" in out
    text = (tree / "spec/have.yaml").read_text()
    before, _, behind = SPEC.partition("  key:\n")
    assert text.startswith(before)
    after = behind[behind.index("\n  # Behind it.\n"):]
    assert after in text
    assert """\
  # The kind.
  key:
    size: 4
    doc: A key, described by hand.
    source:
      - PRM
      - linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_key_bits
    note: Not in the header.
    fields:
      0x00[31:28]:
        name: kind
        enum: key_kind
        encoding: log2
        default: ONE
        unit: doors
        cap: other.x
        doc: What it is.
      0x00[27:0]: reserved
""" in text
    assert main(["check", "--spec", "spec"]) == 0


OVERLAID = """\
doc: Overlays.
layouts:
  user:
    size: 8
    doc: A user.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_user_bits
    writer: both
    fields:
      0x00[31:0]: {name: kind, since: PRM 2}
      0x04[31:0]:
        overlay: what
        selector: kind
        doc: What it is.
        arms:
          one: {when: 1, doc: The first., unit: bytes}
          two: {when: else, doc: The second.}
"""


@pytest.mark.parametrize("more", ["", "u8 three[32];"])
def test_replacing_an_overlay(tree, capsys, more):
    """C has no selector: the spec's is kept if the meanings are the same."""
    (tree / "include/linux/mlx5/mlx5_ifc.h").write_text(
        "struct mlx5_ifc_user_bits { u8 kind[32]; union { u8 one[32]; u8 two[32]; " + more + "}; };\n")
    (tree / "spec/user.yaml").write_text(OVERLAID)
    status, _, err = run(capsys, "--layout", "user", "--replace", "--to", "spec/user.yaml")
    assert (status, err) == (0, "")
    text = (tree / "spec/user.yaml").read_text()
    if not more:
        assert text == OVERLAID.replace(
            "{when: 1, doc: The first., unit: bytes}", "{when: 1, unit: bytes, doc: The first.}")
        return
    assert "overlay: what" in text and "selector: {external: Not stated by the header.}" in text
    for line in ("one:   {when: 0, unit: bytes, doc: The first.}", "two:   {when: 1, doc: The second.}",
                 "three: {when: 2}", "since: PRM 2", "doc: What it is."):
        assert line in text, line
    assert main(["check", "--spec", "spec"]) == 0


def test_an_enumeration_that_the_spec_has(tree, capsys):
    """It is used if it has all values, under any names; if not, another one is made."""
    (tree / "spec/values.yaml").write_text("""\
doc: Values.
enums:
  key_kind:
    doc: Kinds.
    source: PRM
    values: {FIRST: 1, SECOND: 2, THIRD: 3}
""")
    status, out, _ = run(capsys, "--layout", "key", "--rename", "key=other_key", "--to",
                         "spec/new.yaml")
    assert status == 0 and "  key_kind: the spec's key_kind has all its values and is used\n" in out
    text = (tree / "spec/new.yaml").read_text()
    assert "enums:" not in text and "{name: kind, enum: key_kind}" in text
    (tree / "spec/values.yaml").write_text((tree / "spec/values.yaml").read_text().replace(
        "SECOND: 2, ", ""))
    status, out, _ = run(capsys, "--layout", "key", "--rename", "key=third_key", "--to", "-")
    assert status == 0 and "\n  key_kind_2:\n" in out and "{name: kind, enum: key_kind_2}" in out
    assert "note: key_kind in the source.\n" in out


def test_enumerations_alone(tree, capsys):
    status, out, err = run(capsys, "--enum", "key_*", "--to", "-")
    assert status == 0 and out == """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: Imported from linux include/linux/mlx5/mlx5_ifc.h, key_kind.

enums:
  key_kind:
    doc: Values of key kind.
    source: linux include/linux/mlx5/mlx5_ifc.h MLX5_KEY_KIND_*
    open: true
    values:
      ONE: 1
      TWO: 2
"""
    assert err.startswith("standard output: 0 layouts, 0 fields, 1 enumeration from ")


def test_places_where_no_layout_can_stand(tree, capsys):
    """Tables that are not whole dwords are replaced by their fields; in an arm, under its name."""
    (tree / "small.h").write_text(
        "struct mlx5_ifc_half_bits { u8 reserved_at_0[4]; u8 set[12]; };\n"
        "struct mlx5_ifc_user_bits { u8 x[16]; union { u8 raw[16]; struct mlx5_ifc_half_bits half; "
        "}; struct mlx5_ifc_half_bits low; struct mlx5_ifc_half_bits many[3]; };\n")
    status, out, err = run(capsys, "--layout", "user", "--to", "-", source="small.h")
    assert status == 0 and out[out.index("  user:\n"):] == """\
  user:
    size: 12
    doc: User.
    source: small.h struct mlx5_ifc_user_bits
    fields:
      0x00[31:16]: x
      0x00[15:0]:
        overlay: union_at_10
        selector: {external: Not stated by the header.}
        arms:
          raw: {when: 0}
          half:
            when: 1
            fields:
              0x00[15:12]: reserved
              0x00[11:0]:  set
      0x04[31:28]: reserved
      0x04[27:16]: low_set
      0x06..0x0b:  {name: many, kind: bytes, note: "half in the source, which cannot be a layout there."}
"""
    assert "  user.half: replaced by the fields of half\n" in err
    assert "  user.many: taken as bytes, half in the source" in err


REFUSED = [
    (["--to", "spec/new.yaml"], "nothing to import: give --layout NAME... or --enum NAME..."),
    (["--enum", "key_kinds", "--to", "spec/new.yaml"],
     "include/linux/mlx5/mlx5_ifc.h has no enumeration key_kinds; did you mean 'key_kind'?"),
    (["--layout", "nothing", "--to", "spec/new.yaml"],
     "include/linux/mlx5/mlx5_ifc.h has no layout nothing; it has 5 layouts"),
    (["--layout", "lists", "--to", "spec/new.yaml"],
     "include/linux/mlx5/mlx5_ifc.h has no layout lists; did you mean 'list'?"),
    (["--layout", "none", "--to", "spec/new.yaml"],
     "none of include/linux/mlx5/mlx5_ifc.h has 0 bytes; a layout has 1 to 1048576"),
    (["--layout", "odd", "--to", "spec/have.yaml"],
     "spec/have.yaml exists: --append adds to it, --replace also renews the layouts that it has"),
    (["--layout", "key", "--to", "spec/new.yaml"],
     "the spec has a layout key, spec/have.yaml:7: --rename key=OTHER imports it beside that one, "
     "--to spec/have.yaml --replace in its place"),
    (["--layout", "key", "--append", "--to", "spec/have.yaml"],
     "the spec has a layout key, spec/have.yaml:7: --rename key=OTHER imports it beside that one, "
     "--to spec/have.yaml --replace in its place"),
    (["--layout", "odd", "--to", "new.txt"], "new.txt: a file of the spec ends in .yaml"),
    (["--layout", "odd", "--to", "-", "--append"],
     "--append and --replace need a file: --to FILE"),
    (["--layout", "odd", "--to", "spec/new.yaml", "--rename", "odd"],
     "--rename odd: write OLD=NEW, NEW in lower case letters, digits and '_'"),
    (["--layout", "odd", "--to", "spec/new.yaml", "--rename", "odd=Odd"],
     "--rename odd=Odd: write OLD=NEW, NEW in lower case letters, digits and '_'"),
    (["--layout", "odd", "--to", "spec/new.yaml", "--rename", "keys=x"],
     "--rename keys=...: include/linux/mlx5/mlx5_ifc.h has no such layout or enumeration; "
     "did you mean 'key'?"),
]


@pytest.mark.parametrize("args, message", REFUSED)
def test_refused(tree, capsys, args, message):
    before = {name: open(name, "rb").read() for name in files()}
    status, out, err = run(capsys, *args)
    assert (status, out, err) == (2, "", f"prmc: {message}\n")
    assert {name: open(name, "rb").read() for name in files()} == before


def test_another_size_of_what_is_needed(tree, capsys):
    (tree / "spec/have.yaml").write_text(SPEC.replace("size: 4\n    doc: A key", "size: 8\n    doc: A "
                                                      "key").replace(
        "      0x00[19:0]:  reserved\n", "      0x00[19:0]:  reserved\n      0x04[31:0]:  more\n"))
    status, out, err = run(capsys, "--layout", "list", "--to", "spec/list.yaml")
    assert (status, out) == (2, "")
    assert err == ("prmc: key is needed and has 4 bytes in include/linux/mlx5/mlx5_ifc.h, but 8 in "
                   "the spec (spec/have.yaml:7): --rename key=OTHER imports it beside that one\n")
    assert files("spec") == ["spec/have.yaml"]


def test_a_result_that_does_not_pass(tree, capsys):
    """If the result has findings, they are printed, and nothing is written."""
    status, out, err = run(capsys, "--layout", "odd", "--rename", "odd=prm_base", "--to",
                           "spec/base.yaml")
    assert (status, out) == (1, "")
    assert "error E007: prm_base.h is the header that all others include\n" in err
    assert err.endswith("prmc: nothing is written: spec/base.yaml would not pass `prmc check`; the "
                        "lines above are of the text that it would have\n")
    assert files("spec") == ["spec/have.yaml"]


def test_a_spec_or_source_with_errors(tree, capsys):
    status, _, err = run(capsys, "--layout", "x", "--to", "spec/new.yaml", source="none.h")
    assert status == 1 and "none.h: error E001: " in err
    (tree / "junk.h").write_bytes(bytes(range(256)) * 40)
    status, _, err = run(capsys, "--layout", "x", "--to", "spec/new.yaml", source="junk.h")
    assert status == 1 and "error E1" in err
    (tree / "spec/broken.yaml").write_text("layouts: [\n")
    for more in ([], ["--append"]):
        status, _, err = run(capsys, "--layout", "odd", "--to", "spec/have.yaml" if more else
                             "spec/new.yaml", *more)
        assert status == 2 and "error E006" in err
        assert err.endswith("prmc: the spec has errors already: correct them first\n")
    assert files("spec") == ["spec/broken.yaml", "spec/have.yaml"]
    assert (tree / "spec/have.yaml").read_text() == SPEC


def test_a_folder_that_cannot_be_written(tree, capsys):
    (tree / "spec/file").write_text("")
    status, _, err = run(capsys, "--layout", "odd", "--to", "spec/file/new.yaml")
    assert status == 2 and "spec/file" in err and files("spec") == ["spec/file", "spec/have.yaml"]


def test_projects():
    assert cite("/usr/src/x/include/linux/mlx5/mlx5_ifc.h") == "linux include/linux/mlx5/mlx5_ifc.h"
    assert cite("a/providers/mlx5/mlx5_ifc.h") == "rdma-core providers/mlx5/mlx5_ifc.h"
    assert cite("spdk/lib/mlx5/mlx5_ifc.h") == "SPDK lib/mlx5/mlx5_ifc.h"
    assert cite("drivers/common/mlx5/mlx5_prm.h") == "DPDK drivers/common/mlx5/mlx5_prm.h"
    assert cite("elsewhere/my.h") == "my.h"


def test_a_unit_that_a_description_says_is_a_key(tmp_path):
    """Of a table of mstflint; a unit that depends on a case stays in words."""
    path = tmp_path / "t.adb"
    path.write_text('<NodesDefinition>\n<config big_endian_arr="1"/>\n<node name="t" size="0x8.0" descr="">\n'
                    '<field name="a" descr="In 10 msec units." offset="0x0.0" size="0x4.0"/>\n'
                    '<field name="b" descr="In 10 msec units if a = 1." offset="0x4.0" size="0x4.0"/>\n'
                    '</node>\n</NodesDefinition>\n')
    spec, _ = compilable(load_source(str(path)), ["t"])
    assert [item.unit for item in spec.layouts["t"].fields] == ["10 milliseconds", ""]
