# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The structure in the bytes of which the device sees a layout."""

from __future__ import annotations

import textwrap
from typing import List

from prmclib.model import Field

from .c_members import Cut, Member
from .text import WIDTH, about_text, block, member_line, place, remark


class Wire(Cut):
    """Writes the declarations of the wire structure."""

    def wire(self) -> str:
        lines: List[str] = []
        for member in self.members:
            lines.extend(self._wire_member(member, 1))
        return "\n".join(lines)

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

    def remark(self, item: Field) -> str:
        """What stands beside a member: doc, what the number means, marks."""
        return remark(item, self.layout.writer, f"enum {self.p}_{item.enum}",
                      f"flags {self.P}_{item.flags.upper()}_*")
