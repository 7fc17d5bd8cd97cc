# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Resolves the names of a draft after all files have been read.

References to layouts, enumerations and so on are looked up, names of values become numbers,
fields are sorted by offset.  A broken reference is reported here and removed from the model, so
that no rule reports it again.
"""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Tuple, Union

from . import BYTES, ENCODINGS, EnumValue, Field, Kind, Layout, Num, Op, Ref, Segment, Selector, Sequence
from .draft import Draft, Value
from .errors import did_you_mean, listed
from .flatten import referred


def resolve(draft: Draft) -> None:
    """Resolves all names in ``draft``; unresolved references become findings."""
    for layout in draft.spec.layouts.values():
        for item in layout.items():
            _references(draft, item)
        for item in layout.fields:
            if item.selector is not None:
                _field_selector(draft, layout, item)
    for variant in draft.spec.variants.values():
        _enum_of_selector(draft, variant.selector)
        for choice in variant.arms:
            kind = "layout" if choice.layout else "sequence"
            name = getattr(choice, kind)
            if not draft.refer(kind, name, choice.spans.get(kind, choice.where)):
                draft.broken.add(variant.name)
    for sequence in draft.spec.sequences.values():
        for segment in sequence.segments:
            for kind in ("layout", "variant", "sequence"):
                name = getattr(segment, kind)
                if name and not draft.refer(kind, name, segment.spans.get(kind, segment.where)):
                    draft.broken.add(sequence.name)
    for enum in draft.spec.enums.values():
        for value in enum.values:
            _detail(draft, value)
    _values(draft)
    _whens(draft)
    _lengths(draft)
    for layout in draft.spec.layouts.values():
        layout.fields.sort(key=lambda item: item.bits.offset)
        for item in layout.fields:
            for arm in item.arms:
                arm.fields.sort(key=lambda inner: inner.bits.offset)


def _references(draft: Draft, item: Field) -> None:
    if item.kind is Kind.LAYOUT:
        where = item.spans.get("layout", item.where)
        if draft.refer("layout", item.layout, where):
            size = draft.layout_size(item.layout)
            item.elem_width = size * 8 if size else 0
        else:
            item.elem_width = 0
    if item.also:
        where = item.spans.get("also", item.where)
        size = draft.layout_size(item.also) if draft.refer("layout", item.also, where) else None
        if size is not None and size * 8 != item.bits.width:
            draft.findings.add("E044", where, f"'{item.also}' has {size * 8} bits, but '{item.name}' has "
                               f"{item.bits.width}", help="another reading of a number has as many bits as that")
        if size is None or size * 8 != item.bits.width:
            item.also = ""
    for kind in ("enum", "flags"):
        name = getattr(item, kind)
        if name and not draft.refer(kind, name, item.spans.get(kind, item.where)):
            setattr(item, kind, "")
            item.spans["lost " + kind] = item.spans.get(kind, item.where)


def _detail(draft: Draft, value: EnumValue) -> None:
    """Finds how many low bits of a value are details."""
    if not value.detail:
        return
    where = value.spans["detail"]
    bits = re.fullmatch(r"(\d+) bits", value.detail)
    if bits is not None:
        value.detail_bits = int(bits.group(1))
    elif draft.refer("enum", value.detail, where) and draft.spec.enums[value.detail].values:
        value.detail_bits = max(one.value for one in draft.spec.enums[value.detail].values).bit_length()
    if value.detail_bits and value.value & ((1 << value.detail_bits) - 1):
        draft.findings.add("E044", where, f"the low {value.detail_bits} bits of '{value.name}' are its details, but "
                           f"{value.value:#x} has some of them set",
                           help="write the value without details, or name an enumeration with smaller values")
        value.detail_bits = 0


def _enum_of_selector(draft: Draft, selector: Selector) -> None:
    if selector.enum and not draft.refer("enum", selector.enum,
                                         selector.spans.get("enum", selector.where)):
        selector.enum = ""
        selector.spans["lost"] = selector.where


def _field_selector(draft: Draft, layout: Layout, overlay: Field) -> None:
    """Finds the field that selects the arm of an overlay."""
    selector = overlay.selector
    assert selector is not None
    if selector.external:
        _enum_of_selector(draft, selector)
        return
    name = selector.field
    selector.spans["lost"] = selector.where
    found = [item for item in layout.fields if item.name == name]
    if found and found[0] is not overlay:
        item = found[0]
        if item.kind is Kind.UINT and item.count is None:
            selector.enum = item.enum
            if "lost enum" not in item.spans:
                del selector.spans["lost"]
            return
        draft.findings.add(
            "E051", selector.where, f"'{name}' is not a number: it cannot select an arm of "
            f"'{overlay.name}'", others=[(item.where, f"'{name}' is here")],
            help="a selector is a single number of the layout, outside of overlays")
        return
    inside = [(item, arm, owner) for owner in layout.fields for arm in owner.arms
              for item in arm.fields if name in (item.name, arm.name)]
    if found or any(owner is overlay for _, _, owner in inside):
        draft.findings.add(
            "E051", selector.where,
            f"the selector '{name}' is the overlay itself" if found else
            f"the selector '{name}' is inside the overlay that it selects",
            help="a selector is a number of the layout outside of the overlay; if something else "
                 "decides, write `selector: {external: what decides}`")
        return
    if inside:
        draft.findings.add(
            "E051", selector.where, f"the selector '{name}' is inside the overlay "
            f"'{inside[0][2].name}'", others=[(inside[0][0].where, f"'{name}' is here")],
            help="a selector is a number of the layout, outside of overlays")
        return
    if layout.name in draft.partial:
        return
    names = [item.name for item in layout.fields if item.kind is Kind.UINT and item.name]
    draft.findings.add(
        "E051", selector.where, f"layout '{layout.name}' has no field '{name}' to select an arm",
        help=did_you_mean(name, names) or
        "name a number of this layout, or write `selector: {external: what decides}`")


def _number(draft: Draft, value: Value, enum_name: str, owner: str) -> Optional[int]:
    """Returns the number of a value, looked up in an enumeration if it is a name; None, with a finding, if
    there is none."""
    if value.number is not None:
        return value.number
    enum = draft.enum(enum_name)
    if enum is None:
        draft.findings.add("E045", value.where,
                           f"'{value.text}' means nothing here: {owner} has no enumeration",
                           help="write a number, or give the field an `enum`")
        return None
    found = enum.by_name(value.text)
    if found is not None:
        return found.value
    if enum.name not in draft.broken:
        draft.findings.add(
            "E045", value.where, f"enumeration '{enum.name}' has no value '{value.text}'",
            others=[(enum.where, f"'{enum.name}' is here")],
            help=did_you_mean(value.text, [item.name for item in enum.values]) or
            "add the value to the enumeration, or correct the name")
    return None


def _values(draft: Draft) -> None:
    for item, key, value in draft.values:
        if value.number is None and "lost enum" in item.spans:
            continue
        setattr(item, key, _number(draft, value, item.enum, f"'{item.name}'"))


def _whens(draft: Draft) -> None:
    for pending in draft.whens:
        lost, when = "lost" in pending.selector.spans, pending.when
        resolved: List[Tuple[int, Value]] = []
        for value in pending.values:
            if value.number is None and lost:
                continue
            number = _number(draft, value, pending.selector.enum, "the selector")
            if number is not None:
                resolved.append((number, value))
        when.values = [number for number, _ in resolved]
        when.texts = [value.text for _, value in resolved]
        when.spans = [value.where for _, value in resolved]


def _lengths(draft: Draft) -> None:
    """Converts a `size` that is a single field to bytes, by the encoding of the field."""
    for sequence in draft.spec.sequences.values():
        things: List[Union[Sequence, Segment]] = [sequence, *sequence.segments]
        for thing in things:
            size, where = thing.size, thing.spans.get("size", thing.where)
            if isinstance(size, Ref):
                found = referred(draft.spec, sequence, size)
                encoding = found.encoding if found is not None else ""
                if encoding in BYTES:
                    thing.size = Op("*", [size, Num(BYTES[encoding])])
                elif encoding:
                    draft.findings.add(
                        "E067", where, f"'{size.field}' is no number of bytes: its encoding is {encoding}, "
                        f"{ENCODINGS[encoding]}", help=f"calculate the bytes, or correct the "
                        f"encoding; {listed(list(BYTES))} are numbers of bytes")
            elif isinstance(size, Op) and size.op == "*":
                ref, number = size.args
                if not isinstance(ref, Ref) or not isinstance(number, Num):
                    continue
                found = referred(draft.spec, sequence, ref)
                if found is not None and BYTES.get(found.encoding) == number.value:
                    draft.findings.add(
                        "W067", where, f"'{ref.field}' counts {found.encoding} already, {number.value} bytes "
                        "each", others=[(found.where, f"'{ref.field}' is here")],
                        help=f"write `size: {ref.segment}.{ref.field}`: a field alone is taken by its "
                             "encoding")


def field_paths(layout: Layout) -> Dict[str, Field]:
    """Returns the fields of a layout by the names that expressions use, without those of nested layouts."""
    paths: Dict[str, Field] = {}
    for entry in layout.walk():
        if entry.path:
            paths.setdefault(entry.path, entry.item)
    return paths
