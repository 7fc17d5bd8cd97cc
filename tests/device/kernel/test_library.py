# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Examples, the library's own tests and its random lives on Linux's driver: each ends as in the process, and prints the same.

Many programs share a boot. Left out are programs without a device; cases that need other options of the device than those of a
boot here; those of REASONS. Event channels of DEVX have their own tests, device_test's."""

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
DEVX_EVENTS = "devx_events devx_events_waiting devx_events_closed_first"  # random lives of event channels beside a model
REASONS = {
    "devx_events_refused": "it asks for asynchronous commands, which Linux has, and the device in the process has not",
    "rdma_cm": "it needs a network device with an address: test_subnet.py",
    "posting own-register": "it needs a BlueFlame register, which the device in the process has only with --doorbell poll",
    "commits threads": "its threads wait for each other by polling, which takes minutes on one processor",
}

# The words of each program of tests/library/runtime; the first is its name.
TESTS = """
posting exchange|detach|reset|flush|pipelining|events|creators|shared|arming-in-order|blueflame|late-events|long-lists
objects lifecycle 1|lifecycle 2|lifecycle 3|lifecycle 7|lifecycle 15|lifecycle 31|lifecycle 16777216|lifecycle 16777220
objects psv-lifecycle|refused|pool-rules|pool-bulk|pool-find|cache-rules|pool-threads|deks|dek-lifecycle|memory
options in-rts|overrun|fences|access|no-right|relaxed|dek-query|dek-sets|units
pipelining one|reset|unsignalled|configuration|error|late 0|two 0|many 2
transactions random 1 60|batches 1 60|encrypted 1 60|encrypted_batches 1 60
transactions psv|later|lives|encrypted_psv|encrypted_lives|encrypted_orders
query |print
defects flushed-rearming|cancelled-rearming|flushed-signature|cancelled-signature|unpolled-error|cancel-as-created
defects put-twice|next-context|in-the-clear
commits order|errors|complete|flush|reset|cancel
"""


def errnos() -> Dict[str, List[str]]:
    """Returns the commands that cause errors of the manual pages, by the options of the device that they need. Left out are the
    120 that need none, nor a malloc() that fails: the library finds most of them alone, and they cost 8 s."""
    program = os.path.join(RUNTIME, "errnos")
    found: Dict[str, List[str]] = {}
    for line in subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
        page, name, case, options = (*line.split(" ", 3), "")[:4]
        if options or "memory" in case:
            found.setdefault("" if options in ("--pipelining", "--devices 2") else options, []).append(
                f"{program} {page} {name} {case}")
    return found


def runtime() -> List[str]:
    """Returns the commands of TESTS."""
    return [f"{RUNTIME}/{line.split()[0]} {words}" for line in TESTS.strip().splitlines()
            for words in line.partition(" ")[2].split("|")]


def without_numbers(text: str) -> str:
    """Returns what a program has printed without what the device in the process reports there, and what depends on time: what
    accel measures, and how many transactions of `pipelining many` were bad, which draws random numbers whenever it polls."""
    text = re.sub(r"^softmlx5: refused: .*\n(  .*\n)*", "", text, flags=re.M)
    text = re.sub(r" +\d+ operations of (\d+) bytes, +\d+ MB/s", r" operations of \1 bytes", text)  # of accel
    return re.sub(r"\b[1-9]\d* of (\d+) bad", r"some of \1 bad", text)


def in_both(machine, options: Tuple[str, ...], commands: List[str]) -> List[str]:
    """Runs commands in both worlds, which must end well and print the same. Returns what they have printed."""
    inside, outside = (machine.run_all(commands, (*world, *options)) for world in (("--kernel-limit", LIMIT), ()))
    for command, one, two in zip(commands, inside, outside):
        assert (one.status, without_numbers(one.text)) == (0, without_numbers(two.text)), command
    assert not re.search(r"^softmlx5: (?!refused: )", inside[0].messages, re.M), inside[0].messages
    return [one.text for one in inside]


def examples() -> List[str]:
    """Returns the commands of the examples; accel, which measures, may take a moment."""
    return [os.path.join(BUILD, "examples", name) + (" 0.02" if name == "accel" else "")
            for name in EXAMPLES if name not in REASONS]


def test_examples(machine):
    """On another card; and random attributes, which strict mode would report."""
    commands = [*examples(), f"{RUNTIME}/fuzz_attributes 1 200"]
    assert len(in_both(machine, ("--caps", "connectx6dx"), commands)) > 7


def test_library(machine):
    """In strict mode, on two devices: examples, tests of the library, errors of its manual pages, event channels,
    rings that begin within a page."""
    requests = f"{os.path.join(BUILD, 'tests', 'device_test')} {DEVX_EVENTS} ring_offsets"
    commands = [*examples(), *runtime(), *errnos()[""], requests]
    said = dict(zip(commands, in_both(machine, STRICT, commands)))
    assert said[requests].count("ok ") == 4 and list(said.values()).count("done\n") > 40
    for command, text in said.items():
        if "/errnos mlx5sig_" in command:
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
    ((), ("--seed 1 --transfers 700", "--seed 2 --transfers 200 --lives 3")),
    (("--fault", "qp-error:chance=0.01", "--fault", "late-drain:wqes=2"), ("--seed 3 --transfers 400 --errors --late",)),
], ids=["strict", "errors"])
def test_lives(machine, options, lives):
    """The verdict on every transfer is compared with the model, as in the process. Events arrive by interrupts: --not-prompt."""
    done = machine.run_all([f"{LIVES} {words} --not-prompt" for words in lives], ("--kernel-limit", LIMIT, "--strict", *options))
    for words, ended in zip(lives, done):
        found = re.search(r"^(\d+) transfers: (\d+) good, (\d+) bad", ended.text, re.M)
        assert ended.status == 0 and found and not re.search(r"^softmlx5: (?!refused: )", ended.messages, re.M), ended.all
        transfers, good, bad = map(int, found.groups())
        wanted = int(words.split()[3])  # after --transfers
        assert transfers >= wanted and good > wanted / 2 and bad > wanted / 20
