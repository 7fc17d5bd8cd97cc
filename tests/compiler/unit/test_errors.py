# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""How findings are printed."""

import io

import pytest
from prmclib.model import errors
from prmclib.model.errors import Findings, render
from prmclib.model import Span

SKETCH = """\
spec/wqe/bsf.yaml:4:5: error E012: 'ckey' 0x04[31:24] overlaps 'size' 0x04[27:20]
    4 |     0x04[31:24]: {name: ckey, doc: Check key.}
      |     ^~~~~~~~~~~
    2 |     0x04[27:20]: {name: size}      <- 'size' is here
   help: bits 0x04[27:24] are claimed twice; 0x04[19:0] is free
1 error in 1 of 31 files. `prmc explain E012` tells more.
"""


def overlap():
    name = "spec/wqe/bsf.yaml"
    found = Findings(files=31)
    found.sources[name] = ["x", "    0x04[27:20]: {name: size}", "y",
                           "    0x04[31:24]: {name: ckey, doc: Check key.}"]
    found.add("E012", Span(name, 4, 5, 16), "'ckey' 0x04[31:24] overlaps 'size' 0x04[27:20]",
              others=[(Span(name, 2, 5, 16), "'size' is here")],
              help="bits 0x04[27:24] are claimed twice; 0x04[19:0] is free")
    return found


def test_as_sketched():
    assert render(overlap()) == SKETCH


def test_color_changes_nothing_else():
    import re
    colored = render(overlap(), color=True)
    assert colored != SKETCH
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == SKETCH


def test_nothing_to_say():
    assert render(Findings(files=3)) == ""


def test_places_that_are_not_known():
    found = Findings(files=2)
    found.add("E001", Span("gone.yaml", 0, 0, 0), "cannot be read")
    found.add("W010", Span("a", 9, 1, 2), "far", others=[(Span("b", 3, 4, 5), "there")])
    assert render(found) == ("gone.yaml: error E001: cannot be read\n"
                             "a:9:1: warning W010: far\n   b:3:4: there\n"
                             "1 error and 1 warning in 2 of 2 files. "
                             "`prmc explain E001 W010` tells more.\n")


def test_same_line_and_other_file():
    found = Findings(files=2)
    found.sources.update({"a": ["one two"], "b": ["three"]})
    found.add("E032", Span("a", 1, 5, 8), "m", others=[(Span("a", 1, 1, 4), "first"),
                                                       (Span("b", 1, 1, 6), "second")])
    assert render(found).splitlines()[1:6] == [
        "    1 | one two", "      |     ^~~", "      | --- first", "   b:1:1:",
        "    1 | three      <- second"]


def test_long_lines_are_cut_around_the_place():
    found = Findings(files=1)
    found.sources["a"] = ["x" * 300 + "HERE" + "y" * 300]
    found.add("E006", Span("a", 1, 301, 305), "m")
    _, text, mark, _ = render(found).splitlines()
    assert len(text) < 180 and text.startswith("    1 | ...xxx") and text.endswith("yyy...")
    at = mark.index("^")
    assert text[at:at + 4] == "HERE" and mark[at:] == "^~~~"


def test_control_characters_do_not_reach_the_terminal():
    found = Findings(files=1)
    found.sources["a"] = ["a\x1b[31mb\tc\u202e"]
    found.add("E003", Span("a", 1, 2, 3), errors.shorten("m\x1b[0m\n\n  n"))
    text = render(found)
    assert "\x1b" not in text and "\u202e" not in text and "\t" not in text
    assert "    1 | a\\x1b[31mb c\\u202e\n      |  ^~~~\n" in text
    assert "E003: m\\x1b[0m n\n" in text


def test_long_help_is_wrapped():
    found = Findings(files=1)
    found.add("E030", Span("a", 0, 0, 0), "m", help="word " * 40 + "\nsecond")
    lines = render(found).splitlines()[1:-1]
    assert lines[0].startswith("   help: word") and lines[1].startswith("         word")
    assert lines[-1] == "   help: second" and max(map(len, lines)) <= 120


def test_sorted_and_once():
    found = Findings()
    for line in (3, 1, 3, 2):
        found.add("E030", Span("a", line, 1, 2), "m")
    found.sort()
    assert [item.where.line for item in found] == [1, 2, 3]


def test_only_some_files():
    found = overlap()
    found.add("E030", Span("spec/a.yaml", 1, 1, 2), "m",
              others=[(Span("spec/b.yaml", 1, 1, 2), "there")])
    assert [item.rule for item in found.only(["spec/b.yaml"])] == ["E030"]
    assert [item.rule for item in found.only(["spec/wqe/bsf.yaml"])] == ["E012"]


@pytest.mark.parametrize("word, known, answer", [
    ("octoword", ["log2", "octowords"], "did you mean 'octowords'?"),
    ("CRC32", ["crc32"], "did you mean 'crc32'?"),
    ("documentation", ["doc", "note"], "did you mean 'doc'?"),
    ("zebra", ["doc", "note"], ""), ("", ["doc"], ""), ("x" * 100000, ["x" * 99999], ""),
])
def test_did_you_mean(word, known, answer):
    assert errors.did_you_mean(word, known) == answer


def test_words():
    assert [errors.counted(n, noun) for n, noun in
            ((0, "file"), (1, "file"), (2, "file"), (2, "entry"))] == \
        ["0 files", "1 file", "2 files", "2 entries"]
    assert [errors.listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_color_only_on_a_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert errors.wants_color(Terminal()) and not errors.wants_color(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not errors.wants_color(Terminal())
