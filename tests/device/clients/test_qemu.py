# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""QEMU's migration of a virtual machine by RDMA: the memory of the second is that of the first."""

from __future__ import annotations

import json
import os
import socket
import sys
from typing import Any

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "softmlx5"), os.path.join(os.path.dirname(os.path.dirname(HERE)), "run")]

import clients  # noqa: E402
import patience  # noqa: E402
from together import Programs, finish, programs  # noqa: E402, F401

MEMORY, START = 64 << 20, 1 << 20  # bytes; where the data are
MACHINE = "-machine pc,accel=tcg -m 64 -nodefaults -display none -S"  # which does not run


class Machine:
    """A virtual machine and its monitor."""

    def __init__(self, programs: Programs, path: str, command: str, *options: str) -> None:
        self.process = programs.start(["--strict"], *command.split(), *options, "-qmp", f"unix:{path},server,nowait")
        patience.until(lambda: os.path.exists(path) or self.process.poll() is not None, "QEMU does not start")
        self.monitor = socket.socket(socket.AF_UNIX)
        self.monitor.connect(path)
        self.lines = self.monitor.makefile("r")
        self.lines.readline()  # the greeting
        self("qmp_capabilities")

    def __call__(self, command: str, **arguments: Any) -> Any:
        """Executes a command; returns its result."""
        self.monitor.sendall(json.dumps({"execute": command, "arguments": arguments}).encode())
        for line in self.lines:
            answer = json.loads(line)
            if "event" not in answer:
                return answer["return"]
        raise EOFError(f"QEMU ends: {finish(self.process)}")

    def memory(self, file: str) -> bytes:
        """Returns the machine's memory, by way of a file."""
        self("pmemsave", val=0, size=MEMORY, filename=file)
        with open(file, "rb") as stream:
            return stream.read()

    def quit(self) -> str:
        """Ends it; returns what it has printed."""
        self("quit")
        status, out = finish(self.process)
        assert status == 0, out
        self.lines.close()
        self.monitor.close()
        return out


@pytest.mark.parametrize("command", clients.cases("QEMU's migration by RDMA"))
@pytest.mark.parametrize("pinned", [False, True], ids=["on-demand", "pinned"])
def test_migration(programs, tmp_path, command, pinned):
    """Random data in a third of the memory, the rest zero, which is not sent: with memory that is registered piece by piece, as
    it is sent, and all at once."""
    data = os.urandom(MEMORY // 3)
    (tmp_path / "data").write_bytes(data)
    command = f"{command} {MACHINE}"
    second = Machine(programs, str(tmp_path / "second"), command, "-incoming", "defer")
    loader = f"loader,file={tmp_path}/data,addr={START},force-raw=on"
    first = Machine(programs, str(tmp_path / "first"), command, "-device", loader)
    for machine in (first, second):
        machine("migrate-set-capabilities", capabilities=[{"capability": "rdma-pin-all", "state": pinned}])
    second("migrate-incoming", uri="rdma:127.0.0.1:4444")
    first("migrate", uri="rdma:127.0.0.1:4444")
    patience.until(lambda: first("query-migrate")["status"] in ("completed", "failed"), "the migration does not end")
    found = first("query-migrate")
    assert found["status"] == "completed" and found["ram"]["normal-bytes"] >= len(data), found
    patience.until(lambda: second("query-status")["status"] != "inmigrate", "the second machine does not begin")
    before = first.memory(str(tmp_path / "before"))
    assert before[START:START + len(data)] == data and before == second.memory(str(tmp_path / "after"))
    out = first.quit() + second.quit()
    assert "softmlx5:" not in out, out
