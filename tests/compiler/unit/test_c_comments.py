# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Style of the generated C: comments, columns, casts, blank lines."""

import re

import pytest

from prmclib.model.errors import render
from prmclib.readers.load import load_spec
from prmclib.writers import c
from prmclib.writers.dialect import C, DPDK, LINUX
from prmclib.writers.options import Options
from prmclib.writers.text import summary

SPEC = """\
doc: A file of a test.
enums:
  kind:
    doc: Which of both. Open to others.
    source: test
    values: {A: 0, B: 1}
flags:
  marks:
    doc: Marks.
    source: test
    bits: {LONG_NAME: 0, B: 1}
layouts:
  thing:
    size: 16
    doc: Does one thing, e.g. 2.5 of it. Then it does another.
    source: test
    fields:
      0x00[31:24]: {name: whole, enum: kind}
      0x01..0x03:  {name: rest, kind: bytes}
      0x04[31:16]: {name: half, encoding: octowords, unit: bytes}
      0x06..0x06:  {name: one, kind: bytes}
      0x04[7:0]:   {name: set, flags: marks}
      0x08[31:0]:
        overlay: either
        selector: {external: The kind of the other thing., enum: kind}
        arms:
          first: {when: A, fields: {"0x08[31:16]": high, "0x08[15:0]": low}}
          second: {when: [B], doc: "All of it."}
      0x0c[31:28]: {name: part, enum: kind}
      0x0c[27:0]:  {name: other, enum: kind}
"""


@pytest.fixture(name="texts", params=[C, LINUX, DPDK], ids=["c", "linux", "dpdk"])
def _texts(request, tmp_path):
    path = tmp_path / "things.yaml"
    path.write_text("# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB\n" + SPEC, encoding="utf-8")
    spec, findings = load_spec([str(path)])
    assert render(findings) == ""
    return c.headers(spec, Options(dialect=request.param))


@pytest.mark.parametrize("doc, first, rest", [
    ("One sentence.", "One sentence", ""),
    ("One. Two. Three.", "One", "Two. Three."),
    ("Bits, e.g. those of 2.5 words. Next.", "Bits, e.g. those of 2.5 words", "Next."),
    ("", "", ""),
])
def test_the_summary_of_kernel_doc_is_one_sentence(doc, first, rest):
    assert summary(doc) == (first, rest)


def test_the_first_line_is_the_first_sentence(texts):
    text = texts["prm_things.h"]
    assert " * struct prm_thing - does one thing, e.g. 2.5 of it\n *\n" \
           " * Then it does another.\n * 16 bytes, written by the driver.\n" in text
    assert " * enum prm_kind - Which of both\n *\n * Open to others.\n" in text


def test_no_block_starts_with_an_empty_line(texts):
    for name, text in texts.items():
        assert not re.search(r"\{\n\n", text), name


def test_a_field_that_fills_its_word_is_stored_without_a_cast(texts):
    text = texts["prm_things.h"]
    for names in (("store8(p, 0x00, v->whole);", "p->whole = v->whole;"),
                  ("store8(p, 0x07, v->set);", "p->set = v->set;"),
                  ("store16(p, 0x04, v->half);", "p->half = cpu_to_be16(v->half);")):
        assert any(name in text for name in names)


def test_all_flags_stand_in_the_column_of_the_flags(texts):
    lines = [line for line in texts["prm_things.h"].splitlines()
             if line.startswith("#define PRM_MARKS_")]
    assert len(lines) == 3
    columns = {re.match(r"#define \w+ +", line).end() for line in lines}
    assert len(columns) == 1, lines


def test_macros_of_several_lines_need_no_tabs_that_fit_the_prefix(texts):
    assert not re.search(r"(\t|  )\\\n", texts["prm_base.h"])


def test_an_overlay_names_its_selector_and_the_values_of_its_arms(texts):
    text = texts["prm_things.h"]
    assert "either, selected by: The kind of the other thing */" in text
    if "/** @" in text:  # the style linux documents each member
        assert "/** @first: if A */" in text


def test_casts_and_offsets_that_change_nothing_are_left_out(texts):
    for name, text in texts.items():
        assert not re.search(r"(?:uint32_t|u32) v\)\n\{\n(?:.*\n)?.*\((?:uint32_t|u32)\)v <<", text), name
        assert "p + 0x00," not in text and "p + 0x00)" not in text, name


def test_facts_without_a_text_follow_the_place_without_a_colon(texts):
    for name, text in texts.items():
        assert not re.search(r"\*.*: \(", text.replace("default:", "")), name


def test_units_of_the_host_structure(tmp_path):
    """A key, or a description that is certain of it, gives the unit and the encoding."""
    path = tmp_path / "things.yaml"
    path.write_text("""# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: Things.
layouts:
  thing:
    size: 16
    doc: A thing.
    source: none
    fields:
      0x00[31:0]:  {name: size, unit: bytes}
      0x04[31:24]: {name: wait, doc: "Time to wait, in milliseconds."}
      0x04[23:16]: {name: log_entries, encoding: log2, unit: entries}
      0x04[15:0]:  {name: octowords, encoding: octowords}
      0x08[31:8]:  {name: count}
      0x08[7:0]:   {name: plain}
      0x0c[31:0]:  reserved
""", encoding="utf-8")
    spec, findings = load_spec([str(path)])
    assert render(findings) == ""
    host = re.search(r"struct prm_thing_fields \{\n(.*?)\};", c.headers(spec, Options())["prm_things.h"], re.S).group(1)
    assert [re.sub(r"\s+", " ", line.strip()) for line in host.splitlines()] == [
        "uint32_t size; /* in bytes */", "uint8_t wait; /* in milliseconds */",
        "uint8_t log_entries; /* log2, in entries */", "uint16_t octowords; /* octowords */",
        "uint32_t count; /* 24 bits */", "uint8_t plain;"]
