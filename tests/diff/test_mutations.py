# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Defects put into the differ on purpose: the other tests of this folder have to notice each.

Every mutation replaces one piece of text of a module; one whose text is gone is a failure, too.  The
tests that shall notice it run in a child of this process, in which only the differ is imported anew.
"""

import importlib.abc
import importlib.util
import os
import sys

import pytest
from sides import HERE, ROOT

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
    ("witnesses say of OLD what NEW says", "diff/witness/image.py",
     "return Witness(data, before.text, after.text,", "return Witness(data, after.text, before.text,",
     WITNESS),
    ("witnesses start elsewhere", "diff/witness/image.py",
     "    return data[start:(end + 3) // 4 * 4], start\n",
     "    return data[start:(end + 3) // 4 * 4], start + 4\n", WITNESS),
    ("witnesses do not set the selector", "diff/witness/reading.py",
     "        return [(field.bits, value)]\n", "        return []\n", DECODED),
    ("unions are told twice", "diff/compare.py", "    unions.merge(builder)\n", "", MATCHING),
    ("fields are not looked for where everything moved", "diff/match_fields.py",
     "        if any(self.far.values()):\n", "        if False:\n", MATCHING),
    ("weak evidence is enough", "diff/match_fields.py", "MEANS_IT = 3.0", "MEANS_IT = 1.0", MATCHING),
    ("fingerprints count from the start of the layout", "diff/fingerprint.py",
     "    if bits.width <= 32:\n", "    if True:\n        return str(bits)\n    if False:\n", PRINTS),
    ("stale approvals pass", "diff/approvals.py",
     "            report.stale.append(approval)\n", "            pass\n",
     "test_command.py::test_stale"),
    ("a finding at the limit passes", "diff/command.py",
     "item.severity >= least and", "item.severity > least and", "test_command.py::test_fail_on"),
    ("members of any layout are taken for this one's", "diff/uses.py",
     "out.members[kind[1:], name]", "out.members[\"seg\", name]", USES),
]


PRMCLIB = os.path.join(ROOT, "codegen", "prmclib")
ANEW = ("prmclib.diff", "prmclib.reports", "prmclib.cli", "prmclib.git", "prmclib.vendor")


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Imports one module with another text."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        name = os.path.relpath(path, os.path.dirname(PRMCLIB))[:-len(".py")].replace(os.sep, ".")
        self.name = name[:-len(".__init__")] if name.endswith(".__init__") else name
        self.was_asked = False

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        self.was_asked = True
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_filename(self, name):
        return self.path

    def get_data(self, path):
        return self.text.encode() if path == self.path else b""


def in_child(finder, tests, output):
    """Exit status of pytest: 1 if a test has failed; 9 if the module was not even imported."""
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", "") or ""
        if name.startswith(ANEW) or os.path.dirname(path) == HERE or name == "conftest":
            del sys.modules[name]
    sys.meta_path.insert(0, finder)
    os.environ["PRMC_DIFF_EDITS"] = "20"
    with open(output, "w", encoding="utf-8") as stream:
        for number in (1, 2):
            os.dup2(stream.fileno(), number)
        sys.stdout = sys.stderr = stream
        os.chdir(ROOT)
        status = pytest.main(["-q", "-x", "--capture=no", "-p", "no:cacheprovider", "--tb=line", "--rootdir",
                              ROOT, *(os.path.join(HERE, name) for name in tests.split())])
    return int(status) if finder.was_asked else 9


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation[0] for mutation in MUTATIONS])
def test_mutation(tmp_path, mutation):
    _, name, old, new, tests = mutation
    path = os.path.join(PRMCLIB, name)
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    assert text.count(old) == 1, f"{name} has no such text, or several times: {old}"
    output = str(tmp_path / "output")
    child = os.fork()
    if child == 0:
        status = 99
        try:
            status = in_child(Mutated(path, text.replace(old, new)), tests, output)
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    with open(output, encoding="utf-8") as stream:
        said = stream.read()
    assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1, \
        f"not noticed by {tests}:\n{said[-2000:]}"
    assert "assert" in said or "Error" in said, said[-2000:]
