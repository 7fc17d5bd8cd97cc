#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes Debian packages of what is built: softmlx5, prmc, libmlx5sig2 and libmlx5sig-dev, as debian/ describes them.

    packaging/deb.py --build build          to build/deb/*.deb

`dpkg-buildpackage -b` makes the same packages, and builds the tree first. The same products give the same bytes.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import subprocess
import sys
from typing import List

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class DebError(Exception):
    """A package cannot be made; the text has the cause and the remedy."""


def build(folder: str, description: str = os.path.join(ROOT, "debian")) -> List[str]:
    """Makes all packages in the subfolder deb of the build folder, as the folder `description`, a copy of debian/, says.
    Returns their files."""
    if not shutil.which("dh") or not shutil.which("dh_python3"):
        raise DebError("there is no debhelper: install Debian's debhelper and dh-python, or run "
                       "./configure.py --install-deps=deep")
    out = os.path.join(os.path.abspath(folder), "deb")
    work = os.path.join(out, "work")
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(description, os.path.join(work, "debian"))
    done = subprocess.run(["dh", "binary", "--with", "python3"], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False,
                          env=dict(os.environ, SOURCE=ROOT, PRODUCTS=os.path.abspath(folder), LC_ALL="C"))
    if done.returncode:
        raise DebError(f"`dh binary` in {work} failed:\n{done.stdout}")
    shutil.rmtree(work)
    return sorted(glob.glob(os.path.join(out, "*.deb")))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, metavar="DIR", help="the build folder, such as build")
    args = parser.parse_args()
    os.umask(0o022)
    try:
        for path in build(args.build):
            print(os.path.relpath(path))
    except (DebError, OSError) as exc:
        print(f"deb: {exc}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
