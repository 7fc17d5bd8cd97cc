# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Unions that are tables of their own: a change of their arms is one finding.

Tables of mstflint and C headers have unions with a name; each is a layout of only one overlay, and
the same overlay is in the layouts that contain it.  A finding about an arm, or a field of one, is
reported for the union, with the layouts that have it, too.
"""

from __future__ import annotations

from typing import Dict, FrozenSet, Optional, Tuple

from prmclib.model import Bits
from .build import Builder
from .finding import Also, Finding, Side
from .match_fields import LayoutPair, Pair

Arms = Tuple[FrozenSet[str], FrozenSet[str]]  # names on both sides
Key = Tuple[object, ...]


def merge(builder: Builder) -> None:
    """Removes findings about arms of unions that the union's own layout has, too."""
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
        if first.rule == "D061" and not first.also:  # only what contains the union has its selector
            first.severity, first.meaning = finding.severity, list(finding.meaning)
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
    """Returns whether a layout is only an overlay, on both sides."""
    sides = (table.old.fields, table.new.fields)
    return bool(table.pairs) and table.pairs[0].old.is_overlay and all(
        sum(item.is_named for item in fields) == 1 and any(item.arms for item in fields)
        for fields in sides)


def _arms(pair: Pair) -> Arms:
    return (frozenset(arm.name for arm in pair.old.item.arms),
            frozenset(arm.name for arm in pair.new.item.arms))


def _overlay_of(builder: Builder, finding: Finding) -> Optional[Pair]:
    """Returns the overlay whose arm, or a field of it, a finding is about; None for any other."""
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
    """Returns what a finding in a union and in the layouts around it have in common."""
    union = unions.get(_arms(pair)) if pair is not None else None
    if pair is None or union is None:
        return None
    return (union, finding.rule, finding.subject, _what(finding.old, pair.old.bits),
            _what(finding.new, pair.new.bits))


def _what(side: Optional[Side], overlay: Bits) -> Tuple[object, ...]:
    """Returns name and place in the overlay, and the other text."""
    if side is None:
        return ()
    return (side.field, side.bits.offset - overlay.offset, side.bits.width, side.text)
