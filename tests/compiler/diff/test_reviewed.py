# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""prmc's findings on real changes agree with a reviewer's (reviewed.yaml)."""

from __future__ import annotations

import pathlib
import re
from xml.sax.saxutils import escape

import pytest
import yaml
from prmclib.diff.compare import compare
from prmclib.readers.source import load_source

CASES = yaml.safe_load((pathlib.Path(__file__).parent / "reviewed.yaml").read_text())
ROW = re.compile(r"(\w+) 0x([0-9a-f]+)(?:\.\.0x([0-9a-f]+)|\[(\d+)(?::(\d+))?\])(?: x(\d+))?(?: (RO|WO))?")
QUIET = ("D055", "D056", "D090")  # enumerations that come with their fields, and descriptions


def field(row):
    """``port 0x04[7:0] RO``, ``hist 0x08..0x17 x4`` or ``sci 0x04[63:0]`` in the form of mstflint's tables."""
    name, start, end, high, low, count, access = ROW.fullmatch(row).groups()
    if end is not None:
        length = int(end, 16) + 1 - int(start, 16)
        width = length * 8 // int(count or 1)  # an element of less than a dword begins at the top of one
        place, size = f"0x{start}.{32 - width if width < 32 else 0}", f"{length:#x}.0"
    else:
        bits = int(high) + 1 - int(low or high)
        place = f"0x{start}.{int(low or high) if bits <= 32 else 0}"
        size = f"{bits // 32 * 4:#x}.{bits % 32}"
    array = f' low_bound="0" high_bound="{int(count) - 1}"' if count else ""
    return f'<field name="{name}" descr="" access="{access or "RW"}" offset="{place}" size="{size}"{array}/>'


def values(rows, is_flags):
    """Returns a field of one dword with the list of its values."""
    pairs = [(name, int(number)) for name, number in (row.split(" ") for row in rows)]
    listed = ",".join(f"{name}={1 << number if is_flags else number:#x}" for name, number in pairs)
    mask = ' is_mask="1"' if is_flags else ""
    return f'<field name="kind" descr="" access="RW" offset="0x0.0" size="0x4.0" enum="{listed}"{mask}/>'


def described(name, access, doc):
    """Returns a field of one dword with a description."""
    text = escape(doc, {'"': "&quot;", "\n": r"\;"})
    return f'<field name="{name}" descr="{text}" access="{access}" offset="0x0.0" size="0x4.0"/>'


def table(case, side):
    """Returns one side of a case in mstflint's format."""
    if "doc" in case:
        name = case["of"].split(",")[0].split(" ")[-1]
        size, fields = 4, [described(name, case["access"], case["doc"][side == "new"])]
    elif "flags" in case:
        size, fields = 4, [values(case[side], case["flags"])]
    else:
        sizes = case["size"] if isinstance(case["size"], list) else [case["size"]] * 2
        size, fields = sizes[side == "new"], [field(row) for row in case[side]]
    return "\n".join(['<NodesDefinition>', '<config big_endian_arr="1"/>',
                      f'<node name="table" size="{size:#x}.0" descr="">', *fields, "</node>", "</NodesDefinition>", ""])


@pytest.mark.parametrize("case", CASES, ids=[case["of"].replace(", ", "-").replace(" ", "-") for case in CASES])
def test_is_told_as_reviewed(case, tmp_path):
    sides = []
    for side in ("old", "new"):
        path = tmp_path / f"{side}.adb"
        path.write_text(table(case, side))
        sides.append(load_source(str(path), warnings=False))
    findings = compare(*sides).findings
    if "doc" in case:
        (words,) = [item.meaning[0].startswith("the same words") for item in findings
                    if item.rule == "D090" and item.subject == "field"]
        assert words == (case["words"] == "same")
        name = case["of"].split(",")[0].split(" ")[-1]
        case = {**case, "is": [said if said.count(" ") == 2 else f"{said} {name}" for said in case["is"]]}
    told = [f"{item.rule} {item.severity.word} {item.field.split('.')[-1]}".rstrip()
            for item in findings if item.rule not in QUIET]
    assert sorted(told) == sorted(case["is"])
