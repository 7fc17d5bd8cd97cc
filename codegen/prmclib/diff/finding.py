# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What a comparison of two manuals finds, as plain data.

The differ fills these classes, reports (:mod:`prmclib.reports`) print them.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from ..model import Bits, Span
from ..source import Source


class Severity(enum.IntEnum):
    """How much a change hurts code that was built on the old manual; the higher, the worse."""

    COSMETIC = 0  # names, documentation, sources: no bit changes its meaning
    COMPATIBLE = 1  # old code goes on working, new meanings are not seen by it
    DANGEROUS = 2  # some bytes mean something else; whether that happens depends on values
    BREAKING = 3  # the same bytes mean something else

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Side:
    """What a finding speaks of, in one of the two manuals."""

    layout: str  # its name there
    field: str  # dotted path there; empty for the layout itself, the value for an enumeration
    bits: Bits  # in the layout; for a layout itself all its bits, for an enumeration no bits
    where: Span
    text: str = ""  # what differs, as that manual has it: a type, a default, a documentation
    parts: Tuple[Tuple[str, Bits], ...] = ()  # the fields inside, of an arm or of what was split
    is_in_bits: bool = True  # False: of an enumeration, variant or sequence, which have no place


@dataclass(frozen=True)
class Moved:
    """A field that a finding shifted without touching it."""

    field: str
    old: Bits
    new: Bits


@dataclass(frozen=True)
class Witness:
    """Bytes of the layout that mean one thing under the old manual and another under the new.

    ``layout`` and ``field`` are as in the finding, but for an enumeration, which has no bytes: a
    field that uses it.  ``layout`` may be a variant or sequence; ``old_layout`` is its name under
    the old manual.  ``at`` is the byte of it where ``data`` starts; all other bytes are zero.
    ``is_packed``: the bytes are read alike, but only one manual's pack gives them.
    """

    data: bytes
    old: str  # "log_page_size is 0", what the old manual says of them
    new: str
    layout: str = ""
    field: str = ""
    at: int = 0
    old_value: Optional[int] = None  # where the field is a number there
    new_value: Optional[int] = None
    old_layout: str = ""
    is_packed: bool = False


@dataclass(frozen=True)
class Also:
    """Where else the same change is found: a layout (of NEW) around a union that has changed."""

    layout: str
    old: Optional[Side]
    new: Optional[Side]


@dataclass
class Affected:
    """Whom a finding concerns. Every entry is a name; places are ``file:line``."""

    accessors: List[str] = field(default_factory=list)  # prm_mkc_set_log_page_size
    uses: List[str] = field(default_factory=list)  # runtime/mkey.c:88
    vendored: List[str] = field(default_factory=list)  # manifests that hold the layout


@dataclass(frozen=True)
class Approval:
    """A reviewer's acceptance of one finding."""

    fingerprint: str
    reason: str
    expires: str  # ISO date, or empty
    where: Span


@dataclass(eq=False)
class Finding:
    """One change, as a person would name it.

    ``fingerprint`` is 12 hexadecimal digits over the rule and what the change is (names, places in
    dwords, values), not over files or lines, so that it survives a rebase: see
    :mod:`.fingerprint`.
    ``cause`` is the fingerprint of the finding that brought this one about.
    """

    rule: str  # D031; `prmc explain D031` tells more
    kind: str  # the rule's class in one word: "widened"
    severity: Severity
    layout: str  # the name under which people look for it: of NEW, or of OLD if it is gone
    field: str  # as in Side; "name.VALUE" for an enumeration's value
    title: str  # "widened 5 -> 6 bits"
    fingerprint: str
    old: Optional[Side] = None  # None: added
    new: Optional[Side] = None  # None: removed
    meaning: List[str] = field(default_factory=list)  # sentences, for each direction
    cause: str = ""
    shifted: List[Moved] = field(default_factory=list)
    witness: Optional[Witness] = None
    affected: Affected = field(default_factory=Affected)
    approval: Optional[Approval] = None
    subject: str = "field"  # or layout, overlay, arm, enum, value, variant, sequence, file
    also: List[Also] = field(default_factory=list)
    no_witness: str = ""  # why there is no witness


@dataclass(frozen=True)
class Uncompared:
    """A field, or with an empty ``field`` a layout, that a reader left out of a manual, so that
    nothing can be said of it.  ``labels`` are the manuals that it was left out of."""

    layout: str
    field: str
    labels: Tuple[str, ...]
    reason: str


@dataclass
class Report:
    """All findings of ``old`` against ``new``, the worst first, then by layout and place."""

    old: Source
    new: Source
    findings: List[Finding]
    hidden: int = 0  # left out by --only and --ignore
    stale: List[Approval] = field(default_factory=list)  # approvals that match no finding
    uncompared: List[Uncompared] = field(default_factory=list)
    old_names: Dict[str, str] = field(default_factory=dict)  # of layouts, by their name in NEW

    def count(self) -> Dict[Severity, int]:
        """Findings by severity, accepted ones left out."""
        counts = {severity: 0 for severity in Severity}
        for item in self.findings:
            counts[item.severity] += item.approval is None
        return counts
