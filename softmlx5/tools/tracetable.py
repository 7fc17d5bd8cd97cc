#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the C table of all layouts with their printers, for the trace.

    softmlx5/tools/tracetable.py generated OUT.h

Everything comes from what prmc has made: names from layout.map, printers from prm_*_print.h.
"""

from __future__ import annotations

import glob
import os
import sys

sys.dont_write_bytecode = True

import layoutmap  # noqa: E402

def main() -> int:
    folder, out = sys.argv[1:]
    names = sorted({field.layout for field in layoutmap.fields(os.path.join(folder, "layout.map"))})
    lines = ["/* Made by softmlx5/tools/tracetable.py. */"]
    lines += [f'#include "{os.path.basename(path)}"'
              for path in sorted(glob.glob(os.path.join(folder, "prm_*_print.h")))]
    for name in names:
        lines += ["", f"static void sm_print_{name}(FILE *file, const void *p)",
                  "{", f"\tprm_{name}_print(file, p, 0);", "}"]
    lines += ["", "/* Sorted by name. */", "static const struct sm_layout sm_layouts[] = {"]
    lines += [f'\t{{ "{name}", PRM_{name.upper()}_SIZE, sm_print_{name} }},' for name in names]
    lines += ["};", ""]
    layoutmap.write(out, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
