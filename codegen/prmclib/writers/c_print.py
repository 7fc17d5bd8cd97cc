# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Statements that print the bytes of a layout."""

from __future__ import annotations

from dataclasses import replace
from typing import List

from prmclib.model import Field, Kind

from .c_members import Cut


class Print(Cut):
    """Writes the body of print."""

    def printing(self) -> List[str]:
        return self._print(self.layout.fields, "", "\t")

    def _print(self, fields: List[Field], path: str, lead: str) -> List[str]:
        out: List[str] = []
        for item in fields:
            bits = f"{item.bits.offset}, {item.bits.width}"
            name = path + item.name
            if item.is_flexible:
                continue
            if not item.is_named:
                what = "reserved" if item.kind is Kind.RESERVED else "ignored"
                out.append(f"{lead}{self.p}_print_{what}(f, indent, p, {bits});")
            elif item.kind is Kind.LAYOUT:
                call = f"{self.p}_{item.layout}_print(f, &p->{name}"
                if item.is_array:
                    size = item.elem_width
                    out += [f"{lead}for (i = 0; i < {item.count}; i++) {{",
                            f"{lead}\t{self.p}_print_head(f, indent, \"{name}\", (int)i, "
                            f"{item.bits.offset} + i * {size}, {size});",
                            f"{lead}\t{call}[i], indent + 2);", f"{lead}}}"]
                else:
                    out += [f"{lead}{self.p}_print_head(f, indent, \"{name}\", -1, {bits});",
                            f"{lead}{call}, indent + 2);"]
            elif item.kind is Kind.OVERLAY:
                out.extend(self._print_overlay(item, path, lead))
            elif item.kind is Kind.BYTES or item.is_array:
                out.append(f"{lead}{self.p}_print_bytes(f, indent, \"{name}\", p, {bits});")
            else:
                out.extend(self._print_number(item, name, lead))
        return out

    def _print_number(self, item: Field, name: str, lead: str) -> List[str]:
        getter = f"{self.p}_{self.name}_get_{name.replace('.', '_')}(p)"
        head = f"{lead}{self.p}_print_%s(f, indent, \"{name}\", {item.bits.offset}, " \
               f"{item.bits.width},"
        if item.enum:
            return [head % "enum", f"{lead}\t{getter}, {self.p}_{item.enum}_str({getter}));"]
        if item.flags:
            return [head % "flags", f"{lead}\t{getter}, {self.p}_{item.flags}_flag_str);"]
        return [f"{head % 'uint'} {getter});"]

    def _print_overlay(self, item: Field, path: str, lead: str) -> List[str]:
        bits = f"{item.bits.offset}, {item.bits.width}"
        raw = [f"{lead}{self.p}_print_bytes(f, indent, \"{path}{item.name}\", p, {bits});"]
        if item.selector is None or item.selector.external:
            return raw
        getter = f"{self.p}_{self.name}_get_{item.selector.field}(p)"
        out = [f"{lead}switch ({self._cast(item.selector.field, getter)}) {{"]
        has_default = False
        for arm in item.arms:
            if arm.when.is_else:
                has_default = True
                out.append(f"{lead}default:")
            else:
                out.extend(f"{lead}case {value:#x}:" for value in arm.when.values)
            sub = path if arm.is_single else f"{path}{arm.name}."
            fields = [replace(f, name=arm.name) for f in arm.fields] if arm.is_single \
                else arm.fields
            out.extend(self._print(fields, sub, lead + "\t"))
            out.append(f"{lead}\tbreak;")
        if not has_default:
            out += [f"{lead}default:", "\t" + raw[0], f"{lead}\tbreak;"]
        out.append(f"{lead}}}")
        return out
