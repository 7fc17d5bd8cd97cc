# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A plain model of signature keys, from the manual pages of mlx5dv.

Written from mlx5dv_wr_set_mkey_sig_block(3), mlx5dv_wr_set_mkey_crypto(3), mlx5dv_mkey_check(3), T10 SBC-3 and
IEEE 1619, not from the device. Streams are byte strings. bsfmodel.py models the BSF's fields.
"""

from __future__ import annotations

import operator
import struct
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

BLOCK_SIZES = {512: 0, 520: 1, 4048: 2, 4096: 3, 4160: 4}  # bytes -> enum mlx5dv_block_size

CRC32, CRC32C, CRC64_XP10 = range(3)  # enum mlx5dv_sig_crc_type
REF_REMAP, APP_ESCAPE, APP_REF_ESCAPE = 1, 2, 4  # enum mlx5dv_sig_t10dif_flags
NO_ERROR, BAD_GUARD, BAD_REFTAG, BAD_APPTAG = range(4)  # enum mlx5dv_mkey_err_type


@lru_cache(maxsize=None)
def crc_table(width: int, polynomial: int, reflected: bool) -> Tuple[int, ...]:
    """Computes the effect of eight steps on each first byte."""
    table = []
    for byte in range(256):
        if reflected:
            value = byte
            for _ in range(8):
                value = value >> 1 ^ (mirrored(polynomial, width) if value & 1 else 0)
        else:
            value = byte << width - 8
            for _ in range(8):
                top = value >> width - 1
                value = (value << 1 & (1 << width) - 1) ^ (polynomial if top else 0)
        table.append(value)
    return tuple(table)


def mirrored(value: int, width: int) -> int:
    return int(format(value, f"0{width}b")[::-1], 2)


@lru_cache(maxsize=4096)  # transfers have few different blocks
def crc(width: int, polynomial: int, reflected: bool, register: int, data: bytes) -> int:
    """Returns the register after the data, without a final exclusive or."""
    table = crc_table(width, polynomial, reflected)
    if reflected:
        for byte in data:
            register = register >> 8 ^ table[(register ^ byte) & 0xff]
    else:
        ones, shift = (1 << width) - 1, width - 8
        for byte in data:
            register = (register << 8 & ones) ^ table[register >> shift ^ byte]
    return register


@lru_cache(maxsize=4096)
def ip_sum(seed: int, data: bytes) -> int:
    """The ones' complement sum of RFC 1071, of 16-bit words in network order."""
    total = seed
    for at in range(0, len(data), 2):
        total += int.from_bytes(data[at:at + 2].ljust(2, b"\0"), "big")
    while total > 0xffff:
        total = (total & 0xffff) + (total >> 16)
    return total


def checksum(seed: int, data: bytes) -> int:
    """The Internet checksum: the sum's complement."""
    return ip_sum(seed, data) ^ 0xffff


class Error(NamedTuple):
    """The result of mlx5dv_mkey_check()."""
    type: int
    expected: int
    actual: int
    offset: int


T10_DIF = 16, 0x8bb7, False  # width, polynomial, reflected


@dataclass(frozen=True)
class Dif:
    """struct mlx5dv_sig_t10dif."""
    block: int
    is_checksum: bool = False
    seed: int = 0
    app_tag: int = 0
    ref_tag: int = 0
    flags: int = 0
    size = 8

    def make(self, index: int, data: bytes) -> bytes:
        if self.is_checksum:
            guard = checksum(self.seed, data)
        else:
            guard = crc(*T10_DIF, self.seed, data)
        ref_tag = self.ref_tag + (index if self.flags & REF_REMAP else 0)
        return (guard.to_bytes(2, "big") + self.app_tag.to_bytes(2, "big") +
                (ref_tag % 2 ** 32).to_bytes(4, "big"))

    def is_escaped(self, found: bytes) -> bool:
        """Returns whether the field escapes the check. Of two escapes libmlx5 passes on app+ref."""
        if self.flags & APP_REF_ESCAPE:
            return found[2:] == b"\xff" * 6
        return bool(self.flags & APP_ESCAPE) and found[2:4] == b"\xff\xff"

    def compare(self, found: bytes, made: bytes, mask: int) -> Optional[Tuple[int, int, int]]:
        """Returns type, expected and actual value of the first difference."""
        return None if self.is_escaped(found) else self.differ(found, made, mask)

    def differ(self, found: bytes, made: bytes, mask: int) -> Optional[Tuple[int, int, int]]:
        """The same for blocks that are protected."""
        for kind, first, last in ((BAD_GUARD, 0, 2), (BAD_APPTAG, 2, 4), (BAD_REFTAG, 4, 8)):
            if any(found[i] != made[i] and mask >> 7 - i & 1 for i in range(first, last)):
                return (kind, int.from_bytes(found[first:last], "big"),
                        int.from_bytes(made[first:last], "big"))
        return None

    def text(self) -> str:
        return (f"dif {BLOCK_SIZES[self.block]} {int(self.is_checksum)} {self.seed} {self.app_tag} "
                f"{self.ref_tag} {self.flags}")


CRCS: Dict[int, Tuple[int, int, bool, str]] = {  # width, polynomial, reflected, order of the bytes
    CRC32: (32, 0x04c11db7, False, "big"),
    CRC32C: (32, 0x1edc6f41, True, "little"),
    CRC64_XP10: (64, 0xad93d23594c93659, True, "little"),
}


@dataclass(frozen=True)
class Crc:
    """struct mlx5dv_sig_crc."""
    block: int
    type: int
    seed: int = 0

    @property
    def size(self) -> int:
        return CRCS[self.type][0] // 8

    def make(self, index: int, data: bytes) -> bytes:
        width, polynomial, reflected, order = CRCS[self.type]
        ones = (1 << width) - 1
        value = crc(width, polynomial, reflected, self.seed & ones, data) ^ ones
        return value.to_bytes(self.size, order)

    def compare(self, found: bytes, made: bytes, mask: int) -> Optional[Tuple[int, int, int]]:
        order = CRCS[self.type][3]
        if any(found[i] != made[i] and mask >> 7 - i & 1 for i in range(self.size)):
            return BAD_GUARD, int.from_bytes(found, order), int.from_bytes(made, order)
        return None

    def text(self) -> str:
        return f"crc {BLOCK_SIZES[self.block]} {self.type} {self.seed}"


Domain = Union[Dif, Crc, None]


def length(domain: Domain, data: int) -> int:
    """Returns the length of data in a domain, where a signature follows each full block."""
    return data if domain is None else data + data // domain.block * domain.size


def data_length(domain: Domain, total: int) -> int:
    """Returns the bytes of data in the first bytes of a domain."""
    if domain is None:
        return total
    blocks, rest = divmod(total, domain.block + domain.size)
    return blocks * domain.block + min(rest, domain.block)


@dataclass(frozen=True)
class Signature:
    """struct mlx5dv_sig_block_attr. copy_mask None: libmlx5 chooses."""
    memory: Domain
    wire: Domain
    check_mask: int = 0xff
    copy_mask: Optional[int] = None

    def is_same_structure(self) -> bool:
        """Same type and block size."""
        a, b = self.memory, self.wire
        if a is None or b is None or a.block != b.block:
            return False
        if isinstance(a, Crc) and isinstance(b, Crc):
            return a.type == b.type
        return isinstance(a, Dif) and isinstance(b, Dif)

    def copied(self) -> int:
        """Returns the copy mask by the manual page's rule, except that libmlx5 does not compare the seeds of
        CRCs, nor whether reference tags are incremented."""
        a, b = self.memory, self.wire
        if not self.is_same_structure():
            return 0
        if self.copy_mask is not None:
            return self.copy_mask
        if isinstance(a, Dif) and isinstance(b, Dif):
            return ((0xc0 if (a.is_checksum, a.seed) == (b.is_checksum, b.seed) else 0) |
                    (0x30 if a.app_tag == b.app_tag else 0) |
                    (0x0f if a.ref_tag == b.ref_tag else 0))
        return 0xff

    def text(self) -> str:
        return (f"sig {int(self.copy_mask is not None)} {self.check_mask} {self.copy_mask or 0} "
                f"{self.memory.text() if self.memory else 'none'} "
                f"{self.wire.text() if self.wire else 'none'}")


def convert(stream: bytes, source: Domain, target: Domain, check_mask: int, copied: int,
            start: int = 0) -> Tuple[bytes, List[Error]]:
    """Checks and strips the signatures of the source, inserts or copies those of the target.

    The stream begins at a block of both domains, @start bytes of data after the begin of the key. Returns the stream of
    the target and all errors in their order.
    """
    data, signatures, errors = stream, [], []
    if source is not None:
        blocks, at = [], 0
        while at < len(stream):
            block = stream[at:at + source.block]
            at += source.block
            found = stream[at:at + source.size]
            blocks.append(block)
            if len(found) == source.size:
                index = start // source.block + len(signatures)
                wrong = source.compare(found, source.make(index, block), check_mask)
                if wrong:
                    errors.append(Error(*wrong, index * (source.block + source.size)))
                signatures.append(found)
            at += source.size
        data = b"".join(blocks)
    if target is None:
        return data, errors
    result = []
    for at in range(0, len(data), target.block):
        block = data[at:at + target.block]
        result.append(block)
        if len(block) == target.block:
            made = target.make((start + at) // target.block, block)
            if copied:
                kept = signatures[at // target.block]
                made = bytes(kept[i] if copied >> 7 - i & 1 else made[i] for i in range(target.size))
            result.append(made)
    return b"".join(result), errors


# AES, FIPS 197, and XTS, IEEE 1619.

def times_two(value: int) -> int:
    return (value << 1 ^ (0x11b if value & 0x80 else 0)) & 0xff


def product(a: int, b: int) -> int:
    """In the field of AES."""
    total = 0
    while b:
        if b & 1:
            total ^= a
        a, b = times_two(a), b >> 1
    return total


@lru_cache(maxsize=None)
def sbox() -> Tuple[Tuple[int, ...], Tuple[int, ...]]:
    """The substitution and its reverse."""
    table = []
    for value in range(256):
        inverse = next((x for x in range(256) if product(value, x) == 1), 0)
        result = 0x63
        for shift in range(5):
            result ^= (inverse << shift | inverse >> 8 - shift) & 0xff
        table.append(result)
    return tuple(table), tuple(table.index(value) for value in range(256))


@lru_cache(maxsize=64)
def round_keys(key: bytes) -> Tuple[bytes, ...]:
    box, words, n = sbox()[0], [key[i:i + 4] for i in range(0, len(key), 4)], len(key) // 4
    constant = 1
    while len(words) < 4 * (n + 7):
        word = words[-1]
        if len(words) % n == 0:
            word = bytes(box[b] for b in word[1:] + word[:1])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = times_two(constant)
        elif n > 6 and len(words) % n == 4:
            word = bytes(box[b] for b in word)
        words.append(bytes(x ^ y for x, y in zip(word, words[-n])))
    return tuple(b"".join(words[i:i + 4]) for i in range(0, len(words), 4))


def mixed(column: Sequence[int], factors: Tuple[int, int, int, int]) -> int:
    """Multiplies a column by the matrix whose first row are the factors; returns it as a number, the first byte highest."""
    rows = (factors[-row:] + factors[:-row] for row in range(4))
    return int.from_bytes(bytes(reduce(operator.xor, map(product, row, column)) for row in rows), "big")


MIX, MIX_BACK = (2, 3, 1, 1), (14, 11, 13, 9)
# The columns of a block, so that the four bytes that a row's shift brings together are those of successive ones.
COLUMNS, COLUMNS_BACK = (0, 1, 2, 3), (0, 3, 2, 1)


@lru_cache(maxsize=None)
def tables(encrypt: bool) -> List[List[int]]:
    """Returns for each row what the byte there becomes of its column, with substitution."""
    box, factors = sbox()[not encrypt], MIX if encrypt else MIX_BACK
    return [[mixed([0] * row + [byte] + [0] * (3 - row), factors) for byte in box] for row in range(4)]


@lru_cache(maxsize=64)
def schedule(key: bytes, encrypt: bool) -> List[List[int]]:
    """Returns the round keys in the order of the rounds, each as columns in the order of `aes`."""
    keys = [[key[at:at + 4] for at in range(0, 16, 4)] for key in round_keys(key)]
    if encrypt:
        return [[int.from_bytes(word, "big") for word in words] for words in keys]
    whole = (0, len(keys) - 1)
    return [[int.from_bytes(words[i], "big") if number in whole else mixed(words[i], MIX_BACK) for i in COLUMNS_BACK]
            for number, words in reversed(list(enumerate(keys)))]


def aes(key: bytes, block: bytes, encrypt: bool) -> bytes:
    """One block of 16 bytes. Decryption mixes the round keys instead of what they are added to, and is like encryption then."""
    box, (s, t, u, v), order = sbox()[not encrypt], tables(encrypt), COLUMNS if encrypt else COLUMNS_BACK
    first, *keys, last = schedule(key, encrypt)
    a, b, c, d = (int.from_bytes(block[4 * i:4 * i + 4], "big") ^ k for i, k in zip(order, first))
    for w, x, y, z in keys:
        a, b, c, d = (s[a >> 24] ^ t[b >> 16 & 255] ^ u[c >> 8 & 255] ^ v[d & 255] ^ w,
                      s[b >> 24] ^ t[c >> 16 & 255] ^ u[d >> 8 & 255] ^ v[a & 255] ^ x,
                      s[c >> 24] ^ t[d >> 16 & 255] ^ u[a >> 8 & 255] ^ v[b & 255] ^ y,
                      s[d >> 24] ^ t[a >> 16 & 255] ^ u[b >> 8 & 255] ^ v[c & 255] ^ z)
    out = [0] * 4
    for i, k, rows in zip(order, last, ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c))):
        row = box[rows[0] >> 24], box[rows[1] >> 16 & 255], box[rows[2] >> 8 & 255], box[rows[3] & 255]
        out[i] = k ^ int.from_bytes(row, "big")
    return struct.pack(">4I", *out)


def xts_unit(keys: bytes, tweak: bytes, data: bytes, encrypt: bool) -> bytes:
    """A data unit of at least 16 bytes. The keys: of the data, of the tweak."""
    half = len(keys) // 2
    mask = int.from_bytes(aes(keys[half:], tweak, True), "little")
    masks = []
    for _ in range(-(-len(data) // 16)):
        masks.append(mask)
        mask = mask << 1 ^ (1 << 128 | 0x87 if mask >> 127 else 0)

    def one(block: bytes, number: int) -> bytes:
        inner = aes(keys[:half], (int.from_bytes(block, "little") ^ masks[number]).to_bytes(16, "little"), encrypt)
        return (int.from_bytes(inner, "little") ^ masks[number]).to_bytes(16, "little")

    full, rest = divmod(len(data), 16)
    blocks = [data[i * 16:i * 16 + 16] for i in range(full)]
    if not rest:
        return b"".join(one(block, i) for i, block in enumerate(blocks))
    # Ciphertext stealing; decryption takes the last two tweaks in the other order.
    out = [one(block, i) for i, block in enumerate(blocks[:-1])]
    first, second = (full - 1, full) if encrypt else (full, full - 1)
    last = one(blocks[-1], first)
    out.append(one(data[full * 16:] + last[rest:], second))
    out.append(last[:rest])
    return b"".join(out)


@dataclass(frozen=True)
class Crypto:
    """struct mlx5dv_crypto_attr."""
    encrypt_on_tx: bool
    is_signature_first: bool  # on TX
    unit: int
    tweak: bytes
    keys: bytes
    dek: int
    keytag: bytes = b""

    def apply(self, stream: bytes, encrypt: bool, start: int = 0) -> bytes:
        """Applies the cipher to a stream that begins at a data unit, @start bytes after the begin of the key."""
        out, number = [], int.from_bytes(self.tweak, "little") + start // self.unit
        for at in range(0, len(stream), self.unit):
            out.append(xts_unit(self.keys, (number % 2 ** 128).to_bytes(16, "little"),
                                stream[at:at + self.unit], encrypt))
            number += 1
        return b"".join(out)

    def text(self) -> str:
        return (f"crypto {int(self.encrypt_on_tx)} {int(self.is_signature_first)} "
                f"{BLOCK_SIZES[self.unit]} {self.tweak.hex()} {self.dek} {self.keytag.hex() or '-'}")


@dataclass(frozen=True)
class Key:
    """A key's transformation of data."""
    signature: Optional[Signature] = None
    crypto: Optional[Crypto] = None

    @property
    def memory(self) -> Domain:
        return self.signature.memory if self.signature else None

    @property
    def wire(self) -> Domain:
        return self.signature.wire if self.signature else None

    def send(self, stream: bytes, start: int = 0) -> Tuple[bytes, List[Error]]:
        """Memory to wire; @start as in convert()."""
        crypto, errors = self.crypto, []
        if crypto and not crypto.is_signature_first:
            stream = crypto.apply(stream, crypto.encrypt_on_tx, length(self.memory, start))
        if self.signature:
            stream, errors = convert(stream, self.memory, self.wire, self.signature.check_mask,
                                     self.signature.copied(), start)
        if crypto and crypto.is_signature_first:
            stream = crypto.apply(stream, crypto.encrypt_on_tx, length(self.wire, start))
        return stream, errors

    def receive(self, stream: bytes, start: int = 0) -> Tuple[bytes, List[Error]]:
        """Wire to memory."""
        crypto, errors = self.crypto, []
        if crypto and crypto.is_signature_first:
            stream = crypto.apply(stream, not crypto.encrypt_on_tx, length(self.wire, start))
        if self.signature:
            stream, errors = convert(stream, self.wire, self.memory, self.signature.check_mask,
                                     self.signature.copied(), start)
        if crypto and not crypto.is_signature_first:
            stream = crypto.apply(stream, not crypto.encrypt_on_tx, length(self.memory, start))
        return stream, errors
