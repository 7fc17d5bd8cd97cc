# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads files of a git revision from git's objects, without reading or changing the work tree, the
index or references.

The repository is the one of the current folder, or of ``GIT_DIR``.
"""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from prmclib.model.errors import shorten

MAX_TOTAL = 256 << 20  # bytes of all files in one read

_ENV = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0"}


class GitError(Exception):
    """Git cannot provide what was asked for; ``help`` is the remedy."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message, self.help = message, help


class NoRevision(GitError):
    """There is no repository, or no such revision in it."""


@dataclass(frozen=True)
class Entry:
    """An object at a path of a revision: ``kind`` is ``tree``, ``blob`` or ``commit`` (a submodule)."""

    mode: str
    kind: str
    name: str  # object id
    size: int  # bytes of a blob
    path: str  # from the top of the repository

    @property
    def is_file(self) -> bool:
        """False for symbolic links, too: their targets may not be in the revision."""
        return self.kind == "blob" and self.mode.startswith("100")


def split(text: str) -> Tuple[str, Optional[str]]:
    """Splits ``v1.2:spec/`` into (``v1.2``, ``spec/``); the path is None if there is no colon.

    A colon in braces (``HEAD^{/fix: x}``) or at the start (``:/fix``) belongs to the revision.
    """
    depth = 0
    for index, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == ":" and index and depth <= 0 and not text.startswith(":"):
            return text[:index], text[index + 1:]
    return text, None


class Repository:
    """The repository of the current folder.  Raises GitError if there is none."""

    def __init__(self) -> None:
        done = self._git("rev-parse", "--git-dir")
        if done.returncode:
            reason = _reason(done.stderr)
            if "not a git repository" in reason:
                reason = "the current folder is in no git repository"
            raise NoRevision(reason, "run prmc inside of the repository")
        done = self._git("rev-parse", "--show-toplevel", "--show-prefix")
        lines = os.fsdecode(done.stdout).split("\n")
        # A bare repository has no work tree, so it does not contain the current folder.
        self.top = lines[0] if not done.returncode else ""
        self.prefix = lines[1] if not done.returncode and len(lines) > 1 else ""

    @staticmethod
    def _git(*words: str, data: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        try:
            return subprocess.run(["git", *words], input=data, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env={**os.environ, **_ENV}, check=False)
        except FileNotFoundError:
            raise NoRevision("git, which reads revisions, is not installed",
                           "install git (Debian: apt install git)") from None
        except OSError as exc:
            raise NoRevision(f"git cannot be run: {exc.strerror}") from None

    def tree(self, revision: str) -> str:
        """Returns the object id of a revision's root tree."""
        if not revision or revision.startswith("-") or not revision.isprintable():
            raise NoRevision(f"'{shorten(revision)}' cannot be a revision")
        # Two steps, because ^{tree} cannot be appended to `:/text`.
        name = self._object(revision)
        if not name:
            raise NoRevision(f"git knows no revision '{shorten(revision)}'",
                           "`git log --oneline` and `git tag` list revisions")
        tree = self._object(name + "^{tree}")
        if not tree:
            raise NoRevision(f"'{shorten(revision)}' is a file, not a revision",
                           "name the file as REV:path")
        return tree

    def _object(self, name: str) -> str:
        """Returns the id of an object, or an empty text."""
        done = self._git("rev-parse", "--verify", "--quiet", name)
        found = done.stdout.decode("ascii", "replace").strip()
        return found if not done.returncode and re.fullmatch("[0-9a-f]{40,64}", found) else ""

    def entry(self, tree: str, path: str) -> Optional[Entry]:
        """Returns the object at a path from the top, or None."""
        if path in ("", "."):
            return Entry("040000", "tree", tree, 0, "")
        found = self._list(tree, "--", path)
        return next((item for item in found if item.path == path), None)

    def files(self, tree: str, path: str) -> List[Entry]:
        """Returns all files below a folder, sorted by path."""
        where = ["--", path + "/"] if path else []
        found = [item for item in self._list(tree, "-r", *where) if item.is_file]
        return sorted(found, key=lambda item: item.path)

    def _list(self, tree: str, *words: str) -> List[Entry]:
        options = [word for word in words if word == "-r"]
        paths = [word for word in words if word != "-r"]
        done = self._git("--literal-pathspecs", "ls-tree", "-z", "-l", "--full-tree", *options,
                         tree, *paths)
        if done.returncode:
            raise GitError(f"git cannot list the revision: {_reason(done.stderr)}")
        out: List[Entry] = []
        for line in done.stdout.split(b"\0"):
            if line:
                head, path = line.split(b"\t", 1)
                mode, kind, name, size = head.decode("ascii").split()
                out.append(Entry(mode, kind, name, int(size) if size.isdigit() else 0,
                                 os.fsdecode(path)))
        return out

    def read(self, entries: Sequence[Entry]) -> List[bytes]:
        """Returns the contents of files.  Raises GitError."""
        if sum(item.size for item in entries) > MAX_TOTAL:
            raise GitError(f"the files have more than {MAX_TOTAL:,} bytes")
        if not entries:
            return []
        done = self._git("cat-file", "--batch",
                         data="".join(item.name + "\n" for item in entries).encode())
        out: List[bytes] = []
        at = 0
        for item in entries:
            end = done.stdout.find(b"\n", at)
            head = done.stdout[at:end].split() if end >= 0 else []
            if len(head) != 3 or head[1] != b"blob":
                raise GitError(f"git cannot read {item.path}: {_reason(done.stderr)}",
                               "`git fsck` lists what is broken or missing")
            start = end + 1
            at = start + int(head[2]) + 1
            out.append(done.stdout[start:at - 1])
        return out


def _reason(stderr: bytes) -> str:
    """Returns git's message on one line, without its prefix."""
    text = shorten(stderr.decode("utf-8", "replace"), 200)
    return re.sub(r"\A(fatal|error): ", "", text) or "git does not say why"


@dataclass
class Revision:
    """A file or folder of a revision: ``name`` is the revision as the user wrote it."""

    repository: Repository
    name: str
    tree: str
    entry: Entry

    def label(self, path: str) -> str:
        """Returns ``REV:path``, as in git and in spans."""
        return f"{self.name}:{path}"

    def around(self) -> Optional["Revision"]:
        """Returns the folder of the spec that contains the file, or None."""
        folder = posixpath.dirname(self.entry.path)
        while folder and posixpath.basename(folder) != "spec":
            folder = posixpath.dirname(folder)
        entry = self.repository.entry(self.tree, folder) if folder else None
        return None if entry is None else Revision(self.repository, self.name, self.tree, entry)

    def texts(self) -> List[Tuple[Entry, bytes]]:
        """Returns the file, or the folder's ``*.yaml`` without hidden ones, with their contents."""
        if self.entry.kind == "blob":
            chosen = [self.entry]
        else:
            start = len(self.entry.path)
            chosen = [item for item in self.repository.files(self.tree, self.entry.path)
                      if item.path.endswith(".yaml")
                      and not re.search(r"(\A|/)\.", item.path[start:])]
        return list(zip(chosen, self.repository.read(chosen)))

    def read(self, path: str) -> bytes:
        """Returns the content of a labelled file, for readers that follow includes.  Raises OSError."""
        start = self.name + ":"
        inside = posixpath.normpath(path[len(start):] if path.startswith(start) else path)
        try:
            found = self.repository.entry(self.tree, inside)
            if found is None or not found.is_file:
                raise FileNotFoundError(2, f"the revision '{self.name}' has no such file", path)
            return self.repository.read([found])[0]
        except GitError as exc:
            raise OSError(5, exc.message, path) from None

    def names(self, path: str) -> List[str]:
        """Returns the names of the files in a labelled folder.  Raises OSError."""
        start = self.name + ":"
        inside = posixpath.normpath(path[len(start):] if path.startswith(start) else path)
        inside = "" if inside == "." else inside
        try:
            found = self.repository.files(self.tree, inside)
        except GitError as exc:
            raise OSError(5, exc.message, path) from None
        names = [posixpath.basename(item.path) for item in found
                 if posixpath.dirname(item.path) == inside]
        if not names:
            raise FileNotFoundError(2, f"the revision '{self.name}' has no such folder", path)
        return names


def find(text: str, default: str) -> Revision:
    """Returns the file or folder of a revision that ``text`` names: ``REV:path``, or ``REV`` for the
    spec.  ``default`` is the path of a spec: if it is in the repository, the spec has the same path
    in the revision, else ``spec``.  Raises GitError."""
    name, path = split(text)
    repository = Repository()
    tree = repository.tree(name)
    if not path:
        inside = os.path.relpath(os.path.realpath(default), os.path.realpath(repository.top)) \
            if repository.top else ".."
        where = "spec" if inside.startswith("..") else inside.replace(os.sep, "/")
        help = "write REV:FOLDER if the spec has another place in that revision"
    else:
        help = f"`git ls-tree --name-only {shorten(name)}` lists what it has"
        where = path
        if not path.isprintable():
            raise GitError(f"'{shorten(path)}' cannot be a path")
        if path.startswith(("./", "../")) or path in (".", ".."):
            where = posixpath.join(repository.prefix, path)
        where = posixpath.normpath(where)
        if where.startswith(("/", "..")):
            raise GitError(f"'{shorten(path)}' is outside the repository",
                           "write the path from the top of the repository")
    entry = repository.entry(tree, where)
    if entry is None:
        raise GitError(f"the revision '{shorten(name)}' has no '{shorten(where, 80)}'", help)
    if entry.kind != "tree" and not entry.is_file:
        what = "a symbolic link" if entry.kind == "blob" else "a submodule"
        raise GitError(f"'{shorten(where, 80)}' of the revision '{shorten(name)}' is {what}",
                       "name its target")
    return Revision(repository, name, tree, entry)
