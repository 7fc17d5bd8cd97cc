# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The expressions of ADB, such as ``inst_if="ASIC EQ 2 AND (REV GREAT 0x10)"``.

Numbers are unsigned and have 64 bits; operators and precedences are those of C, with words for
operators that XML would have to escape.  Semantics: mstflint adb_parser/expr.cpp; as there, ``|``
and ``^`` have one precedence, and so do ``||`` and ``XOR``.
"""

from __future__ import annotations

import operator
import re
from typing import Callable, Dict, List

from prmclib.model.errors import shorten

MASK = (1 << 64) - 1
MAX_DEPTH = 64  # nested parentheses and unary operators


def _shift(value: int, by: int) -> int:
    return value << by if by < 64 else 0


def _part(value: int, by: int) -> int:
    return value >> by


_Binary = Callable[[int, int], int]
_LEVELS: List[Dict[str, _Binary]] = [  # the lowest precedence first
    {"||": lambda a, b: bool(a or b), "OR": lambda a, b: bool(a or b),
     "XOR": lambda a, b: bool(a) != bool(b)},
    {"&&": lambda a, b: bool(a and b), "AND": lambda a, b: bool(a and b)},
    {"|": operator.or_, "BIT_OR": operator.or_, "^": operator.xor, "BIT_XOR": operator.xor},
    {"&": operator.and_, "BIT_AND": operator.and_},
    {"==": operator.eq, "EQ": operator.eq, "!=": operator.ne, "NOTEQ": operator.ne},
    {">": operator.gt, "GREAT": operator.gt, ">=": operator.ge, "GREAT_EQ": operator.ge,
     "<": operator.lt, "LESS": operator.lt, "<=": operator.le, "LESS_EQ": operator.le},
    {"<<": _shift, "SHIFT_L": _shift, ">>": _part, "SHIFT_R": _part},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": operator.floordiv, "%": operator.mod},
]
_UNARY: Dict[str, Callable[[int], int]] = {
    "!": operator.not_, "-": operator.neg, "~": operator.invert, "+": operator.pos,
    ":": lambda a: _shift(1, a), "POW2": lambda a: _shift(1, a),
    "'": lambda a: max(a - 1, 0).bit_length(), "LOG2": lambda a: max(a - 1, 0).bit_length(),
}
_TOKEN = re.compile(r"[ \t\r\n]*(\w+|\|\||&&|<<|>>|[<>=!]=|[-+*/%<>&|^!~:'()]|\Z|.)", re.S)


class Unclear(Exception):
    """An expression without a value, with the reason."""


def value_of(text: str, names: Dict[str, str]) -> int:
    """Evaluates an expression; ``names`` has the defined names with their values.  Raises
    Unclear."""
    return _Reader(text, names).whole()


class _Reader:
    def __init__(self, text: str, names: Dict[str, str]) -> None:
        self.tokens = [token for token in _TOKEN.findall(text) if token]
        self.names = names
        self.at = 0
        self.depth = 0

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def whole(self) -> int:
        found = self.level(0)
        if self.next():
            raise Unclear(f"'{shorten(self.next())}' instead of an operator")
        return found

    def level(self, number: int) -> int:
        if number == len(_LEVELS):
            return self.unary()
        left = self.level(number + 1)
        while self.next() in _LEVELS[number]:
            word = self.next()
            self.at += 1
            right = self.level(number + 1)
            if word in "/%" and not right:
                raise Unclear("a division by zero")
            left = int(_LEVELS[number][word](left, right)) & MASK
        return left

    def unary(self) -> int:
        word = self.next()
        self.at += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unclear("the expression is nested too deeply")
        if word in _UNARY:
            found = int(_UNARY[word](self.unary())) & MASK
        elif word == "(":
            found = self.level(0)
            if self.next() != ")":
                raise Unclear("')' is missing")
            self.at += 1
        else:
            found = self.value(word)
        self.depth -= 1
        return found

    def value(self, word: str) -> int:
        if re.fullmatch(r"0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}", word):
            return int(word, 0)
        if re.fullmatch(r"[0-9]{1,20}", word):
            return int(word) & MASK
        if word not in self.names:
            raise Unclear(f"'{shorten(word)}' is not defined" if word[:1].isalpha() or
                          word[:1] == "_" else f"'{shorten(word)}' instead of a value")
        text = self.names[word] or "0"
        try:
            return int(text, 8 if re.fullmatch("0[0-7]+", text) else 0) & MASK
        except ValueError:
            raise Unclear(f"'{shorten(word)}' is defined as '{shorten(text)}', "
                          "which is not a number") from None
