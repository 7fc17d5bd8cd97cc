# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Structs of plain integers in C headers, laid out as by a compiler for a 64-bit machine.

Drivers declare work requests and completions as such structs: big-endian words, with names of their
own.  Only places are needed, so this needs neither a compiler nor the headers that they include: a
struct with a member of another type, a bit field of more than a byte or a pointer is left out, with
the reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from .cpp import NotConstant, Preprocessor, Token, evaluate, read_file
from ..errors import Findings
from ..model import Span

MAX_BYTES = 1 << 20
MAX_DEPTH = 32

_SIZES: Dict[str, int] = {}
for _size, _names in ((1, "u8 s8 __u8 __s8 uint8_t int8_t char bool"),
                      (2, "u16 s16 __u16 __s16 __be16 __le16 uint16_t int16_t short rte_be16_t "
                          "rte_le16_t"),
                      (4, "u32 s32 __u32 __s32 __be32 __le32 uint32_t int32_t int unsigned "
                          "rte_be32_t rte_le32_t"),
                      (8, "u64 s64 __u64 __s64 __be64 __le64 uint64_t int64_t rte_be64_t "
                          "rte_le64_t")):
    _SIZES.update(dict.fromkeys(_names.split(), _size))
_PASSED = frozenset(("const", "volatile", "__extension__", "signed", "__rte_packed_begin",
                     "__rte_packed_end", "__rte_packed", "__packed", "__rte_cache_aligned"))
_PACKED = re.compile(r"_*packed_*")
_PACKED_MACROS = frozenset(("__rte_packed_begin", "__rte_packed", "__packed"))
_RESERVED = re.compile(r"(?:rsvd|rsv|reserved|resv|padding)(?:_?[0-9a-f]+)*", re.I)


@dataclass
class CMember:
    """A member without members of its own, or an array; ``path`` is dotted, places in bits."""

    path: str
    offset: int
    width: int

    @property
    def is_reserved(self) -> bool:
        """Whether the header calls the bits reserved."""
        return _RESERVED.fullmatch(self.path.rpartition(".")[2]) is not None


@dataclass
class CStruct:
    """A struct or union; ``size`` and ``align`` in bytes."""

    tag: str
    size: int
    align: int
    members: List[CMember]
    where: Span


@dataclass
class CHeader:
    """The structs of headers by tag, and the reasons why others are left out."""

    structs: Dict[str, CStruct] = field(default_factory=dict)
    left_out: Dict[str, str] = field(default_factory=dict)
    digests: Dict[str, str] = field(default_factory=dict)
    constants: Dict[str, Optional[int]] = field(default_factory=dict)  # including macros
    enums: Dict[str, List[str]] = field(default_factory=dict)  # names of constants, by tag


class _Unknown(Exception):
    """A struct cannot be laid out; the text says why."""


def read_structs(paths: Sequence[str],
                 read: Callable[[str], bytes] = read_file) -> Tuple[CHeader, Findings]:
    """Returns the structs of headers, read in this order as if one included the others.  Quoted
    includes are followed.  Findings are about unreadable files only; other errors are ignored."""
    findings = Findings()
    cpp = Preprocessor(findings, read)
    cpp.define({"ETH_ALEN": "6"})
    header = CHeader(digests=cpp.digests)
    constants: Dict[str, Optional[int]] = {}
    for path in paths:
        tokens = cpp.file(path)
        if tokens is not None:
            end = Token("end", "", path, 1, 1, 1)
            _Parser([*tokens, end], cpp, constants, header).all()
    header.constants = constants
    for name, macro in cpp.macros.items():
        if name not in constants and macro.body and macro.name.file in cpp.digests:
            try:
                constants[name] = evaluate(macro.body, macro.name, constants, cpp.macros)
            except NotConstant:
                continue
    # Errors about what a driver's header takes from others do not matter here.
    findings.items = [item for item in findings if item.rule == "E001"]
    return header, findings


@dataclass
class _Declared:
    """A declarator: ``size`` in bytes, its members, and the width of a bit field."""

    name: str
    size: int
    align: int
    inside: List[CMember]
    bits: int = 0


def _lay(declared: Sequence[_Declared], is_union: bool,
         packed: bool) -> Tuple[int, int, List[CMember]]:
    """Returns size, alignment and places of members as a compiler lays them out.  Bit fields in a
    byte start at its lowest bit, as on a little-endian machine."""
    members: List[CMember] = []
    at, size, align, used = 0, 0, 1, 0
    for item in declared:
        need = 1 if packed else item.align
        if item.bits:
            if is_union or used + item.bits > 8:
                used = 0
            if used == 0:
                at = 0 if is_union else at + 1
            used += item.bits
            byte = 0 if is_union else at - 1
            if item.name:
                members.append(CMember(item.name, byte * 8 + 8 - used, item.bits))
            size = max(size, byte + 1)
            continue
        used = 0
        at = 0 if is_union else (at + need - 1) // need * need
        for one in item.inside:
            path = ".".join(part for part in (item.name, one.path) if part)
            members.append(CMember(path, at * 8 + one.offset, one.width))
        at += item.size
        size, align = max(size, at), max(align, need)
        if size > MAX_BYTES:
            raise _Unknown("it is too large")
    return size, align, members


class _Parser:
    def __init__(self, tokens: List[Token], cpp: Preprocessor,
                 constants: Dict[str, Optional[int]], header: CHeader) -> None:
        self.tokens, self.cpp, self.constants, self.header = tokens, cpp, constants, header
        self.at = 0

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def text(self, ahead: int = 0) -> str:
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)].text

    def next(self) -> Token:
        token = self.tokens[self.at]
        if self.at < len(self.tokens) - 1:
            self.at += 1
        return token

    def all(self) -> None:
        """Parses the definitions at the top level."""
        while self.here.kind != "end":
            word = self.text()
            start = self.at
            if word in ("struct", "union") and self.here.kind == "name":
                self.next()
                asked = 0
                try:
                    _, asked = self.attributes()
                except _Unknown:
                    pass
                if self.here.kind == "name" and self.text(1) == "{":
                    self.definition(start, asked)
                    continue
            elif word == "enum":
                self.next()
                self.enum()
                continue
            if self.text() == "{":
                self.group()
            else:
                self.at = max(self.at, start)
                self.next()

    def definition(self, start: int, align: int) -> None:
        """Parses a struct with a tag, or records why it cannot be laid out."""
        keyword = self.tokens[start].text
        tag = self.text()
        opening = self.at + 1
        packed = any(token.text in _PACKED_MACROS or _PACKED.fullmatch(token.text)
                     for token in self.tokens[start:self.at])
        try:
            self.next()
            self.body(keyword == "union", tag, packed, 0, align)
        except _Unknown as exc:
            if tag not in self.header.structs:
                self.header.left_out[tag] = str(exc)
            self.at = opening
            self.group()

    def group(self) -> None:
        """Skips a bracket that opens here, with its contents."""
        depth = 0
        while self.here.kind != "end":
            word = self.next().text
            depth += (word in ("{", "(", "[")) - (word in ("}", ")", "]"))
            if depth <= 0:
                return

    def attributes(self) -> Tuple[bool, int]:
        """Parses attributes; returns whether one is packed, and the alignment that they request."""
        packed, align = False, 0
        while self.here.kind == "name":
            word = self.text()
            if word in ("__attribute__", "__aligned", "__rte_aligned", "alignas", "_Alignas") \
                    and self.text(1) == "(":
                start = self.at
                self.next()
                self.group()
                words = self.tokens[start:self.at]
                packed = packed or any(_PACKED.fullmatch(token.text) for token in words)
                for index, token in enumerate(words):
                    if "aligned" in token.text or "lignas" in token.text:
                        align = max(align, self.number(words[index + 1:]))
            elif word in _PASSED:
                packed = packed or word in _PACKED_MACROS
                if word == "__rte_cache_aligned":
                    align = max(align, 64)
                self.next()
            else:
                break
        return packed, align

    def number(self, tokens: Sequence[Token]) -> int:
        """Evaluates the parentheses that open with the first token."""
        depth, inner = 0, []
        for token in tokens:
            depth += (token.text == "(") - (token.text == ")")
            if depth < 1:
                break
            inner.append(token)
        return self.elements(inner[1:]) or 16

    def body(self, is_union: bool, tag: str, packed: bool, depth: int,
             least: int = 0) -> CStruct:
        """Lays out the members in braces, with the attributes after them."""
        if depth > MAX_DEPTH:
            raise _Unknown("structs are nested too deeply")
        where = self.here.span
        self.next()  # {
        declared = self.members("}", depth)
        self.next()  # }
        more, asked = self.attributes()
        size, align, members = _lay(declared, is_union, packed or more)
        align = max(align, asked, least)
        result = CStruct(tag, (size + align - 1) // align * align, align, members, where)
        if tag:
            self.header.structs[tag] = result
            self.header.left_out.pop(tag, None)
        return result

    def members(self, end: str, depth: int) -> List[_Declared]:
        declared: List[_Declared] = []
        while self.text() != end:
            if self.here.kind == "end":
                raise _Unknown("its end is missing")
            declared += self.member(depth)
        return declared

    def member(self, depth: int) -> Iterator[_Declared]:
        """Yields the declarators of one declaration."""
        packed, _ = self.attributes()
        word = self.next()
        inside: List[CMember] = []
        if word.text == ";":
            return
        if word.text == "DECLARE_FLEX_ARRAY" and self.text() == "(":
            self.group()
            self.next()
            return
        if word.text in ("struct_group", "struct_group_tagged") and self.text() == "(":
            # Linux's macros for members of a struct that also form a struct of their own.
            self.next()
            for _ in range(2 if word.text == "struct_group" else 4):
                self.next()
            yield from self.members(")", depth)
            self.next()
            return
        if word.text in ("struct", "union"):
            more, _ = self.attributes()
            tag = self.next().text if self.here.kind == "name" else ""
            if self.text() == "{":
                inner = self.body(word.text == "union", tag, packed or more, depth + 1)
            elif tag in self.header.structs:
                inner = self.header.structs[tag]
            else:
                raise _Unknown(f"a member of the type '{word.text} {tag}'")
            size, align, inside = inner.size, inner.align, inner.members
            if self.text() == ";":
                self.next()
                yield _Declared("", size, align, inside)
                return
        elif word.text == "enum":
            self.next()
            size = align = 4
        elif word.kind == "name" and word.text in _SIZES:
            size = align = _SIZES[word.text]
            while self.here.kind == "name" and self.text() in _SIZES:
                size = align = _SIZES[self.next().text]
        else:
            raise _Unknown(f"a member of the type '{word.text}'")
        while True:
            self.attributes()
            if self.text() == ":" and size == 1:
                name = ""
            elif self.here.kind != "name":
                raise _Unknown(f"a member with an unsupported declarator, '{self.text()}'")
            else:
                name = self.next().text
            count, bits = 1, 0
            while self.text() == "[":
                start = self.at + 1
                self.group()
                count *= self.elements(self.tokens[start:self.at - 1])
            if self.text() == ":" and size == 1:
                self.next()
                bits = self.elements([self.next()])
                if not 0 < bits <= 8:
                    raise _Unknown(f"a bit field of {bits} bits")
            _, asked = self.attributes()
            whole = [CMember("", 0, size * count * 8)] if count != 1 or not inside else inside
            yield _Declared(name, size * count, max(align, asked), whole, bits)
            if self.text() == ",":
                self.next()
                continue
            if self.text() != ";":
                raise _Unknown("a bit field of more than a byte" if self.text() == ":" else
                               f"a member with an unsupported declarator, '{self.text()}'")
            self.next()
            return

    def elements(self, tokens: Sequence[Token]) -> int:
        if not tokens:
            return 0
        try:
            value = evaluate(tokens, tokens[-1], self.constants, self.cpp.macros)
        except NotConstant as exc:
            raise _Unknown(f"an unknown number of elements: {exc.message}") from None
        if not 0 <= value <= MAX_BYTES:
            raise _Unknown(f"{value} elements")
        return value

    def enum(self) -> None:
        """Records the constants of an enumeration."""
        tag = self.next().text if self.here.kind == "name" else ""
        if self.text() != "{":
            return
        self.next()
        value: Optional[int] = 0
        names = self.header.enums.setdefault(tag, []) if tag else []
        while self.here.kind == "name":
            name = self.next().text
            names.append(name)
            if self.text() == "=":
                self.next()
                start = self.at
                while self.text() not in (",", "}") and self.here.kind != "end":
                    if self.text() in ("(", "["):
                        self.group()
                    else:
                        self.next()
                try:
                    value = evaluate(self.tokens[start:self.at], self.here, self.constants,
                                     self.cpp.macros)
                except NotConstant:
                    value = None
            self.constants[name] = value
            value = None if value is None else value + 1
            if self.text() != ",":
                break
            self.next()
        while self.text() not in ("}", ";") and self.here.kind != "end":
            self.next()
        self.next()
