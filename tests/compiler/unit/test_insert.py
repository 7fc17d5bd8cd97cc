# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Text is inserted into a spec file at the right place, and the rest is unchanged."""

import os
import random

import pytest
from prmclib.model.errors import Findings
from watch.importing.insert import SECTIONS, insert, outline
from prmclib.readers.load import Text, find_files, load_spec, load_texts
from prmclib.model.same import plain
from prmclib.writers.yaml import sections

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "spec")

FILE = """\
# Head.
doc: Some.

# Of the enumerations.
enums:
  # First.
  a:
    doc: A.
    source: x
    values: {X: 1}
  # Second.
  b:
    doc: B.
    source: x
    values:
      # One.
      Y: 1

# Of the layouts.
layouts:
  c:
    size: 4
    doc: C.
    source: x
    fields:
      0x00[31:0]: x
  # The end.
"""


def put(text, **things):
    """Returns the text with insertions: section -> {name: lines}."""
    return insert(outline("x.yaml", text.encode(), Findings()), things)


def test_behind_the_section():
    new = ["  n:", "    doc: N."]
    text = put(FILE, enums={"n": new}, flags={"f": ["  f:", "    doc: F."]})
    assert text == FILE.replace("      Y: 1\n", "      Y: 1\n\n  n:\n    doc: N.\n") \
        + "\nflags:\n  f:\n    doc: F.\n"


def test_in_the_place_of_another():
    text = put(FILE, enums={"b": ["  b:", "    doc: New."]})
    assert text == FILE.replace("  b:\n    doc: B.\n    source: x\n    values:\n      # One.\n"
                                "      Y: 1\n", "  # One.\n  b:\n    doc: New.\n")
    text = put(FILE, layouts={"c": ["  c:", "    doc: New."]})
    assert text.endswith("layouts:\n  c:\n    doc: New.\n  # The end.\n")


@pytest.mark.parametrize("text", ["", "[", "- a\n", "a: &x 1\n", "\tx: 1\n", "3\n", "doc: x\n\0"])
def test_no_file_of_the_spec(text):
    assert outline("x.yaml", text.encode(), Findings()) is None


def spec_files():
    return find_files([SPEC], Findings())


def test_everything_of_the_spec(monkeypatch):
    """Replaces all things of every file, some at a time, by the writer's text: the spec's contents and the lines of
    other things do not change."""
    monkeypatch.chdir(os.path.dirname(SPEC))
    spec, _ = load_spec([SPEC])
    rng = random.Random(1)
    texts = []
    for opened, recorded in spec_files():
        with open(opened, "rb") as stream:
            data = stream.read()
        item = next(file for file in spec.files if file.path == recorded)
        found = outline(recorded, data, Findings())
        names = [*item.enums, *item.layouts, *item.variants, *item.sequences]
        assert sorted(found.things) == sorted(names)
        assert set(found.sections) <= set(SECTIONS)
        chosen = {name for name in names if rng.random() < 0.5}
        things = {key: {lines[0].strip(" :"): lines for lines in bodies
                        if lines[0].strip(" :") in chosen}
                  for key, bodies in sections(spec, item)}
        text = insert(found, things)
        kept = data.decode().splitlines()
        for name in sorted(chosen, key=lambda one: -found.things[one].start):
            where = found.things[name]
            kept[where.start:where.end] = []
        rest = outline(recorded, text.encode(), Findings())
        after = text.splitlines()
        for name in sorted(chosen, key=lambda one: -rest.things[one].start):
            where = rest.things[name]
            after[where.start:where.end] = []
        assert [line for line in after if not line.lstrip().startswith("#")] == \
            [line for line in kept if not line.lstrip().startswith("#")], recorded
        assert sorted(line.strip() for line in text.splitlines() if line.lstrip().startswith("#")) \
            == sorted(line.strip() for line in data.decode().splitlines()
                      if line.lstrip().startswith("#"))
        texts.append(Text(recorded, recorded, text.encode()))
    again, findings = load_texts(texts)
    assert not findings and plain(again) == plain(spec)
