# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds the vendored copies of a repository by their manifests.

For a copy elsewhere, commit its manifest under any name ``*.manifest``, in any folder.
"""

from __future__ import annotations

import functools
import os
from typing import List, Tuple

from .manifest import FIRST, Bad, read


def manifests(tree: str) -> List[str]:
    """Returns the paths of the manifests below a folder, relative to it, sorted."""
    return [path for path, _ in _known(os.path.abspath(tree))]


def manifests_with(tree: str, layout: str) -> List[str]:
    """Returns the paths, relative to ``tree``, of the manifests whose copies have the layout."""
    return [path for path, layouts in _known(os.path.abspath(tree)) if layout in layouts]


@functools.lru_cache(maxsize=8)
def _known(tree: str) -> Tuple[Tuple[str, Tuple[str, ...]], ...]:
    found: List[Tuple[str, Tuple[str, ...]]] = []
    for base, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(base, name)
            if name.endswith(".manifest") and _is_ours(path):
                try:
                    found.append((os.path.relpath(path, tree), tuple(read(path).layouts)))
                except (Bad, OSError):
                    continue
    return tuple(found)


def _is_ours(path: str) -> bool:
    try:
        with open(path, "rb") as stream:
            return stream.read(len(FIRST)) == FIRST.encode()
    except OSError:
        return False
