# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random lives of queue pairs, CQs and keys: the verdict on every transfer is compared with a model (lives.h).

LIVES_TRANSFERS=N runs N transfers with the sanitizers instead of a few, LIVES_SEED=N starts with another seed. A
failure prints the command that repeats it.
"""

from __future__ import annotations

import os
import re
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")
TRANSFERS = int(os.environ.get("LIVES_TRANSFERS", 0))
SEED = int(os.environ.get("LIVES_SEED", 1))

# Options of the device, and of the program; a factor for the number of transfers.
DEVICES = {
    "prompt": ([], [], 1.0),
    "strict": (["--strict"], [], 0.2),
    "threads": ([], ["--lives", "3"], 0.3),
    "late": (["--fault", "late-drain:wqes=2"], ["--late"], 0.5),
    "delay": (["--fault", "cqe-delay:ns=20000,chance=0.2"], ["--not-prompt"], 0.2),
    "batch": (["--fault", "cqe-batch:cqes=5,chance=0.1"], ["--not-prompt"], 0.1),
    "events": (["--fault", "event-delay:ns=300000,chance=0.3"], ["--not-prompt"], 0.2),
    "page-fault": (["--fault", "page-fault:chance=0.4"], ["--not-prompt", "--without", "transaction"], 0.2),
    "wire": ([word for kind in ("loss:chance=0.02", "duplicate:chance=0.1", "reorder:chance=0.1",
                                "packet-delay:chance=0.1,ns=300000")
              for word in ("--fault", kind)], ["--not-prompt", "--disturbed"], 0.12),
    "poll": (["--doorbell", "poll"], ["--not-prompt", "--lives", "2"], 0.1),
    "errors": (["--fault", "qp-error:chance=0.02"], ["--errors"], 0.3),
    "unplug": (["--fault", "unplug:every=400"], ["--unplug"], 0.2),
    "unplug-refused": (["--cap", "kernel.destroy_unplugged=0", "--fault", "unplug:every=400"], ["--unplug-refused"], 0.2),
    "units": (["--cap", "aes_xts_multi_block_be_tweak=1"], [], 0.2),  # keys of several encrypted data units
}


def run(seed, transfers, device, options, program):
    """Returns the output of the program, and its numbers of transfers, good ones and bad ones."""
    command = [f"{BUILD}/softmlx5", "--seed", str(seed), *device, *program, "--seed", str(seed), "--transfers",
               str(transfers), *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          timeout=max(patience.LIMIT, transfers / 10))
    assert done.returncode == 0, " ".join(command) + "\n" + done.stdout
    found = re.search(r"^(\d+) transfers: (\d+) good, (\d+) bad", done.stdout, re.M)
    assert found, done.stdout
    assert "softmlx5: strict" not in done.stdout, done.stdout
    return [int(number) for number in found.groups()]


@pytest.mark.parametrize("name", DEVICES)
def test_lives(name):
    device, options, factor = DEVICES[name]
    wanted = int((TRANSFERS or 8000) * factor)
    transfers, good, bad = run(SEED, wanted, device, options, [f"{BUILD}/tests/lives"])
    assert transfers >= wanted and good > wanted / 2 and bad > wanted / 20


@pytest.mark.parametrize("seed", [SEED, SEED + 1])
def test_sanitized(seed):
    """Library and device with the address and undefined-behaviour sanitizers; the device is in the program."""
    wanted = TRANSFERS or 1000
    transfers, _, bad = run(seed, wanted, [], [], ["env", "-u", "LD_PRELOAD", f"{BUILD}/asan/lives"])
    assert transfers >= wanted and bad > wanted / 20


@pytest.mark.parametrize("name", ["errors", "unplug"])
def test_sanitized_incidents(name):
    """Contexts are closed with objects left, whose memory is lost, so leaks are not checked."""
    device, options, _ = DEVICES[name]
    wanted = (TRANSFERS or 1000) // 2
    transfers, _, _ = run(SEED, wanted, device, options, ["env", "-u", "LD_PRELOAD", "ASAN_OPTIONS=detect_leaks=0",
                                                          f"{BUILD}/asan/lives"])
    assert transfers >= wanted


def test_threads():
    """Several lives with the thread sanitizer in the library. libibverbs, libmlx5 and the device have none, and move
    data as a card does by DMA."""
    program = ["env", "TSAN_OPTIONS=ignore_noninstrumented_modules=1", f"{BUILD}/tsan/lives"]
    wanted = (TRANSFERS or 1000) // 4
    transfers, _, _ = run(SEED, wanted, ["--doorbell", "poll"], ["--lives", "3", "--not-prompt"], program)
    assert transfers >= wanted


def test_same_seed_same_life():
    """Without delays and threads."""
    one = run(SEED + 2, 500, [], [], [f"{BUILD}/tests/lives"])
    assert one == run(SEED + 2, 500, [], [], [f"{BUILD}/tests/lives"])
