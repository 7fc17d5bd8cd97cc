# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Adapts overlays of any manual to the notation: places, selectors, names."""

from __future__ import annotations

from typing import Dict, Mapping, Set

from prmclib.model import Bits, Field, Layout, Selector, When, shares_word
from .fit_fields import Fields
from .fitted import has_place, noted
from .import_names import clean, cut, free, identifier, is_kept


class Overlays(Fields):
    """Adapts overlays and their arms, and the names in a layout."""

    def overlay(self, layout: Layout, item: Field) -> Field:
        """Keeps an overlay that has a place, and only numbers in its arms if it shares a word with
        its neighbours; replaces others by plain bits."""
        names = ", ".join(arm.name for arm in item.arms)
        if not has_place(item.bits) and not item.bits.is_bytes or not item.arms:
            return self.plain(layout, item, f"Several meanings in the source, at no place of whole "
                                            f"bytes: {names}.")
        if not shares_word(item, layout.fields):
            return item
        small = item.bits.word.contains(item.bits) and item.bits.word.width >= item.bits.width
        if small and all(inner.is_number or not inner.is_named for arm in item.arms
                         for inner in arm.fields):
            return item
        return self.plain(layout, item, "Several meanings in the source, left out since they share "
                                        f"a dword with their neighbours: {names}.")

    def selector(self, layout: Layout, item: Field, renamed: Mapping[str, str]) -> None:
        """Sets the values of the arms, by name where the selector has an enumeration; arms that the
        values do not distinguish are numbered."""
        selector = item.selector
        assert selector is not None
        by = next((one for one in layout.fields if selector.field and one.is_number and
                   one.name == renamed.get(selector.field, selector.field)), None)
        enum = self.enum_names.get(selector.enum, selector.enum)
        known = self.out.enums.get(enum) or self.existing.enums.get(enum)
        selector.enum = by.enum if by is not None else enum if known and not known.is_flags else ""
        known = (self.out.enums.get(selector.enum) or self.existing.enums.get(selector.enum)) \
            if selector.enum else None
        values = [value for arm in item.arms for value in arm.when.values]
        is_clear = all(bool(arm.when.values) != arm.when.is_else for arm in item.arms) and \
            len(set(values)) == len(values) and (bool(selector.external) or by is not None) and \
            sum(arm.when.is_else for arm in item.arms) < 2 and \
            (by is None or all(not value >> by.bits.width for value in values)) and \
            (known is None or known.is_open or all(known.by_value(value) for value in values))
        if is_clear:
            if by is not None:
                selector.field = by.name
            for arm in item.arms:
                arm.when.texts = ["else"] if arm.when.is_else else []
            return
        text = clean(selector.external or selector.field)
        item.selector = Selector(selector.where, external=text or "Not stated by the source.")
        item.about = noted(item.about, "The arms are numbered, since the source does not give all "
                                       "values.")
        self.change(layout.name, item.name, "the arms are numbered, the source does not give all "
                                            "values")
        for number, arm in enumerate(item.arms):
            if arm.when.texts and not arm.when.is_else:
                about = arm.fields[0] if arm.is_single and arm.fields[0].is_named else arm
                about.about = noted(about.about, f"{clean(', '.join(arm.when.texts))} in the "
                                                 "source.")
            arm.when = When([number], False, arm.when.where)

    def unique(self, layout: Layout) -> Dict[str, str]:
        """Gives unique names that are valid in the notation and C; returns the new names of the
        layout's own fields by their old ones."""
        taken: Set[str] = set()
        renamed: Dict[str, str] = {}

        def name(thing: Field, outer: Set[str]) -> None:
            old = thing.name
            thing.name = free(self.member(old, thing.bits), outer)
            if thing.name != old:
                thing.about = noted(thing.about, f"{clean(old)} in the source.")
                self.change(layout.name, thing.name, f"{clean(old)} in the source")

        for item in layout.fields:
            if item.is_named:
                old = item.name
                name(item, taken)
                renamed.setdefault(old, item.name)
        setters = {item.name for item in layout.fields if item.is_named}
        for item in layout.fields:
            for arm in item.arms:
                old = arm.name
                arm.name = free(self.member(old, item.bits), taken)
                if arm.is_single and arm.fields[0].is_named:
                    arm.fields[0].name = arm.name
                    thing: Field = arm.fields[0]
                    if arm.name != old:
                        thing.about = noted(thing.about, f"{clean(old)} in the source.")
                        self.change(layout.name, arm.name, f"{clean(old)} in the source")
                    continue
                if arm.name != old:
                    arm.about = noted(arm.about, f"{clean(old)} in the source.")
                    self.change(layout.name, arm.name, f"{clean(old)} in the source")
                if len(arm.fields) > 1 or not arm.is_single:
                    arm.is_single = False
                    inside: Set[str] = set()
                    for inner in arm.fields:
                        if inner.is_named:
                            name(inner, inside)
                            # The setter of an arm's field has both names.
                            while f"{arm.name}_{inner.name}" in setters:
                                inside.discard(inner.name)
                                inner.name = free(inner.name + "_", inside)
                            setters.add(f"{arm.name}_{inner.name}")
        return renamed

    def member(self, name: str, bits: Bits) -> str:
        """Returns the name of a field, shortened to whole words."""
        result = cut(identifier(name)) or f"at_{bits.offset:x}"
        if is_kept(result):
            result += "_"
        return result
