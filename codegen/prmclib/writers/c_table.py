# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the table of a layout in C: a row for each field and each reserved place, which check and
print read."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import List

from prmclib.model import Field, Kind
from prmclib.model.flatten import find_field

from .c_members import Cut


class Table(Cut):
    """Writes the rows."""

    @functools.cached_property
    def table(self) -> List[str]:
        """The rows."""
        return self._table_of(self.layout.fields, "", "\t")

    @property
    def has_rules(self) -> bool:
        """True if check can complain about an image."""
        return self._restrict(self.layout.fields)

    def _restrict(self, fields: List[Field]) -> bool:
        return any(item.kind is Kind.RESERVED or item.fixed is not None
                   or item.is_number and any(not self.spec.enums[name].is_open
                                             for name in (item.enum, item.flags) if name)
                   or item.count != 0 and item.layout and self._restrict(
                       self.spec.layouts[item.layout].fields)
                   or item.selector and not item.selector.external and self._restrict(item.inner)
                   for item in fields)

    def _table_of(self, fields: List[Field], path: str, lead: str) -> List[str]:
        """``path`` precedes the names of fields in an arm of several."""
        out: List[str] = []
        for item in fields:
            if item.is_flexible:
                continue
            if item.kind is Kind.OVERLAY:
                out += self._arms(item, path, lead)
            else:
                out.append(f"{lead}{self.P}_ROW_{self._one(item, path)},")
        return out

    def _one(self, item: Field, path: str) -> str:
        place = f"{item.bits.offset}, {item.bits.width}"
        if not item.is_named:
            return f"{'RESERVED' if item.kind is Kind.RESERVED else 'IGNORED'}({place})"
        head = f"{place}, \"{path}{item.name}\""
        if item.kind is Kind.LAYOUT:
            if not item.is_array:
                return f"LAYOUT({head}, {self.p}_{item.layout})"
            return f"LAYOUTS({item.bits.offset}, {item.elem_width}, \"{path}{item.name}\", " \
                   f"{self.p}_{item.layout}, {item.count})"
        if item.kind is Kind.BYTES:
            return f"BYTES({head})"
        if item.is_array:
            return f"UINTS({item.bits.offset}, {item.elem_width}, \"{path}{item.name}\", " \
                   f"{item.count})"
        names = f", {self.p}_{item.enum or item.flags}" if item.enum or item.flags else ""
        fixed = f", {item.fixed:#x}" if item.fixed is not None else ""
        row = f"{'FIXED_' if fixed else ''}{'NAMED' if names else 'UINT'}"
        if self.options.dialect.is_kernel:
            return f"{row}({head}{names}{fixed})"
        name = f", \"{path}{item.name}\"" if path else ""
        number = (path + item.name).replace(".", "_")
        return f"{row}{'_AS' if path else ''}({self.name}, {number}{name}{names}{fixed})"

    def _arms(self, item: Field, path: str, lead: str) -> List[str]:
        """Returns the rows of each arm after the values that select it, and plain bytes for other values
        or an external selector."""
        whole = f"{self.P}_ROW_BYTES({item.bits.offset}, {item.bits.width}, \"{path}{item.name}\"),"
        if item.selector is None or item.selector.external:
            return [lead + whole]
        selector = f"{self.name}, {item.selector.field}"
        if self.options.dialect.is_kernel:
            found = find_field(self.spec, self.name, item.selector.field)
            assert found is not None
            selector = f"{found[1]}, {found[0].bits.width}"
        out: List[str] = []
        last = [f"{lead}\t{whole}"]
        for arm in item.arms:
            fields = [replace(f, name=arm.name) for f in arm.fields] if arm.is_single \
                else arm.fields
            rows = self._table_of(fields, path if arm.is_single else f"{path}{arm.name}.",
                                  lead + "\t")
            if arm.when.is_else:
                last = rows
                continue
            out += [f"{lead}{self.P}_ROW_CASE({selector}, {value:#x}),"
                    for value in arm.when.values]
            out += rows
        return [*out, f"{lead}{self.P}_ROW_ELSE,", *last, f"{lead}{self.P}_ROW_END,"]
