# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""docs/card.md has each observation and each open question of the spec once, in the section that it belongs to.

test_reference.py compares the whole page with what the spec gives.
"""

from __future__ import annotations

import glob
import os
import re
from typing import Any, Iterator, List

import pytest
import yaml

from prmclib.readers.load import Text, load_spec, load_texts
from guide.pages import card

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SMALL = """\
doc: A spec of one enumeration and one layout.
enums:
  kind:
    doc: A kind.
    source: a manual
    values:
      ONE: {value: 0x10, detail: 3 bits, observed: "inference, undated: an x | y * z < 3 [a <b> | c]"}
layouts:
  umr_ctrl_seg:
    size: 4
    doc: A layout.
    source: a manual
    observed:
      - "definition, 2020-01-02, ConnectX-6, firmware 20: of the layout [mail]"
    fields:
      0x00[31:8]: reserved
      0x00[7:0]:
        overlay: both
        selector: {external: What the text says.}
        arms:
          first: {when: 0, observed: "vendor driver, 2021: of an arm [driver f.c]"}
          second: {when: 1, unverified: Whether it exists.}
"""


def values(node: Any, key: str) -> Iterator[str]:
    """Yields the texts of a key of the YAML, without prmc."""
    if isinstance(node, list):
        for item in node:
            yield from values(item, key)
    elif isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield from value if isinstance(value, list) else [value]
            else:
                yield from values(value, key)


def written(key: str) -> List[str]:
    out: List[str] = []
    for path in glob.glob(os.path.join(ROOT, "spec", "*", "*.yaml")):
        with open(path, encoding="utf-8") as stream:
            out += values(yaml.safe_load(stream), key)
    return out


def small(text: str):
    """Returns a spec of one file, and its findings."""
    return load_texts([Text("small.yaml", "small.yaml", text.encode())])


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


@pytest.fixture(scope="module")
def page() -> str:
    with open(os.path.join(ROOT, "docs", "card.md"), encoding="utf-8") as stream:
        return stream.read()


def test_each_observation_is_a_row(page: str) -> None:
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `") and line.count(" | ") == 4]
    found = sorted(" ".join((sure, when, text, source.rstrip(" |"))) for _, text, sure, when, source in rows)
    expected = []
    for text in written("observed"):
        head, _, said = text.partition(": ")
        sure, _, when = head.partition(", ")
        what, _, source = said.rpartition(" [")
        expected.append(" ".join((sure, when, card.cell(what), card.cell(source[:-1]))))
    assert found == sorted(expected) and len(found) > 50
    assert f"\n{len(found)} rows: " in page


def test_each_question_is_a_row(page: str) -> None:
    rows = re.findall(r"^\| (?:`[^|]*) \| (.*) \|$", page.split("## Open questions")[1], re.M)
    assert sorted(rows) == sorted(card.cell(text) for text in written("unverified")) and len(rows) > 15


def test_sections_name_what_exists(spec) -> None:
    stems = {item.stem for item in spec.files}
    names = {*spec.layouts, *spec.enums, *spec.variants, *spec.sequences}
    for group in card.GROUPS:
        assert set(group.stems) <= stems and set(group.names) <= names, group.title
    listed = [name for group in card.GROUPS for name in (*group.stems, *group.names)]
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("title, part", [
    ("Errors and vendor codes", "`err_cqe.hw_err_synd` | 0x86,"),
    ("Errors and vendor codes", "`cqe_vendor_syndrome.GATHER` 0x50 to 0x57 | "),
    ("Signatures and PSVs", "`bsf_basic.raw_data_size` | "),
    ("Signatures and PSVs", "`sig_err_cqe.sig_err_offset` | "),
    ("UMR and memory keys", "`umr_ctrl_seg.klm_octowords` | "),
    ("Encryption", "`encryption_order` | "),
    ("Queues and completions", "`rqc.reservation_timeout` | "),
    ("Commands and capabilities", "`cmd_hca_cap.log_max_bsf_list_size` | 16 |"),
])
def test_section(page: str, title: str, part: str) -> None:
    assert f"\n| {part}" in page.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_a_small_spec() -> None:
    spec, findings = small(SMALL)
    assert not findings.has_errors
    text = card.page(spec)
    assert "3 rows: 1 definition, 1 vendor driver, 0 observation, 1 inference." in text
    assert "| `kind.ONE` 0x10 to 0x17 | an x \\| y \\* z \\< 3 | inference | undated | a \\<b> \\| c |" in text
    assert "| `umr_ctrl_seg` | of the layout | definition | 2020-01-02, ConnectX-6, firmware 20 | mail |" in text
    assert text.count("| of an arm |") == 1 and "| `umr_ctrl_seg.first` | of an arm | vendor driver | 2021 |" in text
    assert "| `umr_ctrl_seg.second` | Whether it exists. |" in text


def test_a_spec_without_observations() -> None:
    spec, _ = small(re.sub(r',? ?observed: "[^"]*"|    observed:\n      - .*\n|, unverified: [^}]*', "", SMALL))
    text = card.page(spec)
    assert "0 rows: " in text and "## " not in text.split("0 rows")[1]
