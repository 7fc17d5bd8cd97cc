# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The record of the revision of each source that the spec followed last, ``spec/followed``:

    # source    revision  commit        date
    linux       v6.12     adc218676eef  2024-11-17
    mstflint    4.27.0    -             2024-02-01

``prmc follow`` updates it; people can edit it.  It does not end in ``.yaml``, so readers of the spec ignore it.
"""

from __future__ import annotations

import datetime
import os
import re
from dataclasses import dataclass, field
from typing import List, Optional

from prmclib.model import Span
from prmclib.model.errors import Findings, counted, shorten

NAME = "followed"
HEAD = """\
# The revision of each source that the spec followed last: see docs/new-manual.md.
"""
_COLUMNS = ("# source", "revision", "commit", "date")
_COMMIT = re.compile(r"[0-9a-f]{7,64}\Z")
MAX_SIZE = 1 << 16


@dataclass
class Entry:
    """A line.  ``commit`` and ``date`` are empty where they are unknown."""

    source: str
    revision: str
    commit: str = ""
    date: str = ""


@dataclass
class Followed:
    """The contents of the record; ``comments`` are its own, above the lines."""

    path: str
    entries: List[Entry] = field(default_factory=list)
    comments: List[str] = field(default_factory=list)

    def of(self, source: str) -> Optional[Entry]:
        return next((item for item in self.entries if item.source.lower() == source.lower()), None)

    def text(self, entry: Entry) -> str:
        """Returns the text of the record with an entry in the place of the one of its source."""
        known = self.of(entry.source)
        entries = [entry if item is known else item for item in self.entries] + ([] if known else [entry])
        rows = [_COLUMNS, *((item.source, item.revision, item.commit or "-", item.date or "-")
                            for item in entries)]
        widths = [max(len(row[at]) for row in rows) for at in range(4)]
        lines = ["  ".join(f"{text:<{width}}" for text, width in zip(row, widths)).rstrip() for row in rows]
        return HEAD + "".join(f"{line}\n" for line in [*self.comments, *lines])


def path_of(folder: str) -> str:
    return os.path.join(folder, NAME)


def read(folder: str, findings: Findings) -> Followed:
    """Reads the record in the folder of a spec; without a file it is empty.  What it cannot read becomes E092."""
    path = path_of(folder)
    result = Followed(path)
    if not os.path.lexists(path):
        return result
    try:
        with open(path, "rb") as stream:
            text = stream.read(MAX_SIZE).decode()
    except (OSError, UnicodeDecodeError) as exc:
        findings.add("E092", Span(path, 0, 0, 0),
                     f"the record cannot be read: {getattr(exc, 'strerror', None) or exc}",
                     help="it is a text with a line for each source: source, revision, commit, date")
        return result
    lines = text.split("\n")
    findings.sources.setdefault(path, lines)
    for number, line in enumerate(lines, 1):
        if line.startswith(_COLUMNS[0]) or line + "\n" == HEAD or not line.strip():
            continue
        if line.startswith("#"):
            result.comments.append(line)
            continue
        entry = _entry(line)
        where = Span(path, number, 1, len(line) + 1)
        if isinstance(entry, str):
            findings.add("E092", where, entry, help="a line is: source, revision, commit or -, date (YYYY-MM-DD) or -")
        elif result.of(entry.source) is not None:
            findings.add("E092", where, f"there are two lines of {shorten(entry.source)}", help="remove one of them")
        else:
            result.entries.append(entry)
    return result


def _entry(line: str) -> "Entry | str":
    """Returns the entry of a line, or what is wrong with it."""
    words = line.split()
    if not 2 <= len(words) <= 4:
        return f"the line has {counted(len(words), 'word')}"
    words += ["-"] * (4 - len(words))
    if words[2] != "-" and not _COMMIT.match(words[2]):
        return f"'{shorten(words[2])}' is not a commit"
    if words[3] != "-":
        try:
            datetime.date.fromisoformat(words[3])
        except ValueError:
            return f"'{shorten(words[3])}' is not a date"
    return Entry(words[0], words[1], *("" if word == "-" else word for word in words[2:]))
