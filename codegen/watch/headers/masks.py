# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Masks and shifts that headers define as macros, as fields of words.

    #define MLX5_CQE_L4_TYPE_MASK   0x70
    #define MLX5_CQE_L4_TYPE_SHIFT  4

is a field of 3 bits.  The header does not name the word that contains it, so each field becomes a layout of its
own, ``cqe_l4_type``, whose place can be compared between two headers, or two versions of one.  A mask without a
shift is a field at its bits; a mask that begins below its shift counts from the shift.  Masks with gaps are no fields.
"""

from __future__ import annotations

import os
import re
from typing import Dict, Tuple

from prmclib.model import About, Bits, Field, Kind, Layout, Writer
from watch.ifc.ifc_tables import Constant, Header
from watch.c.c_layouts import StructMaker
from watch.c.maker import blank

_MASK = re.compile(r"(?:mlx5_)?(\w+?)_mask\Z", re.I)
_SHIFTS = ("_SHIFT", "_OFFSET", "_shift", "_offset")


def add_masks(header: Header, maker: StructMaker) -> None:
    """Adds a layout for each mask to the maker's spec."""
    macros = {item.name: item for item in header.macros}
    for item in header.macros:
        match = _MASK.match(item.name)
        if match is None:
            continue
        bits, shift = _place(item, macros)
        if not bits:
            continue
        name = maker.free_name(match.group(1).lower())
        size = 32 if bits[1] <= 32 else 64
        place = Bits(size - bits[1], bits[1] - bits[0])
        source = f"{os.path.basename(item.where.file)} {item.name}{', ' + shift if shift else ''}"
        maker.spec.layouts[name] = Layout(
            name, size // 8,
            [*blank(0, place.offset, Kind.IGNORED, item.where),
             Field(name, place, Kind.UINT, item.where, elem_width=place.width),
             *blank(place.end, size, Kind.IGNORED, item.where)],
            item.where, About(source=[source]), Writer.BOTH)


def _place(mask: Constant, macros: Dict[str, Constant]) -> Tuple[Tuple[int, ...], str]:
    """The first bit of a mask's field and the one after its last, counted from the lowest, and the name
    of its shift; no bits if it is no field."""
    value = mask.value
    shift = next((macros[mask.name[:-5] + end] for end in _SHIFTS if mask.name[:-5] + end in macros), None)
    if value <= 0 or value >= 1 << 64:
        return (), ""
    low = (value & -value).bit_length() - 1
    width = (value >> low).bit_length()
    if value >> low != (1 << width) - 1 or width in (32, 64):
        return (), ""
    if shift is not None and shift.value != low:
        if low or not 0 <= shift.value or shift.value + width > 64:
            return (), ""  # the macros do not belong together
        low = shift.value
    return (low, low + width), shift.name if shift is not None else ""
