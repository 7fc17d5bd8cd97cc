# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes the edits of a plan in the files of the spec."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Dict, List, Optional, Tuple

from prmclib.model import About, Arm, Bits, Entry, Enum, Field, Kind, Layout, Spec, When
from prmclib.model.place import parse
from prmclib.model.same import copied
from prmclib.readers.load import Text
from prmclib.writers.fmt import put
from prmclib.writers.yaml import Key, Node, arm_node, enum_node, field_node, layout_node, when_node
from .apply_names import Names, find, name_of
from .planner import Planner
from .positions import moved
from .spec_edit import Files, Table, arrange, as_map, inside, place_of, renamed, shift_places, with_conflict
from .verdicts import Add, LayoutPlan, Plan


ABOUT = ("doc", "source", "since", "note", "conflict", "unverified")


class Applier(Names):
    def __init__(self, planner: Planner, plan: Plan, texts: List[Text]) -> None:
        self.planner, self.plan, self.spec = planner, plan, planner.spec
        self.files = Files(texts)
        self.enums: Dict[str, Enum] = {}  # new enumerations, by the spec's name
        self.near: Dict[str, str] = {}  # a definition in the file that each of these is added to

    def apply(self) -> List[Text]:
        """Returns the files that change, with their new texts."""
        self.value_references({name: edits.renames for name, edits in self.plan.enums.items() if edits.renames})
        for plan in self.plan.layouts.values():
            if not plan.is_empty:
                self.layout(plan)
        for name, (source, near) in self.plan.fresh.items():
            self.fresh(name, source, near)
        for name, (old, new) in self.plan.sources.items():
            body = self.files.body("layouts", name)
            texts = body["source"] if isinstance(body["source"], list) else [body["source"]]
            made = [self.called(text, old, new) for text in texts]
            body["source"] = made if len(made) > 1 else made[0]
        for name, edits in self.plan.enums.items():
            if not edits.is_empty:
                self.enum(name, edits)
        for name, enum in self.enums.items():
            self.files.add("flags" if enum.is_flags else "enums", name,
                           enum_node(Spec(enums=self.enums), enum), self.near[name])
        for name, near in self.plan.homes.items():
            self.files.move(name, near)
        return list(self.files.changed())

    # Layouts

    def layout(self, plan: LayoutPlan) -> None:
        layout = plan.layout
        body = self.files.body("layouts", layout.name)
        if plan.size != layout.size:
            body["size"] = str(plan.size)
        for item in layout.fields:
            for arm in item.arms:
                self.arm(plan, body, item, arm)
        for entry, arm in plan.arms:
            self.new_arm(plan, body, entry, arm)
        self.fields(plan, inside(body, "fields"), Bits(0, plan.size * 8), layout.fields, None)
        for old, name in plan.renames.items():
            self.references(layout, old, name)

    def arm(self, plan: LayoutPlan, body: Table, overlay: Field, arm: Arm) -> None:
        """Edits an arm in its place; the overlay moves later with all arms."""
        arms = inside(find(inside(body, "fields"), overlay), "arms")
        key = arm.name if arm.name in arms else f'"{arm.name}"'
        named = [item for item in arm.fields if item.is_named]
        if named and all(item in plan.drops for item in named) and not any(one.arm is arm for one in plan.adds):
            del arms[key]
            return
        if arm in plan.whens:
            enum = self.planner.enum_after(overlay.selector.enum) if overlay.selector else None
            inside(arms, key)["when"] = when_node(plan.whens[arm], enum)
        target = plan.moves.get(overlay, overlay.bits)
        only = plan.moves.get(arm.fields[0], arm.fields[0].bits)
        is_whole = arm.is_single and (only.width == target.width or arm.fields[0].is_flexible)
        if arm.is_single and not is_whole:
            arms[renamed(key, key)] = divided(arm, inside(arms, key), overlay.bits)
        if not is_whole:
            self.fields(plan, inside(inside(arms, key), "fields"), Bits(overlay.bits.offset, target.width), arm.fields, arm,
                        target.offset - overlay.bits.offset, target.width != overlay.bits.width)
        else:
            if arm.fields[0] in plan.types:
                del inside(arms, key)["layout"]
                put(inside(arms, key), "kind", plan.types[arm.fields[0]].kind.value)
            if arm.fields[0] in plan.conflicts:
                with_conflict(inside(arms, key), plan.conflicts[arm.fields[0]])
        if arm.is_single and arm.fields[0] in plan.renames:
            entries = [(renamed(one, plan.renames[arm.fields[0]]) if one == key else one, node) for one, node in arms.items()]
            arms.clear()
            arms.update(entries)

    def fields(self, plan: LayoutPlan, table: Table, room: Bits, items: List[Field], arm: Optional[Arm],
               offset: int = 0, resized: bool = False) -> None:
        """Edits the fields of a layout or of an arm, whose overlay will move by ``offset`` bits with all arms."""
        def change(key: str, node: Node, bits: Bits) -> Optional[Tuple[Bits, str, Node]]:
            item = next((one for one in items if one.bits == bits and one.name == name_of(node)), None)
            if item is None:
                return bits, key, node
            return None if item in plan.drops else self.entry(plan, item, key, node, offset)

        adds = [self.add(plan, one, offset) for one in plan.adds if one.arm is arm]
        if adds or resized or arm is None and plan.size != plan.layout.size or \
                any(item in plan.drops or plan.moves.get(item, item.bits).offset != item.bits.offset + offset or
                    plan.moves.get(item, item.bits).width != item.bits.width
                    for item in items if item in plan.moves or item in plan.drops):
            arrange(table, room, change, adds)
            return
        for key, node in list(table.items()):
            made = change(key, node, parse(key).bits)
            if made is not None:
                table[key] = made[2]

    def entry(self, plan: LayoutPlan, item: Field, key: str, node: Node, offset: int) -> Tuple[Bits, str, Node]:
        """Returns an entry with its edits; its place is ``offset`` bits before the one that it gets."""
        if item in plan.types:
            kept = {one: value for one, value in as_map(node).items()
                    if one not in ("name", "kind", "layout", "count", "width", "overlay") and not (
                        plan.types[item].is_array and one in ("enum", "flags", "default", "fixed"))}
            node = as_map(self.typed(plan, item))
            for one, value in kept.items():
                put(node, one, value)
        if item in plan.renames:
            if isinstance(node, dict):
                node["overlay" if item.kind is Kind.OVERLAY else "name"] = plan.renames[item]
            else:
                node = plan.renames[item]
        if item in plan.conflicts:
            node = as_map(node)
            with_conflict(node, plan.conflicts[item])
        if item not in plan.moves:
            return item.bits, key, node
        target = Bits(plan.moves[item].offset - offset, plan.moves[item].width)
        if item in plan.types:
            return target, place_of(plan.types[item], target), node
        if item in plan.counts:
            made = replace(item, count=plan.counts[item].count)
            if isinstance(node, dict) and made.count:
                put(node, "count", str(made.count))
            return target, place_of(made, target), node
        if item.kind is Kind.OVERLAY:
            shift_places(node, target.offset - item.bits.offset, target)
        return target, place_of(item, target), node

    def typed(self, plan: LayoutPlan, old: Field) -> Node:
        item = copied(plan.types[old])
        item.name = plan.renames.get(old, old.name)
        item.about = About()
        return field_node(Spec(), plan.layout, item)

    def add(self, plan: LayoutPlan, one: Add, offset: int) -> Tuple[Bits, str, Node]:
        item = moved(one.item, -offset)
        file = one.new.item.where.file
        item.about = self.about(item.about, file, plan.layout.name)
        for inner in (item, *item.inner):
            self.field_enums(inner, plan.layout.name)
        return item.bits, place_of(item, item.bits), field_node(self.enums_with(), plan.layout, item)

    @functools.cached_property
    def enums_after(self) -> Dict[str, Enum]:
        """The spec's enumerations as they will be, without new ones."""
        found = {name: self.planner.enum_after(name) for name in self.spec.enums}
        return {name: enum for name, enum in found.items() if enum is not None}

    def enums_with(self) -> Spec:
        return Spec(enums={**self.enums_after, **self.enums})

    def field_enums(self, item: Field, near: str) -> None:
        """Lets a new field use the spec's enumeration of its name and values, or a new one."""
        for key in ("enum", "flags"):
            name = getattr(item, key)
            if not name:
                continue
            theirs = self.planner.new_fit.spec.enums.get(name)
            mine = self.spec.enums.get(name) or self.enums.get(name)
            if mine is not None and theirs is not None and mine.is_flags == theirs.is_flags and \
                    {value.value for value in theirs.values} <= {value.value for value in mine.values}:
                continue
            taken = {*self.spec.layouts, *self.spec.enums, *self.spec.variants, *self.spec.sequences, *self.plan.fresh}
            if theirs is None or name in taken or name in self.enums:
                setattr(item, key, "")
                continue
            made = copied(theirs)
            rest = " ".join(made.about.source).partition(" ")[2]
            made.about = replace(made.about, source=[self.source(theirs.where.file, near, rest)], since=self.since())
            self.enums[name] = made
            self.near[name] = near

    def new_arm(self, plan: LayoutPlan, body: Table, entry: Entry, arm: Arm) -> None:
        overlay = find(inside(body, "fields"), entry.item)
        numbers = [value for one in entry.item.arms for value in one.when.values]
        before = [one for other, one in plan.arms if other.item is entry.item]
        if not arm.when.values:
            arm.when = When([max(numbers, default=-1) + 1 + before.index(arm)], False, arm.where)
        about = self.about(arm.about, arm.where.file, plan.layout.name)
        for item in arm.fields:
            self.field_enums(item, plan.layout.name)
        if arm.is_single:
            arm.fields[0].about = about
        arm.about = about
        inside(overlay, "arms")[Key(arm.name)] = arm_node(
            self.enums_with(), plan.layout, arm,
            self.planner.enum_after(entry.item.selector.enum) if entry.item.selector else None)

    def fresh(self, name: str, source: str, near: str) -> None:
        """Adds a layout that a new field needs."""
        made: Layout = copied(self.planner.new_fit.spec.layouts[source])
        made.name = name
        rest = " ".join(made.about.source).partition(" ")[2]
        made.about = replace(made.about, source=[self.source(made.where.file, near, rest)], since=self.since())
        for entry in made.walk():
            if entry.item.layout:
                entry.item.layout = self.planner.known(entry.item.layout)
            self.field_enums(entry.item, near)
        self.files.add("layouts", name, layout_node(self.enums_with(), made), near)


def divided(arm: Arm, node: Table, bits: Bits) -> Table:
    """Returns an arm of one field with `fields`: the field will no longer have all bits of the overlay."""
    inner: Table = {Key("name"): arm.fields[0].name}
    inner.update((key, value) for key, value in node.items() if key not in ("when", *ABOUT))
    out: Table = {Key("when"): node["when"]}
    out.update((key, value) for key, value in node.items() if key in ABOUT)
    out[Key("fields")] = {Key(place_of(arm.fields[0], bits)): inner}
    return out
