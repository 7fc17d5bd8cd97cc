# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The places of the fields of ADB.

``offset="0x4.24" size="0x0.8"`` is byte 4 of the table and, in the dword that starts there, bit 24,
counted from the least significant bit: the PRM's 0x04[31:24].  A field of up to 32 bits stays in
its dword; longer ones start a dword and continue in memory order.  With ``big_endian_arr`` small
elements of an array start at the top of a dword and continue at the top of the next one, which is
memory order; without it they start at the bottom, which no array of the model does, so each element
becomes a field.  In a table of less than 32 bits the dword is as wide as the table.

In a table with words of 64 bits (``cr_data_wdt="64"``) offsets count from the least significant
bit of a word of 64, so that the first dword of the table is the second one of memory.

Semantics: mstflint adb_parser/adb_xml_parser.cpp, startFieldElement, and adb_instance.cpp,
calcArrOffset.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import List, Optional, Tuple

from prmclib.model import Bits
from prmclib.model.errors import shorten
from .document import AdbField, AdbNode, Document, number

MAX_BITS = 1 << 26  # of a layout: 8 MiB; the largest known has 2.6 KiB
MAX_LOOSE = 4096  # elements that become fields of their own

_SIZE = re.compile(r"\s*((?:0[xX])?[0-9a-fA-F]*)(?:\.([0-9]*))?\s*\Z")


class Unclear(Exception):
    """A field that the model cannot represent, with the reason."""


@dataclass
class Place:
    """The place of a field.  ``elem`` is the width of an element, ``count`` as in the model;
    ``loose`` has the places of the elements if no array of the model has their order."""

    bits: Bits
    elem: int
    count: Optional[int] = None
    low: int = 0
    loose: Optional[List[int]] = None


def bits_of(text: str) -> Optional[int]:
    """Converts ``0x4.24`` to bits, 8 for each byte; returns None if it is no size or offset."""
    match = _SIZE.match(text)
    if match is None or not (match.group(1) or match.group(2)):
        return None
    whole = match.group(1)
    part = match.group(2) or "0"
    size = 0 if whole.lower() in ("", "0x") else number(whole)
    return None if size is None or len(part) > 9 else size * 8 + int(part)


def is_wide(node: AdbNode) -> bool:
    """Returns whether a table has words of 64 bits."""
    return node.attributes.get("cr_data_wdt", "").strip() == "64"


def place_of(document: Document, item: AdbField, table: int, after: int,
             wide: bool = False) -> Place:
    """Returns the place of a field in a table of ``table`` bits; without an offset, it follows
    ``after``.  ``wide``: the table has words of 64 bits."""
    size = bits_of(item.attributes.get("size", ""))
    if not size:
        raise Unclear(f"a size that cannot be read: '{shorten(item.attributes.get('size', ''))}'")
    if size > MAX_BITS:
        raise Unclear(f"more than {MAX_BITS // 8:,} bytes")
    elem, count, low = _elements(document, item, size)
    if not item.attributes.get("offset", "").strip():
        if wide and after:
            raise Unclear("no offset, in words of 64 bits")
        if wide and size <= 32:
            after = 64 - size
        return Place(Bits(after, 0 if count == 0 else size), elem, count, low)
    offset = bits_of(item.attributes["offset"])
    if offset is None or offset > MAX_BITS:
        raise Unclear(f"an offset that cannot be read: '{shorten(item.attributes['offset'])}'")
    if wide and size <= 32 and count != 0:
        offset ^= 32
    elif wide and (elem % 64 or offset % 64):
        raise Unclear("more than 32 bits that are not whole words of 64 bits")
    if elem >= 32:
        if elem % 32 and count is not None or offset % 32:
            raise Unclear("more than 32 bits that are not whole dwords")
        return Place(Bits(offset, 0 if count == 0 else size), elem, count, low)
    dword, low_bit = offset // 32 * 32, offset % 32
    end = dword + min(32, table)
    start = end - low_bit - elem
    if low_bit + elem > 32:
        raise Unclear("crosses a dword")
    if start < dword:
        raise Unclear("outside of the table")
    if not count:
        return Place(Bits(start, 0 if count == 0 else elem), elem, count, low)
    if document.is_big_endian or count == 1:
        if start + size > end and (32 % elem or (start - dword) % elem):
            raise Unclear("elements that cross a dword")
        return Place(Bits(start, size), elem, count, low)
    if 32 % elem or low_bit % elem:
        raise Unclear("elements that cross a dword")
    if count > MAX_LOOSE:
        raise Unclear(f"more than {MAX_LOOSE:,} elements that are not in memory order")
    places = [(offset + index * elem) // 32 * 32 + 32 - (offset + index * elem) % 32 - elem
              for index in range(count)]
    first = min(places)
    return Place(Bits(first, max(places) + elem - first), elem, count, low, places)


def _elements(document: Document, item: AdbField, size: int) -> Tuple[int, Optional[int], int]:
    """Returns (width of an element, number of elements as in the model, index of the first one)."""
    high_text = item.attributes.get("high_bound", "").strip()
    low_text = item.attributes.get("low_bound", "").strip()
    if not high_text:
        return size, None, 0
    low = number(low_text) if low_text else 0
    if high_text == "VARIABLE":
        return size, 0, low or 0
    high = number(high_text)
    if low is None or high is None or high < low:
        raise Unclear(f"bounds that cannot be read: '{shorten(low_text)}' to "
                       f"'{shorten(high_text)}'")
    count = high - low + 1
    if size % count:
        raise Unclear(f"{size} bits, which {count} elements cannot divide evenly")
    if count == 1 and not number(document.config("single_entry_arr")):
        return size, None, low
    return size // count, count, low


def moved(place: Place, base: int) -> Place:
    """Returns a place moved by ``base`` bits."""
    if not base:
        return place
    return Place(Bits(place.bits.offset + base, place.bits.width), place.elem, place.count,
                  place.low, [start + base for start in place.loose] if place.loose else None)
