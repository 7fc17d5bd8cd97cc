# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that numbers fit the fields that hold them: E022, E023, E024, E025, E036, E049, W048."""

from __future__ import annotations

from typing import Dict

from prmclib.model import Enum, EnumValue, Field, Kind, Span, range_text
from prmclib.model.draft import Draft
from prmclib.model.errors import did_you_mean
from prmclib.model.limits import ranges_of, read


def check(draft: Draft) -> None:
    for enum in draft.spec.enums.values():
        _unique(draft, enum)
        _details(draft, enum)
    for layout in draft.spec.layouts.values():
        for item in layout.items():
            if item.kind is Kind.UINT and item.elem_width:
                _width(draft, item)
                if item.ranges:
                    _range(draft, item)
    for item, key, value in draft.values:
        number = getattr(item, key)
        # E022 reports a named value that is too wide.
        if number is not None and (value.number is not None or not number >> item.elem_width):
            _default(draft, item, key, number, value.where)


def hexadecimal(value: int) -> str:
    return str(value) if value < 10 else f"{value:#x}"


def named(draft: Draft, enum: str, number: int, where: Span) -> None:
    """Reports a number where the enumeration has a name for it."""
    known = draft.enum(enum)
    found = known.by_value(number) if known is not None and not known.is_flags else None
    if found is not None:
        draft.findings.add(
            "W045", where, f"{hexadecimal(number)} is {found.name} of enumeration '{enum}'",
            others=[(found.where, f"'{found.name}' is here")], help=f"write {found.name}")


def _unique(draft: Draft, enum: Enum) -> None:
    noun = "bit" if enum.is_flags else "value"
    first: Dict[int, EnumValue] = {}
    swapped = set()
    for item in enum.values:
        known = first.setdefault(item.value, item)
        if not item.alias:
            if known is not item and item.name not in swapped:
                draft.findings.add(
                    "E036", item.where, f"'{item.name}' and '{known.name}' of "
                    f"'{enum.name}' are both {noun} {hexadecimal(item.value)}",
                    others=[(known.where, "the first one")],
                    help=f"if both names are meant, write `{{{noun}: {hexadecimal(item.value)}, "
                         f"alias: {known.name}}}`")
            continue
        named = enum.by_name(item.alias)
        if named is not None and named is not item and known is item and \
                named.value == item.value:
            swapped.add(named.name)
            draft.findings.add(
                "E036", item.spans["alias"], f"'{item.name}' is an alias of '{named.name}', but comes "
                "before it", others=[(named.where, f"'{named.name}' is here")],
                help="the second one of two names has the `alias`")
        elif named is item or (known is item and named is None):
            draft.findings.add(
                "E036", item.spans["alias"], f"'{item.name}' is the first name of {noun} "
                f"{hexadecimal(item.value)}, and says that it is an alias of '{item.alias}'",
                help=did_you_mean(item.alias, [one.name for one in enum.values
                                               if one is not item])
                or "remove `alias`, or name an earlier value")
        elif named is not known:
            where = [(named.where, f"'{named.name}' is {noun} {hexadecimal(named.value)}")] \
                if named is not None else []
            draft.findings.add(
                "E036", item.spans["alias"], f"'{item.name}' is {noun} {hexadecimal(item.value)}, and so "
                f"not an alias of '{item.alias}'", others=where,
                help=f"the first name of {noun} {hexadecimal(item.value)} is '{known.name}'"
                     if known is not item else f"correct the {noun} or remove `alias`")


def _details(draft: Draft, enum: Enum) -> None:
    """Reports values that are inside of the range that details of another give it."""
    for item in enum.values:
        base = enum.with_detail(item.value)
        if base is not None and base is not item and not item.alias:
            draft.findings.add(
                "E044", item.where, f"'{item.name}' of '{enum.name}' is {hexadecimal(item.value)}, which is '{base.name}' "
                "with a detail", others=[(base.where, f"'{base.name}' is here")],
                help="remove it, or correct one of the values")


def _width(draft: Draft, item: Field) -> None:
    enum = draft.enum(item.enum or item.flags)
    if enum is None or not enum.values:
        return
    widest = max(enum.values, key=lambda value: value.value)
    bits = f"{item.elem_width} {'bit' if item.elem_width == 1 else 'bits'}"
    if enum.is_flags:
        if widest.value >= item.elem_width:
            draft.findings.add(
                "E023", item.spans.get("flags", item.where),
                f"flag '{widest.name}' of '{enum.name}' is bit {widest.value}, but '{item.name}' "
                f"has {bits}", others=[(widest.where, f"'{widest.name}' is here")],
                help=f"the highest bit is {item.elem_width - 1}; bits count from the least "
                     "significant one")
    elif widest.value >> item.elem_width:
        draft.findings.add(
            "E022", item.spans.get("enum", item.where),
            f"value '{widest.name}' of '{enum.name}' is {hexadecimal(widest.value)}, but "
            f"'{item.name}' has {bits}", others=[(widest.where, f"'{widest.name}' is here")],
            help=f"the largest value is {hexadecimal((1 << item.elem_width) - 1)}; correct the "
                 "place or the value, or make an enumeration for this field")


def _range(draft: Draft, item: Field) -> None:
    """Reports a range beyond the field, beside other attributes that say which numbers are legal, and another one in the
    description."""
    where = item.spans.get("range", item.where)
    for key in ("enum", "flags", "fixed"):
        if key in item.spans:
            draft.findings.add("E027", where, f"`range` has no meaning beside `{key}`",
                               others=[(item.spans[key], "which numbers are legal")], help=f"remove `range`, or `{key}`")
            return
    most = item.ranges[-1][1]
    if most >> item.elem_width:
        draft.findings.add(
            "E049", where, f"`range` of '{item.name}' ends at {hexadecimal(most)}, but the field has {item.elem_width} "
            f"{'bit' if item.elem_width == 1 else 'bits'}",
            help=f"the largest value is {hexadecimal((1 << item.elem_width) - 1)}")
        return
    if item.default is not None and not any(least <= item.default <= end for least, end in item.ranges):
        draft.findings.add(
            "E049", item.spans.get("default", where), f"`default` of '{item.name}' is {hexadecimal(item.default)}, which "
            f"is not in its range {range_text(item.ranges)}", others=[(where, "the range")],
            help="correct one of them")
    said = ranges_of(read(item.about.doc), item.about.doc, item.elem_width)
    if said and said != item.ranges:
        draft.findings.add(
            "W048", where, f"`range` of '{item.name}' is {range_text(item.ranges)}, its description says "
            f"{range_text(said)}", help="correct one of them")


def _default(draft: Draft, item: Field, key: str, number: int, where: Span) -> None:
    bits = f"{item.elem_width} {'bit' if item.elem_width == 1 else 'bits'}"
    if item.elem_width and number >> item.elem_width:
        draft.findings.add(
            "E024", where, f"`{key}` of '{item.name}' is {hexadecimal(number)}, but the field has "
            f"{bits}", others=[] if where.line == item.where.line else
            [(item.where, f"'{item.name}' is here")],
            help=f"the largest value is {hexadecimal((1 << item.elem_width) - 1)}")
        return
    enum = draft.enum(item.enum)
    if enum is not None and not enum.is_open and enum.name not in draft.broken \
            and enum.by_value(number) is None:
        draft.findings.add(
            "E025", where, f"`{key}` of '{item.name}' is {hexadecimal(number)}, which enumeration "
            f"'{enum.name}' does not have", others=[(enum.where, f"'{enum.name}' is here")],
            help="add the value to the enumeration, write `open: true` there, or correct the "
                 "number")
    flags = draft.enum(item.flags)
    if flags is not None and flags.name not in draft.broken:
        known = 0
        for one in flags.values:
            known |= 1 << one.value
        if number & ~known:
            bit = (number & ~known).bit_length() - 1
            draft.findings.add(
                "E025", where, f"`{key}` of '{item.name}' has bit {bit} set, which '{flags.name}' "
                "does not have", others=[(flags.where, f"'{flags.name}' is here")],
                help="add the flag, or correct the number")
