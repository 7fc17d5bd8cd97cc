# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs commands under `softmlx5 --kernel`, and looks for what they have left behind."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence

import patience

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
SOFTMLX5 = os.path.join(BUILD, "softmlx5")
PTRACE_TRACEME = 0


def is_ptrace_forbidden() -> bool:
    """Returns whether ptrace(2), which User Mode Linux needs, is forbidden to this process."""
    pid = os.fork()
    if not pid:
        os._exit(bool(ctypes.CDLL(None).ptrace(PTRACE_TRACEME, 0, None, None)))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 0


@dataclass
class Ended:
    """How a command has ended: as of subprocess, a negative status is a signal."""

    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode(errors="replace")

    @property
    def messages(self) -> str:
        return self.err.decode(errors="replace")

    @property
    def all(self) -> "tuple[int, str, str]":
        return self.status, self.text, self.messages


def processes_of(folder: str) -> List[str]:
    """Returns the command lines of processes that work in the folder, or got it as their XDG_RUNTIME_DIR."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as stream:
                given = f"XDG_RUNTIME_DIR={folder}\0".encode() in stream.read()
            if given or os.readlink(f"/proc/{pid}/cwd").startswith(folder):
                with open(f"/proc/{pid}/cmdline", "rb") as stream:
                    found.append(f"{pid} {stream.read().decode(errors='replace')}")
        except OSError:
            continue  # it has just ended
    return found


def wait_until_gone(folder: str) -> List[str]:
    """Returns the processes and files that are still there when nothing seems to move any more."""
    def left() -> List[str]:
        return processes_of(folder) + [name for name in os.listdir(folder) if name.startswith("softmlx5-")]

    try:
        patience.until(lambda: not left(), "they do not end", 0.05)
    except patience.Hang:
        pass
    return left()


@dataclass
class Machine:
    """Starts commands; ``runtime`` is the folder in which the launcher's private folders are."""

    runtime: str
    environment: Dict[str, str] = field(default_factory=dict)

    def env(self, more: Optional[Dict[str, str]] = None) -> Dict[str, str]:
        return {**os.environ, "XDG_RUNTIME_DIR": self.runtime, **self.environment, **(more or {})}

    def start(self, *command: str, options: "tuple[str, ...]" = ("--kernel",), program: str = SOFTMLX5,
              env: Optional[Dict[str, str]] = None, **more: Any) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([program, *options, *command], env=self.env(env),
                                **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})

    def run(self, *command: str, given: Optional[bytes] = None, **more: Any) -> Ended:
        """Runs a command to its end. ``given`` is its stdin."""
        if given is not None:
            more["stdin"] = subprocess.PIPE
        with self.start(*command, **more) as process:
            try:
                out, err = process.communicate(given, timeout=patience.LIMIT)
            except BaseException:
                process.kill()
                raise
        return Ended(process.returncode, out, err)

    def run_all(self, commands: Sequence[str], options: "tuple[str, ...]") -> List[Ended]:
        """Runs commands of a shell one after the other in one boot, or under one launcher: a boot costs as much as ten of them.
        Their stdout and stderr are one text; ``err`` is that of all together: under a kernel, what the device reports. Fails if
        the last one has not ended."""
        script = "\n".join(f"{{ {command}\n}} 2>&1; printf '\\n#ended %d#\\n' $?" for command in commands)
        done = self.run("sh", "-c", script, options=options)
        parts = re.split(r"\n#ended (\d+)#\n", done.text)
        assert done.status == 0 and len(parts) == 2 * len(commands) + 1, (
            f"{[*commands, 'the end'][len(parts) // 2]}: {parts[-1]}{done.messages}")
        return [Ended(int(status), text.encode(), done.err) for text, status in zip(parts[::2], parts[1::2])]
