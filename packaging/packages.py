# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Installs the Debian packages that build, demo, the Linux kernel or tests need, for configure.py --install-deps."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import Dict, List, NoReturn, Sequence, Tuple

BUILD = [
    "gcc", "libc6-dev", "ninja-build",
    "python3", "python3-yaml", "python3-jinja2",  # prmc
    "libibverbs-dev", "ibverbs-providers",  # libibverbs, libmlx5 and their headers
    "librdmacm-dev",  # an example on queue pairs of rdma_cm
    "libisal-dev", "libssl-dev",  # softmlx5: CRCs, AES-XTS
    "ibverbs-utils",  # ibv_devinfo, the first program to run on softmlx5
]
KERNEL = [  # `ninja kernel`
    "linux-source-6.12", "xz-utils", "make", "binutils", "flex", "bison", "bc",
]
TEST = [  # `ninja test`
    "python3-pytest", "git", "g++", "clang", "libclang-rt-dev", "valgrind", "gdb", "iproute2",
    "python3-pyverbs", "python3-scapy",  # rdma-core's own tests
    "perftest", "rdmacm-utils", "libfabric-bin", "ucx-utils", "qperf",  # programs that tests run in two processes on softmlx5
    "man-db",  # manual pages
    "pkg-config",  # commands of docs/softmlx5.md
    "openssl", "perl",  # tests/compiler/vendor: they verify a copy on systems without sha256sum
    "mstflint",  # tables of registers (ADB), which tests/world reads
    "abigail-tools",  # tests/library/abi: the library's binary interface
    "python3-z3", "binutils",  # the proof of compiled code: solver, objdump
    "spin",  # tests/library/models: protocols in a model checker
    "flake8", "mypy", "python3-typeshed",  # style and types of all Python; typeshed has those of PyYAML
    "python3-pyelftools",  # object files as manuals; tests/world reads headers through them
]
DEEP = [  # `ninja test-deep`, after TEST and KERNEL
    "gcc-i686-linux-gnu", "g++-i686-linux-gnu",  # 32 bits
    "gcc-s390x-linux-gnu", "g++-s390x-linux-gnu", "qemu-user",  # big-endian
    "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross",  # BlueField
    "iperf3",  # bench
    "openmpi-bin", "libopenmpi-dev", "mpich", "libmpich-dev",  # a program of four ranks on softmlx5
    "fio", "netcat-traditional",  # programs of two processes
    "libiscsi-bin", "qemu-utils", "libaio1",  # initiators of iSER, and what the target needs
    "qemu-system-x86",  # migration by RDMA
    "dapl2-utils", "libgloo-dev",  # DAPL's tests, and Gloo among four processes
    "dpdk-dev", "librte-crypto-mlx5-23", "librte-mempool-ring23",  # its drivers for AES-XTS
    "librte-net-mlx5-23", "librte-net-pcap23",  # and for Ethernet, whose frames are those of captures
    "tshark",  # captures of softmlx5
    "chromium", "chromium-driver", "python3-selenium",  # tests/compiler/pages
    "debhelper", "dh-python", "lintian",  # Debian packages
]
KINDS = {"build": BUILD, "kernel": BUILD + KERNEL, "test": BUILD + TEST, "deep": BUILD + TEST + KERNEL + DEEP}
# Kernel headers that tests compare with: the newest match. Those that only bookworm-security has are optional.
KERNELS = {
    "linux-headers-6.1.*-common": re.compile(r"linux-headers-6\.1\.[0-9][^-]*-[^-]*-common\Z"),
    "linux-headers-6.12.*-common": re.compile(r"linux-headers-6\.12\.[0-9][^-]*(-[^-]*)?-common\Z"),
}
OPTIONAL = {
    "linux-headers-6.12.*-common": "tests compare with Linux 6.1 alone; for 6.12 add bookworm-security (main) to "
                                   "APT's sources, run `apt-get update` and this again",
    "linux-source-6.12": "`ninja kernel` and its tests fail without it; add bookworm-security (main) to APT's sources, run "
                         "`apt-get update` and this again",
}


def fail(text: str) -> NoReturn:
    sys.exit(f"configure.py: {text}")


def output(*command: str) -> List[str]:
    """Returns the lines that a command prints to stdout in the C locale."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          env=dict(os.environ, LC_ALL="C"), check=False)
    return done.stdout.splitlines()


def available(names: Sequence[str]) -> List[str]:
    """Returns those of the packages that apt can install."""
    found, name = [], ""
    for line in output("apt-cache", "policy", *names) if names else []:
        if line.endswith(":") and not line.startswith(" "):
            name = line[:-1]
        elif line.strip().startswith("Candidate:") and "(none)" not in line:
            found.append(name)
    return found


def newest(names: Sequence[str]) -> List[str]:
    """Returns the names sorted by the numbers in them, highest first."""
    return sorted(names, key=lambda name: [int(part) for part in re.findall(r"\d+", name)],
                  reverse=True)


def wanted(kind: str) -> Tuple[List[str], Dict[str, "re.Pattern[str]"]]:
    """Returns names and patterns of the packages for one of KINDS."""
    return list(dict.fromkeys(KINDS[kind])), KERNELS if kind in ("test", "deep") else {}


def missing(kind: str) -> Tuple[List[str], List[str]]:
    """Returns the packages to install, and names or patterns that match no package of apt."""
    have = {line.split()[0] for line in output(
        "dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n")
            if line.endswith(" installed")}
    names, patterns = wanted(kind)
    names = [name for name in names if name not in have]
    known = set(available(names))
    install = [name for name in names if name in known]
    unknown = [name for name in names if name not in known]
    for text, pattern in patterns.items():
        if not any(pattern.match(name) for name in have):
            listed = output("apt-cache", "pkgnames", "linux-headers-6.1")
            found = available(newest([name for name in listed if pattern.match(name)])[:5])
            if found:
                install.append(newest(found)[0])
            else:
                unknown.append(text)
    return install, unknown


def install(kind: str) -> None:
    """Installs the missing packages, as root or through sudo; never removes one."""
    if not all(shutil.which(name) for name in ("apt-get", "apt-cache", "dpkg-query")):
        names, patterns = wanted(kind)
        fail("--install-deps needs Debian's apt-get; on another system install what corresponds to: "
             + " ".join([*names, *patterns]))
    names, unknown = missing(kind)
    if not names and set(unknown) <= set(OPTIONAL):
        print("configure.py: all packages are installed", flush=True)
        note_optional(unknown)
        return
    as_root: List[str] = []
    if os.geteuid():
        if not shutil.which("sudo"):
            fail("packages are missing, and there is no sudo; as root, run: "
                 "apt-get install --no-install-recommends " + " ".join(names + unknown))
        as_root = ["sudo"] if sys.stdin.isatty() else ["sudo", "-n"]
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]

    def update() -> None:
        if subprocess.run([*apt, "update"], check=False).returncode:
            fail("`apt-get update` failed; its message above says why")

    updated = bool(unknown)
    if unknown:  # the package lists are missing or old
        update()
        names, unknown = missing(kind)
    note_optional(unknown)
    unknown = [name for name in unknown if name not in OPTIONAL]
    if unknown:
        fail(f"apt knows no package {', '.join(unknown)}; on Debian 12 the package list of bookworm (main) has "
             "it: add what is missing in /etc/apt/sources.list and run this again")
    arguments = ["install", "--no-install-recommends", "--no-remove", *names]
    removed = [line.split()[1] for line in output("apt-get", "-s", "install",
                                                  "--no-install-recommends", *names)
               if line.startswith("Remv ")]
    if removed:
        fail(f"installing {' '.join(names)} would remove {' '.join(removed)}, which this program "
             "does not do; remove it yourself if you can spare it, and run this again")
    print("configure.py: installing " + " ".join(names), flush=True)
    status = subprocess.run([*apt, *arguments], check=False).returncode
    if status and not updated:  # old lists name versions that the servers no longer have
        update()
        status = subprocess.run([*apt, *arguments], check=False).returncode
    if status:
        fail(f"`apt-get {' '.join(arguments)}` failed; its message above says why. When that is "
             "fixed, run this again")


def note_optional(unknown: Sequence[str]) -> None:
    """Prints what is missing without an optional package."""
    for name in unknown:
        if name in OPTIONAL:
            print(f"configure.py: apt knows no package {name}: {OPTIONAL[name]}", flush=True)
