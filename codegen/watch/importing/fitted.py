# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The result of adapting layouts to the notation, and helpers of its steps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Dict, List, Mapping, Optional, Set, Tuple

from prmclib.model import About, Bits, Enum, Field, Layout, LeftOut, Spec
from prmclib.model.place import MAX_BYTES
from .import_names import clean


@dataclass(frozen=True)
class Change:
    """A difference from the source."""

    layout: str  # or enumeration
    field: str
    text: str


@dataclass
class Fitted:
    """Layouts and enumerations that the notation can write."""

    layouts: Dict[str, Layout] = field(default_factory=dict)
    enums: Dict[str, Enum] = field(default_factory=dict)
    changes: List[Change] = field(default_factory=list)


def noted(about: About, text: str) -> About:
    """Returns ``about`` with a sentence added to its note."""
    return replace(about, note=f"{about.note} {text}".strip())


def needed(spec: Spec, names: List[str], known: Set[str]) -> Tuple[List[str], List[str]]:
    """Returns the layouts ``names`` and their nested layouts, the inner ones first, without
    ``known`` ones; and the enumerations that they use."""
    layouts: Dict[str, None] = {}
    enums: Dict[str, None] = {}
    path: Set[str] = set()

    def visit(name: str) -> None:
        if name in layouts or name in path or name not in spec.layouts \
                or not usable(spec.layouts[name]):
            return
        path.add(name)
        for used in spec.uses(name):
            if used not in known:
                visit(used)
            if used in spec.enums:
                enums[used] = None
        path.discard(name)
        layouts[name] = None

    for name in names:
        visit(name)
    return list(layouts), list(enums)


def has_place(bits: Bits) -> bool:
    """Returns whether bits can be written as those of one dword or two."""
    return bits.width <= 64 and (bits.end - 1) // 32 - bits.offset // 32 < 2


def usable(layout: Layout) -> bool:
    """Returns whether the notation allows the size of a layout."""
    return 0 < layout.size <= MAX_BYTES - 4


class Fitting:
    """State of the conversion: ``existing`` is the spec that layouts are added to, ``out`` the
    result."""

    def __init__(self, spec: Spec, layouts: List[str], existing: Spec, rename: Mapping[str, str],
                 left_out: List[LeftOut]) -> None:
        self.spec = spec
        self.order = layouts
        self.existing = existing
        self.out = Fitted()
        self.taken = {*existing.layouts, *existing.enums, *existing.variants, *existing.sequences}
        self.names: Dict[str, str] = {}  # new names of layouts by old ones
        self.enum_names: Dict[str, str] = {}
        self.rename = rename
        self.tails: Dict[str, Field] = {}  # arrays of unknown length that were taken out
        self.left_out: Dict[Tuple[str, int], LeftOut] = {
            (item.layout, item.offset_bits): item for item in left_out if item.field}
        inner = {entry.item.layout for name in layouts for entry in spec.layouts[name].walk()}
        self.nested = inner  # source names of nested layouts

    def change(self, layout: str, name: str, text: str) -> None:
        self.out.changes.append(Change(layout, name, text))

    def about(self, about: About) -> About:
        return About(clean(about.doc), [clean(text) for text in about.source if clean(text)],
                     clean(about.note), clean(about.conflict), clean(about.unverified),
                     clean(about.since))

    def size_of(self, name: str) -> Optional[int]:
        """Returns the bytes of a nested layout in the result."""
        new = self.names.get(name)
        if new in self.out.layouts:
            return self.out.layouts[new].size
        if name in self.existing.layouts:
            return self.existing.layouts[name].size
        return None
