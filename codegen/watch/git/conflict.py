# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A conflict of a merge, with its place and both sides; and its marks in the file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import List, Sequence, Tuple


NUMBERED = re.compile("\0([0-9]+)\\Z")  # the end of a mark in lines that are still merged


@dataclass(frozen=True)
class Claim:
    """One side of a conflict: ``line`` counts in its own version of the file, from 1."""

    side: str  # "ours", "theirs", or "both" for what neither side has changed
    line: int
    place: str  # bits; empty for an item without any
    text: str


@dataclass
class Conflict:
    """``line``: of its first mark in the merged file."""

    where: str
    what: str
    claims: List[Claim] = field(default_factory=list)
    line: int = 0

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what

    def lines(self, path: str) -> List[str]:
        """Returns a sentence about the conflict, and a line for each side."""
        out = [f"{path}:{self.line}: {self}"]
        places = max((len(claim.place) for claim in self.claims), default=0)
        texts = max((len(claim.text) for claim in self.claims), default=0)
        for claim in self.claims:
            words = [f"    {claim.side:<6}"]
            words += [f"{claim.place:<{places}}"] if places else []
            out.append("  ".join([*words, f"{claim.text:<{texts}}", f"{path}:{claim.line}"]))
        return out


@dataclass
class Marks:
    """The marks of conflicts, from git's arguments."""

    size: int = 7
    ours: str = "ours"
    theirs: str = "theirs"

    def around(self, ours: Sequence[str], theirs: Sequence[str], number: int = 0) -> List[str]:
        """Returns both sides with marks; ``number`` identifies the conflict for :meth:`found`."""
        return [f"{'<' * self.size} {self.ours}\0{number}", *ours, "=" * self.size, *theirs,
                f"{'>' * self.size} {self.theirs}"]

    @staticmethod
    def found(lines: Sequence[str], conflicts: Sequence[Conflict]) -> Tuple[List[str],
                                                                           List[Conflict]]:
        """Returns the lines without numbers, and the conflicts in the order of their lines; a
        conflict inside another one has no line."""
        out: List[str] = []
        for number, line in enumerate(lines, 1):
            match = NUMBERED.search(line)
            if match:
                conflict = conflicts[int(match.group(1))]
                conflict.line = conflict.line or number
                line = line[:match.start()]
            out.append(line)
        return out, sorted((item for item in conflicts if item.line), key=lambda item: item.line)
