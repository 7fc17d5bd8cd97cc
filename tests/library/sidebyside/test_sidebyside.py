# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random programs have the same results with libmlx5's mlx5dv and with the library, as shown by tests/library/sidebyside.

SIDEBYSIDE_COUNT=N runs N programs, SIDEBYSIDE_FIRST=N starts with another one.
"""

from __future__ import annotations

import os
import re
import subprocess
from typing import List

import pytest
import patience
import sanitizers

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))
COUNT = int(os.environ.get("SIDEBYSIDE_COUNT", 400))
FIRST = int(os.environ.get("SIDEBYSIDE_FIRST", 0))
sanitizers.skip(f"{BUILD}/tests/sidebyside", "malloc() belongs to {} and cannot be replaced")


def run(side: str, first: int, count: int, *options: str) -> List[str]:
    """Returns the log of programs, as lines."""
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/sidebyside", side,
                           str(first), str(count)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False, timeout=patience.LIMIT + COUNT)
    assert done.returncode == 0, (side, done.returncode, done.stdout[-500:], done.stderr)
    return done.stdout.splitlines()


def compare(theirs: List[str], ours: List[str]) -> None:
    for i, (a, b) in enumerate(zip(theirs, ours)):
        if a != b:
            program = next(line for line in reversed(theirs[:i + 1]) if line.startswith("program"))
            before = "\n  ".join(line[:200] for line in theirs[max(0, i - 12):i])
            pytest.fail(f"{program}, line {i}\n  {before}\nmlx5dv:  {a}\nmlx5sig: {b}")
    assert len(theirs) == len(ours)


# Engines that encrypt one data unit at a time, or several; a device that reports what a card would reject.
# libmlx5 does not know devices that count little-endian tweaks, and refuses several units there.
KNOWN = ("--cap", "aes_xts_multi_block_le_tweak=0")
DEVICES = {"single": KNOWN, "multi": ("--cap", "aes_xts_multi_block_be_tweak=1"), "strict": (*KNOWN, "--strict")}
PROGRAMS = COUNT // len(DEVICES)  # of each


@pytest.fixture(scope="module", params=DEVICES)
def device(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def theirs(device) -> List[str]:
    return run("mlx5dv", first(device), PROGRAMS, *DEVICES[device])


def first(device: str) -> int:
    """Each device has programs of its own."""
    return FIRST + PROGRAMS * list(DEVICES).index(device)


def test_same(theirs, device):
    compare(theirs, run("mlx5sig", first(device), PROGRAMS, *DEVICES[device]))


# Cases that must occur, and how often in 100 programs.
SEEN = {
    r"configure \d key \d setters 7": 100,
    r"configure \d key \d setters [89a-f].*(\n(?!complete).*)*\ncomplete \d: 0": 15,
    r"wrong \d": 100,
    r"create wrongly": 20,
    r"invalidate": 30,
    r"raw": 80,
    r"end 3": 15,
    r"interleaved ": 50,
    r"check \d no error": 30,
    r"check \d type 1": 30,
    r"check \d type 2": 1,
    r"check \d type 3": 1,
    r"wc \d id \d+ status 0 .* opcode 135": 50,
    r"wc \d id \d+ status [^0]": 5,
    r"event 5 of": 12,
    r"receives? .*: 12$": 4,
    r"receives \d+ of \d+: 22$": 4,
    r"shared \d+:": 200,
    r"event of the shared queue": 1,
    r"event 16 of": 10,
    r"state 3 of \d: 0": 12,
    r"reset": 30,
    r"cancel \d id \d: [1-9]": 1,
    r"cancel \d id \d: 0": 1,
    r"cancel \d id \d: -22": 2,
    r"complete \d: 12": 5,
}


def test_enough(theirs):
    """The programs cover all operations, and leave little out of the comparison."""
    text = "\n".join(theirs)
    counts = {pattern: len(re.findall(f"^{pattern}", text, re.M)) for pattern in SEEN}
    if PROGRAMS >= 100:
        assert not {p: n for p, n in counts.items() if n < SEEN[p] * PROGRAMS // 100}
    checks = len(re.findall(r"^check", text, re.M))
    assert len(re.findall(r"^check \d differs first", text, re.M)) < checks / 4


@pytest.mark.parametrize("number", [2077, 558], ids=["cancel-behind-reset", "full-and-too-many-pieces"])
def test_found(number):
    """Programs that once showed a defect of the library, with the current generator."""
    compare(run("mlx5dv", number, 1, *KNOWN), run("mlx5sig", number, 1, *KNOWN))
