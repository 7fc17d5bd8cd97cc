# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc approve``: records the acceptance of a finding of ``prmc diff`` for reviewers."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List, Set

from prmclib.model.errors import listed
from prmclib.readers.source import load_source, names_revision
from prmclib.writers.replace import replace_file
from . import approvals
from .compare import compare


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fingerprints", metavar="FINGERPRINT", nargs="+",
                        help="as `prmc diff` prints it")
    parser.add_argument("--reason", required=True, metavar="TEXT",
                        help="why the change is accepted, for reviewers and later readers")
    parser.add_argument("--expires", default="", metavar="DATE",
                        help="the last day on which it is valid, such as 2027-01-31 (default: "
                             "none)")
    parser.add_argument("--old", default="", metavar="OLD",
                        help="the manual whose comparison with the spec has the finding, as for "
                             "`prmc diff` (default: HEAD, the revision before it, and the main "
                             "branch)")
    parser.add_argument("--approvals", default="", metavar="FILE",
                        help=f"default: {approvals.NAME} in the folder of the spec")


def run(args: argparse.Namespace) -> int:
    path = args.approvals or os.path.join(args.spec, approvals.NAME)
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        sys.stderr.write(f"prmc: {path}: there is no folder '{folder}'; --spec FOLDER is that of the "
                         "spec, --approvals FILE another place\n")
        return 2
    try:
        found = approvals.read(path)
        if found.errors:
            sys.stderr.write("".join(f"{line}\n" for line in found.errors))
            return 2
        text = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
        for name in args.fingerprints:
            text = approvals.with_entry(text, name, args.expires, args.reason)
        bases = [args.old] if args.old else [name for name in approvals.BASES if names_revision(name)]
        unknown = _unknown(args.fingerprints, bases, args.spec)
        if unknown:
            raise approvals.BadApproval(
                f"no finding of {listed([f'`prmc diff {base} {args.spec}`' for base in bases])} has "
                f"the fingerprint {listed(unknown)}: --old OLD is the manual that it was found "
                "against" if bases else
                "the finding cannot be looked up, since there is no revision to compare the spec "
                "with: --old OLD is the manual that it was found against")
    except approvals.BadApproval as exc:
        sys.stderr.write(f"prmc: {exc}\n")
        return 2
    except SystemExit:
        sys.stderr.write("prmc: nothing is approved, since a manual has errors\n")
        return 2
    replace_file(path, text)
    print(f"{path}: {', '.join(args.fingerprints)} approved")
    for item in found.items:
        if item.fingerprint in args.fingerprints:
            until = f", until {item.expires}" if item.expires else ""
            print(f"{path}:{item.where.line}: replaces '{item.reason}'{until}")
    return 0


def _unknown(fingerprints: List[str], bases: List[str], spec: str) -> List[str]:
    """Returns the fingerprints that no comparison of the spec with one of the bases has."""
    known: Set[str] = set()
    new = load_source(spec) if bases else None
    for base in bases:
        if new is not None and not known.issuperset(fingerprints):
            known.update(item.fingerprint for item in compare(load_source(base), new).findings)
    return [name for name in fingerprints if name not in known]
