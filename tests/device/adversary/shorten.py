#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes a failure on the adversary shorter, and prints one command that repeats it.

    tests/device/adversary/shorten.py [--limit SECONDS] [--tries N] [--actions OPTION] -- \\
        build/softmlx5 --adversary SEED [OPTIONS] COMMAND [ARGUMENTS]

A run fails if its exit status is not 0, or if it hangs (tests/run/patience.py). The oddities that happened are in its
trace. First each of them is left out, then all but a range of the occurrences of each of the others, as long as the
run still fails. With --actions the number behind this option of the command becomes smaller first. If a failure
needs a race of threads, it may not be repeated; --tries N counts a run as failed if one of N attempts is.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "run"))

import patience  # noqa: E402

OCCURRENCE = re.compile(r"adversary: ([a-z-]+) (\d+)$", re.M)


@dataclass
class Failure:
    """A command that fails, and how often it was run."""

    words: List[str]
    limit: float = 30.0  # seconds of processor time
    tries: int = 1
    runs: int = 0
    output: str = ""  # of the last failing run
    status: Optional[int] = None  # of that one; None: it did not end
    shares: Dict[str, Tuple[int, int]] = field(default_factory=dict)  # oddity: first and last occurrence

    def with_oddities(self, shares: Dict[str, Tuple[int, int]]) -> List[str]:
        """Returns the command with these oddities only."""
        at = self.words.index("--adversary") + 2
        rest = self.words[at:]
        while "--oddities" in rest:
            found = rest.index("--oddities")
            del rest[found:found + 2]
        names = ",".join(f"{name}:{first}-{last}" for name, (first, last) in sorted(shares.items()))
        return [*self.words[:at], "--oddities", names or "-quiet", *rest]

    def fails(self, words: List[str]) -> bool:
        """Runs a command, at most `tries` times until it fails."""
        for _ in range(self.tries):
            self.runs += 1
            try:
                done = patience.run(words, self.limit, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    stdin=subprocess.DEVNULL, text=True, errors="replace")
            except patience.Hang as hang:
                self.status, self.output = None, hang.output
                return True
            if done.returncode:
                self.status, self.output = done.returncode, done.stdout
                return True
        return False

    def occurrences(self) -> Dict[str, Tuple[int, int]]:
        """Runs the command with a trace. Returns the oddities that happened."""
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace.txt")
            at = self.words.index("--adversary")
            self.fails([*self.words[:at], "--trace", trace, *self.words[at:]])
            found: Dict[str, int] = {}
            if os.path.exists(trace):
                with open(trace, encoding="utf-8", errors="replace") as stream:
                    for name, number in OCCURRENCE.findall(stream.read()):
                        found[name] = max(found.get(name, 0), int(number))
        return {name: (1, number) for name, number in found.items()}

    def fewer_actions(self, option: str) -> None:
        """Halves the number behind the option while the command fails, then looks for the smallest one."""
        at = self.words.index(option) + 1
        low, high = 0, int(self.words[at])
        while high - low > max(1, high // 50):
            middle = (low + high) // 2
            words = [*self.words[:at], str(middle), *self.words[at + 1:]]
            if self.fails(words):
                high, self.words = middle, words
            else:
                low = middle

    def fewer_oddities(self) -> None:
        """Leaves out what is not needed. A failure that needs no oddity has none in the end."""
        self.shares = self.occurrences()
        if not self.fails(self.with_oddities(self.shares)):
            self.shares = {}
            return
        for name in sorted(self.shares):
            fewer = {other: share for other, share in self.shares.items() if other != name}
            if self.fails(self.with_oddities(fewer)):
                self.shares = fewer
        for name in sorted(self.shares):
            self.narrow(name)
        self.words = self.with_oddities(self.shares)

    def narrow(self, name: str) -> None:
        """Looks for the smallest last occurrence, then for the largest first one."""
        first, last = self.shares[name]
        low = first - 1
        while last - low > 1:
            middle = (low + last) // 2
            if self.fails(self.with_oddities({**self.shares, name: (first, middle)})):
                last = middle
            else:
                low = middle
        high = last + 1
        while high - first > 1:
            middle = (first + high) // 2
            if self.fails(self.with_oddities({**self.shares, name: (middle, last)})):
                first = middle
            else:
                high = middle
        self.shares[name] = (first, last)


def shorten(words: List[str], limit: float, tries: int = 1, actions: str = "") -> Optional[Failure]:
    """Returns the shortened failure, or None if the command does not fail."""
    failure = Failure(words, limit, tries)
    if not failure.fails(words):
        return None
    if actions and actions in words:
        failure.fewer_actions(actions)
    failure.fewer_oddities()
    failure.fails(failure.words)
    return failure


def describe(failure: Failure) -> str:
    """Returns the command that repeats the failure, and the end of its output."""
    how = "does not end" if failure.status is None else f"exit status {failure.status}"
    lines = failure.output.rstrip().splitlines()[-12:]
    return "\n".join([f"{how}, after {failure.runs} runs shortened to:", "  " + shlex.join(failure.words),
                      *(f"  | {line}" for line in lines)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=30.0, metavar="SECONDS", help="of a run (default: 30)")
    parser.add_argument("--tries", type=int, default=1, metavar="N", help="attempts of a run (default: 1)")
    parser.add_argument("--actions", default="", metavar="OPTION", help="of the command: its number is made smaller")
    parser.add_argument("words", nargs="+", metavar="COMMAND")
    args = parser.parse_args()
    if "--adversary" not in args.words:
        parser.error("the command has no --adversary SEED")
    failure = shorten(args.words, args.limit, args.tries, args.actions)
    print(describe(failure) if failure else "the command does not fail")
    return 1 if failure else 0


if __name__ == "__main__":
    sys.exit(main())
