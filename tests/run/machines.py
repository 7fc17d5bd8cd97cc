# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The other machines that tests compile for, and the commands that run their programs here."""

from __future__ import annotations

import errno
import functools
import os
import subprocess
import tempfile
from typing import Dict, Tuple

COMPILERS = {
    "i686": "i686-linux-gnu-gcc",  # 32 bits
    "s390x": "s390x-linux-gnu-gcc",  # big-endian
    "aarch64": "aarch64-linux-gnu-gcc",  # BlueField's processors
}
EMULATORS: Dict[str, str] = {"i686": "qemu-i386", "s390x": "qemu-s390x", "aarch64": "qemu-aarch64"}


@functools.lru_cache(maxsize=None)
def runner(machine: str) -> Tuple[str, ...]:
    """Returns the command prefix for a program; empty if the kernel runs programs for i686."""
    return () if machine == "i686" and runs_here(machine) else (EMULATORS[machine],)


def runs_here(machine: str) -> bool:
    """Returns whether the kernel runs the machine's programs; some kernels lack support for 32 bits."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        subprocess.run([COMPILERS[machine], "-static", "-x", "c", "-", "-o", program], check=True,
                       input=b"int main(void) { return 0; }\n")
        try:
            return subprocess.run([program], check=False).returncode == 0
        except OSError as exc:
            if exc.errno != errno.ENOEXEC:
                raise
            return False
