# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that ``cap`` names a field of a capability layout: E043."""

from __future__ import annotations

from typing import Dict, Set

from prmclib.model import Kind
from prmclib.model.draft import Draft
from prmclib.model.errors import did_you_mean, shorten
from prmclib.model.resolve import field_paths


def check(draft: Draft) -> None:
    paths: Dict[str, Dict] = {}
    good: Set[str] = set()
    for layout in draft.spec.layouts.values():
        for item in layout.items():
            if not item.cap or item.cap in good:
                continue
            name, dot, field = item.cap.partition(".")
            where = item.spans.get("cap", item.where)
            if not dot or not name or not field:
                draft.findings.add("E043", where, f"'{shorten(item.cap)}' is not layout.field",
                                   help="write the capability's layout and field: hca_cap.sho")
                continue
            known = draft.spec.layouts.get(name)
            if known is None:
                if not draft.unread and name not in draft.broken:
                    draft.findings.add(
                        "E043", where, f"there is no layout '{shorten(name)}' for the capability "
                        f"'{shorten(item.cap)}'",
                        help=did_you_mean(name, draft.spec.layouts) or
                        "`cap` is layout.field of the capability")
                continue
            if name not in paths:
                paths[name] = field_paths(known)
            found = paths[name].get(field)
            if found is None:
                if name not in draft.partial:
                    draft.findings.add(
                        "E043", where, f"layout '{name}' has no field '{shorten(field)}'",
                        others=[(known.where, f"'{name}' is here")],
                        help=did_you_mean(field, paths[name]) or
                        "correct the name, or add the capability to the layout")
            elif found.kind is not Kind.UINT or found.count is not None:
                draft.findings.add(
                    "E043", where, f"'{item.cap}' is not a number: it cannot be a capability",
                    others=[(found.where, f"'{found.name}' is here")],
                    help="`cap` names a bit, or a number that is not 0 with the capability")
            else:
                good.add(item.cap)
