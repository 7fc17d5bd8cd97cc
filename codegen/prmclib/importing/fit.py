# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Layouts of any manual made such that the notation can write them.

Headers and other manuals have names, sizes and places that the notation (``docs/notation.md``)
does not.  :func:`fit` changes what it must, bit for bit at the same places, and tells of everything that
is not as in the source: by a ``note`` at the thing, and in a list for the report.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field, replace
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from ..model import (About, Arm, Bits, Enum, Field, Kind, Layout, LeftOut, Selector, Spec, When,
                     shares_word)
from .names import BASE, MAX_NAME, clean, cut, described, free, identifier, is_kept
from ..place import MAX_BYTES, split

_ACCESSOR = re.compile(r"_(?:set|get)_")


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
        for item, _ in _all(spec.layouts[name]):
            if item.layout and item.layout not in known:
                visit(item.layout)
            for enum in (item.enum, item.flags, item.selector.enum if item.selector else ""):
                if enum and enum in spec.enums:
                    enums[enum] = None
        path.discard(name)
        layouts[name] = None

    for name in names:
        visit(name)
    return list(layouts), list(enums)


def _all(layout: Layout) -> Iterator[Tuple[Field, Optional[Arm]]]:
    for item in layout.fields:
        yield item, None
        for arm in item.arms:
            for inner in arm.fields:
                yield inner, arm


def fit(spec: Spec, layouts: List[str], enums: List[str], existing: Spec,
        rename: Mapping[str, str], left_out: List[LeftOut], alone: Sequence[str] = ()) -> Fitted:
    """Layouts and enumerations of ``spec``, inner layouts first, as the notation can write them.
    ``existing`` is the spec that they go into: layouts that it has are used as they are there.
    ``rename`` has new names by old ones, ``left_out`` what the reader has left out, ``alone`` are
    enumerations that stay though no field has them."""
    return _Fitter(spec, layouts, existing, rename, left_out).fit(enums, set(alone))


class _Fitter:
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
        inner = {item.layout for name in layouts for item, _ in _all(spec.layouts[name])}
        self.nested = inner  # source names of the layouts that stand in others

    def change(self, layout: str, name: str, text: str) -> None:
        self.out.changes.append(Change(layout, name, text))

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
        """Drops enumerations that no field has any more, and says of which field the others are."""
        users: Dict[str, str] = {}
        for layout in self.out.layouts.values():
            for item, _ in _all(layout):
                for name in (item.enum, item.flags, item.selector.enum if item.selector else ""):
                    users.setdefault(name, f"{layout.name}.{item.name}")
        for name in list(self.out.enums):
            if name not in users and name not in alone:
                del self.out.enums[name]
            elif not self.out.enums[name].about.doc:
                self.out.enums[name].about.doc = \
                    f"Values of {users.get(name, name.replace('_', ' '))}."

    def global_name(self, name: str, kind: str) -> str:
        """A free name for a layout or enumeration."""
        wanted = self.rename.get(name) or identifier(name) or f"{kind}_without_name"
        if is_kept(wanted) or wanted in BASE:
            wanted += "_"
        if kind == "enumeration" and _ACCESSOR.search(wanted):
            wanted += "_values"  # otherwise the name of a function
        wanted = cut(wanted)
        result, number = wanted, 1
        while result in self.taken:
            number += 1
            result = f"{wanted[:MAX_NAME - 4]}_{number}"
        self.taken.add(result)
        if result != name:
            self.change(result, "", f"{name} in the source")
        return result

    # Enumerations

    def enum(self, enum: Enum) -> None:
        same = self.existing.enums.get(self.rename.get(enum.name) or identifier(enum.name))
        made = copy.deepcopy(enum)
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

    def about(self, about: About) -> About:
        return About(clean(about.doc), [clean(text) for text in about.source if clean(text)],
                     clean(about.note), clean(about.conflict), clean(about.unverified),
                     clean(about.since))

    # Layouts

    def layout(self, old: str) -> None:
        source = self.spec.layouts[old]
        made = copy.deepcopy(source)
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

    def size_of(self, name: str) -> Optional[int]:
        """Bytes of a layout inside another, as it will be."""
        new = self.names.get(name)
        if new in self.out.layouts:
            return self.out.layouts[new].size
        if name in self.existing.layouts:
            return self.existing.layouts[name].size
        return None

    def field(self, layout: Layout, old: str, item: Field, arm_name: str = "") -> List[Field]:
        """A field as one or several that the notation can have, arms apart."""
        item.about = self.about(item.about)
        item.unit = clean(item.unit)
        self.enumeration(layout, item)
        known = self.left_out.get((old, item.bits.offset))
        if item.kind is Kind.IGNORED and known is not None:
            return [self.ignored(layout, item, known.field, known.reason)]
        if item.kind is Kind.OVERLAY:
            # A reserved arm says how large the others can become, as the place does here.
            named = [arm for arm in item.arms
                     if any(inner.kind is not Kind.RESERVED for inner in arm.fields)]
            item.arms = named or item.arms
            for arm in item.arms:
                arm.about = self.about(arm.about)
                inside = [part for inner in arm.fields
                          for part in self.field(layout, old, inner, arm.name)]
                arm.fields = [inner for inner in inside if not inner.is_flexible]
                for inner in inside:
                    if inner.is_flexible:
                        self.change(layout.name, inner.name, f"left out of {arm.name}, an array "
                                                             "of unknown length in an overlay")
                        arm.about = noted(arm.about, f"Without {clean(inner.name)}, an array of "
                                                     "unknown length.")
                arm.is_single = arm.is_single and len(arm.fields) == 1
            return [item]
        if item.cap:
            owner, _, bit = item.cap.partition(".")
            there = self.existing.layouts.get(owner) or self.spec.layouts.get(
                owner if owner in self.names else "")
            if there is None or not any(one.name == bit for one, _ in _all(there)):
                item.about = noted(item.about, f"Needs {clean(item.cap)}.")
                item.cap = ""
        if item.kind is Kind.LAYOUT:
            return self.inner(layout, old, item, arm_name)
        if item.kind is Kind.UINT:
            return [self.number(layout, item)]
        if item.kind is Kind.BYTES and item.bits.offset % 8:
            return [self.ignored(layout, item, item.name, "bytes that do not start with a byte")]
        return [item]

    def enumeration(self, layout: Layout, item: Field) -> None:
        for key in ("enum", "flags"):
            name = getattr(item, key)
            if not name:
                continue
            new = self.enum_names.get(name, name)
            enum = self.out.enums.get(new) or self.existing.enums.get(new)
            widest = max((one.value for one in enum.values), default=0) if enum else 0
            fits = enum is not None and not item.is_array and \
                enum.is_flags == (key == "flags") and \
                (widest if enum.is_flags else widest.bit_length() - 1) < item.bits.width
            setattr(item, key, new if fits else "")
            if not fits:
                item.about = noted(item.about, f"The values of {clean(name)} do not fit.")
                self.change(layout.name, item.name, f"the values of {clean(name)} do not fit")

    def ignored(self, layout: Layout, item: Field, name: str, reason: str) -> Field:
        """Bits that the notation cannot describe, with a note."""
        label = clean(name)
        self.change(layout.name, label, f"left out, {reason}")
        return Field("", item.bits, Kind.IGNORED, item.where,
                     noted(replace(item.about, source=[]), f"{label}: {reason}."),
                     elem_width=item.bits.width)

    def plain(self, layout: Layout, item: Field, text: str) -> Field:
        """The bits of ``item`` without their meanings: a number, bytes, or else ignored bits."""
        bits = item.bits
        kind = Kind.UINT if has_place(bits) else Kind.BYTES if bits.is_bytes else Kind.IGNORED
        self.change(layout.name, item.name, text[:1].lower() + text[1:].rstrip("."))
        if kind is Kind.IGNORED:
            text = f"{clean(item.name)}. {text}"
        return Field("" if kind is Kind.IGNORED else item.name, bits, kind, item.where,
                     noted(item.about, text), elem_width=bits.width)

    def number(self, layout: Layout, item: Field) -> Field:
        """A number, or an array of numbers, as the notation can have it."""
        bits, width = item.bits, item.elem_width
        if item.is_flexible:
            if width in (8, 16, 32, 64) and bits.offset % min(width, 32) == 0:
                return item
            item.kind, item.elem_width = Kind.BYTES, 8
            return item
        if item.is_array:
            if width in (8, 16, 32, 64) and bits.offset % min(width, 32) == 0:
                return item
        elif has_place(bits):
            return item
        if not bits.is_bytes:
            return self.ignored(layout, item, item.name, f"{width} bits that no place has")
        text = f"{item.count} numbers of {width} bits in the source." if item.is_array else \
            f"A number of {width} bits in the source."
        self.change(layout.name, item.name, f"taken as bytes, {text[0].lower()}{text[1:-1]}")
        return Field(item.name, bits, Kind.BYTES, item.where, noted(item.about, text),
                     elem_width=bits.width, writer=item.writer, cap=item.cap)

    def inner(self, layout: Layout, old: str, item: Field, arm_name: str) -> List[Field]:
        """A layout in a layout: where it cannot stand as such, its fields stand there.  Those of an
        arm with the layout's name need no other one."""
        source = self.spec.layouts.get(item.layout)
        size = self.size_of(item.layout)
        width = source.size * 8 if source is not None else item.elem_width
        if size is not None and size * 8 == width and item.bits.offset % 32 == 0:
            item.layout = self.names.get(item.layout, item.layout)
            rest = item.bits.width - width * (item.count or 1) if not item.is_flexible else 0
            if rest <= 0:
                return [item]
            end = item.bits.end
            item.bits = Bits(item.bits.offset, item.bits.width - rest)
            item.elem_width = width
            text = f"{rest // 8} bytes more than {item.layout} has in the source."
            self.change(layout.name, item.name, text.rstrip("."))
            return [item, Field("", Bits(end - rest, rest), Kind.IGNORED, item.where,
                                About(note=text), elem_width=rest)]
        if source is None or (item.is_array and item.count != 1):
            if item.bits.is_bytes:
                text = f"{item.layout} in the source, which cannot stand there as a layout."
                self.change(layout.name, item.name, "taken as bytes, " + text.rstrip("."))
                return [Field(item.name, item.bits, Kind.BYTES, item.where,
                              noted(item.about, text), item.count if item.is_flexible else None,
                              8 if item.is_flexible else item.bits.width)]
            return [self.ignored(layout, item, item.name, f"{item.layout} not on whole bytes")]
        self.change(layout.name, item.name, f"the fields of {item.layout} stand there")
        out: List[Field] = []
        for inner in copy.deepcopy(source.fields):
            inner.bits = Bits(inner.bits.offset + item.bits.offset, inner.bits.width)
            if item.name != arm_name:
                inner.name = inner.name and f"{item.name}_{inner.name}"
            if inner.kind is Kind.OVERLAY:
                names = ", ".join(arm.name for arm in inner.arms)
                out.append(self.plain(layout, inner, f"Several meanings in the source: {names}."))
            else:
                out += self.field(layout, old, inner)
        return out

    def flexible(self, layout: Layout, old: str) -> None:
        """Takes an array of unknown length out of a layout that stands in others, and puts it
        behind the ones that end with it."""
        last = layout.fields[-1] if layout.fields else None
        if last is not None and last.kind is Kind.LAYOUT and not last.is_array:
            tail = self.tails.get(last.layout)
            if tail is not None and last.bits.end == layout.size * 8:
                moved = copy.deepcopy(tail)
                moved.bits = Bits(layout.size * 8, 0)
                moved.about = noted(moved.about, f"Part of {last.name} in the source.")
                layout.fields.append(moved)
                self.change(layout.name, moved.name, f"part of {last.name} in the source")
        tails = [item for item in layout.fields if item.is_flexible]
        for item in tails:
            if item is not layout.fields[-1] or item.bits.offset != layout.size * 8 \
                    or layout.size % 4:
                layout.fields.remove(item)
                layout.about = noted(layout.about, f"Without {item.name}, an array of unknown "
                                                   "length that is not on a dword at the end.")
                self.change(layout.name, item.name, "left out, an array of unknown length that is "
                                                    "not on a dword at the end")
        if old in self.nested and layout.fields and layout.fields[-1].is_flexible:
            item = layout.fields.pop()
            self.tails[layout.name] = item
            layout.about = noted(
                layout.about, f"{item.name}, an array of unknown length at its end, stands in the "
                "layouts that contain it.")
            self.change(layout.name, item.name,
                        "an array of unknown length, which stands in the layouts that contain it")

    def written(self, layout: Layout, item: Field) -> List[Field]:
        """A field, or the places that reserved bits have to be written as."""
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
        """Divides numbers that cross dwords and share one with another such number."""
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

    def overlay(self, layout: Layout, item: Field) -> Field:
        """An overlay stands at a place, and if it shares a word with its neighbours, there are
        numbers in its arms, or it is none."""
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
                                        f"a dword with what stands beside them: {names}.")

    def selector(self, layout: Layout, item: Field, renamed: Mapping[str, str]) -> None:
        """The values of the arms, by name where the selector has these; if they do not tell the
        arms apart, the arms are numbered."""
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
        told = clean(selector.external or selector.field)
        item.selector = Selector(selector.where, external=told or "Not told by the source.")
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
        """Gives names that the notation and C can have, each once; new ones by old ones, of the
        layout's own fields."""
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
        """The name of a field, as far as the words for it go."""
        result = cut(identifier(name)) or f"at_{bits.offset:x}"
        if is_kept(result):
            result += "_"
        return result


def has_place(bits: Bits) -> bool:
    """Whether bits can be written as those of one dword or two."""
    return bits.width <= 64 and (bits.end - 1) // 32 - bits.offset // 32 < 2


def usable(layout: Layout) -> bool:
    """Whether a layout has a size that the notation can have."""
    return 0 < layout.size <= MAX_BYTES - 4
