# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""C text that all styles use: comments, columns, line breaks."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from typing import List, Optional, Tuple

from prmclib.model import ENCODINGS, About, Bits, Field, Layout, Selector, Spec, Writer, range_text
from prmclib.model.amounts import keys_of
from prmclib.model.limits import ranges_of

WIDTH = 100


def column(text: str, tabs: int) -> int:
    """Returns the column, from 0, after ``tabs`` tabs and ``text``, which may have tabs too."""
    return 8 * tabs + len(text.expandtabs(8))


def comment_safe(text: str) -> str:
    """Returns the text on one line, with a space inside ``/*`` and ``*/``."""
    return " ".join(text.split()).replace("*/", "* /").replace("/*", "/ *")


def filled(text: str, room: int, hang: str = "") -> List[str]:
    """Breaks a text of words with single blanks between them into lines of at most ``room`` columns."""
    if len(text) <= room:
        return [text]
    return textwrap.wrap(text, room, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)


def block(lines: List[str], tabs: int = 0, opener: str = "/*") -> str:
    """Returns a block comment; long lines are wrapped and keep their indentation."""
    lead = "\t" * tabs
    out = [f"{lead}{opener}"]
    for line in lines:
        if not line:
            out.append(f"{lead} *")
            continue
        room = WIDTH - 8 * tabs - 3
        indent = " " * (len(line) - len(line.lstrip()))
        hang = indent + ("  " if indent or line.startswith("@") else "")
        out += [f"{lead} * {part}" for part in filled(line, room, hang)]
    out.append(f"{lead} */")
    return "\n".join(out)


def member_line(tabs: int, text: str, comment: str) -> str:
    """``text`` with ``comment`` after it, or above it when the line would grow too long."""
    lead = "\t" * tabs
    if not comment:
        return lead + text
    col = column(text, tabs)
    pad = "\t" * max(1, (47 - col) // 8) if col < 40 else " "
    line = f"{lead}{text}{pad}/* {comment} */"
    if column(line, 0) <= WIDTH:
        return line
    if 8 * tabs + len(comment) + 6 <= WIDTH:
        return f"{lead}/* {comment} */\n{lead}{text}"
    return block([comment], tabs) + f"\n{lead}{text}"


def kernel_doc(tabs: int, name: str, text: str) -> str:
    """Returns the kernel-doc comment of a member."""
    lead = "\t" * tabs
    line = f"{lead}/** @{name}: {text or name} */"
    if column(line, 0) <= WIDTH:
        return line
    return block([f"@{name}: {text}"], tabs, "/**")


def place(bits: Bits) -> str:
    """``0x04 [31:16]`` or ``0x10..0x1f``."""
    return str(bits).replace("[", " [", 1)


def summary(doc: str) -> Tuple[str, str]:
    """Returns the first sentence, without its full stop as kernel-doc requires, and the rest."""
    first, _, rest = re.sub(r"\. (?=[A-Z])", ".\n", comment_safe(doc), count=1).partition("\n")
    return first.rstrip("."), rest


def about_lines(about: About) -> List[str]:
    """Returns the documentation of an entry, one line for each kind of remark."""
    lines = [comment_safe(about.doc)] if about.doc else []
    if about.note:
        lines.append(f"Note: {comment_safe(about.note)}")
    if about.conflict:
        lines.append(f"Sources disagree: {comment_safe(about.conflict)}")
    if about.unverified:
        lines.append(f"UNVERIFIED: {comment_safe(about.unverified)}")
    if about.since:
        lines.append(f"Since {comment_safe(about.since)}.")
    return lines


def sources_line(about: About) -> List[str]:
    return [f"Sources: {'; '.join(comment_safe(s) for s in about.source)}."] if about.source else []


def about_text(about: About) -> str:
    return " ".join(line if line[-1] in ".!?" else line + "." for line in about_lines(about))


def selected_by(selector: Optional[Selector]) -> str:
    """Returns what selects the arm of an overlay; empty if there is no selector."""
    if selector is None:
        return ""
    if selector.external:
        return f"selected by: {comment_safe(selector.external).rstrip('.')}"
    return f"selected by {selector.field}"


def value_name(spec: Spec, prefix: str, enum: str, value: Optional[int]) -> str:
    """Returns the C name of an enumeration's value, or an empty text."""
    values = spec.enums[enum].values if enum in spec.enums else []
    return next((f"{prefix.upper()}{enum.upper()}_{item.name}" for item in values
                 if item.value == value), "")


def remark(spec: Spec, item: Field, writer: Writer, prefix: str) -> str:
    """Returns the comment on a member: documentation and facts.

    ``writer`` is the layout's; C names of enumerations start with ``prefix``.
    """
    parts = []
    text = about_text(item.about)
    if text:
        parts.append(text)
    facts = []
    fixed = value_name(spec, prefix, item.enum, item.fixed)
    if item.enum and not fixed:
        facts.append(f"enum {prefix}{item.enum}")
    if item.flags:
        facts.append(f"flags {prefix.upper()}{item.flags.upper()}_*")
    if item.encoding:
        facts.append(f"{item.encoding.replace('_', ' ')}: {ENCODINGS[item.encoding]}")
    if item.unit and keys_of(item.name, item.about.doc)[0] != item.unit:  # else the description says it
        facts.append(f"in {comment_safe(item.unit)}")
    if item.ranges and ranges_of(item.said.limits, item.about.doc, item.elem_width) != item.ranges:
        facts.append(range_text(item.ranges))
    if item.fixed is not None:
        facts.append(f"always {fixed or hex(item.fixed)}")
    if item.default:
        name = value_name(spec, "", item.enum, item.default)[len(item.enum) + 1:]
        facts.append(f"default {name or hex(item.default)}")
    if item.cap:
        facts.append(f"needs {item.cap}")
    if item.writer is not None and item.writer is not writer:
        facts.append(f"written by the {item.writer.value}"
                     if item.writer is not Writer.BOTH else "written by both sides")
    if facts:
        parts.append(f"({'; '.join(facts)})")
    return " ".join(parts)


def head_text(layout: Layout, c_name: str, opener: str) -> str:
    """Returns the comment above a layout with the C name ``c_name``."""
    about = layout.about
    first, rest = summary(about.doc)
    lines = [f"{c_name} - {first[:1].lower() + first[1:]}"
             if first[1:2].islower() else f"{c_name} - {first}", ""]
    lines += [rest] if rest else []
    who = {Writer.DRIVER: "written by the driver", Writer.DEVICE: "written by the device",
           Writer.BOTH: "written by driver and device"}[layout.writer]
    lines.append(f"{layout.size} bytes, {who}.")
    lines += about_lines(replace(about, doc=""))
    lines += sources_line(about)
    return block(lines, 0, opener)


def wrapped(text: str) -> str:
    """Returns the text with every statement beyond column 100 broken into lines."""
    out: List[str] = []
    for line in text.split("\n"):
        if len(line) + 7 * line.count("\t") > WIDTH and column(line, 0) > WIDTH and line.rstrip().endswith((";", ",", "|")):
            out += broken(line)
        else:
            out.append(line)
    return "\n".join(out)


def broken(line: str, is_inside: bool = False) -> List[str]:
    """Breaks a statement into lines: after commas and operators outside inner parentheses, with
    aligned lines, or else after its ``=`` or an opening parenthesis; where neither fits, after commas and
    operators, with lines indented by half a tab.

    ``is_inside``: the line begins within parentheses of the line before it.
    """
    lead = line[:len(line) - len(line.lstrip("\t"))]
    opened = [len(lead)] if is_inside else []  # positions after open parentheses
    start = re.match(r"\s*return |.*? = |", line)
    outside = start.end() if start and start.end() else len(lead)
    places: List[Tuple[int, int]] = []  # possible breaks, and the positions to align to
    for at, char in enumerate(line):
        if char == "(":
            opened.append(at + 1)
        elif char == ")" and opened:
            opened.pop()
        elif char == " " and (line[at - 1] in (",|&" if opened else "|&") or line[at - 2:at] == "=="):
            places.append((at, opened[-1] if opened else outside))
    aligns = sorted({align for _, align in places})
    for align in aligns:
        parts = _split(line, [at for at, other in places if other == align], column(line[:align], 0))
        if _fits(parts):
            return parts
    for pattern in (r" = ", r"\("):
        found = [m.end() for m in re.finditer(pattern, line)
                 if column(line[:m.end()].rstrip(), 0) <= WIDTH]
        if found:
            rest = f"{lead}\t{line[found[-1]:]}"
            parts = [line[:found[-1]].rstrip(),
                     *(broken(rest, pattern != " = ") if column(rest, 0) > WIDTH else [rest])]
            if not _fits(parts) and aligns:
                outer = _split(line, [at for at, other in places if other == aligns[0]], column(lead, 0) + 4)
                parts = [cut for part in outer for cut in ([part] if _fits([part]) else broken(part, True))]
            return parts
    return [line]


def _split(line: str, breaks: List[int], indent: int) -> List[str]:
    """Breaks a line at some of the spaces in ``breaks``, as few as possible, and indents the parts after the first."""
    parts, start, hang = [], 0, ""
    ends = [*breaks, len(line)]
    for this, after in zip(ends, ends[1:] + [0]):
        if not after or column(hang + line[start:after], 0) > WIDTH:
            parts.append(hang + line[start:this])
            start, hang = this + 1, "\t" * (indent // 8) + " " * (indent % 8)
    return parts


def _fits(lines: List[str]) -> bool:
    return max(column(line, 0) for line in lines) <= WIDTH
