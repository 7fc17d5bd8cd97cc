#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Asks NETLINK_RDMA about devices, ports and nodes, for test_netlink.py of both worlds. The numbers are those of Linux
include/uapi/rdma/rdma_netlink.h, written down once more.

    netlink.py [SEED N]     the requests below, or N random ones

Prints a line for each request: errno values, or the attributes of each message. GUIDs, the LID and the numbers of nodes are
compared with sysfs, and printed as what they equal there. Of random ones it prints how many were answered."""

from __future__ import annotations

import errno
import os
import random
import socket
import struct
import sys
from typing import Dict, Iterator, List, Tuple

NETLINK_RDMA, NLDEV = 20, 5
REQUEST, MULTI, ACK, DUMP = 1, 2, 4, 0x300
ERROR, DONE = 2, 3
GET, PORT_GET, SYS_GET, GET_CHARDEV, SET, RES_GET = 1, 5, 6, 15, 2, 9
DEVICE, PORT, TYPE = 1, 3, 69
TEXT, NUMBER = "text", "number"
KINDS = {  # of attributes that are printed; those of later kernels are not
    1: ("device", NUMBER), 2: ("name", TEXT), 3: ("port", NUMBER), 4: ("caps", NUMBER), 5: ("fw", TEXT), 6: ("node_guid", NUMBER),
    7: ("sys_image_guid", NUMBER), 8: ("subnet_prefix", NUMBER), 9: ("lid", NUMBER), 10: ("sm_lid", NUMBER), 11: ("lmc", NUMBER),
    12: ("state", NUMBER), 13: ("phys_state", NUMBER), 14: ("node_type", NUMBER), 50: ("ndev_index", NUMBER), 51: ("ndev", TEXT),
    67: ("protocol", TEXT), 66: ("netns_shared", NUMBER), 70: ("node", TEXT), 71: ("abi", NUMBER), 72: ("numbers", NUMBER),
    73: ("driver", NUMBER), 84: ("dim", NUMBER), 93: ("copy_on_fork", NUMBER)}


def read(path: str) -> str:
    with open(f"/sys/class/{path}", encoding="ascii") as stream:
        return stream.read().strip()


def attribute(kind: int, value: bytes) -> bytes:
    return struct.pack("=HH", 4 + len(value), kind) + value + bytes(-len(value) % 4)


def number(kind: int, value: int) -> bytes:
    return attribute(kind, struct.pack("=I", value))


def request(sequence: int, command: int, flags: int = 0, body: bytes = b"", client: int = NLDEV) -> bytes:
    return struct.pack("=IHHII", 16 + len(body), client << 10 | command, REQUEST | flags, sequence, 0) + body


def known() -> Dict[str, List[int]]:
    """Names of what sysfs says, by the attribute and its value."""
    def guid(name: str) -> int:
        return int(read(f"infiniband/mlx5_0/{name}").replace(":", ""), 16)

    def encoded(node: str) -> int:
        device = os.stat(f"/dev/infiniband/{node}").st_rdev
        minor = os.minor(device)
        return minor & 0xff | os.major(device) << 8 | minor >> 8 << 20

    return {"node_guid": [guid("node_guid")], "sys_image_guid": [guid("sys_image_guid")],
            "lid": [int(read("infiniband/mlx5_0/ports/1/lid"), 0)],
            "sm_lid": [int(read("infiniband/mlx5_0/ports/1/sm_lid"), 0)],
            "numbers": [encoded("uverbs0"), encoded("rdma_cm")]}


def messages(data: bytes) -> Iterator[Tuple[int, int, int, bytes]]:
    """Type, flags, sequence number and body of each."""
    while data:
        size, kind, flags, sequence, _ = struct.unpack_from("=IHHII", data)
        assert 16 <= size <= len(data), data
        yield kind, flags, sequence, data[16:size]
        data = data[size + -size % 4:]


def attributes(body: bytes) -> Iterator[Tuple[int, bytes]]:
    while body:
        size, kind = struct.unpack_from("=HH", body)
        assert 4 <= size <= len(body), body
        yield kind, body[4:size]
        body = body[size + -size % 4:]


def shown(body: bytes, same: Dict[str, List[int]]) -> str:
    words = []
    for kind, value in attributes(body):
        name, form = KINDS.get(kind, ("", ""))
        if not name:
            continue
        if form == TEXT:
            assert value.endswith(b"\0"), value
            words.append(f"{name}={value[:-1].decode()}")
        else:
            found = int.from_bytes(value, sys.byteorder)
            words.append(f"{name}=" + ("sysfs" if found in same.get(name, ()) else str(found)))
            assert len(value) in (1, 4, 8), (name, value)
    return " ".join(words)


class Link:
    """A socket. Each request has its own sequence number."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_RDMA)
        self.sequence = 0

    def ask(self, data: bytes) -> List[Tuple[int, int, bytes]]:
        """All messages of the answer, to the acknowledgement."""
        self.socket.sendto(data, (0, 0))
        found = []
        while True:
            for kind, flags, sequence, body in messages(self.socket.recv(65536)):
                assert sequence == self.sequence
                found.append((kind, flags, body))
            if found[-1][0] in (ERROR, DONE):
                return found

    def line(self, same: Dict[str, List[int]], *what: object) -> str:
        self.sequence += 1
        command, flags, *rest = what
        words = []
        for kind, flags, body in self.ask(request(self.sequence, command, flags | ACK, *rest)):
            if kind in (ERROR, DONE):
                status = errno.errorcode.get(-struct.unpack_from("=i", body)[0], "0")
                words.append(f"{'acknowledged' if kind == ERROR else 'done'} {status}")
            else:
                words.append(f"{kind >> 10}.{kind & 1023} {flags} {shown(body, same)}")
            assert kind != ERROR or struct.unpack_from("=I", body, 12)[0] == self.sequence
        return "; ".join(words)


REQUESTS = {
    "devices": (GET, DUMP), "device": (GET, 0, number(DEVICE, 0)), "no such device": (GET, 0, number(DEVICE, 7)),
    "device without a number": (GET, 0), "device of a short number": (GET, 0, attribute(DEVICE, b"\0\0")),
    "ports": (PORT_GET, DUMP, number(DEVICE, 0)), "port": (PORT_GET, 0, number(DEVICE, 0) + number(PORT, 1)),
    "no such port": (PORT_GET, 0, number(DEVICE, 0) + number(PORT, 2)),
    "port 0": (PORT_GET, 0, number(DEVICE, 0) + number(PORT, 0)),
    "port without a number": (PORT_GET, 0, number(DEVICE, 0)), "ports of no device": (PORT_GET, DUMP),
    "ports of no such device": (PORT_GET, DUMP, number(DEVICE, 7)), "system": (SYS_GET, 0), "systems": (SYS_GET, DUMP),
    "node": (GET_CHARDEV, 0, number(DEVICE, 0) + attribute(TYPE, b"uverbs\0")),
    "node of a port": (GET_CHARDEV, 0, number(DEVICE, 0) + number(PORT, 1) + attribute(TYPE, b"uverbs\0")),
    "node of no device": (GET_CHARDEV, 0, number(DEVICE, 7) + attribute(TYPE, b"uverbs\0")),
    "node of no type": (GET_CHARDEV, 0, number(DEVICE, 0)), "unknown node": (GET_CHARDEV, 0, number(DEVICE, 0) +
                                                                            attribute(TYPE, b"nothing\0")),
    "node without an end": (GET_CHARDEV, 0, number(DEVICE, 0) + attribute(TYPE, b"uverbs")),
    "rdma_cm": (GET_CHARDEV, 0, attribute(TYPE, b"rdma_cm\0")), "uverbs of all": (GET_CHARDEV, 0, attribute(TYPE, b"uverbs\0")),
    "rdma_cm of a port": (GET_CHARDEV, 0, number(PORT, 1) + attribute(TYPE, b"rdma_cm\0")),
    "rdma_cm of a device": (GET_CHARDEV, 0, number(DEVICE, 0) + attribute(TYPE, b"rdma_cm\0")),
    "long name": (GET_CHARDEV, 0, number(DEVICE, 0) + attribute(TYPE, b"x" * 99 + b"\0")),
    "nodes": (GET_CHARDEV, DUMP, attribute(TYPE, b"rdma_cm\0")), "command 0": (0, 0), "command 500": (500, 0),
    "other attributes": (GET, 0, attribute(77, b"anything") + number(DEVICE, 0) + attribute(300, b"") + b"\1\2\3\4"),
    "another client": (1, 0, b"", 9)}


def fuzz(seed: int, count: int) -> str:
    """Requests of random commands and attributes, some of which are cut off: each gets an answer of whole messages, and the
    last one, which is right, its own."""
    chance, link, answers = random.Random(seed), Link(), 0
    link.socket.settimeout(0)
    for _ in range(count):
        link.sequence += 1
        body = b"".join(chance.choice((
            number(chance.choice((DEVICE, PORT, TYPE)), chance.choice((0, 1, 2, 7, 0xffffffff))),
            attribute(TYPE, chance.choice((b"uverbs\0", b"rdma_cm\0", b"uverbs", b"", bytes(200)))),
            attribute(chance.randrange(400), chance.randbytes(chance.randrange(9))), chance.randbytes(chance.randrange(12))))
            for _ in range(chance.randrange(4)))
        data = request(link.sequence, chance.choice((GET, PORT_GET, SYS_GET, GET_CHARDEV, chance.randrange(1024))),
                       chance.choice((0, ACK, DUMP, ACK | DUMP, chance.randrange(65536) & ~REQUEST)), body,
                       NLDEV if chance.random() < .9 else chance.randrange(64))
        if chance.random() < .2:
            data = struct.pack("=I", chance.choice((0, 15, 16, len(data) + 1, 0xffffffff))) + data[4:]
        link.socket.sendto(data if chance.random() < .9 else data[:chance.randrange(len(data))] or b"\0", (0, 0))
        try:
            while True:
                for kind, _, sequence, body in messages(link.socket.recv(65536)):
                    assert sequence == link.sequence
                    answers += 1
                    if kind not in (ERROR, DONE):
                        shown(body, {})
        except BlockingIOError:
            pass
    link.socket.settimeout(None)
    link.sequence += 1
    assert [kind for kind, *_ in link.ask(request(link.sequence, GET, DUMP))][-2:] == [NLDEV << 10 | GET, DONE]
    return f"{answers} messages"


def main(words: List[str]) -> None:
    if words:
        print(fuzz(int(words[0]), int(words[1])))
        return
    same, link = known(), Link()
    for name, what in REQUESTS.items():
        print(f"{name}: {link.line(same, *what)}")


if __name__ == "__main__":
    main(sys.argv[1:])
