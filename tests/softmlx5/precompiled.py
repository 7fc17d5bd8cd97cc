# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Headers that are read once for many compilations of one file each, as tests of defects need them."""

from __future__ import annotations

import os
import subprocess
from typing import List, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def header(folder: str, name: str, command: Sequence[str]) -> List[str]:
    """Compiles a header of softmlx5/, with all that it includes, into the folder. Gives the options with which the
    same command takes it: the rest of a source is then most of the work, not the thousands of generated functions.
    AssertionError with the compiler's words if it does not compile."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(f'#include "{os.path.join(ROOT, "softmlx5", name)}"\n')
    done = subprocess.run([*command, "-x", "c-header", path, "-o", path + ".gch"], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return ["-include", path]
