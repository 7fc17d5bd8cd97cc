# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What the library costs, and libmlx5 for the same, both on softmlx5 in one run of one program."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

from measure import HERE, ROOT, BenchError, Goal, Part, Row, Table, run
from softmlx5 import device

sys.path.insert(0, ROOT)

import configure  # noqa: E402


@dataclass(frozen=True)
class Operation:
    """A row of the table, and the instructions that it may cost.

    ``goal`` is what the library is meant to need; ``limit`` is what it does need, with gcc and with clang,
    and is more where the goal is not reached.
    """

    shown: str
    case: str   # of runtime_main.c or receiving_main.c
    way: str    # likewise
    goal: int
    limit: int


OPERATIONS = [
    Operation("T10-DIF, memory and wire", "t10dif", "mlx5sig", 400, 415),
    Operation("  two sets of attributes in turn", "t10dif", "two", 400, 630),
    Operation("  new attributes each time", "t10dif", "new", 400, 890),
    Operation("  prepared, by setters", "t10dif", "prepared", 150, 350),
    Operation("  prepared, in one call", "t10dif", "once", 150, 270),
    Operation("  prepared, 16 with one doorbell", "t10dif_many", "once", 150, 235),
    Operation("CRC32C on the wire", "crc32c", "mlx5sig", 320, 335),
    Operation("  prepared, by setters", "crc32c", "prepared", 120, 300),
    Operation("  prepared, in one call", "crc32c", "once", 120, 215),
    Operation("  prepared, 16 with one doorbell", "crc32c_many", "once", 120, 180),
    Operation("no signature", "plain", "mlx5sig", 180, 180),
    Operation("  BlueFlame", "plain", "own_register", 180, 220),
    Operation("one completion", "poll", "mlx5sig", 60, 60),
    Operation("a completion of 16 at once", "poll_many", "mlx5sig", 35, 35),
    Operation("one receive", "recv", "mlx5sig", 120, 120),
    Operation("  of several QPs", "recv_qps", "mlx5sig", 165, 165),
    Operation("  with immediate", "recv_imm", "mlx5sig", 120, 120),
    Operation("  SRQ", "recv_srq", "mlx5sig", 140, 140),
    Operation("  SRQ, of several QPs", "recv_qps_srq", "mlx5sig", 185, 185),
    Operation("a receive of 16 at once", "recv_many", "mlx5sig", 85, 85),
    Operation("  of several QPs", "recv_many_qps", "mlx5sig", 110, 110),
    Operation("  SRQ", "recv_many_srq", "mlx5sig", 92, 92),
    Operation("  SRQ, of several QPs", "recv_many_qps_srq", "mlx5sig", 116, 116),
    Operation("a signature error", "sig_err", "mlx5sig", 70, 72),
    Operation("check of a key, no error", "check", "mlx5sig", 12, 12),
    Operation("cancel 1 of 1024", "cancel", "mlx5sig", 3000, 3000),
]
# Parts of a configuration, below which it cannot go.
PARTS = {"start, NOP, complete, doorbell": "nop", "memcpy of the bytes of T10-DIF": "copy"}
PROGRAMS = ["runtime", "receiving"]  # *_main.c
LIBMLX5 = 0.9  # at most so much of what libmlx5 needs
COMPILERS = ["gcc", "clang"]
LABEL = re.compile(r"desc: Trigger: Client Request: (\S+)/(\S*) (\d+) (\d+)$")
TOTAL = re.compile(r"totals: (\d+)$")
Costs = Dict[Tuple[str, str], int]


def compiled(build: str, compiler: str) -> List[str]:
    """The programs with a library of their own, compiled as `ninja` does without options."""
    library = os.path.join(build, compiler, configure.LIBRARY_SO)
    flags = [word for word in configure.LIBRARY_FLAGS.split() if not word.startswith("-I")]
    includes = [f"-I{os.path.join(ROOT, name)}" for name in ("generated", "include", "runtime")]
    sources = sorted(os.path.join(ROOT, "runtime", name)
                     for name in os.listdir(os.path.join(ROOT, "runtime")) if name.endswith(".c"))
    os.makedirs(os.path.dirname(library), exist_ok=True)
    run([compiler, "-std=c11", "-O2", *flags, *includes, "-shared", *sources, "-o", library,
         f"-Wl,-soname,{configure.LIBRARY_SO}",
         f"-Wl,--version-script={os.path.join(ROOT, configure.LIBRARY_MAP)}",
         "-Wl,-z,defs,-z,now", *configure.LIBRARY_LIBS.split()])
    programs = []
    for name in PROGRAMS:
        programs.append(os.path.join(build, f"{name}-{compiler}"))
        # The harness is the same for all compilers. libibverbs has to see its ioctl.
        run(["gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror", *includes,
             os.path.join(HERE, f"{name}_main.c"), library, f"-Wl,-rpath,{os.path.dirname(library)}",
             "-o", programs[-1], "-libverbs", "-lmlx5", "-ldl"])
    return programs


def costs(lines: Sequence[str]) -> Costs:
    """(case, way) -> instructions of an operation, rounded up, of what callgrind has written.

    A dump is that of CALLS calls that make OPERATIONS operations; those of "nothing" are what counting
    itself takes.
    """
    found: Dict[Tuple[str, str], Tuple[int, int, int]] = {}
    label = None
    for line in lines:
        label = LABEL.match(line) or label
        total = TOTAL.match(line)
        if total and label:
            found[label[1], label[2]] = int(total[1]), int(label[3]), int(label[4])
            label = None
    if ("nothing", "") not in found:
        raise BenchError("callgrind does not tell what a call costs")
    nothing, calls, _ = found.pop(("nothing", ""))
    empty = nothing // calls
    return {key: -(-(total - empty * calls) // operations)
            for key, (total, calls, operations) in found.items()}


def count(build: str, compiler: str) -> Costs:
    """The device has a thread of its own: traps do not go with callgrind."""
    found: Costs = {}
    for program in compiled(build, compiler):
        out = program + ".callgrind"
        run([device(build), "--doorbell", "poll", "valgrind", "--tool=callgrind",
             "--collect-atstart=no", "--combine-dumps=yes", f"--callgrind-out-file={out}", program])
        with open(out, encoding="utf-8") as stream:
            found.update(costs(stream.read().splitlines()))
    return found


def tables(build: str, compilers: Sequence[str]) -> List[Table]:
    found = {compiler: count(build, compiler) for compiler in compilers}
    out = [Table(
        f"From start to complete, or one call; {compiler} -O2, locks taken, doorbells polled",
        ["mlx5sig", "libmlx5", "goal"], [("mlx5sig", "libmlx5")],
        [Row(o.shown, {"mlx5sig": found[compiler][o.case, o.way],
                       "libmlx5": found[compiler][o.case, "libmlx5"],
                       "goal": o.goal, "limit": o.limit}) for o in OPERATIONS],
        [Goal("mlx5sig", "libmlx5", LIBMLX5), Goal("mlx5sig", "limit", 1.0),
         Goal("mlx5sig", "goal", 1.0, is_aim=True)]) for compiler in compilers]
    return out + [Table("Parts of a configuration", list(compilers), [],
                        [Row(shown, {compiler: found[compiler][case, "mlx5sig"]
                                     for compiler in compilers})
                         for shown, case in PARTS.items()])]


def measure(build: str) -> List[Table]:
    return tables(build, COMPILERS)


def check(build: str) -> List[Table]:
    return tables(build, COMPILERS[:1])


PART = Part("runtime", "instructions of operations of the library, and of libmlx5 for the same",
            measure, check)
