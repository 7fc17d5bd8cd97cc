# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""DEVX: every command by every method, with right, zero and random bodies, gets the same answer in the process and from Linux."""

from __future__ import annotations

import os
import re

from machine import BUILD


def test_same_answers(machine):
    """One program in both worlds prints the same answers: errno, status of the firmware, what may be destroyed."""
    inside, outside = (machine.run(os.path.join(BUILD, "tests", "devx"), options=options)
                       for options in (("--kernel", "--kernel-limit", "300"), ("--cap", "pg=0")))
    assert inside.status == outside.status == 0, inside.messages + outside.messages
    assert inside.text.splitlines() == outside.text.splitlines()
    calls, usual = map(int, re.search(r"^(\d+) calls, (\d+) of them EINVAL$", inside.text, re.M).groups())
    assert calls > 50000 and calls - usual > 3000
    lines = inside.text.splitlines()
    for line in ("obj_create qp right: OK", "obj_modify 2ERR_QP of its by qp: OK", "obj_destroy pd: EINVAL", "obj_destroy pd: OK",
                 "umem_dereg of one in use: EINVAL", "obj_create CREATE_CQ zero: ENOENT"):
        assert line in lines
    assert not any("another's" in line and line.endswith(": OK") for line in lines)
