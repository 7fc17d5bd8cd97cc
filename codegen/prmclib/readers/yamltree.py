# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A small tree of scalars, maps and lists from YAML text, with exact places.

Only what ``docs/notation.md`` allows is accepted: no anchors, aliases, tags, merge keys or
directives, one document, scalar keys, no duplicate keys, flow collections on one line, a
limited depth.  Everything else becomes a finding.  Scalars stay texts, which the reader of a key
converts, so ``NO`` and ``0x1f`` mean what they look like.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

import yaml

from prmclib.model import Span
from prmclib.model.errors import FORBIDDEN, Findings, shorten

MAX_DEPTH = 24  # nested maps and lists
MAX_SIZE = 1 << 22  # characters of one file


class Scalar:
    """A text; ``plain`` when written without quotes and on one line."""

    __slots__ = ("file", "line", "col", "end_col", "value", "plain", "quoted")

    def __init__(self, file: "Source", line: int, col: int, end_col: int, value: str,
                 plain: bool, quoted: bool) -> None:
        self.file = file
        self.line = line
        self.col = col
        self.end_col = end_col
        self.value = value
        self.plain = plain
        self.quoted = quoted

    @property
    def span(self) -> Span:
        return Span(self.file.name, self.line, self.col, self.end_col)

    @property
    def is_empty(self) -> bool:
        """True for a value that was left out (``name:``)."""
        return not self.value and not self.quoted


class Map:
    """Keys and values in file order; every key occurs once."""

    __slots__ = ("file", "line", "col", "end_col", "items", "flow", "spoilt")

    def __init__(self, file: "Source", line: int, col: int, end_col: int, flow: bool) -> None:
        self.file = file
        self.line = line
        self.col = col
        self.end_col = end_col
        self.items: List[Tuple[Scalar, "Node"]] = []
        self.flow = flow
        self.spoilt = False  # an entry with a wrong key was left out

    @property
    def span(self) -> Span:
        return Span(self.file.name, self.line, self.col, self.end_col)


class List_:
    """Values in file order."""

    __slots__ = ("file", "line", "col", "end_col", "items", "flow")

    def __init__(self, file: "Source", line: int, col: int, end_col: int, flow: bool) -> None:
        self.file = file
        self.line = line
        self.col = col
        self.end_col = end_col
        self.items: List["Node"] = []
        self.flow = flow

    @property
    def span(self) -> Span:
        return Span(self.file.name, self.line, self.col, self.end_col)


Node = Union[Scalar, Map, List_]


class Source:
    """The text and lines of a file, and its name in messages."""

    __slots__ = ("name", "text", "lines")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.lines = text.split("\n")

    def span(self, line: int, col: int, end_line: int, end_col: int) -> Span:
        """Returns the span between two 0-based marks, cut at the end of its first line."""
        if line >= len(self.lines):
            line = len(self.lines) - 1
            col = len(self.lines[line])
        end = end_col if end_line == line else len(self.lines[line])
        return Span(self.name, line + 1, col + 1, max(end, col + 1) + 1)


def _loader(text: str) -> Any:
    """Returns a parser of events: libyaml's if PyYAML has it (twenty times as fast)."""
    if hasattr(yaml, "CSafeLoader"):
        return yaml.CSafeLoader(text)
    return yaml.SafeLoader(text)


def decode(name: str, data: bytes, findings: Findings) -> Optional[Source]:
    """Decodes a file.  Returns None, with a finding, if it is not UTF-8 or has forbidden characters."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as exc:
        good = data[: exc.start].decode("utf-8")
        findings.sources[name] = data.decode("utf-8", "replace").split("\n")
        line, col = good.count("\n") + 1, len(good) - (good.rfind("\n") + 1) + 1
        findings.add("E002", Span(name, line, col, col + 1),
                     f"byte 0x{data[exc.start]:02x} is not UTF-8",
                     help="save the file in UTF-8")
        return None
    source = Source(name, text)
    findings.sources[name] = source.lines
    if len(text) > MAX_SIZE:
        findings.add("E001", Span(name, 0, 0, 0),
                     f"the file has {len(text)} characters; at most {MAX_SIZE} are read",
                     help="one file describes one family of segments or commands; split it")
        return None
    bad = FORBIDDEN.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        col = bad.start() - (text.rfind("\n", 0, bad.start()) + 1) + 1
        what, remedy = f"character U+{ord(bad.group()):04X} is not allowed", "remove it"
        if bad.group() == "\r":
            what, remedy = "carriage return", "save the file with Unix line ends"
        elif bad.group() == "\ufeff":
            what, remedy = "byte order mark", "save the file in UTF-8 without byte order mark"
        elif bad.group() == "\0":
            what = "NUL byte"
        findings.add("E003", Span(name, line, col, col + 1), what, help=remedy)
        return None
    tab = text.find("\t")
    if tab >= 0:
        line = text.count("\n", 0, tab) + 1
        col = tab - (text.rfind("\n", 0, tab) + 1) + 1
        findings.add("E004", Span(name, line, col, col + 1), "tab character",
                     help="YAML is indented with spaces; replace every tab of the file")
        return None
    return source


class _Stop(Exception):
    """The rest of the file cannot be parsed; the finding has been added."""


COMMENT = "comments start with #"
C_COMMENT = re.compile(r"(?<!\S)(?://|/\*)")

_HELP = (
    ("mapping values are not allowed",
     "a text with ': ' in it needs double quotes; or the indentation of this line is wrong"),
    ("could not find expected ':'", "a key needs ': ' and a value after it"),
    ("did not find expected key", "look at the indentation, and for a missing quote above"),
    ("did not find expected ',' or", "a text with '[', ']', '{', '}' or ',' needs double quotes "
                                     "in a one-line map or list; or the bracket is not closed"),
    ("expected ',' or", "a text with '[', ']', '{', '}' or ',' needs double quotes in a one-line "
                        "map or list; or the bracket is not closed"),
    ("cannot start any token", "a text that starts with this character needs double quotes"),
    ("end of stream", "a quote or bracket is opened here and never closed"),
    ("escape", "a backslash in double quotes starts an escape; use single quotes"),
)


class _Builder:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.loader = _loader(source.text)
        self.event: Callable[[], Any] = self.loader.get_event

    def failed(self, exc: Exception) -> None:
        """Adds the finding for an error of the parser of events."""
        if not isinstance(exc, yaml.YAMLError):  # a \U escape beyond Unicode, pure Python
            self.findings.add("E006", Span(self.source.name, 0, 0, 0), f"not YAML: {shorten(str(exc), 120)}")
            return
        mark = getattr(exc, "problem_mark", None) or getattr(exc, "context_mark", None)
        problem = getattr(exc, "problem", None) or getattr(exc, "reason", "") or "broken"
        context = getattr(exc, "context", None)
        where = (self.source.span(mark.line, mark.column, mark.line, mark.column + 1)
                 if mark else Span(self.source.name, 0, 0, 0))
        others = []
        start = getattr(exc, "context_mark", None)
        if start is not None and mark is not None and start.line != mark.line:
            others = [(self.source.span(start.line, start.column, start.line,
                                        start.column + 1), context or "it began here")]
        if start is not None and "end of stream" in problem:
            where = self.source.span(start.line, start.column, start.line, start.column + 1)
            others = []
        remedy = next((text for key, text in _HELP if key in problem), "")
        slashes = next((found for one in (mark, start) if one is not None for found in self.slashes(one.line)), None)
        if slashes is not None:
            where, others = slashes, []
            problem, remedy = "this is no comment", COMMENT
        conflict = next((number for number, line in enumerate(self.source.lines)
                         if line.startswith("<<<<<<< ")), None)
        if conflict is not None:
            where, others = self.source.span(conflict, 0, conflict, 7), []
            problem = "a conflict of a merge is not resolved"
            remedy = "choose one of both sides, and remove the lines <<<<<<<, ======= and " \
                ">>>>>>>"
        self.findings.add("E006", where, f"not YAML: {shorten(problem, 120)}", others=others,
                          help=remedy)

    def slashes(self, number: int) -> Iterator[Span]:
        """Yields the comment of C in a line, or the one that is the line before: it may be read as a text with it."""
        for line, is_whole in ((number, False), (number - 1, True)):
            text = self.source.lines[line] if 0 <= line < len(self.source.lines) else ""
            found = C_COMMENT.search(text)
            before = text[:found.start()].strip() if found is not None else ""
            if found is not None and not (before if is_whole else re.search("['\"#]", before)):
                yield self.source.span(line, found.start(), line, len(text))

    def where(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return self.source.span(start.line, start.column, end.line, end.column)

    def stop(self, rule: str, where: Span, message: str, help: str) -> None:
        self.findings.add(rule, where, message, help=help)
        raise _Stop

    def document(self) -> Optional[Node]:
        self.event()  # start of the stream
        event = self.event()
        if isinstance(event, yaml.StreamEndEvent):
            self.stop("E005", Span(self.source.name, 1, 1, 2), "the file is empty",
                      "a file of the spec starts with `doc:`")
        if event.version is not None or event.tags:
            self.stop("E082", self.where(event), "YAML directive", "remove the line")
        root = self.node(self.event(), 0)
        self.event()  # end of the document
        event = self.event()
        if not isinstance(event, yaml.StreamEndEvent):
            self.stop("E082", self.where(event), "a second document starts here",
                      "a file of the spec is one YAML document; remove the line")
        return root

    def node(self, event: Any, depth: int) -> Node:
        kind = type(event)
        if kind is yaml.ScalarEvent and event.anchor is None and event.tag is None:
            return self.scalar(event)
        if kind is yaml.AliasEvent:
            self.findings.add("E080", self.where(event), f"alias *{shorten(event.anchor)}",
                              help="write the value out: a line of the spec means what it looks like")
            raise _Stop
        if event.anchor is not None:
            self.stop("E080", self.where(event), f"anchor &{shorten(event.anchor)}",
                      "write the value out where it is needed, without anchors and aliases")
        if event.tag is not None:
            self.stop("E081", self.where(event), f"tag {shorten(event.tag)}", "remove the tag")
        start = event.start_mark
        if depth >= MAX_DEPTH:
            self.stop("E084", self.where(event),
                      f"maps and lists are nested more than {MAX_DEPTH} deep",
                      "the notation needs no more than ten levels; look for a bracket too many")
        if kind is yaml.MappingStartEvent:
            return self.map(event, depth)
        result = List_(self.source, start.line + 1, start.column + 1, start.column + 2,
                       bool(event.flow_style))
        while True:
            event = self.event()
            if isinstance(event, yaml.SequenceEndEvent):
                self.close(result, event)
                return result
            result.items.append(self.node(event, depth + 1))

    def scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark, event.end_mark
        value = event.value
        style = event.style or ""
        line = start.line
        if line == end.line:
            col, end_col = start.column + 1, max(end.column, start.column + 1) + 1
        else:
            span = self.source.span(start.line, start.column, end.line, end.column)
            col, end_col = span.col, span.end_col
        bad = FORBIDDEN.search(value) if style == '"' else None
        if bad is not None:
            self.stop("E003", self.where(event),
                      f"character U+{ord(bad.group()):04X} is not allowed", "remove the escape")
        return Scalar(self.source, line + 1, col, end_col, value,
                      not style and line == end.line, bool(style))

    def map(self, event: Any, depth: int) -> Map:
        start = event.start_mark
        result = Map(self.source, start.line + 1, start.column + 1, start.column + 2,
                     bool(event.flow_style))
        seen: Dict[str, Scalar] = {}
        while True:
            event = self.event()
            if type(event) is yaml.MappingEndEvent:
                self.close(result, event)
                return result
            key = self.node(event, depth + 1)
            value = self.node(self.event(), depth + 1)
            if not isinstance(key, Scalar):
                kind = "map" if isinstance(key, Map) else "list"
                self.findings.add("E083", key.span, f"a key is expected here, not a {kind}",
                                  help="a key is a name or a place; a place in a one-line map "
                                       "needs double quotes: \"0x3c[7:4]\"")
                result.spoilt = True
            elif key.value == "<<" and not key.quoted:
                self.findings.add("E080", key.span, "merge key",
                                  help="write the keys out: a line of the spec means what it looks "
                                       "like")
                result.spoilt = True
            elif key.value in seen:
                self.findings.add(
                    "E032", key.span, f"'{shorten(key.value)}' occurs twice",
                    others=[(seen[key.value].span, "the first one")],
                    help="the second one would silently replace the first; remove one of them")
                result.spoilt = True
            else:
                seen[key.value] = key
                result.items.append((key, value))

    def close(self, node: Union[Map, List_], event: Any) -> None:
        """Sets the end of a collection from its end event."""
        if not node.flow:
            return
        if event.end_mark.line + 1 != node.line:
            self.findings.add("E085", node.span,
                              "a map or list in brackets spans several lines",
                              help="write it in one line, or without brackets, one key per line")
        else:
            node.end_col = event.end_mark.column + 1


def parse(source: Source, findings: Findings) -> Optional[Node]:
    """Parses a text.  Returns None, with a finding, if it cannot be parsed to its end."""
    try:
        builder = _Builder(source, findings)
    except yaml.YAMLError as exc:  # raised for characters that YAML forbids
        findings.add("E003", Span(source.name, 0, 0, 0), shorten(str(exc), 120))
        return None
    try:
        return builder.document()
    except _Stop:
        return None
    except (yaml.YAMLError, ValueError, OverflowError) as exc:
        builder.failed(exc)
        return None
    finally:
        builder.loader.dispose()
