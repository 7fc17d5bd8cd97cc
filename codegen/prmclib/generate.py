# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc generate``: writes what the spec gives, or with ``--check`` only says what differs."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
import tempfile
from typing import Dict, List

from prmclib import choice
from prmclib.importing.whole import generated
from prmclib.map import map_text
from prmclib.model import Spec
from prmclib.source import Source, is_spec, load_source

MARK = "Made by prmc "
LIST = "spec.sha256"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 1 and name each file that is missing, stale "
                             "or left over")
    choice.add_arguments(parser)
    parser.add_argument("--amalgamate", default="", metavar="FILE",
                        help="one header with all of it, instead of a folder")
    parser.add_argument("--out", default="", metavar="DIR",
                        help="folder to write to (default: generated/ beside the spec; other "
                             "styles than c have none)")


def run(args: argparse.Namespace) -> int:
    try:
        wanted = choice.of_arguments(args, os.path.basename(args.amalgamate))
        if args.amalgamate and args.out:
            raise choice.Wrong("--amalgamate FILE and --out DIR: one of them")
        if args.style != "c" and not args.out and not args.amalgamate:
            raise choice.Wrong(f"where to? The style {args.style} needs --out DIR or "
                               "--amalgamate FILE")
        source = source_of(args)
        spec, only = generated(source, wanted.only)
        is_ours = wanted == choice.Choice() and not args.out
        command = "ninja regen" if is_ours else "prmc generate" + shown_spec(source) + \
            dataclasses.replace(wanted, amalgamate="").words()
        part = choice.selected(spec, dataclasses.replace(wanted, only=only))
        texts = choice.files(part, wanted, command, guarded=not is_ours)
    except choice.Wrong as exc:
        print(f"prmc: {exc}", file=sys.stderr)
        return 2
    if args.amalgamate:
        out = os.path.dirname(args.amalgamate) or "."
    else:
        out = args.out or os.path.join(os.path.dirname(os.path.abspath(args.spec)), "generated")
        if not wanted.only and args.style == "c" and wanted.real_prefix == "prm":
            texts["layout.map"] = map_text(part)
        texts[LIST] = digest_list(part)
    try:
        if args.check:
            return check(out, texts, whole=not args.amalgamate)
        return write(out, texts, whole=not args.amalgamate)
    except OSError as exc:
        print(f"prmc: {exc.filename or out}: {exc.strerror}", file=sys.stderr)
        return 2


def source_of(args: argparse.Namespace) -> Source:
    """The manual to generate from."""
    if not args.out and not args.amalgamate and not (os.path.exists(args.spec) and
                                                     is_spec(args.spec)):
        raise choice.Wrong("only a spec has a folder beside it to write to: give --out DIR or "
                           "--amalgamate FILE")
    return load_source(args.spec)


def shown_spec(source: Source) -> str:
    """What the heads of files say of another manual than a spec."""
    return "" if source.form == "spec" else f" --spec {os.path.basename(source.spec.files[0].path)}"


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


def check(folder: str, texts: Dict[str, str], whole: bool) -> int:
    """``whole``: nothing else belongs into the folder."""
    bad = 0
    there = os.listdir(folder) if whole and os.path.isdir(folder) else []
    for name in sorted({*texts, *there}):
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


def write(folder: str, texts: Dict[str, str], whole: bool) -> int:
    """``whole``: what an earlier run has left in the folder goes away."""
    os.makedirs(folder, exist_ok=True)
    changed = 0
    for name, text in sorted(texts.items()):
        path = os.path.join(folder, name)
        if not same(path, text):
            replace_file(path, text)
            changed += 1
    orphans = [name for name in (ours(folder) if whole else []) if name not in texts]
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
