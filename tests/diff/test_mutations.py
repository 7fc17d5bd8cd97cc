# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Defects put into the differ on purpose: the other tests of this folder have to notice each.

Every mutation replaces one piece of text of a module; one whose text is gone is a failure, too.
The tests that shall notice it run in a child of this process, in which only the differ is imported
anew.
"""

import os
import sys

import pytest
from sides import HERE

sys.path.insert(0, os.path.dirname(HERE))

from broken_module import notice  # noqa: E402

# what is wrong then, file below codegen/prmclib, text, replacement, the tests that shall notice it
FINDINGS, PRINTS, MATCHING, USES = (
    "test_findings.py", "test_fingerprints.py", "test_matching.py", "test_uses.py")
EDITS, WITNESS, DECODED = (
    "test_edits.py::test_random_edits",
    "test_witness.py::test_by_hand test_witness.py::test_large_layouts_show_the_dwords_around",
    "test_witness_decoded.py::test_every_rule_that_claims_one_has_one")
MUTATIONS = [
    ("OLD and NEW change places", "diff/compare.py",
     "builder = Builder(old, new, match(old.spec, new.spec))",
     "old, new = new, old; builder = Builder(old, new, match(old.spec, new.spec))", FINDINGS),
    ("arms are not compared", "diff/overlays.py",
     "        for arms in pair.arms:\n            _arm(",
     "        for arms in []:\n            _arm(",
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
    ("witnesses say of OLD what NEW says", "diff/witness/image.py",
     "return Witness(data, before.text, after.text,",
     "return Witness(data, after.text, before.text,",
     WITNESS),
    ("witnesses start elsewhere", "diff/witness/image.py",
     "    return data[start:(end + 3) // 4 * 4], start\n",
     "    return data[start:(end + 3) // 4 * 4], start + 4\n", WITNESS),
    ("witnesses do not set the selector", "diff/witness/reading.py",
     "        return [(field.bits, value)]\n", "        return []\n", DECODED),
    ("unions are told twice", "diff/compare.py", "    unions.merge(builder)\n", "", MATCHING),
    ("fields are not looked for where everything moved", "diff/match_fields.py",
     "        if any(self.far.values()):\n", "        if False:\n", MATCHING),
    ("weak evidence is enough", "diff/match_fields.py", "MEANS_IT = 3.0", "MEANS_IT = 1.0",
     MATCHING),
    ("fingerprints count from the start of the layout", "diff/fingerprint.py",
     "    if bits.width <= 32:\n", "    if True:\n        return str(bits)\n    if False:\n",
     PRINTS),
    ("stale approvals pass", "diff/approvals.py",
     "            report.stale.append(approval)\n", "            pass\n",
     "test_command.py::test_stale"),
    ("a finding at the limit passes", "diff/command.py",
     "item.severity >= least and", "item.severity > least and", "test_command.py::test_fail_on"),
    ("members of any layout are taken for this one's", "diff/uses.py",
     "out.members[kind[1:], name]", "out.members[\"seg\", name]", USES),
    ("macros are not looked into", "diff/uses.py",
     "file.show(macros.expanded(file.shown, file.text))", "file.show(file.text)",
     "test_macros.py::test_members"),
    ("two headers are compared as other forms are", "diff/build.py",
     "if old.form == new.form == \"header\":", "if False:",
     "test_findings.py::test_headers_tell_which_enumeration_a_field_has"),
    ("fields of a union's arms are told everywhere", "diff/unions.py",
     "        if first is None or finding.layout == first.layout:\n", "        if True:\n",
     "test_matching.py::test_a_field_of_a_unions_arm_is_one_finding"),
]


ANEW = ("prmclib.diff", "prmclib.reports", "prmclib.cli", "prmclib.git", "prmclib.vendor")


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation[0] for mutation in MUTATIONS])
def test_mutation(tmp_path, mutation, monkeypatch):
    _, name, old, new, tests = mutation
    monkeypatch.setenv("PRMC_DIFF_EDITS", "40")
    notice(name, old, new, [f"diff/{test}" for test in tests.split()], ANEW, str(tmp_path / "output"))
