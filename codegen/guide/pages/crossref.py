# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Cross references of a manual: users of layouts and enumerations, capability bits, commands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Tuple

from prmclib.model import Spec, VariantArm


@dataclass(frozen=True)
class Use:
    """``name``: a layout, variant or sequence. ``part``: the field, dotted for one in an arm with
    several fields, or empty for the whole."""

    name: str
    part: str

    def __str__(self) -> str:
        return f"{self.name}.{self.part}" if self.part else self.name


@dataclass
class Crossref:
    """``users`` and ``needed_by`` are by name and by ``layout.field``. ``reached_from``: the arms
    of variants that nothing else contains, as (variant, arm), for each layout, in their order.
    ``chosen_by``: the layouts and sequences that a value of an enumeration selects, in variants and
    overlays."""

    users: Dict[str, List[Use]] = field(default_factory=dict)
    needed_by: Dict[str, List[Use]] = field(default_factory=dict)
    reached_from: Dict[str, List[Tuple[str, VariantArm]]] = field(default_factory=dict)
    chosen_by: Dict[Tuple[str, int], List[str]] = field(default_factory=dict)


def crossref(spec: Spec) -> Crossref:
    out = Crossref()
    parts: Dict[str, List[str]] = {}  # contents of a layout, variant or sequence

    def use(name: str, user: Use) -> None:
        if name and user not in out.users.setdefault(name, []):
            out.users[name].append(user)

    for layout in spec.layouts.values():
        for entry in layout.walk():
            user = Use(layout.name, entry.path)
            parts.setdefault(layout.name, []).append(entry.item.layout)
            for name in entry.item.uses:
                use(name, user)
            if entry.item.cap:
                out.needed_by.setdefault(entry.item.cap, []).append(user)

    def choose(enum: str, values: List[int], name: str) -> None:
        for value in values if enum and name else []:
            found = out.chosen_by.setdefault((enum, value), [])
            if name not in found:
                found.append(name)

    for layout in spec.layouts.values():
        for entry in layout.walk():
            if entry.overlay is not None and entry.arm is not None and entry.overlay.selector is not None:
                choose(entry.overlay.selector.enum, entry.arm.when.values, entry.item.layout)
    for variant in spec.variants.values():
        for arm in variant.arms:
            choose(variant.selector.enum, arm.when.values, arm.layout or arm.sequence)
        for name in spec.uses(variant.name):
            use(name, Use(variant.name, ""))
        for arm in variant.arms:
            parts.setdefault(variant.name, []).append(arm.layout or arm.sequence)
    for sequence in spec.sequences.values():
        for name in spec.uses(sequence.name):
            use(name, Use(sequence.name, ""))
            parts.setdefault(sequence.name, []).append(name)
    for variant in spec.variants.values():
        if variant.name in out.users:
            continue
        for arm in variant.arms:
            for name in _reached(parts, arm.layout or arm.sequence):
                if name in spec.layouts:
                    out.reached_from.setdefault(name, []).append((variant.name, arm))
    return out


def _reached(parts: Dict[str, List[str]], start: str) -> List[str]:
    todo, seen, order = [start], {""}, []
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            order.append(name)
            todo += parts.get(name, [])
    return order
