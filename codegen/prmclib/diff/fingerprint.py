# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fingerprints of findings: what a change is, in 12 hexadecimal digits."""

from __future__ import annotations

import hashlib
from typing import Dict, Iterable

DIGITS = 12


def fingerprint(rule: str, words: Iterable[object]) -> str:
    """Of names, places in the layout and values, never of files, lines or how a person says it."""
    total = hashlib.sha256("\0".join([rule, *map(str, words)]).encode("utf-8", "surrogatepass"))
    return total.hexdigest()[:DIGITS]


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
