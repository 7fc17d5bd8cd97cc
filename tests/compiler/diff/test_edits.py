# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random edits: the JSON form applied to OLD gives NEW exactly, and the reported fields are what
plain sets of fields say.

PRMC_DIFF_EDITS=5000 tries as many instead of the fixed share; PRMC_DIFF_SEED moves on to others.
"""

import json
import os
import random

import independent
import independent_enums
import independent_links
import pytest
from edits import Editor, copied, sub_spec
from prmclib.diff import apply
from prmclib.diff.compare import compare
from prmclib.model import Kind
from prmclib.reports import report_json as json_report
from prmclib.readers.source import Source
from sides import SPEC, as_json, the_spec

COUNT = int(os.environ.get("PRMC_DIFF_EDITS", "80"))
FIRST = int(os.environ.get("PRMC_DIFF_SEED", "0"))
STEP = 40  # in one test


def table_of(spec):
    """{layout: {path: (offset, width)}} of the fields, overlays and fields of arms."""
    table = {}
    for layout in spec.layouts.values():
        rows = table.setdefault(layout.name, {})
        for item in layout.fields:
            if item.name:
                rows[item.name] = (item.bits.offset, item.bits.width)
            for arm in item.arms:
                for inner in arm.fields:
                    if inner.name:
                        path = arm.name if arm.is_single else f"{arm.name}.{inner.name}"
                        rows[path] = (inner.bits.offset, inner.bits.width)
    return table


def values_of(spec):
    """{enumeration: {name: number}}; of flags the numbers of bits."""
    return {name: {value.name: value.value for value in enum.values}
            for name, enum in spec.enums.items()}


def agree_on_enums(old, new, said, what):
    """The values of enumerations, and which enumeration each field has that kept its names."""
    expected = independent_enums.difference(values_of(old), values_of(new))
    assert independent_enums.told(said) == expected, what
    fields = independent_links.difference(independent_links.of_spec(old), independent_links.of_spec(new),
                                          said, independent.told(said))
    assert independent_links.told(said) == fields, what


def edited(seed):
    """Returns (old, new, names of the edits)."""
    choice = random.Random(seed)
    names = choice.sample(list(the_spec().layouts), choice.randint(2, 8))
    old = sub_spec(the_spec(), names)
    editor = Editor(copied(old), seed)
    new = editor.edit(choice.randint(1, 6))
    return Source("OLD", "spec", old), Source("NEW", "spec", new), editor.done


def round_trip(data):
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, STEP))
def test_random_edits(first):
    for seed in range(first, min(first + STEP, FIRST + COUNT)):
        old, new, done = edited(seed)
        said = as_json(old, new)
        before = round_trip(apply.plain_spec(old.spec))
        result = apply.apply(before, said["changes"])
        assert round_trip(result) == round_trip(apply.plain_spec(new.spec)), (seed, done)
        assert before == round_trip(apply.plain_spec(old.spec)), "what is applied to stays"
        expected = independent.difference(table_of(old.spec), table_of(new.spec))
        told = independent.told(said)
        for key, value in expected.items():
            assert told[key] == value, (seed, done, key)
        agree_on_enums(old.spec, new.spec, said, (seed, done))
        prints = [item["fingerprint"] for item in said["findings"]]
        assert len(prints) == len(set(prints)), (seed, done)
        assert bool(said["changes"]) or not prints, (seed, done)
        is_told(said, seed, done)


def is_told(said, seed, done):
    """A finding covers every edit of the JSON form's changes."""
    spoken = {item["layout"] for item in said["findings"]}
    spoken |= {side["layout"] for item in said["findings"] for side in (item["old"], item["new"])
               if side}
    for item in said["findings"]:
        if item["rule"] == "D006":
            spoken |= set(item["old"]["text"].split(", "))
    for kind in ("layouts", "enums", "variants", "sequences"):
        edits = said["changes"].get(kind, {})
        for name in edits.get("remove", []):
            assert name in spoken, (seed, done, name)
        for entry in edits.get("add", []):
            assert entry["record"]["name"] in spoken, (seed, done, entry["record"]["name"])
        for entry in edits.get("change", []):
            if not is_quiet(entry):
                assert entry["key"] in spoken, (seed, done, entry)
            if kind == "layouts":
                for inner in entry.get("in", {}).get("fields", {}).get("change", []):
                    has_own = {*inner.get("set", {}), *inner.get("unset", [])} - FOLLOW
                    if has_own and not inner["key"].startswith("@"):
                        assert (entry["key"], inner["key"]) in fields_of(said), (seed, done, inner)


# Attributes that follow the new name or size of something else; places are compared as sets above.
FOLLOW = {"layout", "enum", "flags", "selector", "elem_width", "bits"}


def fields_of(said):
    """Returns (layout, field), in OLD's names, of all findings."""
    out = set()
    for item in said["findings"]:
        side = item["old"] or item["new"]
        layouts = {side["layout"], item["layout"]}
        names = {side["field"], *(part["field"] for part in side["parts"])}
        names |= {moved["field"] for moved in item["shifted"]}
        names |= {name for joined in names for name in joined.split(", ")}
        out |= {(layout, name) for layout in layouts for name in names}
    return out


def is_quiet(entry, follow=frozenset(("layout", "enum", "flags", "selector"))):
    """Edits that no finding speaks of: where reserved bits are cut, the order of values, references
    that follow the new name of something else."""
    if {*entry.get("set", {}), *entry.get("unset", [])} - follow:
        return False
    for key, edits in entry.get("in", {}).items():
        if any(not name.startswith("@") for name in edits.get("remove", [])) or \
                any(added["record"].get("name") for added in edits.get("add", [])) or \
                "order" in edits and key != "values":
            return False
        # Expressions follow the new names of fields.
        more = {"when", "count", "size"} if key == "segments" else set()
        if not all(change["key"].startswith("@") or is_quiet(change, follow | more)
                   for change in edits.get("change", [])):
            return False
    return True


def test_a_manual_against_itself():
    source = Source("spec", "spec", the_spec())
    other = Source("copy", "spec", copied(the_spec()))
    said = as_json(source, other)
    assert said["findings"] == [] and said["changes"] == {}


def test_the_reverse_is_the_mirror():
    """An addition in one direction is a removal in the other."""
    for seed in range(FIRST, FIRST + 20):
        old, new, done = edited(seed)
        there = independent.told(as_json(old, new))
        back = independent.told(as_json(new, old))
        assert there["added"] == back["removed"], (seed, done)
        assert there["removed"] == back["added"], (seed, done)
        assert {(a, b, d, c) for a, b, c, d in there["moved"]} == back["moved"], (seed, done)
        assert {(a, b, d, c) for a, b, c, d in there["resized"]} == back["resized"], (seed, done)


def test_edits_of_another_manual_are_refused():
    old, new, _ = edited(3)
    changes = as_json(old, new)["changes"]
    with pytest.raises(apply.BadEdit):
        apply.apply({kind: [] for kind in apply.KINDS},
                    {"layouts": {"remove": ["not_there"]}, **{"enums": {}}})
    assert changes


def test_plain_data_have_every_attribute_of_the_model():
    """Nothing of the model but places in files is left out of the plain data."""
    text = json.dumps(apply.plain_spec(the_spec()))
    for word in ("encoding", "selector", "cap", "unverified", "conflict", "is_open", "is_flags",
                 "elem_width", "count", "rest", "external", "since", "writer"):
        assert f'"{word}"' in text, word
    named = [f for v in the_spec().layouts.values() for f in v.fields if f.kind is Kind.UINT]
    assert text.count('"kind": "uint"') >= len(named)


def test_apply_as_a_program(tmp_path, capsys):
    old, new = f"{SPEC}/wqe/ctrl.yaml", f"{SPEC}/wqe/rdma.yaml"
    from prmclib.readers.source import load_source

    report = compare(load_source(old), load_source(new))
    path = tmp_path / "diff.json"
    path.write_text(json_report.render(report), encoding="utf-8")
    assert apply.main([old, str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == round_trip(
        apply.plain_spec(load_source(new).spec))
    assert apply.main([new, str(path)]) == 1
    assert "these are not changes of" in capsys.readouterr().err
