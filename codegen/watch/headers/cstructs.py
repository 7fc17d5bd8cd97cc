# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Structs of C headers, laid out as a compiler on a 64-bit little-endian machine does it.

Drivers have work requests and completions as structs of big-endian words.  No compiler and no other
header is needed: a struct whose layout depends on something that is not defined in the headers (a type,
a macro that may be an attribute, a number of elements) is left out, with the reason.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from prmclib.model import Span
from prmclib.model.errors import Findings, shorten
from watch.ifc.ifc_tables import Left
from watch.c.c_types import Array, CEnum, CMember, CStruct, Leaf, Objects, TypeRef, signature
from watch.c.cpp import NotConstant, Preprocessor, Token, evaluate, read_file

MAX_BYTES = 1 << 20
MAX_DEPTH = 32

_CHAR, _POINTER = Leaf("char", "unsigned char", 1), Leaf("pointer", "a pointer", 8)
_KNOWN: Dict[str, TypeRef] = {}
for _size, _base, _names in (
        (1, "unsigned char", "u8 s8 __u8 __s8 uint8_t int8_t"),
        (2, "short unsigned int", "u16 s16 __u16 __s16 __be16 __le16 uint16_t int16_t rte_be16_t "
                                  "rte_le16_t __sum16"),
        (4, "unsigned int", "u32 s32 __u32 __s32 __be32 __le32 uint32_t int32_t rte_be32_t "
                            "rte_le32_t __wsum"),
        (8, "long unsigned int", "u64 s64 __u64 __s64 __be64 __le64 uint64_t int64_t rte_be64_t "
                                 "rte_le64_t __aligned_u64 __aligned_be64 __aligned_le64 size_t "
                                 "ssize_t uintptr_t intptr_t")):
    for _name in _names.split():
        _KNOWN[_name] = TypeRef(_CHAR if _size == 1 else Leaf("int", _base, _size), (_name,))
_BASE = {"char": 1, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8, "_Bool": 1, "bool": 1,
         "void": 0}
_QUALIFIERS = frozenset(("const", "volatile", "restrict", "__restrict", "__extension__", "static",
                         "mutable", "inline", "extern", "__iomem", "__user", "__rcu"))
_COUNTED = ("__counted_by", "__counted_by_le", "__counted_by_be", "__rte_unused")
_PACKED = re.compile(r"\w*packed\w*", re.I)
_CACHE_LINE = frozenset(("__rte_cache_aligned", "____cacheline_aligned",
                         "____cacheline_aligned_in_smp"))
# Attributes of GCC that change a layout in other respects than alignment and packing.
_STRANGE = re.compile(r"_*(?:scalar_storage_order|ms_struct|gcc_struct|mode|vector_size)_*")
_RESERVED = re.compile(r"(?:rsvd|rsv|reserved|resv|padding)(?:_?[0-9a-f]+)*", re.I)
_BUILTIN = {"ETH_ALEN": "6"}


@dataclass
class Flat:
    """A member without members of its own, arrays as a whole.  ``path`` is dotted; in bits."""

    path: str
    offset: int
    width: int

    @property
    def is_reserved(self) -> bool:
        """Returns whether the header calls the bits reserved."""
        return _RESERVED.fullmatch(self.path.rpartition(".")[2]) is not None


@dataclass
class CHeader:
    """The structs of headers by tag or typedef, and why others are left out."""

    objects: Objects
    left_out: Dict[str, Left] = field(default_factory=dict)
    digests: Dict[str, str] = field(default_factory=dict)
    constants: Dict[str, Optional[int]] = field(default_factory=dict)  # macros, too
    enums: Dict[str, List[str]] = field(default_factory=dict)  # names of constants, by tag

    @property
    def structs(self) -> Dict[str, CStruct]:
        return self.objects.structs


def flat(struct: CStruct) -> List[Flat]:
    """The members of a struct with those of structs in it; an array of structs is one."""
    return list(_flat(struct, "", 0))


def _flat(struct: CStruct, stem: str, base: int) -> Iterator[Flat]:
    for member in struct.members:
        kind = member.type.type
        path = ".".join(part for part in (stem, member.name) if part)
        at = base + member.offset
        if isinstance(kind, CStruct) and kind.members:
            yield from _flat(kind, path, at)
        elif member.width is None:
            yield Flat(path, at, member.type.bits)
        elif member.name:
            # On a little-endian machine the first bit field is the lowest one of its byte.
            low = at % 8
            yield Flat(path, at - low + 8 - low - member.width if low + member.width <= 8 else at,
                       member.width)


class _Unknown(Exception):
    """A struct cannot be laid out; the text says why."""


def read_structs(paths: Sequence[str],
                 read: Callable[[str], bytes] = read_file) -> Tuple[CHeader, Findings]:
    """The structs of headers, read in this order as if one included the others.  Quoted includes
    are followed.  Findings are about files that cannot be read; what is not C is passed over."""
    findings = Findings()
    cpp = Preprocessor(findings, read)
    structs = Structs(paths[0] if paths else "", cpp)
    for path in paths:
        tokens = cpp.file(path)
        if tokens is not None:
            structs.parse(tokens)
    header = structs.header
    for name, macro in cpp.macros.items():
        if name not in header.constants and macro.body and macro.name.file in cpp.digests:
            try:
                header.constants[name] = evaluate(macro.body, macro.name, header.constants,
                                                  cpp.macros)
            except NotConstant:
                continue
    # The rest of a driver's header does not matter here.
    findings.items = [item for item in findings if item.rule == "E001"]
    return header, findings


class Structs:
    """Collects the structs of the files that a preprocessor reads, in their order."""

    def __init__(self, path: str, cpp: Preprocessor) -> None:
        self.cpp = cpp
        cpp.define({})
        self.header = CHeader(Objects(path), digests=cpp.digests)
        self.types: Dict[str, TypeRef] = dict(_KNOWN)  # typedefs
        self.unknown: Dict[str, str] = {}  # why a typedef or tag is unknown
        self.tags: Dict[str, CStruct] = {}
        self.enums: Dict[str, CEnum] = {}
        self.align: Dict[CStruct, int] = {}  # bytes
        for name, value in _BUILTIN.items():
            self.header.constants.setdefault(name, int(value))

    def parse(self, tokens: List[Token]) -> None:
        """Takes the structs from the tokens of a file and its includes."""
        last = tokens[-1] if tokens else None
        end = Token("end", "", last.file if last else "", last.line if last else 1, 1, 1)
        _Parser([*tokens, end], self).all()


@dataclass
class _Declared:
    """A declarator; ``bits`` is the width of a bit field."""

    name: str
    type: TypeRef
    where: Span
    align: int  # demanded by attributes; 0: none
    packed: bool = False
    bits: Optional[int] = None


class _Parser:
    """Parses one file's tokens; definitions go into the state that all files share."""

    def __init__(self, tokens: List[Token], shared: Structs) -> None:
        self.tokens, self.shared = tokens, shared
        self.header, self.cpp = shared.header, shared.cpp
        self.packs = list(shared.cpp.packs)
        self.at = 0
        self.in_union = False  # whether the members that are parsed are those of a union

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def text(self, ahead: int = 0) -> str:
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.text if token.kind != "string" else '"'

    def next(self) -> Token:
        token = self.tokens[self.at]
        if self.at < len(self.tokens) - 1:
            self.at += 1
        return token

    # The file

    def all(self) -> None:
        """Looks for definitions on the top level, and in namespaces and `extern "C"`."""
        while self.here.kind != "end":
            word, start = self.text(), self.at
            if self.here.kind != "name":
                if word == "{":
                    self.group()
                else:
                    self.next()
            elif word in ("struct", "union"):
                if not self.definition(start, ""):
                    self.at = start + 1
            elif word == "typedef":
                self.typedef()
            elif word == "enum":
                try:
                    self.base()
                except _Unknown:
                    self.at = max(self.at, start + 1)
            elif word == "extern" and self.text(1) == '"' and self.text(2) == "{":
                self.at += 3
            elif word == "namespace":
                while self.text() not in ("{", ";") and self.here.kind != "end":
                    self.next()
                self.next()
            else:
                self.next()

    def definition(self, start: int, typedef: str) -> bool:
        """Parses a struct that is defined here, perhaps as the type ``typedef``; returns False if there is
        none.  If it cannot be laid out, the reason is kept."""
        opening = self.opening()
        if not opening:
            return False
        tag = self.tokens[opening - 1]
        name = tag.text if tag.kind == "name" and opening - start > 1 else typedef
        try:
            self.base()
        except _Unknown as exc:
            self.leave(name, str(exc), tag.span)
            self.at = opening
            self.group()
        return True

    def opening(self) -> int:
        """The place of the brace of a struct that is defined here; 0 if it is only named."""
        at = self.at + 1
        while self.tokens[at].kind == "name":
            word = self.tokens[at].text
            at += 1
            if self.tokens[at].text == "(" and self.tokens[at].kind == "op":
                if not word.startswith("__attribute") and not re.search("align", word, re.I):
                    return 0  # the parameters of a function
                before, self.at = self.at, at
                self.group()
                at, self.at = self.at, before
        if self.tokens[at].text == ":" and self.tokens[at].kind == "op":
            return 0  # a base class
        return at if self.tokens[at].text == "{" and self.tokens[at].kind == "op" else 0

    def leave(self, name: str, reason: str, where: Span) -> None:
        if name and name not in self.header.structs:
            self.header.left_out.setdefault(name, Left(reason, where))
        if name:
            self.shared.unknown.setdefault(name, reason)

    def typedef(self) -> None:
        """``typedef TYPE NAME, *NAME;``: structs without a tag are called by the first name."""
        start = self.at
        self.next()
        opening = self.opening() if self.text() in ("struct", "union") else 0
        end = self.end(start)
        names = [token for token in self.tokens[max(opening, start):end] if token.kind == "name"]
        try:
            ref = self.base()
            declared = list(self.declarators(ref))
        except _Unknown as exc:
            tag = self.tokens[opening - 1]
            if opening and tag.kind == "name" and tag.text not in ("struct", "union"):
                self.leave(tag.text, str(exc), tag.span)
            elif opening and names:
                self.leave(names[-1].text, str(exc), names[-1].span)
            if names:
                self.shared.unknown.setdefault(names[-1].text, str(exc))
            self.at = max(end, start + 1)
            return
        for item in declared:
            kind = item.type.type
            if item.align or item.bits is not None:
                reason = "its typedef has an alignment"
                self.shared.unknown[item.name] = reason
                if isinstance(kind, CStruct) and not kind.tag:
                    self.leave(item.name, reason, item.where)
                continue
            known = self.shared.types.setdefault(
                item.name, TypeRef(kind, (item.name, *item.type.names)))
            if isinstance(kind, CStruct) and not kind.tag and known.type is kind and \
                    kind not in self.header.structs.values():
                self.define(item.name, kind)
        self.at = max(end, self.at)

    def end(self, at: int) -> int:
        """The place of the semicolon that ends the declaration at a place."""
        depth = 0
        while self.tokens[at].kind != "end":
            word = self.tokens[at].text if self.tokens[at].kind == "op" else ""
            depth += (word in ("{", "(", "[")) - (word in ("}", ")", "]"))
            if depth < 0 or word == ";" and depth == 0:
                return at
            at += 1
        return at

    def group(self) -> None:
        """Skips the tokens to the end of the bracket that opens here."""
        depth = 0
        while self.here.kind != "end":
            token = self.next()
            if token.kind != "op":
                continue
            depth += (token.text in ("{", "(", "[")) - (token.text in ("}", ")", "]"))
            if depth <= 0:
                return

    # Types

    def attributes(self, before_name: bool = False) -> Tuple[bool, int]:
        """Skips qualifiers and attributes; returns whether ``packed`` is among them, and the alignment
        that they demand.  ``before_name``: the last word is a name."""
        packed, align = False, 0
        while self.here.kind == "name":
            word, has_group = self.text(), self.text(1) == "("
            if word in _QUALIFIERS:
                self.next()
            elif word in _CACHE_LINE:
                self.next()
                align = max(align, 64)
            elif word in _COUNTED or word == "__rte_packed_end":
                self.next()
                if has_group:
                    self.group()
            elif has_group and (word.startswith("__attribute") or re.search("align", word, re.I)):
                start = self.at
                self.next()
                self.group()
                words = self.tokens[start:self.at]
                if any(_STRANGE.fullmatch(token.text) for token in words):
                    raise _Unknown(f"an attribute that changes the layout, "
                                   f"'{shorten(' '.join(token.text for token in words))}'")
                packed = packed or any(_PACKED.fullmatch(token.text) for token in words)
                for index, token in enumerate(words):
                    if token.kind == "name" and re.search("align", token.text, re.I) and \
                            "ttribute" not in token.text:
                        align = max(align, self.number(words[index + 1:]))
            elif _PACKED.fullmatch(word) and not has_group and not (
                    before_name and self.text(1) in (";", ",", "[", ":")):
                self.next()
                packed = True
            else:
                break
        return packed, align

    def number(self, tokens: Sequence[Token]) -> int:
        """The alignment in the parentheses that open with the first token; 16 without any."""
        depth, inner = 0, []
        for token in tokens:
            depth += (token.text == "(") - (token.text == ")")
            if depth < 1:
                break
            inner.append(token)
        value = self.elements(inner[1:]) if inner[1:] else 16
        if value & value - 1 or not value:
            raise _Unknown(f"an alignment of {value}")
        return value

    def base(self, depth: int = 0) -> Optional[TypeRef]:
        """The type that a declaration starts with; None for one that is not known, which only a
        pointer can use."""
        start = self.at
        packed, _ = self.attributes()
        token = self.here
        word = token.text
        if token.kind != "name":
            raise _Unknown(f"a member that is not a plain one, '{shorten(word)}'")
        if word in ("struct", "union"):
            return self.struct(packed, start, depth)
        if word == "enum":
            return self.enum()
        words = []
        while self.here.kind == "name" and (self.text() in _BASE or
                                            self.text() in ("signed", "unsigned", "__signed__")):
            words.append(self.next().text)
            self.attributes()
        if words:
            return TypeRef(_leaf(words))
        self.next()
        return self.named(word)

    def named(self, word: str) -> Optional[TypeRef]:
        """The type that a single name has: a typedef, or a tag, as in C++."""
        found = self.shared.types.get(word)
        if found is None and word in self.shared.tags:
            found = TypeRef(self.shared.tags[word])
        if found is None and word in self.shared.enums:
            found = TypeRef(self.shared.enums[word])
        return found

    def struct(self, packed: bool, start: int, depth: int) -> Optional[TypeRef]:
        """``struct TAG``, and its definition if there is one."""
        keyword = self.next()
        more, align = self.attributes()
        tag = self.next() if self.here.kind == "name" else None
        last, asked = self.attributes()
        if self.text() == "{" and self.here.kind == "op":
            return TypeRef(self.body(keyword, tag, packed or more or last, depth,
                                     max(align, asked), start))
        if tag is None:
            raise _Unknown(f"a {keyword.text} without a tag or members")
        if self.here.kind == "name" and self.text(1) == "{":
            raise _Unknown(f"'{tag.text}' before the tag '{self.text()}': it may be an attribute that "
                           "changes the layout")
        found = self.shared.tags.get(tag.text)
        return TypeRef(found) if found is not None else None

    def body(self, keyword: Token, tag: Optional[Token], packed: bool, depth: int, least: int,
             start: int) -> CStruct:
        """The members in braces, laid out, with the attributes after them."""
        if depth > MAX_DEPTH:
            raise _Unknown("structs are nested too deeply")
        where = (tag or keyword).span
        limit = self.pack(start)
        self.next()  # {
        outside, self.in_union = self.in_union, keyword.text == "union"
        try:
            declared = self.members("}", depth)
        finally:
            self.in_union = outside
        self.next()  # }
        more, asked = self.attributes()
        following = self.here
        if following.kind == "name" and self.text(1) in (";", "(") and not depth and \
                self.tokens[start - 1].text != "typedef" and re.fullmatch(r"_\w+|[A-Z_0-9]+",
                                                                          following.text):
            raise _Unknown(f"'{following.text}' after it may be an attribute that changes the layout")
        result = CStruct(tag.text if tag else "", keyword.text == "union", 0, where)
        self.lay(result, declared, packed or more, limit, max(asked, least))
        if tag:
            self.define(tag.text, result)
        return result

    def define(self, name: str, struct: CStruct) -> None:
        if struct.tag:
            self.shared.tags.setdefault(name, struct)
        first = self.header.structs.setdefault(name, struct)
        if first is not struct and signature(first) != signature(struct):
            self.header.objects.twice.append(struct)
        self.header.left_out.pop(name, None)
        self.shared.unknown.pop(name, None)

    def pack(self, at: int) -> int:
        """The alignment that `#pragma pack` allows at a place; 0: any."""
        index = bisect.bisect_right(self.packs, (at, 1 << 30)) - 1
        return self.packs[index][1] if index >= 0 else 0

    def members(self, end: str, depth: int) -> List[_Declared]:
        declared: List[_Declared] = []
        while self.text() != end or self.here.kind != "op":
            if self.here.kind == "end":
                raise _Unknown("it has no end")
            declared += self.member(depth)
        return declared

    def member(self, depth: int) -> Iterator[_Declared]:
        """The declarators of one declaration."""
        word = self.text()
        if self.here.kind == "op" and word == ";":
            self.next()
            return
        if word in ("_Static_assert", "static_assert") and self.text(1) == "(":
            self.at = self.end(self.at)
            self.next()
            return
        if word in ("DECLARE_FLEX_ARRAY", "__DECLARE_FLEX_ARRAY") and self.text(1) == "(":
            end = self.end(self.at)
            self.at += 2
            ref, name = self.base(depth + 1), self.peek_name(1)
            if ref is None:
                raise _Unknown("an array of an unknown type")
            self.at = end
            yield _Declared(name.text, TypeRef(Array(ref, None)), name.span, 0)
            return
        if word in ("struct_group", "struct_group_tagged") and self.text(1) == "(":
            # Linux declares members in a struct and in one of their own.
            for _ in range(4 if word == "struct_group" else 6):
                self.next()
            yield from self.members(")", depth)
            self.next()
            return
        packed, align = self.attributes()
        start = self.at
        ref = self.base(depth + 1)
        if self.text() == ";" and self.here.kind == "op":
            self.next()
            if ref is None:
                raise _Unknown(self.missing(start))
            if isinstance(ref.type, CStruct) and not ref.type.tag:
                yield _Declared("", ref, ref.type.where, align, packed)
            return
        for item in self.declarators(ref, start):
            item.align, item.packed = max(item.align, align), item.packed or packed
            yield item

    def peek_name(self, ahead: int) -> Token:
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        if token.kind != "name":
            raise _Unknown(f"a member that is not a plain one, '{shorten(token.text)}'")
        return token

    def missing(self, start: int) -> str:
        """Returns the reason why the type that is named at a place is not known."""
        words = [self.tokens[start].text]
        if words[0] in ("struct", "union", "enum"):
            words.append(self.tokens[start + 1].text)
        name = " ".join(words)
        if words[-1] in self.shared.unknown:
            return f"'{shorten(name, 60)}', which is in it, is left out"
        return f"nothing defines '{shorten(name, 60)}'{self.cpp.lacking()}"

    def declarators(self, base: Optional[TypeRef], start: int = -1) -> Iterator[_Declared]:
        """The names that a declaration declares, up to and with its semicolon."""
        start = self.at - 1 if start < 0 else start
        while True:
            packed, align = self.attributes(before_name=True)
            ref = base
            while self.here.kind == "op" and self.text() in ("*", "&", "^"):
                self.next()
                self.attributes()
                ref = TypeRef(_POINTER)
            if self.here.kind == "op" and self.text() == "(":
                names = [token for token in self.tokens[self.at:self.end(self.at)]
                         if token.kind == "name"]
                if self.text(1) not in ("*", "^") or not names:
                    raise _Unknown(f"a macro with parameters, '{self.tokens[self.at - 1].text}'")
                self.at = self.end(self.at)
                yield _Declared(names[0].text, TypeRef(_POINTER), names[0].span, 0)
                self.next()
                return
            bits: Optional[int] = None
            if ref is None and self.in_union and self.tokens[start].text in ("struct", "union"):
                # What the others say is worth reading; the union is as large as they are, as far as is known.
                ref = TypeRef(Leaf("missing", self.missing(start), 0))
            if ref is None:
                raise _Unknown(self.missing(start))
            if self.here.kind == "op" and self.text() == ":":
                name, where = "", self.here.span
            else:
                token = self.peek_name(0)
                name, where = token.text, token.span
                self.next()
            dims: List[Optional[int]] = []
            while self.here.kind == "op" and self.text() == "[":
                begin = self.at + 1
                self.group()
                inner = self.tokens[begin:self.at - 1]
                dims.append(self.elements(inner) if inner else None)
            for count in reversed(dims):
                ref = TypeRef(Array(ref, count))
            if self.here.kind == "op" and self.text() == ":":
                self.next()
                begin = self.at
                while self.here.kind != "end" and not (
                        self.here.kind == "op" and self.text() in (",", ";", "}", "{")) and not (
                        self.here.kind == "name" and self.text().startswith("__attribute")):
                    self.next()
                bits = self.elements(self.tokens[begin:self.at])
            more, asked = self.attributes()
            yield _Declared(name, ref, where, max(align, asked), packed or more, bits)
            if self.here.kind == "op" and self.text() == ",":
                self.next()
                continue
            if self.here.kind != "op" or self.text() != ";":
                raise _Unknown(f"a member that is not a plain one, '{shorten(self.here.text)}'")
            self.next()
            return

    def elements(self, tokens: Sequence[Token]) -> int:
        """The value of an expression, with `sizeof` of known types."""
        if not tokens:
            raise _Unknown("a number that is missing")
        out: List[Token] = []
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.text == "sizeof" and token.kind == "name":
                rest = tokens[index + 1:]
                close = next((i for i, one in enumerate(rest) if one.text == ")"), 0)
                words = [one.text for one in rest[1:close] if one.text not in ("struct", "union")]
                found = self.named(words[0]) if len(words) == 1 else None
                if close and found is not None:
                    out.append(Token("number", str(found.bits // 8), token.file, token.line,
                                     token.col, token.end))
                    index += close + 2
                    continue
            out.append(token)
            index += 1
        try:
            value = evaluate(out, out[-1], self.header.constants, self.cpp.macros)
        except NotConstant as exc:
            raise _Unknown(f"a number whose value is not known: {exc.message}"
                           f"{self.cpp.lacking() if 'nothing defines' in exc.message else ''}") from None
        if not 0 <= value <= MAX_BYTES:
            raise _Unknown(f"{value} elements")
        return value

    # Layout

    def align_of(self, ref: TypeRef) -> int:
        kind = ref.type
        while isinstance(kind, Array):
            kind = kind.element.type
        if isinstance(kind, CStruct):
            return self.shared.align[kind]
        return max(kind.size, 1)

    def lay(self, struct: CStruct, declared: Sequence[_Declared], packed: bool, limit: int,
            least: int) -> None:
        """Gives a struct its members, size and alignment, by the ABI of x86-64 and arm64."""
        at = end = 0  # in bits
        align = 1
        last = declared[-1] if declared else None
        for item in declared:
            kind = item.type.type
            while isinstance(kind, Array) and isinstance(kind.element.type, (Array, Leaf)):
                kind = kind.element.type
            if isinstance(kind, Leaf) and kind.kind == "missing":
                if all(isinstance(other.type.type, Leaf) and other.type.type.kind == "missing" for other in declared):
                    raise _Unknown(kind.name)
                struct.members.append(CMember(item.name, TypeRef(kind), 0, item.where))
                continue
            kind = item.type.type
            natural = 1 if packed or item.packed else self.align_of(item.type)
            if isinstance(kind, Leaf) and not kind.size:
                raise _Unknown(f"'{item.name}' is of type void")
            if isinstance(kind, Array) and kind.count is None and item is not last and \
                    not struct.is_union:
                raise _Unknown(f"'{item.name}' has no length, and is not at the end")
            if struct.is_union:
                at = 0
            if item.bits is not None:
                at, need = self.bit_field(item, at, packed, limit)
                if item.name:
                    struct.members.append(CMember(item.name, item.type, at, item.where, item.bits))
                at += item.bits
            else:
                if limit and item.align:
                    raise _Unknown("an alignment under '#pragma pack'")
                need = max(min(natural, limit) if limit else natural, item.align)
                at = -(-at // (need * 8)) * need * 8
                struct.members.append(CMember(item.name, item.type, at, item.where))
                at += item.type.bits
            end, align = max(end, at), max(align, need)
            if end > MAX_BYTES * 8:
                raise _Unknown("it is too large")
        align = max(align, least)
        struct.size = -(-end // (align * 8)) * align
        self.shared.align[struct] = align

    def bit_field(self, item: _Declared, at: int, packed: bool, limit: int) -> Tuple[int, int]:
        """The first bit of a bit field, and the alignment that it gives the struct."""
        kind, width = item.type.type, item.bits or 0
        if isinstance(kind, (Array, CStruct)) or kind.size not in (1, 2, 4, 8) or \
                isinstance(kind, Leaf) and kind.kind not in ("int", "char") or width > kind.size * 8:
            raise _Unknown(f"a bit field of {width} bits")
        if limit or item.align or not width and (item.name or packed):
            raise _Unknown("a bit field whose place depends on the compiler")
        unit = kind.size * 8
        if packed or item.packed:
            return at, 1
        if not width or at % unit + width > unit:
            at = -(-at // unit) * unit
        return at, kind.size if item.name else 1

    # Enumerations

    def enum(self) -> Optional[TypeRef]:
        """``enum TAG``, and its definition, whose constants are kept, if there is one."""
        keyword = self.next()
        if self.here.kind == "name" and self.text() in ("class", "struct"):
            self.next()
        packed, _ = self.attributes()
        tag = self.next() if self.here.kind == "name" else None
        size = 4
        if self.here.kind == "op" and self.text() == ":":  # C++
            self.next()
            under = self.base()
            size = under.bits // 8 if under is not None else 0
        if self.here.kind != "op" or self.text() != "{":
            found = self.shared.enums.get(tag.text) if tag else None
            return TypeRef(found) if found is not None else None
        self.next()
        result = CEnum(tag.text if tag else "", size, [], (tag or keyword).span)
        names = self.header.enums.setdefault(tag.text, []) if tag else []
        known = self.constants(names)
        more, _ = self.attributes()
        if packed or more or not known:
            self.shared.unknown.setdefault(result.tag, "an enumeration of unknown size")
            return None
        if any(not -1 << 31 <= (self.header.constants[name] or 0) < 1 << 32 for name in names):
            result.size = 8
        if tag:
            self.shared.enums.setdefault(tag.text, result)
        return TypeRef(result)

    def constants(self, names: List[str]) -> bool:
        """The constants of an enumeration up to its end; whether all values are known."""
        value: Optional[int] = 0
        known = True
        while self.here.kind == "name":
            name = self.next().text
            self.attributes()
            names.append(name)
            if self.text() == "=":
                self.next()
                start = self.at
                while self.here.kind != "end" and not (
                        self.here.kind == "op" and self.text() in (",", "}", ";")):
                    if self.text() in ("(", "[") and self.here.kind == "op":
                        self.group()
                    else:
                        self.next()
                try:
                    value = evaluate(self.tokens[start:self.at], self.here,
                                     self.header.constants, self.cpp.macros)
                except NotConstant:
                    value = None
            known = known and value is not None
            self.header.constants[name] = value
            value = None if value is None else value + 1
            if self.text() != ",":
                break
            self.next()
        while self.here.kind != "end" and self.text() not in ("}", ";"):
            self.next()
        self.next()
        return known


def _leaf(words: Sequence[str]) -> Leaf:
    """Returns the type of words such as ``unsigned long``."""
    kind = "float" if "float" in words or "double" in words else "int"
    size = next((_BASE[word] for word in ("char", "short", "double", "long", "float", "_Bool", "bool",
                                          "void", "int") if word in words), 4)
    if words.count("long") and "double" in words:
        return Leaf("other", "long double", 16)
    return Leaf("char" if "char" in words else "other" if size == 0 else kind, " ".join(words), size)
