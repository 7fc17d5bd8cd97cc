# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Decides what becomes of changed values of enumerations.  An enumeration of the spec is mapped by the constants that its
`source` names (``MLX5_CQC_STATUS_*``, ``enum mlx5_event``), or by the fields that use it on both sides."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, Iterator, List, Optional, Set, Tuple

from prmclib.model import NOWHERE, About, Enum, EnumValue, Spec
from prmclib.model.errors import listed
from prmclib.rules.undecided import is_undecided, sentence
from watch.conform.conform_compare import is_of
from watch.conform.conform_enums import constants_of, counted, patterns, same_name
from watch.importing.import_names import cut, identifier
from .decide import Decider
from .mapping import Target, counterparts
from .positions import is_known_gone
from .terms import Fit, Terms
from .verdicts import EnumPlan, Verdict

Values = Dict[str, int]


def mapped_enums(spec: Spec, old: Terms, new: Terms, old_fit: Fit, new_fit: Fit,
                 targets: Dict[str, List[Target]]) -> Iterator[Tuple[Enum, Values, Values, str]]:
    """Yields the enumerations of the spec with their values in OLD and NEW, and a name in the source."""
    shadow = _with_sources(spec, new)
    by_field = dict(_by_field(spec, old_fit, new_fit, targets))
    touched = set(_touched(shadow, old, new))
    for enum in spec.enums.values():
        if enum.name not in touched and enum.name not in by_field:
            continue
        sides: List[Values] = []
        for terms in (old, new):
            found = constants_of(shadow, shadow.enums[enum.name], terms.tree) if terms.tree is not None else {}
            sides.append(counted(enum, found) if found else {})
        if not any(sides) and enum.name in by_field:
            sides = [{value.name: value.value for value in one.values} if one is not None else {}
                     for one in by_field[enum.name]]
        sides = [{name: number for name, number in side.items() if not name.endswith("NUMBER")} for side in sides]
        if sides[0] and old.tree is not None and new.tree is not None:
            for name in _of_others(old, new, {name for name in sides[1] if name not in sides[0]}):
                del sides[1][name]
        if sides[0] != sides[1] and any(sides):
            yield enum, sides[0], sides[1], enum.name


def _touched(shadow: Spec, old: Terms, new: Terms) -> Iterator[str]:
    """Yields the enumerations of the spec for which constants of the source have changed."""
    if old.tree is None or new.tree is None:
        return
    before, after = old.tree.constants, new.tree.constants
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    tags = {tag for tag in {**old.tree.enums, **new.tree.enums} if any(
        name in set(changed) for tree in (old.tree, new.tree) for name in tree.enums.get(tag, []))}
    for name, enum in shadow.enums.items():
        text = "\n".join(enum.about.source)
        if any(one.startswith(prefix) for prefix, _ in patterns(enum, new.tree) for one in changed) or \
                any(re.search(rf"\b{tag}\b", text) for tag in tags):
            yield name


def _of_others(old: Terms, new: Terms, names: Set[str]) -> Iterator[str]:
    """Yields new names whose constants are in an enumeration that OLD does not have at all: it is another one, with the
    same prefix."""
    assert old.tree is not None and new.tree is not None
    fresh = [name for item in new.tree.header.enums for name, _ in item.values
             if not any(one in old.tree.constants for one, _ in item.values)]
    for name in names:
        if any(one.endswith(f"_{name}") for one in fresh):
            yield name


def _with_sources(spec: Spec, terms: Terms) -> Spec:
    """Returns the enumerations as if all their sources were of the source's project where none is."""
    word = terms.tree.project.word if terms.tree is not None else ""
    enums = {}
    for name, enum in spec.enums.items():
        own = [text for text in enum.about.source if word and is_of(text, word)]
        texts = own or [f"{word} {text}" for text in enum.about.source]
        enums[name] = replace(enum, about=About(source=texts))
    return Spec([], {}, enums)


def _by_field(spec: Spec, old: Fit, new: Fit, targets: Dict[str, List[Target]],
              ) -> Iterator[Tuple[str, Tuple[Optional[Enum], Optional[Enum]]]]:
    """Yields enumerations of the spec with those of the same field in OLD and NEW, where these differ."""
    def values(fit: Fit, name: str) -> List[Tuple[str, int]]:
        return [(value.name, value.value) for value in fit.spec.enums[name].values] if name in fit.spec.enums else []

    for name, places in targets.items():
        used = {one for fit in (old, new) if name in fit.spec.layouts for entry in fit.spec.layouts[name].walk()
                for one in (entry.item.enum, entry.item.flags) if one}
        if all(values(old, one) == values(new, one) for one in used):
            continue
        for target in places:
            sides = []
            for fit in (old, new):
                layout = fit.spec.layouts.get(name)
                found: Dict[str, Enum] = {}
                if layout is not None and target.layout in spec.layouts:
                    entries = [entry for entry in layout.walk() if entry.path]
                    for theirs, ours in counterparts(spec.layouts[target.layout], entries, target).items():
                        mine, other = ours.item.enum or ours.item.flags, theirs.item.enum or theirs.item.flags
                        if mine in spec.enums and other in fit.spec.enums and \
                                spec.enums[mine].is_flags == fit.spec.enums[other].is_flags:
                            found.setdefault(mine, fit.spec.enums[other])
                sides.append(found)
            for mine in sides[0]:
                if mine in sides[1]:
                    yield mine, (sides[0][mine], sides[1][mine])


class EnumDecider:
    """Compares the values of one enumeration."""

    def __init__(self, decider: Decider, enum: Enum, source: str) -> None:
        self.decider, self.enum, self.source = decider, enum, source
        self.exact: Set[str] = set()  # names in the source
        self.now: Values = {}  # NEW
        self.plan = decider.plan.enums.setdefault(enum.name, EnumPlan())

    def decide(self, old: Values, new: Values) -> None:
        self.exact, self.now = {identifier(name, upper=True) for name in {**old, **new}}, new
        came = {name: value for name, value in new.items() if name not in old}
        gone = {name: value for name, value in old.items() if name not in new}
        for name, value in list(gone.items()):
            after = [one for one, number in came.items() if number == value]
            if len(after) == 1 and value not in {new[one] for one in new if one in old}:
                self.renamed(name, after[0], value)
                del gone[name], came[after[0]]
        for name, value in gone.items():
            self.gone(name, value)
        other = {name: value for name, value in new.items() if name in old and old[name] != value}
        leave = {one.name for one in (self.value(name) for name in other) if one is not None} | set(self.plan.drops)
        for name, value in other.items():
            self.renumbered(name, old[name], value, leave)
        for name, value in came.items():
            self.added(name, value)

    def value(self, name: str) -> Optional[EnumValue]:
        """Returns the spec's value of a name in the source."""
        exact = self.enum.by_name(identifier(name, upper=True)) or self.enum.by_name(name)
        return exact or next((one for one in self.enum.values if one.name not in self.exact
                              and same_name(one.name, name)), None)

    def add(self, verdict: Verdict, name: str, text: str, value: Optional[EnumValue] = None) -> None:
        self.decider.plan.add(verdict, f"{self.enum.name}.{name}", text, value.where if value else self.enum.where)

    def conflict(self, value: EnumValue, text: str) -> None:
        said = sentence(text)
        if said in value.about.conflict:
            self.add(Verdict.ALREADY, value.name, "in conflict, see there", value)
        elif value.about.conflict and not is_undecided(value.about.conflict):
            self.add(Verdict.KEPT, value.name, f"the spec deviates, see its conflict; {text}", value)
        elif said not in self.plan.conflicts.setdefault(value.name, []):
            self.plan.conflicts[value.name].append(said)
            self.add(Verdict.CONFLICT, value.name, text, value)

    def others(self, value: EnumValue) -> List[str]:
        texts = value.about.source or self.enum.about.source
        return [word for word in dict.fromkeys(text.split(" ")[0] for text in texts) if not self.decider.is_ours(word)]

    def added(self, name: str, number: int) -> None:
        who, mine = self.decider.who, self.value(name)
        there = next((one for one in self.enum.values if self.plan.numbers.get(one.name, one.value) == number
                      and one.name not in self.plan.drops), None)
        if mine is not None and mine.value == number and mine.name not in self.plan.drops:
            there = mine  # the second name of a value
        refusal = self.decider.refused.get((self.enum.name, cut(identifier(name, upper=True))), "")
        if there is not None and (there is mine or same_name(there.name, name) or _mentions(there, name)):
            self.add(Verdict.ALREADY, there.name, f"{number:#x}", there)
        elif there is None and name in re.findall(r"\w+", self.enum.about.note):
            self.add(Verdict.ALREADY, name, f"{number:#x}, in the note")
        elif mine is not None:
            self.conflict(mine, f"{who} has {name} = {number:#x}; the spec has {mine.value:#x}")
        elif there is not None and not refusal and self.is_name(there, number):
            text = cut(identifier(name, upper=True))
            self.plan.adds.append(EnumValue(text, number, NOWHERE, alias=there.alias or there.name))
            self.add(Verdict.TAKEN, text, f"{number:#x}, a second name of {there.name}")
        elif there is not None:
            others = self.others(there)
            self.conflict(there, f"{who} names {number:#x} {name}; the spec names it {there.name}"
                          + (f", as {listed(others)}" if others else ""))
        elif refusal or not 0 <= number < (64 if self.enum.is_flags else 1 << 64):
            self.add(Verdict.UNMAPPED, name, f"{number:#x} in {who}{refusal}")
        else:
            text = cut(identifier(name, upper=True)) or f"VALUE_{number}"
            first = next((one.name for one in self.plan.adds if one.value == number), "")
            self.plan.adds.append(EnumValue(text, number, NOWHERE, alias=first))
            self.add(Verdict.TAKEN, text, f"{number:#x}")

    def is_name(self, value: EnumValue, number: int) -> bool:
        """Returns whether NEW still has a value of the spec under its name."""
        return any(other == number and self.value(name) is value for name, other in self.now.items())

    def renumbered(self, name: str, old: int, new: int, leave: Set[str]) -> None:
        """``leave``: values of the spec that lose their numbers, too."""
        mine, other = self.value(name), self.enum.by_value(new)
        if mine is None:
            self.added(name, new)
        elif mine.value == new:
            self.add(Verdict.ALREADY, mine.name, f"{new:#x}", mine)
        elif mine.value == old and (other is None or other.name in leave) and \
                (self.enum.name, mine.name) not in self.decider.refused:
            self.plan.numbers[mine.name] = new
            self.add(Verdict.TAKEN, mine.name, f"{new:#x} instead of {old:#x}", mine)
        else:
            self.conflict(mine, f"{self.decider.who} has {name} = {new:#x}; the spec has {mine.value:#x}" +
                          self.decider.refused.get((self.enum.name, mine.name), ""))

    def renamed(self, old: str, new: str, number: int) -> None:
        mine = self.value(old)
        there = self.enum.by_value(number)
        if self.value(new) is not None or there is not None and (same_name(there.name, new) or _mentions(there, new)):
            self.add(Verdict.ALREADY, new, f"{number:#x}")
        elif mine is None or mine.value != number:
            self.added(new, number)
        elif mine.name != cut(identifier(old, upper=True)):
            self.add(Verdict.KEPT, mine.name, f"the spec's own name; {self.decider.who} renames {old} to {new}", mine)
        elif self.others(mine) or (self.enum.name, mine.name) in self.decider.refused:
            self.conflict(mine, f"{self.decider.who} names it {new}, not {mine.name}" +
                          self.decider.refused.get((self.enum.name, mine.name), ""))
        else:
            self.plan.renames[mine.name] = cut(identifier(new, upper=True))
            self.add(Verdict.TAKEN, mine.name, f"renamed to {self.plan.renames[mine.name]}", mine)

    def gone(self, name: str, number: int) -> None:
        mine = self.value(name)
        if mine is None:
            return
        own = mine.about.source
        if mine.value != number or is_known_gone(mine.about) or \
                own and not any(self.decider.is_ours(text.split(" ")[0]) for text in own):
            self.add(Verdict.KEPT, mine.name, f"{self.decider.who} no longer has it", mine)
        elif self.others(mine) or (self.enum.name, mine.name) in self.decider.refused or len(self.enum.values) < 2:
            self.conflict(mine, f"{self.decider.who} no longer has it" +
                          self.decider.refused.get((self.enum.name, mine.name), ""))
        else:
            self.plan.drops.append(mine.name)
            self.add(Verdict.TAKEN, mine.name, "removed", mine)


def _mentions(value: EnumValue, name: str) -> bool:
    return name in f"{value.about.conflict} {value.about.note}".replace(",", " ").replace(".", " ").split()
