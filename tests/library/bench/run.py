#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Measures, prints tables, and says whether the goals hold.

    tests/library/bench/run.py --build build/bench              everything: `ninja bench`
    tests/library/bench/run.py --build build/bench --check      what hardly changes from run to run: `ninja test-bench`
    tests/library/bench/run.py --build build/bench --only runtime --spdk TREE   the library, beside SPDK's as well
    tests/library/bench/run.py --build build/bench --only runtime --chart docs/speed.svg    draws the chart again

Each part is a module with a PART (measure.py). Exits with 0 when all goals hold, with 1 when one
does not, with 2 when something could not be measured. With --check the last line is
`N passed, N failed, N skipped`; a check is one goal in one row.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import List

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [HERE, os.path.join(ROOT, "tests", "run")]
sys.dont_write_bytecode = True

import chart  # noqa: E402
import fabric  # noqa: E402
import layouts  # noqa: E402
import runtime  # noqa: E402
import softmlx5  # noqa: E402
from measure import BenchError, Part, Table, judged, tally, text  # noqa: E402

PARTS = ["layouts", "runtime", "softmlx5", "fabric"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, metavar="DIR", help="folder for programs")
    parser.add_argument("--check", action="store_true",
                        help="only what hardly changes from run to run")
    parser.add_argument("--only", choices=PARTS, metavar="PART", help="one part: " + ", ".join(PARTS))
    parser.add_argument("--spdk", metavar="TREE",
                        help="a checkout of SPDK, whose lib/mlx5 is measured beside the library")
    parser.add_argument("--chart", metavar="FILE", help="writes the chart of the part runtime, an SVG file")
    args = parser.parse_args()
    passed = failed = 0
    measured: List[Table] = []
    parts: List[Part] = [layouts.PART, runtime.part(args.spdk), softmlx5.PART, fabric.PART]
    for part in parts:
        if args.only not in (None, part.name):
            continue
        build = os.path.join(os.path.abspath(args.build), part.name)
        os.makedirs(build, exist_ok=True)
        print(f"{part.name}: {part.about}")
        for table in (part.check if args.check else part.measure)(build):
            print("\n" + "\n".join(text(table) + judged(table)), flush=True)
            measured.append(table)
            held, broken = tally(table)
            passed += held
            failed += broken
    if args.chart:
        drawing = chart.svg(measured)
        with open(args.chart + ".part", "w", encoding="utf-8") as stream:
            stream.write(drawing)
        os.replace(args.chart + ".part", args.chart)
    if args.check:
        print(f"\n{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BenchError as exc:
        print(f"bench: {exc}", file=sys.stderr)
        sys.exit(2)
