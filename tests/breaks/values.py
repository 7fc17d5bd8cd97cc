# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the tests of values of softmlx5 (tests/device/softmlx5/values) on a device with a changed file.

The file is compiled and linked with the objects of the build into a library of its own, on which the break's checks
run: one of the checks, or `random` transfers, `long` ones that are processed backward, encrypted ones (`crypto`).
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
import subprocess
import sys
from typing import List, Sequence, Tuple

from runner import ROOT, Break

SOFTMLX5 = os.path.join(ROOT, "tests", "device", "softmlx5")
sys.path[:0] = [ROOT, SOFTMLX5, os.path.join(SOFTMLX5, "values")]

import cases  # noqa: E402
import checks  # noqa: E402
import precompiled  # noqa: E402
import umr_checks  # noqa: E402, F401; adds to CHECKS
import verbs  # noqa: E402
from configure import SOFTMLX5_FLAGS, SOFTMLX5_LIBS, products  # noqa: E402

RANDOM = 60  # cases that `random` runs
STILL = 20  # observations (tests/run/patience.py) without a response: 10 s on a quiet machine
PROCESSOR = 2.0  # seconds without a response, which takes hundredths of one


def run_one(launcher: str, program: str, name: str) -> None:
    """Runs one check; raises an exception if it fails."""
    options: Tuple[str, ...] = ()
    if name in checks.CHECKS:
        options = checks.CHECKS[name].options
    elif name == "crypto":
        options = cases.CRYPTO_OPTIONS
    is_long = name == "long"
    device = verbs.Device(program, *options, softmlx5=launcher, still=STILL, processor=PROCESSOR,
                          memory=cases.LONG_AREA if is_long else verbs.MEMORY)
    try:
        if name in checks.CHECKS:
            checks.CHECKS[name].run(device)
        else:
            bench = cases.Bench(device, is_long)
            if name == "crypto":
                bench.add_crypto(random.Random(name))
            for number in range(RANDOM):
                cases.run(random.Random(f"{name} {number}"), bench, name == "crypto")
        device.close()
    finally:
        device.kill()


class Tests:
    """The checks by name."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.cc, self.build, self.folder, self.breaks = cc, build, folder, breaks
        flags = SOFTMLX5_FLAGS.replace("$builddir", build)
        self.flags = ["-std=c11", "-O0", "-w", *shlex.split(flags), "-Isoftmlx5"]
        self.objects = products.device_objects(build)
        self.headers = precompiled.of_sources(  # precompiled for files with several breaks
            folder, [os.path.join(ROOT, broken.path) for broken in breaks], [self.cc, *self.flags])
        shutil.copy(os.path.join(build, "softmlx5"), folder)

    def noticed(self, names: Sequence[str]) -> str:
        """Returns the first failure of the library in the folder; '' if there is none."""
        for name in names:
            try:
                run_one(os.path.join(self.folder, "softmlx5"), os.path.join(self.build, "tests", "values"), name)
            except Exception as problem:  # pylint: disable=broad-except
                return f"{name}: {type(problem).__name__}: {problem}".splitlines()[0][:150]
        return ""

    def unchanged(self) -> str:
        shutil.copy(os.path.join(self.build, "libsoftmlx5.so"), self.folder)
        return self.noticed(sorted({name for broken in self.breaks for name in broken.tests.split()}))

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        source = os.path.join(self.folder, os.path.basename(broken.path))
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(broken.text)
        name = os.path.splitext(os.path.basename(source))[0]
        others: List[str] = [path for other, path in self.objects.items() if other not in (name, *products.NOT_IN_DEVICE)]
        done = subprocess.run([self.cc, *self.flags, *self.headers[os.path.join(ROOT, broken.path)], "-Winvalid-pch",
                               "-Werror=invalid-pch", "-shared", "-fuse-ld=gold", "-Wl,-z,defs,-z,now", source,
                               *others, "-o", os.path.join(self.folder, "libsoftmlx5.so"), *SOFTMLX5_LIBS.split()],
                              cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            return f"it does not compile:\n{done.stdout}"
        return "" if self.noticed(broken.tests.split()) else f"{broken.tests} did not notice"
