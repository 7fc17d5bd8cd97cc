# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes a file whole or not at all."""

from __future__ import annotations

import os
import tempfile


def same(path: str, text: str) -> bool:
    """True if a file has this text."""
    try:
        with open(path, "rb") as stream:
            return stream.read() == text.encode()
    except FileNotFoundError:
        return False


def replace_file(path: str, text: str) -> None:
    """Writes a file atomically.  Follows a link; a path that is no regular file, such as a pipe or
    /dev/null, is opened and written to."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        return
    try:
        handle, temporary = tempfile.mkstemp(prefix=".prmc-", dir=os.path.dirname(target))
    except OSError as exc:
        exc.filename = path  # not the temporary name
        raise
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
