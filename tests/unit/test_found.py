# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""docs/found.md: its witnesses are what the spec says of these bytes, its patches are whole, and docs/conform.yaml
refers to what it has."""

import os
import re

import yaml
from prmclib.flatten import flatten_layout
from prmclib.load import load_spec

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
with open(os.path.join(ROOT, "docs", "found.md"), encoding="utf-8") as stream:
    TEXT = stream.read()
WITNESS = re.compile(r"`([0-9a-f ]+)` at 0x([0-9a-f]+)\s+of `(\w+)`:\s+((?:`\w+`\s+is\s+\w+(?:,\s+)?)+)\.")


def test_witnesses():
    spec, _ = load_spec([os.path.join(ROOT, "spec")])
    found = WITNESS.findall(TEXT)
    assert len(found) >= TEXT.count("**Witness:** `") == TEXT.count("**Sources:**") >= 9
    checked = 0
    for words, at, name, values in found:
        if name not in spec.layouts:
            continue
        data = bytearray(spec.layouts[name].size)
        raw = bytes.fromhex(words)
        data[int(at, 16):int(at, 16) + len(raw)] = raw
        number = int.from_bytes(data, "big")
        fields = {item.path.split(".")[-1]: item for item in flatten_layout(spec, name)}
        for field, value in re.findall(r"`(\w+)`\s+is\s+(\w+)", values):
            item = fields[field]
            shift = len(data) * 8 - item.offset_bits - item.width_bits
            assert number >> shift & ((1 << item.width_bits) - 1) == int(value, 0), (name, field)
            checked += 1
    assert checked >= 6


def test_patches():
    """Each hunk has as many lines as its head says, and changes something."""
    blocks = re.findall(r"^```diff\n(.*?)^```$", TEXT, flags=re.M | re.S)
    assert len(blocks) >= 12
    for block in blocks:
        head, *hunks = re.split(r"^(?=@@ )", block, flags=re.M)
        assert re.fullmatch(r"--- a/(\S+)\n\+\+\+ b/\1\n", head) and hunks, head
        for hunk in hunks:
            first, *lines = hunk.splitlines()
            old, new = re.match(r"@@ -\d+,(\d+) \+\d+,(\d+) @@", first).groups()
            kinds = [line[:1] or " " for line in lines]
            assert (kinds.count(" ") + kinds.count("-"), kinds.count(" ") + kinds.count("+")) == (int(old), int(new))
            assert "-" in kinds or "+" in kinds


def test_references():
    """A reason that names found.md is about a table or layout that the page has, and links lead to headings."""
    with open(os.path.join(ROOT, "docs", "conform.yaml"), encoding="utf-8") as stream:
        notes = yaml.safe_load(stream)["disagreements"]
    about = {re.sub(r"\Amlx5_ifc_|_bits\Z", "", note["layout"]) for note in notes if "found.md" in note["reason"]}
    assert len(about) >= 6 and not {name for name in about if f"{name}" not in TEXT}
    headings = {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-")
                for line in re.findall(r"^#+ (.*)$", TEXT, flags=re.M)}
    assert not set(re.findall(r"\]\(#([^)]*)\)", TEXT)) - headings
