# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares documentation: what a description says of amounts, ranges and conditions, and otherwise its words.

The sides of a finding quote the descriptions.  Only differences that :mod:`prmclib.model.said` reads on both sides count
as changes of an amount, of a number with a meaning of its own, of a range or of a default; a unit that one side leaves out
is a difference in words.  A condition counts if one side has it.
"""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Callable, Dict, FrozenSet, List, Optional, Sequence, Set, Tuple, Union

from prmclib.model import About, Bits, Field, Span, range_text
from prmclib.model import conditions
from prmclib.model.amounts import Amounts
from prmclib.model.errors import listed
from prmclib.model.said import read
from .build import NOTHING, Builder
from .finding import Severity, Side
from .severity import Verdict
from .wording import other_word

Ranges = Set[Tuple[int, int]]  # the least and the greatest number of each

MOST = 3  # changes of words in a sentence
LONGEST = 60  # characters of each

_ABOUT = ("doc", "source", "note", "conflict", "unverified", "since", "observed")
_IN_WORDS = ("doc", "note", "unverified")  # where other words may be another meaning
_REFERENCE = re.compile(r"\b(?:see\s+)?(?:table|section|figure)\s+\d[\d.]*,?"
                        r"|[\"“][^\"”]{1,120}[\"”],?\s*\bon\s+page\s+\d+"
                        r"|\bon\s+page\s+\d+|\[(?:dwip|internal)\]:?", re.I)
_NUMBERED = re.compile(r"\b(?:table|section|figure)\s+\d", re.I)
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[^\w\s]|_")
_SIGN = re.compile(r"(?<![a-z0-9])-(?=\d)|(?<=\d)\.(?=\d)|[^\W_]|[<>=!+%^*/&|~]")


@dataclass(frozen=True)
class Change:
    """Two phrases of descriptions.  ``ratio`` is how much the same number means now, in terms of what it meant;
    None if that cannot be told."""

    old: str
    new: str
    ratio: Optional[Fraction] = None


def same_words(old: str, new: str) -> bool:
    """Returns whether two descriptions differ only in case, blanks, punctuation, the numbers and titles of as many
    references, and the order of their lines."""
    if len(_NUMBERED.findall(old)) != len(_NUMBERED.findall(new)):
        return False
    lines = [["".join(_SIGN.findall(line.lower())) for line in _REFERENCE.sub(" ", text).split("\n")]
             for text in (old, new)]
    return "".join(lines[0]) == "".join(lines[1]) or sorted(filter(None, lines[0])) == sorted(filter(None, lines[1]))


def changed_words(old: str, new: str) -> List[Tuple[str, str]]:
    """Returns (words before, words now) of each change; an empty text for added and removed words."""
    texts = [_REFERENCE.sub(" ", text) for text in (old, new)]
    found = [list(_TOKEN.finditer(text)) for text in texts]
    words = [[match.group().lower() for match in matches] for matches in found]
    start = len(os.path.commonprefix(words))  # most texts differ at one place
    end = len(os.path.commonprefix([part[:start - 1 if start else None:-1] for part in words]))
    before, after = (part[start:len(part) - end] for part in words)
    out: List[Tuple[str, str]] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            went, came = (_cut(text, matches[start + first:start + last]) for text, matches, first, last in
                          ((texts[0], found[0], a, b), (texts[1], found[1], c, d)))
            if not same_words(went, came):
                out.append((went, came))
    return out


def _cut(text: str, matches: List["re.Match[str]"]) -> str:
    whole = " ".join(text[matches[0].start():matches[-1].end()].split()) if matches else ""
    return whole if len(whole) <= LONGEST else whole[:LONGEST].rsplit(" ", 1)[0] + " ..."


def amount_changed(old: str, new: str, name: str) -> Optional[Change]:
    """Returns the change if two descriptions of a field give the same number another amount, or another formula."""
    before, after = read(old).amounts, read(new).amounts
    if before.amounts and after.amounts and _keys(before) != _keys(after) and not _is_cut(before, after, old, new):
        one, other = before.single, after.single
        ratio = None
        if one is not None and other is not None and one.is_explicit and other.is_explicit and one.unit == other.unit:
            ratio = other.scale / one.scale
        return Change(_quoted(before), _quoted(after), ratio)
    if before.amounts and after.amounts and before.aspects and after.aspects and not before.aspects & after.aspects:
        return Change(listed(sorted(before.aspects)), listed(sorted(after.aspects)))
    own = re.compile(rf"(?<![A-Za-z]){re.escape(name.split('_')[0])}_", re.I)
    if not after.formulas or _like(before.formulas, after.formulas) or \
            not (before.formulas or (before.amounts and any(map(own.match, after.formulas)))):
        return None
    return Change(_quoted(before), _quoted(after))


def listed_amount_changed(old: str, new: str) -> Optional[Change]:
    """Returns the change if two lists of values have another amount for the same number: ``0: 64 ns``, ``0: 1 us``."""
    before, after = dict(read(old).amounts.of_values), dict(read(new).amounts.of_values)
    changed = [number for number in before if number in after and before[number].key != after[number].key]
    if not changed:
        return None
    ratios = {after[number].scale / before[number].scale if after[number].unit == before[number].unit else None
              for number in changed}
    phrases = [", ".join(f"{number}: {side[number].phrase}" for number in changed[:MOST]) for side in (before, after)]
    return Change(phrases[0], phrases[1], ratios.pop() if len(ratios) == 1 else None)


def _keys(said: Amounts) -> FrozenSet[Tuple[str, Fraction]]:
    return frozenset(amount.key for amount in said.amounts)


def _is_cut(before: Amounts, after: Amounts, old: str, new: str) -> bool:
    """Returns whether the amounts are the same if a line break divides a word, or if one side has more words for a
    unit of its own."""
    joined = [_keys(read(text.replace("\n", "")).amounts) for text in (old, new)]
    if (joined[0] and joined[0] in (_keys(after), joined[1])) or (joined[1] and joined[1] == _keys(before)):
        return True
    units = [min((amount.unit for amount in said.amounts if not amount.is_known), default="")
             for said in (before, after)]
    return all(units) and (units[0].startswith(units[1]) or units[1].startswith(units[0]))


def _quoted(said: Amounts) -> str:
    return ", ".join(dict.fromkeys([*(amount.phrase for amount in said.amounts), *said.formulas]))


def _like(old: Tuple[str, ...], new: Tuple[str, ...]) -> bool:
    """Returns whether a formula of one side is one of the other, perhaps cut, with the parts of a name in another
    order, or with other names for the same kinds of numbers."""
    def parts(text: str) -> List[str]:
        return sorted(re.findall(r"[A-Za-z]+|\d+", text))

    return any(one.startswith(other) or other.startswith(one) or one.endswith(other) or other.endswith(one) or
               parts(one) == parts(other) or _has_other_names(one, other) for one in old for other in new)


def _has_other_names(one: str, other: str) -> bool:
    """Returns whether two formulas only have other names, which have half of their words in common, the last one included:
    ``effective_ber_coef`` and ``post_fec_ber_coef``."""
    found = [re.split(r"([A-Za-z]\w*)", text) for text in (one, other)]
    if found[0][::2] != found[1][::2]:
        return False
    pairs = [(old.lower().split("_"), new.lower().split("_")) for old, new in zip(found[0][1::2], found[1][1::2])]
    return all(old[-1] == new[-1] and 2 * len(set(old) & set(new)) >= max(len(old), len(new)) for old, new in pairs)


def range_changed(old: str, new: str) -> Optional[Tuple[Change, bool, bool]]:
    """Returns the change if two descriptions have other ranges of numbers, and whether the new one lacks numbers of
    the old one, and the reverse."""
    before, after = read(old).limits, read(new).limits
    bounds = _bounds_changed(old, new)
    if bounds is not None:
        return bounds
    special = [number for number, _, _ in before.special]
    if not before.ranges and len(after.ranges) == 1 and \
            any(not after.ranges[0].least <= one <= after.ranges[0].most for one in special):
        return Change(", ".join(f"{one:#x} has a meaning" for one in special), after.ranges[0].phrase), True, False
    sides: List[Ranges] = [{(item.least, item.most) for item in limits.ranges} for limits in (before, after)]
    if not before.ranges or not after.ranges or sides[0] == sides[1]:
        return _demands_changed(old, new)
    phrases = [", ".join(dict.fromkeys(item.phrase for item in limits.ranges)) for limits in (before, after)]
    return Change(phrases[0], phrases[1]), *compared(*sides)


def _demands_changed(old: str, new: str) -> Optional[Tuple[Change, bool, bool]]:
    """Returns as :func:`range_changed` a limit such as ``must be at least 64`` that only one description has."""
    went, came = ([one for one in read(text).limits.demands if _letters(one) not in _letters(other)]
                  for text, other in ((old, new), (new, old)))
    if not went and not came:
        return None
    return Change("; ".join(went) or "no limit", "; ".join(came) or "no limit"), bool(came), not came


def _letters(text: str) -> str:
    return "".join(_SIGN.findall(_REFERENCE.sub(" ", text).lower()))


def compared(before: Ranges, after: Ranges) -> Tuple[bool, bool]:
    """Returns whether ranges lack numbers that they had, and whether they have others now."""
    went, came = before - after or before, after - before or after  # those of some cases, or all
    return _exceeds(went, came), _exceeds(came, went)


def _bounds_changed(old: str, new: str) -> Optional[Tuple[Change, bool, bool]]:
    """Returns as :func:`range_changed` that a range with a name in an end is another one, or that there is one more or less
    (for a case); blanks, which break lines and words of printed manuals, do not count."""
    def squeezed(text: str) -> str:
        return re.sub(r"[\s()]", "", text).lower()

    def ends(text: str) -> str:
        return squeezed(re.sub(r"\A(?:(?:range|values?)\s*(?:is|are|of|:)?|up to)\s*", "", text, flags=re.I))

    sides = []
    for text, other in ((old, new), (new, old)):
        limits = read(text).limits
        phrases = [*limits.bounds, *(item.phrase for item in limits.ranges)]
        sides.append([phrase for phrase in phrases if ends(phrase) not in squeezed(other)])
    bounds = [read(text).limits.bounds for text in (old, new)]
    if all(sides) and any(bounds):
        went, came = sides
    elif any(sides) and all(bounds):
        went, came = list(bounds[0]), list(bounds[1])
    else:
        return None
    is_narrower = bool(sides[1]) or len(bounds[1]) >= len(bounds[0])
    return Change(", ".join(dict.fromkeys(went)), ", ".join(dict.fromkeys(came))), is_narrower, bool(sides[0])


def _exceeds(ranges: Ranges, others: Ranges) -> bool:
    """Returns whether a range has numbers that one of the others lacks."""
    return any(least < low or high < most for least, most in ranges for low, high in others)


def special_changed(old: str, new: str) -> Optional[Change]:
    """Returns the change if two descriptions say something else of the same number: ``'0' disables it``, ``'0': one
    second``."""
    before, after = ({number: (phrase, means) for number, phrase, means in read(text).limits.special}
                     for text in (old, new))
    changed = [number for number in before if number in after and not _mean_the_same(before[number][1], after[number][1])]
    if not changed:
        return None
    phrases = ["; ".join(side[number][0] for number in changed) for side in (before, after)]
    return Change(phrases[0], phrases[1])


_PART = re.compile(r"[A-Za-z]+|\d+")
_NO = frozenset("no not never none without disable disabled disables off invalid unlimited infinite".split())
_WEAK = frozenset("a an the of is are be was that which for to in on by with it its this as used means mean indicates indicate "
                  "represents represent implies value values field will when if and or has have been".split())


def _mean_the_same(one: str, other: str) -> bool:
    """Returns whether two short texts share half of the words of the shorter one, and deny as often."""
    words = [[word.lower() for word in _PART.findall(text)] for text in (one, other)]
    denials = [len(_NO & set(side)) for side in words]
    stems = [{word[:5] for word in side if word not in _WEAK | _NO} for side in words]
    few = min(map(len, stems))
    return bool(denials[0]) == bool(denials[1]) and (not few or 2 * len(stems[0] & stems[1]) >= few)


def default_changed(old: str, new: str) -> Optional[Change]:
    """Returns the change if two descriptions name other defaults.  One that has more cases names no other default, nor does
    one with a number instead of a word."""
    sides = [read(text).limits.defaults for text in (old, new)]
    for is_word in (False, True):
        before, after = ([one for one in side if one.isalpha() is is_word] for side in sides)
        went, came = [one for one in before if one not in after], [one for one in after if one not in before]
        if went and came:
            return Change(", ".join(went), ", ".join(came))
    return None


def condition_changed(old: str, new: str, renamed: Dict[str, str]) -> Optional[Change]:
    """Returns the conditions that only one of two descriptions has.  ``renamed`` has the new names of fields by their
    old ones: a condition may have them."""
    if not old or not new:
        return None

    def name_now(word: "re.Match[str]") -> str:
        return renamed.get(word.group(), word.group())

    went, came = conditions.changed(old, new)
    if went and came and renamed:
        went, came = conditions.changed(re.sub(r"\w+", name_now, old), new)
    of_values = conditions.changed_of_values(old, new)
    went, came = went + of_values[0], came + of_values[1]
    return Change("; ".join(dict.fromkeys(went)), "; ".join(dict.fromkeys(came))) if went or came else None


def condition_title(change: Change) -> str:
    """Returns the title of a finding about a condition."""
    if change.old and change.new:
        return f'condition "{change.old}" -> "{change.new}"'
    return f'condition "{change.new}" added' if change.new else f'condition "{change.old}" removed'


Add = Callable[[str, str, Verdict, str, str], None]


def compare_field(builder: Builder, items: Tuple[Field, Field], is_read_only: bool, renamed: Dict[str, str], add: Add) -> None:
    """Adds findings for amounts, ranges, defaults and conditions of a field.  ``is_read_only``: only the device writes it;
    ``renamed`` is as for :func:`condition_changed`; ``add`` takes the rule, the title, the verdict and the texts of both
    sides."""
    old, new = (item.about.doc for item in items)
    is_reworded = old != new and "doc" in builder.told and not same_words(old, new)
    _compare_range(builder, items, is_read_only, is_reworded, add)
    if not is_reworded:
        return
    change = amount_changed(old, new, items[1].name)
    if change is None and not all(item.enum for item in items):  # values of enumerations have findings of their own
        change = listed_amount_changed(old, new)
    if change is not None and not any(item.unit or item.encoding for item in items):
        add("D091", f"amount {change.old} -> {change.new}", builder.judge.amount(change.old, change.new, change.ratio),
            change.old, change.new)
    is_told = change is not None
    change = special_changed(old, new)
    if change is not None:
        _other_meaning(builder, change, add)
    is_told |= change is not None
    change = default_changed(old, new)
    if change is not None:
        add("D094", f"default {change.old} -> {change.new}",
            builder.judge.described_default(change.old, change.new, is_read_only), change.old, change.new)
    condition = condition_changed(old, new, renamed)
    if condition is not None:
        add("D093", condition_title(condition), builder.judge.condition(condition.old, condition.new, is_read_only),
            condition.old, condition.new)
    words = other_word(old, new) if not is_told and condition is None and change is None else None
    if words is not None:
        _other_meaning(builder, Change(*words), add)


def _other_meaning(builder: Builder, change: Change, add: Add) -> None:
    add("D091", f'meaning "{change.old}" -> "{change.new}"', builder.judge.amount(change.old, change.new, None),
        change.old, change.new)


def _compare_range(builder: Builder, items: Tuple[Field, Field], is_read_only: bool, is_reworded: bool, add: Add) -> None:
    """Adds a finding for the key ``range`` if one side has it, else for the ranges in the descriptions."""
    if "range" in builder.told and any(item.ranges for item in items):
        if items[0].legal == items[1].legal:
            return
        texts = [range_text(item.legal) for item in items]
        is_narrower, is_wider = compared(set(items[0].legal), set(items[1].legal))
        change = Change(texts[0] or "any number", texts[1] or "any number")
    else:
        ranges = range_changed(*(item.about.doc for item in items)) if is_reworded else None
        if ranges is None:
            return
        change, is_narrower, is_wider = ranges
    add("D092", f"{change.old} -> {change.new}", builder.judge.range_changed(is_narrower, is_wider, is_read_only),
        change.old, change.new)


def about_changes(old: About, new: About, told: FrozenSet[str]) -> List[Tuple[str, str, str]]:
    """Returns (key, old text, new text) of the differences in documentation."""
    out = []
    for key in _ABOUT:
        if ("source" if key == "source" else "doc") not in told:
            continue
        before, after = getattr(old, key), getattr(new, key)
        if before != after:
            out.append((key, _text(before), _text(after)))
    return out


def _text(value: Union[str, List[str]]) -> str:
    return value if isinstance(value, str) else "; ".join(value)


def said_of(old: str, new: str) -> str:
    """Returns the sentence for two descriptions: only words, or which words differ."""
    if same_words(old, new):
        return "the same words: no bit changes its meaning"
    if not old or not new:
        return "it is described now" if new else "it is no longer described"
    changes = changed_words(old, new)
    quoted = [f"'{one}' -> '{other}'" if one and other else f"without '{one}'" if one else f"with '{other}'"
              for one, other in changes[:MOST]]
    more = f" and {len(changes) - MOST} more" if len(changes) > MOST else ""
    return f"other words, which may have another meaning: {'; '.join(quoted)}{more}"


def document(builder: Builder, name: str, path: str, subject: str,
             old: Tuple[About, Span, str, str],
             new: Tuple[About, Span, str, str],
             bits: Optional[Tuple[Bits, Bits]] = None, others: Sequence[Tuple[str, str, str]] = ()) -> None:
    """Adds a finding if documentation has changed.  ``old`` and ``new`` are the documentation, its
    place in the file, and the names of layout and field there.  ``others`` has (key, old text, new text)
    of what only tools for people read, `detail` and `also`."""
    changes = about_changes(old[0], new[0], builder.told)
    if "doc" in builder.told:
        changes += [change for change in others if change[1] != change[2]]
    if not changes:
        return
    keys = [key for key, _, _ in changes]
    texts = ["\n".join(f"{key}: {change[side]}" for key, *change in changes) for side in (0, 1)]
    said = [said_of(*change) for key, *change in changes if key in _IN_WORDS]
    builder.add("D090", name, path, f"{listed(keys)} changed",
                Verdict(Severity.COSMETIC, list(dict.fromkeys(said)) or ["no bit changes its meaning"]), texts,
                Side(old[2], old[3], bits[0] if bits else NOTHING, old[1], texts[0],
                     is_in_bits=bits is not None),
                Side(new[2], new[3], bits[1] if bits else NOTHING, new[1], texts[1],
                     is_in_bits=bits is not None), subject)
