# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs random lives (tests/library/lives) with a library of which one file is changed.

The file is compiled and linked with the build's objects into a program of its own. The tests of a break are names of
devices in tests/library/lives/test_lives.py; a break is noticed if lives on one of them end with a wrong verdict, a crash or a
hang.
"""

from __future__ import annotations

import glob
import importlib.util
import os
import subprocess
from typing import Any, Dict, List, Sequence

import patience
from runner import ROOT, Break

SEEDS = (1, 2, 3)
TRANSFERS = 10000
PROCESSOR = 8.0  # seconds of processor time of a run, which takes less than one
FLAGS = ("-std=c11 -O1 -w -D_GNU_SOURCE -Igenerated -Iinclude -Iruntime").split()
LIBS = "-libverbs -lmlx5 -lcrypto -lpthread".split()


def devices() -> Dict[str, Any]:
    """DEVICES of test_lives.py: options of the device, options of the program, a factor."""
    spec = importlib.util.spec_from_file_location("test_lives", os.path.join(ROOT, "tests", "library", "lives", "test_lives.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.DEVICES  # type: ignore[no-any-return]


class Tests:
    """Random lives on the devices by name."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.cc, self.build, self.folder, self.breaks = cc, build, folder, breaks
        self.devices = devices()
        self.noticers: Dict[str, int] = {}  # by name of a device: the last seed with which lives there have noticed a break
        self.lives = glob.glob(os.path.join(build, "tests", "obj", "tests", "library", "lives", "*.o"))

    def noticed(self, program: str, name: str, last: int = SEEDS[-1]) -> str:
        """Runs lives on a device, up to a seed; returns their failure in a line, '' if there is none."""
        for seed in SEEDS[:SEEDS.index(last) + 1]:
            said = self.failure(program, name, seed)
            if said:
                self.noticers[name] = max(seed, self.noticers.get(name, seed))
                return said
        return ""

    def failure(self, program: str, name: str, seed: int) -> str:
        """Runs lives on a device with a seed; returns their failure in a line, '' if there is none."""
        device, options, _ = self.devices[name]
        command = [os.path.join(self.build, "softmlx5"), "--seed", str(seed), *device, program, *options, "--seed",
                   str(seed), "--transfers", str(TRANSFERS)]
        try:
            done = patience.run(command, PROCESSOR, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        except patience.Hang as hang:
            return f"{name}, seed {seed}: {hang}"
        return f"{name}, seed {seed}: {done.returncode}: {done.stdout.splitlines()[:1]}" if done.returncode else ""

    def unchanged(self) -> str:
        program = os.path.join(self.build, "tests", "lives")
        return "; ".join(filter(None, (self.noticed(program, name, last) for name, last in sorted(self.noticers.items()))))

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        name = os.path.basename(broken.path)
        source, program = os.path.join(self.folder, name), os.path.join(self.folder, "lives")
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(broken.text)
        others: List[str] = [path for path in glob.glob(os.path.join(self.build, "obj", "runtime", "*.o"))
                             if os.path.basename(path) != os.path.splitext(name)[0] + ".o"]
        done = subprocess.run([self.cc, *FLAGS, source, *others, *self.lives, "-o", program, *LIBS], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            return f"it does not compile:\n{done.stdout}"
        if any(self.noticed(program, test) for test in broken.tests.split()):
            return ""
        return f"{broken.tests} did not notice"
