# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Brings the edits of a layout into agreement: no two fields may have the same bits."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from prmclib.model import Arm, Bits, Entry
from .decide import Decider
from .positions import at, mentions
from .verdicts import Add, LayoutPlan, Verdict


def settle(decider: Decider, plan: LayoutPlan, is_bytes: bool) -> None:
    """Keeps the edits that fit beside each other; the others become conflicts.  ``is_bytes``: the source's layout is a
    struct of words with names of their own."""
    _tail(decider, plan)
    regions: Dict[Optional[Arm], List[Entry]] = {None: []}
    for entry in plan.layout.walk():
        if entry.item.is_named or entry.item.about.doc or entry.item.about.note or entry.item.about.conflict:
            regions.setdefault(entry.arm, []).append(entry)
    for arm, entries in regions.items():
        _moves(decider, plan, arm, entries)
    left: List[Add] = []
    for add in plan.adds:
        here = [entry for entry in regions.get(add.arm, []) if entry.item not in plan.drops]
        if _added(decider, plan, add, here, left, is_bytes):
            left.append(add)
            path = f"{add.arm.name}.{add.item.name}" if add.arm else add.item.name
            decider.plan.add(Verdict.TAKEN, f"{plan.layout.name}.{path}", f"at {at(add.item.bits)}", plan.layout.where)
    plan.adds = left


def _tail(decider: Decider, plan: LayoutPlan) -> None:
    """Keeps the size of a layout whose array of unknown length stays where it is."""
    tail = plan.layout.fields[-1] if plan.layout.fields else None
    if tail is not None and tail.is_flexible and tail not in plan.drops and plan.size != plan.layout.size and \
            plan.moves.get(tail, tail.bits).offset < plan.size * 8:
        decider.plan.drop(Verdict.TAKEN, plan.layout.name, f"{plan.size} bytes")
        decider.plan.add(Verdict.UNMAPPED, plan.layout.name,
                         f"{plan.size} bytes in {decider.who}; {tail.name} of the spec is beyond {plan.layout.size}",
                         plan.layout.where)
        plan.size = plan.layout.size
    for add in list(plan.adds):
        if add.item.bits.end > plan.size * 8:
            plan.adds.remove(add)
            decider.plan.add(Verdict.UNMAPPED, f"{plan.layout.name}.{add.new.path}",
                             f"{add.item.bits} is beyond the spec's {plan.size} bytes", plan.layout.where)


def _moves(decider: Decider, plan: LayoutPlan, arm: Optional[Arm], entries: List[Entry]) -> None:
    """Takes back moves that end in bits of other fields, or outside."""
    room, offset = Bits(0, plan.size * 8), 0
    if arm is not None:
        outer = next(entry for entry in plan.layout.walk() if arm in entry.item.arms)
        room = plan.bits(outer)
        offset = room.offset - outer.bits.offset
    while True:
        here = [entry for entry in entries if entry.item not in plan.drops]
        bad = _collision(plan, here, room, offset)
        if bad is None:
            return
        entry, other = bad
        bits = plan.moves.pop(entry.item)
        plan.counts.pop(entry.item, None)
        path = decider.path(plan.layout, entry)
        decider.plan.drop(Verdict.TAKEN, path, f"at {at(bits)}")
        there = f", where the spec has {other.item.name or 'reserved bits with a description'}" if other else ""
        decider.conflict(plan, entry, f"{decider.who} has it at {at(bits)}{there}; {decider.spec_has(plan.layout, entry)}")


def _collision(plan: LayoutPlan, entries: List[Entry], room: Bits,
               offset: int) -> Optional[Tuple[Entry, Optional[Entry]]]:
    """Returns a moved entry that does not fit, and the one that it meets. The others move by ``offset``."""
    def place(entry: Entry) -> Bits:
        return plan.moves.get(entry.item) or Bits(entry.bits.offset + offset, entry.bits.width)

    for entry in (one for one in entries if one.item in plan.moves):
        bits = plan.moves[entry.item]
        if bits.width and not room.contains(bits):
            return entry, None
        for other in entries:
            if other is not entry and bits.width and other.bits.width and bits.overlaps(place(other)):
                return entry, other
    return None


def _added(decider: Decider, plan: LayoutPlan, add: Add, entries: List[Entry], others: List[Add], is_bytes: bool) -> bool:
    """Returns whether a new field is at reserved bits."""
    layout, item = plan.layout, add.item
    path = f"{layout.name}.{add.new.path}"
    for other in others:
        if other.arm is add.arm and other.item.bits.overlaps(item.bits):
            decider.plan.add(Verdict.UNMAPPED, path, f"{item.bits}, several meanings at {at(other.item.bits)}", layout.where)
            return False
    met = [entry for entry in entries if plan.bits(entry).overlaps(item.bits)]
    if not met:
        if any(entry.item.name == item.name and entry.item not in plan.drops and entry.item not in plan.renames
               for entry in layout.walk() if entry.arm is add.arm) or any(
                other.arm is add.arm and other.item.name == item.name for other in others):
            decider.plan.add(Verdict.UNMAPPED, path, f"{item.bits}: the spec has another field of this name", layout.where)
            return False
        return True
    known = [entry for entry in met if mentions(entry, item.name)]
    if known:
        decider.plan.add(Verdict.ALREADY, path, f"at {at(item.bits)}, as {known[0].item.name}", known[0].item.where)
    elif is_bytes:
        decider.plan.add(Verdict.ALREADY, path, f"at {at(item.bits)}, as {met[0].item.name}", met[0].item.where)
    else:
        entry = met[0]
        has = decider.spec_has(layout, entry) if entry.item.is_named else f"the spec has {entry.item.kind.value} bits"
        decider.conflict(plan, entry, f"{decider.who} has {item.name} at {at(item.bits)}; {has}")
    return False
