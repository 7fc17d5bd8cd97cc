# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The results of comparisons by tree, so that a page can be updated from some of the trees.

The form of ``docs/conform.json``: ``trees`` in the order of the columns, ``alike`` with the number
of tables that two trees have in common.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Sequence, Set, Tuple

from .conform_compare import WHATS, Difference, alike, compare_tree, is_newer, structs_of, tables_of
from .conform_enums import compare_enums
from ...model import Spec
from .tree import Tree

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

    @property
    def differences(self) -> List[Difference]:
        return [item for items in self.found.values() for item in items]


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


def record_of(spec: Spec, trees: Sequence[Tree]) -> Record:
    """Compares trees with the spec and with each other."""
    record = Record([result_of(spec, tree) for tree in trees])
    for number, one in enumerate(trees):
        for other in trees[number + 1:]:
            record.alike[one.label, other.label] = alike(one, other)
    return record


def merge(old: Record, new: Record) -> Record:
    """Returns ``old`` with the trees of ``new``, which replace those of the same label."""
    fresh = {result.label: result for result in new.results}
    results = [fresh.pop(result.label, result) for result in old.results]
    return Record(results + list(fresh.values()), {**old.alike, **new.alike})


# JSON

def to_json(record: Record) -> str:
    """Returns the text of a record, which depends only on the record."""
    trees: List[Dict[str, Any]] = []
    for result in record.results:
        found = {}
        for layout, items in sorted(result.found.items()):
            kinds: Dict[str, List[Any]] = {}
            for item in items:
                entry = [item.field, item.place, item.header, item.met]
                while entry and not entry[-1]:
                    entry.pop()
                kinds.setdefault(item.what, []).append(entry)
            found[layout] = kinds
        trees.append({"label": result.label, "project": result.project, "version": result.version,
                      "date": result.date, "sha256": result.digest, "headers": result.headers,
                      "tables": result.tables, "compared": result.compared,
                      "missing": sorted(result.missing), "found": found})
    lines = ['{"trees": [']
    for number, tree in enumerate(trees):
        found = tree.pop("found")
        head = json.dumps(tree)[:-1]
        body = ",\n  ".join(f"{json.dumps(name)}: {json.dumps(kinds)}"
                            for name, kinds in found.items())
        comma = "," if number < len(trees) - 1 else ""
        lines.append(f'{head}, "found": {{\n  {body}}}}}{comma}')
    pairs = [[*pair, *value] for pair, value in sorted(record.alike.items())]
    lines.append('],\n"alike": ' + json.dumps(pairs) + "}")
    return "\n".join(lines) + "\n"


def from_json(text: str) -> Record:
    """Parses a record; raises RecordError."""
    try:
        data = json.loads(text)
        record = Record()
        labels: Set[str] = set()
        for tree in data["trees"]:
            label = tree["label"]
            if label in labels:
                raise RecordError(f"{label} is listed twice")
            labels.add(label)
            found = {layout: [Difference(label, layout, *_entry(what, entry))
                              for what, entries in kinds.items() for entry in entries]
                     for layout, kinds in tree["found"].items()}
            record.results.append(Result(
                label, tree["project"], tree["version"], tree["date"], tree["sha256"],
                list(tree["headers"]), int(tree["tables"]), int(tree["compared"]), found,
                list(tree["missing"])))
        record.alike = {(one, other): (int(same), int(common))
                        for one, other, same, common in data["alike"]}
        return record
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise RecordError(f"not a record of prmc conform: {type(exc).__name__}: {exc}") from None


def _entry(what: str, entry: List[str]) -> Tuple[str, str, str, str, str]:
    if what not in WHATS:
        raise ValueError(f"unknown kind {what!r}")
    name, place, header, met = (list(entry) + [""] * 4)[:4]
    return str(name), what, str(header), str(place), str(met)
