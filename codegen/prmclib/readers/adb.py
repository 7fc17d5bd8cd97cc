# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads ADB, the XML in which mstflint keeps the tables of registers, as plain records.

    <NodesDefinition>
        <config big_endian_arr="1" />
        <info source_doc_name="..." source_doc_version="Rev 0.62" />
        <node name="ptys_reg_ext" size="0x44.0" descr="...">
            <field name="local_port" offset="0x0.16" size="0x0.8" access="INDEX" descr="..." />
        </node>
    </NodesDefinition>

Nothing is interpreted here but the XML itself: :mod:`prmclib.readers.adbspec` makes layouts of it.
A document type is refused, and with it entities, external ones and those that grow.

The semantics are those of mstflint's own parser, adb_parser/ of that project.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple
from xml.parsers import expat

from ..errors import Findings, shorten
from ..model import Span

MAX_SIZE = 32 << 20  # bytes of a file; the largest known has 2.2 MB
MAX_ELEMENTS = 1 << 18  # in a file; the largest known has 12,000
MAX_DEPTH = 32  # elements in elements


@dataclass
class AdbField:
    name: str
    attributes: Dict[str, str]
    where: Span


@dataclass
class AdbNode:
    name: str
    attributes: Dict[str, str]
    where: Span
    fields: List[AdbField] = field(default_factory=list)

    @property
    def is_union(self) -> bool:
        return (number(self.attributes.get("attr_is_union", "")) or 0) != 0


@dataclass
class Stray:
    """An element that is no part of a table, or a field that stands in none: ``reason`` says so."""

    tag: str
    name: str
    reason: str
    where: Span


@dataclass
class Document:
    """All elements of a file.  ``nodes`` in file order, also those whose name stands twice."""

    path: str
    nodes: List[AdbNode] = field(default_factory=list)
    configs: List[Dict[str, str]] = field(default_factory=list)
    title: str = ""
    revision: str = ""
    strays: List[Stray] = field(default_factory=list)

    def config(self, name: str) -> str:
        """The value of a setting; the last one holds."""
        return next((item[name] for item in reversed(self.configs) if name in item), "")

    @property
    def is_big_endian(self) -> bool:
        """Whether small elements of arrays stand from the top of each dword down."""
        return (number(self.config("big_endian_arr")) or 0) != 0

    @property
    def defines(self) -> Dict[str, str]:
        """The names that settings define, with their values."""
        found = (item["define"].partition("=") for item in self.configs if "define" in item)
        return {name.strip(): value.strip() for name, _, value in found}


_NUMBER = re.compile(r"\s*([-+]?)(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})\s*\Z")


def number(text: str) -> Optional[int]:
    """A number as C writes it (``0x1f``, ``017``, ``15``); None for anything else."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    digits = match.group(2)
    try:
        octal = digits[0] == "0" and len(digits) > 1
        base = 16 if digits[1:2] in ("x", "X") else 8 if octal else 10
        return int(digits, base) * (-1 if match.group(1) == "-" else 1)
    except ValueError:  # 08
        return None


def looks_like_xml(head: bytes) -> bool:
    """Whether a file starts as XML does, in any of the encodings that XML knows by itself."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16"),
                           (b"\xfe\xff", "utf-16"), (b"<\0", "utf-16-le"), (b"\0<", "utf-16-be")):
        if head.startswith(mark):
            text = head[:len(head) // 2 * 2].decode(encoding, "replace")
            return text.lstrip("\ufeff \t\r\n").startswith("<")
    return head.lstrip(b" \t\r\n").startswith(b"<")


class _Stop(Exception):
    """The finding has been made."""


class _Parser:
    """Handlers of expat, which fill the document."""

    def __init__(self, document: Document, findings: Findings) -> None:
        self.document, self.findings = document, findings
        self.expat = expat.ParserCreate()
        self.expat.ordered_attributes = False
        self.expat.StartElementHandler = self.start
        self.expat.EndElementHandler = self.end
        self.expat.StartDoctypeDeclHandler = self.doctype
        self.open: List[str] = []
        self.node: Optional[AdbNode] = None
        self.elements = 0

    def span(self, length: int) -> Span:
        col = self.expat.CurrentColumnNumber + 1
        return Span(self.document.path, self.expat.CurrentLineNumber, col, col + length)

    def stop(self, rule: str, where: Span, message: str, help: str) -> None:
        self.findings.add(rule, where, message, help=help)
        raise _Stop

    def doctype(self, name: str, system: object, public: object, has_subset: object) -> None:
        self.stop("E121", self.span(1), "a document type",
                  "remove it: tables need no entities, and entities can be made to grow without "
                  "end")

    def start(self, tag: str, attributes: Dict[str, str]) -> None:
        where = self.span(len(tag) + 1)
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            self.stop("E123", where, f"more than {MAX_ELEMENTS:,} elements",
                      "split the file, or leave out what is not needed")
        if not self.open and tag != "NodesDefinition":
            self.stop("E122", where, f"the outermost element is <{shorten(tag)}>, not "
                      "<NodesDefinition>", "give a file of mstflint's tables (*.adb)")
        self.open.append(tag)
        if len(self.open) > MAX_DEPTH:
            self.stop("E123", where, f"more than {MAX_DEPTH} elements in each other",
                      "tables have no elements in fields")
        inside = self.open[-2] if len(self.open) > 1 else ""
        name = attributes.get("name", "").strip()
        if tag == "node" and inside == "NodesDefinition":
            self.node = AdbNode(name, attributes, where)
            self.document.nodes.append(self.node)
        elif tag == "field" and inside == "node" and self.node is not None:
            self.node.fields.append(AdbField(name, attributes, where))
        elif tag == "config" and inside == "NodesDefinition":
            self.document.configs.append(attributes)
        elif tag == "info" and inside == "NodesDefinition":
            self.document.title = attributes.get("source_doc_name", "")
            self.document.revision = attributes.get("source_doc_version", "")
        elif len(self.open) > 1 and (tag, inside) not in (("enum", "config"),):
            reason = f"an element <{shorten(tag)}> in <{shorten(inside)}>, which tables do not have"
            if tag == "include":
                reason = "another file, which is not read: " + \
                    shorten(" ".join(attributes.values()) or "no name", 80)
            elif tag in ("node", "field"):
                reason = f"a {tag} in <{shorten(inside)}>"
            self.document.strays.append(Stray(tag, name, reason, where))

    def end(self, tag: str) -> None:
        self.open.pop()
        if tag == "node" and len(self.open) == 1:
            self.node = None


def read_adb(path: str, data: bytes) -> Tuple[Document, Findings]:
    """The elements of a file, and what is wrong with its XML.  With errors among the findings the
    document is incomplete."""
    findings = Findings(files=1)
    document = Document(path)
    if len(data) > MAX_SIZE:
        findings.add("E123", Span(path, 0, 0, 0), f"the file has more than {MAX_SIZE:,} bytes",
                     help="split the file, or leave out what is not needed")
        return document, findings
    parser = _Parser(document, findings)
    try:
        parser.expat.Parse(data, True)
        if not document.nodes:
            findings.add("E122", Span(path, 1, 1, 2), "the file has no tables",
                         help="a table is a <node> in <NodesDefinition>")
    except _Stop:
        pass
    except expat.ExpatError as exc:
        findings.add("E120", Span(path, exc.lineno, exc.offset + 1, exc.offset + 2),
                     f"not XML: {expat.ErrorString(exc.code)}", help=_remedy(data, exc.code))
    except (LookupError, ValueError, TypeError) as exc:  # an encoding that Python cannot give
        findings.add("E120", Span(path, 1, 1, 2), f"not XML: {shorten(str(exc), 80)}",
                     help="write the file in UTF-8")
    if findings:
        findings.sources[path] = _lines(data)
    return document, findings


def _remedy(data: bytes, code: int) -> str:
    if not data.strip():
        return "the file is empty: give one of mstflint's tables (*.adb)"
    if b"\0" in data and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return "the file has bytes that no text has: give one of mstflint's tables (*.adb)"
    name = expat.ErrorString(code)
    if code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS] or "unclosed" in name:
        return "the file ends too early; get it once more"
    return "`xmllint --noout FILE` (Debian: libxml2-utils) tells more"


def _lines(data: bytes) -> List[str]:
    """The lines for messages."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    return data.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
