# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The result of adapting layouts to the notation, and helpers of its steps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Dict, List, Mapping, Optional, Set, Tuple

from prmclib.model import About, Bits, Enum, Field, Kind, Layout, LeftOut, Spec
from prmclib.model.place import MAX_BYTES
from prmclib.model.same import copied
from .import_names import clean


IN_ROOM = "an array of unknown length in a layout that is nested"


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


def with_room(layout: Layout, size: int) -> Layout:
    """Returns a layout that has ``size`` bytes wherever it is nested: as many elements of the array of unknown length at
    its end as fit there.  The notation has no such array in a nested layout."""
    made = copied(layout)
    tail, room = made.fields.pop(), (size - layout.size) * 8
    count = room // tail.elem_width
    made.size = size
    whole = Bits(layout.size * 8, count * tail.elem_width)
    one = count == 1 or tail.kind is Kind.BYTES
    made.fields.append(replace(tail, bits=whole, count=None if one else count,
                               elem_width=whole.width if one else tail.elem_width,
                               about=noted(tail.about, "An array of unknown length in the source.")))
    if whole.end < size * 8:
        rest = Bits(whole.end, size * 8 - whole.end)
        made.fields.append(Field("", rest, Kind.RESERVED, tail.where, elem_width=rest.width))
    return made


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
        rooms: Dict[str, List[int]] = {}  # bytes of nested layouts where they are, by their names in the source
        for name in layouts:
            for entry in spec.layouts[name].walk():
                rooms.setdefault(entry.item.layout, []).append(entry.item.elem_width // 8)
        self.nested = set(rooms)
        for name in layouts:
            last = spec.layouts[name].fields[-1:]
            if name in rooms and last and last[0].is_flexible and \
                    (min(rooms[name]) - spec.layouts[name].size) * 8 >= last[0].elem_width:
                size = min(rooms[name])
                self.spec = replace(self.spec, layouts={**self.spec.layouts, name: with_room(spec.layouts[name], size)})
                self.change(name, last[0].name, f"{IN_ROOM}: it ends at byte {size} there")

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
