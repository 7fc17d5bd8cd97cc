# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares the files of a spec: items in another file are in another generated header."""

from __future__ import annotations

from collections import defaultdict
from typing import Dict, List, Tuple

from prmclib.model import File, Span, Spec
from prmclib.model.errors import counted
from .build import NOTHING, Builder
from .documentation import said_of
from .finding import Severity, Side
from .severity import Verdict

KINDS = ("layouts", "enums", "variants", "sequences")


def compare(builder: Builder) -> None:
    if "file" not in builder.told:
        return
    moved: Dict[Tuple[str, str], List[Tuple[str, Span, Span]]] = defaultdict(list)
    for kind in KINDS:
        before, after = _homes(builder.old, kind), _homes(builder.new, kind)
        for old, new in getattr(builder.match, kind).pairs.items():
            if old in before and new in after and before[old].stem != after[new].stem:
                moved[before[old].stem, after[new].stem].append(
                    (new, getattr(builder.old, kind)[old].where,
                     getattr(builder.new, kind)[new].where))
    for (one, other), things in moved.items():
        name = things[0][0]
        more = f", with {counted(len(things) - 1, 'other')}" if len(things) > 1 else ""
        names = ", ".join(thing[0] for thing in things)
        builder.add("D006", name, "", f"in {other}.yaml instead of {one}.yaml{more}",
                    Verdict(Severity.COSMETIC, [
                        f"its generated header is prm_{other}.h instead of prm_{one}.h"]),
                    [one, other, names],
                    Side(one, "", NOTHING, things[0][1], names, is_in_bits=False),
                    Side(other, "", NOTHING, things[0][2], names, is_in_bits=False), "file")
    known = {file.stem: file for file in builder.old.files}
    for file in builder.new.files:
        before_it = known.get(file.stem)
        if before_it is not None and before_it.doc != file.doc:
            builder.add("D090", file.stem, "", "doc of the file changed",
                        Verdict(Severity.COSMETIC, [said_of(before_it.doc, file.doc)]),
                        [before_it.doc, file.doc], _side(before_it), _side(file), "file")


def _homes(spec: Spec, kind: str) -> Dict[str, File]:
    return {name: file for file in spec.files for name in getattr(file, kind)}


def _side(file: File) -> Side:
    return Side(file.stem, "", NOTHING, Span(file.path, 1, 1, 2), file.doc, is_in_bits=False)
