# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Every byte that signature keys move, through libibverbs and libmlx5, against a model of the manual pages."""

from __future__ import annotations

import os
import random
import sys
from collections import Counter

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "values"))

import cases  # noqa: E402
import checks  # noqa: E402
import signatures as model  # noqa: E402
import umr_checks  # noqa: E402, F401; adds to CHECKS
import verbs  # noqa: E402
from verbs import Layout, Sge  # noqa: E402


@pytest.fixture(scope="module")
def program():
    return verbs.program()


@pytest.fixture
def device(program):
    device = verbs.Device(program)
    yield device
    device.close()


# The foundations of the model.

def test_model_crcs():
    """The check values of the catalogues: CRC-16/T10-DIF, CRC-32/BZIP2, CRC-32/ISCSI, CRC-64/NVME."""
    text = b"123456789"
    assert model.Dif(512).make(0, text)[:2].hex() == "d0db"
    assert model.Crc(512, model.CRC32, 2 ** 32 - 1).make(0, text).hex() == "fc891918"
    assert model.Crc(512, model.CRC32C, 2 ** 32 - 1).make(0, text).hex() == "839206e3"
    assert model.Crc(512, model.CRC64_XP10, 2 ** 64 - 1).make(0, text).hex() == "8898790a86148bae"


def test_model_checksum():
    """The example of RFC 1071, section 3."""
    assert model.checksum(0, bytes.fromhex("0001f203f4f5f6f7")) == 0xffff ^ 0xddf2


def test_model_aes():
    """FIPS 197, appendix C; IEEE 1619, annex B, vectors 1, 2, 10 (start) and 15."""
    plain = bytes.fromhex("00112233445566778899aabbccddeeff")
    for size, cipher in (16, "69c4e0d86a7b0430d8cdb78070b4c55a"), (32, "8ea2b7ca516745bfeafc49904b496089"):
        assert model.aes(bytes(range(size)), plain, True).hex() == cipher
        assert model.aes(bytes(range(size)), bytes.fromhex(cipher), False) == plain
    for keys, tweak, plain, cipher in (
            (bytes(32), 0, bytes(32),
             "917cf69ebd68b2ec9b9fe9a3eadda692cd43d2f59598ed858c02c2652fbf922e"),
            (b"\x11" * 16 + b"\x22" * 16, 0x3333333333, b"\x44" * 32,
             "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0"),
            (bytes.fromhex("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0"), 0x123456789a,
             bytes(range(17)), "6c1625db4671522d3d7599601de7ca09ed")):
        unit = tweak.to_bytes(16, "little")
        assert model.xts_unit(keys, unit, plain, True).hex() == cipher
        assert model.xts_unit(keys, unit, bytes.fromhex(cipher), False) == plain


# Values of real cards for known data.

CARD = [  # data, domain, signature
    (b"\xa5" * 512, model.Dif(512, False, 0xffff, 0x5678, 0xf0debc9a), "ec7d5678f0debc9a"),
    (b"\x01" * 512, model.Crc(512, model.CRC32, 0), "15d286f7"),
    (b"a" * 4096, model.Crc(4096, model.CRC32C, 2 ** 32 - 1), "a24cc726"),
    (b"a" * 512, model.Crc(512, model.CRC32C, 2 ** 32 - 1), "1fa6326f"),
]


@pytest.mark.parametrize("data, domain, signature", CARD, ids=["dif", "crc32", "crc32c-4096", "crc32c-512"])
def test_card(device, data, domain, signature):
    """A known block gets the signature of the card, on the wire and in memory, and the model agrees."""
    signature = bytes.fromhex(signature)
    assert domain.make(0, data) == signature
    mr = device.mr()
    a, b = device.pair()
    key = device.mkey()
    size = len(data) + len(signature)
    for memory, wire in (None, domain), (domain, None):
        at = 0 if memory is None else 8192
        device.memory[:16384] = bytes(16384)
        device.memory[:len(data)] = data
        device.conf(a, key, f"access {verbs.ALL_ACCESS}", model.Signature(memory, wire).text(),
                    Layout((Sge(mr, at, len(data) if memory is None else size),)).text())
        if memory is None:  # generated on the way out
            device.many([device.recv_text(b, [Sge(mr, 8192, 8192)]),
                         device.send_text(a, verbs.SEND, [Sge(key, 0, size)])])
        else:  # generated on the way in
            device.many([device.recv_text(a, [Sge(key, 0, len(data))]),
                         device.send_text(b, verbs.SEND, [Sge(mr, 0, len(data))])])
        assert [c.status for end in (a, b) for c in device.poll(end)] == [0, 0]
        assert device.memory[8192:8192 + size + 8] == data + signature + bytes(8)
        assert device.check(key) == (0,)


@pytest.mark.parametrize("name", sorted(checks.CHECKS))
def test_check(program, name):
    device = verbs.Device(program, *checks.CHECKS[name].options)
    try:
        checks.CHECKS[name].run(device)
    except BaseException:
        device.kill()
        raise
    device.close()


# Random transfers. VALUES_CASES=N runs N of them, VALUES_FIRST=N starts with another one.

CASES = int(os.environ.get("VALUES_CASES", 1000))
FIRST = int(os.environ.get("VALUES_FIRST", 0))


def errors_of(kind, bench, count):
    """Returns the number of cases for each type of error; closes the device."""
    errors = Counter()
    try:
        for number in range(FIRST, FIRST + count):
            try:
                errors[cases.run(random.Random(f"{kind} {number}"), bench, kind == "crypto")] += 1
            except cases.Problem as problem:
                pytest.fail(f"case {number}: {problem}")
    except BaseException:
        bench.device.kill()
        raise
    bench.device.close()
    return errors


@pytest.mark.parametrize("kind, count", [("signature", CASES), ("crypto", CASES // 10)])
def test_random(program, kind, count):
    """All cases run on one device, whose keys are used again and again."""
    is_crypto = kind == "crypto"
    bench = cases.Bench(verbs.Device(program, *cases.CRYPTO_OPTIONS if is_crypto else ()))
    if is_crypto:
        bench.add_crypto(random.Random(kind))
    errors = errors_of(kind, bench, count)
    # Errors of all types were provoked, and most transfers were right.
    if not is_crypto and count >= 1000:
        assert all(errors[kind] >= count // 200 for kind in range(4)), errors
        assert errors[model.NO_ERROR] > count // 2, errors


def test_long(program):
    """Transfers of 256 KiB to 5 MiB, which the device passes from the end; the first error is reported all the same."""
    bench = cases.Bench(verbs.Device(program, memory=cases.LONG_AREA), is_long=True)
    errors = errors_of("long", bench, max(1, CASES // 20))
    if CASES >= 1000:
        assert errors[model.BAD_GUARD] and errors[model.BAD_REFTAG] and errors[model.NO_ERROR], errors


@pytest.mark.parametrize("mode", [("--doorbell", "poll"), ("--serialise-wire",), ("--strict",)],
                         ids=["poll", "serialise", "strict"])
def test_modes(program, mode):
    """The values do not depend on the detection of doorbells and the form of packets; and strict mode reports nothing
    about libmlx5."""
    device = verbs.Device(program, *mode)
    bench = cases.Bench(device)
    try:
        for number in range(50):
            cases.run(random.Random(f"{mode} {number}"), bench)
    except BaseException:
        device.kill()
        raise
    device.close()
