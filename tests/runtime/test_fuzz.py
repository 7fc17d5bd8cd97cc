# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random attributes and random CQEs, with the address and undefined-behaviour sanitizers.

FUZZ_SEEDS=N takes N seeds instead of a few, FUZZ_FIRST=N begins with another one.
"""

from __future__ import annotations

import glob
import os
import subprocess

import pytest

BUILD = os.environ.get("MLX5SIG_BUILD", "build")
SEEDS = int(os.environ.get("FUZZ_SEEDS", 2))
FIRST = int(os.environ.get("FUZZ_FIRST", 0))
FLAGS = ["-std=c11", "-O1", "-g", "-D_GNU_SOURCE", "-Igenerated", "-Iinclude", "-Iruntime",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-static-libasan"]


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600,
                          check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    """Gives a function from the name of a program to its path, sanitized as the library in it."""
    folder = tmp_path_factory.mktemp("fuzz")
    objects = []
    for source in sorted(glob.glob("runtime/*.c")):
        objects.append(str(folder / (os.path.basename(source)[:-1] + "o")))
        run("gcc", *FLAGS, "-c", source, "-o", objects[-1])

    def link(name):
        run("gcc", *FLAGS, f"tests/runtime/{name}.c", *objects, "-o", str(folder / name), "-libverbs", "-lmlx5",
            "-lpthread")
        return str(folder / name)
    return link


def test_attributes(build):
    program = build("fuzz_attributes")
    for seed in range(FIRST, FIRST + SEEDS):
        assert run(f"{BUILD}/softmlx5", program, str(seed), "1500") == "done\n", seed


def test_cqes(build):
    program = build("fuzz_cqes")
    for seed in range(FIRST, FIRST + 4 * SEEDS):
        assert run(program, str(seed), "1500") == "done\n", seed
