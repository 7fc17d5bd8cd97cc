#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The generated headers compile clean everywhere that they promise to, and refuse what they must.

Every header alone and twice, all together in each language version with gcc and clang, for
32 bits and for a big-endian machine, each with its static asserts of sizes and offsets; and a setter with a
constant that does not fit its field is an error of the compiler.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import List, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GENERATED = os.path.join(ROOT, "generated")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
            "-I", GENERATED, "-c", "-o", os.devnull]
STANDARD = {"assert.h", "inttypes.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "string.h"}

C = ["c99", "c11", "c17", "c2x"]
CXX = ["c++11", "c++14", "c++17", "c++20"]


def compile_text(compiler: List[str], language: str, text: str) -> Tuple[int, str]:
    done = subprocess.run(compiler + WARNINGS + ["-x", language, "-"], input=text, text=True,
                          capture_output=True, check=False)
    return done.returncode, done.stderr


def main() -> int:
    headers = sorted(name for name in os.listdir(GENERATED) if name.endswith(".h"))
    everything = "".join(f'#include "{name}"\n' for name in headers)
    jobs: List[Tuple[str, List[str], str, str, str]] = []  # what, compiler, language, text, error
    for name in headers:
        jobs.append((f"{name} first and twice", ["gcc", "-std=c11"], "c",
                     f'#include "{name}"\n#include "{name}"\nextern int unused;\n', ""))
    for std in C:
        for compiler in (["gcc", "-O2"], ["clang", "-O2"], ["i686-linux-gnu-gcc"],
                         ["s390x-linux-gnu-gcc", "-O2"]):
            jobs.append((f"all, {compiler[0]} {std}", compiler + [f"-std={std}"], "c", everything,
                         ""))
    for std in CXX:
        for compiler in (["g++"], ["clang++"]):
            jobs.append((f"all, {compiler[0]} {std}", compiler + [f"-std={std}"], "c++",
                         everything, ""))
    call = ('#include "prm_psv.h"\nvoid f(struct prm_set_psv_seg *p);\n'
            'void f(struct prm_set_psv_seg *p)\n{{\n\tprm_set_psv_seg_set_psv_index(p, {});\n}}\n')
    for compiler in ("gcc", "clang"):
        jobs.append((f"{compiler}: the largest constant is taken", [compiler, "-O2"], "c",
                     call.format("0xffffff"), ""))
        jobs.append((f"{compiler}: one more is refused", [compiler, "-O2"], "c",
                     call.format("0x1000000"), "the value does not fit the field"))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = list(pool.map(lambda job: compile_text(job[1], job[2], job[3]), jobs))
    failed = 0
    for (what, compiler, _, _, error), (status, text) in zip(jobs, results):
        good = error in text and status != 0 if error else status == 0
        if not good:
            failed += 1
            print(f"FAILED: {what}: {' '.join(compiler)} gave {status}\n{text[:2000]}")
    for name in headers:
        with open(os.path.join(GENERATED, name), encoding="utf-8") as stream:
            content = stream.read()
        foreign = set(re.findall(r"#include <([^>]+)>", content)) - STANDARD
        foreign |= set(re.findall(r'#include "([^"]+)"', content)) - set(headers)
        wide = [n for n, line in enumerate(content.splitlines(), 1)
                if len(line.expandtabs(8)) > 100]
        if foreign or wide:
            failed += 1
            print(f"FAILED: {name}: includes {sorted(foreign)}, lines beyond 100 columns {wide}")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "range.c")
        for define, wanted in (("", False), ("-DNDEBUG", True)):
            with open(source, "w", encoding="utf-8") as stream:
                stream.write('#include "prm_psv.h"\nint main(int n, char **v)\n{\n\t'
                             'struct prm_set_psv_seg s;\n\t(void)v;\n\tmemset(&s, 0, sizeof(s));\n'
                             '\tprm_set_psv_seg_set_psv_index(&s, 0xff000000u + (uint32_t)n);\n'
                             '\treturn ((uint8_t *)&s)[0] != 0 || ((uint8_t *)&s)[3] != 1;\n}\n')
            program = os.path.join(folder, "range")
            subprocess.run(["gcc", "-O1", "-I", GENERATED, source, "-o", program]
                           + ([define] if define else []), check=True)
            status = subprocess.run([program], stderr=subprocess.DEVNULL, check=False).returncode
            good = status == 0 if wanted else status == -6
            if not good:
                failed += 1
                print(f"FAILED: value out of range {define or 'with asserts'}: ended with {status}")
    total = len(jobs) + len(headers) + 2
    print(f"{total - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
