# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The library on aarch64, on a machine of 32 bits and on a big-endian one: it compiles without a warning, and does
there what it does here. Golden vectors are replayed, and programs of tests/library/runtime run that need no device.

    ninja test-portable-aarch64 test-portable-i686 test-portable-s390x

libibverbs' headers are the same for every machine, and are taken from this one. The library
libibverbs itself is missing: none of these programs calls it.

PORTABLE_EVERY=1 replays all vectors on aarch64 and s390x, instead of a tenth.
"""

from __future__ import annotations

import glob
import os
import re
import subprocess
from dataclasses import dataclass
from typing import List, Tuple

import machines
import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
VECTORS = os.path.join(ROOT, "tests", "library", "vectors")
EVERY = os.environ.get("PORTABLE_EVERY", "10")
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64", "-Wall", "-Wextra", "-Wconversion",
         "-Wshadow", "-Werror", *(f"-I{os.path.join(ROOT, name)}" for name in ("generated", "include", "runtime")),
         "-Wno-psabi"]  # a note on 64-bit atomics, which are of the library's own structures only


@dataclass(frozen=True)
class Machine:
    """Name, optimization, which part of the vectors."""
    name: str
    flags: str
    every: str

    @property
    def compiler(self) -> List[str]:
        return [machines.COMPILERS[self.name], *FLAGS, self.flags]


# aarch64 is optimized as in use; without, gcc takes half the time.
MACHINES = [Machine("aarch64", "-O2", EVERY), Machine("i686", "-O0", "1"), Machine("s390x", "-O0", EVERY)]


def run(*command, cwd=ROOT) -> Tuple[int, str]:
    """Exit status and messages."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def sources(*patterns: str) -> List[str]:
    found = sorted(path for pattern in patterns for path in glob.glob(os.path.join(ROOT, pattern)))
    assert found
    return found


@pytest.fixture(scope="module")
def include(tmp_path_factory) -> str:
    """A folder with the headers of libibverbs and OpenSSL, and no others of this machine."""
    folder = tmp_path_factory.mktemp("include")
    for name in ("infiniband", "rdma"):
        os.symlink(os.path.join("/usr/include", name), folder / name)
    (folder / "openssl").mkdir()  # a part of it is in a folder of the architecture
    for path in glob.glob("/usr/include/openssl/*.h") + glob.glob("/usr/include/*/openssl/*.h"):
        if not (folder / "openssl" / os.path.basename(path)).exists():
            os.symlink(path, folder / "openssl" / os.path.basename(path))
    return str(folder)


@pytest.fixture(scope="module", params=MACHINES, ids=lambda machine: machine.name)
def machine(request) -> Machine:
    return request.param


@pytest.fixture(scope="module")
def library(machine, include, tmp_path_factory) -> str:
    """The folder with its objects."""
    folder = str(tmp_path_factory.mktemp(machine.name))
    assert run(*machine.compiler, "-isystem", include, "-c", *sources("runtime/*.c"), cwd=folder) == (0, "")
    return folder


def program(machine, include, library, name, *patterns) -> List[str]:
    """The command that runs it. A function of libibverbs would be called at address 0."""
    path = os.path.join(library, name)
    assert run(*machine.compiler, "-O0", "-isystem", include, "-static", "-Wl,--unresolved-symbols=ignore-all",
               *sources(*patterns), *glob.glob(os.path.join(library, "*.o")), "-o", path) == (0, "")
    return [*machines.runner(machine.name), path]


@pytest.mark.parametrize("machine", MACHINES[1:2], ids=lambda machine: machine.name, indirect=True)
def test_programs_compile(machine, include):
    """Those that need a device, too: on 32 bits, which are more likely to differ. `ninja test-arm64` runs them on
    aarch64."""
    assert run(*machine.compiler, "-isystem", include, "-fsyntax-only", *sources("tests/library/runtime/*.c"),
               *sources("examples/*.c")) == (0, "")


def test_golden_vectors(machine, include, library):
    command = program(machine, include, library, "replay", "tests/library/replay/*.c")
    status, out = run(*command, "--every", machine.every, VECTORS)
    assert (status, out.split(" passed, ")[1]) == (0, "0 failed, 0 skipped\n"), out
    assert int(out.split()[0]) >= 3900 // int(machine.every)


@pytest.mark.parametrize("name, arguments, text", [
    ("completions", [], "done\n"), ("rings", ["3", "20"], "posted"),
    ("configurations", ["3", "2000"], "posted"), ("reasons", [], "done\n"),
    ("errors", [], "done\n"), ("fuzz_cqes", ["3", "200"], "done\n"), ("threads", ["100"], "done\n"),
    ("threads_keys", ["100"], "done\n"), ("threads_srq", ["50"], "done\n")])
def test_in_plain_memory(machine, include, library, name, arguments, text):
    status, out = run(*program(machine, include, library, name, f"tests/library/runtime/{name}.c"), *arguments)
    assert status == 0 and text in out, out


@pytest.mark.parametrize("machine", MACHINES[:1], ids=lambda machine: machine.name, indirect=True)
def test_barriers(library):
    """QEMU on x86-64 orders more than the architecture demands, so that a barrier that is missing does not show."""
    _, code = run("aarch64-linux-gnu-objdump", "-d", *glob.glob(os.path.join(library, "*.o")))
    made = set(re.findall(r"\b(d[ms]b)\s+(\w+)", code))
    assert {("dmb", "oshst"), ("dmb", "oshld"), ("dsb", "st")} <= made


@pytest.mark.parametrize("text, names", [
    ("size_t cut(uint64_t a) { return a; }", ["i686"]),
    ("int negative(char a) { return a < 0; }", ["aarch64", "s390x"])], ids=["size_t", "char"])
def test_it_would_show(machine, include, tmp_path, text, names):
    """A defect of these machines only is an error there."""
    source = tmp_path / "source.c"
    source.write_text(f"#include <stddef.h>\n#include <stdint.h>\n{text}\n", encoding="utf-8")
    status, _ = run(*machine.compiler, "-isystem", include, "-fsyntax-only", source)
    assert status == (machine.name in names)
