# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds the mlx5 headers of Debian's kernels, which tests compare with.

6.1 is Debian 12's kernel, and tests fail without its headers. 6.12 comes from bookworm-security alone: on a
machine without that source, tests compare with 6.1, and those that need both are skipped with a reason.
"""

from __future__ import annotations

import glob
import os
import re
from typing import List

import pytest

KNOWN = ("6.1", "6.12")
INSTALL = "run ./configure.py --install-deps=test"
LACKING = ("no headers of Linux 6.12: comparisons are with 6.1 alone; add bookworm-security to APT's sources and "
           + INSTALL)


def folders(version: str) -> List[str]:
    """Returns the folders include/ of a kernel's headers, by the first two numbers of its version, oldest first."""
    found = [path for path in glob.glob(f"/usr/src/linux-headers-{version}.*-common")
             if os.path.isfile(os.path.join(path, "include", "linux", "mlx5", "mlx5_ifc.h"))]
    return [os.path.join(path, "include")
            for path in sorted(found, key=lambda path: [int(part) for part in re.findall(r"\d+", path)])]


LINUX = tuple(version for version in KNOWN if version == KNOWN[0] or folders(version))


def linux(version: str) -> str:
    """Returns the newest of these folders; skips the test if an optional version is missing."""
    found = folders(version)
    if not found and version != KNOWN[0]:
        pytest.skip(LACKING)
    assert found, f"no /usr/src/linux-headers-{version}.*-common with mlx5 headers: {INSTALL}"
    return found[-1]


def linux_file(version: str, name: str) -> str:
    """Returns the path of a header in include/linux/mlx5."""
    path = os.path.join(linux(version), "linux", "mlx5", name)
    assert os.path.isfile(path), f"{path} is missing: {INSTALL}"
    return path
