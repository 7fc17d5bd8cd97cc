# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""rdma_cm between processes: programs that we did not write, and every phase of a connection with our own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from typing import Iterator, Sequence, Tuple

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import clients  # noqa: E402
from test_fabric import Programs, finish, free_port  # noqa: E402


@pytest.fixture
def programs(tmp_path) -> Iterator[Programs]:
    started = Programs(str(tmp_path))
    yield started
    started.kill()


def wait_for_port(programs: Programs, server: subprocess.Popen) -> None:
    """Until the server has bound a port of rdma_cm. Most programs listen at once then."""
    for _ in range(1000):
        if any(name.startswith("port.") for _, _, names in os.walk(programs.folder) for name in names):
            time.sleep(0.2)
            return
        assert server.poll() is None, finish(server)
        time.sleep(0.02)
    pytest.fail("the server binds no port")


def connect(programs: Programs, options: Sequence[str], server: subprocess.Popen, *command: str) -> Tuple[int, str]:
    """Runs a client until the server listens: before that it is refused, and the server does not notice it."""
    if command[0] != "fi_pingpong":  # it binds a port for each client
        wait_for_port(programs, server)
    for _ in range(200):
        status, out = programs.run(options, *command)
        if not status or not re.search("REJECTED|Connection refused", out):
            return status, out
        assert server.poll() is None, (out, finish(server))
        time.sleep(0.1)
    pytest.fail(f"refused all the time: {out}")


PAIRS = [case for name in ("librdmacm's tools", "libfabric") for case in clients.cases(name) if case.id != "rcopy"]


@pytest.mark.parametrize("command", PAIRS)
def test_programs(programs, command):
    """Programs of rdma-core, perftest and libfabric in two processes; -V and -T v compare the data."""
    words, port = command.split(), str(free_port())
    # What a server, a client and both have besides the words of the table; udaddy has no option for its port.
    server, client, both = {
        "rping": (["-s"], ["-c"], ["-p", port]), "udaddy": ([], ["-s", "127.0.0.1"], []),
        "fi_pingpong": (["-B", port], ["-P", port, "127.0.0.1"], []),
    }.get(words[0], ([], ["-s", "127.0.0.1"], ["-p", port]))
    started = programs.start(["--strict"], *words, *both, *server)
    outputs = [connect(programs, ["--strict"], started, *words, *both, *client), finish(started)]
    assert [status for status, _ in outputs] == [0, 0], outputs
    text = "".join(out for _, out in outputs)
    assert "softmlx5:" not in text and "mismatch" not in text and "verification failed" not in text, text


@pytest.mark.parametrize("command", clients.cases("perftest -R"))
def test_perftest(programs, command):
    """-R connects twice. The client crashes if it is refused, which happens between the two times that the server
    listens: on a busy machine such a pair starts again."""
    outputs = []
    for wait in (0.5, 1, 2, 4):
        words = [*command.split(), "-R", "-n", "20", "-F", "-p", str(free_port())]
        server = programs.start(["--strict"], *words)
        wait_for_port(programs, server)
        time.sleep(wait)
        client = programs.start(["--strict"], "timeout", "15", *words, "127.0.0.1")
        outputs.append(finish(client))
        if not outputs[-1][0]:
            outputs.append(finish(server))
            break
        programs.kill()
    assert [status for status, _ in outputs[-2:]] == [0, 0], outputs
    assert "softmlx5:" not in outputs[-2][1] + outputs[-1][1], outputs


@pytest.mark.parametrize("addresses", [("", ""), ("10.1.0.1", "10.1.0.2"), ("10.1.0.1", "")],
                         ids=str)
def test_rcopy(programs, tmp_path, addresses):
    """A file between two hosts; loopback is the host itself."""
    port = str(free_port())
    options = [["--address", address] if address else [] for address in addresses]
    server = programs.start(options[0], "rcopy", "-p", port)
    data = os.urandom(700001)
    (tmp_path / "source").write_bytes(data)
    status, out = connect(programs, options[1], server, "rcopy", str(tmp_path / "source"),
                          f"{addresses[0] or '127.0.0.1'}:{tmp_path / 'copy'}", "-p", port)
    assert status == 0, out
    assert (tmp_path / "copy").read_bytes() == data


def test_programs_are_there():
    """Debian's rdmacm-utils, perftest and libfabric-bin, which configure.py --install-deps=test installs."""
    assert all(shutil.which(name) for name in ("rping", "ib_send_bw", "fi_pingpong"))
