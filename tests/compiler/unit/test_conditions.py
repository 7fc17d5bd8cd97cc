# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What conditions.py reads from a description.  The phrases are those of real manuals."""

from __future__ import annotations

import pytest
from prmclib.model.conditions import changed, changed_of_values, is_wider


@pytest.mark.parametrize("old, new, went, came", [
    ("A.", "A. Only applicable for PAM4 signal.", [], ["Only applicable for PAM4 signal"]),
    ("Reserved when A/-2", "Supported on A-1, reserved otherwise.", ["Reserved when A/-2"],
     ["Supported on A-1, reserved otherwise"]),
    ("A. In Spectrum this field is reserved", "A.", ["In Spectrum this field is reserved"], []),
    ("Valid only for Spectrum.", "Valid for HCA when the bit is set in PCAM.",
     ["Valid only for Spectrum"], ["Valid for HCA when the bit is set in PCAM"]),
    ("Reserved when l = 1 or when\nPNV = 0", "Reserved when l = 1 or when\nPNV = 1",
     ["Reserved when l = 1 or when PNV = 0"], ["Reserved when l = 1 or when PNV = 1"]),
    ("Reserved when irifv = '0'", "Reserved when erifv = '0'", ["Reserved when irifv = '0'"],
     ["Reserved when erifv = '0'"]),
    ("Size", "Size\nReserved when EMAD write\noperation\nUnits of 1 B", [], ["Reserved when EMAD write operation"]),
    ("Mode (0).\n1: fast", "Mode.\n1: fast\nReserved when ubridge=1", [], ["Reserved when ubridge=1"]),
    ("A (reserved for Clause 22) now", "A (reserved for Clause 45) now", ["reserved for Clause 22"],
     ["reserved for Clause 45"]),
    ("Valid when m = 1", "Valid when m = 1 or 3", ["Valid when m = 1"], ["Valid when m = 1 or 3"]),
    ("Valid for X, Y.", "Valid for X.", ["Valid for X, Y"], ["Valid for X"]),
    ("Rate.", "Rate.\nThe fields are relevant when m = 1", [], ["relevant when m = 1"]),
])
def test_another_condition(old, new, went, came):
    assert changed(old, new) == (went, came)


@pytest.mark.parametrize("old, new", [
    ("Valid for CMIS based modules", "Valid for CMIS based modules only"),
    ("This field is reserved if cap is not set to 1.", "This field is reserved when cap is not set to 1."),
    ("Supported only when A\n.en ==1.\nThe rest", "Supported only when A.en == 1. The rest"),
    ("Relevant if c is set", "Only valid when c == '1'"),
    ("valid only if fom_measurment bit '3' is set", "Valid only if fom_measurement bit '3' is set"),
    ("Reserved for Spectrum -1 and Quan\ntum", "Reserved when Spectrum and Quantum"),
    ("Not supported by SwitchX, SwitchX-2", "Not supported by SwitchX/-2"),
    ("Reserved when A (1st generation ASIC)", "Reserved for A"),
    ("Reserved for A (see Table 5)", "Reserved for A, see section 7.1"),
    ("A. Reserved for B.", "Reserved for B. A."),
    ("Reserved for QM switches", "Reserved for Quantum switches"),
    ("Reserved when a = 2 [DWIP]", "Reserved when a = 2 [Spectrum-5]"), ("A. Reserved when", "A. Reserved when b=1"),
    ("A is valid only when PAOS.admin_status=2 and", "A is valid only when PAOS.admin"),
    ("0: off\n1: on - not supported by A", "0: off"),  # that of a value
    ("0: off\n1: on, which is\nmuch, not supported by A", "0: off"),
    ("Rate.", "Rate.\nNote: PCIe speeds are relevant when m = 1 only"),  # of some values
    ("A", "A. The feature is supported. Other values are reserved. Valid for writes are 1 and 2."),
])
def test_the_same_condition(old, new):
    assert changed(old, new) == ([], [])


@pytest.mark.parametrize("old, new, wanted", [
    ("Reserved when X, Y and Z-2/-3", "Reserved when Y and Z-2/-3", True), ("Reserved for Y", "Reserved for X, Y", False),
    ("Valid when m = 1", "Valid when m = 1 or m = 2", True), ("Valid when m = 1 or m = 2", "Valid when m = 1", False),
    ("Valid when m = 1", "Valid when m = 1 and n = 1", False), ("Reserved when m = 1 and n = 1", "Reserved when m = 1", False),
    ("Reserved when m = 1", "Reserved when m = 1 and n = 1", True), ("Reserved for X", "Reserved for X and Y", False),
    ("Reserved for X, Y", "Valid for X", False), ("Not supported by X, Y", "Not supported by Y", True),
    ("Reserved unless m = 1, n = 1", "Reserved unless m = 1", False), ("Valid for X", "Valid for X, Y; Reserved for Z", False),
    ("can be set only by X", "can be set only by X, Y", True)])
def test_valid_in_more_cases(old, new, wanted):
    assert is_wider(old, new) is wanted


@pytest.mark.parametrize("old, new, went, came", [
    ("1: IN - reserved when A-2", "1: IN", ["1: reserved when A-2"], []),
    ("1: IN\n2: BOTH - all,\nreserved when A-2", "1: IN\n2: BOTH - all, supported on A-1 only.", ["2: reserved when A-2"],
     ["2: supported on A-1 only"]),
    ("Bit 3: UP", "Bit 3: UP - valid only when m = 1", [], ["3: valid only when m = 1"]),
    ("1: IN - reserved when A-2", "1: OUT", [], []),  # another value
    ("1: IN - reserved when A-2", "0: OUT", [], []),
    ("1: IN - reserved for QM switches", "1: IN - reserved for Quantum", [], []),
    ("1: IN\nReserved when A-2", "1: IN, reserved when A-2", [], []),
])
def test_conditions_of_values(old, new, went, came):
    assert changed_of_values(old, new) == (went, came)


@pytest.mark.parametrize("old, new, went, came", [
    ("0: a\n1: b", "0: a\n1: b\n[A-6][DWIP] Reserved when modi=1.", [], ["Reserved when modi=1"]),
    ("0: a\n1: b", "0: a\n1: b\n[A-6] Mirroring is not supported on A-6 and later", [], ["not supported on A-6 and later"]),
    ("0: a\nNote: Reserved when s is different than 4", "0: a\nNote: Reserved when s is different than 4 or 5",
     ["Reserved when s is different than 4"], ["Reserved when s is different than 4 or 5"]),
    ("local port", "local port\nCPU port is not supported", [], ["CPU port is not supported"]),
    ("A.", "A. Value 0 is not supported.", [], []),  # a number with a meaning
])
def test_sentences_after_a_list(old, new, went, came):
    assert changed(old, new) == (went, came)


@pytest.mark.parametrize("old, new", [
    ("A.\nReserved when devices before A-4", "A.\nSupported from A-4 and above."),
    ("A.\nReserved when devices before A-4 and before B-2", "A.\nSupported from A-4 and B-2 and above"),
    ("A. Supported from A-4", "A. Supported only from A-4 onwards."),
])
def test_before_and_from(old, new):
    assert changed(old, new) == ([], []) == changed(new, old)


def test_other_than_more_numbers_is_valid_in_more_cases():
    assert is_wider("Reserved when s is different than 4", "Reserved when s is different than 4 or 5")
    assert not is_wider("Reserved when s is different than 4 or 5", "Reserved when s is different than 4")


@pytest.mark.parametrize("old, new, wanted", [
    ("1: Reserved for X, Y; 2: Reserved for X, Y", "2: Reserved for Y", True), ("1: Reserved for X", "2: Reserved for X", False),
    ("1: Reserved for X, Y", "1: Reserved for X, Z", False), ("Reserved for X, Y; 2: Valid for A", "Reserved for X", True),
    ("1: Reserved for X, Y", "1: Reserved for X; Reserved for Z", False)])
def test_values_that_are_valid_in_more_cases(old, new, wanted):
    assert is_wider(old, new) is wanted


def test_a_condition_ends_at_a_list_of_any_form():
    assert changed("Key, not supported by A\n01h: B", "Key, not supported by A\n01h: B, C") == ([], [])
