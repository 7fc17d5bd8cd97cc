#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compiles generated headers as other trees do.

    tests/compiler/check_headers.py
    tests/compiler/check_headers.py --few
    tests/compiler/check_headers.py --spec tests/compiler/proof/corners

Every header alone and twice, all of them together in each language version with gcc and clang, for
32 bits and for a big-endian machine, with the warnings of a strict tree as errors; and every setter
with the largest constant of its field, which compiles, and the next one, which the compiler rejects.
The headers of another spec are generated first. `--few` uses one language version of each native compiler, and
tests setters with gcc alone. The last line is `N passed, N failed, N skipped`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Set, Tuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE / "proof"))

import gen  # noqa: E402
import manual  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
C = ("c99", "c11", "c17", "c2x")
CXX = ("c++11", "c++14", "c++17", "c++20")
ENDS = (("c99", "c2x"), ("c++11", "c++20"))
# C compiler, C++ compiler, options, language versions: all of them natively, first and last for other machines.
Compilers = Tuple[Tuple[str, str, List[str], Tuple[Tuple[str, ...], Tuple[str, ...]]], ...]
COMPILERS: Compilers = (
    ("gcc", "g++", ["-O2"], (C, CXX)),
    ("gcc", "g++", ["-O0"], ENDS),
    ("clang", "clang++", ["-O2"], (C, CXX)),
    ("i686-linux-gnu-gcc", "i686-linux-gnu-g++", ["-O2"], ENDS),
    ("s390x-linux-gnu-gcc", "s390x-linux-gnu-g++", ["-O2"], ENDS),
)
FEW: Compilers = (("gcc", "g++", ["-O2"], (("c11",), ("c++17",))), ("clang", "clang++", ["-O2"], (("c2x",), ("c++20",))))
STANDARD = {"assert.h", "inttypes.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "string.h"}
REFUSED = "the value does not fit the field"

Result = Tuple[str, bool, str]  # test, whether it passed, the compiler's output


@dataclass
class Job:
    """A compilation that must succeed."""

    name: str
    command: List[str]
    text: str

    def run(self) -> Result:
        status, said = compile_text(self.command, self.text)
        return self.name, status == 0, f"{' '.join(self.command)}\n{said}"


def compile_text(command: List[str], text: str) -> Tuple[int, str]:
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False,
                          env=dict(os.environ, LC_ALL="C"))
    return done.returncode, done.stdout


def matrix(headers: List[str], include: Path, compilers: Compilers) -> Iterator[Job]:
    end = [*WARNINGS, f"-I{include}", "-S", "-o", os.devnull, "-"]
    every = "".join(f'#include "{name}"\n' for name in headers)
    for name in headers:
        yield Job(f"{name} alone and twice", ["clang", "-std=c11", "-xc", "-fsyntax-only", *end],
                  f'#include "{name}"\n#include "{name}"\nextern int unused;\n')
    for cc, cxx, options, (c_versions, cxx_versions) in compilers:
        for compiler, language, versions in ((cc, "c", c_versions), (cxx, "c++", cxx_versions)):
            for version in versions:
                yield Job(f"all headers, {compiler} {' '.join(options)} -std={version}",
                          [compiler, *options, f"-std={version}", f"-x{language}", *end], every)


def texts(headers: List[str], include: Path) -> Iterator[Result]:
    """The headers' includes, and the lengths of their lines."""
    for name in headers:
        text = (include / name).read_text(encoding="utf-8")
        foreign = set(re.findall(r"#\s*include <([^>]+)>", text)) - STANDARD
        foreign |= set(re.findall(r'#\s*include "([^"]+)"', text)) - set(headers)
        wide = [number for number, line in enumerate(text.splitlines(), 1)
                if len(line.expandtabs(8)) > 100]
        yield (f"{name} includes its siblings and the C library, in lines of 100 columns",
               not foreign and not wide, f"includes {sorted(foreign)}, long lines {wide}")


def setters(spec: manual.Manual) -> List[Tuple[str, str, int]]:
    """Returns the setters whose argument can exceed the field: (name, call up to the value, width of the field)."""
    result = []
    for layout in spec.layouts.values():
        for accessor in gen.accessors(layout.entries):
            if accessor.is_fixed or gen.is_bool(accessor.item) or accessor.item.elem in (32, 64):
                continue
            name = f"prm_{layout.name}_set_{accessor.c_name}"
            index = "" if accessor.item.count is None else "0, "
            result.append((name, f"struct prm_{layout.name} *p) {{ {name}(p, {index}",
                           accessor.item.elem))
    return result


def constants(spec: manual.Manual, headers: List[str], include: Path,
              compiler: str) -> Iterator[Result]:
    """Tests the largest value of every field, and the smallest that does not fit."""
    todo = setters(spec)

    def source(excess: int) -> str:
        out = [f'#include "{name}"\n' for name in headers]
        for number, (_, call, width) in enumerate(todo):
            value = f"UINT64_C({(1 << width) - 1 + excess})" if width > 31 else \
                f"UINT32_C({(1 << width) - 1 + excess})"
            out.append(f"void t_{number}({call}{value}); }}\n")
        return "".join(out)

    language = "c++" if compiler.endswith("++") else "c"
    command = [compiler, f"-x{language}", "-O2", f"-I{include}", "-S", "-o", os.devnull, "-"]
    command[1:1] = ["-ferror-limit=0"] if compiler.startswith("clang") else ["-fno-ipa-icf"]
    status, said = compile_text(command, source(0))
    yield f"{compiler}: constants that fit are taken", status == 0, said
    _, said = compile_text(command, source(1))
    refused = refusals(said)
    for number, (name, _, _) in enumerate(todo):
        yield (f"{compiler}: {name} refuses a constant that does not fit",
               bool(refused & {f"t_{number}", name}), "")


def refusals(said: str) -> Set[str]:
    """Returns the names in the messages: the function with the constant (gcc), or the setter (clang, at the field's line)."""
    result: Set[str] = set()
    files: Dict[str, List[str]] = {}
    caller = ""
    for line in said.splitlines():
        named = re.search(r"(?:[Ii]n function|inlined from) '(?:void )?(t_\d+)\b", line)
        caller = named.group(1) if named else caller
        where = re.match(rf"(.*?):(\d+):\d+: error: .*{REFUSED}", line)
        if where is None:
            continue
        result.add(caller)
        path, number = where.group(1), int(where.group(2))
        if path not in files:
            files[path] = Path(path).read_text(encoding="utf-8").splitlines()
        field = re.match(r"PRM_[A-Z]+_[A-Z0-9_]+\((\w+), (\w+),", files[path][number - 1])
        heads = (re.match(r"(?:static inline void )?(\w+_set_\w+)\(", text)
                 for text in reversed(files[path][:number]))
        result.add("prm_{}_set_{}".format(*field.groups()) if field else
                   next((head.group(1) for head in heads if head), ""))
    return result - {""}


RANGE = """\
#include "prm_psv.h"
int main(int n, char **v)
{
	struct prm_set_psv_seg s;

	(void)v;
	memset(&s, 0, sizeof(s));
	prm_set_psv_seg_set_psv_index(&s, 0xff000000u + (uint32_t)n);
	return ((uint8_t *)&s)[0] != 0 || ((uint8_t *)&s)[3] != 1;
}
"""


def variables(include: Path) -> Iterator[Result]:
    """Tests a run-time value: an assertion fails, and with NDEBUG the value is truncated."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "range")
        for options, wanted in (([], -6), (["-DNDEBUG"], 0)):
            _, said = compile_text(["gcc", "-O1", *options, f"-I{include}", "-xc", "-", "-o",
                                    program], RANGE)
            got = subprocess.run([program], stderr=subprocess.DEVNULL, check=False).returncode
            yield (f"a variable out of range, gcc {' '.join(options)}", got == wanted,
                   f"{said}ended with {got}, not {wanted}")


def results(spec_path: Path, include: Path, few: bool) -> Iterator[Result]:
    spec = manual.Manual(spec_path)
    headers = sorted(path.name for path in include.glob("*.h"))
    yield "there are headers and setters", bool(headers and setters(spec)), str(include)
    yield from texts(headers, include)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        yield from pool.map(Job.run, matrix(headers, include, FEW if few else COMPILERS))
        for found in pool.map(lambda cc: list(constants(spec, headers, include, cc)),
                              ("gcc",) if few else ("gcc", "clang", "g++", "clang++")):
            yield from found
    if "prm_psv.h" in headers:
        yield from variables(include)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spec", default=ROOT / "spec", type=Path, metavar="DIR")
    parser.add_argument("--few", action="store_true", help="few compilers and language versions")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        include = ROOT / "generated"
        if args.spec.resolve() != ROOT / "spec":
            include = Path(folder)
            subprocess.run([sys.executable, ROOT / "codegen" / "prmc", "generate", "--spec",
                            args.spec, "--out", include], check=True, stdout=subprocess.DEVNULL)
        done = list(results(args.spec, include, args.few))
    failures = [result for result in done if not result[1]]
    for number, (name, _, said) in enumerate(failures[:40]):
        print(f"FAILED: {name}")
        print("".join(f"   {line}\n" for line in said.splitlines()[:12 if number < 4 else 1]), end="")
    print(f"{len(done) - len(failures)} passed, {len(failures)} failed, 0 skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
