# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Posting and polling: on real queues of libmlx5, and on rings in plain memory."""

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


@pytest.mark.parametrize("name", ["exchange", "detach", "reset", "flush", "pipelining", "events", "creators", "arming",
                                  "shared"])
@pytest.mark.parametrize("options", [[], ["--strict"]])
@pytest.mark.parametrize("cqe_size", ["64", "128"])
def test_on_a_device(name, options, cqe_size):
    assert run("env", f"MLX5_CQE_SIZE={cqe_size}", f"{BUILD}/softmlx5", *options,
               f"{BUILD}/tests/runtime/posting", name) == "done\n"


@pytest.mark.parametrize("value", [0, 1, 2])
def test_fences(value):
    """A small fence behind a configuration, as Linux and libmlx5 have it, whatever umr_fence says."""
    assert run(f"{BUILD}/softmlx5", "--strict", "--cap", f"umr_fence={value}",
               f"{BUILD}/tests/runtime/posting", "pipelining") == "done\n"


@pytest.mark.parametrize("seed", range(4))
def test_random_batches(seed):
    assert "posted" in run(f"{BUILD}/tests/runtime/rings", str(seed), "300")


@pytest.mark.parametrize("seed", range(2))
def test_ways_of_configuring(seed):
    assert "posted" in run(f"{BUILD}/tests/runtime/prepared", str(seed), "20000")


@pytest.mark.parametrize("name, sanitizer, arguments, text", [
    ("rings", "address,undefined", ["9", "60"], "posted"),
    ("prepared", "address,undefined", ["9", "2000"], "posted"),
    ("threads", "thread", ["1000"], "done"),
    ("threads_keys", "thread", ["2000"], "done"),
    ("threads_srq", "thread", ["200"], "done"),
    ("completions", "address,undefined", [], "done"),
])
def test_sanitized(tmp_path, name, sanitizer, arguments, text):
    program = str(tmp_path / name)
    run("gcc", *SANITIZED, f"-fsanitize={sanitizer}", f"tests/runtime/{name}.c",
        *sorted(glob.glob("runtime/*.c")), "-o", program, "-libverbs", "-lmlx5", "-lpthread")
    assert text in run(program, *arguments)
