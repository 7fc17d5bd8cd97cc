# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A comparison as workflow commands of GitHub Actions, which become annotations of the changed
lines.

Breaking findings are errors, dangerous ones warnings, the others and approved ones notices;
cosmetic ones are left out.
"""

from __future__ import annotations

from typing import List, Sequence

from ..diff.finding import Finding, Report, Severity
from .report_text import in_tree, name_of, stale_text, summary

LEVELS = {Severity.BREAKING: "error", Severity.DANGEROUS: "warning", Severity.COMPATIBLE: "notice"}


def render(report: Report) -> str:
    out: List[str] = []
    for item in report.findings:
        if item.severity in LEVELS:
            out.append(_annotation(item, (report.old.label, report.new.label)))
    for stale in report.stale:
        out.append(f"::error file={_property(stale.where.file)},line={stale.where.line},"
                   f"title=stale approval::{_data(stale_text(stale))}")
    out += [_data(line) for line in summary(report, False)]
    return "".join(f"{line}\n" for line in out)


def _annotation(item: Finding, labels: Sequence[str]) -> str:
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
    # A removed line cannot be annotated in the new version of the file.
    where = f"file={_property(in_tree(side.where.file, labels))}"
    if item.new is not None and side.where.line:
        where += f",line={side.where.line}"
    title = f"{item.rule} {item.kind}: {name_of(item)}"
    return f"::{level} {where},title={_property(title)}::{_data(chr(10).join(lines))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
