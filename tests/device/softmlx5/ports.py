# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""TCP ports of programs that are a server and a client: for tests and for measurements, which have no pytest."""

from __future__ import annotations

import os
import socket
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "run"))

import patience  # noqa: E402

# Functions of a shell. `listening PORT` returns when a program listens on this TCP port, `bound` when one has a port of
# rdma_cm, `asleep PID` when all threads of this process and of those below it sleep: a server then waits for a client.
SHELL = r"""
listening() { until grep -qi ":$(printf %04X $1) [0-9A-F]*:0000 0A" /proc/net/tcp /proc/net/tcp6 2> /dev/null; do sleep 0.02; done; }
bound() { until ls "$XDG_RUNTIME_DIR"/softmlx5-fabrics/*/port.* > /dev/null 2>&1; do sleep 0.02; done; }
asleep() {
    until ! grep -q '^State:.[RD]' $(for pid in $1 $(pgrep -P $1); do echo /proc/$pid/task/*/status; done) 2> /dev/null; do sleep 0.02; done
}
"""


def free_port() -> int:
    """A port that no program has at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_listening(port: str) -> bool:
    """Does a program listen on this TCP port?"""
    wanted = f":{int(port):04X} "
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(table, encoding="ascii") as rows:
            if any(wanted in row.split(" 0A ")[0] + " " for row in rows if " 0A " in row):
                return True
    return False


def wait_for_listener(port: str) -> None:
    """Until a program listens on this TCP port. patience.Hang if none will."""
    patience.until(lambda: is_listening(port), f"no program listens on port {port}")
