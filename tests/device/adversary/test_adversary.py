# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Programs on a device that does what a card may (docs/adversary.md): lives, examples, rdma-core's tests, libmlx5 beside
the library, and clients with real mistakes, which must be found. A failure is shortened and printed as one command.

ADVERSARY_SEEDS=N runs N seeds of each test of `ninja test-deep`, ADVERSARY_FIRST=N starts with another one;
ADVERSARY_MOST_SEEDS=N is how many may have to look for a mistake until one finds it. ADVERSARY_SHORTEN=no leaves failures as
they are.
`test_adversary.py --mistakes` measures mistakes.yaml anew.
"""

from __future__ import annotations

import collections
import concurrent.futures
import os
import re
import subprocess
import sys
from typing import Dict, List, Sequence

import pytest
import patience
import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.environ.get("SOFTMLX5_BUILD", os.environ.get("MLX5SIG_BUILD", "build"))
SEEDS = int(os.environ.get("ADVERSARY_SEEDS", 5))
FIRST = int(os.environ.get("ADVERSARY_FIRST", 1))

sys.path.insert(0, HERE)

from shorten import describe, shorten  # noqa: E402

MISTAKES = os.path.join(HERE, "mistakes.yaml")
MISTAKE_SEEDS = range(1, 5)  # of mistakes.yaml
MOST_SEEDS = int(os.environ.get("ADVERSARY_MOST_SEEDS", 32))  # until a mistake is found
ATTEMPTS = 30.0  # seconds of processor time, for what a busy machine may spoil; one attempt takes less than one
# Two of the oddities wait for long; those behind `errors` end a workload, so the client has to expect them.
QUIET = ["--oddities", "-stall"]
ERRORS = ["--oddities", "quiet,-stall,qp-error,request-error"]
# Lives need all signatures of the default preset, and know errors of queues, but not of commands.
LIVES = ["--caps", "connectx7"]
SINGLE = ["--cap", "aes_xts_multi_block_le_tweak=0"]  # see tests/library/sidebyside/test_sidebyside.py
FAILURES = ["--oddities", "quiet,-stall,qp-error,request-error,page-fault,rnr"]
# Both libraries get the same CQEs at the same time only if none is late. They have different commands.
IN_STEP = "cqe-bits,numbers,slot,key-tags,old-cqes,long-cqes,late-drain"


def seeds(short: int) -> List[object]:
    """Returns `short` seeds for `ninja test` and the others for `ninja test-deep`."""
    return [*range(FIRST, FIRST + short),
            *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(FIRST + short, FIRST + SEEDS))]


def command(seed: int, options: Sequence[str], *program: str) -> List[str]:
    return [f"{BUILD}/softmlx5", "--adversary", str(seed), *options, *program]


def run(words: List[str], processor: float = patience.PROCESSOR, actions: str = "") -> str:
    """Runs a command, which must succeed. Returns its output."""
    try:
        done = patience.run(words, processor, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if not done.returncode:
            return done.stdout
        what = done.stdout[-3000:]
    except patience.Hang as hang:
        what = f"{hang}: {hang.output!r}"
    shorter = None if os.environ.get("ADVERSARY_SHORTEN") == "no" else shorten(words, processor, 1, actions)
    pytest.fail(f"{' '.join(words)}\n{what}\n" + (describe(shorter) if shorter else "it does not fail again"))


def lives(seed: int, transfers: int, options: Sequence[str], *more: str) -> None:
    out = run(command(seed, [*LIVES, *options], f"{BUILD}/tests/lives", "--seed", str(seed), "--transfers",
                      str(transfers), "--not-prompt", "--late", *more), patience.PROCESSOR + transfers / 10, "--transfers")
    assert int(re.search(r"^(\d+) transfers", out, re.M)[1]) >= transfers, out


@pytest.mark.parametrize("seed", seeds(3))
def test_lives(seed):
    lives(seed, 200 if seed < FIRST + 3 else 2000, QUIET if seed < FIRST + 3 else [])


@pytest.mark.parametrize("seed", seeds(2))
def test_lives_with_errors(seed):
    """Page faults and RNR repeat requests, which count twice in a transaction (docs/softmlx5-signature.md)."""
    lives(seed, 150 if seed < FIRST + 2 else 1500, FAILURES, "--errors", "--without", "transaction")


EXAMPLES: Dict[str, List[str]] = {"loopback": ["50"], "sig_write": [], "mlx5dv_sig_write": [], "pipelining": [], "pool": []}


@pytest.mark.parametrize("seed", seeds(3))
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name, seed):
    # mlx5dv_sig_write uses libmlx5, whose version 44 takes reserved bits of SIG_ERR for its fields.
    run(command(seed, ["--oddities", "-stall,-sigerr-bits"], f"{BUILD}/examples/{name}", *EXAMPLES[name]))


@pytest.mark.parametrize("seed", seeds(2))
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_end(name, seed):
    """They end by themselves, whatever fails: not by a signal, and not after the limit."""
    words = command(seed, ["--oddities", "failures"], f"{BUILD}/examples/{name}", *EXAMPLES[name])
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=patience.LIMIT)
    assert 0 <= done.returncode < 4, (words, done.returncode, done.stdout)


@pytest.mark.parametrize("seed", seeds(2))
def test_side_by_side(seed):
    """libmlx5 and the library give the same results, also with a device that they do not expect. On a loaded machine the
    programs may look for an asynchronous event before it is there, hence several attempts."""
    count = "20" if seed < FIRST + 2 else "80"
    watch = patience.Watch(os.getpid(), ATTEMPTS)
    while not watch.look():
        theirs, ours = (run(command(seed, [*LIVES, *SINGLE, "--oddities", IN_STEP], f"{BUILD}/tests/sidebyside", side,
                                    str(seed * 100), count)) for side in ("mlx5dv", "mlx5sig"))
        if theirs == ours:
            break
    assert len(theirs) > 1000 and theirs == ours


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(FIRST, FIRST + max(1, SEEDS // 4)))
def test_rdma_core(seed):
    done = subprocess.run([sys.executable, f"{ROOT}/tests/device/rdma_core/run.py", "--launcher", f"{BUILD}/softmlx5", "--build",
                           f"{BUILD}/rdma-core-adversary", "--may-fail", f"{HERE}/rdma_core.txt", "--softmlx5",
                           f"--caps connectx7 --adversary {seed}"], stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_same_seed_same_oddities(tmp_path):
    """In a program with one thread that does little between its doorbells. Several attempts: on a loaded machine it may
    lose its processor for so long that the device takes it for idle."""
    watch = patience.Watch(os.getpid(), ATTEMPTS)
    while not watch.look():
        found = []
        for number in range(2):
            trace = tmp_path / f"trace{number}"
            trace.write_text("")
            run(command(3, ["--trace", str(trace)], f"{BUILD}/examples/loopback", "30"))
            found.append(re.findall(r"adversary: \S+ \d+|CQE \d+ .*", trace.read_text()))
        if found[0] == found[1]:
            break
    assert len(found[0]) > 100 and found[0] == found[1]


def test_another_seed_other_oddities(tmp_path):
    found = []
    for seed in range(FIRST, FIRST + 4):
        trace = tmp_path / f"trace{seed}"
        run(command(seed, ["--trace", str(trace)], f"{BUILD}/examples/loopback", "30"))
        found.append(tuple(sorted(set(re.findall(r"adversary: (\S+)", trace.read_text())))))
    assert len(set(found)) == 4 and len({name for names in found for name in names}) > 6


@pytest.mark.parametrize("options, says", [
    (["--adversary", "x"], "needs a number"), (["--adversary", "1", "--oddities", "late"], "there is no such oddity"),
    (["--adversary", "1", "--oddities", "pause:0"], "counted from 1"), (["--oddities", "pause"], "needs --adversary")])
def test_wrong_options(options, says):
    done = subprocess.run([f"{BUILD}/softmlx5", *options, "true"], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode and says in done.stderr


def notes(trace, *options: str) -> collections.Counter:
    """Returns how often each oddity happens in a run of loopback."""
    run(command(3, ["--trace", str(trace), *options], f"{BUILD}/examples/loopback", "30"))
    return collections.Counter(re.findall(r"adversary: (\S+)", trace.read_text()))


def test_only_named_oddities(tmp_path):
    late = {"late-event", "late-doorbell", "late-cqe"}
    assert set(notes(tmp_path / "a", "--oddities", ",".join(late))) == late
    assert "cqe-bits" in notes(tmp_path / "b", "--oddities", "quiet,cqe-bits")
    assert "cqe-bits" not in notes(tmp_path / "c", "--oddities", "-cqe-bits")
    assert notes(tmp_path / "d", "--oddities", "cqe-bits:3-7") == {"cqe-bits": 5}


def test_torn_cqes():
    """A CQE whose last byte is missing is no completion."""
    run(command(1, ["--oddities", "late-cqe,torn-cqe"], f"{BUILD}/tests/client", "--from-zero", "--requests", "300"))


@pytest.mark.parametrize("options", [["--cap", "cqe_version=0"], ["--adversary", "1", "--oddities", "old-cqes,long-cqes"]])
def test_old_cqes(options):
    """QP numbers instead of user indices. The library needs them, too."""
    for program in (["loopback", "30"], ["sig_write"], ["pool"]):
        run([f"{BUILD}/softmlx5", *options, f"{BUILD}/examples/{program[0]}", *program[1:]])


def test_shortening():
    """A mistake that needs one oddity is shortened to it."""
    words = command(1, ["--oddities", "cqe-bits,late-cqe,early-record,numbers"], f"{BUILD}/tests/client", "--from-zero",
                    "--requests", "300", "--wrong", "qpn-32-bits")
    failure = shorten(words, 30, 1, "--requests")
    assert failure is not None and list(failure.shares) == ["cqe-bits"]
    first, last = failure.shares["cqe-bits"]
    assert first == last and "QP 0x" in failure.output
    assert int(failure.words[failure.words.index("--requests") + 1]) < 300


# Mistakes.

with open(MISTAKES, encoding="utf-8") as stream:
    ROWS = yaml.safe_load(stream) or []
NAMES = [row["name"] for row in ROWS]


def is_found(name: str, options: Sequence[str], seed: int, *more: str) -> bool:
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/client", "--wrong", name, "--seed", str(seed),
                           *more], stdout=subprocess.DEVNULL, check=False, timeout=patience.LIMIT)
    assert done.returncode in (0, 1)
    return done.returncode == 1


def client(name: str, seed: int) -> Dict[str, bool]:
    """Returns which of three devices finds the mistake."""
    return {
        "plain": is_found(name, LIVES, seed),
        "quiet": is_found(name, ["--adversary", str(seed), *QUIET], seed),
        "errors": is_found(name, ["--adversary", str(seed), *ERRORS], seed, "--errors"),
    }


@pytest.mark.parametrize("seed", seeds(1))
def test_client_without_mistake(seed):
    assert client("none", seed) == {"plain": False, "quiet": False, "errors": False}


# In `ninja test`, mistakes that are found soon, and only by the adversary.
SOON = ("qpn-32-bits", "short-cqes", "user-index-32-bits")


@pytest.mark.parametrize("name", [name if name in SOON else pytest.param(name, marks=pytest.mark.deep) for name in NAMES])
def test_mistake(name):
    """Found by one of the seeds. One that a third of them finds, as the rarest do, is missed once in 400,000 times."""
    row = ROWS[NAMES.index(name)]
    options = {"quiet": QUIET, "errors": ERRORS}
    for seed in range(1, MOST_SEEDS + 1):
        for device in ("quiet", "errors"):
            if row[device] and is_found(name, ["--adversary", str(seed), *options[device]], seed,
                                        *(["--errors"] if device == "errors" else [])):
                return
    pytest.fail(f"{name} is not found by {MOST_SEEDS} seeds")


def test_enough_mistakes_are_found():
    found = [row for row in ROWS if row["quiet"] or row["errors"]]
    assert len(NAMES) == len(set(NAMES)) >= 20 and len(found) >= 16
    assert sum(not row["plain"] for row in found) >= 8


def measure() -> None:
    """Prints the rows of mistakes.yaml with what finds them now."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for row in ROWS:
            found: Dict[str, int] = collections.Counter()
            for result in pool.map(lambda seed, name=row["name"]: client(name, seed), MISTAKE_SEEDS):
                found.update({device: 1 for device, is_so in result.items() if is_so})
            print(f"{row['name']}: {{plain: {found['plain']}, quiet: {found['quiet']}, errors: {found['errors']}}}",
                  flush=True)


if __name__ == "__main__" and sys.argv[1:] == ["--mistakes"]:
    measure()
