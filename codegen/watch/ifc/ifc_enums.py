# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The enumerations of C headers, and groups of their macros, as enumerations of the model.

An enumeration is named after its tag, or after the words that its values begin with, or else
after its first value: ``MLX5_CQC_STATUS_OK`` and ``MLX5_CQC_STATUS_CQ_OVERFLOW`` give
``cqc_status`` with ``OK`` and ``CQ_OVERFLOW``.  Where these words begin with the names of a table and a field of it, only these
count.  Values that are written as bits, ``1 << 3``, give a set of flags.  Macros become an
enumeration only where that is unambiguous: three or more on consecutive lines, whose names begin
with the same three or more words, with different numbers.  A field gets the enumeration that is
named after its table and itself, or whose values are.  All are open, since a header lists only
the values that its drivers need.
"""

from __future__ import annotations

import os
import re
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Set, Tuple

from prmclib.model import About, Enum, EnumValue, Field, Layout, LeftOut, Span, Spec
from .ifc_tables import Constant, Enumeration, Header

_FIRST = re.compile(r"(?i)mlx5_(?:ifc_)?")
# A macro's name with one of these ends is no value of an enumeration.
_MEASURE = re.compile(r"_(?:MASK|SHIFT|OFFSET|OFF|SIZE|LEN|BITS|MAX|MIN|NUM|START|END|COUNT|H|"
                      r"BIT)\Z")


def common_prefix(names: Sequence[str]) -> str:
    """Returns what all names begin with, including an underscore; each name is longer than that."""
    prefix = os.path.commonprefix(list(names))
    prefix = prefix[:prefix.rfind("_") + 1]
    while prefix and any(re.fullmatch(r"[0-9]*", name[len(prefix):]) for name in names):
        prefix = prefix[:prefix[:-1].rfind("_") + 1]
    return prefix


def add_enums(header: Header, spec: Spec, left: List[LeftOut],
              free_name: Callable[[str], str]) -> None:
    """Adds the enumerations of a header to the spec of its tables, and assigns them to fields."""
    files = {item.path: item for item in spec.files}
    numbers = {f"{layout.name}_{item.name}" for layout in spec.layouts.values()
               for item in _numbers(layout)}
    found: List[Tuple[Span, Enum, str]] = []
    for item in header.enums:
        enum = _of_enumeration(item, numbers, left)
        if enum is not None:
            names = [name for name, _ in item.values]
            found.append((item.where, enum, _prefix(names, numbers)[1] if len(names) > 1 else ""))
    for group in _groups(header.macros):
        enum = _of_macros(group, header, numbers)
        if enum is not None:
            found.append((group[0].where, enum, ""))
    order = {path: number for number, path in enumerate(header.files)}
    found.sort(key=lambda one: (order[one[0].file], one[0].line))
    wanted: Dict[str, Enum] = {}
    for _, enum, _ in found:
        wanted.setdefault(enum.name, enum)
    for _, enum, stem in found:
        wanted.setdefault(stem, enum)
    for where, enum, _ in found:
        enum.name = free_name(enum.name)
        spec.enums[enum.name] = enum
        files[where.file].enums.append(enum.name)
    _tie(spec, wanted)


def _make(name: str, values: Sequence[Tuple[str, int, Span]], is_flags: bool, where: Span,
          source: str) -> Enum:
    return Enum(name, [EnumValue(text, number.bit_length() - 1 if is_flags else number, at)
                       for text, number, at in values], is_flags, where, True,
                About(source=[source]))


def _prefix(names: Sequence[str], numbers: Set[str]) -> Tuple[str, str]:
    """Returns the common prefix of names and the name of the enumeration; a field's name in the
    prefix is preferred."""
    prefix = common_prefix(names)
    stem = _FIRST.sub("", prefix, count=1).lower().rstrip("_")
    words = stem.split("_")
    for count in range(len(words), 1, -1):
        shorter = "_".join(words[:count])
        if shorter in numbers:
            return prefix[:len(prefix) - len(stem) + len(shorter)], shorter
    return prefix, stem


def _of_enumeration(item: Enumeration, numbers: Set[str], left: List[LeftOut]) -> Optional[Enum]:
    tag, names = item.tag, [name for name, _ in item.values]

    def leave(reason: str, name: str = "") -> None:
        left.append(LeftOut(name or tag or names[0], "", 0, 0, reason, item.where))

    if not names:
        return None
    known = [(text, value, at) for (text, value), at in zip(item.values, item.places)
             if value is not None and 0 <= value < 1 << 64]
    if not known or any(value is None for _, value in item.values):
        leave("an enumeration with a value that is not a number of 64 bits")
        return None
    if len(names) == 1 and not tag:
        leave("a single constant")
        return None
    for text, value in item.values:
        if (text, value) not in [one[:2] for one in known]:
            leave("a value that is not a number of 64 bits", text)
    prefix, stem = _prefix(names, numbers) if len(names) > 1 else ("", "")
    stem = stem or _FIRST.sub("", names[0], count=1).lower()
    stem = stem if stem.isidentifier() else names[0].lower()
    if tag and len(names) == 1:
        prefix = tag.upper() + "_" if names[0].upper().startswith(tag.upper() + "_") else ""
    name = (_FIRST.sub("", tag, count=1) or tag).lower() if tag else stem
    file = os.path.basename(item.where.file)
    return _make(name, [(text[len(prefix):], value, at) for text, value, at in known],
                 _are_bits([value for _, value, _ in known], item.shifts), item.where,
                 f"{file} enum {tag}" if tag else f"{file} {prefix}*")


def _are_bits(values: Sequence[int], shifts: int) -> bool:
    """Returns whether the values are flags: different single bits, all written as shifts or three
    or more."""
    return all(value and not value & (value - 1) for value in values) and \
        len(set(values)) == len(values) and (shifts == len(values) or len(values) >= 3)


def _groups(macros: Sequence[Constant]) -> List[List[Constant]]:
    """Groups the macros that are defined on consecutive lines."""
    groups: List[List[Constant]] = []
    for item in macros:
        last = groups[-1][-1] if groups else None
        if last is not None and last.where.file == item.where.file \
                and item.where.line == last.where.line + 1:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _of_macros(group: Sequence[Constant], header: Header, numbers: Set[str]) -> Optional[Enum]:
    names = [item.name for item in group]
    prefix, stem = _prefix(names, numbers)
    values = [item.value for item in group]
    inside = {item.name for item in header.macros if item.name.startswith(prefix)}
    if len(group) < 3 or prefix.count("_") < 3 or len(set(values)) < len(values) \
            or any(_MEASURE.search(name) for name in names) \
            or any(not 0 <= value < 1 << 64 for value in values) or inside != set(names):
        return None
    where = group[0].where
    return _make(stem, [(item.name[len(prefix):], item.value, item.where) for item in group],
                 _are_bits(values, sum(item.is_shift for item in group)), where,
                 f"{os.path.basename(where.file)} {prefix}*")


def _numbers(layout: Layout) -> Iterator[Field]:
    """Yields the numbers of a layout, including those of arms."""
    return (entry.item for entry in layout.walk() if entry.item.is_number)


def _tie(spec: Spec, enums: Dict[str, Enum]) -> None:
    """Sets the enumeration of fields that an enumeration is named after, by table and field."""
    for layout in spec.layouts.values():
        for item in _numbers(layout):
            enum = enums.get(f"{layout.name}_{item.name}")
            if enum is None:
                continue
            widest = max(value.value for value in enum.values)
            if (widest if enum.is_flags else widest.bit_length() - 1) < item.elem_width:
                setattr(item, "flags" if enum.is_flags else "enum", enum.name)
