# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Decides what becomes of each change of a layout: it is taken where the spec has the old state, is no change where
the spec has the new one, and becomes an undecided conflict elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, List, Optional, Set

from prmclib.model import Arm, Entry, EnumValue, Field, Kind, When
from prmclib.model.errors import listed
from prmclib.model.same import copied
from prmclib.rules.undecided import sentence
from .changes import Change, Changes
from .mapping import Target, counterparts, shifted
from .positions import Positions, about_of, arm_of, at, is_known_gone, kind_text, mentions, moved, type_of
from .verdicts import Add, LayoutPlan, Verdict

NOT_STATED = "Not stated by the "  # of a selector that no source knows
_UNNAMED = re.compile(r"(?:\w+_)?union_at_[0-9a-f]+\Z")  # the readers' name of a union without one

_SEVERAL = "Several meanings in the source"  # of a note about an overlay that the notation cannot express


class Decider(Positions):
    """Goes through the changes of layouts."""

    # Changes

    def layout(self, changes: Changes, target: Target) -> None:
        layout = self.spec.layouts[target.layout]
        plan = self.plan.layouts.setdefault(layout.name, LayoutPlan(layout, layout.size))
        ours = counterparts(layout, changes.before, target)
        old, new = changes.old.size, changes.new.size
        if old != new and not target.inside and layout.size == old and \
                (layout.name, "") not in self.refused:
            plan.size = new
            self.plan.add(Verdict.TAKEN, layout.name, f"{new} bytes", layout.where)
        for overlay, before, now, after in changes.chosen:
            if now.item.selector is not None and now.item.selector.field:  # else the numbers are the reader's
                self.chosen(plan, ours.get(overlay), before, after)
        for change in sorted(changes.changes, key=lambda one: bool(one.new)):  # what goes makes room first
            if change.arm is not None:
                self.new_arm(plan, change, ours, target)
            elif change.is_same:
                self.changed(plan, change.old[0], change.new[0], ours, target)
            elif not change.old:
                self.added(plan, change.new[0], ours, target)
            elif not change.new:
                self.gone(plan, change.old[0], ours, target)
            else:
                self.replaced(plan, change, ours, target)

    def changed(self, plan: LayoutPlan, old: Entry, new: Entry, ours: Dict[Entry, Entry], target: Target) -> None:
        """One field, with another name, place or type."""
        layout, mine = plan.layout, ours.get(old)
        if mine is None:
            self.added(plan, new, ours, target)
            return
        path = self.path(layout, mine)
        if _SEVERAL in new.item.about.note and _SEVERAL not in old.item.about.note:
            self.plan.add(Verdict.UNMAPPED, path, f"a union in {self.who}: {new.item.about.note.rstrip('.')}", mine.item.where)
            return
        before, after = shifted(old.bits, target), shifted(new.bits, target)
        refusal = self.refused.get((layout.name, mine.item.name), "")
        if (old.bits, old.item.count) != (new.bits, new.item.count):
            if mine.bits == after:
                self.plan.add(Verdict.ALREADY, path, f"at {at(after)}", mine.item.where)
            elif mine.bits == before and not refusal and not self.is_theirs(mine):
                plan.moves[mine.item] = after
                if new.item.count is not None:
                    plan.counts[mine.item] = new.item
                self.plan.add(Verdict.TAKEN, path, f"at {at(after)}", mine.item.where)
            else:
                self.deviates(plan, mine, f"{self.who} has {new.item.name} at {at(after)}; {self.spec_has(layout, mine)}"
                              + refusal)
        if type_of(old.item) != type_of(new.item) and (mine.bits == after or mine.item in plan.moves):
            self.typed(plan, mine, old, new, refusal)
        if old.item.name != new.item.name:
            self.renamed(plan, mine, old, new, refusal)

    def typed(self, plan: LayoutPlan, mine: Entry, old: Entry, new: Entry, refusal: str) -> None:
        path, item = self.path(plan.layout, mine), mine.item
        theirs = replace(new.item, layout=self.known(new.item.layout)) if new.item.layout else new.item
        if type_of(item) == type_of(theirs):
            self.plan.add(Verdict.ALREADY, path, f"{item.kind.value} {item.layout}".rstrip(), item.where)
        elif Kind.OVERLAY in (item.kind, old.item.kind, new.item.kind) or item.kind is not old.item.kind or refusal or \
                item.name != old.item.name or mine.arm is not None or \
                (item.enum or item.flags) and not (new.item.is_array and not self.others(plan.layout, mine)):
            if mine.item in plan.moves:
                self.plan.drop(Verdict.TAKEN, path, f"at {at(plan.moves.pop(mine.item))}")
                plan.counts.pop(mine.item, None)
            self.deviates(plan, mine, f"in {self.who} it is {kind_text(new.item)}; the spec has {kind_text(item)}"
                          + refusal)
        else:
            plan.types[mine.item] = copied(new.item)
            plan.counts.pop(mine.item, None)
            self.plan.add(Verdict.TAKEN, path, kind_text(new.item), item.where)

    def known(self, name: str) -> str:
        """Returns the spec's name of a nested layout of the source; filled in by the planner."""
        return name

    def renamed(self, plan: LayoutPlan, mine: Entry, old: Entry, new: Entry, refusal: str) -> None:
        path, name = self.path(plan.layout, mine), new.item.name
        if _UNNAMED.match(name) and _UNNAMED.match(old.item.name):
            return
        others = self.others(plan.layout, mine)
        if mine.item.name == name or mentions(mine, name):
            self.plan.add(Verdict.ALREADY, path, name, mine.item.where)
        elif mine.item.name != old.item.name:
            self.plan.add(Verdict.KEPT, path, f"the spec's own name; {self.who} renames {old.item.name} to {name}",
                          mine.item.where)
        elif others or refusal or any(entry.item.name == name for entry in plan.layout.walk()):
            self.conflict(plan, mine, f"{self.who} names it {name}, not {mine.item.name}"
                          + (f" as {listed(others)}" if others else "") + refusal)
        else:
            plan.renames[mine.item] = name
            self.plan.add(Verdict.TAKEN, path, f"renamed to {name}", mine.item.where)

    def gone(self, plan: LayoutPlan, old: Entry, ours: Dict[Entry, Entry], target: Target,
             instead: str = "") -> bool:
        """Returns whether the spec no longer has the field. ``instead``: what the source has in its place."""
        layout, mine = plan.layout, ours.get(old)
        if mine is None:
            return True
        path = self.path(layout, mine)
        says = f"{self.who} has {instead} there" if instead else f"{self.who} no longer has it"
        others = self.others(layout, mine)
        if (mine.item.name, mine.bits) != (old.item.name, shifted(old.bits, target)) or self.is_theirs(mine) or \
                (mine.arm is None) != (old.arm is None and not target.arm) or is_known_gone(about_of(mine)) or \
                old.item.is_flexible and old.item.name in self.left:
            self.plan.add(Verdict.KEPT, path, f"{says}; {self.spec_has(layout, mine)}", mine.item.where)
        elif others or (layout.name, mine.item.name) in self.refused:
            self.conflict(plan, mine, f"{says}; {self.spec_has(layout, mine)}" +
                          self.refused.get((layout.name, mine.item.name), ""))
        else:
            plan.drops[mine.item] = old
            self.plan.add(Verdict.TAKEN, path, "removed", mine.item.where)
            return True
        return False

    def replaced(self, plan: LayoutPlan, change: Change, ours: Dict[Entry, Entry], target: Target) -> None:
        """Fields whose bits have other fields now."""
        there = {(one.item.name, one.bits, one.is_overlay, one.arm is not None) for one in plan.layout.walk()}
        if all((one.item.name, shifted(one.bits, target), one.is_overlay, bool(one.arm or target.arm)) in there
               for one in change.new):
            for entry in change.new:
                self.plan.add(Verdict.ALREADY, f"{plan.layout.name}.{entry.path}", f"at {at(shifted(entry.bits, target))}")
            return
        names = listed([f"{entry.item.name} at {at(shifted(entry.bits, target))}" for entry in change.new])
        kept = [entry for entry in change.old if not self.gone(plan, entry, ours, target, names)]
        if not kept:
            for entry in change.new:
                self.added(plan, entry, ours, target)

    def added(self, plan: LayoutPlan, new: Entry, ours: Dict[Entry, Entry], target: Target) -> None:
        layout = plan.layout
        item = moved(copied(new.item), target.offset)
        same = [entry for entry in layout.walk() if entry.item.name == item.name and entry.item not in plan.drops
                and entry.overlay not in plan.drops]
        path = f"{layout.name}.{new.path}"
        there = {(entry.item.name, entry.bits) for entry in layout.walk()}
        if new.is_overlay and all((inner.name, inner.bits) in there for inner in item.inner if inner.is_named):
            self.plan.add(Verdict.ALREADY, path, f"at {at(item.bits)}", layout.where)
            return
        if any(entry.bits == item.bits for entry in same):
            self.plan.add(Verdict.ALREADY, path, f"at {at(item.bits)}", same[0].item.where)
            return
        if (layout.name, item.name) in self.refused:
            self.plan.add(Verdict.UNMAPPED, path, f"{item.bits} in {self.who}{self.refused[layout.name, item.name]}",
                          layout.where)
            return
        if item.bits.end > plan.size * 8:
            self.plan.add(Verdict.UNMAPPED, path, f"{item.bits} is beyond the spec's {plan.size} bytes", layout.where)
            return
        elsewhere = [entry for entry in same if entry.item not in {mine.item for mine in ours.values()}]
        if elsewhere:
            self.deviates(plan, elsewhere[0], f"{self.who} has {item.name} at {at(item.bits)}; "
                          f"{self.spec_has(layout, elsewhere[0])}")
            return
        add = Add(item, new)
        if new.overlay is not None or target.arm:
            outer = next((entry.item for entry in layout.walk()
                          if entry.is_overlay and entry.bits.contains(item.bits)), None)
            if outer is not None:
                add.overlay, add.arm = outer, arm_of(outer, new, ours, target)
                if add.arm is None or add.arm.is_single:
                    self.plan.add(Verdict.UNMAPPED, path, f"{item.bits}, in an arm that overlay {outer.name} does not have",
                                  outer.where)
                    return
        plan.adds.append(add)

    def chosen(self, plan: LayoutPlan, mine: Optional[Entry], old: Arm, new: Arm) -> None:
        """An arm that other values choose."""
        arm = next((one for one in mine.item.arms if one.name == old.name), None) if mine is not None else None
        selector = mine.item.selector if mine is not None else None
        if mine is None or arm is None or selector is None or selector.external or \
                self.numbers_after(selector, arm) == set(new.when.values):
            return
        path, enum = f"{plan.layout.name}.{arm.name}", self.enum_after(selector.enum)
        wanted = listed([value.name if value else f"{number:#x}" for number, value in
                         ((number, enum.by_value(number) if enum is not None else None) for number in new.when.values)])
        if set(arm.when.values) != set(old.when.values) or (plan.layout.name, arm.name) in self.refused or \
                enum is not None and any(enum.by_value(number) is None for number in new.when.values):
            self.plan.add(Verdict.UNMAPPED, path, f"{wanted} {'choose' if len(new.when.values) > 1 else 'chooses'} it in "
                          f"{self.who}{self.refused.get((plan.layout.name, arm.name), '')}", mine.item.where)
            return
        plan.whens[arm] = When(list(new.when.values), False, arm.where)
        self.plan.add(Verdict.TAKEN, path, f"for {wanted}", mine.item.where)

    def new_arm(self, plan: LayoutPlan, change: Change, ours: Dict[Entry, Entry], target: Target) -> None:
        assert change.arm is not None
        arm, layout = copied(change.arm), plan.layout
        new = change.new[0]
        mine = next((entry for entry in layout.walk() if entry.is_overlay and
                     entry.bits.overlaps(shifted(new.bits, target))), None)
        path = f"{layout.name}.{arm.name}"
        if mine is None:
            self.plan.add(Verdict.UNMAPPED, path, f"a meaning of {shifted(new.bits, target)}, which is no overlay in the spec",
                          layout.where)
            return
        named = {(item.name, shifted(item.bits, target)) for item in arm.fields}
        beside = next((one for one in mine.item.arms if not one.is_single and any(item.is_named for item in one.fields) and
                       all((item.name, item.bits) in named for item in one.fields if item.is_named)), None)
        if beside is not None:  # the same meaning, with more fields
            for item in arm.fields:
                if item.is_named and not any(item.name == one.name for one in beside.fields):
                    plan.adds.append(Add(moved(copied(item), target.offset), Entry(f"{beside.name}.{item.name}", item,
                                                                                   new.item, arm), mine.item, beside))
            return
        inner = {self.known(item.layout) for item in arm.fields if item.layout}
        if any(one.name == arm.name or inner & {item.layout for item in one.fields} for one in mine.item.arms
               if not any(item in plan.drops for item in one.fields)):
            self.plan.add(Verdict.ALREADY, path, "an arm", mine.item.where)
            return
        selector = mine.item.selector
        is_numbered = selector is not None and selector.external.startswith(NOT_STATED) or \
            "are numbered" in mine.item.about.note
        taken = {value for one in mine.item.arms if not any(item in plan.drops for item in one.fields)
                 for value in (plan.whens[one].values if one in plan.whens else self.numbers_after(selector, one))}
        theirs = new.item.selector
        is_known = not is_numbered and selector is not None and theirs is not None and \
            (selector.field, selector.external) == (theirs.field, theirs.external) and \
            arm.when.values and not taken & set(arm.when.values)
        free = self.free_values(mine.item, taken) if selector is not None and not is_numbered and not is_known else []
        if not is_numbered and not is_known and len(free) != 1 or mine.bits != shifted(change.old[0].bits, target) or \
                (layout.name, arm.name) in self.refused:
            chooses = (selector.field or selector.external) if selector else ""
            self.plan.add(Verdict.UNMAPPED, path, f"an arm of {mine.item.name}; the source does not say for which "
                          f"`when` ({chooses.rstrip('.')}): write it", mine.item.where)
            return
        if is_numbered:
            arm.when = When([], False, arm.where)
        if free:
            arm.when = When([free[0].value], False, arm.where)
            text = f"{self.who} does not say which value chooses it; {free[0].name} is the only one without an arm"
            arm.about = replace(arm.about, conflict=sentence(text))
            self.plan.add(Verdict.CONFLICT, path, text, mine.item.where)
        arm.fields = [moved(item, target.offset) for item in arm.fields]
        plan.arms.append((mine, arm))
        self.plan.add(Verdict.TAKEN, path, f"an arm of {mine.item.name}", mine.item.where)

    def free_values(self, overlay: Field, taken: Set[int]) -> List[EnumValue]:
        """Returns the values of a selector that choose no arm."""
        enum = self.enum_after(overlay.selector.enum) if overlay.selector is not None else None
        if enum is None or enum.is_flags or any(arm.when.is_else for arm in overlay.arms):
            return []
        return [value for value in enum.values if value.value not in taken and not value.alias]
