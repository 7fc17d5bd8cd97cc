#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that the commit is consistent: generated/ with spec/ and compiler, build.ninja with
configure.py; and that it has no leftover file of a tool.

The build updates both in the working tree, so a stale file shows only in the commit. The test therefore unpacks
the commit and runs its own compiler and configure.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from typing import List, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*command: str, cwd: str) -> Tuple[int, str]:
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    return done.returncode, done.stdout


def export(folder: str) -> str:
    """Unpacks the newest commit into the folder. Returns the reason if that is impossible, or an empty text."""
    if not shutil.which("git"):
        return "there is no git"
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", ROOT]
    status, text = run(*git, "rev-parse", "--show-toplevel", cwd=ROOT)
    if status or os.path.realpath(text.strip()) != os.path.realpath(ROOT):
        return "this tree is not a git checkout"
    if run(*git, "rev-parse", "--verify", "--quiet", "HEAD", cwd=ROOT)[0]:
        return "there is no commit yet"
    archive = os.path.join(folder, "tree.tar")
    status, text = run(*git, "archive", "--format=tar", "-o", archive, "HEAD", cwd=ROOT)
    if status:
        raise RuntimeError(f"git archive failed: {text}")
    shutil.unpack_archive(archive, os.path.join(folder, "tree"))
    return ""


def read(path: str) -> str:
    with open(path, encoding="utf-8") as stream:
        return stream.read()


NINJA = "build.ninja"
LEFTOVERS = (".orig", ".rej", ".part", ".bak", "~")


def leftovers(tree: str) -> List[str]:
    """Files that patch, merge or an editor left behind."""
    return sorted(os.path.relpath(os.path.join(folder, name), tree)
                  for folder, _, names in os.walk(tree) for name in names
                  if name.endswith(LEFTOVERS))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        reason = export(folder)
        if reason:
            print(f"SKIPPED generated/ and build.ninja as committed: {reason}\n"
                  "0 passed, 0 failed, 1 skipped")
            return 0
        tree = os.path.join(folder, "tree")
        failed = 0
        found = leftovers(tree)
        if found:
            failed += 1
            print(f"FAILED: committed, though left behind by a tool: {' '.join(found)}; remove them")
        status, text = run(sys.executable, "codegen/prmc", "generate", "--check", cwd=tree)
        if status:
            failed += 1
            print(f"FAILED: the committed generated/ is not what the committed spec/ gives; run "
                  f"`ninja regen` and commit\n{text}")
        committed = read(os.path.join(tree, NINJA))
        status, text = run(sys.executable, "configure.py", cwd=tree)
        if status or read(os.path.join(tree, NINJA)) != committed:
            failed += 1
            print(f"FAILED: the committed configure.py writes another {NINJA} than the committed "
                  f"one; run ./configure.py and commit\n{text}")
    print(f"{3 - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
