# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Every file that a comment of C code names exists."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Iterator, Set, Tuple

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("codegen", "examples", "include", "runtime", "softmlx5", "tests")
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|/\*.*?\*/|//[^\n]*', re.S)
FILE = re.compile(r"(?<![\w<*./-])([\w*./-]*\b[\w*]+\.(?:c|h|S|py|caps|yaml))\b")
OTHERS = {"accel_mlx5.c", "virtio_uml.c", "virt-pci.c"}  # of SPDK, of User Mode Linux


def names(text: str) -> Iterator[str]:
    """Yields the files that comments name, with the folder if there is one."""
    for comment in COMMENT.finditer(text):
        if not comment.group().startswith('"'):
            yield from FILE.findall(comment.group())


def unknown(text: str, files: Set[str], folders: Set[str]) -> Iterator[str]:
    """Yields the names that are not in ``files``. A path below none of ``folders`` belongs to another tree."""
    for name in names(text):
        folder, base = os.path.split(name)
        if base not in files and base not in OTHERS and "*" not in base and (
                not folder or folder.split("/")[0] in folders):
            yield name


def tree() -> Tuple[Set[str], Set[str]]:
    """Returns the names of the project's files, and of its top folders and the device's layers."""
    files = {name for folder in (*FOLDERS, "generated", "spec", "docs")
             for _, _, found in os.walk(ROOT / folder) for name in found}
    layers = {path.name for path in (ROOT / "softmlx5").iterdir() if path.is_dir()}
    return files | {"configure.py", "cap_presets.h"}, {*FOLDERS, "generated", "spec", *layers}


def test_comments_name_files_that_exist() -> None:
    files, folders = tree()
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.[chS]")):
            found += [f"{path.relative_to(ROOT)}: {name}"
                      for name in unknown(path.read_text(encoding="utf-8"), files, folders)]
    assert found == []


def test_detection() -> None:
    text = ('/* As fw_cq.c and cq.c do, see runtime/gone.c, asm/sigcontext.h, sig*.c. */\n'
            '#include "lost.h"\n#include <lost.h>\n// also ring.h\nchar *a = "/* none.c */";\n')
    assert list(unknown(text, {"cq.c"}, {"runtime"})) == ["fw_cq.c", "runtime/gone.c", "ring.h"]
