#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes Debian packages of what `ninja install` installs: softmlx5, prmc, libmlx5sig2 and libmlx5sig-dev.

    packaging/deb.py --build build          to build/deb/*.deb

The version is that of the library's header. The same commit gives the same bytes: all times are that of the commit, or
SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import argparse
import email.utils
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from fnmatch import fnmatch
from typing import Dict, List, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import install  # noqa: E402

LIBRARY = f"libmlx5sig{install.library_version()[0]}"
# The packages and their files below /usr; a file belongs to the first package that has a pattern for it.
FILES: Dict[str, Sequence[str]] = {
    "softmlx5": ("bin/softmlx5", "lib/softmlx5/*", "share/gdb/*", "share/man/man1/softmlx5.1", "share/doc/mlx5sig/docs/softmlx5*",
                 "share/doc/mlx5sig/docs/kernel.md", "share/doc/mlx5sig/docs/ci.md"),
    LIBRARY: ("lib/*/libmlx5sig.so.*",),
    "libmlx5sig-dev": ("include/*", "lib/*/libmlx5sig.*", "lib/*/pkgconfig/*", "share/man/man[37]/*",
                       "share/doc/mlx5sig/examples/*", "share/doc/mlx5sig/docs/converting.md",
                       "share/doc/mlx5sig/docs/differences.md"),
    "prmc": ("bin/prmc", "share/mlx5sig/*", "share/doc/mlx5sig/docs/*", "share/doc/mlx5sig/reference.html"),
}
REPLACED = ("share/doc/mlx5sig/LICENSE*",)  # by the file copyright of each package
MAINTAINER = "mlx5sig maintainers <maintainers@mlx5sig.invalid>"

CONTROL = f"""\
Source: mlx5sig
Section: libs
Priority: optional
Maintainer: {MAINTAINER}
Standards-Version: 4.6.2

Package: softmlx5
Section: net
Architecture: any
Depends: ibverbs-providers, ${{shlibs:Depends}}
Recommends: ibverbs-utils
Suggests: perftest, rdmacm-utils
Description: software mlx5 device for programs that use libibverbs
 softmlx5 runs a command with a software mlx5 network card under the unmodified
 libibverbs and libmlx5. It needs no card, kernel module, device node or
 privilege. Processes are connected with each other. It checks, strips, inserts
 and converts block signatures (T10-DIF, CRC32, CRC32C, CRC64_XP10), traces and
 explains all requests, reports those that a card would reject, and injects
 faults.

Package: {LIBRARY}
Architecture: any
Multi-Arch: same
Depends: ${{shlibs:Depends}}
Description: block signatures on mlx5 network cards - shared library
 mlx5sig configures memory keys of mlx5 cards that check, strip, insert and
 convert block signatures in flight. It works on plain queue pairs of libmlx5.
 .
 This package has the shared library.

Package: libmlx5sig-dev
Section: libdevel
Architecture: any
Multi-Arch: same
Depends: {LIBRARY} (= ${{binary:Version}}), libibverbs-dev
Suggests: softmlx5, pkg-config
Description: block signatures on mlx5 network cards - development files
 mlx5sig configures memory keys of mlx5 cards that check, strip, insert and
 convert block signatures in flight. It works on plain queue pairs of libmlx5.
 .
 This package has the headers, which include the layouts of mlx5 requests,
 completions and commands, the static library, manual pages and examples.

Package: prmc
Section: devel
Architecture: all
Depends: python3 (>= 3.9), python3-jinja2, python3-yaml
Suggests: gcc, git
Description: compiler from a description of mlx5 layouts to C
 prmc checks a description of the layouts of mlx5 devices in YAML bit for bit,
 and writes C headers from it that any driver can use. It compares two versions
 of a description, of a header or of an object file, and explains dumps of work
 queues, completions and logs. The package has the description too.
"""

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: mlx5sig
Source: the source tree of mlx5sig; its command `ninja deb` made this package

Files: *
Copyright: {year} mlx5sig contributors
License: GPL-2 or Linux-OpenIB

License: GPL-2
 This software is available under the terms of the GNU General Public License,
 version 2. On Debian systems its text is in /usr/share/common-licenses/GPL-2.

License: Linux-OpenIB
"""

# Compiled modules of Python are made when the package is installed, and removed with it.
SCRIPTS: Dict[str, Dict[str, str]] = {
    "prmc": {
        "postinst": '#!/bin/sh\nset -e\n[ "$1" != configure ] || py3compile -p prmc /usr/share/mlx5sig/codegen\n',
        "prerm": "#!/bin/sh\nset -e\npy3clean -p prmc /usr/share/mlx5sig/codegen\n",
    },
    LIBRARY: {"triggers": "activate-noawait ldconfig\n"},
}


class DebError(Exception):
    """A package cannot be made; the text has the cause and the remedy."""


def output(*command: str, cwd: str = ROOT) -> str:
    """Returns what a command prints."""
    try:
        done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                              env=dict(os.environ, LC_ALL="C"))
    except FileNotFoundError as exc:
        raise DebError(f"there is no {command[0]}: install Debian's dpkg-dev and binutils, or run "
                       "./configure.py --install-deps=deep") from exc
    if done.returncode:
        raise DebError(f"`{' '.join(command)}` failed: {done.stderr.strip()}")
    return done.stdout


def time_of_source() -> int:
    """Returns the time of the files: that of the commit, or without git that of the library's header."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    if os.path.exists(os.path.join(ROOT, ".git")) and shutil.which("git"):
        return int(output("git", "-c", f"safe.directory={ROOT}", "log", "-1", "--format=%ct"))
    return int(os.path.getmtime(os.path.join(install.PUBLIC, "mlx5sig.h")))


def compressed(text: bytes) -> bytes:
    """Returns the text as gzip -9n compresses it."""
    return gzip.compress(text, 9, mtime=0)


def replace_file(path: str, data: bytes, mode: int = 0o644) -> None:
    install.make_folder(os.path.dirname(path))
    with open(path, "wb") as stream:
        stream.write(data)
    os.chmod(path, mode)


def refine(path: str) -> None:
    """Changes an installed file as Debian's policy asks: strips programs, compresses pages, names the interpreter."""
    if os.path.islink(path):
        return
    with open(path, "rb") as stream:
        data = stream.read()
    if data.startswith((b"\x7fELF", b"!<arch>")):
        is_shared = ".so" in os.path.basename(path)
        option = "--strip-debug" if data.startswith(b"!") else "--strip-unneeded" if is_shared else "--strip-all"
        output("strip", "--enable-deterministic-archives", "--remove-section=.comment", option, path)
        os.chmod(path, 0o644 if is_shared or data.startswith(b"!") else 0o755)
    elif "/share/man/" in path:
        replace_file(path + ".gz", compressed(data))
        os.unlink(path)
    elif data.startswith(b"#!"):
        replace_file(path, data.replace(b"#!/usr/bin/env python3", b"#!/usr/bin/python3", 1), 0o755)


def files_below(top: str) -> List[str]:
    """Returns the paths of files and links, relative to the folder."""
    return sorted(os.path.relpath(os.path.join(base, name), top) for base, folders, names in os.walk(top)
                  for name in names + [folder for folder in folders if os.path.islink(os.path.join(base, folder))])


def distribute(installed: str, work: str) -> None:
    """Moves each installed file into the folder of its package."""
    for path in files_below(installed):
        package = next((name for name, patterns in FILES.items()
                        if any(fnmatch(path, pattern) for pattern in patterns)), None)
        if any(fnmatch(path, pattern) for pattern in REPLACED):
            continue
        if package is None:
            raise DebError(f"{path}: `ninja install` installs it, and it belongs to no package: add a pattern to FILES "
                           "in packaging/deb.py")
        target = os.path.join(work, package, "usr", path)
        install.make_folder(os.path.dirname(target))
        os.rename(os.path.join(installed, path), target)
        refine(target)


def openib() -> str:
    """Returns the text of the second licence, from the file LICENSE, as a paragraph of the copyright file."""
    with open(os.path.join(ROOT, "LICENSE"), encoding="utf-8") as stream:
        text = stream.read().split("license below:\n\n", 1)[1]
    return "".join(f" {line.strip()}\n" if line.strip() else " .\n" for line in text.splitlines())


def describe(work: str, package: str, version: str) -> None:
    """Adds documents that every package has, and the files of DEBIAN/."""
    top = os.path.join(work, package)
    doc = os.path.join(top, "usr", "share", "doc", package)
    with open(os.path.join(work, "debian", "changelog"), "rb") as stream:
        replace_file(os.path.join(doc, "changelog.gz"), compressed(stream.read()))
    year = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])).tm_year
    replace_file(os.path.join(doc, "copyright"), (COPYRIGHT.format(year=year) + openib()).encode())
    sums = []
    for path in files_below(top):
        if not os.path.islink(os.path.join(top, path)):
            with open(os.path.join(top, path), "rb") as stream:
                sums.append(f"{hashlib.md5(stream.read()).hexdigest()}  {path}\n")
    control = os.path.join(top, "DEBIAN")
    replace_file(os.path.join(control, "md5sums"), "".join(sums).encode())
    for name, text in SCRIPTS.get(package, {}).items():
        replace_file(os.path.join(control, name), text.encode(), 0o755 if text.startswith("#!") else 0o644)
    if package == LIBRARY:
        replace_file(os.path.join(control, "shlibs"),
                     f"libmlx5sig {install.library_version()[0]} {LIBRARY} (>= {version})\n".encode())


def pack(work: str, package: str, out: str, date: int) -> str:
    """Computes the dependencies, and makes the package. Returns its file."""
    top = os.path.join(work, package)
    objects = [path for path in (os.path.join(top, name) for name in files_below(top))
               if not os.path.islink(path) and is_linked(path)]
    values = os.path.join(work, "debian", f"{package}.substvars")
    replace_file(values, b"")
    if objects:
        output("dpkg-shlibdeps", f"-T{values}", *objects, cwd=work)
    output("dpkg-gencontrol", f"-p{package}", f"-P{top}", f"-T{values}", cwd=work)
    for base, folders, names in os.walk(top):
        for name in [*folders, *names, "."]:
            os.utime(os.path.join(base, name), (date, date), follow_symlinks=False)
    made = output("dpkg-deb", "--root-owner-group", "--build", top, out)
    return re.findall(r"'([^']*\.deb)'", made)[0]


def is_linked(path: str) -> bool:
    """Returns whether it is a program or a shared library."""
    with open(path, "rb") as stream:
        return stream.read(4) == b"\x7fELF"


def build(folder: str) -> List[str]:
    """Makes all packages in the subfolder deb of the build folder. Returns their files."""
    out = os.path.join(os.path.abspath(folder), "deb")
    work, version, date = os.path.join(out, "work"), ".".join(install.library_version()), time_of_source()
    os.environ["SOURCE_DATE_EPOCH"] = str(date)  # for dpkg-deb
    shutil.rmtree(out, ignore_errors=True)
    install.make_folder(os.path.join(work, "debian"))
    libraries = os.path.join("lib", output("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip())
    install.install("/usr", folder, os.path.join(work, "installed"), libraries)
    replace_file(os.path.join(work, "debian", "control"), CONTROL.encode())
    replace_file(os.path.join(work, "debian", "changelog"), f"""\
mlx5sig ({version}) unstable; urgency=medium

  * The history of the source tree lists the changes.

 -- {MAINTAINER}  {email.utils.formatdate(date)}
""".encode())
    distribute(os.path.join(work, "installed"), work)
    made = []
    for package in FILES:
        describe(work, package, version)
        made.append(pack(work, package, out, date))
    shutil.rmtree(work)
    return made


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
