#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the C table of capability names, with the presets as text.

    softmlx5/captable.py generated/layout.map softmlx5/caps OUT.h

The names and places of capabilities come from the field map that prmc makes, so that a capability of the
spec can be set by its name without further code.
"""

from __future__ import annotations

import glob
import os
import sys
from typing import List

# Capability layouts, and the type that QUERY_HCA_CAP knows each by.
LAYOUTS = {
    "cmd_hca_cap": "GENERAL",
    "per_protocol_networking_offload_caps": "ETHERNET_OFFLOADS",
    "odp_cap": "ODP",
    "atomic_caps": "ATOMIC",
    "roce_cap": "ROCE",
    "qos_cap": "QOS",
    "device_mem_cap": "DEVICE_MEMORY",
    "crypto_caps": "CRYPTO",
    "cmd_hca_cap_2": "GENERAL_2",
}


def fields(path: str) -> List[str]:
    """A C initialiser for each number of the capability layouts."""
    rows = []
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            layout, name, offset, width, kind = line.split()[:5]
            if layout in LAYOUTS and kind in ("uint", "enum", "flags") and int(width) <= 64:
                rows.append(f'\t{{ "{layout}", "{name}", PRM_HCA_CAP_TYPE_{LAYOUTS[layout]}, '
                            f"{int(offset, 0)}, {width} }},")
    return rows


def quoted(text: str) -> List[str]:
    """A text as C string literals, one for each line."""
    return ['\t  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'
            for line in text.splitlines() if line.strip() and not line.startswith("#")]


def main() -> int:
    source, folder, out = sys.argv[1:]
    lines = ["/* Made by softmlx5/captable.py. */", "static const struct sm_cap_field sm_cap_fields[] = {"]
    lines += fields(source) + ["};", "", "static const struct sm_cap_preset sm_cap_presets[] = {"]
    for path in sorted(glob.glob(os.path.join(folder, "*.caps"))):
        with open(path, encoding="utf-8") as stream:
            name = os.path.splitext(os.path.basename(path))[0]
            lines += [f'\t{{ "{name}",', *quoted(stream.read()), "\t},"]
    lines += ["};", ""]
    with open(out + ".part", "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines))
    os.replace(out + ".part", out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
