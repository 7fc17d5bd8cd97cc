# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Programs of the other tests under valgrind: objects, pipelining, errors of calls, queries.

A selection, since each start of valgrind takes a second of processor time.
"""

from __future__ import annotations

import os
import subprocess

import pytest
import patience
import sanitizers

BUILD = os.environ.get("MLX5SIG_BUILD", "build")
LEAKS = ("--leak-check=full", "--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect")
LEFT = ("--leak-check=no",)  # for a program that frees memory only by exiting
FAULT = ("--fault", "command:opcode=DESTROY_MKEY,nth=1,status=RES_BUSY")


def run(*words, options=(), leaks=LEAKS):
    program = f"{BUILD}/tests/runtime/{words[0]}"
    sanitizers.skip_valgrind(program)
    done = subprocess.run([f"{BUILD}/softmlx5", *options, "valgrind", "--quiet",
                           "--error-exitcode=99", *leaks, program, *words[1:]], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=patience.LIMIT)
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


@pytest.mark.parametrize("words, options, last", [
    (("objects", "pool-rules"), (), "pd 0"),
    (("objects", "pool-fault"), FAULT, "pd 0"),
    (("objects", "deks"), (), "pd 0"),
    (("pipelining", "one"), (), "done"),
    (("pipelining", "error"), (), "done"),
    (("query",), (), "same"),
], ids=lambda value: "-".join(value) if isinstance(value, tuple) and value != FAULT else None)
def test_clean(words, options, last):
    assert run(*words, options=options)[-1] == last


def test_errors_of_calls():
    """Runs all that use one device in one process."""
    (line,) = run("errnos", "--plain", leaks=LEFT)
    assert line.endswith(" cases") and int(line.split()[0]) > 80


def test_a_leak_would_show():
    with pytest.raises(AssertionError, match="definitely lost"):
        run("errnos", "--plain")
