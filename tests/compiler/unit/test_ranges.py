# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The key `range`, and what a description says of a field: read, written, shown, imported, judged."""

from __future__ import annotations

import re

import pytest
from prmclib.diff.apply import plain
from prmclib.model import About, Bits, Field, Kind, Span
from prmclib.model.errors import render
from prmclib.model.meaning import of_value, quantity
from prmclib.model.said import read
from prmclib.readers.load import load_spec
from prmclib.readers.source import load_source
from prmclib.show.show import Page
from prmclib.show.term import Term
from prmclib.writers import c, yaml
from prmclib.writers.options import Options
from watch.importing.whole import compilable

HERE = Span("spec", 1, 1, 1)
SPEC = """doc: Things.
layouts:
  thing:
    size: 16
    doc: A thing.
    source: none
    fields:
      0x00[31:8]: {name: n, range: [1..64, 0x1000]}
      0x00[7:0]: {name: one, range: 3, doc: Only one.}
      0x04[31:24]: {name: told, doc: Number of records. Range 1..32.}
      0x04[23:0]: {name: any, doc: Of any kind.}
      0x08..0x0f: {name: list, count: 2, width: 32, range: 0..9}
"""


@pytest.fixture(name="spec")
def _spec(tmp_path):
    path = tmp_path / "things.yaml"
    path.write_text("# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB\n" + SPEC, encoding="utf-8")
    spec, findings = load_spec([str(path)])
    assert render(findings) == ""
    return spec


def test_it_is_read_and_written(spec):
    fields = {item.name: item for item in spec.layouts["thing"].fields}
    assert {name: item.ranges for name, item in fields.items()} == {
        "n": [(1, 64), (4096, 4096)], "one": [(3, 3)], "told": [], "any": [], "list": [(0, 9)]}
    assert {name: item.legal for name, item in fields.items() if item.legal != item.ranges} == {"told": [(1, 32)]}
    text = "\n".join(yaml.layout_lines(spec, spec.layouts["thing"]))
    assert "range: [1..64, 4096]" in text and "range: 3" in text and "range: 0..9" in text
    assert plain(fields["n"])["ranges"] == [[1, 64], [4096, 4096]]


def test_it_is_shown(spec):
    page = " ".join(" ".join(Page(spec, Term(width=100)).of("thing")).split())
    for text in ("range 1..64, 4096", "range 3", "range 1..32", "range 0..9"):
        assert text in page
    assert page.count("range ") == 4
    header = c.headers(spec, Options())["prm_things.h"]
    host = re.search(r"struct prm_thing_fields \{\n(.*?)\};", header, re.S).group(1)
    assert [re.sub(r"\s+", " ", line.strip()) for line in host.splitlines()][:4] == [
        "uint32_t n; /* 24 bits, 1..64, 4096 */", "uint8_t one; /* 3 */", "uint8_t told; /* 1..32 */",
        "uint32_t any; /* 24 bits */"]
    assert "Only one. (3)" in header and "Range 1..32. (1..32)" not in header


@pytest.mark.parametrize("name, value, remarks", [
    ("n", 0, ["must be 1..64, 4096"]), ("n", 64, []), ("n", 65, ["must be 1..64, 4096"]), ("n", 4096, []), ("one", 3, []),
    ("told", 99, []), ("any", 99, []), ("list", 10, ["must be 0..9"])])
def test_a_reader_reports_other_numbers(spec, name, value, remarks):
    """Only for the key: the words of a description may be for a case."""
    (item,) = [one for one in spec.layouts["thing"].fields if one.name == name]
    assert of_value(spec, item, value).remarks == remarks


def test_a_number_with_a_meaning_of_its_own():
    item = Field("n", Bits(0, 32), Kind.UINT, HERE, about=About(doc="Time in 10 msec.\n'0' disables the output."))
    assert (quantity(item, 0), quantity(item, 3)) == ("disables the output", "30 ms")


def test_the_importer_writes_the_ranges_of_which_a_description_is_certain(tmp_path):
    docs = ("Range 1..64.", "Range 1..64 for A.", "Range 1..64 for some.", r"Range: 0..13\;Value of 31 will stop it.",
            "Range -5..5", r"Range 1..64\;0: a\;1: b")
    fields = "\n".join(f'<field name="f{number}" descr="{doc}" offset="{number * 4:#x}.0" size="0x4.0"/>'
                       for number, doc in enumerate(docs))
    path = tmp_path / "t.adb"
    size = f"{len(docs) * 4:#x}.0"
    path.write_text(f'<NodesDefinition>\n<config big_endian_arr="1"/>\n<node name="t" size="{size}" descr="">\n{fields}\n'
                    '</node>\n</NodesDefinition>\n')
    spec, _ = compilable(load_source(str(path), warnings=False), ["t"])
    assert [item.ranges for item in spec.layouts["t"].fields] == [
        [(1, 64)], [], [(1, 64)], [(0, 13), (31, 31)], [], []]


@pytest.mark.parametrize("text, access", [
    ("Largest MTU (Read Only).", "read only"), ("Read-only. A counter.", "read only"), ("A key [WO]", "write only"),
    ("This field is write only.", "write only"), ("Valid for read only when m = 1", ""), ("The ROM", "")])
def test_access(text, access):
    assert read(text).access == access


def test_the_importer_writes_the_access_that_a_description_states(tmp_path):
    """Where the table has no attribute for it."""
    path = tmp_path / "t.adb"
    fields = "\n".join(f'<field name="f{number}" descr="{doc}" {more} offset="{number * 4:#x}.0" size="0x4.0"/>'
                       for number, (doc, more) in enumerate((("MTU (Read Only).", ""), ("Key [WO]", ""), ("A key", ""),
                                                             ("MTU (Read Only).", 'access="RW"'))))
    path.write_text(f'<NodesDefinition>\n<config big_endian_arr="1"/>\n<node name="t" size="0x10.0" descr="">\n{fields}\n'
                    '</node>\n</NodesDefinition>\n')
    spec, _ = compilable(load_source(str(path), warnings=False), ["t"])
    assert [item.writer and item.writer.value for item in spec.layouts["t"].fields] == ["device", "driver", None, "both"]


def test_all_that_a_description_says():
    said = read("Time in 10 msec. Range 1..64. Default: 5.\nReserved when m = 1\n0: off\n1: on\nBit 2: fast\nMore (RO).")
    assert [one.of(1) for one in said.amounts.amounts] == ["10 ms"] and [one.most for one in said.limits.ranges] == [64]
    assert said.limits.defaults == ("5",) and [one.phrase for one in said.conditions] == ["Reserved when m = 1"]
    assert said.values == ((0, "off"), (1, "on")) and said.bits == ((2, "fast"),) and said.access == "read only"
    assert said.prose == "Time in 10 msec. Range 1..64. Default: 5. Reserved when m = 1 More (RO)."
