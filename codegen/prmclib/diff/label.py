# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The names of the two manuals in sentences."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from prmclib.readers.source import Source

TREE = "this tree"
LONGEST = 24  # characters; longer names make sentences unreadable
_DIGEST = re.compile(r"\b([0-9a-f]{12})[0-9a-f]{28}\b")  # a revision, which 12 digits tell from others


@dataclass(frozen=True)
class Labels:
    """The manuals by short names: revisions as the user wrote them, else ``OLD`` and ``NEW``."""

    old: str = "OLD"
    new: str = "NEW"

    @property
    def old_driver(self) -> str:
        return f"a driver built on {self.old}"

    @property
    def new_driver(self) -> str:
        return f"a driver built on {self.new}"

    @property
    def old_firmware(self) -> str:
        return f"firmware of {self.old}"

    @property
    def new_firmware(self) -> str:
        return f"firmware of {self.new}"


def short(label: str) -> str:
    """A label that sentences can have; empty for a path, which would only be in the way."""
    return "" if len(label) > LONGEST or label.startswith(("/", ".")) else label


def labels_of(old: Source, new: Source) -> Labels:
    """Uses revisions (the first digits of a hexadecimal one) and short names, but no paths.  A folder or file compared
    with a revision is the working tree."""
    files = [os.path.lexists(source.label) for source in (old, new)]
    names = [_DIGEST.sub(r"\1", source.label) for source in (old, new)]
    if files[0] != files[1] and old.form == new.form == "spec":
        names = [TREE if is_file else name for name, is_file in zip(names, files)]
    if names[0] == names[1] or not all(map(short, names)):
        return Labels()
    return Labels(*names)
