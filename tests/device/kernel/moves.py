# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Moves a field of the spec by one bit, as a mistake of its author would."""

from __future__ import annotations

import glob
import os
import re
from typing import Dict, List, Tuple

import yaml

KEY = re.compile(r"(0x[0-9a-f]+)\[(\d+)(?::(\d+))?\]\Z")


class Impossible(Exception):
    """The field cannot be moved so; the text has the reason."""


class Entry:
    """A line ``0x0c[28:24]: ...`` of a layout: its dword, highest and lowest bit, and where it is in the text."""

    def __init__(self, key: yaml.Node, value: yaml.Node) -> None:
        match = KEY.match(key.value)
        self.dword, self.high, self.low = (match[1], int(match[2]), int(match[3] or match[2])) if match else ("", -1, -1)
        self.start, self.end, self.line, self.last = key.start_mark.index, key.end_mark.index, key.start_mark.line, value.end_mark
        self.is_reserved = value.value == "reserved"
        names = {name.value: part.value for name, part in value.value} if isinstance(value, yaml.MappingNode) else {}
        self.name = names.get("name", "")

    @property
    def width(self) -> int:
        return self.high - self.low + 1


def key_of(dword: str, high: int, low: int) -> str:
    return f"{dword}[{high}]" if high == low else f"{dword}[{high}:{low}]"


def files(spec: str) -> List[str]:
    return sorted(glob.glob(os.path.join(spec, "*", "*.yaml")))


def layouts(text: str) -> Dict[str, List[Entry]]:
    """Returns the entries of each layout of a file of the spec."""
    found = {}
    for name, value in yaml.compose(text, yaml.CSafeLoader).value:
        if name.value == "layouts":
            for layout, body in value.value:
                for what, fields in body.value:
                    if what.value == "fields":
                        found[layout.value] = [Entry(*pair) for pair in fields.value]
    return found


def find(spec: str, layout: str) -> Tuple[str, str]:
    """Returns the file that has a layout, and its text."""
    for path in files(spec):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        if f"\n  {layout}:\n" in text and layout in layouts(text):
            return path, text
    raise Impossible(f"no file of {spec} has a layout {layout}")


def moved(text: str, layout: str, field: str, way: str) -> str:
    """Returns a file's text with a field moved by one bit: ``up``, to the higher bit number, or ``down``. There it takes a
    reserved bit or changes places with a flag. Raises Impossible if there is neither."""
    entries = layouts(text)[layout]
    at = next((i for i, entry in enumerate(entries) if entry.name == field and entry.dword), -1)
    if at < 0:
        raise Impossible(f"{layout} has no field {field} of its own")
    entry, beside, other = entries[at], at + (-1 if way == "up" else 1), at + (1 if way == "up" else -1)
    step = 1 if way == "up" else -1

    def neighbour(index: int) -> "Entry | None":
        good = 0 <= index < len(entries) and entries[index].dword == entry.dword
        return entries[index] if good else None

    taken, left = neighbour(beside), neighbour(other)
    if entry.width > 32 or taken is None or not (taken.is_reserved or taken.width == 1):
        raise Impossible(f"{layout}.{field} cannot move {way}: no reserved bit and no flag is there")
    free = entry.low if way == "up" else entry.high  # the bit that the move leaves
    edits = [(entry.start, entry.end, key_of(entry.dword, entry.high + step, entry.low + step))]
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    if not taken.is_reserved:
        edits.append((taken.start, taken.end, key_of(entry.dword, free, free)))
    else:
        high, low = (taken.high, taken.low + 1) if way == "up" else (taken.high - 1, taken.low)
        if high < low:  # its line goes
            edits.append((starts[taken.line], starts[taken.line + 1], ""))
        else:
            edits.append((taken.start, taken.end, key_of(entry.dword, high, low)))
        if left is not None and left.is_reserved:
            edits.append((left.start, left.end, key_of(entry.dword, max(left.high, free), min(left.low, free))))
        else:
            place = entries[at + 1].line if way == "up" and at + 1 < len(entries) else entry.line
            if way == "up" and at + 1 == len(entries):
                raise Impossible(f"{layout}.{field} is the last field")
            edits.append((starts[place], starts[place], f"      {key_of(entry.dword, free, free)}: reserved\n"))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
