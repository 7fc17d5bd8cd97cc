# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The explanation of bytes as text for a person."""

from __future__ import annotations

import re
import textwrap
from typing import Iterator, List, Sequence, Tuple

from prmclib.model import Kind
from prmclib.model.errors import counted, shorten
from prmclib.model.meaning import flags_text
from prmclib.show.codes import Fact
from prmclib.show.explained import Item, Line, Part, value_text
from prmclib.show.request_rules import Broken
from prmclib.show.term import Term
from .causes import Cause
from .chunks import Chunk, Dump

_PLACE = 13  # columns of a place, as 0x100..0x1ff
_NAME = (12, 26)  # least and most columns of a name
_VALUE = 10  # columns of a value; longer ones push the meaning to the right
_MEANING = 24  # columns that a meaning needs beside the value
_ROW = 16  # bytes in a row
_JOINED = "\u00a0"
_FEW = 3  # least number of zero fields that share a line


def head(found: Dump, targets: Sequence[Tuple[str, str]], width: int) -> str:
    """Returns the first lines: the format and type of the input."""
    dumps = f", {counted(len(found.chunks), 'dump')}" if len(found.chunks) > 1 else ""
    passed = f", {counted(found.passed, 'other line')} skipped" if found.passed else ""
    out = f"input: {found.form}{dumps}, {counted(found.size, 'byte')}{passed}\n"
    reasons = list(dict.fromkeys(target for target in targets if target[1]))
    return out + "".join(f"{line}\n" for what, why in reasons for line in textwrap.wrap(
        f"taken as {what}: {shorten(why, 150)}", width, subsequent_indent=" " * 6))


def first_sentence(text: str) -> str:
    """Returns the start of a doc; the rest of it is for ``--doc``."""
    return re.split(r"(?<=[.;]) (?=[A-Z0-9\"(])|; ", text, maxsplit=1)[0].rstrip(";.")


class Printer:
    """Prints to ``term``; ``docs``: with the doc of each field; ``everything``: including zero
    parts."""

    def __init__(self, term: Term, docs: bool = False, everything: bool = False) -> None:
        self.term = term
        self.docs = docs
        self.everything = everything

    def title(self, chunk: Chunk, number: int, of: int) -> str:
        """Returns the lines before a dump, if there are several."""
        title = f": {shorten(chunk.title, 100)}" if chunk.title else ""
        return "" if of == 1 else "\n" + "".join(line.rstrip() + "\n" for line in self.wrapped(
            "rule", f"dump {number + 1} of {of}, line {chunk.line}{title}", "", " " * 6))

    def said(self, line: int, text: str, facts: Sequence[Fact]) -> str:
        """Returns a line of a log with the codes that it names."""
        out = [f"line {line}: {shorten(' '.join(text.split()), 150)}"]
        out += [part for fact in facts for part in self.wrapped("value", fact.line, "  ", " " * 4)]
        return "\n" + "".join(one.rstrip() + "\n" for one in out)

    def item(self, item: Item) -> str:
        return "\n" + "".join(line.rstrip() + "\n" for line in self.lines(item))

    def lines(self, item: Item) -> Iterator[str]:
        parts = f"0x{item.offset:03x} {item.title}".split(", ")
        whole = ", ".join(part.replace(" ", _JOINED) if len(part) < 30 else part for part in parts)
        for line in self.wrapped("head", whole, "", " " * 6):
            yield line.replace(_JOINED, " ")  # a name stays with its value
        longest = max((len(line.full_name) for _, line in item.lines), default=0)
        most = min(max(self.term.width - 58, 16), _NAME[1])  # leaves room for the meaning
        width = min(max(longest + 1, _NAME[0]), most)
        at = 0
        while at < len(item.parts):
            run = 0 if self.everything else self.zeros(item.parts, at)
            if run:
                yield self.zero_parts(item.parts, at, run)
                at += run
                continue
            yield from self.part(item.parts[at], width)
            at += 1
        if item.error:
            yield from self.wrapped("bad", f"... {item.error}", "  ", " " * 6)
        for one in item.broken:
            yield from self.wrapped("unsure" if one.unless else "bad", f"<- {one.line}", "  ", " " * 6)

    def wrapped(self, style: str, text: str, first: str, other: str) -> Iterator[str]:
        """Wraps a text, with prefixes for its first and other lines."""
        for number, line in enumerate(self.term.wrap(text, self.term.width - len(other))):
            yield (other if number else first) + self.term.paint(style, line)

    # Parts that are all zero

    def zeros(self, parts: List[Part], at: int) -> int:
        """Returns how many parts from ``at`` on are zero and of one array; 0 if the first is not."""
        first = parts[at]
        if not first.is_zero or first.is_rest or not first.lines or \
                at + 1 < len(parts) and parts[at + 1].is_rest:
            return 0
        count = 1
        while first.index is not None and at + count < len(parts):
            part = parts[at + count]
            if part.path != first.path or part.layout != first.layout or not part.is_zero:
                break
            count += 1
        return count

    def zero_parts(self, parts: List[Part], at: int, run: int) -> str:
        first, last = parts[at], parts[at + run - 1]
        if first.index is None or run == 1:
            name, text = first.name, f"{counted(first.size, 'byte')} of zeros"
        else:
            name = f"{first.path}[{first.index}..{last.index}]"
            before = at > 0 and parts[at - 1].path == first.path
            text = f"{run} {'more ' if before else ''}entries of zeros"
        return self.header(first, name) + self.term.paint("doc", f"  {text}")

    def header(self, part: Part, name: str) -> str:
        layout = f"  {part.layout}" if part.layout and part.layout != name else ""
        return f"  0x{part.start:03x} {self.term.paint('head', name)}" \
            f"{self.term.paint('doc', layout)}"

    def part(self, part: Part, width: int) -> Iterator[str]:
        rest = self.term.paint("doc", "  continued") if part.is_rest else ""
        yield self.header(part, part.name) + rest + self.mark([part.about.unverified])
        if self.docs and part.about.doc and not part.is_rest and not part.index:
            for text in self.term.wrap(part.about.doc, self.term.width - 4):
                yield "    " + self.term.paint("doc", text)
        lines = part.lines
        at = 0
        while at < len(lines):
            run = self.zero_elements(lines, at)
            if run > 1 and not self.everything:
                first, last = lines[at], lines[at + run - 1]
                more = "more " if at and lines[at - 1].name == first.name else ""
                name = f"{first.name}[{first.index}..{last.index}]"
                yield f"    {first.place:<{_PLACE}}{self.term.paint('name', name)}" + \
                    self.term.paint("doc", f"  {run} {more}entries of zeros")
                at += run
                continue
            run = self.zero_fields(lines, at)
            if run >= _FEW and not self.everything and not self.docs:
                yield from self.fields_of_zero(lines[at:at + run])
                at += run
                continue
            yield from self.line(lines[at], width)
            at += 1

    @staticmethod
    def zero_elements(lines: List[Line], at: int) -> int:
        """Returns how many elements of one array of numbers, from ``at`` on, are zero."""
        count = 0
        while at + count < len(lines):
            line = lines[at + count]
            if line.index is None or line.name != lines[at].name or line.value or line.remarks:
                break
            count += 1
        return count

    @staticmethod
    def zero_fields(lines: List[Line], at: int) -> int:
        """Returns how many fields from ``at`` on are zero and have no remark."""
        count = 0
        while at + count < len(lines) and lines[at + count].is_plain_zero:
            count += 1
        return count

    def fields_of_zero(self, lines: List[Line]) -> Iterator[str]:
        """Yields the names of zero fields, several on a line."""
        names = [("name", line.full_name + ("," if line is not lines[-1] else ":"))
                 for line in lines]
        left = f"    {lines[0].place:<{_PLACE}}"
        yield from self.flow(left, len(left), len(left) + 2,
                             names + [("value", "0" if len(lines) == 1 else "all 0")])

    # A field

    def line(self, line: Line, width: int) -> Iterator[str]:
        place = "" if line.kind is Kind.BYTES and line.place.startswith("0x00..") and \
            line.name in ("bytes", "padding") else line.place
        name = line.full_name
        left = f"    {place:<{_PLACE}}{self.term.paint('name', name)}" \
            f"{' ' * (width - len(name))} "
        column = 4 + _PLACE + max(width, len(name)) + 1
        if line.value is None:
            yield from self.bytes(line, left, column)
        else:
            value = str(line.value) if line.bits.width == 1 else value_text(line)
            yield from self.meaning(line, left + self.term.paint("value", value)
                                    + " " * (_VALUE - len(value)) + "  ",
                                    column + max(_VALUE, len(value)) + 2, column + _VALUE + 2)
        is_shown = line.bits.width == 1 and line.value and not line.names and not line.text
        if self.docs and line.doc and not is_shown:
            for text in self.term.wrap(line.doc, self.term.width - 8):
                yield "        " + self.term.paint("doc", text)
        if self.docs:
            for unsure in line.unverified:
                for text in self.term.wrap(f"Unverified: {unsure}", self.term.width - 8):
                    yield "        " + self.term.paint("unsure", text)

    def mark(self, unverified: Sequence[str]) -> str:
        return "  " + self.term.paint("unsure", "[unverified]") if any(unverified) else ""

    def meaning(self, line: Line, left: str, column: int, indent: int) -> Iterator[str]:
        """Yields the line with its meaning, wrapped under the column of the meanings."""
        words: List[Tuple[str, str]] = []
        if line.is_flags:
            words += [("enum", word) for word in flags_text(line.names).split(" ")]
        else:
            words += [("enum", name) for name in line.names]
        text = line.text
        if line.bits.width == 1 and not text and not line.names and line.value:
            text = line.doc
        if line.names or line.bits.width == 1:
            text = text if self.docs else first_sentence(text)
        if line.names and text:
            words[-1] = ("enum", words[-1][1] + ":")
        if line.kind is Kind.OVERLAY and line.readings:
            text = "" if not line.is_zero else "0 in all interpretations"
        words += [("doc" if line.names or line.bits.width == 1 else "value", word)
                  for word in text.split()]
        if line.unverified:
            words.append(("unsure", "[unverified]"))
        for number, remark in enumerate(line.remarks):
            words += [("bad", word) for word in
                      f"{'<-' if not number else 'and'} {remark}".split()]
        if words and self.term.width - indent < _MEANING:  # a narrow terminal: under the value
            yield left.rstrip()
            left, column, indent = " " * 8, 8, 8
        yield from self.flow(left, column, indent, words)
        if line.readings and not line.is_zero:
            for when, fields in line.readings:
                words = [("doc", word) for word in
                        ("else:" if when == "else" else f"if {when}:").split()] + \
                    [("value", word) for word in fields.split()]
                yield from self.flow(" " * indent, indent, indent + 2, words)

    def flow(self, left: str, column: int, indent: int,
             words: List[Tuple[str, str]]) -> Iterator[str]:
        """Yields ``left``, which ends in ``column``, then words; further lines start at ``indent``."""
        current, at, empty = left, column, True
        run: List[str] = []  # words of one style are painted together
        last = ""

        def painted() -> str:
            text = self.term.paint(last, " ".join(run)) if run else ""
            run.clear()
            return text

        for style, word in words:
            if not empty and at + 1 + len(word) > self.term.width:
                yield (current + painted()).rstrip()
                current, at, empty = " " * indent, indent, True
            elif not empty:
                if style != last:
                    current += painted() + " "
                at += 1
            last = style
            run.append(word)
            at += len(word)
            empty = False
        yield (current + painted()).rstrip()

    def bytes(self, line: Line, left: str, column: int) -> Iterator[str]:
        """Yields rows of bytes with their characters; of rows of zeros only the first of several."""
        room = self.term.width - column
        if room < _MEANING + 3:
            yield left.rstrip()
            left, column = " " * 8, 8
            room = self.term.width - column
        per_row = _ROW if room >= _ROW * 2 + 3 + 2 + _ROW else _ROW // 2
        rows = [line.raw[i:i + per_row] for i in range(0, len(line.raw), per_row)]
        first, skipped = left, 0
        mark = self.mark(line.unverified)
        if not any(line.raw):
            yield first + self.term.paint("doc", f"{counted(len(line.raw), 'byte')} of zeros") + mark
            return
        for number, row in enumerate(rows):
            if number and not any(row) and not self.everything:
                skipped += len(row)
                continue
            if skipped:
                yield " " * column + self.term.paint("doc", f"{skipped} bytes of zeros")
                skipped = 0
            groups = " ".join(row[i:i + 4].hex() for i in range(0, len(row), 4))
            text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
            wide = per_row * 2 + per_row // 4 - 1 if len(rows) > 1 else len(groups)
            yield first + f"{groups:<{wide}}  " + self.term.paint("doc", text) + mark
            first, mark = " " * column, ""
        if skipped:
            yield " " * column + self.term.paint("doc", f"{skipped} more bytes of zeros")
        for remark in line.remarks:
            yield from self.flow(" " * column, column, column,
                                 [("bad", word) for word in f"<- {remark}".split()])

    def causes(self, found: Sequence[Cause]) -> str:
        """Returns what the requests of error CQEs are, and which rules they break."""
        out: List[str] = []
        for cause in found:
            out += self.wrapped("head", cause.line, "", " " * 4)
            out += [line for text in cause.reasons for line in self.wrapped("bad", text, "  ", " " * 6)]
        return "\ncause:\n" + "".join(f"  {line.rstrip()}\n" for line in out) if out else ""

    def broken(self, item: Item, one: Broken) -> str:
        """Returns a broken rule with its place, for the list at the end."""
        return f"  0x{item.offset:03x} {item.what} {one.line}\n"

    def remark(self, part: Part, line: Line, remark: str) -> str:
        """Returns a remark with its place, for the list at the end."""
        name = "" if line.name in ("reserved", "padding", "bytes") else f" {line.full_name}"
        return f"  0x{part.start:03x} {part.name} {line.place}{name}: {remark}\n"
