#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs SPDK's lib/mlx5 on softmlx5, from a source tree of SPDK:

    tests/device/clients/spdk/run.py TREE

harness.c compares CRC32C, AES-XTS and gathered data; here it is counted that each kind of key was configured at every place of
the send queue. Needs libibverbs-dev and libssl-dev, and what `ninja` has built.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from typing import Dict, List, Set

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
SOURCES = ("mlx5_crypto.c", "mlx5_dma.c", "mlx5_qp.c", "mlx5_umr.c")  # of lib/mlx5
FLAGS = ["-std=gnu11", "-O2", "-g", "-D_GNU_SOURCE", "-fno-strict-aliasing"]
MODES = ("--doorbell trap", "--doorbell poll", "--serialise-wire")
RIGHT = "200 rounds: gathering, CRC32C, AES-XTS: all results are right\n"


def compiled(tree: str, folder: str) -> str:
    """Compiles the harness with the sources of the tree, which is left as it is."""
    program = os.path.join(folder, "harness")
    os.makedirs(os.path.join(folder, "spdk"))
    with open(os.path.join(folder, "spdk", "config.h"), "w", encoding="utf-8"):
        pass  # SPDK's configure writes one; lib/mlx5 needs nothing of it
    sources = [os.path.join(tree, "lib", "mlx5", name) for name in SOURCES]
    done = subprocess.run(["gcc", *FLAGS, f"-I{tree}/include", f"-I{folder}", os.path.join(HERE, "harness.c"),
                           os.path.join(ROOT, "tests", "library", "bench", "spdk_env.c"), *sources, "-o", program, "-libverbs", "-lmlx5",
                           "-lcrypto"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"run.py: {tree} does not compile:\n{done.stdout}")
    return program


def problems(launcher: str, options: List[str], program: str, folder: str) -> List[str]:
    """What is wrong with a run; empty if nothing is."""
    trace = os.path.join(folder, "trace")
    done = subprocess.run([launcher, "--fabric", "none", "--strict", "--trace", trace, *options, program],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, check=False)
    if done.returncode or done.stdout != RIGHT:
        return [f"exit status {done.returncode}: {done.stdout}"]
    with open(trace, encoding="utf-8") as stream:
        text = stream.read()
    os.unlink(trace)
    size = 1 << int(re.search(r"qpc\.log_sq_size=(\w+)", text)[1], 0)
    places: Dict[str, Set[int]] = {}
    for index, kind, rest in re.findall(r" WQE 0x(\w+) UMR, \d+ bytes\n((?:  .*\n)*?)((?=\[)|\Z)", text):
        name = "AES-XTS" if "bsf_crypto" in kind else "CRC32C" if "bsf_" in kind else "plain"
        places.setdefault(name, set()).add(int(index, 16) % size)
    return [f"no key of the kind {name} was configured at the places {sorted(set(range(size)) - places.get(name, set()))}"
            for name in ("plain", "CRC32C", "AES-XTS") if len(places.get(name, ())) != size]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", help="a checkout of github.com/spdk/spdk")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="the build folder")
    args = parser.parse_args()
    missing = [name for name in SOURCES if not os.path.exists(os.path.join(args.tree, "lib", "mlx5", name))]
    launcher = os.path.join(args.build, "softmlx5")
    if missing:
        sys.exit(f"run.py: there is no {args.tree}/lib/mlx5/{missing[0]}: TREE must be a checkout of github.com/spdk/spdk")
    if not os.path.exists(launcher):
        sys.exit(f"run.py: there is no {launcher}: run ninja")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(os.path.abspath(args.tree), folder)
        for mode in MODES:
            found = problems(launcher, mode.split(), program, folder)
            failed += bool(found)
            print("\n".join([f"{mode}: {'wrong' if found else 'right'}", *found]))
    print(f"{len(MODES) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
