# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads set bits under a manual: the names of their fields, and their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from prmclib.model import Arm, Bits, Entry, Field, Kind, Spec
from prmclib.model.meaning import flags_text, quantity
from prmclib.show.explained import arm_of

MOST = 4  # fields that one text names
DEEPEST = 4  # nested layouts that are entered


@dataclass
class Reading:
    """``text``: "log_page_size is 32".  ``said``: the same without names, to compare the meaning
    under two manuals with other names.  ``value``: the number, if it is one."""

    text: str
    said: Tuple[object, ...] = ()
    value: Optional[int] = None


@dataclass(frozen=True)
class Image:
    """The bytes of a layout as a number, most significant bit first; ``size`` in bits.

    ``outside``: the external value that selects arms."""

    bits: int
    size: int
    outside: Optional[int] = None

    def value(self, bits: Bits) -> int:
        """Returns the number in a place; bits past the end are 0."""
        if bits.end > self.size:
            return Image(self.bits << bits.end - self.size, bits.end).value(bits)
        return self.bits >> self.size - bits.end & ((1 << bits.width) - 1)

    @property
    def data(self) -> bytes:
        return self.bits.to_bytes(self.size // 8, "big")


@dataclass(frozen=True)
class Leaf:
    """A field at any depth: in an element of an array, a nested layout, an arm."""

    path: str
    item: Field
    bits: Bits  # in the outermost layout


class Reader:
    """Reads images under one manual."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.known: Dict[str, List[Entry]] = {}

    def entries(self, layout: str) -> List[Entry]:
        if layout not in self.known:
            found = self.spec.layouts.get(layout)
            self.known[layout] = list(found.walk()) if found else []
        return self.known[layout]

    def entry(self, layout: str, path: str) -> Optional[Entry]:
        return next((entry for entry in self.entries(layout) if entry.path == path), None) \
            if path else None

    # Arms

    def arm(self, layout: str, overlay: Field, image: Image) -> Optional[Arm]:
        """Returns the selected arm; None if neither the image nor an external value selects one."""
        selector = overlay.selector
        value = image.outside
        if selector is not None and selector.field:
            field = self.entry(layout, selector.field)
            value = image.value(field.bits) if field is not None else None
        return arm_of(overlay, value) if value is not None else None

    def context(self, layout: str, entry: Entry) -> List[Tuple[Bits, int]]:
        """Returns the values that select the arm with a field."""
        return self.choosing(layout, entry.overlay, entry.arm)

    def choosing(self, layout: str, overlay: Optional[Field],
                 arm: Optional[Arm]) -> List[Tuple[Bits, int]]:
        """Returns the values that select an arm; nothing if the selector is not in the image."""
        if overlay is None or arm is None or overlay.selector is None:
            return []
        field = self.entry(layout, overlay.selector.field)
        value = value_of(overlay, arm)
        if field is None or value is None or value >= 1 << field.bits.width:
            return []
        return [(field.bits, value)]

    def first_bit(self, layout: str, entry: Entry) -> Bits:
        """Returns the lowest bit of the first field in a nested layout, or of the entry itself."""
        item, start = entry.item, entry.bits.offset
        width = (item.elem_width or 8) if item.is_array else entry.bits.width
        for _ in range(DEEPEST):
            inner = next((one for one in self.entries(item.layout)
                          if one.path and one.bits.width and not one.is_overlay), None) \
                if item.kind is Kind.LAYOUT else None
            if inner is None:
                break
            item, start = inner.item, start + inner.bits.offset
            width = item.elem_width if item.is_array else inner.bits.width
        return Bits(start + width - 1, 1)

    # Readings

    def field(self, layout: str, path: str, image: Image) -> Reading:
        """Reads a field; if it is in an arm that is not selected, its bits."""
        entry = self.entry(layout, path)
        if entry is None:
            return Reading("")
        if entry.overlay is not None and entry.overlay.selector is not None and \
                entry.overlay.selector.field and \
                self.arm(layout, entry.overlay, image) is not entry.arm:
            return self.bits(layout, [entry.bits], image)
        width = entry.bits.width or max(image.size - entry.bits.offset, 0)
        if entry.bits.offset + width > image.size:
            return Reading(f"no {path}", ("none",))
        leaves = [leaf for leaf in self._leaves(layout, entry, image, 0, "", 0)]
        shown = [leaf for leaf in leaves if len(leaves) == 1 or image.value(leaf.bits)]
        if not shown:
            return Reading(f"{path} is all zero", (0,))
        out = self._said(shown, image)
        return out if leaves[0].path == path else Reading(out.text, out.said)

    def bits(self, layout: str, places: Sequence[Bits], image: Image) -> Reading:
        """Reads bits: fields that are not 0, or else unnamed bits."""
        table = self.spec.layouts.get(layout)
        if table is None:
            return Reading("")
        found: List[Leaf] = []
        blank: List[str] = []
        first = ""
        for entry in self.entries(layout):
            if entry.arm is not None or not any(_touches(entry, bits, image) for bits in places):
                continue
            for leaf in self._leaves(layout, entry, image, 0, "", 0):
                if not any(leaf.bits.overlaps(bits) for bits in places):
                    continue
                value = image.value(leaf.bits)
                if not leaf.path:
                    if value:
                        blank.append(f"{leaf.item.kind.value} bits are set")
                elif value:
                    found.append(leaf)
                else:
                    first = first or leaf.path
        if any(bits.end > max(table.size * 8, self._end(layout, image)) for bits in places):
            blank.append("bytes past the end")
        if not found and not blank:
            return Reading(f"{first} is 0" if first else "nothing", (0,))
        out = self._said(found, image) if found else Reading("")
        rest = list(dict.fromkeys(blank))
        return Reading(", ".join(filter(None, [out.text, *rest])), (*out.said, *rest),
                       out.value if not rest else None)

    def _end(self, layout: str, image: Image) -> int:
        entries = self.entries(layout)
        return image.size if entries and entries[-1].item.is_flexible else 0

    def _said(self, leaves: List[Leaf], image: Image) -> Reading:
        readings = [self._one(leaf, image) for leaf in leaves]
        texts = [reading.text for reading in readings[:MOST]]
        if len(readings) > MOST:
            texts.append(f"{len(readings) - MOST} more")
        return Reading(", ".join(texts), tuple(part for item in readings for part in item.said),
                       readings[0].value if len(readings) == 1 else None)

    def _one(self, leaf: Leaf, image: Image) -> Reading:
        value, item = image.value(leaf.bits), leaf.item
        if item.kind is Kind.UINT:
            text = number_text(self.spec, item, value)
            return Reading(f"{leaf.path} is {text}", (text,), value)
        text = bytes_text(value, leaf.bits.width)
        if item.kind is Kind.OVERLAY:
            selector = item.selector
            if selector is None or not selector.field:
                text += ", selected from outside" if image.outside is None \
                    else ", no arm for that"
            else:
                text += f", no arm for this {selector.field}"
        return Reading(f"{leaf.path or 'an overlay without a name'} {text}", (text,))

    def _leaves(self, layout: str, entry: Entry, image: Image, base: int, prefix: str,
                depth: int) -> Iterator[Leaf]:
        """Yields the fields at an entry: elements of an array, fields of a nested layout, fields of
        an overlay's selected arm."""
        item = entry.item
        path = f"{prefix}{entry.path}" if entry.path else ""
        bits = Bits(base + item.bits.offset, item.bits.width)
        if item.kind is Kind.OVERLAY:
            arm = self.arm(layout, item, Image(image.value(self._place(layout, base)),
                                               self.spec.layouts[layout].size * 8, image.outside))
            if arm is None:
                yield Leaf(path, item, bits)
                return
            for inner in self.entries(layout):
                if inner.arm is arm:
                    yield from self._leaves(layout, inner, image, base, prefix, depth)
            return
        places = [(path, bits)]
        if item.is_array and path:
            width = item.elem_width or 8
            count = max(image.size - bits.offset, 0) // width if item.is_flexible else \
                bits.width // width
            places = [(f"{path}[{index}]", Bits(bits.offset + index * width, width))
                      for index in range(count)]
        for name, place in places:
            if item.kind is not Kind.LAYOUT or depth == DEEPEST or \
                    item.layout not in self.spec.layouts or not image.value(place):
                yield Leaf(name, item, place)
                continue
            for inner in self.entries(item.layout):
                if inner.arm is None:
                    yield from self._leaves(item.layout, inner, image, place.offset, f"{name}.",
                                            depth + 1)

    def _place(self, layout: str, base: int) -> Bits:
        return Bits(base, self.spec.layouts[layout].size * 8)


def _touches(entry: Entry, bits: Bits, image: Image) -> bool:
    if entry.item.is_flexible:
        return bits.end > entry.bits.offset
    return entry.bits.overlaps(bits)


def value_of(overlay: Field, arm: Arm) -> Optional[int]:
    """Returns a value that selects an arm; for the default arm, one that no other arm has."""
    if arm.when.values:
        return next((value for value in arm.when.values if arm_of(overlay, value) is arm), None)
    if not arm.when.is_else:
        return None
    taken = {value for other in overlay.arms for value in other.when.values}
    return next(value for value in range(len(taken) + 1) if value not in taken)


def bytes_text(value: int, width: int) -> str:
    """Returns the contents of bytes; for many, only the first that is not zero."""
    data = value.to_bytes((width + 7) // 8, "big")
    if len(data) <= 8:
        return f"holds {data.hex()}"
    first = next((number for number, byte in enumerate(data) if byte), None)
    return "is all zero" if first is None else f"has {data[first]:#04x} in byte {first:#x}"


def number_text(spec: Spec, item: Field, value: int) -> str:
    """Returns a number with its name or quantity, and errors in it."""
    enum = spec.enums.get(item.enum)
    flags = spec.enums.get(item.flags)
    text = str(value) if value < 4096 and enum is None and flags is None else f"{value:#x}"
    if enum is not None:
        found = enum.by_value(value)
        text += f", {found.name}" if found else f", not in {enum.name}" + \
            (", which is open" if enum.is_open else "")
    elif flags is not None:
        known = {flag.value: flag.name for flag in flags.values}
        bits = [bit for bit in range(value.bit_length()) if value >> bit & 1]
        names = flags_text([known.get(bit, f"bit {bit}") for bit in bits])
        if bits:
            text += f", {names}"
        if any(bit not in known for bit in bits):
            text += f", not in {flags.name}" + (", which is open" if flags.is_open else "")
    else:
        said = quantity(item, value)
        text += f", {said}" if said else ""
    if item.fixed is not None and value != item.fixed:
        text += f", must be {number_text_plain(spec, item, item.fixed)}"
    return text


def number_text_plain(spec: Spec, item: Field, value: int) -> str:
    """Returns a number with its name only."""
    enum = spec.enums.get(item.enum)
    found = enum.by_value(value) if enum is not None else None
    return f"{value:#x}, {found.name}" if found else str(value)


def size_of(spec: Spec, name: str) -> int:
    """Returns the bits of a layout, or of the largest one of a variant; 0 without a size."""
    if name in spec.layouts:
        return spec.layouts[name].size * 8
    variant = spec.variants.get(name)
    return max([size_of(spec, arm.layout or arm.sequence) for arm in variant.arms], default=0) \
        if variant is not None else 0

