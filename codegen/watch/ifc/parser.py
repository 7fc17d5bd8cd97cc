# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Parses the preprocessed tokens of headers."""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Optional, Set

from prmclib.model import Span
from prmclib.model.errors import Findings, did_you_mean, shorten
from watch.c.cpp import NotConstant, Preprocessor, Token, evaluate
from .ifc_tables import Enumeration, Header, Left, Member, Other, Table, is_table, own_names
from .tokens import CLOSERS, Broken, Tokens, is_shift

MAX_BITS = 1 << 22  # of a table: half a MiB; the largest known has 64 KiB
MAX_DEPTH = 32  # structs in structs
BIT_TYPES = frozenset(("u8", "uint8_t", "__u8", "char"))
WORDS = frozenset(f"{prefix}{width}{suffix}" for width in (16, 32, 64) for prefix, suffix in (
    ("u", ""), ("__u", ""), ("uint", "_t"), ("__be", ""), ("rte_be", "_t"))) | {"unsigned", "int"}
_QUALIFIERS = frozenset(("const", "volatile", "unsigned", "signed", "__extension__"))


class Parser(Tokens):
    """Parses preprocessed tokens.  ``broken`` has the tags of tables with errors: a use of one is
    no further error."""

    def __init__(self, header: Header, findings: Findings, cpp: Preprocessor) -> None:
        super().__init__(findings)
        self.header, self.cpp = header, cpp
        self.broken: Set[str] = set()
        self.defined: Dict[str, Token] = {}  # tags, including those of structs that are no tables
        self.opened: Dict[str, Token] = {}  # tables whose definition has begun
        self.lacking: List[str] = []  # what a table needs and no header defines

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
        """Parses a declaration or definition on the outermost level, or the rest of one."""
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
            elif token.text == "{" and token.kind == "op" and before == "namespace":
                self.at += 1
                return
            elif token.kind == "op" and token.text in CLOSERS:
                self.skip_group()
                if token.text == "{" and before == ")":
                    return  # the body of a function
                before = CLOSERS[token.text]
            elif token.kind == "bad":
                self.at += 1
                self.fail("E101", token, "", "")
            else:
                self.at += 1
                before = before if before == "namespace" else token.text

    def struct(self) -> None:
        """Parses ``struct TAG { ... }`` on the outermost level; skips other uses of the keyword."""
        keyword = self.next()
        self.attributes(in_table=False)
        tag = self.next() if self.here.kind == "name" else None
        self.attributes(in_table=False)
        if not self.is_op("{"):
            return
        if tag is not None and self.counts_bits(tag):
            self.lacking = []
            self.definition(keyword, tag)
            return
        if tag is not None:
            self.defined[tag.text] = tag
            self.header.others.append(Other(keyword.text, tag.text, tag.span))
        self.foreign()

    def counts_bits(self, tag: Token) -> bool:
        """Returns whether the struct with this tag, whose brace is here, is a table.  A tag that only begins or ends as
        a table's does is that of a struct of bytes if its first member is a word or such a struct."""
        if not is_table(tag.text) or "_ifc_" in tag.text and re.search(r"_bits[0-9]*\Z", tag.text):
            return is_table(tag.text)
        first, name = self.peek().text, self.peek(2).text
        return first not in WORDS and not (first in ("struct", "union") and name in self.defined)

    def foreign(self) -> None:
        """Parses the braces of a struct that is not a table; in C, tags defined in them are
        visible outside."""
        depth = 0
        while self.here.kind != "end":
            token = self.next()
            if token.kind == "name" and token.text in ("struct", "union"):
                self.attributes(in_table=False)
                tag = self.next() if self.here.kind == "name" else None
                self.attributes(in_table=False)
                if tag is None or not self.is_op("{"):
                    continue
                if self.counts_bits(tag):
                    self.lacking = []
                    self.definition(token, tag)
                else:
                    self.defined[tag.text] = tag
                    self.header.others.append(Other(token.text, tag.text, tag.span))
            elif token.kind == "op" and token.text in "{}":
                depth += 1 if token.text == "{" else -1
                if depth <= 0:
                    return

    def definition(self, keyword: Token, tag: Token, depth: int = 0) -> Optional[Table]:
        """Parses ``{ ... }`` of a table with a tag."""
        start = self.at
        first = self.header.tables.get(tag.text)
        if first is not None:
            self.findings.add(
                "E107", tag.span, f"'{keyword.text} {shorten(tag.text, 60)}' is defined twice",
                others=[(first.where, "the first time")], help="remove one of the two")
            self.skip_group()
            return None
        self.opened[tag.text] = tag
        errors = len(self.findings)
        try:
            table = self.table(keyword, tag, depth)
        except Broken:
            self.broken.add(tag.text)
            if self.lacking and len(self.findings) == errors:
                self.header.left[tag.text] = Left(self.lacking[0], tag.span)
            self.at = start
            self.skip_table()
            return None
        self.header.tables[tag.text] = table
        return table

    def skip_table(self) -> None:
        """Skips the table whose brace is the current token.  If its closing brace is missing, it
        ends before the next definition that starts in column 1."""
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
        """Skips names like __packed and __attribute__((...)), which do not change a table of bytes."""
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
        """Parses the table whose opening brace is the current token."""
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
                raise Broken()
            if self.here.first and self.here.col == 1 and self.here.kind == "name" and \
                    self.here.text in ("struct", "union") and self.peek(2).text == "{":
                raise self.fail("E103", self.here,
                                f"the {keyword.text} before is not closed",
                                "close it with '};'", [(opening.span, "it starts here")])
            start = self.at
            try:
                for member in self.member(table, depth):
                    self.append(table, member, names)
            except Broken:
                spoilt = True
                if not self.recover(start):
                    raise
        if spoilt:
            raise Broken()
        if not table.members:
            raise self.fail("E106", where, f"the {keyword.text} has no members",
                            "a table has at least one bit; remove it, or write its members")
        return table

    def recover(self, start: int) -> bool:
        """Skips to the member after one that was not understood; returns False if the table's end
        cannot be found."""
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
        """Yields the members that one declaration in a table declares."""
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
                    raise Broken()
                self.attributes()
                if self.accept(";"):
                    if tag is None:
                        yield self.placed(table, Member("", 0, inner.width, (), inner,
                                                        kind.span))
                    return
            elif tag is None:
                raise self.fail("E103", self.here,
                                f"a tag or '{{' is expected after '{kind.text}', "
                                f"not '{shorten(self.here.text)}'",
                                f"write '{kind.text} TAG NAME;'")
            else:
                inner = self.known(kind, tag)
                if self.accept(";"):  # members of this table, as gcc -fms-extensions has them
                    yield self.placed(table, Member("", 0, inner.width, (), inner, kind.span))
                    return
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
            raise self.fail("E103", before, f"';' is missing after '{shorten(before.text)}'",
                            "end the member with ';'")

    def flexible(self) -> Member:
        """Parses ``DECLARE_FLEX_ARRAY(TYPE, NAME);``, Linux's form of ``TYPE NAME[];`` in a union,
        where C does not allow the latter."""
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
                            "write it in this form")
        self.at += 4
        return Member(name.text, 0, inner.width if inner else 1, (0,), inner, name.span)

    def placed(self, table: Table, member: Member) -> Member:
        if not table.is_union:
            member.offset = table.width
        return member

    def known(self, keyword: Token, tag: Token) -> Table:
        """Returns the table with this tag."""
        table = self.header.tables.get(tag.text)
        if table is not None and table.keyword == keyword.text:
            return table
        if tag.text in self.broken:
            if tag.text in self.header.left:
                self.lacking.append(f"'{shorten(tag.text, 60)}', which is in it, is left out")
            raise Broken()
        if table is not None:
            raise self.fail("E105", tag, f"'{shorten(tag.text, 60)}' is a {table.keyword}",
                            f"write '{table.keyword}'", [(table.where, "it is defined here")])
        other = self.defined.get(tag.text)
        if other is not None:
            raise self.fail("E108", tag, f"'{shorten(tag.text, 60)}' is not a table of bits",
                            "a table is a struct or union whose tag contains 'mlx5_ifc_' or ends in "
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
        hint = did_you_mean(tag.text, self.header.tables)
        self.lacking.append(f"nothing defines '{keyword.text} {shorten(tag.text, 60)}'"
                            + (f"; {hint}" if hint else "") + self.cpp.lacking())
        raise Broken()

    def no_member(self, token: Token) -> Broken:
        """Makes the finding for something that is no member."""
        if token.kind == "name" and self.peek().text == "(":
            return self.fail("E103", token, f"a macro with parameters, '{shorten(token.text)}'",
                             "macros with parameters are not expanded; write the members of its "
                             "expansion")
        if token.kind == "name" and self.peek().kind == "name":
            return self.fail("E108", token, f"a member of the type '{shorten(token.text)}'",
                             "members of tables are u8, uint8_t, or tables")
        return self.fail("E103", token, f"a member is expected, not '{shorten(token.text)}'",
                         "write 'u8 NAME[WIDTH];' or 'struct TAG NAME;'")

    def declarator(self, kind: Token, inner: Optional[Table]) -> Member:
        self.attributes()
        if self.is_op("*") or self.is_op("("):
            # Legal C, but nothing that a device has: one such table is left out, not the whole header.
            self.lacking.append("a pointer is a member")
            raise Broken()
        name = self.here
        if name.kind != "name":
            raise self.fail("E103", name, f"a name is expected after '{kind.text}', "
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
        """Parses the number in brackets; returns 0 for empty ones."""
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
            if exc.message.startswith("nothing defines"):
                self.lacking.append(exc.message + self.cpp.lacking())
                raise Broken() from None
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
        if self.is_op("(") and result.values:
            macro, _ = result.values.pop()
            self.header.constants[macro] = None
            known = tag.text if tag else result.values[0][0] if result.values else macro
            self.header.left.setdefault(known, Left(
                f"an enumeration with a macro that has parameters, '{shorten(macro)}'", result.where))
            self.skip_enum()
            return
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
