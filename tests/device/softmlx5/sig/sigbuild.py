# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Builds the harness of the signature engine, and runs scripts through it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import List, Optional, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
sys.path.insert(0, os.path.join(ROOT, "tests", "run"))

import patience  # noqa: E402
from products import ENGINE, device_sources  # noqa: E402

SOFTMLX5 = os.path.join(ROOT, "softmlx5")
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
CC = os.environ.get("CC", "gcc")
FLAGS = ["-std=c11", "-g", "-O1", "-fno-strict-aliasing", "-D_GNU_SOURCE",
         "-I" + os.path.join(ROOT, "generated"), "-I" + SOFTMLX5]
LIBRARIES = ["-lisal", "-lcrypto", "-lpthread"]
SOURCES = tuple(name + ".c" for name in ENGINE)  # the engine and its dependencies


def source(name: str) -> str:
    """Returns the path of a file of the device."""
    return os.path.join(ROOT, device_sources()[os.path.splitext(name)[0]])


def compile_objects(folder: str, sources: Sequence[str], *flags: str) -> List[str]:
    """Compiles C files; returns the object files' paths. Raises AssertionError with the compiler's messages."""
    jobs = []
    for path in sources:
        target = os.path.join(folder, os.path.basename(path)[:-2] + ".o")
        jobs.append((target, subprocess.Popen([CC, *FLAGS, *flags, "-c", path, "-o", target],
                                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)))
    for _, job in jobs:
        output, _ = job.communicate()
        assert job.returncode == 0, output
    return [target for target, _ in jobs]


def objects() -> List[str]:
    """Returns the paths of the engine's object files, which ninja has built."""
    paths = [os.path.join(BUILD, "obj", os.path.splitext(device_sources()[name])[0] + ".o") for name in ENGINE]
    lacking = [path for path in paths if not os.path.exists(path)]
    assert not lacking, f"{lacking[0]} does not exist: `ninja` builds it"
    return paths


def link(target: str, objects: Sequence[str], *flags: str) -> str:
    """Links the program; returns its path. gold takes a quarter of the time of bfd."""
    done = subprocess.run([CC, "-fuse-ld=gold", *flags, *objects, "-o", target, *LIBRARIES],
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return target


def harness(name: str = "sig") -> str:
    """Returns the path of the harness with the unchanged engine and sanitizers (tests/run/products.py)."""
    path = os.path.join(BUILD, "asan", name)
    assert os.path.exists(path), f"{path} does not exist: `ninja test-products` builds it"
    return path


def run(program: str, lines: Sequence[str], timeout: Optional[float] = patience.LIMIT) -> List[str]:
    """Runs a script; returns its output lines. Raises AssertionError with the output of a program that fails."""
    try:
        done = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True,
                              text=True,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"still running after {timeout} s") from error
    assert done.returncode == 0, f"status {done.returncode}\n{done.stderr}"
    return done.stdout.splitlines()
