# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Whether a command makes progress: the processor time that it and its descendants have used, and how long none of them has run.

A busy machine makes a command slow, not wrong. So limits are in processor time; and a command hangs when nothing of it runs
although the machine lets others run, here the observer.
"""

from __future__ import annotations

import ctypes
import os
import resource
from dataclasses import dataclass
from typing import Dict, List, NamedTuple

TICK = 1.0  # seconds from one observation to the next
BUSY = 0.05  # seconds of processor time between two observations; programs that only poll for an event use less
RUNNING = "RD"  # states of proc(5): running or waiting for a processor, and waiting for a disk
HZ = os.sysconf("SC_CLK_TCK")
PR_SET_CHILD_SUBREAPER = 36  # prctl(2)


class Process(NamedTuple):
    """A row of proc(5)."""

    parent: int
    state: str
    seconds: float  # of processor time, with its children that have ended


def processes() -> Dict[int, Process]:
    """Returns all processes of the machine that this one can see."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stream:
                words = stream.read().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        found[int(name)] = Process(int(words[1]), words[0], sum(map(int, words[11:15])) / HZ)
    return found


def descendants(pid: int, table: Dict[int, Process]) -> List[int]:
    """Returns the processes that have pid among their parents."""
    children: Dict[int, List[int]] = {}
    for number, process in table.items():
        children.setdefault(process.parent, []).append(number)
    found = list(children.get(pid, []))
    for number in found:
        found.extend(children.get(number, []))
    return found


def adopt() -> None:
    """Makes this process the parent of its descendants whose own parents end, so that all of them can be found and ended."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@dataclass
class Progress:
    """The descendants of this process; those that have ended were waited for."""

    seconds: float = 0.0  # of processor time, since this process began
    idle: int = 0  # observations in a row in which none of them ran

    def observe(self) -> None:
        """Is called once in TICK seconds. On a busy machine it is called less often, and counts no more than its calls."""
        table = processes()
        is_own = os.readlink("/proc/self") == str(os.getpid())  # not so in a namespace with the /proc of another one
        alive = [table[pid] for pid in descendants(os.getpid(), table)] if is_own else []
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = ended.ru_utime + ended.ru_stime + sum(process.seconds for process in alive)
        is_busy = not is_own or seconds - self.seconds >= BUSY or any(process.state in RUNNING for process in alive)
        self.idle = 0 if is_busy else self.idle + 1
        self.seconds = max(self.seconds, seconds)
