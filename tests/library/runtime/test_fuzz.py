# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random attributes and random CQEs, with the address and undefined-behaviour sanitizers, built by ninja
(tests/run/products.py).

FUZZ_SEEDS=N runs N seeds instead of a few, FUZZ_FIRST=N starts with another one.
"""

from __future__ import annotations

import os
import subprocess

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")
SEEDS = int(os.environ.get("FUZZ_SEEDS", 2))
FIRST = int(os.environ.get("FUZZ_FIRST", 0))


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT,
                          check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_attributes():
    program = f"{BUILD}/asan/fuzz_attributes"
    for seed in range(FIRST, FIRST + SEEDS):
        assert run(f"{BUILD}/softmlx5", program, str(seed), "1500") == "done\n", seed


def test_cqes():
    program = f"{BUILD}/asan/fuzz_cqes"
    for seed in range(FIRST, FIRST + 4 * SEEDS):
        assert run(program, str(seed), "1500") == "done\n", seed
