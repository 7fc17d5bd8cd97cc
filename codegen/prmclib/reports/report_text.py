# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A comparison for the terminal: each finding with its bits before and after."""

from __future__ import annotations

import os
import re
from typing import Dict, List, Optional, Sequence, Set, Tuple

from prmclib.diff.approvals import BASES, is_expired
from prmclib.diff.finding import Approval, Finding, Report, Severity, Side
from prmclib.model import Bits, Spec, hex2
from prmclib.model.errors import counted, listed, printable
from prmclib.show.term import Term

STYLES = {Severity.BREAKING: "bad", Severity.DANGEROUS: "unsure", Severity.COMPATIBLE: "enum",
          Severity.COSMETIC: "doc"}
DRAWN = 2  # dwords of a field that are drawn; longer ones have only their place
SHOWN = 6  # names in a list
TOGETHER = 3  # equal changes of fields in a layout from which on they are a table
SCREEN = 8  # findings that fit on a screen; with more of them, their totals are the first line, too
ACCESSORS = 4  # functions in a list
CONTEXT = 160  # characters of a changed text

_KEY = re.compile(r"\n(?=(?:doc|source|note|conflict|unverified|since|observed|detail|also): )")
_WORDS = {False: ("before", "after"), True: ("manual", "new")}  # the sides of a drawing
_RULER = {31: "31", 24: "24", 16: "16", **{bit: str(bit) for bit in range(9)}}


def render(report: Report, term: Term = Term(), show_all: bool = False,
           can_approve: bool = True) -> str:
    """Returns the findings, the worst first, and a line with their numbers, which is also the first line of a long
    report.  ``can_approve``: a line explains how to accept one."""
    out: List[str] = []
    shown = [item for item in report.findings
             if show_all or item.severity is not Severity.COSMETIC]
    folded = {} if show_all else consequences(shown)
    inner = {item for items in folded.values() for item in items}
    roots = [item for item in shown if item not in inner]
    groups = [[item] for item in roots] if show_all else joined(by_layout(roots), set(folded))
    if len(groups) > SCREEN:
        out += [*term.wrap(totals(report, show_all), term.width), ""]
    for group in groups:
        out += one(report, group[0], term) if len(group) == 1 else table(group, term)
        found = folded.get(group[0], [])
        out += ["  consequences:"] if found else []
        for item in found:
            out += [f"    {line}" for line in _head(item, term, term.width - 4)]
        out.append("")
    for stale in report.stale:
        place = f"{stale.where.file}:{stale.where.line}:1: error:"
        out.append(f"{term.paint('bad', place)} {stale_text(stale)}")
    for line in summary(report, show_all, can_approve):
        out += term.wrap(line, term.width)
    return "".join(f"{line}\n" for line in out)


def consequences(findings: Sequence[Finding]) -> Dict[Finding, List[Finding]]:
    """Returns the findings that are listed with their cause, by the first of a chain of causes: those that are no
    worse than each of these.  Approved findings are neither consequences nor causes: they keep their reason."""
    known = {item.fingerprint: item for item in findings if item.approval is None}
    out: Dict[Finding, List[Finding]] = {}
    for item in findings:
        chain = [item]
        while item.approval is None and chain[-1].cause in known and chain[-1] not in chain[:-1] and \
                known[chain[-1].cause].severity >= max(item.severity, Severity.DANGEROUS):
            chain.append(known[chain[-1].cause])
        if len(chain) > 1 and chain[-1] not in chain[:-1]:
            out.setdefault(chain[-1], []).append(item)
    return out


ADDITIONS = {"D001": "layouts", "D010": "fields", "D050": "values"}  # listed in tables, by rule


def by_layout(findings: Sequence[Finding]) -> List[List[Finding]]:
    """Groups the compatible findings that add layouts, or fields to one layout, or values to one
    enumeration."""
    out: List[List[Finding]] = []
    groups: Dict[Tuple[str, str], List[Finding]] = {}
    for item in findings:
        key = item.rule, "" if item.rule == "D001" else item.layout
        if item.rule not in ADDITIONS or item.severity is not Severity.COMPATIBLE or item.approval:
            out.append([item])
        elif key in groups:
            groups[key].append(item)
        else:
            groups[key] = [item]
            out.append(groups[key])
    return out


JOINED = {"D002": "layouts removed, of which code has those that it uses", "D011": "fields removed",
          "D091": "fields with another amount", "D092": "fields with another range",
          "D093": "fields with another condition", "D094": "fields with another default"}
WHOLE = ("D001", "D002")  # about layouts, not about what one of them has
ROWS = 24  # layouts that NEW does not have, from which on only some are named


def joined(groups: List[List[Finding]], causes: Set[Finding]) -> List[List[Finding]]:
    """Joins the removed fields of one layout with one severity, those with one change of an amount or range, and the
    layouts that a NEW of code does not have, if there are ``TOGETHER`` or more.  ``causes`` have consequences, and
    approved findings a reason, so that each is shown by itself."""
    found: Dict[Tuple[str, str, Severity, str], List[Finding]] = {}
    for group in groups:
        item = group[0]
        if item.rule in JOINED and item.approval is None and item not in causes and (
                item.rule != "D002" or item.severity is Severity.DANGEROUS):
            title = "" if item.rule in ("D002", "D011") else item.title
            layout = "" if item.rule in WHOLE else item.layout
            found.setdefault((item.rule, layout, item.severity, title), []).append(item)
    first = {items[0]: items for items in found.values() if len(items) >= TOGETHER}
    inner = {item for items in first.values() for item in items[1:]}
    return [first.get(group[0], group) for group in groups if group[0] not in inner]


def table(group: List[Finding], term: Term) -> List[str]:
    """Returns additions to one item, or equal changes of its fields, one on each line."""
    rule, severity, what = group[0].rule, group[0].severity, group_title(group)
    head = what if rule in WHOLE else f"{printable(group[0].layout)}  {what}"
    tail = f"{severity.word:<10}  {rule}"
    room = term.width - len(tail) - 2
    lines = [f"{term.paint('head', head)}{' ' * max(room - len(head), 0)}  "
             f"{term.paint(STYLES[severity], f'{severity.word:<10}')}  {term.paint('rule', rule)}"]
    rows = [line_of(item) for item in group]
    if rule == "D002" and len(rows) > ROWS:
        return lines + [f"  {line}" for line in term.wrap(f"{some([row[1] for row in rows])} (--all lists them)",
                                                          term.width - 2)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for place, name, title, fingerprint in rows:
        lines.append(f"  {place:<{widths[0]}}  {term.paint('name', f'{name:<{widths[1]}}')}  "
                     f"{title:<{widths[2]}}  {term.paint('rule', fingerprint)}")
    return lines


def group_title(group: List[Finding]) -> str:
    """Returns what several findings have in common: ``8 fields removed``."""
    rule = group[0].rule
    return f"{len(group)} {ADDITIONS[rule]} added" if rule in ADDITIONS else f"{len(group)} {JOINED[rule]}"


def line_of(item: Finding) -> Tuple[str, str, str, str]:
    """Returns place or value, name, title, fingerprint of one of several findings."""
    return addition(item) if item.rule in ADDITIONS else _changed(item)


def _changed(item: Finding) -> Tuple[str, str, str, str]:
    """Returns place, name, title, fingerprint."""
    assert item.old is not None
    title = item.title.partition(", ")[2] if item.rule in ("D002", "D011") else item.title
    return str(item.old.bits), printable(item.field or item.layout), printable(title), item.fingerprint


def addition(item: Finding) -> Tuple[str, str, str, str]:
    """Returns place or value, name, title, fingerprint."""
    assert item.new is not None
    said = printable(item.title.partition(", ")[2]) if item.rule != "D050" else ""
    if item.manual:
        said += f"; {item.meaning[-1]}"
    if item.rule == "D001":
        return str(item.new.bits), printable(item.layout), said, item.fingerprint
    place = str(item.new.bits) if item.rule == "D010" else printable(item.new.text)
    return place, printable(item.field.rpartition(".")[2] if item.rule == "D050" else item.field), \
        said, item.fingerprint


def stale_text(approval: Approval) -> str:
    """Returns why an approval has no effect."""
    if is_expired(approval):
        return f"the approval of {approval.fingerprint} has expired on {approval.expires}"
    return (f"the approval of {approval.fingerprint} matches no finding: remove the line, or "
            "compare with the manual that it was made for")


def name_of(finding: Finding) -> str:
    """Returns ``mkc.log_page_size``, ``mkc``, or ``bfs.CRC32`` for an enumeration."""
    if not finding.field:
        return finding.layout
    if finding.subject in ("value", "variant", "sequence"):
        return finding.field
    return f"{finding.layout}.{finding.field}"


def _head(finding: Finding, term: Term, width: int) -> List[str]:
    """Returns name, title, severity, rule and fingerprint."""
    tail = f"{finding.severity.word:<10}  {finding.rule}  {finding.fingerprint}"
    name, title = name_of(finding), printable(finding.title)
    room = width - len(tail) - 2
    head = f"{name}  {title}"
    tail = f"{term.paint(STYLES[finding.severity], f'{finding.severity.word:<10}')}  " \
           f"{term.paint('rule', finding.rule)}  {term.paint('rule', finding.fingerprint)}"
    if len(head) <= room:
        return [f"{term.paint('head', name)}  {title}{' ' * (room - len(head))}  {tail}"]
    lines = term.wrap(head, width)
    lines[0] = lines[0].replace(name, term.paint("head", name), 1)
    return [*lines, f"{' ' * (room + 2)}{tail}"]


def one(report: Report, finding: Finding, term: Term) -> List[str]:
    """Returns the lines of one finding."""
    out = _head(finding, term, term.width)
    report, whole = report.of(finding), report
    place = places(finding.old, finding.new, (report.old.label, report.new.label))
    if place:
        out.append(f"  {term.paint('doc', place)}")
    out += [f"  {line}" for line in ruler(report, finding, term)]
    for line in reworded(finding):
        out += _sentence(line, term, "bad" if line[0] == "-" else "enum")
    for sentence in finding.meaning:
        out += _sentence(sentence, term)
    witness = finding.witness
    labels = report.labels
    if witness is not None:
        where = f" at {witness.at:#x} of {witness.layout}" if witness.at else \
            f" as {witness.layout}" if witness.layout != finding.layout else ""
        out += _sentence(f"witness {spaced(witness.data)}{where}: {labels.old}: {witness.old}; "
                         f"{labels.new}: {witness.new}", term)
    if len(finding.shifted) > 1 or finding.rule != "D021" and finding.shifted:
        out += _sentence(f"shifted: {some([item.field for item in finding.shifted])}", term)
    if len(finding.also) > 1:
        out += _sentence(f"also in {some(list(dict.fromkeys(a.layout for a in finding.also)))}",
                         term)
    if finding.cause:
        cause = next((f for f in whole.findings if f.fingerprint == finding.cause), None)
        out += _sentence(f"because of {finding.cause}" +
                         (f": {name_of(cause)} {cause.title}" if cause else ""), term)
    affected = finding.affected
    if affected.accessors or affected.uses or affected.vendored:
        used = "; used at " if affected.accessors and affected.uses else ""
        most = ACCESSORS if affected.uses else SHOWN
        out += _sentence(f"affects {some(affected.accessors, most)}{used}"
                         f"{some(affected.uses)}; vendored: {some(affected.vendored) or 'none'}",
                         term)
    if finding.approval is not None:
        until = f" until {finding.approval.expires}" if finding.approval.expires else ""
        out += _sentence(f"approved{until}: {finding.approval.reason} "
                         f"({finding.approval.where.file}:{finding.approval.where.line})", term,
                         "enum")
    return out


def _sentence(text: str, term: Term, style: str = "value") -> List[str]:
    first, *more = term.wrap(printable(text), term.width - 4)
    return [f"  {term.paint(style, first)}", *(f"    {term.paint(style, line)}" for line in more)]


def reworded(finding: Finding) -> List[str]:
    """Returns documentation before and after: ``- doc: ...`` and ``+ doc: ...``."""
    if finding.rule != "D090" or finding.old is None or finding.new is None:
        return []
    out: List[str] = []
    sides = [[" ".join(part.split()) for part in _KEY.split(side.text)]
             for side in (finding.old, finding.new)]
    for old, new in zip(*sides):
        out += [f"{sign} {line}" for sign, line in zip("-+", _around_change(old, new))
                if not line.endswith(":")]
    return out


def _around_change(old: str, new: str) -> List[str]:
    """Shortens two texts to the words around the first difference."""
    key = old.partition(":")[0] + ": "
    if min(len(old), len(new)) <= len(key):
        return [old, new]
    start = len(os.path.commonprefix([old, new]))
    start = max(len(key), old.rfind(" ", 0, max(start - CONTEXT // 4, 0)) + 1)
    if max(len(old), len(new)) <= CONTEXT:
        start = len(key)
    return [key + ("... " if start > len(key) else "") + text[start:start + CONTEXT]
            + (" ..." if len(text) > start + CONTEXT else "") for text in (old, new)]


def some(names: List[str], most: int = SHOWN) -> str:
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return ", ".join(names)


def in_tree(file: str, labels: Sequence[str]) -> str:
    """Returns the name of a file in the tree: ``spec/a.yaml`` for ``REV:spec/a.yaml``."""
    revision, colon, path = file.partition(":")
    known = {label.partition(":")[0] for label in labels}
    return path if colon and revision in known else file


def places(old: Optional[Side], new: Optional[Side], labels: Sequence[str]) -> str:
    """Returns both places: ``spec/cmd/mkey.yaml:88 -> :90``."""
    files = [in_tree(side.where.file, labels) if side else "" for side in (old, new)]
    texts = [f"{file}:{side.where.line}" if side and side.where.line else ""
             for file, side in zip(files, (old, new))]
    if old and new and texts[0] and texts[1]:
        if files[0] == files[1]:
            return f"{files[0]}:{old.where.line} -> :{new.where.line}"
        return f"{texts[0]} -> {texts[1]}"
    return f"{texts[0]} -> gone" if texts[0] else f"{texts[1]} is new" if texts[1] else ""


def spaced(data: bytes) -> str:
    """Returns bytes as dwords: ``00000020 00000000``; runs of zero dwords are folded."""
    words = [data[at:at + 4].hex() for at in range(0, len(data), 4)]
    out: List[str] = []
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and words[end] == "00000000":
            end += 1
        if end - at > 2:
            out.append(f"({end - at} x 00000000)")
            at = end
        else:
            out.append(words[at])
            at += 1
    return " ".join(out)


# Bits before and after

def dwords(bits: Bits) -> List[int]:
    """Returns the offsets in bytes of the dwords that a place touches."""
    if not bits.width:
        return []
    return list(range(bits.offset // 32 * 4, ((bits.end - 1) // 32 + 1) * 4, 4))


def boxes(side: Side) -> List[Tuple[str, Bits]]:
    """Returns the boxes of a side: the field, or its parts."""
    if len(side.parts) > 1 and "," in side.field:
        return list(side.parts)
    name = side.field.rpartition(".")[2] or "reserved"
    return [(name, side.bits)]


def around(spec: Spec, name: str, path: str, side: Optional[Side],
           drawn: List[int]) -> List[Tuple[str, Bits]]:
    """Returns the other fields of a layout with bits in these dwords: those of the table itself, or
    of the arm that contains the finding's field, ``path``."""
    layout = spec.layouts.get(side.layout if side else name)
    if layout is None:
        return []
    path = side.field if side else path
    arm = path.partition(".")[0] if "." in path else ""
    own = boxes(side) if side else []
    out: List[Tuple[str, Bits]] = []
    for item in layout.fields:
        if not any(item.bits.offset < dword * 8 + 32 and item.bits.end > dword * 8
                   for dword in drawn):
            continue
        inside = next((one.fields for one in item.arms if one.name == arm), [item])
        out += [(one.name, one.bits) for one in inside if one.is_named and one.bits.width
                and not any(one.bits.overlaps(bits) for _, bits in own)]
    return out


def ruler(report: Report, finding: Finding, term: Term) -> List[str]:
    """Returns the dwords of a field before and after, two columns for each bit, where these differ:
    changes in brackets, other fields in parentheses."""
    if finding.subject not in ("field", "overlay") or finding.rule == "D048":
        return []
    old, new = finding.old, finding.new
    if old and new and old.bits == new.bits and not old.parts and not new.parts:
        return []
    words = [dwords(side.bits) if side else [] for side in (old, new)]
    if max(map(len, words)) > DRAWN or term.width < 80:
        return []
    rows: List[str] = []
    drawn = sorted({dword for some_words in words for dword in some_words})
    path = next((side.field for side in (new, old) if side), "")
    report = report.of(finding)
    names = report.old_names.get(finding.layout, finding.layout), finding.layout
    sides = [(word, boxes(side) if side else [], around(source.spec, name, path, side, drawn))
             for word, side, source, name in zip(_WORDS[finding.is_against], (old, new),
                                                 (report.old, report.new), names)]
    for dword in drawn:
        rows.append(f"{hex2(dword):<10}" + term.paint("doc", _numbers()))
        rows += [f"  {word:<8}" + _row(own, others, dword, term) for word, own, others in sides]
    return rows


def _numbers() -> str:
    out = ""
    for bit in range(31, -1, -1):
        out += f"{_RULER.get(bit, ''):>2}"
    return out


def _row(items: List[Tuple[str, Bits]], others: List[Tuple[str, Bits]], dword: int,
         term: Term) -> str:
    text, bit = "", dword * 8
    end = bit + 32
    while bit < end:
        found = next(((name, bits) for name, bits in items + others
                      if bits.offset <= bit < bits.end), None)
        if found is None:
            text += term.paint("doc", " .")
            bit += 1
            continue
        name, bits = found
        stop = min(bits.end, end)
        room = 2 * (stop - bit) - 2
        is_own = (name, bits) in items
        left = ("[" if is_own else "(") if bits.offset == bit else "<"
        right = ("]" if is_own else ")") if bits.end == stop else ">"
        label = name if len(name) <= room else name[:room]
        text += term.paint("name" if is_own else "doc", f"{left}{label:^{room}}{right}")
        bit = stop
    return text


def against(report: Report) -> str:
    """Returns the option that passes the old manual to `prmc approve`; empty if it is a
    default."""
    return "" if report.old.label in BASES else f"--old {report.old.label} "


def uncompared(report: Report) -> List[str]:
    """Returns lines for left-out items: ``Cannot compare mkc.flags, left out of v2: ...``."""
    items = report.uncompared
    out = [f"Cannot compare {printable(item.layout + ('.' if item.field else '') + item.field)}, left "
           f"out of {listed(list(item.labels))}: {printable(item.reason)}." for item in items[:SHOWN]]
    if len(items) > SHOWN:
        out.append(f"Cannot compare {len(items) - SHOWN} more, which `prmc check` lists.")
    return out


def totals(report: Report, show_all: bool) -> str:
    """Returns the numbers of findings: ``1 breaking, 0 dangerous, 3 cosmetic (--all shows them).``"""
    counts = report.count()
    shown = [f"{counts[severity]} {severity.word}" for severity in
             (Severity.BREAKING, Severity.DANGEROUS, Severity.COMPATIBLE)]
    cosmetic = f"{counts[Severity.COSMETIC]} cosmetic"
    if counts[Severity.COSMETIC] and not show_all:
        cosmetic += " (--all shows them)"
    approved = sum(item.approval is not None for item in report.findings)
    parts = [*shown, cosmetic]
    if approved:
        parts.append(f"{approved} approved")
    if report.hidden:
        parts.append(f"{report.hidden} left out by --only and --ignore")
    return ", ".join(parts) + "."


def summary(report: Report, show_all: bool, can_approve: bool = True) -> List[str]:
    """Returns the last lines: the totals, and what to do."""
    if not report.findings and not report.hidden:
        return [*uncompared(report), "No difference." if not report.stale else
                f"No difference, {counted(len(report.stale), 'stale approval')}."]
    out = [*uncompared(report), totals(report, show_all)]
    worst = next((item for item in report.findings if item.approval is None
                  and item.severity >= Severity.DANGEROUS and item.rule != "D021"), None)
    if worst is not None:
        accept = f" Accept one with: prmc approve {worst.fingerprint} {against(report)}--reason ..." \
            if can_approve and not worst.is_against else ""
        out.append(f"`prmc explain {worst.rule}` tells more.{accept}")
    return out
