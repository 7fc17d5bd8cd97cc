# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Keeps the documentation of a layout that is imported again."""

from __future__ import annotations

from typing import Dict, List, Tuple

from prmclib.model import About, Bits, Field, Kind, Layout


def renew(old: Layout, new: Layout) -> List[str]:
    """Copies everything but places from ``old`` to ``new``; returns the names that are gone.

    Fields are matched by name, overlays by their bits too, since C has no name for them."""
    new.about = kept(old.about, new.about)
    new.writer = old.writer
    names = {item.name: item for item in old.fields if item.is_named}
    overlays = {item.bits: item for item in old.fields if item.kind is Kind.OVERLAY}
    for item in new.fields:
        match = names.pop(item.name, None) if item.is_named else None
        if match is None and item.kind is Kind.OVERLAY and item.bits in overlays:
            match = names.pop(overlays[item.bits].name, None)
        if match is not None:
            _field(match, item)
    return list(names)


def _field(old: Field, new: Field) -> None:
    new.about = kept(old.about, new.about)
    new.writer = new.writer or old.writer
    if old.kind is new.kind is Kind.UINT and old.is_array == new.is_array:
        _number(old, new)
    elif old.kind is new.kind is Kind.OVERLAY and old.bits == new.bits:
        new.name = old.name
        if _meanings(old) == _meanings(new):
            # The same bits with the same meanings: keep the selector of the spec.
            new.arms, new.selector = old.arms, old.selector
            return
        arms = {arm.name: arm for arm in old.arms}
        for arm in new.arms:
            match = arms.get(arm.name)
            if match is None:
                continue
            arm.about = kept(match.about, arm.about)
            inside = {item.name: item for item in match.fields if item.is_named}
            for item in arm.fields:
                if item.is_named and item.name in inside:
                    _field(inside[item.name], item)


def _meanings(overlay: Field) -> Dict[Tuple[str, Bits], str]:
    """Returns the fields of all arms by name and place, with their layout."""
    return {(item.name, item.bits): item.layout for item in overlay.inner if item.is_named}


def kept(old: About, new: About) -> About:
    """Returns the old documentation, with the new source if it differs."""
    source = old.source + [text for text in new.source if text not in old.source]
    return About(old.doc or new.doc, source, old.note or new.note, old.conflict or new.conflict,
                 old.unverified or new.unverified, old.since or new.since)


def _number(old: Field, new: Field) -> None:
    """Copies attributes of a number that the source does not have."""
    if not (new.enum or new.flags):
        new.enum, new.flags = old.enum, old.flags
    for key in ("unit", "encoding", "ranges", "cap"):
        setattr(new, key, getattr(new, key) or getattr(old, key))
    for key in ("default", "fixed"):
        value = getattr(old, key)
        if getattr(new, key) is None and value is not None and not value >> new.bits.width:
            setattr(new, key, value)
