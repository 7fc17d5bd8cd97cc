# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Measures transfers between processes under softmlx5, beside what the processes reach without it in the same minute.

perftest runs in two processes. Rounds of softmlx5 and of its peers alternate. Of bandwidths the best round counts, since other
programs only make rounds slower; of latencies the median, since a peer that sleeps needs ten times longer if its processor is
idle than if both processes happen to share one.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
from typing import Callable, Dict, List

from measure import HERE, ROOT, BenchError, Goal, Part, Row, Table, run
from softmlx5 import device

sys.path.insert(0, os.path.join(ROOT, "tests", "device", "softmlx5"))

import patience  # noqa: E402
from ports import free_port, wait_for_listener  # noqa: E402

ROUNDS = 7
LARGE, SMALL = 1 << 20, 64  # bytes of a message
HOSTS = ("127.90.0.1", "127.90.0.2")
BANDWIDTH, TYPICAL_LATENCY = 3, 4  # columns of perftest's tables: MB/s on average, microseconds


def compiled(build: str) -> str:
    program = os.path.join(build, "fabric_main")
    run(["gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-D_GNU_SOURCE",
         os.path.join(HERE, "fabric_main.c"), "-o", program])
    return program


def output(command: List[str], environment: Dict[str, str]) -> str:
    """Returns what a command prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT,
                          env=environment, check=False)
    if done.returncode:
        raise BenchError(f"exit status {done.returncode} of {' '.join(command)}\n{done.stdout}")
    return done.stdout


def perftest(build: str, options: List[List[str]], command: List[str], column: int) -> float:
    """Returns a column of the last row of numbers that the client prints; ``options`` are those of softmlx5 for the server,
    and for the client if they differ."""
    port = str(free_port())
    folder = os.path.join(build, "run")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    environment = dict(os.environ, XDG_RUNTIME_DIR=folder)
    launchers = [[device(build), *more, *command, "-p", port] for more in options]
    server = subprocess.Popen(launchers[0], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              env=environment)
    try:
        wait_for_listener(port)
        out = output([*launchers[-1], "127.0.0.1"], environment)
        problem = server.communicate(timeout=patience.LIMIT)[1]
    finally:
        server.kill()
        server.wait()
    rows = re.findall(r"^ *\d+ +\d+ +[\d.]+ .*$", out, re.MULTILINE)
    if server.returncode or not rows:
        raise BenchError(f"exit status {server.returncode} of {' '.join(launchers[0])}\n{problem}\n{out}")
    return float(rows[-1].split()[column])


def iperf3(*options: str) -> float:
    """Returns MB/s that the receiver of iperf3 gets on the loopback in a second."""
    port = str(free_port())
    here = ["-B", "127.0.0.1", "-p", port]
    with subprocess.Popen(["iperf3", "-s", "-1", *here], stdout=subprocess.DEVNULL) as server:
        try:
            wait_for_listener(port)
            out = output(["iperf3", "-J", "-c", "127.0.0.1", "-p", port, "-t", "1", *options], dict(os.environ))
        finally:
            server.kill()
    return json.loads(out)["end"]["sum_received"]["bits_per_second"] / 8e6


def chosen(sides: Dict[str, Callable[[], float]], choose: Callable[[List[float]], float]) -> Dict[str, int]:
    """Runs the sides in turn; returns the chosen value of each."""
    values: Dict[str, List[float]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, measured in sides.items():
            values[name].append(measured())
    return {name: round(choose(found)) for name, found in values.items()}


def table_bandwidth(build: str, program: str) -> Table:
    command = ["ib_write_bw", "-F", "-s", str(LARGE), "-n", "2000"]
    names = {"trapped": "trap", "polled": "poll"}
    sides = {name: lambda mode=mode: perftest(build, [["--doorbell", mode, "--fabric", "bench"]], command, BANDWIDTH)
             for name, mode in names.items()}
    sides["memcpy"] = lambda: float(output([program, "copy", str(LARGE), "4000"], dict(os.environ)))
    return Table("ib_write_bw of 1 MiB between two processes, and memcpy into and out of shared memory; MB/s",
                 list(sides), [(name, "memcpy") for name in names], [Row("WRITE", chosen(sides, max))],
                 [Goal(name, "memcpy", 0.5, is_aim=True, is_floor=True) for name in names], shows_goals=True)


def table_latency(build: str, program: str) -> Table:
    command = ["ib_send_lat", "-F", "-s", str(SMALL), "-n", "5000"]
    sides = {
        "trapped": lambda: 1000 * perftest(build, [["--fabric", "bench"]], command, TYPICAL_LATENCY),
        "futex": lambda: float(output([program, "ping", str(SMALL), "20000"], dict(os.environ))),
    }
    return Table("ib_send_lat of 64 bytes between two processes, and a ping by futex; ns, half a round trip",
                 list(sides), [("trapped", "futex")], [Row("SEND", chosen(sides, statistics.median))],
                 [Goal("trapped", "futex", 1.5, is_aim=True)], shows_goals=True)


def table_udp(build: str) -> Table:
    command = ["ib_write_bw", "-F", "-x", "3", "-s", str(LARGE), "-n", "2000"]
    sides = {
        "softmlx5": lambda: perftest(build, [["--fabric", f"udp:{host}"] for host in HOSTS], command, BANDWIDTH),
        "iperf3 -u": lambda: iperf3("-u", "-b", "0"),
        "iperf3 -u -l 4096": lambda: iperf3("-u", "-b", "0", "-l", "4096"),
        "iperf3": iperf3,
    }
    return Table("ib_write_bw of 1 MiB over UDP, and iperf3 on the loopback; MB/s received", list(sides),
                 [("softmlx5", name) for name in list(sides)[1:]], [Row("WRITE", chosen(sides, max))],
                 [Goal("softmlx5", "iperf3 -u -l 4096", 0.5, is_floor=True)], shows_goals=True)


def measure(build: str) -> List[Table]:
    program = compiled(build)
    return [table_bandwidth(build, program), table_latency(build, program), table_udp(build)]


def check(build: str) -> List[Table]:
    """All of it varies with what else the machine does."""
    compiled(build)
    return []


PART = Part("fabric", "transfers between processes, and between hosts over UDP", measure, check)
