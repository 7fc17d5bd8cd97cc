# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Lists conflicts between sources that nobody has decided yet: W092.

``prmc follow`` writes them as a sentence of `conflict` that starts with "Undecided:"."""

from __future__ import annotations

import re
from typing import Iterator, Tuple

from prmclib.model import About, Span, Spec
from prmclib.model.draft import Draft

_START = re.compile(r"(?:\A|[.?!] )Undecided: ")
_END = re.compile(r"\.(?= |\Z)")


def sentence(text: str) -> str:
    """Returns an undecided position as a sentence of `conflict`."""
    return f"Undecided: {text.rstrip('.')}."


def is_undecided(conflict: str) -> bool:
    return _START.search(conflict) is not None


def check(draft: Draft) -> None:
    for name, about, where in abouts(draft.spec):
        for found in _START.finditer(about.conflict):
            rest = about.conflict[found.end():]
            end = _END.search(rest)
            draft.findings.add(
                "W092", where, f"'{name}' is undecided: {rest[:end.start()] if end else rest}",
                help="decide: write what is right, and in `conflict` each position and the reason, without 'Undecided:'")


def abouts(spec: Spec) -> Iterator[Tuple[str, About, Span]]:
    """Yields the documentation of everything in a spec, with its name and place."""
    for layout in spec.layouts.values():
        yield layout.name, layout.about, layout.where
        for item in layout.fields:
            yield item.name or str(item.bits), item.about, item.where
            for arm in item.arms:
                yield arm.name, arm.about, arm.where
                for inner in arm.fields:
                    if inner.about is not arm.about and inner.about != arm.about:
                        yield inner.name or str(inner.bits), inner.about, inner.where
        for group in layout.groups:
            yield group.name, group.about, group.where
    for enum in spec.enums.values():
        yield enum.name, enum.about, enum.where
        for value in enum.values:
            yield value.name, value.about, value.where
    for variant in spec.variants.values():
        yield variant.name, variant.about, variant.where
        for one in variant.arms:
            yield one.name, one.about, one.where
    for sequence in spec.sequences.values():
        yield sequence.name, sequence.about, sequence.where
        for segment in sequence.segments:
            yield segment.name, segment.about, segment.where
