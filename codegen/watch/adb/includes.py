# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds the files of ``<include file="...">`` and ``<include dir="...">`` of ADB.

The search path is mstflint's: the folder of the given file, then those of
``<config include_path="a;b">``, relative to it.  After these come the folders in the user's
``PRMC_INCLUDE``, and the one of the including file.  Only files below the folder of the given file
or below one of the user's are read, after resolving symbolic links.

Semantics: mstflint adb_parser/adb_xml_parser.cpp, findFile, includeFile and includeAllFilesInDir.
"""

from __future__ import annotations

import errno
import os
import posixpath
import stat
from dataclasses import dataclass, field
from typing import Callable, List, Sequence, Tuple

from prmclib.model.errors import listed, shorten

VARIABLE = "PRMC_INCLUDE"  # of the environment: folders, as in PATH
MAX_FILES = 4096


class NotFound(Exception):
    """An include that cannot be followed: rule, message, remedy."""

    def __init__(self, rule: str, message: str, help: str) -> None:
        super().__init__(message)
        self.rule, self.message, self.help = rule, message, help


@dataclass
class Access:
    """Access to the files of a project: ``read`` returns the bytes of one, ``names`` the names in a
    folder, both raise OSError; ``real`` resolves links.  ``folder`` is that of the given file,
    ``extra`` are those that the user names besides; ``start`` is the prefix of paths in messages
    (``REV:``)."""

    read: Callable[[str], bytes]
    names: Callable[[str], List[str]]
    real: Callable[[str], str]
    folder: str
    extra: Sequence[str] = ()
    start: str = ""
    paths: List[str] = field(default_factory=list)  # of include_path

    def may_read(self, path: str) -> bool:
        real = self.real(path)
        roots = [self.real(root).rstrip("/") for root in (self.folder, *self.extra)]
        return any(real == root or real.startswith(f"{root}/") for root in roots)

    def folders(self, beside: str) -> List[str]:
        """Returns the folders to search for an included file, in this order."""
        found = [self.folder, *(posixpath.join(self.folder, path) for path in self.paths),
                 *self.extra, self.beside(beside)]
        return list(dict.fromkeys(posixpath.normpath(path or ".") for path in found))

    def beside(self, path: str) -> str:
        """Returns the folder of a file by its name in messages."""
        return posixpath.dirname(path[len(self.start):])

    def file(self, name: str, beside: str, is_path: bool = False) -> Tuple[str, bytes]:
        """Returns (name in messages, content) of the file that ``beside`` includes; ``is_path``: the
        search was done before.  Raises NotFound."""
        outside = ""
        folders = [""] if is_path or posixpath.isabs(name) else self.folders(beside)
        for folder in folders:
            path = posixpath.normpath(posixpath.join(folder, name))
            if not self.may_read(path):
                outside = outside or path
                continue
            try:
                return self.start + path, self.read(path)
            except (OSError, ValueError) as exc:
                if getattr(exc, "errno", 0) not in (errno.ENOENT, errno.ENOTDIR):
                    reason = getattr(exc, "strerror", None) or str(exc)
                    raise NotFound("E124", f"'{shorten(name, 80)}' cannot be read: {reason}",
                                   "correct the name, or make the file readable") from None
        if outside:
            raise self.refused(outside)
        raise NotFound("E124", f"there is no file '{shorten(name, 80)}' in "
                       f"{listed([shorten(folder, 60) for folder in folders], 'or')}",
                       "get the file, or name its folder in the environment: "
                       f"{VARIABLE}=FOLDER")

    def all_in(self, name: str, beside: str) -> List[str]:
        """Returns the ``*.adb`` of a folder, relative to that of the including file.  Raises
        NotFound."""
        outside = ""
        for base in (self.beside(beside), *self.folders(beside)):
            path = posixpath.normpath(posixpath.join(base, name) or ".")
            if not self.may_read(path):
                outside = outside or path
                continue
            try:
                found = [item for item in self.names(path) if item.endswith(".adb")]
            except (OSError, ValueError):
                continue
            self.paths.append(posixpath.relpath(path, self.folder or ".")
                              if not posixpath.isabs(path) else path)
            return [posixpath.join(path, item) for item in sorted(found)]
        if outside:
            raise self.refused(outside)
        raise NotFound("E124", f"there is no folder '{shorten(name, 80)}'",
                       "get the folder, or correct its name")

    def refused(self, path: str) -> NotFound:
        return NotFound("E125", f"'{shorten(path, 80)}' is not below "
                        f"'{shorten(self.folder or '.', 60)}', the folder of the file that was "
                        "given, and is not read",
                        f"put the files into one folder, or allow it: {VARIABLE}=FOLDER prmc ...")


def on_disk(path: str, limit: int) -> Access:
    """Returns access to the files beside one on disk.  ``limit`` is the number of bytes that are
    read of each."""
    def read(name: str) -> bytes:
        if not stat.S_ISREG(os.stat(name).st_mode):  # opening a pipe may take for ever
            raise OSError(errno.EINVAL, "not a regular file", name)
        with open(name, "rb") as stream:
            return stream.read(limit)

    extra = [item for item in os.environ.get(VARIABLE, "").split(os.pathsep) if item]
    return Access(read, os.listdir, os.path.realpath, os.path.dirname(path), extra)
