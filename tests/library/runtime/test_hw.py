# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs `ninja test-hw` on softmlx5 as a card, and compares its questions with the marks of the spec."""

from __future__ import annotations

import glob
import os
import re
import subprocess
import sys

import pytest
import yaml

import patience

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))
sys.path.insert(0, os.path.join(ROOT, "tests", "device", "softmlx5"))

import test_honesty  # noqa: E402


def text(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as stream:
        return stream.read()


FACTS = yaml.safe_load(text("tests", "library", "hw", "facts.yaml"))


def run_hw(*options, device="mlx5_0"):
    """Returns exit status and output of the tests, on softmlx5 with these options, or without it."""
    on = [f"{BUILD}/softmlx5", *options] if options != ("none",) else []
    env = {key: value for key, value in os.environ.items() if key not in ("DEVICE", "MLX5SIG_DEVICE")}
    done = subprocess.run([*on, sys.executable, os.path.join(ROOT, "tests", "library", "hw", "run.py"), "--build", BUILD],
                          env=dict(env, **({"DEVICE": device} if device else {})), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=patience.LIMIT)
    return done.returncode, done.stdout


def test_marks():
    """Each mark `unverified` of the spec has a question, or a reason why it has none; no others do."""
    spec = set()
    for path in glob.glob(os.path.join(ROOT, "spec", "*", "*.yaml")):
        spec |= set(test_honesty.marks(yaml.safe_load(text(path))))
    listed = [mark for entry in FACTS["asked"] + FACTS["not_asked"] for mark in entry.get("marks", [])]
    assert sorted(listed) == sorted(spec)
    assert all(len(entry["reason"]) > 30 for entry in FACTS["not_asked"])


def test_open_questions():
    """Each open question of docs/softmlx5-signature.md is asked."""
    page = text("docs", "softmlx5-signature.md").split("## Open questions")[1]
    numbers = {int(number) for number in re.findall(r"^(\d+)\. ", page, re.M)}
    assert {n for entry in FACTS["asked"] for n in entry.get("open", [])} == numbers != set()


def test_questions():
    """The program knows the questions of the list, and no others."""
    known = [name for path in glob.glob(os.path.join(ROOT, "tests", "library", "hw", "facts_*.c"))
             for name in re.findall(r'\{ "([\w-]+)", ask_', text(path))]
    assert sorted(known) == sorted(entry["name"] for entry in FACTS["asked"])


@pytest.mark.parametrize("options", [[], ["--doorbell", "poll"], ["--fault", "cqe-delay:ns=300000"]],
                         ids=["trap", "poll", "delay"])
def test_as_a_card(options):
    status, out = run_hw(*options)
    assert (status, out.splitlines()[-1]) == (0, "55 passed, 0 failed, 0 skipped"), out
    assert out.count("= as softmlx5") == len(FACTS["asked"])
    assert "no answer" not in out


def test_another_answer_is_no_failure():
    status, out = run_hw("--cap", "sig_crc64_xp10=0")
    assert status == 0, out
    assert re.findall(r"^  ([\w-]+): (?:[^\n]+\n    )+! softmlx5 differs", out, re.M) == ["crc64", "other-transactions"]
    assert "    seed 0: key: not posted\n" in out


def test_failures():
    status, out = run_hw("--fault", "command:opcode=CREATE_PSV,nth=3,status=NO_RES")
    assert status == 1
    assert "  failed  pool-rules\n            exit status 1; tests/runtime/objects pool-rules printed:\n" in out
    assert re.search(r"^\d+ passed, [1-9]\d* failed, 0 skipped$", out, re.M)


def test_lacks():
    """Without encryption and signature pipelining their tests and questions are skipped."""
    caps = ("aes_xts_single_block_le_tweak=0", "aes_xts_multi_block_be_tweak=0", "drain_sigerr=0")
    status, out = run_hw(*(word for cap in caps for word in ("--cap", cap)))
    assert (status, out.splitlines()[-1]) == (0, "45 passed, 0 failed, 10 skipped"), out
    for name in ("key-5", "key-7", "deks", "posting-pipelining", "pipelining", "dif_target"):
        assert f"  skipped {name}\n            the device " in out
    assert out.count("    the device has no signature pipelining\n") == 5


def test_no_signatures():
    status, out = run_hw("--caps", "none")
    assert (status, out) == (0, "the device has no block signatures\n0 passed, 0 failed, 0 skipped\n")


def test_no_card():
    """Nothing runs without a card, nor with a card that DEVICE does not name."""
    assert run_hw("none") == (0, "test-hw: this machine has no mlx5 device that libibverbs can open: nothing is "
                                 "tested\n0 passed, 0 failed, 0 skipped\n")
    status, out = run_hw("--devices", "2", device="")
    assert status == 2 and "DEVICE=mlx5_0 ninja test-hw. This machine has mlx5_0, mlx5_1" in out
    status, out = run_hw(device="mlx5_7")
    assert status == 2 and "there is no mlx5 device mlx5_7;" in out


def test_the_named_device():
    status, out = run_hw("--devices", "2", device="mlx5_1")
    assert status == 0 and out.startswith("mlx5_1: "), out


def test_gid():
    done = subprocess.run([f"{BUILD}/tests/runtime/gid"], stdout=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n")
