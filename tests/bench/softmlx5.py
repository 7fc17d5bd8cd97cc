# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What softmlx5 costs, under unmodified libibverbs and libmlx5."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections import defaultdict
from typing import Dict, List, Sequence

from measure import HERE, ROOT, BenchError, Goal, Part, Row, Table, run

DATA = 1 << 20  # bytes of a transfer
MOVES = {"write": "RDMA_WRITE", "read": "RDMA_READ"}
SIGNED = {
    "insert": "WRITE, insert", "strip": "WRITE, check and strip", "check": "WRITE, check and pass",
    "read-insert": "READ, insert", "read-strip": "READ, check and strip",
}
CODES = {"t10dif": ("T10-DIF", "crc16_t10dif"), "crc32c": ("CRC32C", "crc32_iscsi")}
SEND_NS = 4000
START_US = 50000
STARTS = 31
SLACK = 4.0  # of `ninja test`, which shares the machine with other tests

Times = Dict[str, Dict[str, int]]  # measurement -> side -> median, ns


def device(build: str) -> str:
    """The launcher, of the build folder that the benchmark's lies in."""
    program = os.path.join(os.path.dirname(os.path.dirname(build)), "softmlx5")
    if not os.path.exists(program):
        raise BenchError(f"there is no {program}: run ninja")
    return program


def compiled(build: str) -> str:
    program = os.path.join(build, "softmlx5_main")
    run(["gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror",
         os.path.join(HERE, "softmlx5_main.c"), "-o", program, "-libverbs", "-lmlx5", "-lisal"])
    return program


def medians(lines: Sequence[str]) -> Times:
    """Of lines ``NAME SIDE=NS...``."""
    found: Dict[str, Dict[str, List[int]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        name, *sides = line.split()
        for side in sides:
            key, value = side.split("=")
            found[name][key].append(int(value))
    return {name: {side: int(statistics.median(values)) for side, values in sides.items()}
            for name, sides in found.items()}


def times(build: str, program: str, mode: str) -> Times:
    """Trapped doorbells run the device in the thread, whose time is measured; else the clock's."""
    command = [device(build), "--doorbell", mode, program, "time",
               "cpu" if mode == "trap" else "wall"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        raise BenchError(f"exit status {done.returncode} of {' '.join(command)}\n{done.stdout}")
    return medians(done.stdout.splitlines())


def speeds(found: Dict[str, int], names: Dict[str, str]) -> Dict[str, int]:
    """MB/s of the sides, under the names that are shown."""
    return {shown: DATA * 1000 // found[side] for side, shown in names.items()}


def table_send(found: Times, mode: str, goals: List[Goal]) -> Table:
    return Table(f"SEND of 64 bytes: post, both completions, repost; ns, doorbells {mode}",
                 ["softmlx5", "limit"], [("softmlx5", "limit")],
                 [Row("SEND", {**found["send"], "limit": SEND_NS})], goals, shows_goals=True)


def table_move(found: Times, mode: str, goals: List[Goal]) -> Table:
    return Table(f"1 MiB without signatures; MB/s, doorbells {mode}",
                 ["softmlx5", "memcpy"], [("softmlx5", "memcpy")],
                 [Row(shown, speeds(found[name], {"softmlx5": "softmlx5", "memcpy": "memcpy"}))
                  for name, shown in MOVES.items()], goals, shows_goals=True)


def table_signed(found: Times, mode: str, code: str, slack: float) -> Table:
    """Against the code alone, and against code and copy, which is what softmlx5 does."""
    title, kernel = CODES[code]
    both = f"{kernel}, memcpy"
    goals = [Goal("softmlx5", kernel, 0.5, is_floor=True, is_aim=True),
             Goal("softmlx5", both, 0.5 / slack, is_floor=True)] if slack else []
    return Table(f"1 MiB with {title} in blocks of 512 bytes; MB/s, doorbells {mode}",
                 ["softmlx5", kernel, both], [("softmlx5", kernel), ("softmlx5", both)],
                 [Row(shown, speeds(found[f"{code}-{name}"], {
                     "softmlx5": "softmlx5", "code": kernel, "code+memcpy": both}))
                  for name, shown in SIGNED.items()], goals, shows_goals=True)


def spawned(command: Sequence[str]) -> int:
    """Microseconds from fork to the end of a command."""
    start = time.perf_counter_ns()
    child = os.posix_spawnp(command[0], list(command), os.environ)
    status = os.waitpid(child, 0)[1]
    if status:
        raise BenchError(f"wait status {status} of {' '.join(command)}")
    return (time.perf_counter_ns() - start) // 1000


def table_start(build: str) -> Table:
    """The fastest of many: others on the machine make it slower, nothing makes it faster."""
    ours, plain = [], []
    for _ in range(STARTS):
        ours.append(spawned([device(build), "true"]))
        plain.append(spawned(["true"]))
    return Table("Start of a command, microseconds", ["softmlx5 true", "true", "limit"],
                 [("softmlx5 true", "true"), ("softmlx5 true", "limit")],
                 [Row("start to end", {"softmlx5 true": min(ours),
                                       "true": min(plain),
                                       "limit": START_US})],
                 [Goal("softmlx5 true", "limit", 1.0)], shows_goals=True)


def tables(found: Times, mode: str, slack: float) -> List[Table]:
    """The tables of a mode; with goals that are ``slack`` times weaker, or without for 0."""
    send: List[Goal] = []
    move: List[Goal] = []
    if slack:
        send = [Goal("softmlx5", "limit", slack)]
        move = [Goal("softmlx5", "memcpy", 0.6 / slack, is_floor=True)]
    return [table_send(found, mode, send), table_move(found, mode, move),
            *(table_signed(found, mode, code, slack) for code in CODES)]


def measure(build: str) -> List[Table]:
    program = compiled(build)
    return [*tables(times(build, program, "trap"), "trapped", 1.0), table_start(build),
            *tables(times(build, program, "poll"), "polled", 0)]


def check(build: str) -> List[Table]:
    """So weak that a busy machine meets it, and what is several times slower than it was does not."""
    return tables(times(build, compiled(build), "trap"), "trapped", SLACK)


PART = Part("softmlx5", "the software NIC, under libibverbs and libmlx5 as they are", measure, check)
