# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The plan of one step of a source: its changed layouts and enumerations, and the spec's edits for them."""

from __future__ import annotations

import os
import re
from typing import Dict, Iterator, List, Set, Tuple

from prmclib.diff.match import match_layouts
from prmclib.model import Field, Kind, Layout, Spec
from prmclib.model.same import copied
from watch.ifc.ifc_tables import is_table
from .changes import changes_of
from .decide import Decider
from .enum_plan import EnumDecider, mapped_enums
from .mapping import Target, mapped, names_in, nested
from .origins import Origin
from .positions import Refusals
from .settle import settle
from .terms import Fit, Terms, fitted
from .verdicts import Family, LayoutPlan, Plan, Verdict


class Planner(Decider):
    def __init__(self, spec: Spec, origin: Origin, old: Terms, new: Terms) -> None:
        who = new.manual.since or f"{origin.word} {os.path.basename(new.manual.label)}"
        super().__init__(spec, Plan(), origin.word, who, origin.files, {})
        self.old, self.new = old, new
        self.left = {name for item in new.left for name in item.field.split(", ") if name}
        both = {**old.spec.layouts, **new.spec.layouts}
        wanted = mapped(spec, origin.word, both)
        self.tags = self._renamed_tags(wanted)
        self.old_fit: Fit = fitted(old, list(wanted))
        self.new_fit: Fit = fitted(new, [*wanted, *self.tags.values()])
        self.called = {self.old_fit.names[before]: self.new_fit.names[after] for before, after in self.tags.items()
                      if before in self.old_fit.names and after in self.new_fit.names}
        self.targets: Dict[str, List[Target]] = {}
        for name, targets in wanted.items():
            known = self.old_fit.names.get(name) or self.new_fit.names.get(name)
            if known:
                self.targets[known] = targets
        self.direct = set(self.targets)
        for fit in (self.old_fit, self.new_fit):
            nested(spec, fit.spec, self.targets)
        self.enums = list(mapped_enums(spec, old, new, self.old_fit, self.new_fit, self.targets))

    def _renamed_tags(self, wanted: Dict[str, List[Target]]) -> Dict[str, str]:
        """Returns the layouts that the source calls otherwise now."""
        before = {name: self.old.spec.layouts[name] for name in wanted
                  if name in self.old.spec.layouts and name not in self.new.spec.layouts}
        came = {name: layout for name, layout in self.new.spec.layouts.items() if name not in self.old.spec.layouts
                and name not in wanted}
        if not before or not came:
            return {}
        return match_layouts(Spec(layouts=before), Spec(layouts=came), {}).pairs

    def decide(self, refused: Refusals) -> Plan:
        """Returns the plan without the changes that a rule forbids."""
        self.plan, self.refused = Plan(), refused
        for enum, before, after, source in self.enums:  # first: they tell which numbers choose arms
            EnumDecider(self, enum, source).decide(before, after)
        bytes_of: Dict[str, bool] = {}
        for name, targets in self.targets.items():
            self._layout(name, targets, bytes_of)
        self._orphans()
        for plan in list(self.plan.layouts.values()):
            settle(self, plan, bytes_of.get(plan.layout.name, False))
            self._nested_adds(plan.layout, [item for add in plan.adds for item in (add.item, *add.item.inner)] +
                              [item for _, arm in plan.arms for item in arm.fields] + list(plan.types.values()))
        self._unmapped()
        return self.plan

    def _layout(self, name: str, targets: List[Target], bytes_of: Dict[str, bool]) -> None:
        old = self.old_fit.spec.layouts.get(name)
        new = self.new_fit.spec.layouts.get(self.called.get(name, name))
        if new is None:
            if name in self.direct:
                for target in targets:
                    self.plan.add(Verdict.KEPT, target.layout, f"{self.who} no longer has {name}",
                                  self.spec.layouts[target.layout].where)
            return
        if old is None and self._came_back(targets):
            layout = self.spec.layouts[targets[0].layout]
            changes = changes_of(layout, new, self.spec, self.new_fit.spec, {})
        else:
            changes = changes_of(old, new, self.old_fit.spec, self.new_fit.spec, self.called)
        if name in self.called:
            for target in targets:
                if not target.inside:
                    self.plan.sources[target.layout] = (name, self.called[name])
                    self.plan.add(Verdict.TAKEN, target.layout,
                                  f"called {self.called[name]} in {self.who}, see its `source`",
                                  self.spec.layouts[target.layout].where)
        if not changes.any:
            return
        for target in targets:
            if old is None and target.inside:
                continue  # the layout around it has got a new one, which it takes as a whole
            is_bytes = not any(is_table(tag) for text in new.about.source for tag in re.findall(r"\w+", text)) and \
                not any(" node " in text for text in new.about.source)
            bytes_of[target.layout] = bytes_of.get(target.layout, False) or is_bytes
            self.layout(changes, target)

    def _came_back(self, targets: List[Target]) -> bool:
        """Returns whether the spec has a layout, which OLD does not have, from an earlier revision alone: what NEW has
        instead is a change of that."""
        if len(targets) > 1 or targets[0].inside:
            return False
        layout = self.spec.layouts[targets[0].layout]
        return all(self.is_ours(text.split(" ")[0]) for text in layout.about.source) and not layout.about.conflict and \
            not any(entry.item.about.conflict or self.others(layout, entry) for entry in layout.walk())

    def _orphans(self) -> None:
        """Plans bytes in place of a nested layout that gets another size, in layouts that the source no longer has."""
        sizes = {name: plan.size for name, plan in self.plan.layouts.items() if plan.size != plan.layout.size}
        for layout in self.spec.layouts.values() if sizes else ():
            if layout.name in self.plan.layouts or not self._is_orphan(layout):
                continue
            for entry in layout.walk():
                item = entry.item
                if item.layout not in sizes or item.is_flexible:
                    continue
                plan = self.plan.layouts.setdefault(layout.name, LayoutPlan(layout, layout.size))
                plan.types[item] = Field(item.name, item.bits, Kind.BYTES, item.where, elem_width=item.bits.width)
                plan.moves[item] = item.bits
                self.conflict(plan, entry, f"{self.who} does not have {layout.name}; it contained {item.layout}, which has "
                              f"{sizes[item.layout]} bytes now")

    def _is_orphan(self, layout: Layout) -> bool:
        """Returns whether only this source had a layout, in a file that was read, and NEW does not have it."""
        files = {os.path.basename(name) for name in self.new.files.values()}
        for text in layout.about.source:
            path = next((word for word in text.split(" ") if word.endswith((".h", ".adb"))), "")
            if not self.is_ours(text.split(" ")[0]) or path.endswith(".h") and os.path.basename(path) not in files:
                return False
        return bool(layout.about.source) and not any(name in self.new.spec.layouts for name in names_in(layout.about.source))

    # Nested layouts

    def known(self, name: str) -> str:
        """Returns the spec's name of a nested layout: the one that describes it, or its own name."""
        size = self.new_fit.spec.layouts[name].size if name in self.new_fit.spec.layouts else 0
        name = next((before for before, after in self.called.items() if after == name), name)
        found = [target.layout for target in self.targets.get(name, []) if not target.inside]
        fitting = [one for one in found if self._size(one) == size]
        return (fitting or found or [name])[0]

    def _size(self, name: str) -> int:
        plan = self.plan.layouts.get(name)
        return plan.size if plan is not None else self.spec.layouts[name].size

    def _nested_adds(self, layout: Layout, items: List[Field]) -> None:
        """Plans the layouts that new fields need and the spec does not have."""
        for item in items:
            if item.kind is not Kind.LAYOUT:
                continue
            name = self.known(item.layout)
            if name in self.spec.layouts or name in self.plan.fresh:
                item.layout = name
                continue
            self.plan.fresh[name] = (item.layout, layout.name)
            made = self.new_fit.spec.layouts[item.layout]
            self._nested_adds(layout, [copied(entry.item) for entry in made.walk()])

    # What is not mapped

    def _unmapped(self) -> None:
        described: Set[str] = set(self.new_fit.spec.layouts)
        came = [name for name in self.new.spec.layouts if name not in self.old.spec.layouts and name not in described]
        self.plan.came = list(families(came, self.spec, self.new))
        for change in self.new_fit.arrays:
            if change.layout in self.targets and change not in self.old_fit.arrays:
                self.plan.add(Verdict.UNMAPPED, f"{change.layout}.{change.field}", change.text)
        known = {(item.layout, item.field, item.reason) for item in self.old.left}
        for item in self.new.left:
            if item.layout in self.targets and item.field and (item.layout, item.field, item.reason) not in known:
                self.plan.add(Verdict.UNMAPPED, f"{item.layout}.{item.field}", item.reason)


_WORDS = re.compile(r"\A(?:create|modify|query|destroy|alloc|dealloc|set|get|init|add|delete|rst2init|arm)_|"
                    r"_(?:in|out|ext|reg|cap|caps|context|obj)\Z")


def families(names: List[str], spec: Spec, terms: Terms) -> Iterator[Family]:
    """Yields new layouts of the source by family."""
    groups: Dict[Tuple[str, str], List[str]] = {}
    for name in names:
        if terms.spec.layouts[name].size:
            groups.setdefault((stem(name), _file(terms, terms.spec.layouts[name])), []).append(name)
    homes: Dict[str, str] = {}
    for layout in spec.layouts.values():
        homes.setdefault(stem(layout.name), layout.where.file)
    for (family, path), members in groups.items():
        inner = {entry.item.layout for name in members for entry in terms.spec.layouts[name].walk()}
        yield Family(path, members, [name for name in members if name not in inner] or members, homes.get(family, ""),
                     family)


def stem(name: str) -> str:
    """Returns the object of a command or context: ``tis`` of ``create_tis_in``."""
    before = ""
    while name != before:
        before, name = name, _WORDS.sub("", name) or name
    return name


def _file(terms: Terms, layout: Layout) -> str:
    """Returns the file of a layout, as the user can name it."""
    path, manual = layout.where.file, terms.manual
    if manual.hidden and path.startswith(manual.hidden + os.sep):
        inside = os.path.relpath(path, manual.hidden)
        there = os.path.join(manual.tree.top, inside) if manual.tree is not None else inside
        return there if os.path.isfile(there) else f"{manual.commit[:12]}:{inside}"
    return path
