#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compiles several sources of C into one object, as few translation units: their headers, which have thousands of generated
functions, are read once instead of each time, and an inline function that many call is compiled once.

    tests/run/merged.py --out X.o SOURCE... -- gcc FLAGS

Sources that define the same name for themselves are in different units. If a unit does not compile without a warning, its sources
are compiled one by one, so that the result, and every message, is that of separate files. Writes the object, and OUT.d for ninja.
Exits with the compiler's status.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from typing import List, Sequence, Set, Tuple

# What a source defines at its outermost level, where the style of the tree begins a line.
DEFINED = re.compile(r"^(?:#[ \t]*define[ \t]+(\w+)|(?:static|[A-Z][A-Z0-9_]+)\b[^;={]*?\b(\w+)[ \t\n]*(?:\(|\[|=|;)|"
                     r"(?:typedef[ \t]+)?(?:struct|union|enum)[ \t]+(\w+)[ \t\n]*\{)", re.MULTILINE)

ATTRIBUTE = re.compile(r"__attribute__\(\(.*?\)\)")


def names(path: str) -> Set[str]:
    """Returns the names that a source defines for itself."""
    with open(path, encoding="utf-8") as stream:
        text = ATTRIBUTE.sub("", stream.read())
    return {name for found in DEFINED.findall(text) for name in found if name}


def units(sources: Sequence[str]) -> List[List[str]]:
    """Returns the sources in groups in which no name is defined twice."""
    groups: List[Tuple[Set[str], List[str]]] = []
    for source in sources:
        own = names(source)
        for known, group in groups:
            if not known & own:
                known |= own
                group.append(source)
                break
        else:
            groups.append((own, [source]))
    return [group for _, group in groups]


def compiled(command: Sequence[str], group: Sequence[str], out: str) -> int:
    """Compiles sources as one unit; returns the compiler's status. Several must not give a warning either."""
    if len(group) == 1:
        return subprocess.run([*command, "-MD", "-MF", f"{out}.d", "-c", group[0], "-o", out], check=False).returncode
    text = "".join(f'#include "{os.path.abspath(source)}"\n' for source in group)
    done = subprocess.run([*command, "-Werror", "-MD", "-MF", f"{out}.d", "-x", "c", "-c", "-", "-o", out], input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode


def needed(path: str) -> List[str]:
    """Returns the files that a depfile of the compiler names."""
    with open(path, encoding="utf-8") as stream:
        words = stream.read().replace("\\\n", " ").partition(":")[2].split()
    return [os.path.relpath(word) if os.path.isabs(word) and word.startswith(os.getcwd() + os.sep) else word for word in words
            if word != "-"]


def merge(command: Sequence[str], sources: Sequence[str], out: str, folder: str) -> int:
    """Compiles the sources into the object, with parts in the folder; returns a status."""
    parts: List[str] = []

    def add(group: Sequence[str]) -> int:
        parts.append(os.path.join(folder, f"{len(parts)}.o"))
        return compiled(command, group, parts[-1])

    for group in units(sources):
        if not add(group):
            continue
        if len(group) == 1:
            return 1
        parts.pop()
        print(f"merged.py: {', '.join(group)} do not compile as one unit, and are compiled one by one")
        if any([add([source]) for source in group]):
            return 1
    if len(parts) == 1:
        os.replace(parts[0], out)
    elif subprocess.run(["ld", "-r", *parts, "-o", out], check=False).returncode:
        return 1
    files = sorted({file for part in parts for file in needed(f"{part}.d")})
    with open(f"{out}.d", "w", encoding="utf-8") as stream:
        stream.write(f"{out}: {' '.join(files)}\n")
    return 0


def main(argv: Sequence[str]) -> int:
    if "--" not in argv or argv[0] != "--out":
        print("usage: merged.py --out FILE SOURCE... -- COMMAND", file=sys.stderr)
        return 2
    end = argv.index("--")
    os.makedirs(os.path.dirname(argv[1]) or ".", exist_ok=True)
    with tempfile.TemporaryDirectory(dir=os.path.dirname(argv[1]) or ".", prefix=".merged-") as folder:
        return merge(argv[end + 1:], argv[2:end], argv[1], folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
