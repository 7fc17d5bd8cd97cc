# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Model of a signature key by the fields of its BSF, for requests that begin and end anywhere.

Blocks, signatures and ciphers are those of signatures.py. A domain is a list of blocks, each `block` bytes of data
and, when full, a signature after it. Both domains have the same data. All offsets are bytes from the start of the key.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple, Union

import signatures
from signatures import Crc, Dif

RANGE, SIG = 3, 6  # enum sm_fault
GUARD, APP, REF = 1 << 13, 1 << 12, 1 << 11  # syndromes
SYNDROMES = {signatures.BAD_GUARD: GUARD, signatures.BAD_APPTAG: APP, signatures.BAD_REFTAG: REF}
WIRE, MEMORY = 0, 1  # domains of an error
SELECTOR = {512: 1, 520: 2, 4096: 3, 4160: 4, 4048: 6}
CRC_TYPES = {"crc32": signatures.CRC32, "crc32c": signatures.CRC32C, "crc64": signatures.CRC64_XP10}
KINDS = {"t10dif": signatures.T10_DIF,  # width, polynomial, reflected
         **{kind: signatures.CRCS[number][:3] for kind, number in CRC_TYPES.items()}}


# Configuration.

@dataclass
class Domain:
    """A signature; `block` 0 is none."""

    block: int = 0
    kind: str = "t10dif"
    checksum: bool = False
    ones: bool = False  # seed
    app: int = 0
    app_mask: int = 0xFFFF
    ref: int = 0
    increment: bool = False
    escape: int = 0
    psv: int = 1

    @property
    def sig(self) -> int:
        """Bytes of the signature."""
        return self.named().size if self.block else 0

    def named(self) -> Union[Dif, Crc]:
        """Returns the signature in the terms of the manual pages, without the mask of the application tag."""
        seed = (1 << KINDS[self.kind][0]) - 1 if self.ones else 0
        if self.kind != "t10dif":
            return Crc(self.block, CRC_TYPES[self.kind], seed)
        flags = (signatures.REF_REMAP if self.increment else 0) | self.escape << 1
        return Dif(self.block, self.checksum, seed, self.app, self.ref, flags)

    def signature(self, index: int, data: bytes) -> bytes:
        """Returns the signature of block `index` with these data."""
        return self.named().make(index, data)

    def halves(self, sig: bytes) -> Tuple[int, int]:
        """Returns a signature in the form of the CQE."""
        if self.kind == "t10dif":
            return struct.unpack(">II", sig)
        value = int.from_bytes(sig, "big" if self.kind == "crc32" else "little")
        return (value >> 32, value & 0xFFFFFFFF) if self.sig == 8 else (value, 0)

    def syndrome(self, mask: int, found: bytes, computed: bytes) -> int:
        """0: they match."""
        named = self.named()
        if isinstance(named, Dif) and not named.is_escaped(found):
            # Unchecked bits of the application tag match.
            app = bytes(a & bits | b & ~bits & 0xFF for a, b, bits in
                        zip(found[2:4], computed[2:4], self.app_mask.to_bytes(2, "big")))
            wrong = named.differ(found[:2] + app + found[4:], computed, mask)
        else:
            wrong = named.compare(found, computed, mask)
        return SYNDROMES[wrong[0]] if wrong else 0

    # Places.

    def place(self, raw: int) -> int:
        """Returns the offset of byte `raw` of the data, including all signatures of earlier blocks."""
        return raw + raw // self.block * self.sig if self.block else raw

    def raw(self, place: int) -> int:
        """Returns the bytes of data before a place."""
        if not self.block:
            return place
        blocks, rest = divmod(place, self.block + self.sig)
        return blocks * self.block + min(rest, self.block)

    def inside(self, raw: int) -> int:
        """Bytes of data between the start of the block and here."""
        return raw % self.block if self.block else 0


@dataclass
class Crypto:
    """AES-XTS. `order` as in the BSF; `tweak` is a number."""

    order: int
    unit: int
    key: bytes
    tweak: int
    keytag: bytes = b""

    def on_wire(self) -> bool:
        """Returns whether the cipher is at the wire's end of the signatures."""
        return self.order in (0, 3)

    def run(self, outwards: bool, start: int, data: bytes) -> bytes:
        """Applies the cipher to data that start at an offset of its end."""
        cipher = signatures.Crypto(self.order in (0, 2), self.on_wire(), self.unit,
                                   self.tweak.to_bytes(16, "little"), self.key, 1, self.keytag)
        return cipher.apply(data, outwards == cipher.encrypt_on_tx, start)


@dataclass
class Error:
    """Contents of a SIG_ERR CQE."""

    domain: int
    syndrome: int
    expected: Tuple[int, int]
    actual: Tuple[int, int]
    offset: int


@dataclass
class Key:
    """A signature key: its BSF and its memory."""

    length: int
    memory: Domain = field(default_factory=Domain)
    wire: Domain = field(default_factory=Domain)
    same: bool = False  # sbs
    check: int = 0xFF
    copy: int = 0
    raw_size: Optional[int] = None
    crypto: Optional[Crypto] = None
    has_sig: bool = True
    padding: int = 0  # bytes after the BSF
    short: bool = False  # a BSF without inline sections if possible

    # The BSF, written byte by byte from the tables of the facts about it.

    @staticmethod
    def _selector(domain: Domain) -> int:
        base = {"t10dif": 0, "crc32": 0x20, "crc32c": 0x40, "crc64": 0x50}[domain.kind]
        flags = (0 if domain.ones else 1) | 2
        return (base | flags if base else 0) << 24 | domain.psv if domain.block else 0

    @staticmethod
    def _inline(domain: Domain) -> bytes:
        if not domain.block or domain.kind != "t10dif":
            return bytes(16)
        return struct.pack(">HHIBB3xBH", 0xC000, domain.app, domain.ref, 2 if domain.checksum else 1,
                           0x80 | (8 if domain.ones else 0),
                           (0x40 if domain.increment else 0) | domain.escape, domain.app_mask)

    def _signature_bsf(self, size: int, announced: Optional[int] = None) -> bytes:
        announced = size if announced is None else announced
        wire = self.copy if self.same else SELECTOR.get(self.wire.block, 0)
        raw = 0xFFFFFFFF if self.raw_size is None else self.raw_size
        out = struct.pack(">BBBBIII", announced << 6 | (0x10 if self.same else 0), self.check, wire,
                          SELECTOR.get(self.memory.block, 0), raw, self._selector(self.wire),
                          self._selector(self.memory))
        return (out + bytes(16) + self._inline(self.wire) + self._inline(self.memory))[:16 << size]

    def _crypto_bsf(self, size: int, big_tweak: bool) -> bytes:
        crypto = self.crypto
        assert crypto is not None
        raw = 0xFFFFFFFF if self.raw_size is None else self.raw_size
        return struct.pack(">BBBBIB7x", size << 6 | 1, crypto.order, 0, 0, raw,
                           SELECTOR[crypto.unit]) + \
            crypto.tweak.to_bytes(16, "big" if big_tweak else "little") + \
            struct.pack(">I4x8s16x", 1, crypto.keytag)

    def bsf(self, big_tweak: bool = False) -> bytes:
        """Returns the BSF's image, with DEK 1."""
        if not self.has_sig:
            return self._crypto_bsf(2, big_tweak) + bytes(self.padding)
        if self.crypto:
            return self._signature_bsf(2, 3) + self._crypto_bsf(3, big_tweak)
        kinds = {d.kind for d in (self.memory, self.wire) if d.block}
        size = 1 if self.short and "t10dif" not in kinds else 2
        return self._signature_bsf(size) + bytes(self.padding)

    # Transfers.

    def copies(self) -> bool:
        """Returns whether bytes of the signature are copied from one domain to the other."""
        return self.same and bool(self.copy & (0xFF if self.wire.sig == 8 else 0xF0))

    def _made(self, domain: Domain, index: int, data: bytes, source: Optional[bytes]) -> bytes:
        made = bytearray(domain.signature(index, data))
        if source is not None and self.same:
            for i in range(len(made)):
                if self.copy >> (7 - i) & 1:
                    made[i] = source[i]
        return bytes(made)

    def _check(self, side: int, index: int, data: bytes, found: bytes) -> List[Error]:
        domain = (self.wire, self.memory)[side]
        computed = domain.signature(index, data)
        syndrome = domain.syndrome(self.check, found, computed)
        if not syndrome:
            return []
        return [Error(side, syndrome, domain.halves(found), domain.halves(computed),
                      index * (domain.block + domain.sig))]

    def _copied_is_missing(self, end: int) -> bool:
        """Returns whether, for incoming data, the last block's signature would be copied but is incomplete."""
        raw = self.wire.raw(end)
        return self.copies() and raw > 0 and self.wire.inside(raw) == 0 and self.wire.place(raw) > end

    def fault(self, start: int, length: int, scatter: bool) -> int:
        """Returns the fault of a request over these bytes of the wire; 0: none."""
        end = start + length
        raw = self.wire.raw(end)
        memory_end = self.memory.place(raw)
        memory_start = self.memory.place(self.wire.raw(start))
        if scatter and self._copied_is_missing(end):
            memory_end -= self.memory.sig
        if memory_end > self.length or (self.raw_size is not None and raw > self.raw_size):
            return RANGE
        if not self.crypto:
            return 0
        first = self.wire.raw(start)
        if self.wire.inside(first) or self.memory.inside(first) or start != self.wire.place(first):
            return SIG
        begin, stop = (start, end) if self.crypto.on_wire() else (memory_start, memory_end)
        last = (stop - begin) % self.crypto.unit
        if begin % self.crypto.unit:
            return SIG
        if last and ((stop - begin) % 16 or not 16 <= last <= self.crypto.unit - 16):
            return SIG
        return 0

    def gather(self, content: bytes, start: int, length: int) -> Tuple[int, bytes, List[Error]]:
        """Returns the bytes on the wire for the key's memory."""
        fault = self.fault(start, length, False)
        if fault or not length:
            return fault, b"", []
        end = start + length
        first, last = self.wire.raw(start), self.wire.raw(end)
        content = content[:self.length]
        if self.crypto and not self.crypto.on_wire():
            begin, stop = self.memory.place(first), self.memory.place(last)
            content = content[:begin] + self.crypto.run(True, begin, content[begin:stop])
        data, sigs = self._split(self.memory, content, last)
        errors = []
        for index, found in sigs.items():
            block = self.memory.block
            if first < (index + 1) * block <= last:
                errors += self._check(MEMORY, index, data[index * block:(index + 1) * block], found)
        wire = b""
        step = self.wire.block or max(last, 1)
        for index in range((last + step - 1) // step):
            block_data = data[index * step:(index + 1) * step]
            wire += block_data
            if self.wire.block and len(block_data) == step:
                wire += self._made(self.wire, index, block_data, sigs.get(index))
        out = wire[start:end]
        assert len(out) == length
        if self.crypto and self.crypto.on_wire():
            out = self.crypto.run(True, start, out)
        return 0, out, errors

    @staticmethod
    def _split(domain: Domain, content: bytes, raw: int) -> Tuple[bytes, Dict[int, bytes]]:
        """Returns the first `raw` bytes of data with the signatures of full blocks."""
        if not domain.block:
            return content[:raw], {}
        data, sigs, step = b"", {}, domain.block + domain.sig
        for index in range((raw + domain.block - 1) // domain.block):
            part = content[index * step:(index + 1) * step]
            data += part[:domain.block]
            if len(part) == step:
                sigs[index] = part[domain.block:]
        return data[:raw], sigs

    def scatter(self, content: bytes, start: int, received: bytes) -> Tuple[int, bytes, List[Error]]:
        """Returns the key's memory after these bytes have arrived."""
        end = start + len(received)
        fault = self.fault(start, len(received), True)
        if fault or not received:
            return fault, content, []
        if self.crypto and self.crypto.on_wire():
            received = self.crypto.run(False, start, received)
        first, last = self.wire.raw(start), self.wire.raw(end)
        before, _ = self._split(self.memory, content, first)
        data, sigs = bytearray(before), {}
        step, i = self.wire.block + self.wire.sig, 0
        while i < len(received):
            index, at = divmod(start + i, step) if step else (0, 0)
            is_sig = bool(step) and at >= self.wire.block
            part = received[i:i + (step if is_sig else self.wire.block) - at] if step else received
            if is_sig:
                sigs.setdefault(index, {}).update(enumerate(part, at - self.wire.block))
            else:
                data += part
            i += len(part)
        whole = {index: bytes(sig[i] for i in range(self.wire.sig)) for index, sig in sigs.items()
                 if len(sig) == self.wire.sig}
        errors = []
        for index, found in whole.items():
            block = self.wire.block
            errors += self._check(WIRE, index, bytes(data[index * block:(index + 1) * block]), found)
        return 0, self._put(content, first, last, bytes(data), whole), errors

    def _put(self, content: bytes, first: int, last: int, data: bytes, whole: Dict[int, bytes]) -> bytes:
        out = bytearray(content)
        touched: List[int] = []
        block, raw = self.memory.block, first
        while raw < last:
            end = min(last, raw - raw % block + block) if block else last
            place = self.memory.place(raw)
            out[place:place + end - raw] = data[raw:end]
            touched += range(place, place + end - raw)
            raw = end
        if block:
            for index in range(last // block):
                if self.copies() and index not in whole or \
                        not self.copies() and (index + 1) * block <= first:
                    continue
                place = index * (block + self.memory.sig) + block
                sig = self._made(self.memory, index, data[index * block:(index + 1) * block],
                                 whole.get(index))
                out[place:place + len(sig)] = sig
                touched += range(place, place + len(sig))
        if self.crypto and not self.crypto.on_wire():
            begin, stop = min(touched), max(touched) + 1
            out[begin:stop] = self.crypto.run(False, begin, bytes(out[begin:stop]))
        return bytes(out)
