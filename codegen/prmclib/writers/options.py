# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What a writer is told beside the spec."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = "1"  # of the output


@dataclass(frozen=True)
class Options:
    """What the user chose: the prefix of all names, and the command that the heads show."""

    prefix: str = "prm"
    command: str = "ninja regen"
