# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Files of Debian packages that tests unpack and nobody installs, kept in build/cache."""

from __future__ import annotations

import glob
import os
import subprocess
import tempfile


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
