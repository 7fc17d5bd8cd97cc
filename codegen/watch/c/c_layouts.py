# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""C structs, as a compiler laid them out, as layouts of the model.

A struct or union of an object file or header becomes a layout under its tag, or its typedef's name.  Members
of big-endian types (``__be32``, ``rte_be32_t``, ``prm_be32`` ...) are numbers in wire order.  Other
integers of more than one byte have no byte order in C: they are taken as in wire order, too, with a
note if the machine is little-endian.  Little-endian types (``__le32`` ...) are byte strings.  Bit
fields have the places that the machine gives them; one that crosses a byte on a little-endian
machine has no place on the wire and is left out.

Structs in the style of ``mlx5_ifc.h``, in which a byte represents a bit, are converted by the reader
of headers.  Unions are overlays with an external selector, since C does not state the selector.
Gaps are padding, and ignored.  A struct with a pointer is no wire format and is left out as a whole.
"""

from __future__ import annotations

import os
import re
from typing import Dict, List, Optional, Set, Tuple

from prmclib.model import About, Arm, Bits, Field, Kind, Layout, LeftOut, Selector, Span, Spec, When, Writer
from .c_types import Array, CEnum, CMember, CStruct, Leaf, Objects, TypeRef
from .maker import Maker, blank, fill, joined, overlay_at

SELECTOR = "Not stated by the struct."
ORDER = "the type does not state the byte order; taken as on the wire"

_BIG = re.compile(r"(?:.*_)?be(16|32|64)(?:_t)?\Z")
_LITTLE = re.compile(r"(?:.*_)?le(16|32|64)(?:_t)?\Z")
_RESERVED = re.compile(r"_*(?:rese?re?ved|rsvd?|pad(?:ding)?)(?:_?(?:at_?)?[0-9a-fA-F]*)\Z")
MAX_PARTS = 1 << 20  # members of a struct, including nested ones


class _Unclear(Exception):
    """A member that the model cannot represent, with the reason."""


class StructMaker(Maker):
    """Adds the structs of ``objects`` to the layouts of its spec.  Their names are in ``labels``."""

    def __init__(self, objects: Objects, spec: Spec, left: List[LeftOut], taken: Set[str],
                 tables: Set[str]) -> None:
        """``taken`` are names that layouts cannot have, ``tables`` tags of tables of bits."""
        super().__init__()
        self.tables = tables
        self.objects, self.spec, self.left = objects, spec, left
        self.taken = set(taken)
        self.labels: Dict[str, str] = {}  # names of layouts by those of structs
        self.names: Dict[CStruct, str] = {}  # layouts by struct
        self.reasons: Dict[CStruct, str] = {}  # why a struct is not a layout
        self.parts: Dict[CStruct, int] = {}

    def add(self) -> None:
        """Adds all structs of bytes, and says which are left out."""
        structs = {name: found for name, found in self.objects.structs.items()
                   if found.tag not in self.tables}
        self.labels = {name: self.free_name(name) for name in structs}
        for name, found in structs.items():
            self.names.setdefault(found, self.labels[name])
        for found in self.objects.twice:
            first = self.objects.structs.get(found.tag)
            self.left.append(LeftOut(found.tag, "", 0, found.size * 8, "another struct of that name"
                                     + (f", at {first.where}" if first else ""), found.where))
        for name, found in structs.items():
            if is_wrapped(TypeRef(found, (name,))):
                continue  # a number that a struct wraps to forbid arithmetic
            reason = self.reason(found)
            if reason:
                self.left.append(LeftOut(name, "", 0, found.size * 8, reason, found.where))
            elif self.labels[name] not in self.spec.layouts:
                self.layout(self.labels[name], found)

    def reason(self, found: CStruct, depth: int = 0) -> str:
        """Returns why a struct is not a layout; empty if it is one."""
        if found not in self.reasons:
            self.reasons[found] = "it contains itself"
            self.reasons[found] = self._reason(found, depth)
        return self.reasons[found]

    def _reason(self, found: CStruct, depth: int) -> str:
        if found.tag in self.tables:
            return "a table of bits in a struct of bytes"
        if not found.size and not found.members:
            return "a struct without members"
        if depth > 32:
            return "structs that are nested too deeply"
        self.parts[found] = 0
        for member in found.members:
            kind, times = member.type.type, 1
            while isinstance(kind, Array):
                times *= kind.count or 1
                kind = kind.element.type
            if isinstance(kind, Leaf) and kind.kind == "pointer":
                return f"'{member.name}' is a pointer"
            more = times
            if isinstance(kind, CStruct):
                inner = self.reason(kind, depth + 1)
                if inner:
                    return f"'{member.name or kind.keyword}': {inner}"
                more = times * self.parts.get(kind, 1)
            self.parts[found] += more
            if self.parts[found] > MAX_PARTS:
                return f"more than {MAX_PARTS:,} members in all"
        return ""

    def layout(self, name: str, found: CStruct) -> None:
        self.names[found] = name
        tag = f"{found.keyword} {found.tag}" if found.tag else name
        layout = Layout(name, found.size, [], found.where,
                        About(source=[f"{_file(found.where)} {tag}"]), Writer.BOTH)
        self.spec.layouts[name] = layout
        if found.is_union:
            layout.fields = [self.overlay(name, name, found, 0, found.where)]
        else:
            layout.fields = self.filled(self.fields(name, found, 0), 0, found.size * 8, name,
                                        found.where)

    # Members

    def fields(self, owner: str, found: CStruct, base: int) -> List[Field]:
        """Returns the members of a struct at bit ``base`` of the layout ``owner``."""
        out: List[Field] = []
        for member in found.members:
            kind = member.type.type
            if isinstance(kind, CStruct) and not member.name and not kind.is_union:
                out += self.fields(owner, kind, base + member.offset)
            else:
                out += self.field(owner, member, base)
        return out

    def field(self, owner: str, member: CMember, base: int) -> List[Field]:
        """Converts one member; returns nothing for one without bits or a name."""
        kind = member.type.type
        if isinstance(kind, CStruct) and kind.is_union and not kind.tag and not member.type.names \
                or isinstance(kind, CStruct) and not member.name:
            if not kind.size:
                return []
            name = member.name or f"union_at_{base + member.offset:x}"
            return [self.overlay(owner, name, kind, base + member.offset, member.where)]
        width = member.type.bits if member.width is None else member.width
        at = Bits(base + member.offset, width)
        try:
            new = self.single(owner, member, at)
        except _Unclear as exc:
            place = self.wire(member, base)
            self.left.append(LeftOut(owner, member.name, place.offset, place.width, str(exc),
                                     member.where))
            return [Field("", place, Kind.IGNORED, member.where, elem_width=place.width)] \
                if place.width else []
        return [new] if member.name and (new.bits.width or new.is_flexible) else []

    def wire(self, member: CMember, base: int) -> Bits:
        """Returns the bytes that contain a member, as the place of one that is left out."""
        width = member.type.bits if member.width is None else member.width
        first = (base + member.offset) // 8 * 8
        last = (base + member.offset + width + 7) // 8 * 8
        return Bits(first, last - first)

    def single(self, owner: str, member: CMember, at: Bits) -> Field:
        element, count, dims = flattened(member.type)
        new = Field(member.name, at, Kind.UINT, member.where, About(), count,
                    element.bits if count is not None else at.width)
        if len(dims) > 1:
            new.about.note = "dimensions: " + " x ".join(str(number) for number in dims)
        kind = element.type
        if member.width is not None:
            return self.bit_field(member, new, kind)
        if isinstance(kind, CStruct) and not is_wrapped(element):
            new.kind = Kind.LAYOUT
            new.layout = self.names.get(kind, "")
            if not new.layout:
                # Another unit defines the struct of that name, or it has no name at all.
                same = self.objects.structs.get(kind.tag)
                if kind.tag and same is not None and not self.reason(same):
                    new.layout = self.names[same]
                else:
                    new.layout = self.free_name(kind.tag or f"{owner}_{member.name}")
                    self.layout(new.layout, kind)
            return new
        if _RESERVED.fullmatch(member.name) and count != 0:
            return Field("", at, Kind.RESERVED, member.where, elem_width=at.width)
        if isinstance(kind, Leaf) and kind.kind not in ("int", "char"):
            raise _Unclear(f"{kind.name or kind.kind}, which is not a wire format")
        if element.bits not in (8, 16, 32, 64):
            raise _Unclear(f"a number of {element.bits} bits")
        self.number(new, element)
        return new

    def number(self, new: Field, element: TypeRef) -> None:
        """Sets the kind of an integer or enumeration, alone or in an array."""
        is_enum = isinstance(element.type, CEnum)
        little = any(_LITTLE.fullmatch(name) for name in words(element))
        big = any(_BIG.fullmatch(name) for name in words(element))
        if little and element.bits > 8:
            new.kind, new.elem_width = Kind.BYTES, 8 if new.is_flexible else new.bits.width
            new.count = 0 if new.is_flexible else None
            new.about.note = joined(new.about.note, f"little-endian: {element.name}")
            return
        if new.is_array and element.bits == 8 and not is_enum:
            new.kind, new.elem_width = Kind.BYTES, 8 if new.is_flexible else new.bits.width
            new.count = 0 if new.is_flexible else None
        elif element.bits > 8 and not big and self.objects.is_little_endian:
            new.about.note = joined(new.about.note, f"{element.name or 'enum'}: {ORDER}")
        if isinstance(element.type, CEnum) and element.type.tag in self.spec.enums:
            new.enum = element.type.tag

    def bit_field(self, member: CMember, new: Field, kind: object) -> Field:
        """Places a bit field in the bit order of the model."""
        at = new.bits
        if not at.width:
            return new  # it only ends a storage unit
        if isinstance(kind, CEnum) and kind.tag in self.spec.enums:
            new.enum = kind.tag
        if self.objects.is_little_endian:
            low = at.offset % 8
            if low + at.width <= 8:
                new.bits = Bits(at.offset - low + 8 - low - at.width, at.width)
            elif low or at.width % 8:
                raise _Unclear("a bit field that crosses a byte on a little-endian machine")
            else:
                new.about.note = f"{member.type.name}: {ORDER}"
        if new.bits.width > 64:
            raise _Unclear(f"a number of {new.bits.width} bits")
        if _RESERVED.fullmatch(member.name):
            return Field("", new.bits, Kind.RESERVED, member.where, elem_width=new.bits.width)
        return new

    def filled(self, fields: List[Field], start: int, end: int, owner: str,
               where: Span) -> List[Field]:
        """Sorts the fields by place and fills gaps with ignored bits."""
        out: List[Field] = []
        at = start
        ordered = sorted(fields, key=lambda item: (item.bits.offset, not item.is_flexible))
        for item in ordered:
            reason = "overlaps the member before" if item.bits.offset < at else \
                "outside of the struct" if item.bits.end > end else \
                "an array of unknown length that is not at the end" \
                if item.is_flexible and (item is not ordered[-1] or item.bits.end != end) else ""
            if reason:
                if item.is_named:
                    self.left.append(LeftOut(owner, item.name, item.bits.offset, item.bits.width,
                                             reason, item.where))
                continue
            out += blank(at, item.bits.offset, Kind.IGNORED, where)
            out.append(item)
            at = item.bits.end
        return out + blank(at, end, Kind.IGNORED, where)

    # Unions

    def overlay(self, owner: str, name: str, found: CStruct, at: int, where: Span) -> Field:
        bits = Bits(at, found.size * 8)
        whole = overlay_at(name, bits, where, Selector(where, external=SELECTOR))
        for member in self.arms(found):
            number = len(whole.arms)
            kind = member.type.type
            if isinstance(kind, Leaf) and kind.kind == "missing":
                self.left.append(LeftOut(owner, member.name, at, bits.width,
                                         f"{kind.name}; the union is taken to be as large as its other members",
                                         member.where))
                continue
            arm = Arm(member.name or f"{name}_{number}", When([number], False, member.where), [],
                      False, member.where)
            flat = isinstance(kind, CStruct) and not kind.tag and not member.type.names and \
                not kind.is_union and not has_union(kind)
            if flat:
                assert isinstance(kind, CStruct)
                fields = self.fields(owner, kind, at + member.offset)
            elif not member.name and not isinstance(kind, CStruct):
                continue  # unnamed bits
            elif not member.name:
                assert isinstance(kind, CStruct)
                layout = self.free_name(kind.tag or f"{owner}_{arm.name}")
                self.layout(layout, kind)
                fields = [Field(arm.name, Bits(at + member.offset, kind.size * 8), Kind.LAYOUT,
                                member.where, elem_width=kind.size * 8, layout=layout)]
            elif isinstance(kind, CStruct) and kind.is_union:
                layout = self.names.get(kind) or \
                    self.free_name(kind.tag or f"{owner}_{arm.name}")
                if layout not in self.spec.layouts:
                    self.layout(layout, kind)
                fields = [Field(arm.name, Bits(at + member.offset, kind.size * 8), Kind.LAYOUT,
                                member.where, elem_width=kind.size * 8, layout=layout)]
            else:
                fields = self.field(owner, member, at)
            for item in [item for item in fields if item.is_flexible]:
                self.left.append(LeftOut(owner, item.name, item.bits.offset, 0,
                                         "an array of unknown length in a union", item.where))
                fields.remove(item)
            if not fields:
                continue
            whole.arms.append(fill(arm, self.filled(fields, at, bits.end, owner, member.where)))
        return whole

    def arms(self, found: CStruct) -> List[CMember]:
        """Returns the members of a union, including those of its anonymous unions."""
        out: List[CMember] = []
        for member in found.members:
            kind = member.type.type
            if isinstance(kind, CStruct) and kind.is_union and not member.name:
                out += self.arms(kind)
            else:
                out.append(member)
        return out


def flattened(ref: TypeRef) -> Tuple[TypeRef, Optional[int], List[int]]:
    """Returns (element, number of elements as in the model, dimensions) of a type."""
    count: Optional[int] = None
    dims: List[int] = []
    while isinstance(ref.type, Array):
        number = ref.type.count or 0
        dims.append(number)
        count = number if count is None else count * number
        ref = ref.type.element
    return ref, count, dims


def words(ref: TypeRef) -> Tuple[str, ...]:
    """Returns the names of a type: its typedefs' and its tag."""
    return (*ref.names, ref.type.tag) if isinstance(ref.type, (CStruct, CEnum)) else ref.names


def is_wrapped(ref: TypeRef) -> bool:
    """Returns whether a type is a number of known byte order, wrapped in a struct."""
    return any(int(match.group(1)) == ref.bits for name in words(ref)
               for match in (_BIG.fullmatch(name), _LITTLE.fullmatch(name)) if match)


def has_union(found: CStruct) -> bool:
    """Returns whether a struct contains unions or untagged structs, which arms cannot have."""
    kinds = (member.type.type for member in found.members)
    return any(isinstance(kind, CStruct) and (not kind.tag or kind.is_union) for kind in kinds)


def _file(where: Span) -> str:
    return os.path.basename(where.file)
