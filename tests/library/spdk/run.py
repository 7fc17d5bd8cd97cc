#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs SPDK's module accel_mlx5 on softmlx5, with SPDK's lib/mlx5 and with this library, and compares the two:

    tests/library/spdk/run.py TREE               a checkout of github.com/spdk/spdk, or in the environment variable SPDK
    tests/library/spdk/run.py TREE --only spdk   without this library, for SPDK's CI
    SPDK=TREE ninja test-spdk                    all of it; builds what it needs
    tests/library/spdk/run.py FORK               a checkout of NVIDIA's branch, github.com/Mellanox/spdk: its lib/mlx5
                                                 and accel_mlx5

The accel framework, accel_mlx5 and what they use are compiled unchanged from TREE, without DPDK: env.c is the environment. In
one program lib/mlx5 is SPDK's, in the other it is mlx5_layer.c on this library. ops.c compares data with ISA-L and
OpenSSL; the send queue's bytes of both programs are compared here, field by field. DIR gets a folder spdk with the programs.
NVIDIA's branch has operations of its own and no layer: fork.c.

Needs libibverbs-dev, librdmacm-dev, libssl-dev and libisal-dev.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Dict, Iterator, List, NoReturn, Set, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))

# SPDK's default flags, but its asserts are compiled in, except those of lib/mlx5: one ends the program for a seed that
# the default build takes for another.
FLAGS = ["-std=gnu11", "-O2", "-g", "-D_GNU_SOURCE", "-fno-strict-aliasing"]
SPDK_MLX5 = [f"lib/mlx5/mlx5_{name}.c" for name in ("crypto", "dma", "qp", "umr")]
SPDK = ["module/accel/mlx5/accel_mlx5.c", "lib/accel/accel.c", "lib/accel/accel_sw.c", "lib/thread/thread.c",
        "lib/thread/iobuf.c", "lib/dma/dma.c", "lib/rdma_utils/rdma_utils.c", "lib/rdma_cm/rdma_cm_cma.c",
        "lib/trace/trace.c", "lib/trace/trace_flags.c",
        *(f"lib/log/{name}.c" for name in ("log", "log_flags", "log_deprecated")),
        "lib/json/json_write.c",
        *(f"lib/util/{name}.c" for name in (
            "base64", "bit_array", "cpuset", "crc16", "crc32", "crc32c", "crc32_ieee", "crc64", "dif", "fd_group", "file",
            "hexlify", "iov", "math", "net", "strerror_tls", "string", "xor"))]
FORK_ALONE = "lib/mlx5/mlx5_debug.c"  # only NVIDIA's branch has it
OWN = ["env.c", "mlx5_layer.c", "ops.c", "harness.c", "spdk_env.c"]
OTHER_FOLDERS = {"harness.c": os.path.join(ROOT, "tests", "device", "clients", "spdk"),
                 "spdk_env.c": os.path.join(ROOT, "tests", "library", "bench")}
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-sign-compare"]
LIBRARIES = ["-libverbs", "-lmlx5", "-lrdmacm", "-lcrypto", "-lisal", "-lpthread", "-lm"]
BUILDS = {"SPDK's lib/mlx5": "ops-spdk", "mlx5_layer.c": "ops-layer"}

BIG_ENDIAN = "--cap aes_xts_multi_block_be_tweak=1"  # several blocks in a key, which accel_mlx5 uses with this bit only
# Options of softmlx5, DRIVER, arguments of ops.c.
RUNS = [
    ("", False, "random 1 1000 1"),
    ("", False, "random 2 1500 16"),
    (BIG_ENDIAN, False, "random 3 1500 16"),
    ("--doorbell poll", True, "random 4 1500 32"),
    (BIG_ENDIAN, True, "random 5 1500 32"),
    ("--serialise-wire", True, "random 6 1000 8"),
    ("--link roce", True, "random 7 300 8"),
    ("", False, "errors 1"),
    (BIG_ENDIAN, True, "errors 2"),
    ("", False, "signatures 1"),
]
# Of NVIDIA's branch: options, blocks in a key (0: all that the device takes), arguments of fork.c.
FORK_RUNS = [("", 0, "1 60"), (BIG_ENDIAN, 0, "2 60"), (BIG_ENDIAN, 3, "3 60"), ("--doorbell poll", 0, "4 30"),
             ("--serialise-wire", 0, "5 30")]
# Queue pairs fail 10 times, and are recovered; not more operations fail than were under way.
FAILURES, AT_ONCE = 10, 8
FORK_FAULT = f"--fault qp-error:every=60,count={FAILURES}"
FORK_RECOVERIES = [(FORK_FAULT, "6 600 recover"), (f"{BIG_ENDIAN} {FORK_FAULT}", "7 600 recover"),
                   (f"--doorbell poll {FORK_FAULT}", "8 600 recover"),
                   (f"--fault cqe-batch:cqes=5,chance=0.3 {FORK_FAULT}", "9 600 recover")]
# Mistakes of the branch's recovery, which are reported and no failures.
FORK_PRESSED = ("operations that replace those that fail", f"--doorbell poll {FORK_FAULT}", "10 600 press")
FORK_NO_QP = ("a queue pair that cannot be created at once", f"{FORK_FAULT} --fault command:opcode=CREATE_QP,nth=2",
              "11 600 recover")
PROVOKED = ("lkey: there is no key 0x00ffff00", "the key's BSF is missing or cannot be used here")
# What only one of the programs prints; the rest is the same.
ANSWERS = {
    "errors": {"ops-spdk": "CRC32C with the seed 12345678: wrong\n", "ops-layer": "CRC32C with the seed 12345678: EINVAL\n"},
    "signatures": {"ops-spdk": "a wrong CRC: a success of no request\n", "ops-layer": "a wrong CRC: a completion has the key\n"},
}

COMPARED = (BIG_ENDIAN, True, "random 8 600 1")  # one at a time: the same requests in each run


@dataclass(frozen=True)
class Difference:
    """Of a field that both libraries write: its value by SPDK, by this library, and the reason."""

    field: str
    spdk: str
    here: str
    reason: str


DIFFERENCES = [
    Difference("ctrl_seg.ce", "ON_FIRST_ERROR", "ON_ERROR",
               "a request without completion also has one if it is flushed; libmlx5 posts the same"),
    Difference("ctrl_seg.fm", "NONE", "INITIATOR_SMALL",
               "the first request behind a key has the fence, also if it does not use the key; SPDK's caller sets it"),
    Difference("umr_ctrl_seg.mkey_mask", "LEN|FREE", "LEN|KEY|FREE", "as libmlx5"),
    Difference("umr_ctrl_seg.mkey_mask", "LEN|FREE", "LEN|BSF_EN|KEY|FREE",
               "as libmlx5: a key may lose its BSF and get it again"),
    Difference("umr_ctrl_seg.mkey_mask", "LEN|EN_SIGERR|FREE", "LEN|EN_SIGERR|BSF_EN|KEY|FREE", "the same"),
    Difference("mkc.bsf_en", "0", "1", "the value of BSF_EN in the mask"),
    Difference("mkc.qpn", "0", "16777215", "as libmlx5: the key is not bound to a QP; not in the mask"),
    Difference("bsf_crypto.raw_data_size", "*", "4294967295", "as libmlx5: the key's length counts"),
]


def fail(text: str) -> NoReturn:
    print(f"run.py: {text}")
    sys.exit(2)


#
# Programs.
#

def call(command: List[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        fail(f"{' '.join(command)}\n{done.stdout[-6000:]}\nended with {done.returncode}")


def compiled(tree: str, folder: str, spdk_sources: List[str], names: List[str]) -> Dict[str, str]:
    """Compiles all files at once, of SPDK and of this folder; returns the objects by source, which is relative for SPDK's."""
    os.makedirs(os.path.join(folder, "spdk"), exist_ok=True)
    with open(os.path.join(folder, "spdk", "config.h"), "w", encoding="utf-8"):
        pass  # SPDK's configure writes one; nothing in it is needed
    spdk = [f"-I{folder}", *(f"-I{tree}/{path}" for path in ("include", "lib/log", "lib/thread", "module/accel/mlx5"))]
    own = {name: [os.path.join(OTHER_FOLDERS.get(name, HERE), name)] for name in names}
    for name in set(names) - set(OTHER_FOLDERS):
        own[name] += [*WARNINGS, f"-I{ROOT}/include"]
    sources = {**{name: [os.path.join(tree, name), *(["-DNDEBUG"] if name in SPDK_MLX5 else [])] for name in spdk_sources}, **own}
    objects = {name: os.path.join(folder, name.replace("/", "_").replace(".c", ".o")) for name in sources}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda name: call(["gcc", *FLAGS, *spdk, "-c", *sources[name], "-o", objects[name]]), sources))
    return objects


def link(objects: Dict[str, str], folder: str, build: str, only_spdk: bool) -> None:
    library = os.path.join(build, "libmlx5sig.a")
    common = [objects[name] for name in ("ops.c", "env.c", *SPDK)]
    mlx5 = [objects[name] for name in SPDK_MLX5]
    call(["gcc", *common, *mlx5, *LIBRARIES, "-o", os.path.join(folder, "ops-spdk")])
    if only_spdk:
        return
    call(["gcc", *common, objects["mlx5_layer.c"], library, *LIBRARIES, "-o", os.path.join(folder, "ops-layer")])
    call(["gcc", objects["harness.c"], objects["spdk_env.c"], objects["mlx5_layer.c"], library, *LIBRARIES, "-o",
          os.path.join(folder, "harness-layer")])


def run(launcher: str, options: str, driver: bool, *command: str) -> Tuple[int, str, List[str]]:
    """Returns exit status, output, and messages without the refusals that ops.c provokes."""
    environment = {name: value for name, value in os.environ.items() if name != "DRIVER"}
    if driver:
        environment["DRIVER"] = "1"
    done = subprocess.run([launcher, "--fabric", "none", "--strict", *options.split(), *command], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600, check=False)
    lines = [line for line in done.stderr.splitlines()
             if not line.startswith("  ") and not any(text in line for text in PROVOKED if command[1:2] == ("errors",))]
    return done.returncode, done.stdout, lines


#
# NVIDIA's branch.
#

def count_combined(trace: str) -> int:
    """Returns how many requests of a trace configure a key with both signature and encryption."""
    with open(trace, encoding="utf-8") as stream:
        layouts = [{part["layout"] for part in record.get("parts", ())} for record in map(json.loads, stream)]
    return sum("bsf_128" in names for names in layouts)


def run_fork(tree: str, launcher: str, folder: str) -> Iterator[Tuple[str, List[str]]]:
    sources = [name for name in (*SPDK, *SPDK_MLX5, FORK_ALONE) if name != "lib/rdma_cm/rdma_cm_cma.c"]
    objects = compiled(tree, folder, sources, ["env.c", "fork.c"])
    program, trace = os.path.join(folder, "fork"), os.path.join(folder, "fork.trace")
    call(["gcc", *objects.values(), *LIBRARIES, "-o", program])
    for options, split, arguments in FORK_RUNS:
        if os.path.exists(trace):
            os.unlink(trace)
        os.environ["SPLIT"] = str(split)
        status, output, lines = run(launcher, f"{options} --trace {trace} --trace-json", False, program, *arguments.split())
        problems = [output, *lines] if status else lines
        combined = count_combined(trace)
        if not combined:
            problems.append("no key has a signature and encryption")
        *kinds, last = output.splitlines() or [""]
        yield (f"{options or 'default options'}, {split or 'all'} blocks, fork {arguments}: "
               f"{', '.join(kind.split(':')[0] for kind in kinds)}; {combined} keys with CRC32C and encryption; {last}"), problems
    yield from run_recovery(launcher, program)


def run_recovery(launcher: str, program: str) -> Iterator[Tuple[str, List[str]]]:
    """Queue pairs fail in the middle of operations."""
    for options, arguments in FORK_RECOVERIES:
        status, output, lines = run(launcher, options, False, program, *arguments.split())
        found = re.search(r"^(\d+) right, \d+ wrong CRCs, (\d+) failed$", output, re.M)
        failed = int(found[2]) if found else 0
        is_good = not status and FAILURES <= failed <= FAILURES * AT_ONCE
        yield f"{options}, fork {arguments}: {output.strip()}", lines if is_good else [f"status {status}", output, *lines]
    for name, options, arguments in (FORK_PRESSED, FORK_NO_QP):
        status, output, lines = run(launcher, options, False, program, *arguments.split())
        yield f"{name}: {output.strip() or 'no output'}{f', ended with {status}' if status else ''}", []


#
# Bytes on the ring.
#

def requests(path: str) -> Iterator[Tuple[str, Dict[str, str]]]:
    """Each WQE of a trace: its size and opcode, and its fields. Keys, whose numbers are the device's choice, are described."""
    configured: Dict[int, int] = {}  # key: number of the request that configured it last
    with open(path, encoding="utf-8") as stream:
        records = [record for record in map(json.loads, stream) if record["kind"] == "wqe"]
    for number, record in enumerate(records):
        fields: Dict[str, str] = {}
        for part in record["parts"]:
            values = {**part["fields"], **part["names"], **part["reserved"]}
            if "umr_mkey" in values:
                values["umr_mkey"] = "a key"
                configured[part["fields"]["umr_mkey"]] = number
            for name in ("rkey", "lkey", "mkey"):
                if name in values and values[name]:
                    key = values[name]
                    values[name] = f"configured {number - configured[key]} before" if key in configured else "memory"
            if part["layout"] == "data_seg" and values["byte_count"] == 4 and part is record["parts"][-1]:
                values["addr"] = "the CRC"  # in a pool, whose place is the environment's choice
            fields.update({f"{part['offset']}: {part['layout']}.{name}": str(value) for name, value in values.items()})
        yield f"QP {record['qpn']} WQEBB {record['index']} {record['opcode']}, {record['len']} bytes", fields


def ring_differences(paths: List[str], found: "Counter[Difference]") -> Tuple[int, List[str]]:
    """Returns the number of requests, and unknown differences; counts the known ones."""
    unknown: List[str] = []
    here, there = (list(requests(path)) for path in paths)
    if len(here) != len(there):
        unknown.append(f"{len(here)} requests by SPDK, {len(there)} by the layer")
    for (name, old), (other, new) in zip(here, there):
        if name != other or set(old) != set(new):
            return len(here), [*unknown, f"{name}; by the layer {other}"]
        for field in old:
            if old[field] == new[field]:
                continue
            known = [entry for entry in DIFFERENCES if entry.field == field.split(" ")[1] and entry.here == new[field] and
                     entry.spdk in ("*", old[field])]
            if known:
                found[known[0]] += 1
            else:
                unknown.append(f"{name}: {field} is {old[field]}, by the layer {new[field]}")
    return len(here), unknown


def compare_rings(launcher: str, folder: str) -> List[str]:
    options, driver, arguments = COMPARED
    traces = []
    for program in BUILDS.values():
        traces.append(os.path.join(folder, f"{program}.trace"))
        if os.path.exists(traces[-1]):
            os.unlink(traces[-1])
        status, _, lines = run(launcher, f"{options} --trace {traces[-1]} --trace-json", driver, os.path.join(folder, program),
                               *arguments.split())
        if status or lines:
            return [f"{program} {arguments} ended with {status}", *lines]
    found: "Counter[Difference]" = Counter()
    count, problems = ring_differences(traces, found)
    print(f"{count} requests of both have the same order, place, size and fields, except for")
    for entry in DIFFERENCES:
        print(f"  {entry.field:24} {entry.spdk:20} {entry.here:32} in {found[entry]:5}: {entry.reason}")
        if not found[entry]:
            problems.append(f"no {entry.field} differs as in the table")
    return problems


#
# All of it.
#

def compare_runs(launcher: str, folder: str, builds: Dict[str, str]) -> Iterator[Tuple[str, List[str]]]:
    """Each run of the table in all programs, which print the same."""
    for options, driver, arguments in RUNS:
        problems: List[str] = []
        outputs: Set[str] = set()
        for name, program in builds.items():
            status, output, lines = run(launcher, options, driver, os.path.join(folder, program), *arguments.split())
            answer = ANSWERS.get(arguments.split()[0], {}).get(program, "")
            if status or lines or answer not in output:
                problems += [f"with {name}: status {status}", output, *lines]
            outputs.add(output.replace(answer, "") if answer else output)
        if len(outputs) > 1:
            problems.append("the outputs differ")
        yield f"{options or 'default options'}, {'driver, ' if driver else ''}{arguments}", problems


def report(results: List[Tuple[str, List[str]]]) -> int:
    """Prints each run and its problems; returns the exit status."""
    for name, problems in results:
        print("\n".join([f"{'FAIL' if problems else 'ok  '} {name}", *(f"     {line}" for line in problems[:20])]))
    failed = sum(bool(problems) for _, problems in results)
    print(f"{len(results) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", default=os.environ.get("SPDK", ""), help="a checkout of github.com/spdk/spdk")
    parser.add_argument("--build", default="build", metavar="DIR", help="has softmlx5 and the library")
    parser.add_argument("--only", choices=["spdk"], help="only with SPDK's lib/mlx5")
    args = parser.parse_args()
    if not args.tree:
        fail("it needs a checkout of github.com/spdk/spdk: git clone https://github.com/spdk/spdk && SPDK=spdk ninja test-spdk")
    tree, build = os.path.abspath(args.tree), os.path.abspath(args.build)
    launcher, folder = os.path.join(build, "softmlx5"), os.path.join(build, "spdk")
    if not os.path.exists(launcher):
        fail(f"there is no {launcher}: run ninja")
    results: List[Tuple[str, List[str]]] = []
    if os.path.exists(os.path.join(tree, FORK_ALONE)):
        return report(list(run_fork(tree, launcher, f"{folder}-fork")))
    missing = [name for name in (*SPDK, *SPDK_MLX5) if not os.path.exists(os.path.join(tree, name))]
    if missing:
        fail(f"there is no {tree}/{missing[0]}: it must be a checkout of github.com/spdk/spdk")
    only_spdk = args.only == "spdk"
    link(compiled(tree, folder, [*SPDK, *SPDK_MLX5], OWN), folder, build, only_spdk)
    builds = {name: program for name, program in BUILDS.items() if program == "ops-spdk" or not only_spdk}
    if not only_spdk:
        status, output, lines = run(launcher, "", False, os.path.join(folder, "harness-layer"))
        is_right = not status and "all results are right" in output
        results.append(("tests/device/clients/spdk/harness.c with the layer", [] if is_right else [output, *lines]))
    results += compare_runs(launcher, folder, builds)
    if not only_spdk:
        results.append(("fields on the ring", compare_rings(launcher, folder)))
    if not only_spdk:
        with open(os.path.join(HERE, "mlx5_layer.c"), encoding="utf-8") as stream:
            text = [line.strip() for line in stream]
        code = [line for line in text if line and not line.startswith(("/*", "*", "//"))]
        print(f"the layer has {len(text)} lines, {len(code)} of them code")
    return report(results)


if __name__ == "__main__":
    sys.exit(main())
