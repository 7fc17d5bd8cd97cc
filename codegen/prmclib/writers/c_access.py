# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes what sets and gets single fields, groups of fields and elements of arrays.

A single field is a line, with a macro of the base header that defines its functions. In this project's C it names the
lowest bit and the width, and is the only place that does: pack, unpack and the table refer to it. In a kernel it names
the mask, which the helpers of ``<linux/bitfield.h>`` take.
"""

from __future__ import annotations

import functools
from typing import List

from prmclib.model import Field

from .c_members import Grouped, Number, host_type
from .c_pack import Pack, genmask, shifted
from .c_table import Table
from .text import WIDTH, about_text, block, broken, column


class Access(Pack, Table):
    """Writes the bodies of accessors."""

    def value_type(self, n: Number) -> str:
        """The type of the argument of a group's pack."""
        return n.host_type if self.options.dialect.is_kernel else n.c_type

    def element_type(self, item: Field) -> str:
        if self.options.dialect.is_kernel:
            return host_type(item.elem_width)
        return "uint64_t" if item.elem_width == 64 else "uint32_t"

    def accessors(self) -> List[str]:
        """Returns the lines that define the places and accessors of single fields."""
        lines = []
        for n in [*self.numbers, *self.wholes]:
            is_set = n.field.fixed is None and self.is_set(n.field, n.name)
            is_got = self.is_got(n.field, n.name)
            if self.options.dialect.is_kernel and n.width == n.unit:  # cpu_to_be32() says no less
                is_set, is_got = (f"{self.name}_{way}_{n.name}" in self.options.called for way in ("set", "get"))
            if n in self.wholes:
                is_set = is_got = False
            if is_set or is_got:
                which = "" if is_set and is_got else "_SET" if is_set else "_GET"
                lines += self._accessor(n, which)
            elif f"({self.name}, {n.name}," in self._bodies or f"({self.name}, {n.name})" in self._bodies:
                lines += self._accessor(n, "_PLACE")
        return lines

    @functools.cached_property
    def _bodies(self) -> str:
        """The code that refers to fields by their lines."""
        return "\n".join([*((*self.pack, *map(self.arm_value, self.arm_values)) if self.is_packed else []),
                          *([*self.unpack, *self.table] if self.is_unpacked else [])])

    def _accessor(self, n: Number, which: str) -> List[str]:
        """Returns the line of a field: the macro of its shape, and the place of its bits in its member."""
        shape = "FLAG" if n.is_flag else "FIELD"
        if self.options.dialect.is_kernel:
            place = [genmask(n.shift, n.width, n.unit), n.access]
        elif n.width == n.unit:
            shape, place = "MEMBER", [n.access]
        else:
            place = [n.access, str(n.shift), *([] if n.is_flag else [str(n.width)])]
        line = f"{self.P}_{shape}_{word_name(n.unit).upper()}{which}({', '.join([self.name, n.name, *place])})"
        return broken(line) if column(line, 0) > WIDTH else [line]

    def element_setter(self, item: Field, access: str) -> List[str]:
        check = [] if self.options.dialect.is_kernel or item.elem_width >= 32 else \
            [f"\t{self.P}_CHECK_WIDTH(v, {item.elem_width});"]
        return [f"\t{self.P}_ASSERT(i < {item.count});", *check,
                f"\tp->{access}[i] = {self._encoded('v', item.elem_width)};"]

    def element_getter(self, item: Field, access: str) -> List[str]:
        return [f"\t{self.P}_ASSERT(i < {item.count});",
                f"\treturn {self._decoded(f'p->{access}[i]', item.elem_width)};"]

    def has_group(self, g: Grouped) -> bool:
        first = g.numbers[0].field
        return self.is_set(first, g.name) or self.is_got(first, g.name) or \
            f"{self.name}_{g.name}" in self.options.called

    def group_comment(self, g: Grouped) -> str:
        doc = about_text(g.group.about) or "Fields of one word."
        names = ", ".join(n.name for n in g.numbers)
        return block([f"{names} of struct {self.p}_{self.name}, encoded. {doc}"])

    def group_arguments(self, g: Grouped) -> List[str]:
        return [f"{self.value_type(n)} {n.name}" for n in g.numbers]

    def group_pack(self, g: Grouped) -> List[str]:
        """Returns the statements that encode the fields of a group."""
        kernel = self.options.dialect.is_kernel
        wide = "uint64_t" if g.unit == 64 else "uint32_t"
        terms, checks = [], []
        for n in g.numbers:
            if kernel:
                terms.append(f"FIELD_PREP({genmask(n.shift, n.width, g.unit)}, {n.name})")
                continue
            value = n.name if n.c_type == wide else f"({wide}){n.name}"
            if not n.is_flag and n.width not in (32, 64):
                value = f"({value} & {n.mask:#x})"
                checks.append(f"\t{self.P}_CHECK_WIDTH({n.name}, {n.width});")
            terms.append(shifted(value, n.shift))
        if g.unit == 8:
            return checks + [f"\tg.word = (uint8_t)({' | '.join(terms)});"]
        value = " | ".join(terms)
        if g.unit == 16 and not kernel:
            value = f"(uint16_t)({value})"
        return checks + [f"\tg.word = {self.p}_cpu_to_be{g.unit}({value});"]

    def group_setter(self, g: Grouped) -> List[str]:
        if self.options.dialect.is_kernel:
            return [f"\tp->{g.access} = (p->{g.access} & ~{self._kernel_mask(g)}) | g.word;"]
        return [f"\tp->{g.access} = {self.p}_{word_name(g.unit)}_merge(p->{g.access}, "
                f"{number(g.mask, g.unit)}, g.word);"]

    def group_has(self, g: Grouped) -> List[str]:
        if self.options.dialect.is_kernel:
            return [f"\treturn (p->{g.access} & {self._kernel_mask(g)}) == g.word;"]
        return [f"\treturn {self.p}_{word_name(g.unit)}_matches(p->{g.access}, {number(g.mask, g.unit)}, "
                "g.word);"]

    def _encoded(self, value: str, unit: int) -> str:
        """Converts ``value`` to the byte order of the device."""
        cut = value if self.options.dialect.is_kernel or unit > 16 else f"(uint{unit}_t){value}"
        return cut if unit == 8 else f"{self.p}_cpu_to_be{unit}({cut})"

    def _decoded(self, value: str, unit: int) -> str:
        return value if unit == 8 else f"{self.p}_be{unit}_to_cpu({value})"

    def _kernel_mask(self, g: Grouped) -> str:
        """Returns the mask of a group in the byte order of the device; its bits need not be adjacent."""
        mask = f"{g.mask:#x}{'ULL' if g.unit == 64 else ''}"
        return mask if g.unit == 8 else f"cpu_to_be{g.unit}({mask})"


def word_name(unit: int) -> str:
    """Returns the name of a word of ``unit`` bits in names of helpers."""
    return "u8" if unit == 8 else f"be{unit}"


def number(value: int, unit: int) -> str:
    """Returns a mask of ``unit`` bits as a C constant."""
    if unit == 64:
        return f"UINT64_C({value:#x})"
    return f"{value:#x}{'u' if unit == 32 else ''}"
