# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares the fields of two matched layouts: places, sizes, and contents."""

from __future__ import annotations

import re
from typing import Callable, List, Optional, Tuple

from prmclib.model import ENCODINGS, Bits, Entry, Enum, Field, Kind, Layout, Spec
from prmclib.model.described import MARK
from prmclib.model.errors import counted, listed
from . import blanks, enum_changes, overlay_changes
from .build import Builder, side_of
from .documentation import compare_field, document, same_words
from .entries import type_text
from .finding import Moved, Severity, Side
from .fingerprint import in_dword
from .match import places_of
from .match_fields import LayoutPair, Pair, Regroup
from .occupied import LEFT, SPACE, what_is_at
from .severity import Verdict, is_unused, several
from .shift import Cause, Place, Shifts, union
from .wording import Meaning


_UPPER, _LOWER = ("_high", "_hi", "_h", "_msb", "_63_32"), ("_low", "_lo", "_l", "_lsb", "_31_0")
_HALF = re.compile(f"(?:{'|'.join(_UPPER + _LOWER)})$")


def compare(builder: Builder, table: LayoutPair, shifts: Shifts) -> None:
    for entry in table.added:
        if not entry.is_overlay and not _arm_is_new(table, entry) and \
                overlay_changes.of_field(table.removed, entry) is None:
            _added(builder, table, entry, shifts)
    for entry in table.removed:
        if not entry.is_overlay and not _arm_is_gone(table, entry) and \
                overlay_changes.of_field(table.added, entry) is None:
            _removed(builder, table, entry, shifts)
    for group in table.regrouped:
        _regrouped(builder, table, group)
    moved = {pair for pair in shifts.moved}
    for pair in table.pairs:
        if pair.reused is not None:
            _reused(builder, table, pair, pair.reused)
        elif _is_renamed(table, pair) and pair not in moved:
            _renamed(builder, table, pair)
    for pair in shifts.moved:
        _moved(builder, table, pair, shifts)
    for pair in shifts.resized:
        _resized(builder, table, pair, shifts.carry.get(pair, 0))
    for pair in table.pairs:
        if pair.reused is None:
            _content(builder, table, pair)
    if "must be zero" in builder.told:
        blanks.compare(builder, table, shifts)


def _arm_is_new(table: LayoutPair, entry: Entry) -> bool:
    """Returns whether a field belongs to an added arm."""
    return entry.arm is not None and not any(
        arms.new is entry.arm and arms.old is not None for p in table.pairs for arms in p.arms)


def _arm_is_gone(table: LayoutPair, entry: Entry) -> bool:
    return entry.arm is not None and not any(
        arms.old is entry.arm and arms.new is not None for p in table.pairs for arms in p.arms)


def _is_renamed(table: LayoutPair, pair: Pair) -> bool:
    """Returns whether a field has another name, except for the arm around it."""
    if pair.old.path == pair.new.path:
        return False
    if pair.old.arm is not None and pair.new.arm is not None:
        both = any(arms.old is pair.old.arm and arms.new is pair.new.arm
                   for p in table.pairs for arms in p.arms)
        if both and pair.old.arm.name != pair.new.arm.name:
            return not pair.old.arm.is_single and pair.old.item.name != pair.new.item.name
    return True


def _partner(table: LayoutPair, entry: Entry, from_new: bool) -> str:
    """Returns the name, in the other manual, of the arm that contains a field."""
    if entry.arm is None:
        return ""
    for pair in table.pairs:
        for arms in pair.arms:
            mine, other = (arms.new, arms.old) if from_new else (arms.old, arms.new)
            if mine is entry.arm and other is not None:
                return other.name
    return ""


def size_text(entry: Entry) -> str:
    """Returns a size: ``5 bits``, ``16 bytes``, ``4 x 16 bits``."""
    item = entry.item
    if item.is_flexible:
        return "to the end"
    if item.bits.width % 8 == 0 and (item.kind in (Kind.BYTES, Kind.LAYOUT) or
                                     item.bits.width > 64):
        return counted(item.bits.width // 8, "byte")
    return counted(item.bits.width, "bit")


def zero_text(spec: Spec, item: Field) -> str:
    """Returns the meaning of 0 in a field with names for its values."""
    enum = spec.enums.get(item.enum) if item.enum else None
    value = enum.by_value(0) if enum else None
    return value.name if value else ""


def _was_there(table: LayoutPair, entry: Entry, shifts: Shifts,
               is_new: bool) -> Tuple[str, List[str]]:
    """Returns what the other manual has at an added or removed field: at the same bits, or for
    blank bits between shifted fields at the shifted ones."""
    partner = _partner(table, entry, is_new)
    found = what_is_at(table, not is_new, entry.bits, partner)
    far = shifts.displaced(table, entry, is_new)
    start = entry.bits.offset - far if is_new else entry.bits.offset + far
    if far and start >= 0 and found[0] not in ("reserved", "ignored"):
        there = what_is_at(table, not is_new, Bits(start, entry.bits.width), partner)
        if there[0] in ("reserved", "ignored"):
            return there
    return found


def _added(builder: Builder, table: LayoutPair, entry: Entry, shifts: Shifts) -> None:
    new = table.new
    before, users = _was_there(table, entry, shifts, True)
    roles = builder.roles(None, new, None, entry.item)
    verdict = builder.judge.added(roles, entry.item, before, zero_text(builder.new, entry.item),
                                  users)
    enum = builder.new.enums.get(entry.item.enum) if entry.item.enum else None
    if before == "reserved" and roles.driver and enum is not None and not enum.is_open and \
            enum.by_value(0) is None:
        verdict.say(Severity.DANGEROUS, f"0 is not a value of {enum.name}")
    if entry.item.is_flexible:
        verdict = Verdict(Severity.COMPATIBLE, [f"{builder.labels.old_driver} ends before it"])
        before = "beyond the end"
    place = SPACE[before].format(several(users))
    finding = builder.origin[entry] = builder.add(
        "D010", new.name, entry.path, f"added, {size_text(entry)} {place}", verdict,
        [in_dword(entry.bits), before], None, side_of(new, entry, type_text(entry.item)))
    if before == "used":  # the field that was there is the cause
        builder.causes += [(finding, gone) for gone in table.removed if gone.path in users][:1]


def _removed(builder: Builder, table: LayoutPair, entry: Entry, shifts: Shifts) -> None:
    old, new = table.old, table.new
    after, users = _was_there(table, entry, shifts, False)
    verdict = builder.judge.removed(builder.roles(old, None, entry.item), entry.item, after, users)
    if entry.item.is_flexible:
        verdict = Verdict(Severity.DANGEROUS,
                          [f"{builder.labels.old_driver} takes what follows for it"])
        after = "beyond the end"
    builder.origin[entry] = builder.add(
        "D011", new.name, entry.path,
        f"removed, {size_text(entry)}; {LEFT[after].format(several(users))}", verdict,
        [in_dword(entry.bits), after], side_of(old, entry, type_text(entry.item)), None)


def _regrouped(builder: Builder, table: LayoutPair, group: Regroup) -> None:
    old, new = table.old, table.new
    if group.is_nested:
        _nested(builder, table, group)
        return
    is_split = len(group.old) == 1
    whole, parts = (group.old[0], group.new) if is_split else (group.new[0], group.old)
    names = [part.path for part in parts]
    roles = builder.roles(old, new, group.old[0].item, group.new[0].item)
    rest = whole.bits.width - sum(part.bits.width for part in parts)
    if _are_elements(whole, parts):
        verdict = builder.judge.indexed(whole.path, names, is_split)
    elif not rest and _are_halves(whole, parts):
        verdict = builder.judge.halved(whole.path, names, is_split)
    else:
        verdict = builder.judge.regrouped(roles, whole.path, names, is_split, rest)
        _flags(builder, whole, parts, is_split, verdict)
    sides: List[Side] = []
    for layout, entries in ((old, group.old), (new, group.new)):
        sides.append(Side(layout.name, ", ".join(entry.path for entry in entries), union(entries),
                          entries[0].item.where, " + ".join(size_text(e) for e in entries),
                          tuple((entry.path, entry.bits) for entry in entries)
                          if len(entries) > 1 else ()))
    builder.origin[group] = builder.add(
        "D033" if is_split else "D034", new.name, whole.path,
        f"split into {listed(names)}" if is_split else f"joined of {listed(names)}", verdict,
        [entry.path + str(entry.bits.width) for entry in group.old + group.new], sides[0], sides[1])


def _flags(builder: Builder, whole: Entry, parts: List[Entry], is_split: bool, verdict: Verdict) -> None:
    """Compares the flags of a mask with the bits that it was split into, or joined of, by their names."""
    flags = (builder.old if is_split else builder.new).enums.get(whole.item.flags)
    for flag in flags.values if flags is not None else []:
        named = [part for part in parts if part.bits.width == 1 and
                 f"_{flag.name}_".lower() in f"_{part.item.name}_".lower()]
        bit = whole.bits.end - 1 - named[0].bits.offset if len(named) == 1 else flag.value
        if bit != flag.value:
            bits = (flag.value, bit) if is_split else (bit, flag.value)
            is_guessed = flags is not None and flags.about.note.startswith(MARK)
            verdict.say(Severity.DANGEROUS if is_guessed else Severity.BREAKING,
                        f"{flag.name} was bit {bits[0]} of {whole.path}, and is bit {bits[1]} now")


def _are_elements(whole: Entry, parts: List[Entry]) -> bool:
    """Returns whether the parts are the elements of an array, one by one."""
    item = whole.item
    return item.is_array and len(parts) == item.count and all(
        part.bits.width == item.elem_width and not part.item.is_array for part in parts)


def _are_halves(whole: Entry, parts: List[Entry]) -> bool:
    """Returns whether the parts are, by their names, the upper and the lower half of the number."""
    stems = [_HALF.sub("", part.item.name) for part in parts]
    return len(parts) == 2 and not whole.item.is_array and stems == [whole.item.name] * 2 and \
        parts[0].item.name[len(stems[0]):] in _UPPER and parts[1].item.name[len(stems[1]):] in _LOWER


def _nested(builder: Builder, table: LayoutPair, group: Regroup) -> None:
    """Adds findings for fields that were put into a layout or overlay, or taken out of one."""
    went_in = _is_container(group.new[0])
    container, inside = (group.new[0], group.old) if went_in else (group.old[0], group.new)
    names = [entry.path for entry in inside]
    verb = "put into" if went_in else "taken out of"
    n = builder.labels
    verdict = Verdict(Severity.COMPATIBLE, [
        "the same bits; code finds them under other names with " + n.new])
    sides: List[Side] = []
    for layout, entries in ((table.old, group.old), (table.new, group.new)):
        sides.append(Side(layout.name, ", ".join(entry.path for entry in entries), union(entries),
                          entries[0].item.where, ", ".join(type_text(e.item) for e in entries[:3]),
                          tuple((entry.path, entry.bits) for entry in entries)))
    title = f"{several(names)} {verb} {container.path}" if len(names) > 1 else \
        f"{verb} {container.path}"
    builder.origin[group] = builder.add(
        "D036", table.new.name, container.path if len(names) > 1 else names[0], title, verdict,
        [verb, container.path, *names], sides[0], sides[1])


def _is_container(entry: Entry) -> bool:
    return entry.is_overlay or entry.item.kind is Kind.LAYOUT


def _renamed(builder: Builder, table: LayoutPair, pair: Pair) -> None:
    same = "bits" if pair.old.bits == pair.new.bits else ""
    builder.add("D012", table.new.name, pair.new.path, f"renamed from {pair.old.path}",
                builder.judge.renamed(pair.old.path, pair.new.path, same), [],
                side_of(table.old, pair.old), side_of(table.new, pair.new), subject_of(pair))


def _reused(builder: Builder, table: LayoutPair, pair: Pair, meaning: Meaning) -> None:
    """Adds a finding for bits of one field that another one has now; contents are not compared."""
    old, new = pair.old, pair.new
    roles = builder.roles(table.old, table.new, old.item, new.item)
    verdict = builder.judge.added(roles, new.item, "reserved", "", []) if is_unused(old.item) else \
        builder.judge.reused(roles, old.path, new.path, meaning is Meaning.OTHER)
    builder.origin[pair] = builder.add(
        "D013", table.new.name, new.path, f"has the bits of {old.path} now", verdict, [],
        side_of(table.old, old, old.item.about.doc), side_of(table.new, new, new.item.about.doc),
        subject_of(pair))


def subject_of(pair: Pair) -> str:
    return "overlay" if pair.new.is_overlay else "field"


def _moved(builder: Builder, table: LayoutPair, pair: Pair, shifts: Shifts) -> None:
    far = pair.new.bits.offset - pair.old.bits.offset - shifts.displaced(table, pair.new, True)
    verdict = builder.judge.moved(
        builder.roles(table.old, table.new, pair.old.item, pair.new.item), pair.new.path)
    title, names = f"moved {pair.old.bits} -> {pair.new.bits}", []
    if _is_renamed(table, pair):
        title += f", renamed from {pair.old.path}"
        names = [pair.old.path]
        verdict.say(Severity.COSMETIC,
                    "matched by its name, neighbours and "
                    "description")
    builder.origin[pair] = builder.add(
        "D020", table.new.name, pair.new.path, title, verdict,
        [in_dword(pair.old.bits), in_dword(pair.new.bits), far, *names],
        side_of(table.old, pair.old), side_of(table.new, pair.new), subject_of(pair))


def _resized(builder: Builder, table: LayoutPair, pair: Pair, carry: int) -> None:
    """Compares sizes; ``carry``: how far the field shifted with those before it."""
    old, new = pair.old.item, pair.new.item
    roles = builder.roles(table.old, table.new, old, new)
    judge = builder.judge
    if old.is_flexible != new.is_flexible and not (old.is_array and new.is_array):
        return  # one element, to the end: the change is one of type or count, see _type()
    moved = old.bits.offset != new.bits.offset and old.bits.end != new.bits.end
    if _is_one_of(old, new) or (old.is_array and new.is_array and old.elem_width == new.elem_width and
                                old.count != new.count):
        verdict = judge.count(old, new)
        builder.origin[pair] = builder.add(
            "D035", table.new.name, pair.new.path, f"{_count(old)} -> {_count(new)}", verdict,
            [old.count, new.count], side_of(table.old, pair.old, _count(old)),
            side_of(table.new, pair.new, _count(new)))
    else:
        wider = new.bits.width > old.bits.width
        is_number = old.kind is Kind.UINT and not (old.is_array or new.is_array) and \
            min(old.bits.width, new.bits.width) <= 64
        same_low = old.bits.end + carry == new.bits.end or not is_number
        there = Bits(new.bits.offset - carry, new.bits.width) if carry <= new.bits.offset \
            else new.bits
        rest = _rest(there, old.bits) if wider else _rest(old.bits, there)
        where = _what_of_rest(table, pair, rest, wider, carry)
        verdict = (judge.widened if wider else judge.narrowed)(roles, old, new, where, same_low)
        if overlay_changes.is_index(builder, table.new.name):
            verdict = Verdict(Severity.COSMETIC, [overlay_changes.LISTED.format(table.new.name)])
        elif old.arms and new.arms and where != "used":
            verdict = Verdict(Severity.COMPATIBLE,
                              ["it is as long as its longest arm; changes of arms have findings of their own"])
        elif not same_low and where != "used" and old.flags and new.flags and enum_changes.keep_their_bits(
                builder, builder.old.enums[old.flags], builder.new.enums[new.flags]):
            verdict = Verdict(Severity.DANGEROUS, ["its flags have other numbers, but are the bits that they were"])
        title = f"{'widened' if wider else 'narrowed'} " + _sizes(pair)
        if not same_low:
            title += ", with another lowest bit"
        builder.origin[pair] = builder.add(
            "D031" if wider else "D032", table.new.name, pair.new.path, title, verdict,
            [old.bits.width, new.bits.width, same_low, where],
            side_of(table.old, pair.old, type_text(old)),
            side_of(table.new, pair.new, type_text(new)),
            subject_of(pair))
    if moved:
        finding = builder.origin[pair]
        finding.title += f", moved {old.bits} -> {new.bits}"
        finding.severity = Severity.BREAKING
        finding.meaning = judge.moved(roles, pair.new.path).meaning + finding.meaning


def _is_one_of(old: Field, new: Field) -> bool:
    """Returns whether one is a number of the size of the other's elements."""
    return old.is_array != new.is_array and not (old.is_flexible or new.is_flexible) and \
        old.kind is new.kind is Kind.UINT and old.elem_width == new.elem_width


def _sizes(pair: Pair) -> str:
    one, other = size_text(pair.old), size_text(pair.new)
    number, _, unit = one.partition(" ")
    after, _, other_unit = other.partition(" ")
    if unit.rstrip("s") == other_unit.rstrip("s"):
        return f"{number} -> {other}"
    return f"{one} -> {other}"


def _count(item: Field) -> str:
    if not item.is_array:
        return "no array"
    return "any number of elements" if item.is_flexible else counted(item.count or 0, "element")


def _rest(whole: Bits, part: Bits) -> List[Bits]:
    """Returns the bits of ``whole`` outside of ``part``."""
    out = []
    if whole.offset < part.offset:
        out.append(Bits(whole.offset, min(part.offset, whole.end) - whole.offset))
    if whole.end > part.end:
        start = max(part.end, whole.offset)
        out.append(Bits(start, whole.end - start))
    return out


def _what_of_rest(table: LayoutPair, pair: Pair, rest: List[Bits], wider: bool, carry: int) -> str:
    """Returns what the bits that a field gained were, or what those that it lost are."""
    worst = "reserved"
    order = ("reserved", "ignored", "beyond the end", "used")
    for bits in rest:
        if wider:
            found, _ = what_is_at(table, False, bits, _partner(table, pair.new, True))
        else:
            there = Bits(max(bits.offset + carry, 0), bits.width)
            found, users = what_is_at(table, True, there, _partner(table, pair.old, False))
        worst = max(worst, found, key=order.index)
    return worst


# Shifts

def moves(place: Place) -> List[Moved]:
    """Returns the fields at a place."""
    if isinstance(place.what, Pair):
        return [Moved(place.what.new.path, place.old, place.new)]
    distance = place.new.offset - place.old.offset
    return [Moved(entry.path, Bits(entry.bits.offset - distance, entry.bits.width), entry.bits)
            for entry in place.what.new]


def by_how_far(moved: List[Moved]) -> str:
    """Returns a text: ``3 fields shifted by 4 bytes``."""
    return f"{counted(len(moved), 'field')} shifted by {_far(moved)}"


def _far(moved: List[Moved]) -> str:
    ways = sorted({item.new.offset - item.old.offset for item in moved}, key=abs)
    if len(ways) > 1:
        return f"{abs(ways[0])} to {abs(ways[-1])} bits"
    way = abs(ways[0])
    return counted(way // 8, "byte") if way % 8 == 0 else counted(way, "bit")


def shift_sentence(builder: Builder, table: LayoutPair, moved: List[Moved]) -> str:
    names = [item.field for item in moved]
    text = listed(names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} others"])
    roles = builder.roles(table.old, table.new)
    verbs = [verb for verb, is_it in (("writes", roles.driver), ("reads", roles.device)) if is_it]
    return f"{builder.labels.old_driver} {' and '.join(verbs)} {text} at " \
        f"the old place{'s' if len(moved) > 1 else ''}"


def shifted(builder: Builder, table: LayoutPair, cause: Cause, moved: List[Moved],
            really: List[Moved]) -> None:
    """Adds one finding for all fields that this cause shifted."""
    old, new = table.old, table.new
    first = (really or moved)[0]
    entry = next((e for e in table.entries[True] if e.path == first.field), None)
    before = next((p.old for p in table.pairs if entry is not None and p.new is not None
                   and p.new.path == first.field), None)
    where = (before.item.where if before else old.where, entry.item.where if entry else new.where)
    names = [item.field for item in moved]
    if really:
        title = f"shifted by {_far(really)}"
        if len(really) > 1:
            title = f"and {len(really) - 1} more {title}"
        verdict = Verdict(Severity.BREAKING, [shift_sentence(builder, table, really)])
    else:
        grown = first.new.width > first.old.width
        title = f"{listed(names[:3])} {'grown' if grown else 'shrunk'} with {cause}"
        verdict = Verdict(Severity.DANGEROUS, [
            f"the bytes that {'it takes' if grown else 'it leaves'} were "
            f"{'free' if grown else 'its own'} under {builder.labels.old}"])
        if overlay_changes.is_index(builder, new.name):
            verdict = Verdict(Severity.COSMETIC, [overlay_changes.LISTED.format(new.name)])
    finding = builder.add_consequence(
        "D021", new.name, first.field, title, verdict, cause,
        Side(old.name, before.path if before else first.field, first.old, where[0]),
        Side(new.name, first.field, first.new, where[1]))
    finding.shifted += moved


# Contents

def _content(builder: Builder, table: LayoutPair, pair: Pair) -> None:
    old, new = pair.old.item, pair.new.item
    roles = builder.roles(table.old, table.new, old, new)
    judge, told = builder.judge, builder.told

    def add(rule: str, title: str, verdict: Verdict, before: str, after: str) -> None:
        finding = builder.add(rule, table.new.name, pair.new.path, title, verdict, [before, after],
                              side_of(table.old, pair.old, before),
                              side_of(table.new, pair.new, after), subject_of(pair))
        if rule in ("D035", "D040"):
            builder.origin.setdefault(pair, finding)
        if rule == "D041":
            builder.origin.setdefault(("enum", 0, before), finding)
            builder.origin.setdefault(("enum", 1, after), finding)

    _type(builder, pair, add)
    if "enum" in told:
        _enum(builder, pair, add)
    if "default" in told and (old.default or 0) != (new.default or 0):
        one, other = (_value(spec, item, item.default or 0) for spec, item in
                      ((builder.old, old), (builder.new, new)))
        add("D042", f"default {one} -> {other}", judge.default(roles, one, other), one, other)
    if "fixed" in told and old.fixed != new.fixed:
        one, other = ("" if item.fixed is None else _value(spec, item, item.fixed)
                      for spec, item in ((builder.old, old), (builder.new, new)))
        title = f"fixed value {one} -> {other}" if one and other else \
            f"always {other} now" if other else f"no longer always {one}"
        add("D043", title, judge.fixed(roles, one, other), one, other)
    if "encoding" in told and old.encoding != new.encoding:
        one, other = (ENCODINGS.get(item.encoding, "the value itself") for item in (old, new))
        add("D044", f"encoding {old.encoding or 'none'} -> {new.encoding or 'none'}",
            judge.encoding(one, other), old.encoding, new.encoding)
    if "unit" in told and old.unit != new.unit:
        add("D045", f"unit {old.unit or 'none'} -> {new.unit or 'none'}",
            judge.unit(old.unit, new.unit), old.unit, new.unit)
    if "writer" in told:
        one, other = ((item.writer or layout.writer).value for item, layout in
                      ((old, table.old), (new, table.new)))
        if one != other and (old.writer, new.writer) != (None, None) and \
                (table.old.writer is table.new.writer or old.writer != new.writer):
            add("D046", f"written by {one} -> {other}", judge.writer(one, other), one, other)
    if "capability" in told and _capability(builder, old.cap) != new.cap:
        add("D047", f"capability {old.cap or 'none'} -> {new.cap or 'none'}",
            judge.capability(roles, old.cap, new.cap), old.cap, new.cap)
    compare_field(builder, (old, new), not roles.driver, table.renamed, add)
    document(builder, table.new.name, pair.new.path, subject_of(pair),
             (old.about, old.where, table.old.name, pair.old.path),
             (new.about, new.where, table.new.name, pair.new.path), (old.bits, new.bits),
             [("also", old.also, new.also)])


def _capability(builder: Builder, cap: str) -> str:
    """Translates ``layout.field`` of the old manual to the names of the new one."""
    layout, _, path = cap.partition(".")
    table = builder.match.tables.get(builder.match.layouts.renamed(layout))
    if not cap or table is None:
        return cap
    path = next((pair.new.path for pair in table.pairs if pair.old.path == path), path)
    return f"{table.new.name}.{path}"


def _value(spec: Spec, item: Field, value: int) -> str:
    enum: Optional[Enum] = spec.enums.get(item.enum) if item.enum else None
    name = enum.by_value(value) if enum else None
    return name.name if name else f"{value:#x}" if value > 9 else str(value)


def _content_of(spec: Spec, name: str) -> Layout:
    """Returns a layout, or what it contains if it is a union with one arm only, which is another layout."""
    layout = spec.layouts[name]
    named = [item for item in layout.fields if item.is_named]
    arms = named[0].arms if len(named) == 1 else []
    is_one = len(arms) == 1 and arms[0].is_single and arms[0].fields[0].layout
    return _content_of(spec, arms[0].fields[0].layout) if is_one else layout


def _type(builder: Builder, pair: Pair, add: Callable[[str, str, Verdict, str, str], None]) -> None:
    old, new = pair.old.item, pair.new.item
    renamed = builder.match.layouts.renamed(old.layout) if old.layout else ""
    texts = type_text(old), type_text(new)
    arrays = old.is_array and new.is_array
    other_type = old.kind is not new.kind or renamed != new.layout or \
        ((old.is_array or new.is_array) and old.kind is Kind.UINT and
         old.elem_width != new.elem_width)
    if other_type and old.layout and new.layout and \
            places_of(_content_of(builder.old, old.layout)) == places_of(_content_of(builder.new, new.layout)):
        add("D040", f"{texts[0]} -> {texts[1]}", Verdict(Severity.COSMETIC, ["both layouts have the same fields"]), *texts)
    elif other_type:
        add("D040", f"{texts[0]} -> {texts[1]}", builder.judge.type_changed(old, new), *texts)
    elif (old.is_array != new.is_array and not _is_one_of(old, new)) or (
            arrays and old.count != new.count and old.bits.width == new.bits.width):
        add("D035", f"{_count(old)} -> {_count(new)}", builder.judge.count(old, new), _count(old),
            _count(new))


def _enum(builder: Builder, pair: Pair, add: Callable[[str, str, Verdict, str, str], None]) -> None:
    old, new = pair.old.item, pair.new.item
    one, other = old.enum or old.flags, new.enum or new.flags
    before, after = builder.old.enums.get(one), builder.new.enums.get(other)
    if bool(one) == bool(other) and builder.match.enums.renamed(one) == other:
        return  # changes of the enumeration itself, flags or list included, have their own findings
    enum = after or before
    if enum is not None and not (one and other) and enum.about.note.startswith(MARK) and \
            same_words(old.about.doc, new.about.doc):
        verdict = Verdict(Severity.COSMETIC, ["the same words: only the ends of lines decide whether they are a list"])
    else:
        verdict = builder.judge.enum_changed(builder.roles(None, None), before, after)
    add("D041", f"enumeration {one or 'none'} -> {other or 'none'}", verdict, one, other)
