# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes functions that set and get single fields, groups of fields and elements of arrays.

The C of this project has helpers in the base header. A kernel has ``<linux/bitfield.h>``, whose
helpers take the mask of a field and shift by it.
"""

from __future__ import annotations

from typing import List

from prmclib.model import Field

from .c_members import Cut, Grouped, Number, host_type
from .c_pack import genmask, shifted
from .text import about_text, block


class Access(Cut):
    """Writes the bodies of accessors."""

    def value_type(self, n: Number) -> str:
        """The type of the setter's argument."""
        return n.host_type if self.options.dialect.is_kernel else n.c_type

    def got_type(self, n: Number) -> str:
        """The type of the getter's value; a kernel's helpers return the type of the member."""
        return f"uint{n.unit}_t" if self.options.dialect.is_kernel and not n.is_flag else n.c_type

    def element_type(self, item: Field) -> str:
        if self.options.dialect.is_kernel:
            return host_type(item.elem_width)
        return "uint64_t" if item.elem_width == 64 else "uint32_t"

    def sets(self, n: Number) -> bool:
        """True if the number has a setter."""
        return n.field.fixed is None and self.is_set(n.field, n.name)

    def setter(self, n: Number) -> List[str]:
        if n.width == n.unit:
            check = [] if self.options.dialect.is_kernel or n.width in (32, 64) else \
                [f"\t{self.P}_CHECK_WIDTH(v, {n.width});"]
            return check + [f"\tp->{n.access} = {self._encoded('v', n.unit)};"]
        if self.options.dialect.is_kernel:
            return [f"\tp->{n.access} = {word_name(n.unit)}_replace_bits(p->{n.access}, v, "
                    f"{genmask(n.shift, n.width, n.unit)});"]
        value = "v"
        if n.shift:
            wide = "uint64_t" if n.unit == 64 else "uint32_t"
            value = f"{'v' if n.c_type == wide else f'({wide})v'} << {n.shift}"
        if n.unit in (8, 16):
            value = f"(uint{n.unit}_t)({value})" if n.shift else f"(uint{n.unit}_t)v"
        mask = number(n.mask << n.shift, n.unit)
        check = [] if n.is_flag or n.width == 32 else [f"\t{self.P}_CHECK_WIDTH(v, {n.width});"]
        return check + [f"\tp->{n.access} = {self.p}_{word_name(n.unit)}_replace(p->{n.access}, {mask}, "
                        f"{value});"]

    def getter(self, n: Number) -> List[str]:
        value = self._decoded(f"p->{n.access}", n.unit)
        if n.width == n.unit:
            return [f"\treturn {value};"]
        if self.options.dialect.is_kernel:
            return [f"\treturn {word_name(n.unit)}_get_bits(p->{n.access}, "
                    f"{genmask(n.shift, n.width, n.unit)});"]
        if n.shift:
            value = f"{value} >> {n.shift}"
        if n.shift + n.width != n.unit:
            value = f"({value}) & {n.mask:#x}" if n.shift else f"{value} & {n.mask:#x}"
        if n.unit == 64 and n.width <= 32 or n.is_flag:
            value = f"({n.c_type})({value})"
        return [f"\treturn {value};"]

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
