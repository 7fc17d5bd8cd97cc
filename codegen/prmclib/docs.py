# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc docs``: the reference of a manual as one HTML page."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List

from prmclib import drawing, html, reference
from prmclib.errors import did_you_mean
from prmclib.generate import replace_file, same
from prmclib.grid import rows_of
from prmclib.source import load_source

NAME = "reference.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR|FILE", default=os.path.join("build", "docs"),
                        help=f"a folder, in which the page is {NAME}, or a file that ends in .html "
                             "or .svg (default: %(default)s)")
    parser.add_argument("--depfile", metavar="FILE",
                        help="write what the page depends on, for make and ninja")
    parser.add_argument("--drawing", metavar="LAYOUT",
                        help="instead of the page the drawing of one layout, as an SVG file")


def run(args: argparse.Namespace) -> int:
    ending = ".svg" if args.drawing else ".html"
    other = ".html" if args.drawing else ".svg"
    if args.out.endswith(other) and not os.path.isdir(args.out):
        print(f"prmc: {args.out}: {'a drawing' if args.drawing else 'the page'} is written to a "
              f"file that ends in {ending}, or to a folder", file=sys.stderr)
        return 2
    source = load_source(args.spec)
    if args.drawing and args.drawing not in source.spec.layouts:
        near = did_you_mean(args.drawing, source.spec.layouts)
        print(f"prmc: there is no layout '{args.drawing}'{'; ' if near else ''}{near}",
              file=sys.stderr)
        return 2
    path = args.out
    if not path.endswith(ending) or os.path.isdir(path):
        path = os.path.join(path, f"{args.drawing}.svg" if args.drawing else NAME)
    if args.drawing:
        text = drawing.standalone(args.drawing, rows_of(source.spec.layouts[args.drawing].fields))
    else:
        text = reference.page(source)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    if not same(path, text):
        replace_file(path, text)
    if args.depfile:
        write_depfile(args.depfile, path, args.spec)
    print(f"{path}: {len(text.encode()) // 1000} kB")
    return 0


def write_depfile(depfile: str, path: str, spec: str) -> None:
    """The files that the page was made from: those of the manual, ours, and their folders."""
    found: List[str] = [module.__file__ for name, module in sorted(sys.modules.items())
                        if name.startswith("prmclib") and getattr(module, "__file__", None)]
    for top in (spec, html.TEMPLATES):
        for base, _, names in os.walk(top):
            found += [base, *(os.path.join(base, name) for name in sorted(names))]
    if os.path.isfile(spec):
        found.append(spec)
    found = [os.path.relpath(name).replace(" ", "\\ ") for name in found]
    replace_file(depfile, f"{path}: " + " \\\n  ".join(found) + "\n")
