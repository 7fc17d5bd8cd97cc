# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What prmc diff says of two descriptions (documentation.py). Real pairs are in reviewed.yaml."""

from __future__ import annotations

import pytest
from prmclib.diff.documentation import amount_changed, changed_words, range_changed, said_of, same_words
from prmclib.reports.report_text import reworded
from sides import layout, report


@pytest.mark.parametrize("old, new, is_same", [
    ("The key, in\nthe table.", "the key in the table", True),
    ("See Table 5, \"Keys,\" on page 7", "See Table 15, \"All keys,\" on page 9", True),
    ("the map on page 7", "the map on\npage 19", True),
    ("1: on\n0: off", "0: off\n1: on", True),
    ("[Internal] a key", "A key", True),
    ("Range 1.5", "Range 15", False),
    ("at -5", "at 5", False),
    ("a < b", "a > b", False),
    ("a key", "no key", False),
])
def test_same_words(old, new, is_same):
    assert same_words(old, new) is is_same
    assert said_of(old, new).startswith("the same words") is is_same


def test_other_words_are_quoted():
    assert changed_words("in 10 msec for all ports", "in time_res for all ports") == [("10 msec", "time_res")]
    assert changed_words("a b c d", "x b d e") == [("a", "x"), ("c", ""), ("", "e")]
    assert changed_words("x a a y", "x a y") == [("a", "")]
    assert said_of("a b c d e", "v b w d x") == \
        "other words, which may have another meaning: 'a' -> 'v'; 'c' -> 'w'; 'e' -> 'x'"
    assert said_of("a b c d e f g", "v b w d x f y").endswith("; 'e' -> 'x' and 1 more")
    assert said_of("a " * 80, "b " * 80).count("...") == 2
    assert said_of("", "a key") == "it is described now" and said_of("a key", "") == "it is no longer described"


@pytest.mark.parametrize("old, new, ratio", [
    ("in 10 msec units", "in 1 msec units", "1/10"),
    ("in mV", "in 0.1 mV", "1/10"),
    ("it is up in 5 seconds", "it is up in 10 seconds", None),
    ("units of 4 ns", "units of 1 us", "250"),
    ("in dBm", "in 0.01 dBm", None),  # one side has no number
    ("units of 4 ns", "units of 4 uA", None),
    ("in 10 msec", "in 10 msec. Read: in usec.", None),
])
def test_a_change_is_certain_if_both_sides_have_a_number(old, new, ratio):
    found = amount_changed(old, new, "n")
    assert found is not None and (None if found.ratio is None else str(found.ratio)) == ratio


@pytest.mark.parametrize("old, new", [
    ("in 10 msec", "in units of 10 msec"),
    ("in 1000 usec", "in 1 msec"),
    ("The number of octets", "The number of bytes"),
    ("Reading in 0.125 Cel\nsius degrees units, old", "Reading in 0.125\nCelsius degrees units, new"),
    ("in 10 msec", "of the port"),  # an amount that is left out is not another one
])
def test_the_same_amount_in_other_words(old, new):
    assert amount_changed(old, new, "n") is None


def one(folder, old, new, writer="driver", more=""):
    return {item.rule: item for item in report(folder, layout(
        f"-0x00[31:0]: {{name: n, doc: '{old}'{more}}}\n+0x00[31:0]: {{name: n, doc: '{new}'{more}}}\n 0x04[31:0]: m",
        writer=writer)).findings}


def test_an_amount_has_a_witness_and_both_phrases(tmp_path):
    found = one(tmp_path, "In units of 10 msec.", "In units of 1 msec.")
    assert set(found) == {"D090", "D091"}
    assert found["D091"].severity.word == "breaking" and found["D091"].witness.data[:4].hex() == "00000064"
    assert (found["D091"].witness.old, found["D091"].witness.new) == ("n is 100, 1 s", "n is 100, 100 ms")
    assert found["D091"].meaning == ['v1 says "10 msec", v2 says "1 msec": the same number means 1/10 of what it meant']


def test_amounts_of_listed_values(tmp_path):
    found = one(tmp_path / "inline", "Clock (0: 64 ns, 1: 128 ns).", "Clock (0: 1.024 ns, 1: 128 ns).")
    assert (found["D091"].title, found["D091"].severity.word) == ("amount 0: 64 ns -> 0: 1.024 ns", "breaking")
    assert set(one(tmp_path / "same", "Clock (0: 1000 ns, 1: 2 us).", "Clock (1: 2 us, 0: 1 us).")) == {"D090"}
    assert "D091" not in one(tmp_path / "more", "Clock (0: 1 us).", "Clock (0: 1 us, 1: 2 us).")


@pytest.mark.parametrize("old, new, rules", [
    ("64 ns", "1.024 ns", {"D091": "breaking", "D090": "cosmetic"}), ("1000 ns", "1 us (new)", {"D090": "cosmetic"}),
    ("64 ns", "64 pages", {"D091": "dangerous", "D090": "cosmetic"})])
def test_amounts_of_named_values(tmp_path, old, new, rules):
    found = report(tmp_path, layout(
        " 0x00[31:0]: {name: n, enum: n}", size=4, head=" enums:\n   n:\n     doc: N.\n     source: PRM\n     values:\n"
        f"-      A: {{value: 0, doc: {old}}}\n+      A: {{value: 0, doc: {new}}}\n"))
    assert {item.rule: item.severity.word for item in found.findings} == rules


def test_an_amount_that_a_description_leaves_to_another_field(tmp_path):
    found = one(tmp_path, "In 10 msec and usec units.", "In time_res and usec units.")
    assert (found["D091"].severity.word, found["D091"].witness) == ("dangerous", None)
    assert found["D091"].no_witness == "a description does not tell what a number means"


def test_a_stated_unit_is_compared_in_its_place(tmp_path):
    assert set(one(tmp_path, "In 10 msec.", "In 1 msec.", more=", unit: milliseconds")) == {"D090"}


@pytest.mark.parametrize("old, new, is_narrower, is_wider", [
    ("Range 1..64", "Range 1..32", True, False),
    ("Range 1..64", "Range 2..65", True, True),
    ("For A: range 1..10. For B: range 1..100", "For A: range 1..10. For B: range 1..200", False, True),
    ("Range 1..100", "Range 1..10. For B: range 1..100", True, False),  # A may be the case of any driver
])
def test_ranges_of_cases(old, new, is_narrower, is_wider):
    assert range_changed(old, new)[1:] == (is_narrower, is_wider)


@pytest.mark.parametrize("old, new, is_narrower, is_wider", [
    ("Size.", "Size. It must be at least 128B.", True, False), ("Size. It must be at least 128B.", "Size.", False, True),
    ("It must be smaller than cap_a.", "It must be smaller than cap_b.", True, False)])
def test_a_limit_in_words(old, new, is_narrower, is_wider):
    assert range_changed(old, new)[1:] == (is_narrower, is_wider)
    assert range_changed(old, old + " More.") is None


@pytest.mark.parametrize("writer, severities", [("driver", ["dangerous", "compatible"]),
                                                ("device", ["compatible", "dangerous"])])
def test_a_range_is_dangerous_for_its_reader_or_writer(tmp_path, writer, severities):
    ranges = "Range 1..64.", "Range 1..32."
    said = [one(tmp_path / str(number), *pair, writer)["D092"].severity.word
            for number, pair in enumerate((ranges, ranges[::-1]))]
    assert said == severities


@pytest.mark.parametrize("writer", ["driver", "device"])
def test_a_condition_that_is_new_or_gone(tmp_path, writer):
    docs = "A. Valid when m = 1.", "A."
    added, removed = (one(tmp_path / str(number), *pair, writer)["D093"]
                      for number, pair in enumerate((docs[::-1], docs)))
    assert (added.severity.word, added.title) == ("dangerous", 'condition "Valid when m = 1" added')
    assert (removed.severity.word, removed.title) == ("compatible", 'condition "Valid when m = 1" removed')


def test_a_condition_names_a_field_that_was_renamed(tmp_path):
    for name, rules in (("en", {"D012", "D090"}), ("m", {"D090", "D093"})):
        found = report(tmp_path / name, layout(
            "-0x00[31:0]: {name: n, doc: Valid when m is 1.}\n-0x04[31:0]: {name: m, doc: To switch it on.}\n"
            f"+0x00[31:0]: {{name: n, doc: Valid when en is 1.}}\n+0x04[31:0]: {{name: {name}, doc: To switch it on.}}\n"))
        assert {item.rule for item in found.findings} == rules


def of_value(folder, old, new):
    """The findings for a value of an enumeration with these keys before and now."""
    head = (" enums:\n   low:\n     doc: L.\n     source: PRM\n     values: {ONE: 1}\n   n:\n     doc: N.\n     source: PRM\n"
            f"     values:\n-      A: {{value: 0x10, {old}}}\n+      A: {{value: 0x10, {new}}}\n")
    return report(folder, layout(" 0x00[31:0]: {name: n, enum: n}", size=4, head=head)).findings


def test_a_detail_and_an_observation_are_cosmetic(tmp_path):
    seen = 'observed: "observation, undated: %s [mail]", '
    (found,) = of_value(tmp_path, "detail: 3 bits", "detail: low")
    assert (found.rule, found.severity.word, found.title) == ("D090", "cosmetic", "detail changed")
    assert (found.old.text, found.new.text) == ("detail: 3 bits", "detail: low")
    (found,) = of_value(tmp_path, seen % "it fails" + "detail: 3 bits", seen % "it works" + "detail: 4 bits")
    assert (found.rule, found.title) == ("D090", "observed and detail changed")
    assert reworded(found) == ["- observed: observation, undated: it fails [mail]",
                               "+ observed: observation, undated: it works [mail]", "- detail: 3 bits", "+ detail: 4 bits"]
    assert not of_value(tmp_path, seen % "it fails" + "detail: 3 bits", seen % "it fails" + "detail: 3 bits")


def test_another_reading_is_cosmetic(tmp_path):
    (found,) = report(tmp_path, layout(
        "-0x00[31:0]: {name: n}\n+0x00[31:0]: {name: n, also: other}\n 0x04[31:0]: m",
        tail="   other: {size: 4, doc: O., source: PRM, fields: {'0x00[31:0]': p}}\n")).findings
    assert (found.rule, found.severity.word, found.title) == ("D090", "cosmetic", "also changed")


@pytest.mark.parametrize("old, new, severity", [
    ("range: 1..64", "range: 1..32", "dangerous"), ("range: 1..32", "range: 1..64", "compatible"),
    ("doc: Range 1..64.", "range: 1..32", "dangerous"), ("doc: Range 1..64.", "range: 1..64", ""),
    ("doc: N.", "range: 1..32", "compatible"), ("range: [0..3, 9]", "range: 0..9", "compatible")])
def test_a_stated_range(tmp_path, old, new, severity):
    """A range that only one side has is no restriction that is known to be new."""
    found = report(tmp_path, layout(f"-0x00[31:0]: {{name: n, {old}}}\n+0x00[31:0]: {{name: n, {new}}}\n 0x04[31:0]: m"))
    assert [item.severity.word for item in found.findings if item.rule == "D092"] == [severity] * bool(severity)


def of_lines(folder, old, new):
    """The findings for a field with these lines of its description before and now."""
    docs = ["\\n\\n".join(lines) for lines in (old, new)]
    return report(folder, layout(f'-0x00[31:0]: {{name: n, doc: "{docs[0]}"}}\n+0x00[31:0]: {{name: n, doc: "{docs[1]}"}}\n'
                                 " 0x04[31:0]: m")).findings


@pytest.mark.parametrize("old, new, is_told", [
    ("'0' disables it", "When '0': the period is 1 sec", True), ("Value of 31 will stop it", "31 means one minute", True),
    ("0 means the field is valid", "0 means the field is not valid", True),
    ("0x8 value indicates no group is assigned", "Value 8 means no group", False),
    ("Value of 31 will stop the crawler", "31 means that the crawler is stopped", False),
    ("'0' disables it", "'1' disables it", False),
])
def test_a_number_with_another_meaning(tmp_path, old, new, is_told):
    found = [item for item in of_lines(tmp_path, ["Period.", old], ["Period.", new]) if item.rule == "D091"]
    assert [item.severity.word for item in found] == ["dangerous"] * is_told
    assert all(item.witness is not None and item.title.startswith("meaning ") for item in found)


@pytest.mark.parametrize("old, new, writer, severity", [
    ("Default: 10 (1 s)", "Default: 31", "driver", "dangerous"), ("Default: 10", "Default: 31", "device", "compatible"),
    ("Default is 3.", "Default is 3. For A default is 5", "driver", ""), ("Default: 10", "No words of it", "driver", ""),
    ("Default is 0x10", "Default: 16", "driver", ""), ("Enabled by default.", "Default: 1", "driver", ""),
    ("It is enabled by default.", "It is disabled by default.", "driver", "dangerous")])
def test_another_default(tmp_path, old, new, writer, severity):
    found = one(tmp_path, old, new, writer)
    assert ("D094" in found) is bool(severity) and (not severity or found["D094"].severity.word == severity)


def test_a_list_has_another_default(tmp_path):
    found = of_lines(tmp_path, ["Mode.", "0: off (default)", "1: on"], ["Mode.", "0: off", "1: on - default"])
    assert [item.title for item in found if item.rule == "D094"] == ["default 0 -> 1"]
