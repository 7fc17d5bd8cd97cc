# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The styles of the generated C, as docs/vendoring.md defines them: types of numbers, and what their headers need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Tuple

from flat import Accessor, ArmValue, accessors, arm_values, host_bytes, is_bool
from manual import Entry, Layout


@dataclass(frozen=True)
class Style:
    """A dialect of C."""

    name: str
    host: str = "uint{}_t"  # type of a number of n bits
    wire: str = "prm_be{}"  # type of a big-endian number of n bits, more than 8
    is_narrow: bool = False  # values of accessors have the type of the member, others the smallest that fits; else 32 or 64 bits
    has_whole: bool = True  # setters and getters of whole members, and values of arms of one number
    checks: bool = True  # with assertions, values out of range abort; else they are always truncated
    has_extras: bool = True  # prm_print.h and prm_layouts.h, and headers for C++
    standard: str = "c11"
    flags: str = ""  # of compilers, as this tree has them
    words: Tuple[Tuple[str, str], ...] = ()  # of this style, and of style c: all other text is equal, but for prm_base.h
    compilers: Tuple[str, ...] = ("gcc -std=c11", "clang++ -std=c++17")

    def host_type(self, bits: int) -> str:
        return self.host.format(bits)

    def wire_type(self, bits: int) -> str:
        return self.host_type(8) if bits == 8 else self.wire.format(bits)

    def argument_bits(self, item: Entry) -> int:
        """Returns the bits of an argument of a group's pack, or of an array's element; 1 is a bool."""
        if is_bool(item):
            return 1
        return 8 * host_bytes(item.elem) if self.is_narrow else 32 if item.elem <= 32 else 64

    def argument_type(self, item: Entry) -> str:
        bits = self.argument_bits(item)
        return "bool" if bits == 1 else self.host_type(bits)

    def value_bits(self, accessor: Accessor) -> int:
        """Returns the bits of a setter's argument and of a getter's result; 1 is a bool."""
        if accessor.item.count is not None or is_bool(accessor.item):
            return self.argument_bits(accessor.item)
        return accessor.word if self.is_narrow else 64 if accessor.word == 64 else 32

    def value_type(self, accessor: Accessor) -> str:
        bits = self.value_bits(accessor)
        return "bool" if bits == 1 else self.host_type(bits)

    def accessors(self, entries: List[Entry]) -> List[Accessor]:
        """Returns the setters and getters of a layout that this style has."""
        return [accessor for accessor in accessors(entries)
                if self.has_whole or accessor.item.count is not None or accessor.item.elem < accessor.word]

    def arm_values(self, layout: Layout) -> List[ArmValue]:
        """Returns the arms of a layout that have a value function in this style."""
        return [made for made in arm_values(layout) if self.has_whole or len(made.items) > 1]


STYLES: Dict[str, Style] = {style.name: style for style in (
    Style("c"),
    Style("linux", "u{}", "__be{}", True, False, False, False, "gnu11", "-mgeneral-regs-only", (),
          ("gcc -std=gnu11", "clang -std=gnu11")),
    Style("dpdk", "uint{}_t", "rte_be{}_t", words=(
        (r"rte_be(\d+)_t", r"prm_be\1"), (r"rte_cpu_to_be_(\d+)", r"prm_cpu_to_be\1"),
        (r"rte_be_to_cpu_(\d+)", r"prm_be\1_to_cpu"), ("__rte_always_inline", "PRM_ALWAYS_INLINE"),
        *((rf"__rte_aligned\((\d)\) __rte_packed_begin ((?s:.*?)\n{indent}\}}) __rte_packed_end",
           r"\2 __attribute__((packed, aligned(\1)))") for indent in ("", r"\t+")),
        ("__rte_packed_begin", ""), ("__rte_packed_end", "__attribute__((packed))"))),
)}
