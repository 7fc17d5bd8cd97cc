# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Expressions of sequences: structure, places, errors."""

import pytest
from prmclib.model import expr
from prmclib.model import Name, Num, Op, Ref, Span


def span_of(start, end):
    return Span("f", 1, start + 1, end + 1)


def parse(text):
    return expr.parse(text, span_of)


def show(tree):
    """The tree with all parentheses."""
    if isinstance(tree, Num):
        return str(tree.value)
    if isinstance(tree, Ref):
        return f"{tree.segment}.{tree.field}"
    if isinstance(tree, Name):
        return tree.name
    if len(tree.args) == 1:
        return f"({tree.op} {show(tree.args[0])})"
    return f"({show(tree.args[0])} {tree.op} {show(tree.args[1])})"


@pytest.mark.parametrize("text, shown", [
    ("1", "1"), ("0x1F", "31"), ("18446744073709551615", "18446744073709551615"),
    ("ctrl.ds * 16", "(ctrl.ds * 16)"),
    ("a.b - 1 - 2", "((a.b - 1) - 2)"),
    ("a.b + 2 * 3", "(a.b + (2 * 3))"), ("(a.b + 2) * 3", "((a.b + 2) * 3)"),
    ("9 - a.b * 3 - 1", "((9 - (a.b * 3)) - 1)"),
    ("8 / 4 / 2", "((8 / 4) / 2)"),
    ("not umr.flags has TRANSLATION_OFFSET", "(not (umr.flags has TRANSLATION_OFFSET))"),
    ("a.b == A or a.b != B and 1 < 2", "((a.b == A) or ((a.b != B) and (1 < 2)))"),
    ("not a.b and not not c.d", "((not a.b) and (not (not c.d)))"),
    ("a.b + 1 >= c.d * 2", "((a.b + 1) >= (c.d * 2))"),
    ("a.b.c.d <= 1", "(a.b.c.d <= 1)"),
    ("a.b==4K", "(a.b == 4K)"),
    ("((((1))))", "1"), ("1\n + 2", "(1 + 2)"),
    ("notes.has == 1", "(notes.has == 1)"), ("or_.and_ == 1", "(or_.and_ == 1)"),
])
def test_structure(text, shown):
    assert show(parse(text)) == shown


def test_model_and_places():
    assert parse("umr.t10dif.tag has INLINE") == Op("has", [
        Ref("umr", "t10dif.tag", Span("f", 1, 1, 15)), Name("INLINE", Span("f", 1, 20, 26))])


@pytest.mark.parametrize("text, start, end, message", [
    ("", 0, 1, "the expression ends too early"),
    ("a.b +", 5, 6, "the expression ends too early"),
    ("a", 0, 1, "'a' is not understood here"),
    ("a.b = 1", 4, 5, "'=' is not understood here"),
    ("a.b 1", 4, 5, "'1' where an operator or the end is expected"),
    ("(1", 2, 3, "a closing parenthesis is missing"),
    (")", 0, 1, "')' where a number, segment.field or NAME is expected"),
    ("1 < 2 < 3", 6, 7, "a second comparison '<'"),
    ("- 1", 0, 1, "'-' where a number, segment.field or NAME is expected"),
    ("1 + not 2", 4, 7, "'not' where a number, segment.field or NAME is expected"),
    ("010", 0, 3, "'010' is not a number of at most 64 bits"),
    ("18446744073709551616", 0, 20, "'18446744073709551616' is not a number of at most 64 bits"),
    ("0x10000000000000000", 0, 19, "'0x10000000000000000' is not a number of at most 64 bits"),
    ("Abc.d", 0, 5, "'Abc.d' is not understood here"),
    ("a..b", 0, 4, "'a..b' is not understood here"),
    ("a.b % 2", 4, 5, "'%' is not understood here"),
    ("é", 0, 1, "'é' is not understood here"),
])
def test_errors(text, start, end, message):
    with pytest.raises(expr.BadExpr) as info:
        parse(text)
    assert (info.value.message, info.value.start, info.value.end) == (message, start, end)


@pytest.mark.parametrize("text", [
    "(" * 500 + "1" + ")" * 499, "not " * 200 + "1", "+".join("1" * 500), "1 " * 2000,
    " or ".join(["1"] * 200), "((1+" * 120 + "1" + "))" * 120,
], ids=["parentheses", "not", "sums", "numbers", "or", "mixed"])
def test_size_is_limited(text):
    """Neither the parser nor a walk over what it gives can exhaust the stack."""
    with pytest.raises(expr.BadExpr):
        parse(text)


def depth(tree):
    return 1 + max([depth(arg) for arg in getattr(tree, "args", [])], default=0)


def test_depth_is_limited():
    tree = parse("(" * 32 + "+".join("1" * 65) + ")" * 32)
    assert depth(tree) == 65
