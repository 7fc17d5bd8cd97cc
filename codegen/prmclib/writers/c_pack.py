# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the statements that pack the host structure into a layout, and unpack it."""

from __future__ import annotations

import re
from typing import Dict, List, Set, Tuple

from prmclib.model import Arm, Bits, Field

from .c_members import Cut, Ignored, Member, Overlay, host_type
from .c_store import Group, words


class Pack(Cut):
    """Writes the bodies of pack and unpack."""

    def pack(self) -> List[str]:
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
                out.extend(self._pack_member(group, path, lead))
            else:
                out.extend(self._store(first, size, group, path, lead))
        return out

    def _store(self, first: int, size: int, group: "Group", path: str, lead: str) -> List[str]:
        kernel = self.options.dialect.is_kernel
        terms, checks = [], []
        seen: Set[Tuple[int, int]] = set()
        wide = "uint64_t" if size == 8 else "uint32_t"
        suffix = "UINT64_C" if size == 8 else "UINT32_C"
        for n in group.numbers:
            spot = (n.bits.offset, n.bits.width)
            if spot in seen or n.is_arm:  # another arm over the same bits
                continue
            seen.add(spot)
            shift = (first + size) * 8 - n.bits.end
            if n.field.fixed is not None:
                if n.field.fixed:
                    terms.append(shifted(self._constant(n.field, suffix), shift))
                continue
            if kernel and n.width not in (8, 16, 32, 64):
                terms.append(f"FIELD_PREP({genmask(shift, n.width, size * 8)}, v->{n.host})")
                continue
            if not n.is_flag and n.width not in (8, 16, 32, 64):
                checks.append(f"{lead}{self.P}_CHECK_WIDTH(v->{n.host}, {n.width});")
            whole = n.width == size * 8 and not n.is_flag  # host and word have the same type
            value = cast(n.host_type if whole else wide, n.host_type, f"v->{n.host}")
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
        member = group.numbers[0].access if group.numbers and group.numbers[0].unit == size * 8 else ""
        call, end = self._store_of(size * 8, first, member)
        if not terms and kernel:
            return [f"{lead}memset((u8 *)p + 0x{first:02x}, 0, {size});"]
        if not terms:
            return checks + [f"{lead}{call}0{end}"]
        if size <= 2 and not kernel and not re.fullmatch(r"v->[\w.]+", terms[0]):
            terms = [f"(uint{size * 8}_t)({' | '.join(terms)})"]
        return checks + [f"{lead}{call}{' | '.join(terms)}{end}"]

    def _constant(self, item: Field, suffix: str) -> str:
        """Returns the only value of a field, by its name if it has one."""
        assert item.fixed is not None
        name = self.value_name(item.enum, item.fixed)
        return f"({suffix.replace('_C', '_t').lower()}){name}" if name else f"{suffix}({item.fixed:#x})"

    def value_name(self, enum: str, value: int) -> str:
        """Returns the C name of an enumeration's value, or an empty text."""
        values = self.spec.enums[enum].values if enum in self.spec.enums else []
        return next((f"{self.P}_{enum.upper()}_{item.name}" for item in values
                     if item.value == value), "")

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

    def _store_raw(self, over: Overlay, at: int, path: str, name: str) -> str:
        start, end = self._store_of(over.raw_width, at, path + name)
        return f"{start}v->{path}{name}{end}"

    def _pack_member(self, m: Member, path: str, lead: str) -> List[str]:
        at = pointer(m.offset)
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
                return [lead + self._store_raw(over, m.offset, path, name)]
            return [f"{lead}memcpy({at}, v->{path}{over.raw}, {m.size});"]
        return self._switch(m, path, lead, True)

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
            out.append(f"{lead}\t{self._store_raw(over, m.offset, path, over.raw)}")
        elif over.raw_width:
            out.append(f"{lead}\tv->{path}{over.raw} = "
                       f"{self._load_of(over.raw_width, m.offset, path + over.raw)};")
        else:
            pair = [pointer(m.offset, "" if is_pack else "const "), f"v->{path}{over.raw}"]
            target, source = pair if is_pack else reversed(pair)
            out.append(f"{lead}\tmemcpy({target}, {source}, {m.size});")
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
                out.append(f"{lead}memcpy(v->{path}{group.name}, {pointer(first, 'const ')}, {size});")
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
        """Returns statements that read the group's fields, each from the smallest word that holds it, and
        no byte twice: fields whose words overlap are read from the largest of these.

        That costs no more than reading whole dwords, and most fields need no shift. When the device
        changes the image meanwhile, the fields of a word are still consistent.
        """
        targets: List[Tuple[str, Bits, str, bool]] = []
        seen: Set[Tuple[int, int]] = set()
        for n in group.numbers:
            spot = (n.bits.offset, n.bits.width)
            if n.host and spot not in seen:
                seen.add(spot)
                targets.append((n.host, n.bits, n.host_type, n.is_flag))
        for ign in group.ignored:
            targets.append((path + ign.name, Bits(ign.offset, ign.width), host_type(ign.width),
                            False))
        units = largest([smallest_word(bits, first, size) for _, bits, _, _ in targets])
        words_of: Dict[Tuple[int, int], List[Tuple[str, int, int, str, bool]]] = {}
        for host, bits, c_type, flag in targets:
            start, end = next(unit for unit in units
                              if unit[0] <= bits.offset and bits.end <= unit[1])
            words_of.setdefault((start // 8, end - start), []).append(
                (host, end - bits.end, bits.width, c_type, flag))
        out: List[str] = []
        for (at, unit), fields in words_of.items():
            word = self._load_of(unit, at, next(
                (n.access for n in group.numbers
                 if n.unit == unit and n.shift + n.bits.end == at * 8 + unit), ""))
            if len(fields) > 1:
                var = "qw" if unit == 64 else "word"
                out.append(f"{lead}{var} = {word};")
                word = var
            for host, shift, width, c_type, flag in fields:
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
        at = pointer(m.offset, "const ")
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
            return [f"{lead}v->{path}{name} = {self._load_of(over.raw_width, m.offset, path + name)};"]
        return [f"{lead}memcpy(v->{path}{over.raw}, {at}, {m.size});"]


def pointer(offset: int, const: str = "") -> str:
    """Returns the C expression for the address of a byte of ``p``."""
    return f"({const}uint8_t *)p + 0x{offset:02x}" if offset else "p"


def smallest_word(bits: Bits, first: int, size: int) -> Tuple[int, int]:
    """Returns first and last+1 bit of the smallest aligned word that holds the bits; the word of
    ``size`` bytes at ``first`` holds them in any case."""
    for unit in (8, 16, 32):
        if unit < size * 8 and bits.offset // unit == (bits.end - 1) // unit:
            return bits.offset // unit * unit, bits.offset // unit * unit + unit
    return first * 8, (first + size) * 8


def largest(units: List[Tuple[int, int]]) -> List[Tuple[int, int]]:
    """Returns the words that no other word contains."""
    return [unit for unit in dict.fromkeys(units)
            if not any(other != unit and other[0] <= unit[0] and unit[1] <= other[1]
                       for other in units)]


def cast(wanted: str, actual: str, value: str) -> str:
    """Casts a value to the type ``wanted``, unless it has that type already."""
    return value if wanted == actual else f"({wanted}){value}"


def shifted(value: str, shift: int) -> str:
    return f"{value} << {shift}" if shift else value


def genmask(shift: int, width: int, unit: int) -> str:
    """Returns the kernel's macro for a mask of ``width`` bits from ``shift`` in a word of ``unit`` bits."""
    wide = "_ULL" if unit == 64 else ""
    return f"BIT{wide}({shift})" if width == 1 else f"GENMASK{wide}({shift + width - 1}, {shift})"
