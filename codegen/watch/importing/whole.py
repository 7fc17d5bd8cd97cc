# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Converts a whole manual of any form to a spec that keeps all rules, to generate code from.

The manual is written as ``prmc import`` does and read again, so the rules have checked everything
that the writers of code rely on.
"""

from __future__ import annotations

import fnmatch
import os
import re
import sys
from dataclasses import dataclass, field, replace
from typing import Dict, Iterable, List, Sequence, Set, Tuple

from prmclib.model import File, Spec
from prmclib.model.errors import Findings, counted, report, shorten
from prmclib.model.place import MAX_BYTES
from prmclib.model.select import Unknown, selection
from prmclib.readers.load import Text, load_texts
from prmclib.readers.source import Source
from prmclib.writers import yaml
from prmclib.writers.choice import Wrong
from .fit import fit
from .fitted import Fitted, needed, usable
from .import_names import BASE, identifier

MAX_LISTED = 20  # lines about missing items

MAX_TEXT = 900_000  # characters of a file of the notation; longer texts become several files

# Items outside of layouts, or of this configuration: generated code does not need them.
_NO_LACK = re.compile(r"a single constant|an enumeration |a value that |no bytes|"
                      r"(in a table left out: )?only if ")


@dataclass(frozen=True)
class Lack:
    """Something in a manual that its spec does not have, or has in another form.  ``field`` is
    empty for a whole layout."""

    layout: str
    field: str
    reason: str

    def __str__(self) -> str:
        return f"{self.layout}.{self.field}: {self.reason}" if self.field else \
            f"{self.layout}: {self.reason}"


@dataclass
class Whole:
    """``names`` has the spec's names of layouts by those of the manual; ``changed`` lists layouts
    and fields that have another form in the spec, but all of their bits."""

    spec: Spec = field(default_factory=Spec)
    names: Dict[str, str] = field(default_factory=dict)
    lacks: List[Lack] = field(default_factory=list)
    changed: List[Lack] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)

    def add(self, layout: str, name: str, reason: str, is_lack: bool) -> None:
        wanted = self.lacks if is_lack and not _NO_LACK.match(reason) else self.changed
        wanted.append(Lack(self.names.get(layout, layout), name, reason))

    def complete(self) -> Set[str]:
        """Returns the layouts that lack nothing, nested layouts included."""
        bad = {item.layout for item in self.lacks}
        users: Dict[str, Set[str]] = {}
        for name, layout in self.spec.layouts.items():
            for entry in layout.walk():
                if entry.item.layout:
                    users.setdefault(entry.item.layout, set()).add(name)
        todo = list(bad)
        while todo:
            new = users.get(todo.pop(), set()) - bad
            bad |= new
            todo += new
        return set(self.spec.layouts) - bad


def whole(source: Source) -> Whole:
    """Converts a manual to a spec."""
    if source.form == "spec":
        return Whole(source.spec, {name: name for name in source.spec.layouts})
    out = Whole()
    given = source.spec
    order, enums = needed(given, list(given.layouts), set())
    fitted = fit(given, order, enums, Spec(), {}, source.left_out)
    made = dict(zip(order, fitted.layouts))
    out.names = {name: made[name] for name in given.layouts if name in made}
    for name, layout in given.layouts.items():
        if not usable(layout):
            out.add(name, "", "no bytes" if not layout.size else
                    f"{layout.size} bytes; a layout has at most {MAX_BYTES}", True)
    for item in source.left_out:
        name = item.layout or item.field or os.path.basename(item.where.file)
        out.add(name, item.field if item.layout else "", item.reason, True)
    known = {(item.layout, item.field) for item in out.lacks}
    for change in fitted.changes:
        if (change.layout, change.field) in known and change.text.startswith("left out"):
            continue
        out.add(change.layout, change.field, change.text, change.text.startswith("left out"))
    out.spec, out.findings = _read(fitted, given)
    return out


def _read(fitted: Fitted, given: Spec) -> Tuple[Spec, Findings]:
    """Writes fitted layouts in the notation and reads them, under the name of the manual's file."""
    base = os.path.basename(given.files[0].path) if given.files else "manual"
    stem = identifier(re.sub(r"\.\w+\Z", "", base)) or "manual"
    stem = stem if stem[:1].isalpha() and stem not in BASE else f"m_{stem}"
    doc = given.files[0].doc if given.files else "A manual."
    everything = Spec([], dict(fitted.layouts), dict(fitted.enums))
    texts: List[Text] = []
    enums = list(fitted.enums)  # those that no file contains yet
    for number, names in enumerate(_shares(fitted, everything)):
        mine = enums if number == 0 else []
        name = stem if number == 0 else f"{stem}_{number + 1}"
        file = File(f"{name}.yaml", name, doc, "", names, mine)
        text = yaml.write_file(Spec([file], everything.layouts, everything.enums), file)
        texts.append(Text(f"{name}.yaml", f"{name}.yaml", text.encode()))
    spec, findings = load_texts(texts)
    digest = given.files[0].digest if len(given.files) == 1 else given.digest
    spec.files = [replace(item, path=base, digest=digest) for item in spec.files]
    return spec, findings


def _shares(fitted: Fitted, everything: Spec) -> List[List[str]]:
    """Divides the layouts among files; the enumerations are in the first one."""
    out: List[List[str]] = [[]]
    size = sum(len(line) + 1 for enum in fitted.enums.values()
               for line in yaml.enum_lines(everything, enum))
    for name, layout in fitted.layouts.items():
        more = sum(len(line) + 1 for line in yaml.layout_lines(everything, layout))
        if size + more > MAX_TEXT and out[-1]:
            out.append([])
            size = 0
        out[-1].append(name)
        size += more
    return out


def compilable(source: Source, only: Sequence[str]) -> Tuple[Spec, Tuple[str, ...]]:
    """Returns the spec to generate code from, and ``only`` with its names of layouts.  Patterns
    (``query_*_in``) match complete layouts; what other named layouts lack is reported on standard
    error.  Raises Wrong for anything missing without --only."""
    found = whole(source)
    if found.findings.has_errors:
        report(found.findings)
        raise Wrong(f"{source.label} cannot be written as a spec; the lines above are of the text "
                    "that it would have")
    if source.form == "spec" and not any(_is_pattern(name) for name in only):
        return found.spec, tuple(only)
    complete = found.complete()
    if not only:
        if found.lacks:
            rest = f"--only '*' takes the {counted(len(complete), 'layout')} without missing parts, " \
                "--only NAME,..." if complete else "--only NAME,... takes"
            raise Wrong(f"{source.label} is not complete as a spec. Missing:\n"
                        f"{_listed(found.lacks)}\n{rest} those that you name")
        return found.spec, ()
    names: Dict[str, None] = {}
    for name in only:
        if _is_pattern(name):
            known = [*found.spec.layouts, *found.spec.variants, *found.spec.sequences]
            hits = [one for one in fnmatch.filter(known, name)
                    if one in complete or one not in found.spec.layouts]
            if not hits:
                raise Wrong(f"--only {name}: {source.label} has no complete layout of such a name")
            names.update(dict.fromkeys(hits))
            continue
        label = found.names.get(name, name)
        reasons = [item for item in found.lacks if item.layout == label and not item.field]
        if reasons and label not in found.spec.layouts:
            raise Wrong(f"{source.label} has no layout for {reasons[0]}")
        names[label] = None
    missing = [item for item in found.lacks
               if item.layout in selected_layouts(found.spec, names)]
    if missing:
        sys.stderr.write(f"prmc: missing, its bits are ignored:\n{_listed(missing)}\n")
    return found.spec, tuple(names)


def selected_layouts(spec: Spec, names: Iterable[str]) -> Set[str]:
    """Returns the layouts that these need; unknown names are ignored, others report them."""
    try:
        return set(selection(spec, names).layouts)
    except Unknown:
        return set()


def _is_pattern(name: str) -> bool:
    return re.search(r"[*?[]", name) is not None


def _listed(lacks: List[Lack]) -> str:
    lines = [f"  {shorten(str(item), 160)}" for item in lacks[:MAX_LISTED]]
    if len(lacks) > MAX_LISTED:
        lines.append(f"  and {len(lacks) - MAX_LISTED} more; `prmc check` lists them")
    return "\n".join(lines)
