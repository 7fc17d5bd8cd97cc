# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The page of ``prmc conform`` as Markdown."""

from __future__ import annotations

import textwrap
from typing import List, Set

from prmclib.diff.finding import Severity
from prmclib.model.errors import counted, listed
from watch.ifc.ifc_layouts import short_name as plain
from .conform_compare import WHATS, Difference
from .record import Record, Result
from .view import Row, View

BETWEEN = (
    "Tables that the spec does not have. A table's reference consists of the fields of all trees; where they "
    "contradict each other, the field of most independent trees counts, then that of the newest kernel. Copies of "
    "rdma-core's headers, the versions of a project, and identical tables count once. "
    "A tree that does not name a field is older or reduced; that is no disagreement. The last column has the "
    "trees that agree with the reference.")
ALONE = (
    "The spec does not have these tables, and no independent tree does. The spec gains tables that code uses most; "
    "the number of uses counts accessors and tags in the code of the trees.")
USED = 12  # that a row names
HEAD = "<!-- Made by `prmc conform --update` from the spec, conform.yaml and the headers below. -->"


def page(view: View, record: Record) -> str:
    """Returns the text of the page, which depends only on the record and the notes."""
    out = [HEAD, "", "# The spec compared with drivers' headers", "", *textwrap.wrap(
        "Every layout of `spec/` that a tree has as a table of bits (`struct mlx5_ifc_*_bits`) is "
        "compared with it, field by field in both directions. Structs of bytes (WQEs, CQEs) are "
        "compared by offset, since their words have names of their own; enumerations by the "
        "numbers of the values that the spec's sources name (`MLX5_CQC_STATUS_*`). The severity is "
        "that of `prmc diff` from the header to the spec. Tables that the spec does not have are "
        "compared between the trees. conform.yaml has the reviewed reason for "
        "every disagreement. other-manuals.md describes how to regenerate this page, and one with every field of every "
        "tree in HTML; found.md has the defects that it has shown.", 100), "",
           "## Sources", "",
           "| tree | version | date | tables of bits | in the spec | in independent trees | compared | headers "
           "| sha256 |",
           "|---|---|---|---|---|---|---|---|---|"]
    for result in record.results:
        out.append(f"| {result.label} | {result.version or 'unknown'} | "
                   f"{result.date or 'unknown'} | {' | '.join(coverage(result))} | "
                   + ", ".join(f"`{path}`" for path in result.headers)
                   + f" | `{result.digest[:12]}` |")
    for line in copies(view, record):
        out += ["", *textwrap.wrap(line, 100)]
    kinds = [severity.word for severity in Severity]
    out += ["", "## Agreement", "", "The layouts and enumerations of the spec, by the worst disagreement of the tree.", "",
            f"| tree | compared | identical | {' | '.join(kinds)} |", "|---|---|---|" + "---|" * len(kinds)]
    for result in record.results:
        worst = [max((WHATS[item.what].severity.word for item in items), key=kinds.index, default="")
                 for items in result.found.values()]
        out.append(f"| {result.label} | {len(worst)} | " +
                   " | ".join(str(worst.count(kind)) for kind in ["", *kinds]) + " |")
    if view.without:
        out += ["", *textwrap.wrap("No tree has these: " + listed(
            [f"`{name}`" for names in view.without.values() for name in names]) + ".", 100)]
    out += ["", "## Disagreements", ""]
    general = {note.reason for note in view.general}
    if view.general:
        out += ["Those with one of these reasons are not listed:", ""]
        for note in view.general:
            out.append(f"* {listed(list(note.trees))}, {WHATS[note.what].text}"
                       + (f" (`{note.layout}`)" if note.layout != "*" else "")
                       + f": {note.reason}")
        out.append("")
    heads = ["layout", "fields", "what", "severity", "trees", "why"]
    out += table(heads, view.rows, general)
    if view.between:
        out += ["", "## Trees compared with each other", "", *textwrap.wrap(BETWEEN, 100), "",
                *table(["table", *heads[1:], "reference"], view.between, general)]
    if view.rest:
        out += ["", "## Tables that nothing is compared with", "", *textwrap.wrap(ALONE, 100), "",
                "| tables | trees | why | used in code, with the number of uses |", "|---|---|---|---|"]
        for one_rest in view.rest:
            used = [f"`{name}` {one_rest.tables[name]}" for name in one_rest.used]
            out.append(f"| {len(one_rest.tables)} | {', '.join(one_rest.trees)} | {cell(one_rest.reason or '**open**')} | "
                       + (", ".join(used[:USED]) + (f" and {len(used) - USED} more" if len(used) > USED else "")
                          if used else "none") + " |")
    bad = [*(str(item) for item in view.unexplained), *view.stale, *view.missing]
    if bad:
        out += ["", "## To be reviewed", "", *(f"* {cell(text)}" for text in bad)]
    total = sum(view.counts.values())
    parts = [f"{number} {severity.word}" for severity, number in
             sorted(view.counts.items(), reverse=True) if number]
    out += ["", f"{counted(total, 'disagreement')}" + (f": {listed(parts)}" if parts else "")
            + f"; {len(view.unexplained)} open."]
    return "".join(line + "\n" for line in out)


def table(heads: List[str], rows: List[Row], general: Set[str]) -> List[str]:
    """Returns the lines of a table of the disagreements that no general reason explains."""
    out = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for row in rows:
        if row.reason in general:
            continue
        out.append(f"| `{plain(row.layout)}` | {cell(', '.join(one(item) for item in row.fields))} | "
                   f"{WHATS[row.what].text} | {row.kind} | {', '.join(row.trees)} | {cell(row.reason or '**open**')} |"
                   + (f" {listed(list(row.fields[0].holders))} |" if "reference" in heads else ""))
    return out


def coverage(result: Result) -> List[str]:
    """Returns the number of a tree's tables, of those in the spec and in independent trees, and the part that is
    compared."""
    between = len(result.watched.compared)
    by_spec = result.tables - between - len(result.watched.alone)
    part = (by_spec + between) / max(1, result.tables)
    return [str(result.tables), str(by_spec), str(between), f"{part:.1%}".replace("%", " %")]


def copies(view: View, record: Record) -> List[str]:
    """Returns sentences about trees that are copies of one another."""
    out: List[str] = []
    for _, group in view.columns:
        for one in group[1:]:
            other = next(each for each in group if each is not one and record.is_copy(one, each))
            same, common = record.alike.get((other.label, one.label)) or \
                record.alike[one.label, other.label]
            out.append(f"{one.label} and {other.label} are one witness: {same} of the {common} "
                       "tables that both have are identical.")
    return out


def cell(text: str) -> str:
    """Escapes a text for a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def one(item: Difference) -> str:
    name = f"`{item.field}`" if item.field else "size"
    if item.what == "value":
        return f"{name} {item.place}, there {item.header}"
    if item.what in ("value_name", "value_unnamed"):
        return f"{name} ({item.header})"
    if item.what == "size":
        return f"{item.place}, there {item.header}"
    if item.what == "name":
        return f"{name} ({item.header})" if item.header else name
    if item.what in ("place", "wider", "narrower"):
        return f"{name} {item.place}, there {item.header}"
    if item.what == "shape":
        return f"{name} ({item.header or item.met} there)"
    return name


def result_line(result: Result) -> str:
    """Returns one line about a tree, for the terminal."""
    number = len(result.differences)
    date = f" ({result.date})" if result.date else ""
    return (f"{result.label} {result.version}{date}: {counted(result.tables, 'table')}, {coverage(result)[3]} compared, "
            f"{counted(number, 'disagreement')}")
