#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the branch of UCX that puts signatures into messages on softmlx5:

    tests/device/clients/ucx/run.py TREE      a checkout of github.com/Artemy-Mellanox/ucx at 02140615091a

UCX's libraries are built unchanged from TREE's last commit, in DIR/ucx: some minutes the first time. sig.c sends messages whose
receives lie in signature keys of sig.c of UCX, and compares payloads and checksums.

Needs git, autoconf, automake, libtool, make, g++, libibverbs-dev and librdmacm-dev.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from typing import Dict, List, NoReturn, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = ("ucm", "ucs", "uct")
OPTIONS = "--without-java --without-go --without-cuda --without-rocm --without-knem --without-xpmem --without-ugni --disable-numa"
FLAGS = "-std=gnu11 -O2 -g -Wall -Wextra -Werror -Wno-unused-parameter".split()  # UCX's headers have unused parameters

# Options of softmlx5; seed, messages, block and stride of sig.c.
RUNS = [*(("", f"{number} 2000 {block} {block}") for number, block in enumerate((512, 520, 4048, 4096, 4160))),
        ("", "5 1000 4048 4096"), ("", "6 1000 512 1024"),
        ("--doorbell poll", "7 1000 4048 4048"), ("--serialise-wire", "8 300 4048 4048"), ("--link roce", "9 300 4096 4096"),
        ("--caps connectx7", "10 300 4048 4048")]
KNOWN = "(QUERY_LAG) failed"  # the branch asks each device, and goes on


def fail(text: str) -> NoReturn:
    print(f"run.py: {text}")
    sys.exit(2)


def call(command: List[str], folder: str, log: str) -> None:
    """Runs a command of the build; its output is in the file ``log``."""
    with open(log, "a", encoding="utf-8") as stream:
        done = subprocess.run(command, cwd=folder, stdout=stream, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        fail(f"{' '.join(command)} ended with {done.returncode}; see {log}")


def build(tree: str, folder: str) -> str:
    """Builds UCX's libraries unless the folder has those of the tree's last commit; returns where they are."""
    git = ["git", "-c", "safe.directory=*", "-C", tree]  # a job's checkout belongs to another user
    head = subprocess.run([*git, "rev-parse", "HEAD"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          check=False).stdout.strip()
    if not head:
        fail(f"{tree} is no checkout of git")
    if subprocess.run([*git, "cat-file", "-e", f"{head}:src/uct/ib/mlx5/dv/sig.c"], stderr=subprocess.DEVNULL,
                      check=False).returncode:
        fail(f"{tree} has no src/uct/ib/mlx5/dv/sig.c: it must be a checkout of github.com/Artemy-Mellanox/ucx at 02140615091a")
    stamp, source, log = (os.path.join(folder, name) for name in ("built", "source", "build.log"))
    if os.path.exists(stamp):
        with open(stamp, encoding="utf-8") as stream:
            if stream.read() == head:
                return source
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(source)
    archive = subprocess.Popen([*git, "archive", head], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", source], stdin=archive.stdout, check=True)
    if archive.wait():
        fail(f"git archive {head} of {tree} failed")
    call(["./autogen.sh"], source, log)
    call(["./contrib/configure-release", *OPTIONS.split()], source, log)
    for name in LIBRARIES:
        call(["make", f"-j{os.cpu_count()}", "-C", f"src/{name}"], source, log)
    with open(stamp, "w", encoding="utf-8") as stream:
        stream.write(head)
    return source


def run(launcher: str, options: str, program: str, arguments: str, environment: Dict[str, str]) -> Tuple[str, List[str]]:
    """Returns the run's name with what it printed, and its problems."""
    done = subprocess.run([launcher, "--fabric", "none", "--strict", *options.split(), program, *arguments.split()],
                          env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=600, check=False)
    problems = [line for text in (done.stdout, done.stderr) for line in text.splitlines()
                if "messages, " not in line and KNOWN not in line]
    if done.returncode:
        problems.insert(0, f"status {done.returncode}")
    result = "".join(done.stdout.splitlines()[-1:])
    return f"{options or 'default options'}, sig {arguments}: {result}", problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", help="a checkout of the branch")
    parser.add_argument("--build", default="build", metavar="DIR", help="has softmlx5")
    args = parser.parse_args()
    launcher, folder = (os.path.join(os.path.abspath(args.build), name) for name in ("softmlx5", "ucx"))
    if not os.path.exists(launcher):
        fail(f"there is no {launcher}: run ninja")
    source = build(os.path.abspath(args.tree), folder)
    places = [os.path.join(source, "src", name, ".libs") for name in LIBRARIES]
    program = os.path.join(folder, "sig")
    call(["gcc", *FLAGS, f"-I{source}/src", f"-I{source}", os.path.join(HERE, "sig.c"), *(f"-L{place}" for place in places),
          "-luct", "-lucs", f"-Wl,-rpath,{':'.join(places)}", "-o", program], HERE, os.path.join(folder, "sig.log"))
    environment = {"UCX_MODULE_DIR": os.path.join(source, "modules")}
    failed = 0
    for options, arguments in RUNS:
        name, problems = run(launcher, options, program, arguments, environment)
        print("\n".join([f"{'FAIL' if problems else 'ok  '} {name}", *(f"     {line}" for line in problems[:20])]), flush=True)
        failed += bool(problems)
    print(f"{len(RUNS) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
