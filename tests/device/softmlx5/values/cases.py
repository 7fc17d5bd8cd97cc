# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random transfers through signature keys, with the model's effect of each on every byte of memory.

Seed and number determine a case.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

import signatures as model
import verbs
from signatures import Crc, Crypto, Dif, Domain, Error, Key, Signature
from verbs import AnyKey, Device, Layout, Sge

AREA = 320 << 10  # bytes of the memory that cases use
LONG_AREA = 12 << 20  # those of long transfers
TX = ("send", "write", "read_remote", "both")  # memory to wire; the last one has a key at both ends
RX = ("recv", "read", "write_remote")
CRYPTO_OPTIONS = ("--cap", "aes_xts_multi_block_be_tweak=1")  # of softmlx5: many data units
UINT32, UINT64 = 2 ** 32 - 1, 2 ** 64 - 1


class Problem(AssertionError):
    """The device differs from the model."""


class Area:
    """Allocates ranges of the memory that are not adjacent."""

    def __init__(self, rng: random.Random, size: int) -> None:
        self.rng, self.at, self.size = rng, rng.randrange(64), size

    def take(self, sizes: Sequence[int]) -> List[int]:
        """Returns an offset for each size, in random order."""
        order, places = list(range(len(sizes))), [0] * len(sizes)
        self.rng.shuffle(order)
        for i in order:
            places[i] = self.at
            self.at += sizes[i] + self.rng.choice((1, 3, 8, self.rng.randrange(1, 100)))
        assert self.at <= self.size, self.at
        return places


def cuts(rng: random.Random, total: int, most: int) -> List[int]:
    """Returns lengths of up to @most pieces, often tiny ones."""
    n = min(rng.choice((1, 1, 2, 3, rng.randrange(1, most + 1))), most, total)
    places = set()
    while len(places) < n - 1:
        near = rng.choice((rng.randrange(1, total), rng.randrange(1, total),
                           min(total - 1,
                               max(1, rng.choice(sorted(places) or [1]) + rng.choice((-1, 1))))))
        places.add(near)
    edges = [0, *sorted(places), total]
    return [b - a for a, b in zip(edges, edges[1:])]


class Place(NamedTuple):
    """The bytes of a key or list: offset and length of each piece in order."""
    pieces: Tuple[Tuple[int, int], ...]

    def part(self, start: int, size: int) -> List[Tuple[int, int]]:
        out = []
        for at, length in self.pieces:
            if start < length and size:
                used = min(length - start, size)
                out.append((at + start, used))
                size -= used
                start = 0
            else:
                start -= min(start, length)
        assert not size
        return out

    def get(self, memory, start: int, size: int) -> bytes:
        return b"".join(memory[at:at + length] for at, length in self.part(start, size))

    def put(self, memory, start: int, data: bytes) -> None:
        done = 0
        for at, length in self.part(start, len(data)):
            memory[at:at + length] = data[done:done + length]
            done += length


def random_domain(rng: random.Random, kind: Optional[str] = None) -> Domain:
    kind = kind or rng.choice(("none", "dif", "dif", "crc", "crc"))
    block = rng.choice((512, 512, 520, 4048, 4096, 4160))
    if kind == "none":
        return None
    if kind == "crc":
        crc_type = rng.randrange(3)
        return Crc(block, crc_type,
                   rng.choice((0, UINT64 if crc_type == model.CRC64_XP10 else UINT32)))
    return Dif(block, rng.random() < 0.4, rng.choice((0, 0xffff)), random_tag(rng, 16),
               random_tag(rng, 32),
               rng.choice((0, 1, 0, 1, 2, 3, 4, 5, 6, 7)))


def random_tag(rng: random.Random, bits: int) -> int:
    return rng.choice((rng.getrandbits(bits), rng.getrandbits(bits), 2 ** bits - 1, 2 ** bits - 2,
                       0))


def similar(rng: random.Random, domain: Domain) -> Domain:
    """Returns a domain of the same structure, possibly with another field changed."""
    if isinstance(domain, Crc):
        other = UINT64 if domain.type == model.CRC64_XP10 else UINT32
        return Crc(domain.block, domain.type, rng.choice((domain.seed, 0, other)))
    if isinstance(domain, Dif):
        return Dif(domain.block, rng.choice((domain.is_checksum, rng.random() < 0.5)),
                   rng.choice((domain.seed, 0, 0xffff)),
                   rng.choice((domain.app_tag, random_tag(rng, 16))),
                   rng.choice((domain.ref_tag, random_tag(rng, 32))),
                   rng.choice((domain.flags, rng.randrange(8))))
    return None


def random_signature(rng: random.Random) -> Signature:
    memory = random_domain(rng)
    wire = similar(rng, memory) if memory and rng.random() < 0.5 else random_domain(
        rng, None if memory else rng.choice(("dif", "crc")))
    return with_masks(rng, memory, wire)


def with_masks(rng: random.Random, memory: Domain, wire: Domain) -> Signature:
    check = rng.choice((0xff, 0xff, 0xff, 0xf0, 0xc0, 0x30, 0x0f, 0, rng.getrandbits(8)))
    plain = Signature(memory, wire, check)
    if plain.is_same_structure() and rng.random() < 0.4:
        return Signature(memory, wire, check,
                         rng.choice((0, 0xff, 0xc0, 0x30, 0x0f, rng.getrandbits(8))))
    return plain


def random_length(rng: random.Random, blocks: Sequence[int]) -> int:
    """Returns a length of data: a few blocks, or a part of one, often near a border."""
    if rng.random() < 0.03:  # more than the signature engine processes for one packet
        return rng.randrange(30000, 70000)
    block = rng.choice([*blocks] or [512])
    most = max(1, 12288 // block)
    whole = block * rng.randrange(1, most + 1)
    return max(1, rng.choice((whole, whole, whole + rng.choice((-1, 1, -8, 8)),
                              rng.randrange(1, whole + 1),
                              rng.randrange(1, 40))))


def signed(rng: random.Random, data: bytes, domain: Domain, start: int) -> bytes:
    """Returns data with correct signatures."""
    return model.convert(data, None, domain, 0, 0, start)[0]


def spoil(rng: random.Random, stream: bytes, domain: Domain) -> bytes:
    """Changes bits of data and signatures, and sets tags that escape."""
    out = bytearray(stream)
    size = domain.block + domain.size
    for _ in range(rng.choice((1, 1, 2, 3))):
        block = rng.randrange(max(1, len(stream) // size)) * size
        place = block + rng.choice((rng.randrange(domain.block),
                                    domain.block + rng.randrange(domain.size),
                                    domain.block + rng.randrange(domain.size)))
        if place < len(out):
            out[place] ^= 1 << rng.randrange(8)
        if isinstance(domain, Dif) and rng.random() < 0.3 and block + size <= len(out):
            tags = rng.choice((b"\xff\xff", b"\xff" * 6))
            out[block + domain.block + 2:block + domain.block + 2 + len(tags)] = tags
    return bytes(out)


class Bench:
    """A device with the objects of all cases: keys that are reused, two ends, a region.

    is_long: the cases are transfers that the device processes backward, or may."""

    def __init__(self, device: Device, is_long: bool = False) -> None:
        self.device, self.is_long = device, is_long
        self.area = LONG_AREA if is_long else AREA
        self.mr = device.mr(0, self.area)
        self.ends = device.pair(max_inline=768)
        self.keys = [device.mkey(entries=40) for _ in range(6)]
        self.inner = [device.mkey(verbs.INDIRECT, 40) for _ in range(4)]
        self.configured = {key.index: False for key in self.keys}
        self.secret: Dict[int, Tuple[bytes, bytes]] = {}
        self.crypto_keys: List[AnyKey] = []

    def add_crypto(self, rng: random.Random) -> None:
        for size, tag in (32, b""), (64, b""), (32, b"keytag 1"), (64, b"keytag 2"):
            keys = rng.randbytes(size)
            self.secret[self.device.dek(keys, tag)] = keys, tag
        flags = verbs.INDIRECT | verbs.CRYPTO
        self.crypto_keys = [self.device.mkey(flags | verbs.BLOCK_SIGNATURE, 40) for _ in range(4)]


class Laid(NamedTuple):
    """A key with a layout, and the place of its bytes."""
    key: AnyKey
    layout: Layout
    place: Place


def lay_list(rng: random.Random, bench: Bench, area: Area, key: AnyKey, size: int,
             most: int) -> Laid:
    lengths = cuts(rng, size, most)
    places = area.take(lengths)
    entries = tuple(Sge(bench.mr, at, length) for at, length in zip(places, lengths))
    return Laid(key, Layout(entries), Place(tuple((at, length) for at, length in zip(places,
                                                                                     lengths))))


def lay_interleaved(rng: random.Random, bench: Bench, area: Area, key: AnyKey, size: int) -> Laid:
    """Lays out at least @size bytes. Lengths and strides have 16 bits in the device, and libmlx5 truncates them."""
    repeat = max(rng.choice((1, 2, 3, 7, 16)), -(-size // 65000))
    lengths = cuts(rng, max(1, -(-size // repeat)), 6)
    skips = [rng.choice((0, 1, 8, rng.randrange(200))) for _ in lengths]
    spans = [repeat * (length + skip) for length, skip in zip(lengths, skips)]
    places = area.take(spans)
    entries = tuple(Sge(bench.mr, at, length) for at, length in zip(places, lengths))
    layout = Layout(entries, repeat, tuple(skips))
    return Laid(key, layout, Place(tuple((at, length) for _, at, length in layout.pieces())))


def lay_nested(rng: random.Random, bench: Bench, area: Area, key: AnyKey, size: int, most: int,
               inner: AnyKey) -> Laid:
    """Makes entries of the key that name another key, which has a layout of its own."""
    device, slack = bench.device, rng.randrange(64)
    low = (lay_interleaved(rng, bench, area, inner, size + slack) if rng.random() < 0.4 else
           lay_list(rng, bench, area, inner, size + slack, 12))
    device.conf(bench.ends[0], inner, f"access {verbs.ALL_ACCESS}", low.layout.text())
    lengths = cuts(rng, size, most)
    pieces, entries, at = [], [], rng.randrange(slack + 1)
    for length in lengths:
        entries.append(Sge(inner, at, length))
        pieces += low.place.part(at, length)
        at += length
    if rng.random() < 0.5:  # the order need not be that of the inner key
        order = list(range(len(entries)))
        rng.shuffle(order)
        parts = [low.place.part(entry.offset, entry.length) for entry in entries]
        entries = [entries[i] for i in order]
        pieces = [piece for i in order for piece in parts[i]]
    return Laid(key, Layout(tuple(entries)), Place(tuple(pieces)))


def lay(rng: random.Random, bench: Bench, area: Area, key: AnyKey, size: int, inner: AnyKey,
        most: int = 24) -> Laid:
    if bench.is_long and rng.random() < 0.7:
        return lay_list(rng, bench, area, key, size, 1)
    kind = rng.choice(("list", "list", "interleaved", "nested"))
    if kind == "interleaved":
        return lay_interleaved(rng, bench, area, key, size)
    if kind == "nested":
        return lay_nested(rng, bench, area, key, size, min(most, 10), inner)
    return lay_list(rng, bench, area, key, size, most)


def configure(rng: random.Random, bench: Bench, laid: Laid, how: Key) -> None:
    """Configures a key in one request or two, with setters in any order."""
    end = rng.choice(bench.ends)
    base = [f"access {verbs.ALL_ACCESS}", laid.layout.text()]
    special = [part.text() for part in (how.signature, how.crypto) if part]
    requests = [base + special]
    if how.crypto is None and rng.random() < 0.2:
        requests = rng.choice(([base, special], [special, base]))
    for setters in requests:
        rng.shuffle(setters)
        flags = 0
        if not how.signature:
            flags = verbs.RESET_SIG_ATTR
        bench.device.conf(end, laid.key, *setters, flags=flags)


def crypto_unit_fits(size: int, unit: int) -> bool:
    """Returns whether the conditions of mlx5dv_wr_set_mkey_crypto(3) and of AES-XTS are met."""
    return size % unit == 0 or size % 16 == 0 and 16 <= size % unit <= unit - 16


def random_crypto(rng: random.Random, bench: Bench) -> Key:
    """Returns a row of the table in mlx5dv_wr_set_mkey_crypto(3), or crypto without signature."""
    row = rng.choice("ABCDEFGHIJ")
    encrypt, first = row in "ABCDE", row in "CDEJ" or row in "AF" and rng.random() < 0.5
    memory = random_domain(rng, rng.choice(("dif", "crc"))) if row in "DEHIJ" else None
    wire = random_domain(rng, rng.choice(("dif", "crc"))) if row in "BCEGI" else None
    if memory and wire and rng.random() < 0.5:
        wire = similar(rng, memory)
    dek = rng.choice(sorted(bench.secret))
    keys, tag = bench.secret[dek]
    tweak = rng.choice((rng.randbytes(16), b"\xff" * 16, b"\xff" * 8 + bytes(8),
                        rng.randbytes(4) + bytes(12)))
    crypto = Crypto(encrypt, first, rng.choice((512, 520, 4048, 4096, 4160)), tweak, keys, dek, tag)
    return Key(with_masks(rng, memory, wire) if memory or wire else None, crypto)


def split(rng: random.Random, key: AnyKey, start: int, size: int, how: Key, right: bool,
          is_rx: bool = False) -> List[Sge]:
    """Returns a list of consecutive bytes of a key, cut at the borders of blocks, or anywhere if there are only @right
    signatures: each entry is a request of its own, and the device then sees no whole block.

    An incoming signature that is copied is not cut: the device does not join its parts.
    """
    domain = how.wire
    if how.crypto:  # with crypto, requests are whole data units
        lengths = [size]
    elif right:
        lengths = cuts(rng, size, 4)
        if is_rx and how.signature and how.signature.copied():
            lengths = whole_signatures(lengths, domain)
    elif domain and rng.random() < 0.3 and size > domain.block + domain.size:
        first = rng.randrange(1, size // (domain.block + domain.size) + 1) * (domain.block + domain.size)
        lengths = [first, size - first] if size > first else [size]
    else:
        lengths = [size]
    out = []
    for length in lengths:
        out.append(Sge(key, start, length))
        start += length
    return out


def whole_signatures(lengths: Sequence[int], domain: Domain) -> List[int]:
    """Moves cuts that are inside a signature to its start."""
    size = domain.block + domain.size
    edges, at = {0, sum(lengths)}, 0
    for length in lengths[:-1]:
        at += length
        edges.add(at - max(0, at % size - domain.block))
    ordered = sorted(edges)
    return [b - a for a, b in zip(ordered, ordered[1:])]


class Plan(NamedTuple):
    """A case before its run."""
    what: str
    how: Key
    data: int  # bytes of data
    start: int  # of the data in the key
    spoiled: bool


def plan(rng: random.Random, bench: Bench, with_crypto: bool) -> Plan:
    while True:
        what = rng.choice(TX + RX)
        if not with_crypto:
            how = Key(random_signature(rng))
        else:
            how = random_crypto(rng, bench)
        blocks = [domain.block for domain in (how.memory, how.wire) if domain]
        data = random_length(rng, blocks)
        start = 0
        if len(set(blocks)) == 1 and rng.random() < 0.3:
            start = blocks[0] * rng.randrange(1, 4)
        crypto = how.crypto
        if crypto:
            data = max(data, 16)
            if what == "both":
                continue
            side = how.wire if crypto.is_signature_first else how.memory
            data = min(data, 2600) if rng.random() < 0.7 else data
            if not crypto_unit_fits(model.length(side, data), crypto.unit):
                continue
            if start and model.length(side, start) % crypto.unit:
                continue
        elif not blocks:
            start = rng.randrange(100)
        return Plan(what, how, data, start, rng.random() < 0.45)


def long_domain(rng: random.Random, block: int) -> Domain:
    """Returns a domain, mostly one that is processed backward."""
    kind = rng.choice(("dif", "dif", "crc32c", "crc32c", "any"))
    if kind == "dif":
        return Dif(block, False, rng.choice((0, 0xffff)), random_tag(rng, 16), random_tag(rng, 32),
                   rng.choice((0, 1, 1, 1, 3, 5)))
    if kind == "crc32c":
        return Crc(block, model.CRC32C, rng.choice((0, UINT32)))
    return replace(random_domain(rng, rng.choice(("dif", "crc"))), block=block)


def plan_long(rng: random.Random) -> Plan:
    """Plans enough blocks for a backward run; up to more than two packets, sometimes with a part of a block."""
    block = rng.choice((512, 512, 512, 520, 4096))
    domain = long_domain(rng, block)
    memory, wire = rng.choice(((domain, None), (None, domain), (domain, similar(rng, domain)),
                               (similar(rng, domain), domain), (domain, long_domain(rng, block))))
    size = rng.choice((256 << 10, 256 << 10, 300 << 10, 640 << 10, rng.randrange(1, 20) << 18))
    data = (-(-size // block) + rng.choice((0, 0, 1, rng.randrange(200)))) * block
    data += rng.choice((0, 0, 0, 1, block - 1))
    signature = Signature(memory, wire) if rng.random() < 0.6 else with_masks(rng, memory, wire)
    return Plan(rng.choice([what for what in TX + RX if what != "both"]), Key(signature), data,
                block * rng.choice((0, 0, 1, 130)), rng.random() < 0.6)


def long_data(rng: random.Random, plan: Plan) -> bytes:
    """Returns data of few different blocks in random order: the model is slow."""
    block = (plan.how.memory or plan.how.wire).block
    different = [rng.randbytes(block) for _ in range(8)]
    return b"".join(rng.choices(different, k=plan.data // block + 1))[:plan.data]


def describe(plan: Plan, laid: Laid) -> str:
    return f"{plan}\nlayout {laid.layout.repeat} {[tuple(e)[1:] for e in laid.layout.entries]}"


def run(rng: random.Random, bench: Bench, with_crypto: bool = False) -> int:
    """Runs a random case and raises Problem if it differs from the model. Returns the type of the key's error, NO_ERROR
    for none."""
    device, area = bench.device, Area(rng, bench.area)
    chosen = plan_long(rng) if bench.is_long else plan(rng, bench, with_crypto)
    memory = device.memory
    part = min(bench.area, AREA)
    memory[:bench.area] = rng.choice((rng.randbytes(part), rng.randbytes(part), bytes(part), b"\xff" * part)) * (
        bench.area // part) + bytes(bench.area % part)
    key = rng.choice(bench.crypto_keys if with_crypto else bench.keys)
    size = model.length(chosen.how.memory, chosen.start + chosen.data)
    size += rng.choice((0, 0, rng.randrange(1, 600)))
    laid = lay(rng, bench, area, key, size, bench.inner[0], 20 if with_crypto else 24)
    configure(rng, bench, laid, chosen.how)
    try:
        errors = (run_tx if chosen.what in TX else run_rx)(rng, bench, area, chosen, laid)
    except Problem as problem:
        raise Problem(f"{problem}\n{describe(chosen, laid)}") from None
    return errors[0].type if errors else model.NO_ERROR


def compare(bench: Bench, expected: bytearray) -> None:
    found = bench.device.memory[:bench.area]
    if found != expected:
        wrong = [i for i in range(bench.area) if found[i] != expected[i]]
        raise Problem(f"{len(wrong)} bytes are wrong, from {wrong[0]:#x} to {wrong[-1]:#x}: "
                      f"{bytes(found[wrong[0]:wrong[0] + 16]).hex()} instead of "
                      f"{bytes(expected[wrong[0]:wrong[0] + 16]).hex()}")


def compare_error(bench: Bench, key: AnyKey, errors: Sequence[Error]) -> None:
    found = bench.device.check(key)
    expected = tuple(errors[0]) if errors else (model.NO_ERROR,)
    if found != expected:
        raise Problem(f"mlx5dv_mkey_check gave {found} instead of {expected}")


def compare_done(bench: Bench, requester: int, opcode: int, received: Optional[int],
                 length: int) -> None:
    """Checks one completion at the requester, and one at the responder if it has received @received bytes."""
    ends = bench.ends
    mine = bench.device.poll(requester, 1)
    other = bench.device.poll(ends[0] + ends[1] - requester, 0 if received is None else 1)
    if [(c.wr_id, c.status, c.opcode) for c in mine] != [(1, verbs.SUCCESS, opcode)]:
        raise Problem(f"the requester has {mine}, the responder {other}")
    if opcode == verbs.WC_RDMA_READ and mine[0].length != length:
        raise Problem(f"{mine[0].length} bytes were read instead of {length}")
    wanted = [] if received is None else [(2, verbs.SUCCESS, verbs.WC_RECV, received)]
    if [(c.wr_id, c.status, c.opcode, c.length) for c in other] != wanted:
        raise Problem(f"the responder has {other} instead of {wanted}")


def plain_sges(rng: random.Random, bench: Bench, area: Area, size: int,
               most: int) -> Tuple[List[Sge], Place]:
    lengths = cuts(rng, size, rng.choice((1, 1, most)) if bench.is_long else most)
    places = area.take(lengths)
    return ([Sge(bench.mr, at, length) for at, length in zip(places, lengths)],
            Place(tuple(zip(places, lengths))))


def remote(rng: random.Random, bench: Bench, area: Area, size: int) -> Tuple[str, int, Place]:
    """Returns remote memory without signature, a region or an indirect key: address, rkey and place."""
    if rng.random() < 0.5:
        laid = lay(rng, bench, area, bench.inner[1], size + 16, bench.inner[2])
        bench.device.conf(bench.ends[1], laid.key, f"access {verbs.ALL_ACCESS}", laid.layout.text())
        start = rng.randrange(17)
        return str(start), laid.key.rkey, Place(tuple(laid.place.part(start, size)))
    at, = area.take([size])
    return f"@{at}", bench.mr.rkey, Place(((at, size),))


def signed_memory(rng: random.Random, chosen: Plan, domain: Domain, data: bytes,
                  at_wire: bool) -> bytes:
    """Returns the stream into the device: with signatures of @domain, right or wrong, and encrypted if the key expects
    that."""
    stream = signed(rng, data, domain, chosen.start)
    crypto = chosen.how.crypto
    if domain and chosen.spoiled:
        stream = spoil(rng, stream, domain)
    if crypto and crypto.is_signature_first == at_wire and at_wire == crypto.encrypt_on_tx:
        stream = crypto.apply(stream, True, model.length(domain, chosen.start))
    return stream


def run_tx(rng: random.Random, bench: Bench, area: Area, chosen: Plan, laid: Laid) -> List[Error]:
    device, how = bench.device, chosen.how
    a, b = bench.ends
    data = (long_data(rng, chosen) if bench.is_long else
            laid.place.get(device.memory, model.length(how.memory, chosen.start), chosen.data))
    stream = signed_memory(rng, chosen, how.memory, data, False)
    laid.place.put(device.memory, model.length(how.memory, chosen.start), stream)
    wire, errors = how.send(stream, chosen.start)
    at = model.length(how.wire, chosen.start)
    right = not (chosen.spoiled and how.memory)
    what = chosen.what
    received = None
    if what == "read_remote":
        sges, target = plain_sges(rng, bench, area, len(wire), 12)
        expected = bytearray(device.memory[:bench.area])
        target.put(expected, 0, wire)
        device.many([device.send_text(b, verbs.RDMA_READ, sges, str(at), laid.key.rkey)])
        compare_done(bench, b, verbs.WC_RDMA_READ, None, len(wire))
        device.poll(a)
    elif what == "write":
        sges = split(rng, laid.key, at, len(wire), how, right)
        raddr, rkey, target = remote(rng, bench, area, len(wire))
        expected = bytearray(device.memory[:bench.area])
        target.put(expected, 0, wire)
        device.many([device.send_text(a, verbs.RDMA_WRITE, sges, raddr, rkey)])
        compare_done(bench, a, verbs.WC_RDMA_WRITE, None, 0)
    else:
        sges = split(rng, laid.key, at, len(wire), how, right)
        before = b""
        if rng.random() < 0.2:  # preceded by bytes of a plain key
            plain, place = plain_sges(rng, bench, area, rng.randrange(1, 50), 2)
            sges = plain + sges
            before = place.get(device.memory, 0, sum(sge.length for sge in plain))
        if what == "both":
            run_both(rng, bench, area, chosen, laid, (sges, before, wire, errors))
            return errors
        more = rng.choice((0, 100))  # unused space
        targets, target = plain_sges(rng, bench, area, len(before) + len(wire) + more, 12)
        expected = bytearray(device.memory[:bench.area])
        target.put(expected, 0, before + wire)
        device.many([device.recv_text(b, targets), device.send_text(a, verbs.SEND, sges)])
        received = len(before) + len(wire)
        compare_done(bench, a, verbs.WC_SEND, received, 0)
    compare(bench, expected)
    compare_error(bench, laid.key, errors)
    return errors


def run_both(rng: random.Random, bench: Bench, area: Area, chosen: Plan, laid: Laid,
             sent: Tuple[List[Sge], bytes, bytes, List[Error]]) -> None:
    """Runs a SEND from the key into another signature key; the wire has signatures of both, or of none."""
    device, (a, b), (sges, before, wire, errors) = bench.device, bench.ends, sent
    wire_domain = chosen.how.wire
    memory = similar(rng, wire_domain) if wire_domain and rng.random() < 0.4 else random_domain(rng)
    if wire_domain is None and memory is None:
        memory = random_domain(rng, "crc")
    other = Key(with_masks(rng, memory, wire_domain))
    if len({d.block for d in (memory, wire_domain) if d}) > 1 and chosen.start:
        other = Key(with_masks(rng, similar(rng, wire_domain), wire_domain))
    key = rng.choice([key for key in bench.keys if key != laid.key])
    start = chosen.start if wire_domain or other.memory and not chosen.start % other.memory.block else 0
    size = model.length(other.memory, start + model.data_length(wire_domain, len(wire)))
    end = lay(rng, bench, area, key, size, bench.inner[3])
    configure(rng, bench, end, other)
    stream, found = other.receive(wire, start)
    expected = bytearray(device.memory[:bench.area])
    targets = []
    if before:
        targets, place = plain_sges(rng, bench, area, len(before), 2)
        place.put(expected, 0, before)
    end.place.put(expected, model.length(other.memory, start), stream)
    targets += [Sge(key, model.length(wire_domain, start), len(wire))]
    device.many([device.recv_text(b, targets), device.send_text(a, verbs.SEND, sges)])
    compare_done(bench, a, verbs.WC_SEND, len(before) + len(wire), 0)
    compare(bench, expected)
    compare_error(bench, laid.key, errors)
    compare_error(bench, key, found)


def run_rx(rng: random.Random, bench: Bench, area: Area, chosen: Plan, laid: Laid) -> List[Error]:
    device, how = bench.device, chosen.how
    a, b = bench.ends
    data = long_data(rng, chosen) if bench.is_long else rng.choice((rng.randbytes, bytes))(chosen.data)
    wire = signed_memory(rng, chosen, how.wire, data, True)
    stream, errors = how.receive(wire, chosen.start)
    at = model.length(how.wire, chosen.start)
    right = not (chosen.spoiled and how.wire)
    place_at = model.length(how.memory, chosen.start)
    what = chosen.what
    if what == "read":
        raddr, rkey, source = remote(rng, bench, area, len(wire))
        source.put(device.memory, 0, wire)
        expected = bytearray(device.memory[:bench.area])
        sges = split(rng, laid.key, at, len(wire), how, right, True)
        device.many([device.send_text(a, verbs.RDMA_READ, sges, raddr, rkey)])
        compare_done(bench, a, verbs.WC_RDMA_READ, None, len(wire))
    elif what == "write_remote":
        sges, source = plain_sges(rng, bench, area, len(wire), 12)
        source.put(device.memory, 0, wire)
        expected = bytearray(device.memory[:bench.area])
        device.many([device.send_text(b, verbs.RDMA_WRITE, sges, str(at), laid.key.rkey)])
        compare_done(bench, b, verbs.WC_RDMA_WRITE, None, 0)
        device.poll(a)
    else:
        plain, source = plain_sges(rng, bench, area, len(wire), 12)
        source.put(device.memory, 0, wire)
        expected = bytearray(device.memory[:bench.area])
        sges = split(rng, laid.key, at, len(wire), how, right, True)
        device.many([device.recv_text(a, sges), device.send_text(b, verbs.SEND, plain)])
        compare_done(bench, b, verbs.WC_SEND, len(wire), 0)
    laid.place.put(expected, place_at, stream)
    compare(bench, expected)
    compare_error(bench, laid.key, errors)
    return errors
