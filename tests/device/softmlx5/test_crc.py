# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The codes of signatures in the device against those of the model."""

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
from bsfmodel import KINDS  # noqa: E402

Question = Tuple[str, int, str, bytes]  # code, register, lengths of the pieces, data


@pytest.fixture(scope="module", name="program")
def _program() -> str:
    return sigbuild.harness()


@pytest.fixture(scope="module", name="plain")
def _plain() -> str:
    """The same for a processor without CRC instructions."""
    return sigbuild.harness("sig_plain")


def ask(program: str, questions: List[Question]) -> List[int]:
    """Returns the registers after the data."""
    lines = [f"code {name} {reg} {cuts} {data.hex() or '-'}" for name, reg, cuts, data in questions]
    out = sigbuild.run(program, lines)
    assert len(out) == len(questions)
    return [int(line.split()[1]) for line in out]


@pytest.mark.parametrize("kind, value", [
    ("t10dif", 0xD0DB), ("t10dif ones", 0x8E3C), ("crc32", 0xFC891918), ("crc32c", 0xE3069283),
    ("crc64", 0xAE8B14860A799888)])
def test_check_values(program: str, kind: str, value: int) -> None:
    """CRCs of the string "123456789" in the device and in the model match the catalogues' check values."""
    name = kind.split()[0]
    ones = (1 << KINDS[name][0]) - 1
    seed = 0 if kind == "t10dif" else ones
    final = 0 if name == "t10dif" else ones
    assert ask(program, [(name, seed, "9", b"123456789")])[0] ^ final == value
    assert signatures.crc(*KINDS[name], seed, b"123456789") ^ final == value


@pytest.mark.parametrize("kind", ["t10dif", "crc32", "crc32c", "crc64"])
def test_definition(program: str, kind: str) -> None:
    """Any length, seed and cutting."""
    rng = random.Random(kind)
    width = KINDS[kind][0]
    questions: List[Question] = []
    for length in [*range(1, 150), 255, 256, 257, 512, 520, 1023, 4096, 4160, 5000]:
        reg = rng.choice((0, (1 << width) - 1, rng.getrandbits(width)))
        cuts = rng.choice((str(length), "1", f"{rng.randint(1, length)}", "16", "7,64,3"))
        questions.append((kind, reg, cuts, rng.randbytes(length)))
    for (_, reg, cuts, data), got in zip(questions, ask(program, questions)):
        assert got == signatures.crc(*KINDS[kind], reg, data), (len(data), cuts)


def copied(program: str, kind: str, seed: int, block: int, n: int, steps: Tuple[int, int], to: int,
           memory: bytes) -> Tuple[List[int], bytes]:
    """Registers of ``n`` blocks that are copied within the memory, and the memory then."""
    out = sigbuild.run(program, [f"copy {kind} {seed} {block} {n} {steps[0]} {steps[1]} {to} {memory.hex()}"])
    words = out[0].split()
    assert len(out) == 1 and words[0] == "copy" and len(words) == n + 2
    return [int(word) for word in words[1:-1]], bytes.fromhex(words[-1])


@pytest.mark.parametrize("variant", ["program", "plain"])
@pytest.mark.parametrize("kind", ["t10dif", "crc32c"])
def test_copy(request, kind: str, variant: str) -> None:
    """Blocks of any length, at any place, with anything between them: registers, and every byte."""
    rng = random.Random(kind)
    width = KINDS[kind][0]
    for block in (1, 64, 511, 512, 512, 513, 520, 1024, 1536, 4048, 4096, 4160):
        n = rng.randint(1, 5)
        steps = block + rng.choice((0, 4, 8)), block + rng.choice((0, 4, 8))
        start = n * steps[0] + rng.randrange(64)
        memory = bytearray(rng.randbytes(start + n * steps[1] + rng.randrange(9)))
        seed = rng.choice((0, (1 << width) - 1, rng.getrandbits(width)))
        regs, after = copied(request.getfixturevalue(variant), kind, seed, block, n, steps, start, bytes(memory))
        for i in range(n):
            data = memory[i * steps[0]:i * steps[0] + block]
            assert regs[i] == signatures.crc(*KINDS[kind], seed, bytes(data)), (block, i)
            memory[start + i * steps[1]:start + i * steps[1] + block] = data
        assert after == memory, block


@pytest.mark.parametrize("kind", ["t10dif", "crc32c"])
def test_copy_over_itself(program: str, kind: str) -> None:
    """Overlapping moves have the result of memmove()."""
    for to in (0, 1, 64, 4095):
        memory = random.Random(to).randbytes(4096 + to)
        regs, after = copied(program, kind, 0, 4096, 1, (4096, 4096), to, memory)
        assert regs == [signatures.crc(*KINDS[kind], 0, memory[:4096])]
        assert after == memory[:to] + memory[:4096]


def test_checksum_example(program: str) -> None:
    """The example of RFC 1071."""
    data = bytes.fromhex("0001f203f4f5f6f7")
    assert ask(program, [("ipcs", 0, "8", data)]) == [0xDDF2]
    assert signatures.ip_sum(0, data) == 0xDDF2


def test_checksum(program: str) -> None:
    """Any even length and cutting, carries and zeros included. The two zeros are distinguished."""
    rng = random.Random("sum")
    questions: List[Question] = [("ipcs", 0xFFFF, "512", bytes(512)), ("ipcs", 0, "512", bytes(512)),
                                 ("ipcs", 0, "512", b"\xff" * 512), ("ipcs", 0xFFFF, "3", b"\xff" * 512)]
    for length in [*range(2, 100, 2), 512, 520, 4096]:
        data = rng.choice((rng.randbytes(length), b"\xff" * length, bytes(length - 1) + b"\1"))
        cuts = rng.choice((str(length), "1", "3,5", "7,64,3", f"{rng.randint(1, length)}"))
        questions.append(("ipcs", rng.choice((0, 0xFFFF)), cuts, data))
    answers = ask(program, questions)
    assert answers[:2] == [0xFFFF, 0]
    for (_, reg, cuts, data), got in zip(questions, answers):
        assert got == signatures.ip_sum(reg, data), (len(data), cuts)
