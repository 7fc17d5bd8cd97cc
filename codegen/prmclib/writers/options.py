# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What a writer is told beside the spec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet

from .dialect import C, Dialect

VERSION = "1"  # of the output


@dataclass(frozen=True)
class Options:
    """What the user chose: the prefix of all names, the command that the heads show, and for the C
    writer the dialect of the tree and the functions that it needs.

    ``side``: driver or device, for the functions by which it writes and reads what the other reads
    and wrote, or both.  ``api``: pack (and unpack), accessors (set and get), or both.  ``called``:
    names of functions without prefix that are written in any case.
    """

    prefix: str = "prm"
    command: str = "ninja regen"
    dialect: Dialect = C
    side: str = "both"
    api: str = "both"
    called: FrozenSet[str] = frozenset()

    @property
    def has_pack(self) -> bool:
        return self.api in ("pack", "both")

    @property
    def has_accessors(self) -> bool:
        return self.api in ("accessors", "both")

    @property
    def head_opener(self) -> str:
        """How the comment above a structure or enumeration opens; kernel-doc wants all members in
        it or with it, so a kernel's without these is a plain comment."""
        return "/*" if self.dialect.is_kernel and not self.dialect.kernel_doc else "/**"

    def speak(self, text: str) -> str:
        """C text as the dialect spells it."""
        return self.dialect.speak(text, self.prefix)
