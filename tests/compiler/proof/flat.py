# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Derives the C of a layout as docs/generated-c.md defines it: members, accessors, reports of check.

The source is the second reader (manual.py), and nothing of codegen/.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List, Optional, Tuple

from manual import (Arm, BYTES, IGNORED, LAYOUT, OVERLAY, RESERVED, UINT, Entry, Layout, Manual,
                    ManualError)


@dataclass
class Slot:
    """A member of the host structure; see struct proof_slot."""

    name: str
    path: str  # in C, relative to the structure
    size: int  # bytes of one element
    at: int
    width: int
    count: int
    stride: int
    arm: int
    init: int
    has_init: bool
    is_bool: bool = False
    is_ignored: bool = False
    is_array: bool = False  # also with one element


@dataclass
class Rule:
    """A violation that unpack reports; see struct proof_rule."""

    name: str
    kind: str  # RESERVED, ENUM, FLAGS, FIXED
    at: int
    width: int
    arm: int
    said: str = ""  # the field as unpack names it; empty for reserved bits
    value: int = 0
    known: str = ""  # enumeration


@dataclass
class ArmRow:
    name: str
    parent: int
    at: int
    width: int
    values: List[int]
    is_except: bool
    sample: int
    over: int
    over_width: int


@dataclass
class Flat:
    """A layout and its nested layouts as plain rows."""

    layout: Layout
    slots: List[Slot] = field(default_factory=list)
    rules: List[Rule] = field(default_factory=list)
    arms: List[ArmRow] = field(default_factory=list)


def host_bytes(width: int) -> int:
    """Returns the size in bytes of the smallest unsigned type with ``width`` bits."""
    return 1 if width <= 8 else 2 if width <= 16 else 4 if width <= 32 else 8


def is_bool(item: Entry) -> bool:
    return item.elem == 1 and not item.enum and not item.flags


def natural_unit(at: int, width: int) -> Tuple[int, int]:
    """Returns the first and last+1 bit of the word that holds a number: 8, 16, 32 or 64 bits, aligned."""
    for size in (8, 16, 32):
        if at // size == (at + width - 1) // size:
            return at // size * size, at // size * size + size
    return at // 32 * 32, at // 32 * 32 + 64


def is_natural(at: int, width: int) -> bool:
    """Returns whether a number fills its word."""
    return natural_unit(at, width) == (at, at + width) and width in (8, 16, 32, 64)


def is_scalar(item: Entry) -> bool:
    return item.kind == UINT and item.count is None


def shares_word(item: Entry, siblings: List[Entry]) -> bool:
    """Returns whether an overlay shares a word with other numbers.

    The host structure then has its bits as one number, independent of the selector.
    """
    if item.at % 8 or item.width % 8:
        return True
    for arm in item.arms:
        for inner in arm.entries:
            if is_scalar(inner):
                first, end = natural_unit(inner.at, inner.width)
                if first < item.at or end > item.end:
                    return True
    for other in siblings:
        if is_scalar(other):
            first, end = natural_unit(other.at, other.width)
            if first < item.end and item.at < end:
                return True
    return False


def is_alias(item: Entry) -> bool:
    """Returns whether all arms of an overlay are one number each over a whole word.

    The arms are then names of the same member, independent of the selector.
    """
    return is_natural(item.at, item.width) and all(
        arm.is_single and is_scalar(arm.entries[0]) for arm in item.arms)


@dataclass
class ArmValue:
    """An arm of plain numbers in an overlay that the host structure has as one number, since its selector is elsewhere."""

    overlay: Entry
    arm: Arm
    items: List[Entry]


def arm_values(layout: Layout) -> List[ArmValue]:
    found = []
    for item in layout.entries:
        if item.kind != OVERLAY or item.selector or shares_word(item, layout.entries) or is_alias(item) or \
                item.width not in (8, 16, 32, 64) or item.at % min(item.width, 32):
            continue
        for arm in item.arms:
            items = [inner for inner in arm.entries if inner.name]
            if not arm.is_single and all(is_scalar(inner) and inner.fixed is None for inner in items):
                found.append(ArmValue(item, arm, items))
    return found


def raw_name(item: Entry) -> str:
    """Returns the name of the member for all bits of an overlay."""
    return item.name + "_raw" * (item.name in [arm.name for arm in item.arms])


def ignored_parts(item: Entry) -> List[Tuple[str, int, int]]:
    """Returns the members for ignored bits: name, first bit, number of bits.

    A part is within one dword, or consists of whole dwords.
    """
    result = []
    at = item.at
    while at < item.end:
        end = min(item.end, at // 32 * 32 + 32)
        if at % 32 == 0 and item.end - at >= 32:
            end = item.end // 32 * 32
        name = f"ignored_{at // 8:02x}"
        if at % 8 or end % 8:
            name = f"ignored_{at // 32 * 4:02x}_{31 - at % 32}_{31 - (end - 1) % 32}"
        result.append((name, at, end - at))
        at = end
    return result


class Flattener:
    def __init__(self, manual: Manual, layout: Layout) -> None:
        self.manual = manual
        self.flat = Flat(layout)
        self.flat.arms.append(ArmRow("", 0, 0, 0, [], False, 0, 0, layout.size * 8))
        self.layout(layout, 0, "", "", 0, True)
        self.flat.slots.sort(key=lambda slot: slot.arm)
        self.flat.rules.sort(key=lambda rule: rule.arm)

    def layout(self, layout: Layout, base: int, name: str, path: str, arm: int,
               has_init: bool) -> None:
        self.entries(layout, layout.entries, base, name, path, arm, has_init)

    def entries(self, layout: Layout, entries: List[Entry], base: int, name: str, path: str,
                arm: int, has_init: bool, local: str = "") -> None:
        """Flattens entries; ``local`` is the prefix of field names in a report on this layout."""
        for item in entries:
            at = base + item.at
            here, there = name + item.name, path + item.name
            if item.kind == RESERVED:
                self.rule(f"{name}reserved_{item.at // 8:02x}", "RESERVED", at, item.width, arm)
            elif item.kind == IGNORED:
                self.ignored(item, base, name, path, arm, has_init)
            elif item.kind == BYTES and item.count is None:
                self.slot(here, there, 1, at, 8, item.width // 8, 8, arm, 0, has_init, False, False, True)
            elif item.kind == UINT:
                self.number(item, at, here, there, arm, has_init, local + item.name)
            elif item.kind == LAYOUT:
                inner = self.manual.layouts[item.layout]
                if item.count is None:
                    self.layout(inner, at, here + ".", there + ".", arm, has_init)
                for i in range(item.count or 0):
                    self.layout(inner, at + i * item.elem, f"{here}[{i}].", f"{there}[{i}].",
                                arm, has_init)
            elif item.kind == OVERLAY:
                self.overlay(layout, entries, item, base, name, path, arm, has_init)

    def ignored(self, item: Entry, base: int, name: str, path: str, arm: int,
                has_init: bool) -> None:
        for member, first, width in ignored_parts(item):
            is_bytes = first % 32 == 0 and width % 32 == 0
            unit = 8 if is_bytes else width
            self.slot(name + member, path + member, host_bytes(unit), base + first, unit,
                      width // unit, unit, arm, 0, has_init, False, True)

    def number(self, item: Entry, at: int, name: str, path: str, arm: int, has_init: bool,
               said: str) -> None:
        count = 1 if item.count is None else item.count
        if item.fixed is None and count:
            self.slot(name, path, host_bytes(item.elem), at, item.elem, count, item.elem, arm,
                      item.default, has_init, is_bool(item), False, item.count is not None)
        for i in range(count):
            here = name if item.count is None else f"{name}[{i}]"
            where = at + i * item.elem
            if item.fixed is not None:
                self.rule(here, "FIXED", where, item.elem, arm, said, item.fixed)
            elif item.enum and not self.manual.enums[item.enum].is_open:
                self.rule(here, "ENUM", where, item.elem, arm, said, 0, item.enum)
            elif item.flags and not self.manual.enums[item.flags].is_open:
                self.rule(here, "FLAGS", where, item.elem, arm, said,
                          self.manual.enums[item.flags].mask)

    def overlay(self, layout: Layout, siblings: List[Entry], item: Entry, base: int, name: str,
                path: str, arm: int, has_init: bool) -> None:
        # The host structure has the bits as one number, as one number with several names,
        # or (external selector) as bytes; in all other cases a member belongs to its arm.
        raw = raw_name(item)
        is_one = True
        before = len(self.flat.slots)
        if shares_word(item, siblings):
            self.whole(item, base, name + raw, path + raw, arm, has_init, item.width)
        elif is_alias(item):
            for choice in item.arms:
                self.whole(item, base, name + choice.name, path + choice.name, arm, False,
                           item.width)
        elif not item.selector:
            self.whole(item, base, name + raw, path + raw, arm, has_init,
                       item.width if is_natural(item.at, item.width) else 8)
        else:
            is_one = False
        wholes = self.flat.slots[before:]
        if not item.selector:
            return
        selector = layout.entry(item.selector)
        initial = selector.default if selector.fixed is None else selector.fixed
        listed = sorted({value for choice in item.arms for value in choice.values})
        has_else = False
        for choice in item.arms:
            has_else = has_else or choice.is_else
            values = listed if choice.is_else else choice.values
            sample = self.unlisted(selector, listed) if choice.is_else else choice.values[0]
            if sample is None:
                raise ManualError(f"{layout.name}.{item.name}: no value is left for else")
            row = self.arm(f"{name}{choice.name}", arm, base + selector.at, selector.width,
                           values, choice.is_else, sample, base + item.at, item.width)
            holds = has_init and (initial in values) != choice.is_else
            inner = name if choice.is_single else f"{name}{choice.name}."
            there = path if choice.is_single else f"{path}{choice.name}."
            slots = len(self.flat.slots)
            self.entries(layout, choice.entries, base, inner, there, row, holds,
                         "" if choice.is_single else f"{choice.name}.")
            if is_one:
                if holds:
                    self.initial(wholes, self.flat.slots[slots:])
                del self.flat.slots[slots:]
        sample = None if has_else else self.unlisted(selector, listed)
        if sample is not None:
            row = self.arm(f"{name}{item.name}", arm, base + selector.at, selector.width, listed,
                           True, sample, base + item.at, item.width)
            if not is_one:
                self.whole(item, base, name + raw, path + raw, row,
                           has_init and initial not in listed,
                           item.width if is_natural(item.at, item.width) else 8)

    def whole(self, item: Entry, base: int, name: str, path: str, arm: int, has_init: bool,
              unit: int) -> None:
        """Adds a member for all bits of an overlay, as one number or as bytes."""
        self.slot(name, path, host_bytes(unit), base + item.at, unit, item.width // unit, unit,
                  arm, 0, has_init, unit == 1)

    @staticmethod
    def initial(wholes: List[Slot], inside: List[Slot]) -> None:
        """Sets the defaults of the initially active arm in the members for the whole overlay."""
        for whole in wholes:
            whole.has_init = True
            whole.init = sum(s.init << (whole.at + whole.width - s.at - s.width) for s in inside)

    def unlisted(self, selector: Entry, listed: List[int]) -> Optional[int]:
        """Returns a value of the selector that no arm lists, a legal one if possible."""
        known = self.manual.enums[selector.enum].known if selector.enum else []
        end = 1 << selector.width
        for value in known + list(range(min(end, len(listed) + 1))):
            if value not in listed and value < end:
                return value
        return None

    def arm(self, *row: object) -> int:
        self.flat.arms.append(ArmRow(*row))  # type: ignore[arg-type]
        return len(self.flat.arms) - 1

    def slot(self, *row: object) -> None:
        self.flat.slots.append(Slot(*row))  # type: ignore[arg-type]

    def rule(self, *row: object) -> None:
        self.flat.rules.append(Rule(*row))  # type: ignore[arg-type]


def words(entries: List[Entry]) -> List[Tuple[int, int]]:
    """Returns first and last+1 bit of the members that hold numbers: overlapping words are one."""
    result: List[Tuple[int, int]] = []
    for item in entries:
        if is_scalar(item) or item.kind == OVERLAY and shares_word(item, entries):
            first, end = natural_unit(item.at, item.width)
            inside = [word for word in result if word[0] < end and first < word[1]]
            result = [word for word in result if word not in inside]
            result.append((min([first, *(word[0] for word in inside)]), max([end, *(word[1] for word in inside)])))
    return result


@dataclass
class Accessor:
    """A number with its own getter, and setter unless it is fixed; ``c_name`` follows ``get_``."""

    name: str
    c_name: str
    item: Entry
    word: int  # bits of the member that has the number

    @property
    def is_fixed(self) -> bool:
        return self.item.fixed is not None


def accessors(entries: List[Entry], name: str = "", within: Optional[List[Tuple[int, int]]] = None) -> List[Accessor]:
    """Returns the setters and getters of a layout, those of its arms included; ``within``: the words around an arm."""
    result = []
    own = (within or []) + words(entries)

    def word(item: Entry) -> int:
        if item.count is not None:
            return item.elem
        return next((end - first for first, end in own if first <= item.at and item.end <= end), item.elem)

    for item in entries:
        if item.kind == UINT and item.count != 0:
            result.append(Accessor(name + item.name, name.replace(".", "_") + item.name, item, word(item)))
        if item.kind == OVERLAY and shares_word(item, entries):
            whole = Entry(raw_name(item), UINT, item.at, item.width, elem=item.width)
            result.append(Accessor(name + whole.name, name.replace(".", "_") + whole.name, whole, word(whole)))
        for arm in item.arms:
            result += accessors(arm.entries, name if arm.is_single else f"{name}{arm.name}.",
                                own if shares_word(item, entries) else None)
    return result


def named_members(entries: List[Entry], path: str = "") -> List[Tuple[str, int]]:
    """Returns the wire members that are named after a field, and their first bits."""
    words = [natural_unit(item.at, item.width) for item in entries
             if is_scalar(item) or item.kind == OVERLAY and shares_word(item, entries)]
    result = []
    for item in entries:
        if item.kind in (BYTES, LAYOUT) or item.kind == UINT and item.count:
            if item.width:
                result.append((path + item.name, item.at))
        elif is_scalar(item) and is_natural(item.at, item.width):
            if sum(first < item.end and item.at < end for first, end in words) == 1:
                result.append((path + item.name, item.at))
        elif item.kind == OVERLAY and not shares_word(item, entries):
            for arm in item.arms:
                result += named_members(arm.entries, path if arm.is_single
                                        else f"{path}{arm.name}.")
    return result
