# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc map``: prints one sorted line per field, so that any diff is readable."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Dict, List, Optional, Sequence, Union

from prmclib.model import Spec
from prmclib.model.errors import did_you_mean
from prmclib.model.flatten import FlatField, flatten_layout
from prmclib.readers.source import load_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layouts", nargs="*", metavar="LAYOUT", help="only these layouts")
    parser.add_argument("--json", action="store_true",
                        help="a list of objects with layout, field, offset_bits, width_bits, kind "
                             "and, where they have one, enum, flags and fixed")


def run(args: argparse.Namespace) -> int:
    spec = load_source(args.spec).spec
    unknown = [name for name in args.layouts if name not in spec.layouts]
    for name in unknown:
        near = did_you_mean(name, spec.layouts)
        print(f"prmc: there is no layout '{name}'" + (f"; {near}" if near else ""),
              file=sys.stderr)
    if unknown:
        return 2
    if args.json:
        json.dump([as_object(f) for f in all_fields(spec, args.layouts or None)], sys.stdout,
                  indent=1)
        print()
    else:
        sys.stdout.write(map_text(spec, args.layouts or None))
    return 0


def all_fields(spec: Spec, layouts: Optional[Sequence[str]] = None) -> List[FlatField]:
    """Returns the fields of all layouts (or of those named), sorted by layout and place."""
    names = sorted(set(layouts)) if layouts is not None else sorted(spec.layouts)
    found: List[FlatField] = []
    for name in names:
        found.extend(sorted(flatten_layout(spec, name),
                            key=lambda f: (f.offset_bits, f.width_bits, f.path)))
    return found


def as_object(item: FlatField) -> Dict[str, Union[str, int]]:
    out: Dict[str, Union[str, int]] = {
        "layout": item.layout, "field": item.path, "offset_bits": item.offset_bits,
        "width_bits": item.width_bits, "kind": item.kind.value}
    if item.field.enum:
        out["enum"] = item.field.enum
    if item.field.flags:
        out["flags"] = item.field.flags
    if item.field.fixed is not None:
        out["fixed"] = item.field.fixed
    return out


def map_text(spec: Spec, layouts: Optional[Sequence[str]] = None) -> str:
    """Returns the map, a line per field: layout, field, offset and width in bits, kind."""
    lines = [f"{f.layout} {f.path} 0x{f.offset_bits:04x} {f.width_bits} {f.kind.value}"
             for f in all_fields(spec, layouts)]
    return "".join(line + "\n" for line in lines)
