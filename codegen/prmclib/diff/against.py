# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``--against MANUAL``: what NEW adds or changes beside a manual that says where it belongs.

A field that a driver's copy of the tables gains is new there, and its place can be compared with
nothing but a manual.  NEW is compared with MANUAL like any two manuals; only differences about what NEW
adds or changes are reported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Set, Tuple

from prmclib.model import Bits, Entry, Kind, Layout, Spec
from prmclib.model.errors import counted, listed
from prmclib.model.flatten import flatten_layout
from .build import Builder
from .finding import Finding, Moved, Report, Severity, Side
from .fingerprint import fingerprint
from .label import Labels, short
from .match import Match
from .match_fields import LayoutPair
from .occupied import what_is_at

RULE, CLASS = "D080", "against"
AGREES, DISAGREES, ABSENT = "agrees", "disagrees", "absent"
# Differences of place, width, order and kind between the manual and what NEW has.
_PLACES = ("D020", "D021")
_RULES = (*_PLACES, "D004", "D005", "D013", "D031", "D032", "D033", "D034", "D035", "D052", "D058")
_TAG = re.compile(r"\b(?:struct|union) (\w+)")
_MOST = 4  # names in a sentence

Key = Tuple[str, str]  # layout and path, or enumeration and value


def words_of(layout: Layout) -> bool:
    """Returns whether a layout is a struct of words: its name is the whole tag, that of a table a part of one."""
    return any(source.endswith((f" struct {layout.name}", f" union {layout.name}"))
               for source in layout.about.source)


def structs(layout: Layout) -> List[str]:
    """Returns the structs and unions of C code that the ``source`` of a layout names, each once."""
    return list(dict.fromkeys(tag for source in layout.about.source for tag in _TAG.findall(source)))


def known_by_source(manual: Spec, new: Spec) -> Dict[str, str]:
    """Returns layouts of NEW by their different names in the manual, whose ``source`` names the struct.  Of several that name
    one, that of its size comes first: the others are parts of it."""
    found: List[Tuple[str, str]] = []
    for layout in manual.layouts.values():
        if layout.name in new.layouts:
            continue
        names = [name for tag in structs(layout) for name in (tag, re.sub(r"\Amlx5_ifc_(.+?)(_bits)?\Z", r"\1", tag))
                 if name in new.layouts and name not in manual.layouts]
        found += [(layout.name, name) for name in names[:1]]
    out: Dict[str, str] = {}
    for ours, theirs in sorted(found, key=lambda pair: manual.layouts[pair[0]].size != new.layouts[pair[1]].size):
        if theirs not in out.values():
            out[ours] = theirs
    return out


def labels_of_manual(label: str, labels: Labels) -> Labels:
    """Returns the names of the manual and NEW in sentences."""
    return Labels(short(label) or "MANUAL", labels.new)


@dataclass
class Touched:
    """Collects what NEW has and OLD has not, or not in this form."""

    fields: Dict[Key, Entry] = field(default_factory=dict)
    layouts: Set[str] = field(default_factory=set)  # new ones, or of another size
    new_layouts: Set[str] = field(default_factory=set)
    values: Set[Key] = field(default_factory=set)
    added: Set[Key] = field(default_factory=set)  # those of ``fields`` that OLD does not have


def touched(builder: Builder) -> Touched:
    """Returns what NEW adds or changes."""
    out = Touched()
    for layout in builder.new.layouts.values():
        table = builder.match.tables.get(layout.name)
        same: Set[Entry] = set()
        old: Set[Entry] = set()
        if table is not None:
            old = {pair.new for pair in table.pairs if pair.reused is None}
            same = {pair.new for pair in table.pairs if pair.reused is None and _is_same(pair.old, pair.new)}
        if table is None or table.old.size != table.new.size:
            out.layouts.add(layout.name)
            out.new_layouts |= {layout.name} if table is None else set()
        for entry in table.entries[1] if table is not None else layout.walk():
            if entry.path and entry not in same:
                out.fields[layout.name, entry.path] = entry
                if entry not in old:
                    out.added.add((layout.name, entry.path))
    back = {new: old for old, new in builder.match.enums.pairs.items()}
    for enum in builder.new.enums.values():
        known = {(value.name, value.value) for value in builder.old.enums[back[enum.name]].values} \
            if enum.name in back else set()
        out.values |= {(enum.name, value.name) for value in enum.values
                       if (value.name, value.value) not in known}
    return out


def _is_same(old: Entry, new: Entry) -> bool:
    return (old.path, old.bits, old.item.kind, old.item.count, old.item.elem_width) == \
        (new.path, new.bits, new.item.kind, new.item.count, new.item.elem_width)


def told(report: Report, changed: Touched, match: Match) -> List[Finding]:
    """Returns the findings about what NEW adds or changes and the manual has differently.  ``report`` and
    ``match`` are of the manual and NEW."""
    labels = report.labels
    out: List[Finding] = []
    by_difference: Dict[str, Finding] = {}
    for item in report.findings:
        table = match.tables.get(item.layout)
        if table is not None and words_of(table.new) and not words_of(table.old):
            continue  # its members are words, not fields: see _words()
        moved = _moved(item, changed)
        if not _concerns(item, changed, table) and not moved:
            continue
        title, meaning = _says(item, moved, changed, table, labels)
        if not title:
            continue
        found = Finding(
            RULE, CLASS, _severity(item, table), item.layout, item.field, title,
            fingerprint(RULE, [item.fingerprint]), item.old, item.new, meaning, item.cause,
            moved if len(moved) > 1 else [], item.witness, subject=item.subject, also=item.also,
            no_witness=item.no_witness, is_against=True)
        by_difference[item.fingerprint] = found
        out.append(found)
    for found in out:
        cause = by_difference.get(found.cause)
        found.cause = cause.fingerprint if cause is not None else ""
    for table in match.tables.values():
        if words_of(table.new) and not words_of(table.old):
            out += _words(report, changed, table)
    return out


def _names(item: Finding) -> List[str]:
    side = item.new
    if side is None:
        return []
    return [side.field, *(name for name, _ in side.parts), *side.field.split(", ")]


def _severity(item: Finding, table: Optional[LayoutPair]) -> Severity:
    """Dangerous if both may mean the same: another name for the same bits or number, the lower bits of a number, a
    layout that is shorter since the driver knows less of it."""
    if item.rule in ("D005", "D013", "D058"):
        return Severity.DANGEROUS
    if item.rule == "D032":
        return item.severity
    if item.rule == "D010" and table is not None and item.new is not None and any(
            entry.bits == item.new.bits for entry in table.entries[0] if entry.path):
        return Severity.DANGEROUS
    return Severity.BREAKING


def _extended(item: Finding, table: Optional[LayoutPair]) -> bool:
    """Returns whether a layout is longer than the manual's by parts that may exist: fields with names, which the manual
    has elsewhere, or an array of any length."""
    return item.rule == "D004" and table is not None and (
        any(one.is_flexible for one in table.old.fields) or
        any(entry.path and entry.bits.offset >= table.old.size * 8 for entry in table.entries[1]))


def _moved(item: Finding, changed: Touched) -> List[Moved]:
    """Returns the fields that NEW adds or changes and that a finding reports at another place."""
    moved = [one for one in item.shifted if (item.layout, one.field) in changed.fields
             and one.old.offset != one.new.offset]
    if item.rule in _PLACES and item.old and item.new and item.old.bits.offset != item.new.bits.offset and \
            (item.new.layout, item.new.field) in changed.fields and \
            not any(one.field == item.new.field for one in moved):
        moved.insert(0, Moved(item.new.field, item.old.bits, item.new.bits))
    return moved


def _concerns(item: Finding, changed: Touched, table: Optional[LayoutPair]) -> bool:
    """Returns whether a finding is a disagreement about something that NEW adds or changes."""
    if item.new is None or item.old is None:
        # NEW adds a field in the bits of another field of the manual.
        return item.rule == "D010" and item.new is not None and table is not None and \
            (item.new.layout, item.new.field) in changed.fields and \
            not _begins_a_layout(table, item.new.bits) and bool(_users(table, False, item.new.bits, item.new.field))
    if item.rule == "D040":  # the same bits, of another type
        return _other_order(item, changed)
    if item.rule not in _RULES or item.severity < Severity.DANGEROUS:
        return False
    if item.rule in _PLACES and item.old.bits.offset == item.new.bits.offset:
        return False  # a layout that has another size, which is a finding of its own
    if item.subject == "value":
        enum, _, value = item.field.rpartition(".")
        return (enum, value) in changed.values or (item.layout, value) in changed.values
    if item.subject == "layout":
        return item.new.layout in changed.layouts and not _extended(item, table)
    if item.rule in ("D033", "D034") and _tiled(item):
        return False
    return any((item.new.layout, name) in changed.fields for name in _names(item))


def _begins_a_layout(table: LayoutPair, bits: Bits) -> bool:
    """Returns whether both sides have a layout at a place: these are compared, whatever their names and sizes are."""
    return all(any(entry.item.kind is Kind.LAYOUT and entry.bits.offset == bits.offset for entry in entries)
               for entries in table.entries)


def _other_order(item: Finding, changed: Touched) -> bool:
    """Returns whether NEW has a number of the manual in the other byte order."""
    entry = changed.fields.get((item.new.layout, item.new.field)) if item.new is not None else None
    return entry is not None and entry.item.kind is Kind.BYTES and \
        entry.item.about.note.startswith("little-endian")


def _tiled(item: Finding) -> bool:
    """Returns whether one side has exactly the bits of the fields that the other side has for it."""
    sides = [[bits for _, bits in side.parts] or [side.bits] for side in (item.old, item.new) if side is not None]
    bits = [{bit for place in places for bit in range(place.offset, place.end)} for places in sides]
    return len(bits) == 2 and bits[0] == bits[1]


def _users(table: LayoutPair, is_new: bool, bits: Bits, path: str) -> List[str]:
    """The fields that one side has in some bits, in the arm that the path begins with."""
    what, names = what_is_at(table, is_new, bits, path.partition(".")[0] if "." in path else "")
    return names if what == "used" else []


def further(one: Moved) -> str:
    """Where the manual has a field, seen from its place in NEW: ``one bit further left``."""
    distance = one.new.offset - one.old.offset
    number = abs(distance)
    if number % 8 == 0:
        bytes_ = "one byte" if number == 8 else f"{number // 8} bytes"
        return f"{bytes_} {'before' if distance > 0 else 'after'} that"
    return f"{'one bit' if number == 1 else f'{number} bits'} further {'left' if distance > 0 else 'right'}"


def _says(item: Finding, moved: List[Moved], changed: Touched, table: Optional[LayoutPair],
          labels: Labels) -> Tuple[str, List[str]]:
    """The title of a finding, and what it means."""
    manual = labels.old
    new, old = item.new, item.old
    assert new is not None
    is_added = (new.layout, new.field) in changed.added or \
        new.layout in changed.new_layouts and item.subject == "layout"
    state = "added" if is_added else "changed"
    if len(moved) > 1 and item.subject == "layout" or len(moved) > 1 and item.rule == "D021":
        first = moved[0]
        same = all(one.new.offset - one.old.offset == first.new.offset - first.old.offset for one in moved)
        where = further(first) if same else "elsewhere"
        names = listed([one.field for one in moved[:_MOST]]) if len(moved) <= _MOST else \
            f"{', '.join(one.field for one in moved[:_MOST - 1])} and {len(moved) - _MOST + 1} more"
        title = f"{counted(len(moved), 'field')} {state}; {manual} has them {where}: {names}"
        return title, [_at(one, table, labels) for one in moved[:_MOST]]
    if moved:
        one = moved[0]
        name = f"'{old.field}', " if old is not None and old.field != new.field and old.field and \
            item.subject != "layout" else ""
        state = "added" if (new.layout, one.field) in changed.added else "changed"
        subject = f"{one.field} " if item.subject == "layout" else ""
        return (f"{subject}{state} at {one.new}; {manual} has {name or 'it '}{further(one)}, at {one.old}",
                [_at(one, table, labels)])
    if item.rule == "D058":
        return f"{manual} has {old.field.rpartition('.')[2] if old else ''} for its number, {new.text}", item.meaning
    if item.subject == "value":
        return f"has another number than in {manual}: {item.title}", item.meaning[:1]
    if item.subject == "layout" and old is not None:
        return (f"{state} with {new.bits.width // 8} bytes; {manual} has {old.bits.width // 8}",
                [f"what {labels.new} reserves for it, or what is after it, has another place under {manual}"])
    users = _users(table, False, new.bits, new.field) if table is not None else []
    has = listed(users[:_MOST]) + (" and more" if len(users) > _MOST else "")
    sentence = f"{labels.new_driver} uses bits for {new.field} in which {manual} has {has or 'reserved bits'}"
    if old is None or item.rule in ("D013", "D033", "D034"):
        if users == [new.field] or not users:
            return f"{state} in other parts than in {manual}: {item.title}", [sentence]
        return f"{state} in bits in which {manual} has {has}", [sentence]
    if item.rule in ("D031", "D032"):
        others = listed([name for name in users if name != new.field][:_MOST]) or "reserved bits"
        return (f"{state} with {counted(new.bits.width, 'bit')}, {new.bits}; {manual} has "
                f"{old.bits.width}, {old.bits}",
                [f"{labels.new_driver} takes {others} of {manual} for a part of it" if new.bits.width > old.bits.width
                 else f"{labels.new_driver} knows {new.bits.width} of its {old.bits.width} bits"])
    return f"{state} differently than in {manual}: {item.title}", [sentence]


def _at(one: Moved, table: Optional[LayoutPair], labels: Labels) -> str:
    users = _users(table, False, one.new, one.field) if table is not None else []
    has = "reserved bits" if not users else listed(users[:_MOST])
    return f"{labels.new_driver} uses {one.field} at {one.new}, where {labels.old} has {has}"


# Structs of words, whose members hold several fields of the manual

def _words(report: Report, changed: Touched, table: LayoutPair) -> Iterator[Finding]:
    """Members of a struct of words that cut a field of the manual in two, or have its name elsewhere."""
    labels = report.labels
    fields = {one.path: Bits(one.offset_bits, one.width_bits)
              for one in flatten_layout(report.old.spec, table.old.name)
              if one.kind not in (Kind.RESERVED, Kind.IGNORED, Kind.BYTES) and one.width_bits}
    for (name, path), entry in changed.fields.items():
        if name != table.new.name or entry.is_overlay or entry.item.is_array or not entry.bits.width:
            continue
        bits, leaf = entry.bits, entry.item.name
        named = fields.get(leaf)
        cut = next((one for one, place in fields.items() if place.overlaps(bits)
                    and not bits.contains(place) and not place.contains(bits)), "")
        state = "added" if (name, path) in changed.added else "changed"
        if named is not None and not named.overlaps(bits):
            place = Moved(path, named, bits)
            title = f"{state} at {bits}; {labels.old} has it {further(place)}, at {named}"
            other, at = leaf, named
        elif cut:
            title = f"{state} at {bits}, which cuts {cut} of {labels.old} in two, at {fields[cut]}"
            other, at = cut, fields[cut]
        else:
            continue
        where = next((one.item.where for one in table.old.walk() if one.item.name == other.partition(".")[0]),
                     table.old.where)
        yield Finding(RULE, CLASS, Severity.BREAKING, name, path, title,
                      fingerprint(RULE, [table.old.name, name, path, other, at, bits]),
                      Side(table.old.name, other, at, where), Side(name, path, bits, entry.item.where),
                      [_at(Moved(path, at, bits), table, labels)], is_against=True,
                      no_witness="the struct has words, in which the manual has fields")


# The verdict of the manual on each addition

def mark(report: Report, findings: List[Finding], changed: Touched, match: Match, labels: Labels) -> None:
    """Records in the findings of OLD and NEW whether the manual agrees.  ``match`` is of the manual and NEW."""
    assert report.against is not None
    unread = {(item.layout, item.field): item.reason for item in report.against.uncompared
              if report.against.old.label in item.labels}
    wrong: Dict[Key, str] = {}
    for item in findings:
        for name in [one.field for one in item.shifted] or _names(item):
            wrong.setdefault((item.layout, name), item.fingerprint)
        if item.subject == "layout":
            wrong.setdefault((item.layout, ""), item.fingerprint)
    right: Dict[Key, str] = {}  # with the name in the manual
    for name, table in match.tables.items():
        plain = words_of(table.new) and not words_of(table.old)
        for pair in table.pairs:
            if pair.reused is None and not plain and pair.old.bits == pair.new.bits:
                right[name, pair.new.path] = pair.old.path
        if plain:
            right.update({(name, entry.path): entry.path for entry in table.new.walk()
                          if entry.path and _users(table, False, entry.bits, "")})
    for item in report.findings:
        if item.new is None or item.subject not in ("field", "overlay", "layout"):
            continue
        name = item.new.layout
        if item.subject == "layout":
            _mark_layout(item, [key for key in changed.fields if key[0] == name], wrong, right,
                         name in match.tables, (name, "") in unread, labels)
            continue
        key = (name, item.new.field)
        if key not in changed.fields:
            continue
        if key in wrong:
            item.manual = DISAGREES
            item.meaning.append(f"{labels.old} has it differently: {wrong[key]}")
        elif key in right:
            item.manual = AGREES
            called = right[key].rpartition(".")[2]
            item.meaning.append(f"{labels.old} has it at the same place" + (
                f", called {called}" if called != key[1].rpartition(".")[2] else ""))
        elif (name, item.new.field.rpartition(".")[2]) in unread or (name, "") in unread:
            item.meaning.append(f"it cannot be compared with {labels.old}, where a reader left it out")
        else:
            item.manual = ABSENT
            item.meaning.append(f"{labels.old} does not have it" +
                                ("" if name in match.tables else f", nor {name}"))


def _mark_layout(item: Finding, keys: List[Key], wrong: Dict[Key, str], right: Dict[Key, str], is_known: bool,
                 is_unread: bool, labels: Labels) -> None:
    if item.rule not in ("D001", "D004", "D005"):
        return
    bad = [key for key in [(item.layout, ""), *keys] if key in wrong]
    good = [key for key in keys if key in right and key not in wrong]
    if bad:
        item.manual = DISAGREES
        item.meaning.append(f"{labels.old} has it differently: {wrong[bad[0]]}")
    elif not is_known and is_unread:
        item.meaning.append(f"it cannot be compared with {labels.old}, where a reader left it out")
    elif not is_known:
        item.manual = ABSENT
        item.meaning.append(f"{labels.old} does not have it")
    elif item.rule == "D001" and good:
        item.manual = AGREES
        some = "all fields that are new" if len(good) == len(keys) else \
            f"{len(good)} of {len(keys)} fields"
        item.meaning.append(f"{labels.old} has {some} at the same places")
