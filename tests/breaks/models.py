# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks a model (tests/library/models) with a mistake: it must fail. The message of a break is part of the counterexample."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import Any, Sequence

from runner import ROOT, Break


def checker() -> Any:
    """The module tests/library/models/spin.py."""
    spec = importlib.util.spec_from_file_location("spin", os.path.join(ROOT, "tests", "library", "models", "spin.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["spin"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


class Tests:
    """The models with their own bounds, with which `ninja test` checks them without a break."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.spin = checker()

    def unchanged(self) -> str:
        return ""

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        failure = self.spin.shortest(broken.text)
        if not failure:
            return "the model holds"
        return "" if broken.message in failure else f"{broken.message!r} is not in:\n{failure}"
