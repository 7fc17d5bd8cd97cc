#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Asks the subnet administration by management datagrams over /dev/infiniband/umad0, for test_subnet.py. The layouts are those
of the InfiniBand Architecture Specification, written down once more.

    subnet.py QUERY...      path=DGID[/SGID]   join=MGID[/STATE]   leave=MGID[/STATE]   raw=CLASS/VERSION/METHOD/ATTRIBUTE/MASK

Prints the answer's method, status and the main fields of its record, a line for each query."""

from __future__ import annotations

import fcntl
import ipaddress
import os
import select
import struct
import sys
from typing import List, Tuple

SA, GET, SET, DELETE = 3, 1, 2, 0x15
PATH_RECORD, MC_MEMBER = 0x35, 0x38
HEAD = struct.Struct("=5I4s4s2s4B2B16sI2H4x")  # struct ib_user_mad_hdr, with the index of a partition key
REGISTER, ENABLE_PKEY = 0xc01c1b01, 0x1b03  # ioctls
TIMEOUT, RETRIES = 2000, 10  # milliseconds
QKEY = 0x80010000


def gid(text: str) -> bytes:
    return ipaddress.IPv6Address(text).packed


class Port:
    """The agent of a program at a port."""

    def __init__(self, number: int = 0) -> None:
        self.file = os.open(f"/dev/infiniband/umad{number}", os.O_RDWR)
        fcntl.ioctl(self.file, ENABLE_PKEY)
        self.agents = {}
        self.count = 0
        base = f"/sys/class/infiniband/mlx5_{number}/ports/1"
        with open(f"{base}/sm_lid", encoding="ascii") as stream:
            self.manager = int(stream.read(), 0)
        with open(f"{base}/gids/0", encoding="ascii") as stream:
            self.gid = gid(stream.read().strip())

    def agent(self, class_: int, version: int) -> int:
        if (class_, version) not in self.agents:
            request = bytearray(struct.pack("=I4IBBB3sB", 0, 0, 0, 0, 0, 1, class_, version, bytes(3), 0))
            fcntl.ioctl(self.file, REGISTER, request)
            self.agents[class_, version] = struct.unpack_from("=I", request)[0]
        return self.agents[class_, version]

    def ask(self, class_: int, version: int, method: int, attribute: int, mask: int, record: bytes) -> Tuple[int, int, bytes]:
        """Returns method and status of the answer, and its record."""
        self.count += 1
        mad = struct.pack(">BBBBHHQHHI", 1, class_, version, method, 0, 0, self.count, attribute, 0, 0)
        mad += bytes(12) + bytes(8) + bytes(4) + struct.pack(">Q", mask) + record.ljust(200, b"\0")
        assert len(mad) == 256
        head = HEAD.pack(self.agent(class_, version), 0, TIMEOUT, RETRIES, len(mad), struct.pack(">I", 1),
                         struct.pack(">I", QKEY), struct.pack(">H", self.manager), 0, 0, 0, 0, 0, 0, bytes(16), 0, 0, 0)
        os.write(self.file, head + mad)
        select.select([self.file], [], [])
        answer = os.read(self.file, HEAD.size + 256)
        status = HEAD.unpack_from(answer)[1]
        if status:
            raise TimeoutError(f"no answer: {os.strerror(status)}")
        data = answer[HEAD.size:]
        assert struct.unpack_from(">Q", data, 8)[0] & 0xffffffff == self.count
        return data[3], struct.unpack_from(">H", data, 4)[0], data[56:]


def path(port: Port, words: List[str]) -> str:
    mask, record = 4, bytes(8) + gid(words[0])
    if len(words) > 1:
        mask, record = mask | 8, record + gid(words[1])
    method, status, record = port.ask(SA, 2, GET, PATH_RECORD, mask, record)
    dlid, slid, _, route, _, mtu, rate, life = struct.unpack_from(">HHIIHBBB", record, 40)
    return (f"{method:#x} {status:#06x} dlid {dlid} slid {slid} reversible {route >> 23 & 1} pkey {route & 0xffff:#x} "
            f"mtu {mtu >> 6},{mtu & 63} rate {rate >> 6},{rate & 63} life {life >> 6},{life & 63}")


def member(port: Port, method: int, words: List[str]) -> str:
    state = int(words[1]) if len(words) > 1 else 1
    record = gid(words[0]) + port.gid + bytes(16) + bytes([state])
    method, status, record = port.ask(SA, 2, method, MC_MEMBER, 0x10003, record)
    qkey, mlid, mtu, _, pkey, rate, life, _, scope = struct.unpack_from(">IHBBHBBIB", record, 32)
    return (f"{method:#x} {status:#06x} qkey {qkey:#x} mlid {mlid:#x} mtu {mtu >> 6},{mtu & 63} pkey {pkey:#x} "
            f"rate {rate >> 6},{rate & 63} life {life >> 6},{life & 63} scope {scope >> 4} state {scope & 15}")


def main() -> int:
    port = Port()
    for query in sys.argv[1:]:
        kind, _, rest = query.partition("=")
        words = rest.split("/")
        if kind == "path":
            said = path(port, words)
        elif kind in ("join", "leave"):
            said = member(port, SET if kind == "join" else DELETE, words)
        else:
            class_, version, method, attribute, mask = (int(word, 0) for word in words)
            answered, status, _ = port.ask(class_, version, method, attribute, mask, bytes(200))
            said = f"{answered:#x} {status:#06x}"
        print(f"{query}: {said}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
