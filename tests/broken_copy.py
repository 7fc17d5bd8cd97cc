# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What tests need that break a copy of the tree on purpose, one way at a time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def copy(folder: str, names: Sequence[str]) -> None:
    """Copies folders and files of the tree."""
    for name in names:
        source, target = os.path.join(ROOT, name), os.path.join(folder, name)
        if os.path.isdir(source):
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target)


def rewrite(path: str, text: str) -> None:
    """Writes a file that exists. Its time moves on by a second: compiled Python is recognised by size
    and second of its source, which a change and its predecessor may have in common."""
    seconds = int(os.stat(path).st_mtime) + 1
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    os.utime(path, (seconds, seconds))


def python(folder: str, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs a Python program of the copy, whose compiled modules stay in the copy."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE")}
    return subprocess.run([sys.executable, os.path.join(folder, program), *arguments],
                          capture_output=True, text=True, check=False, env=environment)
