# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Images to try until the two manuals read one of them differently."""

from __future__ import annotations

from typing import Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from prmclib.diff.build import Builder
from prmclib.diff.finding import Finding, Side, Witness
from prmclib.model import Bits
from .reading import Image, Reader, Reading, size_of

WHOLE = 16  # bytes; larger layouts are shown as the dwords around set bits
Placed = List[Tuple[Bits, int]]  # values in places
Outcome = Union[Witness, str]  # a witness, or the reason why there is none


def cut(image: Image, around: Sequence[Bits]) -> Tuple[bytes, int]:
    """Returns (bytes, their start): the whole image, or the dwords around set bits and these
    places."""
    data = image.data
    if len(data) <= WHOLE:
        return data, 0
    set_bytes = [at for at, byte in enumerate(data) if byte]
    start = min([bits.offset // 8 for bits in around] + set_bytes) // 4 * 4
    end = max([(bits.end + 7) // 8 for bits in around] + [at + 1 for at in set_bytes])
    if end - start > WHOLE and set_bytes:
        start, end = set_bytes[0] // 4 * 4, set_bytes[-1] + 1
    return data[start:(end + 3) // 4 * 4], start


def tries(bits: Bits) -> List[int]:
    """Returns values to try in a place, the simplest first."""
    top = (1 << bits.width) - 1
    return list(dict.fromkeys((1, 1 << bits.width - 1, top))) if bits.width else []


class Bench:
    """Both manuals with their readers."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.readers = Reader(builder.old), Reader(builder.new)
        self.back = {new: old for old, new in builder.match.layouts.pairs.items()}

    def layouts(self, finding: Finding) -> Tuple[str, str]:
        """Returns the names of a finding's layout under both manuals; empty where it has none."""
        old, new = finding.old, finding.new
        one = old.layout if old else self.back.get(new.layout, "") if new else ""
        other = new.layout if new else \
            self.builder.match.layouts.pairs.get(old.layout, "") if old else ""
        return (one if one in self.builder.old.layouts else "",
                other if other in self.builder.new.layouts else "")

    def size(self, names: Tuple[str, str], places: Iterable[Bits] = ()) -> int:
        """Returns the size in bits of an image that contains both layouts and all places."""
        least = max(size_of(self.builder.old, names[0]), size_of(self.builder.new, names[1]))
        return max([least, *((bits.end + 31) // 32 * 32 for bits in places)])

    def contexts(self, names: Tuple[str, str], paths: Tuple[str, str]) -> Placed:
        """Returns the values that select the arms with these fields."""
        out: Placed = []
        for reader, name, path in zip(self.readers, names, paths):
            entry = reader.entry(name, path)
            if entry is not None:
                out += [place for place in reader.context(name, entry) if place not in out]
        return out

    def read(self, number: int, name: str, path: str, places: Sequence[Bits],
             image: Image) -> Reading:
        """Reads a field under a manual, or its bits if it has no field of that name."""
        reading = self.readers[number].field(name, path, image) if path else Reading("")
        if reading.text:
            return reading
        found = self.readers[number].bits(name, places, image)
        return Reading(found.text, found.said)

    def first(self, names: Tuple[str, str], paths: Tuple[str, str], images: Iterable[Placed],
              places: Sequence[Bits], layout: str, field: str,
              outside: Optional[int] = None, by_text: bool = False) -> Optional[Witness]:
        """Returns a witness for the first image that the manuals read differently.  ``by_text``:
        names count, too, as where one becomes several."""
        size = self.size(names, places)
        for placed in images:
            image = make(placed, size, outside)
            if image is None:
                continue
            before = self.read(0, names[0], paths[0], places, image)
            after = self.read(1, names[1], paths[1], places, image)
            if before.text == after.text or not before.text or not after.text or \
                    (before.said == after.said and not by_text):
                continue
            data, at = cut(image, places)
            return Witness(data, before.text, after.text, layout, field, at, before.value,
                           after.value, names[0])
        return None


def make(placed: Placed, size: int, outside: Optional[int] = None) -> Optional[Image]:
    """Makes the image with these values; None if two of them conflict."""
    bits = 0
    for place, value in placed:
        bits |= value << size - place.end
    image = Image(bits, size, outside)
    return image if all(image.value(place) == value for place, value in placed) else None


def with_context(context: Placed, images: Iterable[Placed]) -> Iterator[Placed]:
    """Yields the images with the context, or without it if that conflicts."""
    images = list(images)
    for placed in images:
        yield [*context, *placed]
    if context:
        yield from images


def sized(side: Side, width: int) -> Bits:
    """Returns the bits of a side; of an array of unknown length, its first element of ``width``."""
    return side.bits if side.bits.width else Bits(side.bits.offset, width or 8)
