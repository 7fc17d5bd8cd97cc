#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the C table of all layouts: their printers and numbers, for the trace.

    softmlx5/tracetable.py generated OUT.h

Everything comes from what prmc has made: names and places from layout.map, printers from prm_*_print.h.
"""

from __future__ import annotations

import glob
import os
import sys
from typing import Dict, List, Tuple


def numbers(path: str) -> Dict[str, List[Tuple[str, int, int]]]:
    """Name, offset and width (bits) of the numbers of each layout."""
    layouts: Dict[str, List[Tuple[str, int, int]]] = {}
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            layout, name, offset, width, kind = line.split()[:5]
            items = layouts.setdefault(layout, [])
            if kind == "uint" and int(width) <= 64:
                items.append((name, int(offset, 0), int(width)))
    return layouts


def main() -> int:
    folder, out = sys.argv[1:]
    layouts = numbers(os.path.join(folder, "layout.map"))
    lines = ["/* Made by softmlx5/tracetable.py. */"]
    lines += [f'#include "{os.path.basename(path)}"'
              for path in sorted(glob.glob(os.path.join(folder, "prm_*_print.h")))]
    lines += ["", "static const struct sm_number sm_numbers[] = {"]
    first = 0
    rows = []
    for name, items in sorted(layouts.items()):
        lines += [f'\t{{ "{path}", {offset}, {width} }},' for path, offset, width in items]
        rows.append((name, first, len(items)))
        first += len(items)
    lines += ["};", ""]
    for name, _, _ in rows:
        lines += [f"static void sm_print_{name}(FILE *file, const void *p)",
                  "{", f"\tprm_{name}_print(file, p, 4);", "}", ""]
    lines += ["/* Sorted by name. */", "static const struct sm_layout sm_layouts[] = {"]
    lines += [f'\t{{ "{name}", PRM_{name.upper()}_SIZE, sm_print_{name}, {start}, {count} }},'
              for name, start, count in rows]
    lines += ["};", ""]
    with open(out + ".part", "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines))
    os.replace(out + ".part", out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
