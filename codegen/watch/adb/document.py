# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads ADB, mstflint's XML form of register tables, as plain records.

    <NodesDefinition>
        <config big_endian_arr="1" />
        <info source_doc_name="..." source_doc_version="Rev 0.62" />
        <node name="ptys_reg_ext" size="0x44.0" descr="...">
            <field name="local_port" offset="0x0.16" size="0x0.8" access="INDEX" descr="..." />
        </node>
    </NodesDefinition>

Only the XML itself is interpreted here, and what selects elements: included files, defined names,
and operations, which change attributes of elements.  :mod:`watch.adb.adb_layouts` makes
layouts of the records.  Document types are rejected, and with them entities, which may be external
or expand without limit.

The semantics are those of mstflint's own parser, adb_parser/ of that project.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple
from xml.parsers import expat

from prmclib.model import Span
from prmclib.model.errors import Findings, shorten
from .expressions import Unclear, value_of
from .includes import MAX_FILES, Access, NotFound

MAX_SIZE = 32 << 20  # bytes of a file; the largest known has 2.2 MB
MAX_ELEMENTS = 1 << 18  # in a file; the largest known has 12,000
MAX_DEPTH = 32  # nested elements


@dataclass(eq=False)
class AdbField:
    """``absent`` is the reason why the configuration excludes it; empty if it does not."""

    name: str
    attributes: Dict[str, str]
    where: Span
    absent: str = ""


@dataclass
class AdbNode:
    """``origin``: the table of the file that this is a copy of, for one of its uses."""

    name: str
    attributes: Dict[str, str]
    where: Span
    fields: List[AdbField] = field(default_factory=list)
    absent: str = ""
    origin: str = ""

    @property
    def in_file(self) -> str:
        """The name of the table in its file."""
        return self.origin or self.name

    @property
    def is_union(self) -> bool:
        return (number(self.attributes.get("attr_is_union", "")) or 0) != 0


@dataclass
class Stray:
    """An element outside of its table, or a field outside of any, with the ``reason``."""

    tag: str
    name: str
    reason: str
    where: Span


@dataclass
class Operation:
    """``<attr_replace path="..." name="value" ...>``: other attributes for the element at a
    path."""

    path: str
    attributes: Dict[str, str]
    where: Span
    used: bool = False


@dataclass
class Document:
    """All elements of a file and of its includes, in order; ``nodes`` includes repeated names.
    ``files`` are the included ones, with the digests of their contents."""

    path: str
    nodes: List[AdbNode] = field(default_factory=list)
    configs: List[Dict[str, str]] = field(default_factory=list)
    title: str = ""
    revision: str = ""
    files: Dict[str, str] = field(default_factory=dict)
    instance_ops: Dict[str, Operation] = field(default_factory=dict)
    node_ops: Dict[str, Operation] = field(default_factory=dict)
    strays: List[Stray] = field(default_factory=list)

    def config(self, name: str) -> str:
        """Returns the value of a setting; the last one counts."""
        return next((item[name] for item in reversed(self.configs) if name in item), "")

    @property
    def is_big_endian(self) -> bool:
        """Returns whether small elements of arrays start at the top of each dword."""
        return (number(self.config("big_endian_arr")) or 0) != 0

    @property
    def defines(self) -> Dict[str, str]:
        """Returns the names that settings define, with their values."""
        found = (item["define"].partition("=") for item in self.configs if "define" in item)
        return {name.strip(): value.strip() for name, _, value in found}


_NUMBER = re.compile(r"\s*([-+]?)(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})\s*\Z")


def number(text: str) -> Optional[int]:
    """Parses a number as C does (``0x1f``, ``017``, ``15``); returns None for anything else."""
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
    """Returns whether a file starts like XML, in any encoding that XML can detect."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16"),
                           (b"\xfe\xff", "utf-16"), (b"<\0", "utf-16-le"), (b"\0<", "utf-16-be")):
        if head.startswith(mark):
            text = head[:len(head) // 2 * 2].decode(encoding, "replace")
            return text.lstrip("\ufeff \t\r\n").startswith("<")
    return head.lstrip(b" \t\r\n").startswith(b"<")


class _Stop(Exception):
    """The finding has been made."""


class _Reading:
    """State that the files of one project share while they are read."""

    def __init__(self, document: Document, findings: Findings, access: Optional[Access]) -> None:
        self.document, self.findings, self.access = document, findings, access
        self.elements = 0
        self.bytes = 0
        self.open: List[str] = []  # files that are being read, each included by the one before
        self.names: Dict[str, str] = {}  # paths of included files by name

    def file(self, path: str, data: bytes) -> None:
        """Reads one file.  Raises _Stop."""
        self.bytes += len(data)
        if self.bytes > MAX_SIZE:
            self.findings.add("E123", Span(path, 0, 0, 0), f"the file has more than {MAX_SIZE:,} "
                              f"bytes{', with those before it' if self.open else ''}",
                              help="split the file, or leave out what is not needed")
            raise _Stop
        self.open.append(path)
        self.names.setdefault(posixpath.basename(path), path)
        try:
            _Parser(self, path).expat.Parse(data, True)
        except _Stop:
            self.findings.sources.setdefault(path, _lines(data))
            raise
        except expat.ExpatError as exc:
            self.findings.add("E120", Span(path, exc.lineno, exc.offset + 1, exc.offset + 2),
                              f"not XML: {expat.ErrorString(exc.code)}",
                              help=_remedy(data, exc.code))
            self.findings.sources[path] = _lines(data)
            raise _Stop from None
        except (LookupError, ValueError, TypeError) as exc:  # an encoding that Python does not have
            self.findings.add("E120", Span(path, 1, 1, 2), f"not XML: {shorten(str(exc), 80)}",
                              help="write the file in UTF-8")
            self.findings.sources[path] = _lines(data)
            raise _Stop from None
        if any(item.where.file == path for item in self.findings):  # warnings
            self.findings.sources[path] = _lines(data)
        self.open.pop()


class _Parser:
    """Handlers of expat, which add one file to the document."""

    def __init__(self, reading: _Reading, path: str) -> None:
        self.reading, self.path = reading, path
        self.document = reading.document
        self.expat = expat.ParserCreate()
        self.expat.ordered_attributes = False
        self.expat.StartElementHandler = self.start
        self.expat.EndElementHandler = self.end
        self.expat.StartDoctypeDeclHandler = self.doctype
        self.open: List[str] = []
        self.node: Optional[AdbNode] = None

    def span(self, length: int) -> Span:
        col = self.expat.CurrentColumnNumber + 1
        return Span(self.path, self.expat.CurrentLineNumber, col, col + length)

    def stop(self, rule: str, where: Span, message: str, help: str) -> None:
        self.reading.findings.add(rule, where, message, help=help)
        raise _Stop

    def doctype(self, name: str, system: object, public: object, has_subset: object) -> None:
        self.stop("E121", self.span(1), "a document type",
                  "remove it: tables need no entities, and entities can expand without "
                  "end")

    def start(self, tag: str, attributes: Dict[str, str]) -> None:
        where = self.span(len(tag) + 1)
        self.reading.elements += 1
        if self.reading.elements > MAX_ELEMENTS:
            self.stop("E123", where, f"more than {MAX_ELEMENTS:,} elements",
                      "split the file, or leave out what is not needed")
        if not self.open and tag != "NodesDefinition":
            self.stop("E122", where, f"the outermost element is <{shorten(tag)}>, not "
                      "<NodesDefinition>", "give a file of mstflint's tables (*.adb)")
        self.open.append(tag)
        if len(self.open) > MAX_DEPTH:
            self.stop("E123", where, f"more than {MAX_DEPTH} nested elements",
                      "tables have no elements in fields")
        inside = self.open[-2] if len(self.open) > 1 else ""
        name = attributes.get("name", "").strip()
        if tag == "node" and inside == "NodesDefinition":
            attributes = self.replaced(name, attributes, _READ_OF_NODE, where)
            self.node = AdbNode(name, attributes, where, absent=self.absent(attributes, False))
            self.document.nodes.append(self.node)
        elif tag == "field" and inside == "node" and self.node is not None:
            attributes = self.replaced(f"{self.node.name}.{name}", attributes, _READ_OF_FIELD,
                                       where)
            self.node.fields.append(AdbField(name, attributes, where,
                                             self.absent(attributes, True)))
        elif tag == "config" and inside == "NodesDefinition":
            self.document.configs.append(attributes)
            if self.reading.access is not None:
                self.reading.access.paths += _split(attributes.get("include_path", ""))
        elif tag == "info" and inside == "NodesDefinition":
            self.document.title = attributes.get("source_doc_name", "")
            self.document.revision = attributes.get("source_doc_version", "")
        elif tag == "include":
            self.include(attributes, where)
        elif tag == "attr_replace" and inside in ("instance_ops", "node_ops"):
            self.operation(inside, attributes, where)
        elif len(self.open) > 1 and (tag, inside) not in (
                ("enum", "config"), ("instance_ops", "NodesDefinition"),
                ("node_ops", "NodesDefinition")):
            reason = f"an element <{shorten(tag)}> in <{shorten(inside)}>, which tables do not have"
            if tag in ("node", "field"):
                reason = f"a {tag} in <{shorten(inside)}>"
            self.stray(tag, name, reason, where)

    def end(self, tag: str) -> None:
        self.open.pop()
        if tag == "node" and len(self.open) == 1:
            self.node = None

    def stray(self, tag: str, name: str, reason: str, where: Span) -> None:
        self.document.strays.append(Stray(tag, name, reason, where))

    def absent(self, attributes: Dict[str, str], is_field: bool) -> str:
        """Returns why the configuration excludes an element, by the definitions before it."""
        wanted = attributes.get("inst_ifdef", "").strip()
        if wanted and wanted not in self.document.defines:
            return f"only if {shorten(wanted)} is defined, and it is not"
        text = attributes.get("inst_if", "").strip() if is_field else ""
        if text:
            try:
                if not value_of(text, self.document.defines):
                    return f"only if {shorten(text, 80)}, which does not hold"
            except Unclear as exc:
                return f"only if {shorten(text, 80)}: {exc}"
        return ""

    # Operations

    def operation(self, kind: str, attributes: Dict[str, str], where: Span) -> None:
        path = attributes.get("path", "").strip()
        if not path:
            self.stray("attr_replace", "", "an operation without a path", where)
            return
        found = self.document.instance_ops if kind == "instance_ops" else self.document.node_ops
        if path in found:
            self.stray("attr_replace", path, "operations on this path follow, and replace it",
                       found[path].where)
        found[path] = Operation(path, {name: value for name, value in attributes.items()
                                       if name != "path"}, where)

    def replaced(self, path: str, attributes: Dict[str, str], read: Tuple[str, ...],
                 where: Span) -> Dict[str, str]:
        """Applies an operation to the attributes of an element.  ``read`` are those that take effect
        even if the element does not have them."""
        found = self.document.node_ops.get(path)
        if found is None:
            return attributes
        found.used = True
        for name, value in found.attributes.items():
            if name not in attributes and name not in read:
                self.stray("attr_replace", path, f"'{shorten(name)}' is replaced by "
                           f"'{shorten(value)}', and {shorten(path, 80)} does not have it",
                           found.where)
        return {**attributes, **{name: value for name, value in found.attributes.items()
                                 if name in attributes or name in read}}

    # Other files

    def include(self, attributes: Dict[str, str], where: Span) -> None:
        file, folders = attributes.get("file", "").strip(), attributes.get("dir", "").strip()
        access = self.reading.access
        shown = shorten(" ".join(attributes.values()) or "no name", 80)
        absent = self.absent(attributes, False)
        if self.open[-2:-1] != ["NodesDefinition"] or self.node is not None:
            self.stray("include", "", "an include inside of a table", where)
        elif absent:
            self.stray("include", "", f"{shown}: {absent}", where)
        elif access is None:
            self.stray("include", "", f"another file, which is not read: {shown}", where)
        elif not file and not folders:
            self.stop("E124", where, "an include that names neither a file nor a folder",
                      'write `<include file="NAME" />` or `<include dir="NAME" />`')
        else:
            try:
                found = [file] if file else [name for folder in _split(folders)
                                             for name in access.all_in(folder, self.path)]
                for name in found:
                    self.other(name, access, where, not file)
            except NotFound as exc:
                self.stop(exc.rule, where, exc.message, exc.help)

    def other(self, name: str, access: Access, where: Span, is_path: bool) -> None:
        """Reads an included file.  Raises NotFound and _Stop."""
        path, data = access.file(name, self.path, is_path)
        reading = self.reading
        known = reading.names.get(posixpath.basename(path))
        if known is not None and known != path and access.real(known) != access.real(path):
            self.stray("include", "", f"{shorten(path, 80)}: {shorten(known, 80)} has that name, "
                       "too, and only one file of a name is read", where)
        elif known in reading.open:
            chain = [*reading.open[reading.open.index(known):], known]
            reading.findings.add(
                "W120", where, "files that include each other: "
                f"{shorten(' -> '.join(posixpath.basename(item) for item in chain), 100)}",
                help="each file is read once; remove one of the includes")
        elif known is None:
            if len(reading.names) > MAX_FILES or len(reading.open) > MAX_DEPTH:
                self.stop("E123", where, f"more than {MAX_FILES:,} files, or more than {MAX_DEPTH} "
                          "nested ones", "include them from one file")
            reading.document.files[path] = hashlib.sha256(data).hexdigest()
            reading.findings.files += 1
            reading.file(path, data)


_READ_OF_NODE = ("size", "descr", "attr_is_union", "cr_data_wdt")
_READ_OF_FIELD = ("offset", "size", "descr", "low_bound", "high_bound", "subnode", "size_condition")
"""Attributes that mstflint reads by name; others count only where an element has them."""


def _split(text: str) -> List[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def read_adb(path: str, data: bytes,
             access: Optional[Access] = None) -> Tuple[Document, Findings]:
    """Returns the elements of a file, and findings about its XML.  ``access`` reads the files that
    it includes; without it they are left out.  With errors among the findings the document is
    incomplete."""
    findings = Findings(files=1)
    document = Document(path)
    try:
        _Reading(document, findings, access).file(path, data)
    except _Stop:
        return document, findings
    if not document.nodes:
        findings.add("E122", Span(path, 1, 1, 2), "the file has no tables",
                     help="a table is a <node> in <NodesDefinition>")
        findings.sources[path] = _lines(data)
    for item in document.node_ops.values():
        if not item.used:
            document.strays.append(Stray("attr_replace", item.path, "an operation on a table or "
                                         "field that does not follow", item.where))
    return document, findings


def _remedy(data: bytes, code: int) -> str:
    if not data.strip():
        return "the file is empty: give one of mstflint's tables (*.adb)"
    if b"\0" in data and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return "the file is not text: give one of mstflint's tables (*.adb)"
    name = expat.ErrorString(code)
    if code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS] or "unclosed" in name:
        return "the file ends too early; get it once more"
    return "`xmllint --noout FILE` (Debian: libxml2-utils) tells more"


def _lines(data: bytes) -> List[str]:
    """Returns the lines for messages."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    return data.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
