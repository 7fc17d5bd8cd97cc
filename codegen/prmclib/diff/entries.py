# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Texts for the contents of entries."""

from __future__ import annotations

from prmclib.model import Field, Kind


def type_text(item: Field) -> str:
    """Returns the type of an entry: ``number``, ``bytes``, ``mkc``, ``mkc x 4``."""
    if item.kind is Kind.OVERLAY:
        return "overlay of " + ", ".join(arm.name for arm in item.arms)
    if item.kind is Kind.LAYOUT:
        return item.layout + times(item)
    if item.kind is Kind.BYTES:
        return "bytes" + ("" if not item.is_flexible else " to the end")
    if not item.is_named:
        return item.kind.value
    if item.is_array:
        return f"number of {item.elem_width} bits" + times(item)
    return "number"


def times(item: Field) -> str:
    """Returns `` x 4`` for an array, `` to the end`` for one of unknown length, or an empty text."""
    if not item.is_array:
        return ""
    return " to the end" if item.is_flexible else f" x {item.count}"
