# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that groups of fields can be written at once: E091, and E040 for fields that do not exist."""

from __future__ import annotations

from typing import List

from prmclib.model import Bits, Field, Group, Kind, Layout, Span, shares_word, words_of
from prmclib.model.draft import Draft
from prmclib.model.errors import did_you_mean


def check(draft: Draft) -> None:
    for layout in draft.spec.layouts.values():
        if layout.name not in draft.partial:
            for group in layout.groups:
                _group(draft, layout, group)


def _group(draft: Draft, layout: Layout, group: Group) -> None:
    fields = {item.name: item for item in layout.fields if item.is_named}
    words = words_of(_numbers(layout.fields))
    first: List[Field] = []
    for name, where in zip(group.fields, group.spans):
        item = fields.get(name)
        if item is None:
            draft.findings.add("E040", where, f"layout '{layout.name}' has no field '{name}'",
                               help=did_you_mean(name, list(fields)) or
                               "a group has fields of its layout, without those of arms")
            continue
        if not item.is_number or item.fixed is not None:
            _wrong(draft, group, where, f"'{name}' is not a number that drivers set",
                   "leave it out: overlays, arrays, structures and fixed values have functions of "
                   "their own")
        elif item in first:
            _wrong(draft, group, where, f"'{name}' is listed twice", "remove one of the two")
        elif first and not any(word.contains(item.bits) and word.contains(first[0].bits)
                               for word in words):
            _wrong(draft, group, where,
                   f"'{name}' {item.bits} and '{first[0].name}' {first[0].bits} share no word",
                   "one store writes a group: its fields share a byte, word, dword or qword")
        else:
            first.append(item)


def _wrong(draft: Draft, group: Group, where: Span, message: str, help: str) -> None:
    draft.findings.add("E091", where, f"group '{group.name}': {message}", help=help)


def _numbers(fields: List[Field]) -> List[Bits]:
    """Returns the places of all numbers that share words, including overlays beside numbers."""
    places = [item.bits for item in fields if item.is_number]
    for item in fields:
        if item.kind is Kind.OVERLAY and shares_word(item, fields):
            places += [item.bits] + [inner.bits for inner in item.inner if inner.is_number]
    return places
