#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Provides rdma-core's own tests, which Debian ships as documentation of python3-pyverbs.

    tests/device/rdma_core/package.py --fetch build     keep what `unpack` will need, with the network at hand

Small systems leave documentation out when they install a package (dpkg's path-exclude), so the tests are taken from, in
this order: the installed documentation, the package's file in the build folder (where `configure.py
--install-deps=test` puts it), and a download of that file. Needs only Python.
"""

from __future__ import annotations

import argparse
import glob
import gzip
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "run"))

import debian_file  # noqa: E402

PACKAGE = "python3-pyverbs"
FOLDER = "usr/share/doc/rdma-core/tests"  # of the tests in the package
MARK = "run_tests.py"  # a file that the folder always has


def version() -> str:
    """Returns the installed version of the package; raises FileNotFoundError if it is not installed."""
    done = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", PACKAGE],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    status, _, number = done.stdout.partition(" ")
    if status != "installed":
        raise FileNotFoundError(f"{PACKAGE} is not installed: run ./configure.py --install-deps=test")
    return number


def is_documented() -> bool:
    """Returns whether the tests are installed at the package's path."""
    return os.path.exists(os.path.join("/", FOLDER, MARK))


def fetch(build: str) -> None:
    """Downloads the package's file into the build folder, unless the tests are available."""
    if is_documented() or debian_file.cached(build, PACKAGE, version()):
        return
    try:
        debian_file.download(build, PACKAGE, version())
    except FileNotFoundError as exc:
        raise FileNotFoundError(f"{exc}\nrdma-core's tests are in that package; with the network available, run "
                                "./configure.py --install-deps=test") from None


def unpack(build: str, target: str) -> None:
    """Makes `target` a folder with the tests, uncompressed. Raises FileNotFoundError if they are not available."""
    with tempfile.TemporaryDirectory() as part:
        source = "/"
        if not is_documented():
            fetch(build)
            subprocess.run(["dpkg-deb", "-x", debian_file.cached(build, PACKAGE, version()), part], check=True)
            source = part
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(os.path.join(source, FOLDER), target)
    for path in glob.glob(os.path.join(target, "*.gz")):
        with gzip.open(path) as packed, open(path[:-len(".gz")], "wb") as plain:
            shutil.copyfileobj(packed, plain)
        os.remove(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fetch", metavar="BUILD", required=True, help="the build folder")
    args = parser.parse_args()
    try:
        fetch(args.fetch)
    except FileNotFoundError as exc:
        print(f"package.py: {exc}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
