# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Inserts entries into the text of a spec file without changing the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Mapping, Optional, Sequence

from prmclib.model.errors import Findings
from prmclib.readers import yamltree

SECTIONS = ("enums", "flags", "layouts", "variants", "sequences")


@dataclass(frozen=True)
class Range:
    """Lines of an entry or section: from its key up to, not including, ``end``; counted from 0."""

    start: int
    end: int


@dataclass
class Outline:
    """The places of the sections and entries of a file."""

    lines: List[str]
    sections: Dict[str, Range]
    things: Dict[str, Range]  # by name


def outline(name: str, data: bytes, findings: Findings) -> Optional[Outline]:
    """Returns the outline of a file; None, with findings, if it is not a file of the spec."""
    source = yamltree.decode(name, data, findings)
    root = yamltree.parse(source, findings) if source is not None else None
    if source is None or not isinstance(root, yamltree.Map):
        return None
    lines = source.text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    result = Outline(lines, {}, {})
    keys = [(key.value, key.line - 1, node) for key, node in root.items]
    ends = [start for _, start, _ in keys[1:]] + [len(lines)]
    for (key, start, node), end in zip(keys, ends):
        if key not in SECTIONS:
            continue
        end = _without_tail(lines, start, end, 0)
        result.sections[key] = Range(start, end)
        if isinstance(node, yamltree.Map) and not node.flow:
            inner = [(item.value, item.line - 1) for item, _ in node.items]
            last = [line for _, line in inner[1:]] + [end]
            for (name_, line), stop in zip(inner, last):
                column = len(lines[line]) - len(lines[line].lstrip())
                result.things[name_] = Range(line, _without_tail(lines, line, stop, column))
    return result


def _without_tail(lines: Sequence[str], start: int, end: int, column: int) -> int:
    """Returns ``end`` without trailing blank lines and without comments on what follows."""
    while end > start + 1:
        text = lines[end - 1]
        is_remark = text.lstrip().startswith("#") and len(text) - len(text.lstrip()) <= column
        if text.strip() and not is_remark:
            break
        end -= 1
    return end


def insert(where: Outline, sections: Mapping[str, Mapping[str, List[str]]]) -> str:
    """Returns the text of a file with entries inserted: section, name, lines.  An entry that the
    file has is replaced, others are added at the end of their section."""
    edits: List[tuple] = []  # (start, end, lines)
    tail: List[str] = []
    for key in SECTIONS:
        new: List[str] = []
        for name, lines in sections.get(key, {}).items():
            if name in where.things:
                old = where.things[name]
                edits.append((old.start, old.end, _comments(where.lines, old) + lines))
            else:
                new += ["", *lines]
        if not new:
            continue
        if key in where.sections:
            end = where.sections[key].end
            edits.append((end, end, new))
        else:
            tail += ["", f"{key}:", *new[1:]]
    out = list(where.lines)
    for start, end, lines in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        out[start:end] = lines
    return "".join(line + "\n" for line in out + tail)


def _comments(lines: Sequence[str], old: Range) -> List[str]:
    """Returns the comments in lines that are replaced, to be kept before the new ones."""
    found = [line.strip() for line in lines[old.start:old.end] if line.lstrip().startswith("#")]
    column = len(lines[old.start]) - len(lines[old.start].lstrip())
    return [" " * column + text for text in found]
