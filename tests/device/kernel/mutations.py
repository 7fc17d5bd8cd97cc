#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Moves fields of the spec by one bit, one at a time, and records which world notices: the process, or Linux's driver.

    tests/device/kernel/mutations.py --build build               the moves of mutations.txt that have no result yet
    tests/device/kernel/mutations.py --build build --only cqc.   those whose name begins so, again
    tests/device/kernel/mutations.py --page                      writes the table of docs/kernel.md

Everything that is compiled has the moved field: softmlx5, the library, the programs. In the process they agree with each
other; only libmlx5 and the kernel have layouts of their own. A row takes a minute of processor time; what is done is
recorded at once, so that the program may be ended and started again. A line of mutations.txt
is `LAYOUT.FIELD WAY | PROCESS | KERNEL`, with `-` where a world has noticed nothing, and then `| why`, by hand.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from typing import Dict, List

import moves
import worlds
from worlds import ROOT, WORLDS, Seen, Variant

RECORD = os.path.join(worlds.HERE, "mutations.txt")
PAGE = os.path.join(ROOT, "docs", "kernel.md")
BEGIN, END = "<!-- Made by tests/device/kernel/mutations.py --page. -->\n", "<!-- End of the table. -->\n"
NOTHING = "-"
HOW = ("boot", "program", "strict", "output", "trace")  # first words of results
RIGHT = 3  # further runs with the right spec, for what its trace has not always
HEAD = """\
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Moves of fields by one bit: the field and the way; how the process has noticed; how Linux's driver has; why not.
# Made by mutations.py, which adds the results. A reason of a move that the kernel does not notice is written by hand.
"""


@dataclass
class Row:
    """A move, and what each world has said; '' if it has not run."""

    layout: str
    field: str
    way: str
    results: Dict[str, str]
    why: str = ""

    @property
    def name(self) -> str:
        return f"{self.layout}.{self.field} {self.way}"

    def __str__(self) -> str:
        parts = [self.name, *(self.results.get(world, "") for world in WORLDS), self.why]
        return " | ".join(parts).rstrip(" |")


def read(path: str = RECORD) -> List[Row]:
    """Returns the rows of the record. Raises ValueError for a line that is none."""
    rows = []
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            if line.startswith("#") or not line.strip():
                continue
            parts = [part.strip() for part in line.split(" | ")]
            match = re.fullmatch(r"(\w+)\.(\w+) (up|down)", parts[0])
            if not match or len(parts) > 4:
                raise ValueError(f"{path}: not `LAYOUT.FIELD up | PROCESS | KERNEL | why`: {line}")
            results = dict(zip(WORLDS, parts[1:3]))
            rows.append(Row(match[1], match[2], match[3], results, parts[3] if len(parts) > 3 else ""))
    return rows


def write(rows: List[Row]) -> None:
    with open(RECORD + ".new", "w", encoding="utf-8") as stream:
        stream.write(HEAD + "".join(f"{row}\n" for row in rows))
    os.replace(RECORD + ".new", RECORD)


class Campaign:
    """Builds one variant after the other, and runs both worlds."""

    def __init__(self, build: str, folder: str) -> None:
        self.log = os.path.join(folder, "log")
        os.makedirs(self.log)
        self.variant = Variant(build, os.path.join(folder, "variant"))
        failure = self.variant.built()
        assert not failure, failure
        self.right: Dict[str, Seen] = {world: self.seen(world) for world in WORLDS}
        for world, seen in self.right.items():
            assert not seen.how, f"with the right spec, {world}: {seen.how}"
            assert not worlds.requests(self.variant.folder, world, self.log).how, world
            for _ in range(RIGHT):
                seen.trace |= self.seen(world).trace

    def seen(self, world: str) -> Seen:
        return worlds.examples(self.variant.folder, world, self.log)

    def notices(self, layout: str, field: str, way: str) -> Dict[str, str]:
        """Moves a field; returns how each world has noticed. Raises moves.Impossible."""
        path, text = moves.find(self.variant.spec, layout)
        new = moves.moved(text, layout, field, way)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(new)
        failure = self.variant.built()
        if failure:
            raise SystemExit(f"mutations.py: {layout}.{field} {way} cannot be built; take it out of {RECORD}:\n{failure}")
        found = {world: self.differs(world) for world in WORLDS}
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return found

    def differs(self, world: str) -> str:
        """Returns how a world has noticed. A trace has noticed if it says the same new thing twice."""
        first = self.seen(world)
        said = first.differs(self.right[world])
        if said.startswith("trace:"):
            again = self.seen(world)
            again.trace &= first.trace
            said = again.differs(self.right[world])
        return said or worlds.requests(self.variant.folder, world, self.log).how


def short(text: str) -> str:
    """Returns a result as it is recorded: a line without addresses."""
    text = re.sub(r"\s+", " ", text.replace("|", "/").replace(ROOT + os.sep, ""))
    return text[:117] + "..." if len(text) > 120 else text or NOTHING


def run(build: str, only: str) -> None:
    rows = read()
    wanted = [row for row in rows if (row.name.startswith(only) if only else len(row.results) < len(WORLDS))]
    folder = tempfile.mkdtemp()
    try:
        campaign = Campaign(build, folder)
        for row in wanted:
            found = campaign.notices(row.layout, row.field, row.way)
            row.results = {world: short(text) for world, text in found.items()}
            print(row, flush=True)
            write(rows)
    finally:
        shutil.rmtree(folder)


def table(rows: List[Row]) -> str:
    """Returns the table of the page: a line for each layout, and the moves that the kernel has not noticed."""
    layouts: Dict[str, List[Row]] = {}
    done = [row for row in rows if len(row.results) == len(WORLDS)]
    for row in done:
        layouts.setdefault(row.layout, []).append(row)

    def seen(part: List[Row], world: str) -> int:
        return sum(row.results[world] != NOTHING for row in part)

    lines = ["| layout | moves | noticed in the process | by the driver | how |", "|---|---|---|---|---|"]
    for layout, part in layouts.items():
        words = [row.results["kernel"].split(":")[0] for row in part if row.results["kernel"] != NOTHING]
        how = ", ".join(f"{word} {words.count(word)}" for word in HOW if word in words)
        lines.append(f"| `{layout}` | {len(part)} | {seen(part, 'process')} | {seen(part, 'kernel')} | {how} |")
    lines.append(f"| **all** | {len(done)} | {seen(done, 'process')} | {seen(done, 'kernel')} | |")
    left = len(rows) - len(done)
    lines += ["", f"{left} moves of mutations.txt have not run yet."] if left else []
    missed = [row for row in done if row.results["kernel"] == NOTHING]
    lines += ["", "Not noticed by the driver:" if missed else "The driver notices all.", ""]
    lines += [f"* `{row.name}`: {row.why}" for row in missed]
    return "\n".join(lines).rstrip() + "\n"


def page(text: str, rows: List[Row]) -> str:
    """Returns the text of docs/kernel.md with the table of the record."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "\n" + table(rows) + "\n" + END + rest.partition(END)[2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR")
    parser.add_argument("--only", default="", metavar="NAME", help="moves whose name begins so, whether they have run or not")
    parser.add_argument("--page", action="store_true", help="write the table of docs/kernel.md")
    args = parser.parse_args()
    if not args.page:
        run(os.path.abspath(args.build), args.only)
        return 0
    with open(PAGE, encoding="utf-8") as stream:
        text = stream.read()
    with open(PAGE, "w", encoding="utf-8") as stream:
        stream.write(page(text, read()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
