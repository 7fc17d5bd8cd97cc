# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Imports all tables of Linux's headers or of mstflint's registers, writes them as ifc headers and reads these: every
field has its original place, width and array.

Exactly the fields that the import reports may differ.
"""

import contextlib
import io
import os
import re
from collections import Counter

import pytest
from kernel_headers import INSTALL, LINUX, linux_file
from prmclib.cli import main
from prmclib.model.errors import render
from watch.importing.fit import fit
from watch.importing.fitted import needed
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import Text, load_spec, load_texts
from prmclib.model import File, Kind, Spec
from watch.ifc import read_ifc, table_fields
from watch.ifc.ifc_layouts import short_name, to_spec
from prmclib.readers.source import load_source
from prmclib.writers import ifc
from prmclib.writers.yaml import ROW, write_file


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
    """Returns the header, its import as read back, and the lines of the import's report."""
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


def compare(before, after, report):
    """Checks that only fields differ that the report's lines (path, text) name; returns the number of equal ones, the
    differing layouts, and the differing fields of the report."""
    words = [(path, set(re.split(r"[^\w]+", f"{path} {text}")), text) for path, text in report]
    told, differing, same = set(), [], 0
    for name, theirs in before.items():
        ours = after.get(name, theirs)
        same += sum((theirs & ours).values())
        if ours != theirs:
            differing.append(name)
        for item in (theirs - ours) + (ours - theirs):
            keys = [path for path, known, text in words
                    if item[0] in known or
                    re.search("replaced by the fields|be a layout there|divided|that is nested", text)]
            assert keys, f"{name}: {item} differs, and no line of the report says so"
            told.update(keys)
    return same, differing, told


def test_what_is_read_back(imported):
    header, again, report, _, _ = imported
    before, after = fields(header), fields(again)
    gone = {name for name in before if name not in after}
    assert gone <= {"qp_pas_list_in"}  # only an array of unknown length
    assert all(not header.tables[f"mlx5_ifc_{name}_bits"].width for name in gone)
    assert set(after) <= set(before) and len(after) > 600
    lines = [re.fullmatch(r"  ([\w., ]+): (.*)", line) for line in report[1:]]
    same, differing, told = compare(before, after, [match.groups() for match in lines if match])
    moved = {path for path in told if f"  {path}: part of " in "\n".join(report)}  # ends of layouts within
    assert same > 15000 and len(differing) < 50 and len(moved) < 30 and len(told - moved) < 20


ADB = "/usr/share/mstflint/prm_dbs/hca/ext/register_access_table.adb"


def flat(spec, name):
    """Returns (name, offset, width) of all fields of a layout, including nested layouts."""
    return Counter((re.sub(r"\[[0-9]+\]", "", item.path.rpartition(".")[2]), item.offset_bits,
                    item.width_bits) for item in flatten_layout(spec, name)
                   if item.kind not in (Kind.RESERVED, Kind.IGNORED))


def test_registers_of_mstflint():
    """The same for the tables of Debian's mstflint, read as ADB."""
    assert os.path.isfile(ADB), f"no {ADB}: {INSTALL}"
    source = load_source(ADB)
    wanted, enums = needed(source.spec, list(source.spec.layouts), set())
    made = fit(source.spec, wanted, enums, Spec(), {}, source.left_out)
    assert list(made.layouts) and len(wanted) > 300
    # More than a file of the spec can have: nested layouts come first, so that it can be split.
    names, files = list(made.layouts), []
    for number in range(0, len(names), 60):
        files.append(File(f"part_{number}.yaml", f"part_{number}", "Part.", "",
                          layouts=names[number:number + 60]))
    files[0].enums = list(made.enums)
    whole = Spec(files, made.layouts, made.enums)
    spec, findings = load_texts([Text(item.path, item.path, write_file(whole, item).encode())
                                 for item in files])
    assert render(findings) == ""
    texts = ifc.headers(spec)
    header, findings = read_ifc(sorted(texts), read=lambda name: texts[name].encode())
    assert render(findings) == ""
    again, left = to_spec(header)
    assert not [item for item in left if item.field]
    before = {name: flat(source.spec, name) for name in wanted}
    after = {name: flat(again, new) for name, new in zip(wanted, made.layouts)}
    same, differing, _ = compare(
        before, after, [(f"{item.layout}.{item.field}", item.text) for item in made.changes])
    assert same > 25000 and len(differing) < 20


def test_it_is_worth_keeping(imported):
    """The import has one line per field, none too wide, a source for each layout, enumerations of fields."""
    header, _, _, text, spec = imported
    assert max(map(len, text.splitlines())) <= ROW
    for name, layout in spec.layouts.items():
        match = re.fullmatch(r"linux include/linux/mlx5/mlx5_ifc\w*\.h (struct|union) (\w+)",
                             layout.about.source[0])
        assert match and header.tables[match.group(2)].keyword == match.group(1), name
    assert spec.layouts["qpc"].fields[0].enum == "qpc_state"
    assert len([item for layout in spec.layouts.values() for item in layout.fields
                if item.enum or item.flags]) > 40
    assert "      0x00[31:28]: {name: state, enum: qpc_state}\n" in text
