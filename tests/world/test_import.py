# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Importing all tables of Linux's headers, writing them as ifc headers and reading these gives what
stood in Linux's: every field with its place, width and array.

The few fields that the notation cannot have as they are must be those that the import reports, and
each that it reports must differ.
"""

import contextlib
import io
import re
from collections import Counter

import pytest
from prmclib.cli import main
from prmclib.errors import render
from prmclib.load import load_spec
from prmclib.readers.ifc import read_ifc, table_fields
from prmclib.readers.ifcspec import short_name
from prmclib.writers import ifc

from world import LINUX, linux_file


def fields(header):
    """(name, offset, width, bits of an element, elements) of the fields of each table."""
    found = {}
    for tag, table in header.tables.items():
        found[short_name(tag)] = Counter(
            (item.path.rpartition(".")[2], item.offset_bits, item.width_bits, item.elem_bits,
             item.count) for item in table_fields(table))
    return found


@pytest.fixture(scope="module", params=LINUX)
def imported(request, tmp_path_factory):
    """The header, what is read back from its import, and the lines of the import's report."""
    path = linux_file(request.param, "mlx5_ifc.h")
    folder = tmp_path_factory.mktemp("import")
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        assert main(["import", path, "--layout", "*", "--to", str(folder / "all.yaml"), "--spec",
                     str(folder / "none")]) == 0
    spec, findings = load_spec([str(folder / "all.yaml")])
    assert render(findings) == ""
    texts = ifc.headers(spec)
    again, findings = read_ifc(list(texts), read=lambda name: texts[name].encode())
    assert render(findings) == ""
    header, _ = read_ifc([path])
    return header, again, text.getvalue().splitlines(), (folder / "all.yaml").read_text(), spec


def test_what_is_read_back(imported):
    header, again, report, _, _ = imported
    before, after = fields(header), fields(again)
    gone = {name for name in before if name not in after}
    assert gone <= {"qp_pas_list_in"}  # nothing but an array of unknown length
    assert all(not header.tables[f"mlx5_ifc_{name}_bits"].width for name in gone)
    assert set(after) <= set(before) and len(after) > 600
    reported = {match.group(1): match.group(2) for line in report[1:]
                for match in [re.fullmatch(r"  (?:\w+\.)?([\w, ]+): (.*)", line)] if match}
    told = set()
    for name, theirs in before.items():
        for item in (theirs - after.get(name, theirs)) + (after.get(name, theirs) - theirs):
            keys = [key for key, text in reported.items() if item[0] in re.split(r"\W+", key + " "
                                                                                 + text)]
            inside = [key for key, text in reported.items() if "cannot stand there" in text]
            assert keys or inside, f"{name}: {item} differs, and no line of the report says so"
            told.update(keys or inside)
    same = sum(sum((before[name] & after[name]).values()) for name in after)
    assert same > 15000
    assert len(told) < 40
    differing = [name for name in after if before[name] != after[name]]
    assert len(differing) < 50, differing


def test_it_is_worth_keeping(imported):
    """One line per field, nothing too wide, a source at each layout, enumerations at fields."""
    header, _, _, text, spec = imported
    assert max(map(len, text.splitlines())) <= 100
    for name, layout in spec.layouts.items():
        match = re.fullmatch(r"linux include/linux/mlx5/mlx5_ifc\w*\.h (struct|union) (\w+)",
                             layout.about.source[0])
        assert match and header.tables[match.group(2)].keyword == match.group(1), name
    assert spec.layouts["qpc"].fields[0].enum == "qpc_state"
    assert len([item for layout in spec.layouts.values() for item in layout.fields
                if item.enum or item.flags]) > 40
    assert "      0x00[31:28]: {name: state, enum: qpc_state}\n" in text
