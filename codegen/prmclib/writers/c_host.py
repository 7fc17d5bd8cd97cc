# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the host structure, which has the fields of a layout in host byte order, and its defaults."""

from __future__ import annotations

import functools
from typing import List, Tuple

from prmclib.model import BYTES, Field, range_text

from .c_members import Cut, Member, Number, host_type, ignored
from .text import WIDTH, column, member_line


class Host(Cut):
    """Writes the declarations of the host structure."""

    @functools.cached_property
    def host(self) -> List[str]:
        """The declarations of the host structure, one line each."""
        return self._host(self.layout.fields, self.members, 1, "")

    def _host(self, fields: List[Field], members: List[Member], tabs: int,
              path: str) -> List[str]:
        entries: List[Tuple[int, int, List[str]]] = []
        lead = "\t" * tabs
        for m in members:
            for n in m.numbers:
                if n.host:
                    unit, encoding = n.field.measure
                    note = ", ".join(filter(None, (
                        f"{n.width} bits" if n.width not in (1, 8, 16, 32, 64) and not n.field.flags else "",
                        f"enum {self.p}_{n.field.enum}" if n.field.enum else "",
                        f"{self.P}_{n.field.flags.upper()}_*" if n.field.flags else "",
                        encoding.replace("_", " "), f"in {unit}" if unit and encoding not in BYTES else "",
                        range_text(n.field.legal))))
                    name = n.host[len(path):]
                    entries.append((n.bits.offset, 0,
                                    [member_line(tabs, self.options.speak(
                                        f"{n.host_type} {name};"), note)]))
            if m.kind in ("bytes", "struct", "array"):
                item = m.fields[0]
                if m.kind == "bytes":
                    decl = f"uint8_t {m.name}[{m.size}];"
                elif m.kind == "struct":
                    count = f"[{item.count}]" if item.is_array else ""
                    decl = f"struct {self.p}_{item.layout}_fields {m.name}{count};"
                else:
                    decl = f"{host_type(item.elem_width)} {m.name}[{item.count}];"
                if column(decl, tabs) > WIDTH:
                    decl = decl.replace("_fields ", f"_fields\n{lead}\t", 1)
                entries.append((m.offset * 8, 0, (lead + decl).split("\n")))
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
        if over.is_external:
            return [member_line(tabs, self.options.speak(raw), self._selected_by(over.field))]
        lines = [f"{lead}__extension__ union {{"
                 f"\t/* {self._selected_by(over.field)} */"]
        for arm, inner in over.arms:
            if arm.is_single:
                lines.extend(self._host([], inner, tabs + 1, path))
            else:
                lines.append(f"{lead}\tstruct {{")
                lines.extend(self._host(arm.fields, inner, tabs + 2, f"{path}{arm.name}."))
                lines.append(f"{lead}\t}} {arm.name};")
        if not over.is_alias:
            lines.append(member_line(tabs + 1, self.options.speak(raw), "any other"))
        lines.append(f"{lead}}};")
        return lines

    def defaults(self) -> List[str]:
        out = [f"\tv->{n.host} = {self.value_name(n.field.enum, n.field.default) or number(n)};"
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
    def is_empty_host(self) -> bool:
        return not self.host


def number(n: Number) -> str:
    """Returns the default of a field without a name for it."""
    if n.width == 1:
        return "1"
    return f"UINT64_C({n.field.default:#x})" if n.width > 32 else f"{n.field.default:#x}"
