# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Hostile input: commands, work requests, doorbells and ioctls that are not what they should be.

A short run of the fuzzer. hostile/main.c says how a longer one is started; hostile_build.fuzzer(folder) builds it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "hostile"))

import hostile_build  # noqa: E402

SECONDS = 4


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory):
    return hostile_build.fuzzer(str(tmp_path_factory.mktemp("hostile")))


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=200,
                          errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


def test_cases(fuzzer):
    assert run(fuzzer, "--cases") == "19 cases\n"


@pytest.mark.parametrize("mode, options, least", [
    ("work", [], 300), ("work", ["--serialise"], 300), ("work", ["--strict"], 100),
    ("commands", ["--poll"], 300), ("ioctl", [], 100)])
def test_fuzzer(fuzzer, mode, options, least):
    """Nothing crashes, hangs, leaks, or writes where no key allows it."""
    output = run(fuzzer, "--seconds", str(SECONDS), "--mode", mode, *options)
    executions = re.search(r"^(\d+) executions\Z", output.rstrip("\n"), re.MULTILINE)
    assert executions and int(executions.group(1)) >= least, output[-2000:]
