# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tokens of a header, one after the other, and what is wrong with them."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from ..cpp import BIT_MACROS, Token
from ...errors import Findings, shorten
from ...model import Span

CLOSERS = {"{": "}", "(": ")", "[": "]"}


class Broken(Exception):
    """What cannot be understood; its finding has been made."""


def is_shift(tokens: Sequence[Token]) -> bool:
    """Whether an expression is written as a bit: ``1 << 3``, ``BIT(3)``."""
    return any(token.text == "<<" or token.text in BIT_MACROS for token in tokens)


class Tokens:
    """Where a parser stands.  ``tokens`` ends with one of kind ``end``."""

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
        """Makes a finding, of what is not a token at all rather than of what it leads to."""
        if where.kind == "open":
            rule, message, others = "E101", "a comment without end", ()
            help = "end it with '*/'"
        elif where.kind == "bad":
            rule, others = "E101", ()
            if where.text[0] in "\"'":
                message, help = "a text without end", f"end it with {where.text[0]}"
            else:
                message = f"a character that has no place in C: '{shorten(where.text)}'"
                help = "remove it"
        elif where.kind == "end" and rule == "E103":
            message = f"the file ends, but {message.split(', not ')[0]}"
        self.findings.add(rule, where.span, message, help=help, others=others)
        return Broken()

    def skip_group(self) -> None:
        """Goes behind the bracket that closes the one which stands here; to the end if none
        does."""
        opened: List[str] = []
        while self.here.kind != "end":
            token = self.next()
            if token.kind != "op":
                continue
            if token.text in CLOSERS:
                opened.append(CLOSERS[token.text])
            elif token.text in ("}", ")", "]"):
                # A brace closes whatever stands open inside it.
                while opened and opened[-1] != token.text and token.text == "}":
                    opened.pop()
                if opened and opened[-1] == token.text:
                    opened.pop()
                if not opened:
                    return
