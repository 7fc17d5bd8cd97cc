# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A host that connects as rdma_cm does, and shares nothing with softmlx5: management datagrams by the tables of the InfiniBand
Architecture Specification (12.6, 12.11, annex A11), in packets of rocepeer.py. For test_cm_hosts.py."""

from __future__ import annotations

import os
import random
import select
import socket
import struct
from typing import Dict, List, Optional, Tuple, Union

import patience
import rocepeer

Value = Union[int, bytes]

REQ, MRA, REJ, REP, RTU, DREQ, DREP, SIDR_REQ, SIDR_REP = range(0x10, 0x19)
UD_SEND_ONLY = 0x64
QKEY = 0x80010000
TCP, UDP = 0x106, 0x111

# Byte and bit from the left, and bits, in the message after the header of 24 bytes. Bytes are private data and GIDs.
LAYOUTS: Dict[int, Dict[str, Tuple[int, int, int]]] = {
    REQ: {
        "local_id": (0, 0, 32), "vendor": (5, 0, 24), "service": (8, 0, 64), "guid": (16, 0, 64), "qkey": (28, 0, 32),
        "qpn": (32, 0, 24), "responder_resources": (35, 0, 8), "local_eecn": (36, 0, 24), "initiator_depth": (39, 0, 8),
        "remote_eecn": (40, 0, 24), "remote_timeout": (43, 0, 5), "transport": (43, 5, 2), "flow_control": (43, 7, 1),
        "psn": (44, 0, 24), "local_timeout": (47, 0, 5), "retry_count": (47, 5, 3), "pkey": (48, 0, 16), "mtu": (50, 0, 4),
        "rdc": (50, 4, 1), "rnr_retry_count": (50, 5, 3), "cm_retries": (51, 0, 4), "srq": (51, 4, 1), "extended": (51, 5, 3),
        "local_lid": (52, 0, 16), "remote_lid": (54, 0, 16), "local_gid": (56, 0, 128), "remote_gid": (72, 0, 128),
        "flow_label": (88, 0, 20), "rate": (91, 2, 6), "tclass": (92, 0, 8), "hop_limit": (93, 0, 8), "sl": (94, 0, 4),
        "subnet_local": (94, 4, 1), "ack_timeout": (95, 0, 5), "alternate": (96, 0, 44 * 8),
        "cma_version": (140, 0, 8), "ip_version": (141, 0, 4), "port": (142, 0, 16), "source": (144, 0, 128),
        "destination": (160, 0, 128), "data": (176, 0, 56 * 8)},
    MRA: {"local_id": (0, 0, 32), "remote_id": (4, 0, 32), "about": (8, 0, 2), "timeout": (9, 0, 5), "data": (10, 0, 222 * 8)},
    REJ: {"local_id": (0, 0, 32), "remote_id": (4, 0, 32), "about": (8, 0, 2), "info_length": (9, 0, 7), "reason": (10, 0, 16),
          "info": (12, 0, 72 * 8), "data": (84, 0, 148 * 8)},
    REP: {"local_id": (0, 0, 32), "remote_id": (4, 0, 32), "qkey": (8, 0, 32), "qpn": (12, 0, 24), "vendor_high": (15, 0, 8),
          "eecn": (16, 0, 24), "vendor_middle": (19, 0, 8), "psn": (20, 0, 24), "vendor_low": (23, 0, 8),
          "responder_resources": (24, 0, 8), "initiator_depth": (25, 0, 8), "ack_delay": (26, 0, 5), "failover": (26, 5, 2),
          "flow_control": (26, 7, 1), "rnr_retry_count": (27, 0, 3), "srq": (27, 3, 1), "guid": (28, 0, 64),
          "data": (36, 0, 196 * 8)},
    RTU: {"local_id": (0, 0, 32), "remote_id": (4, 0, 32), "data": (8, 0, 224 * 8)},
    DREQ: {"local_id": (0, 0, 32), "remote_id": (4, 0, 32), "qpn": (8, 0, 24), "data": (12, 0, 220 * 8)},
    DREP: {"local_id": (0, 0, 32), "remote_id": (4, 0, 32), "data": (8, 0, 224 * 8)},
    SIDR_REQ: {"local_id": (0, 0, 32), "pkey": (4, 0, 16), "service": (8, 0, 64), "cma_version": (16, 0, 8),
               "ip_version": (17, 0, 4), "port": (18, 0, 16), "source": (20, 0, 128), "destination": (36, 0, 128),
               "data": (52, 0, 180 * 8)},
    SIDR_REP: {"remote_id": (0, 0, 32), "status": (4, 0, 8), "info_length": (5, 0, 8), "vendor_high": (6, 0, 16),
               "qpn": (8, 0, 24), "vendor_low": (11, 0, 8), "service": (12, 0, 64), "qkey": (20, 0, 32),
               "info": (24, 0, 72 * 8), "data": (96, 0, 136 * 8)},
}


def encode(attribute: int, transaction: int, values: Dict[str, Value], modifier: int = 0) -> bytes:
    """A MAD of 256 bytes; fields without a value are 0."""
    number = 0
    for name, value in values.items():
        byte, bit, width = LAYOUTS[attribute][name]
        if isinstance(value, bytes):
            value = int.from_bytes(value.ljust(width // 8, b"\0"), "big")
        assert value >> width == 0, (name, value)
        number |= value << 232 * 8 - byte * 8 - bit - width
    return struct.pack(">BBBBIQHHI", 1, 7, 2, 3, 0, transaction, attribute, 0, modifier) + number.to_bytes(232, "big")


def decode(mad: bytes) -> Tuple[int, int, Dict[str, int]]:
    """Attribute, transaction and fields. All that is in no field must be 0."""
    base, class_, version, method, status, transaction, attribute, reserved, _ = struct.unpack(">BBBBIQHHI", mad[:24])
    assert (base, class_, version, method, status, reserved) == (1, 7, 2, 3, 0, 0), mad[:24].hex()
    number, values = int.from_bytes(mad[24:], "big"), {}
    for name, (byte, bit, width) in LAYOUTS[attribute].items():
        shift = 232 * 8 - byte * 8 - bit - width
        values[name] = number >> shift & (1 << width) - 1
        number &= ~(((1 << width) - 1) << shift)
    assert not number, f"reserved bits: {number:#x}"
    return attribute, transaction, values


def gid(address: str) -> int:
    return 0xffff << 32 | int.from_bytes(socket.inet_aton(address), "big")


class Peer(rocepeer.Host):
    """A host with a communication manager, which answers what a test tells it to."""

    def __init__(self, address: str, peer: str, seed: int = 1) -> None:
        super().__init__(address, peer, qpn=1, peer_qpn=1)
        self.choose = random.Random(seed)
        self.seen: List[bytes] = []
        self.ids: List[int] = []  # communication IDs that the peer has given out

    def receive(self, seconds: float) -> Optional[rocepeer.Packet]:
        """The next packet to queue pair 1; what the program of the other side sends on its connection is left out."""
        while select.select([self.inward], [], [], seconds)[0]:
            data, (address, port) = self.inward.recvfrom(65536)
            if address == self.peer and int.from_bytes(data[5:8], "big") == 1:
                return self.parse(data, port)
        return None

    def post(self, mad: bytes, qkey: int = QKEY, opcode: int = UD_SEND_ONLY, spoil: int = 0, qpn: int = 1) -> None:
        """Sends a datagram to queue pair 1."""
        self.send(opcode, self.choose.getrandbits(24), struct.pack(">II", qkey, 1), mad, spoil=spoil, qpn=qpn)

    def tell(self, attribute: int, transaction: int, **values: Value) -> bytes:
        mad = encode(attribute, transaction, values)
        self.post(mad)
        return mad

    def request(self, service: int, local_id: int, qpn: int = 0x321, **values: Value) -> Dict[str, Value]:
        """Fields of a REQ as Linux sends it, with the changes in @values."""
        return {"local_id": local_id, "service": service, "guid": 0x1234, "qpn": qpn, "responder_resources": 3,
                "initiator_depth": 2, "remote_timeout": 20, "local_timeout": 20, "psn": 0x654321, "retry_count": 7,
                "rnr_retry_count": 6, "pkey": 0xffff, "mtu": 3, "cm_retries": 15, "local_lid": 0xffff, "remote_lid": 0xffff,
                "local_gid": gid(self.address), "remote_gid": gid(self.peer), "hop_limit": 64, "ack_timeout": 18,
                "ip_version": 4, "port": 4000, "source": int.from_bytes(socket.inet_aton(self.address), "big"),
                "destination": int.from_bytes(socket.inet_aton(self.peer), "big"), **values}

    def next(self, seconds: float) -> Optional[bytes]:
        """The next MAD; None: there is none in this time."""
        packet = self.receive(seconds)
        if packet is None:
            return None
        assert packet.opcode == UD_SEND_ONLY, packet
        qkey, source = struct.unpack(">II", packet.payload[:8])
        assert (qkey, source, len(packet.payload)) == (QKEY, 1, 8 + 256), packet
        return packet.payload[8:]

    def expect(self, attribute: int) -> Tuple[int, Dict[str, int]]:
        """Transaction and fields of the next MAD with this attribute; others are repetitions of earlier ones."""
        watch = patience.Watch(os.getpid())
        while True:
            mad = self.next(0.05)
            why = watch.look()
            assert not why, f"no message {attribute:#x} comes: {why}"
            if mad is None:
                continue
            found, transaction, values = decode(mad)
            if found == attribute:
                self.seen.append(mad)
                return transaction, values
            assert mad in self.seen, (attribute, found, values)

    def collect(self) -> None:
        """Takes the communication IDs from all that has come, which must be well formed."""
        while True:
            mad = self.next(0)
            if mad is None:
                return
            _, _, values = decode(mad)
            if values.get("local_id"):
                self.ids = self.ids[-20:] + [values["local_id"]]
