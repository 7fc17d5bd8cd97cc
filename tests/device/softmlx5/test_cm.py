# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""rdma_cm between processes: programs that we did not write, and every phase of a connection with our own."""

from __future__ import annotations

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import Dict, Iterator, Sequence, Set, Tuple

import pytest

import patience

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "clients")]

import clients  # noqa: E402
from together import Programs, finish, free_port, on_time, soft  # noqa: E402


@pytest.fixture
def programs(tmp_path) -> Iterator[Programs]:
    started = Programs(str(tmp_path))
    yield started
    started.kill()


def wait_for_port(programs: Programs, server: subprocess.Popen) -> None:
    """Until the server has bound a port of rdma_cm. Most programs listen at once then, and sleep; some poll. A client that comes
    too early is refused, and connects again."""
    def has_bound() -> bool:
        assert server.poll() is None, finish(server)
        return any(name.startswith("port.") for _, _, names in os.walk(programs.folder) for name in names)

    patience.until(has_bound, "the server binds no port")
    for _ in range(10):
        if patience.is_asleep(server.pid):
            break
        time.sleep(0.02)


def connect(programs: Programs, options: Sequence[str], server: subprocess.Popen, *command: str) -> Tuple[int, str]:
    """Runs a client until the server listens: before that it is refused, and the server does not notice it."""
    if command[0] != "fi_pingpong":  # it binds a port for each client
        wait_for_port(programs, server)
    watch = patience.Watch(os.getpid())
    while True:
        status, out = programs.run(options, *command)
        if not status or not re.search("REJECTED|Connection refused", out):
            return status, out
        assert server.poll() is None, (out, finish(server))
        assert not watch.look(), f"refused all the time: {out}"


PAIRS = [case for name in ("librdmacm's tools", "libfabric") for case in clients.cases(name)
         if case.id.split()[0] not in ("rcopy", "udpong", "mckey")]


@pytest.mark.parametrize("command", PAIRS)
def test_programs(programs, command):
    """Programs of rdma-core, perftest and libfabric in two processes; -V and -T v compare the data."""
    words, port = command.split(), str(free_port())
    # What a server, a client and both have besides the words of the table; udaddy has no option for its port.
    server, client, both = {
        "rping": (["-s"], ["-c"], ["-p", port]), "udaddy": ([], ["-s", "127.0.0.1"], []),
        "fi_pingpong": (["-B", port], ["-P", port, "127.0.0.1"], []),
    }.get(words[0], ([], ["-s", "127.0.0.1"], ["-p", port]))
    other = {"rdma_client": "rdma_server", "rdma_xclient": "rdma_xserver"}.get(words[0], words[0])
    started = programs.start(["--strict"], other, *words[1:], *both, *server)
    outputs = [connect(programs, ["--strict"], started, *words, *both, *client), finish(started)]
    assert [status for status, _ in outputs] == [0, 0], outputs
    text = on_time("".join(out for _, out in outputs))  # a program that ends does not wait for what the other still sends
    assert "softmlx5:" not in text and "mismatch" not in text and "verification failed" not in text, text


@pytest.mark.parametrize("command", clients.cases("fio's engine rdma"))
def test_fio(programs, command):
    """A job that waits, and one that connects and transfers 32 blocks; `rw` says no more than who is who. Both destroy CQ and PD
    before the QP, and ignore that the calls fail."""
    port = str(free_port())
    common = ["fio", "--ioengine=rdma", f"--port={port}", "--bs=64k", "--size=2m"]
    server = programs.start(["--strict"], *common, "--name=server", "--rw=read", "--iodepth=16")
    client = connect(programs, ["--strict"], server, *common, "--name=client", "--rw=write", "--hostname=127.0.0.1",
                     *command.split()[1:])
    outputs = [client, finish(server)]
    text = re.sub(r"softmlx5: refused: .*UVERBS_METHOD_(CQ|PD)_DESTROY.*: EBUSY: .*\n", "",
                  on_time("".join(out for _, out in outputs)))
    assert [status for status, _ in outputs] == [0, 0] and "softmlx5:" not in text, outputs
    assert re.search(r"total=(0,32|32,0),0,0", client[1]), outputs


@pytest.mark.parametrize("command", clients.cases("sockets as rsockets, by librspreload.so"))
def test_sockets(programs, command, tmp_path):
    """A program that knows nothing of RDMA: its sockets become rsockets, and what it sends arrives."""
    data, port = os.urandom(3000000), str(free_port())
    sent, received = tmp_path / "sent", tmp_path / "received"
    sent.write_bytes(data)
    programs.environment["LD_PRELOAD"] = glob.glob("/usr/lib/*/rsocket/librspreload.so")[0]
    server = programs.start(["--strict"], "sh", "-c", f"exec {command} -l -p {port} > {received} < /dev/null")
    wait_for_port(programs, server)
    status, out = programs.run(["--strict"], "sh", "-c", f"exec {command} -q 0 127.0.0.1 {port} < {sent}")
    outputs = [(status, out), finish(server)]
    assert [status for status, _ in outputs] == [0, 0] and "softmlx5:" not in on_time(outputs[0][1] + outputs[1][1]), outputs
    assert received.read_bytes() == data


def in_groups(programs: Programs) -> int:
    """How often processes of the fabric are in multicast groups."""
    return sum(".group." in name for _, _, names in os.walk(programs.folder) for name in names)


@pytest.mark.parametrize("command", [case for case in clients.cases("librdmacm's tools") if case.id.startswith("mckey")])
def test_mckey(programs, command):
    """Two receivers and a sender join a group by rdma_cm; at the end nobody is in it."""
    words = command.split()
    receivers = [programs.start(["--strict"], *words) for _ in range(2)]
    patience.until(lambda: in_groups(programs) == 2 or any(receiver.poll() is not None for receiver in receivers),
                   "the receivers do not join the group")
    outputs = [programs.run(["--strict"], *words, "-s"), *map(finish, receivers)]
    assert [status for status, _ in outputs] == [0] * 3, outputs
    assert all("softmlx5:" not in out and "return status 0" in out for _, out in outputs), outputs
    # InfiniBand's form of the address: scope, signature, partition. The LID is made of it.
    group = {"239.1.1.1": "ff12:4001:ffff::f01:101 mlid 0xcb2a", "ff12::1:3": "ff12:601b:ffff::1:3 mlid 0xea81"}[words[2]]
    assert all(f"joined dgid: {group} sl 0" in out for _, out in outputs), outputs


@pytest.mark.parametrize("options, group, index", [
    ([], "ff12:4001:ffff::e:1", "0"), (["--link", "roce"], "::ffff:239.1.2.3", "3"), (["--link", "roce"], "ff0e::e:1", "1")],
    ids=str)
def test_group(programs, options, group, index):
    """Members of a group in several processes get what each of them sends, once, with right data. One that was killed is left
    out, and one that comes later gets the rest."""
    def member(*numbers: int) -> subprocess.Popen:
        return programs.member(["--strict", *options], group, index, *numbers)

    first, dead = member(5), member(9)
    os.killpg(dead.pid, signal.SIGKILL)
    dead.wait()
    members = [first, member(5, 1, 0, 0, 2), member(4, 3), member(0, 4, 5)]  # the second sends 2 when it has 1, and 3 or 4
    done = [finish(process) for process in members]
    assert [(status, sorted(out.splitlines())) for status, out in done] == [
        (0, [f"got {number}" for number in got]) for got in ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [2, 3, 4, 5], [])], done


def is_bound(port: str) -> bool:
    """Does a program have the UDP port?"""
    with open("/proc/net/udp", encoding="ascii") as table:
        return any(line.split()[1].endswith(f":{int(port):04X}") for line in list(table)[1:])


@pytest.mark.parametrize("command", [case for case in clients.cases("librdmacm's tools") if case.id.startswith("udpong")])
def test_datagrams(programs, command):
    """Datagrams of rsockets, without a connection: each side finds the other's port of the device by its address. The server
    does not end."""
    words, port = command.split(), str(free_port())
    server = programs.start(["--strict"], *words, "-p", port, "-b", "127.0.0.1")
    patience.until(lambda: server.poll() is not None or is_bound(port), "the server binds no port")
    assert server.poll() is None, finish(server)
    status, out = programs.run(["--strict"], *words, "-p", port, "-s", "127.0.0.1")
    assert not status and "softmlx5:" not in on_time(out) and re.search(r"^custom +[\w.]+ +\w+ ", out, re.M), out
    assert server.poll() is None


@pytest.mark.parametrize("command", clients.cases("perftest -R"))
def test_perftest(programs, command):
    """-R connects twice. Nothing tells when the server listens the second time; a client that is refused then crashes, and such a
    pair starts again. On a busy machine that may happen more than once."""
    outputs = []
    for _ in range(7):
        words = [*command.split(), "-R", "-n", "20", "-F", "-p", str(free_port())]
        server = programs.start(["--strict"], *words)
        wait_for_port(programs, server)
        client = programs.start(["--strict"], "timeout", "60", *words, "127.0.0.1")
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


def test_closed_channel(programs):
    """A call that waits for an event keeps its channel when another thread closes it."""
    assert programs.run(["--strict"], soft.program("cmclose")) == (0, "done\n")


# Random lives.

def outcomes(texts: Sequence[str]) -> Dict[str, Dict[str, Set[str]]]:
    """What each side of a connection tells, by its number."""
    found: Dict[str, Dict[str, Set[str]]] = {"client": {}, "server": {}}
    for text in texts:
        for side, number, event in re.findall(r"^(client|server) (\d+) (.*)$", text, re.M):
            assert event not in found[side].get(number, set()) - {"destroyed"}, (side, number, event)
            found[side].setdefault(number, set()).add(event)
    return found


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(3, 23))])
def test_lives(programs, seed):
    """Ids of three processes listen, connect, accept, reject, disconnect, change their channels and are destroyed at any time,
    while a fourth one is killed. None of the others fails, each connection has the same outcome on both sides, and no port is
    left."""
    port, program = free_port(), soft.program("cmlives")
    started = [programs.start(["--strict"], program, str(10 * seed + n), "1500", str(port), str(n)) for n in (1, 2, 3)]
    fourth = programs.start(["--strict"], program, str(10 * seed), "100000000", str(port), "4")
    assert fourth.stdout and any("destroyed" in line for line in fourth.stdout)  # it is in the middle of it
    os.killpg(fourth.pid, signal.SIGKILL)
    done = [finish(process) for process in started]
    assert [(status, out.splitlines()[-1]) for status, out in done] == [(0, "done")] * 3, [out[-2000:] for _, out in done]
    texts = [re.sub(r"softmlx5: refused: mlx5_0: rdma_cm: .*\n", "", out) for _, out in done]  # calls at a wrong time
    assert not any("softmlx5:" in text for text in texts)
    found = outcomes(texts)
    client = {number: events for number, events in found["client"].items() if int(number) < 4000000}
    server = {number: events for number, events in found["server"].items() if int(number) < 4000000}
    own = set(client)  # requests of the fourth process have no client that tells of them
    assert len(own) > 200 and set(server) <= own
    for number, events in client.items():
        answer = server.get(number, set())
        with_fourth = not answer  # the request may have gone there
        assert "established" not in events or "accepts" in answer or with_fourth, (number, events, answer)
        assert "rejected" not in events or "rejects" in answer or with_fourth, (number, events, answer)
        assert len(events & {"rejected", "unreachable"}) < 2
    for number, answer in server.items():
        assert "established" not in answer or "established" in client[number], (number, client[number], answer)
    seen = set().union(*client.values(), *server.values())
    assert {"established", "rejected", "refused", "disconnected", "accepts", "rejects", "requested"} <= seen
    # The killed one could not give its port back, and nobody else has one.
    left = [name for _, _, names in os.walk(programs.folder) for name in names if name.startswith("port.")]
    assert len(left) <= 2, left
    again = [programs.start(["--strict"], program, str(seed), "100", str(port), "5")]
    assert [finish(process)[0] for process in again] == [0]
