# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The difference of two manuals as edits, and a program that makes the edits.

    prmc diff OLD NEW --format json > diff.json
    python3 -m prmclib.diff.apply OLD diff.json       prints NEW as plain data

``changes`` of the JSON form lists all differences without judging them; applied to the plain data of
OLD it gives those of NEW exactly (see docs/diff.md).  Plain data are the model
without places in files: dictionaries, lists, texts and numbers; each attribute without
its default value has its name in :mod:`prmclib.model`.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import json
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple

from prmclib.model import Bits, File, Spec
from .match import Match, match
from .match_fields import LayoutPair

Record = Dict[str, Any]
Pairs = Dict[str, str]  # keys of OLD to keys of NEW

KINDS = ("files", "layouts", "enums", "variants", "sequences")
# Attributes that are lists of records with keys of their own: these are edited, not replaced.
LISTS = ("fields", "arms", "values", "segments")


# Plain data

@functools.lru_cache(maxsize=None)
def _attributes(kind: type) -> Tuple[Tuple[str, Any, bool], ...]:
    """Returns (name, default, whether it has one) of the attributes that are no places in files."""
    out = []
    for item in dataclasses.fields(kind):
        if "Span" in str(item.type) or (kind is File and item.name == "digest"):
            continue
        if item.default is not dataclasses.MISSING:
            out.append((item.name, item.default, True))
        elif item.default_factory is not dataclasses.MISSING:
            out.append((item.name, item.default_factory(), True))
        else:
            out.append((item.name, None, False))
    return tuple(out)


def plain(value: Any) -> Any:
    """Returns a part of the model as plain data."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Bits):
        return {"offset": value.offset, "width": value.width}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    out: Record = {}
    for name, usual, has_usual in _attributes(type(value)):
        content = getattr(value, name)
        if not has_usual or content != usual:
            out[name] = plain(content)
    if not dataclasses.is_dataclass(value) or not out:
        return out
    if type(value).__name__ in ("Num", "Ref", "Name", "Op"):
        out["is"] = type(value).__name__.lower()
    return out


def plain_spec(spec: Spec) -> Dict[str, List[Record]]:
    """Returns a manual as plain data: a list for each kind of item, in the manual's order."""
    home = {name: file.path for file in spec.files for names in (
        file.layouts, file.enums, file.variants, file.sequences) for name in names}
    out: Dict[str, List[Record]] = {"files": [
        {"name": file.path, "stem": file.stem, "doc": file.doc} for file in spec.files]}
    for kind in KINDS[1:]:
        out[kind] = [{**plain(item), "file": home.get(name, "")}
                     for name, item in getattr(spec, kind).items()]
    return out


# Differences

def changes_of(old: Spec, new: Spec, found: Optional[Match] = None) -> Record:
    """Returns the edits that turn the plain data of ``old`` into those of ``new``."""
    found = found or match(old, new)
    before, after = plain_spec(old), plain_spec(new)
    out: Record = {}
    for kind in KINDS:
        names = getattr(found, kind).pairs if kind != "files" else {}
        edits = _list(before[kind], after[kind], names,
                      {name: table for name, table in found.tables.items()}
                      if kind == "layouts" else {})
        if edits:
            out[kind] = edits
    return out


def keys_of(records: Sequence[Record]) -> List[str]:
    """Returns a key for each record of a list: the name, or the place for bits without one."""
    out: List[str] = []
    seen: Dict[str, int] = {}
    for record in records:
        key = record.get("name") or f"@{record['bits']['offset']:#x}"
        seen[key] = seen.get(key, 0) + 1
        out.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
    return out


def _list(old: List[Record], new: List[Record], pairs: Pairs,
          tables: Dict[str, LayoutPair]) -> Record:
    """Returns the edits of a list, empty if there are none."""
    if old == new:
        return {}
    before = dict(zip(keys_of(old), old))
    after = dict(zip(keys_of(new), new))
    pairs = {one: other for one, other in pairs.items() if one in before and other in after}
    taken = set(pairs.values())
    for key in before:
        if key not in pairs and key in after and key not in taken:
            pairs[key] = key
            taken.add(key)
    out: Record = {}
    removed = [key for key in before if key not in pairs]
    if removed:
        out["remove"] = removed
    changed = []
    for one, other in pairs.items():
        edit = _record(before[one], after[other], tables.get(other))
        if edit:
            changed.append({"key": one, **edit})
    if changed:
        out["change"] = changed
    added, last = [], None
    for key in after:
        if key not in taken:
            added.append({"after": last, "record": after[key]})
        last = key
    if added:
        out["add"] = added
    if keys_of(_apply_list(old, out)) != list(after):
        out["order"] = list(after)
    return out


def _record(old: Record, new: Record, table: Optional[LayoutPair]) -> Record:
    if old == new:
        return {}
    edit: Record = {}
    put = {key: value for key, value in new.items()
           if key not in old or (old[key] != value and not _is_edited(key, old[key], value))}
    drop = [key for key in old if key not in new]
    if put:
        edit["set"] = put
    if drop:
        edit["unset"] = drop
    inner: Record = {}
    for key in LISTS:
        if key in old and key in new and _is_edited(key, old[key], new[key]):
            edits = _list(old[key], new[key], _pairs(key, table), {})
            if edits:
                inner[key] = edits
    if inner:
        edit["in"] = inner
    return edit


def _is_edited(key: str, old: Any, new: Any) -> bool:
    return key in LISTS and all(isinstance(value, list) and all(
        isinstance(item, dict) and ("name" in item or "bits" in item) for item in value)
        for value in (old, new))


def _pairs(key: str, table: Optional[LayoutPair]) -> Pairs:
    """Returns the matched fields of a layout, by the keys in OLD."""
    if table is None or key != "fields":
        return {}
    return {pair.old.item.name: pair.new.item.name for pair in table.pairs
            if pair.old.arm is None and pair.new.arm is None}


# Applying

class BadEdit(ValueError):
    """The edits do not fit their input."""


def apply(old: Dict[str, List[Record]], changes: Record) -> Dict[str, List[Record]]:
    """Returns the plain data of OLD with the edits applied; ``old`` is not changed and shares
    unchanged parts with the result.

    Raises BadEdit if the edits are for another manual.
    """
    return {kind: _apply_list(old.get(kind, []), changes.get(kind, {})) for kind in KINDS}


def _apply_list(old: List[Record], edits: Record) -> List[Record]:
    keys = keys_of(old)
    for key in edits.get("remove", []):
        if key not in keys:
            raise BadEdit(f"there is no {key} to remove")
    removed = set(edits.get("remove", []))
    changes = {change["key"]: change for change in edits.get("change", [])}
    for key in changes:
        if key not in keys:
            raise BadEdit(f"there is no {key} to change")
    out = [_apply_record(record, changes[key]) if key in changes else record
           for key, record in zip(keys, old) if key not in removed]
    for entry in edits.get("add", []):
        names = keys_of(out)
        if entry["after"] is not None and entry["after"] not in names and "order" not in edits:
            at = len(out)
        else:
            at = 0 if entry["after"] is None else \
                names.index(entry["after"]) + 1 if entry["after"] in names else len(out)
        out.insert(at, entry["record"])
    if "order" in edits:
        known = dict(zip(keys_of(out), out))
        known = known if set(known) == set(edits["order"]) else _by_order(out, edits["order"])
        out = [known[key] for key in edits["order"]]
    return out


def _by_order(records: List[Record], order: List[str]) -> Dict[str, Record]:
    """Returns the records by their keys in the new order, where records of one name are counted."""
    left: Dict[str, List[Record]] = {}
    for record in records:
        left.setdefault(keys_of([record])[0], []).append(record)
    out: Dict[str, Record] = {}
    for key in order:
        name = key.split("#")[0]
        if not left.get(name):
            raise BadEdit(f"there is no {key} to put in order")
        out[key] = left[name].pop(0)
    return out


def _apply_record(old: Record, edit: Record) -> Record:
    out = {key: value for key, value in old.items() if key not in edit.get("unset", [])}
    for key, edits in edit.get("in", {}).items():
        out[key] = _apply_list(out.get(key, []), edits)
    out.update(edit.get("set", {}))
    return out


def main(argv: Sequence[str]) -> int:
    """``apply OLD DIFF.json``: prints NEW as plain data."""
    from prmclib.readers.source import load_source

    if len(argv) != 2:
        sys.stderr.write("usage: python3 -m prmclib.diff.apply OLD DIFF.json\n")
        return 2
    with open(argv[1], encoding="utf-8") as stream:
        changes = json.load(stream)["changes"]
    try:
        result = apply(plain_spec(load_source(argv[0]).spec), changes)
    except BadEdit as exc:
        sys.stderr.write(f"{argv[1]}: {exc}: these are not changes of {argv[0]}\n")
        return 1
    json.dump(result, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
