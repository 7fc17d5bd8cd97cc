# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Editors find the accessors of fields, which are lines with a macro: .ctags.d has their patterns."""

import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

RULE = re.compile(r"--regex-C=/(.*)/(prm_.*)/A/")


def test_tags_are_the_functions_of_the_compiler():
    with open(os.path.join(ROOT, ".ctags.d", "fields.ctags"), encoding="ascii") as stream:
        rules = [match.groups() for match in map(RULE.fullmatch, stream.read().splitlines()) if match]
    assert len(rules) == 2
    tagged, written = [], set()
    for name in sorted(os.listdir(os.path.join(ROOT, "generated"))):
        if not name.endswith(".h"):
            continue
        with open(os.path.join(ROOT, "generated", name), encoding="utf-8") as stream:
            for line in stream:
                tagged += [match.expand(tag) for pattern, tag in rules for match in [re.match(pattern, line)] if match]
                written |= set(re.findall(r"^static .*\b(prm_\w+_[sg]et_\w+)\(", line))
    assert len(set(tagged)) == len(tagged) > 4000
    done = subprocess.run(["gcc", "-E", "-P", "-xc", "-Igenerated", "-"], cwd=ROOT, input='#include "prm_layouts.h"',
                          stdout=subprocess.PIPE, text=True, check=True)
    defined = set(re.findall(r"\bstatic inline \w+ (prm_\w+_[sg]et_\w+)\(", done.stdout))
    assert defined - written == set(tagged) - written
