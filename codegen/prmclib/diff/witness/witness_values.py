# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Witnesses of changed meanings of values: types, enumerations, defaults, units."""

from __future__ import annotations

from typing import Iterator, List, Tuple

from prmclib.diff.finding import Finding, Witness
from prmclib.model import Bits, Entry, Enum, Kind
from .image import Bench, Outcome, Placed, cut, make, sized, tries
from .reading import number_text_plain

ALIKE = "every value has the same meaning under both manuals"


def of_value(bench: Bench, finding: Finding) -> Outcome:
    """Shows a field with a value that has another meaning under each manual."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    names = bench.layouts(finding)
    if finding.subject == "enum":
        return of_enum(bench, finding)
    paths = (old.field, new.field)
    entries = [reader.entry(name, path) for reader, name, path in zip(bench.readers, names, paths)]
    values = [100, 1, 0] if finding.rule == "D091" else [1, 0, 2, 3]
    for number, (reader, entry) in enumerate(zip(bench.readers, entries)):
        if entry is None:
            continue
        enum = reader.spec.enums.get(entry.item.enum)
        if finding.rule == "D091":
            values[:0] = [value for value, _, _ in entry.item.said.limits.special]
        if finding.rule == "D041" and enum is not None:
            values[:0] = [value.value for value in enum.values]
        if finding.rule == "D043" and entry.item.fixed is not None:
            values.insert(number, entry.item.fixed)
    places = []
    for side, entry in zip((old, new), entries):
        place = sized(side, entry.item.elem_width if entry is not None else 0)
        if entry is not None and entry.item.is_array and entry.item.kind is Kind.UINT:
            place = Bits(place.offset, entry.item.elem_width)
        places.append(place)
    context = bench.contexts(names, paths)
    images: List[Placed] = []
    for value in [*values, *tries(places[0])]:
        if all(value < 1 << place.width for place in places):
            images.append([*context, *dict.fromkeys((place, value) for place in places)])
    found = bench.first(names, paths, images, places, finding.layout, new.field)
    return found or ALIKE


def of_amount(bench: Bench, finding: Finding) -> Outcome:
    """Shows a field with a number that means another amount, if both descriptions give one."""
    found = of_enum(bench, finding) if finding.subject == "value" else of_value(bench, finding)
    return found if not isinstance(found, str) else "a description does not tell what a number means"


def of_type(bench: Bench, finding: Finding) -> Outcome:
    """Shows a place with another type, by all values that fit."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    names, paths = bench.layouts(finding), (old.field, new.field)
    places = [sized(side, 32) for side in (old, new)]
    context = bench.contexts(names, paths)
    images = [[*context, (place, value)] for place in places for value in tries(place)]
    # One bit of each byte, since nested layouts may start with reserved bits.
    images += [[*context, (Bits(place.offset + bit, 1), 1)] for place in places
               for bit in range(min(place.width, 512))]
    found = bench.first(names, paths, images, places, finding.layout, new.field, by_text=True)
    return found or ALIKE


def of_default(bench: Bench, finding: Finding) -> Outcome:
    """Shows the default of one manual, as packed if the field is not set."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    names = bench.layouts(finding)
    entries = [reader.entry(name, side.field) for reader, name, side in
               zip(bench.readers, names, (old, new))]
    if entries[0] is None or entries[1] is None:
        return ALIKE
    if not all(entry.item.is_number for entry in entries if entry is not None):
        return "it is not a number under both manuals"
    defaults = [entry.item.default or 0 for entry in entries if entry is not None]
    chosen = 0 if defaults[0] else 1
    place = (old, new)[chosen].bits
    placed = [(place, defaults[chosen])]
    size = bench.size(names, [place])
    image = make([*bench.contexts(names, (old.field, new.field)), *placed], size) or \
        make(placed, size)
    assert image is not None
    texts, values = [], []
    for number, (reader, entry, side) in enumerate(zip(bench.readers, entries, (old, new))):
        assert entry is not None
        values.append(image.value(side.bits))
        said = number_text_plain(reader.spec, entry.item, values[-1])
        own = number_text_plain(reader.spec, entry.item, defaults[number])
        texts.append(f"{side.field} is {said}, packed if it is not set"
                     if number == chosen else f"{side.field} is {said}; if not set: {own}")
    data, at = cut(image, [place])
    return Witness(data, texts[0], texts[1], finding.layout, new.field, at, values[0], values[1],
                   names[0], is_packed=True)


# Enumerations

def _users(bench: Bench, finding: Finding) -> Iterator[Tuple[str, str, Entry, Entry]]:
    """Yields (old layout, new layout, old entry, new entry) of the fields with the enumeration under
    both manuals, those at the same place first."""
    match = bench.builder.match
    new_name = finding.new.layout if finding.new else ""
    old_name = finding.old.layout if finding.old else \
        next((a for a, b in match.enums.pairs.items() if b == new_name), "")
    new_name = new_name or match.enums.pairs.get(old_name, "")
    found: List[Tuple[Tuple[bool, bool, int], Tuple[str, str, Entry, Entry]]] = []
    for layout, entry in bench.builder.users[0].get(old_name, []):
        table = match.tables.get(match.layouts.pairs.get(layout, ""))
        for pair in table.pairs if table is not None else []:
            if pair.old.path == entry.path and pair.old.is_overlay == entry.is_overlay and \
                    new_name in (pair.new.item.enum, pair.new.item.flags):
                assert table is not None
                found.append(((pair.old.bits != pair.new.bits or pair.old.item.is_array, pair.old.arm is not None, len(found)),
                              (layout, table.new.name, pair.old, pair.new)))
    for _, user in sorted(found, key=lambda row: row[0]):
        yield user


def of_enum(bench: Bench, finding: Finding) -> Outcome:
    """Shows a field with the enumeration, with a value that has another name."""
    match = bench.builder.match
    side = finding.new or finding.old
    assert side is not None
    enums: List[Enum] = []
    for spec, part, other in ((bench.builder.old, finding.old, False),
                              (bench.builder.new, finding.new, True)):
        name = part.layout if part else ""
        if not name:
            name = match.enums.pairs.get(side.layout, "") if other else \
                next((a for a, b in match.enums.pairs.items() if b == side.layout), "")
        if name in spec.enums:
            enums.append(spec.enums[name])
    numbers = [int(part.text, 16) for part in (finding.old, finding.new)
               if part is not None and finding.subject == "value"]
    whole: List[int] = []
    if finding.subject != "value":
        known = {value.value for enum in enums for value in enum.values}
        numbers = [value for value in range(64) if value not in known] or [max(known) + 1]
    if finding.rule == "D041":  # flags and a list: what has a meaning under both first
        stored = [{1 << value.value if enum.is_flags else value.value for value in enum.values}
                  for enum in enums]
        whole = [*sorted(set.intersection(*stored)), *sorted(set.union(*stored))]
    is_used = False
    for layout, after, before, now in _users(bench, finding):
        is_used = True
        paths = (before.path, now.path)
        context = bench.contexts((layout, after), paths)
        places = []
        for entry in (before, now):
            width = entry.item.elem_width if entry.item.is_array else entry.bits.width
            places.append(Bits(entry.bits.offset, width))
        images: List[Placed] = []
        values = whole or [1 << number if entry.item.flags else number for number in numbers
                           for entry in (before, now)]
        images += [[*context, *dict.fromkeys((place, value) for place in places)]
                   for value in dict.fromkeys(values)
                   if all(value < 1 << place.width for place in places)]
        found = bench.first((layout, after), paths, images, places, after, now.path)
        if found is not None:
            return found
    return "no field that has it under both manuals has room for a value that distinguishes them" if is_used \
        else "no field has it under both manuals"
