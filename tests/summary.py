#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Prints the results of recorded tests: skips with their reasons, failures, and the total.

    tests/summary.py [--total FILE] RECORD...

The last line is ``N passed, N failed, N skipped``, written to FILE too. A record that is missing or broken
counts as a failure. Exits with 1 if anything failed or nothing passed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from run_test import Record

SHOWN = 20  # lines from the end of a failing test's output that are printed again


def read(path: str) -> Record:
    try:
        with open(path, encoding="utf-8") as stream:
            return Record(**json.load(stream))
    except (OSError, ValueError, TypeError) as exc:
        name = os.path.splitext(os.path.basename(path))[0]
        return Record(name, failed=1, problem=f"no usable record in {path}: {exc}",
                      alone=f"ninja test-{name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--total", metavar="FILE", help="file for the last line")
    parser.add_argument("records", nargs="+", metavar="RECORD")
    args = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")
    records = [read(path) for path in args.records]
    for record in records:
        for reason in record.reasons:
            print(f"skip {record.name}: {reason}")
    for record in records:
        if record.failed:
            print(f"\n{record.line}")
            if len(records) > 1:  # a single one has just printed it
                for line in record.output.rstrip().splitlines()[-SHOWN:]:
                    print(f"  | {line}")
            print(f"  run alone: {record.alone}")
    passed, failed, skipped = (sum(getattr(record, key) for record in records)
                               for key in ("passed", "failed", "skipped"))
    total = f"{passed} passed, {failed} failed, {skipped} skipped"
    if args.total:
        with open(args.total, "w", encoding="utf-8") as stream:
            stream.write(total + "\n")
    print(total)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
