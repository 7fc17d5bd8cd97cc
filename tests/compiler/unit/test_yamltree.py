# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the tree of a YAML text: values, exact places, and everything that is refused."""

import time

import pytest
import yaml
from prmclib.readers import yamltree
from prmclib.model.errors import Findings
from prmclib.model import Span


def read(text):
    found = Findings()
    data = text if isinstance(text, bytes) else text.encode()
    source = yamltree.decode("f", data, found)
    return (yamltree.parse(source, found) if source else None), found


def rules(text):
    return [item.rule for item in read(text)[1]]


@pytest.fixture(params=["libyaml", "pure Python"], autouse=True)
def parser(request, monkeypatch):
    """Both parsers give the same result, so that prmc does not depend on PyYAML's build."""
    if request.param == "pure Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.fail("PyYAML has no libyaml here; Debian's python3-yaml has it")


def plain(node):
    if isinstance(node, yamltree.Map):
        return {key.value: plain(value) for key, value in node.items}
    if isinstance(node, yamltree.List_):
        return [plain(item) for item in node.items]
    return node.value


def test_values_stay_texts():
    tree, found = read("a: NO\nb: 0x1f\nc: [1, ~, \"x\"]\nd: {e: on, f: }\ng:\n  - h\n  - i: |\n"
                       "      j\n      k\n")
    assert not found
    assert plain(tree) == {"a": "NO", "b": "0x1f", "c": ["1", "~", "x"],
                           "d": {"e": "on", "f": ""}, "g": ["h", {"i": "j\nk\n"}]}


def test_places():
    tree, found = read("doc: é x\nlayouts:\n  0x00[31:0]: {name: \"ab\", list: [1, 22]}\n")
    assert not found
    (doc_key, doc), (_, layouts) = tree.items
    assert doc_key.span == Span("f", 1, 1, 4)
    assert doc.span == Span("f", 1, 6, 9)
    (key, entry), = layouts.items
    assert key.span == Span("f", 3, 3, 13)
    assert entry.span == Span("f", 3, 15, 42)
    (_, name), (_, items) = entry.items
    assert name.span == Span("f", 3, 22, 26) and name.quoted and not name.plain
    assert items.span == Span("f", 3, 34, 41)
    assert [item.span for item in items.items] == [Span("f", 3, 35, 36), Span("f", 3, 38, 40)]


def test_a_text_over_several_lines_ends_with_its_first():
    tree, _ = read("doc: one\n  two\nnote: 'three\n  four'\n")
    assert [(value.value, value.span) for _, value in tree.items] == [
        ("one two", Span("f", 1, 6, 9)), ("three four", Span("f", 3, 7, 13))]


@pytest.mark.parametrize("text, rule", [
    (b"\xff\xfe\x00a", "E002"), (b"a: \xc3", "E002"), (b"a: \xed\xa0\x80", "E002"),
    (b"\x00", "E003"), (b"a: b\r\n", "E003"), (b"\xef\xbb\xbfa: b\n", "E003"),
    ("a: \x07\n", "E003"), ("a: b\u2028c\n", "E003"), ("a: \x85\n", "E003"),
    ("a: \u202eb\n", "E003"), ("a: \uffff\n", "E003"),
    ('a: "\\0"\n', "E003"), ('a: "\\r"\n', "E003"), ('a: "\\x1b[31m"\n', "E003"),
    ("a:\tb\n", "E004"), ("a: |\n  b\tc\n", "E004"),
    ("", "E005"), ("\n\n", "E005"), ("# only a remark\n", "E005"),
    ("a: b: c\n", "E006"), ("a: 'b\n", "E006"), ("a: {b\n", "E006"), ("a: [b\n", "E006"),
    ("a: @b\n", "E006"), ("]\n", "E006"), ("a: \"\\q\"\n", "E006"), ("- a\nb: c\n", "E006"),
    ("a: \"\\U0011ffff\"\n", "E006"), ("a: \"\\ud800\"\n", None),
    ("a: 1\na: 2\n", "E032"), ("a: {b: 1, \"b\": 2}\n", "E032"),
    ("a: &x b\n", "E080"), ("a: *x\n", "E080"), ("&a b: c\n", "E080"), ("a: &x {b: c}\n", "E080"),
    ("a: {<<: {b: c}}\n", "E080"),
    ("a: !!str b\n", "E081"), ("a: !x {b: c}\n", "E081"), ("!x a: b\n", "E081"),
    ("a: ! b\n", "E081"),
    ("a: b\n---\nc: d\n", "E082"), ("%YAML 1.1\n---\na: b\n", "E082"),
    ("%TAG ! x:\n---\na: b\n", "E082"), ("a: b\n...\n---\n", "E082"),
    ("? [a]\n: b\n", "E083"), ("? {a: b}\n: c\n", "E083"), ("{[a]: b}\n", "E083"),
    ("a: " + "[" * 25 + "]" * 25 + "\n", "E084"), ("a: " + "{b: " * 30 + "}" * 30 + "\n", "E084"),
    ("a: [1,\n  2]\n", "E085"), ("a: {b: c,\n  d: e}\n", "E085"),
])
def test_turned_away(text, rule):
    _, found = read(text)
    if rule is None:  # a lone surrogate: libyaml does not know the escape, pure Python decodes it
        assert {item.rule for item in found} <= {"E003", "E006"} and len(found) == 1
        return
    assert [item.rule for item in found] == [rule]
    assert found.items[0].help or rule == "E006"


def test_what_can_be_read_goes_on_after_a_duplicate():
    tree, found = read("a: 1\nb: 2\na: 3\nc: 4\nb: 5\n")
    assert plain(tree) == {"a": "1", "b": "2", "c": "4"}
    assert [item.where.line for item in found] == [3, 5]
    assert [item.others[0][0].line for item in found] == [1, 2]
    assert tree.spoilt


@pytest.mark.parametrize("text", [
    "[" * 100000, "{a: " * 50000, "- " * 50000,
    "a:\n" + "".join(" " * n + "a:\n" for n in range(400)),
    "? " * 30000, "\"" + "a" * 500000, "a: " + "'" * 100001, "[[" + "a, " * 100000,
], ids=["brackets", "braces", "dashes", "levels",
                                             "questions", "quote", "quotes", "list"])
def test_hostile_input_ends_soon(text):
    start = time.process_time()
    tree, found = read(text)
    assert tree is None and found.has_errors
    assert time.process_time() - start < 5


def test_a_file_that_is_too_long():
    text = "a: b\n" * (yamltree.MAX_SIZE // 5 + 1)
    assert rules(text) == ["E001"]
