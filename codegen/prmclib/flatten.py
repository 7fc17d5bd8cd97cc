# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Layouts as flat lists: every field with its place counted from the outermost layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

from prmclib.model import Field, Kind, Spec


@dataclass(frozen=True)
class FlatField:
    """``path`` is dotted through nested layouts and arms, ``name[i]`` in arrays.

    ``offset_bits`` counts from the most significant bit of the outermost layout's first byte.
    A trailing array of unknown length has the width of 0 bits.
    """

    layout: str
    path: str
    offset_bits: int
    width_bits: int
    kind: Kind
    field: Field


def flatten_layout(spec: Spec, name: str) -> Iterator[FlatField]:
    """Every field, reserved and ignored stretch of a layout, in the order of the table."""
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
