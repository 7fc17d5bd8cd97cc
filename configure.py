#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes build.ninja, and tests.ninja into the build folder; with --install-deps first installs the packages they need.

    ./configure.py                           the default: build.ninja as checked in, and build/tests.ninja
    ./configure.py --install-deps            the same, after installing Debian packages for build and demo
    ./configure.py --install-deps=kernel     the same, after installing those for `ninja kernel` too
    ./configure.py --install-deps=test       the same, after installing those for `ninja test` too
    ./configure.py --install-deps=deep       the same, after installing those for `ninja test-deep` too, and for the kernel
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
from typing import List, NoReturn, Sequence, Tuple

ROOT = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, name) for name in ("codegen", "packaging", os.path.join("tests", "run"))]

import interpreter  # noqa: E402
import packages  # noqa: E402
import products  # noqa: E402
import targets  # noqa: E402
from ninjafile import Writer, exists  # noqa: E402

# Targets besides files: name, command, what it does. Those whose file does not exist are left out.
TARGETS = [
    ("demo", "$python examples/demo.py --build $builddir/demo",
     "from the spec to an explained signature configuration, and signatures on softmlx5"),
    ("regen", "codegen/prmc generate && codegen/prmc docs --renew",
     "regenerate generated/, the drawings in docs/ and docs/card.md from spec/"),
    ("check-generated", "codegen/prmc generate --check", "check that generated/ is what spec/ gives"),
    ("docs", "codegen/prmc docs", "the reference of the manual, build/docs/reference.html"),
    ("kernel", "python3 softmlx5/uml/build.py --build $builddir",
     "the Linux kernel of `softmlx5 --kernel`, once: some minutes; needs ./configure.py --install-deps=kernel"),
    ("install", "python3 packaging/install.py --prefix $prefix --build $builddir",
     "library, headers, compiler, spec, softmlx5 and pages to the prefix (or DESTDIR)"),
    ("deb", "python3 packaging/deb.py --build $builddir", "Debian packages of the same, build/deb/*.deb"),
    ("help", "./configure.py --list-targets", "this list"),
]
# The variable that names the file of the tests. ninja prints it where that file is missing, as in a fresh clone.
NAME_OF_TESTS = "first.run.configure.py"
STAMP = "$builddir/generated.stamp"  # generated/ is up to date
REFERENCE = "$builddir/docs/reference.html"  # a page for browsers
# What they need.
BEFORE = {"demo": ["all", "$builddir/tests/replay"], "install": ["products", REFERENCE], "deb": ["products", REFERENCE]}

# softmlx5: sources of the launcher, which shares some with the library; the libraries that they
# need.
LAUNCHER = (*products.LAUNCHER_ALONE, "config", "warn", "caps", "fault_spec", "oddities", "ports", "farewell", "gid", "original",
            "pcap_head")
SOFTMLX5_LIBS = "-lisal -lcrypto -lpthread -ldl"
SOFTMLX5_FLAGS = "-fPIC -fvisibility=hidden -fno-strict-aliasing -D_GNU_SOURCE -Igenerated -Isoftmlx5 " \
                 "-I$builddir/obj/softmlx5"
# Headers that are made for a source.
PRESETS = "$builddir/obj/softmlx5/cap_presets.h"

# The library, and the version of its interface. Objects of the shared and the static one are the
# same. Words that are stored one by one are not put together in vectors first, which takes longer.
LIBRARY_FLAGS = "-fPIC -fvisibility=hidden -fno-tree-slp-vectorize -D_GNU_SOURCE -Wshadow " \
                "-Igenerated -Iinclude"
LIBRARY_LIBS = "-libverbs -lmlx5 -lpthread"
LIBRARY_MAP = "runtime/libmlx5sig.map"
LIBRARY_SO = "libmlx5sig.so.2"
LIBRARY_LINK = f"-shared -Wl,-soname,{LIBRARY_SO} -Wl,--version-script={LIBRARY_MAP}"


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
    # An undeclared function is an error in C99; gcc 12 and clang 14 only warn, and would cut its pointers to 32 bits.
    flags = "-std=c11 -O2 -Wall -Wextra -Wconversion -Werror=implicit-function-declaration"
    if args.werror:
        flags += " -Werror"
    if args.sanitize:
        flags += f" -g {products.SANITIZERS[args.sanitize]}"
    return flags


def ninja_texts(args: argparse.Namespace, file: str, tests: str) -> Tuple[str, str]:
    """The contents of build.ninja, for these options and the files of the tree, and of the tests' file, which it
    includes."""
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
    n.rule("presets", command="python3 softmlx5/base/presets.py softmlx5/base/caps $out",
           description="presets of capabilities")
    n.rule("link", command="$cc $cflags $flags $in -o $out $libs", description="link $out")
    n.rule("archive", command="rm -f $out && ar rcs $out $in", description="archive $out")
    n.rule("reference", command="$python codegen/prmc docs --out $out --depfile $out.d",
           description="reference.html", depfile="$out.d", deps="gcc", restat="1")
    n.rule("run", command="$program", description="$out", pool="console")

    n.comment("Again when configure.py changes, or a test comes or goes.")
    watched = ["examples", "runtime", "softmlx5", *products.found("softmlx5/*/", "softmlx5/nic/*/"), "softmlx5/base/caps",
               *targets.watched()]
    n.build(f"{file} {tests}", "configure", implicit=[
        "configure.py", "codegen/interpreter.py", "codegen/ninjafile.py", "packaging/packages.py", "tests/run/products.py",
        "tests/run/targets.py", *(path for path in watched if os.path.isdir(os.path.join(ROOT, path)))])

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

    n.comment("See `ninja help`.")
    n.build(REFERENCE, "reference", implicit=[stamp])
    for name, command, _ in TARGETS:
        # also the name of a folder, so that it cannot be the output of a command
        if name == "docs":
            n.build(name, "phony", [REFERENCE])
        elif exists(command):
            n.build(name, "run", implicit=BEFORE.get(name, []), program=command)
    n.comment("Tests, and what they alone need.")
    n.lines += [f"{NAME_OF_TESTS} = {tests}", f"include ${{{NAME_OF_TESTS}}}"]
    build = targets.Build(stamp, library, device, [PRESETS],
                          [f"$builddir/obj/{os.path.splitext(path)[0]}.o" for name, path in
                           products.device_sources().items() if name in LAUNCHER], LIBRARY_LINK, LIBRARY_MAP)
    return n.text(), targets.write(args, build, file)


def softmlx5(n: Writer, stamp: str) -> List[str]:
    """The software device: the library that is preloaded, and its launcher. Gives the products."""
    n.comment("softmlx5.")
    sources = products.device_sources()
    objects = {name: f"$builddir/obj/{os.path.splitext(path)[0]}.o" for name, path in sources.items()}
    n.build(PRESETS, "presets", implicit=["softmlx5/base/presets.py",
                                          *products.found("softmlx5/base/caps/*.caps")])
    for name, path in sources.items():
        n.build(objects[name], "cc", [path], [stamp, *([PRESETS] if name == "caps" else [])],
                flags="$softmlx5_flags")
    function = {name: path for name, path in products.function_sources().items()}
    for name, path in function.items():
        if name not in sources:
            objects[name] = f"$builddir/obj/{os.path.splitext(path)[0]}.o"
            n.build(objects[name], "cc", [path], [stamp], flags="$softmlx5_flags")
    library, program, device = "$builddir/libsoftmlx5.so", "$builddir/softmlx5", "$builddir/softmlx5-device"
    n.build(library, "link", [objects[name] for name in sources if name not in products.NOT_IN_DEVICE],
            flags="-shared -Wl,-Bsymbolic-functions,-z,defs,-z,now" + n.unsanitized, libs="$softmlx5_libs")
    if "launcher" not in objects:
        return [library]
    n.build(program, "link", [objects[name] for name in LAUNCHER], libs="",
            **({"flags": n.unsanitized.strip()} if n.unsanitized else {}))
    if not function:
        return [library, program]
    n.build(device, "link", [objects[name] for name in function], libs="$softmlx5_libs",
            **({"flags": n.unsanitized.strip()} if n.unsanitized else {}))
    n.comment("The first process in the kernel of `softmlx5 --kernel`.")
    n.build(f"{program}-init", "link", [objects["init"]], flags="-static" + n.unsanitized)
    return [library, program, device, f"{program}-init"]


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
            ("test", "the tests that a change can break; each has a target of its own, see below"),
            ("test-deep", "the other tests, which take longer"),
            ("test-products", "programs and libraries that tests share")]
    rows += [(name, what) for name, command, what in [*TARGETS, *targets.TARGETS] if exists(command)]
    for name, what in rows:
        print(f"{name:<16} {what}")
    for tier, is_deep in (("test", False), ("test-deep", True)):
        print(f"\ntests of `ninja {tier}`:")
        for name in sorted(test.name for test in targets.tests(is_default(args)) if test.is_deep == is_deep):
            print(f"  test-{name}")


def fail(text: str) -> NoReturn:
    sys.exit(f"configure.py: {text}")


# What tests unpack from files of packages, by the kind of --install-deps: rdma-core's tests, which small systems leave out
# when they install the package; packages that are not to be installed.
FETCHED = {"test": ["tests/device/rdma_core/package.py"]}
FETCHED["deep"] = [*FETCHED["test"], "tests/run/debian_file.py"]


def fetch(kind: str) -> None:
    """Downloads such files into the build folder."""
    for name in FETCHED[kind]:
        command = os.path.join(ROOT, name)
        if os.path.exists(command):  # it says what is wrong; the test itself fails without them
            subprocess.run([sys.executable, command, "--fetch", os.path.join(ROOT, "build")], check=False)


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
    os.utime(path)  # newer than its folder, in which ninja looks for new tests
    return True


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install-deps", nargs="?", choices=tuple(packages.KINDS), const="build",
                        help="install the Debian packages that are missing, as root or with sudo: for build and demo, "
                             "with =test for `ninja test` too, with =deep for `ninja test-deep`, with =kernel for `ninja kernel`")
    parser.add_argument("--build", default="build", metavar="DIR",
                        help="build folder; build.ninja is written into it unless it is `build`, tests.ninja always")
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
        packages.install(args.install_deps)
    if args.install_deps in FETCHED:
        fetch(args.install_deps)
    start = os.getcwd()
    os.chdir(ROOT)
    file, tests = "build.ninja", os.path.join(args.build, "tests.ninja")
    os.makedirs(args.build, exist_ok=True)
    if not is_default(args):
        file = os.path.join(args.build, file)
        write_file(os.path.join(args.build, ".gitignore"), "*\n")
    texts = ninja_texts(args, file, tests)
    changed = write_file(tests, texts[1])
    changed = write_file(file, texts[0]) or changed
    how = "ninja" + ("" if start == ROOT else f" -C {shlex.quote(ROOT)}") + (
        "" if is_default(args) else f" -f {file}")
    print(f"configure.py: {file} {'written' if changed else 'is as it should be'}; `{how}` builds, "
          f"`{how} help` lists the targets")
    modules = ("yaml", "jinja2")
    if interpreter.find(modules) is None:
        print(f"configure.py: `{how}` builds, but prmc does not run: " + interpreter.lack(modules))
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
