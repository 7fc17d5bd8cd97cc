# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The results of comparisons by tree, so that a page can be updated from some of the trees.

The form of a record (``tests/world/conform.json``): ``trees`` in the order of the columns, ``alike`` with the number
of tables that two trees have in common.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Mapping, Sequence, Tuple

from prmclib.model import Spec
from .conform_compare import WHATS, Difference, alike, compare_tree, is_newer, structs_of, tables_of
from .conform_enums import compare_enums
from .rest import uses_of
from .tree import Tree
from .watch import Watched, watch

ALIKE = 0.95  # share of identical tables from which one tree is a copy of the other


class RecordError(Exception):
    """The text is not a record."""


@dataclass
class Result:
    """The comparison of one tree.  ``found`` has every layout with a table in the tree, and every
    enumeration with values there."""

    label: str
    project: str
    version: str
    date: str
    digest: str
    headers: List[str]
    tables: int
    compared: int
    found: Dict[str, List[Difference]]
    missing: List[str]  # layouts without a table, for trees that should have one for each
    watched: Watched = field(default_factory=Watched)

    @property
    def differences(self) -> List[Difference]:
        return [item for found in (self.found, self.watched.found) for items in found.values() for item in items]


@dataclass
class Record:
    """All trees.  ``alike`` by two labels: identical tables, and tables that both have."""

    results: List[Result] = field(default_factory=list)
    alike: Dict[Tuple[str, str], Tuple[int, int]] = field(default_factory=dict)

    @property
    def labels(self) -> List[str]:
        return [result.label for result in self.results]

    def witnesses(self) -> List[List[Result]]:
        """Returns the trees in groups of copies of one another, in the order of the trees."""
        groups: List[List[Result]] = []
        for result in self.results:
            for group in groups:
                if any(self.is_copy(result, other) for other in group):
                    group.append(result)
                    break
            else:
                groups.append([result])
        return groups

    def is_copy(self, one: Result, other: Result) -> bool:
        same, common = self.alike.get((other.label, one.label)) or \
            self.alike.get((one.label, other.label)) or (0, 0)
        smaller = min(one.tables, other.tables)
        return bool(common) and same >= ALIKE * common and common >= ALIKE * smaller


def result_of(spec: Spec, tree: Tree) -> Result:
    """Compares a tree with the spec."""
    found, used = compare_tree(spec, tree)
    found.update(compare_enums(spec, tree))
    missing = [name for name, layout in spec.layouts.items()
               if not tables_of(layout, tree) and not structs_of(layout, tree)
               and not is_newer(layout, tree)] \
        if tree.linux is not None else []
    return Result(tree.label, tree.project.name, tree.version, tree.date, tree.digest,
                  list(tree.names), len(tree.tables), len(used), found, missing)


def record_of(spec: Spec, trees: Sequence[Tree], names: Mapping[str, str]) -> Record:
    """Compares trees with the spec and with each other; ``names`` are those of the notes."""
    record = Record([result_of(spec, tree) for tree in trees])
    watched = watch(trees, {tree.label: compare_tree(spec, tree)[1] for tree in trees}, names)
    for result, tree in zip(record.results, trees):
        result.watched = watched[result.label]
        if tree.top:
            result.watched.uses = uses_of(tree.top, tree.project.code, tree.project.headers, set(result.watched.alone))
    for number, one in enumerate(trees):
        for other in trees[number + 1:]:
            record.alike[one.label, other.label] = alike(one, other)
    return record


def merge(old: Record, new: Record, described: Iterable[str] = ()) -> Record:
    """Returns ``old`` with the trees of ``new``, which replace those of the same label.  A part of the trees
    does not say how all of them differ from each other: that stays as it was, without the tables that the
    spec describes by now."""
    fresh = {result.label: result for result in new.results}
    names = set(described)
    if set(old.labels) - set(fresh):
        for result in old.results:
            for known in (result.watched.compared, result.watched.alone):
                known[:] = [name for name in known if name not in names]
            for name in names.intersection(result.watched.uses):
                del result.watched.uses[name]
            if result.label in fresh:
                fresh[result.label].watched = result.watched
    results = [fresh.pop(result.label, result) for result in old.results]
    return Record(results + list(fresh.values()), {**old.alike, **new.alike})


# JSON

def to_json(record: Record) -> str:
    """Returns the text of a record, which depends only on the record."""
    trees = []
    for result in record.results:
        head = json.dumps({
            "label": result.label, "project": result.project, "version": result.version,
            "date": result.date, "sha256": result.digest, "headers": result.headers,
            "tables": result.tables, "compared": result.compared, "missing": sorted(result.missing)})
        trees.append(f'{head[:-1]}, "found": {_found_text(result.found)},\n '
                     f'"watched": {json.dumps(sorted(result.watched.compared))}, '
                     f'"alone": {json.dumps(sorted(result.watched.alone))}, '
                     f'"uses": {json.dumps(dict(sorted(result.watched.uses.items())))}, '
                     f'"differ": {_found_text(result.watched.found)}}}')
    pairs = [[*pair, *value] for pair, value in sorted(record.alike.items())]
    return '{"trees": [\n' + ",\n".join(trees) + '],\n"alike": ' + json.dumps(pairs) + "}\n"


def _found_text(found: Dict[str, List[Difference]]) -> str:
    lines = []
    for layout, items in sorted(found.items()):
        kinds: Dict[str, List[Any]] = {}
        for item in items:
            entry: List[Any] = [item.field, item.place, item.header, item.met, list(item.holders)]
            while entry and not entry[-1]:
                entry.pop()
            kinds.setdefault(item.what, []).append(entry)
        lines.append(f"{json.dumps(layout)}: {json.dumps(kinds)}")
    return "{" + ",".join("\n  " + line for line in lines) + "}"


def from_json(text: str) -> Record:
    """Parses a record; raises RecordError."""
    try:
        data = json.loads(text)
        record = Record()
        for tree in data["trees"]:
            label = tree["label"]
            if label in record.labels:
                raise RecordError(f"{label} is listed twice")
            record.results.append(Result(
                label, tree["project"], tree["version"], tree["date"], tree["sha256"],
                list(tree["headers"]), int(tree["tables"]), int(tree["compared"]), _found(label, tree["found"]),
                list(tree["missing"]),
                Watched(_found(label, tree["differ"]), list(tree["watched"]), list(tree["alone"]),
                        {str(name): int(uses) for name, uses in tree["uses"].items()})))
        record.alike = {(one, other): (int(same), int(common))
                        for one, other, same, common in data["alike"]}
        return record
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise RecordError(f"not a record of prmc conform: {type(exc).__name__}: {exc}") from None


def _found(label: str, found: Dict[str, Any]) -> Dict[str, List[Difference]]:
    return {layout: [_difference(label, layout, what, entry) for what, entries in kinds.items() for entry in entries]
            for layout, kinds in found.items()}


def _difference(label: str, layout: str, what: str, entry: List[Any]) -> Difference:
    if what not in WHATS:
        raise ValueError(f"unknown kind {what!r}")
    name, place, header, met = map(str, (list(entry) + [""] * 4)[:4])
    return Difference(label, layout, name, what, header, place, met, tuple(map(str, (entry[4:] or [()])[0])))
