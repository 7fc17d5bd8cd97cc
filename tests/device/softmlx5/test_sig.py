# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The signature engine: random keys against the model, values of real cards, refusals.

SIG_CASES=N tests N random keys in each test instead of a few.
"""

from __future__ import annotations

import os
import random
import sys
from typing import Callable, Dict, List, Optional, Sequence, Tuple

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "sig")]

import sigcases  # noqa: E402
import sigbuild  # noqa: E402
import signatures  # noqa: E402
from bsfmodel import Crypto, Domain, Key  # noqa: E402

CASES = int(os.environ.get("SIG_CASES", 200))
MANY = 1000000  # numbers of cases that belong to one test
T10, CRC32, CRC32C, CRC64 = ("t10dif", "crc32", "crc32c", "crc64")


@pytest.fixture(scope="module", name="program")
def _program() -> str:
    return sigbuild.harness()


def compare(program: str, made: Sequence[sigcases.Case]) -> List[str]:
    """Returns all answers, after comparing them with the expected ones."""
    out = sigbuild.run(program, sigcases.all_on() + [line for case in made for line in case.script])
    at = 0
    for case in made:
        got = out[at:at + len(case.expected)]
        assert got == case.expected, case.name
        at += len(case.expected)
    assert at == len(out)
    return out


@pytest.mark.parametrize("part", range(4))
def test_random_keys(program: str, part: int) -> None:
    """Bytes in memory and on the wire, and every mismatch, of keys of all kinds."""
    out = compare(program, [sigcases.case(MANY * part + i, False) for i in range(CASES)])
    # The cases are useful only if most requests succeed, and mismatches are found.
    assert sum(line.startswith("error") for line in out) > CASES // 5
    assert sum(line.startswith(("gather 0", "scatter 0")) for line in out) > CASES


def test_random_keys_with_encryption(program: str) -> None:
    """All orders, alone and with signatures."""
    out = compare(program, [sigcases.case(4 * MANY + i, True) for i in range(CASES // 2)])
    assert sum(line.startswith(("gather 0", "scatter 0")) for line in out) > CASES * 5 // 12
    assert sum(line.startswith("error") for line in out) > CASES // 30


def test_conversions(program: str) -> None:
    """Converts each type of signature to each other one."""
    out = compare(program, sigcases.conversions())
    assert sum(line.startswith("error") for line in out) > 50


def test_long_runs(program: str) -> None:
    """Many blocks in one request."""
    out = compare(program, sigcases.long_runs())
    assert sum(line.startswith("error") for line in out) > 20


@pytest.mark.deep
def test_backward_runs(program: str) -> None:
    """Enough blocks for the device to begin with the last ones."""
    out = compare(program, sigcases.backward_runs())
    assert sum(line.startswith("error") for line in out) > 60


def test_torn_signatures(program: str) -> None:
    """Requests that end or start in the middle of a signature."""
    out = compare(program, sigcases.torn())
    assert sum(line.startswith("error") for line in out) > 20


# Examples, each with its own numbers.

def script(key: Key, memory: bytes, *requests: str) -> List[str]:
    """Lines for a key whose memory is in one piece."""
    return ["reset", "psv 1", "psv 1", f"memory {sigcases.hexa(memory)}",
            f"key {key.length} 0 0 0 {len(memory)}",
            f"bsf 1 {key.bsf().hex()}", *requests]


def run(program: str, *lines: str) -> List[str]:
    """Answers, with all capabilities on."""
    return sigbuild.run(program, [*sigcases.all_on(), *lines])


@pytest.mark.parametrize("domain, data, field", [
    (Domain(512, T10, ones=True, app=0x5678, ref=0xF0DEBC9A), b"\xa5" * 512, "ec7d5678f0debc9a"),
    (Domain(512, CRC32, ones=False), b"\1" * 512, "15d286f7"),
    (Domain(4096, CRC32C, ones=True), b"a" * 4096, "a24cc726"),
    (Domain(512, CRC32C, ones=True), b"a" * 512, (0x6F32A61F).to_bytes(4, "little").hex()),
], ids=["T10-DIF", "CRC32", "CRC32C", "CRC32C of 512"])
def test_values_of_real_cards(program: str, domain: Domain, data: bytes, field: str) -> None:
    """Signatures are inserted and accepted in both directions."""
    size, sig = len(data), len(field) // 2
    whole = data.hex() + field
    out = run(program, *script(Key(size, wire=domain), data, f"gather 32768 0 {size + sig}",
                               f"scatter 100 {whole} 0 {size + sig}"),
              *script(Key(size + sig, memory=domain), bytes(size + sig),
                      f"scatter 100 {data.hex()} 0 {size}", "dump", f"gather 32768 0 {size}"))
    assert out == ["parse ok", f"gather 0 {whole}", "scatter 0",
                   "parse ok", "scatter 0", f"memory {whole}", f"gather 0 {data.hex()}"]


PLAIN = bytes(512)


def t10(guard: int, app: int, ref: int) -> bytes:
    """The field."""
    return guard.to_bytes(2, "big") + app.to_bytes(2, "big") + ref.to_bytes(4, "big")


@pytest.mark.parametrize("found, check, escape, error", [
    (t10(0, 0x1234, 7), 0xFF, 0, None),
    (t10(1, 0x1235, 8), 0xFF, 0, (1 << 13, 1 << 16 | 0x1235, 8)),
    (t10(1, 0x1235, 8), 0x3F, 0, (1 << 12, 1 << 16 | 0x1235, 8)),
    (t10(1, 0x1235, 8), 0x0F, 0, (1 << 11, 1 << 16 | 0x1235, 8)),
    (t10(1, 0x1235, 8), 0x0E, 0, None),
    (t10(0, 0x1235, 7), 0x20, 0, None),
    (t10(0, 0x1335, 7), 0x20, 0, (1 << 12, 0x1335, 7)),
    (t10(5, 0xFFFF, 8), 0xFF, 1, None),
    (t10(5, 0xFFFF, 8), 0xFF, 2, (1 << 13, 5 << 16 | 0xFFFF, 8)),
    (t10(5, 0xFFFF, 0xFFFFFFFF), 0xFF, 2, None),
    (t10(5, 0xFFFF, 0xFFFFFFFF), 0xFF, 0, (1 << 13, 5 << 16 | 0xFFFF, 0xFFFFFFFF)),
    (t10(5, 0xFFFE, 0xFFFFFFFF), 0xFF, 1, (1 << 13, 5 << 16 | 0xFFFE, 0xFFFFFFFF)),
])
def test_t10dif_mismatch(program: str, found: bytes, check: int, escape: int,
                         error: Optional[Tuple[int, int, int]]) -> None:
    """One part of one block is reported: guard, application tag, reference tag; whole values, both ways."""
    domain = Domain(512, T10, app=0x1234, ref=6, increment=True, escape=escape)
    good = PLAIN + t10(0, 0x1234, 6)
    bad = good + PLAIN + found
    out = run(program, *script(Key(1040, memory=domain, check=check), bad, "gather 32768 0 1024"),
              *script(Key(1024, wire=domain, check=check), bytes(1024),
                      f"scatter 99 {bad.hex()} 0 1040"))
    wanted = []
    for side, end in ((1, f"gather 0 {bytes(1024).hex()}"), (0, "scatter 0")):
        wanted.append("parse ok")
        if error:
            wanted.append(f"error {side} {error[0]} {error[1]} {error[2]} {0x1234} 7 520 {sigcases.KEY_VALUE} 1")
        wanted.append(end)
    assert out == wanted


def test_mask_of_the_application_tag(program: str) -> None:
    """Bits that app_bitmask_check leaves out may differ."""
    domain = Domain(512, T10, app=0x1234, app_mask=0x0FF0)
    lines = [line for app in (0xF23F, 0x1224)
             for line in script(Key(520, memory=domain), PLAIN + t10(0, app, 0),
                                "gather 512 0 512")]
    out = run(program, *lines)
    assert [line.split()[:3] for line in out if line.startswith("error")] == [["error", "1",
                                                                               str(1 << 12)]]


@pytest.mark.parametrize("kind, trans, ref", [
    (CRC32, 0x01020304, 0), (CRC32C, 0x04030201, 0), (CRC64, 0x08070605, 0x04030201)])
def test_crc_mismatch(program: str, kind: str, trans: int, ref: int) -> None:
    """The numbers of a CRC in the halves of a CQE."""
    domain = Domain(512, kind)
    field = bytes(range(1, 9))[:domain.sig]
    right = domain.halves(domain.signature(0, PLAIN))
    out = run(program,
              *script(Key(512 + len(field), memory=domain), PLAIN + field, "gather 512 0 512"))
    assert out[1] == f"error 1 {1 << 13} {trans} {ref} {right[0]} {right[1]} 0 {sigcases.KEY_VALUE} 1"


def test_every_block_is_reported(program: str) -> None:
    """The engine continues after a mismatch. Key and PSV decide which of them get a CQE."""
    domain = Domain(512, CRC32)
    out = run(program, *script(Key(516 * 3, memory=domain), bytes(516 * 3), "gather 512 0 1536"))
    assert [line.split()[7] for line in out if line.startswith("error")] == ["0", "516", "1032"]


# Refusals. The image is changed at some places: offset, bytes.

EVERYTHING = Key(520, memory=Domain(512, T10, psv=1), wire=Domain(4096, T10, psv=2),
                 crypto=Crypto(0, 512, bytes(32), 0, b"tagtagtg"))
SAME = Key(520, memory=Domain(512, T10, psv=1), wire=Domain(512, T10, psv=2), same=True, copy=0xFF)
CRCS = Key(520, memory=Domain(512, CRC32C, psv=1), wire=Domain(512, CRC64, psv=2))
BLOCK_4048 = Key(520, memory=Domain(4048, CRC32))
CIPHER = Key(520, crypto=EVERYTHING.crypto, has_sig=False)
NOTHING = Key(520)
CIPHERED_NOTHING = Key(520, crypto=EVERYTHING.crypto)
Patch = Dict[int, bytes]

REFUSED: List[Tuple[str, Key, Patch, str]] = [
    ("no sho", SAME, {}, "sho"),
    ("no sig_crc32c", CRCS, {}, "sig_crc32c"),
    ("no sig_crc64_xp10", CRCS, {}, "sig_crc64_xp10"),
    ("no sig_block_4048", BLOCK_4048, {}, "block size"),
    ("no crypto", CIPHER, {}, "crypto"),
    ("selector 5", SAME, {3: b"\5"}, "block size"),
    ("selector 7", SAME, {3: b"\7"}, "block size"),
    ("selector 5 on the wire", CRCS, {2: b"\5"}, "block size"),
    ("a PSV that is not there", SAME, {9: b"\0\0\3"}, "PSV"),
    ("a PSV of another PD", SAME, {13: b"\0\0\4"}, "PSV"),
    ("an unknown kind", CRCS, {8: b"\x62"}, "unknown kind"),
    ("a kind without block", SAME, {0: b"\x80", 2: b"\0", 8: b"\x22"}, "no block size"),
    ("a CRC for one block", CRCS, {8: b"\x50"}, "repeat"),
    ("sbs without blocks", SAME, {3: b"\0"}, "same structure"),
    ("sbs of two kinds", SAME, {8: b"\x22"}, "same structure"),
    ("an inline section that is not valid", SAME, {0x20: b"\0"}, "inline"),
    ("T10-DIF without inline sections", SAME, {0: b"\x50"}, "inline"),
    ("no guard", SAME, {0x38: b"\0"}, "guard"),
    ("guard 3", SAME, {0x38: b"\3"}, "guard"),
    ("T10-DIF for one block", SAME, {0x29: b"\0"}, "repeat"),
    ("both escapes", SAME, {0x2D: b"\3"}, "escapes"),
    ("a transaction beside blocks", SAME, {0x18: b"\x40"}, "beside block"),
    ("a transaction in both domains", NOTHING, {0x18: b"\x40\0\0\1", 0x1C: b"\x40\0\0\1"}, "both domains"),
    ("a transaction that begins in memory, too", NOTHING, {0x10: b"\2", 0x18: b"\x40\0\0\1"}, "both domains"),
    ("a transaction that ends in memory, too", NOTHING, {0x10: b"\1", 0x18: b"\x40\0\0\1"}, "both domains"),
    ("a transaction of T10-DIF", NOTHING, {0x10: b"\x30", 0x1B: b"\1"}, "unknown kind"),
    ("a transaction of T10-DIF in memory", NOTHING, {0x10: b"\3", 0x1F: b"\1"}, "unknown kind"),
    ("a transaction that covers signatures", NOTHING, {0x18: b"\x42\0\0\1"}, "of block signatures"),
    ("a transaction in memory that covers signatures", NOTHING, {0x1C: b"\x42\0\0\1"}, "of block signatures"),
    ("a prologue", NOTHING, {0x13: b"\1"}, "prologue"),
    ("an epilogue", NOTHING, {0x17: b"\1"}, "prologue"),
    ("a transaction with a PSV of another PD", NOTHING, {0x18: b"\x40\0\0\4"}, "PSV"),
    *((f"a transaction {where}, order {order}", CIPHERED_NOTHING, {at: b"\x40\0\0\1", 0x41: bytes([order])}, "encrypted data")
      for where, at, right in (("on the wire", 0x18, 2), ("in memory", 0x1C, 3)) for order in range(4) if order != right),
    ("an unknown section", SAME, {0: b"\x92"}, "neither"),
    ("128 bytes that are 64", SAME, {0: b"\xd0"}, "shorter"),
    ("a second section that is no encryption", EVERYTHING, {0x40: b"\xc0"}, "second half"),
    ("a second section of another size", EVERYTHING, {0x40: b"\x81"}, "second half"),
    ("encryption alone of 128 bytes", CIPHER, {0: b"\xc1", 0x40: bytes(64)}, "alone"),
    ("an unknown standard", CIPHER, {3: b"\1"}, "standard"),
    ("an unknown order", CIPHER, {1: b"\4"}, "order"),
    ("a data unit of selector 5", CIPHER, {8: b"\5"}, "data unit"),
    ("no data unit", CIPHER, {8: b"\0"}, "data unit"),
    ("a DEK that is not there", CIPHER, {0x23: b"\3"}, "DEK"),
    ("a DEK of another PD", CIPHER, {0x23: b"\2"}, "DEK"),
    ("another key tag", CIPHER, {0x2F: b"x"}, "key tag"),
    ("raw order for two signatures", EVERYTHING, {0x41: b"\2"}, "other domain"),
    ("the other raw order for two signatures", EVERYTHING, {0x41: b"\3"}, "other domain"),
]


def objects() -> List[str]:
    """PSVs 1 and 2 and DEK 1 of PD 1; PSV 4 and DEK 2 of PD 2; PSV 3 is not there."""
    return ["reset", "psv 1", "psv 1", "unpsv", "psv 2",
            f"dek 1 {bytes(range(32)).hex()} {b'tagtagtg'.hex()}",
            f"dek 2 {bytes(range(32)).hex()} -", "memory 00", "key 520 0 0 0 1"]


def patched(key: Key, patch: Patch) -> bytes:
    """Returns the image with other bytes at some places."""
    image = bytearray(key.bsf())
    for at, data in patch.items():
        image[at:at + len(data)] = data
    return bytes(image)


@pytest.mark.parametrize("name, key, patch, why", REFUSED, ids=[row[0] for row in REFUSED])
def test_refused(program: str, name: str, key: Key, patch: Patch, why: str) -> None:
    """It is refused with a reason, and accepted after the defect is corrected."""
    off = [f"cap {name[3:]} 0"] if name.startswith("no ") and name[3:] in sigcases.CAPABILITIES else []
    assert bool(off) == (not patch)
    out = run(program, *objects(), f"bsf 1 {key.bsf().hex()}", *objects(), *off,
              f"bsf 1 {patched(key, patch).hex()}")
    assert out[0] == "parse ok"
    assert out[1].startswith("parse refused: ") and why in out[1]


@pytest.mark.parametrize("key", [SAME, CIPHER, EVERYTHING, CRCS],
                         ids=["64", "cipher", "128", "CRCs"])
def test_every_length(program: str, key: Key) -> None:
    """A BSF that is truncated anywhere is refused; no byte beyond its end is read."""
    image = key.bsf()
    lines = [line for length in range(len(image) + 1)
             for line in [*objects(), f"bsf 1 {sigcases.hexa(image[:length])}"]]
    out = run(program, *lines)
    assert [line == "parse ok" for line in out] == [False] * len(image) + [True]


def test_random_images(program: str) -> None:
    """Valid images with some inverted bits are refused, or used without harm."""
    rng = random.Random("images")
    lines: List[str] = []
    for _ in range(3000):
        image = bytearray(rng.choice((SAME, CRCS, CIPHER, EVERYTHING, NOTHING)).bsf())
        for _ in range(rng.randint(1, 3)):
            image[rng.randrange(len(image))] ^= 1 << rng.randrange(8)
        start, length = rng.randint(0, 1100), rng.randint(1, 1100)
        lines += [*objects()[:-2], f"memory {bytes(1040).hex()}", "key 1040 0 0 0 1040",
                  f"try 1 {image.hex()}", f"gather 700 0 1040 {start} {length}",
                  f"scatter 300 {bytes(length).hex()} {start} {length}"]
    out = run(program, *lines)
    accepted = sum(line == "parse ok" for line in out)
    assert 600 < accepted < 2900
    assert {line.split()[1] for line in out if line.startswith(("gather", "scatter"))} == {"0", "3",
                                                                                           "6"}


@pytest.mark.parametrize("pd", [2, 3])
def test_of_another_pd(program: str, pd: int) -> None:
    """A BSF whose PSVs belong to another PD than its key."""
    out = run(program, *objects(), f"bsf {pd} {SAME.bsf().hex()}")
    assert out == ["parse refused: a PSV of the BSF does not exist, or belongs to another PD"]


# Other behaviour than blocks.

def test_far_away(program: str) -> None:
    """Addresses and lengths near the ends of what 64 bits hold are out of range, whatever the key says."""
    key = Key(1024, wire=Domain(512, T10))
    top = (1 << 64) - 1
    requests = [f"gather 100 {start} {length}" for start, length in
                ((top, 1), (top - 7, 8), (top // 2, 1), (top // 4, top // 4), (0, top // 3),
                 (1, top), (1 << 62, 9))]
    lines = script(key, bytes(1024), *requests)
    # Where place and address would overflow to a small one.
    key = Key(1024, memory=Domain(512, T10))
    around = -(-(1 << 64) // 520) * 512
    lines += script(key, bytes(1024), *requests, f"gather 100 {around} 1")
    unlimited = [line.replace("key 1024 0 0 ", "key 0 0 1 ") for line in lines]
    wanted = ["parse ok"] + ["gather 3 -"] * len(requests)
    assert run(program, *lines, *unlimited) == (wanted + wanted + ["gather 3 -"]) * 2


def test_key_without_length(program: str) -> None:
    """length64: what the pieces hold, signatures included."""
    key = Key(1024, wire=Domain(512, T10))
    lines = [line.replace("key 1024 0 0 ", "key 0 0 1 ") for line in
             script(key, bytes(1024), "gather 100 0 1040", "gather 100 0 1041")]
    whole = (PLAIN + t10(0, 0, 0)) * 2
    assert run(program, *lines) == ["parse ok", f"gather 0 {whole.hex()}", "gather 3 -"]


@pytest.mark.parametrize("order", range(4))
def test_key_of_the_cipher_goes(program: str, order: int) -> None:
    """A DEK that is destroyed after the BSF was written: the request fails."""
    key = Key(512, crypto=Crypto(order, 512, bytes(range(32)), 0), has_sig=False)
    lines = script(key, bytes(512), "undek", "gather 512 0 512", f"scatter 512 {PLAIN.hex()} 0 512",
                   "dump")
    lines.insert(1, f"dek 1 {bytes(range(32)).hex()} -")
    assert run(program, *lines) == ["parse ok", "gather 9 -", "scatter 9", f"memory {PLAIN.hex()}"]


UNALIGNED = [Key(2048, wire=Domain(520, CRC32), crypto=Crypto(1, 512, bytes(range(32)), 0)),
             Key(2080, memory=Domain(4096, CRC32), crypto=Crypto(0, 512, bytes(range(32)), 0))]


@pytest.mark.parametrize("key", UNALIGNED, ids=["wire", "memory"])
def test_encryption_starts_with_a_block(program: str, key: Key) -> None:
    """What an earlier request has carried cannot be read back: a request in the middle of a block fails."""
    length = 512 + key.wire.sig
    lines = script(key, bytes(key.length), f"gather 512 512 {length}",
                   f"scatter 512 {bytes(length).hex()} 512 {length}")
    lines.insert(1, f"dek 1 {bytes(range(32)).hex()} -")
    assert run(program, *lines) == ["parse ok", "gather 6 -", "scatter 6"]


def test_neither_signature_nor_cipher(program: str) -> None:
    """A BSF that asks for nothing: data pass."""
    data = bytes(range(200))
    out = run(program, *script(Key(200), data, "gather 7 3 190",
                               f"scatter 9 {data[:5].hex()} 195 5", "dump"))
    assert out == ["parse ok", f"gather 0 {data[3:193].hex()}", "scatter 0",
                   f"memory {(data[:195] + data[:5]).hex()}"]


@pytest.mark.parametrize("pieces", ["512", "512,8", "520", "1"])
def test_signature_alone(program: str, pieces: str) -> None:
    """A request for the signature of a block whose data another request has carried."""
    domain = Domain(512, T10, app=9, ref=3, increment=True)
    field = domain.signature(1, b"\1" * 512)
    requests: Callable[[], List[str]] = lambda: ["gather " + pieces + " 1032 8",
                                                 "gather " + pieces + " 1034 3"]
    out = run(program, *script(Key(1024, wire=domain), bytes(512) + b"\1" * 512, *requests()))
    assert out == ["parse ok", f"gather 0 {field.hex()}", f"gather 0 {field[2:5].hex()}"]


# Transaction signatures, first as SPDK's accel_mlx5 uses them.

def transaction(length: int, flags: int, selector: int = 0x40, psv: int = 1) -> str:
    """A message of 32 bytes in 64. @flags: 2 begins, 1 ends."""
    image = bytearray(64)
    image[0], image[1] = 0x40, 0xFF
    image[4:8] = length.to_bytes(4, "big")
    image[16] = flags << 4
    image[24], image[27] = selector, psv
    return image.hex()


def crc32c(data: bytes, ones: bool = True) -> str:
    """The signature follows the data."""
    return signatures.Crc(0, signatures.CRC32C, 0xFFFFFFFF if ones else 0).make(0, data).hex()


DATA = bytes(range(256)) * 8


@pytest.mark.parametrize("cuts", ["32768", "100", "2047,1", "2050"])
@pytest.mark.parametrize("ones", [True, False])
def test_transaction(program: str, ones: bool, cuts: str) -> None:
    """One key: data and CRC in one request, or the CRC in a request of its own. Begins anew each time."""
    lines = script(Key(2048), DATA, f"gather {cuts} 0 2052", f"gather {cuts} 0 2048",
                   f"gather {cuts} 2048 4", f"gather {cuts} 0 2048 2048 4", f"gather {cuts} 2049 2")
    lines[5] = f"bsf 1 {transaction(2048, 3, 0x40 if ones else 0x41)}"
    crc = crc32c(DATA, ones)
    assert run(program, *lines) == [
        "parse ok", f"gather 0 {DATA.hex()}{crc}", f"gather 0 {DATA.hex()}", f"gather 0 {crc}",
        f"gather 0 {DATA.hex()}{crc}", f"gather 0 {crc[2:6]}"]


def test_transaction_of_several_keys(program: str) -> None:
    """The PSV has the CRC from one key to the next; another PSV has another one."""
    lines = script(Key(2048), DATA)[:-1]
    lines += [f"bsf 1 {transaction(2048, 2)}", "gather 500 0 2048",
              f"bsf 1 {transaction(1000, 3, psv=2)}", "gather 500 0 1004",
              f"bsf 1 {transaction(100, 0)}", "gather 500 0 100", "gather 500 0 101",
              f"bsf 1 {transaction(7, 1)}", "gather 500 0 11"]
    ok = "parse ok"
    assert run(program, *lines) == [
        ok, f"gather 0 {DATA.hex()}", ok, f"gather 0 {DATA[:1000].hex()}{crc32c(DATA[:1000])}",
        ok, f"gather 0 {DATA[:100].hex()}", "gather 3 -",
        ok, f"gather 0 {DATA[:7].hex()}{crc32c(DATA + DATA[:100] + DATA[:7])}"]


def test_transaction_limits(program: str) -> None:
    """Nothing behind the CRC, and none without its bit."""
    lines = script(Key(2048), DATA, "gather 100 0 2053", "gather 100 2052 1", "scatter 100 00 2052 1",
                   f"bsf 1 {transaction(2048, 2)}", "gather 100 2048 1", "gather 100 2047 1",
                   f"bsf 1 {transaction(4000, 3)}", "gather 100 0 2053", "cap sig_crc32c 0",
                   f"bsf 1 {transaction(2048, 3)}")
    lines[5] = f"bsf 1 {transaction(2048, 3)}"
    assert run(program, *lines) == ["parse ok", "gather 3 -", "gather 3 -", "scatter 3", "parse ok",
                                    "gather 3 -",
                                    "gather 0 ff", "parse ok", "gather 3 -",
                                    "parse refused: the device has no CRC32C (sig_crc32c)"]


SELECTORS = {signatures.CRC32: 0x20, signatures.CRC32C: 0x40, signatures.CRC64_XP10: 0x50}


def general_transaction(rnd: random.Random, code: signatures.Crc, in_memory: bool, first: bool, last: bool,
                        length: int, crypto: Optional[Crypto] = None) -> str:
    """Returns a BSF whose PSV is number 1 and whose DEK is number 1; sometimes without a limit of the data."""
    image = bytearray(64)
    image[0], image[1] = 0xC0 if crypto else 0x40, 0xFF
    image[4:8] = (length if rnd.random() < 0.7 else 0xFFFFFFFF).to_bytes(4, "big")
    image[16] = (2 * first + last) << (0 if in_memory else 4)
    at = 28 if in_memory else 24
    image[at], image[at + 3] = SELECTORS[code.type] | (code.seed == 0), 1
    if not crypto:
        return image.hex()
    raw = length if in_memory or rnd.random() < 0.5 else None  # the CRC in memory is not encrypted
    return image.hex() + Key(length, crypto=crypto, raw_size=raw).bsf()[64:].hex()


def pieces(rnd: random.Random, length: int) -> str:
    """Returns a list of consecutive pieces."""
    cuts = sorted({0, length, *(rnd.randrange(length) for _ in range(rnd.randrange(4)))})
    return " ".join(f"{start} {end - start}" for start, end in zip(cuts, cuts[1:]))


def whole_units(rnd: random.Random, crypto: Crypto) -> int:
    """Returns a length that can be encrypted."""
    return crypto.unit * rnd.randint(0, 3) + rnd.choice([0, 16 * rnd.randint(1, crypto.unit // 16 - 1)]) or crypto.unit


def transaction_case(seed: int, encrypts: bool = False) -> Tuple[List[str], List[str]]:
    """A transaction over some keys, each used by some requests, in one direction; script and answers.

    With encryption, the CRC is that of the encrypted data, which are in its domain.
    """
    rnd = random.Random(seed)
    kind = rnd.choice(list(SELECTORS))
    code = signatures.Crc(0, kind, rnd.choice([0, (1 << signatures.CRCS[kind][0]) - 1]))
    in_memory, incoming = rnd.random() < 0.5, rnd.random() < 0.5
    checked = in_memory != incoming  # the CRC is on the side that data come from
    lines, expected, data = ["reset", "psv 1"], [], b""
    keys = rnd.randint(1, 4)
    secret, crypto, step = rnd.randbytes(rnd.choice([32, 64])), None, 1
    if encrypts:
        lines.append(f"dek 1 {secret.hex()} -")
    for i in range(keys):
        last = i == keys - 1
        length = rnd.choice([1, 3, 512, rnd.randint(1, 3000)])
        if encrypts:
            crypto = Crypto(3 if in_memory else 2, rnd.choice([512, 4096, 4160]), secret, rnd.getrandbits(128))
            length, step = whole_units(rnd, crypto), crypto.unit
        clear = rnd.randbytes(length)
        # That of the domain with the CRC: AES-XTS by the table of the manual page.
        piece = signatures.Crypto(True, not in_memory, step, crypto.tweak.to_bytes(16, "little"), secret, 1, b"").apply(
            clear, True, 0) if crypto else clear
        data += piece
        made = code.make(0, data) if last else b""
        found = made
        if last and checked and rnd.random() < 0.5:
            at = rnd.randrange(len(made))
            found = made[:at] + bytes([made[at] ^ 1 << rnd.randrange(8)]) + made[at + 1:]
        memory = piece + found if in_memory else clear
        wire = clear if in_memory else piece + found
        lines += ["forget", f"memory {'00' * len(memory) if incoming else memory.hex()}",
                  f"key {len(memory)} 0 0 {pieces(rnd, len(memory))}",
                  f"bsf 1 {general_transaction(rnd, code, in_memory, i == 0, last, len(piece), crypto)}"]
        expected.append("parse ok")
        # Requests in order; a CRC on the wire that is checked comes in one of them.
        cuts = sorted({0, len(wire), *(rnd.randrange(len(piece) // step + 1) * step for _ in range(rnd.randrange(3)))})
        for start, end in zip(cuts, cuts[1:]):
            sizes = rnd.choice(["32768", "1", "100,7", "512"])
            error = []
            if found != made and (end >= len(piece) if in_memory else end == len(wire)) and start <= len(piece):
                order = signatures.CRCS[kind][3]
                wide = [int.from_bytes(field, order) << 64 - 8 * len(field) for field in (found, made)]
                error = ["error {} 8192 {} {} {} {} 0 {} 1".format(
                    int(in_memory), *(half for value in wide for half in (value >> 32, value & 0xFFFFFFFF)), KEY_VALUE)]
            if incoming:
                lines.append(f"scatter {sizes} {wire[start:end].hex()} {start} {end - start}")
                expected += [*error, "scatter 0"]
            else:
                lines.append(f"gather {sizes} {start} {end - start}")
                expected += [*error, f"gather 0 {wire[start:end].hex()}"]
        if incoming:
            lines.append("dump")
            expected.append(f"memory {(piece + made if in_memory else clear).hex()}")
    return lines, expected


KEY_VALUE = 0  # found out below: the number of the harness' key


@pytest.mark.parametrize("encrypts", [False, True], ids=["clear", "encrypted"])
@pytest.mark.parametrize("part", range(2))
def test_random_transactions(program: str, part: int, encrypts: bool) -> None:
    """Every CRC, seed, domain and direction, split over keys and requests, with errors."""
    cases = [transaction_case(MANY * 9 + 1000 * part + i, encrypts) for i in range(CASES)]
    out = run(program, *(line for lines, _ in cases for line in lines))
    at, errors = 0, 0
    for number, (_, expected) in enumerate(cases):
        got = [mask_key(line) for line in out[at:at + len(expected)]]
        assert got == expected, number
        errors += sum(line.startswith("error") for line in got)
        at += len(expected)
    assert at == len(out) and errors > CASES // 10


def mask_key(line: str) -> str:
    """Replaces the number of the key in an error, which other tests compare."""
    words = line.split()
    return " ".join([*words[:-2], str(KEY_VALUE), words[-1]]) if words[0] == "error" else line
