# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The expressions of sequences: ``header.byte_count + 19``, ``umr.inline_flag and mkey.mode == KSM``.

Precedence, loosest first: ``or``; ``and``; ``not``; ``== != < <= > >= has``; ``+ -``; ``* /``.
"""

from __future__ import annotations

import re
from typing import Callable, Iterator, List, NamedTuple, Tuple

from . import Expr, Name, Num, Op, Ref, Span

MAX_DEPTH = 32  # levels of parentheses and `not`
MAX_OPERATORS = 64
MAX_NUMBER = (1 << 64) - 1

_TOKEN = re.compile(
    r"(?P<space>[ \n]+)"
    r"|(?P<num>0x[0-9a-fA-F]+\b|[0-9]+\b)"
    r"|(?P<ref>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+\b)"
    r"|(?P<word>(?:or|and|not|has)\b)"
    r"|(?P<name>[A-Z0-9][A-Z0-9_]*\b)"
    r"|(?P<op>==|!=|<=|>=|<|>|\+|-|\*|/|\(|\))")
_WORDLIKE = re.compile(r"[A-Za-z0-9_.]+")
_COMPARE = ("==", "!=", "<", "<=", ">", ">=", "has")


class BadExpr(ValueError):
    """The text is not an expression: ``start`` and ``end`` are positions in it."""

    def __init__(self, message: str, help: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.start = start
        self.end = end


class _Token(NamedTuple):
    kind: str  # num, ref, name, op (words too), end
    text: str
    start: int
    end: int


def _tokens(text: str) -> Iterator[_Token]:
    pos = 0
    while pos < len(text):
        match = _TOKEN.match(text, pos)
        if match is None:
            word = _WORDLIKE.match(text, pos)
            end = word.end() if word else pos + 1
            found = text[pos:end]
            if word and re.fullmatch(r"[a-z][a-z0-9_]*", found):
                help_text = f"a field is written with its segment: segment.{found[:40]}"
            elif found in ("=", "&", "|", "!", "%"):
                help_text = {"=": "equality is ==", "&": "use `and`, or `has` for a flag",
                             "|": "use `or`", "!": "use `not`"}.get(found, "")
            else:
                help_text = ""
            raise BadExpr(f"'{found[:40]}' is not understood here", help_text or
                          "expressions have numbers, segment.field, NAMES, + - * /, "
                          "== != < <= > >=, has, not, and, or", pos, end)
        kind = str(match.lastgroup)
        if kind != "space":
            yield _Token("op" if kind == "word" else kind, match.group(), pos, match.end())
        pos = match.end()
    yield _Token("end", "", len(text), len(text) + 1)


class _Parser:
    def __init__(self, text: str, span_of: Callable[[int, int], Span]) -> None:
        self.tokens: List[_Token] = list(_tokens(text))
        self.pos = 0
        self.depth = 0
        self.operators = 0
        self.span_of = span_of

    @property
    def token(self) -> _Token:
        return self.tokens[self.pos]

    def take(self) -> _Token:
        token = self.token
        self.pos += 1
        return token

    def fail(self, message: str, help: str = "") -> BadExpr:
        return BadExpr(message, help, self.token.start, self.token.end)

    def at(self, *texts: str) -> bool:
        return self.token.kind == "op" and self.token.text in texts

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail("the expression is nested too deeply",
                            f"at most {MAX_DEPTH} levels of parentheses and `not`")

    def chain(self, operators: Tuple[str, ...], below: Callable[[], Expr]) -> Expr:
        left = below()
        while self.at(*operators):
            self.operators += 1
            if self.operators > MAX_OPERATORS:
                raise self.fail("the expression is too long",
                                f"at most {MAX_OPERATORS} operators")
            operator = self.take().text
            left = Op(operator, [left, below()])
        return left

    def either(self) -> Expr:
        return self.chain(("or",), self.both)

    def both(self) -> Expr:
        return self.chain(("and",), self.negation)

    def negation(self) -> Expr:
        if not self.at("not"):
            return self.comparison()
        self.take()
        self.deeper()
        result = Op("not", [self.negation()])
        self.depth -= 1
        return result

    def comparison(self) -> Expr:
        left = self.sum()
        if not self.at(*_COMPARE):
            return left
        operator = self.take().text
        result = Op(operator, [left, self.sum()])
        if self.at(*_COMPARE):
            raise self.fail(f"a second comparison '{self.token.text}'",
                            "join comparisons with `and` or `or`")
        return result

    def sum(self) -> Expr:
        return self.chain(("+", "-"), self.product)

    def product(self) -> Expr:
        return self.chain(("*", "/"), self.atom)

    def atom(self) -> Expr:
        token = self.token
        if token.kind == "num":
            value = (int(token.text, 0) if len(token.text) <= 20 and
                     not re.fullmatch(r"0[0-9]+", token.text) else None)
            if value is None or value > MAX_NUMBER:
                raise self.fail(f"'{token.text[:40]}' is not a number of at most 64 bits",
                                "numbers are decimal without leading zeros, or 0x hexadecimal")
            self.take()
            return Num(value, self.span_of(token.start, token.end))
        if token.kind == "ref":
            self.take()
            segment, _, field = token.text.partition(".")
            return Ref(segment, field, self.span_of(token.start, token.end))
        if token.kind == "name":
            self.take()
            return Name(token.text, self.span_of(token.start, token.end))
        if self.at("("):
            self.take()
            self.deeper()
            inner = self.either()
            if not self.at(")"):
                raise self.fail("a closing parenthesis is missing")
            self.take()
            self.depth -= 1
            return inner
        if token.kind == "end":
            raise self.fail("the expression ends too early", "an operand is missing at its end")
        raise self.fail(f"'{token.text}' where a number, segment.field or NAME is expected")


def parse(text: str, span_of: Callable[[int, int], Span]) -> Expr:
    """Parses an expression; ``span_of(start, end)`` returns the place of a part of the text in its file.
    Raises :class:`BadExpr`."""
    if len(text) > 1000:
        raise BadExpr("the expression is too long", "at most 1000 characters", 0, len(text))
    parser = _Parser(text, span_of)
    result = parser.either()
    if parser.token.kind != "end":
        raise parser.fail(f"'{parser.token.text}' where an operator or the end is expected")
    return result
