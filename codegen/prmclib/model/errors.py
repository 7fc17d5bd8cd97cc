# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Findings in the input, with their places and remedies, and how they are printed."""

from __future__ import annotations

import difflib
import re
import sys
import textwrap
from dataclasses import dataclass, field
from typing import Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, TextIO, Tuple

from . import Span

ERROR = "error"
WARNING = "warning"

_COLORS = {ERROR: "\033[1;31m", WARNING: "\033[1;35m", "mark": "\033[1;32m", "other": "\033[36m",
           "bold": "\033[1m"}
_RESET = "\033[0m"
_MAX_LINE = 150  # columns of a source line that are shown
_HELP_WIDTH = 108


@dataclass(frozen=True)
class Finding:
    """One error or warning.

    ``others`` are related places, each with a note (the other field of an overlap, the first of two
    definitions); ``help`` has one remedy per line.
    """

    rule: str
    severity: str  # ERROR or WARNING
    where: Span
    message: str
    others: Tuple[Tuple[Span, str], ...] = ()
    help: str = ""


@dataclass
class Findings:
    """The findings of a run, with the texts of the files that they are in."""

    items: List[Finding] = field(default_factory=list)
    sources: Dict[str, List[str]] = field(default_factory=dict)  # lines of each file, by Span.file
    files: int = 0  # number of files that were read

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return bool(self.items)

    def add(self, rule: str, where: Span, message: str, *,
            others: Iterable[Tuple[Span, str]] = (), help: str = "",
            severity: str = "") -> None:
        """Adds a finding; the default ``severity`` depends on the first letter of the rule."""
        severity = severity or (WARNING if rule.startswith("W") else ERROR)
        self.items.append(Finding(rule, severity, where, message, tuple(others), help))

    @property
    def has_errors(self) -> bool:
        return any(item.severity == ERROR for item in self.items)

    def sort(self) -> None:
        """Sorts the findings by place and removes duplicates."""
        unique = dict.fromkeys(self.items)
        self.items = sorted(unique, key=lambda item: (item.where.file, item.where.line,
                                                      item.where.col, item.rule, item.message))

    def only(self, files: Iterable[str]) -> "Findings":
        """Returns the findings with a place, or a related place, in one of ``files``."""
        wanted = set(files)
        kept = [item for item in self.items
                if item.where.file in wanted or any(s.file in wanted for s, _ in item.others)]
        return Findings(kept, self.sources, len(wanted))


def counted(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``, ``2 entries``."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        return f"{number} {noun[:-1]}ies"
    return f"{number} {noun}s"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the known word that is closest, or an empty text."""
    if not word or len(word) > 64:
        return ""
    candidates = list(known)
    close = difflib.get_close_matches(word, candidates, 1, 0.7)
    if not close:
        by_lower = {name.lower(): name for name in candidates}
        close = [by_lower[word.lower()]] if word.lower() in by_lower else [
            name for name in candidates if len(name) > 2 and len(word) > 2
            and (word.startswith(name) or name.startswith(word))]
    return f"did you mean '{close[0]}'?" if close else ""


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shorten(text: str, limit: int = 40) -> str:
    """``text`` on one line, cut to ``limit`` characters, safe to print."""
    text = printable(" ".join(text.split()))
    return text if len(text) <= limit else text[: limit - 3] + "..."


def printable(text: str) -> str:
    """``text`` with all characters escaped that are not printable."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else
                   c.encode("unicode_escape").decode("ascii") for c in text)


class _Style:
    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, name: str, text: str) -> str:
        return f"{_COLORS[name]}{text}{_RESET}" if self.color and text else text


def _excerpt(span: Span, sources: Mapping[str, Sequence[str]]) -> Optional[Tuple[str, int, int]]:
    """Returns the source line of ``span``, cut to about _MAX_LINE columns, and the column and
    length of the span in it; None when the line is not known."""
    lines = sources.get(span.file)
    if lines is None or not 1 <= span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    start = min(max(span.col - 1, 0), len(line))
    end = min(max(span.end_col - 1, start), len(line))
    head, mark, tail = line[:start], line[start:end], line[end:]
    if len(line) > _MAX_LINE:
        if len(head) > _MAX_LINE // 2:
            head = "..." + head[-(_MAX_LINE // 2 - 3):]
        if len(head) + len(mark) > _MAX_LINE:
            mark = mark[: _MAX_LINE - len(head)]
            tail = "..."
        elif len(head) + len(mark) + len(tail) > _MAX_LINE:
            tail = tail[: _MAX_LINE - len(head) - len(mark)] + "..."
    head, mark, tail = printable(head), printable(mark), printable(tail)
    return head + mark + tail.rstrip(), len(head), max(len(mark), 1)


def render_one(finding: Finding, sources: Mapping[str, Sequence[str]], color: bool = False) -> str:
    """Returns one finding as lines of text."""
    style = _Style(color)
    out: List[str] = []
    head = printable(str(finding.where) if finding.where.line else finding.where.file)
    out.append(f"{style('bold', head + ':')} "
               f"{style(finding.severity, finding.severity + ' ' + finding.rule)}: "
               f"{finding.message}")
    excerpt = _excerpt(finding.where, sources)
    if excerpt:
        text, column, length = excerpt
        out.append(f"{finding.where.line:5d} | {text}".rstrip())
        out.append(f"      | {' ' * column}{style('mark', '^' + '~' * (length - 1))}")
    for span, note in finding.others:
        excerpt = _excerpt(span, sources)
        if excerpt and (span.file, span.line) == (finding.where.file, finding.where.line):
            _, column, length = excerpt
            out.append(f"      | {' ' * column}{style('other', '-' * length + ' ' + note)}")
            continue
        if excerpt is None:
            place = str(span) if span.line else span.file
            out.append(f"   {place}: {style('other', note)}")
            continue
        if span.file != finding.where.file:
            out.append(f"   {span}:")
        line = f"{span.line:5d} | {excerpt[0]}"
        out.append(f"{line}      {style('other', '<- ' + note)}")
    for line in finding.help.splitlines():
        first, *more = textwrap.wrap(line, _HELP_WIDTH, break_long_words=False,
                                     break_on_hyphens=False) or [""]
        out.append(f"   {style('bold', 'help:')} {first}")
        out += [f"         {text}" for text in more]
    return "".join(line + "\n" for line in out)


def summary(findings: Findings) -> str:
    """``2 errors in 1 of 31 files. `prmc explain E012` tells more.``"""
    errors = sum(item.severity == ERROR for item in findings)
    warnings = len(findings) - errors
    counts = [counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    touched = len({item.where.file for item in findings})
    total = max(findings.files, touched)
    # Rules of errors come first, in printed order.
    rules = list(dict.fromkeys(item.rule for item in
                               sorted(findings, key=lambda item: item.severity != ERROR)))
    return (f"{listed(counts)} in {touched} of {counted(total, 'file')}. "
            f"`prmc explain {' '.join(rules[:3])}` tells more.\n")


def render(findings: Findings, sources: Optional[Mapping[str, Sequence[str]]] = None,
           color: bool = False) -> str:
    """Returns all findings as text, with a summary in the last line; empty without findings.

    ``sources`` has the lines of the files (without line ends) by their names in the spans
    (default: the files that were read).
    """
    if not findings:
        return ""
    sources = findings.sources if sources is None else sources
    return "".join(render_one(item, sources, color) for item in findings) + summary(findings)


def wants_color(stream: TextIO) -> bool:
    """True for a terminal, unless NO_COLOR is set (https://no-color.org)."""
    import os

    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def report(findings: Findings, stream: Optional[TextIO] = None) -> None:
    """Prints the findings to ``stream``, by default standard error."""
    stream = sys.stderr if stream is None else stream
    stream.write(render(findings, color=wants_color(stream)))


FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
    "\ufffe\uffff\ud800-\udfff]")
"""Characters that the spec must not contain: control characters except line feed and tab, other line
separators, bidirectional formatting marks, byte order marks."""
