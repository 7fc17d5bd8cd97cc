# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fingerprints of findings: what a change is, in 12 hexadecimal digits.

A fingerprint does not know how far from the start of a layout something stands, only where in its
dword: where another change puts a field in front of all, what everything else means stays the same.
What merely shifted has the fingerprint of its cause in its own.
"""

from __future__ import annotations

import hashlib
from typing import Dict, Iterable

from ..model import Bits

DIGITS = 12


def fingerprint(rule: str, words: Iterable[object]) -> str:
    """Of names, places in dwords and values, never of files, lines or how a person says it."""
    total = hashlib.sha256("\0".join([rule, *map(str, words)]).encode("utf-8", "surrogatepass"))
    return total.hexdigest()[:DIGITS]


def in_dword(bits: Bits) -> str:
    """``31:24`` in whatever dword, ``31:0 of 96 bits``."""
    if bits.width <= 32:
        return f"{bits.high}:{bits.low}"
    return f"{31 - bits.offset % 32}:{bits.low} of {bits.width} bits"


class Unique:
    """Gives each finding of a report a fingerprint of its own: the second one of two that are
    the same by their words is counted."""

    def __init__(self) -> None:
        self.count: Dict[str, int] = {}

    def of(self, rule: str, words: Iterable[object]) -> str:
        words = list(words)
        first = result = fingerprint(rule, words)
        while result in self.count:
            self.count[first] += 1
            result = fingerprint(rule, [*words, self.count[first]])
        self.count[result] = 1
        return result
