#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""generated/ is exactly the compiler's output, independent of the folder and its previous contents."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from typing import List, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PRMC = os.path.join(ROOT, "codegen", "prmc")
GENERATED = os.path.join(ROOT, "generated")


def prmc(tree: str, *args: str) -> Tuple[int, str]:
    done = subprocess.run([sys.executable, PRMC, "generate", "--spec", os.path.join(tree, "spec"),
                           *args], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def snapshot(folder: str) -> List[Tuple[str, bytes, int]]:
    out = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        with open(path, "rb") as stream:
            out.append((name, stream.read(), os.stat(path).st_mtime_ns))
    return out


def main() -> int:
    results: List[Tuple[str, bool, str]] = []

    def expect(what: str, good: bool, detail: str = "") -> None:
        results.append((what, good, detail))

    status, text = prmc(ROOT, "--check")
    expect("the checked-in files are what the spec gives", status == 0, text)
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "elsewhere")
        shutil.copytree(os.path.join(ROOT, "spec"), os.path.join(tree, "spec"))
        status, text = prmc(tree)
        made = os.path.join(tree, "generated")
        first = snapshot(made)
        expect("another folder gives the same bytes", status == 0 and
               [f[:2] for f in first] == [f[:2] for f in snapshot(GENERATED)], text)
        status, text = prmc(tree)
        expect("a second run writes nothing", status == 0 and snapshot(made) == first, text)
        victim = os.path.join(made, "prm_psv.h")
        orphan = os.path.join(made, "prm_gone.h")
        foreign = os.path.join(made, "mine.txt")
        with open(victim, encoding="utf-8") as stream:
            content = stream.read()
        for name, text_of in ((orphan, content), (foreign, "not made by the compiler\n")):
            with open(name, "w", encoding="utf-8") as stream:
                stream.write(text_of)
        status, text = prmc(tree, "--check")
        expect("an orphan is found", status == 1 and "prm_gone.h: left over" in text, text)
        with open(victim, "a", encoding="utf-8") as stream:
            stream.write("\n")
        status, text = prmc(tree, "--check")
        expect("a changed file is found", status == 1 and "prm_psv.h: differs" in text, text)
        os.unlink(victim)
        status, text = prmc(tree, "--check")
        expect("a missing file is found", status == 1 and "prm_psv.h: missing" in text, text)
        status, text = prmc(tree)
        expect("a run mends all of it and leaves foreign files alone",
               status == 0 and os.path.exists(victim) and not os.path.exists(orphan)
               and os.path.exists(foreign), text)
    for what, good, detail in results:
        if not good:
            print(f"FAILED: {what}\n{detail}")
    failed = sum(not good for _, good, _ in results)
    print(f"{len(results) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
