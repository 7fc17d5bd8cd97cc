# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Dumps of libmlx5 and the kernel, decorated as logs and mails do: `prmc decode` reads exactly their bytes, or refuses.

Each case has up to four dumps of one or two processes, whose lines get prefixes, times, quotes and breaks, come in
turn, have other text between or behind them, or end early. Whatever the reader returns without a doubt must be one of
the dumps, or its first rows, if it is then reported as too short. `CASES=N` runs more cases; a failure names its case,
and `CASE=417 python3 -m pytest tests/compiler/fuzz/fuzz_paste.py` prints and runs it alone.
"""

from __future__ import annotations

import os
import random
from typing import Dict, List, Tuple

from prmclib.readers.load import load_spec
from guide.decoding import guess
from guide.decoding.dump import DumpError, read_dump

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
CASES = int(os.environ.get("CASES", "3000"))
SPEC, _ = load_spec([os.path.join(ROOT, "spec")])

# A prefix of each of two processes; {t} is a time. The first ones do not tell the processes apart.
PREFIXES = [("", ""), ("[{t}] ", "[{t}] "), ("Nov 21 {h} node7 kernel: ", "Nov 21 {h} node7 kernel: "), ("", "1: "),
            ("0: ", "1: "), ("010: ", "011: "), ("[1,0]<stderr>:", "[1,12]<stderr>:"), ("rank0  | ", "rank1  | "),
            ("[pod/a-0/main] ", "[pod/a-1/main] "), ("2026-11-21T{h}.5Z stderr F ", "2026-11-21T{h}.5Z stderr G "),
            ("[{t}][  T70] ", "[{t}][  T71] "), ("[Sat Nov 21 {h} 2026] ", "[Sat Nov 21 {h} 2026] "),
            ("Nov 21 {h} n1 app[9]: ", "Nov 21 {h} n1 app[10]: "), ("<4>[{t}] ", "<4>[{t}] ")]
FOREIGN = ["the job goes on", "eth0: link is up at 200000", "step 12/500 loss 1.25", "WARN retry 3 of 7", "", "---",
           "[{t}] [n1:77:0] engine.c:12 ERROR queue failed", "add 0x1f to list", "sum: 00ff12", "pid 4711 exits"]


def an_error(rng: random.Random) -> bytes:
    """Returns an error CQE."""
    cqe = bytearray(64)
    if rng.random() < 0.4:
        cqe[2:4] = rng.randbytes(2)
    if rng.random() < 0.7:
        cqe[0x20:0x24] = rng.randrange(1 << 12).to_bytes(4, "big")
    if rng.random() < 0.4:
        cqe[0x2c:0x30] = rng.randrange(1 << 12).to_bytes(4, "big")
    cqe[0x34:0x38] = bytes((rng.choice((0, 0x9d)), rng.choice((0, 0x53)), rng.randrange(256),
                            rng.choice((2, 4, 6, 0x13, 0x15))))
    cqe[0x38:0x40] = bytes((rng.choice((8, 0x0a, 0x10)), *rng.randbytes(5), rng.randrange(256),
                            0xd0 | rng.randrange(2)))
    return bytes(cqe)


def a_request(rng: random.Random) -> bytes:
    """Returns a SEND of some data segments, as long as its ds says."""
    count = rng.randrange(1, 6)
    head = rng.randrange(1 << 16).to_bytes(3, "big") + b"\x0a" + rng.randrange(1, 1 << 24).to_bytes(3, "big")
    return head + bytes([count + 1]) + bytes(3) + b"\x08" + bytes(4) + b"".join(
        rng.randrange(1, 1 << 16).to_bytes(4, "big") + rng.randbytes(12) for _ in range(count))


def lines_of(rng: random.Random, kind: str) -> Tuple[bytes, List[str]]:
    """Returns a dump and its lines without decorations."""
    data = a_request(rng) if kind == "wqe" else an_error(rng)
    rows = [data[at:at + 16] for at in range(0, len(data), 16)]
    if kind == "kernel":
        return data, ["infiniband mlx5_0: dump_cqe:272:(pid 0): dump error cqe"] + \
            [f"{16 * at:08x}: {row.hex(' ')}" for at, row in enumerate(rows)]
    title = "mlx5: node1: got completion with error:" if kind == "cqe" else f"dump wqe at 0x7f{rng.randbytes(5).hex()}"
    return data, [title] + [row.hex(" ", 4) for row in rows]


class Clock:
    def __init__(self, rng: random.Random) -> None:
        self.rng, self.now = rng, rng.randrange(90000)

    def stamp(self, text: str) -> str:
        self.now += self.rng.randrange(2)
        return text.replace("{t}", f"{self.now:6}.{self.rng.randrange(1000):03}").replace(
            "{h}", f"{self.now // 3600 % 24:02}:{self.now // 60 % 60:02}:{self.now % 60:02}")


def wrapped(line: str, width: int, hard: bool) -> List[str]:
    out = []
    while len(line) > width:
        at = width if hard else line.rfind(" ", 0, width)
        if at <= 0:
            break
        out.append(line[:at])
        line = line[at:] if hard else line[at + 1:]
    return out + [line]


def a_paste(rng: random.Random) -> Tuple[str, List[bytes], bool]:
    """Returns a text, the dumps in it, and whether a reader has no excuse to refuse one."""
    clock, prefixes = Clock(rng), rng.choice(PREFIXES)
    kind = rng.choice(("cqe", "cqe", "kernel", "wqe"))
    truth: List[bytes] = []
    processes: List[List[str]] = []
    for number in range(rng.choice((1, 2, 2))):
        lines: List[str] = []
        for _ in range(rng.choice((1, 1, 2))):
            lines += [rng.choice(FOREIGN) for _ in range(rng.choice((0, 0, 1)))]
            data, rows = lines_of(rng, rng.choice((kind, kind, "cqe" if kind == "wqe" else kind)))
            truth.append(data)
            lines += rows
        processes.append([prefixes[number] + line for line in lines])
    is_clear = len(processes) == 1 or prefixes[0] != prefixes[1]
    merged: List[str] = []
    steady = rng.choice((0, 0.5, 0.9, 1))  # how long one process goes on
    while any(processes):
        turn = rng.choice([one for one in processes if one])
        merged.append(clock.stamp(turn.pop(0)))
        while turn and rng.random() < steady:
            merged.append(clock.stamp(turn.pop(0)))
    for _ in range(rng.choice((0, 0, 1, 3))):
        merged.insert(rng.randrange(len(merged) + 1), clock.stamp(rng.choice(FOREIGN)))
    damage = rng.choice(("", "", "glue", "newline", "row", "head", "tail"))
    is_clear &= not damage
    at = rng.randrange(len(merged))
    if damage == "glue":
        merged[at] += clock.stamp(rng.choice(FOREIGN))
    elif damage == "newline" and at + 1 < len(merged):
        merged[at:at + 2] = [merged[at] + merged[at + 1]]
    elif damage == "row":
        merged[at] = merged[at][:rng.randrange(len(merged[at]) + 1)]
    elif damage == "head":
        del merged[:at]
    elif damage == "tail":
        del merged[at + 1:]
    mail = rng.choice(("", "", "", "> ", "> > ", "    ", ">>> ", "| "))
    if damage != "newline" and rng.random() < 0.3:
        is_clear = False
        width, hard = rng.choice(((72, False), (76, False), (80, True)))
        merged = [piece for line in merged for piece in wrapped(line, width, hard)]
    merged = [mail + line for line in merged]
    if rng.random() < 0.15:
        merged = [line.replace("=", "=3D") for line in merged]
        merged = [piece + "=" * (piece is not pieces[-1]) for line in merged
                  for pieces in [wrapped(line, 70, True)] for piece in pieces]
    return "\n".join(merged) + "\n", truth, is_clear


def outcome(text: str, truth: List[bytes]) -> str:
    """Returns what the reader did: `all`, `some` or `refused`.  Raises AssertionError if it was wrong."""
    try:
        found = read_dump(text.encode())
    except DumpError:
        return "refused"
    explained: List[bytes] = []
    for chunk in found.chunks:
        try:
            if chunk.doubt:
                raise guess.Unclear(chunk.doubt)
            what = guess.target_of(SPEC, chunk, "")[0]
        except guess.Unclear:
            continue
        if chunk.data not in truth:
            need = 64 if what == "cqe" else (chunk.data[7] & 0x3f) * 16 if len(chunk.data) > 7 else 64
            assert len(chunk.data) < need and any(data.startswith(chunk.data) for data in truth), \
                f"bytes that nobody dumped, in line {chunk.line}: {chunk.data.hex(' ', 4)}"
        else:
            explained.append(chunk.data)
    rest = list(truth)
    for data in explained:
        assert data in rest, "a dump twice"
        rest.remove(data)
    return "all" if not rest else "some" if explained else "refused"


def test_pastes() -> None:
    alone = os.environ.get("CASE", "")
    seen: Dict[str, int] = {"all": 0, "some": 0, "refused": 0}
    for number in [int(alone)] if alone else range(CASES):
        text, truth, is_clear = a_paste(random.Random(f"paste {number}"))
        if alone:
            print(text)
        try:
            found = outcome(text, truth)
            assert found == "all" or not is_clear, f"{found}, without a reason"
            seen[found] += 1
        except Exception as exc:
            raise AssertionError(f"case {number}: {type(exc).__name__}: {exc}") from exc
    print(seen)
    assert alone or seen["all"] > CASES // 3 and seen["refused"] > CASES // 50, seen
