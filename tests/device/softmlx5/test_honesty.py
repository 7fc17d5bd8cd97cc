# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""docs/softmlx5.md names each mark `unverified` of the spec, each rule of strict mode and each member of the JSON
trace, and nothing else; softmlx5/README.md names each source."""

from __future__ import annotations

import fnmatch
import glob
import os
import re

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
GROUPS = ("layouts", "enums", "flags", "sequences", "variants", "fields", "values", "bits", "arms", "segments")


def text(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as stream:
        return stream.read()


def section(title):
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text("docs", "softmlx5.md"), re.M | re.S)
    assert found, title
    return found.group(1)


def marks(node, path=()):
    """Yields the paths of unverified entries: layout.field, enumeration.VALUE and the like."""
    if isinstance(node, list):
        for item in node:
            yield from marks(item, path)
    elif isinstance(node, dict):
        if "unverified" in node:
            yield ".".join(path)
        for key, value in node.items():
            name = value.get("name", key) if isinstance(value, dict) else key
            unnamed = key in GROUPS or isinstance(value, dict) and "overlay" in value
            yield from marks(value, path if unnamed else (*path, str(name)))


def test_unverified_marks():
    spec = set()
    for path in glob.glob(os.path.join(ROOT, "spec", "*", "*.yaml")):
        spec |= set(marks(yaml.safe_load(text(path))))
    assert len(spec) > 15
    rows = re.findall(r"^\| (`.*?) \|", section("Open questions"), re.M)
    listed = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    assert sorted(listed) == sorted(spec)


def test_rules():
    """The table has every rule of the code, and no other."""
    used = set()
    for path in glob.glob(os.path.join(ROOT, "softmlx5", "**", "*.c"), recursive=True):
        used |= set(re.findall(r"\bSM_RULE_\w+", text(path)))
    names = dict(re.findall(r'#define (SM_RULE_\w+) "([^"]+)"', text("softmlx5", "base", "rules.h")))
    code = {names[rule] for rule in used}
    rows = re.findall(r"^\| (`.*?) \|", section("Strict mode"), re.M)
    assert sorted(name for row in rows for name in re.findall(r"`([\w ]+)`", row)) == sorted(code)
    assert len(code) > 12


def test_json_members():
    sources = text("softmlx5", "observe", "trace.c") + text("softmlx5", "observe", "work_trace.c")
    written = set(re.findall(r'\\"(\w+)\\":', sources))
    listed = set(re.findall(r"`(\w+)`", section("The trace")))
    assert written <= listed, written - listed


def test_parts():
    """The lists of parts match each source of the device exactly once."""
    blocks = text("softmlx5", "README.md").split("```")
    listed = re.findall(r"\b[\w*]+\.[cS]\b", blocks[3] + blocks[7] + blocks[5])
    files = [os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "softmlx5", "**", "*.[cS]"), recursive=True)]
    assert [name for name in files if sum(fnmatch.fnmatch(name, part) for part in listed) != 1] == []
    assert [part for part in listed if not fnmatch.filter(files, part)] == []


def codes_of_device():
    """The codes in error.c: syndrome, vendor's code with + for a base, hardware's code."""
    values = {name: int(number, 16) for name, number in re.findall(
        r"PRM_CQE_(\w+?) += (0x\w+)", text("generated", "prm_cqe.h"))}
    source = text("softmlx5", "nic", "queue", "error.c")

    def vendor(expression):
        total = 0
        for kind, name in re.findall(r"SM_(VENDOR|DETAIL)\((\w+)\)", expression):
            total += values[{"VENDOR": "VENDOR_SYNDROME_", "DETAIL": "MEMORY_DETAIL_"}[kind] + name]
        return total

    rows = re.findall(r"\[(SM_ERROR_\w+)\] = \{\s*SM_SYNDROME\((\w+)\), ([^,]+)(?:, (0x\w+))?[^}]*?\.text", source)
    syndrome = {name: values["SYNDROME_" + code] for name, code, _, _ in rows}
    bases = set(re.findall(r"\[(SM_ERROR_\w+)\] = \{[^}]*\.has_detail = true", source))
    found = {(syndrome[name], f"{vendor(code):#x}" + "+" * (name in bases) if vendor(code) else "0", int(hw or "0", 16))
             for name, _, code, hw in rows}
    for name, code, hw in re.findall(r"\{ (SM_ERROR_\w+), SM_FAULT_\w+, (SM_VENDOR[^,]+), (0x\w+) \}", source):
        found.add((syndrome[name], f"{vendor(code):#x}", int(hw, 16)))
    return found, source.count(".text = ") == len(rows) > 50


def test_error_codes():
    """The table of error completions has the codes of error.c, but those of errors that never have a CQE."""
    listed = {(int(syndrome, 16), vendor, int(hw.split("/")[0] or "0", 16)) for syndrome, vendor, hw in re.findall(
        r"^\| [^|]+ \| (0x\w\w) \| (0x\w\w\+?|0) \| ([^|]*?) ?\| (?:card|name|not known)", section("Error completions"), re.M)}
    found, is_whole = codes_of_device()
    no_cqe = {(0x02, f"{code:#x}", 0) for code in (0x90, 0x91, 0x92, 0xd1)} | {
        (0x11, f"{base:#x}+", 0) for base in (0x18, 0x20, 0x38)}
    assert is_whole
    assert found - no_cqe == listed and no_cqe < found
