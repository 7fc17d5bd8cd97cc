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


# Server and client.
PAIRS = [
    ("rping -s -a 127.0.0.1 -v -V -C 10 -p {port}", "rping -c -a 127.0.0.1 -v -V -C 10 -p {port}"),
    ("ucmatose -p {port}", "ucmatose -s 127.0.0.1 -p {port}"),
    ("ucmatose -c 20 -C 30 -S 1000 -p {port}", "ucmatose -c 20 -C 30 -S 1000 -s 127.0.0.1 -p {port}"),
    ("ucmatose -m -p {port}", "ucmatose -m -s 127.0.0.1 -p {port}"),
    ("udaddy", "udaddy -s 127.0.0.1"),
    ("udaddy -c 5 -C 20 -S 1000", "udaddy -c 5 -C 20 -S 1000 -s 127.0.0.1"),
    ("rstream -S 4096 -I 10 -C 3 -p {port}", "rstream -S 4096 -I 10 -C 3 -s 127.0.0.1 -p {port}"),
    ("rstream -T v -S 70000 -I 5 -C 1 -p {port}", "rstream -T v -S 70000 -I 5 -C 1 -s 127.0.0.1 -p {port}"),
    ("fi_pingpong -p verbs -e msg -I 3 -c -B {port}", "fi_pingpong -p verbs -e msg -I 3 -c -P {port} 127.0.0.1"),
]


@pytest.mark.parametrize("server, client", PAIRS, ids=[server for server, _ in PAIRS])
def test_programs(programs, server, client):
    """Programs of rdma-core, perftest and libfabric in two processes; -V and -T v compare the data."""
    port = str(free_port())
    started = programs.start(["--strict"], *server.format(port=port).split())
    outputs = [connect(programs, ["--strict"], started, *client.format(port=port).split()), finish(started)]
    assert [status for status, _ in outputs] == [0, 0], outputs
    text = "".join(out for _, out in outputs)
    assert "softmlx5:" not in text and "mismatch" not in text and "verification failed" not in text, text


PERFTEST = ["ib_send_bw", "ib_write_bw", pytest.param("ib_read_lat", marks=pytest.mark.deep),
            pytest.param("ib_send_bw -c UD", marks=pytest.mark.deep)]


@pytest.mark.parametrize("command", PERFTEST)
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
