# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""--pcap: captures as tshark dissects them, and their invariant CRCs, which are computed here a second time."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zlib
from typing import Dict, List

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from together import Programs, programs  # noqa: E402, F401

FIELDS = ("infiniband.bth.opcode infiniband.bth.psn infiniband.bth.destqp infiniband.bth.a infiniband.reth.dmalen "
          "infiniband.aeth.syndrome infiniband.aeth.msn udp.dstport _ws.malformed").split()


def captured(path: str) -> List[Dict[str, str]]:
    """The fields of each packet."""
    command = ["tshark", "-r", path, "-T", "fields", *(word for name in FIELDS for word in ("-e", name))]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    return [dict(zip(FIELDS, line.split("\t"))) for line in done.stdout.splitlines()]


def frames(path: str) -> List[bytes]:
    """The packets; their invariant CRCs are checked."""
    with open(path, "rb") as file:
        data = file.read()
    assert struct.unpack_from("<IHHIIII", data) == (0xa1b23c4d, 2, 4, 0, 0, 65535, 1)
    found, at = [], 24
    while at < len(data):
        length = struct.unpack_from("<4I", data, at)[2]
        found.append(data[at + 16:at + 16 + length])
        at += 16 + length
        packet = bytearray(found[-1][14:])
        if packet[0] >> 4 == 4:
            udp, ones = 20, [1, 8, 10, 11]
        else:
            udp, ones = 40, [1, 2, 3, 7]
            packet[0] |= 15
        for place in [*ones, udp + 6, udp + 7, udp + 12]:
            packet[place] = 255
        assert struct.pack("<I", zlib.crc32(b"\xff" * 8 + packet[:-4])) == packet[-4:]
    return found


def run(programs: Programs, path: str, options: List[str], command: str) -> List[Dict[str, str]]:
    """Server and client of one launcher."""
    status, out = programs.run([*options, "--pcap", path], "sh", "-c",
                               f"{command} & sleep 1; {command} localhost && wait $!")
    assert status == 0, out
    packets = captured(path)
    assert packets and not any(packet["_ws.malformed"] for packet in packets)
    assert {packet["udp.dstport"] for packet in packets} == {"4791"}
    return packets


@pytest.mark.parametrize("options, gid, version", [([], "", 4), (["--link", "roce"], "-g 1", 6), (["--link", "roce"], "-g 3", 4)])
def test_rc(programs, tmp_path, options, gid, version):
    """Messages of five packets, with the data that ibv_rc_pingpong sends; each is acknowledged by its last PSN."""
    path = str(tmp_path / "pcap")
    packets = run(programs, path, options, f"ibv_rc_pingpong -c -n 3 -s 5000 -m 1024 {gid}")
    data = frames(path)
    assert {frame[14] >> 4 for frame in data} == {version}
    head = 14 + (20 if version == 4 else 40) + 8 + 12
    for qpn in {packet["infiniband.bth.destqp"] for packet in packets}:
        here = [(packet, frame) for packet, frame in zip(packets, data) if packet["infiniband.bth.destqp"] == qpn]
        sent = [(packet, frame) for packet, frame in here if packet["infiniband.bth.opcode"] != "17"]
        assert [packet["infiniband.bth.opcode"] for packet, _ in sent] == ["0", "1", "1", "1", "2"] * 3
        numbers = [int(packet["infiniband.bth.psn"]) for packet, _ in sent]
        assert numbers == [(numbers[0] + n) % (1 << 24) for n in range(15)]
        assert [packet["infiniband.bth.a"] in ("1", "True") for packet, _ in sent] == ([False] * 4 + [True]) * 3
        message = b"".join(frame[head:-4] for _, frame in sent[:5])
        assert len(message) == 5000 and message[1:1000] == b"\x7b" * 999  # at the start of each page is a counter
        others = [packet for packet in packets
                  if packet["infiniband.bth.destqp"] != qpn and packet["infiniband.bth.opcode"] == "17"]
        assert [int(packet["infiniband.bth.psn"]) for packet in others] == numbers[4::5]
        assert [packet["infiniband.aeth.msn"] for packet in others] == ["1", "2", "3"]


def test_ud(programs, tmp_path):
    path = str(tmp_path / "pcap")
    packets = run(programs, path, [], "ibv_ud_pingpong -n 3 -s 1001")
    assert [packet["infiniband.bth.opcode"] for packet in packets] == ["100"] * 6
    assert all(len(frame) == 14 + 20 + 8 + 12 + 8 + 1004 + 4 and frame[-7:-4] == bytes(3) for frame in frames(path))


def test_read_and_atomic(programs, tmp_path):
    path = str(tmp_path / "read")
    packets = run(programs, path, [], "ib_read_lat -n 5 -s 5000 -m 2048")
    frames(path)
    reads = [packet for packet in packets if packet["infiniband.bth.opcode"] == "12"]
    answers = [packet for packet in packets if packet["infiniband.bth.opcode"] in ("13", "14", "15")]
    assert {packet["infiniband.reth.dmalen"] for packet in reads} == {"5000"}
    assert [packet["infiniband.bth.opcode"] for packet in answers] == ["13", "14", "15"] * len(reads)
    numbers = [int(packet["infiniband.bth.psn"]) for packet in reads]
    assert [int(packet["infiniband.bth.psn"]) for packet in answers] == [n + i for n in numbers for i in range(3)]
    path = str(tmp_path / "atomic")
    packets = run(programs, path, [], "ib_atomic_lat -n 5 -A FETCH_AND_ADD")
    frames(path)
    assert [packet["infiniband.bth.opcode"] for packet in packets] == ["20", "18"] * (len(packets) // 2)


@pytest.mark.parametrize("path, why", [("/nowhere/pcap", "No such file or directory"), ("/dev/null", "must be a regular file")])
def test_unwritable(programs, path, why):
    assert programs.run(["--pcap", path], "true")[0] == 2
    assert f"--pcap {path}: {why}" in programs.run(["--pcap", path], "true")[1]
