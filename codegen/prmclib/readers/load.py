# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads, resolves and checks a spec, for every subcommand."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from dataclasses import dataclass
from typing import List, Sequence, Tuple

from prmclib import rules
from prmclib.model import File, Span, Spec
from prmclib.model import resolve
from prmclib.model.draft import Draft
from prmclib.model.errors import Findings, shorten
from . import yamltree
from .spec import SpecReader

_STEM = re.compile(r"[a-z][a-z0-9_]*\Z")


@dataclass(frozen=True)
class Text:
    """A file of the spec: ``name`` is for messages, ``recorded`` for generated files."""

    name: str
    recorded: str
    data: bytes


def find_files(paths: Sequence[str], findings: Findings) -> List[Tuple[str, str]]:
    """Returns the spec files in ``paths`` (files and folders) as (path to open, path to record).

    A folder gives all ``*.yaml`` below it, sorted.  Its files are recorded under the folder's own
    name, ``spec/wqe/psv.yaml``, so that generated files depend neither on where the folder is nor
    on the current one.  A file is recorded as given, or without its folder if that is outside of
    the current one.  A path that cannot be opened becomes a finding.
    """
    result: List[Tuple[str, str]] = []
    for path in paths:
        if os.path.isdir(path):
            base = os.path.basename(os.path.abspath(path))
            found: List[str] = []

            def unreadable(exc: OSError) -> None:
                findings.add("E001", Span(str(exc.filename), 0, 0, 0),
                             f"the folder cannot be read: {exc.strerror}")

            for folder, folders, names in os.walk(path, onerror=unreadable):
                folders[:] = sorted(name for name in folders if not name.startswith("."))
                found += [os.path.relpath(os.path.join(folder, name), path).replace(os.sep, "/")
                          for name in names
                          if name.endswith(".yaml") and not name.startswith(".")]
            if not found:
                findings.add("E001", Span(path, 0, 0, 0), "the folder has no *.yaml files",
                             help="give the folder of the spec, or files")
            result += [(f"{path.rstrip('/') or '/'}/{name}", f"{base}/{name}")
                       for name in sorted(found)]
        else:
            given = os.path.normpath(path).replace(os.sep, "/")
            outside = os.path.isabs(path) or given.split("/")[0] == ".."
            result.append((path, os.path.basename(given) if outside else given))
    unique = {}
    for opened, recorded in result:
        # realpath() raises for a path with a NUL; opening it reports the error.
        real = opened if "\0" in opened else os.path.realpath(opened)
        unique.setdefault(real, (opened, recorded))
    return list(unique.values())


def _read_file(draft: Draft, opened: str, recorded: str) -> None:
    name = opened.replace(os.sep, "/")
    name = name[2:] if name.startswith("./") else name
    try:
        if not stat.S_ISREG(os.stat(opened).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        with open(opened, "rb") as stream:
            data = stream.read(4 * yamltree.MAX_SIZE + 1)
    except (OSError, ValueError) as exc:
        reason = getattr(exc, "strerror", None) or str(exc)
        draft.findings.add("E001", Span(name, 0, 0, 0), f"the file cannot be read: {reason}",
                           help="give a file or folder of the spec"
                           if isinstance(exc, FileNotFoundError) else "")
        draft.unread = True
        return
    _read_text(draft, Text(name, recorded, data))


def _read_text(draft: Draft, text: Text) -> None:
    name, recorded = text.name, text.recorded
    stem = os.path.basename(recorded)
    stem = stem[:-5] if stem.endswith(".yaml") else stem
    item = File(recorded, stem, "", hashlib.sha256(text.data).hexdigest())
    draft.spec.files.append(item)
    draft.file_spans[recorded] = Span(name, 1, 1, 2)
    if not _STEM.match(stem):
        draft.findings.add("E033", Span(name, 0, 0, 0), f"'{shorten(stem)}' cannot name a header",
                           help="the file's name has lower case letters, digits and '_', a letter "
                                "first, and ends in .yaml")
    source = yamltree.decode(name, text.data, draft.findings)
    root = yamltree.parse(source, draft.findings) if source is not None else None
    if root is None:
        draft.unread = True
        return
    SpecReader(draft, item).read(root)


def load_draft(paths: Sequence[str]) -> Draft:
    """Reads and resolves the files in ``paths``, without the rules."""
    draft = Draft(Spec(), Findings())
    files = find_files(paths, draft.findings)
    for opened, recorded in files:
        _read_file(draft, opened, recorded)
    draft.findings.files = len(files)
    resolve.resolve(draft)
    return draft


def load_texts(texts: Sequence[Text]) -> Tuple[Spec, Findings]:
    """Works as :func:`load_spec`, for files whose content is known."""
    draft = Draft(Spec(), Findings())
    for text in texts:
        _read_text(draft, text)
    draft.findings.files = len(texts)
    resolve.resolve(draft)
    return _checked(draft)


def load_spec(paths: Sequence[str]) -> Tuple[Spec, Findings]:
    """Reads, resolves and checks the spec in ``paths`` (files, or folders with all ``*.yaml`` below);
    returns it and the findings of all rules.  With errors among these the spec is incomplete: show
    the findings and stop."""
    return _checked(load_draft(paths))


def _checked(draft: Draft) -> Tuple[Spec, Findings]:
    rules.check(draft)
    draft.findings.sort()
    return draft.spec, draft.findings
