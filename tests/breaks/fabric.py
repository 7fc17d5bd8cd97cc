# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tests of processes and hosts that are connected (tests/softmlx5/test_fabric.py, test_udp.py, test_cm.py), of what is
captured there (test_pcap.py), of single requests (test_device.py), of other programs (test_clients.py, test_debuggers.py), and
of the adversary (tests/adversary), with a softmlx5 of which one file is changed."""

from __future__ import annotations

import glob
import os
import shlex
import subprocess
import sys
from typing import List, Sequence

from runner import ROOT, Break

sys.path.insert(0, ROOT)

import patience  # noqa: E402
from configure import LAUNCHER, SOFTMLX5_FLAGS, SOFTMLX5_LIBS, products  # noqa: E402

PROCESSOR = 1000.0  # seconds of processor time for the tests of one break
STILL = 80  # observations (tests/patience.py), more than the tests themselves wait
FILES = [f"tests/softmlx5/test_{name}.py" for name in ("fabric", "udp", "pcap", "device", "clients", "debuggers", "cm")]
FILES.append("tests/adversary/test_adversary.py")
LIBS = shlex.split(SOFTMLX5_LIBS)


class Tests:
    """The tests of a break are an expression as pytest's -k takes it, with commas for spaces."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.build, self.folder, self.breaks = build, folder, breaks
        self.flags = ["-std=c11", "-O1", "-w", *shlex.split(SOFTMLX5_FLAGS.replace("$builddir", build))]
        self.objects = {os.path.splitext(os.path.basename(path))[0]: path for path in
                        glob.glob(os.path.join(build, "obj", "softmlx5", "*", "*.o"))}
        for name in ("tests", "examples"):  # programs
            os.symlink(os.path.join(os.path.abspath(build), name), os.path.join(folder, name))

    def noticed(self, build: str, tests: str) -> str:
        """Runs the tests with the softmlx5 of this folder; returns what they print if one fails."""
        command = ["python3", "codegen/interpreter.py", "--with", "yaml,jinja2,pytest", "-m", "pytest", "-q", "-x", "-p",
                   "no:cacheprovider", "-k", tests.replace(",", " "), *FILES]
        try:
            done = patience.run(command, PROCESSOR, STILL, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                env=dict(os.environ, SOFTMLX5_BUILD=build))
        except patience.Hang as hang:
            return f"the tests do not end: {hang}"
        assert done.returncode in (0, 1), done.stdout  # others: pytest could not run
        return done.stdout if done.returncode else ""

    def unchanged(self) -> str:
        wanted = ",or,".join(sorted({f"({broken.tests})" for broken in self.breaks}))
        return self.noticed(os.path.abspath(self.build), wanted)

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        name = os.path.splitext(os.path.basename(broken.path))[0]
        source = os.path.join(self.folder, name + ".c")
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(broken.text)
        changed = {**self.objects, name: source}
        library: List[str] = [path for stem, path in changed.items() if stem not in products.NOT_IN_DEVICE]
        for command in (["gcc", *self.flags, "-shared", *library, "-o", os.path.join(self.folder, "libsoftmlx5.so"), *LIBS],
                        ["gcc", *self.flags, *(changed[stem] for stem in LAUNCHER), "-o", os.path.join(self.folder, "softmlx5")]):
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode:
                return f"it does not compile:\n{done.stdout}"
        # of softmlx5 itself nothing is taken from the build folder
        return "" if self.noticed(self.folder, broken.tests) else f"{broken.tests} did not notice"
