# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A comparison as one HTML page: drawings before and after, and the consequences of changes."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Sequence, Tuple

from markupsafe import Markup

from prmclib.diff.finding import Finding, Report, Severity, Side, Witness
from prmclib.diff.label import Labels
from prmclib.model import Bits, Enum, Spec
from prmclib.show.html import page_html
from prmclib.show.html.page_html import Anchors
from prmclib.show.show import Page, when_text
from prmclib.writers.yaml import expr_text
from .compared import WORDS, Marks, Table, Word, hexdump, minus, set_bits, tables, witness_rows
from .report_text import WHOLE, against, by_layout, consequences, group_title, joined, line_of

SIGNS = {Severity.BREAKING: "✖", Severity.DANGEROUS: "▲", Severity.COMPATIBLE: "✔",
         Severity.COSMETIC: "·"}
_WORDS = frozenset(("a", "all", "an", "bits", "bytes", "code", "each", "firmware", "its", "no",
                    "only",
                    "taken", "the", "under", "what"))  # first words of sentences, besides names
OTHER_LAYOUTS = {"D001": "New layouts", "D002": "Layouts that only the manual has"}  # sections, by rule
_IN_BITS = ("field", "layout", "overlay", "arm")


@dataclass
class Link:
    text: str
    to: str


@dataclass
class WitnessView:
    where: str
    dump: Markup
    words: List[Word]
    old: str
    new: str


@dataclass
class Card:
    """One finding."""

    id: str
    finding: Finding
    name: str
    sign: str
    severity: str
    old_place: str = ""
    new_place: str = ""
    cause: Optional[Link] = None
    brings: List[Link] = field(default_factory=list)
    labels: Labels = Labels()
    sentences: List[str] = field(default_factory=list)
    witness: Optional[WitnessView] = None
    approval: str = ""


@dataclass
class Row:
    """One of several findings of one kind."""

    id: str
    finding: Finding
    place: str
    name: str
    title: str
    severity: str


@dataclass
class Value:
    """A line of an enumeration, or a part of a sequence, on both sides."""

    old: str
    new: str
    look: str


@dataclass
class Section:
    """All findings of a layout, enumeration, variant or sequence."""

    id: str
    name: str
    kind: str
    was: str  # its former name, if it was renamed
    cards: List[Card]
    counts: List[Tuple[str, str, int]]  # (sign, word, number)
    rows: List[Tuple[str, List[Row]]] = field(default_factory=list)  # tables, with their titles
    tables: List[Table] = field(default_factory=list)
    values: List[Value] = field(default_factory=list)
    sides: Tuple[str, str] = ("Before", "After")
    drawn: str = ""  # alternative text of the drawing


def render(report: Report, show_all: bool = False) -> str:
    """Returns the page.  Without ``show_all`` several findings of one kind in one layout are a table, as in the other
    reports, and cosmetic findings are only counted."""
    return page_html.render("diff.html.j2", ("base.css", "drawing.css", "diff.css"), "diff.js",
                            **_Page(report, show_all).values())


class _Page:
    def __init__(self, report: Report, show_all: bool) -> None:
        self.report, self.show_all = report, show_all
        self.shown = [item for item in report.findings
                      if show_all or item.severity is not Severity.COSMETIC]
        self.labels: Labels = report.labels
        self.anchors = Anchors()
        self.ids = {item: self.anchors.new(f"f-{item.fingerprint}") for item in self.shown}
        self.by_print: Dict[str, Finding] = {}
        for item in self.shown:
            self.by_print.setdefault(item.fingerprint, item)
        self.brings: Dict[str, List[Finding]] = {}
        for item in self.shown:
            if item.cause:
                self.brings.setdefault(item.cause, []).append(item)

    def values(self) -> Dict[str, object]:
        report = self.report
        groups: Dict[Tuple[str, str, bool], List[Finding]] = {}
        tabled: Dict[Finding, List[Finding]] = {}
        if not self.show_all:
            folded = consequences(self.shown)
            causes = {*folded, *(item for items in folded.values() for item in items)}
            tabled = {item: group for group in joined(by_layout(self.shown), causes) if len(group) > 1 for item in group}
        for item in self.shown:
            key = ("", OTHER_LAYOUTS[item.rule], False) if item in tabled and item.rule in WHOLE else \
                (_kind(item), item.layout, item.is_against)
            groups.setdefault(key, []).append(item)
        counts = report.count()
        accepted = sum(item.approval is not None for item in report.findings)
        sections = [self.section(kind, name, items, tabled) for (kind, name, _), items in groups.items()]
        return {
            "index": _index(sections), "against": against(report),
            "title": _title(report, self.labels), "is_named": self.labels != Labels(),
            "manual": report.against.old.label if report.against is not None else "",
            "report": report, "labels": self.labels, "words": WORDS, "accepted": accepted,
            "counts": [(SIGNS[severity], severity.word, counts[severity])
                       for severity in reversed(Severity)],
            "sections": sections, "hidden": len(report.findings) - len(self.shown),
            "uncompared": report.uncompared,
            "stale": [(item, self.stale(item.fingerprint, item.expires)) for item in report.stale],
        }

    def stale(self, fingerprint: str, expires: str) -> str:
        return f"expired on {expires}" if fingerprint in self.by_print else "matches no finding"

    # Sections

    def section(self, kind: str, name: str, findings: List[Finding],
                tabled: Dict[Finding, List[Finding]]) -> Section:
        was = next((item.old.layout for item in findings if item.old is not None), name)
        counts = {severity: sum(item.severity is severity for item in findings)
                  for severity in reversed(Severity)}
        out = Section(self.anchors.new(name), name, kind, was if was != name else "",
                      [self.card(item) for item in findings if item not in tabled],
                      [(SIGNS[severity], severity.word, number)
                       for severity, number in counts.items() if number],
                      [(group_title(tabled[item]), [self.row(one) for one in tabled[item]]) for item in findings
                       if item in tabled and tabled[item][0] is item])
        base = self.report.of(findings[0])
        specs = (base.old.spec, base.new.spec)
        if findings[0].is_against:
            out.kind, out.sides = f"{kind} against {base.labels.old}", (base.labels.old, base.labels.new)
        if not any(item not in tabled or item.severity is not Severity.COMPATIBLE for item in findings) \
                or not kind:  # nothing is marked in a drawing
            return out
        if kind == "layout":
            layouts = (specs[0].layouts.get(was), specs[1].layouts.get(name))
            marks = Marks(findings, self.ids, layouts)
            if marks.placed or not (layouts[0] and layouts[1]):
                out.tables = tables(layouts[0], layouts[1], marks)
            out.drawn = f"Drawing of {name} {_both(out.sides)}. " \
                        "The findings below describe the marks."
        elif kind == "enumeration":
            out.values = _enum_values(specs[0].enums.get(was), specs[1].enums.get(name))
        else:
            out.values = _lines(_parts(specs[0], was), _parts(specs[1], name))
        return out

    # Findings

    def card(self, item: Finding) -> Card:
        out = Card(self.ids[item], item, _name(item), SIGNS[item.severity], item.severity.word)
        out.labels = self.report.of(item).labels
        out.old_place, out.new_place = _place(item.old), _place(item.new)
        cause = self.by_print.get(item.cause)
        if cause is not None:
            out.cause = self.link(cause)
        elif item.cause:
            out.cause = Link(item.cause, "")
        out.brings = [self.link(other) for other in self.brings.get(item.fingerprint, [])]
        out.sentences = [sentence(words) for words in item.meaning]
        if item.witness is not None:
            out.witness = self.witness(item)
        if item.approval is not None:
            until = f" until {item.approval.expires}" if item.approval.expires else ""
            out.approval = f"Approved{until}: {item.approval.reason} " \
                           f"({item.approval.where.file}:{item.approval.where.line})"
        return out

    def row(self, item: Finding) -> Row:
        place, name, title, _ = line_of(item)
        return Row(self.ids[item], item, place, name, title, item.severity.word)

    def link(self, item: Finding) -> Link:
        return Link(f"{_name(item)} {item.title}", self.ids[item])

    def witness(self, item: Finding) -> WitnessView:
        witness = item.witness
        assert witness is not None
        layout = witness.layout or item.layout
        old, new = self.read_by(item)
        differ: List[Bits] = []
        if old is not None and new is not None and old != new:
            differ = minus(old, new) + minus(new, old)
        else:
            differ = [bits for bits in (old or new,) if bits is not None and bits.width]
        # Bits that only one side reads are shown only if some are set.
        read = [bits for bits in (old, new) if bits is not None]
        differ = set_bits(witness.data, witness.at, differ) and differ or \
            set_bits(witness.data, witness.at, read) or differ
        where = f"from byte {witness.at:#x} of {layout}" if witness.at else layout
        return WitnessView(where, hexdump(witness.data, witness.at, differ),
                           witness_rows(witness.data, witness.at, old, new, differ),
                           witness.old, witness.new)

    def read_by(self, item: Finding) -> Tuple[Optional[Bits], Optional[Bits]]:
        """Returns the bits that each side's manual reads in the witness."""
        witness = item.witness
        assert witness is not None
        own = item.subject in _IN_BITS and (not witness.layout or witness.layout in
                                            (item.layout, *(side.layout for side in (item.old,
                                                                                     item.new)
                                                            if side is not None)))
        found: List[Optional[Bits]] = []
        base = self.report.of(item)
        for side, spec in ((item.old, base.old.spec), (item.new, base.new.spec)):
            bits = side.bits if own and side is not None and side.bits.width else None
            if bits is None and side is None and item.subject in _IN_BITS:
                bits = _read_last(spec, witness)
            elif bits is None:
                bits = _bits_of(spec, witness.layout or item.layout, witness.field or item.field)
            found.append(bits)
        return found[0], found[1]


def _index(sections: List[Section]) -> List[Tuple[str, List[Section]]]:
    """Groups the sections by their worst finding, in words."""
    out: List[Tuple[str, List[Section]]] = []
    for severity in reversed(Severity):
        group = [item for item in sections if item.counts[0][1] == severity.word]
        if group:
            out.append((severity.word, group))
    return out


def _read_last(spec: Spec, witness: Witness) -> Optional[Bits]:
    """Returns the field with the last set byte of a witness, for a side without a field of the
    finding's name."""
    last = max((at for at, byte in enumerate(witness.data) if byte), default=None)
    if last is None:
        return None
    bit = (witness.at + last) * 8 + 8 - witness.data[last].bit_length()
    for name in (witness.layout, witness.old_layout):
        for item in spec.layouts[name].fields if name in spec.layouts else []:
            if item.is_named and item.bits.offset <= bit < item.bits.end:
                return item.bits
    return None


def sentence(words: str) -> str:
    """Turns a sentence of a finding into prose."""
    if words.split(" ")[0] in _WORDS:
        words = words[:1].upper() + words[1:]
    return words + ("" if words.endswith(".") else ".")


def _bits_of(spec: Spec, layout: str, path: str) -> Optional[Bits]:
    if layout not in spec.layouts or not path:
        return None
    return next((entry.bits for entry in spec.layouts[layout].walk()
                 if path in (entry.path, entry.item.name)), None)


def _kind(item: Finding) -> str:
    if item.subject in ("enum", "value"):
        return "enumeration"
    return item.subject if item.subject in ("variant", "sequence") else "layout"


def _name(item: Finding) -> str:
    """Returns a name as in the other reports: ``mkc.log_page_size``, ``mkc``, ``bfs.CRC32``."""
    if not item.field:
        return item.layout
    if item.subject in ("value", "variant", "sequence") and "." in item.field:
        return item.field
    return f"{item.layout}.{item.field}"


def _both(sides: Tuple[str, str]) -> str:
    """``before and after``, or the names of two manuals."""
    return "before and after" if sides == Section.sides else f"in {sides[0]} and {sides[1]}"


def _title(report: Report, labels: Labels) -> str:
    """Returns the short names of the manuals, or those of their files if these differ."""
    names = [os.path.basename(source.label.rstrip("/")) for source in (report.old, report.new)]
    if labels != Labels():
        names = [labels.old, labels.new]
    return " → ".join(names) if names[0] != names[1] and all(names) else "Comparison of two manuals"


def _place(side: Optional[Side]) -> str:
    if side is None:
        return ""
    bits = f"{side.bits} " if side.bits.width and side.is_in_bits else ""
    where = f"{side.where.file}:{side.where.line}" if side.where.line else ""
    return f"{bits}{where}".strip()


# Lists before and after

def _enum_values(old: Optional[Enum], new: Optional[Enum]) -> List[Value]:
    sides: List[Dict[str, str]] = []
    for enum in (old, new):
        sides.append({value.name: f"bit {value.value} {value.name}" if enum.is_flags else
                      f"{value.value:#x} {value.name}"
                      for value in enum.values} if enum else {})
    order = {value.name: value.value for enum in (old, new) if enum for value in enum.values}
    out = []
    for name in sorted(order, key=lambda one: order[one]):
        before, after = sides[0].get(name, ""), sides[1].get(name, "")
        look = "" if before == after else "added" if not before else "removed" if not after \
            else "changed"
        out.append(Value(before, after, look))
    return out


def _parts(spec: Spec, name: str) -> List[str]:
    """Returns the lines of a variant or sequence."""
    if name in spec.variants:
        return [f"{when_text(arm.when)}: {arm.layout or arm.sequence}"
                for arm in spec.variants[name].arms]
    if name not in spec.sequences:
        return []
    out = []
    for part in spec.sequences[name].segments:
        amount = Page.amount(part)
        when = f", if {expr_text(part.when)}" if part.when is not None else ""
        more = f", {amount}" if amount != "once" else ""
        out.append(f"{part.name}: {Page.kind(part)}{more}{when}")
    return out


def _lines(old: Sequence[str], new: Sequence[str]) -> List[Value]:
    out: List[Value] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        before, after = list(old[a:b]), list(new[c:d])
        if tag == "equal":
            out += [Value(text, text, "") for text in before]
            continue
        for index in range(max(len(before), len(after))):
            one = before[index] if index < len(before) else ""
            two = after[index] if index < len(after) else ""
            out.append(Value(one, two, "changed" if one and two else "added" if two else "removed"))
    return out
