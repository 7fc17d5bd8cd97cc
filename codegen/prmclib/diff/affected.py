# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds what a change affects: generated functions, the code that calls them, vendored copies."""

from __future__ import annotations

import os
from typing import Callable, Dict, List, Optional, Set, Tuple

from prmclib.model import Field, Layout, Spec
from prmclib.writers.c import CLayout
from prmclib.writers.c_members import raw_name
from prmclib.writers.options import Options
from .finding import Finding, Report, Severity, Side
from .uses import PREFIX, Uses, uses_in

# Returns the paths of the manifests below a folder that contain a layout.
Vendored = Callable[[str, str], List[str]]


def add(report: Report, tree: Optional[str] = None, vendored: Optional[Vendored] = None) -> None:
    """Sets what each finding above cosmetic ones affects, and each renamed name.

    ``tree`` is the folder to search for code (default: that of the new or old spec);
    ``vendored`` returns the manifests for a layout in it.
    """
    names = _Names(report)
    tree = tree if tree is not None else tree_of(report)
    specs = [source.spec for source in (report.old, report.new) if source.form == "spec"]
    uses = uses_in(tree, specs) if tree else Uses()
    for finding in report.findings:
        if finding.is_against or finding.severity is Severity.COSMETIC and finding.kind not in (
                "renamed", "value renamed"):
            continue
        finding.affected.accessors = names.of(finding)
        places = {place for name in finding.affected.accessors
                  for place in uses.names.get(name, [])}
        for member in names.members(finding):
            places.update(uses.members.get(member, []))
        finding.affected.uses = sorted(places, key=_by_place)
        if tree and vendored is not None:
            finding.affected.vendored = sorted({path for layout in names.layouts(finding)
                                                for path in vendored(tree, layout)})


def _by_place(place: str):
    path, _, line = place.rpartition(":")
    return path, int(line)


def tree_of(report: Report) -> str:
    """Returns the folder that contains the spec: that of NEW, of OLD, or for revisions the current
    repository."""
    for source in (report.new, report.old):
        if source.form == "spec" and os.path.isdir(source.label):
            return os.path.dirname(os.path.realpath(source.label))
    if "spec" in (report.new.form, report.old.form):
        here = os.getcwd()
        while here != os.path.dirname(here):
            if os.path.exists(os.path.join(here, ".git")):
                return here
            here = os.path.dirname(here)
    return ""


class _Names:
    """The generated names of a layout, as in the C writer."""

    def __init__(self, report: Report) -> None:
        self.specs: List[Optional[Spec]] = [
            source.spec if source.form == "spec" else None for source in (report.old, report.new)]
        self.known: Dict[Layout, Dict[str, List[str]]] = {}

    def of(self, finding: Finding) -> List[str]:
        out: List[str] = []
        for spec, side in zip(self.specs, (finding.old, finding.new)):
            if spec is None or side is None:
                continue
            if finding.subject in ("enum", "value"):
                out += self._of_enum(spec, side)
            elif side.layout in spec.layouts:
                out += self._of_side(spec, side, finding)
        return list(dict.fromkeys(out))

    def layouts(self, finding: Finding) -> Set[str]:
        """Returns the layout of a finding; for an enumeration, the layouts with a field of it."""
        out: Set[str] = set()
        for spec, side in zip(self.specs, (finding.old, finding.new)):
            if spec is None or side is None:
                continue
            if finding.subject in ("enum", "value"):
                out |= {layout.name for layout in spec.layouts.values()
                        for entry in layout.walk()
                        if side.layout in (entry.item.enum, entry.item.flags)}
            elif side.layout in spec.layouts:
                out.add(side.layout)
        return out

    def members(self, finding: Finding) -> List[Tuple[str, str]]:
        """Returns (layout, member) of the host structures that contain the field."""
        if finding.subject not in ("field", "overlay", "arm"):
            return []
        out = []
        for spec, side in zip(self.specs, (finding.old, finding.new)):
            if spec is None or side is None or side.layout not in spec.layouts:
                continue
            paths = [path for path, _ in side.parts] or [side.field]
            paths = [item.field for item in finding.shifted] or paths
            out += [(side.layout, path.rpartition(".")[2]) for path in paths if path]
        return out

    def _of_enum(self, spec: Spec, side: Side) -> List[str]:
        from prmclib.writers.c_enum import CEnum

        enum = spec.enums.get(side.layout)
        if enum is None:
            return []
        writer = CEnum(enum, Options())
        values = [side.field] if side.field else [value.name for value in enum.values]
        return [writer.constant(name) for name in values]

    def _of_side(self, spec: Spec, side: Side, finding: Finding) -> List[str]:
        layout = spec.layouts[side.layout]
        functions = self._functions(spec, layout)
        if finding.subject == "layout":
            stem = f"{PREFIX}_{layout.name}"
            return [stem, f"{stem}_pack", f"{stem}_unpack"]
        paths = [path for path, _ in side.parts] or [side.field]
        if finding.shifted:
            paths = [item.field for item in finding.shifted]
        return [name for path in paths for name in functions.get(path, [])]

    def _functions(self, spec: Spec, layout: Layout) -> Dict[str, List[str]]:
        """Returns the names of setters and getters by the path of the field."""
        if layout not in self.known:
            self.known[layout] = _functions(spec, layout)
        return self.known[layout]


def _functions(spec: Spec, layout: Layout) -> Dict[str, List[str]]:
    writer = CLayout(spec, layout, Options())
    stem = f"{PREFIX}_{layout.name}"
    known: Set[str] = {number.name for number in writer.numbers}
    known |= {name for _, name, _ in writer.arrays}
    out: Dict[str, List[str]] = {}

    def add(path: str, name: str, item: Field) -> None:
        if name in known:
            setter = f"{stem}_set_{name}" if item.fixed is None else f"{stem}_pack"
            out[path] = [setter, f"{stem}_get_{name}"]

    for entry in layout.walk():
        if entry.is_overlay:
            add(entry.path, raw_name(entry.item), entry.item)
        elif entry.item.is_flexible:
            out[entry.path] = [f"{stem}_{entry.path}"]
        elif entry.path:
            add(entry.path, entry.path.replace(".", "_"), entry.item)
    for path in [item.name for item in layout.fields if item.name and item.name not in out]:
        out[path] = _whole(stem)
    return out


def _whole(stem: str) -> List[str]:
    """Returns the members for byte strings and nested layouts, which have no functions."""
    return [stem]
