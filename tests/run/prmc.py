# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs prmc in a fork of this process, which has loaded its modules and the spec: these take most of the start time.

tests/compiler/unit/test_cli.py starts real processes for everything that a fork does not show: the launcher, the encoding of
the terminal, a reader that ends early."""

from __future__ import annotations

import gc
import importlib
import io
import os
import signal
import sys
import tempfile
from dataclasses import dataclass
from typing import IO, Dict, List, Mapping, Optional, Sequence, Tuple

import patience
from prmclib import cli
from prmclib.readers import load, source
from prmclib.model.errors import Findings
from prmclib.model import Spec

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

Loaded = Tuple[Spec, Findings]


@dataclass(frozen=True)
class Done:
    """Returns the exit status in subprocess's form; a signal is negative."""

    returncode: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> Tuple[int, str, str]:
        return self.returncode, self.stdout.decode(), self.stderr.decode()


_known: Dict[Tuple[str, str], Loaded] = {}  # the spec of the tree, by _key


def _key(folder: str, name: str) -> Tuple[str, str]:
    """Returns the key of a spec: messages contain its name, which may depend on the folder."""
    return ("" if os.path.isabs(name) else folder), name


def _prepare(folder: str, command: Optional[str]) -> str:
    """Imports the command's modules and reads the spec of the tree; returns the spec's name from the folder."""
    for known in cli.COMMANDS:
        if known.name == command:
            importlib.import_module(known.module)
    before = os.getcwd()
    try:
        os.chdir(folder)
        name = source.default_spec()
        if _key(folder, name) not in _known:
            _known[_key(folder, name)] = load.load_spec([name])
            gc.collect()
            gc.freeze()  # a collection in a fork would copy all of it
    finally:
        os.chdir(before)
    return name


def prepare_all() -> None:
    """Imports the modules of all commands, and reads the spec under the names that it has in the tree and elsewhere."""
    for folder in (ROOT, "/"):
        for known in cli.COMMANDS:
            _prepare(folder, known.name)


def _in_child(args: Sequence[str], folder: str, name: str, files: Sequence[IO[bytes]],
              env: Mapping[str, str]) -> int:
    """Runs prmc in the child; returns the exit status. ``files``: input, output, errors."""
    signal.alarm(patience.LIMIT)
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(open(1, "wb", closefd=False), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(open(2, "wb", closefd=False), encoding="utf-8",
                                  errors="backslashreplace", line_buffering=True)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    plain = load.load_spec

    def remembered(paths: Sequence[str]) -> Loaded:
        if list(paths) == [name] and os.getcwd() == folder:
            return _known[_key(folder, name)]
        return plain(paths)

    for module in (source, sys.modules.get("prmclib.check")):
        if module is not None:
            module.load_spec = remembered  # type: ignore[attr-defined]
    status = cli.main(args)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return status


def run(args: Sequence[str], data: bytes = b"", cwd: Optional[str] = None,
        env: Optional[Mapping[str, str]] = None) -> Done:
    """Runs prmc with these arguments. ``data`` is its input, ``env`` its whole environment."""
    arguments: List[str] = [str(arg) for arg in args]
    folder = os.path.realpath(cwd or os.getcwd())
    name = _prepare(folder, next((arg for arg in arguments if not arg.startswith("-")), None))
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, \
            tempfile.TemporaryFile() as errors:
        given.write(data)
        given.seek(0)
        child = os.fork()
        if child == 0:
            status = 99
            try:
                status = _in_child(arguments, folder, name, (given, out, errors),
                                   dict(os.environ if env is None else env))
            finally:
                os._exit(status)
        _, ended = os.waitpid(child, 0)
        for stream in (out, errors):
            stream.seek(0)
        status = os.WEXITSTATUS(ended) if os.WIFEXITED(ended) else -os.WTERMSIG(ended)
        return Done(status, out.read(), errors.read())
