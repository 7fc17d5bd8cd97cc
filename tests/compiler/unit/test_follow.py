# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests ``prmc follow``: what becomes of each change of a source, and that nothing else changes."""

import os
import random
import re
import shutil
import subprocess
import sys

import pytest
import yaml
from kernel_headers import linux
from prmc import ROOT, run
from prmclib.cli import main
from prmclib.readers import yamltree

sys.path.insert(0, os.path.join(ROOT, "tests", "compiler", "diff"))

import independent  # noqa: E402

HEADER = "include/linux/mlx5/mlx5_ifc.h"

OLD = """\
enum {
	MLX5_KEY_KIND_ONE = 1,
	MLX5_KEY_KIND_TWO = 2,
};

struct mlx5_ifc_key_bits {
	u8         kind[0x8];
	u8         reserved_at_8[0x8];
	u8         length[0x8];
	u8         reserved_at_18[0x8];
	u8         pd[0x18];
	u8         tag[0x8];
};

struct mlx5_ifc_ctx_bits {
	u8         reserved_at_0[0x20];
	struct mlx5_ifc_key_bits key;
	union {
		u8         word[0x20];
		u8         half[0x10];
	};
};

struct mlx5_ifc_alone_bits {
	u8         first[0x10];
	u8         second[0x10];
	u8         third[0x20];
};
"""

SPEC = """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: What is there.

sources: {L: linux include/linux/mlx5/mlx5_ifc.h}

enums:
  key_kind:
    doc: Kinds.
    source:
      - L MLX5_KEY_KIND_*
      - DPDK drivers/common/mlx5/mlx5_prm.h MLX5_KEY_KIND_*
    open: true
    values:
      ONE: 1
      # The second one.
      TWO: {value: 2, doc: Two of them.}

# About the layouts below.
layouts:
  # The key.
  key:
    size: 8
    doc: A key, described by hand.
    source:
      - linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_key_bits
      - DPDK drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_key_bits
    fields:
      # The kind.
      0x00[31:24]: {name: kind, enum: key_kind, doc: What it is.}
      0x00[23:16]: reserved
      0x00[15:8]:  {name: length, doc: Of the key.}  # beside it
      0x00[7:0]:   reserved
      0x04[31:8]:  pd
      0x04[7:0]:   {name: mkey_7_0, doc: The spec has its own name.}

  ctx:
    size: 16
    doc: A context.
    source: L struct mlx5_ifc_ctx_bits
    fields:
      0x00[31:0]:  reserved
      0x04..0x0b:  {name: key, layout: key}
      0x0c[31:0]:
        overlay: content
        selector: {external: Not stated by the header.}
        arms:
          word: {when: 0}
          half:
            when: 1
            fields:
              0x0c[31:16]: half
              0x0c[15:0]:  reserved
"""

MORE = """\
doc: Another file.

layouts:
  alone:
    size: 8
    doc: Only Linux has it.
    source: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alone_bits
    fields:
      0x00[31:16]: first
      0x00[15:0]:  second
      0x04[31:0]:  third

sequences:
  post:
    doc: A post.
    source: linux include/linux/mlx5/mlx5_ifc.h
    segments:
      - alone: {layout: alone}
      - rest:  {data: true, size: alone.second * 4}
"""


def git(*args):
    subprocess.run(["git", "-C", "linux", "-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false",
                    "-c", "maintenance.auto=false", *args], check=True, stdout=subprocess.DEVNULL)


def commit(text, version="6.1.0", tag=""):
    """Commits a header to the tree of Linux."""
    with open(f"linux/{HEADER}", "w") as stream:
        stream.write(text)
    numbers = version.split(".")
    with open("linux/Makefile", "w") as stream:
        stream.write("VERSION = {}\nPATCHLEVEL = {}\nSUBLEVEL = {}\n".format(*numbers))
    git("add", "-A")
    git("commit", "-qm", version)
    if tag:
        git("tag", tag)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Makes a tree of Linux with its first commit, which each test copies: a process of git costs more than a copy."""
    folder = tmp_path_factory.mktemp("first")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        os.makedirs("linux/include/linux/mlx5")
        subprocess.run(["git", "init", "-q", "--template=", "linux"], check=True)
        commit(OLD, "6.1.0", "v6.1")
    return folder / "linux"


@pytest.fixture
def tree(first, tmp_path, monkeypatch):
    """Makes a spec and a tree of Linux, whose first commit the spec has followed."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(first, "linux")
    os.makedirs("spec/cmd")
    write(SPEC)
    (tmp_path / "spec/cmd/more.yaml").write_text(MORE)
    (tmp_path / "spec/followed").write_text("# source  revision  commit  date\nlinux     v6.1      -       2022-12-11\n")
    assert main(["fmt", "--spec", "spec"]) == 0
    assert main(["check", "--spec", "spec"]) == 0
    return tmp_path


def write(text):
    with open("spec/cmd/have.yaml", "w") as stream:
        stream.write(text)


def text(name="spec/cmd/have.yaml"):
    with open(name) as stream:
        return stream.read()


def follow(capsys, *args, new="linux", source="linux"):
    """Runs prmc follow on the spec; returns exit status, standard output and standard error. The result is formatted
    and without errors."""
    capsys.readouterr()
    status = main(["follow", source, new, "--spec", "spec", *args])
    done = capsys.readouterr()
    assert "internal error" not in done.err
    assert main(["fmt", "--check", "--spec", "spec"]) == 0
    assert main(["check", "--spec", "spec"]) == 0
    capsys.readouterr()
    return status, done.out, done.err


def step(capsys, old, new, version="7.2.0"):
    """Commits OLD's text with a part replaced, follows, and returns the output and the changed lines of the spec."""
    assert old in OLD
    commit(OLD.replace(old, new), version, f"v{version[:3]}")
    before = text().splitlines()
    status, out, err = follow(capsys)
    assert (status, err) == (0, "")
    after = text().splitlines()
    return out, [line.strip() for line in before if line not in after], \
        [line.strip() for line in after if line not in before]


def test_a_new_field(tree, capsys):
    out, gone, came = step(capsys, "reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];")
    assert gone == ["0x00[7:0]:   reserved"]
    assert came == ["0x00[7]:     {name: tph_en, source: L, since: Linux 7.2}", "0x00[6:0]:   reserved"]
    assert "taken: 1 change" in out and "key.tph_en  added, 1 bit in reserved space" in out
    assert "written: spec/cmd/have.yaml, spec/followed" in out


def test_a_wider_field(tree, capsys):
    out, gone, came = step(capsys, "reserved_at_8[0x8];\n\tu8         length[0x8]",
                           "reserved_at_8[0x6];\n\tu8         length[0xa]")
    assert gone == ["0x00[23:16]: reserved", "0x00[15:8]:  {name: length, doc: Of the key.}  # beside it"]
    assert came == ["0x00[23:18]: reserved", "0x00[17:8]:  {name: length, doc: Of the key.}  # beside it"]
    assert "key.length  widened 8 -> 10 bits" in out


def test_a_moved_field(tree, capsys):
    """The spec's own name stays."""
    _, gone, came = step(capsys, "u8         pd[0x18];\n\tu8         tag[0x8];",
                         "u8         tag[0x8];\n\tu8         pd[0x18];")
    assert gone == ["0x04[31:8]:  pd", "0x04[7:0]:   {name: mkey_7_0, doc: The spec has its own name.}"]
    assert came == ["0x04[31:24]: {name: mkey_7_0, doc: The spec has its own name.}", "0x04[23:0]:  pd"]


def test_a_new_value(tree, capsys):
    out, gone, came = step(capsys, "MLX5_KEY_KIND_TWO = 2,", "MLX5_KEY_KIND_TWO = 2,\n\tMLX5_KEY_KIND_FOUR = 4,")
    assert "FOUR: {value: 4, source: L, since: Linux 7.2}" in came and "FOUR" in out
    assert not [line for line in gone if "TWO" not in line and "ONE" not in line]


def test_a_field_of_an_arm(tree, capsys):
    _, gone, came = step(capsys, "u8         word[0x20];\n\t\tu8         half[0x10];",
                         "u8         word[0x20];\n\t\tstruct { u8 half[0x10]; u8 other[0x8]; };")
    assert "0x0c[15:8]:  {name: other, source: L, since: Linux 7.2}" in came
    assert gone == ["0x0c[15:0]:  reserved"]


def test_a_new_arm(tree, capsys):
    out, gone, came = step(capsys, "u8         half[0x10];\n", "u8         half[0x10];\n\t\tu8         byte[0x8];\n")
    assert gone == []
    assert [re.sub(" +", " ", line) for line in came] == [
        "byte:", "when: 2", "source: L", "since: Linux 7.2", "0x0c[31:24]: byte", "0x0c[23:0]: ignored"]
    assert "arm" in out


def test_a_new_layout_that_a_field_needs(tree, capsys):
    commit(OLD.replace("struct mlx5_ifc_ctx_bits {\n\tu8         reserved_at_0[0x20];",
                       "enum { MLX5_TPH_MODE_HINT = 0, MLX5_TPH_MODE_TAG = 1 };\n"
                       "struct mlx5_ifc_tph_bits { u8 mode[0x8]; u8 tag[0x18]; };\n"
                       "struct mlx5_ifc_ctx_bits {\n\tstruct mlx5_ifc_tph_bits tph;"), "7.2.0")
    status, out, err = follow(capsys)
    assert (status, err) == (0, "")
    spec = yaml.safe_load(text())
    assert spec["layouts"]["ctx"]["fields"]["0x00[31:0]"] == {
        "name": "tph", "layout": "tph", "source": "L", "since": "Linux 7.2"}
    assert spec["layouts"]["tph"]["source"] == "L struct mlx5_ifc_tph_bits" and \
        spec["layouts"]["tph"]["since"] == "Linux 7.2"
    assert spec["layouts"]["tph"]["fields"] == {"0x00[31:24]": {"name": "mode", "enum": "tph_mode"}, "0x00[23:0]": "tag"}
    assert spec["enums"]["tph_mode"]["values"] == {"HINT": 0, "TAG": 1}


USES = """\
doc: What uses the key.

sources:
  K: linux include/linux/mlx5/mlx5_ifc.h

layouts:
  # The part moves with its whole, and so does this line.
  inner:
    size: 4
    doc: A layout.
    source: K struct mlx5_ifc_inner_bits
    fields:
      0x00[31:16]: {name: a, source: K}
      0x00[15:0]:  b

  part:
    size: 4
    doc: A layout.
    source: [K struct mlx5_ifc_part_bits, DPDK drivers/common/mlx5/mlx5_prm.h]
    fields:
      0x00..0x03: {name: inner, layout: inner}

  user:
    size: 20
    doc: A layout.
    source: K struct mlx5_ifc_user_bits
    fields:
      0x00..0x07: {name: key, layout: key}
      0x08..0x0b: {name: part, layout: part}
      0x0c..0x13: {name: other, layout: alone}
"""


def test_a_part_that_another_file_has(tree, capsys):
    """A file whose header needs this one's gives the layout away, with its own parts, and nothing else."""
    (tree / "spec/cmd/uses.yaml").write_text(USES)
    assert main(["fmt", "--spec", "spec"]) == 0
    parts = "struct mlx5_ifc_inner_bits { u8 a[0x10]; u8 b[0x10]; };\n" \
        "struct mlx5_ifc_part_bits { struct mlx5_ifc_inner_bits inner; };\n"
    ctx = "struct mlx5_ifc_ctx_bits {\n\tu8         reserved_at_0[0x20];"
    assert ctx in OLD
    commit(OLD.replace(ctx, parts + ctx), "6.1.0", "v6.1a")
    commit(OLD.replace(ctx, parts + ctx.replace("u8         reserved_at_0[0x20]", "struct mlx5_ifc_part_bits part")), "7.2.0")
    status, out, err = follow(capsys, "--old", "v6.1a")
    assert (status, err) == (0, "")
    said = out.partition("in another file, which needs them now: 2\n")[2]
    assert [line.split()[0] for line in said.split("\n\n")[0].split("\n")] == ["part", "inner"]
    spec, uses = yaml.safe_load(text()), yaml.safe_load(text("spec/cmd/uses.yaml"))
    assert spec["layouts"]["ctx"]["fields"]["0x00[31:0]"] == {
        "name": "part", "layout": "part", "source": "L", "since": "Linux 7.2"}
    assert list(uses["layouts"]) == ["user"] and list(spec["layouts"])[-2:] == ["part", "inner"]
    assert spec["layouts"]["part"]["source"] == ["L struct mlx5_ifc_part_bits", "DPDK drivers/common/mlx5/mlx5_prm.h"]
    assert spec["layouts"]["inner"]["source"] == "L struct mlx5_ifc_inner_bits"
    assert spec["layouts"]["inner"]["fields"]["0x00[31:16]"] == {"name": "a", "source": "L"}
    assert "  # The part moves with its whole, and so does this line.\n  inner:\n" in text()


def test_bits_with_several_meanings(tree, capsys):
    """Of a field that only this source has."""
    commit(OLD.replace("u8         third[0x20];", "union { u8 third[0x20]; u8 other[0x8]; };"), "7.2.0")
    assert follow(capsys)[0] == 0
    overlay = yaml.safe_load(text("spec/cmd/more.yaml"))["layouts"]["alone"]["fields"]["0x04[31:0]"]
    assert list(overlay["arms"]) == ["third", "other"] and overlay["since"] == "Linux 7.2"


@pytest.mark.parametrize("one", ["u8 one[0x20];", "struct { u8 third[0x20]; } one;"])
def test_a_number_that_becomes_an_overlay_of_its_name(tree, capsys, one):
    """The number may be in an arm now, by its name."""
    commit(OLD.replace("u8         third[0x20];", f"union {{ {one} u8 two[0x10]; }} third;"), "7.2.0")
    assert follow(capsys)[0] == 0
    overlay = yaml.safe_load(text("spec/cmd/more.yaml"))["layouts"]["alone"]["fields"]["0x04[31:0]"]
    assert (overlay["overlay"], list(overlay["arms"]), overlay["since"]) == ("third", ["one", "two"], "Linux 7.2")
    commit(OLD.replace("u8         third[0x20];", f"union {{ {one} u8 two[0x10]; }} last;"), "7.2.0")
    assert follow(capsys)[0] == 0
    assert yaml.safe_load(text("spec/cmd/more.yaml"))["layouts"]["alone"]["fields"]["0x04[31:0]"]["overlay"] == "last"
    commit(OLD, "7.3.0")  # and back
    assert follow(capsys)[0] == 0
    assert yaml.safe_load(text("spec/cmd/more.yaml"))["layouts"]["alone"]["fields"]["0x04[31:0]"] == {
        "name": "third", "source": "linux include/linux/mlx5/mlx5_ifc.h", "since": "Linux 7.3"}


def test_a_layout_that_grows(tree, capsys):
    out, gone, came = step(capsys, "u8         tag[0x8];\n};", "u8         tag[0x8];\n\tu8         more[0x20];\n};")
    assert came == ["size: 12", "0x08[31:0]:  {name: more, source: L, since: Linux 7.2}", "size: 20",
                    "0x04..0x0f: {name: key, layout: key}", "0x10[31:0]:", "0x10[31:16]: half", "0x10[15:0]:  reserved"]
    assert "grown 8 -> 12 bytes" in out and "grown 16 -> 20 bytes" in out


def test_what_only_this_source_has_can_go(tree, capsys):
    commit(OLD.replace("u8         first[0x10]", "u8 reserved_at_0[0x10]"), "7.2.0")
    assert follow(capsys)[0] == 0
    assert "0x00[31:16]: reserved" in text("spec/cmd/more.yaml")


def test_a_new_name_is_taken_with_its_references(tree, capsys):
    """A sequence refers to the field."""
    commit(OLD.replace("second[0x10]", "second_part[0x10]"), "7.2.0")
    status, out, err = follow(capsys)
    assert status == 0 and "0x00[15:0]:  second_part" in text("spec/cmd/more.yaml")
    assert "size: alone.second_part * 4" in text("spec/cmd/more.yaml")


def test_a_removal_that_a_sequence_forbids(tree, capsys):
    """The field stays, with an undecided conflict."""
    commit(OLD.replace("u8         second[0x10]", "u8 reserved_at_10[0x10]"), "7.2.0")
    status, out, err = follow(capsys)
    assert status == 0 and "Undecided: Linux 7.2 no longer has it" in " ".join(text("spec/cmd/more.yaml").split())
    assert "E066" in out or "E040" in out or "E065" in out


# What is no change

def test_what_the_spec_has_already(tree, capsys):
    """From another source."""
    write(text().replace("0x00[7:0]:   reserved", "0x00[7]:     {name: tph_en, source: DPDK}\n      0x00[6:0]:   reserved"))
    out, gone, came = step(capsys, "reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];")
    assert (gone, came) == ([], [])
    assert "already there: 1\n  key: tph_en" in out and "taken" not in out
    assert "linux   v7.2" in text("spec/followed") or "linux     v7.2" in text("spec/followed")


def test_what_others_have_is_kept(tree, capsys):
    """A field that the source drops, of a layout of several sources."""
    out, gone, came = step(capsys, "u8         length[0x8];", "u8         reserved_at_10[0x8];")
    assert gone == ["0x00[15:8]:  {name: length, doc: Of the key.}  # beside it"]
    said = " ".join(came)
    assert "Undecided: Linux 7.2 no longer has it; the spec has length at 0x00[15:8], from DPDK." in said
    assert "# beside it" in said and "in conflict, undecided: 1" in out


def test_what_the_field_itself_has_from_others_is_kept(tree, capsys):
    write(text().replace("{name: length, doc: Of the key.}", "{name: length, source: DPDK}"))
    out, gone, came = step(capsys, "u8         length[0x8];", "u8         reserved_at_10[0x8];")
    assert (gone, came) == ([], []) and "kept: 1\n  key.length" in out


# Conflicts

def test_a_conflict_of_places(tree, capsys):
    write(text().replace("0x00[7:0]:   reserved", "0x00[7:1]:   reserved\n      0x00[0]:     {name: tph_en, source: DPDK}"))
    out, gone, came = step(capsys, "reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];")
    assert gone == ["0x00[0]:     {name: tph_en, source: DPDK}"]
    said = "Linux 7.2 has tph_en at 0x00[7]; the spec has tph_en at 0x00[0], from DPDK"
    assert f"Undecided: {said}." in " ".join(" ".join(came).split())
    assert "in conflict, undecided: 1" in out and said in out
    status = main(["check", "--spec", "spec"])
    done = capsys.readouterr()
    assert status == 0 and "W092" in done.err and said in done.err


def test_a_move_into_a_field_of_others(tree, capsys):
    """The field stays where it is."""
    write(text().replace("0x00[23:16]: reserved", "0x00[23:16]: {name: steer, source: DPDK}"))
    out, gone, came = step(capsys, "reserved_at_8[0x8];\n\tu8         length[0x8]",
                           "reserved_at_8[0x6];\n\tu8         length[0xa]")
    assert "Undecided: Linux 7.2 has it at 0x00[17:8], where the spec has steer; the spec has length at" in " ".join(came)
    assert "taken" not in out


def test_a_conflict_of_names(tree, capsys):
    write(text().replace("0x00[7:0]:   reserved", "0x00[7]:     {name: steer, source: DPDK}\n      0x00[6:0]:   reserved"))
    _, _, came = step(capsys, "reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];")
    assert "Undecided: Linux 7.2 has tph_en at 0x00[7]; the spec has steer at 0x00[7], from DPDK." in " ".join(came)


def test_a_conflict_of_values(tree, capsys):
    write(text().replace("{value: 2, doc: Two of them.}", "{value: 2, doc: Two of them.}\n      FOUR: {value: 5, source: DPDK}"))
    _, _, came = step(capsys, "MLX5_KEY_KIND_TWO = 2,", "MLX5_KEY_KIND_TWO = 2,\n\tMLX5_KEY_KIND_FOUR = 4,")
    assert "Undecided: Linux 7.2 has FOUR = 0x4; the spec has 0x5." in " ".join(came)


def test_a_renamed_value_is_renamed_in_arms(tree, capsys):
    """The table names the value that selects an arm, the arm and the arm's table otherwise, and adds another arm."""
    def table(one, part, more=""):
        return f"""<NodesDefinition>
<config field_attr="name" type="ascii" />
<node name="{part}" size="0x4.0" ><field name="width_enabled" offset="0x0.0" size="0x0.8" />
<field name="speed_enabled" offset="0x0.8" size="0x0.8" /></node>
<node name="third" size="0x4.0" ><field name="y" offset="0x0.0" size="0x0.8" /></node>
<node name="data" attr_is_union="1" size="0x4.0" >
<field name="{part}" subnode="{part}" selected_by="{one}" offset="0x0.0" size="0x4.0" />{more}
</node>
<node name="reg" size="0x8.0" >
<field name="kind" enum="{one}=0x0,Third=0x2" offset="0x0.0" size="0x0.8" />
<field name="content" subnode="data" union_selector="$(parent).kind" offset="0x4.0" size="0x4.0" />
</node>
</NodesDefinition>"""

    (tree / "old.adb").write_text(table("Alpha", "first_part"))
    (tree / "new.adb").write_text(table("Beta", "first_parts", '\n<field name="third" subnode="third" selected_by="Third" '
                                        'offset="0x0.0" size="0x4.0" />'))
    assert main(["import", "old.adb", "--spec", "spec", "--layout", "reg", "--to", "spec/cmd/reg.yaml"]) == 0
    assert "first_part: {when: ALPHA" in text("spec/cmd/reg.yaml")
    status, out, err = follow(capsys, "--old", "old.adb", source="mstflint", new="new.adb")
    assert (status, err) == (0, "") and "in conflict" not in out
    made = yaml.safe_load(text("spec/cmd/reg.yaml"))
    arms = made["layouts"]["reg"]["fields"]["0x04[31:0]"]["arms"]
    assert [(name, arm["when"], arm["layout"]) for name, arm in arms.items()] == [
        ("first_parts", "BETA", "first_part"), ("third", "THIRD", "third")]


def test_a_selector_is_renumbered_and_its_arms_are_renamed(tree, capsys):
    """In one step: other numbers of the values, other values for two arms, other names of arms, a new arm."""
    def table(values, arms):
        nodes = "".join(f'<node name="{part}" size="0x4.0" ><field name="{part}_enabled" offset="0x0.0" size="0x0.8" /></node>'
                        for part in sorted({part for _, part, _ in arms}))
        rows = "".join(f'<field name="{arm}" subnode="{part}" selected_by="{value}" offset="0x0.0" size="0x4.0" />'
                       for arm, part, value in arms)
        return f"""<NodesDefinition>
<config field_attr="name" type="ascii" />
{nodes}<node name="data" attr_is_union="1" size="0x4.0" >{rows}</node>
<node name="reg" size="0x8.0" >
<field name="kind" enum="{values}" offset="0x0.0" size="0x0.8" />
<field name="content" subnode="data" union_selector="$(parent).kind" offset="0x4.0" size="0x4.0" />
</node>
</NodesDefinition>"""

    arms = [("a", "first", "One"), ("b", "second", "Two"), ("c", "third", "Three")]
    for name, values, came in (
            ("new", "One=1,Two=0,Four=2,Five=7",
             [("a_2", "first", "Two"), ("b", "second", "One"), ("d", "fourth", "Four"), ("c_2", "third", "Five")]),
            ("kept", "One=2,Two=1,Three=0", [("a", "first", "Three"), ("b_2", "second", "Two"), ("c_2", "third", "One")])):
        (tree / "old.adb").write_text(table("One=0,Two=1,Three=2", arms))
        (tree / "new.adb").write_text(table(values, came))
        assert main(["import", "old.adb", "--spec", "spec", "--layout", "reg", "--to", "spec/cmd/reg.yaml"]) == 0
        status, out, err = follow(capsys, "--old", "old.adb", source="mstflint", new="new.adb")
        assert (status, err) == (0, "") and "in conflict" not in out and "not mapped" not in out, name
        made = yaml.safe_load(text("spec/cmd/reg.yaml"))
        found = made["layouts"]["reg"]["fields"]["0x04[31:0]"]["arms"]
        assert {(arm, body["layout"], body["when"]) for arm, body in found.items()} == \
            {(arm, part, value.upper()) for arm, part, value in came}, name
        numbers = {value: body if isinstance(body, int) else body["value"]
                   for value, body in made["enums"]["reg_kind"]["values"].items()}
        assert numbers == {one.split("=")[0].upper(): int(one.split("=")[1]) for one in values.split(",")}, name
        os.remove("spec/cmd/reg.yaml")


def test_a_new_arm_that_the_source_chooses_as_another(tree, capsys):
    """Tables of 2024 chose two groups of counters by one value, and were corrected a month later."""
    def table(by="", more=""):
        second = f'<field name="second" subnode="second" selected_by="{by}" offset="0x0.0" size="0x4.0" />' if by else ""
        return f"""<NodesDefinition>
<config field_attr="name" type="ascii" />
<node name="first" size="0x4.0" ><field name="x" offset="0x0.0" size="0x0.8" /></node>
<node name="second" size="0x4.0" ><field name="y" offset="0x0.0" size="0x0.8" /></node>
<node name="data" attr_is_union="1" size="0x4.0" >
<field name="first" subnode="first" selected_by="One" offset="0x0.0" size="0x4.0" />{second}
</node>
<node name="reg" size="0x8.0" >
<field name="kind" enum="One=0x0,Two=0x3{more}" offset="0x0.0" size="0x0.8" />
<field name="content" subnode="data" union_selector="$(parent).kind" offset="0x4.0" size="0x4.0" />
</node>
</NodesDefinition>"""

    for name, body in (("old", table()), ("new", table("One")), ("newer", table("Two")), ("more", table("", ",Three=0x4")),
                       ("both", table("One", ",Three=0x4"))):
        (tree / f"{name}.adb").write_text(body)
    assert main(["import", "old.adb", "--spec", "spec", "--layout", "reg", "--to", "spec/cmd/reg.yaml"]) == 0
    status, out, err = follow(capsys, "--old", "old.adb", source="mstflint", new="new.adb")
    assert (status, err) == (0, "") and "in conflict, undecided: 1" in out
    said = "mstflint new.adb does not say which value chooses it; TWO is the only one without an arm"
    assert said in out
    arm = yaml.safe_load(text("spec/cmd/reg.yaml"))["layouts"]["reg"]["fields"]["0x04[31:0]"]["arms"]["second"]
    assert (arm["when"], arm["layout"], arm["conflict"]) == ("TWO", "second", f"Undecided: {said}.")
    before = text("spec/cmd/reg.yaml")
    assert follow(capsys, "--old", "new.adb", source="mstflint", new="newer.adb")[0] == 0
    assert text("spec/cmd/reg.yaml") == before
    os.remove("spec/cmd/reg.yaml")
    assert main(["import", "more.adb", "--spec", "spec", "--layout", "reg", "--to", "spec/cmd/reg.yaml"]) == 0
    status, out, err = follow(capsys, "--old", "more.adb", source="mstflint", new="both.adb")
    assert "the source does not say for which `when` (kind): write it" in out


def test_an_array_of_what_was_an_enumeration(tree, capsys):
    """As in tables of switches of 2022."""
    def table(more):
        return f"""<NodesDefinition>
<config field_attr="name" type="ascii" />
<node name="reg" size="0x18.0" ><field name="kind" offset="0x0.0" size="0x0.8" />
<field name="bitmap" {more} />
</node>
</NodesDefinition>"""

    (tree / "old.adb").write_text(table('enum="A=0,B=1" offset="0x4.0" size="0x4.0"'))
    (tree / "new.adb").write_text(table('high_bound="1" low_bound="0" offset="0x4.0" size="0x8.0"'))
    assert main(["import", "old.adb", "--spec", "spec", "--layout", "reg", "--to", "spec/cmd/reg.yaml"]) == 0
    status, out, err = follow(capsys, "--old", "old.adb", source="mstflint", new="new.adb")
    assert (status, err) == (0, "") and "in conflict" not in out
    field = yaml.safe_load(text("spec/cmd/reg.yaml"))["layouts"]["reg"]["fields"]["0x04..0x0b"]
    assert (field["name"], field["width"], "enum" in field) == ("bitmap", 32, False)


def test_a_layout_that_comes_back(tree, capsys):
    """What the source had, dropped, and has again in another form, is a change of the spec's layout."""
    commit(OLD[:OLD.index("struct mlx5_ifc_alone_bits")], "6.2.0")
    follow(capsys)
    commit(OLD.replace("third[0x20];", "third[0x10];\n\tu8 fourth[0x10];\n\tu8 fifth[0x20];"), "6.3.0")
    status, out, err = follow(capsys)
    assert (status, err) == (0, "") and "in conflict" not in out
    made = yaml.safe_load(text("spec/cmd/more.yaml"))["layouts"]["alone"]
    assert made["size"] == 12 and list(made["fields"]) == ["0x00[31:16]", "0x00[15:0]", "0x04[31:16]", "0x04[15:0]",
                                                           "0x08[31:0]"]


def test_a_part_grows_of_what_the_source_has_no_longer(tree, capsys):
    """What is kept without a source contains bytes then, which somebody has to decide about."""
    body = OLD + "struct mlx5_ifc_gone_bits {\n\tu8 n[0x20];\n\tstruct mlx5_ifc_key_bits key;\n" \
        "\tunion { struct mlx5_ifc_key_bits whole; u8 word[0x20]; };\n" \
        "\tunion { struct mlx5_ifc_key_bits part; struct { u8 m[0x20]; struct mlx5_ifc_ctx_bits ctx; }; };\n};\n"
    with open("gone.h", "w") as stream:
        stream.write(body)
    os.rename("gone.h", f"linux/{HEADER}")
    assert main(["import", f"linux/{HEADER}", "--spec", "spec", "--layout", "gone", "--to", "spec/cmd/gone.yaml"]) == 0
    out, gone, came = step(capsys, "u8         tag[0x8];\n};", "u8         tag[0x8];\n\tu8         more[0x20];\n};")
    assert "size: 12" in came and "0x04..0x0f: {name: key, layout: key}" in came
    fields = yaml.safe_load(text("spec/cmd/gone.yaml"))["layouts"]["gone"]["fields"]
    whole = fields["0x0c[63:0]"]["arms"]["whole"]
    part, last = fields["0x14..0x27"]["arms"].values()
    assert whole["kind"] == "bytes" and "Undecided" in whole["conflict"] and "layout" not in whole
    assert part["fields"]["0x14..0x1b"]["kind"] == "bytes" and last["fields"]["0x18..0x27"]["kind"] == "bytes"
    field = fields["0x04..0x0b"]
    assert (field["name"], field["kind"]) == ("key", "bytes")
    assert field["conflict"] == "Undecided: Linux 7.2 does not have gone; it contained key, which has 12 bytes now."


def test_an_array_that_gets_an_unknown_length(tree, capsys):
    """In a table that is a part of others it stays as it is, which the report says."""
    def table(bound=""):
        return f"""<NodesDefinition>
<config field_attr="name" type="ascii" />
<node name="part" size="0x8.0" ><field name="n" offset="0x0.0" size="0x4.0" />
<field name="data" {bound} offset="0x4.0" size="0x4.0" /></node>
<node name="reg" size="0xc.0" ><field name="part" subnode="part" offset="0x0.0" size="0x8.0" />
<field name="last" offset="0x8.0" size="0x4.0" /></node>
</NodesDefinition>"""

    (tree / "old.adb").write_text(table())
    (tree / "new.adb").write_text(table('high_bound="VARIABLE" low_bound="0"'))
    assert main(["import", "old.adb", "--spec", "spec", "--layout", "reg", "--to", "spec/cmd/reg.yaml"]) == 0
    before = text("spec/cmd/reg.yaml")
    status, out, err = follow(capsys, "--old", "old.adb", source="mstflint", new="new.adb")
    assert (status, err) == (0, "") and text("spec/cmd/reg.yaml") == before
    assert "part.data" in out and "an array of unknown length in a layout that is nested: it ends at byte 8 there" in out


def test_a_second_name_is_known(tree, capsys):
    """rdma-core has CRC32C beside CRC32, with the same number."""
    write(text().replace("{value: 2, doc: Two of them.}", "{value: 2, doc: Two of them.}\n      PAIR: {value: 2, alias: TWO}"))
    assert main(["fmt", "--spec", "spec"]) == 0
    out, gone, came = step(capsys, "MLX5_KEY_KIND_TWO = 2,", "MLX5_KEY_KIND_TWO = 2,\n\tMLX5_KEY_KIND_PAIR = 2,")
    assert (gone, came) == ([], []) and "in conflict" not in out and "key_kind: PAIR" in out


def test_a_second_name_comes_and_the_first_goes(tree, capsys):
    """Where the source has both names, the new one is an alias."""
    both = "MLX5_KEY_KIND_TWO = 2,\n\tMLX5_KEY_KIND_PAIR = 2,\n\tMLX5_KEY_KIND_SIX = 6,\n\tMLX5_KEY_KIND_VI = 6,"
    out, gone, came = step(capsys, "MLX5_KEY_KIND_TWO = 2,", both)
    assert "PAIR: {value: 2, alias: TWO, source: L, since: Linux 7.2}" in came and "in conflict" not in out
    assert "VI:  {value: 6, alias: SIX, source: L, since: Linux 7.2}" in [re.sub("VI: +", "VI:  ", line) for line in came]
    write(re.sub(" *- DPDK drivers.*KEY_KIND.*\n", "", text()))
    step(capsys, "MLX5_KEY_KIND_TWO = 2,", "MLX5_KEY_KIND_PAIR = 2,", "7.3.0")
    values = yaml.safe_load(text())["enums"]["key_kind"]["values"]
    assert values == {"ONE": 1, "PAIR": {"value": 2, "source": "L", "since": "Linux 7.2"}}


def test_a_second_name_in_a_list_without_order(tree, capsys):
    """It comes after the first name, not before a larger number."""
    write(text().replace("      ONE: ", "      NINE: 9\n      ONE: "))
    assert main(["fmt", "--spec", "spec"]) == 0
    step(capsys, "MLX5_KEY_KIND_TWO = 2,", "MLX5_KEY_KIND_TWO = 2,\n\tMLX5_KEY_KIND_PAIR = 2,")
    values = yaml.safe_load(text())["enums"]["key_kind"]["values"]
    assert list(values) == ["NINE", "ONE", "TWO", "PAIR"] and values["PAIR"]["alias"] == "TWO"


def test_a_decided_deviation_stays(tree, capsys):
    write(text().replace("0x00[7:0]:   reserved", "0x00[7:1]:   reserved\n      0x00[0]:     {name: tph_en, source: DPDK, "
                         "conflict: Linux has it elsewhere. The spec follows DPDK.}"))
    out, gone, came = step(capsys, "reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];")
    assert (gone, came) == ([], []) and "kept: 1" in out and "the spec deviates, see its conflict" in out


def test_a_mentioned_name_is_known(tree, capsys):
    write(text().replace("0x00[7:0]:   reserved", "0x00[7]:     {name: steer, source: DPDK, conflict: tph_en in drafts.}\n"
                         "      0x00[6:0]:   reserved"))
    out, gone, came = step(capsys, "reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];")
    assert (gone, came) == ([], []) and "already there: 1" in out


# The command

def test_dry_run(tree, capsys):
    commit(OLD.replace("reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];"), "7.2.0")
    before = files()
    status, out, err = follow(capsys, "--dry-run")
    assert (status, err, files()) == (0, "", before)
    assert "would write: spec/cmd/have.yaml, spec/followed" in out
    assert follow(capsys)[1].replace("written:", "would write:") == out


def files(folder="spec"):
    return {os.path.join(where, name): open(os.path.join(where, name), "rb").read()
            for where, _, names in os.walk(folder) for name in names}


def test_twice_is_once(tree, capsys):
    commit(OLD.replace("reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];")
           .replace("u8         length[0x8];", "u8         reserved_at_10[0x8];")
           .replace("_TWO = 2", "_TWO = 2, MLX5_KEY_KIND_FOUR = 4"), "7.2.0", "v7.2")
    assert follow(capsys)[0] == 0
    before = files()
    status, out, _ = follow(capsys)
    assert (status, files()) == (0, before) and "nothing that the spec has is different" in out
    status, out, _ = follow(capsys, "--old", "v6.1")
    assert (status, files()) == (0, before) and "taken" not in out and "written: nothing" in out


def test_the_record(tree, capsys):
    commit(OLD, "7.2.0", "v7.2")
    head = subprocess.run(["git", "-C", "linux", "rev-parse", "HEAD"], stdout=subprocess.PIPE, text=True).stdout[:12]
    assert follow(capsys)[0] == 0
    lines = text("spec/followed").splitlines()
    assert lines[-1].split()[:3] == ["linux", "v7.2", head]
    assert len(lines[-1].split()) == 4
    for line, said in (("linux", "the line has 1 word"), ("linux v1 xyz -", "'xyz' is not a commit"),
                       ("linux v1 - x", "'x' is not a date"), ("linux v1\nlinux v2", "two lines of linux")):
        with open("spec/followed", "w") as stream:
            stream.write(line + "\n")
        capsys.readouterr()
        assert main(["check", "--spec", "spec"]) == 1
        assert "E092" in (err := capsys.readouterr().err) and said in err
        assert main(["follow", "linux", "linux", "--spec", "spec"]) == 2


def test_another_revision(tree, capsys):
    commit(OLD.replace("reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];"), "7.2.0", "v7.2")
    commit(OLD, "7.3.0", "v7.3")
    status, out, _ = follow(capsys, "--revision", "7.2-rc9", new="linux@v7.2")
    assert status == 0 and "since: Linux 7.2}" in text() and "7.2-rc9" in text("spec/followed")


def test_files_without_git(tree, capsys):
    os.makedirs("old")
    os.makedirs("new")
    for folder, body in (("old", OLD), ("new", OLD.replace("reserved_at_18[0x8];", "tph_en[0x8];"))):
        with open(f"{folder}/mlx5_ifc.h", "w") as stream:
            stream.write(body)
    status, _, err = follow(capsys, new="new/mlx5_ifc.h")
    assert status == 2 and err == (
        "prmc: new/mlx5_ifc.h is not in a git repository, so v6.1, which the spec followed last (spec/followed), is not "
        "known: give its files with --old\n")
    status, out, err = follow(capsys, "--old", "old/mlx5_ifc.h", new="new/mlx5_ifc.h")
    assert (status, err) == (0, "") and "0x00[7:0]:   {name: tph_en, source: L}" in text()
    assert re.search(r"^linux +sha256-[0-9a-f]{12}", text("spec/followed"), re.M)
    assert follow(capsys, "--old", "old", "--revision", "7.2", new="new")[0] == 0


@pytest.mark.parametrize("args, said", [
    (("linx", "linux"), "linx is no source of the spec. Its sources are DPDK and linux; known, too: "),
    (("linux", "nothing"), "nothing: there is no such file or folder, nor a revision of git here"),
    (("linux", "linux@v9"), "linux has no revision v9: `git -C linux tag` lists some"),
    (("linux", "spec"), "spec has none of the files of linux: include/linux/mlx5/mlx5_ifc.h, "),
    (("rdma-core", "linux", "--old", "linux"),
     "linux: revision HEAD has none of the files of rdma-core: providers/mlx5/mlx5_ifc.h"),
    (("dpdk", "linux/include/linux/mlx5/mlx5_ifc.h"), "spec/followed has no revision of DPDK: --old says which one the spec has"),
    (("linux", "linux", "--old", "v8"), "v8: there is no such file or folder, nor a revision of that name in "),
    (("linux", "linux", "--old", "bad.h"),
     "OLD, bad.h, cannot be read:\n  bad.h:1:39: error E103: the file ends, but ']' is expected\n"),
])
def test_what_is_refused(tree, capsys, args, said):
    """Messages say what is wrong and what to do; nothing is written."""
    with open("bad.h", "w") as stream:
        stream.write("struct mlx5_ifc_key_bits { u8 kind[0x8\n")
    before = files()
    status, out, err = follow(capsys, *args[2:], source=args[0], new=args[1])
    assert (status, out, files()) == (2, "", before)
    assert err.startswith(f"prmc: {said}"), err


def test_changes_that_are_not_committed(tree, capsys):
    with open(f"linux/{HEADER}", "a") as stream:
        stream.write("/* more */\n")
    assert "has changes that are not committed: commit them" in follow(capsys)[2]


def test_a_spec_with_errors(tree, capsys):
    write(text().replace("0x00[7:0]:   reserved", ""))
    assert main(["follow", "linux", "linux", "--spec", "spec"]) == 2
    assert "E011" in (err := capsys.readouterr().err) and "the spec has errors already: correct them first" in err


def test_all_or_nothing(tree, capsys, monkeypatch):
    """The second file cannot be replaced."""
    from watch.follow import write_all

    commit(OLD.replace("reserved_at_18[0x8];", "tph_en[0x8];").replace("second[0x10]", "second_part[0x10]"), "7.2.0")
    before, plain, done = files(), os.replace, []

    def replace(old, new):
        done.append(new)
        if len(done) == 2:
            raise OSError(28, "No space left on device", new)
        plain(old, new)

    monkeypatch.setattr(write_all.os, "replace", replace)
    status, _, err = follow(capsys)
    assert status == 2 and "No space left on device" in err and len(done) == 3
    assert files() == before


def test_a_file_that_would_be_too_long(tree, capsys, monkeypatch):
    """What no single change causes is no reason to leave some out."""
    commit(OLD.replace("reserved_at_18[0x8];", "tph_en[0x1];\n\tu8 reserved_at_19[0x7];"), "7.2.0")
    before = text()
    monkeypatch.setattr(yamltree, "MAX_SIZE", len(before) + 10)
    status, out, err = follow(capsys)
    assert (status, out, text()) == (2, "", before)
    assert "spec/cmd/have.yaml: error E001: the file has " in err and "split it" in err and "nothing is written" in err


def test_killed_between_two_files(tree, capsys):
    """The next run completes the step."""
    commit(OLD.replace("reserved_at_18[0x8];", "tph_en[0x8];").replace("second[0x10]", "second_part[0x10]"), "7.2.0")
    before = files()
    assert follow(capsys)[0] == 0
    whole = files()
    for kept in ("spec/cmd/have.yaml", "spec/cmd/more.yaml"):
        for name, data in before.items():
            with open(name, "wb") as stream:
                stream.write(whole[name] if name == kept else data)
        assert follow(capsys)[0] == 0 and files() == whole


def test_new_layouts_are_suggested(tree, capsys):
    commit(OLD + "struct mlx5_ifc_create_key_in_bits { u8 opcode[0x10]; u8 uid[0x10]; };\n", "7.2.0")
    status, out, _ = follow(capsys)
    assert "not mapped: 1" in out and "--layout create_key_in --to spec/cmd/have.yaml --append" in out
    assert "prmc import linux/include/linux/mlx5/mlx5_ifc.h --layout NAME... --to FILE`" in out


def test_a_layout_under_another_name(tree, capsys):
    commit(OLD.replace("mlx5_ifc_alone_bits", "mlx5_ifc_single_bits").replace("second[0x10]", "second_part[0x10]"), "7.2.0")
    status, out, _ = follow(capsys)
    assert status == 0 and "single" in out


def test_recorded_version(tree, capsys):
    """The record may have a version without the tag's `v`, as a tree without git gives it, and no date."""
    (tree / "spec/followed").write_text("linux 6.1.0\n")
    commit(OLD + "/* */\n", "7.2.0", "v7.2")
    status, out, err = follow(capsys, new="linux@v7.2")
    assert (status, err) == (0, "") and out.startswith("linux: 6.1.0 (v6.1) -> linux@v7.2"), out + err
    assert main(["follow", "linux", "linux/include/linux/mlx5/mlx5_ifc.h", "--old", "v6.1", "--spec", "spec",
                 "--revision", "7.4"]) == 0
    assert re.search(r"^linux +7\.4 +- +-$", text("spec/followed"), re.M), text("spec/followed")


# A real one, and many random ones

def test_linux(capsys):
    """Linux 6.1 -> 6.12 over the spec, which has followed 6.12: nothing is taken."""
    new = linux("6.12")
    done = run(["follow", "linux", os.path.dirname(new), "--old", os.path.dirname(linux("6.1")), "--dry-run"], cwd=ROOT)
    status, out, err = done.text
    assert (status, err) == (0, ""), err
    assert "taken" not in out
    assert "cmd_hca_cap: shampo, relaxed_ordering_read" in out


class Tables:
    """Random tables of bits, as a header, which random edits change."""

    def __init__(self, seed):
        self.rng, self.count = random.Random(seed), 0
        self.tables = {f"table_{number}": self.table() for number in range(6)}

    def name(self):
        self.count += 1
        return f"{self.rng.choice(('len', 'mode', 'size', 'state'))}_{self.count}"

    def table(self):
        """Returns (name, bits) for four dwords; an empty name is reserved."""
        out = []
        for _ in range(4):
            left = 32
            while left:
                width = min(left, self.rng.choice((1, 2, 4, 8, 16)))
                out.append((self.name() if self.rng.random() < 0.5 else "", width))
                left -= width
        return out

    def text(self):
        out = []
        for name, rows in self.tables.items():
            at, lines = 0, []
            for field, width in rows:
                lines.append(f"\tu8 {field or f'reserved_at_{at:x}'}[{width:#x}];\n")
                at += width
            out.append(f"struct mlx5_ifc_{name}_bits {{\n{''.join(lines)}}};\n")
        return "".join(out)

    def edit(self):
        """Adds, removes, widens or moves a field, inside of one dword."""
        name = self.rng.choice(list(self.tables))
        rows = self.tables[name]
        at = self.rng.randrange(len(rows))
        start = sum(width for _, width in rows[:at])
        field, width = rows[at]
        if not field:
            keep = self.rng.randrange(width)
            rows[at:at + 1] = [*([("", keep)] if keep else []), (self.name(), width - keep)]
            return
        kind = self.rng.choice(("remove", "wider", "move"))
        beside = rows[at + 1] if at + 1 < len(rows) and (start + width) % 32 else None
        if kind == "remove":
            rows[at] = ("", width)
        elif beside is not None and not beside[0] and kind == "wider":
            rows[at:at + 2] = [(field, width + 1), *([("", beside[1] - 1)] if beside[1] > 1 else [])]
        elif beside is not None and not beside[0]:
            rows[at:at + 2] = [beside, (field, width)]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(1, 8))])
def test_random_edits(tmp_path, monkeypatch, capsys, seed):
    """Fifty edits in ten steps: an independent reader finds exactly these in the spec."""
    monkeypatch.chdir(tmp_path)
    tables = Tables(seed)
    for number in range(11):
        os.makedirs(f"{number}")
        with open(f"{number}/mlx5_ifc.h", "w") as stream:
            stream.write(tables.text())
        for _ in range(5):
            tables.edit()
    assert main(["import", "0/mlx5_ifc.h", "--layout", "*", "--to", "spec/all.yaml", "--spec", "spec"]) == 0
    for number in range(10):
        before = independent.read_spec("spec")
        old, new = f"{number}/mlx5_ifc.h", f"{number + 1}/mlx5_ifc.h"
        status, out, err = follow(capsys, "--old", old, "--revision", f"7.{number}", new=new)
        assert (status, err) == (0, "")
        wanted = independent.difference(independent.read_header(old), independent.read_header(new))
        assert independent.difference(before, independent.read_spec("spec")) == wanted
        assert "undecided" not in out and "not mapped" not in out
    assert independent.read_spec("spec") == independent.read_header("10/mlx5_ifc.h")


PLANTED = {  # a field in each file that the import of a whole header fails in: its name, and the reserved member there
    "access_register_in": ("planted_1", 0x40, 0x10),
    "initial_seg": ("planted_2", 0x1220, 0x6e40),
    "query_hca_cap_in": ("planted_3", 0x60, 0x20),
    "rst2init_qp_in": ("planted_4", 0x60, 0x20),
    "cmd_hca_cap": ("planted_5", 0x770, 0x3),
    "cmd_hca_cap_2": ("planted_6", 0x460, 0x3a0, 0x760),
}


def test_planted_in_linux(tmp_path, monkeypatch, capsys):
    """The spec of this project gets exactly these fields."""
    header = os.path.join(linux("6.12"), "linux", "mlx5", "mlx5_ifc.h")
    shutil.copytree(os.path.join(ROOT, "spec"), tmp_path / "spec")
    monkeypatch.chdir(tmp_path)
    body = text(header)
    for layout, (name, at, width, *where) in PLANTED.items():
        member, bit = f"reserved_at_{at:x}[{width:#x}]", where[0] if where else at
        start = body.index(f"struct mlx5_ifc_{layout}_bits {{")
        place = body.index(member, start)
        assert place < body.index("\n};", start)
        head = f"reserved_at_{at:x}[{bit - at:#x}]; u8 " if bit > at else ""
        rest = f" u8 reserved_at_{bit + 1:x}[{at + width - bit - 1:#x}]"
        body = body[:place] + f"{head}{name}[0x1];{rest}" + body[place + len(member):]
    write_to("new/mlx5_ifc.h", body)
    before = independent.read_spec("spec")
    status, out, err = follow(capsys, "--old", header, "--revision", "7.9", new="new/mlx5_ifc.h")
    assert (status, err) == (0, "") and "undecided" not in out and "not mapped" not in out
    found = independent.difference(before, independent.read_spec("spec"))
    assert {key for key, items in found.items() if items} == {"added"}
    assert found["added"] == {(layout, name, (row[-1] if len(row) > 2 else row[0], 1))
                              for layout, (name, *row) in PLANTED.items()}


def write_to(path, body):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as stream:
        stream.write(body)
