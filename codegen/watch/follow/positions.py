# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Who says what about a field: the sources of the spec, decided and undecided conflicts."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import Dict, List, Mapping, Optional, Sequence, Set, Tuple

from prmclib.model import About, Arm, Bits, Entry, Enum, Field, Kind, Layout, Selector, Spec
from prmclib.model.errors import listed
from prmclib.rules.undecided import is_undecided, sentence
from .mapping import Target, projects_of
from .verdicts import LayoutPlan, Plan, Verdict

Refusals = Mapping[Tuple[str, str], str]
"""Why a rule forbids a change, by layout and field of the spec; they are not taken then."""


class Positions:
    """``who`` is the new revision in texts, ``word`` the source."""

    def __init__(self, spec: Spec, plan: Plan, word: str, who: str, files: Sequence[str], refused: Refusals) -> None:
        self.spec, self.plan, self.word, self.who, self.refused = spec, plan, word, who, refused
        self.left: Set[str] = set()  # names of fields of NEW that the notation cannot express
        self.files = {os.path.basename(name).lower() for name in files}

    # Who says so

    def is_ours(self, project: str) -> bool:
        """Returns whether the first word of a `source` is this source; an import can have its file instead."""
        return project.lower() == self.word.lower() or project.lower() in self.files or project.endswith((".h", ".adb"))

    def others(self, layout: Layout, entry: Entry) -> List[str]:
        """Returns the other sources of a field."""
        return [name for name in projects_of(layout, entry.item, entry.arm) if not self.is_ours(name)]

    def is_theirs(self, entry: Entry) -> bool:
        """Returns whether the field itself names sources, and only others."""
        found = entry.item.about.source or (entry.arm.about.source if entry.arm else [])
        return bool(found) and not any(self.is_ours(text.split(" ")[0]) for text in found)

    def path(self, layout: Layout, entry: Optional[Entry]) -> str:
        return f"{layout.name}.{entry.path}" if entry is not None and entry.path else layout.name

    # Enumerations

    def enum_after(self, name: str) -> Optional[Enum]:
        """Returns an enumeration with the names and values that it will have."""
        enum, edits = self.spec.enums.get(name), self.plan.enums.get(name)
        if enum is None or edits is None or edits.is_empty:
            return enum
        return replace(enum, values=[replace(value, name=edits.renames.get(value.name, value.name),
                                             value=edits.numbers.get(value.name, value.value))
                                     for value in enum.values if value.name not in edits.drops] + edits.adds)

    def numbers_after(self, selector: Optional[Selector], arm: Arm) -> Set[int]:
        """Returns the numbers that will choose an arm of the spec, if only the selector's enumeration changes."""
        enum, edits = (self.spec.enums.get(selector.enum), self.plan.enums.get(selector.enum)) if selector else (None, None)
        out = set()
        for number in arm.when.values:
            value = enum.by_value(number) if enum is not None and edits is not None else None
            if value is None or edits is None:
                out.add(number)
            elif value.name not in edits.drops:
                out.add(edits.numbers.get(value.name, number))
        return out

    # Verdicts

    def conflict(self, plan: LayoutPlan, entry: Entry, text: str) -> None:
        """Adds an undecided conflict to an entry of the spec, once."""
        path = self.path(plan.layout, entry)
        about = about_of(entry)
        said = sentence(text)
        if said in about.conflict:
            self.plan.add(Verdict.ALREADY, path, "in conflict, see there", entry.item.where)
        elif said not in plan.conflicts.setdefault(entry.item, []):
            plan.conflicts[entry.item].append(said)
            self.plan.add(Verdict.CONFLICT, path, text, entry.item.where)

    def deviates(self, plan: LayoutPlan, entry: Entry, text: str) -> None:
        """The spec has something else than both revisions: on purpose if its conflict is decided."""
        about = about_of(entry)
        if about.conflict and not is_undecided(about.conflict):
            self.plan.add(Verdict.KEPT, self.path(plan.layout, entry), f"the spec deviates, see its conflict; {text}",
                          entry.item.where)
        else:
            self.conflict(plan, entry, text)

    def spec_has(self, layout: Layout, entry: Entry) -> str:
        projects = self.others(layout, entry)
        return f"the spec has {entry.item.name} at {at(entry.bits)}" + (f", from {listed(projects)}" if projects else "")


def about_of(entry: Entry) -> About:
    """Returns the documentation of an entry; that of its arm for the only field of an arm."""
    if entry.arm is not None and entry.arm.is_single and not entry.item.about.conflict:
        return entry.arm.about
    return entry.item.about


def type_of(item: Field) -> tuple:
    """Returns what a field is, without its place and the number of elements."""
    return item.kind, item.layout, item.is_array, item.elem_width if item.is_array else 0


def is_known_gone(about: About) -> bool:
    """Returns whether the spec says already that newer revisions do not have something."""
    return "no longer" in f"{about.note} {about.conflict}" and not is_undecided(about.conflict)


def at(bits: Bits) -> str:
    """Returns a place, of an array of unknown length, too."""
    return str(bits) if bits.width else f"{bits.offset // 8:#04x}.."


def mentions(entry: Entry, name: str) -> bool:
    """Returns whether the spec says that a field has another name elsewhere."""
    about = about_of(entry)
    return re.search(rf"\b{re.escape(name)}\b", f"{about.conflict} {about.note} {' '.join(about.source)}") is not None


def moved(item: Field, offset: int) -> Field:
    """Moves a field with all arms by a number of bits."""
    item.bits = Bits(item.bits.offset + offset, item.bits.width)
    for inner in item.inner:
        inner.bits = Bits(inner.bits.offset + offset, inner.bits.width)
    return item


def arm_of(overlay: Field, new: Entry, ours: Dict[Entry, Entry], target: Target) -> Optional[Arm]:
    """Returns the spec's arm for a field of an arm of the source: of its name, or of the fields beside it."""
    wanted = target.arm or (new.arm.name if new.arm is not None else "")
    found = next((arm for arm in overlay.arms if arm.name == wanted), None)
    if found is not None or new.arm is None:
        return found
    beside = [mine.arm for old, mine in ours.items() if old.arm is not None and old.arm.name == new.arm.name
              and mine.arm in overlay.arms]
    return max(beside, key=beside.count) if beside else None


def kind_text(item: Field) -> str:
    words = {Kind.UINT: f"a number of {item.elem_width} bits", Kind.BYTES: "bytes", Kind.LAYOUT: f"layout {item.layout}",
             Kind.OVERLAY: "an overlay"}
    return words.get(item.kind, item.kind.value) + (f" x {item.count}" if item.count else "")
