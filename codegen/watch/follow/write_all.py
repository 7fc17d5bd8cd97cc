# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Replaces several files, all or none."""

from __future__ import annotations

import os
import tempfile
from typing import List, Sequence, Tuple


def write_all(files: Sequence[Tuple[str, bytes]]) -> None:
    """Writes all new contents beside their files first, then renames them in this order. If a rename fails, those
    before it are undone."""
    prepared: List[Tuple[str, str, str]] = []  # file, new content, old content
    done = 0
    try:
        for path, data in files:
            target = os.path.realpath(path)
            prepared.append((target, _beside(path, target, data), ""))
            if os.path.exists(target):
                with open(target, "rb") as stream:
                    prepared[-1] = (*prepared[-1][:2], _beside(path, target, stream.read()))
        for target, new, _ in prepared:
            os.replace(new, target)
            done += 1
    except BaseException:
        for target, _, old in prepared[:done]:
            if old:
                os.replace(old, target)
            else:
                os.unlink(target)
        raise
    finally:
        for _, new, old in prepared:
            for path in (new, old):
                if path and os.path.exists(path):
                    os.unlink(path)


def _beside(path: str, target: str, data: bytes) -> str:
    """Writes a file with a hidden name beside another; returns its path."""
    try:
        handle, temporary = tempfile.mkstemp(prefix=".prmc-", dir=os.path.dirname(target))
    except OSError as exc:
        exc.filename = path  # not the temporary name
        raise
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    if os.path.exists(target):
        os.chmod(temporary, os.stat(target).st_mode & 0o777)
    else:
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
    return temporary
