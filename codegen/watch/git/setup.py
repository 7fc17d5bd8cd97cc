# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc git-setup``: configures git to show and merge the spec by field, in this clone.

``git diff`` then prints the findings of ``prmc diff`` before the lines, ``git log -p`` and
``git show`` print the spec with a full sentence on every line (with ``--ext-diff`` as ``git diff``),
and ``git merge`` and ``git rebase`` merge by field. This applies to files with
``diff=prmc merge=prmc`` in ``.gitattributes``. If prmc fails or is missing, as in an older commit,
git works as without it.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from typing import Dict, List

ATTRIBUTES = "diff=prmc merge=prmc"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--remove", action="store_true", help="undo the settings")
    parser.add_argument("--print", action="store_true", dest="show",
                        help="print the settings, and change nothing")


def run(args: argparse.Namespace) -> int:
    top = _git("rev-parse", "--show-toplevel").strip()
    if _spec(top, args.spec).startswith(".."):
        raise SystemExit(f"{args.spec} is not in the repository {top}: name a spec that is, with "
                         "--spec")
    settings = config(_program(top), shlex.quote(_spec(top, args.spec)))
    if args.show:
        for name, value in settings.items():
            print(f"{name}={value}")
        return 0
    for name, value in settings.items():
        if args.remove:
            subprocess.run(["git", "config", "--local", "--unset-all", name], check=False)
        else:
            _git("config", "--local", name, value)
    attributes = _attributes(os.path.join(top, ""), args)
    if args.remove:
        print("git shows and merges the spec as any other text")
    else:
        print("git shows and merges the spec by field"
              + (f"; {attributes} says which files" if attributes else ""))
        print("as text again: git diff --no-ext-diff --no-textconv, or prmc git-setup --remove")
    return 0


def config(program: str, spec: str) -> Dict[str, str]:
    """Returns git's settings. ``program`` is prmc and ``spec`` the folder of the spec, quoted for a
    shell at the top of the tree."""
    # git passes path, old file, its hash and mode, new file, its hash and mode.
    diff = f'{program} git-diff --spec {spec} "$@" 2>/dev/null || diff -u "$2" "$5" || :'
    convert = f'{program} git-textconv "$1" 2>/dev/null || cat "$1"'
    # git takes the result from the file "ours", so it is complete even after an error.
    merge = (f'{program} git-merge --marker-size "$4" --path "$5" "$1" "$2" "$3"; status=$?; '
             'test $status -le 1 && exit $status; '
             'git merge-file --marker-size="$4" "$2" "$1" "$3"')
    return {
        "diff.prmc.command": f"sh -c {shlex.quote(diff)} sh",
        "diff.prmc.textconv": f"sh -c {shlex.quote(convert)} sh",
        "diff.prmc.xfuncname": r"^([a-z0-9_]+)  ",
        "merge.prmc.name": "by field of the spec",
        "merge.prmc.driver": f"sh -c {shlex.quote(merge)} sh %O %A %B %L %P",
    }


def _program(top: str) -> str:
    """Returns the path of prmc from the top of the tree, so that a moved clone still finds it."""
    here = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 2))
    program = os.path.join(here, "prmc")
    relative = os.path.relpath(program, os.path.realpath(top))
    return shlex.quote(program if relative.startswith("..") else f"./{relative}")


def _spec(top: str, spec: str) -> str:
    """Returns the folder of the spec relative to the top of the tree."""
    relative = os.path.relpath(os.path.realpath(spec), os.path.realpath(top))
    return relative.replace(os.sep, "/")


def _attributes(top: str, args: argparse.Namespace) -> str:
    """Adds the attributes to the clone's own file if the tree has none; returns that file."""
    spec = _spec(top, args.spec)
    probe = f"{spec}/x/x.yaml"
    path = _git("rev-parse", "--git-path", "info/attributes").strip()
    line = f"/{spec}/**/*.yaml {ATTRIBUTES}"
    present = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as stream:
            present = stream.read().splitlines()
    if args.remove:
        if line in present:
            _write(path, [item for item in present if item != line])
        return ""
    if "merge: prmc" in _git("-C", top, "check-attr", "merge", "--", probe):
        return ""
    _write(path, [*present, line])
    return path


def _write(path: str, lines: List[str]) -> None:
    from prmclib.writers.replace import replace_file

    os.makedirs(os.path.dirname(path), exist_ok=True)
    replace_file(path, "".join(line + "\n" for line in lines))


def _git(*command: str) -> str:
    """Returns the output of git.  Exits with git's message if it fails."""
    try:
        done = subprocess.run(["git", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False)
    except FileNotFoundError:
        raise SystemExit("git is not installed: apt-get install git") from None
    if done.returncode:
        print(done.stderr.strip(), file=sys.stderr)
        raise SystemExit("git-setup changes the settings of a clone: run it inside one")
    return done.stdout
