#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compiles the generated headers the way other people's trees will.

    tests/proof/compile.py --generated generated

Every header alone and twice, and all of them together, in every language version, with gcc and clang,
for x86-64, i686 and s390x, with the warnings of a strict tree as errors.  Checks what the
headers include, and that setters refuse constants that do not fit.

Ends with one line `N passed, N failed, N skipped`; exit 0 when all passed, 1 when something
failed, 2 when it could not be tried.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Set, Tuple

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


@dataclass
class Setter:
    function: str
    call: str  # with %s for the value
    width: int


def setters(spec: manual.Manual) -> List[Setter]:
    """The setters whose parameter can carry values that the field cannot."""
    result = []
    for layout in spec.layouts.values():
        for accessor in gen.accessors(layout.entries):
            item = accessor.item
            if gen.is_bool(item) or item.elem in (32, 64):
                continue
            index = "" if item.count is None else "0, "
            name = f"prm_{layout.name}_set_{accessor.c_name}"
            result.append(Setter(name, f"struct prm_{layout.name} *p) {{ {name}(p, {index}%s); }}",
                                 item.elem))
    return result


def constants(spec: manual.Manual, include: Path, headers: List[str]) -> Iterator[
        Tuple[str, bool, str]]:
    """Tries the largest value that fits, and the smallest that does not, on every setter."""
    todo = setters(spec)
    start = "".join(f'#include "{name}"\n' for name in headers)

    def source(excess: int) -> str:
        lines = []
        for i, setter in enumerate(todo):
            value = hex((1 << setter.width) - 1 + excess) + ("u" if setter.width < 32 else "ull")
            lines.append(f"void t_{i}({setter.call % value}\n")
        return start + "".join(lines)

    for compiler, extra in (("gcc", ["-std=c11", "-fno-ipa-icf"]),
                            ("clang", ["-std=c11", "-ferror-limit=0"]),
                            ("g++", ["-std=c++17", "-fno-ipa-icf"]),
                            ("clang++", ["-std=c++17", "-ferror-limit=0"])):
        kind = ["-x", "c++" if compiler.endswith("++") else "c"]
        command = [compiler, *kind, "-O2", f"-I{include}", *extra, "-S", "-o", "/dev/null", "-"]
        good, said = Case("", command, source(0)).run()
        yield f"{compiler}: constants that fit are taken", good, said
        _, said = Case("", command, source(1)).run()
        refused = refusals(said, include, clang=compiler.startswith("clang"))
        wanted = {setter.function if compiler.startswith("clang") else f"t_{i}": setter.function
                  for i, setter in enumerate(todo)}
        missing = [wanted[key] for key in wanted if key not in refused]
        for key in wanted:
            yield (f"{compiler}: {wanted[key]} refuses a constant that does not fit",
                   key not in missing, "")


def refusals(said: str, include: Path, clang: bool) -> Set[str]:
    """Who is named in the messages: the caller (gcc), the setter that was called (clang)."""
    result: Set[str] = set()
    texts: Dict[str, List[str]] = {}
    caller = ""
    for line in said.splitlines():
        if not clang:
            named = re.search(r"(?:[Ii]n function|inlined from) '(?:void )?(t_\d+)\b", line)
            caller = named.group(1) if named else caller
            if "error: " in line and "the value does not fit the field" in line:
                result.add(caller)
            continue
        named = re.match(r"(.*?):(\d+):\d+: error: .*the value does not fit the field", line)
        if named is None:
            continue
        path, number = named.group(1), int(named.group(2))
        if path not in texts:
            texts[path] = Path(path).read_text(encoding="utf-8").splitlines()
        for at in range(number - 1, -1, -1):
            function = re.match(r"static inline void (\w+)\(", texts[path][at])
            if function:
                result.add(function.group(1))
                break
    return result


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spec", default=ROOT / "spec", type=Path, metavar="DIR")
    parser.add_argument("--generated", default=ROOT / "generated", type=Path, metavar="DIR")
    parser.add_argument("--jobs", default=2, type=int, metavar="N",
                        help="compilers that run at the same time (default: 2)")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="only the compilations whose name contains the text")
    return parser.parse_args()


def main() -> int:
    args = options()
    os.environ["LC_ALL"] = "C"  # the messages of gcc are searched
    include: Path = args.generated
    headers = sorted(path.name for path in include.glob("*.h"))
    if not headers:
        print(f"compile: no header in {include}")
        return 2
    try:
        spec = manual.Manual(args.spec)
    except (manual.ManualError, OSError) as exc:
        print(f"compile: {exc}")
        return 2
    results: List[Tuple[str, bool, str]] = []
    if not args.only:
        for name, found in bad_includes(headers, include).items():
            results.append((f"{name} includes only the C library and its siblings", not found,
                            ", ".join(found)))
    cases = [case for case in matrix(headers, include) if args.only in case.name]
    try:
        with ThreadPoolExecutor(max_workers=args.jobs) as pool:
            for case, (good, said) in zip(cases, pool.map(Case.run, cases)):
                results.append((case.name, good, f"{shlex.join(case.command)}\n{said}"))
        if not args.only:
            results += constants(spec, include, headers)
    except OSError as exc:
        print(f"compile: cannot run {exc.filename}: {exc.strerror}")
        return 2
    failures = [result for result in results if not result[1]]
    for i, (name, _, said) in enumerate(failures[:40]):
        print(f"FAIL {name}")
        print("".join(f"   {line}\n" for line in said.splitlines()[:8 if i < 4 else 1]), end="")
    if len(failures) > 40:
        print(f"... and {len(failures) - 40} more")
    print(f"{len(results) - len(failures)} passed, {len(failures)} failed, 0 skipped")
    return 1 if failures or not results else 0


if __name__ == "__main__":
    sys.exit(main())
