#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Files of Debian packages that tests unpack and nobody installs, kept in build/cache.

    tests/run/debian_file.py --fetch build     download what is missing, with the network at hand

`configure.py --install-deps=deep` does that. Needs only Python.
"""

from __future__ import annotations

import argparse
import glob
import os
import subprocess
import sys
import tempfile

UNPACKED = {  # and why they are not installed
    "libdpdk-dev": "depends on 200 others",
    "tgt": "starts a daemon",
    "qemu-block-extra": "depends on 40 others",
}


def cached(build: str, package: str, version: str = "*") -> str:
    """Returns the path of a package's file in the build folder, "" if there is none. ``version`` is a pattern."""
    name = f"{package}_{version.replace(':', '%3a')}_*.deb"
    return max(glob.glob(os.path.join(build, "cache", name)), default="")


def download(build: str, package: str, version: str = "") -> None:
    """Downloads a package's file into the build folder, by apt, which verifies it; the newest without a version. Raises
    FileNotFoundError with apt's message."""
    folder = os.path.join(build, "cache")
    os.makedirs(folder, exist_ok=True)
    wanted = f"{package}={version}" if version else package
    # In a folder of its own, so that an interrupted download leaves no partial file.
    with tempfile.TemporaryDirectory(dir=folder) as part:
        try:
            done = subprocess.run(["apt-get", "-q", "download", wanted], cwd=part, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
        except FileNotFoundError:
            raise FileNotFoundError(f"there is no apt-get, which downloads {package}") from None
        files = glob.glob(os.path.join(part, "*.deb"))
        if done.returncode or not files:
            raise FileNotFoundError(f"`apt-get download {package}` failed:\n{done.stdout.rstrip()}")
        os.replace(files[0], os.path.join(folder, os.path.basename(files[0])))


def required(build: str, package: str) -> str:
    """Does what `cached` does. Raises FileNotFoundError if there is no file."""
    path = cached(build, package)
    if not path:
        raise FileNotFoundError(f"there is no file of Debian's {package}: run ./configure.py --install-deps=deep, which "
                                f"downloads it without installing it (it {UNPACKED[package]})")
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fetch", metavar="BUILD", required=True, help="the build folder")
    args = parser.parse_args()
    failed = 0
    for package in UNPACKED:
        try:
            if not cached(args.fetch, package):
                download(args.fetch, package)
        except FileNotFoundError as exc:
            print(f"debian_file.py: {exc}\ntests of `ninja test-deep` need that package; with the network available, run "
                  "./configure.py --install-deps=deep", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
