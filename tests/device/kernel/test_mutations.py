# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The record of mutations.py, which moves fields of the spec by one bit; a move takes a minute, so that it runs by hand."""

from __future__ import annotations

import os

import pytest

import moves
import mutations
import worlds
from machine import ROOT

SPEC = os.path.join(ROOT, "spec")


def test_record():
    """Each move of the record is possible, and the page has its table; a move that the driver misses has a reason."""
    rows = mutations.read()
    for row in rows:
        text = moves.find(SPEC, row.layout)[1]
        assert moves.moved(text, row.layout, row.field, row.way) != text
        assert row.results.get("kernel") != mutations.NOTHING or row.why, row
    with open(mutations.PAGE, encoding="utf-8") as stream:
        text = stream.read()
    assert mutations.page(text, rows) == text
    assert len({row.name for row in rows}) == len(rows)


def test_moves():
    """A field takes a reserved bit, changes places with a flag, or cannot move."""
    text = ("layouts:\n  a:\n    fields:\n      0x00[31:30]: reserved\n      0x00[29:8]:  {name: b}\n"
            "      0x00[7]:     {name: c}\n      0x00[6]:     {name: d}\n      0x00[5:0]:   reserved\n")
    assert "0x00[31]: reserved\n      0x00[30:9]:  {name: b}\n      0x00[8]: reserved\n" in moves.moved(text, "a", "b", "up")
    assert "0x00[6]:     {name: c}\n      0x00[7]:     {name: d}" in moves.moved(text, "a", "c", "down")
    assert "0x00[5]:     {name: d}\n      0x00[4:0]:   reserved" in moves.moved(text, "a", "d", "down")
    with pytest.raises(moves.Impossible, match="a has no field e"):
        moves.moved(text, "a", "e", "up")
    wide = text.replace("0x00[31:30]: reserved\n", "0x00[31:30]: {name: w}\n")
    with pytest.raises(moves.Impossible, match="no reserved bit and no flag is there"):
        moves.moved(wide, "a", "b", "up")


def test_noticed():
    """What a world shows of a mistake comes before its trace."""
    right, found = worlds.Seen(), worlds.Seen()
    right.output, right.trace = ["a", "b"], {"x", "y"}
    found.output, found.trace = ["a", "b"], {"x"}
    assert found.differs(right) == ""
    found.trace = {"x", "z"}
    assert found.differs(right) == "trace: z"
    found.output = ["a", "c"]
    assert found.differs(right) == "output: c | b"
    found.how = "strict: bits"
    assert found.differs(right) == "strict: bits"
