# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Headers that are read once for many compilations of one file, as tests of defects need them."""

from __future__ import annotations

import collections
import os
import re
import subprocess
from typing import Dict, List, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def header(folder: str, name: str, command: Sequence[str]) -> List[str]:
    """Compiles a header of softmlx5/, with all that it includes, into the folder. Gives the
    options with which the same command takes it: the rest of a source is then most of the work,
    not the thousands of generated functions.
    AssertionError with the compiler's words if it does not compile."""
    return _compiled(folder, os.path.basename(name), f'#include "{os.path.join(ROOT, "softmlx5", name)}"\n', command)


def of_sources(folder: str, paths: Sequence[str], command: Sequence[str]) -> Dict[str, List[str]]:
    """For each C file, all that it includes in front of its code: read once for files that are in
    ``paths`` at least three times. Gives the options with which the same command takes it, by path."""
    result: Dict[str, List[str]] = {}
    for path, times in collections.Counter(paths).items():
        result[path] = []
        if times >= 3:
            with open(path, encoding="utf-8") as stream:
                head = re.match(r"(?s).*\n\s*#\s*include [^\n]*\n", stream.read())
            assert head, f"{path} includes nothing"
            text = head.group()
            opened = len(re.findall(r"(?m)^#\s*if", text)) - len(re.findall(r"(?m)^#\s*endif",
                                                                            text))
            result[path] = _compiled(folder, f"before_{os.path.basename(path)}.h",
                                     text + "#endif\n" * opened, command)
    return result


def _compiled(folder: str, name: str, text: str, command: Sequence[str]) -> List[str]:
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    done = subprocess.run([*command, "-x", "c-header", path, "-o", path + ".gch"], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return ["-include", path]
