# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compressed CQEs of frames: expanded, they are what a CQ without compression has. Strict mode is on."""

from __future__ import annotations

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

FORMATS = {"hash": "1", "checksum": "2"}
MODES = [[], ["--doorbell", "poll"], ["--serialise-wire"]]
BURSTS = 200


def lone(*words, options=()):
    return soft.run(["--strict", "--fabric", "none", "--link", "roce", *options], soft.program("lone_compressed"), *words)


def counts(done):
    """Frames, those that were compressed, sessions."""
    assert done.status == 0 and not done.err, done.out + done.err
    return [int(word) for word in re.findall(r"\d+", done.out)]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[-1].strip("-") if mode else "trap")
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("cqes", [3, 30, 60, 200])
def test_frames(mode, name, cqes):
    """Small and large rings, whose ends no session crosses."""
    frames, compressed, sessions = counts(lone(str(cqes), FORMATS[name], str(cqes), str(BURSTS), options=mode))
    assert frames >= compressed > frames * (0.5 if cqes == 3 else 0.8) and sessions * 64 >= compressed >= 2 * sessions


@pytest.mark.parametrize("most", [1, 2, 7])
def test_capability(most):
    """The capability limits a session, to one CQE also."""
    frames, compressed, sessions = counts(lone("5", "1", "60", str(BURSTS), options=["--cap", f"cqe_compression_max_num={most}"]))
    assert frames > BURSTS and (2 * sessions <= compressed <= most * sessions if most > 1 else compressed == sessions == 0)


def test_held():
    """CQEs that a fault holds back come later, and are right."""
    frames, compressed, _ = counts(lone("6", "1", "60", "60", options=["--fault", "cqe-delay:every=5,ns=100000"]))
    assert frames > 200 and compressed < frames
