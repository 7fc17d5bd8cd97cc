# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The result of a comparison of two manuals, as plain data.

The differ fills these classes, reports (:mod:`prmclib.reports`) print them.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from prmclib.model import Bits, Span
from prmclib.readers.source import Source
from .label import Labels


class Severity(enum.IntEnum):
    """The effect of a change on code that was built on the old manual; a higher one is worse."""

    COSMETIC = 0  # names, sources, words of documentation
    COMPATIBLE = 1  # old code still works, but does not know new meanings
    DANGEROUS = 2  # some bytes change their meaning, depending on values
    BREAKING = 3  # the same bytes have another meaning

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Side:
    """The subject of a finding in one of the two manuals."""

    layout: str  # its name there
    field: str  # dotted path there; empty for the layout itself, the value for an enumeration
    bits: Bits  # in the layout; all bits for the layout itself, none for an enumeration
    where: Span
    text: str = ""  # the differing attribute in that manual: a type, a default, a documentation
    parts: Tuple[Tuple[str, Bits], ...] = ()  # the fields inside an arm or a split field
    is_in_bits: bool = True  # False for enumerations, variants and sequences, which have no place


@dataclass(frozen=True)
class Moved:
    """A field that was shifted without any other change."""

    field: str
    old: Bits
    new: Bits


@dataclass(frozen=True)
class Witness:
    """Bytes of the layout with different meanings under the old and the new manual.

    ``layout`` and ``field`` are as in the finding, but for an enumeration, which has no bytes,
    those of a field that uses it.  ``layout`` may be a variant or sequence; ``old_layout`` is its
    name under the old manual.  ``at`` is its byte where ``data`` starts; all other bytes are zero.
    ``is_packed``: both manuals read the bytes alike, but only one manual's pack writes them.
    """

    data: bytes
    old: str  # "log_page_size is 0", their meaning under the old manual
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
    """A further place of the same change: a layout (of NEW) that contains a changed union."""

    layout: str
    old: Optional[Side]
    new: Optional[Side]


@dataclass
class Affected:
    """The code that a finding affects. Every entry is a name; places are ``file:line``."""

    accessors: List[str] = field(default_factory=list)  # prm_mkc_set_log_page_size
    uses: List[str] = field(default_factory=list)  # runtime/mkey.c:88
    vendored: List[str] = field(default_factory=list)  # manifests that contain the layout


@dataclass(frozen=True)
class Approval:
    """A reviewer's acceptance of one finding."""

    fingerprint: str
    reason: str
    expires: str  # ISO date, or empty
    where: Span


@dataclass(eq=False)
class Finding:
    """One change.

    ``fingerprint`` is 12 hexadecimal digits over the rule and the change (names, places in dwords,
    values), not over files or lines, so that it survives a rebase: see
    :mod:`.fingerprint`.
    ``cause`` is the fingerprint of the finding that caused this one.
    """

    rule: str  # D031; see `prmc explain D031`
    kind: str  # the rule's class in one word: "widened"
    severity: Severity
    layout: str  # its name in NEW, or in OLD if it is removed
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
    manual: str = ""  # what `--against` says of it: agrees, disagrees, absent
    is_against: bool = False  # ``old`` is not of OLD but of the manual that `--against` names


@dataclass(frozen=True)
class Uncompared:
    """A field, or with an empty ``field`` a layout, that a reader left out of a manual, so that it
    cannot be compared.  ``labels`` are the manuals that it was left out of."""

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
    hidden: int = 0  # removed by --only and --ignore
    stale: List[Approval] = field(default_factory=list)  # approvals that match no finding
    uncompared: List[Uncompared] = field(default_factory=list)
    old_names: Dict[str, str] = field(default_factory=dict)  # of layouts, by their name in NEW
    labels: Labels = Labels()  # how sentences name the manuals
    against: Optional["Report"] = None  # with the manual that NEW was also compared with as OLD

    def of(self, finding: Finding) -> "Report":
        """The report whose manuals the sides of a finding are of."""
        return self.against if self.against is not None and finding.is_against else self

    def count(self) -> Dict[Severity, int]:
        """Counts findings by severity, without accepted ones."""
        counts = {severity: 0 for severity in Severity}
        for item in self.findings:
            counts[item.severity] += item.approval is None
        return counts
