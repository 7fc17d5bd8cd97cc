# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The page of a comparison that the differ made: all that it found is there, once. What the page looks like
is tested by tests/pages/test_changes.py."""

from __future__ import annotations

import glob
import html.parser
import re

import pytest

from prmclib.diff.compare import compare
from prmclib.reports.html import render
from prmclib.source import load_source

HEADERS = [sorted(glob.glob(f"/usr/src/linux-headers-{version}.*-common/include/linux/mlx5/mlx5_ifc.h"))
           for version in ("6.1", "6.12")]


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
    assert all(HEADERS), "mlx5_ifc.h of Linux is missing: run ./configure.py --install-deps"
    return compare(*(load_source(paths[-1]) for paths in HEADERS))


@pytest.fixture(scope="module")
def text(report):
    return render(report)


def test_every_finding_is_there(report, text):
    page = Page(text)
    assert len(report.findings) > 200
    assert len(page.ids) == len(set(page.ids))
    found = [name[2:14] for name in page.ids if re.fullmatch(r"f-[0-9a-f]{12}(-\d+)?", name)]
    assert sorted(found) == sorted(item.fingerprint for item in report.findings)
    words = re.sub(r"\s+", " ", "".join(page.words))
    for item in report.findings:
        for one in [item.title, *item.meaning]:
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
    assert render(report) == text
