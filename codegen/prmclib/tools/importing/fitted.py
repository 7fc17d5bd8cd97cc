# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What becomes of layouts that are made fit for the notation, and what all steps of it need."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Dict, List, Mapping, Optional, Set, Tuple

from .import_names import clean
from ...model import About, Bits, Enum, Field, Layout, LeftOut, Spec
from ...place import MAX_BYTES


@dataclass(frozen=True)
class Change:
    """Something that is not as in the source."""

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
    """``about`` with a sentence added to its note."""
    return replace(about, note=f"{about.note} {text}".strip())


def needed(spec: Spec, names: List[str], known: Set[str]) -> Tuple[List[str], List[str]]:
    """The layouts ``names`` and those inside them, but for ``known`` ones, the inner ones first;
    and the enumerations that they use."""
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
    """Whether bits can be written as those of one dword or two."""
    return bits.width <= 64 and (bits.end - 1) // 32 - bits.offset // 32 < 2


def usable(layout: Layout) -> bool:
    """Whether a layout has a size that the notation can have."""
    return 0 < layout.size <= MAX_BYTES - 4


class Fitting:
    """Where the work stands: ``existing`` is the spec that layouts go into, ``out`` what is
    done."""

    def __init__(self, spec: Spec, layouts: List[str], existing: Spec, rename: Mapping[str, str],
                 left_out: List[LeftOut]) -> None:
        self.spec = spec
        self.order = layouts
        self.existing = existing
        self.out = Fitted()
        self.taken = {*existing.layouts, *existing.enums, *existing.variants, *existing.sequences}
        self.names: Dict[str, str] = {}  # new by old, of layouts
        self.enum_names: Dict[str, str] = {}
        self.rename = rename
        self.tails: Dict[str, Field] = {}  # arrays of unknown length that were taken out
        self.left_out: Dict[Tuple[str, int], LeftOut] = {
            (item.layout, item.offset_bits): item for item in left_out if item.field}
        inner = {entry.item.layout for name in layouts for entry in spec.layouts[name].walk()}
        self.nested = inner  # source names of the layouts that stand in others

    def change(self, layout: str, name: str, text: str) -> None:
        self.out.changes.append(Change(layout, name, text))

    def about(self, about: About) -> About:
        return About(clean(about.doc), [clean(text) for text in about.source if clean(text)],
                     clean(about.note), clean(about.conflict), clean(about.unverified),
                     clean(about.since))

    def size_of(self, name: str) -> Optional[int]:
        """Bytes of a layout inside another, as it will be."""
        new = self.names.get(name)
        if new in self.out.layouts:
            return self.out.layouts[new].size
        if name in self.existing.layouts:
            return self.existing.layouts[name].size
        return None
