# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Witnesses: bytes that mean one thing under the old manual and another under the new."""

from __future__ import annotations

from typing import Callable, Dict, Iterator, List, Optional, Tuple

from ..meaning import quantity
from ..model import Bits, Field, Kind, Layout, Spec
from .build import Builder
from .entries import entries_of
from .finding import Finding, Side, Witness


WHOLE = 16  # bytes; of larger layouts only the dwords around the field are shown
Reading = Tuple[str, Optional[int]]  # what a manual says, and the number if it is one


def add(builder: Builder) -> None:
    """Gives each finding a witness, where bytes can tell the two manuals apart."""
    for finding in builder.findings:
        maker = _MAKERS.get(finding.rule)
        if maker is not None:
            finding.witness = maker(builder, finding)


def value_at(data: int, size: int, bits: Bits) -> int:
    """The number in ``bits`` of an image of ``size`` bits; bits behind its end are 0."""
    if bits.end > size:
        data, size = data << bits.end - size, bits.end
    return data >> size - bits.end & ((1 << bits.width) - 1)


def _find(layout: Layout, path: str) -> Optional[Field]:
    return next((e.item for e in entries_of(layout) if e.path == path), None)


def _reads(spec: Spec, side: Side, image: int, size: int, field: str) -> Reading:
    """What a manual says of the field in an image."""
    layout = spec.layouts.get(side.layout)
    item = _find(layout, field) if layout else None
    if item is None or layout is None:
        return "", None
    if item.bits.end > size:
        return f"no {field}", None
    value = value_at(image, size, item.bits)
    if item.kind is not Kind.UINT or item.is_array:
        return f"{field} {bytes_text(value, item.bits.width)}", None
    return f"{field} is {number_text(spec, item, value)}", value


def bytes_text(value: int, width: int) -> str:
    """What stands in bytes; of many only the first that is not zero."""
    data = value.to_bytes((width + 7) // 8, "big")
    if len(data) <= 8:
        return f"holds {data.hex()}"
    first = next((number for number, byte in enumerate(data) if byte), None)
    return "is all zero" if first is None else f"has {data[first]:#04x} in byte {first:#x}"


def number_text(spec: Spec, item: Field, value: int) -> str:
    """A number with the name or quantity that it stands for."""
    text = str(value) if value < 4096 else f"{value:#x}"
    name = item.enum or item.flags
    if item.enum and name in spec.enums:
        found = spec.enums[name].by_value(value)
        return f"{text}, {found.name}" if found else f"{text}, not in {name}"
    said = quantity(item, value) if item.encoding else ""
    return f"{text}, {said}" if said else text


def _blank(spec: Spec, side: Optional[Side], layout: str, bits: Bits, image: int,
           size: int) -> str:
    """What a manual says of bits that are set where it has no such field."""
    table = spec.layouts[layout]
    if bits.offset >= table.size * 8:
        return "bytes behind the end"
    found = []
    for entry in entries_of(table):
        if not entry.bits.overlaps(bits) or entry.arm is not None:
            continue
        value = value_at(image, size, entry.bits) if entry.bits.end <= size else 0
        if not entry.path:
            if value:
                found.append(f"{entry.item.kind.value} bits are set")
        elif value or not found:
            found.append(_reads(spec, Side(layout, "", bits, table.where), image, size,
                                entry.path)[0])
    return ", ".join(dict.fromkeys(found)) or "nothing"


def _image(bits: List[Tuple[Bits, int]], size: int) -> int:
    out = 0
    for place, value in bits:
        out |= value << size - place.end
    return out


def _cut(image: int, size: int, around: List[Bits]) -> Tuple[bytes, int]:
    """(bytes, where they start): the whole image, or the dwords around these places."""
    data = image.to_bytes(size // 8, "big")
    if len(data) <= WHOLE:
        return data, 0
    start = min(bits.offset for bits in around) // 32 * 4
    end = min((max(bits.end for bits in around) + 31) // 32 * 4, len(data))
    return (data[start:end], start) if end - start <= WHOLE else (data, 0)


def _sizes(builder: Builder, old: str, new: str) -> int:
    """The size in bits of an image that both layouts find room in."""
    return max(builder.old.layouts[old].size, builder.new.layouts[new].size) * 8


def _tries(bits: Bits) -> Iterator[int]:
    """Values to try in a place, the plainest first."""
    top = (1 << bits.width) - 1
    yield from dict.fromkeys((1, 1 << bits.width - 1, top) if bits.width else ())


def _of_places(builder: Builder, finding: Finding) -> Optional[Witness]:
    """Moved and resized fields: bits of one of the places, such that the other one reads another."""
    old, new = finding.old, finding.new
    if old is None or new is None or not old.bits.width or not new.bits.width or \
            old.bits.offset == new.bits.offset and old.bits.width > 64 < new.bits.width:
        return None
    size = _sizes(builder, old.layout, new.layout)
    for bits in (old.bits, new.bits):
        tries = list(_tries(bits))
        if finding.rule in ("D031", "D032"):
            wide = max((old.bits, new.bits), key=lambda b: b.width)
            narrow = min(old.bits.width, new.bits.width)
            tries = [1 << narrow] + tries if narrow < wide.width else tries
            bits = wide
        for value in tries:
            image = _image([(bits, value)], size)
            before = _reads(builder.old, old, image, size, old.field)
            after = _reads(builder.new, new, image, size, new.field)
            if value_at(image, size, old.bits) != value_at(image, size, new.bits) and \
                    before[0] and after[0]:
                data, at = _cut(image, size, [old.bits, new.bits])
                return Witness(data, before[0], after[0], finding.layout, new.field, at,
                               before[1], after[1])
    return None


def _partner(builder: Builder, layout: str, is_new: bool) -> str:
    """The name of a layout in the other manual, or empty."""
    pairs = builder.match.layouts.pairs
    if not is_new:
        return pairs.get(layout, "")
    return next((old for old, new in pairs.items() if new == layout), "")


def _of_one_side(builder: Builder, finding: Finding) -> Optional[Witness]:
    """Fields that came or went: the field set to a value that is not 0."""
    is_new = finding.old is None
    side = finding.new or finding.old
    assert side is not None
    if not side.bits.width:
        return None
    spec, other = (builder.new, builder.old) if is_new else (builder.old, builder.new)
    layout = _partner(builder, side.layout, is_new)
    if not layout:
        return None
    size = _sizes(builder, *((layout, side.layout) if is_new else (side.layout, layout)))
    image = _image([(side.bits, 1)], size)
    mine = _reads(spec, side, image, size, side.field)
    theirs = _blank(other, None, layout, side.bits, image, size)
    data, at = _cut(image, size, [side.bits])
    one, two = (theirs, mine[0]) if is_new else (mine[0], theirs)
    return Witness(data, one, two, finding.layout, side.field, at,
                   None if is_new else mine[1], mine[1] if is_new else None)


def _of_group(builder: Builder, finding: Finding) -> Optional[Witness]:
    """Split and joined: all bits that the parts have, each its own lowest one."""
    old, new = finding.old, finding.new
    if old is None or new is None:
        return None
    size = _sizes(builder, old.layout, new.layout)
    parts = old.parts or new.parts
    image = _image([(bits, 1) for _, bits in parts], size)
    texts, values = [], []
    for spec, side in ((builder.old, old), (builder.new, new)):
        names = [name for name, _ in side.parts] or [side.field]
        readings = [_reads(spec, side, image, size, name) for name in names]
        texts.append(", ".join(text for text, _ in readings))
        values.append(readings[0][1] if len(readings) == 1 else None)
    data, at = _cut(image, size, [old.bits, new.bits])
    return Witness(data, texts[0], texts[1], finding.layout, finding.field, at, *values)


def _of_value(builder: Builder, finding: Finding) -> Optional[Witness]:
    """The field itself, with a value that the manuals take for different things."""
    old, new = finding.old, finding.new
    if old is None or new is None or old.bits.width != new.bits.width:
        return None
    if old.layout not in builder.old.layouts or new.layout not in builder.new.layouts:
        return None
    one, other = (_find(spec.layouts[side.layout], side.field)
                  for spec, side in ((builder.old, old), (builder.new, new)))
    if one is None or other is None or one.kind is not Kind.UINT or other.kind is not Kind.UINT:
        return None
    tries = [1, 0, 2, 3]
    if finding.rule == "D041":
        for spec, item in ((builder.old, one), (builder.new, other)):
            enum = spec.enums.get(item.enum)
            tries[:0] = [value.value for value in enum.values] if enum else []
    if finding.rule == "D043":
        tries = [value for value in (one.fixed, other.fixed) if value is not None] + tries
    size = _sizes(builder, old.layout, new.layout)
    for value in tries:
        if value >= 1 << one.bits.width or one.bits != other.bits:
            continue
        texts = [f"{side.field} is {_said(spec, item, value)}"
                 for spec, side, item in ((builder.old, old, one), (builder.new, new, other))]
        known = [name in spec.enums and spec.enums[name].by_value(value) is not None
                 for spec, name in ((builder.old, one.enum), (builder.new, other.enum))]
        if texts[0] != texts[1] and (finding.rule != "D041" or any(known)):
            data, at = _cut(_image([(one.bits, value)], size), size, [one.bits])
            return Witness(data, texts[0], texts[1], finding.layout, new.field, at, value, value)
    return None


def _said(spec: Spec, item: Field, value: int) -> str:
    text = number_text(spec, item, value)
    if item.fixed is not None and item.fixed != value:
        return f"{text}, must be {number_text(spec, item, item.fixed)}"
    if item.unit and not item.encoding and not item.enum:
        return f"{text}, {quantity(item, value)}"
    return text


def _of_enum(builder: Builder, finding: Finding) -> Optional[Witness]:
    """A field that has the enumeration, with the value."""
    side = finding.new or finding.old
    assert side is not None
    if finding.subject != "value":
        return None
    users = dict(((layout, entry.path), entry) for layout, entry in
                 builder.users[1].get(finding.layout, []))
    old_name = finding.old.layout if finding.old else \
        next((a for a, b in builder.match.enums.pairs.items() if b == finding.layout), "")
    for layout, entry in builder.users[0].get(old_name, []):
        after = builder.match.layouts.pairs.get(layout, "")
        other = users.get((after, entry.path))
        if other is None or other.bits != entry.bits or other.item.is_array:
            continue
        number = int((finding.old or side).text, 16)
        value = 1 << number if entry.item.flags else number
        if value >= 1 << entry.bits.width:
            continue
        size = _sizes(builder, layout, after)
        texts = []
        for spec, item in ((builder.old, entry.item), (builder.new, other.item)):
            enum = spec.enums[item.enum or item.flags]
            found = enum.by_value(number)
            what = found.name if found else f"not in {enum.name}"
            texts.append(f"{entry.path} is {value:#x}, {what}")
        if texts[0] == texts[1]:
            continue
        data, at = _cut(_image([(entry.bits, value)], size), size, [entry.bits])
        return Witness(data, texts[0], texts[1], after, entry.path, at, value, value)
    return None


def _of_size(builder: Builder, finding: Finding) -> Optional[Witness]:
    """A layout of another size: its bytes, and how many of them each manual takes."""
    old, new = finding.old, finding.new
    assert old is not None and new is not None
    size = max(old.bits.width, new.bits.width) // 8
    data, at = _cut(1, size * 8, [Bits(size * 8 - 8, 8)])
    return Witness(data, f"ends at {old.bits.width // 8:#x}", f"ends at {new.bits.width // 8:#x}",
                   finding.layout, "", at)


_MAKERS: Dict[str, Callable[[Builder, Finding], Optional[Witness]]] = {
    "D004": _of_size, "D005": _of_size, "D010": _of_one_side, "D011": _of_one_side,
    "D020": _of_places, "D021": _of_places, "D031": _of_places, "D032": _of_places,
    "D033": _of_group, "D034": _of_group, "D041": _of_value, "D043": _of_value,
    "D044": _of_value, "D045": _of_value, "D050": _of_enum, "D051": _of_enum, "D052": _of_enum,
}
