#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Provides the headers of Debian's DPDK, whose helpers tests compare with stand-ins.

    tests/run/dpdk_headers.py --fetch build     keep the package's file, which `folders` unpacks, with the network at hand

They are those of libdpdk-dev: installed, or unpacked from its file in the build folder, where `configure.py
--install-deps=deep` puts it, since that package depends on 200 others. Needs only Python.
"""

from __future__ import annotations

import argparse
import glob
import os
import subprocess
import sys
import tarfile
from typing import List

import debian_file

PACKAGE = "libdpdk-dev"
INSTALLED = "/usr/include"
MARK = os.path.join("dpdk", "rte_common.h")


def fetch(build: str) -> None:
    """Downloads the package's file into the build folder, unless its headers are available."""
    if not os.path.exists(os.path.join(INSTALLED, MARK)) and not debian_file.cached(build, PACKAGE):
        debian_file.download(build, PACKAGE)


def folders(build: str, target: str) -> List[str]:
    """Returns the folders of the headers, which may be unpacked below ``target``. Raises FileNotFoundError if they are not
    available."""
    top = INSTALLED
    if not os.path.exists(os.path.join(top, MARK)):
        package = debian_file.cached(build, PACKAGE)
        if not package:
            raise FileNotFoundError(f"there are no headers of DPDK: run ./configure.py --install-deps=deep, which downloads "
                                    f"Debian's {PACKAGE} (9 MB) without installing it")
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fetch", metavar="BUILD", required=True, help="the build folder")
    args = parser.parse_args()
    try:
        fetch(args.fetch)
    except FileNotFoundError as exc:
        print(f"dpdk_headers.py: {exc}\nthe stand-ins for DPDK's helpers are compared with that package; with the network "
              "available, run ./configure.py --install-deps=deep", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
