# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The contents of the page of ``prmc conform`` in any format: columns, matrix, reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Optional, Sequence, Set, Tuple

from prmclib.diff.finding import Severity
from prmclib.diff.rules import CLASSES
from prmclib.model import Spec
from prmclib.model.errors import listed
from .conform_compare import WHATS, Difference
from .notes import ANY, Note, Notes, every
from .record import Record, Result
from .rest import Rest, rest_of
from .tree import ORIGINS

SAME, NONE = "=", "–"


@dataclass
class Cell:
    """A layout in one column: a text, and the worst difference, for its colour."""

    text: str
    kind: str  # "same", "none", "open", or the word of a severity


@dataclass
class Row:
    """Disagreements of a layout of one kind and with one reason."""

    layout: str
    what: str
    trees: List[str]
    reason: str  # empty: not explained
    fields: List[Difference] = field(default_factory=list)  # of the first tree

    @property
    def kind(self) -> str:
        """The class of ``prmc diff`` and its severity."""
        known = WHATS[self.what]
        return f"{CLASSES[known.rule]}, {known.severity.word}"


@dataclass
class View:
    columns: List[Tuple[str, List[Result]]]  # title, trees
    matrix: List[Tuple[str, str, List[Cell]]]  # file of the spec, layout or enumeration, cells
    without: Dict[str, List[str]]  # layouts that no tree has as a table, by their file
    rows: List[Row]
    between: List[Row]  # tables that the spec does not have, between trees
    rest: List[Rest]  # tables that nothing is compared with, by reason
    general: List[Note]  # notes for every layout or field
    unexplained: List[Difference]
    stale: List[str]
    missing: List[str]  # layouts with neither table nor note, and the reverse, as texts
    counts: Dict[Severity, int]


def view_of(spec: Spec, record: Record, notes: Notes) -> View:
    """Collects the contents of the page from a record."""
    columns = [(listed([one.label for one in group]), group) for group in record.witnesses()]
    everything = [item for result in record.results for item in result.differences]
    copied = {result.label: ORIGINS.get(result.project, "") for result in record.results}
    why: Dict[Difference, Optional[Note]] = {}
    explained: List[Tuple[Difference, Note]] = []
    for item in everything:
        reasons = _reasons(item, notes, copied)
        why[item] = reasons[0][1] if reasons else None
        explained += reasons
    matrix: List[Tuple[str, str, List[Cell]]] = []
    without: Dict[str, List[str]] = {}
    for file in spec.files:
        for name in [*file.layouts, *file.enums]:
            if name in spec.enums and not any(name in result.found for result in record.results):
                continue
            if not any(name in result.found for result in record.results):
                without.setdefault(file.path, []).append(name)
                continue
            matrix.append((file.path, name, [_cell(name, group, why) for _, group in columns]))
    counts = {severity: 0 for severity in Severity}
    for item in everything:
        counts[WHATS[item.what].severity] += 1
    labels = set(record.labels)
    rows = _rows(spec, record, why)
    alone: Dict[str, List[str]] = {}
    for result in record.results:
        for name in sorted(result.watched.alone):
            alone.setdefault(name, []).append(result.label)
    uses: Dict[str, int] = {}
    for result in record.results:
        for name, number in result.watched.uses.items():
            uses[name] = uses.get(name, 0) + number
    rest = rest_of(alone, uses, notes.rest)
    general = [note for note in notes.notes
               if note.is_general and labels.intersection(note.trees)]
    return View(columns, matrix, without,
                [row for row in rows if every(row.layout) == ANY], [row for row in rows if every(row.layout) != ANY],
                rest, general,
                list({str(item): item for item in everything if why[item] is None}.values()),
                notes.stale(explained, copied, _tables(record)), [*_missing(spec, record, notes), *(
                    f"no entry of `rest` says why nothing is compared with {name}" for one in rest if not one.reason
                    for name in one.tables)] if notes.rest else _missing(spec, record, notes), counts)


def _reasons(item: Difference, notes: Notes, copied: Mapping[str, str]) -> List[Tuple[Difference, Note]]:
    """Returns the notes that explain a disagreement, with what they explain: that of the tree, or those of all trees
    that agree with the reference, which may be the odd ones."""
    for items in ([item], item.mirrored()):
        found = [(one, note) for one in items for note in [notes.of(one, copied.get(one.tree, ""))] if note is not None]
        if found and len(found) == len(items):
            return found
    return []


def _tables(record: Record) -> Dict[str, Set[str]]:
    """Returns the trees that have a table which the spec lacks, by its tag."""
    tables: Dict[str, Set[str]] = {}
    for result in record.results:
        for name in [*result.watched.compared, *result.watched.alone]:
            tables.setdefault(f"mlx5_ifc_{name}_bits", set()).add(result.label)
    return tables


def _cell(layout: str, group: Sequence[Result], why: Dict[Difference, Optional[Note]]) -> Cell:
    cells = [_one(layout, result, why) for result in group]
    if all(cell == cells[0] for cell in cells):
        return cells[0]
    order = ["none", "same", *(severity.word for severity in Severity), "open"]
    worst = max(cells, key=lambda cell: order.index(cell.kind))
    return Cell(" / ".join(cell.text for cell in cells), worst.kind)


def _one(layout: str, result: Result, why: Dict[Difference, Optional[Note]]) -> Cell:
    items = result.found.get(layout)
    if items is None:
        return Cell(NONE, "none")
    if not items:
        return Cell(SAME, "same")
    worst = max(WHATS[item.what].severity for item in items)
    parts = []
    for severity in sorted(Severity, reverse=True):
        number = sum(WHATS[item.what].severity is severity for item in items)
        if number:
            parts.append(f"{number} {severity.word}")
    missing = sum(why[item] is None for item in items)
    if missing:
        return Cell(", ".join(parts) + f", {missing} open", "open")
    return Cell(", ".join(parts), worst.word)


def _rows(spec: Spec, record: Record, why: Dict[Difference, Optional[Note]]) -> List[Row]:
    by: Dict[Tuple[str, str, str, str, str, str], List[Difference]] = {}
    for result in record.results:
        for item in result.differences:
            key = (item.layout, item.field, item.what, item.header, item.place, item.met)
            by.setdefault(key, []).append(item)
    rows: Dict[Tuple[str, str, Tuple[str, ...], str], Row] = {}
    for items in by.values():
        first = items[0]
        reasons: Dict[str, List[str]] = {}
        for item in items:
            note = why[item]
            trees = reasons.setdefault(note.reason if isinstance(note, Note) else "", [])
            if item.tree not in trees:  # which may have it in two tables
                trees.append(item.tree)
        for reason, trees in reasons.items():
            row = rows.setdefault((first.layout, first.what, tuple(trees), reason),
                                  Row(first.layout, first.what, trees, reason))
            row.fields.append(first)
    order = {name: number for number, name in enumerate([*spec.layouts, *spec.enums])}
    kinds = list(WHATS)
    return sorted(rows.values(), key=lambda row: (
        order.get(row.layout, len(order)), row.layout, -WHATS[row.what].severity,
        kinds.index(row.what), row.trees))


def _missing(spec: Spec, record: Record, notes: Notes) -> List[str]:
    """Returns layouts without a table in a tree that should have one for each, and without a note;
    and notes about a missing table that exists."""
    out = []
    for result in record.results:
        known = {layout for (tree, layout), header in notes.without.items()
                 if tree == result.label and (not header or header not in result.headers)}
        out += [f"{result.label} has no table for {layout}, and no note says why"
                for layout in result.missing if layout not in known and layout in spec.layouts]
        out += [f"a note says that {result.label} has no table for {layout}; it has one"
                for layout in sorted(known.difference(result.missing))]
    return out
