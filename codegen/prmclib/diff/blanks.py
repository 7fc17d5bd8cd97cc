# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Bits without a name: reserved ones, which must be zero, and ignored ones."""

from __future__ import annotations

from collections import defaultdict
from typing import Dict, List, Optional, Tuple

from prmclib.model import Arm, Bits, Entry, Kind, Layout
from .build import Builder
from .finding import Side
from .fingerprint import in_dword
from .match_fields import LayoutPair
from .shift import Shifts


def compare(builder: Builder, table: LayoutPair, shifts: Shifts) -> None:
    """Finds bits that must be zero and are ignored now, or the reverse; after shifted fields, at
    their shifted places."""
    partner: Dict[Optional[Arm], Optional[Arm]] = {None: None}
    partner.update((arms.new, arms.old) for pair in table.pairs for arms in pair.arms
                   if arms.old is not None and arms.new is not None)
    before: Dict[Optional[Arm], List[Tuple[Kind, Bits, Entry, int]]] = defaultdict(list)
    for kind, bits, old in _blank_runs(table.old):
        far = shifts.displaced(table, old, False)
        if bits.offset + far >= 0:
            before[old.arm].append((kind, Bits(bits.offset + far, bits.width), old, far))
    for kind, bits, new in _blank_runs(table.new):
        for old_kind, old_bits, old, far in before[partner[new.arm]] if new.arm in partner else []:
            if old_kind is not kind and old_bits.overlaps(bits):
                start = max(old_bits.offset, bits.offset)
                common = Bits(start, min(old_bits.end, bits.end) - start)
                _blank(builder, table, old, new, Bits(start - far, common.width), common)


def _blank(builder: Builder, table: LayoutPair, old: Entry, new: Entry, before: Bits,
           after: Bits) -> None:
    kind = new.item.kind
    roles = builder.roles(table.old, table.new, old.item, new.item)
    verdict = builder.judge.must_be_zero(roles, kind is Kind.IGNORED)
    texts = ("reserved", "ignored") if kind is Kind.IGNORED else ("ignored", "reserved")
    builder.add("D048", table.new.name, f"{kind.value} {after}", f"{texts[0]} -> {texts[1]}",
                verdict,
                [in_dword(after)], Side(table.old.name, "", before, old.item.where, texts[0]),
                Side(table.new.name, "", after, new.item.where, texts[1]), has_name=False)


def _blank_runs(layout: Layout) -> List[Tuple[Kind, Bits, Entry]]:
    """Returns bits without a name, with neighbours of one kind joined."""
    runs: List[Tuple[Kind, Bits, Entry]] = []
    for entry in layout.walk():
        if entry.path or not entry.bits.width:
            continue
        if runs and runs[-1][0] is entry.item.kind and runs[-1][1].end == entry.bits.offset and \
                runs[-1][2].arm is entry.arm:
            kind, bits, first = runs[-1]
            runs[-1] = (kind, Bits(bits.offset, bits.width + entry.bits.width), first)
        else:
            runs.append((entry.item.kind, entry.bits, entry))
    return runs
