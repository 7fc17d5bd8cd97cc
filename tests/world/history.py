#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs `prmc diff` over the history of other projects' tables of bits: what it finds in each commit.

    /usr/bin/python3 tests/world/history.py ~/dpdk ~/rdma-core ~/ucx ~/spdk
    /usr/bin/python3 tests/world/history.py --only e6a6829f99,c044dfbde3 ~/dpdk

A TREE is a clone with its history, bare or not.  For each commit that changes one of the known headers, the
header before it is compared with the header after it, with --against spec also beside the spec.
bugs/history.yaml has the commits whose breaking findings were read and found true.  Any other commit with one is
printed with its findings and gives exit status 1.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "codegen"))

from prmclib.diff.compare import compare  # noqa: E402
from prmclib.diff.finding import Report, Severity  # noqa: E402
from prmclib.model.errors import render  # noqa: E402
from prmclib.model import Spec  # noqa: E402
from prmclib.readers.source import Source, load_source  # noqa: E402
from watch.ifc import read_ifc, to_spec  # noqa: E402

HEADERS = (
    "drivers/common/mlx5/mlx5_prm.h", "drivers/net/mlx5/mlx5_prm.h",  # DPDK, and its place before 2020
    "providers/mlx5/mlx5_ifc.h",  # rdma-core
    "src/uct/ib/mlx5/dv/ib_mlx5_ifc.h", "src/uct/ib/mlx5/ib_mlx5_ifc.h",  # UCX
    "lib/mlx5/mlx5_ifc.h",  # SPDK
    "include/linux/mlx5/mlx5_ifc.h",  # Linux
)
JUDGED = os.path.join(HERE, "bugs", "history.yaml")


class Change(NamedTuple):
    """A commit that changes a header; ``old`` and ``new`` are (blob, path)."""

    commit: str
    date: str
    subject: str
    old: Tuple[str, str]
    new: Tuple[str, str]


def git(tree: str, *args: str) -> bytes:
    """Returns what git prints; raises CalledProcessError."""
    return subprocess.run(["git", "-C", tree, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=True).stdout


def blob(tree: str, revision: str) -> Optional[Tuple[str, str]]:
    """The header of a revision: its blob and path."""
    for line in git(tree, "ls-tree", revision, "--", *HEADERS).decode().splitlines():
        _, _, number, path = line.split(None, 3)
        return number, path
    return None


def changes(tree: str) -> Iterator[Change]:
    """The commits that change a header, oldest first, each change of bytes once."""
    seen = set()
    log = git(tree, "log", "--reverse", "--no-merges", "--full-history", "--no-renames",
              "--format=%H%x00%P%x00%cs%x00%s", "--", *HEADERS).decode("utf-8", "replace")
    for line in log.splitlines():
        commit, parents, date, subject = line.split("\0")
        old = blob(tree, parents.split()[0]) if parents else None
        new = blob(tree, commit)
        if old and new and old[0] != new[0] and (old[0], new[0]) not in seen:
            seen.add((old[0], new[0]))
            yield Change(commit, date, subject, old, new)


def read(tree: str, at: Tuple[str, str]) -> Source:
    """The header of one revision; headers that it includes are not read.  Raises ValueError."""
    number, path = at

    def content(name: str) -> bytes:
        if name != path:
            raise FileNotFoundError(name)
        return git(tree, "cat-file", "blob", number)

    header, findings = read_ifc([path], read=content)
    if [item.rule for item in findings] == ["E109"]:
        return Source(path, "header", Spec())  # before the first table was added
    if findings.has_errors:
        raise ValueError(render(findings))
    return Source(path, "header", *to_spec(header))


def breaking(report: Report) -> List[str]:
    """A line for each breaking finding."""
    return [f"{item.rule} {item.layout}{'.' if item.field else ''}{item.field}  {item.title}"
            for item in report.findings if item.severity is Severity.BREAKING]


def judged(is_against: bool) -> Dict[str, str]:
    """Why the breaking findings of a commit are true, by the commit."""
    with open(JUDGED, encoding="utf-8") as stream:
        known = yaml.safe_load(stream)
    return {str(key): text for part in ("alone", "against")[:1 + is_against] for key, text in known[part].items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", metavar="TREE", nargs="+")
    parser.add_argument("--against", metavar="MANUAL", help="beside this manual, as prmc diff --against")
    parser.add_argument("--only", default="", metavar="COMMIT,...", help="these commits, and print their findings")
    args = parser.parse_args()
    only = tuple(word for word in args.only.split(",") if word)
    known, status = judged(bool(args.against)), 0
    manual = load_source(args.against, warnings=False) if args.against else None
    for tree in args.trees:
        counts: Counter = Counter()
        sources: Dict[Tuple[str, str], Source] = {}
        for change in changes(tree):
            if only and not change.commit.startswith(only):
                continue
            try:
                # The header after a commit is most often the one before the next.
                sources = {at: sources.get(at) or read(tree, at) for at in (change.old, change.new)}
            except ValueError as exc:
                counts["not read"] += 1
                print(f"{tree} {change.commit[:10]} {change.date} {change.subject}\n  cannot be read: {exc}")
                continue
            report = compare(sources[change.old], sources[change.new], manual)
            worst = max((item.severity for item in report.findings), default=None)
            why = next((text for key, text in known.items() if change.commit.startswith(key)), "")
            counts["breaking, true" if why and worst is Severity.BREAKING else
                   worst.word if worst is not None else "no difference"] += 1
            if only or worst is Severity.BREAKING and not why:
                status = 1
                print(f"{tree} {change.commit[:10]} {change.date} {change.subject}")
                print("".join(f"  {line}\n" for line in breaking(report)), end="")
        print(f"{tree}: {sum(counts.values())} commits: " +
              ", ".join(f"{count} {what}" for what, count in sorted(counts.items())), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
