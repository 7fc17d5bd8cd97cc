# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Statements that say what is wrong with the bytes of a layout."""

from __future__ import annotations

from dataclasses import replace
from typing import List, Optional

from prmclib.model import Bits, Field, Kind

from .c_members import Cut
from .text import place


class Check(Cut):
    """Writes the body of check."""

    def check(self) -> List[str]:
        return self._check(self.layout.fields, "", "\t")

    def _check(self, fields: List[Field], path: str, lead: str) -> List[str]:
        out: List[str] = []
        stretch: Optional[Bits] = None

        def flush() -> None:
            nonlocal stretch
            if stretch:
                out.append(f"{lead}n += {self.p}_check_reserved(r, p, {stretch.offset}, "
                           f"{stretch.width});\t/* {place(stretch)} */")
            stretch = None

        for item in fields:
            if item.kind is Kind.RESERVED:
                flush()
                stretch = item.bits
                continue
            flush()
            if item.is_flexible or item.kind in (Kind.IGNORED, Kind.BYTES):
                continue
            if item.kind is Kind.LAYOUT:
                out.extend(self._check_nested(item, path, lead))
            elif item.kind is Kind.OVERLAY:
                out.extend(self._check_overlay(item, path, lead))
            elif item.is_number:
                out.extend(self._check_number(item, path, lead))
        flush()
        return out

    def _check_number(self, item: Field, path: str, lead: str) -> List[str]:
        getter = f"{self.p}_{self.name}_get_{(path + item.name).replace('.', '_')}(p)"
        head = f"{lead}n += {self.p}_check_"
        tail = f"(r, \"{path}{item.name}\", {item.bits.offset}, {item.bits.width}, {getter}"
        if item.fixed is not None:
            return [f"{head}fixed{tail}, {item.fixed:#x});"]
        if item.enum and not self.spec.enums[item.enum].is_open:
            return [f"{head}enum{tail},", f"{lead}\t{self.p}_{item.enum}_str({getter}));"]
        if item.flags and not self.spec.enums[item.flags].is_open:
            return [f"{head}flags{tail},", f"{lead}\t{self.P}_{item.flags.upper()}_ALL);"]
        return []

    def _check_nested(self, item: Field, path: str, lead: str) -> List[str]:
        call = f"{self.p}_{item.layout}_check(&p->{path}{item.name}"
        base = item.bits.offset
        if not item.is_array:
            return [f"{lead}r->base += {base};", f"{lead}n += {call}, r);",
                    f"{lead}r->base -= {base};"]
        step = item.elem_width
        return [f"{lead}for (i = 0; i < {item.count}; i++) {{",
                f"{lead}\tr->base += {base} + i * {step};",
                f"{lead}\tn += {call}[i], r);",
                f"{lead}\tr->base -= {base} + i * {step};", f"{lead}}}"]

    def _check_overlay(self, item: Field, path: str, lead: str) -> List[str]:
        if item.selector is None or item.selector.external:
            return []
        arms = []
        for arm in item.arms:
            sub = path if arm.is_single else f"{path}{arm.name}."
            fields = [replace(f, name=arm.name) for f in arm.fields] if arm.is_single \
                else arm.fields
            lines = self._check(fields, sub, lead + "\t")
            arms.append((arm, lines))
        if not any(lines for _, lines in arms):
            return []
        getter = f"{self.p}_{self.name}_get_{item.selector.field}(p)"
        out = [f"{lead}switch ({self._cast(item.selector.field, getter)}) {{"]
        has_default = False
        for arm, lines in arms:
            if arm.when.is_else:
                has_default = True
                out.append(f"{lead}default:")
            else:
                out.extend(f"{lead}case {value:#x}:" for value in arm.when.values)
            out.extend(lines)
            out.append(f"{lead}\tbreak;")
        if not has_default:
            out += [f"{lead}default:", f"{lead}\tbreak;"]
        out.append(f"{lead}}}")
        return out
