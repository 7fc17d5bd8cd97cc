# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""How long tests wait. A busy machine makes everything slower, and a test that takes slow for hung fails without a cause.

* tests/run/run_test.py ends a test that makes no progress. LIMIT, for `subprocess` and alarm(2), exists only so that a test that
  somebody runs by hand, without it, ends at some time. Nothing needs a hundredth of it.
* Tests that must notice a hang, since a defect may be one, use `communicate()`: it counts processor time, and observations in
  which nothing ran that could run. On a quiet machine both take some seconds. On a busy one, no process is taken for hung that
  waits for a processor; a hung one that polls now and then is ended by the limit of its processor time only.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import Any, Callable, List, Sequence, Tuple

from progress import family, observe

LIMIT = 600  # seconds
PROCESSOR = 100.0  # seconds of processor time of a program that needs one or two of them
STILL = 40  # observations: twice the longest wait of a program for its device's timers
INTERVAL = 0.5  # seconds between two observations
LITTLE = 0.05  # processors: less is a thread that looks for work now and then


class Hang(Exception):
    """A program is taken for hung, and has been ended. `output` is what it printed."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.output: Any = None


def is_asleep(pid: int) -> bool:
    """Returns whether all threads of a process and of those below it sleep: a server then waits for a client, most likely."""
    return not observe(family(pid)).can_run


class Watch:
    """Judges one observation after the other. Those of a process and what is below it: the processor time from now on. Those of
    all processes below this one, since a program may wait for another: whether they can run."""

    def __init__(self, pid: int, processor: float = PROCESSOR, still: int = STILL) -> None:
        self.pid, self.processor, self.still = pid, processor, still
        self.first = observe(family(pid)).used
        self.quiet = 0  # observations in a row
        self.processes: List[int] = []
        self.before, self.when = 0.0, time.monotonic()

    def look(self) -> str:
        """Returns why the process is taken for hung; '' while it is not. Does nothing if it is called too soon."""
        now = time.monotonic()
        passed = now - self.when
        if passed < INTERVAL * 0.9:
            return ""
        processes = [pid for pid in family(os.getpid()) if pid != os.getpid()]
        seen = observe(processes)
        if seen.can_run or processes != self.processes or seen.used - self.before > LITTLE * passed:
            self.quiet = 0
        elif passed < 2 * INTERVAL:  # this process was not held up itself
            self.quiet += 1
        self.processes, self.before, self.when = processes, seen.used, now
        if self.quiet >= self.still:
            return f"it hangs: nothing can run in {self.quiet} observations"
        if observe(family(self.pid)).used - self.first > self.processor:
            return f"it hangs: it has used {self.processor:g} s of processor time"
        return ""


def end(process: "subprocess.Popen[Any]") -> None:
    """Kills a process and those below it."""
    for pid in family(process.pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def communicate(process: "subprocess.Popen[Any]", given: Any = None, processor: float = PROCESSOR,
                still: int = STILL) -> Tuple[Any, Any]:
    """Does what Popen.communicate() does. Raises Hang if the program hangs, which is ended then."""
    watch = Watch(process.pid, processor, still)
    while True:
        try:
            return process.communicate(given, timeout=INTERVAL)
        except subprocess.TimeoutExpired:
            given = None
        why = watch.look()
        if why:
            end(process)
            hang = Hang(why)
            hang.output = process.communicate()[0]
            raise hang


def wait(process: "subprocess.Popen[Any]", processor: float = PROCESSOR, still: int = STILL) -> int:
    """Does what Popen.wait() does. Raises Hang if the program hangs, which is ended then."""
    watch = Watch(process.pid, processor, still)
    while True:
        try:
            return process.wait(INTERVAL)
        except subprocess.TimeoutExpired:
            pass
        why = watch.look()
        if why:
            end(process)
            process.wait()
            raise Hang(why)


def until(condition: Callable[[], bool], what: str, pause: float = 0.02, still: int = STILL) -> None:
    """Polls a state that other processes make, without an end while one of those below this one makes progress."""
    watch = Watch(os.getpid(), still=still)
    while not condition():
        time.sleep(pause)
        why = watch.look()
        if why:
            raise Hang(f"{what}: {why}")


def run(command: Sequence[str], processor: float = PROCESSOR, still: int = STILL,
        **options: Any) -> "subprocess.CompletedProcess[Any]":
    """Does what subprocess.run() does, with a limit of communicate()."""
    with subprocess.Popen(list(command), **options) as process:
        try:
            out, err = communicate(process, None, processor, still)
        except BaseException:
            end(process)
            raise
    return subprocess.CompletedProcess(list(command), process.returncode, out, err)
