# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The sources of the spec, and the revision of one that an argument of ``prmc follow`` names.

====================  ======================================================================
argument              revision
====================  ======================================================================
a repository          its HEAD; ``PATH@REV`` another one
``REV``               of the repository of the other argument, or of the current folder
a folder              an unpacked tree, or the headers themselves
a file                a header, or tables of mstflint (ADB)
====================  ======================================================================
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from prmclib.model import Spec
from prmclib.model.errors import listed, shorten
from prmclib.readers.followed import Entry
from prmclib.readers.source import form_of
from watch.conform.tree import PROJECTS, Project, numbers, version_of
from .git_tree import GitTree, git_tree

_FILE = re.compile(r"(?<!\S)((?:[\w.+-]+/)+[\w.+-]+\.(?:h|hpp|adb))\b")
_ALIASES = {"adb": "mstflint"}
_NAME = re.compile(r"[A-Za-z][\w.+-]*\Z")


class Refused(Exception):
    """The request cannot be carried out; the text says why and what to do."""


@dataclass
class Origin:
    """A source of the spec: ``files`` are those that the spec names, and those of a known project."""

    project: Project
    files: List[str]

    @property
    def word(self) -> str:
        return self.project.word


@dataclass
class Manual:
    """One revision of a source. ``paths``: its files on this disk, by their names in the source; a single file that
    has another name has the name "". ``hidden``: a folder of copies, which messages do not show."""

    label: str
    paths: Dict[str, str]
    revision: str = ""
    since: str = ""  # as `since` of the spec writes it; empty if the version is unknown
    commit: str = ""
    date: str = ""
    tree: Optional[GitTree] = field(default=None, repr=False)
    hidden: str = ""

    @property
    def entry(self) -> Tuple[str, str, str]:
        return self.revision, self.commit[:12], self.date


def all_sources(spec: Spec) -> Dict[str, List[str]]:
    """Returns the files that the spec names, by the first word of the source."""
    found: Dict[str, List[str]] = {}
    for thing in [*spec.layouts.values(), *spec.enums.values()]:
        for text in thing.about.source:
            word, _, rest = text.partition(" ")
            if _NAME.match(word) and rest:
                files = found.setdefault(word, [])
                files += [path for path in _FILE.findall(rest) if path not in files]
    return found


def origin_of(text: str, spec: Spec) -> Origin:
    """Returns the source that an argument names, in any case."""
    wanted = _ALIASES.get(text.lower(), text.lower())
    named = {word: files for word, files in all_sources(spec).items() if files}
    files = [path for word, paths in named.items() if word.lower() == wanted for path in paths
             if "mlx5" in path or path.endswith(".adb")]
    known = next((item for item in PROJECTS if item.name.lower() == wanted), None)
    if known is None:
        word = next((word for word in named if word.lower() == wanted), "")
        if not word:
            projects = {item.name.lower(): item.word for item in PROJECTS}
            first = sorted({projects.get(word.lower(), word) for word in named}, key=str.lower)
            more = sorted({item.word for item in PROJECTS} - set(first), key=str.lower)
            also = f"; known, too: {listed(more)}" if more else ""
            raise Refused(f"{shorten(text)} is no source of the spec. Its sources are {listed(first)}{also}"
                          if first else f"{shorten(text)} is no known source: {listed(more)} are")
        known = Project(word, ())
    return Origin(known, list(dict.fromkeys([*known.headers, *known.structs, *files])))


def manual_of(origin: Origin, text: str, scratch: str, tree: Optional[GitTree] = None, name: str = "") -> Manual:
    """Returns the revision that an argument names. ``tree`` is the repository of the other argument, ``scratch`` a
    new folder for copies of its files, ``name`` what to call the revision."""
    path, at, revision = text.rpartition("@")
    if tree is not None and not os.path.lexists(text) and tree.commit(text):
        made = _of_commit(origin, tree, text, text, scratch)
    elif os.path.lexists(text):
        made = _on_disk(origin, text, scratch)
    elif at and os.path.isdir(path):
        found = git_tree(path)
        if found is None:
            raise Refused(f"{path} is not the top of a git repository, so it has no revision {shorten(revision)}")
        made = _of_commit(origin, found, revision, text, scratch)
    else:
        here = git_tree(os.getcwd())
        if here is None or not here.commit(text):
            raise Refused(f"{shorten(text, 200)}: there is no such file or folder" +
                          (f", nor a revision of that name in {tree.top}" if tree is not None else
                           f", nor a revision of git here; a repository is given as PATH or PATH@REV"))
        made = _of_commit(origin, here, text, text, scratch)
    if name:
        made.revision, made.since = name, f"{origin.project.name} {name}"
        if origin.project.name == "Linux" and numbers(name):
            made.since = "Linux {}.{}".format(*numbers(name))
    return made


def of_record(origin: Origin, entry: Optional[Entry], new: Manual, path: str, scratch: str) -> Manual:
    """Returns the revision that the spec followed last, from the repository of NEW."""
    word = origin.word
    if entry is None:
        raise Refused(f"{path} has no revision of {word}: --old says which one the spec has, as "
                      f"`--old {'REV' if new.tree else 'FILE'}`; it is recorded then")
    if new.tree is None:
        raise Refused(f"{new.label} is not in a git repository, so {entry.revision}, which the spec followed last "
                      f"({path}), is not known: give its files with --old")
    for name in (entry.commit, entry.revision, f"v{entry.revision}", f"v{entry.revision.removesuffix('.0')}"):
        if name and new.tree.commit(name):
            return _of_commit(origin, new.tree, name, entry.revision, scratch)
    raise Refused(f"{new.tree.top} does not have the revision {entry.commit or entry.revision}, which the spec followed "
                  f"last ({path}): fetch it there, or give its files with --old")


def _since(project: Project, version: str) -> str:
    known = numbers(version)
    if project.name == "Linux":
        return f"Linux {known[0]}.{known[1]}" if known else ""
    return f"{project.name} {version}" if version else ""


def _of_commit(origin: Origin, tree: GitTree, revision: str, label: str, scratch: str) -> Manual:
    commit = tree.commit(revision)
    if not commit:
        raise Refused(f"{tree.top} has no revision {shorten(revision)}: `git -C {tree.top} tag` lists some; fetch it if "
                      "it is newer than the clone")
    found = tree.locate(commit, origin.files, [name for item in PROJECTS for name in item.headers])
    if not found:
        raise Refused(f"{tree.top}: revision {shorten(revision)} has none of the files of {origin.word}: "
                      f"{listed(origin.files[:3])}" + (" and others" if len(origin.files) > 3 else ""))
    paths = {}
    for name, path in found.items():
        paths[name] = os.path.join(scratch, name)
        tree.copy(commit, path, paths[name])
        if name.endswith(".adb"):
            for other in tree.beside(commit, os.path.dirname(path), ".adb"):
                tree.copy(commit, other, os.path.join(os.path.dirname(paths[name]), os.path.basename(other)))
    tree.copy(commit, origin.project.version[0], os.path.join(scratch, origin.project.version[0]))
    version = version_of(origin.project, scratch)
    date = tree.date(commit)
    since = _since(origin.project, version) or f"{origin.project.name} {tree.name(commit) if not date else date}"
    return Manual(label, paths, tree.name(commit), since, commit, date, tree, scratch)


def _on_disk(origin: Origin, text: str, scratch: str) -> Manual:
    """Returns the revision in a folder or file."""
    tree = git_tree(text)
    if os.path.isdir(text):
        if tree is not None:
            dirty = tree.changed(origin.files)
            if dirty:
                raise Refused(f"{text}: {listed(dirty)} {'has' if len(dirty) == 1 else 'have'} changes that are not "
                              "committed: commit them, or give the file itself and --old")
            return _of_commit(origin, tree, "HEAD", text, scratch)
        paths = {name: os.path.join(text, name) for name in origin.files if os.path.isfile(os.path.join(text, name))} \
            or {name: os.path.join(text, os.path.basename(name)) for name in origin.files
                if os.path.isfile(os.path.join(text, os.path.basename(name)))}
        if not paths:
            raise Refused(f"{text} has none of the files of {origin.word}: {listed(origin.files[:4])}" +
                          (" and others" if len(origin.files) > 4 else ""))
        version = version_of(origin.project, text)
        return Manual(text, paths, version.replace(" ", "-") or _digest(paths), _since(origin.project, version))
    if form_of(text, _head(text)) not in ("header", "adb"):
        raise Refused(f"{text} is neither a header nor tables of mstflint (ADB)")
    real = os.path.abspath(text)
    name = next((name for name in origin.files if real.endswith(f"/{name}")), "") or \
        next((name for name in origin.files if os.path.basename(name) == os.path.basename(real)), "")
    top = real[:-len(name) - 1] if name and real.endswith(f"/{name}") else ""
    version = version_of(origin.project, top)
    paths = {name: text}
    return Manual(text, paths, version.replace(" ", "-") or _digest(paths), _since(origin.project, version), tree=tree)


def _head(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(4096)
    except OSError as exc:
        raise Refused(f"{path} cannot be read: {exc.strerror}") from None


def _digest(paths: Dict[str, str]) -> str:
    """Returns a name for files whose version is unknown."""
    total = hashlib.sha256()
    for path in paths.values():
        try:
            with open(path, "rb") as stream:
                total.update(stream.read())
        except OSError as exc:
            raise Refused(f"{path} cannot be read: {exc.strerror}") from None
    return f"sha256-{total.hexdigest()[:12]}"
