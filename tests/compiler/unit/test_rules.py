# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests every rule: its findings, their exact text, and the example of its page.

``rules/*.case`` has files and the text that `prmc check` prints for them, marked by lines with
``==``.  The examples in ``explain/*.md`` are such tests, too.
"""

import os
import re
import subprocess
import sys

import pytest
from prmclib import explain, rules
from prmclib.readers import followed
from prmclib.model.errors import render
from watch.dwarf import types
from watch.ifc import lint, uses
from prmclib.readers.source import default_spec, load_source, read_source
from watch.headers import read_headers

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "rules")
LIB = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(rules.__file__))))

# The header of an object file without sections.
ELF = (b"\x7fELF\2\1\1" + bytes(9) + b"\1\0\x3e\0\1\0\0\0" + bytes(28) + b"\x40" + bytes(11))

# Files that a document cannot show.
RAW = {
    "E001": {"spec/wqe/notes.txt": b""},
    "E002": {"spec/example.yaml": "doc: Size of the block in µs.\n".encode("latin1")},
    "E003": {"spec/example.yaml": b"doc: Example.\r\nlayouts:\r\n"},
    "E130": {"example.o": b"!<arch>\n"},
    "E131": {"example.o": ELF},
    "E132": {"example.o": ELF},
    "E133": {"example.o": ELF},
}

EXAMPLES = {"yaml": "spec/example.yaml", "c": "example.h", "xml": "example.adb"}


def findings(folder, monkeypatch, files, path="spec"):
    """Returns the output for these files in a folder of their own."""
    monkeypatch.chdir(folder)
    for name, content in files.items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "wb") as stream:
            stream.write(content if isinstance(content, bytes) else content.encode())
    if any(name.endswith(".h") for name in files):
        header, _, _, found = read_headers([name for name in files if name.endswith(".h")])
        if not found.has_errors:
            lint(header, found)
            uses(header, "code", load_source(default_spec()).spec, found)
            found.sort()
        return render(found)
    if any(name.endswith((".adb", ".o")) for name in files):
        path = next(iter(files))
    found = read_source(path)[1]
    if os.path.isdir(path):
        followed.read(path, found)
    return render(found)


def read_case(name):
    """Returns the files of a case, and the expected text."""
    with open(os.path.join(CASES, name), encoding="utf-8") as stream:
        parts = re.split(r"^== (.*)\n", stream.read(), flags=re.M)
    assert parts[0] == "" and parts[-2] == "findings", name
    return dict(zip(parts[1:-2:2], parts[2:-2:2])), parts[-1]


def read_document(rule):
    """Returns the files of a page's example, and its expected text."""
    text = explain.document(rule)
    blocks = re.findall(r"(?:`([^`\n]+)`:\n\n)?```(yaml|c|xml)?\n(.*?)```\n", text, flags=re.S)
    files = {name or EXAMPLES[kind]: body
             for name, kind, body in blocks if kind or name.startswith("spec/")}
    expected = [body for name, kind, body in blocks if not kind and not name.startswith("spec/") and re.search(r"^\d+ \w+ in ", body,
                                                                           flags=re.M)]
    assert len(expected) == 1, f"{rule}: one block with the findings"
    return files, expected[0]


@pytest.mark.parametrize("name", sorted(os.listdir(CASES)))
def test_case(name, tmp_path, monkeypatch):
    files, expected = read_case(name)
    assert findings(tmp_path, monkeypatch, files) == expected


# The rules of `prmc diff` (D001 ...) have their tests in tests/compiler/diff.
CHECKS = {name: rule for name, rule in rules.RULES.items() if name[0] in "EW"}


@pytest.mark.parametrize("rule", sorted(CHECKS))
def test_document(rule, tmp_path, monkeypatch):
    text = explain.document(rule)
    assert text is not None, f"explain/{rule}.md is missing"
    assert text.startswith(f"# {rule}: {rules.RULES[rule].title}\n\n")
    assert "\n## How to fix it\n\n" in text
    files, expected = read_document(rule)
    path = {"E001": "spec/wqe", "E090": "v9:spec"}.get(rule, "spec")
    if rule == "E090":
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    if rule == "E132":
        monkeypatch.setitem(sys.modules, "elftools.elf.elffile", None)
    if rule == "E133":
        monkeypatch.setattr(types, "MAX_SIZE", 10)
    assert findings(tmp_path, monkeypatch, RAW.get(rule, files), path) == expected
    assert re.findall(r"(?:error|warning) ([EW]\d{3}):", expected) == [rule], \
        "the example gives this rule, once, and no other"


def test_documents_are_of_rules():
    names = {name[:-3] for name in os.listdir(os.path.dirname(explain.__file__))
             if name.endswith(".md") and name[0] in "EW"}
    assert names == set(CHECKS)


def test_ids_are_unique_and_well_formed():
    table = [rule for _, entries in rules._TABLE for rule, _ in entries]
    assert len(table) == len(set(table)) == len(rules.RULES)
    assert all(re.fullmatch(r"[DEW]\d{3}", rule) for rule in table)
    titles = [rule.title for rule in rules.RULES.values()]
    assert len(titles) == len(set(titles))


def test_every_id_in_the_code_is_a_rule_and_the_other_way_round():
    used = set()
    for folder, _, names in os.walk(LIB):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".py") and path != os.path.abspath(rules.__file__):
                with open(path, encoding="utf-8") as stream:
                    used |= set(re.findall(r"\"([EW]\d{3})\"", stream.read()))
    assert used == set(CHECKS)


def test_overlap_is_e012():
    assert rules.RULES["E012"].title.startswith("an overlap")


def test_all_findings_of_a_run(tmp_path, monkeypatch):
    """Errors of different kinds in different files are all reported, in the order of places."""
    files = {
        "spec/a.yaml": "doc: A.\nlayouts:\n  a:\n    size: 4\n    doc: A.\n    source: PRM\n"
                       "    fields:\n      0x00[31:8]: one\n"
                       "      0x00[8:0]: {name: two, enum: e}\n",
        "spec/b.yaml": "doc: B.\nenums:\n  kinds: {source: PRM, values: {A: 0, B: 0}}\n"
                       "sequences:\n  s:\n    doc: S.\n    source: PRM\n    segments:\n"
                       "      - x: {layout: a, count: y.z}\n",
        "spec/c.yaml": "doc: &a C.\n",
    }
    text = findings(tmp_path, monkeypatch, files)
    heads = re.findall(r"^(\S+?):\d+:\d+: error (E\d+)", text, flags=re.M)
    assert heads == [("spec/a.yaml", "E012"), ("spec/b.yaml", "E037"), ("spec/b.yaml", "E036"),
                     ("spec/b.yaml", "E065"), ("spec/c.yaml", "E080")]
    assert text.endswith("5 errors in 3 of 3 files. `prmc explain E012 E037 E036` tells more.\n")
