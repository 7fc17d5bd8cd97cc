# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Programs under softmlx5 that run at the same time, each with a launcher of its own: for test_fabric.py and others."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import Dict, Iterator, List, Sequence, Tuple

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "device"))

import soft  # noqa: E402
import patience  # noqa: E402
from ports import free_port, wait_for_listener  # noqa: E402


class Programs:
    """Programs under softmlx5, each with a launcher of its own; all that still run are killed at the end."""

    def __init__(self, folder: str) -> None:
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=folder)
        self.folder = os.path.join(folder, "softmlx5-fabrics")
        self.running: List[subprocess.Popen] = []

    softmlx5 = soft.SOFTMLX5

    def environment_of(self, command: Sequence[str]) -> Dict[str, str]:
        """Returns the environment of a command: that of all, and for perftest a clock that it measures in no time."""
        if not any(re.fullmatch(r"(ib_(write|read|send|atomic)|raw_ethernet)_(bw|lat)", word) for word in command):
            return self.environment
        return dict(self.environment, LD_PRELOAD=soft.program("quick_clock.so"))

    def plain(self, *command: str) -> Tuple[int, str]:
        """Runs a command without softmlx5."""
        self.running.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                             errors="replace", start_new_session=True, env=self.environment))
        return finish(self.running[-1])

    def start(self, options: Sequence[str], *command: str) -> subprocess.Popen:
        self.running.append(subprocess.Popen([soft.SOFTMLX5, *options, *command], stdout=subprocess.PIPE,
                                             stderr=subprocess.STDOUT, text=True, errors="replace",
                                             start_new_session=True, env=self.environment_of(command)))
        return self.running[-1]

    def run(self, options: Sequence[str], *command: str) -> Tuple[int, str]:
        process = self.start(options, *command)
        return finish(process)

    def both(self, options: Sequence[str], *command: str, client: Sequence[str] = ()) -> List[Tuple[int, str]]:
        """A server with these options of softmlx5, and its client, on a port of their own. Gives exit status and output
        of the client and of the server."""
        command = (*command, "-p", str(free_port()))
        server = self.start(options, *command)
        wait_for_listener(command[-1])
        return [finish(self.start(client, *command, "localhost")), finish(server)]

    def pair(self, options: Sequence[str], *command: str, client: Sequence[str] = ()) -> str:
        """Both must succeed. Gives what they print."""
        outputs = self.both(options, *command, client=client)
        assert [status for status, _ in outputs] == [0, 0], outputs
        return "".join(text for _, text in outputs)

    def member(self, options: Sequence[str], group: str, index: str, *numbers: int) -> subprocess.Popen:
        """Starts lone_group, a member of a multicast group with this GID, and waits until it is one. @index: of its own GID.
        @numbers: how many datagrams it receives, then those that it sends."""
        ready = f"{self.folder}-{len(self.running)}"
        process = self.start(options, soft.program("lone_group"), ready, group, index, *map(str, numbers))
        patience.until(lambda: os.path.exists(ready) or process.poll() is not None, "the process does not enter the group")
        return process

    def kill(self) -> None:
        for process in self.running:
            if process.poll() is None:
                patience.end(process)  # also a program of it with a session of its own
                try:
                    os.killpg(process.pid, signal.SIGKILL)  # also one whose parent has ended
                except ProcessLookupError:
                    pass
                process.communicate()


def on_time(out: str) -> str:
    """What a program prints under --strict, without packets whose receiver was there before and is at its end."""
    return re.sub(r"softmlx5: lost: .*: the (QP has been destroyed|process of the QP has ended)\n", "", out)


def unexpected(command: Sequence[str], out: str) -> bool:
    """Tells whether a pingpong under --strict prints wrong data or a complaint. ibv_srq_pingpong counts over all QPs, so
    that the last messages of some may reach a process that is at its end."""
    if command[0] == "ibv_srq_pingpong":
        out = on_time(out)
    return "invalid data" in out or "softmlx5:" in out


def finish(process: subprocess.Popen) -> Tuple[int, str]:
    """Exit status and output. If perftest is interrupted between the two clocks that it compares at the end, it has done all
    transfers, and only prints no bandwidth: that is no failure."""
    try:
        out, _ = patience.communicate(process)
    except patience.Hang as hang:
        pytest.fail(f"{hang}: {hang.output}")
    has_no_report = re.search(r"Correlation coefficient r\^2: \S+ < 0\.9\n\s*Can't produce a report", out)
    return 0 if process.returncode == 1 and has_no_report else process.returncode, out


@pytest.fixture
def programs(tmp_path) -> Iterator[Programs]:
    started = Programs(str(tmp_path))
    yield started
    started.kill()
