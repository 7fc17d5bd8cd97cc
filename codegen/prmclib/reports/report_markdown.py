# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A comparison as Markdown, for a comment on a pull request: a table, and the details folded."""

from __future__ import annotations

from typing import List, Tuple

from prmclib.diff.finding import Finding, Report, Severity
from prmclib.diff.label import Labels
from prmclib.model.errors import printable
from prmclib.show.term import Term
from .report_text import (SCREEN, WHOLE, by_layout, consequences, group_title, joined, line_of, name_of, places,
                          reworded, ruler, some, spaced, stale_text, summary, totals)

MARKS = {Severity.BREAKING: "🔴", Severity.DANGEROUS: "🟠", Severity.COMPATIBLE: "🟢",
         Severity.COSMETIC: "⚪"}
MOST = 60000  # characters; forges refuse longer comments
STALE = 20  # stale approvals that are listed


def render(report: Report, show_all: bool = False) -> str:
    shown = [item for item in report.findings
             if show_all or item.severity is not Severity.COSMETIC]
    names = report.labels
    title = f"{names.old} → {names.new}" if names != Labels() else \
        f"{report.old.label} → {report.new.label}"
    head = [f"### {text(title)}: {verdict(report)}", ""]
    tail = [text(line) if "`" not in line else line for line in summary(report, show_all)]
    for stale in report.stale[:STALE]:
        head.append(f"- **stale approval**, {text(stale.where.file)}:{stale.where.line}: "
                    f"{text(stale_text(stale))}")
    if report.stale:
        head.append("")
    size = sum(len(line) + 1 for line in head + tail)
    folded = {} if show_all else consequences(shown)
    inner = {item for items in folded.values() for item in items}
    groups = [[item] for item in shown] if show_all else joined(by_layout(shown), inner | set(folded))
    if len(groups) > SCREEN:
        line = totals(report, show_all)
        head += [text(line), ""]
        size += len(line) + 2
    rows, size = _fitting([[_row(group)] for group in groups], size)
    if rows:
        head += ["| | what | change | rule |", "|---|---|---|---|", *sum(rows, []), ""]
    if len(rows) < len(groups):
        head += [f"{_counts(sum(groups[len(rows):], []))} more, which `prmc diff` shows.", ""]
    causes = [group for group in groups[:len(rows)] if group[0] not in inner]
    details, _ = _fitting([_details(report, group[0], folded.get(group[0], [])) if len(group) == 1 else _list(group)
                           for group in causes], size)
    if len(details) < len(causes):
        details.append([f"{len(causes) - len(details)} more are not shown in detail; `prmc diff` shows "
                        "them.", ""])
    return "\n".join([*head, *sum(details, []), *tail]) + "\n"


def _fitting(parts: List[List[str]], size: int) -> Tuple[List[List[str]], int]:
    """Returns as many of the first parts as fit after ``size`` characters, and the size with
    them."""
    kept: List[List[str]] = []
    for part in parts:
        more = sum(len(line) + 1 for line in part)
        if size + more > MOST:
            break
        kept.append(part)
        size += more
    return kept, size


def _counts(items: List[Finding]) -> str:
    """Returns the numbers of findings: ``2 dangerous, 30 compatible``."""
    counts = {severity: sum(item.severity is severity for item in items)
              for severity in sorted(Severity, reverse=True)}
    return ", ".join(f"{number} {severity.word}" for severity, number in counts.items() if number)


def verdict(report: Report) -> str:
    """Returns a summary with the worst severity."""
    counts = report.count()
    for severity in sorted(Severity, reverse=True):
        if counts[severity]:
            number = counts[severity]
            return f"{MARKS[severity]} {number} {severity.word} change{'s' if number > 1 else ''}"
    return "every change is approved" if report.findings else "no difference"


def text(words: str) -> str:
    """Escapes a text for Markdown and HTML."""
    out = printable(words)
    for character in "\\`*_{}[]<>|#~":
        out = out.replace(character, "\\" + character) if character not in "<>" else \
            out.replace(character, "&lt;" if character == "<" else "&gt;")
    return out


def _row(group: List[Finding]) -> str:
    item = group[0]
    mark = f"{MARKS[item.severity]} {item.severity.word}" if item.approval is None else \
        "✅ approved"
    if len(group) == 1:
        return f"| {mark} | `{name_of(item)}` | {text(item.title)} | {item.rule} |"
    names = some([line_of(one)[1] for one in group])
    return f"| {mark} | {_what(group)} | {group_title(group)}: {text(names)} | {item.rule} |"


def _what(group: List[Finding]) -> str:
    return "" if group[0].rule in WHOLE else f"`{group[0].layout}`"


def _list(group: List[Finding]) -> List[str]:
    """Returns several findings of one kind as a folded list."""
    out = ["<details>", f"<summary>{_what(group).replace('`', '<code>', 1).replace('`', '</code>')} {group_title(group)}, "
                        f"{group[0].rule}</summary>", ""]
    for place, name, title, fingerprint in map(line_of, group):
        out.append(f"- `{name}` {text(place)}{f' {text(title)}' if title else ''}, `{fingerprint}`")
    return [*out, "", "</details>", ""]


def _details(report: Report, item: Finding, brought: List[Finding]) -> List[str]:
    """``brought``: consequences that are listed with the finding."""
    report, whole = report.of(item), report
    labels = report.labels
    out = ["<details>", f"<summary><code>{name_of(item)}</code> {html(item.title)}, "
                        f"{item.rule}, <code>{item.fingerprint}</code></summary>", ""]
    place = places(item.old, item.new, (report.old.label, report.new.label))
    if place:
        out += [text(place), ""]
    drawing = ruler(report, item, Term(width=100))
    if drawing:
        out += ["```", *[line.rstrip() for line in drawing], "```", ""]
    words = reworded(item)
    if words:
        out += ["```diff", *[printable(line).replace("```", "` ` `") for line in words], "```", ""]
    out += [f"- {text(sentence)}" for sentence in item.meaning]
    if item.witness is not None:
        witness = item.witness
        where = f" at {witness.at:#x} of `{witness.layout}`" if witness.at else \
            f" as `{witness.layout}`" if witness.layout != item.layout else ""
        out.append(f"- witness `{spaced(witness.data)}`{where}: {labels.old}: {text(witness.old)}; "
                   f"{labels.new}: {text(witness.new)}")
    if len(item.also) > 1:
        out.append(f"- also in {text(some(list(dict.fromkeys(a.layout for a in item.also))))}")
    if item.shifted:
        out.append(f"- shifted: {text(some([moved.field for moved in item.shifted]))}")
    if item.cause:
        cause = next((f for f in whole.findings if f.fingerprint == item.cause), None)
        said = f" `{name_of(cause)}` {text(cause.title)}," if cause else ""
        out.append(f"- because of{said} `{item.cause}`")
    out += [f"- consequence, {one.severity.word}: `{name_of(one)}` {text(one.title)}, {one.rule}, `{one.fingerprint}`"
            for one in brought]
    affected = item.affected
    if affected.accessors or affected.uses:
        out.append(f"- affects {', '.join(f'`{name}`' for name in affected.accessors[:6])}"
                   f"{'; ' if affected.accessors and affected.uses else ''}"
                   f"{text(some(affected.uses))}; vendored: "
                   f"{text(some(affected.vendored) or 'none')}")
    if item.approval is not None:
        until = f" until {item.approval.expires}" if item.approval.expires else ""
        out.append(f"- approved{until}: {text(item.approval.reason)}")
    return [*out, "", "</details>", ""]


def html(words: str) -> str:
    return printable(words).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
