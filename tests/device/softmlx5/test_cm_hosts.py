# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""rdma_cm between hosts of a network of IP, which are addresses of the loopback interface: programs that we did not write, lost
messages, processes that end, and a communication manager that shares nothing with softmlx5."""

from __future__ import annotations

import os
import random
import re
import signal
import struct
import subprocess
import sys
import time
from typing import Dict, Iterator, List, Sequence, Set, Tuple

import pytest

import patience

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "clients")]

import clients  # noqa: E402
import cmpeer  # noqa: E402
from cmpeer import DREP, DREQ, MRA, REJ, REP, REQ, RTU, SIDR_REP, SIDR_REQ, gid  # noqa: E402
from together import Programs, finish, free_port, on_time, programs, soft  # noqa: E402, F401

STRICT = ["--strict"]


def addresses() -> Tuple[str, ...]:
    """Hosts of this process, which no other test has."""
    pid = os.getpid()
    return tuple(f"127.{128 + pid // 16384 % 64}.{1 + pid // 64 % 254}.{1 + pid % 64 * 3 + n}" for n in range(3))


SERVER, CLIENT, OTHER = addresses()


def host(address: str) -> List[str]:
    return ["--fabric", f"udp:{address}"]


def start_server(programs: Programs, options: List[str], *command: str) -> subprocess.Popen:
    """Starts a server, and waits until it has bound a port of rdma_cm, and sleeps; rstream and riostream poll."""
    before = ports(programs)
    server = programs.start([*options, *host(SERVER)], *command)
    patience.until(lambda: ports(programs) > before or server.poll() is not None, "the server binds no port")
    for _ in range(10):
        if patience.is_asleep(server.pid):
            break
        time.sleep(0.02)
    assert server.poll() is None, finish(server)
    return server


def ports(programs: Programs) -> int:
    return sum(name.startswith("port.") for _, _, names in os.walk(programs.folder) for name in names)


def ended(command: str, status: int, out: str) -> int:
    """A program's exit status. rping 44.0 closes its channel while its thread may still read events there; its main thread has
    done all then. Which of stdout and stderr comes first is not certain."""
    return 0 if command == "rping" and "rdma_get_cm_event: Bad file descriptor" in out.splitlines() else status


def ping(programs: Programs, options: List[str], port: str) -> Tuple[int, str]:
    status, out = programs.run([*options, *host(CLIENT)], "rping", "-c", "-v", "-V", "-a", SERVER, "-p", port, "-C", "2")
    return ended("rping", status, out), out


# Programs.

COMMANDS = [*clients.cases("librdmacm's tools, between two hosts of --fabric udp"),
            *clients.cases("perftest -R, between two hosts of --fabric udp")]
OTHER_SIDE = {"rdma_client": "rdma_server", "rdma_xclient": "rdma_xserver"}


@pytest.mark.parametrize("command", COMMANDS)
def test_programs(programs, command):
    """The same programs as within a machine, with right data."""
    words, port = command.split(), str(free_port())
    server, client, both = {
        "rping": (["-s"], ["-c", "-a", SERVER], ["-p", port]), "udaddy": ([], ["-s", SERVER], []),
    }.get(words[0], ([], ["-s", SERVER], ["-p", port]))
    if words[0].startswith("ib_"):
        server, client, both = ["-F"], ["-F", SERVER], ["-p", port]
    for _ in range(7):
        started = start_server(programs, STRICT, OTHER_SIDE.get(words[0], words[0]), *words[1:], *both, *server)
        status, out = finish(programs.start([*STRICT, *host(CLIENT)], *words, *both, *client))
        if not status or not words[0].startswith("ib_"):
            break
        programs.kill()  # perftest listens a second time, and nothing tells when
    outputs = [(status, out), finish(started)]
    assert [ended(words[0], *output) for output in outputs] == [0, 0], outputs
    text = on_time("".join(out for _, out in outputs))
    assert "softmlx5:" not in text and "mismatch" not in text and "verification failed" not in text, text


def test_nothing_listens(programs):
    """Another process of the host answers, which receives for all."""
    server = start_server(programs, STRICT, "rping", "-s", "-p", str(free_port()))
    status, out = programs.run([*STRICT, *host(CLIENT)], "rping", "-c", "-a", SERVER, "-p", str(free_port()))
    assert status and "RDMA_CM_EVENT_REJECTED, error 8" in out, out
    status, out = programs.run([*STRICT, *host(CLIENT)], "udaddy", "-s", SERVER)
    assert status and "event: RDMA_CM_EVENT_UNREACHABLE, error: 1" in out, out
    assert server.poll() is None


def test_processes_of_a_host(programs):
    """Two servers of a host; the first one receives what is for both. When it is killed, the other one takes its place."""
    ports_ = [str(free_port()), str(free_port())]
    servers = [start_server(programs, STRICT, "rping", "-s", "-P", "-p", port) for port in ports_]
    for port in ports_:
        status, out = ping(programs, STRICT, port)
        assert not status and out.count("ping data") == 2 and "softmlx5:" not in out, out
    os.killpg(servers[0].pid, signal.SIGKILL)
    servers[0].wait()
    status, out = ping(programs, STRICT, ports_[1])
    if "RDMA_CM_EVENT_REJECTED, error 10" in out:  # the DREQ of the client before had come to the killed process
        status, out = ping(programs, STRICT, ports_[1])
    assert not status and "softmlx5:" not in out, out
    status, out = ping(programs, STRICT, ports_[0])
    assert "RDMA_CM_EVENT_REJECTED, error 8" in out, out


@pytest.mark.deep
@pytest.mark.parametrize("side", ["server", "client", "both"])
def test_losses(programs, side):
    """A third of the packets is lost, in one direction or both; messages are repeated after 4.3 seconds."""
    loss = ["--fault", "loss:chance=0.35", "--seed", "7"]
    port = str(free_port())
    server = start_server(programs, loss if side != "client" else [], "rping", "-s", "-P", "-p", port)
    status, good = 0, 0
    while good < 3:
        status, out = ping(programs, loss if side != "server" else [], port)
        good += not status and out.count("ping data") == 2
        # The DREQ of a process that ends is not repeated: the next one with its queue pair is told so, as Linux does.
        assert not status or "RDMA_CM_EVENT_REJECTED, error 10" in out, out
    assert server.poll() is None


STRANGER = 9000000  # numbers of connections that a host asks for which does not run cmlives


def start_lives(programs: Programs, options: List[str], seed: int, steps: int, hosts: Sequence[str],
                peers: Sequence[str] = ()) -> List[subprocess.Popen]:
    """Ids of these hosts listen, connect to @peers or each other, accept, reject, disconnect and are destroyed at any time."""
    port, program = str(free_port()), soft.program("cmlives")
    return [programs.start([*options, *host(address)], program, str(10 * seed + n), str(steps), port, str(n), *(peers or hosts))
            for n, address in enumerate(hosts, 1)]


def check_lives(processes: Sequence[subprocess.Popen]) -> Set[str]:
    """Each connection has the same outcome on both sides. Returns the events that there were."""
    done = [finish(process) for process in processes]
    assert all(status == 0 and out.endswith("done\n") for status, out in done), [out[-2000:] for _, out in done]
    # Calls at a wrong time, and what a host sends that is no peer.
    texts = [re.sub(r"softmlx5: (refused: mlx5_0: rdma_cm:|mlx5_0: lost packet) .*\n", "", out) for _, out in done]
    assert not any("softmlx5:" in text for text in texts), texts
    found: Dict[str, Dict[int, Set[str]]] = {"client": {}, "server": {}}
    for text in texts:
        for where, number, event in re.findall(r"^(client|server) (\d+) (.*)$", text, re.M):
            if int(number) < STRANGER:
                found[where].setdefault(int(number), set()).add(event)
    assert len(found["client"]) > 50 and set(found["server"]) <= set(found["client"])
    for number, answer in found["server"].items():
        asked = found["client"][number]
        assert "established" not in answer or "established" in asked, (number, asked, answer)
        assert "rejected" not in asked or "rejects" in answer, (number, asked, answer)
        assert not asked & {"unreachable"}, (number, asked, answer)
    for number, asked in found["client"].items():
        assert "established" not in asked or "accepts" in found["server"].get(number, set()), (number, asked)
    return set().union(*found["client"].values(), *found["server"].values())


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 10))])
def test_lives(programs, seed):
    seen = check_lives(start_lives(programs, STRICT, seed, 400, [SERVER, CLIENT, OTHER]))
    assert {"established", "rejected", "refused", "accepts", "rejects", "requested", "disconnected"} <= seen, seen


# A host that does not run softmlx5.

@pytest.fixture
def peer() -> Iterator[cmpeer.Peer]:
    try:
        host_ = cmpeer.Peer(CLIENT, SERVER)
    except PermissionError:
        pytest.skip("raw sockets need CAP_NET_RAW")
    yield host_
    host_.close()


def number(address: str) -> int:
    return gid(address) & 0xffffffff


def test_request(programs, peer):
    """The REQ of a client, field by field. It is repeated as it is; what a REJ says is the program's event."""
    port = free_port()
    client = programs.start(host(SERVER), "rping", "-c", "-a", CLIENT, "-p", str(port))
    transaction, req = peer.expect(REQ)
    assert req["local_id"] and req["guid"] and req["qpn"] == 0x100
    assert {name: value for name, value in req.items() if value} == {
        "local_id": req["local_id"], "guid": req["guid"], "psn": req["psn"], "port": req["port"], "qpn": 0x100,
        "service": cmpeer.TCP << 16 | port, "responder_resources": 1, "initiator_depth": 1, "remote_timeout": 20,
        "local_timeout": 20, "retry_count": 7, "rnr_retry_count": 7, "pkey": 0xffff, "mtu": 5, "cm_retries": 15, "vendor": 0x15b3,
        "local_lid": 0xffff, "remote_lid": 0xffff, "local_gid": gid(SERVER), "remote_gid": gid(CLIENT), "rate": 16,
        "hop_limit": 64, "ack_timeout": 17, "ip_version": 4, "source": number(SERVER), "destination": number(CLIENT)}
    mad = None
    watch = patience.Watch(os.getpid())
    while mad is None and not watch.look():
        mad = peer.next(0.1)
    assert mad == peer.seen[-1]
    peer.tell(MRA, transaction, local_id=5, remote_id=req["local_id"], about=0, timeout=24)
    peer.tell(REJ, transaction, remote_id=req["local_id"] ^ 1, about=0, reason=5)
    peer.tell(REJ, transaction, remote_id=req["local_id"], about=0, reason=28, data=b"no")
    status, out = finish(client)
    assert status and "RDMA_CM_EVENT_REJECTED, error 28" in out, out


def test_accepted(programs, peer):
    """A client is accepted: RTU, repeated for a REP that is repeated; DREQ, answered when the program has disconnected."""
    client = programs.start(host(SERVER), "rping", "-c", "-v", "-a", CLIENT, "-p", str(free_port()))
    transaction, req = peer.expect(REQ)
    rep = {"local_id": 0x5000, "remote_id": req["local_id"], "qpn": 0x321, "psn": 9, "responder_resources": 1,
           "initiator_depth": 1, "guid": 7}
    for _ in range(2):
        peer.tell(REP, transaction, **rep)
        assert peer.expect(RTU) == (transaction, {"local_id": req["local_id"], "remote_id": 0x5000, "data": 0})
    peer.tell(DREQ, 77, local_id=0x5000, remote_id=req["local_id"], qpn=req["qpn"] + 1)  # of another queue pair
    peer.tell(DREQ, 77, local_id=0x5001, remote_id=req["local_id"], qpn=req["qpn"])  # of another connection
    assert peer.expect(DREP) == (77, {"local_id": req["local_id"], "remote_id": 0x5001, "data": 0})
    assert client.poll() is None
    peer.tell(DREQ, 78, local_id=0x5000, remote_id=req["local_id"], qpn=req["qpn"])
    assert peer.expect(DREP) == (78, {"local_id": req["local_id"], "remote_id": 0x5000, "data": 0})
    _, out = finish(client)
    assert "client DISCONNECT EVENT" in out, out
    programs.start(host(SERVER), "rping", "-s", "-p", str(free_port()))  # the host is there, the connection is not


def test_destroyed(programs, peer):
    """Ids that a program destroys, in any state, also by its end: the peer gets the REJ or the DREQ that the kernel sends."""
    lives, = start_lives(programs, STRICT, 1, 200, [SERVER], [CLIENT])
    asked: Set[int] = set()
    ready: Set[int] = set()
    ended: Set[int] = set()
    while True:
        has_ended = lives.poll() is not None
        mad = peer.next(0.2)
        if mad is None and has_ended:
            break
        if mad is None:
            continue
        attribute, transaction, values = cmpeer.decode(mad)
        number = values["local_id"]
        if attribute == REQ:
            asked.add(number)
            if number % 4:  # others get no answer
                peer.tell(REP, transaction, local_id=number ^ 1 << 31, remote_id=number, qpn=5,
                          data=values["data"].to_bytes(56, "big"))
        elif attribute == RTU:
            ready.add(number)
        elif attribute == REJ:
            # 6: the id was destroyed before the REP came
            assert (values["reason"], values["remote_id"], values["about"]) in (
                (4, 0, 2), (28, number ^ 1 << 31, 1), (6, number ^ 1 << 31, 1)), values
            assert values["reason"] != 6 or number in ended
            ended.add(number)
        else:
            assert attribute == DREQ and number in ready and values["qpn"] == 5
            peer.tell(DREP, transaction, local_id=number ^ 1 << 31, remote_id=number)
            ended.add(number)
    assert finish(lives)[0] == 0 and len(ready) > 5 and len(asked) > len(ready)
    assert asked == ended, (asked - ended, ended - asked)


def test_server(programs, peer):
    """A server's answers: the same REP to a REQ that is repeated, and without one until the RTU; REJ for a service that does not
    exist, and for a queue pair that is connected; DREP for what is unknown."""
    port = free_port()
    server = start_server(programs, STRICT, "rping", "-s", "-P", "-p", str(port))
    service = cmpeer.TCP << 16 | port
    for unknown in (cmpeer.TCP << 16 | free_port(), 0x13f << 16 | port, service | 1 << 40):
        peer.tell(REQ, 1, **peer.request(unknown, 0x100))
        assert peer.expect(REJ) == (1, {"local_id": 0, "remote_id": 0x100, "about": 0, "info_length": 0, "reason": 8, "info": 0,
                                        "data": 0})
    request = peer.request(service, 0x200, local_timeout=31)  # hours
    peer.tell(REQ, 2, **request)
    transaction, rep = peer.expect(REP)
    assert rep["local_id"] and {name: value for name, value in rep.items() if value} == {
        "local_id": rep["local_id"], "remote_id": 0x200, "qpn": rep["qpn"], "psn": rep["psn"], "guid": rep["guid"],
        "responder_resources": 2, "initiator_depth": 3, "rnr_retry_count": 7}  # what the client asks for, from the other side
    assert transaction == 2 and rep["qpn"] >> 16 == 0
    peer.tell(REQ, 2, **request)
    assert peer.expect(REP) == (2, rep)
    ids = {"local_id": 0x200, "remote_id": rep["local_id"]}
    peer.tell(RTU, 2, **ids)
    peer.tell(REQ, 3, **peer.request(service, 0x201))  # the same queue pair
    transaction, rej = peer.expect(REJ)
    assert (transaction, rej["remote_id"], rej["reason"]) == (3, 0x201, 10)
    transaction, dreq = peer.expect(DREQ)
    assert dreq == {"local_id": rep["local_id"], "remote_id": 0x200, "qpn": 0x321, "data": 0}
    peer.tell(DREP, transaction, **ids)
    peer.tell(DREQ, 4, local_id=0x777, remote_id=0x888, qpn=1)
    assert peer.expect(DREP) == (4, {"local_id": 0x888, "remote_id": 0x777, "data": 0})
    peer.tell(REP, 5, local_id=0x777, remote_id=0x888)
    transaction, rej = peer.expect(REJ)
    assert (transaction, rej["remote_id"], rej["reason"], rej["about"]) == (5, 0x777, 6, 1)
    peer.tell(REQ, 6, **peer.request(service, 0x202, transport=1))  # UC
    transaction, rej = peer.expect(REJ)
    assert (transaction, rej["remote_id"], rej["reason"]) == (6, 0x202, 28)
    peer.tell(REQ, 7, **peer.request(service, 0x203, qpn=0x322, local_timeout=15))  # 134 ms
    _, rep = peer.expect(REP)
    for _ in range(2):
        assert peer.expect(REP) == (7, rep)
    assert server.poll() is None


def test_datagrams(programs, peer):
    """SIDR_REQ and SIDR_REP, of a server and of a client."""
    server = start_server(programs, STRICT, "udaddy")
    asked = {"local_id": 0x300, "pkey": 0xffff, "service": cmpeer.UDP << 16 | 7174, "ip_version": 4, "port": 4001,
             "source": number(CLIENT), "destination": number(SERVER)}
    peer.tell(SIDR_REQ, 1, **{**asked, "service": cmpeer.UDP << 16 | 7175})
    transaction, rep = peer.expect(SIDR_REP)
    assert (transaction, rep["remote_id"], rep["status"], rep["qpn"]) == (1, 0x300, 1, 0)
    peer.tell(SIDR_REQ, 2, **asked)
    transaction, rep = peer.expect(SIDR_REP)
    assert (transaction, rep["remote_id"], rep["status"], rep["qkey"]) == (2, 0x300, 0, 0x01234567) and rep["qpn"]
    os.killpg(server.pid, signal.SIGKILL)
    server.wait()
    client = programs.start(host(SERVER), "udaddy", "-s", CLIENT)
    transaction, req = peer.expect(SIDR_REQ)
    assert {name: value for name, value in req.items() if name not in ("local_id", "port", "data")} == {
        "pkey": 0xffff, "service": cmpeer.UDP << 16 | 7174, "cma_version": 0, "ip_version": 4, "source": number(SERVER),
        "destination": number(CLIENT)}
    peer.tell(SIDR_REP, transaction, remote_id=req["local_id"], status=2)
    status, out = finish(client)
    assert status and "event: RDMA_CM_EVENT_UNREACHABLE, error: 2" in out, out


def nonsense(peer: cmpeer.Peer, choose: random.Random, n: int, port: int) -> None:
    """A datagram to queue pair 1. Many are requests for a connection that are almost right, or entirely."""
    attribute = choose.choice([*cmpeer.LAYOUTS, REQ, REQ])
    values = {name: choose.choice([0, choose.getrandbits(width), (1 << width) - 1])
              for name, (_, _, width) in cmpeer.LAYOUTS[attribute].items()}
    if attribute == REQ and choose.random() < 0.8:
        data = struct.pack("=II", 0x6c697665, STRANGER + n)  # struct message of cmlives
        values = peer.request(cmpeer.TCP << 16 | port + choose.randrange(2), choose.choice([n, 1]), qpn=choose.choice([n, 1]),
                              data=data, local_timeout=choose.randrange(32))
        name = choose.choice(["transport", "mtu", "ip_version", "cma_version", "psn", "port"])
        values[name] = choose.getrandbits(cmpeer.LAYOUTS[REQ][name][2])
    elif "remote_id" in values and choose.random() < 0.8:
        values["remote_id"] = choose.choice(peer.ids or [0]) ^ choose.choice([0, 0, 1])
        values["local_id"] = choose.choice([n, 1, 0])
    mad = bytearray(cmpeer.encode(attribute, choose.choice([1, choose.getrandbits(64)]), {
        name: value for name, value in values.items() if name in cmpeer.LAYOUTS[attribute]}))
    for _ in range(choose.choice([0, 0, 0, 0, 1, 4])):
        mad[choose.randrange(24)] = choose.getrandbits(8)
    peer.post(bytes(mad[:choose.choice([256] * 9 + [255, 24, 0])]) + bytes(choose.choice([0] * 9 + [4])),
              qkey=choose.choice([cmpeer.QKEY] * 9 + [0]), opcode=choose.choice([cmpeer.UD_SEND_ONLY] * 9 + [4]),
              qpn=choose.choice([1] * 9 + [0x10001, 0]), spoil=choose.choice([0] * 9 + [1]))


@pytest.mark.parametrize("seed, steps", [(1, 300), *(pytest.param(seed, 3000, marks=pytest.mark.deep) for seed in range(2, 6))])
def test_hostile(programs, peer, seed, steps):
    """Management datagrams at random from a host that is no peer, while the ids of two others live: they do not notice."""
    choose = random.Random(seed)
    lives = start_lives(programs, [], seed, steps, [SERVER, OTHER])
    port = int(lives[0].args[-4])
    n = 0
    while any(process.poll() is None for process in lives):
        for n in range(n + 1, n + 30):
            nonsense(peer, choose, n, port)
        peer.collect()
        time.sleep(0.01)
    assert n > 1000 and len(peer.ids) > 10, (n, peer.ids)
    check_lives(lives)


def of_launcher(pid: int) -> int:
    """The only child of a process."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        child, = children.read().split()
    return int(child)


@pytest.mark.parametrize("signal_", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.deep)], ids=str)
def test_killed(programs, peer, signal_):
    """The launcher sends the DREQ of a process that is killed, and the REJ of one that has asked for a connection. Another
    process that starts on the host does it for those that were not the launcher's command."""
    def start(*command: str) -> Tuple[subprocess.Popen, int, Dict[str, int]]:
        client = programs.start(host(SERVER), *command, "rping", "-c", "-a", CLIENT, "-p", "7000")
        transaction, req = peer.expect(REQ)
        return client, transaction, req

    client, _, req = start()
    os.kill(of_launcher(client.pid), signal_)
    client.wait()
    _, rej = peer.expect(REJ)
    assert (rej["local_id"], rej["reason"], rej["info_length"], rej["info"] >> 64 * 8) == (req["local_id"], 4, 8, req["guid"])

    client, transaction, req = start()
    peer.tell(REP, transaction, local_id=7, remote_id=req["local_id"], qpn=9)
    peer.expect(RTU)
    os.kill(of_launcher(client.pid), signal_)
    client.wait()
    assert peer.expect(DREQ)[1] == {"local_id": req["local_id"], "remote_id": 7, "qpn": 9, "data": 0}

    client, transaction, req = start("bash", "-c", '"$@"; sleep 1000; true', "bash")
    peer.tell(REP, transaction, local_id=8, remote_id=req["local_id"], qpn=10)
    peer.expect(RTU)
    os.kill(of_launcher(of_launcher(client.pid)), signal_)
    assert peer.next(0.3) is None
    programs.start(host(SERVER), "rping", "-s")
    assert peer.expect(DREQ)[1] == {"local_id": req["local_id"], "remote_id": 8, "qpn": 10, "data": 0}
