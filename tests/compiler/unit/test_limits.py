# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What limits.py reads from a description: ranges, numbers with a meaning of their own, defaults.  The phrases are those of
real manuals."""

from __future__ import annotations

import pytest
from prmclib.model.limits import ranges_of, read


@pytest.mark.parametrize("text, ranges", [
    ("Range 1..64", [(1, 64)]),
    ("Range is from -200,000 to +200,000.", [(-200000, 200000)]),
    ("Range 12...255. Valid values: 0-15", [(12, 255), (0, 15)]),
    ("Range 0 .. (cap_max - 1)", []),
    ("Range 1...2^30", []),
    ("Range 1..64K", [(1, 65536)]),
    ("Values 1-255 are reserved", []),
    ("Range 5..1", []),
    ("Valid values for taps:\nmain [32,63]\npre [-8, 8]", [(32, 63), (-8, 8)]),
    ("taps [0-1, 6-11] valid ranges are [-8,8]", [(-8, 8)]),
    ("Valid only in bits [7,0] of it", []),  # which says nothing of numbers
    ("The least [1,2] of them", []),
    ("Legal values: [5, 1]", []),
    ("Range is from -50,000 ppb to +50,000 ppb", [(-50000, 50000)]), ("Range 1 msec to 64 msec", [(1, 64)]),
    ("Range 3 of them to 5", []),
])
def test_ranges(text, ranges):
    assert [(item.least, item.most) for item in read(text).ranges] == ranges


@pytest.mark.parametrize("text, bounds", [
    ("Range 0 .. cap_max - 1", ("Range 0 .. cap_max - 1",)), ("Indices are up to cap_sets-1", ("up to cap_sets-1",)),
    ("It waits up to 8Sec", ()), ("up to cap_max(port)", ()),
    ("Range is according to log_max_freq field.", ("Range is according to log_max_freq",)), ("Range is per port", ()),
])
def test_ranges_with_names(text, bounds):
    assert read(text).bounds == bounds


@pytest.mark.parametrize("text, demands", [
    ("Size. When m=1 then must be at least\n128B and a multiple. More", ("must be at least 128B and a multiple",)),
    ("It must be equal or smaller than cap_x\nReserved when", ("must be equal or smaller than cap_x",)),
    ("Should be aligned to 8 (or 16)", ("Should be aligned to 8",)),
    ("Must be a multiple of 64, see Section 3", ("Must be a multiple of 64",)), ("It must be set. It must be smaller", ()),
])
def test_limits_in_words(text, demands):
    assert read(text).demands == demands


@pytest.mark.parametrize("text, special", [
    ("Period.\n'0' disables the output.\nSupported only when m = 1", [(0, "disables the output")]),
    ("Period.\nWhen '0': one second\nSupported only when m = 1", [(0, "one second")]),
    ("T = 2^n\nValue of 31 will stop it\nDefault: 10", [(31, "will stop it")]),
    ("0x8 value indicates no group, even\nin all of them. Other", [(8, "indicates no group, even in all of them")]),
    ("The special value of 0, indicates that it is off", [(0, "indicates that it is off")]),
    ("0xFFFF means no limitation.", [(65535, "means no limitation")]),
    ("A value of 0 unlimited", [(0, "unlimited")]),
    ("The value 0 means a. If set to 1 - means b.", [(0, "means a"), (1, "means b")]),
    ("0: off\n1: on", []), ("Valid when mode = '1'", []), ("Bit 2 means up", []), ("If the bit is '0' then it is ignored", []),
    ("0 is first, 10 is last", []), ("Values 1, 2", []), ("A value of 007 means x", []),
])
def test_numbers_with_a_meaning(text, special):
    assert [(number, means) for number, _, means in read(text).special] == special


@pytest.mark.parametrize("text, defaults", [
    ("Default: 10 (T=1Sec)", ("10",)), ("Default value - 0xFFFF", ("65535",)), ("It defaults to 1.", ("1",)),
    ("0: disable (default)\n1: enable", ("0",)), ("0: off\n1: on - default", ("1",)), ("0: a, this is the default\n1: b", ("0",)),
    ("Learning is disabled by default.", ("disabled",)), ("Default enable.", ("enabled",)),
    ("Default is 3. For A default is 5", ("3", "5")),
    ("Default value of 100mSec", ()), ("Default 3 bits", ()), ("Default 2^10", ()), ("The default priority", ()),
    ("0: default mode of it\n1: on", ()),
])
def test_defaults(text, defaults):
    assert read(text).defaults == defaults


@pytest.mark.parametrize("text, width, ranges", [
    ("Range 1..64", 8, [(1, 64)]),
    ("Range: 0..13\nValue of 31 will stop it", 5, [(0, 13), (31, 31)]),
    ("Range: 0..100\nValue of 101 means unknown", 7, [(0, 101)]),
    ("Range: 1..13\n0 means none. 15 means all", 5, [(0, 13), (15, 15)]),
    ("Range: 1..13\nValue of 0 is reserved", 5, [(1, 13)]),
    ("Range: 1..13\nValue of 40 will stop it", 5, [(1, 13)]),
    ("Range 1..64", 6, []), ("Range 0..63", 6, []), ("Range -1..5", 8, []),
    ("For A: range 1..64", 8, []), ("Range 1..64 when m = 1", 8, []), ("Range 1..4. Range 1..8", 8, []),
    ("Range 1..64, or range 0..cap_max", 8, []),
])
def test_legal_numbers_only_if_the_description_is_certain(text, width, ranges):
    assert ranges_of(read(text), text, width) == ranges
