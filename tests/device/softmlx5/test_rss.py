# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Receive side scaling through unmodified libibverbs and libmlx5: each frame comes to the queue that its hash selects, and the
CQE says the hash. The hash is calculated here, from its definition and the fields that a frame was made of; that of Microsoft's
published vectors is what they say. Whole lives make, change and destroy queues, tables and queue pairs in any order."""

from __future__ import annotations

import errno
import ipaddress
import os
import random
import re
import sys
from typing import Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

TUNNELS = ["--cap", "per_protocol_networking_offload_caps.tunnel_stateless_vxlan=1"]
MODES = [[], ["--doorbell", "poll"], ["--serialise-wire"]]
MAC = "0200000000aa"
TCP, UDP, OTHER = 6, 17, 50
# enum ibv_rx_hash_fields
SRC4, DST4, SRC6, DST6, SPORT_TCP, DPORT_TCP, SPORT_UDP, DPORT_UDP, SPI = (1 << bit for bit in range(9))
INNER = 1 << 31
TOEPLITZ = 1
TUNNEL, LOOP_UC, LOOP_MC = 1, 2, 4  # enum mlx5dv_qp_create_flags
RESET, READY, ERROR, NO_STATE = 0, 1, 2, 9
STRIP, FCS, DELAY, PADDING = 1, 2, 4, 8  # enum ibv_wq_flags

# https://learn.microsoft.com/en-us/windows-hardware/drivers/network/verifying-the-rss-hash-calculation: the key, then destination
# and source with their ports, and the hashes of the addresses, and of the ports of TCP too.
MS_KEY = ("6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa")
MS_VECTORS = [
    ("161.142.100.80", 1766, "66.9.149.187", 2794, 0x323e8fc2, 0x51ccc178),
    ("65.69.140.83", 4739, "199.92.111.2", 14230, 0xd718262a, 0xc626b0ea),
    ("12.22.207.184", 38024, "24.19.198.95", 12898, 0xd2d0a5de, 0x5c2b394a),
    ("209.142.163.6", 2217, "38.27.205.30", 48228, 0x82989176, 0xafc7327f),
    ("202.188.127.2", 1303, "153.39.163.191", 44251, 0x5d1809c5, 0x10e828a2),
    ("3ffe:2501:200:3::1", 1766, "3ffe:2501:200:1fff::7", 2794, 0x2cc18cd5, 0x40207d3d),
    ("ff02::1", 4739, "3ffe:501:8::260:97ff:fe40:efab", 14230, 0x0f0c461c, 0xdde51bbf),
    ("fe80::200:f8ff:fe21:67cf", 38024, "3ffe:1900:4545:3:200:f8ff:fe21:67cf", 44251, 0x4b61e985, 0x02d1feef),
]


def toeplitz(key: bytes, data: bytes) -> int:
    """The hash by its definition: for each bit of the data that is set, the 32 bits of the key that start at its place."""
    bits, value = int.from_bytes(key, "big"), int.from_bytes(data, "big")
    result = 0
    for place in range(8 * len(data)):
        if value >> (8 * len(data) - 1 - place) & 1:
            result ^= bits >> (8 * len(key) - 32 - place) & 0xffffffff
    return result


def test_definition():
    """The calculation here is that of the published vectors, so that it may be compared with the device's."""
    for dst, dport, src, sport, of_ip, of_tcp in MS_VECTORS:
        addresses = ipaddress.ip_address(src).packed + ipaddress.ip_address(dst).packed
        ports = sport.to_bytes(2, "big") + dport.to_bytes(2, "big")
        assert toeplitz(bytes.fromhex(MS_KEY), addresses) == of_ip
        assert toeplitz(bytes.fromhex(MS_KEY), addresses + ports) == of_tcp


class Packet(NamedTuple):
    """What a frame is made of."""

    src: str
    dst: str
    protocol: int = UDP
    sport: int = 1111
    dport: int = 2222
    is_fragment: bool = False
    tag: Optional[int] = None  # VLAN
    has_options: bool = False

    @property
    def version(self) -> int:
        return ipaddress.ip_address(self.src).version

    @property
    def has_ports(self) -> bool:
        return self.protocol in (TCP, UDP) and not self.is_fragment

    def l4(self) -> bytes:
        ports = self.sport.to_bytes(2, "big") + self.dport.to_bytes(2, "big")
        if self.protocol == TCP:
            return ports + bytes(8) + b"\x50\x10" + bytes(6) + b"data of TCP"
        if self.protocol == UDP:
            return ports + (19).to_bytes(2, "big") + bytes(2) + b"data of UDP"
        return b"\x12\x34\x56\x78" + b"ESP and its data"

    def ip(self, payload: bytes) -> bytes:
        src, dst = (ipaddress.ip_address(text).packed for text in (self.src, self.dst))
        if self.version == 4:
            options = bytes([7, 7, 4, 0, 0, 0, 0, 0]) if self.has_options else b""
            length = (20 + len(options) + len(payload)).to_bytes(2, "big")
            return (bytes([0x45 + len(options) // 4, 0]) + length + b"\0\1" + (b"\x20\0" if self.is_fragment else b"\x40\0") +
                    bytes([64, self.protocol, 0, 0]) + src + dst + options + payload)
        following = self.protocol
        if self.has_options:
            payload, following = bytes([following, 0, 1, 4, 0, 0, 0, 0]) + payload, 60
        if self.is_fragment:
            payload, following = bytes([following, 0, 0, 1, 0, 0, 0, 9]) + payload, 44
        return b"\x60\0\0\0" + len(payload).to_bytes(2, "big") + bytes([following, 64]) + src + dst + payload

    def frame(self, payload: Optional[bytes] = None, mac: str = MAC) -> bytes:
        tag = b"" if self.tag is None else b"\x81\0" + self.tag.to_bytes(2, "big")
        kind = b"\x08\0" if self.version == 4 else b"\x86\xdd"
        whole = bytes.fromhex(mac) + b"\2\0\0\0\0\1" + tag + kind + self.ip(self.l4() if payload is None else payload)
        return whole.ljust(60, b"\0")


def vxlan(outer: Packet, inner: Packet, mac: str = MAC) -> bytes:
    data = b"\x08\0\0\0\0\0\x2a\0" + inner.frame(mac="02ffffffffff")
    udp = b"".join(number.to_bytes(2, "big") for number in (outer.sport, 4789, 8 + len(data), 0))
    return outer.frame(udp + data, mac)


class Hash(NamedTuple):
    """What the CQE has: the hash, and the types of addresses and ports in it."""

    value: int
    src_l3: int = 0
    dst_l3: int = 0
    src_l4: int = 0
    dst_l4: int = 0


def hash_of(packet: Packet, mask: int, key: bytes) -> Hash:
    """The hash over those selected fields that the packet has."""
    data, types = b"", [0, 0, 0, 0]
    fields = mask & ~INNER
    l3 = (fields & (SRC4 | DST4)) if packet.version == 4 else (fields & (SRC6 | DST6)) // SRC6
    l4 = 0 if not packet.has_ports else fields // SPORT_TCP & 3 if packet.protocol == TCP else fields // SPORT_UDP & 3
    for bit, part in ((1, packet.src), (2, packet.dst)):
        if l3 & bit:
            data += ipaddress.ip_address(part).packed
            types[bit - 1] = 1 if packet.version == 4 else 2
    for bit, port in ((1, packet.sport), (2, packet.dport)):
        if l4 & bit:
            data += port.to_bytes(2, "big")
            types[bit + 1] = 1 if packet.protocol == TCP else 2
    return Hash(toeplitz(key, data), *types)


class Got(NamedTuple):
    """A frame that has come."""

    queue: int
    hash: Hash
    tunnel: Tuple[int, int]
    heads: Tuple[int, ...]
    frame: bytes


def got(line: str) -> Got:
    words = line.split()
    assert (words[0], words[2], words[8], words[11]) == ("got", "0", "tunnel", "heads"), line
    return Got(int(words[1]), Hash(int(words[3], 16), *map(int, words[4:8])), (int(words[9]), int(words[10])),
               tuple(map(int, words[12:16])), bytes.fromhex(words[16]))


def obey(tmp_path, lines: Sequence[str], options: Sequence[str] = (), link: str = "roce") -> Tuple[List[str], List[str]]:
    """Runs the lines of a script; its answers, and what was refused."""
    path = tmp_path / "script"
    path.write_text("".join(f"{line}\n" for line in lines))
    done = soft.run(["--strict", "--fabric", "none", "--link", link, *options], soft.program("lone_rss"), str(path))
    said = done.out.splitlines()
    assert done.status == 0 and said and said.pop() in ("ok", "left"), done.out + done.err
    return said, [line for line in done.err.splitlines() if not line.startswith("  ")]


def ready(queues: int, cqs: int = 3, flags: int = 0) -> List[str]:
    lines = []
    for queue in range(queues):
        lines += [f"wq {queue} {queue % cqs} 64 {flags}", f"state {queue} {READY} {NO_STATE}"]
    return lines


def gone(queues: int, tables: Sequence[int] = (0,), qps: Sequence[int] = (0,)) -> List[str]:
    lines = [f"destroy flow {qp}" for qp in qps] + [f"destroy qp {qp}" for qp in qps]
    return lines + [f"destroy table {table}" for table in tables] + [f"destroy wq {queue}" for queue in range(queues)]


def one_table(entries: Sequence[int], mask: int, key: str = MS_KEY, flags: int = 0, wq_flags: int = 0) -> List[str]:
    """A table of queues, a queue pair of them, and a flow to it."""
    log = len(entries).bit_length() - 1
    return [*ready(max(entries) + 1, flags=wq_flags), f"table 0 {log} " + " ".join(map(str, entries)),
            f"qp 0 0 {TOEPLITZ} {mask} {flags} {key}", f"flow 0 0 {MAC}"]


def receives(tmp_path, start: Sequence[str], frames: Sequence[bytes], queues: int, mode: Sequence[str] = ()) -> List[Got]:
    """Those of the frames, of which each comes to one of the queues."""
    posts = [f"post {queue} 60" for queue in range(queues)]
    lines = [*start, *posts, *(f"send 1 {frame.hex()}" for frame in frames)]
    end = [*(f"state {queue} {RESET} {NO_STATE}" for queue in range(queues)), *gone(queues)]
    said, refused = obey(tmp_path, [*lines, *end], mode)
    assert refused == []
    assert all(line.endswith(" 0") for line in said if not line.startswith("got")), said
    return [got(line) for line in said if line.startswith("got")]


ENTRIES = [3, 0, 1, 4, 2, 2, 0, 5, 1, 1, 6, 7, 5, 3, 0, 2]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[-1].strip("-") if mode else "trap")
def test_vectors(tmp_path, mode):
    """Microsoft's vectors: the hash in the CQE is the published one, and its low bits select the entry."""
    for version, with_ports in ((4, False), (4, True), (6, False), (6, True)):
        rows = [row for row in MS_VECTORS if ipaddress.ip_address(row[0]).version == version]
        mask = (SRC4 | DST4 if version == 4 else SRC6 | DST6) | (SPORT_TCP | DPORT_TCP if with_ports else 0)
        frames = [Packet(src, dst, TCP, sport, dport).frame() for dst, dport, src, sport, _, _ in rows]
        found = receives(tmp_path, one_table(ENTRIES, mask), frames, 8, mode)
        published = [row[5] if with_ports else row[4] for row in rows]
        assert [each.hash.value for each in found] == published
        assert [each.queue for each in found] == [ENTRIES[value % 16] for value in published]
        assert [each.frame for each in found] == frames


def random_packet(rng: random.Random) -> Packet:
    if rng.random() < 0.5:
        src, dst = (str(ipaddress.IPv4Address(rng.getrandbits(32))) for _ in range(2))
    else:
        src, dst = (str(ipaddress.IPv6Address(rng.getrandbits(128))) for _ in range(2))
    return Packet(src, dst, rng.choice((TCP, UDP, OTHER)), rng.getrandbits(16), rng.randrange(4789), rng.random() < 0.2,
                  rng.choice((None, 0x1234, 0x7007)), rng.random() < 0.2)


def random_mask(rng: random.Random) -> int:
    """One that mlx5_ib takes: one version of IP, one protocol."""
    l3 = rng.randrange(4) * rng.choice((SRC4, SRC6))
    l4 = rng.randrange(4) * rng.choice((SPORT_TCP, SPORT_UDP))
    return l3 | l4 or SRC4


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[-1].strip("-") if mode else "trap")
@pytest.mark.parametrize("seed", range(6))
def test_fields(tmp_path, mode, seed):
    """Any selection of fields, of frames that have them and that do not: those that a frame has are hashed."""
    rng = random.Random(seed)
    mask, key = random_mask(rng), rng.randbytes(40)
    entries = [rng.randrange(8) for _ in range(2 ** rng.randrange(7))]
    entries[0] = 7
    packets = [random_packet(rng) for _ in range(40)]
    found = receives(tmp_path, one_table(entries, mask, key.hex()), [packet.frame() for packet in packets], 8, mode)
    for packet, each in zip(packets, found):
        wanted = hash_of(packet, mask, key)
        assert each.hash == wanted, packet
        assert each.queue == entries[wanted.value % len(entries)], packet
        assert each.frame == packet.frame()


def test_spread(tmp_path):
    """Each of 64 queues in a table of 64 gets frames of other flows than the rest."""
    packets = [Packet("10.0.0.1", "10.0.0.2", UDP, sport, 9) for sport in range(600)]
    mask = SRC4 | DST4 | SPORT_UDP | DPORT_UDP
    found = receives(tmp_path, one_table(range(64), mask), [packet.frame() for packet in packets], 64)
    key = bytes.fromhex(MS_KEY)
    assert [each.queue for each in found] == [hash_of(packet, mask, key).value % 64 for packet in packets]
    assert {each.queue for each in found} == set(range(64))


def test_one_queue(tmp_path):
    """A table of one queue needs no hash: DPDK makes one for what it drops."""
    packets = [Packet("10.0.0.1", "10.0.0.2", UDP, 1, 2), Packet("fd00::1", "fd00::2", TCP, 1, 2)]
    found = receives(tmp_path, one_table([0], 0), [packet.frame() for packet in packets], 1)
    assert [(each.queue, each.hash) for each in found] == [(0, Hash(0))] * 2


@pytest.mark.parametrize("seed", range(4))
def test_tunnels(tmp_path, seed):
    """With IBV_RX_HASH_INNER, the frame in VXLAN is hashed, and a frame that is in no tunnel has no such fields. With tunnel
    offloads, the CQE is about the inner headers; without, about the outer ones."""
    rng = random.Random(100 + seed)
    mask = random_mask(rng)
    key = rng.randbytes(40)
    pairs = []
    for _ in range(20):
        outer = random_packet(rng)._replace(protocol=UDP, is_fragment=False)
        pairs.append((outer, random_packet(rng)))
    frames = [frame for outer, inner in pairs for frame in (vxlan(outer, inner), inner.frame())]
    for flags, selected in ((TUNNEL, mask | INNER), (TUNNEL, mask), (0, mask)):
        found = receives(tmp_path, one_table(ENTRIES, selected, key.hex(), flags), frames, 8, TUNNELS)
        for i, (outer, inner) in enumerate(pairs):
            tunneled, plain = found[2 * i:2 * i + 2]
            hashed = inner if selected & INNER else outer._replace(dport=4789)
            assert tunneled.hash == hash_of(hashed, mask, key), (outer, inner)
            assert plain.hash == (Hash(0) if selected & INNER else hash_of(inner, mask, key)), inner
            assert tunneled.queue == ENTRIES[tunneled.hash.value % 16]
            assert tunneled.tunnel == ((1, int(outer.version == 6)) if flags else (0, 0)) and plain.tunnel == (0, 0)
            shown = inner if flags else outer
            assert tunneled.heads[0] == (2 if shown.version == 4 else 1)
            assert tunneled.heads[1] == (0 if not shown.has_ports else 2 if shown.protocol == UDP else 4)


def is_right(ip: bytes) -> Tuple[bool, bool]:
    """Are the checksums of IPv4 and of UDP right, of a packet without options?"""
    def total(data: bytes) -> int:
        data += bytes(len(data) % 2)
        value = sum(int.from_bytes(data[i:i + 2], "big") for i in range(0, len(data), 2))
        return value % 0xffff
    length = int.from_bytes(ip[2:4], "big")
    pseudo = ip[12:20] + bytes([0, ip[9]]) + (length - 20).to_bytes(2, "big")
    return total(ip[:20]) == 0, ip[26:28] != bytes(2) and total(pseudo + ip[20:length]) == 0


def test_inner_checksums(tmp_path):
    """The device writes the checksums of both frames that a WQE asks for, and no others; the CQE says of the inner ones whether
    they are right."""
    outer, inner = Packet("10.0.0.1", "10.0.0.2", UDP, 5, 6), Packet("10.9.0.1", "10.9.0.2", UDP, 7, 8)
    frame = vxlan(outer, inner).hex()
    start = one_table([0], SRC4 | DST4 | INNER, flags=TUNNEL)
    said, refused = obey(tmp_path, [*start, "post 0 20", *(f"csums {flags} 1 {frame}" for flags in range(16)),
                                    f"state 0 {RESET} {NO_STATE}", *gone(1)], TUNNELS)
    assert refused == []
    found = [got(line) for line in said if line.startswith("got")]
    for flags, each in enumerate(found):
        assert is_right(each.frame[14:]) == (bool(flags & 1), bool(flags & 2)), flags
        assert is_right(each.frame[14 + 20 + 8 + 8 + 14:]) == (bool(flags & 4), bool(flags & 8)), flags
        assert each.heads[2] == (flags >> 2 & 1)


def test_strip(tmp_path):
    """CVLAN_STRIPPING, of a new queue and changed: the tag is taken out of the frame, and is hashed neither way."""
    packet = Packet("10.0.0.1", "10.0.0.2", UDP, 5, 6, tag=0x2007)
    bare = packet._replace(tag=None)
    start = [f"wq 0 0 16 {STRIP}", f"state 0 {READY} {NO_STATE}", "table 0 0 0", f"qp 0 0 {TOEPLITZ} {SRC4 | DST4} 0 {MS_KEY}",
             f"flow 0 0 {MAC}", "post 0 4"]
    send = f"send 1 {packet.frame().hex()}"
    lines = [*start, send, f"flags 0 0 {STRIP}", send, f"flags 0 {STRIP} {STRIP}", send, f"flags 0 0 {FCS}", send, *gone(1)]
    said, refused = obey(tmp_path, lines)
    assert refused == []
    found = [got(line) for line in said if line.startswith("got")]
    whole, cut = packet.frame(), packet.frame()[:12] + packet.frame()[16:]
    assert [each.frame for each in found] == [cut, whole, cut, cut]
    assert {each.hash for each in found} == {hash_of(bare, SRC4 | DST4, bytes.fromhex(MS_KEY))}


def test_direct(tmp_path):
    """The TIR of a raw packet QP hashes for the CQE when DEVX tells it to; also by XOR, of the bytes of the fields."""
    packet = Packet("10.1.2.3", "10.4.5.6", TCP, 0x1234, 0x5678)
    data = bytes([10, 1, 2, 3, 10, 4, 5, 6, 0x12, 0x34, 0x56, 0x78])
    xor = 0
    for byte in data:
        xor ^= byte
    send = f"send 1 {packet.frame().hex()}"
    said, refused = obey(tmp_path, [
        "direct 0 0", f"flow 0 0 {MAC}", "room 0 9", send, f"hash 0 2 0 0 15 {MS_KEY}", send, f"hash 0 1 0 0 15 {MS_KEY}", send,
        f"hash 0 2 0 1 15 {MS_KEY}", send, f"hash 0 2 1 0 15 {MS_KEY}", send, f"hash 0 3 0 0 15 {MS_KEY}",
        f"hash 0 2 0 0 31 {MS_KEY}", send, f"hash 0 0 0 0 0 {MS_KEY}", send, "destroy flow 0", "destroy qp 0"])
    found = [got(line).hash for line in said if line.startswith("got")]
    key = bytes.fromhex(MS_KEY)
    assert found == [Hash(0), Hash(toeplitz(key, data), 1, 1, 1, 1), Hash(xor, 1, 1, 1, 1), Hash(toeplitz(key, data[:8]), 1, 1),
                     Hash(toeplitz(key, data[8:]), 0, 0, 1, 1), Hash(toeplitz(key, data[8:]), 0, 0, 1, 1), Hash(0)]
    assert [line for line in said if line.startswith("hash")] == ["hash 0"] * 4 + ["hash 3"] * 2 + ["hash 0"]
    assert [sentence(line) for line in refused] == [
        "BAD_PARAM (0x03): rx_hash_fn is 3, up to TOEPLITZ (2) is possible; or rx_hash_symmetric is set, which the device does "
        "not have",
        "BAD_PARAM (0x03): selected_fields are 0x1f outside and 0x0 inside of a tunnel; the device hashes 0xf"]


def sentence(line: str) -> str:
    """What was refused, without the name of the method or command, and without numbers of objects."""
    found = re.fullmatch(r"softmlx5: refused: mlx5_0: (?:kernel|firmware): .*? 0x[0-9a-f]+(?: of object 0x[0-9a-f]+)?: (.*)",
                         line)
    assert found, line
    return re.sub(r"handle \d+", "handle N", found[1])


def test_refused(tmp_path):
    """What is refused, with its errno value and sentence; nothing remains of it."""
    key = MS_KEY
    addresses = SRC4 | DST4
    steps = [  # a line, its errno value or status, its sentence
        (f"wq 0 0 16 {FCS}", errno.EOPNOTSUPP,
         "EOPNOTSUPP: create_flags has SCATTER_FCS, which needs the capability scatter_fcs"),
        (f"wq 0 0 16 {DELAY}", errno.EOPNOTSUPP,
         "EOPNOTSUPP: create_flags has DELAY_DROP, which needs the capabilities rq_delay_drop and general_notification_event"),
        (f"wq 0 0 16 {PADDING}", errno.EOPNOTSUPP,
         "EOPNOTSUPP: create_flags has PCI_WRITE_END_PADDING, which needs the capability end_pad"),
        ("wq 0 0 16 0", 0, None),
        ("wq 1 1 16 0", 0, None),
        (f"state 0 {ERROR} {READY}", errno.EINVAL,
         "BAD_RES_STATE (0x09): the queue is in state RST, and not in that of the command, 1"),
        (f"state 0 7 {NO_STATE}", errno.EINVAL, "EINVAL: curr_wq_state is 9, and wq_state 7; at most 2 (ERR) is allowed"),
        (f"flags 0 {PADDING} {PADDING}", errno.EOPNOTSUPP,
         "EOPNOTSUPP: flags_mask has PCI_WRITE_END_PADDING, which cannot be changed"),
        (f"state 0 {ERROR} {RESET}", 0, None),
        (f"state 0 {READY} {ERROR}", errno.EINVAL, "BAD_PARAM (0x03): state is 1, which is unknown, or cannot follow ERR"),
        (f"state 0 {RESET} {ERROR}", 0, None),
        ("table 0 1 0 1", 0, None),
        ("destroy wq 0", errno.EBUSY, "EBUSY: 1 other objects use the object with handle N"),
        ("table 1 2 0 0 0 1", 0, None),
        ("destroy wq 0", errno.EBUSY, "EBUSY: 4 other objects use the object with handle N"),
        ("destroy table 1", 0, None),
        (f"qp 0 0 2 {addresses} 0 {key}", errno.EOPNOTSUPP,
         "EOPNOTSUPP: rx_hash_function is 2; IBV_RX_HASH_FUNC_TOEPLITZ (1) is possible"),
        (f"qp 0 0 1 {addresses} 0 {key[2:]}", errno.EINVAL, "EINVAL: rx_hash_key_len is 39; 40 is allowed"),
        (f"qp 0 0 1 0 0 {key}", errno.EINVAL,
         "EINVAL: rx_hash_fields_mask is 0, and the table has 2 entries, of which only the first would be used"),
        (f"qp 0 0 1 {SRC4 | DST6} 0 {key}", errno.EINVAL,
         "EINVAL: rx_hash_fields_mask is 0x9; addresses of IPv4 and IPv6, and fields of TCP, UDP and IPsec, exclude each other"),
        (f"qp 0 0 1 {SRC4 | SPORT_TCP | DPORT_UDP} 0 {key}", errno.EINVAL,
         "EINVAL: rx_hash_fields_mask is 0x91; addresses of IPv4 and IPv6, and fields of TCP, UDP and IPsec, exclude each other"),
        (f"qp 0 0 1 {SRC4 | SPI} 0 {key}", errno.EINVAL,
         "BAD_PARAM (0x03): selected_fields are 0x11 outside and 0x0 inside of a tunnel; the device hashes 0xf"),
        (f"qp 0 0 1 {addresses | INNER} 0 {key}", errno.EOPNOTSUPP,
         "EOPNOTSUPP: rx_hash_fields_mask has IBV_RX_HASH_INNER, which needs MLX5DV_QP_CREATE_TUNNEL_OFFLOADS"),
        (f"qp 0 0 1 {addresses} 0 {key}", 0, None),
        ("destroy table 0", errno.EBUSY, "EBUSY: 1 other objects use the object with handle N"),
        ("entries 0 2 1 1", 0, None),
        ("entries 0 4 1 1 1 1", 3,
         "BAD_PARAM (0x03): rqt_actual_size is 4; a power of two up to rqt_max_size, which is 2, is allowed"),
        (f"flow 0 0 {MAC}", 0, None),
        ("destroy qp 0", errno.EBUSY, "EBUSY: 1 other objects use the object with handle N"),
        ("destroy wq 0", errno.EBUSY, "EBUSY: 1 other objects use the object with handle N"),
        ("destroy flow 0", 0, None),
        ("destroy qp 0", 0, None),
        ("destroy table 0", 0, None),
        ("destroy wq 1", 0, None),
        ("destroy wq 0", 0, None),
    ]
    said, refused = obey(tmp_path, [line for line, _, _ in steps])
    said = [line for line in said if not line.startswith("size ")]
    assert [int(line.split()[-1]) for line in said] == [number for _, number, _ in steps]
    assert [sentence(line) for line in refused] == [text for _, _, text in steps if text]


def test_no_states(tmp_path):
    """A QP of RSS is not modified or queried: libmlx5 does not ask the kernel for that."""
    said, _ = obey(tmp_path, [*one_table([0, 1], SRC4), "states 0", *gone(2)])
    assert [line for line in said if line[0] in "mq" and not line.startswith("qp")] == [
        f"modify {errno.EOPNOTSUPP}", f"query {errno.EOPNOTSUPP}"]


def test_no_tunnel(tmp_path):
    """A device without the capability refuses the flag."""
    said, refused = obey(tmp_path, [*one_table([0, 1], SRC4)[:-2], f"qp 0 0 1 {SRC4 | INNER} {TUNNEL} {MS_KEY}",
                                    "destroy table 0", "destroy wq 0", "destroy wq 1"])
    assert [line for line in said if line.startswith("qp")] == [f"qp {errno.EINVAL}"]
    assert [sentence(line) for line in refused] == ["EINVAL: the driver's flags are 0x4; 0xc0 are known"]


def test_caps(tmp_path):
    """What the device says of itself."""
    fields = SRC4 | DST4 | SRC6 | DST6 | SPORT_TCP | DPORT_TCP | SPORT_UDP | DPORT_UDP | INNER
    said, refused = obey(tmp_path, ["caps"])
    assert (said, refused) == ([f"caps {1 << 8:#x} 65536 2048 {fields:#x} 0x1 65536"], [])


class Life:
    """A random life: what exists, what each call has to give, and what it gave."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: List[str] = []
        self.wanted: List[object] = []
        self.queues: Dict[int, int] = {}  # states
        self.posted: Dict[int, int] = {}
        self.used: Set[int] = set()  # queues that have had receives
        self.tables: Dict[int, List[int]] = {}
        self.made: Dict[int, List[int]] = {}  # entries with which a table was made, which ib_uverbs knows
        self.qps: Dict[int, Tuple[int, int, bytes]] = {}  # table, fields, key
        self.flows: Dict[int, Tuple[int, str]] = {}  # QP, address

    def do(self, line: str, err: int) -> None:
        self.lines.append(line)
        self.wanted.append(f"{line.split()[0]} {err}")

    def free(self, taken: Dict[int, object], many: int) -> Optional[int]:
        left = [index for index in range(many) if index not in taken]
        return self.rng.choice(left) if left else None

    def make_queue(self) -> None:
        index = self.free(self.queues, 12)
        if index is not None:
            self.do(f"wq {index} {self.rng.randrange(3)} 32 0", 0)
            self.queues[index], self.posted[index] = RESET, 0
            self.used.discard(index)

    def change_state(self) -> None:
        if not self.queues:
            return
        index = self.rng.choice(list(self.queues))
        before, after = self.queues[index], self.rng.choice((RESET, RESET, ERROR, *[READY] * 6))
        if before == RESET and after == ERROR and index in self.used:
            return  # libmlx5 leaves the record of what was posted until the queue is ready again
        allowed = not (before == ERROR and after == READY)
        self.do(f"state {index} {after} {self.rng.choice((before, NO_STATE))}", 0 if allowed else errno.EINVAL)
        if not allowed:
            return
        self.queues[index] = after
        if after == ERROR and self.posted[index]:
            self.lines.append(f"flush {self.posted[index]}")
            self.wanted += [f"flush {index} 5"] * self.posted[index]
        if after != READY:
            self.posted[index] = 0

    def make_table(self) -> None:
        index = self.free(self.tables, 6)
        if index is None or not self.queues:
            return
        log = self.rng.randrange(7)
        entries = [self.rng.choice(list(self.queues)) for _ in range(1 << log)]
        self.do(f"table {index} {log} " + " ".join(map(str, entries)), 0)
        self.tables[index] = self.made[index] = entries

    def change_table(self) -> None:
        if not self.tables:
            return
        index = self.rng.choice(list(self.tables))
        own = self.tables[index]
        users = sorted(set(own))
        # DEVX does not tell ib_uverbs which queues are in the table, so that only these are put there
        entries = [self.rng.choice(users) for _ in range(2 ** self.rng.randrange(len(own).bit_length()))]
        self.do(f"entries {index} {len(entries)} " + " ".join(map(str, entries)), 0)
        self.wanted.append(f"size {len(entries)}")
        self.tables[index] = entries

    def make_qp(self) -> None:
        index = self.free(self.qps, 6)
        if index is None or not self.tables:
            return
        table, mask, key = self.rng.choice(list(self.tables)), random_mask(self.rng), self.rng.randbytes(40)
        self.do(f"qp {index} {table} {TOEPLITZ} {mask} 0 {key.hex()}", 0)
        self.qps[index] = (table, mask, key)

    def make_flow(self) -> None:
        index = self.free(self.flows, 8)
        if index is None or not self.qps:
            return
        qp, mac = self.rng.choice(list(self.qps)), f"0200000000{self.rng.randrange(4):02x}"
        if (qp, mac) in self.flows.values():
            return
        self.do(f"flow {index} {qp} {mac}", 0)
        self.flows[index] = (qp, mac)

    def send(self) -> None:
        """A frame, which each QP with a flow for its address passes to a queue, if this is ready."""
        packet, mac = random_packet(self.rng), f"0200000000{self.rng.randrange(4):02x}"
        arrivals = []
        for qp in sorted({qp for qp, to in self.flows.values() if to == mac}):
            table, mask, key = self.qps[qp]
            hashed = hash_of(packet, mask, key)
            queue = self.tables[table][hashed.value % len(self.tables[table])]
            if self.queues[queue] == READY:
                arrivals.append((queue, hashed))
        for queue in sorted({queue for queue, _ in arrivals}):
            need = sum(each == queue for each, _ in arrivals)
            more = max(0, need - self.posted[queue]) + self.rng.randrange(4)
            if more and self.posted[queue] + more <= 32:
                self.lines.append(f"post {queue} {more}")
                self.posted[queue] += more
                self.used.add(queue)
        for queue, _ in arrivals:
            self.posted[queue] -= 1
        frame = packet.frame(mac=mac)
        self.lines.append(f"send {len(arrivals)} {frame.hex()}")
        self.wanted.append(sorted((queue, tuple(hashed), frame) for queue, hashed in arrivals))

    def destroy(self) -> None:
        kind, of = self.rng.choice((("wq", self.queues), ("table", self.tables), ("qp", self.qps), ("flow", self.flows)))
        if not of or self.rng.random() < 0.6:
            return
        index = self.rng.choice(list(of))
        self.try_destroy(kind, of, index)

    def is_used(self, kind: str, index: int) -> bool:
        if kind == "wq":
            return any(index in self.made[table] for table in self.tables)
        if kind == "table":
            return any(table == index for table, _, _ in self.qps.values())
        return kind == "qp" and any(qp == index for qp, _ in self.flows.values())

    def try_destroy(self, kind: str, of: Dict, index: int) -> bool:
        is_used = self.is_used(kind, index)
        self.do(f"destroy {kind} {index}", errno.EBUSY if is_used else 0)
        if not is_used:
            del of[index]
        return not is_used

    def live(self, steps: int) -> None:
        actions = [self.make_queue, self.change_state, self.change_state, self.make_table, self.change_table, self.make_qp,
                   self.make_flow, self.make_flow, self.destroy, *[self.send] * 6]
        for _ in range(steps):
            self.rng.choice(actions)()

    def begin_again(self) -> None:
        self.lines.append("reopen")
        for each in (self.queues, self.posted, self.used, self.tables, self.made, self.qps, self.flows):
            each.clear()

    def end(self) -> None:
        """All that is left is destroyed, in any order that is possible."""
        left = [(kind, of) for kind, of in (("wq", self.queues), ("table", self.tables), ("qp", self.qps), ("flow", self.flows))]
        while any(of for _, of in left):
            kind, of = self.rng.choice([each for each in left if each[1]])
            self.try_destroy(kind, of, self.rng.choice(list(of)))


def answers(said: Sequence[str], wanted: Sequence[object]) -> List[object]:
    """The answers in the form in which they are wanted: frames that came together in any order."""
    rest = list(said)
    found: List[object] = []
    for each in wanted:
        if isinstance(each, str):
            found.append(rest.pop(0))
            continue
        frames = [got(rest.pop(0)) for _ in each]  # type: ignore[attr-defined]
        found.append(sorted((frame.queue, tuple(frame.hash), frame.frame) for frame in frames))
    return found + rest


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[-1].strip("-") if mode else "trap")
@pytest.mark.parametrize("seed", range(8))
def test_lives(tmp_path, seed, mode):
    """Every second life closes its context with all that is there, begins again, and ends its process in the same manner."""
    life = Life(seed)
    life.live(500)
    if seed % 2:
        life.end()
    else:
        life.begin_again()
        life.live(200)
        life.lines.append("leave")
    said, _ = obey(tmp_path, life.lines, mode)
    assert answers(said, life.wanted) == life.wanted
    assert sum(len(each) for each in life.wanted if isinstance(each, list)) > 50
