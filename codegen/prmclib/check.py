# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc check``: checks a spec by all rules."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List, Optional

from prmclib.model import Bits, Spec
from prmclib.model import errors
from prmclib.model.errors import counted
from prmclib.readers import followed
from prmclib.readers.load import load_spec
from prmclib.readers.source import HELP, is_spec, lint, load_source, read_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="SPEC", nargs="*",
                        help=f"{HELP}; for forms other than the spec, lists what cannot be "
                             "expressed (default: the whole spec)")
    parser.add_argument("--uses", metavar="FOLDER", default="",
                        help="also checks how the C code below a folder uses a header's tables: DEVX_SET() and the like")


def _inside(path: str, folder: str) -> bool:
    path, folder = os.path.realpath(path), os.path.realpath(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def counts(spec: Spec) -> str:
    """``31 files, 128 layouts, 2501 fields, 60 enums``; reserved bits are not counted."""
    fields = sum(bool(entry.path) for layout in spec.layouts.values() for entry in layout.walk())
    return ", ".join((counted(len(spec.files), "file"), counted(len(spec.layouts), "layout"),
                      counted(fields, "field"), counted(len(spec.enums), "enum")))


def check_source(text: str, folder: str = "", manual: Optional[Spec] = None) -> int:
    """Checks one manual of any form, with the code below ``folder`` that uses a header, and prints what it leaves out;
    returns 1 on errors, else 0."""
    source, findings = read_source(text)
    if findings.has_errors:
        errors.report(findings)
        return 1
    lint(source, findings, folder, manual)
    findings.sort()
    errors.report(findings)
    for item in source.left_out:
        name = ".".join(part for part in (item.layout, item.field) if part) or "the file"
        place = f" {Bits(item.offset_bits, item.width_bits)}" if item.width_bits else ""
        print(f"{item.where}: {name}{place} is left out: {item.reason}")
    left = "no findings" if source.form == "spec" else \
        f"{len(source.left_out) or 'nothing'} left out"
    print(f"{source.label}: {counts(source.spec)}: {left}")
    return 0


def run(args: argparse.Namespace) -> int:
    paths: List[str] = args.paths or [args.spec]
    if args.uses:
        if not os.path.isdir(args.uses) or any(is_spec(path) for path in paths):
            raise SystemExit("--uses takes the folder of code that uses a header: prmc check HEADER --uses FOLDER")
        manual = load_source(args.spec, warnings=False).spec
        return max(check_source(path, args.uses, manual) for path in paths)
    if not all(is_spec(path) for path in paths):
        return max(check_source(path) for path in paths)
    narrowed = bool(args.paths) and os.path.isdir(args.spec) and all(
        os.path.exists(path) and _inside(path, args.spec) for path in paths)
    spec, findings = load_spec([args.spec] if narrowed else paths)
    for folder in paths:
        if os.path.isdir(folder):
            followed.read(folder, findings)
    elsewhere = 0
    if narrowed:
        wanted = [name for name in findings.sources
                  if any(_inside(name, path) for path in paths)]
        shown = findings.only(wanted)
        elsewhere = len(findings) - len(shown)
        findings = shown
    errors.report(findings)
    if elsewhere:
        sys.stderr.write(f"{counted(elsewhere, 'finding')} in other files of {args.spec}: "
                         "`prmc check` shows all.\n")
    if findings.has_errors:
        return 1
    if not findings and not elsewhere:
        print(f"{counts(spec)}: no findings")
    elif not findings:
        print(f"{counted(findings.files, 'file')}: no findings")
    return 0
