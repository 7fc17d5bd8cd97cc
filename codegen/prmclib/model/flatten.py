# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Lists and finds fields through nested layouts; places are counted from the outermost layout."""

from __future__ import annotations

from typing import Iterator, List, NamedTuple, Optional, Tuple

from . import Field, Kind, Ref, Sequence, Spec


class FlatField(NamedTuple):
    """``path`` is dotted through nested layouts and arms, ``name[i]`` in arrays.

    ``offset_bits`` counts from the most significant bit of the outermost layout's first byte.
    A trailing array of unknown length has a width of 0 bits.
    """

    layout: str
    path: str
    offset_bits: int
    width_bits: int
    kind: Kind
    field: Field


def flatten_layout(spec: Spec, name: str) -> Iterator[FlatField]:
    """Yields every field, reserved and ignored place of a layout, in the order of the table."""
    for item in spec.layouts[name].fields:
        yield from _flatten(spec, name, item, "", 0)


def _flatten(spec: Spec, top: str, item: Field, stem: str, base: int) -> Iterator[FlatField]:
    at = base + item.bits.offset
    name = stem + (item.name or f"{item.kind.value}_at_{at:x}")
    if item.kind is Kind.OVERLAY:
        for arm in item.arms:
            inner = stem if arm.is_single else f"{stem}{arm.name}."
            for sub in arm.fields:
                yield from _flatten(spec, top, sub, inner, base)
    elif item.kind is Kind.LAYOUT and item.count != 0:
        for index in range(item.count or 1):
            place = f"{name}[{index}]" if item.is_array else name
            for sub in spec.layouts[item.layout].fields:
                yield from _flatten(spec, top, sub, place + ".", at + index * item.elem_width)
    elif item.is_array and item.count and item.kind is not Kind.BYTES:
        for index in range(item.count):
            yield FlatField(top, f"{name}[{index}]", at + index * item.elem_width,
                            item.elem_width, item.kind, item)
    else:
        yield FlatField(top, name, at, item.bits.width, item.kind, item)


def find_field(spec: Spec, layout: str, path: str) -> Optional[Tuple[Field, int]]:
    """Returns (field, bit offset in ``layout``) of a dotted path through nested layouts and arms."""
    return _find(spec, spec.layouts[layout].fields, path) if layout in spec.layouts else None


def _find(spec: Spec, fields: List[Field], path: str) -> Optional[Tuple[Field, int]]:
    head, _, rest = path.partition(".")
    for item in fields:
        if item.name == head and item.kind is not Kind.OVERLAY:
            if not rest:
                return item, item.bits.offset
            if item.kind is Kind.LAYOUT:
                inner = find_field(spec, item.layout, rest)
                return (inner[0], item.bits.offset + inner[1]) if inner else None
        for arm in item.arms:
            if arm.name == head:  # an arm's single field has the same name
                return _find(spec, arm.fields, path if arm.is_single else rest)
    return None


def referred(spec: Spec, sequence: Sequence, ref: Ref) -> Optional[Field]:
    """Returns the field of an earlier segment that an expression of a sequence refers to, or None."""
    inner: Optional[Sequence] = sequence
    name, path = ref.segment, ref.field
    while inner is not None:
        segment = next((item for item in inner.segments if item.name == name), None)
        if segment is None or segment.layout:
            found = find_field(spec, segment.layout, path) if segment is not None else None
            return found[0] if found else None
        inner = spec.sequences.get(segment.sequence)
        name, _, path = path.partition(".")
    return None
