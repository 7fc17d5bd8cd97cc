# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""docs/softmlx5.md names each mark `unverified` of the spec, each rule of strict mode and each member of the JSON
trace, and nothing else; softmlx5/README.md names each source."""

from __future__ import annotations

import fnmatch
import glob
import os
import re

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
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
    code = set()
    for path in glob.glob(os.path.join(ROOT, "softmlx5", "*", "*.c")):
        source = text(path)
        code |= set(re.findall(r'sm_(?:strict|refused)\((?:[^,"]+, ){2}"([\w ]+)",', source))
        code |= set(re.findall(r'sm_strict_at\([^,"]+, "([\w ]+)",', source))
    rows = re.findall(r"^\| (`.*?) \|", section("Strict mode"), re.M)
    assert sorted(name for row in rows for name in re.findall(r"`([\w ]+)`", row)) == sorted(code)
    assert len(code) > 12


def test_json_members():
    sources = text("softmlx5", "tools", "trace.c") + text("softmlx5", "nic", "work_trace.c")
    written = set(re.findall(r'\\"(\w+)\\":', sources))
    listed = set(re.findall(r"`(\w+)`", section("The trace")))
    assert written <= listed, written - listed


def test_parts():
    """The lists of parts match each source of the device exactly once."""
    blocks = text("softmlx5", "README.md").split("```")
    listed = re.findall(r"\b[\w*]+\.[cS]\b", blocks[3] + blocks[7] + blocks[5])
    files = [os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "softmlx5", "*", "*.[cS]"))]
    assert [name for name in files if sum(fnmatch.fnmatch(name, part) for part in listed) != 1] == []
    assert [part for part in listed if not fnmatch.filter(files, part)] == []
