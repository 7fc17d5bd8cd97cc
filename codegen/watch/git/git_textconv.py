# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc git-textconv``: the text of a file of the spec in a diff of git; see :mod:`.textconv`."""

from __future__ import annotations

import argparse
import sys

from .textconv import convert


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="one version of a file of the spec")


def run(args: argparse.Namespace) -> int:
    with open(args.file, "rb") as stream:
        data = stream.read()
    sys.stdout.write(convert("line", data))
    return 0
