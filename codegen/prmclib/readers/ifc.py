# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads C headers in the way of ``mlx5_ifc.h``: structs and unions in which an element of an array
of bytes stands for a bit.

    struct mlx5_ifc_x_bits {
            u8         reserved_at_0[0x8];
            u8         index[0x18];          24 bits from bit 8 on
            u8         gid[16][0x8];         an array of 16 numbers of 8 bits
            union {                          several meanings of the same bits
                    u8 tag[0x20];
                    struct mlx5_ifc_y_bits y;
            };
            u8         pas[][0x40];          numbers of 64 bits to the end
    };

Such a struct or union is called a table here.  ``read_ifc`` gives the tables of headers,
``table_fields`` the flat list of a table's fields with the paths that DEVX_SET() and
offsetof() take, and ``to_spec`` the tables as layouts of the model.

A struct or union is a table if its tag says so: it contains ``_ifc_`` or ends in ``_bits``,
with or without a number behind.  Other structs are listed in ``Header.others``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from ..cpp import BIT_MACROS, NotConstant, Preprocessor, Token, evaluate, read_file
from ..errors import Findings, did_you_mean, shorten
from ..model import Span
from .ccomments import Comments, comments_of

MAX_BITS = 1 << 22  # of a table: half a MiB; the largest known has 64 KiB
MAX_DEPTH = 32  # structs in structs

_TABLE = re.compile(r"\w*_ifc_\w*|\w+_bits[0-9]*")
_RESERVED = re.compile(r"rese?re?ved(?:_?at)?(?:_?(?:[0-9a-fA-F]+|auto[0-9]*|bits))*"
                       r"|rsvd?_?[0-9a-fA-F]*")
BIT_TYPES = frozenset(("u8", "uint8_t", "__u8", "char"))
_QUALIFIERS = frozenset(("const", "volatile", "unsigned", "signed", "__extension__"))


@dataclass
class Member:
    """A member of a table.

    ``offset`` counts in bits from the start of the table in whose braces the member stands, members
    of anonymous structs and unions included.  ``width`` is that of one element.  ``dims`` are the
    numbers of elements from the outer to the inner dimension; 0 as the first one: as many as there
    are.  ``table`` is set for members which are tables themselves, ``name`` is empty if anonymous.
    """

    name: str
    offset: int
    width: int
    dims: Tuple[int, ...]
    table: Optional["Table"]
    where: Span

    @property
    def count(self) -> int:
        """Number of elements over all dimensions; 0 if unknown."""
        total = 1
        for number in self.dims:
            total *= number
        return total

    @property
    def total(self) -> int:
        """Bits of all elements; 0 if their number is unknown."""
        return self.width * self.count

    @property
    def is_reserved(self) -> bool:
        """Whether the header calls these bits reserved."""
        return self.table is None and _RESERVED.fullmatch(self.name) is not None


@dataclass
class Table:
    """A struct or union of bits; ``width`` in bits.  The tag is empty if it has none."""

    tag: str
    is_union: bool
    members: List[Member]
    width: int
    where: Span
    depth: int = 1  # of tables in each other

    @property
    def keyword(self) -> str:
        return "union" if self.is_union else "struct"


@dataclass
class IfcField:
    """A field of a table.  ``path`` is dotted as C writes it, with indices in brackets for tables
    in arrays.  An array of numbers is one field: ``width_bits`` is that of the whole, 0 if its
    length is unknown, ``elem_bits`` that of one of the ``count`` elements (None: no array)."""

    layout: str
    path: str
    offset_bits: int
    width_bits: int
    elem_bits: int
    count: Optional[int]
    is_reserved: bool
    where: Span


@dataclass
class Enumeration:
    """An enumeration; a value is None where the header gives it by what is not a number here.
    ``shifts``: how many values are written as ``1 << 3`` or ``BIT(3)``."""

    tag: str
    values: List[Tuple[str, Optional[int]]]
    where: Span
    places: List[Span] = field(default_factory=list)  # of the values' names
    shifts: int = 0


@dataclass
class Constant:
    """A macro that stands for a number."""

    name: str
    value: int
    where: Span
    is_shift: bool


@dataclass
class Other:
    """A struct or union whose tag does not say that it is a table."""

    keyword: str
    tag: str
    where: Span


@dataclass
class Header:
    """What headers define.  ``tables`` by tag, in the order of definition."""

    files: List[str] = field(default_factory=list)
    digests: Dict[str, str] = field(default_factory=dict)
    tables: Dict[str, Table] = field(default_factory=dict)
    enums: List[Enumeration] = field(default_factory=list)
    constants: Dict[str, Optional[int]] = field(default_factory=dict)  # enumerators and macros
    macros: List[Constant] = field(default_factory=list)  # in the order of the files
    others: List[Other] = field(default_factory=list)
    comments: Dict[str, Comments] = field(default_factory=dict)  # by file

    def doc(self, where: Span) -> str:
        """What a comment says of what stands at a place."""
        return self.comments[where.file].doc(where.line) if where.file in self.comments else ""


def read_ifc(paths: Sequence[str], defines: Optional[Mapping[str, str]] = None,
             read: Callable[[str], bytes] = read_file) -> Tuple[Header, Findings]:
    """The tables of headers, and what is wrong with them.

    The headers are read in this order, as if one included the others; quoted includes are
    followed where the file exists, and every file is read once.  ``defines`` has macros by
    name, ``read`` gives the bytes of a file by its path or raises OSError.  With errors
    among the findings the tables are incomplete.
    """
    findings = Findings()
    cpp = Preprocessor(findings, read)
    cpp.define(defines or {})
    header = Header(cpp.files, cpp.digests)
    parser = _Parser(header, findings, cpp)
    for path in paths:
        if os.path.normpath(path) in map(os.path.normpath, cpp.files):
            continue
        before = len(header.tables), len(parser.broken), len(findings)
        tokens = cpp.file(path)
        if tokens is None:
            continue
        parser.file(tokens, path)
        if before == (len(header.tables), len(parser.broken), len(findings)):
            findings.add("E109", Span(path, 1, 1, 2), "the header has no tables of bits",
                         help="a table is a struct or union whose tag contains '_ifc_' or ends in "
                              "'_bits'")
    for name, macro in cpp.macros.items():
        if name not in header.constants and macro.body:
            try:
                value = evaluate(macro.body, macro.name, header.constants, cpp.macros)
            except NotConstant:
                continue
            header.constants[name] = value
            if macro.name.file in cpp.digests:
                header.macros.append(Constant(name, value, macro.name.span, is_shift(macro.body)))
    order = {path: number for number, path in enumerate(cpp.files)}
    header.macros.sort(key=lambda item: (order[item.where.file], item.where.line))
    if not findings.has_errors:  # a comment without end is one
        header.comments = {path: comments_of(findings.sources[path]) for path in cpp.files
                           if path in findings.sources}
    findings.files = len(cpp.files)
    findings.sort()
    return header, findings


class _Broken(Exception):
    """What cannot be understood; its finding has been made."""


def is_shift(tokens: Sequence[Token]) -> bool:
    """Whether an expression is written as a bit: ``1 << 3``, ``BIT(3)``."""
    return any(token.text == "<<" or token.text in BIT_MACROS for token in tokens)


_OPEN = {"{": "}", "(": ")", "[": "]"}


class _Parser:
    """Parses what the preprocessor leaves.  ``broken`` has the tags of tables with errors: who
    uses them is passed over without a word."""

    def __init__(self, header: Header, findings: Findings, cpp: Preprocessor) -> None:
        self.header, self.findings, self.cpp = header, findings, cpp
        self.broken: Set[str] = set()
        self.defined: Dict[str, Token] = {}  # tags of structs that are no tables, too
        self.opened: Dict[str, Token] = {}  # tables that have begun
        self.forward: Set[str] = set()  # tags that were missed
        self.tokens: List[Token] = []
        self.at = 0

    # Tokens

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
             others: Sequence[Tuple[Span, str]] = ()) -> _Broken:
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
        return _Broken()

    def skip_group(self) -> None:
        """Goes behind the bracket that closes the one which stands here; to the end if none
        does."""
        opened: List[str] = []
        while self.here.kind != "end":
            token = self.next()
            if token.kind != "op":
                continue
            if token.text in _OPEN:
                opened.append(_OPEN[token.text])
            elif token.text in ("}", ")", "]"):
                # A brace closes whatever stands open inside it.
                while opened and opened[-1] != token.text and token.text == "}":
                    opened.pop()
                if opened and opened[-1] == token.text:
                    opened.pop()
                if not opened:
                    return

    # The file

    def file(self, tokens: List[Token], path: str) -> None:
        lines = self.findings.sources[path]
        last = max(len(lines) - (1 if lines and not lines[-1] else 0), 1)
        col = len(lines[last - 1]) + 1
        self.tokens = tokens + [Token("end", "the end of the file", path, last, col, col + 1)]
        self.at = 0
        bad = next((t for t in tokens if t.kind in ("open", "bad")), None)
        if bad is not None and bad.kind == "open":
            self.fail("E101", bad, "", "")
        while self.here.kind != "end":
            self.declaration()

    def declaration(self) -> None:
        """One declaration or definition on the outermost level, or a part of one that ends."""
        if self.accept(";") or self.accept("}"):  # the latter ends `extern "C" {`
            return
        if self.here.text == "extern" and self.peek().kind == "string" and \
                self.peek(2).text == "{":
            self.at += 3
            return
        before = ""
        while self.here.kind != "end":
            token = self.here
            if token.kind == "op" and token.text == ";":
                self.at += 1
                return
            if token.kind == "op" and token.text == "}":
                return
            if token.kind == "name" and token.text in ("struct", "union"):
                self.struct()
                before = "struct"
            elif token.kind == "name" and token.text == "enum":
                self.enum()
                before = "enum"
            elif token.kind == "op" and token.text in _OPEN:
                self.skip_group()
                if token.text == "{" and before == ")":
                    return  # the body of a function
                before = _OPEN[token.text]
            elif token.kind == "bad":
                self.at += 1
                self.fail("E101", token, "", "")
            else:
                self.at += 1
                before = token.text

    def struct(self) -> None:
        """``struct TAG { ... }`` outside of all; anything else that starts so is passed over."""
        keyword = self.next()
        self.attributes(in_table=False)
        tag = self.next() if self.here.kind == "name" else None
        self.attributes(in_table=False)
        if not self.is_op("{"):
            return
        if tag is not None and _TABLE.fullmatch(tag.text):
            self.definition(keyword, tag)
            return
        if tag is not None:
            self.defined[tag.text] = tag
            self.header.others.append(Other(keyword.text, tag.text, tag.span))
        self.foreign()

    def foreign(self) -> None:
        """The braces of a struct that is not a table; C knows tags that are defined in them
        outside."""
        depth = 0
        while self.here.kind != "end":
            token = self.next()
            if token.kind == "name" and token.text in ("struct", "union"):
                self.attributes(in_table=False)
                tag = self.next() if self.here.kind == "name" else None
                self.attributes(in_table=False)
                if tag is None or not self.is_op("{"):
                    continue
                if _TABLE.fullmatch(tag.text):
                    self.definition(token, tag)
                else:
                    self.defined[tag.text] = tag
                    self.header.others.append(Other(token.text, tag.text, tag.span))
            elif token.kind == "op" and token.text in "{}":
                depth += 1 if token.text == "{" else -1
                if depth <= 0:
                    return

    def definition(self, keyword: Token, tag: Token, depth: int = 0) -> Optional[Table]:
        """``{ ... }`` of a table with a tag."""
        start = self.at
        first = self.header.tables.get(tag.text)
        if first is not None:
            self.findings.add(
                "E107", tag.span, f"'{keyword.text} {shorten(tag.text, 60)}' is defined twice",
                others=[(first.where, "the first time")], help="remove one of the two")
            self.skip_group()
            return None
        self.opened[tag.text] = tag
        try:
            table = self.table(keyword, tag, depth)
        except _Broken:
            self.broken.add(tag.text)
            self.at = start
            self.skip_table()
            return None
        self.header.tables[tag.text] = table
        return table

    def skip_table(self) -> None:
        """Goes behind the table whose brace stands here.  If its end is missing, the next table,
        which starts its line, shows where it should have been."""
        depth, start = 0, self.at
        while self.here.kind != "end":
            token = self.here
            if self.at > start and token.first and token.col == 1 and \
                    token.text in ("struct", "union", "enum"):
                return
            self.at += 1
            if token.kind == "op" and token.text in "{}":
                depth += 1 if token.text == "{" else -1
                if depth == 0:
                    return

    def attributes(self, in_table: bool = True) -> None:
        """Names like __packed and __attribute__((...)), which do not change a table of bytes."""
        while self.here.kind == "name" and self.here.text.startswith("__") and \
                self.here.text not in BIT_TYPES | _QUALIFIERS:
            token = self.next()
            start = self.at
            if self.is_op("("):
                self.skip_group()
            words = [token.text] + [t.text for t in self.tokens[start:self.at]]
            if in_table and any("align" in word for word in words):
                raise self.fail("E108", token, "an alignment in a table of bits",
                                "write the bits of padding as a reserved member")

    # Tables

    def table(self, keyword: Token, tag: Optional[Token], depth: int) -> Table:
        """The table whose opening brace stands here."""
        opening = self.next()
        where = tag or keyword
        if depth > MAX_DEPTH:
            raise self.fail("E110", where, "structs and unions are nested too deeply",
                            f"{MAX_DEPTH} levels are enough")
        table = Table(tag.text if tag else "", keyword.text == "union", [], 0, where.span)
        names: Dict[str, Span] = {}
        spoilt = False
        while not self.accept("}"):
            if self.here.kind == "end":
                self.fail("E103", self.here, f"the {keyword.text} is not closed",
                          "close it with '};'", [(opening.span, "it starts here")])
                raise _Broken()
            if self.here.first and self.here.col == 1 and self.here.kind == "name" and \
                    self.here.text in ("struct", "union") and self.peek(2).text == "{":
                raise self.fail("E103", self.here,
                                f"the {keyword.text} before is not closed",
                                "close it with '};'", [(opening.span, "it starts here")])
            start = self.at
            try:
                for member in self.member(table, depth):
                    self.append(table, member, names)
            except _Broken:
                spoilt = True
                if not self.recover(start):
                    raise
        if spoilt:
            raise _Broken()
        if not table.members:
            raise self.fail("E106", where, f"the {keyword.text} has no members",
                            "a table has at least one bit; remove it, or write its members")
        return table

    def recover(self, start: int) -> bool:
        """Goes to the next member of the table, from one that is not understood; false if the
        table's end cannot be told."""
        self.at = start
        while self.here.kind != "end":
            token = self.here
            if self.at > start and token.first and token.col == 1 and token.kind == "name":
                return False  # the next declaration of the file
            if token.kind == "op" and token.text == "{":
                self.skip_table()
                continue
            if token.kind == "op" and token.text == "}":
                return True
            self.at += 1
            if token.kind == "op" and token.text == ";":
                return True
        return False

    def append(self, table: Table, member: Member, names: Dict[str, Span]) -> None:
        table.members.append(member)
        table.width = max(table.width, member.total) if table.is_union else \
            table.width + member.total
        if member.table is not None:
            table.depth = max(table.depth, member.table.depth + 1)
        token = Token("name", member.name, member.where.file, member.where.line,
                      member.where.col, member.where.end_col)
        if table.width > MAX_BITS:
            raise self.fail("E110", token, f"the table has more than {MAX_BITS:,} bits",
                            "correct the number of elements")
        if table.depth > MAX_DEPTH:
            raise self.fail("E110", token, "structs and unions are nested too deeply",
                            f"{MAX_DEPTH} levels are enough")
        for name, where in own_names(member):
            if name in names:
                at = Token("name", name, where.file, where.line, where.col, where.end_col)
                raise self.fail("E107", at, f"two members have the name '{shorten(name)}'",
                                "give one of them another name",
                                [(names[name], "the first one")])
            names[name] = where

    def member(self, table: Table, depth: int) -> Iterator[Member]:
        """The members that one declaration in a table declares."""
        while self.here.kind == "name" and self.here.text in _QUALIFIERS:
            self.at += 1
        self.attributes()
        kind = self.here
        if self.accept(";"):
            return
        if kind.text == "DECLARE_FLEX_ARRAY" and self.peek().text == "(":
            yield self.placed(table, self.flexible())
            return
        inner: Optional[Table] = None
        if kind.kind == "name" and kind.text in ("struct", "union"):
            self.at += 1
            self.attributes()
            tag = self.next() if self.here.kind == "name" else None
            self.attributes()
            has_body = self.is_op("{")
            if has_body:
                inner = self.definition(kind, tag, depth + 1) if tag else \
                    self.table(kind, None, depth + 1)
                if inner is None:
                    raise _Broken()
                self.attributes()
                if self.accept(";"):
                    if tag is None:
                        yield self.placed(table, Member("", 0, inner.width, (), inner,
                                                        kind.span))
                    return
            elif tag is None:
                raise self.fail("E103", self.here,
                                f"a tag or '{{' is expected behind '{kind.text}', "
                                f"not '{shorten(self.here.text)}'",
                                f"write '{kind.text} TAG NAME;'")
            else:
                inner = self.known(kind, tag)
        elif kind.kind == "name" and kind.text in BIT_TYPES:
            self.at += 1
        else:
            raise self.no_member(kind)
        while True:
            yield self.placed(table, self.declarator(kind, inner))
            if not self.accept(","):
                break
        if not self.accept(";"):
            if self.is_op(":"):
                raise self.fail("E108", self.here, "a bit field in a table of bits",
                                "here an element of an array is a bit: write 'u8 NAME[WIDTH];'")
            if self.here.kind in ("bad", "open", "end"):
                raise self.fail("E103", self.here, "';' is missing", "end the member with ';'")
            before = self.tokens[self.at - 1]
            raise self.fail("E103", before, f"';' is missing behind '{shorten(before.text)}'",
                            "end the member with ';'")

    def flexible(self) -> Member:
        """``DECLARE_FLEX_ARRAY(TYPE, NAME);``, which is how Linux has an array of unknown length in
        a union: as ``TYPE NAME[];``, where C allows that."""
        self.at += 2
        kind = self.next()
        inner: Optional[Table] = None
        if kind.kind == "name" and kind.text in ("struct", "union") and self.here.kind == "name":
            inner = self.known(kind, self.next())
        elif kind.kind != "name" or kind.text not in BIT_TYPES:
            raise self.no_member(kind)
        name = self.peek()
        if not self.is_op(",") or name.kind != "name" or self.peek(2).text != ")" or \
                self.peek(3).text != ";":
            raise self.fail("E103", self.here, "this is not 'DECLARE_FLEX_ARRAY(TYPE, NAME);'",
                            "write it so")
        self.at += 4
        return Member(name.text, 0, inner.width if inner else 1, (0,), inner, name.span)

    def placed(self, table: Table, member: Member) -> Member:
        if not table.is_union:
            member.offset = table.width
        return member

    def known(self, keyword: Token, tag: Token) -> Table:
        """The table with this tag."""
        table = self.header.tables.get(tag.text)
        if table is not None and table.keyword == keyword.text:
            return table
        if tag.text in self.broken:
            raise _Broken()
        if table is not None:
            raise self.fail("E105", tag, f"'{shorten(tag.text, 60)}' is a {table.keyword}",
                            f"write '{table.keyword}'", [(table.where, "it is defined here")])
        other = self.defined.get(tag.text)
        if other is not None:
            raise self.fail("E108", tag, f"'{shorten(tag.text, 60)}' is not a table of bits",
                            "a table is a struct or union whose tag contains '_ifc_' or ends in "
                            "'_bits'", [(other.span, "it is defined here")])
        if tag.text in self.opened:
            raise self.fail("E105", tag, f"'{shorten(tag.text, 60)}' would contain itself",
                            "a struct cannot be a member of itself; name another one",
                            [(self.opened[tag.text].span, "it starts here")])
        later = next((t for i, t in enumerate(self.tokens[self.at:], self.at)
                      if t.text == tag.text and self.tokens[i - 1].text in ("struct", "union")
                      and self.tokens[min(i + 1, len(self.tokens) - 1)].text == "{"), None)
        if later is not None:
            raise self.fail("E105", tag, f"'{shorten(tag.text, 60)}' is used before it is defined",
                            "move the definition before this table, as C needs it",
                            [(later.span, "it is defined here")])
        if tag.text in self.forward:
            raise _Broken()
        self.forward.add(tag.text)
        raise self.fail(
            "E105", tag, f"nothing defines '{keyword.text} {shorten(tag.text, 60)}'",
            did_you_mean(tag.text, self.header.tables) or
            "give the header that defines it before this one")

    def no_member(self, token: Token) -> _Broken:
        """The finding for something at the place of a member that is none."""
        if token.kind == "name" and self.peek().text == "(":
            return self.fail("E103", token, f"a macro with parameters, '{shorten(token.text)}'",
                             "macros with parameters are not expanded; write the members that it "
                             "stands for")
        if token.kind == "name" and self.peek().kind == "name":
            return self.fail("E108", token, f"a member of the type '{shorten(token.text)}'",
                             "members of tables are u8, uint8_t, or tables")
        return self.fail("E103", token, f"a member is expected, not '{shorten(token.text)}'",
                         "write 'u8 NAME[WIDTH];' or 'struct TAG NAME;'")

    def declarator(self, kind: Token, inner: Optional[Table]) -> Member:
        self.attributes()
        if self.is_op("*") or self.is_op("("):
            raise self.fail("E108", self.here, "a pointer in a table of bits",
                            "members of tables are u8, uint8_t, or tables")
        name = self.here
        if name.kind != "name":
            raise self.fail("E103", name, f"a name is expected behind '{kind.text}', "
                                          f"not '{shorten(name.text)}'", "write the member's name")
        self.at += 1
        dims: List[int] = []
        while self.is_op("["):
            dims.append(self.bound(first=not dims))
        self.attributes()
        if inner is not None:
            return Member(name.text, 0, inner.width, tuple(dims), inner, name.span)
        if not dims:
            return Member(name.text, 0, 1, (), None, name.span)
        if len(dims) == 1 and dims[0] == 0:
            return Member(name.text, 0, 1, (0,), None, name.span)
        return Member(name.text, 0, dims[-1], tuple(dims[:-1]), None, name.span)

    def bound(self, first: bool) -> int:
        """The number in brackets; 0 for empty ones."""
        opening = self.next()
        start = self.at
        while not self.is_op("]"):
            if self.here.kind != "op" and self.here.kind not in ("name", "number", "char") or \
                    self.here.text in (";", "{", "}"):
                raise self.fail("E103", self.here,
                                f"']' is expected, not '{shorten(self.here.text)}'",
                                "close the bracket", [(opening.span, "it opens here")])
            if self.is_op("["):
                raise self.fail("E103", self.here, "a bracket in a bracket", "close the first one",
                                [(opening.span, "it opens here")])
            self.at += 1
        closing = self.next()
        tokens = self.tokens[start:self.at - 1]
        if not tokens:
            if first:
                return 0
            raise self.fail("E104", closing, "only the first dimension can be empty",
                            "write the number of elements")
        try:
            value = evaluate(tokens, closing, self.header.constants, self.cpp.macros)
        except NotConstant as exc:
            raise self.fail("E104", exc.where,
                            f"the number of elements has no value: {exc.message}",
                            exc.help)
        if value < 0 or value > MAX_BITS or (value == 0 and not first):
            raise self.fail("E104", tokens[0], f"{value} elements",
                            f"the number is 1 to {MAX_BITS:,}, or 0 in the first dimension for an "
                            "array of unknown length")
        return value

    # Enumerations

    def enum(self) -> None:
        keyword = self.next()
        self.attributes(in_table=False)
        tag = self.next() if self.here.kind == "name" else None
        self.attributes(in_table=False)
        if not self.accept("{"):
            return
        result = Enumeration(tag.text if tag else "", [], (tag or keyword).span)
        value: Optional[int] = 0
        while self.here.kind == "name":
            name = self.next()
            self.attributes(in_table=False)
            if self.accept("="):
                start = self.at
                value = self.enum_value()
                result.shifts += is_shift(self.tokens[start:self.at])
            result.values.append((name.text, value))
            result.places.append(name.span)
            self.header.constants[name.text] = value
            value = None if value is None else value + 1
            if not self.accept(","):
                break
        if not self.accept("}"):
            self.fail("E103", self.here,
                      f"',' or '}}' is expected, not '{shorten(self.here.text)}'",
                      "an enumeration is 'NAME = NUMBER,' again and again",
                      [(result.where, "in this enumeration")])
            self.at -= 1 if self.here.kind == "end" else 0
            self.skip_enum()
        self.header.enums.append(result)

    def skip_enum(self) -> None:
        while self.here.kind != "end" and not self.is_op("}") and not self.is_op(";"):
            self.at += 1
        self.accept("}")

    def enum_value(self) -> Optional[int]:
        start = self.at
        while self.here.kind != "end" and not (self.here.kind == "op" and
                                               self.here.text in (",", "}", ";", "{")):
            if self.here.kind == "op" and self.here.text in ("(", "["):
                self.skip_group()
            else:
                self.at += 1
        try:
            return evaluate(self.tokens[start:self.at], self.here, self.header.constants,
                            self.cpp.macros)
        except NotConstant as exc:
            if exc.where.kind in ("name", "number") and exc.message.endswith("not expected here"):
                self.fail("E103", exc.where,
                          f"',' or '}}' is expected, not '{shorten(exc.where.text)}'",
                          "an enumeration is 'NAME = NUMBER,' again and again")
            return None


def own_names(member: Member) -> Iterator[Tuple[str, Span]]:
    """The names that a member brings into its table: its own, or those in an anonymous one."""
    if member.name:
        yield member.name, member.where
    elif member.table is not None:
        for inner in member.table.members:
            yield from own_names(inner)


# The flat list

def table_fields(table: Table, reserved: bool = False) -> Iterator[IfcField]:
    """Every field of a table, through all tables in it; reserved ones only if asked for."""
    yield from _fields(table, table.tag, "", 0, reserved)


def _fields(table: Table, tag: str, stem: str, base: int, reserved: bool) -> Iterator[IfcField]:
    for member in table.members:
        at = base + member.offset
        if member.table is None:
            if reserved or not member.is_reserved:
                yield IfcField(tag, stem + member.name, at, member.total, member.width,
                               member.count if member.dims else None, member.is_reserved,
                               member.where)
        elif not member.name:
            yield from _fields(member.table, tag, stem, at, reserved)
        elif not member.dims:
            yield from _fields(member.table, tag, f"{stem}{member.name}.", at, reserved)
        elif member.count == 0:
            yield IfcField(tag, stem + member.name, at, 0, member.width, 0, False, member.where)
        else:
            for index in range(member.count):
                place = "".join(f"[{number}]" for number in _indices(index, member.dims))
                yield from _fields(member.table, tag, f"{stem}{member.name}{place}.",
                                   at + index * member.width, reserved)


def _indices(index: int, dims: Sequence[int]) -> List[int]:
    out: List[int] = []
    for number in reversed(dims):
        out.insert(0, index % number)
        index //= number
    return out
