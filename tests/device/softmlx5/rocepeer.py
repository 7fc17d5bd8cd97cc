# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A host of RoCE v2 that shares nothing with softmlx5: frames by the InfiniBand Architecture Specification (chapter 9, annex
A17), on a raw socket. It plays the client of ibv_rc_pingpong, and misbehaves as tests want. For test_udp.py."""

from __future__ import annotations

import os
import select
import socket
import struct
import subprocess
import zlib
from dataclasses import dataclass, field
from typing import Callable, Iterator, List, Optional

import patience

PORT = 4791
MTU = 1024
FIRST, MIDDLE, LAST, ONLY, READ, READ_FIRST, READ_LAST, READ_ONLY, ACK = 0, 1, 2, 4, 12, 13, 15, 16, 17
ACKNOWLEDGED, RNR, NAK_SEQUENCE, NAK_INVALID = 0x1f, 0x20, 0x60, 0x61
PSN_MASK = (1 << 24) - 1


@dataclass
class Packet:
    """The fields that a test looks at."""
    opcode: int
    qpn: int
    psn: int
    asks: bool
    syndrome: int = 0
    msn: int = 0
    payload: bytes = b""


def masked_crc(packet: bytes) -> int:
    """Invariant CRC of an IPv4 packet, without its own four bytes."""
    data = bytearray(packet)
    for place in (1, 8, 10, 11, 26, 27, 32):  # TOS, TTL, two checksums, and a byte of the BTH
        if place < len(data):
            data[place] = 255
    return zlib.crc32(b"\xff" * 8 + bytes(data))


@dataclass
class Host:
    """One end of a connection. @identification and @fragmentable are of its IP headers, which a receiver with an ordinary
    socket does not see."""
    address: str
    peer: str
    qpn: int = 0x123456
    psn: int = 0xfffffa  # wraps soon
    expected: int = 0
    peer_qpn: int = 0
    identification: int = 0
    fragmentable: bool = False
    msn: int = 0
    received: List[Packet] = field(default_factory=list)
    answers: List[Packet] = field(default_factory=list)
    control: Optional[socket.socket] = None
    has_nakked: bool = False  # for what is expected now: once, as the specification demands
    is_broken: bool = False  # the test has ended the connection
    is_mute: bool = False  # acknowledges nothing
    server: Optional[subprocess.Popen] = None  # the program of the peer

    def __post_init__(self) -> None:
        self.out = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
        self.inward = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.inward.bind((self.address, PORT))

    def close(self) -> None:
        self.out.close()
        self.inward.close()
        if self.control:
            self.control.close()

    # Frames.

    def send(self, opcode: int, psn: int, headers: bytes = b"", payload: bytes = b"", asks: bool = False, spoil: int = 0,
             qpn: Optional[int] = None, cut: int = 0, pkey: int = 0xffff) -> None:
        """A packet; @spoil is added to its CRC, and its last @cut bytes are left out before that is computed."""
        padding = -len(payload) % 4
        bth = struct.pack(">BBHII", opcode, 0x40 | padding << 4, pkey, self.peer_qpn if qpn is None else qpn, asks << 31 | psn & PSN_MASK)
        body = (bth + headers + payload + bytes(padding))
        body = body[:len(body) - cut]
        udp = struct.pack(">HHHH", 0xc123, PORT, 8 + len(body) + 4, 0)
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp) + len(body) + 4, self.identification,
                         0 if self.fragmentable else 0x4000, 33, 17, 0, socket.inet_aton(self.address), socket.inet_aton(self.peer))
        packet = ip + udp + body
        self.out.sendto(packet + struct.pack("<I", (masked_crc(packet) + spoil) & 0xffffffff), (self.peer, 0))

    def parse(self, data: bytes, port: int) -> Packet:
        """Checks what every packet must have, the invariant CRC among it."""
        udp = struct.pack(">HHHH", port, PORT, 8 + len(data), 0)
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + 8 + len(data), 0, 0x4000, 64, 17, 0, socket.inet_aton(self.peer),
                         socket.inet_aton(self.address))
        assert struct.pack("<I", masked_crc(ip + udp + data[:-4])) == data[-4:], "invariant CRC"
        opcode, flags, pkey, qpn, psn = struct.unpack(">BBHII", data[:12])
        assert pkey == 0xffff and not flags & 0xf and qpn == self.qpn
        rest = data[12:-4]
        packet = Packet(opcode, qpn, psn & PSN_MASK, bool(psn >> 31))
        if opcode == ACK:
            packet.syndrome, packet.msn = rest[0], int.from_bytes(rest[1:4], "big")
            rest = rest[4:]
        packet.payload = rest[:len(rest) - (flags >> 4 & 3)]
        return packet

    def receive(self, seconds: float) -> Optional[Packet]:
        """The next packet; None: there is none."""
        if not select.select([self.inward], [], [], seconds)[0]:
            return None
        data, (address, port) = self.inward.recvfrom(65536)
        assert address == self.peer
        return self.parse(data, port)

    # The connection.

    def connect(self, port: int) -> None:
        """ibv_rc_pingpong's exchange of addresses: LID, QPN, PSN, GID."""
        self.control = socket.create_connection(("127.0.0.1", port))
        gid = "0" * 20 + "ffff" + socket.inet_aton(self.address).hex()
        self.control.sendall(f"0000:{self.qpn:06x}:{self.psn:06x}:{gid}".encode() + b"\0")
        answer = self.control.recv(52, socket.MSG_WAITALL).rstrip(b"\0").decode()
        _, qpn, psn, gid = answer.split(":")
        assert gid == "0" * 20 + "ffff" + socket.inet_aton(self.peer).hex(), gid
        self.peer_qpn, self.expected = int(qpn, 16), int(psn, 16)
        self.control.sendall(b"done\0")

    def acknowledge(self, psn: int, syndrome: int = ACKNOWLEDGED) -> None:
        if not self.is_mute:
            self.send(ACK, psn, struct.pack(">I", syndrome << 24 | self.msn & PSN_MASK))

    def parts(self, message: bytes) -> Iterator[bytes]:
        for at in range(0, len(message), MTU):
            yield message[at:at + MTU]

    def send_message(self, message: bytes, skip: Callable[[int], bool] = lambda n: False) -> None:
        """SEND; packets for which @skip holds are lost. Does not wait."""
        parts = list(self.parts(message))
        for i, part in enumerate(parts):
            last = i == len(parts) - 1
            opcode = ONLY if len(parts) == 1 else FIRST if i == 0 else LAST if last else MIDDLE
            if not skip(i):
                self.send(opcode, self.psn + i, payload=part, asks=last)

    def repeats(self, packet: Packet) -> bool:
        """Has the packet been taken before? It is acknowledged once more then."""
        is_old = (packet.psn - self.expected) & PSN_MASK >= 1 << 23
        if is_old:
            self.acknowledge((self.expected - 1) & PSN_MASK)
        return is_old

    def take(self, packet: Packet, drop: Callable[[Packet], bool], refuse: Callable[[Packet], int]) -> bool:
        """A packet of the peer's SEND. True: its message is complete."""
        if drop(packet) or self.repeats(packet):
            return False
        if packet.psn != self.expected:
            if not self.has_nakked:
                self.has_nakked = True
                self.acknowledge(self.expected, NAK_SEQUENCE)
            return False
        self.has_nakked = False
        syndrome = refuse(packet)
        if syndrome:
            self.acknowledge(packet.psn, syndrome)
            return False
        self.received.append(packet)
        self.expected = (self.expected + 1) & PSN_MASK
        is_last = packet.opcode in (LAST, ONLY)
        self.msn += is_last
        if packet.asks:
            self.acknowledge(packet.psn)
        return is_last

    def play(self, message: bytes, skip: Callable[[int], bool] = lambda n: False,
             drop: Callable[[Packet], bool] = lambda packet: False, refuse: Callable[[Packet], int] = lambda packet: 0) -> bytes:
        """A round: the message is sent, and repeated until it is acknowledged; meanwhile the peer's comes, which is given
        back. Packets for which @skip or @drop hold are lost; @refuse gives the syndrome of a negative acknowledgement."""
        watch = patience.Watch(os.getpid())
        n = (len(message) + MTU - 1) // MTU
        self.received.clear()
        self.answers.clear()
        self.send_message(message, skip)
        is_acknowledged = is_answered = False
        while not (is_acknowledged and is_answered):
            why = watch.look()
            assert not why, f"the peer does not answer: {why}"
            packet = self.receive(0.05)
            if packet is None:
                if not is_acknowledged:
                    self.send_message(message)
            elif packet.opcode != ACK:
                is_answered |= self.take(packet, drop, refuse)
            else:
                self.answers.append(packet)
                is_acknowledged |= packet.syndrome == ACKNOWLEDGED and packet.psn == (self.psn + n - 1) & PSN_MASK
                if packet.syndrome == NAK_SEQUENCE:
                    self.send_message(message, lambda i: i < (packet.psn - self.psn) & PSN_MASK)
        self.psn = (self.psn + n) & PSN_MASK
        return b"".join(part.payload for part in self.received)
