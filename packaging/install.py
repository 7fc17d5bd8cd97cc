#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Installs library, headers, compiler, spec, softmlx5, manual pages and licences in DESTDIR/PREFIX.

    packaging/install.py --prefix /usr/local --build build

    PREFIX/include/mlx5sig             mlx5sig.h, and the generated headers: #include <mlx5sig/prm_psv.h>
    PREFIX/lib/libmlx5sig.a, .so       the library; programs need libmlx5sig.so.2 to run
    PREFIX/lib/pkgconfig/mlx5sig.pc    for `pkg-config --cflags --libs mlx5sig`
    PREFIX/share/mlx5sig               compiler, spec, builders for `prmc vendor`; PREFIX/bin/prmc calls it
    PREFIX/share/doc/mlx5sig           licences, examples, guides, reference.html
    PREFIX/bin/softmlx5                the software device: launcher, library
    PREFIX/lib/softmlx5/libsoftmlx5.so
    PREFIX/share/gdb/auto-load/PREFIX/lib/softmlx5/libsoftmlx5.so-gdb.gdb    for gdb, which finds it if PREFIX is /usr
    PREFIX/share/man                   manual pages
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
from typing import List, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "codegen"))

from prmclib.writers.builders import FILES as BUILDERS  # noqa: E402

PUBLIC = os.path.join(ROOT, "include", "mlx5sig")


def library_version() -> Tuple[str, str, str]:
    """Returns major, minor and patch from the library's header."""
    with open(os.path.join(PUBLIC, "mlx5sig.h"), encoding="utf-8") as stream:
        major, minor, patch = re.findall(r"^#define MLX5SIG_VERSION_\w+ (\d+)$", stream.read(), re.M)
    return major, minor, patch


def copy_file(source: str, target: str) -> None:
    """Copies content and executable bit; the copy is readable by all users, whatever the umask."""
    shutil.copyfile(source, target + ".part")
    os.chmod(target + ".part", 0o755 if os.access(source, os.X_OK) else 0o644)
    os.replace(target + ".part", target)


def make_folder(path: str) -> None:
    """Makes a folder and its missing parents, with mode 0755."""
    if not os.path.isdir(path):
        make_folder(os.path.dirname(path))
        os.mkdir(path)
        os.chmod(path, 0o755)


def copy_tree(source: str, target: str, suffix: str = "") -> None:
    """Replaces target by the files of source whose names end in suffix."""
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


def link(name: str, to: str) -> None:
    """Makes a symbolic link to a file of the same folder, or replaces it."""
    os.symlink(to, name + ".part")
    os.replace(name + ".part", name)


def install_library(prefix: str, build: str, top: str, libraries: str) -> None:
    """Installs the library from the build folder, its public headers and mlx5sig.pc."""
    folder = os.path.join(top, libraries)
    make_folder(folder)
    version = ".".join(library_version())
    real, soname = f"libmlx5sig.so.{version}", f"libmlx5sig.so.{library_version()[0]}"
    copy_file(os.path.join(build, "libmlx5sig.a"), os.path.join(folder, "libmlx5sig.a"))
    copy_file(os.path.join(build, soname), os.path.join(folder, real))
    link(os.path.join(folder, soname), real)
    link(os.path.join(folder, "libmlx5sig.so"), soname)
    for name in sorted(os.listdir(PUBLIC)):
        copy_file(os.path.join(PUBLIC, name), os.path.join(top, "include", "mlx5sig", name))
    write(os.path.join(folder, "pkgconfig", "mlx5sig.pc"), f"""\
prefix={prefix}
includedir=${{prefix}}/include
libdir=${{prefix}}/{libraries}

Name: mlx5sig
Description: Signature keys on mlx5 devices, and layouts of mlx5 work requests, completions and commands
Version: {version}
Requires: libibverbs, libmlx5
Libs: -L${{libdir}} -lmlx5sig
Libs.private: -lpthread
Cflags: -I${{includedir}}
""", 0o644)


def names_of(page: str) -> List[str]:
    """Returns the names in the NAME section of a manual page: `.SH NAME`, then `name, name \\- text`."""
    with open(page, encoding="utf-8") as stream:
        text = stream.read().split(".SH NAME\n", 1)[1].split(".SH ", 1)[0]
    return text.split(" \\- ")[0].replace(",", " ").split()


def install_pages(top: str) -> None:
    """Installs the manual pages; a page of several functions gets a link for the name of each."""
    pages = [os.path.join(ROOT, "docs", "softmlx5.1")]
    folder = os.path.join(ROOT, "docs", "man")
    if os.path.isdir(folder):
        pages += sorted(os.path.join(folder, name) for name in os.listdir(folder))
    for page in pages:
        file = os.path.basename(page)
        section = file[-1]
        target = os.path.join(top, "share", "man", f"man{section}")
        make_folder(target)
        copy_file(page, os.path.join(target, file))
        for name in names_of(page):
            if f"{name}.{section}" != file:
                write(os.path.join(target, f"{name}.{section}"), f".so man{section}/{file}\n", 0o644)


def install_guides(doc: str) -> None:
    """Installs the guides and the examples in C, which manual pages and help texts refer to."""
    for folder, suffixes, into in (("docs", (".md", ".json", ".yaml"), "docs"),
                                   ("examples", (".c", ".h"), "examples")):
        make_folder(os.path.join(doc, into))
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            if name.endswith(suffixes):
                copy_file(os.path.join(ROOT, folder, name), os.path.join(doc, into, name))


def install_softmlx5(prefix: str, build: str, top: str) -> None:
    """Installs softmlx5's launcher and library from the build folder."""
    for source, target in ((os.path.join(build, "softmlx5"), "bin/softmlx5"),
                           (os.path.join(build, "libsoftmlx5.so"), "lib/softmlx5/libsoftmlx5.so"),
                           (os.path.join(ROOT, "softmlx5", "process", "softmlx5.gdb"),
                            f"share/gdb/auto-load{prefix}/lib/softmlx5/libsoftmlx5.so-gdb.gdb")):
        make_folder(os.path.join(top, os.path.dirname(target)))
        copy_file(source, os.path.join(top, target))


def install(prefix: str, build: str, top: str, libraries: str = "lib") -> None:
    """Installs below `top`, for use at `prefix`; libmlx5sig into the folder `libraries` there."""
    share = os.path.join(top, "share")
    copy_tree(os.path.join(ROOT, "generated"), os.path.join(top, "include", "mlx5sig"), ".h")
    for name in ("codegen", "spec"):
        copy_tree(os.path.join(ROOT, name), os.path.join(share, "mlx5sig", name))
    for name, _ in BUILDERS:
        target = os.path.join(share, "mlx5sig", name)
        make_folder(os.path.dirname(target))
        copy_file(os.path.join(ROOT, name), target)
    copy_tree(os.path.join(ROOT, "LICENSES"), os.path.join(share, "doc", "mlx5sig", "LICENSES"))
    copy_file(os.path.join(ROOT, "LICENSE"), os.path.join(share, "doc", "mlx5sig", "LICENSE"))
    prmc = shlex.quote(os.path.join(prefix, "share/mlx5sig/codegen/prmc"))
    write(os.path.join(top, "bin", "prmc"), f'#!/bin/sh\nexec {prmc} "$@"\n', 0o755)
    old = os.path.join(share, "pkgconfig", "mlx5sig.pc")  # older versions installed it there
    if os.path.exists(old):
        os.unlink(old)
    install_library(prefix, build, top, libraries)
    install_pages(top)
    install_guides(os.path.join(share, "doc", "mlx5sig"))
    copy_file(os.path.join(build, "docs", "reference.html"),
              os.path.join(share, "doc", "mlx5sig", "reference.html"))
    install_softmlx5(prefix, build, top)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", required=True, help="absolute path, such as /usr/local")
    parser.add_argument("--build", required=True, metavar="DIR",
                        help="the build folder, such as build")
    parser.add_argument("--libraries", default="lib", metavar="FOLDER",
                        help="the folder of libmlx5sig below the prefix (default: lib)")
    args = parser.parse_args()
    if not os.path.isabs(args.prefix):
        print(f"install: the prefix must be an absolute path, not {args.prefix}", file=sys.stderr)
        return 2
    prefix = os.path.normpath(args.prefix)
    top = os.environ.get("DESTDIR", "").rstrip("/") + prefix
    try:
        install(prefix, args.build, os.path.abspath(top), args.libraries)
    except OSError as exc:
        print(f"install: {exc.filename}: {exc.strerror}; without permission to write there, use "
              "DESTDIR=DIR or another --prefix", file=sys.stderr)
        return 1
    print(f"installed below {top}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
