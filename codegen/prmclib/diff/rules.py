# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The rules of ``prmc diff``: an id that never changes, and the class in a word.

Titles and themes are in :mod:`prmclib.rules` with those of all rules.
"""

from __future__ import annotations

from typing import Dict

CLASSES: Dict[str, str] = {
    "D001": "added",  # layout
    "D002": "removed",
    "D003": "renamed",
    "D004": "grown",
    "D005": "shrunk",
    "D006": "file",
    "D010": "added",  # field
    "D011": "removed",
    "D012": "renamed",
    "D013": "reused",
    "D020": "moved",
    "D021": "shifted",
    "D031": "widened",
    "D032": "narrowed",
    "D033": "split",
    "D034": "joined",
    "D035": "count",
    "D036": "nested",
    "D040": "type",
    "D041": "enum",
    "D042": "default",
    "D043": "fixed",
    "D044": "encoding",
    "D045": "unit",
    "D046": "writer",
    "D047": "capability",
    "D048": "reserved",
    "D050": "value added",
    "D051": "value removed",
    "D052": "renumbered",
    "D053": "value renamed",
    "D054": "open",
    "D055": "enum added",
    "D056": "enum removed",
    "D057": "enum renamed",
    "D058": "value reused",
    "D060": "overlay",
    "D061": "arm added",
    "D062": "arm removed",
    "D063": "arm renamed",
    "D064": "arm",
    "D065": "selector",
    "D070": "variant",
    "D071": "sequence",
    "D080": "against",
    "D090": "documentation",
    "D091": "amount",
    "D092": "range",
    "D093": "condition",
    "D094": "default",
}
"""The class of each rule."""
