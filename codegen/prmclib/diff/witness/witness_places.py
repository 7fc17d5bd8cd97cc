# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Witnesses of changed places and sizes, and of added, removed or split items."""

from __future__ import annotations

from typing import List, Optional, Tuple

from prmclib.diff.finding import Finding, Side, Witness
from prmclib.diff.overlay_changes import UNSTATED, is_stated
from prmclib.model import Arm, Bits, Entry, Kind
from .image import Bench, Outcome, Placed, cut, sized, tries, with_context
from .reading import Image

SAME_BYTES = "all bytes are read alike"
ONE_LAYOUT = "only one of the manuals has the layout"


def of_places(bench: Bench, finding: Finding) -> Outcome:
    """Shows a moved or resized field: bits in one of its places, which the other manual reads
    differently."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    names = bench.layouts(finding)
    before, after = (reader.entry(name, side.field) for reader, name, side in
                     zip(bench.readers, names, (old, new)))
    one = sized(old, before.item.elem_width if before else 0)
    other = sized(new, after.item.elem_width if after else 0)
    images: List[Placed] = []
    if one.width != other.width:
        # The lowest bit that only the wider field has, as a number or as bytes.
        wide, narrow = (one, other) if one.width > other.width else (other, one)
        images += [[(wide, 1 << narrow.width)]]
        images += [[(Bits(wide.end - 1, 1), 1)], [(Bits(wide.offset, 1), 1)]]
    images += [[(bits, value)] for bits in (one, other) for value in tries(bits)]
    paths = (old.field, new.field)
    found = bench.first(names, paths, with_context(bench.contexts(names, paths), images),
                        [one, other], finding.layout, new.field)
    return found or SAME_BYTES


def of_reused(bench: Bench, finding: Finding) -> Outcome:
    """Shows reused bits: values that have another name under each manual."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    names, paths = bench.layouts(finding), (old.field, new.field)
    images: List[Placed] = [[(side.bits, value)] for side in (old, new)
                            for value in tries(side.bits)]
    found = bench.first(names, paths, with_context(bench.contexts(names, paths), images),
                        [old.bits, new.bits], finding.layout, new.field, by_text=True)
    return found or SAME_BYTES


def _only_side(finding: Finding) -> Tuple[bool, Side]:
    """Returns the place, and whether it is in NEW; OLD for an item in both."""
    side = finding.old or finding.new
    assert side is not None
    return finding.old is None, side


def of_one_side(bench: Bench, finding: Finding) -> Outcome:
    """Shows an added or removed field, with a value that is not 0."""
    is_new, side = _only_side(finding)
    names = bench.layouts(finding)
    if not all(names):
        return ONE_LAYOUT
    reader, name = bench.readers[is_new], names[is_new]
    entry = reader.entry(name, side.field)
    if entry is None:
        return SAME_BYTES
    place = sized(side, entry.item.elem_width)
    paths = ("", side.field) if is_new else (side.field, "")
    context = reader.context(name, entry)
    # First try a bit that another field has there.
    images: List[Placed] = [
        [(Bits(max(place.offset, min(other.bits.end, place.end) - 1), 1), 1)]
        for other in bench.readers[not is_new].entries(names[not is_new])
        if other.path and other.arm is None and other.bits.overlaps(place)]
    images += [[(reader.first_bit(name, entry), 1)]]
    images += [[(place, value)] for value in tries(place)]
    found = bench.first(names, paths, with_context(context, images), [place], finding.layout,
                        side.field, by_text=True)
    return found or SAME_BYTES


def of_group(bench: Bench, finding: Finding) -> Outcome:
    """Shows fields that were split, joined or nested: each part with its lowest bit set."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    names = bench.layouts(finding)
    parts = [bits for _, bits in (old.parts if len(old.parts) > 1 else new.parts or old.parts)]
    places = [old.bits, new.bits]
    contexts: Placed = []
    for reader, name, side in zip(bench.readers, names, (old, new)):
        for path in [path for path, _ in side.parts] or [side.field]:
            entry = reader.entry(name, path)
            if entry is not None:
                contexts += [place for place in reader.context(name, entry)
                             if place not in contexts]
    images: List[Placed] = [[(bits, 1) for bits in parts if bits.width],
                            [(bits, 1) for bits in places if bits.width][:1]]
    paths = ("" if len(old.parts) > 1 else old.field, "" if len(new.parts) > 1 else new.field)
    found = bench.first(names, paths, with_context(contexts, images), places, finding.layout,
                        finding.field, by_text=True)
    return found or SAME_BYTES


def of_count(bench: Bench, finding: Finding) -> Outcome:
    """Shows an array of another length, by an element that only one side has."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    found = of_places(bench, finding)
    if isinstance(found, Witness):
        return found
    names = bench.layouts(finding)
    entries = [reader.entry(name, side.field) for reader, name, side in
               zip(bench.readers, names, (old, new))]
    width = next((entry.item.elem_width for entry in entries if entry is not None), 8)
    ends = [side.bits.end for side in (old, new)]
    place = Bits(max(ends), width)
    again = bench.first(names, ("", ""), [[(Bits(place.end - 1, 1), 1)]], [place], finding.layout,
                        new.field)
    return again or f"{SAME_BYTES}: only the accessors take an index, or do not"


def of_blank(bench: Bench, finding: Finding) -> Outcome:
    """Shows reserved or ignored bits, by one that is set."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    names = bench.layouts(finding)
    contexts: Placed = []
    for reader, name, place in zip(bench.readers, names, (old.bits, new.bits)):
        for entry in reader.entries(name):
            if not entry.path and entry.arm is not None and entry.bits.overlaps(place):
                contexts = contexts or reader.context(name, entry)
    images: List[Placed] = [[(Bits(at, 1), 1)] for place in (new.bits, old.bits)
                            for at in (place.end - 1, place.offset)]
    found = bench.first(names, ("", ""), with_context(contexts, images), [new.bits, old.bits],
                        finding.layout, "")
    return found or "bits outside decide whether these are read at all"


def of_size(bench: Bench, finding: Finding) -> Outcome:
    """Shows a layout of another size, by how many of its bytes each manual takes."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    size = max(old.bits.width, new.bits.width)
    data, at = cut(Image(1, size), [Bits(size - 8, 8)])
    return Witness(data, f"ends at {old.bits.width // 8:#x}", f"ends at {new.bits.width // 8:#x}",
                   finding.layout, "", at, None, None, old.layout)


# Overlays

def of_overlay(bench: Bench, finding: Finding) -> Outcome:
    """Shows an added or removed overlay, by a bit that the other manual does not know."""
    is_new = finding.old is None or finding.new is not None and bool(finding.new.parts)
    side = finding.new if is_new else finding.old
    assert side is not None
    names = bench.layouts(finding)
    if not all(names):
        return ONE_LAYOUT
    reader, name = bench.readers[is_new], names[is_new]
    images: List[Placed] = []
    for entry in reader.entries(name):
        if entry.overlay is not None and entry.overlay.name == side.field and entry.path and \
                entry.bits.width:
            context = reader.context(name, entry)
            images += [[*context, (reader.first_bit(name, entry), 1)]]
            images += [[*context, (entry.bits, value)] for value in tries(entry.bits)]
    found = bench.first(names, ("", ""), images, [side.bits], finding.layout, side.field,
                        by_text=True)
    return found or SAME_BYTES


def of_arm(bench: Bench, finding: Finding) -> Outcome:
    """Shows an arm that was added, removed or has other values, by such a value."""
    side = finding.new or finding.old
    assert side is not None
    names = bench.layouts(finding)
    if not all(names):
        return ONE_LAYOUT
    overlays, arms = _pair_of(bench, finding)
    if finding.rule == "D064" and not all(arm is not None and is_stated(arm.when) for arm in arms):
        return "only one of the manuals states its values"
    values: List[int] = []
    for entry, arm in zip(overlays, arms):
        selector = entry.item.selector if entry is not None else None
        if arm is not None and selector is not None and not selector.external.startswith(UNSTATED):
            values += arm.when.values
            if arm.when.is_else:
                values += [value for value in range(8) if value not in values]
    if not values:
        return "the manuals do not state its values"
    room = False
    for value in values:
        context: Placed = []
        outside = None
        for reader, name, entry in zip(bench.readers, names, overlays):
            selector = entry.item.selector if entry is not None else None
            field = reader.entry(name, selector.field) if selector is not None else None
            if field is not None and value < 1 << field.bits.width:
                context += [(field.bits, value)] if (field.bits, value) not in context else []
            elif field is None:
                outside = value
        if not context and outside is None:
            continue
        room = True
        place = side.bits
        images: List[Placed] = [
            [*context, (reader.first_bit(name, entry), 1)]
            for reader, name, arm in zip(bench.readers, names, arms)
            for entry in reader.entries(name) if arm is not None and entry.arm is arm
            and entry.path]
        images += [[*context, (place, bits)] for bits in tries(place)]
        images += [[*context, (Bits(entry.bits.end - 1, 1), 1)]
                   for reader, name in zip(bench.readers, names)
                   for entry in reader.entries(name)
                   if entry.arm is not None and entry.bits.width and entry.bits.overlaps(place)]
        found = bench.first(names, ("", ""), images, [place], finding.layout, finding.field,
                            outside,
                            by_text=True)
        if found is not None and outside is not None:
            return Witness(found.data, f"where {value:#x} selects: {found.old}",
                           f"where {value:#x} selects: {found.new}",
                           found.layout, found.field, found.at, found.old_value, found.new_value,
                           found.old_layout)
        if found is not None:
            return found
    return SAME_BYTES if room else "the selector has no room for such a value"


def _pair_of(bench: Bench, finding: Finding) -> Tuple[List[Optional[Entry]], List[Optional[Arm]]]:
    """Returns the overlay and the arm on both sides, None where there is none."""
    table = bench.builder.match.tables.get(finding.layout)
    for pair in table.pairs if table is not None else []:
        for arms in pair.arms:
            if (arms.old.name if arms.old else "") == (finding.old.field if finding.old
                                                       else "") and \
                    (arms.new.name if arms.new else "") == (finding.new.field if finding.new
                                                            else ""):
                return [pair.old, pair.new], [arms.old, arms.new]
    return [None, None], [None, None]


def of_selector(bench: Bench, finding: Finding) -> Outcome:
    """Shows another selector: the manuals select different arms."""
    names = bench.layouts(finding)
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    sides = []
    for reader, name, side in zip(bench.readers, names, (old, new)):
        entry = reader.entry(name, side.field)
        if entry is None or entry.item.kind is not Kind.OVERLAY or entry.item.selector is None:
            return SAME_BYTES
        sides.append((reader, name, entry.item))
    selectors = [item.selector for _, _, item in sides if item.selector is not None]
    if any(selector.external.startswith(UNSTATED) for selector in selectors):
        return "only one of the manuals states the selector"
    if all(selector.external for selector in selectors):
        return "the selector is outside of the bytes under both manuals"
    images: List[Placed] = []
    place = new.bits
    for one in sides[0][2].arms:
        for other in sides[1][2].arms:
            if one.name == other.name:
                continue
            context = sides[0][0].choosing(sides[0][1], sides[0][2], one) + \
                sides[1][0].choosing(sides[1][1], sides[1][2], other)
            images += [[*context, (place, value)] for value in tries(place)]
    found = bench.first(names, ("", ""), images, [place], finding.layout, new.field, by_text=True)
    return found or SAME_BYTES
