# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The changes of a layout between two revisions of a source, with the matches that ``prmc diff`` finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, List, Mapping, Optional, Set, Tuple

from prmclib.diff.match_fields import LayoutPair, match_fields
from prmclib.model import Arm, Entry, Field, Layout, Spec


@dataclass(eq=False)
class Change:
    """``old`` became ``new``; one of them is empty for what appeared or is gone, and both have several entries for
    fields that were divided or joined.  ``arm``: a new arm of the overlay ``new[0]``, which was ``old[0]``. ``is_same``:
    one field before and after."""

    old: List[Entry] = field(default_factory=list)
    new: List[Entry] = field(default_factory=list)
    arm: Optional[Arm] = None
    is_same: bool = False


@dataclass
class Changes:
    """``old`` and ``new`` are the layout; they have the same bytes unless it has another size."""

    old: Layout
    new: Layout
    changes: List[Change]
    before: List[Entry]  # the named entries of OLD
    matched: LayoutPair
    chosen: List[Tuple[Entry, Arm, Entry, Arm]]  # overlays and arms that other numbers or names choose, OLD and NEW

    @property
    def any(self) -> bool:
        return bool(self.changes or self.chosen) or self.old.size != self.new.size


def changes_of(old: Optional[Layout], new: Layout, old_spec: Spec, new_spec: Spec,
               called: Mapping[str, str]) -> Changes:
    """Returns the changes of a layout; one that OLD does not have had no fields.  ``called`` has the new names of
    layouts by old ones."""
    old = old or Layout(new.name, new.size, [], new.where)
    found = match_fields(old, new, old_spec, new_spec)
    out: List[Change] = []
    arms: Set[Arm] = set()
    whole: Set[Field] = set()  # overlays that were something else before, or are now
    for pair in found.pairs:
        if pair.reused is None and pair.old.is_overlay != pair.new.is_overlay:
            whole.update((pair.old.item, pair.new.item))
            out.append(Change([pair.old], [pair.new]))
            continue
        outer = next((one for one in found.pairs
                      if pair.old.overlay is not None and one.old.item is pair.old.overlay), None)
        if outer is not None and pair.new.arm is not None and pair.new.overlay is outer.new.item and \
                pair.old.item.name != pair.new.item.name and \
                called.get(pair.old.item.layout, pair.old.item.layout) != pair.new.item.layout:
            out += [Change([pair.old], []), Change([outer.old], [outer.new], pair.new.arm)]  # two meanings, not one
        elif pair.reused is not None or differs(pair.old, pair.new):
            out.append(Change([pair.old], [pair.new], is_same=pair.reused is None))
        for two in pair.arms:
            if two.old is None and two.new is not None:
                arms.add(two.new)
                out.append(Change([pair.old], [pair.new], two.new))
    out += [Change(item.old, item.new) for item in found.regrouped]
    for overlay in [entry for entry in found.added if entry.is_overlay and entry.item not in whole]:
        inside = [pair.old for pair in found.pairs if pair.new.overlay is overlay.item and pair.old.arm is None]
        if inside:
            whole.add(overlay.item)
            out.append(Change(inside, [overlay]))
    for overlay in [entry for entry in found.removed if entry.is_overlay and entry.item not in whole]:
        inside = [pair.new for pair in found.pairs if pair.old.overlay is overlay.item and pair.new.arm is None]
        if inside:
            whole.add(overlay.item)
            out.append(Change([overlay], inside))
    out = [item for item in out if not item.is_same or not {one.overlay for one in (*item.old, *item.new)} & whole]
    out += [Change([entry], []) for entry in _outer(found.removed) if entry.item not in whole
            and entry.overlay not in whole]
    out += [Change([], [entry]) for entry in _outer(found.added) if entry.arm not in arms and
            entry.item not in whole and entry.overlay not in whole]
    chosen = [(pair.old, two.old, pair.new, two.new) for pair in found.pairs for two in pair.arms
              if two.old is not None and two.new is not None and two.old.when.values and two.new.when.values
              and _choices(old_spec, pair.old.item, two.old) != _choices(new_spec, pair.new.item, two.new)]
    return Changes(old, new, out, [entry for entry in found.entries[0] if entry.path], found, chosen)


def _choices(spec: Spec, overlay: Field, arm: Arm) -> Set[Tuple[int, str]]:
    """Returns the numbers that choose an arm, with their names."""
    enum = spec.enums.get(overlay.selector.enum) if overlay.selector is not None else None
    values = [(number, enum.by_value(number) if enum is not None else None) for number in arm.when.values]
    return {(number, value.name if value is not None else "") for number, value in values}


def _outer(entries: List[Entry]) -> Iterator[Entry]:
    """Yields entries without those inside of overlays among them."""
    overlays = {entry.item for entry in entries if entry.is_overlay}
    return (entry for entry in entries if entry.overlay not in overlays)


def differs(old: Entry, new: Entry) -> bool:
    """Returns whether name, place or type of an entry differ."""
    return signature(old.item) != signature(new.item)


def signature(item: Field) -> tuple:
    return item.name, item.bits, item.kind, item.count, item.elem_width, item.layout
