#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the tests on a busy machine: beside endless loops, a number for each processor.

    tests/run/loaded.py                             `ninja test` three times, beside 3 loops for each processor
    tests/run/loaded.py --loops 0 --runs 5          five times on a quiet machine
    tests/run/loaded.py --runs 1 test-deep          another target

Prints a row for each run: the loops, wall-clock and processor seconds, unsteady tests and the total. The output of a run is in
build/loaded/. Exits with 1 if a run failed or had an unsteady test: on a busy machine, too, a test tells the truth at once.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from typing import Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COST = re.compile(r"^processor time: (\d+) s", re.MULTILINE)
TOTAL = re.compile(r"^\d+ passed, \d+ failed, \d+ skipped$", re.MULTILINE)


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many endless loops run meanwhile. Each is a session, since Linux may share the processors between sessions
    (sched_autogroup_enabled), and each test is one."""
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"], start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(target: str, log: str) -> bool:
    """Runs a target of ninja, with its output in a file; prints the row's second part. Returns whether it passed at once."""
    start = time.monotonic()
    with open(log, "w", encoding="utf-8") as stream, \
            subprocess.Popen(["ninja", target], cwd=ROOT, stdout=stream, stderr=subprocess.STDOUT) as ninja:
        try:
            status = ninja.wait()
        except BaseException:
            ninja.terminate()  # two in one build folder would disturb each other
            raise
    wall = time.monotonic() - start
    with open(log, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    unsteady = re.findall(r"^UNSTEADY ([^:]+):", text, re.MULTILINE)
    cost, total = COST.findall(text), TOTAL.findall(text)
    print(f"{wall:6.0f}  {cost[-1] if cost else '?':>6}  {', '.join(unsteady) or 'none':<20}  "
          f"{total[-1] if total else f'ended with {status}, see {log}'}", flush=True)
    return status == 0 and not unsteady


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends what has been started, too
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loops", type=int, default=3, metavar="N", help="endless loops for each processor (default: 3)")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="how often (default: 3)")
    parser.add_argument("target", nargs="?", default="test", help="target of ninja (default: test)")
    args = parser.parse_args()
    folder = os.path.join(ROOT, "build", "loaded")
    os.makedirs(folder, exist_ok=True)
    count = args.loops * len(os.sched_getaffinity(0))
    print("run  loops    wall     CPU  unsteady              total", flush=True)
    passed = True
    with busy(count):
        for number in range(1, args.runs + 1):
            print(f"{number:3}  {count:5}  ", end="", flush=True)
            passed = run(args.target, os.path.join(folder, f"{args.target}-{args.loops}-{number}.log")) and passed
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
