# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Matches the items of two manuals: by name, by bits, and by likeness.

:mod:`.compare` finds the differences of matched items.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import (Callable, Dict, FrozenSet, Hashable, Iterable, Iterator, List, Mapping, Optional, Set, Tuple,
                    TypeVar)

from prmclib.model import Enum, Field, Kind, Layout, Spec
from .match_fields import LayoutPair, layout_in, match_fields
from .wording import LIKE, alike

T = TypeVar("T")
_PUBLISHED = "_ext"  # at the end of names in mstflint's tables, not in those of headers
_TAG = re.compile(r"\benum ([a-z_]\w*)")


@dataclass
class Names:
    """Names of one kind: ``pairs`` by the old name; and the names on one side only."""

    pairs: Dict[str, str] = field(default_factory=dict)
    removed: List[str] = field(default_factory=list)
    added: List[str] = field(default_factory=list)

    def renamed(self, old: str) -> str:
        """Returns the new name of ``old``; ``old`` itself if it was removed."""
        return self.pairs.get(old, old)


@dataclass
class Match:
    """The match of two manuals.  ``layouts`` has the pairs in the order of NEW."""

    layouts: Names
    enums: Names
    variants: Names
    sequences: Names
    tables: Dict[str, LayoutPair] = field(default_factory=dict)  # by the new name


def match(old: Spec, new: Spec, known: Optional[Mapping[str, str]] = None) -> Match:
    """Matches two sound manuals.  ``known`` has names of layouts in NEW, by their names in OLD, that
    match whatever they contain."""
    layouts = match_layouts(old, new, known or {})
    tables = {after: match_fields(old.layouts[before], new.layouts[after], old, new, layouts.pairs)
              for before, after in layouts.pairs.items()}
    order = {name: number for number, name in enumerate(new.layouts)}
    tables = {name: tables[name] for name in sorted(tables, key=order.__getitem__)}
    enums = _by_name(old.enums, new.enums)
    _follow(enums, _of_one_tag(old, new))
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


def _by_name(old: Mapping[str, T], new: Mapping[str, T]) -> Names:
    return Names({name: name for name in old if name in new},
                 [name for name in old if name not in new],
                 [name for name in new if name not in old])


def _pair(names: Names, old: str, new: str) -> None:
    names.pairs[old] = new
    names.removed.remove(old)
    names.added.remove(new)


def _follow(names: Names, used: Iterable[Tuple[str, str]]) -> None:
    """Pairs names that are used in the same fields on both sides, if all uses agree."""
    seen: Dict[str, Set[str]] = defaultdict(set)
    back: Dict[str, Set[str]] = defaultdict(set)
    for old, new in used:
        seen[old].add(new)
        back[new].add(old)
    for old in list(names.removed):
        (new,) = seen[old] if len(seen[old]) == 1 else ("",)
        if new in names.added and len(back[new]) == 1:
            _pair(names, old, new)


def _of_one_tag(old: Spec, new: Spec) -> Iterable[Tuple[str, str]]:
    """Enumerations whose sources name the same one of C code: ``enum mlx5_event``."""
    tags: Dict[str, str] = {tag: name for name, enum in new.enums.items() for tag in _tags(enum)}
    return [(name, tags[tag]) for name, enum in old.enums.items() for tag in _tags(enum) if tag in tags]


def _tags(enum: Enum) -> List[str]:
    return _TAG.findall("\n".join(enum.about.source))


def _used_enums(tables: Iterable[LayoutPair]) -> Iterable[Tuple[str, str]]:
    for table in tables:
        for pair in table.pairs:
            if pair.reused is not None:
                continue
            one, other = pair.old.item, pair.new.item
            for kind in ("enum", "flags"):
                if getattr(one, kind) and getattr(other, kind):
                    yield getattr(one, kind), getattr(other, kind)


def _by_likeness(names: Names, of_old: Callable[[str], FrozenSet[Hashable]],
                 of_new: Callable[[str], FrozenSet[Hashable]]) -> None:
    """Pairs items that have most of their contents in common, the most alike first."""
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

def places_of(layout: Layout) -> FrozenSet[Tuple[str, int, int]]:
    """Returns the named fields of a layout with their places."""
    return frozenset((entry.path, entry.bits.offset, entry.bits.width)
                     for entry in layout.walk() if entry.path)


def match_layouts(old: Spec, new: Spec, known: Mapping[str, str]) -> Names:
    """Matches layouts by name, the others by their fields: a field counts less, the more layouts
    have it.

    Layouts whose fields are those of many others (the plain commands) match only if their names are
    alike, too.
    """
    names = _by_name(old.layouts, new.layouts)
    for before, after in known.items():
        if before in names.removed and after in names.added:
            _pair(names, before, after)
    came = set(names.added)
    _follow(names, [(name, other) for name in names.removed
                    for other in (name.removesuffix(_PUBLISHED), name + _PUBLISHED) if other in came])
    if not names.removed or not names.added:
        return names
    count: Dict[Hashable, int] = defaultdict(int)
    for spec in (old, new):
        for layout in spec.layouts.values():
            for feature in places_of(layout):
                count[feature] += 1
    of_added = {name: places_of(new.layouts[name]) for name in names.added}
    holders: Dict[Hashable, List[str]] = defaultdict(list)
    for name, features in of_added.items():
        for feature in features:
            holders[feature].append(name)
    found = []
    for one in names.removed:
        features = places_of(old.layouts[one])
        for other in sorted({name for feature in features for name in holders[feature]}):
            common, either = features & of_added[other], features | of_added[other]
            share = len(common) / len(either)
            weight = sum(1 / count[f] for f in common)
            score = weight / sum(1 / count[f] for f in either)
            # On average at most two other layouts have the common fields.
            telling = weight >= len(common) / 4 and len(common) > 2
            if share >= LIKE / 2 and score >= LIKE / 2 and max(share, score) >= LIKE and \
                    (telling or alike(one, other) >= LIKE):
                found.append((-round(score, 9), -alike(one, other), one, other))  # a sum in any order
    for _, _, one, other in sorted(found):
        if one in names.removed and other in names.added:
            _pair(names, one, other)
    _follow(names, _nested(old, new, names))
    return names


def _arm_layouts(layout: Layout) -> Iterator[Tuple[Tuple[str, Tuple[int, ...]], Field]]:
    """Yields (name of the overlay and values of the selector, layout) of the arms that are layouts."""
    for entry in layout.walk():
        for arm in entry.item.arms if entry.is_overlay else ():
            item = layout_in(arm)
            if item is not None and arm.when.values:
                yield (entry.path, tuple(sorted(arm.when.values))), item


def _nested(old: Spec, new: Spec, names: Names) -> Iterable[Tuple[str, str]]:
    """Yields pairs of layouts of one size in matched layouts: in fields of one name, or in arms of like names for the same
    values of the selector."""
    for before, after in names.pairs.items():
        arms = {key: item for key, item in _arm_layouts(new.layouts[after])}
        for key, item in _arm_layouts(old.layouts[before]) if arms else ():
            twin = arms.get(key)
            if twin is not None and item.elem_width == twin.elem_width and alike(item.layout, twin.layout) >= LIKE:
                yield item.layout, twin.layout
        fields = {entry.path: entry.item for entry in new.layouts[after].walk()
                  if entry.item.kind is Kind.LAYOUT}
        if not fields:
            continue
        for entry in old.layouts[before].walk():
            other = fields.get(entry.path)
            if other is not None and entry.item.kind is Kind.LAYOUT and \
                    entry.item.elem_width == other.elem_width:
                yield entry.item.layout, other.layout
