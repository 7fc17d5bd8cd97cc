# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What is taken for hung (tests/run/patience.py), and what is only slow."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

import patience

PIPE = subprocess.PIPE
SPIN = "while True: pass"
SLEEP = "import time; print('said', flush=True); time.sleep(10000)"


def start(code: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", code], stdout=PIPE, stdin=PIPE, text=True)


def test_sleep_for_ever():
    process = start(SLEEP)
    with pytest.raises(patience.Hang, match="nothing can run in 4 observations") as found:
        patience.communicate(process, still=4)
    assert found.value.output == "said\n" and process.returncode == -signal.SIGKILL


def test_spin_for_ever():
    with pytest.raises(patience.Hang, match="it has used 0.5 s of processor time"):
        patience.wait(start(SPIN), processor=0.5)


def test_children_are_ended():
    """They count, too, and have the pipe."""
    code = f"import subprocess, sys\nprocess = subprocess.Popen([sys.executable, '-c', {SPIN!r}])\nprint(process.pid, flush=True)\nprocess.wait()"
    process = start(code)
    with pytest.raises(patience.Hang, match="processor time") as found:
        patience.communicate(process, processor=0.5)
    assert not os.path.exists(f"/proc/{int(found.value.output)}/exe")


def test_another_process_makes_progress():
    """A program that waits for another one is not hung while the other one runs, though it is slow."""
    other = start("import time\nwhile time.process_time() < 3: pass\nprint('done', flush=True)")
    waiting = subprocess.Popen([sys.executable, "-c", "print('got', input())"], stdin=other.stdout, stdout=PIPE, text=True)
    assert patience.communicate(waiting, still=4)[0] == "got done\n"
    other.communicate()


def test_observer_is_held_up(monkeypatch):
    """Observations that come late do not count: the machine held up this process, and others as well."""
    process = start("input()")
    watch = patience.Watch(process.pid, still=2)
    moment = time.monotonic()
    for _ in range(20):
        moment += 3 * patience.INTERVAL
        monkeypatch.setattr(patience.time, "monotonic", lambda: moment)
        assert watch.look() == ""
    process.communicate("\n")


def test_polling_ends():
    there = time.monotonic() + 0.2
    patience.until(lambda: time.monotonic() > there, "the time is not over")
    with pytest.raises(patience.Hang, match="it never comes: it hangs: nothing can run"):
        patience.until(lambda: False, "it never comes", still=4)
