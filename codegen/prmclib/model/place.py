# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Places as the PRM prints them: ``0x04[31:16]``, ``0x08[5]``, ``0x10..0x1f``, ``0x110..``."""

from __future__ import annotations

import re
from typing import List, NamedTuple

from . import Bits, hex2

MAX_BYTES = 1 << 20  # the largest layout

_BITS = re.compile(r"0x([0-9a-fA-F]+)\[([0-9]+)(?::([0-9]+))?\]\Z")
_BYTES = re.compile(r"0x([0-9a-fA-F]+)\.\.(?:0x([0-9a-fA-F]+))?\Z")


class BadPlace(ValueError):
    """The text is not a place.  ``rule`` and ``help`` are as in a finding."""

    def __init__(self, rule: str, message: str, help: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.help = help


class Place(NamedTuple):
    """A place of the spec.  ``style`` is ``bits``, ``bytes`` or ``open`` (``0x110..``, width 0)."""

    bits: Bits
    style: str


def _offset(digits: str) -> int:
    value = int(digits, 16) if len(digits) <= 16 else MAX_BYTES
    if value >= MAX_BYTES:
        raise BadPlace("E021", f"offset 0x{digits[:16]}{'...' * (len(digits) > 16)} is too large",
                       f"a layout has at most {MAX_BYTES} bytes")
    return value


def parse(text: str) -> Place:
    """Parses a place.  Raises :class:`BadPlace`."""
    match = _BITS.match(text)
    if match:
        return Place(_parse_bits(text, *match.groups()), "bits")
    match = _BYTES.match(text)
    if match is None:
        raise BadPlace("E010", f"'{text[:40]}' is not a place",
                       "a place is 0x04[31:16] (bits of a dword), 0x04[5] (one bit), "
                       "0x10..0x1f (bytes) or 0x110.. (to the end)")
    first = _offset(match.group(1))
    if match.group(2) is None:
        return Place(Bits(first * 8, 0), "open")
    last = _offset(match.group(2))
    if last < first:
        raise BadPlace("E016", f"the last byte {hex2(last)} is before the first {hex2(first)}",
                       f"first and last byte, both included: {hex2(last)}..{hex2(first)}?")
    return Place(Bits(first * 8, (last - first + 1) * 8), "bytes")


def _parse_bits(text: str, offset_digits: str, high_digits: str, low_digits: str) -> Bits:
    offset = _offset(offset_digits)
    low_digits = high_digits if low_digits is None else low_digits
    if len(high_digits) > 4 or len(low_digits) > 4:
        raise BadPlace("E016", f"bit numbers of '{text[:40]}' are too large",
                       "bits count from 31 (or 63 over two dwords) down to 0")
    high, low = int(high_digits), int(low_digits)
    if offset % 4:
        inside = offset % 4 * 8
        moved = Bits(offset // 4 * 32 + inside, 8)
        raise BadPlace("E015", f"{hex2(offset)} is not the offset of a dword",
                       f"offsets of bits are multiples of 4; byte {hex2(offset)} is {moved}, and "
                       f"bytes are written {hex2(offset)}..{hex2(offset + 1)}")
    if high < low:
        raise BadPlace("E016", f"the high bit {high} is below the low bit {low}",
                       f"the high bit comes first: {hex2(offset)}[{low}:{high}]")
    if high > 63:
        raise BadPlace("E016", f"there is no bit {high}",
                       "bits count from 31 (or 63 over two dwords) down to 0; longer "
                       f"fields are written as bytes: {hex2(offset)}..0x..")
    if low > 31:
        here = f"{high - 32}:{low - 32}" if high != low else f"{low - 32}"
        raise BadPlace("E016", f"bits {high} to {low} of two dwords are all in the first one"
                       if high != low else f"bit {high} of two dwords is in the first one",
                       f"write {hex2(offset)}[{here}]")
    top = 63 if high > 31 else 31
    return Bits(offset * 8 + top - high, high - low + 1)


def split(bits: Bits) -> List[Bits]:
    """Splits any range of bits into places that the notation can write, in order."""
    result: List[Bits] = []
    start, end = bits.offset, bits.end
    if start % 32 and start < end:
        stop = min(end, (start // 32 + 1) * 32)
        result.append(Bits(start, stop - start))
        start = stop
    whole = end // 32 * 32
    if whole > start:
        result.append(Bits(start, whole - start))
        start = whole
    if end > start:
        result.append(Bits(start, end - start))
    return result


def texts(stretches: List[Bits], limit: int = 4) -> List[str]:
    """Returns the places of several ranges as texts: at most ``limit``, then the number of the others."""
    places = [str(part) for bits in stretches for part in split(bits)]
    if len(places) > limit:
        places = places[:limit] + [f"{len(places) - limit} more"]
    return places
