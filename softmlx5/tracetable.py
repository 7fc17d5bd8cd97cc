#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the C table of all layouts with their printers, for the trace.

    softmlx5/tracetable.py generated OUT.h

Everything comes from what prmc has made: names from layout.map, printers from prm_*_print.h.
"""

from __future__ import annotations

import glob
import os
import sys


def main() -> int:
    folder, out = sys.argv[1:]
    with open(os.path.join(folder, "layout.map"), encoding="utf-8") as stream:
        names = sorted({line.split()[0] for line in stream})
    lines = ["/* Made by softmlx5/tracetable.py. */"]
    lines += [f'#include "{os.path.basename(path)}"'
              for path in sorted(glob.glob(os.path.join(folder, "prm_*_print.h")))]
    for name in names:
        lines += ["", f"static void sm_print_{name}(FILE *file, const void *p)",
                  "{", f"\tprm_{name}_print(file, p, 0);", "}"]
    lines += ["", "/* Sorted by name. */", "static const struct sm_layout sm_layouts[] = {"]
    lines += [f'\t{{ "{name}", PRM_{name.upper()}_SIZE, sm_print_{name} }},' for name in names]
    lines += ["};", ""]
    with open(out + ".part", "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines))
    os.replace(out + ".part", out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
