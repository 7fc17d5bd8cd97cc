# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""DPDK's driver for Ethernet in two processes: frames of a capture leave from one, and the other writes a capture of what comes.
Both captures have the same frames. The driver polls, and takes rings, doorbells and CQEs without libmlx5."""

from __future__ import annotations

import glob
import os
import random
import re
import signal
import struct
import subprocess
import sys
from typing import Dict, List, Sequence

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "softmlx5"), os.path.join(os.path.dirname(os.path.dirname(HERE)), "run")]

import clients  # noqa: E402
import patience  # noqa: E402
from together import Programs, programs, soft  # noqa: E402, F401

DRIVERS = ("librte_net_mlx5", "librte_net_pcap", "librte_mempool_ring")
# A processor is two of DPDK's cores, of which one does nothing.
EAL = "--lcores 0@0,1@0 --no-huge -m 256 --no-shconf --no-telemetry --file-prefix"
TEST = "--total-num-mbufs=16384 --stats-period=1 --no-flush-rx"  # what is there before the start is forwarded, too
HEAD, RECORD = struct.Struct("=IHHiIII"), struct.Struct("=IIII")
FRAMES = 1000
# The driver asks for it, and does without.
NO_COUNTER = ("softmlx5: refused: mlx5_0: firmware: ALLOC_Q_COUNTER, command 0x771: BAD_OP (0x02): the device has no such "
              "command\n")
VLAN = bytes.fromhex("81000123")


def write_capture(path: str, frames: Sequence[bytes]) -> None:
    with open(path, "wb") as stream:
        stream.write(HEAD.pack(0xa1b2c3d4, 2, 4, 0, 0, 65535, 1))
        for frame in frames:
            stream.write(RECORD.pack(0, 0, len(frame), len(frame)) + frame)


def read_capture(path: str) -> List[bytes]:
    with open(path, "rb") as stream:
        data = stream.read()[HEAD.size:]
    frames = []
    while data:
        size = RECORD.unpack_from(data)[2]
        frames.append(data[RECORD.size:RECORD.size + size])
        data = data[RECORD.size + size:]
    return frames


def made(seed: int, longest: int, tag: bytes = b"") -> List[bytes]:
    """Datagrams of many flows and lengths, each with its own data."""
    chance = random.Random(seed)
    frames = []
    for index in range(FRAMES):
        payload = struct.pack(">I", index) + chance.randbytes(chance.randrange(14, longest - 46 - len(tag)))
        flow = chance.randrange(64)
        udp = struct.pack(">HHHH", 1000 + flow, 2000, 8 + len(payload), 0) + payload
        ip = bytearray(struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), index, 0, 64, 17, 0, bytes([10, 0, 0, flow]),
                                   bytes([10, 1, 0, 1])))
        total = sum(struct.unpack(">10H", ip))
        total = (total & 0xffff) + (total >> 16)
        ip[10:12] = struct.pack(">H", ~(total + (total >> 16)) & 0xffff)
        frames.append(bytes.fromhex("020000000002020000000001") + tag + b"\x08\x00" + bytes(ip) + udp)
    return frames


class Testpmd:
    """dpdk-testpmd with the port of a softmlx5, and one of captures."""

    __test__ = False

    def __init__(self, programs: Programs, name: str, port: str, captures: str, options: str) -> None:  # noqa: F811
        self.output = f"{programs.folder}-{name}.txt"
        plugins = os.path.dirname(glob.glob("/usr/lib/*/dpdk/pmds-*/librte_net_mlx5.so.*")[0])
        drivers = [word for driver in DRIVERS for word in ("-d", sorted(glob.glob(f"{plugins}/{driver}.so.*"))[0])]
        command = ["dpdk-testpmd", *EAL.split(), f"{name}{os.getpid()}", *drivers, "-a", port, *captures.split(), "--",
                   *TEST.split(), *options.split()]
        with open(self.output, "w", encoding="utf-8") as stream:
            self.process = subprocess.Popen([soft.SOFTMLX5, "--strict", "--link", "roce", *command], stdin=subprocess.DEVNULL,
                                            stdout=stream, stderr=subprocess.STDOUT, start_new_session=True,
                                            env=programs.environment)
        programs.running.append(self.process)
        self.until(lambda: "NIC statistics" in self.text())

    def text(self) -> str:
        with open(self.output, encoding="utf-8", errors="replace") as stream:
            return stream.read()

    def until(self, condition) -> None:
        def ready() -> bool:
            assert self.process.poll() is None, self.text()[-3000:]
            return condition()

        patience.until(ready, "testpmd does not get so far")

    def counts(self) -> Dict[str, int]:
        """Its statistics: of both ports together, the largest of each name."""
        found: Dict[str, int] = {}
        for name, value in re.findall(r"([RT]X-packets): (\d+)", self.text()):
            found[name] = max(found.get(name, 0), int(value))
        return found

    def end(self) -> str:
        """Ends it, as a user does; returns what it has printed, in which is no complaint."""
        self.process.send_signal(signal.SIGINT)
        patience.wait(self.process)
        text = self.text()
        assert "softmlx5:" not in text.replace(NO_COUNTER, "", 1) and "Bye..." in text, text
        assert not re.search(r"(?:[RT]X-errors|RX-missed|RX-nombuf): +[1-9]", text), text
        return text


def queues(options: str) -> int:
    found = re.search(r"--rxq=(\d+)", options)
    return int(found[1]) if found else 1


def captures(folder: str, options: str) -> str:
    """The port of captures for a receiver: for each queue one to write, and an empty one to read."""
    write_capture(f"{folder}/nothing", [])
    words = [f"rx_pcap={folder}/nothing" for _ in range(queues(options))]
    return "--vdev net_pcap0," + ",".join(words + [f"tx_pcap={folder}/out{index}" for index in range(queues(options))])


def expected(options: str, frames: Sequence[bytes]) -> List[bytes]:
    if "vlan-strip" in options:
        return [frame.replace(VLAN, b"", 1) for frame in frames]
    if "macswap" in options:
        return [frame[6:12] + frame[:6] + frame[12:] for frame in frames]
    return list(frames)


@pytest.mark.parametrize("command", clients.cases("DPDK's Ethernet driver"))
def test_frames(programs, tmp_path, command):  # noqa: F811
    """Each frame comes once, whole and unchanged, or as the options want it; frames of a flow come in order, on one queue. With
    one port alone, the receiver sends them back."""
    program, port, options = re.fullmatch(r"(\S+) -a (\S+) -- (.*)", command).groups()
    assert program == "dpdk-testpmd"
    folder, echoes = str(tmp_path), "topology=loop" in options
    frames = made(len(command), 3000 if "scatter" in options else 1500, VLAN if "vlan-strip" in options else b"")
    write_capture(f"{folder}/in", frames)
    receiver = Testpmd(programs, "receiver", port, "" if echoes else captures(folder, options), options)
    both = f"--vdev net_pcap0,rx_pcap={folder}/in,tx_pcap={folder}/out0"
    sender = Testpmd(programs, "sender", port, both, "--forward-mode=io --max-pkt-len=3500 --mbuf-size=4096")
    receiver.until(lambda: receiver.counts()["RX-packets"] >= FRAMES)
    if echoes:
        sender.until(lambda: sender.counts()["TX-packets"] >= FRAMES and sender.text().count(f"RX-packets: {FRAMES}") >= 2)
    sender.end()
    text = receiver.end()
    found = [read_capture(f"{folder}/out{index}") for index in range(queues(options))]
    wanted = expected(options, frames)
    assert sorted(frame for each in found for frame in each) == sorted(wanted)
    place = {frame: index for index, frame in enumerate(wanted)}
    flows = [{frame[26:30] for frame in each} for each in found]
    assert all([place[frame] for frame in each] == sorted(place[frame] for frame in each) for each in found)
    assert all(flows) and sum(map(len, flows)) == len(set().union(*flows)), text
