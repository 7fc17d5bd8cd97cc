# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fingerprints survive a rebase, and distinguish changes."""

import random

import pytest
from edits import HERE, Editor, copied
from prmclib.diff.compare import compare
from prmclib.model import Bits, Layout
from prmclib.readers.source import Source, load_source
from sides import layout, report, sources, write
from test_edits import edited

BASE = layout("-0x00[31:5]: reserved\n-0x00[4:0]: n\n+0x00[31:6]: reserved\n+0x00[5:0]: n\n"
              " 0x04[31:0]: k")


def prints(report):
    return {item.fingerprint for item in report.findings}


def test_fingerprints_survive_what_does_not_matter(tmp_path):
    first = prints(report(tmp_path / "a", BASE))
    assert len(first) == 1
    comment = " # A comment.\n\n" + BASE
    assert prints(report(tmp_path / "b", comment)) == first
    more = BASE + "+  other:\n+    size: 4\n+    doc: D.\n+    source: PRM\n" \
                  "+    fields: {\"0x00[31:0]\": x}\n"
    assert prints(report(tmp_path / "c", more)) > first
    described = BASE.replace("       0x04[31:0]: k", "-      0x04[31:0]: k\n"
                             "+      0x04[31:0]: {name: k, doc: Of both.}")
    assert prints(report(tmp_path / "d", described)) > first


def test_fingerprints_do_not_know_files(tmp_path):
    old, new = sources(tmp_path, BASE)
    first = prints(compare(old, new))
    with open(tmp_path / "v2" / "example.yaml", encoding="utf-8") as stream:
        text = stream.read()
    write(tmp_path, "elsewhere/wqe/example.yaml", text)
    other = load_source(str(tmp_path / "elsewhere"))
    assert prints(compare(old, Source("name", "spec", other.spec))) == first


@pytest.mark.parametrize("wider", [7, 8])
def test_fingerprints_tell_changes_apart(tmp_path, wider):
    first = prints(report(tmp_path / "a", BASE))
    other = BASE.replace("+      0x00[31:6]", f"+      0x00[31:{wider}]").replace(
        "+      0x00[5:0]", f"+      0x00[{wider - 1}:0]")
    assert not prints(report(tmp_path / "b", other)) & first


def test_fingerprints_are_pinned(tmp_path):
    """Approvals contain them: if this fails, approvals of past reviews become invalid."""
    assert prints(report(tmp_path, BASE)) == {"ba07cdbef93c"}


# Rebases: the same unrelated edit on both sides, or only on the new one.

def in_front(source, names, name="came_first"):
    """Returns the manual with a new dword field before all others of these layouts."""
    spec = copied(source.spec)
    editor = Editor(spec, 0)
    for layout_name in names:
        item = spec.layouts[layout_name]
        editor.shift(item, 0, 32)
        item.fields.append(editor.make(Bits(0, 32), name))
        editor.tidy(item)
    return Source(source.label, source.form, spec)


def elsewhere(source, name):
    """Returns the manual with a new layout and a new enumeration."""
    spec = copied(source.spec)
    editor = Editor(spec, 1)
    editor.number = 900
    other = Layout(name, 4, [editor.make(Bits(0, 32), "alone")], HERE)
    spec.layouts = {name: other, **spec.layouts}
    spec.files[0].layouts.insert(0, name)
    editor.do_add_enum(other)
    return Source(source.label, source.form, spec)


def alone(old, new):
    """Returns the layouts of both sides that no other one contains."""
    out = []
    for name in old.spec.layouts:
        if name in new.spec.layouts and not any(
                name == item.layout for spec in (old.spec, new.spec) for outer in
                spec.layouts.values() for field in outer.fields
                for item in [field, *(inner for arm in field.arms for inner in arm.fields)]):
            out.append(name)
    return out


def listed(report, leave=()):
    return sorted((item.fingerprint, item.rule, item.layout) for item in report.findings
                  if item.rule not in leave)


@pytest.mark.parametrize("first", [0, 15])
def test_the_same_edit_on_both_sides_changes_no_fingerprint(first):
    number = 0
    for seed in range(first, first + 15):
        old, new, done = edited(seed)
        names = random.Random(seed).sample(alone(old, new)[:4], 1) if alone(old, new) else []
        before = listed(compare(old, new))
        rebased = compare(in_front(old, names), in_front(new, names))
        assert listed(rebased) == before, (seed, done)
        again = compare(elsewhere(old, "unrelated"), elsewhere(new, "unrelated"))
        assert listed(again) == before, (seed, done)
        number += len(before)
    assert number > 30


def test_an_edit_of_the_new_side_adds_findings_only():
    """Fields that are put in front of the new side's layouts push the rest; findings about it stay,
    but for sizes, which are others."""
    leave = ("D004", "D005", "D021")
    changed = []
    for seed in range(7, 27):
        old, new, done = edited(seed)
        names = alone(old, new)
        first = compare(old, new)
        # Which of two swapped fields has moved depends on which one is considered fixed.
        moved = {item.layout for item in first.findings if item.rule == "D020"}
        before = [row for row in listed(first, leave) if row[2] not in moved]
        after = listed(compare(old, in_front(new, names)), leave)
        lost = [row for row in before if row not in after]
        changed += [(seed, done, lost)] if lost else []
    # Among fields of equal width, what is put in front can change which of them match: one seed in ten.
    assert len(changed) <= 2, changed


def test_what_shifted_is_told_by_its_cause(tmp_path):
    text = layout("-0x00[31:24]: a\n-0x00[23:16]: b\n-0x00[15:0]: reserved\n"
                  "+0x00[31:24]: x\n+0x00[23:16]: a\n+0x00[15:8]: b\n+0x00[7:0]: reserved\n"
                  " 0x04[31:0]: k")
    first = {item.rule: item.fingerprint for item in report(tmp_path / "a", text).findings}
    wider = text.replace("+      0x00[23:16]: a\n+      0x00[15:8]: b\n", "+      0x00[23:16]: a\n"
                         "+      0x00[15:8]: c\n").replace("-      0x00[23:16]: b\n",
                                                           "-      0x00[23:16]: c\n")
    assert wider != text
    second = {item.rule: item.fingerprint for item in report(tmp_path / "b", wider).findings}
    assert first["D021"] == second["D021"] and first["D010"] == second["D010"]
