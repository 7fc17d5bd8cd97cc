# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The options of the writers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet

from .dialect import C, Dialect

VERSION = "1"  # of the output


@dataclass(frozen=True)
class Options:
    """``prefix``: of all names.  ``command``: shown in the heads of files as the one that regenerates them.

    For the C writer only, ``dialect``: of the tree.  ``side``: driver or device, for the functions
    that this side needs, or both.  ``api``: pack (and unpack), accessors (set and get), or both.
    ``called``: names without prefix of functions that are written in any case.
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
        """The start of the comment above a structure or enumeration.  A kernel-doc comment must document
        all members; without their comments it is a plain comment in a kernel."""
        return "/*" if self.dialect.is_kernel and not self.dialect.kernel_doc else "/**"

    def speak(self, text: str) -> str:
        """Translates C text into the dialect."""
        return self.dialect.speak(text, self.prefix)
