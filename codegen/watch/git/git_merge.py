# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc git-merge``: git's merge driver for files of the spec; see :mod:`.merge`."""

from __future__ import annotations

import argparse
import subprocess
import sys

from prmclib.writers.replace import replace_file
from .conflict import Marks
from .merge import NotMerged, merge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("base", metavar="BASE", help="the common ancestor (%%O)")
    parser.add_argument("ours", metavar="OURS", help="our version, which the result replaces (%%A)")
    parser.add_argument("theirs", metavar="THEIRS", help="their version (%%B)")
    parser.add_argument("--marker-size", type=int, default=7, metavar="N",
                        help="characters of a conflict mark (%%L)")
    parser.add_argument("--path", default="", metavar="PATH",
                        help="name of the file in messages (%%P)")


def run(args: argparse.Namespace) -> int:
    """0: merged. 1: merged but for the conflicts that are marked in the file."""
    versions = []
    for path in (args.base, args.ours, args.theirs):
        with open(path, "rb") as stream:
            versions.append(stream.read())
    name = args.path or args.ours
    try:
        merged = merge(*versions, Marks(args.marker_size))
    except NotMerged as exc:
        print(f"prmc: {name}: {exc}; merged as text", file=sys.stderr)
        return as_text(args)
    replace_file(args.ours, merged.text)
    for conflict in merged.conflicts:
        print(*conflict.lines(name), sep="\n", file=sys.stderr)
    return 1 if merged.conflicts else 0


def as_text(args: argparse.Namespace) -> int:
    status = subprocess.run(
        ["git", "merge-file", f"--marker-size={args.marker_size}", "-L", "ours", "-L", "base",
         "-L", "theirs", args.ours, args.base, args.theirs], check=False).returncode
    return 1 if status else 0
