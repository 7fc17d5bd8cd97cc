# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The page of ``prmc conform`` in a browser: widths, the matrix and its links, colours,
structure."""

from __future__ import annotations

import os

import pytest

import browser as browsers
from browser import DESKTOP, PHONE, SMALL

from prmclib.cli import main
from watch.conform.record import from_json

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Makes the page of the committed record."""
    path = str(tmp_path_factory.mktemp("page") / "conform.html")
    assert main(["conform", "--spec", os.path.join(ROOT, "spec"), "--record",
                 os.path.join(ROOT, "tests", "world", "conform.json"), "--format", "html", "--output", path]) == 0
    return path


@pytest.mark.parametrize("size, scheme", [(DESKTOP, "light"), (PHONE, "dark"), (SMALL, "light")])
def test_page(browser, page, size, scheme):
    """The page fits the window, has enough contrast in both schemes, headings, names and no errors."""
    browser.screen(size, scheme)
    browser.open(page)
    assert browser.overflow() == []
    count, bad = browser.run(browsers.CONTRAST)
    assert count > 5 and bad == []
    assert browser.run(browsers.STRUCTURE) == []
    assert browser.errors() == []


def test_matrix(browser, page):
    """Every layout and enumeration of the record is a row, and links to its disagreements."""
    browser.screen(DESKTOP)
    browser.open(page)
    with open(os.path.join(ROOT, "tests", "world", "conform.json"), encoding="utf-8") as stream:
        record = from_json(stream.read())
    names = {name for result in record.results for name in result.found}
    rows = browser.run("return [...document.querySelectorAll('.matrix tbody th')].map((th) => "
                       "[th.textContent, th.querySelector('a')?.getAttribute('href') || ''])")
    assert {name for name, _ in rows} == names
    differ = {name for result in record.results for name, items in result.found.items() if items}
    assert {name for name, link in rows if link} == differ
    for name in sorted(differ)[::20]:
        browser.run("document.querySelector(`.matrix a[href='#d-${arguments[0]}']`).click()", name)
        browser.frame()
        top = browser.run("return document.querySelector(':target').getBoundingClientRect().top")
        assert 0 <= top < DESKTOP[1], name


def test_phone(browser, page):
    """The matrix shows a result beside the names without being pushed, and disagreements are not
    cut off."""
    browser.screen(PHONE)
    browser.open(page, "matrix")
    left = browser.run("return document.querySelector('.matrix td').getBoundingClientRect().left")
    assert left < PHONE[0] / 2
    right = browser.run("return Math.max(...[...document.querySelectorAll('.cards td')].map((td) => "
                        "td.getBoundingClientRect().right))")
    assert 0 < right <= PHONE[0]
