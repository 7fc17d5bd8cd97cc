# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Whether programs make progress: the processor time that a process and its descendants have used, and whether one of their
threads can run.

A busy machine makes a program slow, not wrong. So limits are in processor time; and a program hangs when nothing of it runs
although the machine lets others run, here the observer.
"""

from __future__ import annotations

import ctypes
import os
import resource
from dataclasses import dataclass
from typing import Dict, List, NamedTuple, Sequence

TICK = 1.0  # seconds from one observation to the next
BUSY = 0.05  # seconds of processor time between two observations; programs that only poll for an event use less
HZ = os.sysconf("SC_CLK_TCK")
PR_SET_CHILD_SUBREAPER = 36  # prctl(2)


class Seen(NamedTuple):
    """An observation of processes."""

    used: float  # seconds of processor time, with their children that have ended
    can_run: bool  # a thread runs, waits for a processor or for a disk


def stat(path: str) -> List[str]:
    """Returns the words of a file of proc(5) from the state on, the third. Raises OSError if the process has ended."""
    with open(path, encoding="utf-8", errors="replace") as stream:
        return stream.read().rpartition(")")[2].split()


def has_own_proc() -> bool:
    """Returns whether /proc has the numbers of this process's namespace; with those of another one, nothing is known."""
    return os.readlink("/proc/self") == str(os.getpid())


def family(pid: int) -> List[int]:
    """Returns a process and its descendants, as far as they are known, without those that have ended."""
    children: Dict[int, List[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc") if has_own_proc() else []):
        try:
            words = stat(f"/proc/{name}/stat")
        except OSError:
            continue  # it has just ended
        if words[0] != "Z":
            children.setdefault(int(words[1]), []).append(int(name))
    found = [pid]
    for member in found:
        found += children.get(member, [])
    return found


def observe(pids: Sequence[int]) -> Seen:
    """Looks at processes at this moment."""
    used, can_run = 0, False
    for pid in pids:
        try:
            used += sum(map(int, stat(f"/proc/{pid}/stat")[11:15]))
            for thread in os.listdir(f"/proc/{pid}/task"):
                can_run |= stat(f"/proc/{pid}/task/{thread}/stat")[0] in ("R", "D")
        except OSError:
            can_run = True  # something has ended: that is progress
    return Seen(used / HZ, can_run)


def adopt() -> None:
    """Makes this process the parent of its descendants whose own parents end, so that all of them can be found and ended."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@dataclass
class Progress:
    """The descendants of this process; those that have ended were waited for."""

    seconds: float = 0.0  # of processor time, since this process began
    idle: int = 0  # observations in a row in which none of them ran

    def look(self) -> None:
        """Is called once in TICK seconds. On a busy machine it is called less often, and counts no more than its calls."""
        alive = observe(family(os.getpid())[1:])
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = ended.ru_utime + ended.ru_stime + alive.used
        is_busy = not has_own_proc() or alive.can_run or seconds - self.seconds >= BUSY
        self.idle = 0 if is_busy else self.idle + 1
        self.seconds = max(self.seconds, seconds)
