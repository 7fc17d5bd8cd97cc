# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Processes of a fabric: identities, connections between programs that we did not write, peers that die, stop, or send
rubbish, and who may join.

Programs whose peer is silent for long wait for events (-e): those that poll would use a processor meanwhile.
"""

from __future__ import annotations

import array
import fcntl
import functools
import glob
import itertools
import mmap
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from typing import Iterator, List, Sequence, Tuple

import pytest

import patience

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "clients")]

import clients  # noqa: E402
import ports  # noqa: E402
import progress  # noqa: E402
from together import Programs, finish, free_port, on_time, programs, unexpected, wait_for_listener  # noqa: E402, F401

RING_SIZE, PAGE, RECORD_HEAD, FRAME_SIZE, VERSION = 2 << 20, 4096, 64, 184, 6  # fabric/ring.h, nic/wire/frame.h, fabric/link.c
ETHERNET = 4  # SM_PACKET_FRAME of nic/wire/packet.h
SEALS = 0x1 | 0x2 | 0x4  # F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW


def identity(programs: Programs, options: Sequence[str] = ()) -> Tuple[str, str]:
    """LID and GUID of a device, while its launcher runs on. Ends with the fixture."""
    process = programs.start(options, "sh", "-c", "ibv_devinfo -v; echo end; sleep 1000")
    lines = []
    while not lines or lines[-1] != "end\n":
        lines.append(process.stdout.readline())
        assert lines[-1], lines
    text = "".join(lines)
    guid = re.search(r"node_guid:\s*(\S+)", text).group(1)
    assert guid.replace(":", "") in re.search(r"GID\[ *0\]:\s*(\S+)", text).group(1).replace(":", "")
    return re.search(r"port_lid:\s*(\d+)", text).group(1), guid


def test_identities(programs):
    """Each launcher has a LID and a GUID of its own, which are given back at its end, also after SIGKILL."""
    found = [identity(programs) for _ in range(3)]
    assert [lid for lid, _ in found] == ["1", "2", "3"]
    assert len({guid for _, guid in found}) == 3
    os.killpg(programs.running[1].pid, signal.SIGKILL)
    programs.running[1].wait()
    assert identity(programs) == found[1]


def test_devices_of_a_launcher(programs):
    status, out = programs.run(["--devices", "3"], "ibv_devinfo")
    assert status == 0 and sorted(re.findall(r"port_lid:\s*(\d+)", out)) == ["1", "2", "3"]
    assert len(set(re.findall(r"node_guid:\s*(\S+)", out))) == 3


def test_folder_is_removed(programs):
    assert programs.run([], "ibv_devinfo")[0] == 0
    assert not os.path.exists(programs.folder)


@pytest.mark.parametrize("command", clients.cases("rdma-core's examples"))
def test_pingpong(programs, command):
    """rdma-core's examples in two processes; -c compares the data. They poll, so that both ends use all the time that a message
    takes: few messages, and a short receive queue, so that its numbers wrap."""
    words = command.split()
    out = programs.pair(["--strict"], *words, *(() if "-n" in words else ("-n", "60", "-r", "20")), client=["--strict"])
    assert len(re.findall(r"bytes in .* seconds|^success$", out, re.M)) == 2
    assert not unexpected(words, out), out


def test_one_launcher(programs):
    """Two processes of one launcher share the port and have QP numbers of their own."""
    port = free_port()
    status, out = programs.run(["--strict"], "sh", "-c",
                               f"{ports.SHELL}\nibv_rc_pingpong -e -c -n 200 -p {port} & listening {port}; "
                               f"ibv_rc_pingpong -e -c -n 200 -p {port} localhost && wait $!")
    assert status == 0, out
    local = re.findall(r"local address:  LID (\w+), QPN (\w+)", out)
    assert [lid for lid, _ in local] == ["0x0001", "0x0001"]
    assert sorted(qpn for _, qpn in local) == ["0x000100", "0x010100"]


@pytest.mark.parametrize("command", clients.cases("perftest"))
def test_perftest(programs, command):
    words = command.split()
    out = programs.pair(["--strict"], *words, "-F", client=["--strict"])
    # With -D the time ends a run, and the client destroys its queue pair while requests have no answer yet.
    assert "softmlx5:" not in (on_time(out) if "-D" in words else out), out
    assert "Failed" not in out and "Problem" not in out, out


@pytest.mark.parametrize("command, says", clients.refused("perftest"))
def test_refused(programs, command, says):
    """What the device lacks: both sides end. The server, which needs it, says what; the client, whose peer is gone, nothing."""
    port = str(free_port())
    server = programs.start([], *command.split(), "-p", port)
    wait_for_listener(port)
    results = [programs.run([], *command.split(), "-p", port, "localhost"), finish(server)]
    assert all(status for status, _ in results), results
    assert [bool(re.search(says, out)) for _, out in results] == [False, True], results


def test_other_fabric(programs):
    """A fabric that the peer is not in: the request fails, as on a network without a route, and the first lost packet
    is reported."""
    port = str(free_port())
    server = programs.start(["--fabric", "a"], "ibv_rc_pingpong", "-p", port)
    wait_for_listener(port)
    # Both have LID 1 and QP 0x100, each in its fabric: the client sends to itself, which is not connected so.
    other = programs.start(["--fabric", "b"], "sh", "-c", "echo here; exec sleep 1000")
    assert other.stdout.readline() == "here\n"
    status, out = programs.run(["--fabric", "b"], "ibv_rc_pingpong", "-p", port, "localhost")
    assert status == 1 and "transport retry counter exceeded" in out, out
    assert out.count("softmlx5:") == 1
    assert re.search(r"softmlx5: mlx5_0: lost packet from QP 0x000100 of LID 2 to QP 0x000100 of LID 1: ", out), out
    assert server.poll() is None


def test_not_connected(programs):
    """--fabric none: an honest error, and in strict mode a line for each packet."""
    port = str(free_port())
    programs.start(["--fabric", "none"], "ibv_uc_pingpong", "-e", "-p", port)
    wait_for_listener(port)
    client = programs.start(["--fabric", "none", "--strict"], "timeout", "2", "ibv_uc_pingpong", "-e", "-p", port, "localhost")
    status, out = finish(client)
    assert status != 0 and "iters" not in out, out
    assert re.search(r"softmlx5: lost: mlx5_0: packet: from QP 0x000100 of LID \d+ to QP 0x000100 of LID \d+: no process", out)


# A process that has ended, before or after the fabric knows it.
GONE = re.compile("no process has this QP number|the process of the QP has ended")
DISTURBED = [word for kind in ("loss", "duplicate", "reorder", "packet-delay") for word in ("--fault", f"{kind}:chance=0.05")]


@pytest.mark.parametrize("command", [
    ("ibv_rc_pingpong", "-c", "-n", "100", "-s", "1000000"),
    pytest.param(("ibv_srq_pingpong", "-c", "-n", "200", "-s", "500000"), marks=pytest.mark.deep),
    pytest.param(("ib_send_bw", "--use-srq", "-q", "4", "-n", "50", "-F"), marks=pytest.mark.deep),
    pytest.param(("ib_atomic_lat", "-n", "100", "-F"), marks=pytest.mark.deep),
    pytest.param(("ib_read_lat", "-n", "100", "-s", "1000000", "-F"), marks=pytest.mark.deep)], ids=" ".join)
def test_disturbed_wire(programs, command):
    """RC survives loss, repetition, reordering and delay of 5 % of all packets each, with right data.

    A pingpong ends when it has received its last message. If the acknowledgement of the other side's last one was lost,
    the other side has no peer any more, and ends with a retry error, as it would on cards.
    """
    outputs = programs.both(DISTURBED, *command)
    late = [out for status, out in outputs if status]
    if command[0].endswith("pingpong") and len(late) == 1:
        assert "transport retry counter exceeded" in late[0] and GONE.search(late[0]), outputs
        late = []
    assert not late and not any("invalid data" in out for _, out in outputs), outputs


class Pair:
    """A program and its client, which run on and on and trace what they do."""

    def __init__(self, programs: Programs, folder: pathlib.Path, *command: str, pinned: Sequence[str] = ()) -> None:
        port = str(free_port())
        self.traces = [folder / "server", folder / "client"]
        self.processes: List[subprocess.Popen] = []
        for trace, end in zip(self.traces, ((), ("localhost",))):
            trace.touch()
            self.processes.append(programs.start(["--trace", str(trace)], *pinned, *command, "-n", "1000000", "-F", "-p", port,
                                                 *end))
            if not end:
                wait_for_listener(port)
        self.wait_for_progress()

    def completions(self) -> int:
        return sum(trace.read_text().count(" CQE ") for trace in self.traces)

    def wait_for_progress(self) -> None:
        """There are ten more completions. A pause of the whole machine counts as one round."""
        before = self.completions()

        def has_more() -> bool:
            ended = [finish(process) for process in self.processes if process.poll() is not None]
            assert not ended, ended
            return self.completions() >= before + 10
        patience.until(has_more, "no completions", 0.05)

    def signal(self, who: Sequence[int], number: signal.Signals) -> None:
        """Sends a signal to the launchers with these numbers and to their programs."""
        for n in who:
            os.killpg(self.processes[n].pid, number)


def test_peer_is_killed(programs, tmp_path):
    """A peer that dies while data pass, stopped or not: retries, then an error."""
    for first in ((), (signal.SIGSTOP,)):
        folder = tmp_path / str(len(first))
        folder.mkdir()
        pair = Pair(programs, folder, "ib_write_bw")
        for number in (*first, signal.SIGKILL):
            pair.signal([0], number)
        status, out = finish(pair.processes[1])
        assert status == 1 and "Failed status 12" in out, out


# The timeout is 8 microseconds. The client of the first two has a request under way at any time.
IMPATIENT = [("ib_write_bw", "-s", "1000000", "-u", "1"), ("ib_read_bw", "-s", "4000000", "-u", "1", "-e"),
             ("ib_send_lat", "-u", "1", "-e")]


@pytest.mark.parametrize("stopped", [(0,), (1,), (0, 1)], ids=("server", "client", "both"))
@pytest.mark.parametrize("command", [
    IMPATIENT[0], *(pytest.param(command, marks=pytest.mark.deep) for command in IMPATIENT[1:])], ids=" ".join)
def test_stopped(programs, tmp_path, command, stopped):
    """Processes that are stopped for longer than all timeouts go on afterwards: packets that they have not received are not
    lost, and their own clock stands still."""
    pair = Pair(programs, tmp_path, *command)
    for pause in (0.7, 0.7, 3):  # 2.1 s is the life of packets of UC
        pair.signal(stopped, signal.SIGSTOP)
        time.sleep(pause)
        pair.signal(stopped, signal.SIGCONT)
        pair.wait_for_progress()


@pytest.mark.parametrize("command", [
    IMPATIENT[2], *(pytest.param(command, marks=pytest.mark.deep) for command in IMPATIENT[:2])], ids=" ".join)
def test_busy_processor(programs, tmp_path, command):
    """Both ends share one processor with programs that never sleep, and lose nothing."""
    processor = str(min(os.sched_getaffinity(0)))
    loops = [subprocess.Popen(["taskset", "-c", processor, "sh", "-c", "while :; do :; done"]) for _ in range(4)]
    try:
        pair = Pair(programs, tmp_path, *command, pinned=("taskset", "-c", processor))
        for _ in range(4):
            pair.wait_for_progress()
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def test_stopped_target(programs, tmp_path):
    """The same for DC, whose target is in the second process of its launcher."""
    first = 'stdbuf -oL ibv_asyncwatch | { read line; exec "$@"; }'
    pair = Pair(programs, tmp_path, "ib_write_bw", "-c", "DC", "-u", "1", pinned=("sh", "-c", first, "sh"))
    pair.signal([0], signal.SIGSTOP)
    time.sleep(0.7)
    pair.signal([0], signal.SIGCONT)
    pair.wait_for_progress()


def test_long_read(programs, tmp_path):
    """The answer to a read takes thousands of its timeouts: each packet of it starts the time again, and what the peer was asked
    before is forgotten. A peer that is stopped in the middle of an answer is waited for. (It may have read the question
    whether it runs, and lose the processor before its next packet: that is a retry, but rare.)"""
    trace = tmp_path / "client"
    port = str(free_port())
    command = ("ib_read_bw", "-s", "50000000", "-n", "5", "-u", "1", "-F", "-p", port)
    server = programs.start([], *command)
    wait_for_listener(port)
    client = programs.start(["--trace", str(trace)], *command, "localhost")
    patience.until(lambda: trace.exists() and " RDMA_READ" in trace.read_text(), "no request")
    for _ in range(60):
        if client.poll() is not None:
            break
        time.sleep(0.003)
        os.killpg(server.pid, signal.SIGSTOP)
        time.sleep(0.02)
        os.killpg(server.pid, signal.SIGCONT)
    for process in (client, server):
        status, out = finish(process)
        assert status == 0 and "Failed" not in out, out
    assert trace.read_text().count("retries are left") <= 2


@pytest.mark.parametrize("command, pauses", [
    (("ibv_rc_pingpong", "-c", "-e", "-n", "3000"), [0.1, 1.2, 1.2]),
    (("ib_send_bw", "-c", "UC", "-s", "16000000", "-n", "100", "-e", "-F"), itertools.repeat(0.5))], ids=("RC", "UC"))
def test_peer_pauses(programs, command, pauses):
    """A peer that is stopped goes on, with right data. UC does not retry, and loses nothing either: its packets wait. (The server
    has posted all receives before.)"""
    port = str(free_port())
    command = (*command, "-p", port)
    server = programs.start([], *command)
    wait_for_listener(port)
    client = programs.start([], *command, "localhost")
    for pause in pauses:
        if client.poll() is not None or server.poll() is not None:
            break
        time.sleep(0.1)
        os.killpg(server.pid, signal.SIGSTOP)
        time.sleep(pause)
        os.killpg(server.pid, signal.SIGCONT)
    for process in (client, server):
        status, out = finish(process)
        assert status == 0 and "invalid data" not in out, out


def test_who_may_join(programs, tmp_path):
    """A folder that others can enter is no fabric."""
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o755)
    status, out = programs.run(["--fabric", str(folder)], "true")
    assert status == 125 and "mode 0700" in out, out
    folder.chmod(0o700)
    assert programs.run(["--fabric", str(folder)], "ibv_devinfo")[0] == 0
    assert folder.is_dir()
    (tmp_path / "link").symlink_to(folder)
    assert programs.run(["--fabric", str(tmp_path / "link")], "true")[0] == 125
    if os.geteuid() == 0:
        os.chown(folder, 12345, 12345)
        assert programs.run(["--fabric", str(folder)], "true")[0] == 125


def test_without_folder(programs, tmp_path):
    """No fabric is possible by default: the device works alone, and says so."""
    (tmp_path / "softmlx5-fabrics").write_text("in the way")
    status, out = programs.run([], "ibv_devinfo")
    assert status == 0 and "not connected to other processes" in out and "port_lid" in out


# A hostile peer.

def ring(size: int = PAGE + RING_SIZE, seals: int = SEALS) -> int:
    """Memory of a ring, as a descriptor."""
    fd = os.memfd_create("ring", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(fd, size)
    fcntl.fcntl(fd, 1033, seals)  # F_ADD_SEALS
    return fd


class Peer:
    """Connects to a process and writes whatever it is asked to."""

    def __init__(self, folder: str, hello: bytes = struct.pack("<II", 0x35786c6d, VERSION), fds: Sequence[int] = ()) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        name = next(name for name in sorted(os.listdir(folder)) if name.endswith(".socket"))
        directory = os.open(folder, os.O_RDONLY)
        self.socket.connect(f"/proc/self/fd/{directory}/{name}")
        os.close(directory)
        self.fd = fds[0] if fds else ring()
        self.socket.sendmsg([hello], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds or [self.fd]))])
        self.written = 0

    @functools.cached_property
    def memory(self) -> mmap.mmap:
        return mmap.mmap(self.fd, 0)

    def write(self, data: bytes, length: int = -1) -> None:
        """A record; its head may claim another length."""
        at, size = self.written % RING_SIZE, RECORD_HEAD + (len(data) + 63) // 64 * 64
        record = (struct.pack("<I", len(data) if length < 0 else length).ljust(RECORD_HEAD, b"\0") + data).ljust(size, b"\0")
        first = min(size, RING_SIZE - at)
        self.memory[PAGE + at:PAGE + at + first] = record[:first]
        self.memory[PAGE:PAGE + size - first] = record[first:]
        self.written += size
        self.publish(self.written)

    def publish(self, count: int) -> None:
        self.memory[0:8] = struct.pack("<Q", count)
        self.wake()

    def wake(self) -> None:
        try:
            self.socket.send(b"\0", socket.MSG_DONTWAIT)
        except OSError:
            pass

    def is_closed(self) -> bool:
        """The other side has closed the connection."""
        self.socket.settimeout(patience.LIMIT)
        try:
            while self.socket.recv(16):
                pass
            return True
        except ConnectionError:
            return True
        except socket.timeout:
            return False


def descriptors(process: subprocess.Popen) -> int:
    """How many descriptors the process and its descendants have open."""
    return sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in progress.family(process.pid))


def test_hostile_hello(programs):
    """A connection that does not begin as this version does is closed."""
    server = programs.start([], "ibv_rc_pingpong", "-p", str(free_port()))
    folder = os.path.join(programs.folder, "default")
    patience.until(lambda: os.path.isdir(folder) and any(name.endswith(".socket") for name in os.listdir(folder)),
                   "there is no socket")
    good = struct.pack("<II", 0x35786c6d, VERSION)
    cases = [
        Peer(folder, b""), Peer(folder, b"x" * 8), Peer(folder, good + b"more"), Peer(folder, struct.pack("<II", 0x35786c6d, 9)),
        Peer(folder, good, [ring(seals=0)]), Peer(folder, good, [ring(PAGE)]), Peer(folder, good, [ring(seals=SEALS | 8)]),
        Peer(folder, good, [os.open("/dev/null", os.O_RDWR)]), *(Peer(folder, good, [ring()] * n) for n in (2, 3, 50)),
    ]
    assert [peer.is_closed() for peer in cases] == [True] * len(cases)
    there = descriptors(server)
    for count in (2, 3, 50) * 20:
        assert Peer(folder, good, [ring()] * count).is_closed()
    assert descriptors(server) == there
    for count, length in ((RING_SIZE * 2, 0), (1 << 63, 0), (64, 1), (128, 1 << 31), (1 << 20, RING_SIZE // 4 + 1)):
        peer = Peer(folder)
        peer.memory[PAGE:PAGE + 4] = struct.pack("<I", length)
        peer.publish(count)
        assert peer.is_closed(), (count, length)
    assert server.poll() is None


def frame(payload: bytes = b"", **changed: int) -> bytes:
    """A packet, struct sm_frame of nic/wire/frame.h: a datagram from QP 0x100 of LID 2 to that of LID 1."""
    names = ("kind service_type nak rnr_timer flags sl atomic_opcode atomic_opmod src_lid dst_lid src_qpn dst_qpn srqn psn "
             "imm rkey length raddr dc_key dc_connection qkey payload_len operands_len offset msn flow_label mtu").split()
    values = dict.fromkeys(names, 0)
    values.update(service_type=3, flags=3, src_lid=2, dst_lid=1, src_qpn=0x100, dst_qpn=0x100, qkey=0x11111111,
                  length=len(payload), payload_len=len(payload), mtu=1024)
    assert set(changed) <= set(names)
    values.update(changed)
    return struct.pack("<8B2H7I3Q6IH", *values.values()).ljust(FRAME_SIZE, b"\0") + payload


def test_refused_frames(programs, tmp_path):
    """Packets that no peer sends are dropped, and the trace has the reason."""
    trace = tmp_path / "trace"
    port = str(free_port())
    server = programs.start(["--trace", str(trace)], "ibv_ud_pingpong", "-p", port)
    wait_for_listener(port)
    peer = Peer(os.path.join(programs.folder, "default"))
    peer.write(b"")  # only asks whether the process runs
    for wrong in (frame()[:-1], frame(kind=10), frame(nak=9)):
        peer.write(wrong)
    for mtu in (0, 128, 1000, 8192):
        peer.write(frame(mtu=mtu))
    for wrong in (frame(payload_len=1), frame(payload_len=1 << 20), frame(b"xyz", payload_len=2), frame(payload_len=0xffffffff)):
        peer.write(wrong)
    for wrong in (frame(operands_len=33), frame(kind=3, atomic_opcode=0x11, operands_len=8), frame(kind=3, operands_len=16)):
        peer.write(wrong)
    peer.write(frame(flags=0x83))
    for wrong in (frame(flags=2), frame(offset=1)):
        peer.write(wrong)
    for length in (0, 59, 10241):
        peer.write(frame(bytes(length), kind=ETHERNET))
    peer.write(frame(dst_qpn=0x555))
    patience.until(lambda: "0x000555" in trace.read_text(), "the last packet is not in the trace")
    text = trace.read_text()
    assert [text.count(f"LID 1 drops a packet: {why}\n") for why in (
        "it is too short", "its kind is unknown", "its length is wrong", "its MTU is unknown",
        "its operands are not those of an atomic", "it is from a network that this host is not in",
        "its offset is not its place in the message", "it is no whole Ethernet frame")] == [1, 2, 4, 4, 3, 1, 2, 3]
    assert "to QP 0x000555 of LID 1: there is no such QP" in text
    assert server.poll() is None


def frames(seed: int) -> Iterator[bytes]:
    """Packets to QP 0x100 of LID 1, nearly valid ones."""
    choose = random.Random(seed)
    while True:
        payload = choose.choice([0, 0, 1, 64, 4096, 100000])
        psn, length = choose.choice([0, 1, 2, 0xffffff, 1 << 24, 0xffffffff]), choose.choice([0, payload, 1 << 31, 0xffffffff])
        data = bytearray(frame(choose.randbytes(payload), kind=choose.randrange(11), service_type=choose.choice([0, 1, 3]),
                               nak=choose.randrange(5), flags=choose.randrange(128),
                               offset=choose.choice([0, 0, 0, 1024, payload]),
                               atomic_opcode=choose.choice([0x11, 0x12, 0x14, 0]),
                               atomic_opmod=choose.choice([0, 8, 9]), src_lid=choose.choice([1, 2]), psn=psn,
                               imm=choose.getrandbits(32), rkey=choose.choice([0x10000, choose.getrandbits(32)]), length=length,
                               raddr=choose.getrandbits(64), operands_len=choose.choice([0, 16, 32])))
        for _ in range(choose.choice([0, 0, 1, 5])):
            data[choose.randrange(FRAME_SIZE)] = choose.getrandbits(8)
        yield bytes(data)


@pytest.mark.parametrize("seed", [1, 2, pytest.param(3, marks=pytest.mark.deep), pytest.param(4, marks=pytest.mark.deep)])
def test_hostile_frames(programs, seed):
    """Random packets to the QP of a program, while another transfer of the same process goes on and stays right."""
    port = str(free_port())
    command = ("ibv_ud_pingpong" if seed % 2 else "ibv_rc_pingpong", "-c", "-e", "-n", "1000", "-p", port)
    server = programs.start([], *command)
    wait_for_listener(port)
    folder = os.path.join(programs.folder, "default")
    peers = [Peer(folder) for _ in range(2)]
    client = programs.start([], *command, "localhost")
    source = frames(seed)
    for _ in range(400):
        for peer in peers:
            peer.write(next(source))
        time.sleep(0.0005)
    # A forged packet with the right addresses and PSN is one of the connection: it may fail, but properly, and the side
    # that has not noticed waits for ever, asleep.
    patience.until(lambda: client.poll() is not None or server.poll() is not None, "no side ends")
    patience.until(lambda: all(process.poll() is not None or patience.is_asleep(process.pid) for process in (client, server)),
                   "a side runs on")
    for process in (client, server):
        if process.poll() is not None:
            status, out = finish(process)
            assert status == 0 or (status == 1 and ("Failed status" in out or "invalid data" in out)), (status, out)


def ethernet_frames(seed: int) -> Iterator[bytes]:
    """Ethernet frames with headers that are nearly right: VLAN tags, IPv4, IPv6, TCP, UDP, VXLAN."""
    choose = random.Random(seed)
    while True:
        tags = b"".join(choose.choice([b"\x81\x00", b"\x88\xa8"]) + choose.randbytes(2) for _ in range(choose.randrange(4)))
        ethertype, head = choose.choice([(b"\x08\x00", b"\x45"), (b"\x08\x00", b"\x4f"), (b"\x86\xdd", b"\x60"),
                                         (b"\x81\x00", b"")])
        data = bytearray(choose.randbytes(choose.choice([0, 1, 20, 40, 100, 1400])))
        data[:len(head)] = head
        if len(data) >= 40 and ethertype != b"\x81\x00":
            is_ipv6 = head == b"\x60"
            protocol, length = (6, 4) if is_ipv6 else (9, 2)
            data[protocol] = choose.choice([0, 6, 17, 43, 44, 60, 255])
            data[length:length + 2] = choose.choice([0, 20, len(data), 0xffff]).to_bytes(2, "big")
            start = 40 if is_ipv6 else 20
            data[start:start + 4] = choose.randbytes(2) + choose.choice([b"\x12\xb5", b"\x00\x50"])
        yield (choose.randbytes(12) + tags + ethertype + bytes(data)).ljust(60, b"\0")


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.deep), pytest.param(3, marks=pytest.mark.deep)])
def test_hostile_ethernet(programs, seed):
    """Random Ethernet frames to a program that receives all: it gets as many as were sent."""
    count = 2000  # which the ring has room for, even if the program does not read meanwhile
    server = programs.start(["--strict", "--link", "roce"], "raw_ethernet_bw", "--server", "--promiscuous", "-d", "mlx5_0",
                            "-B", "02:00:00:00:00:02", "-E", "02:00:00:00:00:01", "-n", str(count), "-r", "500")
    patience.until(lambda: glob.glob(f"{programs.folder}/default/*.group.ff00*") or server.poll() is not None,
                   "the server does not receive frames")
    peer = Peer(os.path.join(programs.folder, "default"))
    sent = [frame(data, kind=ETHERNET, service_type=9, dst_qpn=0xffffff, mtu=4096)
            for data in itertools.islice(ethernet_frames(seed), count)]
    assert sum(RECORD_HEAD + (len(data) + 63) // 64 * 64 for data in sent) < RING_SIZE
    for data in sent:
        peer.write(data)
    status, out = finish(server)
    assert status == 0 and "softmlx5:" not in out, out


def test_flood(programs):
    """A peer that fills its ring all the time does not keep others from their turn."""
    port = str(free_port())
    server = programs.start([], "ibv_rc_pingpong", "-c", "-n", "60", "-p", port)
    wait_for_listener(port)
    folder = os.path.join(programs.folder, "default")
    pid = os.fork()
    if not pid:
        peer = Peer(folder)
        size = RECORD_HEAD + (FRAME_SIZE + 63) // 64 * 64
        peer.memory[PAGE:] = struct.pack("<I", FRAME_SIZE).ljust(size, b"\0") * (RING_SIZE // size)
        while True:
            peer.publish(struct.unpack_from("<Q", peer.memory, 64)[0] + RING_SIZE)
    try:
        client = programs.start([], "ibv_rc_pingpong", "-c", "-n", "60", "-p", port, "localhost")
        assert [finish(process)[0] for process in (client, server)] == [0, 0]
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def test_programs_are_there():
    """Debian's ibverbs-utils and perftest, which configure.py --install-deps=test installs."""
    assert all(shutil.which(name) for name in ("ibv_rc_pingpong", "ib_write_bw"))
