# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc git-diff``: the text that ``git diff`` prints for a changed file of the spec.

It starts with the findings of ``prmc diff``, then lists the changed lines.  git passes the two
versions of one file; the other files are taken from the working tree.  When one of the two
specs is not sound, only the lines are shown.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from dataclasses import replace
from typing import Optional, Tuple

from prmclib.model.errors import Findings, printable
from prmclib.readers.load import Text, find_files, load_texts
from prmclib.readers.source import Source
from prmclib.show import term
from prmclib.show.term import Term

_STYLES = {"+": "enum", "-": "bad", "@": "name"}  # colours, by the start of the line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="the file, relative to the top of the tree")
    parser.add_argument("version", nargs="*", metavar="VERSION",
                        help="from git: OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX "
                             "NEW-MODE, and "
                             "for a renamed file its new path and git's description of the rename")
    term.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if len(args.version) < 6:
        print(f"* unmerged: {args.path}")
        return 0
    old_path, new_path = args.path, args.version[6] if len(args.version) > 6 else args.path
    old, new = (_read(args.version[number]) for number in (0, 3))
    names = [f"a/{old_path}" if old is not None else "/dev/null",
             f"b/{new_path}" if new is not None else "/dev/null"]
    screen = _screen(args)
    out = [screen.paint("head", f"diff --prmc a/{old_path} b/{new_path}"),
           *meaning(args.spec, (old_path, old), (new_path, new), screen).splitlines()]
    lines = [(data or b"").decode("utf-8", "replace").splitlines() for data in (old, new)]
    out += [screen.paint(_STYLES.get(line[:1], "value"), printable(line))
            for line in difflib.unified_diff(*lines, *names, lineterm="")]
    sys.stdout.write("".join(line + "\n" for line in out))
    return 0


def meaning(root: str, old: Tuple[str, Optional[bytes]], new: Tuple[str, Optional[bytes]],
            screen: Term) -> str:
    """Returns the findings of ``prmc diff`` for two versions (path and content) of a file in the
    spec ``root``, or a line which says that one of the specs is not sound."""
    from prmclib.diff.compare import compare
    from prmclib.reports import report_text

    sides = [_spec(root, path, data, label) for (path, data), label in ((old, "OLD"), (new, "NEW"))]
    if None in sides:
        return "(no findings: one of the two specs is not sound, see prmc check)"
    report = compare(*sides)
    return report_text.render(report, screen, True) if report.findings else ""


def _spec(root: str, path: str, data: Optional[bytes], label: str) -> Optional[Source]:
    """Returns the spec of the working tree with one file replaced; None if it is not sound."""
    findings = Findings()
    base = os.path.basename(os.path.abspath(root))
    inside = os.path.relpath(path, root).replace(os.sep, "/")
    if inside.startswith("../"):
        return None
    texts = [Text(path, f"{base}/{inside}", data)] if data is not None else []
    for opened, recorded in find_files([root], findings):
        if os.path.relpath(opened, root).replace(os.sep, "/") != inside:
            with open(opened, "rb") as stream:
                texts.append(Text(opened, recorded, stream.read()))
    spec, findings = load_texts(sorted(texts, key=lambda item: item.recorded))
    return None if findings.has_errors else Source(label, "spec", spec)


def _read(path: str) -> Optional[bytes]:
    if path == os.devnull:
        return None
    with open(path, "rb") as stream:
        return stream.read()


def _screen(args: argparse.Namespace) -> Term:
    """Returns the terminal, which may be behind git's pager."""
    screen = term.of_stream(sys.stdout, args)
    if args.color == "auto" and os.environ.get("GIT_PAGER_IN_USE") and \
            not os.environ.get("NO_COLOR"):
        screen = replace(screen, color=True)
    return screen
