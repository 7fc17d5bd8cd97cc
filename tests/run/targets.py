# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tests and their targets, for configure.py, which writes them to tests.ninja in the build folder.

`ninja test` runs the usual tests in a few minutes; `ninja test-deep` the rest: tests that break our own
code, long fuzzing, every compiler, valgrind, QEMU, bench, other processors. A test is in one of them.
"""

from __future__ import annotations

import argparse
import glob
import os
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from typing import Dict, Iterable, Iterator, List, Sequence

import interpreter
import products
from ninjafile import ROOT, Writer, exists

MODULES = ("yaml", "jinja2", "pytest", "z3")  # what tests import, besides pages-*
COMPILED = "$test_python tests/compiler/proof/prove.py"
RDMA_CORE = "$test_python tests/device/rdma_core/run.py --launcher $builddir/softmlx5"


# The tests: name, command, limit in seconds of processor time. A pattern in the command gives a
# test for each file, with the part of its name that * matches. A test whose file does not exist
# is left out. Each command ends with a line `N passed, N failed, N skipped`.
CLIENTS = " ".join(f"tests/device/clients/test_{name}.py" for name in ("clients", "dapl", "dpdk", "gloo", "iser", "qemu"))
TESTS = [
    # Runs that cover what a proof of compiled code does not: sanitizers, C++, other processors.
    (f"proof-{name}",
     f"$test_python tests/compiler/proof/run.py --config {name} --expected $builddir/proof/expected "
     f"--harness {products.harness(name)} --build $builddir/proof/{name}", 600)
    for name in products.RUN
] + [
    (f"proof-corners-{name}", f"$test_python tests/compiler/proof/run.py --config {name} "
     f"--harness {products.harness(name)} --spec tests/compiler/proof/corners --build $builddir/corners/{name}", 300)
    for name in products.RUN
] + [
    # Compiled code, for all inputs: each style by one compiler; then all other compilers, and deliberate errors.
    ("proof-compiled", f"{COMPILED} --config facts,clang-O2 --build $builddir/proof/compiled", 300),
    ("proof-compiled-linux", f"{COMPILED} --style linux --config facts,clang-O2 --build $builddir/proof/compiled-linux", 300),
    ("proof-compiled-dpdk", f"{COMPILED} --style dpdk --config facts --build $builddir/proof/compiled-dpdk", 300),
    ("proof-compiled-clang-dpdk", f"{COMPILED} --style dpdk --config clang-O2 --build $builddir/proof/compiled-clang-dpdk", 300),
    ("proof-compiled-checks", f"{COMPILED} --config clang-O2 --kinds 'round trip,check,name' "
     "--build $builddir/proof/compiled-checks", 600),
    *((f"proof-compiled-{name}", f"{COMPILED} --config {name} --build $builddir/proof/compiled-{name}", 600)
      for name in ("clang-O0", "clang-O3", "clang-s390x", "clang-aarch64", "gcc-O0", "gcc-O2", "gcc-O3")),
    ("proof-compiled-corners", f"{COMPILED} --style c,linux,dpdk --config facts,clang-O2 --kinds all "
     "--spec tests/compiler/proof/corners --build $builddir/corners/compiled", 300),
    ("proof-compiled-errors", "$test_python tests/compiler/proof/errors.py "
     "--build $builddir/proof/compiled-errors", 900),
    ("proof-compiled-clang-corners", f"{COMPILED} --config clang-O0 --kinds all --spec tests/compiler/proof/corners "
     "--build $builddir/corners/compiled-O0", 300),
    ("fuzz-*", "$pytest tests/compiler/fuzz/fuzz_*.py", 600),
    ("headers", "$test_python tests/compiler/check_headers.py --few", 300),
    ("long-headers", "$test_python tests/compiler/check_headers.py", 600),
    ("headers-corners", "$test_python tests/compiler/check_headers.py --spec tests/compiler/proof/corners", 300),
    # Most of these programs run only once: clang compiles them in a third of gcc's time.
    ("breaks-*", "$breaks tests/breaks/*.yaml", 900),
    ("world-*", "$pytest tests/world/test_*.py", 600),
    ("diff-*", "$pytest tests/compiler/diff/test_*.py", 300),
    ("softmlx5-*", "env SOFTMLX5_BUILD=$builddir $pytest tests/device/softmlx5/test_*.py", 600),
    ("clients", f"env SOFTMLX5_BUILD=$builddir $pytest {CLIENTS}", 600),
    ("rdma_core", f"{RDMA_CORE} --build $builddir/rdma-core", 300),
    ("kernel", "env SOFTMLX5_BUILD=$builddir $pytest tests/device/kernel", 900),
    ("replay", "$test_python tests/library/replay/run.py --build $builddir", 300),
    ("runtime-*", "env MLX5SIG_BUILD=$builddir $pytest tests/library/runtime/test_*.py", 600),
    ("sidebyside", "env MLX5SIG_BUILD=$builddir $pytest tests/library/sidebyside/test_sidebyside.py", 600),
    ("lives", "env MLX5SIG_BUILD=$builddir $pytest tests/library/lives/test_lives.py", 600),
    ("adversary", "env MLX5SIG_BUILD=$builddir $pytest tests/device/adversary/test_adversary.py", 600),
    ("models", "$pytest tests/library/models/test_models.py", 300),
    ("pages-*", "$browser tests/compiler/pages/test_*.py", 300),
    ("bench", "$test_python tests/library/bench/run.py --check --build $builddir/bench-check", 120),
    ("vendor-*", "$pytest tests/compiler/vendor/test_*.py", 300),
    *((f"portable-{name}", f"$pytest tests/library/portable/test_portable.py -k {name}", 300)
      for name in ("aarch64", "i686", "s390x")),
    ("unit-*", "env MLX5SIG_BUILD=$builddir $pytest tests/compiler/unit/test_*.py", 300),
    ("abi", f"$test_python tests/library/abi/run.py --library $builddir/{products.ABI_LIBRARY}", 120),
    ("generated", "$test_python tests/compiler/check_generated.py", 120),
    ("committed", "$test_python tests/compiler/check_committed.py", 120),
]
# rdma-core's tests with other options of the device: the modules that move data and change states.
RDMA_CORE_MODULES = " ".join(f"test_{name}" for name in (
    "atomic", "cq", "cq_events", "mlx5_crypto", "mlx5_mkey", "mr", "parent_domain", "qp", "qpex"))
TESTS += [
    (f"rdma_core-{name}", f"{RDMA_CORE} --build $builddir/rdma-core-{name} "
     f"--softmlx5='{options}' {RDMA_CORE_MODULES}", 300)
    for name, options in (("poll", "--doorbell poll"), ("strict", "--strict --devices 2"),
                          ("serialised", "--serialise-wire"))
] + [("rdma_core-roce", f"{RDMA_CORE} --roce --build $builddir/rdma-core-roce", 300),
     ("rdma_core-kernel", f"{RDMA_CORE} --kernel --build $builddir/rdma-core-kernel", 900)]
# Tests of `ninja test-deep` (names or patterns); all others are in `ninja test`.
DEEP = """
breaks-* kernel
proof-[!c]* proof-corners-s390x proof-corners-g++ proof-corners-i686 headers-corners
proof-compiled-checks proof-compiled-errors proof-compiled-clang-* proof-compiled-gcc-*
portable-* softmlx5-threads runtime-threads runtime-valgrind runtime-hw bench rdma_core-* pages-* softmlx5-crc softmlx5-pcap
unit-bench unit-runner unit-nursery unit-rdma_core unit-install unit-deb unit-git unit-every_source unit-diff_page
vendor-transplant vendor-builders vendor-checkpatch diff-manuals
world-other_manuals world-import world-styles world-ifc world-objects world-cstructs
""".split()
# Tests that `ninja test` shortens by a variable; `ninja test-deep` runs them in full as long-NAME, as it does functions
# marked `pytest.mark.deep`, which `ninja test` leaves out.
SHORTER = {"softmlx5-sig": "SIG_CASES=40", "softmlx5-values": "VALUES_CASES=200", "sidebyside": "SIDEBYSIDE_COUNT=100",
           "fuzz-*": "CASES=200"}
MARK = "pytest.mark.deep"
# These take longest, or wait for a hang. They start first, so that no processor is idle at the end.
FIRST = """kernel breaks-udp breaks-fabric breaks-process breaks-edges breaks-transports long-adversary breaks-models
long-softmlx5-udp long-softmlx5-fabric proof-s390x proof-sanitize breaks-replay breaks-signatures breaks-compiler
long-headers proof-compiled-checks rdma_core-kernel unit-deb unit-git breaks-diff unit-cli unit-decode breaks-softmlx5
unit-shown long-fuzz-decode long-fuzz-ifc long-fuzz-spec unit-install unit-configure bench runtime-hw proof-i686
unit-runner""".split()
# These wait most of their time, for programs that hang. One of them runs for two processors, beside tests that use these.
WAITING = ("breaks-fabric", "breaks-udp", "breaks-process", "breaks-edges", "breaks-transports")
# These tests need softmlx5 and the examples.
ON_DEVICE = ("softmlx5-", "clients", "breaks-softmlx5", "breaks-fabric", "breaks-udp", "breaks-edges", "breaks-memory",
             "breaks-ethernet", "breaks-netlink", "breaks-compressed", "breaks-matchers", "breaks-adversary",
             "breaks-transports", "breaks-signatures", "breaks-library",
             "rdma_core", "runtime-", "lives", "sidebyside", "adversary", "bench", "kernel")
GROUP = 12  # modules of pytest that one nursery.py runs: the groups run side by side
# With other options than the default ones: the proof with just these.
CONFIGURED = ("proof-options", "$test_python tests/compiler/proof/run.py --cc '$cc' --cflags '$cflags' "
                                  "--build $builddir/proof/configured", 600)

# Other targets: name, command, what it does. Left out like tests whose file does not exist.
TARGETS = [
    ("bench", "$python tests/library/bench/run.py --build $builddir/bench",
     "what the generated C, the library and softmlx5 cost"),
    ("test-hw", "python3 codegen/interpreter.py --with yaml tests/library/hw/run.py --build $builddir",
     "the library's tests on a card, which the environment variable DEVICE names"),
    ("test-arm64", "python3 tests/library/arm64/run.py --build $builddir",
     "examples and library on softmlx5 for aarch64, with Debian's arm64 packages under QEMU (26 MB of downloads)"),
    ("test-spdk", "python3 tests/library/spdk/run.py --build $builddir",
     "SPDK's accel_mlx5 on softmlx5 and on the library; the environment variable SPDK is a checkout of github.com/spdk/spdk"),
    ("abi", f"python3 tests/library/abi/run.py --renew --library $builddir/{products.ABI_LIBRARY}",
     "record the library's binary interface in runtime/libmlx5sig.abi"),
]
BEFORE = {"bench": ["all"], "test-hw": ["all", "test-products"],  # what they need
          "test-arm64": ["all", "test-products"], "test-spdk": ["all"], "abi": [f"$builddir/{products.ABI_LIBRARY}"]}
# A test exists if its file does, in one of these folders or in one that a pattern of TESTS names.
WATCHED = ["tests/compiler", "tests/library/hw", "tests/library/sidebyside", "tests/library/replay",
           "tests/library/runtime/errnos", *products.FOLDERS]


@dataclass(frozen=True)
class Test:
    """A row of the table, or an instance of a row with a pattern."""

    name: str
    command: str
    seconds: int

    @property
    def is_deep(self) -> bool:
        """Returns whether `ninja test-deep` runs it."""
        return any(fnmatch(self.name, pattern) for pattern in ("long-*", *DEEP))

    @property
    def is_small(self) -> bool:
        """Returns whether its temporary files are small enough for the machine's memory. Others build trees."""
        return not self.is_deep or self.name.startswith("long-")

    @property
    def memory(self) -> str:
        """Returns run_test.py's option for temporary files in memory, if they are small."""
        return "--memory" if self.is_small else ""

    @property
    def record(self) -> str:
        return f"$builddir/tests/{self.name}.json"

    @property
    def needs(self) -> str:
        """Returns the name of the test that needs the same products."""
        return self.name[len("long-"):] if self.name.startswith("long-") else self.name

    def parts(self) -> Iterator["Test"]:
        """Returns the test itself, or its parts for `ninja test` and `ninja test-deep`."""
        files = [word for word in self.command.split() if word.endswith(".py")]
        shorter = next((variable for pattern, variable in SHORTER.items() if fnmatch(self.name, pattern)), "")
        marked = "$pytest" in self.command and any(MARK in text_of(file) for file in files)
        if self.is_deep or not (shorter or marked):
            yield self
            return
        short = "$pytest -m 'not deep'" if marked else "$pytest"
        yield replace(self, command=self.command.replace("$pytest", f"env {shorter} {short}" if shorter else short))
        yield replace(self, name=f"long-{self.name}",
                      command=self.command if shorter else self.command.replace("$pytest", "$pytest -m deep"))


def text_of(file: str) -> str:
    with open(os.path.join(ROOT, file), encoding="utf-8") as stream:
        return stream.read()


@dataclass(frozen=True)
class Build:
    """Products of the other file, and the parts they are built from."""

    stamp: str  # generated/ is up to date
    library: Sequence[str]  # the static one first
    device: Sequence[str]  # softmlx5 and the programs that run on it
    tables: Sequence[str]  # headers that are made for softmlx5
    launcher: Sequence[str]  # objects of the program softmlx5
    link: str  # options that link the shared library
    version_script: str


def tests(is_default: bool) -> List[Test]:
    """Returns every test of the tree, in the order in which ninja starts them."""
    order = {name: number for number, name in enumerate(FIRST)}
    return sorted(listed(is_default), key=lambda test: order.get(test.name, len(order)))


def listed(is_default: bool) -> Iterator[Test]:
    """Returns every test of the tree, in the order of the table."""
    for name, command, seconds in TESTS + ([] if is_default else [CONFIGURED]):
        if "*" in name:
            before, after = command.split()[-1].split("*")
            for path in sorted(glob.glob(os.path.join(ROOT, f"{before}*{after}"))):
                part = os.path.relpath(path, ROOT)[len(before):-len(after)]
                yield from Test(name.replace("*", part), command.replace("*", part), seconds).parts()
        elif exists(command):
            yield from Test(name, command, seconds).parts()


def watched() -> List[str]:
    """Returns the folders in which a new file may be a new test."""
    folders = WATCHED + sorted({os.path.dirname(command.split()[-1]) for name, command, _ in TESTS if "*" in name})
    return [folder for folder in folders if os.path.isdir(os.path.join(ROOT, folder))]


def test_python() -> str:
    """Returns the interpreter that runs the tests, or the command that looks for it and says what to install. Looking each
    time costs a tenth of a second, a wrapper such as pyenv's half a second, and tests start Python a thousand times."""
    return interpreter.find(MODULES) or "python3 codegen/interpreter.py --with " + ",".join(MODULES)


def write(args: argparse.Namespace, build: Build, main: str) -> str:
    """Returns the text of the file that the file ``main`` includes."""
    n = Writer(args)
    n.lines += ["# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB",
                "# Made by configure.py from tests/run/targets.py and tests/run/products.py. Do not edit.", ""]
    n.variables({
        "test_python": test_python(),
        "breaks": "$test_python tests/breaks/runner.py --cc clang --build $builddir",
        "pytest": "$test_python -m pytest -q -rfEs -p no:cacheprovider",
        "browser": "python3 codegen/interpreter.py --with yaml,jinja2,pytest,selenium -m pytest -q "
                   "-rfEs -p no:cacheprovider",
    })
    # libibverbs, libmlx5 and softmlx5, which have no sanitizer, move data as a card does by DMA.
    tsan = "env TSAN_OPTIONS=ignore_noninstrumented_modules=1 " if args.sanitize == "thread" else ""
    file = "" if main == "build.ninja" else f" -f {main}"
    n.rule("test", command=f"{tsan}$test_python tests/run/run_test.py --name $name --cpu $seconds --out $out $memory "
           f"--alone 'ninja{file} test-$name' -- $program", description="test $name")
    n.rule("nursery", command=f"{tsan}$test_python tests/run/nursery.py --out $out $out.words", description="tests $names",
           rspfile="$out.words", rspfile_content="$words")
    # A failed command is printed whole: it names a file that has the names of the records.
    n.rule("summary", command="python3 tests/run/summary.py $tier @$file", description="summary",
           rspfile="$file", rspfile_content="$records", pool="console")
    programs = library_tests(n, build.stamp, build.library)
    n.build("test-products", "phony", [*programs, *products.write(
        n, build.stamp, build.tables, build.launcher, build.library[0], build.link, build.version_script)])

    n.comment("Tests run whenever they are asked for. Their edges always succeed and leave a record;",
              "the summary fails if a record reports a failure.")
    n.lines += ["pool waiting", f"  depth = {max(1, (os.cpu_count() or 1) // 2)}"]
    n.build("always", "phony")
    grouped = groups(is_default=main == "build.ninja")
    apart = [test for test in tests(is_default=main == "build.ninja")
             if not any(test in members for members in grouped.values())]
    edges: Dict[bool, List[str]] = {False: [], True: []}
    for name, members in grouped.items():
        edges[False].append(f"$builddir/tests/{name}.group")
        n.build(edges[False][-1], "nursery", implicit=unique(word for test in members for word in needs(test, build, programs)),
                names=" ".join(test.name for test in members), words=" --next ".join(words(test, file) for test in members))
    for test in tests(is_default=main == "build.ninja"):
        n.build(test.record, "test", implicit=needs(test, build, programs), name=test.name, program=test.command,
                seconds=str(test.seconds), memory=test.memory, **({"pool": "waiting"} if test.name in WAITING else {}))
        n.build(f"test-{test.name}", "summary", [test.record], records=test.record, file=f"$builddir/tests/{test.name}.records")
    for test in apart:
        edges[test.is_deep].append(test.record)
    for name, is_deep in (("test", False), ("test-deep", True)):
        n.build(name, "summary", edges[is_deep], tier=f"--tier {name}", file=f"$builddir/tests/{name}.records",
                records=" ".join(test.record for test in tests(is_default=main == "build.ninja") if test.is_deep == is_deep))

    n.comment("See `ninja help`.")
    for name, command, _ in TARGETS:
        if exists(command):
            n.build(name, "run", implicit=BEFORE[name], program=command)
    return n.text()


def groups(is_default: bool) -> Dict[str, List[Test]]:
    """Returns the modules of pytest of `ninja test` by the name of their group, which nursery.py runs in one go."""
    folders: Dict[str, List[Test]] = {}
    for test in tests(is_default):
        if test.command.startswith(("$pytest", "env ")) and "$pytest" in test.command and "-" in test.name and not test.is_deep:
            folders.setdefault(test.name.split("-")[0], []).append(test)
    result = {}
    for folder, members in folders.items():
        count = -(-len(members) // GROUP)
        result.update({f"{folder}-{number + 1}": members[number::count] for number in range(count)})
    return result


def unique(names: Iterable[str]) -> List[str]:
    return list(dict.fromkeys(names))


def words(test: Test, file: str) -> str:
    """Returns the words of run_test.py for a test; ``file`` is ninja's option for another file than build.ninja."""
    return (f"--name {test.name} --cpu {test.seconds} --out {test.record} {test.memory} "
            f"--alone 'ninja{file} test-{test.name}' -- {test.command}")


def needs(test: Test, build: Build, programs: Sequence[str]) -> List[str]:
    """Returns what is built before a test runs."""
    return [build.stamp, *(build.device if test.needs.startswith(ON_DEVICE) else []),
            *([*build.library, *programs] if test.needs.startswith(("replay", "runtime-", "sidebyside")) else []),
            *(["kernel", *programs] if test.needs in ("kernel", "rdma_core-kernel") else []),
            *(["products"] if test.needs in ("unit-install", "unit-deb") else []), *products.needs(test.needs),
            *(products.needs(test.name) if test.name != test.needs else []), "always"]


def library_tests(n: Writer, stamp: str, library: Sequence[str]) -> List[str]:
    """Adds programs that test the library: replay, facts, sidebyside, errnos, and each tests/library/runtime/*.c. Returns the
    products."""
    n.comment("Programs that test the library.")
    programs: Dict[str, List[str]] = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "library", "replay", "*.c"))):
        programs.setdefault("replay", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "library", "hw", "*.c"))):
        programs.setdefault("facts", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "library", "sidebyside", "*.c"))):
        programs.setdefault("sidebyside", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "library", "runtime", "errnos", "*.c"))):
        programs.setdefault("runtime/errnos", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "library", "runtime", "*.c"))):
        name = os.path.splitext(os.path.basename(path))[0]
        programs[f"runtime/{name}"] = [os.path.relpath(path, ROOT)]
    products = []
    for name, sources in programs.items():
        objects = [f"$builddir/obj/{os.path.splitext(source)[0]}.o" for source in sources]
        for source, target in zip(sources, objects):
            n.build(target, "cc", [source], [stamp], flags="$library_flags -Iruntime -O0" + n.sanitized)
        products.append(f"$builddir/tests/{name}")
        n.build(products[-1], "link", [*objects, library[0]],
                libs="$library_libs" + (" -lcrypto" if name == "runtime/transactions" else ""), **n.program)
    return products
