# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What a writer is told beside the spec."""

from __future__ import annotations

from dataclasses import dataclass

from .dialect import C, Dialect

VERSION = "1"  # of the output


@dataclass(frozen=True)
class Options:
    """What the user chose: the prefix of all names, the command that the heads show, and for the C
    writer how the tree spells C."""

    prefix: str = "prm"
    command: str = "ninja regen"
    dialect: Dialect = C

    def speak(self, text: str) -> str:
        """C text as the dialect spells it."""
        return self.dialect.speak(text, self.prefix)
