# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A comparison as JSON, described by ``docs/diff.schema.json``."""

from __future__ import annotations

import json
from typing import Any, Dict, Optional

from prmclib import VERSION
from prmclib.diff.finding import Finding, Moved, Report, Severity, Side, Witness
from prmclib.model import Bits
from prmclib.readers.source import Source

FORMAT = 1  # increased by incompatible changes


def render(report: Report) -> str:
    return json.dumps(as_json(report), indent=1, ensure_ascii=False) + "\n"


def as_json(report: Report) -> Dict[str, Any]:
    """Returns the report as plain data."""
    from prmclib.diff.apply import changes_of

    return {
        "format": FORMAT, "prmc": VERSION,
        "old": _source(report.old), "new": _source(report.new),
        "against": None if report.against is None else _source(report.against.old),
        "counts": {severity.word: report.count()[severity] for severity in
                   sorted(Severity, reverse=True)},
        "hidden": report.hidden,
        "findings": [_finding(item) for item in report.findings],
        "stale_approvals": [{"fingerprint": item.fingerprint, "reason": item.reason,
                             "expires": item.expires or None, "file": item.where.file,
                             "line": item.where.line} for item in report.stale],
        "uncompared": [{"layout": item.layout, "field": item.field,
                        "left_out_of": list(item.labels), "reason": item.reason}
                       for item in report.uncompared],
        "changes": changes_of(report.old.spec, report.new.spec),
    }


def _source(source: Source) -> Dict[str, Any]:
    return {"label": source.label, "form": source.form, "digest": source.spec.digest,
            "layouts": len(source.spec.layouts), "left_out": len(source.left_out)}


def _finding(item: Finding) -> Dict[str, Any]:
    return {
        "rule": item.rule, "class": item.kind, "severity": item.severity.word,
        "subject": item.subject, "layout": item.layout, "field": item.field, "title": item.title,
        "fingerprint": item.fingerprint, "cause": item.cause or None,
        "old": _side(item.old), "new": _side(item.new),
        "meaning": item.meaning, "shifted": [_moved(moved) for moved in item.shifted],
        "also": [{"layout": also.layout, "old": _side(also.old), "new": _side(also.new)}
                 for also in item.also],
        "manual": item.manual or None, "is_against": item.is_against,
        "witness": _witness(item.witness), "no_witness": item.no_witness or None,
        "affected": {"accessors": item.affected.accessors, "uses": item.affected.uses,
                     "vendored": item.affected.vendored},
        "approval": None if item.approval is None else {
            "reason": item.approval.reason, "expires": item.approval.expires or None,
            "file": item.approval.where.file, "line": item.approval.where.line},
    }


def _side(side: Optional[Side]) -> Optional[Dict[str, Any]]:
    if side is None:
        return None
    return {
        "layout": side.layout, "field": side.field, **_bits(side.bits, side.is_in_bits),
        "file": side.where.file, "line": side.where.line, "text": side.text,
        "parts": [{"field": name, **_bits(bits)} for name, bits in side.parts],
    }


def _bits(bits: Bits, is_place: bool = True) -> Dict[str, Any]:
    """Returns the place of a field; null for items without one, such as values."""
    if not is_place:
        return {"offset_bits": None, "width_bits": None}
    return {"offset_bits": bits.offset, "width_bits": bits.width}


def _moved(moved: Moved) -> Dict[str, Any]:
    return {"field": moved.field, "old": _bits(moved.old), "new": _bits(moved.new)}


def _witness(witness: Optional[Witness]) -> Optional[Dict[str, Any]]:
    if witness is None:
        return None
    return {"bytes": witness.data.hex(), "at": witness.at, "layout": witness.layout,
            "old_layout": witness.old_layout, "is_packed": witness.is_packed,
            "field": witness.field, "old": witness.old, "new": witness.new,
            "old_value": witness.old_value, "new_value": witness.new_value}
