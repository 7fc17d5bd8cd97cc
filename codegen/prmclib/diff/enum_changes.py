# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares enumerations and sets of flags: their values, by name first and then by number."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, List, Optional, Sequence, Tuple

from prmclib.model import Entry, Enum, EnumValue
from prmclib.model import described
from prmclib.model.errors import counted
from .build import NOTHING, Builder
from .documentation import document
from .finding import Severity, Side
from .severity import Roles, Verdict
from .wording import amounts_of, is_same_value

_RESERVED = re.compile(r"(?:reserved|rsvd)(?:_\w+)?\Z", re.I)
_COUNT = re.compile(r"(?:\A|_)(?:MAX|NUM|COUNT|LAST|END|SIZE)\Z")


def compare(builder: Builder) -> None:
    """Compares all enumerations.  Unmatched ones are ignored where the forms differ, since each form
    has its own."""
    names = builder.match.enums
    holders = _holders(builder, 0), _holders(builder, 1)
    same = builder.source_old.form == builder.source_new.form
    for name in names.added if same else []:
        enum = builder.new.enums[name]
        cause = _cause(builder, holders[1], name, 1)
        severity = Severity.COMPATIBLE if cause is None else Severity.COSMETIC  # the cause has its own
        finding = builder.add("D055", name, "",
                              f"{_what(enum)} added, {counted(len(enum.values), 'value')}",
                              Verdict(severity, ["no byte changes its meaning"]),
                              [], None, enum_side(enum), "enum")
        builder.causes += [(finding, cause)] if cause is not None else []
    for name in names.removed if same else []:
        enum = builder.old.enums[name]
        cause = _cause(builder, holders[0], name, 0)
        finding = builder.add("D056", name, "", f"{_what(enum)} removed",
                              Verdict(Severity.COMPATIBLE, [
                                  "code that uses its names does not compile with "
                                  f"{builder.labels.new}"]),
                              [], enum_side(enum), None, "enum")
        builder.causes += [(finding, cause)] if cause is not None else []
    for before, after in names.pairs.items():
        _pair(builder, builder.old.enums[before], builder.new.enums[after])


def _holders(builder: Builder, side: int) -> Dict[str, List[Entry]]:
    """Returns the fields of each enumeration, in the layouts that both manuals have."""
    out: Dict[str, List[Entry]] = {}
    for table in builder.match.tables.values():
        for entry in table.entries[side]:
            for name in (entry.item.enum, entry.item.flags):
                if name:
                    out.setdefault(name, []).append(entry)
    return out


def _cause(builder: Builder, holders: Dict[str, List[Entry]], name: str,
           side: int) -> Optional[object]:
    """Returns why an enumeration was added (``side`` 1) or removed (0), as a key of ``origin``: with
    its first field or layout, or because a field got another one."""
    keys: List[object] = [("enum", side, name), *holders.get(name, [])]
    keys += [("layout", layout) for layout, _ in builder.users[side].get(name, [])]
    return next((key for key in keys if key in builder.origin), None)


def _what(enum: Enum) -> str:
    return "set of flags" if enum.is_flags else "enumeration"


def enum_side(enum: Enum) -> Side:
    return Side(enum.name, "", NOTHING, enum.where,
                ", ".join(f"{value.name} {value.value:#x}" for value in enum.values),
                is_in_bits=False)


def _side(enum: Enum, value: EnumValue) -> Side:
    return Side(enum.name, value.name, NOTHING, value.where, f"{value.value:#x}",
                is_in_bits=False)


def match_values(old: Enum, new: Enum) -> Tuple[List[Tuple[EnumValue, EnumValue]], List[EnumValue],
                                                List[EnumValue]]:
    """Returns (pairs, removed values, added values).  A removed name is matched with an added one of
    the same number.  A number that was reserved by its name is free."""
    pairs = [(value, other) for value in old.values for other in [new.by_name(value.name)]
             if other and not _RESERVED.match(value.name)]
    went = [value for value in old.values if new.by_name(value.name) is None]
    came = [value for value in new.values if old.by_name(value.name) is None]
    for value in list(went):
        other = next((item for item in came if item.value == value.value), None)
        if other is not None and not any(after.value == value.value for _, after in pairs):
            went.remove(value)
            if not _RESERVED.match(value.name):
                pairs.append((value, other))
                came.remove(other)
    return pairs, went, came


def _as_told(builder: Builder, old: Enum, new: Enum, verdict: Verdict) -> Verdict:
    """Returns a verdict on enumerations, with doubt if a reader guessed them."""
    n, guessed = builder.labels, [enum.about.note.startswith(described.MARK) for enum in (old, new)]
    if not any(guessed):
        return verdict
    where = f"{n.old} and {n.new}" if all(guessed) else n.new if guessed[1] else n.old
    return verdict.doubt(f"in {where} the values are read from a description, which may only have "
                         "other words")


def _pair(builder: Builder, old: Enum, new: Enum) -> None:
    """Compares two enumerations.  Headers do not say which are flags: if one value is no bit now, none was one."""
    name, judge = new.name, builder.judge

    def told(verdict: Verdict) -> Verdict:
        return _as_told(builder, old, new, verdict)

    roles = builder.roles_of_enum(old.name, new.name)
    if old.name != new.name:
        same = sorted(value.value for value in old.values) == \
            sorted(value.value for value in new.values)
        builder.add("D057", name, "", f"{_what(new)} renamed from {old.name}",
                    judge.renamed(old.name, new.name, "values" if same else ""), [], enum_side(old),
                    enum_side(new), "enum")
    old_docs, docs = (sorted({entry.item.about.doc for _, entry in users.get(enum.name, [])})
                    for users, enum in zip(builder.users, (old, new)))
    if old.is_flags and not new.is_flags and builder.source_old.form == builder.source_new.form == "header":
        old = replace(old, is_flags=False, values=[replace(value, value=1 << value.value) for value in old.values])
    if old.is_flags != new.is_flags:
        listed = {number for doc in docs for number in (described.listed_bits if old.is_flags else described.listed_values)(doc)}
        verdict = judge.enum_changed(roles, old, new) if not old.about.note.startswith(described.MARK) or \
            not {value.value for value in old.values} <= listed else Verdict(Severity.COMPATIBLE, [
                f"{builder.labels.new} still lists what {builder.labels.old} does, and more"])
        builder.add("D041", name, "", f"{_what(old)} -> {_what(new)}", told(verdict), [], enum_side(old), enum_side(new), "enum")
        return
    if old.is_open != new.is_open:
        texts = ["open" if enum.is_open else "closed" for enum in (old, new)]
        builder.add("D054", name, "", f"{texts[0]} -> {texts[1]}",
                    judge.openness(roles, new.is_open),
                    texts, enum_side(old), enum_side(new), "enum")
    pairs, went, came = match_values(old, new)
    for value in came:
        builder.add("D050", name, f"{name}.{value.name}", f"added, {_number(new, value)}",
                    told(judge.value_added(roles, new, value.name)), [value.value], None,
                    _side(new, value), "value")
    is_kept = keep_their_bits(builder, old, new)
    listed = {number for doc in docs for number in described.listed_values(doc)}
    listed |= {number for doc in docs for number in described.listed_bits(doc)} if new.is_flags else set()
    for value in went:
        if value.value in listed or any(re.search(rf"\b{value.value} ?: ?{re.escape(value.name)}\b", doc) for doc in docs):
            continue  # only the enumeration leaves it out, the description of the field has it
        builder.add("D051", name, f"{name}.{value.name}", f"removed, {_number(old, value)}",
                    told(judge.value_removed(roles, value.name)), [value.value],
                    _side(old, value), None, "value")
    for value, other in pairs:
        sides = _side(old, value), _side(new, other)
        amounts = None if new.is_flags or value.value != other.value else amounts_of(value, other)
        if amounts is not None and amounts[0].key != amounts[1].key:
            ratio = amounts[1].scale / amounts[0].scale if amounts[0].unit == amounts[1].unit else None
            phrases = amounts[0].phrase, amounts[1].phrase
            builder.add("D091", name, f"{name}.{other.name}", f"amount {' -> '.join(phrases)}",
                        judge.amount(*phrases, ratio), [other.value, *phrases], *sides, "value")
        elif value.name != other.name and not is_same_value(_in_words(value, old_docs), _in_words(other, docs)):
            builder.add("D058", name, f"{name}.{other.name}",
                        f"has the number of {value.name} now, {_number(new, other)}",
                        told(judge.value_reused(roles, value.name, other.name)), [other.value], *sides,
                        "value")
        elif value.name != other.name:
            builder.add("D053", name, f"{name}.{other.name}",
                        f"renamed from {value.name}, {_number(new, other)}",
                        judge.renamed(value.name, other.name, "number"), [other.value], *sides,
                        "value")
        elif value.value != other.value and not is_kept:
            builder.add("D052", name, f"{name}.{other.name}",
                        f"renumbered, bit {value.value} -> {other.value}" if new.is_flags else
                        f"renumbered {value.value:#x} -> {other.value:#x}",
                        told(_renumbered(builder, roles, (old, new), (value, other))),
                        [value.value, other.value], *sides, "value")
        document(builder, name, f"{name}.{other.name}", "value",
                 (value.about, value.where, old.name, value.name),
                 (other.about, other.where, new.name, other.name), others=[("detail", value.detail, other.detail)])
    document(builder, name, "", "enum", (old.about, old.where, old.name, ""),
             (new.about, new.where, new.name, ""))


def _in_words(value: EnumValue, docs: Sequence[str]) -> EnumValue:
    """Returns a value with what the descriptions of its fields say of its name, if it has no description of its own."""
    said = (described.listed_values(doc).get(value.value, "") for doc in docs)
    text = next((words for words in said if words.startswith(value.name)), "")
    return value if value.about.doc or not text else replace(value, about=replace(value.about, doc=text))


def _number(enum: Enum, value: EnumValue) -> str:
    """Returns ``bit 3`` for flags, ``value 0x3`` for a list."""
    return f"bit {value.value}" if enum.is_flags else f"value {value.value:#x}"


def keep_their_bits(builder: Builder, old: Enum, new: Enum) -> bool:
    """Returns whether all flags with the names of others have the bits of the layout that those had, although they have
    other numbers: their field has another lowest bit."""
    further = {pair.new.bits.end - pair.old.bits.end for table in builder.match.tables.values() for pair in table.pairs
               if (pair.old.item.flags, pair.new.item.flags) == (old.name, new.name)}
    moved = {other.value - value.value for value in old.values for other in [new.by_name(value.name)] if other is not None}
    return old.is_flags and new.is_flags and further == moved and len(moved) == 1 and 0 not in moved


def _counts(enum: Enum, value: EnumValue) -> bool:
    """Returns whether a value is the number of values, which C code has after the last one."""
    return not enum.is_flags and _COUNT.search(value.name) is not None and \
        value.value == max((item.value for item in enum.values if item is not value), default=-2) + 1


def _renumbered(builder: Builder, roles: Roles, enums: Tuple[Enum, Enum],
                values: Tuple[EnumValue, EnumValue]) -> Verdict:
    old, new = enums
    before, after = values
    taken, was = new.by_value(before.value), old.by_value(after.value)
    if _counts(old, before) and _counts(new, after):
        return Verdict(Severity.COMPATIBLE, ["it is the number of values, and no value itself"])
    n, out = builder.labels, Verdict(Severity.BREAKING)
    texts = [f"bit {value.value}" if new.is_flags else f"{value.value:#x}" for value in values]
    unknown = "an unknown flag" if new.is_flags else "an unknown value"
    if roles.driver:
        out.say(Severity.BREAKING, f"{n.old_driver} {'sets' if new.is_flags else 'writes'} "
                f"{texts[0]} for {before.name}, which {n.new_firmware} takes for "
                f"{taken.name if taken else unknown}")
    if roles.device:
        out.say(Severity.BREAKING, f"{n.old_driver} that reads {texts[1]}, now {after.name}, takes "
                f"it for {was.name if was else unknown}")
    return out
