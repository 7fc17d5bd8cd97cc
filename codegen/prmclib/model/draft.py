# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A spec while it is read: the model so far, and the state that readers and rules share.

Names of values (in ``when`` and ``default``) wait here until all files are read and they can be
resolved.  Broken definitions are recorded here, so that one mistake gives one finding.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Iterable, List, Optional, Set, Tuple

from . import Enum, Field, Selector, Span, Spec, When
from .errors import Findings, did_you_mean, shorten

NOUNS = {"layout": "layout", "enum": "enumeration", "flags": "set of flags", "variant": "variant",
         "sequence": "sequence"}


def a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


@dataclass(frozen=True)
class Value:
    """A number, or the name of one (``number`` is None then)."""

    text: str
    number: Optional[int]
    where: Span


@dataclass
class PendingWhen:
    """The values of an arm, to be resolved through the enumeration of ``selector``."""

    when: When
    selector: Selector
    values: List[Value]


@dataclass
class Draft:
    spec: Spec
    findings: Findings
    names: Dict[str, Tuple[str, Span]] = field(default_factory=dict)  # global: (kind, place)
    broken: Set[str] = field(default_factory=set)  # global names whose definition is unusable
    partial: Set[str] = field(default_factory=set)  # layouts with entries that are unusable
    unread: bool = False  # a file could not be read: names may be missing
    file_spans: Dict[str, Span] = field(default_factory=dict)  # by File.path
    values: List[Tuple[Field, str, Value]] = field(default_factory=list)  # default, fixed
    whens: List[PendingWhen] = field(default_factory=list)

    def known(self, kind: str) -> Iterable[str]:
        """Returns the names of all layouts, enumerations, ..."""
        return [name for name, (known, _) in self.names.items() if known == kind]

    def refer(self, kind: str, name: str, where: Span) -> bool:
        """Returns True if ``name`` is a usable definition of this kind; adds a finding if there is none."""
        known = self.names.get(name)
        if known is None:
            if not self.unread:
                names = self.known(kind)
                self.findings.add(
                    "E040", where, f"there is no {NOUNS[kind]} '{shorten(name)}'",
                    help=did_you_mean(name, names) or
                    f"define it under `{'enums' if kind == 'enum' else kind.rstrip('s') + 's'}:` "
                    "in a file of the spec, or correct the name")
            return False
        if known[0] != kind:
            self.findings.add(
                "E040", where, f"'{name}' is {a(NOUNS[known[0]])}, not {a(NOUNS[kind])}",
                others=[(known[1], "defined here")],
                help=f"write `{known[0]}: {name}`"
                     if {kind, known[0]} in ({"enum", "flags"}, {"layout", "variant"},
                                             {"layout", "sequence"}, {"variant", "sequence"})
                     else f"name {a(NOUNS[kind])} here")
            return False
        return name not in self.broken

    def enum(self, name: str) -> Optional[Enum]:
        return self.spec.enums.get(name) if name else None

    def layout_size(self, name: str) -> Optional[int]:
        """Returns the size of a layout in bytes; None if it is unknown or invalid."""
        layout = self.spec.layouts.get(name)
        return layout.size if layout is not None and layout.size > 0 else None
