# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fuzzes `prmc decode`: it ends soon, with an explanation or with a message.

The inputs are random bytes, recorded images with some bytes changed, and texts of dumps with characters changed. A
failure names its case; `CASE=texts-417 python3 -m pytest tests/compiler/fuzz/fuzz_decode.py` runs it alone.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import sys
import time
from typing import Dict, List

import pytest
from prmclib.show import explained
from guide.decoding import decode_command as decode, dump
from prmclib.readers.load import load_spec
from prmclib.readers.source import Source

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
LIMIT = 5.0  # seconds for one case; a usual one takes milliseconds

SPEC, FINDINGS = load_spec([os.path.join(ROOT, "spec")])
SMALL, SMALL_FINDINGS = load_spec([os.path.join(ROOT, "tests", "compiler", "unit", "shown", "spec")])


def recorded() -> List[bytes]:
    """Returns rings, CQEs and commands of every 40th case."""
    found: List[bytes] = []
    for file in ("sig_umr", "layout", "crypto", "sigerr_cqe", "commands"):
        with open(os.path.join(ROOT, "tests", "library", "vectors", file + ".jsonl"), encoding="utf-8") as stream:
            for line in list(stream)[::40]:
                one = json.loads(line)
                for step in one.get("steps", []):
                    blocks = [block[1].ljust(128, "0")
                              for wqe in step.get("expect", {}).get("wqes") or []
                              for block in wqe["bb"]]
                    found += [bytes.fromhex("".join(blocks))] if blocks else []
                    found += [bytes.fromhex(cqe) for cqe in step.get("cqes", [])]
                found += [bytes.fromhex(c["in"]) for c in one.get("expect", {}).get("cmds", [])]
    return found


IMAGES = recorded()


def mutated(rng: random.Random, data: bytes) -> bytes:
    out = bytearray(data)
    for _ in range(rng.choice((0, 1, 1, 2, 8))):
        at = rng.randrange(len(out))
        out[at] = rng.choice((0, 1, 0x7f, 0x80, 0xff, out[at] ^ 1 << rng.randrange(8),
                              rng.randrange(256)))
    if rng.random() < 0.3:
        del out[rng.randrange(len(out)):]
    if rng.random() < 0.1:
        at = rng.randrange(len(out) + 1)
        out[at:at] = rng.randbytes(rng.randrange(70))
    return bytes(out)


def names(spec) -> List[str]:
    return [*spec.layouts, *spec.variants, *spec.sequences]


def random_bytes(rng: random.Random) -> Dict[str, object]:
    length = rng.choice((1, 3, 16, 64, 200, 1024))
    data = bytearray(rng.randbytes(length) if rng.random() < 0.8 else length)
    if len(data) > 8 and rng.random() < 0.7:
        data[0] = 0
        data[3] = rng.choice((0x25, 0x20, 0x0a, 0x10, 0x12, 0, 8))
        data[7] = rng.randrange(64)
    spec = rng.choice((SPEC, SMALL))
    return {"content": bytes(data), "input": "raw", "what": rng.choice(names(spec)), "spec": spec}


def images(rng: random.Random) -> Dict[str, object]:
    what = rng.choice(("wqe", "cqe", "eqe", "cmd", "", "wqe", rng.choice(names(SPEC))))
    return {"content": mutated(rng, rng.choice(IMAGES)), "input": "raw", "what": what,
            "start": rng.choice((None, None, rng.randrange(70000)))}


def text_of(rng: random.Random, data: bytes) -> str:
    rows = [(at, data[at:at + 16]) for at in range(0, len(data), 16)]
    form = rng.randrange(6)
    before = rng.choice(("", "[   12.345678] ", "Nov 21 09:02:11 node kernel: ", "<4>[1.5] "))
    title = rng.choice(("", "infiniband mlx5_0: dump error cqe\n", "mlx5: n: got completion with "
                        "error:\n", "cmd[0]: dump command data CREATE_PSV(0x600) OUTPUT\n"))
    if form == 0:
        return "".join(f"{at:08x}  {row[:8].hex(' ')}  {row[8:].hex(' ')}  |{'.' * len(row)}|\n"
                       for at, row in rows) + f"{len(data):08x}\n"
    if form == 1:
        return "".join(f"{at:08x}: {row.hex(' ', 2)}  {'.' * len(row)}\n" for at, row in rows)
    if form == 2:
        return before + title + "".join(f"{before}{at:08x}: {row.hex(' ')}\n" for at, row in rows)
    if form == 3:
        return title + "".join(f"cmd[3]: {at:03x}: {row.hex(' ', 4)}\n" for at, row in rows)
    if form == 4:
        return title + "".join(row.hex(" ", 4) + "\n" for _, row in rows)
    return ", ".join(f"0x{byte:02x}" for byte in data)


PIECES = ["*", "*\n", "\n", "\r\n", " ", "  ", ":", ": ", "|", "0x", "g", "\x00", "\x1b[31m", "\ufeff",
          "\u202e", "é", "0", "00000010", "ffffffff", "[", "]", "<4>", "f" * 5000, "cmd[0]: ",
          "00000000", "dump error cqe", "dump command X(0xfff) INPUT", ".", "\t", "9" * 40]


def texts(rng: random.Random) -> Dict[str, object]:
    text = text_of(rng, rng.choice(IMAGES))
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((0, 0, 1, 3, 20)))
        text = text[:at] + rng.choice(PIECES + [text[max(0, at - 30):at]]) + text[to:]
    if rng.random() < 0.2:
        lines = text.splitlines(True)
        rng.shuffle(lines)
        text = "".join(lines)
    return {"content": text.encode("utf-8", "surrogatepass"), "input": rng.choice(
        ("auto", "auto", "auto") + dump.FORMS), "what": rng.choice(("", "", "cqe", "wqe", "cmd"))}


CASES = int(os.environ.get("CASES", "1500"))  # of each kind
KINDS = {"bytes": (random_bytes, CASES), "images": (images, CASES), "texts": (texts, 3 * CASES)}


def run_case(kind: str, number: int, monkeypatch) -> int:
    """Runs one case; returns the exit status."""
    rng = random.Random(f"{kind} {number}")
    chosen = KINDS[kind][0](rng)
    content = chosen["content"]
    source = Source("", "spec", chosen.get("spec", SPEC))
    monkeypatch.setattr(decode, "load_source", lambda text: source)
    args = argparse.Namespace(
        spec="", file="-", what=chosen["what"], input=chosen["input"], start=chosen.get("start"),
        json=rng.random() < 0.2, doc=rng.random() < 0.2, all=rng.random() < 0.2,
        color=rng.choice(("always", "never")), width=rng.choice((1, 40, 73, 100, 500)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    out, err = io.StringIO(), io.StringIO()
    begin = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = decode.run(args)
    assert time.process_time() - begin < LIMIT, "takes too long"
    assert status in (0, 1, 2)
    assert bool(out.getvalue()) == (status != 2)
    assert (status == 0) <= (not err.getvalue()) and (status == 2) <= bool(err.getvalue())
    printed = (out.getvalue() + err.getvalue()).replace("\033[", "")
    assert all(char == "\n" or char.isprintable() for char in printed), "disturbs a terminal"
    if args.json and status != 2:
        json.loads(out.getvalue())
    return status


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_changes(kind: str, monkeypatch) -> None:
    alone = os.environ.get("CASE", "")
    numbers = [int(alone.split("-")[1])] if alone.startswith(kind + "-") else range(KINDS[kind][1])
    seen = {0: 0, 1: 0, 2: 0}
    for number in numbers:
        try:
            seen[run_case(kind, number, monkeypatch)] += 1
        except Exception as exc:
            raise AssertionError(f"case {kind}-{number}: {type(exc).__name__}: {exc}") from exc
    if not alone:
        # Mutations that break all cases, or none, test nothing.
        assert seen[0] > KINDS[kind][1] // 50 and seen[1] > KINDS[kind][1] // 50, seen


def test_every_byte_is_accounted_for() -> None:
    """Pieces of a walk never overlap, are inside the input, and end with the item."""
    for number in range(400):
        rng = random.Random(f"walk {number}")
        data = mutated(rng, rng.choice(IMAGES)) or b"\0"
        at = 0
        for item in explained.explain(SPEC, data, "wqe"):
            assert item.offset == at and item.size > 0
            at += item.size
            assert at <= len(data)
            for part, line in item.lines:
                assert item.offset <= part.start
                assert line.offset_bits + line.bits.width <= len(data) * 8
            if item.error:
                break
        else:
            assert at == len(data)
