# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A file of the spec with a full sentence on every line, for git's diffs.

    mkc  size 64 bytes
    mkc.log_page_size  0x38[4:0], 5 bits; encoding log2
    mkc.log_page_size  doc: Size of a page.

A line says where it belongs without the lines around it, so a hunk can be read alone.
"""

from __future__ import annotations

import textwrap
from typing import Iterator, List

from .. import yamltree
from ..errors import Findings
from ..model import Bits
from ..place import BadPlace, parse
from ..yamltree import List_, Map, Node, Scalar

WIDTH = 100
_SECTIONS = ("enums", "flags", "layouts", "variants", "sequences")
_NAMED = ("fields", "values", "bits", "arms")  # maps whose keys are things of their own
_PROSE = ("doc", "note", "conflict", "unverified", "since", "source")


def convert(name: str, data: bytes) -> str:
    """The lines for a file.  One that cannot be read stays as it is, below a line that says so."""
    findings = Findings()
    source = yamltree.decode(name, data, findings)
    root = yamltree.parse(source, findings) if source is not None else None
    if not isinstance(root, Map) or findings:
        reason = f"{findings.items[0].where}: {findings.items[0].message}" if findings \
            else "a file of the spec is a map"
        text = data.decode("utf-8", "replace")
        return f"(shown as it is: {reason})\n{text}" + "\n" * (not text.endswith("\n"))
    lines: List[str] = []
    for key, value in root.items:
        if key.value in _SECTIONS and isinstance(value, Map):
            for thing, body in value.items:
                lines += _thing(thing.value, body, singular(key.value))
        else:
            lines += _said("file", key.value, value)
    lines += [f"comment  {line.strip()}" for line in source.lines if line.strip().startswith("#")]
    return "".join(line + "\n" for line in lines)


def singular(section: str) -> str:
    return section if section == "flags" else section.rstrip("s")


def _thing(path: str, body: Node, what: str) -> Iterator[str]:
    """A thing and what stands in it."""
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
    """Prose, wrapped so that a changed word changes few lines."""
    for item in value.items if isinstance(value, List_) else [value]:
        first = f"{path}  {key}: "
        yield from textwrap.wrap(_flat(item), WIDTH, initial_indent=first,
                                 subsequent_indent=f"{path}    ", break_long_words=False,
                                 break_on_hyphens=False) or [first.rstrip()]


def _flat(node: Node) -> str:
    """Any value in one line."""
    if isinstance(node, Scalar):
        return " ".join(node.value.split())
    if isinstance(node, List_):
        return "[" + ", ".join(_flat(item) for item in node.items) + "]"
    return "{" + ", ".join(f"{key.value}: {_flat(value)}" for key, value in node.items) + "}"


def _place(text: str) -> str:
    """``0x38[4:0], 5 bits``."""
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
    """What is said of a field besides its name, which its path has."""
    if isinstance(node, List_):
        return node
    result = Map(node.file, node.line, node.col, node.end_col, True)
    if isinstance(node, Map):
        result.items = [(key, value) for key, value in node.items if key.value != "name"]
    return result
