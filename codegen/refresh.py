#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Brings generated/ up to date for ninja.

    codegen/refresh.py --stamp build/generated.stamp --depfile build/generated.d

Runs `prmc generate`. Without PyYAML and Jinja2 the checked-in generated/ is used, provided that
generated/spec.sha256 has the digests of spec/. The stamp is rewritten only if a file of generated/ has
changed; the depfile lists all that the result depends on. Exits with 0 or 1.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from typing import Dict, List

sys.dont_write_bytecode = True  # a new __pycache__ would make ninja run this again

import interpreter  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULES = ("yaml", "jinja2")  # modules that prmc imports


def tree(folder: str, suffix: str = "") -> List[str]:
    """Returns the files below a folder of the root, sorted, relative to the root."""
    found = []
    for base, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [os.path.relpath(os.path.join(base, name), ROOT) for name in names
                  if name.endswith(suffix) and not name.startswith(".")]
    return sorted(found)


def folders(folder: str) -> List[str]:
    """Returns the folder and those below it: adding or removing a file changes a folder's time."""
    return sorted(os.path.relpath(base, ROOT) for base, _, _ in os.walk(os.path.join(ROOT, folder)))


def digest(path: str) -> str:
    with open(os.path.join(ROOT, path), "rb") as stream:
        return hashlib.sha256(stream.read()).hexdigest()


def stale_files() -> List[str]:
    """Returns the files of spec/ that were changed, added or removed since generated/ was made."""
    recorded: Dict[str, str] = {}
    try:
        with open(os.path.join(ROOT, "generated", "spec.sha256"), encoding="utf-8") as stream:
            for line in stream:
                value, _, path = line.rstrip("\n").partition("  ")
                recorded[path] = value
    except FileNotFoundError:
        return ["generated/spec.sha256"]
    current = {path: digest(path) for path in tree("spec", ".yaml")}
    return sorted(path for path in set(recorded) | set(current)
                  if recorded.get(path) != current.get(path))


def generate() -> int:
    """Brings generated/ up to date, or prints why that is not possible. Returns the exit status."""
    python = interpreter.find(MODULES)
    if python is None:
        stale = stale_files()
        if stale:
            print(f"generated/ is out of date: {', '.join(stale)} changed, and "
                  f"{interpreter.lack(MODULES)}", file=sys.stderr)
            return 1
        print("generated/ is used as checked in: its digests of spec/ are right, and there is no "
              "Python with PyYAML and Jinja2 to regenerate it")
        return 0
    done = subprocess.run([python, "codegen/prmc", "generate"], cwd=ROOT, text=True, check=False,
                          stdout=subprocess.PIPE)
    if done.returncode or " 0 written, 0 removed" not in done.stdout:
        print(done.stdout, end="")
    return 1 if done.returncode else 0


def write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path + ".part", "w", encoding="utf-8") as stream:
        stream.write(text)
    os.replace(path + ".part", path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stamp", required=True, help="rewritten when generated/ has changed")
    parser.add_argument("--depfile", required=True, help="what the stamp depends on")
    args = parser.parse_args()
    status = generate()
    if status:
        return status
    made = tree("generated")
    sums = "".join(f"{digest(path)}  {path}\n" for path in made)
    inputs = tree("codegen") + tree("spec") + folders("spec") + made + ["generated"]
    write(args.depfile, f"{args.stamp}: " + " \\\n  ".join(inputs) + "\n")
    try:
        with open(args.stamp, encoding="utf-8") as stream:
            current = stream.read() == sums
    except FileNotFoundError:
        current = False
    if not current:
        write(args.stamp, sums)
    return 0


if __name__ == "__main__":
    sys.exit(main())
