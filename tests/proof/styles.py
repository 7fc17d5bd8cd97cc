# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The styles of the generated C, as docs/vendoring.md defines them: types of numbers, and what their headers need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Tuple

from flat import host_bytes, is_bool
from manual import Entry


@dataclass(frozen=True)
class Style:
    """A dialect of C."""

    name: str
    host: str = "uint{}_t"  # type of a number of n bits
    wire: str = "prm_be{}"  # type of a big-endian number of n bits, more than 8
    is_narrow: bool = False  # accessors use the smallest type that fits, not 32 or 64 bits
    has_print: bool = True
    compilers: Tuple[str, ...] = ("gcc -std=c11", "g++ -std=c++17", "clang -std=c11", "clang++ -std=c++17")

    def host_type(self, bits: int) -> str:
        return self.host.format(bits)

    def wire_type(self, bits: int) -> str:
        return self.host_type(8) if bits == 8 else self.wire.format(bits)

    def argument_bits(self, item: Entry) -> int:
        """Returns the bits of an accessor's argument or result; 1 is a bool."""
        if is_bool(item):
            return 1
        return 8 * host_bytes(item.elem) if self.is_narrow else 32 if item.elem <= 32 else 64

    def argument_type(self, item: Entry) -> str:
        bits = self.argument_bits(item)
        return "bool" if bits == 1 else self.host_type(bits)


STYLES: Dict[str, Style] = {style.name: style for style in (
    Style("c"),
    Style("linux", "u{}", "__be{}", True, False, ("gcc -std=gnu11", "clang -std=gnu11")),
    Style("dpdk", "uint{}_t", "rte_be{}_t"),
)}
