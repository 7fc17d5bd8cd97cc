# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The contents of the reference of a manual as one HTML page, for its template."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Callable, Dict, Iterator, List, Optional, Tuple

from markupsafe import Markup

from prmclib import VERSION
from prmclib.model import (BYTES, ENCODINGS, About, Arm, Enum, Field, Kind, Layout, LeftOut, Segment, Span, Thing,
                           Variant, Writer, hex2, range_text)
from prmclib.model import Sequence as Steps
from prmclib.readers.source import Source
from prmclib.show import codes, drivernames
from prmclib.show.grid import place_of, rows_of
from prmclib.show.html import page_html
from prmclib.show.html.drawing import Style, describe, doubts
from prmclib.show.html.page_html import Anchors
from prmclib.show.show import Page, when_text
from prmclib.writers.yaml import expr_text
from .crossref import Use, crossref

_FEW = 12  # values of an enumeration that are listed with a field
_WRITERS = {Writer.DRIVER: "the driver", Writer.DEVICE: "the device", Writer.BOTH: "both sides"}


@dataclass(frozen=True)
class Link:
    """A name, and the id of its target; a name alone if the id is empty."""

    text: str
    to: str = ""
    about: str = ""


@dataclass
class Fact:
    """An attribute of a field: ``what`` is its label, ``text`` or ``link`` its value."""

    what: str
    text: str = ""
    link: Optional[Link] = None


@dataclass
class Note:
    """A remark, with its class of the style sheet and its heading."""

    look: str
    head: str
    text: Markup


@dataclass
class Documentation:
    """The contents of :class:`About`, formatted for the page."""

    doc: Markup
    notes: List[Note]
    source: List[str]


@dataclass
class Row:
    """A line of the table of fields. ``when`` is the condition of an arm whose only field this is,
    or the heading of the following fields."""

    id: str
    place: str
    name: str
    look: str
    depth: int
    docs: Documentation
    facts: List[Fact] = field(default_factory=list)
    values: List[Link] = field(default_factory=list)
    more_values: int = 0
    needed_by: List[Link] = field(default_factory=list)
    when: str = ""
    figure: Markup = Markup("")
    also: str = ""  # names of drivers, for the search


@dataclass
class Item:
    """A layout, enumeration, variant or sequence."""

    id: str
    name: str
    kind: str
    line: str
    docs: Documentation
    size: str = ""
    writer: str = ""
    used_by: List[Link] = field(default_factory=list)
    reached: List[Tuple[Link, List[Link]]] = field(default_factory=list)
    other: Optional[Link] = None  # the answer to a command, or the command
    figure: Markup = Markup("")
    rows: List[Row] = field(default_factory=list)
    lines: List["Line"] = field(default_factory=list)
    left_out: List[LeftOut] = field(default_factory=list)
    is_open: bool = False
    also: str = ""  # names of drivers, for the search


@dataclass
class Line:
    """A value of an enumeration, an arm of a variant, a part of a sequence."""

    id: str
    name: str
    docs: Documentation
    number: str = ""
    link: Optional[Link] = None
    choices: List[Link] = field(default_factory=list)  # what the value selects
    at: str = ""
    size: str = ""
    amount: Markup = Markup("")
    when: Markup = Markup("")
    share: int = 1  # of the picture's width
    look: str = ""
    also: str = ""  # names of libibverbs, for the search


# Groups of chapters, in the order of the page, and the files of the spec in each; the longest pattern decides.
GROUPS = (
    ("Signature path", ("wqe/bsf", "wqe/psv", "wqe/umr", "cmd/mkey", "cmd/psv_cmd")),
    ("Work requests", ("wqe/*",)),
    ("Completions and events", ("cqe/*",)),
    ("Commands", ("cmd/*",)),
    ("Capabilities", ("cmd/*cap*",)),
    ("Registers", ("cmd/access_reg", "reg/*")),
    ("Messages between hosts", ("wire/*",)),
)


def place_in_groups(path: str) -> Tuple[int, int]:
    """Returns the indices of a file of the spec in GROUPS and in the patterns of its group; (7, 0), after all
    groups, for a file of another manual."""
    name = path.partition("/")[2].removesuffix(".yaml")
    fitting = [(len(pattern), (number, place)) for number, (_, patterns) in enumerate(GROUPS)
               for place, pattern in enumerate(patterns) if fnmatch(name, pattern)]
    return max(fitting)[1] if fitting else (len(GROUPS), 0)


@dataclass
class Chapter:
    """A file of the manual; ``group`` is the heading of the chapters that it belongs to, if there is one."""

    group: str
    id: str
    path: str
    title: str
    doc: Markup
    items: List[Item]


class Reference:
    """Everything on the page, by :meth:`chapters`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.spec = source.spec
        self.refs = crossref(self.spec)
        self.drivers = drivernames.Index(self.spec)
        self.ids: Dict[str, str] = {}  # of layouts, variants, sequences, enumerations, by name
        self.own: Dict[object, str] = {}  # by object: two items may have one name
        self.fields: Dict[Field, str] = {}
        self.paths: Dict[Field, str] = {}
        self.by_path: Dict[str, str] = {}  # "layout.path", "ENUM.VALUE"
        self.values: Dict[object, str] = {}  # of enumerations, and arms and parts
        self.chapter_ids: List[str] = []
        self.left: Dict[str, List[LeftOut]] = {}
        for item in source.left_out:
            self.left.setdefault(item.layout, []).append(item)
        self._name()

    def _name(self) -> None:
        anchors = Anchors()
        spec = self.spec
        things: List[Thing] = [*spec.layouts.values(), *spec.variants.values(), *spec.sequences.values(), *spec.enums.values()]
        for thing in things:
            found = anchors.new(thing.name)
            self.ids.setdefault(thing.name, found)
            self.own[thing] = found
        for layout in spec.layouts.values():
            top = self.own_id(layout)
            for entry in layout.walk():
                if entry.path:
                    anchor = self.fields[entry.item] = anchors.new(f"{top}.{entry.path}")
                    self.paths[entry.item] = entry.path
                    self.by_path.setdefault(f"{layout.name}.{entry.path}", anchor)
        for enum in spec.enums.values():
            for value in enum.values:
                self.values[value] = anchors.new(f"{self.own_id(enum)}.{value.name}")
                self.by_path.setdefault(f"{enum.name}.{value.name}", self.values[value])
        for variant in spec.variants.values():
            for arm in variant.arms:
                self.values[arm] = anchors.new(f"{self.own_id(variant)}.{arm.name}")
        for sequence in spec.sequences.values():
            for part in sequence.segments:
                self.values[part] = anchors.new(f"{self.own_id(sequence)}.{part.name}")
        self.chapter_ids = [anchors.new(item.path) for item in spec.files]

    def own_id(self, thing: object) -> str:
        return self.own[thing]

    # Texts

    def target(self, layout: Optional[Layout] = None) -> Callable[[str], str]:
        """Returns the resolver of references in a text: fields of the layout with unusual names,
        layouts, ``layout.field``."""
        def find(word: str) -> str:
            if "." in word:
                return self.by_path.get(word, "")
            if "_" not in word:
                return ""
            if layout is not None and f"{layout.name}.{word}" in self.by_path:
                return self.by_path[f"{layout.name}.{word}"]
            return self.ids.get(word, "")
        return find

    def docs(self, about: About, layout: Optional[Layout] = None) -> Documentation:
        link = self.target(layout)
        notes = [Note(look, head, page_html.linked(text, link)) for look, head, text in (
            ("since", "Since", about.since), ("note", "Note", about.note),
            ("conflict", "Sources disagree", about.conflict),
            ("unverified", "Unverified on hardware", about.unverified),
            *(("observed", "Seen", text) for text in about.observed)) if text]
        return Documentation(page_html.linked(about.doc, link), notes, about.source)

    def use(self, user: Use) -> Link:
        return Link(str(user), self.by_path.get(str(user), self.ids.get(user.name, ""))
                    if user.part else self.ids.get(user.name, ""))

    def named(self, name: str) -> Link:
        return Link(name, self.ids.get(name, ""))

    # Drawings

    def style(self) -> Style:
        return Style(anchor=lambda item: self.fields.get(item, ""), about=self.title,
                     marks=doubts)

    @staticmethod
    def title(item: Field) -> str:
        doc = item.about.doc
        return describe(item) + (f"\n{doc}" if doc else "")

    # Layouts

    def layout(self, layout: Layout) -> Item:
        flexible = bool(layout.fields) and layout.fields[-1].is_flexible
        item = Item(self.own_id(layout), layout.name, "layout", _line(layout.where),
                    self.docs(layout.about, layout),
                    size=f"{layout.size} bytes" + (" and an array" if flexible else ""),
                    writer=_WRITERS[layout.writer])
        self.users(item)
        item.other = self.counterpart(layout.name)
        item.figure = page_html.figure(rows_of(layout.fields), self.style())
        for one in layout.fields:
            item.rows += self.rows(one, layout)
        item.left_out = self.left.get(layout.name, [])
        return item

    def users(self, item: Item) -> None:
        """Adds what refers to an item, and what drivers call it."""
        item.also = " ".join(self.drivers.of_page(item.name))
        item.used_by = [self.use(user) for user in self.refs.users.get(item.name, [])]
        groups: Dict[str, List[Link]] = {}
        for variant, arm in self.refs.reached_from.get(item.name, []):
            groups.setdefault(variant, []).append(Link(when_text(arm.when), self.values[arm]))
        for variant, links in groups.items():
            every = len(self.spec.variants[variant].arms)
            item.reached.append((self.named(variant), [Link("every kind", self.ids[variant])]
                                 if len(links) == every and every > 1 else links))

    def counterpart(self, name: str) -> Optional[Link]:
        for end, other in (("_in", "_out"), ("_out", "_in")):
            if name.endswith(end) and name[:-len(end)] + other in self.spec.layouts:
                return self.named(name[:-len(end)] + other)
        return None

    def rows(self, item: Field, layout: Layout, depth: int = 0, when: str = "") -> Iterator[Row]:
        looks = [item.kind.value] + [look for look in ("unverified", "conflict")
                                     if getattr(item.about, look)]
        anchor = self.fields.get(item, "")
        name = item.name + (f"[{item.count}]" if item.count else "[]" if item.is_flexible else "")
        row = Row(anchor, place_of(item), name or item.kind.value, " ".join(looks), depth,
                  self.docs(item.about, layout), when=when,
                  also=" ".join(self.drivers.of_field(layout.name, self.paths.get(item, ""))))
        if item.is_named:
            row.facts = list(self.facts(item, layout))
            row.needed_by = [self.use(user) for user in self.refs.needed_by.get(
                f"{layout.name}.{item.name}", [])]
            enum = self.spec.enums.get(item.enum or item.flags)
            if enum is not None and item.fixed is None:
                row.values = [Link(f"{value.value:#x} {value.name}" if not enum.is_flags else
                                   f"{value.value}: {value.name}", self.values[value],
                                   value.about.doc)
                              for value in enum.values[:_FEW]]
                row.more_values = max(len(enum.values) - _FEW, 0)
        yield row
        for arm in item.arms:
            yield from self.arm(item, arm, layout, depth + 1)

    def arm(self, item: Field, arm: Arm, layout: Layout, depth: int) -> Iterator[Row]:
        when = Page.condition(item.selector, arm.when)
        if arm.is_single and arm.fields[0].is_named:
            for number, row in enumerate(self.rows(arm.fields[0], layout, depth, f"if {when}")):
                if number == 0 and not arm.fields[0].about.doc:
                    row.docs = self.docs(arm.about, layout)
                yield row
            return
        figure = Markup("")
        if arm.fields and not (len(arm.fields) == 1 and not arm.fields[0].is_named):
            figure = page_html.figure(rows_of(arm.fields), self.style())
        yield Row("", "", arm.name, "arm", depth, self.docs(arm.about, layout),
                  when=f"if {when}", figure=figure)
        for sub in arm.fields:
            yield from self.rows(sub, layout, depth + 1)

    def facts(self, item: Field, layout: Layout) -> Iterator[Fact]:
        """Yields the attributes of a field."""
        if item.layout:
            yield Fact("layout", link=self.named(item.layout))
        if item.kind is Kind.UINT and not item.is_array:
            yield Fact("", f"{item.bits.width} bit{'s' * (item.bits.width > 1)}")
        elif item.is_flexible:
            yield Fact("", "to the end")
        elif item.is_array:
            yield Fact("", f"{item.count} times {item.elem_width} bits")
        elif item.kind in (Kind.BYTES, Kind.LAYOUT):
            yield Fact("", f"{item.bits.width // 8} bytes")
        enum = self.spec.enums.get(item.enum)
        if item.enum:
            yield Fact("enum", link=self.named(item.enum))
        if item.flags:
            yield Fact("flags", link=self.named(item.flags))
        if item.also:
            yield Fact("also", link=self.named(item.also))
        unit, encoding = item.measure
        if encoding:
            of = f" {unit}" if unit and encoding not in BYTES else ""
            yield Fact(f"{encoding}:", ENCODINGS[encoding].replace("*", "×") + of)
        elif unit:
            yield Fact("in", unit)
        if item.legal:
            yield Fact("range", range_text(item.legal))
        for what, number in (("always", item.fixed), ("default", item.default)):
            if number is not None:
                value = enum.by_value(number) if enum else None
                if value is not None and what == "always":  # in the place of all values
                    yield Fact(what, link=Link(f"{value.value:#x} {value.name}",
                                               self.values[value], value.about.doc))
                else:
                    yield Fact(what, value.name if value else f"{number:#x}")
        if item.writer is not None and item.writer is not layout.writer:
            yield Fact("written by", _WRITERS[item.writer])
        if item.cap:
            yield Fact("needs", link=Link(item.cap, self.by_path.get(item.cap, "")))
        if item.selector is not None and item.selector.field:
            yield Fact("depends on", link=Link(item.selector.field, self.by_path.get(
                f"{layout.name}.{item.selector.field}", "")))
        elif item.selector is not None and item.selector.external:
            yield Fact("selected by:", item.selector.external)

    # Enumerations, variants, sequences

    def enum(self, enum: Enum) -> Item:
        item = Item(self.own_id(enum), enum.name, "flags" if enum.is_flags else "enumeration",
                    _line(enum.where), self.docs(enum.about), is_open=enum.is_open)
        self.users(item)
        digits = max((len(f"{value.value:x}") for value in enum.values), default=1)
        for value in enum.values:
            number = f"bit {value.value}" if enum.is_flags else f"0x{value.value:0{digits}x}"
            if value.detail_bits:
                number += f" to 0x{value.value | ((1 << value.detail_bits) - 1):0{digits}x}"
            item.lines.append(Line(self.values[value], value.name, self.docs(value.about),
                                   link=self.named(value.detail) if value.detail in self.spec.enums else None,
                                   number=number, look=_look(value.about),
                                   also=" ".join(codes.names_of_syndrome(value.name)) if enum.name == codes.SYNDROME else "",
                                   choices=[self.named(name) for name in
                                            self.refs.chosen_by.get((enum.name, value.value), [])]))
        return item

    def variant(self, variant: Variant) -> Item:
        by = str(variant.selector.bits) if variant.selector.bits else ""
        item = Item(self.own_id(variant), variant.name, "variant", _line(variant.where),
                    self.docs(variant.about), size=f"selected by {by}" if by else "")
        self.users(item)
        if variant.selector.enum:
            item.other = self.named(variant.selector.enum)
        enum = self.spec.enums.get(variant.selector.enum)
        for arm in variant.arms:
            texts = []
            whole = when_text(arm.when)
            for text in [whole] if arm.when.is_else else whole.split(", "):
                value = enum.by_name(text) if enum else None
                texts.append(Markup('<a href="#{}">{}</a>').format(self.values[value], text)
                             if value else Markup("{}").format(
                                 "any other value" if text == "else" else text))
            item.lines.append(Line(self.values[arm], arm.name, self.docs(arm.about),
                                   link=self.named(arm.layout or arm.sequence),
                                   when=Markup(", ").join(texts), look=_look(arm.about)))
        return item

    def sequence(self, sequence: Steps) -> Item:
        link = self.expression_target(sequence)
        item = Item(self.own_id(sequence), sequence.name, "sequence", _line(sequence.where),
                    self.docs(sequence.about))
        if sequence.size is not None:
            item.size = f"{expr_text(sequence.size)} bytes"
        self.users(item)
        at: Optional[int] = 0
        for part in sequence.segments:
            name = part.layout or part.variant or part.sequence
            size = self.size(part)
            layout = self.spec.layouts.get(part.layout)
            look = " ".join(filter(None, ["when" if part.when is not None else "",
                                          "open" if size is None else "", _look(part.about)]))
            line = Line(self.values[part], part.name, self.docs(part.about),
                        link=self.named(name) if name else Link("bytes"),
                        at=hex2(at) if at is not None else "then",
                        size=f"{size} bytes" if size is not None else
                        f"{layout.size} bytes each" if layout and (part.count or part.size or
                                                                   part.rest) else "",
                        amount=page_html.linked(_amount(part), link),
                        when=page_html.linked(expr_text(part.when), link), look=look,
                        share=min(max((size or 32) // 8, 4), 16))
            item.lines.append(line)
            at = at + size if at is not None and size is not None and part.when is None else None
        return item

    def size(self, part: Segment) -> Optional[int]:
        """Returns the bytes of a part; None if they vary."""
        if part.layout and part.size is None and part.count is None and not part.rest:
            layout = self.spec.layouts[part.layout]
            return None if layout.fields and layout.fields[-1].is_flexible else layout.size
        return None

    def expression_target(self, sequence: Steps) -> Callable[[str], str]:
        layouts = {part.name: part.layout for part in sequence.segments}

        def find(word: str) -> str:
            first, _, rest = word.partition(".")
            return self.by_path.get(f"{layouts.get(first, '')}.{rest}", "") if rest else ""
        return find

    # The whole

    def chapters(self) -> List[Chapter]:
        spec = self.spec
        out = []
        titles = [title for title, _ in GROUPS] + [""]
        for file, anchor in sorted(zip(spec.files, self.chapter_ids), key=lambda item: place_in_groups(item[0].path)):
            items = [self.layout(spec.layouts[name]) for name in file.layouts]
            items += [self.variant(spec.variants[name]) for name in file.variants]
            items += [self.sequence(spec.sequences[name]) for name in file.sequences]
            items += [self.enum(spec.enums[name]) for name in file.enums]
            out.append(Chapter(titles[place_in_groups(file.path)[0]], anchor, file.path, file.stem,
                               page_html.linked(file.doc, self.target()), items))
        return out


def _line(where: Span) -> str:
    return f"{where.file}:{where.line}" if where.line else str(where.file)


def _look(about: About) -> str:
    return " ".join(look for look in ("unverified", "conflict") if getattr(about, look))


def _amount(part: Segment) -> str:
    if part.count is not None:
        return f"{expr_text(part.count)} times"
    if part.size is not None:
        return f"{expr_text(part.size)} bytes in all"
    return "to the end" if part.rest else ""


def page(source: Source) -> str:
    """Returns the HTML page."""
    reference = Reference(source)
    spec = source.spec
    whole = [item for item in source.left_out if item.layout not in spec.layouts]
    counts = {
        "layouts": len(spec.layouts),
        "fields": sum(bool(entry.path) for layout in spec.layouts.values() for entry in layout.walk()),
        "enumerations": len(spec.enums),
        "variants and sequences": len(spec.variants) + len(spec.sequences),
    }
    name = os.path.basename(os.path.normpath(source.label)) or source.label
    title = "mlx5 reference" if source.form == "spec" else f"{name}: reference"
    return page_html.render("reference.html.j2", ("base.css", "drawing.css", "reference.css"),
                       "reference.js", title=title, chapters=reference.chapters(), counts=counts,
                       left_out=whole, version=VERSION, digest=spec.digest[:8])
