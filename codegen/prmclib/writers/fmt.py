# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc fmt``: formats files of the spec, in the style of ``prmc import``.

A file is printed from its tree, so it can be formatted even if rules reject it.  Comments stay
before or beside their entry.  The result is parsed again before it is written: it must have the same
content and the same comments.
"""

from __future__ import annotations

import argparse
import functools
import re
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Optional, Sequence, Set, Tuple

import yaml

from prmclib.model import errors
from prmclib.model.errors import Findings, counted
from prmclib.readers.load import find_files
from prmclib.readers.yamltree import Map, Node, Scalar, Source, decode, parse
from .replace import replace_file
from .yaml import Key, Prose, entry_lines, thing_lines
from .yaml import Node as Printed

_ABOUT = ("doc", "source", "since", "note", "conflict", "unverified", "observed")
_PROSE = frozenset((*_ABOUT, "unit", "external"))
_TABLES = frozenset(("fields", "arms", "values", "bits", "segments"))
_TOP = ("doc", "sources", "enums", "flags", "layouts", "variants", "sequences")
_ENUM = (*_ABOUT, "open", "values", "bits")
_THINGS = {"enums": _ENUM, "flags": _ENUM,  # the order of keys, by section
           "layouts": ("size", *_ABOUT, "writer", "groups", "fields"),
           "variants": (*_ABOUT, "selector", "arms"), "sequences": (*_ABOUT, "size", "segments")}
_SEGMENT = ("layout", "variant", "sequence", "data", "count", "size", "when", "rest", *_ABOUT)
_SELECTOR = ("bits", "external", "enum")
_GROUP = ("fields", *_ABOUT)
_INNER = ("overlay", "name", "when", "value", "bit", "alias", "detail", "selector", "kind", "layout", "sequence",
          "count", "width", "enum", "flags", "encoding", "default", "fixed", "also", "unit", "range", "writer",
          "cap",
          *_ABOUT, "fields", "arms")
_ORDERS = {"segments": _SEGMENT, "groups": _GROUP, "selector": _SELECTOR}  # by the key above
_SHORT = re.compile(r"[A-Z]{1,3}\Z")  # an abbreviation of a source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="FILE", nargs="*",
                        help="files or folders of the spec (default: the whole spec)")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit with 1 if a file would change")


def run(args: argparse.Namespace) -> int:
    findings = Findings()
    files = find_files(args.paths or [args.spec], findings)
    changed: List[str] = []
    for path, _ in files:
        with open(path, "rb") as stream:
            data = stream.read()
        text = formatted(path, data, findings)
        if text is not None and text.encode() != data:
            changed.append(path)
            if not args.check:
                replace_file(path, text)
    findings.files = len(files)
    errors.report(findings)
    for path in changed:
        print(f"{path}: " + ("not formatted; run `prmc fmt`" if args.check else "formatted"))
    if not findings and not changed:
        print(f"{counted(len(files), 'file')}: nothing to do")
    return int(findings.has_errors or args.check and bool(changed))


def formatted(name: str, data: bytes, findings: Findings) -> Optional[str]:
    """Returns a file's text in the style of the spec; None, with findings, if the notation does not allow
    it."""
    source = decode(name, data, findings)
    root = parse(source, findings) if source is not None else None
    if source is None or not isinstance(root, Map) or root.spoilt or root.flow:
        return None
    comments = _Comments(source)
    text = text_of(Opened(_map(root, _TOP, comments), comments.end))
    again = Source(name, text)
    tree = parse(again, Findings())
    if tree is None or _content(tree) != _content(root) or _Comments(again).all != comments.all:
        raise RuntimeError(f"{name} would lose something")  # a defect of this module
    return text


@dataclass
class Opened:
    """A file as the nodes that are printed, with its comments; a program can change them.  ``end``: the
    comments behind the last entry."""

    top: Dict[str, Printed]
    end: List[str]


def opened(name: str, data: bytes) -> Optional[Opened]:
    """Returns the nodes of a file; None if the notation does not allow it."""
    found = _tree(name, data)
    return Opened(_map(found[0], _TOP, found[1]), list(found[1].end)) if found is not None else None


@functools.lru_cache(maxsize=None)
def _tree(name: str, data: bytes) -> "Optional[Tuple[Map, _Comments]]":
    """Returns the tree of a file and its comments, which are read once; None if the notation does not allow it."""
    findings = Findings()
    source = decode(name, data, findings)
    root = parse(source, findings) if source is not None else None
    if source is None or not isinstance(root, Map) or root.spoilt or root.flow:
        return None
    return root, _Comments(source)


def text_of(file: Opened) -> str:
    """Returns the text of a file in the style of the spec."""
    return "".join(line + "\n" for line in _lines(file))


def put(node: Dict[str, Printed], key: str, value: Printed, within: str = "") -> None:
    """Sets an attribute of a definition or entry, at its place in the order of keys.  ``within``: the section
    of a definition."""
    order = _TOP if within == "file" else _THINGS.get(within, _INNER)
    if key in node:
        node[Key(key)] = value
        return
    rank = order.index(key)
    rest = [(other, old) for other, old in node.items() if other in order and order.index(other) > rank]
    for other, _ in rest:
        del node[other]
    node[Key(key)] = value
    node.update(rest)


class _Items(Dict[str, Printed]):
    """A list of maps with one key each, which is printed as a table."""


class _Comments:
    """The comments of a file: ``above`` by the line (from 1) of the next entry, ``beside`` by their own
    line, and those at the end."""

    def __init__(self, source: Source) -> None:
        self.above: Dict[int, Tuple[str, ...]] = {}
        self.beside: Dict[int, str] = {}
        waiting: List[str] = []
        self.end = waiting
        if "#" not in source.text:
            return
        used = [0] * len(source.lines)  # columns of a line that belong to tokens
        inside: Set[int] = set()
        for token in yaml.scan(source.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            start, end = token.start_mark, token.end_mark
            if (start.line, start.column) == (end.line, end.column):
                continue
            inside.update(range(start.line, end.line + (end.column > 0)))
            if end.column:
                used[end.line] = max(used[end.line], end.column)
        for number, line in enumerate(source.lines):
            rest = line[used[number]:].strip() if number not in inside or used[number] else ""
            if number not in inside:
                waiting += [rest] if rest.startswith("#") else []
                continue
            if rest.startswith("#"):
                self.beside[number + 1] = rest
            if waiting:
                self.above[number + 1] = tuple(waiting)
                waiting = []
        self.end = waiting

    @property
    def all(self) -> List[str]:
        return sorted([*self.beside.values(), *self.end,
                       *(text for one in self.above.values() for text in one)])


def _lines(file: Opened) -> Iterable[str]:
    for key, node in file.top.items():
        if key not in _THINGS or not isinstance(node, dict) or not node:
            if key != next(iter(file.top)):
                yield ""
            yield from entry_lines(key, node, 0)
            continue
        above, beside = (key.above, key.beside) if isinstance(key, Key) else ((), "")
        yield from ("", *above, f"{key}:" + (f"  {beside}" if beside else ""))
        for number, (name, body) in enumerate(node.items()):
            if number:
                yield ""
            if isinstance(body, dict) and body:
                table = next((word for word, value in body.items() if word in _TABLES and
                              isinstance(value, dict) and (word == "segments") == isinstance(value, _Items)), "")
                yield from thing_lines(name, body, table, "- " if table == "segments" else "")
            else:
                yield from entry_lines(name, body, 2)
    yield from file.end


def _map(node: Map, order: Sequence[str], comments: _Comments, within: str = "") -> Dict[str, Printed]:
    """Converts a map for the printer, with its known keys in ``order``.  ``within``: the key above it."""
    named = within in _THINGS or within in _TABLES or within in ("groups", "sources")
    items = node.items if named else sorted(node.items, key=lambda item: order.index(item[0].value)
                                            if item[0].value in order else len(order))
    out: Dict[str, Printed] = {}
    for key, value in items:
        text = Key(f'"{key.value}"' if key.quoted else key.value)
        if not node.flow:
            text.above, text.beside = comments.above.get(key.line, ()), comments.beside.get(key.line, "")
        inner = _THINGS.get(within) or _ORDERS.get(within) or _ORDERS.get(key.value) or _INNER
        out[text] = _node(value, key.value, inner, comments, within)
    return out


def _node(node: Node, key: str, order: Sequence[str], comments: _Comments, within: str) -> Printed:
    if isinstance(node, Scalar):
        return _scalar(node, key in _PROSE or within == "sources")
    if isinstance(node, Map):
        return _map(node, order, comments, key)
    maps = [item for item in node.items if isinstance(item, Map)]
    if key == "segments" and maps and len(maps) == len(node.items):
        entries = _Items()
        for one in maps:
            entries.update(_map(one, (), comments, "segments"))
        if len(entries) == len(maps) == sum(len(one.items) for one in maps):
            return entries
    lines = {item.line for item in node.items}
    is_bare = node.flow or not lines & {*comments.above, *comments.beside}
    if key == "source" and is_bare and len(node.items) == 1 and isinstance(node.items[0], Scalar):
        return _scalar(node.items[0], True)
    is_prose = key in _PROSE and not (is_bare and all(
        isinstance(item, Scalar) and _SHORT.match(item.value) for item in node.items))
    out: List[Printed] = []
    for item in node.items:
        printed = _node(item, key, order, comments, within) if not isinstance(item, Scalar) else \
            _scalar(item, is_prose)
        if isinstance(printed, Prose):
            beside = comments.beside.get(item.line, "") if not node.flow else ""
            printed = Prose(printed.text, comments.above.get(item.line, ()) + ((beside,) if beside else ()))
        out.append(printed)
    return out


def _scalar(node: Scalar, is_prose: bool) -> Printed:
    if is_prose or not node.plain and not node.quoted:
        return Prose(node.value.strip())
    return '"' + node.value.replace("\\", "\\\\").replace('"', '\\"') + '"' if node.quoted else node.value


def _content(node: Node) -> Any:
    """Returns the content of a tree, to compare it independently of key order and text style."""
    if isinstance(node, Scalar):
        return node.value.strip()
    if isinstance(node, Map):
        return {key.value: [_content(value)] if key.value == "source" and isinstance(value, Scalar) else
                _content(value) for key, value in node.items}
    return [_content(item) for item in node.items]
