# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares and copies parts of the model, independently of the files that they were read from."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any, TypeVar

from . import Span

# Attributes that depend on the file, not on its meaning.
_APART = frozenset(("where", "size_where", "spans", "digest", "path"))

Thing = TypeVar("Thing")


def copied(thing: Thing) -> Thing:
    """Returns a deep copy of a part of the model, in a fifth of the time of copy.deepcopy."""
    made: Thing = pickle.loads(pickle.dumps(thing, pickle.HIGHEST_PROTOCOL))
    return made


def plain(thing: Any) -> Any:
    """Returns a part of the model, or all of it, as lists and dictionaries without places in files."""
    if dataclasses.is_dataclass(thing):
        values = ((item.name, getattr(thing, item.name)) for item in dataclasses.fields(thing)
                  if item.name not in _APART)
        return [type(thing).__name__, {name: plain(value) for name, value in values
                                       if not isinstance(value, Span)}]
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in thing.items()}
    return [plain(item) for item in thing] if isinstance(thing, (list, tuple)) else thing
