# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc approve``: accepts a finding of ``prmc diff`` in the file that reviewers see."""

from __future__ import annotations

import argparse
import os
import sys

from ..generate import replace_file
from . import approvals


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fingerprints", metavar="FINGERPRINT", nargs="+",
                        help="as `prmc diff` prints it")
    parser.add_argument("--reason", required=True, metavar="TEXT",
                        help="why the change is accepted, for reviewers and later readers")
    parser.add_argument("--expires", default="", metavar="DATE",
                        help="the last day on which it is valid, such as 2027-01-31 (default: "
                             "none)")
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
    except approvals.BadApproval as exc:
        sys.stderr.write(f"prmc: {exc}\n")
        return 2
    replace_file(path, text)
    print(f"{path}: {', '.join(args.fingerprints)} approved")
    return 0
