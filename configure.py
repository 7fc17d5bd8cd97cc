#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes build.ninja; with --install-deps first installs what build and tests need.

    ./configure.py                               the default: build.ninja, as checked in
    ./configure.py --install-deps                the same, after installing Debian's packages
    ./configure.py --build out --cc clang        out/build.ninja, used with `ninja -f out/build.ninja`

The default build.ninja is the same on every machine. Other options need a build folder of
their own (--build), so that the working tree stays as it is. Needs Python 3.9 and nothing else.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import subprocess
import sys
from typing import List, Optional, Sequence, Tuple

ROOT = os.path.dirname(os.path.abspath(__file__))

PACKAGES = [
    "gcc", "g++", "clang", "ninja-build", "git",
    "python3", "python3-yaml", "python3-jinja2", "python3-pytest",  # the compiler, its tests
    "gcc-i686-linux-gnu", "g++-i686-linux-gnu",  # 32 bits
    "gcc-s390x-linux-gnu", "g++-s390x-linux-gnu", "qemu-user",  # big-endian
]

# name, command, timeout in seconds. $python and $builddir are set in build.ninja.
TESTS: List[Tuple[str, str, int]] = [
    ("generated", "$python tests/check_generated.py", 60),
    ("unit", "$python -m pytest -q -p no:cacheprovider tests/unit", 300),
    ("fuzz", "$python -m pytest -q -p no:cacheprovider tests/fuzz", 300),
    ("vectors", "$python tests/vectors/run.py --cc $cc --build $builddir/vectors", 300),
]
TESTS += [("headers", "$python tests/check_headers.py", 600)]
TESTS += [("mutation", "$python tests/mutation/run.py --cc $cc", 600)]
TESTS += [(f"proof-{name}",
           f"$python tests/proof/run.py --config {name} --build $builddir/proof/{name}", 600)
          for name in ("gcc-O0", "gcc-O2", "gcc-O3", "clang-O0", "clang-O2", "g++", "sanitize",
                       "i686", "s390x")]


class Ninja:
    """The few forms of the ninja language that we use."""

    def __init__(self) -> None:
        self.lines: List[str] = []

    def comment(self, text: str) -> None:
        self.lines.append(f"# {text}")

    def blank(self) -> None:
        self.lines.append("")

    def variable(self, name: str, value: str, indent: int = 0) -> None:
        self.lines.append("  " * indent + f"{name} = {value}".rstrip())

    def rule(self, name: str, command: str, description: str, **extra: str) -> None:
        self.lines.append(f"rule {name}")
        self.variable("command", command, 1)
        self.variable("description", description, 1)
        for key, value in extra.items():
            self.variable(key, value, 1)
        self.blank()

    def build(self, outputs: Sequence[str], rule: str, inputs: Sequence[str] = (),
              implicit: Sequence[str] = (), variables: Optional[dict] = None) -> None:
        line = f"build {' '.join(outputs)}: {rule}"
        if inputs:
            line += " " + " ".join(inputs)
        if implicit:
            line += " | " + " ".join(implicit)
        self.lines.append(line)
        for key, value in (variables or {}).items():
            self.variable(key, value, 1)


def tree_files(*patterns: str) -> List[str]:
    """Files below the root that match, relative and sorted, the same on every machine."""
    found = set()
    for pattern in patterns:
        found.update(os.path.relpath(p, ROOT)
                     for p in glob.glob(os.path.join(ROOT, pattern), recursive=True)
                     if os.path.isfile(p))
    return sorted(found)


def write_ninja(args: argparse.Namespace) -> str:
    n = Ninja()
    n.comment("Made by configure.py. Do not edit: change configure.py and run it.")
    n.blank()
    n.variable("ninja_required_version", "1.10")
    for name, value in (("python", args.python), ("cc", args.cc), ("builddir", args.build),
                        ("cflags", cflags(args)), ("prefix", args.prefix)):
        n.variable(name, value)
    n.blank()
    n.rule("configure", f"{args.python} configure.py{options(args)}", "configure.py",
           generator="1")
    n.rule("object", "$cc $cflags -MD -MF $out.d -include $in -x c -c /dev/null -o $out", "CC $out", depfile="$out.d",
           deps="gcc")
    n.rule("regen", "$python codegen/prmc generate", "prmc generate", restat="1", pool="console")
    n.rule("run", "$run_command", "$what", pool="console")
    n.rule("test", "$python tests/run_test.py --name $name --timeout $seconds --out $out -- "
           "$test_command", "test $name")
    n.rule("summary", "$python tests/summary.py $in", "summary", pool="console")
    n.build([args.ninja_file], "configure", implicit=["configure.py"])
    n.blank()
    n.comment("The headers, compiled once each: what `ninja` alone builds. Needs only a C compiler.")
    objects = []
    for header in tree_files("generated/prm_*.h"):
        out = f"$builddir/headers/{os.path.basename(header)}.o"
        n.build([out], "object", [header], variables={"cflags": "$cflags -Igenerated"})
        objects.append(out)
    n.build(["all"], "phony", objects)
    n.lines.append("default all")
    n.blank()
    n.comment("Tests always run again.")
    n.build(["always"], "phony")
    records = []
    for name, command, seconds in TESTS:
        record = f"$builddir/tests/{name}.json"
        n.build([record], "test", [], ["always"],
                {"name": name, "test_command": command, "seconds": str(seconds)})
        n.build([f"test-{name}"], "summary", [record])
        records.append(record)
    n.build(["test"], "summary", records)
    n.blank()
    for name, command, what in (
            ("regen", "$python codegen/prmc generate", "prmc generate"),
            ("check-generated", "$python codegen/prmc generate --check", "prmc generate --check"),
            ("demo", "$python examples/demo.py --cc $cc --build $builddir/demo", "demo"),
            ("install", "./configure.py --do-install $prefix", "install to $prefix"),
            ("help", "./configure.py --list-targets", "targets")):
        n.build([name], "run", variables={"run_command": command, "what": what})
    return "\n".join(n.lines) + "\n"


TARGETS = """\
all              compile every generated header (the default); needs only a C compiler
demo             explain a real signature configuration, from the spec alone
test             every test; test-NAME runs one
regen            write generated/ anew from spec/
check-generated  is generated/ what the spec gives?
install          headers, spec and compiler to PREFIX (DESTDIR is honoured)
help             this list\
"""


def cflags(args: argparse.Namespace) -> str:
    flags = "-std=c11 -O2 -Wall -Wextra -Wconversion"
    if args.werror:
        flags += " -Werror"
    if args.sanitize:
        flags += " -g -fsanitize=address,undefined -fno-sanitize-recover=all"
    return flags


def options(args: argparse.Namespace) -> str:
    """The options of this configuration, for ninja to call us again."""
    out = ""
    for name, default in (("build", "build"), ("cc", "gcc"), ("prefix", "/usr/local")):
        if getattr(args, name) != default:
            out += f" --{name} {getattr(args, name)}"
    return out + (" --sanitize" if args.sanitize else "") + (" --werror" if args.werror else "")


def install_deps() -> None:
    """Installs the missing Debian packages, as root or through sudo; never removes one."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-query"):
        sys.exit("configure.py: --install-deps needs apt-get; on another system install the "
                 "equivalents of: " + " ".join(PACKAGES))
    query = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n"],
                           capture_output=True, text=True, check=False)
    have = {line.split()[0] for line in query.stdout.splitlines() if line.endswith(" installed")}
    missing = [name for name in PACKAGES if name not in have]
    if not missing:
        print("configure.py: all packages are installed")
        return
    command = ["apt-get"]
    if os.geteuid():
        if not shutil.which("sudo"):
            sys.exit("configure.py: packages are missing and there is neither root nor sudo; "
                     "as root run: apt-get install " + " ".join(missing))
        command = ["sudo", "apt-get"]
    print("configure.py: installing " + " ".join(missing), flush=True)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = command + ["install", "-y", "-q", "--no-install-recommends", "--no-remove"] + missing
    for step in (command + ["update", "-q"], install):
        if subprocess.run(step, env=environment, check=False).returncode:
            sys.exit(f"configure.py: `{' '.join(step)}` failed; its message above says why "
                     "(gcc-multilib, if installed, conflicts with Debian's cross compilers)")


def do_install(prefix: str) -> None:
    """Copies headers, spec and compiler below prefix."""
    top = os.environ.get("DESTDIR", "") + os.path.join("/", prefix)
    share = os.path.join(top, "share", "mlx5sig")
    for source, target in (("generated", os.path.join(top, "include", "mlx5sig")),
                           ("spec", os.path.join(share, "spec")),
                           ("codegen", os.path.join(share, "codegen"))):
        shutil.copytree(os.path.join(ROOT, source), target, dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    launcher = os.path.join(top, "bin", "prmc")
    os.makedirs(os.path.dirname(launcher), exist_ok=True)
    with open(launcher + ".part", "w", encoding="utf-8") as stream:
        stream.write("#!/bin/sh\nexec " + os.path.join("/", prefix, "share/mlx5sig/codegen/prmc")
                     + ' "$@"\n')
    os.chmod(launcher + ".part", 0o755)
    os.replace(launcher + ".part", launcher)
    print(f"installed below {top}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--install-deps", action="store_true",
                        help="install the Debian packages that are missing, as root or with sudo")
    parser.add_argument("--prefix", default="/usr/local", help="where `ninja install` goes")
    parser.add_argument("--build", default="build", metavar="DIR",
                        help="build folder; with another one, build.ninja is written into it")
    parser.add_argument("--cc", default="gcc", help="C compiler (default: gcc)")
    parser.add_argument("--sanitize", action="store_true",
                        help="compile with the address and undefined-behaviour sanitizers")
    parser.add_argument("--werror", action="store_true", help="warnings are errors")
    parser.add_argument("--do-install", metavar="PREFIX", help=argparse.SUPPRESS)
    parser.add_argument("--list-targets", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.do_install:
        do_install(args.do_install)
        return 0
    if args.list_targets:
        print(TARGETS)
        return 0
    os.chdir(ROOT)
    args.python = "/usr/bin/python3"  # Debian's; the first one in PATH may have no modules
    args.ninja_file = "build.ninja"
    if args.build == "build":
        if options(args):
            sys.exit("configure.py: these options need a folder of their own, so that the checked-in "
                     "build.ninja stays as it is: add --build DIR")
    else:
        args.ninja_file = os.path.join(args.build, "build.ninja")
        os.makedirs(args.build, exist_ok=True)
    if args.install_deps:
        install_deps()
    text = write_ninja(args)
    try:
        with open(args.ninja_file, encoding="utf-8") as stream:
            same = stream.read() == text
    except FileNotFoundError:
        same = False
    if same:
        os.utime(args.ninja_file)  # newer than configure.py, or ninja would call us again
    else:
        with open(args.ninja_file + ".part", "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(args.ninja_file + ".part", args.ninja_file)
    how = "ninja" if args.build == "build" else f"ninja -f {args.ninja_file}"
    print(f"{args.ninja_file}: {'as it was' if same else 'written'}; now run `{how}`, or "
          f"`{how} help` for the targets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
