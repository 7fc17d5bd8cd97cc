# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks Promela models with spin, and reports a failure as the steps that lead to it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from typing import Dict, List, Tuple

DEPTH = 10000  # steps of a run; the models have runs of some hundred
MEGABYTES = 2000
# Options for most searches, which are over before an optimizing compiler would be, or a table of 2^24 states (pan's usual one)
# is cleared; and for those with larger bounds.
SMALL, LARGE = ("-O0", "-w20"), ("-O1", "-w24")
CFLAGS = f"-w -DSAFETY -DMEMLIM={MEGABYTES}".split()


@dataclass
class Result:
    """The verdict on a model: it holds if there is neither a failure nor an unreached statement."""

    states: int = 0
    failure: str = ""  # with the steps
    unreached: List[str] = field(default_factory=list)  # statements that no run executes: line and text


def output(folder: str, *command: str) -> str:
    """Returns what a command prints. Raises RuntimeError if it fails."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.returncode}: {done.stdout}")
    return done.stdout


def steps(folder: str, defines: List[str]) -> str:
    """Returns a counterexample in the words of the model: what its processes print, and where they end."""
    found, failed, waiting = [], "", []
    for line in output(folder, "spin", "-T", "-t", *defines, "model.pml").splitlines():
        text = line.strip()
        at = re.match(r"spin: model\.pml:(\d+), Error: ", text)
        process = re.match(r"\d+:\s+proc +\d+ \((\w+):\d+\) (?:model\.pml:(\d+) )?", text + " ")
        if re.match(r"(post|device|poll|check|program|cancel): ", text):
            found.append(text)
        elif at:
            failed = f"line {at[1]} fails"
        elif text.startswith("spin: text of failed assertion: "):
            failed += ": " + text.split(": ", 2)[2]
        elif process and "valid end state" not in text:
            waiting.append(process[1] + (f" is in line {process[2]}" if process[2] else " waits"))
    return "\n".join([*found, failed or f"nothing more can happen ({'; '.join(waiting)})"])


def prepare(folder: str, text: str, bounds: Dict[str, int]) -> List[str]:
    """Writes model.pml and the source of its search, pan.c, into a folder; returns the options that define the bounds.
    Raises RuntimeError if it is not valid Promela."""
    defines = [f"-D{name}={value}" for name, value in bounds.items()]
    with open(os.path.join(folder, "model.pml"), "w", encoding="utf-8") as stream:
        stream.write(text)
    # Statements are not merged, so that each of them can be reported as unreached.
    said = output(folder, "spin", "-o3", "-a", *defines, "model.pml")
    if "Error" in said:
        raise RuntimeError(said)
    return defines


def search(folder: str, kind: str, size: Tuple[str, str] = SMALL) -> str:
    """Compiles and runs a search of the states, of this kind (a macro of pan.c); returns what it prints."""
    optimization, table = size
    output(folder, "gcc", optimization, *CFLAGS, kind, "-o", "pan", "pan.c")
    return output(folder, "./pan", f"-m{DEPTH}", table)


def shortest(text: str) -> str:
    """Returns the shortest counterexample of a model, or an empty text if it holds. Raises RuntimeError if it is not valid
    Promela, or too large for a search in breadth, which needs five times the memory of check()."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder, text, {})
        said = search(folder, "-DBFS")
        if "errors: 0" not in said:
            return steps(folder, [])
        if "-DMEMLIM" in said or "interrupted" in said:
            raise RuntimeError(f"the search is not complete\n{said}")
        return ""


def check(text: str, bounds: Dict[str, int]) -> Result:
    """Checks a model. Raises RuntimeError if it is not valid Promela, or too large."""
    with tempfile.TemporaryDirectory() as folder:
        defines = prepare(folder, text, bounds)
        size = LARGE if bounds else SMALL
        said = search(folder, "-DCOLLAPSE", size)
        if "max search depth too small" in said or "-DMEMLIM" in said or "interrupted" in said:
            raise RuntimeError(f"the search is not complete: take smaller bounds\n{said}")
        states = re.search(r"(\d+) states, stored", said)
        assert states, said
        result = Result(int(states[1]))
        if "errors: 0" not in said:
            # A search in breadth gives the shortest counterexample, if memory suffices.
            trail = os.path.join(folder, "model.pml.trail")
            shutil.copy(trail, trail + ".deep")
            search(folder, "-DBFS", size)
            if not os.path.exists(trail):
                shutil.copy(trail + ".deep", trail)
            result.failure = steps(folder, defines)
            return result
        found = re.findall(r"^\t\S*model\.pml:(\d+), state \d+, \"(.*)\"$", said, re.MULTILINE)
        result.unreached = [f"{line}: {statement}" for line, statement in found if statement != "-end-"]
        return result
