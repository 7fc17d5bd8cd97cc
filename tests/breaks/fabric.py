# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tests of processes and hosts that are connected (tests/device/softmlx5/test_fabric.py, test_udp.py, test_cm.py), of what is
captured there (test_pcap.py), of single requests (test_device.py), of other programs (test_clients.py, test_debuggers.py), and
of the adversary (tests/device/adversary), with a softmlx5 of which one file is changed; and those of its PCI function alone
(test_pci.py), with another softmlx5-device."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from typing import List, Sequence, Set, Tuple

import pytest
from runner import ROOT, Break

sys.path.insert(0, ROOT)

import patience  # noqa: E402
from configure import LAUNCHER, SOFTMLX5_FLAGS, SOFTMLX5_LIBS, products  # noqa: E402

STILL = 80  # observations (tests/run/patience.py), more than the tests themselves wait
PROCESSOR = 6  # seconds for each program: a client polls for 4.4 s while its peer is stopped, or for what never comes
ALL = 1000.0  # seconds of processor time for all tests of a break
FOLDERS = ("tests/device/softmlx5", "tests/device/clients", "tests/device/adversary")
SEEDS = "4"  # most seeds that look for a mistake of another project; without a break the second finds it
LIBS = shlex.split(SOFTMLX5_LIBS)


class Started:
    """A plugin of pytest: writes the name of each test that starts into a file, which has that of the last one."""

    def __init__(self, path: str) -> None:
        self.path = path

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        with open(self.path, "w", encoding="utf-8") as stream:
            stream.write(nodeid)


def _in_child(build: str, tests: Sequence[str], folder: str) -> int:
    """Runs the tests, as arguments of pytest, with the softmlx5 of the first folder, and writes into the other one; returns the
    exit status of pytest."""
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, resource.RLIM_INFINITY))
    signal.signal(signal.SIGXCPU, lambda number, frame: None)  # not for this process: for those that it starts
    os.environ.update(SOFTMLX5_BUILD=build, ADVERSARY_MOST_SEEDS=SEEDS, ADVERSARY_SHORTEN="no")
    sys.dont_write_bytecode = False  # other rows need the same tests
    with open(os.path.join(folder, "output"), "w", encoding="utf-8") as stream:
        for number in (1, 2):
            os.dup2(stream.fileno(), number)
        sys.stdout = sys.stderr = stream
        return int(pytest.main(["-q", "-x", "--capture=no", "-p", "no:cacheprovider", "--rootdir", ROOT, *tests],
                               plugins=[Started(os.path.join(folder, "started"))]))


def arguments(tests: str) -> List[str]:
    """Returns the tests of a break as arguments of pytest."""
    names = set(re.findall(r"test_\w+\.py", tests))
    paths = [os.path.join(folder, name) for folder in FOLDERS for name in names]
    files = [path for path in paths if os.path.exists(path)]
    assert len(files) == len(names) > 0, f"{tests} names no file of tests"
    return ["-k", tests.replace(",", " "), *files]


def _end_of(child: int) -> Tuple[str, int]:
    """Waits for the child. Returns why it is taken for hung, which ends it, or '' and its wait status."""
    watch = patience.Watch(child, ALL, STILL)
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return "", status
        time.sleep(0.02)
        why = watch.look()
        if why:
            for member in patience.family(child):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(member, signal.SIGKILL)
            return why, os.waitpid(child, 0)[1]


class Tests:
    """The tests of a break are an expression as pytest's -k takes it, with commas for spaces; it starts with their
    file. They run in a child of this process, which has loaded pytest."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.build, self.folder = build, folder
        self.noticers: Set[str] = set()  # names of the tests that have noticed a break
        self.flags = ["-std=c11", "-O1", "-w", "-fuse-ld=gold", *shlex.split(SOFTMLX5_FLAGS.replace("$builddir", build))]
        self.objects = products.device_objects(build)
        self.function = products.function_objects(build)
        for name in ("tests", "examples"):  # programs
            os.symlink(os.path.join(os.path.abspath(build), name), os.path.join(folder, name))

    def noticed(self, build: str, tests: Sequence[str]) -> str:
        """Runs the tests with the softmlx5 of this folder; returns what they print if one fails."""
        child = os.fork()
        if child == 0:
            status = 99
            try:
                status = _in_child(build, tests, self.folder)
            finally:
                os._exit(status)
        hangs, ended = _end_of(child)
        with open(os.path.join(self.folder, "output"), encoding="utf-8", errors="replace") as stream:
            said = stream.read()
        if hangs:
            return f"{said}\nthe tests do not end: {hangs}"
        assert os.WIFEXITED(ended) and os.WEXITSTATUS(ended) in (0, 1), said  # others: pytest could not run
        return said if os.WEXITSTATUS(ended) else ""

    def built(self, path: str, text: str, is_function: bool = False) -> str:
        """Builds softmlx5 in the folder, or softmlx5-device, with another text of a file; returns the compiler's output if that
        fails."""
        name = os.path.splitext(os.path.basename(path))[0]
        source = os.path.join(self.folder, name + ".c")
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(text)
        changed = {**(self.function if is_function else self.objects), name: os.path.join(self.folder, name + ".o")}
        if is_function:
            return self.compiled(["-c", source, "-o", changed[name]],
                                 [*changed.values(), "-o", os.path.join(self.folder, "softmlx5-device"), *LIBS])
        library: List[str] = [path for stem, path in changed.items() if stem not in products.NOT_IN_DEVICE]
        launcher = os.path.join(self.folder, "softmlx5")
        if os.path.exists(launcher):
            os.unlink(launcher)  # a process of the row before may still run, and its file cannot be written
        shutil.copy(os.path.join(self.build, "softmlx5"), launcher)
        return self.compiled(["-c", source, "-o", changed[name]],
                             ["-shared", *library, "-o", os.path.join(self.folder, "libsoftmlx5.so"), *LIBS],
                             *([[*(changed[stem] for stem in LAUNCHER), "-o", launcher]] if name in LAUNCHER else []))

    def compiled(self, *commands: Sequence[str]) -> str:
        """Runs gcc with each list of words; returns its output if that fails."""
        for command in commands:
            done = subprocess.run(["gcc", *self.flags, *command], cwd=ROOT, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode:
                return f"it does not compile:\n{done.stdout}"
        return ""

    def unchanged(self) -> str:
        """Builds a file anew as it is, and runs the tests that have noticed a break with it."""
        path = "softmlx5/nic/queue/cq.c"
        with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
            text = stream.read()
        failure = self.built(path, text)
        if not failure and any("test_pci.py" in name for name in self.noticers):
            failure = self.built(path, text, is_function=True)
        return failure or self.noticed(self.folder, sorted(self.noticers))

    def lacks(self, broken: Break) -> str:
        return ""

    def problem(self, broken: Break) -> str:
        failure = self.built(broken.path, broken.text, "test_pci.py" in broken.tests)
        if failure:
            return failure
        # of softmlx5 itself nothing is taken from the build folder
        if not any(self.noticed(self.folder, arguments(broken.tests)) for _ in range(broken.runs)):
            return f"{broken.tests} did not notice"
        with open(os.path.join(self.folder, "started"), encoding="utf-8") as stream:
            self.noticers.add(stream.read())
        return ""
