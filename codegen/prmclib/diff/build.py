# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The state that all parts of the differ share: the manuals, their match, and the findings so far."""

from __future__ import annotations

from collections import defaultdict
from typing import Dict, FrozenSet, Iterable, List, Optional, Set, Tuple

from prmclib.model import Bits, Entry, Field, Kind, Layout, Spec
from prmclib.readers.source import Source
from .finding import Finding, Side
from .fingerprint import Unique
from .label import Labels, labels_of
from .match import Match
from .match_fields import Pair
from .rules import CLASSES
from .severity import Judge, Roles, Verdict, roles_of

NOTHING = Bits(0, 0)

ALL = frozenset(("doc", "source", "file", "must be zero", "default", "fixed", "encoding", "unit", "range",
                 "writer", "capability", "enum", "values", "selector", "arms", "sequences"))
# Attributes of a field, besides place and type, that manuals of other forms than the spec have.
TOLD: Dict[str, FrozenSet[str]] = {
    "spec": ALL,
    "header": frozenset(("values",)),
    "adb": frozenset(("doc", "enum", "values", "writer", "capability", "must be zero", "selector",
                      "arms")),
}
PARTIAL = frozenset(("header", "object"))  # forms of code, which have only what they use
OTHERWISE: FrozenSet[str] = frozenset()  # of forms that are not listed


class Builder:
    """Collects findings from the parts of the differ."""

    def __init__(self, old: Source, new: Source, match: Match, labels: Optional[Labels] = None) -> None:
        self.source_old, self.source_new = old, new
        self.old, self.new = old.spec, new.spec
        self.match = match
        self.labels = labels or labels_of(old, new)
        self.judge = Judge(self.labels, new.form in PARTIAL)
        self.told = TOLD.get(old.form, OTHERWISE) & TOLD.get(new.form, OTHERWISE)
        if old.form == new.form == "header":
            self.told |= {"enum"}  # guessed from names, which differ between forms
        self.tells_writer = "writer" in self.told
        self.findings: List[Finding] = []
        self.words: List[List[object]] = []  # input of the fingerprint, by finding
        self.names_only: Set[Finding] = set()  # about a name, although the rule has a witness
        self.arm_of: Dict[Finding, Pair] = {}  # overlay by a finding about its arm
        self.causes: List[Tuple[Finding, object]] = []  # findings with their causes
        self.consequences: Set[Finding] = set()  # findings that are only consequences
        self.origin: Dict[object, Finding] = {}  # the finding of an entry, a pair, a layout's size
        # The layouts of NEW with a field of each layout, by the latter's name.
        self.containers: Dict[str, List[Tuple[Layout, Field]]] = defaultdict(list)
        for layout in self.new.layouts.values():
            for entry in layout.walk():
                if entry.item.kind is Kind.LAYOUT:
                    self.containers[entry.item.layout].append((layout, entry.item))
        self.users = (_users(self.old), _users(self.new))

    def add(self, rule: str, layout: str, field: str, title: str, verdict: Verdict,
            words: Iterable[object], old: Optional[Side] = None, new: Optional[Side] = None,
            subject: str = "field", has_name: bool = True) -> Finding:
        """Adds a finding.  ``words`` are the input of the fingerprint, besides the rule and the
        names.  ``has_name``: ``field`` is a name, not a place."""
        names = [side.layout + "\t" + side.field if side else "" for side in (old, new)]
        finding = Finding(rule, CLASSES[rule], verdict.severity, layout, field, title, "", old, new,
                          list(verdict.meaning), subject=subject)
        self.findings.append(finding)
        self.words.append([layout, field if has_name else "", *names, *words])
        return finding

    def drop(self, findings: List[Finding]) -> None:
        """Removes findings, and the state about them."""
        gone = set(findings)
        kept = [(finding, words) for finding, words in zip(self.findings, self.words)
                if finding not in gone]
        self.findings[:] = [finding for finding, _ in kept]
        self.words[:] = [words for _, words in kept]
        self.causes = [item for item in self.causes if item[0] not in gone]
        self.origin = {what: finding for what, finding in self.origin.items()
                       if finding not in gone}

    def only_name(self, finding: Finding) -> None:
        """Notes that only a name differs, so that no bytes can show it."""
        self.names_only.add(finding)

    def add_consequence(self, rule: str, layout: str, field: str, title: str, verdict: Verdict,
                        cause: object, old: Side, new: Side) -> Finding:
        """Adds a finding that is only a consequence of another one, ``cause`` as in
        :attr:`origin`: its fingerprint derives from that one's, not from its own names."""
        finding = self.add(rule, layout, field, title, verdict, [], old, new)
        self.words[-1] = [layout, old.layout]
        self.consequences.add(finding)
        self.causes.append((finding, cause))
        return finding

    def resolve(self) -> None:
        """Computes all fingerprints and sets the causes of findings."""
        unique = Unique()
        by_cause = {finding: self.origin.get(what) for finding, what in self.causes}
        for finding, words in zip(self.findings, self.words):
            if finding not in self.consequences:
                finding.fingerprint = unique.of(finding.rule, words)
        for finding, words in zip(self.findings, self.words):
            if finding in self.consequences:
                cause = by_cause.get(finding)
                more: List[object] = [cause.fingerprint] if cause is not None and cause is not finding else \
                    [(item.field, item.new.offset - item.old.offset) for item in finding.shifted]
                finding.fingerprint = unique.of(finding.rule, [*words, *more])
        for finding, what in self.causes:
            found = self.origin.get(what)
            if found is not None and found is not finding:
                finding.cause = found.fingerprint

    def roles(self, old: Optional[Layout], new: Optional[Layout], before: Optional[Field] = None,
              after: Optional[Field] = None) -> Roles:
        return roles_of([old, new], [before, after], self.tells_writer)

    def roles_of_enum(self, old: str, new: str) -> Roles:
        """Returns who writes the fields that have the enumeration, under either manual."""
        driver = device = False
        for spec, users, name in ((self.old, self.users[0], old), (self.new, self.users[1], new)):
            for layout, entry in users.get(name, []):
                roles = roles_of([spec.layouts[layout]], [entry.item], self.tells_writer)
                driver, device = driver or roles.driver, device or roles.device
        return Roles(driver, device) if driver or device else Roles(True, True)


def _users(spec: Spec) -> Dict[str, List[Tuple[str, Entry]]]:
    """Returns (layout, entry) of the fields of each enumeration or set of flags, by its name."""
    out: Dict[str, List[Tuple[str, Entry]]] = defaultdict(list)
    for layout in spec.layouts.values():
        for entry in layout.walk():
            for name in (entry.item.enum, entry.item.flags):
                if name:
                    out[name].append((layout.name, entry))
    return out


def side_of(layout: Layout, entry: Entry, text: str = "") -> Side:
    return Side(layout.name, entry.path, entry.bits, entry.item.where, text)


def layout_side(layout: Layout, text: str = "") -> Side:
    return Side(layout.name, "", Bits(0, layout.size * 8), layout.where, text,
                tuple((entry.path, entry.bits) for entry in layout.walk() if entry.path))
