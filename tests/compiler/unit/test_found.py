# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""docs/found.md: its witnesses are what the spec says of these bytes, its patches are whole, docs/conform.yaml refers to what it
has, and tests/world/found.py sees in a tree what is still so."""

import os
import re
import sys

import pytest
import yaml
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import load_spec

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.append(os.path.join(ROOT, "tests", "world"))

import found  # noqa: E402

with open(os.path.join(ROOT, "docs", "found.md"), encoding="utf-8") as stream:
    TEXT = stream.read()


def test_witnesses():
    spec, _ = load_spec([os.path.join(ROOT, "spec")])
    witnesses = found.witnesses_of(TEXT)
    assert len(witnesses) >= TEXT.count("**Witness:** `") == TEXT.count("**Sources:**") >= 9
    checked = 0
    for witness in witnesses:
        name = witness.layout
        if name not in spec.layouts:
            continue
        data = bytearray(spec.layouts[name].size)
        data[witness.offset:witness.offset + len(witness.data)] = witness.data
        number = int.from_bytes(data, "big")
        for field, value in witness.fields.items():
            parts = [item for item in flatten_layout(spec, name) if field in item.path.split(".")]  # of a layout, all its fields
            start = min(item.offset_bits for item in parts)
            end = max(item.offset_bits + item.width_bits for item in parts)
            assert number >> len(data) * 8 - end & ((1 << end - start) - 1) == value, (name, field)
            checked += 1
    assert checked >= 6


def test_patches():
    """Each hunk has as many lines as its head says, and changes something."""
    blocks = re.findall(r"^```diff\n(.*?)^```$", TEXT, flags=re.M | re.S)
    assert len(blocks) >= 12
    for block in blocks:
        head, *hunks = re.split(r"^(?=@@ )", block, flags=re.M)
        assert re.fullmatch(r"--- a/(\S+)\n\+\+\+ b/\1\n", head) and hunks, head
        for hunk in hunks:
            first, *lines = hunk.splitlines()
            old, new = re.match(r"@@ -\d+,(\d+) \+\d+,(\d+) @@", first).groups()
            kinds = [line[:1] or " " for line in lines]
            assert (kinds.count(" ") + kinds.count("-"), kinds.count(" ") + kinds.count("+")) == (int(old), int(new))
            assert "-" in kinds or "+" in kinds


def test_references():
    """A reason that names found.md is about a table or layout that the page has, and links lead to headings."""
    with open(os.path.join(ROOT, "docs", "conform.yaml"), encoding="utf-8") as stream:
        notes = yaml.safe_load(stream)["disagreements"]
    about = {re.sub(r"\Amlx5_ifc_|_bits\Z", "", note["layout"]) for note in notes if "found.md" in note["reason"]}
    assert len(about) >= 6 and not {name for name in about if f"{name}" not in TEXT}
    headings = {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-")
                for line in re.findall(r"^#+ (.*)$", TEXT, flags=re.M)}
    assert not set(re.findall(r"\]\(#([^)]*)\)", TEXT)) - headings


TABLE = """\
/* Some tables. */
struct mlx5_ifc_cqc_bits {
	u8 status[0x4];
	u8 reserved_at_4[0x14];
	u8 layout[0x8];
};
"""
ENTRY = """\
# Defects

## 1. layout has too many bits

* **Witness:** `00000011` at 0x00 of `cqc`: `more` is 1, `layout` is 1. The tree reads 17.

```diff
--- a/src/prm.h
+++ b/src/prm.h
@@ -2,5 +2,7 @@
 struct mlx5_ifc_cqc_bits {
 	u8 status[0x4];
 	u8 reserved_at_4[0x14];
-	u8 layout[0x8];
+	u8 more[0x4];
+	u8 reserved_at_1c[0x2];
+	u8 layout[0x2];
 };
```
"""
MENDED = TABLE.replace("\tu8 layout[0x8];\n", "\tu8 more[0x4];\n\tu8 reserved_at_1c[0x2];\n\tu8 layout[0x2];\n")
HERE = "still there, line 2; the patch applies; cqc: reads layout 17; with the patch more 1, layout 1"


@pytest.mark.parametrize("table, entry, status, line", [
    (TABLE, ENTRY, 0, HERE),
    (MENDED, ENTRY, 1, "MENDED, see line 2"),
    (TABLE.replace("status", "state"), ENTRY, 1, "CHANGED, read it again"),
    ("\n\n" + TABLE, ENTRY, 1, HERE.replace("line 2;", "line 4; MOVED, the page has line 2;")),
    (TABLE, ENTRY.replace("reads 17", "reads 16"), 1, HERE + "; THE PAGE SAYS OTHERWISE"),
    (TABLE, ENTRY.replace("`layout` is 1.", "`layout` is 2."), 1, HERE + "; THE PAGE SAYS OTHERWISE"),
    # A patch after which nothing can read the table.
    (TABLE, ENTRY.replace("+\tu8 reserved_at_1c", "+\tu8 status"), 1,
     "still there, line 2; the patch applies; cqc: reads layout 17; with the patch ; THE PAGE SAYS OTHERWISE"),
])
def test_the_page_is_checked_again(tmp_path, capsys, table, entry, status, line):
    (tmp_path / "tree/src").mkdir(parents=True)
    (tmp_path / "tree/src/prm.h").write_text(table)
    (tmp_path / "found.md").write_text(entry)
    arguments = [str(tmp_path / "tree"), "--page", str(tmp_path / "found.md")]
    assert found.main(arguments) == status
    assert capsys.readouterr().out == f" 1 src/prm.h: {line}\n"
    assert (tmp_path / "tree/src/prm.h").read_text() == table
    (tmp_path / "tree/src/prm.h").unlink()
    assert found.main(arguments) == 2


def test_patches_define_no_name_twice():
    """Lines that have no name twice have none twice with the patch."""
    for patch in found.read_page(TEXT):
        for _, before, after in patch.hunks:
            names = re.findall(r"^\s*u\w+\s+(\w+)\s*\[", "\n".join(after), flags=re.M)
            own = re.findall(r"^\s*u\w+\s+(\w+)\s*\[", "\n".join(before), flags=re.M)
            assert len(set(names)) == len(names) or len(set(own)) < len(own), (patch.title, names)
