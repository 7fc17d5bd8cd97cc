# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fingerprints of findings: the identity of a change, in 12 hexadecimal digits.

A fingerprint does not depend on the offset in a layout, only on the place in a dword, so fields that
another change shifts keep theirs.  The fingerprint of a shift includes that of its cause.
"""

from __future__ import annotations

import hashlib
from typing import Dict, Iterable

from prmclib.model import Bits

DIGITS = 12


def fingerprint(rule: str, words: Iterable[object]) -> str:
    """Hashes names, places in dwords and values, never files, lines or wording."""
    total = hashlib.sha256("\0".join([rule, *map(str, words)]).encode("utf-8", "surrogatepass"))
    return total.hexdigest()[:DIGITS]


def in_dword(bits: Bits) -> str:
    """Returns a place in its dword: ``31:24``, ``31:0 of 96 bits``."""
    if bits.width <= 32:
        return f"{bits.high}:{bits.low}"
    return f"{31 - bits.offset % 32}:{bits.low} of {bits.width} bits"


class Unique:
    """Makes the fingerprints of a report unique: repeated ones are counted."""

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
