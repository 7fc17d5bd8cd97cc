# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The manual as plain data: layouts, fields, enumerations, variants, sequences.

Readers fill these classes, rules check them, writers print them.  Nothing here reads a
file, checks anything or knows an output language.

Bits are counted as ``mlx5_ifc.h`` counts them: bit 0 is the most significant bit of the
first byte of the layout, and a field of ``width`` bits at ``offset`` covers the bits
``offset .. offset + width - 1``.  People see the PRM's notation (dword offset and bit range,
most significant bit first), which :class:`Bits` converts to.

Classes with ``eq=False`` are compared by identity and can be keys of dictionaries.
"""

from __future__ import annotations

import dataclasses
import enum
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Set, Tuple, Union

if TYPE_CHECKING:
    from .said import Said


class Span(NamedTuple):
    """A range of columns in one line of an input file; ``line`` and ``col`` count from 1."""

    file: str
    line: int
    col: int
    end_col: int  # first column after the range

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"


NOWHERE = Span("<none>", 0, 0, 0)


class Bits(NamedTuple):
    """A place in a layout: ``width`` bits from bit ``offset`` (0 = first byte's top bit)."""

    offset: int
    width: int

    @property
    def end(self) -> int:
        """The first bit after the place."""
        return self.offset + self.width

    @property
    def dword(self) -> int:
        """Byte offset of the dword that holds the first bit."""
        return self.offset // 32 * 4

    @property
    def high(self) -> int:
        """The PRM's high bit number; above 31 when the place ends in a later dword."""
        return self.low + self.width - 1

    @property
    def low(self) -> int:
        """The PRM's low bit number, counted in the dword that holds the last bit."""
        return 31 - (self.end - 1) % 32

    @property
    def is_bytes(self) -> bool:
        """True when the place consists of whole bytes."""
        return self.offset % 8 == 0 and self.width % 8 == 0

    def overlaps(self, other: "Bits") -> bool:
        return self.offset < other.end and other.offset < self.end

    def contains(self, other: "Bits") -> bool:
        return self.offset <= other.offset and other.end <= self.end

    @property
    def word(self) -> "Bits":
        """The smallest aligned 8, 16, 32 or 64 bits around the place; 64 bits start at any dword."""
        for width in (8, 16, 32):
            if self.offset // width == (self.end - 1) // width:
                return Bits(self.offset // width * width, width)
        return Bits(self.offset // 32 * 32, 64)

    def __str__(self) -> str:
        """The place as the PRM writes it: ``0x04[31:16]``, ``0x08[5]`` or ``0x10..0x1f``."""
        if self.width and (self.end - 1) // 32 - self.offset // 32 > 1 and self.is_bytes:
            return f"{hex2(self.offset // 8)}..{hex2(self.end // 8 - 1)}"
        if self.width == 1:
            return f"{hex2(self.dword)}[{self.low}]"
        return f"{hex2(self.dword)}[{self.high}:{self.low}]"


def hex2(value: int) -> str:
    """A byte offset as the spec writes it: at least two hexadecimal digits."""
    return f"0x{value:02x}"


class Kind(enum.Enum):
    """The content of a field."""

    UINT = "uint"  # a number of 1 to 64 bits, most significant bit first
    BYTES = "bytes"  # a byte string, in memory order
    LAYOUT = "layout"  # another layout
    RESERVED = "reserved"  # must be zero when written; a reader reports it when set
    IGNORED = "ignored"  # undefined: a reader ignores it; unpack and pack carry it unchanged
    OVERLAY = "overlay"  # several meanings of the same bits


class Writer(enum.Enum):
    """The side that writes a field or layout."""

    DRIVER = "driver"
    DEVICE = "device"
    BOTH = "both"


# The quantity that a stored number represents.
ENCODINGS = {
    "log2": "2^value",
    "minus_one": "value + 1",
    "octowords": "value * 16 bytes",
    "dwords": "value * 4 bytes",
    "wqebbs": "value * 64 bytes",
}
BYTES = {"octowords": 16, "dwords": 4, "wqebbs": 64}  # per unit of the encoding


# An observation: how sure it is, the date, the device if it is known, what was seen, and in brackets the source.
SURE = ("definition", "vendor driver", "observation", "inference")
OBSERVED = re.compile(rf"(?P<sure>{'|'.join(SURE)}), (?P<date>\d{{4}}(?:-\d\d(?:-\d\d)?)?|undated)"
                      r"(?:, (?P<device>[^:\[\]]+))?: "
                      r"(?P<text>.+) \[(?P<source>[^\[\]]+)\]\Z", re.S)


@dataclass
class About:
    """The documentation of a layout, field, value or other entry of the manual."""

    doc: str = ""
    source: List[str] = field(default_factory=list)
    note: str = ""  # a remark
    conflict: str = ""  # where sources disagree, and how the spec decides, with the reason
    unverified: str = ""  # what only hardware can settle
    since: str = ""  # the first version that has it, as the source calls it
    observed: List[str] = field(default_factory=list)  # what devices were seen to do, see OBSERVED


@dataclass
class When:
    """The selector values that choose an arm.  ``values`` is empty for ``else``."""

    values: List[int]
    is_else: bool
    where: Span
    texts: List[str] = field(default_factory=list)  # as the spec spells the values
    spans: List[Span] = field(default_factory=list, compare=False)  # of the values


@dataclass
class Selector:
    """The value that chooses between the arms of an overlay or variant.

    Exactly one of these is set: ``field`` (a number field of the same layout, outside the
    overlay), ``bits`` (a place that every arm has; variants only), ``external`` (prose:
    something outside the layout, such as the op_mod of the command).
    ``enum`` names the enumeration of the values, if there is one.
    """

    where: Span
    field: str = ""
    bits: Optional[Bits] = None
    external: str = ""
    enum: str = ""
    spans: Dict[str, Span] = dataclasses.field(default_factory=dict, compare=False)


@dataclass(eq=False)
class Arm:
    """One meaning of an overlay: a single field over all its bits, or several fields.

    Places of ``fields`` are counted in the surrounding layout, not in the arm.  ``is_single``: the arm
    is one field with the arm's name over the whole place.
    """

    name: str
    when: When
    fields: List["Field"]
    is_single: bool
    where: Span
    about: About = field(default_factory=About)
    spans: Dict[str, Span] = field(default_factory=dict, compare=False)

    def path(self, item: "Field") -> str:
        """The path of one of its fields in the layout: ``guard`` of ``t10dif`` is ``t10dif.guard``."""
        if not item.is_named:
            return ""
        return self.name if self.is_single else f"{self.name}.{item.name}"


@dataclass(eq=False)
class Field:
    """One entry of a layout.

    ``name`` is empty for reserved and ignored bits.  ``count`` is None for a scalar, a number
    for a fixed array and 0 for a trailing array of unknown length, which is not part of the
    layout's size (``bits.width`` is 0).  ``elem_width`` is the width in bits of one element of
    an array; for a scalar it equals ``bits.width``.
    """

    name: str
    bits: Bits
    kind: Kind
    where: Span  # of the key, which is the place
    about: About = field(default_factory=About)
    count: Optional[int] = None
    elem_width: int = 0
    layout: str = ""  # Kind.LAYOUT: name of the layout (of the elements)
    enum: str = ""  # Kind.UINT: its enumeration
    flags: str = ""  # Kind.UINT: its set of single-bit flags
    default: Optional[int] = None  # what an initialised host structure holds
    fixed: Optional[int] = None  # what pack always writes
    writer: Optional[Writer] = None  # None: as the layout
    cap: str = ""  # "layout.field" of the capability bit that the field needs
    unit: str = ""
    encoding: str = ""  # a key of ENCODINGS
    ranges: List[Tuple[int, int]] = field(default_factory=list)  # the legal numbers, least and greatest of each range
    also: str = ""  # Kind.UINT: the layout that the number is where something outside of the bytes says so
    arms: List[Arm] = field(default_factory=list)  # Kind.OVERLAY
    selector: Optional[Selector] = None  # Kind.OVERLAY
    spans: Dict[str, Span] = field(default_factory=dict)  # of the attributes' values, by key

    @property
    def is_flexible(self) -> bool:
        """True for a trailing array of unknown length."""
        return self.count == 0

    @property
    def is_array(self) -> bool:
        return self.count is not None

    @property
    def is_number(self) -> bool:
        return self.kind is Kind.UINT and not self.is_array

    @property
    def is_named(self) -> bool:
        return self.kind not in (Kind.RESERVED, Kind.IGNORED)

    @property
    def said(self) -> "Said":
        """What its description says."""
        from .said import read  # when needed: its patterns take long to compile

        return read(self.about.doc)

    @property
    def measure(self) -> Tuple[str, str]:
        """Its ``unit`` and ``encoding``: the keys, or of a number without names those that its description is certain of."""
        if self.unit or self.encoding or not self.is_number or self.enum or self.flags or self.fixed is not None:
            return self.unit, self.encoding
        from .amounts import keys_of

        return keys_of(self.name, self.about.doc)

    @property
    def legal(self) -> List[Tuple[int, int]]:
        """Its legal numbers: ``ranges``, or of a number without names those that its description is certain of; empty if
        any is."""
        if self.ranges or not self.is_number or self.enum or self.flags or self.fixed is not None:
            return self.ranges
        from .limits import ranges_of

        return ranges_of(self.said.limits, self.about.doc, self.bits.width)

    @property
    def inner(self) -> List["Field"]:
        """The fields of all arms of an overlay."""
        return [item for arm in self.arms for item in arm.fields]

    @property
    def uses(self) -> List[str]:
        """The names of the layout and the enumerations that the field refers to."""
        names = [self.layout, self.enum, self.flags, self.selector.enum if self.selector else ""]
        return [name for name in names if name]


def range_text(ranges: List[Tuple[int, int]]) -> str:
    """Returns ranges as people read them: ``1..64``, ``0..13, 31``."""
    return ", ".join(str(least) if least == most else f"{least}..{most}" for least, most in ranges)


def shares_word(overlay: Field, fields: List[Field]) -> bool:
    """True when an overlay, one of ``fields``, shares a word with numbers beside it.

    Generated C then has one number for the overlay instead of a union.
    """
    arms = [inner for inner in overlay.inner if inner.is_number]
    return not overlay.bits.is_bytes or \
        any(not overlay.bits.contains(inner.bits.word) for inner in arms) or \
        any(item.is_number and item.bits.word.overlaps(overlay.bits) for item in fields)


def words_of(places: Iterable[Bits]) -> List[Bits]:
    """Returns the words that contain numbers at these places; of overlapping words only the widest."""
    out: List[Bits] = []
    taken: Set[int] = set()  # bytes
    for word in sorted({bits.word for bits in places}, key=lambda w: (-w.width, w.offset)):
        inside = range(word.offset // 8, word.end // 8)
        if taken.isdisjoint(inside):
            out.append(word)
            taken.update(inside)
    return sorted(out, key=lambda w: w.offset)


@dataclass(eq=False)
class Group:
    """Number fields of one word that generated code encodes and writes together."""

    name: str
    fields: List[str]
    where: Span
    about: About = field(default_factory=About)
    spans: List[Span] = field(default_factory=list)  # of ``fields``


class Entry(NamedTuple):
    """One entry of a table.  ``path`` is dotted through arms with several fields and empty for bits
    without a name; ``overlay`` and ``arm`` contain the entry, or are None."""

    path: str
    item: Field
    overlay: Optional[Field] = None
    arm: Optional[Arm] = None

    @property
    def bits(self) -> Bits:
        return self.item.bits

    @property
    def is_overlay(self) -> bool:
        return self.item.kind is Kind.OVERLAY


@dataclass(eq=False)
class Layout:
    """A table of the manual: ``size`` bytes, of which every bit belongs to a field."""

    name: str
    size: int
    fields: List[Field]  # in the order of their offsets
    where: Span
    about: About = field(default_factory=About)
    writer: Writer = Writer.DRIVER
    size_where: Span = NOWHERE
    groups: List[Group] = field(default_factory=list)

    def items(self) -> Iterator[Field]:
        """Yields the fields of :meth:`walk`."""
        for item in self.fields:
            yield item
            for arm in item.arms:
                yield from arm.fields

    def walk(self) -> Iterator[Entry]:
        """Yields every entry in the order of the table, those of arms after their overlay; does not enter
        nested layouts."""
        for item in self.fields:
            yield Entry(item.name, item)
            for arm in item.arms:
                for inner in arm.fields:
                    yield Entry(arm.path(inner), inner, item, arm)


@dataclass(eq=False)
class EnumValue:
    name: str
    value: int  # for flags: the bit number, counted from the least significant bit
    where: Span
    about: About = field(default_factory=About)
    alias: str = ""  # the name of the earlier entry with the same value
    detail: str = ""  # the enumeration of the low bits, which are 0 in ``value``, or "N bits" of a number
    detail_bits: int = 0
    spans: Dict[str, Span] = field(default_factory=dict, compare=False)


@dataclass(eq=False)
class Enum:
    """An enumeration, or with ``is_flags`` a set of single-bit flags.

    ``is_open``: other values are legal too.
    """

    name: str
    values: List[EnumValue]
    is_flags: bool
    where: Span
    is_open: bool = False
    about: About = field(default_factory=About)

    def by_value(self, value: int) -> Optional[EnumValue]:
        """The first entry with this value (bit number for flags), or None."""
        return next((item for item in self.values if item.value == value), None)

    def by_name(self, name: str) -> Optional[EnumValue]:
        return next((item for item in self.values if item.name == name), None)

    def with_detail(self, value: int) -> Optional[EnumValue]:
        """The entry with details in its low bits that covers this value, or None."""
        return next((item for item in self.values if item.detail_bits and not self.is_flags
                     and value >> item.detail_bits == item.value >> item.detail_bits), None)


@dataclass(eq=False)
class VariantArm:
    """One choice of a variant: a layout or a sequence, by name."""

    name: str
    when: When
    layout: str
    sequence: str
    where: Span
    about: About = field(default_factory=About)
    spans: Dict[str, Span] = field(default_factory=dict, compare=False)


@dataclass(eq=False)
class Variant:
    """A choice between layouts or sequences by a selector, which all arms have at the same place."""

    name: str
    selector: Selector
    arms: List[VariantArm]
    where: Span
    about: About = field(default_factory=About)


@dataclass
class Num:
    """A number in an expression."""

    value: int
    where: Span = field(default=NOWHERE, compare=False)


@dataclass
class Ref:
    """``segment.field`` in an expression: a field of an earlier segment of the sequence."""

    segment: str
    field: str  # may be dotted, through nested layouts and overlay arms
    where: Span = dataclasses.field(default=NOWHERE, compare=False)


@dataclass
class Name:
    """The name of an enumeration value or flag, resolved through the field that it is compared with."""

    name: str
    where: Span = field(default=NOWHERE, compare=False)


@dataclass
class Op:
    """An operation in an expression of a sequence.

    ``op`` is one of ``+ - * /`` (whole numbers; ``/`` rounds down), ``== != < <= > >=``,
    ``has`` (a flag is set), ``and or not``; ``not`` has one argument, all others two.
    """

    op: str
    args: List["Expr"]


Expr = Union[Num, Ref, Name, Op]


@dataclass(eq=False)
class Segment:
    """One part of a sequence.

    Exactly one of ``layout``, ``variant``, ``sequence``, ``data`` (plain bytes) is its content.
    It is present if ``when`` is true or None.  It is repeated ``count`` times, or as often as it fits
    into ``size`` bytes, or to the end of the sequence (``rest``); at most one of these is set, and
    with none of them it occurs once.
    """

    name: str
    where: Span
    layout: str = ""
    variant: str = ""
    sequence: str = ""
    data: bool = False
    when: Optional[Expr] = None
    count: Optional[Expr] = None
    size: Optional[Expr] = None
    rest: bool = False
    about: About = field(default_factory=About)
    spans: Dict[str, Span] = field(default_factory=dict)


@dataclass(eq=False)
class Sequence:
    """The segments of a work request or command, in order.

    ``size`` is the length of the whole in bytes, where a field has it (``ctrl.ds * 16``); None: the
    sequence ends with its segments, or with its container.
    """

    name: str
    segments: List[Segment]
    where: Span
    size: Optional[Expr] = None
    about: About = field(default_factory=About)
    spans: Dict[str, Span] = field(default_factory=dict)


@dataclass
class File:
    """One file of the spec: the names that it defines, in its order."""

    path: str  # as given to the reader
    stem: str  # "psv" of spec/wqe/psv.yaml; names the generated header
    doc: str
    digest: str  # sha256 of the content, hexadecimal
    layouts: List[str] = field(default_factory=list)
    enums: List[str] = field(default_factory=list)
    variants: List[str] = field(default_factory=list)
    sequences: List[str] = field(default_factory=list)
    sources: Dict[str, str] = field(default_factory=dict)  # what its abbreviations of sources mean


Thing = Union[Layout, Enum, Variant, Sequence]  # what has a name that is unique


@dataclass
class Spec:
    """The whole manual.  Names are unique across all files; dictionaries keep file order."""

    files: List[File] = field(default_factory=list)
    layouts: Dict[str, Layout] = field(default_factory=dict)
    enums: Dict[str, Enum] = field(default_factory=dict)
    variants: Dict[str, Variant] = field(default_factory=dict)
    sequences: Dict[str, Sequence] = field(default_factory=dict)

    @property
    def tables(self) -> Tuple[Mapping[str, Thing], ...]:
        """Everything that has a name, by kind."""
        return self.layouts, self.enums, self.variants, self.sequences

    @property
    def digest(self) -> str:
        """sha256 over the files' paths and digests, hexadecimal; see :func:`spec_digest`."""
        return spec_digest([(f.path, f.digest) for f in self.files])

    def uses(self, name: str) -> Iterator[str]:
        """Yields the names that a layout, variant or sequence refers to directly."""
        if name in self.layouts:
            for item in self.layouts[name].items():
                yield from item.uses
        if name in self.variants:
            variant = self.variants[name]
            yield from (variant.selector.enum, *(arm.layout or arm.sequence for arm in variant.arms))
        if name in self.sequences:
            for part in self.sequences[name].segments:
                yield part.layout or part.variant or part.sequence

    def closure(self, names: Iterable[str]) -> Set[str]:
        """Returns ``names`` and all names that they refer to, directly or indirectly."""
        found: Set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name and name not in found:
                found.add(name)
                todo += self.uses(name)
        return found

    def only(self, names: Set[str]) -> "Spec":
        """Returns the part of the manual that has these names, without files that define none of them."""
        kinds = ("layouts", "enums", "variants", "sequences")
        files = [dataclasses.replace(item, **{kind: [name for name in getattr(item, kind) if name in names]
                                              for kind in kinds}) for item in self.files]
        return Spec([item for item in files if any(getattr(item, kind) for kind in kinds)],
                    *({name: thing for name, thing in getattr(self, kind).items() if name in names}
                      for kind in kinds))


@dataclass(frozen=True)
class LeftOut:
    """An entry of another form of manual that the model cannot express.

    Its bits become ignored bits of the layout.  ``field`` is empty where the whole table is left out.
    """

    layout: str
    field: str
    offset_bits: int
    width_bits: int
    reason: str
    where: Span


def spec_digest(items: List[Tuple[str, str]]) -> str:
    """Returns one digest for (path, digest) pairs in any order."""
    import hashlib

    total = hashlib.sha256()
    for path, digest in sorted(items):
        total.update(f"{path}\0{digest}\n".encode())
    return total.hexdigest()
