# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Items that a reader left out of a manual, which are neither added nor removed."""

from __future__ import annotations

from typing import Dict, Iterator, List, Tuple

from prmclib.model import Bits, LeftOut
from .against import structs
from .build import PARTIAL, Builder
from .finding import Finding, Side, Uncompared

Name = Tuple[str, str]  # layout and field; an empty field for the layout itself


def _names(items: List[LeftOut]) -> Dict[Name, LeftOut]:
    return {(item.layout, item.field): item for item in items}


def _is_left_out(side: Side, layout: str, known: Dict[Name, LeftOut]) -> bool:
    """Returns whether a reader left this side's item out of the other manual: a layout or field of
    this name, or for a field in an arm, one of its own name at its place.  ``layout`` is its name on
    the other side."""
    if (layout, side.field) in known:
        return True
    item = known.get((layout, side.field.rpartition(".")[2])) if "." in side.field else None
    return item is not None and side.bits.overlaps(Bits(item.offset_bits, item.width_bits))


def _has_left_out(side: Side, layout: str, known: Dict[Name, LeftOut]) -> bool:
    """Returns whether a reader left something out of a layout at the bits of this side: an arm of a union, say."""
    return any(item.layout == layout and item.field and side.bits.overlaps(Bits(item.offset_bits, max(item.width_bits, 1)))
               for item in known.values())


def _unmatched(builder: Builder) -> Iterator[Uncompared]:
    """Yields the layouts of OLD without a counterpart whose ``source`` names a struct of NEW, which is code: one that
    its reader left out, or that another layout of OLD is compared with."""
    if builder.source_new.form not in PARTIAL:
        return
    label = builder.source_new.label
    reasons = {item.layout: item.reason for item in builder.source_new.left_out if not item.field}
    names = builder.match.layouts
    back = {after: before for before, after in names.pairs.items()}
    for name in names.removed:
        for tag in structs(builder.old.layouts[name]):
            if tag in reasons:
                yield Uncompared(name, "", (label,), f"its source names {tag}: {reasons[tag]}")
                break
            if tag in back:
                yield Uncompared(name, "", (label,), f"its source names {tag}, which {back[tag]} is compared with")
                break


def take_out(builder: Builder) -> List[Uncompared]:
    """Removes findings that only show what a reader could not read; returns what was left out of
    either manual, by layout and field."""
    known = [_names(source.left_out) for source in (builder.source_old, builder.source_new)]
    unmatched = list(_unmatched(builder))
    if not any(known) and not unmatched:
        return []
    layouts = builder.match.layouts
    back = {new: old for old, new in layouts.pairs.items()}

    def is_only_unread(finding: Finding) -> bool:
        if finding.subject not in ("field", "layout", "overlay"):
            return False
        if finding.old is None and finding.new is not None:
            name = finding.new.layout
            return _is_left_out(finding.new, back.get(name, name), known[0]) or (
                finding.subject != "layout" and _has_left_out(finding.new, back.get(name, name), known[0])) or (
                finding.subject == "overlay" and _has_left_out(finding.new, name, known[1]))
        if finding.new is None and finding.old is not None:
            name = layouts.renamed(finding.old.layout)
            return _is_left_out(finding.old, name, known[1]) or (
                finding.subject != "layout" and _has_left_out(finding.old, name, known[1]))
        return False

    gone = {item.layout for item in unmatched}
    builder.drop([finding for finding in builder.findings
                  if is_only_unread(finding) or finding.rule == "D002" and finding.layout in gone])
    labels = (builder.source_old.label, builder.source_new.label)
    found: List[Uncompared] = []
    for name in dict.fromkeys([*known[0], *known[1]]):
        sides = [side for side in (0, 1) if name in known[side]]
        found.append(Uncompared(*name, tuple(labels[side] for side in sides),
                                known[sides[0]][name].reason))
    return unmatched + sorted(found, key=lambda item: (item.layout, item.field))
