# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Computes the output of the generated print functions from the spec and an image."""

from __future__ import annotations

import random
from typing import Iterator, List, Tuple

from manual import (BYTES, IGNORED, LAYOUT, OVERLAY, RESERVED, UINT, Entry, Layout, Manual)

Line = Tuple[str, str]  # (path of the field, the line)


def number_at(image: bytes, at: int, width: int) -> int:
    """Returns the number of ``width`` bits at bit ``at``."""
    end = at + width
    last = (end + 7) // 8
    return int.from_bytes(image[at // 8:last], "big") >> (last * 8 - end) & ((1 << width) - 1)


def with_number(image: bytes, at: int, width: int, value: int) -> bytes:
    out = bytearray(image)
    for i in range(width):
        pos = at + width - 1 - i
        mask = 0x80 >> pos % 8
        out[pos // 8] = out[pos // 8] | mask if value >> i & 1 else out[pos // 8] & ~mask
    return bytes(out)


def place(at: int, width: int) -> str:
    """Returns the place in the PRM's notation, padded to a column."""
    end = at + width
    low = 31 - (end - 1) % 32
    if (end - 1) // 32 - at // 32 > 1:
        return f"0x{at // 8:02x}..0x{(end - 1) // 8:02x}   "
    bits = f"[{low}]" if width == 1 else f"[{low + width - 1}:{low}]"
    return f"0x{at // 32 * 4:02x} {bits:<7} "


def hexadecimal(value: int, width: int) -> str:
    return f"0x{value:0{(width + 3) // 4}x}"


class Printer:
    def __init__(self, manual: Manual) -> None:
        self.manual = manual

    def layout(self, layout: Layout, image: bytes) -> List[Line]:
        """Returns the lines for an image of the layout."""
        return list(self.entries(layout, layout.entries, image, "", "", ""))

    def entries(self, layout: Layout, entries: List[Entry], image: bytes, lead: str, name: str,
                path: str) -> Iterator[Line]:
        """Yields the lines of entries; ``name`` is the prefix of names in lines, ``path`` of paths."""
        for item in entries:
            if item.count == 0:
                continue
            where = lead + place(item.at, item.width) if item.kind != OVERLAY else ""
            label, full = name + item.name, path + item.name
            if item.kind in (RESERVED, IGNORED):
                yield from self.unnamed(item, image, where, path)
            elif item.kind == LAYOUT:
                yield from self.nested(item, image, lead, label, full)
            elif item.kind == OVERLAY:
                yield from self.overlay(layout, item, image, lead, name, path)
            elif item.kind == BYTES or item.count is not None:
                text = image[item.at // 8:item.end // 8].hex()
                yield full, f"{where}{label:<28} {text}"
            else:
                value = number_at(image, item.at, item.width)
                yield full, (f"{where}{label:<28} {hexadecimal(value, item.width)}"
                             f"{self.meaning(item, value)}")

    def unnamed(self, item: Entry, image: bytes, where: str, path: str) -> Iterator[Line]:
        if not number_at(image, item.at, item.width):
            return
        width = min(item.width, 64)
        value = hexadecimal(number_at(image, item.at, width), width)
        more = "..." if item.width > 64 else ""
        remark = "  must be zero" if item.kind == RESERVED else ""
        yield f"{path}{item.kind}_{item.at:x}", f"{where}{item.kind:<28} {value}{more}{remark}"

    def nested(self, item: Entry, image: bytes, lead: str, label: str,
               full: str) -> Iterator[Line]:
        inner = self.manual.layouts[item.layout]
        for i in range(1 if item.count is None else item.count):
            first = item.at // 8 + i * inner.size
            index = "" if item.count is None else f"[{i}]"
            yield full + index, (f"{lead}0x{first:02x}..0x{first + inner.size - 1:02x}   "
                                 f"{label}{index}:")
            yield from self.entries(inner, inner.entries, image[first:first + inner.size],
                                    lead + "  ", "", f"{full}{index}.")

    def overlay(self, layout: Layout, item: Entry, image: bytes, lead: str, name: str,
                path: str) -> Iterator[Line]:
        if item.selector:
            selector = layout.entry(item.selector)
            value = number_at(image, selector.at, selector.width)
            arms = [arm for arm in item.arms if value in arm.values] or \
                [arm for arm in item.arms if arm.is_else]
            if arms:
                more = "" if arms[0].is_single else arms[0].name + "."
                yield from self.entries(layout, arms[0].entries, image, lead, name + more,
                                        path + more)
                return
        whole = Entry(item.name, BYTES, item.at, item.width, elem=item.width)
        yield from self.entries(layout, [whole], image, lead, name, path)

    def meaning(self, item: Entry, value: int) -> str:
        if item.enum:
            return "  " + (self.manual.enums[item.enum].name_of(value) or "?")
        if item.flags and value:
            values = self.manual.enums[item.flags]
            return "  " + "|".join(values.name_of(bit) or f"bit{bit}?"
                                   for bit in range(item.width) if value >> bit & 1)
        return ""


def numbers(manual: Manual, entries: List[Entry], base: int = 0) -> Iterator[Tuple[int, Entry]]:
    """Yields every number of a layout with its first bit, through nested layouts and arms."""
    for item in entries:
        if item.kind == UINT and item.count is None:
            yield base + item.at, item
        elif item.kind == LAYOUT:
            inner = manual.layouts[item.layout]
            for i in range(1 if item.count is None else item.count):
                yield from numbers(manual, inner.entries, base + item.at + i * item.elem)
        for arm in item.arms:
            yield from numbers(manual, arm.entries, base)


def images(manual: Manual, layout: Layout) -> List[bytes]:
    """Returns zeros, ones, one-hot and random images, and images that contain every named value."""
    rng = random.Random(layout.name)
    size = layout.size
    result = [bytes(size), b"\xff" * size]
    for _ in range(3):
        result.append(rng.getrandbits(size * 8).to_bytes(size, "big"))
    for _ in range(8):
        pos = rng.randrange(size * 8)
        result.append((1 << pos).to_bytes(size, "big"))
    named = [(at, item, manual.enums[item.enum or item.flags])
             for at, item in numbers(manual, layout.entries) if item.enum or item.flags]
    for i in range(max((len(values.known) for _, _, values in named), default=0)):
        image = rng.getrandbits(size * 8).to_bytes(size, "big")
        for at, item, values in named:
            value = values.known[i % len(values.known)] if values.known else 0
            if values.is_flags:
                value = 1 << value
            image = with_number(image, at, item.width, value)
        result.append(image)
    return result
