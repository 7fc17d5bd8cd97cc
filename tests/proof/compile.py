#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compiles the generated headers the way other people's trees will.

    tests/proof/compile.py --build build/proof-compile

Every header alone and twice, and all of them together, in every language version, with gcc and clang,
for x86-64, i686 and s390x, with the warnings of a strict tree as errors.  Checks what the
headers include, and that setters refuse constants that do not fit.

Ends with one line `N passed, N failed, N skipped`; exit 0 when all passed, 1 when something
failed, 2 when it could not be tried.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Tuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import gen  # noqa: E402
import manual  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
C_STANDARDS = ("c99", "c11", "c17", "c2x")
CXX_STANDARDS = ("c++11", "c++14", "c++17", "c++20")
STANDARD_HEADERS = {"assert.h", "inttypes.h", "limits.h", "stdbool.h", "stddef.h", "stdint.h",
                    "stdio.h", "stdlib.h", "string.h"}

# (C compiler, C++ compiler, standards): every standard natively, the ends of the range elsewhere.
COMPILERS = (
    ("gcc", "g++", C_STANDARDS, CXX_STANDARDS),
    ("clang", "clang++", C_STANDARDS, CXX_STANDARDS),
    ("i686-linux-gnu-gcc", "i686-linux-gnu-g++", ("c99", "c2x"), ("c++11", "c++20")),
    ("s390x-linux-gnu-gcc", "s390x-linux-gnu-g++", ("c99", "c2x"), ("c++11", "c++20")),
)


@dataclass
class Case:
    """One thing to try: a check without a command, or a compilation."""

    name: str
    command: List[str]
    source: str = ""

    def run(self) -> Tuple[bool, str]:
        done = subprocess.run(self.command, input=self.source, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        return done.returncode == 0, done.stdout


def language(standard: str) -> List[str]:
    return [f"-std={standard}", "-x", "c++" if standard.startswith("c++") else "c"]


def matrix(headers: List[str], include: Path) -> List[Case]:
    flags = WARNINGS + [f"-I{include}", "-fsyntax-only"]
    everything = "".join(f'#include "{name}"\n' for name in headers + headers[::-1])
    cases = []
    for cc, cxx, c_standards, cxx_standards in COMPILERS:
        for standard in c_standards + cxx_standards:
            compiler = cxx if standard.startswith("c++") else cc
            cases.append(Case(f"all headers, {compiler} -std={standard}",
                              [compiler, *flags, *language(standard), "-"], everything))
    for name in headers:
        twice = f'#include "{name}"\n#include "{name}"\n'
        for compiler, standard in (("gcc", "c99"), ("clang++", "c++11")):
            cases.append(Case(f"{name} alone, {compiler} -std={standard}",
                              [compiler, *flags, *language(standard), "-"], twice))
    return cases


def bad_includes(headers: List[str], include: Path) -> Dict[str, List[str]]:
    """For each header the files that it includes and must not."""
    result = {}
    for name in headers:
        text = (include / name).read_text(encoding="utf-8")
        result[name] = [
            found for mark, found in re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)', text, re.M)
            if found not in (STANDARD_HEADERS if mark == "<" else headers)]
    return result
