# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc diff OLD NEW``: the consequences of a change of the manual."""

from __future__ import annotations

import argparse
import fnmatch
import importlib
import os
import sys
import textwrap
from typing import List, Optional

from prmclib.model.errors import did_you_mean, shorten
from prmclib.readers.source import HELP, Source, load_source
from prmclib.rules import RULES
from prmclib.show import term
from prmclib.writers.replace import replace_file
from . import affected, approvals
from .compare import compare
from .finding import Finding, Report, Severity
from .rules import CLASSES

FORMATS = ("text", "markdown", "json", "github", "html")
SEVERITIES = {severity.word: severity for severity in Severity}

NOTES = """\
{given}
exit status: 0 nothing at or above --fail-on that is not approved; 1 such findings; 2 a manual that
cannot be read, or approvals that are wrong, expired or match nothing. docs/diff.md has details."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    given = textwrap.fill(f"OLD, NEW: {HELP}", 100, break_on_hyphens=False)
    parser.epilog = f"{NOTES.format(given=given)}\n\n{parser.epilog or ''}"
    parser.add_argument("old", metavar="OLD", help="the manual that code was built on")
    parser.add_argument("new", metavar="NEW", help="the current manual")
    parser.add_argument("--against", metavar="MANUAL", default="",
                        help="a third manual, in any of these forms: what NEW adds or changes is compared with it; "
                             "another place, width, order or kind there is a breaking finding (D080)")
    parser.add_argument("--format", choices=FORMATS, default="text",
                        help="default: text; docs/diff.schema.json describes json")
    parser.add_argument("--output", metavar="FILE", default="",
                        help="write there instead of to standard output, completely or not at all")
    parser.add_argument("--all", action="store_true",
                        help="text, markdown and html: also cosmetic findings, not only their "
                             "number, and each addition and consequence in full")
    parser.add_argument("--fail-on", choices=[*SEVERITIES, "never"], default="dangerous",
                        help="the least severity of findings that give exit status 1 (default: "
                             "%(default)s)")
    parser.add_argument("--only", action="append", default=[], metavar="WHAT",
                        help="only findings of a rule (D031), a class (widened), a severity, or a "
                             "layout or field (mkc, create_*, mkc.len); several, or with "
                             "commas: any of them")
    parser.add_argument("--ignore", action="append", default=[], metavar="WHAT",
                        help="omit these; as --only")
    parser.add_argument("--approvals", metavar="FILE", default="",
                        help="accepted findings (default: the file `approvals` in the folder of "
                             "the spec, if there is one)")
    term.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    only, ignore = _filters(args.only), _filters(args.ignore)
    if only is None or ignore is None:
        return 2
    try:
        old, new = (load_source(name, warnings=False) for name in (args.old, args.new))
        manual = load_source(args.against, warnings=False) if args.against else None
    except SystemExit:
        sys.stderr.write("prmc: nothing is compared, since a manual has errors\n")
        return 2
    unknown = _of_nothing(only, [old, new])
    if unknown:  # which would pass for "no such findings"
        sys.stderr.write(f"prmc: {unknown}\n")
        return 2
    path = args.approvals or approvals.default_path(new)
    accepted = approvals.read(path, bool(args.approvals)) if path else approvals.Approvals("")
    if accepted.errors:
        sys.stderr.write("".join(f"{line}\n" for line in accepted.errors))
        return 2
    report = compare(old, new, manual)
    approvals.attach(report, accepted)
    narrow(report, only, ignore)
    from prmclib.vendor.known import manifests_with

    affected.add(report, vendored=manifests_with)
    text = render(report, args)
    if args.output:
        _write(args.output, text)
    else:
        sys.stdout.write(text)
    return status(report, args.fail_on)


def status(report: Report, fail_on: str) -> int:
    """Returns the exit status of a report."""
    if report.stale:
        return 2
    if fail_on == "never":
        return 0
    least = SEVERITIES[fail_on]
    return int(any(item.severity >= least and item.approval is None for item in report.findings))


def render(report: Report, args: argparse.Namespace) -> str:
    """Returns the report in the requested format."""
    module = importlib.import_module(f"prmclib.reports.report_{args.format}")
    if args.format == "text":
        screen = term.of_stream(sys.stdout, args)
        if args.output:
            screen = term.Term(args.color == "always", args.width or term.DEFAULT_WIDTH)
        return module.render(report, screen, args.all)
    if args.format in ("markdown", "html"):
        return module.render(report, args.all)
    return module.render(report)


def _write(path: str, text: str) -> None:
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise SystemExit(f"{path}: there is no folder '{folder}'")
    if os.path.isdir(path):
        raise SystemExit(f"{path}: is a folder; --output takes the name of a file")
    replace_file(path, text)


# --only and --ignore

def _filters(words: List[str]) -> Optional[List[str]]:
    """Returns the single words; None, with a message, if one can never match."""
    out = [word.strip() for text in words for word in text.split(",") if word.strip()]
    for word in out:
        if word[:1] == "D" and word[1:].isdigit() and word not in CLASSES:
            known = [rule for rule in RULES if rule in CLASSES]
            sys.stderr.write(f"prmc: there is no rule '{word}' of changes; "
                             f"{did_you_mean(word, known) or '`prmc explain` lists them'}\n")
            return None
    return out


def matches(finding: Finding, word: str) -> bool:
    """Returns whether a word of --only or --ignore matches a finding: a rule, a class, a severity,
    or else a pattern for the layout."""
    if word in CLASSES:
        return finding.rule == word
    if word in SEVERITIES:
        return finding.severity is SEVERITIES[word]
    if word in CLASSES.values() and finding.kind == word:
        return True
    names = {finding.layout} | {side.layout for side in (finding.old, finding.new) if side}
    if "." in word:
        names = {f"{finding.layout}.{finding.field}"} | {
            f"{side.layout}.{side.field}" for side in (finding.old, finding.new) if side}
    return any(fnmatch.fnmatchcase(name, word) for name in names)


def _of_nothing(words: List[str], sources: List[Source]) -> str:
    """Returns the error for a word of --only that matches nothing in either manual."""
    known = dict.fromkeys(name for source in sources for things in (
        source.spec.layouts, source.spec.enums, source.spec.variants, source.spec.sequences)
        for name in things)
    for word in words:
        name = word.partition(".")[0]
        if word not in CLASSES and word not in SEVERITIES and word not in CLASSES.values() \
                and not fnmatch.filter(known, name):
            hint = did_you_mean(name, [*known, *SEVERITIES, *CLASSES.values()])
            return f"--only {shorten(word)}: neither manual has such a layout or enumeration" \
                + (f"; {hint}" if hint else "")
    return ""


def narrow(report: Report, only: List[str], ignore: List[str]) -> None:
    """Removes findings from a report as --only and --ignore say."""
    kept = [item for item in report.findings
            if (not only or any(matches(item, word) for word in only))
            and not any(matches(item, word) for word in ignore)]
    report.hidden += len(report.findings) - len(kept)
    report.findings = kept
    names = [word.partition(".")[0] for word in only
             if word not in CLASSES and word not in SEVERITIES and word not in CLASSES.values()]
    report.uncompared = [item for item in report.uncompared if not names or any(
        fnmatch.fnmatchcase(item.layout, name) for name in names)]
