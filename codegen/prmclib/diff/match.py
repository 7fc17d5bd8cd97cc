# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What of the old manual is what of the new one: by name, by bits, and by likeness.

Only says what belongs together; :mod:`.compare` says how the two differ.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import (Callable, Dict, FrozenSet, Hashable, Iterable, Iterator, List, Mapping,
                    Optional, Set, Tuple, TypeVar)

from ..model import Arm, Field, Kind, Layout, Spec
from .entries import Entry, entries_of

LIKE = 0.6  # from here on two layouts, or two names, are alike
T = TypeVar("T")


@dataclass
class ArmPair:
    """An arm of a matched overlay; None where only the other side has it."""

    old: Optional[Arm]
    new: Optional[Arm]


@dataclass(eq=False)
class Pair:
    """An entry with a name on both sides."""

    old: Entry
    new: Entry
    arms: List[ArmPair] = field(default_factory=list)  # of overlays


@dataclass(eq=False)
class Regroup:
    """Fields that share their bits with fields of other names: one became several, or the reverse.
    ``is_nested``: the one is a layout, or an overlay, that has the several at their places."""

    old: List[Entry]
    new: List[Entry]
    is_nested: bool = False


@dataclass
class LayoutPair:
    """A layout of both sides, and what in it belongs together."""

    old: Layout
    new: Layout
    pairs: List[Pair] = field(default_factory=list)  # in the order of OLD
    removed: List[Entry] = field(default_factory=list)
    added: List[Entry] = field(default_factory=list)
    regrouped: List[Regroup] = field(default_factory=list)


@dataclass
class Names:
    """Names of one kind: ``pairs`` by the old name; what is only on one side."""

    pairs: Dict[str, str] = field(default_factory=dict)
    removed: List[str] = field(default_factory=list)
    added: List[str] = field(default_factory=list)

    def renamed(self, old: str) -> str:
        """The new name of ``old``; ``old`` itself if it is gone."""
        return self.pairs.get(old, old)


@dataclass
class Match:
    """Two manuals side by side.  ``layouts`` has the pairs in the order of NEW."""

    layouts: Names
    enums: Names
    variants: Names
    sequences: Names
    tables: Dict[str, LayoutPair] = field(default_factory=dict)  # by the new name


def match(old: Spec, new: Spec) -> Match:
    """Finds what belongs together; both manuals are sound."""
    layouts = match_layouts(old, new)
    tables = {after: match_fields(old.layouts[before], new.layouts[after], old, new)
              for before, after in layouts.pairs.items()}
    order = {name: number for number, name in enumerate(new.layouts)}
    tables = {name: tables[name] for name in sorted(tables, key=order.__getitem__)}
    enums = _by_name(old.enums, new.enums)
    _follow(enums, _used_enums(tables.values()))
    _by_likeness(enums, lambda name: frozenset((v.name, v.value) for v in old.enums[name].values),
                 lambda name: frozenset((v.name, v.value) for v in new.enums[name].values))
    variants = _by_name(old.variants, new.variants)
    _by_likeness(variants, lambda name: frozenset(
        (a.name, layouts.renamed(a.layout), a.sequence) for a in old.variants[name].arms),
        lambda name: frozenset((a.name, a.layout, a.sequence) for a in new.variants[name].arms))
    sequences = _by_name(old.sequences, new.sequences)
    _by_likeness(sequences, lambda name: frozenset(
        (s.name, layouts.renamed(s.layout), s.variant, s.sequence)
        for s in old.sequences[name].segments),
        lambda name: frozenset((s.name, s.layout, s.variant, s.sequence)
                               for s in new.sequences[name].segments))
    return Match(layouts, enums, variants, sequences, tables)


def alike(one: str, other: str) -> float:
    """How alike two names are, 0 to 1."""
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def _by_name(old: Mapping[str, T], new: Mapping[str, T]) -> Names:
    return Names({name: name for name in old if name in new},
                 [name for name in old if name not in new],
                 [name for name in new if name not in old])


def _pair(names: Names, old: str, new: str) -> None:
    names.pairs[old] = new
    names.removed.remove(old)
    names.added.remove(new)


def _follow(names: Names, used: Iterable[Tuple[str, str]]) -> None:
    """Pairs names that stand in the same fields on both sides, if all uses agree."""
    seen: Dict[str, Set[str]] = defaultdict(set)
    back: Dict[str, Set[str]] = defaultdict(set)
    for old, new in used:
        seen[old].add(new)
        back[new].add(old)
    for old in list(names.removed):
        (new,) = seen[old] if len(seen[old]) == 1 else ("",)
        if new in names.added and len(back[new]) == 1:
            _pair(names, old, new)


def _used_enums(tables: Iterable[LayoutPair]) -> Iterable[Tuple[str, str]]:
    for table in tables:
        for pair in table.pairs:
            one, other = pair.old.item, pair.new.item
            for kind in ("enum", "flags"):
                if getattr(one, kind) and getattr(other, kind):
                    yield getattr(one, kind), getattr(other, kind)


def _by_likeness(names: Names, of_old: Callable[[str], FrozenSet[Hashable]],
                 of_new: Callable[[str], FrozenSet[Hashable]]) -> None:
    """Pairs what has most of its content in common, the most alike first."""
    if not names.removed or not names.added:
        return
    before = {name: of_old(name) for name in names.removed}
    after = {name: of_new(name) for name in names.added}
    found = []
    for one, content in before.items():
        for other, other_content in after.items():
            common = len(content & other_content)
            if common and common / len(content | other_content) >= LIKE:
                found.append((-common / len(content | other_content), -alike(one, other),
                              one, other))
    for _, _, one, other in sorted(found):
        if one in names.removed and other in names.added:
            _pair(names, one, other)


# Layouts

def _features(layout: Layout) -> FrozenSet[Tuple[str, int, int]]:
    """The named fields of a layout with their places."""
    return frozenset((entry.path, entry.bits.offset, entry.bits.width)
                     for entry in entries_of(layout) if entry.path)


def match_layouts(old: Spec, new: Spec) -> Names:
    """Layouts by name, the others by their fields: a field counts less, the more layouts have it.

    Layouts whose fields are those of many others (the plain commands) belong together only if
    their names are alike, too.
    """
    names = _by_name(old.layouts, new.layouts)
    if not names.removed or not names.added:
        return names
    count: Dict[Hashable, int] = defaultdict(int)
    for spec in (old, new):
        for layout in spec.layouts.values():
            for feature in _features(layout):
                count[feature] += 1
    after = {name: _features(new.layouts[name]) for name in names.added}
    holders: Dict[Hashable, List[str]] = defaultdict(list)
    for name, features in after.items():
        for feature in features:
            holders[feature].append(name)
    found = []
    for one in names.removed:
        features = _features(old.layouts[one])
        for other in sorted({name for feature in features for name in holders[feature]}):
            common, either = features & after[other], features | after[other]
            share = len(common) / len(either)
            weight = sum(1 / count[f] for f in common)
            score = weight / sum(1 / count[f] for f in either)
            # On average no more than two layouts beside the pair have what is common.
            telling = weight >= len(common) / 4 and len(common) > 2
            if share >= LIKE / 2 and score >= LIKE / 2 and max(share, score) >= LIKE and \
                    (telling or alike(one, other) >= LIKE):
                found.append((-score, -alike(one, other), one, other))
    for _, _, one, other in sorted(found):
        if one in names.removed and other in names.added:
            _pair(names, one, other)
    _follow(names, _nested(old, new, names))
    return names


def _nested(old: Spec, new: Spec, names: Names) -> Iterable[Tuple[str, str]]:
    """Layouts that stand in fields of one name and size in layouts that belong together."""
    for before, after in names.pairs.items():
        fields = {entry.path: entry.item for entry in entries_of(new.layouts[after])
                  if entry.item.kind is Kind.LAYOUT}
        if not fields:
            continue
        for entry in entries_of(old.layouts[before]):
            other = fields.get(entry.path)
            if other is not None and entry.item.kind is Kind.LAYOUT and \
                    entry.item.elem_width == other.elem_width:
                yield entry.item.layout, other.layout


# Fields

def match_fields(old: Layout, new: Layout, old_spec: Spec, new_spec: Spec) -> LayoutPair:
    """Finds the fields of one layout in the other."""
    return _Fields(old, new, old_spec, new_spec).match()


class _Fields:
    def __init__(self, old: Layout, new: Layout, old_spec: Spec, new_spec: Spec) -> None:
        self.result = LayoutPair(old, new)
        self.old_spec, self.new_spec = old_spec, new_spec
        self.old = [entry for entry in entries_of(old) if entry.path]
        self.new = [entry for entry in entries_of(new) if entry.path]
        self.taken: Dict[Entry, Pair] = {}  # either side's entries that have their partner
        self.grouped: Set[Entry] = set()  # those that were split or joined

    def match(self) -> LayoutPair:
        if self._same():
            return self.result
        self._by_path()
        self._arms()
        self._by_leaf()
        self._by_bits()
        self._by_neighbour()
        self._arms()
        self._nest()
        self._regroup()
        self._by_likeness()
        order = {entry: number for number, entry in enumerate(self.old)}
        self.result.pairs.sort(key=lambda pair: order[pair.old])
        self.result.removed = self._left(self.old)
        self.result.added = self._left(self.new)
        return self.result

    def _same(self) -> bool:
        """The usual case: all paths and places are as they were."""
        if len(self.old) != len(self.new) or any(
                (one.path, one.bits, one.item.kind) != (other.path, other.bits, other.item.kind)
                for one, other in zip(self.old, self.new)):
            return False
        for one, other in zip(self.old, self.new):
            self._pair(one, other)
        self._arms()
        return True

    def _left(self, entries: List[Entry]) -> List[Entry]:
        return [entry for entry in entries
                if entry not in self.taken and entry not in self.grouped]

    def _pair(self, old: Entry, new: Entry) -> None:
        pair = Pair(old, new)
        self.taken[old] = self.taken[new] = pair
        self.result.pairs.append(pair)

    def _by_path(self) -> None:
        known: Dict[Tuple[str, bool], Entry] = {}
        for entry in self.new:
            known.setdefault((entry.path, entry.is_overlay), entry)
        for entry in self.old:
            other = known.get((entry.path, entry.is_overlay))
            if other is not None and other not in self.taken:
                self._pair(entry, other)

    def _by_leaf(self) -> None:
        """Fields that went into an arm, out of one, or into another."""
        known: Dict[str, List[Entry]] = defaultdict(list)
        for entry in self._left(self.new):
            known[entry.item.name].append(entry)
        count: Dict[str, int] = defaultdict(int)
        for entry in self._left(self.old):
            count[entry.item.name] += 1
        for entry in self._left(self.old):
            others = known[entry.item.name]
            if len(others) == 1 and count[entry.item.name] == 1 and \
                    entry.is_overlay == others[0].is_overlay and \
                    entry.bits.width == others[0].bits.width:
                self._pair(entry, others[0])

    def _same_group(self, old: Entry, new: Entry) -> bool:
        """Both in the table itself, or in arms that belong together."""
        if old.arm is None or new.arm is None:
            return old.arm is new.arm
        return any(arms.old is old.arm and arms.new is new.arm
                   for pair in self.result.pairs for arms in pair.arms)

    def _by_bits(self) -> None:
        """Other names for the same bits; of several at one place, the one that is most alike."""
        known: Dict[Tuple[int, int], List[Entry]] = defaultdict(list)
        for entry in self._left(self.new):
            known[entry.bits.offset, entry.bits.width].append(entry)
        for entry in self._left(self.old):
            others = [other for other in known[entry.bits.offset, entry.bits.width]
                      if other not in self.taken and entry.is_overlay == other.is_overlay
                      and self._same_group(entry, other)]
            if others:
                self._pair(entry, max(others, key=lambda o: alike(entry.path, o.path)))

    def _by_neighbour(self) -> None:
        """Other names for bits that only moved as far as the field before them."""
        left = self._left(self.new)
        if not left:
            return
        moves = {(pair.old.bits.end, pair.new.bits.end) for pair in self.result.pairs}
        distances = {new - old for old, new in moves if new != old}
        for entry in self._left(self.old):
            fitting = [other for other in left if other not in self.taken
                       and other.bits.width == entry.bits.width
                       and other.is_overlay == entry.is_overlay
                       and other.bits.offset - entry.bits.offset in distances
                       and self._same_group(entry, other)]
            near = [other for other in fitting if alike(entry.path, other.path) >= LIKE]
            if len(near) == 1:
                self._pair(entry, near[0])

    def _by_likeness(self) -> None:
        """Names that are alike over bits with the same lowest one (overlays: highest one): renamed and
        resized."""
        for entry in self._left(self.old):
            others = [other for other in self._left(self.new)
                      if other.is_overlay == entry.is_overlay and (
                          other.bits.offset == entry.bits.offset if entry.is_overlay else
                          other.bits.end == entry.bits.end)
                      and self._same_group(entry, other)
                      and alike(entry.path, other.path) >= LIKE]
            if len(others) == 1:
                self._pair(entry, others[0])

    def _arms(self) -> None:
        """The arms of matched overlays, and in arms of other names the fields by their names."""
        for pair in self.result.pairs:
            if not pair.old.is_overlay or pair.arms:
                continue
            before, after = pair.old.item.arms, pair.new.item.arms
            by_name = {arm.name: arm for arm in after}
            partner = {id(arm): by_name[arm.name] for arm in before if arm.name in by_name}
            known = {arm.name for arm in before}
            free = [arm for arm in after if arm.name not in known]
            for arm in before:
                same = [] if id(arm) in partner else \
                    [other for other in free if _arm_like(arm, other)]
                if same:
                    partner[id(arm)] = max(same, key=lambda o: alike(arm.name, o.name))
                    free = [other for other in free if other is not partner[id(arm)]]
            pair.arms = [ArmPair(arm, partner.get(id(arm))) for arm in before]
            pair.arms += [ArmPair(None, arm) for arm in free]
        for pair in list(self.result.pairs):
            for arms in pair.arms:
                if arms.old is not None and arms.new is not None:
                    self._in_arm(arms.old, arms.new)

    def _in_arm(self, old: Arm, new: Arm) -> None:
        before = [entry for entry in self._left(self.old) if entry.arm is old]
        after = {entry.item.name: entry for entry in self._left(self.new) if entry.arm is new}
        if old.is_single and new.is_single and before and after:
            self._pair(before[0], next(iter(after.values())))
            return
        for entry in before:
            if entry.item.name in after:
                self._pair(entry, after[entry.item.name])

    def _group(self, old: List[Entry], new: List[Entry]) -> None:
        self.result.regrouped.append(Regroup(old, new))
        self.grouped.update(old, new)

    def _nest(self) -> None:
        """Fields that were put into a layout or overlay of their own, or taken out of one, and kept
        their bits and names."""
        for mine, others, spec in ((self.new, self.old, self.new_spec),
                                   (self.old, self.new, self.old_spec)):
            for entry in self._left(mine):
                if not entry.is_overlay and entry.item.kind is not Kind.LAYOUT:
                    continue
                inside = set(_inside(spec, entry.item, 0))
                found = [other for other in self._left(others) if other is not entry
                         and (other.bits.offset, other.bits.width, other.item.name) in inside
                         and (self._same_group(other, entry) if mine is self.new else
                              self._same_group(entry, other))]
                if not found:
                    continue
                group = Regroup(found, [entry], True) if mine is self.new else \
                    Regroup([entry], found, True)
                self.result.regrouped.append(group)
                self.grouped.update(found)
                if not entry.is_overlay:  # an overlay is a finding of its own, too
                    self.grouped.add(entry)

    def _regroup(self) -> None:
        """Fields that were split or joined: several in the bits of one."""
        for entry in self._left(self.old):
            parts = self._parts(entry, self.new)
            if parts:
                self._group([entry], parts)
        for entry in self._left(self.new):
            parts = self._parts(entry, self.old)
            if parts:
                self._group(parts, [entry])
        self._part_kept()

    def _parts(self, whole: Entry, others: List[Entry]) -> List[Entry]:
        """The entries of the other side that ``whole`` was cut into, or made of: all that have some
        of its bits and at least two, none of them known otherwise, without much left over."""
        if whole.is_overlay or whole.item.kind is Kind.LAYOUT:
            return []
        is_old = others is self.new
        inside = [other for other in others if other.bits.overlaps(whole.bits) and
                  (self._same_group(whole, other) if is_old else self._same_group(other, whole))]
        if len(inside) < 2 or any(
                other in self.taken or other in self.grouped or other.is_overlay
                or not whole.bits.contains(other.bits) for other in inside):
            return []
        covered = sum(other.bits.width for other in inside)
        ends = inside[0].bits.offset == whole.bits.offset or \
            inside[-1].bits.end == whole.bits.end
        return inside if ends and covered > LIKE * whole.bits.width else []

    def _part_kept(self) -> None:
        """The same where one of the parts has kept the name of the whole, and the others show by
        theirs that they are parts of it (``vhca_id`` and ``vhca_id_high``)."""
        for pair in list(self.result.pairs):
            old, new = pair.old, pair.new
            if old.is_overlay or old.path != new.path or old.bits == new.bits:
                continue
            if old.bits.contains(new.bits):
                others = [entry for entry in self._left(self.new)
                          if self._same_group(old, entry) and _of_name(old.path, entry.path)]
                parts = _tiles(old, sorted(others + [new], key=lambda e: e.bits.offset))
                group = Regroup([old], parts)
            elif new.bits.contains(old.bits):
                others = [entry for entry in self._left(self.old)
                          if self._same_group(entry, new) and _of_name(new.path, entry.path)]
                parts = _tiles(new, sorted(others + [old], key=lambda e: e.bits.offset))
                group = Regroup(parts, [new])
            else:
                continue
            if parts:
                self.result.pairs.remove(pair)
                del self.taken[old], self.taken[new]
                self._group(group.old, group.new)


def _inside(spec: Spec, item: Field, base: int) -> Iterator[Tuple[int, int, str]]:
    """(offset, width, name) of the fields in an overlay or layout, and of those in layouts there."""
    inner, at = [field for arm in item.arms for field in arm.fields], base
    if item.kind is Kind.LAYOUT:
        inner, at = spec.layouts[item.layout].fields, base + item.bits.offset
    for field_ in inner:
        if field_.is_named:
            yield at + field_.bits.offset, field_.bits.width, field_.name
            if field_.count is None:
                yield from _inside(spec, field_, at)


def _of_name(whole: str, part: str) -> bool:
    return part.startswith(f"{whole}_") or part.endswith(f"_{whole}")


def _arm_like(one: Arm, other: Arm) -> bool:
    """Whether two arms of different names are the same meaning."""
    if one.is_single and other.is_single:
        return one.when.values == other.when.values and one.when.is_else == other.when.is_else
    fields = [{(f.name, f.bits.offset, f.bits.width) for f in arm.fields if f.is_named}
              for arm in (one, other)]
    return bool(fields[0] & fields[1]) and \
        len(fields[0] & fields[1]) >= LIKE * len(fields[0] | fields[1])


def _tiles(whole: Entry, others: List[Entry]) -> List[Entry]:
    """Those of ``others``, at least two, that cover exactly the bits of ``whole``."""
    parts, at = [], whole.bits.offset
    for other in others:
        if other.bits.offset == at and whole.bits.contains(other.bits) and other.bits.width:
            parts.append(other)
            at = other.bits.end
    return parts if at == whole.bits.end and len(parts) > 1 else []
