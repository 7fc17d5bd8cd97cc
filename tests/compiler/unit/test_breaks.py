# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tables of breaks follow the code: `ninja test-deep`, which runs them, is late for a text that has moved."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import yaml

FOLDER = Path(__file__).parents[2] / "breaks"
sys.path.insert(0, os.fspath(FOLDER))

import runner  # noqa: E402


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_each_text_is_in_one_file(path: Path) -> None:
    table = yaml.safe_load(path.read_text(encoding="utf-8"))
    problems = []
    for row in table["breaks"]:
        try:
            runner.prepared(row, table.get("folder", ""))
        except ValueError as problem:
            problems.append(f"{row['what']}: {problem}")
    assert not problems
    assert len({row["what"] for row in table["breaks"]}) == len(table["breaks"]) > 0
