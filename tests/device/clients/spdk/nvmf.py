#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs SPDK's NVMe-oF target and its initiator over RDMA on softmlx5, in two processes:

    tests/device/clients/spdk/nvmf.py TREE

TREE is a checkout of github.com/spdk/spdk with its modules isa-l and isa-l-crypto, in which
`./configure --with-rdma --disable-unit-tests && make` has built bin/nvmf_tgt and examples/bdevperf. The namespace has T10-DIF in
each block, which the target inserts and strips; bdevperf writes blocks, reads them, and compares. The first of its reads would be
one of a block that nobody has written: the initiator's configuration prevents it, since the target of v24.05 ends by SIGSEGV
after its error.

SPDK registers memory by 2 MiB, so huge pages are needed: `sysctl vm.nr_hugepages=600`, and a hugetlbfs that is mounted.
`--with-dpdk` builds against Debian's DPDK (libdpdk-dev), of which SPDK accepts 22.11.4 at most, though later ones are bug fixes:
the programs see that number. Without nasm, SPDK is built without ISA-L, in 75 s on two processors.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from typing import Dict, List, NoReturn

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
PROGRAMS = ("build/bin/nvmf_tgt", "build/examples/bdevperf")
MEMORY = 512  # MiB of each process
NAME = "nqn.2016-06.io.spdk:dif"
LISTENING = "Target Listening"

# Options of softmlx5, arguments of bdevperf.
RUNS = [("", "-q 16 -o 4096"), ("", "-q 128 -o 512"), ("", "-q 64 -o 65536"), ("", "-q 32 -o 36864"),
        *((options, "-q 16 -o 16384") for options in ("--link roce", "--doorbell poll", "--serialise-wire", "--caps connectx7"))]


def fail(text: str) -> NoReturn:
    print(f"nvmf.py: {text}")
    sys.exit(2)


def configuration(folder: str, name: str, **subsystems: List[Dict]) -> str:
    """Writes a configuration of SPDK, and returns its path."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as stream:
        json.dump({"subsystems": [{"subsystem": key, "config": calls} for key, calls in subsystems.items()]}, stream)
    return path


def call(method: str, **params) -> Dict:
    return {"method": method, "params": params}


def configurations(folder: str) -> List[str]:
    """Those of the target and of the initiator."""
    address = {"trtype": "RDMA", "adrfam": "IPv4", "traddr": "127.0.0.1", "trsvcid": "4420"}
    disk = call("bdev_malloc_create", name="disk", num_blocks=2048, block_size=512, md_size=8, md_interleave=True, dif_type=1)
    target = [call("nvmf_create_transport", trtype="RDMA", num_shared_buffers=255, buf_cache_size=16, io_unit_size=8192,
                   dif_insert_or_strip=True),
              call("nvmf_create_subsystem", nqn=NAME, allow_any_host=True, serial_number="1"),
              call("nvmf_subsystem_add_ns", nqn=NAME, namespace={"bdev_name": "disk"}),
              call("nvmf_subsystem_add_listener", nqn=NAME, listen_address=address)]
    initiator = [call("bdev_set_options", bdev_auto_examine=False),
                 call("bdev_nvme_attach_controller", name="remote", subnqn=NAME, **address)]
    return [configuration(folder, "target.json", bdev=[disk], nvmf=target),
            configuration(folder, "initiator.json", bdev=initiator)]


def environment(tree: str, folder: str) -> Dict[str, str]:
    """For the programs: where SPDK's libraries are, and DPDK's version."""
    source, library = (os.path.join(folder, f"version.{end}") for end in ("c", "so"))
    with open(source, "w", encoding="utf-8") as stream:
        stream.write('const char *rte_version(void) { return "DPDK 22.11.4"; }\n')
    subprocess.run(["gcc", "-shared", "-fPIC", source, "-o", library], check=True)
    version = subprocess.run(["pkg-config", "--modversion", "libdpdk"], stdout=subprocess.PIPE, text=True, check=False).stdout
    preload = {"LD_PRELOAD": library} if version.startswith("22.11.") else {}
    return {**os.environ, **preload, "LD_LIBRARY_PATH": os.path.join(tree, "build", "lib")}


def started(command: List[str], env: Dict[str, str], output: str) -> subprocess.Popen:
    """Starts a program that writes what it says to a file."""
    with open(output, "w", encoding="utf-8") as stream:
        return subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT)


def text_of(path: str) -> str:
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def problems(launcher: List[str], tree: str, workload: str, folder: str, env: Dict[str, str]) -> List[str]:
    """What is wrong with a run; empty if nothing is."""
    paths = configurations(folder)
    common = [[os.path.join(tree, program), "-s", str(MEMORY), "-u", "-c", path, "-m", str(1 << i),
               "-r", os.path.join(folder, f"{i}.socket")] for i, (program, path) in enumerate(zip(PROGRAMS, paths))]
    said = [os.path.join(folder, "target.txt"), os.path.join(folder, "initiator.txt")]
    status = [0, 0]
    with started(launcher + common[0], env, said[0]) as target:
        try:
            while LISTENING not in text_of(said[0]):
                if target.poll() is not None:
                    return [f"the target ends with status {target.returncode}:", *text_of(said[0]).splitlines()]
                time.sleep(0.1)
            with started([*launcher, *common[1], *workload.split(), "-w", "verify", "-t", "3"], env, said[1]) as initiator:
                status[1] = initiator.wait()
        finally:
            target.terminate()
        status[0] = target.wait()
    total = re.search(r"^ *Total *: +([\d.]+) +[\d.]+ +([\d.]+) ", text_of(said[1]), re.M)
    found = [] if total and float(total[1]) > 0 and float(total[2]) == 0 else ["not all requests have succeeded"]
    if any(status):
        found.append(f"exit status of the target {status[0]}, of bdevperf {status[1]}")
    found += [line for path in said for line in text_of(path).splitlines() if "softmlx5:" in line or "*ERROR*" in line]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", help="a checkout of github.com/spdk/spdk, built")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR", help="has softmlx5")
    args = parser.parse_args()
    tree = os.path.abspath(args.tree)
    launcher = os.path.join(os.path.abspath(args.build), "softmlx5")
    for path in (launcher, *(os.path.join(tree, program) for program in PROGRAMS)):
        if not os.path.exists(path):
            fail(f"there is no {path}: {'run ninja' if path == launcher else 'build SPDK first, see --help'}")
    failed = 0
    for options, workload in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            found = problems([launcher, "--strict", *options.split()], tree, workload, folder, environment(tree, folder))
        print("\n".join([f"{'FAIL' if found else 'ok  '} {options or 'default options'}, bdevperf {workload}",
                         *(f"     {line.rstrip()}" for line in found[:20])]), flush=True)
        failed += bool(found)
    print(f"{len(RUNS) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
