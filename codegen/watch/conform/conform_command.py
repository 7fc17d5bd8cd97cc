# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc conform``: the spec compared with drivers' headers."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List, Optional

from prmclib.model import errors
from prmclib.model.errors import listed
from prmclib.readers.source import load_source
from prmclib.writers.replace import replace_file
from watch.ifc.ifc_layouts import short_name
from . import conform_markdown, page
from .notes import Notes, NotesError, read_notes
from .record import Record, RecordError, from_json, merge, record_of, to_json
from .tree import ORIGINS, Tree, TreeError, read_tree
from .view import View, view_of

NOTES, PAGE = "conform.yaml", "conform.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trees", metavar="TREE", nargs="*",
                        help="[LABEL[@DATE]=]PATH of a source tree of " + listed(list(ORIGINS), "or") +
                             ", or of its header; the default date is that of git or the "
                             "Debian package")
    parser.add_argument("--notes", metavar="FILE",
                        help="the reviewed reasons (default: docs/conform.yaml next to the spec)")
    parser.add_argument("--record", metavar="FILE",
                        help="take the trees that are not given from this earlier result; --update writes the new result there")
    parser.add_argument("--format", choices=("text", "markdown", "html", "json"), default="text",
                        help="what to write (default: %(default)s)")
    parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")
    parser.add_argument("--update", metavar="DIR", nargs="?", const="",
                        help="write conform.md into DIR (default: docs next to the spec), and the record, where the "
                             "given trees replace those with the same label")


def run(args: argparse.Namespace) -> int:
    try:
        return _run(args)
    except (TreeError, NotesError, RecordError) as exc:
        sys.stderr.write(f"prmc: {exc}\n")
        return 2


def _run(args: argparse.Namespace) -> int:
    docs = os.path.join(os.path.dirname(os.path.normpath(args.spec)), "docs")
    folder: Optional[str] = None if args.update is None else args.update or docs
    spec = load_source(args.spec).spec
    notes_path = args.notes or os.path.join(docs, NOTES)
    notes = read_notes(notes_path) if args.notes or os.path.exists(notes_path) else Notes([], {})
    record = Record()
    if args.record and (folder is None or os.path.exists(args.record)):
        record = _read_record(args.record)
    trees = _trees(args.trees)
    if not trees and not record.results:
        raise TreeError("no tree is given: prmc conform TREE..., or --record FILE of an earlier "
                        "comparison")
    described = [*spec.layouts, *(short_name(one) for one, other in notes.names.items()
                                  if short_name(other) in spec.layouts)]
    record = merge(record, record_of(spec, trees, notes.names), described)
    view = view_of(spec, record, notes)
    if folder is not None:
        text = conform_markdown.page(view, record)
        os.makedirs(folder, exist_ok=True)
        if args.record:
            replace_file(args.record, to_json(record))
        replace_file(os.path.join(folder, PAGE), text)
    if folder is None or args.format != "text" or args.output:
        text = {"markdown": lambda: conform_markdown.page(view, record), "json": lambda: to_json(record),
                "html": lambda: page.page(view, record), "text": lambda: _text(view, record)
                }[args.format]()
        if args.output:
            replace_file(args.output, text)
        else:
            sys.stdout.write(text)
    bad = len(view.unexplained) + len(view.stale) + len(view.missing)
    if bad and (folder is not None or args.output or args.format != "text"):
        sys.stderr.write(_bad(view))
    return 1 if bad else 0


def _read_record(path: str) -> Record:
    with open(path, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    try:
        return from_json(text)
    except RecordError as exc:
        raise RecordError(f"{path}: {exc}") from None


def _trees(texts: List[str]) -> List[Tree]:
    """Reads all trees; prints what is wrong with their headers."""
    trees: List[Tree] = []
    failed = False
    for text in texts:
        tree, findings = read_tree(text)
        if findings:
            errors.report(findings)
            failed = failed or findings.has_errors
        if any(tree.label == other.label for other in trees):
            raise TreeError(f"two trees are called {tree.label}: write LABEL={tree.paths[0]}")
        trees.append(tree)
    if failed:
        raise SystemExit(1)
    return trees


def _bad(view: View) -> str:
    lines = [*(f"no note explains: {item}" for item in view.unexplained),
             *(f"out of date: {text}" for text in view.stale), *view.missing]
    return "".join(f"{line}\n" for line in lines)


def _text(view: View, record: Record) -> str:
    lines = [conform_markdown.result_line(result) for result in record.results]
    lines += conform_markdown.copies(view, record)
    parts = [f"{number} {severity.word}" for severity, number in
             sorted(view.counts.items(), reverse=True)]
    lines.append(f"{', '.join(parts)}; {len(view.unexplained)} without a reason")
    return _bad(view) + "".join(line + "\n" for line in lines)
