# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Examples, the library's own tests and its random lives on Linux's driver: each ends as in the process, and prints the same.

Many programs share a boot. Left out are programs without a device; cases that need other options of the device than those of a
boot here; those of REASONS."""

from __future__ import annotations

import glob
import os
import re
import subprocess
from typing import Dict, List, Tuple

import pytest

from machine import BUILD, ROOT

EXAMPLES = sorted(os.path.splitext(os.path.basename(path))[0] for path in glob.glob(os.path.join(ROOT, "examples", "*.c")))
RUNTIME = os.path.join(BUILD, "tests", "runtime")
LIVES = os.path.join(BUILD, "tests", "lives")
STRICT = ("--strict", "--devices", "2")
LIMIT = "120"  # seconds of a boot; none needs more than 20
REASONS = {
    "rdma_cm": "it needs the addresses of a network device, which the driver has not",
    "posting own-register": "it needs a BlueFlame register, which the device in the process has only with --doorbell poll",
    "commits threads": "its threads wait for each other by polling, which takes minutes on one processor",
}

# The words of each program of tests/library/runtime; the first is its name.
TESTS = """
posting exchange|detach|reset|flush|pipelining|events|creators|shared|arming|arming-in-order|blueflame|late-events|long-lists
objects lifecycle 1|lifecycle 2|lifecycle 3|lifecycle 7|lifecycle 15|lifecycle 31|lifecycle 16777216|lifecycle 16777220
objects psv-lifecycle|refused|pool-rules|pool-bulk|pool-find|cache-rules|pool-threads|deks|dek-lifecycle|memory
options in-rts|overrun|fences|access|no-right|relaxed|dek-query|dek-sets|units
pipelining one|reset|unsignalled|configuration|error|late 0|two 0|many 2
transactions random 1 60|batches 1 60|encrypted 1 60|encrypted_batches 1 60
transactions psv|later|lives|encrypted_psv|encrypted_lives|encrypted_orders|bytes 4096 3 4294967295 0
query |print
defects flushed-rearming|cancelled-rearming|flushed-signature|cancelled-signature|unpolled-error|cancel-as-created
defects put-twice|next-context|in-the-clear
commits order|errors|complete|flush|reset|cancel
fuzz_attributes 1 200
"""


def errnos() -> Dict[str, List[str]]:
    """Returns the cases of each error of the manual pages, as words of a shell, by the options of the device that they need."""
    program = os.path.join(RUNTIME, "errnos")
    found: Dict[str, List[str]] = {}
    for line in subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
        page, name, case, options = (*line.split(" ", 3), "")[:4]
        found.setdefault("" if options in ("--pipelining", "--devices 2") else options, []).append(
            f"{program} {page} {name} {case}")
    return found


def runtime() -> List[str]:
    """Returns the commands of TESTS."""
    return [f"{RUNTIME}/{line.split()[0]} {words}" for line in TESTS.strip().splitlines()
            for words in line.partition(" ")[2].split("|")]


def without_numbers(text: str) -> str:
    """Returns what a program has printed without what depends on time, and on the numbers of objects: the first PSV is of the
    kernel's driver, and the CRC of encrypted data follows the number of its key."""
    text = re.sub(r" +\d+ operations of (\d+) bytes, +\d+ MB/s", r" operations of \1 bytes", text)  # of accel
    text = re.sub(r"\b[1-9]\d* of (\d+) bad", r"some of \1 bad", text)  # of transactions
    return re.sub(r"^\d+ 0 (40ff0{8}10+30{14}40{5})[0-9a-f]{2}", r"\1", text, flags=re.M)


def in_both(machine, options: Tuple[str, ...], commands: List[str]) -> List[str]:
    """Runs commands in both worlds, which must end well and print the same. Returns what they have printed."""
    inside, outside = (machine.run_all(commands, (*world, *options)) for world in (("--kernel-limit", LIMIT), ()))
    for command, one, two in zip(commands, inside, outside):
        assert (one.status, without_numbers(one.text)) == (0, without_numbers(two.text)), command
    return [one.text for one in inside]


def test_examples(machine):
    """As users run them, with another preset."""
    commands = [os.path.join(BUILD, "examples", name) for name in EXAMPLES if name not in REASONS]
    assert len(in_both(machine, ("--caps", "connectx6dx"), commands)) > 6


def test_library(machine):
    """In strict mode, on two devices: examples, tests of the library, the errors of its manual pages."""
    commands = [*(os.path.join(BUILD, "examples", name) for name in EXAMPLES if name not in REASONS), *runtime(), *errnos()[""]]
    said = in_both(machine, STRICT, commands)
    assert len(said) > 110 and said.count("done\n") > 40
    for command, text in zip(commands, said):
        if "/errnos " in command:
            assert text == command.split()[2] + "\n", command


@pytest.mark.parametrize("caps", [
    ("sig_crc64_xp10=0", "sig_block_4048=0", "drain_sigerr=0", "crypto_caps.wrapped_import_method=4"),
    ("sho=0", "general_obj_types=0"), ("log_max_uctx=0",)], ids=["lacks", "none", "no-devx"])
def test_errors_without(machine, caps):
    """Errors of a device that lacks something."""
    known = errnos()
    commands = [command for cap in caps for command in known[f"--cap {cap}"]]
    said = in_both(machine, tuple(word for cap in caps for word in ("--cap", cap)), commands)
    assert said == [command.split()[2] + "\n" for command in commands] and len(said) > 2


@pytest.mark.parametrize("options, lives", [
    ((), ("--seed 1 --transfers 1000", "--seed 2 --transfers 300 --lives 3 --not-prompt")),
    (("--fault", "qp-error:chance=0.01", "--fault", "late-drain:wqes=2"), ("--seed 3 --transfers 500 --errors --late",)),
], ids=["strict", "errors"])
def test_lives(machine, options, lives):
    """The verdict on every transfer is compared with the model, as in the process."""
    done = machine.run_all([f"{LIVES} {words}" for words in lives], ("--kernel-limit", LIMIT, "--strict", *options))
    for words, ended in zip(lives, done):
        found = re.search(r"^(\d+) transfers: (\d+) good, (\d+) bad", ended.text, re.M)
        assert ended.status == 0 and "softmlx5: strict" not in ended.text and found, ended.text
        transfers, good, bad = map(int, found.groups())
        wanted = int(words.split()[3])
        assert transfers >= wanted and good > wanted / 2 and bad > wanted / 20
