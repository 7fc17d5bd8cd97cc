# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Findings of small changes: class, severity and affected side, for each direction of the bytes."""

import pytest
from prmclib.diff.compare import compare
from prmclib.readers.source import load_source
from sides import layout, report, sources, write

K = "\n 0x04[31:0]: k"
ENUM = ("enums:\n   kind:\n     doc: What it is.\n     source: PRM\n{open}     values:\n"
        "       A: 1\n       B: 2\n")

WIDER = "-0x00[31:5]: reserved\n-0x00[4:0]: n\n+0x00[31:6]: reserved\n+0x00[5:0]: n" + K
NARROWER = "+0x00[31:5]: reserved\n+0x00[4:0]: n\n-0x00[31:6]: reserved\n-0x00[5:0]: n" + K
ADDED = "-0x00[31:0]: reserved\n+0x00[31:0]: n" + K
REMOVED = "+0x00[31:0]: reserved\n-0x00[31:0]: n" + K


def one(folder, text, rule=None):
    """Returns the only finding, or the only one of a rule."""
    found = [item for item in report(folder, text).findings if rule in (None, item.rule)]
    assert len(found) == 1, [(item.rule, item.title) for item in found]
    return found[0]


@pytest.mark.parametrize("fields, writer, kind, severity", [
    (WIDER, "driver", "widened", "compatible"),
    (WIDER, "device", "widened", "dangerous"),
    (WIDER, "both", "widened", "dangerous"),
    (NARROWER, "driver", "narrowed", "dangerous"),
    (NARROWER, "device", "narrowed", "compatible"),
    ("-0x00[31:16]: n\n-0x00[15:0]: reserved\n+0x00[31:0]: n" + K, "driver", "widened", "breaking"),
    ("-0x00[31:0]: n\n+0x00[31:16]: n\n+0x00[15:0]: reserved" + K, "device", "narrowed",
     "breaking"),
    (WIDER.replace("reserved", "ignored"), "driver", "widened", "dangerous"),
    (ADDED, "driver", "added", "compatible"),
    (ADDED, "device", "added", "compatible"),
    (ADDED.replace("reserved", "ignored"), "driver", "added", "dangerous"),
    (ADDED.replace("reserved", "ignored"), "device", "added", "compatible"),
    (ADDED.replace(": n", ": {name: n, fixed: 3}"), "driver", "added", "breaking"),
    (ADDED.replace(": n", ": {name: n, default: 3}"), "driver", "added", "dangerous"),
    (REMOVED, "driver", "removed", "breaking"),
    (REMOVED, "device", "removed", "dangerous"),
    (REMOVED.replace("reserved", "ignored"), "device", "removed", "breaking"),
    ("-0x00[31:0]: num\n+0x00[31:0]: nums" + K, "both", "renamed", "cosmetic"),
    ("-0x00[31:0]: n\n+0x00[31:0]: m" + K, "both", "reused", "dangerous"),
    ("-0x00[31:0]: n\n+0x00[31:8]: m\n+0x00[7:0]: o" + K, "driver", "split", "dangerous"),
    ("+0x00[31:0]: n\n-0x00[31:8]: m\n-0x00[7:0]: o" + K, "driver", "joined", "dangerous"),
    ("-0x00[31:0]: n\n+0x00[31:8]: n\n+0x00[7:0]: n_low" + K, "driver", "split", "dangerous"),
    ("-0x00[31:0]: n\n+0x00[31:16]: n_high\n+0x00[15:0]: n_low" + K, "driver", "split", "compatible"),
    ("-0x00[31:0]: n\n+0x00[31:16]: n_low\n+0x00[15:0]: n_high" + K, "driver", "split", "dangerous"),
    ("+0x00[31:0]: n\n-0x00[31:16]: n_hi\n-0x00[15:0]: n_lo" + K, "device", "joined", "compatible"),
    ("-0x00[31:16]: n0\n-0x00[15:0]: n1\n+0x00..0x03: {name: n, count: 2, width: 16}" + K,
     "both", "joined", "compatible"),
    ("-0x00[31:0]: n\n+0x00..0x03: {name: n, kind: bytes}" + K, "driver", "type", "compatible"),
    ("-0x00..0x03: {name: n, count: 2, width: 16}\n+0x00..0x03: {name: n, count: 4, width: 8}" + K,
     "driver", "type", "breaking"),
    ("-0x00[31:0]: {name: n, default: 1}\n+0x00[31:0]: {name: n, default: 2}" + K, "driver",
     "default", "dangerous"),
    ("-0x00[31:0]: {name: n, default: 1}\n+0x00[31:0]: {name: n, default: 2}" + K, "device",
     "default", "cosmetic"),
    ("-0x00[31:0]: {name: n, fixed: 1}\n+0x00[31:0]: {name: n, fixed: 2}" + K, "driver", "fixed",
     "breaking"),
    ("-0x00[31:0]: {name: n, fixed: 1}\n+0x00[31:0]: n" + K, "driver", "fixed", "compatible"),
    ("-0x00[31:0]: {name: n, fixed: 1}\n+0x00[31:0]: n" + K, "device", "fixed", "dangerous"),
    ("-0x00[31:0]: n\n+0x00[31:0]: {name: n, fixed: 1}" + K, "driver", "fixed", "dangerous"),
    ("-0x00[31:0]: n\n+0x00[31:0]: {name: n, encoding: log2}" + K, "driver", "encoding",
     "breaking"),
    ("-0x00[31:0]: n\n+0x00[31:0]: {name: n, unit: bytes}" + K, "driver", "unit", "cosmetic"),
    ("-0x00[31:0]: {name: n, unit: pages}\n+0x00[31:0]: {name: n, unit: bytes}" + K, "driver",
     "unit",
     "breaking"),
    ("-0x00[31:0]: {name: n, unit: byte}\n+0x00[31:0]: {name: n, unit: bytes}" + K, "driver",
     "unit",
     "cosmetic"),
    ("-0x00[31:0]: n\n+0x00[31:0]: {name: n, writer: device}" + K, "driver", "writer", "dangerous"),
    ("-0x00[31:0]: reserved\n+0x00[31:0]: ignored" + K, "driver", "reserved", "compatible"),
    ("-0x00[31:0]: reserved\n+0x00[31:0]: ignored" + K, "device", "reserved", "dangerous"),
    ("+0x00[31:0]: reserved\n-0x00[31:0]: ignored" + K, "driver", "reserved", "dangerous"),
    ("+0x00[31:0]: reserved\n-0x00[31:0]: ignored" + K, "device", "reserved", "compatible"),
    ("-0x00[31:0]: {name: n, doc: One.}\n+0x00[31:0]: {name: n, doc: Two.}" + K, "both",
     "documentation", "cosmetic"),
])
def test_class_and_severity(tmp_path, fields, writer, kind, severity):
    found = one(tmp_path, layout(fields, writer=writer))
    assert (found.kind, found.severity.word) == (kind, severity)
    assert found.meaning and all(sentence[0] != " " for sentence in found.meaning)


def test_another_lowest_bit_is_named(tmp_path):
    found = one(tmp_path, layout("-0x00[31:28]: n\n-0x00[27:0]: reserved\n+0x00[31:24]: n\n"
                                 "+0x00[23:0]: reserved" + K))
    assert found.meaning == ["a driver built on v1 writes n with its lowest bit at 0x00[28], where v2 has it "
                             "at 0x00[24]: every value but 0 changes"]


@pytest.mark.parametrize("change, writer, is_open, kind, severity", [
    ("+      C: 3\n", "driver", "", "value added", "compatible"),
    ("+      C: 3\n", "device", "", "value added", "dangerous"),
    ("+      C: 3\n", "device", "     open: true\n", "value added", "compatible"),
    ("-      C: 3\n", "driver", "", "value removed", "dangerous"),
    ("-      C: 3\n", "device", "", "value removed", "compatible"),
    ("-      C: 3\n+      C: 4\n", "device", "", "renumbered", "breaking"),
    ("-      C: 3\n+      D: 3\n", "device", "", "value reused", "dangerous"),
    ("-      C: 3\n+      C_X: 3\n", "device", "", "value renamed", "cosmetic"),
    ("-      C: {value: 3, doc: One.}\n+      D: {value: 3, doc: One.}\n", "device", "", "value renamed", "cosmetic"),
    ("-      C: {value: 3, doc: Adds a number.}\n+      C_X: {value: 3, doc: Clears all counters.}\n", "device", "",
     "value reused", "dangerous"),
])
def test_values(tmp_path, change, writer, is_open, kind, severity):
    head = " " + ENUM.replace("{open}", is_open) + change
    found = one(tmp_path, layout(" 0x00[31:0]: {name: n, enum: kind}" + K, head=head,
                                 writer=writer), "D058" if kind == "value reused" else None)
    assert (found.kind, found.severity.word) == (kind, severity)
    assert found.layout == "kind" and found.field.startswith("kind.")


def test_values_that_are_read_from_a_description_are_told_with_doubt(tmp_path):
    head = " " + ENUM.replace("{open}", "     note: Read from the description, not stated as an "
                              "enumeration.\n") + "-      C: 3\n+      C: 4\n"
    found = one(tmp_path, layout(" 0x00[31:0]: {name: n, enum: kind}" + K, head=head,
                                 writer="device"))
    assert (found.kind, found.severity.word) == ("renumbered", "dangerous")
    assert found.meaning[-1] == ("in v1 and v2 the values are read from a description, which may only "
                                 "have other words")


@pytest.mark.parametrize("values, bits, severity, said", [
    ("{X: 1, Y: 8}", "{X: 0, Y: 3}", "compatible", "every name has the same number"),
    ("{X: 1, Y: 2, Z: 4}", "{X: 0, Y: 1, Z: 2, V: 3}", "compatible", "every number is 0 or a single bit"),
    ("{X: 1, Z: 3}", "{X: 0, Y: 3}", "dangerous", "X has the same number in either form; "),
    ("{X: 0, Y: 8}", "{X: 0, Y: 3}", "breaking", "; other numbers: X (0x0, now 0x1)"),
])
def test_the_form_of_an_enumeration_alone_hurts_nobody(tmp_path, values, bits, severity, said):
    text = layout("-0x00[31:0]: {name: n, enum: kind}\n+0x00[31:0]: {name: n, flags: kind}" + K, tail=(
        f"-enums:\n-  kind:\n-    doc: What it is.\n-    source: PRM\n-    values: {values}\n"
        f"+flags:\n+  kind:\n+    doc: What it is.\n+    source: PRM\n+    bits: {bits}\n"))
    (item,) = report(tmp_path, text).findings
    assert (item.rule, item.severity.word) == ("D041", severity) and said in item.meaning[0]


def test_an_enumeration_that_becomes_flags_is_one_finding(tmp_path):
    """Findings of the enumeration, with a value that is named under both; no other field has one."""
    text = layout("-0x00[31:0]: {name: n, enum: kind}\n+0x00[31:0]: {name: n, flags: kind}" + K, tail=(
        "-enums:\n-  kind:\n-    doc: What it is.\n-    source: PRM\n-    values: {A: 1, B: 8}\n"
        "+flags:\n+  kind:\n+    doc: What it is.\n+    source: PRM\n+    bits: {X: 1, Y: 3}\n"))
    found = one(tmp_path, text)
    assert (found.rule, found.layout, found.field, found.title) == (
        "D041", "kind", "", "enumeration -> set of flags")
    assert (found.witness.old, found.witness.new) == ("n is 0x8, B", "n is 0x8, Y")


def test_headers_tell_which_enumeration_a_field_has(tmp_path):
    """By their names, which of two headers can be compared."""
    texts = ["struct mlx5_ifc_seg_bits {\n\tu8 kind[0x8];\n\tu8 reserved_at_8[0x18];\n};\n"
             f"enum {{ MLX5_SEG_KIND_A, MLX5_SEG_KIND_B = {value} }};\n" for value in (5, 0x105)]
    paths = [write(tmp_path, f"{name}/seg.h", text) for name, text in zip(("v1", "v2"), texts)]
    found = {item.rule: item for item in compare(*map(load_source, paths)).findings}
    assert found["D041"].title == "enumeration seg_kind -> none"
    assert (found["D041"].layout, found["D041"].field) == ("seg", "kind")


def test_values_that_change_places_are_renumbered(tmp_path):
    head = " " + ENUM.replace("{open}", "").replace("       A: 1\n       B: 2\n", "") + \
        "-      A: 1\n-      B: 2\n+      A: 2\n+      B: 1\n"
    found = report(tmp_path, layout(" 0x00[31:0]: {name: n, enum: kind}" + K, head=head)).findings
    assert [(item.rule, item.field) for item in found] == [("D052", "kind.A"), ("D052", "kind.B")]


# Causes

def test_a_grown_field_shifts_the_rest_in_one_finding(tmp_path):
    count = 40
    before = "".join(f"-0x{4 * n + 4:02x}[31:0]: f{n}\n" for n in range(count))
    after = "".join(f"+0x{4 * n + 8:02x}[31:0]: f{n}\n" for n in range(count))
    text = layout("-0x00[31:0]: n\n+0x00[63:0]: n\n" + before + after, size=(164, 168))
    found = {item.rule: item for item in report(tmp_path, text).findings}
    assert set(found) == {"D031", "D004"}
    assert found["D004"].cause == found["D031"].fingerprint
    assert [item.field for item in found["D004"].shifted] == [f"f{n}" for n in range(count)]
    assert all(item.new.offset - item.old.offset == 32 for item in found["D004"].shifted)
    assert found["D004"].title == "grown 164 -> 168 bytes, 40 fields shifted by 4 bytes"


def test_what_reserved_bits_take_up_stays(tmp_path):
    text = layout("-0x00[31:24]: n\n-0x00[23:16]: a\n-0x00[15:8]: b\n-0x00[7:0]: reserved\n"
                  "+0x00[31:16]: n\n+0x00[15:8]: a\n+0x00[7:0]: b\n 0x04[31:0]: k")
    found = {item.rule: item for item in report(tmp_path, text).findings}
    assert set(found) == {"D031", "D021"}
    assert [item.field for item in found["D021"].shifted] == ["a", "b"]
    assert found["D021"].cause == found["D031"].fingerprint


@pytest.mark.parametrize("change, rule", [
    ("-0x00[31:24]: a\n-0x00[23:16]: b\n-0x00[15:0]: reserved\n"
     "+0x00[31:24]: x\n+0x00[23:16]: a\n+0x00[15:8]: b\n+0x00[7:0]: reserved", "D010"),
    ("-0x00[31:24]: x\n-0x00[23:16]: a\n-0x00[15:8]: b\n-0x00[7:0]: reserved\n"
     "+0x00[31:24]: a\n+0x00[23:16]: b\n+0x00[15:0]: reserved", "D011"),
    ("-0x00[31:24]: x\n-0x00[23:16]: a\n-0x00[15:8]: b\n-0x00[7:0]: reserved\n"
     "+0x00[31:24]: a\n+0x00[23:16]: b\n+0x00[15:8]: x\n+0x00[7:0]: reserved", "D020"),
    ("-0x00[31:20]: reserved\n-0x00[19:12]: a\n-0x00[11:4]: b\n-0x00[3:0]: reserved\n"
     "+0x00[31:24]: reserved\n+0x00[23:16]: a\n+0x00[15:8]: b\n+0x00[7:0]: reserved", "D020"),
])
def test_causes_of_shifts(tmp_path, change, rule):
    found = report(tmp_path, layout(change + K)).findings
    cause = next(item for item in found if item.rule == rule)
    shifted = next(item for item in found if item.rule == "D021")
    assert len(found) == 2 and shifted.cause == cause.fingerprint and not cause.cause
    moved = {item.field for item in shifted.shifted}
    assert moved | {cause.field} >= {"a", "b"} and cause.field not in moved


def test_a_small_field_does_not_shift_others_by_more_than_its_size(tmp_path):
    """A field has moved by 13 bits; one of 5 bits before it is not the reason."""
    text = layout("-0x00[31:24]: n\n-0x00[23:16]: a\n-0x00[15:0]: reserved\n"
                  "+0x00[31:24]: n\n+0x00[23:19]: came\n+0x00[18:11]: reserved\n+0x00[10:3]: a\n"
                  "+0x00[2:0]: reserved" + K)
    found = {item.rule: item for item in report(tmp_path, text).findings}
    assert set(found) == {"D010", "D020"} and found["D020"].field == "a" and not found["D020"].cause


def test_the_size_of_the_layout_tells_which_change_pushed(tmp_path):
    """One field was removed where another was added: the larger one shifted the following fields."""
    text = layout("-0x00[31:24]: went\n-0x00[23:16]: a\n-0x00[15:8]: b\n-0x00[7:0]: reserved\n"
                  "+0x00[31:16]: came\n+0x00[15:8]: a\n+0x00[7:0]: b\n 0x04[31:0]: k")
    found = {item.rule: item for item in report(tmp_path, text).findings}
    assert found["D021"].cause == found["D010"].fingerprint


def test_overlays(tmp_path):
    text = layout("-0x00..0x03:\n+0x00..0x07:\n   overlay: what\n   selector: {external: "
                  "Something.}\n   arms:\n     one: {when: 0, kind: bytes}\n     two: {when: 1, "
                  "kind: bytes}\n+    three: {when: 2, kind: bytes}\n-0x04..0x07: reserved",
                  writer="both")
    found = {(item.rule, item.field): item for item in report(tmp_path, text).findings}
    assert set(found) == {("D031", "what"), ("D061", "three"), ("D021", "one")}
    assert found["D031", "what"].title == "widened 32 -> 64 bits"
    assert found["D031", "what"].subject == "overlay"
    assert [item.field for item in found["D021", "one"].shifted] == ["one", "two"]
    assert found["D021", "one"].cause == found["D031", "what"].fingerprint


CONDITION = """ doc: Example.
 enums:
   kind:
     doc: What follows.
     source: PRM
     values:
       EMPTY: 0
       LIST: 3
 layouts:
   head:
     size: 4
     doc: Head.
     source: PRM
     fields:
       0x00[31:16]: reserved
       0x00[15:8]:  {{name: ds, encoding: octowords}}
       0x00[7]:     flag
       0x00[6:0]:   {{name: kind, enum: kind}}
 sequences:
   wqe:
     doc: Request.
     source: PRM
     segments:
       - ctrl: {{layout: head}}
-      - list: {{data: true, size: {}, when: {}}}
+      - list: {{data: true, size: {}, when: {}}}
"""


@pytest.mark.parametrize("size, when, is_same", [
    ("ctrl.ds", "ctrl.kind == LIST", True),
    ("ctrl.ds * 16", "ctrl.kind == 3", True),
    ("ctrl.ds * 8", "ctrl.kind == 3", False),
    ("ctrl.ds", "ctrl.kind == 4", False),
    ("ctrl.ds", "ctrl.kind == EMPTY", False),
])
def test_a_length_or_condition_in_another_spelling_is_no_change(tmp_path, size, when, is_same):
    text = CONDITION.format("ctrl.ds * 16", "ctrl.kind == 3", size, when)
    assert [item.rule for item in report(tmp_path, text).findings] == ([] if is_same else ["D071"])


@pytest.mark.parametrize("one, other, is_same", [
    ("not ctrl.flag", "ctrl.flag == 0", True),
    ("ctrl.flag", "ctrl.flag == 1", True),
    ("ctrl.flag", "ctrl.flag != 0 or ctrl.ds > 0", False),
    ("ctrl.ds > 0 and not ctrl.flag", "ctrl.ds and ctrl.flag == 0", True),
    ("ctrl.ds", "ctrl.ds == 1", False),
    ("ctrl.flag", "not ctrl.flag", False),
])
def test_conditions_on_zero(tmp_path, one, other, is_same):
    text = CONDITION.format("ctrl.ds", one, "ctrl.ds", other)
    assert [item.rule for item in report(tmp_path, text).findings] == ([] if is_same else ["D071"])


NESTED = """ doc: Example.
 layouts:
   inner:
-    size: 4
+    size: 8
     doc: Inner.
     source: PRM
     fields:
       0x00[31:0]: a
+      0x04[31:0]: more
   outer:
-    size: 12
+    size: 16
     doc: Outer.
     source: PRM
     fields:
       0x00[31:0]: head
-      0x04..0x07: {name: body, layout: inner}
-      0x08[31:0]: tail
+      0x04..0x0b: {name: body, layout: inner}
+      0x0c[31:0]: tail
   outermost:
-    size: 16
+    size: 20
     doc: Outermost.
     source: PRM
     fields:
       0x00[31:0]: head
-      0x04..0x0f: {name: body, layout: outer}
+      0x04..0x13: {name: body, layout: outer}
"""


def test_nested_layouts_grow_by_one_cause(tmp_path):
    found = {(item.layout, item.rule): item for item in report(tmp_path, NESTED).findings}
    assert set(found) == {("inner", "D010"), ("inner", "D004"), ("outer", "D004"),
                          ("outermost", "D004")}
    assert found["inner", "D004"].cause == found["inner", "D010"].fingerprint
    assert found["outer", "D004"].cause == found["inner", "D004"].fingerprint
    assert found["outermost", "D004"].cause == found["outer", "D004"].fingerprint
    assert [item.field for item in found["outer", "D004"].shifted] == ["body", "tail"]
    assert found["outer", "D004"].severity.word == "breaking"
    assert found["inner", "D004"].severity.word == "breaking", "outer has something behind it"


def test_fields_that_are_put_into_a_layout_are_one_finding(tmp_path):
    text = (" doc: Example.\n layouts:\n+  inner:\n+    size: 8\n+    doc: D.\n+    source: PRM\n"
            "+    fields:\n+      0x00[31:8]: a\n+      0x00[7:0]: reserved\n+      0x04[31:0]: b\n"
            "   seg:\n     size: 8\n     doc: D.\n     source: PRM\n     fields:\n"
            "-      0x00[31:8]: a\n-      0x00[7:0]: reserved\n-      0x04[31:0]: b\n"
            "+      0x00..0x07: {name: body, layout: inner}\n")
    found = {item.rule: item for item in report(tmp_path, text).findings}
    assert set(found) == {"D001", "D036"}
    assert found["D036"].severity.word == "compatible"
    assert [name for name, _ in found["D036"].old.parts] == ["a", "b"]
    old, new = sources(tmp_path, text)
    back = {item.rule: item for item in compare(new, old).findings}
    assert set(back) == {"D002", "D036"}
    assert [name for name, _ in back["D036"].new.parts] == ["a", "b"]


def test_layouts_are_matched_by_what_they_are(tmp_path):
    fields = "".join(f"       0x{4 * n:02x}[31:0]: field_{n}\n" for n in range(8))
    text = (" doc: Example.\n layouts:\n-  one:\n+  another_name:\n     size: 32\n     doc: D.\n"
            f"     source: PRM\n     fields:\n{fields}"
            "   two:\n     size: 4\n     doc: D.\n     source: PRM\n     fields:\n"
            "       0x00[31:0]: x\n")
    assert one(tmp_path, text).rule == "D003"


def test_layouts_with_nothing_in_common_are_not(tmp_path):
    text = (" doc: Example.\n layouts:\n-  one:\n+  two:\n     size: 8\n     doc: D.\n     source: "
            "PRM\n     fields:\n       0x00[31:0]: opcode\n-      0x04[31:0]: a\n"
            "+      0x04[31:0]: b\n")
    rules = sorted(item.rule for item in report(tmp_path, text).findings)
    assert rules == ["D001", "D002"]


def test_one_element_that_becomes_an_array_to_the_end(tmp_path):
    """Has another count, and is not narrowed, though no bit of it counts into the size."""
    text = layout(" 0x00[31:0]: k\n-0x04[31:0]: n\n+0x04..: {name: n, width: 32}", size=(8, 4))
    found = {item.rule: item for item in report(tmp_path, text).findings}
    assert set(found) == {"D035", "D005"}
    assert found["D035"].title == "no array -> any number of elements"
    assert found["D005"].cause == found["D035"].fingerprint
    assert found["D035"].witness is not None
    assert {item.rule for item in compare(*reversed(sources(tmp_path, text))).findings} == \
        {"D035", "D004"}


def test_an_enumeration_that_comes_with_its_field_has_that_for_its_cause(tmp_path):
    head = "+enums:\n+  kind:\n+    doc: D.\n+    source: PRM\n+    values: {A: 1}\n"
    found = {item.rule: item for item in report(tmp_path / "field", layout(
        "-0x00[31:0]: reserved\n+0x00[31:0]: {name: n, enum: kind}" + K, head=head)).findings}
    assert set(found) == {"D010", "D055"} and found["D055"].cause == found["D010"].fingerprint
    assert (found["D055"].severity.word, found["D055"].title) == ("cosmetic", "enumeration added, 1 value")
    found = {item.rule: item for item in report(tmp_path / "tied", layout(
        "-0x00[31:0]: n\n+0x00[31:0]: {name: n, enum: kind}" + K, head=head)).findings}
    assert set(found) == {"D041", "D055"} and found["D055"].cause == found["D041"].fingerprint
    found = {item.rule: item for item in report(tmp_path / "gone", layout(
        "+0x00[31:0]: reserved\n-0x00[31:0]: {name: n, enum: kind}" + K,
        head=head.replace("+", "-"))).findings}
    assert set(found) == {"D011", "D056"} and found["D056"].cause == found["D011"].fingerprint
    assert found["D056"].severity.word == "compatible", "code that uses its names does not compile"
    alone, = report(tmp_path / "alone", layout(" 0x00[31:0]: n" + K, head=head)).findings
    assert (alone.rule, alone.severity.word, alone.cause) == ("D055", "compatible", "")


def adb(folder, name, nodes):
    """A table of mstflint with (name, bytes, is a union, fields) of each node."""
    text = "\n".join(f'<node name="{node}" size="{size:#x}.0" attr_is_union="{int(union)}" descr="">\n{fields}\n</node>'
                     for node, size, union, fields in nodes)
    return load_source(write(folder, f"{name}.adb", f'<NodesDefinition>\n<config big_endian_arr="1"/>\n{text}\n'
                             "</NodesDefinition>\n"), warnings=False)


def part(name, size, node="", place=0):
    of = f' subnode="{node}"' if node else ""
    return f'<field name="{name}" descr="" offset="{place:#x}.0" size="{size:#x}.0"{of}/>'


def test_an_overlay_of_one_arm_has_no_other_meaning(tmp_path):
    sides = [adb(tmp_path, name, [("reg", 4, False, part("page", 4, node)), ("low", 4, False, part("a", 4)),
                                  ("pages", 4, True, part("low", 4, "low"))])
             for name, node in (("old", ""), ("new", "pages"))]
    for pair in (sides, sides[::-1]):
        assert {item.severity.word for item in compare(*pair).findings if item.layout == "reg"} <= \
            {"compatible", "cosmetic"}


def test_an_arm_is_the_layout_that_it_has(tmp_path):
    """A layout with another name is the same arm, even where reserved bits follow it; another layout is not."""
    def table(side, name, fields):
        inner = [(name, 16, False, "".join(part(field, 4, place=4 * number) for number, field in enumerate(fields)))]
        return adb(tmp_path, side, [*inner, ("low", 32, False, part("z", 4)), ("pages", 32, True, part("low", 32, "low") +
                   part(name, 16, name)), ("reg", 36, False, part("page", 4) + part("data", 32, "pages", 4))])

    old, new, other = (table("old", "nm_5", "abcd"), table("new", "serdes_gen_8", "abcd"), table("other", "serdes_gen_8", "wxy"))
    assert {(item.rule, item.severity.word) for item in compare(old, new).findings if item.subject == "arm"} == \
        {("D063", "cosmetic")}
    assert {item.rule for item in compare(old, other).findings if item.subject == "arm"} == {"D061", "D062"}


def test_a_union_takes_no_layout_along(tmp_path):
    """A union of layouts that is gone is no loss: each layout has a finding of its own."""
    parts = [("one", 8, False, part("a", 4) + part("b", 4, place=4)), ("two", 8, False, part("c", 4))]
    old = adb(tmp_path, "old", [*parts, ("both", 8, True, part("one", 8, "one") + part("two", 8, "two")),
                                ("reg", 8, False, part("both", 8, "both"))])
    new = adb(tmp_path, "new", [parts[0], ("reg", 8, False, part("both", 8, "one"))])
    found = {item.layout: item.severity.word for item in compare(old, new).findings if item.rule == "D002"}
    assert found == {"both": "cosmetic", "two": "breaking"}


def test_layouts_with_the_same_fields_are_the_same(tmp_path):
    """A field may have another layout with them; an array without a meaning may get one, and a layout become an array."""
    parts = [(name, 8, False, part("a", 4) + part("b", 4, place=4)) for name in ("one", "two")]
    other = ("three", 8, False, part("a", 4) + part("c", 4, place=4))
    array = '<field name="x" descr="" offset="0x0.0" size="0x8.0" low_bound="0" high_bound="1"/>'
    for number, (before, after, severity) in enumerate((
            (part("x", 8, "one"), part("x", 8, "two"), "cosmetic"), (part("x", 8, "one"), part("x", 8, "three"), "dangerous"),
            (array, part("x", 8, "one"), "compatible"), (part("x", 8, "one"), array, "compatible"))):
        sides = [adb(tmp_path, f"{side}{number}", [*parts, other, ("reg", 8, False, fields)])
                 for side, fields in (("old", before), ("new", after))]
        (item,) = [item for item in compare(*sides).findings if item.layout == "reg"]
        assert (item.rule, item.severity.word) == ("D040", severity)


def test_an_arm_for_more_values(tmp_path):
    """Values that selected no arm are an addition; those of another arm are not."""
    arms = "   overlay: what\n   selector: kind\n   arms:\n     one: {{when: 1}}\n-    two: {{when: 2}}\n+    two: {{when: {}}}"
    for values, severity in (("[2, 3]", "compatible"), ("3", "breaking")):
        text = layout(" 0x00[31:2]: reserved\n 0x00[1:0]: kind\n 0x04[31:0]:\n" + arms.format(values))
        assert one(tmp_path / severity, text, "D064").severity.word == severity


def test_the_fields_that_an_overlay_keeps(tmp_path):
    """The driver gets their arm without the selector, unless another arm is that for 0, or the device chooses."""
    arms = "+  overlay: what\n+  selector: kind\n+  arms:\n+    one: {{when: {}}}\n+    two: {{when: {}}}"
    for writer, numbers, severity in (("driver", (0, 1), "compatible"), ("driver", (1, 0), "dangerous"),
                                      ("device", (0, 1), "dangerous")):
        text = layout("-0x00[31:0]: reserved\n+0x00[31:2]: reserved\n+0x00[1:0]: kind\n-0x04[31:0]: one\n+0x04[31:0]:\n" +
                      arms.format(*numbers), writer=writer)
        assert one(tmp_path / f"{writer}{numbers[0]}", text, "D060").severity.word == severity


def test_bits_that_a_description_calls_reserved(tmp_path):
    for doc, severity in (("reserved for future use", "compatible"), ("Reserved when k is 1.", "breaking")):
        field = f"0x00[31:0]: {{name: n, doc: {doc}}}"
        assert one(tmp_path / "gone" / severity, layout(f"-{field}\n+0x00[31:0]: reserved{K}"), "D011").severity.word == severity
        came = report(tmp_path / "other" / severity, layout(f"-{field}\n+0x00[31:0]: {{name: time, doc: Update period.}}{K}"))
        assert {item.severity.word for item in came.findings if item.rule == "D013"} == {severity}


def test_a_header_does_not_say_what_is_a_flag(tmp_path):
    """Three values of one bit may be flags or numbers; a fourth that is none decides.  Bits that a reader left out are
    unknown: a field in them is no addition."""
    text = "enum {{ MLX5_A_KIND_X = 1, MLX5_A_KIND_Y = 2, MLX5_A_KIND_Z = 4{} }};\nstruct mlx5_ifc_a_bits {{ u8 kind[8]; {} }};\n"
    wide, narrow = "u8 mask_126_to_0[0x7f]; u8 one[1];", "u8 mask_126_to_1[0x7e]; u8 two[1]; u8 one[1];"
    sides = [load_source(write(tmp_path, f"{name}.h", text.format(*more))) for name, more in
             (("old", ("", wide)), ("new", (", MLX5_A_KIND_W = 6", narrow)))]
    assert [(item.rule, item.severity.word, item.field) for item in compare(*sides).findings] == \
        [("D050", "compatible", "a_kind.W")]


def test_arm_of_a_variant_came(tmp_path):
    found = one(tmp_path, """
 doc: Example.
 layouts:
   one: {size: 4, doc: One., source: PRM, fields: {"0x00[31:0]": kind}}
 variants:
   both:
     doc: One or another.
     source: PRM
     selector: {bits: "0x00[31:0]"}
     arms:
       one: {when: 1, layout: one}
+      other: {when: 2, layout: one}
""")
    assert (found.rule, found.field, found.title, found.severity.word) == ("D070", "both.other", "one added, for 2", "compatible")
    assert found.meaning == ["a driver built on v1 does not write other"]


def test_a_header_has_no_form_of_an_enumeration(tmp_path):
    """One more number may turn what a reader takes for a list into flags: no number means anything else."""
    sides = []
    for side, more in (("old", ""), ("new", "\tMLX5_ASO_C = 1,\n")):
        path = tmp_path / f"{side}.h"
        path.write_text(f"enum {{\n\tMLX5_ASO_A = 512,\n\tMLX5_ASO_B = 2,\n{more}}};\n")
        sides.append(load_source(str(path), warnings=False))
    assert [(item.rule, item.severity.word) for item in compare(*sides).findings] == [("D041", "compatible")]
