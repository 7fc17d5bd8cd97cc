#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs one test command and records its result; tests/run/summary.py reads the records.

    tests/run/run_test.py --name unit --cpu 120 --out build/tests/unit.json -- COMMAND...

The last line of the command's output must be ``N passed, N failed, N skipped``. A crash, a limit that is passed,
a missing last line, an exit status that contradicts it, a skip without a reason (a line
that starts with SKIPPED) and a run without any check each count as a failure. Always exits with 0, so that one
failing test does not prevent the others.

A test may use ``--cpu`` seconds of processor time, with all its processes. It hangs, and is ended, when none of them has run
for ``--idle`` observations in a row, one a second (progress.py). Wall-clock time, which depends on what else the machine
does, ends a test only after WALL times its limit.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from typing import BinaryIO, Dict, List, Optional, Protocol, Sequence, Tuple, Type

import progress

CLOSING = re.compile(r"(\d+) passed, (\d+) failed, (\d+) skipped")
SKIPPED = re.compile(r"SKIPPED(?: \[(\d+)\])?:? +\S")  # pytest has the number in brackets
SHOWN = 200  # lines of a failing test's output that are printed
GRACE = 5  # seconds between SIGTERM and SIGKILL for a test that has passed a limit
IDLE = 180  # observations of progress.py
WALL = 10  # times the limit of processor time
MEMORY = "/dev/shm"  # a file system in memory
ROOM = 4 << 30  # bytes of it, and of the machine, that are free where tests use it: all of `ninja test` together needs 0.2 GB


@dataclass
class Record:
    """The result of a test. ``problem`` is a failure that the command itself did not report."""

    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # seconds of processor time, of the command and its children
    problem: str = ""
    reasons: List[str] = field(default_factory=list)  # of the skips
    output: str = ""
    command: str = ""
    alone: str = ""  # command that runs this test alone
    limit: float = 0.0  # seconds of processor time

    @property
    def line(self) -> str:
        """Returns the result in one line."""
        counts = ", ".join(f"{number} {word}" for number, word in (
            (self.passed, "passed"), (self.failed, "failed"), (self.skipped, "skipped")) if number)
        return (f"{'FAIL' if self.failed else 'ok  '} {self.name:<20} {counts}, {self.seconds:.1f} s, "
                f"CPU {self.cpu:.1f} s" + (f": {self.problem}" if self.problem else ""))


class Process(Protocol):
    """What is needed of subprocess.Popen."""

    pid: int
    returncode: Optional[int]


class Children:
    """The command and its descendants, also those that it leaves behind. Only one object may exist in a process."""

    def __init__(self) -> None:
        progress.adopt()
        self._wake, write = os.pipe()
        for end in (self._wake, write):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        self.process: Process  # from start() on

    def start(self, command: List[str], stream: BinaryIO, environment: Dict[str, str]) -> None:
        """Raises OSError if there is no such command."""
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT,
                                        start_new_session=True, env=environment)

    def reap(self) -> Optional[int]:
        """Collects children that have ended; returns the command's exit status (negative: the signal) once it has ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if not pid:
                break
            if pid == self.process.pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
        return self.process.returncode

    def wait(self, seconds: float) -> Optional[int]:
        """Waits for the command's end; returns its exit status, or None after the time."""
        end = time.monotonic() + seconds
        while self.reap() is None and time.monotonic() < end:
            select.select([self._wake], [], [], max(0.0, end - time.monotonic()))
            try:
                os.read(self._wake, 4096)
            except BlockingIOError:
                pass
        return self.process.returncode

    def ask_to_end(self) -> None:
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass

    def end(self) -> None:
        """Kills what is left of the command's descendants, and waits for them."""
        while True:
            left = progress.family(os.getpid())[1:]
            if not left:
                break
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.reap()
            time.sleep(0.001)
        self.reap()


@dataclass(frozen=True)
class Limits:
    """What ends a test."""

    cpu: float  # seconds of processor time
    idle: int  # observations in a row in which nothing ran

    def passed(self, seen: progress.Progress, wall: float) -> str:
        """Returns the limit that is passed; empty: none."""
        if seen.seconds >= self.cpu:
            return f"not finished after {self.cpu:g} s of processor time"
        if seen.idle >= self.idle:
            return f"hangs: none of its processes has run for {self.idle} s, after {seen.seconds:.1f} s of processor time"
        if wall >= self.cpu * WALL:
            return f"not finished after {wall:.0f} s, in which it had {seen.seconds:.1f} s of processor time"
        return ""


def temporary() -> Optional[str]:
    """Returns where files of short life are cheap: in memory, if there is room and programs may run there; None: the usual place.
    Each start of softmlx5 makes some 200 files, for which a disk's file system takes more time than all else."""
    try:
        there = os.statvfs(MEMORY)
        with open("/proc/meminfo", encoding="ascii") as stream:
            available = re.search(r"^MemAvailable: +(\d+) kB$", stream.read(), re.MULTILINE)
    except OSError:
        return None
    free = min(there.f_bavail * there.f_frsize, int(available[1]) * 1024 if available else 0)
    usable = free >= ROOM and not there.f_flag & (os.ST_NOEXEC | os.ST_RDONLY) and os.access(MEMORY, os.W_OK | os.X_OK)
    return MEMORY if usable else None


def own_python(folder: str) -> str:
    """Makes a folder in this one whose ``python3`` is the interpreter that runs this program; returns its path. The first
    in PATH may lack the modules, for which prmc would look each time, or be a wrapper that takes half a second, as pyenv's."""
    programs = os.path.join(folder, "bin")
    os.mkdir(programs)
    with open(os.path.join(programs, "python3"), "w", encoding="utf-8") as stream:
        stream.write(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    os.chmod(stream.name, 0o755)
    return programs


def run(command: List[str], limits: Limits, log: str, folder: Optional[str] = None,
        kind: Type[Children] = Children) -> Tuple[Optional[int], str]:
    """Runs the command with its output in the file `log`, and with a folder for temporary files of its own, in this one.

    Returns the exit status (negative: the signal that ended it; None: it could not be started)
    and the limit that it has passed.
    """
    environment = dict(os.environ, PYTHONPYCACHEPREFIX=os.path.abspath(
        os.path.join(os.path.dirname(log), "pycache")))
    # With it each start of Python would compile all imports, including the standard library.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    # pytest's processes remove leftovers of others, and complain if several do so at a time.
    environment["TMPDIR"] = tempfile.mkdtemp(prefix="mlx5sig-test-", dir=folder)
    environment["XDG_RUNTIME_DIR"] = environment["TMPDIR"]  # softmlx5 connects the test's processes to each other only
    environment["PATH"] = os.pathsep.join([own_python(environment["TMPDIR"]), environment.get("PATH", os.defpath)])
    try:
        return run_in(environment, command, limits, log, kind)
    finally:
        shutil.rmtree(environment["TMPDIR"], ignore_errors=True)


def run_in(environment: Dict[str, str], command: List[str], limits: Limits, log: str,
           kind: Type[Children]) -> Tuple[Optional[int], str]:
    """Runs the command in this environment."""
    children, start = kind(), time.monotonic()
    with open(log, "wb") as stream:
        try:
            children.start(command, stream, environment)
        except OSError as exc:
            stream.write(f"{command[0]}: {exc.strerror}\n".encode())
            return None, ""
        try:
            return watch(children, limits, start)
        finally:
            children.end()


def watch(children: Children, limits: Limits, start: float) -> Tuple[Optional[int], str]:
    """Waits for the end of the command, or ends it when it has passed a limit."""
    seen = progress.Progress()
    while True:
        status = children.wait(progress.TICK)
        if status is not None:
            return status, ""
        seen.look()
        passed = limits.passed(seen, time.monotonic() - start)
        if passed:
            children.ask_to_end()
            return children.wait(GRACE), passed


def how_ended(status: Optional[int]) -> str:
    if status is None:
        return "could not be started"
    if status < 0:
        try:
            return f"killed by {signal.Signals(-status).name}"
        except ValueError:
            return f"killed by signal {-status}"
    return f"exit status {status}"


def judge(record: Record, status: Optional[int], passed: str) -> None:
    """Fills counts, reasons and problem of the record from the output and the exit status."""
    lines = record.output.rstrip().splitlines()
    closing = CLOSING.fullmatch(lines[-1]) if lines else None
    if closing:
        record.passed, record.failed, record.skipped = (int(n) for n in closing.groups())
    found = [(line, SKIPPED.match(line)) for line in lines]
    record.reasons = [line for line, match in found if match]
    explained = sum(int(match.group(1) or 1) for _, match in found if match)
    if passed:
        record.problem = passed
    elif not closing:
        record.problem = f"{how_ended(status)}, without a last line `N passed, N failed, N skipped`"
    elif status != 0 and not record.failed:
        record.problem = f"{how_ended(status)}, although it reports no failure"
    elif status == 0 and record.failed:
        record.problem = "exit status 0, although it reports a failure"
        return  # already counted
    elif not record.passed + record.failed + record.skipped:
        record.problem = "it checked nothing"
    elif record.skipped > explained:
        record.problem = f"{record.skipped - explained} skipped without a reason"
    record.failed += bool(record.problem)


def shown(record: Record, log: str) -> str:
    """Prints the end of a failing test's output, and the command to run it alone."""
    lines = record.output.rstrip().splitlines()
    cut = [f"... {len(lines) - SHOWN} lines more in {log}"] if len(lines) > SHOWN else []
    return "\n".join([*cut, *lines[-SHOWN:], f"run alone: {record.alone}",
                      f"command:   {record.command}"])


def write_record(record: Record, path: str) -> None:
    with open(path + ".part", "w", encoding="utf-8") as stream:
        json.dump(asdict(record), stream, indent=1)
    os.replace(path + ".part", path)


def main(words: Optional[Sequence[str]] = None, kind: Type[Children] = Children, spent: float = 0.0) -> int:
    """Runs the test that the words of a command line describe. ``spent``: seconds of processor time that the record has, too."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", required=True)
    parser.add_argument("--cpu", type=float, required=True, metavar="SECONDS", help="limit of processor time")
    parser.add_argument("--idle", type=int, default=IDLE, metavar="COUNT",
                        help="observations without progress, one a second, after which it hangs")
    parser.add_argument("--out", required=True, help="the record, JSON; the output is written beside it")
    parser.add_argument("--memory", action="store_true", help="temporary files in memory, if there is room: they are small")
    parser.add_argument("--alone", default="", help="what the user runs to see this test alone")
    parser.add_argument("command", nargs="+")
    args = parser.parse_args(words)
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.reconfigure(errors="backslashreplace")
    for number in (signal.SIGTERM, signal.SIGHUP):  # the command must not outlive us
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    command = shlex.join(args.command)
    record = Record(args.name, command=command, alone=args.alone or command, limit=args.cpu)
    log = os.path.splitext(args.out)[0] + ".log"
    os.makedirs(os.path.dirname(args.out) or ".", exist_ok=True)
    if os.path.exists(args.out):
        os.unlink(args.out)  # if this program is killed, no older record may pass for this run's
    start = time.monotonic()
    status, passed = run(args.command, Limits(args.cpu, args.idle), log, temporary() if args.memory else None,
                         kind)
    record.seconds = round(time.monotonic() - start, 2)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    record.cpu = round(spent + used.ru_utime + used.ru_stime, 2)
    with open(log, encoding="utf-8", errors="replace") as stream:
        record.output = stream.read()
    judge(record, status, passed)
    write_record(record, args.out)
    print(record.line)
    if record.failed:
        print(shown(record, log))
    return 0


if __name__ == "__main__":
    sys.exit(main())
