# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Unions that are tables of their own: a change of their arms is one finding.

Tables of mstflint and C headers have unions with a name; each is a layout that is nothing but an
overlay, and the same overlay stands in the layouts around it.  What is found of an arm, or of a
field of one, in the union is told there, with the layouts in which it is found, too.
"""

from __future__ import annotations

from typing import Dict, FrozenSet, Optional, Tuple

from .build import Builder
from .finding import Also, Finding, Side
from .match_fields import LayoutPair, Pair
from ..model import Bits

Arms = Tuple[FrozenSet[str], FrozenSet[str]]  # names on both sides
Key = Tuple[object, ...]


def merge(builder: Builder) -> None:
    """Takes out of the findings those about arms of unions that the union's own layout has, too."""
    unions: Dict[Arms, str] = {}
    for name, table in builder.match.tables.items():
        if _is_union(table):
            unions[_arms(table.pairs[0])] = name
    if not unions:
        return
    pairs = [_overlay_of(builder, finding) for finding in builder.findings]
    keys = [_key(finding, pair, unions) for finding, pair in zip(builder.findings, pairs)]
    own: Dict[Key, Finding] = {}
    for finding, key in zip(builder.findings, keys):
        if key is not None and finding.layout == key[0]:
            own.setdefault(key, finding)
    kept, words = [], []
    instead: Dict[Finding, Finding] = {}
    for finding, word, key in zip(builder.findings, builder.words, keys):
        first = own.get(key) if key is not None else None
        if first is None or finding.layout == first.layout:
            kept.append(finding)
            words.append(word)
            continue
        instead[finding] = first
        first.also.append(Also(finding.layout, finding.old, finding.new))
        first.severity = max(first.severity, finding.severity)
        first.meaning += [line for line in finding.meaning if line not in first.meaning]
    builder.findings[:], builder.words[:] = kept, words
    for what, finding in builder.origin.items():
        builder.origin[what] = instead.get(finding, finding)
    for finding in own.values():
        if finding.also:
            names = list(dict.fromkeys(item.layout for item in finding.also))
            finding.title += f", also in {names[0]}" if len(names) == 1 else \
                f", also in {len(names)} layouts"


def _is_union(table: LayoutPair) -> bool:
    """Whether a layout is nothing but an overlay, on both sides."""
    sides = (table.old.fields, table.new.fields)
    return bool(table.pairs) and table.pairs[0].old.is_overlay and all(
        sum(item.is_named for item in fields) == 1 and any(item.arms for item in fields)
        for fields in sides)


def _arms(pair: Pair) -> Arms:
    return (frozenset(arm.name for arm in pair.old.item.arms),
            frozenset(arm.name for arm in pair.new.item.arms))


def _overlay_of(builder: Builder, finding: Finding) -> Optional[Pair]:
    """The overlay that a finding is about an arm of, or a field of an arm; None for any other."""
    if finding in builder.arm_of:
        return builder.arm_of[finding]
    table = builder.match.tables.get(finding.layout)
    if table is None or finding.shifted or finding.subject not in ("field", "arm"):
        return None
    sides = ((table.old.name, finding.old, 0), (table.new.name, finding.new, 1))
    for name, side, number in sides:
        if side is None or side.layout != name:
            continue
        for entry in table.entries[number]:
            if entry.arm is not None and entry.path == side.field and not entry.is_overlay:
                return next((pair for pair in table.pairs if any(
                    arm is entry.arm for arm in (pair.old, pair.new)[number].item.arms)), None)
    return None


def _key(finding: Finding, pair: Optional[Pair], unions: Dict[Arms, str]) -> Optional[Key]:
    """What is the same of a finding in a union and in the layouts around it."""
    union = unions.get(_arms(pair)) if pair is not None else None
    if pair is None or union is None:
        return None
    return (union, finding.rule, finding.subject, _what(finding.old, pair.old.bits),
            _what(finding.new, pair.new.bits))


def _what(side: Optional[Side], overlay: Bits) -> Tuple[object, ...]:
    """Name and place in the overlay, and what else is said."""
    if side is None:
        return ()
    return (side.field, side.bits.offset - overlay.offset, side.bits.width, side.text)
