# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Witnesses: bytes with different meanings under the old and the new manual.

Every rule has a function that returns a witness or the reason why there is none, or a constant
reason.  docs/diff.md has the same as a table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Dict, Union

from prmclib.diff.build import Builder
from prmclib.diff.finding import Finding
from . import chains
from . import witness_places as places
from . import witness_values as values
from .image import Bench, Outcome

Maker = Callable[[Bench, Finding], Outcome]

_ONE_SIDE = "only one of the manuals can read it"
_NAME = "the same bytes under another name"
_UNUSED = "no field has it under both manuals"

RULES: Dict[str, Union[Maker, str]] = {
    "D001": _ONE_SIDE, "D002": _ONE_SIDE, "D003": _NAME,
    "D004": places.of_size, "D005": places.of_size,
    "D006": "the order in the files does not affect bytes",
    "D010": places.of_one_side, "D011": places.of_one_side, "D012": _NAME,
    "D013": places.of_reused,
    "D020": places.of_places, "D021": places.of_places, "D031": places.of_places,
    "D032": places.of_places, "D033": places.of_group, "D034": places.of_group,
    "D035": places.of_count, "D036": places.of_group,
    "D040": values.of_type, "D041": values.of_value, "D042": values.of_default,
    "D043": values.of_value, "D044": values.of_value, "D045": values.of_value,
    "D046": "bytes do not show who wrote them",
    "D047": "the bytes mean the same; a capability decides whether they may be written",
    "D048": places.of_blank,
    "D050": values.of_enum, "D051": values.of_enum, "D052": values.of_enum, "D053": _NAME,
    "D054": values.of_enum, "D055": _UNUSED, "D056": _UNUSED, "D057": _NAME,
    "D058": values.of_enum,
    "D060": places.of_overlay, "D061": places.of_arm, "D062": places.of_arm, "D063": _NAME,
    "D064": places.of_arm, "D065": places.of_selector,
    "D070": chains.of_variant, "D071": chains.of_sequence,
    "D080": "it has that of the difference between the manual and NEW",
    "D090": "descriptions do not affect bytes",
    "D091": values.of_amount,
    "D092": "the bytes mean the same; which of them are legal is another question",
    "D093": "the bytes mean the same; when they do is another question",
    "D094": "the bytes mean the same; what they are at first is another question",
}


def add(builder: Builder) -> None:
    """Sets the witness of each finding, or the reason why no bytes can show the change."""
    bench = Bench(builder)
    for finding in builder.findings:
        maker = RULES[finding.rule]
        outcome = maker if isinstance(maker, str) else maker(bench, finding)
        for also in finding.also if isinstance(outcome, str) and not isinstance(maker, str) else []:
            if isinstance(outcome, str) and not isinstance(maker, str):
                outcome = maker(bench, replace(finding, layout=also.layout, old=also.old,
                                               new=also.new))
        if isinstance(outcome, str):
            finding.no_witness = outcome
        else:
            finding.witness = outcome
