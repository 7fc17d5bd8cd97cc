# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Counts the instructions of the library's operations, of libmlx5's and SPDK's, all on softmlx5 in one run of one
program."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence, Tuple

from measure import HERE, ROOT, BenchError, Goal, Part, Row, Table, run
from softmlx5 import device

sys.path.insert(0, ROOT)

import configure  # noqa: E402


@dataclass(frozen=True)
class Operation:
    """A row of the table.

    ``bound`` is the library's limit: with locks in comparison with libmlx5, for a single thread with SPDK, which has no
    locks. ``aim`` is a future goal; measured with SPDK, it is ``spdk`` times SPDK's count.
    """

    shown: str
    cases: Sequence[str]  # of runtime_main.c; the most expensive one counts
    aim: int
    bound: int
    is_single: bool = False
    spdk: Optional[float] = None


ORDERS = ["access_list_sig_1", "access_sig_list_1", "list_access_sig_1", "list_sig_access_1", "sig_access_list_1",
          "sig_list_access_1"]
OPERATIONS = [
    Operation("T10-DIF both domains, prepared, 1 entry", ["t10dif_1"], 300, 510),
    Operation("T10-DIF both domains, prepared, 3 entries", ["t10dif_3"], 320, 540),
    Operation("T10-DIF both domains, prepared, 16 entries", ["t10dif_16"], 450, 710),
    Operation("  by setters, slowest order of six", ORDERS, 700, 935),
    Operation("  by setters, new attributes each time", ["new_attributes_1"], 700, 935),
    Operation("CRC32C key, UMR and SET_PSV, prepared, 1 entry", ["crc32c_1"], 321, 425, True, 1.0),
    Operation("CRC32C key, UMR and SET_PSV, prepared, 3 entries", ["crc32c_3"], 343, 455, True, 1.0),
    Operation("  by setters, 1 entry", ["prepared_setters_1"], 411, 605, True),
    Operation("CRC32C key, transaction, 1 entry", ["transaction_1"], 275, 675, True, 1.1),
    Operation("CRC32C key, transaction, 3 entries", ["transaction_3"], 300, 705, True, 1.1),
    Operation("key from a pool and back", ["pool_1"], 177, 280, True),
    Operation("  16 at once, each", ["pool_16"], 40, 52, True),
    Operation("  of a cache", ["cache_1"], 70, 140, True),
    Operation("  of a cache, 16 at once, each", ["cache_16"], 40, 40, True),
    Operation("AES-XTS key, 1 entry", ["crypto_1"], 330, 352, True, 1.4),
    Operation("AES-XTS key, 3 entries", ["crypto_3"], 361, 382, True, 1.4),
    Operation("  by setters, 1 entry ", ["crypto_setters_1"], 420, 540, True),
    Operation("  by setters, new attributes, 1 entry", ["new_crypto_1"], 478, 600, True),
    Operation("no signature, 1 entry", ["plain_1"], 224, 265, True, 1.2),
    Operation("no signature, 3 entries", ["plain_3"], 250, 295, True, 1.2),
    Operation("  by setters, without rights, 1 entry", ["plain_setters_1"], 317, 370, True),
    Operation("RDMA READ", ["read_1"], 176, 195, True, 1.2),
    Operation("poll of 16, 16 there of one QP, each", ["poll_16"], 60, 60, True),
    Operation("poll of 16, 16 there of 4 QPs in turn, each", ["poll_in_turn_16"], 75, 75, True),
    Operation("poll of 16, 1 there", ["poll_1"], 100, 112, True),
    Operation("poll of 16, none there", ["poll_0"], 45, 45, True),
    Operation("signature error", ["sig_err_1"], 120, 208),
    Operation("check of a key, no error", ["check_1"], 12, 12),
    Operation("cancel 1 of 1024", ["cancel_1"], 6000, 11000),
]
RECEIVES = {
    "one receive": "recv",
    "  of several QPs": "recv_qps",
    "  with immediate": "recv_imm",
    "  SRQ": "recv_srq",
    "  SRQ, of several QPs": "recv_qps_srq",
    "a receive of 16 at once": "recv_many",
    "  of several QPs ": "recv_many_qps",
    "  SRQ ": "recv_many_srq",
    "  SRQ, of several QPs ": "recv_many_qps_srq",
}
RECEIVE, RECEIVE_BOUND = 0.75, 0.79  # aim and bound, as ratios to libmlx5's count
COLUMNS = {"mlx5sig": "locked", "1 thread": "single", "libmlx5": "libmlx5", "SPDK": "spdk"}  # of the programs
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Wconversion", "-Werror"]
# The flags of SPDK's mk/spdk.common.mk that affect the code, except -march=native.
SPDK_FLAGS = ["-std=gnu11", "-O2", "-DNDEBUG", "-D_GNU_SOURCE", "-fno-strict-aliasing", "-fno-lto", "-fPIC",
              "-fstack-protector", "-fno-common", "-D_FORTIFY_SOURCE=2"]
SPDK_SOURCES = ["mlx5_dma.c", "mlx5_qp.c", "mlx5_umr.c"]  # of lib/mlx5
LABEL = re.compile(r"desc: Trigger: Client Request: (\S+)/(\S*) (\d+) (\d+)$")
TOTAL = re.compile(r"totals: (\d+)$")
Costs = Dict[Tuple[str, str], int]


def library(build: str, compiler: str) -> str:
    """Builds a library for the benchmark, compiled like `ninja` without options; returns its path."""
    path = os.path.join(build, compiler, configure.LIBRARY_SO)
    flags = [word for word in configure.LIBRARY_FLAGS.split() if not word.startswith("-I")]
    includes = [f"-I{os.path.join(ROOT, name)}" for name in ("generated", "include", "runtime")]
    sources = sorted(os.path.join(ROOT, "runtime", name)
                     for name in os.listdir(os.path.join(ROOT, "runtime")) if name.endswith(".c"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    run([compiler, "-std=c11", "-O2", *flags, *includes, "-shared", *sources, "-o", path,
         f"-Wl,-soname,{configure.LIBRARY_SO}",
         f"-Wl,--version-script={os.path.join(ROOT, configure.LIBRARY_MAP)}",
         "-Wl,-z,defs,-z,now", *configure.LIBRARY_LIBS.split()])
    return path


def spdk_library(build: str, tree: str) -> List[str]:
    """Builds SPDK's lib/mlx5 with our stand-ins; returns arguments to compile and link a program with it."""
    sources = [os.path.join(tree, "lib", "mlx5", name) for name in SPDK_SOURCES]
    missing = [name for name in sources if not os.path.exists(name)]
    if missing:
        raise BenchError(f"there is no {missing[0]}: --spdk wants a checkout of github.com/spdk/spdk")
    folder = os.path.join(build, "spdk")
    os.makedirs(os.path.join(folder, "spdk"), exist_ok=True)
    with open(os.path.join(folder, "spdk", "config.h"), "w", encoding="utf-8"):
        pass  # SPDK's configure writes one; lib/mlx5 needs nothing of it
    includes = [f"-I{os.path.join(tree, 'include')}", f"-I{folder}"]
    path = os.path.join(folder, "libbench_spdk.so")
    run(["gcc", *SPDK_FLAGS, *includes, *sources, os.path.join(HERE, "spdk_env.c"), "-shared", "-o", path,
         "-Wl,-z,defs,-z,now", "-libverbs", "-lmlx5"])
    return ["-DHAVE_SPDK", *includes, os.path.join(HERE, "runtime_spdk.c"), path, f"-Wl,-rpath,{folder}"]


def programs(build: str, compiler: str, spdk: Optional[str]) -> List[str]:
    """Builds the programs; the harness is compiled the same for all compilers."""
    ours = library(build, compiler)
    more = {"runtime": [os.path.join(HERE, f"runtime_{name}.c") for name in ("mlx5sig", "libmlx5")],
            "receiving": []}
    if spdk:
        more["runtime"] += spdk_library(build, spdk)
    paths = []
    for name, arguments in more.items():
        paths.append(os.path.join(build, f"{name}-{compiler}"))
        # libibverbs has to see the program's ioctl: -ldl.
        run(["gcc", "-std=gnu11", "-O2", *WARNINGS, f"-I{os.path.join(ROOT, 'include')}",
             os.path.join(HERE, f"{name}_main.c"), *arguments, ours, f"-Wl,-rpath,{os.path.dirname(ours)}",
             "-o", paths[-1], "-libverbs", "-lmlx5", "-ldl"])
    return paths


def costs(lines: Sequence[str]) -> Costs:
    """Returns {(case, column): instructions of an operation, rounded up} from callgrind's output.

    A dump is of CALLS calls that make OPERATIONS operations; that of "nothing" is the cost of counting.
    """
    found: Dict[Tuple[str, str], Tuple[int, int, int]] = {}
    label = None
    for line in lines:
        label = LABEL.match(line) or label
        total = TOTAL.match(line)
        if total and label:
            found[label[1], label[2]] = int(total[1]), int(label[3]), int(label[4])
            label = None
    if ("nothing_0", "") not in found:
        raise BenchError("callgrind does not tell what a call costs")
    nothing, calls, _ = found.pop(("nothing_0", ""))
    empty = nothing // calls
    return {key: -(-(total - empty * calls) // operations)
            for key, (total, calls, operations) in found.items()}


def count(build: str, compiler: str, spdk: Optional[str]) -> Costs:
    """Counts, with a device that has a thread of its own, as by default under valgrind."""
    found: Costs = {}
    for program in programs(build, compiler, spdk):
        out = program + ".callgrind"
        run([device(build), "valgrind", "--tool=callgrind",
             "--collect-atstart=no", "--combine-dumps=yes", f"--callgrind-out-file={out}", program])
        with open(out, encoding="utf-8") as stream:
            found.update(costs(stream.read().splitlines()))
    return found


def row(operation: Operation, found: Costs) -> Row:
    counts = {shown: max(found[case, column] for case in operation.cases if (case, column) in found)
              for shown, column in COLUMNS.items()
              if any((case, column) in found for case in operation.cases)}
    is_relative = operation.spdk is not None and "SPDK" in counts
    suffix = ", 1 thread" if operation.is_single else ""
    counts["bound" + suffix] = operation.bound
    counts["aim" + suffix] = int(operation.spdk * counts["SPDK"]) if is_relative else operation.aim
    return Row(operation.shown, counts)


def tables_of(compiler: str, found: Costs) -> List[Table]:
    """Returns the tables of a compiler; bounds and aims are for gcc."""
    shown = [name for name, column in COLUMNS.items() if any(key[1] == column for key in found)]
    goals = ["bound", "aim", "bound, 1 thread", "aim, 1 thread"] if compiler == "gcc" else []
    return [
        Table(f"From start to complete with the doorbell, or one call; {compiler} -O2, doorbells polled",
              [*shown, *goals], [], [row(operation, found) for operation in OPERATIONS],
              [Goal("1 thread" if name.endswith("1 thread") else "mlx5sig", name, 1.0, is_aim=name.startswith("aim"))
               for name in goals]),
        Table(f"Receives, polled; {compiler} -O2, doorbells polled", ["mlx5sig", "libmlx5"], [("mlx5sig", "libmlx5")],
              [Row(name, {"mlx5sig": found[case, "mlx5sig"], "libmlx5": found[case, "libmlx5"]})
               for name, case in RECEIVES.items()],
              [Goal("mlx5sig", "libmlx5", RECEIVE_BOUND), Goal("mlx5sig", "libmlx5", RECEIVE, is_aim=True)]
              if goals else [])]


def part(spdk: Optional[str]) -> Part:
    """``spdk`` is a checkout of SPDK to be measured, too."""
    def tables(build: str, compilers: Sequence[str]) -> List[Table]:
        return [table for compiler in compilers for table in tables_of(compiler, count(build, compiler, spdk))]

    return Part("runtime", "instructions of operations of the library, of libmlx5 and of SPDK for the same",
                lambda build: tables(build, ["gcc", "clang"]), lambda build: tables(build, ["gcc"]))
