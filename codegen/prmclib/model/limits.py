# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads from a description which numbers a field can have: ranges, numbers with a meaning of their own, defaults.

Manuals write ``Range is 1..64``, ``main [32,63]``, ``'0' disables it``, ``Value of 31 will stop it`` or ``Default: 10`` in
prose.  Lines that list values or bits are left to :mod:`.described`, but for the one that is the default.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from . import described


@dataclass(frozen=True)
class Range:
    """The least and the greatest legal number; ``phrase`` is quoted from the description."""

    phrase: str
    least: int
    most: int


@dataclass(frozen=True)
class Limits:
    """What a description says of the numbers of a field, in its order.  ``bounds`` are ranges whose ends are no
    numbers: ``range 0..cap_max_tclass-1``; ``demands`` are other limits: ``must be at least 64``.  ``special`` has
    (number, phrase, what it means) of numbers with a meaning of their own; ``defaults`` are numbers, or ``enabled`` and
    ``disabled``, of all cases that the description knows."""

    ranges: Tuple[Range, ...] = ()
    bounds: Tuple[str, ...] = ()
    demands: Tuple[str, ...] = ()
    special: Tuple[Tuple[int, str, str], ...] = ()
    defaults: Tuple[str, ...] = ()


_INTEGER = r"[+-]?\d+(?:,\d{3})*"
_UNIT = r"(?:pp[bmt]|%|[mun]?secs?|[mun]s|[kmg]?bytes?|[kmg]?b(?:ps|it/s)|d[bB]m?|[mu]?[wvaWVA])(?![\w])"
_RANGE = re.compile(r"\b(?:(?:valid )?range|(?:valid|legal) values?)\s*(?:is|are|of|:)?\s*(?:from|between)?:?\s*"
                    rf"[\[(]?\s*(?P<least>{_INTEGER})(?: ?{_UNIT})?\s*(?:\.\.+|-|to|and)\s*(?P<most>{_INTEGER})"
                    r"(?![\w*^/(]|,\d|\.\d| ?[*^/+-] ?\w| (?:is|are) )", re.I)
_END = r"\(?[+-]?\w+\)?(?: ?[-+*/] ?\(?\w+\)?)*"
_BOUNDS = re.compile(rf"\b(?:range|values?)\s*(?:is|are|of|:)?\s*(?P<least>{_END}) ?\.\.+ ?(?P<most>{_END})"
                     r"(?![\w^*/(])", re.I)
_DASHED = re.compile(r"\brange\s*(?:is|:)?\s*\d+ - [a-z]+_\w+(?: ?[-+] ?\d+)?(?![\w(*/^])", re.I)  # 0 - cap_max - 1
_UP_TO = re.compile(r"\bup to \(?(?P<most>[a-z]+_\w+)\)?(?: ?[-+] ?\d+)?(?![\w(*/])", re.I)
_ACCORDING = re.compile(r"\brange is (?:according to|defined by|given by|per) (?:the )?(?P<most>[a-z]+_\w+)", re.I)
_MUST = re.compile(r"\b(?:must|shall|should) (?:always )?(?:be|have)(?: a| the)?(?: value)? "
                   r"(?:at (?:least|most)\b|multiples?\b|aligned\b|"
                   r"(?:equal |smaller |larger |less |lower |greater |bigger )+(?:or|to|than)\b)", re.I)
_LEGAL = re.compile(r"\b(?:ranges?|(?:valid|legal|allowed|possible)(?: \w+)? values?|values? (?:is|are|in|between))\b", re.I)
_BRACKETS = re.compile(r"(?:\b(?!ranges?\b|values?\b|is\b|are\b)[A-Za-z]\w*(?: is| are|:| =)? )?"
                       r"\[ ?(?P<least>[+-]?\d+) ?(?:,|\.\.+|to) ?(?P<most>[+-]?\d+) ?\]")

_NUMBER = r"0x[0-9a-f]+|\d+"
_QUOTED = rf"['\"“”’](?:{_NUMBER})['\"“”’]"
_SAYS = r"(?:means?|indicates?|implies|implied|represents?|stands for|disables?|enables?|behaves like|is (?:used )?for|will|is " \
        r"(?:reserved|not|ignored|invalid|infinite|unlimited))\b"
_VALUE_OF = rf"\b(?:an? |the )?(?:special )?values? (?:of )?(?:{_QUOTED}|(?:{_NUMBER}))"
_START = r"(?:\A|(?<=[.;:(\n])) *"
_IF = r"when |if set to |set to |setting to "
_SPECIALS = [re.compile(text, re.I) for text in (
    rf"(?P<number>{_VALUE_OF})(?=,? ?{_SAYS}),? ?(?=(?P<means>.+))",
    rf"(?P<number>{_VALUE_OF}):? +(?=(?P<means>(?:no|not|unlimited|infinite|disabled?)\b.*))",
    rf"\b(?:a )?(?P<number>{_NUMBER}) value (?=(?P<means>{_SAYS}.+))",
    rf"{_START}(?:{_IF})?(?P<number>{_QUOTED})(?: ?[:=,-]| (?={_SAYS})) *(?=(?P<means>\S.+))",
    rf"{_START}(?:{_IF})(?P<number>{_NUMBER})(?: ?[:,-] ?| (?={_SAYS}))(?=(?P<means>\S.+))",
    rf"{_START}(?P<number>{_NUMBER}) (?=(?P<means>{_SAYS}.+))",
)]
_STOP = re.compile(r"[.;)](?=\s|\Z)|\n\s*\n|\n(?=\s*(?:[A-Z\[\"'0-9]|note:))")

_SENTENCE = re.compile(r",? ?\bsee\b|[.;(](?=\s|\Z|\w)(?<!\d\.)|\n\s*\n|\n(?=\s*(?:[A-Z\[]|note:))")

_FIRST = rf"(?P<number>{_NUMBER})(?:(?={_UNIT})|(?![\w^*-]))" \
         rf"(?![.,] ?\d| ?(?:\.\.|to )| [a-z]*(?:bit|byte)s?\b)|(?P<word>enabled?|disabled?)\b"
_DEFAULT = re.compile(rf"\bdefault(?:s to| values?)?(?: ?\([^()]*\))?(?: is| are|:| ?=| -|,)* *['\"“(]?(?:{_FIRST})", re.I)
_SET_BY = re.compile(r"\bis (?P<word>enabled|disabled) by default\b|"
                     r"\bby default[^.;\n]{0,20} is (?P<late>enabled|disabled)\b", re.I)
_MARKED = re.compile(r"[(\[-] ?(?:the )?(?:fw |hw )?default ?(?:[)\],;.]|value|\Z)|\bthis is the default\b|, default\Z", re.I)


def _end(text: str) -> Optional[int]:
    """Returns the number that an end of a range is: ``4K-1``, ``-8``; None if it depends on a name."""
    total = 0
    for sign, number, thousands in re.findall(r"([+-]?) ?(\d+)(K?)(?![\w])", text, re.I):
        total += (-1 if sign == "-" else 1) * int(number) * (1024 if thousands else 1)
    return total if re.fullmatch(r"[+-]?\d+K?(?: ?[+-] ?\d+K?)*", text, re.I) else None


def _ranges(prose: str) -> Tuple[List[Range], List[str]]:
    """Returns the ranges of numbers, and those with names in an end."""
    ranges: List[Range] = []
    bounds: List[str] = []

    def take(phrase: str, least: int, most: int) -> None:
        if least < most and not any((item.least, item.most) == (least, most) for item in ranges):
            ranges.append(Range(phrase.strip(), least, most))

    for match in _RANGE.finditer(prose):
        take(match.group(), *(int(match.group(name).replace(",", "")) for name in ("least", "most")))
    for match in _BOUNDS.finditer(prose):
        ends = [_end(match.group(name)) for name in ("least", "most")]
        if ends[0] is None or ends[1] is None:
            bounds.append(match.group().strip())
        else:
            take(match.group(), ends[0], ends[1])
    bounds += [match.group() for pattern in (_DASHED, _UP_TO, _ACCORDING) for match in pattern.finditer(prose)]
    legal = _LEGAL.search(prose)
    for match in _BRACKETS.finditer(prose, legal.end() if legal else len(prose)):
        take(match.group(), int(match.group("least")), int(match.group("most")))
    return ranges, bounds


def _demands(text: str) -> Tuple[str, ...]:
    """Returns the limits that are no ranges, up to the end of the sentence."""
    out = []
    for match in _MUST.finditer(text):
        stop = _SENTENCE.search(text, match.end())
        out.append(" ".join(text[match.start():stop.start() if stop else len(text)].split()))
    return tuple(out)


def _special(text: str) -> Tuple[Tuple[int, str, str], ...]:
    """Returns (number, phrase, what it means) of the numbers with a meaning of their own."""
    found: Dict[int, Tuple[int, str, str]] = {}
    for pattern in _SPECIALS:
        for match in pattern.finditer(text):
            number = re.search(_NUMBER, match.group("number"), re.I)
            stop = _STOP.search(text, match.start("means"))
            end = match.end("means") if stop is None else stop.start()
            means = " ".join(text[match.start("means"):end].split())
            if number is None or not means or not re.match(r"0x|0\Z|[1-9]", number.group(), re.I):
                continue
            phrase = " ".join(text[match.start("number"):end].split())
            found.setdefault(described.number_of(number.group()), (described.number_of(number.group()), phrase, means))
    return tuple(found.values())


def _defaults(text: str) -> Tuple[str, ...]:
    """Returns the defaults of all cases: numbers, ``enabled``, ``disabled``."""
    found: List[str] = []
    for line in described.lines(text):
        listed = described.number_in(line)
        if listed is not None and _MARKED.search(line):
            found.append(str(listed))
    prose = described.prose(text)
    for match in _DEFAULT.finditer(prose):
        word = match.group("word")
        found.append(word.lower().rstrip("d") + "d" if word else str(described.number_of(match.group("number"))))
    found += [(match.group("word") or match.group("late")).lower() for match in _SET_BY.finditer(prose)]
    return tuple(dict.fromkeys(found))


_CASES = re.compile(r"\b(?:if|when|unless|otherwise|depend\w*|in \w+ mode)\b|\b[Ff]or (?-i:[A-Z])|"
                    r"^\W*(?!range|valid|legal|values?|default|note)(?-i:[A-Z])[\w/-]*: ", re.I | re.M)
_NEVER = re.compile(r"is (?:reserved|invalid|not (?:supported|allowed|legal|valid))|(?:reserved|invalid)\b", re.I)


def ranges_of(limits: Limits, text: str, width: int) -> List[Tuple[int, int]]:
    """Returns the legal numbers, least and greatest of each range, of a field of ``width`` bits whose description is
    certain of them: it has one range of numbers, for no case only, that is less than what the bits can hold.  A number
    with a meaning of its own is legal, too."""
    if len(limits.ranges) != 1 or limits.bounds or _CASES.search(text):
        return []
    least, most = limits.ranges[0].least, limits.ranges[0].most
    if least < 0 or most >> width or (least, most) == (0, (1 << width) - 1):
        return []
    more = [number for number, _, means in limits.special
            if not least <= number <= most and not number >> width and not _NEVER.match(means)]
    out: List[Tuple[int, int]] = []
    for first, last in sorted([(least, most), *((number, number) for number in more)]):
        if out and out[-1][1] + 1 == first:
            out[-1] = (out[-1][0], last)
        else:
            out.append((first, last))
    return out


def read(text: str) -> Limits:
    """Returns what a description says of the numbers of a field."""
    ranges, bounds = _ranges(described.prose(text))
    prose = described.prose(text, "\n")
    return Limits(tuple(ranges), tuple(bounds), _demands(prose), _special(prose), _defaults(text))
