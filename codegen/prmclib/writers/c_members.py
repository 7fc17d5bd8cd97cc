# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Cuts a layout into members of C structures.

*Members* of a wire structure are naturally aligned big-endian numbers, byte arrays, nested
structures and unions.  A number that is a member of its own is named after its field;
numbers that share a byte, word or dword share a member named after its offset (``dw_04``).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import Iterator, List, Optional, Tuple

from prmclib.model import Arm, Bits, Field, Group, Kind, Layout, Spec, shares_word, words_of

from .c_side import Side
from .options import Options
from .text import kernel_doc, member_line, selected_by, value_name

WORD = {8: "uint8_t", 16: "be16", 32: "be32", 64: "be64"}
UNIT_NAME = {8: "b", 16: "w", 32: "dw", 64: "qw"}


@dataclass
class Number:
    """A number field of a layout and its place in C.

    ``access`` is the member's path after ``p->``; the value is ``width`` bits of it from bit
    ``shift``.  ``host`` is the path in the host structure, empty for fixed fields.
    """

    field: Field
    name: str  # in the names of accessors: arm_field for a field of an arm
    bits: Bits
    access: str = ""
    unit: int = 0  # bits of the member
    shift: int = 0
    host: str = ""
    is_arm: bool = False  # the host structure has the overlay as a whole instead

    @property
    def width(self) -> int:
        return self.bits.width

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1

    @property
    def is_flag(self) -> bool:
        return self.width == 1 and not self.field.enum and not self.field.flags

    @property
    def c_type(self) -> str:
        """The type of the setter's argument and of the getter's value."""
        if self.is_flag:
            return "bool"
        return "uint32_t" if self.width <= 32 else "uint64_t"

    @property
    def host_type(self) -> str:
        return host_type(self.width, self.is_flag)


def host_type(width: int, is_flag: bool = False) -> str:
    """Returns the smallest host type that holds ``width`` bits."""
    if is_flag:
        return "bool"
    return "uint8_t" if width <= 8 else "uint16_t" if width <= 16 else "uint32_t" if width <= 32 else "uint64_t"


@dataclass
class Member:
    """A member of a wire structure: ``size`` bytes from byte ``offset`` of the layout."""

    offset: int
    size: int
    kind: str  # num, bytes, array, struct, pad, overlay
    name: str
    fields: List[Field] = field(default_factory=list)
    numbers: List[Number] = field(default_factory=list)
    overlay: Optional["Overlay"] = None

    @property
    def is_number(self) -> bool:
        """True if pack and unpack take the member as numbers, whatever a selector says."""
        return self.kind == "num" or bool(self.overlay and self.overlay.whole)

    @property
    def stored(self) -> List[Number]:
        """The numbers that pack and unpack take."""
        return [self.overlay.whole] if self.overlay and self.overlay.whole else self.numbers


@dataclass
class Overlay:
    """An overlay of whole bytes: a union in C.

    ``raw`` is the name of the bits when no arm is selected: a number when ``raw_width`` is set, else
    bytes.  ``is_alias``: every arm is one plain number, so that pack needs no selector.  ``whole`` is
    the number that pack stores if it needs none.
    """

    field: Field
    arms: List[Tuple[Arm, List[Member]]]
    is_alias: bool
    raw: str
    raw_width: int
    whole: Optional[Number] = None

    @property
    def is_external(self) -> bool:
        return bool(self.field.selector and self.field.selector.external) and not self.is_alias


@dataclass
class Grouped:
    """A group of fields, with the member that they share and the mask of their bits in it."""

    group: Group
    numbers: List[Number]

    @property
    def name(self) -> str:
        return self.group.name

    @property
    def unit(self) -> int:
        return self.numbers[0].unit

    @property
    def access(self) -> str:
        return self.numbers[0].access

    @property
    def mask(self) -> int:
        return sum(n.mask << n.shift for n in self.numbers)


def raw_name(item: Field) -> str:
    """Returns the name of an overlay's bits as a whole."""
    return f"{item.name}_raw" if item.name in {arm.name for arm in item.arms} else item.name


class Cut:
    """A layout and its members."""

    def __init__(self, spec: Spec, layout: Layout, options: Options,
                 side: Optional[Side] = None) -> None:
        self.spec = spec
        self.layout = layout
        self.name = layout.name
        self.size = layout.size
        self.p = options.prefix
        self.P = options.prefix.upper()
        self.options = options
        self.side = side or Side(spec, options.side)
        self.numbers: List[Number] = []  # every scalar number, arms included, in the order of the layout
        self.wholes: List[Number] = []  # the bits of overlays whose selector is elsewhere
        self.arrays: List[Tuple[Field, str, str]] = []  # (field, setter's name, access)
        self.members = self._members(layout.fields, 0, layout.size, "", "")
        self.flexible = [f for f in layout.fields if f.is_flexible]
        self.groups = [self._grouped(group) for group in layout.groups]

    @property
    def is_packed(self) -> bool:
        """True if the layout has a pack."""
        return self.options.has_pack and self.name in self.side.written

    @property
    def is_unpacked(self) -> bool:
        """True if the layout has an unpack, and the check that it calls."""
        return self.options.has_pack and self.name in self.side.read

    def is_set(self, item: Field, name: str) -> bool:
        """True if the field, or the group of fields, of this name has a setter."""
        return self.options.has_accessors and self.side.writes(item, self.layout) or \
            f"{self.name}_set_{name}" in self.options.called

    def is_got(self, item: Field, name: str) -> bool:
        """True if the field, or the group of fields, of this name has a getter."""
        return self.options.has_accessors and self.side.reads(item, self.layout) or \
            f"{self.name}_get_{name}" in self.options.called

    def _grouped(self, group: Group) -> Grouped:
        numbers = {n.name: n for n in self.numbers}
        return Grouped(group, [numbers[name] for name in group.fields])

    # -- cutting the layout into members ---------------------------------------------------

    def _members(self, fields: List[Field], start: int, end: int, path: str,
                 stem: str) -> List[Member]:
        """Returns the members of bytes ``start`` to ``end``, in order and without gaps."""
        members: List[Member] = []
        loose: List[Number] = []
        before, found = len(self.numbers), []  # numbers of a member, those of an arm together, by their first bit
        for item in fields:
            if item.is_flexible or not item.is_named:
                continue
            if item.kind is Kind.OVERLAY:
                if shares_word(item, fields):
                    loose.extend(self._loose(item, stem))
                else:
                    members.append(self._overlay(item, path, stem))
                    found.append((item.bits.offset, self.numbers[before:]))
                    del self.numbers[before:]
            elif item.is_number:
                loose.append(Number(item, stem + item.name, item.bits))
            else:
                members.append(self._whole(item, path, stem))
        words = words_of(n.bits for n in loose)
        starts = [word.offset for word in words]
        contents: List[List[Number]] = [[] for _ in words]
        for number in loose:
            contents[bisect_right(starts, number.bits.offset) - 1].append(number)
        for word, inside in zip(words, contents):
            first, width = word.offset, word.width
            alone = len(inside) == 1 and inside[0].width == width
            name = inside[0].field.name if alone else f"{UNIT_NAME[width]}_{first // 8:02x}"
            for number in inside:
                number.access = path + name
                number.unit = width
                number.shift = first + width - number.bits.end
                if number.field.fixed is None and not number.is_arm:
                    number.host = path + number.name[len(stem):]
            members.append(Member(first // 8, width // 8, "num", name,
                                  [n.field for n in inside], inside))
            found.append((first, inside))
        members.sort(key=lambda m: m.offset)
        for _, numbers in sorted(found, key=lambda pair: pair[0]):
            self.numbers.extend(numbers)
        return self._padded(members, fields, start, end)

    def _padded(self, members: List[Member], fields: List[Field], start: int,
                end: int) -> List[Member]:
        out: List[Member] = []
        at = start
        undefined = [item.bits for item in fields if item.kind is Kind.IGNORED]
        for member in members + [Member(end, 0, "end", "")]:
            for low, high, kind in pad_runs(undefined, at, member.offset):
                name = f"{kind}_{low:02x}"
                out.append(Member(low, high - low, "pad", name))
            at = max(at, member.offset + member.size)
            if member.size:
                out.append(member)
        return out

    @staticmethod
    def _loose(item: Field, stem: str) -> List[Number]:
        """Returns the numbers of an overlay that shares a word with other fields.

        The host structure has its bits as one number; each arm has setters and getters.
        """
        name = raw_name(item)
        whole = Field(name, item.bits, Kind.UINT, item.where, item.about)
        out = [Number(whole, stem + name, item.bits)]
        for arm in item.arms:
            for sub in arm.fields:
                if sub.is_number:
                    named = arm.name if arm.is_single else f"{arm.name}_{sub.name}"
                    out.append(Number(replace(sub, name=named), stem + named, sub.bits,
                                      is_arm=True))
        return out

    def _whole(self, item: Field, path: str, stem: str) -> Member:
        kind = {Kind.BYTES: "bytes", Kind.LAYOUT: "struct"}.get(item.kind, "array")
        if kind == "array":
            self.arrays.append((item, stem + item.name, path + item.name))
        return Member(item.bits.offset // 8, item.bits.width // 8, kind, item.name, [item])

    def _overlay(self, item: Field, path: str, stem: str) -> Member:
        first, size = item.bits.offset // 8, item.bits.width // 8
        width = item.bits.width
        natural = width in WORD and item.bits.offset % min(width, 32) == 0
        alias = natural and all(arm.is_single and arm.fields[0].is_number for arm in item.arms)
        raw = raw_name(item)
        arms = []
        for arm in item.arms:
            if arm.is_single:
                inner = self._members([replace(arm.fields[0], name=arm.name)], first,
                                      first + size, path, stem)
            else:
                inner = self._members(arm.fields, first, first + size, f"{path}{arm.name}.",
                                      f"{stem}{arm.name}_")
            arms.append((arm, inner))
        over = Overlay(item, arms, alias, raw, width if natural else 0)
        if natural and (alias or over.is_external):
            name = arms[0][0].name if alias else raw
            over.whole = Number(Field(raw, item.bits, Kind.UINT, item.where, item.about), stem + name,
                                item.bits, path + name, width, 0, path + name)
            self.wholes += [] if alias else [over.whole]
        return Member(first, size, "overlay", item.name, [item], [], over)

    def line(self, tabs: int, text: str, name: str, comment: str) -> str:
        """Returns the declaration of member ``name``, in the chosen dialect, with its comment."""
        text = self.options.speak(text)
        if not self.options.dialect.kernel_doc or not name:
            return member_line(tabs, text, comment)
        return kernel_doc(tabs, name, comment) + "\n" + "\t" * tabs + text

    def value_name(self, enum: str, value: int) -> str:
        """Returns the C name of an enumeration's value, or an empty text."""
        return value_name(self.spec, f"{self.p}_", enum, value)

    def _word(self, bits: int) -> str:
        return WORD[bits] if bits == 8 else f"{self.p}_{WORD[bits]}"

    @staticmethod
    def _selected_by(item: Field) -> str:
        return selected_by(item.selector) or "overlay"

    def _cast(self, selector: str, value: str) -> str:
        flag = any(n.name == selector and n.is_flag for n in self.numbers)
        return f"(unsigned int){value}" if flag else value

    def _selector(self, over: Overlay) -> str:
        assert over.field.selector is not None
        return over.field.selector.field


@dataclass
class Ignored:
    """A run of ignored bits: a number within a dword, bytes when it is whole dwords.

    ``whole`` is set for the part of a run that a store of less than a dword takes.
    """

    offset: int
    width: int
    whole: Optional["Ignored"] = None

    @property
    def end(self) -> int:
        return self.offset + self.width

    @property
    def is_bytes(self) -> bool:
        return self.offset % 32 == 0 and self.width % 32 == 0

    @property
    def name(self) -> str:
        if self.whole:
            return self.whole.name
        if self.offset % 8 == 0 and self.width % 8 == 0:
            return f"ignored_{self.offset // 8:02x}"
        bits = Bits(self.offset, self.width)
        return f"ignored_{bits.dword:02x}_{bits.high}_{bits.low}"

    @property
    def host_type(self) -> str:
        return self.whole.host_type if self.whole else host_type(self.width)

    @property
    def low(self) -> int:
        """The lowest bit of the run that the part has."""
        return self.whole.end - self.end if self.whole else 0

    @property
    def is_rest(self) -> bool:
        """True for a part without the highest bit of the run."""
        return self.whole is not None and self.offset > self.whole.offset

    def within(self, start: int, end: int) -> "Ignored":
        """Returns the part of the run within bits ``start`` to ``end``."""
        if start <= self.offset and self.end <= end:
            return self
        first = max(start, self.offset)
        return Ignored(first, min(end, self.end) - first, self)

    @property
    def declaration(self) -> str:
        if self.is_bytes:
            return f"uint8_t {self.name}[{self.width // 8}];"
        return f"{self.host_type} {self.name};"


def ignored(fields: List[Field]) -> Iterator[Ignored]:
    """Yields runs of ignored bits, each within one dword or made of whole dwords."""
    for item in fields:
        if item.kind is not Kind.IGNORED:
            continue
        at, end = item.bits.offset, item.bits.end
        while at < end:
            if at % 32 == 0 and end - at >= 32:
                upto = end // 32 * 32
            else:
                upto = min(end, (at // 32 + 1) * 32)
            yield Ignored(at, upto - at)
            at = upto


def pad_runs(undefined: List[Bits], start: int, end: int) -> Iterator[Tuple[int, int, str]]:
    """Yields runs of whole bytes between members: (first byte, end byte, reserved|ignored). ``undefined``: ignored bits."""
    at = start
    while at < end:
        kind = pad_kind(undefined, at)
        upto = at + 1
        while upto < end and pad_kind(undefined, upto) == kind:
            upto += 1
        yield at, upto, kind
        at = upto


def pad_kind(undefined: List[Bits], byte: int) -> str:
    return "ignored" if any(bits.offset < (byte + 1) * 8 and byte * 8 < bits.end for bits in undefined) else "reserved"
