# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Unions that are tables of their own: a change of their arms is one finding.

Tables of mstflint and C headers have unions with a name; each is a layout that is nothing but an
overlay, and the same overlay stands in the layouts around it.  What is found of an arm in the union
is told there, with the layouts in which it is found, too.
"""

from __future__ import annotations

from typing import Dict, FrozenSet, Tuple

from .build import Builder
from .finding import Also, Finding
from .match_fields import LayoutPair, Pair

RULES = ("D061", "D062", "D063")
Arms = Tuple[FrozenSet[str], FrozenSet[str]]  # names on both sides


def merge(builder: Builder) -> None:
    """Takes out of the findings those about arms of unions that the union's own layout has, too."""
    unions: Dict[Arms, str] = {}
    for name, table in builder.match.tables.items():
        if _is_union(table):
            unions[_arms(table.pairs[0])] = name
    if not unions:
        return
    own: Dict[Tuple[str, str, str, str], Finding] = {}
    for finding in builder.findings:
        pair = builder.arm_of.get(id(finding))
        if pair is not None and finding.rule in RULES and unions.get(_arms(pair)) == finding.layout:
            own[_key(finding, finding.layout)] = finding
    kept, words = [], []
    for finding, word in zip(builder.findings, builder.words):
        pair = builder.arm_of.get(id(finding))
        union = unions.get(_arms(pair), "") if pair is not None else ""
        first = own.get(_key(finding, union))
        if first is None or first is finding:
            kept.append(finding)
            words.append(word)
            continue
        first.also.append(Also(finding.layout, finding.old, finding.new))
        first.severity = max(first.severity, finding.severity)
        first.meaning += [line for line in finding.meaning if line not in first.meaning]
    builder.findings[:], builder.words[:] = kept, words
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


def _key(finding: Finding, union: str) -> Tuple[str, str, str, str]:
    return (finding.rule, union, finding.old.field if finding.old else "",
            finding.new.field if finding.new else "")
