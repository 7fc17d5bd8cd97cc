#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Replays the history of a source with `prmc follow`, from the oldest revision, without a hand between.

    /usr/bin/python3 tests/world/follow_history.py rdma-core ~/rdma-core
    /usr/bin/python3 tests/world/follow_history.py DPDK ~/dpdk --first 2020-06-01 --steps 40
    /usr/bin/python3 tests/world/follow_history.py linux 6.1/mlx5_ifc.h 6.12/mlx5_ifc.h
    /usr/bin/python3 tests/world/follow_history.py mstflint hca-*.adb

A TREE is a clone with its history; several FILES are revisions of one file, oldest first. The spec is an import of the
oldest revision, and follows each next one. After each step the fields of the spec, read by PyYAML, differ from those
before it exactly as the header's fields do, read by an independent parser, in all layouts that the spec has. A step
that differs is printed and gives exit status 1.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import gc
import io
import os
import re
import shutil
import sys
import tempfile
import time
from typing import Dict, Iterator, List, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(TESTS, "compiler", "diff"), os.path.join(os.path.dirname(TESTS), "codegen")]

import history  # noqa: E402
import independent  # noqa: E402
import independent_adb  # noqa: E402

from prmclib.cli import main as prmc  # noqa: E402
from prmclib.readers.source import load_source  # noqa: E402
from watch.importing import whole  # noqa: E402
from prmclib.writers.yaml import write_file  # noqa: E402

Rows = Dict[str, Dict[str, Tuple[int, int]]]


def revisions(args: argparse.Namespace, folder: str) -> Iterator[Tuple[str, str]]:
    """Yields a name and the file of each revision, oldest first."""
    if len(args.trees) > 1:
        for path in args.trees:
            yield os.path.basename(path), path
        return
    tree = args.trees[0]
    known = [change for change in history.changes(tree) if change.date >= args.first]
    for number, change in enumerate(known[:args.steps]):
        for name, (number_of_blob, path) in (("before", change.old), ("after", change.new)):
            if name == "before" and number:
                continue
            to = os.path.join(folder, f"{number}-{name}", os.path.basename(path))
            os.makedirs(os.path.dirname(to))
            with open(to, "wb") as stream:
                stream.write(history.git(tree, "cat-file", "blob", number_of_blob))
            yield f"{change.commit[:10]} {change.date} {change.subject[:60]}" if name == "after" else "start", to


def rows(path: str) -> Rows:
    found = independent_adb.read_nested(path) if path.endswith(".adb") else independent.read_header(path)
    return {layout: {name.lower(): place for name, place in fields.items()} for layout, fields in found.items()}


def run(*args: str) -> Tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    gc.collect()
    gc.disable()  # as the launcher does
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = prmc(list(args))
    gc.enable()
    return status, out.getvalue() + err.getvalue()


def start(path: str, folder: str, layouts: List[str]) -> None:
    """Writes the spec, an import of the oldest revision, in files of at most 300,000 characters, which may grow."""
    source = load_source(path, warnings=False)
    if layouts != ["*"]:
        names = [name for text in layouts for name in fnmatch.filter(source.spec.layouts, text)]
        source.spec = source.spec.only(source.spec.closure(names))
    whole.MAX_TEXT = 300_000
    spec = whole.whole(source).spec
    os.makedirs(os.path.join(folder, "cmd"))
    for file in spec.files:
        with open(os.path.join(folder, "cmd", f"{file.stem}.yaml"), "w", encoding="utf-8") as stream:
            stream.write(write_file(spec, file))


def names(folder: str) -> Dict[str, str]:
    """Returns the name in the source of each layout of the spec."""
    found = {}
    for text in independent.spec_files(folder):
        for layout, body in (text.get("layouts") or {}).items():
            source = body["source"] if isinstance(body["source"], str) else body["source"][0]
            found[layout] = source.split()[-1] if " node " in source else \
                re.sub(r"\A(?:mlx5_ifc_)?(.+?)(?:_bits)?\Z", r"\1", source.split()[-1])
    return found


def with_parts(found: Rows, all_of: Rows, *specs: Rows) -> Rows:
    """Returns tables in which an arm that is a table has the fields that the spec has in the arm: a table that is not
    on whole dwords cannot be a layout there."""
    out = {}
    for layout, fields in found.items():
        more = {}
        for path in {one for spec in specs for one in spec.get(layout, {})} - set(fields):
            arm, _, name = path.partition(".")
            whole = fields.get(arm) or fields.get(f"{arm}.{arm}")
            if whole and name in all_of.get(arm, {}):
                start, width = all_of[arm][name]
                more[path] = whole[0] + start, width
        out[layout] = {**fields, **more}
    return out


def by_place(sides: List[Rows]) -> List[Rows]:
    """Names arms that several unions of a table have by their places; the spec has numbered names for them."""
    names = {(layout, path.partition("@")[0]) for found in sides for layout, fields in found.items() for path in fields
             if "@" in path}
    out = []
    for found in sides:
        out.append({})
        for layout, fields in found.items():
            out[-1][layout] = {}
            for path, place in fields.items():
                base = next((one for one in (path.partition("@")[0], re.sub(r"_\d+\Z", "", path)) if (layout, one) in names),
                            "")
                out[-1][layout][f"{base}@{place[0]}" if base else path] = place
    return out


def flat(found: Dict[str, set]) -> set:
    """Returns differences of fields as one set."""
    return {(kind, *item) for kind, items in found.items() if not kind.startswith("layouts") for item in items}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="SOURCE")
    parser.add_argument("trees", metavar="TREE|FILE", nargs="+")
    parser.add_argument("--first", default="", metavar="DATE", help="only commits from this day on")
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--layout", nargs="+", default=["*"], help="layouts of the oldest revision that the spec has")
    parser.add_argument("--anew", action="store_true", help="each step starts with an import of its older revision")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the spec there")
    args = parser.parse_args()
    counts = {"steps": 0, "changes": 0, "not as in the source": 0}
    slowest, total, status = 0.0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        spec = args.keep or os.path.join(folder, "spec")
        before = ""
        for name, path in revisions(args, folder):
            if not before:
                start(path, spec, args.layout)
                before = path
                continue
            if args.anew and counts["steps"]:
                shutil.rmtree(spec)
                start(before, spec, args.layout)
            old_rows, old_spec, old_names = rows(before), independent.read_spec(spec), names(spec)
            began = time.process_time()
            code, text = run("follow", args.source, path, "--old", before, "--spec", spec)
            took = time.process_time() - began
            slowest, total = max(slowest, took), total + took
            new_rows, new_spec, new_names = rows(path), independent.read_spec(spec), names(spec)
            known = [layout for layout in old_spec if old_names[layout] in old_rows and new_names[layout] in new_rows]
            sides = [{layout: found[called[layout]] for layout in known}
                     for found, called in ((old_rows, old_names), (new_rows, new_names))]
            sides = [with_parts(side, found, old_spec, new_spec) for side, found in zip(sides, (old_rows, new_rows))]
            sides += [{layout: found[layout] for layout in known} for found in (old_spec, new_spec)]
            sides = by_place(sides)
            sets = independent.difference(*sides[:2]), independent.difference(*sides[2:])
            wanted, made = (flat(independent_adb.plain(one)) for one in sets)
            counts["steps"] += 1
            counts["changes"] += len(wanted)
            counts["not as in the source"] += len(wanted ^ made)
            if code or wanted != made:
                status = 1
                print(f"{name}: {took:.1f} s" + (f", exit status {code}" if code else ""))
                for item in sorted(wanted - made):
                    print(f"  the source: {item}")
                for item in sorted(made - wanted):
                    print(f"  the spec:   {item}")
                lines = text.split("\n")
                first = next((at for at, line in enumerate(lines) if line.startswith(("in conflict", "kept", "not mapped"))),
                             0)
                print("".join(f"    | {line}\n" for line in (lines if code else lines[first:first + 12])), end="", flush=True)
            before = path
        if args.keep:
            print(f"the spec is in {spec}")
        else:
            shutil.rmtree(spec, ignore_errors=True)
    print(f"{args.source}: " + ", ".join(f"{number} {what}" for what, number in counts.items()) +
          f"; {total:.0f} s of processor time, at most {slowest:.1f} s a step")
    return status


if __name__ == "__main__":
    sys.exit(main())
