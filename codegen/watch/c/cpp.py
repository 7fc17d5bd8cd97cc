# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""C headers as tokens: a lexer, the directives of the preprocessor, whole-number expressions.

This is as much of C as headers of bit tables need.  Macros without parameters are expanded,
conditions are evaluated, quoted includes are followed where the file exists.  Macros with parameters
are not expanded: a table of bits that depends on one is an error.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field
from typing import Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Set, Tuple

from prmclib.model import Span
from prmclib.model.errors import Findings, listed, shorten

MAX_SIZE = 16 << 20  # bytes of one file
MAX_EXPANSION = 1 << 18  # tokens from macros, over all files
MAX_NESTING = 64  # parentheses in an expression, includes in includes
LIMIT = 1 << 64  # all numbers are below it

_TOKEN = re.compile(r"""
    (?P<space>(?:[ \t\r\f\v]|\\\r?\n)+)
  | (?P<newline>\n)
  | (?P<comment>/\*[\s\S]*?\*/|//(?:\\\r?\n|[^\n])*)
  | (?P<open>/\*)
  | (?P<name>[A-Za-z_][A-Za-z_0-9]*)
  | (?P<number>\.?[0-9](?:[eEpP][-+]|[A-Za-z_0-9.])*)
  | (?P<string>"(?:\\[^\n]|\\\n|[^"\\\n])*")
  | (?P<char>'(?:\\[^\n]|[^'\\\n])+')
  | (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\#\#|[-+*/%&|^]=
          |[][(){}.,;:?~!<>=&|^+\-*/%\#])
  | (?P<bad>["'][^\n]*|.)
""", re.X)
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)[uUlL]{0,3}\Z")
BIT_MACROS = ("BIT", "BIT_ULL")  # Linux's macros for one bit
_UNSIGNED = {f"{prefix}{width}{suffix}": width for width in (8, 16, 32, 64)
             for prefix, suffix in (("u", ""), ("__u", ""), ("uint", "_t"))}  # casts to these
_BUILTIN = {"CHAR_BIT": "8", "INT_MAX": "0x7fffffff",
            # Drivers with bit fields ask for the byte order; the machines of today are little-endian.
            "__LITTLE_ENDIAN": "1234", "__BYTE_ORDER": "__LITTLE_ENDIAN",
            "__ORDER_LITTLE_ENDIAN__": "1234", "__BYTE_ORDER__": "__ORDER_LITTLE_ENDIAN__",
            "__LITTLE_ENDIAN_BITFIELD": "1", "RTE_LITTLE_ENDIAN": "2", "RTE_BYTE_ORDER": "RTE_LITTLE_ENDIAN",
            "RTE_BIG_ENDIAN": "1"}  # <limits.h> of all hosts of these devices


class Token:
    """One token; ``line`` and ``col`` count from 1.  A macro's tokens have the place of its use."""

    __slots__ = ("kind", "text", "file", "line", "col", "end", "first", "hidden")

    def __init__(self, kind: str, text: str, file: str, line: int, col: int, end: int,
                 first: bool = False, hidden: FrozenSet[str] = frozenset()) -> None:
        self.kind = kind  # name, number, string, char, op, bad, open, end
        self.text = text
        self.file = file
        self.line = line
        self.col = col
        self.end = end
        self.first = first  # of its line
        self.hidden = hidden  # macros that it comes from, which are not expanded again

    @property
    def span(self) -> Span:
        return Span(self.file, self.line, self.col, self.end)

    def standing_at(self, other: "Token", hidden: FrozenSet[str]) -> "Token":
        return Token(self.kind, self.text, other.file, other.line, other.col, other.end,
                     False, hidden)


def lex(name: str, text: str) -> List[List[Token]]:
    """Returns the tokens of a file by lines; a backslash at the end and a comment over several
    lines join lines.  Text that is no token has the kind ``bad``, an unterminated comment
    ``open``."""
    lines: List[List[Token]] = [[]]
    line, start, first = 1, 0, True
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None  # `bad` takes anything
        kind, at = str(match.lastgroup), match.end()
        found = match.group()
        if kind == "newline":
            lines.append([])
            first = True
        elif kind not in ("space", "comment"):
            col = match.start() - start + 1
            if kind == "open":
                at = len(text)
            end = col + (2 if kind == "open" else found.find("\n") if "\n" in found else len(found))
            lines[-1].append(Token(kind, found, name, line, col, end, first))
            first = False
        breaks = found.count("\n")
        if breaks:
            line += breaks
            start = match.start() + found.rindex("\n") + 1
    return lines


@dataclass
class Macro:
    """``body`` is None for a macro with parameters."""

    name: Token
    body: Optional[List[Token]]


@dataclass
class _Condition:
    where: Token
    taken: bool  # a branch was active already
    active: bool  # this branch is
    outer: bool  # the branch around it is active
    has_else: bool = False


class NotConstant(Exception):
    """An expression that has no value here; ``where`` is the token that causes it."""

    def __init__(self, where: Token, message: str, help: str = "") -> None:
        super().__init__(message)
        self.where, self.message, self.help = where, message, help


def read_file(path: str) -> bytes:
    """Returns the content of a regular file of at most MAX_SIZE bytes; raises OSError."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(0, "not a regular file")
    with open(path, "rb") as stream:
        data = stream.read(MAX_SIZE + 1)
    if len(data) > MAX_SIZE:
        raise OSError(0, f"longer than {MAX_SIZE:,} bytes")
    return data


def tree_of(path: str) -> str:
    """Returns the folder outside of which a header's includes are not read, since a header may come from anybody: its
    checkout, or else the current folder, if the header is in it, or the header's own.  The root and a home are none."""
    folder = os.path.dirname(os.path.realpath(path))
    top = folder
    while top != os.path.dirname(top):
        if os.path.exists(os.path.join(top, ".git")):
            return top
        top = os.path.dirname(top)
    here = os.path.realpath(".")
    wide = (os.sep, os.path.realpath(os.path.expanduser("~")))
    return here if here not in wide and os.path.commonpath([here, folder]) == here else folder


@dataclass
class Preprocessor:
    """Turns files into preprocessed tokens.

    ``read`` returns the bytes of a file by its path, or raises OSError; a caller whose headers are
    not in the file system passes its own.  ``defines`` has macros that are defined beforehand.
    """

    findings: Findings
    read: Callable[[str], bytes] = read_file
    macros: Dict[str, Macro] = field(default_factory=dict)
    files: List[str] = field(default_factory=list)  # in the order of reading
    digests: Dict[str, str] = field(default_factory=dict)  # sha256 of each, hexadecimal
    missing: List[str] = field(default_factory=list)  # includes in quotes that are not there
    outside: List[str] = field(default_factory=list)  # and those that are not in the tree of the first file
    root: str = ""  # of that tree
    is_complete: bool = True  # no include in angle brackets, which are not followed
    unmet: List[str] = field(default_factory=list)  # names whose absence excluded parts of a file
    errors: List[Tuple[Span, str]] = field(default_factory=list)  # '#error', where one is reached
    packs: List[Tuple[int, int]] = field(default_factory=list)  # place in the tokens, alignment or 0
    _pack: List[int] = field(default_factory=lambda: [0])
    _once: Set[str] = field(default_factory=set)
    _expanded: int = 0

    def define(self, values: Mapping[str, str]) -> None:
        for name, value in {**_BUILTIN, **values}.items():
            tokens = [t for line in lex("<defines>", f"{name} {value}") for t in line]
            self.macros[name] = Macro(tokens[0], tokens[1:])

    def file(self, path: str) -> Optional[List[Token]]:
        """Returns the tokens of a file and its includes; None, with a finding, if it is unreadable."""
        if self.read is read_file and not self.root:
            self.root = tree_of(path)
        try:
            data = self.read(path)
        except (OSError, ValueError) as exc:
            reason = getattr(exc, "strerror", None) or str(exc)
            self.findings.add("E001", Span(path, 0, 0, 0), f"the file cannot be read: {reason}",
                              help="give a C header" if isinstance(exc, FileNotFoundError) else "")
            return None
        out: List[Token] = []
        self.packs, self._pack = [], [0]
        self._once.add(os.path.normpath(path))
        self._text(path, data, out, 0)
        return out

    def _text(self, path: str, data: bytes, out: List[Token], depth: int) -> None:
        import hashlib

        # Comments may have any encoding, the rest is ASCII.
        text = data.decode("utf-8", "surrogateescape")
        self.files.append(path)
        self.digests[path] = hashlib.sha256(data).hexdigest()
        self.findings.sources[path] = [line.rstrip("\r") for line in text.split("\n")]
        stack: List[_Condition] = []
        for line in lex(path, text):
            if line and line[0].text == "#" and line[0].first:
                self._directive(path, line, stack, out, depth)
            elif not stack or stack[-1].active:
                for token in line:
                    self._expand(token, out)
        for condition in stack:
            self.findings.add("E102", condition.where.span,
                              f"'#{condition.where.text}' without '#endif'",
                              help="add '#endif' where the condition ends")

    # Directives

    def _directive(self, path: str, line: List[Token], stack: List[_Condition],
                   out: List[Token], depth: int) -> None:
        if len(line) < 2 or line[1].kind != "name":
            return  # the empty directive, or a line marker
        word, rest = line[1], line[2:]
        active = not stack or stack[-1].active
        if word.text in ("if", "ifdef", "ifndef"):
            value = active and self._holds(word, rest)
            if active and not value and word.text != "ifndef":
                self.unmet += [token.text for token in rest if token.kind == "name" and
                               token.text != "defined" and token.text not in self.macros]
            stack.append(_Condition(word, value, value, active))
        elif word.text in ("elif", "else", "endif"):
            if not stack:
                self.findings.add("E102", word.span, f"'#{word.text}' without '#if'",
                                  help="remove it, or add the '#if' that it belongs to")
                return
            top = stack[-1]
            if word.text == "endif":
                stack.pop()
            elif top.has_else:
                self.findings.add("E102", word.span, f"'#{word.text}' after '#else'",
                                  others=[(top.where.span, "the '#if'")],
                                  help="an '#if' has one '#else', as the last of its branches")
            elif word.text == "else":
                top.has_else = True
                top.active = top.outer and not top.taken
            else:
                top.active = top.outer and not top.taken and self._holds(word, rest)
                top.taken = top.taken or top.active
        elif not active:
            return
        elif word.text == "define":
            self._define(word, rest)
        elif word.text == "undef":
            if rest:
                self.macros.pop(rest[0].text, None)
        elif word.text == "include":
            self._include(path, rest, out, depth)
        elif word.text == "error":
            text = " ".join(token.text for token in rest)
            self.errors.append((word.span, f"'#error {shorten(text, 60)}' is reached"))
        elif word.text == "pragma" and rest and rest[0].text == "pack":
            self._pragma_pack([token.text for token in rest[1:]], out)

    def _define(self, word: Token, rest: List[Token]) -> None:
        if not rest or rest[0].kind != "name":
            self.findings.add("E102", word.span, "'#define' without a name",
                              help="write '#define NAME VALUE'")
            return
        name = rest[0]
        has_parameters = len(rest) > 1 and rest[1].text == "(" and rest[1].line == name.line \
            and rest[1].col == name.end
        self.macros[name.text] = Macro(name, None if has_parameters else rest[1:])

    def _pragma_pack(self, words: List[str], out: List[Token]) -> None:
        """``pack(n)``, ``pack(push, n)``, ``pack(pop)``, ``pack()``."""
        number = next((int(word) for word in words if word in ("1", "2", "4", "8", "16")), None)
        if "pop" in words:
            self._pack = self._pack[:-1] or [0]
        elif "push" in words:
            self._pack.append(self._pack[-1])
        if number is not None or words == ["(", ")"]:
            self._pack[-1] = number or 0
        self.packs.append((len(out), self._pack[-1]))

    def lacking(self) -> str:
        """Returns the end of a message about a missing definition: the includes that were not read and
        may have it.  Empty if all were read."""
        if self.outside:
            return f"; '{shorten(self.outside[0])}', which is included, is outside of the tree and not read"
        if self.missing:
            names = listed([f"'{shorten(name)}'" for name in self.missing[:3]])
            more = f" and {len(self.missing) - 3} more" if len(self.missing) > 3 else ""
            verb = "are" if len(self.missing) > 1 else "is"
            return f"; {names}{more}, which {verb} included, {verb} not there"
        return "" if self.is_complete else "; headers in <> are not read"

    def _include(self, path: str, rest: List[Token], out: List[Token], depth: int) -> None:
        if not rest or rest[0].kind != "string":
            self.is_complete = False
            return  # <...>: system headers have no tables of bits
        name = os.path.join(os.path.dirname(path), rest[0].text[1:-1])
        key = os.path.normpath(name)
        if key in self._once or depth >= MAX_NESTING:
            return
        if self.root and os.path.commonpath([self.root, os.path.realpath(name)]) != self.root:
            self.outside.append(rest[0].text[1:-1])
            return
        try:
            data = self.read(name)
        except (OSError, ValueError):
            if rest[0].text[1:-1] not in self.missing:
                self.missing.append(rest[0].text[1:-1])
            return  # uses of its definitions are reported
        self._once.add(key)
        self._text(name, data, out, depth + 1)

    def _holds(self, word: Token, rest: List[Token]) -> bool:
        if word.text in ("ifdef", "ifndef"):
            if not rest or rest[0].kind != "name":
                self.findings.add("E102", word.span, f"'#{word.text}' without a name",
                                  help="write the name of a macro after it")
                return False
            return (rest[0].text in self.macros) == (word.text == "ifdef")
        tokens: List[Token] = []
        index = 0
        while index < len(rest):
            token = rest[index]
            if token.text == "defined" and token.kind == "name":
                inner = rest[index + 1:index + 4]
                bare = bool(inner) and inner[0].kind == "name"
                if bare or [t.text for t in inner[::2]] == ["(", ")"]:
                    name = inner[0] if bare else inner[1]
                    tokens.append(Token("number", str(int(name.text in self.macros)), token.file,
                                        token.line, token.col, token.end))
                    index += 2 if bare else 4
                    continue
            if token.kind == "name" and rest[index + 1:index + 2] and rest[index + 1].text == "(" and \
                    (token.text not in self.macros or self.macros[token.text].body is None):
                self.errors.append((token.span, f"'{shorten(token.text)}()' in a condition is taken as 0"))
                tokens.append(Token("number", "0", token.file, token.line, token.col, token.end))
                index = _behind_group(rest, index + 1)
                continue
            self._expand(token, tokens)
            index += 1
        # A name that is not a macro is 0 in a condition.
        tokens = [Token("number", "0", t.file, t.line, t.col, t.end)
                  if t.kind == "name" and self.macros.get(t.text) is None else t for t in tokens]
        try:
            return bool(evaluate(tokens, word, {}, self.macros))
        except NotConstant as exc:
            self.findings.add("E102", exc.where.span,
                              f"'#{word.text}' has no value: {exc.message}", help=exc.help)
            return False

    # Macros

    def _expand(self, token: Token, out: List[Token]) -> None:
        stack = [token]
        while stack:
            item = stack.pop()
            macro = self.macros.get(item.text) if item.kind == "name" else None
            if macro is None or macro.body is None or item.text in item.hidden:
                out.append(item)
                continue
            self._expanded += len(macro.body) + 1
            if self._expanded > MAX_EXPANSION:
                if self._expanded < 2 * MAX_EXPANSION:
                    self.findings.add("E110", token.span,
                                      f"macros expand to more than {MAX_EXPANSION:,} tokens",
                                      others=[(macro.name.span, f"'{item.text}' is defined here")],
                                      help="no header needs that many; look for macros that "
                                           "contain each other several times")
                    self._expanded = 2 * MAX_EXPANSION
                out.append(item)
                return
            hidden = item.hidden | {item.text}
            stack += [t.standing_at(item, hidden) for t in reversed(macro.body)]


def _behind_group(tokens: Sequence[Token], at: int) -> int:
    """Returns the place after the parenthesis that closes the one at a place."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text == "(") - (tokens[index].text == ")")
        if depth == 0:
            return index + 1
    return len(tokens)


# Expressions

_BINARY = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7,
           ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}


def integer(text: str) -> Optional[int]:
    """Returns the value of a C integer constant, or None."""
    match = _INTEGER.match(text)
    if match is None or len(text) > 80:
        return None
    digits = match.group(1).lower()
    try:
        if digits.startswith(("0x", "0b")):
            return int(digits, 0)
        return int(digits, 8 if digits.startswith("0") else 10)
    except ValueError:
        return None


def evaluate(tokens: Sequence[Token], behind: Token, constants: Mapping[str, Optional[int]],
             macros: Mapping[str, Macro]) -> int:
    """Returns the value of an integer expression; raises NotConstant, which points at ``behind``
    if the expression ends too early.  ``constants`` has the enumerators, None if unknown."""
    expression = _Expression(list(tokens), behind, constants, macros)
    value = expression.conditional(0)
    if expression.at < len(expression.tokens):
        token = expression.tokens[expression.at]
        raise NotConstant(token, f"'{shorten(token.text)}' is not expected here",
                          "write an expression of whole numbers")
    return value


class _Expression:
    def __init__(self, tokens: List[Token], behind: Token,
                 constants: Mapping[str, Optional[int]], macros: Mapping[str, Macro]) -> None:
        self.tokens, self.behind, self.at = tokens, behind, 0
        self.constants, self.macros = constants, macros

    def peek(self) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "op":
            return self.tokens[self.at].text
        return ""

    def conditional(self, depth: int) -> int:
        value = self.binary(1, depth)
        if self.peek() != "?":
            return value
        self.at += 1
        yes = self.conditional(depth + 1)
        if self.peek() != ":":
            where = self.tokens[self.at] if self.at < len(self.tokens) else self.behind
            raise NotConstant(where, "'?' without ':'", "write CONDITION ? YES : NO")
        self.at += 1
        no = self.conditional(depth + 1)
        return yes if value else no

    def binary(self, least: int, depth: int) -> int:
        left = self.unary(depth)
        while _BINARY.get(self.peek(), 0) >= least:
            token = self.tokens[self.at]
            self.at += 1
            right = self.binary(_BINARY[token.text] + 1, depth + 1)
            left = self.calculate(token, left, right)
        return left

    def unary(self, depth: int) -> int:
        if depth > MAX_NESTING:
            raise NotConstant(self.behind, "the expression is nested too deeply",
                              f"{MAX_NESTING} levels are enough")
        if self.at >= len(self.tokens):
            raise NotConstant(self.behind, "a number is missing", "write a number")
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "op" and token.text in ("+", "-", "~", "!"):
            value = self.unary(depth + 1)
            return {"+": value, "-": -value, "~": ~value, "!": int(not value)}[token.text]
        if token.text == "(" and token.kind == "op":
            cast = [t.text for t in self.tokens[self.at:self.at + 2]]
            if cast[1:] == [")"] and cast[0] in _UNSIGNED:
                self.at += 2
                return self.unary(depth + 1) % (1 << _UNSIGNED[cast[0]])
            value = self.conditional(depth + 1)
            if self.peek() != ")":
                raise NotConstant(token, "'(' without ')'", "close the parenthesis")
            self.at += 1
            return value
        if token.kind == "number":
            number = integer(token.text)
            if number is None or number >= LIMIT:
                raise NotConstant(token,
                                  f"'{shorten(token.text)}' is not a whole number of 64 bits",
                                  "write a decimal or 0x hexadecimal number")
            return number
        if token.kind == "name":
            return self.name(token, depth)
        raise NotConstant(token, f"'{shorten(token.text)}' is not a number", "write a number")

    def name(self, token: Token, depth: int) -> int:
        known = self.constants.get(token.text)
        if known is not None:
            return known
        if token.text in self.constants:
            raise NotConstant(token, f"the value of '{shorten(token.text)}' is not known",
                              "its enumeration defines it by an expression without a value here")
        macro = self.macros.get(token.text)
        if macro is None and token.text in BIT_MACROS and self.peek() == "(":
            shift = Token("op", "<<", token.file, token.line, token.col, token.end)
            return self.calculate(shift, 1, self.unary(depth + 1))
        if macro is not None and macro.body is None:
            raise NotConstant(token, f"'{shorten(token.text)}' is a macro with parameters",
                              "macros with parameters are not expanded; write the number")
        if token.text == "sizeof":
            raise NotConstant(token, "'sizeof' is not calculated", "write the number")
        raise NotConstant(token, f"nothing defines '{shorten(token.text)}'",
                          "give the header that defines it before this one, or define the macro")

    @staticmethod
    def calculate(token: Token, left: int, right: int) -> int:
        op = token.text
        if op in ("/", "%") and right == 0:
            raise NotConstant(token, "a division by 0", "correct the divisor")
        if op in ("<<", ">>") and not 0 <= right < 64:
            raise NotConstant(token, f"a shift by {right} bits", "shift by 0 to 63 bits")
        if op == "/":
            value = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        elif op == "%":
            value = abs(left) % abs(right) * (-1 if left < 0 else 1)
        else:
            functions: Dict[str, Callable[[int, int], int]] = {
                "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
                "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b,
                "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
                "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
                ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
                "&&": lambda a, b: bool(a and b), "||": lambda a, b: bool(a or b)}
            value = int(functions[op](left, right))
        if abs(value) >= LIMIT:
            raise NotConstant(token, "the result does not fit into 64 bits", "correct the numbers")
        return value
