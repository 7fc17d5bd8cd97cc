# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds out why fields move: what before them was resized, added or removed.

The fields of a layout are visited in the order of both manuals.  As long as each is as far from its
old place as the one before, nothing has changed; where the distance changes, something between the
two, or the size of the one before, is the cause.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Set, Tuple, Union

from prmclib.model import Bits, Entry, Kind
from .match import Match
from .match_fields import LayoutPair, Pair, Regroup

# The cause of a displacement: an added or removed field (Entry), one that changed its size or place
# itself (Pair), fields that were split or joined, or the new name of a nested layout that has another
# size.
Cause = Union[Entry, Pair, Regroup, str]


@dataclass(eq=False)
class Place:
    """An item with a place on both sides."""

    old: Bits
    new: Bits
    what: Union[Pair, Regroup]

    @property
    def is_resized(self) -> bool:
        return self.old.width != self.new.width


@dataclass
class Shifts:
    """``groups``: items that only shifted (or have a nested layout of another size), by cause, in
    the order of the table.  ``moved`` and ``resized``: items that changed themselves.
    ``size``: the cause of the layout's new size, None if it has none."""

    groups: List[Tuple[Cause, List[Place]]] = field(default_factory=list)
    moved: List[Pair] = field(default_factory=list)
    resized: List[Pair] = field(default_factory=list)
    size: Optional[Cause] = None
    carry: Dict[object, int] = field(default_factory=dict)  # by pair: how far it merely shifted

    def displaced(self, table: LayoutPair, entry: Entry, is_new: bool) -> int:
        """Returns how far the item before an entry of one side is from its place on the other, in
        bits.  An item that moved by itself did not shift."""
        start = (entry.overlay or entry.item).bits.offset
        far = {pair: pair.new.bits.end - pair.old.bits.end for pair in table.pairs
               if pair.old.arm is None and pair.new.arm is None and pair in self.carry}
        ways = Counter(far.values())
        shifted = [((pair.new if is_new else pair.old).bits.end, -index, pair)
                   for index, pair in enumerate(far) if ways[far[pair]] > 1]
        before = [place for place in shifted if 0 <= place[0] <= start]
        return far[max(before)[2]] if before else 0

    def add(self, cause: Cause, place: Place) -> None:
        for known, places in self.groups:
            if known is cause or (isinstance(known, str) and known == cause):
                places.append(place)
                return
        self.groups.append((cause, [place]))


@dataclass
class _State:
    """The position of the walk, and the current distance from old places."""

    old_end: int
    new_end: int
    carry: int = 0
    cause: Optional[Cause] = None


def union(entries: List[Entry]) -> Bits:
    """Returns the bits from the first to the last of consecutive entries."""
    start = min(entry.bits.offset for entry in entries)
    return Bits(start, max(entry.bits.end for entry in entries) - start)


def shifts_of(table: LayoutPair, match: Match) -> Shifts:
    """Explains every difference in place and size between the fields of a layout."""
    return _Walk(table, match).run()


class _Walk:
    def __init__(self, table: LayoutPair, match: Match) -> None:
        self.table, self.match = table, match
        self.result = Shifts()
        self.seen: Set[object] = set()  # pairs that have been explained

    def run(self) -> Shifts:
        table = self.table
        top = [Place(pair.old.bits, pair.new.bits, pair) for pair in table.pairs
               if pair.old.arm is None and pair.new.arm is None]
        top += [Place(union(group.old), union(group.new), group) for group in table.regrouped
                if group.old[0].arm is None and not group.is_nested]
        after: Dict[object, Tuple[int, Optional[Cause]]] = {}  # distance and cause after overlays
        end = self._walk(top, [e for e in table.added if e.arm is None],
                         [e for e in table.removed if e.arm is None], _State(0, 0), after)
        self._size(end)
        for pair in table.pairs:
            if pair.old.is_overlay:
                self._arms(pair, *after[pair])
        for pair in table.pairs:
            if pair not in self.seen and pair.old.bits != pair.new.bits:
                self._own(Place(pair.old.bits, pair.new.bits, pair))
        return self.result

    def _arms(self, overlay: Pair, carry: int, cause: Optional[Cause]) -> None:
        table = self.table
        for arms in overlay.arms:
            if arms.old is None or arms.new is None:
                continue
            inside = [Place(pair.old.bits, pair.new.bits, pair) for pair in table.pairs
                      if pair.old.arm is arms.old and pair.new.arm is arms.new]
            inside += [Place(union(group.old), union(group.new), group)
                       for group in table.regrouped if group.old[0].arm is arms.old
                       and not group.is_nested]
            if arms.old.is_single and arms.new.is_single and overlay.old.bits != overlay.new.bits:
                # An arm has the bits of its overlay.
                for place in inside:
                    self.seen.add(place.what)
                    self.result.add(cause or overlay, place)
                continue
            state = _State(overlay.old.bits.offset, overlay.new.bits.offset, carry, cause)
            self._walk(inside, [e for e in table.added if e.arm is arms.new],
                       [e for e in table.removed if e.arm is arms.old], state, {})

    def _own(self, place: Place) -> None:
        """Records a change without another cause."""
        assert isinstance(place.what, Pair)
        (self.result.resized if place.is_resized else self.result.moved).append(place.what)

    def _nested(self, place: Place) -> str:
        """Returns the new name of the layout there on both sides, if its size has changed."""
        if not isinstance(place.what, Pair):
            return ""
        old, new = place.what.old.item, place.what.new.item
        same = old.kind is Kind.LAYOUT and new.kind is Kind.LAYOUT and old.count == new.count and \
            self.match.layouts.pairs.get(old.layout) == new.layout
        return new.layout if same and old.elem_width != new.elem_width else ""

    def _walk(self, places: List[Place], added: List[Entry], removed: List[Entry], state: _State,
              after: Dict[object, Tuple[int, Optional[Cause]]]) -> _State:
        self.seen.update(place.what for place in places)
        places.sort(key=lambda place: (place.old.offset, place.old.width))
        backbone = _in_order(places)
        kept = set(backbone)
        jumped = [place for place in places if place not in kept]
        for place in jumped:
            if isinstance(place.what, Pair):
                if place.old != place.new:
                    self._own(place)
                after[place.what] = (place.new.offset - place.old.offset, place.what)
        came = [(entry.bits, entry) for entry in added] + [(p.new, p.what) for p in jumped]
        went = [(entry.bits, entry) for entry in removed] + [(p.old, p.what) for p in jumped]
        for group in self.table.regrouped:
            if group.is_nested:
                came += [(entry.bits, group) for entry in group.new if not entry.is_overlay]
                went += [(entry.bits, group) for entry in group.old if not entry.is_overlay]
        for place in backbone:
            distance = place.new.offset - place.old.offset
            end = place.new.end - place.old.end
            reference = distance if not place.is_resized or distance == state.carry else end
            explained = reference
            if reference != state.carry:
                explained = state.carry
                state.cause = _cause(state, reference, place.old.offset, place.new.offset,
                                     came, went)
                state.carry = reference
                if state.cause is not None:
                    explained = reference
            self.result.carry[place.what] = explained
            nested = self._nested(place)
            if isinstance(place.what, Pair):
                after[place.what] = (distance, state.cause)
                if nested:
                    self.result.add(nested, place)
                elif place.is_resized:
                    self._own(place)
                elif distance and state.cause is not None:
                    self.result.add(state.cause, place)
                elif distance:
                    self._own(place)
                    state.cause = place.what
                    after[place.what] = (distance, place.what)
            elif distance and state.cause is not None and not place.is_resized:
                self.result.add(state.cause, place)
            if end != state.carry:
                state.carry, state.cause = end, (nested or place.what) if end else None
            elif not end:
                state.cause = None
            elif state.cause is None:
                state.cause = place.what
            state.old_end = max(state.old_end, place.old.end)
            state.new_end = max(state.new_end, place.new.end)
        self.came, self.went = came, went
        return state

    def _size(self, state: _State) -> None:
        old, new = self.table.old.size * 8, self.table.new.size * 8
        if old == new:
            return
        if new - old == state.carry:
            self.result.size = state.cause
            return
        cause = _cause(state, new - old, old + 1, new + 1, self.came, self.went)
        self.result.size = cause


def _cause(state: _State, distance: int, old: int, new: int,
           came: List[Tuple[Bits, Union[Entry, Pair, Regroup]]],
           went: List[Tuple[Bits, Union[Entry, Pair, Regroup]]]) -> Optional[Cause]:
    """Returns what between the last place and the bits ``old`` and ``new`` shifts items by
    ``distance`` bits; None if nothing does."""
    change = distance - state.carry
    inside = [(bits, what) for bits, what in came if state.new_end <= bits.offset < new]
    outside = [(bits, what) for bits, what in went if state.old_end <= bits.offset < old]
    grown = sum(bits.width for bits, _ in inside) - sum(bits.width for bits, _ in outside)
    # Less than what came or went if reserved bits took up the rest; more only with whole reserved bytes.
    if change * grown > 0 and (abs(change) <= abs(grown) or change % 8 == 0):
        found = inside if change > 0 else outside
        return max(found, key=lambda item: item[0].width)[1]
    if distance * state.carry > 0 and abs(distance) < abs(state.carry):
        return state.cause  # reserved bits took up some of the distance
    return None


def _in_order(places: List[Place]) -> List[Place]:
    """Returns the most places that have the same order on both sides; of as many, those that have
    not moved."""
    starts = [place.new.offset for place in places]
    if all(one <= other for one, other in zip(starts, starts[1:])):
        return places
    ranks = {start: rank for rank, start in enumerate(sorted(set(starts)), 1)}
    best: List[Tuple[int, int]] = [(0, -1)] * (len(ranks) + 1)  # a tree of maxima, by rank
    before: List[int] = []
    for index, place in enumerate(places):
        weight, rank = (0, -1), ranks[place.new.offset]
        while rank:
            weight = max(weight, best[rank])
            rank -= rank & -rank
        before.append(weight[1])
        found = (weight[0] + (3 if place.old.offset == place.new.offset else 2), index)
        rank = ranks[place.new.offset]
        while rank < len(best):
            best[rank] = max(best[rank], found)
            rank += rank & -rank
    index = max(best)[1]
    chain = []
    while index >= 0:
        chain.append(places[index])
        index = before[index]
    return chain[::-1]
