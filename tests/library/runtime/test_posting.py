# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Posting and polling: on real queues of libmlx5, and on rings in plain memory."""

from __future__ import annotations

import os
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=patience.LIMIT, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("name", ["exchange", "detach", "reset", "flush", "pipelining", "events", "creators", "shared",
                                  "arming-in-order", "blueflame", "late-events", "long-lists"])
@pytest.mark.parametrize("options", [[], ["--strict"]])
@pytest.mark.parametrize("cqe_size", ["64", "128"])
def test_on_a_device(name, options, cqe_size):
    assert run("env", f"MLX5_CQE_SIZE={cqe_size}", f"{BUILD}/softmlx5", *options,
               f"{BUILD}/tests/runtime/posting", name) == "done\n"


@pytest.mark.parametrize("options", [["--fault", "event-delay:ns=1000000"], ["--fault", "event-batch:cqes=3"],
                                     ["--fault", "event-delay:ns=300000,chance=0.5", "--strict"]])
@pytest.mark.parametrize("name", ["events", "late-events"])
def test_late_events(name, options):
    """Events later than the completions that they report, besides moderation."""
    assert run(f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/posting", name) == "done\n"


@pytest.mark.parametrize("options", [["--doorbell", "poll"], ["--fault", "cqe-delay:ns=100000"]])
@pytest.mark.parametrize("name", ["shared", "arming", "blueflame", "late-events", "long-list-fails"])
def test_on_a_device_of_its_own_pace(name, options):
    assert run(f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/posting", name) == "done\n"


def test_own_register():
    """The polled device has BlueFlame registers."""
    assert run(f"{BUILD}/softmlx5", "--strict", "--doorbell", "poll", f"{BUILD}/tests/runtime/posting",
               "own-register") == "done\n"


@pytest.mark.parametrize("value", [0, 1, 2])
def test_fences(value):
    """A small fence follows a configuration, as in Linux and libmlx5, independent of umr_fence."""
    assert run(f"{BUILD}/softmlx5", "--strict", "--cap", f"umr_fence={value}",
               f"{BUILD}/tests/runtime/posting", "pipelining") == "done\n"


@pytest.mark.parametrize("options", [["--strict"], ["--doorbell", "poll"]])
@pytest.mark.parametrize("name", ["order", "errors", "complete", "flush", "reset", "cancel", "threads"])
def test_commits(name, options):
    """Requests that succeed or fail one by one, with a doorbell of their own."""
    assert run(f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/commits", name) == "done\n"


@pytest.mark.parametrize("seed", range(4))
def test_random_batches(seed):
    assert "posted" in run(f"{BUILD}/tests/runtime/rings", str(seed), "300")


@pytest.mark.parametrize("seed", range(2))
def test_forms_of_configurations(seed):
    assert "posted" in run(f"{BUILD}/tests/runtime/configurations", str(seed), "20000")


@pytest.mark.parametrize("name, arguments, text", [
    ("rings", ["9", "60"], "posted"),
    ("configurations", ["9", "2000"], "posted"),
    ("completions", [], "done"),
])
def test_sanitized(name, arguments, text):
    """Built by ninja, see tests/run/products.py."""
    assert text in run(f"{BUILD}/asan/{name}", *arguments)
