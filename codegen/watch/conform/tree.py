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

from prmclib.model.errors import Findings, listed
from prmclib.readers.source import load_source
from prmclib.writers import ifc
from prmclib.writers.options import Options
from watch.c.c_types import CStruct
from watch.headers.cstructs import read_structs
from watch.ifc import read_ifc
from watch.ifc.ifc_layouts import short_name
from watch.ifc.ifc_tables import Header, Table
from watch.ifc.rust import header_of


@dataclass(frozen=True)
class Project:
    """A known project: its headers, relative to the top of its tree; the first one is required."""

    name: str  # `source` in the spec begins with it, in any case
    headers: Tuple[str, ...]
    structs: Tuple[str, ...] = ()  # headers with byte structs and those they need, in order
    version: Tuple[str, str] = ("VERSION", r"\A(.{1,40})")  # file, and what joined by dots is the version
    copies: str = ""  # the project whose headers these are, with small changes
    code: Tuple[str, ...] = ()  # folders with the code that uses the tables

    @property
    def word(self) -> str:
        return "linux" if self.name == "Linux" else self.name


_LINUX, _MLX5 = "include/linux/mlx5/", "providers/mlx5/"
_CORE = "drivers/net/ethernet/mellanox/mlx5/core/"
_MORI = "include/mori/application/transport/rdma/providers/mlx5/mlx5_"
_DOCA, _NVSHMEM = "include/host/mlx5_", "src/modules/transport/common/mlx5_"
_NCCL = "src/transport/net_ib/gdaki/doca-gpunetio/"
_DPDK = "drivers/common/mlx5/mlx5_prm.h"
PROJECTS = (
    Project("Linux", (_LINUX + "mlx5_ifc.h", _LINUX + "mlx5_ifc_fpga.h", _LINUX + "mlx5_ifc_vdpa.h",
                      _CORE + "sf/mlx5_ifc_vhca_event.h", _CORE + "diag/fw_tracer.h",
                      _CORE + "steering/sws/mlx5_ifc_dr.h", _CORE + "steering/sws/mlx5_ifc_dr_ste_v1.h",
                      _CORE + "steering/hws/prm.h", _CORE + "steering/hws/definer.h"),
            (_LINUX + "device.h", _LINUX + "qp.h", _LINUX + "cq.h"),
            ("Makefile", r"^VERSION *= *(\d+)\nPATCHLEVEL *= *(\d+)\nSUBLEVEL *= *(\d+)$"),
            code=("drivers/net/ethernet/mellanox/mlx5", "drivers/infiniband/hw/mlx5", "drivers/vfio/pci/mlx5",
                  "drivers/vdpa/mlx5", "drivers/fwctl/mlx5")),
    Project("rdma-core", (_MLX5 + "mlx5_ifc.h",),
            ("libibverbs/verbs.h", "libibverbs/tm_types.h", _MLX5 + "mlx5dv.h", _MLX5 + "wqe.h"),
            ("CMakeLists.txt", r'PACKAGE_VERSION +"([^"]+)"'), code=("providers/mlx5",)),
    Project("SPDK", ("lib/mlx5/mlx5_ifc.h",), copies="rdma-core"),
    Project("DPDK", (_DPDK, "drivers/net/mlx5/hws/mlx5dr_definer.h"), (_DPDK,), code=("drivers",)),
    Project("UCX", ("src/uct/ib/mlx5/dv/ib_mlx5_ifc.h",), version=(
        "configure.ac", r"ucx_ver_major\], *(\d+)(?:.*\n)+?.*ucx_ver_minor\], *(\d+)"), code=("src/uct/ib/mlx5",)),
    Project("NVSHMEM", (_NVSHMEM + "ifc.h", _NVSHMEM + "prm.h"), (),
            ("CMakeLists.txt", r"^  VERSION (\d\S+)$"), "rdma-core"),
    Project("NCCL", (_NCCL + _DOCA + "ifc.h", _NCCL + _DOCA + "prm.h"), (),
            ("makefiles/version.mk", r"MAJOR *:= *(\d+)\n.*MINOR *:= *(\d+)\n.*PATCH *:= *(\d+)"), "rdma-core"),
    Project("gpunetio", (_DOCA + "ifc.h", _DOCA + "prm.h"), (), ("CHANGELOG.md", r"^## \[([^\]]+)"), "rdma-core"),
    Project("mori", (_MORI + "ifc.hpp", _MORI + "prm.hpp"), copies="rdma-core"),
    Project("mlx-regex", ("src/mlx5_regex_ifc.h",), version=("debian/changelog", r"\A\S+ \(([^)]+)\)")),
    Project("mstflint", ("tools_layouts/adb/prm/hca/ext/register_access_table.adb",)),
    Project("libdpcp", ("src/dcmd/prm.h",), version=(
        "configure.ac", r"ver_major\], *(\d+)\)\n.*ver_minor\], *(\d+)\)\n.*ver_revision\], *(\d+)"),
            code=("src",)),
    Project("FreeBSD", ("sys/dev/mlx5/mlx5_ifc.h", "sys/dev/mlx5/mlx5_fpga/mlx5_ifc_fpga.h"), version=(
        "sys/conf/newvers.sh", r'^REVISION="([^"]+)"'), code=("sys/dev/mlx5",)),
    Project("copyrpc", ("mlx5/src/prm.rs",)),
    Project("rocSHMEM", ("projects/rocshmem/src/gda/mlx5/mlx5_ifc_core.hpp",), copies="Linux"),
)


ORIGINS = {project.name: project.copies for project in PROJECTS}


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
    top: str = ""  # of the tree; empty if only a header was given

    @property
    def tables(self) -> Dict[str, Table]:
        """The tables by tag; the prefix of a tag is mlx5_ifc_ whatever the tree's own is."""
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
    version = version_of(project, top)
    tree = Tree(label or _label(project, version), project, paths, version,
                date or _date(top, paths[0]), top=top)
    tree.header, findings = _read_adb(paths[0]) if paths[0].endswith(".adb") else \
        _read_rust(paths[0]) if paths[0].endswith(".rs") else read_ifc(paths)
    for tag in list(tree.tables):
        table = tree.tables.pop(tag)
        name = tag if tag.startswith("mlx5_ifc_") else f"mlx5_ifc_{short_name(tag, tree.header.prefixes)}_bits"
        table.tag = name.replace("_ext_bits", "_bits") if project.name == "mstflint" else name
        tree.tables[table.tag] = table
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


def _read_adb(path: str) -> Tuple[Header, Findings]:
    """Reads the manual's table of registers as if it were a header."""
    texts = ifc.headers(load_source(path).spec, Options(ifc.ROOT))
    header, _ = read_ifc(list(texts), read=lambda name: texts.get(name, "").encode())
    with open(path, "rb") as stream:
        header.digests = {path: hashlib.sha256(stream.read()).hexdigest()}
    return header, Findings()


def _read_rust(path: str) -> Tuple[Header, Findings]:
    """Reads a table of constants as if it were a header."""
    with open(path, "rb") as stream:
        data = stream.read()
    text = header_of(data.decode("utf-8", errors="replace"))
    header, findings = read_ifc([path], read=lambda name: text.encode())
    header.digests = {path: hashlib.sha256(data).hexdigest()}
    return header, findings


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


def version_of(project: Project, top: str) -> str:
    """Returns the version in the tree's own files."""
    name, pattern = project.version
    match = re.search(pattern, _text(top, name), flags=re.M) if top else None
    return ".".join(match.groups()).strip() if match else ""


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
