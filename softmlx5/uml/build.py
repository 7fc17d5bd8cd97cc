#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Builds the Linux kernel that `softmlx5 --kernel` boots: User Mode Linux with mlx5_core, mlx5_ib and ib_uverbs.

    softmlx5/uml/build.py                       `ninja kernel`: from Debian's linux-source-6.12, once; build/kernel/linux
    softmlx5/uml/build.py --copy DIR            a source tree to work in, with its objects, so that `make` takes seconds
    softmlx5/uml/build.py --tree DIR            changes, configures and builds a source tree of yours, of another version too

Built kernels are kept in the user's cache, so that every clone on the machine has them: $MLX5SIG_CACHE, or else
$XDG_CACHE_HOME/mlx5sig or ~/.cache/mlx5sig; without a home in the build folder. A kernel's folder has the version of
the package in its name, and a digest of that, the configuration and the changes; what differs is built anew. Nothing is
removed: `rm -r` of a folder there is safe.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Dict, List, NoReturn, Optional

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)

import changes  # noqa: E402

PACKAGE = "linux-source-6.12"
ARCHIVE = f"/usr/src/{PACKAGE}.tar.xz"
CONFIG = os.path.join(HERE, "linux.config")
TOOLS = ("make", "gcc", "ld", "flex", "bison", "bc", "tar", "xz")
INSTALL = "run ./configure.py --install-deps=kernel, or install Debian's"
# Sources that no configuration of ours compiles; the build needs their Kconfig files and Makefiles only. They are two
# thirds of the archive.
UNUSED_FILES = ["Documentation/*.[!K]*", "arch/[!ux]*/*.[chS]", "arch/[!ux]*/*.dts*", "arch/xtensa/*.[chS]", "tools/testing/*",
                "tools/perf/*"]
UNUSED_SOURCES = [
    "sound", "samples", "fs/xfs", "fs/btrfs", "fs/smb", "fs/ocfs2", "fs/ext4", "fs/f2fs", "fs/bcachefs",
    "net/wireless", "net/bluetooth", "net/mac80211", *(f"drivers/{name}" for name in (
        "accel", "ata", "bluetooth", "clk", "comedi", "gpu", "hwmon", "iio", "isdn", "md", "media", "mfd", "mmc", "mtd",
        "net/can", "net/dsa", "net/wireless", "phy", "pinctrl", "platform", "power", "regulator", "rtc", "soc", "spi",
        "staging", "target", "thunderbolt", "usb", "video"))]


def fail(text: str) -> NoReturn:
    sys.exit(f"softmlx5/uml/build.py: {text}")


def say(text: str) -> None:
    print(f"kernel: {text}", flush=True)


def package_version() -> str:
    """Returns the version of the installed package, such as 6.12.117-1~deb12u1."""
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", PACKAGE], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False)
    except FileNotFoundError:
        fail(f"there is no dpkg-query: `ninja kernel` needs Debian's package {PACKAGE}; elsewhere use --tree DIR with a "
             "source tree")
    version = done.stdout.strip()
    if done.returncode or not version or not os.path.exists(ARCHIVE):
        fail(f"there is no {ARCHIVE}, the source of Linux: {INSTALL} {PACKAGE}, which bookworm-security has")
    return version


def cache(build: str) -> str:
    """Returns the folder of kept kernels; it may not exist yet."""
    given = os.environ.get("MLX5SIG_CACHE")
    if given:
        return os.path.join(os.path.abspath(given), "kernel")
    for folder in (os.environ.get("XDG_CACHE_HOME", ""), os.path.join(os.environ.get("HOME", ""), ".cache")):
        if os.path.isabs(folder):
            path = os.path.join(folder, "mlx5sig", "kernel")
            try:
                os.makedirs(path, exist_ok=True)
            except OSError:
                continue
            if os.access(path, os.W_OK):
                return path
    return os.path.join(os.path.abspath(build), "kernel", "cache")


def digest(version: str) -> str:
    """Returns 12 digits that differ if the package, our configuration or our changes do."""
    total = hashlib.sha256(version.encode())
    for path in (CONFIG, changes.__file__):
        with open(path, "rb") as stream:
            total.update(hashlib.sha256(stream.read()).digest())
    return total.hexdigest()[:12]


def need_tools() -> None:
    lacking = [tool for tool in TOOLS if not shutil.which(tool)]
    if lacking:
        names = {"ld": "binutils", "xz": "xz-utils"}
        fail(f"there is no {', '.join(lacking)}: {INSTALL} {' '.join(names.get(tool, tool) for tool in lacking)}")


def unpack(folder: str) -> str:
    """Unpacks what the build needs of the archive; returns the tree."""
    excluded = [f"--exclude={PACKAGE}/{pattern}" for pattern in UNUSED_FILES]
    excluded += [f"--exclude={PACKAGE}/{path}/*.[chS]" for path in UNUSED_SOURCES]
    with subprocess.Popen(["xz", "-dcT0", ARCHIVE], stdout=subprocess.PIPE) as xz:
        tar = subprocess.run(["tar", "-x", "-C", folder, "--wildcards", *excluded], stdin=xz.stdout, check=False)
        assert xz.stdout
        xz.stdout.close()
    if tar.returncode or xz.returncode:
        fail(f"{ARCHIVE} cannot be unpacked to {folder}, see above; is the disk full? It needs 1 GB")
    return os.path.join(folder, PACKAGE)


def make(tree: str, *targets: str, **variables: str) -> None:
    """Runs make in a tree; its messages are shown if it fails. `-j` is the number of processors that we may use."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    environment: Dict[str, str] = {
        **kept, "LC_ALL": "C", "KBUILD_BUILD_USER": "mlx5sig", "KBUILD_BUILD_HOST": "softmlx5", **variables}
    command = ["make", "-s", "-C", tree, "ARCH=um", f"-j{len(os.sched_getaffinity(0))}", *targets]
    done = subprocess.run(["nice", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", env=environment, check=False)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        fail(f"`{' '.join(command)}` failed, see above")


def lost(tree: str) -> List[str]:
    """Returns the lines of our configuration that Kconfig has not taken over."""
    with open(os.path.join(tree, ".config"), encoding="utf-8") as stream:
        have = set(stream.read().splitlines())
    with open(CONFIG, encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    names = {line.split("=")[0] for line in have}
    wanted = [line for line in lines if line.startswith("CONFIG_") and line not in have]
    refused = [line for line in lines if re.match(r"# CONFIG_\w+ is not set", line) and line.split()[1] in names]
    return wanted + refused


def configure(tree: str, version: str) -> None:
    """Makes our changes and the configuration in a tree."""
    try:
        for line in changes.apply(tree, version):
            say(line)
    except changes.Changed as exc:
        fail(str(exc))
    make(tree, "allnoconfig", KCONFIG_ALLCONFIG=CONFIG)
    wrong = lost(tree)
    if wrong:
        fail(f"{os.path.relpath(CONFIG)}: Linux {version} does not take {', '.join(wrong)}; "
             f"`grep -rn config.NAME --include=Kconfig* {tree}` shows what the symbol depends on; adapt the file")


def compile_kernel(tree: str, to: Optional[str] = None) -> None:
    """Compiles the kernel of a configured tree, and writes it without symbols to a file."""
    make(tree, "linux")
    if to:
        subprocess.run(["strip", "-o", to, os.path.join(tree, "linux")], check=True)


def write_link(build: str, kernel: str) -> None:
    """Makes build/kernel/linux lead to a kept kernel."""
    link = os.path.join(build, "kernel", "linux")
    if os.path.islink(link) and os.readlink(link) == kernel:
        return
    os.makedirs(os.path.dirname(link), exist_ok=True)
    part = f"{link}.{os.getpid()}"
    os.symlink(kernel, part)
    os.replace(part, link)


def kept(build: str) -> str:
    """Returns the folder of the kernel that belongs to the installed package and to this tree; builds it if need be."""
    version = package_version()
    folder = cache(build)
    target = os.path.join(folder, f"{version}-{digest(version)}")
    kernel = os.path.join(target, "linux")
    if os.path.exists(kernel):
        return target
    need_tools()
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another clone may be building the same
        if os.path.exists(kernel):
            return target
        for name in os.listdir(folder):  # of builds that were killed: who builds has the lock
            if name.startswith("part-"):
                shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        start = time.monotonic()
        say(f"Linux {version} is unpacked, changed and compiled; this takes some minutes")
        part = tempfile.mkdtemp(prefix="part-", dir=folder)
        try:
            tree = unpack(part)
            os.rename(tree, os.path.join(part, "source"))
            tree = os.path.join(part, "source")
            configure(tree, version)
            say(f"unpacked and configured after {time.monotonic() - start:.0f} s")
            compile_kernel(tree, os.path.join(part, "linux"))
            if os.path.isdir(target):  # without a kernel: somebody removed that
                shutil.rmtree(target)
            os.chmod(part, 0o755)
            os.rename(part, target)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
        say(f"built in {time.monotonic() - start:.0f} s, and kept in {target}")
    return target


def copy(build: str, to: str) -> None:
    """Copies the source of the kept kernel, with its objects."""
    if os.path.exists(to):
        fail(f"{to} exists; --copy makes a new folder, and --tree builds in one that exists")
    source = os.path.join(kept(build), "source")
    if not os.path.isdir(source):
        fail(f"there is no {source}, which belongs to the kernel beside it: remove {os.path.dirname(source)}, and run this again")
    try:
        subprocess.run(["cp", "-a", "--reflink=auto", source, to], check=True)
    except BaseException:
        shutil.rmtree(to, ignore_errors=True)
        raise
    print(f"""{to} is yours. After a change there, for instance in drivers/net/ethernet/mellanox/mlx5/core:
  make -C {to} ARCH=um -j{len(os.sched_getaffinity(0))} linux
  {build}/softmlx5 --kernel-image {to}/linux ibv_devinfo""")


def build_tree(tree: str) -> None:
    """Changes, configures and builds a source tree of the user's."""
    try:
        with open(os.path.join(tree, "Makefile"), encoding="utf-8") as stream:
            values = dict(re.findall(r"^(VERSION|PATCHLEVEL|SUBLEVEL) = (\d+)$", stream.read(), re.M))
        version = ".".join(values[name] for name in ("VERSION", "PATCHLEVEL", "SUBLEVEL"))
    except (OSError, KeyError):
        fail(f"{tree} is no source tree of Linux: its Makefile has no version")
    need_tools()
    configure(tree, version)
    compile_kernel(tree)
    print(f"kernel: {os.path.join(tree, 'linux')}; softmlx5 --kernel-image boots it")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", metavar="DIR",
                        help="the build folder, for the link DIR/kernel/linux (default: build)")
    parser.add_argument("--copy", metavar="DIR", help="copy source and objects there, instead of the link")
    parser.add_argument("--tree", metavar="DIR", help="build this source tree instead of the package's")
    args = parser.parse_args()
    if args.copy and args.tree:
        fail("--copy and --tree exclude each other")
    try:
        if args.copy:
            copy(args.build, args.copy)
        elif args.tree:
            build_tree(os.path.abspath(args.tree))
        else:
            target = kept(args.build)
            write_link(args.build, os.path.join(target, "linux"))
    except OSError as exc:
        fail(f"{exc.filename}: {exc.strerror}" if exc.filename else str(exc))
    return 0


if __name__ == "__main__":
    sys.exit(main())
