#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Breaks our own code on purpose, once at a time: tests must notice each break.

    tests/breaks/runner.py --build build tests/breaks/compiler.yaml
    tests/breaks/runner.py --build build --only 'reference tag' tests/breaks/softmlx5.yaml

A table names the module of this folder that runs the tests (`noticed_by`), the folder of the files, and the breaks: a
description, the file, a text and its replacement, and the tests that notice. A text that the file does not have exactly
once is a failure, and so is an unnoticed break. Then the tests that have noticed one must pass on the unchanged code.
"""

from __future__ import annotations

import argparse
import contextlib
import glob
import importlib
import os
import resource
import sys
import tempfile
from dataclasses import dataclass
from typing import Any, Dict, List, Protocol, Sequence, Tuple

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "codegen"), os.path.join(ROOT, "tests", "run")]

import progress  # noqa: E402

KEYS = {"what", "file", "text", "instead", "changes", "swap", "tests", "message", "processor", "runs"}


@dataclass(frozen=True)
class Break:
    """A row of a table, and the file with the change."""

    what: str
    path: str  # of the file, below the root
    text: str  # the changed text of the file
    tests: str  # defined by the noticing module
    message: str = ""  # a part of their output
    processor: str = ""  # flags of /proc/cpuinfo without which the code does not run
    runs: int = 1  # most runs of the tests, for a break that shows only if two processes meet in some way


class Noticer(Protocol):
    """Interface of the class ``Tests`` of a module of this folder; constructed with the compiler, the build folder, a
    folder of its own and all breaks."""

    def lacks(self, broken: Break) -> str:
        """Returns why this machine cannot show the break; empty if it can."""

    def problem(self, broken: Break) -> str:
        """Returns the result if the break is not noticed; empty if it is."""

    def unchanged(self) -> str:
        """Returns the failure without a break of the tests that have noticed one, which is called last; empty if there is
        none."""


def changed(text: str, row: Dict[str, Any]) -> str:
    """Returns a file's text with the break. Raises ValueError if it lacks a text, or has it several times."""
    for change in row.get("changes", [row]):
        old, new = change["text"], change["instead"]
        for part in [old, new] if row.get("swap") else [old]:
            if text.count(part) != 1:
                raise ValueError(f"has {text.count(part)} times {part!r}: bring the table up to date")
        if row.get("swap"):
            text = text.replace(old, "\0").replace(new, old).replace("\0", new)
        else:
            text = text.replace(old, new)
    return text


def prepared(row: Dict[str, Any], folder: str) -> Break:
    """Returns the break of a row. Raises ValueError if its texts are not in exactly one of the files that match its
    pattern."""
    assert set(row) <= KEYS, f"unknown keys: {set(row) - KEYS}"
    pattern = os.path.join(folder, row["file"])
    first = row.get("changes", [row])[0]["text"]
    found: List[Tuple[str, str]] = []
    for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        if first in text:
            found.append((os.path.relpath(path, ROOT), text))
    if len(found) != 1:
        raise ValueError(f"{len(found)} files {pattern} have {first!r}: bring the table up to date")
    path, text = found[0]
    return Break(row["what"], path, changed(text, row), row.get("tests", ""), row.get("message", ""), row.get("processor", ""),
                 row.get("runs", 1))


def missing_flags(broken: Break) -> str:
    """Returns why this processor does not run the code; empty if it does."""
    with open("/proc/cpuinfo", encoding="utf-8") as stream:
        have = set(stream.read().split())
    lacking = sorted(set(broken.processor.split()) - have)
    return f"the processor lacks {', '.join(lacking)}, without which this code does not run" if lacking else ""


def processor_seconds() -> float:
    """Returns the processor time of this process and of its descendants that have ended. None may run."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def run(noticer: Noticer, breaks: Sequence[Break]) -> Tuple[int, int]:
    """Runs the breaks; returns the number of failed and of skipped ones."""
    failed = skipped = 0
    for broken in breaks:
        reason = missing_flags(broken) or noticer.lacks(broken)
        if reason:
            skipped += 1
            print(f"SKIPPED {broken.what}: {reason}", flush=True)
            continue
        before = processor_seconds()
        problem = noticer.problem(broken)
        failed += bool(problem)
        print(f"{'NOT NOTICED' if problem else 'noticed'}: {broken.what}, CPU {processor_seconds() - before:.1f} s" +
              (f": {problem}" if problem else ""), flush=True)
    return failed, skipped


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--build", default="build", metavar="DIR", help="the build folder, with what the tests need")
    parser.add_argument("--only", default="", metavar="TEXT", help="breaks whose description has the text")
    parser.add_argument("table")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    with open(args.table, encoding="utf-8") as stream:
        table = yaml.safe_load(stream)
    names = [row["what"] for row in table["breaks"]]
    assert len(set(names)) == len(names), "two breaks have one name"
    breaks, failed = [], 0
    for row in table["breaks"]:
        if args.only in row["what"]:
            try:
                breaks.append(prepared(row, table.get("folder", "")))
            except ValueError as problem:
                failed += 1
                print(f"FAILED: {row['what']}: {problem}")
    os.environ.update(SOFTMLX5_BUILD=build, MLX5SIG_BUILD=build)  # the tests' programs
    progress.adopt()
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        noticer = importlib.import_module(table["noticed_by"]).Tests(args.cc, build, folder, breaks)
        print(f"begins, CPU {processor_seconds():.1f} s", flush=True)
        more, skipped = run(noticer, breaks)
        before = processor_seconds()
        said = noticer.unchanged()
        print(f"nothing is broken, CPU {processor_seconds() - before:.1f} s", flush=True)
        if said:
            print(f"FAILED: nothing is broken, and the tests do not pass: {said}\n0 passed, 1 failed, 0 skipped")
            return 1
    failed += more
    print(f"{len(breaks) - more - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.modules["runner"] = sys.modules["__main__"]  # other modules of this folder import it by this name
    sys.exit(main())
