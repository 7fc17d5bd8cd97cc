# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes enumerations and sets of flags in C."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List

from prmclib.model import Enum

from .options import Options
from .text import (WIDTH, about_lines, about_text, block, column, kernel_doc, member_line, sources_line,
                   summary)


def enum_is_macro(enum: Enum) -> bool:
    """True if the values are macros: C before C23 has no enumeration constants beyond int."""
    return enum.is_flags or any(v.value > 0x7fffffff for v in enum.values)


class CEnum:
    """An enumeration or set of flags in C."""

    def __init__(self, enum: Enum, options: Options, has_names: bool = True) -> None:
        self.enum = enum
        self.name = enum.name
        self.p = options.prefix
        self.P = options.prefix.upper()
        self.has_names = has_names  # has a table of its values' names
        self.is_flags = enum.is_flags
        self.options = options
        self.is_macro = enum_is_macro(enum)
        widest = max(v.value for v in enum.values)
        self.digits = 2 if widest < 256 else 4 if widest < 65536 else 8
        self.suffix = "UINT64_C" if enum.is_flags and widest > 31 or widest > 0xffffffff \
            else "UINT32_C"

    def constant(self, name: str) -> str:
        return f"{self.P}_{self.name.upper()}_{name}"

    def lines(self) -> List[str]:
        wide = max(len(self.constant(v.name)) for v in self.enum.values)
        out = []
        for value in self.enum.values:
            name = self.constant(value.name)
            if self.is_flags:
                text = f"#define {name:{wide}} ({self.suffix}(1) << {value.value})"
            elif self.is_macro:
                text = f"#define {name:{wide}} {self.suffix}({value.value:#x})"
            else:
                text = f"{name:{wide}} = 0x{value.value:0{self.digits}x},"
            text = self.options.speak(text)
            about = about_text(value.about)
            if value.detail_bits:
                about = f"{about} The low {value.detail_bits} bits are details.".strip()
            if self.options.dialect.kernel_doc and not self.is_macro:
                out.append(f"{kernel_doc(1, name, about or value.name)}\n\t{text}")
            else:
                out.append(member_line(0 if self.is_macro else 1, text, about))
        return out

    def all_line(self) -> str:
        """Returns the macro with every flag, aligned with the others."""
        wide = max(len(self.constant(v.name)) for v in self.enum.values)
        mask = 0
        for value in self.enum.values:
            mask |= 1 << value.value
        return f"#define {self.constant('ALL'):{wide}} {self.suffix}({mask:#x})"

    def names(self) -> List[str]:
        """Returns the rows of the name table in lines of at most 100 columns; an alias has no row."""
        rows: Dict[int, str] = {}
        for value in self.enum.values:
            rows.setdefault(value.value, f'{{ {value.value if self.is_flags else hex(value.value)}, '
                            f'"{value.name}" }},')
        out = [""]
        for row in rows.values():
            if out[-1] and column(f"{out[-1]} {row}", 1) > WIDTH:
                out.append("")
            out[-1] += f" {row}" if out[-1] else row
        return out

    def head_comment(self) -> str:
        about = self.enum.about
        what = f"flags {self.P}_{self.name.upper()}_*" if self.is_flags \
            else f"enum {self.p}_{self.name}"
        first, rest = summary(about.doc)
        lines = [f"{what} - {first}", ""] + ([rest] if rest else [])
        lines += about_lines(replace(about, doc=""))
        if self.enum.is_open:
            lines.append("Other values are legal.")
        lines += sources_line(about)
        is_plain = self.is_macro and self.options.dialect.kernel_doc
        return block(lines, 0, "/*" if is_plain else self.options.head_opener)
