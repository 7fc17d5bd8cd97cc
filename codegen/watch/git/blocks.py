# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A file of the spec as nested entries that keep their lines, comments included.

    layouts:                        entry `layouts`
      psv_seg:                      entry `psv_seg` in it
        # why                       lead of ...
        size: 16                    ... entry `size`

A merge moves such entries and changes parts of them, and leaves everything else as it was
written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from prmclib.model.errors import Findings
from prmclib.readers import yamltree
from prmclib.readers.yamltree import List_, Map, Node, Scalar, Source


@dataclass
class Entry:
    """A key with its value, or an item of a list; ``lines`` are as in the file, its first line
    included, those of ``entries`` excluded."""

    key: str
    lead: List[str]  # comment and empty lines before it
    lines: List[str]
    value: Node
    entries: List["Entry"] = field(default_factory=list)
    line: int = 0  # of the key, from 1

    @property
    def text(self) -> List[str]:
        """All lines except the lead."""
        return self.lines + [line for item in self.entries for line in item.lead + item.text]

    @property
    def is_block(self) -> bool:
        """Returns whether the value is a map or list with an entry for each line."""
        return bool(self.entries)


def read(name: str, data: bytes) -> Optional[List[Entry]]:
    """Returns the entries at the top of a file; None if the notation does not allow the file."""
    findings = Findings()
    source = yamltree.decode(name, data, findings)
    root = yamltree.parse(source, findings) if source is not None else None
    if not isinstance(root, Map) or root.flow or findings:
        return None
    return _entries(root, source, 0, len(source.lines))


def _items(node: Node) -> List[Tuple[str, int, Node]]:
    """Returns key, line (from 0) and value of the entries of a block map or list."""
    if isinstance(node, Map) and not node.flow:
        return [(key.value, key.line - 1, value) for key, value in node.items]
    if isinstance(node, List_) and not node.flow:
        return [(_item_key(item, number), item.line - 1, item)
                for number, item in enumerate(node.items)]
    return []


def _item_key(item: Node, number: int) -> str:
    """Returns the identity of an item of a list: its text, or its first key."""
    if isinstance(item, Scalar):
        return item.value
    if isinstance(item, Map) and item.items:
        return item.items[0][0].value
    return str(number)


def _entries(node: Node, source: Source, start: int, end: int) -> List[Entry]:
    """Returns the entries of a collection in the lines from ``start`` to ``end`` (from 0)."""
    items = _items(node)
    if len({line for _, line, _ in items}) != len(items):
        return []  # two in one line: not a block
    heads = []
    for _, line, _ in items:
        head = line
        while head > start and _is_lead(source.lines[head - 1]):
            head -= 1
        heads.append(head)
    found = []
    for (key, line, value), head, stop in zip(items, heads, heads[1:] + [end]):
        # An item of a list is one entry: its contents are not merged line by line.
        inner = _entries(value, source, line + 1, stop) if isinstance(node, Map) else []
        own = stop if not inner else _first_line(inner, stop)
        found.append(Entry(key, source.lines[head:line], source.lines[line:own], value, inner,
                           line + 1))
    return found


def _first_line(entries: List[Entry], stop: int) -> int:
    """Returns the first line of the entries that end at ``stop``."""
    return stop - sum(len(item.lead) + len(item.text) for item in entries)


def _is_lead(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith("#")


def attributes(entry: Entry) -> Optional[Dict[str, str]]:
    """Returns keys and values as written, of a value in one line: a map in braces, or a name alone.

    Returns None for everything else.
    """
    value = entry.value
    if isinstance(value, Scalar) and len(entry.lines) == 1:
        return {"name": raw(value)}
    if isinstance(value, Map) and value.flow:
        return {key.value: raw(item) for key, item in value.items}
    return None


def raw(node: Node) -> str:
    """Returns a value of one line as written."""
    return node.file.lines[node.line - 1][node.col - 1:node.end_col - 1]
