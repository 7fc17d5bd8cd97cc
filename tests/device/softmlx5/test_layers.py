# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The layers of softmlx5 are its folders, those of nic/ its subfolders. Includes and calls go to the same layer or to
one below; from below, a function pointer calls back."""

from __future__ import annotations

import glob
import os
import re
import subprocess
from typing import Dict, Iterator, List, Sequence, Set, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SOFTMLX5 = os.path.join(ROOT, "softmlx5")
OBJECTS = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"), "obj", "softmlx5")

# From the top. A program's process has no folder pci, and the program softmlx5-device nothing above it.
LAYERS = ("process", "uml", "kernel", "pci", "firmware", "observe", "nic/queue", "nic/wire", "nic/data", "nic/signature",
          "nic/memory", "fabric", "base")
TABLE = "sm_observer"  # of pointers to functions of observe/, by which the layers below it call them
MADE = {"cap_presets.h": "base/caps.c"}  # headers that ninja makes for a source


def files() -> Dict[str, str]:
    """Returns the text of each source and header, by its path in softmlx5/."""
    found = {}
    for path in glob.glob(os.path.join(SOFTMLX5, "**", "*.[chS]"), recursive=True):
        with open(path, encoding="utf-8") as stream:
            found[os.path.relpath(path, SOFTMLX5)] = stream.read()
    return found


def included(text: str) -> List[str]:
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text, re.M)


def layer(path: str) -> str:
    return os.path.dirname(path)


def is_upward(user: str, used: str) -> bool:
    return LAYERS.index(layer(used)) < LAYERS.index(layer(user))


def wrong_includes(texts: Dict[str, str]) -> Iterator[str]:
    """Returns the violations in the includes of these files."""
    for path, text in sorted(texts.items()):
        for name in included(text):
            if re.fullmatch(r"prm_\w+\.h", name) or MADE.get(name) == path:
                continue
            if name not in texts:
                yield f"{path} includes {name}, which is no LAYER/FILE.h of softmlx5/"
            elif is_upward(path, name):
                yield f"{path} includes {name}, which is in a layer above"


def circle(uses: Dict[str, Sequence[str]]) -> List[str]:
    """Returns a cycle of names, each of which uses the next; [] if there is none."""
    done: Set[str] = set()

    def search(name: str, path: List[str]) -> List[str]:
        if name in path:
            return path[path.index(name):]
        if name in done:
            return []
        for other in uses.get(name, ()):
            found = search(other, [*path, name])
            if found:
                return found
        done.add(name)
        return []

    return next((found for found in (search(name, []) for name in sorted(uses)) if found), [])


def symbols(sources: Sequence[str]) -> Iterator[Tuple[str, str, str]]:
    """Source, kind as nm prints it, and name of each global symbol of the project in their object files."""
    objects = {os.path.join(OBJECTS, os.path.splitext(source)[0] + ".o"): source for source in sources}
    listed = subprocess.run(["nm", "-A", "-g", "-p", *objects], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in listed.splitlines():
        path, _, rest = line.partition(".o:")
        kind, name = rest.split()[-2:]
        if name.startswith("sm_"):
            yield objects[path + ".o"], kind, name


def test_folders():
    """Every source is in the folder of a layer."""
    assert {layer(path) for path in files()} == set(LAYERS)


def test_includes():
    texts = files()
    assert sum(len(included(text)) for text in texts.values()) > 100
    assert list(wrong_includes(texts)) == []


def test_headers_are_no_circle():
    texts = files()
    assert circle({path: included(text) for path, text in texts.items() if path.endswith(".h")}) == []


def test_calls():
    """The object files need no symbol of a layer above, independent of its declaration, but the table."""
    defined, needed = {}, []
    for source, kind, name in symbols([path for path in files() if not path.endswith(".h")]):
        if kind == "U":
            needed.append((source, name))
        else:
            defined[name] = source
    assert len(needed) > 500
    assert sorted(f"{source} uses {name} of {defined[name]}" for source, name in needed
                  if is_upward(source, defined[name]) and name != TABLE) == []
    assert defined[TABLE] == "observe/observers.c"


def test_detection():
    """The checks above detect what they are for."""
    texts = {"process/a.h": "", "nic/data/b.h": '#include "process/a.h"\n', "nic/data/c.c": '#include "b.h"\n',
             "base/d.c": '#include "cap_presets.h"\n#include "prm_cq.h"\n'}
    assert list(wrong_includes(texts)) == [
        "base/d.c includes cap_presets.h, which is no LAYER/FILE.h of softmlx5/",
        "nic/data/b.h includes process/a.h, which is in a layer above",
        "nic/data/c.c includes b.h, which is no LAYER/FILE.h of softmlx5/"]
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c"]
    assert circle({"a": ["b", "c"], "b": ["c"], "c": []}) == []
