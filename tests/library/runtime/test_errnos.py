# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Each error of a manual page has a case in errnos/ that causes it, and no case causes another one."""

from __future__ import annotations

import glob
import os
import re
import subprocess
from typing import Set, Tuple

import pytest
import patience
import sanitizers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))
PROGRAM = f"{BUILD}/tests/runtime/errnos"
sanitizers.skip(PROGRAM, "malloc() belongs to {} and cannot be replaced")


def cases():
    """Returns page, errno, name and options of each case."""
    if not os.path.exists(PROGRAM):
        return []
    done = subprocess.run([PROGRAM, "--list"], stdout=subprocess.PIPE, text=True, check=True)
    return [(*line.split(" ", 3), "")[:4] for line in done.stdout.splitlines()]


def named() -> Set[Tuple[str, str]]:
    """Returns page and errno of each error in the pages."""
    found = set()
    for path in glob.glob(os.path.join(ROOT, "docs", "man", "*.3")):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        section = re.search(r"^\.SH RETURN VALUE AND ERRORS\n(.*?)^\.SH ", text, re.M | re.S)
        assert section, path
        page = os.path.basename(path)[:-2]
        found |= {(page, name.replace("\\", "")) for name in re.findall(
            r"^\.TP\n\.B (\\?-?E[A-Z0-9]+)$", section.group(1), re.M)}
        words = set(re.findall(r"\b(E[A-Z0-9]{3,})\b", section.group(1))) - {"ERRORS"}
        assert {(page, word) for word in words} <= found | {(p, name[1:]) for p, name in found}, page
    return found


def test_all_are_brought_about():
    listed = {(page, name) for page, name, _, _ in cases()}
    assert sorted(listed) == sorted(named())
    assert len(listed) > 30


@pytest.mark.parametrize("page, error, name, options", cases(), ids=lambda text: text.split("mlx5sig_")[-1])
def test_error(page, error, name, options):
    words = options.split() if options != "--pipelining" else []
    done = subprocess.run([f"{BUILD}/softmlx5", *words, PROGRAM, page, error, name], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=patience.LIMIT)
    assert (done.returncode, done.stdout) == (0, f"{error}\n")
