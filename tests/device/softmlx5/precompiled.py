# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Precompiles headers for many compilations of one file, as tests of defects need them."""

from __future__ import annotations

import collections
import os
import re
import subprocess
from typing import Dict, List, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def header(folder: str, name: str, command: Sequence[str]) -> List[str]:
    """Compiles a header of softmlx5/, with its includes, into the folder. Returns the options with
    which the same command uses it, and saves the time of the thousands of generated functions.
    Raises AssertionError with the compiler's message if it does not compile."""
    return _compiled(folder, os.path.basename(name), f'#include "{os.path.join(ROOT, "softmlx5", name)}"\n', command)


def of_sources(folder: str, paths: Sequence[str], command: Sequence[str]) -> Dict[str, List[str]]:
    """Precompiles the leading includes of each C file that is in ``paths`` at least three times. Returns
    the options with which the same command uses them, by path."""
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
