# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks of single properties, each on a device of its own. Numbers are written out, not computed by a model, where
possible.
"""

from __future__ import annotations

import errno
import struct
from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple

import signatures as model
import verbs
from signatures import Crc, Crypto, Dif, Signature
from verbs import (ALL_ACCESS, INDIRECT, LOC_PROT_ERR, REM_ACCESS_ERR, RTS, SIGNALED, SQD, SUCCESS,
                   WR_FLUSH_ERR, AnyKey, Device, Layout, Sge)


class Check(NamedTuple):
    run: Callable[[Device], None]
    options: Tuple[str, ...]  # of softmlx5


CHECKS: Dict[str, Check] = {}


def check(*options: str):
    def register(function: Callable[[Device], None]):
        CHECKS[function.__name__] = Check(function, options)
        return function
    return register


def same(found, expected) -> None:
    assert found == expected, f"{found} instead of {expected}"


DIF = Dif(512, False, 0, 0x1234, 0x100, model.REF_REMAP)
BLOCK = 520  # bytes of a block with its signature


def blocks(domain: model.Domain, n: int = 4, size: int = 512) -> bytes:
    data = bytes(i * 7 & 0xff for i in range(n * size))
    return model.convert(data, None, domain, 0, 0)[0]


class Bed:
    """A device, two ends, and a key over the first bytes of the memory."""

    def __init__(self, device: Device, *pair, **pair_options) -> None:
        self.device = device
        self.mr = device.mr()
        self.a, self.b = device.pair(*pair, **pair_options)
        self.key = device.mkey()

    def conf(self, signature: Signature, size: int = 4 * BLOCK, key: AnyKey = None,
             at: int = 0) -> None:
        self.device.conf(self.a, key or self.key, f"access {ALL_ACCESS}", signature.text(),
                         Layout((Sge(self.mr, at, size),)).text())

    def write(self, key: AnyKey = None, size: int = 2048, start: int = 0) -> None:
        """Posts an RDMA_WRITE from the key to byte 16384."""
        self.device.many([Device.send_text(self.a, verbs.RDMA_WRITE,
                                           [Sge(key or self.key, start, size)],
                                           "@16384", self.mr.rkey)])
        same([c.status for c in self.device.poll(self.a)], [SUCCESS])

    def flip(self, *places: int) -> None:
        for place in places:
            self.device.memory[place] ^= 1


@check()
def capabilities(device: Device) -> None:
    """The default is all block sizes, signatures, guards and CRCs, and encryption of single data units."""
    same(device("caps"), ["31", "3", "3", "7", "1", "2"])


@check("--caps", "connectx5")
def capabilities_connectx5(device: Device) -> None:
    """ConnectX-5 has only CRC32, no blocks of 4048 bytes, no encryption; other values are refused."""
    same(device("caps"), ["27", "3", "3", "1", "0", "0"])
    bed = Bed(device)
    for crc_type, expected in (model.CRC32, SUCCESS), (model.CRC32C, verbs.MW_BIND_ERR):
        device.many([Device.conf_text(bed.a, bed.key, Signature(Crc(512, crc_type), None).text(),
                                      Layout((Sge(bed.mr, 0, 516),)).text(), wr_id=crc_type)])
        same(status(device, bed.a)[0], (crc_type, expected))


@check()
def key_lifetime(device: Device) -> None:
    """A destroyed key cannot be used; keys and PSVs do not run out if each is freed."""
    bed = Bed(device)
    for _ in range(300):
        device(f"free_mkey {device.mkey().index}")
    device.memory[:2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.write()
    device(f"free_mkey {bed.key.index}")
    device.many([Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(bed.key, 0, 8)], "@16384",
                                  bed.mr.rkey)])
    same(status(device, bed.a), [(1, LOC_PROT_ERR)])


@check()
def error_values(device: Device) -> None:
    """Each part of a T10-DIF in memory gives its type, expected and actual value, and offset."""
    bed = Bed(device)
    for flipped, expected in (((512 + 1,), (model.BAD_GUARD, 1)),
                              ((512 + 2,), (model.BAD_APPTAG, 0x1334, 0x1234)),
                              ((512 + 7,), (model.BAD_REFTAG, 0x101, 0x100)),
                              ((512, 514, 516), (model.BAD_GUARD, 0x100)),
                              ((514, 516), (model.BAD_APPTAG, 0x1334, 0x1234))):
        for block in (0, 3):
            device.memory[:2080] = stream = blocks(DIF)
            bed.conf(Signature(DIF, None))
            bed.flip(*(block * BLOCK + place for place in flipped))
            bed.write()
            if expected[0] == model.BAD_GUARD:
                right = int.from_bytes(stream[block * BLOCK + 512:block * BLOCK + 514], "big")
                wanted = (model.BAD_GUARD, right ^ expected[1], right, block * BLOCK)
            elif expected[0] == model.BAD_REFTAG:
                wanted = (model.BAD_REFTAG, 0x100 + block ^ 1, 0x100 + block, block * BLOCK)
            else:
                wanted = (*expected, block * BLOCK)
            same(device.check(bed.key), wanted)


@check("--caps", "connectx5")
def error_values_connectx5(device: Device) -> None:
    """The values of NVIDIA's tests for cards (ibverbs-tests tests/mkey/sig.cc: guardError, appTagError, refTagError, corruptData,
    corruptSig): the computed value is the expected one, and the offset is that of the last byte of the signature."""
    bed = Bed(device)
    dif, crc = Dif(512, False, 0xffff, 0x5678, 0xf0debc9a), Crc(512, model.CRC32, 0)
    for domain, place, kind, expected, actual in (
            (dif, 0, model.BAD_GUARD, 0x9916, 0xec7d), (dif, 514, model.BAD_APPTAG, 0x5678, 0xa978),
            (dif, 516, model.BAD_REFTAG, 0xf0debc9a, 0x0fdebc9a), (crc, 0, model.BAD_GUARD, 0xe33cb35a, 0x699aca21),
            (crc, 512, model.BAD_GUARD, 0x699aca21, 0x969aca21)):
        stream = bytearray(model.convert(b"\xa5" * 512, None, domain, 0, 0)[0])
        stream[place] ^= 0xff
        device.memory[:len(stream)] = bytes(stream)
        bed.conf(Signature(domain, None), len(stream))
        bed.write(size=512)
        same(device.check(bed.key), (kind, expected, actual, len(stream) - 1))


@check()
def error_values_crc(device: Device) -> None:
    """Expected and actual values of CRCs are numbers, independent of the byte order; wire and memory."""
    bed = Bed(device)
    data = b"a" * 512
    for crc_type, seed, right in ((model.CRC32C, 2 ** 32 - 1, 0x6f32a61f), (model.CRC32, 0, None),
                                  (model.CRC64_XP10, 2 ** 64 - 1, None)):
        domain = Crc(512, crc_type, seed)
        made = domain.make(0, data)
        order = "big" if crc_type == model.CRC32 else "little"
        right = right or int.from_bytes(made, order)
        bad = bytes([made[0] ^ 0x80]) + made[1:]
        wrong = int.from_bytes(bad, order)
        size = len(data + bad)
        device.memory[:size] = data + bad
        bed.conf(Signature(domain, None), size)
        bed.write(size=512)
        same(device.check(bed.key), (model.BAD_GUARD, wrong, right, 0))
        bed.conf(Signature(None, domain), 512, at=4096)
        device.many([Device.send_text(bed.b, verbs.RDMA_WRITE, [Sge(bed.mr, 0, size)], "0",
                                      bed.key.rkey)])
        same([c.status for c in device.poll(bed.b)], [SUCCESS])
        same(device.poll(bed.a), [])
        same(device.check(bed.key), (model.BAD_GUARD, wrong, right, 0))
        same(device.memory[4096:4608], data)


@check()
def first_error_stays(device: Device) -> None:
    """The first error is kept; no other is reported until the key is configured again."""
    bed = Bed(device)
    device.memory[:2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.flip(BLOCK + 514, 2 * BLOCK + 519)
    first = (model.BAD_APPTAG, 0x1334, 0x1234, BLOCK)
    bed.write()
    bed.flip(BLOCK + 514, 518)  # another error, in an earlier block, in another part
    bed.write()
    same(device.check(bed.key), first)
    same(device.check(bed.key), (0,))
    bed.write()
    same(device.check(bed.key), (0,))
    wanted = (model.BAD_REFTAG, 0x100, 0x100, 0)
    for setters in ((), (f"access {ALL_ACCESS}",), (Layout((Sge(bed.mr, 0, 2080),)).text(),),
                    (Signature(DIF, None).text(),)):
        device.conf(bed.a, bed.key, *setters)
        bed.write()
        found = device.check(bed.key)
        same((found[0], found[2:]), (wanted[0], wanted[2:]))
        bed.write()
        same(device.check(bed.key), (0,))
    # No error in between: it stays armed.
    device.conf(bed.a, bed.key)
    bed.write(size=512, start=512)
    same(device.check(bed.key), (0,))
    bed.write()
    same(device.check(bed.key)[0], model.BAD_REFTAG)
    # Without signature, the bytes are sent unchanged.
    device.conf(bed.a, bed.key, flags=verbs.RESET_SIG_ATTR)
    bed.write(size=2080)
    same(device.memory[16384:16384 + 2080], device.memory[:2080])
    same(device.check(bed.key), (0,))


@check()
def responder_error(device: Device) -> None:
    """An error of a key that the peer uses is reported to the responder's queue pair."""
    bed = Bed(device)
    device.memory[:2080] = blocks(DIF)
    bed.flip(2 * BLOCK + 513)
    right = int.from_bytes(blocks(DIF)[2 * BLOCK + 512:2 * BLOCK + 514], "big")
    for opcode in verbs.RDMA_READ, verbs.RDMA_WRITE:
        if opcode == verbs.RDMA_READ:  # from memory with signatures
            bed.conf(Signature(DIF, None))
            local = Sge(bed.mr, 8192, 2048)
        else:
            bed.conf(Signature(None, DIF), 2048, at=8192)
            local = Sge(bed.mr, 0, 2080)
        device.many([Device.send_text(bed.b, opcode, [local], "0", bed.key.rkey)])
        same([c.status for c in device.poll(bed.b)], [SUCCESS])
        same(device.check(bed.key), (0,))  # not polled yet
        same(device.poll(bed.a), [])
        same(device.check(bed.key), (model.BAD_GUARD, right ^ 1, right, 2 * BLOCK))


@check()
def pieces_of_a_run(device: Device) -> None:
    """Blocks keep their numbers if their target is in pieces."""
    bed = Bed(device)
    n, size = 40, 40 * 512
    device.memory[:n * BLOCK] = blocks(DIF, n)
    data = model.convert(device.memory[:n * BLOCK], DIF, None, 0, 0)[0]
    for spoilt, expected in (None, (0,)), (33, (model.BAD_REFTAG, 0x100 ^ 33 ^ 1, 0x100 ^ 33, 33 * BLOCK)):
        if spoilt:
            bed.flip(spoilt * BLOCK + 519)
        bed.conf(Signature(DIF, None), n * BLOCK)
        device.memory[32768:65536] = bytes(32768)
        lengths = 1, 5000, 9000, size - 14001
        target, places = 32768, []
        for length in lengths:
            places.append(Sge(bed.mr, target, length))
            target += length + 3
        device.many([Device.send_text(bed.b, verbs.RDMA_READ, places, "0", bed.key.rkey)])
        same([c.status for c in device.poll(bed.b)], [SUCCESS])
        same(b"".join(device.memory[at:at + length] for _, at, length in places), data)
        device.poll(bed.a)
        same(device.check(bed.key), expected)


@check()
def two_keys(device: Device) -> None:
    """Each key of one request has its own error."""
    bed = Bed(device)
    other = device.mkey()
    device.memory[:2080] = blocks(DIF)
    device.memory[4096:4096 + 2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.conf(Signature(DIF, None), key=other, at=4096)
    bed.flip(514, 4096 + BLOCK + 515)
    device.many([Device.send_text(bed.a, verbs.RDMA_WRITE,
                                  [Sge(bed.key, 0, 2048), Sge(other, 0, 2048)],
                                  "@16384", bed.mr.rkey)])
    same([c.status for c in device.poll(bed.a)], [SUCCESS])
    same(device.check(other), (model.BAD_APPTAG, 0x1235, 0x1234, BLOCK))
    same(device.check(bed.key), (model.BAD_APPTAG, 0x1334, 0x1234, 0))


@check()
def masks(device: Device) -> None:
    """Only bytes whose bit of the check mask is set count: bit 7 - i is byte i."""
    bed = Bed(device)
    kinds = [model.BAD_GUARD] * 2 + [model.BAD_APPTAG] * 2 + [model.BAD_REFTAG] * 4
    for byte in range(8):
        device.memory[:2080] = blocks(DIF)
        bed.flip(512 + byte)
        bed.conf(Signature(DIF, None, 0xff ^ 0x80 >> byte))
        bed.write()
        same(device.check(bed.key), (0,))
        bed.conf(Signature(DIF, None, 0x80 >> byte))
        bed.write()
        same(device.check(bed.key)[0], kinds[byte])


@check()
def copies(device: Device) -> None:
    """Bytes whose bit of the copy mask is set are copied, the others are computed."""
    bed = Bed(device)
    wire = Dif(512, True, 0, 0x4321, 0x7700, 0)
    data = bytes(512)
    for byte in range(8):
        device.memory[:BLOCK] = data + bytes.fromhex("a0a1a2a3a4a5a6a7")
        bed.conf(Signature(DIF, wire, 0, 0x80 >> byte), BLOCK)
        bed.write(size=BLOCK)
        made = bytearray.fromhex("ffff432100007700")
        made[byte] = 0xa0 + byte
        same(device.memory[16384 + 512:16384 + BLOCK], bytes(made))


@check()
def escapes(device: Device) -> None:
    """Escapes apply to the tags that the flags name."""
    bed = Bed(device)
    for flags, tags, is_checked in ((0, "ffffffffffff", True),
                                    (model.APP_ESCAPE, "ffff00000000", False),
                                    (model.APP_ESCAPE, "fffeffffffff", True),
                                    (model.APP_REF_ESCAPE, "ffffffffffff", False),
                                    (model.APP_REF_ESCAPE, "fffffffffffe", True),
                                    (model.APP_REF_ESCAPE, "ffff00000000", True)):
        domain = Dif(512, False, 0, 0x1234, 0x100, flags)
        device.memory[:BLOCK] = bytes(512) + b"\x77\x77" + bytes.fromhex(tags)
        bed.conf(Signature(domain, None), BLOCK)
        bed.write(size=512)
        same(device.check(bed.key), (model.BAD_GUARD, 0x7777, 0, 0) if is_checked else (0,))


@check()
def refused_configurations(device: Device) -> None:
    """A configuration that libmlx5 refuses never reaches the device, and the key can be used afterwards."""
    bed = Bed(device)
    for text in (Signature(DIF, None).text().replace("sig 0", "sig 0").replace("dif 0", "dif 9"),
                 Signature(Crc(512, 0, 5), None).text(), Signature(Dif(512, False, 5), None).text(),
                 Signature(DIF, Crc(512, 0, 0), 0xff, 0xff).text()):
        try:
            device.conf(bed.a, bed.key, text)
            raise AssertionError(f"{text} was accepted")
        except verbs.Failed:
            pass
    device.memory[:2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.write()
    same(device.memory[16384:16384 + 512], device.memory[:512])


# Pipelining.

def pipeline(device: Device) -> Bed:
    """Posts a bad transfer, a fenced SEND that reports its result, and another one, all at once. Only the transfer is
    completed at the first end."""
    bed = Bed(device, verbs.SIG_PIPELINING)
    device.memory[:2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.flip(512 + 514 - 512)
    device.memory[3000:3016] = bytes(range(16))
    device.many([Device.recv_text(bed.b, [Sge(bed.mr, 4000 + 8 * i, 8)], 20 + i) for i in range(3)] +
                [Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(bed.key, 0, 2048)], "@16384",
                                  bed.mr.rkey,
                                  wr_id=10)] +
                [Device.send_text(bed.a, verbs.SEND, [Sge(bed.mr, 3000 + 8 * i, 8)], wr_id=11 + i,
                                  flags=SIGNALED | verbs.FENCE) for i in range(2)])
    return bed


@check()
def pipelining(device: Device) -> None:
    """The queue stops after the bad transfer; cancelled requests are not sent, the others are."""
    bed = pipeline(device)
    same(device.event(1000), (verbs.SQ_DRAINED, bed.a))
    same(device.state(bed.a), SQD)
    same([(c.wr_id, c.status) for c in device.poll(bed.a)], [(10, SUCCESS)])
    same(device.check(bed.key), (model.BAD_APPTAG, 0x1334, 0x1234, 0))
    same(device.poll(bed.b), [])
    same(device(f"cancel {bed.a} 11"), ["1"])
    device(f"modify {bed.a} {RTS} {SQD}")
    same(device.state(bed.a), RTS)
    same([(c.wr_id, c.status) for c in device.poll(bed.a)], [(11, SUCCESS), (12, SUCCESS)])
    same([(c.wr_id, c.status) for c in device.poll(bed.b)], [(20, SUCCESS)])
    same(device.memory[4000:4016], bytes(range(8, 16)) + bytes(8))
    same(device.event(), None)
    # And once more, without cancelling.
    device.conf(bed.a, bed.key)
    device.many([Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(bed.key, 0, 2048)], "@16384",
                                  bed.mr.rkey),
                 Device.send_text(bed.a, verbs.SEND, [Sge(bed.mr, 3000, 8)], wr_id=3)])
    same(device.event(1000), (verbs.SQ_DRAINED, bed.a))
    same([(c.wr_id, c.status) for c in device.poll(bed.a)], [(1, SUCCESS)])
    device(f"modify {bed.a} {RTS} {SQD}")
    same([(c.wr_id, c.status) for c in device.poll(bed.a)], [(3, SUCCESS)])
    same(device.memory[4008:4016], bytes(range(8)))


@check()
def no_pipelining(device: Device) -> None:
    """The queue does not stop without the flag, without an error, or for an error at the responder."""
    bed = Bed(device, verbs.SIG_PIPELINING)
    plain = device.pair()[0]
    device.memory[:2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.write()
    same((device.state(bed.a), device.event()), (RTS, None))
    bed.flip(514)
    device.many([Device.send_text(bed.b, verbs.RDMA_READ, [Sge(bed.mr, 8192, 2048)], "0",
                                  bed.key.rkey)])
    device.poll(bed.a)
    same(device.check(bed.key)[0], model.BAD_APPTAG)
    same((device.state(bed.a), device.event()), (RTS, None))
    bed.conf(Signature(DIF, None))
    device.many([Device.send_text(plain, verbs.RDMA_WRITE, [Sge(bed.key, 0, 2048)], "@16384",
                                  bed.mr.rkey)])
    same([c.status for c in device.poll(plain)], [SUCCESS])
    same(device.check(bed.key)[0], model.BAD_APPTAG)
    same((device.state(plain), device.event()), (RTS, None))


@check("--fault", "late-drain:wqes=5")
def late_drain(device: Device) -> None:
    """The queue may continue up to a fenced request; several keys can then have errors."""
    bed = Bed(device, verbs.SIG_PIPELINING)
    other = device.mkey()
    device.memory[:2080] = device.memory[4096:4096 + 2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.conf(Signature(DIF, None), key=other, at=4096)
    bed.flip(514, 4096 + 515)
    texts = [Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(key, 0, 2048)], "@16384", bed.mr.rkey,
                              wr_id=i)
             for i, key in enumerate((bed.key, other))]
    texts.append(Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(bed.mr, 0, 8)], "@32768",
                                  bed.mr.rkey, wr_id=2,
                                  flags=SIGNALED | verbs.FENCE))
    device.many(texts)
    same(device.event(1000), (verbs.SQ_DRAINED, bed.a))
    same([(c.wr_id, c.status) for c in device.poll(bed.a)], [(0, SUCCESS), (1, SUCCESS)])
    same(device.check(bed.key)[:2], (model.BAD_APPTAG, 0x1334))
    same(device.check(other)[:2], (model.BAD_APPTAG, 0x1235))
    device(f"modify {bed.a} {RTS} {SQD}")
    same([(c.wr_id, c.status) for c in device.poll(bed.a)], [(2, SUCCESS)])


@check("--fault", "late-drain:wqes=2")
def late_drain_counts(device: Device) -> None:
    """Without a fence the queue stops this number of requests after the bad one."""
    bed = Bed(device, verbs.SIG_PIPELINING)
    device.memory[:2080] = blocks(DIF)
    bed.conf(Signature(DIF, None))
    bed.flip(514)
    device.many([Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(key, 0, 512)], "@16384",
                                  bed.mr.rkey, wr_id=i)
                 for i, key in enumerate((bed.key, bed.mr, bed.mr, bed.mr, bed.mr))])
    same(device.event(1000), (verbs.SQ_DRAINED, bed.a))
    same([c.wr_id for c in device.poll(bed.a)], [0, 1, 2])
    device(f"modify {bed.a} {RTS} {SQD}")
    same([c.wr_id for c in device.poll(bed.a)], [3, 4])


# A signature key unknown to libmlx5, made by raw commands and WQEs.

def wqe(opcode: int, qpn: int, body: bytes, imm: int = 0) -> str:
    """Returns a WQE with a completion; @imm is the key of a UMR."""
    control = struct.pack(">IIBHBI", opcode, qpn << 8 | (16 + len(body)) // 16, 0, 0, 8, imm)
    return (control + body).hex()


def umr(mask: int, flags_pd: int = 0, tag: int = 0, size: int = 0,
        klms: Sequence[Tuple[int, int, int]] = (),
        bsf: bytes = b"", access: int = 0x3c, free: int = 0, flags: int = 0x80, qpn: int = 0xffffff) -> bytes:
    """Returns the body of a UMR: control segment, context, translations and BSF."""
    entries = b"".join(struct.pack(">IIQ", length, key, addr) for length, key, addr in klms)
    entries = entries.ljust(-(-len(entries) // 64) * 64, b"\0")
    return (struct.pack(">B3xHHQ32x", flags, len(entries) // 16, len(bsf) // 16, mask) +
            struct.pack(">BxBBIIIQQI16xI8x", free, access, 0, qpn << 8 | tag, 0, flags_pd, 0,
                        size, 0, 0) +
            entries + bsf)


LEN, START, SIGERR, BSF_EN, KEY, QPN, ACCESS, FREE = 1, 1 << 6, 1 << 9, 1 << 12, 1 << 13, 1 << 14, 0x3e << 16, 1 << 29
REFUSED = 13, 6  # opcode of an error, and MW_BIND_ERR


class Raw:
    """A raw key and PSV, and a queue pair whose completion queue libmlx5 never polls."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.mr = device.mr()
        answer = device("pair 0 0 0 64 512 15")
        self.a, self.qpn = int(answer[0]), int(answer[1])
        pdn = int(device("pdn 0")[0])
        command = struct.pack(">HxxIII", 0x600, 0, 1 << 28 | pdn, 0)
        psv = bytes.fromhex(device(f"devx {command.hex()} 32")[1])
        same(psv[0], 0)
        self.psv = int.from_bytes(psv[17:20], "big")
        # mkc: free, KLMS, umr_en, local read, any QP, BSF of 4 octowords, 4 entries
        mkc = struct.pack(">BBBBIIIQQI16xI8x", 0x40, 0, 0x86, 0, 0xffffff5a, 0, 1 << 30 | pdn, 0, 0,
                          4, 4)
        command = struct.pack(">HxxIQ", 0x200, 0, 0) + mkc
        out = bytes.fromhex(device(f"devx {command.ljust(272, bytes(1)).hex()} 16")[1])
        same(out[0], 0)
        self.key = int.from_bytes(out[9:12], "big") << 8 | 0x5a
        self.any = AnyKey(-1, self.key, self.key, True)
        self.pdn, self.seen = pdn, 0

    def use(self, pds: Tuple[int, int]) -> None:
        """Switches to another queue pair, whose ends have these protection domains."""
        answer = self.device(f"pair {pds[0]} {pds[1]} 0 64 512 15")
        self.a, self.qpn, self.seen = int(answer[0]), int(answer[1]), 0

    def post(self, opcode: int, body: bytes, imm: int = 0) -> None:
        self.device(f"raw {self.a} 1 2 {wqe(opcode, self.qpn, body, imm)}")

    def cqes(self, n: int) -> List[bytes]:
        """Returns the next @n CQEs, which must be the only ones."""
        found = [bytes.fromhex(text) for text in self.device(f"cqes {self.a} {self.seen + n + 1}")]
        new, after = found[self.seen:-1], found[-1]
        assert all(cqe[63] >> 4 != 15 for cqe in new), "a CQE is missing"
        assert after[63] >> 4 == 15, f"there is another CQE: {after.hex()}"
        self.seen += n
        return new

    def set_psv(self, syndrome: int = 0) -> None:
        self.post(0x20, struct.pack(">IHHQ", self.psv, syndrome, 0, 0))
        same([cqe[63] >> 4 for cqe in self.cqes(1)], [0])

    def configure(self, toggle: int, raw_data_size: int = 0xffffffff) -> None:
        """Configures T10-DIF in memory: guard and tags are checked, the reference tag is incremented."""
        basic = struct.pack(">BBBBIII", 2 << 6, 0xff, 0, 1, raw_data_size, 0, self.psv)
        inline = struct.pack(">HHIBB3xBH", 0xc000, 0x1234, 0x100, 1, 0x80, 0x40, 0xffff)
        bsf = basic + bytes(16) + bytes(16) + inline
        self.post(0x25, umr(LEN | START | SIGERR | BSF_EN | KEY | ACCESS | FREE,
                            1 << 30 | toggle << 26, 0x5a, 2080,
                            [(2080, self.mr.lkey, int(self.device_base()))], bsf), self.key)
        same([cqe[63] >> 4 for cqe in self.cqes(1)], [0])

    def arm(self, toggle: int) -> None:
        self.post(0x25, umr(SIGERR, toggle << 26), self.key)
        same([cqe[63] >> 4 for cqe in self.cqes(1)], [0])

    def device_base(self) -> str:
        return self.device("base")[0]

    def transfer(self, cqes: int) -> List[bytes]:
        self.device.many([Device.send_text(self.a, verbs.RDMA_WRITE, [Sge(self.any, 0, 2048)],
                                           "@16384",
                                           self.mr.rkey)])
        return self.cqes(cqes)


@check()
def raw_cqe(device: Device) -> None:
    """The SIG_ERR CQE of a raw key comes before the completion, with these bytes."""
    raw = Raw(device)
    device.memory[:2080] = stream = blocks(DIF)
    raw.configure(1)
    raw.set_psv()
    device.memory[3 * BLOCK + 519] ^= 8
    guard = stream[3 * BLOCK + 512:3 * BLOCK + 514]
    error, done = raw.transfer(2)
    same((error[63] >> 4, done[63] >> 4, done[56]), (12, 0, 8))
    same(error[16:20], guard + b"\x12\x34")
    same(error[20:24], guard + b"\x12\x34")
    same(error[24:32], struct.pack(">II", 0x103 ^ 8, 0x103))
    same(error[32:34], struct.pack(">H", 1 << 11))
    same((error[34] & 7, error[35] & 7), (0, 1))
    same(error[36:48], struct.pack(">IQ", raw.key, 3 * BLOCK))


@check()
def psv_state(device: Device) -> None:
    """An error puts the PSV into its error state: neither the toggle nor SET_PSV alone arms the key."""
    raw = Raw(device)
    device.memory[:2080] = blocks(DIF)
    device.memory[514] ^= 1
    raw.configure(1)
    raw.set_psv()
    same([cqe[63] >> 4 for cqe in raw.transfer(2)], [12, 0])
    read = struct.pack(">16x3xBIQIIII", 1, raw.mr.lkey, int(raw.device_base()) + 8192, raw.psv, 0,
                       0, 0)
    raw.post(0x21, read)
    same([cqe[63] >> 4 for cqe in raw.cqes(1)], [0])
    same(device.memory[8196:8198], struct.pack(">H", 1 << 12))
    raw.arm(0)
    same([cqe[63] >> 4 for cqe in raw.transfer(1)], [0])
    raw.set_psv()
    same([cqe[63] >> 4 for cqe in raw.transfer(2)], [12, 0])
    raw.set_psv()
    same([cqe[63] >> 4 for cqe in raw.transfer(1)], [0])
    raw.arm(0)  # still not armed
    same([cqe[63] >> 4 for cqe in raw.transfer(1)], [0])
    raw.arm(1)
    same([cqe[63] >> 4 for cqe in raw.transfer(2)], [12, 0])
    raw.arm(0)
    raw.set_psv(1 << 13)  # SET_PSV can also set the error state
    same([cqe[63] >> 4 for cqe in raw.transfer(1)], [0])


@check()
def umr_masks(device: Device) -> None:
    """A UMR changes only the fields of its mask."""
    raw = Raw(device)
    base = int(raw.device_base())
    device.memory[:64] = bytes(range(64))
    raw.post(0x25, umr(LEN | START | KEY | ACCESS | FREE | BSF_EN, 0, 0x5a, 64,
                       [(64, raw.mr.lkey, base)]),
             raw.key)
    same([cqe[63] >> 4 for cqe in raw.cqes(1)], [0])
    # The mask names none of these: length, access, tag, free, BSF.
    raw.post(0x25, umr(1 << 25, 1 << 30, 0x77, 1, (), b"", 0, 0x40), raw.key)
    same([cqe[63] >> 4 for cqe in raw.cqes(1)], [0])
    device.many([Device.send_text(raw.a, verbs.RDMA_WRITE, [Sge(raw.any, 0, 64)], "@16384",
                                  raw.mr.rkey)])
    same([cqe[63] >> 4 for cqe in raw.cqes(1)], [0])
    same(device.memory[16384:16448], bytes(range(64)))
    # Only the length.
    raw.post(0x25, umr(LEN, 0, 0, 8), raw.key)
    device.many([Device.send_text(raw.a, verbs.RDMA_WRITE, [Sge(raw.any, 0, 8)], "@16384",
                                  raw.mr.rkey),
                 Device.send_text(raw.a, verbs.RDMA_WRITE, [Sge(raw.any, 0, 9)], "@16384",
                                  raw.mr.rkey)])
    _, good, bad = raw.cqes(3)
    same((good[63] >> 4, bad[63] >> 4, bad[55]), (0, 13, 4))


@check()
def umr_check_qpn(device: Device) -> None:
    """With check_qpn a UMR only changes a key of its own queue pair."""
    for other, expected in (0, (0, 0)), (1, REFUSED):
        raw = Raw(device)
        raw.post(0x25, umr(QPN, qpn=raw.qpn ^ other), raw.key)
        raw.post(0x25, umr(LEN, size=8, flags=0x88), raw.key)
        _, cqe = raw.cqes(2)
        same((cqe[63] >> 4, cqe[55] if cqe[63] >> 4 else 0), expected)


@check()
def umr_other_pd(device: Device) -> None:
    """A UMR changes no key of another protection domain."""
    other = device.new_pd()
    for pds, expected in ((0, 0), (0, 0)), ((other, other), REFUSED):
        raw = Raw(device)
        raw.use(pds)
        raw.post(0x25, umr(LEN, size=8), raw.key)
        cqe, = raw.cqes(1)
        same((cqe[63] >> 4, cqe[55] if cqe[63] >> 4 else 0), expected)


@check()
def signature_length(device: Device) -> None:
    """A signature key ends at its length, also if its entries are longer."""
    for length, expected in (2080, [0]), (2079, [13]), (1560, [13]):
        raw = Raw(device)
        device.memory[:2080] = blocks(DIF)
        raw.configure(1)
        raw.post(0x25, umr(LEN, size=length), raw.key)
        same([cqe[63] >> 4 for cqe in raw.cqes(1)], [0])
        same([cqe[63] >> 4 for cqe in raw.transfer(1)], expected)


@check()
def raw_data_size(device: Device) -> None:
    """A request with more data than the BSF's raw_data_size is refused."""
    for size, expected in (2048, [0]), (2047, [13]):
        raw = Raw(device)
        device.memory[:2080] = blocks(DIF)
        raw.configure(1, size)
        raw.set_psv()
        same([cqe[63] >> 4 for cqe in raw.transfer(1)], expected)


@check("--cap", "umr_modify_atomic_disabled=1", "--cap", "umr_modify_entity_size_disabled=1")
def umr_disabled(device: Device) -> None:
    """A card may refuse to change the right to atomics, or the page size, by UMR."""
    for mask, expected in (LEN, (0, 0)), (LEN | 1 << 21, REFUSED), (LEN | 2, REFUSED):
        raw = Raw(device)
        raw.post(0x25, umr(mask, size=8), raw.key)
        cqe, = raw.cqes(1)
        same((mask, cqe[63] >> 4, cqe[55] if cqe[63] >> 4 else 0), (mask, *expected))


@check()
def umr_long_bsf(device: Device) -> None:
    """A BSF that is too long for the key is refused, though its first half would fit."""
    for size, expected in (64, 0), (128, 13):
        raw = Raw(device)
        bsf = struct.pack(">BBBBIII", 2 << 6, 0xff, 0, 0, 0xffffffff, 0, raw.psv).ljust(size, b"\0")
        raw.post(0x25, umr(LEN | BSF_EN, 1 << 30, size=64, bsf=bsf), raw.key)
        same((size, raw.cqes(1)[0][63] >> 4), (size, expected))


@check()
def umr_free(device: Device) -> None:
    """A free key cannot be used, nor can a stale tag."""
    raw = Raw(device)
    raw.post(0x25, umr(LEN | START | KEY | ACCESS | FREE | BSF_EN, 0, 0x5a, 64,
                       [(64, raw.mr.lkey, int(raw.device_base()))]), raw.key)
    raw.post(0x25, umr(FREE, 0, 0x5a, free=0x40), raw.key)
    device.many([Device.send_text(raw.a, verbs.RDMA_WRITE, [Sge(raw.any, 0, 8)], "@16384",
                                  raw.mr.rkey)])
    same([(cqe[63] >> 4, cqe[55]) for cqe in raw.cqes(3)][2], (13, 4))


@check()
def stale_tag(device: Device) -> None:
    raw = Raw(device)
    raw.post(0x25, umr(LEN | START | KEY | ACCESS | FREE | BSF_EN, 0, 0x5b, 64,
                       [(64, raw.mr.lkey, int(raw.device_base()))]), raw.key)
    new = AnyKey(-1, raw.key + 1, raw.key + 1, True)
    device.many([Device.send_text(raw.a, verbs.RDMA_WRITE, [Sge(key, 0, 8)], "@16384", raw.mr.rkey)
                 for key in (new, raw.any)])
    _, good, bad = raw.cqes(3)
    same((good[63] >> 4, bad[63] >> 4, bad[55]), (0, 13, 4))


# Keys, access and order.

def status(device: Device, end: int) -> List[Tuple[int, int]]:
    return [(c.wr_id, c.status) for c in device.poll(end)]


@check()
def access_rights(device: Device) -> None:
    """Each access right is required by its operation only."""
    for rights, opcode, is_remote, expected in (
            (verbs.REMOTE_READ, verbs.RDMA_READ, True, SUCCESS),
            (3, verbs.RDMA_READ, True, REM_ACCESS_ERR),
            (3, verbs.RDMA_WRITE, True, SUCCESS), (5, verbs.RDMA_WRITE, True, REM_ACCESS_ERR),
            (9, verbs.FETCH_ADD, True, SUCCESS), (7, verbs.FETCH_ADD, True, REM_ACCESS_ERR),
            (0, verbs.RDMA_WRITE, False, SUCCESS),
            (verbs.REMOTE_READ, verbs.RDMA_READ, False, LOC_PROT_ERR),
            (1, verbs.RDMA_READ, False, SUCCESS)):
        mr = device.mr()
        a, b = device.pair()
        key = device.mkey(INDIRECT)
        device.conf(b, key, f"access {rights}", Layout((Sge(mr, 512, 64),)).text())
        local, raddr, rkey = ([Sge(mr, 0, 8)], "0", key.rkey) if is_remote else (
            [Sge(key, 0, 8)], "@512", mr.rkey)
        device.many([Device.send_text(a, opcode, local, raddr, rkey)])
        same((rights, opcode, status(device, a)), (rights, opcode, [(1, expected)]))


@check()
def bounds(device: Device) -> None:
    """The last byte of a key may be used, the next one may not; the same for regions and their entries."""
    for remote in (False, True):
        for kind in ("region", "key", "entry"):
            for more, expected in ((0, SUCCESS), (1, REM_ACCESS_ERR if remote else LOC_PROT_ERR)):
                mr = device.mr(4096, 4096)
                wide = device.mr()
                a, b = device.pair()
                key = device.mkey(INDIRECT)
                if kind == "region":
                    at, used = "@8184", Sge(mr, 8184, 8 + more)
                else:
                    layout = Sge(mr, 4096, 4096) if kind == "key" else Sge(mr, 4096 + more, 4096)
                    device.conf(b, key, f"access {ALL_ACCESS}", Layout((layout,)).text())
                    length = 4096 + (more if kind == "key" else 0)
                    at, used = "0", Sge(key, 0, length)
                local, raddr, rkey = (([Sge(wide, 16384, used.length)], at, used.key.rkey) if remote else
                                      ([used], "@16384", wide.rkey))
                device.many([Device.send_text(a, verbs.RDMA_WRITE, local, raddr, rkey)])
                same((remote, kind, more, status(device, a)), (remote, kind, more, [(1, expected)]))


@check()
def protection_domains(device: Device) -> None:
    """A queue pair cannot use a key of another protection domain."""
    other = device.new_pd()
    mine, foreign = device.mr(), device.mr(pd=other)
    for local, remote, expected in ((mine, foreign, REM_ACCESS_ERR), (foreign, mine, LOC_PROT_ERR),
                                    (mine, mine, SUCCESS)):
        a, _ = device.pair()
        device.many([Device.send_text(a, verbs.RDMA_WRITE, [Sge(local, 0, 8)], "@512",
                                      remote.rkey)])
        same(status(device, a), [(1, expected)])
    a, _ = device.pair()
    key = device.mkey(INDIRECT)
    device.conf(a, key, f"access {ALL_ACCESS}", Layout((Sge(foreign, 0, 64),)).text())
    device.many([Device.send_text(a, verbs.RDMA_WRITE, [Sge(key, 0, 8)], "@512", mine.rkey)])
    same(status(device, a), [(1, LOC_PROT_ERR)])


@check()
def invalidate(device: Device) -> None:
    """LOCAL_INV and SEND with invalidate disable a key until it is configured again."""
    mr = device.mr()
    for is_remote in False, True:
        a, b = device.pair()
        key = device.mkey(INDIRECT | verbs.REMOTE_INVALIDATE)
        device.memory[:16] = bytes(range(16))
        setters = f"access {ALL_ACCESS}", Layout((Sge(mr, 0, 64),)).text()
        device.conf(b, key, *setters)
        device.many([Device.send_text(b, verbs.RDMA_WRITE, [Sge(key, 0, 8)], "@512", mr.rkey)])
        same(status(device, b), [(1, SUCCESS)])
        if is_remote:
            device.many([Device.recv_text(b, [Sge(mr, 1024, 8)]),
                         Device.send_text(a, verbs.SEND_INV, [Sge(mr, 0, 8)], imm=key.rkey)])
            done = device.poll(b)
            same([(c.wr_id, c.status, c.imm) for c in done], [(2, SUCCESS, key.rkey)])
        else:
            device.many([Device.send_text(b, verbs.LOCAL_INV, [], imm=key.rkey)])
            same(status(device, b), [(1, SUCCESS)])
        device.many([Device.send_text(b, verbs.RDMA_WRITE, [Sge(key, 0, 8)], "@512", mr.rkey)])
        same(status(device, b), [(1, LOC_PROT_ERR)])


@check()
def immediate(device: Device) -> None:
    """Immediate data arrive unchanged: big-endian."""
    mr = device.mr()
    a, b = device.pair()
    for opcode in verbs.SEND_IMM, verbs.RDMA_WRITE_IMM:
        device.many([Device.recv_text(b, [Sge(mr, 512, 64)]),
                     Device.send_text(a, opcode, [Sge(mr, 0, 5)], "@1024", mr.rkey,
                                      imm=0x01020304)])
        same(status(device, a), [(1, SUCCESS)])
        done = device.poll(b)
        same([(c.wr_id, c.status, c.imm, c.length) for c in done], [(2, SUCCESS, 0x01020304, 5)])


@check()
def atomics(device: Device) -> None:
    """Compare and swap only swaps equal values; fetch and add adds."""
    mr = device.mr()
    a, _ = device.pair()
    for opcode, compare, swap, after in ((verbs.COMPARE_SWAP, 5, 9, 9),
                                         (verbs.COMPARE_SWAP, 6, 9, 5),
                                         (verbs.FETCH_ADD, 2 ** 64 - 1, 0, 4)):
        device.memory[512:520] = struct.pack("<Q", 5)
        device.many([Device.send_text(a, opcode, [Sge(mr, 0, 8)], "@512", mr.rkey, compare=compare,
                                      swap=swap)])
        same(status(device, a), [(1, SUCCESS)])
        same(struct.unpack("<QQ", device.memory[:8] + device.memory[512:520]), (5, after))


@check()
def flushes(device: Device) -> None:
    """After an error everything is completed in order: the failed request, later ones, receives."""
    mr = device.mr()
    a, b = device.pair()
    bad = AnyKey(-1, 0xdead00, 0xdead00, False)
    device.many([Device.recv_text(a, [Sge(mr, 512, 64)], 30 + i) for i in range(3)])
    device.many([Device.send_text(a, verbs.RDMA_WRITE, [Sge(key, 0, 8)], "@1024", mr.rkey, wr_id=i,
                                  flags=0 if i == 2 else SIGNALED)
                 for i, key in enumerate((mr, bad, mr, mr))])
    done = status(device, a)
    same([c for c in done if c[0] < 30],
         [(0, SUCCESS), (1, LOC_PROT_ERR), (2, WR_FLUSH_ERR), (3, WR_FLUSH_ERR)])
    same([c for c in done if c[0] >= 30],
         [(30, WR_FLUSH_ERR), (31, WR_FLUSH_ERR), (32, WR_FLUSH_ERR)])
    same(device.state(a), verbs.QP_ERR)
    # All at once: the first one waits for a receiver.
    a, _ = device.pair()
    device.many([Device.send_text(a, verbs.SEND, [Sge(mr, 0, 8)], wr_id=7)] +
                [Device.send_text(a, verbs.RDMA_WRITE, [Sge(mr, 0, 8)], "@1024", mr.rkey, wr_id=i)
                 for i in range(3)] + [f"modify {a} {verbs.QP_ERR} 0"])
    same(status(device, a), [(i, WR_FLUSH_ERR) for i in (7, 0, 1, 2)])


@check()
def many_requests(device: Device) -> None:
    """Completions name their requests, also when the queue has wrapped, with requests of all sizes."""
    mr = device.mr()
    a, _ = device.pair(depth=8, max_inline=100)
    device.memory[:512] = data = bytes(range(256)) * 2
    for i in range(60):
        flags, size = (SIGNALED | verbs.INLINE, i) if i % 3 else (SIGNALED, 200)
        device.many([Device.send_text(a, verbs.RDMA_WRITE, [Sge(mr, i, size)], f"@{1024 + 256 * j}",
                                      mr.rkey, wr_id=1000 + 2 * i + j, flags=flags) for j in range(2)])
        same(status(device, a), [(1000 + 2 * i, SUCCESS), (1001 + 2 * i, SUCCESS)])
        for j in range(2):
            at = 1024 + 256 * j
            same(device.memory[at:at + size], data[i:i + size])


@check()
def many_completions(device: Device) -> None:
    """More completions than the queue's entries pass through it."""
    mr = device.mr()
    a, _ = device.pair(depth=256)
    for i in range(12):
        device.many([Device.send_text(a, verbs.RDMA_WRITE, [Sge(mr, 0, 1)], "@1024", mr.rkey,
                                      wr_id=200 * i + j)
                     for j in range(200)])
        same([c.wr_id for c in device.poll(a)], [200 * i + j for j in range(200)])


@check("--cap", "aes_xts_multi_block_be_tweak=1")
def crypto_known(device: Device) -> None:
    """IEEE 1619, vectors 1 and 2 of annex B on the wire, and back; the tweak counts units of 512 bytes."""
    bed = Bed(device, max_inline=768)
    key = device.mkey(INDIRECT | verbs.CRYPTO)
    keys = b"\x11" * 16 + b"\x22" * 16
    dek = device.dek(keys)
    crypto = Crypto(True, False, 512, (0x3333333333).to_bytes(16, "little"), keys, dek)
    device.memory[:32] = b"\x44" * 32
    device.conf(bed.a, key, f"access {ALL_ACCESS}", crypto.text(),
                Layout((Sge(bed.mr, 0, 2048),)).text())
    bed.write(key, 32)
    same(device.memory[16384:16416].hex(),
         "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0")
    device.memory[:2048] = data = blocks(None)
    bed.write(key, 2048)
    same(device.memory[16384:18432], crypto.apply(data, True))
    device.memory[:2048] = bytes(2048)
    device.many([Device.send_text(bed.b, verbs.RDMA_WRITE, [Sge(bed.mr, 16384, 2048)], "0",
                                  key.rkey)])
    same(device.memory[:2048], data)


@check()
def crypto_single(device: Device) -> None:
    """A card can be limited to one data unit, with the tweak in the other byte order."""
    bed = Bed(device, max_inline=768)
    key = device.mkey(INDIRECT | verbs.CRYPTO)
    keys = b"\x11" * 16 + b"\x22" * 16
    crypto = Crypto(True, False, 512, (0x3333333333).to_bytes(16, "little"), keys, device.dek(keys))
    device.memory[:32] = b"\x44" * 32
    device.conf(bed.a, key, f"access {ALL_ACCESS}", crypto.text(),
                Layout((Sge(bed.mr, 0, 512),)).text())
    bed.write(key, 32)
    same(device.memory[16384:16416].hex(),
         "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0")


@check("--cap", "aes_xts_multi_block_be_tweak=1")
def crypto_keytag(device: Device) -> None:
    """A key tag that differs from the DEK's fails; so does a crypto key that was never configured."""
    keys = bytes(range(64))
    dek = device.dek(keys, b"the tag!")
    for tag, is_right in ((b"the tag!", True), (b"the tag?", False)):
        bed = Bed(device, max_inline=768)
        key = device.mkey(INDIRECT | verbs.CRYPTO)
        crypto = Crypto(True, False, 512, bytes(16), keys, dek, tag)
        device.many([Device.conf_text(bed.a, key, f"access {ALL_ACCESS}", crypto.text(),
                                      Layout((Sge(bed.mr, 0, 512),)).text(), wr_id=7),
                     Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(key, 0, 512)], "@16384",
                                      bed.mr.rkey)])
        done = status(device, bed.a)
        same(all(c[1] == SUCCESS for c in done), is_right)
    bed = Bed(device)
    key = device.mkey(INDIRECT | verbs.CRYPTO)
    device.conf(bed.a, key, f"access {ALL_ACCESS}", Layout((Sge(bed.mr, 0, 512),)).text())
    device.many([Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(key, 0, 512)], "@16384",
                                  bed.mr.rkey)])
    assert status(device, bed.a)[0][1] != SUCCESS


@check()
def in_place(device: Device) -> None:
    """Blocks whose signatures are stripped are written back to their own place or before it: every original signature
    is checked, for any number of blocks."""
    bed = Bed(device)
    n = 900
    size, right = n * BLOCK, blocks(DIF, n)
    data = b"".join(right[i * BLOCK:i * BLOCK + 512] for i in range(n))
    for distance in 0, 8, 700, 66000, 300000:
        for bad in None, 0, 37, n - 1:
            start = 400000
            stream = bytearray(right)
            if bad is not None:
                stream[bad * BLOCK + 515] ^= 4
            device.memory[start:start + size] = bytes(stream)
            bed.conf(Signature(DIF, None), size, at=start)
            device.many([Device.send_text(bed.a, verbs.RDMA_WRITE, [Sge(bed.key, 0, n * 512)],
                                          f"@{start - distance}", bed.mr.rkey)])
            same([c.status for c in device.poll(bed.a)], [SUCCESS])
            expected = (0,) if bad is None else (model.BAD_APPTAG, 0x1230, 0x1234, bad * BLOCK)
            same(device.check(bed.key), expected)
            assert device.memory[start - distance:start - distance + n * 512] == data, distance


@check("--cap", "log_max_pd=2", "--cap", "log_max_mkey=3", "--cap", "log_max_qp=2", "--cap",
       "crypto_caps.log_max_num_deks=1")
def limits(device: Device) -> None:
    """The capabilities limit the number of objects; freed ones can be allocated again."""
    def take_all(make: Callable[[], object], most: int, error: int = errno.EAGAIN) -> None:
        for _ in range(most):
            make()
        try:
            make()
            raise AssertionError(f"there are more than {most}")
        except verbs.Failed as failed:
            same(failed.args[0], error)

    take_all(lambda: device.dek(bytes(range(64))), 2)
    take_all(device.pair, 2, errno.EINVAL)  # BAD_RES, unlike the others
    keys: List[AnyKey] = []
    take_all(lambda: keys.append(device.mkey(INDIRECT)), 8)
    for key in keys[3], keys[0]:
        device(f"free_mkey {key.index}")
    take_all(device.mr, 2)
    take_all(device.new_pd, 3)
