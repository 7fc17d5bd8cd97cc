#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the presets of capabilities as C strings.

    softmlx5/base/presets.py softmlx5/base/caps OUT.h
"""

from __future__ import annotations

import glob
import os
import sys
from typing import List


def quoted(text: str) -> List[str]:
    """A text as C string literals, one for each line."""
    return ['\t  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'
            for line in text.splitlines() if line.strip() and not line.startswith("#")]


def main() -> int:
    folder, out = sys.argv[1:]
    lines = ["/* Made by softmlx5/base/presets.py. */",
             "static const struct sm_cap_preset sm_cap_presets[] = {"]
    for path in sorted(glob.glob(os.path.join(folder, "*.caps"))):
        with open(path, encoding="utf-8") as stream:
            name = os.path.splitext(os.path.basename(path))[0]
            lines += [f'\t{{ "{name}",', *quoted(stream.read()), "\t},"]
    lines += ["};", ""]
    with open(out + ".part", "w", encoding="utf-8") as stream:  # a partial file is never visible
        stream.write("\n".join(lines))
    os.replace(out + ".part", out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
