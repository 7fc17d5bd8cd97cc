# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that numbers and overlays can be accessed as words: E018 numbers across dwords that share
one, E027 values in arms, E057 overlays that share a word with their neighbours."""

from __future__ import annotations

from prmclib.model import Field, Kind, Layout, shares_word
from prmclib.model.draft import Draft


def check(draft: Draft) -> None:
    for layout in draft.spec.layouts.values():
        if layout.name in draft.partial:
            continue
        for item in layout.fields:
            if item.kind is Kind.OVERLAY:
                _values(draft, item)
                if shares_word(item, layout.fields):
                    _shared(draft, item)
        _crossing(draft, layout)


def _values(draft: Draft, overlay: Field) -> None:
    """Reports values in arms: an initialised host structure has chosen no arm."""
    for arm in overlay.arms:
        for item in arm.fields:
            for key in ("default", "fixed"):
                if key in item.spans:
                    draft.findings.add(
                        "E027", item.spans[key], f"`{key}` has no meaning in arm '{arm.name}' of "
                        f"overlay '{overlay.name}'",
                        help="the driver sets the fields of an arm; let the arm name a layout "
                             "that has the value")


def _shared(draft: Draft, overlay: Field) -> None:
    if overlay.bits.word.width < overlay.bits.width or not overlay.bits.word.contains(overlay.bits):
        draft.findings.add(
            "E057", overlay.where, f"overlay '{overlay.name}' shares a word with its neighbours, and "
            "spans more than two dwords",
            help="begin and end it with a dword; every arm can repeat the neighbours")
        return
    for arm in overlay.arms:
        for item in arm.fields:
            if item.is_named and not item.is_number:
                draft.findings.add(
                    "E057", item.where, f"'{item.name or arm.name}' is not a number, but overlay "
                    f"'{overlay.name}' shares a word with its neighbours",
                    others=[(overlay.where, f"'{overlay.name}' is here")],
                    help="make it a number, or begin and end the overlay with a dword")


def _crossing(draft: Draft, layout: Layout) -> None:
    across = [item for item in layout.fields
              if (item.is_number or item.kind is Kind.OVERLAY and
                  shares_word(item, layout.fields)) and item.bits.word.width == 64]
    for first, second in zip(across, across[1:]):
        if first.bits.word != second.bits.word and first.bits.word.overlaps(second.bits.word):
            draft.findings.add(
                "E018", second.where, f"'{second.name}' {second.bits} and '{first.name}' "
                f"{first.bits} both cross dwords, and share one",
                others=[(first.where, f"'{first.name}' is here")],
                help="no word holds both; describe one of them as two numbers")
