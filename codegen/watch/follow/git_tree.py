# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The repository of a source: revisions, and files copied from its objects. Nothing in it is changed."""

from __future__ import annotations

import os
import posixpath
import subprocess
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Sequence, Tuple

_ENV = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}


@dataclass
class GitTree:
    """``top``: the top of the work tree, or a bare repository. A revision is looked up once."""

    top: str
    _found: Dict[str, Tuple[str, str]] = field(default_factory=dict, repr=False, compare=False)  # id, date

    def git(self, *words: str) -> Optional[bytes]:
        """Returns git's output; None if it fails."""
        try:
            done = subprocess.run(["git", "-C", self.top, "--literal-pathspecs", *words], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, env={**os.environ, **_ENV}, check=False)
        except OSError:
            return None
        return None if done.returncode else done.stdout

    def word(self, *words: str) -> str:
        return (self.git(*words) or b"").decode("utf-8", "replace").strip()

    def commit(self, revision: str) -> str:
        """Returns the id of a commit; empty if there is none."""
        if not revision or revision.startswith("-"):
            return ""
        if revision not in self._found:
            found = self.word("log", "-1", "--no-show-signature", "--format=%H %cs", f"{revision}^{{commit}}", "--").split()
            commit, date = found if found else ("", "")
            self._found[revision] = self._found[commit] = commit, date
        return self._found[revision][0]

    def name(self, commit: str) -> str:
        """Returns the best name of a commit: its tag, the number of commits since one, or its id."""
        found = self.word("describe", "--tags", commit)
        return found if found and " " not in found else commit[:12]

    def date(self, commit: str) -> str:
        """Returns the date of a commit that commit() has returned, as YYYY-MM-DD."""
        return self._found[commit][1]

    def changed(self, names: Sequence[str]) -> List[str]:
        """Returns the files of the work tree that are not as in the last commit."""
        found = self.word("status", "--porcelain", "--untracked-files=no", "--", *names)
        return [line.split(None, 1)[-1] for line in found.splitlines()]

    def locate(self, commit: str, names: Sequence[str], others: Sequence[str]) -> Dict[str, str]:
        """Returns the paths of files, by the given ones: the same, or the only path with its name elsewhere, which is
        none of ``others``."""
        found = {name: name for name in
                 self.word("ls-tree", "-r", "--name-only", "--full-tree", commit, "--", *names).splitlines()}
        missing = [name for name in names if name not in found]
        if missing and not found:
            everything = self.word("ls-tree", "-r", "--name-only", "--full-tree", commit).splitlines()
            for name in missing:
                base = posixpath.basename(name)
                hits = [path for path in everything if posixpath.basename(path) == base and "mlx5" in path
                        and path not in others]
                if len(hits) == 1:
                    found[name] = hits[0]
        return found

    def beside(self, commit: str, folder: str, suffix: str) -> List[str]:
        """Returns the files of a folder with a suffix."""
        found = self.word("ls-tree", "--name-only", "--full-tree", commit, "--", f"{folder}/").splitlines()
        return [name for name in found if name.endswith(suffix)]

    def copy(self, commit: str, path: str, to: str) -> None:
        """Copies a file of a commit to a path on disk; nothing if it is missing."""
        data = self.git("cat-file", "blob", f"{commit}:{path}")
        if data is not None:
            os.makedirs(os.path.dirname(to), exist_ok=True)
            with open(to, "wb") as stream:
                stream.write(data)


def git_tree(path: str) -> Optional[GitTree]:
    """Returns the repository whose top a folder is, or that contains a file; None if there is none."""
    folder = path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path))
    tree = GitTree(folder)
    if tree.git("rev-parse", "--git-dir") is None:
        return None
    top = tree.word("rev-parse", "--show-toplevel")
    if not top:  # a bare repository
        return tree
    if os.path.isdir(path) and os.path.realpath(top) != os.path.realpath(path):
        return None
    return tree if os.path.isdir(path) else GitTree(top)
