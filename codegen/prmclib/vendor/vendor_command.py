# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc vendor``: copies layouts into another tree, and updates the copy from its manifest."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from typing import Dict, List, Tuple

from prmclib import VERSION
from prmclib.model import File, Spec
from prmclib.model.errors import listed
from prmclib.model.select import alone
from prmclib.readers.source import Source, compilable, load_source
from prmclib.show import term
from prmclib.writers import choice
from prmclib.writers import yaml
from prmclib.writers.options import VERSION as OUTPUT
from . import manifest, destination

SPEC = "mlx5sig.yaml"  # the part of the manual that the copy is made of
VERIFY = "verify"
SHARED = ("_base.h", "_table.h", "_print.h", "_layouts.h")  # headers that other headers include
COMMAND = "prmc vendor --update"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    choice.add_arguments(parser, "driver", "brief")
    parser.add_argument("--amalgamate", default="", metavar="NAME",
                        help="write a single header of this name instead of several files")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--to", default="", metavar="DIR", help="make a copy in this folder")
    where.add_argument("--update", default="", metavar="DIR",
                       help="update the copy in this folder, with the options in its manifest")
    where.add_argument("--diff", default="", metavar="DIR",
                       help="show what an update of this folder would change, as `prmc diff` does")
    parser.add_argument("--force", action="store_true", help="overwrite edited files")
    parser.add_argument("--all", action="store_true", help="--diff: cosmetic findings too")
    term.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    try:
        if args.diff:
            return differences(args)
        return update(args) if args.update else make(args)
    except (choice.Wrong, manifest.Bad) as exc:
        print(f"prmc: {exc}", file=sys.stderr)
        return 2


def make(args: argparse.Namespace) -> int:
    """Makes a copy, or replaces one by a copy with other options."""
    wanted = choice.of_arguments(args, args.amalgamate)
    texts = contents(load_source(args.spec), wanted)
    old: Dict[str, str] = {}
    if os.path.exists(os.path.join(args.to, manifest.NAME)):
        old = unedited(args.to, args.force)
    elif os.path.lexists(args.to) and not os.path.isdir(args.to):
        raise choice.Wrong(f"{args.to} is not a folder; choose another name")
    taken = [name for name in texts if name not in old and not (old and name == manifest.NAME) and
             os.path.lexists(os.path.join(args.to, name))]
    if taken and not args.force:
        raise choice.Wrong(f"{os.path.join(args.to, taken[0])} is there already, and no "
                           f"{manifest.NAME} says that it is from prmc; choose another folder, or "
                           "--force to overwrite it")
    put(args.to, texts, old)
    if not old:
        names = [name for name in texts if name.endswith(".h") and not name.endswith(SHARED)]
        print(f"include {listed(names[:3] + (['...'] if len(names) > 3 else []), 'or')}; "
              f"`{os.path.join(args.to, VERIFY)}` checks that the copy is unchanged")
    return 0


def update(args: argparse.Namespace) -> int:
    """Updates a copy from the current spec, with the options of its manifest."""
    found = manifest.read(os.path.join(args.update, manifest.NAME))
    old = unedited(args.update, args.force)
    return put(args.update, contents(source_of(args.spec, found), found.choice), old)


def source_of(spec: str, found: manifest.Manifest) -> Source:
    """Reads the manual to update a copy from; raises :class:`choice.Wrong` if it is a different one
    that lacks the chosen names."""
    source = load_source(spec)
    known = {**source.spec.layouts, **source.spec.variants, **source.spec.sequences}
    if found.choice.only and all(name in known for name in found.choice.only):
        return source
    names = {os.path.basename(file.path) for file in source.spec.files}
    made_of = [os.path.basename(path) for path in found.spec_files]
    if made_of and not names.intersection(made_of):
        raise choice.Wrong(f"the copy was made of {listed(made_of[:3])}, and {spec} has nothing of "
                           "that name: give its manual with --spec")
    return source


def unedited(folder: str, force: bool) -> Dict[str, str]:
    """Returns the digests of a copy's files by name; raises :class:`choice.Wrong` if one was edited."""
    found = manifest.read(os.path.join(folder, manifest.NAME))
    edited = manifest.edited(folder, found)
    if edited and not force:
        raise choice.Wrong(
            f"edited since prmc wrote {'it' if len(edited) == 1 else 'them'}: "
            f"{', '.join(os.path.join(folder, name) for name in edited)}; move what was added to a "
            f"file of your own, then --force overwrites {'it' if len(edited) == 1 else 'them'}")
    return found.files


def put(folder: str, texts: Dict[str, bytes], old: Dict[str, str]) -> int:
    gone = [name for name in old if name not in texts]
    changed, removed = destination.write(folder, texts, [VERIFY], gone)
    print(f"{folder}: {len(texts)} files, {changed} written, {removed} removed")
    return 0


def contents(source: Source, wanted: choice.Choice) -> Dict[str, bytes]:
    """Returns all files of a copy, including the manifest."""
    spec, only = compilable(source, wanted.only)
    part = choice.selected(spec, dataclasses.replace(wanted, only=only))
    texts = choice.files(part, wanted, COMMAND, guarded=True)
    kept = one_file(part)
    texts[SPEC] = yaml.write_file(kept, kept.files[0])
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "verify.sh"),
              encoding="utf-8") as stream:
        texts[VERIFY] = stream.read()
    data = {name: text.encode() for name, text in texts.items()}
    listed = manifest.Manifest(
        wanted, f"prmc {VERSION}, output {OUTPUT}", manifest.digest(data[SPEC]),
        sorted(part.layouts), {name: manifest.digest(text) for name, text in data.items()},
        {f.path: f.digest for f in part.files})
    data[manifest.NAME] = listed.text().encode()
    return data


def one_file(part: Spec) -> Spec:
    """Returns the selected part of the manual as one file, the old side of a later --diff."""
    part = alone(part)
    return dataclasses.replace(part, files=[File(
        SPEC, "mlx5sig", "The part of mlx5sig's manual that this copy is made of.", "",
        [name for f in part.files for name in f.layouts],
        [name for f in part.files for name in f.enums])])


def differences(args: argparse.Namespace) -> int:
    """Prints the changes of the manual in the part that the copy has; returns 1 if there are any."""
    from prmclib.diff.compare import compare
    from prmclib.reports import report_text

    old, new = sides(args.diff, args.spec)
    old.label = "this copy"
    if new.form == "spec":
        new.label = "the spec"
    report = compare(old, new)
    # Approvals apply to changes of the spec itself, not here.
    sys.stdout.write(report_text.render(report, term.of_stream(sys.stdout, args), args.all, False))
    found = manifest.read(os.path.join(args.diff, manifest.NAME))
    try:
        made = contents(source_of(args.spec, found), found.choice)
    except choice.Wrong as exc:
        print(f"An update is not possible: {exc}.")
        return 1
    count = sum(destination.read(os.path.join(args.diff, name)) != data for name, data in made.items())
    print(f"An update writes {count} file{'' if count == 1 else 's'}." if count else
          "The copy is up to date.")
    return 1 if report.findings else 0


def sides(folder: str, spec: str) -> Tuple[Source, Source]:
    """Returns the manual of a copy, and the same part of the current manual."""
    found = manifest.read(os.path.join(folder, manifest.NAME))
    old = load_source(os.path.join(folder, SPEC))
    new = source_of(spec, found)
    spec, only = compilable(new, found.choice.only)
    there: List[str] = [name for name in only if any(
        name in things for things in (spec.layouts, spec.variants, spec.sequences))]
    wanted = dataclasses.replace(found.choice, only=tuple(there)) \
        if there or not found.choice.only else None
    part = choice.selected(spec, wanted) if wanted else Spec()
    return old, dataclasses.replace(new, spec=one_file(part))
