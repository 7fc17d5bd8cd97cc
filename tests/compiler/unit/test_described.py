# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Enumerations in descriptions: accepted lists, and ambiguous ones that are ignored."""

import pytest
from prmclib.model.described import describe, name_of


def values(text, width):
    found = describe(text, width)
    return None if found is None else (found.is_flags, [(v.name, v.value) for v in found.values])


@pytest.mark.parametrize("text, width, expected", [
    ("0: off\n1: on", 1, [("off", 0), ("on", 1)]),
    ("Mode:\n 0 - Normal Traffic\n1- Drop. \n0x10 = both", 8,
     [("Normal_Traffic", 0), ("Drop", 1), ("both", 16)]),
    ("0: FAIL: Training failed\n1: OK (all)\n2: Reserved\n3: done", 2,
     [("FAIL", 0), ("OK", 1), ("done", 3)]),
    ("0: a\n1: b\n2-7: Reserved\n8..15: more", 4, [("a", 0), ("b", 1)]),
    ("0 - 128B\n1 - 256B", 4, [("_128B", 0), ("_256B", 1)]),
    ("0 - 128 bytes\n1 - 256 bytes", 4, [("_128_bytes", 0), ("_256_bytes", 1)]),
    ("100: Not detected\n001: CPO\n010: LPO", 3, [("Not_detected", 4), ("CPO", 1), ("LPO", 2)]),
    ("0: same\n1: same", 1, [("same", 0), ("same_1", 1)]),
    ("0: ...\n1: ???", 1, [("value_0", 0), ("value_1", 1)]),
])
def test_values(text, width, expected):
    assert values(text, width) == (False, expected)


@pytest.mark.parametrize("text, width, expected", [
    ("Bit 0: SDR\nBit 1: DDR\nBits 2-7: Reserved", 8, [("SDR", 0), ("DDR", 1)]),
    ("bit[0] - x\nbit[31] - y\nBit 5: Reserved", 32, [("x", 0), ("y", 31)]),
    ("Speeds.\nBit 0\n: \nSDR\nBit 1\n: \nDDR", 8, [("SDR", 0), ("DDR", 1)]),
    ("Speeds: bit 0 - SDR; bit 1 - DDR, bit 0xa - NDR", 16, [("SDR", 0), ("DDR", 1), ("NDR", 10)]),
    ("Bit_0: a\n[Internal] Bit 1 - b\nBit 2 is set - c", 8, [("a", 0), ("b", 1), ("c", 2)]),
    ("Bit 0: 2.5G (Gen1)\nBit 1: 5G (Gen2)\nBit 3-2 - more", 8, [("_2_5G_Gen1", 0), ("_5G_Gen2", 1)]),
    ("FEC bitmask:\n0: none\n1: a\n2: b\n3: c", 4, [("none", 0), ("a", 1), ("b", 2), ("c", 3)]),
])
def test_flags(text, width, expected):
    assert values(text, width) == (True, expected)


@pytest.mark.parametrize("text, width", [
    ("", 8), ("A number.", 8), ("0: default", 8), ("16-bit integer\n8-bit integer", 16),
    ("0: a\n1: b\n\nOther chip:\n0: c\n1: d", 8),  # two lists
    ("0: a\n2: b", 1),  # does not fit
    ("Bit 0: a\nBit 8: b", 8),
    ("0: none\nBit 1: a\nBit 2: b", 8),  # numbers and bits
    ("0x1: a\n1: b", 8),  # one value twice
    ("2-7: Reserved\n8-9: x", 8), ("0: Reserved\n1: Reserved", 8),
    ("Version 1: x\nVersion 2: y", 8),
    ("Errors, per bit:\n0: no error\n1: error", 8), ("Each bit is a port.\n0: off\n1: on", 4),
    ("Bitmask:\n1: a\n2: b\n4: c", 8),  # bits or masks
    ("For CMIS:\nbits 6:7 are the multiplier:\n00 - 0.1\n01 - 1\n10 - 10", 8),  # of two bits
])
def test_left_alone(text, width):
    assert values(text, width) is None


def test_what_a_line_says_is_kept():
    found = describe("0: off\n1: on - since 2.0", 8)
    assert [value.doc for value in found.values] == ["", "on - since 2.0"]


@pytest.mark.parametrize("text, name", [
    ("mode_a - [Internal] Simplex", "mode_a"), ("OK", "OK"), ("Fast Link-UP was performed. ",
     "Fast_Link_UP_was_performed"), ("x" * 60, "x" * 40), ("a " * 60, "_".join("a" * 20)), ("", ""),
    ("\u00b5", "")])
def test_name_of(text, name):
    assert name_of(text) == name


def test_time_is_linear():
    for text in ("0" * 20000, "0 " * 20000, "bit " * 20000, "0: " * 20000, "0 -" * 20000, "\n" * 20000):
        describe(text, 8)
