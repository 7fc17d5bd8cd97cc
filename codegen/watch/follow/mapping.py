# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Which layout of a source a layout of the spec describes: by its `source` entries, by the project itself or, where
it names none of these, by others, since projects share the names of tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple

from prmclib.model import Arm, Bits, Entry, Field, Kind, Layout, Spec
from watch.conform.conform_compare import is_of
from watch.ifc.ifc_layouts import short_name

_TAG = re.compile(r"\b(struct|union) (\w+)(?: \((\w+)\))?")
_NODE = re.compile(r"\bnode (\w+)")


@dataclass(frozen=True)
class Target:
    """The part of the spec that a layout of the source describes: a layout, or the fields of it from a bit on
    (``inside``), which ``arm`` of an overlay there has if it is not empty."""

    layout: str
    offset: int = 0
    arm: str = ""
    inside: bool = False


def names_in(texts: Sequence[str]) -> List[str]:
    """Returns the names of layouts that `source` entries name, as the readers call them. A union named beside structs
    is a part of one; ``struct a (b)`` is the struct b inside of a."""
    found = [match for text in texts for match in _TAG.findall(text)]
    tags = [inner or tag for kind, tag, inner in found
            if kind == "struct" or all(other == "union" for other, _, _ in found)]
    return [name for tag in tags for name in (tag, short_name(tag))] + \
        [name for text in texts for name in _NODE.findall(text)]


def source_names(layout: Layout, word: str, known: Iterable[str]) -> List[str]:
    """Returns the layouts of a source that a layout of the spec describes, of those that it has."""
    have = set(known)
    own = [text for text in layout.about.source if is_of(text, word)]
    for texts in (own, layout.about.source):
        found = [name for name in names_in(texts) if name in have]
        if found:
            return list(dict.fromkeys(found))
        if names_in(own):
            return []  # it names what the source does not have any more, or not yet
    return [layout.name] if layout.name in have else []


def mapped(spec: Spec, word: str, known: Iterable[str]) -> Dict[str, List[Target]]:
    """Returns the targets of each layout of a source that the spec describes."""
    have = set(known)
    found: Dict[str, List[Target]] = {}
    for layout in spec.layouts.values():
        for name in source_names(layout, word, have):
            found.setdefault(name, []).append(Target(layout.name))
    return found


def nested(spec: Spec, theirs: Spec, found: Dict[str, List[Target]]) -> None:
    """Adds the targets of layouts of a source that only mapped ones contain: the layout in the spec's field at the
    place, or a part of the layout around it."""
    todo = list(found)
    described = set(found)
    whole = {target.layout for targets in found.values() for target in targets if not target.inside}
    done: Set[Tuple[str, Target]] = set()
    while todo:
        name = todo.pop()
        for target in list(found[name]):
            if (name, target) in done or name not in theirs.layouts:
                continue
            done.add((name, target))
            for entry in theirs.layouts[name].walk():
                inner = entry.item.layout
                if entry.item.kind is not Kind.LAYOUT or inner in described or entry.item.is_array:
                    continue
                below = _inside(spec, theirs, target, entry)
                if below is not None and not below.inside and below.layout in whole:
                    continue  # another one describes it; the field has another type now
                if below is not None and below not in found.setdefault(inner, []):
                    found[inner].append(below)
                    todo.append(inner)


def _inside(spec: Spec, theirs: Spec, target: Target, entry: Entry) -> Optional[Target]:
    layout = spec.layouts.get(target.layout)
    if layout is None:
        return None
    bits = Bits(entry.bits.offset + target.offset, entry.bits.width)
    here = [one for one in layout.walk() if one.bits == bits and one.item.is_named]
    for one in here:
        is_same = entry.arm is None and one.arm is None or one.item.layout == entry.item.layout or \
            entry.arm is not None and one.arm is not None and one.arm.name == entry.arm.name
        if is_same and one.item.kind is Kind.LAYOUT and not one.item.is_array:
            return Target(one.item.layout)
    if here:
        return None
    arm = target.arm or (_arm_at(layout, bits, entry.item.name) if entry.arm is not None else "")
    if entry.arm is not None and not arm and not any(one.item.arms and one.bits.contains(bits) for one in layout.walk()):
        return None
    known = {(one.item.name, one.bits) for one in layout.walk()}
    inner = theirs.layouts.get(entry.item.layout)
    if inner is None or not any((one.item.name, Bits(one.bits.offset + bits.offset, one.bits.width)) in known
                                for one in inner.walk() if one.item.is_named):
        return None  # the spec has other fields there
    return Target(layout.name, bits.offset, arm, True)


def _arm_at(layout: Layout, bits: Bits, name: str) -> str:
    """Returns the arm of a name over bits; empty if there is none."""
    return next((arm.name for item in layout.fields for arm in item.arms
                 if arm.name == name and item.bits.contains(bits)), "")


# Entries of the spec for those of the source

def counterparts(layout: Layout, theirs: Sequence[Entry], target: Target) -> Dict[Entry, Entry]:
    """Returns the entry of the spec for each entry of a source's layout: the same name and bits, or only one of
    these. Each entry of the spec is that of one."""
    ours = [entry for entry in layout.walk() if entry.item.is_named and _within(entry, target)]
    found: Dict[Entry, Entry] = {}
    taken: Set[Entry] = set()

    def pair(test: Callable[[Entry, Entry], bool]) -> None:
        for entry in theirs:
            if entry in found:
                continue
            hits = [one for one in ours if one not in taken and one.is_overlay == entry.is_overlay and test(one, entry)]
            if len(hits) > 1:
                arms = [one for one in hits if one.arm and entry.arm and one.arm.name == entry.arm.name]
                hits = arms or hits
            if hits:
                found[entry] = hits[0]
                taken.add(hits[0])

    names = [entry.item.name for entry in theirs]
    pair(lambda one, entry: one.item.name == entry.item.name and one.bits == shifted(entry.bits, target))
    pair(lambda one, entry: one.item.name == entry.item.name and names.count(entry.item.name) == 1)
    pair(lambda one, entry: one.bits == shifted(entry.bits, target) and one.bits.width > 0
         and one.item.name not in names)
    return found


def _within(entry: Entry, target: Target) -> bool:
    return not target.arm or entry.arm is not None and entry.arm.name == target.arm


def shifted(bits: Bits, target: Target) -> Bits:
    return Bits(bits.offset + target.offset, bits.width)


def projects_of(layout: Layout, item: Optional[Field], arm: Optional[Arm] = None) -> List[str]:
    """Returns the first words of the sources of a field: its own, or those of its arm or layout."""
    for described in (item, arm, layout):
        if described is not None and described.about.source:
            return list(dict.fromkeys(text.split(" ")[0] for text in described.about.source))
    return []
