# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Every rule of prmc diff has a page, whose example has the output on the page."""

import os
import re

import pytest
from prmclib import explain, rules
from prmclib.diff.rules import CLASSES
from sides import both, prmc, write

DIFF = os.path.join(os.path.dirname(os.path.abspath(explain.__file__)), os.pardir, "diff")


def test_rules_and_classes_are_the_same():
    assert {rule for rule in rules.RULES if rule.startswith("D")} == set(CLASSES)


def test_every_rule_is_used_and_the_other_way_round():
    used = set()
    for name in os.listdir(DIFF):
        if name.endswith(".py") and name != "rules.py":
            with open(os.path.join(DIFF, name), encoding="utf-8") as stream:
                text = stream.read()
            used |= set(re.findall(r"\"(D\d{3})\"", text))
            assert set(re.findall(r"\bD\d{3}\b", text)) <= set(CLASSES), name
    assert used == set(CLASSES)


def test_pages_are_of_rules():
    names = {name[:-3] for name in os.listdir(os.path.dirname(explain.__file__))
             if name.startswith("D") and name.endswith(".md")}
    assert names == set(CLASSES)


@pytest.mark.parametrize("rule", sorted(CLASSES))
def test_page(rule, tmp_path, monkeypatch):
    text = explain.document(rule)
    assert text.startswith(f"# {rule}: {rules.RULES[rule].title}\n\n")
    assert "\n## What to do\n\n" in text
    blocks = re.findall(r"```(diff|yaml|)\n(.*?)```\n", text, flags=re.S)
    kinds = [kind for kind, _ in blocks]
    more = []
    if rule == "D080":
        assert kinds == ["diff", "yaml", ""]
        write(tmp_path, "manual/example.yaml", blocks.pop(1)[1])
        more = ["--against", "manual"]
        kinds.remove("yaml")
    if kinds == ["yaml", ""]:
        names = re.findall(r"`(v[12]/\w+\.yaml)`", text)
        for name in names:
            write(tmp_path, name, blocks[0][1])
    else:
        assert kinds == ["diff", ""]
        for name, content in zip(("v1", "v2"), both(blocks[0][1])):
            write(tmp_path, f"{name}/example.yaml", content)
    monkeypatch.chdir(tmp_path)
    status, out, err = prmc("diff", "v1", "v2", *more, "--all", "--fail-on", "never")
    assert (status, err) == (0, "")
    assert out == blocks[-1][1]
    assert re.search(rf"  {rule}  [0-9a-f]{{12}}$", out, flags=re.M)
