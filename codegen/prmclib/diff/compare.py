# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares two manuals: layouts first, then shared items, then causes."""

from __future__ import annotations

from typing import Callable, Dict, List, Optional, Tuple

from prmclib.model import Field, Layout, Spec
from prmclib.readers.source import Source
from . import (against, enum_changes, fields, files, leftout, overlay_changes, sequence_changes, unions,
               witness)
from .build import PARTIAL, Builder, layout_side
from .documentation import document
from .finding import Finding, Report, Severity
from .match import match
from .match_fields import LayoutPair, layout_in
from .severity import Verdict
from .shift import Shifts, shifts_of


def compare(old: Source, new: Source, manual: Optional[Source] = None) -> Report:
    """Returns all findings of ``new`` against ``old``, which are not changed.  With a ``manual`` what is
    new or changed is compared with that, too.

    Approvals and affected code are added later: see :mod:`.approvals`,
    :mod:`.affected`.
    """
    known = against.known_by_source(old.spec, new.spec) if new.form in PARTIAL else {}
    builder = Builder(old, new, match(old.spec, new.spec, known))
    report = _report(builder)
    if manual is None:
        return report
    known = against.known_by_source(manual.spec, new.spec)
    other = Builder(manual, new, match(manual.spec, new.spec, known),
                    against.labels_of_manual(manual.label, builder.labels))
    report.against = _report(other)
    changed = against.touched(builder)
    found = against.told(report.against, changed, other.match)
    against.mark(report, found, changed, other.match, other.labels)
    report.against.findings = found
    report.findings = sorted([*report.findings, *found], key=_order(builder.new, builder.old))
    return report


def _report(builder: Builder) -> Report:
    """The findings of two manuals that have been matched."""
    _layouts(builder)
    for name, table in builder.match.tables.items():
        _table(builder, name, table)
    if "values" in builder.told:
        enum_changes.compare(builder)
    if "sequences" in builder.told:
        sequence_changes.compare(builder)
    files.compare(builder)
    unions.merge(builder)
    uncompared = leftout.take_out(builder)
    builder.resolve()
    witness.add(builder)
    builder.findings.sort(key=_order(builder.new, builder.old))
    old_names = {name: was for was, name in builder.match.layouts.pairs.items()}
    return Report(builder.source_old, builder.source_new, builder.findings, uncompared=uncompared,
                  old_names=old_names, labels=builder.labels)


def _order(new: Spec, old: Spec) -> Callable[[Finding], Tuple[int, int, int, str, str, str]]:
    """Returns a sort key: the worst first, then the order of layouts in the manual and of places."""
    names: Dict[str, int] = {}
    for spec in (new, old):
        for things in spec.tables:
            for name in things:
                names.setdefault(name, len(names))

    def key(item: Finding) -> Tuple[int, int, int, str, str, str]:
        side = item.new or item.old
        assert side is not None
        return (-item.severity, names.get(item.layout, len(names)), side.bits.offset, item.field,
                item.rule, item.fingerprint)

    return key


def _is_union(layout: Layout) -> bool:
    """Returns whether a layout is only an overlay, whose arms are layouts."""
    named = [item for item in layout.fields if item.is_named]
    return len(named) == 1 and bool(named[0].arms) and all(map(layout_in, named[0].arms))


def _layouts(builder: Builder) -> None:
    """Finds layouts that were added, removed or renamed."""
    names = builder.match.layouts
    labels = builder.labels
    for name in names.added:
        layout = builder.new.layouts[name]
        builder.origin["layout", name] = builder.add("D001", name, "",
                                                     f"added, {layout.size} bytes",
                    Verdict(Severity.COMPATIBLE, [f"{labels.old_driver} does not know it"]),
                    [], None, layout_side(layout), "layout")
    for name in names.removed:
        layout = builder.old.layouts[name]
        builder.origin["layout", name] = builder.add("D002", name, "",
                                                     f"removed, {layout.size} bytes",
                    Verdict(Severity.COSMETIC, ["a union of layouts, which have findings of their own"])
                    if _is_union(layout) else builder.judge.layout_removed(),
                    [], layout_side(layout), None, "layout")
    for before, after in names.pairs.items():
        if before != after:
            table = builder.match.tables[after]
            same = table.old.size == table.new.size and not (
                table.added or table.removed or table.regrouped) and all(
                pair.old.bits == pair.new.bits for pair in table.pairs)
            builder.add("D003", after, "", f"renamed from {before}",
                        builder.judge.renamed(before, after, "bits" if same else ""), [],
                        layout_side(builder.old.layouts[before]),
                        layout_side(builder.new.layouts[after]), "layout")


def _table(builder: Builder, name: str, table: LayoutPair) -> None:
    old, new = table.old, table.new
    shifts = shifts_of(table, builder.match)
    fields.compare(builder, table, shifts)
    overlay_changes.compare(builder, table)
    _size(builder, name, table, shifts)
    _shifted(builder, name, table, shifts)
    if "writer" in builder.told and old.writer is not new.writer:
        verdict = builder.judge.writer(old.writer.value, new.writer.value)
        builder.add("D046", name, "", f"written by {_who(new.writer.value)} instead of "
                                      f"{_who(old.writer.value)}", verdict,
                    [old.writer.value, new.writer.value], layout_side(old, old.writer.value),
                    layout_side(new, new.writer.value), "layout")
    document(builder, name, "", "layout", (old.about, old.where, old.name, ""),
             (new.about, new.where, new.name, ""),
             (layout_side(old).bits, layout_side(new).bits))


def _who(writer: str) -> str:
    return "both sides" if writer == "both" else f"the {writer}"


def _outside(builder: Builder, name: str) -> List[str]:
    """Returns what the layout's size affects: layouts with fields after it that have moved, arrays
    of it, and sequences with segments after it."""
    out = []
    for layout, item in builder.containers[name]:
        table = builder.match.tables.get(layout.name)
        if table is not None and layout.name not in out and _moves_others(table, item):
            out.append(layout.name)
    for sequence in builder.new.sequences.values():
        if any(segment.layout == name for segment in sequence.segments[:-1]):
            out.append(sequence.name)
    return out


def _moves_others(table: LayoutPair, item: Field) -> bool:
    """Returns whether a field after a nested layout has another place than under the old manual."""
    pair = next((pair for pair in table.pairs if pair.new.item is item), None)
    if pair is None:
        return False
    if item.is_array:
        return True
    return any(other.old.bits.offset >= pair.old.bits.end and
               other.old.bits.offset != other.new.bits.offset and
               other.new.arm in (None, pair.new.arm) for other in table.pairs)


def _size(builder: Builder, name: str, table: LayoutPair, shifts: Shifts) -> None:
    old, new = table.old, table.new
    if old.size == new.size:
        return
    roles = builder.roles(old, new)
    verdict = builder.judge.resized(roles, old.size, new.size, _outside(builder, name))
    if overlay_changes.is_index(builder, name):
        verdict = Verdict(Severity.COSMETIC, [overlay_changes.LISTED.format(name)])
    grown = new.size > old.size
    finding = builder.add("D004" if grown else "D005", name, "",
                          f"{'grown' if grown else 'shrunk'} {old.size} -> {new.size} bytes",
                          verdict,
                          [new.size - old.size], layout_side(old), layout_side(new), "layout")
    builder.origin[name] = finding
    if shifts.size is not None:
        builder.causes.append((finding, shifts.size))


def _shifted(builder: Builder, name: str, table: LayoutPair, shifts: Shifts) -> None:
    """Adds one finding for each cause of a shift, or includes it in the layout's new size."""
    size = builder.origin.get(name) if shifts.size is not None else None
    for cause, places in shifts.groups:
        moved = [item for place in places for item in fields.moves(place)]
        same = size is not None and (shifts.size is cause or
                                     isinstance(cause, str) and shifts.size == cause)
        really = [item for item in moved if item.old.offset != item.new.offset]
        if same:
            assert size is not None
            size.shifted += moved
            if really:
                size.title += f", {fields.by_how_far(really)}"
                size.severity = max(size.severity, Severity.BREAKING)
                size.meaning.append(fields.shift_sentence(builder, table, really))
            continue
        fields.shifted(builder, table, cause, moved, really)
