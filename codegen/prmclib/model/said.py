# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What a description says, read once for all who ask: the decoder, the tables, the importer, the comparison."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Tuple

from . import amounts, conditions, described, limits
from .amounts import Amounts
from .conditions import Condition
from .limits import Limits


@dataclass(frozen=True)
class Said:
    """``values`` and ``bits`` are its lists, as (number, text); ``access`` is ``read only``, ``write only`` or empty;
    ``prose`` is the rest of the text, in one line."""

    amounts: Amounts
    limits: Limits
    conditions: Tuple[Condition, ...]
    values: Tuple[Tuple[int, str], ...]
    bits: Tuple[Tuple[int, str], ...]
    access: str
    prose: str


_ACCESS = re.compile(r"(?:\A|[.;(\[]) ?(?:this field is )?(?:(?P<read>read[ -]?only|RO)|(?P<write>write[ -]?only|WO))"
                     r"(?= ?[.;,)\]]| ?\Z)", re.I)


@functools.lru_cache(maxsize=None)
def read(text: str) -> Said:
    """Returns what a description says."""
    prose = described.prose(text)
    access = _ACCESS.search(prose)
    return Said(amounts.read(text), limits.read(text), conditions.read(text), tuple(described.listed_values(text).items()),
                tuple(described.listed_bits(text).items()),
                "" if access is None else "read only" if access.group("read") else "write only", prose)
