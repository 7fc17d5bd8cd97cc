# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tests of processes and hosts that are connected (tests/softmlx5/test_fabric.py, test_udp.py) and of what is captured
there (test_pcap.py), with a softmlx5 of which one file is changed."""

from __future__ import annotations

import glob
import os
import shlex
import subprocess
import sys
from typing import List, Sequence

from runner import ROOT, Break

sys.path.insert(0, ROOT)

from configure import LAUNCHER, SOFTMLX5_FLAGS, SOFTMLX5_LIBS  # noqa: E402

TIMEOUT = 200  # seconds for the tests of one break
FILES = [f"tests/softmlx5/test_{name}.py" for name in ("fabric", "udp", "pcap")]
LIBS = shlex.split(SOFTMLX5_LIBS)


class Tests:
    """The tests of a break are an expression as pytest's -k takes it, with commas for spaces."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.build, self.folder, self.breaks = build, folder, breaks
        self.flags = ["-std=c11", "-O1", "-w", *shlex.split(SOFTMLX5_FLAGS.replace("$builddir", build))]
        self.objects = {os.path.splitext(os.path.basename(path))[0]: path for path in
                        glob.glob(os.path.join(build, "obj", "softmlx5", "*", "*.o"))}

    def notices(self, build: str, tests: str) -> bool:
        """Does one of the tests fail with the softmlx5 of this folder?"""
        command = ["python3", "codegen/interpreter.py", "--with", "yaml,jinja2,pytest", "-m", "pytest", "-q", "-x", "-p",
                   "no:cacheprovider", "-k", tests.replace(",", " "), *FILES]
        try:
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                                  timeout=TIMEOUT, env=dict(os.environ, SOFTMLX5_BUILD=build))
        except subprocess.TimeoutExpired:
            return True
        assert done.returncode in (0, 1), done.stdout  # others: pytest could not run
        return bool(done.returncode)

    def unchanged(self) -> str:
        wanted = ",or,".join(sorted({f"({broken.tests})" for broken in self.breaks}))
        return "the tests fail" if self.notices(os.path.abspath(self.build), wanted) else ""

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        name = os.path.splitext(os.path.basename(broken.path))[0]
        source = os.path.join(self.folder, name + ".c")
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(broken.text)
        changed = {**self.objects, name: source}
        library: List[str] = [path for stem, path in changed.items() if stem != "launcher"]
        for command in (["gcc", *self.flags, "-shared", *library, "-o", os.path.join(self.folder, "libsoftmlx5.so"), *LIBS],
                        ["gcc", *self.flags, *(changed[stem] for stem in LAUNCHER), "-o", os.path.join(self.folder, "softmlx5")]):
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode:
                return f"it does not compile:\n{done.stdout}"
        # nothing but softmlx5 itself is taken from the build folder
        return "" if self.notices(self.folder, broken.tests) else f"{broken.tests} did not notice"
