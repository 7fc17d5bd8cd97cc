# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares overlays of two matched layouts: the selector, and the arms."""

from __future__ import annotations

import re
from typing import List, Optional, Tuple

from prmclib.model import Arm, Bits, Entry, Kind, Layout, Selector, Span, When, Writer
from prmclib.model.errors import listed
from .build import Builder
from .documentation import document
from .entries import type_text
from .finding import Finding, Severity, Side
from .fingerprint import in_dword
from .match_fields import ArmPair, LayoutPair, Pair, names_in
from .occupied import SPACE, what_is_at
from .severity import Roles, Verdict


def compare(builder: Builder, table: LayoutPair) -> None:
    for entry in table.added:
        if entry.is_overlay:
            _overlay(builder, table, entry, True)
    for entry in table.removed:
        if entry.is_overlay:
            _overlay(builder, table, entry, False)
    for pair in table.pairs:
        if not pair.old.is_overlay:
            continue
        if "selector" in builder.told:
            _selector(builder, table, pair)
        for arms in pair.arms:
            _arm(builder, table, pair, arms)


def _parts(entries: List[Entry], arms: List[Arm]) -> Tuple[Tuple[str, Bits], ...]:
    """Returns those of the added or removed ``entries`` that are in one of the arms."""
    return tuple((entry.path, entry.bits) for entry in entries
                 if any(entry.arm is arm for arm in arms) and not entry.is_overlay)


def of_field(others: List[Entry], entry: Entry) -> Optional[Entry]:
    """Returns the overlay with the name and bits of an added or removed field of the other manual;
    None if there is none."""
    return next((other for other in others if other.is_overlay and other.path == entry.path
                 and other.bits.overlaps(entry.bits)), None)


def _overlay(builder: Builder, table: LayoutPair, entry: Entry, is_new: bool) -> None:
    """Adds a finding for an added or removed overlay; a field of its name and bits that became it
    has no finding of its own."""
    layouts, n = (table.old, table.new), builder.labels
    arms = [arm.name for arm in entry.item.arms if any(item.is_named for item in arm.fields)] or ["reserved bits"]
    side = Side(layouts[is_new].name, entry.path, entry.bits, entry.item.where, listed(arms),
                _parts(table.added if is_new else table.removed, entry.item.arms))
    field = next((other for other in (table.removed if is_new else table.added)
                  if not other.is_overlay and of_field([entry], other)), None)
    other = Side(layouts[not is_new].name, field.path, field.bits, field.item.where,
                 type_text(field.item)) if field is not None else None
    space, users = what_is_at(table, not is_new, entry.bits)
    place = SPACE[space] if space != "used" else ""
    meanings = listed(arms) if len(arms) > 1 else f"{arms[0]} only"
    if is_new and place:
        verdict = Verdict(Severity.DANGEROUS if space == "ignored" else Severity.COMPATIBLE, [
            f"{n.old_driver} knows no meaning of these bits, {n.new} has {meanings}"])
        title = f"added {place}, an overlay of {meanings}"
    elif len(arms) == 1:  # fields that are gone have findings of their own
        verdict = Verdict(Severity.COMPATIBLE, [f"these bits have one meaning under {n.old} and {n.new}"])
        title = f"an overlay now, of {meanings}" if is_new else f"no longer an overlay of {meanings}"
    elif is_new and field is not None and users == [field.path] and _is_whole(builder, table, entry, field):
        verdict = Verdict(Severity.COMPATIBLE, [f"{n.old} does not say what these bytes mean in each case, {n.new} does"])
        title = f"an overlay now, of {meanings}"
    elif is_new and _is_as_before(builder, table, entry, users):
        verdict = Verdict(Severity.COMPATIBLE, [
            f"what {n.old_driver} knows of these bits is in one of {meanings}, which it gets without a selector"])
        title = f"an overlay now, of {meanings}"
    elif is_new:
        verdict = Verdict(Severity.DANGEROUS, [
            f"{n.old_driver} knows one meaning of these bits, {n.new} has {meanings}"])
        title = f"an overlay now, of {meanings}"
    else:
        verdict = Verdict(Severity.DANGEROUS, [
            f"{n.old_driver} may use any of {listed(arms)}, {n.new} does not tell them apart"])
        title = f"no longer an overlay of {meanings}"
    sides = (other, side) if is_new else (side, other)
    builder.origin[entry] = builder.add("D060", table.new.name, entry.path, title, verdict,
                                        [in_dword(entry.bits), *arms], *sides, "overlay")
    if field is not None:
        builder.origin[field] = builder.origin[entry]


def _is_whole(builder: Builder, table: LayoutPair, entry: Entry, field: Entry) -> bool:
    """Returns whether the field that became an overlay is an array without a meaning, or a layout although the selector and
    its values were there before."""
    selector = next((pair.old.item for pair in table.pairs
                     if entry.item.selector and pair.new.path == entry.item.selector.field), None)
    enum = builder.old.enums.get(selector.enum) if selector is not None else None
    return (field.item.is_array and not field.item.enum) or (field.item.kind is Kind.LAYOUT and enum is not None and all(
        arm.when.values and all(map(enum.by_value, arm.when.values)) for arm in entry.item.arms))


def _is_as_before(builder: Builder, table: LayoutPair, entry: Entry, users: List[str]) -> bool:
    """Returns whether the fields in the bits of a new overlay are all in one arm, which a driver writes that knows no
    selector: what decides is outside of the layout, or 0 in a new selector gives that arm."""
    kept = [other for group in table.regrouped if group.is_nested and entry in group.new for other in group.old]
    kept += [pair.old for pair in table.pairs if any(pair.new.arm is arm for arm in entry.item.arms)]
    selector = entry.item.selector
    if selector is None or {other.path for other in kept} != set(users) or \
            not builder.roles(table.old, table.new, kept[0].item, entry.item).driver:
        return False
    is_new = any(other.path == selector.field for other in table.added)
    names = {other.item.name for other in kept}
    return any((selector.external or (is_new and 0 in arm.when.values)) and
               names <= {name for item in arm.fields for name in names_in(builder.new, item)} for arm in entry.item.arms)


UNSTATED = "Not stated by"  # start of a selector text from readers whose source has no selector


def selector_text(selector: Selector) -> str:
    if selector.external.startswith(UNSTATED):
        return "not stated"
    if selector.external:
        return f"something outside: {selector.external}"
    return selector.field or str(selector.bits)


def when_text(when: When) -> str:
    if when.is_else:
        return "all other values"
    if not is_stated(when):
        return "values that are not stated"
    return listed(when.texts or [f"{value:#x}" for value in when.values], "or")


def is_stated(when: When) -> bool:
    return when.is_else or bool(when.values) or bool(when.texts)


def _selector(builder: Builder, table: LayoutPair, pair: Pair) -> None:
    old, new = pair.old.item.selector, pair.new.item.selector
    if old is None or new is None:
        return
    field = next((p.new.path for p in table.pairs if p.old.path == old.field), old.field)
    same_kind = bool(old.external) == bool(new.external)
    if same_kind and field == new.field and old.external == new.external:
        return
    texts = selector_text(old), selector_text(new)
    n = builder.labels
    unstated = [selector.external.startswith(UNSTATED) for selector in (old, new)]
    if any(unstated):
        verdict = Verdict(Severity.COMPATIBLE, [
            f"{n.new if unstated[0] else n.old} states the selector, "
            f"{n.old if unstated[0] else n.new} does not"])
    elif old.external and new.external:
        verdict = Verdict(Severity.COSMETIC, ["the selector is described in other words"])
    elif field and any(re.search(rf"\b{re.escape(field)}\b", about.note) for arm in pair.new.item.arms
                       for about in (arm.about, *(item.about for item in arm.fields))):
        verdict = Verdict(Severity.COMPATIBLE, [f"{n.new} takes the meaning of the bits from {texts[0]}, too"])
    else:
        verdict = Verdict(Severity.BREAKING, [
            f"{n.old} takes the meaning of the bits from {texts[0]}, {n.new} from {texts[1]}"])
    builder.add("D065", table.new.name, pair.new.path, f"selector {texts[0]} -> {texts[1]}",
                verdict,
                texts, _side(table.old.name, pair.old, old.where, texts[0]),
                _side(table.new.name, pair.new, new.where, texts[1]), "overlay")


def _side(layout: str, entry: Entry, where: Span, text: str) -> Side:
    return Side(layout, entry.path, entry.bits, where, text)


def _for(pair: Pair, arm: Arm) -> str:
    """Returns for which values an arm holds; a header's arms have numbers that mean nothing."""
    selectors = [entry.item.selector for entry in (pair.old, pair.new)]
    is_stated = all(selector and not selector.external.startswith(UNSTATED) for selector in selectors)
    return f", for {when_text(arm.when)}" if is_stated else ""


def _is_asked_for(table: LayoutPair, pair: Pair) -> bool:
    """Returns whether only the driver writes the selector of an overlay, so that it gets the arms that it asks for."""
    selector = pair.new.item.selector
    item = next((entry.item for entry in table.entries[1] if selector and entry.path == selector.field), None)
    return item is not None and item.writer is Writer.DRIVER


def arm_added(builder: Builder, roles: Roles, name: str, is_asked_for: bool) -> Verdict:
    n, out = builder.labels, Verdict(Severity.COMPATIBLE)
    if is_asked_for:
        return out.say(Severity.COMPATIBLE, f"{n.old_driver} writes the selector, and does not ask for {name}")
    if roles.driver:
        out.say(Severity.COMPATIBLE, f"{n.old_driver} does not write {name}")
    if roles.device and builder.judge.is_partial:
        out.say(Severity.COMPATIBLE, f"{n.new} is of code, not a whole manual: {name} may have been there before")
    elif roles.device:
        out.say(Severity.DANGEROUS,
                f"{n.old_driver} that reads {name} takes it for another meaning, "
                "or for unknown")
    return out


def arm_removed(builder: Builder, roles: Roles, name: str) -> Verdict:
    n, out = builder.labels, Verdict(Severity.DANGEROUS)
    if builder.judge.is_partial:
        return out.say(Severity.DANGEROUS, f"{n.new} is of code, not a whole manual: {name} may still be there")
    if roles.driver:
        out.say(Severity.BREAKING, f"{n.old_driver} that writes {name} is not understood by "
                                   f"{n.new_firmware}")
    if roles.device:
        out.say(Severity.DANGEROUS, f"{n.old_driver} no longer sees {name}")
    return out


def arm_when(builder: Builder, old: When, new: When) -> Verdict:
    n = builder.labels
    if not is_stated(old) or not is_stated(new):
        return Verdict(Severity.COMPATIBLE, [
            f"{n.new if is_stated(new) else n.old} states its values, "
            f"{n.old if is_stated(new) else n.new} does not"])
    return Verdict(Severity.BREAKING, [
        f"{n.old} has it for {when_text(old)}, {n.new} for {when_text(new)}: the same bytes are "
        "read differently"])


def _has_more(pair: Pair, old: When, new: When) -> bool:
    """Returns whether an arm holds for all values that it had, and for others that selected no arm."""
    others = {value for arm in pair.old.item.arms if arm.when is not old for value in arm.when.values}
    more = set(new.values) - set(old.values)
    is_free = not more & others and not any(arm.when.is_else for arm in pair.old.item.arms)
    return is_free and bool(old.values) and set(old.values) < set(new.values)


def _by_layout(builder: Builder, finding: Finding, arm: Arm) -> None:
    """Makes an added or removed layout the cause of the finding about the arm with it."""
    if len(arm.fields) and arm.fields[0].layout:
        builder.causes.append((finding, ("layout", arm.fields[0].layout)))


LISTED = "{} is the list of the layouts; nothing has it by itself"


def is_index(builder: Builder, name: str) -> bool:
    """Returns whether nobody reads a layout by itself: it is one overlay, and only in layouts that have nothing else, such
    as the root of a table of registers."""
    def is_alone(layout: Layout) -> bool:
        items = [item for item in layout.fields if item.kind not in (Kind.RESERVED, Kind.IGNORED)]
        return len(items) == 1 and items[0].kind in (Kind.OVERLAY, Kind.LAYOUT)

    holders = [holder for holder, _ in builder.containers.get(name, [])]
    if not holders:  # a root
        names = [arm.fields[0].layout for item in builder.new.layouts[name].fields for arm in item.arms if len(arm.fields)]
        return is_alone(builder.new.layouts[name]) and any(
            inner and any(item.arms for item in builder.new.layouts[inner].fields) for inner in names)
    return is_alone(builder.new.layouts[name]) and all(
        is_alone(holder) and (holder.name not in builder.containers or is_index(builder, holder.name)) for holder in holders)


def _arm(builder: Builder, table: LayoutPair, pair: Pair, arms: ArmPair) -> None:
    roles = builder.roles(table.old, table.new, pair.old.item, pair.new.item)
    name = table.new.name
    old, new = arms.old, arms.new
    is_listed = (old is None or new is None) and is_index(builder, name)
    listed_only = Verdict(Severity.COSMETIC, [LISTED.format(name)])
    if old is None and new is not None:
        finding = builder.add(
            "D061", name, new.name, f"arm added to {pair.new.path}{_for(pair, new)}",
            listed_only if is_listed else arm_added(builder, roles, new.name, _is_asked_for(table, pair)),
            [pair.new.path, *new.when.values], None, _arm_side(table.new.name, pair.new, new, table.added), "arm")
        _by_layout(builder, finding, new)
        builder.arm_of[finding] = pair
        return
    if new is None and old is not None:
        finding = builder.add(
            "D062", name, old.name, f"arm removed from {pair.new.path}{_for(pair, old)}",
            listed_only if is_listed else arm_removed(builder, roles, old.name), [pair.new.path, *old.when.values],
            _arm_side(table.old.name, pair.old, old, table.removed), None, "arm")
        _by_layout(builder, finding, old)
        builder.arm_of[finding] = pair
        return
    assert old is not None and new is not None
    sides = _arm_side(table.old.name, pair.old, old), _arm_side(table.new.name, pair.new, new)
    if old.name != new.name:
        finding = builder.add("D063", name, new.name, f"arm renamed from {old.name}",
                              builder.judge.renamed(old.name, new.name), [], *sides, "arm")
        builder.arm_of[finding] = pair
    if "arms" in builder.told and (sorted(old.when.values) != sorted(new.when.values) or
                                   old.when.is_else != new.when.is_else):
        builder.add("D064", name, new.name,
                    f"arm for {when_text(old.when)} -> for {when_text(new.when)}",
                    arm_added(builder, roles, f"{new.name} for more values", _is_asked_for(table, pair))
                    if _has_more(pair, old.when, new.when) else arm_when(builder, old.when, new.when),
                    [*old.when.values, "->", *new.when.values], *sides, "arm")
    if _is_of_field(old) and _is_of_field(new):
        return  # the field has the finding
    document(builder, name, new.name, "arm", (old.about, old.where, table.old.name, old.name),
             (new.about, new.where, table.new.name, new.name), (pair.old.bits, pair.new.bits))


def _is_of_field(arm: Arm) -> bool:
    """Returns whether the documentation of an arm is that of its field."""
    return any(item.about == arm.about for item in arm.fields if item.is_named)


def _arm_side(layout: str, overlay: Entry, arm: Arm,
              entries: Optional[List[Entry]] = None) -> Side:
    """``entries``: the added or removed ones to list in the arm; None: all of the arm."""
    parts = _parts(entries, [arm]) if entries is not None else tuple(
        (arm.path(item), item.bits) for item in arm.fields if item.is_named)
    return Side(layout, arm.name, overlay.bits, arm.where, when_text(arm.when), parts)
