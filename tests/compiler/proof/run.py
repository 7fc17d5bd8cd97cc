#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the generated C with one compiler: writes the proof program, compiles it, runs it.

    tests/compiler/proof/run.py --config sanitize --build build/proof/sanitize
    tests/compiler/proof/run.py --config s390x --build build/proof/s390x --only psv,bsf
    tests/compiler/proof/run.py --config sanitize --spec tests/compiler/proof/corners --build build/corners/sanitize
    tests/compiler/proof/run.py --cc "gcc-13" --cflags "-O3 -march=native" --build build/proof/native

The last line is `N passed, N failed, N skipped`; exit 0 if all passed, 1 if something
failed, 2 if the program could not be run.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Set, Tuple

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2] / "run")]
sys.dont_write_bytecode = True

import expected  # noqa: E402
import gen  # noqa: E402
import machines  # noqa: E402
import manual  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
# The harness is not under test, so it is optimised; these flags follow the caller's.
HARNESS = ["-O2", "-fno-sanitize=all"]
SANITIZED = ["-DTAIL=0"]  # the sanitizer guards the end of its buffers


# name: compiler, flags. These cover what prove.py does not: sanitizers, C++, 32 bits, a big-endian processor. Programs
# for other machines have the machine's name.
CONFIGS: Dict[str, Tuple[str, str]] = {
    "g++": ("g++", "-std=c++17 -O1 -DNDEBUG"),
    "sanitize": ("gcc", "-std=c11 -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all"),
    "i686": (machines.COMPILERS["i686"], "-std=c11 -O0 -static"),
    "s390x": (machines.COMPILERS["s390x"], "-std=c11 -O1 -static"),
}


def write(path: Path, text: str) -> None:
    """Writes a file if its text changes."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def run(command: List[str]) -> None:
    """Runs a command; exits with 2 if it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)
    except OSError as exc:
        print(f"proof: cannot run {command[0]}: {exc.strerror}")
        raise SystemExit(2) from None
    if done.returncode:
        lines = done.stdout.splitlines()
        print("\n".join(lines[:40]))
        if len(lines) > 40:
            print(f"... and {len(lines) - 40} lines more")
        print(f"proof: failed: {shlex.join(command)}")
        raise SystemExit(2)


def check_print(wanted: Path, command: List[str]) -> Tuple[int, int]:
    """Compares the program's output with the expected lines; returns the numbers of fields passed and failed."""
    done = subprocess.run([*command, str(wanted / "images.txt")], stdout=subprocess.PIPE,
                          text=True, errors="replace", check=False)
    lines, paths = ((wanted / name).read_text(encoding="utf-8") for name in ("lines.txt", "paths.txt"))
    good = {path for path in paths.splitlines() if not path.startswith("#")}
    if done.returncode == 0 and done.stdout == lines:
        return len(good), 0
    parts, images = done.stdout.split("# ")[1:], paths.split("# ")[1:]
    if done.returncode or len(parts) != len(images):
        print(f"FAIL print: the program ended with {done.returncode} after {len(parts)} of "
              f"{len(images)} images")
        return 0, 1
    bad: Set[str] = set()
    for part, whole, image in zip(parts, lines.split("# ")[1:], images):
        got, expected, names = (text.split("\n")[1:-1] for text in (part, whole, image))
        for i, (path, line) in enumerate(zip(names, expected)):
            if i < len(got) and got[i] == line:
                continue
            if path not in bad and len(bad) < 20:
                print(f"FAIL {path}: print:\n   expected {line}\n   got      "
                      f"{got[i] if i < len(got) else 'nothing'}")
            bad.add(path)
            break
        else:
            if len(got) > len(expected):
                layout = image.split("\n", 1)[0]
                bad.add(layout)
                print(f"FAIL {layout}: print: more lines than expected: {got[len(expected)]}")
    return len(good - bad), len(bad)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", choices=sorted(CONFIGS), metavar="NAME",
                        help="compiler, flags and runner by name: " + ", ".join(CONFIGS))
    parser.add_argument("--cc", default="cc", metavar="CC",
                        help="the compiler with its own options; a C++ compiler compiles C++")
    parser.add_argument("--cflags", default="-O2", metavar="FLAGS", help="default: -O2")
    parser.add_argument("--run-wrapper", default="", metavar="COMMAND",
                        help="runs the program, e.g. qemu-s390x")
    parser.add_argument("--build", required=True, type=Path, metavar="DIR",
                        help="folder for programs and objects")
    parser.add_argument("--spec", default=ROOT / "spec", type=Path, metavar="DIR",
                        help="another spec than the project's; its headers are generated first")
    parser.add_argument("--generated", type=Path, metavar="DIR",
                        help="the headers (default: the project's; for another spec they are generated)")
    parser.add_argument("--expected", type=Path, metavar="DIR",
                        help="output of expected.py for the same spec (default: generate it)")
    parser.add_argument("--harness", type=Path, metavar="FILE",
                        help="harness.c compiled for the same processor (default: compile it)")
    parser.add_argument("--only", default="", metavar="STEM,...",
                        help="prove these files or folders of the spec only, e.g. psv,bsf or wqe")
    # `--cflags -O2`: argparse accepts a value that begins with '-' only after '='.
    words: List[str] = []
    for word in sys.argv[1:]:
        if words and words[-1] in ("--cc", "--cflags", "--run-wrapper"):
            words[-1] += "=" + word
        else:
            words.append(word)
    args = parser.parse_args(words)
    if args.config:
        args.cc, args.cflags = CONFIGS[args.config]
        if args.config in machines.COMPILERS:
            args.run_wrapper = shlex.join(machines.runner(args.config))
    return args


def main() -> int:
    args = options()
    build: Path = args.build
    try:
        spec = manual.Manual(args.spec)
        if args.only:
            only = set(args.only.split(","))
            unknown = only - set(spec.stems) - set(spec.folders.values())
            if unknown:
                raise manual.ManualError(f"--only: no file {', '.join(sorted(unknown))}.yaml in "
                                         f"{args.spec}, and no folder of this name")
            spec.stems = [stem for stem in spec.stems if {stem, spec.folders[stem]} & only]
        build.mkdir(parents=True, exist_ok=True)
        generated = args.generated or ROOT / "generated"
        if args.spec.resolve() != ROOT / "spec" and args.generated is None:
            generated = build / "generated"
            run([sys.executable, str(ROOT / "codegen" / "prmc"), "generate", "--spec",
                 str(args.spec), "--out", str(generated)])
        for stem in spec.stems:
            write(build / f"proof_{stem}.c", gen.Emitter(spec, stem).file())
        write(build / "proof.c", gen.all_files(spec))
        if args.expected is None or args.only:
            args.expected = build / "expected"
            expected.write(spec, args.expected)
    except (manual.ManualError, OSError) as exc:
        print(f"proof: {exc}")
        return 2
    cc, flags = shlex.split(args.cc), shlex.split(args.cflags)
    if "++" in cc[0]:
        cc += ["-x", "c++"]
    program = build / "proof"
    include = [f"-I{HERE}", f"-I{generated}"]
    if args.harness is None:
        args.harness = build / "harness.o"
        run([*cc, *WARNINGS, *flags, *HARNESS, *(SANITIZED if "address" in args.cflags else []),
             *include, "-c", str(HERE / "harness.c"),
             "-o", str(args.harness)])
    run([*cc, *WARNINGS, *flags, *include, "-c", str(build / "proof.c"),
         "-o", str(build / "proof.o")])
    run([cc[0], *flags, str(build / "proof.o"), str(args.harness), "-o", str(program)])
    command = [*shlex.split(args.run_wrapper), str(program)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, errors="replace",
                              check=False)
    except OSError as exc:
        print(f"proof: cannot run {command[0]}: {exc.strerror}")
        return 2
    totals = re.search(r"^(\d+) passed, (\d+) failed, 0 skipped\n\Z", done.stdout, re.M)
    if totals is None:
        print(f"{done.stdout}proof: ended with {done.returncode}: {shlex.join(command)}")
        return 2
    print(done.stdout[:totals.start()], end="")
    passed, failed = check_print(args.expected, command)
    passed, failed = passed + int(totals.group(1)), failed + int(totals.group(2))
    if failed:
        print(f"run alone: {shlex.join(sys.argv)}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
