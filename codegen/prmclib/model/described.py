# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds enumerations in descriptions.

Manuals write ``0: Disabled`` or ``Bit 3 - EDR`` on lines of their own.  Such an enumeration is marked as
read from prose (MARK); ambiguous lines give none.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Collection, Dict, List, Optional, Sequence, Tuple

MARK = "Read from the description, not stated as an enumeration."

_NUMBER = r"0[xX][0-9a-fA-F]+|[0-9]+"
_TAG = r"\s*(?:\[[A-Za-z]+\]\s*)?"  # [Internal]
_VALUE = re.compile(rf"\s*({_NUMBER})\s*(?:[:=]|-\s|\s-)\s*(\S.*)")
_BIT = re.compile(rf"{_TAG}[Bb]it[ _]*\[?\s*({_NUMBER})\s*\]?\s*(?:[:=]|(?:is set\s*)?-)\s*(\S.*)")
_RANGE = re.compile(rf"\s*(?:{_NUMBER})\s*(?:-|\.\.)\s*(?:{_NUMBER})\s*(?:[:=-]|\Z)|"
                    rf"{_TAG}[Bb][Ii]ts?[ _]*\[?\s*[0-9]+(?:\s*(?:-|\.\.)\s*[0-9]+\s*\]?\s*(?:[:=-]|are\b|\Z)|"
                    r":[0-9]+\b)")
_BROKEN = re.compile(r"^([ \t]*bit[ _]*\d+)[ \t]*\n[ \t]*([:=-])[ \t]*\n?", re.I | re.M)  # over several lines
_INLINE = re.compile(rf"(?:[;,]|(?<=[a-z])[.:])\s+(?=bit[ _]*\[?(?:{_NUMBER})\]?\s*[:=-]\s)", re.I)
_GLUED = re.compile(r"(?<=\w) *(?=0x[0-9A-Fa-f]+: [A-Z])")  # values without the end of a line between them
_OPEN = re.compile(r"(?<=[\w,)] )(?:a|an|and|by|for|from|in|of|on|or|the|to|with)\s*\Z")  # a line that goes on
_EACH = re.compile(r"\b(?:per bit|bit per|each bit)\b", re.I)  # what 0 and 1 mean in every bit
_MASK = re.compile(r"\bbit ?(?:mask|map|vector)\b(?! type)|\bif a bit is\b", re.I)
_PART = re.compile(r"^\s*bits?\s*\[?\d+\s*[:-]\s*\d+", re.I | re.M)  # the list is of some bits of the number
_UNUSED = re.compile(r"reserved\b|rsvd?\b|n/?a\b", re.I)
_HEAD = re.compile(r"([A-Za-z]\w*)\s*(?:[:(;,.]|-\s|\s-|$)")
MAX_NAME = 40


@dataclass(frozen=True)
class Value:
    name: str
    value: int  # the number of the bit for flags
    doc: str


@dataclass(frozen=True)
class Described:
    values: List[Value]
    is_flags: bool


def lines(text: str) -> List[str]:
    """Returns the lines of a description, each bit of a list (``bit 0 - a; bit 1 - b``) in one of its own."""
    found = _INLINE.sub("\n", _BROKEN.sub(r"\1\2 ", text)).split("\n")
    found = [part for line in found for part in (_GLUED.split(line) if line.lstrip().startswith("0x") else [line])]
    for number in range(len(found) - 1, 0, -1):
        if _OPEN.search(found[number - 1]) and is_listed(found[number - 1]) and not is_listed(found[number]):
            found[number - 1:number + 1] = [f"{found[number - 1].rstrip()} {found[number].lstrip()}"]
    return found


def describe(text: str, width: int) -> Optional[Described]:
    """Returns the enumeration in the description of a number of ``width`` bits; None if there is none."""
    numbers: Dict[str, str] = {}
    bits: Dict[str, str] = {}
    head: List[str] = []  # lines before the list
    for line in lines(text):
        if _RANGE.match(line):
            continue
        match = _BIT.match(line)
        found = bits if match else numbers
        match = match or _VALUE.match(line)
        if match is None:
            head += [] if bits or numbers else [line]
            continue
        if match.group(1) in found:
            return None  # two lists
        found[match.group(1)] = match.group(2).strip()
    is_flags = not numbers
    if len(bits) > 1 and not numbers:
        values = {number_of(key): value for key, value in bits.items()}
    elif len(numbers) > 1 and not bits:
        # Values such as 100, 001 and 110 of 3 bits are binary.
        binary = width > 1 and all(re.fullmatch(f"[01]{{{width}}}", key) for key in numbers)
        values = {int(key, 2) if binary else number_of(key): value for key, value in numbers.items()}
        about = "\n".join(head)
        if _PART.search(about) or (width > 1 and set(values) <= {0, 1} and _EACH.search(about)):
            return None
        if width > 1 and not binary and _MASK.search(about):
            is_flags = _are_numbers_of_bits(values, width)
            if not is_flags:
                return None  # 1, 2 and 4 may be bits or masks
    else:
        return None
    limit = width if is_flags else 1 << width
    if len(values) < len(bits or numbers) or max(values) >= limit:
        return None
    out: List[Value] = []
    taken: Dict[str, int] = {}
    for number, doc in values.items():
        if _UNUSED.match(doc):
            continue
        name = name_of(doc) or f"value_{number}"
        if name in taken:
            name = f"{name}_{number}"
        taken[name] = number
        out.append(Value(name, number, "" if doc == name else doc))
    return Described(out, is_flags) if out else None


def _are_numbers_of_bits(numbers: Collection[int], width: int) -> bool:
    """Returns whether the numbers of a mask's list are bits: small, and not all of them are masks of one bit, or 0."""
    return max(numbers) < width and any(number & (number - 1) for number in numbers if number)


def bits_of_values(values: Sequence[Tuple[str, int]], width: int, text: str) -> Optional[List[int]]:
    """Returns the bits of the values (name, number) that a table gives a field, if its description says that they are
    bits; None if they are values.  Tables have bits (0, 1, 2, 3), masks (1, 2, 4, 8), or of masks only the lower 32
    bits."""
    said = {bit: _letters(words) for bit, words in listed_bits(text).items()}
    numbers = [number for _, number in values]
    for form in (lambda bit: bit, lambda bit: 1 << bit, lambda bit: 1 << bit % 32):
        found = [next((bit for bit, words in said.items() if form(bit) == number and words.startswith(_letters(name))), -1)
                 for name, number in values]
        if found and min(found) >= 0 and len(set(found)) == len(found):
            return found
    found = [number.bit_length() - 1 for number in numbers if number > 0 and not number & (number - 1)]
    if len(set(found)) == len(numbers) and set(found) <= set(said):
        return found
    head = "\n".join(itertools.takewhile(lambda line: not is_listed(line), lines(text)))
    is_mask = _MASK.search(head) is not None and not _EACH.search(head)
    return numbers if is_mask and len(set(numbers)) == len(numbers) and min(numbers) >= 0 and \
        _are_numbers_of_bits(numbers, width) else None


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()


def number_of(text: str) -> int:
    """Returns the number of a list: 0x10 or 16."""
    return int(text, 16 if text[1:2] in ("x", "X") else 10)


def is_listed(line: str) -> bool:
    """Returns whether a line of a description is one of a list of values or bits."""
    return any(pattern.match(line) for pattern in (_RANGE, _BIT, _VALUE))


def number_in(line: str) -> Optional[int]:
    """Returns the number of the value or bit that a line lists; None if it lists none."""
    match = None if _RANGE.match(line) else _BIT.match(line) or _VALUE.match(line)
    return number_of(match.group(1)) if match else None


def said_in(line: str) -> str:
    """Returns what a line says of the value or bit that it lists."""
    match = _BIT.match(line) or _VALUE.match(line)
    return match.group(2).strip() if match else ""


def prose(text: str, between: str = " ") -> str:
    """Returns a description without its lists of values or bits, blanks as one, with ``between`` for the ends of lines."""
    return between.join(filter(None, (" ".join(line.split()) for line in lines(text) if not is_listed(line))))


def listed_values(text: str) -> Dict[int, str]:
    """Returns what a description says of the values that it lists on lines of their own."""
    found = (_VALUE.match(line) for line in lines(text) if not _RANGE.match(line))
    return {number_of(match.group(1)): match.group(2).strip() for match in found if match}


def listed_bits(text: str) -> Dict[int, str]:
    """Returns what a description says of the bits that it lists on lines of their own."""
    found = (_BIT.match(line) for line in lines(text) if not _RANGE.match(line))
    return {number_of(match.group(1)): match.group(2).strip() for match in found if match}


def name_of(text: str) -> str:
    """Makes a name from a line: its first word if punctuation follows, else as many of its words as
    fit into MAX_NAME characters."""
    match = _HEAD.match(text)
    if match and len(match.group(1)) <= MAX_NAME:
        return match.group(1)
    words = re.findall(r"[A-Za-z0-9]+", text)
    name = ""
    for word in words:
        longer = f"{name}_{word}" if name else word
        if len(longer) > MAX_NAME:
            break
        name = longer
    name = name or (words[0][:MAX_NAME] if words else "")
    return f"_{name}" if name[:1].isdigit() else name
