# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds enumerations in descriptions.

Manuals write ``0: Disabled`` or ``Bit 3 - EDR`` on lines of their own.  Such an enumeration is marked as
read from prose (MARK); ambiguous lines give none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, List, Optional, Set

MARK = "Read from the description, not stated as an enumeration."

_VALUE = re.compile(r"\s*(0[xX][0-9a-fA-F]+|[0-9]+)\s*(?:[:=]|-\s|\s-)\s*(\S.*)")
_BIT = re.compile(r"\s*[Bb]it\s*\[?\s*([0-9]{1,3})\s*\]?\s*(?:[:=]|-)\s*(\S.*)")
_RANGE = re.compile(r"\s*(?:0[xX][0-9a-fA-F]+|[0-9]+)\s*(?:-|\.\.)\s*(?:0[xX][0-9a-fA-F]+|[0-9]+)"
                    r"\s*(?:[:=-]|\Z)|\s*[Bb]its?\s*\[?\s*[0-9]+\s*(?:-|\.\.|:)\s*[0-9]+\b")
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


def describe(text: str, width: int) -> Optional[Described]:
    """Returns the enumeration in the description of a number of ``width`` bits; None if there is none."""
    numbers: Dict[str, str] = {}
    bits: Dict[str, str] = {}
    for line in text.split("\n"):
        if _RANGE.match(line):
            continue
        match = _BIT.match(line)
        found = bits if match else numbers
        match = match or _VALUE.match(line)
        if match is None:
            continue
        if match.group(1) in found:
            return None  # two lists
        found[match.group(1)] = match.group(2).strip()
    if len(bits) > 1 and not numbers:
        values = {int(key): value for key, value in bits.items()}
        limit = width
    elif len(numbers) > 1 and not bits:
        # Values such as 100, 001 and 110 of 3 bits are binary.
        binary = width > 1 and all(re.fullmatch(f"[01]{{{width}}}", key) for key in numbers)
        values = {int(key, 2) if binary else int(key, 16) if key[1:2] in ("x", "X") else int(key):
                  value for key, value in numbers.items()}
        limit = 1 << width
    else:
        return None
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
    return Described(out, bool(bits)) if out else None


def is_listed(line: str) -> bool:
    """Returns whether a line of a description is one of a list of values or bits."""
    return any(pattern.match(line) for pattern in (_RANGE, _BIT, _VALUE))


def numbers_in(text: str) -> Set[int]:
    """Returns the values that a description lists on lines of their own."""
    found = (_VALUE.match(line) for line in text.split("\n"))
    return {int(match.group(1), 16 if match.group(1)[1:2] in ("x", "X") else 10) for match in found if match}


def bits_in(text: str) -> Set[int]:
    """Returns the bit numbers that a description lists on lines of their own."""
    found = (_BIT.match(line) for line in text.split("\n"))
    return {int(match.group(1)) for match in found if match}


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
