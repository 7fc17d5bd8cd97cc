# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc generate``: writes what the spec gives, or with ``--check`` only says what differs."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import os
import re
import sys
import tempfile
from typing import Dict, List, Set

from prmclib.errors import did_you_mean
from prmclib.load import spec_or_exit
from prmclib.model import Spec
from prmclib.writers.options import Options

MARK = "Made by prmc "
LIST = "spec.sha256"
STYLES = {"c": "prm", "dpdk": "prm", "ifc": "mlx5", "linux": "prm"}  # and the prefix that each has unless told otherwise


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 1 and name each file that is missing, stale "
                             "or left over")
    parser.add_argument("--style", choices=sorted(STYLES), default="c",
                        help="kind of output: c, structures, setters and getters; linux and "
                             "dpdk, the same in the C of these trees; ifc, tables of bits for "
                             "MLX5_SET and DEVX_SET (default: c)")
    parser.add_argument("--prefix", default="", metavar="P",
                        help="prefix of all C names and files (default: prm; with the style ifc "
                             "none but mlx5_ifc_, which these macros want)")
    parser.add_argument("--only", default="", metavar="LAYOUT,...",
                        help="only these layouts and what they need")
    parser.add_argument("--out", default="", metavar="DIR",
                        help="folder to write to (default: generated/ beside the spec; other "
                             "styles than c have none)")


def run(args: argparse.Namespace) -> int:
    prefix = args.prefix or STYLES[args.style]
    if not re.fullmatch(r"[a-z][a-z0-9_]*", prefix):
        print(f"prmc: '{prefix}' cannot be a prefix of C names; use lower-case letters, "
              "digits and _, starting with a letter", file=sys.stderr)
        return 2
    if args.style != "c" and not args.out:
        print(f"prmc: where to? The style {args.style} needs --out DIR", file=sys.stderr)
        return 2
    spec = spec_or_exit([args.spec])
    command = "ninja regen"
    if args.only:
        wanted = [name for name in args.only.split(",") if name]
        unknown = [name for name in wanted if name not in spec.layouts]
        if unknown or not wanted:
            for name in unknown:
                print(f"prmc: there is no layout '{name}'{did_you_mean(name, spec.layouts)}; "
                      "`prmc map` lists all", file=sys.stderr)
            return 2
        spec = selection(spec, wanted)
    if args.only or args.style != "c" or prefix != "prm" or args.out:
        command = "prmc generate" + (f" --style {args.style}" if args.style != "c" else "") + (
            f" --prefix {prefix}" if prefix != STYLES[args.style] else "") + (
            f" --only {args.only}" if args.only else "")
    out = args.out or os.path.join(os.path.dirname(os.path.abspath(args.spec)), "generated")
    writer = importlib.import_module(f"prmclib.writers.{args.style}")
    texts = writer.headers(spec, Options(prefix, command))
    if not args.only and args.style == "c" and prefix == "prm":
        from prmclib.map import map_text
        texts["layout.map"] = map_text(spec)
    texts[LIST] = digest_list(spec)
    try:
        return (check if args.check else write)(out, texts)
    except OSError as exc:
        print(f"prmc: {exc.filename or out}: {exc.strerror}", file=sys.stderr)
        return 2


def selection(spec: Spec, wanted: List[str]) -> Spec:
    """The part of the spec that the wanted layouts need: nested layouts and enumerations."""
    layouts: Set[str] = set()
    enums: Set[str] = set()
    todo = list(wanted)
    while todo:
        name = todo.pop()
        if name in layouts:
            continue
        layouts.add(name)
        for field in spec.layouts[name].fields:
            for item in [field] + [f for arm in field.arms for f in arm.fields]:
                enums.update(e for e in (item.enum, item.flags) if e)
                if item.layout:
                    todo.append(item.layout)
    files = [dataclasses.replace(f, layouts=[n for n in f.layouts if n in layouts],
                                 enums=[n for n in f.enums if n in enums],
                                 variants=[], sequences=[]) for f in spec.files]
    return Spec(files=[f for f in files if f.layouts or f.enums],
                layouts={n: v for n, v in spec.layouts.items() if n in layouts},
                enums={n: v for n, v in spec.enums.items() if n in enums})


def digest_list(spec: Spec) -> str:
    """Digests of the spec's files in the form of sha256sum, so that a shell can compare."""
    return "".join(f"{f.digest}  {f.path}\n" for f in sorted(spec.files, key=lambda f: f.path))


def ours(folder: str) -> List[str]:
    """Names of the files in the folder that an earlier run has made."""
    found = []
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        path = os.path.join(folder, name)
        if name.endswith(".h") and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as stream:
                if MARK in stream.read(2000):
                    found.append(name)
        elif name in (LIST, "layout.map"):
            found.append(name)
    return found


def same(path: str, text: str) -> bool:
    try:
        with open(path, "rb") as stream:
            return stream.read() == text.encode()
    except FileNotFoundError:
        return False


def check(folder: str, texts: Dict[str, str]) -> int:
    bad = 0
    for name in sorted(set(texts) | set(os.listdir(folder) if os.path.isdir(folder) else [])):
        path = os.path.join(folder, name)
        if name not in texts:
            print(f"{path}: left over; nothing in the spec gives it")
        elif not os.path.exists(path):
            print(f"{path}: missing")
        elif not same(path, texts[name]):
            print(f"{path}: differs from what the spec gives")
        else:
            continue
        bad += 1
    print(f"{len(texts)} files, {bad} out of date" + (": run `ninja regen`" if bad else ""))
    return 1 if bad else 0


def write(folder: str, texts: Dict[str, str]) -> int:
    os.makedirs(folder, exist_ok=True)
    changed = 0
    for name, text in sorted(texts.items()):
        path = os.path.join(folder, name)
        if not same(path, text):
            replace_file(path, text)
            changed += 1
    orphans = [name for name in ours(folder) if name not in texts]
    for name in orphans:
        os.unlink(os.path.join(folder, name))
    print(f"{len(texts)} files, {changed} written, {len(orphans)} removed")
    return 0


def replace_file(path: str, text: str) -> None:
    """Writes a file as a whole or not at all."""
    handle, temporary = tempfile.mkstemp(prefix=".prmc-", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
