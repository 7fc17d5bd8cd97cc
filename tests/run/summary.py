#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Prints the results of recorded tests: skips with their reasons, failures, the cost, and the total.

    tests/run/summary.py [--tier NAME] RECORD... | @FILE

The last line is ``N passed, N failed, N skipped``. A record that is missing or broken
counts as a failure. Exits with 1 if anything failed or nothing passed.

With ``--tier``, of `ninja test` or `ninja test-deep`, a test that failed runs once more, alone. If it passes then it counts as
passed, but is unsteady: its first output is printed in full, and the file ``unsteady.txt`` beside the records has it. More than
two unsteady tests are a failure, and so is one in which a sanitizer or valgrind had found something. The last line is also in
``TIER.total``, beside the records.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shlex
import subprocess
import sys
from typing import List

from run_test import Record

SHOWN = 20  # lines from the end of a failing test's output that are printed again
DEAREST = 10  # tests whose processor time is printed
MOST_UNSTEADY = 2
MOST_AGAIN = 8  # failed tests: more are no accident, and do not run again
RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run_test.py")
# Reports of sanitizers and valgrind: what they find once is there, however seldom it happens.
REPORT = re.compile(r"(?:ERROR|WARNING|SUMMARY): \w+Sanitizer|: runtime error: |"
                    r"^==\d+== (?:Invalid |Conditional jump|Use of uninit|Syscall param)", re.MULTILINE)


def read(path: str) -> Record:
    try:
        with open(path, encoding="utf-8") as stream:
            return Record(**json.load(stream))
    except (OSError, ValueError, TypeError) as exc:
        name = os.path.splitext(os.path.basename(path))[0]
        return Record(name, failed=1, problem=f"no usable record in {path}: {exc}",
                      alone=f"ninja test-{name}")


def again(record: Record, folder: str) -> Record:
    """Runs a failed test once more, alone; returns the new record."""
    print(f"\n{record.name} failed; once more, alone:", flush=True)
    path = os.path.join(folder, f"{record.name}.again.json")
    subprocess.run([sys.executable, RUNNER, "--name", record.name, "--cpu", str(record.limit), "--out", path,
                    "--alone", record.alone, "--", *shlex.split(record.command)], check=False)
    return read(path)


def write_unsteady(path: str, tier: str, unsteady: List[Record]) -> None:
    """Replaces the lines of this tier in the file."""
    kept: List[str] = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as stream:
            kept = [line for line in stream if not line.startswith(f"{tier} ")]
    with open(path, "w", encoding="utf-8") as stream:
        stream.writelines([*kept, *(f"{tier} UNSTEADY {record.name}: first {record.line}\n" for record in unsteady)])


def run_again(records: List[Record], tier: str, folder: str) -> List[Record]:
    """Lets failed tests run again; returns all records, in which unsteady ones have passed, with their failures as further
    records."""
    failed = [record for record in records if record.failed and record.limit]
    unsteady: List[Record] = []
    result = {record.name: record for record in records}
    if len(failed) > MOST_AGAIN:
        print(f"{len(failed)} tests failed, too many to run them again")
        failed = []
    for record in failed:
        second = again(record, folder)
        if not second.failed:
            unsteady.append(record)
            result[record.name] = second
    write_unsteady(os.path.join(folder, "unsteady.txt"), tier, unsteady)
    for record in unsteady:
        print(f"\nUNSTEADY {record.name}: it failed, and passed when it ran again. Its first output:")
        print(record.line)
        for line in record.output.rstrip().splitlines():
            print(f"  | {line}")
        if REPORT.search(record.output):
            result[f"{record.name}, report"] = Record(
                f"{record.name}, report", failed=1, problem="a sanitizer or valgrind found something in an unsteady test",
                alone=record.alone)
    if len(unsteady) > MOST_UNSTEADY:
        result["unsteady"] = Record("unsteady", failed=1, problem=f"{len(unsteady)} unsteady tests, of which {MOST_UNSTEADY} "
                                    "are allowed", alone="; ".join(record.alone for record in unsteady))
    return list(result.values())


def show(records: List[Record]) -> None:
    """Prints skips and failures."""
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


def show_cost(records: List[Record]) -> None:
    """Prints where the processor time went."""
    dearest = sorted(records, key=lambda record: -record.cpu)[:DEAREST]
    print(f"\nprocessor time: {sum(record.cpu for record in records):.0f} s; " +
          ", ".join(f"{record.name} {record.cpu:.0f}" for record in dearest))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], fromfile_prefix_chars="@")
    parser.convert_arg_line_to_args = str.split  # type: ignore[assignment]
    parser.add_argument("--tier", metavar="NAME", help="failed tests run again; also write the last line to TIER.total")
    parser.add_argument("records", nargs="+", metavar="RECORD")
    args = parser.parse_args()
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.reconfigure(errors="backslashreplace")
    records = [read(path) for path in args.records]
    folder = os.path.dirname(args.records[0])
    if args.tier:
        records = run_again(records, args.tier, folder)
    show(records)
    if len(records) > 1:
        show_cost(records)
    passed, failed, skipped = (sum(getattr(record, key) for record in records)
                               for key in ("passed", "failed", "skipped"))
    total = f"{passed} passed, {failed} failed, {skipped} skipped"
    if args.tier:
        with open(os.path.join(folder, f"{args.tier}.total"), "w", encoding="utf-8") as stream:
            stream.write(total + "\n")
    print(total)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
