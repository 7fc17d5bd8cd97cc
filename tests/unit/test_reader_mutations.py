# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Defects put into the readers, the merge of git and vendored copies on purpose: their tests have to
notice each.  A mutation whose text is gone is a failure, too."""

import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from broken_module import notice  # noqa: E402

ADB, PROJECT, DWARF, GIT, VENDOR = (
    "unit/test_adb.py", "unit/test_adb_project.py", "unit/test_dwarf.py", "unit/test_git.py",
    "vendor/test_vendor.py")

# what is wrong then, file below codegen/prmclib, text, replacement, the tests that shall notice it
MUTATIONS = [
    ("bits count from the top", "readers/adb/places.py", "start = dword + wide - low_bit - elem",
     "start = dword + low_bit", [f"{ADB}::test_place"]),
    ("small arrays go up in all tables", "readers/adb/places.py",
     "if document.is_big_endian or count == 1:", "if True:", [f"{ADB}::test_little_endian_array"]),
    ("dwords of 64-bit words stay", "readers/adb/places.py", "offset ^= 32", "offset ^= 0",
     [f"{PROJECT}::test_words_of_64_bits"]),
    ("overlaps vanish", "readers/adb/layouts.py",
     "            if item.bits.offset < at:\n", "            if item.bits.offset < at - 1000:\n",
     [f"{ADB}::test_overlap"]),
    ("a cycle of tables is not seen", "readers/adb/layouts.py",
     "if sub not in self.depth or sub == owner:", "if sub == owner:", [f"{ADB}::test_cycle"]),
    ("any file may be included", "readers/adb/includes.py",
     "return any(real == root or real.startswith(f\"{root}/\") for root in roots)", "return True",
     [f"{PROJECT}::test_what_cannot_be_included"]),
    ("links are not resolved", "readers/adb/includes.py",
     "return Access(read, os.listdir, os.path.realpath,", "return Access(read, os.listdir, os.path.abspath,",
     [f"{PROJECT}::test_what_cannot_be_included"]),
    ("files are read twice", "readers/adb/document.py", "        elif known is None:\n", "        else:\n",
     [f"{PROJECT}::test_files_are_read_in_the_order_of_their_includes"]),
    ("tables that are not configured stay", "readers/adb/document.py",
     "if wanted and wanted not in self.document.defines:", "if False:",
     [f"{PROJECT}::test_what_is_defined_too_late"]),
    ("operations change a table for all that use it", "readers/adb/operations.py",
     "            if self.uses[node.name] > 1:\n", "            if False:\n",
     [f"{PROJECT}::test_instance_ops_on_one_use_of_a_table"]),
    ("a table is copied for each operation", "readers/adb/operations.py",
     "        self.uses[name] = 1\n", "        self.uses[name] = 2\n",
     [f"{PROJECT}::test_instance_ops_deep_in_a_table_used_twice"]),
    ("`&` binds less than `|`", "readers/adb/expressions.py", "return self.unary()\n        left",
     "return self.unary()\n        number = {2: 3, 3: 2}.get(number, number)\n        left",
     [f"{PROJECT}::test_expressions"]),
    ("relocations are not done", "readers/dwarf/sections.py",
     "        for table in tables.get(index, []):\n", "        for table in []:\n",
     [f"{DWARF}::test_numbers_in_structs"]),
    ("units of types are units of code", "readers/dwarf/sections.py",
     "        if kind == _TYPE:\n", "        if False:\n", [f"{DWARF}::test_plus_plus"]),
    ("split debug information is read", "readers/dwarf/types.py",
     "if any(name in top.attributes for name in _DWO):", "if False:",
     [f"{DWARF}::test_no_debug_information"]),
    ("bit fields of little-endian machines stand as on others", "readers/dwarf/layouts.py",
     "new.bits = Bits(at.offset - low + 8 - low - at.width, at.width)", "new.bits = at",
     [f"{DWARF}::test_plus_plus"]),
    ("little-endian numbers are numbers", "readers/dwarf/layouts.py",
     "        if little and element.bits > 8:\n", "        if False:\n",
     [f"{DWARF}::test_numbers_in_structs"]),
    ("merges lose a side", "git/merge.py", "return theirs if left == old else _BOTH", "return ours",
     [f"{GIT}::test_different_things_merge"]),
    ("conflicts are not seen", "git/merge.py", "        self.conflicts.append(", "        str(",
     [f"{GIT}::test_one_thing_changed_in_two_ways_conflicts"]),
    ("one number is two values", "git/merge.py",
     "if number is not None and number in theirs and theirs[number].key != item.key]", "if False]",
     [f"{GIT}::test_one_thing_changed_in_two_ways_conflicts"]),
    ("edited files are overwritten", "vendor/manifest.py",
     "same = digest(stream.read()) == expected", "same = True",
     [f"{VENDOR}::test_an_edited_file_is_not_overwritten"]),
    ("verify says yes", "vendor/command.py", "texts[VERIFY] = stream.read()",
     "texts[VERIFY] = stream.read().replace('exit 1', 'exit 0')", [f"{VENDOR}::test_verify"]),
    ("a failure leaves half a copy", "vendor/place.py",
     "        for name in moved_out:\n", "        for name in []:\n", [f"{VENDOR}::test_never_half_written"]),
    ("lacking layouts are generated", "importing/whole.py", "        if found.lacks:\n",
     "        if False:\n", ["unit/test_every_source.py::test_what_is_lacking"]),
]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation[0] for mutation in MUTATIONS])
def test_mutation(tmp_path, mutation):
    _, name, old, new, tests = mutation
    notice(name, old, new, tests, ["prmclib", "trees"], str(tmp_path / "output"))
