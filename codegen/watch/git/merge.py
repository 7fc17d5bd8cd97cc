# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Merges two changes of a file of the spec by field rather than by line.

A field is identified by its name: one side may move it while the other describes it. Reserved bits
have no identity: they are the bits that remain. Conflicts are those of meaning: an item changed in
two ways, bits claimed twice, a value with two names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from prmclib.model import Bits
from prmclib.model.errors import listed, shorten
from prmclib.model.place import BadPlace, parse, split
from prmclib.readers.yamltree import Map, Scalar
from .blocks import Entry, attributes, raw, read
from .conflict import NUMBERED, Claim, Conflict, Marks

WIDTH = 100  # columns of a line of the spec


class NotMerged(Exception):
    """A file is not in the notation: it has to be merged as text."""


@dataclass
class Merged:
    text: str
    conflicts: List[Conflict]  # in the order of their lines


def merge(base: bytes, ours: bytes, theirs: bytes, marks: Marks) -> Merged:
    """Merges three versions of a file.  Raises :class:`NotMerged`."""
    versions = []
    for name, data in (("the common ancestor", base), (marks.ours, ours), (marks.theirs, theirs)):
        entries = read(name, data)
        if entries is None:
            raise NotMerged(f"{name} is not a file of the spec")
        versions.append(entries)
    run = _Merge(marks)
    lines = run.entries(*versions, where="")
    while lines and not lines[-1]:
        lines.pop()
    lines, conflicts = marks.found(lines, run.conflicts)
    return Merged("\n".join(lines) + "\n", conflicts)


Three = Tuple[Optional[Entry], Optional[Entry], Optional[Entry]]


class _Merge:
    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.conflicts: List[Conflict] = []

    def conflict(self, where: str, what: str, ours: Sequence[str], theirs: Sequence[str],
                 claims: Sequence[Claim]) -> List[str]:
        self.conflicts.append(Conflict(where, what, list(claims)))
        return self.marks.around(ours, theirs, len(self.conflicts) - 1)

    def claims(self, ours: Optional[Entry], theirs: Optional[Entry],
               shown: Callable[[Entry], str] = lambda entry: entry.lines[0].strip()) -> List[Claim]:
        """Returns each side's version of an item; nothing for a side that has removed it."""
        return [Claim(side, entry.line, "", shorten(shown(entry), 60)) for side, entry in
                ((self.marks.ours, ours), (self.marks.theirs, theirs)) if entry is not None]

    def entries(self, base: List[Entry], ours: List[Entry], theirs: List[Entry], where: str,
                bits: Optional[Bits] = None) -> List[str]:
        """Returns the lines of the merged entries.  ``bits`` are those that their fields fill."""
        names = [{item.key: item for item in side} for side in (base, ours, theirs)]
        lines: List[str] = []
        for key in _order(base, ours, theirs):
            three = tuple(side.get(key) for side in names)
            lines += self.entry(key, three, where, _room(key, names, bits))
        return lines

    def entry(self, key: str, three: Three, where: str, bits: Optional[Bits]) -> List[str]:
        base, ours, theirs = three
        path = f"{where}.{key}" if where else key
        chosen = _choose(base, ours, theirs, lambda item: item.text)
        if chosen is not _BOTH:
            return _lead(three) + chosen.text if chosen is not None else []
        if ours is None or theirs is None:
            gone, kept = (self.marks.ours, theirs) if ours is None else (self.marks.theirs, ours)
            return self.conflict(path, f"{gone} removes what the other side changes",
                                 [] if ours is None else ours.lead + ours.text,
                                 [] if theirs is None else theirs.lead + theirs.text,
                                 self.claims(ours, theirs))
        return _lead(three) + self.body(key, three, path, bits)

    def body(self, key: str, three: Three, path: str, bits: Optional[Bits]) -> List[str]:
        """Returns the lines of an entry that both sides changed."""
        base, ours, theirs = three
        sides = (base.entries if base else [], ours.entries, theirs.entries)
        if ours.is_block and theirs.is_block and (base is None or base.is_block):
            head = ours.lines if base is None or ours.lines != base.lines else theirs.lines
            if key == "fields" and bits is not None:
                return head + _Fields(self, path, bits).lines(*sides)
            if key in ("values", "bits"):
                return head + self.numbers(sides, path)
            return head + self.entries(*sides, where=path, bits=bits)
        merged = self.inline(three)
        if merged is not None:
            return merged
        return self.conflict(path, "both sides change it", ours.text, theirs.text,
                             self.claims(ours, theirs))

    def numbers(self, sides: Sequence[List[Entry]], path: str) -> List[str]:
        """Returns the lines of an enumeration's values. A number that both sides add under different
        names is a conflict."""
        old = {item.key for item in sides[0]}
        ours, theirs = ({_number(item): item for item in side if item.key not in old}
                        for side in sides[1:])
        twice = [(number, item, theirs[number]) for number, item in ours.items()
                 if number is not None and number in theirs and theirs[number].key != item.key]
        left_out = [item for _, *both in twice for item in both]
        lines = self.entries(*([item for item in side if not any(item is other for other in left_out)]
                               for side in sides), where=path)
        for number, left, right in twice:
            lines += self.conflict(path, f"{number} is {left.key} for {self.marks.ours} and "
                                   f"{right.key} for {self.marks.theirs}",
                                   left.lead + left.text, right.lead + right.text,
                                   self.claims(left, right))
        return lines

    def inline(self, three: Three) -> Optional[List[str]]:
        """Merges maps of one line by their keys; returns None if that is impossible."""
        base, ours, theirs = (attributes(item) if item else {} for item in three)
        if base is None or ours is None or theirs is None:
            return None
        result: Dict[str, str] = {}
        for key in dict.fromkeys([*ours, *theirs]):
            chosen = _choose(base.get(key), ours.get(key), theirs.get(key), lambda text: text)
            if chosen is _BOTH:
                return None
            if chosen is not None:
                result[key] = chosen
        head = three[1].lines[0]
        return written(head[:_column(three[1])], result)


def written(head: str, values: Dict[str, str]) -> List[str]:
    """Returns a field or value with its attributes: on one line if they fit, else on several."""
    if list(values) == ["name"]:
        return [head + values["name"]]
    line = head + "{" + ", ".join(f"{key}: {text}" for key, text in values.items()) + "}"
    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    return [head.rstrip()] + [f"{indent}{key}: {text}" for key, text in values.items()]


def _column(entry: Entry) -> int:
    """Returns the column of the value of an entry of one line, from 0."""
    return entry.value.col - 1


_BOTH = object()


def _choose(base, ours, theirs, content: Callable):
    """Returns the version that only one side changed, or that both agree on; else ``_BOTH``."""
    old, left, right = (None if item is None else content(item) for item in (base, ours, theirs))
    if left == right or right == old:
        return ours
    return theirs if left == old else _BOTH


def _lead(three: Sequence[Optional[Entry]]) -> List[str]:
    """Returns the comments before an entry, from the side that changed them."""
    base, ours, theirs = three
    if ours is None or theirs is None:
        return (ours or theirs).lead
    return theirs.lead if base is not None and ours.lead == base.lead else ours.lead


def _order(base: List[Entry], ours: List[Entry], theirs: List[Entry]) -> List[str]:
    """Returns all keys: ours in their order, each key added by theirs after its predecessor there."""
    order = [item.key for item in ours]
    known = set(order)
    after = ""
    for item in theirs:
        if item.key not in known:
            at = order.index(after) + 1 if after in known else 0
            order.insert(at, item.key)
            known.add(item.key)
        after = item.key
    for item in base:  # removed by both sides or one
        if item.key not in known:
            order.append(item.key)
    return order


def _number(entry: Entry) -> Optional[int]:
    """Returns the number of an enumeration's value, or of a flag; None for an alias."""
    value = attributes(entry)
    if entry.is_block:
        value = {item.key: raw(item.value) for item in entry.entries
                 if isinstance(item.value, Scalar) and len(item.lines) == 1}
    if value is None or "alias" in value:
        return None
    text = value.get("value", value.get("bit", value.get("name", "")))
    try:
        return int(text, 0)
    except ValueError:
        return None


def _room(key: str, names: Sequence[Dict[str, Entry]],
          bits: Optional[Bits]) -> Optional[Bits]:
    """Returns the bits that the fields in an entry fill: those of the layout, or of the overlay."""
    if key != "fields":
        return bits
    if bits is not None:
        return bits
    sizes = []
    for side in names:
        size = side.get("size")
        text = raw(size.value) if size is not None and isinstance(size.value, Scalar) else ""
        try:
            sizes.append(int(text, 0) * 8)
        except ValueError:
            sizes.append(None)
    if None in sizes[1:]:
        return None
    size = _choose(*sizes, content=lambda number: number)
    return Bits(0, max(sizes[1:]) if size is _BOTH else size)


@dataclass
class _Field:
    """A field of one version: its entry, name and place."""

    entry: Entry
    name: str  # empty: reserved or ignored
    bits: Bits

    @property
    def is_plain_reserved(self) -> bool:
        value = self.entry.value
        return isinstance(value, Scalar) and value.value == "reserved" \
            and not any(line.strip() for line in self.entry.lead)


@dataclass
class _Chosen:
    """A field of the result.  ``side``: "ours" or "theirs" has changed its place, or empty;
    ``both``: the field on both sides."""

    bits: Bits
    side: str
    both: Sequence[Optional[_Field]]
    lines: List[str]

    @property
    def field(self) -> _Field:
        """The field of the side that determines its place."""
        ours, theirs = self.both
        found = theirs if ours is None or self.side == "theirs" else ours
        assert found is not None
        return found

    @property
    def name(self) -> str:
        return self.field.name or "reserved"

    @property
    def conflict(self) -> Optional[int]:
        """The number of the conflict if the sides do not agree on the field itself."""
        return next((int(match.group(1)) for line in self.lines for match in [NUMBERED.search(line)] if match), None)

    @property
    def has_conflict(self) -> bool:
        return self.conflict is not None

    def part(self, half: int) -> Optional[Tuple[Bits, List[str]]]:
        """Returns one side of a conflict with other fields, 0 ours or 1 theirs: the field as changed by that side;
        a conflict of its own becomes part of this one.  None if that side does not have it."""
        if self.has_conflict or self.side == ("theirs", "ours")[half]:
            own = self.both[half]
            return None if own is None else (own.bits, own.entry.lead + own.entry.text)
        return self.bits, self.lines

    @property
    def places(self) -> List[Bits]:
        """The field's bits on each side, for a field in a conflict."""
        return [part[0] for part in (self.part(0), self.part(1)) if part is not None]

    @property
    def is_split(self) -> bool:
        """Returns whether the sides do not agree on the field itself, nor all on its bits."""
        return self.has_conflict and self.places != [self.bits, self.bits]

    def claims(self, marks: Marks) -> List[Claim]:
        if self.has_conflict:
            return _claims(marks, *self.both)
        side = {"ours": marks.ours, "theirs": marks.theirs}.get(self.side, "both")
        return [Claim(side, self.field.entry.line, str(self.bits), self.name)]


class _Fields:
    """Merges the ``fields`` of a layout or arm."""

    def __init__(self, run: _Merge, path: str, room: Bits) -> None:
        self.run = run
        self.path = path[: -len(".fields")]
        self.room = room

    def lines(self, base: List[Entry], ours: List[Entry], theirs: List[Entry]) -> List[str]:
        try:
            sides = [[_field(item) for item in side] for side in (base, ours, theirs)]
        except BadPlace:
            return self.run.entries(base, ours, theirs, self.path)
        columns = [_column(item) for item in ours if not item.is_block]
        column = max(columns, key=columns.count, default=0)
        chosen = [found for three in _triples(*sides) for found in self.field(three, column)]
        chosen.sort(key=lambda item: (item.bits.offset, item.bits.width))
        pieces: List[Tuple[Bits, List[str]]] = []
        for group in _groups(chosen):
            if len(group) > 1 or group[0].is_split:
                pieces += self.in_conflict(group, sides[1:], column)
            else:
                pieces.append((group[0].bits, group[0].lines))
        for hole in _holes(self.room, [bits for bits, _ in pieces]):
            pieces += _fill(hole, sides[1:], column)
        pieces.sort(key=lambda item: item[0].offset)
        return [line for _, text in pieces for line in text]

    def field(self, three, column: int) -> List[_Chosen]:
        """Returns a field of the result; nothing if it is removed or reserved."""
        base, ours, theirs = three
        sides = [item for item in (base, ours, theirs) if item is not None]
        if all(item.is_plain_reserved for item in sides):
            return []
        name = f"{self.path} '{sides[-1].name}'"
        content = _choose(base, ours, theirs, lambda item: (item.bits, _body(item)))
        if content is None:
            return []
        if content is not _BOTH:
            changed = "" if base is not None and (base.bits, _body(base)) == (
                content.bits, _body(content)) else "ours" if content is ours else "theirs"
            return [_Chosen(content.bits, changed, three[1:],
                            _lead([item and item.entry for item in three]) + content.entry.text)]
        if ours is None or theirs is None:
            gone = self.run.marks.ours if ours is None else self.run.marks.theirs
            kept = ours or theirs
            return [_Chosen(kept.bits, "", three[1:], self.run.conflict(
                name, f"{gone} removes what the other side changes",
                ours.entry.text if ours else [], theirs.entry.text if theirs else [],
                _claims(self.run.marks, *three[1:])))]
        place = _choose(base and base.bits, ours.bits, theirs.bits, lambda bits: bits)
        if place is _BOTH:
            return [_Chosen(min(ours.bits, theirs.bits, key=lambda bits: bits.offset), "",
                            three[1:], self.run.conflict(
                                name, f"{ours.bits} for {self.run.marks.ours}, {theirs.bits} for "
                                f"{self.run.marks.theirs}", ours.entry.text, theirs.entry.text,
                                _claims(self.run.marks, ours, theirs)))]
        at = ours if place == ours.bits else theirs
        aligned = [_at(item, at.entry.key, column) for item in three]
        body = _choose(*aligned, content=lambda item: item.text)
        if body is not _BOTH:
            text = body.text
        else:
            text = self.run.body(at.entry.key, tuple(aligned), name, at.bits)
        return [_Chosen(place, "ours" if at is ours else "theirs", three[1:],
                        _lead([item and item.entry for item in three]) + text)]

    def in_conflict(self, group: List[_Chosen], sides: Sequence[List[_Field]], column: int) -> List[Tuple[Bits, List[str]]]:
        """Returns the lines of fields that claim bits twice, or that only one side has, or has elsewhere: for each run
        of their bits both sides, each with all of its fields and reserved bits."""
        twice = _twice([item.bits for item in group])
        number = next((found for item in group for found in [item.conflict] if found is not None), None)
        if twice:
            text = listed([str(bits) for bits in twice])
            first = sorted(group, key=lambda item: item.side == "theirs" or item.both[0] is None)
            number = len(self.run.conflicts)
            self.run.conflicts.append(Conflict(
                self.path, f"{text} {'is' if text.count('[') < 2 else 'are'} claimed by "
                + listed([f"'{item.name}'" for item in first]),
                [claim for item in first for claim in item.claims(self.run.marks)]))
        pieces: List[Tuple[Bits, List[str]]] = []
        for run in _runs([bits for item in group for bits in item.places]):
            halves = []
            for half in (0, 1):
                parts = [part for item in group for part in [item.part(half)] if part is not None and run.contains(part[0])]
                for hole in _holes(run, [bits for bits, _ in parts]):
                    parts += _fill(hole, [sides[half]], column)
                parts.sort(key=lambda part: (part[0].offset, part[0].width))
                halves.append([line for _, lines in parts for line in lines])
            pieces.append((run, self.run.marks.around(*halves, number or 0)))
        return pieces


def _groups(chosen: Sequence[_Chosen]) -> List[List[_Chosen]]:
    """Returns the fields in groups of those that claim the same bits.  A field in a conflict claims its bits on each
    side, too."""
    groups: List[List[_Chosen]] = []
    open_ones = list(chosen)
    while open_ones:
        group = [open_ones.pop(0)]
        while True:
            is_torn = len(group) > 1 or group[0].is_split
            places = [bits for item in group for bits in (item.places if is_torn else [item.bits])]
            more = [item for item in open_ones
                    if any(bits.overlaps(other) for bits in places for other in
                           (item.places if item.is_split else [item.bits]))]
            if not more:
                break
            group += more
            open_ones = [item for item in open_ones if not any(item is one for one in more)]
        groups.append(group)
    return groups


def _runs(places: Sequence[Bits]) -> List[Bits]:
    """Returns the bits of all places, as few as possible."""
    out: List[Bits] = []
    for bits in sorted(places, key=lambda one: one.offset):
        if out and bits.offset <= out[-1].end:
            out[-1] = Bits(out[-1].offset, max(out[-1].end, bits.end) - out[-1].offset)
        else:
            out.append(bits)
    return out


def _twice(places: Sequence[Bits]) -> List[Bits]:
    """Returns the bits that two or more of these have in common."""
    edges = sorted({edge for bits in places for edge in (bits.offset, bits.end)})
    out: List[Bits] = []
    for start, end in zip(edges, edges[1:]):
        part = Bits(start, end - start)
        if sum(bits.contains(part) for bits in places) > 1:
            if out and out[-1].end == start:
                part = Bits(out[-1].offset, end - out[-1].offset)
                out.pop()
            out.append(part)
    return out


def _claims(marks: Marks, ours: Optional[_Field], theirs: Optional[_Field]) -> List[Claim]:
    """Returns each side's version of a field."""
    return [Claim(side, item.entry.line, str(item.bits), item.name or "reserved")
            for side, item in ((marks.ours, ours), (marks.theirs, theirs)) if item is not None]


def _field(entry: Entry) -> _Field:
    value = entry.value
    name = ""
    if isinstance(value, Scalar):
        name = "" if value.value in ("reserved", "ignored") else value.value
    elif isinstance(value, Map):
        found = {key.value: item.value for key, item in value.items if isinstance(item, Scalar)}
        name = found.get("name", found.get("overlay", ""))
    return _Field(entry, name, parse(entry.key).bits)


def _body(item: _Field) -> List[str]:
    """Returns the lines without the place and its alignment."""
    text = item.entry.text
    return [_after_key(text[0], item.entry.key)] + text[1:]


def _after_key(line: str, key: str) -> str:
    """Returns the part of a line after its key."""
    return line[line.index(key) + len(key):].lstrip(": '\"")


def _triples(base: List[_Field], ours: List[_Field], theirs: List[_Field]):
    """Matches the fields of three versions: by name, and a new name by the place of a removed one."""
    def keyed(side: List[_Field], renamed: Dict[str, str]) -> Dict[Tuple, _Field]:
        return {(renamed.get(item.name, item.name),) if item.name else ("", item.bits): item
                for item in side}

    old = {item.name: item for item in base if item.name}
    keys = [keyed(base, {})]
    for side in (ours, theirs):
        names = {item.name for item in side}
        gone = {item.bits: name for name, item in old.items() if name not in names}
        keys.append(keyed(side, {item.name: gone[item.bits] for item in side
                                 if item.name and item.name not in old and item.bits in gone}))
    return [tuple(side.get(key) for side in keys)
            for key in dict.fromkeys(key for side in keys for key in side)]


def _at(item: Optional[_Field], key: str, column: int) -> Optional[Entry]:
    """Returns the entry with another place before its value."""
    if item is None:
        return None
    entry = item.entry
    line = entry.lines[0]
    indent = line[: len(line) - len(line.lstrip())]
    rest = _after_key(line, entry.key)
    first = f"{indent}{key}:" if not rest else f"{indent}{key}: ".ljust(column) + rest
    return replace(entry, key=key, lines=[first] + entry.lines[1:])


def _holes(room: Bits, taken: List[Bits]) -> List[Bits]:
    """Returns the bits that no field covers."""
    holes, at = [], room.offset
    for bits in sorted(taken, key=lambda bits: bits.offset):
        if bits.offset > at:
            holes.append(Bits(at, bits.offset - at))
        at = max(at, bits.end)
    if at < room.end:
        holes.append(Bits(at, room.end - at))
    return holes


def _fill(hole: Bits, sides: Sequence[List[_Field]], column: int) -> List[Tuple[Bits, List[str]]]:
    """Returns reserved bits for a hole, written as on one of the sides where that is possible."""
    pieces: List[Tuple[Bits, List[str]]] = []
    for side in sides:
        for item in side:
            if item.is_plain_reserved and hole.contains(item.bits) \
                    and not any(bits.overlaps(item.bits) for bits, _ in pieces):
                pieces.append((item.bits, item.entry.lead + item.entry.text))
    some = next((item.entry for side in sides for item in side), None)
    indent = " " * (len(some.lines[0]) - len(some.lines[0].lstrip())) if some else " " * 6
    for rest in _holes(hole, [bits for bits, _ in pieces]):
        pieces += [(bits, [f"{indent}{bits}: ".ljust(column) + "reserved"]) for bits in split(rest)]
    return pieces
