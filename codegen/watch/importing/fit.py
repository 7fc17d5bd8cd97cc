# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Adapts layouts of any manual to the notation.

Headers and other manuals have names, sizes and places that the notation (``docs/notation.md``)
does not.  :func:`fit` makes the necessary changes without moving a bit, and reports each
difference from the source: in a ``note`` at the item, and in a list for the report.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, List, Mapping, Optional, Sequence, Set

from prmclib.model import About, Bits, Enum, Field, Kind, LeftOut, Layout, Spec, shares_word
from prmclib.model.place import split
from prmclib.model.same import copied
from .fit_overlays import Overlays
from .fitted import Fitted, noted
from .import_names import BASE, MAX_NAME, clean, cut, described, free, identifier, is_kept

_ACCESSOR = re.compile(r"_(?:set|get)_")


def fit(spec: Spec, layouts: List[str], enums: List[str], existing: Spec,
        rename: Mapping[str, str], left_out: List[LeftOut], alone: Sequence[str] = ()) -> Fitted:
    """Returns layouts and enumerations of ``spec``, inner layouts first, as the notation can write
    them.  ``existing`` is the spec that they are added to, whose layouts are used where it has them.
    ``rename`` has new names by old ones, ``left_out`` what the reader has left out, ``alone`` are
    enumerations that are kept although no field uses them."""
    return _Fitter(spec, layouts, existing, rename, left_out).fit(enums, set(alone))


class _Fitter(Overlays):
    def fit(self, enums: List[str], alone: Set[str]) -> Fitted:
        for name in enums:
            self.enum(self.spec.enums[name])
        for name in self.order:
            self.names[name] = self.global_name(name, "layout")
        for name in self.order:
            self.layout(name)
        self.used_enums({self.enum_names[name] for name in alone})
        return self.out

    def used_enums(self, alone: Set[str]) -> None:
        """Drops unused enumerations, and documents which field uses the others."""
        users: Dict[str, str] = {}
        for layout in self.out.layouts.values():
            for entry in layout.walk():
                for name in entry.item.uses:
                    users.setdefault(name, f"{layout.name}.{entry.item.name}")
        for name in list(self.out.enums):
            if name not in users and name not in alone:
                del self.out.enums[name]
            elif not self.out.enums[name].about.doc:
                self.out.enums[name].about.doc = \
                    f"Values of {users.get(name, name.replace('_', ' '))}."

    def global_name(self, name: str, kind: str) -> str:
        """Returns a free name for a layout or enumeration."""
        wanted = self.rename.get(name) or identifier(name) or f"{kind}_without_name"
        if is_kept(wanted) or wanted in BASE:
            wanted += "_"
        if kind == "enumeration" and _ACCESSOR.search(wanted):
            wanted += "_values"  # the name without it is a function's
        wanted = cut(wanted)
        result, number = wanted, 1
        while result in self.taken:
            number += 1
            result = f"{wanted[:MAX_NAME - 4]}_{number}"
        self.taken.add(result)
        if result != name:
            self.change(result, "", f"{name} in the source")
        return result

    def enum(self, enum: Enum) -> None:
        same = self.existing.enums.get(self.rename.get(enum.name) or identifier(enum.name))
        made = copied(enum)
        taken: Set[str] = set()
        for item in made.values:
            old = item.name
            name = cut(identifier(old, upper=True)) or f"VALUE_{item.value}"
            item.name = free(name, taken)
            item.about = self.about(item.about)
            if item.name != old.upper().strip("_"):
                item.about = noted(item.about, f"{clean(old)} in the source.")
                self.change(enum.name, item.name, f"{clean(old)} in the source")
        if same is not None and same.is_flags == made.is_flags and \
                {item.value for item in made.values} <= {item.value for item in same.values}:
            self.enum_names[enum.name] = same.name
            self.change(enum.name, "", f"the spec's {same.name} has all its values and is used")
            return
        made.name = self.enum_names[enum.name] = self.global_name(enum.name, "enumeration")
        made.about = self.about(made.about)
        if made.name != enum.name:
            made.about = noted(made.about, f"{clean(enum.name)} in the source.")
        self.out.enums[made.name] = made

    def layout(self, old: str) -> None:
        source = self.spec.layouts[old]
        made = copied(source)
        made.name = self.names[old]
        made.about = self.about(made.about)
        if made.name != old:
            made.about = noted(made.about, f"{clean(old)} in the source.")
        if not made.about.doc:
            made.about.doc = described(made.name)
        fields: List[Field] = []
        for item in made.fields:
            fields += self.field(made, old, item)
        made.fields = fields
        self.flexible(made, old)
        size = made.size
        if size % 4:
            made.size = (size + 3) // 4 * 4
            rest = Bits(size * 8, (made.size - size) * 8)
            made.fields.append(Field("", rest, Kind.RESERVED, made.where, elem_width=rest.width))
            text = f"{size} bytes in the source, filled up to whole dwords here."
            made.about = noted(made.about, text)
            self.change(made.name, "", text.rstrip("."))
        made.fields = [self.overlay(made, item) if item.kind is Kind.OVERLAY else item
                       for item in made.fields]
        made.fields = [part for item in made.fields for part in self.written(made, item)]
        self.crossing(made)
        renamed = self.unique(made)
        for item in made.fields:
            if item.kind is Kind.OVERLAY:
                self.selector(made, item, renamed)
        self.out.layouts[made.name] = made

    def written(self, layout: Layout, item: Field) -> List[Field]:
        """Returns a field, or the places into which reserved bits are split."""
        if item.kind is Kind.OVERLAY:
            for arm in item.arms:
                arm.fields = [part for inner in arm.fields for part in self.written(layout, inner)]
            return [item]
        if item.is_named or not item.bits.width:
            return [item] if item.bits.width or item.is_flexible else []
        return [replace(item, bits=bits, elem_width=bits.width, spans={},
                        about=item.about if number == 0 else About())
                for number, bits in enumerate(split(item.bits))]

    def crossing(self, layout: Layout) -> None:
        """Splits numbers that cross dwords and share one with another such number."""
        last: Optional[Field] = None
        out: List[Field] = []
        for item in layout.fields:
            crosses = item.bits.word.width == 64 and (
                item.is_number or item.kind is Kind.OVERLAY and shares_word(item, layout.fields))
            if crosses and last is not None and last.bits.word != item.bits.word \
                    and last.bits.word.overlaps(item.bits.word):
                if item.kind is Kind.OVERLAY:
                    item = self.plain(layout, item, "Several meanings in the source: "
                                      + ", ".join(arm.name for arm in item.arms) + ".")
                text = f"Part of {item.name}, a number of {item.bits.width} bits in the source."
                self.change(layout.name, item.name, "divided at the dword")
                done = 0
                for bits in split(item.bits):
                    high = item.bits.width - done - 1
                    out.append(replace(item, name=f"{item.name}_{high}_{high - bits.width + 1}",
                                       bits=bits, elem_width=bits.width, enum="", flags="",
                                       about=noted(item.about, text), spans={}))
                    done += bits.width
                last = None
                continue
            if crosses:
                last = item
            out.append(item)
        layout.fields = out
