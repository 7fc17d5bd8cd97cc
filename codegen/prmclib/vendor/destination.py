# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the files of a copy: all of them, or none."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Dict, Iterable, List, Tuple

STAGE = ".mlx5sig-new-"


def write(folder: str, texts: Dict[str, bytes], executable: Iterable[str],
          gone: Iterable[str]) -> Tuple[int, int]:
    """Writes ``texts`` (by name) into a folder and removes the files ``gone``.

    All files are written to a temporary folder first; if a rename fails, the old files are restored.
    Returns the number of changed and of removed files.  Raises OSError.
    """
    folder = os.path.abspath(folder)
    if not os.path.isdir(folder):
        parent = os.path.dirname(folder)
        os.makedirs(parent, exist_ok=True)
        stage = _staged(parent, texts, executable)
        try:
            os.rename(stage, folder)
        except OSError:
            shutil.rmtree(stage)
            raise
        return len(texts), 0
    changed = {name: text for name, text in texts.items()
               if read(os.path.join(folder, name)) != text}
    removed = [name for name in gone if os.path.lexists(os.path.join(folder, name))]
    stage = _staged(folder, changed, executable)
    try:
        _swap(folder, stage, list(changed), removed)
    finally:
        shutil.rmtree(stage)
    return len(changed), len(removed)


def read(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except (FileNotFoundError, IsADirectoryError):
        return b""


def _staged(parent: str, texts: Dict[str, bytes], executable: Iterable[str]) -> str:
    """Makes a folder in ``parent`` with these files and the modes of the umask; returns its path."""
    umask = os.umask(0)
    os.umask(umask)
    stage = tempfile.mkdtemp(prefix=STAGE, dir=parent)
    try:
        os.chmod(stage, 0o777 & ~umask)
        for name, text in texts.items():
            path = os.path.join(stage, name)
            with open(path, "wb") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(path, (0o777 if name in executable else 0o666) & ~umask)
    except BaseException:
        shutil.rmtree(stage)
        raise
    return stage


def _swap(folder: str, stage: str, names: List[str], removed: List[str]) -> None:
    """Moves the staged files in, and the replaced and removed ones out; undoes both on an exception."""
    old = os.path.join(stage, ".old")
    os.mkdir(old)
    moved_out: List[str] = []
    moved_in: List[str] = []
    try:
        for name in [*names, *removed]:
            target = os.path.join(folder, name)
            if os.path.lexists(target):
                os.rename(target, os.path.join(old, name))
                moved_out.append(name)
            if name in names:
                os.rename(os.path.join(stage, name), target)
                moved_in.append(name)
    except BaseException:
        for name in moved_in:
            os.rename(os.path.join(folder, name), os.path.join(stage, name))
        for name in moved_out:
            os.rename(os.path.join(old, name), os.path.join(folder, name))
        raise
