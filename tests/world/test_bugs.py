# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Real changes of other projects' tables: which of our tools notices a mistake, and that it says no more than is true
of changes that were none."""

import os

import pytest
import yaml
from prmclib.diff.compare import compare
from prmclib.source import load_source

HERE = os.path.dirname(os.path.abspath(__file__))


def rows(name):
    with open(os.path.join(HERE, "bugs", name), encoding="utf-8") as stream:
        return yaml.safe_load(stream)


def header(folder, name, text):
    """The path of a file with this text, in a folder of its own."""
    path = folder / name / "mlx5_ifc.h"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("row", rows("innocents.yaml"), ids=lambda row: row["of"].replace(" ", "-"))
def test_innocent(row, tmp_path):
    old, new = (load_source(header(tmp_path, side, row[side])) for side in ("before", "after"))
    assert {f"{item.rule} {item.severity.word} {item.layout if item.subject != 'value' else ''}"
            f"{'.' if item.field and item.subject != 'value' else ''}{item.field}"
            for item in compare(old, new).findings} == set(row["is"])
