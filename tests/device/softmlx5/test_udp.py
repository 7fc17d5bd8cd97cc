# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""--fabric udp:ADDRESS: programs on two hosts, which are addresses of the loopback interface, and a host that shares nothing
with softmlx5."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
from typing import Iterator, List, Tuple

import pytest

import patience

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import rocepeer  # noqa: E402
from test_pcap import captured, frames  # noqa: E402
from together import Programs, finish, free_port, programs, unexpected, wait_for_listener  # noqa: E402, F401

STRICT = ["--strict"]


def addresses() -> Tuple[str, str]:
    """Two hosts of this process, which no other test has."""
    pid = os.getpid()
    return tuple(f"127.{64 + pid // 64516 % 64}.{1 + pid // 254 % 254}.{1 + pid % 254 // 2 * 2 + n}" for n in range(2))


SERVER, CLIENT = addresses()


def host(address: str) -> List[str]:
    return ["--fabric", f"udp:{address}"]


# Both sides poll, and take most of the time from the threads that move the data. Receives are posted again, three times.
ROUNDS = ("-n", "60", "-r", "20")
PINGPONGS = [("ibv_rc_pingpong", "-g", "3", "-c", *ROUNDS), ("ibv_rc_pingpong", "-g", "1", "-c", "-e"),
             ("ibv_uc_pingpong", "-g", "3", "-c", *ROUNDS), ("ibv_ud_pingpong", "-g", "3", "-c", *ROUNDS),
             ("ibv_srq_pingpong", "-g", "3", "-c"), ("ibv_rc_pingpong", "-g", "2", "-c", "-s", "1000001", "-n", "50"),
             ("ibv_xsrq_pingpong", "-g", "3", "-s", "20000", "-n", "50")]
PERFTEST = [("ib_write_bw", "-a", "-n", "20", "-F"), ("ib_read_bw", "-a", "-n", "20", "-F"),
            ("ib_send_bw", "-s", "1000000", "-n", "50", "-F"), ("ib_atomic_bw", "-n", "200", "-F"),
            ("ib_atomic_bw", "-A", "CMP_AND_SWAP", "-n", "200", "-F"), ("ib_send_bw", "-c", "UD", "-n", "100", "-F"),
            ("ib_write_bw", "-q", "8", "-n", "100", "-F"), ("ib_read_lat", "-n", "100", "-F"),
            ("ib_write_lat", "-I", "64", "-n", "100", "-F")]


def test_groups(programs):
    """A multicast group of IPv4 is that of IP: processes of two hosts and of one are in it. Other groups end at the host."""
    pid = os.getpid()
    group = f"::ffff:239.{192 + pid // 65536 % 64}.{pid // 256 % 256}.{pid % 256}"
    members = [programs.member([*STRICT, *host(address)], group, "3", *numbers) for address, numbers in (
        (SERVER, (4,)), (SERVER, (4, 1)), (CLIENT, (3, 2)), (SERVER, (2, 3)), (CLIENT, (1, 4)))]
    assert [finish(member) for member in members] == [
        (0, "".join(f"got {number}\n" for number in got)) for got in ([1, 2, 3, 4], [1, 2, 3, 4], [2, 3, 4], [3, 4], [4])]
    members = [programs.member([*STRICT, *host(address)], "ff0e::7", "1", *numbers) for address, numbers in (
        (SERVER, (2,)), (CLIENT, (1, 1)), (SERVER, (2, 2, 3)))]
    assert [finish(member) for member in members] == [(0, "got 2\ngot 3\n"), (0, "got 1\n"), (0, "got 2\ngot 3\n")]


@pytest.mark.parametrize("command", [command if n % 2 == 0 else pytest.param(command, marks=pytest.mark.deep)
                                     for n, command in enumerate(PINGPONGS)], ids=" ".join)
def test_pingpong(programs, command):
    out = programs.pair([*STRICT, *host(SERVER)], *command, client=[*STRICT, *host(CLIENT)])
    assert not unexpected(command, out), out


@pytest.mark.parametrize("command", [command if n % 3 == 0 else pytest.param(command, marks=pytest.mark.deep)
                                     for n, command in enumerate(PERFTEST)], ids=" ".join)
def test_perftest(programs, command):
    out = programs.pair([*STRICT, *host(SERVER)], *command, client=[*STRICT, *host(CLIENT)])
    assert "softmlx5:" not in out and "BW average" in out or "t_avg" in out, out


@pytest.mark.parametrize("options", (STRICT, ()), ids=("strict", "once"))
def test_dynamic_connection(programs, options):
    """Packets of DC do not leave the machine: the reason is told, and the initiator ends as without a peer."""
    command = ("ib_write_bw", "-c", "DC", "-n", "5", "-F", "-p", str(free_port()))
    programs.start([*options, *host(SERVER)], *command)  # waits for what never comes, and is killed
    wait_for_listener(command[-1])
    status, out = finish(programs.start([*options, *host(CLIENT)], *command, "localhost"))
    told = re.findall(f"lost.* from QP 0x000100 of {CLIENT} to QP 0x000100 of {SERVER}: DC works only between processes "
                      "of a machine", out)
    assert status and len(told) == 1 if not options else status and len(told) > 1, (status, out)
    assert "status 12" in out, out  # IBV_WC_RETRY_EXC_ERR


def test_one_host(programs):
    """Launchers with the same address are one host: their packets do not leave it."""
    out = programs.pair([*STRICT, *host(SERVER)], "ibv_rc_pingpong", "-g", "3", "-c", *ROUNDS, client=[*STRICT, *host(SERVER)])
    addresses = re.findall(r"local address:.*QPN 0x(\w+), PSN.*GID ::ffff:([\d.]+)", out)
    assert addresses == [("010100", SERVER), ("000100", SERVER)], out


@pytest.mark.deep
def test_capture(programs, tmp_path):
    """What either side captures is the same, and its invariant CRCs are right; tshark dissects it."""
    paths = [str(tmp_path / name) for name in ("server", "client")]
    programs.pair([*host(SERVER), "--pcap", paths[0]], "ib_write_bw", "-n", "5", "-s", "20000", "-F",
                  client=[*host(CLIENT), "--pcap", paths[1]])
    sides = [sorted(frame[14 + 20:] for frame in frames(path)) for path in paths]
    assert sides[0] == sides[1] and len(sides[0]) >= 25
    packets = captured(paths[0])
    assert {packet["infiniband.bth.opcode"] for packet in packets} >= {"6", "7", "8", "17"}
    assert not any(packet["_ws.malformed"] for packet in packets)


def test_refused(programs):
    """What cannot be a host's address, before anything is started."""
    for options, why in ((["--fabric", "udp:192.0.2.1"], "no interface of this machine has the address"),
                         (["--fabric", "udp:localhost"], "needs an IPv4 address of this machine"),
                         (["--fabric", "udp:0.0.0.0"], "is no address that a host can have"),
                         ([*host(SERVER), "--devices", "2"], "a host has one device"),
                         ([*host(SERVER), "--address", "10.0.0.1"], "and not that of --address"),
                         ([*host(SERVER), "--link", "ib"], "needs a port of Ethernet")):
        status, out = programs.run(options, "echo", "started")
        assert status == 2 and why in out and "started" not in out, out


def test_port_in_use(programs):
    """Another program has the UDP port: the cause is named."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind((SERVER, rocepeer.PORT))
        server = programs.start(host(SERVER), "ibv_rc_pingpong", "-g", "3", "-p", str(free_port()))
        assert server.stdout
        said = next(line for line in server.stdout if line.startswith("softmlx5: "))
    assert f"other hosts cannot reach {SERVER}: UDP port 4791: Address already in use" in said


def test_port_is_free_late(programs):
    """The socket of a process that has just ended may be closed after its lock is released. If that takes long, there is a
    warning, and the next process receives all the same."""
    command = ("ibv_rc_pingpong", "-g", "3", "-c", "-p", str(free_port()))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind((SERVER, rocepeer.PORT))
        server = programs.start([*STRICT, *host(SERVER)], *command)
        wait_for_listener(command[-1])
    outputs = [programs.run([*STRICT, *host(CLIENT)], *command, "localhost"), finish(server)]
    texts = [re.sub(r"softmlx5: other hosts cannot reach .*\n", "", out) for _, out in outputs]
    assert [status for status, _ in outputs] == [0, 0] and not any("softmlx5:" in text for text in texts), outputs


def test_folder_is_removed(programs):
    assert programs.run(host(SERVER), "ibv_devinfo")[0] == 0
    assert not os.path.exists(programs.folder)


DISTURBED = [word for kind in ("loss", "duplicate", "reorder", "packet-delay") for word in ("--fault", f"{kind}:chance=0.05")]


@pytest.mark.parametrize("command", [
    ("ibv_rc_pingpong", "-g", "3", "-c", "-e", "-n", "50", "-s", "1000000"),
    pytest.param(("ib_send_bw", "--use-srq", "-e", "-q", "4", "-n", "200", "-F"), marks=pytest.mark.deep),
    pytest.param(("ib_write_bw", "-s", "1000000", "-n", "50", "-F"), marks=pytest.mark.deep),
    pytest.param(("ib_read_bw", "-e", "-s", "1000000", "-n", "20", "-F"), marks=pytest.mark.deep),
    pytest.param(("ib_atomic_lat", "-n", "100", "-F"), marks=pytest.mark.deep)], ids=" ".join)
def test_disturbed(programs, command):
    """RC survives loss, repetition, reordering and delay of 5 % of all packets each, on both sides. At the end of a pingpong
    the acknowledgement of one side's last message may be lost, and the other side may have ended: see test_fabric.py."""
    outputs = programs.both([*DISTURBED, *host(SERVER)], *command, client=[*DISTURBED, *host(CLIENT)])
    late = [out for status, out in outputs if status]
    if command[0].endswith("pingpong") and len(late) == 1:
        assert "transport retry counter exceeded" in late[0], outputs
        late = []
    assert not late and not any("invalid data" in out for _, out in outputs), outputs


def test_processes_of_a_host(programs):
    """The first process of a host receives for all of them. When it is killed, another one goes on with that."""
    servers, clients = [], []
    for rounds in ("1000000", "5000", "10"):
        command = ("ibv_rc_pingpong", "-g", "3", "-c", "-e", "-s", "20000", "-n", rounds, "-p", str(free_port()))
        servers.append(programs.start(host(SERVER), *command))
        wait_for_listener(command[-1])
        clients.append(programs.start(host(CLIENT), *command, "localhost"))
    for process in (clients.pop(), servers.pop()):  # the last are done while the others go on
        status, out = finish(process)
        assert status == 0 and "invalid data" not in out, out
    for first in (servers.pop(0), clients.pop(0)):
        assert first.poll() is None
        os.killpg(first.pid, signal.SIGKILL)
    assert [process.poll() for process in servers + clients] == [None] * 2
    for process in (clients[0], servers[0]):
        status, out = finish(process)
        assert status == 0 and "invalid data" not in out, out


# Two machines: network namespaces with an Ethernet of 1,500 bytes between them.

NAMESPACES = r"""
set -e
ip link set lo up
ip link add near type veth peer name far
unshare --net sleep 10000 & other=$!
trap 'kill $other' EXIT
until [ "$(readlink /proc/$other/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.05; done
ip link set far netns $other
inside() { nsenter --net=/proc/$other/ns/net "$@"; }
inside ip link set lo up
inside ip address add 10.0.0.2/24 dev far
inside ip link set far up
ip address add 10.0.0.1/24 dev near
ip link set near up
"$SOFTMLX5" --fabric udp:10.0.0.1 ibv_devinfo | grep active_mtu
"$SOFTMLX5" --strict --fabric udp:10.0.0.1 "$@" & server=$!
until grep -q ':4A38 00000000:0000 0A' /proc/net/tcp /proc/net/tcp6 || grep -q ':4A38 .* 0A ' /proc/net/tcp6; do sleep 0.05; done
inside "$SOFTMLX5" --strict --fabric udp:10.0.0.2 "$@" 10.0.0.1
wait $server
"""


@pytest.mark.parametrize("command", [
    ("ibv_rc_pingpong", "-g", "3", "-c", *ROUNDS, "-p", "19000"),
    ("ib_write_bw", "-s", "100000", "-n", "100", "-F", "-p", "19000")], ids=" ".join)
def test_two_machines(programs, command):
    environment = dict(programs.environment, SOFTMLX5=programs.softmlx5)
    done = subprocess.run(["unshare", "--user", "--map-root-user", "--net", "bash", "-c", NAMESPACES, "bash", *command],
                          env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT)
    assert done.returncode == 0 and re.search(r"active_mtu:\s+1024 \(3\)", done.stdout), done.stdout
    assert not unexpected(command, done.stdout), done.stdout


# A host that does not run softmlx5.

@pytest.fixture
def peer(programs, request) -> Iterator[rocepeer.Host]:
    """Connected to ibv_rc_pingpong, which checks its data and sends back what it has received."""
    options, rounds, size = getattr(request, "param", ([], 6, 8000))
    port = free_port()
    try:
        host_ = rocepeer.Host(CLIENT, SERVER)
    except PermissionError:
        pytest.skip("raw sockets need CAP_NET_RAW")
    server = programs.start([*options, *host(SERVER)], "ibv_rc_pingpong", "-g", "3", "-c", "-e", "-s", str(size), "-r", "2",
                            "-n", str(rounds), "-p", str(port))
    wait_for_listener(str(port))
    host_.connect(port)
    host_.server = server
    yield host_
    if not host_.is_broken:
        watch = patience.Watch(os.getpid())
        while server.poll() is None and not watch.look():  # it has all its messages, but perhaps not all acknowledgements
            packet = host_.receive(0.05)
            assert packet is None or packet.opcode == rocepeer.ACK or host_.repeats(packet), packet
        status, out = finish(server)
        assert status == 0 and "invalid data" not in out, out
    host_.close()


def message(seed: int, size: int = 8000) -> bytes:
    data = bytearray(random.Random(seed).randbytes(size))
    data[::4096] = bytes(len(data[::4096]))  # as ibv_rc_pingpong wants it
    return bytes(data)


def test_peer(peer):
    """Both directions, across the end of the PSNs: opcodes, PSNs, requests for acknowledgements, message counts."""
    for n in range(6):
        psn, expected = peer.psn, peer.expected
        assert peer.play(message(n)) == message(n)
        assert [part.opcode for part in peer.received] == [rocepeer.FIRST] + [rocepeer.MIDDLE] * 6 + [rocepeer.LAST]
        assert [part.psn for part in peer.received] == [(expected + i) & rocepeer.PSN_MASK for i in range(8)]
        assert [part.asks for part in peer.received] == [False] * 7 + [True]
        # the message may have been sent twice, and acknowledged twice
        assert {(answer.psn, answer.msn) for answer in peer.answers} == {((psn + 7) & rocepeer.PSN_MASK, n + 1)}


def test_headers_of_others(peer):
    """IP headers with an identification, and without "do not fragment": their invariant CRCs are right too."""
    for n in range(6):
        peer.identification, peer.fragmentable = (0, 1, 0xffff, 0x1234, 0, 0xabcd)[n], n >= 3
        assert peer.play(message(n)) == message(n)


def test_losses(peer):
    """Packets of each direction are lost, in the middle and at the end, and acknowledgements too."""
    choose = random.Random(1)
    for n in range(6):
        lost = set()

        def drop(packet: rocepeer.Packet) -> bool:
            """Each packet of the peer at most once."""
            if packet.psn in lost or choose.random() < 0.7:
                return False
            lost.add(packet.psn)
            return True
        assert peer.play(message(n), skip=lambda i: choose.random() < 0.3, drop=drop) == message(n)


@pytest.mark.parametrize("peer", [([], 4, 48 * rocepeer.MTU)], indirect=True)
def test_late_acknowledgement(peer):
    """A message of 48 packets is acknowledged while it is sent for the third time, when the window has room for 16 packets:
    the next message's PSN is the one that was acknowledged, and not the one that was reached."""
    start, times = peer.expected, 0

    def see(packet: rocepeer.Packet) -> bool:
        nonlocal start, times
        if packet.opcode == rocepeer.FIRST:
            assert packet.psn in (start, peer.expected)
            start, times = packet.psn, times + 1 if packet.psn == start else 1
            peer.is_mute = times < 3
        return False
    for n in range(4):
        assert peer.play(message(n, 48 * rocepeer.MTU), drop=see) == message(n, 48 * rocepeer.MTU)
    peer.is_mute = False


def test_not_ready(peer):
    """The peer of softmlx5 is not ready twice, at the message's start; then only what is missing comes."""
    for n in range(6):
        left = [2]

        def refuse(packet: rocepeer.Packet) -> int:
            if packet.opcode == rocepeer.FIRST and left[0]:
                left[0] -= 1
                return rocepeer.RNR | 1
            return 0
        assert peer.play(message(n), refuse=refuse) == message(n)
        assert left == [0]


def test_silent(peer):
    """A peer that takes nothing: each of eight timeouts lasts four of ibv_rc_pingpong's 67 ms, in which softmlx5 sends at the
    start, and again after 10, 30, 70 and 150 ms."""
    peer.is_broken = True
    peer.send_message(message(0))
    sent, packet = 0, peer.receive(1)
    while packet or peer.server.poll() is None:
        sent += packet is not None and packet.opcode == rocepeer.FIRST and packet.psn == peer.expected
        packet = peer.receive(0.1)
    status, out = finish(peer.server)
    assert status == 1 and "transport retry counter exceeded" in out, out
    assert 8 * 3 < sent <= 8 * 5, sent  # in 67 ms it would be 3 times; a busy machine may leave one out


def answers(peer: rocepeer.Host, least: int = 0) -> List[rocepeer.Packet]:
    """What the peer sends until it has given @least so many answers and is silent, without repetitions of its last message: on a
    busy machine its timeout may be over before the acknowledgement arrives."""
    found = []
    while True:
        packet = peer.receive(0.5 if len(found) >= least else 20)
        if packet is None:
            return found
        if packet.opcode == rocepeer.ACK:
            found.append(packet)
        else:
            assert peer.repeats(packet), packet


@pytest.mark.parametrize("peer", [(["--trace", "/dev/stderr"], 2, 8000)], indirect=True)
def test_dropped(peer):
    """Packets that are no packets change nothing: a CRC that is wrong, another partition, an unknown operation or QP, too few
    bytes, a length that does not fit the MTU."""
    assert peer.play(message(1)) == message(1)
    first = message(2)[:rocepeer.MTU]
    peer.send(rocepeer.FIRST, peer.psn, payload=first, asks=True, spoil=1)
    peer.send(rocepeer.FIRST, peer.psn, payload=first, asks=True, spoil=0x10000)
    peer.send(rocepeer.FIRST, peer.psn, payload=first, asks=True, qpn=0x777)
    peer.send(rocepeer.FIRST, peer.psn, payload=first, asks=True, pkey=0x8001)
    peer.send(rocepeer.FIRST, peer.psn, payload=first[:1000], asks=True)
    peer.send(rocepeer.MIDDLE, peer.psn, payload=first + b"1234", asks=True)
    for opcode in (0x1f, 0x40, 0x24, 0x80, 0xc2, 0xff):
        peer.send(opcode, peer.psn, payload=first, asks=True)
    for cut in (1, 4, 11):
        peer.send(rocepeer.ACK, peer.psn, b"\x1f\0\0\0", cut=cut)
    peer.send(rocepeer.READ, peer.psn, bytes(16), cut=4)
    assert answers(peer) == []
    assert peer.play(message(2)) == message(2)


@pytest.mark.parametrize("opcode", [rocepeer.MIDDLE, rocepeer.LAST, rocepeer.READ])
def test_misplaced(peer, opcode):
    """A packet that does not fit its place in the sequence is an invalid request, and ends the connection."""
    peer.is_broken = True
    peer.send(opcode, peer.psn, bytes(16) if opcode == rocepeer.READ else b"",
              bytes(1024) if opcode == rocepeer.MIDDLE else b"")
    assert [(answer.opcode, answer.syndrome, answer.psn) for answer in answers(peer, 1)] == [
        (rocepeer.ACK, rocepeer.NAK_INVALID, peer.psn)]


def test_begins_twice(peer):
    peer.is_broken = True
    for psn in (peer.psn, peer.psn + 1):
        peer.send(rocepeer.FIRST, psn, payload=bytes(1024))
    assert [answer.syndrome for answer in answers(peer, 1)] == [rocepeer.NAK_INVALID]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.deep), pytest.param(3, marks=pytest.mark.deep)])
def test_hostile(programs, seed):
    """Datagrams at random, most with a right CRC, from a host that is no peer, while others exchange data: the data are right.
    Those that poll meet 150,000 of them; those that wait for events 17,000, at a tenth of the cost."""
    choose = random.Random(seed)
    try:
        hostile = rocepeer.Host(CLIENT[:CLIENT.rindex(".")] + ".255", SERVER)
    except PermissionError:
        pytest.skip("raw sockets need CAP_NET_RAW")
    port = str(free_port())
    how = ("-e", "-n", "800") if seed == 1 else ("-n", "400")
    command = (choose.choice(["ibv_rc_pingpong", "ibv_srq_pingpong"]), "-g", "3", "-c", *how, "-s", "20000", "-p", port)
    server = programs.start(host(SERVER), *command)
    wait_for_listener(port)
    client = programs.start(host(CLIENT), *command, "localhost")
    while server.poll() is None:
        hostile.send(choose.choice([choose.randrange(256), choose.randrange(24)]), choose.getrandbits(24),
                     choose.randbytes(choose.choice([0, 4, 16, 28])), choose.randbytes(choose.choice([0, 1, 1024, 1024, 4096])),
                     choose.random() < 0.5, choose.choice([0, 0, 0, 1]),
                     choose.choice([0x100, 0x101, choose.getrandbits(24)]), choose.choice([0, 0, 0, choose.randrange(12)]))
    hostile.close()
    for process in (client, server):
        status, out = finish(process)
        assert status == 0 and "invalid data" not in out, out
