# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Places: the PRM's writing to bits and back."""

import pytest
from prmclib.model import place
from prmclib.model import Bits


@pytest.mark.parametrize("text, offset, width, style", [
    ("0x00[31:0]", 0, 32, "bits"),
    ("0x00[31]", 0, 1, "bits"),
    ("0x00[0]", 31, 1, "bits"),
    ("0x04[5]", 32 + 26, 1, "bits"),
    ("0x04[31:16]", 32, 16, "bits"),
    ("0x04[15:0]", 48, 16, "bits"),
    ("0x08[63:0]", 64, 64, "bits"),
    ("0x10[47:0]", 128 + 16, 48, "bits"),
    ("0x10[32:31]", 128 + 31, 2, "bits"),
    ("0x10[40:20]", 128 + 23, 21, "bits"),
    ("0x1C[7:0]", 0x1c * 8 + 24, 8, "bits"),
    ("0x10..0x1f", 128, 128, "bytes"),
    ("0x03..0x03", 24, 8, "bytes"),
    ("0x110..", 0x110 * 8, 0, "open"),
])
def test_parse(text, offset, width, style):
    assert place.parse(text) == place.Place(Bits(offset, width), style)


def test_text_and_back():
    """Every place of bits in two dwords can be written and read again."""
    for high in range(64):
        for low in range(min(high, 31) + 1):
            text = f"0x0c[{high}:{low}]" if high != low else f"0x0c[{high}]"
            bits = place.parse(text).bits
            assert bits.width == high - low + 1
            assert place.parse(str(bits)).bits == bits
            if high <= 31 or low == 0:
                assert str(bits) == text


@pytest.mark.parametrize("text, rule", [
    ("", "E010"), ("0x04", "E010"), ("0x04[]", "E010"), ("0x04[31:16", "E010"),
    ("0x04[31:16]x", "E010"), ("0x04[31-16]", "E010"), ("0x04[0x1f:0]", "E010"),
    ("0x04 [31:16]", "E010"), ("-0x04[31:16]", "E010"), ("0x[31:16]", "E010"),
    ("0x04[31:16]\n", "E010"), ("..0x04", "E010"), ("0x04...0x08", "E010"), ("0x04[٣]", "E010"),
    ("0x01[31:0]", "E015"), ("0x04[16:31]", "E016"), ("0x04[64]", "E016"),
    ("0x04[64:63]", "E016"), ("0x04[12345678901234567890]", "E016"), ("0x04[33:32]", "E016"),
    ("0x08..0x07", "E016"), ("0x100000..", "E021"), ("0x0..0x100000", "E021"),
    ("0x" + "f" * 100 + "[31:0]", "E021"),
])
def test_bad(text, rule):
    with pytest.raises(place.BadPlace) as info:
        place.parse(text)
    assert info.value.rule == rule
    assert info.value.help


@pytest.mark.parametrize("bits, texts", [
    (Bits(0, 32), ["0x00[31:0]"]),
    (Bits(8, 8), ["0x00[23:16]"]),
    (Bits(8, 24 + 64), ["0x00[23:0]", "0x04[63:0]"]),
    (Bits(24, 8 + 96 + 4), ["0x00[7:0]", "0x04..0x0f", "0x10[31:28]"]),
    (Bits(31, 2), ["0x00[0]", "0x04[31]"]),
    (Bits(0, 0), []),
])
def test_split(bits, texts):
    parts = place.split(bits)
    assert [str(part) for part in parts] == texts
    assert sum(part.width for part in parts) == bits.width
    assert all(str(part) == str(place.parse(str(part)).bits) for part in parts)


def test_texts_are_counted_when_there_are_many():
    assert place.texts([Bits(64 * n, 1) for n in range(7)], 3) == \
        ["0x00[31]", "0x08[31]", "0x10[31]", "4 more"]
