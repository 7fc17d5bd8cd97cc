# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that every bit of a layout is described exactly once, and that places fit their contents.

E011 hole, E012 overlap, E013 outside, E014 size, E017 fit, E018 alignment, E019 array of unknown
length, E054 arm and overlay, W010 order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List, Tuple

from prmclib.model import Arm, Bits, Field, Kind, Layout, Span, hex2
from prmclib.model.draft import Draft
from prmclib.model.errors import listed
from prmclib.model.place import texts


def check(draft: Draft) -> None:
    for layout in draft.spec.layouts.values():
        _size(draft, layout)
        _layout(draft, layout)
        for item in layout.fields:
            if item.kind is Kind.OVERLAY:
                for arm in item.arms:
                    _arm(draft, item, arm)
            else:
                _fit(draft, item)


def called(item: Field) -> str:
    """Returns a field's name and place for messages: ``'ckey' 0x04[31:24]``, ``reserved 0x04[7:0]``."""
    return f"'{item.name}' {place_of(item)}" if item.name else f"{item.kind.value} {place_of(item)}"


def short(item: Field) -> str:
    return f"'{item.name}'" if item.name else item.kind.value


def place_of(item: Field) -> str:
    if item.is_flexible:
        return f"{hex2(item.bits.offset // 8)}.."
    in_bytes = item.kind in (Kind.LAYOUT, Kind.BYTES) or item.is_array
    if in_bytes and item.bits.is_bytes:
        return f"{hex2(item.bits.offset // 8)}..{hex2(item.bits.end // 8 - 1)}"
    return str(item.bits)


def _size(draft: Draft, layout: Layout) -> None:
    if layout.size % 4:
        up, down = (layout.size + 3) // 4 * 4, layout.size // 4 * 4
        draft.findings.add(
            "E014", layout.size_where,
            f"the size of layout '{layout.name}', {layout.size} bytes, is not a multiple of 4",
            help=f"write {down} or {up}, with the last bytes reserved if the manual says nothing"
                 if down else f"write {up}, with the last bytes reserved if the manual says "
                 "nothing")


@dataclass
class _Sweep:
    """The result of :func:`_sweep`."""

    holes: List[Tuple[Bits, "Field | None", "Field | None"]] = field(default_factory=list)
    parties: List[Field] = field(default_factory=list)  # fields that overlap or are outside

    def unexplained(self) -> List[Tuple[Bits, "Field | None", "Field | None"]]:
        """Returns the holes that no wrong place explains: a hole in the dwords of a misplaced field,
        or of the same width, is probably the field's correct place."""
        return [hole for hole in self.holes if not any(
            hole[0].width == party.bits.width or
            (hole[0].offset // 32 <= (party.bits.end - 1) // 32 and
             party.bits.offset // 32 <= (hole[0].end - 1) // 32) for party in self.parties)]


def _sweep(draft: Draft, fields: List[Field], whole: Bits) -> _Sweep:
    """Walks over ``fields`` (sorted by offset), reports overlaps and collects holes in ``whole``."""
    result = _Sweep()
    fixed = [item for item in fields if not item.is_flexible]
    reached, last = whole.offset, None
    overlaps: List[Tuple[Field, Field]] = []
    for item in fixed:
        if item.bits.offset > reached:
            result.holes.append((Bits(reached, item.bits.offset - reached), last, item))
        elif last is not None and item.bits.offset < last.bits.end:
            overlaps.append((last, item))
        if last is None or item.bits.end > last.bits.end:
            last = item
        reached = max(reached, item.bits.end)
    if reached < whole.end:
        result.holes.append((Bits(reached, whole.end - reached), last, None))
    for first, second in overlaps:
        # The entry that comes later in the file is reported.
        if (first.where.line, first.where.col) > (second.where.line, second.where.col):
            first, second = second, first
        result.parties += [first, second]
        start = max(first.bits.offset, second.bits.offset)
        common = Bits(start, min(first.bits.end, second.bits.end) - start)
        near = [hole for hole, _, _ in result.holes]
        free = f"; {listed(texts(near))} {'is' if len(texts(near)) == 1 else 'are'} free" \
            if near else ""
        claimed = texts([common])
        draft.findings.add(
            "E012", second.where, f"{called(second)} overlaps {called(first)}",
            others=[(first.where, f"{short(first)} is here")],
            help=f"{'bit' if common.width == 1 else 'bits'} {listed(claimed)} "
                 f"{'is' if common.width == 1 else 'are'} claimed twice{free}")
    return result


def _layout(draft: Draft, layout: Layout) -> None:
    size = layout.size
    before = len(draft.findings)
    flexible = next((item for item in layout.fields if item.is_flexible), None)
    if flexible is not None:
        item = flexible
        later = [other for other in layout.fields if other is not item and
                 (other.is_flexible or other.bits.end > item.bits.offset)]
        if later:
            draft.findings.add(
                "E019", item.where, f"{called(item)} goes on to the end, but {called(later[0])} "
                "comes after it", others=[(later[0].where, f"{short(later[0])} is here")],
                help="an array of unknown length is the last entry of its layout")
        elif size and item.bits.offset != size * 8:
            draft.findings.add(
                "E019", item.where, f"{called(item)} starts at byte {hex2(item.bits.offset // 8)}, "
                f"but the size of layout '{layout.name}' is {size} ({hex2(size)})",
                others=[(layout.size_where, "the size")],
                help="an array of unknown length starts where the size ends; it is not part of "
                     "the size")
    misplaced = len(draft.findings) > before
    if not size:
        end = max([item.bits.end for item in layout.fields], default=0)
        _sweep(draft, layout.fields, Bits(0, end))
        return
    outside = [item for item in layout.fields
               if not item.is_flexible and item.bits.end > size * 8]
    for item in outside:
        draft.findings.add(
            "E013", item.where, f"{called(item)} ends at byte {hex2((item.bits.end - 1) // 8)}, "
            f"outside layout '{layout.name}' of {size} bytes",
            others=[(layout.size_where, f"the last byte is {hex2(size - 1)}")],
            help="correct the place, or the size of the layout")
    found = _sweep(draft, layout.fields, Bits(0, (size + 3) // 4 * 32 if size % 4 else size * 8))
    found.parties += outside
    if layout.name in draft.partial or misplaced:
        return
    if size % 4:
        found.holes = [hole for hole in found.holes if hole[0].end <= size * 8]
    for hole, previous, following in found.unexplained():
        _hole(draft, layout, hole, previous, following)
    if len(draft.findings) == before:
        _order(draft, layout.fields)


def _hole(draft: Draft, layout: Layout, hole: Bits, before: "Field | None",
          after: "Field | None") -> None:
    places = texts([hole], 6)
    party = after or before
    where = party.where if party is not None else layout.where
    others = [(before.where, f"{called(before)} is before it")] if after and before else []
    if after is None and before is not None:
        others = [(layout.size_where, f"the size is {layout.size} ({hex2(layout.size)})")]
    draft.findings.add(
        "E011", where, f"{listed(places)} of layout '{layout.name}' "
        f"{'is' if len(places) == 1 else 'are'} not described", others=others,
        help=f"{hole.width} {'bit' if hole.width == 1 else 'bits'} "
             + ("before" if after else "after") + (f" {called(party)}" if party else " it") +
             ": add what the manual shows there, or `" + places[0] + ": reserved`"
             + (" and so on" if len(places) > 1 else ""))


def _order(draft: Draft, fields: List[Field]) -> None:
    """Warns about entries that are not in the order of their offsets."""
    furthest = None
    for item in sorted(fields, key=lambda one: (one.where.line, one.where.col)):
        if furthest is not None and item.bits.end <= furthest.bits.offset and item.bits.width:
            draft.findings.add(
                "W010", item.where, f"{called(item)} comes after {called(furthest)}",
                others=[(furthest.where, f"{short(furthest)} is here")],
                help="keep the order of the manual's table: by offset, high bits first")
        if furthest is None or item.bits.offset > furthest.bits.offset:
            furthest = item


def _arm(draft: Draft, overlay: Field, arm: Arm) -> None:
    for item in arm.fields:
        _fit(draft, item)
    if arm.is_single:
        return
    before_all = len(draft.findings)
    outside = [item for item in arm.fields
               if item.is_flexible or not overlay.bits.contains(item.bits)]
    for item in outside:
        draft.findings.add(
            "E054", item.where, f"{called(item)} of arm '{arm.name}' is outside the overlay "
            f"{called(overlay)}", others=[(overlay.where, f"'{overlay.name}' is here")],
            help="the fields of an arm have their places in the layout, inside the overlay")
    found = _sweep(draft, [item for item in arm.fields if item not in outside], overlay.bits)
    found.parties += outside
    if "partial" in arm.spans:
        return
    for hole, before, after in found.unexplained():
        places = texts([hole], 6)
        party = after or before
        draft.findings.add(
            "E054", party.where if party else arm.where,
            f"{listed(places)} of the overlay {called(overlay)} "
            f"{'is' if len(places) == 1 else 'are'} not described in arm '{arm.name}'",
            others=[(overlay.where, f"'{overlay.name}' is here")],
            help=f"add what the manual shows there, or `{places[0]}: reserved`"
                 + (" and so on" if len(places) > 1 else ""))
    if len(draft.findings) == before_all:
        _order(draft, arm.fields)


def _fit(draft: Draft, item: Field) -> None:
    """Checks size and alignment of nested layouts and arrays."""
    if not item.is_named or item.kind is Kind.OVERLAY or (item.kind is Kind.UINT
                                                          and item.count is None):
        return
    if item.kind is Kind.BYTES:
        return
    element = item.elem_width
    if not element:  # an unusable layout, which has been reported
        return
    bits = item.bits
    count = item.count or 1
    if item.kind is Kind.LAYOUT:
        nested = draft.spec.layouts[item.layout]
        what = f"layout '{item.layout}' of {nested.size} bytes"
        others: List[Tuple[Span, str]] = [(nested.size_where, f"the size of '{item.layout}'")]
        align = 32
    else:
        what, others, align = f"a number of {element} bits", [], min(element, 32)
    if bits.offset % align:
        draft.findings.add(
            "E018", item.where, f"{called(item)} is not aligned: {what} starts at a multiple of "
            f"{align // 8} bytes", others=others,
            help="correct the place; or describe it as `kind: bytes` if the manual puts it there")
        return
    if item.is_flexible:
        return
    if element * count == bits.width:
        return
    here = Bits(bits.offset, element * count)
    last = hex2(here.end // 8 - 1)
    several = f"{count} numbers of {element} bits" if item.kind is Kind.UINT and count > 1 else \
        f"{count} times {what}"
    need = f"{several} are {element * count // 8} bytes" if item.count else what
    have = f"{bits.width // 8} bytes" if bits.width % 8 == 0 else f"{bits.width} bits"
    fitting = bits.width // element
    remedy = f"write {hex2(bits.offset // 8)}..{last}"
    if bits.width % element == 0 and fitting:
        remedy += f", or `count: {fitting}`"
    draft.findings.add(
        "E017", item.where,
        f"{called(item)} has {have}, but {need}" if item.count else
        f"{called(item)} has {have}, but it is {need}", others=others, help=remedy)
