# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the text of the reference: it has everything of the manual, links have targets, no text of a manual is HTML."""

from __future__ import annotations

import collections
import copy
import dataclasses
import html
import html.parser
import os
import re

import pytest

from prmc import run as run_prmc
from guide.pages import docs_command as docs, reference
from guide.pages.crossref import Use, crossref
from prmclib.show.html.page_html import linked
from prmclib.readers.load import load_spec
from prmclib.model import Spec
from prmclib.readers.source import Source, load_source

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


class Page(html.parser.HTMLParser):
    """Collects ids, internal links and elements of a page; checks that elements are closed in order."""

    VOID = {"meta", "input", "br", "wbr", "link", "img", "hr"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.elements, self.open = [], [], collections.Counter(), []
        self.words = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.elements[tag] += 1
        values = dict(attributes)
        if values.get("id"):
            self.ids.append(values["id"])
        if tag in ("a", "use"):
            self.links.append(values["href"])
        assert "src" not in values and not any(name.startswith("on") for name in values)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> in line {self.getpos()[0]}"

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def spec():
    return load_spec([os.path.join(ROOT, "spec")])[0]


@pytest.fixture(scope="module")
def text(spec):
    return reference.page(Source("spec", "spec", spec))


@pytest.fixture(scope="module")
def page(text):
    return Page(text)


def test_links_lead_somewhere(page):
    assert len(page.ids) == len(set(page.ids))
    known = set(page.ids)
    assert {link for link in page.links if link[1:] not in known or link[0] != "#"} == set()


def test_everything_has_an_address(page, spec):
    ids = set(page.ids)
    for layout in spec.layouts.values():
        assert layout.name in ids
        for entry in layout.walk():
            assert not entry.path or f"{layout.name}.{entry.path}" in ids
    for enum in spec.enums.values():
        assert {f"{enum.name}.{value.name}" for value in enum.values} < ids
    assert set(spec.variants) | set(spec.sequences) < ids


def test_every_text_is_there(page, spec):
    words = re.sub(r"\s+", " ", "".join(page.words))

    def holds(*texts):
        for one in texts:
            assert re.sub(r"\s+", " ", one).strip() in words

    for thing in [*spec.layouts.values(), *spec.enums.values(), *spec.variants.values(),
                  *spec.sequences.values(),
                  *(entry.item for layout in spec.layouts.values() for entry in layout.walk()),
                  *(value for enum in spec.enums.values() for value in enum.values),
                  *(part for sequence in spec.sequences.values() for part in sequence.segments)]:
        about = thing.about
        holds(about.doc, about.note, about.conflict, about.unverified, about.since, *about.source)


def test_groups_of_chapters(spec, tmp_path):
    """The signature path comes first; a manual in another form has no groups."""
    chapters = reference.Reference(Source("spec", "spec", spec)).chapters()
    assert [chapter.title for chapter in chapters][:5] == ["bsf", "psv", "umr", "mkey", "psv_cmd"]
    groups = list(dict.fromkeys(chapter.group for chapter in chapters))
    assert groups == [title for title, _ in reference.GROUPS]
    of = {chapter.title: chapter.group for chapter in chapters}
    assert len(of) == len(spec.files) and of["qp"] == "Commands" and of["hca_cap_2"] == "Capabilities"
    assert of["access_reg"] == "Registers" and of["data"] == "Work requests"
    header = tmp_path / "mlx5_ifc.h"
    header.write_text("struct mlx5_ifc_x_bits {\n\tu8 one[0x20];\n};\n")
    other = reference.Reference(load_source(str(header))).chapters()
    assert [chapter.group for chapter in other] == [""] and "rowgroup" not in reference.page(load_source(str(header)))


def test_needs_no_other_file(text):
    assert not re.search(r"""(?:src|href)=["'](?!#)|@import|url\((?!#)""", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1)
    assert html.unescape(policy).startswith("default-src 'none'")


def test_crossref(spec):
    refs = crossref(spec)
    assert Use("create_mkey_in", "memory_key_mkey_entry") in refs.users["mkc"]
    assert Use("umr_wqe", "") in refs.users["mkc"]
    assert [(variant, arm.name) for variant, arm in refs.reached_from["mkc"]] == [
        ("cmd", "create_mkey"), ("eth_wqe", "umr"), ("wqe", "umr"), ("xrc_wqe", "umr")]
    assert Use("mkc", "crypto_en") in refs.needed_by["cmd_hca_cap.crypto"]
    assert len(refs.reached_from["ctrl_seg"]) == sum(
        len(variant.arms) for name, variant in spec.variants.items() if name.endswith("wqe"))


def test_linked():
    known = {"mkc.free": "mkc.free", "ctrl_seg": "ctrl_seg"}
    found = linked("See mkc.free & ctrl_seg, <not> free.", lambda word: known.get(word, ""))
    assert found == ('See <a href="#mkc.free">mkc.free</a> &amp; <a href="#ctrl_seg">ctrl_seg</a>, '
                     "&lt;not&gt; free.")


EVIL = "</td><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"


def test_texts_are_no_html():
    """Texts with markup, and names if a reader accepts them, are escaped."""
    bad = load_spec([os.path.join(ROOT, "spec")])[0]
    bad.files = [file for file in bad.files if "/wqe/" in file.path or file.stem == "mkey"]
    for kind in ("layouts", "enums", "variants", "sequences"):
        kept = {name for file in bad.files for name in getattr(file, kind)}
        setattr(bad, kind, {name: thing for name, thing in getattr(bad, kind).items()
                            if name in kept})
        assert kept
    for thing in [*bad.layouts.values(), *bad.enums.values(), *bad.variants.values(),
                  *bad.sequences.values(), *bad.files,
                  *(entry.item for layout in bad.layouts.values() for entry in layout.walk()),
                  *(value for enum in bad.enums.values() for value in enum.values)]:
        if hasattr(thing, "about"):
            about = thing.about
            about.doc = about.note = about.conflict = about.unverified = about.since = EVIL
            about.source = [EVIL]
        else:
            thing.doc = thing.path = thing.stem = EVIL
    for layout in bad.layouts.values():
        for item in [entry.item for entry in layout.walk()]:
            if item.is_named:
                item.name += EVIL
            item.unit, item.cap = EVIL, EVIL
            if item.selector:
                item.selector.external = EVIL
            for arm in item.arms:
                arm.name += EVIL
                arm.when.texts = [EVIL]
    for enum in bad.enums.values():
        for value in enum.values:
            value.name += EVIL
    page = Page(reference.page(Source(EVIL, "adb", bad)))
    assert page.elements["script"] == 1 and page.elements["img"] == 0
    assert len(page.ids) == len(set(page.ids))


ADB = """\
<NodesDefinition>
<config field_attr="name" type="ascii" />
<config field_attr="enum" type="enumval" />
<info source_doc_name="&lt;script&gt;alert(1)&lt;/script&gt;" source_doc_version="1" />
<node name="seg_ext" descr="&lt;script&gt;alert(2)&lt;/script&gt; &amp;" size="0x8.0">
<field name="mode" descr="&lt;img src=x onerror=alert(3)&gt;" enum="A=0,B=1" offset="0x0.0" size="0x0.4" />
<field name="&lt;b&gt;bold&lt;/b&gt;" descr="\\;&lt;/td&gt;" offset="0x4.0" size="0x4.0" />
</node>
</NodesDefinition>
"""


def test_tables_of_others(tmp_path):
    """Names and descriptions of an ADB file with markup are escaped."""
    path = tmp_path / "evil.adb"
    path.write_text(ADB, encoding="utf-8")
    page = Page(reference.page(load_source(str(path))))
    words = "".join(page.words)
    assert "<script>alert(2)</script>" in words and "<img src=x" in words  # as text
    assert page.elements["script"] == 1 and page.elements["img"] == 0
    assert "seg_ext.mode" in page.ids and len(page.ids) == len(set(page.ids))


def test_two_things_of_one_name(spec):
    """An enumeration may have the name of a layout, as in ADB files."""
    both = Spec([dataclasses.replace(file, enums=[*file.enums, "mkc"], variants=[], sequences=[]) for file in spec.files
                 if file.stem == "mkey"],
                {name: spec.layouts[name] for name in spec.layouts if "mkey" in name or name == "mkc"},
                {name: spec.enums[name] for name in spec.enums if name.startswith("mkc_")})
    both.enums["mkc"] = copy.deepcopy(both.enums["mkc_access_mode"])
    both.enums["mkc"].name = "mkc"
    page = Page(reference.page(Source("spec", "spec", both)))
    assert len(page.ids) == len(set(page.ids)) and {"mkc", "mkc-2"} < set(page.ids)


def prmc(*words, cwd):
    return run_prmc(["docs", *words], cwd=cwd).text


def test_command(tmp_path, text):
    small = tmp_path / "spec"
    small.mkdir()
    (small / "one.yaml").write_text("# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB\n"
                                    "doc: One.\nlayouts:\n  one:\n    size: 4\n    doc: One.\n"
                                    "    source: none\n    fields:\n      0x00[31:0]: number\n",
                                    encoding="utf-8")
    assert prmc("--spec", "spec", cwd=tmp_path)[0] == 0
    first = (tmp_path / "build" / "docs" / docs.NAME).read_text(encoding="utf-8")
    assert 'id="one.number"' in first
    status, _, _ = prmc("--spec", "spec", "--out", "x/y.html", "--depfile", "d", cwd=tmp_path)
    assert status == 0 and (tmp_path / "x" / "y.html").read_text(encoding="utf-8") == first
    listed = (tmp_path / "d").read_text(encoding="utf-8")
    assert listed.startswith("x/y.html: ") and "spec/one.yaml" in listed and "reference.css" in listed
    assert prmc("--spec", "spec", "--drawing", "one", "--out", ".", cwd=tmp_path)[0] == 0
    assert (tmp_path / "one.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize("words, status, message", [
    (["--spec", "gone"], 1, "gone"),
    (["--drawing", "bsf_basi"], 2, "there is no layout 'bsf_basi'; did you mean 'bsf_basic'?"),
    (["--out", "x.svg"], 2, "x.svg: the page is written to a file that ends in .html"),
    (["--drawing", "mkc", "--out", "x.html"], 2, "a drawing is written to a file that ends in .svg or .7"),
    (["--drawing", "mkc", "--out", "/dev/null/x"], 2, "/dev/null/x"),
    (["--drawing", "mkc", "--out", "x.png"], 2, "x.png: a drawing is written to a file that ends in .svg or .7"),
    (["--out", "page.pdf"], 2, "page.pdf: the page is written to a file that ends in .html"),
    (["--out", "/proc/self/x.html"], 2, "/proc/self/x.html: "),
    (["--drawing", "mkc", "--drawing", "qpc"], 2, "several layouts make a manual page"),
])
def test_bad_input(tmp_path, words, status, message):
    found, _, text = prmc(*words, cwd=tmp_path)
    assert (found, message in text) == (status, True), text
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("path", [*docs.CHECKED_IN, *docs.PAGES])
def test_checked_in_drawings_and_pages_are_current(spec, path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
        assert stream.read() == docs.checked_in(spec)[path], "run `ninja regen` and commit the result"


def test_a_value_leads_to_what_it_selects():
    """The opcode of a command links to its layout, that of a work request to its sequence."""
    spec, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings
    refs = crossref(spec)
    opcode = {value.name: value.value for value in spec.enums["cmd_opcode"].values}
    assert refs.chosen_by["cmd_opcode", opcode["CREATE_MKEY"]] == ["create_mkey_in"]
    assert ("cmd_opcode", opcode["QUERY_SF_PARTITION"]) not in refs.chosen_by
    text = reference.page(Source("spec", "spec", spec))
    row = re.search(r'<tr id="cmd_opcode\.CREATE_MKEY".*?</tr>', text, flags=re.S).group()
    assert 'Then <a href="#create_mkey_in">' in row
    wqe = {value.name: value.value for value in spec.enums["wqe_opcode"].values}
    assert "umr_wqe" in refs.chosen_by["wqe_opcode", wqe["UMR"]]


def test_a_field_that_is_always_the_same_has_no_list_of_values(text):
    """It links to its one value instead: of 200 opcodes a command has one."""
    start = text.index('id="create_mkey_in.opcode"')
    row = text[start:text.index('id="create_mkey_in.uid"')]
    assert re.search(r'always\s*<a href="#cmd_opcode.CREATE_MKEY"[^>]*>0x200 ', row), row
    assert "QUERY_HCA_CAP" not in row and "more" not in row
