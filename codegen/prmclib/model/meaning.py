# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The meaning of a field's value: names, quantities, and violations of the spec."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import List

from . import BYTES, Enum, EnumValue, Field, Spec, range_text


@dataclass
class Meaning:
    """``names``: the name of the enumeration's value, or the names of the flags that are set.
    ``text``: the quantity, or the name's description.  ``remarks``: violations of the spec."""

    names: List[str] = field(default_factory=list)
    text: str = ""
    remarks: List[str] = field(default_factory=list)
    unverified: List[str] = field(default_factory=list)


def of_value(spec: Spec, item: Field, value: int) -> Meaning:
    """Returns the meaning of ``value`` in a number field (or in an element of an array of numbers)."""
    out = Meaning()
    if item.fixed is not None and value != item.fixed:
        name = spec.enums[item.enum].by_value(item.fixed) if item.enum else None
        out.remarks.append(f"must be {item.fixed:#x}" + (f" ({name.name})" if name else ""))
    if item.ranges and not any(least <= value <= most for least, most in item.ranges):
        out.remarks.append(f"must be {range_text(item.ranges)}")
    if item.about.unverified:
        out.unverified.append(item.about.unverified)
    if item.enum:
        _of_enum(spec, spec.enums[item.enum], value, out)
    elif item.flags:
        _of_flags(spec.enums[item.flags], value, out)
    else:
        out.text = quantity(item, value)
    return out


def _of_enum(spec: Spec, enum: Enum, value: int, out: Meaning) -> None:
    found = enum.by_value(value)
    base = enum.with_detail(value)
    if base is not None:
        _of_detail(spec, base, value, out)
        return
    if found is None:
        if enum.is_open:
            out.text = f"not listed in {enum.name}"
        elif not out.remarks:
            out.remarks.append(f"unknown value (not in {enum.name})")
        return
    out.names = [found.name]
    out.text = found.about.doc
    if found.about.unverified:
        out.unverified.append(found.about.unverified)


def _of_detail(spec: Spec, base: EnumValue, value: int, out: Meaning) -> None:
    """A value with details in its low bits: ``SCATTER | PD: Error of ...: protection domain``."""
    low = value & ((1 << base.detail_bits) - 1)
    details = spec.enums.get(base.detail)
    detail = details.by_value(low) if details is not None else None
    name, doc = (detail.name, detail.about.doc) if detail is not None else (f"{low:#x}", "")
    out.names = [f"{base.name} + {name}"]
    out.text = ", ".join(text.rstrip(".") for text in (base.about.doc, doc) if text)
    for one in (base, detail):
        if one is not None and one.about.unverified:
            out.unverified.append(one.about.unverified)


def _of_flags(enum: Enum, value: int, out: Meaning) -> None:
    unknown: List[int] = []
    for bit in range(value.bit_length()):
        if value >> bit & 1:
            flag = enum.by_value(bit)
            if flag is None:
                unknown.append(bit)
                out.names.append(f"bit {bit}")
            else:
                out.names.append(flag.name)
                if flag.about.unverified:
                    out.unverified.append(flag.about.unverified)
    if unknown and not enum.is_open:
        bits = ", ".join(map(str, unknown))
        out.remarks.append(f"unknown flag{'s' if len(unknown) > 1 else ''}: bit"
                           f"{'s' if len(unknown) > 1 else ''} {bits} (not in {enum.name})")


def flags_text(names: List[str]) -> str:
    """Returns the names of flags, with runs of consecutive numbers joined: ``BYTE_0 to BYTE_3``."""
    numbered = sorted((match.group(1), int(match.group(2)), name) for name in names
                      for match in [re.fullmatch(r"([A-Z_]+_)(\d+)", name)] if match)
    runs: List[List[str]] = []
    last = None
    for stem, number, name in numbered:
        if last == (stem, number - 1):
            runs[-1].append(name)
        else:
            runs.append([name])
        last = (stem, number)
    joined = {run[0]: run for run in runs if len(run) > 2}
    inside = {name for run in joined.values() for name in run}
    # A run is printed at the place of its first name.
    out: List[str] = []
    done = set()
    for name in names:
        if name not in inside:
            out.append(name)
            continue
        first = next(start for start, run in joined.items() if name in run)
        if first not in done:
            done.add(first)
            out.append(f"{first} to {joined[first][-1]}")
    return " | ".join(out) or "none"


_VERB = re.compile(r"(?:means?|indicates?|implies|represents?|stands for)(?: that)? ", re.I)


def quantity(item: Field, value: int) -> str:
    """Returns the quantity that a number represents, by encoding and unit, or by its description, which may give the
    number a meaning of its own; empty for a plain number."""
    unit = item.unit
    special = next((means for number, _, means in item.said.limits.special if number == value), "")
    if special:
        return _VERB.sub("", special)
    if item.encoding == "log2":
        if value >= 64:
            return f"2^{value}{' ' + unit if unit else ''}"
        return f"2^{value} = {_counted(1 << value, unit)}"
    if item.encoding in BYTES:
        size = value * BYTES[item.encoding]
        return f"{_counted(value, item.encoding)} = {_counted(size, 'bytes')}"
    if item.encoding == "minus_one":
        return f"{value} + 1 = {_counted(value + 1, unit)}"
    if not unit:
        said = item.said.amounts
        return said.single.of(value) if said.single is not None and said.single.is_known and not said.is_signed else ""
    text = _counted(value, unit)
    width = item.elem_width or item.bits.width
    return text + (", all ones" if width >= 16 and value == (1 << width) - 1 else "")


def _counted(number: int, unit: str) -> str:
    """``1 byte``, ``2 bytes``, ``7``, ``3 * 64 bytes = 192 bytes``."""
    if not unit:
        return str(number)
    multiple = re.fullmatch(r"(\d+) ([A-Za-z]+)", unit)
    if multiple:
        total = number * int(multiple.group(1))
        return f"{number} * {unit} = {_counted(total, multiple.group(2))}"
    if unit[0].isdigit():  # 1/64 of a page
        return f"{number} * {unit}"
    word = unit.split()[-1]
    if number == 1 and word.isalpha() and word.endswith("s"):
        return f"1 {unit[:-3]}y" if word.endswith("ies") else f"1 {unit[:-1]}"
    return f"{number} {unit}"
