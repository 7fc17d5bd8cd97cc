# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc show``: prints layouts, enumerations, variants and sequences in the terminal."""

from __future__ import annotations

import argparse
import difflib
import functools
import re
import sys
from typing import Dict, Iterator, List, Optional, Tuple

from prmclib.model import (BYTES, ENCODINGS, About, Enum, Field, File, Kind, Layout, Segment, Selector, Spec,
                           Variant, When, Writer, range_text)
from prmclib.model import Sequence as Steps
from prmclib.model.errors import counted, listed
from prmclib.model.flatten import flatten_layout
from prmclib.readers.source import load_source
from prmclib.writers.yaml import expr_text
from . import drivernames, grid, picture, term
from .term import Term


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="layouts, enumerations, flags, variants or sequences of the spec; "
                             "layout.field, mlx5_ifc_layout_bits and names of drivers (qpn_ds, "
                             "mlx5_wqe_ctrl_seg, MLX5_OPCODE_UMR) show the layout; none: a "
                             "list of all, by file")
    parser.add_argument("--ascii", action="store_true",
                        help="boxes of - | + (default: where the output is not a terminal)")
    term.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    spec = load_source(args.spec).spec
    page = Page(spec, term.of_stream(sys.stdout, args))
    lines: List[str] = []
    for name in args.names:
        name = meant(spec, page, name)
        of_driver = drivernames.Found([], "") if page.knows(name) else drivernames.Index(spec).find(name)
        if not page.knows(name) and not of_driver.pages:
            print(f"prmc: {unknown(spec, name)}", file=sys.stderr)
            return 2
        lines += [""] * 2 if lines else []
        if of_driver.pages:
            name, *others = of_driver.pages
            more = f"; see also {', '.join(others[:6])}" if others else ""
            lines += page.text(of_driver.why + more, 0, "doc")
        lines += page.of(name)
    sys.stdout.write("".join(line.rstrip() + "\n" for line in lines or page.index()))
    return 0


def meant(spec: Spec, page: "Page", name: str) -> str:
    """Returns the name in the spec for a driver's name or a field's path.

    ``mlx5_ifc_mkc_bits`` and ``mkc.log_page_size`` are ``mkc``; an unknown name is returned as it is.
    """
    if page.knows(name):
        return name
    layout = re.sub(r"^(?:struct )?mlx5_ifc_(\w+?)(?:_bits)?$", r"\1", name)
    head, _, path = layout.partition(".")
    if path and head in spec.layouts and any(
            item.path == path or item.path.startswith(f"{path}.")
            for item in flatten_layout(spec, head)):
        return head
    return layout if page.knows(layout) else name


def unknown(spec: Spec, name: str) -> str:
    """Returns the message about a name that the spec does not define."""
    known = [*spec.layouts, *spec.enums, *spec.variants, *spec.sequences]
    inside = [layout.name for layout in spec.layouts.values()
              for item in layout.fields
              if name in [item.name] + [arm.name for arm in item.arms]]
    values = [enum.name for enum in spec.enums.values() if enum.by_name(name)]
    message = f"the spec has no '{name[:60]}'"
    head = name.partition(".")[0]
    if head != name and head in spec.layouts:
        return f"{message}; `prmc show {head}` lists the fields of {head}"
    if inside or values:
        where = [f"a field of {listed(inside[:6])}"] if inside else []
        where += [f"a value of {listed(values[:6])}"] if values else []
        return f"{message} of its own; it is {' and '.join(where)}"
    near = difflib.get_close_matches(name.lower(), known, 5, 0.6)
    near += [other for other in known if len(name) > 2 and name.lower() in other
             and other not in near]
    owners: Dict[str, str] = {}
    for layout in spec.layouts.values():
        for item in layout.fields:
            owners.setdefault(item.name, layout.name)
    near += [f"{field} (of {owners[field]})" for field in
             difflib.get_close_matches(name.lower(), list(owners), 3, 0.8)]
    return message + (f"; similar: {', '.join(near[:8])}" if near else
                      "; `prmc show` lists what it has")


def when_text(when: When) -> str:
    return "else" if when.is_else else ", ".join(when.texts or [f"{v:#x}" for v in when.values])


class Page:
    """Pages of the manual for one terminal, as lines."""

    def __init__(self, spec: Spec, screen: Term) -> None:
        self.spec = spec
        self.term = screen

    def knows(self, name: str) -> bool:
        return any(name in names for names in self.spec.tables)

    def of(self, name: str) -> List[str]:
        if name in self.spec.layouts:
            return list(self.layout(self.spec.layouts[name]))
        if name in self.spec.enums:
            return list(self.enum(self.spec.enums[name]))
        if name in self.spec.variants:
            return list(self.variant(self.spec.variants[name]))
        return list(self.sequence(self.spec.sequences[name]))

    # Building blocks

    def text(self, text: str, indent: int, style: str = "", head: str = "") -> Iterator[str]:
        """Yields the lines of a paragraph that starts with ``head``, painted in ``style``; without a head
        all of it is painted."""
        body = f"{head}: {text}" if head else text
        for number, line in enumerate(self.term.wrap(body, self.term.width - indent)):
            if head and number == 0 and line.startswith(head + ":"):
                line = self.term.paint(style, head + ":") + line[len(head) + 1:]
            elif not head and style:
                line = self.term.paint(style, line)
            yield " " * indent + line

    def about(self, about: About, indent: int, doc: bool = True) -> Iterator[str]:
        if doc and about.doc:
            yield from self.text(about.doc, indent)
        for head, text, style in (("since", about.since, "doc"), ("note", about.note, "name"),
                                  ("conflict", about.conflict, "unsure"),
                                  ("unverified", about.unverified, "unsure"),
                                  *(("observed", text, "name") for text in about.observed)):
            if text:
                yield from self.text(text, indent, style, head)
        if about.source:
            yield from self.text("; ".join(about.source), indent, "doc", "source")

    def title(self, name: str, what: str, line: str) -> Iterator[str]:
        gap = self.term.width - len(f"{name}: {what}") - len(line)
        head = self.term.paint("head", name) + f": {what}"
        place = self.term.paint("doc", line)
        if gap > 1:
            yield head + " " * gap + place
        else:
            yield head
            yield place

    def used_by(self, name: str) -> Iterator[str]:
        users = self._users.get(name)
        if users:
            yield from self.text(", ".join(users), 0, "doc", "used by")

    @functools.cached_property
    def _users(self) -> Dict[str, Dict[str, None]]:
        """The fields, variants and sequences that refer to a name, by that name, in the order of the spec."""
        users: Dict[str, Dict[str, None]] = {}
        for layout in self.spec.layouts.values():
            for entry in layout.walk():
                for name in entry.item.uses:
                    users.setdefault(name, {})[f"{layout.name}.{entry.item.name}"] = None
        for user in [*self.spec.variants, *self.spec.sequences]:
            for name in self.spec.uses(user):
                users.setdefault(name, {})[user] = None
        return users

    # Layouts

    def layout(self, layout: Layout) -> Iterator[str]:
        flexible = layout.fields[-1].is_flexible
        size = f"{layout.size} bytes" + (" and what follows" if flexible else "")
        writer = {Writer.DRIVER: "the driver", Writer.DEVICE: "the device",
                  Writer.BOTH: "both sides"}[layout.writer]
        yield from self.title(layout.name, f"layout, {size}, written by {writer}",
                              f"{layout.where.file}:{layout.where.line}")
        yield from self.about(layout.about, 0)
        yield from self.used_by(layout.name)
        yield ""
        rows = grid.rows_of(layout.fields)
        drawn, marks = picture.draw(rows, self.term)
        if drawn:
            yield from drawn
        else:
            yield self.term.paint("doc", "(the table needs a wider terminal)")
        yield from self.arms(layout, rows, marks)
        if marks:
            yield ""
            yield from self.text("Letters in boxes refer to the list, in the same dword.", 0, "doc")
        yield ""
        shown: List[str] = []
        width = max(len(grid.place_of(entry.item)) for entry in layout.walk()) + 2
        for item in layout.fields:
            yield from self.field(item, layout, marks, width, shown)

    def arms(self, layout: Layout, rows: List[grid.Row],
             marks: Dict[Field, str]) -> Iterator[str]:
        """Draws each arm that has fields of its own."""
        for item in layout.fields:
            for arm in item.arms:
                if arm.is_single and arm.fields[0].kind is not Kind.LAYOUT:
                    continue
                drawn, more = picture.draw(grid.rows_of(arm.fields), self.term, rows)
                marks.update(more)
                if drawn:
                    yield ""
                    yield from self.text(f"{item.name} is {arm.name}, if "
                                         f"{self.condition(item.selector, arm.when)}:", 0)
                    yield from drawn

    @staticmethod
    def condition(selector: Optional[Selector], when: When) -> str:
        what = "" if selector is None or selector.external else selector.field
        text = when_text(when)
        if text == "else":
            return f"{what} has another value" if what else "none of the others"
        return f"{what} is {text}" if what else text

    def field(self, item: Field, layout: Layout, marks: Dict[Field, str], width: int,
              shown: List[str], indent: int = 0) -> Iterator[str]:
        mark = marks.get(item, "")
        left = " " * indent + f"{mark:<2}{grid.place_of(item):<{width}}"
        if not item.is_named:
            more = [text for text in (item.about.doc, item.about.note) if text]
            yield left + self.term.paint("doc", item.kind.value)
            for text in more:
                yield from self.text(text, len(left))
            return
        facts = self.facts(item, layout)
        words = item.name + (f"[{item.count}]" if item.count else "[]" if item.is_flexible else "")
        line = left + self.term.paint("name", words)
        column = len(left) + len(words)
        for number, fact in enumerate(facts):
            if column + 2 + len(fact) > self.term.width and column > len(left):
                yield line
                line, column = " " * len(left), len(left)
            line += ("  " if column > len(left) else "") + fact
            column += 2 + len(fact)
        yield line
        inside = len(left) + 2
        yield from self.about(item.about, inside)
        for name in (item.enum, item.flags):
            if name and name not in shown:
                shown.append(name)
                yield from self.values(self.spec.enums[name], inside)
        if item.selector is not None and item.selector.external:
            yield from self.text(item.selector.external, inside, "name", "selected by")
        for arm in item.arms:
            one = arm.fields[0]
            head = f"if {self.condition(item.selector, arm.when)}: "
            if arm.is_single:
                yield from self.text("  ".join([f"{head}{one.name}", *self.facts(one, layout)]), inside)
                about = one.about if one.about.doc else arm.about
                yield from self.about(about, inside + 2)
                for name in (one.enum, one.flags):
                    if name and name not in shown:
                        shown.append(name)
                        yield from self.values(self.spec.enums[name], inside + 2)
                continue
            yield from self.text(f"{head}{arm.name}", inside)
            yield from self.about(arm.about, inside + 2)
            for sub in arm.fields:
                yield from self.field(sub, layout, marks, width, shown, inside)

    def facts(self, item: Field, layout: Layout) -> List[str]:
        """Returns the attributes of a field, a few words each."""
        facts: List[str] = []
        enum = self.spec.enums.get(item.enum)

        def value(number: int) -> str:
            found = enum.by_value(number) if enum else None
            return found.name if found else f"{number:#x}"

        if item.layout:
            facts.append(f"layout {item.layout}")
        if item.is_array and item.kind is Kind.UINT:
            facts.append(f"{item.elem_width} bits each")
        if item.kind is Kind.BYTES:
            facts.append("bytes")
        if item.enum:
            facts.append(f"enum {item.enum}")
        if item.flags:
            facts.append(f"flags {item.flags}")
        unit, encoding = item.measure
        if encoding:
            facts.append(f"{encoding} ({ENCODINGS[encoding]})")
        if item.also:
            facts.append(f"also layout {item.also}")
        if unit and encoding not in BYTES:
            facts.append(f"in {unit}")
        if item.legal:
            facts.append(f"range {range_text(item.legal)}")
        if item.fixed is not None:
            facts.append(f"always {value(item.fixed)}")
        if item.default is not None:
            facts.append(f"default {value(item.default)}")
        if item.writer is not None and item.writer is not layout.writer:
            facts.append(f"written by {item.writer.value}")
        if item.cap:
            facts.append(f"needs {item.cap}")
        if item.arms:
            by = item.selector.field if item.selector and item.selector.field else "see below"
            facts.append(f"depends on {by}" if by != "see below" else "several readings")
        return facts

    # Enumerations

    def values(self, enum: Enum, indent: int) -> Iterator[str]:
        """Yields the table of the values."""
        digits = max((len(f"{item.value:x}") for item in enum.values), default=1)
        names = max((len(item.name) for item in enum.values), default=1)
        for item in enum.values:
            number = f"bit {item.value}" if enum.is_flags else f"0x{item.value:0{digits}x}"
            number = f"{number:<7}" if enum.is_flags else number
            left = f"{number}  {item.name:<{names}}  "
            if not (item.about.doc or item.about.source or item.about.note or item.about.since
                    or item.about.conflict or item.about.unverified or item.about.observed or item.detail):
                yield " " * indent + left.rstrip().replace(
                    item.name, self.term.paint("enum", item.name), 1)
                continue
            column = indent + len(left)
            if column > self.term.width - 24:
                column = indent + 4
            lines = list(self.about(item.about, column))
            if item.detail:
                of = f": {item.detail}" if item.detail in self.spec.enums else " are details"
                lines += self.text(f"the low {item.detail_bits} bits{of}", column, "doc")
            lines = lines or [""]
            if column == indent + len(left):
                first = lines.pop(0)[column:]
                yield " " * indent + number + "  " + self.term.paint("enum", item.name) + \
                    " " * (names - len(item.name) + 2) + first
            else:
                yield " " * indent + number + "  " + self.term.paint("enum", item.name)
            yield from lines
        if enum.is_open:
            yield " " * indent + self.term.paint("doc", "other values are legal")

    def enum(self, enum: Enum) -> Iterator[str]:
        what = "flags" if enum.is_flags else "enumeration"
        yield from self.title(enum.name, f"{what}, {counted(len(enum.values), 'value')}",
                              f"{enum.where.file}:{enum.where.line}")
        yield from self.about(enum.about, 0)
        yield from self.used_by(enum.name)
        yield ""
        yield from self.values(enum, 2)

    # Variants and sequences

    def variant(self, variant: Variant) -> Iterator[str]:
        yield from self.title(variant.name, f"variant by {variant.selector.bits}"
                              + (f" ({variant.selector.enum})" if variant.selector.enum else ""),
                              f"{variant.where.file}:{variant.where.line}")
        yield from self.about(variant.about, 0)
        yield from self.used_by(variant.name)
        yield ""
        rows = [(when_text(arm.when), arm.layout or arm.sequence, arm.about) for arm in variant.arms]
        names = min(max(len(name) for _, name, _ in rows), 30)
        for when, name, about in rows:
            first, *more = self.term.wrap("otherwise" if when == "else" else f"if {when}",
                                          self.term.width - names - 4)
            yield "  " + self.term.paint("name", name) + " " * (names - len(name)) + f"  {first}"
            for line in more:
                yield " " * (names + 4) + line
            yield from self.about(about, names + 4)

    def sequence(self, sequence: Steps) -> Iterator[str]:
        size = f", {expr_text(sequence.size)} bytes" if sequence.size is not None else ""
        yield from self.title(sequence.name, f"sequence{size}",
                              f"{sequence.where.file}:{sequence.where.line}")
        yield from self.about(sequence.about, 0)
        yield from self.used_by(sequence.name)
        yield ""
        names = max(len(part.name) for part in sequence.segments)
        kinds = max(len(self.kind(part)) for part in sequence.segments)
        for part in sequence.segments:
            indent = names + kinds + 6
            first, *more = self.term.wrap(self.amount(part), max(self.term.width - indent, 20))
            yield "  " + self.term.paint("name", part.name) + " " * (names - len(part.name)) \
                + f"  {self.kind(part):<{kinds}}  {first}"
            yield from (" " * indent + line for line in more)
            if part.when is not None:
                yield from self.text(f"if {expr_text(part.when)}", names + 4)
            yield from self.about(part.about, names + 4)

    @staticmethod
    def kind(part: Segment) -> str:
        return part.layout or part.variant or part.sequence or "bytes"

    @staticmethod
    def amount(part: Segment) -> str:
        if part.count is not None:
            return f"{expr_text(part.count)} times"
        if part.size is not None:
            return f"{expr_text(part.size)} bytes"
        return "to the end" if part.rest else "once"

    # The index

    def index(self) -> Iterator[str]:
        for number, item in enumerate(self.spec.files):
            if number:
                yield ""
            yield self.term.paint("head", item.path)
            yield from self.text(item.doc, 2, "doc")
            yield from self.names(item)

    def names(self, item: File) -> Iterator[str]:
        rows: List[Tuple[str, str, About]] = []
        for name in item.layouts:
            rows.append((name, f"{self.spec.layouts[name].size} bytes",
                         self.spec.layouts[name].about))
        rows += [(name, "variant", self.spec.variants[name].about) for name in item.variants]
        rows += [(name, "sequence", self.spec.sequences[name].about) for name in item.sequences]
        for name in item.enums:
            enum = self.spec.enums[name]
            rows.append((name, "flags" if enum.is_flags else "enum", enum.about))
        names = max((len(name) for name, _, _ in rows), default=0)
        for name, what, about in rows:
            left = f"  {name:<{names}}  {what:<10}  "
            lines = self.term.wrap(about.doc, self.term.width - len(left))
            text = lines[0] + ("..." if len(lines) > 1 else "")
            yield "  " + self.term.paint("name", name) + " " * (names - len(name)) \
                + f"  {what:<10}  " + self.term.paint("doc", text)
