#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Proves that compiled functions of the generated C match the manual, for all inputs.

    tests/compiler/proof/prove.py --config clang-O2,gcc-O2 --build build/proof/compiled
    tests/compiler/proof/prove.py --config gcc-O3 --build build/proof/compiled --kinds check --only wqe,cqe
    tests/compiler/proof/prove.py --config clang-O2 --build build/corners --spec tests/compiler/proof/corners

README.md in this folder describes the properties and the method. The last line is
`N passed, N failed, N skipped`; exit 0 if all is proved, 1 if something is refuted or cannot
be lifted, 2 if the proof cannot be run.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import functools
import io
import shlex
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2] / "run")]
sys.dont_write_bytecode = True

import branches  # noqa: E402
import directives  # noqa: E402
import facts  # noqa: E402
import flow  # noqa: E402
import ir  # noqa: E402
import manual  # noqa: E402
import obligations  # noqa: E402
import objectcode  # noqa: E402
import stand_ins  # noqa: E402
import styles  # noqa: E402
import tables  # noqa: E402
import unit  # noqa: E402
from memory import CannotLift  # noqa: E402
from solver import Undecided  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]


ALL = ("set", "get", "pack", "unpack", "report", "init", "table", "round trip", "name", "check")
# The others follow from these, see README.md: only --kinds, or a configuration that names them, proves them.
MOST = ALL[:-3]
FACTS = "facts"  # a configuration without code: what compilers know of the headers


@dataclass
class Config:
    """The compilation of the unit, and the kinds that are proved by default."""

    command: str
    asserts: bool  # values out of range abort; without assertions they are truncated
    kinds: Tuple[str, ...] = MOST

    @property
    def is_ir(self) -> bool:
        return "-emit-llvm" in self.command


CLANG, GCC = "clang -S -emit-llvm", "gcc -c"
CONFIGS: Dict[str, Config] = {
    "clang-O2": Config(f"{CLANG} -O2 -fno-vectorize", True),
    "gcc-O2": Config(f"{GCC} -O2", False),
    "clang-O0": Config(f"{CLANG} -O0", False),
    "clang-O3": Config(f"{CLANG} -O3 -fno-vectorize", False),
    "clang-s390x": Config(f"{CLANG} -O2 --target=s390x-linux-gnu -I/usr/s390x-linux-gnu/include",
                          False),
    "clang-aarch64": Config(f"{CLANG} -O2 -fno-slp-vectorize -fno-vectorize --target=aarch64-linux-gnu "
                            "-I/usr/aarch64-linux-gnu/include", False),
    "gcc-O0": Config(f"{GCC} -O0", True),
    "gcc-O3": Config(f"{GCC} -O3", False),
}


@dataclass
class Finding:
    obligation: obligations.Obligation
    verdict: str  # "", refuted, not lifted, undecided
    text: str
    seconds: float


@dataclass
class Headers:
    """The headers to prove."""

    style: styles.Style
    folder: Path
    flags: List[str]  # of compilers


def made(name: str, args: argparse.Namespace) -> Headers:
    """Returns the headers of a style, which are generated unless they are the project's or given."""
    folder: Path = args.generated or ROOT / "generated"
    if args.generated is None and (name != "c" or args.spec.resolve() != ROOT / "spec"):
        folder = args.build / name / "generated"
        run([sys.executable, str(ROOT / "codegen" / "prmc"), "generate", "--style", name, "--spec", str(args.spec),
             "--out", str(folder)])
    flags = stand_ins.stand_ins(args.build / name, name) if name != "c" else []
    return Headers(styles.STYLES[name], folder, [*flags, f"-I{folder}"])


def reference(args: argparse.Namespace) -> Path:
    """Returns the folder of the same spec's headers in style c."""
    return ROOT / "generated" if args.spec.resolve() == ROOT / "spec" else made("c", args).folder


def compiled(config: Config, spec: manual.Manual, headers: Headers, build: Path) -> flow.Program:
    """Compiles the unit and reads the compiler's output."""
    build.mkdir(parents=True, exist_ok=True)
    suffix = "ll" if config.is_ir else "o"
    source, output = build / "unit.c", build / f"unit.{suffix}"
    source.write_text(unit.text(spec, headers.style), encoding="utf-8")
    command = [*shlex.split(config.command), f"-std={headers.style.standard}", *headers.style.flags.split(), "-w", *headers.flags,
               *(["-DASSERTS"] if config.asserts else []), str(source), "-o", str(output)]
    run(command)
    if config.is_ir:
        return ir.Module(output.read_text(encoding="latin-1"))
    return objectcode.read(output)


def run(command: List[str]) -> None:
    """Runs a command; exits with 2 if it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False)
    except OSError as exc:
        print(f"prove: cannot run {command[0]}: {exc.strerror}")
        raise SystemExit(2) from None
    if done.returncode:
        print("\n".join(done.stdout.splitlines()[:40]))
        print(f"prove: failed: {shlex.join(command)}")
        raise SystemExit(2)


def facts_judged(spec: manual.Manual, headers: Headers, build: Path, args: argparse.Namespace) -> Iterator[Tuple[str, str]]:
    """Yields each fact by each compiler, each text that must be equal, each header, and what refutes it; "" if nothing does."""
    build.mkdir(parents=True, exist_ok=True)
    style = headers.style
    all_facts = facts.all_facts(spec, style)
    text, first = facts.text(spec, style, all_facts)
    source, read = build / "facts.c", build / "headers.c"
    source.write_text(text, encoding="utf-8")
    read.write_text("".join(f'#include "{name}"\n' for name in facts.headers(spec, style)), encoding="utf-8")
    for compiler in style.compilers:
        wrong = facts.refuted(source, first, all_facts, compiler, headers.flags)
        yield from ((f"{name} (facts, {compiler})", said) for name, said in wrong)
        yield from [("", "")] * (len(all_facts) - len(wrong))
    if style.words:
        yield from ((f"{name} (text, style c)", said)
                    for name, said in branches.unlike(headers.folder, reference(args), style.words))
    yield from ((f"{name} (text, directives)", said)
                for name, said in directives.checked(headers.folder, style.name, spec, all_facts))
    yield from ((f"the headers (text, {name})", said) for name, said in branches.differences(
        read, headers.folder, headers.flags, build / "empty", style.has_extras))
    print(f"{style.name}: {FACTS}: {len(all_facts)} facts, {len(style.compilers)} compilers")


def facts_proved(spec: manual.Manual, headers: Headers, args: argparse.Namespace) -> Tuple[int, int]:
    """Proves the facts by all compilers, and that they read the same text; returns the numbers of passed and failed."""
    passed = failed = 0
    for name, said in facts_judged(spec, headers, args.build / headers.style.name / FACTS, args):
        passed, failed = passed + (not said), failed + bool(said)
        if said:
            print(f"FAIL {name}: refuted: {said}", flush=True)
            if args.first:
                break
    return passed, failed


def prove(obligation: obligations.Obligation) -> Finding:
    start = time.monotonic()
    verdict = text = ""
    try:
        obligation.prove()
    except obligations.Refuted as exc:
        verdict, text = "refuted", str(exc)
    except CannotLift as exc:
        verdict, text = "not lifted", str(exc)
    except Undecided as exc:
        verdict, text = "undecided", str(exc)
    return Finding(obligation, verdict, text, time.monotonic() - start)


def options(words: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True, metavar="NAME,...",
                        help="compilers and flags by name, and facts: " + ", ".join(CONFIGS))
    parser.add_argument("--build", required=True, type=Path, metavar="DIR",
                        help="folder for the unit and the compiler's output")
    parser.add_argument("--spec", default=ROOT / "spec", type=Path, metavar="DIR",
                        help="another spec than the project's; its headers are generated first")
    parser.add_argument("--generated", type=Path, metavar="DIR",
                        help="the headers (default: the project's; for another spec they are generated)")
    parser.add_argument("--style", default="c", metavar="NAME,...", help="of the headers: " + ", ".join(styles.STYLES))
    parser.add_argument("--only", default="", metavar="STEM,...",
                        help="files or folders of the spec, e.g. psv,bsf or wqe")
    parser.add_argument("--function", default="", metavar="TEXT",
                        help="only functions whose name contains this text")
    parser.add_argument("--kinds", default="", metavar="KIND,...",
                        help=f"kinds to prove, of: {', '.join(ALL)}, or all (default: those of the "
                             "configuration; name and check take longest)")
    parser.add_argument("--first", action="store_true", help="end at the first failure")
    args = parser.parse_args(words)
    args.kinds = list(ALL) if args.kinds == "all" else args.kinds.split(",") if args.kinds else []
    args.config, args.style = args.config.split(","), args.style.split(",")
    for given, known in ((args.style, styles.STYLES), (args.kinds, ALL), (args.config, [FACTS, *CONFIGS])):
        for name in given:
            if name not in known:
                parser.error(f"'{name}' is not one of: {', '.join(known)}")
    return args


@functools.lru_cache(maxsize=None)
def whole(folder: Path) -> manual.Manual:
    """Returns the manual of a folder, which is read once."""
    return manual.Manual(folder)


def selected(folder: Path, only: str) -> manual.Manual:
    """Returns the manual of a folder, with the files that --only names."""
    spec = copy.copy(whole(folder))
    wanted = set(filter(None, only.split(",")))
    unknown = wanted - set(spec.stems) - set(spec.folders.values())
    if unknown:
        raise manual.ManualError(f"--only: no file {', '.join(sorted(unknown))}.yaml, and no "
                                 "folder of this name")
    if wanted:
        spec.is_whole = False
        spec.stems = [stem for stem in spec.stems if {stem, spec.folders[stem]} & wanted]
    return spec


def proved(name: str, spec: manual.Manual, headers: Headers, args: argparse.Namespace) -> List[Finding]:
    """Proves the requested kinds for one compilation; prints a table of kinds, and the failures."""
    config = CONFIGS[name]
    program = compiled(config, spec, headers, args.build / headers.style.name / name)
    label = name if headers.style.name == "c" else f"{headers.style.name}, {name}"
    findings = []
    subject = obligations.Subject(spec, program, config.asserts and headers.style.checks, config.asserts, headers.style)
    for obligation in chain(obligations.obligations(subject), tables.obligations(subject), obligations.shared(subject)):
        if obligation.kind not in (args.kinds or config.kinds) or \
                args.function not in obligation.function:
            continue
        finding = prove(obligation)
        findings.append(finding)
        if finding.verdict:
            print(f"FAIL {obligation.function} ({obligation.kind}, {label}): {finding.verdict}: "
                  f"{finding.text}", flush=True)
            if args.first:
                break
    kinds = Counter(finding.obligation.kind for finding in findings)
    for kind, count in kinds.items():
        seconds = sum(finding.seconds for finding in findings if finding.obligation.kind == kind)
        print(f"{label}: {kind}: {count} functions, {seconds:.1f} s")
    return findings


def main(words: Optional[Sequence[str]] = None) -> int:
    """Proves what the words of the command line ask for; returns the exit status."""
    args = options(words)
    sys.setrecursionlimit(100000)
    findings: List[Finding] = []
    counts = [0, 0]
    try:
        spec = selected(args.spec, args.only)
        for style, name in product(args.style, args.config):
            headers = made(style, args)
            if name == FACTS:
                counts = [a + b for a, b in zip(counts, facts_proved(spec, headers, args))]
            else:
                findings += proved(name, spec, headers, args)
            if args.first and (counts[1] or any(finding.verdict for finding in findings)):
                break
    except (manual.ManualError, OSError) as exc:
        print(f"prove: {exc}")
        return 2
    refuted = sum(bool(finding.verdict) for finding in findings)
    passed, failed = counts[0] + len(findings) - refuted, counts[1] + refuted
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


def output_of(*words: object) -> Tuple[int, str]:
    """Runs main() for a program that proves several times: this process has read the manual, and keeps the solver's answers.
    Returns status and output."""
    with contextlib.redirect_stdout(io.StringIO()) as output:
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:
            status = int(end.code or 0)
    return status, output.getvalue()


if __name__ == "__main__":
    sys.exit(main())
