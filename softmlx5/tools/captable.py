#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the C table of capability names, with the presets as text.

    softmlx5/tools/captable.py generated/layout.map softmlx5/tools/caps OUT.h

The names and places of capabilities come from the field map that prmc makes, so that a capability of the
spec can be set by its name without further code.
"""

from __future__ import annotations

import glob
import os
import sys
from typing import List

sys.dont_write_bytecode = True

import layoutmap  # noqa: E402

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
    return [f'\t{{ "{field.layout}", "{field.name}", PRM_HCA_CAP_TYPE_{LAYOUTS[field.layout]}, '
            f"{field.offset}, {field.width} }}," for field in layoutmap.fields(path)
            if field.layout in LAYOUTS and field.kind in ("uint", "enum", "flags") and field.width <= 64]


def quoted(text: str) -> List[str]:
    """A text as C string literals, one for each line."""
    return ['\t  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'
            for line in text.splitlines() if line.strip() and not line.startswith("#")]


def main() -> int:
    source, folder, out = sys.argv[1:]
    lines = ["/* Made by softmlx5/tools/captable.py. */", "static const struct sm_cap_field sm_cap_fields[] = {"]
    lines += fields(source) + ["};", "", "static const struct sm_cap_preset sm_cap_presets[] = {"]
    for path in sorted(glob.glob(os.path.join(folder, "*.caps"))):
        with open(path, encoding="utf-8") as stream:
            name = os.path.splitext(os.path.basename(path))[0]
            lines += [f'\t{{ "{name}",', *quoted(stream.read()), "\t},"]
    lines += ["};", ""]
    layoutmap.write(out, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
