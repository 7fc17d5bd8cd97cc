# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the wire structure of a layout, with the bytes of the device."""

from __future__ import annotations

from typing import List

from prmclib.model import Arm, Field, Kind

from .c_members import Cut, Member, Overlay
from .dialect import ALIGNED, PACKED
from .text import WIDTH, about_text, block, filled, kernel_doc, place, remark


class Wire(Cut):
    """Writes the declarations of the wire structure."""

    def wire(self) -> str:
        lines: List[str] = []
        for member in self.members:
            lines.extend(self._wire_member(member, 1, ""))
        return "\n".join(lines)

    def _wire_member(self, m: Member, tabs: int, path: str) -> List[str]:
        if m.kind == "pad":
            return [self.line(tabs, f"uint8_t {m.name}[{m.size}];", path + m.name,
                              "" if not self.options.dialect.kernel_doc else
                              "undefined" if m.name.startswith("ignored") else "must be zero")]
        if m.kind == "overlay":
            return self._wire_overlay(m, tabs, path)
        if m.kind == "num":
            decl = f"{self._word(m.size * 8)} {m.name};"
            if len(m.numbers) == 1:
                number = m.numbers[0]
                head = place(number.bits)
                if m.name != number.field.name:
                    head += f" {number.field.name}"
                text = self.remark(number.field)
                return [self.line(tabs, decl, path + m.name, joined(head, text))]
            lines, dword = [], -1
            for number in m.numbers:
                where = place(number.bits)
                if number.bits.dword == dword and " " in where:
                    where = " " * 5 + where[where.index("["):]
                dword = number.bits.dword
                text = self.remark(number.field)
                lines.append(joined(f"{where} {number.field.name}", text))
            return [self._aligned_block(lines, tabs, path + m.name),
                    "\t" * tabs + self.options.speak(decl)]
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
        return [self.line(tabs, decl + ";", path + m.name, joined(head, text))]

    def _aligned_block(self, lines: List[str], tabs: int, name: str) -> str:
        """Returns the comment on a shared member: place, name and remark of its fields in columns."""
        lead = "\t" * tabs
        cells = []
        for line in lines:
            where, rest = line[:line.index("]") + 1], line[line.index("]") + 2:]
            cells.append((where, rest))
        wide = max(len(where) for where, _ in cells)
        out = [f"{lead}/**\n{lead} * @{name}:" if self.options.dialect.kernel_doc
               else f"{lead}/*"]
        for where, rest in cells:
            parts = filled(rest, WIDTH - 8 * tabs - 6 - wide)
            out.append(f"{lead} * {where:{wide}} {parts[0]}")
            out.extend(f"{lead} * {'':{wide}}   {part}" for part in parts[1:])
        out.append(f"{lead} */")
        return "\n".join(out)

    def _wire_overlay(self, m: Member, tabs: int, path: str) -> List[str]:
        over = m.overlay
        assert over is not None
        lead = "\t" * tabs
        over_bits = m.fields[0].bits
        head = f"{place(over_bits)} {m.name}, {self._selected_by(m.fields[0])}"
        text = about_text(m.fields[0].about)
        lines = [block([f"{head}. {text}" if text else head + "."], tabs)
                 if len(head) + len(text) + 8 * tabs + 8 > WIDTH else
                 f"{lead}/* {head}{'. ' + text if text else ''} */",
                 f"{lead}__extension__ union {{"]
        for arm, inner in over.arms:
            if arm.is_single:
                for sub in inner:
                    lines.extend(self._wire_member(sub, tabs + 1, path))
                continue
            if self.options.dialect.kernel_doc:
                lines.append(kernel_doc(tabs + 1, path + arm.name,
                                        about_text(arm.about) or self._when(over, arm)))
            lines.append(f"{lead}\tstruct {{")
            for sub in inner:
                lines.extend(self._wire_member(sub, tabs + 2, f"{path}{arm.name}."))
            # Layouts are aligned to dwords, and compilers warn about an unaligned struct around one.
            nests = any(item.kind is Kind.LAYOUT for item in arm.fields) and \
                not over_bits.offset % 32 and not over_bits.width % 32
            lines.append(f"{lead}\t}} {ALIGNED if nests else PACKED} {arm.name};")
        if not over.is_alias:
            raw = (f"{self._word(over.raw_width)} {over.raw};" if over.raw_width
                   else f"uint8_t {over.raw}[{m.size}];")
            lines.append(self.line(tabs + 1, raw, path + over.raw,
                                   "the bits as a whole" if self.options.dialect.kernel_doc else ""))
        lines.append(f"{lead}}};")
        return lines

    def _when(self, over: Overlay, arm: Arm) -> str:
        """Returns a text with the values of the selector that choose the arm."""
        selector = over.field.selector
        if arm.when.is_else:
            return "all other values"
        enum = self.spec.enums.get(selector.enum) if selector else None
        names = {v.value: v.name for v in reversed(enum.values)} if enum else {}
        return "if " + " or ".join(names.get(value, f"{value:#x}") for value in arm.when.values) \
            if arm.when.values else ""

    def remark(self, item: Field) -> str:
        """Returns the comment on a member: documentation and facts."""
        return remark(self.spec, item, self.layout.writer, f"{self.p}_")


def joined(head: str, text: str) -> str:
    """Joins a place or name and its remark with a colon, unless the remark is a list in parentheses."""
    return f"{head}{' ' if text.startswith('(') else ': '}{text}" if text else head
