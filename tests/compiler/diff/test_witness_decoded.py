# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Witnesses, read by the decoder of ``prmc decode`` under both manuals: it says what the witness
says, and not the same.  Every rule that claims a witness has one in its own example."""

import os
import re
import subprocess

import pytest
from kernel_headers import KNOWN, linux_file
from prmclib import explain
from prmclib.diff import witness as witnesses
from prmclib.diff.compare import compare
from prmclib.diff.rules import CLASSES
from prmclib.show.explained import explain as decode
from prmclib.model import Kind
from prmclib.readers.source import load_source
from sides import ROOT, prmc, sources, write
from test_edits import edited
from test_witness import whole_size

SAID = re.compile(r"([\w.\[\]]+) is (0x[0-9a-f]+|\d+)(?=[,;]|$)")
HELD = re.compile(r"([\w.\[\]]+) holds ((?:[0-9a-f]{2})+)(?=[,;]|$)")
CLAIMED = sorted(rule for rule, maker in witnesses.RULES.items() if not isinstance(maker, str))


def whole(old, new, witness):
    """Returns the image with zeros around the witness, and with an element of an array that ends a layout."""
    names = (old, witness.old_layout or witness.layout), (new, witness.layout)
    layouts = [spec.layouts[name] for spec, name in names if name in spec.layouts]
    size = max(map(whole_size, layouts), default=0)
    end = witness.at + len(witness.data)
    return b"\0" * witness.at + witness.data + b"\0" * max(size - end, 0)


def lines(spec, data, what):
    """Returns [(path, line)] of all decoded items, and the decoder's errors."""
    items = list(decode(spec, data, what))
    top = f"{what}."
    out = []
    for item in items:
        for part, line in item.lines:
            path = f"{part.name}.{line.full_name}"
            out.append((path[len(top):] if path.startswith(top) else path, line))
    return out, [(item.size, item.error) for item in items]


def meaning(found):
    """Returns the contents of the decoder's output, without places."""
    return [(path, line.kind, line.raw if line.value is None else line.value, line.names, line.text,
             line.readings, line.remarks) for path, line in found[0]], found[1]


def prove(old, new, finding):
    """Decodes a witness under both manuals; returns how many values of its sentences were found."""
    witness = finding.witness
    data = whole(old, new, witness)
    decoded, met = [], 0
    for spec, name, text in ((old, witness.old_layout or witness.layout, witness.old),
                             (new, witness.layout, witness.new)):
        found = lines(spec, data, name)
        decoded.append(meaning(found))
        known = {}
        for path, line in found[0]:
            known.setdefault(path, line)
            if name in spec.sequences:  # whose parts are described at their fields
                known.setdefault(path.partition(".")[2], line)
        text = re.sub(r"^where 0x[0-9a-f]+ selects: ", "", text)
        for path, value in SAID.findall(text):
            if path not in known and any(line.readings for line in known.values()):
                # The contents of an arm with an external selector are printed as bytes if it is a layout.
                readings = " ".join(said for line in known.values() for _, said in line.readings)
                assert any(re.search(rf"\b{re.escape(part)} ", readings)
                           for part in re.split(r"[.\[]", path)), (finding, path)
            else:
                assert path in known, (finding, path, sorted(known))
                assert known[path].value == int(value, 0), (finding, path)
            met += 1
        for path, content in HELD.findall(text):
            if path in known and known[path].kind is Kind.BYTES:
                assert known[path].raw.hex() == content, (finding, path)
                met += 1
    if witness.is_packed:
        defaults = [default_of(spec, side) for spec, side in ((old, finding.old), (new,
                                                                                   finding.new))]
        assert defaults[0] != defaults[1]
        assert witness.old_value == defaults[0] or witness.new_value == defaults[1]
        return met
    assert decoded[0] != decoded[1], finding
    return met


def default_of(spec, side):
    items = spec.layouts[side.layout].fields
    items = items + [inner for item in items for arm in item.arms for inner in arm.fields]
    return next(item.default or 0 for item in items if item.bits == side.bits and item.name)


def example(rule, folder):
    """The example of a rule's page, as two manuals."""
    text = explain.document(rule)
    return sources(folder, re.search(r"```diff\n(.*?)```\n", text, flags=re.S).group(1))


@pytest.mark.parametrize("rule", CLAIMED)
def test_every_rule_that_claims_one_has_one(rule, tmp_path):
    old, new = example(rule, tmp_path)
    found = [item for item in compare(old, new).findings if item.rule == rule]
    assert found
    for item in found:
        assert item.witness is not None and not item.no_witness
        prove(old.spec, new.spec, item)


def test_the_others_say_why():
    assert set(witnesses.RULES) == set(CLASSES)
    with open(os.path.join(ROOT, "docs", "diff.md"), encoding="utf-8") as stream:
        text = stream.read()
    rows = dict(re.findall(r"^\| (D\d{3}) \| (.*) \|$", text, flags=re.M))
    assert set(rows) == set(CLASSES)
    for rule, maker in witnesses.RULES.items():
        assert rows[rule] == (f"none: {maker}" if isinstance(maker, str) else rows[rule])
        assert rows[rule].startswith("none: ") == isinstance(maker, str), rule


def prove_all(old, new):
    """(rules of findings with a witness, values met)."""
    rules, met = [], 0
    for item in compare(old, new).findings:
        assert (item.witness is None) != (not item.no_witness), item
        if isinstance(witnesses.RULES[item.rule], str):
            assert item.witness is None
        if item.witness is not None:
            assert item.witness.old != item.witness.new, item
            met += prove(old.spec, new.spec, item)
            rules.append(item.rule)
    return rules, met


def test_random_edits():
    seen, total = set(), 0
    for seed in range(40):
        old, new, _ = edited(seed)
        rules, met = prove_all(old, new)
        seen |= set(rules)
        total += met
    assert total > 100 and len(seen) > 12, (total, sorted(seen))


def test_linux():
    rules, met = prove_all(*(load_source(linux_file(version, "mlx5_ifc.h")) for version in KNOWN))
    assert len(rules) > 180 and met > 180


PACKS = """\
#include <stdio.h>
#include "prm_example.h"

int main(void)
{
	struct prm_seg_fields v;
	struct prm_seg seg;

	prm_seg_fields_init(&v);
	prm_seg_pack(&seg, &v);
	for (size_t i = 0; i < sizeof(seg); i++)
		printf("%02x", ((const unsigned char *)&seg)[i]);
	return 0;
}
"""


def test_a_pack_without_the_field_gives_the_witness_of_a_default(tmp_path):
    """By the generated C of both manuals: the old one packs the witness, the new one does not."""
    old, new = example("D042", tmp_path)
    (item,) = compare(old, new).findings
    packed = []
    for name in ("v1", "v2"):
        folder = str(tmp_path / name)
        status, _, err = prmc("generate", "--spec", folder, "--out", f"{folder}/out")
        assert status == 0, err
        main = write(folder, "main.c", PACKS)
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", f"-I{folder}/out", main, "-o",
                        f"{folder}/main"], check=True)
        packed.append(subprocess.run([f"{folder}/main"], check=True, text=True,
                                     stdout=subprocess.PIPE).stdout)
    assert packed[0] == item.witness.data.hex() != packed[1]
    assert item.witness.old == "timeout is 1, packed if it is not set"
    assert item.witness.new == "timeout is 1; if not set: 16"
