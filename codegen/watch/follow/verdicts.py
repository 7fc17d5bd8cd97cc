# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What becomes of a change of a source, and the edits of the spec that follow from it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from prmclib.model import Arm, Bits, Entry, EnumValue, Field, Layout, NOWHERE, Span, When


class Verdict(enum.Enum):
    TAKEN = "taken"
    ALREADY = "already there"
    MOVED = "in another file, which needs them now"
    CONFLICT = "in conflict, undecided"
    KEPT = "kept"
    UNMAPPED = "not mapped"


@dataclass(frozen=True)
class Outcome:
    """``name`` is that of the spec: a layout, field, enumeration or value."""

    verdict: Verdict
    name: str
    text: str
    where: Span = NOWHERE


@dataclass
class Add:
    """A new field at its place in the spec, of an arm of an overlay unless that is None.  ``new`` is the source's."""

    item: Field
    new: Entry
    overlay: Optional[Field] = None
    arm: Optional[Arm] = None


@dataclass
class LayoutPlan:
    """The edits of a layout of the spec, by its fields; ``conflicts`` has sentences.  An overlay's only field in an arm
    is that arm."""

    layout: Layout
    size: int
    moves: Dict[Field, Bits] = field(default_factory=dict)
    counts: Dict[Field, Field] = field(default_factory=dict)
    types: Dict[Field, Field] = field(default_factory=dict)
    renames: Dict[Field, str] = field(default_factory=dict)
    drops: Dict[Field, Entry] = field(default_factory=dict)
    adds: List[Add] = field(default_factory=list)
    arms: List[Tuple[Entry, Arm]] = field(default_factory=list)
    whens: Dict[Arm, When] = field(default_factory=dict)  # other values that choose an arm
    conflicts: Dict[Field, List[str]] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return self.size == self.layout.size and not (
            self.moves or self.counts or self.types or self.renames or self.drops or self.adds or self.arms
            or self.whens or any(self.conflicts.values()))

    def bits(self, entry: Entry) -> Bits:
        return self.moves.get(entry.item, entry.bits)


@dataclass
class EnumPlan:
    """The edits of an enumeration of the spec: values by name."""

    adds: List[EnumValue] = field(default_factory=list)
    numbers: Dict[str, int] = field(default_factory=dict)
    renames: Dict[str, str] = field(default_factory=dict)
    drops: List[str] = field(default_factory=list)
    conflicts: Dict[str, List[str]] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return not (self.adds or self.numbers or self.renames or self.drops or any(self.conflicts.values()))


@dataclass(frozen=True)
class Family:
    """New layouts of the source: all, and those that contain the others. ``home``: the spec's file of their object."""

    path: str
    members: List[str]
    outer: List[str]
    home: str
    stem: str


@dataclass
class Plan:
    """All edits, and what became of each change. ``came``: layouts that the source has now and the spec has not."""

    layouts: Dict[str, LayoutPlan] = field(default_factory=dict)
    enums: Dict[str, EnumPlan] = field(default_factory=dict)
    fresh: Dict[str, Tuple[str, str]] = field(default_factory=dict)  # new layouts: source's name, file of the spec
    sources: Dict[str, Tuple[str, str]] = field(default_factory=dict)  # another name in the source, by the spec's layout
    homes: Dict[str, str] = field(default_factory=dict)  # layouts that move, each with one of the file that they move to
    outcomes: List[Outcome] = field(default_factory=list)
    came: List[Family] = field(default_factory=list)

    def add(self, verdict: Verdict, name: str, text: str, where: Span = NOWHERE) -> None:
        outcome = Outcome(verdict, name, text, where)
        if outcome not in self.outcomes:
            self.outcomes.append(outcome)

    def drop(self, verdict: Verdict, name: str, text: str) -> None:
        """Takes back an outcome."""
        self.outcomes = [item for item in self.outcomes if (item.verdict, item.name, item.text) != (verdict, name, text)]
