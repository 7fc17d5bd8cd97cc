# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Provides the headers of Debian's DPDK, whose helpers tests compare with stand-ins: those of libdpdk-dev, installed, or
unpacked from its file in the build folder."""

from __future__ import annotations

import glob
import os
import subprocess
import tarfile
from typing import List

import debian_file

PACKAGE = "libdpdk-dev"
INSTALLED = "/usr/include"
MARK = os.path.join("dpdk", "rte_common.h")


def folders(build: str, target: str) -> List[str]:
    """Returns the folders of the headers, which may be unpacked below ``target``. Raises FileNotFoundError if they are not
    available."""
    top = INSTALLED
    if not os.path.exists(os.path.join(top, MARK)):
        package = debian_file.required(build, PACKAGE)
        top = os.path.join(target, "usr", "include")
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
                for member in archive:
                    if member.isfile() and member.name.startswith("./usr/include/"):
                        archive.extract(member, target)
    found = [os.path.join(top, "dpdk"), *glob.glob(os.path.join(top, "*-linux-gnu*", "dpdk"))]
    if not os.path.exists(os.path.join(top, MARK)):
        raise FileNotFoundError(f"{PACKAGE} has no {MARK}")
    return found
