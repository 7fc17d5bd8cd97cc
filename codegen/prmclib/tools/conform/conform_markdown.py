# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The page of ``prmc conform`` as Markdown."""

from __future__ import annotations

import textwrap
from typing import List

from .conform_compare import WHATS, Difference
from ...errors import counted, listed
from .record import Record, Result
from .view import NONE, SAME, Row, View

SHOWN = 6  # fields in a row that a general note explains
HEAD = "<!-- Made by `prmc conform --update` from docs/conform.json and docs/conform.yaml. -->"


def page(view: View, record: Record) -> str:
    """Returns the text of the page, which depends only on the record and the notes."""
    out = [HEAD, "", "# The spec compared with drivers' headers", "", *textwrap.wrap(
        "Every layout of `spec/` that a tree has as a table of bits (`struct mlx5_ifc_*_bits`) is "
        "compared with it, field by field in both directions. Structs of bytes (WQEs, CQEs) are "
        "compared by offset, since their words have names of their own; enumerations by the "
        "numbers of the values that the spec's sources name (`MLX5_CQC_STATUS_*`). The severity is "
        "that of `prmc diff` from the header to the spec. conform.yaml has the reviewed reason for "
        "every disagreement, conform.json every field. other-manuals.md describes how to "
        "regenerate this page.", 100), "",
           "## Sources", "",
           "| tree | version | date | tables of bits | compared | headers | sha256 |",
           "|---|---|---|---|---|---|---|"]
    for result in record.results:
        out.append(f"| {result.label} | {result.version or 'unknown'} | "
                   f"{result.date or 'unknown'} | {result.tables} | {result.compared} | "
                   + ", ".join(f"`{path}`" for path in result.headers)
                   + f" | `{result.digest[:12]}` |")
    for line in copies(view, record):
        out += ["", *textwrap.wrap(line, 100)]
    out += ["", "## Matrix", "", *textwrap.wrap(
        f"`{SAME}`: the same fields at the same places. `{NONE}`: not in the tree. "
        "Otherwise the number of disagreements by severity; those without a reviewed reason are open. "
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
    out += ["| layout | fields | what | severity | trees | why |", "|---|---|---|---|---|---|"]
    for row in view.rows:
        why = "as above" if row.reason in general else row.reason or "**open**"
        shown = fields(row, row.reason in general)
        out.append(f"| `{row.layout}` | {shown} | {WHATS[row.what].text} | {row.kind} | "
                   f"{', '.join(row.trees)} | {cell(why)} |")
    bad = [*(str(item) for item in view.unexplained), *view.stale, *view.missing]
    if bad:
        out += ["", "## To be reviewed", "", *(f"* {cell(text)}" for text in bad)]
    total = sum(view.counts.values())
    parts = [f"{number} {severity.word}" for severity, number in
             sorted(view.counts.items(), reverse=True) if number]
    out += ["", f"{counted(total, 'disagreement')}" + (f": {listed(parts)}" if parts else "")
            + f"; {len(view.unexplained)} open."]
    return "".join(line + "\n" for line in out)


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
        return f"{name} ({item.header} there)"
    return name


def result_line(result: Result) -> str:
    """Returns one line about a tree, for the terminal."""
    number = len(result.differences)
    date = f" ({result.date})" if result.date else ""
    return (f"{result.label} {result.version}{date}: {counted(result.tables, 'table')}, "
            f"{result.compared} tables and structs compared, {counted(number, 'disagreement')}")
