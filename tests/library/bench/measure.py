# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Shared by the parts of the benchmark: tables with goals, compiling, counting with callgrind."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Sequence, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))


class BenchError(Exception):
    """The benchmark could not be run; the text has the remedy."""


@dataclass(frozen=True)
class Goal:
    """The column ``way`` is at most ``limit`` times the column ``against``; at least, for a floor.

    A row that lacks one of them has no such goal. An aim is a goal that may be missed: it is reported, and fails
    nothing.
    """

    way: str
    against: str
    limit: float
    is_aim: bool = False
    is_floor: bool = False

    def concerns(self, counts: Dict[str, int]) -> bool:
        return self.way in counts and self.against in counts

    def holds(self, counts: Dict[str, int]) -> bool:
        bound = self.limit * counts[self.against]
        return counts[self.way] >= bound if self.is_floor else counts[self.way] <= bound

    @property
    def bound(self) -> str:
        """``at most 1.10``, for example."""
        return f"at {'least' if self.is_floor else 'most'} {self.limit:.2f}"


@dataclass
class Row:
    """A measurement: ``counts`` has numbers for columns of the table."""

    what: str
    counts: Dict[str, int]


@dataclass
class Table:
    """Rows under one title.

    ``ratios`` are pairs of columns whose quotient is shown, followed by its goal if ``shows_goals``; ``goals`` are for
    every row.
    """

    title: str
    columns: List[str]
    ratios: List[Tuple[str, str]]
    rows: List[Row]
    goals: List[Goal] = field(default_factory=list)
    shows_goals: bool = False


@dataclass(frozen=True)
class Part:
    """A part of the benchmark. ``measure`` gets a build folder of its own.

    ``check`` measures values that hardly change from run to run, so that a test may rely on them.
    """

    name: str
    about: str
    measure: Callable[[str], List[Table]]
    check: Callable[[str], List[Table]]


def run(command: Sequence[str]) -> None:
    """Runs a command; its output is part of the error if it fails."""
    if not shutil.which(command[0]):
        raise BenchError(f"there is no command {command[0]}: run ./configure.py --install-deps=deep")
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)
    if done.returncode:
        raise BenchError(f"exit status {done.returncode} of {' '.join(command)}\n{done.stdout}")


LABEL = re.compile(r"desc: Trigger: Client Request: (\S+) (\d+)$")
TOTAL = re.compile(r"totals: (\d+)$")


def instructions(program: str) -> Dict[str, int]:
    """Returns the instructions of one call of each function that the program counts with callgrind.

    The program makes two dumps for each, called "NAME CALLS", with two numbers of calls. Their difference excludes the
    code before and after; without the function "nothing", it also excludes the loop and the call. A function whose
    calls have different costs is an error.
    """
    out = program + ".callgrind"
    run(["valgrind", "--tool=callgrind", "--combine-dumps=yes", f"--callgrind-out-file={out}",
         program])
    found: Dict[str, Dict[int, int]] = {}
    with open(out, encoding="utf-8") as stream:
        label = None
        for line in stream:
            label = LABEL.match(line) or label
            total = TOTAL.match(line)
            if total and label:
                found.setdefault(label[1], {})[int(label[2])] = int(total[1])
                label = None
    costs = {}
    for name, dumps in found.items():
        if len(dumps) != 2:
            raise BenchError(f"{program}: {name} has {len(dumps)} dumps, not 2")
        (few, low), (many, high) = sorted(dumps.items())
        if (high - low) % (many - few):
            raise BenchError(f"{program}: {name} does not cost the same in every call")
        costs[name] = (high - low) // (many - few)
    if "nothing" not in costs:
        raise BenchError(f"{program} does not tell what a call costs")
    return {name: cost - costs["nothing"] for name, cost in costs.items() if name != "nothing"}


def text(table: Table) -> List[str]:
    """Returns the table as lines, numbers flush right; broken goals are marked."""
    wanted = {pair: [f"{'aim' if g.is_aim else 'goal'} {'>=' if g.is_floor else '<='} {g.limit:.2f}"
                     for g in table.goals if table.shows_goals and (g.way, g.against) == pair]
              for pair in table.ratios}
    head = ["", *table.columns]
    for pair in table.ratios:
        head += [f"/ {pair[1]}", *("" for _ in wanted[pair])]
    lines = [head]
    for row in table.rows:
        cells = [row.what, *(str(row.counts.get(name, "-")) for name in table.columns)]
        for way, against in table.ratios:
            broken = any((g.way, g.against) == (way, against) and not g.is_aim
                         and not g.holds(row.counts) for g in table.goals)
            cells.append(f"{row.counts[way] / row.counts[against]:.2f}{'!' if broken else ' '}")
            cells += wanted[way, against]
        lines.append(cells)
    wide = [max(len(line[i].rstrip()) for line in lines) for i in range(len(head))]
    out = [table.title]
    for line in lines:
        out.append("  ".join([line[0].ljust(wide[0]),
                              *(cell.rjust(wide[i + 1] + (cell[-1:] in (" ", "!")))
                                for i, cell in enumerate(line[1:]))]).rstrip())
    return out


def judged(table: Table) -> List[str]:
    """Returns one line for each goal of the table."""
    out = []
    for goal in table.goals:
        rows = [row for row in table.rows if goal.concerns(row.counts)]
        broken = [row.what.strip() for row in rows if not goal.holds(row.counts)]
        met = f"{len(rows) - len(broken)} of {len(rows)} rows"
        out.append(f"{'aim' if goal.is_aim else 'goal'}: {goal.way} {goal.bound} of "
                   f"{goal.against}: " + (f"reached in {met}" if goal.is_aim else
                                          f"NOT for {'; '.join(broken)}" if broken else "holds"))
    return out


def tally(table: Table) -> Tuple[int, int]:
    """Returns the numbers of goals that hold and that do not, counted for each row."""
    held = [goal.holds(row.counts) for goal in table.goals if not goal.is_aim
            for row in table.rows if goal.concerns(row.counts)]
    return sum(held), len(held) - sum(held)
