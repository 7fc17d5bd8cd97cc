# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Matches the fields of two matched layouts: by name, by bits, by neighbours, and by meaning."""

from __future__ import annotations

import bisect
import functools
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Mapping, Optional, Set, Tuple

from prmclib.model import Arm, Bits, Entry, Field, Kind, Layout, Spec
from .wording import LIKE, VERY_LIKE, Meaning, alike, meaning

MEANS_IT = 3.0  # least likeness() of fields of other names at other places that match


@dataclass(eq=False)
class ArmPair:
    """An arm of a matched overlay; None where only the other side has it."""

    old: Optional[Arm]
    new: Optional[Arm]


@dataclass(eq=False)
class Pair:
    """An entry with a name on both sides.  ``reused``: only the place is the same, with the meaning
    of names and descriptions."""

    old: Entry
    new: Entry
    reused: Optional[Meaning] = None
    arms: List[ArmPair] = field(default_factory=list)  # of overlays


@dataclass(eq=False)
class Regroup:
    """Fields that share their bits with fields of other names: one became several, or the reverse.
    ``is_nested``: the one is a layout or overlay that contains the others at their places."""

    old: List[Entry]
    new: List[Entry]
    is_nested: bool = False


@dataclass(eq=False)
class LayoutPair:
    """A matched layout and the matches inside it.  ``entries``: all of either side."""

    old: Layout
    new: Layout
    entries: Tuple[List[Entry], List[Entry]]
    pairs: List[Pair] = field(default_factory=list)  # in the order of OLD
    removed: List[Entry] = field(default_factory=list)
    added: List[Entry] = field(default_factory=list)
    regrouped: List[Regroup] = field(default_factory=list)

    @functools.cached_property
    def renamed(self) -> Dict[str, str]:
        """The new names of fields by their old ones, where they differ."""
        return {pair.old.item.name: pair.new.item.name for pair in self.pairs
                if pair.reused is None and pair.old.item.name != pair.new.item.name}


def match_fields(old: Layout, new: Layout, old_spec: Spec, new_spec: Spec,
                 layouts: Optional[Mapping[str, str]] = None) -> LayoutPair:
    """Matches the fields of two layouts.  ``layouts`` has the new names of layouts by their old ones."""
    return _Fields(old, new, old_spec, new_spec, layouts or {}).match()


class _Fields:
    def __init__(self, old: Layout, new: Layout, old_spec: Spec, new_spec: Spec, layouts: Mapping[str, str]) -> None:
        self.result = LayoutPair(old, new, entries=(list(old.walk()), list(new.walk())))
        self.old_spec, self.new_spec, self.layouts = old_spec, new_spec, layouts
        self.old, self.new = ([entry for entry in entries if entry.path]
                              for entries in self.result.entries)
        self.taken: Dict[Entry, Pair] = {}  # matched entries of both sides
        self.far: Dict[Entry, int] = {}  # see _displaced()
        self.far_behind: Dict[Entry, int] = {}
        self.grouped: Set[Entry] = set()  # split or joined entries

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
        self._displaced()
        if any(self.far.values()):
            self._by_bits()
            self._nest()
            self._regroup()
        self._by_element()
        self._by_likeness()
        self._by_meaning()
        self._by_place()
        self._arms()
        order = {entry: number for number, entry in enumerate(self.old)}
        self.result.pairs.sort(key=lambda pair: order[pair.old])
        self.result.removed = self._left(self.old)
        self.result.added = self._left(self.new)
        return self.result

    def _same(self) -> bool:
        """Handles the usual case: all paths and places are unchanged."""
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
        """Matches fields that moved into an arm, out of one, or into another."""
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

    def _displaced(self) -> None:
        """Computes how far each old entry shifts if it moves with the one before it, or if there is
        none, with the one after it; and how far if it moves with the one after it."""
        self.far = {}
        self.far_behind = {}
        groups: Dict[Optional[Arm], List[Pair]] = defaultdict(list)
        for pair in self.result.pairs:
            if pair.old.bits.width and self._same_group(pair.old, pair.new):
                groups[pair.old.arm].append(pair)
        for pairs in groups.values():
            pairs.sort(key=lambda pair: pair.old.bits.offset)
        starts = {key: [pair.old.bits.offset for pair in pairs] for key, pairs in groups.items()}
        end = (self.result.new.size - self.result.old.size) * 8
        for entry in self.old:
            pairs = groups.get(entry.arm, [])
            at = bisect.bisect_left(starts.get(entry.arm, []), entry.bits.offset)
            before = [pair for pair in pairs[max(at - 2, 0):at + 1] if pair.old is not entry
                      and pair.old.bits.end <= entry.bits.offset]
            behind = [pair for pair in pairs[at:at + 2] if pair.old is not entry
                      and pair.old.bits.offset >= entry.bits.end]
            one = before[-1].new.bits.end - before[-1].old.bits.end if before else 0
            other = behind[0].new.bits.offset - behind[0].old.bits.offset if behind else \
                end if entry.arm is None else 0
            self.far[entry] = one if before else other
            self.far_behind[entry] = other

    def _at(self, entry: Entry, is_with_next: bool = False) -> Bits:
        """Returns the bits of an entry, for an old one the shifted bits in the new layout."""
        far = (self.far_behind if is_with_next else self.far).get(entry, 0)
        return Bits(max(entry.bits.offset + far, 0), entry.bits.width) if far else entry.bits

    def _same_group(self, old: Entry, new: Entry) -> bool:
        """Returns whether both are in the table itself, or in matched arms."""
        if old.arm is None or new.arm is None:
            return old.arm is new.arm
        return any(arms.old is old.arm and arms.new is new.arm
                   for pair in self.result.pairs for arms in pair.arms)

    def _by_bits(self) -> None:
        """Matches other names for the same bits with the same meaning; of several at one place, the
        most alike."""
        for entry, others in self._at_its_bits():
            same = [other for other in others if other not in self.taken and
                    meaning(entry.item, other.item) is Meaning.SAME]
            if same:
                self._pair(entry, max(same, key=lambda o: alike(entry.path, o.path)))

    def _by_place(self) -> None:
        """Matches bits that have another field now, by all that is known.  This comes last, so that
        a moved field is matched at its new place; and where others shifted, the place is evidence
        only for fields without descriptions."""
        for entry, others in self._at_its_bits():
            free = [other for other in others if other not in self.taken]
            if not free:
                continue
            best = max(free, key=lambda o: alike(entry.path, o.path))
            found = meaning(entry.item, best.item)
            if entry.bits == best.bits or not (entry.item.about.doc and best.item.about.doc):
                self._pair(entry, best)
                self.taken[entry].reused = found

    def _at_its_bits(self) -> Iterator[Tuple[Entry, List[Entry]]]:
        """Yields each unmatched old entry with the new ones that have its bits."""
        known: Dict[Tuple[int, int], List[Entry]] = defaultdict(list)
        for entry in self._left(self.new):
            known[entry.bits.offset, entry.bits.width].append(entry)
        for entry in self._left(self.old):
            bits = self._at(entry)
            yield entry, [other for other in known[bits.offset, bits.width]
                          if entry.is_overlay == other.is_overlay
                          and self._same_group(entry, other)]

    def _by_neighbour(self) -> None:
        """Matches other names for bits that only moved with the field before them."""
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
            near = [other for other in fitting if alike(entry.path, other.path) >= LIKE
                    and _may_be(entry, other)]
            if len(near) == 1:
                self._pair(entry, near[0])

    def _by_likeness(self) -> None:
        """Matches like names over bits with the same lowest one (overlays: highest one): renamed
        and resized."""
        for entry in self._left(self.old):
            others = [other for other in self._left(self.new)
                      if other.is_overlay == entry.is_overlay and (
                          other.bits.offset == entry.bits.offset if entry.is_overlay else
                          other.bits.end == entry.bits.end)
                      and self._same_group(entry, other)
                      and alike(entry.path, other.path) >= LIKE and _may_be(entry, other)
                      and entry.item.is_array == other.item.is_array
                      and _lowest_bit(entry) == _lowest_bit(other)]
            if len(others) == 1:
                self._pair(entry, others[0])

    def _by_element(self) -> None:
        """Matches a number with the array that begins in its bits, and the reverse: ``warning_0`` and ``warning[22]``."""
        for entry in self._left(self.old):
            for other in self._left(self.new):
                number, array = (other, entry) if entry.item.is_array else (entry, other)
                if number.item.kind is array.item.kind is Kind.UINT and array.item.is_array and \
                        not number.item.is_array and array.item.elem_width == number.bits.width and \
                        array.bits.offset == number.bits.offset and self._same_group(entry, other) and \
                        re.sub(r"_?0$", "", number.item.name) == array.item.name:
                    self._pair(entry, other)
                    break

    def _arms(self) -> None:
        """Matches the arms of matched overlays, and the fields in renamed arms by name."""
        for pair in self.result.pairs:
            if not pair.old.is_overlay or pair.arms:
                continue
            before, after = pair.old.item.arms, pair.new.item.arms
            by_name: Dict[str, List[Arm]] = defaultdict(list)
            for arm in after:
                by_name[arm.name].append(arm)  # perhaps several
            partner = {arm: by_name[arm.name].pop(0) for arm in before if by_name.get(arm.name)}
            free = [arm for arm in after if any(arm is other for other in by_name[arm.name])]
            for arm in before:
                same = [] if arm in partner else \
                    [other for other in free if self._is_renamed(arm, other) or _arm_like(arm, other)]
                if same:
                    partner[arm] = max(same, key=lambda o: alike(arm.name, o.name))
                    free = [other for other in free if other is not partner[arm]]
            pair.arms = [ArmPair(arm, partner.get(arm)) for arm in before]
            pair.arms += [ArmPair(None, arm) for arm in free]
        for pair in list(self.result.pairs):
            for arms in pair.arms:
                if arms.old is not None and arms.new is not None:
                    self._in_arm(arms.old, arms.new)

    def _is_renamed(self, one: Arm, other: Arm) -> bool:
        """Returns whether two arms are layouts that match."""
        before, after = layout_in(one), layout_in(other)
        return before is not None and after is not None and self.layouts.get(before.layout) == after.layout

    def _in_arm(self, old: Arm, new: Arm) -> None:
        before = [entry for entry in self._left(self.old) if entry.arm is old]
        after = {entry.item.name: entry for entry in self._left(self.new) if entry.arm is new}
        if before and after and (old.is_single and new.is_single or self._is_renamed(old, new)):
            self._pair(before[0], next(iter(after.values())))
            return
        for entry in before:
            if entry.item.name in after:
                self._pair(entry, after[entry.item.name])

    def _group(self, old: List[Entry], new: List[Entry]) -> None:
        self.result.regrouped.append(Regroup(old, new))
        self.grouped.update(old, new)

    def _nest(self) -> None:
        """Matches fields that were put into a layout or overlay, or taken out of one, with their
        bits and names; for an array of layouts, whose elements have names of their own, by bits
        only.  Others of one that was found so may have a longer or shorter name: ``fault_token`` for ``token``."""
        for mine, others, spec in ((self.new, self.old, self.new_spec),
                                   (self.old, self.new, self.old_spec)):
            for entry in self._left(mine):
                if not entry.is_overlay and entry.item.kind is not Kind.LAYOUT:
                    continue
                inside = set(_inside(spec, entry.item, self.far.get(entry, 0)))
                near = [other for other in self._left(others) if other is not entry
                        and (self._same_group(other, entry) if mine is self.new else
                             self._same_group(entry, other))]
                found = [other for other in near if (
                    self._at(other).offset, other.bits.width, other.item.name) in inside]
                if not found and entry.item.is_array:
                    found = self._elements(spec, entry, near)
                if not found:
                    continue
                found += [other for other in near if other not in found and any(
                    _has_words_of(other.item.name, name) for offset, width, name in inside
                    if (offset, width) == (self._at(other).offset, other.bits.width))]
                found.sort(key=lambda other: other.bits.offset)
                group = Regroup(found, [entry], True) if mine is self.new else \
                    Regroup([entry], found, True)
                self.result.regrouped.append(group)
                self.grouped.update(found)
                if not entry.is_overlay:  # an overlay is a finding of its own, too
                    self.grouped.add(entry)

    def _elements(self, spec: Spec, array: Entry, near: List[Entry]) -> List[Entry]:
        """Returns the entries of ``near`` that are elements of an array of layouts, or fields of
        elements: all that have bits of it, and at least two."""
        there = self._at(array)
        found = [other for other in near if there.overlaps(self._at(other))]
        places = set(_places_in_elements(spec, array.item, there.offset))
        is_whole = all((self._at(other).offset, other.bits.width) in places for other in found)
        return found if is_whole and len(found) > 1 else []

    def _regroup(self) -> None:
        """Matches fields that were split or joined: several in the bits of one."""
        for entry in self._left(self.old):
            parts = self._parts(entry, self.new) or self._parts(entry, self.new, True)
            if parts:
                self._group([entry], parts)
        for entry in self._left(self.new):
            parts = self._parts(entry, self.old) or self._parts(entry, self.old, True)
            if parts:
                self._group(parts, [entry])
        self._part_kept()

    def _parts(self, whole: Entry, others: List[Entry], is_with_next: bool = False) -> List[Entry]:
        """Returns the entries of the other side that ``whole`` was split into, or joined from: all
        that have some of its bits and at least two, unmatched.  They have most of its bits, or some
        and words of its name.  With ``is_with_next`` old entries shift with the one behind them: a
        field was inserted in front."""
        if whole.is_overlay or whole.item.kind is Kind.LAYOUT:
            return []
        is_old = others is self.new
        bits = self._at(whole, is_with_next)
        inside = [other for other in others if self._at(other, is_with_next).overlaps(bits) and
                  (self._same_group(whole, other) if is_old else self._same_group(other, whole))]
        if len(inside) < 2 or any(
                other in self.taken or other in self.grouped or other.is_overlay
                or not bits.contains(self._at(other, is_with_next)) for other in inside):
            return []
        covered = sum(other.bits.width for other in inside)
        first, last = (self._at(other, is_with_next) for other in (inside[0], inside[-1]))
        ends = first.offset == bits.offset or last.end == bits.end
        if ends and covered > LIKE * whole.bits.width:
            return inside
        words = set(_words(whole))
        akin = sum(not words.isdisjoint(_words(other)) for other in inside)
        return inside if len(inside) > 2 and 2 * akin > len(inside) else []

    def _part_kept(self) -> None:
        """Matches splits where one of the parts has kept the name of the whole, and the names of the
        others derive from it (``vhca_id`` and ``vhca_id_high``)."""
        for pair in list(self.result.pairs):
            old, new = pair.old, pair.new
            there = self._at(old)
            if old.is_overlay or old.path != new.path or there == new.bits:
                continue
            if there.contains(new.bits):
                others = [entry for entry in self._left(self.new)
                          if self._same_group(old, entry) and _of_name(old.path, entry.path)]
                parts = self._tiles(old, others + [new])
                group = Regroup([old], parts)
            elif new.bits.contains(there):
                others = [entry for entry in self._left(self.old)
                          if self._same_group(entry, new) and _of_name(new.path, entry.path)]
                parts = self._tiles(new, others + [old])
                group = Regroup(parts, [new])
            else:
                continue
            if parts:
                self.result.pairs.remove(pair)
                del self.taken[old], self.taken[new]
                self._group(group.old, group.new)

    def _tiles(self, whole: Entry, others: List[Entry]) -> List[Entry]:
        """Returns the entries of ``others``, at least two, that cover exactly the bits of ``whole``."""
        bits = self._at(whole)
        parts, at = [], bits.offset
        for other in sorted(others, key=lambda entry: entry.bits.offset):
            place = self._at(other)
            if place.offset == at and bits.contains(place) and place.width:
                parts.append(other)
                at = place.end
        return parts if at == bits.end and len(parts) > 1 else []

    def _by_meaning(self) -> None:
        """Matches other names at other places by their descriptions."""
        left = self._left(self.old), self._left(self.new)
        if not left[0] or not left[1]:
            return
        places = {entry: at for entries in (self.old, self.new) for at, entry in enumerate(entries)}
        found = []
        for one in left[0]:
            for other in left[1]:
                if other.bits.width == one.bits.width and self._same_group(one, other) and \
                        _may_be(one, other):
                    near = self._neighbours(one, other, places)
                    strength = near + likeness(one, other, MEANS_IT - near)
                    if strength >= MEANS_IT:
                        found.append((strength, one, other))
        found.sort(key=lambda item: -item[0])
        for strength, one, other in found:
            rivals = [item for item in found if (item[1] is one) != (item[2] is other)
                      and item[0] > strength - 1]
            if one not in self.taken and other not in self.taken and not rivals:
                self._pair(one, other)

    def _neighbours(self, old: Entry, new: Entry, places: Dict[Entry, int]) -> float:
        """Returns 1 if both are directly before, or directly after, the same field."""
        for step in (-1, 1):
            at = [places[entry] + step for entry in (old, new)]
            if 0 <= at[0] < len(self.old) and 0 <= at[1] < len(self.new):
                pair = self.taken.get(self.old[at[0]])
                if pair is not None and pair is self.taken.get(self.new[at[1]]):
                    return 1.0
        return 0.0


def _may_be(one: Entry, other: Entry) -> bool:
    """Returns whether descriptions allow two fields of like names to be the same."""
    return meaning(one.item, other.item) is Meaning.SAME or not (
        one.item.about.doc and other.item.about.doc)


def _has_words_of(one: str, other: str) -> bool:
    """Returns whether all words of one of two names are in the other."""
    words = [set(name.lower().split("_")) for name in (one, other)]
    return words[0] <= words[1] or words[1] <= words[0]


def _lowest_bit(entry: Entry) -> int:
    """Returns the first bit that a part of a longer number has by its name: ``version_39_32``."""
    found = re.search(r"_(\d+)_(\d+)$", entry.item.name)
    return int(found[2]) if found and int(found[1]) > int(found[2]) else 0


def likeness(one: Entry, other: Entry, least: float) -> float:
    """Returns the evidence for two fields of one width being the same: names, descriptions, names of
    values.  0 if something contradicts it, or the result is below ``least``."""
    a, b = one.item, other.item
    if a.kind is not b.kind or a.kind is Kind.OVERLAY or a.count != b.count or \
            a.elem_width != b.elem_width or bool(a.enum) != bool(b.enum) or \
            a.encoding != b.encoding or a.unit != b.unit:
        return 0.0
    out = 0.0
    if a.about.doc and b.about.doc:
        out += 2.5 if a.about.doc == b.about.doc else \
            1.5 if alike(a.about.doc, b.about.doc) >= 0.8 else -0.5
    if a.enum or a.flags or a.layout:
        out += 2.0 if (a.enum, a.flags, a.layout) == (b.enum, b.flags, b.layout) else -2.0
    out += 1.0 if a.encoding or a.unit else 0.0
    out += 1.0 if a.cap and a.cap == b.cap else 0.0
    out += 1.0 if a.about.source and a.about.source == b.about.source else 0.0
    names = alike(a.name, b.name) if out + 2.0 >= least else 0.0
    return out + (2.0 if names >= 0.8 else 1.0 if names >= LIKE else 0.0)


def _inside(spec: Spec, item: Field, base: int) -> Iterator[Tuple[int, int, str]]:
    """Yields (offset, width, name) of the fields in an overlay or layout, and in nested layouts."""
    inner, at = item.inner, base
    if item.kind is Kind.LAYOUT:
        inner, at = spec.layouts[item.layout].fields, base + item.bits.offset
    for field_ in inner:
        if field_.is_named:
            yield at + field_.bits.offset, field_.bits.width, field_.name
            if field_.count is None:
                yield from _inside(spec, field_, at)


def names_in(spec: Spec, item: Field) -> Set[str]:
    """Returns the name of a field, and of those in it."""
    return {item.name, *(name for _, _, name in _inside(spec, item, 0))}


def _places_in_elements(spec: Spec, item: Field, base: int) -> Iterator[Tuple[int, int]]:
    """Yields (offset, width) of the elements of an array of layouts, and of the fields in them."""
    inner = spec.layouts[item.layout]
    for number in range(item.count or 0):
        at = base + number * inner.size * 8
        yield at, inner.size * 8
        for field_ in inner.fields:
            yield at + field_.bits.offset, field_.bits.width


def _words(entry: Entry) -> List[str]:
    """Returns the significant words of a name."""
    return [word for word in entry.item.name.lower().split("_") if len(word) > 2]


def _of_name(whole: str, part: str) -> bool:
    return part.startswith(f"{whole}_") or part.endswith(f"_{whole}")


def layout_in(arm: Arm) -> Optional[Field]:
    """Returns the layout that an arm is, perhaps with reserved bits after it."""
    named = [item for item in arm.fields if item.is_named]
    return named[0] if len(named) == 1 and named[0].layout else None


def _arm_like(one: Arm, other: Arm) -> bool:
    """Returns whether two arms of different names have the same meaning."""
    if one.is_single and other.is_single:
        if not (one.when.values or one.when.is_else) or not (other.when.values or
                                                             other.when.is_else):
            return alike(one.name, other.name) >= VERY_LIKE  # their values are unknown
        return one.when.values == other.when.values and one.when.is_else == other.when.is_else
    fields = [{(f.name, f.bits.offset, f.bits.width) for f in arm.fields if f.is_named}
              for arm in (one, other)]
    return bool(fields[0] & fields[1]) and \
        len(fields[0] & fields[1]) >= LIKE * len(fields[0] | fields[1])
