# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A cursor over the tokens of a header, and findings about them."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from prmclib.model import Span
from prmclib.model.errors import Findings, shorten
from watch.c.cpp import BIT_MACROS, Token

CLOSERS = {"{": "}", "(": ")", "[": "]"}


class Broken(Exception):
    """The input was not understood; its finding has been made."""


def is_shift(tokens: Sequence[Token]) -> bool:
    """Returns whether an expression is written as a bit: ``1 << 3``, ``BIT(3)``."""
    return any(token.text == "<<" or token.text in BIT_MACROS for token in tokens)


class Tokens:
    """A cursor over ``tokens``, which end with one of kind ``end``."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.tokens: List[Token] = []
        self.at = 0

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def peek(self, ahead: int = 1) -> Token:
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def is_op(self, text: str) -> bool:
        return self.here.kind == "op" and self.here.text == text

    def next(self) -> Token:
        token = self.tokens[self.at]
        if token.kind != "end":
            self.at += 1
        return token

    def accept(self, text: str) -> bool:
        if not self.is_op(text):
            return False
        self.at += 1
        return True

    def fail(self, rule: str, where: Token, message: str, help: str,
             others: Sequence[Tuple[Span, str]] = ()) -> Broken:
        """Makes a finding; a character that is no token of C is reported instead of its effects."""
        if where.kind == "open":
            rule, message, others = "E101", "the comment does not end", ()
            help = "end it with '*/'"
        elif where.kind == "bad":
            rule, others = "E101", ()
            if where.text[0] in "\"'":
                message, help = "the string does not end", f"end it with {where.text[0]}"
            else:
                message = f"C does not have the character '{shorten(where.text)}'"
                help = "remove it"
        elif where.kind == "end" and rule == "E103":
            message = f"the file ends, but {message.split(', not ')[0]}"
        self.findings.add(rule, where.span, message, help=help, others=others)
        return Broken()

    def skip_group(self) -> None:
        """Skips to after the bracket that closes the current one, or to the end without one."""
        opened: List[str] = []
        while self.here.kind != "end":
            token = self.next()
            if token.kind != "op":
                continue
            if token.text in CLOSERS:
                opened.append(CLOSERS[token.text])
            elif token.text in ("}", ")", "]"):
                # A brace closes every bracket that is open inside it.
                while opened and opened[-1] != token.text and token.text == "}":
                    opened.pop()
                if opened and opened[-1] == token.text:
                    opened.pop()
                if not opened:
                    return
