# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A manual, whatever it is written in: what prmc takes wherever it takes a SPEC.

A folder or file of the spec's YAML or a C header today; each form is a reader of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List

from .errors import report
from .load import spec_or_exit
from .model import LeftOut, Spec


@dataclass
class Source:
    """A manual that was read."""

    label: str  # as the user named it
    form: str  # "spec", "header", ...
    spec: Spec
    left_out: List[LeftOut] = field(default_factory=list)


def load_source(text: str) -> Source:
    """Reads the manual that ``text`` names: a path.

    Prints what is wrong with it to standard error and raises ``SystemExit(1)`` on errors.
    """
    if text.endswith(".h"):
        from .readers import ifc, ifcspec

        header, findings = ifc.read_ifc([text])
        report(findings)
        if findings.has_errors:
            raise SystemExit(1)
        spec, left = ifcspec.to_spec(header)
        return Source(text, "header", spec, left)
    return Source(text, "spec", spec_or_exit([text]))
