# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads from a description what a number represents: units and formulas.

Manuals write ``in 10 msec granularity``, ``units of 64B``, ``(in 0.125 C)`` or ``length * multiplier`` in prose.  Only
such phrases count; a unit in passing (``wait 10 msec``) does not.  Lines that list values or bits are left to
:mod:`.described`.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Dict, FrozenSet, Iterator, List, Optional, Tuple

from . import described


@dataclass(frozen=True)
class Amount:
    """What the number 1 represents.  ``phrase`` is quoted from the description; ``unit`` is a base unit (``s``,
    ``byte``), a field that has the unit, or the description's own words; ``is_known``: it is a base unit.
    ``scale`` counts them; ``is_explicit``: the description has a number or a prefix (``msec``) for it, and the phrase
    can have no other meaning."""

    phrase: str
    unit: str
    scale: Fraction
    is_known: bool = True
    is_explicit: bool = True

    def of(self, number: int) -> str:
        """Returns the amount that a number represents: ``1 s`` for 100 of 10 ms."""
        value, prefix = self.scale * number, ""
        if self.unit in _PREFIXED and value:
            prefix, power = next((item for item in _PREFIXES if abs(value) * item[1] >= 1), _PREFIXES[-1])
            value *= power
        rest = value.denominator
        for prime in (2, 5):
            while rest % prime == 0:
                rest //= prime
        text = _decimal(value) if rest == 1 else str(value)
        return f"{text} {prefix}{self.unit}{'s' if self.unit in _COUNTED and value != 1 else ''}"

    @property
    def key(self) -> Tuple[str, Fraction]:
        return self.unit, self.scale


@dataclass(frozen=True)
class Amounts:
    """The amounts and formulas of a description, in its order.  ``aspects`` are ``max``, ``nominal`` and the
    like in the sentence that defines the field.  ``formulas`` are without blanks.  ``is_signed``: numbers may be
    negative.  ``of_values`` are the amounts of single numbers: ``0: 64 ns, 1: 128 ns``."""

    amounts: Tuple[Amount, ...]
    formulas: Tuple[str, ...]
    aspects: FrozenSet[str]
    is_signed: bool
    of_values: Tuple[Tuple[int, Amount], ...] = ()

    @property
    def single(self) -> Optional[Amount]:
        """The amount, if the description has one only and no formula."""
        keys = {amount.key for amount in self.amounts}
        return self.amounts[0] if len(keys) == 1 and not self.formulas else None


_PREFIXED = frozenset(("s", "W", "V", "A"))
_PREFIXES = [("", 1), ("m", 10 ** 3), ("u", 10 ** 6), ("n", 10 ** 9), ("p", 10 ** 12)]


def _decimal(value: Fraction) -> str:
    """Returns a number whose denominator has no other factors than 2 and 5 as a decimal."""
    places = 0
    while (value * 10 ** places).denominator > 1:
        places += 1
    text = str(abs(int(value * 10 ** places))).rjust(places + 1, "0")
    return ("-" if value < 0 else "") + (f"{text[:-places]}.{text[-places:]}" if places else text)


def _units() -> Dict[str, Tuple[str, Fraction]]:
    """Returns (base unit, how many of it) by the unit's word in lower case."""
    out: Dict[str, Tuple[str, Fraction]] = {}

    def add(words: str, base: str, scale: Fraction) -> None:
        out.update(dict.fromkeys(words.split(","), (base, scale)))

    small = (("", "", Fraction(1)), ("m", "milli", Fraction(1, 10 ** 3)), ("m", "mili", Fraction(1, 10 ** 3)),
             ("u", "micro", Fraction(1, 10 ** 6)), ("n", "nano", Fraction(1, 10 ** 9)),
             ("p", "pico", Fraction(1, 10 ** 12)))
    for short, long, scale in small:
        add(f"{short}sec,{short}secs,{long}second,{long}seconds,{long}-second,{long}-seconds,{long}sec", "s", scale)
        add(f"{long}watt,{long}watts", "W", scale)
        add(f"{long}volt,{long}volts", "V", scale)
        add(f"{long}amp,{long}amps,{long}ampere,{long}amperes", "A", scale)
        if short:
            add(f"{short}s", "s", scale)
        if short in ("m", "u"):  # nv and na have other meanings
            add(f"{short}w", "W", scale)
            add(f"{short}v", "V", scale)
            add(f"{short}a", "A", scale)
    add("minutes", "s", Fraction(60))
    add("hours", "s", Fraction(3600))
    add("celsius,degc,celsius degrees,celsius degree,degrees celsius,degree celsius,degrees,degree", "Celsius",
        Fraction(1))
    add("meter,meters", "m", Fraction(1))
    add("cm,centimeter,centimeters", "m", Fraction(1, 100))
    for short, power in (("", 0), ("k", 1), ("m", 2), ("g", 3), ("t", 4)):
        add(f"{short}hz", "Hz", Fraction(1000 ** power))
        add(f"{short}bps,{short}b/s,{short}b/sec,{short}bit/s,{short}bit/sec,{short}bits/s,{short}bits/sec", "bit/s",
            Fraction(1000 ** power))
        add(f"{short}byte,{short}bytes,{short}octet,{short}octets", "byte", Fraction(1024 ** power))
        if short:
            add(f"{short}b", "byte", Fraction(1024 ** power))
    add("dword,dwords", "byte", Fraction(4))
    add("qword,qwords", "byte", Fraction(8))
    add("octoword,octowords", "byte", Fraction(16))
    add("bit,bits", "bit", Fraction(1))
    add("dbm", "dBm", Fraction(1))
    add("db", "dB", Fraction(1))
    add("%,percent,percents,percentage", "%", Fraction(1))
    add("ppm,parts per million,part per million", "1/10^9", Fraction(1000))
    add("ppb,parts per billion,part per billion", "1/10^9", Fraction(1))
    add("ppt", "1/10^9", Fraction(1, 1000))
    add("packet,packets", "packet", Fraction(1))
    add("cell,cells", "cell", Fraction(1))
    add("page,pages", "page", Fraction(1))
    return out


_UNITS = _units()
_LETTERS = {"s": ("s", Fraction(1)), "W": ("W", Fraction(1)), "A": ("A", Fraction(1)), "V": ("V", Fraction(1)),
            "C": ("Celsius", Fraction(1)), "B": ("byte", Fraction(1)), "m": ("m", Fraction(1))}  # behind a number
_PLAIN = frozenset("sec secs second seconds watt watts volt volts amp amps byte bytes octet octets bit bits dbm db % "
                   "percent celsius degrees meter meters packet packets cell cells page pages hz".split())
_COUNTED = frozenset(("byte", "bit", "packet", "cell", "page"))  # also counted in passing: "in 4 bytes"

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?(?:/[1-9]\d*)?|(?:2|10)\^-?\d{1,2}"
_WORD = "|".join(re.escape(word) for word in sorted(_UNITS, key=len, reverse=True))
_UNIT = rf"(?:(?:{_WORD})(?![A-Za-z0-9_])|(?-i:[{''.join(_LETTERS)}])(?![A-Za-z0-9_'’-]))"
_FIELD = r"'?[a-z][a-z0-9]*_\w+'?"
_ONE = rf"(?:(?:{_NUMBER}|{_FIELD})?[ -]?{_UNIT})"
_AMOUNT = rf"(?P<amount>{_ONE}(?:(?: ?/ ?| or ){_ONE})*)"
_MEASURE = r"(?:units?|granularity|resolution|increments?|steps?|multiples|precision)"
_LINK = r"(?:\s*(?:[:=-]|is|are|of|in|at)(?=[\s:=]))*\s*(?:(?:a|an|the|one|each)\s)?\s*"

_PHRASES = [re.compile(text, re.I) for text in (
    rf"\b(?:{_MEASURE}|scale of){_LINK}{_AMOUNT}",
    rf"(?<![\w.'’]){_AMOUNT}[ -]{_MEASURE}\b",
    rf"(?<=\w )[(\[](?P<amount>{_UNIT})[)\]]",  # time [ns], but no example: 17 (0.54Sec)
    rf"[(\[]in {_AMOUNT}[)\]]",
    rf"\bnumber of (?P<amount>{_UNIT})",
)]
_IN = re.compile(rf"\bin {_AMOUNT}(?! of\b)", re.I)
_CASES = re.compile(rf"\bunits:\s*(?P<cases>(?:[A-Za-z][\w -]{{0,30}}: {_ONE}[.,;]? ?)+)", re.I)
_ELSEWHERE = [re.compile(text, re.I) for text in (
    r"\b(?:units?|resolution|granularity)\b[^.,;:\d]{0,30}?\b(?:per|at|in|by|of|is|to) (?:[A-Z]\w+\.)?"
    rf"(?P<amount>{_FIELD})",
    r"\bin (?:[A-Z]\w+\.)?(?P<amount>'?[a-z]\w*_(?:res|units?|resolution|granularity|scale|step)'?)(?!\w)")]
_OWN = [re.compile(text, re.I) for text in (
    r"\bunits? (?:of|are|is) (?!(?:the|as|per|according|which|this|equivalent|follows|\w+ed)\b)"
    r"(?P<amount>[A-Za-z][\w-]*(?: [A-Za-z][\w-]*)?)",
    r"\bnumber of (?P<amount>(?:[\w-]+ ){0,4}(?:periods?|cycles?|clocks?|ticks?|quanta)(?:\(s\))?)")]
_SPLIT = re.compile(rf"(?:(?P<number>{_NUMBER})|(?P<field>{_FIELD}))?[ -]?(?P<unit>{_UNIT})", re.I)

_COUNT = rf"(?P<amount>(?:{_NUMBER}) ?{_UNIT})"
_OF_VALUE = re.compile(rf"{_COUNT}(?: units?)?(?= *[,.;( ]| *\Z)", re.I)
_INLINE = re.compile(rf"(?<![\w.:/-])(?P<value>0x[0-9a-f]+|\d+) ?[:=] ?{_COUNT}(?= ?[,.;)]| ?\Z)", re.I)

_TERM = r"(?:\d+(?:\.\d+)?(?:\^\d+)?|'?[A-Za-z_]\w*'?(?:\[\w*\])?|\([^()]{1,60}\))"
_PRODUCT = re.compile(rf"{_TERM}(?: \* {_TERM}|\*{_TERM})+|[a-z]\w*_\w+(?: / | ?/)\d+(?:\.\d+)?", re.I)
_ASPECT = re.compile(r"(?:\b|_)(max|maximum|maximal|min|minimum|minimal|nominal|average|avg|peak|typical)(?:\b|_)",
                     re.I)
_SHORT = {"maximum": "max", "maximal": "max", "minimum": "min", "minimal": "min", "avg": "average"}


def _number(text: str) -> Fraction:
    base, power, exponent = text.replace(",", "").partition("^")
    return Fraction(int(base)) ** int(exponent) if power else Fraction(base)


def _split(phrase: str) -> Iterator[Amount]:
    """Yields the amounts of a phrase: ``0.01dBm``, ``dBm/uW``, ``'ipg_res_cap' Bytes``."""
    for match in _SPLIT.finditer(phrase):
        number, word, text = match.group("number"), match.group("unit"), match.group().strip()
        if (word in _LETTERS or word in ("DB", "db")) and not number:
            continue  # a letter, a data base
        unit, scale = _LETTERS[word] if word in _LETTERS else _UNITS[word.lower()]
        if match.group("field"):
            yield Amount(text, f"{match.group('field').strip(chr(39))} {unit}", scale, False)
        elif not number or _number(number):
            yield Amount(text, unit, scale * (_number(number) if number else 1), True,
                         bool(number) or word.lower() not in _PLAIN)


def _amounts(text: str) -> List[Amount]:
    found: List[Tuple[int, Amount]] = []
    taken: List[Tuple[int, int]] = []

    def take(span: Tuple[int, int], amounts: List[Amount]) -> None:
        if amounts and not any(start < span[1] and span[0] < end for start, end in taken):
            taken.append(span)
            found.extend((span[0], amount) for amount in amounts)

    for match in _CASES.finditer(text):
        take(match.span(), [amount for case in re.split(r"[A-Za-z][\w -]{0,30}: ", match.group("cases"))
                            for amount in _split(case)])
    for pattern in _PHRASES:
        for match in pattern.finditer(text):
            take(match.span("amount"), list(_split(match.group("amount"))))
    for match in _IN.finditer(text):
        amounts = list(_split(match.group("amount")))
        is_place = re.match(r" ?\d", text[match.end():])  # in bit 15
        if not any(amount.unit in _COUNTED and (is_place or amount.phrase[0].isdigit()) for amount in amounts):
            # In 10 seconds: perhaps a deadline.
            take(match.span("amount"), [replace(amount, is_explicit=False) if amount.unit == "s" and
                                        re.match(r"\d+ ?[A-Za-z]", amount.phrase) else amount for amount in amounts])
    for pattern in [*_ELSEWHERE, *_OWN]:
        for match in pattern.finditer(text):
            words = match.group("amount").strip("'")
            take(match.span(), [Amount(words, re.sub(r"\W", "", words).lower(), Fraction(1), False, False)])
    return [amount for _, amount in sorted(found, key=lambda item: item[0])]


def of_text(text: str) -> Optional[Amount]:
    """Returns the amount that the description or the name of a value begins with: ``64 ns (default)``, ``_64ns``."""
    match = _OF_VALUE.match(text.lstrip("_ "))
    amounts = list(_split(match.group("amount"))) if match else []
    rest = text.lstrip("_ ")[match.end():].strip() if match else ""
    if len(amounts) != 1 or (amounts[0].unit in _COUNTED and rest[:1].isalnum()):
        return None
    return amounts[0]


_WORDS = {"ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds", "ps": "picoseconds", "mW": "milliwatts",
          "uW": "microwatts", "mV": "millivolts", "uV": "microvolts", "mA": "milliamperes", "uA": "microamperes",
          "s": "seconds", "W": "watts", "V": "volts", "A": "amperes"}
_LOG = re.compile(r"\blog(?:arithm)? ?_?\(?(?:base )?2\)?(?: of\b|\()", re.I)
_DEPENDS = re.compile(r"\b(?:if|when|unless|otherwise|depend|for [A-Z])", re.I)


_PART = re.compile(r"_(?:high|hi|h|low|lo|l|msb|lsb|\d+_\d+)\Z")


def keys_of(name: str, text: str) -> Tuple[str, str]:
    """Returns ``unit`` and ``encoding`` of the notation (``10 milliseconds``, ``log2``) for a field, empty unless its
    description is certain: it has one amount with a number or prefix, names no case that decides, and the field is the
    whole number."""
    if not text:
        return "", ""
    said = read(text)
    one = said.single
    if _PART.search(name) or re.search(r"\bbits? \[?\d+:\d+|\b[ML]SB", text, re.I):
        return "", ""
    if _LOG.search(text):
        return "", "log2" if not said.formulas and not said.of_values and not _DEPENDS.search(text) and \
            not said.amounts else ""
    if one is None or not one.is_known or not one.is_explicit or said.is_signed or said.of_values or \
            _DEPENDS.search(text) or re.search(r"\blog\b|(?:\b|_)log_|2 ?\^|/ ?[A-Za-z]{4,}", f"{name} {text}", re.I):
        return "", ""
    if "word" in one.phrase.lower():
        return "", ""
    number, _, word = one.of(1).partition(" ")
    word = _WORDS.get(word, f"{word}s" if word in _COUNTED else word)
    return (word if number == "1" else f"{number} {word}", "") if "/" not in number + word else ("", "")


def _of_values(text: str) -> Dict[int, Amount]:
    found = {number: of_text(words) for number, words in described.listed_values(text).items()}
    for match in _INLINE.finditer(" ".join(text.split())):
        found.setdefault(described.number_of(match.group("value")), of_text(match.group("amount")))
    return {number: amount for number, amount in found.items() if amount is not None}


@functools.lru_cache(maxsize=None)
def read(text: str) -> Amounts:
    """Returns what a description says of the amounts of a field."""
    prose = described.prose(text)
    formulas = [re.sub(r"[ ']", "", match.group()) for match in _PRODUCT.finditer(prose)
                if re.search(r"[A-Za-z]\w", match.group())]
    first = re.split(r"[.] ", prose, maxsplit=1)[0]
    aspects = (match.group(1).lower() for match in _ASPECT.finditer(first))
    return Amounts(tuple(_amounts(prose)), tuple(dict.fromkeys(formulas)),
                   frozenset(_SHORT.get(word, word) for word in aspects),
                   re.search(r"\b(?:signed|complement|compliment|negative)", prose, re.I) is not None,
                   tuple(_of_values(text).items()))
