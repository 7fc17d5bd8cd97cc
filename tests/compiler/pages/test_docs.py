# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests `prmc docs` in a browser: search, addresses, keyboard, widths, colours."""

from __future__ import annotations

import dataclasses
import os

import pytest
from selenium.webdriver.common.keys import Keys

import browser as browsers
from browser import DESKTOP, PHONE, SMALL

from guide.pages import reference
from prmclib.readers.load import load_spec
from prmclib.model import Spec
from prmclib.readers.source import Source

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

EVIL = """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
doc: <script>window.bad = 1</script> of a file.
layouts:
  seg:
    size: 4
    doc: "</p><script>window.bad = 2</script><img src=x onerror='window.bad = 3'>"
    source: "<svg onload='window.bad = 4'>"
    fields:
      0x00[31:0]: {name: number, doc: "\\"><b onmouseover='window.bad = 5'>", unit: "<i>"}
"""


@pytest.fixture(scope="module")
def spec():
    spec, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return spec


@pytest.fixture(scope="module")
def page(spec, tmp_path_factory):
    """Makes the page of the spec."""
    path = tmp_path_factory.mktemp("page") / "reference.html"
    path.write_text(reference.page(Source("spec", "spec", spec)), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def part(spec, tmp_path_factory):
    """Makes the page of a part of the spec with all elements of a page."""
    files = [file for file in spec.files if file.stem in ("bsf", "ctrl", "data", "mkey", "umr", "psv",
                                                          "commands", "vport")]
    kept = {name for file in files for kind in (file.layouts, file.enums, file.sequences, file.variants)
            for name in kind}
    part = dataclasses.replace(spec, files=files, sequences=dict(spec.sequences), **{
        kind: {name: thing for name, thing in getattr(spec, kind).items() if name in kept}
        for kind in ("layouts", "enums", "variants")})
    part.sequences = {name: thing for name, thing in spec.sequences.items() if name in kept and all(
        not segment.layout or segment.layout in part.layouts for segment in thing.segments)}
    for file in files:
        file.sequences = [name for name in file.sequences if name in part.sequences]
    path = tmp_path_factory.mktemp("part") / "part.html"
    path.write_text(reference.page(Source("part", "spec", part)), encoding="utf-8")
    return str(path)


def hits(browser):
    return browser.run("return [...document.querySelectorAll('#ui-hits li b')].map(e => "
                       "e.textContent)")


def chosen(browser):
    return browser.run("const id = "
                       "document.getElementById('ui-find').getAttribute('aria-activedescendant');"
                       "return id && document.getElementById(id).querySelector('b').textContent")


def search(browser, text):
    """Types into the search by keyboard; returns the results."""
    browser.press("/")
    browser.wait("the search has the focus", "return document.activeElement.id === 'ui-find'")
    browser.press(text)
    browser.wait("something is found", "return document.getElementById('ui-find').value === "
                                       "arguments[0] "
                 "&& !document.getElementById('ui-hits').hidden", text)
    return hits(browser)


def at(browser, anchor):
    browser.wait(f"the address is #{anchor}", "return location.hash === '#' + arguments[0]", anchor)
    browser.frame()
    return browser.is_seen(anchor)


def test_search_and_jump(browser, page):
    browser.screen(DESKTOP)
    browser.open(page)
    assert search(browser, "mkc log_page")[0] == "mkc.log_page_size"
    browser.press(Keys.ENTER)
    assert at(browser, "mkc.log_page_size")
    lit = browser.run("return [...document.querySelectorAll('.fig a.on')].map(e => "
                      "e.getAttribute('href'))")
    assert lit == ["#mkc.log_page_size"]
    assert browser.run("return document.querySelector('.side [aria-current]').textContent") == "mkc"
    assert browser.run("return document.getElementById('ui-hits').hidden")
    assert browser.errors() == []


@pytest.mark.parametrize("text, first", [
    ("mkc", "mkc"),  # a layout before its fields
    ("umr_ctrl", "umr_ctrl_seg"),
    ("cmd_hca crypto", "cmd_hca_cap.crypto"),  # several words; a capability
    ("CREATE_MKEY", "cmd_opcode.CREATE_MKEY"),
    ("UMR_WQE", "umr_wqe"),
])
def test_search_order(browser, page, text, first):
    browser.again(page)
    assert search(browser, text)[0] == first


def test_search_by_number_and_text(browser, page):
    browser.again(page)
    found = search(browser, "0x25")
    assert "wqe_opcode.UMR" in found
    for text, first in (("0x88", "cqe_vendor_syndrome.NAK_ACCESS"), ("vendor 136", "cqe_vendor_syndrome.NAK_ACCESS"),
                        ("0x57", "cqe_vendor_syndrome.GATHER"),  # a base with its detail
                        ("fm_ce_se", "ctrl_seg.fm"), ("MLX5_WQE_CTRL_CQ_UPDATE", "completion_mode"),  # names of drivers
                        ("local protection error", "cqe_syndrome.LOCAL_PROT_ERR")):  # as logs have it
        browser.press(Keys.ESCAPE, Keys.ESCAPE)
        assert search(browser, text)[0] == first
    browser.press(Keys.ESCAPE, Keys.ESCAPE)
    found = search(browser, "transient signature")
    assert "set_psv_seg" in found or "set_psv_seg.transient_signature" in found
    browser.press(Keys.ESCAPE, Keys.ESCAPE)
    assert search(browser, "nothing_is_called_so") == []
    assert "No match" in browser.run("return document.getElementById('ui-hits').textContent")


def test_search_by_keyboard(browser, page):
    browser.again(page)
    found = search(browser, "psv")
    assert len(found) > 3 and chosen(browser) == found[0]
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert chosen(browser) == found[2]
    browser.press(Keys.ARROW_UP)
    assert chosen(browser) == found[1]
    browser.press(Keys.ARROW_UP, Keys.ARROW_UP)
    assert chosen(browser) == found[-1]  # wraps
    browser.press(Keys.ESCAPE)
    assert browser.run("return document.getElementById('ui-hits').hidden && "
                       "document.getElementById('ui-find').value === ''")
    browser.press(Keys.ESCAPE)
    assert browser.run("return document.activeElement === document.body")
    browser.press("x")  # only its key opens the search
    assert browser.run("return document.getElementById('ui-find').value === ''")
    search(browser, "qpc")
    assert browser.run("const f = document.getElementById('ui-find'); return [f.role, "
                       "f.ariaExpanded, "
                       "document.getElementById('ui-said').textContent]")[:2] == ["combobox", "true"]
    browser.press(Keys.ENTER)
    assert at(browser, "qpc")


@pytest.mark.parametrize("size, name, anchor", [
    (DESKTOP, "page", "cmd_hca_cap.crypto"), (DESKTOP, "part", "mkc"), (DESKTOP, "part", "umr_mkey_mask.LEN"),
    (PHONE, "page", "umr_wqe.bsf"), (PHONE, "part", "umr_ctrl_seg.bsf_octowords"),
    (PHONE, "part", "wqe_opcode.UMR")])
def test_addresses(browser, request, size, name, anchor):
    browser.screen(size)
    browser.open(request.getfixturevalue(name), anchor)
    assert at(browser, anchor)


def test_box_leads_to_field_and_back(browser, part):
    browser.screen(DESKTOP)
    browser.open(part, "set_psv_seg")
    browser.run("document.querySelector('#set_psv_seg .fig a[href=\"#set_psv_seg.psv_index\"] "
                "rect')"
                ".dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert at(browser, "set_psv_seg.psv_index")
    browser.driver.back()
    assert at(browser, "set_psv_seg")


def test_skip_link(browser, part):
    browser.screen(DESKTOP)
    browser.open(part)
    browser.press(Keys.TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    assert browser.run("return document.activeElement.getBoundingClientRect().left >= 0")
    browser.press(Keys.ENTER)
    browser.wait("the text has the focus", "return document.activeElement.id === 'ui-main'")


@pytest.mark.parametrize("size", [SMALL, (700, 900), DESKTOP])
def test_widths(browser, part, size):
    """No horizontal scrolling, and every name inside its box."""
    browser.screen(size)
    browser.open(part)
    browser.render_all()
    assert browser.overflow() == []
    count, bad = browser.run(browsers.NAMES)
    assert count > 250 and bad == []
    assert browser.errors() == []


def longest_word(layout):
    """Returns the length of the longest word in the texts of a layout."""
    texts = [text for about in [layout.about, *(entry.item.about for entry in layout.walk())]
             for text in (about.doc, about.note, about.conflict, about.unverified, *about.source)]
    return max((len(word) for text in texts for word in text.split()), default=0)


def test_long_words_on_a_phone(browser, spec, tmp_path):
    """The texts with the longest words of the spec do not make the page wider than a small
    phone."""
    names = sorted(spec.layouts, key=lambda name: -longest_word(spec.layouts[name]))[:24]
    assert longest_word(spec.layouts[names[0]]) > 40
    layouts = {name: spec.layouts[name] for name in names}
    files = [dataclasses.replace(spec.files[0], layouts=names, enums=[], variants=[], sequences=[])]
    path = tmp_path / "words.html"
    path.write_text(reference.page(Source("words", "spec", Spec(files, layouts))), encoding="utf-8")
    browser.screen(SMALL)
    browser.open(str(path))
    browser.render_all()
    assert browser.overflow() == []


def test_colours_and_structure(browser, part):
    """Contrast and structure are accessible."""
    browser.screen(DESKTOP)
    browser.open(part)
    browser.render_all()
    assert browser.run(browsers.STRUCTURE) == []
    for scheme in ("light", "dark"):
        browser.screen(DESKTOP, scheme)
        browser.frame()
        count, bad = browser.run(browsers.CONTRAST)
        assert count > 10 and bad == [], scheme


def test_sticky_ruler(browser, part):
    """The numbers of the bits stay visible while a long drawing is scrolled."""
    browser.screen((1280, 500))
    browser.open(part, "mkc")
    browser.run("scrollBy(0, 350)")
    browser.frame()
    top, bar = browser.run("return [document.querySelector('#mkc "
                           ".ru').getBoundingClientRect().top, "
                           "document.querySelector('.top').getBoundingClientRect().bottom]")
    assert abs(top - bar) < 3


def test_without_javascript(browser, part):
    browser.screen(DESKTOP)
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.driver.get("about:blank")
        browser.driver.get(f"file://{part}#mkc.log_page_size")
        image = browser.command("DOM.getDocument", depth=0)["root"]["nodeId"]
        found = browser.command("DOM.querySelector", nodeId=image, selector="tr:target")["nodeId"]
        box = browser.command("DOM.getBoxModel", nodeId=found)["model"]["border"]
        assert 0 < box[1] < DESKTOP[1]
        hidden = browser.command("DOM.querySelector", nodeId=image, selector=".find")["nodeId"]
        with pytest.raises(Exception, match="box model"):
            browser.command("DOM.getBoxModel", nodeId=hidden)
    finally:
        browser.command("Emulation.setScriptExecutionDisabled", value=False)


def test_texts_of_others(browser, tmp_path):
    """Scripts in texts of a manual do not run."""
    (tmp_path / "evil.yaml").write_text(EVIL, encoding="utf-8")
    spec, findings = load_spec([str(tmp_path / "evil.yaml")])
    assert not findings.has_errors
    path = tmp_path / "evil.html"
    path.write_text(reference.page(Source("<script>window.bad = 6</script>", "spec", spec)),
                    encoding="utf-8")
    browser.screen(DESKTOP)
    browser.open(str(path))
    search(browser, "script")
    browser.press(Keys.ENTER)
    assert browser.run("return [window.bad === undefined, document.scripts.length, "
                       "document.images.length]") == [True, 1, 0]
    assert browser.errors() == []
