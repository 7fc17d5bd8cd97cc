# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The report of a step: what is taken, as ``prmc diff`` prints it, and what became of everything else."""

from __future__ import annotations

import argparse
import sys
import textwrap
from typing import Dict, List

from prmclib.diff.compare import compare
from prmclib.model import Spec
from prmclib.model.errors import counted
from prmclib.readers.source import Source
from prmclib.reports import report_text
from prmclib.show import term
from .origins import Manual, Origin
from .verdicts import Family, Outcome, Plan, Verdict

WIDTH = 44  # of names that are aligned


def text_of(origin: Origin, old: Manual, new: Manual, before: Spec, after: Spec, plan: Plan, files: List[str],
            records: bool, args: argparse.Namespace) -> str:
    """Returns the report. ``files`` are those that change, ``records`` if the record does, too."""
    screen = term.of_stream(sys.stdout, args)
    out = [f"{origin.word}: {name_of(old)} -> {name_of(new)}", ""]
    taken = [item for item in plan.outcomes if item.verdict is Verdict.TAKEN]
    if taken:
        out += [f"{Verdict.TAKEN.value}: {counted(len(taken), 'change')}", ""]
        report = compare(Source("OLD", "spec", before), Source("NEW", "spec", after))
        out += report_text.render(report, screen, can_approve=False).rstrip("\n").split("\n") + [""]
    for verdict in (Verdict.MOVED, Verdict.CONFLICT, Verdict.KEPT):
        items = [item for item in plan.outcomes if item.verdict is verdict]
        if items:
            out += [f"{verdict.value}: {len(items)}", *(line for item in items for line in lines_of(item)), ""]
    items = [item for item in plan.outcomes if item.verdict is Verdict.ALREADY]
    if items:
        out += [f"{Verdict.ALREADY.value}: {len(items)}", *by_layout(items), ""]
    items = [item for item in plan.outcomes if item.verdict is Verdict.UNMAPPED]
    if items or plan.came:
        out += [f"{Verdict.UNMAPPED.value}: {len(items) + sum(len(one.members) for one in plan.came)}",
                *(line for item in items for line in lines_of(item)), *imports(plan.came, args.spec), ""]
    written = [*files, *([f"{args.spec.rstrip('/')}/followed"] if records else [])]
    if not plan.outcomes and not plan.came:
        out.insert(1, "nothing that the spec has is different")
    out += [f"{'would write' if args.dry_run else 'written'}: {', '.join(written) if written else 'nothing'}"]
    return "".join(f"{line}\n" for line in out)


def name_of(manual: Manual) -> str:
    return f"{manual.label} ({manual.revision})" if manual.revision and manual.revision != manual.label else manual.label


def by_layout(items: List[Outcome]) -> List[str]:
    """Returns the names by layout or enumeration."""
    groups: Dict[str, Dict[str, None]] = {}
    for item in items:
        name, _, rest = item.name.partition(".")
        groups.setdefault(name, {})[rest] = None
    return [line for name, found in groups.items() for line in
            textwrap.wrap(f"{name}: {', '.join(found)}".rstrip(": "), 110, initial_indent="  ", subsequent_indent="    ",
                          break_long_words=False)]


def imports(came: List[Family], spec: str) -> List[str]:
    """Returns new layouts with what `prmc import` takes to import them."""
    out: List[str] = []
    for path in dict.fromkeys(family.path for family in came):
        out.append(f"  new layouts, `codegen/prmc import {path} --layout NAME... --to FILE`:")
        for one in came:
            if one.path == path:
                home = f"{one.home} --append" if one.home else f"{spec.rstrip('/')}/cmd/{one.stem}.yaml"
                out.append(f"    --layout {' '.join(one.outer)} --to {home}")
    return out


def lines_of(item: Outcome) -> List[str]:
    place = f"  {item.where.file}:{item.where.line}" if item.where.line else ""
    head = f"  {item.name:<{WIDTH}}"
    if len(item.name) > WIDTH or len(head) + len(item.text) > 116:
        return [f"  {item.name}{place}", f"      {item.text}"]
    return [f"{head}  {item.text}{place}"]
