#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Copies headers, compiler, spec, softmlx5 and licences below a prefix; DESTDIR goes before it.

    codegen/install.py --prefix /usr/local --build build

    PREFIX/include/mlx5sig             the generated headers: #include <mlx5sig/prm_psv.h>
    PREFIX/share/mlx5sig               compiler and spec, PREFIX/bin/prmc calls it
    PREFIX/share/pkgconfig/mlx5sig.pc  for `pkg-config --cflags mlx5sig`
    PREFIX/share/doc/mlx5sig           licences
    PREFIX/bin/softmlx5                the software device: launcher, library, manual page
    PREFIX/lib/softmlx5/libsoftmlx5.so
    PREFIX/share/man/man1/softmlx5.1
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "codegen"))

from prmclib import VERSION  # noqa: E402


def copy_file(source: str, target: str) -> None:
    """Copies content and executable bit; readable for everybody, whatever the umask."""
    shutil.copyfile(source, target + ".part")
    os.chmod(target + ".part", 0o755 if os.access(source, os.X_OK) else 0o644)
    os.replace(target + ".part", target)


def make_folder(path: str) -> None:
    """Makes a folder and those above it, for everybody to enter."""
    if not os.path.isdir(path):
        make_folder(os.path.dirname(path))
        os.mkdir(path)
        os.chmod(path, 0o755)


def copy_tree(source: str, target: str, suffix: str = "") -> None:
    """Copies files whose names end in suffix. What an older version left there goes away."""
    if os.path.isdir(target):
        shutil.rmtree(target)
    for base, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name != "__pycache__"]
        folder = os.path.normpath(os.path.join(target, os.path.relpath(base, source)))
        make_folder(folder)
        for name in names:
            if name.endswith(suffix) and not name.startswith(".") and not name.endswith(".pyc"):
                copy_file(os.path.join(base, name), os.path.join(folder, name))


def write(path: str, text: str, mode: int) -> None:
    make_folder(os.path.dirname(path))
    with open(path + ".part", "w", encoding="utf-8") as stream:
        stream.write(text)
    os.chmod(path + ".part", mode)
    os.replace(path + ".part", path)


def install_softmlx5(build: str, top: str) -> None:
    """Launcher and library out of the build folder, and the manual page, which name each other."""
    for source, target in ((os.path.join(build, "softmlx5"), "bin/softmlx5"),
                           (os.path.join(build, "libsoftmlx5.so"), "lib/softmlx5/libsoftmlx5.so"),
                           (os.path.join(ROOT, "docs", "softmlx5.1"), "share/man/man1/softmlx5.1")):
        make_folder(os.path.join(top, os.path.dirname(target)))
        copy_file(source, os.path.join(top, target))


def install(prefix: str, build: str, top: str) -> None:
    """Installs below `top`, for use at `prefix`."""
    share = os.path.join(top, "share")
    copy_tree(os.path.join(ROOT, "generated"), os.path.join(top, "include", "mlx5sig"), ".h")
    for name in ("codegen", "spec"):
        copy_tree(os.path.join(ROOT, name), os.path.join(share, "mlx5sig", name))
    copy_tree(os.path.join(ROOT, "LICENSES"), os.path.join(share, "doc", "mlx5sig", "LICENSES"))
    copy_file(os.path.join(ROOT, "LICENSE"), os.path.join(share, "doc", "mlx5sig", "LICENSE"))
    prmc = shlex.quote(os.path.join(prefix, "share/mlx5sig/codegen/prmc"))
    write(os.path.join(top, "bin", "prmc"), f'#!/bin/sh\nexec {prmc} "$@"\n', 0o755)
    write(os.path.join(share, "pkgconfig", "mlx5sig.pc"), f"""\
prefix={prefix}
includedir=${{prefix}}/include

Name: mlx5sig
Description: Layouts of mlx5 work requests, completions and commands as C headers
Version: {VERSION}
Cflags: -I${{includedir}}
""", 0o644)
    install_softmlx5(build, top)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", required=True, help="absolute path, such as /usr/local")
    parser.add_argument("--build", required=True, metavar="DIR",
                        help="the folder with what the C compiler made, such as build")
    args = parser.parse_args()
    if not os.path.isabs(args.prefix):
        print(f"install: the prefix must be an absolute path, not {args.prefix}", file=sys.stderr)
        return 2
    prefix = os.path.normpath(args.prefix)
    top = os.environ.get("DESTDIR", "").rstrip("/") + prefix
    try:
        install(prefix, args.build, os.path.abspath(top))
    except OSError as exc:
        print(f"install: {exc.filename}: {exc.strerror}; may you write there? DESTDIR=DIR or "
              "another --prefix goes elsewhere", file=sys.stderr)
        return 1
    print(f"installed below {top}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
