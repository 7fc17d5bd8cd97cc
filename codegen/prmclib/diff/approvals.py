# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Approvals: findings accepted in a review, one on each line of a file beside the spec.

    # fingerprint  expires     reason
    3f9a1c0e77d2   -           drivers are rebuilt together with the firmware
    b04c5d1e9a77   2027-01-31  until the last host runs 24.10

``spec/approvals`` does not end in ``.yaml``, so readers of the spec ignore it; one line for each
approval avoids conflicts between two people who add one.
"""

from __future__ import annotations

import datetime
import os
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional

from prmclib.model import Span
from prmclib.model.errors import printable, shorten
from prmclib.readers.source import Source, default_spec
from .finding import Approval, Report
from .fingerprint import DIGITS

NAME = "approvals"
HEAD = """\
# Changes of the spec that a review accepted, by fingerprint: see docs/diff.md.
# fingerprint  expires     reason
"""
MAX_SIZE = 1 << 20  # bytes
BASES = ("HEAD", "HEAD~1", "origin/main", "main", "origin/master", "master")
"""Revisions that the spec is compared with, if none is given."""

_LINE = re.compile(r"(\S+)\s+(\S+)\s+(\S.*)")
_FINGERPRINT = re.compile(rf"[0-9a-f]{{{DIGITS}}}")


class BadApproval(ValueError):
    """The file or an argument has an error; the text says which and what to do."""


@dataclass
class Approvals:
    """The contents of a file."""

    path: str
    items: List[Approval] = field(default_factory=list)
    errors: List[str] = field(default_factory=list)  # each with file and line


def default_path(new: Source) -> str:
    """Returns the file beside the spec that was given as NEW, or beside that of the working tree;
    empty if the input is not a spec."""
    if new.form != "spec":
        return ""
    folder = new.label
    if not os.path.exists(folder):  # a revision
        folder = default_spec()
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder) or "."
    return os.path.join(folder, NAME)


def check_fingerprint(text: str) -> str:
    if not _FINGERPRINT.fullmatch(text):
        raise BadApproval(f"'{shorten(text)}' is not a fingerprint: {DIGITS} hexadecimal digits in "
                          "lower case, as `prmc diff` prints them")
    return text


def check_date(text: str) -> str:
    try:
        if len(text) != 10:
            raise ValueError(text)
        datetime.date.fromisoformat(text)
    except ValueError:
        raise BadApproval(f"'{shorten(text)}' is not a date: write it as 2027-01-31") from None
    return text


def read(path: str, is_needed: bool = False) -> Approvals:
    """Reads the approvals of a file; none if there is no such file, unless it ``is_needed``."""
    out = Approvals(path)
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_SIZE + 1)
        if len(data) > MAX_SIZE:
            out.errors.append(f"{path}: error: the file has more than {MAX_SIZE} bytes")
            return out
        text = data.decode("utf-8")
    except FileNotFoundError:
        if is_needed:
            out.errors.append(f"{path}: error: there is no such file; `prmc approve` makes one")
        return out
    except UnicodeDecodeError as exc:
        out.errors.append(f"{path}: error: the file is not UTF-8 (byte {exc.start}); save it as "
                          "UTF-8")
        return out
    except OSError as exc:
        out.errors.append(f"{path}: error: the file cannot be read: {exc.strerror}")
        return out
    seen: Dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        try:
            if match is None:
                raise BadApproval(f"'{shorten(line)}' is not an approval: write fingerprint, date or "
                                  "-, and reason")
            name = check_fingerprint(match.group(1))
            expires = "" if match.group(2) == "-" else check_date(match.group(2))
            if name in seen:
                raise BadApproval(f"{name} is approved on line {seen[name]} already: remove one")
        except BadApproval as exc:
            out.errors.append(f"{path}:{number}:1: error: {exc}")
            continue
        seen[name] = number
        out.items.append(Approval(name, printable(match.group(3)), expires,
                                  Span(path, number, 1, len(line) + 1)))
    return out


def is_expired(approval: Approval, today: Optional[datetime.date] = None) -> bool:
    """Returns whether the last day of an approval has passed."""
    today = today or datetime.date.today()
    return bool(approval.expires) and datetime.date.fromisoformat(approval.expires) < today


def attach(report: Report, approvals: Approvals, today: Optional[datetime.date] = None) -> None:
    """Marks the accepted findings; approvals that are expired or match none become the report's
    ``stale`` ones."""
    known = {item.fingerprint: item for item in report.findings}
    for approval in approvals.items:
        finding = known.get(approval.fingerprint)
        if finding is None or is_expired(approval, today):
            report.stale.append(approval)
        else:
            finding.approval = approval


def with_entry(text: str, fingerprint: str, expires: str, reason: str,
               today: Optional[datetime.date] = None) -> str:
    """Returns the text of a file with an entry added, or replaced for this fingerprint."""
    check_fingerprint(fingerprint)
    if expires:
        check_date(expires)
        if datetime.date.fromisoformat(expires) < (today or datetime.date.today()):
            raise BadApproval(f"{expires} is over: such an approval counts for nothing, and is "
                              "reported as stale; give a later date, or none")
    reason = " ".join(reason.split())
    if not reason:
        raise BadApproval("an approval needs a reason: --reason 'who is affected, and why it is "
                          "all right'")
    if not reason.isprintable():
        raise BadApproval("the reason has characters that cannot be printed")
    line = f"{fingerprint}   {expires or '-':<10}  {reason}"
    lines = text.splitlines() if text.strip() else HEAD.splitlines()
    for number, old in enumerate(lines):
        if old.split(None, 1)[:1] == [fingerprint]:
            lines[number] = line
            break
    else:
        lines.append(line)
    return "".join(f"{item}\n" for item in lines)
