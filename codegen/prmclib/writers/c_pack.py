# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the statements that pack the host structure into a layout, and unpack it."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import List, Set, Tuple

from prmclib.model import Arm, Bits, Field

from .c_members import Cut, Ignored, Member, Number, Overlay, host_type
from .c_store import Group, words


@dataclass
class Target:
    """A member of the host structure that unpack fills, or its bits from ``low`` on; ``is_rest``: its
    higher bits have been filled.  ``name``: of the field, empty for ignored bits."""

    name: str
    host: str
    bits: Bits
    c_type: str
    low: int = 0
    is_rest: bool = False


@dataclass
class ArmValue:
    """An arm of several numbers, and the overlay, which the host structure has as one number."""

    overlay: Overlay
    arm: Arm
    numbers: List[Number]

    @property
    def type(self) -> str:
        return host_type(self.overlay.raw_width)

    @property
    def arguments(self) -> List[str]:
        return [f"{n.host_type} {n.field.name}" for n in self.numbers]


class Pack(Cut):
    """Writes the bodies of pack and unpack."""

    @functools.cached_property
    def pack(self) -> List[str]:
        """The statements of pack."""
        return self._pack(self.layout.fields, self.members, 0, self.size, "", "\t")

    def _pack(self, fields: List[Field], members: List[Member], start: int, end: int,
              path: str, lead: str) -> List[str]:
        """Returns statements that store bytes ``start`` to ``end``, one store for each word."""
        out: List[str] = []
        for first, last, group in words(members, fields, start, end):
            size = last - first
            if group is None:  # more than 8 bytes without numbers
                out.append(f"{lead}memset({pointer(first)}, 0, {size});")
            elif isinstance(group, Ignored):
                out.append(f"{lead}memcpy({pointer(first)}, v->{path}{group.name}, {size});")
            elif isinstance(group, Member):
                out.extend(self._member(group, path, lead, True))
            else:
                out.extend(self._store(first, size, group, path, lead))
        return out

    @functools.cached_property
    def arm_values(self) -> List["ArmValue"]:
        """The arms of numbers in overlays that the host structure has as one number, since their selector is elsewhere;
        in a kernel those of several, since FIELD_PREP() says no less of one."""
        overlays = [m.overlay for m in self.members if m.overlay and m.overlay.is_external and m.overlay.raw_width]
        return [ArmValue(over, arm, [n for m in inner for n in m.numbers]) for over in overlays for arm, inner in over.arms
                if not arm.is_single and all(m.kind in ("num", "pad") for m in inner)
                and all(n.field.fixed is None for m in inner for n in m.numbers)
                and (not self.options.dialect.is_kernel or sum(len(m.numbers) for m in inner) > 1)]

    def arm_value(self, value: "ArmValue") -> str:
        """Returns the statement that puts an arm's fields together."""
        over = value.overlay
        unit, end = over.raw_width, over.field.bits.end
        terms = [f"FIELD_PREP({genmask(end - n.bits.end, n.width, unit)}, {n.field.name})"
                 if self.options.dialect.is_kernel else
                 f"{self.P}_PREP{word_of(unit, over.field.bits.offset)}_AS({self.name}, {n.name}, {n.field.name})"
                 for n in value.numbers]
        whole = " | ".join(terms)
        if unit < 32:
            whole = f"(uint{unit}_t){whole if len(terms) == 1 else f'({whole})'}"
        return f"\treturn {whole};"

    def _store(self, first: int, size: int, group: "Group", path: str, lead: str) -> List[str]:
        kernel = self.options.dialect.is_kernel
        terms = []
        seen: Set[Tuple[int, int]] = set()
        wide = "uint64_t" if size == 8 else "uint32_t"
        for n in group.numbers:
            spot = (n.bits.offset, n.bits.width)
            if spot in seen or n.is_arm:  # another arm over the same bits
                continue
            seen.add(spot)
            shift = (first + size) * 8 - n.bits.end
            fixed, value = n.field.fixed, f"v->{n.host}"
            if fixed is not None:
                value = self.value_name(n.field.enum, fixed) or f"{fixed:#x}"
            if fixed == 0:
                continue
            if n.width == size * 8 and not n.is_flag:  # the value and the word have the same type
                terms.append(value)
            elif not kernel:
                call = f"{self.P}_PREP{word_of(size * 8, first * 8)}"
                terms.append(f"{call}({self.name}, {n.name}, v)" if value == f"v->{n.name}" else
                             f"{call}_AS({self.name}, {n.name}, {value})")
            elif fixed is not None or n.width in (8, 16, 32):
                terms.append(shifted(cast(wide, n.host_type, value), shift))
            else:
                terms.append(f"FIELD_PREP({genmask(shift, n.width, size * 8)}, {value})")
        for ign in group.ignored:
            value = cast(wide, ign.host_type, f"v->{path}{ign.name}")
            if ign.low:
                value = f"{value} >> {ign.low}"
            if ign.whole or ign.width not in (8, 16, 32):
                value = f"({value} & {(1 << ign.width) - 1:#x})"
            terms.append(shifted(value, (first + size) * 8 - ign.end))
        if len(terms) == 1 and re.fullmatch(r"\([^()]*(\(\w+\))?[^()]*\)", terms[0]):
            terms = [terms[0][1:-1]]
        member = group.numbers[0].access if group.numbers and group.numbers[0].unit == size * 8 else ""
        call, end = self._store_of(size * 8, first, member)
        if not terms and kernel:
            return [f"{lead}memset((u8 *)p + 0x{first:02x}, 0, {size});"]
        if not terms:
            return [f"{lead}{call}0{end}"]
        if size <= 2 and not kernel and not re.fullmatch(r"v->[\w.]+", terms[0]):
            terms = [f"(uint{size * 8}_t)({' | '.join(terms)})"]
        return [f"{lead}{call}{' | '.join(terms)}{end}"]

    def _store_of(self, bits: int, at: int, member: str) -> Tuple[str, str]:
        """Returns the text before and after the value in the statement that stores it; ``member``: the
        member that is this word, or empty."""
        if not self.options.dialect.is_kernel:
            return f"{self.p}_store{bits}(p, 0x{at:02x}, ", ");"
        place = f"((void *)p + 0x{at:02x})" if at else "p"
        member = f"p->{member}" if member else \
            f"*(u8 *){place}" if bits == 8 else f"*(__be{bits} *){place}"
        return (f"{member} = ", ";") if bits == 8 else (f"{member} = cpu_to_be{bits}(", ");")

    def _load_of(self, bits: int, at: int, member: str) -> str:
        """Returns the expression that loads a word; ``member``: the member that is this word, or empty."""
        if not self.options.dialect.is_kernel:
            return f"{self.p}_load{bits}(p, 0x{at:02x})"
        if bits == 8:
            return f"p->{member}" if member else f"*((const u8 *)p + 0x{at:02x})"
        return f"be{bits}_to_cpu(p->{member})" if member else \
            f"be{bits}_to_cpup((const void *)p + 0x{at:02x})"

    def _member(self, m: Member, path: str, lead: str, is_pack: bool) -> List[str]:
        """Returns statements that copy a member that is no number."""
        item, i = m.fields[0], "[i]" if m.fields[0].is_array else ""
        wire, host = f"p->{path}{m.name}{i}", f"v->{path}{m.name}{i}"
        lines = [f"{lead}for (i = 0; i < {item.count}; i++)"] if i else []
        lead_ = lead + "\t" * len(lines)
        if m.kind == "struct":
            arguments = f"pack(&{wire}, &{host})" if is_pack else f"unpack(&{host}, &{wire}, NULL)"
            return [*lines, f"{lead_}{self.p}_{item.layout}_{arguments};"]
        if m.kind == "array":
            to, value = (wire, host) if is_pack else (host, wire)
            if item.elem_width > 8:
                call = f"cpu_to_be{item.elem_width}" if is_pack else f"be{item.elem_width}_to_cpu"
                value = f"{self.p}_{call}({value})"
            return [*lines, f"{lead_}{to} = {value};"]
        if m.overlay and not m.overlay.is_external:
            return self._switch(m, path, lead, is_pack)
        return [lead + copied(m, path + (m.overlay.raw if m.overlay else m.name), is_pack)]

    def _switch(self, m: Member, path: str, lead: str, is_pack: bool) -> List[str]:
        over = m.overlay
        assert over is not None
        selector = self._number_of(over, "v->" + self._selector(over))
        if is_pack:
            selector = self._stored(over, selector)
        out = [f"{lead}switch ({selector}) {{"]
        other = None
        for arm, inner in over.arms:
            if arm.when.is_else:
                other = (arm, inner)
                continue
            out.extend(f"{lead}case {self._case(over, value)}:" for value in arm.when.values)
            out.extend(self._arm(arm, inner, m, path, lead + "\t", is_pack))
            out.append(f"{lead}\tbreak;")
        out.append(f"{lead}default:")
        if other:
            out.extend(self._arm(*other, m, path, lead + "\t", is_pack))
        elif over.raw_width and is_pack:
            start, end = self._store_of(over.raw_width, m.offset, path + over.raw)
            out.append(f"{lead}\t{start}v->{path}{over.raw}{end}")
        elif over.raw_width:
            out.append(f"{lead}\tv->{path}{over.raw} = "
                       f"{self._load_of(over.raw_width, m.offset, path + over.raw)};")
        else:
            out.append(f"{lead}\t{copied(m, path + over.raw, is_pack)}")
        out += [f"{lead}\tbreak;", f"{lead}}}"]
        return out

    def _case(self, over: Overlay, value: int) -> str:
        """Returns a value of the selector, by its name if it has one."""
        assert over.field.selector is not None
        return self.value_name(over.field.selector.enum, value) or f"{value:#x}"

    def _arm(self, arm: Arm, inner: List[Member], m: Member, path: str, lead: str,
             is_pack: bool) -> List[str]:
        sub = path if arm.is_single else f"{path}{arm.name}."
        step = self._pack if is_pack else self._unpack
        return step(arm.fields, inner, m.offset, m.offset + m.size, sub, lead)

    def _number_of(self, over: Overlay, value: str) -> str:
        """Casts a bool selector to a number, since compilers warn about a switch on a bool."""
        assert over.field.selector is not None
        return self._cast(over.field.selector.field, value)

    def _stored(self, over: Overlay, value: str) -> str:
        """Masks the selector to the bits that pack stores; the host structure may have more."""
        number = next(n for n in self.numbers if n.name == self._selector(over))
        if number.is_flag or number.width in (8, 16, 32, 64):
            return value
        return f"{value} & {number.mask:#x}"

    @functools.cached_property
    def has_split_dword(self) -> bool:
        """True if the numbers of some dword have no load in common, since bytes or a union with a
        selector share it. unpack then reads a copy."""
        return self._is_split(self.layout.fields, self.members, 0, self.size)

    def _is_split(self, fields: List[Field], members: List[Member], start: int, end: int) -> bool:
        loaded: Set[int] = set()
        for first, last, group in words(members, fields, start, end):
            over = group.overlay if isinstance(group, Member) else None
            if isinstance(group, Group) and (group.numbers or group.ignored) or over:
                dwords = set(range(first // 4, (last - 1) // 4 + 1))
                if dwords & loaded:
                    return True
                loaded |= dwords
            if over and not over.is_external and any(
                    self._is_split(arm.fields, inner, first, last) for arm, inner in over.arms):
                return True
        return False

    @functools.cached_property
    def unpack(self) -> List[str]:
        """The statements of unpack."""
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
                out.append(f"{lead}memcpy(v->{path}{group.name}, {pointer(first, 'const ')}, {size});")
            elif isinstance(group, Member):
                is_late = group.overlay and not group.overlay.is_external  # its selector may come later
                (late if is_late else out).extend(self._member(group, path, lead, False))
            else:
                out.extend(self._load(first, size, group, path, lead))
        return out + late

    def _load(self, first: int, size: int, group: "Group", path: str, lead: str) -> List[str]:
        """Returns statements that read the group's fields, all from one load of the smallest word that
        holds them: a device that changes the image meanwhile cannot make them inconsistent."""
        kernel = self.options.dialect.is_kernel
        targets = [Target(n.name, n.host, n.bits, n.host_type) for n in group.numbers if n.host]
        targets += [Target("", path + ign.name, Bits(ign.offset, ign.width), ign.host_type, ign.low,
                           ign.is_rest) for ign in group.ignored]
        targets = sorted({target.bits: target for target in reversed(targets)}.values(),
                         key=lambda target: target.bits.offset)
        if not targets:
            return []
        start, end = smallest_word([target.bits for target in targets], first, size)
        unit = end - start
        word = self._load_of(unit, start // 8, next(
            (n.access for n in group.numbers
             if n.unit == unit and n.shift + n.bits.end == end), ""))
        wide = f"uint{unit}_t"
        out: List[str] = []
        if len(targets) > 1:
            var = "qw" if unit == 64 else "word"
            out.append(f"{lead}{var} = {word};")
            word, wide = var, "uint64_t" if unit == 64 else "uint32_t"
        for to in targets:
            shift = end - to.bits.end
            if to.name and to.bits.width != unit and not kernel:
                value = f"{self.P}_GET{word_of(unit, start)}({self.name}, {to.name}, {word})"
                got = "uint64_t" if unit == 64 else "uint32_t"
                if to.c_type not in ("bool", got):
                    value = f"({to.c_type}){value}"
                out.append(f"{lead}v->{to.host} = {value};")
                continue
            value = f"{word} >> {shift}" if shift else word
            if start < to.bits.offset and f"uint{to.bits.width}_t" != to.c_type:  # the cast does not cut it
                value = f"({value})" if shift else value
                value = f"{value} & {(1 << to.bits.width) - 1:#x}"
            if to.low:
                value = f"{word if value == word else f'({value})'} << {to.low}"
            if to.c_type != "bool" and (to.c_type != wide or unit < 32 and value != word):
                value = f"({to.c_type}){word if value == word else f'({value})'}"
            out.append(f"{lead}v->{to.host} {'|=' if to.is_rest else '='} {value};")
        return out


def word_of(unit: int, offset: int) -> str:
    """Returns the end of the names of PREP and GET for a word of ``unit`` bits at bit ``offset``."""
    return "64_AT4" if unit == 64 and offset % 64 else str(unit)


def copied(m: Member, host: str, is_pack: bool) -> str:
    """Returns the statement that copies a member as bytes."""
    at, to = pointer(m.offset, "" if is_pack else "const "), f"v->{host}"
    return f"memcpy({at}, {to}, {m.size});" if is_pack else f"memcpy({to}, {at}, {m.size});"


def pointer(offset: int, const: str = "") -> str:
    """Returns the C expression for the address of a byte of ``p``."""
    return f"({const}uint8_t *)p + 0x{offset:02x}" if offset else "p"


def smallest_word(fields: List[Bits], first: int, size: int) -> Tuple[int, int]:
    """Returns first and last+1 bit of the smallest aligned word that holds the fields; the word of
    ``size`` bytes at ``first`` holds them in any case."""
    start, end = min(bits.offset for bits in fields), max(bits.end for bits in fields)
    for unit in (8, 16, 32):
        if unit < size * 8 and start // unit == (end - 1) // unit:
            return start // unit * unit, start // unit * unit + unit
    return first * 8, (first + size) * 8


def cast(wanted: str, actual: str, value: str) -> str:
    """Casts a value to the type ``wanted``, unless it has that type already."""
    return value if wanted == actual else f"({wanted}){value}"


def shifted(value: str, shift: int) -> str:
    return f"{value} << {shift}" if shift else value


def genmask(shift: int, width: int, unit: int) -> str:
    """Returns the kernel's macro for a mask of ``width`` bits from ``shift`` in a word of ``unit`` bits."""
    wide = "_ULL" if unit == 64 else ""
    return f"BIT{wide}({shift})" if width == 1 else f"GENMASK{wide}({shift + width - 1}, {shift})"
