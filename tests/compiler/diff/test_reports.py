# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The reports: JSON that conforms to its schema, text that fits, Markdown and annotations with correct escapes."""

import dataclasses
import json
import os
import re
import subprocess

import pytest
from kernel_headers import KNOWN, linux_file
from prmclib.diff.compare import compare
from prmclib.diff.finding import Approval
from prmclib.diff.label import labels_of
from prmclib.model import NOWHERE
from prmclib.reports import report_github, report_html, report_markdown, report_text
from prmclib.reports import report_json as json_report
from prmclib.readers.source import Source, load_source
from prmclib.show.term import Term
from sides import ROOT, as_json, both, layout, report, sources, write
from test_edits import edited

with open(os.path.join(ROOT, "docs", "diff.schema.json"), encoding="utf-8") as stream:
    SCHEMA = json.load(stream)

TYPES = {"string": str, "integer": int, "object": dict, "array": list, "null": type(None),
         "boolean": bool}


def errors(value, schema, path="$"):
    """What is wrong with a value by the part of JSON Schema that ours uses; other words are
    refused."""
    known = {"$schema", "title", "description", "$defs", "type", "required", "properties", "items",
             "additionalProperties", "enum", "const", "pattern", "minimum", "anyOf", "$ref"}
    assert set(schema) <= known, set(schema) - known
    if "$ref" in schema:
        name = schema["$ref"].replace("#/$defs/", "")
        yield from errors(value, SCHEMA["$defs"][name], path)
        return
    if "anyOf" in schema:
        if all(list(errors(value, choice, path)) for choice in schema["anyOf"]):
            yield f"{path}: none of the choices"
        return
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, TYPES[kind]) and not (
            kind == "integer" and isinstance(value, bool)) for kind in kinds):
        yield f"{path}: not of type {kinds}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{path}: not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is not one of the values"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{path}: {value!r} does not match"
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        yield f"{path}: too small"
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for key in schema.get("required", []):
            if key not in value:
                yield f"{path}: no {key}"
        for key, inner in value.items():
            if key in properties:
                yield from errors(inner, properties[key], f"{path}.{key}")
            elif schema.get("additionalProperties") is False:
                yield f"{path}: {key} is not in the schema"
            elif isinstance(schema.get("additionalProperties"), dict):
                yield from errors(inner, schema["additionalProperties"], f"{path}.{key}")
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from errors(inner, schema.get("items", {}), f"{path}[{number}]")


def test_schema_of_linux(of_linux):
    said = json.loads(json_report.render(of_linux))
    assert len(said["findings"]) > 100 and list(errors(said, SCHEMA)) == []


def test_schema_of_random_edits():
    for seed in range(12):
        old, new, _ = edited(seed)
        assert list(errors(as_json(old, new), SCHEMA)) == [], seed


@pytest.mark.parametrize("change, said", [
    (lambda d: d["findings"][0].pop("rule"), "no rule"),
    (lambda d: d["findings"][0].update(severity="bad"), "not one of the values"),
    (lambda d: d["findings"][0].update(fingerprint="xyz"), "does not match"),
    (lambda d: d.update(more=1), "more is not in the schema"),
    (lambda d: d["findings"][0]["old"].update(offset_bits="1"), "not of type"),
    (lambda d: d["counts"].update(breaking=-1), "too small"),
])
def test_the_schema_refuses(tmp_path, change, said):
    found = report(tmp_path, layout("-0x00[31:0]: num\n+0x00[31:0]: nums\n 0x04[31:0]: k"))
    data = json.loads(json_report.render(found))
    assert list(errors(data, SCHEMA)) == []
    change(data)
    assert any(said in line or "none of the choices" in line for line in errors(data, SCHEMA))


def test_members_that_the_issue_names(tmp_path):
    found = report(tmp_path, layout("-0x00[31:0]: n\n+0x00[31:16]: n\n+0x00[15:0]: reserved\n"
                                    " 0x04[31:0]: k"))
    (item,) = json.loads(json_report.render(found))["findings"]
    assert set(item) >= {"rule", "class", "severity", "layout", "field", "old", "new",
                         "fingerprint",
                         "witness", "cause"}
    for side in ("old", "new"):
        assert set(item[side]) >= {"offset_bits", "width_bits", "file", "line"}
    assert (item["old"]["offset_bits"], item["old"]["width_bits"]) == (0, 32)
    assert (item["new"]["offset_bits"], item["new"]["width_bits"]) == (0, 16)
    assert item["old"]["file"].endswith("v1/example.yaml") and item["old"]["line"] == 9


# Text

@pytest.fixture(scope="module")
def of_linux():
    return compare(*(load_source(linux_file(version, "mlx5_ifc.h")) for version in KNOWN))


@pytest.mark.parametrize("width", [40, 80, 100, 132])
def test_text_fits(width, of_linux):
    """Lines fit, except those with places in files, which cannot be broken."""
    for line in report_text.render(of_linux, Term(width=width), True).split("\n"):
        assert len(line) <= width or re.match(r"  /\S+:\d+ (-> |is new)", line) or \
            " " not in line.strip(), line


def test_bits_before_and_after(tmp_path):
    found = report(tmp_path, layout("-0x00[31:16]: first\n-0x00[15:0]: reserved\n"
                                    "+0x00[31:24]: reserved\n+0x00[23:8]: first\n+0x00[7:0]: "
                                    "reserved\n 0x04[31:0]: k"))
    lines = report_text.render(found).split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("  0x00 "))
    ruler, before, after = lines[at:at + 3]
    assert (ruler.index("31"), ruler.index("16")) == (12, 42)
    assert before == "    before  [            first             ]" + " ." * 16
    assert after == "    after  " + " " + " ." * 8 + "[            first             ]" + " ." * 8


def test_colour_only_where_wanted(tmp_path):
    found = report(tmp_path, layout("-0x00[31:0]: n\n+0x00[31:0]: reserved\n 0x04[31:0]: k"))
    plain = report_text.render(found, Term())
    colour = report_text.render(found, Term(color=True))
    assert "\033" not in plain and "\033[1;31mbreaking" in colour
    assert re.sub(r"\033\[[0-9;]*m", "", colour) == plain


# Markdown and annotations

NASTY = "Says `code`, <b>, | and [x](y) & *so*."


def test_markdown(tmp_path):
    found = report(tmp_path, layout("-0x00[31:0]: {name: n, unit: bytes}\n"
                                    "+0x00[31:0]: {name: n, unit: \"<b>|`x`\"}\n 0x04[31:0]: k"))
    said = report_markdown.render(found)
    assert said.startswith("### v1 → v2: 🔴 1 breaking change\n\n| | what | change | rule |\n")
    assert "| 🔴 breaking | `seg.n` | unit bytes -&gt; &lt;b&gt;\\|\\`x\\` | D045 |\n" in said
    assert "<b>" not in said
    assert said.count("<details>") == said.count("</details>") == 1
    outside = re.sub(r"```.*?```|`[^`\n]*`", "", said, flags=re.S)
    assert outside.count("<details>") == 1


def test_markdown_is_short_enough_for_a_comment(of_linux):
    said = report_markdown.render(of_linux, True)
    assert len(said) < 65536
    assert re.search(r"\n\d+ more are not shown in detail; `prmc diff` shows them.\n", said)
    rows = len(re.findall(r"^\| \S+ \w+ \| `", said, flags=re.M))
    assert rows == len(of_linux.findings)


def test_annotations(tmp_path):
    found = report(tmp_path, layout("-0x00[31:0]: n\n+0x00[31:0]: reserved\n"
                                    "-0x04[31:0]: {name: k, unit: 100%}\n"
                                    "+0x04[31:0]: {name: k, unit: pages}\n"))
    lines = report_github.render(found).split("\n")
    assert len(lines) == 5 and lines[2].startswith("2 breaking, ")
    gone, unit = sorted(lines[:2], key=lambda line: "unit" in line)
    assert gone.startswith("::error file=") and "title=D011 removed%3A seg.n::seg.n removed" in gone
    assert ",line=9," in gone, "the line is not in the new file: that of the bits, which are reserved now"
    assert "%0AIt was at " in gone and "\n" not in gone
    assert ",line=10," in unit and "100%25" in unit


def test_removed_things_are_annotated_at_their_neighbour(tmp_path):
    """A file and a line of the new manual, since a forge has no other."""
    found = report(tmp_path, layout(" 0x00[31:0]: before\n-0x04[31:16]: gone\n-0x04[15:0]: after\n"
                                    "+0x04[31:0]: reserved\n"))
    lines = [line for line in report_github.render(found).split("\n") if "removed" in line]
    assert len(lines) == 2
    assert all(re.match(r"::error file=[^,]*v2/example\.yaml,line=10,title=D011 removed%3A seg\.", line) for line in lines), lines


def test_files_of_revisions_are_those_of_the_tree(tmp_path, monkeypatch):
    """A forge knows spec/a.yaml, and no HEAD:spec/a.yaml; a person reads the shorter one."""
    monkeypatch.chdir(tmp_path)
    for number, text_of in enumerate(both(layout(" 0x00[31:0]: n\n-0x04[31:0]: reserved\n+0x04[31:0]: k"))):
        write(tmp_path, "spec/a.yaml", text_of)
        for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", str(number)]):
            subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false",
                            *words], check=True)
    found = compare(load_source("HEAD~1"), load_source("HEAD"))
    assert report_github.render(found).startswith("::notice file=spec/a.yaml,line=10,")
    assert "  spec/a.yaml:10 is new\n" in report_text.render(found)
    assert "\nspec/a.yaml:10 is new\n" in report_markdown.render(found)
    assert report_text.in_tree("C:a.yaml", ("HEAD", "v1:spec")) == "C:a.yaml"


LONG = " ".join(f"word{number}" for number in range(80))


@pytest.mark.parametrize("old, new, lines", [
    ("doc: One.", "doc: Two.", ["  - doc: One.", "  + doc: Two."]),
    ("doc: D.", "doc: D., note: N.", ["  + note: N."]),
    (f"doc: {LONG}", f"doc: {LONG} more", ["  - doc: ... word", "  + doc: ... word"])])
def test_what_is_said_anew_is_shown(tmp_path, old, new, lines):
    found = report(tmp_path, layout(f"-0x00[31:0]: {{name: n, {old}}}\n+0x00[31:0]: {{name: n, {new}}}\n"
                                    " 0x04[31:0]: k"))
    shown = report_text.render(found, show_all=True).split("\n")
    starts = [line for line in shown if line[:4] in ("  - ", "  + ")]
    assert len(starts) == len(lines) and all(map(str.startswith, starts, lines)), shown
    assert all(line.lstrip()[:1] in "-+" for line in re.search(
        r"```diff\n(.*?)\n```", report_markdown.render(found, True), flags=re.S).group(1).split("\n"))
    if "more" in new:
        assert "word79 more" in "\n".join(shown) and len(shown) < 12


def test_flags_are_bits_and_told_by_who_writes_them(tmp_path):
    flags = (" flags:\n   kind:\n     doc: What it is.\n     source: PRM\n     bits:\n"
             "-      A: 12\n-      B: 11\n+      A: 11\n+      B: 12\n+      C: 13\n")
    found = {item.field: item for item in report(tmp_path, layout(
        " 0x00[31:0]: {name: n, flags: kind}\n 0x04[31:0]: k", head=flags, writer="device")).findings}
    assert found["kind.A"].title == "renumbered, bit 12 -> 11" and found["kind.C"].title == "added, bit 13"
    assert found["kind.A"].meaning == ["a driver built on v1 that reads bit 11, now A, takes it for B"]
    driver = {item.field: item for item in report(tmp_path / "driver", layout(
        " 0x00[31:0]: {name: n, flags: kind}\n 0x04[31:0]: k", head=flags)).findings}
    assert driver["kind.A"].meaning == [
        "a driver built on v1 sets bit 12 for A, which firmware of v2 takes for B"]


def test_uses_are_shown_beside_many_functions(tmp_path):
    found = report(tmp_path, layout("-0x00[31:0]: num\n+0x00[31:0]: nums\n 0x04[31:0]: k"))
    item, = found.findings
    item.affected.accessors, item.affected.uses = [f"f{number}" for number in range(9)], ["a.c:1", "b.c:2"]
    assert "\n  affects f0, f1, f2, f3 and 5 more; used at a.c:1, b.c:2; vendored: none\n" in \
        report_text.render(found, show_all=True)
    item.affected.uses = []
    assert "affects f0, f1, f2, f3, f4, f5 and 3 more; vendored" in report_text.render(found, show_all=True)


def test_a_union_with_an_arm_that_a_reader_left_out_is_no_change(tmp_path):
    """A field became the first arm of a union that Linux writes as DECLARE_FLEX_ARRAY(union ...)."""
    head = "struct mlx5_ifc_a_bits { u8 x[0x20]; };\nunion mlx5_ifc_p_bits { struct mlx5_ifc_a_bits ctx; u8 more[0x40]; };\n"
    table = "struct mlx5_ifc_q_bits {\n u8 status[0x20];\n %s\n};\n"
    member = "struct mlx5_ifc_a_bits ctx;"
    flexible = "union { u8 reserved_at_20[0x20]; DECLARE_FLEX_ARRAY(union mlx5_ifc_p_bits, params); };"
    manuals = [load_source(write(tmp_path, f"{name}.h", head + table % text)) for name, text in
               (("old", member), ("new", flexible), ("gone", "u8 reserved_at_20[0x20];"))]
    assert [(item.layout, item.field) for item in compare(*manuals[:2]).uncompared] == [("q", "params")]
    assert not compare(*manuals[:2]).findings
    assert [item.rule for item in compare(manuals[0], manuals[2]).findings] == ["D011"]


def test_what_a_reader_left_out_is_neither_new_nor_gone(tmp_path):
    """It is listed at the end, in each format."""
    whole = "struct mlx5_ifc_seg_bits {\n\tu8 index[0x20];\n\tu8 op[0x20];\n};\n"
    odd = ("struct mlx5_ifc_odd_bits {\n\tu8 a[0x3];\n};\n"
           "struct mlx5_ifc_seg_bits {\n\tu8 index[0x20];\n\tstruct mlx5_ifc_odd_bits op[0x2];\n\tu8 x[0x1a];\n};\n")
    manuals = [load_source(write(tmp_path, f"{name}.h", text)) for name, text in (("v1", whole), ("v2", odd))]
    for old, new in (manuals, manuals[::-1]):
        found = compare(old, new)
        assert not any(item.field == "op" for item in found.findings)
        left = {(item.layout, item.field): item.labels for item in found.uncompared}
        assert left[("seg", "op")] == (manuals[1].label,) and ("odd", "") in left
        line = "Cannot compare seg.op, left out of "
        assert line in " ".join(report_text.render(found).split()) + " "
        assert line in report_markdown.render(found).replace("\\", "")
        assert line in report_github.render(found)
        assert "<code>seg.op</code>, left out of" in report_html.render(found)
        assert {"layout": "seg", "field": "op", "left_out_of": [manuals[1].label],
                "reason": found.uncompared[-1].reason} in json.loads(json_report.render(found))["uncompared"]


def test_a_comment_is_never_longer_than_forges_accept(tmp_path):
    """Findings that are left out are counted."""
    fields = "\n".join(f"+0x{4 * i:03x}[31:0]: a_rather_long_name_of_field_number_{i}" for i in range(1, 1500))
    found = report(tmp_path, layout(f" 0x000[31:0]: k\n-0x004..0x176f: reserved\n{fields}", size=6000))
    together = report_markdown.render(found)
    assert together.count("| D010 |") == 1 and "1499 fields added: a_rather" in together.replace("\\", "")
    said = report_markdown.render(found, True)
    assert max(len(together), len(said)) < 65536
    listed = said.count("| D010 |")
    assert 100 < listed < 1499
    assert f"{1499 - listed} compatible more, which `prmc diff` shows." in said


def test_additions_to_one_layout_are_a_table(tmp_path):
    """With --all, each is shown in full."""
    found = report(tmp_path, layout("-0x00[31:0]: reserved\n+0x00[31:16]: first_one\n+0x00[15:0]: two\n 0x04[31:0]: k"))
    prints = [item.fingerprint for item in found.findings]
    assert report_text.render(found, Term(width=80)).splitlines()[:3] == [
        f"{'seg  2 fields added':<62}  compatible  D010",
        f"  0x00[31:16]  first_one  16 bits in reserved space  {prints[0]}",
        f"  0x00[15:0]   two        16 bits in reserved space  {prints[1]}"]
    assert report_text.render(found, show_all=True).count("a driver built on v1 writes 0 there") == 2


@pytest.mark.parametrize("count", [2, 3])
def test_removed_fields_of_one_layout_are_a_table(tmp_path, count):
    """From three on; with --all, each is shown in full."""
    gone = "".join(f"-0x{4 * n:02x}[31:0]: f{n}\n+0x{4 * n:02x}[31:0]: reserved\n" for n in range(count))
    found = report(tmp_path, layout(f"{gone} 0x{4 * count:02x}[31:0]: k", size=4 * count + 4))
    lines = report_text.render(found, Term(width=80)).splitlines()
    assert (lines[0] == f"{'seg  3 fields removed':<62}  breaking    D011") == (count == 3)
    assert "\n".join(lines).count("a driver built on v1 that sets f") == (0 if count == 3 else count)
    assert all(item.fingerprint in "\n".join(lines) for item in found.findings)
    assert report_text.render(found, show_all=True).count("a driver built on v1 that sets f") == count


def test_a_removed_field_with_a_consequence_or_an_approval_is_none_of_a_table(tmp_path):
    found = report(tmp_path, layout("".join(f"-0x{4 * n:02x}[31:0]: f{n}\n+0x{4 * n:02x}[31:0]: reserved\n"
                                            for n in range(4)) + " 0x10[31:0]: k", size=20))
    groups = [[item] for item in found.findings]
    first = found.findings[0]
    assert [len(group) for group in report_text.joined(groups, {first})] == [1, 3]
    first.approval = Approval(first.fingerprint, "why", "", first.old.where)
    assert [len(group) for group in report_text.joined(groups, set())] == [1, 3]


def test_equal_changes_of_an_amount_are_a_table(tmp_path):
    """Other amounts are shown by themselves."""
    fields = "".join(f"-0x{4 * n:02x}[31:0]: {{name: f{n}, doc: In units of 10 msec.}}\n"
                     f"+0x{4 * n:02x}[31:0]: {{name: f{n}, doc: In units of {unit}.}}\n"
                     for n, unit in enumerate(("1 msec", "1 msec", "2 msec", "1 msec")))
    lines = report_text.render(report(tmp_path, layout(fields, size=16)), Term(width=80)).splitlines()
    assert f"{'seg  3 fields with another amount':<62}  breaking    D091" in lines
    assert sum("amount 10 msec -> 1 msec" in line for line in lines) == 3
    assert sum(line.startswith("seg.f2  amount 10 msec -> 2 msec") for line in lines) == 1


@pytest.mark.parametrize("count", [8, 9])
def test_a_long_report_begins_with_its_totals(tmp_path, count):
    changes = "".join(f"-0x{4 * n:02x}[31:0]: f{n}\n+0x{4 * n:02x}[31:16]: f{n}\n+0x{4 * n:02x}[15:0]: reserved\n"
                      for n in range(count))
    lines = report_text.render(report(tmp_path, layout(changes, size=4 * count))).splitlines()
    at = [number for number, line in enumerate(lines) if line.endswith("0 compatible, 0 cosmetic.")]
    assert len(at) == count - 7 and (at[0] == 0) == (count == 9) and len({lines[number] for number in at}) == 1


def test_sentences_have_the_first_digits_of_a_revision(tmp_path):
    whole = "0123456789abcdef0123456789abcdef01234567"
    for label, said in ((whole, "0123456789ab"), (f"{whole}:spec", "0123456789ab:spec"), ("v1", "v1")):
        old, new = sources(tmp_path, layout(" 0x00[31:0]: n", size=4))
        assert labels_of(Source(label, old.form, old.spec), new).old == said


CHANGED_PLACES = "-0x00[31:24]: tag\n-0x00[23:0]: key\n+0x00[31:8]: key\n+0x00[7:0]: tag\n 0x04[31:0]: k"


def test_consequences_are_told_with_their_cause(tmp_path):
    """With --all, each is shown in full."""
    found = report(tmp_path, layout(CHANGED_PLACES))
    tag, key = (next(item for item in found.findings if item.field == name) for name in ("tag", "key"))
    lines = report_text.render(found, Term(width=80)).splitlines()
    head = f"    {'seg.key  shifted by 1 byte':<44}  breaking    D021  {key.fingerprint}"
    assert lines[0].startswith("seg.tag  moved 0x00[31:24] -> 0x00[7:0]")
    assert lines[lines.index("  consequences:") + 1:][:2] == [head, ""]
    assert "because of" not in "\n".join(lines)
    assert report_text.render(found, show_all=True).count(f"because of {tag.fingerprint}") == 1
    said = report_markdown.render(found)
    assert (said.count("<details>"), said.count("| D021 |")) == (1, 1)
    assert f"- consequence, breaking: `seg.key` shifted by 1 byte, D021, `{key.fingerprint}`\n" in said
    assert report_markdown.render(found, show_all=True).count("<details>") == 2
    for one in (tag, key):
        one.approval, known = Approval(one.fingerprint, "reason", "", NOWHERE), one.approval
        assert report_text.consequences(found.findings) == {}, "what is approved decides nothing else"
        one.approval = known


def test_what_is_worse_than_its_cause_is_told_by_itself(tmp_path):
    found = report(tmp_path, layout(" 0x00[31:0]: k\n 0x04[31:0]: reserved\n+0x08[31:0]: n",
                                    size=(8, 12)))
    grown, added = sorted(found.findings, key=lambda item: item.rule)
    assert (grown.severity.word, added.severity.word, grown.cause) == ("dangerous", "compatible", added.fingerprint)
    assert report_text.consequences(found.findings) == {}


def test_chains_of_causes_are_told_with_the_first(tmp_path):
    found = report(tmp_path, layout(CHANGED_PLACES))
    tag, key = (next(item for item in found.findings if item.field == name) for name in ("tag", "key"))
    last = dataclasses.replace(key, fingerprint="f" * 12, cause=key.fingerprint)
    assert report_text.consequences([key, last, tag]) == {tag: [key, last]}
    tag.cause = last.fingerprint
    assert report_text.consequences([key, last, tag]) == {}, "a circle has no first"


def test_fields_around_are_drawn_under_another_name_of_the_layout(tmp_path):
    text = layout("-0x00[31:24]: tag\n+0x00[31:24]: reserved\n 0x00[23:0]: key\n 0x04[31:0]: k")
    text = text.replace("   seg:\n", "-  seg:\n+  seg_ext:\n")
    lines = report_text.render(report(tmp_path, text)).splitlines()
    (after,) = [line for line in lines if line.startswith("    after ")]
    assert after.count("key") == 1


def test_a_new_field_with_the_leaf_of_one_left_out_elsewhere_is_told(tmp_path):
    """Only the place makes an arm's field the one that could not be read."""
    from prmclib.diff import leftout
    from prmclib.diff.finding import Side
    from prmclib.model import NOWHERE, Bits, LeftOut

    known = {("seg", "op"): LeftOut("seg", "op", 32, 8, "why", NOWHERE)}
    for bits, left in ((Bits(32, 8), True), (Bits(64, 8), False)):
        assert leftout._is_left_out(Side("seg", "arm.op", bits, NOWHERE), "seg", known) == left


def test_markdown_has_findings_of_one_kind_in_one_row(tmp_path):
    """And their list, folded."""
    fields = "".join(f"-0x{at:02x}[31:0]: f{at}\n+0x{at:02x}[31:0]: reserved\n" for at in (4, 8, 12))
    said = report_markdown.render(report(tmp_path, layout(f" 0x00[31:0]: k\n{fields}", size=16)))
    assert [line for line in said.split("\n") if "| D011 |" in line] == \
        ["| 🔴 breaking | `seg` | 3 fields removed: f4, f8, f12 | D011 |"]
    assert said.count("<details>") == 1 and "\n- `f8` 0x08\\[31:0\\] 32 bits;" in said


def test_html_has_findings_of_one_kind_in_one_table(tmp_path):
    """The bits that they took are marked in the drawing; with all findings, each has a card."""
    fields = "".join(f"-0x{at:02x}[31:0]: f{at}\n+0x{at:02x}[31:0]: reserved\n" for at in (4, 8, 12))
    found = report(tmp_path, layout(f" 0x00[31:0]: k\n{fields}", size=16))
    said = report_html.render(found)
    assert said.count("<caption>3 fields removed</caption>") == 1 and "<article" not in said
    assert said.count('<tr class="card breaking"') == 3 and all(f'id="f-{item.fingerprint}"' in said for item in found.findings)
    assert '<figure class="cmp"' in said
    whole = report_html.render(found, show_all=True)
    assert whole.count("<article") == 3 and "fields removed</caption>" not in whole
