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

import ports  # noqa: E402
from together import Programs, free_port, programs, soft  # noqa: E402, F401

FIELDS = ("infiniband.bth.opcode infiniband.bth.psn infiniband.bth.destqp infiniband.bth.a infiniband.reth.dmalen "
          "infiniband.reth.r_key infiniband.aeth.syndrome infiniband.aeth.msn infiniband.immdt udp.dstport _ws.malformed").split()
HEAD = 14 + 20 + 8 + 12  # Ethernet, IPv4, UDP, BTH


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


def run(programs: Programs, path: str, options: List[str], command: str, address: str = "localhost",
        ready: str = "") -> List[Dict[str, str]]:
    """Server and client of one launcher. @ready is what the client waits for."""
    port = free_port()
    command += f" -p {port}"
    status, out = programs.run([*options, "--pcap", path], "sh", "-c",
                               f"{ports.SHELL}\n{command} & {ready or f'listening {port}'}; {command} {address} && wait $!")
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


def test_group(programs, tmp_path):
    """A datagram to a multicast group is one packet, for any number of queue pairs. Its addresses are those of the group."""
    path = str(tmp_path / "pcap")
    assert programs.run(["--pcap", path], soft.program("device_test"), "group_members") == (0, "ok group_members\n")
    packets = [packet for packet in captured(path) if packet["infiniband.bth.destqp"] == "0xffffff"]
    assert [packet["infiniband.bth.opcode"] for packet in packets] == ["100"] * 5
    for frame in frames(path):
        assert frame[:6] == bytes.fromhex("333300000007") and frame[12:14] == b"\x86\xdd"
        assert frame[38:46] == bytes.fromhex("ff124001ffff0000") and frame[48:54] == b"\0\0\0\0\0\x07"


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


def test_read_goes_on(programs, tmp_path):
    """The last packet of an answer is lost: the READ is repeated for what is missing, and its PSN is that of the first missing
    byte."""
    path = str(tmp_path / "read")
    packets = run(programs, path, ["--fault", "loss:nth=4"], "ib_read_bw -s 1000000 -n 5 -m 4096 -F")
    frames(path)
    reads = [(int(packet["infiniband.reth.dmalen"]), int(packet["infiniband.bth.psn"])) for packet in packets
             if packet["infiniband.bth.opcode"] == "12"]
    rest = 1000000 - 3 * (256 << 10)  # an answer has three packets of 256 KiB between processes, and a shorter one
    first, repeated = reads[0], next(read for read in reads if read[0] == rest)
    assert first[0] == 1000000 and repeated[1] == (first[1] + 3 * (256 << 10) // 4096) % (1 << 24), reads


WRONG_KEY = """
from pyverbs.addr import AHAttr
from pyverbs.cq import CQ
from pyverbs.device import Context
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.qp import QP, QPAttr, QPCap, QPInitAttr
from pyverbs.wr import SGE, SendWR
import pyverbs.enums as e

context = Context(name="mlx5_0")
pd, cq = PD(context), CQ(context, 10)
mr = MR(pd, 4096, e.IBV_ACCESS_LOCAL_WRITE)
qps = [QP(pd, QPInitAttr(qp_type=e.IBV_QPT_RC, scq=cq, rcq=cq, cap=QPCap(max_send_wr=4, max_recv_wr=4))) for _ in range(2)]
for qp, peer in (qps, qps[::-1]):
    attr = QPAttr(port_num=1)
    attr.qp_access_flags = e.IBV_ACCESS_REMOTE_WRITE
    attr.dest_qp_num = peer.qp_num
    attr.ah_attr = AHAttr(dlid=context.query_port(1).lid, port_num=1)
    attr.timeout = attr.retry_cnt = attr.rnr_retry = 7
    qp.to_rts(attr)
send = SendWR(opcode=e.IBV_WR_RDMA_WRITE, num_sge=1, sg=[SGE(mr.buf, 16, mr.lkey)])
send.set_wr_rdma(mr.rkey ^ 0x123400, mr.buf)
qps[0].post_send(send)
while True:
    for wc in cq.poll(1)[1]:
        print({e.IBV_WC_REM_ACCESS_ERR: "remote access error"}.get(wc.status, wc.status), flush=True)
        raise SystemExit
"""


def blocks(data: bytes) -> None:
    """Blocks of examples/rdma_cm.c as they are on the wire: data, CRC-16 of T10-DIF, tags."""
    assert len(data) == 64 * 520
    for number in range(64):
        block, dif = data[number * 520:][:512], data[number * 520 + 512:][:8]
        assert block == bytes((i * 7 + i // 512) & 255 for i in range(number * 512, number * 512 + 512))
        guard = 0
        for byte in block:
            guard ^= byte << 8
            for _ in range(8):
                guard = (guard << 1 ^ 0x8bb7 if guard & 0x8000 else guard << 1) & 0xffff
        assert struct.unpack(">HHI", dif) == (guard, 0x5347, 1000 + number)


@pytest.mark.parametrize("fabric", ["within", "udp"])
def test_signatures(programs, tmp_path, fabric):
    """A write of blocks that are plain in memory on both sides: those on the wire have T10-DIF, computed here a second time.
    The immediate data are in the last packet only, the address in the first."""
    path, example = str(tmp_path / "pcap"), os.path.join(soft.BUILD, "examples", "rdma_cm")
    options = {"within": [], "udp": ["--fabric", "udp:127.0.0.1"]}[fabric]
    packets = run(programs, path, options, example, "127.0.0.1", "bound; asleep $!")
    write = [(packet, frame) for packet, frame in zip(packets, frames(path))
             if packet["infiniband.bth.opcode"] in ("6", "7", "9")]
    kinds = [packet["infiniband.bth.opcode"] for packet, _ in write]
    assert kinds == ["6", *["7"] * (len(kinds) - 2), "9"] and len(kinds) in (9, 33)
    assert [packet["infiniband.reth.dmalen"] for packet, _ in write] == ["33280", *[""] * (len(kinds) - 1)]
    blocks(b"".join(frame[HEAD + {"6": 16, "7": 0, "9": 4}[kind]:-4] for kind, (_, frame) in zip(kinds, write)))
    assert [packet["infiniband.immdt"] != "" for packet, _ in write] == [False] * (len(kinds) - 1) + [True]
    sends = [packet for packet in packets if packet["infiniband.bth.opcode"] == "5"]  # the key, as immediate data
    assert len(sends) == 1 and int(sends[0]["infiniband.immdt"].split(",")[0], 16) == int(write[0][0]["infiniband.reth.r_key"], 0)


def test_write(programs, tmp_path):
    path = str(tmp_path / "pcap")
    packets = run(programs, path, [], "ib_write_bw -n 5 -s 5000 -m 2048 -F")
    lengths = [len(frame) for packet, frame in zip(packets, frames(path)) if packet["infiniband.bth.opcode"] != "17"]
    writes = [packet for packet in packets if packet["infiniband.bth.opcode"] != "17"]
    assert [packet["infiniband.bth.opcode"] for packet in writes] == ["6", "7", "8"] * (len(writes) // 3) and len(writes) >= 15
    assert lengths == [HEAD + 16 + 2048 + 4, HEAD + 2048 + 4, HEAD + 904 + 4] * (len(writes) // 3)
    assert {packet["infiniband.reth.dmalen"] for packet in writes[::3]} == {"5000"}


def test_uc(programs, tmp_path):
    """Opcodes of UC; nothing is acknowledged."""
    path = str(tmp_path / "pcap")
    packets = run(programs, path, [], "ibv_uc_pingpong -c -n 3 -s 2500 -m 1024")
    frames(path)
    assert [packet["infiniband.bth.opcode"] for packet in packets] == ["32", "33", "34"] * 6
    assert not any(packet["infiniband.bth.a"] in ("1", "True") for packet in packets)
    packets = run(programs, path, [], "ib_write_bw -c UC -n 5 -s 5000 -m 2048 -F")
    frames(path)
    assert [packet["infiniband.bth.opcode"] for packet in packets][:3] == ["38", "39", "40"]


def test_not_ready(programs, tmp_path):
    """An RNR NAK has the PSN that was refused, and the delay; the packet then comes again."""
    path = str(tmp_path / "pcap")
    packets = run(programs, path, ["--fault", "rnr:nth=2"], "ibv_rc_pingpong -c -n 3 -s 100")
    frames(path)
    refused = [n for n, packet in enumerate(packets) if packet["infiniband.aeth.syndrome"]
               and int(packet["infiniband.aeth.syndrome"], 0) >> 5 == 1]
    assert len(refused) == 2  # one in each process
    for at in refused:
        others = [n for n, packet in enumerate(packets) if packet["infiniband.bth.opcode"] == "4"
                  and packet["infiniband.bth.psn"] == packets[at]["infiniband.bth.psn"]
                  and packet["infiniband.bth.destqp"] != packets[at]["infiniband.bth.destqp"]]
        assert len(others) == 2 and others[0] < at < others[1], packets


def test_refused_access(programs, tmp_path):
    """A write to a key that does not exist: the NAK says that remote access was refused."""
    path, program = str(tmp_path / "pcap"), tmp_path / "program.py"
    program.write_text(WRONG_KEY)
    assert programs.run(["--pcap", path], "/usr/bin/python3", str(program)) == (0, "remote access error\n")
    packets = captured(path)
    frames(path)
    assert [packet["infiniband.bth.opcode"] for packet in packets] == ["10", "17"]
    assert int(packets[1]["infiniband.aeth.syndrome"], 0) == 0x62
    assert packets[0]["infiniband.bth.psn"] == packets[1]["infiniband.bth.psn"]


@pytest.mark.parametrize("path, why", [("/nowhere/pcap", "No such file or directory"), ("/dev/null", "must be a regular file")])
def test_unwritable(programs, path, why):
    assert programs.run(["--pcap", path], "true")[0] == 2
    assert f"--pcap {path}: {why}" in programs.run(["--pcap", path], "true")[1]
