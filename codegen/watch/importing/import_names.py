# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Converts names and texts of other manuals to the notation."""

from __future__ import annotations

import re
from typing import Set

from prmclib.model.errors import FORBIDDEN
from prmclib.readers.spec.spec_words import MAX_NAME
from prmclib.rules.rule_names import GENERATED, KEYWORDS, MACROS

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


# Names after the prefix in generated/prm_base.h.
BASE = ("base", "be16", "be32", "be64", "report")


def is_kept(name: str) -> bool:
    """Returns whether a name is reserved in C, or for members in generated code."""
    return name in KEYWORDS or name in MACROS or GENERATED.match(name) is not None


def identifier(text: str, upper: bool = False) -> str:
    """Returns the nearest valid name of the notation; empty if nothing remains."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    if upper:
        return name.upper() if not name.isdigit() else f"N_{name}"
    name = (name if "_" in name else _HUMP.sub("_", name)).lower()
    return name if not name[:1].isdigit() else f"n{name}"


def cut(name: str) -> str:
    return name if len(name) <= MAX_NAME else name[:MAX_NAME].rstrip("_")


def clean(text: str) -> str:
    """Returns a text as one paragraph of printable characters."""
    return " ".join(FORBIDDEN.sub(" ", text).split())


def free(wanted: str, taken: Set[str]) -> str:
    """Returns and takes ``wanted``, with a number after it if that is taken."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted[:MAX_NAME - 4]}_{number}"
    taken.add(name)
    return name


def described(name: str) -> str:
    """Returns a description of a layout, derived from its name."""
    for end, text in (("_in", "The command {}."), ("_out", "Output of {}.")):
        if name.endswith(end) and len(name) > len(end):
            return text.format(name[:-len(end)].upper())
    words = name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}."
