# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tables that nothing is compared with: how often the trees' code uses them, and the reviewed reasons."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Dict, List, Mapping, Optional, Sequence, Set, Tuple

from watch.ifc.accessors import ENDINGS

_USE = re.compile(r"\b(?:MLX5|DEVX|IFC)\w*\(\s*(\w+)|\bmlx5_ifc_(\w+)_bits\b")


@dataclass(frozen=True)
class Rule:
    """Why tables are not in the spec.  It is about tables that only these trees have (empty: any), whose names match one
    of the patterns (empty: any), and that code uses or does not (None: either)."""

    reason: str
    trees: Tuple[str, ...] = ()
    tables: Tuple[str, ...] = ()
    used: Optional[bool] = None

    def covers(self, name: str, trees: Sequence[str], uses: int) -> bool:
        return (not self.trees or set(trees) <= set(self.trees)) \
            and (not self.tables or any(fnmatchcase(name, pattern) for pattern in self.tables)) \
            and (self.used is None or self.used == bool(uses))


@dataclass
class Rest:
    """The tables of one rule, with the number of uses; ``trees`` have at least one of them."""

    reason: str
    tables: Dict[str, int] = field(default_factory=dict)
    trees: List[str] = field(default_factory=list)

    @property
    def used(self) -> List[str]:
        """The tables that code uses, the most used first."""
        return sorted((name for name, uses in self.tables.items() if uses), key=lambda name: (-self.tables[name], name))


def rest_of(alone: Mapping[str, List[str]], uses: Mapping[str, int], rules: Sequence[Rule]) -> List[Rest]:
    """Returns the tables, whose trees ``alone`` has, by the first rule that covers them; those that none covers are last,
    without a reason."""
    out = {rule.reason: Rest(rule.reason) for rule in rules}
    for name, trees in alone.items():
        rule = next((rule for rule in rules if rule.covers(name, trees, uses.get(name, 0))), Rule(""))
        one = out.setdefault(rule.reason, Rest(rule.reason))
        one.tables[name] = uses.get(name, 0)
        one.trees += [tree for tree in trees if tree not in one.trees]
    return [one for one in out.values() if one.tables]


def uses_of(top: str, folders: Sequence[str], headers: Sequence[str], names: Set[str]) -> Dict[str, int]:
    """Returns how often the code in the folders of a tree names each table, as the argument of an accessor
    (``MLX5_SET(NAME, ...)``) or with its tag; the headers with the tables are no code."""
    found: Dict[str, int] = {}
    apart = {os.path.normpath(os.path.join(top, name)) for name in headers}
    for folder in folders:
        for where, below, files in os.walk(os.path.join(top, folder)):
            below.sort()
            for path in sorted(os.path.normpath(os.path.join(where, name)) for name in files if name.endswith(ENDINGS)):
                if path in apart:
                    continue
                with open(path, encoding="utf-8", errors="replace") as stream:
                    text = stream.read()
                for one, other in _USE.findall(text):
                    if (one or other) in names:
                        found[one or other] = found.get(one or other, 0) + 1
    return found
