# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A comparison as workflow commands of GitHub Actions, which become annotations of the changed
lines.

Breaking findings are errors, dangerous ones warnings, the others and approved ones notices;
cosmetic ones are left out.
"""

from __future__ import annotations

from typing import List

from prmclib.diff.finding import Finding, Report, Severity
from prmclib.model import NOWHERE, Span, Spec
from .report_text import in_tree, name_of, stale_text, summary

LEVELS = {Severity.BREAKING: "error", Severity.DANGEROUS: "warning", Severity.COMPATIBLE: "notice"}


def render(report: Report) -> str:
    out: List[str] = []
    for item in report.findings:
        if item.severity in LEVELS:
            out.append(_annotation(item, report.of(item)))
    for stale in report.stale:
        out.append(f"::error file={_property(stale.where.file)},line={stale.where.line},"
                   f"title=stale approval::{_data(stale_text(stale))}")
    out += [_data(line) for line in summary(report, False)]
    return "".join(f"{line}\n" for line in out)


def _neighbour(item: Finding, spec: Spec) -> Span:
    """Returns the place of what is before a removed thing in the new manual: a field, or else the layout or enumeration."""
    layout = spec.layouts.get(item.layout)
    if layout is None:
        return spec.enums[item.layout].where if item.layout in spec.enums else NOWHERE
    before = [one for one in layout.fields if item.old is not None and item.old.is_in_bits
              and one.bits.offset <= item.old.bits.offset and one.where.line]
    return before[-1].where if before else layout.where


def _annotation(item: Finding, report: Report) -> str:
    labels = (report.old.label, report.new.label)
    side = item.new or item.old
    assert side is not None
    level = "notice" if item.approval is not None else LEVELS[item.severity]
    word = item.severity.word
    lines = [f"{name_of(item)} {item.title} ({word}, {item.rule}, {item.fingerprint})",
             *item.meaning]
    if item.new is None:
        lines.append(f"It was at {in_tree(side.where.file, labels)}:{side.where.line}.")
    if item.approval is not None:
        lines.append(f"Approved: {item.approval.reason}")
    # A removed line cannot be annotated in the new version of the file, what was before it can.
    place = side.where if item.new is not None else _neighbour(item, report.new.spec)
    where = f"file={_property(in_tree((place if place.line else side.where).file, labels))}"
    if place.line:
        where += f",line={place.line}"
    title = f"{item.rule} {item.kind}: {name_of(item)}"
    return f"::{level} {where},title={_property(title)}::{_data(chr(10).join(lines))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
