#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes build.ninja; with --install-deps first installs what build and tests need.

    ./configure.py                           the default: build.ninja, as checked in
    ./configure.py --install-deps            the same, after installing Debian packages
    ./configure.py --build out --cc clang    out/build.ninja, used with `ninja -f out/build.ninja`
    ./configure.py --build tsan --sanitize thread    the same with ThreadSanitizer

The default build.ninja is the same on every machine; other options need a build folder of their own,
so that the working tree stays as it is. Needs Python 3.9 and nothing else.
"""

from __future__ import annotations

import argparse
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import Dict, Iterator, List, NoReturn, Sequence, Tuple

ROOT = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "codegen"), os.path.join(ROOT, "tests")]

import interpreter  # noqa: E402
import products  # noqa: E402

# Debian packages: exact names, and patterns of which the newest match is taken.
PACKAGES = [
    "gcc", "g++", "libc6-dev", "clang", "ninja-build", "git",
    "python3", "python3-yaml", "python3-jinja2", "python3-pytest",  # the compiler, its tests
    "gcc-i686-linux-gnu", "g++-i686-linux-gnu",  # 32 bits
    # big-endian: proofs, and the library
    "gcc-s390x-linux-gnu", "g++-s390x-linux-gnu", "qemu-user",
    "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross",  # BlueField
    "valgrind",  # bench
    "libibverbs-dev",  # mlx5dv.h, which bench and tests compare with
    "librdmacm-dev",  # an example on queue pairs of rdma_cm
    "libisal-dev", "libssl-dev",  # softmlx5: CRCs, AES-XTS; bench
    "ibverbs-providers", "ibverbs-utils",  # what runs on it: libmlx5, ibv_devinfo
    "python3-pyverbs", "python3-scapy",  # rdma-core's own tests
    # tests/pages: what people read, in a browser
    "chromium", "chromium-driver", "python3-selenium",
    "pkg-config", "man-db",  # tests: what is installed, manual pages
    "openssl", "perl",  # tests/vendor: what verifies a copy where there is no sha256sum
    "mstflint",  # tables of registers (ADB), which tests/world reads
    "abigail-tools",  # tests/abi: the library's binary interface
    "python3-pyelftools",  # object files as manuals; tests/world reads headers through them
]
PATTERNS = {  # kernel headers that tests compare with
    "linux-headers-6.1.*-common": re.compile(r"linux-headers-6\.1\.[0-9][^-]*-[^-]*-common\Z"),
    "linux-headers-6.12.*-common": re.compile(r"linux-headers-6\.12\.[0-9][^-]*(-[^-]*)?-common\Z"),
}

RDMA_CORE = "python3 tests/rdma_core/run.py --launcher $builddir/softmlx5"


def harness(config: str) -> str:
    """The option of a proof for the harness that ninja has compiled."""
    own = [name for name, _, _ in products.HARNESSES if name == config]
    return f"--harness $builddir/proof/harness-{own[0] if own else 'native'}.o"


# What the proofs prove: every layout with most compilers, and with those that differ least from
# another one only what is written and read for each request. Without --only they prove all.
PROVEN = {"all": "--expected $builddir/proof/expected", "gcc-O3": "--only wqe,cqe",
          "g++": "--only wqe,cqe", "aarch64": "--only wqe,cqe"}
# The tests: name, command, limit in seconds. A pattern in the command gives a
# test for each file, with the part of its name that * stands for. A test whose file does not exist
# is left out. Each command ends with a line `N passed, N failed, N skipped`.
TESTS = [
    (f"proof-{name}",
     f"$python tests/proof/run.py --config {name} {PROVEN.get(name, PROVEN['all'])} "
     f"{harness(name)} --build $builddir/proof/{name}", 600)
    for name in ("s390x", "sanitize", "g++", "gcc-O3", "clang-O2", "gcc-O2", "i686", "clang-O0",
                 "gcc-O0", "aarch64")
] + [
    ("corners-{}".format(name), f"$python tests/proof/run.py --config {name} "
     f"{harness(name)} --spec tests/proof/corners --build $builddir/corners/{name}", 300)
    for name in ("s390x", "sanitize", "g++", "clang-O2", "i686", "aarch64")
] + [
    ("fuzz-*", "$pytest tests/fuzz/test_*.py", 600),
    ("headers", "$python tests/check_headers.py", 600),
    ("corners-headers", "$python tests/check_headers.py --spec tests/proof/corners", 300),
    # What the next one and vectors-broken compile is only run once: clang takes a third of gcc's
    # time for it.
    ("mutation", "$python tests/mutation/run.py --cc clang", 600),
    ("world-*", "$pytest tests/world/test_*.py", 600),
    ("diff-*", "$pytest tests/diff/test_*.py", 300),
    ("soft-mutations", "$python tests/softmlx5/mutations/run.py --cc '$cc' --build $builddir", 600),
    ("soft-*", "env SOFTMLX5_BUILD=$builddir $pytest tests/softmlx5/test_*.py", 600),
    ("rdma-core", f"{RDMA_CORE} --build $builddir/rdma-core", 300),
    ("replay", "$python tests/replay/run.py --build $builddir", 300),
    ("rt-*", "env MLX5SIG_BUILD=$builddir $pytest tests/runtime/test_*.py", 600),
    ("lives", "env MLX5SIG_BUILD=$builddir $pytest tests/lives/test_lives.py", 600),
    ("vectors", "$python tests/vectors/run.py --cc '$cc' --build $builddir/vectors", 300),
    ("vectors-broken", "$python tests/vectors/broken.py --cc clang", 300),
    ("pages-*", "$browser tests/pages/test_*.py", 300),
    ("bench", "$python tests/bench/run.py --check --build $builddir/bench-check", 120),
    ("vendor-*", "$pytest tests/vendor/test_*.py", 300),
    *((f"portable-{name}", f"$pytest tests/portable/test_portable.py -k {name}", 300)
      for name in ("aarch64", "i686", "s390x")),
    ("unit-*", "env MLX5SIG_BUILD=$builddir $pytest tests/unit/test_*.py", 300),
    ("abi", f"python3 tests/abi/run.py --library $builddir/{products.ABI_LIBRARY}", 120),
    ("generated", "$python tests/check_generated.py", 120),
    ("committed", "$python tests/check_committed.py", 120),
]
# rdma-core's tests with other options of the device: the modules that move data and change states.
RDMA_CORE_MODULES = " ".join(f"test_{name}" for name in (
    "atomic", "cq", "cq_events", "mlx5_crypto", "mlx5_mkey", "mr", "parent_domain", "qp", "qpex"))
TESTS += [
    (f"rdma-core-{name}", f"{RDMA_CORE} --build $builddir/rdma-core-{name} "
     f"--softmlx5='{options}' {RDMA_CORE_MODULES}", 300)
    for name, options in (("poll", "--doorbell poll"), ("strict", "--strict --devices 2"),
                          ("serialised", "--serialise-wire"))
]
# These take longest, or wait for a hang: started first, they do not leave a processor without work
# in the end.
FIRST = """soft-process_defects proof-s390x proof-clang-O2 proof-sanitize proof-gcc-O2 vectors-broken unit-git
diff-mutations headers mutation soft-sig_defects unit-cli unit-decode soft-mutations unit-shown fuzz-decode_mutation
fuzz-ifc_mutation fuzz-spec_mutation unit-configure bench rt-hw proof-i686 unit-runner""".split()
ON_DEVICE = ("soft-", "rdma-core", "rt-", "lives", "bench")  # these tests need softmlx5 and the examples
# With other options than the default ones: the proof with just these.
CONFIGURED = ("proof-configured", "$python tests/proof/run.py --cc '$cc' --cflags '$cflags' "
                                  "--build $builddir/proof/configured", 600)

# The other targets: name, command, what it does. Left out like tests whose file does not exist.
TARGETS = [
    ("demo", "$python examples/demo.py --cc '$cc' --build $builddir/demo",
     "from the spec to an explained signature configuration, and signatures on softmlx5"),
    ("bench", "$python tests/bench/run.py --build $builddir/bench",
     "what the generated C, the library and softmlx5 cost"),
    ("test-hw", "python3 codegen/interpreter.py --with yaml tests/hw/run.py --build $builddir",
     "the library's tests on a card, which the environment variable DEVICE names"),
    ("test-arm64", "python3 tests/arm64/run.py --build $builddir",
     "examples and library on softmlx5 for aarch64, with Debian's arm64 packages under QEMU (26 MB of downloads)"),
    ("regen", "codegen/prmc generate && codegen/prmc docs --renew",
     "regenerate generated/ and the drawings in docs/ from spec/"),
    ("check-generated", "codegen/prmc generate --check", "is generated/ what spec/ gives?"),
    ("abi", f"python3 tests/abi/run.py --renew --library $builddir/{products.ABI_LIBRARY}",
     "record the library's binary interface in runtime/libmlx5sig.abi"),
    ("docs", "codegen/prmc docs", "the reference of the manual, build/docs/reference.html"),
    ("install", "python3 codegen/install.py --prefix $prefix --build $builddir",
     "library, headers, compiler, spec, softmlx5 and pages to the prefix (or DESTDIR)"),
    ("help", "./configure.py --list-targets", "this list"),
]
STAMP = "$builddir/generated.stamp"  # generated/ is up to date
REFERENCE = "$builddir/docs/reference.html"  # a page for browsers
BEFORE = {"demo": ["all"], "bench": ["all"], "install": ["products", REFERENCE],  # what they need
          "test-hw": ["all", "test-products"],
          "test-arm64": ["all", "test-products"], "abi": [f"$builddir/{products.ABI_LIBRARY}"]}

# softmlx5: sources of the launcher, which shares some with the library; the libraries that they
# need.
LAUNCHER = ("launcher", "config", "warn", "caps", "fault_spec")
SOFTMLX5_LIBS = "-lisal -lcrypto -lpthread -ldl"
SOFTMLX5_FLAGS = "-fPIC -fvisibility=hidden -fno-strict-aliasing -D_GNU_SOURCE -Igenerated -Isoftmlx5 " \
                 "-I$builddir/obj/softmlx5"
# Headers that are made for a source.
TABLES = {"caps": "$builddir/obj/softmlx5/cap_names.h",
          "trace": "$builddir/obj/softmlx5/trace_table.h"}

# The library, and the version of its interface. Objects of the shared and the static one are the
# same. Words that are stored one by one are not put together in vectors first, which takes longer.
LIBRARY_FLAGS = "-fPIC -fvisibility=hidden -fno-tree-slp-vectorize -D_GNU_SOURCE -Wshadow " \
                "-Igenerated -Iinclude"
LIBRARY_LIBS = "-libverbs -lmlx5 -lpthread"
LIBRARY_MAP = "runtime/libmlx5sig.map"
LIBRARY_SO = "libmlx5sig.so.2"
LIBRARY_LINK = f"-shared -Wl,-soname,{LIBRARY_SO} -Wl,--version-script={LIBRARY_MAP}"


class Writer:
    """The few forms of the ninja language that we need.

    With sanitizers softmlx5, which is preloaded into programs, has none, and programs that run on it
    have gcc's runtime of the address sanitizer in them, since it wants to be the first library
    (clang's always is in programs, and never in shared libraries). build/asan and build/tsan have
    the device with sanitizers.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self.lines: List[str] = []
        self.unsanitized = " -fno-sanitize=all" if args.sanitize else ""
        is_gcc = not args.cc.split()[0].endswith(("clang", "clang++"))
        self.program = {"flags": "-static-libasan"} if args.sanitize == "address" and is_gcc else {}
        self.sanitized = " -DSANITIZED" if args.sanitize else ""  # malloc() cannot be replaced
        self.library = "-Wl,-z,now" if args.sanitize and not is_gcc else "-Wl,-z,defs,-z,now"

    def comment(self, *lines: str) -> None:
        self.lines += ["", *(f"# {line}" for line in lines)]

    def variables(self, values: Dict[str, str], indent: str = "") -> None:
        self.lines += [f"{indent}{name} = {value}" for name, value in values.items()]

    def rule(self, name: str, **values: str) -> None:
        self.lines += ["", f"rule {name}"]
        self.variables(values, "  ")

    def build(self, output: str, rule: str, inputs: Sequence[str] = (),
              implicit: Sequence[str] = (), **values: str) -> None:
        words = [f"build {output}: {rule}", *inputs, *(["|", *implicit] if implicit else [])]
        line = ""
        for word in words:
            if len(line) + len(word) > 98:
                self.lines.append(line + " $")
                line = "   "
            line += (" " if line else "") + word
        self.lines.append(line)
        self.variables(values, "  ")


def exists(command: str) -> bool:
    """Whether the tree has the file that the command runs."""
    file = next(word for word in command.split() if re.match(r"\w[\w.]*/|\./", word))
    return os.path.exists(os.path.join(ROOT, file))


def tests(args: argparse.Namespace) -> List[Tuple[str, str, int]]:
    """Name, command and limit of every test that the tree has, in the order in which ninja starts them."""
    order = {name: number for number, name in enumerate(FIRST)}
    return sorted(listed(args), key=lambda row: order.get(row[0], len(order)))


def listed(args: argparse.Namespace) -> Iterator[Tuple[str, str, int]]:
    """The same, in the order of the table."""
    for name, command, seconds in TESTS + ([] if is_default(args) else [CONFIGURED]):
        if "*" in name:
            before, after = command.split()[-1].split("*")
            for path in sorted(glob.glob(os.path.join(ROOT, f"{before}*{after}"))):
                part = os.path.relpath(path, ROOT)[len(before):-len(after)]
                yield name.replace("*", part), command.replace("*", part), seconds
        elif exists(command):
            yield name, command, seconds


def is_default(args: argparse.Namespace) -> bool:
    return args.build == "build"


def options(args: argparse.Namespace) -> str:
    """The options of this configuration, for ninja to call us again."""
    given = [("build", "build"), ("cc", "gcc"), ("prefix", "/usr/local")]
    words = [f" --{name} {shlex.quote(getattr(args, name))}" for name, default in given
             if getattr(args, name) != default]
    words += [f" --sanitize {args.sanitize}"] if args.sanitize else []
    return "".join(words + ([" --werror"] if args.werror else []))


def cflags(args: argparse.Namespace) -> str:
    flags = "-std=c11 -O2 -Wall -Wextra -Wconversion"
    if args.werror:
        flags += " -Werror"
    if args.sanitize:
        flags += f" -g {products.SANITIZERS[args.sanitize]}"
    return flags


def ninja_text(args: argparse.Namespace, file: str) -> str:
    """The content of build.ninja for these options and the files of the tree."""
    n = Writer(args)
    n.lines += ["# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB",
                "# Made by configure.py. Do not edit: change configure.py and run it.", ""]
    n.variables({
        "ninja_required_version": "1.10",
        "builddir": args.build,
        "cc": args.cc,
        "cflags": cflags(args),
        "prefix": args.prefix,
        "library_flags": LIBRARY_FLAGS,
        "library_libs": LIBRARY_LIBS,
        "softmlx5_flags": SOFTMLX5_FLAGS + n.unsanitized,
        "softmlx5_libs": SOFTMLX5_LIBS,
        "python": "python3 codegen/interpreter.py --with yaml,jinja2",
        "pytest": "python3 codegen/interpreter.py --with yaml,jinja2,pytest -m pytest -q -rfEs "
                  "-p no:cacheprovider",
        "browser": "python3 codegen/interpreter.py --with yaml,jinja2,pytest,selenium -m pytest -q "
                   "-rfEs -p no:cacheprovider",
    })
    n.rule("configure", command=f"./configure.py{options(args)}", description="configure",
           generator="1")
    n.rule("refresh", command="python3 codegen/refresh.py --stamp $out --depfile $out.d",
           description="generated/", depfile="$out.d", deps="gcc", restat="1")
    n.rule("headers", command="ls generated | sed -n 's/.*[.]h$$/#include \"&\"/p' | "
           "$cc $cflags -Igenerated -MD -MF $out.d -MT $out -x c -c - -o $out",
           description="compile generated/*.h", depfile="$out.d", deps="gcc")
    n.rule("cc", command="$cc $cflags $flags -MD -MF $out.d -c $in -o $out", description="cc $in",
           depfile="$out.d", deps="gcc")
    n.rule("captable",
           command="python3 softmlx5/tools/captable.py generated/layout.map softmlx5/tools/caps $out",
           description="names of capabilities")
    n.rule("tracetable", command="python3 softmlx5/tools/tracetable.py generated $out",
           description="table of layouts")
    n.rule("link", command="$cc $cflags $flags $in -o $out $libs", description="link $out")
    n.rule("archive", command="rm -f $out && ar rcs $out $in", description="archive $out")
    n.rule("reference", command="$python codegen/prmc docs --out $out --depfile $out.d",
           description="reference.html", depfile="$out.d", deps="gcc", restat="1")
    n.rule("run", command="$program", description="$out", pool="console")
    # libibverbs, libmlx5 and softmlx5, which have no sanitizer, move data as a card does by DMA.
    tsan = "env TSAN_OPTIONS=ignore_noninstrumented_modules=1 " if args.sanitize == "thread" else ""
    n.rule("test", command=f"{tsan}python3 tests/run_test.py --name $name --timeout $seconds --out $out "
           f"--alone 'ninja{'' if is_default(args) else f' -f {file}'} test-$name' -- $program",
           description="test $name")
    n.rule("summary", command="python3 tests/summary.py $total $in", description="summary",
           pool="console")

    n.comment("Again when configure.py changes, or a test comes or goes.")
    watched = ["examples", "runtime", "softmlx5", *products.found("softmlx5/*/"), "softmlx5/tools/caps", "tests", "tests/hw",
               "tests/sidebyside",
               "tests/replay", *products.FOLDERS] + sorted(
        {os.path.dirname(command.split()[-1]) for name, command, _ in TESTS if "*" in name})
    n.build(file, "configure",
            implicit=["configure.py", "codegen/interpreter.py", "tests/products.py"] + [
        folder for folder in watched if os.path.isdir(os.path.join(ROOT, folder))])

    n.comment("generated/ follows spec/, and is compiled as one object file. Needs only a C compiler",
              "as long as spec/ is as checked in.")
    stamp = STAMP
    n.build(stamp, "refresh")
    n.build("$builddir/headers.o", "headers", implicit=[stamp])
    library = mlx5sig(n, stamp)
    soft = softmlx5(n, stamp)
    device = [*soft, *examples(n, library)]
    n.build("products", "phony", ["$builddir/headers.o", *soft, *library])
    n.build("all", "phony", ["products", *device])
    n.lines.append("default all")
    programs = library_tests(n, stamp, library)
    n.build("test-products", "phony", [*programs, *products.write(
        n, stamp, list(TABLES.values()), [f"$builddir/obj/{os.path.splitext(path)[0]}.o" for name, path in products.device_sources().items()
            if name in LAUNCHER],
        library[0], LIBRARY_LINK, LIBRARY_MAP)])

    n.comment("Tests run whenever they are asked for. Their edges always succeed and leave a record;",
              "the summary fails if a record tells of a failure.")
    n.build("always", "phony")
    records = []
    for name, command, seconds in tests(args):
        record = f"$builddir/tests/{name}.json"
        needs = [*(device if name.startswith(ON_DEVICE) else []),
                 *([*library, *programs] if name.startswith(("replay", "rt-")) else []),
                 *(["products"] if name == "unit-configure" else []), *products.needs(name)]
        n.build(record, "test", implicit=[stamp, *needs, "always"], name=name, program=command,
                seconds=str(seconds))
        n.build(f"test-{name}", "summary", [record])
        records.append(record)
    n.build("test", "summary", records, total="--total $builddir/tests/total")

    n.comment("See `ninja help`.")
    n.build(REFERENCE, "reference", implicit=[stamp])
    for name, command, _ in TARGETS:
        # also the name of a folder, so that it cannot be the output of a command
        if name == "docs":
            n.build(name, "phony", [REFERENCE])
        elif exists(command):
            n.build(name, "run", implicit=BEFORE.get(name, []), program=command)
    return "\n".join(n.lines) + "\n"


def softmlx5(n: Writer, stamp: str) -> List[str]:
    """The software device: the library that is preloaded, and its launcher. Gives the products."""
    n.comment("softmlx5.")
    sources = products.device_sources()
    objects = {name: f"$builddir/obj/{os.path.splitext(path)[0]}.o" for name, path in sources.items()}
    n.build(TABLES["caps"], "captable", implicit=[
        "softmlx5/tools/captable.py", "softmlx5/tools/layoutmap.py", stamp, "generated/layout.map",
        *products.found("softmlx5/tools/caps/*.caps")])
    n.build(TABLES["trace"], "tracetable", implicit=[
        "softmlx5/tools/tracetable.py", "softmlx5/tools/layoutmap.py", stamp, "generated/layout.map"])
    for name, path in sources.items():
        n.build(objects[name], "cc", [path], [stamp, *([TABLES[name]] if name in TABLES else [])],
                flags="$softmlx5_flags")
    library, program = "$builddir/libsoftmlx5.so", "$builddir/softmlx5"
    n.build(library, "link", [path for name, path in objects.items() if name != "launcher"],
            flags="-shared -Wl,-Bsymbolic-functions,-z,defs,-z,now" + n.unsanitized, libs="$softmlx5_libs")
    if "launcher" not in objects:
        return [library]
    n.build(program, "link", [objects[name] for name in LAUNCHER], libs="",
            **({"flags": n.unsanitized.strip()} if n.unsanitized else {}))
    return [library, program]


def mlx5sig(n: Writer, stamp: str) -> List[str]:
    """The library, static and shared. Gives the products."""
    n.comment("The library.")
    objects = []
    for path in sorted(glob.glob(os.path.join(ROOT, "runtime", "*.c"))):
        name = os.path.splitext(os.path.basename(path))[0]
        objects.append(f"$builddir/obj/runtime/{name}.o")
        n.build(objects[-1], "cc", [f"runtime/{name}.c"], [stamp], flags="$library_flags")
    static, shared = "$builddir/libmlx5sig.a", f"$builddir/{LIBRARY_SO}"
    n.build(static, "archive", objects)
    n.build(shared, "link", objects, [LIBRARY_MAP], libs="$library_libs",
            flags=f"{LIBRARY_LINK} {n.library}")
    return [static, shared]


def library_tests(n: Writer, stamp: str, library: Sequence[str]) -> List[str]:
    """Programs that test the library: replay, facts, sidebyside, errnos, and each tests/runtime/*.c. Gives the
    products."""
    n.comment("Programs that test the library.")
    programs: Dict[str, List[str]] = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "replay", "*.c"))):
        programs.setdefault("replay", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "hw", "*.c"))):
        programs.setdefault("facts", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "sidebyside", "*.c"))):
        programs.setdefault("sidebyside", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "runtime", "errnos", "*.c"))):
        programs.setdefault("runtime/errnos", []).append(os.path.relpath(path, ROOT))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "runtime", "*.c"))):
        name = os.path.splitext(os.path.basename(path))[0]
        programs[f"runtime/{name}"] = [os.path.relpath(path, ROOT)]
    products = []
    for name, sources in programs.items():
        objects = [f"$builddir/obj/{os.path.splitext(source)[0]}.o" for source in sources]
        for source, target in zip(sources, objects):
            n.build(target, "cc", [source], [stamp], flags="$library_flags -Iruntime" + n.sanitized)
        products.append(f"$builddir/tests/{name}")
        n.build(products[-1], "link", [*objects, library[0]],
                libs="$library_libs", **n.program)
    return products


def examples(n: Writer, library: Sequence[str]) -> List[str]:
    """Programs in C that run on softmlx5, or on a card. Gives the products."""
    n.comment("Examples.")
    products = []
    for path in sorted(glob.glob(os.path.join(ROOT, "examples", "*.c"))):
        name = os.path.splitext(os.path.basename(path))[0]
        n.build(f"$builddir/obj/examples/{name}.o", "cc", [f"examples/{name}.c"],
                flags="-Iinclude")
        products.append(f"$builddir/examples/{name}")
        n.build(products[-1], "link", [f"$builddir/obj/examples/{name}.o", library[0]],
                libs=("-lrdmacm " if name == "rdma_cm" else "") + "$library_libs", **n.program)
    return products


def list_targets(args: argparse.Namespace) -> None:
    rows = [("all", "the library, softmlx5 and the examples (the default)"),
            ("products", "what `ninja install` installs: the library and softmlx5"),
            ("test", "all tests; each has a target of its own, see below"),
            ("test-products", "programs and libraries that tests share")]
    rows += [(name, what) for name, command, what in TARGETS if exists(command)]
    for name, what in rows:
        print(f"{name:<16} {what}")
    print("\ntests:")
    for name in sorted(name for name, _, _ in tests(args)):
        print(f"  test-{name}")


def fail(text: str) -> NoReturn:
    sys.exit(f"configure.py: {text}")


def output(*command: str) -> List[str]:
    """Lines that a command prints, in the C locale; none if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          env=dict(os.environ, LC_ALL="C"), check=False)
    return done.stdout.splitlines()


def available(names: Sequence[str]) -> List[str]:
    """Those of the packages that apt could install."""
    found, name = [], ""
    for line in output("apt-cache", "policy", *names) if names else []:
        if line.endswith(":") and not line.startswith(" "):
            name = line[:-1]
        elif line.strip().startswith("Candidate:") and "(none)" not in line:
            found.append(name)
    return found


def newest(names: Sequence[str]) -> List[str]:
    """Names sorted by the numbers in them, highest first."""
    return sorted(names, key=lambda name: [int(part) for part in re.findall(r"\d+", name)],
                  reverse=True)


def missing_packages() -> Tuple[List[str], List[str]]:
    """Packages to install, and names or patterns of which apt knows no package."""
    have = {line.split()[0] for line in output(
        "dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n")
            if line.endswith(" installed")}
    wanted = [name for name in PACKAGES if name not in have]
    install = [name for name in wanted if name in set(available(wanted))]
    unknown = [name for name in wanted if name not in install]
    for text, pattern in PATTERNS.items():
        if not any(pattern.match(name) for name in have):
            known = output("apt-cache", "pkgnames", "linux-headers-6.1")
            found = available(newest([name for name in known if pattern.match(name)])[:5])
            if found:
                install.append(newest(found)[0])
            else:
                unknown.append(text)
    return install, unknown


def install_deps() -> None:
    """Installs the missing Debian packages, as root or through sudo; never removes one."""
    if not all(shutil.which(name) for name in ("apt-get", "apt-cache", "dpkg-query")):
        fail("--install-deps needs Debian's apt-get; on another system install what corresponds to: "
             + " ".join([*PACKAGES, *PATTERNS]))
    install, unknown = missing_packages()
    if not install and not unknown:
        print("configure.py: all packages are installed", flush=True)
        return
    as_root: List[str] = []
    if os.geteuid():
        if not shutil.which("sudo"):
            fail("packages are missing, and this is neither root nor is there sudo; as root, run: "
                 "apt-get install --no-install-recommends " + " ".join(install + unknown))
        as_root = ["sudo"] if sys.stdin.isatty() else ["sudo", "-n"]
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]

    def update() -> None:
        if subprocess.run([*apt, "update"], check=False).returncode:
            fail("`apt-get update` failed; its message above says why")

    updated = bool(unknown)
    if unknown:  # the package lists are missing or old
        update()
        install, unknown = missing_packages()
    if unknown:
        fail(f"apt knows no package {', '.join(unknown)}; on Debian 12 the package lists of bookworm "
             "(main) and bookworm-security (main) have it: add what is missing in "
             "/etc/apt/sources.list and run this again")
    arguments = ["install", "--no-install-recommends", "--no-remove", *install]
    removed = [line.split()[1] for line in output("apt-get", "-s", "install",
                                                  "--no-install-recommends", *install)
               if line.startswith("Remv ")]
    if removed:
        fail(f"installing {' '.join(install)} would remove {' '.join(removed)}, which this program "
             "does not do; remove it yourself if you can spare it, and run this again")
    print("configure.py: installing " + " ".join(install), flush=True)
    status = subprocess.run([*apt, *arguments], check=False).returncode
    if status and not updated:  # old lists name versions that the servers no longer have
        update()
        status = subprocess.run([*apt, *arguments], check=False).returncode
    if status:
        fail(f"`apt-get {' '.join(arguments)}` failed; its message above says why. When that is "
             "fixed, run this again")


def fetch_documentation() -> None:
    """Gets rdma-core's tests, which small systems leave out when they install the package."""
    command = os.path.join(ROOT, "tests", "rdma_core", "package.py")
    if os.path.exists(command):  # it says what is wrong; the test itself fails without them
        subprocess.run([sys.executable, command, "--fetch", os.path.join(ROOT, "build")],
                       check=False)


def write_file(path: str, text: str) -> bool:
    """Writes a file if its text changes; gives whether it did."""
    try:
        with open(path, encoding="utf-8") as stream:
            if stream.read() == text:
                os.utime(path)  # newer than what it is made from, or ninja would call us again
                return False
    except FileNotFoundError:
        pass
    with open(path + ".part", "w", encoding="utf-8") as stream:
        stream.write(text)
    os.replace(path + ".part", path)
    return True


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install-deps", action="store_true",
                        help="install the Debian packages that are missing, as root or with sudo")
    parser.add_argument("--build", default="build", metavar="DIR",
                        help="build folder; build.ninja is written into it unless it is `build`")
    parser.add_argument("--cc", default="gcc", metavar="COMMAND", help="C compiler (default: gcc)")
    parser.add_argument("--sanitize", nargs="?", choices=sorted(products.SANITIZERS), const="address",
                        help="compile with the address and undefined-behaviour sanitizers (`address`, "
                             "also without a word), or with ThreadSanitizer (`thread`)")
    parser.add_argument("--werror", action="store_true", help="warnings are errors")
    parser.add_argument("--prefix", default="/usr/local", metavar="DIR",
                        help="where `ninja install` goes (default: /usr/local)")
    parser.add_argument("--list-targets", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    build = os.path.join(ROOT, "build") if args.build == "build" else os.path.abspath(args.build)
    args.build = os.path.relpath(build, ROOT) if build.startswith(ROOT + os.sep) else build
    if build == ROOT:
        fail("--build needs a folder of its own, such as out")
    for name in ("build", "prefix"):
        if not re.fullmatch(r"[\w/.,+~@-]+", getattr(args, name)):
            fail(f"--{name} {getattr(args, name)!r}: only letters, digits and /.,+~@_- please")
    if not os.path.isabs(args.prefix):
        fail(f"--prefix must be an absolute path, not {args.prefix}")
    if not re.fullmatch(r"[\w/.,+~@= -]+", args.cc):
        fail(f"--cc {args.cc!r}: only a command and options, without quotes or $")
    if args.cc != "gcc" and not shutil.which(args.cc.split()[0]):
        fail(f"--cc: there is no command {args.cc.split()[0]}")
    if is_default(args) and options(args):
        fail(f"{options(args).strip()}: options need a build folder of their own, so that the "
             "checked-in build.ninja stays as it is: add --build DIR, such as --build out")
    return args


def main() -> int:
    if sys.version_info < interpreter.MINIMUM:
        fail("needs Python 3.9 or later; this is " + sys.version.split()[0])
    args = arguments()
    if args.list_targets:
        list_targets(args)
        return 0
    if args.install_deps:
        install_deps()
        fetch_documentation()
    start = os.getcwd()
    os.chdir(ROOT)
    file = "build.ninja"
    if not is_default(args):
        file = os.path.join(args.build, "build.ninja")
        os.makedirs(args.build, exist_ok=True)
        write_file(os.path.join(args.build, ".gitignore"), "*\n")
    changed = write_file(file, ninja_text(args, file))
    how = "ninja" + ("" if start == ROOT else f" -C {shlex.quote(ROOT)}") + (
        "" if is_default(args) else f" -f {file}")
    print(f"configure.py: {file} {'written' if changed else 'is as it should be'}; `{how}` builds, "
          f"`{how} help` lists the targets")
    modules = ("yaml", "jinja2", "pytest")
    if interpreter.find(modules) is None:
        print(f"configure.py: without effect on `{how}`, but not on prmc and tests: "
              + interpreter.lack(modules))
    if not shutil.which("ninja"):
        print("configure.py: there is no ninja: run ./configure.py --install-deps, or install "
              "Debian's ninja-build")
    return 0


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
        sys.exit(status)
    except BrokenPipeError:  # as of `ninja help | head`: nobody reads the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as exc:
        fail(f"{exc.filename}: {exc.strerror}" if exc.filename else str(exc))
