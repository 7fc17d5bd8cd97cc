# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Defects put into the differ on purpose: the other tests of this folder have to notice each.

Every mutation replaces one piece of text in a copy of the compiler; one whose text is gone is a
failure, too.
"""

import os
import shutil
import subprocess
import sys

import pytest
from sides import HERE, ROOT

# what is wrong then, file below codegen/prmclib, text, replacement, the tests that shall notice it
FINDINGS, PRINTS, USES, EDITS, WITNESS, COMMAND = (
    "test_findings.py", "test_fingerprints.py", "test_uses.py", "test_edits.py", "test_witness.py::test_by_hand", "test_command.py")
MUTATIONS = [
    ("OLD and NEW change places", "diff/compare.py",
     "builder = Builder(old, new, match(old.spec, new.spec))",
     "old, new = new, old; builder = Builder(old, new, match(old.spec, new.spec))", FINDINGS),
    ("arms are not compared", "diff/overlays.py",
     "        for arms in pair.arms:\n            _arm(", "        for arms in []:\n            _arm(",
     FINDINGS),
    ("enumerations are not compared", "diff/compare.py",
     "        enums.compare(builder)\n", "        pass\n", FINDINGS),
    ("fields that went are taken for the cause of a push", "diff/shift.py",
     "found = inside if change > 0 else outside", "found = outside or inside", FINDINGS),
    ("nothing is a cause", "diff/shift.py",
     "    if change * grown > 0:", "    if change * grown > 0 and False:", FINDINGS),
    ("a nested layout's growth is the outer one's own", "diff/shift.py",
     "return new.layout if same and", "return \"\" if same and", FINDINGS),
    ("what is shifted is not listed in full", "diff/compare.py",
     "            size.shifted += moved\n", "            size.shifted += moved[1:]\n", FINDINGS),
    ("fingerprints know lines", "diff/build.py",
     "names = [side.layout + ", "names = [str(side.where.line) + side.layout + ", PRINTS),
    ("fingerprints do not know values", "diff/fingerprint.py",
     "[rule, *map(str, words)]", "[rule, *map(str, words)][:5]", PRINTS),
    ("every field is written by the driver", "diff/severity.py",
     "return Roles(bool(writers & {Writer.DRIVER, Writer.BOTH}),", "return Roles(True,", FINDINGS),
    ("the lowest bit may be anywhere", "diff/fields.py",
     "same_low = old.bits.end + carry == new.bits.end or old.kind is not Kind.UINT",
     "same_low = True", FINDINGS),
    ("other names for the same bits are other fields", "diff/match_fields.py",
     "            if others:\n", "            if False:\n", FINDINGS),
    ("layouts of other names are other layouts", "diff/match.py",
     "    if not names.removed or not names.added:\n        return names\n    count:",
     "    return names\n    count:", FINDINGS),
    ("ignored bits are reserved ones", "diff/blanks.py",
     "if old_kind is not kind and old_bits", "if False and old_bits", FINDINGS),
    ("parts of a split are told short", "diff/fields.py",
     "tuple((entry.path, entry.bits) for entry in entries)\n",
     "tuple((entry.path, entry.bits) for entry in entries[1:])\n", EDITS),
    ("edits forget what went back to its usual value", "diff/apply.py",
     "    if drop:\n", "    if drop and False:\n", EDITS),
    ("edits forget the order", "diff/apply.py",
     "    if keys_of(_apply_list(old, out)) != list(after):\n", "    if False:\n", EDITS),
    ("overlays that are resized are not told", "diff/fields.py",
     "    for pair in shifts.resized:\n",
     "    for pair in [p for p in shifts.resized if not p.old.is_overlay]:\n", FINDINGS),
    ("witnesses are a bit off", "diff/witness/image.py",
     "bits |= value << size - place.end", "bits |= value << max(size - place.end - 1, 0)", WITNESS),
    ("stale approvals pass", "diff/approvals.py",
     "            report.stale.append(approval)\n", "            pass\n", COMMAND),
    ("a finding at the limit passes", "diff/command.py",
     "item.severity >= least and", "item.severity > least and", COMMAND),
    ("members of any layout are taken for this one's", "diff/uses.py",
     "out.members[kind[1:], name]", "out.members[\"seg\", name]", USES),
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A tree with copies of the compiler and of these tests."""
    root = tmp_path_factory.mktemp("mutated")
    for name in ("spec", "docs", "generated"):
        os.symlink(os.path.join(ROOT, name), root / name)
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(os.path.join(ROOT, "codegen"), root / "codegen", ignore=skip)
    shutil.copytree(HERE, root / "tests" / "diff", ignore=skip)
    shutil.copy(os.path.join(ROOT, "tests", "conftest.py"), root / "tests" / "conftest.py")
    return root


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation[0] for mutation in MUTATIONS])
def test_mutation(tree, mutation):
    _, name, old, new, tests = mutation
    path = tree / "codegen" / "prmclib" / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{name} has no such text, or several times: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
             f"tests/diff/{tests}"], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, env=dict(os.environ, PRMC_DIFF_EDITS="20"), check=False)
    finally:
        path.write_text(text, encoding="utf-8")
    assert done.returncode == 1, f"not noticed by {tests}:\n{done.stdout[-2000:]}"
    assert "AssertionError" in done.stdout or "Error" in done.stdout
