#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs examples and tests of the library on softmlx5, all compiled for aarch64, with Debian's libibverbs and libmlx5
for arm64, under QEMU.

    tests/library/arm64/run.py --build build        (ninja test-arm64)

Everything is made in DIR/arm64. The first run downloads about 26 MB there, as any user: package lists and packages of
the system's own apt sources, verified with their keys. They are unpacked and not installed, and the system's package
lists do not change. Later runs need no network.

The launcher is this machine's, since a program for aarch64 cannot start one through QEMU; it makes the
device's folder. The device itself (libsoftmlx5.so) is preloaded into the program for aarch64.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from typing import List, NoReturn, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PACKAGES = ["libc6-dev", "libibverbs-dev", "ibverbs-providers", "ibverbs-utils", "librdmacm-dev", "libisal-dev",
            "libssl-dev"]
RUNTIME = "tests/runtime"
# They print the same as on this machine.
PROGRAMS = [
    ("examples/sig_write",), ("examples/mlx5dv_sig_write",), ("examples/pool",), ("examples/pipelining",),
    ("examples/loopback", "20"),
    (f"{RUNTIME}/transactions", "random", "1", "60"),
    (f"{RUNTIME}/query",), (f"{RUNTIME}/errors",), (f"{RUNTIME}/completions",),
    *((f"{RUNTIME}/posting", name)
      for name in ("exchange", "reset", "flush", "pipelining", "events", "shared", "arming")),
    *((f"{RUNTIME}/pipelining", name) for name in ("one", "error")),
    *((f"{RUNTIME}/objects", name) for name in ("pool-rules", "pool-threads", "deks")),
]


def fail(text: str) -> NoReturn:
    print(f"arm64: {text}")
    sys.exit(2)


def call(*command: str, advice: str = "") -> None:
    """Runs a command; its output is shown if it fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
    except FileNotFoundError:
        fail(f"there is no {command[0]}: run ./configure.py --install-deps=test")
    if done.returncode:
        fail(f"{' '.join(command)}\n{done.stdout[-6000:]}\nended with {done.returncode}{advice}")


def download(folder: str) -> List[str]:
    """Downloads the packages and their dependencies into the folder, which has all files that apt writes."""
    if not shutil.which("apt-get"):
        fail("needs Debian's apt-get, to get packages for arm64")
    for name in ("state/lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    status = os.path.join(folder, "status")  # of a machine without a package
    with open(status, "w", encoding="utf-8"):
        pass
    options = {"Dir::State": f"{folder}/state", "Dir::State::status": status, "Dir::Cache": f"{folder}/cache",
               "APT::Architecture": "arm64", "APT::Architectures": "arm64", "Acquire::Languages": "none"}
    apt = ["apt-get", "-q", "-y", *(word for name, value in options.items() for word in ("-o", f"{name}={value}"))]
    advice = ". It needs the network once; the message above says what was missing"
    call(*apt, "update", advice=advice)
    call(*apt, "--no-install-recommends", "--download-only", "install", *PACKAGES, advice=advice)
    archives = os.path.join(folder, "cache", "archives")
    return sorted(os.path.join(archives, name) for name in os.listdir(archives) if name.endswith(".deb"))


def relative_links(top: str) -> None:
    """Makes links relative: links to /lib/... would lead to this machine's files."""
    for folder, folders, names in os.walk(top):
        for path in (os.path.join(folder, name) for name in folders + names):
            target = os.readlink(path) if os.path.islink(path) else ""
            if target.startswith("/"):
                os.unlink(path)
                os.symlink(os.path.relpath(top + target, folder), path)


def sysroot(folder: str) -> str:
    """Unpacks the packages once; returns the path relative to the project, whose path may have spaces."""
    made, listed = os.path.join(folder, "sysroot"), " ".join(PACKAGES)
    stamp = os.path.join(made, "packages")
    if not os.path.exists(stamp) or open(stamp, encoding="utf-8").read() != listed:
        print("arm64: downloading Debian's packages for arm64", flush=True)
        for path in (made, f"{made}.part"):
            shutil.rmtree(path, ignore_errors=True)
        os.makedirs(f"{made}.part")
        for package in download(os.path.join(folder, "apt")):
            call("dpkg-deb", "-x", package, f"{made}.part")
        relative_links(f"{made}.part")
        with open(os.path.join(f"{made}.part", "packages"), "w", encoding="utf-8") as stream:
            stream.write(listed)
        os.rename(f"{made}.part", made)
        shutil.rmtree(os.path.join(folder, "apt"))
    return os.path.relpath(made, ROOT)


def build(folder: str, root: str) -> None:
    """Builds the library, softmlx5 and the programs, configured as for any other compiler."""
    out = os.path.relpath(folder, ROOT)
    print("arm64: compiling", flush=True)
    call("./configure.py", "--build", out, "--cc", f"aarch64-linux-gnu-gcc --sysroot={root}", "--werror")
    programs = sorted({f"{out}/{words[0]}" for words in PROGRAMS if words[0].startswith(RUNTIME)})
    call("ninja", "-f", f"{out}/build.ninja", "all", *programs)


def run(*command: str) -> Tuple[int, str]:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600,
                          check=False)
    return done.returncode, done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", metavar="DIR",
                        help="has softmlx5 and the programs for this machine")
    args = parser.parse_args()
    here = os.path.join(ROOT, args.build)
    there = os.path.join(here, "arm64")
    os.makedirs(there, exist_ok=True)
    root = sysroot(there)
    build(there, root)
    qemu = ("qemu-aarch64", "-L", os.path.join(ROOT, root))
    device = [os.path.join(here, "softmlx5"), "--doorbell", "poll"]
    # LD_PRELOAD has this machine's library, which QEMU itself must not load.
    emulated = [*device, "env", "-u", "LD_PRELOAD", *qemu, "-E", f"LD_PRELOAD={os.path.join(there, 'libsoftmlx5.so')}"]
    failed = 0
    for words in PROGRAMS:
        wanted = run(*device, os.path.join(here, words[0]), *words[1:])
        got = run(*emulated, os.path.join(there, words[0]), *words[1:])
        if wanted[0] or got != wanted:
            failed += 1
            print(f"FAIL {' '.join(words)}: status {got[0]}, here {wanted[0]}\n{got[1]}\nhere:\n{wanted[1]}")
    status, text = run(*qemu, os.path.join(there, "softmlx5"), "--doorbell", "trap", "true")
    if status != 2 or "trap needs an x86-64 processor; use poll" not in text:
        failed += 1
        print(f"FAIL launcher: status {status}\n{text}")
    print(f"{len(PROGRAMS) + 1 - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
