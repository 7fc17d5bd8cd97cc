# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The page of ``prmc conform`` as Markdown."""

from __future__ import annotations

import textwrap
from typing import List, Set

from .conform_compare import WHATS, Difference
from ..ifc.ifc_layouts import short_name as plain
from ...errors import counted, listed
from .record import Record, Result
from .view import NONE, SAME, Row, View

BETWEEN = (
    "Tables that the spec does not have. A table's reference consists of the fields of all trees; where they "
    "contradict each other, the field of most independent trees counts, then that of the newest kernel. Copies of "
    "rdma-core's headers, the versions of a project, and identical tables count once. "
    "A tree that does not name a field is older or reduced; that is no disagreement. The last column has the "
    "trees that agree with the reference.")
ALONE = (
    "The spec does not have these tables, and no independent tree does: only the trees in front of them, which "
    "are versions or copies of one project.")
SHOWN = 6  # fields in a row that a general note explains
HEAD = "<!-- Made by `prmc conform --update` from docs/conform.json and docs/conform.yaml. -->"


def page(view: View, record: Record) -> str:
    """Returns the text of the page, which depends only on the record and the notes."""
    out = [HEAD, "", "# The spec compared with drivers' headers", "", *textwrap.wrap(
        "Every layout of `spec/` that a tree has as a table of bits (`struct mlx5_ifc_*_bits`) is "
        "compared with it, field by field in both directions. Structs of bytes (WQEs, CQEs) are "
        "compared by offset, since their words have names of their own; enumerations by the "
        "numbers of the values that the spec's sources name (`MLX5_CQC_STATUS_*`). The severity is "
        "that of `prmc diff` from the header to the spec. Tables that the spec does not have are "
        "compared between the trees. conform.yaml has the reviewed reason for "
        "every disagreement, conform.json every field. other-manuals.md describes how to "
        "regenerate this page, found.md has the defects that it has shown.", 100), "",
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
    out += ["", "## Matrix", "", *textwrap.wrap(
        f"`{SAME}`: the same fields at the same places. `{NONE}`: not in the tree. "
        "Other cells have the number of disagreements by severity; those without a reviewed reason are open. "
        "Columns of copies that differ are separated by a slash.", 100), "",
            "| layout | " + " | ".join(title for title, _ in view.columns) + " |",
            "|---|" + "---|" * len(view.columns)]
    for _, layout, cells in view.matrix:
        out.append(f"| `{layout}` | " + " | ".join(cell.text for cell in cells) + " |")
    if view.without:
        out += ["", *textwrap.wrap("No tree has these: " + listed(
            [f"`{name}`" for names in view.without.values() for name in names]) + ".", 100)]
    out += ["", "## Disagreements", ""]
    if view.general:
        out += ["Unless noted otherwise below:", ""]
        for note in view.general:
            out.append(f"* {listed(list(note.trees))}, {WHATS[note.what].text}"
                       + (f" (`{note.layout}`)" if note.layout != "*" else "")
                       + f": {note.reason}")
        out.append("")
    general = {note.reason for note in view.general}
    heads = ["layout", "fields", "what", "severity", "trees", "why"]
    out += table(heads, view.rows, general)
    if view.between:
        out += ["", "## Trees compared with each other", "", *textwrap.wrap(BETWEEN, 100), "",
                *table(["table", *heads[1:], "reference"], view.between, general)]
    if view.alone:
        out += ["", "## Tables that nothing is compared with", "", *textwrap.wrap(ALONE, 100)]
        for trees, names in view.alone.items():
            out += ["", *textwrap.wrap(f"* {trees}: " + ", ".join(names), 100, subsequent_indent="  ")]
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
    """Returns the lines of a table of disagreements."""
    out = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for row in rows:
        why = "as above" if row.reason in general else row.reason or "**open**"
        shown = fields(row, row.reason in general)
        out.append(f"| `{plain(row.layout)}` | {shown} | {WHATS[row.what].text} | {row.kind} | "
                   f"{', '.join(row.trees)} | {cell(why)} |"
                   + (f" {row.fields[0].holders} |" if "reference" in heads else ""))
    return out


def coverage(result: Result) -> List[str]:
    """Returns the number of a tree's tables, of those in the spec and in independent trees, and the part that is
    compared."""
    by_spec = result.tables - result.watched.compared - len(result.watched.alone)
    part = (by_spec + result.watched.compared) / max(1, result.tables)
    return [str(result.tables), str(by_spec), str(result.watched.compared), f"{part:.1%}".replace("%", " %")]


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


def fields(row: Row, is_general: bool) -> str:
    """Returns the fields of a row with their form in the header; only some of them if a general note
    explains them."""
    shown = row.fields[:SHOWN] if is_general and len(row.fields) > SHOWN + 2 else row.fields
    more = len(row.fields) - len(shown)
    return cell(", ".join(one(item) for item in shown) + (f" and {more} more" if more else ""))


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
