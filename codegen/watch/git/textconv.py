# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A file of the spec with a full sentence on every line, for git's diffs.

    mkc  size 64 bytes
    mkc.log_page_size  0x38[4:0], 5 bits; encoding log2
    mkc.log_page_size  doc: Size of a page.

A line names its place without the lines around it, so a hunk can be read alone.
"""

from __future__ import annotations

import difflib
import re
import textwrap
from typing import Iterator, List, Optional, Tuple

from prmclib.model import Bits
from prmclib.model.errors import Findings
from prmclib.model.place import BadPlace, parse
from prmclib.readers import yamltree
from prmclib.readers.yamltree import List_, Map, Node, Scalar

WIDTH = 100
COMMENT = "comment  "
AS_IT_IS = "(shown as it is: "
_MARK = re.compile(rb"(<{7,}(?= )|\|{7,}(?= |\Z)|={7,}\r?\Z|>{7,}(?= ))")
_SECTIONS = ("enums", "flags", "layouts", "variants", "sequences")
_NAMED = ("fields", "values", "bits", "arms")  # maps whose keys name entries
_PROSE = ("doc", "note", "conflict", "unverified", "since", "source", "observed")


def convert(name: str, data: bytes) -> str:
    """Returns the lines for a file.  One that cannot be read stays as it is, below a line with the
    reason.  One with conflicts has both sides between the marks."""
    sides = sides_of(data)
    if sides is not None:
        both = [convert(name, side).splitlines() for side in sides[:2]]
        if not any(lines and lines[0].startswith(AS_IT_IS) for lines in both):
            return _side_by_side(*both, sides[2])
    findings = Findings()
    source = yamltree.decode(name, data, findings)
    root = yamltree.parse(source, findings) if source is not None else None
    if not isinstance(root, Map) or findings:
        reason = f"{findings.items[0].where}: {findings.items[0].message}" if findings \
            else "a file of the spec is a map"
        text = data.decode("utf-8", "replace")
        return f"{AS_IT_IS}{reason})\n{text}" + "\n" * (not text.endswith("\n"))
    lines: List[str] = []
    for key, value in root.items:
        if key.value in _SECTIONS and isinstance(value, Map):
            for thing, body in value.items:
                lines += _thing(thing.value, body, singular(key.value))
        else:
            lines += _said("file", key.value, value)
    lines += [f"{COMMENT}{line.strip()}" for line in source.lines if line.strip().startswith("#")]
    return "".join(line + "\n" for line in lines)


def sides_of(data: bytes) -> Optional[Tuple[bytes, bytes, List[str]]]:
    """Returns both sides of a file with conflict marks, and the three marks; None if it has none, or
    they do not match."""
    ours: List[bytes] = []
    theirs: List[bytes] = []
    marks: List[str] = []
    state = 0  # 1: ours, 2: the common ancestor, 3: theirs
    for line in data.split(b"\n"):
        match = _MARK.match(line)
        step = b"<|=>".index(match.group(1)[:1]) if match else -1
        if match is None:
            ours += [line] if state in (0, 1) else []
            theirs += [line] if state in (0, 3) else []
        elif (state, step) in ((0, 0), (1, 1), (1, 2), (2, 2), (3, 3)):
            state = (step + 1) % 4
            if step != 1 and len(marks) < 3:
                marks.append(line.decode("utf-8", "replace"))
        else:
            return None
    return (b"\n".join(ours), b"\n".join(theirs), marks) if marks and state == 0 else None


def _side_by_side(ours: List[str], theirs: List[str], marks: List[str]) -> str:
    """Returns common lines once, and others between marks."""
    out: List[str] = []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, ours, theirs, False).get_opcodes():
        both = [*ours[i:j], *theirs[k:m]]
        if tag == "equal":
            out += ours[i:j]
        elif all(line.startswith(COMMENT) for line in both):
            out += both  # comments of a field: its conflict is shown there
        else:
            out += [marks[0], *ours[i:j], marks[1], *theirs[k:m], marks[2]]
    return "".join(line + "\n" for line in out)


def singular(section: str) -> str:
    return section if section == "flags" else section.rstrip("s")


def _thing(path: str, body: Node, what: str) -> Iterator[str]:
    """Yields the lines of an entry and its contents."""
    if not isinstance(body, Map):
        yield f"{path}  {what} {_flat(body)}"
        return
    short = [f"{key.value} {_flat(value)}" for key, value in body.items
             if key.value not in _PROSE + _NAMED and not _is_long(key.value, value)]
    yield f"{path}  {what}" + ("; " if short else "") + ", ".join(short)
    for key, value in body.items:
        if key.value in _PROSE:
            yield from _said(path, key.value, value)
        elif key.value == "fields" and isinstance(value, Map):
            for place, inner in value.items:
                yield from _thing(f"{path}.{_field_name(inner)}", _without_name(inner),
                                  _place(place.value))
        elif key.value in _NAMED and isinstance(value, Map):
            for name, inner in value.items:
                yield from _thing(f"{path}.{name.value}", inner,
                                  "=" if isinstance(inner, Scalar) else key.value[:-1])
        elif _is_long(key.value, value):
            for number, item in enumerate(value.items):
                yield f"{path}  {key.value}[{number}]: {_flat(item)}"


def _is_long(key: str, value: Node) -> bool:
    return key == "segments" and isinstance(value, List_)


def _said(path: str, key: str, value: Node) -> Iterator[str]:
    """Yields prose, wrapped such that a changed word changes few lines."""
    for item in value.items if isinstance(value, List_) else [value]:
        first = f"{path}  {key}: "
        yield from textwrap.wrap(_flat(item), WIDTH, initial_indent=first,
                                 subsequent_indent=f"{path}    ", break_long_words=False,
                                 break_on_hyphens=False) or [first.rstrip()]


def _flat(node: Node) -> str:
    """Returns any value in one line."""
    if isinstance(node, Scalar):
        return " ".join(node.value.split())
    if isinstance(node, List_):
        return "[" + ", ".join(_flat(item) for item in node.items) + "]"
    return "{" + ", ".join(f"{key.value}: {_flat(value)}" for key, value in node.items) + "}"


def _place(text: str) -> str:
    """Returns a place with its width: ``0x38[4:0], 5 bits``."""
    try:
        bits = parse(text).bits
    except BadPlace:
        return text
    return f"{text}, {_width(bits)}"


def _width(bits: Bits) -> str:
    if not bits.width:
        return "to the end"
    if bits.is_bytes and bits.width > 64:
        return f"{bits.width // 8} bytes"
    return f"{bits.width} bit{'s' * (bits.width != 1)}"


def _field_name(node: Node) -> str:
    if isinstance(node, Scalar):
        return f"({node.value})" if node.value in ("reserved", "ignored") else node.value
    if isinstance(node, Map):
        known = {key.value: value for key, value in node.items}
        for key in ("name", "overlay"):
            if isinstance(known.get(key), Scalar):
                return known[key].value
        if isinstance(known.get("kind"), Scalar):
            return f"({known['kind'].value})"
    return "?"


def _without_name(node: Node) -> Node:
    """Returns the description of a field without its name, which its path has."""
    if isinstance(node, List_):
        return node
    result = Map(node.file, node.line, node.col, node.end_col, True)
    if isinstance(node, Map):
        result.items = [(key, value) for key, value in node.items if key.value != "name"]
    return result
