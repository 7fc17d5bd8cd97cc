# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc import``: layouts of another manual, written in the notation of the spec."""

from __future__ import annotations

import argparse
import copy
import fnmatch
import os
import re
import sys
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from prmclib.model import File, Kind, Spec
from prmclib.model import errors
from prmclib.model.errors import Findings, counted, did_you_mean, listed, shorten
from prmclib.model.flatten import flatten_layout
from prmclib.model.place import MAX_BYTES
from prmclib.readers.load import Text, find_files, load_spec, load_texts
from prmclib.readers.source import HELP, Source, load_source, names_revision
from prmclib.writers import yaml
from prmclib.writers.replace import replace_file
from .fit import fit
from .fitted import Change, Fitted, needed, usable
from .insert import insert, outline
from .renew import renew

# The paths of the headers of known projects, from the top of their trees.
PROJECTS = ((re.compile(r"(?:.*/)?(include/linux/mlx5/[^/]+)\Z"), "linux"),
            (re.compile(r"(?:.*/)?(providers/mlx5/[^/]+)\Z"), "rdma-core"),
            (re.compile(r"(?:.*/)?(lib/mlx5/[^/]+)\Z"), "SPDK"),
            (re.compile(r"(?:.*/)?(drivers/common/mlx5/[^/]+)\Z"), "DPDK"))


class Refused(Exception):
    """The request cannot be carried out; the text says why and what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help=HELP)
    parser.add_argument("--layout", metavar="NAME", nargs="+", default=[],
                        help="layouts to import, as the source names them; mlx5_ifc_NAME_bits and "
                             "patterns (query_*_in) are understood; nested layouts are imported "
                             "too, unless the spec has them")
    parser.add_argument("--enum", metavar="NAME", nargs="+", default=[],
                        help="enumerations to import although no layout uses them")
    parser.add_argument("--to", metavar="FILE", required=True,
                        help="file of the spec to write, or - for standard output")
    parser.add_argument("--rename", metavar="OLD=NEW", action="append", default=[],
                        help="another name for a layout or enumeration; also imports a layout that "
                             "the spec has under the old name")
    parser.add_argument("--append", action="store_true",
                        help="add to FILE if it exists, and leave its contents unchanged")
    parser.add_argument("--replace", action="store_true",
                        help="as --append, and layouts of the same names in FILE get the places of "
                             "the source; descriptions of remaining fields are kept")
    parser.add_argument("--doc", metavar="TEXT", default="", help="the `doc` of a new file")
    parser.add_argument("--cite", metavar="TEXT", default="",
                        help="project and file for `source`, as 'linux include/linux/mlx5/"
                             "mlx5_ifc.h' (default: derived from the path)")


def run(args: argparse.Namespace) -> int:
    try:
        return Import(args).run()
    except Refused as exc:
        sys.stderr.write(f"prmc: {exc}\n")
        return 2


def cite(path: str) -> str:
    """Returns project and file of a header by its path; its file name if the project is unknown."""
    for pattern, project in PROJECTS:
        match = pattern.match(os.path.abspath(path).replace(os.sep, "/"))
        if match:
            return f"{project} {match.group(1)}"
    return os.path.basename(path)


@dataclass
class Target:
    """The file to write and the spec around it, before the import."""

    path: str  # as given
    name: str  # in messages and in the spec
    data: Optional[bytes]  # None: there is no such file
    others: List[Text]  # the spec without it
    spec: Spec  # without what will be replaced

    @property
    def stem(self) -> str:
        return re.sub(r"\.yaml\Z", "", os.path.basename(self.path))


class Import:
    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.rename = dict(self.pair(text) for text in args.rename)

    @staticmethod
    def pair(text: str) -> Tuple[str, str]:
        old, equals, new = text.partition("=")
        if not equals or not old or not re.fullmatch(r"[a-z][a-z0-9_]*", new):
            raise Refused(f"--rename {shorten(text)}: write OLD=NEW, NEW in lower case letters, "
                          "digits and '_'")
        return old, new

    def run(self) -> int:
        if not (self.args.layout or self.args.enum):
            raise Refused("nothing to import: give --layout NAME... or --enum NAME...")
        target = self.target()
        source = load_source(self.args.source)
        names = self.names(source)
        known = self.known(source, target, names)
        wanted, enums = needed(source.spec, names, set(known))
        alone = self.enums(source)
        fitted = fit(source.spec, wanted, list(dict.fromkeys([*enums, *alone])), target.spec,
                     self.rename, source.left_out, alone)
        self.cite_sources(fitted)
        if self.args.replace and target.data is not None:
            self.keep(target, fitted)
        file = File(target.name, target.stem, self.doc(names, fitted), "",
                    layouts=list(fitted.layouts), enums=list(fitted.enums))
        made = Spec([file], dict(fitted.layouts), {**target.spec.enums, **fitted.enums})
        text = self.text(target, made, file)
        findings = self.check(target, text)
        if findings.has_errors:
            errors.report(findings)
            sys.stderr.write(f"prmc: nothing is written: {target.name} would not pass `prmc "
                             "check`; the lines above are of the text that it would have\n")
            return 1
        if self.args.to == "-":
            sys.stdout.write(text)
        else:
            folder = os.path.dirname(self.args.to)
            if folder:
                os.makedirs(folder, exist_ok=True)
            replace_file(self.args.to, text)
        self.report(names, fitted, known, findings)
        return 0

    # Before the import

    def target(self) -> Target:
        """Reads the file to write and the spec around it."""
        path = self.args.to
        folder = self.args.spec
        data: Optional[bytes] = None
        if path == "-":
            if self.args.append or self.args.replace:
                raise Refused("--append and --replace need a file: --to FILE")
            path = os.path.join(folder, "standard_output.yaml")
        elif not path.endswith(".yaml"):
            raise Refused(f"{shorten(path, 200)}: a file of the spec ends in .yaml")
        elif os.path.lexists(path):
            if not (self.args.append or self.args.replace):
                raise Refused(f"{path} exists: --append adds to it, --replace also renews the "
                              "layouts that it has")
            with open(path, "rb") as stream:
                data = stream.read()
        if os.path.lexists(folder) and not os.path.isdir(folder):
            raise Refused(f"--spec {shorten(folder, 200)}: layouts are imported into a folder of "
                          "YAML files")
        if names_revision(folder):
            raise Refused(f"--spec {shorten(folder, 200)} is a revision of git, and layouts are "
                          "imported into a folder of YAML files: check it out; a new folder of "
                          f"that name is ./{shorten(folder, 200)}")
        findings = Findings()
        is_empty = not os.path.isdir(folder) or not os.listdir(folder)
        files = [] if is_empty else find_files([folder], findings)
        if data is not None:
            _, found = load_spec([folder] if files else [path])
            if found.has_errors:
                errors.report(found)
                raise Refused("the spec has errors already: correct them first")
        real = os.path.realpath(path)
        others = []
        for opened, recorded in files:
            if os.path.realpath(opened) != real:
                with open(opened, "rb") as stream:
                    others.append(Text(opened, recorded, stream.read()))
        name = next((recorded for opened, recorded in files if os.path.realpath(opened) == real),
                    os.path.normpath(path))
        texts = others + ([Text(path, name, data)] if data is not None else [])
        spec, found = load_texts(texts) if texts else (Spec(), findings)
        if found.has_errors:
            errors.report(found)
            raise Refused("the spec has errors already: correct them first")
        if self.args.replace:
            spec = copy.copy(spec)
        return Target(path, name, data, others, spec)

    def enums(self, source: Source) -> List[str]:
        """Returns the requested enumerations."""
        found: Dict[str, None] = {}
        for text in self.args.enum:
            hits = fnmatch.filter(source.spec.enums, text)
            if not hits:
                hint = did_you_mean(text, source.spec.enums)
                raise Refused(f"{self.args.source} has no enumeration {shorten(text)}; " +
                              (hint or f"it has {counted(len(source.spec.enums), 'enumeration')}"))
            found.update(dict.fromkeys(hits))
        return list(found)

    def names(self, source: Source) -> List[str]:
        """Returns the requested layouts, by their names in the source."""
        have = source.spec.layouts
        left = {item.layout: item.reason for item in source.left_out if not item.field}
        found: Dict[str, None] = {}
        for text in self.args.layout:
            name = re.sub(r"\Amlx5_ifc_(.+)_bits\Z", r"\1", text)
            hits = [text] if text in have else [name] if name in have else \
                [one for one in fnmatch.filter(have, name) if usable(have[one])]
            if len(hits) == 1 and not usable(have[hits[0]]):
                raise Refused(f"{hits[0]} of {self.args.source} has {have[hits[0]].size} bytes; a "
                              f"layout has 1 to {MAX_BYTES}")
            if not hits:
                reason = left.get(name) or left.get(text)
                hint = did_you_mean(name, have)
                raise Refused(
                    f"{self.args.source} has no layout {shorten(text)}" +
                    (f": it is left out, {reason}" if reason else f"; {hint}" if hint else
                     f"; it has {counted(len(have), 'layout')}"))
            found.update(dict.fromkeys(hits))
        for old in self.rename:
            if old not in have and old not in source.spec.enums:
                raise Refused(f"--rename {old}=...: {self.args.source} has no such layout or "
                              "enumeration" + (f"; {did_you_mean(old, have)}"
                                               if did_you_mean(old, have) else ""))
        return list(found)

    def known(self, source: Source, target: Target, names: List[str]) -> Dict[str, str]:
        """Returns the needed layouts that the spec has, with differences; requested ones must be
        new."""
        spec = target.spec
        here = self.inside(target)
        for name in names:
            new = self.rename.get(name, name)
            if new in spec.layouts and new not in here:
                place = spec.layouts[new].where
                raise Refused(f"the spec has a layout {new}, {place.file}:{place.line}: "
                              f"--rename {name}=OTHER imports it beside that one" +
                              (f", --to {place.file} --replace in its place"
                               if not self.args.replace else ""))
        inner, _ = needed(source.spec, names, set())
        known: Dict[str, str] = {}
        for name in inner:
            if name in names or self.rename.get(name, name) not in spec.layouts \
                    or name in self.rename:
                continue
            theirs, ours = source.spec.layouts[name], spec.layouts[name]
            if theirs.size != ours.size:
                raise Refused(
                    f"{name} is needed and has {theirs.size} bytes in {self.args.source}, but "
                    f"{ours.size} in the spec ({ours.where.file}:{ours.where.line}): --rename "
                    f"{name}=OTHER imports it beside that one")
            known[name] = "" if places(source.spec, name) == places(spec, name) else \
                "with other fields"
        if self.args.replace:
            for name in here:
                spec.layouts.pop(name, None) if name in \
                    {self.rename.get(one, one) for one in names} else None
        return known

    def inside(self, target: Target) -> List[str]:
        """Returns the layouts of the file that --replace may renew."""
        if not self.args.replace:
            return []
        file = next((item for item in target.spec.files if item.path == target.name), None)
        return list(file.layouts) if file is not None else []

    # After the import

    def keep(self, target: Target, fitted: Fitted) -> None:
        """Keeps the documentation of layouts and fields that are renewed."""
        old_spec, _ = load_texts(target.others + [Text(target.path, target.name,
                                                       target.data or b"")])
        for name, layout in fitted.layouts.items():
            old = old_spec.layouts.get(name)
            if old is not None:
                for gone in renew(old, layout):
                    fitted.changes.append(Change(name, gone,
                                                 "was in the file, is not in the source"))

    def cite_sources(self, fitted: Fitted) -> None:
        """Adds the project to the headers in `source`."""
        for item in [*fitted.layouts.values(), *fitted.enums.values()]:
            base = os.path.basename(item.where.file)
            full = self.args.cite or cite(item.where.file)
            item.about.source = [full + text[len(base):] if text == base or
                                 text.startswith(base + " ") else text
                                 for text in item.about.source] or [f"{full} {item.name}"]

    def doc(self, names: List[str], fitted: Fitted) -> str:
        if self.args.doc:
            return self.args.doc.strip()
        known = {self.rename.get(name, name) for name in names}
        chosen = [name for name in fitted.layouts if name in known] or list(fitted.enums)
        shown = listed(chosen if len(chosen) < 6 else chosen[:3] + ["others"])
        return f"Imported from {self.args.cite or cite(self.args.source)}, {shown}."

    def text(self, target: Target, made: Spec, file: File) -> str:
        if target.data is None:
            return yaml.write_file(made, file)
        findings = Findings()
        where = outline(target.name, target.data, findings)
        if where is None:
            errors.report(findings)
            raise Refused(f"{target.name} is not a file of the spec")
        things: Dict[str, Dict[str, List[str]]] = {"enums": {}, "flags": {}, "layouts": {}}
        for name in file.enums:
            enum = made.enums[name]
            things["flags" if enum.is_flags else "enums"][name] = yaml.enum_lines(made, enum)
        for name in file.layouts:
            things["layouts"][name] = yaml.layout_lines(made, made.layouts[name])
        return insert(where, things)

    def check(self, target: Target, text: str) -> Findings:
        """Runs `prmc check` on the spec with the new text."""
        _, findings = load_texts(target.others + [Text(target.path, target.name, text.encode())])
        return findings

    # The report

    def report(self, names: List[str], fitted: Fitted,
               known: Dict[str, str], findings: Findings) -> None:
        out = sys.stderr if self.args.to == "-" else sys.stdout
        fields = sum(item.is_named for layout in fitted.layouts.values() for item in layout.fields)
        out.write(f"{'standard output' if self.args.to == '-' else self.args.to}: "
                  f"{counted(len(fitted.layouts), 'layout')}, {counted(fields, 'field')}, "
                  f"{counted(len(fitted.enums), 'enumeration')} from {self.args.source}\n")
        extra = [name for name in fitted.layouts if name not in names and
                 name not in (self.rename.get(one, one) for one in names)]
        if extra:
            out.write(f"needed by these: {', '.join(extra)}\n")
        if known:
            out.write("in the spec already: " + ", ".join(
                name + (f" ({text})" if text else "") for name, text in known.items()) + "\n")
        for item in fitted.changes:
            path = f"{item.layout}.{item.field}" if item.field else item.layout
            out.write(f"  {path}: {item.text}\n")
        if findings:
            errors.report(findings, out)


def places(spec: Spec, name: str) -> List[Tuple[int, int, str]]:
    """Returns the named fields of a layout with their places, for comparison."""
    return sorted((item.offset_bits, item.width_bits, item.path.lower())
                  for item in flatten_layout(spec, name)
                  if item.kind not in (Kind.RESERVED, Kind.IGNORED))
