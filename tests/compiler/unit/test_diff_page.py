# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The page of a comparison that the differ made: all that it found is there, once. What the page looks like
is tested by tests/compiler/pages/test_changes.py."""

from __future__ import annotations

import html.parser
import re

import pytest

from kernel_headers import KNOWN, linux_file
from prmclib.diff.compare import compare
from prmclib.reports.report_html import render, sentence
from prmclib.readers.source import load_source


class Page(html.parser.HTMLParser):
    """Ids, links and words of a page; checks that elements are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.open, self.words = [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if "href" in values else []
        if tag not in ("meta", "input", "br", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> in line {self.getpos()[0]}"

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def report():
    """Two real manuals."""
    return compare(*(load_source(linux_file(version, "mlx5_ifc.h")) for version in KNOWN))


@pytest.fixture(scope="module")
def text(report):
    return render(report, True)


def test_every_finding_is_there(report, text):
    page = Page(text)
    assert len(report.findings) > 200
    assert len(page.ids) == len(set(page.ids))
    found = [name[2:14] for name in page.ids if re.fullmatch(r"f-[0-9a-f]{12}(-\d+)?", name)]
    assert sorted(found) == sorted(item.fingerprint for item in report.findings)
    words = re.sub(r"\s+", " ", "".join(page.words))
    for item in report.findings:
        for one in [item.title, *map(sentence, item.meaning)]:
            assert re.sub(r"\s+", " ", one) in words
    assert {link for link in page.links if link[0] != "#" or link[1:] not in set(page.ids)} == set()


def test_marks_are_those_of_the_findings(report, text):
    """All bars together: the bits of fields that were added, removed or moved, as far as they are
    drawn bit by bit."""
    marked = {(link, int(start), int(end)) for link, body in re.findall(
        r'<a href="#f-([0-9a-f]{12})[^"]*"[^>]*>(.*?)</a>', text, re.DOTALL)
        for start, end in re.findall(r'class="x [^"]*" data-bits="(\d+):(\d+)"', body)}
    checked = 0
    for item in report.findings:
        if item.subject != "field" or item.kind not in ("added", "removed", "moved"):
            continue
        side = item.new or item.old
        if not 0 < side.bits.width <= 32 or side.bits.offset // 32 != (side.bits.end - 1) // 32:
            continue
        mine = {(start, end) for link, start, end in marked if link == item.fingerprint}
        if mine:  # a box with several findings leads to the first of them
            checked += 1
            assert (side.bits.offset, side.bits.end) in mine, item
    assert checked > 100


def test_it_is_the_same_every_time(report, text):
    assert render(report, True) == text


def test_without_all(report):
    """Cosmetic findings are counted. Several additions to one thing, which hurt nobody, are rows of a table, and a
    section of nothing else has no drawing; every other finding has a card."""
    text = render(report)
    page = Page(text)
    shown = [item for item in report.findings if item.severity.word != "cosmetic"]
    assert len(shown) < len(report.findings)
    found = [name[2:14] for name in page.ids if re.fullmatch(r"f-[0-9a-f]{12}(-\d+)?", name)]
    assert sorted(found) == sorted(item.fingerprint for item in shown)
    assert {link for link in page.links if link[0] != "#" or link[1:] not in set(page.ids)} == set()
    rows = re.findall(r'<tr class="card compatible" id="f-([0-9a-f]{12})[^"]*" [^>]*data-rule="(D\d+)"', text)
    by_print = {item.fingerprint: item for item in report.findings}
    assert len(rows) > 100 and {rule for _, rule in rows} == {"D001", "D010", "D050"}
    assert all(by_print[name].severity.word == "compatible" and by_print[name].rule == rule for name, rule in rows)
    assert text.count("<article class=") == len(shown) - len(rows)
    for section in re.findall(r'<section class="part".*?</section>', text, re.DOTALL):
        assert "<article class=" in section or "<figure" not in section
    assert "cosmetic ones are only counted without --all" in text
    assert len(text) < min(len(render(report, True)), 1_000_000)


def test_telling_bits(tmp_path):
    """Of a wide field whose first bits are a narrow one now, the bits that only one side reads are 0 in the witness: the
    bit that is 1 is marked."""
    folders = []
    for name, fields in (("old", "0x00[31:8]: wide"), ("new", "0x00[31:28]: narrow\n      0x00[27:8]: reserved")):
        folders.append(tmp_path / name)
        folders[-1].mkdir()
        (folders[-1] / "seg.yaml").write_text(TELLING.format(fields), encoding="utf-8")
    found = compare(*(load_source(str(folder)) for folder in folders))
    text = render(found)
    removed = next(item for item in found.findings if item.rule == "D011")
    card = re.search(rf'<article [^>]*id="f-{removed.fingerprint}".*?</article>', text, re.DOTALL).group()
    assert re.findall(r'<mark class="([^"]*)" data-bits="(\d+:\d+)">(\d)</mark>', card) == [("o n", "3:4", "1")]
    # The new field is brought about by the end of the old one.
    added = next(item for item in found.findings if item.rule == "D010")
    assert added.cause == removed.fingerprint and f'href="#f-{added.fingerprint}"' in card


TELLING = """\
doc: One.
layouts:
  seg:
    size: 4
    doc: One.
    source: none
    fields:
      {}
      0x00[7:0]: kind
"""

OVERLAY = """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: One.
layouts:
  seg:
    size: 8
    doc: One.
    source: none
    fields:
      0x00[31:8]: reserved
      0x00[7:0]:  kind
      0x04[31:0]:
        overlay: body
        selector: kind
        arms:
          whole: {{when: 0}}
          parts:
            when: 1
            fields:
              0x04[31:16]: first
              0x04[15:{low}]: second
{rest}          one:
            when: else
            fields:
              0x04[31:8]: reserved
              0x04[7:0]:  only
"""


def test_arms(tmp_path):
    """A change in an arm with several fields is drawn in a table of the arm; the overlay's own box
    shows that something changed."""
    sources = []
    for name, low, rest in (("old", 8, "              0x04[7:0]: reserved\n"), ("new", 0, "")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "seg.yaml").write_text(OVERLAY.format(low=low, rest=rest), encoding="utf-8")
        sources.append(load_source(str(folder)))
    report = compare(*sources)
    assert [(item.kind, item.field) for item in report.findings] == [("widened", "parts.second")]
    text = render(report)
    assert re.findall(r"<figcaption>(.*?)</figcaption>", text) == ["as parts"]
    assert re.findall(r'<rect class="x (\w+)" data-bits="(\d+:\d+)"', text) == [("resized", "56:64")]
    link = f'<a href="#f-{report.findings[0].fingerprint}" tabindex="-1" class="o changed">'
    assert text.count(link) == 2  # before and after


SEQUENCE = """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: One.
layouts:
  head:
    size: 4
    doc: One.
    source: none
    fields:
      0x00[31:0]: count
  tail:
    size: 8
    doc: One.
    source: none
    fields:
      0x00[63:0]: number
sequences:
  both:
    doc: One.
    source: none
    segments:
      - head: {{layout: head}}
      - tail: {{layout: tail{more}}}
{rest}"""


def test_sequences(tmp_path):
    """The order of the lines."""
    sources = []
    for name, more, rest in (("old", "", ""), ("new", ", count: head.count",
                                               "      - rest: {data: true, rest: true}\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "seg.yaml").write_text(SEQUENCE.format(more=more, rest=rest), encoding="utf-8")
        sources.append(load_source(str(folder)))
    report = compare(*sources)
    assert {item.subject for item in report.findings} == {"sequence"}
    rows = re.findall(r'<tr class="(\w*)"><td>(.*?)</td><td>(.*?)</td></tr>', render(report))
    plain = [tuple(re.sub(r"<[^>]*>", "", part).strip() for part in row) for row in rows]
    assert plain == [("", "head: head", "head: head"),
                     ("changed", "~ tail: tail", "~ tail: tail, head.count times"),
                     ("added", "", "+ rest: bytes, to the end")]


def test_the_heading_names_both_manuals(tmp_path):
    """By the names of their files where sentences say OLD and NEW, and then says which is which."""
    paths = []
    for name, wide in (("of-2024.h", 24), ("of-2025.h", 25)):
        paths.append(tmp_path / name)
        paths[-1].write_text(f"struct mlx5_ifc_a_bits {{ u8 n[{wide}]; u8 reserved_at_18[{32 - wide}]; }};\n")
    shown = " ".join(Page(render(compare(*(load_source(str(path)) for path in paths)))).words)
    assert "of-2024.h → of-2025.h" in shown
    assert re.search(rf"Before, OLD\s+{paths[0]}\s+After, NEW\s+{paths[1]}", shown)
    same = " ".join(Page(render(compare(load_source(str(paths[0])), load_source(str(paths[0]))))).words)
    assert "Comparison of two manuals" in same
