# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random signature keys and requests, with the model's expected results."""

from __future__ import annotations

import os
import random
import sys
from dataclasses import dataclass, field
from typing import List, Sequence, Tuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from bsfmodel import RANGE, Crypto, Domain, Error, Key  # noqa: E402

KINDS = ("t10dif", "t10dif", "t10dif", "crc32", "crc32c", "crc64")
MASKS = (0xFF, 0xFF, 0xC0, 0x30, 0x0F, 0xF0, 0x3F, 0x00, 0x80, 0x01, 0x40)
CAPABILITIES = ("sho", "sig_block_4048", "sig_crc32c", "sig_crc64_xp10", "crypto")
KEY_VALUE = 17 << 8 | 0x5A  # of the harness's key


@dataclass
class Case:
    """Lines for the harness, and its expected output."""

    name: str
    script: List[str] = field(default_factory=list)
    expected: List[str] = field(default_factory=list)


def hexa(data: bytes) -> str:
    """Returns bytes in the harness's notation."""
    return data.hex() or "-"


def all_on() -> List[str]:
    """Returns lines that enable every capability."""
    return [f"cap {name} 1" for name in CAPABILITIES]


def _domain(rng: random.Random, block: int, kind: str, psv: int) -> Domain:
    return Domain(block=block, kind=kind, checksum=kind == "t10dif" and rng.random() < 0.3,
                  ones=rng.random() < 0.5, app=rng.choice((rng.getrandbits(16), 0xFFFF, 0x1234)),
                  app_mask=rng.choice((0xFFFF, 0xFFFF, 0x00FF, 0xF0F0, 0)),
                  ref=rng.choice((rng.getrandbits(32), 0xFFFFFFFF, 0xFFFFFFFE, 7)),
                  increment=rng.random() < 0.6, escape=rng.choice((0, 0, 1, 2)), psv=psv)


def _crypto(rng: random.Random, key: Key) -> Crypto:
    orders = [0, 1] if key.memory.block and key.wire.block else \
        [0, 1, 3] if key.memory.block else [0, 1, 2] if key.wire.block else [0, 1, 2, 3]
    order = rng.choice(orders)
    side = key.wire if order in (0, 3) else key.memory
    # Blocks and signatures in one unit, or a multiple of 16; others only start at offset 0.
    unit = rng.choice((512, 520, 512, 520, 4096, 4160, 4048))
    if side.block == 512 and side.sig == 8 and rng.random() < 0.7:
        unit = 520
    return Crypto(order=order, unit=unit, key=rng.randbytes(rng.choice((32, 64))),
                  tweak=rng.choice((rng.getrandbits(128), rng.getrandbits(40), (1 << 128) - 1,
                                    (1 << 64) - 1)),
                  keytag=rng.choice((b"", rng.randbytes(8))))


def _key(rng: random.Random, with_crypto: bool) -> Key:
    blocks = (512, 512, 520, 520) if with_crypto else (512, 512, 520, 520, 4096, 4160, 4048)
    psvs = rng.choice(((1, 2), (2, 1), (2, 3)))
    shape = rng.choice(("memory", "wire", "both", "same", "same", "both", "none"))
    key = Key(0, check=rng.choice(MASKS), copy=rng.choice(MASKS))
    kind, block = rng.choice(KINDS), rng.choice(blocks)
    if shape in ("memory", "both", "same"):
        key.memory = _domain(rng, block, kind, psvs[0])
    if shape == "wire":
        key.wire = _domain(rng, block, kind, psvs[1])
    if shape == "both":
        key.wire = _domain(rng, rng.choice(blocks + (block,) * 4), rng.choice(KINDS + (kind,) * 6), psvs[1])
        if rng.random() < 0.5:
            key.wire.ones, key.wire.checksum = key.memory.ones, key.memory.checksum and \
                key.wire.kind == "t10dif"
    if shape == "same":
        key.same = True
        key.wire = _domain(rng, block, kind, psvs[1])
        if rng.random() < 0.5:
            key.wire.ones, key.wire.checksum = key.memory.ones, key.memory.checksum
    if shape == "none" and with_crypto:
        key.has_sig = False
    key.short, key.padding = rng.random() < 0.5, rng.choice((0, 0, 32))
    biggest = max(key.memory.block, key.wire.block, 512)
    raw = rng.choice((biggest * rng.randint(1, 4), biggest * rng.randint(1, 3) + rng.randint(1, biggest),
                      rng.randint(1, biggest)))
    if with_crypto:
        key.crypto = _crypto(rng, key)
        if key.crypto.keytag == b"" or key.padding:
            key.padding = 0
        raw = min(raw, 2600) // 16 * 16 or 512
    key.length = key.memory.place(raw) + rng.choice((0, 0, 0, rng.randint(0, 30)))
    if rng.random() < 0.15:
        key.raw_size = rng.choice((raw, max(raw - rng.randint(1, 600), 1), raw + 600))
    return key


def _whole_units(rng: random.Random, key: Key, total: int) -> Tuple[int, int]:
    """Returns a range that encryption supports, if one is found soon; sometimes any range."""
    assert key.crypto is not None
    start, length = 0, max(total, 1)
    for _ in range(1 if rng.random() < 0.1 else 30):
        start = key.wire.place(rng.choice((0, 0, key.crypto.unit, key.crypto.unit * 2, 512, 1024, 1040)))
        length = rng.choice((total - start, total // 16 * 16 - start, key.crypto.unit, 512, 1024, 1040,
                             520, 48, 16 * rng.randint(1, 60), rng.randint(1, 1100)))
        start, length = min(start, total), max(length, 1)
        if not key.fault(start, length, True) and not key.fault(start, length, False):
            break
    return start, length


def _ranges(rng: random.Random, key: Key) -> List[Tuple[int, int]]:
    """Returns offsets and lengths on the wire of the entries of one request."""
    total = key.wire.place(key.memory.raw(key.length))
    if key.crypto:
        return [_whole_units(rng, key, total)]
    how = rng.random()
    if how < 0.35:
        return [(0, total)]
    if how < 0.7:
        cuts = sorted({rng.randint(0, total) for _ in range(rng.randint(1, 4))} | {0, total})
        step = key.wire.block + key.wire.sig
        if step and rng.random() < 0.5:
            cuts = sorted({cut // step * step + rng.choice((0, 0, key.wire.block)) for cut in cuts} | {0, total})
        cuts = [cut for cut in cuts if cut <= total]
        return [(a, b - a) for a, b in zip(cuts, cuts[1:]) if b > a] or [(0, total)]
    if how < 0.96:
        start = rng.randint(0, max(total - 1, 0))
        return [(start, rng.randint(1, max(total - start, 1)))]
    start = rng.randint(0, total)
    return [(start, total - start + rng.randint(1, 40))]


def _spoil(rng: random.Random, data: bytes, domain: Domain, escapes: bool) -> bytes:
    """Flips random bytes; sets tags that escape."""
    out = bytearray(data)
    step = domain.block + domain.sig
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4, 8))):
        if not out:
            break
        at = rng.randrange(len(out))
        if domain.block and rng.random() < 0.7:
            at = at // step * step + domain.block + rng.randrange(domain.sig)
        if at < len(out):
            out[at] ^= rng.choice((1, 0x80, rng.randint(1, 255)))
    if domain.block and domain.kind == "t10dif" and escapes and rng.random() < 0.4:
        for start in range(domain.block, len(out) - 7, step):
            if rng.random() < 0.5:
                out[start + 2:start + 4] = b"\xff\xff"
                if rng.random() < 0.7:
                    out[start + 4:start + 8] = b"\xff\xff\xff\xff"
    return bytes(out)


def _filled(rng: random.Random, domain: Domain, length: int) -> bytes:
    """Returns a domain of this length with correct signatures."""
    pattern = rng.choice(("random", "random", "zero", "a5", "ones"))
    data = b""
    index = 0
    while len(data) < length:
        size = domain.block or length
        block = {"random": rng.randbytes(size), "zero": bytes(size), "a5": b"\xa5" * size,
                 "ones": b"\xff" * size}[pattern]
        data += block
        if domain.block:
            data += domain.signature(index, block)
        index += 1
    return data[:length]


def _cuts(rng: random.Random) -> str:
    return rng.choice(("32768", "4096", "1024", "4096,100,1",
                       ",".join(str(rng.randint(1, 600)) for _ in range(5)),
                       ",".join(str(rng.randint(100, 5000)) for _ in range(3)), "520", "512,8",
                       ",".join(str(rng.randint(1, 40)) for _ in range(9))))


def _layout(rng: random.Random, length: int) -> List[Tuple[int, int]]:
    """Returns pieces of memory in the order of the key, as (offset, length); in any order in memory, with gaps."""
    count = rng.choice((1, 1, 2, 5, 30))
    cuts = sorted({0, length} | {rng.randint(0, length) for _ in range(count - 1)})
    pieces = [(a, b - a) for a, b in zip(cuts, cuts[1:])]
    order = list(range(len(pieces)))
    rng.shuffle(order)
    offsets, at = [0] * len(pieces), rng.randint(0, 3)
    for i in order:
        offsets[i] = at
        at += pieces[i][1] + rng.randint(0, 9)
    return [(offset, size) for offset, (_, size) in zip(offsets, pieces)]


class Memory:
    """The memory that contains the pieces."""

    def __init__(self, rng: random.Random, pieces: List[Tuple[int, int]], content: bytes) -> None:
        self.pieces = pieces
        self.bytes = bytearray(rng.randbytes(max(a + b for a, b in pieces) + rng.randint(0, 5)))
        self.store(content)

    def store(self, content: bytes) -> None:
        """Stores the key's bytes in their pieces."""
        done = 0
        for offset, size in self.pieces:
            self.bytes[offset:offset + size] = content[done:done + size]
            done += size

    def load(self) -> bytes:
        """Returns the key's bytes."""
        return b"".join(bytes(self.bytes[a:a + b]) for a, b in self.pieces)


def error_line(key: Key, error: Error) -> str:
    """Returns the harness's line for an error."""
    psv = (key.wire, key.memory)[error.domain].psv
    return (f"error {error.domain} {error.syndrome} {error.expected[0]} {error.expected[1]} "
            f"{error.actual[0]} {error.actual[1]} {error.offset} {KEY_VALUE} {psv}")


def _requests(rng: random.Random, ranges: List[Tuple[int, int]]) -> List[List[Tuple[int, int]]]:
    """Returns one request with all entries, or one for each."""
    return [ranges] if rng.random() < 0.5 else [[entry] for entry in ranges]


def _joined(ranges: List[Tuple[int, int]]) -> List[Tuple[int, int]]:
    """Joins entries of a request like the device: an entry that continues the last one is part of it."""
    made: List[Tuple[int, int]] = []
    for start, length in ranges:
        if made and sum(made[-1]) == start:
            made[-1] = (made[-1][0], made[-1][1] + length)
        else:
            made.append((start, length))
    return made


def _gather(rng: random.Random, key: Key, memory: Memory, base: int, case: Case,
            ranges: List[Tuple[int, int]]) -> None:
    out, fault = b"", 0
    for start, length in _joined(ranges):
        fault, data, errors = key.gather(memory.load(), start, length)
        case.expected += [error_line(key, error) for error in errors]
        if fault:
            break
        out += data
    places = " ".join(f"{base + start} {length}" for start, length in ranges)
    case.script.append(f"gather {_cuts(rng)} {places}")
    case.expected.append(f"gather {fault} {'-' if fault else hexa(out)}")


def _scatter(rng: random.Random, key: Key, memory: Memory, base: int, case: Case,
             ranges: List[Tuple[int, int]]) -> None:
    total = max(start + length for start, length in ranges)
    plain = _spoil(rng, _filled(rng, key.wire, total), key.wire, True)
    sent, fault = b"", 0
    for start, length in _joined(ranges):
        data = plain[start:start + length]
        if key.crypto and key.crypto.on_wire() and not key.fault(start, length, True):
            data = key.crypto.run(True, start, data)
        sent += data
        if fault:
            continue
        fault, content, errors = key.scatter(memory.load(), start, data)
        case.expected += [error_line(key, error) for error in errors]
        memory.store(content)
    places = " ".join(f"{base + start} {length}" for start, length in ranges)
    case.script += [f"scatter {_cuts(rng)} {hexa(sent)} {places}", "dump"]
    case.expected += [f"scatter {fault}", f"memory {hexa(bytes(memory.bytes))}"]


def _begin(key: Key, content: bytes, name: str) -> Tuple[Case, Memory]:
    """Starts a case of a key whose memory is in one piece."""
    memory = Memory(random.Random(0), [(0, len(content))], content)
    script = ["reset", "psv 1", "psv 1", f"memory {hexa(bytes(memory.bytes))}",
              f"key {key.length} 0 0 0 {len(content)}", f"bsf 1 {key.bsf().hex()}"]
    return Case(name, script, ["parse ok"]), memory


def conversions() -> List[Case]:
    """Returns conversions of each signature to each other one, with both seeds, out and in, right and wrong."""
    rng = random.Random("conversions")
    kinds = [("t10dif", False), ("t10dif", True), ("crc32", False), ("crc32c", False), ("crc64", False)]
    made = []
    for number in range(len(kinds) ** 2 * 4):
        inner, outer = kinds[number % 5], kinds[number // 5 % 5]
        flags = number // 25
        key = Key(0, memory=Domain(512, inner[0], inner[1], bool(flags & 1), 1, 0xFFFF, 2, True),
                  wire=Domain(512, outer[0], outer[1], bool(flags & 2), 3, 0xFFFF, 4, psv=2))
        key.length = key.memory.place(1024)
        case_, memory = _begin(key, _filled(rng, key.memory, key.length), f"{inner} and {outer}, seeds {flags}")
        total = key.wire.place(1024)
        for _ in range(2):
            _gather(rng, key, memory, 0, case_, [(0, total)])
            _scatter(rng, key, memory, 0, case_, [(0, total)])
        made.append(case_)
    return made


def _in_one_piece(case_: Case) -> Case:
    """Returns the case with requests in one piece."""
    for i, line in enumerate(case_.script):
        words = line.split()
        if words[0] in ("gather", "scatter"):
            case_.script[i] = " ".join([words[0], str(1 << 20), *words[2:]])
    return case_


def long_runs() -> List[Case]:
    """Returns requests of many blocks, for loops over several blocks: of each kind, right and wrong at any block."""
    rng = random.Random("long runs")
    kinds = [("t10dif", False), ("crc32c", False), ("t10dif", True), ("crc32", False), ("crc64", False)]
    made = []
    for number in range(25):  # the last five only copy tags
        kind, checksum = kinds[number % 5]
        block = 520 if number in (6, 13) else 512
        shape = ("memory", "wire", "both", "same", "same")[number // 5]
        key = Key(0, check=rng.choice((0xFF, 0xF0)) if number < 20 else 0,
                  copy=rng.choice((0xFF, 0xC0, 0x3F)) if number < 20 else 0x3F)
        like = {"increment": number != 15, "escape": number % 3, "checksum": checksum}
        if shape != "wire":
            key.memory = Domain(block, kind, app=0x1234, ref=0xFFFFFFF0, **like)
        if shape != "memory":
            key.wire = Domain(block, kind, app=0x4321, ref=rng.getrandbits(32), psv=2, **like)
        key.same = shape == "same"
        raw = block * (31, 8, 134, 9, 17)[(number + number // 5) % 5]
        key.length = key.memory.place(raw)
        content = _spoil(rng, _filled(rng, key.memory, key.length), key.memory, False)
        case_, memory = _begin(key, content, f"{shape}, {raw // block} blocks of {kind}")
        total = key.wire.place(raw)
        _gather(rng, key, memory, 0, case_, [(0, total)])
        _scatter(rng, key, memory, 0, case_, [(0, total)])
        made.append(_in_one_piece(case_))
    return made


def _spoil_blocks(data: bytes, domain: Domain, blocks: Sequence[int]) -> bytes:
    """Flips a bit of the last byte of each of these signatures."""
    out = bytearray(data)
    for block in blocks:
        out[(block + 1) * (domain.block + domain.sig) - 1] ^= 1
    return bytes(out)


def backward_runs() -> List[Case]:
    """Returns requests of 256 KiB and more, which the device may process backward: mismatches are still in order."""
    rng = random.Random("backward runs")
    made = []
    for number in range(24):
        kind = ("t10dif", "crc32c")[number % 2]
        block = {8: 4096, 9: 4096, 10: 520, 11: 520, 20: 4096, 21: 4096}.get(number, 512)
        shape = ("memory", "wire", "both", "same")[number // 2 % 4]
        blocks = (1 << 18) // block + (0, 1, 2, 128, 129, 191)[number // 2 % 6]
        key = Key(0, check=0 if number >= 22 else 0xFF, copy=rng.choice((0xC0, 0x3F)))
        like = {"increment": number not in (2, 3), "escape": number // 2 % 3}
        if shape != "wire":
            key.memory = Domain(block, kind, app=0x1234, ref=0xFFFFFF00, **like)
        if shape != "memory":
            key.wire = Domain(block, kind, app=0x4321, ref=rng.getrandbits(32), psv=2, **like)
        key.same = shape == "same"
        key.length = key.memory.place(blocks * block)
        content = _filled(rng, key.memory, key.length)
        total = key.wire.place(blocks * block)
        wrong: Sequence[Sequence[int]] = ((), (0,), (blocks - 1,), (blocks - 2, 3, 130 % blocks))
        for spoilt in wrong if key.memory.block else wrong[:1]:
            case_, memory = _begin(key, _spoil_blocks(content, key.memory, spoilt),
                                   f"{shape}, {blocks} blocks of {kind}, {block} bytes, {spoilt}")
            _gather(rng, key, memory, 0, case_, [(0, total)])
            made.append(_in_one_piece(case_))
        if number < 8 or number == 20:  # the model is slow
            _scatter(rng, key, memory, 0, case_, [(0, total)])
            _in_one_piece(case_)
    return made


def torn() -> List[Case]:
    """Returns requests that end, and others that start, at each byte around a signature."""
    rng = random.Random("torn")
    domain = Domain(512, "t10dif", app=1, ref=2, increment=True)
    other = Domain(512, "t10dif", app=5, ref=2, increment=True, psv=2)
    made = []
    for shape, key in (("wire", Key(1024, wire=other)), ("both", Key(1040, domain, other)),
                       ("copy", Key(1040, domain, other, same=True, copy=0xFF)),
                       ("copy tags", Key(1040, domain, other, same=True, copy=0x3F)),
                       ("copy nothing", Key(1040, domain, other, same=True, copy=0))):
        for at in range(508, 524):
            case_, memory = _begin(key, _filled(rng, key.memory, key.length), f"{shape}, cut at {at}")
            for ranges in ([(0, at)], [(at, 1040 - at)], [(0, at), (at, 1040 - at)], [(at, 1)]):
                _gather(rng, key, memory, 0, case_, ranges)
                _scatter(rng, key, memory, 0, case_, ranges)
            made.append(case_)
    return made


def case(seed: int, with_crypto: bool) -> Case:
    """Returns a key and some requests, determined by the seed."""
    rng = random.Random(seed)
    key = _key(rng, with_crypto)
    base = rng.choice((0, 0, 0, 4096, rng.getrandbits(40)))
    big = rng.random() < 0.5
    content = _spoil(rng, _filled(rng, key.memory, key.length), key.memory, True)
    if key.crypto and not key.crypto.on_wire():
        # Encrypted like a scatter, up to the last whole cipher block.
        usable = key.length - key.length % key.crypto.unit % 16
        content = key.crypto.run(False, 0, content[:usable]) + content[usable:]
    memory = Memory(rng, _layout(rng, key.length), content)
    pieces = " ".join(f"{a} {b}" for a, b in memory.pieces)
    made = Case(f"seed {seed}: {key}")
    made.script += ["reset", *[f"psv {1}"] * 3]
    if key.crypto:
        made.script += [f"cap aes_xts_multi_block_be_tweak {int(big)}",
                        f"dek 1 {key.crypto.key.hex()} {hexa(key.crypto.keytag)}"]
    made.script += [f"memory {hexa(bytes(memory.bytes))}", f"key {key.length} {base} 0 {pieces}",
                    f"bsf 1 {key.bsf(big).hex()}"]
    made.expected.append("parse ok")
    in_memory, on_wire = rng.randint(0, 20000), rng.randint(0, 20000)
    made.script.append(f"len {in_memory} {on_wire}")
    made.expected.append(f"len {key.wire.place(key.memory.raw(in_memory))} "
                         f"{key.memory.place(key.wire.raw(on_wire))}")
    for _ in range(rng.choice((1, 1, 2, 3))):
        pass_ = _gather if rng.random() < 0.5 else _scatter
        for ranges in _requests(rng, _ranges(rng, key)):
            pass_(rng, key, memory, base, made, ranges)
    if base and rng.random() < 0.2:
        made.script.append(f"gather 4096 {base - 1} 1")
        made.expected.append(f"gather {RANGE} -")
    return made
