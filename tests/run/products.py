# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Programs and libraries that several tests use, built once by ninja; for configure.py.

The default target does not need them; `ninja test-products` builds all. In the build folder:

    tests/NAME             programs of the tests of the library, and of those of softmlx5 with its device
    tests/process/         softmlx5 with a stand-in for the device, and programs for it
    asan/, tsan/           library, device and programs with the address and undefined-behaviour
                           sanitizers, or with ThreadSanitizer
    proof/expected/        what the generated print functions must print
"""

from __future__ import annotations

import glob
import os
from typing import Dict, Iterable, List, Sequence, TYPE_CHECKING

if TYPE_CHECKING:
    from ninjafile import Writer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The compiler is gcc in every configuration: the results of these tests do not depend on it.
SANITIZED = "-std=c11 -O0 -g1 -fno-omit-frame-pointer -Werror=implicit-function-declaration -D_GNU_SOURCE -Igenerated "
SANITIZERS = {  # as configure.py --sanitize names them
    "address": "-fsanitize=address,undefined -fno-sanitize-recover=all",
    "thread": "-fsanitize=thread",
}
SANITIZED_FOLDERS = {"asan": SANITIZERS["address"], "tsan": SANITIZERS["thread"]}
WARNINGS = "-Wall -Wextra -Werror"
RULES = {  # of build.ninja, with the flags of each
    **{name: SANITIZED + flags for name, flags in SANITIZED_FOLDERS.items()},
    # types in the debug information, in every configuration
    "abi": "-std=c11 -g -O0 -fPIC -fvisibility=hidden -D_GNU_SOURCE -Igenerated -Iinclude",
    # The device has the work. Lives, which have a model to compute, are compiled with -O1.
    "on_softmlx5": f"-std=c11 -O0 -g {WARNINGS} -Wconversion -D_GNU_SOURCE -Igenerated",
    "process": f"-std=c11 -g -O2 {WARNINGS} -fno-strict-aliasing -D_GNU_SOURCE -Igenerated -Isoftmlx5 "
               "-Itests/device/softmlx5/process -I$builddir/obj/softmlx5",
}
DEVICE_FLAGS = "-fno-strict-aliasing -Isoftmlx5 -I$builddir/obj/softmlx5 -Itests/device/softmlx5/hostile"
# with all their sources
FOLDERS = [*(f"tests/device/softmlx5/{name}" for name in ("device", "hostile", "pci", "uverbs")),
           "tests/device/kernel/devx", "tests/device/kernel/faults", "tests/library/lives"]
DEVICE_LIBS = "-lisal -lcrypto -lpthread -ldl"
VERBS_LIBS = "-libverbs -lmlx5 -lpthread"
WRAPPED = "-Wl,--wrap=sm_config,--wrap=sm_timer_arm,--wrap=sm_timer_cancel,--wrap=sm_thread_create," \
          "--wrap=sm_warn"
# The signature engine, its dependencies in the device, and the kernel's part.
ENGINE = ("sig", "sig_open", "sig_block", "sig_run", "sig_bsf", "sig_transaction", "crc",
          "crc_copy", "crypto",
          "stream", "payload", "mkey", "mkey_pages", "memic", "page_map", "softmlx5", "original", "warn")
# Programs replace functions of these: --wrap is of no effect on calls in the object that has the function; the plain CRC.
ALONE = ("config", "softmlx5", "warn", "crc_copy")
PRELOAD = ("preload", "preload_file", "preload_fd", "preload_net", "fd")  # calls of the C library, and descriptors
PROCESS = ("softmlx5", "warn", "config", "oddities", "guard", *PRELOAD, "fault_handler", "trap", "store", "doorbell", "memic",
           "page_map", "event", "trap_x86", "original", "link", "ring", "socket", "membership", "ports")

SOFTMLX5_SOURCES = ("softmlx5/*/*.[cS]", "softmlx5/nic/*/*.c")

# Sources that the device does not have: those of the launcher, and of the programs that it starts.
LAUNCHER_ALONE = ("launcher", "sysfs", "folder", "keeper", "machine", "session")
NOT_IN_DEVICE = (*LAUNCHER_ALONE, "init")

ABI_LIBRARY = "tests/abi/libmlx5sig.so"
QUICK_CLOCK = "tests/quick_clock.so"  # preloaded into perftest
HARNESSES = (  # of the proofs: a name for those that share one, compiler, flags
    # the sanitizer guards the end of buffers
    ("native", "gcc", ""), ("sanitize", "gcc", "-DTAIL=0"),
    ("i686", "i686-linux-gnu-gcc", ""), ("s390x", "s390x-linux-gnu-gcc", ""))

RUN = ("s390x", "sanitize", "g++", "i686")  # configurations in which proofs run the code, of compiler/proof/run.py

# Products of a test besides softmlx5 and the library.
NEEDS: Dict[str, Sequence[str]] = {
    "abi": [ABI_LIBRARY],
    "proof-options": ["proof/expected/images.txt"],
    "softmlx5-hostile": ["asan/hostile"],
    "softmlx5-threads": ["tsan/device", "tests/verbs"],
    "softmlx5-sig": ["asan/sig"],
    "softmlx5-crc": ["asan/sig", "asan/sig_plain"],
    "softmlx5-crypto": ["asan/sig"],
    "softmlx5-uverbs": ["asan/uverbs"],
    "softmlx5-cm": ["tests/cmlives", "tests/cmclose", "tests/lone_group"],
    "softmlx5-cm_hosts": ["tests/cmlives"],
    "softmlx5-udp": ["tests/lone_group"],
    "softmlx5-pci": ["tests/pci_driver", "asan/softmlx5-device"],
    "long-softmlx5-pci": ["tsan/softmlx5-device"],  # besides those of softmlx5-pci
    "softmlx5-device": ["tests/device_test", "tests/lone_exit", "tests/lone_group"],
    "softmlx5-strict": ["tests/device_test"],
    "softmlx5-rules": ["tests/device_test"],
    "softmlx5-trace": ["tests/device_test", "tests/pings"],
    "softmlx5-pcap": ["tests/device_test"],
    "softmlx5-caps": ["tests/lone_caps"],
    "softmlx5-ethernet": ["tests/lone_ethernet"],
    "softmlx5-ethernet_devx": ["tests/lone_ethernet_devx"],
    "softmlx5-rss": ["tests/lone_rss"],
    "softmlx5-compressed": ["tests/lone_compressed"],
    "softmlx5-flow_matchers": ["tests/lone_matchers"],
    "softmlx5-codes": ["tests/device_test"],
    "softmlx5-refusals": ["tests/lone_refusals"],
    "softmlx5-faults": ["tests/lone_faults"],
    "softmlx5-values": ["tests/values"],
    "kernel": ["tests/devx", "tests/survive", "tests/lives", "tests/device_test", "tests/lone_ethernet",
               "tests/lone_ethernet_devx", "tests/lone_matchers"],
    "world-bug_code": ["tests/bug_rings"],
    "breaks-softmlx5": ["tests/values"],
    "breaks-fabric": ["tests/device_test", "tests/cmlives"],
    "breaks-adversary": ["tests/lives", "tests/client", "tests/sidebyside"],
    "breaks-edges": ["tests/pci_driver", "tests/device_test", "tests/cmlives", "tests/lone_refusals", "tests/lone_group"],
    "breaks-compressed": ["tests/lone_compressed"],
    "breaks-ethernet": ["tests/lone_ethernet", "tests/lone_ethernet_devx", "tests/lone_rss"],
    "breaks-matchers": ["tests/lone_matchers"],
    "breaks-udp": ["tests/lone_group"],
    "breaks-transports": ["tests/device_test", "tests/lone_group"],
    "breaks-memory": ["tests/device_test"],
    "breaks-library": ["tests/lives"],
    "breaks-process": ["process"],
    "softmlx5-process": ["process"],
    "softmlx5-launcher": ["process"],
    "runtime-posting": ["asan/rings", "asan/configurations", "asan/completions"],
    "runtime-defects": ["asan/defects"],
    "runtime-threads": ["tsan/threads", "tsan/threads_keys", "tsan/threads_srq", "tsan/threads_cqs", "tsan/threads_cancel",
                   "tsan/objects"],
    "runtime-fuzz": ["asan/fuzz_attributes", "asan/fuzz_cqes"],
    "lives": ["tests/lives", "asan/lives", "tsan/lives"],
    "adversary": ["tests/lives", "tests/client", "tests/sidebyside"],
}


# Tests that run perftest.
PERFTEST = ("clients", *(f"softmlx5-{name}" for name in ("fabric", "udp", "cm", "cm_hosts", "codes", "pcap")),
            *(f"breaks-{name}" for name in ("fabric", "udp", "edges", "transports")))


def harness(config: str) -> str:
    """Returns the object file of the proofs' harness for one of their configurations."""
    own = [name for name, _, _ in HARNESSES if name == config]
    return f"$builddir/proof/harness-{own[0] if own else 'native'}.o"


def needs(test: str) -> List[str]:
    """Returns the products of this file that the test needs."""
    names = [f"$builddir/{name}" for name in (*NEEDS.get(test, ()), *([QUICK_CLOCK] if test in PERFTEST else []))]
    for config in RUN:
        if test == f"proof-{config}":
            names.append("$builddir/proof/expected/images.txt")
        if test in (f"proof-{config}", f"proof-corners-{config}"):
            names.append(harness(config))
    return names


def found(*patterns: str) -> List[str]:
    """Returns files of the tree, relative to it."""
    return sorted(os.path.relpath(path, ROOT) for pattern in patterns
                  for path in glob.glob(os.path.join(ROOT, pattern)))


def stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def device_sources() -> Dict[str, str]:
    """Returns the sources of softmlx5's library and launcher by their names without suffix: ``cq`` is
    softmlx5/nic/queue/cq.c. No two sources have the same name."""
    return {stem(path): path for path in found(*SOFTMLX5_SOURCES) if not path.startswith("softmlx5/pci/")}


def function_sources() -> Dict[str, str]:
    """Returns the sources of the program softmlx5-device: the layers below the kernel's part, and its own folder."""
    return {stem(path): path for path in found(*SOFTMLX5_SOURCES) if path.split("/")[1] not in ("process", "uml", "kernel")}


def device_objects(build: str) -> Dict[str, str]:
    """Returns the object files of these in a build folder, by the same names."""
    return {name: os.path.join(build, "obj", f"{os.path.splitext(path)[0]}.o") for name, path in device_sources().items()}


def function_objects(build: str) -> Dict[str, str]:
    """Returns the object files of the program softmlx5-device, by the names of their sources."""
    return {name: os.path.join(build, "obj", f"{os.path.splitext(path)[0]}.o") for name, path in function_sources().items()}


def device_files(names: Iterable[str]) -> List[str]:
    """Returns softmlx5's sources of these names; none in a tree without softmlx5."""
    sources = device_sources()
    return [sources[name] for name in names if name in sources]


def is_of_kernel(source: str) -> bool:
    """Tells whether a source is one of those that asan/uverbs tests: the kernel's interface, without the device."""
    return source.startswith(("uverbs", "devx")) or source in ("softmlx5", "original", "gid", "ports", "reason")


def own_objects(sources: Iterable[str]) -> List[str]:
    """Returns the objects of which softmlx5 itself is linked."""
    return [f"$builddir/obj/{os.path.splitext(source)[0]}.o" for source in sources]


class Products:
    """Writes the build edges. ``made`` are all products, each once."""

    def __init__(self, writer: "Writer", stamp: str, tables: Sequence[str]) -> None:
        self.n, self.stamp, self.tables = writer, stamp, list(tables)
        self.made: List[str] = []

    def objects(self, folder: str, rule: str, sources: Sequence[str], flags: str = "",
                suffix: str = "") -> List[str]:
        """Compiles into obj/ of the folder; returns the object files."""
        result = []
        for source in sources:
            target = f"$builddir/{folder}/obj/{os.path.splitext(source)[0]}{suffix}.o"
            tables = self.tables if source in ("softmlx5/base/caps.c", "softmlx5/observe/trace.c") else []
            self.n.build(target, rule, [source], [self.stamp, *tables], **({"flags": flags} if flags else {}))
            result.append(target)
        return result

    def merged(self, folder: str, rule: str, sources: Sequence[str], flags: str) -> List[str]:
        """Compiles sources into one object, which is named after the first one; returns it."""
        if not sources:
            return []
        target = f"$builddir/{folder}/obj/{os.path.splitext(sources[0])[0]}{'_and_others' if len(sources) > 1 else ''}.o"
        tables = self.tables if {"softmlx5/base/caps.c", "softmlx5/observe/trace.c"} & set(sources) else []
        self.n.build(target, f"{rule}_merged", sources, [self.stamp, "tests/run/merged.py", *tables], flags=flags)
        return [target]

    def link(self, name: str, objects: Sequence[str], libs: str, flags: str = "") -> None:
        target = f"$builddir/{name}"
        self.n.build(target, "link_gcc", list(objects), flags=flags, libs=libs)
        self.made.append(target)

    def sanitized(self, name: str) -> None:
        """Adds library, device, and the programs with a sanitizer."""
        flags = SANITIZED_FOLDERS[name]
        sources = {name: path for name, path in device_sources().items() if name not in (*PRELOAD, *NOT_IN_DEVICE, "trace")}
        below = set(function_sources())
        kinds = {source: (path.split("/")[1], source in below, source in ENGINE, is_of_kernel(source),
                          source if source in ALONE or path.endswith(".S") else "") for source, path in sources.items()}
        merged = {kind: self.merged(name, name, [path for source, path in sources.items() if kinds[source] == kind], DEVICE_FLAGS)
                  for kind in sorted(set(kinds.values()))}
        # The printers of all layouts take 20 seconds with a sanitizer, and none of the programs
        # enables the trace.
        trace = "$builddir/tests/obj/softmlx5/observe/trace.o"
        device = [*(path for made in merged.values() for path in made), trace]
        function = self.merged(name, name, found("softmlx5/pci/*.c"), DEVICE_FLAGS)
        function += [path for kind, made in merged.items() if kind[1] for path in made]
        self.link(f"{name}/softmlx5-device", [*function, trace], DEVICE_LIBS, flags)
        library = self.merged(name, name, found("runtime/*.c"), "-Iinclude")

        def part(*names: str) -> List[str]:
            return sorted({path for source in names if source in kinds for path in merged[kinds[source]]})

        def runtime(program: str, more: str = "") -> None:
            made = self.objects(name, name, [f"tests/library/runtime/{program}.c"],
                                "-Iinclude -Iruntime -DSANITIZED")
            self.link(f"{name}/{program}", [*made, *library], VERBS_LIBS, flags + more)

        if name == "tsan":
            made = self.objects(name, name, ["tests/device/softmlx5/threads/device.c"], DEVICE_FLAGS)
            self.link("tsan/device", [*made, *device], DEVICE_LIBS, flags)
            for program in ("threads", "threads_keys", "threads_srq", "threads_cqs", "threads_cancel", "objects"):
                runtime(program)
            made = self.merged(name, name, found("tests/library/lives/*.c"), "-Iinclude")
            self.link("tsan/lives", [*made, *library], f"{VERBS_LIBS} -lcrypto", flags)
            return
        made = self.merged(name, name, found("tests/device/softmlx5/hostile/*.c"), DEVICE_FLAGS)
        self.link("asan/hostile", [*made, *device], DEVICE_LIBS, f"{flags} {WRAPPED}")
        harness = self.objects(name, name, ["tests/device/softmlx5/sig/harness.c"], DEVICE_FLAGS)
        self.link("asan/sig", [*harness, *part(*ENGINE)], DEVICE_LIBS, flags)
        plain = self.objects(name, name, ["softmlx5/nic/signature/crc_copy.c"],
                             DEVICE_FLAGS + " -DSM_CRC_COPY_PLAIN",
                             "_plain")
        self.link("asan/sig_plain", [*harness, *part(*(set(ENGINE) - {"crc_copy"})), *plain],
                  DEVICE_LIBS, flags)
        here, folder = "tests/device/softmlx5/uverbs", DEVICE_FLAGS + " -Itests/device/softmlx5/uverbs"
        stand_in = f"{here}/stand_in.c"  # its assertions are on, as those of the others are not
        made = [*self.merged(name, name, [path for path in found(f"{here}/*.c") if path != stand_in], folder),
                *self.objects(name, name, [stand_in], folder)]
        self.link("asan/uverbs", [*made, *part(*filter(is_of_kernel, kinds))],
                  DEVICE_LIBS, flags)
        for program in ("rings", "configurations", "completions", "defects"):
            runtime(program)
        # The whole device is in the program, which runs without the preloaded one.
        front = self.objects("tests", "on_softmlx5", device_files(PRELOAD),
                             f"{DEVICE_FLAGS} -fvisibility=hidden -Wno-conversion")
        made = self.merged(name, name, found("tests/library/lives/*.c"), "-Iinclude")
        self.link("asan/lives", [*made, *library, *device, *front],
                  f"{VERBS_LIBS} {DEVICE_LIBS}", f"{flags} -static-libasan -rdynamic")
        # the first runs under softmlx5, which is preloaded
        for program in ("fuzz_attributes", "fuzz_cqes"):
            runtime(program, " -static-libasan")

    def expected(self) -> None:
        """Adds the expected output of the proofs."""
        self.n.rule("expected",
                    command="$python tests/compiler/proof/expected.py --out $folder --depfile $out.d",
                    description="what print functions must print", depfile="$out.d", deps="gcc")
        self.made.append("$builddir/proof/expected/images.txt")
        self.n.build(self.made[-1], "expected", implicit=[
            self.stamp, *(f"tests/compiler/proof/{name}.py" for name in ("expected", "manual", "printed"))],
            folder="$builddir/proof/expected")

    def harness(self) -> None:
        """Adds the harness of the proofs for every processor; it is not under test."""
        self.n.rule("harness",
                    command="$cc -std=c11 -O2 -Wall -Wextra -Werror $flags -MD -MF $out.d "
                    "-c tests/compiler/proof/harness.c -o $out", description="harness of proofs",
                    depfile="$out.d",
                    deps="gcc")
        for name, compiler, flags in HARNESSES:
            self.n.build(harness(name), "harness", ["tests/compiler/proof/harness.c"], cc=compiler,
                         **({"flags": flags} if flags else {}))

    def programs(self) -> None:
        """Adds programs that run on softmlx5."""
        here = "tests/device/softmlx5/device"
        if not found(f"{here}/*.c"):  # like examples and tests that a tree does not have
            return
        lone = found(f"{here}/lone_*.c")
        objects = {stem(path): self.objects("tests", "on_softmlx5", [path], f"-I{here}")[0] for path in lone}
        rig = self.objects("tests", "on_softmlx5", ["tests/rig/verbs.c"])
        others = self.merged("tests", "on_softmlx5", [path for path in found(f"{here}/*.c") if path not in lone], f"-I{here}")
        self.link("tests/device_test", [*others, *rig], VERBS_LIBS)
        for name in ("exit", "refusals", "caps", "faults", "group", "ethernet", "ethernet_devx", "rss", "compressed", "matchers"):
            self.link(f"tests/lone_{name}", [objects[f"lone_{name}"], *rig], VERBS_LIBS)
        for name, path in (("pings", f"{here}/lone_pings.c"), ("bug_rings", "tests/world/bugs/rings.c"),
                           ("client", "tests/device/adversary/client.c")):
            made = [objects[stem(path)]] if stem(path) in objects else self.objects("tests", "on_softmlx5", [path])
            self.link(f"tests/{name}", [*made, *rig], VERBS_LIBS)
        clock = self.objects("tests", "on_softmlx5", ["tests/device/clients/quick_clock.c"], "-fPIC")
        self.link(QUICK_CLOCK, clock, "", "-shared")
        driver = self.merged("tests", "on_softmlx5", found("tests/device/softmlx5/pci/*.c"), "-Itests/device/softmlx5/pci")
        self.link("tests/pci_driver", driver, "")
        self.link("tests/devx", self.objects("tests", "on_softmlx5", ["tests/device/kernel/devx/devx.c"]), VERBS_LIBS)
        for name in ("cmlives", "cmclose"):
            self.link(f"tests/{name}", [objects[f"lone_{name}"]], "-lrdmacm " + VERBS_LIBS)
        for path, name in (("threads/verbs", "verbs"), ("values/values", "values")):
            made = self.objects("tests", "on_softmlx5", [f"tests/device/softmlx5/{path}.c"],
                                "-Wno-conversion")
            self.link(f"tests/{name}", made, VERBS_LIBS)

    def lives(self, library: str) -> None:
        """Adds programs that use the library on softmlx5: random lives of its objects, and writes on a device that fails."""
        made = self.objects("tests", "on_softmlx5", found("tests/library/lives/*.c"), "-O1 -Iinclude")
        self.link("tests/lives", [*made, library], f"{VERBS_LIBS} -lcrypto")
        made = self.objects("tests", "on_softmlx5", ["tests/device/kernel/faults/survive.c"], "-Iinclude")
        self.link("tests/survive", [*made, library], VERBS_LIBS)

    def abi(self, flags: str, version_script: str) -> None:
        """Adds the shared library with debug information."""
        objects = self.merged("tests/abi", "abi", found("runtime/*.c"), "")
        self.made.append(f"$builddir/{ABI_LIBRARY}")
        self.n.build(self.made[-1], "link_gcc", objects, [version_script], libs=VERBS_LIBS, flags=flags)

    def process(self, launcher: Sequence[str]) -> None:
        """Adds softmlx5 with a stand-in for the device."""
        before = len(self.made)
        here = "tests/device/softmlx5/process"
        sources, stand_in, hidden = device_files(sorted(PROCESS)), f"{here}/stand_in.c", "-fPIC -fvisibility=hidden"
        self.link("tests/process/libsoftmlx5.so",
                  [*own_objects(sources), *self.objects("tests/process", "process", [stand_in], hidden)],
                  "-lpthread -ldl", "-shared -Wl,-z,defs")
        undefined = "-fsanitize=undefined -fno-sanitize-recover=all"
        alone = device_files((*PRELOAD, "trap_x86"))
        self.link("tests/process/undefined/libsoftmlx5.so",
                  [*self.merged("tests/process/undefined", "process", [path for path in sources if path not in alone],
                               f"{hidden} {undefined}"),
                   *self.objects("tests/process/undefined", "process", [*alone, stand_in], f"{hidden} {undefined}")],
                  "-lpthread -ldl", f"-shared -Wl,-z,defs {undefined}")
        linked = {"base_test": own_objects(device_files(("softmlx5", "warn", "original"))),
                  "store_test": own_objects(device_files(["store"]))}
        programs = ("trap_test", "fd_test", "signal_test", "base_test", "store_test")
        for name in programs:
            made = self.objects("tests/process", "process", [f"{here}/{name}.c"])
            self.link(f"tests/process/{name}", made + linked.get(name, []), "-lpthread -ldl")
        address = self.objects("tests/process", "process", [f"{here}/trap_test.c"],
                               "-fsanitize=address", "_asan")
        self.link("tests/process/trap_test_asan", address, "-lpthread -ldl",
                  "-fsanitize=address -static-libasan")
        for folder in ("", "undefined/"):  # the launcher loads the library next to it
            self.link(f"tests/process/{folder}softmlx5", launcher, "")
        self.n.build("$builddir/process", "phony", self.made[before:])


def write(writer: "Writer", stamp: str, tables: Sequence[str], launcher: Sequence[str], library: str,
          shared: str, version_script: str) -> List[str]:
    """Writes all edges; returns the products. ``tables`` are headers generated for the device, ``launcher`` the objects
    of the program softmlx5, ``library`` is the static one; ``shared`` are the options that link the shared one."""
    writer.comment("What tests share; see tests/run/products.py.")
    for name, flags in RULES.items():
        writer.rule(name, command=f"gcc {flags} $flags -MD -MF $out.d -c $in -o $out",
                    description="cc $in",
                    depfile="$out.d", deps="gcc")
    for name in (*SANITIZED_FOLDERS, "abi", "process", "on_softmlx5"):
        writer.rule(f"{name}_merged", command=f"python3 tests/run/merged.py --out $out $in -- gcc {RULES[name]} $flags",
                    description="cc $out", depfile="$out.d", deps="gcc")
    writer.rule("link_gcc", command="gcc $flags $in -o $out $libs", description="link $out")
    products = Products(writer, stamp, tables)
    products.expected()
    products.harness()
    products.programs()
    products.objects("tests", "on_softmlx5", ["softmlx5/observe/trace.c"],
                     f"{DEVICE_FLAGS} -O0 -Wno-conversion")
    products.process(launcher)
    products.lives(library)
    products.abi(shared, version_script)
    for name in SANITIZED_FOLDERS:
        products.sanitized(name)
    return products.made
