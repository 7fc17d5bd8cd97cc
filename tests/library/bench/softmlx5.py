# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Measures the cost of softmlx5, under unmodified libibverbs and libmlx5."""

from __future__ import annotations

import os
import re
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
SEND_INSTRUCTIONS = 7000  # of a round, without the kernel's; it has 6502
# Callgrind keeps registers exact for this; by itself, only the stack pointer.
CALLGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
             "--px-default=allregs-at-mem-access", "--px-file-backed=allregs-at-mem-access"]
STARTS = 31
PYTHON = ["/usr/bin/python3", "-c", "pass"]
START = 6.0  # times the start of Python, whose time is what the machine does at that moment as well
# Minimum ratios to the speed of the device's peers: with vector instructions for codes, and without, where it can only
# be a bit slower than an application.
WIDE = {"memcpy": 0.6, "CRC": 0.5, "CRC, memcpy": 0.9}
NARROW = {"memcpy": 0.6, "CRC": 0.25, "CRC, memcpy": 0.75}
# `ninja test-deep` shares the machine with other tests: its goals are weaker by this factor.
SLACK_RATIO = 2

Times = Dict[str, Dict[str, int]]  # measurement -> side -> ns


def device(build: str) -> str:
    """Returns the launcher in the build folder that contains the benchmark's."""
    program = os.path.join(os.path.dirname(os.path.dirname(build)), "softmlx5")
    if not os.path.exists(program):
        raise BenchError(f"there is no {program}: run ninja")
    return program


def compiled(build: str) -> str:
    program = os.path.join(build, "softmlx5_main")
    folders = {name: os.path.join(ROOT, name) for name in ("softmlx5", "generated")}
    sources = [os.path.join(HERE, "softmlx5_main.c"),
               *(os.path.join(folders["softmlx5"], "nic", "signature", name) for name in ("crc_copy.c", "crc.c"))]
    # Not gcc's own memcpy: it copies a constant number of 512 bytes several times slower than the C library.
    run(["gcc", "-std=gnu11", "-O2", "-fno-builtin-memcpy", "-Wall", "-Wextra", "-Wconversion", "-Werror",
         "-fno-strict-aliasing",
         "-D_GNU_SOURCE", *(f"-I{folder}" for folder in folders.values()), *sources, "-o", program,
         "-libverbs", "-lmlx5", "-lisal", "-lpthread"])
    return program


def quick(lines: Sequence[str]) -> Times:
    """Returns the tenth percentile of the rounds in lines ``NAME SIDE=NS...``: other programs make rounds slower."""
    found: Dict[str, Dict[str, List[int]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        name, *sides = line.split()
        for side in sides:
            key, value = side.split("=")
            found[name][key].append(int(value))
    return {name: {side: int(statistics.quantiles(values, n=10)[0]) for side, values in sides.items()}
            for name, sides in found.items()}


def has_wide_codes() -> bool:
    """Returns whether the processor supports the device's own kernels (softmlx5/nic/signature/crc_copy.c)."""
    with open("/proc/cpuinfo", encoding="utf-8") as stream:
        return {"vpclmulqdq", "avx512bw", "avx512dq", "avx512vl", "gfni"} <= set(stream.read().split())


def times(build: str, program: str, mode: str, pages: str) -> Times:
    """Measures times: CPU time with trapped doorbells, which run the device in the thread, and wall time with polled
    ones."""
    command = [device(build), "--doorbell", mode, program, "cpu" if mode == "trap" else "wall", pages]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        raise BenchError(f"exit status {done.returncode} of {' '.join(command)}\n{done.stdout}")
    return quick(done.stdout.splitlines())


def speeds(found: Dict[str, int], names: Dict[str, str]) -> Dict[str, int]:
    """Returns MB/s of the sides, by their shown names."""
    return {shown: DATA * 1000 // found[side] for side, shown in names.items()}


def table_send(found: Times, mode: str) -> Table:
    """Returns the table of small messages. Its goal is a number of instructions, in table_instructions()."""
    return Table(f"SEND of 64 bytes: post, both completions, repost; ns, doorbells {mode}", ["softmlx5"], [],
                 [Row("SEND", found["send"])])


def sends(build: str, program: str, number: int) -> int:
    """Returns the instructions of a process of this many rounds, with trapped doorbells."""
    command = [device(build), "--doorbell", "trap", *CALLGRIND, program, "sends", str(number)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    found = re.search(r"Collected : (\d+)$", done.stdout, re.MULTILINE)
    if done.returncode or not found:
        raise BenchError(f"exit status {done.returncode} of {' '.join(command)}\n{done.stdout}")
    return int(found.group(1))


def table_instructions(build: str, program: str) -> Table:
    """Counts a round by the difference between two numbers of rounds."""
    few, many = 100, 300
    cost = (sends(build, program, many) - sends(build, program, few)) // (many - few)
    return Table("SEND of 64 bytes: post, both completions, repost; instructions, without the kernel's",
                 ["softmlx5", "limit"], [("softmlx5", "limit")],
                 [Row("SEND", {"softmlx5": cost, "limit": SEND_INSTRUCTIONS})],
                 [Goal("softmlx5", "limit", 1.0)], shows_goals=True)


def table_move(found: Times, how: str, goals: List[Goal]) -> Table:
    return Table(f"1 MiB without signatures; MB/s, {how}",
                 ["softmlx5", "memcpy"], [("softmlx5", "memcpy")],
                 [Row(shown, speeds(found[name], {"softmlx5": "softmlx5", "memcpy": "memcpy"}))
                  for name, shown in MOVES.items()], goals, shows_goals=True)


def table_signed(found: Times, how: str, code: str, goals: List[Goal]) -> Table:
    title, kernel = CODES[code]
    names = {"softmlx5": "softmlx5", "code": "CRC", "code+memcpy": "CRC, memcpy", "pass": "one pass",
             "memcpy": "memcpy"}
    return Table(f"1 MiB, {title} in blocks of 512 bytes, CRC is {kernel}; MB/s, {how}", list(names.values()),
                 [("softmlx5", name) for name in names.values() if name != "softmlx5"],
                 [Row(shown, speeds(found[f"{code}-{name}"], names)) for name, shown in SIGNED.items()],
                 goals, shows_goals=True)


def spawned(command: Sequence[str]) -> int:
    """Returns the microseconds from fork to the end of a command."""
    start = time.perf_counter_ns()
    child = os.posix_spawnp(command[0], list(command), os.environ)
    status = os.waitpid(child, 0)[1]
    if status:
        raise BenchError(f"wait status {status} of {' '.join(command)}")
    return (time.perf_counter_ns() - start) // 1000


def table_start(build: str) -> Table:
    """Takes the fastest of many runs: other programs only make them slower."""
    commands = {"softmlx5 true": [device(build), "true"], "true": ["true"], "Python": PYTHON}
    times: Dict[str, List[int]] = {name: [] for name in commands}
    for _ in range(STARTS):
        for name, command in commands.items():
            times[name].append(spawned(command))
    return Table(f"Start of a command, microseconds, fastest of {STARTS}", list(commands),
                 [("softmlx5 true", name) for name in ("true", "Python")],
                 [Row("start to end", {name: min(found) for name, found in times.items()})],
                 [Goal("softmlx5 true", "Python", START)], shows_goals=True)


def tables_large(found: Times, how: str, move: List[Goal], signed: List[Goal]) -> List[Table]:
    return [table_move(found, how, move), *(table_signed(found, how, code, signed) for code in CODES)]


def trapped(build: str, program: str, pages: str, slack_ratio: float) -> List[Table]:
    """Measures trapped doorbells, with goals weaker by these factors."""
    found = times(build, program, "trap", pages)
    floors = {against: Goal("softmlx5", against, limit / slack_ratio, is_floor=True)
              for against, limit in (WIDE if has_wide_codes() else NARROW).items()}
    return [table_send(found, "trapped"),
            *tables_large(found, f"{pages} pages, doorbells trapped", [floors["memcpy"]],
                          [floors["CRC"], floors["CRC, memcpy"]])]


def polled(build: str, program: str) -> List[Table]:
    found = times(build, program, "poll", "huge")
    return [table_send(found, "polled"), *tables_large(found, "huge pages, doorbells polled", [], [])]


def measure(build: str) -> List[Table]:
    program = compiled(build)
    return [*trapped(build, program, "huge", 1.0),
            *trapped(build, program, "small", 1.0)[1:],
            table_instructions(build, program), table_start(build), *polled(build, program)]


def check(build: str) -> List[Table]:
    """Checks goals that a busy machine meets, but a device that is several times slower does not."""
    program = compiled(build)
    return [*trapped(build, program, "huge", SLACK_RATIO), table_instructions(build, program)]


PART = Part("softmlx5", "the software NIC, under libibverbs and libmlx5 as they are", measure, check)
