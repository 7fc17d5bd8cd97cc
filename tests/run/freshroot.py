# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A Debian system in a folder, without the network: files and records of some installed packages of this machine and of
all packages that they depend on, and nothing else. Commands run in it as root, in namespaces of their own, so an
ordinary user can have one too.

dpkg works in it as in any system, so it notices missing dependencies and conflicts. Maintainer scripts of the copied
packages have not run there, so there are no alternatives (`cc`, `awk`), users and locales.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Dict, Iterable, List, Sequence, Set, Tuple

import patience

ADMIN = "/var/lib/dpkg"
LEFT_OUT = ("/usr/share/doc/", "/usr/share/locale/", "/usr/share/man/", "/usr/share/info/", "/usr/share/i18n/")
# PID 1 of the namespace ends last, so no program outlives the command.
ENTER = """
for folder in dev sys; do mount --rbind "/$folder" "$1/$folder" || exit 125; done
mount -t proc proc "$1/proc" 2>/dev/null || mount --rbind /proc "$1/proc" || exit 125  # not every container may have one of its own
mount -t tmpfs tmpfs "$1/run" || exit 125
exec chroot "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
LC_ALL=C.UTF-8 XDG_RUNTIME_DIR=/run /bin/bash -e -c 'cd "$1"; eval "$2"' bash "$2" "$3"
"""


def namespaces() -> List[str]:
    """Returns the command that enters new namespaces as root."""
    own_user = ["--user", "--map-root-user"] if os.geteuid() else []
    return ["unshare", *own_user, "--mount", "--pid", "--fork", "--kill-child"]


def why_impossible() -> str:
    """Returns why there cannot be a fresh root on this machine, or an empty text."""
    if not os.path.exists(f"{ADMIN}/status"):
        return "this system has no dpkg"
    done = subprocess.run([*namespaces(), "mount", "-t", "tmpfs", "tmpfs", "/mnt"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return f"mounts in a namespace are not allowed: {done.stdout.strip()}" if done.returncode else ""


def fields_of(paragraph: str) -> Dict[str, str]:
    return dict(re.findall(r"^(\S+): *(.*)$", paragraph, re.M))


class Installed:
    """The packages of this machine, from dpkg's records."""

    def __init__(self) -> None:
        with open(f"{ADMIN}/status", encoding="utf-8") as stream:
            paragraphs = stream.read().strip().split("\n\n")
        native = subprocess.run(["dpkg", "--print-architecture"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.paragraph: Dict[str, str] = {}
        self.provider: Dict[str, str] = {}
        for paragraph in paragraphs:
            fields = fields_of(paragraph)
            if not fields["Status"].endswith(" installed") or fields["Architecture"] not in (native.strip(), "all"):
                continue
            self.paragraph[fields["Package"]] = paragraph
            for name in re.findall(r"[\w.+-]+", re.sub(r"\([^)]*\)", "", fields.get("Provides", ""))):
                self.provider.setdefault(name, fields["Package"])

    def fields(self, name: str) -> Dict[str, str]:
        return fields_of(self.paragraph[name])

    def needed(self, dependencies: str, without: Iterable[str] = ()) -> List[str]:
        """Returns the installed packages that satisfy a field like Depends."""
        found = []
        for choice in filter(None, (part.strip() for part in dependencies.split(","))):
            names = [re.split(r"[\s:(]", name.strip())[0] for name in choice.split("|")]
            if set(names) & set(without):
                continue
            names = [name if name in self.paragraph else self.provider.get(name, "") for name in names]
            if not any(names):
                raise LookupError(f"no installed package satisfies {choice}: run ./configure.py --install-deps=deep")
            found.append(next(name for name in names if name))
        return found

    def closure(self, names: Iterable[str]) -> Set[str]:
        """Returns the packages, those that they depend on, and the essential ones."""
        essential = [name for name in self.paragraph if self.fields(name).get("Essential") == "yes"]
        found: Set[str] = set()
        todo = [*names, *essential, "dpkg"]
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                fields = self.fields(name)
                todo += self.needed(f"{fields.get('Depends', '')}, {fields.get('Pre-Depends', '')}")
        return found

    def record(self, name: str, suffix: str) -> str:
        """Returns the path of a file of dpkg's about the package."""
        plain = f"{ADMIN}/info/{name}.{suffix}"
        return plain if os.path.exists(plain) else f"{ADMIN}/info/{name}:{self.fields(name)['Architecture']}.{suffix}"


def copy(source: str, target: str) -> None:
    """Copies a file, a link or an empty folder with its mode."""
    if os.path.islink(source):
        if not os.path.lexists(target):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.symlink(os.readlink(source), target)
    elif os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    elif os.path.isfile(source):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(source, target)


class FreshRoot:
    """The folder; packages that are in a field like Depends, and all that these need, are in it."""

    def __init__(self, folder: str, dependencies: str, without: Sequence[str] = ()) -> None:
        self.folder = folder
        installed = Installed()
        names = sorted(installed.closure(installed.needed(dependencies, without)))
        for name in ("bin", "sbin", "lib", "lib64"):  # links into /usr, which packages take for folders
            if os.path.islink(f"/{name}"):
                os.makedirs(f"{folder}/usr/{name}")
                copy(f"/{name}", f"{folder}/{name}")
        for name in ("dev", "proc", "sys", "run", "root", "tmp", "work", "etc", "var/log", "var/cache/ldconfig"):
            os.makedirs(f"{folder}/{name}", exist_ok=True)
        for name in names:
            with open(installed.record(name, "list"), encoding="utf-8") as stream:
                for path in stream.read().splitlines():
                    if not path.startswith(LEFT_OUT):
                        parent, base = os.path.split(path)
                        copy(path, folder + os.path.join(os.path.realpath(parent), base))
        copy("/bin/sh", f"{folder}/usr/bin/sh")  # dpkg lists it under the name to which dash diverts it
        with open(f"{folder}/etc/hosts", "w", encoding="ascii") as stream:
            stream.write("127.0.0.1 localhost\n")
        self.copy_records(installed, names)
        self.must("ldconfig")

    def copy_records(self, installed: Installed, names: Sequence[str]) -> None:
        """Makes dpkg's records of these packages."""
        admin = self.folder + ADMIN
        for name in ("info", "updates", "triggers", "alternatives", "parts"):
            os.makedirs(f"{admin}/{name}", exist_ok=True)
        with open(f"{admin}/status", "w", encoding="utf-8") as stream:
            stream.write("".join(installed.paragraph[name] + "\n\n" for name in names))
        for name in names:
            prefix = installed.record(name, "list")[:-len("list")]
            for file in os.listdir(f"{ADMIN}/info"):
                if f"{ADMIN}/info/{file}".startswith(prefix):
                    copy(f"{ADMIN}/info/{file}", f"{admin}/info/{file}")
        copy(f"{ADMIN}/info/format", f"{admin}/info/format")
        for name in os.listdir(f"{ADMIN}/triggers"):  # each line ends with the package that is interested
            if name not in ("Lock", "Unincorp"):
                with open(f"{ADMIN}/triggers/{name}", encoding="utf-8") as stream:
                    lines = [line for line in stream if re.split("[/:]", line.split()[-1])[0] in names]
                with open(f"{admin}/triggers/{name}", "w", encoding="utf-8") as stream:
                    stream.writelines(lines)

    def run(self, script: str, cwd: str = "/work", timeout: int = patience.LIMIT) -> Tuple[int, str]:
        """Runs a script of bash, which ends with the first command that fails; returns status and output."""
        done = subprocess.run([*namespaces(), "sh", "-c", ENTER, "sh", self.folder, cwd, script], text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              errors="replace", timeout=timeout, check=False)
        return done.returncode, done.stdout

    def must(self, script: str, cwd: str = "/work", timeout: int = patience.LIMIT) -> str:
        """Runs a script that has to succeed; returns its output."""
        status, text = self.run(script, cwd, timeout)
        assert status == 0, f"{script}\n{text}"
        return text

    def files(self) -> Dict[str, Tuple[int, str]]:
        """Returns mode and target of every file and folder, without those that change with every installation
        and what Python keeps of its own modules."""
        skipped = re.compile("(var/(lib/dpkg|log|cache)|etc/ld.so.cache|work|tmp|root|usr/(lib|share)/python3.*/__pycache__)"
                             "(/|$)")
        found = {}
        for base, folders, names in os.walk(self.folder):
            for name in folders + names:
                path = os.path.join(base, name)
                short = os.path.relpath(path, self.folder)
                if not skipped.match(short):
                    found[short] = os.lstat(path).st_mode, os.readlink(path) if os.path.islink(path) else ""
        return found
