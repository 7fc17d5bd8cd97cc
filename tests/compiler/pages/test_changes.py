# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the page of a comparison in a browser: marked bits, keyboard, filter, widths, colours.

The report is made by hand, so that the page is compared with it, not with the differ's findings.
"""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.keys import Keys

import browser as browsers
from browser import DESKTOP, PHONE, SMALL

from prmclib.diff.finding import (Affected, Approval, Finding, Moved, Report, Severity, Side,
                                  Witness)
from prmclib.readers.load import load_spec
from prmclib.model import Bits, Span
from prmclib.reports.report_html import render
from prmclib.readers.source import Source

HEAD = "# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB\ndoc: Keys.\n"
OLD = HEAD + """\
enums:
  mode:
    doc: Modes.
    source: none
    values: {A: 0, B: 1, C: 2}
layouts:
  key:
    size: 80
    doc: A key.
    source: none
    fields:
      0x00[31:24]: tag
      0x00[23:16]: flow
      0x00[15:0]:  {name: kind, enum: mode}
      0x04[31:5]:  reserved
      0x04[4:0]:   log_size
      0x08[63:0]:  address
      0x10..0x1f:  reserved
      0x20[31:0]:  gone
      0x24[31:0]:  first
      0x28[31:0]:  second
      0x2c..0x3f:  reserved
      0x40[31:0]:  one
      0x44[31:0]:  two
      0x48[31:0]:  three
      0x4c[31:0]:  four
"""
NEW = HEAD + """\
enums:
  mode:
    doc: Modes.
    source: none
    values: {A: 0, B: 1, D: 3}
layouts:
  key:
    size: 80
    doc: A key.
    source: none
    fields:
      0x00[31:24]: tag
      0x00[23:16]: stream
      0x00[15:0]:  {name: kind, enum: mode}
      0x04[31:8]:  reserved
      0x04[7]:     flag
      0x04[6]:     reserved
      0x04[5:0]:   log_size
      0x08[63:0]:  address
      0x10..0x1f:  reserved
      0x20[31:0]:  reserved
      0x24[31:0]:  wide
      0x28[31:0]:  first
      0x2c[31:0]:  second
      0x30[31:16]: reserved
      0x30[15:8]:  tag_copy
      0x30[7:0]:   reserved
      0x34..0x3f:  reserved
      0x40[31:0]:  one
      0x44[31:0]:  two
      0x48[31:0]:  three
      0x4c[31:0]:  four
"""
EVIL = "<script>window.bad = 1</script><img src=x onerror='window.bad = 2'>"


def place(dword, high, low):
    return Bits(dword * 8 + 31 - high, high - low + 1)


def side(name, bits, text="", layout="key"):
    return Side(layout, name, bits, Span("spec/key.yaml", 9, 1, 2), text)


FINDINGS = [
    Finding("D011", "removed", Severity.BREAKING, "key", "gone", "removed", "aa0000000001",
            old=side("gone", place(0x20, 31, 0)), meaning=["Nobody looks there any more."]),
    Finding("D020", "moved", Severity.BREAKING, "key", "tag_copy", "moved", "aa0000000002",
            old=side("tag", place(0x00, 31, 24)), new=side("tag_copy", place(0x30, 15, 8)),
            witness=Witness(bytes([0x5a]) + bytes(63), "tag is 0x5a", "tag_copy is 0", "key", "tag")),
    Finding("D031", "widened", Severity.DANGEROUS, "key", "log_size", "widened 5 -> 6 bits",
            "aa0000000003", old=side("log_size", place(0x04, 4, 0)),
            new=side("log_size", place(0x04, 5, 0)), meaning=["<b>Old</b> drivers write five bits."],
            witness=Witness(bytes([0, 0, 0, 0x20]), "log_size is 0", "log_size is 32", "key",
                            "log_size", at=4),
            affected=Affected(["prm_key_set_log_size"], ["runtime/key.c:88"], ["tree/manifest"])),
    Finding("D010", "added", Severity.COMPATIBLE, "key", "flag", "added in reserved bits",
            "aa0000000004", new=side("flag", place(0x04, 7, 7))),
    Finding("D010", "added", Severity.DANGEROUS, "key", "wide", "added, 32 bits", "aa0000000005",
            new=side("wide", place(0x24, 31, 0)),
            shifted=[Moved("first", place(0x24, 31, 0), place(0x28, 31, 0)),
                     Moved("second", place(0x28, 31, 0), place(0x2c, 31, 0))],
            approval=Approval("aa0000000005", "Agreed with all.", "2030-01-01",
                              Span("approved.yaml", 3, 1, 2))),
    Finding("D041", "enum", Severity.DANGEROUS, "key", "kind", "enum changed", "aa0000000006",
            old=side("kind", place(0x00, 15, 0), "mode"), new=side("kind", place(0x00, 15, 0), "modes"),
            cause="aa0000000008"),
    Finding("D012", "renamed", Severity.COSMETIC, "key", "stream", "renamed from flow",
            "aa0000000007", old=side("flow", place(0x00, 23, 16)), new=side("stream", place(0x00, 23, 16))),
    Finding("D051", "value removed", Severity.DANGEROUS, "mode", "mode.C", "removed", "aa0000000008",
            old=side("C", Bits(0, 0), "0x2", "mode"), subject="value"),
    Finding("D050", "value added", Severity.COMPATIBLE, "mode", "mode.D", "added", "aa0000000009",
            new=side("D", Bits(0, 0), "0x3", "mode"), subject="value",
            witness=Witness(bytes([0, 0, 0, 3]) + bytes(60), "kind is 3, unknown", "kind is D", "key", "kind")),
]
# Bits that the bars have to mark: (first bit, end), by side.
BEFORE = {(0x20 * 8, 0x24 * 8): "removed", (0, 8): "moved", (16, 32): "changed"}
AFTER = {(0x30 * 8 + 16, 0x30 * 8 + 24): "moved", (0x04 * 8 + 26, 0x04 * 8 + 27): "resized",
         (0x04 * 8 + 24, 0x04 * 8 + 25): "added", (0x24 * 8, 0x28 * 8): "added", (16, 32): "changed"}
# The signs in the corners of the boxes, by the name in the box.
SIGNS_BEFORE = {"gone": "−", "tag": "A", "log_size": "↔", "kind": "~", "flow": "~", "first": "↓",
                "second": "↓"}
SIGNS_AFTER = {"tag_copy": "A", "log_size": "↔", "flag": "+", "wide": "+", "kind": "~",
               "stream": "~", "first": "↓", "second": "↓"}


def source(folder, label, text):
    path = folder / "keys.yaml"
    path.write_text(text, encoding="utf-8")
    spec, findings = load_spec([str(path)])
    assert not findings.has_errors, [item.message for item in findings]
    return Source(label, "spec", spec)


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spec")
    return source(folder, "v1.2", OLD), source(folder, "HEAD", NEW)


@pytest.fixture(scope="module")
def page(sources, tmp_path_factory):
    stale = [Approval("ffffffffffff", "Was right once.", "", Span("approved.yaml", 9, 1, 2))]
    path = tmp_path_factory.mktemp("page") / "diff.html"
    path.write_text(render(Report(*sources, FINDINGS, hidden=4, stale=stale), True), encoding="utf-8")
    return str(path)


MARKED = r"""
const out = [];
for (const svg of document.querySelectorAll(`.half.${arguments[0]} .ro svg`)) {
  const whole = svg.getBoundingClientRect();
  const at = parseInt(svg.previousElementSibling.firstChild.data) * 8;
  for (const bar of svg.querySelectorAll("rect.x")) {
    const r = bar.getBoundingClientRect(), style = getComputedStyle(bar);
    if (!bar.checkVisibility() || style.fill === "none" || r.height < 3) continue;
    const a = (r.left - whole.left) / whole.width * 32, b = (r.right - whole.left) / whole.width * 32;
    out.push([at + a, at + b, bar.getAttribute("class").split(" ")[1]]);
  }
}
return out;
"""
SIGNED = r"""
const out = {};
for (const box of document.querySelectorAll(`.half.${arguments[0]} .ro svg > *`)) {
  const sign = box.querySelector("text.k");
  if (sign) out[box.querySelector("title").textContent.split("\n")[0].split(" ")[1]] = sign.textContent;
}
return out;
"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("half, expected, signs", [("old", BEFORE, SIGNS_BEFORE),
                                                   ("new", AFTER, SIGNS_AFTER)])
def test_marked_bits(browser, page, size, half, expected, signs):
    """The bars are above exactly the changed bits, measured on the screen."""
    browser.screen(size)
    browser.open(page)
    found = {}
    for start, end, look in browser.run(MARKED, half):
        assert abs(start - round(start)) < 0.05 and abs(end - round(end)) < 0.05
        found[(round(start), round(end))] = look
    assert found == expected
    assert browser.run(SIGNED, half) == signs


def test_same_rows_are_folded(browser, page):
    browser.screen(DESKTOP)
    browser.open(page)
    folds = browser.run("return [...document.querySelectorAll('.fold > summary')].map(e => e.textContent)")
    assert folds == ["from 0x44: 3 rows as before"]
    script = ("return [...document.querySelectorAll('.half.new .ro > span, .fold .ro > span')].filter(e => "
              "e.checkVisibility()).map(e => parseInt(e.firstChild.data))")
    # Bits between two changes, or next to one, are shown.
    assert browser.run(script) == [0x00, 0x04, 0x08, 0x10, 0x20, 0x24, 0x28, 0x2c, 0x30, 0x34, 0x40]
    browser.run("document.querySelector('.fold > summary').click()")
    assert browser.run(script)[-3:] == [0x44, 0x48, 0x4c]


def test_before_and_after_are_side_by_side(browser, page):
    script = ("return [...document.querySelectorAll('.block:not(.same):not(.names):not(.rule)')].map(b => "
              "['old', 'new'].map(n => b.querySelector('.' + n).getBoundingClientRect()).map(r => "
              "[r.left, r.top, r.right, r.bottom]))")
    browser.screen(DESKTOP)
    browser.open(page)
    for old, new in browser.run(script):
        assert old[1] == new[1] and old[2] < new[0]
    browser.screen(PHONE)
    browser.frame()
    for old, new in browser.run(script):
        assert old[0] == new[0] and old[3] <= new[1]


def test_moved_share_a_colour(browser, page):
    browser.open(page)
    colours = browser.run("return [...document.querySelectorAll('.ro a.moved')].map(e => "
                          "[e.getAttribute('href'), getComputedStyle(e).color])")
    assert len(colours) == 2 and colours[0] == colours[1]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_line_from_old_to_new_place(browser, page, size):
    browser.screen(size)
    browser.open(page, "f-aa0000000002")
    browser.wait("the finding has the focus", "return document.activeElement.id === 'f-aa0000000002'")
    browser.wait("the line is drawn", "return !!document.querySelector('.way path')")
    ends = browser.run(r"""
        const whole = document.querySelector(".cmp").getBoundingClientRect();
        const n = document.querySelector(".way path").getAttribute("d").match(/-?[\d.]+/g).map(Number);
        const [old, now] = ["old", "new"].map(half => document.querySelector(
          `.half.${half} a[href="#f-aa0000000002"] rect`).getBoundingClientRect());
        const near = (r, x, y) => x + whole.left >= r.left - 1 && x + whole.left <= r.right + 1 &&
          y + whole.top >= r.top - 1 && y + whole.top <= r.bottom + 1;
        return [near(old, n[0], n[1]), near(now, n[6], n[7])];""")
    assert ends == [True, True]
    browser.run("document.getElementById('f-aa0000000005').focus(); location.hash = '#f-aa0000000005'")
    browser.wait("two fields were shifted", "return document.querySelectorAll('.way path').length === 2")
    browser.run("location.hash = '#f-aa0000000001'")
    browser.wait("nothing moved", "return !document.querySelector('.way')")


def test_witness(browser, page):
    browser.open(page)
    card = "document.getElementById('f-aa0000000003')"
    assert browser.run(f"return [...{card}.querySelectorAll('.wi mark')].map(e => e.dataset.bits)") == [
        f"{0x04 * 8 + 26}:{0x04 * 8 + 27}"]
    text = browser.run(f"return {card}.querySelector('.witness').textContent")
    assert "00000020" in re.sub(r"\s", "", text) and "log_size is 0" in text and "log_size is 32" in text
    assert browser.run(f"return {card}.querySelector('.dump mark').textContent") == "20"
    bits = browser.run(f"return {card}.querySelector('.wi code').textContent")
    assert bits == "00000000 00000000 00000000 00100000"
    moved = browser.run("return [...document.querySelectorAll('#f-aa0000000002 .wi mark')].map(e => e.dataset.bits)")
    assert moved == ["0:8", f"{0x30 * 8 + 16}:{0x30 * 8 + 24}"]
    dump = browser.run("return document.querySelector('#f-aa0000000002 .dump').textContent")
    assert dump.split()[:1] == ["5a000000"] and "bytes of 0" in dump


def active(browser):
    return browser.run("return document.activeElement.id")


def test_keyboard(browser, page):
    browser.screen(DESKTOP)
    browser.open(page)
    order = []
    for _ in range(8):
        browser.press("j")
        order.append(active(browser))
        assert browser.is_seen(order[-1])
    # The cosmetic one is filtered out.
    assert order == [f"f-aa000000000{number}" for number in (1, 2, 3, 4, 5, 6, 8, 9)]
    browser.press("j")
    assert active(browser) == order[-1]
    browser.press("k", "k")
    assert active(browser) == order[-3]
    assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    lit = browser.run("return [...document.querySelectorAll('.cmp a.on')].map(e => e.getAttribute('href'))")
    assert lit == ["#f-aa0000000006"] * 2
    browser.press(Keys.ENTER)  # to the drawing
    browser.frame()
    assert browser.run("const r = document.querySelector('.cmp a.on').getBoundingClientRect();"
                       "return r.top > 0 && r.bottom < innerHeight")
    browser.press(Keys.ENTER)
    browser.frame()
    assert browser.is_seen("f-aa0000000006")
    browser.press("k", "k", "k")
    assert active(browser) == "f-aa0000000003"
    browser.press("o")
    assert browser.run("return [...document.activeElement.querySelectorAll('details')].every(e => e.open)")
    shown = browser.run("return document.activeElement.innerText")
    for text in ("prm_key_set_log_size", "runtime/key.c:88", "tree/manifest", "prmc approve aa0000000003"):
        assert text in shown
    browser.press("?")
    assert browser.run("return !document.getElementById('ui-keys').hidden")
    assert browser.errors() == []


def test_keyboard_reaches_everything_else(browser, page):
    browser.screen(DESKTOP)
    browser.open(page)
    browser.press(Keys.TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    browser.press(Keys.ENTER)
    browser.wait("the findings have the focus", "return document.activeElement.id === 'ui-main'")
    browser.press("j", "f")
    assert browser.run("return [...document.querySelectorAll('.fold')].map(e => e.open)") == [True]
    browser.press("f")
    assert browser.run("return [...document.querySelectorAll('.fold')].map(e => e.open)") == [False]
    browser.press("/")
    assert active(browser) == "ui-text"
    browser.press(Keys.ESCAPE)
    assert browser.run("return document.activeElement === document.body")
    for _ in range(40):  # in the order of the page, and only to visible elements
        browser.press(Keys.TAB)
        assert browser.run("return document.activeElement.checkVisibility() && "
                           "!document.activeElement.closest('[aria-hidden=true]')")


def visible(browser):
    return browser.run("return [...document.querySelectorAll('.card')].filter(e => e.checkVisibility())"
                       ".map(e => e.id.slice(-1))")


def test_filter(browser, page):
    browser.screen(DESKTOP)
    browser.open(page)
    assert visible(browser) == list("12345689")
    browser.run("document.querySelector('#ui-filter input[value=cosmetic]').click()")
    assert visible(browser) == list("123456789")
    browser.run("document.querySelector('#ui-filter input[value=dangerous]').click()")
    assert visible(browser) == list("12479")
    browser.press("/", "D010")
    browser.wait("the filter works", "return document.querySelectorAll('.card:not([hidden])').length === 1")
    assert visible(browser) == ["4"]
    assert browser.run("return document.getElementById('ui-said').textContent") == "1 of 9 findings"
    assert browser.run("return document.getElementById('mode').hidden")
    browser.press(Keys.ENTER)
    assert active(browser) == "f-aa0000000004"
    # An address shows a finding that the filter hides.
    browser.run("location.hash = '#f-aa0000000006'")
    browser.wait("it is shown", "return document.activeElement.id === 'f-aa0000000006'")


def test_links(browser, page):
    browser.screen(DESKTOP)
    browser.open(page)
    browser.run("document.querySelector('#f-aa0000000006 .cause a').click()")
    browser.wait("the cause has the focus", "return document.activeElement.id === 'f-aa0000000008'")
    brings = browser.run("return document.querySelector('#f-aa0000000008 .cause').textContent")
    assert "Brings about" in brings and "key.kind" in brings
    browser.run("document.querySelector('.half.old .ro a[href=\"#f-aa0000000001\"] rect')"
                ".dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    browser.wait("the finding has the focus", "return document.activeElement.id === 'f-aa0000000001'")


def test_numbers_and_approvals(browser, page):
    browser.open(page)
    browser.render_all()
    text = browser.run("return document.querySelector('.head').innerText")
    assert re.sub(r"\s+", " ", text).startswith("v1.2 → HEAD Before, OLD v1.2 After, NEW HEAD ✖ 2 breaking ▲ 3 dangerous "
                                                "✔ 2 compatible · 1 cosmetic 1 approved 4 left out")
    assert "ffffffffffff matches no finding (approved.yaml:9): Was right once." in text
    assert "Approved until 2030-01-01: Agreed with all. (approved.yaml:3)" in browser.run(
        "return document.getElementById('f-aa0000000005').innerText")


def test_values(browser, page):
    browser.open(page)
    browser.render_all()
    rows = browser.run("return [...document.querySelectorAll('.vals tbody tr')].map(e => "
                       "[e.className, e.innerText.trim()])")
    assert rows == [["", "0x0 A\t0x0 A"], ["", "0x1 B\t0x1 B"], ["removed", "− 0x2 C"],
                    ["added", "+ 0x3 D"]]


@pytest.mark.parametrize("size", [SMALL, (700, 900), DESKTOP])
def test_widths(browser, page, size):
    browser.screen(size)
    browser.open(page)
    browser.run("for (const one of document.querySelectorAll('details')) one.open = true; "
                "document.getElementById('ui-help').click()")
    browser.render_all()
    assert browser.overflow() == []
    count, bad = browser.run(browsers.NAMES)
    assert count > 20 and bad == []


def test_colours_and_structure(browser, page):
    browser.screen(DESKTOP)
    browser.open(page)
    browser.run("for (const one of document.querySelectorAll('details')) one.open = true; "
                "document.querySelector('#ui-filter input[value=cosmetic]').click()")
    browser.render_all()
    assert browser.run(browsers.STRUCTURE) == []
    for scheme in ("light", "dark"):
        browser.screen(DESKTOP, scheme)
        browser.frame()
        count, bad = browser.run(browsers.CONTRAST)
        assert count > 15 and bad == [], scheme
    assert browser.errors() == []


def test_colour_is_never_alone(browser, page):
    """Each severity has a word, each marked box a sign."""
    browser.open(page)
    assert browser.run("return [...document.querySelectorAll('.card')].every(e => "
                       "e.querySelector('.sev').textContent.includes(e.dataset.severity))")
    assert browser.run("return [...document.querySelectorAll('.ro a[class]')].every(e => "
                       "e.querySelector('text.k'))")


def test_no_difference(browser, sources, tmp_path):
    path = tmp_path / "same.html"
    path.write_text(render(Report(sources[0], sources[0], [])), encoding="utf-8")
    browser.screen(DESKTOP)
    browser.open(str(path))
    assert "No difference." in browser.run("return document.body.innerText")
    assert browser.errors() == []


def test_layout_that_comes_or_goes(browser, sources, tmp_path):
    def whole(name, text):
        return Side(name, "", Bits(0, 640), Span("spec/key.yaml", 1, 1, 1), text)
    old, new = sources
    items = [Finding("D001", "added", Severity.COMPATIBLE, "key", "", "layout added", "bb0000000001",
                     new=whole("key", "64 bytes"), subject="layout")]
    gone = Source("v1", "spec", type(old.spec)())
    path = tmp_path / "layouts.html"
    path.write_text(render(Report(gone, new, items)), encoding="utf-8")
    browser.open(str(path))
    assert browser.run("return document.querySelectorAll('.cmp .ro').length") == 14
    assert browser.run("return document.querySelectorAll('.half.old .ro').length") == 0
    assert browser.errors() == []


def test_texts_of_others(browser, sources, tmp_path):
    """Scripts in texts of findings do not run."""
    evil = Side("key", EVIL, place(0x04, 4, 0), Span(EVIL, 9, 1, 2), EVIL, ((EVIL, Bits(0, 3)),))
    items = [Finding(EVIL, EVIL, Severity.BREAKING, name, EVIL, EVIL, EVIL, evil, evil, [EVIL], EVIL,
                     [Moved(EVIL, Bits(0, 8), Bits(8, 8))], Witness(bytes(8), EVIL, EVIL, EVIL, EVIL),
                     Affected([EVIL], [EVIL], [EVIL]), Approval(EVIL, EVIL, EVIL, Span(EVIL, 1, 1, 1)))
             for name in ("key", EVIL)]
    path = tmp_path / "evil.html"
    sources = [Source(EVIL, "adb", one.spec) for one in sources]
    path.write_text(render(Report(*sources, items, stale=[items[0].approval])), encoding="utf-8")
    browser.screen(DESKTOP)
    browser.open(str(path))
    assert browser.run("return [window.bad === undefined, document.scripts.length, "
                       "document.images.length]") == [True, 1, 0]
    assert browser.overflow() == [] and browser.errors() == []
