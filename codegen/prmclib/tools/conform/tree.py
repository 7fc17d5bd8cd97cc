# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Source trees that have tables of bits: their headers, version and date."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import os
import re
import subprocess
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from ..cstructs import CStruct, read_structs
from ...errors import Findings, listed
from ..ifc import read_ifc
from ..ifc.ifc_tables import Header, Table


@dataclass(frozen=True)
class Project:
    """A known project: its headers, relative to its top; the first one is required."""

    name: str
    headers: Tuple[str, ...]
    word: str  # its name in the spec's `source`
    structs: Tuple[str, ...] = ()  # headers with structs of bytes, after those that they need


_LINUX, _MLX5 = "include/linux/mlx5/", "providers/mlx5/"
PROJECTS = (
    Project("Linux", (_LINUX + "mlx5_ifc.h", _LINUX + "mlx5_ifc_fpga.h",
                      _LINUX + "mlx5_ifc_vdpa.h"), "linux",
            (_LINUX + "device.h", _LINUX + "qp.h", _LINUX + "cq.h")),
    Project("rdma-core", (_MLX5 + "mlx5_ifc.h",), "rdma-core",
            ("libibverbs/verbs.h", "libibverbs/tm_types.h", _MLX5 + "mlx5dv.h", _MLX5 + "wqe.h")),
    Project("SPDK", ("lib/mlx5/mlx5_ifc.h",), "SPDK"),
    Project("DPDK", ("drivers/common/mlx5/mlx5_prm.h",), "DPDK",
            ("drivers/common/mlx5/mlx5_prm.h",)),
)


class TreeError(Exception):
    """Something is not a tree; the text says why and what to do."""


@dataclass
class Tree:
    """The headers of one tree."""

    label: str  # "Linux 6.1", "rdma-core"
    project: Project
    paths: List[str]  # of the headers
    version: str = ""
    date: str = ""  # ISO, of the source; empty if unknown
    header: Header = field(default_factory=Header)
    structs: Dict[str, CStruct] = field(default_factory=dict)  # structs of bytes, by tag
    constants: Dict[str, int] = field(default_factory=dict)  # of enumerations and macros
    enums: Dict[str, List[str]] = field(default_factory=dict)  # their names, by tag
    digest: str = ""  # sha256 over the headers' contents
    names: List[str] = field(default_factory=list)  # of all headers, from the top of the tree

    @property
    def tables(self) -> Dict[str, Table]:
        return self.header.tables

    @property
    def linux(self) -> Optional[List[int]]:
        """The version of a Linux tree as numbers."""
        if self.project.name != "Linux":
            return None
        return numbers(self.label) or numbers(self.version)


def numbers(text: str) -> List[int]:
    """The first two numbers of a version: [6, 1] of "Linux 6.1.192"."""
    match = re.search(r"\b([0-9]+)\.([0-9]+)", text)
    return [int(match.group(1)), int(match.group(2))] if match else []


def read_tree(text: str) -> Tuple[Tree, Findings]:
    """Reads the tree in ``[LABEL[@DATE]=]PATH``: the top of a tree or one of its headers."""
    label, date, path = _parts(text)
    project, top, paths = _find(path)
    version = _version(project, top)
    tree = Tree(label or _label(project, version), project, paths, version,
                date or _date(top, paths[0]))
    tree.header, findings = read_ifc(paths)
    digests = dict(tree.header.digests)
    constants = dict(tree.header.constants)
    tree.enums = {item.tag: [name for name, _ in item.values] for item in tree.header.enums
                  if item.tag}
    tree.names = [name for name in project.headers
                  if any(os.path.basename(name) == os.path.basename(given) for given in paths)]
    if top:
        more = [name for name in project.structs if os.path.isfile(os.path.join(top, name))]
        found, _ = read_structs([os.path.join(top, name) for name in more])
        tree.names += [name for name in more if name not in tree.names]
        tree.structs = found.structs
        digests.update(found.digests)
        constants.update(found.constants)
        tree.enums.update(found.enums)
    tree.constants = {name: value for name, value in constants.items() if value is not None}
    total = hashlib.sha256()
    for digest in dict.fromkeys(digests.values()):
        total.update(digest.encode())
    tree.digest = total.hexdigest()
    if project.name == "Linux" and tree.linux == []:
        raise TreeError(f"{path}: the version of Linux is unknown; write 'Linux X.Y={path}'")
    return tree, findings


def _parts(text: str) -> Tuple[str, str, str]:
    head, equals, path = text.partition("=")
    if not equals or "/" in head:
        return "", "", text
    label, at, date = head.partition("@")
    if at:
        try:
            datetime.date.fromisoformat(date)
        except ValueError:
            raise TreeError(f"{text}: '{date}' is not a date; write LABEL@YYYY-MM-DD=PATH") from None
    return label.strip(), date, path


def _find(path: str) -> Tuple[Project, str, List[str]]:
    """Returns project, top of the tree and headers."""
    if not os.path.exists(path):
        raise TreeError(f"{path}: there is no such tree or header")
    if os.path.isdir(path):
        for project in PROJECTS:
            for base in (path, os.path.join(path, "include", "..")):
                if os.path.isfile(os.path.join(base, project.headers[0])):
                    found = [os.path.join(path, name) for name in project.headers
                             if os.path.isfile(os.path.join(path, name))]
                    return project, path, found
        wanted = listed([project.headers[0] for project in PROJECTS], "or")
        raise TreeError(f"{path}: not a tree of a driver: it has none of {wanted}. Give the header")
    real = os.path.abspath(path)
    for project in PROJECTS:
        for name in project.headers:
            if real.endswith("/" + name):
                return project, real[:-len(name) - 1], [path]
    for project in PROJECTS:
        if any(os.path.basename(path) == os.path.basename(name) for name in project.headers[1:]) \
                or os.path.basename(path) == os.path.basename(project.headers[0]) == "mlx5_prm.h":
            return project, "", [path]
    raise TreeError(f"{path}: the project cannot be determined from this path; give the header in "
                    "its tree's folders, as providers/mlx5/mlx5_ifc.h")


def _label(project: Project, version: str) -> str:
    known = numbers(version)
    return f"Linux {known[0]}.{known[1]}" if project.name == "Linux" and known else project.name


def _text(top: str, name: str) -> str:
    try:
        with open(os.path.join(top, name), encoding="utf-8", errors="replace") as stream:
            return stream.read(1 << 16)
    except OSError:
        return ""


def _version(project: Project, top: str) -> str:
    """Returns the version in the tree's own files."""
    if not top:
        return ""
    if project.name == "Linux":
        text = _text(top, "Makefile")
        parts = [re.search(rf"^{key} *= *([0-9]+)", text, flags=re.M)
                 for key in ("VERSION", "PATCHLEVEL", "SUBLEVEL")]
        return ".".join(part.group(1) for part in parts if part)
    if project.name == "rdma-core":
        match = re.search(r"PACKAGE_VERSION +\"([^\"]+)\"", _text(top, "CMakeLists.txt"))
        return match.group(1) if match else ""
    return _text(top, "VERSION").strip().split("\n")[0][:40]


def _date(top: str, path: str) -> str:
    """Returns the date of a tree's last commit, or of its Debian package."""
    if not top:
        return ""
    if os.path.exists(os.path.join(top, ".git")):
        done = subprocess.run(["git", "-C", top, "log", "-1", "--format=%cs"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              check=False)
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.strip()
    package = os.path.basename(os.path.normpath(top))
    for text in (_changelog(f"/usr/share/doc/{package}/changelog.Debian.gz"),
                 _text(top, "debian/changelog")):
        match = re.search(r"^ -- .*?  (?:\w+, )?(\d+) (\w{3}) (\d{4}) ", text, flags=re.M)
        if match:
            return datetime.datetime.strptime(" ".join(match.groups()),
                                              "%d %b %Y").date().isoformat()
    return ""


def _changelog(path: str) -> str:
    try:
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as stream:
            return stream.read(1 << 16)
    except (OSError, EOFError):
        return ""
