# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""AES-XTS of the device and of the model, against published vectors and each other."""

from __future__ import annotations

import os
import random
import sys
from typing import List, Tuple

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "sig")]

import sigbuild  # noqa: E402
import signatures  # noqa: E402

Question = Tuple[bool, bytes, bytes, bytes]  # encrypt, key, tweak, data

# IEEE 1619-2007, annex B: key, tweak (a number), data, start of the result.
VECTORS = [
    ("vector 2", b"\x11" * 16 + b"\x22" * 16, 0x3333333333, b"\x44" * 32,
     "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0"),
    ("vector 3", bytes(range(0xFF, 0xEF, -1)) + b"\x22" * 16, 0x3333333333, b"\x44" * 32,
     "af85336b597afc1a900b2eb21ec949d292df4c047e0b21532186a5971a227a89"),
    ("vector 10", bytes.fromhex("2718281828459045235360287471352662497757247093699959574966967627"
                                "3141592653589793238462643383279502884197169399375105820974944592"),
     0xFF, bytes(range(256)) * 2, "1c3b3a102f770386e4836c99e370cf9bea00803f5e482357a4ae12d414a3e63b"),
    ("vector 15", bytes(range(0xFF, 0xEF, -1)) + bytes(range(0xBF, 0xAF, -1)), 0x123456789A,
     bytes(range(17)), "6c1625db4671522d3d7599601de7ca09ed"),
]


@pytest.fixture(scope="module", name="program")
def _program() -> str:
    return sigbuild.harness()


def ask(program: str, questions: List[Question]) -> List[bytes]:
    """Returns the result; the harness also decrypts it again, in place."""
    lines = [f"xts {int(encrypt)} {key.hex()} {tweak.hex()} {data.hex()}"
             for encrypt, key, tweak, data in questions]
    out = [line.split() for line in sigbuild.run(program, lines)]
    assert [words[:2] for words in out] == [["xts", "1"]] * len(questions)
    return [bytes.fromhex(words[2]) for words in out]


@pytest.mark.parametrize("key, number, data, result", [row[1:] for row in VECTORS],
                         ids=[row[0] for row in VECTORS])
def test_vectors(program: str, key: bytes, number: int, data: bytes, result: str) -> None:
    """The device and the model agree in both directions."""
    tweak = number.to_bytes(16, "little")
    cipher = signatures.xts_unit(key, tweak, data, True)
    assert cipher.hex().startswith(result)
    assert ask(program, [(True, key, tweak, data), (False, key, tweak, cipher)]) == [cipher, data]


def test_any_length(program: str) -> None:
    """All data unit sizes, and lengths that end in the middle of a cipher block."""
    rng = random.Random("xts")
    questions: List[Question] = []
    for length in [*range(16, 50), 512, 520, 4048, 4160]:
        questions.append((rng.random() < 0.5, rng.randbytes(rng.choice((32, 64))), rng.randbytes(16),
                          rng.randbytes(length)))
    for (encrypt, key, tweak, data), got in zip(questions, ask(program, questions)):
        assert got == signatures.xts_unit(key, tweak, data, encrypt), (encrypt, len(key), len(data))


def test_what_the_cipher_refuses(program: str) -> None:
    """Less than a cipher block, and a key of two equal halves: no result, and nothing breaks."""
    key = bytes(range(32))
    lines = [f"xts 1 {key.hex()} {bytes(16).hex()} {bytes(15).hex()}",
             f"xts 1 {(key[:16] * 2).hex()} {bytes(16).hex()} {bytes(16).hex()}"]
    assert sigbuild.run(program, lines) == ["xts 0 -", "xts 0 -"]
