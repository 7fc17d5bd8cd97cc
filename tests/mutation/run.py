#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Breaks the compiler on purpose, one way at a time; the exhaustive proof must notice each.

Every mutation replaces one piece of text in a copy of the C writer or its templates. The copy
must still generate headers; then the proof has to fail, by a check or because the headers'
own static asserts stop the compiler. A mutation whose text is gone is a failure, too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from typing import List, Tuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from broken_copy import copy, python, rewrite  # noqa: E402

MEMBERS, HOST, PACK, CHECK = (f"codegen/prmclib/writers/c_{name}.py"
                              for name in ("members", "host", "pack", "check"))
HEADER = "codegen/prmclib/templates/c/header.h.j2"
BASE = "codegen/prmclib/templates/c/base.h.j2"
PRINT = "codegen/prmclib/templates/c/print_base.h.j2"

# What is proved: corner shapes, which have everything that the compiler treats in its own way. A
# mutation that only layouts of the manual would show asks for one more shape.
CORNERS = "tests/proof/corners"

# what is wrong then, file, text, replacement
MUTATIONS: List[Tuple[str, str, str, str]] = [
    ("a shift of setters is off by one", MEMBERS,
     "number.shift = first + width - number.bits.end",
     "number.shift = max(0, first + width - number.bits.end - 1)"),
    ("pack shifts off by one", PACK,
     "            shift = (first + size) * 8 - n.bits.end",
     "            shift = max(0, (first + size) * 8 - n.bits.end - 1)"),
    ("unpack shifts off by one", PACK,
     "(host, end - bits.end, bits.width, c_type, flag))",
     "(host, end - bits.end + 1, bits.width, c_type, flag))"),
    ("unpack reads from the wrong word", PACK,
     "words_of.setdefault((start // 8, end - start), [])",
     "words_of.setdefault((first, end - start), [])"),
    ("32-bit numbers are little-endian", BASE,
     "#define {{ P }}_SWAP32(v) __builtin_bswap32(v)",
     "#define {{ P }}_SWAP32(v) ((uint32_t)(v))"),
    ("64-bit numbers are little-endian", BASE,
     "#define {{ P }}_SWAP64(v) __builtin_bswap64(v)",
     "#define {{ P }}_SWAP64(v) ((uint64_t)(v))"),
    ("the mask of a field lacks its top bit", MEMBERS,
     "return (1 << self.width) - 1",
     "return ((1 << self.width) - 1) >> (self.width > 1)"),
    ("setters clear the neighbours", BASE,
     "((old.be & {{ P }}_SWAP{{ bits }}((uint{{ bits }}_t)~mask)) |",
     "((old.be & {{ P }}_SWAP{{ bits }}((uint{{ bits }}_t)0)) |"),
    ("defaults are lost", HOST,
     "if n.host and n.field.default and", "if not n.host and n.field.default and"),
    ("fixed values are not written", PACK,
     "                if n.field.fixed:\n", "                if n.field.fixed and False:\n"),
    ("reserved bits are not reported", CHECK,
     "            if item.kind is Kind.RESERVED:\n                flush()\n",
     "            if item.kind is Kind.RESERVED:\n                continue\n"),
    ("unknown values of enumerations are not reported", BASE,
     "return name ? 0 :", "return 1 ? 0 :"),
    ("unknown flags are not reported", BASE, "return value & ~known ?",
     "return value & ~known & 0 ?"),
    ("ignored bytes are not carried", PACK,
     'memcpy({at}, v->{path}{group.name}, {size});"',
     'memset({at}, 0 * (int)sizeof(v->{path}{group.name}), {size});"'),
    ("nested layouts are packed from the wrong place", PACK,
     'f"{lead}{call}(&p->{path}{m.name}, &v->{path}{m.name});"',
     'f"{lead}memset(&p->{path}{m.name}, 0, sizeof(p->{path}{m.name}));"'),
    ("the last arm of an overlay is always taken", PACK,
     'out.extend(f"{lead}case {value:#x}:" for value in arm.when.values)\n'
     "            out.extend(self._arm(",
     'out.extend(f"{lead}case {value + 1000:#x}:" for value in arm.when.values)\n'
     "            out.extend(self._arm("),
    ("pack leaves reserved stretches as they were", PACK,
     'memset({at}, 0, {size});"',
     '(void)p;"'),
    ("the printer shows wrong bits", PRINT, "uint32_t low = 31 - (end - 1) % 32;",
     "uint32_t low = 30 - (end - 1) % 31;"),
    ("the printer loses names of enumerations", PRINT, 'meaning ? meaning : "?"', '"?"'),
]


def generate(folder: str) -> "subprocess.CompletedProcess[str]":
    """Runs the compiler of the copy."""
    return python(folder, "codegen/prmc", "generate", "--spec", os.path.join(folder, CORNERS),
                  "--out",
                  os.path.join(folder, "generated"))


def proof(folder: str, cc: str) -> "subprocess.CompletedProcess[str]":
    """Runs the proof in the copy. Harness and expectations are those of the first run, since
    mutations are of the compiler."""
    build = os.path.join(folder, "build")
    made = {"--expected": os.path.join(build, "expected"),
            "--harness": os.path.join(build, "harness.o")}
    options = [word for option, path in made.items() if os.path.exists(path)
               for word in (option, path)]
    return python(folder, "tests/proof/run.py", "--spec", os.path.join(folder, CORNERS),
                  "--generated",
                  os.path.join(folder, "generated"), "--cc", cc, "--cflags", "-std=c11 -O0",
                  *options,
                  "--build", build)


def outcome(folder: str, cc: str, change: Tuple[str, str, str]) -> str:
    """'' when the proof noticed the change, else what went wrong."""
    path, text, replacement = change
    full = os.path.join(folder, path)
    with open(full, encoding="utf-8") as stream:
        original = stream.read()
    if text not in original:
        return f"{path} no longer has the text {text!r}: bring the mutation up to date"
    try:
        rewrite(full, original.replace(text, replacement, 1))
        made = generate(folder)
        if made.returncode:
            return f"the mutated compiler does not run: {made.stderr[-500:]}"
        return "" if proof(folder, cc).returncode else "the proof did not notice"
    finally:
        rewrite(full, original)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    args = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy(folder, ("codegen", "tests/proof", "tests/machines.py"))
        generate(folder).check_returncode()
        clean = proof(folder, args.cc)
        if clean.returncode:
            print(clean.stdout + clean.stderr)
            print("the unchanged tree does not pass\n0 passed, 1 failed, 0 skipped")
            return 1
        for what, path, text, replacement in MUTATIONS:
            problem = outcome(folder, args.cc, (path, text, replacement))
            failed += bool(problem)
            print(f"{'NOT CAUGHT' if problem else 'caught'}: {what}"
                  + (f": {problem}" if problem else ""), flush=True)
    print(f"{len(MUTATIONS) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
