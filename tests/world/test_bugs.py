# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Real changes of other projects' tables: which of our tools notices a mistake, and that they say no more than is true
of changes that were none."""

import functools
import os

import pytest
import yaml
from prmclib.diff.compare import compare
from prmclib.readers.source import Source, lint, load_source, read_source

from world import HERE, SPEC

PUBLISHED = "/usr/share/mstflint/prm_dbs/hca/ext/register_access_table.adb"  # of Debian's mstflint


def rows(name):
    with open(os.path.join(HERE, "bugs", name), encoding="utf-8") as stream:
        return yaml.safe_load(stream)


TABLES = rows("tables.yaml")


def header(folder, name, text):
    """The path of a file with this text, in a folder of its own."""
    path = folder / name / "mlx5_ifc.h"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return str(path)


@functools.lru_cache(maxsize=None)
def manual(path):
    return load_source(path, warnings=False)


def findings(old, new, beside=None):
    """Returns what `prmc diff` finds: ``D020 breaking mkc.len``; no findings of names alone."""
    return {f"{item.rule} {item.severity.word} " + ".".join(
        name for name in (item.layout, item.field.removeprefix(f"{item.layout}.")) if name)
            for item in compare(old, new, beside).findings}


def part(old, new):
    """The layouts of a manual that a header has, too, and all enumerations."""
    names = [name for name in old.spec.layouts if {name, name.removesuffix("_ext")} & {*new.spec.layouts}]
    return Source(old.label, old.form, old.spec.only(old.spec.closure([*names, *old.spec.enums])))


def warnings(path, folder=""):
    """Returns what `prmc check --uses` says, without quotes: ``W111 reserved_at_80 is at ...``."""
    source, found = read_source(path)
    lint(source, found, folder, manual(SPEC).spec)
    return {f"{item.rule} {item.message}".replace("'", "") for item in found}


def said(row, by, side, folder):
    """Returns what a command says about one side of a row."""
    path = header(folder, side, row[side])
    if by == "prmc check":
        return warnings(path)
    if by == "prmc check --uses":
        with open(os.path.join(os.path.dirname(path), "use.c"), "w", encoding="utf-8") as stream:
            stream.write(row["uses"][side])
        return warnings(path, os.path.dirname(path))
    new = load_source(path)
    if by in ("prmc diff before", "prmc diff --against spec"):
        return findings(load_source(header(folder, "before", row["before"])), new,
                        part(manual(SPEC), new) if by.endswith("spec") else None)
    return findings(part(manual({"prmc diff spec": SPEC, "prmc diff mstflint": PUBLISHED}[by]), new), new)


@pytest.mark.parametrize("row, by, says", [(row, one["by"], one["says"]) for row in TABLES
                                           for one in row.get("caught", ())],
                         ids=[f"{row['id']}-{one['says'].split()[0]}" for row in TABLES
                              for one in row.get("caught", ())])
def test_table(row, by, says, tmp_path):
    """The command says it of the mistake, and of its correction it does not."""
    wrong, right = (said(row, by, side, tmp_path) for side in ("wrong", "right"))
    words = set(says.split())
    assert any(words <= set(text.split()) for text in wrong), wrong
    assert not any(words <= set(text.split()) for text in right)


def test_every_row_is_whole():
    for row in TABLES:
        assert {"id", "of", "what", "effect", "read"} <= set(row), row
        assert ("caught" in row) != ("missed" in row), row["id"]
    assert [row["id"] for row in TABLES] == [f"L{number}" for number in range(1, 22)]


@pytest.mark.parametrize("row", rows("innocents.yaml"), ids=lambda row: row["of"].replace(" ", "-"))
def test_innocent(row, tmp_path):
    old, new = (load_source(header(tmp_path, side, row[side])) for side in ("before", "after"))
    assert {f"{item.rule} {item.severity.word} {item.layout if item.subject != 'value' else ''}"
            f"{'.' if item.field and item.subject != 'value' else ''}{item.field}"
            for item in compare(old, new).findings} == set(row["is"])
