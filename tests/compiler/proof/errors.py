#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes deliberate errors in generated headers, one at a time: the proofs of `ninja test` must refute each.

    tests/compiler/proof/errors.py --build build/proof/compiled-errors
    tests/compiler/proof/errors.py --build build/proof/compiled-errors --only alignment

errors.yaml has the errors by the proof that refutes them: prove.py's facts, its proof of code, or run.py. An error is a
description, style, header, a text and its replacement. The text is that of the header's one occurrence of it. An error is
refuted if the proof, with the obligations that `ninja test` proves of that file of the spec, refutes one or cannot compile.
The last line is `N passed, N failed, N skipped`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

import prove
import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CORNERS = HERE / "corners"


def run(*command: object) -> Tuple[int, str]:
    """Runs a Python program; returns status and output."""
    done = subprocess.run([sys.executable, *map(str, command)], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, errors="replace", check=False)
    return done.returncode, done.stdout


def generated(style: str, spec: Path, build: Path) -> Path:
    """Returns a folder with the headers of a style, as it was made."""
    folder = build / f"{style}-{spec.name}"
    if not folder.exists():
        status, said = run(ROOT / "codegen" / "prmc", "generate", "--style", style, "--spec", spec, "--out", folder)
        if status:
            raise SystemExit(f"errors: {said}")
    return folder


def proof(by: str, row: Dict[str, Any], folder: Path, spec: Path, build: Path) -> Tuple[int, str]:
    """Returns the status of the proof that concerns a header, and its first lines."""
    if by == "run":
        return run(HERE / "run.py", "--config", "sanitize", "--spec", spec, "--generated", folder, "--build", build / "run")
    which = ["--kinds", "all"] if spec == CORNERS else ["--only", row["header"][len("prm_"):-len(".h")]]
    return prove.output_of("--style", row["style"], "--config", {"facts": "facts", "code": "clang-O2"}[by], "--first",
                           "--spec", spec, "--generated", folder, "--build", build / "proof", *which)


def unnoticed(by: str, row: Dict[str, Any], build: Path) -> str:
    """Returns why an error is not refuted; empty if it is."""
    spec = CORNERS if row.get("spec") == "corners" else ROOT / "spec"
    header = generated(row["style"], spec, build) / row["header"]
    text = header.read_text(encoding="utf-8")
    if text.count(row["text"]) != row.get("count", 1):
        return f"{row['header']} has {text.count(row['text'])} times {row['text']!r}: bring the table up to date"
    header.write_text(text.replace(row["text"], row["instead"]), encoding="utf-8")
    try:
        status, said = proof(by, row, header.parent, spec, build)
    finally:
        header.write_text(text, encoding="utf-8")
    print(f"   {next((line for line in said.splitlines() if 'FAIL' in line or 'error' in line), said[-200:])[:160]}")
    return "" if status in (1, 2) and ("refuted" in said or "error:" in said or "FAIL" in said) else \
        f"the proof says: {said[-300:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=Path, metavar="DIR")
    parser.add_argument("--only", default="", metavar="TEXT", help="errors whose description has the text")
    args = parser.parse_args()
    shutil.rmtree(args.build, ignore_errors=True)
    args.build.mkdir(parents=True)
    table: Dict[str, List[Dict[str, Any]]] = yaml.safe_load((HERE / "errors.yaml").read_text(encoding="utf-8"))
    rows = [(by, row) for by, errors in table.items() for row in errors if args.only in row["what"]]
    failed = 0
    for by, row in rows:
        problem = unnoticed(by, row, args.build)
        failed += bool(problem)
        print(f"{'NOT REFUTED' if problem else 'refuted'}: {row['style']}: {row['what']}{problem and ': '}{problem}", flush=True)
    print(f"{len(rows) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
