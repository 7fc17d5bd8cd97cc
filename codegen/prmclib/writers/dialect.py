# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Dialects of C in other trees: types, conversions, attributes, comments.

The C writer writes the C of this project. A dialect replaces unambiguous words (``uint32_t``,
``prm_cpu_to_be32``), so that the proofs of the original hold for it too; where that is not enough, it has a base
header of its own, ``templates/STYLE/base.h.j2``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Tuple

PACKED = "__attribute__((packed))"
ALIGNED = "__attribute__((packed, aligned(4)))"


@dataclass(frozen=True)
class Dialect:
    """``words`` are pairs of a regular expression and its replacement; the chosen prefix replaces
    ``PREFIX`` and ``prefix`` in the expression."""

    style: str
    words: Tuple[Tuple[str, str], ...] = ()
    has_printer: bool = True
    kernel_doc: bool = False
    is_kernel: bool = False  # has <linux/bitfield.h> and <linux/unaligned.h>

    def speak(self, text: str, prefix: str) -> str:
        """Translates C text into this dialect; text that is in it already does not change."""
        for pattern, replacement in self.words:
            pattern = pattern.replace("PREFIX", prefix.upper()).replace("prefix", prefix)
            text = re.sub(pattern, replacement, text)
        return text


_NUMBER = r"\((0x[0-9a-f]+|[0-9]+)\)"

C = Dialect("c")

LINUX = Dialect("linux", (
    (r"\(UINT32_C\(1\) << ([0-9]+)\)", r"BIT(\1)"),
    (r"\(UINT64_C\(1\) << ([0-9]+)\)", r"BIT_ULL(\1)"),
    (rf"\bUINT64_C{_NUMBER}", r"\1ULL"),
    (rf"\bUINT32_C{_NUMBER}", r"\1U"),
    (r"\buint(8|16|32|64)_t\b", r"u\1"),
    (r"\bUINT(8|16|32|64)_MAX\b", r"U\1_MAX"),
    (r"\bprefix_be(16|32|64)(?= |\)|$)", r"__be\1"),
    (r"\bprefix_cpu_to_be(16|32|64)\b", r"cpu_to_be\1"),
    (r"\bprefix_be(16|32|64)_to_cpu\b", r"be\1_to_cpu"),
    (r"\bPREFIX_ALWAYS_INLINE\b", "__always_inline"),
    (r"\bPREFIX_BARRIER_DATA\b", "barrier_data"),
    (re.escape(ALIGNED), "__packed __aligned(4)"),
    (re.escape(PACKED), "__packed"),
    (r"__extension__ (union|struct)\b", r"\1"),
), has_printer=False, kernel_doc=True, is_kernel=True)

FIREDANCER = Dialect("firedancer", (
    (rf"\bUINT64_C{_NUMBER}", r"\1UL"),
    (rf"\bUINT32_C{_NUMBER}", r"\1U"),
    (r"\buint8_t\b", "uchar"), (r"\buint16_t\b", "ushort"), (r"\buint32_t\b", "uint"), (r"\buint64_t\b", "ulong"),
    (r"#include <stdint\.h>\n", '#include "../../util/fd_util_base.h"\n'),
))


def _around(indent: str, attribute: str, before: str, after: str) -> Tuple[str, str]:
    """Returns the pattern that finds an attribute after a struct of this indentation, and what puts a word before the struct's
    name and one after its body instead."""
    head = rf"(?m)^({indent}(?:__extension__ )?(?:struct|union)) "
    body = rf"(?:\w+ )?\{{\n(?:(?!{indent}\}}).*\n)*?{indent}\}}"
    return rf"{head}({body}) {re.escape(attribute)}", rf"\1 {before} \2 {after}"


DPDK = Dialect("dpdk", (
    (r"\bprefix_be(16|32|64)(?= |\)|$)", r"rte_be\1_t"),
    (r"\bprefix_cpu_to_be(16|32|64)\b", r"rte_cpu_to_be_\1"),
    (r"\bprefix_be(16|32|64)_to_cpu\b", r"rte_be_to_cpu_\1"),
    (r"\bPREFIX_ALWAYS_INLINE\b", "__rte_always_inline"),
    *(_around(indent, attribute, before, "__rte_packed_end") for indent in ("", r"\t\t") for attribute, before in (
        (ALIGNED, "__rte_aligned(4) __rte_packed_begin"), (PACKED, "__rte_packed_begin"))),
))
