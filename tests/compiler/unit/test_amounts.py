# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What amounts.py reads from a description: units with their scale, formulas.  The phrases are those of real manuals."""

from __future__ import annotations

import pytest
from prmclib.model.amounts import keys_of, read
from prmclib.model.meaning import quantity
from prmclib.model import About, Bits, Field, Kind, Span

HERE = Span("spec", 1, 1, 1)


@pytest.mark.parametrize("text, amounts", [
    # 100 of the number, for each amount.
    ("Time in 10 mSec granularity", ["1 s"]),
    ("1ms granularity for the timer", ["100 ms"]),
    ("Reading is in 0.125\nCelsius degrees units.", ["12.5 Celsius"]),
    ("measured on channel 0 in 2uA", ["200 uA"]),
    ("Units of 64B", ["6400 bytes"]),
    ("Units are 10^6 bits/sec", ["100000000 bit/s"]),
    ("the voltage (in 50mV increments)", ["5 V"]),
    ("time = wait*4 [ns]", ["100 ns"]),
    ("units of 1.024nSec", ["102.4 ns"]),
    ("in dBm/uW according to a field", ["100 dBm", "100 uW"]),
    ("Units: 0.1%.", ["10 %"]),
    ("Units:\nQM4: 64 nsec.\nAll others: 50 nsec.", ["6.4 us", "5 us"]),
    ("The number of bytes", ["100 bytes"]),
    ("Units of 1/3 sec", ["100/3 s"]),
    ("Units of 10^-9 sec", ["100 ns"]),
    # Not what a number means.
    ("Default is 17 (0.54Sec)", []),
    ("The limit is 10 msec", []),
    ("Units of 1/0 sec", []),
    ("The value is in the first 4 bytes", []),
    ("in bit 15 whether it is full", []),
    ("The units are supported", []),
    ("Number of stateful DB entries", []),
    ("Rate:\n0: slow (2.5 Gb/s)\n1: fast (5 Gb/s)", []),
    ("Modes:\n0: in units of 4 ns\n1: in units of 8 ns", []),
    ("In units of 0 mSec", []),
])
def test_amounts(text, amounts):
    found = read(text).amounts
    assert [amount.of(100) for amount in found] == amounts
    assert all(amount.phrase in text.replace("\n", " ") for amount in found)


@pytest.mark.parametrize("text, unit", [
    ("Duration in time_res the port waits", "time_res"),
    ("Units are per MTUTC.freq_adj_units value", "freq_adj_units"),
    ("Units defined at temp_unit field", "temp_unit"),
    ("in 'ipg_res_cap' Bytes units", "ipg_res_cap byte"),
    ("The number of one-byte period(s)", "onebyteperiods"),
    ("Units of HW clock", "hwclock"),
])
def test_an_amount_of_another_field_or_in_own_words(text, unit):
    (amount,) = read(text).amounts
    assert (amount.unit, amount.is_known) == (unit, False)


@pytest.mark.parametrize("text, formulas", [
    ("scaling = fir_tap/100.", ("fir_tap/100",)),
    ("the length is value * cable_multiplier", ("value*cable_multiplier",)),
    ("tx_bias[i] * 2 * factor[n]", ("tx_bias[i]*2*factor[n]",)),
    ("at most 22*32 of Eth/IB", ()),
])
def test_formulas(text, formulas):
    assert read(text).formulas == formulas


def test_aspects_are_of_the_first_sentence():
    assert read("Maximum voltage. The minimum is 5.").aspects == {"max"}
    assert read("The min_rate of it").aspects == {"min"}


def field(doc, **more):
    return Field("n", Bits(0, 32), Kind.UINT, HERE, about=About(doc=doc), **more)


def test_a_decoder_shows_the_amount_of_a_description():
    assert quantity(field("In 10 msec."), 3) == "30 ms"
    assert quantity(field("In 10 msec.", unit="seconds"), 3) == "3 seconds"
    for doc in ("In dBm or uW.", "In time_res.", "A key.", "In 10 msec, in two's complement."):
        assert quantity(field(doc), 3) == ""


@pytest.mark.parametrize("text, keys", [
    ("Time in 10 msec granularity.", ("10 milliseconds", "")), ("Size in units of 64B", ("64 bytes", "")),
    ("Temperature in 0.125 Celsius units.", ("0.125 Celsius", "")), ("Log (base 2) of the number of entries.", ("", "log2")),
    ("Time in msec, if unit = 1.", ("", "")), ("Signed, in units of 10 mV.", ("", "")), ("Wait 10 msec.", ("", "")),
    ("In units of 1 us or 1 ms.", ("", "")), ("The log of errors.", ("", "")), ("In time_res units.", ("", "")),
])
def test_keys_of_the_notation(text, keys):
    """Only where the description is certain."""
    assert keys_of("n", text) == keys


@pytest.mark.parametrize("name, text", [
    ("time_high", "Time in usec."), ("time", "Time in usec, bits 63:32."), ("cap_log_period", "Log of it, in units of nsec."),
    ("number", "Number in GB/Retimer of the port"), ("entries", "Number of entries in nv log."),
])
def test_a_part_of_a_number_has_no_unit(name, text):
    assert keys_of(name, text) == ("", "")


def test_a_field_has_what_its_description_says():
    """Its keys come first; a number with names, and a fixed one, has none."""
    item = Field("n", Bits(0, 32), Kind.UINT, Span("a", 1, 1, 1), About(doc="In 10 msec units. Range 1..64"))
    assert item.measure == ("10 milliseconds", "") and item.legal == [(1, 64)]
    item.unit = "doors"
    assert item.measure == ("doors", "")
    item.unit, item.enum = "", "e"
    assert item.measure == ("", "") and item.legal == []
