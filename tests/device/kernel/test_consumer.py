# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A kernel consumer of signatures on Linux's own driver: random T10-DIF requests, against the kernel's CRC and checksum."""

from __future__ import annotations

import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
from typing import Dict

import pytest

import machine as machines
from machine import BUILD, ROOT

CONSUMER = os.path.join(ROOT, "tests", "device", "kernel", "consumer", "sigconsumer.c")
CASES = int(os.environ.get("CONSUMER_CASES", "3000"))
FOLDER = os.path.join("drivers", "infiniband", "ulp")
KINDS = [*(f"{way} {kind}" for way in ("read", "write") for kind in ("insert", "strip", "pass")),
         "one piece", "pages", "pieces"]
FAULTS = ["guard", "app tag", "ref tag"]


def build(tree: str) -> None:
    """Builds the consumer into a copy of the kept kernel."""
    subprocess.run([sys.executable, os.path.join(ROOT, "softmlx5", "uml", "build.py"), "--build", BUILD, "--copy", tree],
                   stdout=subprocess.DEVNULL, check=True)
    own = os.path.join(tree, FOLDER, "sigconsumer")
    os.mkdir(own)
    shutil.copy(CONSUMER, own)
    with open(os.path.join(own, "Makefile"), "w", encoding="ascii") as stream:
        stream.write("obj-y := sigconsumer.o\n")
    with open(os.path.join(tree, FOLDER, "Makefile"), "a", encoding="ascii") as stream:
        stream.write("obj-y += sigconsumer/\n")
    done = subprocess.run(["make", "-s", "-C", tree, "ARCH=um", "W=1", f"{FOLDER}/sigconsumer/"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    subprocess.run(["make", "-s", "-C", tree, "ARCH=um", f"-j{len(os.sched_getaffinity(0))}", "linux"],
                   stdout=subprocess.DEVNULL, check=True)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """Returns the path of a kernel with the consumer. It is kept beside the kernel without, as long as consumer and these lines
    are the same."""
    if machines.is_ptrace_forbidden():
        pytest.skip("ptrace is forbidden here, and User Mode Linux needs it")
    with open(CONSUMER, "rb") as consumer, open(__file__, "rb") as self:
        digest = hashlib.sha256(consumer.read() + self.read()).hexdigest()[:12]
    beside = os.path.dirname(os.path.realpath(os.path.join(BUILD, "kernel", "linux")))
    kept = os.path.join(beside, f"sigconsumer-{digest}")
    if not os.path.exists(kept):
        for other in glob.glob(os.path.join(beside, "sigconsumer-*")):
            os.unlink(other)
        tree = str(tmp_path_factory.mktemp("kernel") / "linux")
        build(tree)
        shutil.copy(os.path.join(tree, "linux"), f"{kept}.{os.getpid()}")
        os.replace(f"{kept}.{os.getpid()}", kept)
        shutil.rmtree(tree)
    return kept


def log_of(machine, kernel: str, *options: str, cases: int = CASES, seed: int = 1) -> str:
    """Boots, and returns what the consumer has logged."""
    done = machine.run("dmesg", options=("--kernel", "--kernel-image", kernel, "--kernel-arg", f"sigconsumer.cases={cases}",
                                         "--kernel-arg", f"sigconsumer.seed={seed}", *options))
    assert done.status == 0, done.messages
    return "\n".join(re.findall(r"sigconsumer: (.*)", done.text))


def counts(log: str) -> Dict[str, int]:
    return {name: int(number) for name, number in re.findall(r"^([\w ]+): (\d+)(?: checked.*)?$", log, re.M)}


@pytest.mark.parametrize("seed", [1, 2])
def test_random_requests(machine, kernel, seed):
    """Inserting, stripping, passing with and without copying of fields, of memory in all shapes; faults in every tag."""
    log = log_of(machine, kernel, seed=seed)
    assert f"{CASES} requests, 0 failed" in log, log
    found = counts(log)
    assert all(found[name] > CASES // 50 for name in [*KINDS, *FAULTS, "checksums at the source"]), log


def test_a_wrong_device_is_noticed(machine, kernel):
    """Fault injection changes a byte of a packet."""
    log = log_of(machine, kernel, "--fault", "wire:every=20", cases=300)
    assert re.search(r"request \d+ of seed 1: ", log) and not re.search(r"requests, 0 failed", log), log
