# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Two revisions of a source in the source's own terms, adapted to the notation as ``prmc import`` does."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Dict, Iterable, List, Optional, Sequence, Set, Tuple

from prmclib.model import LeftOut, Spec
from prmclib.model.errors import Findings, render
from prmclib.readers.source import form_of, read_source
from watch.conform.tree import Tree
from watch.c.cpp import read_file
from watch.headers import read_headers
from watch.ifc.ifc_tables import Header
from watch.importing.fit import fit
from watch.importing.fitted import Change, IN_ROOM, needed
from .origins import Manual, Origin, Refused

_LINES = 8  # of findings in a message


@dataclass
class Terms:
    """A revision as it is read: ``files`` are the paths on this disk by the names in the source."""

    manual: Manual
    spec: Spec = field(default_factory=Spec)
    left: List[LeftOut] = field(default_factory=list)
    tree: Optional[Tree] = None  # its constants
    files: Dict[str, str] = field(default_factory=dict)  # names in the source, by the path on this disk


def pairs(old: Manual, new: Manual) -> List[Tuple[str, str, str]]:
    """Returns (name, path in OLD, path in NEW) of the files whose bytes differ; a path is empty where there is none."""
    names = list(dict.fromkeys([*old.paths, *new.paths]))
    if "" in names or len(old.paths) == 1 or len(new.paths) == 1:
        names = _of_one(old, new)
    found = [(name, old.paths.get(name, ""), new.paths.get(name, "")) for name in names]
    return [item for item in found if _data(item[1]) != _data(item[2])]


def _of_one(old: Manual, new: Manual) -> List[str]:
    """Gives a single file and its counterpart one name; other files are not compared."""
    one, other = (old, new) if len(old.paths) == 1 else (new, old)
    (name, path), = one.paths.items()
    if name not in other.paths:
        if len(other.paths) > 1:
            raise Refused(f"{path} is none of the files in {other.label}: give the same file of both revisions")
        (wanted, there), = other.paths.items()
        name = name or wanted
        other.paths = {name: there}
        one.paths = {name: path}
    return [name]


def _data(path: str) -> bytes:
    if not path:
        return b""
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError as exc:
        raise Refused(f"{path} cannot be read: {exc.strerror}") from None


def beside(*sides: Iterable[str]) -> Set[str]:
    """Returns the names of the files that are beside the given ones on both sides."""
    names = [{name for folder in {os.path.dirname(path) or "." for path in paths} for name in os.listdir(folder)}
             for paths in sides]
    return set.intersection(*names)


def read(origin: Origin, manual: Manual, side: str, paths: Dict[str, str], common: Set[str]) -> Terms:
    """Reads files of a revision, by their names. ``side`` is OLD or NEW, for messages. Headers include only ``common``
    files: what one side lacks is no change."""
    result = Terms(manual, files={path: name for name, path in paths.items()})
    headers = []
    for name, path in paths.items():
        with open(path, "rb") as stream:
            form = form_of(path, stream.read(4096))
        if form == "header":
            headers.append(path)
            continue
        source, findings = read_source(path)
        if findings.has_errors:
            raise _unreadable(side, manual, findings)
        _add(result, source.spec, source.left_out)
    if headers:
        header = _headers(result, headers, side, common)
        result.tree = Tree(manual.label, origin.project, headers, header=header,
                           constants={name: value for name, value in header.constants.items() if value is not None},
                           enums={item.tag: [name for name, _ in item.values] for item in header.enums if item.tag})
    return result


def _headers(result: Terms, paths: List[str], side: str, common: Set[str]) -> Header:
    """Reads headers together; if that fails, each alone, and only the first one has to be readable."""
    def content(path: str) -> bytes:
        if os.path.basename(path) not in common and path not in paths:
            raise FileNotFoundError(path)
        return read_file(path)

    header, spec, left, findings = read_headers(paths, content)
    if not findings.has_errors:
        _add(result, spec, left)
        return header
    whole = Header()
    for number, path in enumerate(paths):
        header, spec, left, findings = read_headers([path], content)
        if findings.has_errors and not number:
            raise _unreadable(side, result.manual, findings)
        if findings.has_errors:
            first = next(iter(findings))
            result.left.append(LeftOut(result.files[path], "", 0, 0, f"cannot be read: {first.message}", first.where))
            continue
        _add(result, spec, left)
        whole.constants.update(header.constants)
        whole.enums += header.enums
    return whole


def _add(result: Terms, spec: Spec, left: Sequence[LeftOut]) -> None:
    result.spec.files += spec.files
    for kind in ("layouts", "enums"):
        for name, thing in getattr(spec, kind).items():
            getattr(result.spec, kind).setdefault(name, thing)
    result.left += left


def _unreadable(side: str, manual: Manual, findings: Findings) -> Refused:
    text = render(findings)
    if manual.hidden:
        text = text.replace(manual.hidden + os.sep, f"{manual.label}:")
    lines = text.rstrip().split("\n")
    more = f"\n  and {len(lines) - _LINES} more lines" if len(lines) > _LINES else ""
    return Refused(f"{side}, {manual.label}, cannot be read:\n  " + "\n  ".join(lines[:_LINES]) + more)


@dataclass
class Fit:
    """Layouts of a revision in the notation. ``names``: their names there, by those in the source. ``arrays``: those of
    unknown length that are as long as their room there."""

    spec: Spec
    names: Dict[str, str]
    arrays: List[Change]


def fitted(terms: Terms, wanted: Sequence[str]) -> Fit:
    """Adapts layouts and what they contain to the notation; `source` of each has project and path."""
    order, enums = needed(terms.spec, [name for name in wanted if name in terms.spec.layouts], set())
    made = fit(terms.spec, order, enums, Spec(), {}, terms.left)
    arrays = [change for change in made.changes if change.text.startswith(IN_ROOM)]
    return Fit(Spec([], made.layouts, made.enums), dict(zip(order, made.layouts)), arrays)
