#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs several modules of pytest, one after the other, each in a process of its own that need not start Python anew.

    tests/run/nursery.py --out build/tests/unit-1.group FILE

FILE has the words of one command line of run_test.py for each test, with ``--next`` between them. This process imports
pytest and prmc and reads the spec, which takes most of a small module's time, and runs no test. For each test it forks a
runner, which is run_test.py with one difference: its command is a further fork of this process instead of a new
interpreter. So a module sees nothing of another one; limits, records, and what happens to processes that a test leaves
are the same. A record that is missing, because this process has ended early, is a failure in the summary. A failed test
that runs again does so in a new interpreter.
"""

from __future__ import annotations

import argparse
import atexit
import importlib
import io
import os
import resource
import shlex
import signal
import sys
import tempfile
import threading
import traceback
from dataclasses import dataclass
from typing import BinaryIO, Dict, List, Optional

import run_test

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATH = sys.path[1:]  # of a fresh interpreter


@dataclass
class Fork:
    """A process that was forked, in the form of subprocess.Popen."""

    pid: int
    returncode: Optional[int] = None


class Children(run_test.Children):
    """The command is a fork of this process, which runs pytest, and its descendants."""

    def start(self, command: List[str], stream: BinaryIO, environment: Dict[str, str]) -> None:
        words = list(command)
        while words[0] == "env":
            del words[0]
            while "=" in words[0]:
                name, _, value = words.pop(0).partition("=")
                environment = {**environment, name: value}
        assert words[:3] == [sys.executable, "-m", "pytest"], command
        pid = os.fork()
        if not pid:
            become_pytest(words[3:], stream, environment)
        self.process = Fork(pid)


def become_pytest(words: List[str], stream: BinaryIO, environment: Dict[str, str]) -> None:
    """Makes this process what `python -m pytest WORDS` is, and ends it."""
    status = 99
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for caught in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
            signal.signal(caught, signal.SIG_DFL)
        with open(os.devnull, "rb") as empty:
            os.dup2(empty.fileno(), 0)
        for number in (1, 2):
            os.dup2(stream.fileno(), number)
        stream.close()
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(open(0, "rb", closefd=False), encoding="utf-8")
        sys.stdout = sys.__stdout__ = io.TextIOWrapper(open(1, "wb", closefd=False), encoding="utf-8")
        sys.stderr = sys.__stderr__ = io.TextIOWrapper(open(2, "wb", closefd=False), encoding="utf-8",
                                                       errors="backslashreplace", line_buffering=True)
        os.environ.clear()
        os.environ.update(environment)
        sys.pycache_prefix = environment["PYTHONPYCACHEPREFIX"]
        tempfile.tempdir = None  # which this process has from its own environment
        pytest = importlib.import_module("pytest")
        sys.path[:] = [os.getcwd(), *PATH]
        sys.argv = [str(pytest.__file__), *words]
        status = int(pytest.console_main())
        threading._shutdown()  # type: ignore[attr-defined]  # waits for threads, as the end of an interpreter does
        atexit._run_exitfuncs()
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
    finally:
        for text in (sys.stdout, sys.stderr):
            text.flush()
        os._exit(status)


def prepare(cache: str) -> None:
    """Imports what modules import, and reads the spec under the two names that tests give it."""
    sys.pycache_prefix, sys.dont_write_bytecode = cache, False
    sys.path[:] = [os.path.join(ROOT, "codegen"), os.path.dirname(os.path.abspath(__file__)), *PATH]
    importlib.import_module("pytest")
    importlib.import_module("_pytest.terminal")
    importlib.import_module("prmc").prepare_all()


def run_apart(words: List[str], spent: float) -> None:
    """Lets a fork of this process run a test; its record counts what this process has spent, too."""
    pid = os.fork()
    if not pid:
        status = 99
        try:
            status = run_test.main(words, Children, spent)
        except SystemExit as end:
            status = int(end.code or 0)
        except BaseException:  # pylint: disable=broad-except
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    try:
        os.waitpid(pid, 0)
    except BaseException:  # a signal: the test must not outlive us
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
        raise


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, help="file that is written when all tests have run")
    parser.add_argument("file", help="words of the tests' command lines")
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as stream:
        words = shlex.split(stream.read())
    tests: List[List[str]] = [[]]
    for word in words:
        if word == "--next":
            tests.append([])
        else:
            tests[-1].append(word)
    for test in tests:  # if this process ends early, no older record may pass for this run's
        record = test[test.index("--out") + 1]
        if os.path.exists(record):
            os.unlink(record)
    prepare(os.path.abspath(os.path.join(os.path.dirname(args.out), "pycache")))
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    for test in tests:
        run_apart(test, spent)
        spent = 0.0
    with open(args.out, "w", encoding="utf-8") as stream:
        stream.writelines(f"{test[test.index('--out') + 1]}\n" for test in tests)
    return 0


if __name__ == "__main__":
    sys.exit(main())
