#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs one test command and records how it ended; the summary reads the records.

    tests/run_test.py --name unit --timeout 120 --out build/tests/unit.json -- COMMAND...

The command's output must end with ``N passed, N failed, N skipped`` or pytest's own closing
line. A crash, a time-out or a missing closing line counts as one failure. Exits 0 whatever
happened, so that one failing test does not keep the others from running.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from typing import Dict, List, Optional, Tuple

CLOSING = re.compile(r"(?=.*\d+ (?:passed|failed|skipped|errors?)\b)[=\s]*"
                     r"(?:\d+ (?:passed|failed|skipped|errors?|warnings?|deselected)[, ]*)+"
                     r"(?:in [\d.:() s]+)?[=\s]*\Z")


def closing(text: str) -> Optional[Tuple[int, int, int]]:
    """(passed, failed, skipped) of the last line of the output, or None."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not CLOSING.match(lines[-1]):
        return None
    counts: Dict[str, int] = {}
    for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", lines[-1]):
        counts[word] = counts.get(word, 0) + int(number)
    return (counts.get("passed", 0), counts.get("failed", 0) + counts.get("error", 0),
            counts.get("skipped", 0))


def run(command: List[str], timeout: float) -> Tuple[int, str, bool]:
    """Exit status, output, and whether the time ran out; the whole process group is ended."""
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
    except OSError as exc:
        return 127, f"{command[0]}: {exc.strerror}\n", False
    try:
        output, _ = process.communicate(timeout=timeout)
        return process.returncode, output.decode(errors="replace"), False
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return process.returncode, output.decode(errors="replace"), True


def judge(status: int, output: str, timed_out: bool,
          timeout: float) -> Tuple[int, int, int, str]:
    """(passed, failed, skipped, reason of a failure that the closing line does not tell)."""
    counts = closing(output)
    passed, failed, skipped = counts or (0, 0, 0)
    if timed_out:
        return passed, failed + 1, skipped, f"no end within {timeout:g} s"
    if counts is None:
        return 0, 1, 0, f"no closing line `N passed, N failed, N skipped` (exit {status})"
    if status and not failed:
        return passed, 1, skipped, f"exit {status} although no check failed"
    if not passed + failed + skipped:
        return 0, 1, 0, "it checked nothing"
    return passed, failed, skipped, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", required=True)
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds")
    parser.add_argument("--out", required=True, help="the record, JSON")
    parser.add_argument("command", nargs="+")
    args = parser.parse_args()
    status, output, timed_out = run(args.command, args.timeout)
    passed, failed, skipped, reason = judge(status, output, timed_out, args.timeout)
    record = {"name": args.name, "passed": passed, "failed": failed, "skipped": skipped,
              "reason": reason, "alone": shlex.join(args.command), "output": output}
    os.makedirs(os.path.dirname(args.out) or ".", exist_ok=True)
    with open(args.out + ".part", "w", encoding="utf-8") as stream:
        json.dump(record, stream)
    os.replace(args.out + ".part", args.out)
    print(f"{args.name}: {passed} passed, {failed} failed, {skipped} skipped"
          + (f": {reason}" if reason else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
