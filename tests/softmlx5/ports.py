# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""TCP ports of programs that are a server and a client: for tests and for measurements, which have no pytest."""

from __future__ import annotations

import socket
import time


def free_port() -> int:
    """A port that no program has at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_listener(port: str, seconds: int = 60) -> None:
    """Until a program listens on this TCP port. AssertionError if none does in time."""
    wanted = f":{int(port):04X} "
    for _ in range(seconds * 50):
        for table in ("/proc/net/tcp", "/proc/net/tcp6"):
            with open(table, encoding="ascii") as rows:
                if any(wanted in row.split(" 0A ")[0] + " " for row in rows if " 0A " in row):
                    return
        time.sleep(0.02)
    raise AssertionError(f"no program listens on port {port}")
