# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Posting and polling: on real queues of libmlx5, and random batches on rings in plain memory."""

from __future__ import annotations

import glob
import os
import subprocess

import pytest

BUILD = os.environ.get("MLX5SIG_BUILD", "build")
SANITIZED = ["-std=c11", "-O1", "-g", "-D_GNU_SOURCE", "-Igenerated", "-Iinclude", "-Iruntime",
             "-fno-sanitize-recover=all"]


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("name", ["exchange", "detach", "reset", "flush", "pipelining", "events"])
@pytest.mark.parametrize("options", [[], ["--strict"]])
def test_on_a_device(name, options):
    assert run(f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/posting", name) == "done\n"


@pytest.mark.parametrize("seed", range(4))
def test_random_batches(seed):
    assert "posted" in run(f"{BUILD}/tests/runtime/rings", str(seed), "300")


def test_random_batches_sanitized(tmp_path):
    program = str(tmp_path / "rings")
    run("gcc", *SANITIZED, "-fsanitize=address,undefined", "tests/runtime/rings.c",
        *sorted(glob.glob("runtime/*.c")), "-o", program, "-libverbs", "-lmlx5", "-lpthread")
    assert "posted" in run(program, "9", "60")
