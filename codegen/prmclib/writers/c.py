# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The C writer: one header of layouts and one of printers for every file of the spec.

A wire structure is cut into *members*: naturally aligned big-endian numbers, byte arrays,
nested structures and unions.  A number that is a member of its own is named after its field;
numbers that share a byte, word or dword share a member named after its offset (``dw_04``).
:func:`headers` returns the texts; nothing is written here.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field, replace
from typing import Dict, Iterator, List, Optional, Set, Tuple

from prmclib.model import Arm, Bits, Field, Kind, Layout, Spec, shares_word

from .c_enum import CEnum
from .options import VERSION, Options
from .order import dependencies, digest_of, in_order
from .templates import environment
from .text import (WIDTH, about_text, block, column, comment_safe, head_text, member_line, place,
                   remark, wrapped)

ALWAYS_INLINE = 128  # bytes; larger than any segment and CQE, smaller than any large command
WORD = {8: "uint8_t", 16: "be16", 32: "be32", 64: "be64"}


@dataclass
class Number:
    """A number field of a layout and where C finds it.

    ``access`` is the member's path behind ``p->``; the value is ``width`` bits of it above
    ``shift``.  ``host`` is the path in the host structure, empty for fixed fields.
    """

    field: Field
    name: str  # as the setter has it: arm_field for a field of an arm
    bits: Bits
    access: str = ""
    unit: int = 0  # bits of the member
    shift: int = 0
    host: str = ""
    is_arm: bool = False  # one reading of bits that the host structure holds as a whole

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
        """Type of the argument of the setter and of the getter's value."""
        if self.is_flag:
            return "bool"
        return "uint32_t" if self.width <= 32 else "uint64_t"

    @property
    def host_type(self) -> str:
        return host_type(self.width, self.is_flag)


def host_type(width: int, is_flag: bool = False) -> str:
    """The smallest host type that holds ``width`` bits."""
    if is_flag:
        return "bool"
    return next(f"uint{size}_t" for size in (8, 16, 32, 64) if width <= size)


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


@dataclass
class Overlay:
    """An overlay of whole bytes: a union in C.

    ``raw`` is the name under which the bits are carried when no arm is known to hold:
    a number when ``raw_width`` is set, else bytes.  ``is_alias``: every arm is one plain number,
    so that all arms are the same bits and no selector is needed to pack.
    """

    field: Field
    arms: List[Tuple[Arm, List[Member]]]
    is_alias: bool
    raw: str
    raw_width: int


def raw_name(item: Field) -> str:
    """The name of an overlay's bits as a whole."""
    return f"{item.name}_raw" if item.name in {arm.name for arm in item.arms} else item.name


def arm_numbers(arm: Arm) -> bool:
    return all(f.is_number or not f.is_named for f in arm.fields)


class CLayout:
    """A layout seen with the eyes of C."""

    def __init__(self, spec: Spec, layout: Layout, options: Options) -> None:
        self.spec = spec
        self.layout = layout
        self.name = layout.name
        self.size = layout.size
        self.p = options.prefix
        self.P = options.prefix.upper()
        self.numbers: List[Number] = []  # every scalar number, arms included
        self.arrays: List[Tuple[Field, str, str]] = []  # (field, setter's name, access)
        self.members = self._members(layout.fields, 0, layout.size, "", "")
        self.flexible = [f for f in layout.fields if f.is_flexible]

    # -- cutting the layout into members ---------------------------------------------------

    def _members(self, fields: List[Field], start: int, end: int, path: str,
                 stem: str) -> List[Member]:
        """The members of bytes ``start`` to ``end``, in order and without gaps."""
        members: List[Member] = []
        units: List[Tuple[int, int]] = []  # in bits
        loose: List[Number] = []
        for item in fields:
            if item.is_flexible or not item.is_named:
                continue
            if item.kind is Kind.OVERLAY:
                if shares_word(item, fields):
                    loose.extend(self._loose(item, stem))
                else:
                    members.append(self._overlay(item, path, stem))
            elif item.is_number:
                loose.append(Number(item, stem + item.name, item.bits))
            else:
                members.append(self._whole(item, path, stem))
        for number in loose:
            units.append((number.bits.word.offset, number.bits.word.width))
        for first, width in merged(units):
            inside = [n for n in loose if first <= n.bits.offset < first + width]
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
            self.numbers.extend(inside)
        members.sort(key=lambda m: m.offset)
        self.numbers.sort(key=lambda n: n.bits.offset)
        return self._padded(members, fields, start, end)

    def _padded(self, members: List[Member], fields: List[Field], start: int,
                end: int) -> List[Member]:
        out: List[Member] = []
        at = start
        for member in members + [Member(end, 0, "end", "")]:
            for low, high, kind in pad_runs(fields, at, member.offset):
                name = f"{kind}_{low:02x}"
                out.append(Member(low, high - low, "pad", name))
            at = max(at, member.offset + member.size)
            if member.size:
                out.append(member)
        return out

    @staticmethod
    def _loose(item: Field, stem: str) -> List[Number]:
        """The numbers of an overlay that shares a word with other fields.

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
        return Member(first, size, "overlay", item.name, [item], [],
                      Overlay(item, arms, alias, raw, width if natural else 0))

    # -- the wire structure ----------------------------------------------------------------

    def wire(self) -> str:
        lines: List[str] = []
        for member in self.members:
            lines.extend(self._wire_member(member, 1))
        return "\n".join(lines)

    def _word(self, bits: int) -> str:
        return WORD[bits] if bits == 8 else f"{self.p}_{WORD[bits]}"

    def _wire_member(self, m: Member, tabs: int) -> List[str]:
        if m.kind == "pad":
            return [member_line(tabs, f"uint8_t {m.name}[{m.size}];", "")]
        if m.kind == "overlay":
            return self._wire_overlay(m, tabs)
        if m.kind == "num":
            decl = f"{self._word(m.size * 8)} {m.name};"
            named = [n for n in m.numbers]
            if len(named) == 1:
                number = named[0]
                head = place(number.bits)
                if m.name != number.field.name:
                    head += f" {number.field.name}"
                text = self.remark(number.field)
                return [member_line(tabs, decl, f"{head}: {text}" if text else head)]
            lines, dword = [], -1
            for number in named:
                where = place(number.bits)
                if number.bits.dword == dword and " " in where:
                    where = " " * 5 + where[where.index("["):]
                dword = number.bits.dword
                text = self.remark(number.field)
                lines.append(f"{where} {number.field.name}" + (f": {text}" if text else ""))
            return [self._aligned_block(lines, tabs), "\t" * tabs + decl]
        item = m.fields[0]
        if m.kind == "struct":
            decl = f"struct {self.p}_{item.layout} {m.name}"
        elif m.kind == "array":
            decl = f"{self._word(item.elem_width)} {m.name}"
        else:
            decl = f"uint8_t {m.name}"
        if m.kind == "bytes":
            decl += f"[{m.size}]"
        elif item.is_array:
            decl += f"[{item.count}]"
        text = self.remark(item)
        head = f"0x{m.offset:02x}..0x{m.offset + m.size - 1:02x}"
        return [member_line(tabs, decl + ";", f"{head}: {text}" if text else head)]

    @staticmethod
    def _aligned_block(lines: List[str], tabs: int) -> str:
        """The fields of a shared member: place, name and remark in columns."""
        lead = "\t" * tabs
        cells = []
        for line in lines:
            where, rest = line[:line.index("]") + 1], line[line.index("]") + 2:]
            cells.append((where, rest))
        wide = max(len(where) for where, _ in cells)
        out = [f"{lead}/*"]
        for where, rest in cells:
            parts = textwrap.wrap(rest, WIDTH - 8 * tabs - 6 - wide, break_long_words=False,
                                  break_on_hyphens=False)
            out.append(f"{lead} * {where:{wide}} {parts[0]}")
            out.extend(f"{lead} * {'':{wide}}   {part}" for part in parts[1:])
        out.append(f"{lead} */")
        return "\n".join(out)

    def _wire_overlay(self, m: Member, tabs: int) -> List[str]:
        over = m.overlay
        assert over is not None
        lead = "\t" * tabs
        head = f"{place(m.fields[0].bits)} {m.name}: {self._decided_by(m.fields[0])}"
        text = about_text(m.fields[0].about)
        lines = [block([f"{head}. {text}" if text else head + "."], tabs)
                 if len(head) + len(text) + 8 * tabs + 8 > WIDTH else
                 f"{lead}/* {head}{'. ' + text if text else ''} */",
                 f"{lead}__extension__ union {{"]
        for arm, inner in over.arms:
            if arm.is_single:
                for sub in inner:
                    lines.extend(self._wire_member(sub, tabs + 1))
                continue
            lines.append(f"{lead}\tstruct {{")
            for sub in inner:
                lines.extend(self._wire_member(sub, tabs + 2))
            lines.append(f"{lead}\t}} {self._packed()} {arm.name};")
        if not over.is_alias:
            raw = (f"{self._word(over.raw_width)} {over.raw};" if over.raw_width
                   else f"uint8_t {over.raw}[{m.size}];")
            lines.append(f"{lead}\t{raw}")
        lines.append(f"{lead}}};")
        return lines

    @staticmethod
    def _packed() -> str:
        return "__attribute__((packed))"

    def _decided_by(self, item: Field) -> str:
        sel = item.selector
        if sel is None:
            return "overlay"
        if sel.external:
            return f"decided by {comment_safe(sel.external).rstrip('.')}"
        return f"decided by {sel.field}"

    def remark(self, item: Field) -> str:
        """What stands beside a member: doc, what the number means, marks."""
        return remark(item, self.layout.writer, f"enum {self.p}_{item.enum}",
                      f"flags {self.P}_{item.flags.upper()}_*")

    # -- the host structure ----------------------------------------------------------------

    def host(self) -> List[str]:
        """Declarations of the host structure, one line each."""
        return self._host(self.layout.fields, self.members, 1, "")

    def _host(self, fields: List[Field], members: List[Member], tabs: int,
              path: str) -> List[str]:
        entries: List[Tuple[int, int, List[str]]] = []
        lead = "\t" * tabs
        for m in members:
            for n in m.numbers:
                if n.host:
                    note = f"{n.width} bits" if n.width not in (1, 8, 16, 32, 64) else ""
                    if n.field.enum:
                        note = f"{note + ', ' if note else ''}enum {self.p}_{n.field.enum}"
                    elif n.field.flags:
                        note = f"{self.P}_{n.field.flags.upper()}_*"
                    elif n.field.encoding:
                        note += (", " if note else "") + n.field.encoding.replace("_", " ")
                    name = n.host[len(path):]
                    entries.append((n.bits.offset, 0,
                                    [member_line(tabs, f"{n.host_type} {name};", note)]))
            if m.kind in ("bytes", "struct", "array"):
                item = m.fields[0]
                if m.kind == "bytes":
                    decl = f"uint8_t {m.name}[{m.size}];"
                elif m.kind == "struct":
                    count = f"[{item.count}]" if item.is_array else ""
                    decl = f"struct {self.p}_{item.layout}_fields {m.name}{count};"
                else:
                    decl = f"{host_type(item.elem_width)} {m.name}[{item.count}];"
                entries.append((m.offset * 8, 0, [lead + decl]))
            elif m.kind == "overlay":
                entries.append((m.offset * 8, 0, self._host_overlay(m, tabs, path)))
        for ign in ignored(fields):
            entries.append((ign.offset, 1, [lead + ign.declaration]))
        out: List[str] = []
        for _, _, lines in sorted(entries, key=lambda e: e[:2]):
            out.extend(lines)
        return out

    def _host_overlay(self, m: Member, tabs: int, path: str) -> List[str]:
        over = m.overlay
        assert over is not None
        lead = "\t" * tabs
        raw = (f"{host_type(over.raw_width)} {over.raw};" if over.raw_width
               else f"uint8_t {over.raw}[{m.size}];")
        if self.is_external(over):
            return [member_line(tabs, raw, f"{self._decided_by(over.field)}")]
        lines = [f"{lead}__extension__ union {{"
                 f"\t/* {self._decided_by(over.field)} */"]
        for arm, inner in over.arms:
            if arm.is_single:
                lines.extend(self._host([], inner, tabs + 1, path))
            else:
                lines.append(f"{lead}\tstruct {{")
                lines.extend(self._host(arm.fields, inner, tabs + 2, f"{path}{arm.name}."))
                lines.append(f"{lead}\t}} {arm.name};")
        if not over.is_alias:
            lines.append(member_line(tabs + 1, raw, "any other"))
        lines.append(f"{lead}}};")
        return lines

    @staticmethod
    def is_external(over: Overlay) -> bool:
        return bool(over.field.selector and over.field.selector.external) and not over.is_alias

    # -- statements ------------------------------------------------------------------------

    def pack(self) -> List[str]:
        return self._pack(self.layout.fields, self.members, 0, self.size, "", "\t")

    def _pack(self, fields: List[Field], members: List[Member], start: int, end: int,
              path: str, lead: str) -> List[str]:
        """Statements that store bytes ``start`` to ``end``, one store for each word."""
        out: List[str] = []
        for first, last, group in words(members, fields, start, end):
            size = last - first
            if group is None:  # a longer stretch without numbers
                at = f"(uint8_t *)p + 0x{first:02x}" if first else "p"
                out.append(f"{lead}memset({at}, 0, {size});")
            elif isinstance(group, Ignored):
                out.append(f"{lead}memcpy((uint8_t *)p + 0x{first:02x}, v->{path}{group.name}, "
                           f"{size});")
            elif isinstance(group, Member):
                out.extend(self._pack_member(group, path, lead))
            else:
                out.extend(self._store(first, size, group, path, lead))
        return out

    def _store(self, first: int, size: int, group: "Group", path: str, lead: str) -> List[str]:
        terms, checks = [], []
        seen: Set[Tuple[int, int]] = set()
        wide = "uint64_t" if size == 8 else "uint32_t"
        suffix = "UINT64_C" if size == 8 else "UINT32_C"
        for n in group.numbers:
            spot = (n.bits.offset, n.bits.width)
            if spot in seen:  # another arm over the same bits
                continue
            if n.is_arm:
                continue
            seen.add(spot)
            shift = (first + size) * 8 - n.bits.end
            if n.field.fixed is not None:
                if n.field.fixed:
                    terms.append(shifted(f"{suffix}({n.field.fixed:#x})", shift))
                continue
            if not n.is_flag and n.width not in (8, 16, 32, 64):
                checks.append(f"{lead}{self.P}_CHECK_WIDTH(v->{n.host}, {n.width});")
            value = cast(wide, n.host_type, f"v->{n.host}")
            if not n.is_flag and n.width not in (8, 16, 32, 64) and shift + n.width != size * 8:
                value = f"({value} & {n.mask:#x})"
            terms.append(shifted(value, shift))
        for ign in group.ignored:
            value = cast(wide, host_type(ign.width), f"v->{path}{ign.name}")
            if ign.width not in (8, 16, 32):
                value = f"({value} & {(1 << ign.width) - 1:#x})"
            terms.append(shifted(value, (first + size) * 8 - ign.offset - ign.width))
        if len(terms) == 1 and re.fullmatch(r"\([^()]*(\(\w+\))?[^()]*\)", terms[0]):
            terms = [terms[0][1:-1]]
        call = f"{self.p}_store{size * 8}(p, 0x{first:02x}, "
        if not terms:
            return checks + [f"{lead}{call}0);"]
        if size == 2:
            terms = [f"(uint16_t)({' | '.join(terms)})"] if len(terms) > 1 or "<<" in terms[0] \
                else [terms[0].replace("uint32_t", "uint16_t")]
        if size == 1:
            terms = [f"(uint8_t)({' | '.join(terms)})"]
        return checks + wrap_call(lead, call, terms)

    def _pack_member(self, m: Member, path: str, lead: str) -> List[str]:
        at = f"(uint8_t *)p + 0x{m.offset:02x}"
        if m.kind == "bytes":
            return [f"{lead}memcpy({at}, v->{path}{m.name}, {m.size});"]
        if m.kind == "struct":
            item = m.fields[0]
            call = f"{self.p}_{item.layout}_pack"
            if not item.is_array:
                return [f"{lead}{call}(&p->{path}{m.name}, &v->{path}{m.name});"]
            return [f"{lead}for (i = 0; i < {item.count}; i++)",
                    f"{lead}\t{call}(&p->{path}{m.name}[i], &v->{path}{m.name}[i]);"]
        if m.kind == "array":
            item = m.fields[0]
            bits = item.elem_width
            value = f"v->{path}{m.name}[i]"
            if bits > 8:
                value = f"{self.p}_cpu_to_be{bits}({value})"
            return [f"{lead}for (i = 0; i < {item.count}; i++)",
                    f"{lead}\tp->{path}{m.name}[i] = {value};"]
        over = m.overlay
        assert m.kind == "overlay" and over is not None
        if over.is_alias or self.is_external(over):
            name = over.arms[0][0].name if over.is_alias else over.raw
            if over.raw_width:
                value = f"v->{path}{name}"
                return [f"{lead}{self.p}_store{over.raw_width}(p, 0x{m.offset:02x}, {value});"]
            return [f"{lead}memcpy({at}, v->{path}{over.raw}, {m.size});"]
        return self._switch(m, path, lead, True)

    def _switch(self, m: Member, path: str, lead: str, is_pack: bool) -> List[str]:
        over = m.overlay
        assert over is not None
        out = [f"{lead}switch ({self._number_of(over, 'v->' + self._selector(over))}) {{"]
        other = None
        for arm, inner in over.arms:
            if arm.when.is_else:
                other = (arm, inner)
                continue
            out.extend(f"{lead}case {value:#x}:" for value in arm.when.values)
            out.extend(self._arm(arm, inner, m, path, lead + "\t", is_pack))
            out.append(f"{lead}\tbreak;")
        out.append(f"{lead}default:")
        if other:
            out.extend(self._arm(*other, m, path, lead + "\t", is_pack))
        elif over.raw_width and is_pack:
            out.append(f"{lead}\t{self.p}_store{over.raw_width}(p, 0x{m.offset:02x}, "
                       f"v->{path}{over.raw});")
        elif over.raw_width:
            out.append(f"{lead}\tv->{path}{over.raw} = "
                       f"{self.p}_load{over.raw_width}(p, 0x{m.offset:02x});")
        else:
            at = f"(%suint8_t *)p + 0x{m.offset:02x}"
            pair = (at % "", f"v->{path}{over.raw}") if is_pack else \
                (f"v->{path}{over.raw}", at % "const ")
            out.append(f"{lead}\tmemcpy({pair[0]}, {pair[1]}, {m.size});")
        out += [f"{lead}\tbreak;", f"{lead}}}"]
        return out

    def _arm(self, arm: Arm, inner: List[Member], m: Member, path: str, lead: str,
             is_pack: bool) -> List[str]:
        sub = path if arm.is_single else f"{path}{arm.name}."
        step = self._pack if is_pack else self._unpack
        return step(arm.fields, inner, m.offset, m.offset + m.size, sub, lead)

    def _number_of(self, over: Overlay, value: str) -> str:
        """The selector's value as a number, since C compilers distrust a switch on a bool."""
        assert over.field.selector is not None
        return self._cast(over.field.selector.field, value)

    def _cast(self, selector: str, value: str) -> str:
        flag = any(n.name == selector and n.is_flag for n in self.numbers)
        return f"(unsigned int){value}" if flag else value

    def _selector(self, over: Overlay) -> str:
        assert over.field.selector is not None
        return over.field.selector.field

    def unpack(self) -> List[str]:
        return self._unpack(self.layout.fields, self.members, 0, self.size, "", "\t")

    def _unpack(self, fields: List[Field], members: List[Member], start: int, end: int,
                path: str, lead: str) -> List[str]:
        out: List[str] = []
        late: List[str] = []
        for first, last, group in words(members, fields, start, end):
            size = last - first
            if group is None:
                continue
            if isinstance(group, Ignored):
                out.append(f"{lead}memcpy(v->{path}{group.name}, (const uint8_t *)p + "
                           f"0x{first:02x}, {size});")
            elif isinstance(group, Member):
                if group.kind == "overlay" and not group.overlay.is_alias and \
                        not self.is_external(group.overlay):
                    late.extend(self._switch(group, path, lead, False))
                else:
                    out.extend(self._unpack_member(group, path, lead))
            else:
                out.extend(self._load(first, size, group, path, lead))
        return out + late

    def _load(self, first: int, size: int, group: "Group", path: str, lead: str) -> List[str]:
        """Statements that read the group's fields, each from the smallest word that holds it.

        That costs no more than a dword for all, and spares most fields the shift.
        """
        words_of: Dict[Tuple[int, int], List[Tuple[str, int, int, str, bool]]] = {}
        seen: Set[Tuple[int, int]] = set()

        def add(host: str, bits: Bits, c_type: str, flag: bool) -> None:
            unit = next((u for u in (8, 16, 32) if u < size * 8 and
                         bits.offset // u == (bits.end - 1) // u), size * 8)
            start = bits.offset // unit * unit if unit < size * 8 else first * 8
            words_of.setdefault((start // 8, unit), []).append(
                (host, start + unit - bits.end, bits.width, c_type, flag))

        for n in group.numbers:
            spot = (n.bits.offset, n.bits.width)
            if n.host and spot not in seen:
                seen.add(spot)
                add(n.host, n.bits, n.host_type, n.is_flag)
        for ign in group.ignored:
            add(path + ign.name, Bits(ign.offset, ign.width), host_type(ign.width), False)
        out: List[str] = []
        for (at, unit), targets in words_of.items():
            word = f"{self.p}_load{unit}(p, 0x{at:02x})"
            if len(targets) > 1:
                var = "qw" if unit == 64 else "word"
                out.append(f"{lead}{var} = {word};")
                word = var
            for host, shift, width, c_type, flag in targets:
                value = f"{word} >> {shift}" if shift else word
                if width < unit:
                    if shift + width < unit:
                        value = f"({value}) & {(1 << width) - 1:#x}" if shift else \
                            f"{value} & {(1 << width) - 1:#x}"
                    wide = {"qw": "uint64_t", "word": "uint32_t"}.get(word, f"uint{unit}_t")
                    if not flag and (c_type != wide or unit < 32):
                        value = f"({c_type})({value})" if " " in value else f"({c_type}){value}"
                elif word in ("qw", "word"):
                    value = cast(c_type, "uint64_t" if unit == 64 else "uint32_t", value)
                out.append(f"{lead}v->{host} = {value};")
        return out

    def _unpack_member(self, m: Member, path: str, lead: str) -> List[str]:
        at = f"(const uint8_t *)p + 0x{m.offset:02x}"
        if m.kind == "bytes":
            return [f"{lead}memcpy(v->{path}{m.name}, {at}, {m.size});"]
        if m.kind == "struct":
            item = m.fields[0]
            call = f"{self.p}_{item.layout}_unpack"
            if not item.is_array:
                return [f"{lead}{call}(&v->{path}{m.name}, &p->{path}{m.name}, NULL);"]
            return [f"{lead}for (i = 0; i < {item.count}; i++)",
                    f"{lead}\t{call}(&v->{path}{m.name}[i], &p->{path}{m.name}[i], NULL);"]
        if m.kind == "array":
            item = m.fields[0]
            value = f"p->{path}{m.name}[i]"
            if item.elem_width > 8:
                value = f"{self.p}_be{item.elem_width}_to_cpu({value})"
            return [f"{lead}for (i = 0; i < {item.count}; i++)",
                    f"{lead}\tv->{path}{m.name}[i] = {value};"]
        over = m.overlay
        assert m.kind == "overlay" and over is not None
        name = over.arms[0][0].name if over.is_alias else over.raw
        if over.raw_width:
            return [f"{lead}v->{path}{name} = "
                    f"{self.p}_load{over.raw_width}(p, 0x{m.offset:02x});"]
        return [f"{lead}memcpy(v->{path}{over.raw}, {at}, {m.size});"]

    def check(self) -> List[str]:
        return self._check(self.layout.fields, "", "\t")

    def _check(self, fields: List[Field], path: str, lead: str) -> List[str]:
        out: List[str] = []
        stretch: Optional[Bits] = None

        def flush() -> None:
            nonlocal stretch
            if stretch:
                out.append(f"{lead}n += {self.p}_check_reserved(r, p, {stretch.offset}, "
                           f"{stretch.width});\t/* {place(stretch)} */")
            stretch = None

        for item in fields:
            if item.kind is Kind.RESERVED:
                flush()
                stretch = item.bits
                continue
            flush()
            if item.is_flexible or item.kind in (Kind.IGNORED, Kind.BYTES):
                continue
            if item.kind is Kind.LAYOUT:
                out.extend(self._check_nested(item, path, lead))
            elif item.kind is Kind.OVERLAY:
                out.extend(self._check_overlay(item, path, lead))
            elif item.is_number:
                out.extend(self._check_number(item, path, lead))
        flush()
        return out

    def _check_number(self, item: Field, path: str, lead: str) -> List[str]:
        getter = f"{self.p}_{self.name}_get_{(path + item.name).replace('.', '_')}(p)"
        head = f"{lead}n += {self.p}_check_"
        tail = f"(r, \"{path}{item.name}\", {item.bits.offset}, {item.bits.width}, {getter}"
        if item.fixed is not None:
            return [f"{head}fixed{tail}, {item.fixed:#x});"]
        if item.enum and not self.spec.enums[item.enum].is_open:
            return [f"{head}enum{tail},", f"{lead}\t{self.p}_{item.enum}_str({getter}));"]
        if item.flags and not self.spec.enums[item.flags].is_open:
            return [f"{head}flags{tail},", f"{lead}\t{self.P}_{item.flags.upper()}_ALL);"]
        return []

    def _check_nested(self, item: Field, path: str, lead: str) -> List[str]:
        call = f"{self.p}_{item.layout}_check(&p->{path}{item.name}"
        base = item.bits.offset
        if not item.is_array:
            return [f"{lead}r->base += {base};", f"{lead}n += {call}, r);",
                    f"{lead}r->base -= {base};"]
        step = item.elem_width
        return [f"{lead}for (i = 0; i < {item.count}; i++) {{",
                f"{lead}\tr->base += {base} + i * {step};",
                f"{lead}\tn += {call}[i], r);",
                f"{lead}\tr->base -= {base} + i * {step};", f"{lead}}}"]

    def _check_overlay(self, item: Field, path: str, lead: str) -> List[str]:
        if item.selector is None or item.selector.external:
            return []
        arms = []
        for arm in item.arms:
            sub = path if arm.is_single else f"{path}{arm.name}."
            fields = [replace(f, name=arm.name) for f in arm.fields] if arm.is_single \
                else arm.fields
            lines = self._check(fields, sub, lead + "\t")
            arms.append((arm, lines))
        if not any(lines for _, lines in arms):
            return []
        getter = f"{self.p}_{self.name}_get_{item.selector.field}(p)"
        out = [f"{lead}switch ({self._cast(item.selector.field, getter)}) {{"]
        has_default = False
        for arm, lines in arms:
            if arm.when.is_else:
                has_default = True
                out.append(f"{lead}default:")
            else:
                out.extend(f"{lead}case {value:#x}:" for value in arm.when.values)
            out.extend(lines)
            out.append(f"{lead}\tbreak;")
        if not has_default:
            out += [f"{lead}default:", f"{lead}\tbreak;"]
        out.append(f"{lead}}}")
        return out

    def printing(self) -> List[str]:
        return self._print(self.layout.fields, "", "\t")

    def _print(self, fields: List[Field], path: str, lead: str) -> List[str]:
        out: List[str] = []
        for item in fields:
            bits = f"{item.bits.offset}, {item.bits.width}"
            name = path + item.name
            if item.is_flexible:
                continue
            if not item.is_named:
                what = "reserved" if item.kind is Kind.RESERVED else "ignored"
                out.append(f"{lead}{self.p}_print_{what}(f, indent, p, {bits});")
            elif item.kind is Kind.LAYOUT:
                call = f"{self.p}_{item.layout}_print(f, &p->{name}"
                if item.is_array:
                    size = item.elem_width
                    out += [f"{lead}for (i = 0; i < {item.count}; i++) {{",
                            f"{lead}\t{self.p}_print_head(f, indent, \"{name}\", (int)i, "
                            f"{item.bits.offset} + i * {size}, {size});",
                            f"{lead}\t{call}[i], indent + 2);", f"{lead}}}"]
                else:
                    out += [f"{lead}{self.p}_print_head(f, indent, \"{name}\", -1, {bits});",
                            f"{lead}{call}, indent + 2);"]
            elif item.kind is Kind.OVERLAY:
                out.extend(self._print_overlay(item, path, lead))
            elif item.kind is Kind.BYTES or item.is_array:
                out.append(f"{lead}{self.p}_print_bytes(f, indent, \"{name}\", p, {bits});")
            else:
                out.extend(self._print_number(item, name, lead))
        return out

    def _print_number(self, item: Field, name: str, lead: str) -> List[str]:
        getter = f"{self.p}_{self.name}_get_{name.replace('.', '_')}(p)"
        head = f"{lead}{self.p}_print_%s(f, indent, \"{name}\", {item.bits.offset}, " \
               f"{item.bits.width},"
        if item.enum:
            return [head % "enum", f"{lead}\t{getter}, {self.p}_{item.enum}_str({getter}));"]
        if item.flags:
            return [head % "flags", f"{lead}\t{getter}, {self.p}_{item.flags}_flag_str);"]
        return [f"{head % 'uint'} {getter});"]

    def _print_overlay(self, item: Field, path: str, lead: str) -> List[str]:
        bits = f"{item.bits.offset}, {item.bits.width}"
        raw = [f"{lead}{self.p}_print_bytes(f, indent, \"{path}{item.name}\", p, {bits});"]
        if item.selector is None or item.selector.external:
            return raw
        getter = f"{self.p}_{self.name}_get_{item.selector.field}(p)"
        out = [f"{lead}switch ({self._cast(item.selector.field, getter)}) {{"]
        has_default = False
        for arm in item.arms:
            if arm.when.is_else:
                has_default = True
                out.append(f"{lead}default:")
            else:
                out.extend(f"{lead}case {value:#x}:" for value in arm.when.values)
            sub = path if arm.is_single else f"{path}{arm.name}."
            fields = [replace(f, name=arm.name) for f in arm.fields] if arm.is_single \
                else arm.fields
            out.extend(self._print(fields, sub, lead + "\t"))
            out.append(f"{lead}\tbreak;")
        if not has_default:
            out += [f"{lead}default:", "\t" + raw[0], f"{lead}\tbreak;"]
        out.append(f"{lead}}}")
        return out

    # -- odds and ends ---------------------------------------------------------------------

    def head_comment(self) -> str:
        return head_text(self.layout, f"struct {self.p}_{self.name}", "/**")

    def offsets(self) -> List[Tuple[str, int]]:
        """(member, byte offset) of all members that C can name, unions' arms included."""
        found: List[Tuple[str, int]] = []

        def visit(members: List[Member], path: str) -> None:
            for m in members:
                if m.kind != "overlay":
                    found.append((path + m.name, m.offset))
                    continue
                assert m.overlay is not None
                for arm, inner in m.overlay.arms:
                    visit(inner, path if arm.is_single else f"{path}{arm.name}.")
                if not m.overlay.is_alias:
                    found.append((path + m.overlay.raw, m.offset))

        visit(self.members, "")
        return found

    def defaults(self) -> List[str]:
        out = [f"\tv->{n.host} = {c_number(n.field.default, n.width)};"
               for n in self.numbers
               if n.host and n.field.default and "." not in n.host and not self._in_arm(n)]
        for m in self.members:
            if m.kind == "struct" and not m.fields[0].is_array:
                out.append(f"\t{self.p}_{m.fields[0].layout}_fields_init(&v->{m.name});")
            elif m.kind == "struct":
                out += [f"\tfor (i = 0; i < {m.fields[0].count}; i++)",
                        f"\t\t{self.p}_{m.fields[0].layout}_fields_init(&v->{m.name}[i]);"]
        return out

    def _in_arm(self, number: Number) -> bool:
        return not any(number.field is f for f in self.layout.fields)

    @property
    def inline(self) -> str:
        """How pack and unpack of this layout are inlined.

        Always, for what is written and read while data pass: where the caller knows some of the
        fields, or needs only some, little of it is left, which no compiler guesses beforehand.
        """
        return f"{self.P}_ALWAYS_INLINE" if self.size <= ALWAYS_INLINE else "inline"

    def prototype(self, result: str, name: str, arguments: List[str],
                  inline: str = "inline") -> str:
        """The first line of a function, broken before column 100."""
        text = f"static {inline} {result}{'' if result.endswith('*') else ' '}{name}("
        line = text
        lines = []
        for number, argument in enumerate(arguments):
            piece = argument + (", " if number < len(arguments) - 1 else ")")
            if column(line + piece.rstrip(), 0) > WIDTH:
                lines.append(line.rstrip())
                line = "\t\t"
            line += piece
        return "\n".join(lines + [line])

    def replacing(self, n: Number) -> str:
        """The statement of a setter whose field shares its member with others."""
        word = "u8" if n.unit == 8 else f"be{n.unit}"
        value = "v"
        if n.shift:
            value = f"{'(uint64_t)v' if n.unit == 64 else '(uint32_t)v'} << {n.shift}"
        if n.unit in (8, 16):
            value = f"(uint{n.unit}_t)({value})" if n.shift else f"(uint{n.unit}_t)v"
        mask = f"{n.mask << n.shift:#x}"
        if n.unit == 64:
            mask = f"UINT64_C({mask})"
        elif n.unit == 32:
            mask += "u"
        start = f"\tp->{n.access} = {self.p}_{word}_replace(p->{n.access}, {mask},"
        line = f"{start} {value});"
        return line if column(line, 0) <= WIDTH else f"{start}\n\t\t{value});"

    def needs_loop(self, lines: List[str]) -> bool:
        return any("for (i = 0" in line for line in lines)

    @property
    def is_empty_host(self) -> bool:
        return not self.host()


@dataclass
class Ignored:
    """A stretch of ignored bits: a number within a dword, bytes when it is whole dwords."""

    offset: int
    width: int

    @property
    def is_bytes(self) -> bool:
        return self.offset % 32 == 0 and self.width % 32 == 0

    @property
    def name(self) -> str:
        if self.offset % 8 == 0 and self.width % 8 == 0:
            return f"ignored_{self.offset // 8:02x}"
        bits = Bits(self.offset, self.width)
        return f"ignored_{bits.dword:02x}_{bits.high}_{bits.low}"

    @property
    def declaration(self) -> str:
        if self.is_bytes:
            return f"uint8_t {self.name}[{self.width // 8}];"
        return f"{host_type(self.width)} {self.name};"


def ignored(fields: List[Field]) -> Iterator[Ignored]:
    """Ignored stretches, cut so that each lies within one dword or is made of whole dwords."""
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


UNIT_NAME = {8: "b", 16: "w", 32: "dw", 64: "qw"}


def merged(units: List[Tuple[int, int]]) -> List[Tuple[int, int]]:
    """Units without overlap: of overlapping ones the widest stands for all."""
    out: List[Tuple[int, int]] = []
    for unit in sorted(set(units), key=lambda u: (-u[1], u[0])):
        if not any(unit[0] < o + w and o < unit[0] + unit[1] for o, w in out):
            out.append(unit)
    return sorted(out)


def pad_runs(fields: List[Field], start: int, end: int) -> Iterator[Tuple[int, int, str]]:
    """Stretches of whole bytes between members: (first byte, end byte, reserved|ignored)."""
    at = start
    while at < end:
        kind = pad_kind(fields, at)
        upto = at + 1
        while upto < end and pad_kind(fields, upto) == kind:
            upto += 1
        yield at, upto, kind
        at = upto


def pad_kind(fields: List[Field], byte: int) -> str:
    for item in fields:
        if item.kind is Kind.IGNORED and item.bits.overlaps(Bits(byte * 8, 8)):
            return "ignored"
    return "reserved"


@dataclass
class Group:
    """The numbers and ignored bits that one store writes."""

    numbers: List[Number]
    ignored: List[Ignored]


def words(members: List[Member], fields: List[Field], start: int,
          end: int) -> Iterator[Tuple[int, int, object]]:
    """Cuts bytes ``start`` to ``end`` into stores: (first byte, end byte, what).

    What is a Group (one store of 1, 2, 4 or 8 bytes), a Member (bytes, arrays, structures,
    unions), an Ignored of whole dwords, or None for a longer stretch of zeroes.
    """
    stray = list(ignored(fields))
    at = start
    while at < end:
        here = [m for m in members if m.offset <= at < m.offset + m.size]
        member = here[0]
        long_ignored = [i for i in stray if i.is_bytes and i.offset == at * 8]
        if long_ignored:
            size = long_ignored[0].width // 8
            yield at, at + size, long_ignored[0]
            at += size
            continue
        if at % 4 == 0 and at + 4 <= end:
            size = 8 if member.kind == "num" and member.size == 8 else 4
            inside = [m for m in members if m.offset < at + size and at < m.offset + m.size]
            if all(m.kind in ("num", "pad") for m in inside):
                numbers = [n for m in inside for n in m.numbers]
                few = [i for i in stray if at * 8 <= i.offset < (at + size) * 8]
                if not numbers and not few:
                    upto = at + 4
                    while upto + 4 <= end and is_blank(members, stray, upto):
                        upto += 4
                    if upto - at > 8:
                        yield at, upto, None
                        at = upto
                        continue
                yield at, at + size, Group(numbers, few)
                at += size
                continue
        if member.kind not in ("num", "pad"):
            yield member.offset, member.offset + member.size, member
            at = member.offset + member.size
            continue
        size = member.size if member.kind == "num" else 1
        few = [i for i in stray if at * 8 <= i.offset < (at + size) * 8]
        if member.kind == "pad" and few and not few[0].is_bytes:
            size = max(1, few[0].width // 8)
        if size == 3:
            size = 1
            few = [Ignored(few[0].offset, 8)] if few else []
        yield at, at + size, Group(member.numbers, few)
        at += size


def is_blank(members: List[Member], stray: List[Ignored], at: int) -> bool:
    inside = [m for m in members if m.offset < at + 4 and at < m.offset + m.size]
    return all(m.kind == "pad" for m in inside) and \
        not any(i.offset < (at + 4) * 8 and at * 8 < i.offset + i.width for i in stray)


def cast(wanted: str, actual: str, value: str) -> str:
    """The value as ``wanted``, without a cast that changes nothing."""
    return value if wanted == actual else f"({wanted}){value}"


def shifted(value: str, shift: int) -> str:
    return f"{value} << {shift}" if shift else value


def wrap_call(lead: str, call: str, terms: List[str]) -> List[str]:
    """``call`` with ``terms`` joined by ``|``, broken before column 100."""
    lines, line = [], lead + call
    hang = lead + "\t\t"
    for number, term in enumerate(terms):
        piece = term + (" |" if number < len(terms) - 1 else ");")
        if column(line + piece, 0) > WIDTH and line.strip() != call.strip():
            lines.append(line.rstrip())
            line = hang
        line += piece + " "
    lines.append(line.rstrip())
    return lines


def c_number(value: int, width: int) -> str:
    if width == 1:
        return "1"
    return f"UINT64_C({value:#x})" if width > 32 else f"{value:#x}"


def headers(spec: Spec, options: Options = Options()) -> Dict[str, str]:
    """All headers: file name -> text.  Depends on the spec, the options and VERSION alone."""
    env = environment("c")
    base = {"p": options.prefix, "P": options.prefix.upper(), "command": options.command,
            "version": VERSION}
    out = {f"{options.prefix}_base.h": env.get_template("base.h.j2").render(base),
           f"{options.prefix}_print.h": env.get_template("print_base.h.j2").render(base)}
    for item in spec.files:
        enums = [CEnum(spec.enums[name], options) for name in item.enums]
        layouts = [CLayout(spec, layout, options) for layout in in_order(spec, item)]
        if not enums and not layouts:
            continue
        deps = dependencies(spec, item)
        values = dict(base, file=item, digest=digest_of(spec, item), deps=deps, enums=enums,
                      layouts=layouts, doc=comment_safe(item.doc), head=block,
                      printed={f.stem for f in spec.files if f.layouts})
        out[f"{options.prefix}_{item.stem}.h"] = \
            wrapped(env.get_template("header.h.j2").render(values))
        if layouts:
            out[f"{options.prefix}_{item.stem}_print.h"] = \
                wrapped(env.get_template("print.h.j2").render(values))
    return out
