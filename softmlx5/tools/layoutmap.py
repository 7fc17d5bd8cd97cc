# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The field map that prmc makes (generated/layout.map), for the scripts that write tables of the device."""

from __future__ import annotations

import os
from typing import Iterator, List, NamedTuple


class Field(NamedTuple):
    """One line of the map: a field of a layout, ``offset`` and ``width`` in bits."""

    layout: str
    name: str
    offset: int
    width: int
    kind: str


def fields(path: str) -> Iterator[Field]:
    """The lines of the map, in their order."""
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            layout, name, offset, width, kind = line.split()[:5]
            yield Field(layout, name, int(offset, 0), int(width), kind)


def write(path: str, lines: List[str]) -> None:
    """Writes a file under another name and renames it, so that a partial file is never visible."""
    with open(path + ".part", "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines))
    os.replace(path + ".part", path)
