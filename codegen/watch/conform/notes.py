# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The reviewed notes: why the spec and a header disagree, and why the spec is right.

A YAML file::

    names:                    # tables that other trees give another name
      dr_match_spec: fte_match_set_lyr_2_4
    without:                  # layouts of which a tree of Linux has no table; with `header`, as long as it lacks that one
      - {trees: [Linux 6.1], layouts: [crypto_caps], reason: Newer than Linux 6.1.}
    rest:                     # tables that nothing is compared with; the first entry that covers one counts
      - {trees: [FreeBSD], tables: ["*_reg"], used: false, reason: ...}  # all but the reason may be absent
    disagreements:
      - layout: mkc           # "*": every layout; mlx5_ifc_NAME_bits: a table that the spec does not
                              # have, compared between trees; "mlx5_ifc_*": every such table
        trees: [Linux 6.1]    # or a project, for the trees that copy its headers
        what: wider           # a key of WHATS in conform_compare.py
        fields: {log_page_size: "0x38[4:0]"}   # the header's form of each; a list for fields that
                                               # it does not have; "*": every field
        reason: Six bits in Linux 6.12, five in 6.1; see the conflict in the spec.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Dict, Iterable, List, Mapping, Optional, Sequence, Set, Tuple

import yaml

from prmclib.model.errors import shorten
from .conform_compare import WHATS, Difference
from .rest import Rule

ANY = "*"
TABLES = "mlx5_ifc_*"


class NotesError(Exception):
    """The notes cannot be used; the text says where and why."""


@dataclass(frozen=True)
class Note:
    """A reason for disagreements, with the number of its entry in the file."""

    number: int
    layout: str
    trees: Tuple[str, ...]
    what: str
    fields: Tuple[Tuple[str, str], ...]  # with the header's form; (ANY, "") for every field
    reason: str

    @property
    def is_general(self) -> bool:
        return self.layout in (ANY, TABLES) or self.fields == ((ANY, ""),)

    @property
    def is_of_table(self) -> bool:
        """Whether it is about one table that the spec does not have."""
        return self.layout != TABLES and every(self.layout) == TABLES

    def explains(self, item: Difference, project: str = "") -> bool:
        return (item.tree in self.trees or project in self.trees) and item.what == self.what \
            and self.layout in (every(item.layout), item.layout) \
            and (self.fields == ((ANY, ""),) or (item.field, item.header) in self.fields)

    def __str__(self) -> str:
        return f"entry {self.number} ({self.layout}, {self.what}, {', '.join(self.trees)})"


def every(layout: str) -> str:
    """The names in notes for all layouts, and for all tables that the spec does not have."""
    return TABLES if layout.startswith(TABLES[:-1]) else ANY


class Notes:
    """All notes of a file."""

    def __init__(self, notes: List[Note], without: Dict[Tuple[str, str], str],
                 names: Optional[Dict[str, str]] = None, rest: Sequence[Rule] = ()) -> None:
        self.notes = notes
        self.without = without  # by (tree, layout): the header that has the table; empty if none has it
        self.rest = list(rest)
        self.names = {f"mlx5_ifc_{one}_bits": f"mlx5_ifc_{other}_bits" for one, other in (names or {}).items()}
        self._by: Dict[str, List[Note]] = {}
        for note in sorted(notes, key=lambda one: one.is_general):
            self._by.setdefault(note.layout, []).append(note)

    def of(self, item: Difference, copied: str = "") -> Optional[Note]:
        """Returns the most specific note that explains a disagreement of a tree, which copies the headers of
        a project."""
        return next((note for project in ("", copied) for layout in (item.layout, every(item.layout))
                     for note in self._by.get(layout, ()) if note.explains(item, project)), None)

    def stale(self, explained: Iterable[Tuple[Difference, Note]], trees: Mapping[str, str],
              tables: Mapping[str, Set[str]]) -> List[str]:
        """Returns the statements in the notes on these trees that no longer hold, as texts.

        ``trees`` has the project that a tree's headers are copied from, by label; ``tables`` the trees that have a table
        which the spec lacks, by its tag.  A note about such tables depends on what the other trees have: it can be out of
        date only if all trees that such notes name are there, and one that this note does not name has the table."""
        seen: Dict[int, Set[Tuple[str, str]]] = {}
        for item, note in explained:
            seen.setdefault(note.number, set()).add((item.tree, item.field))
        named = {tree for note in self.notes if every(note.layout) == TABLES for tree in note.trees}
        out = []
        for note in self.notes:
            used = seen.get(note.number, set())
            if every(note.layout) == TABLES and not named <= set(trees) or note.is_of_table and not any(
                    tree not in note.trees and trees[tree] not in note.trees for tree in tables.get(note.layout, ())):
                continue
            for tree in set(trees).intersection(note.trees):
                if note.fields == ((ANY, ""),):
                    if not any(one == tree for one, _ in used):
                        out.append(f"{note}: {tree} has no such disagreement")
                    continue
                out += [f"{note}: {tree} has no such disagreement for {name or 'the layout'}"
                        for name, _ in note.fields if (tree, name) not in used]
        return sorted(out)


def read_notes(path: str) -> Notes:
    """Reads the notes of a file; raises NotesError."""
    try:
        with open(path, encoding="utf-8") as stream:
            data = yaml.load(stream, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as exc:
        reason = getattr(exc, "strerror", None) or str(exc).replace("\n", " ")
        raise NotesError(f"{path}: {shorten(reason, 160)}") from None
    name = os.path.basename(path)
    if not isinstance(data, dict) or not set(data) <= {"names", "without", "rest", "disagreements"}:
        raise NotesError(f"{name}: its keys are `names`, `without`, `rest` and `disagreements`")
    names = data.get("names") or {}
    if not isinstance(names, dict) or not all(isinstance(one, str) for pair in names.items() for one in pair):
        raise NotesError(f"{name}: `names` is a map of tables' names")
    without: Dict[Tuple[str, str], str] = {}
    for number, entry in enumerate(_list(data, "without", name), 1):
        place = f"{name}: `without`, entry {number}"
        header = entry.pop("header", "") if isinstance(entry, dict) else ""
        _check(entry, {"trees", "layouts", "reason"}, place)
        if not isinstance(header, str):
            raise NotesError(f"{place}: `header` is the path of a header in its tree")
        for tree in _words(entry["trees"], "trees", place):
            for layout in _words(entry["layouts"], "layouts", place):
                if (tree, layout) in without:
                    raise NotesError(f"{place}: {layout} of {tree} is listed twice")
                without[tree, layout] = header
    rest: List[Rule] = []
    for number, entry in enumerate(_list(data, "rest", name), 1):
        place = f"{name}: `rest`, entry {number}"
        if not isinstance(entry, dict) or not set(entry) <= {"trees", "tables", "used", "reason"} \
                or entry.get("used") not in (None, True, False):
            raise NotesError(f"{place}: its keys are reason, and any of trees, tables and used (true or false)")
        _check({"reason": entry.get("reason")}, {"reason"}, place)
        words = {key: tuple(_words(entry[key], key, place)) for key in ("trees", "tables") if key in entry}
        rest.append(Rule(str(entry["reason"]), words.get("trees", ()), words.get("tables", ()), entry.get("used")))
    notes: List[Note] = []
    for number, entry in enumerate(_list(data, "disagreements", name), 1):
        place = f"{name}: `disagreements`, entry {number}"
        _check(entry, {"layout", "trees", "what", "fields", "reason"}, place)
        if entry["what"] not in WHATS:
            raise NotesError(f"{place}: `what` is one of {', '.join(WHATS)}")
        if not isinstance(entry["layout"], str):
            raise NotesError(f"{place}: `layout` is a name, or \"*\"")
        notes.append(Note(number, entry["layout"], tuple(_words(entry["trees"], "trees", place)),
                          entry["what"], _fields(entry["fields"], place), entry["reason"]))
    twice: Set[Tuple[str, str, str, str]] = set()
    for note in notes:
        for tree in note.trees:
            for field, _ in note.fields:
                key = (tree, note.layout, note.what, field)
                if key in twice:
                    raise NotesError(f"{name}: {note}: {field or 'it'} is listed twice for {tree}")
                twice.add(key)
    return Notes(notes, without, names, rest)


def _list(data: dict, key: str, name: str) -> list:
    found = data.get(key) or []
    if not isinstance(found, list):
        raise NotesError(f"{name}: `{key}` is not a list")
    return found


def _check(entry: object, keys: Set[str], place: str) -> None:
    if not isinstance(entry, dict) or set(entry) != keys:
        raise NotesError(f"{place}: its keys have to be {', '.join(sorted(keys))}")
    if not isinstance(entry["reason"], str) or len(entry["reason"]) <= 10:
        raise NotesError(f"{place}: `reason` has to be a sentence")


def _words(value: object, key: str, place: str) -> Iterable[str]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise NotesError(f"{place}: `{key}` has to be a list of names")
    return value


def _fields(value: object, place: str) -> Tuple[Tuple[str, str], ...]:
    if value == ANY:
        return ((ANY, ""),)
    items = value.items() if isinstance(value, dict) else \
        [(one, "") for one in value] if isinstance(value, list) else []
    if not items or not all(isinstance(one, str) and isinstance(has, str) for one, has in items):
        raise NotesError(f"{place}: `fields` has to be a list of names, a map of names and their "
                         "form in the header, or \"*\"")
    return tuple(items)
