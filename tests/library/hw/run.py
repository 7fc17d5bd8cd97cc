#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the library's tests on a real card, and prints the card's answers to questions that no public source settles.

    DEVICE=mlx5_0 ninja test-hw
    tests/library/hw/run.py --build build [--device mlx5_0] [--timeout SECONDS]

Programs use PDs, queue pairs, keys and memory of their own, and send packets to the port that they
leave by: other users of the card don't notice. Without a card there is nothing to test: a message says so, and the status is 0.
The last line is `N passed, N failed, N skipped`; the answers of the card are no test, so a surprising one is no failure.
"""

from __future__ import annotations

import argparse
import errno
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
CANNOT_BE_ASKED = 77  # exit status of tests/library/hw/facts.c
# First lines of programs that need a feature that the device lacks, and the reason of the skip.
LACKS = {
    f"create {errno.EOPNOTSUPP}": "the device has no such objects",
    f"create {errno.EINVAL}": "the device takes no keys in plain text",
    "signature pipelining: Operation not supported": "the device has no signature pipelining",
    "mlx5sig_create_mkey: Operation not supported": "the device has no block signatures",
    "mlx5sig_dek_create: Operation not supported": "the device has no encryption",
}

# Name, command below the build folder, output of a passed test (None: any), as in tests/library/runtime and tests/device/softmlx5.
DONE = ["done"]
TESTS: List[tuple] = [
    ("query", ["tests/runtime/query"], ["same"]),
    *((f"key-{flags}", ["tests/runtime/objects", "lifecycle", str(flags)],
       ["create 0", "destroy 0", "pd 0"]) for flags in (1, 3, 5, 7, 9, 17)),
    ("refused", ["tests/runtime/objects", "refused"], DONE),
    ("pool-rules", ["tests/runtime/objects", "pool-rules"], ["pd 0"]),
    ("pool-threads", ["tests/runtime/objects", "pool-threads"], ["pd 0"]),
    ("deks", ["tests/runtime/objects", "deks"], ["pd 0"]),
    ("transactions", ["tests/runtime/transactions", "random", "1", "300"], None),
    ("encrypted", ["tests/runtime/transactions", "encrypted", "1", "100"], None),
    *((f"posting-{name}", ["tests/runtime/posting", name], DONE)
      for name in ("exchange", "detach", "reset", "flush", "pipelining", "events", "creators", "shared",
                   "arming", "blueflame", "long-lists")),
    ("sig_write", ["examples/sig_write"], None),
    ("pipelining", ["examples/pipelining"], None),
    ("pool", ["examples/pool"], None),
    ("dif_target", ["examples/dif_target"], None),
    ("accel", ["examples/accel", "0.1"], None),
]


@dataclass
class Result:
    """The end of a program: status None if it was stopped, lines of its output."""
    status: Optional[int]
    lines: List[str]


@dataclass
class Card:
    """A device of libibverbs, and the folder with the programs that ask it; timeout in seconds."""
    name: str
    build: str
    timeout: float

    def run(self, *words: str) -> Result:
        command = [os.path.join(self.build, words[0]), *words[1:]]
        environment = dict(os.environ, MLX5SIG_DEVICE=self.name, LC_ALL="C")
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  errors="replace", env=environment, timeout=self.timeout, check=False)
        except subprocess.TimeoutExpired as late:
            out = late.stdout or b""
            return Result(None, (out if isinstance(out, str) else out.decode(errors="replace")).splitlines())
        return Result(done.returncode, done.stdout.splitlines())


def why(result: Result) -> str:
    if result.status is None:
        return "did not end in time"
    return f"exit status {result.status}"


class Report:
    """The output; counts tests and questions that passed, failed and were skipped."""

    def __init__(self) -> None:
        self.counts: Dict[str, int] = {"passed": 0, "failed": 0, "skipped": 0}

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def test(self, card: Card, name: str, words: Sequence[str], expected: Optional[List[str]]) -> None:
        result = card.run(*words)
        if result.status == 0 and expected in (None, result.lines):
            verdict, lines = "passed", []
        elif result.lines and result.lines[0] in LACKS:
            verdict, lines = "skipped", [LACKS[result.lines[0]]]
        else:
            verdict, lines = "failed", [f"{why(result)}; {' '.join(words)} printed:", *result.lines]
        self.count(verdict)
        print(f"  {verdict:<8}{name}")
        for line in lines:
            print(f"            {line}")

    def question(self, card: Card, asked: dict) -> None:
        result = card.run("tests/facts", asked["name"])
        marks = asked.get("marks", [])
        print(f"\n  {asked['name']}: {asked['question']}" + (f" [{', '.join(marks)}]" if marks else ""))
        for line in result.lines:
            print(f"    {line}")
        expected = asked["softmlx5"].splitlines()
        if result.status == CANNOT_BE_ASKED:
            self.count("skipped")
        elif result.status != 0:
            print(f"    no answer: {why(result)}")
            self.count("failed")
        else:
            self.count("passed")
            if result.lines == expected:
                print("    = as softmlx5")
            else:
                print("    ! softmlx5 differs:")
                for line in expected:
                    if line not in result.lines:
                        print(f"      {line}")


def devices(build: str) -> List[str]:
    """Returns the names of the mlx5 devices of this machine."""
    done = subprocess.run([os.path.join(build, "tests/facts"), "--devices"], stdout=subprocess.PIPE,
                          text=True, check=False)
    return done.stdout.splitlines()


def load() -> dict:
    with open(os.path.join(HERE, "facts.yaml"), encoding="utf-8") as stream:
        return yaml.safe_load(stream)


def ask(card: Card, facts: dict) -> Report:
    report = Report()
    print("\nTests")
    for name, words, expected in TESTS:
        report.test(card, name, words, expected)
    print("\nWhat only hardware can settle")
    for asked in facts["asked"]:
        report.question(card, asked)
    print("\nNot asked")
    for entry in facts["not_asked"]:
        print(f"  {', '.join(entry['marks'])}: {entry['reason']}")
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", metavar="DIR", help="where the programs are")
    parser.add_argument("--device", default=os.environ.get("DEVICE", ""), metavar="NAME",
                        help="the card (default: the environment variable DEVICE)")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help="of a program")
    args = parser.parse_args()
    if not os.path.exists(os.path.join(args.build, "tests/facts")):
        print(f"test-hw: {args.build} has no tests/facts: build it with `ninja test-hw`, or name the build folder "
              "with --build DIR", file=sys.stderr)
        return 2
    found = devices(args.build)
    if not found:
        print("test-hw: this machine has no mlx5 device that libibverbs can open: nothing is tested")
        print("0 passed, 0 failed, 0 skipped")
        return 0
    if args.device not in found:
        said = f"there is no mlx5 device {args.device}" if args.device else "no device is named"
        print(f"test-hw: {said}; say which one may be used: DEVICE={found[0]} ninja test-hw. "
              f"This machine has {', '.join(found)}", file=sys.stderr)
        return 2
    card = Card(args.device, args.build, args.timeout)
    ready = card.run("tests/facts", "--ready")
    print("\n".join(ready.lines))
    if ready.status == CANNOT_BE_ASKED:
        print("0 passed, 0 failed, 0 skipped")
        return 0
    if ready.status != 0:
        print(f"test-hw: two queue pairs of {args.device} cannot be connected with each other, {why(ready)}: it needs "
              "access to /dev/infiniband, a kernel with DEVX, an active port and, on Ethernet, a GID", file=sys.stderr)
        return 2
    counts = ask(card, load()).counts
    print("\n" + ", ".join(f"{number} {name}" for name, number in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
