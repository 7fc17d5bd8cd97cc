#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs a Python program under the first interpreter that has the modules it needs.

    codegen/interpreter.py --with yaml,jinja2 examples/demo.py --cc gcc
    codegen/interpreter.py --with yaml,jinja2,pytest -m pytest tests/compiler/unit

The first python3 in PATH need not be the distribution's, whose packages contain the modules. This
program tries the interpreter that runs it, the first python3 in PATH and /usr/bin/python3, in this order.
If none has the modules, it says what to install and exits with 2.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from typing import List, Optional, Sequence

MINIMUM = (3, 9)
PROBE = ("import sys, importlib.util as u; "
         "sys.exit(sys.version_info < (%d, %d) or any(u.find_spec(m) is None for m in sys.argv[1:]))"
         % MINIMUM)


def candidates() -> List[str]:
    """Absolute paths of the interpreters to try, each once."""
    paths = [sys.executable, shutil.which("python3"), "/usr/bin/python3"]
    return list(dict.fromkeys(path for path in paths if path and os.access(path, os.X_OK)))


def suits(python: str, modules: Sequence[str]) -> bool:
    """True if this interpreter is new enough and finds all the modules."""
    if python == sys.executable:
        return sys.version_info >= MINIMUM and not any(
            importlib.util.find_spec(module) is None for module in modules)
    return subprocess.run([python, "-c", PROBE, *modules], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def find(modules: Sequence[str]) -> Optional[str]:
    """The first interpreter that has the modules, or None."""
    return next((python for python in candidates() if suits(python, modules)), None)


def lack(modules: Sequence[str]) -> str:
    """Returns the error message for `find` returning None."""
    packages = " ".join(f"python3-{module}" for module in modules)
    deps = "--install-deps" if set(modules) <= {"yaml", "jinja2"} else "--install-deps=test"
    return (f"no Python {MINIMUM[0]}.{MINIMUM[1]} or later has {', '.join(modules)} (tried "
            f"{', '.join(candidates())}): run ./configure.py {deps}, or install Debian's "
            f"{packages}")


def main(argv: Sequence[str]) -> int:
    if len(argv) < 3 or argv[0] != "--with":
        print("usage: interpreter.py --with MODULE,... PROGRAM [ARGUMENT...]", file=sys.stderr)
        return 2
    modules = argv[1].split(",")
    python = find(modules)
    if python is None:
        print(f"interpreter.py: {lack(modules)}", file=sys.stderr)
        return 2
    sys.stdout.flush()
    os.execv(python, [python, *argv[2:]])
    return 2  # not reached: execv does not return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
